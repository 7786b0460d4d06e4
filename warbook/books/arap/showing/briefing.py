"""What a battle is about, how it is won, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.books.arap.army.forces import cost
from warbook.books.arap.ending.victory import charges_set, holders, kept, leaving, left, lost_squads, squads
from warbook.books.arap.scenario import (
    Animal,
    Break,
    Charges,
    Event,
    Hold,
    Leave,
    Part,
    Scenario,
    SmokeBank,
    Visibility,
    Wind,
)
from warbook.books.arap.setup.zones import words_of
from warbook.books.arap.state import SIDES, Battle, Setup
from warbook.books.family.wording import counted, listed
from warbook.core.cards import Briefing, Goal, Standing, Tally

SCENARIO = "arap.H1"


def briefing(setup: Setup) -> Briefing:
    scenario = setup.scenario
    met = " against ".join(f"{force.name} ({cost(force)} points)" for force in setup.forces)
    parts = zip(SIDES, setup.forces, scenario.parts, strict=False)
    told = [f"{force.name}: {', '.join(_part_words(scenario, part))}." for _, force, part in parts]
    events = [_event_words(event) for event in scenario.events]
    return Briefing(
        title=scenario.name,
        words=" ".join((f"{met}. {scenario.words}", *told, *events)),
        goals=tuple(goal for side in SIDES[: len(setup.forces)] for goal in _goals(setup, side)),
        lasts=f"{scenario.turns} turns each.",
        rule=SCENARIO,
    )


def standing(battle: Battle) -> Standing:
    sides = SIDES[: len(battle.setup.forces)]
    tallies = tuple(_tally(battle, side) for side in sides)
    return Standing(min(battle.turn, battle.scenario.turns), battle.scenario.turns, tallies)


# ---------------------------------------------------------------- the scenario in words


def _part_words(scenario: Scenario, part: Part) -> Iterator[str]:
    """Where a side sets up and what comes later."""
    if part.role != "side":
        yield part.role
    for zone in part.zones:
        whom = ("one squad" if zone.squads == 1 else f"{zone.squads} squads") if zone.squads else "sets up"
        yield f"{whom} {words_of(zone)}"
    if part.hidden:
        yield "hidden, where hiding is played"
    if part.reserves:
        late = part.reserves
        yield (
            f"{'1 squad' if late.squads == 1 else f'{late.squads} squads'} in reserve, from turn "
            f"{late.from_turn} on {late.arrives_on} or more at the {late.edge} edge"
        )
    if part.boats:
        yield f"{len(part.boats)} boats" if len(part.boats) > 1 else "a boat"
    if scenario.first_turn == part.role:
        yield "has the first turn"


def _event_words(event: Event) -> str:
    match event:
        case Visibility():
            return f"Each game turn nobody sees further than {event.dice}D6 x {event.times} inches."
        case SmokeBank():
            return f"On {event.on} or more smoke lies over a post for a game turn."
        case Animal():
            return (
                f"{event.name} runs about and strikes who is within {event.reach:g} inches of where it ends."
            )
        case Wind():
            return "Gas drifts with the wind."


def _goals(setup: Setup, side: str) -> Iterator[Goal]:
    """As `ending` decides it."""
    scenario, part = setup.scenario, setup.scenario.parts[SIDES.index(side)]
    foes = listed(f.name for n, f in enumerate(setup.forces) if n != SIDES.index(side))
    match scenario.aim:
        case Break(share=share):
            words = f"Rout or wipe out {_share(share)} of the squads of {foes} by the end of a game turn."
            yield Goal(side, words, SCENARIO)
            words = "Keep the greater share of your points on the table, unrouted, when time is up."
            yield Goal(side, words, SCENARIO)
        case Hold(piece=piece, equal=equal):
            even = " As many are enough." if equal == part.role else ""
            yield Goal(
                side,
                f"Have more unrouted figures in or on the {piece} at the end than {foes}.{even}",
                SCENARIO,
            )
        case Leave(role=role, edge=edge, squads=share, figures=figures):
            words = (
                f"{_share(share)} of the squads by the {edge} edge, each unrouted and with "
                f"{_share(figures)} of its figures"
            )
            whose = f"Leave with {words}." if part.role == role else f"Do not let {foes} leave with {words}."
            yield Goal(side, whose, SCENARIO)
        case Charges(role=role, needed=needed, within=near):
            words = f"charges on {needed} of {len(scenario.posts)} posts"
            yield Goal(
                side,
                f"Set {words}: a figure within {near:g} inches, and an Initiative test."
                if part.role == role
                else f"Do not let {foes} set {words}.",
                SCENARIO,
            )
    if not isinstance(scenario.aim, Leave):
        yield Goal(side, f"Leave {foes} nobody on the table or to come.", SCENARIO)


def _share(share: float) -> str:
    return {0.25: "a quarter", 0.5: "half", 1.0: "all"}.get(share, f"{share:.0%}")


# ---------------------------------------------------------------- how it stands


def _tally(battle: Battle, side: str) -> Tally:
    if not battle.turn:
        return Tally(side, "setting up")
    value, limit, words = _score(battle, side)
    routing = sum(unit.routing for unit in battle.on_table(side))
    parts = [words] if isinstance(battle.scenario.aim, Break) else [words, _figures(battle, side)]
    return Tally(side, ", ".join((*parts, *([f"{routing} routing"] if routing else []))), value, limit)


def _figures(battle: Battle, side: str) -> str:
    figures = [each for each in battle.figures if battle.side_of(each) == side]
    return f"{sum(each.place != 'out' for each in figures)} of {len(figures)} figures left"


def _score(battle: Battle, side: str) -> tuple[float, float, str]:
    """What counts for the side, of how much, and in words."""
    aim = battle.scenario.aim
    role = battle.part(side).role
    match aim:
        case Break(share=share):
            gone, limit = lost_squads(battle, side, share)
            share_kept = f"{kept(battle, side):.0%} left"
            return gone, limit, f"{counted(gone, 'squad')} lost, beaten at {limit}, {share_kept}"
        case Hold(piece=piece):
            count = holders(battle, side, aim)
            return count, 0, f"{count} in or on the {piece}"
        case Leave() if role == aim.role:
            away, need = left(battle, aim), leaving(battle, aim)
            return away, need, f"{away} of {need} squads away"
        case Charges(needed=needed) if role == aim.role:
            return charges_set(battle), needed, f"{charges_set(battle)} of {needed} charges set"
    return 0, 0, f"{len(squads(battle, side))} squads"
