"""What became of a previewed option, read from the events: for the conformance suite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tests.conformance.previews import Deed
from warbook.books.gorkamorka.field.bodies import model
from warbook.books.gorkamorka.fight.previews import BEATEN, BOTH, FATES, NOBODY
from warbook.books.gorkamorka.state import Vehicle, Warrior
from warbook.core.events import Aimed, Became, Event, Note, Removed, Rolled, Template
from warbook.core.questions import Preview

SHOTS = ("target", "weapon")  # the questions after which nothing but the dice, or another of them, decides
TO_HIT, SECOND = "gce.shooting.to-hit", "gce.shooting.seven-plus"
UNROLLED = ("no roll", "4+", "out of reach", "")
HARMLESS = {"miss", "unhurt", "no wound", "saved", "wounded", "still down"}

# What is tested next: the rule of the roll, by the first word of the option or the kind of the question.
TURN = "gce.vehicle-movement.thrust-turn"
TESTS = {
    "thrust": "gce.vehicle-movement.thrust-test",
    "turn": TURN,
    "board": "gce.foot.board-test",
    "jump": "gce.foot.board-test",
    "squash": "gce.squash.avoid",
    "wheel": "gce.vehicle-movement.take-wheel",
}
FAILS = ("Thruster Buster", "runs on", "falls", "squashed", "fails")
RAMS = {"rake": ("rake",), "sideswipe": ("sideswipe",), "thrust": ("t-bone", "shunt", "head-on")}
HITS = re.compile(r" takes (\d+) hits?\.$")

ROUND = "gce.hand-to-hand.sequence"
ROUNDS = ("next attacker", "split", "assign")  # the questions whose previews are of a round that follows
CHOICES = {"arms", "hatred", "block", "odd hit"}  # made in a round, where previews take the best for made


def flaws(deed: Deed) -> Iterator[str]:
    """The score and the modifiers that were promised are those of the die, and what came was among what could
    come."""
    yield from _shot(deed)
    yield from _test(deed)
    yield from _ram(deed)
    yield from _round(deed)


def hoped(deed: Deed) -> Iterator[tuple[str, Fraction, bool]]:
    """Chances of what nothing but the dice decides."""
    yield from _felled(deed)
    rolled = _tested(deed)
    if rolled is not None and deed.preview.outcomes:
        failing = sum((part for name, part in deed.preview.outcomes if name in FAILS), Fraction(0))
        yield rolled[0].rule, 1 - failing, any(map(_passed, rolled))
    told = _fought(deed)
    if told is not None and not CHOICES & {getattr(question, "kind", "") for question in deed.asked}:
        foe = model(deed.before, deed.option.piece)
        falls = {BOTH, *(f"{foe.name} {fate}" for fate in FATES[:BEATEN])}
        chance = sum((part for words, part in deed.preview.outcomes if words in falls), Fraction(0))
        yield "rounds", chance, bool(_blows(foe, told) & set(FATES[:BEATEN]))


# ---------------------------------------------------------------- shots


def _shot(deed: Deed) -> Iterator[str]:
    fire = _fire(deed)
    if fire is None:
        return
    target, told = fire
    rolls = [event for event in told if isinstance(event, Rolled) and event.by == deed.question.piece]
    first = next((roll for roll in rolls if roll.rule == TO_HIT), None)
    second = next((roll for roll in rolls if roll.rule == SECOND), None)
    agreeing = [case for case in deed.cases if _same_need(case, first, second)]
    if not agreeing:
        needed = first and first.need
        yield f"needed {needed} ({first and first.modifiers}), not {[case.need for case in deed.cases]}"
    elif isinstance(target, Warrior) and not _spread(deed):
        came = _fates(target, told)
        if all(case.outcomes and not came & _possible(case) for case in agreeing):
            yield f"came out as {sorted(came)}, not one of {[case.outcomes for case in agreeing]}"


def _felled(deed: Deed) -> Iterator[tuple[str, Fraction, bool]]:
    """The chance that a warrior falls."""
    fire = _fire(deed)
    if fire is None or deed.preview.cases or not deed.preview.outcomes or _spread(deed):
        return
    target, told = fire
    if not isinstance(target, Warrior) or "caught" in dict(deed.preview.outcomes):
        return
    fates = ("out of action",) if target.down else ("down", "out of action")
    chance = sum((part for name, part in deed.preview.outcomes if name in fates), Fraction(0))
    kind = "shots at the fallen" if target.down else "shots"
    yield kind, chance, bool(_fates(target, told) & set(fates))


def _spread(deed: Deed) -> bool:
    """A burst was shared out among several."""
    return any(getattr(question, "kind", "") == "spread" for question in deed.asked)


def _fire(deed: Deed) -> tuple[Warrior | Vehicle, list[Event]] | None:
    """At whom he fired, as he was then, and what was told of it; nothing if he was stopped, or lobbed it at a
    guessed range."""
    if deed.question.kind not in SHOTS:
        return None
    found, told = "", list[Event]()
    for event in deed.events:
        if isinstance(event, Aimed) and found:
            break
        if isinstance(event, Aimed) and event.piece == deed.question.piece and event.spot is None:
            found = event.target
        if isinstance(event, Template) and event.shape == "teardrop" and not found:
            found = deed.option.piece if deed.question.kind == "target" else ""
        if found:
            told.append(event)
    return (model(deed.before, found), told) if found else None


def _same_need(case: Preview, first: Rolled | None, second: Rolled | None) -> bool:
    if first is None:
        return case.need in UNROLLED
    if case.modifiers != first.modifiers:
        return False
    if case.need in ("cannot hit", "out of range"):
        return first.need is None
    figures = [int(figure) for figure in re.findall(r"(\d+)\+", case.need)]
    return figures[:1] == [first.need] and (second is None or figures[1:] == [second.need])


def _possible(case: Preview) -> set[str]:
    return {name for name, part in case.outcomes if part}


def _fates(target: Warrior, told: list[Event]) -> set[str]:
    """All that it may have been, in the words of previews."""
    if any(isinstance(event, Removed) and event.piece == target.id for event in told):
        return {"out of action"}
    became = {event.status for event in told if isinstance(event, Became) and event.piece == target.id}
    if "down" in became:
        return {"down"}
    if "flesh wound" in became:
        return {"flesh wound", "still down"}
    if "netted" in became or "hobbled" in became:
        return {"caught"}
    return {"pinned"} if "pinned" in became else HARMLESS


# ---------------------------------------------------------------- tests, rams


def _tested(deed: Deed) -> list[Rolled] | None:
    """The roll of the test that comes next, and that of who was advised to roll again; None if it did not
    come to it."""
    kind = deed.question.kind
    rule = TESTS.get("wheel" if kind == "wheel" else deed.option.id.split()[0])
    if rule is None or kind not in ("thrust", "move", "pass", "wheel"):
        return None
    by = {deed.question.piece, deed.option.piece}
    rolls = [event for event in deed.events if isinstance(event, Rolled)]
    for number, roll in enumerate(rolls):
        if roll.rule == rule and (roll.by in by or rule == TURN):
            again = rolls[number + 1 : number + 2] if rule == TURN else []
            return [roll, *(each for each in again if (each.rule, each.by) == (rule, roll.by))]
    return None


def _passed(roll: Rolled) -> bool:
    total = sum(roll.faces)
    return (roll.need is None or total >= roll.need) and (roll.most is None or total <= roll.most)


def _test(deed: Deed) -> Iterator[str]:
    rolled = _tested(deed)
    if rolled is None:
        return
    figures = [int(figure) for figure in re.findall(r"\d+", deed.preview.need)]
    if figures != [rolled[0].need or rolled[0].most]:
        yield f"rolled against {rolled[0]}, not {deed.preview.need}"


def _ram(deed: Deed) -> Iterator[str]:
    """The points that the target of a ram takes."""
    possible = {name for name, part in deed.preview.outcomes if part}
    kinds = RAMS.get(deed.option.id.split()[0], ())
    if deed.question.kind not in ("pass", "thrust") or not any("damage" in name for name in possible):
        return
    rules = [f"gce.ramming.{kind}" for kind in kinds]
    told = [event for event in deed.events if isinstance(event, Note) and event.rule in rules]
    if not told or told[0].piece != deed.question.piece:
        return  # it swerved, or the thrust failed
    target = deed.option.piece if deed.question.kind == "pass" else ""
    points = 0
    for note in told[1:]:
        taken = HITS.search(note.words)
        if taken and note.piece != deed.question.piece and (not target or note.piece == target):
            points = int(taken[1])
            break
    if f"{points} damage" not in possible:
        yield f"it took {points} points, not one of {sorted(possible)}"


# ---------------------------------------------------------------- rounds


def _fought(deed: Deed) -> list[Event] | None:
    """What was told of the round between the two; None if it was not fought, or not as the first of either
    in a fight that had yet to be shared out, or if both have the same name."""
    two = {deed.question.piece, deed.option.piece}
    if deed.question.kind not in ROUNDS or len({model(deed.before, each).name for each in two}) < 2:
        return None
    found: list[Event] | None = None
    for event in deed.events:
        if isinstance(event, Aimed) and event.rule == ROUND:
            if found is not None:
                break
            pair = {event.piece, event.target}
            if pair == two:
                found = []
            elif deed.question.kind == "split" and pair & two:
                return None
        if found is not None:
            found.append(event)
    return found


def _round(deed: Deed) -> Iterator[str]:
    told = _fought(deed)
    if told is None:
        return
    pair = [model(deed.before, piece) for piece in (deed.question.piece, deed.option.piece)]
    came = {f"{each.name} {fate}" for each in pair for fate in _blows(each, told)}
    hurt = [bool(_blows(each, told) & set(FATES[:BEATEN])) for each in pair]
    possible = {name for name, part in deed.preview.outcomes if part}
    if not (came | ({BOTH} if all(hurt) else set()) or {NOBODY}) & possible:
        yield f"came out as {sorted(came)}, not one of {sorted(possible)}"


def _blows(warrior: Warrior | Vehicle, told: list[Event]) -> set[str]:
    """What a round did to somebody, in the words of previews: all that it may have been."""
    mine = [event for event in told if getattr(event, "piece", "") == warrior.id]
    became = {event.status for event in mine if isinstance(event, Became)}
    notes = [event.words for event in mine if isinstance(event, Note)]
    if any(isinstance(event, Removed) for event in mine):
        return {"out", "falls"}
    if any("is thrown overboard" in words for words in notes):
        return {"overboard and Down"} if "down" in became else {"overboard"}
    if "down" in became:
        return {"falls"}
    if "flesh wound" in became:
        return {"flesh wound"}
    return {"wounded"} if any(" loses " in words for words in notes) else set()
