"""Hits on foot units: wounds, who is given them, going to ground, saves, and who is removed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.shooting.dice import AUTOMATIC
from warbook.books.vehicles.shooting.troops_dice import (
    ALL_ARMOUR,
    Attack,
    Group,
    Wounds,
    all_wounds,
    best_save,
    dealt,
    kills_outright,
    saves,
    wound_need,
)
from warbook.books.vehicles.state import Game, Model, Unit, Vehicle
from warbook.books.vehicles.wounds.falling import fallen
from warbook.books.vehicles.wounds.groups import Ranks, common, ranks_of
from warbook.core.events import Became, Removed
from warbook.core.questions import Choose, Option

OPEN_COVER = 6  # veh.P7.ground: gone to ground where there is no cover
BEST_COVER = 2


class WoundHit(Struct, frozen=True):
    """A hit on a foot unit; an `ap` of None is a dash."""

    strength: int
    ap: int | None = None
    poisoned: int = 0
    rending: bool = False
    ignores_cover: bool = False
    no_armour_save: bool = False


class Kind(Struct, frozen=True):
    """Wounds that are alike, before anybody saves."""

    attack: Attack
    count: int
    rends: bool = False


class Suffered(Struct, frozen=True):
    """What came of wounds: models removed, and Wounds lost by all together (veh.P12 counts those)."""

    models: int = 0
    wounds: int = 0


class Loss(Struct, frozen=True):
    """What an answer comes to: the wounds that are not saved, on average."""

    unsaved: float


class First(Struct, frozen=True):
    """Who is given wounds first: the number of his kind in the unit's type."""

    kind: int


def hurt(
    game: Game,
    unit: Unit,
    hits: Sequence[WoundHit],
    by: str,
    cover: int = 0,
    rule: str = "veh.P6",
    shooting: bool = False,
) -> int:
    """Hits that have landed, rolled to wound by the piece `by`; how many models are lost."""
    t = common(game.battle, unit, "t")
    attacks = tuple((hits.count(hit), attack_of_hit(hit, t)) for hit in dict.fromkeys(hits))
    came = game.rolling(by).roll(all_wounds, attacks)
    return suffer(game, unit, kinds_of(attacks, came), cover, rule, shooting).models


def attack_of_hit(hit: WoundHit, t: int) -> Attack:
    """A hit that has landed, against a unit of that Toughness."""
    ap = ALL_ARMOUR if hit.no_armour_save else NEVER if hit.ap is None else hit.ap
    need = wound_need(hit.strength, t, hit.poisoned)
    return Attack(AUTOMATIC, need, hit.strength, ap, hit.rending, hit.ignores_cover)


def kinds_of(attacks: Sequence[tuple[int, Attack]], came: Sequence[Wounds]) -> list[Kind]:
    """The wounds of attacks, the worst first: so they are dealt (veh.P14.wounds)."""
    found = [
        Kind(attack, count, bool(rends))
        for (_, attack), each in zip(attacks, came, strict=True)
        for rends, count in enumerate((each.wounds - each.rends, each.rends))
        if count
    ]
    return sorted(
        found,
        key=lambda kind: (not kind.rends, kind.attack.ap, not kind.attack.ignores_cover, -kind.attack.s),
    )


def suffer(
    game: Game,
    unit: Unit,
    kinds: Sequence[Kind],
    cover: int = 0,
    rule: str = "veh.P6",
    shooting: bool = False,
) -> Suffered:
    """Wounds given to the models of a unit, saved from or not. `cover` is that of where it stands: 2 to 6, or
    0 for none; what going to ground makes of it is seen to here."""
    battle = game.battle
    ranks = ranks_of(battle, unit)
    if not kinds or not ranks:
        return Suffered()
    if shooting:
        _offer_ground(game, unit, ranks, kinds, cover)
    ranks = _in_order(game, unit, ranks, kinds)
    need = cover_need(unit, cover)
    given = dealt(tuple(kind.count for kind in kinds), tuple(each.group for each in ranks))
    models = wounds = 0
    hit = list[tuple[Ranks, Group]]()
    for each, mine in zip(ranks, given, strict=True):
        if not sum(mine):
            continue
        blows = tuple(
            (
                count,
                best_save(each.group, kind.attack, need, kind.rends),
                kills_outright(each.group, kind.attack),
            )
            for kind, count in zip(kinds, mine, strict=True)
            if count
        )
        after = game.rolling(unit.id).roll(saves, each.group, blows)
        models += each.group.models - after.models
        wounds += _left(each.group) - _left(after)
        hit.append((each, after))
    gone = fallen(game, unit, [(each, each.group.models - after.models) for each, after in hit])
    for (each, after), those in zip(hit, gone, strict=True):
        _take_off(game, unit, each, after, those, rule)
    if shooting:
        unit.lost += models
    return Suffered(models, wounds)


def cover_need(unit: Unit, cover: int, grounded: bool | None = None) -> int:
    """veh.P7.cover, veh.P7.ground: what the unit's cover save needs, NEVER where it has none."""
    if grounded if grounded is not None else unit.grounded_until:
        return max(BEST_COVER, cover - 1) if cover else OPEN_COVER
    return cover or NEVER


# ---------------------------------------------------------------- going to ground


def go_to_ground(game: Game, unit: Unit, rule: str = "veh.P7.ground") -> None:
    unit.grounded_until = game.battle.next_own_turn(unit.side)
    words = f"{unit.name} goes to ground until the end of its turn {unit.grounded_until}."
    game.tell(Became(piece=unit.id, status="gone to ground", words=words, rule=rule))


def get_up(game: Game, side: str) -> None:
    """At the end of the side's turn (veh.P7.ground)."""
    for unit in game.battle.units:
        if unit.side == side and unit.grounded_until and unit.grounded_until <= game.battle.turn:
            rise(game, unit)


def rise(game: Game, unit: Unit) -> None:
    if unit.grounded_until:
        unit.grounded_until = 0
        game.tell(Became(piece=unit.id, status="gone to ground", gained=False, rule="veh.P7.ground"))


def _offer_ground(game: Game, unit: Unit, ranks: Sequence[Ranks], kinds: Sequence[Kind], cover: int) -> None:
    """Asked where it makes a save better than it is. Only foot units are: veh.target.no-go-to-ground."""
    if unit.grounded_until or unit.locked or unit.falling_back or unit.aboard:
        return
    as_is = _unsaved(ranks, kinds, cover_need(unit, cover, False))
    lower = _unsaved(ranks, kinds, cover_need(unit, cover, True))
    if lower >= as_is:
        return
    options = [
        Option("ground", "Go to ground: it does nothing in its next turn", about=Loss(lower)),
        Option("stand", "Stand", about=Loss(as_is)),
    ]
    count = sum(kind.count for kind in kinds)
    text = f"{unit.name} has {count} wound{'s' * (count > 1)} to save: does it go to ground?"
    question = Choose(text, options, "veh.P7.ground", unit.id, "stand", kind="go to ground")
    if game.ask(unit.side, question) == "ground":
        go_to_ground(game, unit)


def _unsaved(ranks: Sequence[Ranks], kinds: Sequence[Kind], cover: int) -> float:
    """Wounds that are not saved on average, if they are dealt as usual."""
    given = dealt(tuple(kind.count for kind in kinds), tuple(each.group for each in ranks))
    return sum(
        count * (min(best_save(each.group, kind.attack, cover, kind.rends).need, NEVER) - 1) / 6
        for each, mine in zip(ranks, given, strict=True)
        for kind, count in zip(kinds, mine, strict=True)
    )


# ---------------------------------------------------------------- who is wounded, who is removed


def _in_order(game: Game, unit: Unit, ranks: list[Ranks], kinds: Sequence[Kind]) -> list[Ranks]:
    """veh.P14.wounds: the owner says who is wounded first. It is all one if everybody has as many of one
    kind."""
    models = sum(each.group.models for each in ranks)
    wounds = sum(kind.count for kind in kinds)
    if len(ranks) == 1 or (len(kinds) == 1 and wounds % models == 0):
        return ranks
    options = [Option(str(each.kind), f"The {each.name} first", about=First(each.kind)) for each in ranks]
    which = f"{wounds} wounds: who is given them first?" if wounds > 1 else "1 wound: who is given it?"
    text = f"{unit.name} has {which}"
    question = Choose(text, options, "veh.P14.wounds", unit.id, options[0].id, kind="wounds")
    first = game.ask(unit.side, question)
    return sorted(ranks, key=lambda each: str(each.kind) != first)


def _left(group: Group) -> int:
    return group.models * group.w - group.hurt


def _take_off(game: Game, unit: Unit, ranks: Ranks, after: Group, gone: Sequence[Model], rule: str) -> None:
    """These models of a group go; one of those who stay may be wounded."""
    for model in gone:
        remove(game, model, f"The {ranks.name} of {unit.name} falls.", rule)
    if after.hurt:
        left = [model for model in ranks.models if model.place != "out"]
        min(left, key=lambda model: model.wounds).wounds = ranks.group.w - after.hurt


def wound(game: Game, model: Model, words: str, rule: str) -> None:
    """One wound that nothing saves from."""
    model.wounds -= 1
    if model.wounds <= 0:
        remove(game, model, words, rule)


def remove(game: Game, model: Model, words: str, rule: str) -> None:
    """Takes a model off; with the last one goes its unit."""
    battle = game.battle
    model.place, model.wounds = "out", 0
    game.tell(Removed(piece=model.id, words=words, rule=rule))
    unit = battle.unit(model.unit)
    if not battle.members(unit):
        _gone(game, unit, rule)


def destroy(game: Game, unit: Unit, words: str, rule: str) -> None:
    """Takes a whole unit off."""
    for model in game.battle.members(unit):
        model.place, model.wounds = "out", 0
        game.tell(Removed(piece=model.id, rule=rule))
    _gone(game, unit, rule, words)


def _gone(game: Game, unit: Unit, rule: str, words: str = "") -> None:
    battle = game.battle
    foes: list[Unit | Vehicle] = [*battle.units, *battle.vehicles]
    for foe in foes:
        if unit.id in foe.locked:
            foe.locked = tuple(each for each in foe.locked if each != unit.id)
    unit.locked, unit.aboard, unit.falling_back, unit.grounded_until = (), "", False, 0
    words = words or f"Nobody is left of {unit.name}."
    game.tell(Became(piece=unit.id, status="destroyed", words=words, rule=rule))
