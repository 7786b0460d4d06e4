"""What a unit does with its action points: fire, Charge, go somewhere, or one and then another."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from warbook.books.arap.bot import fighter, gunner
from warbook.books.arap.bot.aims import deed_worth
from warbook.books.arap.bot.lying import stays_down
from warbook.books.arap.bot.outlook import Foe, Outlook
from warbook.books.arap.bot.walker import around_it, best_place
from warbook.books.arap.bot.weighing import ABOUT
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.swimming import in_water
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Acting, Battle
from warbook.core.questions import Choose

SURELY = 0.02  # of a unit's points: by so much going must be better than staying
EXACTLY = 1  # Charges whose odds are worked out
LOOKED_AT = 2  # targets whose odds are worked out
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
    shots = _shots(battle, frame, outlook, question)
    if question.free("stand up") and not _swims(battle, outlook):
        first = _best(shots)
        if first is not None and stays_down(outlook, _salvo(shots, frame.points), frame.points):
            return first.option
        return "stand up"
    charge, attack = _charge(battle, outlook, question, shots, frame.points)
    attack *= 1.0 - outlook.haste
    fire = _salvo(shots, frame.points)
    here = float(outlook.home.scores(0.0)[0])
    stays = here + ABOUT * max(fire, attack, 0.0)
    least = stays + SURELY * outlook.points
    way, goes = ("", 0.0) if stuck else _way(outlook, question, frame.points, least)
    if way and goes > least:
        return way
    if charge and attack >= fire:
        return _before_charge(shots, charge, frame.points) or charge
    best = _best(shots)
    if best is not None:
        if best.cost > 1 and frame.points > best.cost and question.free("aim"):
            return "aim"
        return best.option
    return _idle(question, outlook, frame)


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
    found: list[PlannedShot] = []
    unit = outlook.unit
    aimed = frame.did[-1:] == ("aim",)
    promise = outlook.home.fires[:, 0] - 0.01 * outlook.home.gaps[:, 0]
    names = {outlook.foes[number].unit.id for number in np.argsort(promise)[::-1][:LOOKED_AT]}
    for name in question.ids():
        verb, _, rest = name.partition(":")
        if verb not in ("shoot", "throw") or rest.partition(":")[0] not in names or not question.free(name):
            continue
        option = question.named(name)
        assert option is not None
        about = option.about
        if verb == "shoot":
            worth = gunner.volley_worth(battle, unit, battle.unit(about[1]), Terms(about[2], aimed=aimed))
            found.append(PlannedShot(option.id, about[1], worth, about[2]))
        else:
            worth = gunner.throw_worth(battle, unit, battle.unit(about[1]), about[2])
            found.append(PlannedShot(option.id, about[1], worth, 1))
    return [shot for shot in found if shot.worth > 0.0]


def _best(shots: list[PlannedShot]) -> PlannedShot | None:
    return max(shots, key=lambda shot: (shot.worth / shot.cost, shot.worth), default=None)


def _salvo(shots: list[PlannedShot], actions: int) -> float:
    """What all its points come to in fire."""
    best = _best(shots)
    if best is None:
        return 0.0
    return best.worth * (actions // best.cost if best.cost == 1 else 1)


# ---------------------------------------------------------------- Charges and moves


def _charge(
    battle: Battle, outlook: Outlook, question: Choose, shots: list[PlannedShot], actions: int
) -> tuple[str, float]:
    """The best Charge, by its id, and what it is worth with the shots that go before it."""
    hopes = [(fighter.hope(outlook, foe), foe) for foe in outlook.foes if _may_charge(question, foe)]
    foes = [foe for hope, foe in sorted(hopes, key=lambda each: -each[0]) if hope > 0.0]
    best, most = "", 0.0
    for foe in foes[:EXACTLY]:
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


def _before_charge(shots: list[PlannedShot], charge: str, actions: int) -> str:
    """Who has points to spare fires at whom he is going to Charge."""
    target = charge.rpartition(":")[2]
    first = _best([shot for shot in shots if shot.target == target and shot.cost < actions])
    return first.option if first is not None and not charge.startswith("fire") else ""


def _way(outlook: Outlook, question: Choose, actions: int, least: float) -> tuple[str, float]:
    """The best way of going anywhere, and what that is worth; none where nothing about is worth the least."""
    found: list[tuple[float, str]] = []
    if not any(around_it(outlook, share).scores(actions - 1).max() > least for share in (1.0, 0.5)):
        return "", -1e9
    if question.free("move"):
        found.append((best_place(outlook, Gait(), actions - 1), "move"))
    if question.free("rough"):
        found.append((best_place(outlook, _rough(outlook), actions - 1), "rough"))
    if not found:
        return "", -1e9
    best, name = max(found, key=lambda each: (each[0], each[1] == "move"))
    return name, best


def _rough(outlook: Outlook) -> Gait:
    """A move for which dice were thrown, about as they fall."""
    inches = max(1, QUARTERS * outlook.move // 4)
    return Gait("walk", inches, inches // 2)


def worths(outlook: Outlook) -> tuple[float, ...]:
    """What 0, 1, 2 and 3 action points are worth to a unit, beyond standing where it is."""
    home, around = outlook.home, around_it(outlook, 1.0)
    base, one, two = (float(home.scores(actions)[0]) for actions in (0.0, 1.0, 2.0))
    one, two = max(one, float(around.scores(0.0).max())), max(two, float(around.scores(1.0).max()))
    first, second = max(0.0, one - base), max(0.0, two - base)
    first = max(first, deed_worth(outlook.battle, outlook.unit))
    second = max(second, 1.5 * first)
    return 0.0, first, second, second + 0.7 * max(0.0, second - first)
