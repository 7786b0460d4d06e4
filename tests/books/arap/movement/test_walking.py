"""Walking: how far, over what ground, and which way one faces."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from tests.kit.script import b
from warbook.board.geometry import Spot
from warbook.books.arap.movement import walking
from warbook.books.arap.movement.facing import footwork
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.walking import Walker
from warbook.core.events import Turned
from warbook.core.questions import Refusal, Refused

OUT = "   marine x (60,40)"


def walker(text: str, gait: Gait | None = None) -> Walker:
    game = table(text + OUT)
    return Walker(game.battle, game.figure("A1"), gait or Gait())


def may(text: str, *spots: tuple[float, ...], gait: Gait | None = None) -> bool:
    """Whether the first figure may go there with one action."""
    one = walker(text, gait)
    path = (one.start, *(Spot(*spot) for spot in spots))
    return not isinstance(one.judge(path), Refusal)


def reason(text: str, *spots: tuple[float, ...], gait: Gait | None = None) -> str:
    one = walker(text, gait)
    refusal = one.judge((one.start, *(Spot(*spot) for spot in spots)))
    assert isinstance(refusal, Refusal)
    return refusal.rule


def left(text: str, *spots: tuple[float, ...]) -> float:
    """What is left of the move of the first figure, after this way."""
    one = walker(text)
    cost = one.judge((one.start, *(Spot(*spot) for spot in spots)))
    assert not isinstance(cost, Refusal), cost
    return one.most - cost


HUMAN = "human_trooper A (10,10)"


@pytest.mark.rule("arap.movement.basic-move", "arap.basics.move-gap")
def test_a_human_moves_up_to_four_inches():
    assert may(HUMAN, (14, 10)) and may(HUMAN, (12, 10)) and not may(HUMAN, (14.1, 10))
    assert reason(HUMAN, (14.1, 10)) == "arap.movement.basic-move"
    assert not may(HUMAN + " encumbrance=1", (14, 10)) and may(HUMAN + " encumbrance=1", (13, 10))


@pytest.mark.rule("arap.movement.allowance-table")
@pytest.mark.parametrize(
    ("profile", "move"),
    [("human_trooper", 4), ("ogryn", 6), ("genestealer", 6), ("harlequin", 6), ("flesh_hound", 10)],
)
def test_others_move_otherwise(profile, move):
    assert may(f"{profile} A (10,20)", (10 + move, 20)) and not may(f"{profile} A (10,20)", (10.1 + move, 20))


@pytest.mark.rule("arap.movement.difficult-terrain")
def test_difficult_ground_costs_double():
    bog = "   area (0,0) (30,30) bog"
    assert may(HUMAN + bog, (12, 10)) and not may(HUMAN + bog, (12.1, 10))
    half = "   area (12,0) (30,30) bog"
    assert may(HUMAN + half, (13, 10)) and not may(HUMAN + half, (13.1, 10))


@pytest.mark.rule("arap.movement.very-difficult-terrain")
def test_very_difficult_ground_costs_four_times():
    mud = "   area (0,0) (30,30) deep-mud"
    assert may(HUMAN + mud, (11, 10)) and not may(HUMAN + mud, (11.1, 10))


@pytest.mark.rule("arap.movement.backwards")
def test_backing_up_is_at_half_rate():
    """It is the cheapest way to go back and face the enemy for less than an inch and a half."""
    game = table(HUMAN + " m=2" + OUT).act("A", "move", ((9, 10), 0))
    assert game.at("A1") == (9, 10) and game.figure("A1").facing == 0
    done = walker(HUMAN).footwork((Spot(10, 10), Spot(8.6, 10)), 0.0)
    assert not isinstance(done, Refusal) and done.backs and done.cost == pytest.approx(2.8)
    done = walker(HUMAN).footwork((Spot(10, 10), Spot(8.4, 10)), 0.0)
    assert not isinstance(done, Refusal) and not done.backs and done.cost == pytest.approx(3.1)
    done = walker(HUMAN + " m=2").footwork((Spot(10, 10), Spot(8.9, 10)), 0.0)
    assert not isinstance(done, Refusal) and done.end != 0.0


@pytest.mark.rule("arap.movement.backwards", "arap.E4")
def test_backing_up_in_difficult_ground_multiplies():
    one = walker(HUMAN + " m=2   area (0,0) (30,30) bog")
    done = one.footwork((one.start, Spot(9.5, 10)), 0.0)
    assert not isinstance(done, Refusal) and done.backs and done.cost == pytest.approx(2.0)
    further = one.footwork((one.start, Spot(9.4, 10)), 0.0)
    assert not isinstance(further, Refusal) and further.end != 0.0


@pytest.mark.rule("arap.movement.sidestep", "arap.E2")
def test_a_sidestep_takes_half_an_inch_once():
    path = (Spot(10, 10), Spot(10, 13.5))
    done = footwork(0.0, path, [3.5], 4.0, 0.0)
    assert done.end == 0.0 and done.cost == pytest.approx(4.0)
    sideways = footwork(0.0, (Spot(10, 10), Spot(10, 13), Spot(10, 12)), [2.0, 1.0], 4.0, 0.0)
    assert sideways.sidesteps and sideways.cost == pytest.approx(3.5)
    beyond = footwork(0.0, (Spot(10, 10), Spot(10, 13.6)), [3.6], 4.0, 0.0)
    assert beyond.end != 0.0


@pytest.mark.rule("arap.movement.free-turn")
def test_a_turn_of_ninety_degrees_is_free():
    assert may(HUMAN, (10, 14)) and left(HUMAN, (10, 13)) == pytest.approx(1.0)
    zigzag = [(12, 11.1547), (12.5, 12.0207)]
    assert left(HUMAN, *zigzag) == pytest.approx(4.0 - 2.3094 - 1.0, abs=0.01)
    done = footwork(
        0.0, (Spot(0, 0), Spot(1, 0.577), Spot(1.5, 1.443), Spot(1.5, 2.443)), [1.15, 1.0, 1.0], 4.0
    )
    assert done.cost == pytest.approx(3.15)


@pytest.mark.rule("arap.movement.extra-turns", "arap.E3")
def test_every_further_turn_takes_half_an_inch():
    assert may(HUMAN, (6.5, 10)) and not may(HUMAN, (6.4, 10))
    about = footwork(0.0, (Spot(10, 10), Spot(7.5, 10)), [2.5], 4.0, 0.0)
    assert about.cost == pytest.approx(4.0) and about.end == 0.0 and not about.backs
    beyond = footwork(0.0, (Spot(10, 10), Spot(7.4, 10)), [2.6], 4.0, 0.0)
    assert abs(beyond.end - 270) < 1e-6 or abs(beyond.end - 90) < 1e-6
    game = table(HUMAN + OUT).act("A", "move", 180)
    assert game.figure("A1").facing == 180 and game.at("A1") == (10, 10)


@pytest.mark.rule("arap.S21")
def test_who_cannot_turn_as_far_as_wanted_turns_as_far_as_he_can():
    game = table(HUMAN + OUT).act("A", "move", ((14, 10), 180))
    assert game.figure("A1").facing == pytest.approx(90) or game.figure("A1").facing == pytest.approx(270)


@pytest.mark.rule("arap.S21")
def test_the_rest_of_a_move_is_turned_with_as_far_as_it_goes():
    """About for half an inch; another half turns him by 90 degrees of the 180 that are wanted."""
    done = footwork(0.0, (Spot(0, 0), Spot(-2.9, 0)), [2.9], 4.0, 10.0)
    assert done.cost == pytest.approx(3.9) and done.end == pytest.approx(90.0)


@pytest.mark.rule("arap.movement.free-turn")
@pytest.mark.parametrize(("way", "turned"), [("stay", []), (45, [45.0]), (30, [])])
def test_who_stays_as_he_faces_has_not_turned(way, turned):
    game = table(HUMAN + " facing=30" + OUT).act("A", "move", way)
    assert [event.facing for event in game.events if isinstance(event, Turned)] == turned


@pytest.mark.rule("arap.movement.swim")
@pytest.mark.parametrize(("m", "rolled"), [(4, 2), (2, 4)])
def test_some_of_a_unit_that_swims_may_walk(m, rolled):
    assert walker(f"human_trooper A (10,10) m={m}", Gait("swim", rolled)).most == 4


@pytest.mark.rule("arap.movement.variable-terrain", "arap.movement.variable-terrain-dice", "arap.A13")
@pytest.mark.parametrize(
    ("profile", "dice", "inches"),
    [
        ("human_trooper", "2 3", 3),
        ("human_trooper m=5", "1 4", 4),
        ("rough_rider", "6 2", 6),
        ("human_trooper m=3", "6 1", 3),
        ("human_trooper m=3", "4 5", 2),
        ("human_trooper m=5", "10 6", 5),
    ],
)
def test_variable_ground_rolls_two_dice_for_the_unit(profile, dice, inches):
    name, _, more = profile.partition(" ")
    game = table(f"{name} A (10,20) {more}   area (0,0) (40,40) variable" + OUT)
    game.act("A", "rough", (10 + inches, 20), dice=dice)
    assert game.at("A1") == (10 + inches, 20)
    with pytest.raises(Refused):
        again = table(f"{name} A (10,20) {more}   area (0,0) (40,40) variable" + OUT)
        again.act("A", "rough", (10.1 + inches, 20), dice=dice)


@pytest.mark.rule("arap.movement.variable-terrain", "arap.E6")
def test_an_ordinary_move_keeps_out_of_variable_ground():
    rubble = HUMAN + "   area (12,0) (30,30) rubble"
    assert may(rubble, (12, 10)) and reason(rubble, (13, 10)) == "arap.movement.variable-terrain"
    inside = HUMAN + "   area (9,0) (11,30) rubble"
    assert reason(inside, (13, 10)) == "arap.movement.variable-terrain"
    assert may(rubble, (13, 10), gait=Gait(rolled=3)) and not may(rubble, (13.1, 10), gait=Gait(rolled=3))
    assert may(rubble, (10, 14), gait=Gait(rolled=1)), "who keeps out of it has his own move"
    free = table(rubble + OUT, variable_terrain=False)
    assert "rough" not in free.choices("A")
    free.act("A", "move", (14, 10))
    assert free.at("A1") == (14, 10)


@pytest.mark.rule("arap.E5")
def test_a_move_below_three_is_not_rolled_for():
    game = table("human_trooper A (10,10) m=2   area (0,0) (40,40) variable" + OUT).act(
        "A", "rough", (12, 10)
    )
    assert game.at("A1") == (12, 10)


@pytest.mark.rule("arap.G43")
def test_only_a_charge_leads_into_melee():
    near = HUMAN + "   marine y (15,10)"
    assert may(near, (12.9, 10)) and reason(near, (13, 10)) == "arap.G43"
    large = HUMAN + "   monster_carnifex y (16,10)"
    assert may(large, (12.9, 10)) and reason(large, (13, 10)) == "arap.G43"
    routed = HUMAN + "   marine y (15,10) routing"
    assert may(routed, (13.4, 10))


@pytest.mark.rule("arap.S20")
def test_friends_may_be_passed_and_enemies_not():
    assert may(HUMAN + "   human_trooper B (12,10)", (14, 10))
    assert not may(HUMAN + "   human_trooper B (12,10)", (12.5, 10))
    assert not may(HUMAN + "   marine y (12,10) routing", (14, 10))


@pytest.mark.rule("arap.movement.charge-move", "arap.movement.flee-rate")
def test_charges_and_flights_are_rolled():
    from tests.books.arap.thrown import thrown
    from warbook.books.arap.charge.dice import charge, flight

    assert thrown(charge, "1 1", 4).inches == 6 and thrown(charge, "6 6", 4).inches == 16
    assert thrown(charge, "3 4", 5).inches == 12
    assert (
        thrown(flight, "3 5", 4) == 8 and thrown(flight, "2 2", 6) == 4 and thrown(flight, "2 4 6", 8) == 10
    )


@pytest.mark.rule("arap.charge.interception-other", "arap.G7", "arap.turn.auto-activation-intercept")
def test_who_passes_too_near_may_be_intercepted():
    text = "human_trooper A (10,10) (10,7)   marine y (12,11.9) (14.5,14)"
    ways = {"A1": (14, 10), "A2": (14, 7)}
    game = table(text).act("A", "move", ways, b("let pass"))
    assert game.at("A1") == (14, 10) and not game["A"].locked
    game = table(text).act("A", "move", ways, b("intercept"))
    assert game["A"].locked == ("y",) and game["y"].locked == ("A",)
    x, y = game.at("A1")
    assert 11 < x < 12 and y == 10 and game.at("A2")[0] == pytest.approx(x)
    assert game.rolled("arap.turn.activation-dice") == []


@pytest.mark.rule("arap.movement.go-prone", "arap.G7")
@pytest.mark.parametrize(("answer", "prone"), [("intercept", False), ("let pass", True)])
def test_who_is_intercepted_does_not_lie_down_at_the_end_of_his_move(answer, prone):
    text = "human_trooper A (10,10) weapons= melee=   human_trooper x (12,12) weapons= melee="
    way = {"A1": (14, 10), "posture": "prone"}
    game = table(text).act("A", "move", way, b(answer))
    assert bool(game["A"].locked) is not prone and game.figure("A1").prone is prone


@pytest.mark.rule("arap.G7", "arap.charge.interception-barred")
@pytest.mark.parametrize("state", ["pinned", "routing", "pursuing=A", "locked=B", "charged_by=B"])
def test_who_may_not_intercept_is_not_asked(state):
    text = f"human_trooper A (10,10)   human_trooper B (12,14)   marine y (12,11.9) {state}"
    assert table(text).act("A", "move", (14, 10)).at("A1") == (14, 10)
    free = text.replace(f" {state}", "")
    assert table(free, general_interception=False).act("A", "move", (14, 10)).at("A1") == (14, 10)


@pytest.mark.rule("arap.movement.swim")
def test_who_steps_off_a_bridge_or_onto_it_is_on_it_as_far_as_it_goes():
    """The river ends at 20, the bridge at 20.5; beside the bridge the same steps lead through the water."""
    bridge = "   area (0,10) (40,20) deep-water   floor (9,9.5) (11,20.5) level=0.5 narrow"
    assert may(f"human_trooper A (10,19,0.5){bridge}", (10, 22, 0))
    assert may(f"human_trooper A (10,22){bridge}", (10, 19, 0.5))
    assert reason(f"human_trooper A (10.4,19,0.5){bridge}", (12, 20.6, 0)) == "arap.movement.swim"
    short = bridge.replace("20.5", "19.5")
    assert reason(f"human_trooper A (10,19,0.5){short}", (10, 22, 0)) == "arap.movement.swim"


def test_a_level_way_costs_the_same_as_if_climbing_had_been_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a wall that is stepped over, along it, and far from it."""
    text = "marine A (10,10)   wall (14,5) (14,15) h=1.2   block (20,9) (22,11) h=1"
    ends = [(12.0, 10.0), (13.0, 13.0), (15.5, 10.0), (14.6, 12.0), (6.0, 10.0), (10.0, 14.0)]

    def costs() -> list[object]:
        one = walker(text)
        return [one.leg_costs((one.start, Spot(*end, 0.0))) for end in ends]

    quickly = costs()
    monkeypatch.setattr(walking, "level_way", lambda *_: False)
    assert quickly == costs()
    assert quickly[0] == [2.0] and quickly[2] != [5.5]


@pytest.mark.rule("arap.movement.free-turn")
def test_a_place_straight_to_the_side_is_in_reach_at_full_length():
    """Ninety degrees are free."""
    spots = walker("human_trooper A (10,10)").spots()
    assert (10.0, 14.0, 0.0) in spots and (9.5, 14.0, 0.0) not in spots


@pytest.mark.rule("arap.movement.basic-move")
def test_standing_still_costs_nothing():
    one = walker("human_trooper A (10,10)")
    assert one.judge((one.start,)) == 0.0


@pytest.mark.parametrize(
    ("other", "alike"),
    [
        ("human_trooper B (12,10)", True),
        ("human_trooper B (12,10) size=3", False),
        ("ogryn B (12,10) size=2", False),
    ],
)
def test_who_is_taller_or_broader_does_not_go_like_another(other, alike):
    """Where one of them can go says nothing of where the other can."""
    game = table(f"human_trooper A (10,10) size=2   {other}" + OUT)
    one, two = (Walker(game.battle, game.figure(name), Gait()) for name in ("A1", "B1"))
    assert one.goes_like(two) is two.goes_like(one) is alike
