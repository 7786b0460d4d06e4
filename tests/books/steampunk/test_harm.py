"""A step's damage: all that `harm.apply` puts into effect."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.books.steampunk.position import Position, at, battle, table
from tests.kit.script import By, a, b
from warbook.books.steampunk.damage import harm
from warbook.books.steampunk.damage.tokens import watched
from warbook.books.steampunk.pending import Blow, Gain, Spread, TableName
from warbook.books.steampunk.state import Battle, field
from warbook.core.dice import Seeded
from warbook.core.events import Became, Removed
from warbook.core.questions import Choose, Form, Question


def hit(play: Position, *blows: Blow | Gain | Spread, dice: str = "", answers: Any = ()) -> Position:
    """Put these blows, gains and spreads into effect together."""
    for blow in blows:
        due: list[Any] = (
            play.battle.blows
            if isinstance(blow, Blow)
            else play.battle.gains
            if isinstance(blow, Gain)
            else play.battle.spreads
        )
        due.append(blow)
    return play.run(harm.apply, dice=dice, answers=answers)


def shot(unit: str, result: int, **given: Any) -> Blow:
    return Blow(unit, "regular", result, "shot", "spf.damage.roll", **given)


@pytest.mark.rule("spf.ability.hidden-token", "spf.ability.shaken-tokens")
@pytest.mark.parametrize(("hidden", "to"), [("", ()), ("hidden", ("a",))])
def test_everybody_is_told_of_tokens_but_for_those_of_who_is_hidden(hidden: str, to: tuple[str, ...]) -> None:
    play = hit(table(f"dark-elf.assassin A 3.3 {hidden}"), Gain("A", "shaken", "spf.ability.shaken-tokens"))
    (told,) = [event for event in play.events if isinstance(event, Became) and event.status == "shaken"]
    assert told.to == to


@pytest.mark.rule("spf.ability.shaken-tokens")
def test_what_is_told_of_tokens() -> None:
    """Won, more of them, and gone; what is or is not; models."""
    play = table("ork.ork-infantry A 3.3 fires=1    ork.ork-infantry B 3.4")
    for _ in range(2):
        hit(play, Gain("A", "future", "spf.damage.roll"))
    with watched(play.game, play["A"]):
        play["A"].future, play["A"].fires, play["A"].jammed = 0, 0, True
    with watched(play.game, play["A"]):
        play["A"].jammed, play["A"].living = False, [0]
    said = [event.words.partition(": ")[2] for event in play.events if isinstance(event, Became)]
    assert said == [
        "future damage 1.", "future damage 1 -> 2.", "no more future damage.", "no longer on fire.",
        "jammed.", "no longer jammed.", "models 4 -> 1.",
    ]  # fmt: skip


@pytest.mark.parametrize(("hidden", "cause"), [("", "(shot, by Assassin)"), ("hidden", "(shot)")])
def test_a_damage_result_names_who_did_it_unless_that_is_hidden(hidden: str, cause: str) -> None:
    play = table(f"ork.ork-infantry A 3.3    dark-elf.assassin X 5.3 {hidden}")
    hit(play, shot("A", 0, by="X"))
    hit(play, shot("A", 0, by="A"))
    assert [event.words.split(": ")[0] for event in play.events if "damage result" in event.words] == [
        f"Ork Infantry, damage result 0 {cause}",
        "Ork Infantry, damage result 0 (shot)",
    ]


# ---------------------------------------------------------------- tables and simultaneity


@pytest.mark.rule("spf.damage.table-lookup", "spf.damage.below-table")
@pytest.mark.parametrize(
    ("result", "future", "shaken", "place"),
    [(0, 0, 0, "map"), (3, 1, 0, "map"), (4, 1, 2, "map"), (9, 0, 0, "destroyed"), (40, 0, 0, "destroyed")],
)
def test_a_result_is_read_in_its_line(result: int, future: int, shaken: int, place: str) -> None:
    """Table 1-3 token, 4 shaken, 5-8 critical, 9+ destroyed (ruling D8: and above)."""
    tank = hit(table("ork.hammerhead A 3.3"), shot("A", result))["A"]
    assert (tank.future, tank.shaken, tank.place) == (future, shaken, place)


@pytest.mark.rule("spf.turn.simultaneous")
def test_two_tanks_that_destroy_each_other_are_both_destroyed() -> None:
    play = hit(table("ork.hammerhead A 3.3    ork.hammerhead x 3.5"), shot("A", 9), shot("x", 9))
    assert (play["A"].place, play["x"].place) == ("destroyed", "destroyed")
    assert play["A"].living == []
    gone = [event for event in play.events if isinstance(event, Removed)]
    assert [(event.piece, event.rule) for event in gone] == [
        ("A", "spf.damage.roll"),
        ("x", "spf.damage.roll"),
    ]


@pytest.mark.rule("spf.turn.simultaneous", "spf.damage.previous")
def test_psychic_and_critical_rolls_use_the_state_at_the_start_of_the_step() -> None:
    """The crew tokens won by one blow do not raise the other's roll: 6 psychic on the crew table, not 9."""
    play = table("spartan.bronze-titan A 3.3 shaken=1 crippled_crew")
    blows = [
        Blow("A", "crew", 8, "crew", "spf.special.typed-damage"),
        Blow("A", "psychic", 6, "psychic", "spf.ability.fear"),
    ]
    titan = hit(play, *blows)["A"]
    assert (titan.crew_future, titan.shaken, titan.place) == (3, 3, "map")


@pytest.mark.rule("spf.ability.jammed", "spf.ability.crippled-crew")
def test_further_damage_mends_nothing() -> None:
    play = table("spartan.bronze-titan A 3.3 crippled_crew jammed unconscious=2 poison=4 bleeding=3")
    titan = hit(play, shot("A", 1))["A"]
    assert (titan.crippled_crew, titan.jammed, titan.unconscious) == (True, True, 2)
    assert (titan.poison, titan.bleeding) == ([4], [3])


@pytest.mark.rule("spf.damage.table-lookup")
def test_nothing_is_added_to_a_critical_roll() -> None:
    """Critical, 2: harder to hit with and easier to hit; 1 would stop the tank. Neither its tokens nor the
    psychic resistance of the unicorn in its hex count."""
    play = table("elf.e34 A 3.3 future=1 crew_future=1    elf.armored-unicorn-rider B 3.3")
    hit(play, shot("A", 5), dice="2")
    assert play["A"].critical == ["to-hit(-1)", "to-be-hit(1)"]
    assert [roll.faces for roll in play.rolled("spf.damage.table-lookup")] == [(2,)]


@pytest.mark.rule("spf.damage.model-death-halves")
@pytest.mark.parametrize(("kills", "left"), [(1, 2 + 1), (2, 1 + 1)])
def test_old_tokens_are_halved_for_each_death_and_then_new_ones_added(kills: int, left: int) -> None:
    """5 tokens, one model dies -> 2 tokens (ruling T2: and then the one won in this step)."""
    play = table("gnome.gnome-motorcycle A 3.3 future=5")
    hit(play, shot("A", 2), *[shot("A", 4)] * kills)
    assert play["A"].future == left
    assert len(play["A"].living) == 3 - kills


@pytest.mark.rule("spf.turn.simultaneous")
def test_more_kills_than_models_destroy_the_unit() -> None:
    """Ruling T3; and nobody rolls for the nerves of the dead."""
    play = hit(table("ork.grunt A 3.3 living=2/3"), *[shot("A", 6)] * 3)
    assert play["A"].place == "destroyed"
    assert not play.rolled("spf.special.typed-damage")


@pytest.mark.rule("spf.damage.table-lookup")
def test_a_kill_destroys_a_unit_of_one_model() -> None:
    """Ruling D10."""
    assert hit(table("ork.grunt A 3.3 living=1"), shot("A", 1))["A"].place == "destroyed"


@pytest.mark.rule("spf.special.typed-damage", "spf.special.typed-immunity")
@pytest.mark.parametrize(
    ("kind", "result", "shaken"), [("ork.grunt", 4, 2), ("ork.grunt", 3, 0), ("ork.hammerhead", 6, 0)]
)
def test_psychic_damage_needs_a_psychic_table(kind: str, result: int, shaken: int) -> None:
    play = hit(table(f"{kind} A 3.3"), Blow("A", "psychic", result, "fear", "spf.ability.fear"))
    assert play["A"].shaken == shaken


@pytest.mark.rule("spf.special.typed-damage")
@pytest.mark.parametrize(("die", "shaken"), [("3", 0), ("4", 2)])
def test_a_line_can_ask_for_psychic_damage(die: str, shaken: int) -> None:
    play = hit(table("ork.grunt A 3.3"), shot("A", 6), dice=die)
    assert (len(play["A"].living), play["A"].shaken) == (3, shaken)


@pytest.mark.rule("spf.ability.crippled-crew-psychic")
@pytest.mark.parametrize(
    ("state", "jammed_or_shaken"),
    [("crippled_crew shaken=1", 2), ("crippled_crew", 0), ("shaken=1", 1)],
)
def test_psychic_damage_on_a_shaken_crippled_crew_is_crew_damage(state: str, jammed_or_shaken: int) -> None:
    play = hit(
        table(f"spartan.bronze-titan A 3.3 {state}"), Blow("A", "psychic", 6, "fear", "spf.ability.fear")
    )
    assert play["A"].shaken == jammed_or_shaken


def test_a_shaken_e34_takes_psychic_as_crew_damage_and_doubles_it() -> None:
    """Ruling P20, effect if-shaken-double-crew-roll: 4 becomes 8, but tokens are not doubled."""
    fear = Blow("A", "psychic", 4, "fear", "spf.ability.fear")
    e34 = hit(table("elf.e34 A 3.3 shaken=1"), fear)["A"]
    assert (e34.crippled_crew, e34.crew_future, e34.shaken) == (True, 3, 2)
    fresh = hit(table("elf.e34 A 3.3"), Blow("A", "crew", 4, "crew", "spf.special.typed-damage"))["A"]
    assert (fresh.crippled_crew, fresh.crew_future, fresh.shaken) == (True, 0, 0)
    e34 = hit(table("elf.e34 A 3.3 shaken=1 crew_future=3"), replace(fear, result=5))["A"]
    assert (e34.crew_future, e34.shaken) == (3, 2)  # 2 rolled, doubled 4, and 3 tokens: 7


@pytest.mark.rule("spf.ability.shaken-tokens")
@pytest.mark.parametrize(("before", "causes", "after"), [(0, 1, 2), (1, 1, 2), (0, 3, 4), (2, 2, 4)])
def test_the_first_cause_gives_two_shaken_tokens_each_further_one_one(
    before: int, causes: int, after: int
) -> None:
    """Ruling P16. Shaken with 1 token, shaken again -> 2 tokens."""
    play = table(f"ork.hammerhead A 3.3 shaken={before}")
    gains = [Gain("A", "shaken", "spf.stacking.deliberate-overflow")] * (causes - 1)
    assert hit(play, Blow("A", "crew", 6, "crew", "spf.special.typed-damage"), *gains)["A"].shaken == after


@pytest.mark.rule("spf.ability.shaken-orders")
def test_a_shaken_speed_is_taken_at_once() -> None:
    """Ruling P17."""
    play = hit(table("elf.e34 A 3.3 fast"), Gain("A", "shaken", "spf.ability.fear"))
    assert play["A"].speed == "still"


@pytest.mark.rule("spf.ability.shaken-orders", "spf.R10", "spf.W12")
@pytest.mark.parametrize(("below", "speed"), [("clear", "slow"), ("water", "fast")])
@pytest.mark.ability("flies-at")
def test_a_shaken_flyer_lands_only_where_it_can(below: str, speed: str) -> None:
    """Ability flies-at(fast): at slow, the speed of shaken eagles, they are on the ground."""
    play = hit(table(f"elf.eagle-rider A 3.3 fast    {below} 3.3"), Gain("A", "shaken", "spf.ability.fear"))
    assert (play["A"].shaken, play["A"].speed) == (2, speed)


# ---------------------------------------------------------------- who dies


def form_options(asked: tuple[str, Question], unit: str) -> list[str]:
    question = asked[1]
    assert isinstance(question, Form)
    part = question.parts[unit]
    assert isinstance(part, Choose)
    return [option.label for option in part.options]


MIXED = "dwarf.dwarf-infantry A 3.3 replace=elite-dwarf-infantry"


def test_the_owner_says_who_dies_where_models_differ() -> None:
    """Ruling A6: the elite or a regular; equal models are one option."""
    play = hit(table(MIXED), shot("A", 1), answers=[a({"A": "Dwarf Infantry (Musket)"})])
    assert play.asked[0][0] == "a"
    assert len(form_options(play.asked[0], "A")) == 2
    assert play["A"].living == [0, 2, 3]


def test_nobody_is_asked_where_models_are_equal() -> None:
    assert len(hit(table("ork.grunt A 3.3"), shot("A", 1))["A"].living) == 3


def test_the_firer_chooses_for_an_aimed_kill() -> None:
    """Ability aimed-kill-chooses-model: the shot names the chooser; other kills stay with the owner."""
    play = table(MIXED + "    ork.grunt x 3.5")
    hit(play, shot("A", 1, chooser="b"), shot("A", 1), answers=[b({"A": "0"})])
    assert play["A"].living == [2, 3]


@pytest.mark.parametrize(
    ("choice", "answers"),
    [("firer", [b({"A": "1"})]), ("owner", [a({"A": "1"})]), ("regulars-first", [])],
)
def test_casualty_choice(choice: str, answers: list[By]) -> None:
    play = table(MIXED + "    ork.grunt x 3.5", casualty_choice=choice)
    hit(play, shot("A", 1, by="x"), answers=answers)
    assert 0 in play["A"].living


def test_a_named_model_dies_first() -> None:
    """Ability overheats: the carrier of the gun; if it must die twice the second death falls on another."""
    play = hit(table(MIXED), *[shot("A", 1, model=2)] * 2, answers=[a({"A": "0"})])
    assert play["A"].living == [1, 3]


@pytest.mark.rule("spf.team.dwarf-endurance-kill")
@pytest.mark.parametrize(("spent", "living", "bleeding"), [("0", 2, []), ("1", 3, [4]), ("2", 4, [4, 4])])
def test_endurance_turns_kills_into_bleeding(spent: str, living: int, bleeding: list[int]) -> None:
    """1 token, result 'kill 1 model' -> no model dies, unit gains bleeding[4]. Ruling K3: any number."""
    play = table("dwarf.dwarf-infantry A 3.3 endurance=2")
    hit(play, shot("A", 1), shot("A", 2), answers=[a({"A": spent})])
    dwarfs = play["A"]
    assert (len(dwarfs.living), dwarfs.bleeding, dwarfs.endurance) == (living, bleeding, 2 - int(spent))


@pytest.mark.rule("spf.team.dwarf-endurance-kill", "spf.special.bleeding-removed")
def test_a_bleeding_death_that_is_turned_takes_the_bleeding_with_it() -> None:
    play = table("dwarf.dwarf-infantry A 3.3 endurance=1 bleeding=8")
    hit(
        play,
        Blow("A", "regular", 3, "bleeding", "spf.special.bleeding-roll", strength=8),
        answers=[a({"A": "1"})],
    )
    assert (play["A"].bleeding, len(play["A"].living)) == ([4], 4)


@pytest.mark.rule("spf.team.dwarf-endurance-kill")
def test_endurance_does_not_help_against_destroyed() -> None:
    assert hit(table("dwarf.dwarf-infantry A 3.3 endurance=4"), shot("A", 10))["A"].place == "destroyed"


@pytest.mark.ability("champion-inherits", "not-yet-dead")
def test_a_killed_elite_ork_rises_as_a_champion() -> None:
    """Abilities not-yet-dead and champion-inherits: a unit of its own, with the orders of its unit and the
    weapons of the model it was."""
    play = table("ork.ork-infantry A 3.3 replace=ork-elite-infantry order=F,-,- speed=slow")
    hit(play, shot("A", 1), answers=[a({"A": "0"})])
    champion = play["A-0"]
    assert (champion.kind, champion.hex, champion.movement) == ("ork.champion", at("3.3"), "F, -, -")
    assert (champion.living, champion.number, champion.side) == ([0], -1, "a")
    was, now = field(play.battle, play["A"]), field(play.battle, champion)
    assert (now.movement, now.models[0].weapons) == (was.movement, was.models[0].weapons)
    seeing = table("ork.ork-infantry A 3.3 replace=ork-elite-infantry equip=clockwork-monocular")
    hit(seeing, shot("A", 1), answers=[a({"A": "0"})])
    plain, sharp = (
        {ability.name for ability in field(one.battle, one["A-0"]).models[0].abilities}
        for one in (play, seeing)
    )
    assert sharp - plain == {"ranged-reroll"} and "not-yet-dead" not in plain


def test_a_champion_rises_beside_an_overcrowded_hex_away_from_the_enemy() -> None:
    """The unit it rose from and another fill 3.3; the enemy is in the north. Equal hexes: the owner says."""
    play = table(
        """ork.ork-infantry A 3.3 replace=ork-elite-infantry    ork.grunt B 3.3    elf.elf-infantry x 3.1"""
    )
    hit(play, shot("A", 1), answers=[a({"A": "0"}), a("3.4")])
    question = play.asked[1][1]
    assert isinstance(question, Choose)
    assert [option.id for option in question.options] == ["4.3", "3.4", "2.3"]
    assert play["A-0"].hex == at("3.4")


def test_a_destroyed_unit_leaves_room_for_its_champion() -> None:
    play = table("ork.ork-infantry A 3.3 replace=ork-elite-infantry    ork.grunt B 3.3")
    hit(play, shot("A", 9))
    assert play["A"].place == "destroyed"
    assert play["A-0"].hex == at("3.3")


# ---------------------------------------------------------------- tokens of all kinds


@pytest.mark.rule("spf.special.poison-bio-only")
@pytest.mark.parametrize(
    ("kind", "poison"),
    [("ork.grunt", [8]), ("ork.hammerhead", []), ("dwarf.dwarf-at-gun", [8]), ("elf.illusion", [])],
)
@pytest.mark.ability("gun-or-crew")
def test_only_the_living_are_poisoned_and_the_crew_of_a_gun(kind: str, poison: list[int]) -> None:
    """Ruling P8, ability gun-or-crew."""
    assert hit(table(f"{kind} A 3.3"), Gain("A", "poison", "r", strength=8))["A"].poison == poison


@pytest.mark.parametrize(
    ("kind", "acid", "minor"),
    [
        ("dark-elf.mechanical-red-dragon", 0, 0),
        ("dwarf.dwarf-infantry", 1, 1),
        ("dwarf.dwarf-infantry A 3.3 equip=trenchcoat-of-resistance", 1, 0),
    ],
)
@pytest.mark.ability("immune", "unit-immune")
def test_immune_units_take_no_acid(kind: str, acid: int, minor: int) -> None:
    """Abilities immune and unit-immune; acid stands for both kinds."""
    text = kind if " " in kind else f"{kind} A 3.3"
    unit = hit(table(text), Gain("A", "acid", "r"), Gain("A", "minor-acid", "r"))["A"]
    assert (unit.acid, unit.minor_acid) == (acid, minor)


def test_all_kinds_of_tokens_add_up() -> None:
    gains = [
        Gain("A", "future", "r", 2),
        Gain("A", "crew-future", "r"),
        Gain("A", "fire", "r"),
        Gain("A", "fire", "r"),
        Gain("A", "bleeding", "r", 2, 6),
        Gain("A", "endurance", "r"),
        Gain("A", "aim", "r"),
    ]
    unit = hit(table("ork.hammerhead A 3.3 fires=1", phase="gunnery 2", turn=3), *gains)["A"]
    assert (unit.future, unit.crew_future, unit.fires, unit.bleeding, unit.endurance) == (2, 1, 3, [6, 6], 1)
    assert [(aim.q, aim.r, aim.turn, aim.step) for aim in unit.aims] == [(*at("3.3"), 3, 2)]


@pytest.mark.rule("spf.special.poison-downgrade", "spf.special.poison-removed", "spf.damage.poison-death")
@pytest.mark.parametrize(("strength", "result", "left"), [(12, 0, [10]), (4, 0, []), (8, 1, []), (6, 0, [4])])
def test_poison_drops_a_step_or_goes_with_the_dead(strength: int, result: int, left: list[int]) -> None:
    play = table(f"ork.grunt A 3.3 poison={strength}")
    hit(play, Blow("A", "regular", result, "poison", "spf.special.poison-roll", strength=strength))
    assert play["A"].poison == left


@pytest.mark.rule("spf.special.bleeding-no-bleeding")
def test_bleeding_causes_no_bleeding() -> None:
    """Damage line 'bleeding[6], +1 to future damage' reached by bleeding -> only +1 to future damage."""
    play = table("ork.warg-rider A 3.3 bleeding=6")
    bled = Blow("A", "regular", 4, "bleeding", "spf.special.bleeding-roll", strength=6)
    hit(play, bled, dice="1")
    assert (play["A"].bleeding, play["A"].future) == ([6], 1)
    assert not play.says("bleeding[6]")


@pytest.mark.rule("spf.damage.bleeding-death", "spf.special.bleeding-removed")
def test_bleeding_goes_with_the_dead() -> None:
    play = table("ork.warg-rider A 3.3 bleeding=6/4")
    hit(play, Blow("A", "regular", 7, "bleeding", "spf.special.bleeding-roll", strength=6), dice="1")
    assert (play["A"].bleeding, len(play["A"].living)) == ([4], 1)


def test_bleeding_on_a_sauropod_is_amplified_by_itself() -> None:
    """Ability amplifies-bleeding: 6 becomes 8; a shot in the same line brings a new bleeding[6]."""
    play = table("elf.sauropod-riders A 3.3 bleeding=6")
    hit(play, Blow("A", "regular", 5, "bleeding", "spf.special.bleeding-roll", strength=6), shot("A", 5))
    assert play["A"].bleeding == [8, 6]


# ---------------------------------------------------------------- abilities


@pytest.mark.parametrize(("result", "dice", "living"), [(1, "4", 2), (0, "", 4), (1, "1", 2)])
@pytest.mark.ability("shield-burns")
def test_a_plasma_shield_burns_when_it_is_pierced(result: int, dice: str, living: int) -> None:
    """Ability shield-burns: d4 fire damage after at least 1 regular damage."""
    play = hit(
        table("gnome.gnome-infantry A 3.3 equip=plasma-shield-generator"), shot("A", result), dice=dice
    )
    assert len(play["A"].living) == living


@pytest.mark.rule("spf.damage.regular-default")
def test_fire_damage_does_not_burn_the_shield() -> None:
    play = table("gnome.gnome-infantry A 3.3 equip=plasma-shield-generator")
    assert len(hit(play, Blow("A", "regular", 2, "fire", "spf.special.fire-damage"))["A"].living) == 3


def test_a_gun_is_lost_with_its_fourth_man() -> None:
    """Ability gun-or-crew; dead men halve no tokens, for they are no models."""
    play = table("dwarf.dwarf-at-gun A 3.3 crew_lost=2 future=3")
    man = Blow("A", "crew", 1, "shot", "spf.damage.roll")
    assert (hit(play, man)["A"].crew_lost, play["A"].future) == (3, 3)
    assert hit(play, man)["A"].place == "destroyed"


def test_the_men_on_an_oliphant_die_before_it_and_the_last_one_leaves_it_unarmed() -> None:
    """Ability mount-or-crew, effects kill-crew and last-crew: d8 psychic damage, and no more firing."""
    play = table("elf.armored-oliphant-riders A 3.3 living=0/3/4")
    man = Blow("A", "crew_members", 2, "shot", "spf.damage.roll")
    hit(play, man)
    assert play["A"].living[0] == 0 and len(play["A"].living) == 2
    hit(play, man, dice="6")
    assert (play["A"].living, play["A"].shaken, play["A"].critical) == ([0], 2, ["no-firing"])
    hit(play, man)
    assert play["A"].living == [0]


def test_an_illusion_vanishes_at_four() -> None:
    """Ability illusion: as on an infantry table below that."""
    assert len(hit(table("elf.illusion A 3.3"), shot("A", 3))["A"].living) == 3
    assert hit(table("elf.illusion A 3.3"), shot("A", 4))["A"].place == "destroyed"


def test_a_death_ray_that_turns_on_its_owner_destroys_the_unit() -> None:
    """Ability death-ray-backlash."""
    play = table("gnome.gnome-infantry A 3.3")
    assert (
        hit(play, Blow("A", "regular", 0, "death-ray-backlash", "spf.orders.aim"))["A"].place == "destroyed"
    )


# ---------------------------------------------------------------- passengers


WAGON = "ork.battlewagon A 3.3    ork.grunt B 3.3 aboard=A    ork.grunt C 3.3 aboard=A"


def test_who_is_aboard_a_destroyed_battlewagon_is_hurt_and_gets_out() -> None:
    """Effects passengers-damage and passengers-exit: d6 each."""
    play = hit(table(WAGON), shot("A", 9), dice="5 1")
    assert play["A"].place == "destroyed"
    assert [(len(play[n].living), play[n].place, play[n].hex) for n in "BC"] == [(3, "map", at("3.3"))] * 2


def test_who_finds_no_room_gets_out_next_to_the_wreck() -> None:
    """Both passengers survive, but a friend stands in the hex already: the second is asked where."""
    play = table(WAGON + "    ork.grunt D 3.3")
    hit(play, Blow("A", "crew", 12, "crew", "spf.special.typed-damage"), answers=[a("3.4")])
    assert (play["B"].hex, play["C"].hex) == (at("3.3"), at("3.4"))


def test_every_blow_to_the_wagon_is_felt_aboard() -> None:
    """Two blows: each of the passengers rolls twice, and 6 makes it roll for its nerves."""
    play = hit(table(WAGON), shot("A", 9), shot("A", 9), dice="5 6 6 1 5 3")
    assert [(len(play[n].living), play[n].shaken) for n in "BC"] == [(2, 2), (2, 0)]


def test_a_zeppelin_goes_down_with_all_aboard() -> None:
    """Effects passengers-damage and passengers-destroyed."""
    text = "dwarf.transport-zeppelin A 3.3    dwarf.dwarf-infantry B 3.3 aboard=A"
    assert len(hit(table(text), shot("A", 5), dice="3")["B"].living) == 3
    assert hit(table(text), shot("A", 9))["B"].place == "destroyed"


# ---------------------------------------------------------------- markers


@pytest.mark.rule("spf.hexfx.markers")
def test_markers_are_placed_once_for_every_entry() -> None:
    """Smoke in a clear hex -> 2 markers; smoke again -> 3 markers."""
    play = hit(table("ork.grunt A 3.3"), *[Spread("smoke", *at("5.5"), "r")] * 2)
    assert [(mark.kind, mark.count) for mark in play.battle.marks] == [("smoke", 3)]


# ---------------------------------------------------------------- properties

SCENES = (
    """
    dwarf.steampowerarmor A 3.3 endurance=2 future=3 bleeding=4    dwarf.dw42 B 3.4 future=2 shaken=1
    dwarf.dwarf-at-gun C 4.4 crew_lost=2    dwarf.transport-zeppelin D 5.5
    dwarf.dwarf-infantry E 5.5 aboard=D
    ork.ork-infantry x 3.6 replace=ork-elite-infantry    ork.troll y 4.7 poison=8    ork.battlewagon z 5.7
    ork.grunt w 5.7 aboard=z
    """,
    """
    gnome.gnome-infantry A 3.3 equip=plasma-shield-generator future=3
    gnome.quad-bike B 3.4 equip=improved-plasma-shield-generator future=4
    gnome.ballista-tractor-mark-i C 4.4
    elf.e34 x 3.6 shaken=1    elf.elf-infantry y 3.7 replace=elite-elf-infantry
    elf.armored-oliphant-riders z 4.7
    """,
)


TABLES: tuple[TableName, ...] = ("regular", "regular", "crew", "psychic")


class Chance:
    """A player who takes whatever comes first, or last."""

    def answer(self, side: str, question: Question, view: Any) -> object:
        if isinstance(question, Form):
            return {name: self.answer(side, part, view) for name, part in question.parts.items()}
        assert isinstance(question, Choose)
        return question.open()[-1 if side == "a" else 0].id


def struck(seed: int, shuffled: bool) -> Battle:
    """The scene after a wild step, with everything listed in one order or another."""
    fate = random.Random(seed)
    scene = battle(SCENES[seed % 2])
    ids = [unit.id for unit in scene.units]
    for _ in range(fate.randrange(14)):
        name: TableName = fate.choice(TABLES)
        cause = fate.choice(["shot", "assault", "fire"]) if name == "regular" else name
        scene.blows.append(Blow(fate.choice(ids), name, fate.randint(-2, 12), cause, "r"))
    for token in ("future", "shaken", "acid", "minor-acid", "fire", "poison", "bleeding"):
        scene.gains.append(Gain(fate.choice(ids), token, "r", fate.randint(1, 2), 8))
    scene.spreads += [
        Spread("smoke", 1, 2, "r"),
        Spread("poison", 1, 2, "r", 4),
        Spread("poison", 1, 2, "r", 8),
    ]
    if shuffled:
        for listed in (scene.blows, scene.gains, scene.spreads, scene.units):
            fate.shuffle(listed)
    play = Position(scene)
    play.game.seat({"a": Chance(), "b": Chance()})
    play.game.source = Seeded(seed)
    play.book.chapter = harm.apply
    play.game.step()
    return play.battle


@pytest.mark.rule("spf.turn.simultaneous")
@pytest.mark.parametrize("seed", range(40))
def test_nothing_depends_on_the_order_in_which_things_are_listed(seed: int) -> None:
    one, other = struck(seed, False), struck(seed, True)
    assert sorted(one.units, key=lambda unit: unit.id) == sorted(other.units, key=lambda unit: unit.id)
    assert one.marks == other.marks


@pytest.mark.parametrize("seed", range(40))
def test_no_token_is_ever_negative_and_the_destroyed_have_none(seed: int) -> None:
    for unit in struck(seed, False).units:
        counts = (unit.future, unit.crew_future, unit.shaken, unit.acid, unit.minor_acid, unit.fires)
        assert min(*counts, unit.endurance, *unit.poison, *unit.bleeding) >= 0
        if unit.gone:
            assert (unit.living, counts, unit.poison, unit.bleeding) == ([], (0,) * 6, [], [])
        else:
            assert unit.living


def test_a_destroyed_unit_takes_nothing_more() -> None:
    play = hit(table("ork.grunt A 3.3    ork.grunt B 3.4"), shot("A", 9))
    hit(play, shot("A", 9), Gain("A", "fire", "r"), Gain("A", "shaken", "r"))
    assert (play["A"].fires, play["A"].shaken, play["A"].place) == (0, 0, "destroyed")


@pytest.mark.rule("spf.special.poison-downgrade", "spf.team.dwarf-endurance-kill")
def test_poison_whose_kill_is_turned_has_killed_nobody_and_goes_on() -> None:
    play = table("dwarf.dwarf-infantry A 3.3 endurance=1 poison=8")
    blow = Blow("A", "regular", 3, "poison", "spf.special.poison-roll", strength=8)
    hit(play, blow, answers=[a({"A": "1"})])
    assert (play["A"].poison, play["A"].bleeding, len(play["A"].living)) == ([6], [4], 4)


@pytest.mark.rule("spf.ability.set-on-fire-ranged")
def test_who_burns_already_has_two_fires() -> None:
    """Already burning, hit again -> two fire tokens."""
    gain = Gain("A", "fire", "spf.ability.set-on-fire-ranged")
    assert hit(table("ork.hammerhead A 3.3 fires=1"), gain)["A"].fires == 2
