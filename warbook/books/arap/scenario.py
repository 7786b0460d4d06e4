"""What a scenario says, as its file has it: parts and where they set up, aims, events, the end."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from warbook.board.geometry import Point
from warbook.board.terrain import Inches, Table
from warbook.books.arap.army.lists import FigureWord
from warbook.books.arap.rulings import Rulings
from warbook.books.arap.terrain import Terrain

Edge: TypeAlias = Literal["north", "south", "east", "west"]
Role: TypeAlias = Literal["attacker", "defender", "side"]
Action: TypeAlias = Literal["move", "swim", "shoot", "charge", "aim", "stand-up", "climb", "board"]
Turns: TypeAlias = Annotated[int, Meta(ge=1, le=30)]
Share: TypeAlias = Annotated[float, Meta(gt=0, le=1)]
Score: TypeAlias = Annotated[int, Meta(ge=2, le=6)]

EDGES: tuple[Edge, ...] = ("south", "west", "north", "east")


# ---------------------------------------------------------------- setting up


class Zone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where squads set up: in all that is given here at once. `within` and `beyond` are measured from `edge`,
    0 being no limit; `on` is the name of a piece. So many `squads` go there; 0: all the others, and one zone
    of a part, the last, is for these."""

    squads: Annotated[int, Meta(ge=0, le=20)] = 0
    edge: Edge | None = None
    within: Inches = 0.0
    beyond: Inches = 0.0
    centre_within: Inches = 0.0
    posts_within: Inches = 0.0
    posts_beyond: Inches = 0.0
    on: str = ""
    cover: Literal["any", "hard"] = "any"


class Reserves(Struct, frozen=True, forbid_unknown_fields=True):
    """Squads that come later, at `edge`, each on a D6 of `arrives_on` or more from a game turn on."""

    squads: Annotated[int, Meta(ge=1, le=20)]
    arrives_on: Score
    from_turn: Turns
    edge: Edge


class Mooring(Struct, frozen=True, forbid_unknown_fields=True):
    """A boat that a side finds on the table."""

    at: Point
    facing: float = 0.0
    profile: str = "boat"


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of one side. Edges that are neither friendly nor enemy are neutral to it."""

    role: Role = "side"
    zones: Annotated[tuple[Zone, ...], Meta(min_length=1, max_length=4)]
    friendly: tuple[Edge, ...]
    enemy: tuple[Edge, ...]
    hidden: bool = False  # its squads set up hidden
    reserves: Reserves | None = None
    boats: tuple[Mooring, ...] = ()


# ---------------------------------------------------------------- aims


class Break(Struct, frozen=True, tag="break", tag_field="kind", forbid_unknown_fields=True):
    """Rout or wipe out the `share` of the enemy's squads, rounded up, by the end of a game turn. Else, and
    wherever no aim decides, who keeps the greater share of its points wins (arap.H1)."""

    share: Share = 0.5


class Hold(Struct, frozen=True, tag="hold", tag_field="kind", forbid_unknown_fields=True):
    """Have more unrouted figures within the outline of a piece at the end, at any height, of a block on its
    top. A side with no unit left on the table or in reserve has lost at once."""

    piece: str
    equal: Literal["attacker", "defender", "draw"] = "draw"


class Leave(Struct, frozen=True, tag="leave", tag_field="kind", forbid_unknown_fields=True):
    """The side of `role` leaves by an edge with the share `squads` of its squads, rounded up, each unrouted
    and with at least the share `figures` of those it began with; else the others win."""

    role: Literal["attacker", "defender"]
    edge: Edge
    squads: Share = 0.5
    figures: Share = 0.5


class Charges(Struct, frozen=True, tag="charges", tag_field="kind", forbid_unknown_fields=True):
    """The side of `role` sets charges on so many of the posts: a figure `within` inches, `action_points`, a
    Sole Action and an Initiative test; else the others win."""

    role: Literal["attacker", "defender"]
    needed: Annotated[int, Meta(ge=1, le=10)]
    within: Inches = 2.0
    action_points: Annotated[int, Meta(ge=1, le=3)] = 1


Aim: TypeAlias = Break | Hold | Leave | Charges


# ---------------------------------------------------------------- events, once a game turn


class Visibility(Struct, frozen=True, tag="visibility", tag_field="kind", forbid_unknown_fields=True):
    """Nobody sees further than the sum of so many D6, `times` so many inches."""

    dice: Annotated[int, Meta(ge=1, le=4)] = 2
    times: Annotated[int, Meta(ge=1, le=12)] = 2


class SmokeBank(Struct, frozen=True, tag="smoke", tag_field="kind", forbid_unknown_fields=True):
    """On a D6 of `on` or more smoke lies over a random post until the next game turn."""

    on: Score = 6
    diameter: Inches = 5.0


class Animal(Struct, frozen=True, tag="animal", tag_field="kind", forbid_unknown_fields=True):
    """A crazed animal that runs by double dice, turning back on an even double
    (arap.dice.random-creature-move); figures within reach of where it ends take one hit."""

    name: str
    start: Point
    reach: Inches = 2.0
    strength: Annotated[int, Meta(ge=1, le=10)] = 3


class Wind(Struct, frozen=True, tag="wind", tag_field="kind", forbid_unknown_fields=True):
    """What drifts goes the way of the wind, which is rolled anew; without it each cloud goes its own way."""


Event: TypeAlias = Visibility | SmokeBank | Animal | Wind


class Dearer(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that costs more points here (arap.turn.action-cost-gm), for all or for those with a rule."""

    action: Action
    points: Annotated[int, Meta(ge=1, le=2)]
    rule: FigureWord | None = None


# ---------------------------------------------------------------- all of it


class Scenario(Struct, frozen=True, kw_only=True):
    """A scenario with its table. The sides play the parts in their order; `first_turn` is the part that
    begins, or "high" for a roll-off. `rulings` are its switches, which the players may set otherwise
    (arap.S6)."""

    id: str
    name: str
    words: str
    table: Table
    parts: Annotated[tuple[Part, ...], Meta(min_length=2, max_length=4)]
    aim: Aim
    turns: Turns
    first_turn: Literal["high", "attacker", "defender"] = "high"
    squads: Annotated[int, Meta(ge=0, le=20)] = 0  # so many of each force take part, its first; 0: all
    posts: Annotated[tuple[Point, ...], Meta(max_length=10)] = ()
    events: Annotated[tuple[Event, ...], Meta(max_length=10)] = ()
    rulings: Rulings = Rulings()
    terrain: Annotated[tuple[Terrain, ...], Meta(max_length=40)] = ()  # kinds of its own
    dearer: Annotated[tuple[Dearer, ...], Meta(max_length=10)] = ()
    drop_per_test: Annotated[float, Meta(ge=1, le=12)] = 2.0  # arap.movement.jump-down; more in low gravity
    longest_drop: Annotated[float, Meta(ge=1, le=24)] = 6.0  # arap.movement.jump-down-limit
    scatter_limit: Share = 0.5  # arap.area.scatter-limit: of the range
    swarms_suppressed: bool = True  # arap.morale.suppression-gm
    characters_suppressed: bool = False
    provenance: Literal["found", "known", "ours"] = "ours"

    @property
    def roles(self) -> bool:
        """There are an attacker and a defender."""
        return any(part.role != "side" for part in self.parts)
