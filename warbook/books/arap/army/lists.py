"""The figures of the book in forms that the rules use as they are: weapons, profiles, squads.

data/*.toml writes them field by field; what a rule word means to a player is in data/rule_words.toml. A force
may bring entries of its own in the same form (`Lists`).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

WeaponType: TypeAlias = Literal[
    "rapid_fire", "assault", "pistol", "salvo", "heavy", "slow", "ordnance", "primary", "bomb", "grenade"
]
WeaponWord: TypeAlias = Literal[
    "gets-hot", "melta", "rending", "pinning", "auto-pinning", "guess-range", "guess-range-allowed",
    "indirect", "laser", "shotgun", "two-handed", "assault-grenade", "defensive-grenade", "krak-attack",
    "planted", "planted-only", "scatter-is-a-miss", "smoke", "point-burst", "dropped", "psionic",
]  # fmt: skip
MeleeWord: TypeAlias = Literal["two-handed", "initiative-1", "rending"]
FigureWord: TypeAlias = Literal[
    "fearless", "know-no-fear", "passes-morale", "relentless", "no-tactical-movement", "slow-and-purposeful",
    "flesh-hooks", "swarm", "hit-and-run", "frenzy", "hatred", "daemonic-visage", "greater-daemon",
    "jump-pack", "grav-chute", "gills", "mounted", "standard", "vehicle", "boat", "rending", "confused",
    "observer", "crawler", "cannot-crawl", "leaper",
]  # fmt: skip
Bulk: TypeAlias = Literal["normal", "bulky", "very bulky", "extremely bulky"]
Quadrant: TypeAlias = Literal["front", "flank", "rear"]
Damage: TypeAlias = Literal[1, 2, 3, 4, 5, 6, "D3", "D6"]  # arap.B8
FireModeId: TypeAlias = Literal[
    "rapid_fire", "assault", "pistol", "salvo_half", "salvo_full", "heavy", "slow", "ordnance_direct",
    "ordnance_indirect", "bomb", "grenade",
]  # fmt: skip

Id: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", max_length=40)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Characteristic: TypeAlias = Annotated[int, Meta(ge=0, le=10)]
Save: TypeAlias = Annotated[int, Meta(ge=2, le=7)]  # the lowest D6 that saves; 7 is none
ArmourPiercing: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Degrees: TypeAlias = Annotated[int, Meta(ge=30, le=360)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=500)]
Carried: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=8)]

COUNTS_AS: dict[Bulk, int] = {"normal": 1, "bulky": 2, "very bulky": 3, "extremely bulky": 5}
"""arap.basics.bulk-count: the places that a figure takes up aboard, on a ladder or in a doorway."""
FIRED_AS: dict[WeaponType, tuple[FireModeId, ...]] = {
    "rapid_fire": ("rapid_fire",),
    "assault": ("assault",),
    "pistol": ("pistol",),
    "salvo": ("salvo_half", "salvo_full"),
    "heavy": ("heavy",),
    "slow": ("slow",),
    "ordnance": ("ordnance_direct", "ordnance_indirect"),
    "primary": ("ordnance_direct", "ordnance_indirect"),
    "bomb": ("bomb",),
    "grenade": ("grenade",),
}
"""arap.shooting.weapon-type-costs, arap.A6: the ways in which each type is fired."""


class Sourced(Struct, frozen=True, kw_only=True):
    """Where a figure comes from. `provenance` speaks for all of an entry but the fields named besides."""

    provenance: Literal["found", "known", "ours"] = "ours"
    source: str = ""
    note: str = ""
    known_fields: tuple[str, ...] = ()
    ours_fields: tuple[str, ...] = ()


class RuleWord(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a word in `rules` means, as people read it."""

    id: str
    name: str
    means: str


# ---------------------------------------------------------------- weapons


class FireMode(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way of firing and its cost (arap.shooting.weapon-type-costs). The extra shot is had up to the share
    `extra_within` of the range, by a Relentless figure up to `relentless_within`."""

    id: FireModeId
    name: str
    action_points: int
    half_range: bool = False  # reaches half the weapon's range
    once_a_turn: bool = False
    extra_shots: int = 0
    extra_within: tuple[int, int] = (1, 2)
    relentless_within: tuple[int, int] = (1, 2)
    relentless_action_points: int = 0  # 0: as for everybody
    means: str


class Weapon(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ranged weapon, one ammunition of a gun that has two, or a grenade (type "grenade"). Unless it says
    otherwise a wound of it is one (arap.shooting.damage-default)."""

    id: Id
    name: Name
    type: WeaponType
    range: Annotated[float, Meta(ge=0, le=240)] = 0  # 0: none, as of a template or what is dropped or planted
    range_min: Annotated[float, Meta(ge=0, le=240)] = 0
    strength: Annotated[int, Meta(ge=1, le=10)] | Literal["user"] | None = None  # None: it harms nobody
    ap: ArmourPiercing | None = None  # None is written "-"
    shots: Annotated[int, Meta(ge=1, le=20)] = 1  # of a Salvo weapon, those at full range
    shots_half: Annotated[int, Meta(ge=0, le=20)] = 0  # of a Salvo weapon, those at half range
    damage: Damage = 1
    area: Annotated[float, Meta(ge=0, le=10)] = 0  # diameter of its marker; 0: none
    template: Annotated[float, Meta(ge=0, le=12)] = 0  # length of its strip; 0: none
    torrent: Annotated[float, Meta(ge=0, le=48)] = 0  # how far away the narrow end may lie
    hit_modifier: Annotated[int, Meta(ge=-3, le=3)] = 0  # of a thrown thing, all of it (arap.F34)
    rules: tuple[WeaponWord, ...] = ()

    @property
    def modes(self) -> tuple[FireModeId, ...]:
        return FIRED_AS[self.type]

    @property
    def short_range(self) -> float:
        """arap.shooting.short-range; templates and what is thrown or planted are always near (arap.D6)."""
        return min(12.0, self.range / 2)

    @property
    def two_handed(self) -> bool:
        """arap.E20: takes both hands, so that it is not fired from a ladder nor used with a second weapon."""
        return "two-handed" in self.rules or self.type in ("heavy", "slow", "ordnance", "primary")

    def strength_of(self, user: int) -> int:
        """The Strength in the hands of a user; 0 of what harms nobody."""
        return user if self.strength == "user" else self.strength or 0


def attack_strength(user: int, times: int = 1, plus: int = 0, attack_times: int = 1) -> int:
    """arap.basics.bodmas: what multiplies the user comes before what the weapon adds, what multiplies the
    attack after it."""
    return (user * times + plus) * attack_times


class MeleeWeapon(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id
    name: Name
    times: Annotated[int, Meta(ge=1, le=3)] = 1  # the user's own Strength so many times,
    plus: Annotated[int, Meta(ge=-3, le=10)] = 0  # and so much added to that
    ap: ArmourPiercing | None = None
    damage: Damage = 1
    rules: tuple[MeleeWord, ...] = ()

    def strength_of(self, user: int) -> int:
        return attack_strength(user, self.times, self.plus)


class NaturalAttack(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Teeth, claws, a tail; user's Strength, no AP (arap.melee.attack-types)."""

    id: Id
    name: Name
    arc: Annotated[tuple[Quadrant, ...], Meta(min_length=1)]


class Special(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A special weapon that a figure of a squad carries in place of its own guns, and its price."""

    id: Id
    name: Name
    weapons: Annotated[tuple[str, ...], Meta(min_length=1, max_length=4)]
    points: Points


# ---------------------------------------------------------------- bodies


class Size(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What measuring, climbing and seeing need of a size category (arap.basics.size-categories). Heights are
    those of a standing figure with its base (arap.movement.model-height); the melee radius is the category
    (arap.basics.melee-radius)."""

    size: Literal[1, 2, 3, 4]
    melee_radius: float
    free_step: float  # the height and the gap that are crossed without cost or test
    height: float
    height_prone: float
    eye: float


class Base(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A base by its size in millimetres (arap.basics.bulky-bases); the book counts 25 mm as an inch and 40 mm
    as one and a half (arap.basics.move-gap)."""

    mm: int
    inches: float


# ---------------------------------------------------------------- profiles and squads


class Profile(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of figure with what it carries (arap.basics.profile); its move is that of
    arap.movement.allowance-table where the book names it."""

    id: Id
    name: Name
    points: Points
    m: Annotated[int, Meta(ge=1, le=12)]
    ws: Characteristic
    bs: Characteristic
    s: Characteristic
    t: Annotated[int, Meta(ge=1, le=10)]
    w: Annotated[int, Meta(ge=1, le=10)]
    i: Characteristic
    a: Characteristic
    ld: Annotated[int, Meta(ge=2, le=10)]
    size: Literal[1, 2, 3, 4] = 2
    base_mm: Literal[25, 40, 60] = 25
    save: Save = 7
    invulnerable: Save = 7
    bulk: Bulk = "normal"
    weapons: Carried = ()
    melee: Carried = ()
    grenades: Carried = ()
    natural: Carried = ()
    rules: tuple[FigureWord, ...] = ()
    leader: bool = False
    character: bool = False  # an Independent Character, who joins and leaves units
    monstrous: bool = False
    faction: str = ""
    hates: tuple[str, ...] = ()  # factions
    carries: Annotated[int, Meta(ge=0, le=30)] = 0  # places aboard
    encumbrance: Annotated[int, Meta(ge=0, le=6)] = 0  # inches off its move (arap.H13)
    view: Degrees = 180  # arap.F40
    fire_arc: Degrees = 90
    attack_arc: Degrees = 180
    mount: Annotated[float, Meta(ge=0, le=3)] = 0  # inches before its centre from which its guns measure

    @property
    def move(self) -> int:
        """arap.movement.basic-move: what encumbrance leaves of it."""
        return max(0, self.m - self.encumbrance)

    @property
    def places(self) -> int:
        """arap.basics.bulk-count."""
        return COUNTS_AS[self.bulk]

    @property
    def vehicle(self) -> bool:
        return "vehicle" in self.rules

    @property
    def large(self) -> bool:
        """arap.basics.large-object."""
        return self.size >= 3


class Members(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Figures of a squad that are alike. What is not given they have from their profile; `rules` come to
    those of the profile; a `special` takes the place of its guns."""

    profile: str
    count: Annotated[int, Meta(ge=1, le=30)] = 1
    special: str = ""
    weapons: Carried | None = None
    melee: Carried | None = None
    grenades: Carried | None = None
    rules: tuple[FigureWord, ...] = ()
    leader: bool = False


class SquadType(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A squad of the list. The largest group of its members grows and shrinks with its size. Up to
    `most_specials` of its figures may carry one of the `specials` each."""

    id: Id
    name: Name
    group: str  # its heading in a list
    members: Annotated[tuple[Members, ...], Meta(min_length=1, max_length=8)]
    specials: tuple[str, ...] = ()
    most_specials: Annotated[int, Meta(ge=0, le=10)] = 0

    @property
    def size(self) -> int:
        """How many figures the list gives it."""
        return sum(each.count for each in self.members)

    @property
    def least(self) -> int:
        """Half of that, and no less."""
        return -(-self.size // 2)

    @property
    def most(self) -> int:
        """One and a half times that, and no more."""
        return self.size * 3 // 2


class Lists(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Entries of every kind: all of the book, or those that a force brings of its own."""

    weapons: tuple[Weapon, ...] = ()
    melee_weapons: tuple[MeleeWeapon, ...] = ()
    natural_attacks: tuple[NaturalAttack, ...] = ()
    specials: tuple[Special, ...] = ()
    profiles: tuple[Profile, ...] = ()
    squads: tuple[SquadType, ...] = ()
