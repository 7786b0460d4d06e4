"""Illusions: what the enemy takes them for, and how he learns better."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.steampunk.assaults import contested
from tests.books.steampunk.position import Position, table
from tests.kit.script import a
from warbook.books.steampunk import BOOK
from warbook.books.steampunk.army.written import Army, Enlisted
from warbook.books.steampunk.gunnery.aiming import being_hit
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.orders.writing import write
from warbook.books.steampunk.pending import Blow, Gain
from warbook.books.steampunk.state import LEARNED, LIKE, Battle, Setup
from warbook.books.steampunk.turn import step
from warbook.core.book import Piece
from warbook.core.events import Became

PAIR = "elf.elf-infantry v 5.3 slow equip=camouflage    elf.illusion x 5.3 slow marks=looks-like:0"


def piece(battle: Battle, side: str | None) -> Piece:
    (found,) = [piece for piece in BOOK.pieces(BOOK.view(battle, side)) if piece.id == "x"]
    return found


def mustered(*units: Enlisted) -> Battle:
    setup = BOOK.setup("crossroads", ["elf.small", "ork.small"], {})
    elves = Army("Elves", "elf", units, words="With an illusion.")
    return BOOK.muster(Setup(setup.scenario, (elves, setup.armies[1])))


# ---------------------------------------------------------------- what it looks like


@pytest.mark.rule("spf.W17")
def test_it_looks_like_the_infantry_nearest_before_it_in_the_list_or_else_after_it() -> None:
    foot, illusion = Enlisted("elf.elf-infantry"), Enlisted("elf.illusion")
    tank, scout = Enlisted("elf.e34"), Enlisted("elf.elf-scout")
    assert mustered(foot, foot, tank, scout, illusion).units[4].marks == {LIKE: 1}
    assert mustered(illusion, tank, foot).units[0].marks == {LIKE: 2}
    assert mustered(illusion, tank, scout).units[0].marks == {}  # a scout is one model


@pytest.mark.rule("spf.W17")
@pytest.mark.parametrize("side", ["a", None])
def test_the_enemy_is_shown_infantry(side: str | None) -> None:
    battle = table(f"ork.grunt A 5.8    {PAIR} living=0/2").battle
    seen, own = piece(battle, side), piece(battle, "b")
    assert (seen.name, seen.states, seen.words) == (
        "Elf Infantry",
        ("empty",),
        "slow, 2 of 4 models",
    )
    assert (own.name, own.states) == ("Elf Infantry", ("illusion",))
    unit = BOOK.view(battle, side).unit("x")
    assert (unit.kind, unit.number, unit.marks) == ("elf.elf-infantry", 1, {})
    assert list(BOOK.secrets(battle, "a")) == ["Illusion", "elf.illusion"]
    assert not list(BOOK.secrets(battle, "b"))


@pytest.mark.rule("spf.W17")
def test_the_enemy_reads_of_infantry_in_the_army_list() -> None:
    battle = mustered(Enlisted("elf.elf-infantry", equip=("elf.camouflage",)), Enlisted("elf.illusion"))
    elves = BOOK.known_setup(battle, "b").armies[0]
    assert elves.units == (battle.setup.armies[0].units[0],) * 2 and elves.words == ""
    assert BOOK.known_setup(battle, "a").armies[0] == battle.setup.armies[0]
    assert BOOK.muster(BOOK.known_setup(battle, "b")).units[1].kind == "elf.elf-infantry"


@pytest.mark.rule("spf.W17")
def test_it_has_the_name_its_owner_gave_it_and_never_that_of_the_other() -> None:
    foot = Enlisted("elf.elf-infantry", name="First")
    for given, called in (("", "Elf Infantry"), ("Second", "Second")):
        battle = mustered(foot, Enlisted("elf.illusion", name=given))
        assert next(each.name for each in BOOK.pieces(battle) if each.id == "a2") == called
        assert BOOK.known_setup(battle, "b").armies[0].units[1] == Enlisted("elf.elf-infantry", name=given)


@pytest.mark.rule("spf.W17", "spf.fire.mod-abilities")
def test_it_is_hit_like_the_unit_it_looks_like() -> None:
    play = table(f"ork.grunt A 5.8    {PAIR}    elf.elf-infantry z 5.3 slow    forest 5.3")
    camouflaged, illusion, plain = (being_hit(play.battle, play[name]) for name in "vxz")
    assert camouflaged == illusion != plain


def test_its_owner_is_told_which_it_is() -> None:
    """In the form of orders, where both are called alike; the enemy has nothing to choose."""
    text = "elf.elf-infantry V 5.3    elf.illusion X 5.3 marks=looks-like:0    elf.illusion x 5.1"
    names = [part.text.partition(",")[0] for part in table(text).question(write).parts.values()]
    assert names == ["Elf Infantry", "Elf Infantry (illusion)"]


# ---------------------------------------------------------------- how the enemy learns what it is


def learned(play: Position) -> bool:
    told = [event for event in play.events if isinstance(event, Became) and event.status == "illusion"]
    seen = piece(play.battle, "a")
    known = LEARNED in play["x"].marks
    assert (seen.name, "illusion" in seen.states) == (
        ("Illusion", True) if known else ("Elf Infantry", False)
    )
    assert [event.words for event in told] == ["Elf Infantry is an illusion."] * known
    return known


def after(text: str, phase: str, dice: str = "", **due: Any) -> Position:
    play = table(f"{text}    {PAIR}", phase=phase)
    for name, what in due.items():
        setattr(play.battle, name, what)
    return play.run(step, dice=dice)


@pytest.mark.rule("spf.W17")
@pytest.mark.parametrize(("result", "known"), [(3, False), (4, True)])
def test_a_hit_that_removes_it_shows_what_it_was(result: int, known: bool) -> None:
    blow = Blow("x", "regular", result, "shot", "spf.damage.roll", "A")
    assert learned(after("ork.grunt A 5.8", "effects 1", blows=[blow])) is known


@pytest.mark.rule("spf.W17")
@pytest.mark.parametrize(("token", "known"), [("fire", False), ("poison", True)])
def test_poison_that_does_nothing_shows_what_it_is(token: Any, known: bool) -> None:
    gain = Gain("x", token, "spf.ability.poison-ranged", 1, 6)
    assert learned(after("ork.grunt A 5.8", "effects 1", gains=[gain])) is known


@pytest.mark.rule("spf.W17")
def test_a_poison_cloud_shows_what_it_is() -> None:
    play = after("ork.grunt A 5.8    poison 5.3 strength=6", "effects 1", dice="1 1 1 1")
    assert learned(play) and len(play.rolled("spf.hexfx.poison-cloud")) == 1  # of the infantry beside it


@pytest.mark.rule("spf.W17")
@pytest.mark.ability("terror")
def test_terror_shows_what_it_is() -> None:
    assert learned(after("dwarf.tamed-balrog A 5.4", "agony 0", dice="1"))
    assert not learned(after("dwarf.tamed-balrog A 5.9", "agony 0"))


@pytest.mark.rule("spf.W17")
def test_an_assault_shows_what_it_is_before_anybody_retreats() -> None:
    play = table(f"ork.grunt A 5.4    {PAIR}", phase="pre-assault 1")
    contested(play, "5.3", "A>", "v", "x")
    assert learned(play.run(step))


@pytest.mark.rule("spf.W17")
@pytest.mark.parametrize(("dice", "known"), [("6 6", True), ("1 1", False)])
def test_a_hit_with_psychic_damage_shows_what_it_is(dice: str, known: bool) -> None:
    text = "dwarf.zap A 5.5 north fast gunnery=fire,- loaded=dwarf.twin-fear-ray:1"
    play = table(f"{text}    {PAIR}")
    form = play.question(gunnery, 1)
    play.run(gunnery, 1, dice=dice, answers=[a(dict.fromkeys(form.parts, "x"))])
    assert learned(play) is known
    assert not play.rolled("spf.special.typed-damage")
