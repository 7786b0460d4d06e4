"""The dice of an assault: angles, pools, deflection, advantage; damaging hits, support and what they do."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.books.steampunk.assaults import assault, blows, dice, gains, lines, sources
from tests.books.steampunk.position import Position, at
from tests.kit.script import a, b, sealed
from warbook.books.steampunk.army.lists import Assault, Harm
from warbook.books.steampunk.assault.fighting import fight
from warbook.books.steampunk.assault.lineup import Source
from warbook.books.steampunk.assault.melee import Thrown, outlook, pools_of, removals, tied
from warbook.books.steampunk.assault.pools import Pool
from warbook.books.steampunk.damage.harm import apply
from warbook.books.steampunk.dice import Roll

TANKS = "elf.e34 A 3.5     gnome.gnome-infantry x 3.4"


# ---------------------------------------------------------------- angles


@pytest.mark.rule("spf.assault.facing-entering", "spf.assault.example-standard-tank", "spf.assault.stats")
def test_a_tank_that_enters_uses_its_front() -> None:
    play = assault(TANKS, "3.4", "A>", "x")
    assert dice(play, "A") == (4, 2)
    assert sources(play, "A")[0].need == 5


@pytest.mark.rule("spf.assault.facing-reversing")
def test_a_tank_that_reverses_into_an_assault_uses_its_back() -> None:
    play = assault(TANKS, "3.4", "A<", "x")
    assert dice(play, "A") == (2, 0)
    assert lines(play)["a"][0].angle == 3


@pytest.mark.rule(
    "spf.assault.facing-stationary", "spf.assault.deflection", "spf.assault.example-standard-tank"
)
@pytest.mark.parametrize(
    ("facing", "expected"),
    [("south", (4, 2)), ("se", (3, 0)), ("sw", (3, 0)), ("ne", (3, 0)), ("nw", (3, 0)), ("north", (2, 0))],
)
def test_a_stationary_tank_uses_the_side_it_is_assaulted_from(facing: str, expected: tuple[int, int]) -> None:
    play = assault(f"gnome.gnome-infantry A 3.5     elf.e34 x 3.4 {facing}", "3.4", "A>", "x")
    assert dice(play, "x") == expected


SIDES_ON = """
    gnome.gnome-infantry A 3.5     gnome.gnome-infantry B 3.3
    dark-elf.elite-mechanical-cavalry x 3.4 south
"""


@pytest.mark.rule("spf.assault.facing-several-sides")
def test_a_unit_assaulted_from_two_sides_faces_one_and_deflects_only_hits_from_there() -> None:
    play = assault(SIDES_ON, "3.4", "A>", "B>", "x")
    question = play.question(fight)
    assert [option.id for option in question.options] == ["0", "3"]
    assert "front" in question.options[1].label
    # From the south: 8 dice, 8 deflections. A has 1 hit from the south and B 2 from the north, so of 8
    # deflections one counts, and 2 hits remain to none.
    cavalry = "1 1 1 1 1 1 1 1  5 5 5 5 5 5 5 5"
    play.run(fight, dice=f"5 1 1 1  6 6 1 1  {cavalry}  1 1", answers=[b("3"), b("keep")])
    assert len(blows(play)) == 2
    assert play.says("2 of Side a, 0 of Side b")


@pytest.mark.rule("spf.assault.facing-several-sides", "spf.ability.reveal-in-shared-hex", "spf.S4")
def test_its_own_hex_is_one_of_the_sides_it_may_face() -> None:
    """B has just revealed itself where x stands: facing it, x deflects no hit of A's."""
    play = assault(SIDES_ON.replace("B 3.3", "B 3.4"), "3.4", "A>", "B>", "x")
    assert [option.id for option in play.question(fight).options] == ["3", "within"]
    cavalry = "1 1 1 1 1 1 1 1  5 5 5 5 5 5 5 5"
    play.run(fight, dice=f"5 1 1 1  6 6 1 1  {cavalry}  1", answers=[b("within"), b("keep")])
    assert play.says("1 of Side a, 0 of Side b")


@pytest.mark.rule("spf.assault.facing-several-sides")
def test_focus_may_limit_the_dice_too() -> None:
    faces = "1 1 1 1  1 1 1 1  5 5 5 1 1 1 1 1  1 1 1 1 1 1 1 1"
    free = assault(SIDES_ON, "3.4", "A>", "B>", "x")
    question = free.question(fight, dice=faces, answers=[b("3")])
    assert {option.piece for option in question.options} == {"A", "B"}  # ruling S4
    bound = assault(SIDES_ON, "3.4", "A>", "B>", "x", focus_limits_dice=True)
    bound.run(fight, dice=f"{faces}  1 1 1", answers=[b("3"), a({"A": "keep", "B": "keep"})])
    assert {unit for unit, *_ in blows(bound)} == {"A"}


# ---------------------------------------------------------------- the dice of a unit


@pytest.mark.rule("spf.assault.pooling")
def test_the_dice_of_all_units_of_a_side_are_added() -> None:
    text = "dark-elf.queen-xy A 3.5     dark-elf.darkelf-infantry B 3.5     elf.e34 x 3.4"
    play = assault(text, "3.4", "A>", "B>", "x")
    assert [dice(play, name)[0] for name in "AB"] == [5, 4]


@pytest.mark.rule("spf.assault.pooling")
def test_a_unit_that_came_by_an_ability_fights_too() -> None:
    """Its id is that of the unit it came from, with a number: A+1."""
    text = "dark-elf.queen-xy A 3.5     dark-elf.darkelf-infantry A+1 3.5     elf.e34 x 3.4"
    play = assault(text, "3.4", "A>", "A+1>", "x")
    assert [dice(play, name)[0] for name in ("A", "A+1")] == [5, 4]


@pytest.mark.rule("spf.assault.max-two-contribute")
def test_only_as_many_contribute_as_may_stack_and_the_owner_says_who() -> None:
    text = """
        dwarf.dwarf-infantry A 3.5     dwarf.dwarf-infantry B 3.5     dwarf.dwarf-infantry C 2.4
        elf.e34 x 3.4 south
    """
    play = assault(text, "3.4", "A>", "B>", "C>", "x")
    question = play.question(fight, answers=["0"] if lines(play)["b"][0].focus == "0" else [])
    assert [option.id for option in question.options] == ["A+B", "A+C", "B+C"]
    assert [stand.rolls for stand in lines(play)["a"]] == [True, True, False]
    assert dice(play, "C") == (0, 0)


@pytest.mark.rule("spf.ability.crippled-crew")
def test_a_crippled_crew_needs_one_more() -> None:
    play = assault("elf.e34 A 3.5 crippled_crew     gnome.gnome-infantry x 3.4", "3.4", "A>", "x")
    (tank,) = sources(play, "A")
    assert (tank.need, tank.deflect) == (6, 6)
    play.run(fight, dice="5 5 5 5 5 5  1 1 1 1", answers=[a("keep")])
    assert play.says("0 of Side a, 0 of Side b")


@pytest.mark.rule("spf.ability.reveal-bonus")
def test_who_has_revealed_itself_has_half_as_many_dice_again() -> None:
    play = assault(
        "dark-elf.assassin A 3.5 revealed=2     gnome.gnome-infantry x 3.4", "3.4", "A>", "x", turn=2
    )
    assert dice(play, "A") == (9, 12)  # 6 and 8
    play["A"].revealed = 1
    assert dice(play, "A") == (6, 8)


FEARED = "dark-elf.queen-xy A 3.5     dwarf.dwarf-brothers-in-arms x 3.4 {}"


@pytest.mark.rule("spf.ability.fear-halves", "spf.ability.terror-halves")
@pytest.mark.ability("fear")
def test_shaken_units_have_half_their_dice_against_fear_and_terror() -> None:
    assert dice(assault(FEARED.format(""), "3.4", "A>", "x"), "x") == (6, 2)
    assert dice(assault(FEARED.format("shaken=1"), "3.4", "A>", "x"), "x") == (3, 2)
    text = "dwarf.tamed-balrog A 3.5     elf.elf-infantry x 3.4 shaken=1 living=0/1/2"
    assert dice(assault(text, "3.4", "A>", "x"), "x") == (1, 0)  # terror: half of 3, rounded down
    drum = "ork.ork-infantry A 3.5 replace=ork-elite-infantry equip=war-drum"
    text = f"{drum}     elf.elf-infantry x 3.4 shaken=1"
    assert dice(assault(text, "3.4", "A>", "x"), "x") == (2, 0)


@pytest.mark.rule("spf.ability.fear-halves")
@pytest.mark.ability("fear-at-speed")
def test_fear_at_speed_frightens_at_that_speed_only() -> None:
    text = "ork.speedhead A 3.5 {}     dwarf.dwarf-infantry x 3.4 shaken=1"
    assert dice(assault(text.format("fast"), "3.4", "A>", "x"), "x")[0] == 2
    assert dice(assault(text.format("slow"), "3.4", "A>", "x"), "x")[0] == 4


@pytest.mark.rule("spf.ability.terror-halves")
def test_the_owner_chooses_which_dice_are_lost() -> None:
    text = "dark-elf.queen-xy A 3.5     elf.armored-oliphant-riders x 3.4 shaken=1"
    play = assault(text, "3.4", "A>", "x")
    question = play.question(fight)
    assert question.rule == "spf.ability.terror-halves"
    assert all(sum(map(int, option.id.split("-"))) == question_total(play) for option in question.options)
    assert len(question.options) > 1


def question_total(play: Position) -> int:
    return dice(play, "x")[0]


def test_critical_damage_takes_dice_and_aim() -> None:
    """Effects assault-dice, deflection-dice, to-hit and to-be-hit."""
    text = "dark-elf.mechanical-assault-spider A 3.5 {}     elf.e34 x 3.4 {}"
    hurt = "critical=assault-dice(half)/deflection-dice(half)"
    play = assault(text.format(hurt, ""), "3.4", "A>", "x")
    assert dice(play, "A") == (3, 3)
    play = assault(text.format("critical=to-hit(-1)", ""), "3.4", "A>", "x")
    assert (sources(play, "A")[0].need, sources(play, "A")[0].deflect) == (6, 6)
    play = assault(text.format("", "critical=to-be-hit(1)"), "3.4", "A>", "x")
    assert sources(play, "A")[0].need == 4
    for times, left in ((1, 7), (2, 2), (3, 0)):  # of twelve
        text = f"ork.hammerhead A 3.5 critical={'/'.join(['assault-dice(-5)'] * times)}     elf.e34 x 3.4"
        assert dice(assault(text, "3.4", "A>", "x"), "A") == (left, 12)


@pytest.mark.ability("shieldwall")
def test_a_shieldwall_costs_a_die_unless_still_and_its_armor_does_not_count() -> None:
    text = "dwarf.dwarf-infantry A 3.5 {} equip=wheeled-shieldwall     elf.e34 x 3.4"
    moving = assault(text.format("slow"), "3.4", "A>", "x")
    assert dice(moving, "A") == (0, 4)
    assert dice(assault(text.format("still"), "3.4", "A>", "x"), "A") == (4, 4)
    moving.run(fight, dice="1 1 1 1  5 1 1 1 1 1  4", answers=[a("keep")])
    assert blows(moving) == [("A", "regular", 3)]
    assert not moving.rolled("spf.damage.armor-dice")


@pytest.mark.ability("gas-advantage", "gas-poison")
def test_a_gas_mask_halves_the_dice_of_enemies_in_a_poison_cloud_and_poisons_them() -> None:
    text = "dark-elf.darkelf-infantry A 3.5 equip=gas-mask     dwarf.dwarf-brothers-in-arms x 3.4     {}"
    assert dice(assault(text.format(""), "3.4", "A>", "x"), "x") == (6, 2)
    play = assault(text.format("poison 3.4 strength=8"), "3.4", "A>", "x")
    assert dice(play, "x") == (3, 1)
    play.run(fight, dice="5 5 1 1  1 1 1 1  1 1 1 1  1 1", answers=[b("keep")])
    assert gains(play) == [("x", "poison", 1, 8)]


@pytest.mark.rule("spf.H7")
@pytest.mark.parametrize(("reach", "left"), [(False, (6, 2)), (True, (3, 1))])
def test_gas_below_an_assault_in_the_air_counts_if_clouds_reach_flyers(
    reach: bool, left: tuple[int, int]
) -> None:
    masked = "dark-elf.darkelf-infantry A 3.5 slow-flying equip=gas-mask"
    text = f"{masked}     dwarf.dwarf-brothers-in-arms x 3.4 slow-flying     poison 3.4 strength=8"
    play = assault(text, "3.4", "A>", "x", flying=True, clouds_reach_flyers=reach)
    assert dice(play, "x") == left


@pytest.mark.ability("crawl-rerolls-successes")
def test_successes_of_those_who_crawl_are_rolled_again() -> None:
    text = "dark-elf.darkelf-infantry A 3.5     elf.e34 x 3.4"
    play = assault(text.replace("3.5", "3.5 crawl"), "3.4", "A>", "x")
    play.run(fight, dice="5 5 5 1  6 2 2  1 1 1 1  1 1 1 1  1 1  5 5 1 1 1 1 1 1", answers=[b("keep")])
    assert play.says("1 of Side a, 0 of Side b")


# ---------------------------------------------------------------- Orks


@pytest.mark.rule("spf.team.ork-double-hit", "spf.team.ork-reroll")
def test_natural_sixes_of_orks_are_two_hits_and_let_dice_be_rolled_again() -> None:
    text = "ork.ork-infantry A 3.5     dwarf.dwarf-infantry x 3.4"
    play = assault(text, "3.4", "A>", "x")
    # 8 dice: one 6 is two hits and rerolls 3 of the others; a 6 among them again 3; no more.
    play.run(fight, dice="6 1 1 1 1 1 1 1  1 1 1 1  6 2 2  3 3 3  1 1 1 1", answers=[b("keep")])
    assert play.says("4 of Side a, 0 of Side b")


@pytest.mark.rule("spf.team.ork-reroll", "spf.K1")
@pytest.mark.parametrize(("ork_reroll", "again"), [("per-six", "2 2 2 2 2 2"), ("per-wave", "2 2 2")])
def test_two_sixes_let_three_dice_each_be_rolled_again_or_three_in_all(ork_reroll: str, again: str) -> None:
    """Ruling K1 and its switch."""
    text = "ork.ork-infantry A 3.5     dwarf.dwarf-infantry x 3.4"
    play = assault(text, "3.4", "A>", "x", ork_reroll=ork_reroll)
    play.run(fight, dice=f"6 6 1 1 1 1 1 1  1 1 1 1  {again}  1 1 1 1", answers=[b("keep")])
    assert play.says("4 of Side a, 0 of Side b")


@pytest.mark.rule("spf.team.ork-reroll", "spf.assault.track-source")
def test_the_owner_says_which_dice_are_rolled_again() -> None:
    """Ruling K1: any dice without a natural 6, also deflection dice."""
    text = "ork.ork-infantry A 3.5 replace=ork-elite-infantry     dwarf.dwarf-infantry x 3.4"
    faces = "1 1 1  1  6 1 1 1 1 1  1 1 1 1"  # the elite's, its deflection, the others', the dwarves'
    play = assault(text, "3.4", "A>", "x")
    question = play.question(fight, dice=faces)
    assert [option.label for option in question.options] == [
        f"{n} of 3 assault dice of Ork Elite Infantry" for n in (3, 2, 1, 0)
    ]
    # None of the elite's, two of the others', so the deflection; then two, none, and the deflection again.
    again = "1  6 1", "1 1  1"
    play.run(
        fight,
        dice=f"{faces}  {'  '.join(again)}  1 1 1 1",
        answers=[a("0"), a("2"), a("2"), a("0"), b("keep")],
    )
    rerolled = [len(roll.faces) for roll in play.rolled("spf.assault.stats")][-2:]
    assert play.says("4 of Side a, 0 of Side b") and rerolled == [2, 2]


# ---------------------------------------------------------------- deflection and advantage


def source(key: str, way: str = "", damage: Roll | None = Roll(6), also: tuple[Harm, ...] = ()) -> Source:
    figures = Assault((1, 1, 1, 1), 5, (0, 0, 0, 0), 6, damage, 0, None, None, 0, also, ())
    return Source(key, key.split("/")[0], key, 0, figures, (), 1, 5, 0, 6, way)


@pytest.mark.rule("spf.assault.pooling")
def test_the_dice_that_do_most_harm_are_the_first_to_be_rolled_again() -> None:
    """By the most that the damage may be; what does none comes last, and names decide between the rest."""
    figures = {"a/0": None, "b/0": Roll(6, -2), "c/0": Roll(8), "d/0": Roll(6, 3), "e/0": Roll(8)}
    found = pools_of([source(key, damage=damage) for key, damage in figures.items()])
    assert [pool.source for pool in found] == ["d/0", "c/0", "e/0", "b/0", "a/0"]


def thrown(*rolled: tuple[str, str, int], deflected: tuple[tuple[str, int], ...] = ()) -> Thrown:
    """Hits by source with the side they come from, and deflections by the side they are limited to."""
    own = [Pool(9, 5, key, side=way) for key, way, _ in rolled]
    own += [Pool(9, 6, "shield", True, side) for side, _ in deflected]
    counts = [count for *_, count in rolled] + [count for _, count in deflected]
    found = {key: source(key, way) for key, way, _ in rolled} | {"shield": source("shield")}
    return Thrown(found, tuple(own), tuple(counts))


@pytest.mark.rule("spf.assault.deflection-effect")
def test_each_deflection_removes_one_hit() -> None:
    assert removals(thrown(("a/0", "", 6)), thrown(deflected=(("", 3),))) == [(3,)]
    assert removals(thrown(("a/0", "", 2)), thrown(deflected=(("", 3),))) == [(2,)]


@pytest.mark.rule("spf.assault.advantage-chooses-deflected", "spf.assault.facing-several-sides")
def test_deflections_can_fall_on_any_hits_but_those_limited_to_a_side_only_there() -> None:
    hits = thrown(("a/0", "3", 2), ("b/0", "0", 2))
    assert removals(hits, thrown(deflected=(("", 2),))) == [(0, 2), (1, 1), (2, 0)]
    assert removals(hits, thrown(deflected=(("3", 4),))) == [(2, 0)]
    assert removals(hits, thrown(deflected=(("3", 1), ("", 1)))) == [(1, 1), (2, 0)]


WORKED = """
    dark-elf.queen-xy A 3.5     dark-elf.darkelf-infantry B 3.5
    elf.e34 x 3.4     elf.elf-infantry y 3.4 living=0/1/2
"""


@pytest.mark.rule(
    "spf.assault.example-dark-elf-elf",
    "spf.assault.advantage",
    "spf.assault.advantage-chooses-deflected",
    "spf.assault.both-apply",
    "spf.assault.damaging-hits",
    "spf.assault.support",
    "spf.assault.track-source",
)
def test_the_books_example_of_a_dark_elf_against_an_elf() -> None:
    play = assault(WORKED, "3.4", "A>", "B>", "x", "y")
    queen, infantry = "5 5 5 1 1  6 6 1 1", "5 5 1 1  6 1 1 1"
    elves = "5 5 5 1  1 1  5 5 5"
    first = play.question(fight, dice=f"{queen} {infantry} {elves}")
    assert first.rule == "spf.assault.advantage-chooses-deflected"
    assert [option.id for option in first.options] == ["0", "1", "2", "3"]
    # 5 to 3, so the Dark Elf chooses; with 5 hits against 4 models one is left for support (ruling S9).
    sharing = [sealed(a="A/0>y*2", b="y/0>B*3"), a("B/0>y*1"), a("A/0>x*1"), a("B/0>3*1")]
    play.run(
        fight,
        dice=f"{queen} {infantry} {elves}  5 5 1 1 1 1 1  6 6 6  6 6 1",
        answers=[a("3"), *sharing, a("keep"), b({"x": "keep", "y": "keep"})],
    )
    assert play.says("5 of Side a, 3 of Side b. Side a have the advantage.")
    assert blows(play) == [("y", "regular", n) for n in (5, 5, 4)] + [("B", "regular", n) for n in (4, 4, -1)]
    assert [play[name].hex for name in "ABxy"] == [at("3.4"), at("3.4"), at("3.3"), at("3.3")]
    play.run(apply)
    assert play["y"].place == "destroyed" and len(play["B"].living) == 2


@pytest.mark.rule("spf.assault.tie-rank")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("elf.elf-infantry", "gnome.gnome-infantry", "b"),
        ("ork.grunt", "dwarf.dwarf-infantry", "a"),
        ("dark-elf.scout", "spartan.peltasts", "b"),
        ("elf.elf-infantry", "elf.elf-scout", ""),
    ],
)
def test_equal_sides_are_told_apart_by_rank(first: str, second: str, winner: str) -> None:
    assert tied(assault(f"{first} A 3.5     {second} x 3.4", "3.4", "A>", "x").battle) == winner


@pytest.mark.rule("spf.assault.tie-rank")
def test_one_ranking_may_serve_for_both() -> None:
    text = "elf.elf-infantry A 3.5     gnome.gnome-infantry x 3.4"
    assert tied(assault(text, "3.4", "A>", "x", one_melee_rank=True).battle) == "a"


@pytest.mark.rule("spf.assault.tie-rank")
def test_one_nation_against_itself_rolls_off() -> None:
    play = assault("elf.elf-scout A 3.5     elf.elf-scout x 3.4", "3.4", "A>", "x")
    play.run(fight, dice="1 1  1 1  3 3  2 5", answers=[a("keep")])  # ruling S7
    assert play.says("0 of Side a, 0 of Side b. Side b have the advantage.")
    assert play["A"].hex == at("3.5")


# ---------------------------------------------------------------- what becomes of deflections


ASSASSIN = "dark-elf.assassin A 3.5     elf.elf-scout x 3.4"


@pytest.mark.ability("flexible-deflection")
def test_flexible_deflections_may_strike() -> None:
    play = assault(ASSASSIN, "3.4", "A>", "x")
    faces = "1 1 1 1 1 1  6 6 1 1 1 1 1 1  5 1"
    question = play.question(fight, dice=faces)
    assert [option.label for option in question.options] == [
        "0 strike, 2 deflect",
        "1 strike, 1 deflect",
        "2 strike, 0 deflect",
    ]
    play.run(fight, dice=f"{faces}  4 6", answers=[a("2"), b("keep")])
    assert play.says("2 of Side a, 1 of Side b")
    assert blows(play) == [("x", "regular", 3), ("A", "regular", 4)]  # d6-2, one of them with support


@pytest.mark.ability("deflection-cancels-deflection")
def test_deflections_of_the_hammerhead_cancel_deflections() -> None:
    play = assault("ork.hammerhead A 3.5     dwarf.dwarf-brothers-in-arms x 3.4", "3.4", "A>", "x")
    hammer = "5 5 5 5 5 5 5 5 5 5 5 5  6 1 1 1 1 1 1 1 1 1 1 1"
    # The natural 6 also rerolls 6 assault dice, one of which is a 6: two hits, and again rerolls of the rest.
    waves = "6 1 1 1 1 1  1 1 1 1 1 1"
    dice = f"{hammer}  4 1 1 1 1 1  4 4  {waves}  1  5 5 1 1 1 1 1 1 1 1 1"
    play.run(fight, dice=dice, answers=[a("6"), a("6"), b("keep")])
    # 2 hits less 2 deflections, of which one was cancelled; 1 hit, none deflected
    assert play.says("1 of Side a, 1 of Side b")


@pytest.mark.ability("deflection-poisons")
def test_poison_spikes_poison_those_whose_hits_are_deflected() -> None:
    text = "ork.bioengineered-ork A 3.5 equip=poison-spikes     elf.elf-scout x 3.4"
    play = assault(text, "3.4", "A>", "x")
    orks = "1 1 1 1 1 1 1 1 1 1 1 1  6 1 1 1"
    play.run(fight, dice=f"{orks}  5 1  1 1 1 1 1 1", answers=[a("6"), b("keep")])
    assert gains(play) == [("x", "poison", 1, 4)]


# ---------------------------------------------------------------- odds


@pytest.mark.rule("spf.assault.advantage")
def test_the_outlook_is_what_every_throw_comes_to() -> None:
    play = assault("elf.elf-scout A 3.5     gnome.gnome-infantry x 3.4 living=0/1", "3.4", "A>", "x")
    found = 0
    for strike, deflect, *foes in product(range(1, 7), repeat=4):
        ours = int(strike >= 5)
        theirs = max(0, sum(face >= 5 for face in foes) - int(deflect >= 5))
        found += ours > theirs  # Gnomes have the advantage with equal successes
    preview = outlook(play.battle, play.battle.clashes[0], "a")
    assert preview is not None
    assert dict(preview().outcomes)["advantage"] == Fraction(found, 6**4)
    assert outlook(assault(ASSASSIN, "3.4", "A>", "x").battle, play.battle.clashes[0], "a") is None
    orks = assault("elf.elf-scout A 3.4     ork.grunt x 3.3", "3.4", "A", "x>")
    assert outlook(orks.battle, orks.battle.clashes[0], "a") is not None  # though these roll again


@pytest.mark.rule("spf.assault.advantage", "spf.assault.tie-rank")
def test_between_armies_of_one_nation_half_of_the_equal_throws_count() -> None:
    """A die to strike and one to deflect against two to strike."""
    play = assault("elf.elf-scout A 3.5     elf.elf-infantry x 3.4 living=0/1", "3.4", "A>", "x")
    won = Fraction(0)
    for strike, deflect, *foes in product(range(1, 7), repeat=4):
        ours = int(strike >= 5)
        theirs = max(0, sum(face >= 5 for face in foes) - int(deflect >= 5))
        won += Fraction(1, 2) if ours == theirs else ours > theirs
    preview = outlook(play.battle, play.battle.clashes[0], "a")
    assert preview is not None and dict(preview().outcomes)["advantage"] == won / 6**4


def test_no_outlook_where_it_would_take_minutes() -> None:
    text = "elf.elf-scout A 3.4     ork.bioengineered-ork x 3.3     ork.warg-rider y 3.3"
    play = assault(text, "3.4", "A", "x>", "y>")
    assert outlook(play.battle, play.battle.clashes[0], "a") is None
