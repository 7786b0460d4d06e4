"""The odds questions of the book: each answered by the kernels that play."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Literal

from warbook.books.gorkamorka.damage.dice import hit as vehicle_hit
from warbook.books.gorkamorka.damage.dice import target
from warbook.books.gorkamorka.driving.dice import thrusts
from warbook.books.gorkamorka.ending.dice import stays
from warbook.books.gorkamorka.fight.dice import Fighting, attack_count, clash, combat_modifier, duel
from warbook.books.gorkamorka.mob.data import damage_tables, vehicles
from warbook.books.gorkamorka.ramming.dice import ram
from warbook.books.gorkamorka.shooting.dice import (
    OUT_OF_RANGE,
    Aim,
    Ammo,
    ammo_figure,
    ammo_roll,
    burst,
    burst_ammo,
    hit_score,
    shot,
    to_hit,
)
from warbook.books.gorkamorka.shooting.grenade_dice import flight
from warbook.books.gorkamorka.wounds.dice import Body, Hit, Saving, puts_out, save_score, wound_score
from warbook.core.book import Answered, OddsQuestion
from warbook.core.chance import Odds

ENDLESS = 1000  # flesh wounds: the limit of WS 0 and BS 0 is left aside
KNOCK = 3  # gce.boarding.losing: Strength of the hit on who is thrown overboard

_SHOT: dict[str, int | str | None] = {
    "bs": None, "mods": 0, "s": None, "t": None, "w": 1, "save": "none", "save_mod": 0, "damage": 1,
    "ammo": "none",
}  # fmt: skip
_SHOT_RANGES = {
    "bs": (0, 10), "mods": (-20, 20), "s": (1, 10), "t": (1, 10), "w": (1, 10), "save": (2, 6),
    "save_mod": (-10, 10), "damage": (1, 6), "ammo": (2, 6),
}  # fmt: skip
_SHOT_WORDS = {"save": ("none",), "damage": ("D3", "D6"), "ammo": ("none", "auto")}
_SHOT_MEANINGS = {
    "bs": "the shooter's Ballistic Skill",
    "mods": "all modifiers to hit, added up",
    "s": "the weapon's Strength",
    "t": "the target's Toughness",
    "w": "the target's Wounds",
    "save": "the target's save (4 for 4+)",
    "save_mod": "the weapon's save modifier (-1 makes a save harder)",
    "damage": "wounds lost to each wounding hit",
    "ammo": "the weapon's Ammo Roll (4 for 4+)",
}


def _shot(**given: int | str) -> Answered:
    aim, hit, body = _attack(**given)
    odds = shot.odds(aim, hit, body).map(lambda result: _fate(result.came, result.body))
    names = ("miss", "no-wound", "saved", "wounded", "flesh-wound", "down", "out")
    rolls = to_hit.odds(aim)
    called = rolls.chance(lambda roll: roll.sixes == 1)
    fails = explodes = Fraction(0)
    if given["ammo"] != "none":
        weapon = ammo_roll.odds(_ammo(given["ammo"]))
        fails, explodes = called * (1 - weapon.chance("fine")), called * weapon.chance("explodes")
    also = {"hit": rolls.chance(lambda roll: roll.hits == 1), "ammo-fails": fails, "explodes": explodes}
    return Answered(_spread(odds, names), also)


def _burst(**given: int | str) -> Answered:
    count = int(given.pop("dice"))
    aim, hit, body = _attack(**given)
    odds = burst.odds(count, aim, hit, body).map(lambda after: _state(after, int(given["w"])))
    ammo = _ammo(2 if given["ammo"] == "none" else given["ammo"])
    spent = burst_ammo.odds(count, aim, ammo)
    fails = explodes = Fraction(0)
    if given["ammo"] != "none":
        fails = spent.chance(lambda each: each.weapon != "fine")
        explodes = spent.chance(lambda each: each.weapon == "explodes")
    return Answered(
        _spread(odds, ("unhurt", "wounded", "flesh-wound", "down", "out")),
        {"ammo-fails": fails, "explodes": explodes},
        {"jams": spent.mean(lambda each: each.jams)},
    )


def _attack(**given: int | str) -> tuple[Aim, Hit, Body]:
    aim = Aim(hit_score(int(given["bs"]), int(given["mods"])), ammo=True)
    hit = Hit(
        wound=wound_score(int(given["s"]), int(given["t"])),
        save=_save(given["save"], int(given["save_mod"])),
        damage=given["damage"],  # type: ignore[arg-type]
    )
    return aim, hit, Body(wounds=int(given["w"]), grit=ENDLESS)


def _ammo(figure: int | str) -> Ammo:
    return ammo_figure("auto" if figure == "auto" else int(figure))


def _fate(came: str, body: Body) -> str:
    if came != "wounded":
        return came
    if body.state != "up":
        return body.state
    return "flesh-wound" if body.flesh else "wounded"


def _state(body: Body, wounds: int) -> str:
    if body.state != "up":
        return body.state
    if body.flesh:
        return "flesh-wound"
    return "wounded" if body.wounds < wounds else "unhurt"


def _save(save: int | str, save_mod: int) -> int:
    return save_score([] if save == "none" else [Saving(int(save))], save_mod)


def _spread(odds: Odds[str], names: tuple[str, ...]) -> dict[str, Fraction]:
    return {name: odds.chance(name) for name in names}


# ---------------------------------------------------------------- hand-to-hand combat


def _fight(**given: int | str) -> Answered:
    number = {name: int(value) for name, value in given.items() if name not in ("a_save", "b_save")}
    a = _fighting(number, "a", combat_modifier(number["charging"], bool(number["obstacle"])))
    b = _fighting(number, "b", 0)
    margins = clash.odds(a, b)
    a_hit = _blow(number["a_s"], number["b_t"], given["b_save"])
    b_hit = _blow(number["b_s"], number["a_t"], given["a_save"])
    falls: tuple[Hit | None, Hit | None] = (None, None)
    if number["aboard"]:
        falls = (
            Hit(wound_score(KNOCK, number["a_t"]), _save(given["a_save"], 0)),
            Hit(wound_score(KNOCK, number["b_t"]), _save(given["b_save"], 0)),
        )
    body = Body(grit=ENDLESS)
    rounds = duel.odds(a, b, (a_hit,), (b_hit,), body, body, *falls)
    also: dict[str, Fraction] = {}
    overboard = rounds.map(lambda each: each.overboard)
    sides: tuple[tuple[Literal["a", "b"], Odds[Body]], ...] = (
        ("a", rounds.map(lambda each: each.a)),
        ("b", rounds.map(lambda each: each.b)),
    )
    for side, after in sides:
        also[f"{side}-out"] = after.chance(lambda each: each.state == "out")
        also[f"{side}-down"] = after.chance(lambda each: each.state == "down")
        also[f"{side}-flesh"] = after.chance(lambda each: each.state == "up" and each.flesh > 0)
        if number["aboard"]:
            also[f"{side}-overboard"] = overboard.chance(side)
    return Answered({_margin(each): margins.chance(each) for each in sorted({0, *margins})}, also)


def _fighting(number: dict[str, int], side: str, modifier: int) -> Fighting:
    """gce.hand-to-hand.outnumber-bonus: those who came before give a die and a point each."""
    before = number[f"{side}_outnumber"]
    return Fighting(
        number[f"{side}_ws"],
        attack_count(number[f"{side}_a"], number[f"{side}_weapons"], False, before),
        number[f"{side}_i"],
        modifier + before,
    )


def _blow(strength: int, toughness: int, save: int | str) -> Hit:
    """gce.weapon.hth-save-varies: the modifier is that of the wielder's Strength."""
    return Hit(wound_score(strength, toughness), _save(save, min(0, 3 - strength)))


def _margin(hits: int) -> str:
    return "standoff" if not hits else f"a+{hits}" if hits > 0 else f"b+{-hits}"


_FIGHT: dict[str, int | str | None] = {
    "a_ws": None, "a_a": None, "a_s": None, "a_i": None, "b_ws": None, "b_a": None, "b_s": None, "b_i": None,
    "a_t": 3, "b_t": 3, "a_save": "none", "b_save": "none", "charging": 0, "obstacle": 0,
    "a_weapons": 1, "b_weapons": 1, "a_outnumber": 0, "b_outnumber": 0, "aboard": 0,
}  # fmt: skip
_FIGHT_RANGES = {
    **{f"{side}_{name}": bounds for side in "ab" for name, bounds in
       {"ws": (0, 10), "a": (1, 10), "s": (1, 10), "i": (0, 10), "t": (1, 10), "save": (2, 6),
        "weapons": (1, 2), "outnumber": (0, 10)}.items()},
    "charging": (0, 1), "obstacle": (0, 1), "aboard": (0, 1),
}  # fmt: skip
_FIGHT_MEANINGS = {
    **{f"{side}_{name}": f"{side}'s {words}" for side in "ab" for name, words in
       {"ws": "Weapon Skill", "a": "Attacks", "s": "Strength", "i": "Initiative", "t": "Toughness",
        "save": "save (4 for 4+)", "weapons": "single-handed weapons: 2 give a die more",
        "outnumber": "friends who fought the same enemy before in this phase"}.items()},
    "charging": "a charged, or boarded, this turn: 1 for yes",
    "obstacle": "a charged across an obstacle: 1 for yes",
    "aboard": "on a moving vehicle: 1 for yes",
}  # fmt: skip


# ---------------------------------------------------------------- vehicles


def _thrusts(**given: int | str) -> Answered:
    first, second, later, tries = (int(given[name]) for name in ("first", "second", "later", "tries"))
    needs = (first, second, *[later] * tries)[:tries]
    odds = thrusts.odds(needs)
    return Answered({str(number): odds.chance(number) for number in range(tries + 1)}, {})


def _hit_vehicle(**given: int | str) -> Answered:
    """The hits are alike and do not depend on each other."""
    vehicle, hits = vehicles()[str(given["vehicle"])], int(given["hits"])
    at = target(vehicle, damage_tables()[vehicle.damage_table])
    odds = vehicle_hit.odds(at, int(given["s"]))
    through = odds.chance(lambda each: each.location is not None)
    outcomes = {
        str(number): comb(hits, number) * through**number * (1 - through) ** (hits - number)
        for number in range(hits + 1)
    }

    def once(chance: Fraction) -> Fraction:
        return 1 - (1 - chance) ** hits

    places, effects = odds.map(lambda each: each.location), odds.map(lambda each: each.effect)
    also = {str(each): once(places.chance(each)) for each in at.locations if each}
    also |= {str(each): once(effects.chance(each)) for row in at.effects for each in row}
    return Answered(outcomes, also)


def _ram(**given: int | str) -> Answered:
    ld = None if given["b_ld"] == "none" else int(given["b_ld"])
    odds = ram.odds(given["kind"], given["a"] == "bike", given["b"] == "bike", ld)  # type: ignore[arg-type]
    points = odds.map(lambda each: None if each.swerved else (each.impact.a, each.impact.b))
    outcomes = {"swerved": points.chance(None)}
    for a, b in sorted(pair for pair in points if pair):
        outcomes[f"a{a} b{b}"] = points.chance((a, b))
    return Answered(
        outcomes,
        {
            "a-immobilised": odds.chance(lambda each: each.a_immobilised),
            "b-immobilised": odds.chance(lambda each: each.b_immobilised),
        },
        {
            "a-damage": odds.mean(lambda each: each.impact.a),
            "b-damage": odds.mean(lambda each: each.impact.b),
        },
    )


def _grenade(**given: int | str) -> Answered:
    need = hit_score(int(given["bs"]), int(given["mods"])) if int(given["in_range"]) else OUT_OF_RANGE
    odds = flight.odds(Aim(need), True).map(
        lambda each: f"{each.inches} off" if each.landed == "wide" else LANDED[each.landed]
    )
    names = (*(f"{inches} off" for inches in range(1, 6)), "dud", "in-hand", "astray", "asleep", "dropped")
    return Answered(_spread(odds, ("on-target", *names)), {})


LANDED = {
    "true": "on-target", "dud": "dud", "in hand": "in-hand", "astray": "astray", "asleep": "asleep",
    "dropped": "dropped",
}  # fmt: skip


def _bottle(ld: int) -> Answered:
    odds = stays.odds(int(ld))
    return Answered({"pass": odds.chance(True), "fail": odds.chance(False)}, {})


def _fire(helpers: int) -> Answered:
    odds = puts_out.odds("gce.foot.on-fire-roll", int(helpers))
    return Answered({"goes-out": odds.chance(True), "hit": odds.chance(False)}, {})


_SCORES = (1, 7)  # 1 cannot fail, 7 cannot succeed

QUESTIONS = {
    question.id: question
    for question in (
        OddsQuestion(
            "shot",
            "One shot, from the roll to hit to the injury, and what it does to the weapon.",
            _SHOT,
            _shot,
            _SHOT_WORDS,
            _SHOT_RANGES,
            _SHOT_MEANINGS,
        ),
        OddsQuestion(
            "burst",
            "Sustained fire, every shot at one body: what is left of it, and of the weapon.",
            {"dice": None, **_SHOT, "ammo": 4},
            _burst,
            _SHOT_WORDS,
            {"dice": (1, 3), **_SHOT_RANGES},
            {"dice": "how many sustained fire dice are rolled", **_SHOT_MEANINGS},
        ),
        OddsQuestion(
            "fight",
            "One round of hand-to-hand combat, one against one; a may have charged.",
            _FIGHT,
            _fight,
            {"a_save": ("none",), "b_save": ("none",)},
            _FIGHT_RANGES,
            _FIGHT_MEANINGS,
        ),
        OddsQuestion(
            "thrusts",
            "Thrusts one after another until one fails: how many succeed.",
            {"first": 2, "second": 3, "later": 4, "tries": 3},
            _thrusts,
            {},
            {"first": _SCORES, "second": _SCORES, "later": _SCORES, "tries": (1, 20)},
            {
                "first": "the D6 needed for the first thrust",
                "second": "the D6 needed for the second",
                "later": "the D6 needed for each later one",
                "tries": "how many are tried at most",
            },
        ),
        OddsQuestion(
            "hit-vehicle",
            "Hits on a vehicle: how many penetrate, where, and what the damage table says.",
            {"vehicle": None, "s": None, "hits": 1},
            _hit_vehicle,
            {"vehicle": tuple(vehicles())},
            {"s": (0, 12), "hits": (1, 20)},
            {
                "vehicle": "the vehicle that is hit",
                "s": "the Strength of each hit",
                "hits": "how many hits it takes",
            },
        ),
        OddsQuestion(
            "ram",
            "A ramming action: whether the target swerves, and the points of damage of both.",
            {"kind": None, "a": None, "b": None, "b_ld": "none"},
            _ram,
            {
                "kind": ("head-on", "t-bone", "shunt", "rake", "sideswipe"),
                "a": ("bike", "big"),
                "b": ("bike", "big"),
                "b_ld": ("none",),
            },
            {"b_ld": (0, 12)},
            {
                "kind": "which ramming action",
                "a": "who rams",
                "b": "who is rammed",
                "b_ld": "the Leadership of b's driver; none: it cannot swerve",
            },
        ),
        OddsQuestion(
            "grenade",
            "A thrown grenade: where it comes down.",
            {"bs": None, "mods": 0, "in_range": 1},
            _grenade,
            {},
            {"bs": (0, 10), "mods": (-20, 20), "in_range": (0, 1)},
            {
                "bs": "the thrower's Ballistic Skill",
                "mods": "all modifiers to hit, added up",
                "in_range": "whether the target is within the throw: 1 for yes",
            },
        ),
        OddsQuestion(
            "bottle",
            "A bottle test: Ld or less on 2D6 passes.",
            {"ld": None},
            _bottle,
            {},
            {"ld": (0, 20)},
            {"ld": "the Leadership tested"},
        ),
        OddsQuestion(
            "fire",
            "A fire: whether it goes out or does a Strength 4 hit.",
            {"helpers": 0},
            _fire,
            {},
            {"helpers": (0, 20)},
            {"helpers": "how many help to put it out"},
        ),
    )
}
