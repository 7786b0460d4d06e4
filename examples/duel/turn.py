"""The turn: stances in secret, then each walks and shoots, and how it ends."""

from __future__ import annotations

from warbook.board.geometry import Spot
from warbook.board.paths import Barred, Going, Reach, ground_of
from warbook.core.events import Aimed, Became, Ended, Moved, Note, Phase, Removed
from warbook.core.questions import Choose, Option, Refusal, Route

from .shooting import preview, sees, shot, to_hit
from .state import PACES, RADIUS, SIDES, Battle, Game


def step(game: Game) -> None:
    """due.turn."""
    battle = game.battle
    {"stances": stances, "walking": walk, "shooting": shoot}[battle.phase](game)
    if not battle.over:
        game.tell(Phase(turn=battle.turn, side=battle.side, phase=battle.phase, rule="due.turn"))


def stances(game: Game) -> None:
    battle = game.battle
    options = [Option("upright", "Stand upright"), Option("crouched", "Crouch")]
    question = Choose("Your stance?", options, "due.stance", kind="stance")
    chosen = game.ask_all(dict.fromkeys(SIDES, question))
    for duellist in battle.duellists:
        duellist.stance = chosen[duellist.side]
        words = f"{duellist.name} is {duellist.stance}."
        game.tell(Became(piece=duellist.id, status=duellist.stance, words=words, rule="due.stance"))
    battle.phase = "walking"


def walk(game: Game) -> None:
    battle = game.battle
    way = game.ask(battle.side, paces(battle))
    if len(way.path) > 1:
        battle.active.x, battle.active.y = way.path[-1].x, way.path[-1].y
        game.tell(Moved(piece=battle.active.id, path=way.path, rule="due.paces"))
    battle.phase = "shooting"


def paces(battle: Battle) -> Route:
    """due.paces."""
    me, other, allowance = battle.active, battle.target, PACES[battle.active.stance]
    ground, going = ground_of(battle.setup.field.table, RADIUS), Going(allowance, leap_cost=0.0)
    taken = [(other.x, other.y, 0.0, RADIUS)]

    def reach() -> Reach:
        return ground.reach(me.spot, going, taken)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        walk = ground.judge(path, going, taken)
        return Refusal(walk.words, "due.paces") if isinstance(walk, Barred) else walk.cost

    def path(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        return ground.shortest(me.spot, Spot(x, y), going, taken) or reach().path(reach().nearest(x, y, z))

    text = f"Where does {me.name} walk?"
    return Route(text, me.id, me.spot, judge, lambda: reach().spots.tolist(), path, allowance, "due.paces")


def shoot(game: Game) -> None:
    battle = game.battle
    match game.ask(battle.side, Choose("Fire?", _acts(battle), "due.to-hit", battle.active.id, kind="act")):
        case "fire":
            _fire(game)
        case "load":
            battle.active.loaded = True
            game.tell(Became(piece=battle.active.id, status="empty", gained=False, rule="due.loading"))
    _next(game)


def _acts(battle: Battle) -> list[Option]:
    me, barred = battle.active, None
    if not me.loaded:
        barred = Refusal("the pistol is empty", "due.loading")
    elif not sees(battle):
        barred = Refusal(f"a wall hides {battle.target.name}", "due.sight")
    fire = Option("fire", f"Fire at {battle.target.name}", battle.target.id, barred, lambda: preview(battle))
    full = Refusal("the pistol is loaded", "due.loading") if me.loaded else None
    return [fire, Option("load", "Load", barred=full), Option("wait", "Wait")]


def _fire(game: Game) -> None:
    """due.wound."""
    me, target = game.battle.active, game.battle.target
    need, why = to_hit(game.battle)
    me.loaded = False
    words = f"{me.name} fires at {target.name}."
    game.tell(Aimed(piece=me.id, target=target.id, words=words, rule="due.to-hit"))
    match game.rolling(me.id, {"due.to-hit": why}).roll(shot, need, target.grazes):
        case "graze":
            target.grazes += 1
            words = f"{target.name} is grazed."
            game.tell(Became(piece=target.id, status="grazed", words=words, rule="due.wound"))
        case "fall":
            target.fallen = True
            game.tell(Removed(piece=target.id, words=f"{target.name} falls.", rule="due.wound"))
            _end(game, me.side, f"{me.name} has had satisfaction.")
        case "miss":
            game.tell(Note(words=f"{me.name} misses.", piece=me.id, rule="due.to-hit"))


def _next(game: Game) -> None:
    """Who has gone second goes first in the next turn."""
    battle = game.battle
    battle.gone += 1
    if battle.gone == 1:
        battle.side, battle.phase = battle.target.side, "walking"
    elif not battle.over:
        battle.turn, battle.gone, battle.phase = battle.turn + 1, 0, "stances"
        if battle.turn > battle.setup.field.turns:
            first, second = sorted(battle.duellists, key=lambda each: each.grazes)
            _end(game, "" if first.grazes == second.grazes else first.side, "The seconds call it off.")


def _end(game: Game, winner: str, words: str) -> None:
    game.battle.over, game.battle.winner = True, winner
    game.tell(Ended(winner=winner, words=words, rule="due.end"))
