"""Movement: charges, compulsory moves, then the rest; running, obstacles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from warbook.board.geometry import Spot
from warbook.books.necromunda import hiding, loot, overwatch, travelling, walking
from warbook.books.necromunda.asking import who_next
from warbook.books.necromunda.sight import (
    engaged,
    sees,
    within,
)
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, Game
from warbook.core.events import Became, Note, Turned
from warbook.core.questions import Choose, Listed, Option, Refusal, Route, Way

CRAWL = 2.0
GAITS: dict[str, tuple[travelling.Verb, str]] = {
    "walk": ("walks", "nec.movement.normal-distance"),
    "run": ("runs", "nec.movement.run"),
    "crawl": ("crawls", "nec.injury.down"),
}

_HAS_MOVED = Refusal("has moved", "nec.movement.order")

# ---------------------------------------------------------------- the three groups (nec.movement.order)


def compulsory_step(game: Game) -> None:
    """nec.movement.compulsory: every broken fighter runs to cover before anybody else moves."""
    battle = game.battle
    for fighter in battle.present(battle.side):
        if fighter.broken and not (
            fighter.moved or fighter.down or fighter.webbed or engaged(battle, fighter)
        ):
            travelling.run_each_turn(game, fighter)
            return
    battle.phase = "move"


def move_step(game: Game) -> None:
    """nec.movement.remaining: one fighter's ordinary move, run, crawl, hiding or overwatch."""
    battle = game.battle
    may = partial(may_move, battle)
    done = "The others stay where they are"
    fighter = who_next(game, may, "mover", "Who moves?", "nec.movement.own-fighters", done)
    if fighter is None:
        battle.phase = "watch"
        return
    text = f"{fighter.name}: what does he do?"
    how = game.ask(
        battle.side,
        Choose(text, ways(battle, fighter), "nec.movement.remaining", fighter.id, kind="move"),
    )
    if how in ("walk", "run", "crawl"):
        _go(game, fighter, how)
    elif how == "leave":
        _leave(game, fighter)
    else:
        _stand(game, fighter, how)


# ---------------------------------------------------------------- who may do what


def may_move(battle: Battle, fighter: Fighter, locked: Collection[str] | None = None) -> Refusal | None:
    """Why a fighter has no remaining move; None if he has. The broken only run to cover (nec.A14), the
    engaged stay where they are (nec.M25). `locked` are all who are engaged, where that is known."""
    if fighter.moved:
        return _HAS_MOVED
    if fighter.webbed:
        return Refusal("is bound by a web", "nec.M17")
    if fighter.comatose:
        return Refusal("is comatose and cannot move", "nec.injury.down")
    if fighter.down:
        return None
    if fighter.lost_turn or fighter.pinned:
        return Refusal("is pinned and loses this turn", "nec.pinning.missed-turn")
    if fighter.broken:
        return Refusal("is broken: he only runs to cover", "nec.leadership.broken")
    if engaged(battle, fighter) if locked is None else fighter.id in locked:
        return Refusal("is engaged in hand-to-hand combat", "nec.movement.engaged")
    return None


def ways(battle: Battle, fighter: Fighter) -> Sequence[Option]:
    """What a fighter may do in the last group of moves."""
    if fighter.down:
        return [
            Option("crawl", f'Crawl up to {CRAWL:g}"'),
            Option("stay", "Lie still"),
        ]
    normal = fighter.profile.M
    may: dict[str, tuple[str, Callable[[Battle, Fighter], Refusal | None]]] = {
        "walk": (f'Walk up to {normal}"', _free),
        "run": (f'Run up to {2 * normal}" (then he may neither shoot nor hide)', _may_declare_run),
        "stay": ("Stay, as he is", _free),
        "turn": ("Stay and turn", _free),
        "hide": ("Stay and hide", hiding.may_hide),
    }
    if battle.rulings.overwatch:
        may["overwatch"] = "Stay on overwatch", overwatch.may_watch
    if fighter.loot:
        may["leave"] = "Carry the loot off the table", _may_leave
    goes = {how: partial(_way, battle, fighter, how) for how in ("walk", "run")}
    return Listed(
        {how: how for how in may},
        lambda how: Option(how, may[how][0], barred=may[how][1](battle, fighter), goes=goes.get(how)),
    )


def _free(battle: Battle, fighter: Fighter) -> Refusal | None:
    return None


def _may_declare_run(battle: Battle, fighter: Fighter) -> Refusal | None:
    """nec.M37: where nothing is measured beforehand, who is too near an enemy learns it when he runs."""
    return _may_run(battle, fighter) if battle.rulings.premeasure or fighter.loot else None


def _may_leave(battle: Battle, fighter: Fighter) -> Refusal | None:
    return Refusal("cannot reach the edge", "nec.M2") if exit_path(battle, fighter) is None else None


def _may_run(battle: Battle, fighter: Fighter) -> Refusal | None:
    """nec.A4: nobody runs who starts within 8 inches of an enemy he sees. Tells how far that is."""
    if fighter.loot:
        return Refusal("carries loot: no running", "nec.M2")
    side, far = fighter.side, travelling.RUN_STOP + 2 * RADIUS + 0.1
    west, east = fighter.x - far, fighter.x + far
    for foe in battle.fighters:
        if foe.side == side or not west < foe.x < east or foe.place != "table":
            continue
        if within(fighter, foe, travelling.RUN_STOP) and sees(battle, fighter, foe):
            words = f'{foe.name} is in sight within {travelling.RUN_STOP:g}"'
            return Refusal(words, "nec.movement.run-stop-near-enemy")
    return None


def exit_path(battle: Battle, fighter: Fighter) -> tuple[Spot, ...] | None:
    """The way by which a fighter walks off the table with his loot, if his move suffices."""
    edge = loot.exit_edge(battle, fighter)
    goal = Spot(fighter.x, RADIUS if edge == "south" else battle.table.depth - RADIUS)
    if abs(fighter.y - goal.y) > fighter.profile.M:
        return None
    blockers, occupied = walking.obstacles(battle, fighter)
    gait = walking.going(battle, fighter, float(fighter.profile.M))
    return walking.ground(battle).shortest(fighter.spot, goal, gait, blockers, occupied)


# ---------------------------------------------------------------- remaining moves


def _go(game: Game, fighter: Fighter, how: str) -> None:
    """nec.movement.normal-distance (nec.A1), nec.movement.run, and the crawl of the down. nec.M37: where
    nothing is measured beforehand, who is too near an enemy to run learns it now, and walks."""
    battle = game.battle
    if how == "run" and (near := _may_run(battle, fighter)) is not None:
        game.reveal(near.words)
        words = f"{near.words}: {fighter.name} cannot run and walks."
        game.tell(Note(words=words, piece=fighter.id, rule=near.rule))
        how = "walk"
    verb, rule = GAITS[how]
    way: Way = game.ask(battle.side, _way(battle, fighter, how))
    was_hidden = fighter.hidden
    fighter.moved = {"walk": "walked", "run": "ran", "crawl": "crawled"}[how]  # type: ignore[assignment]
    if not travelling.travel(game, fighter, way.path, rule, verb):
        return
    if way.facing is not None:
        turn(game, fighter, way.facing)
    if hiding.may_hide(battle, fighter) is None:
        words = "stay hidden" if was_hidden else "hide"
        choice = Choose(
            f"{fighter.name} is in cover: does he {words}?",
            [Option("hide", "Hide"), Option("no", "Stay in the open")],
            "nec.hiding.enter",
            fighter.id,
            usual="hide",
            kind="hide",
        )
        if game.ask(battle.side, choice) == "hide":
            hiding.hide(game, fighter)


def _way(battle: Battle, fighter: Fighter, how: str) -> Route:
    verb, rule = GAITS[how]
    normal = float(fighter.profile.M)
    inches = {"walk": normal, "run": 2 * normal, "crawl": CRAWL}[how]
    return walking.route(battle, fighter, inches, how, f"{fighter.name} {verb}: where to?", rule)


def _leave(game: Game, fighter: Fighter) -> None:
    path = exit_path(game.battle, fighter)
    assert path is not None
    fighter.moved = "walked"
    if travelling.travel(game, fighter, path, "nec.M2", "leaves the table"):
        loot.carry_off(game, fighter)


def _stand(game: Game, fighter: Fighter, how: str) -> None:
    battle = game.battle
    fighter.moved = "stayed"
    if how in ("turn", "overwatch"):
        text = f"{fighter.name} turns: which way does he face?"
        way: Way = game.ask(battle.side, walking.route(battle, fighter, 0.0, "turn", text, "nec.M11"))
        if way.facing is not None:
            turn(game, fighter, way.facing)
    if how == "overwatch":
        overwatch.watch(game, fighter)
    if how == "hide":
        hiding.hide(game, fighter)


def turn(game: Game, fighter: Fighter, facing: float) -> None:
    fighter.facing = facing
    game.tell(Turned(piece=fighter.id, facing=fighter.facing, rule="nec.M11"))


def engage(game: Game, fighter: Fighter, foe: Fighter) -> None:
    """nec.movement.engaged; nec.combat.pinned-escape: whoever is engaged is free of pinning at once."""
    words = f"{fighter.name} and {foe.name} are engaged."
    game.tell(Note(words=words, piece=fighter.id, rule="nec.movement.engaged"))
    for other in (foe, fighter):
        if other.pinned and not other.down:
            other.pinned = other.lost_turn = False
            words = f"{other.name} is engaged and escapes pinning."
            game.tell(
                Became(
                    piece=other.id,
                    status="pinned",
                    gained=False,
                    words=words,
                    rule="nec.combat.pinned-escape",
                )
            )
        if other.hidden:
            hiding.show(game, other, "is in hand-to-hand combat", "nec.hiding.hidden")
        other.overwatch = False
