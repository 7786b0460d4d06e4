"""What a turn came to, in three lines: who is gone, who is in a bad way, how it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from warbook.core.events import Became, Event, Phase, Placed, Removed, visible
from warbook.core.game import Game
from warbook.telling.cast import Cast, cast_of

MOST = 5  # names in a line; how many more there are is told as a number


class TurnTold(Struct, frozen=True):
    """`after` so many of the events that the side knows of the turn had ended."""

    turn: int
    after: int
    lines: tuple[str, ...]


Known: TypeAlias = dict[int, tuple[Event, TurnTold]]
"""What was told of turns, each with the event that began the next: after an undo that is another."""


def turns_told(game: Game, side: str | None, known: Known) -> list[TurnTold]:
    """Every turn that has ended, for a side (None: who watches); what is `known` is not worked out again."""
    events = [event for event in game.events if visible(event, side)]
    told = []
    before = next((n for n, event in enumerate(events) if isinstance(event, Phase)), 0)
    for turn, after in turn_ends(events):
        if turn not in known or known[turn][0] is not events[after]:
            lines = _lines(game, side, turn, events, before, after)
            known[turn] = events[after], TurnTold(turn, after, lines)
        told.append(known[turn][1])
        before = after
    return told


def turn_ends(events: Sequence[Event]) -> list[tuple[int, int]]:
    """Each turn that another has followed, and the place of the event with which that began."""
    found, now = list[tuple[int, int]](), 0
    for place, event in enumerate(events):
        if isinstance(event, Phase) and event.turn > now:
            if now:
                found.append((now, place))
            now = event.turn
    return found


def _lines(
    game: Game, side: str | None, turn: int, events: Sequence[Event], before: int, after: int
) -> tuple[str, ...]:
    cast = cast_of(game.book, game.view(side))
    of_turn = events[before:after]
    states = _states(game, cast, of_turn)
    wrecks = [piece for (piece, _), icon in states.items() if icon == "wreck"]
    told = [_gone(cast, side, of_turn, wrecks), _shaken(cast, states, wrecks)]
    stood = _stood(game, side, turn, events[after])
    return tuple(told if stood is None else [*told, stood])


def _gone(cast: Cast, side: str | None, events: Iterable[Event], wrecks: Iterable[str]) -> str:
    gone: dict[str, None] = dict.fromkeys(wrecks)
    for event in events:
        if isinstance(event, Removed):
            gone[event.piece] = None
        elif isinstance(event, Placed):
            gone.pop(event.piece, None)
    sides = sorted(cast.sides, key=lambda each: each != side)
    lost = {each: [piece for piece in gone if cast.owner(piece) == each] for each in sides}
    words = [
        f"{_who(cast, each, side)} lost {_names(cast, pieces)}" for each, pieces in lost.items() if pieces
    ]
    return f"{'; '.join(words) or 'Nobody was lost'}."


def _states(game: Game, cast: Cast, events: Iterable[Event]) -> dict[tuple[str, str], str]:
    """Who came into a state that is drawn on the table and is in it still, with the icon it is drawn by."""
    states: dict[tuple[str, str], None] = {}
    for event in events:
        if isinstance(event, Became) and event.gained:
            states[event.piece, event.status] = None
        elif isinstance(event, Became):
            states.pop((event.piece, event.status), None)
        elif isinstance(event, Removed):
            states = {key: None for key in states if key[0] != event.piece}
    terms = {status: game.book.glossary.state(status) for _, status in states}
    drawn = {status: term.icon for status, term in terms.items() if term is not None and term.icon}
    return {key: drawn[key[1]] for key in states if key[1] in drawn and key[0] in cast.names}


def _shaken(cast: Cast, states: Iterable[tuple[str, str]], wrecks: Sequence[str]) -> str:
    by_state: dict[str, list[str]] = {}
    for piece, status in states:
        if piece not in wrecks:
            by_state.setdefault(status, []).append(piece)
    words = "; ".join(f"{status}: {_names(cast, pieces)}" for status, pieces in by_state.items())
    return f"{words[:1].upper()}{words[1:] or 'Nobody else is worse off'}."


def _stood(game: Game, side: str | None, turn: int, begun: Event) -> str | None:
    """How the battle stood when the next turn began; None where that was not kept."""
    at = next(place for place, event in enumerate(game.events) if event is begun)
    battle: Any = game.once_told(at + 1)
    standing = game.book.standing(game.view(side) if battle is None else game.book.view(battle, side))
    if battle is None and standing.turn > turn + 1:
        return None
    names = game.book.side_names(game.battle)
    tallies = sorted(standing.sides, key=lambda tally: tally.side != side)
    words = [f"{'You' if tally.side == side else names[tally.side]}: {tally.words}" for tally in tallies]
    return f"{'; '.join(words)}."


def _who(cast: Cast, one: str, side: str | None) -> str:
    return "You" if one == side else cast.side(one)


def _names(cast: Cast, pieces: Iterable[str]) -> str:
    names = cast.counted(pieces)
    more = [f"{len(names) - MOST} more"] if len(names) > MOST else []
    told = [*names[:MOST], *more]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
