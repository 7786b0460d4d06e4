"""Chances as bars, percentages and fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rich.text import Text

from warbook.core.questions import Modifier, Preview
from warbook.terminal.screen import Screen

EIGHTHS = " ▏▎▍▌▋▊▉"
LONGEST = 40
STYLES = ("green", "green", "cyan", "yellow", "yellow", "red", "bright_red")


def show_bars(screen: Screen, outcomes: Iterable[tuple[str, Fraction]], indent: int = 2) -> None:
    """One line for each outcome, from harmless to lethal."""
    rows = list(outcomes)
    wide = max((len(name) for name, _ in rows), default=0)
    for number, (name, chance) in enumerate(rows):
        if screen.plain:
            screen.say(
                f"{name}: {percent(chance)}, {chance}" if _short(chance) else f"{name}: {percent(chance)}"
            )
            continue
        style = STYLES[number * (len(STYLES) - 1) // max(1, len(rows) - 1)]
        line = Text(" " * indent).append(name.ljust(wide)).append("  ")
        line.append(bar(chance, screen.symbols).ljust(LONGEST), style)
        line.append(f" {percent(chance):>7}").append(f"  {chance}" if _short(chance) else "", "dim")
        screen.show(line)


def show_preview(screen: Screen, preview: Preview) -> None:
    """Everything behind an option's odds: the need, each modifier with its rule, the outcomes; and that for
    each way in which things may be, where that is not known beforehand."""
    if preview.cases:
        for case in preview.cases:
            show_preview(screen, case)
        return
    if preview.given:
        screen.say(f"{preview.given[:1].upper()}{preview.given[1:]}:", indent=2)
    if preview.need:
        screen.say(f"Needs {preview.need}.", indent=2)
    for number, modifier in enumerate(preview.modifiers):
        screen.say(modifier_words(modifier, first=number == 0), indent=4, hang=4)
    for follow in preview.then:
        rule = f"  [{follow.rule}]" if follow.rule else ""
        screen.say(f"Then {follow.what}: {follow.need}{rule}", indent=2, hang=4)
    if preview.outcomes:
        show_bars(screen, preview.outcomes, indent=4)
    elif preview.headline:
        screen.say(f"{preview.headline}.", indent=2)
    if preview.besides:
        told = [f"{name} {'surely' if chance == 1 else percent(chance)}" for name, chance in preview.besides]
        screen.say(f"Besides: {', '.join(told)}.", indent=2, hang=4)


def modifier_words(modifier: Modifier, first: bool = False) -> str:
    """The first line of a sum is what it starts from."""
    value = f"{modifier.value}  " if first else f"{modifier.value:+}  "
    value = value if modifier.value else ""
    rule = f"  [{modifier.rule}]" if modifier.rule else ""
    return f"{value}{modifier.why}{rule}"


def bar(chance: Fraction, symbols: bool) -> str:
    if not symbols:
        return "#" * max(1 if chance else 0, round(float(chance) * LONGEST))
    eighths = max(1 if chance else 0, round(float(chance) * LONGEST * 8))
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _short(chance: Fraction) -> bool:
    """Whether the fraction says something to a person."""
    return chance.denominator < 100_000


def percent(chance: Fraction) -> str:
    """Never 0% for what can happen, nor 100% for what can fail."""
    value = float(chance) * 100
    if chance and value < 0.1:
        return "<0.1%"
    if chance != 1 and value >= 99.95:
        return ">99.9%"
    return f"{value:.1f}%"
