"""Building an army: what it costs, what is wrong with it, and what can still be bought (spf.army.*)."""

from __future__ import annotations

from functools import cache
from itertools import chain
from pathlib import PurePath
from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple, replace

from warbook.books.steampunk.army.data import DATA, army_list, equipment_of, model_of, nations, unit_of
from warbook.books.steampunk.army.lists import Equipment, Model, UnitType
from warbook.books.steampunk.army.outfit import lacks, outfit
from warbook.books.steampunk.army.written import Army, Enlisted, Game, Points, Side
from warbook.core.datafile import Flaw, Written, did_you_mean, parse_toml, read_written, toml_fields
from warbook.core.questions import Refusal

OURS = "spartan"  # the rulebook has no list of this nation; `spartans` switches it off


class Purse(Struct, frozen=True):
    """What may be spent in each currency; with `together`, on mp, cp and xp in sum instead."""

    points: Points
    together: int | None = None


PURSES: dict[tuple[Game, Side], Purse] = {  # spf.army.game-sizes, spf.army.asymmetric
    ("tank", ""): Purse(Points(ip=24)),
    ("infantry", ""): Purse(Points(mp=24, cp=24, xp=24)),
    ("standard", ""): Purse(Points(24, 24, 24, 24)),
    ("asymmetric", "industrial"): Purse(Points(ip=36), together=12),
    ("asymmetric", "men"): Purse(Points(mp=48, cp=48, xp=48)),
    ("asymmetric", "mixed"): Purse(Points(12, 36, 36, 36)),
}


class Ware(Struct, frozen=True):
    """Something that can be bought, and why not now, if it cannot."""

    kind: Literal["unit", "replace", "equip"]
    id: str
    name: str
    price: Points
    barred: Refusal | None = None


@cache
def armies() -> dict[str, Army]:
    """The ready-made armies, by heading. The small ones come first, so that the first two are a short battle;
    those of a list that can be switched off come last under their heading."""
    found = [read_army(read_written(path)) for path in sorted((DATA / "armies").glob("*.toml"))]
    headings = list(MEETS)
    found.sort(
        key=lambda army: (headings.index(heading(army)), army.nation == OURS, -sum(astuple(cost(army))))
    )
    return {army.id: army for army in found}


def read_army(written: Written) -> Army:
    """An army of one's own; refuses one that the book does not allow. One without id gets its file's name."""
    army = parse_toml(written.text, written.name, Army, flaws)
    return army if army.id else replace(army, id=PurePath(written.name).stem)


def write_army(army: Army) -> str:
    """The army as a file that `read_army` reads, if it is allowed. What is empty is left out."""
    lines = toml_fields(army, ("id", "name", "nation", "game", "side", "words", "origin"), ("name",))
    lines += [] if army.units else ["units = []"]
    for enlisted in army.units:
        lines += ["", "[[units]]", *toml_fields(enlisted, ("unit", "replace", "equip", "name"), ("unit",))]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- cost


def cost(army: Army) -> Points:
    """What the army costs in each currency (spf.army.budget); unknown names cost nothing."""
    return sum((unit_cost(enlisted) for enlisted in army.units), Points())


def unit_cost(enlisted: Enlisted) -> Points:
    """The price of a unit with its replacements and equipment (spf.army.costs-in-list, ruling V7)."""
    unit = unit_of(enlisted.unit)
    replacements = (found.cost for found in map(model_of, enlisted.replace) if found)
    pieces = (found.cost for found in map(equipment_of, enlisted.equip) if found and found.cost)
    return sum((*replacements, *pieces), unit.cost if unit else Points())


def overspent(army: Army) -> list[Flaw]:
    """The currencies in which the army costs more than its purse holds. It may be spent to the last point
    (ruling A1)."""
    return list(_excess(army, cost(army)).values())


def accounts(army: Army, spent: Points) -> dict[str, tuple[int, int]]:
    """What is paid and what the army's purse holds, by currency; nothing without a purse. A currency below
    nothing is not refunded elsewhere (rulings A2, A11)."""
    purse = PURSES.get((army.game, army.side))
    if purse is None:
        return {}
    sums = {name: (getattr(spent, name), getattr(purse.points, name)) for name in Points.__struct_fields__}
    if purse.together is not None:
        paid = sum(max(number, 0) for number in (spent.mp, spent.cp, spent.xp))
        sums = {"ip": sums["ip"], "mp, cp and xp together": (paid, purse.together)}
    return sums


def _excess(army: Army, spent: Points) -> dict[tuple[str, int], Flaw]:
    """What is wrong with spending that much, by the currency and what is paid in it."""
    rule = "spf.army.asymmetric" if army.game == "asymmetric" else "spf.army.budget"
    return {
        (name, paid): Flaw(
            ".units",
            f"the army comes to {paid} {name}, and {_game(army)} has {held}; save {paid - held}",
            rule,
        )
        for name, (paid, held) in accounts(army, spent).items()
        if paid > held
    }


def _game(army: Army) -> str:
    side = f" ({army.side})" if army.side else ""
    return f"the {army.game} game{side}"


# ---------------------------------------------------------------- what is wrong


def flaws(army: Army) -> list[Flaw]:
    """Everything about the army that the book does not allow; nothing if it may fight."""
    if army.nation not in nations():
        words = f"there is no nation '{army.nation}'{did_you_mean(army.nation, nations())}"
        return [Flaw(".nation", words, "spf.army.costs-in-list")]
    found = _side_flaws(army)
    if not army.units:
        found.append(Flaw(".units", "an army has at least one unit; add one", "spf.army.budget"))
    for number, enlisted in enumerate(army.units):
        found += [
            replace(flaw, at=f".units[{number}]{flaw.at}") for flaw in unit_flaws(army.nation, enlisted)
        ]
    return [*found, *overspent(army)]


def unit_flaws(nation: str, enlisted: Enlisted) -> list[Flaw]:
    """What is wrong with one unit, whatever the army costs; at is relative to the unit."""
    unit = unit_of(enlisted.unit)
    if unit is None or unit.nation != nation:
        known = [each.id for each in army_list(nation).units.values() if not spawned_only(each)]
        words = f"there is no unit '{enlisted.unit}' in this list{did_you_mean(enlisted.unit, known)}"
        return [Flaw(".unit", words, "spf.army.costs-in-list")]
    if spawned_only(unit):
        words = f"{unit.name} cannot be bought: it enters play by another unit's ability; take it out"
        return [Flaw(".unit", words, "spf.army.costs-in-list")]
    return outfit(unit, enlisted).flaws


def spawned_only(unit: UnitType) -> bool:
    return any(model.spawned_only for model in filter(None, map(model_of, unit.models)))


def may_meet(one: Army, other: Army) -> Refusal | None:
    """Why two armies cannot fight each other: they are built for the same kind of game, and in the asymmetric
    one of them is the industrial side (spf.army.asymmetric)."""
    if heading(other) in MEETS[heading(one)]:
        return None
    if one.game != other.game:
        built = f"{one.name} is built for {_game(one)}, {other.name} for {_game(other)}"
        words = f"{built}; choose two armies for the same game"
        return Refusal(words, "spf.army.game-sizes")
    return Refusal("in the asymmetric game exactly one side is the industrial one", "spf.army.asymmetric")


SMALL, STANDARD, TANK, INFANTRY = "Small armies", "Standard game", "Tank game", "Infantry game"
INDUSTRY, MEN = "Asymmetric game, industry", "Asymmetric game, men"
MEETS = {  # who may meet whom, by heading; whom first
    SMALL: (SMALL, STANDARD),
    STANDARD: (STANDARD, SMALL),
    TANK: (TANK,),
    INFANTRY: (INFANTRY,),
    INDUSTRY: (MEN,),
    MEN: (INDUSTRY,),
}


def heading(army: Army) -> str:
    """What an army is listed under, with others of its game and its side."""
    if army.game == "asymmetric":
        return INDUSTRY if army.side == "industrial" else MEN
    if army.game == "standard":
        return SMALL if army.id.endswith(".small") else STANDARD
    return TANK if army.game == "tank" else INFANTRY


def _side_flaws(army: Army) -> list[Flaw]:
    if (army.game, army.side) in PURSES:
        return []
    if army.game == "asymmetric":
        words = "the asymmetric game has three purses; choose industrial, men or mixed"
    else:
        words = f"only the asymmetric game has sides; leave '{army.side}' out"
    return [Flaw(".side", words, "spf.army.asymmetric")]


# ---------------------------------------------------------------- what can be bought


def recruits(army: Army) -> list[Ware]:
    """The units of the nation's list, and why one cannot join the army now."""
    counter = _Counter(army, None)
    return [
        counter.ware("unit", unit, unit.cost, Enlisted(unit.id))
        for unit in army_list(army.nation).units.values()
        if not spawned_only(unit)
    ]


def unit_wares(army: Army, number: int) -> list[Ware]:
    """The replacements and the equipment there are for a unit of the army, and why one cannot be bought now.
    Equipment that no model of the unit could ever carry is not listed."""
    enlisted = army.units[number]
    unit = unit_of(enlisted.unit)
    if unit is None or unit.nation != army.nation:
        return []
    found, counter = army_list(unit.nation), _Counter(army, enlisted)
    elites = [model for model in found.models.values() if set(model.replaces) & set(unit.models)]
    models = [*map(found.models.__getitem__, unit.models), *elites]
    replacing = (
        counter.ware("replace", model, model.cost, replace(enlisted, replace=(*enlisted.replace, model.id)))
        for model in elites
    )
    equipping = (
        counter.ware("equip", piece, piece.cost, replace(enlisted, equip=(*enlisted.equip, piece.id)))
        for piece in found.equipment.values()
        if piece.cost is not None and any(_could_carry(model, piece) for model in models)
    )
    return [*replacing, *equipping]


def _could_carry(model: Model, piece: Equipment) -> bool:
    return piece.suits(model) and not lacks(model, [], piece)


class _Counter:
    """Where something is bought for a unit of the army, or (None) a new unit."""

    def __init__(self, army: Army, enlisted: Enlisted | None) -> None:
        self.army, self.spent = army, cost(army)
        self.over = _excess(army, self.spent)
        now = unit_flaws(army.nation, enlisted) if enlisted else []
        self.before = {(flaw.at, flaw.rule) for flaw in now}

    def ware(
        self,
        kind: Literal["unit", "replace", "equip"],
        what: UnitType | Model | Equipment,
        price: Points,
        changed: Enlisted,
    ) -> Ware:
        """Barred by the first thing that would be wrong with the changed unit and was not before, or by a
        currency that would be overspent further."""
        wrong = (
            flaw for flaw in unit_flaws(self.army.nation, changed) if (flaw.at, flaw.rule) not in self.before
        )
        after = _excess(self.army, self.spent + price)
        dear = (flaw for (name, paid), flaw in after.items() if paid > self._already(name))
        flaw = next(chain(wrong, dear), None)
        return Ware(kind, what.id, what.name, price, Refusal(flaw.words, flaw.rule) if flaw else None)

    def _already(self, currency: str) -> int:
        """What is overpaid before anything is bought here."""
        return max((paid for name, paid in self.over if name == currency), default=0)
