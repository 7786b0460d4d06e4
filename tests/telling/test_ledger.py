"""What a battle cost, and how the dice fell against what was to be expected."""

import random
from fractions import Fraction
from itertools import product

import pytest

from tests.telling.test_story import CAST, SHOT, SQUAD
from warbook.board.geometry import Spot
from warbook.core.book import Rolls
from warbook.core.events import Aimed, Became, Event, Placed, Removed, Rolled, passed
from warbook.telling.cast import Cast
from warbook.telling.ledger import LedgerLine, chance_to_pass, ledger, luck_words, percentile
from warbook.terminal.ledger import ledger as rows

BATTLE = [
    *SHOT,
    Rolled(rule="x.hit", faces=(1,), need=2, by="a2"),
    Rolled(rule="x.hit", faces=(6,), need=5, by="b1"),
    Became(piece="a2", status="down"),
    Became(piece="b1", status="down"),
    Removed(piece="b1", words="Sorrow is out of action."),
]


def test_the_ledger_counts_losses_and_luck() -> None:
    irons, bulls = ledger(CAST, BATTLE)
    assert (irons.side, irons.name, irons.lost) == (
        "a",
        "Irons",
        "0 of 2 gone from the table; 1 down (Krell)",
    )
    # 1/2 and 5/6: none passes once in 12, just one in half of all battles
    assert irons.lines == (LedgerLine("To hit", 1, 2, pytest.approx(4 / 3), pytest.approx(100 / 3)),)
    assert irons.total == LedgerLine("In all", 1, 2, pytest.approx(4 / 3), pytest.approx(100 / 3))
    assert bulls.lost == "1 of 1 gone from the table (Sorrow)"
    assert bulls.lines[0].percentile == pytest.approx(100 * (2 / 3 + 1 / 6))


def test_the_story_of_each_who_rolled() -> None:
    irons, bulls = ledger(CAST, BATTLE)
    told = {story.name: [(line.name, line.made, line.of) for line in story.lines] for story in irons.stories}
    assert told["Krell"] == [("To hit", 0, 1)]
    assert sum(made for lines in told.values() for _, made, _ in lines) == irons.total.made
    assert [(story.piece, story.lines) for story in bulls.stories] == [("b1", bulls.lines)]


def test_the_ledger_of_a_terminal() -> None:
    assert rows(CAST, BATTLE) == [
        (
            "Irons",
            "0 of 2 gone from the table; 1 down (Krell); aimed 1 time; "
            "to hit 1 of 2, expected 1.3, 67 of 100 battles with these rolls are luckier",
        ),
        (
            "Bulls",
            "1 of 1 gone from the table (Sorrow); aimed 0 times; "
            "to hit 1 of 1, expected 0.3, 17 of 100 battles with these rolls are luckier",
        ),
    ]
    both = Cast(CAST.names, CAST.side_of, CAST.sides, Rolls(CAST.rolls.names, ("x.hit", "x.wound")))
    assert (
        "; to wound 0 of 1, expected 0.5, 75 of 100 battles with these rolls are luckier; in all 1 of 3, "
        in (rows(both, BATTLE)[0][1])
    )


def test_what_a_squad_aims_and_rolls_is_its_sides() -> None:
    fire: list[Event] = [
        Aimed(piece="s", target="b1"),
        Rolled(rule="x.hit", faces=(5,), need=4, by="s"),
        Rolled(rule="x.hit", faces=(5,), need=4, by="a"),  # a side's own dice are nobody's aim
    ]
    irons, bulls = (words for _, words in rows(SQUAD, fire))
    assert "; aimed 1 time; to hit 1 of 1, expected 0.5, " in irons
    assert bulls.endswith("; aimed 0 times")


def test_namesakes_are_lost_in_one_word() -> None:
    gone: list[Event] = [Removed(piece=piece) for piece in ("a2", "a1", "a3")]
    assert ledger(SQUAD, gone)[0].lost == "3 of 3 gone from the table (2 x Krell, Vex)"


def test_who_comes_back_is_not_lost() -> None:
    gone: list[Event] = [Removed(piece="b1")]
    assert ledger(CAST, gone)[1].lost.startswith("1 of 1 gone")
    assert ledger(CAST, [*gone, Placed(piece="b1", spot=Spot(1, 1))])[1].lost == "0 of 1 gone from the table"


def test_rolls_that_are_no_tests_are_not_counted() -> None:
    irons, _ = ledger(CAST, [Rolled(rule="x.hit", faces=(3,), by="a1")])
    assert irons.lines == () and irons.total == LedgerLine("In all", 0, 0, 0.0, 50.0)


@pytest.mark.parametrize("seed", range(12))
def test_against_every_way_the_dice_can_fall(seed: int) -> None:
    luck = random.Random(seed)
    rolls = [_some_roll(luck) for _ in range(luck.randrange(1, 4))]
    made = sum(passed(roll) is True for roll in rolls)
    counts = [
        sum(passed(each) is True for each in fallen)
        for fallen in product(*(_every_fall(roll) for roll in rolls))
    ]
    fewer, as_many = sum(n < made for n in counts), sum(n == made for n in counts)
    exact = percentile(map(chance_to_pass, rolls), made)
    assert exact == Fraction(100 * (2 * fewer + as_many), 2 * len(counts))
    assert sum(map(chance_to_pass, rolls)) == Fraction(sum(counts), len(counts))


def _some_roll(luck: random.Random) -> Rolled:
    count, sides = luck.randrange(1, 4), luck.choice([2, 3, 4])
    faces = tuple(luck.randrange(1, sides + 1) for _ in range(count))
    score = luck.randrange(0, count * sides + 3)
    return Rolled(faces=faces, sides=sides, **{luck.choice(["need", "most"]): score})


def _every_fall(roll: Rolled) -> list[Rolled]:
    return [
        Rolled(faces=faces, sides=roll.sides, need=roll.need, most=roll.most)
        for faces in product(range(1, roll.sides + 1), repeat=len(roll.faces))
    ]


def test_luck_in_words() -> None:
    assert [luck_words(value).split()[0] for value in (0.0, 0.04, 0.6, 1.0, 61.7, 99.0, 99.96, 100.0)] == [
        "99.9",
        "99.9",
        "99.4",
        "99",
        "38",
        "1",
        "0.1",
        "0.1",
    ]


def test_the_lost_of_one_name_are_counted() -> None:
    cast = Cast(
        {"a1": "Grot", "a2": "Vex", "a3": "Grot"},
        dict.fromkeys(("a1", "a2", "a3"), "a"),
        {"a": "Irons"},
        CAST.rolls,
    )
    found = ledger(cast, [Removed(piece=piece) for piece in ("a1", "a2", "a3")])
    assert found[0].lost == "3 of 3 gone from the table (2 x Grot, Vex)"


def test_a_book_says_by_which_states_those_on_the_table_are_lost() -> None:
    cast = Cast(CAST.names, CAST.side_of, CAST.sides, Rolls(lost=("wrecked",)))
    events: list[Event] = [
        Became(piece="a2", status="down"),
        Became(piece="a1", status="wrecked"),
        Became(piece="b1", status="wrecked"),
        Removed(piece="b1"),
        Removed(piece="b1", words="Sorrow is gone for good."),
    ]
    irons, bulls = ledger(cast, events)
    assert irons.lost == f"0 of 2 gone from the table; 1 wrecked ({CAST.names['a1']})"
    assert bulls.lost == "1 of 1 gone from the table (Sorrow)"


def test_each_die_of_a_pool_is_a_test_of_its_own() -> None:
    """Four dice of an assault that hit on 5 or more: two did, a third of four was due."""
    cast = Cast(
        sides={"a": "Reds"}, names={"a1": "Ann"}, side_of={"a1": "a"}, rolls=Rolls(counted=("assault",))
    )
    roll = Rolled(rule="assault", faces=(6, 5, 4, 1), by="a1", counts=(0, 1), each=5)
    (account,) = ledger(cast, [roll])
    (line,) = account.lines
    assert (line.made, line.of, round(line.expected, 3)) == (2, 4, 1.333)
    assert line.percentile == pytest.approx(100 * (48 + 24 / 2) / 81)
