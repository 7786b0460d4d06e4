"""Cards, briefing, standing and glossary: what a person must know, as far as the side may know it."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from tests.books.steampunk.position import table
from tests.books.steampunk.test_secrets import AMBUSH
from warbook.books.steampunk import BOOK
from warbook.books.steampunk.army.data import army_list, nations
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.pending import MarkKind
from warbook.books.steampunk.state import LEARNED, AimToken, Battle
from warbook.core.book import UnknownName
from warbook.core.cards import Arm, Card, Trait
from warbook.core.datafile import Written
from warbook.core.dice import Seeded
from warbook.core.events import Became, Marker
from warbook.core.game import Game
from warbook.players.random import Random

PAIR = "elf.elf-infantry v 5.3 slow equip=camouflage    elf.illusion x 5.3 slow marks=looks-like:0"
TANK = "elf.e34 A 5.9 slow"


def card(battle: Battle, unit: str, side: str | None) -> Card:
    return BOOK.card(BOOK.view(battle, side), unit)


def of(text: str, unit: str = "A", side: str | None = "a", **given: object) -> Card:
    return card(table(text, **given).battle, unit, side)


def figures(found: Card) -> dict[str, str]:
    return {figure.name: figure.value for figure in found.profile}


def arm(found: Card, name: str) -> Arm:
    return next(arm for arm in found.arms if arm.name == name)


def state(found: Card, name: str) -> Trait:
    return next(trait for trait in found.states if trait.name == name)


def rows(found: Card, chart: str) -> tuple[tuple[str, str], ...]:
    return next(each.rows for each in found.charts if each.name == chart)


# ---------------------------------------------------------------- figures and tables


@pytest.mark.rule("spf.angles.four-values", "spf.angles.armor-side")
def test_the_profile_of_a_tank_by_side() -> None:
    found = of(TANK)
    assert (found.name, found.kind) == ("E34", "Elf, large (bio crew, mechanical, tracked, vehicle)")
    assert figures(found) == {
        "Points": "36",
        "Models": "1/1",
        "Speed": "slow",
        "Top": "fast",
        "Armor, front": "10",
        "Armor, front side": "9",
        "Armor, back side": "9",
        "Armor, back": "8",
        "Assault, front": "4+2",
        "Assault, front side": "3",
        "Assault, back side": "3",
        "Assault, back": "2",
    }


@pytest.mark.rule("spf.angles.undivided")
def test_the_profile_of_infantry_is_of_those_who_live() -> None:
    text = "elf.elf-infantry A 5.9 fast replace=elite-elf-infantry {}"
    whole, half = of(text.format("")), of(text.format("living=0/3"))
    assert (figures(whole)["Models"], figures(half)["Models"]) == ("4/4", "2/4")
    assert (figures(whole)["Assault, front"], figures(half)["Assault, front"]) == ("5+1", "3+1")
    assert figures(half)["Armor"] == "0" and figures(half)["Speed"] == "fast"
    assert half.kind == "Elf, medium, 1 Elite Elf Infantry, 1 Elf Infantry (bio, elite, infantry, walks)"


@pytest.mark.rule("spf.special.acid-table", "spf.damage.table-lookup")
def test_the_profile_changes_with_damage() -> None:
    found = figures(of(f"{TANK} armor_lost=2 critical=speed-locked(slow)"))
    assert (found["Armor, front"], found["Armor, back"], found["Top"]) == ("8", "6", "slow")
    assert figures(of(f"{TANK} unconscious=1"))["Assault"] == "0"


@pytest.mark.rule("spf.damage.table-lookup")
def test_damage_tables_are_charts() -> None:
    found = of(TANK)
    assert rows(found, "Damage") == (
        ("1-2", "+1 to future damage"),
        ("3-4", "+1 to future damage, shaken"),
        ("5-8", "+1 to future damage, shaken, d6 on the critical table"),
        ("9+", "destroyed"),
    )
    assert rows(found, "Critical damage")[1] == ("2", "-1 to hit, +1 to be hit")
    assert rows(found, "Crew damage")[0][1].startswith("crippled crew, if the unit was shaken already")
    assert "Psychic damage" not in [chart.name for chart in found.charts]


@pytest.mark.rule("spf.damage.table-lookup")
def test_a_chart_tells_what_happens_when_the_last_of_the_crew_dies() -> None:
    told = [
        words
        for unit in army_list("elf").units
        for chart in of(f"{unit} A 5.5").charts
        for _, words in chart.rows
        if "last of the crew" in words
    ]
    last = "when the last of the crew dies: d8 psychic damage, may not fire any weapon from now on"
    assert f"1 of the crew killed, {last}" in told


@pytest.mark.rule("spf.orders.speed-restricted")
def test_the_orders_it_may_be_given_at_its_speed() -> None:
    slow, fast = of(TANK), of("elf.e34 A 5.9 fast")
    assert ("F, -, -", "forward") in rows(slow, "Movement orders, slow")
    assert ("-, load", "wait, then load") in rows(slow, "Gunnery orders, slow")
    assert rows(fast, "Gunnery orders, fast") == (("-, fire", "wait, then fire"),)
    assert not [chart for chart in fast.charts if chart.name == "Movement orders, slow"]


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("spf.orders.load", "spf.ability.jammed")
@pytest.mark.parametrize(
    ("given", "gun", "rifle", "useless"),
    [
        ("", "empty", "is loaded only with its main weapon", True),
        ("loaded=elf.main-tank-gun:1", "loaded, 1 of 2", "ready", False),
        ("loaded=elf.main-tank-gun:2", "loaded, 2 of 2", "ready", False),
        ("loaded=elf.main-tank-gun:2 jammed=true", "jammed", "jammed", True),
        ("loaded=elf.main-tank-gun:2 unconscious=1", "unconscious", "unconscious", True),
        ("loaded=elf.main-tank-gun:2 critical=no-firing", *["may not fire any more"] * 2, True),
    ],
)
def test_a_weapon_says_how_it_stands(given: str, gun: str, rifle: str, useless: bool) -> None:
    found = of(f"{TANK} {given}")
    main, twin = arm(found, "Main Tank-Gun"), arm(found, "Twin Rifle")
    assert (main.state, twin.state, main.useless, twin.useless) == (gun, rifle, useless, useless)
    assert main.words == "range 4, AP 8, damage d6, +3 where it penetrates, ammo (2), fires all round"


@pytest.mark.rule("spf.ability.burst")
@pytest.mark.parametrize(
    ("rounds", "words", "useless"),
    [
        (0, "empty", True),
        (4, "4 of 5, needs 5 ammunition", True),
        (5, "loaded, 5 of 5", False),
    ],
)
def test_a_burst_is_not_loaded_before_all_of_it_is(rounds: int, words: str, useless: bool) -> None:
    cannon = arm(of(f"ork.speedhead A 5.6 slow loaded=ork.speed-cannon:{rounds}"), "Speed Cannon")
    assert (cannon.state, cannon.useless) == (words, useless)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("", ("empty",)),
        ("loaded=elf.rifle:1", ("loaded",)),
        ("loaded=elf.rifle:1 jammed=true", ("jammed", "loaded")),
        ("loaded=elf.rifle:1 place=fled", ("fled",)),
    ],
)
def test_a_token_shows_whether_its_weapons_are_loaded(given: str, shown: tuple[str, ...]) -> None:
    battle = table(f"elf.elf-infantry A 5.9 {given}").battle
    assert BOOK.pieces(BOOK.view(battle, "a"))[0].states == shown


@pytest.mark.rule("spf.orders.aim")
@pytest.mark.parametrize(
    ("turn", "phase", "aimed"),
    [(2, "gunnery 1", False), (2, "effects 1", True), (3, "gunnery 1", True), (3, "effects 1", False)],
)
def test_a_weapon_is_aimed_for_one_turn(turn: int, phase: str, aimed: bool) -> None:
    """The aim was taken in gunnery 1 of turn 2 (ruling O13)."""
    battle = table("elf.elf-infantry A 5.9 loaded=elf.rifle:1", turn=turn, phase=phase).battle
    battle.unit("A").aims = [AimToken(0, 0, 2, 1)]
    assert arm(card(battle, "A", "a"), "4 × Rifle").state == f"loaded{', aimed' * aimed}"


@pytest.mark.rule("spf.ability.limited-ammo")
@pytest.mark.parametrize(
    ("fired", "words", "useless"),
    [
        (1, "ready, fired 1 of 2 times", False),
        (2, "has been fired 2 times, which is all", True),
    ],
)
def test_a_weapon_says_how_often_it_was_fired(fired: int, words: str, useless: bool) -> None:
    text = "dark-elf.darkelf-infantry A 5.9 equip=poison-gas-grenade fired=dark-elf.poison-gas-grenade:"
    grenade = arm(of(f"{text}{fired}"), "4 × Poison Gas Grenade")
    assert (grenade.state, grenade.useless) == (words, useless)


@pytest.mark.ability("one-shot-breaks")
def test_a_broken_gun_is_shown_beside_the_one_that_takes_its_place() -> None:
    text = "gnome.gnome-infantry A 5.6 still replace=gnome-tinkerer equip=experimental-nailgun"
    battle = table(text).battle
    whole = {arm.name: arm.state for arm in card(battle, "A", "a").arms}
    unit = battle.unit("A")
    for number in unit.living:
        unit.marks[f"broken gnome.experimental-nailgun {number}"] = 1
    broken = arm(card(battle, "A", "a"), "Experimental Nail Gun")
    assert whole["Experimental Nail Gun"] == "empty"
    assert (broken.state, broken.useless) == ("broken", True)
    assert "3 × Gnome Gun" in whole and arm(card(battle, "A", "a"), "4 × Gnome Gun")


@pytest.mark.rule("spf.orders.aim")
def test_an_aim_is_told_with_the_hex_and_the_step_it_was_taken_in() -> None:
    play = table("elf.elf-infantry A 5.6 still gunnery=-,aim", turn=3).run(gunnery, 2)
    words = state(card(play.battle, "A", "b"), "aimed").words
    assert words.startswith("From hex 5.6, in turn 3, gunnery 2. +2 to hit")
    play["A"].aims *= 2
    words = state(card(play.battle, "A", "b"), "aimed").words
    assert words.startswith("2 times, from hex 5.6, in turn 3, gunnery 2.")


@pytest.mark.rule("spf.army.shared-fire")
@pytest.mark.parametrize(
    ("bought", "gun"),
    [
        ("ork.ork-infantry A 5.6 equip=harpoon-gun", "Harpoon Gun"),
        ("dwarf.dwarf-infantry A 5.6 equip=big-blaster", "Big Blaster"),
    ],
)
def test_a_weapon_of_the_whole_unit_is_called_shared_once(bought: str, gun: str) -> None:
    assert arm(of(bought), gun).words.count("shared") == 1


def test_every_piece_shows_the_side_of_its_hex_that_is_its_front() -> None:
    battle = table("elf.e34 A 5.5   ork.battlewagon B 4.4   ork.grunt C aboard=B   ork.troll x 6.6").battle
    pieces = {piece.id: piece for piece in BOOK.pieces(battle)}
    assert {piece.arc for piece in pieces.values()} == {60.0}
    assert [state for state in pieces["C"].states if "aboard" in state] == ["aboard Battlewagon"]
    assert not any("aboard" in state for state in pieces["B"].states)


def test_fixed_guns_say_where_they_point() -> None:
    told = [
        arm.words
        for unit in army_list("dwarf").units
        for arm in of(f"{unit} A 5.5").arms
        if "fixed guns" in arm.words
    ]
    assert any(words.endswith("fixed guns, 2 to the front side, 2 to the back side") for words in told)


@pytest.mark.rule("spf.assault.stats")
def test_each_kind_of_model_says_how_it_fights() -> None:
    found = of("elf.elf-infantry A 5.9 replace=elite-elf-infantry")
    words = arm(found, "3 × Elf Infantry in assault").words
    assert words == "each 1 die at 5+, damage d6-2, AP 2, cunning assault (2)"
    assert arm(found, "Elite Elf Infantry in assault").words.startswith("2/1/1/1 dice at 5+")
    two = of("elf.elf-infantry A 5.9 living=0/1")
    assert arm(two, "2 × Elf Infantry in assault").words.startswith("each 1 die at 5+")


# ---------------------------------------------------------------- abilities and states


@pytest.mark.rule("spf.ability.take-cover", "spf.ability.cunning-assault")
def test_abilities_come_with_their_rules_and_numbers() -> None:
    found = {trait.name: trait for trait in of("elf.elf-infantry A 5.9").abilities}
    assert found["Take cover (still, -2)"].words == "-2 to be hit, and evasion, in the speed."
    assert found["Cunning assault (2)"].rule == "spf.word.cunning-assault"
    assert "per 2 successes" in found["Cunning assault (2)"].words


def test_an_ability_that_is_lost_is_not_on_the_card() -> None:
    text = "dwarf.tamed-balrog A 5.9{}"
    had, lost = of(text.format("")), of(text.format(" critical=loses(terror)"))
    assert [t.name for t in had.abilities if t.name.startswith("Terror")]
    assert not [t.name for t in lost.abilities if t.name.startswith("Terror")]


@pytest.mark.parametrize(
    ("given", "name", "words", "rule"),
    [
        ("shaken=2", "shaken", "2 tokens, to the aftermath of turn 4;", "spf.ability.shaken-orders"),
        ("shaken=1", "shaken", "1 token, to the aftermath of turn 3;", "spf.ability.shaken-orders"),
        ("fires=1", "on fire", "1 fire. ", "spf.special.fire-roll"),
        ("acid=2", "acid", "2 tokens. ", "spf.special.acid-table"),
        ("minor_acid=1", "minor acid", "1 token. ", "spf.special.minor-acid"),
        ("poison=6/8", "poisoned", "Poison d8, d6. ", "spf.special.poison-roll"),
        ("bleeding=4", "bleeding", "Bleeding d4. ", "spf.special.bleeding-roll"),
        ("future=3", "3 to future damage", "3 tokens. ", "spf.damage.previous"),
        ("crew_future=1", "future crew damage", "1 token. ", "spf.damage.previous"),
        ("armor_lost=1", "armor lost", "1 less. ", "spf.special.acid-table"),
        ("jammed=true", "jammed", "It cannot fire", "spf.ability.jammed"),
        ("crippled_crew=true", "crippled crew", "-1 to hit", "spf.ability.crippled-crew"),
        ("critical=cannot-move", "critical damage", "May not leave its hex. ", "spf.damage.table-lookup"),
        ("revealed=3", "revealed", "It has just revealed", "spf.ability.reveal-bonus"),
        ("place=destroyed", "destroyed", "The whole unit is gone", "spf.victory.destroyed"),
    ],
)
def test_a_state_has_its_strength_its_end_and_its_rule(given: str, name: str, words: str, rule: str) -> None:
    (found,) = of(f"{TANK} {given}", turn=3).states
    assert (found.name, found.words[: len(words)], found.rule) == (name, words, rule)
    assert len(found.words) > len(words) + 10  # what the glossary says comes after it


@pytest.mark.rule("spf.ability.shaken-orders")
def test_a_shaken_unit_shows_everybody_the_order_that_it_must_carry_out() -> None:
    text = "ork.grunt A 5.9    elf.e34 x 5.1 slow shaken=1 order=F,-,-"
    for side in ("a", "b", None):
        found = of(text, "x", side)
        assert "its order is -, -, - (stay as it is)" in state(found, "shaken").words


def test_carrier_and_passenger_name_each_other() -> None:
    text = "ork.battlewagon A 3.3    ork.grunt B 1.1 aboard=A"
    assert [trait.name for trait in of(text, "A").states] == ["carries Grunt"]
    assert [trait.name for trait in of(text, "B").states] == ["aboard Battlewagon"]


# ---------------------------------------------------------------- orders

ORDERED = "elf.e34 A 5.9 slow order=A,F,- gunnery=-,fire next=F,F,- next_gunnery=-,fire    ork.grunt x 5.1"


@pytest.mark.rule("spf.orders.three-parts", "spf.orders.gunnery-parts")
def test_the_card_tells_what_was_ordered_and_what_comes() -> None:
    found = of(ORDERED, turn=2, phase="effects 2")
    assert found.done == ("ordered for movement 1: speed up",)
    assert found.may == (
        "movement 2: forward",
        "gunnery 2: fire",
        "ordered for turn 3: F, F, - (forward twice)",
        "gunnery for turn 3: -, fire (wait, then fire)",
    )


@pytest.mark.rule("spf.orders.speed-change-gunnery", "spf.ability.shaken-orders")
def test_the_card_tells_what_will_lapse() -> None:
    shaken = of(ORDERED.replace("slow", "slow shaken=1"), turn=2, phase="gunnery 1")
    assert shaken.may[0] == "gunnery 2: fire, which lapses: it is shaken"
    text = "elf.armored-oliphant-riders A 5.9 slow{} order=360,F,360    ork.grunt x 5.1"
    steps = {words: of(text.format(words), turn=2, phase="gunnery 1").may for words in ("", " shaken=1")}
    because = {
        words: [step.endswith(", because it is shaken") for step in may] for words, may in steps.items()
    }
    assert because == {"": [False, False, False], " shaken=1": [True]}
    fled = of("ork.grunt A 5.9    elf.elf-infantry x 5.1 fast gunnery=-,load order=360,F,B", "x", "b")
    assert "gunnery 2: load, which lapses: only when still, and its speed is fast" in fled.may


@pytest.mark.rule("spf.orders.one-round-ahead")
def test_in_the_step_of_writing_the_orders_of_the_last_turn_are_past() -> None:
    """Before they are taken up those for this turn are still the next ones; where orders are written for the
    same turn there are none."""
    ahead = of(ORDERED, turn=3, phase="orders")
    assert ahead.may == ("movement 1: forward", "movement 2: forward", "gunnery 2: fire")
    assert of(ORDERED, turn=3, phase="orders", orders_ahead=0).may == ()


@pytest.mark.rule("spf.orders.simultaneous")
@pytest.mark.parametrize("side", ["b", None])
def test_the_card_of_an_enemy_tells_no_orders(side: str | None) -> None:
    found = of(ORDERED, "A", side, turn=2, phase="effects 2")
    assert (found.done, found.may) == ((), ())


# ---------------------------------------------------------------- what must not be given away


def told(battle: Battle, side: str | None) -> str:
    """Every card, the standing and the briefing that a side is shown."""
    view = BOOK.view(battle, side)
    cards = [BOOK.card(view, piece.id) for piece in BOOK.pieces(view)]
    known = BOOK.known_setup(battle, side)
    shown = [cards, BOOK.standing(view), BOOK.briefing(known)]
    return msgspec.json.encode(shown).decode()


@pytest.mark.rule("spf.ability.hidden-token", "spf.ability.hidden-disclosure", "spf.setup.blind")
@pytest.mark.parametrize("phase", ["design", "speeds", "place", "orders", "movement 1", "aftermath"])
def test_no_card_gives_a_hidden_unit_or_a_screen_away(phase: str) -> None:
    battle = table(AMBUSH, phase=phase).battle
    secrets = list(BOOK.secrets(battle, "a"))
    assert '"x"' in secrets and "Assassin" in secrets
    assert [secret for secret in secrets if secret in told(battle, "a")] == []
    assert [secret for secret in secrets if secret in told(battle, None)] == []
    assert '"x"' in told(battle, "b") and "Assassin" in told(battle, "b")


@pytest.mark.rule("spf.ability.hidden-token")
def test_who_asks_for_a_hidden_unit_learns_no_more_than_who_asks_for_none() -> None:
    view = BOOK.view(table(AMBUSH).battle, "a")
    refused = []
    for piece in ("x", "q"):
        with pytest.raises(UnknownName) as raised:
            BOOK.card(view, piece)
        refused.append(str(raised.value).replace(piece, "?"))
    assert refused[0] == refused[1] == "there is no unit '?' to be seen on this table"


@pytest.mark.rule("spf.W17")
@pytest.mark.parametrize("side", ["a", None])
def test_the_card_of_an_illusion_is_that_of_the_infantry_it_looks_like(side: str | None) -> None:
    battle = table(f"ork.grunt A 5.8    {PAIR}").battle
    real, posing = card(battle, "v", side), card(battle, "x", side)
    assert msgspec.structs.replace(posing, id="v") == real
    assert not [secret for secret in BOOK.secrets(battle, "a") if secret in told(battle, side)]
    own = card(battle, "x", "b")
    assert own.name == "Elf Infantry (illusion)" and figures(own)["Points"] != figures(posing)["Points"]
    assert state(own, "illusion").words.startswith("The enemy takes it for Elf Infantry. ")
    battle.unit("x").marks[LEARNED] = 1
    assert card(battle, "x", side).name == "Illusion"


@pytest.mark.rule("spf.ability.hidden-disclosure")
def test_no_step_of_a_battle_gives_a_secret_away() -> None:
    setup = BOOK.setup("crossroads", ["elf.standard", "dark-elf.standard"], {})
    game = Game(BOOK, setup, {"a": Random(1), "b": Random(2)}, Seeded("3"))
    kept = 0
    while not game.over and game.battle.turn < 2:
        game.step()
        for side, other in (("a", "b"), ("b", "a")):
            shown, own = told(game.battle, side), told(game.battle, other)
            for secret in BOOK.secrets(game.battle, side):
                assert secret not in shown
                kept += secret in own
    assert kept


# ---------------------------------------------------------------- armies on offer


@pytest.mark.rule("spf.army.models-per-unit")
def test_every_army_on_offer_has_its_cards() -> None:
    for choice in BOOK.forces():
        cards = BOOK.force_cards(choice.id)
        worth = sum(int(found.cost.removesuffix(" points")) for found in cards)
        assert f"{len(cards)} units, {worth} points" in choice.words
        for found in cards:
            assert found.charts and found.kind and not any(arm.useless for arm in found.arms)


def test_the_cards_of_an_army_of_ones_own() -> None:
    text = """
        name = "Mine"
        nation = "elf"
        [[units]]
        unit = "elf.e34"
        [[units]]
        unit = "elf.elf-infantry"
        equip = ["elf.smg"]
        name = "The First"
    """
    tank, foot = BOOK.force_cards(Written("mine.toml", text))
    assert (tank.name, foot.name) == ("E34", "The First")
    assert arm(tank, "Main Tank-Gun").state == "starts empty"
    assert arm(foot, "4 × SMG").state == "starts loaded"
    assert rows(tank, "Movement orders, still") and rows(tank, "Movement orders, fast")
    with pytest.raises(UnknownName, match="there is no army 'mine'; the armies are: "):
        BOOK.force_cards("mine")


def test_every_unit_of_every_list_has_a_card() -> None:
    for nation in nations():
        for id in army_list(nation).units:
            found = of(f"{id} A 5.5    elf.e34 x 1.1", side=None)
            assert found.name and figures(found)["Models"] and rows(found, "Damage")
            for trait in (*found.abilities, *found.states):
                assert trait.words and (not trait.rule or BOOK.why(trait.rule)), trait


# ---------------------------------------------------------------- briefing and standing


@pytest.mark.rule("spf.victory.choose-style", "spf.victory.points", "spf.victory.friendly")
def test_the_briefing_says_who_fights_whom_how_one_wins_and_how_long_it_lasts() -> None:
    forces = ["elf.small", "ork.small"]
    found = BOOK.briefing(BOOK.setup("crossroads", forces, {"match": "tournament"}))
    names = [choice.name for force in forces for choice in BOOK.forces() if choice.id == force]
    assert found.title == "The crossroads"
    assert f"{names[0]} (Elf) hold the southern edge, 2 rows" in found.words
    assert f"{names[1]} (Ork) hold the northern edge, 2 rows" in found.words
    assert [(goal.side, goal.rule) for goal in found.goals] == [(s, "spf.victory.points") for s in "ab"]
    assert "destroyed twice its worth, for each crippled once" in found.goals[0].words
    assert found.lasts.startswith("6 turns, or until a side has no unit left")
    friendly = BOOK.briefing(BOOK.setup("entrenched", forces, {"match": "friendly"}))
    assert friendly.goals[1].rule == "spf.victory.friendly"
    assert friendly.lasts == "Until a side has no unit left, 50 turns at the most."


def test_every_scenario_and_every_kind_of_game_has_a_briefing() -> None:
    pairs = {choice.kind: [choice] for choice in BOOK.forces()}
    for choice in BOOK.forces():
        pairs[choice.kind] += [each for each in BOOK.forces() if choice.may_meet(each)]
    for scenario in BOOK.scenarios():
        for one, other, *_ in pairs.values():
            found = BOOK.briefing(BOOK.setup(scenario.id, [one.id, other.id], {}))
            assert one.name in found.words and other.name in found.words and "game" in found.words


STOOD = """
    elf.e34 A 5.9    elf.e34 B 6.9 shaken=1
    ork.grunt x 5.1 place=destroyed    ork.grunt y 6.1
"""


@pytest.mark.rule("spf.victory.points", "spf.victory.crippled", "spf.victory.destroyed")
def test_the_standing_of_a_tournament_is_in_points() -> None:
    """An E34 is worth 36; the shaken one is crippled."""
    battle = table(STOOD, turn=3).battle
    grunt = int(figures(card(battle, "y", None))["Points"])
    found = BOOK.standing(BOOK.view(battle, "a"))
    a, b = found.sides
    assert (found.turn, found.turns, a.limit) == (3, 8, 0)
    assert (a.value, a.words) == (
        72 + 2 * grunt,
        f"{72 + 2 * grunt} points: 72 for units left, {2 * grunt} for destroyed enemies",
    )
    assert b.words == f"{grunt + 36} points: {grunt} for units left, 36 for crippled enemies"


@pytest.mark.rule("spf.victory.friendly")
def test_the_standing_of_a_friendly_match_is_in_units_lost() -> None:
    a, b = BOOK.standing(table(STOOD, turn=3, match="friendly").battle).sides
    assert (a.value, a.limit, b.value, b.limit) == (0, 2, 1, 2)
    assert b.words == "1 of 2 units lost"


@pytest.mark.rule("spf.ability.hidden-disclosure", "spf.setup.blind")
def test_the_standing_counts_only_what_the_side_may_know() -> None:
    battle = table(AMBUSH, turn=2).battle
    battle.announced = {"a": 0, "b": 12}
    scout = figures(card(battle, "y", "a"))["Points"]
    seen, own = (BOOK.standing(BOOK.view(battle, side)).sides[1] for side in ("a", "b"))
    assert seen.words == f"{scout} points: {scout} for units left; units worth 12 began hidden"
    assert own.value > seen.value
    screened = BOOK.standing(BOOK.view(table(AMBUSH, phase="place", turn=0).battle, "a"))
    assert [(side.words, side.value) for side in screened.sides] == [("sets up behind the screen", 0)] * 2


# ---------------------------------------------------------------- words


def test_every_word_of_the_glossary_names_a_rule_of_the_book() -> None:
    words = BOOK.glossary
    for kind in (words.states, words.phases, words.codes, words.markers):
        for name, term in kind.items():
            assert term.words and BOOK.rules.why(term.rule), name
    assert len(words.help) > 5


def test_every_phase_marker_and_order_code_has_words() -> None:
    words = BOOK.glossary
    assert set(words.phases) == set(BOOK.phases)
    assert set(words.markers) == set(get_args(MarkKind))
    units = [unit for nation in nations() for unit in army_list(nation).units.values()]
    orders = [order for unit in units for each in (unit.movement, unit.gunnery) for order in each.values()]
    codes = {code.name for listed in orders for order in listed for step in order for code in step}
    assert codes <= set(words.codes) and "-" in words.codes


@pytest.mark.parametrize("forces", [("gnome.standard", "dwarf.standard"), ("elf.standard", "ork.standard")])
def test_every_state_that_a_battle_shows_or_tells_has_words(forces: tuple[str, str]) -> None:
    setup = BOOK.setup("crossroads", list(forces), {})
    game = Game(BOOK, setup, {"a": Random(4), "b": Random(5)}, Seeded("6"))
    found: set[str] = set()
    while not game.over and game.battle.turn < 4:
        game.step()
        found |= {state for piece in BOOK.pieces(game.battle) for state in piece.states}
    found |= {event.status for event in game.events if isinstance(event, Became)}
    markers = {event.kind for event in game.events if isinstance(event, Marker)}
    assert len(found) > 5
    assert [state for state in sorted(found) if BOOK.glossary.state(state) is None] == []
    assert markers <= set(BOOK.glossary.markers)
