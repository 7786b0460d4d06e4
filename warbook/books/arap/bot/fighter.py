"""Close combat: whom to Charge, how to receive a Charge, when to leave a melee, whom to run after."""

from __future__ import annotations

from fractions import Fraction

from warbook.books.arap.bot.aims import counts
from warbook.books.arap.bot.outlook import Foe, Outlook, direction
from warbook.books.arap.bot.worth import ROUTED, Guns, arrives_from, clash, figure_worth, points
from warbook.books.arap.charge.dice import stands_and_fires
from warbook.books.arap.charge.interception import Passing
from warbook.books.arap.charge.reactions import caught_chance, contact_odds, throws_back, unengaged
from warbook.books.arap.field.bodies import units_apart
from warbook.books.arap.field.cover import stands_in_cover
from warbook.books.arap.field.near import centre
from warbook.books.arap.field.units import leadership, slowest, value_of
from warbook.books.arap.rout.dice import breaks_off
from warbook.books.arap.shooting.prospects import foresee, mean_of
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Battle, Charging, Unit
from warbook.core.questions import Choose, Preview

CAUGHT, GROUND = 0.9, 0.12  # of a unit's points: to be caught running, and to have run at all
PURSUED = 0.25  # the least chance of catching routers that is worth a pursuit
DOUBT = 0.15  # of its points, by which leaving a melee must be better than fighting on
FURTHEST = 12.0  # inches that a Charge goes beyond the basic move
HACKED = 0.7  # of what a round takes, the free hacks at who turns tail do


def charge_worth(battle: Battle, outlook: Outlook, foe: Foe, least: float) -> float:
    """What a Charge is worth, with the exact chance that it arrives; about, where it is not worth the least
    that matters even if nothing stands in the way."""
    unit, target = outlook.unit, foe.unit
    whence = direction(foe, centre(outlook.figures))
    if throws_back(battle, target, unit) and whence != "rear":
        whence = "none"
    covered = stands_in_cover(battle, foe.figures[0].spot) == "hard"
    fought = clash(battle, unit, target, whence, covered)
    if target.routing:
        worth = 0.5 * foe.points
    elif target.locked:
        worth = max(fought.worth, 0.5 * fought.theirs + fought.worth)
    else:
        worth = fought.worth
    worth += max(0.0, counts(battle, target) - 1.0) * fought.theirs
    if worth <= 0.0:
        return worth
    fire = 0.0
    if not (target.pinned or target.locked or target.routing or whence == "rear"):
        fire = _fire_back(outlook.guns, battle, target, unit)
    gap = units_apart(battle, unit, target)
    at_best = arrives_from(outlook.move, gap, outlook.radius) * worth - fire
    if at_best <= least:
        return at_best
    return chance_of(contact_odds(battle, unit, target, outlook.move + FURTHEST), "contact") * worth - fire


def _fire_back(guns: Guns, battle: Battle, target: Unit, unit: Unit) -> float:
    """About what Stand and Fire takes: at BS 1, if its dice succeed."""
    return 0.25 * float(guns.fire(guns.squad(battle, target).kinds, guns.squad(battle, unit).kind)[4])


def chance_of(preview: Preview, name: str) -> float:
    return float(sum((chance for outcome, chance in preview.outcomes if outcome == name), Fraction(0)))


def hope(outlook: Outlook, foe: Foe) -> float:
    """The same, about."""
    gap = units_apart(outlook.battle, outlook.unit, foe.unit)
    return arrives_from(outlook.move, gap, outlook.radius) * max(foe.strikes, 0.0)


# ---------------------------------------------------------------- being Charged


def choose_reaction(battle: Battle, question: Choose) -> str:
    """By the odds of each: to run is to be caught or to lose ground; to fire is to stand, with fewer of
    them."""
    frame = next(each for each in reversed(battle.stack) if isinstance(each, Charging))
    unit, target = battle.unit(frame.unit), battle.unit(frame.target)
    open_to = {option.id for option in question.open()}
    mine = points(battle, target)
    arrives = chance_of(contact_odds(battle, unit, target, slowest(battle, unit) + FURTHEST), "contact")
    fought = clash(battle, unit, target, "front", frame.cover)
    values = {"stand": -arrives * fought.worth}
    if "fire" in open_to:
        fallen = _falls(battle, target, unit)
        each = figure_worth(battle, battle.standing(unit)[0])
        after = clash(battle, unit, target, "front", frame.cover, round(fallen))
        values["fire"] = -arrives * after.worth + fallen * each + 0.01
    if "run" in open_to and max(values.values()) < -GROUND * mine:  # running costs no less
        caught = float(caught_chance(battle, unit, target))
        values["run"] = -CAUGHT * mine * caught - GROUND * mine * (1 - caught)
    return max(values, key=lambda name: values[name])


def _falls(battle: Battle, target: Unit, unit: Unit) -> float:
    """Chargers that fall on average to Stand and Fire, as if both dice succeeded where one does: few weapons
    take two."""
    fires = 1 - stands_and_fires.odds(value_of(battle, target)).chance(0)
    lost = foresee(battle, target, unit, Terms(2, "stand"), unengaged(battle, target, unit))
    return float(fires * mean_of(lost))


def intercepts(battle: Battle, question: Choose) -> str:
    """Who gains by the melee stops them."""
    passing = next(option.about for option in question.open() if isinstance(option.about, Passing))
    mine = battle.unit(passing.unit)
    theirs = battle.unit(battle.figure(passing.figure).unit)
    if theirs.routing:
        return "intercept"
    return "intercept" if clash(battle, mine, theirs).worth > 0.0 else "let pass"


def redirects(battle: Battle, question: Choose) -> str:
    unit = battle.unit(question.piece)
    best, most = "none", 0.0
    for option in question.open():
        if option.about is not None:
            worth = clash(battle, unit, battle.unit(option.about), "front").worth
            if worth > most:
                best, most = option.id, worth
    return best


# ---------------------------------------------------------------- in melee, and after it


def leaves(battle: Battle, question: Choose) -> str:
    """Fights on, unless the next round is worse than turning tail."""
    unit = battle.unit(question.piece)
    foes = [battle.unit(each) for each in unit.locked]
    mine = points(battle, unit)
    fights = sum(clash(battle, unit, foe).worth for foe in foes)
    open_to = {option.id: option for option in question.open()}
    if "hit and run" in open_to:
        again = max(clash(battle, unit, foe, "front").worth for foe in foes)
        if fights < 0.0 or again > 1.5 * fights:
            return "hit and run"
    if "break off" not in open_to or fights > -2 * DOUBT * mine:
        return "fight"
    away = float(breaks_off.odds(leadership(battle, unit)).chance(True))
    hacked = HACKED * sum(clash(battle, unit, foe).ours for foe in foes)
    worth = -away * hacked - (1 - away) * ROUTED * mine
    return "break off" if worth > fights + DOUBT * mine else "fight"


def pursues(question: Choose, haste: float) -> str:
    """Runs after those it may well catch; not if it is in haste to be somewhere."""
    options = {option.id: option for option in question.open()}
    chase = options["pursue"]
    odds = chance_of(chase.preview(), "caught") if chase.preview is not None else 1.0
    stay = next((name for name in ("stay", "test", "halt") if name in options), None)
    return stay if stay is not None and odds < PURSUED + haste else "pursue"
