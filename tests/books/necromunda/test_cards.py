"""The card of a fighter, the briefing and how a battle stands: what a person is told is what the rules do."""

from __future__ import annotations

import pytest

from tests.books.necromunda.position import Position, table
from tests.kit.script import a
from warbook import load_book
from warbook.core.book import UnknownName
from warbook.core.cards import Arm, Card, Tally, Trait
from warbook.core.datafile import Written

BOOK = load_book("necromunda")


def card(game: Position, name: str) -> Card:
    return BOOK.card(game.battle, name)


def arms(game: Position, name: str) -> dict[str, Arm]:
    return {arm.name: arm for arm in card(game, name).arms}


def states(game: Position, name: str) -> dict[str, Trait]:
    return {trait.name: trait for trait in card(game, name).states}


# ---------------------------------------------------------------- profile, weapons, gear


@pytest.mark.rule("nec.M3")
def test_the_profile_has_nine_figures_with_their_names() -> None:
    profile = card(table("leader A (10,10)   ganger x (30,30)"), "A").profile
    figures = " ".join(f"{figure.name}{figure.value}" for figure in profile)
    assert figures == "M4 WS4 BS4 S3 T3 W1 I4 A1 Ld8"
    assert [figure.words for figure in profile[1:3]] == ["Weapon Skill", "Ballistic Skill"]


@pytest.mark.rule("nec.injury.flesh-wound")
def test_figures_are_those_that_count_now() -> None:
    game = table("leader A (10,10) flesh=1 armour=carapace W=2 wounds=1   ganger x (30,30)")
    now = {figure.name: (figure.value, figure.words) for figure in card(game, "A").profile}
    assert now["WS"] == ("3", "Weapon Skill, 4 when unhampered")
    assert now["BS"] == ("3", "Ballistic Skill, 4 when unhampered")
    assert now["I"] == ("2", "Initiative, 4 when unhampered")
    assert now["W"] == ("1", "Wounds, 2 when unhampered")
    assert now["T"] == ("3", "Toughness")


@pytest.mark.rule("nec.M5")
def test_a_weapon_with_its_ranges_strength_and_ammo() -> None:
    game = table("ganger A (10,10) boltgun power_axe   ganger x (30,30)")
    assert [arm.name for arm in card(game, "A").arms] == ["Boltgun", "Power axe", "Knife"]
    assert arms(game, "A")["Boltgun"] == Arm(
        "Boltgun",
        'short range 12" (+1 to hit), long 24"; strength 4; -1 to armour saves; damage 1; ammo roll 6+',
        "ready",
        rule="nec.M5",
    )
    axe = "hand to hand; strength 5; -2 to armour saves; damage 1; "
    assert arms(game, "A")["Power axe"].words == f"{axe}in both hands strength 6 and -3 to armour saves"
    assert arms(game, "A")["Knife"].words == "hand to hand; strength 3; damage 1"


def test_what_depends_on_the_bearer_is_his() -> None:
    game = table(
        "ganger A (10,10) lasgun club frag_grenades S=5 gear=hotshot_pack+telescopic_sight   ganger x (30,30)"
    )
    found = arms(game, "A")
    las = 'short range 24" (+1 to hit), long 24"; strength 4; -1 to armour saves; damage 1; ammo roll 6+'
    assert found["Lasgun"].words == las
    assert found["Club, maul or bludgeon"].words == "hand to hand; strength 5; -2 to armour saves; damage 1"
    assert found["Frag grenades"].words.startswith('thrown up to 12"; a blast 4" across; strength 3')
    assert found["Frag grenades"].words.endswith("empty at the first ammo roll")


def test_the_words_of_a_weapon_have_their_rules() -> None:
    game = table("heavy A (10,10) flamer chain plasma_pistol_low   ganger x (30,30)")
    found = arms(game, "A")
    assert found["Flamer"].words.startswith('a flame 8" long, no roll to hit; strength 4')
    assert [(trait.name, trait.rule) for trait in found["Flamer"].traits] == [
        ("thirsty", "nec.word.ammo-test-every-shot"),
        ("fire", "nec.word.sets-on-fire"),
    ]
    assert [trait.words for trait in found["Chain or flail"].traits] == [
        "the foe cannot parry it",
        "each 1 that its user rolls gives the foe +2",
    ]
    assert found["Plasma pistol (max)"].traits[0].words == "cannot fire in the next own turn"


@pytest.mark.rule("nec.M9")
def test_a_weapon_out_of_ammo_is_of_no_use_unless_it_serves_hand_to_hand() -> None:
    game = table("ganger A (10,10) autogun   ganger B (12,10) laspistol   ganger x (30,30)")
    game["A"].empty, game["B"].empty = ("autogun",), ("laspistol",)
    gun, pistol = arms(game, "A")["Autogun"], arms(game, "B")["Laspistol"]
    assert (gun.state, gun.useless, gun.rule) == ("out of ammo", True, "nec.M9")
    assert (pistol.state, pistol.useless) == ("out of ammo, but serves hand to hand", False)
    assert states(game, "A")["out of ammo"].words.endswith("Autogun.")


def test_modes_of_a_weapon_recharge_together() -> None:
    game = table("leader A (10,10) plasma_gun_low   ganger x (30,30)", turn=3, phase="shoot")
    game["A"].recharging = (("plasma_gun_low", 4),)
    assert {arm.state for arm in card(game, "A").arms} == {"recharging", "ready"}
    assert [arm.useless for arm in card(game, "A").arms] == [True, True, False]
    assert states(game, "A")["recharging"].words.endswith("Plasma gun (low) until turn 4.")
    assert "recharging" in BOOK.pieces(game.battle)[0].states
    game.battle.turn = 4
    assert "recharging" not in states(game, "A")
    assert "recharging" not in BOOK.pieces(game.battle)[0].states
    assert {arm.state for arm in card(game, "A").arms} == {"ready"}


def test_a_heavy_weapon_waits_for_who_moved() -> None:
    game = table("heavy A (10,10) heavy_stubber moved=walked   ganger x (30,30)", phase="shoot")
    stubber = arms(game, "A")["Heavy stubber"]
    assert (stubber.state, stubber.useless) == ("a heavy weapon does not fire in a turn of movement", True)


def test_a_launcher_is_what_it_fires() -> None:
    loaded = table("heavy A (10,10) grenade_launcher krak_grenades   ganger x (30,30)")
    assert [arm.name for arm in card(loaded, "A").arms] == [
        "Krak grenades",
        "Grenade launcher (krak grenades)",
        "Knife",
    ]
    empty = arms(table("heavy A (10,10) grenade_launcher   ganger x (30,30)"), "A")["Grenade launcher"]
    assert (empty.state, empty.useless) == ("no grenades to fire", True)


def test_what_a_switch_takes_away_is_not_in_use() -> None:
    game = table("heavy A (10,10) flamer heavy_stubber   ganger x (30,30)", special_weapons=False)
    assert (arms(game, "A")["Flamer"].state, arms(game, "A")["Flamer"].useless) == ("not in use", True)
    assert "sustained fire" not in arms(game, "A")["Heavy stubber"].words


def test_armour_gear_and_station() -> None:
    game = table(
        """leader A (10,10) armour=flak gear=bio_booster    juve B (12,10)
        heavy C (14,10) autocannon    ganger x (30,30)"""
    )
    found = {trait.name: trait for trait in card(game, "A").abilities}
    assert found["Leader"].rule == "nec.leaders.use-leader-ld"
    save = "saves on 6+, less what the weapon takes off; on 5+ against blasts and flames"
    assert found["Flak armour"] == Trait("Flak armour", save, "nec.M7")
    assert found["Bio-booster"].rule == "nec.gear.bio-booster"
    assert [trait.name for trait in card(game, "B").abilities] == ["Juve"]
    assert [trait.name for trait in card(game, "C").abilities] == ["Encumbered"]


@pytest.mark.rule("nec.injury.chart")
def test_the_injury_chart_is_his_own() -> None:
    game = table("ganger A (10,10) gear=bio_booster   ganger B (12,10)   ganger x (30,30)")
    rolls = [roll for roll, _ in card(game, "A").charts[0].rows]
    assert (rolls, [roll for roll, _ in card(game, "B").charts[0].rows]) == (
        ["1-3", "4-5", "6"],
        ["1", "2-5", "6"],
    )
    game["A"].wounds = 0  # the booster is used up
    assert [roll for roll, _ in card(game, "A").charts[0].rows] == ["1", "2-5", "6"]


# ---------------------------------------------------------------- states


def test_every_state_has_its_cause_its_end_and_its_rule() -> None:
    game = table(
        "leader L (10,10)   ganger A (12,10) pinned broken flesh=2 loot=2 WS=4 BS=3   ganger x (30,30)"
    )
    found = states(game, "A")
    assert list(found) == ["pinned", "broken", "2 flesh", "loot"]
    assert found["pinned"].words.startswith("Hit by shooting")
    assert found["pinned"].words.endswith("He escapes on 3 or less.")
    assert found["broken"].words.endswith("He tests on 8 or less (L within 6 inches: Ld 8).")
    assert found["2 flesh"].words.endswith("Weapon Skill 2, Ballistic Skill 1.")
    assert found["loot"].words.endswith("2 counters.")
    assert found["pinned"].rule == "nec.pinning.missed-turn"


def test_who_failed_to_escape_loses_this_turn() -> None:
    game = table("ganger A (12,10) pinned lost_turn   ganger x (30,30)")
    assert states(game, "A")["pinned"].words.endswith("loses this turn; he gets up at its end.")


@pytest.mark.rule("nec.movement.engaged")
def test_who_is_engaged_knows_with_whom() -> None:
    game = table("ganger A (10,10)   ganger x (11,10)   ganger y (10,11)   ganger z (11.1,9)")
    assert states(game, "A")["engaged"].words.endswith("With x and y.")
    assert "engaged" not in states(game, "z")
    game["x"].down = True
    assert states(game, "A")["engaged"].words.endswith("With y.")
    assert "engaged" not in states(game, "x")


@pytest.mark.rule("nec.M15")
@pytest.mark.parametrize(("went", "fast"), [(9.9, False), (10.0, True)])
def test_who_moved_ten_inches_is_fast(went: float, fast: bool) -> None:
    game = table(f"ganger A (10,10) went={went}   ganger x (30,30)")
    assert ("moving fast" in states(game, "A")) is fast


@pytest.mark.parametrize(
    ("place", "name"),
    [("reserve", "not on yet"), ("out", "out of action"), ("fled", "fled"), ("off", "off the table")],
)
def test_who_is_not_on_the_table_says_why(place: str, name: str) -> None:
    game = table(f"ganger A (10,10) autogun place={place}   ganger x (30,30)")
    assert list(states(game, "A")) == [name]
    assert card(game, "A").may == ()
    assert {arm.state for arm in card(game, "A").arms} == ({"ready"} if place == "reserve" else {""})


# ---------------------------------------------------------------- this turn


@pytest.mark.parametrize("phase", ["watch", "shoot", "fight", "recover"])
def test_nobody_moves_any_more_once_movement_is_over(phase: str) -> None:
    game = table("ganger A (10,10) autogun   ganger x (30,10)", phase=phase)
    assert not any(line.startswith(("walk", "run", "stay", "turn")) for line in card(game, "A").may)


def test_what_he_may_still_do_grows_less() -> None:
    game = table("ganger A (10,10) autogun   ganger x (30,10)", phase="charge")
    first = card(game, "A").may
    assert first[0] == 'charge an enemy in sight, up to 8"'
    assert 'walk up to 4"' in first and first[-1] == "shoot in the shooting phase"
    assert "stay, as he is" not in first
    game.play(a("done"))
    game.play()
    game.play(a("A"), a("walk"), a((13, 10)))
    assert card(game, "A").done == ('walked, 3.0"',)
    assert card(game, "A").may == ("shoot in the shooting phase",)
    game.until("shoot")
    assert card(game, "A").may == ("shoot",)
    game.play(a("A"), a("hold"))
    assert card(game, "A").done == ('walked, 3.0"', "had his turn to shoot")
    assert card(game, "A").may == ()


def test_who_sees_nobody_has_nobody_to_charge() -> None:
    game = table("ganger A (10,10) autogun   ganger x (30,10) hidden", phase="charge")
    assert card(game, "A").may[0] == 'walk up to 4"'


def test_who_ran_shoots_no_more() -> None:
    game = table("ganger A (10,10) autogun moved=ran went=7.5   ganger x (30,10)", phase="move")
    assert (card(game, "A").done, card(game, "A").may) == (('ran, 7.5"',), ())
    fled = table("ganger A (10,10) broken moved=fled went=6.0   ganger x (30,10)", phase="compulsory")
    assert card(fled, "A").done == ('ran to cover, 6.0"',)
    (rest,) = card(fled, "A").may
    assert rest.startswith("test his nerve in the recovery phase")


def test_a_charger_says_whom_he_charged_and_fights() -> None:
    game = table("ganger A (10,10) moved=charged charging=x went=5.0   ganger x (11,10)", phase="shoot")
    assert card(game, "A").done == ('charged x, 5.0"',)
    assert card(game, "A").may == ("fight x in the hand-to-hand phase",)
    assert card(game, "x").may == ("fight A in the hand-to-hand phase",)
    game.battle.phase = "recover"
    assert card(game, "A").may == () == card(game, "x").may


def test_the_marks_of_his_last_turn_are_not_this_turns() -> None:
    game = table(
        "ganger A (10,10) moved=ran shot   ganger x (30,10) moved=walked overwatch autogun", phase="start"
    )
    assert (card(game, "A").done, card(game, "A").may) == ((), ("act in every phase of this turn",))
    assert (card(game, "x").done, card(game, "x").may) == ((), ("shoot once, in this turn of the enemy",))
    for state in ("down", "broken"):
        lying = table(f"ganger A (10,10) {state}   ganger x (30,10)", phase="start")
        assert "act in every phase of this turn" not in card(lying, "A").may


def test_the_down_and_the_broken_have_their_recovery_phase() -> None:
    game = table("ganger A (10,10) down   ganger B (20,20) broken   ganger x (30,10)", phase="compulsory")
    assert card(game, "A").may[0] == 'crawl up to 2"'
    assert card(game, "A").may[-1].startswith("roll in the recovery phase")
    assert card(game, "B").may[0] == 'run to cover, 2D6"'
    assert card(game, "B").may[-1].startswith("test his nerve in the recovery phase")


@pytest.mark.rule("nec.M37")
def test_no_card_tells_how_far_an_enemy_is_who_may_not_be_measured() -> None:
    """With x in sight 7.9 or 8.1 inches away a run is barred or not: the cards say nothing of it."""
    near, far = (
        card(table(f"ganger A (10,10) autogun   ganger x ({10 + 1 + gap},10)"), "A").may for gap in (7.9, 8.1)
    )
    assert near == far
    known = [
        card(table(f"ganger A (10,10) autogun   ganger x ({10 + 1 + gap},10)", premeasure=True), "A").may
        for gap in (7.9, 8.1)
    ]
    assert known[0] != known[1]


# ---------------------------------------------------------------- gangs on offer


def test_a_gang_on_offer_has_a_card_for_each_fighter_with_his_price() -> None:
    text = """
name = "Crows"
fighters = [
  { type = "leader", weapons = ["autogun"], armour = "flak", name = "Ada" },
  { type = "ganger", weapons = ["lasgun"] },
  { type = "juve", weapons = ["stub_gun"] },
]
"""
    cards = BOOK.force_cards(Written("crows.toml", text))
    assert [(each.id, each.name, each.kind, each.cost) for each in cards] == [
        ("1", "Ada", "Gang leader", "150 credits"),
        ("2", "Ganger", "Ganger", "75 credits"),
        ("3", "Juve", "Juve", "35 credits"),
    ]
    assert [each.states for each in cards] == [(), (), ()]
    assert cards[0].arms[0].name == "Autogun"


def test_a_gang_that_is_not_on_offer_is_refused() -> None:
    with pytest.raises(UnknownName, match="there is no gang 'nobody'"):
        BOOK.force_cards("nobody")


# ---------------------------------------------------------------- the briefing


def test_each_scenario_says_how_each_side_wins() -> None:
    forces = [choice.id for choice in BOOK.forces()[:2]]
    told = {choice.id: BOOK.briefing(BOOK.setup(choice.id, forces, {})) for choice in BOOK.scenarios()}
    assert [goal.side for goal in told["gang_fight"].goals] == ["a", "a", "b", "b"]
    assert told["gang_fight"].lasts.startswith("15 turns each.")
    assert told["gang_fight"].lasts.endswith("who has lost the smaller part of the gang wins.")
    raiders, defenders = told["ransack"].goals[0], told["ransack"].goals[3]
    assert (raiders.side, raiders.words[:20]) == ("a", "Carry more loot off ")
    assert (defenders.side, defenders.words[:4]) == ("b", "Let ")
    assert "D3+3 fighters and carry D3+1 counters of loot" in told["ransack"].words
    assert "over your own edge" in told["scavengers"].goals[0].words
    assert "D6 counters of loot" in told["scavengers"].words
    decides = {
        name: any("the loot decides" in goal.words for goal in each.goals) for name, each in told.items()
    }
    assert decides == {"gang_fight": False, "ransack": True, "scavengers": True}


def test_a_battle_without_a_limit_lasts_as_long_as_it_takes() -> None:
    setup = table("ganger A (10,10)   ganger x (30,10)", scenario={"turn_limit": 0}).battle.setup
    assert BOOK.briefing(setup).lasts == "As many turns as it takes."


# ---------------------------------------------------------------- how it stands


@pytest.mark.rule("nec.bottle.trigger")
@pytest.mark.parametrize(("began", "limit"), [(3, 1), (4, 1), (5, 2), (8, 2), (9, 3), (12, 3)])
def test_how_near_a_gang_is_to_its_bottle_test(began: int, limit: int) -> None:
    game = table("leader A (10,10)   ganger x (30,10)", began={"a": began, "b": 20})
    ours = BOOK.standing(game.battle).sides[0]
    assert ours == Tally("a", f"0 of {began} down or out, bottle test at {limit}", 0.0, float(limit))


def test_a_gang_that_must_test_knows_on_what() -> None:
    game = table(
        "leader A (10,10)   ganger B (12,10) down   ganger x (30,10)", turn=3, scenario={"turn_limit": 9}
    )
    standing = BOOK.standing(game.battle)
    assert (standing.turn, standing.turns) == (3, 9)
    assert standing.sides[0].words == "1 of 2 down or out, bottle test each turn, on 8 or less"
    assert (standing.sides[0].value, standing.sides[0].limit) == (1.0, 1.0)


def test_loot_is_told_where_it_counts() -> None:
    fighters = "ganger A (10,10) loot=2   ganger x (30,10)"
    game = table(fighters, scenario={"loot": "D6"}, began={"a": 9, "b": 9})
    game.battle.carried_off = {"b": 1}
    ours, theirs = BOOK.standing(game.battle).sides
    assert ours.words.endswith("loot: 2 in hand, 0 carried off")
    assert theirs.words.endswith("loot: 0 in hand, 1 carried off")
    assert "loot" not in BOOK.standing(table(fighters).battle).sides[0].words


def test_who_comes_later_is_counted() -> None:
    game = table(
        "ganger A (10,10)   ganger x (30,10)   ganger y (30,12) place=reserve",
        scenario={"reinforcements": True},
    )
    assert BOOK.standing(game.battle).sides[1].words.endswith("1 not on yet")
