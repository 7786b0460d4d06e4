"""Every ability of the lists is in force: some code knows it and some test shows it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.books.steampunk.position import at, table
from tests.kit.script import a
from warbook.books.steampunk import toughness
from warbook.books.steampunk.army import flaws
from warbook.books.steampunk.data import DATA, abilities
from warbook.books.steampunk.healing import heal
from warbook.books.steampunk.moving import move
from warbook.books.steampunk.setting_up import carries, endurance
from warbook.books.steampunk.state import field
from warbook.books.steampunk.victory import end_phase
from warbook.books.steampunk.written import Army, Enlisted
from warbook.core.catalog import find

HERE = Path(__file__).parent
BOOK = DATA.parent
ENTRIES = abilities()
LISTING = ("test_data.py", "test_lists.py")  # tests of the lists themselves

# In force by what is played anyway, with no code of their own.
BY_ITSELF = {
    "assaults-only-flying": "all who have it fly, and assaults are fought within a layer",
    "no-assault-on-ground": "likewise",
    "bonus-weapon": "the order to throw says that it is used",
    "one-hex-per-model": "every model of an area weapon chooses its own hex",
    "out-of-ammo-at-end": "nobody fires in the end phase",
    "pairs": "it holds two loads, and all of a model's copies fire together",
    "spotter": "its lists have the spot orders",
    "counts-as-elite": "the model is of type elite, by which the piece counts its tokens",
}


def code(name: str) -> list[str]:
    """The chapters that name the ability in a string or docstring."""
    return [path for path, text in _chapters().items() if _has(text, name)]


def shown_by(name: str) -> list[str]:
    """The tests that name the ability, or the rule that is of this ability only."""
    spoken = (name, name.replace("-", " "), name.replace("-", "_"))
    named = [test for test, text in _tests().items() if any(_has(text, word) for word in spoken)]
    return named or (list(_marks().get(ENTRIES[name].rule, ())) if _own_rule(name) else [])


def _has(text: str, word: str) -> bool:
    return re.search(rf"(?<![a-z-]){re.escape(word)}(?![a-z-])", text) is not None


def _own_rule(name: str) -> bool:
    rule = ENTRIES[name].rule
    shared = Counter(entry.rule for entry in ENTRIES.values())[rule] > 1
    return bool(rule) and (not shared or rule == f"spf.ability.{name}")


@cache
def _chapters() -> dict[str, str]:
    return {path.name: "\n".join(_strings(ast.parse(path.read_text("utf-8")))) for path in BOOK.glob("*.py")}


def _strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@cache
def _tests() -> dict[str, str]:
    found = {}
    for path in sorted(HERE.glob("test_*.py")):
        source = path.read_text("utf-8") if path.name not in LISTING else ""
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{path.name}::{node.name}"] = ast.get_source_segment(source, node) or ""
    return found


@cache
def _marks() -> dict[str, tuple[str, ...]]:
    return {rule.id: rule.tests for rule in find(BOOK)}


@pytest.mark.parametrize("name", ENTRIES)
def test_the_ability_is_in_force(name: str) -> None:
    assert code(name) or name in BY_ITSELF, f"no chapter knows {name}"


@pytest.mark.parametrize("name", ENTRIES)
def test_the_ability_is_shown_by_a_test(name: str) -> None:
    assert shown_by(name), f"no test shows {name}"


# ---------------------------------------------------------------- shown here


def test_armor_add() -> None:
    """The wheeled shieldwall adds 5 in front, and goes with the last of its bearers."""
    text = "dwarf.dwarf-infantry A 3.3    dwarf.dwarf-infantry B 3.5 equip=wheeled-shieldwall"
    play = table(text)
    plain, walled = (
        [toughness.armor(play.battle, play[name], angle) for angle in range(4)] for name in ("A", "B")
    )
    assert [more - less for more, less in zip(walled, plain, strict=True)] == [5, 0, 0, 0]


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


def test_gunnery_needs_ranged_weapon_and_no_ranged_weapons() -> None:
    """Warg riders have gunnery orders with a bought weapon only, grunts (no-ranged-weapons) never:
    gunnery-needs-ranged-weapon."""
    play = table("ork.warg-rider A 3.3    ork.warg-rider B 3.5 equip=grenade-sling    ork.grunt C 3.7")
    armed = {name: any(field(play.battle, play[name]).gunnery.values()) for name in ("A", "B", "C")}
    assert armed == {"A": False, "B": True, "C": False}


def test_moves_while_shaken() -> None:
    """A tinkerer flies the helicopter on by its own orders; without him it is carried by the default."""
    text = "gnome.gnome-helicopter A 3.5 north slow-flying shaken=2 order=F,-,-"
    assert table(f"{text} replace=tinkerer-helicopter").run(move, 1)["A"].hex == at("3.4")
    assert table(text).run(move, 1)["A"].hex == at("3.5")


def test_out_of_ammo_at_end() -> None:
    """The troll's gatling gun always fires, but not in the end phase: no die is rolled for it."""
    play = table("ork.troll A 3.5 north gunnery=fire,fire    elf.e34 x 3.4").run(end_phase)
    assert not play.rolled("spf.fire.basic")


def test_spawned_only() -> None:
    for kind in ("ork.champion", "gnome.assault-bots", "gnome.mechanical-rat"):
        (flaw, *_) = flaws(Army("", kind.partition(".")[0], (Enlisted(kind),)))
        assert "another unit's ability" in flaw.words


def test_unit_minor_acid_resistance() -> None:
    """Improved medical armor: at 4+ in healing 1, for minor acid only."""
    text = "gnome.gnome-infantry A 3.3 minor_acid=2 acid=1"
    play = table(f"{text} equip=improved-medical-armor").run(heal, 1, dice="4 3")
    assert (play["A"].minor_acid, play["A"].acid) == (1, 1)
    assert table(text).run(heal, 1)["A"].minor_acid == 2


def test_unit_repair() -> None:
    """A Dwarf engineer repairs a tank in the hex as long as he lives."""
    text = "dwarf.dwarf-infantry A 3.3 replace=engineer{}    dwarf.dw42 B 3.3 critical=cannot-move"
    play = table(text.format(""))
    play.run(heal, 1, answers=[a("B:criticalcannot-move")])
    assert play["B"].critical == []
    assert not table(text.format(" living=1/2/3")).run(heal, 1).asked
