"""Who has the first turn (arap.H1)."""

from __future__ import annotations

from warbook.board.geometry import Spot
from warbook.books.arap.setup.dice import roll_off
from warbook.books.arap.state import SIDES, Game
from warbook.core.events import Marker, Note
from warbook.core.questions import Choose, Option


def roll_step(game: Game) -> None:
    """The part that the scenario names begins; else who rolls highest says who does. The others follow in
    their order."""
    battle = game.battle
    sides = SIDES[: len(battle.setup.forces)]
    scenario = battle.scenario
    if scenario.first_turn == "high":
        winner = sides[game.rolling("").roll(roll_off, len(sides))]
        options = [Option(side, battle.force(side).name if side != winner else "We do") for side in sides]
        question = Choose("Who has the first turn?", options, "arap.H1", usual=winner, kind="roll-off")
        first = game.ask(winner, question)
    else:
        first = next(side for side in sides if battle.part(side).role == scenario.first_turn)
    at = sides.index(first)
    battle.order = (*sides[at:], *sides[:at])
    battle.side = _sets_up_first(battle.order, {side: battle.part(side).role for side in sides})
    battle.phase = "deploy"
    _lay_out(game)
    game.tell(Note(words=f"{battle.force(first).name} have the first turn.", rule="arap.H1"))


def _lay_out(game: Game) -> None:
    """What lies on the table from the start: posts, and gas that drifts."""
    for post in game.battle.markers:
        words = f"A {post.kind} stands there."
        game.tell(Marker(marker=post.id, kind=post.kind, spot=post.spot, words=words, rule="arap.H1"))
    for cloud in game.battle.clouds:
        spot, words = Spot(cloud.x, cloud.y), "Gas hangs there."
        game.tell(
            Marker(
                marker=cloud.id, kind=cloud.kind, spot=spot, radius=cloud.radius, words=words, rule="arap.H1"
            )
        )


def _sets_up_first(order: tuple[str, ...], roles: dict[str, str]) -> str:
    """A defender before an attacker, else who is to go first (own)."""
    return next((side for side in order if roles[side] == "defender"), order[0])
