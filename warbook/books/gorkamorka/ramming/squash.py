"""Warriors on foot in the way of a vehicle."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil

from msgspec.structs import replace

from warbook.board.formation import places_round
from warbook.board.geometry import Body, Oblong, Spot, overlap
from warbook.board.hulls import from_frame, halves
from warbook.books.gorkamorka.field.aboard import drives_for
from warbook.books.gorkamorka.field.bodies import hull, on_foot, on_ground, type_of
from warbook.books.gorkamorka.field.fittings import dodge_initiative, impact_strength
from warbook.books.gorkamorka.field.ground import in_the_way, walked
from warbook.books.gorkamorka.mob.data import armour
from warbook.books.gorkamorka.psychology.dice import initiative_score
from warbook.books.gorkamorka.ramming.segments import sweep
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.dice import jumps_clear
from warbook.books.gorkamorka.wounds.harm import Strike, strike
from warbook.core.events import Moved, Note
from warbook.core.questions import Choose, Option

STRENGTH = 3
FURTHEST = 24.0


def jump_score(battle: Battle, vehicle: Vehicle, warrior: Warrior) -> int:
    """gce.squash.avoid: the D6 with which he jumps clear, or less; 0 for who is Down (gce.squash.down) or
    caught in a net or by bolas (gce.S30). gce.R7.29, gce.recovery.pinned-squashed: a pinned warrior may, and
    stays pinned."""
    if warrior.down or warrior.netted or warrior.hobbled:
        return 0
    score = warrior.profile.i
    if any(armour()[worn].initiative_halved for worn in warrior.armour):
        score = ceil(score / 2)
    score += dodge_initiative(vehicle)
    return max(0, initiative_score(score, battle.rulings.auto_fail_on_max))


def squash(game: Game, vehicle: Vehicle, warrior: Warrior, inches: float) -> None:
    """gce.squash.attempt, while the vehicle has so many inches still to go."""
    battle = game.battle
    score = jump_score(battle, vehicle, warrior)
    if score and game.rolling(warrior.id).roll(jumps_clear, score):
        if warrior.skills.play_chicken and _boards(game, vehicle, warrior):
            return
        _jump_aside(game, vehicle, warrior, inches)
        return
    words = f"{vehicle.name} runs over {warrior.name}."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.squash.hit"))
    strength = impact_strength(vehicle, STRENGTH)
    strike(game, warrior, Strike(strength=strength, rule="gce.squash.hit"))
    if warrior.on_table:
        body = hull(vehicle)
        x, y = from_frame(body, -halves(body)[0] - type_of(warrior).radius - 0.05, 0.0)
        _place(game, warrior, Spot(x, y), sweep(body, inches), "is left behind", "gce.squash.hit")


def _jump_aside(game: Game, vehicle: Vehicle, warrior: Warrior, inches: float) -> None:
    """gce.squash.avoid: to whichever side of it is nearer; ahead or behind only where neither has room."""
    body = hull(vehicle)
    assert isinstance(body.base, Oblong)
    lane = replace(body, base=Oblong(body.base.length + 2 * FURTHEST, body.base.width))
    places = _free(game.battle, warrior, warrior.spot, lane)
    places = places or _free(game.battle, warrior, warrior.spot, sweep(body, inches))
    _put(game, warrior, places[0].spot, "jumps clear", "gce.squash.avoid")


def _boards(game: Game, vehicle: Vehicle, warrior: Warrior) -> bool:
    """The skill play chicken: who has dodged an enemy vehicle may board it, without another test (ours)."""
    if warrior.side == drives_for(game.battle, vehicle) or not warrior.up:
        return False
    options = [Option("board", f"Board {vehicle.name}"), Option("aside", "Jump aside")]
    text = f"{warrior.name} dodges {vehicle.name}: does he board it?"
    question = Choose(text, options, "gce.squash.avoid", warrior.id, "aside", kind="dodge")
    if game.ask(warrior.side, question) == "aside":
        return False
    warrior.aboard, warrior.station = vehicle.id, ""
    warrior.hidden = warrior.overwatch = False
    words = f"{warrior.name} leaps aboard {vehicle.name}."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.squash.avoid"))
    return True


def step_aside(game: Game, vehicle: Vehicle) -> None:
    """Nobody stays under a hull: who was spared or has jumped already makes room for it without a test."""
    for warrior in under(game.battle, vehicle):
        _place(game, warrior, warrior.spot, hull(vehicle), "steps aside", "gce.squash.attempt")


def under(battle: Battle, vehicle: Vehicle, but: Collection[str] = ()) -> list[Warrior]:
    """Those on foot under its hull, except those named: a turn that came over one may have come over others
    as well."""
    own = hull(vehicle)
    return [each for each in on_foot(battle) if each.id not in but and overlap(on_ground(each), own)]


def _place(game: Game, warrior: Warrior, near: Spot, strip: Body, how: str, rule: str) -> None:
    """The nearest free place that the vehicle does not come over."""
    _put(game, warrior, _free(game.battle, warrior, near, strip)[0].spot, how, rule)


def _free(battle: Battle, warrior: Warrior, near: Spot, strip: Body) -> list[Body]:
    taken = [strip, *in_the_way(battle, warrior)]
    return places_round(walked(battle, warrior), near, 1, on_ground(warrior).height, FURTHEST, taken)


def _put(game: Game, warrior: Warrior, new: Spot, how: str, rule: str) -> None:
    """Who is moved so watches no longer (gce.overwatch.lost-by-moving)."""
    old = warrior.spot
    warrior.at(new)
    warrior.overwatch = False
    if new == old:
        game.tell(Note(words=f"{warrior.name} {how}.", piece=warrior.id, rule=rule))
    else:
        game.tell(Moved(piece=warrior.id, path=(old, new), how=how, rule=rule))
