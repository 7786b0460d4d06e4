"""Assaults in positions: which hex is contested, and who enters it from where it stands."""

from __future__ import annotations

from tests.books.steampunk.position import Position, at, table
from warbook.books.steampunk.asking import unasked
from warbook.books.steampunk.assault.lineup import Source, Stand, dice_of, stands
from warbook.books.steampunk.pending import Clash, Entrant
from warbook.books.steampunk.state import SIDES, enemy


def assault(text: str, hex_: str, *who: str, flying: bool = False, **given: object) -> Position:
    """A position with an assault in a hex: "A>" enters it from where it stands, "A<" reverses into it, "A"
    holds it."""
    play = table(text, **given)
    contested(play, hex_, *who, flying=flying)
    return play


def contested(play: Position, hex_: str, *who: str, flying: bool = False) -> None:
    entrants = []
    for word in who:
        unit = play[word.rstrip("<>")]
        entrants.append(Entrant(unit.id, *unit.hex, word[-1] in "<>", word.endswith("<")))
    play.battle.clashes.append(Clash(*at(hex_), flying, tuple(entrants)))


def lines(play: Position) -> dict[str, list[Stand]]:
    """How the units of the only assault stand, each question answered with the first answer."""
    (clash,) = play.battle.clashes
    return {side: unasked(stands(play.battle, clash, side)) for side in SIDES}


def sources(play: Position, name: str) -> list[Source]:
    """The dice of a unit in the only assault."""
    (clash,) = play.battle.clashes
    side = play[name].side
    found = lines(play)
    (stand,) = (stand for stand in found[side] if stand.unit == name)
    return unasked(dice_of(play.battle, clash, stand, found[enemy(side)]))[0]


def dice(play: Position, name: str) -> tuple[int, int]:
    """How many assault dice and deflection dice a unit has in the only assault."""
    own = sources(play, name)
    return sum(source.dice for source in own), sum(source.deflection for source in own)


def blows(play: Position) -> list[tuple[str, str, int]]:
    """The damage that has been recorded: whom, on which table, what."""
    return [(blow.unit, blow.table, blow.result) for blow in play.battle.blows]


def gains(play: Position) -> list[tuple[str, str, int, int]]:
    """The tokens that have been recorded: who, which, how many, how strong."""
    return [(gain.unit, gain.token, gain.count, gain.strength) for gain in play.battle.gains]
