"""Bottle tests: casualties, the choice, the test, and what becomes of a mob that bottles out."""

from __future__ import annotations

from warbook.books.gorkamorka.ending.dice import must_check
from warbook.books.gorkamorka.field.bodies import type_of
from warbook.books.gorkamorka.psychology.nerve import ld_of, passing, test
from warbook.books.gorkamorka.state import NEST, Battle, Game, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.falls import come_off, place_near
from warbook.books.gorkamorka.wounds.harm import leave_table
from warbook.core.events import Note, Removed
from warbook.core.questions import Choose, Option


def casualty(model: Warrior | Vehicle) -> bool:
    """gce.ending.casualties: Down or Out of Action, immobilised or destroyed, or off the table. Those who
    have not arrived or carried scrap home are none."""
    if model.place in ("out", "off"):
        return True
    if model.place != "table":
        return False
    return model.down if isinstance(model, Warrior) else model.immobilised or model.destroyed


def casualties(battle: Battle, side: str) -> int:
    """gce.R10.4: crews and vehicles each by themselves."""
    return sum(casualty(model) for model in battle.models(side))


def checks(battle: Battle, side: str) -> bool:
    """gce.ending.threshold: worked out afresh each turn; the scenario may have other percentages. Of
    creatures fewer must be left than the scenario says; those that sleep in the sand never have enough."""
    scenario = battle.setup.scenario
    lost, began = casualties(battle, side), battle.began.get(side, 0)
    if side == NEST:
        return scenario.nest is not None and lost * 100 > began * (100 - scenario.nest.bottle_below)
    return scenario.bottles and must_check(lost, began, bottle_limit(battle, side))


def bottle_limit(battle: Battle, side: str) -> int:
    """Of a hundred of a mob, how many casualties call for a test."""
    limits = battle.setup.scenario.bottle_at
    return limits[0] if side == battle.attacker else limits[-1]


def tester(battle: Battle, side: str) -> Warrior | None:
    """gce.ending.bottle-test: the leader, or the best Leadership among those on the table who are no
    casualties (gce.R10.3); None if there is nobody."""
    fit = [warrior for warrior in battle.present(side) if not casualty(warrior)]
    for warrior in fit:
        if type_of(warrior).role == "leader":
            return warrior
    return max(fit, key=lambda warrior: warrior.profile.ld, default=None)


def bottle_step(game: Game) -> None:
    """gce.ending.bottle-choice: at the threshold the player first chooses; gce.ending.bottle-result. The book
    has the creatures of a nest simply leave."""
    battle = game.battle
    side = battle.side
    may_choose = battle.rulings.voluntary_bottle == "any_turn" and side != NEST
    must = checks(battle, side)
    if not must and not may_choose:
        return
    who = tester(battle, side)
    if who is None:
        bottle_out(game, side, f"{battle.name(side)} have nobody left to stand.", "gce.ending.bottle-test")
        return
    if side == NEST:
        bottle_out(game, side, "The creatures have had enough.", "gce.ending.bottle-result")
        return
    if _chooses(game, side, who, must):
        bottle_out(game, side, f"{battle.name(side)} bottle out.", "gce.ending.bottle-choice")
        return
    if not must:
        return
    if test(game, who, "gce.ending.bottle-test", own_ld(battle, who)):
        words = f"{battle.name(side)} keep their nerve."
        game.tell(Note(words=words, rule="gce.ending.bottle-test"))
        return
    bottle_out(game, side, f"{battle.name(side)} fail the bottle test.", "gce.ending.bottle-result")


def own_ld(battle: Battle, who: Warrior) -> int:
    """gce.R9.12: hatred counts for bottle tests, unless a switch says not."""
    return ld_of(battle, who)[0] if battle.rulings.hatred_ld_for_bottle else who.profile.ld


def _chooses(game: Game, side: str, who: Warrior, must: bool) -> bool:
    battle = game.battle
    ld = own_ld(battle, who)
    fails = float(1 - passing(battle, who, "gce.ending.bottle-test", ld))
    go_on = f"Fight on: test on {who.name}'s Ld {ld} ({fails:.0%} to fail)" if must else "Fight on"
    options = [Option("fight", go_on), Option("bottle", "Bottle out and lose the battle")]
    lost = casualties(battle, side)
    text = f"{lost} of {battle.began[side]} are casualties: fight on or bottle out?"
    question = Choose(text, options, "gce.ending.bottle-choice", usual="fight", kind="bottle")
    chosen: str = game.ask(side, question)
    return chosen == "bottle"


def bottle_out(game: Game, side: str, words: str, rule: str) -> None:
    """gce.ending.bottle-out: defeated, all models are taken from the table; who was Down is noted."""
    battle = game.battle
    battle.bottled.append(side)
    game.tell(Note(words=words, rule=rule))
    for warrior in battle.present(side):
        if warrior.down:
            battle.notes.append(f"{warrior.name} was Down when {battle.name(side)} bottled out.")
        leave_table(game, warrior, "", "gce.ending.bottle-out")
    for ride in battle.vehicles:
        if ride.side == side and ride.on_table:
            ride.place = "off"
            ride.chasing, ride.chase, ride.planked = "", "", False
            game.tell(Removed(piece=ride.id, rule="gce.ending.bottle-out"))
            for rider in battle.riders(ride.id):
                strand(game, rider, ride)
    for other in battle.vehicles:
        if other.chasing and not battle.vehicle(other.chasing).on_table:
            other.chasing, other.chase, other.planked = "", "", False


def strand(game: Game, rider: Warrior, ride: Vehicle) -> None:
    """An enemy who was aboard when a vehicle was taken away stands where it was (gce.S16)."""
    spot = place_near(game.battle, rider, ride.spot)
    come_off(game, rider, spot, "gce.ending.bottle-out", hurt=False)
