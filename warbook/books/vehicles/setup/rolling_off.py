"""Before anybody is on the table: who begins, which part of the table is whose, and where markers lie."""

from __future__ import annotations

from functools import cache
from math import hypot

from warbook.board.geometry import Spot
from warbook.board.paths import ground_of
from warbook.books.vehicles.setup.dice import markers, roll_off, steals
from warbook.books.vehicles.setup.zones import bands, opposite
from warbook.books.vehicles.state import SIDES, Battle, Game, Marker, other
from warbook.core.events import Marker as MarkerLaid
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Preview, Refusal, Route, Way

ROLL, MARKERS = "veh.P1.roll-off", "veh.S2"
SIZE = 0.5  # of a marker, half across


def roll_step(game: Game) -> None:
    """veh.P1: the winner of the roll-off has the choice; who is to go first also chooses where he sets up,
    and sets up first. In a breakthrough the attacker goes first and the defender sets up first."""
    battle = game.battle
    winner = SIDES[game.rolling("").roll(roll_off)]
    if battle.setup.scenario.roles:
        battle.attacker = battle.first = _chosen(game, winner, "Attack or defend?", "attack", "defend")
        battle.zones = {battle.attacker: "south", other(battle.attacker): "north"}
        battle.side = other(battle.attacker)
        game.tell(Note(words=f"{_name(battle, battle.attacker)} attack.", rule=MARKERS))
    else:
        battle.first = _chosen(game, winner, "Go first or second?", "first", "second")
        text = "Where do you set up?"
        options = [Option(band, f"In the {band}") for band in bands(battle)]
        band = game.ask(battle.first, Choose(text, options, ROLL, usual=options[0].id, kind="zone"))
        battle.zones = {battle.first: band, other(battle.first): opposite(band)}
        battle.side = battle.first
        game.tell(Note(words=f"{_name(battle, battle.first)} are to go first.", rule=ROLL))
    battle.phase = "markers" if battle.setup.scenario.objectives else "deploy"


def _chosen(game: Game, winner: str, text: str, mine: str, theirs: str) -> str:
    """The side that does the first of two things, which the winner chooses."""
    options = [Option(mine, mine.capitalize()), Option(theirs, theirs.capitalize())]
    question = Choose(text, options, ROLL, usual=mine, kind="roll-off")
    return winner if game.ask(winner, question) == mine else other(winner)


# ---------------------------------------------------------------- markers


def markers_step(game: Game) -> None:
    """The sides lay markers in turn, who is to go first the first of them."""
    battle = game.battle
    placed = battle.setup.scenario.objectives
    assert placed is not None
    if isinstance(placed.count, int):
        total = placed.count
    else:
        total = game.rolling("").roll(markers, placed.count)
    for number in range(1, total + 1):
        question = _where(battle, number, total)
        if not question.reach():
            break
        asked = battle.first if number % 2 else other(battle.first)
        way: Way = game.ask(asked, question)
        spot = way.path[0]
        marker = Marker(f"m{number}", spot.x, spot.y)
        battle.markers.append(marker)
        words = f"Marker {number} lies at ({spot.x:.3g}, {spot.y:.3g})."
        game.tell(
            MarkerLaid(marker=marker.id, kind="objective", spot=spot, radius=SIZE, words=words, rule=MARKERS)
        )
    battle.phase = "deploy"


def _where(battle: Battle, number: int, total: int) -> Route:
    table, placed = battle.table, battle.setup.scenario.objectives
    assert placed is not None

    def barred(spot: Spot) -> Refusal | None:
        edge = min(spot.x, spot.y, table.width - spot.x, table.depth - spot.y)
        if edge < placed.from_edge - 1e-6:
            return Refusal(f"at least {placed.from_edge:g} inches from every edge", MARKERS)
        if any(hypot(spot.x - each.x, spot.y - each.y) < placed.apart - 1e-6 for each in battle.markers):
            return Refusal(f"at least {placed.apart:g} inches from each other", MARKERS)
        verdict = ground_of(table, SIZE).stands(spot)
        return Refusal(verdict.words, MARKERS) if verdict else None

    @cache
    def legal() -> list[Spot]:
        spots = [Spot(float(x), float(y)) for y in range(int(table.depth)) for x in range(int(table.width))]
        return [spot for spot in spots if barred(spot) is None]

    def nearest(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        asked = Spot(x, y)
        if barred(asked) is None:
            return (asked,)
        return (min(legal(), key=lambda spot: hypot(spot.x - x, spot.y - y)),) if legal() else None

    return Route(
        text=f"Marker {number} of {total}: where?",
        piece="",
        start=None,
        judge=lambda path: barred(path[0]) or 0.0,
        reach=lambda: [(spot.x, spot.y, 0.0) for spot in legal()],
        path=nearest,
        rule=MARKERS,
        kind="marker",
    )


# ---------------------------------------------------------------- stealing


def steal_step(game: Game) -> None:
    """veh.P1.steal: when both have set up, who is to go second may try to go first."""
    battle = game.battle
    need, second = battle.setup.scenario.stolen_on, other(battle.first)
    if need <= 6:
        stolen = steals.odds(need).chance(True)
        fates = (("goes second", 1 - stolen), ("goes first", stolen))
        odds = Preview(fates, f"{need}+", headline=f"{float(stolen):.0%} to go first")
        options = [Option("try", "Try to steal it", preview=lambda: odds), Option("leave", "Leave it")]
        text = "Try to steal the first turn?"
        asked = Choose(text, options, "veh.P1.steal", usual="try", kind="steal")
        if game.ask(second, asked) == "try" and game.rolling(second).roll(steals, need):
            battle.first = second
            game.tell(Note(words=f"{_name(battle, second)} steal the first turn.", rule="veh.P1.steal"))
    battle.turn, battle.side, battle.phase = 1, battle.first, "start"


def _name(battle: Battle, side: str) -> str:
    return battle.force(side).name
