"""A setup made of a scenario, forces and switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from warbook.books.arap import scenarios as listed
from warbook.books.arap.army.forces import force_offers, vehicle_flaw
from warbook.books.arap.scenario import Scenario
from warbook.books.arap.scenarios import read_scenario, scenarios, settled
from warbook.books.arap.state import SIDES, Setup
from warbook.core.book import Choice, Offers, UnknownName
from warbook.core.datafile import Written


def scenario_with_sides(scenario: Scenario) -> Choice:
    """With those who fight it, one side for each of its parts."""
    return replace(listed.scenario_offered(scenario), sides=SIDES[: len(scenario.parts)])


scenario_offers = Offers("scenario", scenarios, read_scenario, scenario_with_sides)


def make_setup(
    scenario: str | Written, brought: Sequence[str | Written], rulings: Mapping[str, Any]
) -> Setup:
    """From ids or written data. Refuses unknown names and forces that may not fight."""
    if isinstance(scenario, str) and not rulings:
        return _offered(scenario, tuple(brought))
    return _made(scenario, brought, rulings)


@lru_cache(maxsize=8)
def _offered(scenario: str, brought: tuple[str | Written, ...]) -> Setup:
    """The same setup again for the same names: battles of one setup share what is worked out from it."""
    return _made(scenario, brought, {})


def _made(scenario: str | Written, brought: Sequence[str | Written], rulings: Mapping[str, Any]) -> Setup:
    found = scenario_offers.pick(scenario)
    if len(brought) != len(found.parts):
        raise UnknownName(f"{found.name} is fought by {len(found.parts)} forces; {len(brought)} were named")
    fighting = tuple(map(force_offers.pick, brought))
    switches = settled(found, rulings)
    for force in fighting:
        if words := vehicle_flaw(force, switches):
            raise UnknownName(words)
    return Setup(found, fighting, switches)
