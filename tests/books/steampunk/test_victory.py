"""How a battle ends, who is crippled, the points, and the end phase."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.books.steampunk.position import Position, at, battle, game, table
from tests.kit.script import Unanswered, a, b
from warbook.books.steampunk.aftermath import agonies
from warbook.books.steampunk.aftermath.victory import (
    check,
    crippled,
    end_phase,
    lethal_result,
    scores,
    tvp,
    with_bonus,
)
from warbook.books.steampunk.orders.writing import write
from warbook.books.steampunk.state import field
from warbook.core.dice import Seeded
from warbook.core.questions import Choose, Form, Question


def match(text: str, style: str = "tournament", turns: int = 8, turn: int = 1) -> Position:
    made = battle(text, turn=turn, match=style)
    made.setup = replace(made.setup, scenario=replace(made.setup.scenario, turns=turns))
    return Position(made)


# ---------------------------------------------------------------- the end


@pytest.mark.rule("spf.victory.friendly", "spf.victory.choose-style")
@pytest.mark.parametrize(
    ("a", "b", "over", "winner"),
    [
        ("map", "destroyed", True, "a"),
        ("fled", "map", True, "b"),
        ("destroyed", "fled", True, ""),
        ("map", "map", False, ""),
    ],
)
def test_a_friendly_match_ends_when_a_side_is_gone(a: str, b: str, over: bool, winner: str) -> None:
    """Ruling V1: a draw if nobody is left. However many turns it takes."""
    play = match(f"ork.grunt A 3.3 place={a}    elf.e34 x 5.5 place={b}", "friendly", turns=8, turn=30)
    play.run(check)
    assert (play.battle.over, play.battle.winner, play.battle.scores) == (over, winner, {})
    assert play.says("All enemy units are eliminated.") is bool(winner)
    assert play.says("Nobody has won.") is (over and not winner)


@pytest.mark.rule("spf.victory.friendly")
@pytest.mark.parametrize(("turn", "over"), [(49, False), (50, True)])
def test_a_friendly_match_without_an_end_is_a_draw(turn: int, over: bool) -> None:
    """Ruling W15: whatever they are worth."""
    play = match("ork.hammerhead A 3.3    elf.elf-scout x 5.5", "friendly", turn=turn).run(check)
    assert (play.battle.over, play.battle.winner, play.battle.scores) == (over, "", {})


@pytest.mark.rule("spf.victory.choose-style")
@pytest.mark.parametrize(("style", "turns"), [("tournament", 5), ("friendly", 50)])
def test_the_style_decides_how_long_orders_are_written(style: str, turns: int) -> None:
    for turn, asked in ((turns - 1, True), (turns, False)):
        play = match("ork.ork-infantry A 3.3    elf.illusion x 5.5", style, turns=5, turn=turn)
        made = game(play.battle)
        if asked:
            with pytest.raises(Unanswered, match=f"orders for turn {turns}"):
                write(made)
        else:
            write(made)


@pytest.mark.rule("spf.victory.fixed-time", "spf.victory.mvp")
@pytest.mark.parametrize(("turn", "over"), [(7, False), (8, True)])
def test_a_timed_match_ends_with_its_last_turn(turn: int, over: bool) -> None:
    """Grunts of 4 mp against scouts: whoever has more points left gets the bonus."""
    play = match("ork.hammerhead A 3.3    elf.elf-scout x 5.5", turn=turn).run(check)
    assert play.battle.over == over
    if over:
        left = scores(play.battle)
        assert play.battle.scores == {"a": left["a"] + 16, "b": left["b"]}
        assert play.battle.winner == "a"


@pytest.mark.rule("spf.victory.fixed-time")
def test_a_timed_match_with_one_side_left_is_over() -> None:
    play = match("ork.grunt A 3.3    elf.e34 x 5.5 place=destroyed", turn=2).run(check)
    assert (play.battle.over, play.battle.winner) == (True, "a")


# ---------------------------------------------------------------- points


@pytest.mark.rule("spf.victory.points", "spf.victory.destroyed")
def test_points_for_the_destroyed_and_for_those_left() -> None:
    """An 8 ip tank destroyed is 48; six points of men left, one dead, are 6 for their owner: partial losses
    count for nothing."""
    play = table("ork.hammerhead A 3.3 place=destroyed    spartan.hoplites x 5.5 living=0/1/2")
    assert scores(play.battle) == {"a": 0, "b": 48 + 6}


@pytest.mark.rule("spf.victory.points", "spf.victory.crippled-own")
def test_points_of_units_paid_in_several_currencies() -> None:
    """A crippled enemy of 4 mp + 2 cp is 6, an own unit left of 6 ip + 2 xp is 20. Crippled men of 4 mp are 4
    for their owner and 4 for the enemy."""
    text = "dwarf.dwarf-infantry A 3.3 living=0/1 {}    gnome.gnome-helicopter x 5.5"
    assert scores(table(text.format("equip=heavy-musket")).battle) == {"a": 6, "b": 20 + 6}
    assert scores(table(text.format("")).battle) == {"a": 4, "b": 20 + 4}


@pytest.mark.rule("spf.victory.points", "spf.victory.crippled-own")
def test_the_crippled_score_for_both_sides() -> None:
    """Own crippled unit: its owner scores for it, and the enemy too. Ruling V8: so does one that fled."""
    for state in ("shaken=1", "place=fled"):
        play = table(f"spartan.hoplites A 3.3 {state}    elf.e34 x 5.5 place=destroyed")
        assert scores(play.battle) == {"a": 6 + 2 * _value(play, "x"), "b": 6}


@pytest.mark.rule("spf.victory.points")
def test_industry_counts_three_times() -> None:
    """Enemy unit of 6 ip destroyed -> 36 points, crippled -> 18; an own one left -> 18."""
    assert _points("place=destroyed") == {"a": 0, "b": 36}
    assert _points("crippled_crew") == {"a": 18, "b": 18}
    assert _points("") == {"a": 18, "b": 0}


def _points(state: str) -> dict[str, int]:
    """Of the chariot alone."""
    play = table(f"spartan.fire-chariot A 3.3 {state}    ork.grunt x 5.5")
    points = scores(play.battle)
    return {"a": points["a"], "b": points["b"] - _value(play, "x")}


@pytest.mark.rule("spf.victory.points")
def test_units_that_came_by_an_ability_are_worth_nothing() -> None:
    """Ruling V7."""
    play = table(
        """gnome.gnome-infantry A 3.3 place=destroyed    gnome.assault-bots B 4.4 place=destroyed
           ork.grunt x 5.5"""
    )
    assert scores(play.battle)["b"] == 2 * _value(play, "A") + _value(play, "x")


def _value(play: Position, name: str) -> int:
    cost = field(play.battle, play[name]).cost
    return 3 * cost.ip + cost.mp + cost.cp + cost.xp


@pytest.mark.rule("spf.victory.win-bonus")
def test_the_winner_adds_sixteen() -> None:
    """100 against 80 -> 116 against 80; nobody gets it for equal points (ruling V1)."""
    assert with_bonus({"a": 100, "b": 80}) == {"a": 116, "b": 80}
    assert with_bonus({"a": 80, "b": 80}) == {"a": 80, "b": 80}


@pytest.mark.rule("spf.victory.tvp")
@pytest.mark.parametrize(("mvp", "points"), [(144, 12), (100, 10), (-100, 10), (50, 7.07)])
def test_tournament_points_are_the_square_root(mvp: int, points: float) -> None:
    """Ruling V10: two decimals."""
    assert tvp(mvp) == points


# ---------------------------------------------------------------- crippled


@pytest.mark.rule("spf.victory.crippled")
@pytest.mark.parametrize(
    ("unit", "is_crippled"),
    [
        ("ork.grunt A 3.3 living=0/1", True),
        ("ork.grunt A 3.3 living=0/1/2", False),
        ("ork.grunt A 3.3 shaken=1", True),
        ("ork.grunt A 3.3 place=fled", True),
        ("ork.hammerhead A 3.3 future=4", True),
        ("ork.hammerhead A 3.3 future=3", False),
        ("ork.hammerhead A 3.3 critical=cannot-move", True),
        ("ork.hammerhead A 3.3 crippled_crew", True),
        ("ork.hammerhead A 3.3 jammed fires=2", False),
        ("elf.elf-scout A 3.3", False),
        ("elf.elf-scout A 3.3 future=1", True),
        ("ork.warg-rider A 3.3 future=9", False),
    ],
)
def test_who_is_crippled(unit: str, is_crippled: bool) -> None:
    """2 of 4 models left; destroyed at 9+: +4 to future damage, +3 not. Ruling V6: not where no line reads
    destroyed; and never without any token."""
    play = table(unit)
    assert bool(crippled(play.battle, play["A"])) == is_crippled


def test_the_lethal_result_is_the_lowest_that_destroys() -> None:
    play = table("ork.hammerhead A 3.3    ork.warg-rider B 4.4")
    assert lethal_result(play.battle, play["A"]) == 9
    assert lethal_result(play.battle, play["B"]) is None


# ---------------------------------------------------------------- the end phase


@pytest.mark.rule("spf.victory.end-phase-agony")
def test_agony_goes_on_until_the_poison_is_gone() -> None:
    """A unit with poison[6] rolls d6 in one pass and d4 in the next; then it is clean."""
    play = table("elf.bear-rider A 3.3 poison=6").run(end_phase, dice="1 1")
    assert play["A"].poison == []


@pytest.mark.rule("spf.victory.end-phase-agony")
def test_bleeding_ends_with_a_one_or_with_the_unit() -> None:
    play = table("ork.warg-rider A 3.3 living=0 bleeding=6    ork.troll x 5.5 bleeding=4")
    play.run(end_phase, dice="2 2 4 2 1 6 1", answers=[b("done"), b("done"), b("done")])
    assert (play["A"].place, play["x"].bleeding) == ("destroyed", [])


@pytest.mark.rule("spf.victory.end-phase-healing")
def test_healing_goes_on_too() -> None:
    """Ruling V4: the first window before agony 0."""
    play = table("ork.troll A 3.3 fires=1").run(end_phase, answers=[a("A:fire")])
    assert play["A"].fires == 0


@pytest.mark.rule("spf.victory.end-phase-agony", "spf.victory.crippled")
def test_terror_is_not_repeated_and_shaken_is_judged_before() -> None:
    """Rulings V2 and V3: who was shaken at the end of the last turn is crippled, though steady afterwards."""
    play = table("dwarf.tamed-balrog A 3.3    ork.grunt x 3.4 shaken=2    poison 3.4 3.5 strength=8")
    play.run(end_phase, answers=[b("3.5"), b("3.6")])
    assert (play["x"].shaken, crippled(play.battle, play["x"])) == (0, "is shaken")


@pytest.mark.rule("spf.ability.terror", "spf.V3", "spf.W14")
def test_terror_can_be_switched_on_for_as_long_as_somebody_suffers() -> None:
    """The grunts cannot flee: terror strikes them once, while the tank burns, and then they calm down."""
    text = "dwarf.tamed-balrog A 3.3    ork.grunt x 3.4 shaken=1 critical=cannot-move    ork.hammerhead y 9.9"
    play = table(f"{text} fires=1", end_phase_terror=True).run(end_phase, dice="8 1")
    assert (play["x"].shaken, len(play.rolled("spf.ability.terror"))) == (0, 1)
    assert not table(text, end_phase_terror=True).run(end_phase).rolled("spf.ability.terror")


@pytest.mark.rule("spf.victory.end-phase-shaken")
def test_shaken_units_flee_until_they_are_steady_and_nobody_else_moves() -> None:
    """Two tokens, two turns of fleeing; the order of the steady unit is not carried out."""
    play = table("dwarf.dwarf-infantry A 3.3 north order=F,F,F    ork.grunt x 3.4 shaken=2")
    play.run(end_phase, answers=[b("3.5"), b("3.6")])
    assert (play["x"].hex, play["x"].shaken, play["A"].hex) == (at("3.6"), 0, at("3.3"))


@pytest.mark.rule("spf.victory.end-phase-shaken")
def test_in_the_end_phase_nobody_enters_an_assault() -> None:
    """Ruling V5: the order of a shaken zeppelin is to go on; who would meet the enemy stays."""
    ship = "dwarf.transport-zeppelin"
    play = table(f"{ship} A 3.4 north fast-flying shaken=1    {ship} x 3.3 fast-flying")
    play.run(end_phase)
    assert (play["A"].hex, play["A"].shaken, play.battle.clashes) == (at("3.4"), 0, [])


@pytest.mark.rule("spf.victory.end-phase-shaken", "spf.stacking.deliberate-overflow", "spf.W23")
@pytest.mark.parametrize("overflow", ["always", "never", "auto"])
def test_in_the_end_phase_nobody_is_shaken_for_want_of_room(overflow: str) -> None:
    """Three shaken zeppelins go on into one hex, which has room for two, and stay where they are."""
    ship, speed = "dwarf.transport-zeppelin", "fast-flying shaken=1"
    play = table(
        f"{ship} A 3.5 n {speed}    {ship} B 2.4 ne {speed}    {ship} C 4.4 nw {speed}    ork.grunt x 9.9",
        deliberate_overflow=overflow,
    )
    play.run(end_phase)
    assert [play[id].hex for id in "ABC"] == [at("3.5"), at("2.4"), at("4.4")]
    assert [play[id].shaken for id in "ABC"] == [0, 0, 0]


def test_an_end_phase_without_anybody_who_suffers_is_short() -> None:
    table("ork.grunt A 3.3 future=3    elf.e34 x 5.5").run(end_phase)


@pytest.mark.rule("spf.victory.end-phase-agony")
@pytest.mark.parametrize("seed", range(10))
def test_every_end_phase_ends_with_everybody_clean_or_dead(seed: int) -> None:
    play = table(
        """dwarf.dwarf-infantry A 3.3 poison=12/8 bleeding=12 endurance=3 acid=2
           dwarf.dw42 B 3.4 fires=2 acid=1
           ork.troll x 3.7 poison=8 bleeding=6 minor_acid=3    ork.grunt y 3.7 shaken=2 fires=1"""
    )
    play.game.seat({"a": Taker(), "b": Taker()})
    play.game.source = Seeded(seed)
    play.book.chapter = end_phase
    play.game.step()
    for unit in play.battle.units:
        assert unit.gone or not (agonies.suffers(unit) or unit.shaken)


class Taker:
    """A player who takes the first answer."""

    def answer(self, side: str, question: Question, view: object) -> object:
        if isinstance(question, Form):
            return {name: self.answer(side, part, view) for name, part in question.parts.items()}
        assert isinstance(question, Choose)
        return question.open()[0].id
