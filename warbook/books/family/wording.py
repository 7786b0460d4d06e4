"""How books put things."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from warbook.core.cards import Glossary, Trait


def listed(names: Iterable[str]) -> str:
    """One, two and three."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, what: str, one: str = "1") -> str:
    """1 wound, 2 wounds."""
    return f"{one} {what}" if number == 1 else f"{number} {what}s"


def explained(glossary: Glossary, names: Iterable[str], own: Callable[[str], str]) -> Iterator[Trait]:
    """States in the words of the glossary, and with what is particular to this piece."""
    for name in names:
        term = glossary.state(name)
        assert term is not None, f"the glossary has no words for {name}"
        yield Trait(name, " ".join(filter(None, (term.words, own(name)))), term.rule)
