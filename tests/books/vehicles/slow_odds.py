"""The odds questions answered the long way: every way the dice can fall, written from the issue's words and
without a line of the book's own code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, cos, factorial, hypot, lcm, pi, prod, sin
from typing import Any

FACES = range(1, 7)
FATES = ("shaken", "stunned", "weapon-destroyed", "immobilized", "wrecked", "explodes")
Spread = dict[Any, Fraction]


def penetration(s: int, av: int, roll: str = "d6", lance: int = 0, rending: int = 0) -> Spread:
    armour = 12 if lance and av > 12 else av
    found: Counter = Counter()
    for a, b, c in product(FACES, FACES, (1, 2, 3)):
        die = {"d6": a, "highest": max(a, b), "sum": a + b}[roll]
        if rending and a == 6:
            die += c
        came = "none" if die + s < armour else "glancing" if die + s == armour else "penetrating"
        found[came] += Fraction(1, 108)
    return found


def hit(given: dict[str, Any]) -> Spread:
    """(none, 0), (glancing or penetrating, 0 if saved, else 1 to 6)."""
    found: Counter = Counter()
    keys = ("s", "av", "roll", "lance", "rending")
    ap = {"-": -1, 1: 1}.get(given.get("ap", 4), 0)
    for how, chance in penetration(**{key: given[key] for key in keys if key in given}).items():
        if how == "none":
            found[how, 0] += chance
            continue
        for save, die in product(FACES, FACES):
            if given.get("cover", "none") != "none" and save >= given["cover"]:
                found[how, 0] += chance / 36
                continue
            total = die + ap + given.get("open_topped", 0) - (2 if how == "glancing" else 0)
            found[how, 1 if total < 1 else 6 if total > 6 else total] += chance / 36
    return found


def hits_with(bs: int, twin: int) -> Fraction:
    need = 2 if bs >= 5 else 7 - bs
    ways = 0
    for first, second in product(FACES, FACES):
        if first >= need or (twin and second >= need) or (not twin and bs >= 6 and second >= 12 - bs):
            ways += 1
    return Fraction(ways, 36)


def befalls(
    totals: list[int], weapons: int, immobilized: int, flat_out: int = 0
) -> tuple[list[str], int, bool]:
    """The fates in order, weapons left, whether it is Immobilized; totals are taken from the lowest up."""
    fates: list[str] = []
    stuck = bool(immobilized)
    for total in sorted(totals):
        if "wrecked" in fates and total < 6:
            continue
        fate = FATES[total - 1]
        if total == 3 and not weapons:
            fate = "wrecked" if stuck else "immobilized"
        elif total == 4 and stuck:
            fate = "weapon-destroyed" if weapons else "wrecked"
        if fate == "immobilized" and flat_out:
            fate = "wrecked"
        if fate == "weapon-destroyed":
            weapons -= 1
        stuck = stuck or fate == "immobilized"
        fates.append(fate)
    return fates, weapons, stuck


def settled(each: Spread, count: int, given: dict[str, Any], stunned: int = 0) -> tuple[Spread, Spread]:
    """Outcomes and `also` of so many independent shots, `each` of which has a total of 0 to 6."""
    whole = lcm(*(chance.denominator for chance in each.values()))
    weights = [int(each.get(total, 0) * whole) for total in range(7)]
    outcomes: Counter = Counter()
    also: Counter = Counter({"destroyed": 0, "cannot-move": 0, "cannot-shoot": 0})
    for counts in shared_out(count, 7):
        ways = factorial(count) // prod(map(factorial, counts))
        ways *= prod(weight**number for weight, number in zip(weights, counts, strict=True))
        if not ways:
            continue
        totals = [total for total, number in enumerate(counts) if total for _ in range(number)]
        fates, left, stuck = befalls(totals, given["weapons"], given["immobilized"], given.get("flat_out", 0))
        outcomes[max(fates, key=FATES.index) if fates else "unharmed"] += ways
        destroyed = "wrecked" in fates or "explodes" in fates
        dazed = bool(stunned) or "stunned" in fates
        also["destroyed"] += ways * destroyed
        also["cannot-move"] += ways * (destroyed or dazed or stuck)
        also["cannot-shoot"] += ways * (destroyed or dazed or "shaken" in fates or not left)
    parts = whole**count
    return (
        {name: Fraction(ways, parts) for name, ways in outcomes.items()},
        {name: Fraction(ways, parts) for name, ways in also.items()},
    )


def shared_out(count: int, boxes: int) -> Iterator[tuple[int, ...]]:
    if boxes == 1:
        yield (count,)
        return
    for first in range(count + 1):
        for rest in shared_out(count - first, boxes - 1):
            yield (first, *rest)


def totals(struck: Spread, chance_to_hit: Fraction) -> Spread:
    found: Counter = Counter({0: 1 - chance_to_hit})
    for (_, total), chance in struck.items():
        found[total] += chance * chance_to_hit
    return found


# ---------------------------------------------------------------- the questions


def shot(given: dict[str, Any]) -> tuple[Spread, Spread]:
    lands = hits_with(given["bs"], given["twin"])
    outcomes: Counter = Counter({"miss": 1 - lands})
    also = Counter({"hit": lands, "glancing": Fraction(0), "penetrating": Fraction(0)})
    for (how, total), chance in hit(given).items():
        if how != "none":
            also[how] += lands * chance
        outcomes[one_fate(how, total, given)] += lands * chance
    return outcomes, also


def one_fate(how: str, total: int, given: dict[str, Any]) -> str:
    if how == "none":
        return "no-effect"
    if not total:
        return "saved"
    return befalls([total], given["weapons"], given["immobilized"], given.get("flat_out", 0))[0][0]


def volley(given: dict[str, Any]) -> tuple[Spread, Spread]:
    each = totals(hit(given), hits_with(given["bs"], given["twin"]))
    return settled(each, given["shots"], given)


def assault(given: dict[str, Any]) -> tuple[Spread, Spread]:
    helpless = given["stunned"] or given["immobilized"]
    by_ws = 3 if given["ws"] > given["b_ws"] else 5 if given["b_ws"] > 2 * given["ws"] else 4
    if given["speed"] == "walker":
        need = 6 if given["grenade"] != "none" and not helpless else by_ws
    elif given["speed"] == "stationary" or given["immobilized"]:
        need = 1
    else:
        need = {"combat": 4, "cruising": 6}[given["speed"]]
    strike = {"none": (given["s"], "d6"), "frag": (4, "d6"), "krak": (6, "d6"), "melta": (8, "sum"),
              "tankbusta": (6, "sum")}[given["grenade"]]  # fmt: skip
    struck = hit({"s": strike[0], "roll": strike[1], "av": given["av"], "open_topped": given["open_topped"]})
    return settled(totals(struck, Fraction(7 - need, 6)), given["dice"], given, given["stunned"])


def blast(given: dict[str, Any], weapon: dict[str, Any], hull: dict[str, Any]) -> tuple[Spread, Spread]:
    outcomes: Counter = Counter({"miss": Fraction(0)})
    also = Counter({"on-hull": Fraction(0), "off-hull": Fraction(0)})
    for face, hour, a, b in product(FACES, range(12), FACES, FACES):
        share = Fraction(1, 6 * 12 * 36)
        inches = 0 if face > 4 else max(0, a + b - (given["bs"] if given["sight"] else 0))
        x, y = inches * cos(hour * pi / 6), inches * sin(hour * pi / 6)
        over_x, over_y = max(0.0, abs(x) - hull["length"] / 2), max(0.0, abs(y) - hull["width"] / 2)
        if hypot(over_x, over_y) < 1e-9:
            where, s, side = "on-hull", weapon["s"], given["facing"]
        elif hypot(over_x, over_y) < weapon["radius"] - 1e-9:
            where, s = "off-hull", weapon["s"] // 2
            steep = abs(y) * hull["length"] > abs(x) * hull["width"]
            side = "side" if steep else "front" if x > 0 else "rear"
        else:
            outcomes["miss"] += share
            continue
        also[where] += share
        outcomes["hit", s, hull["side" if given["barrage"] else side]] += share
    for key in [key for key in outcomes if isinstance(key, tuple)]:
        _, s, av = key
        chance = outcomes.pop(key)
        one = {"s": s, "av": av, "roll": weapon["roll"], "ap": weapon["ap"], "cover": given["cover"],
               "open_topped": hull["open_topped"], "weapons": 1, "immobilized": 0}  # fmt: skip
        for (how, total), share in hit(one).items():
            outcomes[one_fate(how, total, one)] += chance * share
    return outcomes, also


def ram(given: dict[str, Any]) -> tuple[Spread, Spread]:
    speed = given["inches"] // 3
    a_s = min(10, given["a_av"] - 10 + speed + 1)
    b_s = min(10, given["b_av"] - 10 + speed + given["b_tank"])
    on_b = hit({"s": a_s, "av": given["b_av"], "open_topped": given["b_open"]})
    on_a = hit({"s": b_s, "av": given["a_av"], "open_topped": given["a_open"]})
    a_is = {"weapons": given["a_weapons"], "immobilized": 0, "flat_out": given["a_flat_out"]}
    b_is = {"weapons": given["b_weapons"], "immobilized": given["b_immobilized"],
            "flat_out": given["b_flat_out"]}  # fmt: skip
    rammed = Fraction(1, 3) if given["dodge"] else Fraction(1)
    outcomes: Counter = Counter({"dodged": 1 - rammed})
    also: Counter = Counter({"goes-on": Fraction(0)})
    for (a_hit, p), (b_hit, q) in product(on_a.items(), on_b.items()):
        ours, theirs = one_fate(*a_hit, a_is), one_fate(*b_hit, b_is)
        outcomes[theirs] += rammed * p * q
        also[f"a-{ours}"] += rammed * p * q
        unhindered = ours in ("no-effect", "shaken", "weapon-destroyed")
        also["goes-on"] += rammed * p * q * (theirs == "explodes" and unhindered)
    return outcomes, also


def tank_shock(given: dict[str, Any]) -> tuple[Spread, Spread]:
    ways = sum(a + b <= given["ld"] or a + b == 2 for a, b in product(FACES, FACES))
    stands = Fraction(ways, 36)
    outcomes: Counter = Counter({"falls-back": 1 - stands})
    for (_, total), chance in hit(given).items():
        fate = "crushed" if total <= 1 else "stopped" if total <= 4 else FATES[total - 1]
        outcomes[fate] += stands * chance
    return outcomes, {"stands": stands}


def wound_need(s: int, t: int) -> int:
    chart = {-1: 3, 0: 4, 1: 5, 2: 6, 3: 6}
    return 2 if t - s < -1 else chart.get(t - s, 7)


def lost(count: int, chance: Fraction, models: int) -> Spread:
    found: Counter = Counter({str(number): Fraction(0) for number in range(models + 1)})
    for number in range(count + 1):
        ways = comb(count, number) * chance**number * (1 - chance) ** (count - number)
        found[str(min(number, models))] += ways
    return found


def passengers(given: dict[str, Any]) -> tuple[Spread, Spread]:
    models = given["models"]
    s = 3 if given["open_topped"] else 4
    dies = Fraction(7 - wound_need(s, given["t"]), 6)
    if given["save"] != "none":
        dies *= Fraction(given["save"] - 1, 6)
    outcomes = lost(models, dies if given["how"] == "explodes" else Fraction(0), models)
    fails = Fraction(sum(a + b > given["ld"] for a, b in product(FACES, FACES)), 36)
    gone = outcomes[str(models)]
    return outcomes, {"wiped-out": gone, "pinned": (1 - gone) * fails}


def troops(given: dict[str, Any]) -> tuple[Spread, Spread]:
    models = given["models"]
    saves = [given[name] for name in ("cover", "inv") if given[name] != "none"]
    if given["save"] != "none" and (given["ap"] == "-" or given["ap"] > given["save"]):
        saves.append(given["save"])
    dies = hits_with(given["bs"], given["twin"]) * Fraction(7 - wound_need(given["s"], given["t"]), 6)
    if saves:
        dies *= Fraction(min(saves) - 1, 6)
    outcomes = lost(given["shots"], dies, models)
    quarter = sum(
        (chance for number, chance in outcomes.items() if models > int(number) >= models / 4), Fraction(0)
    )
    return outcomes, {"tests-morale": quarter, "wiped-out": outcomes[str(models)]}
