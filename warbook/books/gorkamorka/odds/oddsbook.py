"""The odds questions of the book: each answered by the kernels that play."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Literal

from msgspec.structs import replace

from warbook.books.family import asked
from warbook.books.gorkamorka.damage.dice import hit as vehicle_hit
from warbook.books.gorkamorka.damage.dice import target
from warbook.books.gorkamorka.driving.dice import thrusts
from warbook.books.gorkamorka.ending.dice import stays
from warbook.books.gorkamorka.fight.dice import Fighting, attack_count, clash, combat_modifier, duel
from warbook.books.gorkamorka.mob.data import damage_tables, vehicles
from warbook.books.gorkamorka.odds import named
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
from warbook.core.chance import Odds
from warbook.core.oddsbook import Answered, OddsQuestion, Parameter, each_side, flag, listed, spread, tested

ENDLESS = 1000  # flesh wounds: the limit of WS 0 and BS 0 is left aside
KNOCK = 3  # gce.boarding.losing: Strength of the hit on who is thrown overboard

_SHOT = {
    **asked.SHOT,
    "damage": asked.damage(6, "D3", "D6"),
    "ammo": Parameter("the weapon's Ammo Roll (4 for 4+)", "none", (2, 6), ("none", "auto")),
}


def _shot(**given: int | str) -> Answered:
    aim, hit, body = _attack(**given)
    odds = shot.odds(aim, hit, body).map(lambda result: asked.fate(result.came, result.body))
    rolls = to_hit.odds(aim)
    called = rolls.chance(lambda roll: roll.sixes == 1)
    fails = explodes = Fraction(0)
    if given["ammo"] != "none":
        weapon = ammo_roll.odds(_ammo(given["ammo"]))
        fails, explodes = called * (1 - weapon.chance("fine")), called * weapon.chance("explodes")
    also = {"hit": rolls.chance(lambda roll: roll.hits == 1), "ammo-fails": fails, "explodes": explodes}
    return Answered(spread(odds, asked.FATES), also)


def _burst(**given: int | str) -> Answered:
    count = int(given.pop("dice"))
    aim, hit, body = _attack(**given)
    odds = burst.odds(count, aim, hit, body).map(lambda after: asked.state(after, int(given["w"])))
    ammo = _ammo(2 if given["ammo"] == "none" else given["ammo"])
    spent = burst_ammo.odds(count, aim, ammo)
    fails = explodes = Fraction(0)
    if given["ammo"] != "none":
        fails = spent.chance(lambda each: each.weapon != "fine")
        explodes = spent.chance(lambda each: each.weapon == "explodes")
    return Answered(
        spread(odds, asked.STATES),
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


def _save(save: int | str, save_mod: int) -> int:
    return save_score([] if save == "none" else [Saving(int(save))], save_mod)


# ---------------------------------------------------------------- hand-to-hand combat


def _fight(**given: int | str) -> Answered:
    number = {name: int(value) for name, value in given.items() if "_save" not in name}
    a = _fighting(number, "a", combat_modifier(number["charging"], bool(number["obstacle"])))
    b = _fighting(number, "b", 0)
    margins = clash.odds(a, b)
    a_hit = _blow(number["a_s"], number["b_t"], given["b_save"], given["a_save_mod"])
    b_hit = _blow(number["b_s"], number["a_t"], given["a_save"], given["b_save_mod"])
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
    return Answered({asked.margin_words(each): margins.chance(each) for each in sorted({0, *margins})}, also)


def _fighting(number: dict[str, int], side: str, modifier: int) -> Fighting:
    """gce.hand-to-hand.outnumber-bonus: those who came before give a die and a point each."""
    before = number[f"{side}_outnumber"]
    return Fighting(
        number[f"{side}_ws"],
        attack_count(number[f"{side}_a"], number[f"{side}_weapons"], False, before),
        number[f"{side}_i"],
        modifier + before,
    )


def _blow(strength: int, toughness: int, save: int | str, save_mod: int | str) -> Hit:
    """gce.weapon.hth-save-varies: the modifier is that of the wielder's Strength, which is the blow's unless
    the weapon adds to it."""
    modifier = min(0, 3 - strength) if save_mod == "strength" else int(save_mod)
    return Hit(wound_score(strength, toughness), _save(save, modifier))


_FIGHT = {
    **asked.duel_parameters("Attacks", "save"),
    **each_side(
        save_mod=Parameter(
            "what the blow takes off the save; strength: -1 at Strength 4 and 1 more for each point above",
            "strength",
            (-6, 0),
            ("strength",),
        )
    ),
    "charging": flag("a charged, or boarded, this turn"),
    "obstacle": flag("a charged across an obstacle"),
    **each_side(weapons=Parameter("single-handed weapons: 2 give a die more", 1, (1, 2))),
    **each_side(outnumber=Parameter("friends who fought the same enemy before in this phase", 0, (0, 10))),
    "aboard": flag("on a moving vehicle"),
}


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
    return Answered(spread(odds, ("on-target", *names)), {})


LANDED = {
    "true": "on-target", "dud": "dud", "in hand": "in-hand", "astray": "astray", "asleep": "asleep",
    "dropped": "dropped",
}  # fmt: skip


def _bottle(ld: int) -> Answered:
    return tested(stays.odds(int(ld)))


def _fire(helpers: int) -> Answered:
    odds = puts_out.odds("gce.foot.on-fire-roll", int(helpers))
    return Answered({"goes-out": odds.chance(True), "hit": odds.chance(False)}, {})


_SCORES = (1, 7)  # 1 cannot fail, 7 cannot succeed
_SIZES = ("bike", "big")

QUESTIONS = listed(
    OddsQuestion(
        "shot",
        "One shot, from the roll to hit to the injury, and what it does to the weapon.",
        _shot,
        _SHOT,
        named.SHOT,
    ),
    OddsQuestion(
        "burst",
        "Sustained fire, every shot at one body: what is left of it, and of the weapon.",
        _burst,
        {
            "dice": Parameter("how many sustained fire dice are rolled", None, (1, 3)),
            **_SHOT,
            "ammo": replace(_SHOT["ammo"], default=4),
        },
        named.BURST,
    ),
    OddsQuestion(
        "fight",
        "One round of hand-to-hand combat, one against one; a may have charged.",
        _fight,
        _FIGHT,
        named.FIGHT,
    ),
    OddsQuestion(
        "thrusts",
        "Thrusts one after another until one fails: how many succeed.",
        _thrusts,
        {
            "first": Parameter("the D6 needed for the first thrust", 2, _SCORES),
            "second": Parameter("the D6 needed for the second", 3, _SCORES),
            "later": Parameter("the D6 needed for each later one", 4, _SCORES),
            "tries": Parameter("how many are tried at most", 3, (1, 20)),
        },
    ),
    OddsQuestion(
        "hit-vehicle",
        "Hits on a vehicle: how many penetrate, where, and what the damage table says.",
        _hit_vehicle,
        {
            "vehicle": Parameter("the vehicle that is hit", words=tuple(vehicles())),
            "s": Parameter("the Strength of each hit", None, (0, 12)),
            "hits": Parameter("how many hits it takes", 1, (1, 20)),
        },
    ),
    OddsQuestion(
        "ram",
        "A ramming action: whether the target swerves, and the points of damage of both.",
        _ram,
        {
            "kind": Parameter(
                "which ramming action", words=("head-on", "t-bone", "shunt", "rake", "sideswipe")
            ),
            "a": Parameter("who rams", words=_SIZES),
            "b": Parameter("who is rammed", words=_SIZES),
            "b_ld": Parameter(
                "the Leadership of b's driver; none: it cannot swerve", "none", (0, 12), ("none",)
            ),
        },
        named.RAM,
    ),
    OddsQuestion(
        "grenade",
        "A thrown grenade: where it comes down.",
        _grenade,
        {
            "bs": asked.skill("the thrower's Ballistic Skill"),
            "mods": asked.MODS,
            "in_range": flag("whether the target is within the throw", 1),
        },
        named.GRENADE,
    ),
    OddsQuestion(
        "bottle", "A bottle test: Ld or less on 2D6 passes.", _bottle, asked.LEADERSHIP, named.BOTTLE
    ),
    OddsQuestion(
        "fire",
        "A fire: whether it goes out or does a Strength 4 hit.",
        _fire,
        {"helpers": Parameter("how many help to put it out", 0, (0, 20))},
    ),
)
