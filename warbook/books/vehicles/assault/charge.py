"""The assault move of a unit or a Walker, and how those it assaults answer it."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.books.vehicles.assault.allowed import FAR
from warbook.books.vehicles.assault.consolidating import consolidate
from warbook.books.vehicles.assault.dice import hard_going
from warbook.books.vehicles.assault.engaged import Piece, in_contact, lock, may_lock
from warbook.books.vehicles.assault.moves import fighters_after, go_and_test, through_difficult, ways_into
from warbook.books.vehicles.assault.walkers import Stride, difficult, stride, stride_into
from warbook.books.vehicles.morale.falling_back import regroup
from warbook.books.vehicles.morale.tests import leadership_test
from warbook.books.vehicles.state import Game, Model, Unit, Vehicle
from warbook.books.vehicles.wounds.casualties import destroy
from warbook.core.events import Aimed, Note
from warbook.core.questions import Choose, Option


def charge(game: Game, one: Piece, foe: Piece) -> None:
    """veh.assault.move, veh.P12: the assault move, then the defenders' to meet it."""
    one.assaulted = True
    moved = _unit_charges(game, one, foe) if isinstance(one, Unit) else _walker_charges(game, one, foe)
    if not moved:
        words = f"{one.name} does not reach {foe.name}."
        game.tell(Note(words=words, piece=one.id, rule="veh.P14.assault"))
        return
    one.charged = True
    if not in_contact(game.battle, one, foe):
        return
    words = f"{one.name} assaults {foe.name}."
    game.tell(Aimed(piece=one.id, target=foe.id, words=words, rule="veh.assault.select"))
    if not may_lock(foe) or not _stands(game, one, foe):
        return
    lock(one, foe)
    if isinstance(foe, Unit):  # who is in contact already, with whomever, stays
        foes = [game.battle.either(each) for each in foe.locked]
        go_and_test(game, foe, ways_into(game.battle, foe, foes, FAR), "joins the fight", "veh.P12")


def _unit_charges(game: Game, unit: Unit, foe: Piece) -> bool:
    """veh.assault.move-terrain, veh.P3.difficult: through difficult ground it gets as far as the higher of
    two dice."""
    battle = game.battle
    inches = FAR
    ways = ways_into(battle, unit, [foe], inches)
    if through_difficult(battle, unit, ways):
        round_it = ways_into(battle, unit, [foe], inches, rough=False)
        if round_it and _goes_round(game, unit, foe, fighters_after(battle, unit, [foe], ways),
                                    fighters_after(battle, unit, [foe], round_it)):  # fmt: skip
            ways = round_it
        else:
            inches = float(game.rolling(unit.id).roll(hard_going))
            ways = ways_into(battle, unit, [foe], inches)
    if not ways and not in_contact(battle, unit, foe):
        return False
    unit.through_difficult = through_difficult(battle, unit, ways)
    go_and_test(game, unit, ways, "assaults", "veh.assault.move")
    return True


def _goes_round(
    game: Game, unit: Unit, foe: Piece, through: Sequence[Model], around: Sequence[Model]
) -> bool:
    """Asked where the straight way lets more of them fight."""
    if len(around) >= len(through):
        return True
    few, many = (tuple(model.id for model in models) for models in (around, through))
    most = f"Through it, as far as two dice allow: up to {len(many)} fight"
    options = [
        Option("round", f"Round the difficult ground: {len(few)} fight", foe.id, about=few),
        Option("through", most, foe.id, about=many),
    ]
    text = f"How does {unit.name} assault {foe.name}?"
    question = Choose(text, options, "veh.P3.difficult", unit.id, "round", kind="assault way")
    return bool(game.ask(unit.side, question) == "round")


def _walker_charges(game: Game, walker: Vehicle, foe: Piece) -> bool:
    """veh.walker.assault-move, veh.walker.terrain; it ends facing whom it assaults (veh.V71)."""
    way: Stride | None = stride_into(game.battle, walker, [foe], FAR)
    if way is not None and difficult(game.battle, way):
        walker.through_difficult = True
        way = stride_into(game.battle, walker, [foe], float(game.rolling(walker.id).roll(hard_going)))
    if way is None:
        return False
    stride(game, walker, way, "assaults", "veh.walker.assault-move")
    return True


def _stands(game: Game, one: Piece, foe: Piece) -> bool:
    """veh.P8.caught: who is assaulted while he falls back turns and fights, or is destroyed."""
    if not isinstance(foe, Unit) or not foe.falling_back:
        return True
    if leadership_test(game, foe, "veh.P8.caught"):
        regroup(game, foe, "veh.P8.caught")
        return True
    destroy(game, foe, f"{foe.name} is run down.", "veh.P8.caught")
    consolidate(game, one)
    return False
