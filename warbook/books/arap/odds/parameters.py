"""What the odds questions of the book may be given."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from warbook.core.book import Answered, OddsQuestion


class Parameter(Struct, frozen=True):
    """A parameter that must be given if it has no default: a number within `bounds` or one of `words`."""

    means: str
    default: int | str | None = None
    bounds: tuple[int, int] | None = None
    words: tuple[str, ...] = ()


def question(
    id: str, says: str, answer: Callable[..., Answered], taken: Mapping[str, Parameter]
) -> OddsQuestion:
    return OddsQuestion(
        id,
        says,
        {name: each.default for name, each in taken.items()},
        answer,
        {name: each.words for name, each in taken.items() if each.words},
        {name: each.bounds for name, each in taken.items() if each.bounds},
        {name: each.means for name, each in taken.items()},
    )


def flag(means: str) -> Parameter:
    return Parameter(f"{means}: 1 for yes", 0, (0, 1))


def each_side(**parameters: Parameter) -> dict[str, Parameter]:
    """The parameters of a, then those of b."""
    return {
        f"{side}_{name}": replace(each, means=f"{side}: {each.means}")
        for side in "ab"
        for name, each in parameters.items()
    }


def save(means: str) -> Parameter:
    return Parameter(f"{means} (4 for 4+)", "none", (2, 6), ("none",))


def move(means: str, default: int | None = None, least: int = 1) -> Parameter:
    return Parameter(means, default, (least, 20))


def figures(means: str, default: int | None = None, least: int = 1) -> Parameter:
    return Parameter(means, default, (least, 20))


MODS = Parameter("all modifiers to hit, added up", 0, (-20, 20))
LD_MODS = Parameter("all modifiers to Ld, added up", 0, (-20, 20))
INITIATIVE = Parameter("the unit's Initiative", None, (0, 10))
LEADERSHIP = Parameter("its Leadership", None, (0, 20))
STRENGTH = Parameter("the Strength of a hit", None, (0, 20))
TOUGHNESS = Parameter("their Toughness", None, (1, 10))
WOUNDS = Parameter("wounds of each of them", 1, (1, 6))
AP = Parameter("the AP", "none", (1, 6), ("none",))
SAVES = {"save": save("their save"), "inv": save("their invulnerable save"), "ap": AP}
SHOTS = Parameter("how many shots", None, (0, 60))
SHORT = flag("at short range, where goals of 8 and 9 may be tried")
REROLL = flag("a failed test is rolled once more")
STATE = Parameter("how it is", "able", words=("able", "suppressed", "pinned"))

ACTIVATION = {
    "i": INITIATIVE,
    "dice": Parameter("how many dice are rolled for it", None, (1, 3)),
    "state": STATE,
    "next_i": Parameter(
        "the Initiative of a unit of the next player that takes every failed die", "none", (0, 10), ("none",)
    ),
    "next_state": replace(STATE, means="how that unit is"),
}
FIRE = {
    "shots": SHOTS,
    "bs": Parameter("the shooters' Ballistic Skill", None, (0, 10)),
    "s": STRENGTH,
    "t": TOUGHNESS,
    "mods": MODS,
    "n": figures("how many they are", 1),
    "w": WOUNDS,
    "damage": Parameter("wounds that each failed save takes from its figure", 1, (1, 10), ("D3", "D6")),
    **SAVES,
    "short": SHORT,
    "melta": flag("a melta within half range: the higher of two dice to wound"),
}
STAND_AND_FIRE = {
    "i": INITIATIVE,
    "shots": SHOTS,
    "s": STRENGTH,
    "t": replace(TOUGHNESS, means="the Chargers' Toughness"),
    "need": Parameter("successes that the weapons need", 1, (1, 2)),
    "m": move("the Chargers' basic move", 4),
    "mods": MODS,
    "n": figures("how many Chargers there are", 1),
    "w": WOUNDS,
    **SAVES,
    "short": SHORT,
}
TEMPLATE = {
    "bs": Parameter("the firer's Ballistic Skill", None, (1, 10)),
    "mods": MODS,
    "open": figures("figures under it in the open", 0, 0),
    "soft": figures("figures under it in soft cover", 0, 0),
    "hard": figures("figures under it in hard cover", 0, 0),
}
SCATTER = {
    "kind": Parameter("how it is sent", "direct", words=("direct", "indirect", "hidden", "grenade")),
    "bs": Parameter("the firer's Ballistic Skill", 3, (0, 10)),
    "mods": MODS,
    "range": Parameter("inches to the point aimed at; a shot strays by half of it at most", "none", (0, 240),
                       ("none",)),
}  # fmt: skip
CHARGE = {
    "m": move("the Chargers' basic move", None, 3),
    "gap": Parameter("inches to the nearest figure Charged", None, (0, 60)),
    "radius": Parameter("the Chargers' melee radius", 2, (0, 6)),
    "terrain": Parameter("the ground of the Charge", "open", words=("open", "variable")),
    "runs_m": Parameter("the basic move of a target that runs from it", "none", (1, 20), ("none",)),
}
MELEE = {
    **each_side(
        n=figures("figures"),
        ws=Parameter("Weapon Skill", None, (0, 10)),
        s=Parameter("Strength", None, (0, 20)),
        t=Parameter("Toughness", None, (1, 10)),
        i=Parameter("Initiative", None, (0, 10)),
        a=Parameter("attacks of each", None, (0, 10)),
        ld=Parameter("Leadership", None, (0, 20)),
        w=Parameter("wounds of each", 1, (1, 6)),
        save=save("save"),
        inv=save("invulnerable save"),
        ap=Parameter("AP of its blows", "none", (1, 6), ("none",)),
        mods=MODS,
        weapons=Parameter("weapons used at once", 1, (1, 2)),
        score=Parameter("other modifiers to its score", 0, (-20, 20)),
        reroll=REROLL,
    ),
    "charge": Parameter("whether a Charges, and into what", "none", words=("none", "front", "flank", "rear")),
    "cover": flag("b is in cover from the Charge"),
    "defensive": flag("b throws defensive grenades"),
}
MORALE = {
    "ld": LEADERSHIP,
    "mods": LD_MODS,
    "difference": Parameter("its Wound Difference, of which 3 count at most", 0, (-120, 120)),
    "reroll": REROLL,
    "test": Parameter("which test it is", "other", words=("other", "casualties")),
}
ROUT = {
    "ld": replace(LEADERSHIP, means="the routers' Leadership"),
    "mods": LD_MODS,
    "reroll": REROLL,
    "m": move("the routers' basic move", 4),
    "edge": Parameter("inches to the table edge they make for", "none", (0, 60), ("none",)),
    "near": flag("another enemy is within 8 inches of them"),
    "n": figures("how many routers there are", 10),
    "pursuers": figures("how many pursue them", 0, 0),
    "gap": Parameter("inches the pursuers start behind them", 4, (0, 60)),
    "p_m": move("the pursuers' basic move", 4),
    "radius": Parameter("the pursuers' melee radius", 2, (0, 6)),
    "s": replace(STRENGTH, means="the Strength of a hack", default=3),
    "t": replace(TOUGHNESS, means="the routers' Toughness", default=3),
    **SAVES,
}
