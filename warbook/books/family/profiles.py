"""The figures of a fighter and of what it carries, as cards and lists put them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from warbook.core.cards import Figure
from warbook.core.datafile import Sourced

CHARACTERISTICS = {
    "m": ("M", "Movement in inches"),
    "ws": ("WS", "Weapon Skill"),
    "bs": ("BS", "Ballistic Skill"),
    "s": ("S", "Strength"),
    "t": ("T", "Toughness"),
    "w": ("W", "Wounds"),
    "i": ("I", "Initiative"),
    "a": ("A", "Attacks"),
    "ld": ("Ld", "Leadership"),
}  # those that a book's profile has, it has in this order


def figures(profile: Struct, now: Mapping[str, int], when: str = "when unhurt") -> Iterator[Figure]:
    """Each characteristic as it counts `now`, with what it is else where that is another."""
    for field in profile.__struct_fields__:
        name, words = CHARACTERISTICS[field.lower()]
        whole = getattr(profile, field)
        value = now.get(field, whole)
        yield Figure(name, str(value), words if value == whole else f"{words}, {whole} {when}")


def profile_words(profile: Struct) -> str:
    """In a line: WS 4 BS 4 and so on."""
    return " ".join(f"{figure.name} {figure.value}" for figure in figures(profile, {}))


def origin_words(of: Sourced) -> str:
    """Where its figures come from, as a player is told: those that are not simply found."""
    told = {"found": f"from {of.source}", "known": "general knowledge", "ours": "ours"}[of.provenance]
    known = [f"general knowledge: {_spelt(of.known_fields)}"] if of.known_fields else []
    ours = [f"ours: {_spelt(of.ours_fields)}"] if of.ours_fields else []
    return "; ".join([told, *known, *ours])


def _spelt(fields: Iterable[str]) -> str:
    plain = (field.replace("_", " ") for field in fields)
    return ", ".join(CHARACTERISTICS[field][0] if field in CHARACTERISTICS else field for field in plain)
