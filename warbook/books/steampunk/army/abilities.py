"""Abilities as the rules read them: what stands in the brackets of one has names here.

abilities.toml says what each ability does and how its brackets are written; `FORMS` says which of these it
is. The fields follow in the order of the brackets.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from warbook.books.steampunk.dice import Roll


class Ability(Struct, frozen=True):
    """An ability; one that has nothing in brackets is just this."""

    name: str

    @property
    def brackets(self) -> tuple[Any, ...]:
        """What stands there, in order; None was left out."""
        return tuple(value for value in astuple(self)[1:] if value is not None)


Form = TypeVar("Form", bound=Ability)


class Listing(Ability, frozen=True):
    """One with any number of things of a kind in its brackets: a single field has them all."""

    @property
    def brackets(self) -> tuple[Any, ...]:
        found: tuple[Any, ...] = astuple(self)[1]
        return found


class AreaBy(Struct, frozen=True):
    """A line of an area attack by models: fewest to most of them hit at `need`, in a range band ("normal",
    "long") or at a distance from nearest to farthest; any of both if neither is given."""

    need: int
    fewest: int
    most: int
    band: str = ""
    nearest: int = 0
    farthest: int = 0


class Marker(Struct, frozen=True):
    """A cloud or smoke that is placed; strength 0 where it has none."""

    kind: str
    strength: int = 0


# ---------------------------------------------------------------- one thing in brackets


class Numbered(Ability, frozen=True):
    number: int


class Needing(Ability, frozen=True):
    """It takes a die of `need` or more."""

    need: int


class Failing(Ability, frozen=True):
    """It fails at `most` or less."""

    most: int


class Poisoning(Ability, frozen=True):
    strength: int


class Rolled(Ability, frozen=True):
    roll: Roll


class InTerrain(Ability, frozen=True):
    terrain: str


class AtSpeed(Ability, frozen=True):
    """None: at any."""

    speed: str | None = None


class AtRange(Ability, frozen=True):
    band: str


class AtTimes(Ability, frozen=True):
    """Once in a battle; always, or unaimed."""

    when: str


class Against(Ability, frozen=True):
    effect: str


class OfType(Ability, frozen=True):
    """It concerns models of a type."""

    type: str


class OfCloud(Ability, frozen=True):
    kind: str


class OfPiece(Ability, frozen=True):
    """It concerns a piece of equipment, by its id."""

    piece: str


class Breaking(Ability, frozen=True):
    """None: nothing takes its place."""

    piece: str | None = None


# ---------------------------------------------------------------- several


class AreasByModels(Listing, frozen=True):
    lines: tuple[AreaBy, ...]


class ArmorAdded(Listing, frozen=True):
    angles: tuple[int, ...]


class Autoloader(Ability, frozen=True):
    piece: str
    number: int


class BetterAim(Ability, frozen=True):
    """What an aim gives; to the damage of other kinds only by ability improved-aim."""

    to_hit: int
    damage: int
    psychic: Roll | None = None
    crew: Roll | None = None


class Blast(Ability, frozen=True):
    radius: int
    need: int


class Breath(Ability, frozen=True):
    normal: str
    long: str


class BreathArea(Ability, frozen=True):
    need: int
    poison: int


class Cloud(Ability, frozen=True):
    kind: str
    strength: int


class CoverAtSpeed(Ability, frozen=True):
    """Harder to hit at these speeds."""

    speeds: tuple[str, ...]
    number: int


class Endurance(Listing, frozen=True):
    """Tokens by classes of models."""

    tokens: tuple[tuple[str, int], ...]


class ExtendedRange(Ability, frozen=True):
    piece: str
    range: int


class FearAtSpeed(Ability, frozen=True):
    number: int
    speed: str


class FlameFan(Ability, frozen=True):
    """What each of its hexes needs: those straight ahead, and the two beside the farther one."""

    ahead: int
    beyond: int
    edges: int


class Healing(Ability, frozen=True):
    points: int | str  # "models": one for each that lives
    whom: str
    window: int


class HealingEither(Ability, frozen=True):
    on_self: int
    on_any: int
    window: int


class HeavyShot(Ability, frozen=True):
    ammo: int
    range: int
    ap: int
    damage: Roll


class Jump(Ability, frozen=True):
    hexes: int
    when: str


class LinkedGuns(Ability, frozen=True):
    main: str
    other: str


class Mortar(Ability, frozen=True):
    need: int
    centre: tuple[Marker, ...]
    ring: tuple[Marker, ...] | None = None


class Overheating(Ability, frozen=True):
    most: int
    roll: Roll
    type: Literal["psychic", "crew", "fire"]


class PoisonAssault(Ability, frozen=True):
    strength: int
    hits: int  # for each poison


class Resistance(Ability, frozen=True):
    type: str
    number: int


class RolledResistance(Ability, frozen=True):
    type: str
    roll: Roll


class Scatter(Ability, frozen=True):
    need: int
    where: str


class ShotCount(Ability, frozen=True):
    count: int | Roll


class SpawnedBots(Ability, frozen=True):
    range: int
    models: int | str  # "firing": as many as fire it
    units: int | None = None  # None: 1


class Stench(Ability, frozen=True):
    poison: int
    crew: int


class Sweep(Ability, frozen=True):
    angle: str
    farthest: str
    whom: str


class TaggedOrders(Listing, frozen=True):
    """Tags, each with the piece of equipment it stands for."""

    tags: tuple[tuple[str, str], ...]


class Terror(Ability, frozen=True):
    reach: int
    sides: int


class Transport(Ability, frozen=True):
    units: int
    types: tuple[str, ...]


class UnstableRound(Ability, frozen=True):
    need: int
    ap: int
    damage: Roll


FORMS: dict[str, type[Ability]] = {
    "acid-resistance": Needing,
    "aim-stacks": BetterAim,
    "always-fires": OfPiece,
    "ammo": Numbered,
    "area": Needing,
    "area-by-models": AreasByModels,
    "armor-add": ArmorAdded,
    "autoloader": Autoloader,
    "blast": Blast,
    "bleeding-to-poison": Poisoning,
    "breath": Breath,
    "breath-area": BreathArea,
    "bullet-storm": AtTimes,
    "burst": Numbered,
    "camouflage": InTerrain,
    "clears-forest": AtRange,
    "cloud-after-firing": Cloud,
    "cloud-on-hit": OfCloud,
    "counts-as-elite": OfPiece,
    "cunning-assault": Numbered,
    "damage-rolls": Numbered,
    "deflection-poisons": Poisoning,
    "does-not-carry": OfPiece,
    "drive-past": Needing,
    "elusive": CoverAtSpeed,
    "endurance": Endurance,
    "endurance-bleeding-to-poison": Poisoning,
    "evasion": Numbered,
    "excellent-shot-at": AtSpeed,
    "extends-range": ExtendedRange,
    "fear": Numbered,
    "fear-at-speed": FearAtSpeed,
    "fire-lance": Needing,
    "flame-fan": FlameFan,
    "flies-at": AtSpeed,
    "focus-fire": Numbered,
    "fog-grenade": AtTimes,
    "forward-position": Numbered,
    "free-fire": OfPiece,
    "gas-poison": Numbered,
    "heal": Healing,
    "heal-either": HealingEither,
    "heavy-shot": HeavyShot,
    "hex-resist": Resistance,
    "hide": InTerrain,
    "immune": Against,
    "improved-aim": BetterAim,
    "jump": Jump,
    "lance-shock": Needing,
    "launches-rat": AtTimes,
    "limited-ammo": Numbered,
    "linked-guns": LinkedGuns,
    "loaded-with": OfPiece,
    "may-scalp": Rolled,
    "minor-acid-assault": Numbered,
    "minor-acid-resistance": Needing,
    "misfire": Failing,
    "mortar": Mortar,
    "needs-ammo": Numbered,
    "needs-models": Numbered,
    "no-entry": InTerrain,
    "one-shot-breaks": Breaking,
    "orders-follow": OfType,
    "orders-serve": OfPiece,
    "overheats": Overheating,
    "places-cloud": Cloud,
    "poison": Poisoning,
    "poison-assault": PoisonAssault,
    "pre-assault-retreat": Needing,
    "pre-assault-retreat-bonus": Numbered,
    "range-when-flying": Numbered,
    "ranged-reroll": Numbered,
    "releases-poison": Poisoning,
    "repair": Healing,
    "reroll-assault": Numbered,
    "resist": Resistance,
    "same-angle": OfPiece,
    "scatter": Scatter,
    "shield-burns": Rolled,
    "shots": ShotCount,
    "smoke-ahead": Numbered,
    "spawns-bots": SpawnedBots,
    "starts-aimed": Numbered,
    "starts-loaded": Numbered,
    "steadies": Numbered,
    "steady": AtSpeed,
    "stench": Stench,
    "sweep": Sweep,
    "tagged-orders": TaggedOrders,
    "take-cover": CoverAtSpeed,
    "terror": Terror,
    "to-hit": Numbered,
    "to-hit-front": Numbered,
    "transport": Transport,
    "unconscious-regeneration": Numbered,
    "unit-ammo": Numbered,
    "unit-camouflage": InTerrain,
    "unit-heal": Healing,
    "unit-immune": Against,
    "unit-minor-acid-resistance": Needing,
    "unit-pre-assault-retreat": Needing,
    "unit-repair": Healing,
    "unit-resist": Resistance,
    "unit-resist-add": Resistance,
    "unit-resist-roll": RolledResistance,
    "unit-terror": Terror,
    "unload-glide": Numbered,
    "unstable-round": UnstableRound,
}


def made(name: str, brackets: tuple[Any, ...]) -> Ability:
    """The ability of that name with these values, which are of the kinds that abilities.toml states."""
    form: Any = FORMS.get(name, Ability)
    found: Ability = form(name, brackets) if issubclass(form, Listing) else form(name, *brackets)
    return found
