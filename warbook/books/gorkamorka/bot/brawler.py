"""The drill bot hand to hand: who fights whom, with what, and in which order."""

from __future__ import annotations

from warbook.books.gorkamorka.bot.worth import hole, round_worth, value
from warbook.books.gorkamorka.field.able import looks_on
from warbook.books.gorkamorka.field.aboard import ride, stationary
from warbook.books.gorkamorka.fight.stance import Corner
from warbook.books.gorkamorka.mob.lists import Weapon
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.core.questions import Choose, Option


def arms(battle: Battle, question: Choose) -> str:
    """The strongest of those that are each best in something; the first if they are as strong."""
    return max(question.open(), key=lambda option: sum(map(strength, option.about))).id


def odd_hit(battle: Battle, question: Choose) -> str:
    return max(question.open(), key=lambda option: strength(option.about)).id


def strength(weapon: Weapon) -> float:
    return weapon.strength - weapon.save_mod / 2


def opponent(battle: Battle, side: str, question: Choose) -> str:
    """Whom he fights, or who fights him, with those who pile on: the round that is worth most to us. The
    piece of the question is the one for whom another is chosen, ours or theirs."""
    one = Corner(battle.warrior(question.piece))

    def worth(option: Option) -> float:
        other = option.about or Corner(battle.warrior(option.piece))
        us, them = (one, other) if one.warrior.side == side else (other, one)
        return round_worth(battle, us, them, aboard=_aboard(battle, one.warrior))

    return max(question.open(), key=worth).id


def next_attacker(battle: Battle, question: Choose) -> str:
    """The best fighter comes last, when his friends have given him the most dice."""
    return min(question.open(), key=lambda option: _skill(battle, option)).id


def pile_on(battle: Battle, question: Choose) -> str:
    """The weaker helps the stronger. Who defends his vehicle helps one as strong too: more of them than there
    are boarders would only look on."""
    own = battle.warrior(question.piece)
    leads = [option for option in question.open() if option.piece]
    best = max(leads, key=lambda option: _skill(battle, option), default=None)
    if best is None:
        return "alone"
    least = own.profile.ws + (0 if battle.vehicle(own.aboard).side == own.side else 1)
    return best.id if _skill(battle, best) >= least else "alone"


def finish_off(battle: Battle, question: Choose) -> str:
    lying = [option for option in question.open() if option.piece]
    return max(lying, key=lambda option: value(battle.warrior(option.piece))).id


def choose_smash(battle: Battle, question: Choose) -> str:
    """Blows at a vehicle while there is something to break."""
    warrior = battle.warrior(question.piece)
    vehicle = ride(battle, warrior)
    ways = [option for option in question.open() if option.about is not None]
    if vehicle is None or not ways or not hole(battle, vehicle):
        return question.open()[0].id
    return max(ways, key=lambda option: sum(map(strength, option.about))).id


def choose_follow_up(battle: Battle, question: Choose) -> str:
    """Into the next fight if it is a good one; else he stays. In a derby those who look on are left to
    themselves: he has a vehicle to go back to."""
    warrior = battle.warrior(question.piece)
    ids = [option.id for option in question.open()]
    foes = [battle.warrior(option.piece) for option in question.open() if option.piece]
    best = max(foes, key=lambda foe: round_worth(battle, Corner(warrior), Corner(foe)), default=None)
    if best is not None and "stay" in ids and looks_on(battle, best):
        return "stay"
    if best is not None and ("stay" not in ids or round_worth(battle, Corner(warrior), Corner(best)) > 0.0):
        return best.id
    return "stay"


def _skill(battle: Battle, option: Option) -> int:
    warrior = battle.warrior(option.piece)
    return warrior.profile.ws - warrior.flesh


def _aboard(battle: Battle, warrior: Warrior) -> bool:
    own = ride(battle, warrior)
    return own is not None and not stationary(battle, own)
