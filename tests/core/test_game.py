"""Asking, telling and revealing; waiting and going on; who is at fault when an answer is not legal."""

import msgspec
import pytest

from tests.core.test_questions import MALFORMED
from tests.core.toy import TOY, WORDS_GIVEN, Setup, Toy, after, toy_game
from warbook.core.dice import Dice, Scripted, Seeded
from warbook.core.events import Moved, Note, Rolled
from warbook.core.game import Astray, Foul, Game, Waiting
from warbook.core.questions import Choose, Option, Refused
from warbook.core.record import plain_tape
from warbook.core.state import state_hash
from warbook.core.tape import Answer, Fact, Sealed, Throw
from warbook.players.random import Random
from warbook.telling.wire import seen


def whole(game: Game) -> tuple[object, ...]:
    """All there is to a game, to show that nothing of it has changed."""
    return (
        state_hash(game.battle),
        msgspec.json.encode(plain_tape(game.tape)),
        msgspec.json.encode([(plain_tape(step.tape), step.hash) for step in game.steps]),
        msgspec.json.encode(game.events),
        game.source.cursor if isinstance(game.source, Seeded) else None,
        {side: id(question) for side, question in game.waiting.items()},
        dict(game.unopened),
    )


def moved(*, seed="toy") -> Game:
    """After the passwords; side a is asked what it does."""
    return after(toy_game(seed), *WORDS_GIVEN)


# ---------------------------------------------------------------- bots


def test_bots_play_to_the_end_at_once():
    game = toy_game(players={"a": Random(1), "b": Random(2)})
    assert game.over and not game.waiting and game.complete
    assert len(game.steps) > 5 and all(step.hash for step in game.steps)


def test_with_recording_off_nothing_is_kept():
    game = Game(TOY, Setup(), {"a": Random(1), "b": Random(2)}, Seeded(1))
    game.advance()
    assert game.over and not game.steps and not game._moments and not game.complete


def test_same_setup_seed_and_bots_give_the_same_battle():
    games = [toy_game("x", {"a": Random(1), "b": Random(2)}) for _ in range(2)]
    assert whole(games[0]) == whole(games[1])
    assert whole(games[0]) != whole(toy_game("y", {"a": Random(1), "b": Random(2)}))


def test_a_bot_gets_the_view_of_its_own_side():
    views = []

    class Nosy(Random):
        def answer(self, side, question, view):
            views.append((side, view.words.copy()))
            return super().answer(side, question, view)

    toy_game(players={"a": Nosy(1), "b": Nosy(2)})
    assert len(views) > 10
    assert all(set(words) <= {side} for side, words in views)


# ---------------------------------------------------------------- waiting and going on


def test_a_battle_waits_for_people_and_goes_on_when_they_answer():
    game = toy_game()
    assert set(game.waiting) == {"a", "b"} and game.blind
    after(game, *WORDS_GIVEN)
    assert set(game.waiting) == {"a"} and not game.blind
    assert game.asked("a").text == "What now?" and game.asked("b") is None
    after(game, ("a", "go"), ("a", {"path": [[2, 5]]}))
    assert game.battle.scout("a").y == 5.0
    assert game.asked("a").text == "Measure?"


def test_a_step_run_again_tells_nothing_twice_and_rolls_nothing_twice():
    game = after(moved(), ("a", "stay"), ("a", "no"))
    before = [event for event in game.events if isinstance(event, Note)]
    assert [note.words for note in before].count("ann looks about.") == 1
    after(game, ("a", "fire"), ("b", "stay"), ("b", "no"), ("b", "fire"))
    rolls = [event.faces for event in game.events if isinstance(event, Rolled)]
    twin = Seeded("toy")
    assert rolls == [(twin.d6(),), (twin.d6(),)]
    assert game.source.cursor == twin.cursor


def test_events_stay_the_same_while_a_step_runs_again_and_again():
    game = moved()
    first = list(game.events)
    after(game, ("a", "go"))
    assert game.events == first, "the question where to go comes after the same events"
    after(game, ("a", {"path": [[3, 3]]}))
    assert game.events[: len(first)] == first
    assert isinstance(game.events[len(first)], Moved)


def test_the_tape_holds_answers_sealed_answers_dice_and_facts():
    game = after(moved(), ("a", "stay"), ("a", "yes"), ("a", "fire"))
    entries = [entry for step in game.steps for entry in step.tape]
    assert entries == [
        Sealed({"a": "amber", "b": "beryl"}),
        Answer("a", "stay"),
        Answer("a", "yes"),
        Fact("8.0 inches apart"),
        Answer("a", "fire"),
        Throw((5,)),
    ]


def test_a_roll_is_told_with_who_and_why():
    game = after(moved(), ("a", "stay"), ("a", "no"), ("a", "fire"))
    (roll,) = [event for event in game.events if isinstance(event, Rolled)]
    assert (roll.by, roll.rule, roll.need, roll.sides) == ("ann", "toy.shot", 5, 6)
    assert [modifier.why for modifier in roll.modifiers] == ["stand"]


def test_a_handful_of_tests_is_one_throw_and_told_as_so_many_rolls():
    fallen, taped = [], []

    class Volley(Toy):
        def end_step(self, game):
            fallen.extend(game.rolling("ann").roll(lambda dice: dice.each(3, "toy.volley", need=4)))
            taped.append(game.tape[-1])
            super().end_step(game)

    game = Game(Volley(), Setup(), {}, Seeded("toy"))
    game.advance()
    after(game, *WORDS_GIVEN, ("a", "stay"), ("a", "no"), ("a", "fire"))
    rolls = [event for event in game.events if isinstance(event, Rolled) and event.rule == "toy.volley"]
    assert [(roll.by, roll.need, len(roll.faces)) for roll in rolls] == [("ann", 4, 1)] * 3
    assert [roll.faces[0] for roll in rolls] == fallen and taped == [Throw(tuple(fallen))]


def test_nobody_throws_under_the_name_of_who_threw_before():
    """Otherwise a battle resumed elsewhere would tell the next roll differently."""

    class Bare(Toy):
        def end_step(self, game):
            game.rolling("").roll(lambda dice: dice.d6("toy.luck"))
            super().end_step(game)

    game = Game(Bare(), Setup(), {}, Seeded("toy"))
    game.advance()
    after(game, *WORDS_GIVEN, ("a", "stay"), ("a", "no"), ("a", "fire"))
    assert [(roll.rule, roll.by) for roll in game.events if isinstance(roll, Rolled)] == [
        ("toy.shot", "ann"),
        ("toy.luck", ""),
    ]


def test_rules_may_do_what_they_like_with_an_answer():
    """The toy takes its order forms apart; the tape keeps them whole."""
    game = toy_game(players={"a": Random(3), "b": Random(4)}, seed=5)
    forms = [e for step in game.steps for e in step.tape if isinstance(e, Sealed) and "amber" not in str(e)]
    sealed = [entry for entry in forms if isinstance(entry.values["a"], dict)]
    assert sealed and all(set(entry.values["a"]) == {"stance", "where"} for entry in sealed)


def test_a_battle_that_waits_cannot_be_stepped_past_its_question():
    game = moved()
    before = whole(game)
    with pytest.raises(RuntimeError, match="waits for an answer of: a"):
        game.step()
    game.advance()
    assert whole(game) == before


def test_an_unknown_side_cannot_be_given_a_player():
    with pytest.raises(ValueError, match="no side 'c'; its sides are: a, b"):
        Game(TOY, Setup(), {"c": Random()}, Seeded(1))
    with pytest.raises(ValueError, match="no side 'A'"):
        toy_game().seat({"A": None})


def test_a_bot_takes_over_from_a_person_and_a_person_from_a_bot():
    game = after(moved(), ("a", "go"))
    game.seat({"a": Random(1)})
    assert set(game.waiting) == {"b"}
    game.seat({"b": Random(2)})
    assert game.over
    game = toy_game(players={"a": Random(1)})
    after(game, ("b", "beryl"))
    game.seat({"a": None})
    assert not game.over
    while not game.over:
        after(game, *((side, Random(3).answer(side, q, None)) for side, q in list(game.waiting.items())))


# ---------------------------------------------------------------- sealed answers


@pytest.mark.parametrize("first", ["a", "b"])
def test_a_sealed_answer_changes_nothing_that_anybody_can_see(first):
    game, other = toy_game(), "b" if first == "a" else "a"
    answers = dict(WORDS_GIVEN)

    def sight(side):
        return msgspec.json.encode(seen(game, side, previews=True))

    before, outside = sight(other), sight(None)
    waiting, events = dict(game.waiting), list(game.events)
    game.answer(first, answers[first])
    assert sight(other) == before and sight(None) == outside
    assert game.waiting == waiting and game.events == events and game.tape == []
    assert game.asked(first) is None and game.asked(other) is not None
    with pytest.raises(Refused) as refused:
        game.answer(other, "nonsense")
    assert answers[first] not in str(refused.value)
    game.answer(other, answers[other])
    assert not game.blind and game.battle.words == answers


def test_the_order_of_sealed_answers_makes_no_difference():
    games = [after(toy_game(), *order) for order in (WORDS_GIVEN, WORDS_GIVEN[::-1])]
    assert whole(games[0])[:5] == whole(games[1])[:5]


def test_a_sealed_answer_is_given_once():
    game = after(toy_game(), ("a", "amber"))
    before = whole(game)
    with pytest.raises(Refused, match="already answered"):
        game.answer("a", "aspen")
    assert whole(game) == before


def test_a_bot_seals_its_answer_after_the_people_have_sealed_theirs():
    asked = []

    class Listening(Random):
        def answer(self, side, question, view):
            asked.append(question.text)
            return super().answer(side, question, view)

    game = toy_game(players={"b": Listening(1)})
    assert set(game.waiting) == {"a"} and asked == []
    game.answer("a", "amber")
    assert asked[0] == "Your password?" and "amber" not in game.view("b").words.values()


# ---------------------------------------------------------------- answers that are not legal


def at_every_kind_of_question():
    yield "sealed choose", toy_game(), "a"
    yield "half sealed", after(toy_game(), ("b", "beryl")), "a"
    yield "choose", moved(), "a"
    yield "route", after(moved(), ("a", "go")), "a"
    turn = [(side, answer) for side in "ab" for answer in ("stay", "no", "hold")]
    yield "form", after(moved(), *turn), "b"


@pytest.mark.parametrize(
    ("game", "side"),
    [(game, side) for _, game, side in at_every_kind_of_question()],
    ids=[name for name, _, _ in at_every_kind_of_question()],
)
def test_an_illegal_answer_changes_nothing(game, side):
    before = whole(game)
    for answer in MALFORMED:
        with pytest.raises(Refused):
            game.answer(side, answer)
        assert whole(game) == before
    for stranger in ("c", "", "A", None, 3, ["a"], {"a": 1}, *(s for s in "ab" if s not in game.waiting)):
        with pytest.raises(Refused, match="has nothing to answer now"):
            game.answer(stranger, "go")
        assert whole(game) == before


def test_a_barred_option_changes_nothing():
    game = moved()
    before = whole(game)
    with pytest.raises(Refused, match="Fly: scouts have no wings"):
        game.answer("a", "fly")
    assert whole(game) == before


class Cheat:
    """Plays like anybody until it is asked for the n-th time; then answers something else."""

    def __init__(self, nth, answer):
        self.left, self.bad, self.honest = nth, answer, Random(0)

    def answer(self, side, question, view):
        self.left -= 1
        if self.left == 0:
            if isinstance(self.bad, BaseException):
                raise self.bad
            return self.bad
        return self.honest.answer(side, question, view)


@pytest.mark.parametrize("nth", [1, 2, 3])
def test_a_bots_illegal_answer_is_the_bots_fault(nth):
    with pytest.raises(
        Foul, match=r"Cheat, who plays side b, was asked .* not legal: 'cheat' is not one"
    ) as foul:
        game = toy_game(players={"a": Random(1), "b": Cheat(nth, "cheat")})
        game.advance()
    assert not isinstance(foul.value, Refused)
    assert foul.value.side == "b" and isinstance(foul.value.refused, Refused)


def test_a_person_is_not_blamed_for_a_bot():
    """The person's answer stands, the battle is put back to the start of the step, and it can go on."""
    game = toy_game(players={"b": Cheat(2, "cheat")})
    game.answer("a", "amber")
    after(game, ("a", "stay"), ("a", "no"))
    honest = toy_game(players={"b": Random(0)})
    after(honest, ("a", "amber"), ("a", "stay"), ("a", "no"), ("a", "hold"))
    with pytest.raises(Foul):
        game.answer("a", "hold")
    assert game.halted and game.under_way and not game.waiting
    with pytest.raises(Refused, match="nothing to answer"):
        game.answer("a", "hold")
    assert len([e for e in game.events if isinstance(e, Note) and e.words == "bob looks about."]) == 0
    game.advance()
    assert whole(game)[:5] == whole(honest)[:5]


@pytest.mark.parametrize("fault", [ZeroDivisionError("oops"), RecursionError("deep"), Refused("I will not")])
def test_a_bot_that_fails_leaves_a_battle_that_can_go_on(fault):
    game = toy_game(players={"b": Cheat(2, fault)})
    after(game, ("a", "amber"), ("a", "stay"), ("a", "no"))
    expected = Foul if isinstance(fault, Refused) else type(fault)
    with pytest.raises(expected) as raised:
        game.answer("a", "hold")
    if expected is not Foul:
        assert raised.value.__notes__ == ["while Cheat answered for side b: What now?"]
    game.advance()
    assert not game.halted and game.waiting


def test_a_bot_that_fails_among_sealed_answers_loses_nobody_elses():
    game = toy_game(players={"b": Cheat(1, "cheat")})
    with pytest.raises(Foul):
        game.answer("a", "amber")
    assert game.battle.words == {} and game.halted
    game.advance()
    assert game.battle.words["a"] == "amber"


class Stuck(Dice):
    """Real dice that are not at hand when first asked for."""

    def __init__(self):
        self.ready = False

    def throw(self, sides, count, rule, need, most):
        if not self.ready:
            self.ready = True
            raise KeyboardInterrupt
        return (6,) * count


def test_dice_that_fail_leave_a_battle_that_can_go_on():
    game = Game(TOY, Setup(), {}, Stuck())
    game.advance()
    after(game, *WORDS_GIVEN, ("a", "stay"), ("a", "no"))
    with pytest.raises(KeyboardInterrupt):
        game.answer("a", "fire")
    assert game.halted and game.tape == [Answer("a", "fire")] and game.battle.scout("b").hits == 0
    game.advance()
    assert game.battle.scout("b").hits == 1 and set(game.waiting) == {"b"}


def test_a_battle_of_bots_alone_has_no_way_back_but_its_record_ends_with_the_last_whole_step():
    game = Game(TOY, Setup(), {"a": Random(1), "b": Cheat(2, ValueError("oops"))}, Seeded(1), recording=True)
    with pytest.raises(ValueError, match="oops"):
        game.advance()
    assert game.halted and not game.under_way
    assert len(game.told) < len(game.events)


def test_rules_that_refuse_outside_a_question_are_not_taken_for_an_illegal_answer():
    class Broken(Toy):
        def measure_step(self, game):
            raise Refused("no tape measure")

    game = toy_game(book=Broken())
    after(game, *WORDS_GIVEN)
    with pytest.raises(RuntimeError, match="the rules of toy refused outside of a question: no tape measure"):
        game.answer("a", "stay")


# ---------------------------------------------------------------- tapes that do not fit


@pytest.mark.parametrize(
    ("tape", "words"),
    [
        ([Throw((3,))], "the tape has dice where sealed answers of a, b are due"),
        ([Sealed({"a": "amber"})], "the tape has sealed answers where sealed answers of a, b are due"),
        ([Answer("a", "amber")], "the tape has an answer where sealed"),
        ([Sealed({"a": "amber", "b": "amber"})], "b was asked 'Your password.', and the answer is not legal"),
        ([Sealed({"a": "amber", "b": "beryl"}), Fact("x")], "1 entries of the tape were left over"),
    ],
)
def test_a_tape_that_does_not_fit_sealed_answers_is_astray(tape, words):
    game = Game(TOY, Setup(), {}, Seeded(1))
    with pytest.raises(Astray, match=words):
        game.replay(tape)


@pytest.mark.parametrize(
    ("tape", "words"),
    [
        ([Throw((3,))], "the tape has dice where a is asked: Measure"),
        ([Answer("b", "yes")], "the tape has an answer where a is asked: Measure"),
        ([Answer("a", "maybe")], "a was asked 'Measure.', and the answer is not legal: 'maybe' is not"),
        ([Answer("a", "yes"), Throw((3,))], "the tape has dice where a fact is revealed: 8.0 inches apart"),
        ([Answer("a", "yes"), Fact("7 inches")], "the fact '7 inches' where it is '8.0 inches apart'"),
    ],
)
def test_a_tape_that_does_not_fit_answers_and_facts_is_astray(tape, words):
    with pytest.raises(Astray, match=words):
        at_measure().replay(tape)


def at_measure():
    game = Game(TOY, Setup(), {}, Seeded("toy"))
    game.replay([Sealed({"a": "amber", "b": "beryl"})])
    game.replay([Answer("a", "stay")])
    return game


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Fact("x"), "the tape has a fact where 1D6 are thrown"),
        (Throw((3, 3)), r"the tape has faces \(3, 3\) where 1D6 are thrown"),
        (Throw((7,)), r"the tape has faces \(7,\) where 1D6 are thrown"),
        (Throw((0,)), r"the tape has faces \(0,\) where 1D6 are thrown"),
        (Throw((4,)), r"the tape has the dice \(4,\) where the seed gives \(5,\)"),
    ],
)
def test_a_tape_that_does_not_fit_the_dice_is_astray(entry, words):
    game = at_measure()
    game.replay([Answer("a", "no")])
    with pytest.raises(Astray, match=words):
        game.replay([Answer("a", "fire"), entry])


def test_taped_dice_need_no_seed_when_they_were_real():
    game = Game(TOY, Setup(), {}, Scripted(()))
    for tape in (
        [Sealed({"a": "amber", "b": "beryl"})],
        [Answer("a", "stay")],
        [Answer("a", "no")],
        [Answer("a", "fire"), Throw((6,))],
    ):
        game.replay(list(tape))
    assert game.battle.scout("b").hits == 1


def test_waiting_says_for_whom():
    question = Choose("?", [Option("x", "X")])
    assert str(Waiting({"a": question, "b": question}, sealed=True)) == "waiting for a, b"
