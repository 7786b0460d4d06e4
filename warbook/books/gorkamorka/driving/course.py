"""A vehicle driven on purpose along its way: whom it rams, rakes, sideswipes and squashes."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.board.geometry import Body, flat_gap, overlap, turn_between
from warbook.board.hulls import Leg, halves, in_frame
from warbook.books.gorkamorka.damage.effects import immobilise
from warbook.books.gorkamorka.damage.steering import TURNS
from warbook.books.gorkamorka.driving.watched import Watched
from warbook.books.gorkamorka.driving.ways import may_ram
from warbook.books.gorkamorka.field.aboard import available_driver, drives_for
from warbook.books.gorkamorka.field.bodies import TOLERANCE, hull, hulls, model, on_foot, on_ground
from warbook.books.gorkamorka.field.bombs import bombs_near
from warbook.books.gorkamorka.field.fittings import reaching
from warbook.books.gorkamorka.psychology import nerve
from warbook.books.gorkamorka.ramming import impact, previews
from warbook.books.gorkamorka.ramming.dice import Chicken, head_on_happens
from warbook.books.gorkamorka.ramming.segments import TINY, go_straight, sweep, turn_vehicle
from warbook.books.gorkamorka.ramming.squash import squash, step_aside, under
from warbook.books.gorkamorka.ramming.wild import MIRED, movable
from warbook.books.gorkamorka.shooting import overwatch
from warbook.books.gorkamorka.shooting.explosives import disturb
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior, Wild
from warbook.books.gorkamorka.trouble import settle
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Preview, Refusal

REACH = 2.0  # gce.ramming.rake-sideswipe, gce.squash.attempt
OBLIGED = 6.0  # gce.hatred.drivers, gce.frenzy.drivers


def under_way(game: Game, vehicle: Vehicle) -> bool:
    """Whether it can still be driven on: nothing has ended its movement, and somebody steers."""
    driver = available_driver(game.battle, vehicle)
    return movable(vehicle) and not vehicle.done and driver is not None


def drive(game: Game, vehicle: Vehicle, legs: Sequence[Leg], how: str, rule: str) -> float:
    """Along legs that were judged beforehand; inches covered. Each gas move and each thrust is one call:
    everybody is attacked once in it (gce.R7.21, gce.R7.28). gce.overwatch.fire: it can be interrupted."""
    dealt: list[str] = []
    went = 0.0
    watched = Watched(game.battle, vehicle, legs)
    watched.at(game, went)
    for leg in legs:
        if leg.turn and under_way(game, vehicle):
            _turn(game, vehicle, leg.turn, dealt, how, rule)
        left = leg.inches
        while left > TINY and under_way(game, vehicle):
            far = watched.until(went, left)
            inches, goes_on = _stretch(game, vehicle, far, left, dealt, how, rule)
            left, went = (left - inches if goes_on else 0.0), went + inches
            watched.at(game, went)
        if available_driver(game.battle, vehicle) is None:
            _run_on(game, vehicle, left, rule)
            break
    if vehicle.on_table:
        step_aside(game, vehicle)
    watched.end(game, went)
    return went


def _run_on(game: Game, vehicle: Vehicle, inches: float, rule: str) -> None:
    """gce.S31: nobody steers any more, and it goes straight on for what was left of the stretch."""
    if inches > TINY and movable(vehicle) and not vehicle.done:
        game.battle.trouble.append(Wild(vehicle.id, 0.0, inches, rule=rule))
        settle(game)


def _stretch(
    game: Game, vehicle: Vehicle, far: float, left: float, dealt: list[str], how: str, rule: str
) -> tuple[float, bool]:
    """Straight on to the next to be met or passed, or so far of what is left, and what comes of that: inches,
    and whether it goes on with the rest (gce.ramming.rake-sideswipe: after a swerve too). Every controlled
    run is made of these."""
    battle = game.battle
    near = _next_passed(battle, vehicle, far, dealt)
    met = go_straight(game, vehicle, far if near is None else near[0], dealt, how, rule)
    left -= met.inches
    goes_on = True
    match met.kind:
        case "" if near is not None:
            dealt.append(near[1])
            _come_by(game, vehicle, near[1], left)
        case "warrior":
            dealt.append(met.who)
            _run_down(game, vehicle, battle.warrior(met.who), left)
        case "vehicle":
            goes_on = _meet(game, vehicle, battle.vehicle(met.who), left, dealt)
        case "terrain":
            impact.crash(game, vehicle, met, left, 0.0, ends_move=False)
            goes_on = False
        case "mire":
            immobilise(game, vehicle, MIRED, met.who)
        case "edge" | "bog":
            goes_on = False
    settle(game)
    return met.inches, goes_on


def _run_down(game: Game, vehicle: Vehicle, warrior: Warrior, left: float) -> None:
    """A shot on overwatch that comes before it may fell the driver or throw the vehicle off its way."""
    place = vehicle.spot, vehicle.facing
    overwatch.before_squash(game, vehicle, warrior)
    if under_way(game, vehicle) and (vehicle.spot, vehicle.facing) == place:
        squash(game, vehicle, warrior, left)


def pivot(game: Game, vehicle: Vehicle, degrees: float, how: str, rule: str) -> None:
    """A turn on the spot by itself."""
    _turn(game, vehicle, degrees, [], how, rule)
    step_aside(game, vehicle)


def _turn(game: Game, vehicle: Vehicle, degrees: float, dealt: list[str], how: str, rule: str) -> None:
    """A turn sweeps enemies aside as driving over them does; friends make room. Bombs that it comes near by
    turning may go off (gce.special-weapons.delayed-bomb)."""
    facing, battle = vehicle.facing, game.battle
    beside = bombs_near(battle, hull(vehicle))
    met = turn_vehicle(game, vehicle, degrees, dealt, how, rule)
    while met.kind == "warrior" and movable(vehicle):
        for warrior in (battle.warrior(met.who), *under(battle, vehicle, (*dealt, met.who))):
            dealt.append(warrior.id)
            if warrior.side != drives_for(battle, vehicle):
                _run_down(game, vehicle, warrior, 0.0)
        rest = degrees - turn_between(facing, vehicle.facing)
        met = turn_vehicle(game, vehicle, rest, dealt, how, rule)
    for token in bombs_near(battle, hull(vehicle)):
        if token not in beside and token.id not in dealt:
            dealt.append(token.id)
            disturb(game, token, vehicle)
    settle(game)


# ---------------------------------------------------------------- passing by


def _next_passed(battle: Battle, vehicle: Vehicle, left: float, dealt: list[str]) -> tuple[float, str] | None:
    """The enemy within 2 inches of whom it next draws level on a straight run, and after how many inches. One
    in its very path is met, not passed."""
    own = hull(vehicle)
    strip = sweep(own, left)
    others = [other for other in hulls(battle) if other.id != vehicle.id and not other.destroyed]
    models: list[Warrior | Vehicle] = [*others, *on_foot(battle)]
    found: list[tuple[float, str]] = []
    mine = drives_for(battle, vehicle)
    for other in models:
        if _side(battle, other) == mine or other.id in dealt:
            continue
        body = hull(other) if isinstance(other, Vehicle) else on_ground(other)
        after = draws_level(own, left, body)
        if after is None or (isinstance(other, Vehicle) and not _ways_to_strike(vehicle, other)):
            continue
        found.append((after, other.id))
    found += _next_bombs(battle, own, strip, left, dealt)
    return min(found, default=None)


def draws_level(own: Body, inches: float, body: Body) -> float | None:
    """After how many inches straight on a hull draws level with somebody beside its path; None if it does
    not."""
    half = halves(own)[0]
    ahead, _ = in_frame(own, body.spot.x, body.spot.y)
    if not -half <= ahead <= inches + half:
        return None
    strip = sweep(own, inches)
    if overlap(strip, body) or flat_gap(strip, body) > REACH + TOLERANCE:
        return None
    return min(max(ahead, 0.0), inches)


def _next_bombs(
    battle: Battle, own: Body, strip: Body, left: float, dealt: list[str]
) -> list[tuple[float, str]]:
    """gce.R4.15: the bombs within 2 inches of the way, and where on it the vehicle is nearest to each."""
    half = halves(own)[0]
    found = []
    for token in bombs_near(battle, strip):
        if token.id not in dealt:
            ahead, _ = in_frame(own, token.x, token.y)
            found.append((min(max(ahead - half, 0.0), left), token.id))
    return found


def stir(game: Game, vehicle: Vehicle) -> None:
    """gce.special-weapons.delayed-bomb: at the end of a slow manoeuvre or of a step of a chase, the bombs
    beside it."""
    for token in bombs_near(game.battle, hull(vehicle)):
        disturb(game, token, vehicle)
    settle(game)


def _come_by(game: Game, vehicle: Vehicle, name: str, left: float) -> None:
    """It draws level with an enemy, or comes to a bomb."""
    token = next((each for each in game.battle.tokens if each.id == name), None)
    if token is None:
        _pass(game, vehicle, model(game.battle, name), left)
    else:
        disturb(game, token, vehicle)


def _ways_to_strike(vehicle: Vehicle, target: Vehicle) -> list[str]:
    kind = impact.passing_kind(vehicle, target)
    return [*([kind] if kind else []), *(fitting.id for fitting in reaching(vehicle))]


def _pass(game: Game, vehicle: Vehicle, other: Warrior | Vehicle, left: float) -> None:
    """gce.ramming.rake-sideswipe, gce.squash.attempt: the driver's player may strike at whom he passes; a
    driver who is obliged to must."""
    battle = game.battle
    must = obliged(battle, vehicle, other)
    spare = Option("pass", f"Pass {other.name} by", other.id, must)
    if isinstance(other, Warrior):
        look = Option(
            "squash",
            f"Squash {other.name}",
            other.id,
            None,
            lambda: previews.of_squash(battle, vehicle, other),
        )
        question = Choose(
            f"Squash {other.name}?", [look, spare], "gce.squash.attempt", vehicle.id, kind="pass"
        )
        if game.ask(drives_for(battle, vehicle), question) == "squash":
            _run_down(game, vehicle, other, left)
        return
    options = [_strike_option(battle, way, vehicle, other) for way in _ways_to_strike(vehicle, other)]
    question = Choose(
        f"Strike at {other.name}?", [*options, spare], "gce.ramming.rake-sideswipe", vehicle.id, kind="pass"
    )
    way = game.ask(drives_for(battle, vehicle), question)
    if way == "pass":
        return
    if way in ("rake", "sideswipe"):
        rule = "gce.ramming.swerve"
        if not impact.dodged(game, other, sweep(hull(vehicle), left), rule):
            impact.ram_vehicle(game, way, vehicle, other)
    else:
        fitting = next(each for each in reaching(vehicle) if each.id == way)
        impact.reach_for(game, vehicle, other, fitting)


def _strike_option(battle: Battle, way: str, vehicle: Vehicle, target: Vehicle) -> Option:
    if way in ("rake", "sideswipe", "ram"):
        kind = impact.ram_kind(vehicle, target) if way == "ram" else impact.passing_kind(vehicle, target)
        assert kind is not None
        words = {"rake": "Rake", "sideswipe": "Sideswipe"}.get(way, "Ram")
        return Option(
            way, f"{words} {target.name}", target.id, None,
            lambda: previews.of_ram(battle, kind, vehicle, target), about=kind,
        )  # fmt: skip
    fitting = next(each for each in reaching(vehicle) if each.id == way)
    return Option(way, f"{fitting.name}: {fitting.effect}", target.id, about="reach")


def _side(battle: Battle, other: Warrior | Vehicle) -> str:
    return drives_for(battle, other) if isinstance(other, Vehicle) else other.side


def obliged(battle: Battle, vehicle: Vehicle, other: Warrior | Vehicle) -> Refusal | None:
    """gce.frenzy.drivers, gce.hatred.drivers, gce.R9.13: why its driver may not spare an enemy within 6
    inches of the front. He hates a vehicle for whoever of those he hates is aboard."""
    driver = available_driver(battle, vehicle)
    if driver is None or (
        _side(battle, other) == drives_for(battle, vehicle) and not may_ram(battle, vehicle, other)
    ):
        return None
    if driver.frenzied:
        return Refusal(f"{driver.name} is in a frenzy", "gce.frenzy.drivers")
    hated = battle.riders(other.id) if isinstance(other, Vehicle) else [other]
    if any(nerve.hates(driver, each) for each in hated if each.side == other.side):
        return Refusal(f"{driver.name} hates them", "gce.hatred.drivers")
    return None


# ---------------------------------------------------------------- rams


def _meet(game: Game, vehicle: Vehicle, other: Vehicle, left: float, dealt: list[str]) -> bool:
    """Another vehicle is in the way: an enemy is rammed, once, others are run into. Whether it goes on."""
    if not may_ram(game.battle, vehicle, other):
        gone = impact.collide(game, vehicle, other, left)
        settle(game)
        return gone
    if other.id in dealt:
        return False
    dealt.append(other.id)
    battle = game.battle
    way = "ram"
    if reaching(vehicle):
        ways = ["ram", *(fitting.id for fitting in reaching(vehicle))]
        options = [_strike_option(battle, each, vehicle, other) for each in ways]
        question = Choose(f"Strike {other.name} how?", options, "gce.ramming.declare", vehicle.id, kind="ram")
        way = game.ask(drives_for(battle, vehicle), question)
    if way != "ram":
        fitting = next(each for each in reaching(vehicle) if each.id == way)
        impact.reach_for(game, vehicle, other, fitting)
        settle(game)
        return False
    return _ram(game, vehicle, other, left)


def _ram(game: Game, vehicle: Vehicle, target: Vehicle, left: float) -> bool:
    """gce.ramming.declare, gce.ramming.after: whether the rammer goes on."""
    kind = impact.ram_kind(vehicle, target)
    strip = sweep(hull(vehicle), left)
    if kind == "head-on":
        mine, theirs = _chicken(game, vehicle, target)
        words = f"{vehicle.name} {_GOES[mine]}, {target.name} {_GOES[theirs]}."
        game.tell(Note(words=words, piece=vehicle.id, rule="gce.ramming.playin-chicken"))
        if not head_on_happens(mine, theirs):
            return _miss(game, vehicle, target, mine, theirs, left)
    elif impact.dodged(game, target, strip, "gce.ramming.swerve"):
        return True
    impact.ram_vehicle(game, kind, vehicle, target)
    settle(game)
    if kind == "head-on" or vehicle.done or not movable(vehicle):
        return False
    if not target.on_table:
        return True
    words = f"{target.name} is pushed aside."
    return impact.make_way(game, target, sweep(hull(vehicle), left), words, "gce.ramming.after")


_GOES = {"left": "swerves left", "straight": "goes straight on", "right": "swerves right"}


def _chicken(game: Game, vehicle: Vehicle, target: Vehicle) -> tuple[Chicken, Chicken]:
    """gce.ramming.playin-chicken: sealed; gce.R7.24: one that cannot swerve goes straight on."""
    battle = game.battle
    rule = "gce.ramming.playin-chicken"

    def question(own: Vehicle, other: Vehicle) -> Choose:
        def look() -> Preview:
            return previews.of_ram(battle, "head-on", own, other)

        options = [
            Option("left", "Swerve left"),
            Option("straight", "Straight on", other.id, preview=look),
            Option("right", "Swerve right"),
        ]
        text = f"{own.name} meets {other.name} head on: straight on, or aside?"
        return Choose(text, options, rule, own.id, kind="chicken")

    mine, theirs = drives_for(battle, vehicle), drives_for(battle, target)
    asked = question(vehicle, target)
    if theirs == mine or not impact.swerve_ld(battle, target):
        return game.ask(mine, asked), "straight"
    answers = game.ask_all({mine: asked, theirs: question(target, vehicle)})
    return answers[mine], answers[theirs]


def _miss(game: Game, vehicle: Vehicle, target: Vehicle, mine: Chicken, theirs: Chicken, left: float) -> bool:
    """gce.ramming.chicken-result, gce.R7.25: both swerve as they chose, and the rammer goes on."""
    rule = "gce.ramming.chicken-result"
    if mine != "straight" and not impact.aside(game, vehicle, hull(target), (TURNS[mine],), rule):
        return False
    if theirs != "straight":
        strip = sweep(hull(vehicle), left)
        return impact.aside(game, target, strip, (TURNS[theirs],), rule)
    return True
