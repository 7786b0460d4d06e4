"""What helps a person at the table: the map, lists of models and terrain, and a closer look at one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from rich.text import Text

from warbook.board.geometry import Spot, distance, facing_words
from warbook.board.hextable import AnyTable, HexTable, name_of
from warbook.core.book import Group, Piece
from warbook.core.events import Event
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.telling.places import whereabouts
from warbook.terminal.answers import one_named
from warbook.terminal.cards import show_card
from warbook.terminal.map import Map, group_words, legend, standing
from warbook.terminal.screen import Screen


def draw(
    screen: Screen,
    game: Game,
    events: Iterable[Event],
    pieces: Sequence[Piece],
    groups: Sequence[Group],
    letters: dict[str, str],
    active: str,
    spots: Sequence[Spot],
    keyed: set[str],
) -> None:
    """The table as a map, with what `events` have left on it and the legend of models; the other characters
    are explained, save those in `keyed`, which the new ones join."""
    book = game.book
    drawing = _bare(book.table(game.battle), screen.room, screen.symbols).copy()
    drawing.reach(spots)
    drawing.markers(standing(events))
    drawing.pieces(pieces, letters, book.sides, active)
    names = dict(book.side_names(game.battle))
    screen.show(*drawing.lines(legend(pieces, letters, names, screen.symbols, active, groups)))
    new = [entry for entry in drawing.key() if entry not in keyed]
    keyed.update(new)
    if new:
        entries = "   ".join(entry.replace(" ", "\u00a0") for entry in new)
        for line in textwrap.wrap(entries, screen.width, initial_indent="  ", subsequent_indent="  "):
            screen.show(Text(line.replace("\u00a0", " "), "dim"))


@lru_cache(maxsize=8)
def _bare(table: AnyTable, room: tuple[int, int], symbols: bool) -> Map:
    return Map(table, room, symbols)


def list_pieces(
    screen: Screen,
    table: AnyTable,
    pieces: Sequence[Piece],
    groups: Sequence[Group],
    names: Mapping[str, str],
) -> None:
    """Every model in a sentence, for who does not see a map; groups first."""
    for side, name in names.items():
        mine = [piece for piece in pieces if piece.side == side]
        here = [piece for piece in mine if piece.on_table or piece.aboard]
        screen.say(f"{name}, {len(here)} of {len(mine)} on the table:")
        for group in groups:
            if group.side == side:
                screen.say(f"{group_words(group)}.")
        for piece in here:
            screen.say(f"{piece.name}: {sentence(table, piece)}")


def list_figures(
    screen: Screen,
    table: AnyTable,
    pieces: Sequence[Piece],
    groups: Sequence[Group],
    letters: Mapping[str, str],
    typed: str,
) -> None:
    """Those of a group, which is named or given by its letter."""
    group = next((each for each in groups if typed and letters.get(each.id) == typed), None)
    if group is None and not (typed and (group := one_named(groups, typed))):
        known = ", ".join(f"{letters[each.id]} {each.name}" for each in groups if each.id in letters)
        raise Refused(f"type figures LETTER, with one of: {known}" if known else "nobody acts together here")
    screen.say(f"{group_words(group)}.")
    for piece in pieces:
        if piece.id in group.members:
            screen.say(f"{piece.name}: {sentence(table, piece)}", indent=2, hang=2)


def list_terrain(screen: Screen, table: AnyTable) -> None:
    """What stands on the table, with where and how high."""
    if isinstance(table, HexTable):
        _list_hexes(screen, table)
        return
    screen.say(
        f'{table.name}, {table.width:g}" wide and {table.depth:g}" deep; (0, 0) is the south-west corner.'
    )
    rows = []
    for block in table.blocks:
        roof = "one can stand on it" if block.roof else "solid"
        rows.append((block.name, f'{_box(block.polygon)}, its top {block.top:g}" up, {roof}'))
    rows += [(floor.name, f'{_box(floor.polygon)}, a walkway {floor.level:g}" up') for floor in table.floors]
    for wall in table.walls:
        line = " to ".join(f"({x:g}, {y:g})" for x, y in wall.line)
        up = f', {wall.base:g}" up' if wall.base else ""
        rows.append((wall.name, f'{"a door" if wall.door else "a wall"} {line}, {wall.height:g}" high{up}'))
    for ladder in table.ladders:
        levels = f'{ladder.bottom:g}" to {ladder.bottom + ladder.height:g}"'
        rows.append(
            (ladder.name or "ladder", f"a ladder at ({ladder.at[0]:g}, {ladder.at[1]:g}) from {levels}")
        )
    for area in table.areas:
        shelter = f", hides {area.shelter:.0%} of a body" if area.shelter else ""
        rows.append((area.name, f"{_box(area.polygon)}, {area.ground.replace('-', ' ')} ground{shelter}"))
    screen.rows(rows)


def _list_hexes(screen: Screen, table: HexTable) -> None:
    """What lies in the hexes, by kind; hexes are named column.number, from the north-west corner."""
    screen.say(f"{table.name}, {table.columns} columns of {table.rows} hexes; 1.1 is in the north-west.")
    found: dict[str, list[str]] = {}
    for hex_, ground in table.ground.items():
        name = name_of(hex_)
        if ground != "clear":
            found.setdefault(ground.replace("-", " "), []).append(name)
        if hex_ in table.roads:
            found.setdefault("road", []).append(name)
    screen.rows((ground, ", ".join(names)) for ground, names in found.items())


def look(
    screen: Screen,
    game: Game,
    side: str | None,
    pieces: Sequence[Piece],
    letters: Mapping[str, str],
    typed: str,
    from_piece: str,
) -> None:
    """The card of a model or a group, which is named or given by its letter on the map; how far away only
    where measuring beforehand is allowed."""
    book, view = game.book, game.view(side)
    groups = book.groups(view)
    named: Sequence[Piece | Group] = (*pieces, *groups)  # as they are listed to who names nobody
    both: Sequence[Piece | Group] = (*groups, *pieces)
    one = next((each for each in both if typed and letters.get(each.id) == typed), None)
    if one is None and typed:
        one = one_named(named, typed)
    elif one is None:
        one = next((each for each in named if each.id == from_piece), None)
    if one is None:
        raise Refused(f"type look NAME, with one of: {', '.join(each.name for each in named)}")
    card = book.card(view, one.id)
    if isinstance(one, Group):
        members = [piece.name for piece in pieces if piece.id in one.members]
        show_card(screen, card, ", ".join(members))
        return
    show_card(screen, card, place_words(book.table(game.battle), one))
    viewer = next((each for each in pieces if each.id == from_piece and each.on_table), None)
    guesses = side is not None and getattr(game.asked(side), "blind", False)
    known = book.measured(game.setup) and not guesses
    if viewer is not None and viewer.id != one.id and one.on_table and known:
        apart = distance(_spot(viewer), _spot(one)) - viewer.radius - one.radius
        screen.say(f'{max(0.0, apart):.1f}" from {viewer.name}.', indent=2)


def sentence(table: AnyTable, piece: Piece) -> str:
    words = [piece.words] if piece.words else []
    words.append(place_words(table, piece))
    if piece.states:
        words.append(f"he is: {', '.join(piece.states)}")
    return "; ".join(words) + "."


def place_words(table: AnyTable, piece: Piece) -> str:
    if not piece.on_table:
        return "riding" if piece.aboard else "not on the table"
    return f"{whereabouts(table, _spot(piece))}; facing {facing_words(piece.facing)}"


def _spot(piece: Piece) -> Spot:
    return Spot(piece.x, piece.y, piece.z)


def _box(polygon: Sequence[tuple[float, float]]) -> str:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return f"x {min(xs):g} to {max(xs):g}, y {min(ys):g} to {max(ys):g}"
