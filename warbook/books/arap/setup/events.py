"""What a scenario has happen by chance, once a game turn; and gas, which harms in every player turn."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from warbook.board.geometry import Spot, distance
from warbook.books.arap.dice.scatter import crazed, scatter
from warbook.books.arap.field.bodies import within
from warbook.books.arap.harm.casualties import hit_figure
from warbook.books.arap.morale.tests import own_turn_losses
from warbook.books.arap.movement.hazards import suffer
from warbook.books.arap.scenario import Animal, Event, SmokeBank, Visibility, Wind
from warbook.books.arap.setup.dice import comes, heading, one_of, sight_range
from warbook.books.arap.state import Battle, Cloud, Game, Marker
from warbook.books.arap.terrain import kinds
from warbook.core.events import Marker as MarkerLaid
from warbook.core.events import Note

RULE = "arap.turn.compulsory-random-events"
BANK = "bank"


def happen(game: Game) -> bool:
    """arap.turn.compulsory-frequency: the next random thing of the first player's compulsory phase
    (arap.C1), then the gas of every player turn; False when none is left. `battle.queue` has what is done."""
    battle = game.battle
    once = battle.side == battle.order[0]
    for number, event in enumerate(battle.scenario.events if once else ()):
        if _next(battle, f"event {number}"):
            _happens(game, event)
            _shaken(game)
            return True
    if once and battle.clouds and _next(battle, "drift"):
        _drift(game)
        return True
    if any(cloud.kind == "gas" for cloud in battle.clouds) and _next(battle, "gas"):
        _gas(game)
        _shaken(game)
        return True
    return False


def _shaken(game: Game) -> None:
    """arap.morale.own-turn-losses: who has lost many to it tests at once."""
    for unit in game.battle.on_table(game.battle.side):
        if unit.own_losses:
            own_turn_losses(game, unit)


def _next(battle: Battle, name: str) -> bool:
    if name in battle.queue:
        return False
    battle.queue = (*battle.queue, name)
    return True


def _happens(game: Game, event: Event) -> None:
    match event:
        case Visibility():
            inches = game.rolling("").roll(sight_range, event.dice, event.times)
            game.battle.visibility = float(inches)
            game.tell(Note(words=f"Nobody sees further than {inches} inches.", rule=RULE))
        case SmokeBank():
            _bank(game, event)
        case Animal():
            _run(game, event)
        case Wind():
            pass


def _bank(game: Game, event: SmokeBank) -> None:
    """Smoke over a random post until the next game turn."""
    battle = game.battle
    if any(cloud.id == BANK for cloud in battle.clouds):
        game.tell(MarkerLaid(marker=BANK, kind="smoke", words="The smoke is gone.", rule=RULE))
    battle.clouds = [cloud for cloud in battle.clouds if cloud.id != BANK]
    if not game.rolling("").roll(comes, event.on):
        return
    x, y = battle.scenario.posts[game.rolling("").roll(one_of, len(battle.scenario.posts))]
    battle.clouds.append(Cloud(BANK, "smoke", x, y, event.diameter / 2))
    words = "Smoke drifts over a post."
    game.tell(
        MarkerLaid(
            marker=BANK, kind="smoke", spot=Spot(x, y), radius=event.diameter / 2, words=words, rule=RULE
        )
    )


def _run(game: Game, event: Animal) -> None:
    """arap.dice.random-creature-move: it runs by double dice, an even double turning it back, and strikes who
    is near where it ends."""
    battle = game.battle
    name = f"animal {event.name}"
    before = next((marker for marker in battle.markers if marker.id == name), None)
    here = before or Marker(name, "animal", *event.start)
    went = game.rolling("").roll(crazed)
    turned = float(here.state or 0) + 180.0 if went.turns_back else float(game.rolling("").roll(heading))
    x, y = _moved(battle, here.x, here.y, turned, went.inches)
    there = Marker(name, "animal", x, y, state=f"{turned % 360.0:g}")
    battle.markers = [*(marker for marker in battle.markers if marker.id != name), there]
    words = f"{event.name} runs {went.inches} inches."
    game.tell(
        MarkerLaid(
            marker=name, kind="animal", spot=there.spot, words=words, rule="arap.dice.random-creature-move"
        )
    )
    for figure in list(battle.figures):
        if figure.place == "table" and within(distance(figure, there), event.reach):
            hit_figure(game, figure, 1, event.strength, None, RULE)


def _drift(game: Game) -> None:
    """Gas goes by two dice, with the wind or each cloud its own way; smoke hangs where it is."""
    battle = game.battle
    wind = any(isinstance(event, Wind) for event in battle.scenario.events)
    blows = game.rolling("").roll(heading) if wind else None
    drifted = []
    for cloud in battle.clouds:
        if cloud.kind == "gas":
            inches = game.rolling("").roll(scatter)
            turn = game.rolling("").roll(heading) if blows is None else blows
            x, y = _moved(battle, cloud.x, cloud.y, float(turn), inches)
            cloud = Cloud(cloud.id, cloud.kind, x, y, cloud.radius, cloud.until)
            words = f"The gas drifts {inches} inches."
            game.tell(
                MarkerLaid(
                    marker=cloud.id, kind="gas", spot=Spot(x, y), radius=cloud.radius, words=words, rule=RULE
                )
            )
        drifted.append(cloud)
    battle.clouds = drifted


def _gas(game: Game) -> None:
    """Every figure in it is tested."""
    battle = game.battle
    harm = kinds()["gas-cloud"].hazard
    assert harm is not None
    for cloud in battle.clouds:
        if cloud.kind == "gas":
            for figure in list(battle.figures):
                near = hypot(figure.x - cloud.x, figure.y - cloud.y) <= cloud.radius + 1e-6
                if figure.place == "table" and near:
                    suffer(game, figure, harm)


def _moved(battle: Battle, x: float, y: float, turn: float, inches: float) -> tuple[float, float]:
    """So many inches that way, no further than the edge of the table."""
    across = x + inches * cos(radians(turn)), y + inches * sin(radians(turn))
    return max(0.0, min(battle.table.width, across[0])), max(0.0, min(battle.table.depth, across[1]))
