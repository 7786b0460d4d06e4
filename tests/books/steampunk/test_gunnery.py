"""Fire at units: who fires what, what the dice do, and what weapons do besides."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest

from tests.books.steampunk.position import Position, at, table
from tests.kit.script import a, sealed
from warbook.books.steampunk.army.data import equipment_of
from warbook.books.steampunk.damage.harm import apply
from warbook.books.steampunk.ground import spot
from warbook.books.steampunk.gunnery.aiming import aims_at
from warbook.books.steampunk.gunnery.arms import broken_mark
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.gunnery.shots import charge_of
from warbook.books.steampunk.pending import Gain, Spread
from warbook.books.steampunk.state import AimToken
from warbook.core.questions import Choose, Form
from warbook.core.state import clone


def fired(play: Position, step: int = 1, dice: str = "", answers: list[object] | None = None) -> list[int]:
    """The results of all damage on regular tables, in the order they were rolled."""
    play.run(gunnery, step, dice=dice, answers=answers or [])
    return [blow.result for blow in play.battle.blows if blow.table == "regular"]


def options(
    play: Position, part: str, step: int = 1, answers: list[object] | None = None
) -> dict[str, object]:
    """The open options of a part of the form."""
    form = play.question(gunnery, step, answers=answers or [])
    assert isinstance(form, Form)
    choose = form.parts[part]
    assert isinstance(choose, Choose)
    return {option.id: option for option in choose.open()}


def gains(play: Position) -> set[tuple[str, str, int, int]]:
    return {(gain.unit, gain.token, gain.count, gain.strength) for gain in play.battle.gains}


# ---------------------------------------------------------------- who fires


@pytest.mark.rule(
    "spf.army.models-fire-independently", "spf.fire.basic", "spf.orders.fire", "spf.damage.sequence"
)
def test_each_model_rolls_to_hit_and_hits_roll_damage() -> None:
    play = table("dwarf.dwarf-infantry A 5.6 still gunnery=fire,- loaded=dwarf.musket:1   ork.grunt x 5.3")
    # needs 4+: hit, damage 5-2; miss; hit, damage 1-2; miss
    assert fired(play, dice="4 5  3  6 1  1", answers=[a("x")]) == [3, -1]
    assert [roll.need for roll in play.rolled("spf.fire.basic")] == [4] * 4
    assert play["A"].loaded == {"dwarf.musket": 0}
    assert {blow.unit for blow in play.battle.blows} == {"x"}


SMG = "dark-elf.elite-mechanical-cavalry A 5.6 {} living=0 gunnery=fire,fire   ork.{} x {}"


@pytest.mark.rule("spf.fire.open-ended", "spf.G6")
def test_a_need_above_six_is_told_as_such() -> None:
    """8+: good shot, long range, and the target fast in a forest."""
    play = table(SMG.format("slow", "warg-rider", "5.2 fast   forest 5.2"))
    preview = options(play, "A/1")["x"].preview()  # type: ignore[attr-defined]
    why = "8+ in all: a 6, then 5+ on each of 2 further dice"
    assert (preview.need, why in [line.why for line in preview.modifiers]) == (
        "2 dice at 6+, then 5+, then 5+",
        True,
    )
    play.run(gunnery, 1, dice="6 5 4  5", answers=[a("x")])
    assert [(roll.need, roll.modifiers[-1].why) for roll in play.rolled("spf.fire.basic")] == [(6, why)] * 2
    assert [(roll.need, roll.faces) for roll in play.rolled("spf.fire.open-ended")] == [(5, (5,)), (5, (4,))]


@pytest.mark.rule("spf.fire.basic", "spf.G5")
def test_what_cannot_miss_needs_one() -> None:
    """Good shot, at point blank, both still, at a huge target: 5 - 5."""
    play = table(SMG.format("still", "troll", "5.5 still"))
    assert options(play, "A/1")["x"].preview().need == "2 dice at 1+"  # type: ignore[attr-defined]
    play.run(gunnery, 1, dice="1 1  1 1  1", answers=[a("x")])
    assert [roll.need for roll in play.rolled("spf.fire.basic") if roll.by == "A"] == [1, 1]


@pytest.mark.rule("spf.orders.fire-not-compulsory")
def test_nobody_has_to_fire() -> None:
    play = table("dwarf.dwarf-infantry A 5.6 still gunnery=fire,- loaded=dwarf.musket:1   ork.grunt x 5.3")
    assert fired(play, answers=[a("hold")]) == []
    assert play["A"].loaded == {"dwarf.musket": 1}


@pytest.mark.rule("spf.orders.fire", "spf.fire.target", "spf.angles.firing", "spf.fire.mod-range")
def test_targets_out_of_angle_range_or_sight_are_barred_with_the_rule() -> None:
    play = table(
        """
        elf.elf-infantry A 5.14 still equip=at-rifle gunnery=fire,- loaded=elf.at-rifle:1
        ork.grunt v 5.12   ork.grunt w 7.14   ork.grunt x 5.2   ork.grunt y 5.9   forest 5.10
        """,
        rows=16,
    )
    choose = play.question(gunnery, 1).parts["A/1"]
    barred = {option.id: option.barred.rule for option in choose.options if option.barred}
    assert set(options(play, "A/1")) == {"hold", "v"}
    assert barred == {"w": "spf.angles.firing", "x": "spf.fire.mod-range", "y": "spf.fire.target"}
    (hidden,) = (option for option in choose.options if option.id == "y")
    assert hidden.why_not == "is out of sight: behind forest in hex 5.10"
    assert hidden.hindered().spot == spot(play.battle, at("5.10"))


@pytest.mark.rule("spf.fire.mod-range")
def test_beyond_twice_the_range_nothing_is_asked() -> None:
    play = table("dwarf.dwarf-infantry A 5.9 still gunnery=fire,- loaded=dwarf.musket:1   ork.grunt x 5.2")
    assert fired(play) == []  # distance 7, range 3
    play["x"].at(at("5.3"))
    assert set(options(play, "A/1")) == {"hold", "x"}


@pytest.mark.rule("spf.army.models-fire-independently", "spf.fire.target")
def test_models_may_fire_at_different_units_and_declare_before_any_die() -> None:
    """Rulings A5, G11."""
    play = table("""
        spartan.peltasts A 5.6 still gunnery=fire,-   ork.grunt x 5.4   ork.grunt y 5.4
    """)  # fmt: skip
    assert set(options(play, "A/1")) == {"hold", "x", "y", "each"}
    play.run(gunnery, 1, dice="6 4  6 6", answers=[a("each"), a({"A/1.1": "y", "A/1.2": "x"})])
    assert [(blow.unit, blow.result) for blow in play.battle.blows] == [("y", 2), ("x", 4)]
    together = table(
        "spartan.peltasts A 5.6 still gunnery=fire,-   ork.grunt x 5.4   ork.grunt y 5.4", split_fire=False
    )
    assert set(options(together, "A/1")) == {"hold", "x", "y"}


def test_without_split_fire_all_groups_of_a_unit_fire_at_one_target() -> None:
    play = table(
        """
        elf.elf-infantry A 5.6 still gunnery=fire,- loaded=elf.rifle:1 replace=elite-elf-infantry
        ork.grunt x 5.3   ork.grunt y 5.3
        """,
        split_fire=False,
    )
    form = play.question(gunnery, 1, answers=[a("y")])
    assert [option.id for option in form.parts["A/2"].open()] == ["hold", "y"]


@pytest.mark.rule("spf.orders.simultaneous", "spf.turn.simultaneous", "spf.fire.target", "spf.W24")
def test_both_sides_declare_at_once_and_nobody_falls_before_firing() -> None:
    """Ruling T2: no shot profits from another of the same step. The nations have different ranks."""
    play = table("""
        spartan.peltasts A 5.6 still gunnery=fire,-
        ork.grunt z 1.1   spartan.peltasts x 5.4 still gunnery=fire,-
    """)  # fmt: skip
    answers: list[object] = [sealed(a="x", b="A")]
    assert fired(play, dice="6 6 6 6  6 6 6 6", answers=answers) == [4, 4, 4, 4]
    assert play["x"].future == 0 and play["A"].living == [0, 1]


@pytest.mark.rule("spf.ability.hidden-protection")
def test_hidden_units_neither_fire_nor_are_fired_at() -> None:
    play = table("spartan.peltasts A 5.6 still gunnery=fire,-   dark-elf.assassin x 5.4 hidden")
    assert fired(play) == []
    play["A"].hidden = True
    play["x"].hidden = False
    assert fired(play) == []


@pytest.mark.rule("spf.orders.gunnery-default", "spf.ability.shaken-orders")
@pytest.mark.ability("fires-while-shaken")
def test_a_shaken_unit_does_not_fire_unless_it_may() -> None:
    play = table("spartan.peltasts A 5.6 still gunnery=fire,- shaken=1   ork.grunt x 5.4")
    assert fired(play) == []
    play = table("""
        dwarf.mini-zeppelin A 5.6 slow gunnery=fire,- shaken=1 living=0 loaded=dwarf.axethrower-machine:1
        ork.grunt x 5.4
    """)  # fmt: skip
    assert fired(play, dice="1 1", answers=[a("x")]) == []


# ---------------------------------------------------------------- odds


@pytest.mark.rule("spf.damage.table-lookup", "spf.damage.armor-result")
def test_the_preview_is_what_counting_all_dice_gives() -> None:
    """Two shots, 5+, AP 2+1 against armor 0 and d6-1+1: worst of both on the target's table."""
    play = table(
        "spartan.hoplites A 5.6 slow gunnery=-,fire living=0/1 loaded=spartan.javelin:1  elf.e34 x 5.5 north"
    )
    option = options(play, "A/1", 2)["x"]
    shown = option.preview()  # type: ignore[attr-defined]
    # point blank: 4+ to hit; back armor 8 less AP 3: five dice; d6-1+1, -3 if partly blocked
    lines = [(1, "+1 to future damage"), (3, "shaken"), (5, "critical"), (9, "destroyed")]
    single: dict[str, Fraction] = {}
    for hit, face in product(range(1, 7), range(1, 7)):
        for stopped in range(6):
            chance = Fraction(1, 36) * _binomial(5, stopped)
            result = face - 3 * (stopped == 1)
            worst = [words for low, words in lines if result >= low]
            fate = "miss" if hit < 4 else "blocked" if stopped > 1 else worst[-1] if worst else "no damage"
            single[fate] = single.get(fate, Fraction(0)) + chance
    order = ["miss", "blocked", "no damage", *(words for _, words in lines)]
    below, expected = Fraction(0), []
    for number in range(len(order)):
        up_to = sum((single.get(name, Fraction(0)) for name in order[: number + 1]), Fraction(0)) ** 2
        expected += [up_to - below] if up_to > below else []
        below = up_to
    assert [chance for _, chance in shown.outcomes] == expected
    assert shown.need == "2 dice at 4+"
    assert [(each.value, each.rule) for each in shown.modifiers[:2]] == [
        (5, "spf.fire.basic"),
        (1, "spf.fire.mod-range"),
    ]
    assert {each.rule for each in shown.modifiers[2:]} == {"spf.damage.range-table"}


def _binomial(count: int, successes: int) -> Fraction:
    total = sum(sum(face >= 5 for face in faces) == successes for faces in product(range(1, 7), repeat=count))
    return Fraction(total, 6**count)


# ---------------------------------------------------------------- shared and fixed weapons


@pytest.mark.rule("spf.army.shared-fire", "spf.army.shared-unloads-all")
def test_either_the_shared_weapon_once_or_the_models_own() -> None:
    """Ability shared."""
    text = """
        ork.ork-infantry A 5.6 still equip=hand-held-cannon gunnery=fire,-
        loaded=ork.ork-musket:1/ork.hand-held-cannon:1   elf.e34 x 5.3 south
    """.replace("\n        loaded", " loaded")
    play = table(text)
    form = play.question(gunnery, 1)
    assert list(form.parts) == ["A/1", "A/2"]
    play.run(
        gunnery, 1, dice="5  1  6", answers=[a({"A/1": "x", "A/2": "x"})]
    )  # bad shot, still: 5+; armor 10-9
    assert [blow.result for blow in play.battle.blows] == [9]  # d6, +3 through all armor
    assert not any(play["A"].loaded.values())
    own = table(text)
    own.run(gunnery, 1, dice="1 1 1 1", answers=[a({"A/1": "hold", "A/2": "x"})])
    assert not any(own["A"].loaded.values())


@pytest.mark.rule("spf.army.shared-to-hit")
def test_the_shared_weapon_is_fired_by_the_best_shot() -> None:
    play = table("""
        spartan.hoplites A 5.6 still equip=hand-scorpion replace=spartiate gunnery=fire,-
        loaded=spartan.hand-scorpion:1   ork.grunt x 5.3
    """.replace("\n        loaded", " loaded"))  # fmt: skip
    play.run(gunnery, 1, dice="1", answers=[a("x")])
    assert play.rolled("spf.fire.basic")[0].need == 3  # still, good shot


@pytest.mark.rule("spf.angles.fixed-weapons", "spf.angles.fixed-weapons-count", "spf.angles.symmetric")
def test_fixed_guns_fire_all_at_once_each_in_its_direction() -> None:
    """The Bronze Titan's [x2,x1,x1,-]; ruling G1."""
    play = table("spartan.bronze-titan A 5.5 north slow gunnery=-,fire   ork.grunt z 2.1")
    for number, direction in enumerate(range(6)):
        unit = table("ork.grunt x 1.1")["x"]
        unit.id, unit.number, unit.kind = f"x{number}", -1, "ork.grunt"
        unit.at(play["A"].hex.towards(direction, 2))
        play.battle.units.append(unit)
    form = play.question(gunnery, 2)
    aims = {key: [option.id for option in part.open()] for key, part in form.parts.items()}
    ids = [[id for id in ids if id[0] == "x"] for ids in aims.values()]
    assert ids == [["x0"], ["x1"], ["x2"], ["x4"], ["x5"]]
    answers = {key: next(id for id in ids if id[0] == "x") for key, ids in aims.items()}
    play.run(gunnery, 2, dice="1 1 1 1 1 1", answers=[a(answers)])
    assert len(play.rolled("spf.fire.basic")) == 6


@pytest.mark.rule("spf.ability.misfire")
@pytest.mark.ability("misfire")
def test_a_misfire_loses_the_action_and_keeps_the_ammunition() -> None:
    """Ability misfire; ruling P21."""
    play = table("spartan.bronze-titan A 5.5 slow gunnery=-,fire loaded=spartan.culverin:1   ork.grunt x 5.1")
    answers: list[object] = [a({"A/1": "x", "A/6": "x"})]  # the culverin instead of the hull scorpions
    assert fired(play, 2, dice="1", answers=answers) == []
    assert play["A"].loaded == {"spartan.culverin": 1}
    assert fired(play, 2, dice="2  6 4", answers=answers) == [7]
    assert play["A"].loaded == {"spartan.culverin": 0}


# ---------------------------------------------------------------- what is fired together


@pytest.mark.ability("fires-all-together", "fires-in-addition", "uses-all-weapons")
def test_weapons_that_fire_together() -> None:
    """Abilities fires-all-together, uses-all-weapons, same-angle, fires-in-addition, pairs."""
    for text, parts in (
        (
            "dark-elf.queen-yy A 5.6 slow gunnery=-,fire"
            " loaded=dark-elf.acid-cannon:1/dark-elf.heavy-rifle:1",
            2,
        ),
        (
            "ork.bioengineered-ork A 5.6 still equip=ork-pistol gunnery=-,fire"
            " loaded=ork.ork-musket:1/ork.ork-pistol:1",
            2,
        ),
        (
            "ork.ork-infantry A 5.6 still equip=ork-pistol/ork-pistol gunnery=-,fire loaded=ork.ork-pistol:2",
            1,
        ),
    ):
        play = table(f"{text}   gnome.gnome-motorcycle x 5.3")
        assert len(play.question(gunnery, 2).parts) == parts, text
    orks = table(
        "ork.bioengineered-ork A 5.6 still gunnery=-,fire loaded=ork.ork-musket:1   elf.elk-cavalry x 5.3"
    )
    assert fired(orks, 2, dice="1 1 1 1 1 1 1 1", answers=[a("x")]) == []  # two muskets each
    pistols = table("""
        ork.ork-infantry A 5.6 still equip=ork-pistol/ork-pistol gunnery=-,fire living=0
        loaded=ork.ork-pistol:2   elf.elk-cavalry x 5.3
    """.replace("\n        loaded", " loaded"))  # fmt: skip
    assert fired(pistols, 2, dice="1 1", answers=[a("x")]) == []
    robots = table("""
        dark-elf.roboprosthetic-darkelf A 5.6 still equip=integrated-pistol gunnery=-,fire living=0
        loaded=dark-elf.rifle:1   ork.grunt x 5.5
    """.replace("\n        loaded", " loaded"))  # fmt: skip
    form = robots.question(gunnery, 2)
    assert [part.text.partition(": ")[2] for part in form.parts.values()] == ["Rifle", "Integrated Pistol"]


@pytest.mark.ability("loaded-with", "same-angle")
def test_the_twin_rifle_fires_into_the_angle_of_the_main_gun() -> None:
    """Abilities same-angle, loaded-with and one-target."""
    play = table("""
        elf.e34 A 5.6 north slow gunnery=-,fire loaded=elf.main-tank-gun:1
        ork.grunt x 5.4   ork.grunt y 7.6   ork.grunt z 5.4
    """)  # fmt: skip
    assert list(play.question(gunnery, 2).parts) == ["A/1"]
    after = play.question(gunnery, 2, answers=[a("x")])
    assert [option.id for option in after.parts["A/2"].open()] == ["hold", "x", "z"]
    assert [option.label for option in after.parts["A/2"].open()][1:] == ["Twin Rifle at Grunt"] * 2
    free = play.question(gunnery, 2, answers=[a("hold")])
    assert [option.id for option in free.parts["A/2"].open()] == ["hold", "x", "y", "z"]
    play.run(gunnery, 2, dice="1  1 1", answers=[a("x"), a("z")])
    play["A"].loaded["elf.main-tank-gun"] = 1
    play["A"].marks[broken_mark("elf.main-tank-gun", 0)] = 1
    alone = play.question(gunnery, 2)  # the main gun is broken: no angle binds the rifle
    assert {key: [option.id for option in part.open()] for key, part in alone.parts.items()} == {
        "A/1": ["hold", "x", "y", "z"]
    }


@pytest.mark.ability("twin-smg")
def test_two_submachine_guns_fire_with_the_main_gun() -> None:
    """Ability twin-smg: one into its angle, one forward, never with aim."""
    play = table("""
        elf.tattoo-ink A 5.6 north slow gunnery=fire,fire loaded=elf.gattle-gun:1
        ork.grunt x 5.4   ork.grunt y 7.6
    """)  # fmt: skip
    held = Position(clone(play.battle)).run(gunnery, 2, answers=[a("hold")])
    assert len(held.asked) == 1 and not held.rolled("spf.fire.basic")
    play["A"].aims = [AimToken(play["A"].q, play["A"].r, 1, 1)]
    after = play.question(gunnery, 2, answers=[a("y")])
    assert {key: [o.id for o in part.open()] for key, part in after.parts.items()} == {
        "A/2": ["hold", "y"],
        "A/3": ["hold", "x"],
    }
    play.run(gunnery, 2, dice="1  1 1  1 1", answers=[a("y"), a({"A/2": "y", "A/3": "x"})])
    assert [roll.need for roll in play.rolled("spf.fire.basic")] == [3, 5, 5, 5, 5]
    assert fired(play, 1) == []  # nothing loaded: the small guns alone do not fire


@pytest.mark.ability("linked-guns")
def test_linked_guns_fire_into_one_angle_each_at_its_own_target() -> None:
    play = table("""
        ork.speedhead A 5.4 north slow gunnery=fire(burst),load loaded=ork.speed-cannon:5
        elf.elk-cavalry x 5.6   elf.elk-cavalry y 5.6
    """)  # fmt: skip
    play.run(gunnery, 1, dice="1 1 1 1 1  1 1 1 1 1", answers=[a("x"), a("y")])
    assert play["A"].loaded["ork.speed-cannon"] == 0


@pytest.mark.ability("fires-both-sides")
def test_guns_on_both_sides() -> None:
    """Ability fires-both-sides, each with its own sweep (sweep one-angle)."""
    play = table("""
        elf.armored-oliphant-riders A 5.5 north slow gunnery=fire,fire(g) loaded=elf.oliphant-gatling-guns:1
        ork.grunt x 7.5   ork.grunt y 3.5
    """)  # fmt: skip
    play["x"].at(play["A"].hex.towards(1, 2))
    play["y"].at(play["A"].hex.towards(4, 2))
    form = play.question(gunnery, 2)
    chosen = {key: [option.id for option in part.open()] for key, part in form.parts.items()}
    assert chosen == {"A/1": ["hold", "0:sweep-south-west"], "A/2": ["hold", "0:sweep-north-east"]}


@pytest.mark.ability("free-fire", "idle-fires-reserve", "reserve")
def test_weapons_that_need_no_order() -> None:
    cavalry = table("dark-elf.elite-mechanical-cavalry A 5.6 slow   ork.grunt x 5.4")
    assert fired(cavalry, dice="1 1 1 1", answers=[a("x")]) == []
    cavalry["A"].shaken = 1
    assert fired(cavalry) == []
    gnomes = table("gnome.gnome-infantry A 5.6 still replace=gnome-elite-infantry   ork.grunt x 5.5")
    ids = set(options(gnomes, "A/1"))
    assert ids == {"hold", "0:x", "1:x", "2:x"}  # submachine gun, dart, balloon; the grinder is not loaded
    play = gnomes.run(gunnery, 1, dice="6", answers=[a("1:x")])
    assert gains(play) == {("x", "poison", 1, 4)}


@pytest.mark.ability("reserve")
def test_the_order_fire_res_has_every_model_fire_a_reserve_weapon() -> None:
    """Ability reserve: one for each model and step."""
    play = table("gnome.gnome-infantry A 5.6 still gunnery=fire(res),fire(res)   ork.grunt x 5.5")
    assert fired(play, dice="1 1 1 1", answers=[a("x")]) == []


@pytest.mark.ability("always-fires", "bullet-storm", "clears-forest", "sweep")
def test_the_troll_always_fires() -> None:
    """Abilities always-fires, sweep (front, long, all), bullet-storm (always), clears-forest."""
    play = table(
        "ork.troll A 5.6 north slow shaken=1"
        "   elf.elk-cavalry x 5.5 living=0/1   ork.grunt B 5.3   forest 5.5"
    )
    # elk cavalry at point blank in forest: terrible shot; the own grunts beyond the forest are out of sight
    results = fired(play, dice="6 1  4")
    assert results == [4 + 1]
    assert play.battle.ground_at(at("5.5")) == "rough"
    play["A"].unconscious = 1
    assert fired(play) == results


@pytest.mark.ability("shaken-silences-one-weapon-per-token")
def test_a_shaken_zeppelin_loses_a_weapon_for_each_token() -> None:
    text = (
        "dwarf.zeppelin A 5.6 north slow-flying gunnery=fire,- loaded=dwarf.zeppelin-gun:1/dwarf.fear-ray:1"
    )
    play = table(f"{text} shaken=1   ork.hammerhead x 5.4")
    asked = play.question(gunnery, 1)
    assert [option.id for option in asked.parts["A"].open()] == ["dwarf.fear-ray", "dwarf.zeppelin-gun"]
    after = play.question(gunnery, 1, answers=[a("dwarf.fear-ray")])
    assert [part.text.partition(": ")[2] for part in after.parts.values()] == ["Zeppelin Gun"]
    play["A"].shaken = 2
    assert fired(play) == []


# ---------------------------------------------------------------- how weapons fire


@pytest.mark.rule("spf.ability.burst")
@pytest.mark.ability("burst")
def test_a_burst_fires_all_its_shots_at_one_unit() -> None:
    play = table("""
        elf.pegasus-rider A 5.6 north slow gunnery=fire(burst),fire(bow) loaded=elf.shriek-smg-mounted:5
        ork.grunt x 5.5   ork.grunt y 5.5
    """)  # fmt: skip
    assert set(options(play, "A/1")) == {"hold", "x", "y"}  # not each rider at another unit
    play.run(gunnery, 1, dice="1 1 1 1 1  1 1 1 1 1", answers=[a("x")])
    assert len(play.rolled("spf.fire.basic")) == 10
    play["A"].loaded["elf.shriek-smg-mounted"] = 4
    play.run(gunnery, 1)  # nothing is asked, nothing is thrown


@pytest.mark.ability("one-target", "shots")
def test_shots_and_one_target() -> None:
    """Abilities shots and one-target: shots may go at different units unless the weapon forbids it."""
    text = "ork.grunt x 5.4   ork.grunt y 5.4"
    smg = table(f"dark-elf.elite-mechanical-cavalry A 5.6 slow living=0   {text}")
    assert "each" in options(smg, "A/1")
    rays = table(f"dwarf.zap A 5.6 north slow gunnery=fire,- loaded=dwarf.twin-fear-ray:1   {text}")
    assert "each" not in options(rays, "A/1")


@pytest.mark.ability("focus-fire")
def test_focus_fire_takes_the_place_of_the_sweep_with_aim() -> None:
    """Abilities focus-fire, sweep (one-angle, normal, enemies) and bullet-storm (unaimed)."""
    text = "elf.bear-rider A 5.6 north slow gunnery=-,fire loaded=elf.gatling-gun:1   ork.grunt x 5.4"
    play = table(text)
    assert list(options(play, "A/1", 2)) == ["hold", "0:sweep-north"]
    play.run(gunnery, 2, dice="1 1 1 1", answers=[a("0:sweep-north")])  # once for each of four grunts
    aimed = table(text)
    aimed["A"].aims = [AimToken(aimed["A"].q, aimed["A"].r, 1, 1)]
    assert list(options(aimed, "A/1", 2)) == ["hold", "0:sweep-north", "1:x"]
    aimed.run(gunnery, 2, dice="1 1 1 1 1 1", answers=[a("1:x")])
    assert [roll.need for roll in aimed.rolled("spf.fire.basic")] == [3] * 6
    assert aimed["A"].aims == []


@pytest.mark.ability("bullet-storm")
def test_a_natural_six_of_a_bullet_storm_hits_whatever_the_modifiers() -> None:
    play = table(
        "elf.bear-rider A 5.6 north slow gunnery=-,fire loaded=elf.gatling-gun:1"
        "   ork.grunt x 5.4 fast-flying living=0"
    )
    assert fired(play, 2, dice="6 3", answers=[a("0:sweep-north")]) == [2]  # it would need 7


@pytest.mark.ability("heavy-shot")
def test_the_heavy_shot() -> None:
    """Ability heavy-shot: four ammunition for one shot with other figures."""
    play = table("""
        ork.ork-infantry A 5.9 still equip=assault-musket gunnery=fire,fire gunnery_only=ork.assault-musket
        loaded=ork.assault-musket:4 living=0   elf.elk-cavalry x 5.5
    """.replace("\n        loaded", " loaded"))  # fmt: skip
    assert set(options(play, "A/1")) == {"hold", "0:x", "1:x"}
    assert fired(play, dice="4 3", answers=[a("1:x")]) == [2]  # distance 4 is normal range; d6-1
    assert play["A"].loaded == {"ork.assault-musket": 0}


@pytest.mark.ability("ranged-reroll")
def test_ranged_rerolls() -> None:
    """Ability ranged-reroll: a natural 6 lets two dice that missed be rolled again."""
    play = table("""
        ork.ork-infantry A 5.6 still equip=clockwork-monocular gunnery=-,fire loaded=ork.ork-musket:1
        elf.elk-cavalry x 5.4
    """)  # fmt: skip
    # 5+: four dice, then two of the three that missed again, then the damage of both hits
    assert fired(play, 2, dice="6 1 1 1  5 1  3 4", answers=[a("x")]) == [2, 3]


@pytest.mark.ability("ranged-reroll")
@pytest.mark.parametrize("waves", ["per-six", "per-wave"])
def test_the_preview_of_ranged_rerolls(waves: str) -> None:
    """Six dice at 5+, each 6 or each wave with 6s rolls two again; d6-1: bleeding from 2, dead from 4."""
    play = table("""
        ork.ork-infantry A 5.6 still living=0/1/2 gunnery=-,fire loaded=ork.ork-pistol:2 EQUIP
        elf.elk-cavalry x 5.4
    """.replace("EQUIP", "equip=ork-pistol/ork-pistol/clockwork-monocular"), ork_reroll=waves)  # fmt: skip
    hits = _waves(6, 0, waves)
    up_to = [sum(c * Fraction(n, 6) ** count for count, c in hits.items()) for n in (2, 4, 6)]
    expected = [hits[0], up_to[0] - hits[0], up_to[1] - up_to[0], up_to[2] - up_to[1]]
    shown = options(play, "A/1", 2)["x"].preview()  # type: ignore[attr-defined]
    assert shown.need == "6 dice at 5+"
    assert [chance for _, chance in shown.outcomes] == expected


@cache
def _waves(dice: int, failed: int, waves: str) -> dict[int, Fraction]:
    """How many hit in all, by every way the dice may fall: below 5, 5 or 6."""
    found: dict[int, Fraction] = {}
    for fell in product((4, 5, 6), repeat=dice):
        chance = prod((Fraction(4 if face == 4 else 1, 6) for face in fell), start=Fraction(1))
        missed, sixes = fell.count(4), fell.count(6)
        again = min(failed + missed, 2 * (sixes if waves == "per-six" else min(sixes, 1)))
        later = _waves(again, failed + missed - again, waves) if again else {0: Fraction(1)}
        for more, then in later.items():
            hit = dice - missed + more
            found[hit] = found.get(hit, Fraction(0)) + chance * then
    return found


@pytest.mark.ability("unstable-round")
def test_an_unstable_round_must_be_fired_next_turn_and_bursts() -> None:
    play = table("dwarf.dw42 A 5.6 north still gunnery=load(unstable),-   ork.grunt x 5.1")
    play.run(gunnery, 1)
    play.battle.turn += 1
    play["A"].gunnery = ""
    # not compulsory to have an order: it goes off, 1 target, 4+; then area 5+ with four dice, one hit
    results = fired(play, dice="4 2  5 1 1 1 6")
    assert results == [2 + 1 + 3, 6 - 2]
    assert play["A"].loaded == {"dwarf.tank-gun": 0}
    assert fired(play) == results
    wide = table("dwarf.dw42 A 5.6 north still gunnery=load(unstable),-   ork.grunt x 5.1")
    wide.run(gunnery, 1)
    wide.battle.turn += 1
    wide["A"].gunnery = ""
    assert fired(wide, dice="3") == []  # a miss bursts nowhere
    alone = table("dwarf.dw42 A 5.6 north still gunnery=load(unstable),-   ork.grunt x place=waiting")
    alone.run(gunnery, 1)
    alone.battle.turn += 1
    alone["A"].gunnery = ""
    alone.run(gunnery, 1)
    assert alone["A"].loaded == {"dwarf.tank-gun": 0}


@pytest.mark.ability("falls-short-on-friend", "natural-one-acids-self")
def test_the_guided_missile() -> None:
    """Abilities no-line-of-sight, to-hit, falls-short-on-friend, natural-one-acids-self; a range that is
    rolled."""
    text = """
        gnome.gnome-helicopter A 5.9 north still-flying replace=tinkerer-helicopter
        equip=experimental-guided-missile gunnery=aim,fire loaded=gnome.experimental-guided-missile:1
        gnome.quad-bike B 5.8   ork.grunt x 5.3   hills 5.6
    """.replace("\n        equip", " equip")
    play = table(text)
    part = next(key for key, part in play.question(gunnery, 2).parts.items() if "Missile" in part.text)
    everything = dict.fromkeys(play.question(gunnery, 2).parts, "hold")
    reaches = table(text).run(gunnery, 2, dice="1 5  1 3 4", answers=[a({**everything, part: "x"})])
    assert gains(reaches) == {("A", "minor-acid", 1, 0), ("x", "minor-acid", 1, 0)}
    short = table(text).run(gunnery, 2, dice="1 1  5 4 3", answers=[a({**everything, part: "x"})])
    assert [blow.unit for blow in short.battle.blows if blow.table == "regular"] == ["B"]
    assert ("B", "minor-acid", 1, 0) in gains(short)
    far = table(text.replace("B 5.8", "B 1.1").replace("x 5.3", "x 5.1"))
    far.run(gunnery, 2, dice="1 1  5 4 3", answers=[a({**everything, part: "x"})])  # beyond twice the 2
    hurt = {
        play: [blow.result for blow in play.battle.blows if blow.table == "regular"] for play in (short, far)
    }
    assert (hurt[short], hurt[far]) == ([5], [3])  # point blank and long range
    tank = table(text.replace("ork.grunt x 5.3", "elf.e34 x 5.3 south"))
    tank.run(gunnery, 2, dice="1 5  6  1 1 1 1 1  1", answers=[a({**everything, part: "x"})])
    assert [len(roll.faces) for roll in tank.rolled("spf.damage.armor-dice")] == [5]  # armor 10, all of AP 5


@pytest.mark.ability("natural-one-tokens-self", "one-shot-breaks")
def test_the_nailgun() -> None:
    """Abilities shots (rolled), natural-one-tokens-self, one-shot-breaks."""
    text = """
        gnome.gnome-infantry A 5.6 still replace=gnome-tinkerer equip=experimental-nailgun gunnery=fire,-
        loaded=gnome.experimental-nailgun:1 fired=gnome.mechanical-rat:1   ork.grunt x 5.4
    """.replace("\n        loaded", " loaded")
    play = table(text).run(gunnery, 1, dice="3  1 2 1", answers=[a("x")])
    assert gains(play) == {("A", "future", 1, 0)}
    broken = table(text).run(gunnery, 1, dice="1  6 6", answers=[a("x")])
    assert any(mark.startswith("broken gnome.experimental-nailgun") for mark in broken["A"].marks)


@pytest.mark.ability("natural-six-sets-on-fire", "overheats")
def test_the_plasma_gun_overheats() -> None:
    text = """
        gnome.gnome-infantry A 5.6 still replace=gnome-tinkerer equip=experimental-plasma-gun gunnery=fire,-
        loaded=gnome.experimental-plasma-gun:1 fired=gnome.mechanical-rat:1   ork.grunt x 5.4
    """.replace("\n        loaded", " loaded")
    play = table(text).run(gunnery, 1, dice="2 3", answers=[a("x")])
    (blow,) = play.battle.blows
    assert (blow.unit, blow.result, blow.cause) == ("A", 3, "fire")
    tinkerer = play["A"].living.index(blow.model)
    assert blow.model >= 0 and tinkerer >= 0
    hot = table(text).run(gunnery, 1, dice="6 7", answers=[a("x")])
    assert [blow.result for blow in hot.battle.blows] == [4]
    assert gains(hot) == {("x", "fire", 1, 0)}


# ---------------------------------------------------------------- hits


@pytest.mark.rule("spf.damage.roll", "spf.damage.armor-dice", "spf.damage.previous", "spf.damage.range-table")
def test_the_worked_damage_roll() -> None:
    """d6-1, die 4, one armor success, two tokens, point blank: 3."""
    play = table(
        "spartan.hoplites A 5.6 slow gunnery=-,fire living=0 loaded=spartan.javelin:1"
        "   elf.tattoo-ink x 5.5 north future=2"
    )
    # back armor 6 less AP 2+1
    assert fired(play, 2, dice="4  5 1 1  4", answers=[a("x")]) == [3]


@pytest.mark.rule("spf.damage.no-armor", "spf.damage.penetration-bonus")
def test_against_no_armor_the_bonus_for_penetrating_counts() -> None:
    """Ruling D2."""
    play = table("elf.e34 A 5.6 north slow gunnery=-,fire loaded=elf.main-tank-gun:1   ork.grunt x 5.3")
    assert fired(play, 2, dice="5 6", answers=[a("x"), a("hold")]) == [9]


@pytest.mark.ability("double-point-blank")
def test_double_point_blank() -> None:
    play = table(
        "elf.pachycephalosaurus-riders A 5.6 north still gunnery=-,fire living=0 loaded=elf.twin-guns:1"
        "   ork.grunt x 5.5"
    )
    form = play.question(gunnery, 2)
    answers = {key: "x" if "Twin" in part.text else "hold" for key, part in form.parts.items()}
    assert fired(play, 2, dice="3 1  1", answers=[a(answers)]) == [3]


@pytest.mark.rule("spf.special.typed-damage", "spf.special.typed-immunity")
@pytest.mark.ability("acid", "cloud-on-hit")
def test_typed_damage_is_rolled_on_its_own_table() -> None:
    """The acid cannon: d6, d8 psychic and d6 crew; abilities acid and cloud-on-hit."""
    play = table(
        "dark-elf.queen-yy A 5.6 north slow gunnery=-,fire loaded=dark-elf.acid-cannon:1   elf.e34 x 5.3"
    )
    # excellent shot 3+; front armor 10 less 3: all seven fail; damage 2; no psychic table; crew 5
    play.run(gunnery, 2, dice="3  1 1 1 1 1 1 1  2  5", answers=[a("x")])
    assert [(blow.table, blow.result) for blow in play.battle.blows] == [("regular", 2), ("crew", 5)]
    assert gains(play) == {("x", "acid", 1, 0)}
    assert play.battle.spreads == [Spread("minor-acid", *at("5.3"), "spf.hexfx.markers")]
    blocked = table(
        "dark-elf.queen-yy A 5.6 north slow gunnery=-,fire loaded=dark-elf.acid-cannon:1   elf.e34 x 5.3"
    )
    blocked.run(gunnery, 2, dice="3  5 5 1 1 1 1 1  5", answers=[a("x")])
    assert [blow.table for blow in blocked.battle.blows] == ["crew"]  # ruling D4: armor is no matter
    strict = table(
        "dark-elf.queen-yy A 5.6 north slow gunnery=-,fire loaded=dark-elf.acid-cannon:1   elf.e34 x 5.3",
        typed_needs_penetration=True,
    )
    strict.run(gunnery, 2, dice="3  5 1 1 1 1 1 1  6", answers=[a("x")])
    assert [blow.table for blow in strict.battle.blows] == ["regular"]


@pytest.mark.rule("spf.special.default-regular", "spf.special.typed-damage")
def test_crew_damage_only_when_penetrated() -> None:
    """The pop gun's crew damage."""
    text = (
        "ork.ork-char-b1 A 5.6 north slow gunnery=fire(p),load(h) loaded=ork.rotating-pop-gun:1"
        "   elf.e34 x 5.3"
    )
    through = table(text).run(gunnery, 1, dice="5  1 1 1 1  3  7", answers=[a("x")])
    assert [(blow.table, blow.result) for blow in through.battle.blows] == [("regular", 3), ("crew", 7)]
    partly = table(text).run(gunnery, 1, dice="5  5 1 1 1  6", answers=[a("x")])
    assert [(blow.table, blow.result) for blow in partly.battle.blows] == [("regular", 3)]


@pytest.mark.rule("spf.special.direct-fire", "spf.ability.set-on-fire-ranged", "spf.hexfx.hex-on-fire")
@pytest.mark.rule("spf.special.default-regular")
@pytest.mark.ability("hex-on-fire", "misfire", "set-on-fire")
def test_direct_fire_damage() -> None:
    """Abilities misfire, set-on-fire, hex-on-fire; ruling D5: armor and fire resistance count."""
    play = table(
        "spartan.fire-chariot A 5.6 north slow gunnery=fire,- loaded=spartan.fire-siphon:1"
        "   dwarf.dwarf-infantry x 5.5 future=2"
    )
    play.run(gunnery, 1, dice="2  4 5", answers=[a("x")])
    (blow,) = play.battle.blows
    assert (blow.result, blow.cause, blow.table) == (5 + 1 - 1 + 2, "fire", "regular")
    assert gains(play) == {("x", "fire", 1, 0)}
    assert [spread.kind for spread in play.battle.spreads] == ["fire"]


@pytest.mark.rule("spf.ability.poison-ranged", "spf.ability.acid-ranged")
def test_poison_and_acid_come_once_for_each_hit() -> None:
    """Abilities poison and minor-acid."""
    play = table("""
        dark-elf.darkelf-infantry A 5.6 still equip=crossbow gunnery=fire,- loaded=dark-elf.crossbow:1
        elf.elk-cavalry x 5.4
    """)  # fmt: skip
    play.run(gunnery, 1, dice="4 1  5 1  6 1  1", answers=[a("x")])
    assert gains(play) == {("x", "poison", 3, 6), ("x", "minor-acid", 3, 0)}


@pytest.mark.rule("spf.ability.set-on-fire-ranged")
@pytest.mark.ability("throw-per-model-at-hex")
def test_three_hits_set_on_fire_once() -> None:
    """Ruling P13; abilities throw-per-model-at-hex, bonus-weapon and set-on-fire (pyro)."""
    play = table("""
        ork.ork-infantry A 5.6 north still equip=pyro gunnery=-,throw gunnery_only=ork.pyro
        elf.elk-cavalry x 5.5   elf.elk-cavalry y 5.5
    """)  # fmt: skip
    assert set(options(play, "A/1", 2)) == {"hold", "x", "y", "each 5.5"}
    play.run(gunnery, 2, dice="6 6 6 1", answers=[a("x")])
    assert gains(play) == {("x", "fire", 1, 0)}


@pytest.mark.rule("spf.army.models-fire-independently", "spf.A5")
@pytest.mark.ability("throw-per-model-at-hex")
def test_pyros_are_all_thrown_into_one_hex_each_at_a_unit_there() -> None:
    text = """
        ork.ork-infantry A 5.6 north still equip=pyro gunnery=-,throw gunnery_only=ork.pyro living=0/1/2
        elf.elk-cavalry x 5.5   elf.elk-cavalry y 5.5   elf.elk-cavalry z 6.5
    """
    play = table(text)
    assert set(options(play, "A/1", 2)) == {"hold", "x", "y", "z", "each 5.5"}
    thrown = play.question(gunnery, 2, answers=[a("each 5.5")]).parts
    assert {name: [option.id for option in part.open()] for name, part in thrown.items()} == {
        f"A/1.{model}": ["hold", "x", "y"] for model in (1, 2, 3)
    }
    play.run(gunnery, 2, dice="6 6 6", answers=[a("each 5.5"), a({"A/1.1": "y", "A/1.2": "x", "A/1.3": "y"})])
    assert [roll.faces for roll in play.rolled("spf.fire.basic")] == [(6,), (6,), (6,)]
    assert gains(play) == {("x", "fire", 1, 0), ("y", "fire", 1, 0)}
    assert "each 5.5" not in options(table(text, split_fire=False), "A/1", 2)


@pytest.mark.ability("natural-six-shakes")
def test_a_natural_six_of_the_tesla_laser_shakes() -> None:
    text = (
        "elf.tattoo-ink A 5.6 slow equip=tesla-burst-laser gunnery=fire,fire loaded=elf.tesla-burst-laser:1"
        "   ork.grunt x 5.3"
    )
    form = table(text).question(gunnery, 1)
    answers: list[object] = [a(dict.fromkeys(form.parts, "x")), a({"A/1": "hold", "A/2": "hold"})]
    assert gains(table(text).run(gunnery, 1, dice="6 3", answers=answers)) == {("x", "shaken", 1, 0)}
    assert gains(table(text).run(gunnery, 1, dice="5 3", answers=answers)) == set()


@pytest.mark.ability("harpoon-pull")
def test_a_harpoon_hit_is_remembered() -> None:
    """Ability harpoon-pull: not for huge units."""
    text = "ork.hammerhead A 5.6 north slow gunnery=fire,- loaded=ork.harpoon-gun-mounted:1   {} x 5.3"
    play = table(text.format("elf.elk-cavalry")).run(gunnery, 1, dice="5 1  1 1 1", answers=[a("x")])
    assert play["x"].marks == {"pulled-by:A": 1}
    huge = table(text.format("dwarf.tamed-balrog")).run(
        gunnery, 1, dice="4 1 1 1 1 1 1  1  1 1 1", answers=[a("x")]
    )
    assert huge["x"].marks == {}


@pytest.mark.ability("amplified-fire-brakes")
def test_the_amplified_frost_ray_brakes() -> None:
    text = """
        gnome.gnome-infantry A 5.6 still equip=frost-ray gunnery=-,{} gunnery_only={}
        loaded=gnome.frost-ray:1 living=0   elf.elk-cavalry x 5.4 fast
    """.replace("\n        loaded", " loaded")
    hit = "5 1  1  "
    play = table(text.format("fire(amplified)", "gnome.frost-ray")).run(
        gunnery, 2, dice=hit, answers=[a("x")]
    )
    assert play["x"].speed == "slow"
    plain = table(text.format("fire", "")).run(gunnery, 2, dice=hit, answers=[a("x")])
    assert plain["x"].speed == "fast"


@pytest.mark.ability("damage-rolls")
def test_damage_rolls_and_aims_of_the_death_ray() -> None:
    """Abilities damage-rolls and aim-stacks: four rolls for each hit, +2 to hit and +4 damage an aim."""
    play = table("""
        gnome.gnome-infantry A 5.6 still replace=gnome-tinkerer equip=experimental-death-ray gunnery=-,fire
        loaded=gnome.experimental-death-ray:1 fired=gnome.mechanical-rat:1   ork.grunt x 5.3
    """.replace("\n        loaded", " loaded"), turn=3)  # fmt: skip
    unit = play["A"]
    unit.aims = [AimToken(unit.q, unit.r, turn, 1, "gnome.experimental-death-ray") for turn in (1, 2)]
    assert fired(play, 2, dice="1  1 2 3 4", answers=[a("x")]) == [3, 4, 5, 6]
    assert unit.aims == []


@pytest.mark.ability("aimed-kill-chooses-model")
def test_the_aimed_sniper() -> None:
    """Abilities improved-aim and aimed-kill-chooses-model."""
    text = """
        elf.elf-infantry A 5.6 north still replace=elite-elf-infantry equip=sniper-rifle gunnery=fire,-
        loaded=elf.sniper-rifle:1   ork.ork-infantry x 5.3 slow
    """.replace("\n        loaded", " loaded")
    plain = table(text, turn=2).run(gunnery, 1, dice="6 4", answers=[a("x")])
    assert [(blow.result, blow.chooser) for blow in plain.battle.blows] == [(2, "")]
    assert "aim" not in [line.why for roll in plain.rolled("spf.damage.roll") for line in roll.modifiers]
    play = table(text, turn=2)
    play["A"].aims = [AimToken(play["A"].q, play["A"].r, 1, 2)]
    play.run(gunnery, 1, dice="1 3 5", answers=[a("x")])
    found = [(blow.table, blow.result, blow.chooser) for blow in play.battle.blows]
    assert found == [("regular", 3 - 2 + 2, "a"), ("psychic", 5, "")]
    rifle = equipment_of("elf.sniper-rifle")
    assert rifle and rifle.weapon
    for barred in (False, True):
        play = table(text, typed_needs_penetration=barred)
        charge, _ = charge_of(play.battle, play["A"], rifle.weapon, play["x"], "normal", aimed=1)
        assert [each.penetrated for each in charge.typed] == [barred]  # else whatever the armor does


def test_after_the_armor_roll_the_gun_or_its_crew() -> None:
    """Ability gun-or-crew."""
    play = table(
        "elf.elf-infantry A 5.6 still gunnery=fire,- living=0 loaded=elf.rifle:1"
        "   dwarf.dwarf-at-gun x 5.3 south future=1 crew_future=2"
    )
    # front armor 7 less 2
    play.run(gunnery, 1, dice="4  1 1 1 1 5  6", answers=[a("x"), a("crew")])
    (blow,) = play.battle.blows
    assert (blow.table, blow.result) == ("crew", 6 - 2 - 3 + 1 + 2)
    stopped = table(
        "elf.elf-infantry A 5.6 still gunnery=fire,- living=0 loaded=elf.rifle:1"
        "   dwarf.dwarf-at-gun x 5.3 south"
    )
    assert fired(stopped, dice="4  1 1 1 5 5", answers=[a("x")]) == []


@pytest.mark.ability("mount-or-crew")
def test_the_mount_or_its_crew_is_chosen_as_a_target() -> None:
    play = table(
        "dwarf.dwarf-infantry A 5.6 still gunnery=fire,- living=0 loaded=dwarf.musket:1"
        "   elf.armored-oliphant-riders x 5.3 north"
    )
    assert set(options(play, "A/1")) == {"hold", "x", "x/crew"}
    play.run(gunnery, 1, dice="4  1  5", answers=[a("x/crew")])
    assert [(blow.table, blow.result) for blow in play.battle.blows] == [("crew_members", 3)]


@pytest.mark.ability("cloud-after-firing", "smoke-ahead")
def test_smoke_ahead_and_clouds_after_firing() -> None:
    """Abilities smoke-ahead (Battlewagon) and cloud-after-firing (Gunblasterwagon)."""
    wagon = table(
        "ork.battlewagon A 5.6 north slow gunnery=fire,- loaded=ork.big-gun:1   elf.elk-cavalry x 5.4"
    )
    wagon.run(gunnery, 1, dice="1", answers=[a("x")])
    assert wagon.battle.spreads == [Spread("smoke", *at("5.5"), "spf.hexfx.smoke", count=2)]
    blaster = table(
        "dwarf.gunblasterwagon A 5.5 north still gunnery=fire,- loaded=dwarf.broadside-guns:2"
        "   ork.grunt x 7.5"
    )
    sides = blaster.question(gunnery, 1).parts
    blaster.run(gunnery, 1, dice=" ".join(["1"] * 2 * len(sides)), answers=[a(dict.fromkeys(sides, "x"))])
    assert {(spread.kind, spread.strength) for spread in blaster.battle.spreads} == {("poison", 4)}
    assert len(blaster.battle.spreads) == len(sides)
    assert blaster["A"].loaded == {"dwarf.broadside-guns": 0}


@pytest.mark.rule("spf.hexfx.markers", "spf.W16")
@pytest.mark.parametrize(("there", "after"), [("", 2), ("smoke 5.5 count=1", 3)])
@pytest.mark.ability("smoke-ahead")
def test_the_battlewagon_puts_two_smoke_markers_also_where_smoke_lies(there: str, after: int) -> None:
    """Ability smoke-ahead(2)."""
    text = "ork.battlewagon A 5.6 north slow gunnery=fire,- loaded=ork.big-gun:1   elf.elk-cavalry x 5.5"
    play = table(f"{text}    {there}").run(gunnery, 1, dice="1", answers=[a("x")])
    play.run(apply)
    assert [mark.count for mark in play.battle.marked(at("5.5"), "smoke")] == [after]


# ---------------------------------------------------------------- spotting


@pytest.mark.rule("spf.orders.spot", "spf.ability.hidden-ends")
def test_spotting_reveals_without_bonuses_or_damage() -> None:
    """Ability spotter; ruling O15. Spotter still +1, hidden unit still +1 and in ruins -1: 4+."""
    play = table("""
        spartan.peltasts A 5.6 still gunnery=spot,spot   ork.hammerhead x 5.3 still hidden   ruins 5.3
    """)  # fmt: skip
    play.run(gunnery, 1, dice="3")
    assert play["x"].hidden
    play.run(gunnery, 2, dice="4")
    assert not play["x"].hidden and play["x"].revealed == 0 and not play.battle.blows
    assert all(roll.need is None and not roll.modifiers for roll in play.rolled("spf.orders.spot"))


@pytest.mark.rule("spf.orders.spot")
@pytest.mark.parametrize(("hex_", "found"), [("5.8", True), ("5.7", False)])
def test_spotting_reaches_twice_the_range(hex_: str, found: bool) -> None:
    """Ruling O15: the sling's range is 3, so that six hexes away is as far as it goes."""
    text = f"spartan.peltasts A 5.14 still gunnery=spot,spot   ork.hammerhead x {hex_} still hidden"
    assert table(text, rows=16).run(gunnery, 1, dice="6 6 6 1" if found else "")["x"].hidden is not found


@pytest.mark.rule("spf.orders.spot", "spf.los.flying-level")
def test_a_hidden_flyer_is_looked_for_at_its_height() -> None:
    """Over the forest between them a flyer can be seen, a rider on the ground cannot."""
    text = "spartan.peltasts A 5.6 still gunnery=spot,spot   elf.pegasus-rider x 5.3 {} hidden   forest 5.4"
    assert not table(text.format("slow-flying")).run(gunnery, 1, dice="5")["x"].hidden
    assert table(text.format("slow")).run(gunnery, 1)["x"].hidden


@pytest.mark.rule("spf.orders.spot")
def test_tokens_are_chosen_by_hex() -> None:
    play = table("""
        spartan.peltasts A 5.6 still gunnery=spot,spot
        dark-elf.assassin x 5.3 still hidden   dark-elf.assassin y 6.4 still hidden
        dark-elf.assassin z 1.1 hidden
    """)  # fmt: skip
    asked = play.question(gunnery, 1)
    assert [option.id for option in asked.parts["A"].options] == ["5.3", "6.4"]
    assert not any(option.piece for option in asked.parts["A"].options)
    play.run(gunnery, 1, dice="1", answers=[a("6.4")])


def test_gains_name_their_rules() -> None:
    play = table("spartan.bronze-hawks A 5.6 fast-flying gunnery=fire,-   elf.elk-cavalry x 5.5")
    play.run(gunnery, 1, dice="6 1  1", answers=[a("x")])
    assert play.battle.gains == [Gain("x", "poison", "spf.ability.poison-ranged", 1, 4)]


@pytest.mark.rule("spf.turn.simultaneous", "spf.orders.simultaneous")
def test_the_order_in_which_units_are_listed_is_no_matter() -> None:
    text = """
        spartan.peltasts A 5.6 still gunnery=fire,-   spartan.peltasts B 5.7 still gunnery=fire,-
        spartan.peltasts x 5.4 still gunnery=fire,-   spartan.bronze-hawks y 5.5 fast-flying gunnery=fire,-
    """
    found = []
    for turned in (False, True):
        play = table(text)
        if turned:
            play.battle.units.reverse()
        answers: list[object] = [sealed(a={"A/1": "x", "B/1": "y"}, b={"x/1": "A", "y/1": "B"})]
        play.run(gunnery, 1, dice="6 5  3 2  6 6  1  6 4  6 3  2 2  5", answers=answers)
        found.append((play.battle.blows, play.battle.gains, play.game.events))
    assert found[0] == found[1]


@pytest.mark.rule("spf.angles.undivided")
def test_a_turning_gun_is_the_same_in_all_directions() -> None:
    play = table("elf.e34 A 5.5 north slow gunnery=-,fire loaded=elf.main-tank-gun:1   ork.grunt x 5.3")
    for direction in range(6):
        play["x"].at(play["A"].hex.towards(direction, 2))
        shown = options(play, "A/1", 2)["x"].preview()  # type: ignore[attr-defined]
        assert shown.need == "5+" and [each.rule for each in shown.modifiers] == ["spf.fire.basic"]


# ---------------------------------------------------------------- from one step to the next


@pytest.mark.rule("spf.orders.aim", "spf.fire.mod-orders")
def test_an_aim_serves_the_fire_of_the_same_turn() -> None:
    play = table("elf.tattoo-ink A 5.6 n still gunnery=aim,fire loaded=elf.gattle-gun:1   ork.grunt x 5.3")
    play.run(gunnery, 1)
    shown = options(play, "A/1", 2)["x"].preview()  # type: ignore[attr-defined]
    assert [line.value for line in shown.modifiers if line.why == "aim"] == [2]


@pytest.mark.rule("spf.orders.aim", "spf.fire.mod-orders")
def test_an_aim_of_one_turn_serves_the_fire_of_the_next() -> None:
    """Aim in gunnery 2 of turn 1, fire in gunnery 1 of turn 2 from the same hex -> +2; once."""
    play = table(
        "spartan.hoplites A 5.6 still gunnery=-,aim living=0 loaded=spartan.javelin:1   ork.grunt x 5.4"
    )
    play.run(gunnery, 2)
    play.battle.turn, play["A"].gunnery = 2, "fire, -"
    play.run(gunnery, 1, dice="1", answers=[a("x")])
    play["A"].loaded["spartan.javelin"] = 1
    play.run(gunnery, 1, dice="1", answers=[a("x")])
    aimed, plain = play.rolled("spf.fire.basic")
    assert (aimed.need, plain.need) == (2, 4)  # still +1, aim +2
    assert [line.value for line in aimed.modifiers if line.why == "aim"] == [2]


@pytest.mark.rule("spf.orders.aim")
@pytest.mark.ability("no-line-of-sight")
def test_aim_helps_no_shot_at_what_is_out_of_sight() -> None:
    """Ability no-line-of-sight; ruling O13."""
    text = """
        gnome.gnome-helicopter A 5.9 north still replace=tinkerer-helicopter equip=experimental-guided-missile
        ork.grunt x 5.3
    """
    for ground, aims in (("", 1), ("   hills 5.6", 0)):
        play = table(text + ground, turn=2)
        play["A"].aims = [AimToken(*at("5.9"), 1, 2)]
        missile = equipment_of("gnome.experimental-guided-missile")
        assert missile and missile.weapon
        assert aims_at(play.battle, play["A"], missile.weapon, play["x"], 1) == aims


@pytest.mark.rule("spf.ability.reveal-bonus")
def test_who_has_revealed_itself_hits_and_hurts_more() -> None:
    text = "dark-elf.assassin A 5.6 still gunnery=fire,- loaded=dark-elf.rifle:1 revealed=2   ork.grunt x 5.3"
    for turn, need, plus in ((2, 1, 1), (3, 3, 0)):  # still, good shot, and revealed or not any more
        play = table(text, turn=turn)
        assert fired(play, dice="3 3", answers=[a("x")]) == [3 - 2 + plus]
        assert [roll.need for roll in play.rolled("spf.fire.basic")] == [need]


@pytest.mark.rule("spf.ability.limited-ammo")
def test_the_third_throw_of_two_grenades_has_no_effect() -> None:
    """Limited ammo(2): the third fire order has no effect."""
    play = table("""
        dark-elf.darkelf-infantry A 5.6 still living=0 equip=poison-gas-grenade gunnery=-,throw gunnery_only=dark-elf.poison-gas-grenade
        ork.grunt x 5.1
    """)  # fmt: skip  # noqa: E501
    for _ in range(2):
        play.run(gunnery, 2, answers=[a("5.4")])
    play.run(gunnery, 2)  # nothing is asked
    assert len(play.battle.spreads) == 2


@pytest.mark.rule("spf.special.direct-fire", "spf.ability.resistance", "spf.ability.resistance-types")
def test_regular_resistance_does_not_help_against_fire() -> None:
    """An aspis is regular resistance 1: a fire die of 5 at point blank comes to 6, a javelin's to 5 - 1."""
    bearer = "spartan.hoplites x 5.5 north equip=aspis"
    text = f"spartan.{{}} A 5.6 north slow gunnery={{}} loaded=spartan.{{}}:1   {bearer}"
    siphon = table(text.format("fire-chariot", "fire,-", "fire-siphon"))
    assert fired(siphon, 1, dice="2  4  5", answers=[a("x")]) == [5 + 1]
    javelin = table(text.format("hoplites", "-,fire", "javelin").replace("5.6", "5.6 living=0"))
    assert fired(javelin, 2, dice="4  5", answers=[a("x")]) == [5 - 1 + 1 - 1]
