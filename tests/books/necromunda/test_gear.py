"""Armour and gear: sights, packs, filters, boosters."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a, b
from warbook.books.necromunda.aim import Aim, to_hit
from warbook.books.necromunda.injury import Body, injured
from warbook.books.necromunda.state import Token

COVER = "area (29,8) (33,12) shelter=0.6"
PARTIAL = "area (29,8) (33,12) shelter=0.3"


def aimed(gear, weapon="autogun", words="", terrain="", target="", at="(31,10)", answers=(), dice="1"):
    position = f"""
        heavy A (10,10) {weapon} gear={gear} {words}
        ganger x {at} {target}
        {terrain}
    """
    return table(position, phase="shoot").play(a("A"), a("x"), *answers, dice=dice)


def values(game):
    roll = game.rolled("nec.shooting.to-hit")[0]
    return {modifier.why: modifier.value for modifier in roll.modifiers[1:]}


class TestRedDot:
    @pytest.mark.rule("nec.shooting.weapon-hit-modifier")
    @pytest.mark.parametrize(
        ("weapon", "at"), [("autogun", "(31,10)"), ("stub_gun", "(17,10)"), ("meltagun", "(20,10)")]
    )
    def test_adds_one_with_pistol_basic_and_special(self, weapon, at):
        assert values(aimed("red_dot_sight", weapon, at=at))["red-dot sight"] == 1

    @pytest.mark.rule("nec.shooting.weapon-hit-modifier")
    def test_not_with_a_heavy_weapon(self):
        assert values(aimed("red_dot_sight", "heavy_stubber", answers=(a("0"),))) == {}

    @pytest.mark.rule("nec.shooting.weapon-hit-modifier")
    @pytest.mark.parametrize(("dodge", "pinned"), [("6", False), ("5 1", True)])
    def test_the_target_sees_the_dot_and_dodges_on_a_six(self, dodge, pinned):
        game = aimed("red_dot_sight", dice=f"3 {dodge}")
        assert game["x"].pinned == pinned

    @pytest.mark.rule("nec.shooting.weapon-hit-modifier")
    def test_nobody_is_warned_of_a_heavy_weapon_which_it_does_not_fit(self):
        assert aimed("red_dot_sight", "heavy_stubber", dice="5 1", answers=(a("0"),))["x"].pinned

    @pytest.mark.rule("nec.shooting.weapon-hit-modifier")
    def test_its_odds(self):
        assert to_hit.odds(Aim(3, dodge=True)).chance(lambda t: t.hits == 1) == Fraction(2, 3) * Fraction(
            5, 6
        )


class TestMonoSight:
    @pytest.mark.rule("nec.shooting.weapon-hit-modifier")
    @pytest.mark.parametrize(
        ("moved", "helps"), [("moved=stayed", True), ("", True), ("moved=walked", False)]
    )
    def test_adds_one_if_he_stood_still(self, moved, helps):
        assert values(aimed("mono_sight", words=moved)).get("mono-sight", 0) == helps

    @pytest.mark.rule("nec.shooting.weapon-hit-modifier")
    @pytest.mark.parametrize(
        ("terrain", "answer", "helps"),
        [("", "0", True), ("wall (19,8) (19,10.5) h=3", "0", False)],
    )
    def test_not_on_overwatch_at_fleeting_targets(self, terrain, answer, helps):
        game = table(
            f"""
            ganger A (10,10) autogun overwatch moved=stayed gear=mono_sight
            ganger x (20,9)
            {terrain}
            """,
            phase="move",
            side="b",
        )
        game.play(b("x"), b("walk"), b((20.0, 13.0)), a(answer), dice="1")
        assert ("mono-sight" in values(game)) == helps

    @pytest.mark.rule("nec.shooting.weapon-hit-modifier")
    def test_nor_at_a_charging_target(self):
        game = table(
            "ganger A (10,10) autogun overwatch moved=stayed gear=mono_sight     ganger x (17,10)",
            phase="charge",
            side="b",
        )
        game.play(b("x"), b("A"), a("0"), dice="1")
        assert "target is charging" in values(game) and "mono-sight" not in values(game)


class TestTelescopicSight:
    @pytest.mark.rule("nec.shooting.weapon-hit-modifier")
    @pytest.mark.parametrize(
        ("at", "moved", "short"),
        [("(35,10)", "", True), ("(34,10)", "moved=walked", False), ("(23,10)", "moved=walked", True)],
    )
    def test_doubles_the_short_range_if_he_stood_still(self, at, moved, short):
        assert ("Autogun, short range" in values(aimed("telescopic_sight", words=moved, at=at))) == short


class TestInfraRedSight:
    @pytest.mark.rule("nec.shooting.hit-modifiers")
    @pytest.mark.parametrize(
        ("terrain", "words", "found"),
        [
            (COVER, "", {"target is in cover, infra-red sight": -1}),
            (PARTIAL, "", {}),
            (COVER, "moved=walked", {"target is in cover": -2}),
            ("", "", {}),
        ],
    )
    def test_makes_cover_worth_one_less_if_he_stood_still(self, terrain, words, found):
        assert values(aimed("infra_red_sight", words=words, terrain=terrain)) == found

    @pytest.mark.rule("nec.shooting.hit-modifiers")
    @pytest.mark.parametrize(
        ("mode", "dice", "value"),
        [("0", "1", -1), ("1", "1  1", -2)],
    )
    def test_single_shots_only(self, mode, dice, value):
        game = aimed("infra_red_sight", "heavy_stubber", terrain=COVER, answers=(a(mode),), dice=dice)
        assert sum(values(game).values()) == value

    @pytest.mark.rule("nec.shooting.hit-modifiers")
    @pytest.mark.parametrize(("weapon", "value"), [("autogun", -1), ("heavy_stubber", -2)])
    def test_what_is_shown_of_sustained_fire_leaves_the_sight_out(self, weapon, value):
        """Shown before anybody fires: all dice of a weapon that has them."""
        text = f"heavy A (10,10) {weapon} gear=infra_red_sight     ganger x (31,10)     {COVER}"
        shown = table(text, phase="shoot", premeasure=True).option("x", a("A")).preview()
        assert [each.value for each in shown.modifiers if "in cover" in each.why] == [value]


class TestPhotoVisor:
    def game(self, gear, terrain=""):
        position = (
            f"ganger A (10,10) autogun gear={gear}     ganger x (20,10)     ganger y (5,40)     {terrain}"
        )
        game = table(position, phase="shoot")
        game.battle.tokens.append(Token("t1", "smoke", 15.0, 10.0, 0.0, 2.0, "smoke_bombs"))
        return game

    @pytest.mark.rule("nec.shooting.hit-modifiers")
    def test_sees_through_smoke_at_one_less(self):
        game = self.game("photo_visor").play(a("A"), a("x"), dice="1")
        assert values(game) == {"through smoke": -1, "Autogun, short range": 1}

    @pytest.mark.rule("nec.shooting.hit-modifiers")
    def test_cover_behind_the_smoke_still_counts(self):
        game = self.game("photo_visor", "wall (19,9) (19,11) h=0.6").play(a("A"), a("x"), dice="1")
        assert values(game) == {
            "target is in partial cover": -1,
            "through smoke": -1,
            "Autogun, short range": 1,
        }

    @pytest.mark.rule("nec.shooting.hit-modifiers")
    def test_without_it_smoke_is_a_wall(self):
        game = self.game("mono_sight")
        game.play()
        assert game.battle.phase == "fight"

    @pytest.mark.rule("nec.shooting.hit-modifiers")
    def test_where_there_is_no_smoke_it_does_nothing(self):
        assert values(aimed("photo_visor")) == {}


class TestHotshotPack:
    @pytest.mark.rule("nec.shooting.wound-chart")
    @pytest.mark.parametrize("weapon", ["lasgun", "laspistol"])
    def test_one_more_strength_and_ammo_on_a_six(self, weapon):
        game = aimed("hotshot_pack", weapon, "BS=5", at="(14,10)", dice="6 2  5")
        assert game.rolled("nec.shooting.wound-chart")[0].need == 3
        assert game.rolled("nec.M9")[0].need == 6
        assert game["A"].empty == (weapon,)

    @pytest.mark.rule("nec.shooting.wound-chart")
    def test_only_with_las_weapons(self):
        game = aimed("hotshot_pack", "autogun", "BS=5", dice="2 3")
        assert game.rolled("nec.shooting.wound-chart")[0].need == 4


class TestWeaponReload:
    @pytest.mark.rule("nec.M9")
    @pytest.mark.parametrize(
        ("weapon", "die", "need"), [("autogun", 3, 3), ("lasgun", 1, 1), ("boltgun", 5, 5)]
    )
    def test_adds_one_to_ammo_rolls(self, weapon, die, need):
        game = aimed("weapon_reload", weapon, "BS=5", target="T=10", dice=f"6 {die}")
        assert game.rolled("nec.M9")[0].need == need
        assert game["A"].empty == ()

    @pytest.mark.rule("nec.M9")
    def test_auto_fails_all_the_same(self):
        game = aimed("weapon_reload", "frag_grenades", "BS=5", target="T=10", at="(16,10)", dice="6 6")
        assert game["A"].empty == ("frag_grenades",)


class TestBioBooster:
    def hurt(self, dice, words=""):
        position = (
            f"heavy A (10,10) autogun BS=6     ganger x (14,10) gear=bio_booster {words}     ganger y (40,40)"
        )
        return table(position, phase="shoot").play(a("A"), a("x"), dice=f"2 6 {dice}")["x"]

    @pytest.mark.rule("nec.injury.chart")
    @pytest.mark.parametrize("die", range(1, 7))
    def test_the_first_injury_is_a_flesh_wound_up_to_three(self, die):
        fighter = self.hurt(str(die))
        assert fighter.flesh == (die <= 3)
        assert fighter.down == (die in (4, 5))
        assert (fighter.place == "out") == (die == 6)

    @pytest.mark.rule("nec.injury.chart")
    def test_the_second_is_like_anybodys(self):
        assert self.hurt("2", "flesh=1 wounds=0").down

    @pytest.mark.rule("nec.injury.chart")
    def test_its_odds(self):
        odds = injured.odds(6, False, Body(wounds=0, booster=True))
        assert odds.chance(lambda b: b.flesh == 1) == Fraction(1, 2)
        assert all(not body.booster for body in odds)


class TestCarapace:
    @pytest.mark.rule("nec.combat.draw")
    def test_halves_initiative(self):
        """Initiative 4 is 2 in carapace: equal scores, and the other's 3 wins."""
        game = table("ganger A (10,10) I=4 armour=carapace     ganger x (11,10)", phase="fight")
        game.play(dice="4 4  1")
        assert game.says("x wins and scores 1 hit")
