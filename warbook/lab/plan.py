"""What is studied: the battles of a book that are to be fought, and what is varied between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from warbook.core.book import Book, Choice, line_up, switched
from warbook.core.datafile import Written, id_or_written, read_toml
from warbook.core.questions import Refused
from warbook.core.shelf import open_book
from warbook.lab.bots import bot, source
from warbook.lab.changed import Figure, fielded, figure
from warbook.players.seats import players_of

Kind = Literal["ruling", "figure", "force", "scenario", "bot"]
KINDS: tuple[Kind, ...] = ("ruling", "figure", "force", "scenario", "bot")
NAMED: tuple[Kind, ...] = ("ruling", "figure")  # kinds of which there are many
MOST_VARIANTS = 64
MOST_BATTLES = 1_000_000  # of all variants together


class Varied(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing in several values. A force, a scenario or a bot that is varied stands in the place of the
    first that is named."""

    kind: Kind
    name: str = ""  # of a ruling or a figure
    values: tuple[str, ...] = ()


class Study(Struct, frozen=True, forbid_unknown_fields=True):
    """Every pair of the forces fights from both sides, in each of the scenarios. Of forces, scenarios and
    bots that are left out the book's first are taken. `battles` are fought of each variant."""

    book: str
    scenarios: tuple[str, ...] = ()
    forces: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    rulings: dict[str, Any] = {}
    vary: tuple[Varied, ...] = ()
    battles: int = 200
    seed: int = 1


class Variant(Struct, frozen=True):
    """What stands in the place of what; `name` is told to people, and empty where nothing is varied."""

    name: str
    rulings: dict[str, Any]
    scenario: str | None = None
    force: str | None = None
    bot: str | None = None
    figures: tuple[Figure, ...] = ()


class Match(Struct, frozen=True):
    """One kind of battle of a variant: what a book needs to set it up, and what the things are called."""

    scenario: str
    forces: tuple[str, ...]
    given: tuple[str | Written, ...]  # the scenario and the forces, read if they are files
    own: int = -1  # the seat of the force that was named first, where it meets another


class Plan(Struct, frozen=True):
    """A study that can be fought: `matches` of each variant in the same order, so that battle n of one is the
    twin of battle n of another."""

    study: Study
    variants: tuple[Variant, ...]
    matches: tuple[tuple[Match, ...], ...]
    bots: tuple[dict[str, str], ...]

    @property
    def digest(self) -> str:
        """What it was, so that only the same study goes on with its results: with the same forces in files,
        and with bots of one's own that are as they were."""
        own = {name: source(name) for bots in self.bots for name in bots.values() if ":" in name}
        given = [self.study, self.matches, [each.figures for each in self.variants], own]
        return blake2b(msgspec.json.encode(given), digest_size=6).hexdigest()

    @property
    def count(self) -> int:
        return self.study.battles * len(self.variants)

    def seed(self, number: int) -> str:
        """Of battle `number`, the same in all variants."""
        return f"{self.study.seed}-{number}"


def read_study(file: Path) -> Study:
    """A study from a TOML file; paths in it are meant from where it lies."""
    study = read_toml(file, Study)
    near = {"scenarios": study.scenarios, "forces": study.forces}
    found = {name: tuple(_beside(file, each) for each in values) for name, values in near.items()}
    vary = [
        msgspec.structs.replace(each, values=tuple(_beside(file, value) for value in each.values))
        if each.kind in ("force", "scenario", "figure")
        else each
        for each in study.vary
    ]
    return msgspec.structs.replace(study, **found, vary=tuple(vary))


def _beside(file: Path, named: str) -> str:
    return str(file.parent / named) if named.endswith(".toml") else named


def varied(words: str) -> Varied:
    """From the command line: `ruling NAME=VALUE,VALUE`, `figure NAME=...`, `force=ID,ID`, `scenario=...` or
    `bot=...`."""
    head, _, rest = words.partition(" ")
    kind, equals, values = (head, "=", rest) if head in KINDS and rest else words.partition("=")
    name = ""
    if kind in NAMED:
        name, equals, values = values.partition("=")
    several = tuple(value.strip() for value in values.split(",") if value.strip())
    if kind not in KINDS or not equals or not several or (kind in NAMED and not name):
        words = "write it as ruling NAME=VALUE,VALUE, figure NAME=VALUE,VALUE, force=ID,ID, scenario=ID,ID"
        words = f"{words} or bot=NAME,NAME"
        raise Refused(f"--vary {head}: {words}")
    return Varied(kind, name, several)


def plan(study: Study) -> Plan:
    """Checked whole before the first battle; what is wrong is refused in words."""
    if study.battles < 1:
        raise Refused(f"a study has at least one battle, not {study.battles}")
    variants = _variants(open_book(study.book), study)
    check_count(study.battles * len(variants))
    ready = [_ready(study, variant) for variant in variants]
    matches = tuple(each for each, _ in ready)
    longest = max(len(each) for each in matches)
    if any(len(each) != longest for each in matches):
        raise Refused("the variants have different numbers of pairs; vary forces that meet the same others")
    return Plan(study, variants, matches, tuple(bots for _, bots in ready))


def _ready(study: Study, variant: Variant) -> tuple[tuple[Match, ...], dict[str, str]]:
    """The matches of a variant, every one of which can be set up, and its bots by side."""
    with fielded(study.book, variant.figures) as book:
        matches = _matches(book, study, variant)
        bots = _bots(book, study, variant, matches[0])
        for match in matches:
            setup_of(book, variant, match)
        return matches, bots


def check_count(battles: int) -> None:
    if battles > MOST_BATTLES:
        raise Refused(f"that would be {battles:,} battles in all; {MOST_BATTLES:,} is the most")


def setup_of(book: Book, variant: Variant, match: Match) -> Any:
    return book.setup(match.given[0], list(match.given[1:]), variant.rulings)


def _variants(book: Book, study: Study) -> tuple[Variant, ...]:
    _check_varied(study.vary)
    found = []
    for values in product(*(each.values for each in study.vary)):
        rulings, places, figures = dict(study.rulings), dict[str, str](), list[Figure]()
        for each, value in zip(study.vary, values, strict=True):
            if each.kind == "ruling":
                rulings[each.name] = value
            elif each.kind == "figure":
                changed = figure(book, each.name, value)
                figures += [changed] if changed else []
            else:
                places[each.kind] = value
        named = [f"{each.name or each.kind} {value}" for each, value in zip(study.vary, values, strict=True)]
        switches = _switches(book, rulings)
        found.append(Variant(", ".join(named), switches, **places, figures=tuple(figures)))
    return tuple(found)


def _check_varied(vary: Sequence[Varied]) -> None:
    seen = set()
    for each in vary:
        what = f"{each.kind} {each.name}" if each.kind in NAMED else each.kind
        if (each.kind in NAMED) != bool(each.name):
            names = "what is varied has a name if it is a ruling or a figure, and only then"
            raise Refused(f"{names}; here is {what}")
        if what in seen:
            raise Refused(f"{what} is varied twice; name all its values in one place")
        if len(each.values) < 2 or len({*each.values}) < len(each.values):
            raise Refused(f"what is varied has two values at least, each named once; see {what}")
        seen.add(what)
    count = prod(len(each.values) for each in vary)
    if count > MOST_VARIANTS:
        raise Refused(f"{count:,} variants are more than anybody can read; {MOST_VARIANTS} is the most")


def _switches(book: Book, given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: switched(book, name, value) for name, value in given.items()}


def _matches(book: Book, study: Study, variant: Variant) -> tuple[Match, ...]:
    scenarios = _placed(study.scenarios, variant.scenario) or (book.scenarios()[0].id,)
    found, known = list[Match](), [force.id for force in book.forces()]
    for scenario in scenarios:
        written = id_or_written(scenario, [each.id for each in book.scenarios()])
        offered = book.scenario(written)
        sides = len(book.seats(offered))
        for forces in _line_ups(book, offered, _placed(study.forces, variant.force), sides):
            given = (written, *(id_or_written(force, known) for force in forces))
            first = found[0].forces[0] if found else forces[0]
            own = forces.index(first) if forces.count(first) == 1 else -1
            found.append(Match(scenario, forces, given, own))
    return tuple(found)


def _placed(named: Sequence[str], first: str | None) -> tuple[str, ...]:
    return tuple(named) if first is None else (first, *named[1:])


def _line_ups(book: Book, scenario: Choice, forces: Sequence[str], sides: int) -> list[tuple[str, ...]]:
    """Who meets whom on which side. One force alone meets the first that it may; one named twice itself."""
    if sides != 2 or len(forces) < 2:
        whole = [
            each if isinstance(each, str) else each.name for each in line_up(book, scenario, list(forces))
        ]
        return (
            [tuple(whole)]
            if sides != 2 or whole[0] == whole[1]
            else [(whole[0], whole[1]), (whole[1], whole[0])]
        )
    pairs = [(one, two) for at, one in enumerate(forces) for two in forces[at + 1 :]]
    return [pair for one, two in pairs for pair in ([(one, two)] if one == two else [(one, two), (two, one)])]


def _bots(book: Book, study: Study, variant: Variant, match: Match) -> dict[str, str]:
    named = _placed(study.bots, variant.bot) or (next(iter(players_of(book))),)
    sides = book.seats(book.scenario(match.given[0]))
    if len(named) > len(sides):
        raise Refused(f"{len(named)} bots were named for {len(sides)} sides: {', '.join(sides)}")
    for name in named:
        bot(book, name)
    return {side: named[min(at, len(named) - 1)] for at, side in enumerate(sides)}
