"""Overwatch (nec.M8): going on it, its three windows, how it ends, and its hit modifiers."""

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a, b
from warbook.books.necromunda.sight import engaged
from warbook.core.events import Aimed, Became


def modifiers(game):
    roll = game.rolled("nec.shooting.to-hit")[-1]
    return {modifier.why: modifier.value for modifier in roll.modifiers[1:]}


class TestGoingOnOverwatch:
    @pytest.mark.rule("nec.M8")
    def test_he_does_nothing_else_in_his_turn(self):
        game = table(
            "ganger A (10,10) autogun     ganger B (10,20) autogun     ganger x (20,10)", phase="move"
        )
        game.play(a("A"), a("overwatch"), a(45))
        assert game["A"].overwatch
        assert game["A"].facing == 45
        assert game.question().options[0].barred.words == "has moved"
        game.battle.phase = "shoot"
        assert game.question().options[0].barred.rule == "nec.M8"

    @pytest.mark.rule("nec.M8")
    @pytest.mark.parametrize("words", ["sword", "autogun empty=autogun"])
    def test_it_takes_a_weapon_that_can_fire(self, words):
        game = table("ganger A (10,10)     ganger x (20,10)", phase="move")
        fighter = game["A"]
        fighter.weapons = (words.split()[0],)
        fighter.empty = ("autogun",)
        assert game.option("overwatch", a("A")).barred.words == "has no weapon that can fire"

    @pytest.mark.rule("nec.M8")
    def test_a_hidden_fighter_may(self):
        game = table(
            "ganger A (10,10) autogun hidden     ganger x (20,10)     wall (11,9) (11,11) h=0.6", phase="move"
        )
        game.play(a("A"), a("overwatch"), a(0))
        assert game["A"].hidden
        assert game["A"].overwatch

    @pytest.mark.rule("nec.M8")
    def test_a_heavy_weapon_may_be_on_overwatch(self):
        game = table("heavy A (10,10) heavy_stubber     ganger x (20,10)", phase="move")
        game.play(a("A"), a("overwatch"), a(0))
        game.battle.side, game.battle.phase = "b", "watch"
        game.play(a("x"), a("0"), dice="1")
        assert len(game.rolled("nec.shooting.to-hit")) == 1

    @pytest.mark.rule("nec.M8")
    def test_is_a_switch(self):
        game = table("ganger A (10,10) autogun     ganger x (20,10)", phase="move", overwatch=False)
        assert "overwatch" not in [option.id for option in game.question(a("A")).options]


class TestInTheMiddleOfAMove:
    def game(self, watcher="", terrain="", at="(20,10)", mover="", phase="move", **rulings):
        return table(
            f"""
            ganger A (10,10) autogun overwatch moved=stayed {watcher}
            ganger x {at} {mover}      ganger y (40,46)
            {terrain}
            """,
            phase=phase,
            side="b",
            **rulings,
        )

    def two_watchers(self):
        return self.game("  ganger B (10,14) autogun overwatch moved=stayed")

    @pytest.mark.rule("nec.M8")
    def test_he_stops_the_move_where_he_shoots(self):
        """x walks 4 inches past A and is shot after the first: pinned there, and the rest of the move is
        lost."""
        game = self.game()
        game.play(b("x"), b("walk"), b((20.0, 14.0)), a("0"), dice="3 1")
        assert (game["x"].x, game["x"].y) == pytest.approx((20.0, 11.0))
        assert game["x"].pinned
        assert not game["A"].overwatch
        told = [e for e in game.events if isinstance(e, Became) and e.status == "overwatch"]
        assert [event.gained for event in told] == [False]

    @pytest.mark.rule("nec.M8")
    def test_a_miss_lets_him_go_on(self):
        game = self.game()
        game.play(b("x"), b("walk"), b((20.0, 14.0)), a("0"), dice="1")
        assert game["x"].y == pytest.approx(14.0)
        assert not game["A"].overwatch

    @pytest.mark.rule("nec.M8")
    def test_once(self):
        game = self.game()
        game.play(b("x"), b("walk"), b((20.0, 14.0)), a("0"), dice="1")
        game.play(b("y"), b("walk"), b((40.0, 43.0)))
        assert game.unanswered is None
        assert len([event for event in game.events if isinstance(event, Aimed)]) == 1

    @pytest.mark.rule("nec.M8")
    def test_holding_fire_keeps_it_for_the_next(self):
        game = self.game()
        game.play(b("x"), b("walk"), b((20.0, 14.0)), a("hold"))
        assert game["A"].overwatch

    @pytest.mark.rule("nec.M8")
    def test_only_in_the_arc(self):
        game = self.game("facing=90")
        game.play(b("x"), b("walk"), b((20.0, 12.0)))
        assert game.unanswered is None
        assert game["A"].overwatch

    @pytest.mark.rule("nec.M8", "nec.M11")
    def test_who_comes_into_the_arc_is_shot_at_from_there_on(self):
        """The arc of 90 degrees begins where he is as far to the side as ahead: at the end of his way."""
        watcher = "ganger A (10,10) autogun overwatch"
        game = table(f"{watcher}     ganger x (16,19.9)", phase="move", side="b")
        options = game.question(b("x"), b("walk"), b((16, 15.9))).options
        assert [(option.spot.x, option.spot.y) for option in options if option.spot] == [(16.0, 15.9)]

    @pytest.mark.rule("nec.M8")
    def test_in_the_open_nothing_is_taken_off(self):
        game = self.game()
        game.play(b("x"), b("walk"), b((20.0, 14.0)), a("0"), dice="1")
        assert modifiers(game) == {"Autogun, short range": 1}

    @pytest.mark.rule("nec.M8", "nec.shooting.hit-modifiers")
    def test_an_appearing_target(self):
        """x comes out from behind a high wall: at the first inch in the open he has only just appeared."""
        game = self.game(terrain="wall (19,8) (19,10.5) h=3", at="(20,9)")
        game.play(b("x"), b("walk"), b((20.0, 13.0)), a("0"), dice="1")
        assert modifiers(game)["target appears or disappears"] == -1

    @pytest.mark.rule("nec.M8", "nec.shooting.hit-modifiers")
    def test_a_target_that_appears_at_once(self):
        """Out of sight where he starts, in sight after his first inch."""
        game = self.game(terrain="wall (19.4,7.2) (19.4,9.6) h=3", at="(20,9)")
        game.play(b("x"), b("walk"), b((20.0, 13.0)), a("0"), dice="1")
        assert modifiers(game)["target appears or disappears"] == -1

    @pytest.mark.rule("nec.M8")
    @pytest.mark.parametrize(
        ("facing", "start", "end"), [(90, (16, 30), (24, 30)), (180, (10, 16), (10, 24))]
    )
    def test_where_he_is_seen_alike_he_is_seen_best_from_nearest(self, facing, start, end):
        """He runs past the watcher and is nearest half way."""
        watcher = f"ganger A (20,20) autogun overwatch facing={facing}"
        game = table(f"{watcher}     ganger x ({start[0]},{start[1]})", phase="move", side="b")
        options = game.question(b("x"), b("run"), b(end)).options
        assert 'Shoot where he is seen best, 4" into his move' in [option.label for option in options]

    @pytest.mark.rule("nec.M8", "nec.shooting.hit-modifiers")
    def test_a_disappearing_target(self):
        """He walks behind the wall: at the last moment he is in sight he is about to disappear."""
        game = self.game(terrain="wall (19,10.5) (19,16) h=3", at="(20,8)")
        question = game.question(b("x"), b("walk"), b((20.0, 12.0)))
        last = question.options[-1].id
        game.play(b("x"), b("walk"), b((20.0, 12.0)), a(last), dice="1")
        assert modifiers(game)["target appears or disappears"] == -1

    @pytest.mark.rule("nec.M8", "nec.shooting.hit-modifiers")
    @pytest.mark.parametrize(("moment", "disappears"), [("1", False), ("2", True)])
    def test_only_the_inch_before_he_is_out_of_sight_counts(self, moment, disappears):
        """Behind the wall he is out of sight at y = 12: at 11 he is about to disappear, at 10 not yet."""
        game = self.game(terrain="wall (19.4,10.9) (19.4,16) h=3", at="(20,8)")
        game.play(b("x"), b("walk"), b((20.0, 12.0)), a(moment), dice="1")
        assert ("target appears or disappears" in modifiers(game)) == disappears

    @pytest.mark.rule("nec.M8", "nec.shooting.hit-modifiers")
    def test_once_well_in_the_open_he_is_seen_as_any_other(self):
        game = self.game(terrain="wall (19,8) (19,10.5) h=3", at="(20,9)")
        last = game.question(b("x"), b("walk"), b((20.0, 13.0))).options[-1].id
        game.play(b("x"), b("walk"), b((20.0, 13.0)), a(last), dice="1")
        assert "target appears or disappears" not in modifiers(game)

    @pytest.mark.rule("nec.M8", "nec.shooting.hit-modifiers")
    def test_a_charging_target(self):
        game = self.game(phase="charge", at="(17,10)")
        game.play(b("x"), b("A"), a("0"), dice="1")
        assert modifiers(game) == {"target is charging": -1, "Autogun, short range": 1}
        assert game["x"].charging == "A"

    @pytest.mark.rule("nec.M8", "nec.shooting.hit-modifiers")
    def test_appearing_and_charging_is_one_row(self):
        game = self.game(phase="charge", at="(18,10)", terrain="wall (15,9) (15,11) h=0.9")
        game.play(b("x"), b("A"), a("0"), dice="1")
        rows = [
            why for why in modifiers(game) if why in ("target is charging", "target appears or disappears")
        ]
        assert len(rows) == 1

    @pytest.mark.rule("nec.M8")
    def test_a_charge_that_is_stopped_does_not_arrive(self):
        game = self.game(phase="charge", at="(17,10)")
        game.play(b("x"), b("A"), a("0"), dice="4 1")
        assert game["x"].pinned
        assert game["x"].charging == ""
        assert game["x"].x > 11.5

    @pytest.mark.rule("nec.M16", "nec.M8")
    @pytest.mark.parametrize("start", [17.0, 11.8])
    def test_the_last_moment_of_a_charge_is_before_contact(self, start):
        """In contact he would be in hand-to-hand combat, where nobody is shot at; the hit stops him short."""
        game = self.game(phase="charge", at=f"({start},10)")
        last = game.question(b("x"), b("A")).options[-1]
        game.play(b("x"), b("A"), a(last.id), dice="4 1")
        assert game["x"].pinned
        assert 11.05 < game["x"].x < 11.2
        assert not engaged(game.battle, game["x"])
        assert game["x"].charging == ""

    @pytest.mark.rule("nec.M16")
    def test_a_second_watcher_does_not_shoot_at_him_in_contact_either(self):
        game = table(
            """
            ganger A (10,10) autogun                  ganger B (11,4) autogun overwatch facing=90
            ganger x (12.05,10)                       ganger y (40,46)
            """,
            phase="charge",
            side="b",
        )
        moments = game.question(b("x"), b("A")).options[1:]
        assert moments and all(moment.spot.x > 11.05 for moment in moments)

    @pytest.mark.rule("nec.M8")
    def test_a_miss_at_the_last_moment_lets_him_arrive(self):
        game = self.game(phase="charge", at="(17,10)")
        last = game.question(b("x"), b("A")).options[-1].id
        game.play(b("x"), b("A"), a(last), dice="1")
        assert game["x"].charging == "A"
        assert game["x"].x == pytest.approx(11.0, abs=0.05)

    @pytest.mark.rule("nec.M8")
    def test_a_hidden_watcher_gives_himself_away(self):
        game = self.game("hidden", terrain="wall (11,9) (11,11) h=0.6")
        game.play(b("x"), b("walk"), b((20.0, 14.0)), a("0"), dice="1")
        assert not game["A"].hidden

    @pytest.mark.rule("nec.M8")
    def test_a_crawling_fighter_may_be_shot_at(self):
        game = self.game(mover="down wounds=0")
        game.play(b("x"), b("crawl"), b((20.0, 12.0)), a("0"), dice="3 1")
        assert (game["x"].down, game["x"].pinned) == (True, False)

    @pytest.mark.rule("nec.M8")
    def test_low_cover_hides_who_crawls_behind_it(self):
        game = self.game(mover="down wounds=0", terrain="wall (19,8) (19,14) h=0.8")
        game.play(b("x"), b("crawl"), b((20.0, 12.0)))
        assert game.unanswered is None
        assert game["A"].overwatch

    @pytest.mark.rule("nec.M8")
    def test_two_watchers_shoot_in_the_order_of_their_moments(self):
        game = self.two_watchers()
        game.play(b("x"), b("walk"), b((20.0, 14.0)), a("3"), a("0"), dice="1 1")
        shots = [event.piece for event in game.events if isinstance(event, Aimed)]
        assert shots == ["B", "A"]

    @pytest.mark.rule("nec.M8")
    def test_whoever_need_not_shoot_any_more_keeps_his_overwatch(self):
        game = self.two_watchers()
        game.play(b("x"), b("walk"), b((20.0, 14.0)), a("3"), a("0"), dice="3 1")
        assert game["x"].pinned
        assert game["A"].overwatch

    @pytest.mark.rule("nec.M15", "nec.shooting.hit-modifiers")
    @pytest.mark.parametrize(("moment", "rapid"), [(-1, True), (1, False)])
    def test_a_run_of_ten_inches_makes_a_rapid_target_once_it_is_made(self, moment, rapid):
        game = table(
            """
            ganger A (10,24) autogun overwatch      ganger x (24,24) broken      ganger y (24,40)
            """,
            phase="compulsory",
            side="b",
            size=(72.0, 48.0),
        )
        options = game.question(b((35.0, 24.0)), dice="5 6").options
        shown = options[moment].preview()
        told = {line.why for each in (shown, *shown.cases) for line in each.modifiers}
        assert ('target moved 11"' in told) == rapid
        game.play(b((35.0, 24.0)), a(options[moment].id), dice="5 6  1")
        assert ('target moved 11"' in modifiers(game)) == rapid

    @pytest.mark.rule("nec.M15")
    def test_a_run_outside_the_own_movement_phase_is_rapid_for_the_shot_that_meets_it_only(self):
        """In x's own hand-to-hand phase y falls beside him; he breaks and runs 11 inches past the watcher."""
        game = table(
            """
            ganger A (10,10) autogun overwatch       ganger B (20.5,10) WS=4
            ganger x (24,10)                         ganger y (21.5,10)        ganger z (60,40)
            """,
            phase="fight",
            side="b",
            size=(72.0, 48.0),
        )
        dice = "4 4  4 6  6 6  5 6"
        last = game.question(b((35.0, 10.0)), dice=dice).options[-1].id
        game.play(b((35.0, 10.0)), a(last), a("stay"), dice=f"{dice}  1")
        assert 'target moved 11"' in modifiers(game)
        assert game["x"].went == 0.0

    @pytest.mark.rule("nec.A40", "nec.shooting.hit-modifiers")
    def test_who_runs_to_cover_while_others_charge_is_no_charging_target(self):
        """A shoots the charger x down; y beside him breaks and runs, and B shoots at him."""
        game = table(
            """
            ganger A (10,10) autogun overwatch      ganger B (10,14) autogun overwatch
            ganger x (20,10)                        ganger y (20,11.5)         ganger z (46,46)
            """,
            phase="charge",
            side="b",
        )
        game.play(b("x"), b("A"), a("0"), a("hold"), b((24.0, 11.5)), a("0"), dice="4 4 6  6 6  2 2  1")
        assert game["y"].broken
        assert "target is charging" not in modifiers(game)

    @pytest.mark.rule("nec.M8")
    def test_overwatch_is_for_the_enemys_turn(self):
        """In his own turn x stands on overwatch when y's shot sets B running: he does not shoot at him."""
        game = table(
            """
            ganger A (20,10)                       ganger B (20,11.5)
            ganger x (10,14) autogun overwatch     ganger y (10,10) autogun BS=6
            """,
            phase="shoot",
            side="b",
            began={"a": 9, "b": 9},
        )
        game["x"].facing = game["y"].facing = 0.0
        game.play(b("y"), b("A"), a((27.0, 11.5)), dice="2 6 6  6 6  3 4")
        assert game["B"].broken and game["x"].overwatch

    @pytest.mark.rule("nec.M8")
    def test_a_watcher_who_is_pinned_meanwhile_shoots_no_more(self):
        """B's grenade goes off in his hand and pins A, who was to shoot an inch later."""
        game = table(
            """
            ganger A (10,10) autogun overwatch      ganger B (10,11.2) frag_grenades overwatch
            ganger x (16,10)                        ganger y (40,46)
            """,
            phase="move",
            side="b",
        )
        game.play(b("x"), b("walk"), b((16.0, 13.0)), a("2"), a("0"), dice="1  1  1 1")
        assert game["A"].pinned and game["B"].pinned
        assert [event.piece for event in game.events if isinstance(event, Aimed)] == ["B"]

    @pytest.mark.rule("nec.M8", "nec.M17")
    def test_a_crawler_caught_in_a_web_crawls_no_farther(self):
        game = table(
            """
            ganger A (10,10) web_pistol overwatch BS=6
            ganger x (14,10) down wounds=0          ganger y (40,46)
            """,
            phase="move",
            side="b",
        )
        game.play(b("x"), b("crawl"), b((16.0, 10.0)), a("0"), dice="3")
        assert game["x"].webbed
        assert game["x"].x == pytest.approx(15.0)

    @pytest.mark.rule("nec.M8", "nec.M37")
    def test_the_tooltip_has_each_weapon_at_each_range(self):
        game = self.game("bolt_pistol")
        shown = game.question(b("x"), b("walk"), b((20.0, 13.0))).options[1].preview()
        assert [case.given for case in shown.cases] == [
            f"with the {name}, {where}"
            for name, short, reach in (("bolt pistol", 8, 16), ("autogun", 12, 24))
            for where in (
                f'at short range, up to {short}"',
                f'at long range, up to {reach}"',
                f'beyond {reach}"',
            )
        ]

    @pytest.mark.rule("nec.M8")
    def test_the_tooltip_is_that_of_the_place_and_the_moment(self):
        game = self.game(terrain="wall (19,8) (19,10.5) h=3", at="(20,9)", premeasure=True)
        option = game.question(b("x"), b("walk"), b((20.0, 13.0))).options[1]
        preview = option.preview()
        game.play(b("x"), b("walk"), b((20.0, 13.0)), a(option.id), dice="1")
        assert game.rolled("nec.shooting.to-hit")[0].modifiers == preview.modifiers


class TestBeforeAndAfterTheEnemysFire:
    @pytest.mark.rule("nec.M8")
    def test_before_the_enemy_shoots(self):
        game = table(
            "ganger A (10,10) autogun overwatch     ganger x (20,10) autogun", phase="watch", side="b"
        )
        game.play(a("x"), dice="3 1")
        assert game["x"].pinned
        assert game.battle.phase == "shoot"
        assert modifiers(game) == {"Autogun, short range": 1}

    @pytest.mark.rule("nec.M8")
    def test_answering_a_shot(self):
        game = table(
            """
            ganger A (10,10) autogun overwatch      ganger B (10,14)
            ganger x (20,12) autogun                ganger y (20,14) autogun
            """,
            phase="shoot",
            side="b",
        )
        game.play(b("x"), b("B"), a("x"), dice="1 1")
        assert [e.piece for e in game.events if isinstance(e, Aimed)] == ["x", "A"]
        assert game.battle.phase == "shoot"

    @pytest.mark.rule("nec.M8")
    def test_not_one_whom_he_cannot_see(self):
        """x shoots from behind A's back; y, in front of him, has not shot yet."""
        game = table(
            """
            ganger A (10,10) autogun overwatch      ganger B (2,14)
            ganger x (4,12) autogun                 ganger y (20,10) autogun
            """,
            phase="shoot",
            side="b",
        )
        game["x"].facing = 180.0
        game.play(b("x"), b("B"), dice="1")
        assert game.unanswered is None
        assert game["A"].overwatch

    @pytest.mark.rule("nec.M8", "nec.hiding.revealed-by-shooting")
    def test_one_who_shot_from_hiding_can_be_answered(self):
        game = table(
            """
            ganger A (10,10) autogun overwatch      ganger B (10,14)
            ganger x (20,12) autogun hidden         wall (19,10) (19,15) h=0.6
            """,
            phase="shoot",
            side="b",
        )
        game.play(b("x"), b("B"), a("x"), dice="1 1")
        assert "target is in partial cover" in modifiers(game)

    @pytest.mark.rule("nec.M8")
    def test_who_is_hit_has_lost_it(self):
        game = table(
            "ganger A (10,10) autogun overwatch     ganger x (20,10) autogun", phase="shoot", side="b"
        )
        game.play(b("x"), b("A"), dice="3 1")
        assert not game["A"].overwatch
        assert game["A"].pinned

    @pytest.mark.rule("nec.M8")
    def test_a_last_chance_after_the_enemys_fire(self):
        game = table("ganger A (10,10) autogun overwatch     ganger x (20,10)", phase="shoot", side="b")
        game.play(a("x"), dice="1")
        assert game.battle.phase == "fight"
        assert not game["A"].overwatch

    @pytest.mark.rule("nec.M8")
    @pytest.mark.parametrize("phase", ["watch", "shoot"])
    def test_who_has_nobody_to_shoot_at_is_not_asked(self, phase):
        game = table(
            "ganger A (10,10) autogun overwatch facing=180     ganger x (20,10)", phase=phase, side="b"
        )
        game.play()
        assert game.script.asked == [] and game["A"].overwatch


class TestTheEndOfOverwatch:
    @pytest.mark.rule("nec.M8")
    def test_with_the_enemys_turn(self):
        game = table("ganger A (10,10) autogun overwatch     ganger x (20,10)", phase="recover", side="b")
        game.play()
        assert not game["A"].overwatch

    @pytest.mark.rule("nec.M8")
    def test_not_with_his_own(self):
        game = table("ganger A (10,10) autogun overwatch     ganger x (20,10)", phase="recover", side="a")
        game.play()
        assert game["A"].overwatch

    @pytest.mark.rule("nec.M8")
    def test_when_he_is_charged(self):
        game = table("ganger A (10,10) autogun overwatch     ganger x (15,10)", phase="charge", side="b")
        game.play(b("x"), b("A"), a("hold"))
        assert not game["A"].overwatch

    @pytest.mark.rule("nec.M8")
    def test_when_he_breaks(self):
        """A friend falls beside him; 12 on two dice is more than his Ld, and he runs."""
        game = table(
            """
            ganger A (10,10) autogun overwatch      ganger B (12,10)
            ganger x (20,10) autogun BS=6
            """,
            phase="shoot",
            side="b",
        )
        game.play(b("x"), b("B"), dice="2 6 6  6 6  1 1")
        assert game["A"].broken
        assert not game["A"].overwatch
