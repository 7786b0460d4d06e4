"""The notations of the army lists, and plain words about what is wrong with a list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.books.steampunk.army import data, notation
from warbook.books.steampunk.army.abilities import (
    Ability,
    AreaBy,
    AreasByModels,
    ArmorAdded,
    AtSpeed,
    CoverAtSpeed,
    Endurance,
    ExtendedRange,
    Failing,
    Healing,
    HeavyShot,
    Marker,
    Mortar,
    Needing,
    PoisonAssault,
    ShotCount,
    SpawnedBots,
    TaggedOrders,
)
from warbook.books.steampunk.army.data import read_list
from warbook.books.steampunk.army.notation import (
    MOVES,
    SHOTS,
    SPEEDS,
    Code,
    Effect,
    Glossary,
    read_dice,
    read_gunnery,
    read_movement,
    spell,
)
from warbook.books.steampunk.army.written import Points
from warbook.books.steampunk.dice import Roll
from warbook.core.datafile import BadData, Written

GLOSSARY = Glossary(
    {name: entry.args for name, entry in data.ability_entries().items()},
    {name: entry.args for name, entry in data.effects().items()},
    "ork",
    frozenset({"ork.pyro", "ork.big-gun"}),
)

# ---------------------------------------------------------------- notations


def test_an_order_is_a_tuple_of_codes_for_each_step() -> None:
    assert read_movement(["A+F", "-", "B(still)"]) == ((Code("A"), Code("F")), (), (Code("B", "still"),))
    assert read_gunnery(["load(2)", "fire(burst)"]) == ((Code("load", 2),), (Code("fire", "burst"),))


codes = st.one_of(
    st.sampled_from([Code(name) for name in MOVES]),
    st.builds(Code, st.sampled_from(["A", "B"]), st.sampled_from(SPEEDS)),
)
steps = st.lists(codes, max_size=3).map(tuple)


@given(st.tuples(steps, steps, steps))
def test_an_order_is_spelt_as_it_is_read(order: notation.Movement) -> None:
    assert read_movement(spell(order).split(", ")) == order


@given(st.tuples(*[st.lists(st.builds(Code, st.sampled_from(SHOTS)), max_size=2).map(tuple)] * 2))
def test_a_gunnery_order_is_spelt_as_it_is_read(order: notation.Gunnery) -> None:
    assert read_gunnery(spell(order).split(", ")) == order


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (["F", "F"], "three parts, not 2"),
        (["F", "G", "-"], "there is no order code 'G'"),
        (["F", "B(swift)", "-"], "there is no speed 'swift'"),
        (["F", "fire", "-"], "there is no order code 'fire'"),
        (["F", "B(", "-"], "is not an order code"),
        (["F", "", "-"], "is not an order code"),
    ],
)
def test_a_movement_order_that_cannot_be_read(parts: list[str], words: str) -> None:
    with pytest.raises(ValueError) as refused:
        read_movement(parts)
    assert words in str(refused.value)


def test_a_gunnery_order_has_two_parts_and_its_own_codes() -> None:
    with pytest.raises(ValueError, match="two parts, not 3"):
        read_gunnery(["fire", "-", "-"])
    with pytest.raises(ValueError, match="no order code 'chase'"):
        read_gunnery(["chase", "-"])


def test_dice_may_be_added_up() -> None:
    assert read_dice("d4+d12") == (Roll(4), Roll(12))
    assert read_dice("d6-1") == (Roll(6, -1),)
    assert read_dice("d8+3") == (Roll(8, 3),)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("stubborn", Ability("stubborn")),
        ("steady", AtSpeed("steady")),
        ("steady(slow)", AtSpeed("steady", speed="slow")),
        ("poison-assault(4,2)", PoisonAssault("poison-assault", strength=4, hits=2)),
        ("acid-resistance(5+)", Needing("acid-resistance", need=5)),
        ("misfire(1-)", Failing("misfire", most=1)),
        ("take-cover(still/crawl,-2)", CoverAtSpeed("take-cover", speeds=("still", "crawl"), number=-2)),
        ("shots(2)", ShotCount("shots", count=2)),
        ("shots(d12)", ShotCount("shots", count=Roll(12))),
        ("armor-add(1,2,3,4)", ArmorAdded("armor-add", angles=(1, 2, 3, 4))),
        ("repair(models,self,2)", Healing("repair", points="models", whom="self", window=2)),
        (
            "heavy-shot(ammo:4,range:4,ap:3,damage:d6-1)",
            HeavyShot("heavy-shot", ammo=4, range=4, ap=3, damage=Roll(6, -1)),
        ),
        ("spawns-bots(range:6,models:firing)", SpawnedBots("spawns-bots", range=6, models="firing")),
        ("spawns-bots(range:1,models:4,units:3)", SpawnedBots("spawns-bots", range=1, models=4, units=3)),
        ("endurance(regular:1,elite:2)", Endurance("endurance", tokens=(("regular", 1), ("elite", 2)))),
        (
            "tagged-orders(p:pyro,g:big-gun)",
            TaggedOrders("tagged-orders", tags=(("p", "ork.pyro"), ("g", "ork.big-gun"))),
        ),
        ("tagged-orders(d:drop-weapon)", TaggedOrders("tagged-orders", tags=(("d", "drop-weapon"),))),
        ("extends-range(pyro,3)", ExtendedRange("extends-range", piece="ork.pyro", range=3)),
        (
            "mortar(5+,centre:poison-8+acid-minor,ring:poison-6)",
            Mortar(
                "mortar",
                need=5,
                centre=(Marker("poison", 8), Marker("acid-minor")),
                ring=(Marker("poison", 6),),
            ),
        ),
        (
            "area-by-models(4+:3-4,long:5+:1,2:6+:2,3-4:6+:1-2)",
            AreasByModels(
                "area-by-models",
                lines=(
                    AreaBy(4, 3, 4),
                    AreaBy(5, 1, 1, band="long"),
                    AreaBy(6, 2, 2, nearest=2, farthest=2),
                    AreaBy(6, 1, 2, nearest=3, farthest=4),
                ),
            ),
        ),
    ],
)
def test_an_ability_is_read_into_what_its_arguments_mean(written: str, read: Ability) -> None:
    assert GLOSSARY.ability(written) == read


@pytest.mark.parametrize(
    ("written", "args"),
    [
        ("destroyed", ()),
        ("psychic(d6)", (Roll(6),)),
        ("to-be-hit(+1)", (1,)),
        ("assault-dice(-5)", (-5,)),
        ("assault-dice(half)", ("half",)),
        ("rotates-each-turn(L@agony-1,L@agony-3)", (("L", 1), ("L", 3))),
        (
            "places(poison-8+smoke,own-and-adjacent)",
            ((Marker("poison", 8), Marker("smoke")), "own-and-adjacent"),
        ),
        ("last-crew(psychic(d8),no-firing)", (Effect("psychic", (Roll(8),)), Effect("no-firing"))),
    ],
)
def test_an_effect_is_read_into_what_its_arguments_mean(written: str, args: tuple[object, ...]) -> None:
    assert GLOSSARY.effect(written) == Effect(written.partition("(")[0], args)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("stuborn", "there is no ability 'stuborn'; did you mean 'stubborn'?"),
        ("stubborn(3)", "wrong number of arguments; it is written stubborn alone"),
        ("poison", "wrong number of arguments; it is written poison(number)"),
        ("poison(strong)", "a number belongs where 'strong' stands"),
        ("area(4)", "a number to reach, such as 4+, belongs where '4' stands"),
        ("misfire(1+)", "a number not to exceed"),
        ("may-scalp(4)", "not a roll"),
        ("immune(9)", "a word belongs where '9' stands"),
        ("free-fire(pyra)", "there is no equipment 'ork.pyra'; did you mean 'ork.pyro'?"),
        ("heavy-shot(range:4,ammo:4,ap:3,damage:d6)", "'range' stands where 'ammo:' belongs"),
        ("area-by-models(4:1-2)", "an area by models is written as"),
        ("mortar(5+,centre:8)", "clouds and smoke are written as"),
        ("poison(6", "is not an ability; write its name"),
    ],
)
def test_an_ability_that_cannot_be_read(written: str, words: str) -> None:
    with pytest.raises(ValueError) as refused:
        GLOSSARY.ability(written)
    assert words in str(refused.value)


# ---------------------------------------------------------------- prices


@pytest.mark.rule("spf.army.currencies", "spf.victory.points")
def test_points_add_up_by_currency_and_weigh_three_for_industry() -> None:
    assert Points(ip=8) + Points(mp=4, cp=2) + Points(cp=-3) == Points(8, 4, -1, 0)
    assert Points(ip=6, xp=2).value == 20
    assert Points(mp=4, cp=2).value == 6
    assert str(Points(8, 0, -1, 2)) == "8 ip -1 cp 2 xp"
    assert str(Points()) == "nothing"


# ---------------------------------------------------------------- what is wrong with a list

LIST = """\
nation = "ork"
origin = "ours"

[[unit]]
id = "ork.boys"
name = "Boys"
size = "medium"
models = ["ork.boy"]
cost = { mp = 2 }
armor = [0, 0, 0, 0]
abilities = ["stubborn"]
[unit.movement]
slow = [
  ["F", "-", "-"],
]
[unit.damage]
regular = [
  { from = 1, to = 3, do = ["kill(1)"] },
  { from = 4, do = ["destroyed"] },
]

[[model]]
id = "ork.boy"
name = "Boy"
types = ["bio", "infantry"]
slots = { hands = 2 }
equipment = ["ork.gun"]
assault = { dice = [1, 1, 1, 1], hit = 6, deflection = [0, 0, 0, 0], damage = "d6", ap = 2 }

[[equipment]]
id = "ork.gun"
name = "Gun"
cost = { cp = 1 }
needs = [["infantry"]]
slots = { hands = 2 }
weapon = { range = 3, arc = [true, false, false, false], damage = "d6-1", ap = 2, abilities = [] }
adds_gunnery = { slow = [["fire", "-"]] }
"""


def test_a_list_of_ones_own_is_read() -> None:
    found = read_list(Written("own.toml", LIST))
    assert found.units["ork.boys"].movement == {"slow": (((Code("F"),), (), ()),)}
    assert found.units["ork.boys"].damage.regular == (
        (1, 3, (Effect("kill", (1,)),)),
        (4, None, (Effect("destroyed"),)),
    )
    weapon = found.equipment["ork.gun"].weapon
    assert weapon is not None
    assert (weapon.damage, weapon.range) == (Roll(6, -1), 3)


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "words"),
    [
        ('nation = "ork"', 'nation = "orc"', 1, "nation", "there is no nation 'orc'; did you mean 'ork'?"),
        ('id = "ork.boys"', 'id = "boys"', 5, "unit[0].id", "begins with 'ork.', unlike 'boys'"),
        ('size = "medium"', 'size = "big"', 7, "unit[0].size", "may be: tiny, small, medium, large, huge"),
        ('models = ["ork.boy"]', 'models = ["ork.bot"]', 8, "unit[0].models", "there is no model 'ork.bot'"),
        ("{ mp = 2 }", "{ gold = 2 }", 9, "unit[0].cost", "'gold' that is not known here"),
        ("armor = [0, 0, 0, 0]", "armor = [0, 0]", 10, "unit[0].armor", "length 4"),
        ('["stubborn"]', '["stuborn"]', 11, "unit[0].abilities", "did you mean 'stubborn'?"),
        ('["F", "-", "-"]', '["G", "-", "-"]', 12, "unit[0].movement", "there is no order code 'G'"),
        ('["kill(1)"]', '["slay(1)"]', 18, "unit[0].damage.regular[0].do", "there is no effect 'slay'"),
        ("from = 4,", "from = 5,", 19, "unit[0].damage.regular[1]", "leaves a gap after 3"),
        ("from = 4,", "from = 3,", 19, "unit[0].damage.regular[1]", "overlaps the line before"),
        ("from = 4,", "from = 4, to = 6,", 19, "unit[0].damage.regular[1]", "the last line has no 'to'"),
        ("from = 1, to = 3,", "from = 1,", 18, "unit[0].damage.regular[0]", "end this one at 3"),
        ("from = 1, to = 3,", "from = 4, to = 3,", 18, "unit[0].damage.regular[0]", "before it begins at 4"),
        (
            'equipment = ["ork.gun"]',
            'equipment = ["ork.gum"]',
            27,
            "model[0].equipment",
            "did you mean 'ork.gun'",
        ),
        (
            "deflection = [0,",
            "deflection = [1,",
            28,
            "model[0].assault.deflect",
            "need a number to deflect at",
        ),
        ('damage = "d6", ap', 'damage = "6", ap', 28, "model[0].assault.damage", "not a roll"),
        (
            'needs = [["infantry"]]',
            'needs = [["cats"]]',
            34,
            "equipment[0].needs",
            "there is no type of model 'cats'",
        ),
        ("range = 3, arc", 'range = "far", arc', 36, "equipment[0].weapon.range", "not a roll"),
        ("arc = [true, false, false, false], ", "", 36, "equipment[0].weapon", "either an arc, or shots"),
        ('[["fire", "-"]]', '[["chase", "-"]]', 37, "equipment[0].adds_gunnery", "no order code 'chase'"),
    ],
)
def test_a_flaw_in_a_list_is_told_with_file_line_and_field(
    old: str, new: str, line: int, field: str, words: str
) -> None:
    with pytest.raises(BadData) as refused:
        read_list(Written("own.toml", LIST.replace(old, new, 1)))
    told = str(refused.value).splitlines()
    assert any(each.startswith(f"own.toml, line {line}: {field}") and words in each for each in told), told


def test_all_flaws_of_a_list_are_told_at_once() -> None:
    text = LIST.replace('["stubborn"]', '["stuborn"]').replace('"d6-1"', '"6"').replace('["F", ', '["X", ')
    with pytest.raises(BadData) as refused:
        read_list(Written("own.toml", text))
    assert len(str(refused.value).splitlines()) == 3
