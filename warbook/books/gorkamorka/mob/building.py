"""Building a mob: what it costs, what is wrong with it, and what can still be bought (gce.game.forces).

The limits are those of the factions' data; where no source has one, it says so there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import PurePath
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.family.wording import counted
from warbook.books.gorkamorka.mob.crews import crew_flaws
from warbook.books.gorkamorka.mob.data import (
    DATA,
    armour,
    factions,
    fighters,
    gubbinz,
    skills,
    vehicles,
    weapons,
)
from warbook.books.gorkamorka.mob.flaws import FORCES, Flaw, an, unknown
from warbook.books.gorkamorka.mob.lists import Armour, Faction, Fighter, Gubbin, Skill, VehicleType, Weapon
from warbook.books.gorkamorka.mob.written import MOST_CARRIED, Mob, Recruit, Ride
from warbook.core.book import Choice, Offers
from warbook.core.datafile import Written, did_you_mean, parse_toml, read_written
from warbook.core.questions import Refusal

MOST_SKILLS = 3  # gce.S5: of a whole mob
MOST_DODGY = 3  # times that Dodgy Git can be taken

Shelf: TypeAlias = Literal["fighter", "vehicle", "weapon", "armour", "skill", "fixed", "gubbin"]


class Ware(Struct, frozen=True):
    """Something that can be had, and why not now, if it cannot."""

    kind: Shelf
    id: str
    name: str
    cost: int
    barred: Refusal | None = None


@cache
def mobs() -> dict[str, Mob]:
    """The ready-made mobs, by id."""
    found = [read_mob(read_written(path)) for path in sorted((DATA / "mobs").glob("*.toml"))]
    return {mob.id: mob for mob in found}


def read_mob(written: Written) -> Mob:
    """A mob of one's own; refuses one that may not fight. One without id gets its file's name."""
    mob = parse_toml(written.text, written.name, Mob, mob_flaws)
    return mob if mob.id else replace(mob, id=PurePath(written.name).stem)


# ---------------------------------------------------------------- cost


def cost(mob: Mob) -> int:
    """What the mob costs, in teef; unknown names cost nothing."""
    return sum(map(recruit_cost, mob.fighters)) + sum(map(ride_cost, mob.vehicles))


def mob_offered(mob: Mob) -> Choice:
    fighters, vehicles = counted(len(mob.fighters), "fighter"), counted(len(mob.vehicles), "vehicle")
    return Choice(mob.id, mob.name, f"{fighters}, {vehicles}, {cost(mob)} teef")


force_offers = Offers("mob", mobs, read_mob, mob_offered)


def recruit_cost(recruit: Recruit) -> int:
    """A fighter with what he carries. Skills are learned and cost nothing."""
    kind = fighters().get(recruit.type)
    carried = chain(map(weapons().get, recruit.weapons), map(armour().get, recruit.armour))
    return (kind.cost if kind else 0) + sum(piece.cost for piece in carried if piece)


def learned(mob: Mob) -> int:
    """How many skills there are in a mob."""
    return sum(len(recruit.skills) for recruit in mob.fighters)


def ride_cost(ride: Ride) -> int:
    kind = vehicles().get(ride.type)
    fitted = chain([weapons().get(ride.fixed_weapon)], map(gubbinz().get, ride.gubbinz))
    return (kind.cost if kind else 0) + sum(piece.cost for piece in fitted if piece)


# ---------------------------------------------------------------- what is wrong


def mob_flaws(mob: Mob) -> list[Flaw]:
    """Everything about the mob that is not allowed; nothing if it may fight."""
    return [*limit_flaws(mob), *crew_flaws(mob)] if mob.faction in factions() else limit_flaws(mob)


def limit_flaws(mob: Mob) -> list[Flaw]:
    """What is wrong with what was bought, whoever rides what."""
    faction = factions().get(mob.faction)
    if faction is None:
        return [unknown(".faction", "faction", mob.faction, factions())]
    recruits = (_recruit_flaws(faction, n, recruit) for n, recruit in enumerate(mob.fighters))
    rides = (_ride_flaws(faction, n, ride) for n, ride in enumerate(mob.vehicles))
    return [*_whole_flaws(faction, mob), *chain.from_iterable(recruits), *chain.from_iterable(rides)]


def _whole_flaws(faction: Faction, mob: Mob) -> Iterator[Flaw]:
    spent = cost(mob)
    if spent > faction.budget:
        words = f"the mob costs {spent} teef and may cost {faction.budget}; save {spent - faction.budget}"
        yield Flaw("", words, FORCES, "budget", spent - faction.budget)
    known = [fighters()[each.type] for each in mob.fighters if each.type in fighters()]
    counts = Counter(kind.id for kind in known)
    for kind in _types(faction):
        number = counts[kind.id]
        if number < kind.min:
            words = f"a mob of {faction.name} has {an(kind.name)}; add one"
            yield Flaw(".fighters", words, FORCES, f"least {kind.id}")
        if kind.max is not None and number > kind.max:
            words = f"a mob has at most {kind.max} {kind.name}; here are {number}"
            yield Flaw(".fighters", words, FORCES, f"most {kind.id}", number - kind.max)
    skilled = learned(mob)
    if skilled > MOST_SKILLS:
        words = f"a mob that is bought has at most {MOST_SKILLS} skills in all; here are {skilled}"
        yield Flaw(".fighters", words, "gce.S5", "skills", skilled - MOST_SKILLS)
    yield from _share_flaws(faction, known)
    yield from _vehicle_flaws(faction, mob, counts)


def _share_flaws(faction: Faction, known: Sequence[Fighter]) -> Iterator[Flaw]:
    """Novices are at most half of the mob, its servants not counted, and servants no more than the others."""
    servants = [kind for kind in known if kind.role == "servant"]
    others = len(known) - len(servants)
    novices = sum(kind.role == "novice" for kind in known)
    most = (others + int(faction.half_rounded_up)) // 2
    if novices > most:
        name = next(kind.name for kind in known if kind.role == "novice")
        words = f"at most half of the mob may be {name}: {most} of {others}; here are {novices}"
        yield Flaw(".fighters", words, FORCES, "novices", novices - most)
    if not servants:
        return
    master = fighters().get(faction.servants_need)
    if master and not any(kind.id == master.id for kind in known):
        words = f"{an(servants[0].name)} needs {an(master.name)} in the mob; add one"
        yield Flaw(".fighters", words, FORCES, "master")
    if len(servants) > others:
        words = f"{servants[0].name} may not outnumber the others; here are {len(servants)} to {others}"
        yield Flaw(".fighters", words, FORCES, "servants", len(servants) - others)


def _vehicle_flaws(faction: Faction, mob: Mob, counts: Counter[str]) -> Iterator[Flaw]:
    """gce.S3."""
    number = len(mob.vehicles)
    if faction.vehicles_up_to_fighters and number > len(mob.fighters):
        words = f"a mob has no more vehicles than fighters; here are {number} for {len(mob.fighters)}"
        yield Flaw(".vehicles", words, FORCES, "vehicles", number - len(mob.fighters))
    if not faction.mechanic:
        return
    sizes = [vehicles()[ride.type].size for ride in mob.vehicles if ride.type in vehicles()]
    needed = sizes.count("big") - (-sizes.count("small") // faction.bikes_per_mechanic)
    if needed > counts[faction.mechanic]:
        name = fighters()[faction.mechanic].name
        each = f"one for each big vehicle and one for each {faction.bikes_per_mechanic} bikes"
        words = f"these vehicles need {needed} {name}: {each}; here are {counts[faction.mechanic]}"
        yield Flaw(".vehicles", words, "gce.S3", "mechanics", needed - counts[faction.mechanic])


def _types(faction: Faction) -> list[Fighter]:
    return [kind for kind in fighters().values() if kind.faction == faction.id]


def _rides(faction: Faction) -> list[VehicleType]:
    return [kind for kind in vehicles().values() if kind.faction == faction.id]


def _recruit_flaws(faction: Faction, number: int, recruit: Recruit) -> Iterator[Flaw]:
    at = f".fighters[{number}]"
    kind = fighters().get(recruit.type)
    if kind is None or kind.faction != faction.id:
        known = [each.id for each in _types(faction)]
        yield unknown(f"{at}.type", f"fighter of {faction.name}", recruit.type, known)
        return
    for place, id in enumerate(recruit.weapons):
        where = f"{at}.weapons[{place}]"
        weapon = weapons().get(id)
        if weapon is None:
            yield unknown(where, "weapon", id, [each.id for each in _arms(faction, kind)])
        elif weapon not in _arms(faction, kind):
            words = f"{an(kind.name)} cannot have {an(weapon.name)}; {_why_not(faction, weapon)}"
            yield Flaw(where, words, "gce.S4" if weapon.kind == "slaver" else FORCES, where)
    yield from _armour_flaws(at, recruit)
    yield from _skill_flaws(at, kind, recruit)


def _arms(faction: Faction, kind: Fighter) -> list[Weapon]:
    """What a fighter may carry (gce.S4)."""
    return [
        weapon
        for weapon in weapons().values()
        if weapon.kind not in ("fixed", "event")
        and (not weapon.factions or faction.id in weapon.factions)
        and (weapon.kind != "slaver" or kind.id == faction.servants_need)
    ]


def _why_not(faction: Faction, weapon: Weapon) -> str:
    if weapon.kind == "fixed":
        return "it is fixed to a vehicle"
    if weapon.kind == "event":
        return "it is no weapon"
    if weapon.factions and faction.id not in weapon.factions:
        return f"only {', '.join(factions()[id].name for id in weapon.factions)} have it"
    return "only slavers have it"


def _armour_flaws(at: str, recruit: Recruit) -> Iterator[Flaw]:
    worn: list[Armour] = []
    for place, id in enumerate(recruit.armour):
        where = f"{at}.armour[{place}]"
        piece = armour().get(id)
        if piece is None:
            yield unknown(where, "armour", id, armour())
            continue
        other = next((each for each in worn if bool(each.hands) == bool(piece.hands)), None)
        if other is not None:
            words = f"nobody wears {piece.name} over {other.name}; take one off"
            yield Flaw(where, words, FORCES, where)
        worn.append(piece)


def _skill_flaws(at: str, kind: Fighter, recruit: Recruit) -> Iterator[Flaw]:
    for place, id in enumerate(recruit.skills):
        where = f"{at}.skills[{place}]"
        skill = skills().get(id)
        most = MOST_DODGY if id == "dodgy_git" else 1
        if skill is None:
            yield unknown(where, "skill", id, skills())
        elif skill.group not in kind.skills:
            groups = ", ".join(kind.skills) or "none"
            words = f"{an(kind.name)} cannot learn {skill.name} ({skill.group}); his groups: {groups}"
            yield Flaw(where, words, FORCES, where)
        elif recruit.skills[: place + 1].count(id) > most:
            times = "once" if most == 1 else f"{most} times"
            yield Flaw(where, f"{skill.name} can be learned {times}; take one off", FORCES, where)


def _ride_flaws(faction: Faction, number: int, ride: Ride) -> Iterator[Flaw]:
    at = f".vehicles[{number}]"
    kind = vehicles().get(ride.type)
    if kind is None or kind.faction != faction.id:
        known = [each.id for each in _rides(faction)]
        yield unknown(f"{at}.type", f"vehicle of {faction.name}", ride.type, known)
        return
    if ride.fixed_weapon:
        guns = [weapon.id for weapon in _guns(faction, kind)]
        if ride.fixed_weapon not in guns:
            right = did_you_mean(ride.fixed_weapon, guns) if guns else "; it takes none"
            words = f"no '{ride.fixed_weapon}' can be fixed to {an(kind.name)}{right}"
            yield Flaw(f"{at}.fixed_weapon", words, FORCES, f"{at}.fixed_weapon")
    for place, id in enumerate(ride.gubbinz):
        where = f"{at}.gubbinz[{place}]"
        piece = gubbinz().get(id)
        if piece is None:
            yield unknown(where, "fitting", id, gubbinz())
        else:
            yield from _fitting_flaws(where, kind, ride, piece, ride.gubbinz[: place + 1].count(id))


def _guns(faction: Faction, kind: VehicleType) -> list[Weapon]:
    """What may be fixed to a vehicle."""
    allowed = kind.fixed_weapons_allowed
    return [
        weapon
        for weapon in weapons().values()
        if weapon.kind == "fixed"
        and not weapon.part_of
        and kind.fixed_weapon_slots
        and (not allowed or weapon.id in allowed)
        and (not weapon.factions or faction.id in weapon.factions)
        and (not weapon.mount or kind.id == weapon.mount)
    ]


def _fitting_flaws(where: str, kind: VehicleType, ride: Ride, piece: Gubbin, count: int) -> Iterator[Flaw]:
    most = piece.max_big if kind.size == "big" else piece.max_small
    if most is not None and count > most:
        words = f"{an(kind.name)} has at most {most} {piece.name}; take one off"
        yield Flaw(where, words, FORCES, where)
    if piece.requires and piece.requires not in ride.gubbinz:
        words = f"{piece.name} need {gubbinz()[piece.requires].name} on the same vehicle; add them first"
        yield Flaw(where, words, FORCES, where)
    if piece.for_weapon and piece.for_weapon != ride.fixed_weapon:
        words = f"{piece.name} is for {weapons()[piece.for_weapon].name}, which is not fixed to this vehicle"
        yield Flaw(where, words, FORCES, where)


# ---------------------------------------------------------------- what can be bought


def recruits(mob: Mob) -> list[Ware]:
    """The fighters and vehicles of the faction, and why one cannot join the mob now."""
    faction, counter = factions()[mob.faction], _Counter(mob)
    return [
        *(
            counter.ware("fighter", kind, replace(mob, fighters=(*mob.fighters, Recruit(kind.id))))
            for kind in _types(faction)
        ),
        *(
            counter.ware("vehicle", kind, replace(mob, vehicles=(*mob.vehicles, Ride(kind.id))))
            for kind in _rides(faction)
        ),
    ]


def for_recruit(mob: Mob, number: int) -> list[Ware]:
    """What a fighter of the mob may be given, and why not now."""
    faction, recruit = factions()[mob.faction], mob.fighters[number]
    kind = fighters().get(recruit.type)
    if kind is None or kind.faction != faction.id:
        return []
    counter = _Counter(mob)

    def ware(shelf: Shelf, piece: Weapon | Armour | Skill, field: str) -> Ware:
        carried = (*getattr(recruit, field), piece.id)
        if len(carried) > MOST_CARRIED:
            words = f"nobody has more than {MOST_CARRIED} of these"
            return Ware(shelf, piece.id, piece.name, _price(piece), Refusal(words, FORCES))
        return counter.ware(shelf, piece, with_recruit(mob, number, replace(recruit, **{field: carried})))

    return [
        *(ware("weapon", weapon, "weapons") for weapon in _arms(faction, kind)),
        *(ware("armour", piece, "armour") for piece in armour().values()),
        *(ware("skill", skill, "skills") for skill in skills().values() if skill.group in kind.skills),
    ]


def for_ride(mob: Mob, number: int) -> list[Ware]:
    """What may be fixed to a vehicle of the mob, and why not now. Another fixed weapon takes the place of the
    one that is there."""
    faction, ride = factions()[mob.faction], mob.vehicles[number]
    kind = vehicles().get(ride.type)
    if kind is None or kind.faction != faction.id:
        return []
    counter = _Counter(mob)
    guns = (
        counter.ware("fixed", weapon, with_ride(mob, number, replace(ride, fixed_weapon=weapon.id)))
        for weapon in _guns(faction, kind)
        if weapon.id != ride.fixed_weapon
    )
    pieces = (
        counter.ware(
            "gubbin", piece, with_ride(mob, number, replace(ride, gubbinz=(*ride.gubbinz, piece.id)))
        )
        for piece in gubbinz().values()
        if (piece.max_big if kind.size == "big" else piece.max_small) != 0
        and (not piece.for_weapon or piece.for_weapon == ride.fixed_weapon)
    )
    return [*guns, *pieces]


def with_recruit(mob: Mob, number: int, recruit: Recruit | None) -> Mob:
    """The mob with that fighter at the place, or none there."""
    there = [recruit] if recruit else []
    return replace(mob, fighters=(*mob.fighters[:number], *there, *mob.fighters[number + 1 :]))


def with_ride(mob: Mob, number: int, ride: Ride | None) -> Mob:
    """The mob with that vehicle at the place, or none there."""
    there = [ride] if ride else []
    return replace(mob, vehicles=(*mob.vehicles[:number], *there, *mob.vehicles[number + 1 :]))


def _price(piece: Fighter | VehicleType | Weapon | Armour | Skill | Gubbin) -> int:
    return 0 if isinstance(piece, Skill) else piece.cost


class _Counter:
    """Where things are bought: something is barred if with it the mob would break a limit that it keeps, or
    break one further."""

    def __init__(self, mob: Mob) -> None:
        self.before = {flaw.limit: flaw.excess for flaw in limit_flaws(mob) if flaw.limit}

    def ware(
        self, kind: Shelf, piece: Fighter | VehicleType | Weapon | Armour | Skill | Gubbin, changed: Mob
    ) -> Ware:
        worse = (
            flaw
            for flaw in limit_flaws(changed)
            if flaw.limit not in self.before or flaw.excess > self.before[flaw.limit]
        )
        flaw = next(worse, None)
        barred = Refusal(flaw.words, flaw.rule) if flaw else None
        return Ware(kind, piece.id, piece.name, _price(piece), barred)
