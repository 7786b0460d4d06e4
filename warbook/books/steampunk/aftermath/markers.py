"""What lies in hexes: clouds, smoke and fire, how they act on units and how they go away."""

from __future__ import annotations

from typing import Literal

from warbook.board.hexes import Hex
from warbook.books.steampunk.damage import tokens, toughness
from warbook.books.steampunk.damage.hexmarks import tell_mark
from warbook.books.steampunk.dice import die
from warbook.books.steampunk.gunnery.aiming import evasion
from warbook.books.steampunk.gunnery.gunfire import area_hits, area_score, beyond
from warbook.books.steampunk.illusions import expose
from warbook.books.steampunk.pending import Blow, Gain
from warbook.books.steampunk.state import Game, Unit, flying
from warbook.core.dice import Dice
from warbook.core.events import Note

NEED = 6  # of every die that a marker rolls


def trigger(game: Game) -> None:
    """spf.hexfx.trigger, ruling H8: what lies in a hex acts once on every unit there, however much of it lies
    there (spf.hexfx.not-cumulative); what comes of it is put into effect by `harm.apply`."""
    battle = game.battle
    marked = {mark.hex for mark in battle.marks}
    for unit in battle.on_map() if marked else ():
        if unit.hex not in marked:
            continue
        if flying(battle, unit) and not battle.rulings.clouds_reach_flyers:  # ruling H7
            continue
        _poison(game, unit)
        _minor_acid(game, unit)
        _per_unit(game, unit, "acid", "spf.hexfx.acid-cloud-major")
        _per_unit(game, unit, "fire", "spf.hexfx.hex-on-fire")


def _poison(game: Game, unit: Unit) -> None:
    """spf.hexfx.poison-cloud, spf.hexfx.strongest-cloud, rulings H1 and H2."""
    battle = game.battle
    rule = "spf.hexfx.poison-cloud"
    strength = max((mark.strength for mark in battle.marked(unit.hex, "poison")), default=0)
    has_crew = bool(toughness.lines_of(battle, unit, "crew"))
    if not strength or toughness.immune(battle, unit, "poison-cloud"):
        return
    expose(game, [unit])
    if not (has_crew or toughness.can_be_poisoned(battle, unit)):
        return
    hits = _area(game, unit, rule)
    if hits and toughness.can_be_poisoned(battle, unit):
        battle.gains.append(Gain(unit.id, "poison", rule, hits, strength))
    for _ in range(hits if has_crew else 0):
        added, why = toughness.bonus(battle, unit, "crew", "crew")
        face = game.rolling(unit.id, {rule: why}, toughness.told_to(unit)).roll(die, strength, rule)
        battle.blows.append(Blow(unit.id, "crew", face + added, "crew", rule))


def _minor_acid(game: Game, unit: Unit) -> None:
    """spf.hexfx.acid-cloud-minor."""
    battle = game.battle
    if battle.marked(unit.hex, "minor-acid") and not toughness.immune(battle, unit, "minor-acid"):
        rule = "spf.hexfx.acid-cloud-minor"
        hits = _area(game, unit, rule)
        if hits:
            battle.gains.append(Gain(unit.id, "minor-acid", rule, hits))


def _area(game: Game, unit: Unit, rule: str) -> int:
    """One die for each model, harder by evasion (ruling H2)."""
    need = area_score(NEED, evasion(game.battle, unit))
    rolling = game.rolling(unit.id, {rule: beyond(need)}, toughness.told_to(unit))
    return rolling.roll(area_hits, len(unit.living), need, rule)


def _per_unit(game: Game, unit: Unit, kind: Literal["acid", "fire"], rule: str) -> None:
    """The major acid cloud and the burning hex: one die for the unit, no area effects (ruling H2)."""
    battle = game.battle
    if not battle.marked(unit.hex, kind) or toughness.immune(battle, unit, kind):
        return
    if game.rolling(unit.id, to=toughness.told_to(unit)).roll(_six, rule):
        battle.gains.append(Gain(unit.id, kind, rule))


def _six(dice: Dice, rule: str) -> bool:
    return dice.d6(rule, need=NEED) >= NEED


# ---------------------------------------------------------------- aftermath


def aftermath(game: Game) -> None:
    """spf.turn.aftermath: markers, fires and shaken tokens."""
    battle = game.battle
    burning = sorted({mark.hex for mark in battle.marks if mark.kind == "fire" and mark.count})
    lying = sorted({(mark.kind, mark.hex) for mark in battle.marks})
    for mark in battle.marks:
        mark.count -= 1  # spf.aftermath.clouds-and-smoke, ruling H4
    battle.marks = [mark for mark in battle.marks if mark.count > 0]
    for kind, hex_ in lying:
        rule = "spf.aftermath.fire" if kind == "fire" else "spf.aftermath.clouds-and-smoke"
        tell_mark(game, kind, hex_, rule)
    for hex_ in burning:
        if battle.ground_at(hex_) == "forest":
            change(game, hex_, battle.rulings.burnt_forest_becomes, "spf.aftermath.fire")  # ruling H5
    calm(game)


def calm(game: Game) -> None:
    """spf.aftermath.shaken."""
    for unit in toughness.in_play(game.battle):
        if unit.shaken:
            with tokens.watched(game, unit):
                unit.shaken -= 1


def change(game: Game, hex_: Hex, becomes: str, rule: str) -> None:
    """Terrain becomes something else."""
    battle = game.battle
    was = battle.ground_at(hex_)
    battle.ground[f"{hex_.q},{hex_.r}"] = becomes
    game.tell(Note(rule=rule, words=f"The {was} becomes {becomes}."))
