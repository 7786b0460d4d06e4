"""Assault: the fight for every contested hex, all of one step together (spf.assault.*)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from warbook.board.hextable import name_of
from warbook.books.family.wording import counted
from warbook.books.steampunk.army.abilities import Ability, Needing
from warbook.books.steampunk.army.data import equipment_of
from warbook.books.steampunk.asking import together
from warbook.books.steampunk.assault import hits, melee, retreats
from warbook.books.steampunk.assault.lineup import assault_abilities, empowered, fighting, stands
from warbook.books.steampunk.assault.pools import Net
from warbook.books.steampunk.assault.retreats import Outcome, settle_assaults
from warbook.books.steampunk.damage import harm, toughness
from warbook.books.steampunk.damage.wounds import look_up
from warbook.books.steampunk.dice import Roll, successes
from warbook.books.steampunk.illusions import expose
from warbook.books.steampunk.pending import Blow, Clash, Entrant, Gain
from warbook.books.steampunk.state import SIDES, Battle, Game, Unit, enemy, field, flying, models
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Option, Preview, Refusal

REPEATS = 20  # ruling S17
NERVE = Roll(6)  # spf.team.dwarf-endurance-stubborn


def fight(game: Game) -> None:
    """Fight every assault that movement has led to. Losers retreat before the damage takes effect
    (spf.turn.retreat-before-damage, ruling T1; switch assault_order)."""
    battle = game.battle
    due = sorted(battle.clashes, key=lambda clash: (clash.q, clash.r, clash.flying))
    battle.clashes = []
    again = _round(game, due)
    for _ in range(REPEATS):
        if not again:
            return
        harm.apply(game)
        again = _round(game, again)
    attackers = [Outcome(clash, _ids(e for e in clash.entrants if e.enters)) for clash in again]
    _settle(game, attackers)


def _round(game: Game, clashes: Sequence[Clash]) -> list[Clash]:
    """Fight each once. Given back are those that must be fought again (spf.ability.stubborn, ruling S17)."""
    outcomes, again = [], []
    for clash in clashes:
        outcome = _assault(game, clash)
        if outcome is None:
            again.append(clash)
        else:
            outcomes.append(outcome)
    _settle(game, outcomes)
    return again


def _settle(game: Game, outcomes: Sequence[Outcome]) -> None:
    """Winners enter and losers retreat. Who is surrounded fights once more and, beaten again, is destroyed
    (spf.assault.retreat-surrounded, ruling S14; switch surrounded), and so is who finds nobody to fight
    (spf.W30)."""
    battle = game.battle
    tried: set[str] = set()
    while outcomes:
        if battle.rulings.assault_order == "damage-first":
            harm.apply(game)
            outcomes = [_unless_won_by_none(battle, outcome) for outcome in outcomes]
        cornered = settle_assaults(game, outcomes)
        outcomes = []
        for clash in cornered:
            desperate = _ids(e for e in clash.entrants if e.enters)
            outcome: Outcome | None = None
            fights = battle.rulings.surrounded == "fight-once" and len(clash.entrants) > len(desperate)
            if fights and tried.isdisjoint(desperate):
                tried.update(desperate)
                outcome = _assault(game, clash)
            if outcome is None or set(outcome.leaving) & set(desperate):
                for id in desperate:
                    _cut_down(game, battle.unit(id))
            else:
                outcomes = [*outcomes, outcome]


def _unless_won_by_none(battle: Battle, outcome: Outcome) -> Outcome:
    """Nobody has to leave for those who are dead."""
    stay = [e for e in fighting(battle, outcome.clash) if e.unit not in outcome.leaving]
    return outcome if stay else replace(outcome, leaving=outcome.yielding)


def _cut_down(game: Game, unit: Unit) -> None:
    words = f"{field(game.battle, unit).name} is surrounded and cut down."
    harm.destroy(game, unit, "spf.assault.retreat-surrounded", words)


# ---------------------------------------------------------------- one assault


def _assault(game: Game, clash: Clash) -> Outcome | None:
    """One assault up to its damage, and who leaves the hex; None if it must be fought again."""
    battle = game.battle
    sides = {side: fighting(battle, clash, side) for side in SIDES}
    if not all(sides.values()):
        return Outcome(clash)  # ruling S20
    expose(game, [battle.unit(entrant.unit) for entrant in fighting(battle, clash)])
    _announce(game, clash)
    lines = together(game, {side: stands(battle, clash, side) for side in SIDES})
    thrown = melee.throw(game, clash, lines)
    came = melee.net(thrown)
    winner = melee.settle_advantage(game, came)
    _report(game, winner, came, thrown)
    left = {}
    for side in (enemy(winner), winner):
        foe = thrown[enemy(side)]
        left[side], deflected = melee.remaining(game, winner, thrown[side], foe)
        deflecting = {
            pool.source for pool, n in zip(foe.pools, foe.successes, strict=True) if pool.deflects and n
        }
        bearers = [foe.sources[key] for key in sorted(deflecting)]
        battle.gains += hits.deflection_poisons(thrown[side].sources, deflected, bearers)
    shared = together(
        game,
        {
            side: hits.shared_out(battle, thrown[side].sources, left[side], lines[enemy(side)])
            for side in SIDES
        },
    )
    for side in SIDES:
        targets = {stand.unit: stand for stand in lines[enemy(side)]}
        for strike in sorted(shared[side].strikes, key=lambda each: (each.unit, each.source)):
            hits.deal(game, strike, thrown[side].sources[strike.source], targets[strike.unit])
        battle.gains += hits.token_gains(battle, thrown[side].sources, shared[side])
    for entrant in fighting(battle, clash):
        _load(game, battle.unit(entrant.unit))
    _shock(game, sides[winner], sides[enemy(winner)])
    return _leaving(game, clash, winner)


def _announce(game: Game, clash: Clash) -> None:
    battle = game.battle
    a, b = (
        " and ".join(field(battle, battle.unit(e.unit)).name for e in fighting(battle, clash, side))
        for side in SIDES
    )
    words = f"Assault in hex {name_of(clash.hex)}: {a} against {b}."
    first = fighting(battle, clash)[0].unit
    game.tell(Note(words=words, piece=first, rule="spf.assault.trigger-same-hex"))


def _report(game: Game, winner: str, came: Net, thrown: Mapping[str, melee.Thrown]) -> None:
    """The assault as a sum: how many hits each side has, how many the other deflects, how many are left."""
    names = {side: army.name for side, army in zip(SIDES, game.battle.setup.armies, strict=True)}
    sums = []
    for side, net in (("a", came.a), ("b", came.b)):
        hits = sum(thrown[side].hits().values())
        sums.append(f"{names[side]}: {counted(hits, 'hit')} less {hits - net} deflected")
    left = f"{came.a} of {names['a']}, {came.b} of {names['b']}"
    words = f"{'; '.join(sums)}. Hits after deflection: {left}. {names[winner]} have the advantage."
    rule = "spf.assault.tie-rank" if came.a == came.b else "spf.assault.advantage"
    game.tell(Note(words=words, rule=rule))


def _load(game: Game, unit: Unit) -> None:
    """Ability loaded-after-assault."""
    battle = game.battle
    carried = dict.fromkeys(id for _, model in models(battle, unit) for id in model.equipment)
    for piece in filter(None, map(equipment_of, carried)):
        if Ability("loaded-after-assault") in piece.abilities and not unit.loaded.get(piece.id):
            unit.loaded[piece.id] = 1
            words = f"{field(battle, unit).name}: {piece.name} is loaded."
            game.tell(Became(piece=unit.id, status="loaded", words=words, rule="spf.orders.load"))


def _shock(game: Game, winners: Iterable[Entrant], losers: Sequence[Entrant]) -> None:
    """Ability lance-shock: one die for each enemy model, any success shakes that model's unit."""
    battle = game.battle
    for entrant in winners:
        found = assault_abilities(battle, battle.unit(entrant.unit), "lance-shock", Needing)
        need = min((ability.need for ability in found), default=0)
        for loser in losers if need else ():
            count = len(battle.unit(loser.unit).living)
            rule = "spf.assault.advantage"
            if game.rolling(entrant.unit).roll(successes, count, need, rule):
                battle.gains.append(Gain(loser.unit, "shaken", rule))


# ---------------------------------------------------------------- who leaves


def _leaving(game: Game, clash: Clash, winner: str) -> Outcome | None:
    """spf.assault.outcome, spf.ability.stubborn: the losers or, if they stand their ground, the winners; None
    if neither side gives way."""
    battle = game.battle
    loser = enemy(winner)
    if stubborn(battle, clash, loser) or _steeled(game, clash, loser):
        if stubborn(battle, clash, winner):
            return None
        return Outcome(clash, _ids(fighting(battle, clash, winner)))
    won = fighting(battle, clash, winner)
    yielding = _ids(entrant for entrant in won if _yields(game, clash, entrant))
    beaten = _ids(fighting(battle, clash, loser)) if len(yielding) < len(won) else ()
    return Outcome(clash, (*beaten, *yielding), yielding)


def stubborn(battle: Battle, clash: Clash, side: str) -> bool:
    """Whether the side does not give way: a unit that held the hex is stubborn (ruling S16; switch
    stubborn_attackers), or at the edge of the map (spf.assault.retreat-edge, ruling S15)."""
    return any(
        (_may_hold(battle, clash, entrant) and empowered(battle, battle.unit(entrant.unit), "stubborn"))
        or (
            battle.rulings.edge_retreat == "stubborn"
            and retreats.at_edge(battle, battle.unit(entrant.unit), clash, entrant)
        )
        for entrant in fighting(battle, clash, side)
    )


def _may_hold(battle: Battle, clash: Clash, entrant: Entrant) -> bool:
    """A unit that would have swapped hexes held its own."""
    layer = flying(battle, battle.unit(entrant.unit))
    return (entrant.q, entrant.r, layer) == (
        clash.q,
        clash.r,
        clash.flying,
    ) or battle.rulings.stubborn_attackers


def _steeled(game: Game, clash: Clash, side: str) -> bool:
    """spf.team.dwarf-endurance-stubborn, ruling K4: whether a unit spends an endurance token to be stubborn
    in this assault and is not shaken by it."""
    battle = game.battle
    rule = "spf.team.dwarf-endurance-stubborn"
    for entrant in fighting(battle, clash, side):
        unit = battle.unit(entrant.unit)
        if not (unit.endurance and _may_hold(battle, clash, entrant)) or unit.shaken:
            continue
        name = field(battle, unit).name
        options = [
            Option("retreat", "Retreat"),
            Option(
                "stand",
                f"Spend an endurance token, take {NERVE} psychic damage",
                preview=_nerve(battle, unit),
            ),
        ]
        if (
            game.ask(side, Choose(f"{name} has lost the assault: does it retreat?", options, rule, unit.id))
            == "retreat"
        ):
            continue
        unit.endurance -= 1
        result = hits.typed(game, unit.id, unit, "psychic", NERVE, rule)
        if result is not None:
            battle.blows.append(Blow(unit.id, "psychic", result, "psychic", rule))
        if result is None or not _shakes(battle, unit, result):
            game.tell(Became(piece=unit.id, status="stubborn", words=f"{name} stands its ground.", rule=rule))
            return True
    return False


def _shakes(battle: Battle, unit: Unit, result: int) -> bool:
    line = look_up(toughness.lines_of(battle, unit, "psychic"), result) or ()
    return any(effect.name in ("shaken", "shaken-token") for effect in line)


def _nerve(battle: Battle, unit: Unit) -> Callable[[], Preview]:
    def preview() -> Preview:
        plus = NERVE.plus + toughness.bonus(battle, unit, "psychic", "psychic")[0]
        faces = range(1, NERVE.sides + 1)
        stays = Fraction(sum(not _shakes(battle, unit, face + plus) for face in faces), NERVE.sides)
        outcomes = (("stubborn", stays), ("shaken", 1 - stays))
        return Preview(outcomes, headline=f"{float(stays):.0%} stands its ground")

    return preview


def _yields(game: Game, clash: Clash, entrant: Entrant) -> bool:
    """Ability may-yield-hex: it retreats although it won, and if no other winner is left the enemy has to
    occupy the hex."""
    battle = game.battle
    unit = battle.unit(entrant.unit)
    if not empowered(battle, unit, "may-yield-hex"):
        return False
    barred = None
    if retreats.at_edge(battle, unit, clash, entrant):
        barred = Refusal("it cannot retreat off the map", "spf.assault.retreat-edge")
    options = [
        Option("keep", "Keep the hex"),
        Option("yield", "Retreat and leave the hex to the enemy", barred=barred),
    ]
    question = Choose(
        f"{field(battle, unit).name} has won the assault: does it keep the hex?",
        options,
        "spf.assault.outcome",
        unit.id,
    )
    return len(question.open()) > 1 and game.ask(unit.side, question) == "yield"


def _ids(entrants: Iterable[Entrant]) -> tuple[str, ...]:
    return tuple(entrant.unit for entrant in entrants)
