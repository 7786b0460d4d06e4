"""Whom a side of Steampunk Fantasy fires at: each gun where it costs the enemy most, and all of them together
no more than there is to lose."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from warbook.board.hexes import Hex, distance, sides_towards, turns
from warbook.books.steampunk.bot.might import might, skill_of
from warbook.books.steampunk.bot.shots import Kit, cloud_loss, lets_loose, weapon_worth
from warbook.books.steampunk.gunnery import areas
from warbook.books.steampunk.gunnery.batteries import Gun
from warbook.books.steampunk.gunnery.targets import Volley
from warbook.books.steampunk.state import Battle, Unit, enemy, field
from warbook.core.questions import Choose, Form

FRIENDS = 2.0  # how much more a loss of one's own counts
RING = 0.5  # of what a cloud does in its hex, for the hexes beside it
SPARED = 0.35  # of what is fired at who is as good as gone


class Fire:
    """The choices of one gunnery step."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle, self.side = battle, side
        self.lying: dict[tuple[str, str], tuple[Kit, int, int]] = {}  # by who fires and at whom
        self.left: dict[str, float] = {}  # the worth of each enemy that is not yet fired at
        self.gun: Gun | None = None  # the one that was last asked for, and
        self.manned = 0, 0, 0
        self.units = {unit.id: unit for unit in battle.units}

    @cached_property
    def there(self) -> Mapping[Hex, list[Unit]]:
        """Who is seen in each hex."""
        found: dict[Hex, list[Unit]] = {}
        for unit in self.battle.on_map():
            if unit.side == self.side or not unit.hidden:
                found.setdefault(unit.hex, []).append(unit)
        return found

    @cached_property
    def worths(self) -> list[tuple[Unit, float]]:
        """The enemies who are seen, and what each is worth."""
        seen = [foe for foe in self.battle.on_map(enemy(self.side)) if not foe.hidden]
        return [(foe, might(self.battle, foe).kit.worth) for foe in seen]

    def declare(self, form: Form) -> dict[str, str]:
        found = {}
        for key, part in form.parts.items():
            assert isinstance(part, Choose)
            found[key] = self._target(self.units[part.piece], part)
        return found

    def _target(self, unit: Unit, part: Choose) -> str:
        """What costs the enemy most; where nothing does, the first answer: to hold fire, if it may be."""
        open_ = part.open()
        best, chosen = 0.0, open_[0].id
        losses: dict[str, float] = {}
        for option in open_:
            if isinstance(option.about, Volley):
                costs = self._costs(unit, option.about)
                worth = sum([self._felt(id, cost) for id, cost in costs.items()])
                if worth > best:
                    best, chosen, losses = worth, option.id, costs
        for id, cost in losses.items():
            if id in self.left:
                self.left[id] -= cost
        return chosen

    def _felt(self, id: str, cost: float) -> float:
        """What a loss is worth: less of what falls on who is already fired at enough."""
        unit = self.units[id]
        if unit.side == self.side:
            return -FRIENDS * cost
        left = self.left.get(id)
        if left is None:
            own = might(self.battle, unit)
            left = self.left[id] = own.kit.worth * len(unit.living) / len(own.kit.of.models)
        within = min(cost, max(left, 0.0))
        return within + SPARED * (cost - within)

    # ------------------------------------------------------------ what each may lose

    def _costs(self, unit: Unit, volley: Volley) -> dict[str, float]:
        """What each unit is to lose by it."""
        gun = volley.gun
        if volley.target:
            return {volley.target: self._shot(unit, gun, self.units[volley.target])}
        if volley.hex is not None and lets_loose(gun.weapon):
            return self._newcomers(volley.hex)
        if volley.hex is not None:
            return self._at_hex(unit, gun, volley.hex)
        return {each.id: self._shot(unit, gun, each) for each in self._in_its_way(unit, volley)}

    def _shot(self, unit: Unit, gun: Gun, foe: Unit) -> float:
        kit, away, side = self._lies(unit, foe)
        skill, crew, times = self._manned(unit, gun)
        return weapon_worth(gun.weapon, skill, kit, away, side, foe.future, crew) * times

    def _lies(self, unit: Unit, foe: Unit) -> tuple[Kit, int, int]:
        """What a foe is, how far it is from the unit, and which of its sides is turned there."""
        known = self.lying.get((unit.id, foe.id))
        if known is None:
            sides = sides_towards(foe, unit) or (foe.facing,)
            side = max([turns(foe.facing, each) for each in sides])
            known = might(self.battle, foe).kit, distance(unit, foe), side
            self.lying[unit.id, foe.id] = known
        return known

    def _manned(self, unit: Unit, gun: Gun) -> tuple[int, int, int]:
        """How well a gun is shot, how many fire it together, and how often that is done."""
        if self.gun is not gun:
            crew = len(gun.crew)
            skill = skill_of(field(self.battle, unit).models[gun.crew[0]]) if crew else 0
            one = areas.as_one(gun.weapon)
            self.gun, self.manned = gun, (skill, crew if one else 1, 1 if one else max(crew, 1))
        return self.manned

    def _at_hex(self, unit: Unit, gun: Gun, hex_: Hex) -> dict[str, float]:
        """Its area attack, and its clouds, which spare nobody."""
        battle, weapon, found = self.battle, gun.weapon, dict[str, float]()
        struck = areas.blast_hexes(battle, weapon, hex_)
        met = [foe for each in struck for foe in self.there.get(each, ()) if foe.side != self.side]
        if met and areas.need(battle, unit, gun, hex_) is not None:
            found = {foe.id: self._shot(unit, gun, foe) for foe in met}
        for near in (hex_, *(hex_.neighbours() if "mortar" in weapon.traits else ())):
            for other in self.there.get(near, ()):
                kit = might(battle, other).kit
                cost = cloud_loss(weapon, kit.body) * kit.worth * (1.0 if near == hex_ else RING)
                found[other.id] = found.get(other.id, 0.0) + cost
        return found

    def _newcomers(self, hex_: Hex) -> dict[str, float]:
        """They are let loose beside the enemy who is worth most."""
        return {foe.id: worth / (1 + distance(hex_, foe)) ** 2 / 10 for foe, worth in self.worths}

    def _in_its_way(self, unit: Unit, volley: Volley) -> list[Unit]:
        battle, weapon = self.battle, volley.gun.weapon
        if "sweep" in weapon.traits:
            return areas.swept(battle, unit, volley.gun, volley.direction)
        if "breath" in weapon.traits:
            return [other for other, _ in areas.breathed_on(battle, unit, weapon)]
        fan = areas.fan(battle, unit, weapon) if "flame-fan" in weapon.traits else []
        return [other for hex_, _ in fan for other in areas.victims(battle, unit, hex_)]
