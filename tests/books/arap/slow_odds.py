"""The odds questions answered the long way: one die after the other, every way it can fall, written from the
issue's words and without a line of the book's own code. Each gives outcomes, what else is asked, and
means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

FACES = range(1, 7)
Spread = dict[Any, float]
Answer = tuple[Spread, Spread, Spread]


def spread(pairs: Iterable[tuple[Any, float]]) -> Spread:
    found: Spread = defaultdict(float)
    for outcome, chance in pairs:
        found[outcome] += chance
    return found


def then(before: Spread, after: Callable[[Any], Spread]) -> Spread:
    """What follows from each outcome."""
    return spread(
        (outcome, chance * share)
        for state, chance in before.items()
        for outcome, share in after(state).items()
    )


def total(spread: Spread, wanted: Callable[[Any], Any]) -> float:
    return sum(chance for outcome, chance in spread.items() if wanted(outcome))


def mean(spread: Spread, value: Callable[[Any], float]) -> float:
    return sum(chance * value(outcome) for outcome, chance in spread.items())


def hits(goal: int) -> float:
    """To hit is a low roll: a 6 misses; 0, -1 and -2 take a 1 and then 3, 2 or 1."""
    ways = 0
    for first, second in product(FACES, FACES):
        if goal >= 1:
            ways += first <= goal and first != 6
        else:
            ways += first == 1 and second <= 3 + goal
    return ways / 36


def wounds(s: int, t: int, near: int, melta: int = 0) -> float:
    goal = max(2, t + 4 - s)
    if goal > 9 or (goal > 7 and not near):
        return 0.0
    ways = 0
    for one, other, second in product(FACES, FACES, FACES):
        first = max(one, other) if melta else one
        ways += first >= goal if goal <= 6 else first == 6 and second >= goal - 3
    return ways / 216


def fails_save(save: Any, inv: Any, ap: Any) -> float:
    needs = [inv] if inv != "none" else []
    if save != "none" and (ap == "none" or ap > save):
        needs.append(save)
    return sum(all(die < need for need in needs) for die in FACES) / 6


def points(damage: Any) -> Spread:
    faces = {"D3": (1, 2, 3), "D6": tuple(FACES)}.get(damage, (damage,))
    return {face: 1 / len(faces) for face in faces}


def unsaved(given: dict[str, Any], prefix: str = "", of: str = "", near: int = 1) -> float:
    """That a hit by `prefix` on `of` wounds and is not saved."""
    chance = wounds(given[f"{prefix}s"], given[f"{of}t"], near, given.get("melta", 0))
    return chance * fails_save(given[f"{of}save"], given[f"{of}inv"], given[f"{prefix}ap"])


# ---------------------------------------------------------------- acting


def value(i: int) -> int:
    return 3 if i <= 3 else 4 if i == 4 else 5


def rolled(dice: int, goal: int) -> Spread:
    """How many of the dice show the goal or less."""
    return spread(
        (sum(die <= goal and die != 6 for die in faces), 1 / 6**dice) for faces in product(FACES, repeat=dice)
    )


LESS = {"able": 0, "suppressed": 1, "pinned": 2}


def activation(given: dict[str, Any]) -> Answer:
    count = given["dice"]
    came = rolled(count, value(given["i"]))
    points = spread((str(max(0, good - LESS[given["state"]])), chance) for good, chance in came.items())
    picked = 0.0
    if given["next_i"] != "none":
        for good, chance in came.items():
            again = rolled(count - good, value(given["next_i"]))
            picked += chance * total(again, lambda number: number > LESS[given["next_state"]])
    return points, {"bust": total(came, lambda good: count - good >= 2), "pick-up": picked}, {}


# ---------------------------------------------------------------- fire


def one_more(state: tuple[int, ...], given: dict[str, Any]) -> Spread:
    """A failed save of one of the figures, each as likely as another: the wounds they have left."""
    n = len(state)
    found: Spread = defaultdict(float)
    for at, left in enumerate(state):
        for lost, chance in points(given.get("damage", 1)).items():
            after = (*state[:at], max(0, left - lost), *state[at + 1 :])
            found[tuple(sorted(after))] += chance / n
    return found


def volley(given: dict[str, Any], goal: int) -> Spread:
    """(hits, wounds left of each, failed saves)."""
    hit = hits(goal)
    through = unsaved(given, near=given["short"])
    before: Spread = {(0, (given["w"],) * given["n"], 0): 1.0}
    for _ in range(given["shots"]):
        after: Spread = defaultdict(float)
        for (struck, state, failed), chance in before.items():
            after[struck, state, failed] += chance * (1 - hit)
            after[struck + 1, state, failed] += chance * hit * (1 - through)
            if hit * through:
                for worse, share in one_more(state, given).items():
                    after[struck + 1, worse, failed + 1] += chance * hit * through * share
        before = after
    return before


def fallen(state: tuple[int, ...]) -> int:
    return state.count(0)


def fire(given: dict[str, Any]) -> Answer:
    n = given["n"]
    goal = given["bs"] + given["mods"] if given["bs"] else -50
    came = volley(given, goal)
    outcomes = spread((str(fallen(state)), chance) for (_, state, _), chance in came.items())
    also = {
        "hit": hits(goal),
        "casualty-test": total(came, lambda each: n > fallen(each[1]) >= n / 4),
        "suppression-test": total(came, lambda each: fallen(each[1]) < n / 4 <= each[0]),
    }
    return (
        outcomes,
        also,
        {"hits": mean(came, lambda each: each[0]), "unsaved": mean(came, lambda each: each[2])},
    )


def best_two(dice: int) -> Spread:
    """(the two highest added up, the highest)."""
    return spread(
        ((sum(sorted(faces)[-2:]), max(faces)), 1 / 6**dice) for faces in product(FACES, repeat=dice)
    )


def charge_roll(m: int, terrain: str = "open") -> Spread:
    """(inches, highest die)."""
    if terrain == "open":
        return spread(
            ((m + two, high), chance) for (two, high), chance in best_two(3 if m > 6 else 2).items()
        )
    sides = min(m, 6)
    return spread(
        ((2 * max(pair), max(pair)), 1 / sides**2) for pair in product(range(1, sides + 1), repeat=2)
    )


def stand_and_fire(given: dict[str, Any]) -> Answer:
    ready = total(rolled(2, value(given["i"])), lambda good: good >= given["need"])
    fast = total(charge_roll(given["m"]), lambda each: each[0] > 12)
    outcomes: Spread = defaultdict(float, {"no-fire": 1 - ready})
    for goal, chance in ((1 + given["mods"], 1 - fast), (given["mods"], fast)):
        for (_, state, _), share in volley(given, goal).items():
            outcomes[str(fallen(state))] += ready * chance * share
    return outcomes, {}, {}


# ---------------------------------------------------------------- blasts


def template(given: dict[str, Any]) -> Answer:
    goal = min(5, given["bs"] + given["mods"])
    outcomes: Spread = defaultdict(float)
    also: Spread = defaultdict(float)
    for first, second in product(FACES, FACES):
        success = first <= goal if goal >= 1 else first == 1 and second <= 3 + goal
        margin = goal - first if goal >= 1 else 0
        chances = {
            cover: float(margin >= needs) if success else missed / 6
            for cover, needs, missed in (("open", 0, 3), ("soft", 1, 2), ("hard", 2, 1))
        }
        struck: Spread = {0: 1 / 36}
        for cover, chance in chances.items():
            also[cover] += chance / 36
            for _ in range(given[cover]):
                struck = then(struck, lambda number, p=chance: {number: 1 - p, number + 1: p})
        for number, chance in struck.items():
            outcomes[str(number)] += chance
    return outcomes, also, {}


def scatter(given: dict[str, Any]) -> Answer:
    found: Spread = defaultdict(float)
    bs, mods, kind = given["bs"], given["mods"], given["kind"]
    limit = 10**9 if given["range"] == "none" else given["range"] / 2
    for faces in product(FACES, repeat=3):
        _, mid, high = sorted(faces)
        one, other, _ = faces
        if kind == "hidden":
            far = min(limit, high if high == mid else max(0, high + mid - mods))
        elif kind == "grenade":
            on = hits(bs - 1 + mods)
            found[0] += on / 216
            found[one if one == other else abs(one - other)] += (1 - on) / 216
            continue
        else:
            less = mods + (bs if kind == "direct" else 0)
            far = min(limit, 0 if one == other else max(0, one + other - less))
        found[far] += 1 / 216
    outcomes = spread((f"{float(far):g}", chance) for far, chance in found.items())
    return outcomes, {"on-target": found.get(0, 0.0)}, {"inches": mean(found, float)}


# ---------------------------------------------------------------- hand to hand


def charge(given: dict[str, Any]) -> Answer:
    flights: Spread = {0: 1.0}
    if given["runs_m"] != "none":
        flights = spread(
            (two, chance) for (two, _), chance in best_two(3 if given["runs_m"] > 6 else 2).items()
        )
    rolls = charge_roll(given["m"], given["terrain"])
    outcomes: Spread = defaultdict(float)
    for (inches, high), chance in rolls.items():
        for fled, share in flights.items():
            contact = inches >= given["gap"] + fled - given["radius"]
            outcomes["contact" if contact else f"short-{high}"] += chance * share
    return outcomes, {"fast": total(rolls, lambda each: each[0] > 12)}, {}


def struck(attacks: list[float], state: tuple[int, ...]) -> Spread:
    """Each attack, by its chance to wound unsaved, takes one from a random standing figure: the wounds
    left."""
    before: Spread = {state: 1.0}
    for chance in attacks:
        after: Spread = defaultdict(float)
        for left, share in before.items():
            standing = [at for at, each in enumerate(left) if each]
            after[left] += share * (1 - chance if standing else 1)
            for at in standing:
                worse = tuple(sorted((*left[:at], left[at] - 1, *left[at + 1 :])))
                after[worse] += share * chance / len(standing)
        before = after
    return before


def attacks(given: dict[str, Any], us: str, them: str, standing: int) -> list[float]:
    charged = us == "a_" and given["charge"] != "none"
    spoilt = given["defensive"] and given["charge"] != "rear"
    extra = {"none": 0, "front": 1, "flank": 2, "rear": 2}[given["charge"]] if charged and not spoilt else 0
    goal = given[f"{us}ws"] + given[f"{us}mods"] + (charged and given["charge"] == "rear")
    two = given[f"{us}weapons"] == 2
    through = unsaved(given, us, them)
    own = [hits(goal - two) * through] * (given[f"{us}a"] + two)
    return (own + [hits(goal) * through] * extra) * standing


def melee(given: dict[str, Any]) -> Answer:
    a, b = (given["a_w"],) * given["a_n"], (given["b_w"],) * given["b_n"]
    charges = given["charge"] != "none"
    a_i = 1 if charges and given["cover"] else given["a_i"]
    both: Spread = defaultdict(float)  # (what is left of a, of b)
    if a_i >= given["b_i"]:
        for b_left, chance in struck(attacks(given, "a_", "b_", len(a)), b).items():
            back = len(b) - fallen(b_left) if a_i > given["b_i"] else len(b)
            for a_left, share in struck(attacks(given, "b_", "a_", back), a).items():
                both[a_left, b_left] += chance * share
    else:
        for a_left, chance in struck(attacks(given, "b_", "a_", len(b)), a).items():
            back = len(a) - fallen(a_left)
            for b_left, share in struck(attacks(given, "a_", "b_", back), b).items():
                both[a_left, b_left] += chance * share
    outcomes: Spread = defaultdict(float)
    for (a_left, b_left), chance in both.items():
        for verdict, share in ending(
            given, sum(a) - sum(a_left), sum(b) - sum(b_left), sum(a), sum(b)
        ).items():
            outcomes[verdict] += chance * share
    means = {
        "a-casualties": mean(both, lambda each: fallen(each[0])),
        "b-casualties": mean(both, lambda each: fallen(each[1])),
    }
    return outcomes, {}, means


def ending(given: dict[str, Any], on_a: int, on_b: int, a: int, b: int) -> Spread:
    if on_a == a or on_b == b:
        return {"both-wiped" if on_a == a and on_b == b else "a-wiped" if on_a == a else "b-wiped": 1.0}
    from_behind = given["charge"] == "rear" or (given["charge"] == "flank" and not given["defensive"])
    a_score = on_b - on_a + given["a_score"] + (given["charge"] != "none")
    b_score = on_a - on_b + given["b_score"] - from_behind
    if a_score == b_score:
        return {"draw": 1.0}
    side, difference = ("a", on_b - on_a) if a_score < b_score else ("b", on_a - on_b)
    chance = passes(given[f"{side}_ld"] + max(-3, min(3, difference)), given[f"{side}_reroll"])
    return {f"{side}-flinches": chance, f"{side}-routs": 1 - chance}


# ---------------------------------------------------------------- nerve


def passes(ld: int, reroll: int) -> float:
    once = sum(one + other <= ld or one == other == 1 for one, other in product(FACES, FACES)) / 36
    return once + (1 - once) * once * reroll


def morale(given: dict[str, Any]) -> Answer:
    ld = given["ld"] + given["mods"] + max(-3, min(3, given["difference"]))
    outcomes: Spread = defaultdict(float)
    for one, other, third, fourth in product(FACES, repeat=4):
        pair = one, other
        if pair != (1, 1) and sum(pair) > ld and given["reroll"]:
            pair = third, fourth
        passed = pair == (1, 1) or sum(pair) <= ld
        failed = "fail" if given["test"] == "other" else "routs" if sum(pair) % 2 else "pinned"
        outcomes["pass" if passed else failed] += 1 / 1296
    return outcomes, {}, {}


def rout(given: dict[str, Any]) -> Answer:
    n, outcomes, caught, dead = given["n"], defaultdict(float), 0.0, 0.0
    flights = spread((two, chance) for (two, _), chance in best_two(3 if given["m"] > 6 else 2).items())
    chases = spread((two, chance) for (two, _), chance in best_two(3 if given["p_m"] > 6 else 2).items())
    hack = hits(4) * unsaved(given)
    for fled, chase in product(flights, chases):
        chance = flights[fled] * chases[chase]
        edge = given["edge"] != "none" and fled >= given["edge"]
        gap = given["gap"] + (given["edge"] if edge else fled) - chase
        reached = given["pursuers"] > 0 and gap <= given["radius"]
        left = struck([hack] * given["pursuers"] if reached else [], (1,) * n)
        caught += chance * reached
        clear = not given["near"] and (not given["pursuers"] or gap > 8)
        rallies = passes(given["ld"] + given["mods"] + clear, given["reroll"])
        for state, share in left.items():
            lost = fallen(state)
            dead += chance * share * lost
            if lost == n:
                outcomes["wiped-out"] += chance * share
                continue
            outcomes["rallies"] += chance * share * rallies
            outcomes["lost" if edge else "routs-on"] += chance * share * (1 - rallies)
    return outcomes, {"caught": caught}, {"casualties": dead}


TWINS: dict[str, Callable[[dict[str, Any]], Answer]] = {
    "activation": activation,
    "fire": fire,
    "stand-and-fire": stand_and_fire,
    "template": template,
    "scatter": scatter,
    "charge": charge,
    "melee": melee,
    "morale": morale,
    "rout": rout,
}
