"""On and off vehicles: mounting, boarding on the move, jumping between them, leaping off."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from warbook.board.formation import places_round
from warbook.board.hulls import EDGES
from warbook.board.paths import Path
from warbook.books.gorkamorka.driving.dice import boards
from warbook.books.gorkamorka.field.aboard import enemies_up, free_places, stationary
from warbook.books.gorkamorka.field.bodies import hulls, model_of, on_ground, type_of, within
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.field.fittings import dodge_initiative
from warbook.books.gorkamorka.field.ground import in_the_way, walked
from warbook.books.gorkamorka.fight.previews import of_fall, of_pounce
from warbook.books.gorkamorka.foot import ways
from warbook.books.gorkamorka.foot.charging import climb_on, engage, open_to
from warbook.books.gorkamorka.foot.exits import exit_at, step_down
from warbook.books.gorkamorka.foot.travel import travel
from warbook.books.gorkamorka.foot.walking import GAITS, go_on_foot, inches_of
from warbook.books.gorkamorka.mob.data import armour
from warbook.books.gorkamorka.psychology.dice import initiative_score
from warbook.books.gorkamorka.psychology.nerve import dares_to_charge, face_charge, fears
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.falls import beside, come_off
from warbook.books.gorkamorka.wounds.harm import Strike, fall_of, strike
from warbook.core.events import Note
from warbook.core.questions import Choose, Modifier, Option, Preview, Refusal

JUMP = 2.0
OFF = ("left", "right", "rear")  # the edges over which one leaps
POUNCE = Strike(
    strength=4, rule="gce.foot.charge-move", harm="hand-to-hand"
)  # of who leaps down upon somebody


# ---------------------------------------------------------------- who can get where


def has_room(battle: Battle, warrior: Warrior, vehicle: Vehicle) -> Refusal | None:
    """Its own side fills its places; boarders cling on wherever they can."""
    if vehicle.destroyed:
        return Refusal("is a wreck", "gce.vehicle-movement.stationary")
    if vehicle.side == warrior.side and free_places(battle, vehicle) <= 0:
        return Refusal("is full", "gce.foot.riders")
    return None


def way_to(battle: Battle, warrior: Warrior, vehicle: Vehicle) -> tuple[str, Path] | None:
    """How he comes to the vehicle, walking if that suffices, and by which way; None if it is out of reach.
    gce.foot.board-reach: not over the front of one that moves."""
    still = stationary(battle, vehicle)
    extra = ways.climb(model_of(vehicle)) if still else 0.0
    if extra is None:
        return None
    for how in ("walk", "run"):
        gait = ways.going(inches_of(warrior, how) - extra)
        path = ways.to_hull(battle, warrior, vehicle, gait, front=still)
        if path is not None:
            return how, path
    return None


def mount_options(battle: Battle, warrior: Warrior) -> list[Option]:
    """The vehicles that he can get onto, or off, in this move."""
    if warrior.aboard:
        return _from_deck(battle, warrior)
    found = []
    for vehicle in hulls(battle):
        if not within(battle, warrior, vehicle, inches_of(warrior, "run")):
            continue
        still = stationary(battle, vehicle)
        if has_room(battle, warrior, vehicle) or (still and enemies_up(battle, warrior, vehicle)):
            continue
        way = way_to(battle, warrior, vehicle)
        if way is None:
            continue
        verb = "Walk" if way[0] == "walk" else "Run"
        words = f"{verb} to {vehicle.name} and " + ("get on" if still else "board it")
        preview = None if still else partial(mount_preview, battle, warrior, vehicle)
        about = ("mount" if still else "board", vehicle.id)
        found.append(Option(" ".join(about), words, piece=vehicle.id, preview=preview, about=about))
    return found


def _from_deck(battle: Battle, warrior: Warrior) -> list[Option]:
    own = battle.vehicle(warrior.aboard)
    busy = engaged(battle, warrior)
    off = Option("leap", "Leap off: a Strength 3 hit", preview=partial(_leap_preview, battle, warrior))
    if busy:
        return [off]
    further = [*_jumps(battle, warrior, own), *_pounces(battle, warrior)]
    if stationary(battle, own):
        return [Option("off walk", "Get off and walk"), Option("off run", "Get off and run"), *further]
    return [off, *further]


def _pounces(battle: Battle, warrior: Warrior) -> list[Option]:
    """The skill Gotcha!: down upon an enemy on foot within 2 inches of the vehicle."""
    if not warrior.skills.gotcha:
        return []
    return [
        Option(
            f"pounce {foe.id}",
            f"Leap down upon {foe.name}",
            piece=foe.id,
            preview=partial(of_pounce, battle, warrior, foe, POUNCE),
            about=("pounce", foe.id),
        )
        for foe in battle.enemies(warrior.side)
        if foe.on_foot and not open_to(battle, warrior, foe) and within(battle, warrior, foe, JUMP)
    ]


def _jumps(battle: Battle, warrior: Warrior, own: Vehicle) -> list[Option]:
    """gce.foot.jump-between: vehicles within 2 inches; one test in a turn (gce.R3.5)."""
    found = []
    for other in hulls(battle):
        if other is own or not within(battle, own, other, JUMP) or has_room(battle, warrior, other):
            continue
        if stationary(battle, other) and enemies_up(battle, warrior, other):
            continue
        bridged = planked(own, other)
        preview = None if bridged else partial(mount_preview, battle, warrior, other)
        words = f"{'Cross the plank' if bridged else 'Jump over'} to {other.name}"
        about = ("jump", other.id)
        found.append(Option(" ".join(about), words, piece=other.id, preview=preview, about=about))
    return found


def planked(one: Vehicle, other: Vehicle) -> bool:
    """Whether a boarding plank lies between the two."""
    return (one.planked and one.chasing == other.id) or (other.planked and other.chasing == one.id)


# ---------------------------------------------------------------- the test


def nimbleness(warrior: Warrior, vehicle: Vehicle) -> tuple[int, tuple[Modifier, ...]]:
    """The Initiative on which he boards this vehicle, and how it comes about."""
    score = warrior.profile.i
    why = [Modifier(score, f"{warrior.name}'s Initiative", "gce.basics.initiative-test")]
    if any(armour()[piece].initiative_halved for piece in warrior.armour):
        score = (score + 1) // 2
        why.append(Modifier(score - warrior.profile.i, "heavy armour", "gce.foot.board-test"))
    if warrior.skills.headlong_leap:
        score += 1
        why.append(Modifier(1, "headlong leap", "gce.foot.board-test"))
    if harder := dodge_initiative(vehicle):
        score += harder
        why.append(Modifier(harder, "spikes", "gce.foot.board-test"))
    return max(0, score), tuple(why)


def mount_preview(battle: Battle, warrior: Warrior, vehicle: Vehicle) -> Preview:
    score, why = nimbleness(warrior, vehicle)
    score = initiative_score(score, battle.rulings.auto_fail_on_max)
    chance = boards.odds(score).chance(True)
    outcomes = (("aboard", chance), ("falls", 1 - chance))
    given = "if he dares to board" if feared_aboard(battle, warrior, vehicle) else ""
    return Preview(outcomes, f"{score} or less", why, f"{float(chance):.0%} to get aboard", given)


def feared_aboard(battle: Battle, warrior: Warrior, vehicle: Vehicle) -> Warrior | None:
    """gce.fear.charging, gce.S47: the enemy aboard of whom he has to overcome his fear before he boards."""
    feared = (foe for foe in enemies_up(battle, warrior, vehicle) if fears(warrior, foe))
    return next(feared, None)


def _dares(game: Game, warrior: Warrior, vehicle: Vehicle) -> bool:
    foe = feared_aboard(game.battle, warrior, vehicle)
    return foe is None or dares_to_charge(game, warrior, foe)


# ---------------------------------------------------------------- deeds


def do(game: Game, warrior: Warrior, choice: str) -> None:
    """What was chosen among the options."""
    verb, _, what = choice.partition(" ")
    battle = game.battle
    if verb == "off":
        _get_off(game, warrior, what)
    elif verb == "leap":
        leap(game, warrior)
    elif verb == "pounce":
        pounce(game, warrior, battle.warrior(what))
    elif verb == "jump":
        jump(game, warrior, battle.vehicle(what))
    else:
        approach(game, warrior, battle.vehicle(what))


def approach(game: Game, warrior: Warrior, vehicle: Vehicle) -> None:
    """gce.foot.board-stationary: onto one that stands still as onto any terrain. gce.foot.board-reach,
    gce.foot.board-test: onto one that moves by an Initiative test."""
    battle = game.battle
    way = way_to(battle, warrior, vehicle)
    assert way is not None, "it was in reach when it was offered"
    warrior.moved = "stayed"
    if not _dares(game, warrior, vehicle):
        return
    pace, verb, rule = GAITS[way[0]]
    warrior.moved = pace
    if not travel(game, warrior, way[1], rule, verb):
        return
    if stationary(battle, vehicle):
        climb_on(game, warrior, vehicle)
        return
    if _passes(game, warrior, vehicle):
        _aboard(game, warrior, vehicle)
        return
    words = f"{warrior.name} fails to board {vehicle.name}."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.foot.board-test"))
    strike(game, warrior, fall_of("gce.foot.board-test"))


def _passes(game: Game, warrior: Warrior, vehicle: Vehicle) -> bool:
    score, why = nimbleness(warrior, vehicle)
    score = initiative_score(score, game.battle.rulings.auto_fail_on_max)
    return game.rolling(warrior.id, {"gce.foot.board-test": why}).roll(boards, score)


def _aboard(game: Game, warrior: Warrior, vehicle: Vehicle) -> None:
    """gce.foot.board-enemies, gce.boarding.counts-as-charge: where enemies are aboard it counts as a charge,
    across an obstacle if the sides are one."""
    opposed = bool(enemies_up(game.battle, warrior, vehicle))
    climb_on(game, warrior, vehicle)
    if warrior.skills.wrecka and vehicle.side != warrior.side:
        warrior.clings = _clings(game, warrior, vehicle)
    if opposed and not warrior.clings:
        warrior.charging = vehicle.id
        warrior.obstacle = model_of(vehicle).obstacle_sides


def _clings(game: Game, warrior: Warrior, vehicle: Vehicle) -> bool:
    """The skill wrecka, gce.S29: he may stay outside."""
    options = [Option("cling", "Cling to its outside"), Option("board", "Climb aboard")]
    text = f"{warrior.name} has got hold of {vehicle.name}"
    return bool(
        game.ask(warrior.side, Choose(text, options, "gce.foot.riders", warrior.id, kind="cling")) == "cling"
    )


def jump(game: Game, warrior: Warrior, vehicle: Vehicle) -> None:
    """gce.foot.jump-between; it costs no inches and ends his move (gce.R3.5). Over a plank without a test."""
    battle = game.battle
    own = battle.vehicle(warrior.aboard)
    warrior.moved = "walked"
    if not _dares(game, warrior, vehicle):
        return
    if planked(own, vehicle) or _passes(game, warrior, vehicle):
        if own.driver == warrior.id:
            own.driver = ""
        warrior.fighting = ()
        _aboard(game, warrior, vehicle)
        return
    words = f"{warrior.name} does not get hold of {vehicle.name} and falls to the ground."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.foot.jump-between"))
    come_off(game, warrior, beside(battle, warrior, vehicle, "rear"), "gce.foot.jump-between")


def leap(game: Game, warrior: Warrior) -> None:
    """gce.boarding.leave, gce.R3.1: over a side or the back of a vehicle that moves, 2 inches from that edge;
    a Strength 3 hit, and his move ends. Out of a fight there is no other way; without one a switch may have
    him test Initiative first."""
    battle = game.battle
    own = battle.vehicle(warrior.aboard)
    text = f"{warrior.name} leaps off {own.name}: over which edge?"
    edges = [Option(edge, f"Over the {edge}") for edge in OFF]
    edge = game.ask(battle.side, Choose(text, edges, "gce.boarding.leave", warrior.id, kind="leap"))
    warrior.moved = "walked"
    lands_well = _tests_to_land(battle, warrior) and game.rolling(warrior.id).roll(
        boards, initiative_score(warrior.profile.i, battle.rulings.auto_fail_on_max)
    )
    spot = beside(battle, warrior, own, edge)
    come_off(game, warrior, spot, "gce.boarding.leave", hurt=not lands_well, how="leaps off")


def _tests_to_land(battle: Battle, warrior: Warrior) -> bool:
    tests = battle.rulings.leave_moving_vehicle == "initiative_test_or_s3_hit"
    return tests and not engaged(battle, warrior)


def _leap_preview(battle: Battle, warrior: Warrior) -> Preview:
    lands = Fraction(0)
    if _tests_to_land(battle, warrior):
        score = initiative_score(warrior.profile.i, battle.rulings.auto_fail_on_max)
        lands = boards.odds(score).chance(True)
    return of_fall(battle, warrior, fall_of("gce.boarding.leave"), lands)


def pounce(game: Game, warrior: Warrior, foe: Warrior) -> None:
    """Gotcha!: he lands beside the enemy, who takes a Strength 4 hit, and has charged him; both are tried by
    fear as in any charge (gce.fear.charging, gce.fear.charged)."""
    battle = game.battle
    kind, target = type_of(warrior), on_ground(foe)
    places = places_round(walked(battle, warrior), target, 1, kind.height, 0.0, in_the_way(battle, warrior))
    if not places:
        warrior.moved = "stayed"
        words = f"{warrior.name} finds no room beside {foe.name}."
        game.tell(Note(words=words, piece=warrior.id, rule="gce.foot.riders"))
        return
    warrior.moved = "charged"
    if not dares_to_charge(game, warrior, foe):
        return
    face_charge(game, foe, warrior)
    come_off(game, warrior, places[0].spot, "gce.foot.charge-move", hurt=False, how="leaps off")
    strike(game, foe, POUNCE)
    if foe.on_table:
        warrior.charging = foe.id
        engage(game, warrior, foe)


def _get_off(game: Game, warrior: Warrior, how: str) -> None:
    """gce.R3.1: off one that stands still by normal movement, from the edge he chooses."""
    battle = game.battle
    own = battle.vehicle(warrior.aboard)
    spent = ways.climb(model_of(own)) or 0.0
    places = {edge: exit_at(battle, warrior, edge) for edge in EDGES}
    full = Refusal("no room there", "gce.foot.riders")
    edges = [
        Option(edge, f"At the {edge}", spot=places[edge], barred=None if places[edge] else full)
        for edge in EDGES
    ]
    if all(option.barred for option in edges):
        warrior.moved = "stayed"
        game.tell(Note(words=f"{warrior.name} finds no room to get off.", piece=warrior.id, rule=full.rule))
        return
    text = f"{warrior.name} gets off {own.name}: where?"
    edge = game.ask(battle.side, Choose(text, edges, "gce.foot.riders", warrior.id, kind="get off"))
    spot = places[edge]
    assert spot is not None, "a barred edge cannot be chosen"
    step_down(game, warrior, spot)
    go_on_foot(game, warrior, how, spent)
