from collections import Counter

import pytest

from warbook.core.dice import Arranged, Dice, NoSuchFace, Scripted, ScriptEnded, Seeded, Typed, seeded

BURST = (1, 1, 2, 2, 3, "jam")


def test_a_seed_gives_the_same_dice_for_ever():
    dice = Seeded("warbook")
    assert [dice.d6() for _ in range(20)] == [3, 4, 1, 6, 1, 4, 1, 2, 4, 2, 4, 5, 3, 6, 2, 3, 5, 4, 3, 3]
    assert dice.pool(5) == (4, 2, 2, 1, 1)
    assert dice.total(3) == 10
    assert [dice.d3() for _ in range(5)] == [2, 1, 1, 2, 3]
    assert [dice.face(BURST) for _ in range(6)] == [1, "jam", 2, 2, 1, 1]
    assert dice.cursor == 40
    assert Seeded("warbook", 10**12).pool(10) == (6, 6, 5, 4, 3, 3, 2, 1, 1, 1)


def test_a_seed_may_be_a_number_words_or_bytes():
    assert Seeded(7).pool(30) == Seeded("7").pool(30) == Seeded(b"7").pool(30) != Seeded(8).pool(30)
    assert Seeded(-1).d6() and Seeded("").d6() and Seeded("x" * 1000).d6()


@pytest.mark.parametrize("used", [0, 1, 63, 64, 65, 200])
def test_dice_go_on_from_a_cursor(used):
    dice = Seeded(1)
    dice.throw(2, used, "", None, None)
    assert dice.cursor == used
    later, twin = Seeded(1, cursor=dice.cursor), dice.copy()
    rest = dice.throw(6, 100, "", None, None)
    assert later.throw(6, 100, "", None, None) == rest
    assert twin.throw(6, 100, "", None, None) == rest
    assert later.cursor == twin.cursor == dice.cursor
    dice.cursor = used
    assert dice.throw(6, 100, "", None, None) == rest


def test_one_throw_of_many_dice_is_many_throws_of_one():
    dice, twin = Seeded(3), Seeded(3)
    assert dice.throw(6, 200, "", None, None) == tuple(twin.d6() for _ in range(200))


def test_labels_change_no_dice():
    dice, twin = Seeded(3), Seeded(3)
    assert [dice.d6("to hit", need=4), dice.total(2, "ld", most=7)] == [twin.d6(), twin.total(2)]


@pytest.mark.parametrize(
    ("sides", "bar"), [(2, 10.8), (3, 13.8), (6, 20.5), (7, 22.5), (36, 66.6), (200, 268)]
)
def test_seeded_faces_are_equally_likely(sides, bar):
    """Chi-square with the bar that fair dice cross once in a thousand seeds."""
    thrown = Counter(Seeded("fair").throw(sides, 60_000, "", None, None))
    expected = 60_000 / sides
    assert set(thrown) == set(range(1, sides + 1))
    assert sum((count - expected) ** 2 / expected for count in thrown.values()) < bar


def test_one_die_says_nothing_about_the_next():
    dice = Seeded("pairs")
    pairs = Counter((dice.d6(), dice.d6()) for _ in range(36_000))
    assert sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7)) < 66.6


def test_seeded_refuses_what_it_cannot_throw():
    with pytest.raises(ValueError, match="257"):
        Seeded(1).throw(257, 1, "", None, None)
    with pytest.raises(ValueError, match="-1"):
        Seeded(1, cursor=-1)


def test_a_script_answers_in_order():
    dice = Scripted("6 4 5 3  2 6")
    assert (dice.d6(), dice.pool(2), dice.d3(), dice.total(1)) == (6, (5, 4), 3, 2)
    assert dice.face(BURST) == "jam"
    assert dice.left == []


def test_a_script_says_what_is_left():
    dice = Scripted([6, 4, 5])
    dice.d6()
    assert dice.left == [4, 5]


def test_a_script_that_ends_says_which_roll_was_asked():
    dice = Scripted("6 1")
    with pytest.raises(
        ScriptEnded, match=r"2 faces left when asked for 3D6 for gce\.leadership \(8 or less\)"
    ):
        dice.total(3, "gce.leadership", most=8)
    assert dice.left == [6, 1]
    dice.total(2)
    with pytest.raises(ScriptEnded, match=r"no faces left when asked for 1D6 for gce\.to-hit \(4 or more\)"):
        dice.d6("gce.to-hit", need=4)


@pytest.mark.parametrize(
    ("faces", "ask"), [("7", Dice.d6), ("0", Dice.d6), ("4", Dice.d3), ("3", lambda dice: dice.face("ab"))]
)
def test_a_script_refuses_a_face_that_the_die_does_not_have(faces, ask):
    with pytest.raises(NoSuchFace, match=f"says {faces} when asked for 1D"):
        ask(Scripted(faces))


def typed(*lines):
    prompts = []
    answers = iter(lines)

    def ask(prompt):
        prompts.append(prompt)
        return next(answers)

    return Typed(ask), prompts


def test_a_person_is_told_what_to_roll():
    dice, prompts = typed("4", "6, 1 3", "2", "6")
    assert (dice.d6("to hit", need=4), dice.pool(3), dice.d3("scatter")) == (4, (6, 3, 1), 2)
    assert dice.face(BURST, "sustained fire") == "jam"
    assert prompts == [
        "Roll 1D6 for to hit (4 or more): ",
        "Roll 3D6: ",
        "Roll 1D3 for scatter: ",
        "Roll 1D6 for sustained fire: ",
    ]


@pytest.mark.parametrize("wrong", ["", "7", "0", "-3", "3 3", "six", "3.5", "²"])
def test_a_person_is_asked_again_after_a_wrong_answer(wrong):
    dice, prompts = typed(wrong, "5")
    assert dice.d6() == 5
    assert prompts[1] == "That is not 1 face from 1 to 6. Roll 1D6: "


def test_dice_without_a_thrower_cannot_be_thrown():
    with pytest.raises(NotImplementedError):
        Dice().d6()


class TestArranged:
    def test_the_written_faces_fall_first_and_then_those_of_the_seed(self) -> None:
        dice = Arranged([6, 4, 5], "x")
        assert [dice.d6() for _ in range(5)] == [6, 4, 5, *Seeded("x").each(2)]

    def test_one_throw_may_take_the_last_of_them_and_the_first_of_the_seed(self) -> None:
        assert Arranged([6, 4], "x").each(4) == (6, 4, *Seeded("x").each(2))

    def test_a_face_that_the_die_does_not_have_counts_on_from_one(self) -> None:
        dice = Arranged([3, 4, 6], "x")
        assert [dice.d3() for _ in range(3)] == [3, 1, 3]

    def test_there_may_be_none(self) -> None:
        seed = Arranged([], "x").seed
        assert seeded(str(seed)).each(5) == Arranged([], "x").each(5) == Seeded("x").each(5)

    @pytest.mark.parametrize("taken", [0, 1, 3, 5])
    def test_a_cursor_leads_back_and_its_seed_says_all_of_it(self, taken: int) -> None:
        dice = Arranged([6, 4, 5], "x")
        dice.each(taken)
        cursor, ahead = dice.cursor, dice.copy().each(70)
        again = seeded(str(dice.seed))
        again.cursor = cursor
        assert again.each(70) == ahead
        dice.cursor = cursor
        assert dice.each(70) == ahead

    @pytest.mark.parametrize(
        "seed", ["17", "arranged", "arranged 6", "arranged 6,0 then 1", "arranged x then 1"]
    )
    def test_any_other_seed_stands_for_itself(self, seed: str) -> None:
        assert seeded(seed).each(5) == Seeded(seed).each(5)
        assert not isinstance(seeded(seed), Arranged)
