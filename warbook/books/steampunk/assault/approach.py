"""Before an assault: flyers come down on their prey, units slip away, and the enemy is frightened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.hexes import Hex
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.abilities import FearAtSpeed, Needing, Numbered, Stench
from warbook.books.steampunk.assault import hits, melee, retreats
from warbook.books.steampunk.assault.lineup import assault_abilities, fighting
from warbook.books.steampunk.dice import Roll
from warbook.books.steampunk.illusions import expose
from warbook.books.steampunk.orders import carrying_out
from warbook.books.steampunk.pending import Blow, Clash, Entrant, Gain
from warbook.books.steampunk.state import (
    SIDES,
    Battle,
    Game,
    Unit,
    by_place,
    enemy,
    field,
    flying,
    has,
    models,
)
from warbook.core.dice import Dice
from warbook.core.events import Aimed, Note
from warbook.core.questions import Choose, Form, Modifier, Option, Preview, Question, Refusal

RETREAT = "spf.ability.pre-assault-retreat"
LIMITS = "spf.ability.pre-assault-retreat-limits"
AWAY = Refusal("it retreats before the assault", "spf.assault.pre-retreat")
WAYS = {"retreat": "pre-assault retreat", "past": "drive past", "lance": "fire lance"}


def before_assaults(game: Game) -> None:
    """spf.assault.pre-retreat: who can leave may do so, all at the same time (ruling S20); then the abilities
    that work on those who remain. Their effects come before the assault."""
    battle = game.battle
    _come_down(game)
    if not battle.clashes:
        return
    for clash in _contested(battle):
        expose(game, [battle.unit(entrant.unit) for entrant in fighting(battle, clash)])
    _slip_away(game)
    for clash in _contested(battle):
        for entrant in fighting(battle, clash):
            unit = battle.unit(entrant.unit)
            foes = [battle.unit(e.unit) for e in fighting(battle, clash, enemy(unit.side))]
            _frighten(game, unit, foes)
            _reek(game, unit, foes)


def _contested(battle: Battle) -> list[Clash]:
    """The assaults in which both sides still stand."""
    found = [c for c in battle.clashes if all(fighting(battle, c, side) for side in SIDES)]
    return sorted(found, key=lambda clash: (clash.q, clash.r, clash.flying))


# ---------------------------------------------------------------- from the air


def _come_down(game: Game) -> None:
    """Assaults across layers (ruling S2): a unit with dive-assault may fall on ground units in its hex and
    flies again afterwards; one with swoops-on-ground must, and is slow from then on."""
    battle = game.battle
    for unit in _above_prey(battle, "swoops-on-ground"):
        carrying_out.set_speed(game, unit, "slow", "spf.assault.trigger-same-hex")
        unit.movement = "-, -, -"
        _fall_on(game, unit)
    divers = _above_prey(battle, "dive-assault")
    forms: dict[str, Question] = {}
    for side in SIDES:
        parts: dict[str, Question] = {unit.id: _dive(battle, unit) for unit in divers if unit.side == side}
        if parts:
            forms[side] = Form("Dive on the enemy below?", parts, "spf.assault.trigger-same-hex")
    answers = game.ask_all(forms) if forms else {}
    for unit in divers:
        if answers[unit.side][unit.id] == "dive":
            _fall_on(game, unit)


def _above_prey(battle: Battle, ability: str) -> list[Unit]:
    engaged = {e.unit for clash in battle.clashes for e in clash.entrants}
    return [
        unit
        for unit in battle.on_map()
        if unit.id not in engaged
        and has(battle, unit, ability)
        and not unit.hidden
        and flying(battle, unit)
        and _prey(battle, unit)
    ]


def _prey(battle: Battle, unit: Unit) -> list[Unit]:
    """The ground units of the enemy in its hex that do not fight for another one (ruling S1)."""
    elsewhere = {e.unit for clash in battle.clashes if clash.hex != unit.hex for e in clash.entrants}
    return [
        foe
        for foe in battle.in_hex(unit.hex, enemy(unit.side))
        if not foe.hidden and not flying(battle, foe) and foe.id not in elsewhere
    ]


def _dive(battle: Battle, unit: Unit) -> Choose:
    names = " and ".join(field(battle, foe).name for foe in _prey(battle, unit))
    options = [Option("pass", "Stay up"), Option("dive", f"Assault {names}")]
    return Choose(
        f"Does {field(battle, unit).name} dive?",
        options,
        "spf.assault.trigger-same-hex",
        unit.id,
        kind="dive",
    )


def _fall_on(game: Game, unit: Unit) -> None:
    battle = game.battle
    hex_ = unit.hex
    words = f"{field(battle, unit).name} falls on the enemy below."
    game.tell(Note(words=words, piece=unit.id, rule="spf.assault.trigger-same-hex"))
    here = next((c for c in battle.clashes if c.hex == hex_ and not c.flying), Clash(*hex_, False, ()))
    known = {entrant.unit for entrant in here.entrants}
    new = [Entrant(foe.id, *hex_, enters=False) for foe in _prey(battle, unit) if foe.id not in known]
    entrants = (*here.entrants, *new, Entrant(unit.id, *hex_, enters=True))
    rest = [c for c in battle.clashes if c != here]
    battle.clashes = [*rest, Clash(*hex_, False, entrants)]


# ---------------------------------------------------------------- slipping away


class Escape(Struct, frozen=True):
    """A way out of an assault: where to, at what roll, with what added to it."""

    name: str
    need: int
    hex: Hex
    barred: Refusal | None
    why: tuple[Modifier, ...] = ()
    target: str = ""  # ability fire-lance: who is set on fire

    @property
    def score(self) -> int:
        return self.need - sum(line.value for line in self.why)

    @property
    def lines(self) -> tuple[Modifier, ...]:
        """What the roll starts from, and what is added to it."""
        return (Modifier(self.need, WAYS[self.name], RETREAT), *self.why) if self.why else ()


def _slip_away(game: Game) -> None:
    """spf.ability.pre-assault-retreat, drive-past and fire-lance: declared, then rolled for together."""
    battle = game.battle
    found = {
        entrant.unit: (clash, entrant, escapes(battle, clash, entrant))
        for clash in _contested(battle)
        for entrant in fighting(battle, clash)
    }
    away = {}
    for id, escape in _declared(game, found):
        rule = RETREAT if escape.name != "lance" else "spf.assault.pre-retreat"
        if game.rolling(id, {rule: escape.lines}).roll(_test, rule, escape.score):
            away[id] = escape
    pending = set(away)
    wishes = {
        id: way.hex
        for id, way in away.items()
        if not way.target
        and not retreats.hindrance(battle, battle.unit(id), way.hex, found[id][0].hex, pending)
    }
    crowded = wishes.keys() - retreats.going(game, wishes, pending)
    gone = []
    for unit in sorted(by_place(map(battle.unit, away)), key=lambda unit: away[unit.id].target != ""):
        clash, entrant, _ = found[unit.id]
        if _leave(game, clash, entrant, away[unit.id], pending, unit.id in crowded):
            gone.append(unit)
            battle.clashes = [
                replace(c, entrants=tuple(e for e in c.entrants if e.unit != unit.id)) for c in battle.clashes
            ]
        pending.discard(unit.id)
    retreats.turn(game, gone)


def escapes(battle: Battle, clash: Clash, entrant: Entrant) -> list[Escape]:
    """The ways out that a unit has. One model with the ability is enough
    (spf.ability.pre-assault-retreat-unit), and the best of several counts."""
    unit = battle.unit(entrant.unit)
    found: list[Escape] = []
    if unit.unconscious:
        return found
    names = ("pre-assault-retreat", "unit-pre-assault-retreat")
    needs = [ability.need for name in names for ability in assault_abilities(battle, unit, name, Needing)]
    if needs:
        back = retreats.normal(unit, clash, entrant)
        why = tuple(
            Modifier(ability.number, model.name, RETREAT)
            for _, model in models(battle, unit)
            for ability in (*model.abilities, *model.assault.abilities)
            if isinstance(ability, Numbered) and ability.name == "pre-assault-retreat-bonus"
        )
        found.append(Escape("retreat", min(needs), back, _barred(battle, unit, back, clash), why))
    past = [ability.need for ability in assault_abilities(battle, unit, "drive-past", Needing)]
    if past:
        ahead = clash.hex.towards(unit.facing + 3 * entrant.reverses)
        found.append(Escape("past", min(past), ahead, _barred(battle, unit, ahead, clash)))
    lances = [ability.need for ability in assault_abilities(battle, unit, "fire-lance", Needing)]
    if lances:
        back = retreats.normal(unit, clash, entrant)
        found += [
            Escape("lance", min(lances), back, None, target=foe.unit)
            for foe in fighting(battle, clash, enemy(unit.side))
        ]
    return found


def _barred(battle: Battle, unit: Unit, hex_: Hex, clash: Clash) -> Refusal | None:
    barred = retreats.hindrance(battle, unit, hex_, clash.hex)
    return Refusal(barred.words, LIMITS) if barred else None


def _declared(game: Game, found: dict[str, tuple[Clash, Entrant, list[Escape]]]) -> list[tuple[str, Escape]]:
    """What each unit tries. The fire lance is always tried; who may choose is asked, both sides together."""
    battle = game.battle
    forms: dict[str, Question] = {}
    for side in SIDES:
        parts: dict[str, Question] = {
            id: question
            for id, (clash, _, ways) in sorted(found.items())
            if ways
            and battle.unit(id).side == side
            and len((question := _choice(battle, battle.unit(id), clash, ways)).open()) > 1
        }
        if parts:
            forms[side] = Form("Before the assault", parts, RETREAT)
    answers = game.ask_all(forms) if forms else {}
    tried = []
    for id, (_, _, ways) in sorted(found.items()):
        lances = [way for way in ways if way.name == "lance"]
        answer = answers.get(battle.unit(id).side, {}).get(id, _id(lances[0]) if lances else "stay")
        tried += [(id, way) for way in ways if _id(way) == answer]
    return tried


def _choice(battle: Battle, unit: Unit, clash: Clash, ways: Sequence[Escape]) -> Choose:
    options = [
        Option(_id(way), _words(battle, way), way.target or unit.id, way.barred, _chance(way)) for way in ways
    ]
    if not any(way.name == "lance" for way in ways):
        stay = Option("stay", "Stay and fight", unit.id, preview=melee.outlook(battle, clash, unit.side))
        options = [stay, *options]
    for option, way in zip(reversed(options), reversed(ways), strict=False):
        option.spot = ground.spot(battle, way.hex) if not way.barred else None
    return Choose(
        f"What does {field(battle, unit).name} do before the assault?",
        options,
        RETREAT,
        unit.id,
        kind="evade",
    )


def _id(way: Escape) -> str:
    return f"{way.name}:{way.target}" if way.target else way.name


def _words(battle: Battle, way: Escape) -> str:
    where = name_of(way.hex)
    if way.target:
        name = field(battle, battle.unit(way.target)).name
        return f"Set {name} on fire and retreat to hex {where} at {way.score}+"
    return f"{'Drive past' if way.name == 'past' else 'Retreat'} to hex {where} at {way.score}+"


def _chance(way: Escape) -> Callable[[], Preview]:
    away = Fraction(min(6, max(0, 7 - way.score)), 6)
    outcomes = (("fights", 1 - away), ("away", away))
    return lambda: Preview(outcomes, f"{way.score}+", way.lines, f"{float(away):.0%} gets away")


def _test(dice: Dice, rule: str, need: int) -> bool:
    return dice.d6(rule, need=need) >= need


def _leave(
    game: Game, clash: Clash, entrant: Entrant, escape: Escape, pending: set[str], crowded: bool
) -> bool:
    """spf.ability.pre-assault-retreat-limits, -speed: whether it gets away; not if it is `crowded` out by
    others who go there. A fire lance retreats as after a lost assault."""
    battle = game.battle
    unit = battle.unit(entrant.unit)
    if escape.target:
        target = field(battle, battle.unit(escape.target)).name
        words = f"{field(battle, unit).name} sets {target} on fire."
        rule = "spf.assault.pre-retreat"
        game.tell(Aimed(piece=unit.id, target=escape.target, words=words, rule=rule))
        battle.gains.append(Gain(escape.target, "fire", rule))
        if not retreats.fall_back(game, unit, clash, entrant, pending, AWAY):
            if retreats.surrounded(battle, unit, clash.hex, pending):
                return False
            retreats.to_closest(game, unit, clash.hex, pending)
    else:
        barred = retreats.hindrance(battle, unit, escape.hex, clash.hex, pending)
        if crowded or barred:
            barred = barred or Refusal("others go there", LIMITS)
            words = f"{field(battle, unit).name} cannot get away: {barred.words}."
            game.tell(Note(words=words, piece=unit.id, rule=LIMITS))
            return False
        if escape.hex == unit.hex:
            retreats.stay(game, unit, AWAY)
        else:
            how = "drives past" if escape.name == "past" else "retreats"
            retreats.shift(game, unit, escape.hex, how, RETREAT)
    if unit.speed in ("still", "still-flying"):
        faster = [s for s in carrying_out.speeds(battle, unit) if s in ("slow", "slow-flying")]
        if faster:
            carrying_out.set_speed(game, unit, faster[0], "spf.ability.pre-assault-retreat-speed")
    return True


# ---------------------------------------------------------------- those who remain


def _frighten(game: Game, unit: Unit, foes: Sequence[Unit]) -> None:
    """spf.ability.fear: once for each enemy unit (ruling S21), by the worst there is in the unit."""
    battle = game.battle
    rule = "spf.ability.fear"
    dice = [a.number for a in assault_abilities(battle, unit, "fear", Numbered)]
    speedy = assault_abilities(battle, unit, "fear-at-speed", FearAtSpeed)
    dice += [a.number for a in speedy if a.speed == unit.speed]
    for foe in foes if dice else ():
        result = hits.typed(game, unit.id, foe, "psychic", Roll(max(dice)), rule)
        if result is not None:
            battle.blows.append(Blow(foe.id, "psychic", result, "fear", rule, unit.id))


def _reek(game: Game, unit: Unit, foes: Sequence[Unit]) -> None:
    """Ability stench: poison and crew damage for every enemy in the assault."""
    battle = game.battle
    rule = "spf.special.typed-damage"
    for ability in dict.fromkeys(assault_abilities(battle, unit, "stench", Stench)):
        for foe in foes:
            battle.gains.append(Gain(foe.id, "poison", "spf.ability.poison-assault", 1, ability.poison))
            result = hits.typed(game, unit.id, foe, "crew", Roll(ability.crew), rule)
            if result is not None:
                battle.blows.append(Blow(foe.id, "crew", result, "stench", rule, unit.id))
