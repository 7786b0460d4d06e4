"""What a book tells people about a battle, laid out: cards, the briefing, how it stands, how one plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from warbook.core.book import Book
from warbook.core.cards import Arm, Briefing, Card, Figure, Standing, Trait
from warbook.terminal.screen import Screen


def show_card(screen: Screen, card: Card, where: str = "") -> None:
    """All that is known of a piece or a group; `where` it stands, if it does."""
    screen.say(
        f"{card.name}: {'; '.join(filter(None, (card.kind, card.cost, where)))}.", "bold", indent=2, hang=2
    )
    if card.profile:
        screen.say(f"{', '.join(map(_figure, card.profile))}.", indent=4, hang=2)
    screen.rows(_traits(card.states), indent=4, style="bold bright_yellow")
    screen.rows(((arm.name, _arm(arm)) for arm in card.arms), indent=4)
    screen.rows(_traits(card.abilities), indent=4)
    for chart in card.charts:
        screen.say(f"{chart.name}:{_rule(chart.rule)}", indent=4)
        screen.rows(chart.rows, indent=6)
    for title, deeds in (("This turn", card.done), ("May still", card.may)):
        if deeds:
            screen.say(f"{title}: {'; '.join(deeds)}.", indent=4, hang=2)


def show_briefing(screen: Screen, briefing: Briefing, names: Mapping[str, str]) -> None:
    """Who fights whom and why, what each side is after, and how long it lasts."""
    screen.say(f"{briefing.title}. {briefing.words}", indent=2, hang=2)
    won: dict[str, list[str]] = {}
    for side, name in names.items():
        goals = [goal for goal in briefing.goals if goal.side == side]
        if goals:
            won.setdefault(" Or: ".join(f"{goal.words}{_rule(goal.rule)}" for goal in goals), []).append(name)
    for ways, who in won.items():
        wins = "Each side wins" if len(who) > 1 and len(won) == 1 else f"{' and '.join(who)} win"
        screen.say(f"{wins}: {ways}", indent=2, hang=2)
    screen.say(f"{briefing.lasts}{_rule(briefing.rule)}", indent=2, hang=2)


def turn_words(standing: Standing) -> str:
    """Which turn it is, of how many."""
    return f"Turn {standing.turn}{f' of {standing.turns}' if standing.turns else ''}"


def standing_words(standing: Standing, names: Mapping[str, str]) -> str:
    """How each side stands, as a sentence each."""
    return " ".join(f"{names.get(tally.side, tally.side)}: {tally.words}." for tally in standing.sides)


def show_play(screen: Screen, book: Book) -> None:
    """How one plays the book."""
    if book.glossary.help:
        screen.head(f"How {book.title} is played:")
        for line in book.glossary.help:
            screen.say(line, indent=2, hang=2)


def _figure(figure: Figure) -> str:
    return f"{figure.name} {figure.value}{f' ({figure.words})' if figure.words else ''}"


def _arm(arm: Arm) -> str:
    traits = [f"{trait.name}: {trait.words}{_rule(trait.rule)}" for trait in arm.traits]
    state = f"{arm.state}{_rule(arm.rule) if arm.useless else ''}"
    return "; ".join(filter(None, (state, arm.words, *traits)))


def _traits(traits: Iterable[Trait]) -> list[tuple[str, str]]:
    return [(trait.name, f"{trait.words}{_rule(trait.rule)}") for trait in traits]


def _rule(rule: str) -> str:
    return f" [{rule}]" if rule else ""
