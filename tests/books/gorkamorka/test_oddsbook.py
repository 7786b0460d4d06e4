"""The odds questions of the book, beside enumeration by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from warbook.books.gorkamorka.mob.data import damage_tables, fighters, vehicles
from warbook.books.gorkamorka.mob.written import Recruit
from warbook.books.gorkamorka.odds.named import person
from warbook.books.gorkamorka.odds.oddsbook import QUESTIONS
from warbook.core.oddsbook import Answered

FACES = range(1, 7)


def ask(id: str, **given: int | str) -> Answered:
    question = QUESTIONS[id]
    answered = question.answer(**{**question.defaults, **given})
    assert sum(answered.outcomes.values()) == 1
    return answered


def test_the_nine_questions():
    assert list(QUESTIONS) == [
        "shot",
        "burst",
        "fight",
        "thrusts",
        "hit-vehicle",
        "ram",
        "grenade",
        "bottle",
        "fire",
    ]
    assert list(QUESTIONS["ram"].defaults) == ["kind", "a", "b", "b_ld"]
    assert QUESTIONS["thrusts"].defaults == {"first": 2, "second": 3, "later": 4, "tries": 3}


def test_a_plain_shot():
    answered = ask("shot", bs=3, s=3, t=4, ammo=4)
    assert answered.outcomes == {
        "miss": Fraction(1, 2), "no-wound": Fraction(1, 3), "saved": 0, "wounded": 0,
        "flesh-wound": Fraction(1, 18), "down": Fraction(1, 12), "out": Fraction(1, 36),
    }  # fmt: skip
    assert answered.also == {
        "hit": Fraction(1, 2),
        "ammo-fails": Fraction(1, 12),
        "explodes": Fraction(1, 216),
    }


def test_ammo_of_a_shot():
    assert ask("shot", bs=3, s=3, t=4).also["ammo-fails"] == 0 == ask("shot", bs=3, s=3, t=4).also["explodes"]
    assert ask("shot", bs=3, s=3, t=4, ammo="auto").also["ammo-fails"] == Fraction(1, 6)
    assert ask("shot", bs=0, mods=-9, s=3, t=4, ammo=6).also["ammo-fails"] == Fraction(5, 36)
    assert ask("shot", bs=0, mods=-9, s=3, t=4).outcomes["miss"] == 1


def test_a_shot_with_saves_wounds_and_damage_beside_a_twin():
    """BS 4 at -1, S 6 against T 4, W 2, save 4+ at -1 (5+), damage D3."""
    counted: Counter = Counter()
    for aim, wound, save, damage in product(FACES, FACES, FACES, (1, 2, 3)):
        share = Fraction(1, 648)
        if aim < 4:
            counted["miss"] += share
        elif wound < 2:
            counted["no-wound"] += share
        elif save >= 5:
            counted["saved"] += share
        elif damage == 1:
            counted["wounded"] += share
        else:
            for rolls in product(FACES, repeat=damage - 1):
                fate = "out" if 6 in rolls else "down" if max(rolls) > 2 else "flesh-wound"
                counted[fate] += share / 6 ** (damage - 1)
    answered = ask("shot", bs=4, mods=-1, s=6, t=4, w=2, save=4, save_mod=-1, damage="D3")
    assert answered.outcomes == {name: counted[name] for name in answered.outcomes}


@pytest.mark.parametrize(("save_mod", "saved"), [(0, 0), (1, Fraction(1, 6)), (-1, 0)])
def test_a_helpful_modifier_saves_who_has_no_armour(save_mod, saved):
    assert ask("shot", bs=5, s=10, t=1, save_mod=save_mod).outcomes["saved"] == Fraction(25, 36) * saved


def test_a_burst_beside_a_twin():
    """One die, BS 3, wounds on 5+, ammo 4+."""
    shots = {0: 1, 1: 2, 2: 2, 3: 1}
    hit = {
        "unhurt": Fraction(5, 6),
        "flesh-wound": Fraction(1, 18),
        "down": Fraction(1, 12),
        "out": Fraction(1, 36),
    }
    order = ["unhurt", "flesh-wound", "down", "out"]
    states: Counter = Counter()
    fine = whole = Fraction(0)
    for number, faces in shots.items():
        chance = Fraction(faces, 6)
        spread = {"unhurt": Fraction(1)}
        for _ in range(number):
            after: Counter = Counter()
            for (before, p), (came, q) in product(spread.items(), hit.items()):
                after[max(before, came, key=order.index)] += p * q
            spread = dict(after)
        for state, p in spread.items():
            states[state] += chance * p
        calls = 1 if not number else 0
        fine += chance * Fraction(1, 2) ** calls * Fraction(11, 12) ** number
        whole += chance * Fraction(35, 36) ** calls * (1 - Fraction(1, 216)) ** number
    answered = ask("burst", dice=1, bs=3, s=3, t=4)
    assert answered.outcomes == {"wounded": 0, **states}
    assert answered.means == {"jams": Fraction(1, 6)}
    assert answered.also == {"ammo-fails": 1 - fine, "explodes": 1 - whole}


def test_a_burst_at_somebody_with_many_wounds():
    """Wounds on 2+: wounded unless no shot wounds; ten wounds outlast three shots."""
    wounds = Fraction(1, 2) * Fraction(5, 6)
    unhurt = sum(Fraction(faces, 6) * (1 - wounds) ** n for n, faces in {0: 1, 1: 2, 2: 2, 3: 1}.items())
    answered = ask("burst", dice=1, bs=3, s=10, t=3, w=10)
    assert answered.outcomes["unhurt"] == unhurt and answered.outcomes["wounded"] == 1 - unhurt


def test_a_burst_of_three_dice_with_heavy_damage():
    answered = ask("burst", dice=3, bs=4, s=6, t=4, w=2, save=5, save_mod=-1, damage="D6")
    assert answered.means["jams"] == Fraction(1, 2) and 0 < answered.outcomes["out"] < 1
    assert ask("burst", dice=3, bs=4, s=6, t=4, ammo="none").also == {"ammo-fails": 0, "explodes": 0}


PLAIN = {"a_ws": 3, "a_a": 1, "a_s": 3, "a_i": 3, "b_ws": 3, "b_a": 1, "b_s": 3, "b_i": 2}


def test_a_fight_on_the_ground_beside_a_twin():
    """T 3, so wounds on 4+; Down is out: two thirds of all wounds put out, one third are flesh wounds."""
    won: Counter = Counter()
    for ours, theirs in product(FACES, repeat=2):
        won[ours + (theirs == 1) - theirs - (ours == 1) or 1] += Fraction(1, 36)
    answered = ask("fight", **PLAIN)
    assert answered.outcomes == {
        "standoff": 0,
        **{f"a+{n}" if n > 0 else f"b+{-n}": p for n, p in won.items()},
    }
    unhurt = sum(p * (Fraction(1, 2) if n > 0 else 1) ** max(n, 0) for n, p in won.items())
    kept = sum(p * Fraction(2, 3) ** max(n, 0) for n, p in won.items())  # no injury of 3 or more
    assert answered.also["b-out"] == 1 - kept and answered.also["b-flesh"] == kept - unhurt
    assert answered.also["b-down"] == 0 and "b-overboard" not in answered.also


@pytest.mark.rule("gce.hand-to-hand.two-weapons", "gce.hand-to-hand.knife", "gce.weapon.hth-save-varies")
@pytest.mark.parametrize(
    ("weapons", "figures"),
    [
        ((), (3, 0, 1)),
        (("choppa",), (4, 0, 2)),  # beside the knife that everybody has
        (("slugga", "slugga"), (3, 0, 2)),
        (("shoota", "choppa", "slugga"), (4, 0, 1)),  # the shoota takes both hands
        (("uge_choppa",), (5, 0, 1)),  # the modifier is that of his own Strength
        (("krak_stikkbombz",), (3, 0, 1)),
    ],
)
def test_who_is_known_by_name_fights_with_what_he_carries(weapons: tuple[str, ...], figures: tuple[int, ...]):
    boy = person("Boy", "Boyz", fighters()["ork_boy"], Recruit("ork_boy", weapons=weapons))
    assert (boy.sets["s"], boy.sets["save_mod"], boy.sets["weapons"]) == figures


@pytest.mark.rule("gce.weapon.hth-save-varies")
def test_a_weapon_that_adds_strength_takes_no_more_off_a_save():
    plain, own = (ask("fight", **{**PLAIN, "a_s": 5}, b_save=4, a_save_mod=mod) for mod in ("strength", 0))
    assert ask("fight", **{**PLAIN, "a_s": 5}, b_save=4) == plain
    assert plain.also["b-out"] / own.also["b-out"] > 1
    hit = ask("fight", **{**PLAIN, "a_s": 5}, b_save=4, a_save_mod=-2)
    assert hit == plain


def test_outnumbering_and_second_weapons_give_dice_and_points():
    two = ask("fight", **PLAIN, a_weapons=2)
    assert two.outcomes == ask("fight", **{**PLAIN, "a_a": 2}).outcomes
    assert (
        ask("fight", **PLAIN, a_outnumber=1).outcomes
        == ask("fight", **{**PLAIN, "a_a": 2, "a_ws": 4}).outcomes
    )
    assert (
        ask("fight", **PLAIN, b_outnumber=2, b_weapons=2).outcomes
        == ask("fight", **{**PLAIN, "b_a": 4, "b_ws": 5}).outcomes
    )
    assert ask("fight", **PLAIN, charging=1).outcomes == ask("fight", **{**PLAIN, "a_ws": 4}).outcomes
    assert ask("fight", **PLAIN, charging=1, obstacle=1).outcomes == ask("fight", **PLAIN).outcomes


def test_a_fight_aboard():
    aboard = ask("fight", **PLAIN, aboard=1)
    lost = sum(chance for name, chance in aboard.outcomes.items() if name.startswith("b+"))
    assert 0 < aboard.also["a-overboard"] < lost
    assert aboard.also["a-down"] > 0 and aboard.also["a-out"] < ask("fight", **PLAIN).also["a-out"]
    tough = ask("fight", **{**PLAIN, "a_t": 10, "b_t": 10}, aboard=1)
    assert tough.also["a-overboard"] + tough.also["b-overboard"] == 1
    assert tough.also["a-out"] == tough.also["b-flesh"] == 0


def test_the_fall_is_saved_without_modifier():
    fight = {**PLAIN, "a_t": 10, "a_s": 1, "b_t": 4}  # S 1 against T 4 wounds on 6, the fall on 5+
    bare, plated = ask("fight", **fight, aboard=1), ask("fight", **fight, aboard=1, b_save=4)
    lost = {int(name[2:]): chance for name, chance in bare.outcomes.items() if name.startswith("a+")}

    def unhurt(wound, fall):
        return sum(chance * (1 - wound) ** hits for hits, chance in lost.items()) * (1 - fall)

    def sound(answered):
        hurt = answered.also["b-out"] + answered.also["b-down"] + answered.also["b-flesh"]
        return sum(lost.values()) - hurt

    assert sound(bare) == unhurt(Fraction(1, 6), Fraction(1, 3))
    assert sound(plated) == unhurt(Fraction(1, 12), Fraction(1, 6))


def test_saves_in_a_fight_vary_with_strength():
    weak, strong = ({**PLAIN, "a_s": s, "b_t": 10} for s in (7, 8))
    ratio = [
        ask("fight", **each, b_save=2).also["b-out"] / ask("fight", **each).also["b-out"]
        for each in (weak, strong)
    ]
    assert ratio[0] < ratio[1]  # 2+ at -4 saves on 6, at -5 never
    assert ratio[1] == 1


def test_thrusts():
    assert ask("thrusts").outcomes == {
        "0": Fraction(1, 6),
        "1": Fraction(5, 18),
        "2": Fraction(5, 18),
        "3": Fraction(5, 18),
    }
    assert ask("thrusts", tries=1).outcomes == {"0": Fraction(1, 6), "1": Fraction(5, 6)}
    assert ask("thrusts", tries=5).outcomes["5"] == Fraction(5, 72)


@pytest.mark.parametrize("vehicle", list(vehicles()))
@pytest.mark.parametrize(("s", "hits"), [(3, 1), (5, 3)])
def test_hits_on_every_vehicle_beside_a_twin(vehicle, s, hits):
    kind = vehicles()[vehicle]
    there = [part for part in kind.locations if part.location != "absent"]
    through: Counter = Counter()
    effects: Counter = Counter()
    for part, die in product(there, FACES):
        if die + s < part.armour:
            continue
        share = Fraction(1, 6 * len(there))
        through[part.location] += share
        for row in damage_tables()[kind.damage_table][part.location]:
            effects[row.effect] += share / 6
    answered = ask("hit-vehicle", vehicle=vehicle, s=s, hits=hits)
    assert list(answered.outcomes) == [str(number) for number in range(hits + 1)]
    assert answered.outcomes["0"] == (1 - sum(through.values())) ** hits
    assert answered.outcomes[str(hits)] == sum(through.values()) ** hits
    for name, chance in answered.also.items():
        assert chance == 1 - (1 - (through[name] or effects[name])) ** hits, name
    assert set(through) | set(effects) <= set(answered.also)


def test_rams():
    answered = ask("ram", kind="t-bone", a="big", b="big", b_ld=7)
    assert answered.outcomes["swerved"] == Fraction(7, 12) and answered.outcomes["a1 b3"] == Fraction(5, 36)
    assert answered.means == {"a-damage": Fraction(5, 12), "b-damage": Fraction(5, 6)}
    head_on = ask("ram", kind="head-on", a="big", b="bike", b_ld=12)
    assert head_on.outcomes["swerved"] == 0 and head_on.outcomes["a1 b6"] == Fraction(1, 6)
    assert head_on.also == {"a-immobilised": 0, "b-immobilised": Fraction(1, 2)}
    assert ask("ram", kind="head-on", a="big", b="big").means == {
        "a-damage": Fraction(7, 2),
        "b-damage": Fraction(7, 2),
    }
    assert ask("ram", kind="shunt", a="bike", b="big").outcomes == {"swerved": 0, "a0 b0": 1}
    assert ask("ram", kind="rake", a="big", b="bike").outcomes["a0 b3"] == Fraction(1, 9)
    assert ask("ram", kind="sideswipe", a="big", b="big").outcomes == {
        "swerved": 0, **{f"a{a} b{b}": Fraction(1, 4) for a in (0, 1) for b in (0, 1)}
    }  # fmt: skip


def test_grenades():
    answered = ask("grenade", bs=3)
    assert answered.outcomes["on-target"] == Fraction(1, 2) and answered.outcomes["3 off"] == Fraction(1, 18)
    assert answered.outcomes["dud"] == Fraction(1, 3) * Fraction(5, 36)
    table = Fraction(1, 6) + Fraction(1, 3) * Fraction(1, 36)
    names = ("in-hand", "astray", "asleep", "dropped")
    assert [answered.outcomes[name] / table for name in names] == [Fraction(n, 6) for n in (1, 2, 2, 1)]
    assert ask("grenade", bs=10, in_range=0).outcomes["on-target"] == 0
    assert list(answered.outcomes) == [
        "on-target",
        "1 off",
        "2 off",
        "3 off",
        "4 off",
        "5 off",
        "dud",
        *names,
    ]


def test_bottle_and_fire():
    assert ask("bottle", ld=7).outcomes == {"pass": Fraction(7, 12), "fail": Fraction(5, 12)}
    assert ask("fire").outcomes == {"goes-out": Fraction(1, 6), "hit": Fraction(5, 6)}
    assert (
        ask("fire", helpers=2).outcomes["goes-out"] == Fraction(1, 2)
        and ask("fire", helpers=5).outcomes["hit"] == 0
    )
