"""What stands on a card, by name."""

from __future__ import annotations

from warbook.core.cards import Card


def figures(found: Card) -> dict[str, str]:
    return {figure.name: figure.value for figure in found.profile}


def states(found: Card) -> dict[str, str]:
    return {state.name: state.words for state in found.states}
