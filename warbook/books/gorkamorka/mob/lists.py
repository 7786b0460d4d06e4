"""The figures of the book in forms that the rules use as they are: fighters, weapons, vehicles, fittings.

data/*.toml writes them field by field; nothing here is a word that a rule would have to read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct, field

from warbook.core.datafile import Sourced

Damage: TypeAlias = int | Literal["D3", "D6"]
Ammo: TypeAlias = int | Literal["auto"]
Band: TypeAlias = tuple[int, int]
Race: TypeAlias = Literal["ork", "grot", "human", "beast"]
Role: TypeAlias = Literal["leader", "specialist", "warrior", "novice", "servant", "monster"]
WeaponKind: TypeAlias = Literal["hth", "pistol", "gun", "thrown", "slaver", "fixed", "event"]
Trait: TypeAlias = Literal["fear", "terror", "stupidity", "frenzy"]  # causes fear, terror; suffers the others
SkillGroup: TypeAlias = Literal["muscle", "ferocity", "driving", "cunnin", "dakka", "odd"]
Size: TypeAlias = Literal["small", "big"]
Propulsion: TypeAlias = Literal["wheels", "traks", "sail", "pumps"]
Passage: TypeAlias = Literal["normal", "slow", "immobilised"]
Location: TypeAlias = Literal[
    "absent", "crew", "fixed_weapon", "wheels", "traks", "gubbinz", "driver", "engine", "hull", "sail",
    "worky_bits",
]  # fmt: skip
Effect: TypeAlias = Literal[
    "no-effect", "hit-random-crew", "random-crew-strength-test-or-thrown", "hit-and-throw-random-crew",
    "random-fitting-unusable", "swerve-and-forward", "spin-and-forward", "swerve-and-stop", "gas-move-minus",
    "thrust-move-minus", "wind-move-minus", "pump-move-minus", "immobilised", "hit-gunner", "weapon-silent",
    "weapon-out-of-ammo", "weapon-destroyed", "driver-leadership-test-or-swerve", "hit-driver",
    "hit-driver-and-spin", "driver-thrown-and-out-of-control", "no-thrust", "must-thrust-until-a-test-fails",
    "explodes", "wrecked",
]  # fmt: skip
Until: TypeAlias = Literal["", "end-of-next-own-turn", "end-of-game"]

BY_STRENGTH_FROM = 4  # the Strength from which a blow modifies saves
WITHIN = 0.01  # inches: what is within a distance may be so much beyond it (gce.R2.6)
THROWN_PLUS = 2  # inches that a throw reaches beyond twice the thrower's Strength


class Profile(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """The nine characteristics (gce.warrior.statline); gce.warrior.sample-profile is that of an Ork boy."""

    m: int
    ws: int
    bs: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int


class Faction(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str
    budget: int
    pilin_on: bool = False  # gce.pilin-on.eligible
    short_of_ammo: bool = False  # an unmodified 1 to hit forces an ammo roll as well
    half_rounded_up: bool = False  # the half of the mob that novices may be
    servants_need: str = ""  # the type of fighter without whom there are no servants
    mechanic: str = ""  # the type of fighter whom vehicles need: one for each big vehicle
    bikes_per_mechanic: int = 0
    vehicles_up_to_fighters: bool = False


class Fighter(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A type of fighter. `skills` are the groups that he may learn from."""

    id: str
    name: str
    faction: str
    race: Race
    role: Role
    cost: int
    profile: Profile
    radius: float
    height: float
    min: int = 0
    max: int | None = None
    save: int = 0  # 0 is none
    immune_to_pinning: bool = False  # gce.wounding.pin-immune
    traits: tuple[Trait, ...] = ()  # gce.R9.1
    skills: tuple[SkillGroup, ...] = ()


# ---------------------------------------------------------------- weapons


class Power(Struct, frozen=True, kw_only=True):
    """How hard something hits (gce.weapon.strength, gce.weapon.damage, gce.weapon.save-modifier)."""

    strength: int = 0
    user_strength: bool = False  # `strength` is added to the wielder's own
    strength_d6: int = 0  # dice rolled for each shot and added
    save_mod: int = 0  # below 0 a save is harder
    save_by_strength: bool = False  # in place of save_mod
    damage: Damage = 1

    def strength_of(self, user: int) -> int:
        """The Strength in the hands of a user of that Strength, before dice; never below 0."""
        return max(0, self.strength + (user if self.user_strength else 0))

    def modifies(self, strength: int) -> int:
        """What is added to a save; `strength` is the one that counts for it (gce.R5.14)."""
        return min(0, BY_STRENGTH_FROM - 1 - strength) if self.save_by_strength else self.save_mod


class Blow(Power, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something thrown, used hand to hand."""

    may_explode: bool = False  # if both sides roll a 6 it goes off on the two of them


class Throw(Power, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something for hand-to-hand combat, thrown."""

    short: Band
    hit_short: int = 0
    uses: int = 1


class Weapon(Power, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon's line (gce.weapon.statline). A weapon without Ammo never runs out."""

    id: str
    name: str
    kind: WeaponKind
    cost: int
    hands: int = 0  # 0: it is fixed to a vehicle or is no weapon
    short: Band | None = None
    long: Band | None = None
    hit_short: int = 0
    hit_long: int = 0
    thrown_reach: int = 0  # at most so many inches
    guess: Band | None = None  # the range is guessed, between these
    teardrop: int = 0  # length of the template: no roll to hit
    blast: int = 0  # diameter of the marker
    ammo: Ammo | None = None
    sustained_dice: int = 0
    uses: int | None = None  # in a battle; None: any number
    factions: tuple[str, ...] = ()  # none named: everybody's
    mount: str = ""  # the only vehicle that it fits
    part_of: str = ""  # another way to fire that weapon, and not sold
    hth: Blow | None = None
    thrown: Throw | None = None
    harmless: bool = False  # a hit wounds nobody
    draw_initiative: int = 0
    ignores_block: bool = False
    fumble_worth: int = 1
    loses_draws: bool = False
    reloads: bool = False
    move_or_fire: bool = False
    knockback: int = 0
    two_shots: bool = False
    scatters: bool = False
    captures: bool = False
    enemy_ws: int = 0
    entangles: int = 0  # the roll to get free; 0: it does not
    hobbles: int = 0
    backfires: int = 0  # Strength of the hit on the thrower for a natural 1
    ammo_every_shot: bool = False
    catches_fire: int = 0  # the roll that sets alight
    drifts: bool = False
    own_phase_only: bool = False
    touched_hit: int = 0  # the roll that hits whom the marker touches
    spares_vehicles: bool = False
    crew_bails: bool = False
    shielded: bool = False  # a shield helps against it
    provenance: Literal["found", "known", "ours"] = "ours"
    source: str = ""
    note: str = ""
    ours_fields: tuple[str, ...] = ()

    @property
    def ranged(self) -> bool:
        return bool(self.short or self.thrown_reach or self.guess or self.teardrop)

    @property
    def close(self) -> Power | None:
        """How it hits hand to hand; None: it is of no use there (gce.weapon.classes)."""
        if self.hth is not None:
            return self.hth
        return self if self.kind in ("hth", "pistol", "slaver") and not self.harmless else None

    @property
    def two_handed(self) -> bool:
        return self.hands == 2

    def modifier_at(self, inches: float) -> int | None:
        """gce.shooting.check-range: the modifier of the band the target is in, None beyond. On the limit
        means the nearer one (gce.weapon.short-range, gce.weapon.long-range, gce.R4.8)."""
        for band, modifier in ((self.short, self.hit_short), (self.long, self.hit_long)):
            if band and inches <= band[1] + WITHIN:
                return modifier
        return None

    def reach(self, strength: int) -> int:
        """The longest range in inches; a throw's depends on the thrower's gce.warrior.strength."""
        if self.thrown_reach:
            return min(2 * strength + THROWN_PLUS, self.thrown_reach)
        band = self.long or self.short or self.guess
        return band[1] if band else self.teardrop


class WeaponRule(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a field of a weapon means, as people read it."""

    id: str
    name: str
    means: str


class Armour(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str
    cost: int
    save: int = 0
    save_vs_templates: int = 0
    save_bonus: int = 0
    hands: int = 0
    initiative_halved: bool = False  # for boarding and for jumping clear
    blocks: bool = False


# ---------------------------------------------------------------- skills


class Skill(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str
    group: SkillGroup
    d6: int
    effect: str
    in_battle: bool = True


class Skills(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The skills of a fighter that matter in a battle, by their ids in the data."""

    right_in_da_groin: bool = False
    ard_as_nails: bool = False
    krumpa: bool = False
    eadbutt: bool = False
    lobba: bool = False
    thick_skull: bool = False
    waaagh: bool = False
    headlong_leap: bool = False
    flying_tackle: bool = False
    windmillin: bool = False
    gotcha: bool = False
    play_chicken: bool = False
    chase_driver: bool = False
    skid_start: bool = False
    stunt_driver: bool = False
    emergency_stop: bool = False
    ded_canny: bool = False
    supa_sneaky: bool = False
    wrecka: bool = False
    dodgy_git: int = 0  # taken so often: 6+, 5+, 4+
    duck_n_weave: bool = False
    play_dead: bool = False
    kool: bool = False
    hipshoota: bool = False
    dakka_dakka: bool = False
    bomma: bool = False
    rapid_fire: bool = False
    deadeye: bool = False
    taktiks: bool = False
    gunboy: bool = False


# ---------------------------------------------------------------- vehicles


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a vehicle's table of locations."""

    location: Location
    armour: int


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """What a vehicle can do on each ground (gce.vehicle-movement.terrain-profile)."""

    open: Passage
    difficult: Passage
    very_difficult: Passage


class Roll(Struct, frozen=True, forbid_unknown_fields=True):
    """So many D6, and more."""

    dice: int
    plus: int = 0


class WindMove(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a sail carries, by where the wind comes from."""

    side: Roll
    behind: Roll
    ahead: Roll


class PumpMove(Struct, frozen=True, forbid_unknown_fields=True):
    """How far pumps carry; each crew member who pumps adds to it."""

    base: int
    per_pumper: int
    max: int


class VehicleType(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle; its `locations` are those of a D6 from 1 to 6. With wheels or traks it has gas engines and
    thrusters, else `wind_move` or `pump_move`."""

    id: str
    name: str
    faction: str
    kind: Literal["transport", "support", "small"]
    cost: int
    propulsion: Propulsion
    size: Size
    large_target: bool
    length: float
    width: float
    height: float
    terrain: Terrain
    locations: tuple[Part, Part, Part, Part, Part, Part]
    crew_min: int
    crew_max: int
    fixed_weapon_slots: int
    damage_table: str
    gas_move: int = 0
    thrust_move: int = 0
    thrust: tuple[int, ...] = ()
    wind_move: WindMove | None = None
    pump_move: PumpMove | None = None
    turns_per_move: int = 2
    fixed_weapons_allowed: tuple[str, ...] = ()  # none named: all
    obstacle_sides: bool = False  # gce.R6.18

    @property
    def bike(self) -> bool:
        """Rams and collides as a bike does."""
        return self.size == "small"

    @property
    def saddled(self) -> bool:
        """A bike proper, not a small vehicle that only rams like one: who drives it fires its weapon or his
        own all round, and it has no wheel to be taken twice."""
        return self.bike and bool(self.gas_move)

    def thrust_need(self, number: int) -> int:
        """The D6 needed for the n-th thrust of a turn, from 1, of a vehicle that has thrusters
        (gce.vehicle-movement.trukk-thrust)."""
        return self.thrust[min(number, len(self.thrust)) - 1]


class DamageRow(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of a damage table, and the figures of its effect."""

    table: str
    location: Location
    low: int = field(name="from")
    high: int = field(name="to")
    effect: Effect
    strength: int = 0  # of the hit on whom it falls on
    distance: Literal["", "D3", "D6"] = ""  # inches thrown, or driven on
    count: Literal["", "D3"] = ""  # how many crew
    amount: int = 0  # inches less
    until: Until = ""
    crew_strength: int = 0
    blast_radius: int = 0
    blast_strength: int = 0


class DamageEffect(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an effect is called and means, as people read it."""

    id: Effect
    means: str


DamageTable: TypeAlias = Mapping[Location, tuple[DamageRow, ...]]  # the row of each D6, from 1 to 6


class Gubbin(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fitting of a vehicle."""

    id: str
    name: str
    cost: int
    effect: str
    max_big: int | None = None
    max_small: int | None = None
    requires: str = ""
    for_weapon: str = ""  # the fixed weapon that it serves
    plank: bool = False  # crossing without a test; the other vehicle takes a point if it gets 2 inches away
    save_ladder: tuple[int, ...] = ()  # the save with one, two, three ... of them; the last for more
    plates_lost: int = 0  # by a hit on the gubbinz
    impact_strength: int = 0  # of hits that would be of Strength 3
    dodge_initiative: int = 0  # on tests to board the vehicle or to jump clear of it
    ram_dice: int = 1  # dice of one damage roll of a ram, of which the highest counts
    reach_hits: Literal[0, 1, "D3"] = 0  # locations that it penetrates in ram reach, without a swerve
    reach_dice: int = 1  # dice of its damage roll, of which the highest counts
    carries_off: bool = False  # a crew member or driver it hits
    knocks_off: bool = False  # a crew member or driver it hits, D3 inches away, with a hit of Strength 3
    spare_ammo: bool = False  # ignores the first failed ammo roll of its weapon
