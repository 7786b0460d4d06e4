"""The Assault phase (veh.assault.sequence): assaults of the side whose turn it is, then every combat of both
sides (veh.P12)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.vehicles.assault.allowed import FAR, assault_targets, assaulters, barred, target_barred
from warbook.books.vehicles.assault.charge import charge
from warbook.books.vehicles.assault.combat import combat_of, fight_round, strike_vehicle
from warbook.books.vehicles.assault.engaged import Piece, in_contact, may_lock, touched_vehicles
from warbook.books.vehicles.assault.moves import comes_to_blows
from warbook.books.vehicles.assault.previews import assault_preview
from warbook.books.vehicles.assault.result import conclude
from warbook.books.vehicles.assault.walkers import stride_into
from warbook.books.vehicles.field.bodies import on_table
from warbook.books.vehicles.shooting.previews import hurts
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle, other
from warbook.core.questions import Choose, Option, Preview, Refusal


class Assault(Struct, frozen=True):
    """What an answer means: who assaults whom; nobody where `foe` is empty."""

    one: str
    foe: str = ""


class Fight(Struct, frozen=True):
    """What an answer means: a combat, by those in it, or blows at a vehicle, by who strikes."""

    pieces: tuple[str, ...]


def assault_step(game: Game) -> bool:
    """One assault or one combat; False when the phase is over."""
    if _assault(game) or _fight(game):
        return True
    _finish(game.battle)
    return False


# ---------------------------------------------------------------- assaults


def _assault(game: Game) -> bool:
    battle = game.battle
    waiting = [one for one in assaulters(battle, battle.side) if not one.assaulted]
    options = [
        Option(
            one.id,
            one.name,
            one.id,
            _why_not(battle, one),
            partial(best_assault, battle, one),
            about=Assault(one.id),
            slow=True,
        )
        for one in waiting
    ]
    if all(option.barred for option in options):
        return False
    options.append(Option("done", "Nobody else assaults", about=Assault("")))
    question = Choose("Who assaults?", options, "veh.assault.select", usual="done", kind="who assaults")
    chosen = game.ask(battle.side, question)
    if chosen == "done":
        for one in waiting:
            one.assaulted = True
        return True
    one = battle.either(chosen)
    foe = game.ask(battle.side, target_question(battle, one))
    if foe == "stay":
        one.assaulted = True
    else:
        charge(game, one, battle.either(foe))
    return True


def best_assault(battle: Battle, one: Piece) -> Preview:
    """What its blows come to against the one they most likely hurt, of those it can reach."""
    foes = [foe for foe in assault_targets(battle, one) if reachable(battle, one, foe) is None]
    shown = [(foe, assault_preview(battle, one, foe)) for foe in foes]
    foe, found = max(shown, key=lambda each: hurts(each[1]))
    given = f"against {foe.name}, {found.given}" if found.given else f"against {foe.name}"
    return replace(found, headline=f"{foe.name}: {found.headline}", given=given)


def target_question(battle: Battle, one: Piece) -> Choose:
    """veh.assault.select: whom it assaults, with what would come of it; who cannot be assaulted, with why."""
    options = []
    for foe in assault_targets(battle, one):
        no = reachable(battle, one, foe)
        look = _looking(battle, one, foe) if no is None else None
        options.append(Option(foe.id, foe.name, foe.id, no, look, about=Assault(one.id, foe.id)))
    options.append(Option("stay", "Assault nobody", about=Assault(one.id)))
    return Choose(f"Whom does {one.name} assault?", options, "veh.assault.select", one.id, kind="assault")


def reachable(battle: Battle, one: Piece, foe: Piece) -> Refusal | None:
    """Why it cannot assault this one."""
    no = target_barred(battle, one, foe)
    if no is not None:
        return no
    if isinstance(one, Unit):
        comes = comes_to_blows(battle, one, [foe], FAR)
    else:
        comes = stride_into(battle, one, [foe], FAR) is not None
    if comes or in_contact(battle, one, foe):
        return None
    return Refusal("there is no way into contact", "veh.P14.assault")


def _why_not(battle: Battle, one: Piece) -> Refusal | None:
    no = barred(battle, one)
    if no is not None:
        return no
    nearest: Refusal | None = None
    for foe in assault_targets(battle, one):
        why = reachable(battle, one, foe)
        if why is None:
            return None
        nearest = nearest or why
    return nearest or Refusal("there is nobody to assault", "veh.assault.select")


def _looking(battle: Battle, one: Piece, foe: Piece) -> Callable[[], Preview]:
    return lambda: assault_preview(battle, one, foe)


# ---------------------------------------------------------------- combats


def _fight(game: Game) -> bool:
    """veh.P1, veh.P12: whoever's turn it is, both sides fight. He whose turn it is says which is next."""
    battle = game.battle
    waiting = [*_combats(battle), *_blows(battle)]
    if not waiting:
        return False
    chosen = waiting[0]
    if len(waiting) > 1:
        options = [
            Option(str(n), _title(fight), fight[0].id, about=Fight(tuple(each.id for each in fight)))
            for n, fight in enumerate(waiting)
        ]
        question = Choose("Which combat is fought next?", options, "veh.P12", usual="0", kind="next combat")
        chosen = waiting[int(game.ask(battle.side, question))]
    for one in chosen:
        one.fought = True
    if chosen[0].locked:
        conclude(game, chosen, fight_round(game, chosen))
    else:
        _strike_again(game, chosen[0])
    return True


def _combats(battle: Battle) -> list[list[Piece]]:
    found = list[list[Piece]]()
    for side in (battle.side, other(battle.side)):
        for one in on_table(battle, side):
            if one.locked and not one.fought and not any(one in fight for fight in found):
                found.append(combat_of(battle, one))
    return found


def _blows(battle: Battle) -> list[list[Piece]]:
    """Those in contact with vehicles that are not Walkers, who are locked with nobody (veh.V33)."""
    return [
        [one]
        for side in (battle.side, other(battle.side))
        for one in on_table(battle, side)
        if may_lock(one)
        and not one.locked
        and not one.fought
        and _may_strike(one)
        and touched_vehicles(battle, one)
    ]


def _may_strike(one: Piece) -> bool:
    return isinstance(one, Vehicle) or not (one.falling_back or one.grounded_until)


def _strike_again(game: Game, one: Piece) -> None:
    """Who has assaulted strikes; who was in contact before may (veh.V33)."""
    foes = touched_vehicles(game.battle, one)
    foe = foes[0]
    if len(foes) > 1 or not one.charged:
        options = [
            Option(each.id, f"Strike {each.name}", each.id, about=Assault(one.id, each.id)) for each in foes
        ]
        if not one.charged:
            options.append(Option("no", "Do not strike", about=Assault(one.id)))
        text = f"Does {one.name} strike the vehicle it is in contact with?"
        question = Choose(text, options, "veh.V33", one.id, options[0].id, kind="strike vehicle")
        answer = game.ask(one.side, question)
        if answer == "no":
            return
        foe = game.battle.vehicle(answer)
    strike_vehicle(game, one, foe)


def _title(fight: list[Piece]) -> str:
    first = fight[0]
    if not first.locked:
        return f"{first.name} at a vehicle"
    camps = ([each.name for each in fight if (each.side == first.side) == mine] for mine in (True, False))
    return " against ".join(", ".join(camp) for camp in camps)


def _finish(battle: Battle) -> None:
    """What is true of a phase is so no longer."""
    every: list[Piece] = [*battle.units, *battle.vehicles]
    for one in every:
        one.charged = one.through_difficult = one.fought = False
