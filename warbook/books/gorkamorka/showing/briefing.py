"""What a battle is about, how it is won, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from warbook.books.family.wording import listed
from warbook.books.gorkamorka import scrap
from warbook.books.gorkamorka.ending.bottle import casualties, checks, own_ld, tester
from warbook.books.gorkamorka.state import NEST, Battle, Setup
from warbook.core.cards import Briefing, Goal, Standing, Tally

VICTORY = "gce.ending.scenario-victory"
SCENARIO = "gce.game.scenario"


def briefing(setup: Setup) -> Briefing:
    scenario = setup.scenario
    names = [setup.name(side) for side in setup.sides]
    met = " against ".join(names) if len(names) == 2 else listed(names)
    return Briefing(
        title=scenario.name,
        words=" ".join((f"{met}. {scenario.words}", *_odd(setup))),
        goals=tuple(goal for side in setup.sides for goal in _goals(setup, side)),
        lasts=_lasts(setup),
        rule=SCENARIO,
    )


def standing(battle: Battle) -> Standing:
    limit = battle.rulings.turn_limit or battle.setup.scenario.turn_limit
    return Standing(battle.turn, limit, tuple(_tally(battle, side) for side in battle.setup.sides))


# ---------------------------------------------------------------- the scenario in words


def _odd(setup: Setup) -> Iterator[str]:
    """What is not as in every battle."""
    scenario = setup.scenario
    if scenario.roles:
        yield "The mob with the lower rating attacks; of equal ones the dice decide."
    if scenario.attacker_hates:
        yield "The attackers hate the defenders."
    if scenario.scrap_per_vehicle:
        yield f"{scenario.scrap_per_vehicle} scrap for each vehicle on the table goes to the winner."
    if scenario.scrap_per_player:
        yield f"{scenario.scrap_per_player} scrap for each player lie about; who walks over one carries it."
    if scenario.sandgulpers is not None:
        within = f"{scenario.sandgulpers.wakes_within:g}"
        yield f"A lair in the sand wakes up when anybody comes within {within} inches."


def _goals(setup: Setup, side: str) -> Iterator[Goal]:
    """As `ending` decides it."""
    scenario = setup.scenario
    foes = [other for other in setup.sides if other not in (side, NEST)]
    others = setup.name(NEST) if not foes else "the other mob" if len(foes) == 1 else "all other mobs"
    if side == NEST:
        others = listed(setup.name(other) for other in foes)
        if scenario.nest is not None:
            yield Goal(side, f"Leave {others} nobody on the table, or make them bottle out.", VICTORY)
        else:
            yield Goal(side, "Eat whoever comes near: creatures of the sand win nothing.", SCENARIO)
        return
    if scenario.derby:
        yield Goal(
            side, f"Be the last with a vehicle that moves: wreck or immobilise those of {others}.", SCENARIO
        )
        return
    if scenario.scrap_per_player:
        than = f"than {others}" if len(foes) == 1 else "than any other mob"
        yield Goal(
            side, f"Have more scrap {than}: carried off over your edge, or in hand at the end.", SCENARIO
        )
    if scenario.nest is not None:
        words = f"Kill them: when fewer than {scenario.nest.bottle_below} per cent are left they leave."
        yield Goal(side, words, "gce.ending.bottle-result")
    else:
        words = (
            f"Break {others}: a mob that has lost {_shares(setup)} of its warriors and vehicles tests each "
            "turn, and bottles out when it fails or gives up."
        )
        yield Goal(side, words, "gce.ending.bottle-out")
    yield Goal(side, f"Leave {others} nobody on the table.", VICTORY)


def _shares(setup: Setup) -> str:
    limits = setup.scenario.bottle_at
    if len(limits) > 1:
        return f"{limits[0]} per cent (the attacker) or {limits[-1]} per cent (the defender)"
    return f"{limits[0]} per cent"


def _lasts(setup: Setup) -> str:
    """gce.R10.5, gce.S17."""
    turns = setup.rulings.turn_limit or setup.scenario.turn_limit
    if not turns:
        return "As many turns as it takes."
    end = "who has the smaller share of casualties wins"
    if setup.scenario.scrap_per_player:
        end = "who has most of the scrap wins"
    return f"{turns} turns each. Then time is up: {end}."


# ---------------------------------------------------------------- how it stands


def _tally(battle: Battle, side: str) -> Tally:
    """gce.ending.threshold: how many are casualties, and at how many the mob must test."""
    lost, began = casualties(battle, side), battle.began.get(side, 0)
    limit = _limit(battle, side, began)
    words = [f"{lost} of {began} casualties" if began else "not set up yet"]
    if side == NEST and not began:
        words = ["none awake"]
    if side in battle.bottled:
        words.append("bottled out")
    elif checks(battle, side):
        words.append(_test_words(battle, side))
    elif limit:
        words.append(f"{'leave' if side == NEST else 'bottle test'} at {limit}")
    words += _progress(battle, side)
    return Tally(side, ", ".join(words), float(lost), float(limit))


def _limit(battle: Battle, side: str, began: int) -> int:
    """At how many casualties the side must test; 0 where it never does."""
    scenario = battle.setup.scenario
    if side == NEST:
        return began * (100 - scenario.nest.bottle_below) // 100 + 1 if scenario.nest and began else 0
    if not scenario.bottles or not began:
        return 0
    percent = scenario.bottle_at[0 if side == battle.attacker else -1]
    return ceil(began * percent / 100)


def _test_words(battle: Battle, side: str) -> str:
    who = tester(battle, side)
    if side == NEST or who is None:
        return "have had enough"
    return f"bottle test each turn on Ld {own_ld(battle, who)}"


def _progress(battle: Battle, side: str) -> Iterator[str]:
    """What else decides this battle."""
    scenario = battle.setup.scenario
    if side == NEST:
        return
    if scenario.derby:
        moving = sum(
            ride.side == side and ride.on_table and not ride.immobilised and not ride.destroyed
            for ride in battle.vehicles
        )
        yield f"{moving} {'vehicle' if moving == 1 else 'vehicles'} that can move"
    if scenario.scrap_per_player:
        held = scrap.scrap_held(battle, side)
        over = f" over the {battle.edges[side]} edge" if side in battle.edges else ""
        yield f"scrap: {held} in hand, {battle.carried_off.get(side, 0)} carried off{over}"
    waiting = sum(model.place == "reserve" for model in battle.models(side)) if battle.turn else 0
    if waiting:
        yield f"{waiting} not on yet"
