"""Actions on things and places of a scenario: setting charges, leaving the table."""

from __future__ import annotations

from warbook.board.geometry import distance
from warbook.books.arap.field.bodies import profile, within
from warbook.books.arap.field.units import spend
from warbook.books.arap.movement.agility import tests_initiative
from warbook.books.arap.scenario import Charges, Leave
from warbook.books.arap.setup.zones import from_edge
from warbook.books.arap.state import Acting, Battle, Figure, Game, Marker, Unit
from warbook.core.events import Marker as MarkerLaid
from warbook.core.events import Note, Removed
from warbook.core.questions import Option, Refusal

LEAVE = "leave"


def deed_options(battle: Battle, frame: Acting) -> list[Option]:
    unit, aim = battle.unit(frame.unit), battle.scenario.aim
    if isinstance(aim, Charges) and battle.part(unit.side).role == aim.role:
        return [_charge_option(battle, frame, unit, aim, post) for post in open_posts(battle)
                if usable(battle, unit, post, aim.within)]  # fmt: skip
    return [Option(LEAVE, leave_words(battle), unit.id)] if may_leave(battle, unit) else []


def leave_words(battle: Battle) -> str:
    aim = battle.scenario.aim
    assert isinstance(aim, Leave)
    return f"Leave by the {aim.edge} edge"


def take_deed(game: Game, frame: Acting, chosen: str) -> None:
    battle = game.battle
    unit, aim = battle.unit(frame.unit), battle.scenario.aim
    if chosen == LEAVE:
        spend(battle, frame, 1, LEAVE)
        leave(game, unit)
        return
    assert isinstance(aim, Charges)
    post = next(marker for marker in battle.markers if f"charge:{marker.id}" == chosen)
    spend(battle, frame, aim.action_points, chosen)
    unit.sole = (*unit.sole, "charge")
    figure = usable(battle, unit, post, aim.within)
    assert figure is not None
    if tests_initiative(game, figure, "arap.turn.sole-actions"):
        at = battle.markers.index(post)
        battle.markers[at] = Marker(post.id, post.kind, post.x, post.y, post.z, unit.side, "charged")
        words = f"{unit.name} sets a charge."
        game.tell(
            MarkerLaid(
                marker=post.id, kind="charge", spot=post.spot, words=words, rule="arap.turn.interaction"
            )
        )
    else:
        game.tell(
            Note(words=f"{unit.name} fumbles the charge.", piece=unit.id, rule="arap.turn.sole-actions")
        )


def usable(battle: Battle, unit: Unit, thing: Marker, inches: float = 2.0) -> Figure | None:
    """arap.turn.interaction: the first figure within 2 inches on the same level."""
    for figure in battle.standing(unit):
        level = abs(figure.z - thing.z) <= 0.01
        if level and within(distance(figure, thing), inches) and not figure.down:
            return figure
    return None


def open_posts(battle: Battle) -> list[Marker]:
    return [marker for marker in battle.markers if marker.kind == "post" and marker.state != "charged"]


def _charge_option(battle: Battle, frame: Acting, unit: Unit, aim: Charges, post: Marker) -> Option:
    barred = None
    if "charge" in unit.sole:
        barred = Refusal("one attempt in a phase", "arap.turn.sole-actions")
    elif frame.points < aim.action_points:
        barred = Refusal(f"it takes {aim.action_points} action points", "arap.turn.action-cost")
    return Option(f"charge:{post.id}", "Set a charge", unit.id, barred, spot=post.spot)


def may_leave(battle: Battle, unit: Unit) -> bool:
    aim = battle.scenario.aim
    return isinstance(aim, Leave) and battle.part(unit.side).role == aim.role and at_edge(battle, unit, aim)


def at_edge(battle: Battle, unit: Unit, aim: Leave) -> bool:
    """Everybody could walk off the table with one move."""
    return all(
        within(from_edge(battle, aim.edge, figure.x, figure.y), profile(battle, figure).move)
        for figure in battle.standing(unit)
    )


def leave(game: Game, unit: Unit) -> None:
    for figure in game.battle.standing(unit):
        figure.place = "off"
        game.tell(Removed(piece=figure.id, words=f"{unit.name} leaves the table.", rule="arap.H1"))
