"""The battle report: a page to print or to keep, complete in itself and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

from warbook.core.book import Piece
from warbook.core.datafile import spelt
from warbook.core.events import Ended, Event, Rolled, passed
from warbook.core.luck import Luck
from warbook.telling.cast import Cast
from warbook.telling.ledger import LedgerLine, LedgerSide, ledger, luck_words
from warbook.telling.picture import picture
from warbook.telling.story import Line, Teller, dice_words, sentence


def report_html(
    cast: Cast,
    events: Sequence[Event],
    players: Mapping[str, str],
    *,
    title: str,
    scenario: str = "",
    rulings: Mapping[str, Any] | None = None,
    seed: str | None = None,
    luck: Luck | None = None,
    by_hand: bool = False,
    pieces: Sequence[Piece] = (),
) -> str:
    """The report of what the reader may know: only events, rulings, pieces and a seed that may be told are
    given.

    `title` is the book's; `rulings` are the house rules that are not as usual, by what players call them;
    `seed` and `luck` are told when the battle is over, and of a luck without its secret only the commitment;
    `by_hand`: people read the dice;
    `pieces` are as they stand now.
    """
    teller = Teller(cast)
    lines = [*teller.tell(events), *teller.rest()]
    against = " against ".join(cast.sides.values())
    body = [
        *_head(cast, players, title, scenario, against),
        *_outcome(cast, events, pieces),
        *_house_rules(rulings or {}),
        *_battle(cast, lines),
        *_ledger(ledger(cast, events)),
        *_dice(cast, seed, luck, by_hand),
    ]
    style = resources.files(__package__).joinpath("report.css").read_text("utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(against)}: a battle report</title>",
            f"<style>\n{style}</style></head>",
            "<body><main>",
            *body,
            "</main></body></html>\n",
        ]
    )


def _head(cast: Cast, players: Mapping[str, str], title: str, scenario: str, against: str) -> Iterator[str]:
    table = cast.table.name if cast.table is not None else ""
    where = " · ".join(escape(words) for words in dict.fromkeys((title, scenario, table)) if words)
    yield f'<header><p class="where">{where}</p><h1>{escape(against)}</h1>'
    yield '<ul class="sides">'
    for number, (side, name) in enumerate(cast.sides.items()):
        strong = cast.strength(side)
        words = f"{strong} strong, played by {players.get(side, 'nobody known')}"
        yield f'<li class="side{number % 2}"><b>{escape(name)}</b> {escape(words)}</li>'
    yield "</ul></header>"


def _outcome(cast: Cast, events: Sequence[Event], pieces: Sequence[Piece]) -> Iterator[str]:
    """How it ended, what each side lost, and the table as it stands."""
    ended = next((event for event in reversed(events) if isinstance(event, Ended)), None)
    yield f'<p class="end">{escape(sentence(cast, ended) if ended else "The battle is not over.")}</p>'
    for number, account in enumerate(ledger(cast, events)):
        name = f'<span class="side{number % 2}">{escape(account.name)}</span>'
        yield f'<p class="losses">{name}: {escape(account.lost)}.</p>'
    if cast.table is not None and pieces:
        caption = "The table at the end" if ended else "The table as it stands"
        drawn = picture(cast.table, pieces, [*cast.sides])
        yield f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>"


def _house_rules(rulings: Mapping[str, Any]) -> Iterator[str]:
    if rulings:
        switches = (f"{name}: {spelt(value)}" for name, value in rulings.items())
        words = "; ".join(switches).replace(",", ", ")
        yield f'<p class="rulings"><b>House rules</b> {escape(words)}.</p>'


def _battle(cast: Cast, lines: Iterable[Line]) -> Iterator[str]:
    painted = _painted(cast)
    opened = {"turn": "<h2>", "phase": "<h3>", "deed": "<p>", "end": '<p class="end">'}
    closed = {"turn": "</h2>", "phase": "</h3>", "deed": "</p>", "end": "</p>"}
    for line in lines:
        yield f"{opened[line.kind]}{_with_dice(line, painted)}{closed[line.kind]}"


def _with_dice(line: Line, painted: Callable[[str], str]) -> str:
    """The words with each roll's dice as boxes."""
    told, rest = "", line.words
    for roll in line.rolls:
        before, dice, rest = rest.partition(f": {dice_words(roll)}")
        told += painted(before) + (f": {_boxes(roll)}" if dice else "")
    return told + painted(rest)


def _painted(cast: Cast) -> Callable[[str], str]:
    """Makes HTML of words, with the names of pieces and groups in their side's colour. A name that both sides
    have is in neither, nor is another name that is part of it."""
    colour = {side: number % 2 for number, side in enumerate(cast.sides)}
    owners: dict[str, set[int]] = {}
    for piece, side in (*cast.side_of.items(), *cast.group_sides.items()):
        owners.setdefault(cast.name(piece), set()).add(colour[side])
    names = "|".join(re.escape(name) for name in sorted(owners, key=len, reverse=True))
    if not names:
        return escape
    pattern = re.compile(rf"(?<!\w)({names})(?!\w)")

    def paint(words: str) -> str:
        between = pattern.split(words)
        between[::2] = map(escape, between[::2])
        between[1::2] = map(one, between[1::2])
        return "".join(between)

    def one(name: str) -> str:
        if len(owners[name]) > 1:
            return escape(name)
        (number,) = owners[name]
        return f'<span class="side{number}">{escape(name)}</span>'

    return paint


def _boxes(roll: Rolled) -> str:
    if not roll.faces:
        return escape(dice_words(roll))
    fell = {True: " hit", False: " miss", None: ""}[passed(roll)]
    return "".join(f'<span class="die{fell}">{face:d}</span>' for face in roll.faces)


def _ledger(accounts: Sequence[LedgerSide]) -> Iterator[str]:
    if not any(account.total.of for account in accounts):
        return
    yield "<section><h2>The luck ledger</h2>"
    for number, account in enumerate(accounts):
        yield f'<h3 class="side{number % 2}">{escape(account.name)}</h3><p>{escape(account.lost)}.</p>'
        if not account.total.of:
            continue
        yield f'<table class="side{number % 2}"><thead><tr><th scope="col">Roll</th><th scope="col">Made</th>'
        yield '<th scope="col">Expected</th><th scope="col">Luck</th></tr></thead><tbody>'
        for line in account.lines:
            yield _row(line, "line")
        if len(account.lines) > 1:
            yield _row(account.total, "total")
        yield "</tbody></table>"
    yield '<p class="note">Of a hundred battles with these very rolls: the exact chance to make more of them,'
    yield "and half the chance to make as many.</p></section>"


def _row(line: LedgerLine, kind: str) -> str:
    bar = (
        '<svg class="luck" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="part" width="{line.percentile:.1f}" height="8"/>'
        '<rect class="half" x="49.75" width="0.5" height="8"/></svg>'
    )
    return (
        f'<tr class="{kind}"><th scope="row">{escape(line.name)}</th><td>{line.made} of {line.of}</td>'
        f"<td>{line.expected:.1f}</td><td>{bar} {escape(luck_words(line.percentile))}</td></tr>"
    )


def _dice(cast: Cast, seed: str | None, luck: Luck | None, by_hand: bool) -> Iterator[str]:
    told = [("Real dice", "thrown and read by people")] if by_hand else [("Seed", seed or "")]
    if luck is not None:
        told += [("Commitment", luck.commitment), ("Secret", luck.secret)]
        told += [(f"Added by {cast.side(side)}", share) for side, share in sorted(luck.shares.items())]
    told = [(name, words) for name, words in told if words]
    if not told:
        return
    yield '<section class="dice"><h2>The dice</h2><dl>'
    for name, words in told:
        yield f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>"
    yield "</dl>"
    if luck is not None and luck.secret:
        yield '<p class="note">The commitment was published before the battle. With its record,'
        yield "<code>warbook verify-dice</code> checks every roll.</p>"
    yield "</section>"
