"""Kernels thrown with written dice."""

from __future__ import annotations

from typing import Any

from warbook.core.dice import Scripted


class Noted(Scripted):
    """Written dice that note each throw: its rule, what it must reach or not exceed, how many dice and
    their sides."""

    def __init__(self, faces: str) -> None:
        super().__init__(faces)
        self.notes: list[tuple[str, int | None, int, int]] = []

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        self.notes.append((rule, need if most is None else most, count, sides))
        return super().throw(sides, count, rule, need, most)


def thrown(kernel: Any, faces: str, *args: Any) -> Any:
    """What the kernel comes to with just these dice."""
    dice = Scripted(faces)
    result = kernel(dice, *args)
    assert not dice.left
    return result


def noted(kernel: Any, faces: str, *args: Any) -> list[tuple[str, int | None, int, int]]:
    """The throws that the kernel makes with just these dice."""
    dice = Noted(faces)
    kernel(dice, *args)
    assert not dice.left
    return dice.notes
