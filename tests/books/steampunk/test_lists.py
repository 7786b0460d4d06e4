"""The six army lists and the ready-made armies: whole, sound, and in words the rules know."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from warbook.books.steampunk import BOOK
from warbook.books.steampunk.army import data
from warbook.books.steampunk.army.abilities import FORMS, Ability, TaggedOrders
from warbook.books.steampunk.army.building import (
    armies,
    cost,
    flaws,
    may_meet,
    spawned_only,
    unit_wares,
    write_army,
)
from warbook.books.steampunk.army.data import army_list, nations
from warbook.books.steampunk.army.lists import NationList
from warbook.books.steampunk.army.notation import PLACEHOLDERS, Code, Effect
from warbook.books.steampunk.army.roster import field_unit, huge, roster_of
from warbook.books.steampunk.army.written import Army, Enlisted, Points
from warbook.books.steampunk.dice import Roll
from warbook.core.book import line_up
from warbook.core.datafile import Written

LISTS = {nation: army_list(nation) for nation in nations()}
COUNTS = {  # units, models, equipment
    "spartan": (7, 8, 13),
    "elf": (14, 18, 26),
    "dark-elf": (13, 15, 24),
    "dwarf": (11, 17, 35),
    "gnome": (10, 14, 34),
    "ork": (10, 12, 28),
}
UNUSED_ABILITIES: set[str] = set()  # defined, but in no list


def inside(value: Any, kind: type) -> Iterator[Any]:
    """Every value of a kind that the value holds, however deep."""
    if isinstance(value, kind):
        yield value
    parts: Any = ()
    if isinstance(value, Struct):
        parts = (getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, dict):
        parts = value.values()
    elif isinstance(value, tuple):
        parts = value
    for part in parts:
        yield from inside(part, kind)


# ---------------------------------------------------------------- what there is


@pytest.mark.parametrize("nation", nations())
def test_each_list_has_all_its_units_models_and_equipment(nation: str) -> None:
    found = LISTS[nation]
    assert (len(found.units), len(found.models), len(found.equipment)) == COUNTS[nation]


def test_all_lists_together() -> None:
    assert len(LISTS) == 6
    assert sum(len(found.units) for found in LISTS.values()) == 65
    assert sum(len(found.models) for found in LISTS.values()) == 84
    assert sum(len(found.equipment) for found in LISTS.values()) == 160
    assert len(data.ability_entries()) == 204
    assert len(data.effects()) == 36
    assert sum(army.game == "standard" for army in armies().values()) == 12  # two for each nation


@pytest.mark.rule("spf.orders.choice-rank", "spf.assault.contested-hex-choice", "spf.assault.tie-rank")
def test_the_three_rankings_each_have_six_places() -> None:
    ranked = nations().values()
    assert [n.id for n in sorted(ranked, key=lambda n: n.choice_rank)] == [
        *("spartan", "elf", "dark-elf", "dwarf", "gnome", "ork")
    ]
    assert [n.id for n in sorted(ranked, key=lambda n: n.melee_rank)] == [
        *("spartan", "dark-elf", "ork", "dwarf", "elf", "gnome")
    ]
    assert [n.id for n in sorted(ranked, key=lambda n: n.tie_rank)] == [
        *("spartan", "dark-elf", "ork", "dwarf", "gnome", "elf")
    ]


def test_only_the_spartans_are_invented() -> None:
    assert [nation for nation, found in LISTS.items() if found.origin == "ours"] == ["spartan"]


# ---------------------------------------------------------------- words


def test_every_ability_of_the_lists_is_defined_and_every_defined_one_is_used() -> None:
    used = {ability.name for found in LISTS.values() for ability in inside(found, Ability)}
    assert used <= set(data.ability_entries())
    assert set(data.ability_entries()) - used == UNUSED_ABILITIES


def test_every_ability_with_brackets_has_a_form_and_only_those() -> None:
    assert set(FORMS) == {id for id, entry in data.ability_entries().items() if entry.args}


def test_what_stands_in_the_brackets_of_an_ability_is_what_the_fields_of_its_form_take() -> None:
    """As an ability is written out, its form reads it in again, and every field is of the type it states."""
    for found in LISTS.values():
        for ability in inside(found, Ability):
            assert type(ability) is FORMS.get(ability.name, Ability)
            assert msgspec.convert(msgspec.to_builtins(ability), type(ability)) == ability


def test_a_rule_that_asks_for_an_ability_reads_the_form_that_the_ability_has() -> None:
    forms = {form.__name__ for form in FORMS.values()}
    asked = [
        (name.value, form.id)
        for path in Path(data.__file__).parents[1].rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        for name, form in pairwise(call.args)
        if isinstance(name, ast.Constant) and isinstance(form, ast.Name) and form.id in forms
    ]
    assert len(asked) > 50
    assert [each for each in asked if each[1] != FORMS[each[0]].__name__] == []


def test_every_effect_of_the_tables_is_defined_and_every_defined_one_is_used() -> None:
    used = {effect.name for found in LISTS.values() for effect in inside(found, Effect)}
    assert used == set(data.effects())


def test_every_ability_and_effect_says_what_it_does_and_what_its_arguments_are_called() -> None:
    for entry in (*data.ability_entries().values(), *data.effects().values()):
        assert entry.says, entry.id
        assert bool(entry.args) == bool(entry.called), entry.id


def test_dice_are_dice_there_are() -> None:
    rolls = {roll.sides for found in LISTS.values() for roll in inside(found, Roll)}
    assert rolls == {4, 6, 8, 10, 12}


def test_orders_name_no_ability_or_weapon_tag_that_the_unit_lacks() -> None:
    """A tag in brackets after load, aim, fire or throw is a mode, or named by tagged-orders of the unit."""
    modes = {"", "burst", "bow", "res", "unstable", "amplified"}
    for found in LISTS.values():
        for unit in found.units.values():
            models = [found.models[id] for id in unit.models]
            tagged = {
                tag
                for ability in (*unit.abilities, *(a for model in models for a in model.abilities))
                if isinstance(ability, TaggedOrders)
                for tag, _ in ability.tags
            }
            used = {
                code.arg
                for code in inside(dict(unit.gunnery), Code)
                if code.name in ("load", "aim", "fire", "throw") and isinstance(code.arg, str)
            }
            assert used - modes == tagged & used, unit.id
            assert tagged <= used, unit.id


# ---------------------------------------------------------------- tables and weapons


@pytest.mark.rule("spf.damage.table-lookup")
def test_tables_of_critical_damage_run_from_one_to_six() -> None:
    for found in LISTS.values():
        for unit in found.units.values():
            if unit.damage.critical:
                assert unit.damage.critical[0][0] == 1, unit.id
                assert unit.damage.critical[-1][1] == 6, unit.id


def test_a_table_that_a_line_sends_to_is_there() -> None:
    for found in LISTS.values():
        for unit in found.units.values():
            names = {effect.name for effect in inside(unit.damage, Effect)}
            for table in ("psychic", "critical"):
                assert table not in names or getattr(unit.damage, table), (unit.id, table)


def test_bleeding_has_the_steps_of_the_ruling() -> None:
    """Ruling P9."""
    strengths = {
        effect.args[0]
        for found in LISTS.values()
        for effect in inside(found, Effect)
        if effect.name == "bleeding"
    }
    assert strengths <= {4, 6, 8, 10, 12}


def test_weapons_that_words_name_belong_to_a_model_of_the_unit() -> None:
    naming = {"always-fires", "free-fire", "orders-serve", "autoloader", "linked-guns", "tagged-orders"}
    for found in LISTS.values():
        for unit in found.units.values():
            models = [found.models[id] for id in unit.models]
            carried = {piece for model in models for piece in model.issued}
            for ability in (*unit.abilities, *(a for model in models for a in model.abilities)):
                if ability.name in naming:
                    named = {
                        arg for arg in inside(ability.brackets, str) if "." in arg or arg in PLACEHOLDERS
                    }
                    assert named, (unit.id, ability)
                    assert named <= carried | set(PLACEHOLDERS), (unit.id, ability)


def test_what_the_corrections_changed() -> None:
    """docs/sources.md lists them."""
    assert "bio" in LISTS["ork"].models["ork.troll"].types
    assert LISTS["dwarf"].models["dwarf.dwarf-brother-in-arms"].assault.deflect == 4
    assert LISTS["dark-elf"].models["dark-elf.darkelf-elite-infantry"].assault.deflect == 6
    assert not any(LISTS["gnome"].models["gnome.gnome-helicopter"].assault.deflection)
    assert [row[:2] for row in LISTS["elf"].units["elf.illusion"].damage.regular] == [(0, 3), (4, None)]
    assert LISTS["dwarf"].equipment["dwarf.big-blaster"].per == "unit"
    shaken = LISTS["dark-elf"].units["dark-elf.mechanical-red-dragon"].shaken
    assert shaken is not None
    assert shaken.speed == "slow"
    assert "tracked" in LISTS["elf"].models["elf.tattoo-ink"].types


# ---------------------------------------------------------------- building from them


@pytest.mark.parametrize(
    "id", [unit.id for found in LISTS.values() for unit in found.units.values() if not spawned_only(unit)]
)
def test_every_unit_can_be_built_alone(id: str) -> None:
    unit = data.unit_of(id)
    assert unit is not None
    (alone,) = roster_of(Army("Alone", unit.nation, (Enlisted(id),))).units
    assert [model.kind for model in alone.models] == list(unit.models)
    assert alone.cost == unit.cost
    assert set(alone.movement) <= set(alone.speeds)


def test_units_that_only_enter_play_by_an_ability_can_be_fielded_but_cost_nothing() -> None:
    spawned = [unit.id for found in LISTS.values() for unit in found.units.values() if spawned_only(unit)]
    assert spawned == ["gnome.assault-bots", "gnome.mechanical-rat", "ork.champion"]
    for id in spawned:
        assert field_unit(Enlisted(id)).cost == Points()


@pytest.mark.parametrize("found", LISTS.values(), ids=LISTS)
def test_everything_for_sale_can_be_bought_by_some_unit(found: NationList) -> None:
    offered = {
        offer.id
        for unit in found.units.values()
        if not spawned_only(unit)
        for offer in unit_wares(Army("One", found.nation, (Enlisted(unit.id),)), 0)
    }
    sold = {piece.id for piece in found.equipment.values() if piece.cost is not None}
    elites = {model.id for model in found.models.values() if model.replaces}
    assert offered == sold | elites


# ---------------------------------------------------------------- ready-made armies

TOTALS = {
    "ork.small": Points(8, 8, 2, 16),
    "dwarf.small": Points(12, 14, 14, 4),
    "elf.small": Points(8, 16, 10, 15),
    "dark-elf.small": Points(12, 10, 8, 12),
    "gnome.small": Points(14, 16, 18, 10),
    "spartan.small": Points(24, 23, 21, 7),
    "ork.standard": Points(22, 18, 24, 24),
    "dwarf.standard": Points(24, 14, 23, 24),
    "elf.standard": Points(20, 22, 24, 24),
    "dark-elf.standard": Points(22, 16, 21, 21),
    "gnome.standard": Points(22, 18, 24, 17),
    "spartan.standard": Points(24, 19, 19, 17),
    **{f"{nation}.tank": Points(ip=24) for nation in ("dark-elf", "dwarf", "elf", "gnome", "ork", "spartan")},
    "dark-elf.infantry": Points(0, 22, 24, 24),
    "dwarf.infantry": Points(0, 18, 18, 17),
    "elf.infantry": Points(0, 20, 12, 24),
    "gnome.infantry": Points(0, 18, 21, 8),
    "ork.infantry": Points(0, 18, 16, 24),
    "spartan.infantry": Points(0, 22, 19, 9),
    "dwarf.industrial": Points(36, 8, 4, 0),
    "elf.industrial": Points(36, 8, 2, 0),
    "gnome.industrial": Points(36, 4, 4, 4),
    "ork.men": Points(0, 32, 37, 46),
    "dark-elf.mixed": Points(12, 24, 30, 30),
    "spartan.mixed": Points(12, 32, 27, 23),
}


@pytest.mark.rule("spf.army.game-sizes", "spf.army.asymmetric")
def test_each_nation_has_ready_made_armies_for_every_game() -> None:
    assert set(armies()) == set(TOTALS)
    assert len({army.name for army in armies().values()}) == len(TOTALS)
    for game in ("tank", "infantry", "standard", "asymmetric"):
        assert {army.nation for army in armies().values() if army.game == game} == set(nations())
    purses = {army.side for army in armies().values() if army.game == "asymmetric"}
    assert purses == {"industrial", "men", "mixed"}


@pytest.mark.rule("spf.army.game-sizes", "spf.army.asymmetric")
def test_armies_are_offered_as_opponents_of_those_they_may_meet() -> None:
    offered = {choice.id: choice for choice in BOOK.forces()}
    for one, other in product(armies().values(), repeat=2):
        allowed = may_meet(one, other) is None
        assert offered[one.id].may_meet(offered[other.id]) is allowed, (one.id, other.id)
    scenario = BOOK.scenario("crossroads")
    assert all(line_up(BOOK, scenario, [id])[1] != id for id in offered)
    assert line_up(BOOK, scenario, ["gnome.tank"]) == ["gnome.tank", "dark-elf.tank"]
    assert line_up(BOOK, scenario, ["elf.industrial"]) == ["elf.industrial", "ork.men"]
    own = Written("mine.toml", write_army(replace(armies()["elf.standard"], id="", name="Mine")))
    assert line_up(BOOK, scenario, [own]) == [own, "elf.standard"]  # before a small one


@pytest.mark.parametrize("id", TOTALS)
@pytest.mark.rule("spf.army.budget", "spf.army.game-sizes")
def test_a_ready_made_army_is_legal_costs_what_it_should_and_says_what_it_is(id: str) -> None:
    army = armies()[id]
    assert flaws(army) == []
    assert cost(army) == TOTALS[id]
    assert army.words
    names = [unit.name for unit in roster_of(army).units]
    assert len(names) == len(army.units) == len(set(names))


@pytest.mark.rule("spf.army.huge-disclosure", "spf.W26")
def test_who_chooses_an_army_is_told_what_is_huge_in_it() -> None:
    announced = {choice.id: choice.announced for choice in BOOK.forces()}
    assert announced["ork.men"] == "It has huge units, seen from afar: First Troll, Second Troll."
    assert announced["elf.small"] == ""
    own = Written("mine.toml", write_army(armies()["ork.small"]))
    assert BOOK.look_over("force", own).announced == "It has huge units, seen from afar: Troll."


@pytest.mark.rule("spf.army.huge-disclosure")
def test_huge_units_are_announced() -> None:
    announced = {id: [unit.kind for unit in huge(roster_of(army))] for id, army in armies().items()}
    assert announced.pop("ork.small") == ["ork.troll"]
    assert announced.pop("ork.standard") == ["ork.troll"]
    assert announced.pop("ork.infantry") == ["ork.troll"]
    assert announced.pop("ork.men") == ["ork.troll", "ork.troll"]
    assert not any(announced.values())
