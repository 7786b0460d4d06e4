"""The Hand-to-Hand phase (gce.game.hth-phase)."""

from __future__ import annotations

from warbook.books.gorkamorka.field.engaged import fights, opponents
from warbook.books.gorkamorka.fight.armour import may_smash, smash
from warbook.books.gorkamorka.fight.boarding import Boarding, boardings, fight_aboard
from warbook.books.gorkamorka.fight.combats import Combat, combats, fight_out
from warbook.books.gorkamorka.fight.wrecking import wreck
from warbook.books.gorkamorka.psychology.dice import fights_on
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.core.events import Became
from warbook.core.questions import Choose, Option


def fight(game: Game) -> None:
    """Who is engaged when the phase begins fights in it; who comes into contact by following up does so in
    the next turn. Then come blows at armour."""
    battle = game.battle
    waiting: list[Combat | Boarding] = [*combats(battle), *boardings(battle)]
    busy = {warrior.id for each in waiting for warrior in each.members}
    _stare(game, busy)
    while waiting:
        chosen = _next(game, waiting)
        waiting.remove(chosen)
        if isinstance(chosen, Boarding):
            fight_aboard(game, chosen)
        else:
            fight_out(game, chosen)
    smash(game, busy)
    wreck(game)
    _afterwards(battle)


def _next(game: Game, waiting: list[Combat | Boarding]) -> Combat | Boarding:
    """gce.R2.10: the player whose turn it is chooses."""
    if len(waiting) == 1:
        return waiting[0]
    options = [
        Option(str(n), _title(each), piece=_piece(each), about=tuple(w.id for w in each.members))
        for n, each in enumerate(waiting)
    ]
    question = Choose("Which combat is fought next?", options, "gce.game.hth-phase", kind="next combat")
    return waiting[int(game.ask(game.battle.side, question))]


def _title(fight: Combat | Boarding) -> str:
    if isinstance(fight, Boarding):
        return f"Aboard {fight.vehicle.name}"
    camps = (", ".join(warrior.name for warrior in camp) for camp in (fight.ours, fight.theirs))
    return " against ".join(camps)


def _piece(fight: Combat | Boarding) -> str:
    return fight.vehicle.id if isinstance(fight, Boarding) else fight.ours[0].id


def _stare(game: Game, busy: set[str]) -> None:
    """gce.stupidity.hth: at the start of the phase each stupid warrior who is to fight rolls; who has passed
    his latest test does not (gce.R9.9), nor who is in a frenzy (gce.frenzy.ignores)."""
    battle = game.battle
    for warrior in battle.warriors:
        if not warrior.stupid or warrior.frenzied or not fights(warrior):
            continue
        if warrior.id not in busy and not _could_smash(battle, warrior):
            continue
        if not game.rolling(warrior.id).roll(fights_on):
            warrior.dull = True
            words = f"{warrior.name} forgets what he is here for."
            game.tell(Became(piece=warrior.id, status="dull", words=words, rule="gce.stupidity.hth"))


def _could_smash(battle: Battle, warrior: Warrior) -> bool:
    return (
        warrior.side == battle.side
        and bool(warrior.aboard)
        and (warrior.clings or may_smash(battle, warrior, battle.vehicle(warrior.aboard)))
    )


def _afterwards(battle: Battle) -> None:
    """gce.R9.2: fear of a charger lasts as long as this phase; by a switch, as long as the two are engaged.
    Who is no longer engaged with anybody has no combat that goes on."""
    for warrior in battle.warriors:
        warrior.dull = False
        foes = [foe.id for foe in opponents(battle, warrior)]
        lasting = foes if battle.rulings.fear_lasts == "whole_combat" else []
        warrior.half_ws = tuple(foe for foe in warrior.half_ws if foe in lasting)
        warrior.fighting = tuple(foe for foe in warrior.fighting if foe in foes)
