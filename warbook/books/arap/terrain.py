"""What the ground does: kinds of terrain, and the traits of a piece that names one or several of them.

A piece of a table carries words, which the board hands back along a way or a line of sight; every word is a
kind of data/terrain.toml or of the scenario (arap.S5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from warbook.board.terrain import Area, Block, Floor, GroundKind, Inches, Table, Wall
from warbook.books.arap.army.data import DATA
from warbook.books.arap.army.lists import ArmourPiercing, FigureWord
from warbook.core.datafile import Flaw, Sourced, did_you_mean, read_toml

Cover: TypeAlias = Literal["none", "soft", "hard"]
WhenHit: TypeAlias = Literal["nothing", "hostage", "fragile", "volatile"]
Trigger: TypeAlias = Annotated[int, Meta(ge=0, le=6)]


class Against(Struct, frozen=True, forbid_unknown_fields=True):
    """The trigger for figures with a rule word (arap.movement.dangerous-ground-by-type)."""

    rule: FigureWord
    trigger: Trigger


class Hazard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What dangerous ground does (arap.movement.dangerous-ground): it harms on a D6 of `trigger` or less, or
    whoever fails a `test`. "hit": one hit of `strength` and `ap`; "wound": one wound without a save; "stop":
    no further movement in this action. Some harm in every compulsory phase whoever is within."""

    effect: Literal["hit", "wound", "stop", "death"]
    trigger: Trigger = 0
    test: Literal["none", "initiative", "toughness"] = "none"
    strength: Annotated[int, Meta(ge=0, le=10)] = 0
    ap: ArmourPiercing | None = None
    when: Literal["moving", "compulsory"] = "moving"
    against: tuple[Against, ...] = ()

    def trigger_for(self, rules: tuple[FigureWord, ...]) -> int:
        """The trigger for a figure with these rules: the worst of those that apply to it, if any does."""
        own = [each.trigger for each in self.against if each.rule in rules]
        return max(own) if own else self.trigger


class Terrain(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of terrain, or a single trait. What is not given it leaves as it is."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9-]*$", max_length=30)]
    name: str
    means: str
    cover: Cover | None = None
    ground: GroundKind | None = None
    variable: bool | None = None
    hazard: Hazard | None = None
    water: bool | None = None
    agility: Literal["never", "fast", "always"] | None = None
    narrow: bool | None = None
    flat: bool | None = None
    slope: bool | None = None
    gap: bool | None = None
    depth: Inches | None = None
    section: Inches | None = None
    climbable: bool | None = None
    rope: bool | None = None
    blocks_sight: bool | None = None
    lasers_from: int | None = None
    lasers_lose: int | None = None
    drifts: bool | None = None
    feature: bool | None = None
    charge_cover: bool | None = None
    when_hit: WhenHit | None = None


class Traits(Struct, frozen=True):
    """What all words of a piece together say of it."""

    cover: Cover = "none"
    ground: GroundKind = "open"  # of a block or a wall: of its face
    variable: bool = False
    hazards: tuple[Hazard, ...] = ()
    water: bool = False  # deep: one swims
    agility: Literal["never", "fast", "always"] = "never"  # fast: at more than half the basic move
    narrow: bool = False  # one abreast
    flat: bool = False  # too flat for tactical movement
    slope: bool = False  # moved up and down like flat ground (arap.movement.slopes)
    gap: bool = False  # to be jumped
    depth: float = 0.0  # how far one falls into it
    section: float = 0.0  # inches of a trench that a burst over it fills
    climbable: bool = True
    rope: bool = False  # to be rappelled down from
    blocks_sight: bool = False
    lasers_from: int = 0  # the Strength from which lasers pass it
    lasers_lose: int = 0  # and what they lose by that
    drifts: bool = False
    feature: bool = False  # to be won in a melee (arap.pursuit.terrain-feature)
    charge_cover: bool = False  # as cover against a Charge, whatever its cover (arap.charge.against-cover)
    when_hit: WhenHit = "nothing"  # arap.shooting.hit-the-cover


class _Kinds(Struct, forbid_unknown_fields=True):
    terrain: tuple[Terrain, ...]


@cache
def kinds() -> Mapping[str, Terrain]:
    """The kinds of the book, by the word that names them."""
    return {kind.id: kind for kind in read_toml(DATA / "terrain.toml", _Kinds).terrain}


@cache
def traits(words: tuple[str, ...], own: tuple[Terrain, ...] = ()) -> Traits:
    """What the words of a piece come to, `own` being the kinds of a scenario. Every word must be one."""
    known = {**kinds(), **{kind.id: kind for kind in own}}
    found = Traits()
    for word in words:
        kind = known[word]
        given = {
            name: value
            for name in Traits.__struct_fields__
            if name != "hazards" and (value := getattr(kind, name)) is not None
        }
        hazards = (*found.hazards, kind.hazard) if kind.hazard else found.hazards
        found = replace(found, hazards=hazards, **given)
    return found


def laid_out(table: Table, own: tuple[Terrain, ...] = ()) -> Table:
    """The table with the ground that the kinds of its areas have, where it spells out none."""
    return replace(table, areas=tuple(_grounded(area, own) for area in table.areas))


def _grounded(area: Area, own: tuple[Terrain, ...]) -> Area:
    ground = traits(area.words, own).ground
    return replace(area, ground=ground) if area.ground == "open" else area


def word_flaws(table: Table, own: tuple[Terrain, ...] = ()) -> Iterator[Flaw]:
    """Words on a table that are no kind of terrain."""
    known = [*kinds(), *(kind.id for kind in own)]
    pieces: tuple[Area | Block | Floor | Wall, ...] = (
        *table.areas, *table.blocks, *table.floors, *table.walls,
    )  # fmt: skip
    for piece in pieces:
        for word in piece.words:
            if word not in known:
                right = did_you_mean(word, known)
                yield Flaw(".tables", f"{piece.name}: there is no kind of terrain '{word}'{right}")
