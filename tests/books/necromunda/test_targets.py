"""Who may shoot, and at whom (nec.shooting.to-hit, nec.M10, nec.M11, nec.M16)."""

import pytest

from tests.books.necromunda.position import Refused, table
from tests.kit.script import a
from warbook.books.necromunda.sight import in_melee
from warbook.core.tape import Fact


def barred(game, option_id, *answers):
    """Why an option cannot be taken; None if it can."""
    found = game.option(option_id, *answers).barred
    return None if found is None else (found.words, found.rule)


def shooter(words, **rulings):
    """Why A may not shoot, in a gang where B can."""
    game = table(
        f"""
        ganger A (10,10) autogun {words}       ganger B (10,20) autogun
        ganger x (20,15)
        """,
        phase="shoot",
        **rulings,
    )
    return barred(game, "A")


@pytest.mark.rule("nec.M10")
@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("shot", "nec.M10"),
        ("down", "nec.injury.down"),
        ("pinned", "nec.pinning.missed-turn"),
        ("lost_turn", "nec.pinning.missed-turn"),
        ("broken", "nec.leadership.broken"),
        ("webbed", "nec.M17"),
        ("moved=ran", "nec.movement.run-no-shooting"),
        ("moved=charged", "nec.M10"),
        ("overwatch", "nec.M8"),
        ("facing=180", "nec.M11"),
    ],
)
def test_who_may_not_shoot(words, rule):
    refusal = shooter(words)
    assert refusal is not None
    assert refusal[1] == rule


@pytest.mark.rule("nec.M10")
@pytest.mark.parametrize("words", ["", "moved=walked", "moved=stayed", "hidden", "flesh=1"])
def test_who_may_shoot(words):
    assert shooter(words) is None


@pytest.mark.rule("nec.M10", "nec.M16")
def test_an_engaged_fighter_does_not_shoot_and_is_not_shot_at():
    """M10, M16."""
    game = table(
        """
        ganger A (10,10) autogun       ganger B (5,10) autogun
        ganger x (11,10)               ganger y (20,10)
        """,
        phase="shoot",
    )
    assert barred(game, "A")[0] == "is engaged in hand-to-hand combat"
    assert barred(game, "x", a("B")) == ("in hand-to-hand combat", "nec.M16")
    assert barred(game, "y", a("B")) is None


@pytest.mark.rule("nec.M10")
def test_each_fighter_shoots_once_and_each_shot_is_resolved_before_the_next():
    game = table(
        """
        ganger A (10,10) autogun       ganger B (10,14) autogun
        ganger x (20,10)               ganger y (20,30)
        """,
        phase="shoot",
    )
    game.play(a("A"), a("x"), dice="3 1")
    assert game["x"].pinned
    assert barred(game, "A") == ("has shot", "nec.M10")
    game.play(a("B"), a("x"), dice="2")
    assert game.battle.phase == "shoot"
    game.play()
    assert game.battle.phase == "fight"


@pytest.mark.rule("nec.M10")
def test_a_heavy_weapon_does_not_fire_in_a_turn_of_movement():
    words = "heavy A (10,10) heavy_stubber stub_gun moved={}     ganger x (17,10)"
    walked = table(words.format("walked"), phase="shoot")
    walked.play(a("A"), a("x"), dice="1")  # only the pistol is ready, so he is not asked
    assert walked.says("fires the stub gun")
    stayed = table(words.format("stayed"), phase="shoot")
    assert barred(stayed, "heavy_stubber", a("A")) is None


@pytest.mark.rule("nec.M11")
@pytest.mark.parametrize(
    ("at", "arc", "allowed"),
    [
        ("(20,19.9)", 90, True),
        ("(20,20.1)", 90, False),
        ("(20,0.1)", 90, True),
        ("(5,10)", 90, False),
        ("(20,20.1)", 180, True),
        ("(5,10)", 360, True),
    ],
)
def test_the_arc_to_the_front(at, arc, allowed):
    """M11 and its switch: A looks along the x axis."""
    game = table(
        f"ganger A (10,10) autogun     ganger x {at}     ganger y (30,10)", phase="shoot", firing_arc=arc
    )
    reason = barred(game, "x", a("A"))
    assert reason is None or "arc" in reason[0] or not allowed
    assert ("arc" in (reason or ("",))[0]) == (not allowed)


@pytest.mark.rule("nec.M11", "nec.hiding.hidden")
def test_hidden_and_unseen_enemies_are_no_targets():
    game = table(
        """
        ganger A (10,10) autogun
        ganger x (20,10) hidden        ganger y (20,14)       ganger z (20,6)
        wall (19,9) (19,11) h=1
        wall (19,13) (19,15) h=3
        """,
        phase="shoot",
    )
    assert barred(game, "x", a("A")) == ("hidden: he cannot be seen", "nec.hiding.hidden")
    assert barred(game, "y", a("A")) == ("not in sight", "nec.M11")
    assert barred(game, "z", a("A")) is None


@pytest.mark.rule("nec.hiding.hidden")
def test_an_enemy_shooter_with_a_line_to_a_hidden_fighter_has_no_legal_target():
    game = table(
        "ganger A (10,10) autogun     ganger x (20,10) hidden     wall (19,9) (19,11) h=0.6", phase="shoot"
    )
    game.play()  # nobody is asked: nobody has a target
    assert game.battle.phase == "fight"


class TestTheClosestTarget:
    """M11: the closest visible enemy, unless a farther one is easier; who lies down may be ignored."""

    def game(self, near="", far="", terrain="", **rulings):
        return table(
            f"""
            ganger A (10,10) autogun
            ganger x (20,10) {near}        ganger y (30,12) {far}
            {terrain}
            """,
            phase="shoot",
            **rulings,
        )

    @pytest.mark.rule("nec.M11")
    def test_must_be_chosen(self):
        game = self.game()
        assert barred(game, "y", a("A")) == ("x is closer and no harder to hit", "nec.M11")
        with pytest.raises(Refused, match="x is closer"):
            game.play(a("A"), a("y"))
        assert not game["A"].shot

    @pytest.mark.rule("nec.M11")
    def test_unless_a_farther_one_is_easier_to_hit(self):
        cover = "area (18,8) (22,12) shelter=0.3"
        assert barred(self.game(terrain=cover), "y", a("A")) is None
        both = cover + "\n            area (28,10) (32,14) shelter=0.3"
        assert barred(self.game(terrain=both), "y", a("A")) is not None
        assert barred(self.game(far="size=large"), "y", a("A")) is None
        assert barred(self.game(near="went=11"), "y", a("A")) is None

    @pytest.mark.rule("nec.M11")
    @pytest.mark.parametrize("state", ["pinned", "down"])
    def test_who_lies_down_may_be_ignored_or_shot(self, state):
        game = self.game(near=state)
        assert barred(game, "x", a("A")) is None
        assert barred(game, "y", a("A")) is None
        assert barred(self.game(far=state), "y", a("A")) is not None

    @pytest.mark.rule("nec.M11")
    def test_is_a_switch(self):
        assert barred(self.game(closest_target_first=False), "y", a("A")) is None

    @pytest.mark.rule("nec.M11")
    def test_one_who_cannot_be_shot_at_does_not_shield_others(self):
        assert barred(self.game(near="hidden", terrain="wall (19,9) (19,11) h=1"), "y", a("A")) is None


@pytest.mark.rule("nec.hiding.revealed-by-shooting")
def test_a_hidden_fighter_who_shoots_is_hidden_no_longer_even_if_he_misses():
    game = table(
        "ganger A (10,10) autogun hidden     ganger x (20,10)     wall (11,9) (11,11) h=0.6", phase="shoot"
    )
    game.play(a("A"), a("x"), dice="1")
    assert not game["A"].hidden


@pytest.mark.rule("nec.hiding.revealed-by-shooting")
def test_who_holds_his_fire_stays_hidden_and_has_had_his_turn():
    game = table(
        "ganger A (10,10) autogun hidden     ganger x (20,10)     wall (11,9) (11,11) h=0.6", phase="shoot"
    )
    game.play(a("A"), a("hold"))
    assert game["A"].hidden
    assert game["A"].shot


@pytest.mark.rule("nec.M10")
def test_where_there_is_a_choice_of_weapons_he_is_asked():
    game = table("ganger A (10,10) shotgun_slug stub_gun     ganger x (16,10)", phase="shoot")
    weapons = game.question(a("A")).options
    assert [option.id for option in weapons] == ["stub_gun", "shotgun_slug", "shotgun_scatter"]
    game.play(a("A"), a("shotgun_scatter"), a("x"), dice="1")
    assert game.says("Shotgun (scatter shot)".lower()) or game.says("shotgun (scatter shot)")


@pytest.mark.rule("nec.M10")
def test_shells_that_cost_something_must_have_been_bought():
    game = table("ganger A (10,10) shotgun_slug shotgun_bolt     ganger x (16,10)", phase="shoot")
    found = [option.id for option in game.question(a("A")).options]
    assert found == ["shotgun_slug", "shotgun_scatter", "shotgun_bolt"]


@pytest.mark.rule("nec.M10")
def test_whoever_has_no_gun_does_not_shoot():
    game = table("ganger A (10,10) sword     ganger x (16,10)", phase="shoot")
    game.play()
    assert game.battle.phase == "fight"


@pytest.mark.rule("nec.M37")
@pytest.mark.parametrize(
    ("words", "terrain", "label"),
    [
        ("", "", "x"),
        ("pinned", "", "x, pinned"),
        ("down", "", "x, down"),
        ("", "area (18,8) (22,12) shelter=0.3", "x, in partial cover"),
        ("", "area (18,8) (22,12) shelter=0.5", "x, in partial cover"),
        ("", "area (18,8) (22,12) shelter=0.6", "x, in cover"),
    ],
)
def test_what_can_be_seen_of_a_target_is_said_but_not_how_far_it_is(words, terrain, label):
    text = f"ganger A (10,10) autogun     ganger x (20,10) {words}\n{terrain}"
    assert table(text, phase="shoot").option("x", a("A")).label == label
    measured = table(text, phase="shoot", premeasure=True).option("x", a("A")).label
    assert measured == label.replace("x", 'x, 9.0"', 1)


@pytest.mark.rule("nec.M11")
@pytest.mark.parametrize("premeasure", [False, True])
def test_measuring_is_a_fact_that_cannot_be_taken_back(premeasure):
    game = table("ganger A (10,10) autogun     ganger x (20,10)", phase="shoot", premeasure=premeasure)
    game.play(a("A"), a("x"), dice="1")
    facts = [entry for entry in game.game.steps[-1].tape if isinstance(entry, Fact)]
    assert len(facts) == (not premeasure)


@pytest.mark.rule("nec.M11")
@pytest.mark.parametrize(("y", "barred"), [(10.0, False), (10.1, True)])
def test_of_two_who_are_equally_near_either_may_be_shot_at(y, barred):
    """x is 10 inches to the east; y as far to the north-east, or a little farther."""
    game = table(
        f"ganger A (10,0.5) autogun facing=45     ganger x (20,0.5)     ganger y (10,{y + 0.5})",
        phase="shoot",
    )
    assert (game.option("y", a("A")).barred is not None) == barred
    assert game.option("x", a("A")).barred is None


@pytest.mark.parametrize(
    ("x", "y", "fights"), [(11.04, 10.0, True), (11.06, 10.0, False), (10.8, 10.8, False)]
)
def test_bases_that_do_not_touch_are_in_no_fight(x: float, y: float, fights: bool) -> None:
    game = table(f"ganger A (10,10) autogun   ganger x ({x},{y})", phase="shoot")
    assert in_melee(game.battle) == ({"A", "x"} if fights else set())


@pytest.mark.rule("nec.M13")
def test_a_target_is_named_with_its_cover_and_state():
    game = table(
        """
        ganger A (10,10) autogun
        ganger u (30,10)   ganger v (20,4) pinned   ganger x (20,16) down
        ganger y (14,20)   wall (12,19) (14,17) h=4   ganger z (30,4)   wall (29,2) (29,6) h=0.5
        """,
        phase="shoot",
        closest_target_first=False,
    )
    labels = [option.label for option in game.question(a("A")).options]
    assert labels == ["u", "v, pinned", "x, down", "y", "z, in partial cover", "Hold fire"]


@pytest.mark.rule("nec.M11")
def test_who_is_not_in_sight_is_told_by_what_stands_in_the_way() -> None:
    text = "ganger A (10,10) autogun   ganger x (20,10)   ganger y (14,13)   wall (15,8) (15,12) h=4"
    game = table(text, phase="shoot")
    option = game.option("x", a("A"))
    assert option.barred.words == "not in sight"
    assert option.why_not == f"not in sight: behind {game.battle.table.walls[0].name}"
    assert option.hindered().spot.x == pytest.approx(15.0, abs=0.06)
    assert game.option("y", a("A")).hindered is None
