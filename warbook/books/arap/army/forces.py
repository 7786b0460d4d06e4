"""A force: its squads with their sizes and specials, what it costs, and what is wrong with it (arap.S1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import PurePath
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from warbook.books.arap.army.data import DATA, Fighter, Stock, book, list_flaws, make_fighter, stock
from warbook.books.arap.army.lists import Lists, Members, SquadType
from warbook.books.arap.rulings import Rulings
from warbook.core import datafile
from warbook.core.book import Choice, Offers
from warbook.core.datafile import Written, did_you_mean, parse_toml, read_written, toml_tables
from warbook.core.drafting import Title, Words, numbered

MOST_SQUADS, MOST_FIGURES = 20, 120
SQUADS_A_CHARACTER = 3
Budget: TypeAlias = Literal[200, 350, 500]
BUDGETS: tuple[Budget, ...] = (200, 350, 500)
USUAL: Budget = 500
FORCES, OWN, VEHICLES = "arap.S1", "arap.S3", "arap.H19"


class Squad(Struct, frozen=True, forbid_unknown_fields=True):
    """A squad of a force. Size 0 is that of the list; without `specials` it has those of the list."""

    type: str
    name: Title = ""
    size: Annotated[int, Meta(ge=0, le=60)] = 0
    specials: Annotated[tuple[str, ...], Meta(max_length=10)] | None = None


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A force as somebody composes it for a budget. `own` are lists of its writer's making (arap.S3)."""

    name: Title
    id: Title = ""
    words: Words = ""
    limit: Budget = USUAL
    squads: Annotated[tuple[Squad, ...], Meta(max_length=MOST_SQUADS)] = ()
    own: Lists = Lists()
    provenance: Literal["ours", "found"] = "ours"

    @property
    def patrol(self) -> bool:
        """Small enough for a first game."""
        return self.limit == BUDGETS[0]


class Flaw(datafile.Flaw, frozen=True):
    """Where, as in .squads[2].size, in words, and by which rule."""

    rule: str = FORCES


@cache
def forces() -> Mapping[str, Force]:
    """The ready-made forces by id, the patrols first."""
    found = [read_force(read_written(path)) for path in sorted((DATA / "forces").glob("*.toml"))]
    found.sort(key=lambda force: not force.patrol)
    return {force.id: force for force in found}


def read_force(written: Written) -> Force:
    """A force of one's own; refuses one that may not fight. One without id gets its file's name."""
    force = parse_toml(written.text, written.name, Force, force_flaws)
    return force if force.id else replace(force, id=PurePath(written.name).stem)


def write_force(force: Force) -> str:
    """The force as a file; what is as usual is left out."""
    return "\n".join(toml_tables(force)) + "\n"


def force_offered(force: Force) -> Choice:
    """arap.S2: any meets any other, those of its own size first."""
    kinds = ("Patrols", "Forces") if force.patrol else ("Forces", "Patrols")
    ours = ", ours" if force.provenance == "ours" else ""
    words = f"{cost(force)} points{ours}. {force.words}".strip()
    return Choice(force.id, force.name, words, kind=kinds[0], meets=kinds)


force_offers = Offers("force", forces, read_force, force_offered)


# ---------------------------------------------------------------- what it has


def stock_of(force: Force) -> Stock:
    """What the force may use: the book's alone where something is wrong with its own lists."""
    return _sound_stock(force.own)


@cache
def _sound_stock(own: Lists) -> Stock:
    return stock() if any(_own_flaws(own)) else stock(own)


def squad_names(force: Force) -> tuple[str, ...]:
    """What the squads are called; those without a name have that of their type, numbered where several are
    alike."""
    known = stock_of(force).squads
    types = (known[squad.type].name if squad.type in known else squad.type for squad in force.squads)
    return numbered([squad.name or name for squad, name in zip(force.squads, types, strict=True)])


def squad_fighters(force: Force, squad: Squad) -> tuple[tuple[Fighter, int], ...]:
    """The figures of a squad by their kinds, with their numbers; the force must be one that may fight."""
    known = stock_of(force)
    return tuple((make_fighter(members, known), members.count) for members in members_of(squad, known))


def members_of(squad: Squad, known: Stock) -> tuple[Members, ...]:
    """The groups of a squad in its size and with its specials; one of which nobody is left is not there."""
    kind = known.squads[squad.type]
    usual, others = filler(kind), _besides(squad, kind)
    left = size_of(squad, known) - sum(each.count for each in others)
    at = kind.members.index(usual)
    return (*others[:at], *([replace(usual, count=left)] if left > 0 else []), *others[at:])


def _besides(squad: Squad, kind: SquadType) -> list[Members]:
    """The groups besides the largest one."""
    usual = filler(kind)
    others = [each for each in kind.members if each is not usual]
    if squad.specials is None:
        return others
    bearer = next((each.profile for each in others if each.special), usual.profile)
    carried = Counter(squad.specials).items()
    return [
        *(each for each in others if not each.special),
        *(Members(profile=bearer, count=number, special=id) for id, number in carried),
    ]


def filler(kind: SquadType) -> Members:
    """The largest group of a squad, which grows and shrinks with it."""
    return max(kind.members, key=lambda each: each.count)


def specials_of(squad: Squad, known: Stock) -> tuple[str, ...]:
    """The specials of a squad, one entry for each figure that has one to choose."""
    if squad.specials is not None:
        return squad.specials
    kind = known.squads[squad.type]
    usual = filler(kind)
    return tuple(
        each.special for each in kind.members if each.special and each is not usual for _ in range(each.count)
    )


def is_character_type(kind: SquadType, known: Stock) -> bool:
    return any(known.profiles[each.profile].character for each in kind.members)


def size_of(squad: Squad, known: Stock) -> int:
    """How many figures it has; 0 of a squad that is not known."""
    return squad.size or (known.squads[squad.type].size if squad.type in known.squads else 0)


def cost(force: Force) -> int:
    """Points; what is not known costs nothing."""
    known = stock_of(force)
    return sum(squad_cost(squad, known) for squad in force.squads)


def squad_cost(squad: Squad, known: Stock) -> int:
    if squad.type not in known.squads:
        return 0
    return sum(each.count * _price(each, known) for each in members_of(squad, known))


def _price(members: Members, known: Stock) -> int:
    profile, special = known.profiles.get(members.profile), known.specials.get(members.special)
    return (profile.points if profile else 0) + (special.points if special else 0)


# ---------------------------------------------------------------- what is wrong


def force_flaws(force: Force) -> list[Flaw]:
    """Everything about the force that is not allowed; nothing if it may fight."""
    if own := list(_own_flaws(force.own)):
        return own
    known = stock_of(force)
    found = [
        flaw
        for number, squad in enumerate(force.squads)
        for flaw in squad_flaws(f".squads[{number}]", squad, known)
    ]
    return found or list(_whole_flaws(force, known))


def squad_flaws(at: str, squad: Squad, known: Stock) -> Iterator[Flaw]:
    kind = known.squads.get(squad.type)
    if kind is None:
        right = did_you_mean(squad.type, known.squads)
        yield Flaw(f"{at}.type", f"there is no squad '{squad.type}'{right}")
        return
    if squad.size and not kind.least <= squad.size <= kind.most:
        sizes = f"{kind.least} to {kind.most} figures" if kind.least < kind.most else f"{kind.most} figure"
        yield Flaw(f"{at}.size", f"{kind.name} has {sizes}, not {squad.size}")
        return
    for number, id in enumerate(squad.specials or ()):
        if id not in kind.specials:
            right = did_you_mean(id, kind.specials) if kind.specials else "; it has none to choose"
            yield Flaw(f"{at}.specials[{number}]", f"{kind.name} may not have '{id}'{right}")
            return
    if barred := too_many_specials(squad, kind, known):
        yield Flaw(f"{at}.specials", barred)


def too_many_specials(squad: Squad, kind: SquadType, known: Stock) -> str | None:
    """Why a squad has no room for its specials; None if it has."""
    number = len(specials_of(squad, known))
    if squad.specials is not None and number > kind.most_specials:
        return f"{kind.name} has at most {kind.most_specials} specials, not {number}"
    figures = size_of(squad, known)
    if sum(each.count for each in _besides(squad, kind)) >= figures:
        return f"somebody of {kind.name} must carry what is usual; {figures} figures are too few for that"
    return None


def vehicle_flaw(force: Force, rulings: Rulings) -> str | None:
    """arap.H19: why a force may not fight where no vehicles are played."""
    if rulings.vehicles:
        return None
    for name, squad in zip(squad_names(force), force.squads, strict=True):
        if any(kind.profile.vehicle for kind, _ in squad_fighters(force, squad)):
            return f"{force.name} has a vehicle, {name}; play with the house rule Vehicles, or leave it out"
    return None


def _whole_flaws(force: Force, known: Stock) -> Iterator[Flaw]:
    spent = cost(force)
    if spent > force.limit:
        words = f"the force costs {spent} points and may cost {force.limit}; save {spent - force.limit}"
        yield Flaw(".limit", words)
    if not force.squads:
        yield Flaw("", "the force has nobody; add a squad")
    if barred := too_many_characters(force.squads, known):
        yield Flaw(".squads", barred)
    figures = sum(size_of(squad, known) for squad in force.squads)
    if figures > MOST_FIGURES:
        yield Flaw(".squads", f"a force has at most {MOST_FIGURES} figures; here are {figures}")


def too_many_characters(squads: Sequence[Squad], known: Stock) -> str | None:
    """Why so many characters are not allowed; None if they are."""
    characters = sum(is_character_type(known.squads[squad.type], known) for squad in squads)
    others = len(squads) - characters
    if characters * SQUADS_A_CHARACTER <= others:
        return None
    return f"one character for each {SQUADS_A_CHARACTER} other squads; here are {characters} with {others}"


def _own_flaws(own: Lists) -> Iterator[Flaw]:
    for name in Lists.__struct_fields__:
        seen = {entry.id for entry in getattr(book(), name)}
        for number, entry in enumerate(getattr(own, name)):
            if entry.id in seen:
                words = f"there is '{entry.id}' already; call it another name"
                yield Flaw(f".own.{name}[{number}].id", words, OWN)
            seen.add(entry.id)
    yield from (Flaw(flaw.at, flaw.words, OWN) for flaw in list_flaws(".own.", own, stock(own)))
