"""What a unit does with its action points: fire, Charge, go somewhere, or one and then another."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from warbook.books.arap.bot import fighter, gunner
from warbook.books.arap.bot.aims import deed_worth
from warbook.books.arap.bot.lying import stays_down
from warbook.books.arap.bot.outlook import Outlook
from warbook.books.arap.bot.walker import around_it, best_place
from warbook.books.arap.bot.weighing import ABOUT
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.swimming import in_water
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Acting, Battle
from warbook.core.questions import Choose, Option

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
    """The next action; who is stuck does not try again to go somewhere."""
    frame = battle.stack[-1]
    assert isinstance(frame, Acting)
    options = {o.id: o for o in question.open() if not (stuck and o.id in ("move", "rough"))}
    for name, option in options.items():
        if name == "leave" or (name.startswith("charge:") and option.about is None):
            return name
    if "swim" in options and _swims(battle, outlook):
        return "swim"
    if "alight" in options and (len(options) <= 2 or not outlook.foes):
        return "alight"
    shots = _shots(battle, frame, outlook, options)
    if "stand up" in options and not _swims(battle, outlook):
        best = _best(shots)
        stays = best is not None and stays_down(outlook, _salvo(shots, frame.points), frame.points)
        return best.option if best is not None and stays else "stand up"
    charge, attack = _charge(battle, outlook, options, shots, frame.points)
    attack *= 1.0 - outlook.haste
    fire = _salvo(shots, frame.points)
    here = float(outlook.home.scores(0.0)[0])
    stays = here + ABOUT * max(fire, attack, 0.0)
    least = stays + SURELY * outlook.points
    way, goes = _way(outlook, options, frame.points, least)
    if way and goes > least:
        return way
    if charge and attack >= fire:
        return _before_charge(shots, charge, frame.points) or charge
    best = _best(shots)
    if best is not None:
        if "aim" in options and best.cost > 1 and frame.points > best.cost:
            return "aim"
        return best.option
    return _idle(options, outlook, frame)


def _idle(options: dict[str, Option], outlook: Outlook, frame: Acting) -> str:
    """Nobody is in sight: it watches, if it can."""
    watches = [name for name in options if name.startswith("overwatch")]
    if watches and frame.why == "activation" and not frame.did and not outlook.unit.hidden:
        return max(watches)
    return "done"


def _swims(battle: Battle, outlook: Outlook) -> bool:
    return any(in_water(battle, figure.spot) for figure in outlook.figures)


# ---------------------------------------------------------------- fire


def _shots(battle: Battle, frame: Acting, outlook: Outlook, options: dict[str, Option]) -> list[PlannedShot]:
    found: list[PlannedShot] = []
    unit = outlook.unit
    aimed = frame.did[-1:] == ("aim",)
    wanted = [option for option in options.values() if isinstance(option.about, tuple)]
    promise = outlook.home.fires[:, 0] - 0.01 * outlook.home.gaps[:, 0]
    names = {outlook.foes[number].unit.id for number in np.argsort(promise)[::-1][:LOOKED_AT]}
    for option in wanted:
        about = option.about
        if about[0] == "shoot" and about[1] in names:
            worth = gunner.volley_worth(battle, unit, battle.unit(about[1]), Terms(about[2], aimed=aimed))
            found.append(PlannedShot(option.id, about[1], worth, about[2]))
        elif about[0] == "throw" and about[1] in names:
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
    battle: Battle, outlook: Outlook, options: dict[str, Option], shots: list[PlannedShot], actions: int
) -> tuple[str, float]:
    """The best Charge, by its id, and what it is worth with the shots that go before it."""
    targets: dict[str, str] = {}
    for option in options.values():
        about = option.about
        if not isinstance(about, tuple):
            continue
        if about[0] == "fire and charge" or (about[0] == "charge" and about[1] not in targets):
            targets[about[1]] = option.id
    foes = [foe for foe in outlook.foes if foe.unit.id in targets and fighter.hope(outlook, foe) > 0.0]
    foes.sort(key=lambda foe: -fighter.hope(outlook, foe))
    best, most = "", 0.0
    for foe in foes[:EXACTLY]:
        before = max((s.worth for s in shots if s.target == foe.unit.id and s.cost < actions), default=0.0)
        least = max(0.0, _salvo(shots, actions) - before)
        worth = fighter.charge_worth(battle, outlook, foe, least)
        if worth <= 0.0:
            continue
        if worth + before > most:
            best, most = targets[foe.unit.id], worth + before
    return best, most


def _before_charge(shots: list[PlannedShot], charge: str, actions: int) -> str:
    """Who has points to spare fires at whom he is going to Charge."""
    target = charge.rpartition(":")[2]
    first = _best([shot for shot in shots if shot.target == target and shot.cost < actions])
    return first.option if first is not None and not charge.startswith("fire") else ""


def _way(outlook: Outlook, options: dict[str, Option], actions: int, least: float) -> tuple[str, float]:
    """The best way of going anywhere, and what that is worth; none where nothing about is worth the least."""
    found: list[tuple[float, str]] = []
    if not any(around_it(outlook, share).scores(actions - 1).max() > least for share in (1.0, 0.5)):
        return "", -1e9
    if "move" in options:
        found.append((best_place(outlook, Gait(), actions - 1), "move"))
    if "rough" in options:
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
    first = max(first, deed_worth(outlook.battle, outlook.unit) * outlook.points)
    second = max(second, 1.5 * first)
    return 0.0, first, second, second + 0.7 * max(0.0, second - first)
