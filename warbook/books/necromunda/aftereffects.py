"""What special weapons leave behind (nec.M17): smoke, plasma balls, grenades that sleep, webs."""

from __future__ import annotations

from typing import Literal

from warbook.board.geometry import Spot
from warbook.board.templates import Blast
from warbook.books.necromunda import special, tokens
from warbook.books.necromunda.data import weapons
from warbook.books.necromunda.harm import Fall, body_of, take
from warbook.books.necromunda.injury import lose
from warbook.books.necromunda.state import Fighter, Game, Token
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Became, Marker

DUD_WAKES = 2.0  # inches from a sleeping grenade at which it may go off


@chance
def clears(dice: Dice) -> bool:
    """Smoke at the start of a turn: gone on a 4+."""
    return dice.d6("nec.M17", need=4) >= 4


@chance
def lingers(dice: Dice) -> Literal["gone", "stays", "drifts"]:
    """A plasma ball at the start of a turn."""
    roll = dice.d6("nec.M17")
    return "gone" if roll <= 3 else "stays" if roll <= 5 else "drifts"


@chance
def drift(dice: Dice) -> tuple[int, int]:
    """D6 inches in the direction of an hour of the clock."""
    return dice.d6("nec.M17"), dice.face(special.HOURS, "nec.M17")


@chance
def wakes(dice: Dice) -> bool:
    """A grenade that lay there goes off on 4+ when somebody comes near."""
    return dice.d6("nec.M17", need=4) >= 4


@chance
def tears_free(dice: Dice, strength: int) -> bool:
    """A web: D6 + Strength of 9 or more frees."""
    need = 9 - strength
    return dice.d6("nec.M17", need=need) >= need


def linger(game: Game, token: Token) -> list[Fall]:
    """A marker at the start of a turn: smoke thins, plasma balls burn and go. Those who fell."""
    if token.kind == "plasma":
        return _plasma(game, token)
    if token.kind == "smoke" and game.rolling("").roll(clears):
        tokens.lift(game, token, "The smoke clears.", "nec.M17")
    return []


def wake(game: Game, fighter: Fighter, grenade: Token) -> list[Fall]:
    """A grenade that lies about may go off when somebody comes within 2 inches. Those who fell."""
    if not game.rolling(fighter.id).roll(wakes):
        return []
    tokens.lift(game, grenade, "The grenade goes off after all.", "nec.M17")
    return special.explode(game, weapons()[grenade.weapon], _spot(grenade))


def web(game: Game, target: Fighter) -> None:
    """Bound, he can do nothing until he tears himself free."""
    target.webbed = True
    target.overwatch = target.hidden = False
    words = f"{target.name} is caught in a web."
    game.tell(Became(piece=target.id, status="webbed", words=words, rule="nec.M17"))


def struggle(game: Game, fighter: Fighter) -> list[Fall]:
    """He tears himself free or the web takes a wound; then his fall, if he fell."""
    rolling = game.rolling(fighter.id)
    if rolling.roll(tears_free, fighter.profile.S):
        fighter.webbed = False
        words = f"{fighter.name} tears free of the web."
        game.tell(Became(piece=fighter.id, status="webbed", gained=False, words=words, rule="nec.M17"))
        return []
    fall = take(game, fighter, rolling.roll(lose, 1, 6, False, body_of(fighter)))
    return [fall] if fall else []


def _plasma(game: Game, ball: Token) -> list[Fall]:
    """1-3 it is gone, 4-5 it stays and burns, 6 it drifts D6 inches, burns there and goes."""
    rolling = game.rolling("")
    fate = rolling.roll(lingers)
    if fate == "drifts":
        inches, hour = rolling.roll(drift)
        spot = special.blown(game.battle, _spot(ball), hour, inches)
        ball.x, ball.y = spot.x, spot.y
        game.tell(Marker(marker=ball.id, kind=ball.kind, spot=spot, radius=ball.radius, rule="nec.M17"))
    fallen = []
    if fate != "gone":
        fallen = special.scorch(game, weapons()[ball.weapon], Blast(_spot(ball), ball.radius))
    if fate != "stays":
        tokens.lift(game, ball, "The plasma ball is gone.", "nec.M17")
    return fallen


def _spot(token: Token) -> Spot:
    return Spot(token.x, token.y, token.z)
