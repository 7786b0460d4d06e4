"""Units that enter play by a weapon: assault bots out of a mortar, the tinkerer's mechanical rat."""

from __future__ import annotations

from warbook.board.hexes import Hex, distance, within
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.abilities import SpawnedBots
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.gunnery.arms import RAT
from warbook.books.steampunk.state import Battle, Game, Unit, field
from warbook.core.events import Placed
from warbook.core.questions import Refusal

BOTS = "gnome.assault-bots"
MOST_BOTS = 2  # units of them put in one hex
RULE = "spf.orders.fire"


def room(battle: Battle, unit: Unit, weapon: Weapon, hex_: Hex) -> bool:
    """Where newcomers can be put: bots in an empty hex within range; the rat in a hex beside its unit that
    holds no enemy and is not overcrowded by it."""
    if not 0 < distance(unit, hex_) <= weapon.range:
        return False
    rat, there = "launches-rat" in weapon.traits, battle.in_hex(hex_)
    if there and not (rat and all(other.side == unit.side for other in there)):
        return False
    newcomer = _made(battle, unit, RAT if rat else BOTS, 1, hex_)
    if isinstance(ground.entry(battle, newcomer, hex_, unit.hex), Refusal):
        return False
    return not there or ground.fits(battle, hex_, [*there, newcomer])


def spawn(game: Game, unit: Unit, weapon: Weapon, hex_: Hex, crew: int) -> None:
    """Abilities spawns-bots and launches-rat; of several units two enter the hex, more the next empty one."""
    battle = game.battle
    if "launches-rat" in weapon.traits:
        _enter(game, _made(battle, unit, RAT, 1, hex_))
        return
    bots: SpawnedBots = weapon.traits["spawns-bots"]
    models = bots.models if isinstance(bots.models, int) else crew
    places = [hex_, *(each for each in within(unit.hex, weapon.range) if each != hex_)]
    empty = [each for each in places if room(battle, unit, weapon, each)]
    for place in [each for each in empty for _ in range(MOST_BOTS)][: bots.units or 1]:
        _enter(game, _made(battle, unit, BOTS, models, place))


def _made(battle: Battle, unit: Unit, kind: str, models: int, hex_: Hex) -> Unit:
    begins = f"{unit.id}+"
    number = sum([other.id.startswith(begins) for other in battle.units]) + 1
    made = Unit(f"{begins}{number}", unit.side, -1, kind, list(range(models)), "map")
    made.facing, made.speed = unit.facing, "slow"
    made.at(hex_)
    return made


def _enter(game: Game, unit: Unit) -> None:
    battle = game.battle
    of = field(battle, unit)
    unit.living = unit.living[: len(of.models)]
    battle.units.append(unit)
    spot, facing = ground.spot(battle, unit.hex), ground.bearing(unit.facing)
    game.tell(Placed(piece=unit.id, spot=spot, facing=facing, name=of.name, rule=RULE))
