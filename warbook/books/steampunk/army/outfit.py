"""Who in a unit carries what: replacements, room on the models, and what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from warbook.books.steampunk.army.abilities import Ability
from warbook.books.steampunk.army.data import army_list, equipment_of, model_of
from warbook.books.steampunk.army.lists import Equipment, Model, UnitType
from warbook.books.steampunk.army.written import Enlisted
from warbook.core.datafile import Flaw, did_you_mean

ANY_NUMBER = -1
UNPAIRED = Ability("does-not-pair")


class Bearer(Struct):
    """A model and what is bought for it alone and for the whole unit, each in the order of the army."""

    model: Model
    own: list[Equipment] = []
    common: list[Equipment] = []

    def bought(self) -> list[Equipment]:
        """What it carries of both. Where its own equipment leaves no room for what the unit was bought, it
        goes without that; its own comes last, so that it has the last word in assault."""
        carried = list(self.own)
        kept = []
        for piece in self.common:
            if not lacks(self.model, carried, piece):
                carried.append(piece)
                kept.append(piece)
        return [*kept, *self.own]

    def issued(self) -> list[Equipment]:
        """The issued equipment that it keeps: all that yields to nothing it was bought, as the two-handed
        standard weapon does to one-handed upgrades (spf.army.standard-weapon-two-handed, ruling A3)."""
        bought = self.bought()
        kept: list[Equipment] = []
        for piece in filter(None, map(equipment_of, self.model.issued)):
            wanted = {slot for slot in piece.slots if any(slot in other.slots for other in bought)}
            if not wanted & set(lacks(self.model, [*bought, *kept], piece)):
                kept.append(piece)
        return kept


class Outfit(Struct):
    """A unit with its models equipped, and what of its purchases is wrong; at is relative to the unit."""

    bearers: list[Bearer]
    shared: Equipment | None = None
    flaws: list[Flaw] = []


def outfit(unit: UnitType, enlisted: Enlisted) -> Outfit:
    """The unit's models with what they carry, those that replace regular ones first: what is priced for one
    model goes to the first that may have it (spf.army.elite-equipment), and what is priced for the unit to
    every model that meets its needs (spf.army.weapon-upgrade-scope, ruling A10)."""
    made = Outfit([])
    for model in _ranks(unit, enlisted.replace, made.flaws):
        made.bearers.append(Bearer(model))
    pieces = [_for_sale(unit, id, f".equip[{n}]", made.flaws) for n, id in enumerate(enlisted.equip)]
    for number, piece in enumerate(pieces):
        if piece is not None:
            _try(_arm_one if piece.per == "model" else _arm_all, made, piece, f".equip[{number}]")
    unfit = {flaw.at for flaw in made.flaws}
    carried = {piece.id for bearer in made.bearers for piece in bearer.bought()}
    for number, piece in enumerate(pieces):
        at = f".equip[{number}]"
        if piece and not piece.shared and at not in unfit and piece.id not in carried:
            made.flaws.append(_in_the_way(piece, at))
    return made


def lacks(model: Model, carried: Sequence[Equipment], piece: Equipment) -> list[str]:
    """The slots that the model has too few of for the piece beside what it carries (spf.army.upgrade-space);
    what needs none may be taken in any number (spf.army.independent)."""
    limited = [slot for slot in piece.slots if model.slots.get(slot, 0) != ANY_NUMBER]
    return [
        slot
        for slot in limited
        if model.slots.get(slot, 0) < sum(other.slots.get(slot, 0) for other in (*carried, piece))
    ]


# ---------------------------------------------------------------- replacements


def _ranks(unit: UnitType, replace: Sequence[str], flaws: list[Flaw]) -> list[Model]:
    """The models of the unit after replacements; their number never changes (spf.army.elite-replaces,
    spf.army.models-per-unit)."""
    regulars = list(unit.models)
    ranks = []
    known = [
        model for model in army_list(unit.nation).models.values() if set(model.replaces) & set(unit.models)
    ]
    for number, id in enumerate(replace):
        at = f".replace[{number}]"
        model = model_of(id)
        if model is None or model not in known:
            ids = [each.id for each in known]
            right = did_you_mean(id, ids) if ids else "; no model of this unit can be replaced"
            words = f"'{id}' replaces no model of {unit.name}{right}"
            flaws.append(Flaw(at, words, "spf.army.elite-replaces"))
            continue
        left = [regular for regular in regulars if regular in model.replaces]
        if not left:
            words = f"{unit.name} has no regular model left for {model.name} to replace; take one out"
            flaws.append(Flaw(at, words, "spf.army.elite-replaces"))
            continue
        regulars.remove(left[0])
        ranks.append(model)
    return [*ranks, *filter(None, map(model_of, regulars))]


# ---------------------------------------------------------------- equipment


class _Unfit(Exception):
    def __init__(self, words: str, rule: str) -> None:
        super().__init__(words)
        self.rule = rule


def _try(give: Callable[[Outfit, Equipment], None], made: Outfit, piece: Equipment, at: str) -> None:
    try:
        give(made, piece)
    except _Unfit as unfit:
        made.flaws.append(Flaw(at, str(unfit), unfit.rule))


def _for_sale(unit: UnitType, id: str, at: str, flaws: list[Flaw]) -> Equipment | None:
    piece = army_list(unit.nation).equipment.get(id)
    if piece is not None and piece.cost is not None:
        return piece
    if piece is None:
        sold = [each.id for each in army_list(unit.nation).equipment.values() if each.cost is not None]
        words = f"there is no equipment '{id}' in this list{did_you_mean(id, sold)}"
    else:
        words = f"{piece.name} is only issued and cannot be bought; take it out"
    flaws.append(Flaw(at, words, "spf.army.costs-in-list"))
    return None


def _arm_one(made: Outfit, piece: Equipment) -> None:
    suited = _suited(made, piece)
    free = [b for b in suited if piece not in b.own and not lacks(b.model, b.own, piece)]
    if not free:
        raise _Unfit(
            f"{len(suited)} of the models may have {piece.name}, one each; none of them has room left: "
            "take one out, or replace another regular model",
            "spf.army.elite-equipment",
        )
    free[0].own.append(piece)


def _arm_all(made: Outfit, piece: Equipment) -> None:
    suited = _suited(made, piece)
    if piece.shared:
        _share(made, piece, suited)
        return
    for bearer in suited:
        if UNPAIRED in _words(piece) and piece in bearer.common:
            words = f"{piece.name} may not be taken twice on a model; take one out"
            raise _Unfit(words, "spf.army.upgrade-space")
        for slot in lacks(bearer.model, bearer.common, piece):
            raise _Unfit(_no_room(bearer.model, [*bearer.common, piece], slot), _rule_of(slot))
    for bearer in suited:
        bearer.common.append(piece)


def _share(made: Outfit, piece: Equipment, suited: Sequence[Bearer]) -> None:
    if made.shared is not None:
        words = f"a unit has at most one shared weapon; {piece.name} cannot join {made.shared.name}"
        raise _Unfit(words, "spf.army.shared-limit")
    if all(lacks(bearer.model, [], piece) for bearer in suited):
        words = f"{piece.name} is a shared weapon, and no model of this unit has room for one; take it out"
        raise _Unfit(words, "spf.army.upgrade-space")
    made.shared = piece


def _in_the_way(piece: Equipment, at: str) -> Flaw:
    words = f"every model that could carry {piece.name} has its own equipment in that place; take it out"
    return Flaw(at, words, "spf.army.upgrade-space")


def _suited(made: Outfit, piece: Equipment) -> list[Bearer]:
    suited = [bearer for bearer in made.bearers if piece.suits(bearer.model)]
    if not suited:
        needs = " and ".join("/".join(group) for group in piece.needs)
        raise _Unfit(f"{piece.name} needs a model that is {needs}; none here is", "spf.army.upgradable")
    return suited


def _no_room(model: Model, pieces: Sequence[Equipment], slot: str) -> str:
    """The words for a slot that is overfull."""
    takers = [f"{piece.name} ({piece.slots[slot]})" for piece in pieces if piece.slots.get(slot)]
    room = model.slots.get(slot, 0)
    if len(takers) == 1:
        return f"{takers[0]} needs more {slot} than {model.name} has ({room}); take it out"
    return f"{model.name} has {room} {slot}; {' and '.join(takers)} need more: take one out"


def _rule_of(slot: str) -> str:
    return "spf.army.hands" if slot == "hands" else "spf.army.upgrade-space"


def _words(piece: Equipment) -> tuple[Ability, ...]:
    return (*piece.abilities, *(piece.weapon.abilities if piece.weapon else ()))
