"""The turn: stances in secret, then each walks and fires, and how it ends."""

from __future__ import annotations

from warbook.board.geometry import distance
from warbook.board.paths import Going, ground_of
from warbook.board.sight import sight_of
from warbook.books.family.routes import walk
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Aimed, Became, Ended, Moved, Note, Phase, Removed
from warbook.core.game import Game
from warbook.core.oddsbook import spread
from warbook.core.questions import Choose, Modifier, Option, Preview, Refusal

from . import RADIUS, Battle, Duellist

PACES = {"upright": 4.0, "crouched": 2.0}
EYES, CHEST, NEAR = 1.6, 1.2, 6.0


def step(game: Game[Battle]) -> None:
    """due.turn: the stances of both, or all that one of them does."""
    battle = game.battle
    if battle.due:
        me, other = sorted(battle.duellists, key=lambda each: each.side != battle.due[0])
        del battle.due[0]
        take_paces(game, me, other)
        fire(game, me, other)
    elif battle.turn < battle.setup.scenario.turns:
        battle.turn += 1
        choose_stances(game)
    else:
        end(game, "", "The seconds call it off.")


def choose_stances(game: Game[Battle]) -> None:
    battle = game.battle
    game.tell(Phase(turn=battle.turn, side="", phase="stances", rule="due.turn"))
    options = [Option("upright", "Stand upright"), Option("crouched", "Crouch")]
    question = Choose("Your stance?", options, "due.stance", kind="stance")
    chosen = game.ask_all({each.side: question for each in battle.duellists})
    for each in battle.duellists:
        each.stance = chosen[each.side]
        words = f"{each.name} is {each.stance}."
        game.tell(Became(piece=each.side, status=each.stance, words=words, rule="due.stance"))
    battle.due = sorted(chosen, reverse=battle.turn % 2 == 0)


def take_paces(game: Game[Battle], me: Duellist, other: Duellist) -> None:
    game.tell(Phase(turn=game.battle.turn, side=me.side, phase="walking", rule="due.turn"))
    ground, going = ground_of(game.battle.setup.scenario.table, RADIUS), Going(PACES[me.stance], 0.0)
    text, taken = f"Where does {me.name} walk?", [(other.spot.x, other.spot.y, 0.0, RADIUS)]
    question = walk(text, me.side, me.spot, ground, going, taken, taken, "due.paces", "walk", {})
    way = game.ask(me.side, question)
    if len(way.path) > 1:
        me.spot = way.path[-1]
        game.tell(Moved(piece=me.side, path=way.path, rule="due.paces"))


@chance
def shot(dice: Dice, need: int) -> str:
    return "fall" if dice.d6("due.to-hit", need=need) >= need else "miss"


def to_hit(me: Duellist, other: Duellist) -> tuple[int, tuple[Modifier, ...]]:
    """The score that hits, and how it comes about."""
    found = {
        Modifier(1, "aims upright", "due.stance"): me.stance == "upright",
        Modifier(-1, "target crouches", "due.stance"): other.stance == "crouched",
        Modifier(-1, "further than 6 inches", "due.to-hit"): distance(me.spot, other.spot) > NEAR + 1e-6,
    }
    why = tuple(each for each, holds in found.items() if holds)
    return 4 - sum(each.value for each in why), why


def fire(game: Game[Battle], me: Duellist, other: Duellist) -> None:
    game.tell(Phase(turn=game.battle.turn, side=me.side, phase="shooting", rule="due.turn"))
    need, why = to_hit(me, other)
    eye, chest = (me.spot.x, me.spot.y, EYES), (other.spot.x, other.spot.y, CHEST)
    seen = sight_of(game.battle.setup.scenario.table).clear(eye, chest)
    hidden = None if seen else Refusal(f"a wall hides {other.name}", "due.sight")

    def preview() -> Preview:
        odds = spread(shot.odds(need), ("miss", "fall"))
        return Preview(tuple(odds.items()), f"{need}+", why, f"{float(odds['fall']):.0%} to hit")

    options = [Option("fire", f"Fire at {other.name}", other.side, hidden, preview), Option("wait", "Wait")]
    if game.ask(me.side, Choose("Fire?", options, "due.to-hit", me.side, kind="fire")) == "wait":
        return
    words = f"{me.name} fires at {other.name}."
    game.tell(Aimed(piece=me.side, target=other.side, words=words, rule="due.to-hit"))
    if game.rolling(me.side, {"due.to-hit": why}).roll(shot, need) == "miss":
        game.tell(Note(words=f"{me.name} misses.", piece=me.side, rule="due.to-hit"))
        return
    other.fallen = True
    game.tell(Removed(piece=other.side, words=f"{other.name} falls.", rule="due.end"))
    end(game, me.side, f"{me.name} has had satisfaction.")


def end(game: Game[Battle], winner: str, words: str) -> None:
    game.battle.over, game.battle.winner = True, winner
    game.tell(Ended(winner=winner, words=words, rule="due.end"))
