"""After an assault: winners enter the contested hex, losers retreat from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations

from msgspec import Struct

from warbook.board.hexes import Hex, distance
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.assault.lineup import empowered
from warbook.books.steampunk.damage import harm
from warbook.books.steampunk.movement.meeting import STRAYED
from warbook.books.steampunk.pending import Clash, Entrant, Gain
from warbook.books.steampunk.state import SIDES, Battle, Game, Unit, by_id, by_place, field, flying
from warbook.core.events import Moved, Note, Removed, Turned
from warbook.core.questions import Choose, Form, Leads, Option, Question, Refusal

TURNS = {"left": -1, "right": 1, "about": 3}


class Outcome(Struct, frozen=True):
    """Who must leave a contested hex, or yields it; all others of the assault keep it or enter it."""

    clash: Clash
    leaving: tuple[str, ...] = ()
    yielding: tuple[str, ...] = ()  # of those who leave, the winners


def settle_assaults(game: Game, outcomes: Sequence[Outcome]) -> list[Clash]:
    """spf.assault.outcome: first all winners enter, then all losers retreat: all who stay where they came
    from at once, then all who must move, and at last, one by one, whoever finds the way barred. What is given
    back are the assaults of those who are surrounded."""
    battle = game.battle
    losers = {
        entrant.unit: (outcome.clash, entrant)
        for outcome in outcomes
        for entrant in outcome.clash.entrants
        if entrant.unit in outcome.leaving and battle.unit(entrant.unit).on_map
    }
    beaten = frozenset(losers)
    pending = set(losers)
    for outcome in outcomes:
        for id, entrant in _enter(game, outcome, pending):
            losers[id] = (outcome.clash, entrant)
            pending.add(id)
    for id in sorted(beaten):
        if _lost(game, battle.unit(id), *losers[id]):
            pending.discard(id)
    for staying in (True, False):
        due = {id: losers[id] for id in sorted(pending) if losers[id][1].enters is staying}
        wishes = {
            id: hex_
            for id, (clash, entrant) in due.items()
            if not _tried_to_leave(clash, entrant)
            and (hex_ := normal(battle.unit(id), clash, entrant))
            and not hindrance(battle, battle.unit(id), hex_, clash.hex, pending)
        }
        able = going(game, wishes, pending) | (due.keys() - wishes.keys())
        back = [
            id
            for id, (clash, entrant) in due.items()
            if id in able
            and fall_back(game, battle.unit(id), clash, entrant, pending, _why(clash, id in beaten))
        ]
        pending.difference_update(back)
    cornered = []
    for unit in by_place(battle.unit(id) for id in pending):
        clash, entrant = losers[unit.id]
        if surrounded(battle, unit, clash.hex, pending):
            cornered.append((unit.id, clash, entrant))
        else:
            to_closest(game, unit, clash.hex, pending)
        pending.discard(unit.id)
    stuck = {id for id, _, _ in cornered}
    turn(game, [unit for unit in battle.on_map() if unit.id in beaten - stuck])
    return _last_stands(battle, cornered)


# ---------------------------------------------------------------- winners


def _enter(game: Game, outcome: Outcome, pending: set[str]) -> list[tuple[str, Entrant]]:
    """The winners who tried to enter do so, as many as the hex holds; if not all, all winners are shaken
    (spf.assault.winners-overflow, ruling S18). Given back are those who find no room."""
    battle = game.battle
    clash = outcome.clash
    stay = [e for e in clash.entrants if e.unit not in outcome.leaving and battle.unit(e.unit).on_map]
    entering = by_id(battle.unit(e.unit) for e in stay if (e.q, e.r) != clash.hex)
    if not entering:
        return []
    there = [
        unit
        for unit in battle.in_hex(clash.hex, entering[0].side)
        if unit not in entering and unit.id not in pending and flying(battle, unit) == clash.flying
    ]
    text = f"Not all winners have room in hex {name_of(clash.hex)}: who enters it?"
    chosen = _chosen(game, clash.hex, there, entering, text, "spf.assault.winners-overflow")
    if len(chosen) < len(entering):
        for entrant in stay:
            battle.gains.append(Gain(entrant.unit, "shaken", "spf.assault.winners-overflow"))
    for unit in chosen:
        shift(game, unit, clash.hex, "advances", "spf.assault.outcome")
    by_unit = {entrant.unit: entrant for entrant in stay}
    return [(unit.id, by_unit[unit.id]) for unit in entering if unit not in chosen]


def _chosen(
    game: Game, hex_: Hex, there: Sequence[Unit], entering: Sequence[Unit], text: str, rule: str
) -> tuple[Unit, ...]:
    """As many of them as the hex holds beside who is there; the owner says which."""
    battle = game.battle
    for count in range(len(entering), 0, -1):
        found = [some for some in combinations(entering, count) if ground.fits(battle, hex_, [*there, *some])]
        if len(found) == 1:
            return found[0]
        if found:
            options = [
                Option(
                    "+".join(unit.id for unit in some),
                    " and ".join(field(battle, unit).name for unit in some),
                    some[0].id,
                )
                for some in found
            ]
            answer = game.ask(entering[0].side, Choose(text, options, rule))
            return next(some for some, option in zip(found, options, strict=True) if option.id == answer)
    return ()


# ---------------------------------------------------------------- losers


def normal(unit: Unit, clash: Clash, entrant: Entrant) -> Hex:
    """Where a unit retreats to: where it came from (spf.assault.retreat-mover), or one hex backward
    (spf.assault.retreat-stationary)."""
    if (entrant.q, entrant.r) != clash.hex:
        return Hex(entrant.q, entrant.r)
    return clash.hex.towards(unit.facing + 3)


def _tried_to_leave(clash: Clash, entrant: Entrant) -> bool:
    """Whether it would have swapped hexes with an enemy, or has come down on the hex below it."""
    return entrant.enters and (entrant.q, entrant.r) == clash.hex


def at_edge(battle: Battle, unit: Unit, clash: Clash, entrant: Entrant) -> bool:
    """spf.assault.retreat-edge, ruling S15."""
    return not entrant.enters and normal(unit, clash, entrant) not in battle.table


def hindrance(
    battle: Battle, unit: Unit, hex_: Hex, from_hex: Hex, pending: Iterable[str] = ()
) -> Refusal | None:
    """Why a unit cannot retreat into a hex: it is impassable, holds an enemy or would be overcrowded
    (spf.assault.retreat-blocked). A retreat needs no roll for the terrain; `pending` have yet to leave."""
    rule = "spf.assault.retreat-blocked"
    if hex_ not in battle.table:
        return Refusal("that is off the map", "spf.assault.retreat-edge")
    barred = ground.entry(battle, unit, hex_, from_hex) if hex_ != unit.hex else None
    if isinstance(barred, Refusal):
        return barred
    there = _layer(battle, unit, hex_, pending)
    if any(_noticed(unit, other) for other in there) or _fought_over(battle, unit, hex_):
        return Refusal("there is an enemy", rule)
    friends = [other for other in there if other.side == unit.side]
    if not ground.fits(battle, hex_, [*friends, unit]):
        return Refusal("the hex would be overcrowded", rule)
    return None


def going(game: Game, wishes: Mapping[str, Hex], pending: Iterable[str]) -> set[str]:
    """spf.turn.simultaneous, ruling W20: who of those that may retreat into these hexes can; all of them are
    `pending`. Of one side as many as a hex holds, and their owner says which; for enemies who would meet in a
    hex it is taken."""
    battle = game.battle
    groups: dict[tuple[Hex, bool], list[Unit]] = {}
    for id, hex_ in sorted(wishes.items()):
        unit = battle.unit(id)
        groups.setdefault((hex_, flying(battle, unit)), []).append(unit)
    found: set[str] = set()
    for (hex_, _), units in sorted(groups.items(), key=lambda group: group[0]):
        side = units[0].side
        there = [other for other in _layer(battle, units[0], hex_, pending) if other.side == side]
        if all(unit.side == side for unit in units):
            text = f"Which units retreat to {name_of(hex_)}?"
            found.update(u.id for u in _chosen(game, hex_, there, units, text, "spf.assault.retreat-blocked"))
    return found


def surrounded(battle: Battle, unit: Unit, hex_: Hex, pending: Iterable[str] = ()) -> bool:
    """spf.assault.retreat-surrounded: every hex around it holds an enemy, or there is no room on the
    whole map."""
    around = [near for near in hex_.neighbours() if near in battle.table]
    return all(_enemies(battle, unit, near, pending) for near in around) or not _closest(
        battle, unit, hex_, pending
    )


def _enemies(battle: Battle, unit: Unit, hex_: Hex, pending: Iterable[str]) -> list[Unit]:
    """Enemies in its layer."""
    return [other for other in _layer(battle, unit, hex_, pending) if _noticed(unit, other)]


def _noticed(unit: Unit, other: Unit) -> bool:
    """Whether the other is an enemy who is noticed: who is hidden is not (ruling R20)."""
    return other.side != unit.side and not other.hidden


def _fought_over(battle: Battle, unit: Unit, hex_: Hex) -> bool:
    """Whether an assault in which it has no part is still to be fought there, in its layer."""
    return any(
        clash.hex == hex_ and clash.flying == flying(battle, unit)
        for clash in battle.clashes
        if all(entrant.unit != unit.id for entrant in clash.entrants)
    )


def _layer(battle: Battle, unit: Unit, hex_: Hex, pending: Iterable[str]) -> list[Unit]:
    up = flying(battle, unit)
    return [
        other
        for other in battle.in_hex(hex_)
        if other is not unit and other.id not in pending and flying(battle, other) == up
    ]


def _lost(game: Game, unit: Unit, clash: Clash, entrant: Entrant) -> bool:
    """Who is destroyed by having to retreat (ability destroyed-on-retreat), or leaves the map: unless switch
    edge_retreat is "leaves-map", nobody at the edge has to retreat."""
    battle = game.battle
    name = field(battle, unit).name
    if empowered(battle, unit, "destroyed-on-retreat"):
        harm.destroy(game, unit, "spf.assault.outcome", f"{name} has to retreat and is destroyed.")
        return True
    if at_edge(battle, unit, clash, entrant):
        flee(game, unit, f"{name} is driven off the map.", "spf.assault.retreat-edge")
        return True
    return False


def flee(game: Game, unit: Unit, words: str, rule: str) -> None:
    """It leaves the map, with whomever it carries; from then on nobody is hidden."""
    for each in game.battle.units:
        if each is unit or each.carrier == unit.id:
            each.place, each.carrier, each.hidden = "fled", "", False
    game.tell(Removed(piece=unit.id, words=words, rule=rule))


def _why(clash: Clash, beaten: bool) -> Refusal:
    """Why it does not enter the contested hex."""
    hex_ = name_of(clash.hex)
    if beaten:
        return Refusal(f"it has lost the assault in hex {hex_}", "spf.assault.retreat-mover")
    return Refusal(f"hex {hex_} has no room for all winners", "spf.assault.winners-overflow")


def fall_back(
    game: Game, unit: Unit, clash: Clash, entrant: Entrant, pending: set[str], why: Refusal
) -> bool:
    """Whether it could retreat as it should; `why` it does. Who tried to leave the contested hex itself finds
    where it came from taken (spf.assault.retreat-origin-taken), unless it flies over it."""
    battle = game.battle
    if _tried_to_leave(clash, entrant):
        return flying(battle, unit) != clash.flying
    hex_ = normal(unit, clash, entrant)
    if hindrance(battle, unit, hex_, clash.hex, pending):
        return False
    if hex_ == unit.hex:
        stay(game, unit, why)
    else:
        shift(game, unit, hex_, "retreats", "spf.assault.retreat-stationary")
    return True


def stay(game: Game, unit: Unit, why: Refusal) -> None:
    """It does not enter the contested hex, and that is all its retreat (spf.assault.retreat-mover)."""
    words = f"{field(game.battle, unit).name} stays where it came from: {why.words}."
    game.tell(Note(words=words, piece=unit.id, rule=why.rule))


def to_closest(game: Game, unit: Unit, hex_: Hex, pending: set[str]) -> None:
    """spf.assault.retreat-blocked: the owner chooses among the closest (ruling S13)."""
    battle = game.battle
    found = _closest(battle, unit, hex_, pending)
    chosen = found[0]
    if len(found) > 1:
        options = [
            Option(name_of(each), f"To hex {name_of(each)}", unit.id, spot=ground.spot(battle, each))
            for each in found
        ]
        text = f"Where does {field(battle, unit).name} retreat to?"
        answer = game.ask(unit.side, Choose(text, options, "spf.assault.retreat-blocked", unit.id))
        chosen = next(each for each in found if name_of(each) == answer)
    if chosen != unit.hex:
        shift(game, unit, chosen, "retreats", "spf.assault.retreat-blocked")


def _closest(battle: Battle, unit: Unit, hex_: Hex, pending: Iterable[str]) -> list[Hex]:
    """The hexes fewest away from the contested one to which it can retreat."""
    away: dict[int, list[Hex]] = {}
    for each in battle.table.hexes():
        away.setdefault(distance(hex_, each), []).append(each)
    for far in sorted(away.keys() - {0}):
        open_ = [each for each in away[far] if not hindrance(battle, unit, each, hex_, pending)]
        if open_:
            return open_
    return []


def _last_stands(battle: Battle, cornered: Sequence[tuple[str, Clash, Entrant]]) -> list[Clash]:
    """spf.assault.retreat-surrounded: an assault into the hex to which each would have retreated."""
    found: dict[tuple[int, int, bool], list[Entrant]] = {}
    for id, clash, entrant in cornered:
        unit = battle.unit(id)
        hex_ = normal(unit, clash, entrant)
        if not _enemies(battle, unit, hex_, ()):
            taken = [near for near in clash.hex.neighbours() if _enemies(battle, unit, near, ())]
            hex_ = taken[0] if taken else hex_
        attackers = found.setdefault((*hex_, flying(battle, unit)), [])
        attackers.append(Entrant(id, *clash.hex, enters=True))
    clashes = []
    for (q, r, up), attackers in sorted(found.items()):
        first = battle.unit(attackers[0].unit)
        foes = _enemies(battle, first, Hex(q, r), ())
        clashes.append(Clash(q, r, up, (*attackers, *(Entrant(foe.id, q, r, enters=False) for foe in foes))))
    return clashes


# ---------------------------------------------------------------- turning


def turn(game: Game, units: Sequence[Unit]) -> None:
    """spf.assault.retreat-rotation: whoever retreated may turn by one side or about."""
    battle = game.battle
    forms: dict[str, Question] = {}
    for side in SIDES:
        parts: dict[str, Question] = {
            unit.id: _turning(battle, unit)
            for unit in by_id(units)
            if unit.side == side and "cannot-rotate" not in unit.critical
        }
        if parts:
            forms[side] = Form("Turn after the retreat", parts, "spf.assault.retreat-rotation")
    answers = game.ask_all(forms) if forms else {}
    for unit in by_id(units):
        how = answers.get(unit.side, {}).get(unit.id, "keep")
        if how != "keep":
            unit.facing = (unit.facing + TURNS[how]) % 6
            rule = "spf.assault.retreat-rotation"
            game.tell(Turned(piece=unit.id, facing=ground.bearing(unit.facing), rule=rule))


def _turning(battle: Battle, unit: Unit) -> Choose:
    options = [Option("keep", "Keep its facing"), *(Option(how, f"Turn {how}") for how in TURNS)]
    rule, leads = "spf.assault.retreat-rotation", partial(_turned, battle, unit)
    return Choose(
        f"How does {field(battle, unit).name} turn?",
        options,
        rule,
        unit.id,
        "keep",
        leads,
        "turn after a retreat",
    )


def _turned(battle: Battle, unit: Unit, how: str) -> Leads:
    return Leads((ground.spot(battle, unit.hex),), ground.bearing((unit.facing + TURNS.get(how, 0)) % 6))


def shift(game: Game, unit: Unit, hex_: Hex, how: str, rule: str) -> None:
    battle = game.battle
    if hex_ == unit.hex:
        return
    path = (ground.spot(battle, unit.hex), ground.spot(battle, hex_))
    unit.at(hex_)
    unit.marks = {**unit.marks, STRAYED: battle.turn}
    game.tell(Moved(piece=unit.id, path=path, how=how, rule=rule))
