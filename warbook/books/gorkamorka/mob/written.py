"""A mob as people write it: fighters with what they carry and where they ride, and fitted vehicles."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from warbook.core.datafile import toml_fields

LONGEST_TITLE, LONGEST_WORDS = 80, 1000
MOST_FIGHTERS, MOST_VEHICLES, MOST_CARRIED = 60, 20, 12
Title: TypeAlias = Annotated[str, Meta(max_length=LONGEST_TITLE)]
Carried: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=MOST_CARRIED)]
WORN = ("type", "name", "weapons", "armour", "skills", "aboard")
FITTED = ("type", "name", "fixed_weapon", "gubbinz")
Post: TypeAlias = Literal["crew", "driver", "gunner"]


class Recruit(Struct, frozen=True, forbid_unknown_fields=True):
    """A fighter of a mob. `aboard` is the name of the vehicle that he rides at the start, "" on foot."""

    type: str
    name: Title = ""
    weapons: Carried = ()
    armour: Carried = ()
    skills: Carried = ()
    aboard: Title = ""
    role: Post = "crew"


class Ride(Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle of a mob."""

    type: str
    name: Title = ""
    fixed_weapon: str = ""
    gubbinz: Annotated[tuple[str, ...], Meta(max_length=30)] = ()


class Mob(Struct, frozen=True, forbid_unknown_fields=True):
    """A mob as somebody composes it. `rating` is its Mob Rating, 0 where none is kept."""

    name: Title
    faction: str
    fighters: Annotated[tuple[Recruit, ...], Meta(max_length=MOST_FIGHTERS)] = ()
    vehicles: Annotated[tuple[Ride, ...], Meta(max_length=MOST_VEHICLES)] = ()
    id: Title = ""
    words: Annotated[str, Meta(max_length=LONGEST_WORDS)] = ""
    rating: Annotated[int, Meta(ge=0, le=9999)] = 0
    provenance: Literal["ours", "found"] = "ours"


def write_mob(mob: Mob) -> str:
    """The mob as a file. What is empty is left out."""
    lines = toml_fields(mob, ("id", "name", "faction", "words", "rating"), ("name", "faction"))
    for recruit in mob.fighters:
        post = [] if recruit.role == "crew" else [f'role = "{recruit.role}"']
        lines += ["", "[[fighters]]", *toml_fields(recruit, WORN, ("type",)), *post]
    for ride in mob.vehicles:
        lines += ["", "[[vehicles]]", *toml_fields(ride, FITTED, ("type",))]
    return "\n".join(lines) + "\n"
