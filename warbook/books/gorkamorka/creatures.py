"""Creatures that no player brings: those of a nest, and those that sleep in the sand."""

from __future__ import annotations

from warbook.board.geometry import Body, Disc, Spot, farthest, gap
from warbook.books.gorkamorka.field.bodies import TOLERANCE, hull, hulls, on_foot, on_ground
from warbook.books.gorkamorka.mob.data import fighters, skills_of
from warbook.books.gorkamorka.state import NEST, Battle, Game, Token, Warrior
from warbook.books.gorkamorka.wounds.falls import place_near
from warbook.core.events import Marker, Note, Placed

RULE = "gce.game.scenario"


def creature(battle: Battle, kind: str) -> Warrior:
    """Another creature of the kind, not yet on the table."""
    found = fighters()[kind]
    number = 1 + sum(warrior.side == NEST for warrior in battle.warriors)
    beast = Warrior(
        id=f"{NEST}{number}",
        name=f"{found.name} {number}",
        side=NEST,
        kind=kind,
        profile=found.profile,
        weapons=(),
        armour=(),
        skills=skills_of(()),
        wounds=found.profile.w,
        traits=found.traits,
    )
    battle.warriors.append(beast)
    battle.began[NEST] = battle.began.get(NEST, 0) + 1
    return beast


def put_beast(game: Game, beast: Warrior, spot: Spot) -> None:
    beast.place = "table"
    beast.at(place_near(game.battle, beast, spot))
    game.tell(Placed(piece=beast.id, spot=beast.spot, facing=beast.facing, name=beast.name, rule=RULE))


def near_lair(battle: Battle, token: Token, body: Body) -> bool:
    """Whether a body is near enough to wake what sleeps there."""
    sleeping = battle.setup.scenario.sandgulpers
    assert sleeping is not None, "lairs are in scenarios that have them"
    reach = sleeping.wakes_within + TOLERANCE
    far = reach + farthest(body.base)
    if abs(body.spot.x - token.x) > far or abs(body.spot.y - token.y) > far:
        return False
    return gap(body, Body(Spot(token.x, token.y, token.z), Disc(0.0), 0.0)) <= reach


def wake(game: Game, token: Token) -> None:
    """What sleeps in a lair comes up."""
    battle = game.battle
    sleeping = battle.setup.scenario.sandgulpers
    assert sleeping is not None, "lairs are in scenarios that have them"
    battle.tokens.remove(token)
    game.tell(Marker(marker=token.id, kind="lair", rule=RULE))
    beast = creature(battle, sleeping.kind)
    game.tell(Note(words=f"{beast.name} comes up out of the sand.", rule=RULE))
    put_beast(game, beast, Spot(token.x, token.y, token.z))


def wake_all(game: Game) -> None:
    """Whatever has come near enough to a lair by now wakes it; creatures do not wake each other."""
    battle = game.battle
    lairs = [token for token in battle.tokens if token.kind == "lair"]
    if not lairs:
        return
    bodies = [on_ground(warrior) for warrior in on_foot(battle) if warrior.side != NEST]
    bodies += [hull(ride) for ride in hulls(battle)]
    for token in lairs:
        if any(near_lair(battle, token, body) for body in bodies):
            wake(game, token)
