"""Who is in cover, and who would find somebody that hides."""

from __future__ import annotations

from warbook.board.geometry import Body, Disc, Spot, gap
from warbook.books.gorkamorka.field.bodies import TOLERANCE, body, type_of
from warbook.books.gorkamorka.field.seeing import eye, fraction_at, screens
from warbook.books.gorkamorka.state import Battle, Warrior

BY_DISTANCE = "gce.hiding.discovered-by-distance"
BY_SIGHT = "gce.hiding.discovered-by-sight"


def body_at(warrior: Warrior, spot: Spot) -> Body:
    """His body if he stood at the spot."""
    kind = type_of(warrior)
    return Body(spot, Disc(kind.radius), kind.height)


def spotters(battle: Battle, warrior: Warrior) -> list[Warrior]:
    """The enemies who look about, aboard too: neither pinned nor Down."""
    return [foe for foe in battle.enemies(warrior.side) if foe.up]


def in_cover(battle: Battle, warrior: Warrior, spot: Spot) -> bool:
    """gce.hiding.hide, gce.R9.23: at least partial cover from every enemy who could see him there."""
    there = body_at(warrior, spot)
    return all(_share(battle, foe, there) < 1.0 for foe in spotters(battle, warrior))


def finder(battle: Battle, warrior: Warrior, spot: Spot) -> tuple[Warrior, str] | None:
    """The enemy who would find him there, near enough or with a clear view, and by which rule."""
    there = body_at(warrior, spot)
    for foe in spotters(battle, warrior):
        if near_enough(battle, foe, body(battle, foe), warrior, there):
            return foe, BY_DISTANCE
        if _share(battle, foe, there) >= 1.0:
            return foe, BY_SIGHT
    return None


def finds(battle: Battle, foe: Warrior, at: Spot, warrior: Warrior) -> str:
    """By which rule an enemy on foot, standing at a spot, finds one who hides; "" if he does not."""
    there = body_at(warrior, warrior.spot)
    own = body_at(foe, at)
    if near_enough(battle, foe, own, warrior, there):
        return BY_DISTANCE
    eyes = (at.x, at.y, eye(battle, foe)[2] - foe.z + at.z)
    return BY_SIGHT if fraction_at(battle, eyes, there, screens(battle)) >= 1.0 else ""


def near_enough(battle: Battle, foe: Warrior, own: Body, warrior: Warrior, there: Body) -> bool:
    """gce.hiding.discovered-by-distance, gce.R9.24: within the spotter's Initiative in inches, or by switch
    the hider's; sight is not needed, and crews spot from the hull (gce.R9.26)."""
    spots = foe.profile.i if battle.rulings.spotting_initiative == "spotter" else warrior.profile.i
    return gap(own, there) <= spots + TOLERANCE


def _share(battle: Battle, foe: Warrior, there: Body) -> float:
    """gce.hiding.discovered-by-sight, gce.R9.25: how much of him the enemy sees; all of it is clearly."""
    return fraction_at(
        battle, eye(battle, foe), there, screens(battle, *([foe.aboard] if foe.aboard else []))
    )
