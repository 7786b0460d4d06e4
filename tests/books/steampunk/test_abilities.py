"""Every ability of the lists is in force: some test fails if no unit has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from inspect import isfunction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.books.steampunk.lacking import without
from tests.books.steampunk.position import at, table
from tests.kit.script import a
from warbook.books.steampunk.aftermath.healing import heal
from warbook.books.steampunk.aftermath.victory import end_phase
from warbook.books.steampunk.army.building import flaws
from warbook.books.steampunk.army.data import ability_entries
from warbook.books.steampunk.army.written import Army, Enlisted
from warbook.books.steampunk.damage import toughness
from warbook.books.steampunk.gunnery.weaponry import ON_FIRING, ON_HIT
from warbook.books.steampunk.movement.moving import move
from warbook.books.steampunk.setup.setting_up import carries, endurance
from warbook.books.steampunk.state import field

# In force by what is played anyway: the lists would play the same without the word.
BY_ITSELF = {
    "amplifies-bleeding": "the lines of its damage table do it",
    "assaults-only-flying": "all who have it fly, and assaults are fought within a layer",
    "bonus-weapon": "the order to throw says that it is used",
    "by-throw-order": "what has it is a grenade or comes with throw orders",
    "counts-as-elite": "the model is of type elite, by which the piece counts its tokens",
    "floats": "all who have it are of the type floating",
    "no-assault-on-ground": "all who have it fly, and assaults are fought within a layer",
    "no-regular-damage": "the weapons that have it are given no damage",
    "one-hex-per-model": "every model of an area weapon chooses its own hex",
    "one-hex-per-unit": "what has it has area-by-models, which is fired by the unit as one",
    "out-of-ammo-at-end": "nobody fires in the end phase",
    "pairs": "it holds two loads, and all of a model's copies fire together",
    "random-drift": "its orders have the code random",
    "shared": "the piece takes the slot of the shared weapon",
    "spotter": "its lists have the spot orders",
}

Case = Callable[[], object]


@pytest.mark.parametrize("name", [name for name in ability_entries() if name not in BY_ITSELF])
def test_the_ability_is_in_force(name: str) -> None:
    shown = _marked().get(name, {})
    assert shown, f"no test is marked with {name}"
    with without(name):
        passing = [test for test, cases in shown.items() if not any(_fails(case) for case in cases)]
    assert not passing, f"passes without {name}: {', '.join(passing)}"


def test_only_abilities_are_marked_and_only_those_that_matter() -> None:
    assert _marked().keys() == ability_entries().keys() - BY_ITSELF.keys()


def test_what_weapons_do_is_looked_up_by_names_of_abilities() -> None:
    assert ON_HIT.keys() | ON_FIRING.keys() <= ability_entries().keys()


@cache
def _marked() -> dict[str, dict[str, list[Case]]]:
    """By ability the tests that are marked with it, each with its cases."""
    found: dict[str, dict[str, list[Case]]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for name, test in vars(import_module(f"{__package__}.{path.stem}")).items():
            marks = getattr(test, "pytestmark", ()) if isfunction(test) else ()
            for ability in (each for mark in marks if mark.name == "ability" for each in mark.args):
                found.setdefault(ability, {})[f"{path.stem}.{name}"] = list(_cases(test, marks))
    return found


def _cases(test: Callable[..., object], marks: list[pytest.Mark]) -> Iterator[Case]:
    given: list[list[dict[str, Any]]] = []
    for mark in marks:
        if mark.name == "parametrize":
            names, rows = mark.args
            several = not isinstance(names, str)
            given.append([dict(zip(names, row, strict=True)) if several else {names: row} for row in rows])
    for chosen in product(*given):
        arguments = {name: value for each in chosen for name, value in each.items()}
        yield lambda arguments=arguments: test(**arguments)


def _fails(case: Case) -> bool:
    try:
        case()
    except Exception:
        return True
    return False


# ---------------------------------------------------------------- shown here


@pytest.mark.ability("armor-add")
def test_armor_add() -> None:
    """The wheeled shieldwall adds 5 in front, and goes with the last of its bearers."""
    text = "dwarf.dwarf-infantry A 3.3    dwarf.dwarf-infantry B 3.5 equip=wheeled-shieldwall"
    play = table(text)
    plain, walled = (
        [toughness.armor(play.battle, play[name], angle) for angle in range(4)] for name in ("A", "B")
    )
    assert [more - less for more, less in zip(walled, plain, strict=True)] == [5, 0, 0, 0]


@pytest.mark.ability("does-not-carry", "transport")
def test_does_not_carry() -> None:
    """The transport zeppelin takes no wheeled shieldwall."""
    zeppelin = "dwarf.transport-zeppelin A 3.3    dwarf.dwarf-infantry B 3.5"
    play = table(zeppelin)
    assert carries(play.battle, play["A"], play["B"])
    play = table(f"{zeppelin} equip=wheeled-shieldwall")
    assert not carries(play.battle, play["A"], play["B"])


def test_counts_as_elite() -> None:
    """A battle medic has two tokens of a vest of life support, as an elite model has, and one of its own."""
    vest = "dwarf.steampowerarmor A 3.3 equip=vest-of-life-support"
    plain, medic = table(vest), table(f"{vest} replace=battle-medic")
    tokens = [endurance(field(play.battle, play["A"])) for play in (plain, medic)]
    assert tokens[1] - tokens[0] == (2 - 1) + 1


@pytest.mark.ability("extends-range")
def test_extends_range() -> None:
    """With a grenade sling the pyro reaches 3 hexes."""
    play = table("ork.ork-infantry A 3.3 equip=pyro    ork.ork-infantry B 3.5 equip=pyro/grenade-sling")
    reach = {
        name: weapon.range
        for name in ("A", "B")
        for weapon in field(play.battle, play[name]).models[0].weapons
        if weapon.id == "ork.pyro"
    }
    assert reach == {"A": 1, "B": 3}


@pytest.mark.ability("gunnery-needs-ranged-weapon")
def test_gunnery_needs_ranged_weapon_and_no_ranged_weapons() -> None:
    """Warg riders have gunnery orders with a bought weapon only, grunts (no-ranged-weapons) never:
    gunnery-needs-ranged-weapon."""
    play = table("ork.warg-rider A 3.3    ork.warg-rider B 3.5 equip=grenade-sling    ork.grunt C 3.7")
    armed = {name: any(field(play.battle, play[name]).gunnery.values()) for name in ("A", "B", "C")}
    assert armed == {"A": False, "B": True, "C": False}


@pytest.mark.ability("moves-while-shaken")
def test_moves_while_shaken() -> None:
    """A tinkerer flies the helicopter on by its own orders; without him it is carried by the default."""
    text = "gnome.gnome-helicopter A 3.5 north slow-flying shaken=2 order=F,-,-"
    assert table(f"{text} replace=tinkerer-helicopter").run(move, 1)["A"].hex == at("3.4")
    assert table(text).run(move, 1)["A"].hex == at("3.5")


def test_out_of_ammo_at_end() -> None:
    """The troll's gatling gun always fires, but not in the end phase: no die is rolled for it."""
    play = table("ork.troll A 3.5 north gunnery=fire,fire    elf.e34 x 3.4").run(end_phase)
    assert not play.rolled("spf.fire.basic")


@pytest.mark.ability("spawned-only")
def test_spawned_only() -> None:
    for kind in ("ork.champion", "gnome.assault-bots", "gnome.mechanical-rat"):
        (flaw, *_) = flaws(Army("", kind.partition(".")[0], (Enlisted(kind),)))
        assert "another unit's ability" in flaw.words


@pytest.mark.ability("unit-minor-acid-resistance")
def test_unit_minor_acid_resistance() -> None:
    """Improved medical armor: at 4+ in healing 1, for minor acid only."""
    text = "gnome.gnome-infantry A 3.3 minor_acid=2 acid=1"
    play = table(f"{text} equip=improved-medical-armor").run(heal, 1, dice="4 3")
    assert (play["A"].minor_acid, play["A"].acid) == (1, 1)
    assert table(text).run(heal, 1)["A"].minor_acid == 2


@pytest.mark.ability("unit-repair")
def test_unit_repair() -> None:
    """A Dwarf engineer repairs a tank in the hex as long as he lives."""
    text = "dwarf.dwarf-infantry A 3.3 replace=engineer{}    dwarf.dw42 B 3.3 critical=cannot-move"
    play = table(text.format(""))
    play.run(heal, 1, answers=[a("B:criticalcannot-move")])
    assert play["B"].critical == []
    assert not table(text.format(" living=1/2/3")).run(heal, 1).asked
