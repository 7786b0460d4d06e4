"""A mob while it is being built: what stands on its sheet, and what each act makes of it (gce.game.forces).

Buying is barred while it would break a limit. Settling the faction, a name or who rides what, and taking
things off, is always allowed; what that leaves wrong is told at once. The lines are the fighters, then the
vehicles; their acts begin with f or v and their number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from warbook.books.gorkamorka.mob.building import (
    MOST_SKILLS,
    Ware,
    cost,
    for_recruit,
    for_ride,
    learned,
    mob_flaws,
    mobs,
    recruit_cost,
    recruits,
    ride_cost,
    with_recruit,
    with_ride,
)
from warbook.books.gorkamorka.mob.crews import fighter_names, vehicle_names
from warbook.books.gorkamorka.mob.data import armour, factions, fighters, gubbinz, skills, vehicles, weapons
from warbook.books.gorkamorka.mob.describing import (
    armour_words,
    fighter_words,
    gubbin_words,
    skill_words,
    vehicle_details,
    vehicle_words,
    weapon_details,
    weapon_words,
)
from warbook.books.gorkamorka.mob.flaws import Flaw
from warbook.books.gorkamorka.mob.written import (
    MOST_FIGHTERS,
    MOST_VEHICLES,
    Mob,
    Recruit,
    Ride,
    write_mob,
)
from warbook.core import drafting
from warbook.core.datafile import Written
from warbook.core.drafting import Line, Offer, Part, Remark, Setting, Sheet, Total, file_name
from warbook.core.questions import Refused

BLANK = Mob("New mob", "orks")
FIELDS = {"weapon": "weapons", "armour": "armour", "skill": "skills", "gubbin": "gubbinz"}  # by kind of ware
GROUPS = {
    "fighter": "Fighters", "vehicle": "Vehicles", "weapon": "Weapons", "armour": "Armour", "skill": "Skills",
    "fixed": "Fixed weapons", "gubbin": "Gubbinz",
}  # fmt: skip
POSTS = ("crew", "driver", "gunner")


def draft(written: Written | None = None, line: int | None = None) -> Sheet:
    mob = drafting.read_draft(written, BLANK)
    known = mob.faction in factions()
    return Sheet(
        file=written or Written(file_name(mob.name), write_mob(mob)),
        title=mob.name,
        save_as=file_name(mob.name),
        settings=_settings(mob),
        totals=_totals(mob) if known else (),
        faults=tuple(_remark(flaw, mob) for flaw in mob_flaws(mob)),
        notes=(),
        lines=(
            *(_fighter_line(mob, n, known and line == n) for n in range(len(mob.fighters))),
            *(
                _vehicle_line(mob, n, known and line == n + len(mob.fighters))
                for n in range(len(mob.vehicles))
            ),
        ),
        offers=tuple(_offer(ware, f"add/{ware.id}") for ware in recruits(mob)) if known else (),
        starts=tuple(
            Offer(f"start/{ready.id}", ready.name, ready.words, group=factions()[ready.faction].name)
            for ready in mobs().values()
        ),
    )


def amend(written: Written | None, act: str, words: str = "") -> Written:
    mob = drafting.read_draft(written, BLANK)
    changed = _whole(mob, act, words) or _of_fighter(mob, act, words) or _of_vehicle(mob, act, words)
    return drafting.amended(written, act, changed, write_mob)


# ---------------------------------------------------------------- the sheet


def _settings(mob: Mob) -> tuple[Setting, ...]:
    anew = "the mob begins anew" if mob.fighters or mob.vehicles else ""
    return (
        drafting.name_setting("name", mob.name),
        drafting.people_setting("faction", "Faction", mob.faction, factions(), anew),
        drafting.words_setting(mob.words),
    )


def _remark(flaw: Flaw, mob: Mob) -> Remark:
    """A flaw with the line and the part it is about."""
    place = re.match(r"\.(fighters|vehicles)\[(\d+)\](?:\.(\w+)\[(\d+)\])?", flaw.at)
    if place is None:
        return Remark(flaw.words, flaw.rule)
    ride = place[1] == "vehicles"
    number = int(place[2])
    line = number + (len(mob.fighters) if ride else 0)
    if place[3] is None:
        return Remark(flaw.words, flaw.rule, line)
    of: Recruit | Ride = mob.vehicles[number] if ride else mob.fighters[number]
    return Remark(flaw.words, flaw.rule, line, _parts_before(of, place[3]) + int(place[4]))


def _parts_before(of: Recruit | Ride, field: str) -> int:
    """How many parts of the line come before those of the field."""
    if isinstance(of, Ride):
        return int(bool(of.fixed_weapon))
    fields = ("weapons", "armour", "skills")
    return sum(len(getattr(of, each)) for each in fields[: fields.index(field)])


def _fighter_line(mob: Mob, number: int, is_open: bool) -> Line:
    recruit, at = mob.fighters[number], f"f{number}"
    kind = fighters().get(recruit.type)
    called = f"{kind.name}: " if kind and recruit.name else ""
    rides = [Offer(f"{at}/foot", "On foot")]
    rides += [Offer(f"{at}/aboard/{n}", name) for n, name in enumerate(vehicle_names(mob))]
    here = next((offer.act for offer in rides[1:] if offer.name == recruit.aboard), rides[0].act)
    post = Setting(
        f"{at}/role",
        "Post",
        f"{at}/role/{recruit.role}",
        tuple(Offer(f"{at}/role/{each}", each.capitalize()) for each in POSTS),
    )
    return Line(
        name=fighter_names(mob)[number],
        words=f"{called}{fighter_words(kind)}" if kind else "",
        details=tuple(
            detail for id in recruit.weapons if id in weapons() for detail in weapon_details(weapons()[id])
        ),
        cost=_teef(recruit_cost(recruit)),
        parts=(
            *(_part(at, "weapon", n, weapons().get(id), id) for n, id in enumerate(recruit.weapons)),
            *(_part(at, "armour", n, armour().get(id), id) for n, id in enumerate(recruit.armour)),
            *(_part(at, "skill", n, skills().get(id), id) for n, id in enumerate(recruit.skills)),
        ),
        settings=(
            drafting.name_setting(f"{at}/name", recruit.name),
            Setting(f"{at}/aboard", "Rides", here, tuple(rides)),
            *([post] if recruit.aboard else []),
        ),
        off=f"{at}/off",
        offers=_offers(at, for_recruit(mob, number)) if is_open else (),
    )


def _vehicle_line(mob: Mob, number: int, is_open: bool) -> Line:
    ride, at = mob.vehicles[number], f"v{number}"
    kind = vehicles().get(ride.type)
    called = f"{kind.name}: " if kind and ride.name else ""
    gun = ride.fixed_weapon
    return Line(
        name=vehicle_names(mob)[number],
        words=f"{called}{vehicle_words(kind)}" if kind else "",
        details=vehicle_details(kind) if kind else (),
        cost=_teef(ride_cost(ride)),
        parts=(
            *([_part(at, "fixed", 0, weapons().get(gun), gun)] if gun else []),
            *(_part(at, "gubbin", n, gubbinz().get(id), id) for n, id in enumerate(ride.gubbinz)),
        ),
        settings=(drafting.name_setting(f"{at}/name", ride.name),),
        off=f"{at}/off",
        offers=_offers(at, for_ride(mob, number)) if is_open else (),
    )


def _part(at: str, kind: str, number: int, found: Any, id: str) -> Part:
    return Part(found.name if found else id, _teef(getattr(found, "cost", 0)), f"{at}/off/{kind}/{number}")


def _offers(at: str, wares: Sequence[Ware]) -> tuple[Offer, ...]:
    return tuple(_offer(ware, f"{at}/{ware.kind}/{ware.id}") for ware in wares)


def _offer(ware: Ware, act: str) -> Offer:
    words, details = _about(ware)
    return Offer(act, ware.name, words, details, _teef(ware.cost), GROUPS[ware.kind], ware.barred)


def _about(ware: Ware) -> tuple[str, tuple[str, ...]]:
    """In short and in detail."""
    match ware.kind:
        case "fighter":
            return fighter_words(fighters()[ware.id]), ()
        case "vehicle":
            return vehicle_words(vehicles()[ware.id]), vehicle_details(vehicles()[ware.id])
        case "weapon" | "fixed":
            return weapon_words(weapons()[ware.id]), weapon_details(weapons()[ware.id])
        case "armour":
            return armour_words(armour()[ware.id]), ()
        case "skill":
            return skill_words(skills()[ware.id]), ()
        case "gubbin":
            return gubbin_words(gubbinz()[ware.id]), ()


def _totals(mob: Mob) -> tuple[Total, ...]:
    """gce.S5: no source says how many skills a new mob has."""
    teef = Total("teef", "teef", cost(mob), factions()[mob.faction].budget)
    return teef, Total("skills (free; their limit is ours)", "", learned(mob), MOST_SKILLS)


def _teef(number: int) -> str:
    return f"{number} teef" if number else "nothing"


# ---------------------------------------------------------------- acts


def _whole(mob: Mob, act: str, words: str) -> Mob | None:
    """The mob after an act about the whole of it; None if it is none of these."""
    kind, _, id = act.partition("/")
    if kind == "faction" and id in factions():
        return mob if id == mob.faction else replace(mob, faction=id, fighters=(), vehicles=())
    if kind == "start" and id in mobs():
        return replace(mobs()[id], id="")
    if kind == "add" and mob.faction in factions():
        return _joined(mob, id)
    return drafting.reworded(mob, act, words)


def _joined(mob: Mob, id: str) -> Mob | None:
    ware = drafting.bought(ware for ware in recruits(mob) if ware.id == id)
    if ware is None:
        return None
    if ware.kind == "fighter":
        _room(len(mob.fighters), MOST_FIGHTERS)
        return replace(mob, fighters=(*mob.fighters, Recruit(id)))
    _room(len(mob.vehicles), MOST_VEHICLES)
    return _renamed(mob, replace(mob, vehicles=(*mob.vehicles, Ride(id))))


def _of_fighter(mob: Mob, act: str, words: str) -> Mob | None:
    """The mob after an act about one of its fighters; None if it is none of these."""
    place = re.fullmatch(r"f([0-9]{1,2})/(\w+)(?:/(.+))?", act)
    if place is None or int(place[1]) >= len(mob.fighters):
        return None
    number, kind, id = int(place[1]), place[2], place[3] or ""
    recruit = mob.fighters[number]
    names = vehicle_names(mob)
    if kind == "name" and not id:
        return with_recruit(mob, number, replace(recruit, name=drafting.said(words)))
    if kind == "foot" and not id:
        return with_recruit(mob, number, replace(recruit, aboard="", role="crew"))
    if kind == "aboard" and id.isdecimal() and int(id) < len(names):
        return with_recruit(mob, number, replace(recruit, aboard=names[int(id)]))
    if kind == "role" and id in POSTS:
        return with_recruit(mob, number, replace(recruit, role=id))
    if kind == "off":
        changed = _taken_off(recruit, id) if id else None
        return with_recruit(mob, number, changed) if changed or not id else None
    if kind not in FIELDS or mob.faction not in factions():
        return None
    if (
        drafting.bought(ware for ware in for_recruit(mob, number) if (ware.kind, ware.id) == (kind, id))
        is None
    ):
        return None
    field = FIELDS[kind]
    return with_recruit(mob, number, replace(recruit, **{field: (*getattr(recruit, field), id)}))


def _of_vehicle(mob: Mob, act: str, words: str) -> Mob | None:
    """The mob after an act about one of its vehicles; None if it is none of these."""
    place = re.fullmatch(r"v([0-9]{1,2})/(\w+)(?:/(.+))?", act)
    if place is None or int(place[1]) >= len(mob.vehicles):
        return None
    number, kind, id = int(place[1]), place[2], place[3] or ""
    ride = mob.vehicles[number]
    if kind == "name" and not id:
        return _renamed(mob, with_ride(mob, number, replace(ride, name=drafting.said(words))))
    if kind == "off" and not id:
        return _renamed(mob, with_ride(mob, number, None), number)
    if kind == "off":
        changed = replace(ride, fixed_weapon="") if id == "fixed/0" else _taken_off(ride, id)
        return with_ride(mob, number, changed) if changed else None
    if kind not in ("fixed", "gubbin") or mob.faction not in factions():
        return None
    if drafting.bought(ware for ware in for_ride(mob, number) if (ware.kind, ware.id) == (kind, id)) is None:
        return None
    if kind == "fixed":
        return with_ride(mob, number, replace(ride, fixed_weapon=id))
    return with_ride(mob, number, replace(ride, gubbinz=(*ride.gubbinz, id)))


def _renamed(before: Mob, after: Mob, gone: int | None = None) -> Mob:
    """The riders follow their vehicles to their new names; those of one that is gone are on foot."""
    new = drafting.new_names(vehicle_names(before), vehicle_names(after), gone)

    def moved(recruit: Recruit) -> Recruit:
        if recruit.aboard in new:
            return replace(recruit, aboard=new[recruit.aboard])
        return replace(recruit, aboard="", role="crew")

    return replace(after, fighters=tuple(map(moved, after.fighters)))


def _taken_off(of: Any, id: str) -> Any:
    """The fighter or vehicle without a part, as in weapon/0; None if it has no such part."""
    kind, _, place = id.partition("/")
    field = FIELDS.get(kind, "")
    had = getattr(of, field, ())
    if not place.isdecimal() or int(place) >= len(had):
        return None
    return replace(of, **{field: (*had[: int(place)], *had[int(place) + 1 :])})


def _room(number: int, most: int) -> None:
    if number >= most:
        raise Refused(f"a mob's file has room for {most} of these")
