"""A gang while it is being built: what stands on its sheet, and what each act makes of it (nec.S1).

Hiring and buying is barred while it would cost too much or break a limit. Settling the house and names, and
taking things off, is always allowed; what that leaves wrong is told at once. The acts of a fighter begin with
f and his number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from warbook.books.family.profiles import origin_words, profile_words
from warbook.books.necromunda.cards import arm_words, armour_words, as_hired, weapon_traits
from warbook.books.necromunda.data import armour, fighter_types, gear, houses, limits, weapons
from warbook.books.necromunda.gangs import (
    HIRING,
    MOST_FIGHTERS,
    GangFile,
    gang_cost,
    gang_files,
    gang_flaws,
    recruit_cost,
    recruit_flaws,
    too_many,
    write_gang,
)
from warbook.books.necromunda.state import Gang, Recruit
from warbook.core import drafting
from warbook.core.datafile import Flaw, Written
from warbook.core.drafting import Line, Offer, Part, Remark, Setting, Sheet, Total, file_name
from warbook.core.questions import Refusal

BLANK = GangFile(name="New gang")
LISTS = {
    "hand_to_hand": "Hand-to-hand weapons", "pistol": "Pistols", "basic": "Basic weapons",
    "special": "Special weapons", "heavy": "Heavy weapons", "grenade": "Grenades",
}  # fmt: skip
HOUSE = Remark("a house is a name here: what its fighters learn belongs to the campaign", HIRING)


def draft(written: Written | None = None, line: int | None = None) -> Sheet:
    gang = drafting.read_draft(written, BLANK)
    names = fighter_names(gang)
    return Sheet(
        file=written or Written(file_name(gang.name), write_gang(gang)),
        title=gang.name,
        save_as=file_name(gang.name),
        settings=_settings(gang),
        totals=(Total("credits", "credits", gang_cost(gang), limits().budget),),
        faults=tuple(map(_remark, gang_flaws(gang))),
        notes=(HOUSE, *_grown(gang)),
        lines=tuple(_line(gang, number, name, is_open=number == line) for number, name in enumerate(names)),
        offers=tuple(_hirings(gang)),
        starts=tuple(_starts()),
    )


def amend(written: Written | None, act: str, words: str = "") -> Written:
    gang = drafting.read_draft(written, BLANK)
    changed = _whole(gang, act, words) or _of_fighter(gang, act, words)
    return drafting.amended(written, act, changed, write_gang)


def fighter_names(gang: GangFile) -> tuple[str, ...]:
    """What each is called on the sheet; who has no name gets one when a battle begins."""
    kinds = ((recruit, fighter_types().get(recruit.type)) for recruit in gang.fighters)
    return drafting.numbered(
        [recruit.name or (kind.name if kind else recruit.type) for recruit, kind in kinds]
    )


# ---------------------------------------------------------------- the sheet


def _settings(gang: GangFile) -> tuple[Setting, ...]:
    known = [Offer(f"house/{house.id}", house.name) for house in houses().values()]
    other = [] if gang.house in ("", *houses()) else [Offer(f"house/{gang.house}", gang.house)]
    return (
        drafting.name_setting("name", gang.name),
        Setting("house", "House", f"house/{gang.house}", (Offer("house/", "None"), *known, *other)),
    )


def _starts() -> Iterator[Offer]:
    for id, gang in gang_files().items():
        yield Offer(
            f"start/{id}",
            gang.name,
            f"{len(gang.fighters)} fighters",
            cost=_credits(gang_cost(gang)),
            group=houses()[gang.house].name,
        )


def _remark(flaw: Flaw) -> Remark:
    """A flaw with the line it is about."""
    place = re.match(r"\.fighters\[(\d+)\]", flaw.at)
    return Remark(flaw.words, flaw.rule, int(place[1]) if place else None)


def _grown(gang: GangFile) -> Iterator[Remark]:
    cost, budget = gang_cost(gang), limits().budget
    if cost > budget:
        yield Remark(f"it costs {cost} credits, more than the {budget} of a new gang; it may fight", HIRING)


def _line(gang: GangFile, number: int, name: str, is_open: bool) -> Line:
    recruit, at = gang.fighters[number], f"f{number}"
    title = drafting.name_setting(f"{at}/name", recruit.name)
    sound = not recruit_flaws(recruit)
    kind = fighter_types().get(recruit.type)
    called = f"{kind.name}: " if kind and recruit.name else ""
    return Line(
        name=name,
        words=f"{called}{profile_words(kind.profile)}" if kind else "",
        details=tuple(_carried(recruit)) if sound else (),
        cost=_credits(recruit_cost(recruit)),
        parts=tuple(_parts(recruit, at)),
        settings=(title,),
        off=f"{at}/off",
        offers=tuple(_wares(gang, number)) if is_open and sound else (),
    )


def _carried(recruit: Recruit) -> Iterator[str]:
    for id in recruit.weapons:
        yield f"{weapons()[id].name}: {_weapon_line(recruit, id)}."
    if recruit.armour:
        yield f"{armour()[recruit.armour].name}: {armour_words(armour()[recruit.armour])}."
    for id in recruit.gear:
        yield f"{gear()[id].name}: {gear()[id].effect}."


def _parts(recruit: Recruit, at: str) -> Iterator[Part]:
    """What he carries and wears; what nobody sells has no price."""
    guns = {id: (weapon.name, weapon.price) for id, weapon in weapons().items()}
    worn = {id: (suit.name, suit.cost) for id, suit in armour().items()}
    items = {id: (item.name, item.cost) for id, item in gear().items()}
    suits = [recruit.armour] if recruit.armour else []
    for kind, has, sold in (
        ("weapon", recruit.weapons, guns),
        ("armour", suits, worn),
        ("gear", recruit.gear, items),
    ):
        for number, id in enumerate(has):
            name, price = sold.get(id, (id, 0))
            yield Part(name, _credits(price), f"{at}/off/{kind}/{number}")


def _hirings(gang: GangFile) -> Iterator[Offer]:
    """The types of fighters, and why one cannot join now."""
    for kind in fighter_types().values():
        lists = ", ".join(LISTS[name].lower() for name in kind.weapon_lists)
        yield Offer(
            f"add/{kind.id}",
            kind.name,
            profile_words(kind.profile),
            (
                f"May carry {lists}.",
                *([f"{_begun(kind.note)}."] if kind.note else []),
                f"{_begun(origin_words(kind))}.",
            ),
            _credits(kind.cost),
            "Fighters",
            _no_hiring(gang, kind.id),
        )


def _wares(gang: GangFile, number: int) -> Iterator[Offer]:
    """What one fighter may buy, and why not now: of the weapons those of his lists, and shells and missiles
    for the guns he has."""
    recruit, at = gang.fighters[number], f"f{number}"
    for weapon in weapons().values():
        mode = bool(weapon.part_of) and (weapon.part_of not in recruit.weapons or not weapon.price)
        if weapon.list not in fighter_types()[recruit.type].weapon_lists or mode:
            continue
        armed = replace(recruit, weapons=(*recruit.weapons, weapon.id))
        yield Offer(
            f"{at}/weapon/{weapon.id}",
            weapon.name,
            _weapon_line(recruit, weapon.id),
            (
                *(f"{trait.name}: {trait.words}." for trait in weapon_traits(weapon)),
                f"{_begun(origin_words(weapon))}.",
            ),
            _credits(weapon.price),
            LISTS[weapon.list],
            _no_buying(gang, number, armed),
        )
    for worn in armour().values():
        dressed = replace(recruit, armour=worn.id)
        barred = _no_buying(gang, number, dressed)
        if recruit.armour:
            barred = Refusal("he wears armour already; take that off first", HIRING)
        yield Offer(
            f"{at}/armour/{worn.id}",
            worn.name,
            armour_words(worn),
            (f"{_begun(origin_words(worn))}.",),
            _credits(worn.cost),
            "Armour",
            barred,
        )
    for item in gear().values():
        barred = _no_buying(gang, number, replace(recruit, gear=(*recruit.gear, item.id)))
        if item.id in recruit.gear:
            barred = Refusal("he has one, and a second does nothing", HIRING)
        yield Offer(
            f"{at}/gear/{item.id}",
            item.name,
            item.effect,
            (f"{_begun(origin_words(item))}.",),
            _credits(item.cost),
            "Gear",
            barred,
        )


def _weapon_line(recruit: Recruit, weapon: str) -> str:
    """The weapon in the hands of this fighter."""
    battle = as_hired(Gang("", "", (recruit,)))
    return "; ".join(arm_words(battle, battle.fighters[0], weapons()[weapon]))


def _credits(number: int) -> str:
    return f"{number} credits" if number else "nothing"


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


# ---------------------------------------------------------------- why not


def _no_hiring(gang: GangFile, kind: str) -> Refusal | None:
    """A limit that one more would break, or break further; juves may come before those who outnumber them."""
    kinds = [recruit.type for recruit in gang.fighters]
    if len(kinds) >= MOST_FIGHTERS:
        return Refusal(f"a gang has at most {MOST_FIGHTERS} fighters", HIRING)
    if kind != "juve":
        was = len([*too_many(kinds)])
        worse = [*too_many([*kinds, kind])]
        if len(worse) > was or (worse and kind in ("leader", "heavy")):
            return Refusal(worse[0], HIRING)
    return _too_dear(gang_cost(gang) + fighter_types()[kind].cost)


def _no_buying(gang: GangFile, number: int, recruit: Recruit) -> Refusal | None:
    before = gang.fighters[number]
    if flaws := recruit_flaws(recruit):
        return Refusal(flaws[0].words, flaws[0].rule)
    return _too_dear(gang_cost(gang) - recruit_cost(before) + recruit_cost(recruit))


def _too_dear(cost: int) -> Refusal | None:
    if cost <= limits().budget:
        return None
    return Refusal(f"the gang would cost {cost} credits, and a new one has {limits().budget}", HIRING)


# ---------------------------------------------------------------- acts


def _whole(gang: GangFile, act: str, words: str) -> GangFile | None:
    """The gang after an act about the whole of it; None if it is none of these."""
    kind, _, id = act.partition("/")
    if kind == "house" and id in ("", gang.house, *houses()):
        return replace(gang, house=id)
    if kind == "start" and id in gang_files():
        return replace(gang_files()[id], id="")
    if kind == "add" and drafting.bought(offer for offer in _hirings(gang) if offer.act == act):
        return replace(gang, fighters=(*gang.fighters, Recruit(id)))
    return replace(gang, name=drafting.said(words)) if act == "name" else None


def _of_fighter(gang: GangFile, act: str, words: str) -> GangFile | None:
    """The gang after an act about one of its fighters; None if it is none of these."""
    place = re.fullmatch(r"f([0-9]{1,2})/(\w+)(?:/(.+))?", act)
    if place is None or int(place[1]) >= len(gang.fighters):
        return None
    number, kind, id = int(place[1]), place[2], place[3] or ""
    recruit = gang.fighters[number]
    if kind == "off" and not id:
        return replace(gang, fighters=(*gang.fighters[:number], *gang.fighters[number + 1 :]))
    changed = None
    if kind == "name" and not id:
        changed = replace(recruit, name=drafting.said(words))
    elif kind == "off":
        changed = _taken_off(recruit, id)
    elif not recruit_flaws(recruit) and drafting.bought(o for o in _wares(gang, number) if o.act == act):
        changed = _with(recruit, kind, id)
    if changed is None:
        return None
    return replace(gang, fighters=(*gang.fighters[:number], changed, *gang.fighters[number + 1 :]))


def _with(recruit: Recruit, kind: str, id: str) -> Recruit:
    match kind:
        case "weapon":
            return replace(recruit, weapons=(*recruit.weapons, id))
        case "gear":
            return replace(recruit, gear=(*recruit.gear, id))
        case _:
            return replace(recruit, armour=id)


def _taken_off(recruit: Recruit, id: str) -> Recruit | None:
    """The fighter without a part, as in weapon/0; None if he has no such part."""
    kind, _, place = id.partition("/")
    field = {"weapon": "weapons", "gear": "gear"}.get(kind, "")
    if kind == "armour" and recruit.armour:
        return replace(recruit, armour="")
    had: tuple[str, ...] = getattr(recruit, field, ())
    if not place.isdecimal() or int(place) >= len(had):
        return None
    return replace(recruit, **{field: (*had[: int(place)], *had[int(place) + 1 :])})
