"""Throwing the dice of what was declared, and recording what they do; nothing takes effect before the end of
the step (spf.turn.simultaneous, ruling T2)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from warbook.board.hexes import Hex, distance
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.abilities import (
    Breath,
    BreathArea,
    Cloud,
    Failing,
    Mortar,
    Numbered,
    Overheating,
    Scatter,
    Sweep,
    UnstableRound,
)
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.roster import FieldModel
from warbook.books.steampunk.assault.pools import Waves
from warbook.books.steampunk.damage import toughness
from warbook.books.steampunk.dice import Roll, die
from warbook.books.steampunk.gunnery import areas
from warbook.books.steampunk.gunnery.aiming import aim_at, aims_at, at_distance, evasion
from warbook.books.steampunk.gunnery.arms import broken_mark
from warbook.books.steampunk.gunnery.batteries import unstable_mark
from warbook.books.steampunk.gunnery.gunfire import (
    Aim,
    Armor,
    Band,
    area_hits,
    area_score,
    armor_roll,
    beyond,
    salvo,
)
from warbook.books.steampunk.gunnery.gunfire import to_hit as to_hit_die
from warbook.books.steampunk.gunnery.shots import charge_of, wounded
from warbook.books.steampunk.gunnery.spawning import spawn
from warbook.books.steampunk.gunnery.targets import Volley
from warbook.books.steampunk.illusions import expose
from warbook.books.steampunk.pending import Blow, Gain, Spread, TableName
from warbook.books.steampunk.state import Battle, Game, Unit, abilities, by_place, field, has
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Aimed, Note
from warbook.core.questions import Choose, Modifier, Option
from warbook.core.rolling import Rolling

KINDS = {"acid-minor": "minor-acid", "acid-major": "acid"}  # of clouds, where the lists name them otherwise


class Barrage:
    """All that is fired in one gunnery step: who was hit by what, and what was fired."""

    def __init__(self, game: Game, step: int) -> None:
        self.game = game
        self.battle = game.battle
        self.step = step
        self.hits: dict[tuple[str, str, str], tuple[Weapon, int, int]] = {}  # firer, weapon, target: hits, 6s
        self.fired: dict[str, list[Volley]] = {}  # by unit
        self.places: dict[str, list[Hex]] = {}  # hexes fired upon, by volley
        self.launched: list[Volley] = []  # that bring new units

    def hit(self, unit: Unit, weapon: Weapon, target: Unit, hits: int, sixes: int = 0) -> None:
        key = (unit.id, weapon.id, target.id)
        _, before, natural = self.hits.get(key, (weapon, 0, 0))
        if hits:
            self.hits[key] = (weapon, before + hits, natural + sixes)

    def upon(self, volley: Volley, hex_: Hex) -> None:
        self.places.setdefault(volley.key, []).append(hex_)


def fire(barrage: Barrage, volley: Volley) -> None:
    """One gun, unless it misfires (spf.ability.misfire): then nothing happens and nothing is spent."""
    game, battle = barrage.game, barrage.battle
    unit, weapon = battle.unit(volley.unit), volley.gun.weapon
    fails = weapon.trait("misfire", Failing)
    if fails and game.rolling(unit.id).roll(at_most, fails.most, "spf.ability.misfire"):
        words = f"{field(battle, unit).name}: {weapon.name} misfires."
        game.tell(Note(rule="spf.ability.misfire", words=words, piece=unit.id))
        return
    barrage.fired.setdefault(unit.id, []).append(volley)
    for name, way in WAYS.items():
        if name in weapon.traits:
            way(barrage, volley)
            return
    if volley.hex is not None:
        _at_hex(barrage, volley)
    elif volley.target:
        _shoot(barrage, volley, battle.unit(volley.target))


@chance
def at_most(dice: Dice, most: int, rule: str) -> bool:
    return dice.d6(rule, most=most) <= most


@chance
def at_least(dice: Dice, need: int, rule: str) -> int:
    """The face of a die that should come to `need`."""
    face = dice.d6(rule, need=need)
    return int(face)


# ---------------------------------------------------------------- shots at units


def _shoot(barrage: Barrage, volley: Volley, target: Unit, times: int = 1) -> None:
    """spf.fire.basic: every barrel's shots at one unit; with ability ranged-reroll all dice together."""
    game, battle, gun = barrage.game, barrage.battle, volley.gun
    unit = battle.unit(volley.unit)
    barrage.upon(volley, target.hex)
    if not gun.weapon.range_dice:
        _telling(barrage, unit, gun.weapon, target)
    rerolls = max((a.number for a in abilities(battle, unit, "ranged-reroll", Numbered)), default=0)
    needs: dict[tuple[FieldModel, int, str], tuple[int, Band, Aim, tuple[Modifier, ...]]] = {}
    for number in gun.crew[:1] if rerolls else gun.crew:
        weapon, struck = gun.weapon, target
        if weapon.range_dice:
            weapon, struck = _far(barrage, unit, weapon, target)
            if struck.id == unit.id:
                continue
            _telling(barrage, unit, weapon, struck)
        shots = _count(barrage, unit, number, volley) * times * (len(gun.crew) if rerolls else 1)
        alike = field(battle, unit).models[number], weapon.range, struck.id
        if alike not in needs:
            aimed = 0 if gun.blind else aims_at(battle, unit, weapon, struck, barrage.step)
            at = at_distance(battle, unit, weapon, struck.hex)
            needs[alike] = aimed, at, *aim_at(battle, unit, number, weapon, struck, gun.points, aimed)
        aimed, at, aim, why = needs[alike]
        rolling = game.rolling(unit.id, {"spf.fire.basic": why})
        hits, sixes, lows = _thrown(rolling, aim, shots, rerolls, battle.rulings.ork_reroll)
        strike(barrage, unit, weapon, struck, at, hits, sixes=sixes, aimed=aimed, table=volley.table)
        _lows(barrage, unit, number, weapon, lows)
        if hits and unit.marks.get(unstable_mark(weapon)):
            _unstable(barrage, unit, weapon, struck.hex)


def _thrown(rolling: Rolling, aim: Aim, shots: int, rerolls: int, waves: Waves) -> tuple[int, int, int]:
    """Hits, hits with a natural 6, and natural faces low enough to matter."""
    if rerolls:
        return rolling.roll(salvo, shots, 0, aim, rerolls, waves), 0, 0
    falls = [rolling.roll(to_hit_die, aim) for _ in range(shots)]
    hits = [fall for fall in falls if fall.hit]
    return len(hits), sum(fall.six for fall in hits), sum(fall.low for fall in falls)


def _count(barrage: Barrage, unit: Unit, number: int, volley: Volley) -> int:
    """How many shots a barrel fires; ability one-shot-breaks."""
    shots = volley.gun.shots
    if not isinstance(shots, Roll):
        return shots
    count = barrage.game.rolling(unit.id).roll(die, shots.sides, "spf.orders.fire") + shots.plus
    if count == 1 and "one-shot-breaks" in volley.gun.weapon.traits:
        unit.marks[broken_mark(volley.gun.weapon.id, number)] = 1
        words = f"{field(barrage.battle, unit).name}: {volley.gun.weapon.name} breaks."
        barrage.game.tell(Note(rule="spf.orders.fire", words=words, piece=unit.id))
    return count


def _far(barrage: Barrage, unit: Unit, weapon: Weapon, target: Unit) -> tuple[Weapon, Unit]:
    """A range that is rolled for each shot, and who is shot at: if it is too short the closest friend
    (ability falls-short-on-friend) or nobody, for whom the firer itself stands."""
    game, battle = barrage.game, barrage.battle
    rolling = game.rolling(unit.id)
    far = sum(rolling.roll(die, roll.sides, "spf.fire.mod-range") + roll.plus for roll in weapon.range_dice)
    rolled = replace(weapon, range=far)
    if distance(unit, target) <= far:
        return rolled, target
    if "falls-short-on-friend" not in weapon.traits:
        return rolled, unit
    friends = [other for other in battle.on_map(unit.side) if other.id != unit.id]
    closest = min(
        friends,
        key=lambda other: (distance(unit, other), distance(target, other), other.id),
        default=unit,
    )
    return rolled, closest


def _lows(barrage: Barrage, unit: Unit, number: int, weapon: Weapon, lows: int) -> None:
    """What low natural dice do to the firer: abilities overheats, natural-one-acids-self,
    natural-one-tokens-self."""
    game, battle = barrage.game, barrage.battle
    rule = "spf.fire.basic"
    hot = weapon.trait("overheats", Overheating)
    for heat in [hot] * lows if hot else ():
        bonus, why = toughness.bonus(battle, unit, "regular", heat.type)
        face = game.rolling(unit.id, {"spf.damage.roll": why}).roll(die, heat.roll.sides, "spf.damage.roll")
        result = face + heat.roll.plus + bonus
        battle.blows.append(Blow(unit.id, "regular", result, heat.type, rule, unit.id, model=number))
    if lows and "natural-one-acids-self" in weapon.traits:
        battle.gains.append(Gain(unit.id, "minor-acid", rule, lows))
    if lows and "natural-one-tokens-self" in weapon.traits:
        battle.gains.append(Gain(unit.id, "future", rule))


def _unstable(barrage: Barrage, unit: Unit, weapon: Weapon, hex_: Hex) -> None:
    """Ability unstable-round: a hit also makes this area attack."""
    loaded: UnstableRound = weapon.traits["unstable-round"]
    round_ = replace(weapon, ap=loaded.ap, damage=loaded.damage, on_penetration=0, also=(), abilities=())
    area_attack(barrage, unit, round_, hex_, loaded.need)


# ---------------------------------------------------------------- hits


def strike(
    barrage: Barrage,
    unit: Unit,
    weapon: Weapon,
    target: Unit,
    at: Band,
    hits: int,
    *,
    sixes: int = 0,
    aimed: int = 0,
    table: TableName = "regular",
    cause: str = "shot",
) -> None:
    """spf.damage.sequence: the armor and damage dice of so many hits on one unit."""
    game, battle = barrage.game, barrage.battle
    barrage.hit(unit, weapon, target, hits, sixes)
    if not hits:
        return
    charge, why = charge_of(battle, unit, weapon, target, at, aimed, table)
    if any(each.type == "psychic" for each in weapon.also):
        expose(game, [target])
    chooser = unit.side if aimed and "aimed-kill-chooses-model" in weapon.traits else ""
    regular = charge.type == "regular"
    for _ in range(hits):
        came: Armor = "through"
        if charge.meets_armor:
            came = game.rolling(target.id, {"spf.damage.armor-dice": why.ap}).roll(armor_roll, charge.armor)
        where = table
        if came != "blocked" and charge.hit and regular and has(battle, target, "gun-or-crew"):
            where = _gun_or_crew(game, unit, target)
            charge, why = charge_of(battle, unit, weapon, target, at, aimed, where)
        result = game.rolling(unit.id, {"spf.damage.roll": why.damage}).roll(wounded, charge, came)
        rule = "spf.damage.roll" if regular else "spf.special.direct-fire"
        for damage in result.damages:
            kind = cause if regular else "fire"
            battle.blows.append(Blow(target.id, where, damage, kind, rule, unit.id, chooser=chooser))
        for typed, damage_ in zip(charge.typed, result.typed, strict=True):
            if damage_ is not None:
                rule = "spf.special.typed-damage"
                battle.blows.append(Blow(target.id, typed.table, damage_, typed.table, rule, unit.id))


def _gun_or_crew(game: Game, unit: Unit, target: Unit) -> TableName:
    """Ability gun-or-crew: after the armor roll the attacker chooses the table."""
    text = f"{field(game.battle, target).name} is hit: the gun or its crew?"
    options = [
        Option("regular", "The gun (regular table)", target.id),
        Option("crew", "The crew (crew table)", target.id),
    ]
    chosen = game.ask(unit.side, Choose(text, options, "spf.damage.table-lookup", target.id))
    return "crew" if chosen == "crew" else "regular"


# ---------------------------------------------------------------- hexes


def area_attack(
    barrage: Barrage, unit: Unit, weapon: Weapon, hex_: Hex, needed: int, poison: int = 0
) -> None:
    """spf.fire.area: one die for each enemy model there; spf.ability.evasion. With `poison` a hit gives only
    that (ability breath-area)."""
    game, battle = barrage.game, barrage.battle
    at = at_distance(battle, unit, weapon, hex_)
    for target in areas.victims(battle, unit, hex_):
        for table, models in areas.dice(battle, target):
            score = area_score(needed, evasion(battle, target))
            words = f"Each model of {field(battle, target).name} is hit at {score}+."
            game.tell(Note(rule="spf.fire.area", words=words, piece=unit.id))
            hits = game.rolling(unit.id, {"spf.fire.area": beyond(score)}).roll(area_hits, models, score)
            if poison and hits:
                battle.gains.append(Gain(target.id, "poison", "spf.ability.poison-ranged", hits, poison))
            elif not poison:
                strike(barrage, unit, weapon, target, at, hits, table=table, cause="area")


def _at_hex(barrage: Barrage, volley: Volley) -> None:
    """A hex that was chosen: areas, blasts, clouds, fire, bots; each model's own attack, or one for all
    (abilities area-by-models and one-hex-per-unit)."""
    battle, gun = barrage.battle, volley.gun
    unit, weapon = battle.unit(volley.unit), gun.weapon
    assert volley.hex is not None
    if "spawns-bots" in weapon.traits or "launches-rat" in weapon.traits:
        barrage.launched.append(volley)
        return
    for _ in gun.crew[:1] if areas.as_one(weapon) else gun.crew:
        hex_ = _scattered(barrage, unit, weapon, volley.hex)
        if hex_ is None:
            continue
        barrage.upon(volley, hex_)
        _telling_hex(barrage, unit, weapon, hex_)
        needed = areas.need(battle, unit, gun, volley.hex)
        if needed is not None:
            for each in areas.blast_hexes(battle, weapon, hex_):
                area_attack(barrage, unit, weapon, each, needed)
        _clouds(battle, weapon, hex_)


def enter(barrage: Barrage) -> None:
    """After all fire, which does not meet them yet: the units that were launched (ruling W22)."""
    battle = barrage.battle
    for unit in by_place(map(battle.unit, {volley.unit: 1 for volley in barrage.launched})):
        for volley in barrage.launched:
            if volley.unit == unit.id and volley.hex is not None:
                spawn(barrage.game, unit, volley.gun.weapon, volley.hex, len(set(volley.gun.crew)))


def _scattered(barrage: Barrage, unit: Unit, weapon: Weapon, hex_: Hex) -> Hex | None:
    """Abilities scatter, mortar and scatter-by-roll; None if it leaves the map."""
    exact = weapon.trait("scatter", Scatter) or weapon.trait("mortar", Mortar)
    if not exact:
        return hex_
    rule = "spf.fire.target"
    rolling = barrage.game.rolling(unit.id)
    face = rolling.roll(at_least, exact.need, rule)
    if face >= exact.need:
        return hex_
    steps = face if "scatter-by-roll" in weapon.traits else 1
    strayed = hex_.towards(rolling.roll(die, 6, rule) - 1, steps)
    return strayed if strayed in barrage.battle.table else None


def _clouds(battle: Battle, weapon: Weapon, hex_: Hex) -> None:
    """Abilities places-cloud, mortar, fog-grenade and hex-on-fire."""
    rule = "spf.hexfx.markers"
    cloud = weapon.trait("places-cloud", Cloud)
    if cloud:
        battle.spreads.append(spread(cloud.kind, hex_, rule, cloud.strength))
    mortar = weapon.trait("mortar", Mortar)
    if mortar:
        ring = [(each, mortar.ring) for each in hex_.neighbours() if mortar.ring]
        for where, markers in ((hex_, mortar.centre), *ring):
            if where in battle.table:
                battle.spreads += [spread(each.kind, where, rule, each.strength) for each in markers]
    if "fog-grenade" in weapon.traits:
        battle.spreads += [spread("smoke", hex_, rule), spread("poison", hex_, rule, 6)]
    if "hex-on-fire" in weapon.traits:
        battle.spreads += on_fire(hex_)


def on_fire(hex_: Hex) -> list[Spread]:
    """spf.hexfx.hex-on-fire: a fire, with which smoke comes."""
    return [spread("fire", hex_, "spf.hexfx.hex-on-fire")]


def spread(kind: str, hex_: Hex, rule: str, strength: int = 0) -> Spread:
    return Spread(KINDS.get(kind, kind), *hex_, rule, strength)  # type: ignore[arg-type]


# ---------------------------------------------------------------- all that lies in the way


def _sweep(barrage: Barrage, volley: Volley) -> None:
    """Ability sweep: each with its own roll to hit."""
    sweep: Sweep = volley.gun.weapon.traits["sweep"]
    unit = barrage.battle.unit(volley.unit)
    for target in areas.swept(barrage.battle, unit, volley.gun, volley.direction):
        times = 1 if sweep.whom == "enemy-units" else len(target.living)
        _shoot(barrage, volley, target, times)


def _breathe(barrage: Barrage, volley: Volley) -> None:
    """Abilities breath and breath-area: no rolls to hit."""
    battle, weapon = barrage.battle, volley.gun.weapon
    unit = battle.unit(volley.unit)
    breath: Breath = weapon.traits["breath"]
    tokens = {"set-on-fire": "fire", "acid": "acid", "minor-acid": "minor-acid"}
    for target, at in areas.breathed_on(battle, unit, weapon):
        _telling(barrage, unit, weapon, target)
        token = tokens[breath.long if at == "long" else breath.normal]
        rule = "spf.ability.set-on-fire-ranged" if token == "fire" else "spf.ability.acid-ranged"
        battle.gains.append(Gain(target.id, token, rule))  # type: ignore[arg-type]
    area: BreathArea = weapon.traits["breath-area"]
    for hex_ in areas.breath_hexes(battle, unit, weapon):
        area_attack(barrage, unit, weapon, hex_, area.need, area.poison)


def _fan(barrage: Barrage, volley: Volley) -> None:
    """Ability flame-fan: all its hexes at once."""
    unit = barrage.battle.unit(volley.unit)
    for hex_, needed in areas.fan(barrage.battle, unit, volley.gun.weapon):
        if areas.victims(barrage.battle, unit, hex_):
            _telling_hex(barrage, unit, volley.gun.weapon, hex_)
        area_attack(barrage, unit, volley.gun.weapon, hex_, needed)


WAYS: dict[str, Callable[[Barrage, Volley], None]] = {"sweep": _sweep, "breath": _breathe, "flame-fan": _fan}


# ---------------------------------------------------------------- telling


def _telling(barrage: Barrage, unit: Unit, weapon: Weapon, target: Unit) -> None:
    battle = barrage.battle
    words = f"{field(battle, unit).name} fires {weapon.name} at {field(battle, target).name}."
    barrage.game.tell(Aimed(piece=unit.id, target=target.id, words=words, rule="spf.orders.fire"))


def _telling_hex(barrage: Barrage, unit: Unit, weapon: Weapon, hex_: Hex) -> None:
    battle = barrage.battle
    words = f"{field(battle, unit).name} fires {weapon.name} at hex {name_of(hex_)}."
    spot = ground.spot(battle, hex_)
    barrage.game.tell(Aimed(piece=unit.id, spot=spot, words=words, rule="spf.fire.area"))
