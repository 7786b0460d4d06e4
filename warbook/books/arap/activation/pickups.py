"""Pick-ups (arap.C2): the next player rolls the failed dice for units of his own, which react at once."""

from __future__ import annotations

from warbook.books.arap.activation.able import takers
from warbook.books.arap.activation.dice import points_of, successes
from warbook.books.arap.activation.previews import pickup_preview
from warbook.books.arap.field.units import fewer, state_of, value_of
from warbook.books.arap.state import Acting, Battle, Game, Offer, at_rest
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Option

NONE, NO_MORE, LET_PASS = "none", "no more", "let pass"


def pickup_offered(battle: Battle, dice: int, busts: bool) -> bool:
    """Whether failed dice are worth a question: they could give somebody a point, and the next player has
    not let this turn pass, or a bust is at stake."""
    side = battle.next_side
    if not battle.rulings.pick_ups or (side in battle.passing and not busts):
        return False
    return any(fewer(unit) < dice for unit in takers(battle, side))


def offer(game: Game, frame: Offer) -> None:
    """Asks who takes how many of the dice, rolls them, and puts the reactions on the stack: they come before
    the points of the unit whose roll failed are spent (arap.turn.pick-up-timing)."""
    battle = game.battle
    battle.stack.pop()
    given = _shared_out(game, frame)
    if not given:
        return
    actor = battle.stack[-1]
    assert isinstance(actor, Acting)
    if actor.busts:
        actor.busts = False
        words = "The dice are picked up: no bust."
        game.tell(Note(words=words, piece=actor.unit, rule="arap.turn.pick-up-cancels-bust"))
    for unit_id, dice in reversed(given.items()):
        unit = battle.unit(unit_id)
        unit.reacted = True
        good = game.rolling(unit.id).roll(successes, dice, value_of(battle, unit), "arap.turn.pick-up")
        points = points_of(good, state_of(unit))
        if points:
            battle.stack.append(Acting(unit.id, "pick-up", points))
            many = f"{points} action point{'' if points == 1 else 's'}"
            words = f"{unit.name} reacts with {many}."
            game.tell(Became(piece=unit.id, status="acting", words=words, rule="arap.turn.pick-up"))


def _shared_out(game: Game, frame: Offer) -> dict[str, int]:
    """How many dice each unit is given."""
    battle = game.battle
    given: dict[str, int] = {}
    left = frame.dice
    while left:
        with at_rest(battle):
            question = share_question(battle, frame, left, given)
            chosen = NONE if question is None else game.ask(frame.side, question)
        if chosen == LET_PASS:
            battle.passing = (*battle.passing, frame.side)
        if chosen in (NONE, NO_MORE, LET_PASS):
            break
        unit_id, _, dice = chosen.rpartition(":")
        given[unit_id] = int(dice)
        left -= int(dice)
    return given


def share_question(battle: Battle, frame: Offer, left: int, given: dict[str, int]) -> Choose | None:
    """Who is given how many of the dice that are left; None if nobody could do anything with them."""
    options = []
    for unit in takers(battle, frame.side):
        if unit.id in given:
            continue
        for dice in range(left, fewer(unit), -1):
            label = f"{dice} {'die' if dice == 1 else 'dice'} for {unit.name}"
            options.append(
                Option(
                    f"{unit.id}:{dice}", label, unit.id,
                    preview=lambda unit=unit, dice=dice: pickup_preview(battle, unit, dice),  # type: ignore[misc]
                )
            )  # fmt: skip
    if not options:
        return None
    actor = battle.unit(frame.unit)
    busts = any(isinstance(each, Acting) and each.unit == actor.id and each.busts for each in battle.stack)
    if given:
        options.append(Option(NO_MORE, "No more"))
    else:
        options.append(Option(NONE, "Leave them: the bust stands" if busts else "Leave them"))
        options.append(Option(LET_PASS, "Leave them, and ask this turn only about a bust"))
    failed = f"{frame.dice} {'die' if frame.dice == 1 else 'dice'}"
    text = f"{actor.name} failed {failed}. Pick up{', which undoes its bust' if busts else ''}?"
    return Choose(
        text, options, "arap.turn.pick-up",
        usual=NO_MORE if given else NONE, kind="pick up",
    )  # fmt: skip
