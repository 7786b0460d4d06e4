"""What may be fired at whom, and what each throw does: the boundaries of declaring and firing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.steampunk.position import Position, at, table
from tests.kit.script import By, Sealed, WrongSide, a, b, sealed
from warbook.books.steampunk.ground import bearing
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.state import AimToken
from warbook.core.events import Aimed
from warbook.core.questions import Form


def fire(text: str, *answers: By | Sealed, dice: str = "", step: int = 1, **given: Any) -> Position:
    return table(text, **given).run(gunnery, step, dice=dice, answers=answers)


def menu(play: Position, *answers: By | Sealed, step: int = 1) -> dict[str, list[str]]:
    """By part of the form: the ids of the open options."""
    form = play.question(gunnery, step, answers=answers)
    assert isinstance(form, Form)
    return {key: [option.id for option in part.open()] for key, part in form.parts.items()}


def regular(play: Position) -> list[tuple[str, int]]:
    return [(blow.unit, blow.result) for blow in play.battle.blows if blow.table == "regular"]


def gains(play: Position) -> list[tuple[str, str, int, int]]:
    return sorted((gain.unit, gain.token, gain.count, gain.strength) for gain in play.battle.gains)


MUSKET = "gunnery=fire,- loaded=dwarf.musket:1 still"

# ---------------------------------------------------------------- declaring


@pytest.mark.rule("spf.fire.target", "spf.orders.simultaneous")
def test_both_sides_declare_their_fire_sealed() -> None:
    text = f"dwarf.dwarf-infantry A 5.6 {MUSKET} living=0   dwarf.dwarf-infantry x 5.4 {MUSKET} living=0"
    fire(text, sealed(a="x", b="hold"), dice="1")
    with pytest.raises(WrongSide):
        fire(text, a("x"), b("hold"), dice="1")


@pytest.mark.rule("spf.fire.target", "spf.orders.simultaneous")
def test_the_second_declaration_is_sealed_too() -> None:
    """Each side's peltasts choose a target for each javelin, and neither sees the other's."""
    text = """
        spartan.peltasts A 5.6 still gunnery=fire,-   spartan.peltasts B 6.5 still
        spartan.peltasts x 5.4 still gunnery=fire,-   spartan.peltasts y 6.3 still
    """
    split = sealed(a="each", b="each")
    both = sealed(a={"A/1.1": "y", "A/1.2": "x"}, b={"x/1.1": "hold", "x/1.2": "B"})
    play = fire(text, split, both, dice="1 1 1")
    assert len(play.rolled("spf.fire.basic")) == 3


@pytest.mark.rule("spf.orders.fire", "spf.fire.target")
def test_what_only_a_friend_sees_cannot_be_fired_at() -> None:
    """B stands beyond the hills and sees x; A does not."""
    text = f"dwarf.dwarf-infantry A 5.7 {MUSKET}   dwarf.dwarf-infantry B 5.5   ork.grunt x 5.4   hills 5.6"
    assert not fire(text).asked
    assert menu(table(text.replace("hills 5.6", ""))) == {"A/1": ["hold", "x"]}


TINKERER = "gnome.gnome-helicopter A {} north still-flying replace=tinkerer-helicopter"
MISSILE = f"{TINKERER} equip=experimental-guided-missile"


@pytest.mark.rule("spf.fire.mod-range")
@pytest.mark.parametrize(("hex_", "open_"), [("1.2", True), ("1.1", False)])
def test_a_range_that_is_rolled_reaches_as_far_as_its_dice(hex_: str, open_: bool) -> None:
    """The guided missile, d4 and d12: 16 hexes."""
    text = f"""
        {MISSILE.format("1.18")}
        ork.grunt x {hex_}
    """
    play = table(text, rows=18)
    play["A"].gunnery, play["A"].loaded = "aim, fire", {"gnome.experimental-guided-missile": 1}
    asked = not open_ or any("x" in ids for ids in menu(play, step=2).values())
    assert asked
    if not open_:
        assert not play.run(gunnery, 2).asked


@pytest.mark.rule("spf.fire.mod-range")
@pytest.mark.parametrize(("rolled", "hit"), [("1 5", True), ("2 3", False)])
def test_the_rolled_range_must_come_to_the_distance(rolled: str, hit: bool) -> None:
    """Six hexes: with 6 the missile gets there, with 5 it comes down on the closest friend."""
    text = f"""
        {MISSILE.format("5.9")}
        gnome.quad-bike B 5.8   gnome.quad-bike C 3.9   ork.grunt x 5.3
    """
    play = table(text)
    play["A"].gunnery, play["A"].loaded = "aim, fire", {"gnome.experimental-guided-missile": 1}
    (part,) = (key for key, ids in menu(play, step=2).items() if "x" in ids)
    hold = dict.fromkeys(menu(play, step=2), "hold")
    play.run(gunnery, 2, dice=f"{rolled}  4 3 2", answers=[a({**hold, part: "x"})])
    assert [unit for unit, _ in regular(play)] == (["x"] if hit else ["B"])
    assert [e.target for e in play.events if isinstance(e, Aimed)] == (["x"] if hit else ["B"])


@pytest.mark.rule("spf.ability.hidden-token")
def test_a_hex_is_offered_with_those_who_are_seen_in_it() -> None:
    """The enemy's hidden scout is not named; the own one is."""
    thrower = "dark-elf.darkelf-infantry A 5.6 still equip=poison-gas-grenade gunnery=-,throw"
    text = f"""
        {thrower} gunnery_only=dark-elf.poison-gas-grenade
        dark-elf.scout B 5.5 hidden   ork.grunt x 5.5   ork.troll y 5.5 hidden
    """
    play = table(text)
    form = play.question(gunnery, 2)
    (label,) = (o.label for part in form.parts.values() for o in part.options if o.id.endswith("5.5"))
    assert "Grunt" in label and "Scout" in label and "Troll" not in label


@pytest.mark.rule("spf.army.models-fire-independently")
def test_each_barrel_of_a_gun_with_several_shots_may_have_its_own_target() -> None:
    """Two smg shots of one model and of two."""
    text = "dark-elf.elite-mechanical-cavalry A 5.6 slow living={}   ork.grunt x 5.4   ork.grunt y 5.4"
    one = menu(table(text.format("0")), a("each"))
    assert one == {"A/1.1": ["hold", "x", "y"], "A/1.2": ["hold", "x", "y"]}
    two = menu(table(text.format("0/1")), a("each"))
    assert list(two) == ["A/1.1", "A/1.2", "A/1.3", "A/1.4"]
    play = table(text.format("0"))
    play.run(gunnery, 1, dice="6 4  1", answers=[a("each"), a({"A/1.1": "y", "A/1.2": "x"})])
    assert [unit for unit, _ in regular(play)] == ["y"] and len(play.rolled("spf.fire.basic")) == 2


@pytest.mark.rule("spf.army.models-fire-independently")
def test_nothing_is_split_at_a_single_target() -> None:
    text = "dark-elf.elite-mechanical-cavalry A 5.6 slow living=0   ork.grunt x 5.4"
    assert menu(table(text)) == {"A/1": ["hold", "x"]}


def test_what_does_no_regular_damage_is_not_aimed_at_mount_or_crew() -> None:
    """Ability mount-or-crew: two targets for what damages, one for what does not."""
    rider = "elf.armored-oliphant-riders x 5.4"
    musket = table(f"dwarf.dwarf-infantry A 5.6 {MUSKET}   {rider}")
    assert menu(musket) == {"A/1": ["hold", "x", "x/crew", "each"]}
    ray = table(f"dwarf.zap A 5.6 north slow gunnery=fire,- loaded=dwarf.twin-fear-ray:1   {rider}")
    assert [ids for ids in menu(ray).values() if "x" in ids] == [["hold", "x"]]


def test_the_sweep_of_a_turned_unit_is_named_by_the_compass() -> None:
    """Ability sweep (one-angle): facing north-west, to its left is south-west."""
    text = "elf.bear-rider A 5.6 nw slow gunnery=-,fire loaded=elf.gatling-gun:1   ork.grunt x {}"
    play = table(text.format("5.4"))
    assert menu(play, step=2) == {"A/1": ["hold", "0:sweep-north"]}
    aside = table(text.format("3.7"))
    assert menu(aside, step=2) == {"A/1": ["hold", "0:sweep-south-west"]}


def test_the_odds_of_a_sweep_are_those_of_its_shots() -> None:
    """Ability sweep: the bear rider once for each grunt, the helicopter once for each unit."""
    bear = table(
        "elf.bear-rider A 5.6 n slow gunnery=-,fire loaded=elf.gatling-gun:1   ork.grunt x 5.4 living=0/1/2"
    )
    (option,) = (o for o in bear.question(gunnery, 2).parts["A/1"].open() if "sweep" in o.id)
    assert option.preview().need == "3 dice at 5+"


@pytest.mark.rule("spf.orders.aim")
def test_the_odds_reckon_with_the_aim() -> None:
    text = f"dwarf.dwarf-infantry A 5.6 {MUSKET}   ork.grunt x 5.4"
    play = table(text)
    part = play.question(gunnery, 1).parts["A/1"]
    assert part.options[1].preview().need == "4 dice at 4+"
    play["A"].aims = [AimToken(*at("5.6"), 0, 2)]
    part = play.question(gunnery, 1).parts["A/1"]
    assert part.options[1].preview().need == "4 dice at 2+"


# ---------------------------------------------------------------- firing


@pytest.mark.parametrize(("rolled", "breaks"), [("1", True), ("2", False)])
def test_a_nailgun_breaks_when_it_fires_one_shot(rolled: str, breaks: bool) -> None:
    """Ability one-shot-breaks."""
    text = """
        gnome.gnome-infantry A 5.6 still replace=gnome-tinkerer equip=experimental-nailgun gunnery=fire,-
        loaded=gnome.experimental-nailgun:1 fired=gnome.mechanical-rat:1   ork.grunt x 5.4
    """.replace("\n        loaded", " loaded")
    play = fire(text, a("x"), dice=f"{rolled}  {'2 ' * int(rolled)}")
    assert any(mark.startswith("broken") for mark in play["A"].marks) is breaks
    assert len(play.rolled("spf.fire.basic")) == int(rolled)


@pytest.mark.rule("spf.fire.mod-range")
def test_a_shot_at_a_unit_is_told_once() -> None:
    play = fire(f"dwarf.dwarf-infantry A 5.6 {MUSKET}   ork.grunt x 5.4", a("x"), dice="1 1 1 1")
    assert [(e.piece, e.target) for e in play.events if isinstance(e, Aimed)] == [("A", "x")]


BOMBARD = "spartan.vitriol-bombard A {} n setup gunnery=fire,- loaded=spartan.vitriol-shell:1"


@pytest.mark.parametrize(
    ("dice", "where"),
    [
        ("4", "5.3"),  # 4 or more: where it was aimed at
        ("3 1", "5.2"),  # less: one hex in the direction of the second die
        ("3 4", "5.4"),
        ("1 2", "6.2"),
    ],
)
def test_a_shell_scatters_by_one_hex(dice: str, where: str) -> None:
    """Ability scatter: the vitriol bombard, at 4+."""
    play = fire(f"{BOMBARD.format('5.8')}   ork.grunt x 5.3", a("5.3"), dice=dice)
    assert [(s.kind, (s.q, s.r)) for s in play.battle.spreads] == [("acid", at(where))]


def test_a_shell_that_scatters_off_the_map_is_lost() -> None:
    """Ability scatter."""
    text = f"{BOMBARD.format('5.6')}   ork.grunt x 5.1"
    play = fire(text, a("5.1"), dice="3 1")
    assert play.battle.spreads == [] and play["A"].loaded == {"spartan.vitriol-shell": 0}
    assert [(s.q, s.r) for s in fire(text, a("5.1"), dice="3 4").battle.spreads] == [at("5.2")]


@pytest.mark.parametrize(("dice", "where"), [("5", "5.5"), ("4 1", "5.1"), ("2 4", "5.7"), ("1 4", "5.6")])
def test_a_mortar_scatters_by_as_many_hexes_as_it_rolled(dice: str, where: str) -> None:
    """Abilities mortar and scatter-by-roll: at 5+ where it was aimed at, and a cloud around."""
    mortar = "dark-elf.assassin A 3.8 still equip=mortar-1a gunnery=fire,- loaded=dark-elf.mortar-1a:1"
    play = table(f"{mortar}   ork.grunt x 5.5")
    play.run(gunnery, 1, dice=dice, answers=[a("5.5")])
    centre = [spread for spread in play.battle.spreads if spread.kind == "minor-acid"]
    assert [(spread.q, spread.r) for spread in centre] == [at(where)]
    strong = [s for s in play.battle.spreads if (s.kind, s.strength) == ("poison", 8)]
    around = [s for s in play.battle.spreads if (s.kind, s.strength) == ("poison", 6)]
    assert [(s.q, s.r) for s in strong] == [at(where)]
    assert {(s.q, s.r) for s in around} == {h for h in at(where).neighbours() if h in play.battle.table}


@pytest.mark.parametrize(
    ("dragon", "breath", "token", "rule"),
    [
        ("iron", "acid", "acid", "spf.ability.acid-ranged"),
        ("red", "fire", "fire", "spf.ability.set-on-fire-ranged"),
    ],
)
def test_breath_gives_one_token_near_and_another_far(dragon: str, breath: str, token: str, rule: str) -> None:
    """Ability breath, three hexes of normal range: at the third the one, at the fourth the other."""
    text = (
        f"dark-elf.mechanical-{dragon}-dragon A 5.8 n slow gunnery=-,breath({breath})"
        f" loaded=dark-elf.{breath}-breath:1   elf.e34 x {{}}"
    )
    near = fire(text.format("5.5"), a("all"), dice="1", step=2)
    assert [(gain.unit, gain.token, gain.rule) for gain in near.battle.gains] == [("x", token, rule)]
    far = fire(text.format("5.4"), a("all"), step=2)
    assert [(gain.unit, gain.token) for gain in far.battle.gains] == [("x", "minor-acid")]
    assert far.battle.gains[0].rule == "spf.ability.acid-ranged"


def test_aim_lets_nobody_but_a_sniper_choose_the_model() -> None:
    """Ability aimed-kill-chooses-model."""
    play = table(f"dwarf.dwarf-infantry A 5.6 {MUSKET} living=0   ork.grunt x 5.4", turn=2)
    play["A"].aims = [AimToken(*at("5.6"), 1, 2)]
    play.run(gunnery, 1, dice="2 6", answers=[a("x")])
    assert [blow.chooser for blow in play.battle.blows] == [""]


def test_what_does_no_regular_damage_does_not_ask_for_gun_or_crew() -> None:
    """Ability gun-or-crew: the fear ray does psychic damage only."""
    ray = "dwarf.zap A 5.6 north slow gunnery=fire,- loaded=dwarf.twin-fear-ray:1"
    play = table(f"{ray}   dwarf.dwarf-at-gun x 5.4 south still")
    parts = {key: "x" if "x" in ids else "hold" for key, ids in menu(play).items()}
    play.run(gunnery, 1, dice="6 6  3 4", answers=[a(parts)])
    assert [(blow.table, blow.result) for blow in play.battle.blows] == [("psychic", 3), ("psychic", 4)]


# ---------------------------------------------------------------- areas

SLING = "ork.ork-infantry A 5.6 still equip=grenade-sling gunnery=fire,- loaded=ork.grenade-sling:1"


@pytest.mark.rule("spf.fire.area")
def test_an_area_without_a_blast_stays_in_its_hex() -> None:
    more = "elf.elk-cavalry y 5.4 living=0   elf.elk-cavalry z 6.2 living=0"
    text = f"{SLING}   elf.elk-cavalry x 5.3 living=0   {more}"
    play = fire(text, a("5.3"), dice="4  1")
    assert {blow.unit for blow in play.battle.blows} <= {"x"} and len(play.rolled("spf.fire.area")) == 1


@pytest.mark.rule("spf.fire.area", "spf.G7")
def test_an_area_needs_the_sight_of_who_fires_it() -> None:
    """B sees the hex behind the hill; the sling is not indirect. A mortar is."""
    hidden = "ork.grunt B 5.4   elf.elk-cavalry x 5.3   hills 5.5"
    assert not fire(f"{SLING}   {hidden}").asked
    mortar = "dark-elf.assassin A 5.6 still equip=mortar-1a gunnery=fire,- loaded=dark-elf.mortar-1a:1"
    seen = table(f"{mortar}   dark-elf.scout B 5.4   elf.elk-cavalry x 5.3   hills 5.5")
    assert "5.3" in menu(seen)["A/1"]
    unseen = table(f"{mortar}   elf.elk-cavalry x 5.3   hills 5.5")
    assert "5.3" not in menu(unseen)["A/1"]


def test_an_area_meets_the_mount_and_the_men_who_live() -> None:
    """Ability mount-or-crew."""
    for living, men in (("0/1/2/3/4", 4), ("0/4", 1), ("0", 0)):
        text = f"{SLING}   elf.armored-oliphant-riders x 5.3 north living={living}"
        play = fire(text, a("5.3"), dice=f"1  {'1 ' * men}")
        assert sum(len(roll.faces) for roll in play.rolled("spf.fire.area")) == 1 + men


@pytest.mark.parametrize(("hex_", "met"), [("5.4", True), ("5.3", False), ("5.1", False)])
def test_a_sweep_reaches_as_far_as_it_says(hex_: str, met: bool) -> None:
    """Ability sweep (normal): two hexes, neither the long range of three and four nor beyond."""
    text = f"elf.bear-rider A 5.6 n slow gunnery=-,fire loaded=elf.gatling-gun:1   ork.grunt x {hex_}"
    if met:
        assert menu(table(text), step=2) == {"A/1": ["hold", "0:sweep-north"]}
    else:
        assert not fire(text, step=2).asked


@pytest.mark.parametrize(("hex_", "shots"), [("5.2", 4), ("5.1", 0)])
def test_the_trolls_sweep_reaches_to_long_range(hex_: str, shots: int) -> None:
    """Ability sweep (long): four hexes and twice that."""
    text = f"ork.troll A 5.10 north slow   elf.elk-cavalry x {hex_}"
    play = fire(text, dice="1 " * shots, rows=12)
    assert len(play.rolled("spf.fire.basic")) == shots


def test_breath_spares_the_hex_below_and_what_is_out_of_sight() -> None:
    """Ability breath-area: poison in the hexes of its arc that it sees, not in its own."""
    dragon = "dark-elf.mechanical-red-dragon A 5.8 n {} gunnery=-,breath(fire) loaded=dark-elf.fire-breath:1"
    ahead = f"{dragon.format('slow')}   ork.grunt x 5.7 living=0   ork.grunt y 5.5 living=0   hills 5.6"
    play = fire(ahead, a("all"), dice="5", step=2)
    assert gains(play) == [("x", "fire", 1, 0), ("x", "poison", 1, 6)]
    below = f"{dragon.format('slow')}   ork.grunt x 5.7 living=0   elf.pegasus-rider y 5.8 slow-flying"
    play = fire(below, a("all"), dice="5", step=2)
    assert ("x", "poison", 1, 6) in gains(play) and ("y", "fire", 1, 0) in gains(play)


def test_a_shell_that_strays_beyond_its_range_does_the_damage_of_long_range() -> None:
    """Abilities scatter and normal-range-only: aimed at four hexes, it falls at five; d6-1 there."""
    launcher = "ork.battlewagon A 5.8 n slow gunnery=fire,- loaded=ork.grenade-launcher:1"
    text = f"{launcher}   elf.elk-cavalry x 5.4 living=0   elf.elk-cavalry y 5.3 living=0"
    assert regular(fire(text, a("5.4"), dice="5  2  4")) == [("x", 4)]
    assert regular(fire(text, a("5.4"), dice="4 1  2  4")) == [("y", 3)]


def test_breath_does_not_reach_beyond_twice_its_range() -> None:
    """Ability breath: three hexes and twice that."""
    dragon = (
        "dark-elf.mechanical-red-dragon A 5.8 n slow gunnery=-,breath(fire) loaded=dark-elf.fire-breath:1"
    )
    play = fire(f"{dragon}   ork.grunt x 5.2   ork.grunt y 5.1", a("all"), step=2)
    assert gains(play) == [("x", "minor-acid", 1, 0)]


@pytest.mark.rule("spf.team.ork-reroll", "spf.K1")
@pytest.mark.parametrize(("waves", "dice"), [("per-six", 12), ("per-wave", 10)])
def test_two_sixes_let_two_dice_each_be_rolled_again_or_two_in_all(waves: str, dice: int) -> None:
    """Ability ranged-reroll with switch ork_reroll: eight pistol shots with two natural 6s."""
    orks = "ork.ork-infantry A 5.6 still equip=ork-pistol/ork-pistol/clockwork-monocular gunnery=-,fire"
    play = table(f"{orks} loaded=ork.ork-pistol:2   elf.elk-cavalry x 5.4", ork_reroll=waves)
    play.run(gunnery, 2, dice=f"6 6 {'1 ' * (dice - 2)} 1 1", answers=[a("x")])
    assert len(play.rolled("spf.fire.basic")) == dice


@pytest.mark.parametrize(
    ("facing", "degrees"), [(0, 90.0), (1, 30.0), (2, 330.0), (3, 270.0), (4, 210.0), (5, 150.0)]
)
def test_facings_in_degrees(facing: int, degrees: float) -> None:
    """As events tell them: counterclockwise from the east."""
    assert bearing(facing) == degrees


@pytest.mark.parametrize(
    ("ground", "hex_", "after"),
    [("forest", "5.5", "rough"), ("building", "5.5", "building"), ("forest", "5.4", "forest")],
)
def test_the_trolls_gun_clears_forest_at_point_blank_only(ground: str, hex_: str, after: str) -> None:
    """Ability clears-forest."""
    text = f"ork.troll A 5.6 north slow   elf.elk-cavalry x {hex_} living=0   {ground} {hex_}"
    play = fire(text, dice="1")
    assert play.battle.ground_at(at(hex_)) == after
