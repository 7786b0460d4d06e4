"""For researchers: the battles of every book as an environment, and as a game for search.

from warbook.research import env
battle = env("necromunda")

What it needs besides comes with `pip install "warbook[research]"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from warbook.core.questions import Refused

if TYPE_CHECKING:
    from pettingzoo import AECEnv


def env(book: str, **how: Any) -> AECEnv[str, Any, Any]:
    """A PettingZoo environment of battles of a book, as `warbook.research.zoo.Battle` takes them."""
    try:
        from warbook.research import zoo
    except ModuleNotFoundError as missing:
        raise Refused(f'{missing.name} is not installed; pip install "warbook[research]" has it') from missing
    return zoo.env(book, **how)
