"""Hidden units: tokens that nobody may attack, until they reveal themselves or are found.

Hidden units move by their orders and hex effects act on them (ruling P24); an enemy in their hex changes
nothing by itself (ruling P27).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from warbook.board.hexes import distance
from warbook.board.hextable import name_of
from warbook.books.steampunk.army.abilities import InTerrain
from warbook.books.steampunk.ground import bearing, in_line, sees, spot
from warbook.books.steampunk.state import Battle, Game, Mark, Unit, abilities, enemy, field, has
from warbook.core.events import Became, Marker, Placed

SEEN = "seen"  # mark of a unit that hid before the eyes of the enemy, who knows what it is


def secret(unit: Unit) -> bool:
    """Whether the enemy does not know what it is (spf.ability.hidden-disclosure)."""
    return unit.hidden and SEEN not in unit.marks


def hidden_tokens(battle: Battle, side: str | None) -> list[Mark]:
    """spf.ability.hidden-token: what others see of hidden units that are not `side`'s."""
    hidden = [unit for unit in battle.units if unit.hidden and unit.on_map and unit.side != side]
    if not hidden:
        return []
    found = Counter((unit.q, unit.r) for unit in hidden)
    return [Mark("hidden", q, r, count) for (q, r), count in sorted(found.items())]


def tell_tokens(game: Game, before: Sequence[Mark]) -> None:
    """Tell where tokens lie now, and where none lies any more."""
    battle = game.battle
    now = hidden_tokens(battle, None)
    if not now and not before:
        return
    gone = [replace(was, count=0) for was in before if was.hex not in [mark.hex for mark in now]]
    for mark in (*gone, *(mark for mark in now if mark not in before)):
        there = spot(battle, mark.hex) if mark.count else None
        lie = {0: "No hidden token lies", 1: "A hidden token lies"}.get(
            mark.count, f"{mark.count} hidden tokens lie"
        )
        words = f"{lie} in hex {name_of(mark.hex)}."
        rule = "spf.ability.hidden-token"
        game.tell(
            Marker(rule=rule, marker=f"hidden@{mark.q},{mark.r}", kind="hidden", spot=there, words=words)
        )


def reveal(game: Game, unit: Unit, bonus: bool, rule: str) -> None:
    """The unit is hidden no more. Only if it revealed itself it has the bonuses of spf.ability.reveal-bonus,
    to the end of the turn (ruling P26)."""
    if not unit.hidden:
        return
    battle = game.battle
    unit.hidden = False
    if bonus:
        unit.revealed = battle.turn
    name = field(battle, unit).name
    words = f"{name} reveals itself." if bonus else f"{name} is discovered."
    game.tell(Placed(piece=unit.id, spot=spot(battle, unit.hex), facing=bearing(unit.facing), rule=rule))
    game.tell(Became(piece=unit.id, status="hidden", gained=False, words=words, rule=rule))


def hide(game: Game, unit: Unit, terrain: str) -> bool:
    """spf.ability.hide: the order to hide in this terrain; whether it could."""
    battle = game.battle
    if unit.hidden or not any(terrain == a.terrain for a in abilities(battle, unit, "hide", InTerrain)):
        return False
    foes = battle.on_map(enemy(unit.side))
    seen = any(sees(battle, foe, unit) for foe in foes)
    if seen and not battle.rulings.hide_in_sight:
        return False  # ruling P29
    veiled = has(battle, unit, "hides-in-smoke") and (not seen or bool(battle.marked(unit.hex, "smoke")))
    if battle.ground_at(unit.hex) != terrain and not veiled:
        return False
    unit.hidden, unit.marks = True, {**unit.marks, SEEN: 1}
    words = f"{field(battle, unit).name} hides."
    game.tell(Became(piece=unit.id, status="hidden", words=words, rule="spf.ability.hide"))
    return True


def check_clear(game: Game) -> None:
    """After every movement step (ruling P28): who is in clear terrain, not still, in sight of an enemy, is
    revealed, unless a cloaking device hides it (spf.ability.hidden-clear-terrain)."""
    battle = game.battle
    for unit in [unit for unit in battle.on_map() if unit.hidden and _in_the_open(battle, unit)]:
        reveal(game, unit, False, "spf.ability.hidden-clear-terrain")


def discover_hidden(game: Game) -> None:
    """spf.ability.hidden-ends: an enemy at point-blank range discovers it."""
    battle = game.battle
    found = [
        unit
        for unit in battle.on_map()
        if unit.hidden and any(distance(unit, foe) <= 1 for foe in battle.on_map(enemy(unit.side)))
    ]
    for unit in found:
        reveal(game, unit, False, "spf.ability.hidden-ends")


def _in_the_open(battle: Battle, unit: Unit) -> bool:
    return (
        battle.ground_at(unit.hex) == "clear"
        and unit.speed.removesuffix("-flying") in ("slow", "fast")
        and not has(battle, unit, "hidden-by-cloak")
        and any(in_line(battle, foe, unit) for foe in battle.on_map(enemy(unit.side)))
    )
