"""Out of control: nobody at the wheel, and who tries to take it."""

from __future__ import annotations

from warbook.books.gorkamorka.damage.effects import immobilise
from warbook.books.gorkamorka.damage.riders import throw_off
from warbook.books.gorkamorka.damage.steering import TURNS
from warbook.books.gorkamorka.driving.dice import out_of_control_swerve, takes_wheel
from warbook.books.gorkamorka.field.aboard import boarders, driver, own_riders
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior, Wild
from warbook.books.gorkamorka.trouble import settle
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Option, Preview

RULE = "gce.vehicle-movement.take-wheel"


def wheel_takers(battle: Battle, vehicle: Vehicle) -> list[Warrior]:
    """Who may try to take the wheel: not in a fight, Down, pinned or beside himself; gce.R6.13: boarders only
    by switch, when nobody of the crew is left to oppose them."""
    riders = own_riders(battle, vehicle)
    if battle.rulings.boarders_may_drive and all(rider.down for rider in riders):
        riders = boarders(battle, vehicle)
    return [
        rider
        for rider in riders
        if rider.up
        and rider.id != vehicle.driver
        and not (rider.netted or rider.burning or rider.stupid or rider.terrified_of)
        and not engaged(battle, rider)
    ]


def take_control(game: Game, vehicle: Vehicle) -> bool:
    """gce.R7.8: at the start of its move, one who tries; if nobody has the wheel then, it runs wild. Whether
    somebody drives it now."""
    battle = game.battle
    words = f"{vehicle.name} is out of control: {_absence(driver(battle, vehicle))}."
    game.tell(Note(words=words, piece=vehicle.id, rule="gce.vehicle-movement.out-of-control"))
    able = wheel_takers(battle, vehicle)
    if not able:
        run_wild(game, vehicle, "gce.vehicle-movement.out-of-control-move")
        return False
    who = game.ask(able[0].side, _question(vehicle, able))
    if who == "nobody":
        run_wild(game, vehicle, "gce.vehicle-movement.out-of-control-move")
        return False
    hero = battle.warrior(who)
    if game.rolling(hero.id).roll(takes_wheel):
        seat(game, vehicle, hero)
        return True
    if model_of(vehicle).saddled:
        lose_bike(game, vehicle)
    else:
        run_wild(game, vehicle, "gce.vehicle-movement.out-of-control-move")
    return False


def _absence(man: Warrior | None) -> str:
    if man is None:
        return "nobody is at the wheel"
    states = {
        "lies Down": man.down,
        "is pinned": man.pinned,
        "is caught": man.netted,
        "is on fire": man.burning,
    }
    return f"{man.name} {next((words for words, holds in states.items() if holds), 'cannot drive')}"


def seat(game: Game, vehicle: Vehicle, hero: Warrior) -> None:
    """gce.vehicle-movement.take-wheel-temporary: for the time being. Whoever drove before is crew."""
    before = driver(game.battle, vehicle)
    if before is not None:
        before.station = "crew"
    vehicle.driver, hero.station = hero.id, "driver"
    words = f"{hero.name} takes the wheel of {vehicle.name}."
    game.tell(Became(piece=hero.id, status="driver", words=words, rule=RULE))


def run_wild(game: Game, vehicle: Vehicle, rule: str) -> None:
    """gce.vehicle-movement.out-of-control-move, gce.stupidity.drivers: 45 degrees to one side, D6 inches."""
    wild = game.rolling(vehicle.id).roll(out_of_control_swerve)
    vehicle.moved, vehicle.went_in = "wild", game.battle.now
    game.battle.trouble.append(Wild(vehicle.id, TURNS[wild.side], float(wild.inches), rule=rule))
    settle(game)


def lose_bike(game: Game, vehicle: Vehicle) -> None:
    """gce.vehicle-movement.take-wheel-bike: immobilised, and all aboard are thrown D3 inches."""
    rule = "gce.vehicle-movement.take-wheel-bike"
    vehicle.done = True
    immobilise(game, vehicle, rule)
    for rider in game.battle.riders(vehicle.id):
        throw_off(game, rider, rule)


def _question(vehicle: Vehicle, able: list[Warrior]) -> Choose:
    def look() -> Preview:
        takes = takes_wheel.odds().chance(True)
        return Preview((("fails", 1 - takes), ("takes it", takes)), "4+", headline=f"{float(takes):.0%}")

    options = [Option(rider.id, f"{rider.name} tries", rider.id, preview=look) for rider in able]
    options.append(Option("nobody", "Let it run"))
    text = f"{vehicle.name} is out of control. Who tries to take the wheel?"
    return Choose(text, options, RULE, vehicle.id, able[0].id, kind="wheel")
