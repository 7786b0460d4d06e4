"""The figures of the book, read from data/*.toml, and together with those that a force brings of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from warbook.books.arap.army.lists import (
    Base,
    FigureWord,
    FireMode,
    FireModeId,
    Lists,
    MeleeWeapon,
    Members,
    NaturalAttack,
    Profile,
    RuleWord,
    Size,
    Special,
    SquadType,
    Weapon,
)
from warbook.core.datafile import Flaw, did_you_mean, read_toml

DATA = Path(__file__).parents[1] / "data"


class _Modes(Struct, forbid_unknown_fields=True):
    fire_mode: tuple[FireMode, ...]


class _Words(Struct, forbid_unknown_fields=True):
    rule_word: tuple[RuleWord, ...]


class _Bodies(Struct, forbid_unknown_fields=True):
    size: tuple[Size, ...]
    base: tuple[Base, ...]


@cache
def fire_modes() -> Mapping[FireModeId, FireMode]:
    return _by_id(read_toml(DATA / "fire_modes.toml", _Modes).fire_mode)


@cache
def rule_words() -> Mapping[str, RuleWord]:
    """What the words in `rules` of weapons and figures mean."""
    return _by_id(read_toml(DATA / "rule_words.toml", _Words).rule_word)


@cache
def sizes() -> Mapping[int, Size]:
    return {each.size: each for each in _bodies().size}


@cache
def bases() -> Mapping[int, Base]:
    return {each.mm: each for each in _bodies().base}


@cache
def _bodies() -> _Bodies:
    return read_toml(DATA / "bodies.toml", _Bodies)


@cache
def book() -> Lists:
    """All entries of the book."""
    return Lists(
        weapons=(*_read("weapons").weapons, *_read("grenades").weapons),
        melee_weapons=_read("melee").melee_weapons,
        natural_attacks=_read("melee").natural_attacks,
        specials=_read("specials").specials,
        profiles=_read("profiles").profiles,
        squads=_read("squads").squads,
    )


@cache
def _read(name: str) -> Lists:
    return read_toml(DATA / f"{name}.toml", Lists)


# ---------------------------------------------------------------- by id


class Stock(Struct, frozen=True):
    """Every entry that a force may use, by id; grenades are among the weapons."""

    weapons: Mapping[str, Weapon]
    melee_weapons: Mapping[str, MeleeWeapon]
    natural_attacks: Mapping[str, NaturalAttack]
    specials: Mapping[str, Special]
    profiles: Mapping[str, Profile]
    squads: Mapping[str, SquadType]


@cache
def stock(own: Lists = Lists()) -> Stock:
    """The entries of the book, and those of a force's own."""
    ours = book()
    return Stock(
        _by_id((*ours.weapons, *own.weapons)),
        _by_id((*ours.melee_weapons, *own.melee_weapons)),
        _by_id((*ours.natural_attacks, *own.natural_attacks)),
        _by_id((*ours.specials, *own.specials)),
        _by_id((*ours.profiles, *own.profiles)),
        _by_id((*ours.squads, *own.squads)),
    )


def _by_id(entries: Iterable[Any]) -> dict[Any, Any]:
    return {entry.id: entry for entry in entries}


# ---------------------------------------------------------------- what may be wrong


def list_flaws(at: str, lists: Lists, known: Stock) -> Iterator[Flaw]:
    """Names in `lists` that nothing in `known` has, and what cannot be as it is; `at` begins every place."""
    for number, weapon in enumerate(lists.weapons):
        yield from _weapon_flaws(f"{at}weapons[{number}]", weapon)
    for number, special in enumerate(lists.specials):
        here = f"{at}specials[{number}].weapons"
        yield from _carried_flaws(here, "weapon", special.weapons, _guns(known))
    for number, profile in enumerate(lists.profiles):
        yield from _profile_flaws(f"{at}profiles[{number}]", profile, known)
    for number, squad in enumerate(lists.squads):
        yield from _squad_flaws(f"{at}squads[{number}]", squad, known)


def _weapon_flaws(at: str, weapon: Weapon) -> Iterator[Flaw]:
    if (weapon.type == "salvo") != bool(weapon.shots_half):
        yield Flaw(f"{at}.shots_half", "a Salvo weapon, and no other, says its shots at half range")
    if weapon.area and weapon.template:
        yield Flaw(f"{at}.area", "a weapon has a marker or a template, not both")
    if weapon.torrent and not weapon.template:
        yield Flaw(f"{at}.torrent", "only a template can be laid down at a distance; give it a template")
    if weapon.range_min > weapon.range:
        words = f"it may not fire nearer than {weapon.range_min:g}, and {weapon.range:g} is its range"
        yield Flaw(f"{at}.range_min", words)
    near = weapon.template or weapon.type == "bomb" or "planted-only" in weapon.rules
    if bool(weapon.range) == bool(near):
        words = "what is laid down, dropped or planted has no range; all else says how far it reaches"
        yield Flaw(f"{at}.range", words)


def _profile_flaws(at: str, profile: Profile, known: Stock) -> Iterator[Flaw]:
    yield from _kit_flaws(at, profile, known)
    yield from _carried_flaws(f"{at}.natural", "natural attack", profile.natural, known.natural_attacks)
    if profile.hates and "hatred" not in profile.rules:
        yield Flaw(f"{at}.hates", 'who hates has the rule "hatred"')
    if profile.carries and not profile.vehicle:
        yield Flaw(f"{at}.carries", 'only a figure with the rule "vehicle" carries others')


def _squad_flaws(at: str, squad: SquadType, known: Stock) -> Iterator[Flaw]:
    for number, members in enumerate(squad.members):
        here = f"{at}.members[{number}]"
        yield from _carried_flaws(f"{here}.profile", "profile", (members.profile,), known.profiles, False)
        yield from _kit_flaws(here, members, known)
        if members.special:
            yield from _carried_flaws(f"{here}.special", "special", (members.special,), known.specials, False)
        if members.special and members.weapons is not None:
            yield Flaw(f"{here}.weapons", "a special takes the place of all guns; give one or the other")
    yield from _carried_flaws(f"{at}.specials", "special", squad.specials, known.specials)


def _kit_flaws(at: str, of: Profile | Members, known: Stock) -> Iterator[Flaw]:
    grenades = {id: weapon for id, weapon in known.weapons.items() if weapon.type == "grenade"}
    yield from _carried_flaws(f"{at}.weapons", "gun", of.weapons or (), _guns(known))
    yield from _carried_flaws(f"{at}.melee", "melee weapon", of.melee or (), known.melee_weapons)
    yield from _carried_flaws(f"{at}.grenades", "grenade", of.grenades or (), grenades)


def _guns(known: Stock) -> Mapping[str, Weapon]:
    return {id: weapon for id, weapon in known.weapons.items() if weapon.type != "grenade"}


def _carried_flaws(
    at: str, what: str, ids: Sequence[str], known: Mapping[str, object], listed: bool = True
) -> Iterator[Flaw]:
    for number, id in enumerate(ids):
        if id not in known:
            here = f"{at}[{number}]" if listed else at
            yield Flaw(here, f"there is no {what} '{id}'{did_you_mean(id, known)}")


# ---------------------------------------------------------------- a figure with all that it has


class Fighter(Struct, frozen=True):
    """Figures that are alike in everything: a profile with what those of a squad carry."""

    profile: Profile
    name: str
    weapons: tuple[Weapon, ...]
    grenades: tuple[Weapon, ...]
    melee: tuple[MeleeWeapon, ...]
    natural: tuple[NaturalAttack, ...]
    rules: tuple[FigureWord, ...]
    leader: bool

    @property
    def armed(self) -> Literal[0, -1, -2]:
        """arap.G42, arap.melee.natural-weapons-armed: nothing for who has a melee weapon, a pistol or teeth
        and claws, -1 for a gun's butt, -2 with bare hands."""
        pistol = any(weapon.type == "pistol" for weapon in self.weapons)
        if self.melee or self.natural or pistol:
            return 0
        return -1 if self.weapons else -2

    @property
    def two_weapons(self) -> bool:
        """arap.H6: two one-handed weapons to strike with; a pistol is one."""
        hands = sum("two-handed" not in weapon.rules for weapon in self.melee)
        return hands + sum(weapon.type == "pistol" for weapon in self.weapons) > 1


def make_fighter(members: Members, known: Stock) -> Fighter:
    """Every name must be in the stock."""
    profile = known.profiles[members.profile]
    special = known.specials.get(members.special)
    guns = special.weapons if special else profile.weapons if members.weapons is None else members.weapons
    melee = profile.melee if members.melee is None else members.melee
    grenades = profile.grenades if members.grenades is None else members.grenades
    return Fighter(
        profile,
        f"{profile.name}, {special.name.lower()}" if special else profile.name,
        tuple(known.weapons[id] for id in guns),
        tuple(known.weapons[id] for id in grenades),
        tuple(known.melee_weapons[id] for id in melee),
        tuple(known.natural_attacks[id] for id in profile.natural),
        (*profile.rules, *(word for word in members.rules if word not in profile.rules)),
        profile.leader or members.leader,
    )


def natural_blows(of: Fighter) -> tuple[tuple[NaturalAttack, int], ...]:
    """arap.S4: how many of its Attacks a creature makes in each natural way. Beside weapons each makes one;
    by themselves they share all, the first ones having one more."""
    attacks, ways = of.profile.a, len(of.natural)
    if not ways:
        return ()
    if of.melee:
        return tuple((way, int(number < attacks)) for number, way in enumerate(of.natural))
    return tuple((way, (attacks + ways - 1 - number) // ways) for number, way in enumerate(of.natural))
