"""What weapons do besides their damage, by the name of the ability: to whom they hit, and to where they were
fired. Everything is recorded and takes effect at the end of the step."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.steampunk.aftermath import markers
from warbook.books.steampunk.army.abilities import Ability, AtRange, Cloud, Numbered, OfCloud, Poisoning
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.gunnery.aiming import band
from warbook.books.steampunk.gunnery.firing import Barrage, on_fire, spread
from warbook.books.steampunk.gunnery.targets import Volley
from warbook.books.steampunk.orders import carrying_out
from warbook.books.steampunk.pending import Gain, TokenKind
from warbook.books.steampunk.state import Battle, Unit, field


class UnitHit(Struct, frozen=True):
    """A unit that was hit in this step by a unit's weapon: how often, and how often with a natural 6."""

    barrage: Barrage
    unit: Unit
    weapon: Weapon
    target: Unit
    hits: int
    sixes: int

    @property
    def battle(self) -> Battle:
        return self.barrage.battle

    def gains(self, token: TokenKind, rule: str, count: int = 1, strength: int = 0) -> None:
        self.battle.gains.append(Gain(self.target.id, token, rule, count, strength))


def _acid(struck: UnitHit, ability: Ability) -> None:
    struck.gains("acid", "spf.ability.acid-ranged", struck.hits)


def _minor_acid(struck: UnitHit, ability: Ability) -> None:
    struck.gains("minor-acid", "spf.ability.acid-ranged", struck.hits)


def _poison(struck: UnitHit, ability: Poisoning) -> None:
    struck.gains("poison", "spf.ability.poison-ranged", struck.hits, ability.strength)


def _set_on_fire(struck: UnitHit, ability: Ability) -> None:
    """Ruling P13: once for each firing unit and weapon."""
    struck.gains("fire", "spf.ability.set-on-fire-ranged")


def _six_sets_on_fire(struck: UnitHit, ability: Ability) -> None:
    if struck.sixes:
        _set_on_fire(struck, ability)


def _six_shakes(struck: UnitHit, ability: Ability) -> None:
    if struck.sixes:
        struck.gains("shaken", "spf.ability.shaken-tokens", struck.sixes)


def _hex_on_fire(struck: UnitHit, ability: Ability) -> None:
    struck.battle.spreads += on_fire(struck.target.hex)


def _cloud(struck: UnitHit, ability: OfCloud) -> None:
    struck.battle.spreads.append(spread(ability.kind, struck.target.hex, "spf.hexfx.markers"))


def _pull(struck: UnitHit, ability: Ability) -> None:
    """Remembered for the next movement step, where who is not dead by then is pulled."""
    if field(struck.battle, struck.target).size != "huge":
        struck.target.marks[f"pulled-by:{struck.unit.id}"] = 1


def _brake(struck: UnitHit, ability: Ability) -> None:
    """Only where it was fired with the order fire(amplified)."""
    volleys = struck.barrage.fired.get(struck.unit.id, [])
    if any(volley.gun.amplified and volley.gun.weapon.id == struck.weapon.id for volley in volleys):
        slower = carrying_out.slower(struck.battle, struck.target)
        carrying_out.force_speed(struck.barrage.game, struck.target, slower, "spf.orders.brake")


ON_HIT: dict[str, Callable[..., None]] = {
    "acid": _acid,
    "minor-acid": _minor_acid,
    "poison": _poison,
    "set-on-fire": _set_on_fire,
    "natural-six-sets-on-fire": _six_sets_on_fire,
    "natural-six-shakes": _six_shakes,
    "hex-on-fire": _hex_on_fire,
    "cloud-on-hit": _cloud,
    "harpoon-pull": _pull,
    "amplified-fire-brakes": _brake,
}


def _smoke_ahead(barrage: Barrage, unit: Unit, volley: Volley, ability: Numbered) -> None:
    """spf.W16: as many as its list says, whatever lies there."""
    ahead = unit.hex.towards(unit.facing)
    if ahead in barrage.battle.table:
        barrage.battle.spreads.append(
            replace(spread("smoke", ahead, "spf.hexfx.smoke"), count=ability.number)
        )


def _cloud_after(barrage: Barrage, unit: Unit, volley: Volley, ability: Cloud) -> None:
    for direction in volley.gun.points:
        beside = unit.hex.towards(unit.facing + direction)
        if beside in barrage.battle.table:
            cloud = spread(ability.kind, beside, "spf.hexfx.markers", ability.strength)
            barrage.battle.spreads.append(cloud)


def _clear_forest(barrage: Barrage, unit: Unit, volley: Volley, ability: AtRange) -> None:
    for hex_ in dict.fromkeys(barrage.places.get(volley.key, ())):
        near = band(barrage.battle, unit, volley.gun.weapon, hex_) == ability.band
        if near and barrage.battle.ground_at(hex_) == "forest":
            markers.change(barrage.game, hex_, "rough", "spf.terrain.forest")


ON_FIRING: dict[str, Callable[..., None]] = {
    "smoke-ahead": _smoke_ahead,
    "cloud-after-firing": _cloud_after,
    "clears-forest": _clear_forest,
}


def take_effect(barrage: Barrage) -> None:
    """After all dice of the step: what each weapon did to each unit it hit, and to the hexes around."""
    battle = barrage.battle
    for (id, _, target), (weapon, hits, sixes) in sorted(barrage.hits.items()):
        struck = UnitHit(barrage, battle.unit(id), weapon, battle.unit(target), hits, sixes)
        for ability in weapon.abilities:
            if ability.name in ON_HIT:
                ON_HIT[ability.name](struck, ability)
    for id, volleys in sorted(barrage.fired.items()):
        for volley in volleys:
            for ability in volley.gun.weapon.abilities:
                if ability.name in ON_FIRING:
                    ON_FIRING[ability.name](barrage, battle.unit(id), volley, ability)
