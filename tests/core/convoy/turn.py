"""How a turn of the convoy is played: its side drives, marches and shoots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from tests.core.convoy import CONVOY, MAN, NAMES, RADIUS, TABLE, Battle, Man, Truck, squad_of
from warbook.board.driving import drive
from warbook.board.formation import parts, places_round
from warbook.board.geometry import Body, Spot, flat_gap, overlap
from warbook.board.hulls import Leg, followed
from warbook.board.manoeuvres import Ends, Handling, ends
from warbook.board.paths import Barred, Going, Ground, Reach, ground_of
from warbook.board.sight import sight_of
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Became, Ended, Moved, Phase, Removed
from warbook.core.game import Game
from warbook.core.questions import (
    Choose,
    Concern,
    Drive,
    Form,
    Option,
    Preview,
    Question,
    Refusal,
    Route,
    Way,
)

HANDLING = Handling(6.0, turns=2, most_turn=45.0, reverse=True, turn_step=45.0)
WALKING = Going(4.0, 0.0)
LINK, RANGE = 2.0, 12.0


@chance
def throw(dice: Dice, rule: str, need: int) -> bool:
    return dice.d6(rule, need=need) >= need


def step(game: Game[Battle]) -> None:
    battle, phases = game.battle, CONVOY.phases
    if battle.phase == "drive":
        game.tell(Phase(turn=battle.turn, side=battle.side, phase="drive"))
        drive_step(game)
    elif battle.phase == "march":
        march_step(game)
    else:
        shoot_step(game)
    battle.phase = phases[(phases.index(battle.phase) + 1) % 3]
    if battle.phase == "drive":
        next_side(game)


# ---------------------------------------------------------------- driving


def drive_step(game: Game[Battle]) -> None:
    battle = game.battle
    truck = battle.truck(battle.side)
    if truck.wreck:
        return
    way = game.ask(battle.side, driving(battle, truck))
    path, facings = followed(Spot(truck.x, truck.y), truck.facing, way.legs)
    truck.x, truck.y, truck.facing = path[-1].x, path[-1].y, facings[-1]
    if len(path) > 1:
        game.tell(Moved(piece=truck.id, path=path, how="drives", facings=facings, rule="convoy.drive"))
    for other in battle.trucks:
        bumped = other is not truck and not other.wreck and flat_gap(truck.body, other.body) <= 1.0
        if bumped and game.rolling(truck.id).roll(throw, "convoy.bump", 4):
            strike(game, battle.side, other, "convoy.bump")


def driving(battle: Battle, truck: Truck) -> Drive:
    hull, wrecks = truck.body, battle.wrecks()
    others = [t.body for t in battle.trucks if t.id != truck.id and not t.wreck]
    others += [man.body for man in battle.men if man.here]

    @cache
    def found() -> Ends:
        return ends(TABLE, hull, HANDLING, others, wrecks)

    def judge(legs: tuple[Leg, ...]) -> float | Refusal:
        turns = [abs(leg.turn) for leg in legs if leg.turn]
        far = sum(abs(leg.inches) for leg in legs)
        if len(turns) > HANDLING.turns or any(turn > HANDLING.most_turn + 1e-6 for turn in turns):
            return Refusal("a truck turns twice, by up to 45 degrees each", "convoy.drive")
        if far > HANDLING.allowance + 1e-6:
            return Refusal(f"a truck drives up to 6 inches, not {far:.1f}", "convoy.drive")
        contact = drive(TABLE, hull, legs, others, areas=wrecks).contact
        if contact is not None:
            what = contact.name or contact.kind
            return Refusal(f"after {contact.inches:.1f} inches the {what} is in the way", "convoy.drive")
        return far

    def reach() -> list[tuple[float, float, float, float]]:
        return [(x, y, 0.0, facing) for x, y, facing in found().hulls.tolist()]

    def legs(x: float, y: float, z: float | None, facing: float | None) -> tuple[Leg, ...]:
        return found().legs(found().nearest(x, y, facing))

    return Drive(
        "Where does the truck drive?", truck.id, hull.spot, truck.facing, judge, reach, legs,
        HANDLING.allowance, "convoy.drive", kind="drive",
    )  # fmt: skip


class Stray:
    """Answers for the side that the book plays: it drives at the nearest truck."""

    def answer(self, side: str, question: Question, view: Battle) -> object:
        assert isinstance(question, Drive)
        mine = view.truck(side)
        others = [truck for truck in view.trucks if truck is not mine and not truck.wreck]
        goal = min(others, key=lambda truck: flat_gap(mine.body, truck.body))
        return question.towards(goal.x, goal.y) or question.along(())


# ---------------------------------------------------------------- marching


def march_step(game: Game[Battle]) -> None:
    battle = game.battle
    squad = battle.squad(battle.side)
    if not squad:
        return
    ways: Mapping[str, Way] = game.ask(battle.side, marching(battle, squad))
    for man in squad:
        path = ways[man.id].path
        man.x, man.y = path[-1].x, path[-1].y
        if len(path) > 1:
            game.tell(Moved(piece=man.id, path=path, how="marches", rule="convoy.march"))


def marching(battle: Battle, squad: Sequence[Man]) -> Form:
    """The escort goes together: whoever is given first, its leader before others, is followed by the rest."""
    ground = ground_of(TABLE, RADIUS).with_areas(battle.wrecks())
    others = [t.body for t in battle.trucks if not t.wreck]
    others += [man.body for man in battle.men if man.here and man.side != squad[0].side]
    routes = {man.id: walking(ground, man, others) for man in squad}
    before = parts([man.body for man in squad], LINK)

    def judge(ways: Mapping[str, Way]) -> list[Concern]:
        end = {man.id: replace(man.body, spot=ways[man.id].path[-1]) for man in squad}
        found = [
            Concern((two,), f"that is where {one} goes", "convoy.together", barred=True)
            for one, two in combinations(end, 2)
            if overlap(end[one], end[two])
        ]
        after = parts(list(end.values()), LINK)
        if len(after) > len(before):
            alone = squad[after[1][0]].id
            found.append(Concern((alone,), "the escort keeps together", "convoy.together", barred=True))
        return found

    def suggest(given: Mapping[str, Way]) -> dict[str, Way]:
        lead = next((man for man in squad if man.id in given), None)
        if lead is None or len(given[lead.id].path) == 1:
            return {}
        placed = [replace(man.body, spot=given[man.id].path[-1]) for man in squad if man.id in given]
        rest, found = [man for man in squad if man.id not in given], dict[str, Way]()
        places = places_round(ground, placed[0], 24, MAN, LINK, (*placed, *others))
        for man in rest:
            for place in sorted(places, key=lambda place: flat_gap(place, man.body)):
                path = routes[man.id].path(place.spot.x, place.spot.y, 0.0)
                if path is None or isinstance(routes[man.id].judge(path), Refusal):
                    continue
                body = replace(man.body, spot=path[-1])
                if not any(overlap(body, other) for other in placed):
                    placed.append(body)
                    found[man.id] = Way(path)
                    break
        return found

    return Form("The escort marches", routes, "convoy.march", judge, suggest, kind="march")


def walking(ground: Ground, man: Man, others: Sequence[Body]) -> Route:
    start = Spot(man.x, man.y)

    @cache
    def found() -> Reach:
        return ground.reach(start, WALKING, others)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        walk = ground.judge(path, WALKING, others)
        return Refusal(walk.words, "convoy.march") if isinstance(walk, Barred) else walk.cost

    def path(x: float, y: float, z: float | None) -> tuple[Spot, ...]:
        direct = (start, Spot(x, y))
        return found().path(found().nearest(x, y)) if isinstance(judge(direct), Refusal) else direct

    return Route(
        f"Where does {man.id.title()} go?", man.id, start, judge, lambda: found().spots.tolist(), path,
        WALKING.allowance, "convoy.march", usual=lambda: Way((start,)), kind="walk",
    )  # fmt: skip


# ---------------------------------------------------------------- shooting


def shoot_step(game: Game[Battle]) -> None:
    battle = game.battle
    squad = battle.squad(battle.side)
    options = [Option("hold", "Hold fire")]
    for side in battle.sides():
        if squad and side != battle.side:
            options += targets(battle, squad[0], side)
    if len(options) == 1:
        return
    question = Choose("Shoot at whom?", options, "convoy.shot", squad_of(battle.side), "hold", kind="shoot")
    aimed = game.ask(battle.side, question)
    if aimed == "hold" or not game.rolling(squad[0].id).roll(throw, "convoy.shot", 5):
        return
    for side in battle.sides():
        if aimed == battle.truck(side).id:
            strike(game, battle.side, battle.truck(side), "convoy.shot")
        elif aimed == squad_of(side):
            man = battle.squad(side)[-1]
            man.here = False
            battle.given[battle.side] += 1
            game.tell(Removed(piece=man.id, words=f"{man.id.title()} is out.", rule="convoy.shot"))


def targets(battle: Battle, shooter: Man, side: str) -> list[Option]:
    truck, squad = battle.truck(side), battle.squad(side)
    found = []
    if not truck.wreck:
        found.append(_target(battle, shooter, truck.id, f"Truck of the {NAMES[side]}", truck.body))
    if squad:
        label = f"{NAMES[side]}' escort"
        found.append(_target(battle, shooter, squad_of(side), label, squad[0].body))
    return found


def _target(battle: Battle, shooter: Man, id: str, label: str, body: Body) -> Option:
    barred = None
    if flat_gap(shooter.body, body) > RANGE:
        barred = Refusal("more than 12 inches away", "convoy.shot")
    elif not seen(battle, shooter, body):
        barred = Refusal("out of sight", "convoy.shot")
    odds = Preview((("miss", Fraction(2, 3)), ("hit", Fraction(1, 3))), "5+", headline="33%")
    return Option(id, label, id, barred, lambda: odds)


def seen(battle: Battle, shooter: Man, body: Body) -> bool:
    """Trucks and wrecks hide what is behind them."""
    screens = [truck.body for truck in battle.trucks if truck.body != body]
    return sight_of(TABLE).fraction((shooter.x, shooter.y, MAN), body, screens) > 0


def strike(game: Game[Battle], side: str, truck: Truck, rule: str) -> None:
    truck.hits += 1
    game.battle.given[side] += 1
    status = "wreck" if truck.wreck else "hit"
    game.tell(Became(piece=truck.id, status=status, words=f"{truck.id} is a {status}.", rule=rule))


# ---------------------------------------------------------------- the end


def next_side(game: Game[Battle]) -> None:
    battle = game.battle
    sides = battle.sides()
    left = [side for side in sides if not battle.truck(side).wreck]
    place = sides.index(battle.side) + 1
    battle.turn += place == len(sides)
    battle.side = sides[place % len(sides)]
    if len(left) > 1 and battle.turn <= battle.setup.rounds:
        return
    best = max(battle.given.values())
    ahead = left if len(left) == 1 else [side for side in sides if battle.given[side] == best]
    battle.over, battle.winner = True, ahead[0] if len(ahead) == 1 else ""
    game.tell(Ended(winner=battle.winner, words="The road is quiet.", rule="convoy.end"))
