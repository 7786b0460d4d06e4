"""When a battle is over, and who has won it."""

from __future__ import annotations

from warbook.books.gorkamorka import scrap
from warbook.books.gorkamorka.ending.bottle import casualties
from warbook.books.gorkamorka.state import NEST, Battle, Game, Vehicle, Warrior
from warbook.core.events import Ended, Note

RULE = "gce.game.end"


def check(game: Game) -> None:
    """gce.game.end, gce.ending.scenario-victory: one mob is left that has not bottled out, or what the
    scenario says."""
    battle = game.battle
    if battle.over or battle.phase in ("roll", "edges", "deploy"):
        return
    scenario = battle.setup.scenario
    if scenario.derby:
        _check_derby(game)
        return
    staying = [side for side in _contenders(battle) if side not in battle.bottled and _lasts(battle, side)]
    if len(staying) <= 1:
        winner = staying[0] if staying else ""
        if scenario.scrap_per_player:
            winner = _richest(battle, winner)
        end(game, winner, _last_words(battle, winner))
    elif scenario.scrap_per_player and not scrap.at_large(battle):
        end(game, _richest(battle, ""), "All the scrap is off the table.")


def _contenders(battle: Battle) -> tuple[str, ...]:
    """The mobs, and the creatures of a nest."""
    return battle.setup.sides if battle.setup.scenario.nest is not None else battle.sides


def _lasts(battle: Battle, side: str) -> bool:
    """Whether the side has anybody on the table, or still to come."""
    return any(warrior.place in ("table", "reserve") for warrior in battle.mob(side))


def _last_words(battle: Battle, winner: str) -> str:
    """Who holds the field, and who has left it to them."""
    fled = " and ".join(battle.name(side) for side in battle.bottled)
    why = f"{fled} bottled out: " if fled else ""
    return f"{why}{battle.name(winner)} hold the field." if winner else "Nobody is left."


def _check_derby(game: Game) -> None:
    """The last mob with a vehicle that can move has won."""
    battle = game.battle
    rolling = {
        ride.side for ride in battle.vehicles if ride.on_table and not ride.immobilised and not ride.destroyed
    }
    if len(rolling) <= 1:
        winner = next(iter(rolling), "")
        words = (
            f"{battle.name(winner)} have the last vehicle that moves."
            if winner
            else "Nothing moves any more."
        )
        end(game, winner, words)


def time_out(game: Game) -> None:
    """gce.R10.5, gce.S17: after the last turn scrap decides where it is fought for, else losses."""
    battle = game.battle
    if battle.setup.scenario.scrap_per_player:
        winner = _richest(battle, "")
        words = f"{battle.name(winner)} have most of the scrap." if winner else "nobody has more scrap."
        end(game, winner, f"Time is up: {words}")
        return
    left = [side for side in _contenders(battle) if side not in battle.bottled]
    shares = {side: casualties(battle, side) / max(1, battle.began.get(side, 1)) for side in left}
    least = [side for side in left if shares[side] == min(shares.values())]
    winner = least[0] if len(least) == 1 else ""
    words = f"{battle.name(winner)} have fewer casualties." if winner else "nobody has the upper hand."
    end(game, winner, f"Time is up: {words}")


def _richest(battle: Battle, staying: str) -> str:
    """Who has most scrap, carried off or in hand; what lies about goes to a mob that stays alone."""
    has = {side: battle.carried_off.get(side, 0) + scrap.scrap_held(battle, side) for side in battle.sides}
    if staying in has:
        has[staying] = battle.carried_off.get(staying, 0) + scrap.at_large(battle)
    best = [side for side in has if has[side] == max(has.values())]
    return best[0] if len(best) == 1 else staying


def end(game: Game, winner: str, words: str) -> None:
    """The battle is over; what matters after it is noted."""
    battle = game.battle
    battle.over, battle.winner = True, winner
    if battle.booty and winner:
        game.tell(Note(words=f"{battle.name(winner)} take {battle.booty} scrap.", rule=RULE))
    for warrior in battle.warriors:
        if warrior.side != NEST and (warrior.place == "out" or (warrior.on_table and warrior.down)):
            state = "Out of Action" if warrior.place == "out" else "Down"
            battle.notes.append(f"{warrior.name} of {battle.name(warrior.side)} was {state} at the end.")
    for ride in battle.vehicles:
        if harmed := _damage(ride):
            battle.notes.append(f"{ride.name} of {battle.name(ride.side)} was {harmed}.")
    told = " ".join((words, *(_toll(battle, side) for side in battle.sides)))
    game.tell(Ended(winner=winner, words=told.strip(), rule="gce.ending.scenario-victory"))


def _toll(battle: Battle, side: str) -> str:
    """What the battle cost a mob, in a sentence."""
    out = [each.name for each in battle.mob(side) if each.place == "out"]
    down = [each.name for each in battle.mob(side) if _was_down(battle, each)]
    left = [each.name for each in battle.models(side) if each.place == "off" and side not in battle.bottled]
    states = ((out, "Out of Action"), (down, "Down"), (left, "off the table"))
    parts = [f"{', '.join(names)} {state}" for names, state in states if names]
    parts += [
        f"{ride.name} {_damage(ride)}" for ride in battle.vehicles if ride.side == side and _damage(ride)
    ]
    return f"{battle.name(side)}: {'; '.join(parts)}." if parts else f"{battle.name(side)} lost nobody."


def _was_down(battle: Battle, warrior: Warrior) -> bool:
    """At the end, or when his mob bottled out."""
    noted = f"{warrior.name} was Down when {battle.name(warrior.side)} bottled out."
    return noted in battle.notes if warrior.place == "off" else warrior.on_table and warrior.down


def _damage(ride: Vehicle) -> str:
    """What would have to be repaired."""
    if ride.destroyed:
        return "destroyed"
    found = ["immobilised"] if ride.immobilised else []
    if ride.weapon_state == "lost":
        found.append("without its weapon")
    if ride.gubbinz_lost:
        found.append("short of a fitting")
    if ride.slower or ride.shorter or ride.no_thrust == "ever":
        found.append("slower")
    return ", ".join(found)
