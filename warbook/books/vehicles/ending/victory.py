"""Kill points, markers, breakthroughs; how long a battle lasts and who has won."""

from __future__ import annotations

from warbook.board.geometry import Body, Disc, Spot, gap
from warbook.books.vehicles.field.bodies import WITHIN, bodies, type_of
from warbook.books.vehicles.setup.dice import battle_goes_on
from warbook.books.vehicles.state import SIDES, Battle, Game, Marker, Unit, Vehicle, other
from warbook.core.events import Ended

RULE = "veh.P14"


def destroyed(battle: Battle, piece: Unit | Vehicle) -> bool:
    """veh.P14: what counts as a kill."""
    if isinstance(piece, Vehicle):
        return piece.wrecked or piece.place == "out"
    return piece.fell_apart or not battle.members(piece)


def check(game: Game) -> None:
    """A side that has nothing left has lost. Who is to break through has still to do so when nobody is left
    to stop him, and is done when none of his vehicles is left on the table (veh.S5)."""
    battle = game.battle
    if battle.phase in ("roll", "markers", "deploy", "steal"):
        return
    if battle.setup.scenario.wins == "breakthrough":
        if not any(each.side == battle.attacker and each.works for each in battle.vehicles):
            _end(game, "No vehicle is left that could get through.")
        return
    gone = [side for side in SIDES if not _anything(battle, side)]
    if gone:
        _end(game, "Nothing is left of them." if len(gone) == 1 else "Nothing is left of either.")


def turn_over(game: Game) -> bool:
    """veh.P1.length: whether the battle is over after a game turn; told if it is."""
    battle = game.battle
    scenario, length = battle.setup.scenario, battle.rulings.game_length
    if length != "random" and scenario.goes_on:
        over = battle.turn >= int(length)
    elif battle.turn < scenario.turns:
        over = False
    elif battle.turn - scenario.turns < len(scenario.goes_on):
        over = not game.rolling("").roll(battle_goes_on, scenario.goes_on[battle.turn - scenario.turns])
    else:
        over = True
    if over:
        _end(game, f"The battle ends after turn {battle.turn}.")
    return over


def score(battle: Battle) -> dict[str, int]:
    """What each side would have if the battle ended now."""
    wins = battle.setup.scenario.wins
    if wins == "markers":
        return {side: sum(holder(battle, marker) == side for marker in battle.markers) for side in SIDES}
    if wins == "breakthrough":
        return _breakthrough(battle)
    kills = dict.fromkeys(SIDES, 0)
    pieces: list[Unit | Vehicle] = [*battle.units, *battle.vehicles]
    for piece in pieces:
        if destroyed(battle, piece):
            kills[other(piece.side)] += 1
    return kills


def holder(battle: Battle, marker: Marker) -> str:
    """Whose marker it is: a foot unit is near, and no enemy of any kind; "" for nobody's. A unit aboard is
    measured from the hull."""
    placed = battle.setup.scenario.objectives
    assert placed is not None
    there = Body(Spot(marker.x, marker.y), Disc(0.0), 0.0)

    def near(piece: Unit | Vehicle) -> bool:
        return any(gap(there, body) <= placed.held_within + WITHIN for body in bodies(battle, piece))

    foot = {unit.side for unit in battle.units if battle.members(unit) and near(unit)}
    hulls = {vehicle.side for vehicle in battle.vehicles if vehicle.works and near(vehicle)}
    if len(foot) != 1:
        return ""
    side = next(iter(foot))
    return "" if other(side) in hulls else side


def _breakthrough(battle: Battle) -> dict[str, int]:
    attacker = battle.attacker
    through = sum(
        type_of(each).points for each in battle.vehicles if each.side == attacker and each.place == "off"
    )
    stopped = sum(
        type_of(each).points for each in battle.vehicles if each.side == attacker and destroyed(battle, each)
    )
    return {attacker: through, other(attacker): stopped}


def _anything(battle: Battle, side: str) -> bool:
    return any(each.side == side and each.works for each in battle.vehicles) or any(
        unit.side == side and battle.members(unit) for unit in battle.units
    )


def _end(game: Game, words: str) -> None:
    """Who has scored more has won; of kill points and markers, who alone has anything left in any case."""
    battle = game.battle
    battle.points = score(battle)
    battle.over = True
    left = [side for side in SIDES if _anything(battle, side)]
    a, b = (battle.points[side] for side in SIDES)
    if len(left) == 1 and battle.setup.scenario.wins != "breakthrough":
        battle.winner = left[0]
    else:
        battle.winner = "a" if a > b else "b" if b > a else ""
    told = ", ".join(f"{battle.force(side).name} {battle.points[side]}" for side in SIDES)
    game.tell(Ended(winner=battle.winner, words=f"{words} {told}.", rule=RULE))
