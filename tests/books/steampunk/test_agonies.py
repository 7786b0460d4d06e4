"""The agony steps, each followed by its damage."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.steampunk.position import Position, at, table
from tests.kit.script import a
from warbook.books.steampunk.aftermath.agonies import agony, suffers
from warbook.books.steampunk.damage import harm
from warbook.books.steampunk.damage.toughness import armor
from warbook.books.steampunk.state import AimToken
from warbook.core.game import Game
from warbook.core.questions import Choose


def suffer(play: Position, n: int, dice: str = "", answers: Any = ()) -> Position:
    """Agony step n and the damage that comes of it."""

    def step(game: Game) -> None:
        agony(game, n)
        harm.apply(game)

    return play.run(step, dice=dice, answers=answers)


# ---------------------------------------------------------------- agony 0


@pytest.mark.rule("spf.ability.terror", "spf.turn.agony")
@pytest.mark.parametrize(
    ("hex_", "hidden", "dice", "shaken"),
    [("3.5", "", "6", 2), ("3.5", "", "3", 0), ("3.6", "", "", 0), ("3.5", "hidden", "", 0)],
)
@pytest.mark.ability("terror")
def test_terror_strikes_enemies_in_range(hex_: str, hidden: str, dice: str, shaken: int) -> None:
    """Range 2, d8: at distance 2 a roll, at 3 none; the hidden are immune."""
    play = table(f"dwarf.tamed-balrog A 3.3    ork.grunt x {hex_} {hidden}    ork.hammerhead y 3.4")
    assert suffer(play, 0, dice)["x"].shaken == shaken


@pytest.mark.rule("spf.ability.terror")
@pytest.mark.ability("unit-terror")
def test_terror_of_a_unit_by_its_drum() -> None:
    """Ability unit-terror: range 1, d6."""
    play = table("ork.ork-infantry A 3.3 replace=ork-elite-infantry equip=war-drum    elf.elf-infantry x 3.4")
    assert suffer(play, 0, "4")["x"].shaken == 2


@pytest.mark.rule("spf.ability.terror")
def test_terror_that_was_lost_frightens_nobody() -> None:
    play = table("dwarf.tamed-balrog A 3.3 critical=loses(terror)    ork.grunt x 3.4")
    assert suffer(play, 0)["x"].shaken == 0


@pytest.mark.rule("spf.special.acid-table", "spf.special.acid-persists")
def test_acid_four() -> None:
    """Roll 4: 1 token, poison cloud[4], minor acid for every unit in the hex, armor -1; no fire."""
    play = table("elf.e34 A 3.3 acid=1    elf.elf-infantry B 3.3    ork.grunt x 3.4")
    before = [armor(play.battle, play["A"], angle) for angle in range(4)]
    tank = suffer(play, 0, "4")["A"]
    assert (tank.acid, tank.future, tank.minor_acid, tank.fires) == (1, 1, 1, 0)
    assert (play["B"].minor_acid, play["x"].minor_acid) == (1, 0)
    assert [armor(play.battle, tank, angle) for angle in range(4)] == [value - 1 for value in before]
    assert [(mark.kind, mark.strength, mark.hex) for mark in play.battle.marks] == [("poison", 4, at("3.3"))]


@pytest.mark.rule("spf.special.acid-table")
@pytest.mark.parametrize(
    ("dice", "acid", "minor", "future", "fires"),
    [("1", 0, 1, 0, 0), ("2", 1, 0, 1, 0), ("5", 1, 1, 1, 1), ("6 2 5", 1, 1, 2, 1)],
)
def test_the_acid_table(dice: str, acid: int, minor: int, future: int, fires: int) -> None:
    """Roll 6, then 2 and 5 -> the effects of 2 and of 5."""
    tank = suffer(table("ork.hammerhead A 3.3 acid=1"), 0, dice)["A"]
    assert (tank.acid, tank.minor_acid, tank.future, tank.fires) == (acid, minor, future, fires)


@pytest.mark.rule("spf.special.acid-double-downgrade")
def test_acid_that_is_downgraded_twice_is_gone() -> None:
    """Roll 6, then 1 and 1 -> the acid is removed."""
    tank = suffer(table("ork.hammerhead A 3.3 acid=1"), 0, "6 1 1")["A"]
    assert (tank.acid, tank.minor_acid) == (0, 0)


@pytest.mark.rule("spf.special.acid-roller", "spf.W27")
def test_the_enemy_rolls_for_acid() -> None:
    """And for minor acid its owner; for acid on a hidden unit too."""
    for unit, roller in (("ork.hammerhead A", "b"), ("ork.hammerhead x", "a")):
        play = suffer(table(f"{unit} 3.3 acid=1 minor_acid=1"), 0, "2")
        assert [roll.by for roll in play.rolled("spf.special.acid-table")] == [roller]
        assert play.says(f"Side {roller} roll for the acid on HammerHead.")
        suffer(play, 1, "4")
        assert [roll.by for roll in play.rolled("spf.special.minor-acid")] == [unit[-1]]
    hidden = suffer(table("dark-elf.scout A 3.3 hidden acid=1"), 0, "2")
    assert [(roll.by, roll.to) for roll in hidden.rolled("spf.special.acid-table")] == [("A", ("a",))]


@pytest.mark.rule("spf.special.acid-table", "spf.P4")
def test_each_acid_token_is_rolled_for() -> None:
    """Ruling P4."""
    tank = suffer(table("ork.hammerhead A 3.3 acid=2"), 0, "1 2")["A"]
    assert (tank.acid, tank.minor_acid, tank.future) == (1, 1, 1)


@pytest.mark.rule("spf.special.acid-table")
def test_acid_eats_foes_in_the_hex_too() -> None:
    """Ruling P3: a flyer over its enemy."""
    play = table("dark-elf.mechanical-scorpion A 3.3 acid=1    elf.pegasus-rider x 3.3")
    assert suffer(play, 0, "3")["x"].minor_acid == 1


@pytest.mark.rule("spf.special.acid-table")
def test_acid_aboard_stays_aboard_but_its_fumes_do_not() -> None:
    play = table("ork.battlewagon A 3.3    ork.grunt B 1.1 aboard=A acid=1")
    suffer(play, 0, "3")
    assert (play["B"].minor_acid, play["A"].minor_acid) == (1, 0)
    assert [mark.hex for mark in play.battle.marks] == [at("3.3")]


@pytest.mark.rule("spf.turn.agony")
def test_acid_and_terror_are_rolled_on_the_same_state() -> None:
    """Ruling T6: the terror of the balrog reaches the grunts though both sides suffer."""
    play = table("dwarf.tamed-balrog A 3.3 acid=1    ork.grunt x 3.4 acid=1")
    suffer(play, 0, "8 2 2")
    assert (play["x"].shaken, play["x"].future, play["A"].future) == (2, 1, 1)


@pytest.mark.parametrize(
    ("dice", "minor", "place"), [("[1 2 3]", 1, "map"), ("[1 1 3]", 0, "destroyed"), ("[2 2 6]", 0, "map")]
)
@pytest.mark.ability("death-ray-backlash")
def test_a_death_ray_turns_on_its_owner(dice: str, minor: int, place: str) -> None:
    """Ability death-ray-backlash: one die for each aim token of the weapon."""
    play = table("gnome.gnome-infantry A 3.3 replace=gnome-tinkerer equip=experimental-death-ray")
    play["A"].aims = [AimToken(0, 0, 1, 1, "gnome.experimental-death-ray")] * 3 + [AimToken(0, 0, 1, 1)]
    suffer(play, 0, dice.strip("[]"))
    assert (play["A"].minor_acid, play["A"].place) == (minor, place)


def test_a_damaged_queen_turns_by_herself() -> None:
    """Effect rotates-each-turn: left in agony 1 and 3."""
    play = table("dark-elf.queen-yy A 3.3 north critical=rotates-each-turn(L@agony-1,L@agony-3)")
    assert [suffer(play, n)["A"].facing for n in range(5)] == [0, 5, 5, 4, 4]


# ---------------------------------------------------------------- agony 1 to 4


@pytest.mark.rule("spf.special.minor-acid")
@pytest.mark.parametrize(("die", "minor", "future"), [("3", 1, 1), ("2", 0, 0)])
def test_minor_acid(die: str, minor: int, future: int) -> None:
    tank = suffer(table("ork.hammerhead A 3.3 minor_acid=1"), 1, die)["A"]
    assert (tank.minor_acid, tank.future) == (minor, future)


@pytest.mark.rule("spf.special.fire-roll", "spf.special.fire-damage")
@pytest.mark.parametrize(
    ("die", "fires", "future", "shaken"), [("1", 0, 3, 0), ("2", 1, 4, 0), ("3", 1, 4, 2)]
)
def test_fire(die: str, fires: int, future: int, shaken: int) -> None:
    """Fire resistance 2 and 3 tokens: 2 - 2 + 3 = 3 is a token, 4 shakes too; a natural 1 ends it (P7)."""
    tank = suffer(table("dwarf.dw42 A 3.3 fires=1 future=3"), 2, die)["A"]
    assert (tank.fires, tank.future, tank.shaken) == (fires, future, shaken)


@pytest.mark.rule("spf.turn.agony")
def test_fire_from_acid_burns_in_the_same_turn() -> None:
    """Acid sets a unit on fire in agony 0 -> the fire is rolled for in agony 2 of the same turn."""
    play = suffer(table("ork.hammerhead A 3.3 acid=1"), 0, "5")
    suffer(play, 2, "2")
    assert play["A"].future == 2


def test_fire_on_a_gun_burns_its_crew_too() -> None:
    """Ability gun-or-crew: one die, both tables; fire resistance 1."""
    gun = suffer(table("dwarf.dwarf-at-gun A 3.3 fires=1"), 2, "3")["A"]
    assert (gun.future, gun.crew_lost) == (1, 1)


@pytest.mark.rule("spf.special.poison-roll", "spf.special.poison-downgrade")
def test_poison_with_resistance_and_tokens() -> None:
    """Poison[8], roll 6, poison resistance 2, 1 token -> result 5: a token on the troll; then poison[6]."""
    play = suffer(table("ork.troll A 3.3 poison=8 future=1"), 3, "6")
    assert (play["A"].poison, play["A"].future) == ([6], 2)
    assert play.says("damage result 5")


def test_poison_on_a_gun_is_read_in_the_crew_table() -> None:
    """Ability gun-or-crew: resistance 2, a dead man takes the poison with him."""
    gun = suffer(table("dwarf.dwarf-at-gun A 3.3 poison=8"), 3, "3")["A"]
    assert (gun.crew_lost, gun.future, gun.poison) == (1, 0, [])


@pytest.mark.rule("spf.special.poison-removed")
def test_each_poison_is_rolled_for_on_its_own() -> None:
    grunts = suffer(table("ork.grunt A 3.3 poison=8/4"), 3, "1 2")["A"]
    assert (len(grunts.living), grunts.poison) == (2, [])


@pytest.mark.rule("spf.team.dwarf-endurance-poison")
def test_endurance_rolls_a_poison_die_again() -> None:
    """Only with the trench coat: resistance 3. A 6 would kill one, the second die, 3, nobody."""
    text = "dwarf.dwarf-infantry A 3.3 poison=8 endurance=1"
    play = table(text + " equip=trenchcoat-of-resistance")
    suffer(play, 3, "6 3", answers=[a("again")])
    assert (len(play["A"].living), play["A"].endurance, play["A"].poison) == (4, 0, [6])
    question = play.asked[0][1]
    assert isinstance(question, Choose)
    preview = question.options[1].preview
    assert preview
    assert [(words, str(share)) for words, share in preview().outcomes] == [
        ("nothing", "3/8"),
        ("1 killed", "5/8"),
    ]
    kept = suffer(table(text + " equip=trenchcoat-of-resistance"), 3, "3", answers=[a("keep")])
    assert kept["A"].endurance == 1
    assert not suffer(table(text), 3, "1").asked


@pytest.mark.rule("spf.special.bleeding-roll")
@pytest.mark.parametrize(("die", "bleeding", "future"), [("1", [], 2), ("4", [6], 3)])
def test_bleeding(die: str, bleeding: list[int], future: int) -> None:
    """Bleeding[6], roll 1 -> removed; roll 4 with 2 tokens -> result 6."""
    play = suffer(table("ork.troll A 3.3 bleeding=6 future=2"), 4, die)
    assert (play["A"].bleeding, play["A"].future) == (bleeding, future)
    assert play.says("damage result 6") == (die == "4")


@pytest.mark.rule("spf.special.bleeding-roll")
def test_bleeding_aboard_goes_on() -> None:
    play = table("ork.battlewagon A 3.3    ork.warg-rider B 3.3 aboard=A bleeding=4")
    assert suffer(play, 4, "1")["B"].bleeding == []


def test_who_is_destroyed_suffers_no_more() -> None:
    play = table("ork.grunt A 3.3 bleeding=4 place=destroyed")
    assert suffer(play, 4)["A"].bleeding == [4]


@pytest.mark.rule("spf.victory.end-phase-agony")
def test_what_counts_as_continuous_damage() -> None:
    play = table("ork.troll A 3.3 future=3 shaken=2    ork.troll B 5.5 fires=1")
    assert (suffers(play["A"]), suffers(play["B"])) == (False, True)


@pytest.mark.rule("spf.ability.resistance", "spf.special.fire-damage")
def test_fire_resistance_lowers_a_fire_roll() -> None:
    """Fire resistance 2 against a fire roll of 5 -> 3."""
    assert suffer(table("dwarf.dw42 A 3.3 fires=1"), 2, "5").says("damage result 3")
