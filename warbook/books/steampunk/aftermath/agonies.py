"""The five agony steps: what acid, fire, poison, bleeding and terror do to units (spf.turn.agony)."""

from __future__ import annotations

from fractions import Fraction

from warbook.board.hexes import distance
from warbook.books.steampunk import ground
from warbook.books.steampunk.aftermath.agony import (
    Agony,
    acid,
    acid_after,
    bleeding,
    burning,
    minor_acid,
    poison,
)
from warbook.books.steampunk.army.abilities import Terror
from warbook.books.steampunk.army.notation import Effect
from warbook.books.steampunk.damage import tokens
from warbook.books.steampunk.damage.effects import lasting_effects, said
from warbook.books.steampunk.damage.toughness import bonus, in_play, lines_of, told_to
from warbook.books.steampunk.damage.wounds import look_up
from warbook.books.steampunk.dice import die
from warbook.books.steampunk.illusions import expose
from warbook.books.steampunk.pending import Blow, Gain, Spread, TableName
from warbook.books.steampunk.state import SIDES, Battle, Game, Unit, abilities, enemy, field, has, models
from warbook.core.events import Note, Turned
from warbook.core.questions import Choose, Option, Preview

CLOUD = 4  # the poison that acid gives off
TERRORS = ("terror", "unit-terror")  # abilities
TRENCH_COAT = "dwarf.trenchcoat-of-resistance"


def agony(game: Game, n: int, terror: bool = True) -> None:
    """Agony step `n`; what comes of it is put into effect by `harm.apply`. Terror and acid are rolled on the
    same state (ruling T6)."""
    units = in_play(game.battle)
    for unit in units:
        _turn_by_itself(game, unit, n)
    for unit in units:
        if n == 0:
            if terror:
                _terror(game, unit)
            _acid(game, unit)
            _backlash(game, unit)
        elif n == 1:
            _minor_acid(game, unit)
        elif n == 2:
            _fire(game, unit)
        elif n == 3:
            _poison(game, unit)
        else:
            _bleeding(game, unit)


def suffers(unit: Unit) -> bool:
    """Whether it carries continuous damage."""
    return bool(unit.acid or unit.minor_acid or unit.fires or unit.poison or unit.bleeding)


def _turn_by_itself(game: Game, unit: Unit, n: int) -> None:
    """Effect rotates-each-turn."""
    if not unit.critical:
        return
    for way, step in (turn for turns in lasting_effects(unit, "rotates-each-turn") for turn in turns):
        if step == n:
            unit.facing = (unit.facing + (1 if way == "R" else -1)) % 6
            facing, rule = ground.bearing(unit.facing), "spf.damage.table-lookup"
            game.tell(Turned(rule=rule, piece=unit.id, facing=facing, to=told_to(unit)))


# ---------------------------------------------------------------- agony 0


def _terror(game: Game, unit: Unit) -> None:
    """spf.ability.terror; hidden units are immune (spf.ability.hidden-protection)."""
    battle = game.battle
    if unit.place != "map" or field(battle, unit).known.isdisjoint(TERRORS):
        return
    rule = "spf.ability.terror"
    for name in TERRORS:
        for terror in abilities(battle, unit, name, Terror):
            for foe in battle.on_map(enemy(unit.side)):
                near = distance(unit, foe) <= terror.reach
                expose(game, [foe] if near else ())
                if near and not foe.hidden and lines_of(battle, foe, "psychic"):
                    added, why = bonus(battle, foe, "psychic", "psychic")
                    face = game.rolling(unit.id, {rule: why}, told_to(unit)).roll(die, terror.sides, rule)
                    battle.blows.append(Blow(foe.id, "psychic", face + added, "terror", rule, unit.id))


def _acid(game: Game, unit: Unit) -> None:
    """spf.special.acid-table: each token on its own (ruling P4); what neither goes nor is downgraded stays
    (spf.special.acid-persists)."""
    if not unit.acid:
        return
    battle = game.battle
    rule = "spf.special.acid-table"
    fates = []
    by = _acid_roller(game, unit)
    for _ in range(unit.acid):
        came = game.rolling(by, to=told_to(unit)).roll(acid)
        fates.append(acid_after(came.downgrades))
        _gain(battle, unit, "future", rule, came.future)
        _gain(battle, unit, "fire", rule, came.fires)
        hex_ = unit.hex if unit.on_map else battle.unit(unit.carrier).hex
        for _ in range(came.clouds):
            battle.spreads.append(Spread("poison", hex_.q, hex_.r, rule, CLOUD))
            for other in battle.in_hex(unit.hex) if unit.on_map else [unit]:  # ruling P3
                battle.gains.append(Gain(other.id, "minor-acid", rule))
        unit.armor_lost += came.armor
    battle.gains += [Gain(unit.id, "minor-acid", rule) for fate in fates if fate == "downgraded"]
    with tokens.watched(game, unit):
        unit.acid = fates.count("stays")


def _acid_roller(game: Game, unit: Unit) -> str:
    """spf.special.acid-roller: the enemy, unless it may not know of the unit (spf.W27)."""
    if told_to(unit):
        return unit.id
    foe = enemy(unit.side)
    name = game.battle.setup.armies[SIDES.index(foe)].name
    words = f"{name} roll for the acid on {field(game.battle, unit).name}."
    game.tell(Note(words=words, piece=unit.id, rule="spf.special.acid-roller"))
    return foe


def _backlash(game: Game, unit: Unit) -> None:
    """Ability death-ray-backlash."""
    if not unit.aims:
        return
    battle = game.battle
    rays = {
        weapon.id
        for _, model in models(battle, unit)
        for weapon in model.weapons
        if any(a.name == "death-ray-backlash" for a in weapon.abilities)
    }
    aims = sum(aim.weapon in rays for aim in unit.aims)
    faces = game.rolling(unit.id, to=told_to(unit)).dice.pool(aims, "spf.orders.aim") if aims else ()
    if faces.count(1) >= 2:
        battle.blows.append(Blow(unit.id, "regular", 0, "death-ray-backlash", "spf.orders.aim"))
    elif 1 in faces:
        battle.gains.append(Gain(unit.id, "minor-acid", "spf.orders.aim"))


def _gain(battle: Battle, unit: Unit, token: str, rule: str, count: int) -> None:
    if count:
        battle.gains.append(Gain(unit.id, "fire" if token == "fire" else "future", rule, count))


# ---------------------------------------------------------------- agony 1 and 2


def _minor_acid(game: Game, unit: Unit) -> None:
    """spf.special.minor-acid."""
    if not unit.minor_acid:
        return
    battle = game.battle
    rolling = game.rolling(unit.id, to=told_to(unit))
    came = [rolling.roll(minor_acid) for _ in range(unit.minor_acid)]
    _gain(battle, unit, "future", "spf.special.minor-acid", sum(each.future for each in came))
    with tokens.watched(game, unit):
        unit.minor_acid = sum(each.token == "stays" for each in came)


def _fire(game: Game, unit: Unit) -> None:
    """spf.special.fire-roll, spf.special.fire-damage. On a gun with its crew it is read in both tables, with
    one die (ability gun-or-crew)."""
    if not unit.fires:
        return
    battle = game.battle
    tables: tuple[TableName, ...] = ("regular", "crew") if has(battle, unit, "gun-or-crew") else ("regular",)
    rule = "spf.special.fire-roll"
    added, why = bonus(battle, unit, "regular", "fire")
    left = 0
    for _ in range(unit.fires):
        came = game.rolling(unit.id, {rule: why}, told_to(unit)).roll(burning, added)
        left += came.token == "stays"
        if came.damage is None:
            continue
        for table in tables:
            result = came.damage - added + bonus(battle, unit, table, "fire")[0]
            battle.blows.append(Blow(unit.id, table, result, "fire", "spf.special.fire-damage"))
    with tokens.watched(game, unit):
        unit.fires = left


# ---------------------------------------------------------------- agony 3 and 4


def _poison(game: Game, unit: Unit) -> None:
    """spf.special.poison-roll. The token drops when the damage takes effect. A gun is poisoned in its crew
    (ability gun-or-crew)."""
    if not unit.poison:
        return
    battle = game.battle
    table: TableName = "crew" if has(battle, unit, "gun-or-crew") else "regular"
    rule = "spf.special.poison-roll"
    added, why = bonus(battle, unit, table, "poison")
    for strength in unit.poison:
        rolling = game.rolling(unit.id, {rule: why}, told_to(unit))
        came: Agony = rolling.roll(poison, strength, added)
        if _rolls_again(game, unit, table, strength, came, added):
            came = rolling.roll(poison, strength, added)
        battle.blows.append(Blow(unit.id, table, came.damage or 0, "poison", rule, strength=strength))


def _rolls_again(game: Game, unit: Unit, table: TableName, strength: int, came: Agony, added: int) -> bool:
    """spf.team.dwarf-endurance-poison: any number of dice, each once."""
    battle = game.battle
    coat = any(TRENCH_COAT in model.equipment for _, model in models(battle, unit))
    if not (coat and unit.endurance):
        return False

    def preview() -> Preview:
        return _outlook(battle, unit, table, strength, added)

    name, effects = field(battle, unit).name, _effects(battle, unit, table, came.damage or 0)
    question = Choose(
        f"{name}: poison[{strength}] comes to {came.damage}. Roll that die again?",
        [
            Option("keep", f"Keep {came.damage}: {said(effects)}", about=effects),
            Option("again", "Spend an endurance token and roll again", preview=preview),
        ],
        "spf.team.dwarf-endurance-poison",
        unit.id,
        kind="poison",
    )
    if game.ask(unit.side, question) == "keep":
        return False
    with tokens.watched(game, unit):
        unit.endurance -= 1
    return True


def _outlook(battle: Battle, unit: Unit, table: TableName, strength: int, added: int) -> Preview:
    chances: dict[str, Fraction] = {}
    for came, share in sorted(poison.odds(strength, added).items(), key=lambda item: item[0].damage or 0):
        words = said(_effects(battle, unit, table, came.damage or 0))
        chances[words] = chances.get(words, Fraction(0)) + share
    best, chance = next(iter(chances.items()))
    return Preview(tuple(chances.items()), headline=f"{float(chance):.0%} {best}")


def _effects(battle: Battle, unit: Unit, table: TableName, result: int) -> tuple[Effect, ...]:
    return look_up(lines_of(battle, unit, table), result) or ()


def _bleeding(game: Game, unit: Unit) -> None:
    """spf.special.bleeding-roll."""
    if not unit.bleeding:
        return
    battle = game.battle
    rule = "spf.special.bleeding-roll"
    added, why = bonus(battle, unit, "regular", "bleeding")
    left = []
    for strength in unit.bleeding:
        came = game.rolling(unit.id, {rule: why}, told_to(unit)).roll(bleeding, strength, added)
        if came.damage is not None:
            left.append(strength)
            battle.blows.append(Blow(unit.id, "regular", came.damage, "bleeding", rule, strength=strength))
    with tokens.watched(game, unit):
        unit.bleeding = left
