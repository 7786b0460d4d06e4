"""The turn, in its exact steps (spf.turn.sequence): gunnery before and after all movement
(spf.turn.gunnery-steps), two windows for healing (spf.turn.healing-windows). Everything in a step happens at
the same time: a chapter records what it does, and `harm.apply` puts all of it into effect together
(spf.turn.simultaneous)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

from warbook.books.steampunk.aftermath import agonies, healing, markers, victory
from warbook.books.steampunk.assault import approach, fighting
from warbook.books.steampunk.damage import harm
from warbook.books.steampunk.gunnery import gunners
from warbook.books.steampunk.movement import hiding, moving
from warbook.books.steampunk.orders import writing
from warbook.books.steampunk.setup import setting_up
from warbook.books.steampunk.state import Game
from warbook.core.events import Phase

Deed = Callable[[Game], None]


def step(game: Game) -> None:
    """Carry out the next step of the turn, or of what comes before the first one."""
    battle = game.battle
    if battle.phase in BEFORE:
        BEFORE[battle.phase](game)
        if battle.phase not in BEFORE:
            hiding.tell_tokens(game, ())
        return
    if battle.phase in PHASES:
        game.tell(Phase(turn=battle.turn, side="", phase=PHASES[battle.phase], rule="spf.turn.sequence"))
    tokens = hiding.hidden_tokens(battle, None)
    TURN[battle.phase](game)
    harm.apply(game)
    hiding.tell_tokens(game, tokens)
    after = PHASE_AFTER.get(battle.phase)
    if after is not None:
        battle.phase = after
        return
    victory.check(game)
    battle.turn, battle.phase = battle.turn + 1, next(iter(TURN))


def _block(number: int) -> dict[str, Deed]:
    """spf.turn.movement-block."""
    return {
        f"effects {number}": markers.trigger,
        f"movement {number}": partial(moving.move, step=number),
        f"pre-assault {number}": approach.before_assaults,
        f"assault {number}": fighting.fight,
    }


def _aftermath(game: Game) -> None:
    """spf.turn.aftermath."""
    markers.aftermath(game)
    hiding.discover_hidden(game)


# What the parts of a turn are called, by the steps with which they begin.
PHASES: Mapping[str, str] = {
    "orders": "orders",
    "gunnery 1": "gunnery 1",
    "effects 1": "movement 1",
    "effects 2": "movement 2",
    "effects 3": "movement 3",
    "gunnery 2": "gunnery 2",
    "healing 1": "agony",
    "aftermath": "aftermath",
}

BEFORE: Mapping[str, Deed] = {
    "design": setting_up.design_step,
    **dict.fromkeys(setting_up.BLIND, setting_up.place_step),
}

TURN: Mapping[str, Deed] = {
    "orders": writing.write,
    "gunnery 1": partial(gunners.gunnery, step=1),
    **_block(1),
    **_block(2),
    **_block(3),
    "gunnery 2": partial(gunners.gunnery, step=2),
    "healing 1": partial(healing.heal, window=1),
    **{f"agony {number}": partial(agonies.agony, n=number) for number in range(5)},
    "healing 2": partial(healing.heal, window=2),
    "aftermath": _aftermath,
}

PHASE_AFTER: Mapping[str, str] = dict(pairwise(TURN))
