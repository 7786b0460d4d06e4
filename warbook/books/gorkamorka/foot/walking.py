"""Walking, running, crawling, turning; and carrying scrap off the table."""

from __future__ import annotations

from warbook.board.geometry import Spot
from warbook.board.paths import Path
from warbook.books.gorkamorka.field.bodies import type_of
from warbook.books.gorkamorka.field.ground import walked
from warbook.books.gorkamorka.foot import ways
from warbook.books.gorkamorka.foot.travel import Verb, travel
from warbook.books.gorkamorka.hiding import hide, may_hide
from warbook.books.gorkamorka.scrap import count_off
from warbook.books.gorkamorka.shooting.overwatch import watch
from warbook.books.gorkamorka.state import Battle, Game, Pace, Warrior
from warbook.books.gorkamorka.wounds.harm import leave_table
from warbook.core.events import Turned
from warbook.core.questions import Choose, Option, Route, Way

CRAWL = 2.0

GAITS: dict[str, tuple[Pace, Verb, str]] = {
    "walk": ("walked", "walks", "gce.foot.move"),
    "run": ("ran", "runs", "gce.foot.run"),
    "crawl": ("crawled", "crawls", "gce.wounding.crawl"),
}


def inches_of(warrior: Warrior, how: str) -> float:
    """gce.foot.move, gce.foot.run, gce.warrior.movement, gce.wounding.crawl."""
    return {"walk": float(warrior.profile.m), "run": 2.0 * warrior.profile.m, "crawl": CRAWL}[how]


def go_on_foot(game: Game, warrior: Warrior, how: str, spent: float = 0.0) -> None:
    """One walk, run or crawl, of which so many inches are spent already; in cover he may hide at the end."""
    battle = game.battle
    pace, verb, rule = GAITS[how]
    way: Way = game.ask(battle.side, way_on_foot(battle, warrior, how, spent))
    was_hidden = warrior.hidden
    warrior.moved = pace
    if not travel(game, warrior, way.path, rule, verb):
        return
    if way.facing is not None:
        turn_to(game, warrior, way.facing)
    if how == "walk" and may_hide(battle, warrior) is None:
        offer_hiding(game, warrior, "stay hidden" if was_hidden else "hide")


def way_on_foot(battle: Battle, warrior: Warrior, how: str, spent: float = 0.0) -> Route:
    _, verb, rule = GAITS[how]
    inches = max(0.0, inches_of(warrior, how) - spent)
    return ways.route(battle, warrior, inches, f"{warrior.name} {verb}: where to?", rule, how)


def offer_hiding(game: Game, warrior: Warrior, words: str) -> None:
    """gce.hiding.hide."""
    options = [Option("hide", "Hide"), Option("no", "Stay in the open")]
    text = f"{warrior.name} is in cover: does he {words}?"
    question = Choose(text, options, "gce.hiding.hide", warrior.id, usual="hide", kind="hide")
    if game.ask(warrior.side, question) == "hide":
        hide(game, warrior)


def stand(game: Game, warrior: Warrior, how: str) -> None:
    """He stays, and may turn (gce.R3.12), hide, or wait on overwatch, hidden or not (gce.R1.11)."""
    battle = game.battle
    warrior.moved = "stayed"
    if how in ("turn", "watch"):
        text = f"{warrior.name} turns: which way does he face?"
        way: Way = game.ask(battle.side, ways.route(battle, warrior, 0.0, text, "gce.R3.12", "turn"))
        if way.facing is not None:
            turn_to(game, warrior, way.facing)
    if how == "hide":
        hide(game, warrior)
    if how == "watch":
        watch(game, warrior)
        if may_hide(battle, warrior) is None:
            offer_hiding(game, warrior, "hide")


def turn_to(game: Game, warrior: Warrior, facing: float) -> None:
    warrior.facing = facing % 360.0
    game.tell(Turned(piece=warrior.id, facing=warrior.facing, rule="gce.R3.12"))


# ---------------------------------------------------------------- off the table with scrap


def way_off(battle: Battle, warrior: Warrior) -> Path | None:
    """The way by which he runs off over his own edge with what he carries, if his move suffices."""
    radius, table = type_of(warrior).radius, battle.table
    goal = {
        "south": Spot(warrior.x, radius),
        "north": Spot(warrior.x, table.depth - radius),
        "west": Spot(radius, warrior.y),
        "east": Spot(table.width - radius, warrior.y),
    }[battle.edges[warrior.side]]
    gait = ways.going(inches_of(warrior, "run"))
    return walked(battle, warrior).shortest(warrior.spot, goal, gait, *ways.obstacles(battle, warrior))


def carry_off(game: Game, warrior: Warrior) -> None:
    """Off the table with scrap: he is no casualty (gce.ending.casualties)."""
    path = way_off(game.battle, warrior)
    assert path is not None, "the way was there when it was offered"
    warrior.moved = "ran"
    if travel(game, warrior, path, "gce.ending.casualties", "leaves the table"):
        count_off(game.battle, warrior)
        words = f"{warrior.name} carries scrap off the table."
        leave_table(game, warrior, words, "gce.ending.casualties")
        warrior.place = "home"
