"""Whom a side of Steampunk Fantasy fires at: each gun where it costs the enemy most, and all of them together
no more than there is to lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warbook.board.hexes import COMPASS, Hex, distance, sides_towards, turns
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.bot.ground import lie_of
from warbook.books.steampunk.bot.might import might, skill_of
from warbook.books.steampunk.bot.shots import cloud_loss, lets_loose, weapon_worth
from warbook.books.steampunk.gunnery import areas
from warbook.books.steampunk.gunnery.arms import all_weapons
from warbook.books.steampunk.gunnery.batteries import Gun, batteries
from warbook.books.steampunk.orders.carrying_out import gunnery_part
from warbook.books.steampunk.state import Battle, Unit, enemy, field
from warbook.core.questions import Choose, Form, Option

HOLD, EACH, AWAY = "hold", "each", "away"
FRIENDS = 2.0  # how much more a loss of one's own counts
RING = 0.5  # of what a cloud does in its hex, for the hexes beside it
SPARED = 0.35  # of what is fired at who is as good as gone


class Fire:
    """The choices of one gunnery step. `doomed` is how much of each enemy is already fired at."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle, self.side = battle, side
        self.doomed: dict[str, float] = {}
        self._guns: dict[str, Mapping[str, tuple[Gun, ...]]] = {}

    def declare(self, form: Form) -> dict[str, str]:
        found = {}
        for key, part in form.parts.items():
            assert isinstance(part, Choose)
            unit = self.battle.unit(part.piece)
            found[key] = self._target(unit, self._battery(unit, key), part)
        return found

    def _battery(self, unit: Unit, key: str) -> tuple[Gun, ...]:
        """The guns that a part of the form is about; the barrels of a battery are numbered behind a point."""
        sole = _only_gun(unit, all_weapons(field(self.battle, unit)))
        if sole is not None:
            return (sole,)
        known = self._guns.get(unit.id)
        if known is None:
            codes, only = gunnery_part(self.battle, unit, int(self.battle.phase[-1]))
            guns = batteries(self.battle, unit, codes, only)
            known = self._guns[unit.id] = {each.key: each.guns for each in guns}
        return known[key.partition(".")[0]]

    def _target(self, unit: Unit, guns: tuple[Gun, ...], part: Choose) -> str:
        best, chosen = 0.0, HOLD
        losses: dict[str, float] = {}
        for option in part.open():
            if option.id in (HOLD, AWAY) or option.id.startswith(EACH):
                continue
            number, colon, name = option.id.rpartition(":")
            gun = guns[int(number) if colon else 0]
            costs = self._costs(unit, gun, option, name)
            worth = sum(self._felt(id, cost) for id, cost in costs.items())
            if worth > best:
                best, chosen, losses = worth, option.id, costs
        for id, cost in losses.items():
            self.doomed[id] = self.doomed.get(id, 0.0) + cost
        ids = [option.id for option in part.open()]
        return chosen if chosen in ids else ids[0]

    def _felt(self, id: str, cost: float) -> float:
        """What a loss is worth: less of what falls on who is already fired at enough."""
        unit = self.battle.unit(id)
        if unit.side == self.side:
            return -FRIENDS * cost
        own = might(self.battle, unit)
        left = own.kit.worth * len(unit.living) / len(own.kit.of.models) - self.doomed.get(id, 0.0)
        within = min(cost, max(left, 0.0))
        return within + SPARED * (cost - within)

    # ------------------------------------------------------------ what each may lose

    def _costs(self, unit: Unit, gun: Gun, option: Option, name: str) -> dict[str, float]:
        """What each unit is to lose by it."""
        if option.piece:
            foe = self.battle.unit(option.piece)
            return {foe.id: self._shot(unit, gun, foe)}
        if option.spot is not None:
            hex_ = lie_of(self.battle.table).at[option.spot.x, option.spot.y]
            return self._newcomers(hex_) if lets_loose(gun.weapon) else self._at_hex(unit, gun, hex_)
        return {each.id: self._shot(unit, gun, each) for each in self._in_its_way(unit, gun, name)}

    def _shot(self, unit: Unit, gun: Gun, foe: Unit) -> float:
        here, there = unit.hex, foe.hex
        sides = sides_towards(there, here) or (foe.facing,)
        side_hit = max(turns(foe.facing, each) for each in sides)
        own = might(self.battle, unit)
        crew = len(gun.crew)
        one = areas.as_one(gun.weapon)
        skill = skill_of(own.kit.of.models[gun.crew[0]]) if gun.crew else 0
        worth = weapon_worth(
            gun.weapon,
            skill,
            might(self.battle, foe).kit,
            distance(here, there),
            side_hit,
            foe.future,
            crew if one else 1,
        )
        return worth * (1 if one else max(crew, 1))

    def _at_hex(self, unit: Unit, gun: Gun, hex_: Hex) -> dict[str, float]:
        """Its area attack, and its clouds, which spare nobody."""
        battle, found = self.battle, dict[str, float]()
        if areas.need(battle, unit, gun, hex_) is not None:
            for each in areas.struck(battle, gun.weapon, hex_):
                for foe in areas.victims(battle, unit, each):
                    found[foe.id] = self._shot(unit, gun, foe)
        for near in (hex_, *(hex_.neighbours() if "mortar" in gun.weapon.traits else ())):
            for other in battle.in_hex(near):
                if other.side == self.side or not other.hidden:
                    kit = might(battle, other).kit
                    cost = cloud_loss(gun.weapon, kit) * kit.worth * (1.0 if near == hex_ else RING)
                    found[other.id] = found.get(other.id, 0.0) + cost
        return found

    def _newcomers(self, hex_: Hex) -> dict[str, float]:
        """They are let loose beside the enemy who is worth most."""
        foes = self.battle.on_map(enemy(self.side))
        gaps = [(distance(hex_, foe.hex), foe) for foe in foes if not foe.hidden]
        return {foe.id: might(self.battle, foe).kit.worth / (1 + gap) ** 2 / 10 for gap, foe in gaps}

    def _in_its_way(self, unit: Unit, gun: Gun, name: str) -> list[Unit]:
        battle, traits = self.battle, gun.weapon.traits
        if "sweep" in traits:
            word = name.partition("-")[2]
            direction = (COMPASS.index(word) - unit.facing) % 6 if word in COMPASS else None
            return areas.swept(battle, unit, gun, direction)
        if "breath" in traits:
            return [other for other, _ in areas.breathed_on(battle, unit, gun.weapon)]
        fan = areas.fan(battle, unit, gun.weapon)
        return [other for hex_, _ in fan for other in areas.victims(battle, unit, hex_)]


def _only_gun(unit: Unit, arms: Sequence[Weapon]) -> Gun | None:
    """What a unit with one kind of weapon, fired in one way, fires with."""
    if len(arms) != 1 or "focus-fire" in arms[0].traits or "heavy-shot" in arms[0].traits:
        return None
    return Gun(arms[0], tuple(unit.living))
