"""Maps of what the rules know: what a model sees, and how dangerous the places are that one can get to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from warbook.board.geometry import Spot
from warbook.core.book import Piece
from warbook.core.game import Game
from warbook.core.questions import Choose, Drive, Question, Refused, Route
from warbook.telling.dangers import danger_at
from warbook.telling.places import whereabouts
from warbook.terminal.answers import one_named
from warbook.terminal.map import Map
from warbook.terminal.screen import Screen

MOST = 60  # places that are worked out
FEW = 3  # places that are told of
WHOLE, PART = ("+", "green", "seen whole"), (":", "yellow", "seen in part")
TENTHS = "0123456789"
Place: TypeAlias = tuple[Spot, float | None]  # with the facing there, where it is known


def show_sight(
    screen: Screen,
    game: Game,
    side: str,
    pieces: Sequence[Piece],
    letters: dict[str, str],
    typed: str,
    from_piece: str,
) -> None:
    """Where somebody would be seen by the model that is named, given by its letter, or acts."""
    one = next((each for each in pieces if typed and letters.get(each.id) == typed), None)
    one = one or (one_named(pieces, typed) if typed else None)
    one = one or next((each for each in pieces if not typed and each.id == from_piece), None)
    if one is None or not one.on_table:
        raise Refused("type sight NAME, with somebody who is on the table")
    rows = game.book.sight_map(game.view(side), one.id, Spot(one.x, one.y, one.z))
    if not rows:
        raise Refused(f"{game.book.title} does not tell what {one.name} sees")
    whole = sum(share >= 1 for *_, share in rows)
    drawing = _map(screen, game)
    for x, y, z, share in sorted(rows, key=lambda row: row[3]):
        drawing.mark(Spot(x, y, z), *(WHOLE if share >= 1 else PART))
    _draw(screen, game, drawing, pieces, letters, one.id)
    seen = f"{one.name} would see somebody at {len(rows)} of the places of the table, whole at {whole}."
    screen.say(seen, indent=2, hang=2)


def show_danger(
    screen: Screen,
    game: Game,
    side: str,
    question: Question,
    pieces: Sequence[Piece],
    letters: dict[str, str],
) -> None:
    """Tenths of the exact chance at places all over the reach, and where it is least and greatest."""
    places = list(_places(question))
    if not places:
        raise Refused("nobody is asked where to go just now")
    chances = [(place, danger_at(game, side, question, *place)) for place in places]
    drawing = _map(screen, game)
    for (spot, _), chance in sorted(chances, key=lambda each: -each[1]):
        tenth = min(9, int(chance * 10))
        drawing.mark(spot, TENTHS[tenth], "green" if chance < Fraction(1, 8) else "bright_red", _words(tenth))
    piece = str(getattr(question, "piece", ""))
    _draw(screen, game, drawing, pieces, letters, piece)
    table = game.book.table(game.battle)
    chances.sort(key=lambda each: each[1])
    for head, found in (("Least", chances[:FEW]), ("Most", chances[::-1][:FEW])):
        told = "; ".join(f"{float(chance):.0%} {whereabouts(table, spot)}" for (spot, _), chance in found)
        screen.say(f"{head} dangerous: {told}.", indent=2, hang=2)


def show_whereabouts(
    screen: Screen,
    game: Game,
    side: str,
    pieces: Sequence[Piece],
    letters: dict[str, str],
    typed: str,
) -> None:
    """Where the orders of a unit can have led it, whatever they are, by the movement after which."""
    one = next((each for each in pieces if letters.get(each.id) == typed), None) or one_named(pieces, typed)
    if one is None:
        raise Refused("type danger NAME, with somebody who is on the table")
    found = game.book.whereabouts(game.view(side), one.id)
    if not found:
        raise Refused(f"{game.book.title} does not tell where {one.name} can be next")
    drawing = _map(screen, game)
    for each in sorted(found, key=lambda each: -each.after):
        if each.after:
            drawing.mark(each.spot, str(each.after), "bright_red", f"after movement {each.after}")
    _draw(screen, game, drawing, pieces, letters, one.id)
    table = game.book.table(game.battle)
    for after in sorted({each.after for each in found} - {0}):
        told = "; ".join(whereabouts(table, each.spot) for each in found if each.after == after)
        screen.say(f"{one.name} can be, after movement {after}: {told}.", indent=2, hang=2)


def _places(question: Question) -> Iterator[Place]:
    """So many that others need not wait, all over the reach."""
    if isinstance(question, Route | Drive):
        rows = question.reach()
        for row in rows[:: max(1, -(-len(rows) // MOST))]:
            x, y, z, *facing = (float(value) for value in row)
            yield Spot(x, y, z), facing[0] if facing else None
    elif isinstance(question, Choose) and question.leads is not None:
        found: dict[Place, None] = {}
        for option in question.open():
            leads = question.leads(option.id)
            for spot in leads.ends or leads.path[-1:]:
                found[spot, leads.facing] = None
        yield from list(found)[:MOST]


def _words(tenth: int) -> str:
    return f"from {tenth * 10}% to be taken out there next turn"


def _map(screen: Screen, game: Game) -> Map:
    return Map(game.book.table(game.battle), screen.room, screen.symbols)


def _draw(
    screen: Screen,
    game: Game,
    drawing: Map,
    pieces: Sequence[Piece],
    letters: Mapping[str, str],
    active: str,
) -> None:
    """On a plain page nothing is drawn."""
    if screen.plain:
        return
    drawing.pieces(pieces, dict(letters), game.book.sides, active)
    screen.show(*drawing.lines())
    for entry in drawing.key():
        if entry[0] in TENTHS or entry[0] in "+:":
            screen.say(entry, "dim", indent=2)
