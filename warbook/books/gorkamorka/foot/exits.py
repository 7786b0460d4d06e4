"""Off a vehicle that stands still: where one can step down."""

from __future__ import annotations

from warbook.board.formation import CLOSE
from warbook.board.geometry import Spot, overlap
from warbook.board.hulls import EDGES, Edge, from_frame, halves
from warbook.books.gorkamorka.field.bodies import hull, model_of, type_of
from warbook.books.gorkamorka.field.ground import in_the_way, walked
from warbook.books.gorkamorka.field.hiding import body_at
from warbook.books.gorkamorka.foot.ways import climb
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.wounds.falls import step_off
from warbook.core.events import Note, Placed

SHARES = (0.0, 0.5, -0.5, 0.9, -0.9)  # of half an edge: where along it one steps down


def exits(battle: Battle, warrior: Warrior) -> list[tuple[Spot, float]]:
    """Free places beside the hull, one for each edge where there is one, and what getting down costs."""
    spent = climb(model_of(battle.vehicle(warrior.aboard)))
    if spent is None:
        return []
    places = (exit_at(battle, warrior, edge) for edge in EDGES)
    return [(spot, spent) for spot in places if spot is not None]


def exit_at(battle: Battle, warrior: Warrior, edge: Edge) -> Spot | None:
    """The free place at that edge, as near to its middle as there is one."""
    body = hull(battle.vehicle(warrior.aboard))
    half, side = halves(body)
    off = type_of(warrior).radius + CLOSE
    ground, taken = walked(battle, warrior), in_the_way(battle, warrior)
    for share in SHARES:
        ahead, left = {
            "front": (half + off, share * side),
            "rear": (-half - off, share * side),
            "left": (share * half, side + off),
            "right": (share * half, -side - off),
        }[edge]
        spot = Spot(*from_frame(body, ahead, left))
        there = body_at(warrior, spot)
        if ground.stands(spot) is None and not any(overlap(there, other) for other in taken):
            return spot
    return None


def step_down(game: Game, warrior: Warrior, spot: Spot) -> None:
    """He stands beside the vehicle."""
    ride = game.battle.vehicle(warrior.aboard)
    words = f"{warrior.name} gets off {ride.name}."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.foot.riders"))
    step_off(game.battle, warrior, spot)
    game.tell(Placed(piece=warrior.id, spot=spot, facing=warrior.facing, rule="gce.foot.riders"))
