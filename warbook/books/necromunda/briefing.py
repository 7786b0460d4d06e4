"""What a battle is about, how it is won, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.books.necromunda import harm, loot, nerve
from warbook.books.necromunda.state import SIDES, Battle, Scenario, Setup, enemy
from warbook.core.cards import Briefing, Goal, Standing, Tally


def briefing(setup: Setup) -> Briefing:
    scenario = setup.scenario
    names = {side: gang.name for side, gang in zip(SIDES, setup.gangs, strict=True)}
    return Briefing(
        title=scenario.name,
        words=" ".join((f"{names['a']} against {names['b']}. {scenario.words}", *_odd(scenario, names))),
        goals=tuple(goal for side in SIDES for goal in _goals(scenario, side, names)),
        lasts=_lasts(scenario),
        rule="nec.M2",
    )


def standing(battle: Battle) -> Standing:
    sides = tuple(_tally(battle, side) for side in SIDES)
    return Standing(battle.turn, battle.setup.scenario.turn_limit, sides)


# ---------------------------------------------------------------- the scenario in words


def _odd(scenario: Scenario, names: dict[str, str]) -> Iterator[str]:
    """What is not as in every battle."""
    if scenario.loot:
        yield f"{scenario.loot} counters of loot lie about; whoever walks over one carries it."
    if scenario.attacker_fighters:
        carry = f" and carry {scenario.attacker_loot} counters of loot" if scenario.attacker_loot else ""
        yield f"{names['a']} raid with {scenario.attacker_fighters} fighters{carry}."
    if scenario.reinforcements:
        yield f"{names['b']} start off the table; one to three of them come on at their edge each turn."


def _goals(scenario: Scenario, side: str, names: dict[str, str]) -> Iterator[Goal]:
    """nec.M2: as `turn` decides it."""
    foe = names[enemy(side)]
    if scenario.attacker_loot and side == "a":
        words = f"Carry more loot off over the edge of {foe} than is left behind."
        yield Goal(side, words, "nec.M2")
    elif scenario.attacker_loot:
        words = f"Let {foe} carry no more loot off over your edge than they leave behind."
        yield Goal(side, words, "nec.M2")
    elif scenario.loot:
        yield Goal(side, f"Carry more loot off over your own edge than {foe} do.", "nec.M2")
    words = (
        f"Break {foe}: with a quarter of them down or out of action they test each turn, and bottle out "
        "when they fail or give up."
    )
    yield Goal(side, words, "nec.bottle.failed")
    but = " If they carried loot off, the loot decides." if scenario.loot or scenario.attacker_loot else ""
    yield Goal(side, f"Leave {foe} nobody on the table.{but}", "nec.M2")


def _lasts(scenario: Scenario) -> str:
    turns = scenario.turn_limit
    if not turns:
        return "As many turns as it takes."
    if scenario.attacker_loot:
        end = "raiders win by having carried off more of the loot than is left, else the defender wins"
    elif scenario.loot:
        end = "who has more of the loot wins; if both have as much, who has lost the smaller part of the gang"
    else:
        end = "who has lost the smaller part of the gang wins"
    return f"{turns} turns each. Then the light fails: {end}."


# ---------------------------------------------------------------- how it stands


def _tally(battle: Battle, side: str) -> Tally:
    """nec.bottle.trigger: how many are down or out, and at how many the gang must test."""
    lost, limit = harm.lost(battle, side), nerve.bottle_at(battle, side)
    test = f"bottle test at {limit}"
    if nerve.must_bottle(battle, side):
        test = f"bottle test each turn, on {nerve.bottle_ld(battle, side)[0]} or less"
    words = [f"{lost} of {battle.began[side]} down or out", test]
    waiting = sum(f.place == "reserve" for f in battle.gang(side))
    if waiting and battle.turn:
        words.append(f"{waiting} not on yet")
    if battle.setup.scenario.loot or battle.setup.scenario.attacker_loot:
        held, off = loot.held(battle, side), battle.carried_off.get(side, 0)
        words.append(f"loot: {held} in hand, {off} carried off")
    return Tally(side, ", ".join(words), float(lost), float(limit))
