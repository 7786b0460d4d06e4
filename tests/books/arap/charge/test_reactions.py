"""What the target of a Charge does: it runs, stands and fires, or stands."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.charge.test_charging import BARE, charged, declared
from tests.books.arap.table import table, why
from tests.kit.script import a, b
from warbook.books.arap.charge import reactions
from warbook.books.arap.charge.receiving import reaction_question, stand_odds
from warbook.books.arap.charge.turn import go_on
from warbook.books.arap.odds.oddsbook import QUESTIONS
from warbook.books.arap.state import Charging

FREE = f"human_trooper A (10,10) {BARE}   human_trooper x ({{}},10) {BARE}"
ARMED = f"human_trooper A (10,10) {BARE}   human_trooper x ({{}},10) weapons={{}} melee= grenades="
PISTOL = (
    f"human_trooper A (10,10) weapons=bolt_pistol melee= grenades=   human_trooper x ({{}},10) {BARE} pinned"
)


@pytest.mark.rule("arap.charge.run-from-charge", "arap.charge.run-distance", "arap.charge.run-not-rout")
def test_who_runs_goes_two_dice_away_and_faces_away():
    game = charged(FREE.format(22), "34" + "11", b("run"))
    assert game.at("x1") == (29, 10) and game.figure("x1").facing == 0 and not game["x"].routing
    assert not game["A"].locked


@pytest.mark.rule("arap.charge.run-from-charge")
@pytest.mark.parametrize("state", ["pinned", "pursuing=A", "routing", "locked=B"])
def test_who_may_not_run(state):
    game = table(FREE.format(22) + f" {state}   human_trooper B (60,40)")
    assert reactions.may_run(game["x"]) is not None
    assert reactions.may_run(table(FREE.format(22))["x"]) is None


@pytest.mark.rule("arap.G43")
@pytest.mark.parametrize(("at", "locked"), [(26, ("B",)), (26.1, ())])
def test_who_runs_into_the_reach_of_another_enemy_is_locked_with_him(at, locked):
    """4 inches from 20 and B within 2; pinned he is not asked whether he intercepts."""
    text = FREE.format(20) + f"   human_trooper B ({at},10) {BARE} pinned"
    game = charged(text, "22" + "11", b("run"))
    assert game["x"].locked == locked and not game.battle.charges and not game["A"].locked


@pytest.mark.rule("arap.charge.run-caught", "arap.G8")
@pytest.mark.parametrize(("dice", "caught"), [("11" + "54", True), ("11" + "44", False)])
def test_runners_that_are_reached_are_caught(dice, caught):
    """From 13 inches away 2 more: 13 of Charge and 2 of radius reach them, 12 do not."""
    game = charged(FREE.format(23), dice, b("run"))
    assert [record.caught for record in game.battle.charges] == [True] * caught
    assert bool(game["A"].locked) is caught
    assert any(event.rule == "arap.charge.run-caught" for event in game.events) is caught


@pytest.mark.rule("arap.charge.run-redirect")
def test_the_same_move_may_take_the_chargers_to_another():
    text = FREE.format(18) + f"   human_trooper y (10,20) {BARE}"
    game = charged(text, "66" + "32", b("run"), a("y"))
    assert game["A"].locked == ("y",)
    assert any(
        "turns on y" in event.words for event in game.events if event.rule == "arap.charge.run-redirect"
    )
    assert not charged(text, "66" + "32", b("run"), a("none"))["A"].locked


@pytest.mark.rule("arap.charge.run-redirect")
@pytest.mark.parametrize(("at", "words"), [("(10,20)", "they may turn on y"), ("(10,44)", "caught")])
def test_who_thinks_of_running_is_told_whom_that_leaves_behind(at, words):
    game = table(FREE.format(18) + f"   human_trooper y {at} {BARE}")
    assert reactions.run_odds(game.battle, game["A"], game["x"]).headline.endswith(words)


@pytest.mark.rule("arap.charge.run-redirect", "arap.charge.against-cover", "arap.F47")
@pytest.mark.parametrize(("wall", "cover"), [("(16,8) (16,12)", False), ("(8,18.5) (12,18.5)", True)])
def test_cover_is_that_of_the_unit_that_is_charged_in_the_end(wall, cover):
    text = FREE.format(18) + f"   human_trooper y (10,20) {BARE}   wall {wall} h=1 barricade"
    assert charged(text, "66" + "32", b("run"), a("y")).battle.charges[-1].cover is cover


@pytest.mark.rule("arap.charge.after-run", "arap.charge.one-per-turn")
def test_who_was_run_from_may_charge_again_with_the_points_left():
    game = charged(FREE.format(22), "34" + "11", b("run"), points=2)
    assert game.battle.stack[-1].points == 1
    declared(game, "charge:x", "66", b("stand"))
    assert game["A"].locked == ("x",)


@pytest.mark.rule(
    "arap.charge.stand-and-fire", "arap.charge.stand-and-fire-roll", "arap.charge.stand-and-fire-bs"
)
def test_who_fires_rolls_two_dice_and_hits_on_a_one():
    text = ARMED.format(22, "boltgun")
    fired = charged(text, "25" + "33" + "13" + "6", b("fire"))
    assert fired.battle.members(fired["A"]) == [] and not fired["x"].locked
    missed = charged(text, "25" + "33" + "2", b("fire"))
    assert missed["A"].locked == ("x",)


@pytest.mark.rule("arap.movement.prone-charge")
@pytest.mark.parametrize(("wounding", "left"), [("3", 2), ("2", 3)])
def test_who_gets_up_to_charge_is_no_harder_to_hit(wounding, left):
    """A 1 hits, with no second die, and the Charge is the move alone."""
    text = ARMED.format(15, "boltgun").replace(
        "(10,10) weapons=", "(10,10) (10,12) (10,14) prone weapons=", 1
    )
    game = charged(text, "22" + "1" + wounding + ("21" if left < 3 else ""), b("fire"))
    assert len(game.battle.members(game["A"])) == left


@pytest.mark.rule("arap.charge.stand-and-fire-roll")
def test_without_a_success_nobody_fires():
    game = charged(ARMED.format(22, "boltgun"), "46" + "33", b("fire"))
    assert game["A"].locked == ("x",) and game.says("too late")


@pytest.mark.rule("arap.charge.stand-and-fire-wounds")
def test_what_fire_does_counts_in_the_first_round():
    text = ARMED.format(22, "boltgun").replace("A (10,10)", "A (10,10) w=2")
    game = charged(text, "25" + "33" + "13" + "6", b("fire"))
    assert game["A"].locked == ("x",) and game["x"].inflicted == 1 and game["A"].suffered == 1


@pytest.mark.rule("arap.charge.stand-and-fire-wounds", "arap.F10")
def test_wounds_beyond_what_a_figure_has_left_are_lost_to_the_reckoning_too():
    """Three shots that hit at -1 for the two whom a wall hides, and all of them one figure."""
    text = (
        f"human_trooper A (10,10) (10,12) (10,13.5) {BARE} save=7   wall (11,11) (11,15) h=4   "
        "human_trooper x (16,10) weapons=heavy_bolter melee= grenades="
    )
    game = charged(text, "22" + "43" + "111" + "222" + "666", b("fire"))
    assert len(game.battle.members(game["A"])) == 2 and game["A"].locked == ("x",)
    assert game["x"].inflicted == game["A"].suffered == 1


@pytest.mark.rule("arap.charge.stand-and-fire-wounds", "arap.charge.fire-and-charge-wounds")
@pytest.mark.parametrize(("dice", "reached"), [("43", 1), ("11", 0)])
def test_wounds_of_a_charge_that_fails_count_in_nobodys_melee(dice, reached):
    """12 inches; both hit and wound, and nobody saves."""
    text = (
        "human_trooper A (10,10) w=3 save=7 bs=1 weapons=bolt_pistol melee= grenades=   "
        "human_trooper x (22,10) w=3 save=7 weapons=boltgun melee= grenades="
    )
    shots = "13" + "6" + "13" + "6"
    game = declared(table(text).points("A", 1), "fire and charge:x", "22" + dice + shots, b("fire"))
    assert bool(game["A"].locked) is bool(reached)
    assert [game[name].inflicted for name in "Ax"] == [reached] * 2 == [game[name].suffered for name in "Ax"]
    assert game.figure("A1").wounds == game.figure("x1").wounds == 2


@pytest.mark.rule("arap.charge.firing-distance", "arap.A5")
@pytest.mark.parametrize(("at", "may"), [(13, False), (14, False), (14.1, True), (15, True)])
def test_stand_and_fire_takes_more_than_the_chargers_move(at, may):
    game = table(ARMED.format(at, "boltgun"))
    assert (reactions.may_stand_and_fire(game.battle, game["x"], game["A"]) is None) is may


@pytest.mark.rule("arap.charge.stand-and-fire-arc", "arap.G12")
@pytest.mark.parametrize(("facing", "may"), [(180, True), (90, True), (45, True), (44, False), (0, False)])
def test_from_behind_nobody_fires(facing, may):
    game = table(ARMED.format(22, "boltgun") + f" facing={facing}")
    assert (reactions.may_stand_and_fire(game.battle, game["x"], game["A"]) is None) is may


@pytest.mark.rule("arap.charge.stand-and-fire-arc", "arap.G12")
@pytest.mark.parametrize(("turned", "behind"), [(1, False), (2, True)])
def test_most_must_have_the_chargers_behind_them(turned, behind):
    """One of two who looks away is no more than half."""
    game = table(ARMED.format(22, "boltgun").replace("x (22,10)", "x (22,10) (22,12)"))
    for name in ("x1", "x2")[:turned]:
        game.figure(name).facing = 0.0
    assert reactions.from_behind(game.battle, game["x"], game["A"]) is behind


@pytest.mark.rule("arap.charge.fire-and-charge", "arap.A5")
@pytest.mark.parametrize(("at", "may"), [(15, True), (14, True), (13.9, False), (13, False)])
def test_fire_and_charge_takes_the_move_itself(at, may):
    text = PISTOL.format(at)
    assert (table(text).choices("A")["fire and charge:x"] is None) is may


@pytest.mark.rule("arap.charge.fire-and-charge-weapons")
@pytest.mark.parametrize(("weapon", "may"), [("bolt_pistol", True), ("shoota", True), ("boltgun", False)])
def test_only_pistols_and_assault_weapons_are_fired_in_a_charge(weapon, may):
    text = (
        f"human_trooper A (10,10) weapons={weapon} melee= grenades=   human_trooper x (20,10) {BARE} pinned"
    )
    assert (table(text).choices("A").get("fire and charge:x", "not offered") is None) is may


@pytest.mark.rule("arap.charge.fire-and-charge-wounds")
def test_fire_in_the_charge_counts_in_the_first_round():
    text = PISTOL.format(20) + " w=2"
    game = declared(table(text).points("A", 1), "fire and charge:x", "33" + "13" + "6")
    assert game["A"].inflicted == 1 and game["x"].suffered == 1 and game["A"].locked == ("x",)


@pytest.mark.rule("arap.charge.stand-and-fire-engaged")
def test_of_those_in_melee_only_the_free_fire_and_only_to_a_side_that_is():
    text = (
        f"human_trooper A (10,10) {BARE}   human_trooper B ({{}}) {BARE} locked=x   "
        "human_trooper x (22,10) (24,10) (26,10) weapons=boltgun melee= grenades= locked=B"
    )
    far = table(text.format("28,10"))
    assert reactions.unengaged(far.battle, far["x"], far["A"]) == ["x1", "x2"]
    near = table(text.format("22,12"))
    assert reactions.unengaged(near.battle, near["x"], near["A"]) == []


def test_the_odds_of_running_are_those_of_the_dice():
    game = table(FREE.format(22))
    dice = range(1, 7)
    caught = sum(
        4 + one + two >= 10 + three + four for one in dice for two in dice for three in dice for four in dice
    )
    odds = dict(reactions.run_odds(game.battle, game["A"], game["x"]).outcomes)
    assert odds["caught"] == Fraction(caught, 6**4)


def test_the_odds_of_firing_add_up():
    game = table(ARMED.format(22, "boltgun"))
    odds = dict(reactions.fire_odds(game.battle, game["A"], game["x"]).outcomes)
    assert sum(odds.values()) == 1 and odds["no fire"] == Fraction(1, 4)


@pytest.mark.rule("arap.charge.stand-and-fire")
@pytest.mark.parametrize(
    ("state", "may"), [("pinned", False), ("routing", False), ("pursuing=A", False), ("suppressed", True)]
)
def test_who_may_stand_and_fire(state, may):
    game = table(ARMED.format(18, "boltgun") + f" {state}")
    assert (reactions.may_stand_and_fire(game.battle, game["x"], game["A"]) is None) is may


@pytest.mark.rule("arap.charge.stand-and-fire-engaged")
@pytest.mark.parametrize(("engaged", "free"), [(4, 6), (5, 0)])
def test_half_of_a_side_engaged_is_too_many(engaged, free):
    """Ten of twenty stand towards the Chargers, and of these so many have an enemy within 2 inches."""
    column = " ".join(f"({20 + 1.2 * n:g},10)" for n in range(20))
    foes = " ".join(f"({20 + 1.2 * n:g},12)" for n in range(engaged))
    text = (
        f"human_trooper A (5,10) {BARE}   human_trooper B {foes} {BARE} locked=x   "
        f"human_trooper x {column} weapons=boltgun melee= grenades= locked=B"
    )
    game = table(text)
    firing = reactions.unengaged(game.battle, game["x"], game["A"])
    assert len({f"x{n}" for n in range(1, 11)} & set(firing)) == free
    refusal = why(reactions.may_stand_and_fire(game.battle, game["x"], game["A"]))
    rule = "arap.shooting.line-of-sight" if free else "arap.charge.stand-and-fire-engaged"
    assert refusal.rule == rule, "in a column hardly anybody sees them"


@pytest.mark.rule("arap.charge.stand-and-fire-fast", "arap.G11")
@pytest.mark.parametrize(("charge", "shot"), [("44", "1" + "1"), ("45", "1" + "4"), ("64", "1" + "4")])
def test_chargers_who_go_more_than_twelve_inches_are_harder_to_hit(charge, shot):
    """12 inches: a 1 hits, and a 1 does not wound. 13 or 14: a 1 and then 3 or less."""
    text = ARMED.format(22, "boltgun").replace("A (10,10)", "A (10,10) (10,12) (10,8)")
    assert charged(text, "22" + charge + shot, b("fire"))["A"].locked == ("x",)


@pytest.mark.rule("arap.charge.stand-and-fire-grenades", "arap.charge.defensive-grenades")
@pytest.mark.parametrize("grenades", ["defensive_grenade", ""])
def test_who_fires_may_throw_defensive_grenades_too(grenades):
    text = f"grenades={grenades}".join(ARMED.format(22, "boltgun").rsplit("grenades=", 1))
    game = charged(text, "22" + "33" + "2", b("fire"))
    assert len(game.rolled("arap.shooting.to-hit")) == 1 and game.battle.charges[-1].bonus is not bool(
        grenades
    )


@pytest.mark.rule("arap.charge.failed-reaction")
def test_who_is_charged_in_vain_fires_all_the_same():
    text = ARMED.format(25, "boltgun").replace("A (10,10)", "A (10,10) w=2")
    game = charged(text, "25" + "33" + "13" + "6", b("fire"))
    assert not game["A"].locked and game.figure("A1").wounds == 1


@pytest.mark.rule("arap.charge.fire-and-charge-grenades", "arap.charge.stand-and-fire-grenades")
def test_grenades_are_not_thrown_as_shots_in_a_charge():
    game = table(FREE.format(16).replace("grenades=", "grenades=frag_grenade"))
    assert "fire and charge:x" not in game.choices("A")
    assert reactions.may_stand_and_fire(game.battle, game["x"], game["A"]) is not None


@pytest.mark.rule("arap.charge.fire-and-charge")
def test_of_those_who_meant_to_fire_nobody_does_who_has_nothing_left_to_fire_with():
    """Whoever had the pistol may have fallen to overwatch when the Charge was declared."""
    game = table(FREE.format(18))
    frame = Charging("A", "x", "fire", fires=True, answer="stand", inches=10, highest=3)
    game.battle.stack.append(frame)
    game.does(lambda each: go_on(each, frame))
    assert frame.stage == "move" and not game.says("fires at")


@pytest.mark.rule("arap.charge.stand-and-fire-who")
def test_a_neighbour_without_overwatch_does_not_fire_at_chargers():
    text = PISTOL.format(20) + "   human_trooper y (20,14) weapons=boltgun melee= grenades="
    game = charged(text.replace("weapons=bolt_pistol", "weapons="), "66")
    assert game["A"].locked == ("x",) and {side for side, _ in game.asked} == {"a"}
    ambush = text.replace("weapons=bolt_pistol", "weapons=").replace(
        "y (20,14)", "y (20,14) hidden overwatch=1"
    )
    game = charged(ambush, "66" + "66", b("fire"), overwatch=True)
    assert len(game.rolled("arap.shooting.to-hit")) == 2


@pytest.mark.rule("arap.charge.fire-and-charge-area")
def test_what_is_out_of_range_comes_into_it_in_a_charge():
    text = PISTOL.format(24).replace("bolt_pistol", "shotgun")
    assert table(text).choices("A")["fire and charge:x"] is None


STATS = "weapons= melee=ccw natural= ws=3 s=3 t=3 a=1 w=1 ld=7 save=7 invulnerable=7"
TWO_SQUADS = (
    f"human_trooper A (10,10) (10,11.5) grenades= {STATS} i=4   "
    f"human_trooper x (20,10) (20,11.5) (20,13) {STATS} i=3 grenades={{grenades}} facing={{facing}}"
)
FIRST_ROUND = {
    "b-wiped": "they wipe it out", "both-wiped": "nobody is left", "b-routs": "it routs",
    "b-flinches": "it flinches", "draw": "nobody gives way", "a-flinches": "they flinch",
    "a-routs": "they rout", "a-wiped": "it wipes them out",
}  # fmt: skip


@pytest.mark.parametrize(
    ("facing", "grenades", "side", "defensive"),
    [(180, "", "front", 0), (90, "", "flank", 0), (0, "", "rear", 0), (180, "defensive_grenade", "front", 1)],
)
@pytest.mark.parametrize("cover", [0, 1])
def test_the_odds_of_standing_are_those_of_arriving_and_of_the_first_round(
    facing, grenades, side, defensive, cover
):
    """10 inches away with a radius of 2: 4 + 2D6 is less than 8 by three of 36 throws."""
    game = table(TWO_SQUADS.format(facing=facing, grenades=grenades))
    frame = Charging("A", "x", cover=bool(cover))
    standing = {"ws": 3, "s": 3, "t": 3, "a": 1, "ld": 7}
    both = {f"{each}_{name}": value for each in "ab" for name, value in standing.items()}
    asked = QUESTIONS["melee"]
    round_one = asked.answer(
        **{
            **asked.defaults, **both, "a_n": 2, "b_n": 3, "a_i": 4, "b_i": 3, "charge": side, "cover": cover,
            "defensive": defensive,
        }
    ).outcomes  # fmt: skip
    arrives = 1 - Fraction(3, 36)
    odds = dict(stand_odds(game.battle, frame).outcomes)
    assert odds.pop("they fall short") == 1 - arrives
    expected = {words: arrives * round_one[name] for name, words in FIRST_ROUND.items()}
    assert odds == {words: chance for words, chance in expected.items() if chance}


def test_the_odds_of_standing_of_those_who_have_nothing_in_hand():
    """Unarmed with WS 3 they hit on 1: two attacks of the Chargers, one in return."""
    game = table(FREE.format(12).replace("weapons=", "weapons= natural= ws=3 s=3 t=3 i=3 save=7"))
    odds = dict(stand_odds(game.battle, Charging("A", "x")).outcomes)
    falls = Fraction(1, 6) * Fraction(1, 2)
    assert odds["it wipes them out"] == falls * (1 - falls) ** 2
    assert odds["nobody is left"] == falls * (1 - (1 - falls) ** 2)


def test_a_charged_unit_is_shown_the_odds_of_all_it_may_do():
    game = table(ARMED.format(22, "boltgun"))
    shown = {each.id: each.preview() for each in reaction_question(game.battle, Charging("A", "x")).open()}
    assert {
        name: sum(chance for _, chance in each.outcomes) for name, each in shown.items()
    } == dict.fromkeys(("run", "fire", "stand"), 1)
    assert reaction_question(game.battle, Charging("A", "x")).usual == "fire"
    assert reaction_question(table(FREE.format(22)).battle, Charging("A", "x")).usual == "stand"
