"""What a unit does with its action points: fire, Charge, go somewhere, or one and then another."""

from __future__ import annotations

from itertools import islice

import numpy as np
from msgspec import Struct

from warbook.books.arap.bot import fighter, gunner
from warbook.books.arap.bot.aims import deed_worth
from warbook.books.arap.bot.lying import stays_down
from warbook.books.arap.bot.outlook import Foe, Outlook
from warbook.books.arap.bot.walker import BLOCKED, best_place, is_open
from warbook.books.arap.bot.weighing import ABOUT
from warbook.books.arap.field.sight import hazy, unit_sees
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.prices import price
from warbook.books.arap.movement.swimming import in_water
from warbook.books.arap.scenario import Hold
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Acting, Battle
from warbook.core.questions import Choose

SURELY = 0.02  # of a unit's points: by so much going must be better than staying
MORE = 1.0  # times as much as it seems is what fire and Charges from where it is are held for
EXACTLY = 1  # Charges whose odds are worked out
LOOKED_AT = 2  # targets whose odds are worked out
LIKELY = 0.85  # of what fire at the best of them seems to take, the least that is looked at besides
OUTRIGHT = 1.5  # times what fire seems to take, a Charge that is made without looking at fire
FAINT = 0.4  # of what fire takes, a hope in a Charge that is not looked at
QUARTERS = 3  # of a move that variable ground leaves, about


class PlannedShot(Struct, frozen=True):
    option: str
    target: str
    worth: float
    cost: int


def choose_action(battle: Battle, question: Choose, outlook: Outlook, stuck: bool = False) -> str:
    """The next action; who is stuck does not try again to go somewhere. It looks at no option that it has no
    mind to take."""
    frame = battle.stack[-1]
    assert isinstance(frame, Acting)
    posts = [f"charge:{marker.id}" for marker in battle.markers]
    for name in question.ids():
        if (name == "leave" or name in posts) and question.free(name):
            return name
    if question.free("swim") and _swims(battle, outlook):
        return "swim"
    if question.free("alight") and (len(question.open()) <= 2 or not outlook.foes):
        return "alight"
    rises = question.free("stand up") and not _swims(battle, outlook)
    if not (rises or stuck) and (way := _plainly_off(outlook, question, frame.points)):
        return way
    hopes = _hopes(outlook)
    charge, attack = "", 0.0
    if hopes and not rises and hopes[0][0] > OUTRIGHT * _about_salvo(outlook, frame.points):
        charge, attack = _charge(battle, outlook, question, hopes, [], frame.points)
    shots = [] if charge and frame.points == 1 else _shots(battle, frame, outlook, question)
    if rises:
        shots = _open(question, shots)
        first = _best(shots)
        if first is not None and stays_down(outlook, _salvo(shots, frame.points), frame.points):
            return first.option
        return "stand up"
    if not charge and hopes and hopes[0][0] > FAINT * _salvo(shots, frame.points):
        charge, attack = _charge(battle, outlook, question, hopes, shots, frame.points)
    if not isinstance(battle.scenario.aim, Hold):  # there a Charge clears the way or the piece itself
        attack *= 1.0 - outlook.haste
    if attack < _salvo(shots, frame.points):
        shots = _open(question, shots)
    fire = _salvo(shots, frame.points)
    here = outlook.stays(0.0)
    stays = here + ABOUT * max(fire, attack, 0.0)
    least = stays + SURELY * outlook.points
    way, goes = ("", 0.0) if stuck else _way(outlook, question, frame.points, least)
    if way and goes > least:
        return way
    if charge and attack >= fire:
        return _before_charge(question, shots, charge, frame.points) or charge
    best = _best(shots)
    if best is not None:
        if best.cost > 1 and frame.points > best.cost and question.free("aim"):
            return "aim"
        return best.option
    return _idle(question, outlook, frame)


def _about_salvo(outlook: Outlook, actions: int) -> float:
    """What all its points seem to come to in fire at one whom it sees."""
    near = outlook.near
    return actions * float(np.max(near.fires[:, 0] * near.sighted, initial=0.0))


def _plainly_off(outlook: Outlook, question: Choose, actions: int) -> str:
    """Where it would go even if fire and Charges from where it is took so much more than they seem to: then
    their odds need not be worked out."""
    here, seems = outlook.stays(0.0), outlook.stays(float(actions))
    least = here + MORE * max(0.0, seems - here) + SURELY * outlook.points
    way, goes = _way(outlook, question, actions, least)
    return way if goes > least else ""


def _idle(question: Choose, outlook: Outlook, frame: Acting) -> str:
    """Nobody is in sight: it watches, if it can."""
    watches = [name for name in question.ids() if name.startswith("overwatch") and question.free(name)]
    if watches and frame.why == "activation" and not frame.did and not outlook.unit.hidden:
        return max(watches)
    return "done"


def _swims(battle: Battle, outlook: Outlook) -> bool:
    return any(in_water(battle, figure.spot) for figure in outlook.figures)


# ---------------------------------------------------------------- fire


def _shots(battle: Battle, frame: Acting, outlook: Outlook, question: Choose) -> list[PlannedShot]:
    """At those who seem to be worth most."""
    found: list[PlannedShot] = []
    unit = outlook.unit
    aimed = frame.did[-1:] == ("aim",)
    clear = not unit.aboard and not hazy(battle)
    plainly = clear and gunner.fires_plainly(battle, unit)
    names = _promising(battle, outlook, plainly)
    for name in question.ids() if names else ():
        verb, _, rest = name.partition(":")
        target, _, how = rest.partition(":")
        if verb not in ("shoot", "throw") or target not in names:
            continue
        if verb == "shoot":
            points = int(how or 1)
            if price(battle, unit, "shoot", points) > frame.points:
                continue
            terms, foe = Terms(points, aimed=aimed), battle.unit(target)
            if not foe.locked and (plainly or (clear and gunner.is_apart(battle, unit, foe))):
                worth = gunner.about(battle, outlook.guns, unit, foe, terms)
            else:
                worth = gunner.volley_worth(battle, unit, foe, terms)
            found.append(PlannedShot(name, target, worth, points))
        elif question.free(name):
            worth = gunner.throw_worth(battle, unit, battle.unit(target), how)
            found.append(PlannedShot(name, target, worth, 1))
    return [shot for shot in found if shot.worth > 0.0]


def _promising(battle: Battle, outlook: Outlook, plainly: bool) -> set[str]:
    """The targets whose odds are worked out: who is out of sight is none to a unit that fires directly."""
    home, found, most = outlook.near, set[str](), 0.0
    for number in np.argsort(0.01 * home.gaps[:, 0] - home.fires[:, 0]).tolist():
        if found and home.fires[number, 0] < LIKELY * most:
            break
        if not plainly or unit_sees(battle, outlook.unit, outlook.foes[number].unit):
            found.add(outlook.foes[number].unit.id)
            most = max(most, float(home.fires[number, 0]))
        if len(found) == LOOKED_AT:
            break
    return found


def _open(question: Choose, shots: list[PlannedShot]) -> list[PlannedShot]:
    """The shots without those that turn out to be barred: only the best is looked at."""
    while (best := _best(shots)) is not None and not question.free(best.option):
        shots = [shot for shot in shots if shot is not best]
    return shots


def _best(shots: list[PlannedShot]) -> PlannedShot | None:
    return max(shots, key=lambda shot: (shot.worth / shot.cost, shot.worth), default=None)


def _salvo(shots: list[PlannedShot], actions: int) -> float:
    """What all its points come to in fire."""
    best = _best(shots)
    if best is None:
        return 0.0
    return best.worth * (actions // best.cost if best.cost == 1 else 1)


# ---------------------------------------------------------------- Charges and moves


def _hopes(outlook: Outlook) -> list[tuple[float, Foe]]:
    """What Charges promise, about: the best first, and none that is in vain."""
    hopes = [(fighter.hope(outlook, foe), foe) for foe in outlook.foes if foe.strikes > 0.0]
    return sorted([each for each in hopes if each[0] > 0.0], key=lambda each: -each[0])


def _charge(
    battle: Battle,
    outlook: Outlook,
    question: Choose,
    hopes: list[tuple[float, Foe]],
    shots: list[PlannedShot],
    actions: int,
) -> tuple[str, float]:
    """The best Charge, by its id, and what it is worth with the shots that go before it."""
    best, most = "", 0.0
    for foe in islice((foe for _, foe in hopes if _may_charge(question, foe)), EXACTLY):
        before = max((s.worth for s in shots if s.target == foe.unit.id and s.cost < actions), default=0.0)
        least = max(0.0, _salvo(shots, actions) - before)
        worth = fighter.charge_worth(battle, outlook, foe, least)
        if worth <= 0.0:
            continue
        if worth + before > most:
            best, most = foe.unit.id, worth + before
    if not best:
        return "", 0.0
    fires = f"fire and charge:{best}"
    return fires if question.free(fires) else f"charge:{best}", most


def _may_charge(question: Choose, foe: Foe) -> bool:
    """With fire or without: who may do it with fire may do it without."""
    return question.free(f"charge:{foe.unit.id}")


def _before_charge(question: Choose, shots: list[PlannedShot], charge: str, actions: int) -> str:
    """Who has points to spare fires at whom he is going to Charge."""
    target = charge.rpartition(":")[2]
    first = _best([shot for shot in shots if shot.target == target and shot.cost < actions])
    if first is None or charge.startswith("fire") or not question.free(first.option):
        return ""
    return first.option


def _way(outlook: Outlook, question: Choose, actions: int, least: float) -> tuple[str, float]:
    """The best way of going anywhere, and what that is worth; none where nothing about is worth the least.
    Only where some ground takes dice it is looked at beforehand who gets there."""
    scores = outlook.goes(actions - 1)
    about = float(scores.max())
    if about <= least:
        return "", BLOCKED
    found: list[tuple[float, str]] = []
    if question.free("move"):
        straight = about if question.named("rough") is None else is_open(outlook, scores, least)
        if straight > least:
            return "move", straight
        found.append((best_place(outlook, Gait(), actions - 1), "move"))
    if question.free("rough"):
        found.append((best_place(outlook, _rough(outlook), actions - 1), "rough"))
    if not found:
        return "", BLOCKED
    best, name = max(found, key=lambda each: (each[0], each[1] == "move"))
    return name, best


def _rough(outlook: Outlook) -> Gait:
    """A move for which dice were thrown, about as they fall."""
    inches = max(1, QUARTERS * outlook.move // 4)
    return Gait("walk", inches, inches // 2)


def worths(outlook: Outlook) -> tuple[float, ...]:
    """What 0, 1, 2 and 3 action points are worth to a unit, beyond standing where it is."""
    base, one, two = outlook.stays(0.0), outlook.stays(1.0), outlook.stays(2.0)
    one = base + (1.0 - outlook.slow) * (one - base)
    one, two = max(one, float(outlook.goes(0.0).max())), max(two, float(outlook.goes(1.0).max()))
    first, second = max(0.0, one - base), max(0.0, two - base)
    first = max(first, deed_worth(outlook.battle, outlook.unit))
    second = max(second, 1.5 * first)
    return 0.0, first, second, second + 0.7 * max(0.0, second - first)
