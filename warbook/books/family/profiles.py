"""The characteristics of a fighter, as cards and lists put them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from warbook.core.cards import Figure

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
