"""Whatever a session does (answers, undo, forks, pauses, other players), its record proves the battle."""

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.core.test_game import whole
from tests.core.test_questions import MALFORMED
from tests.core.toy import TOY, Omens, Setup, toy_game
from tests.kit.long import examples
from warbook.core import record
from warbook.core.dice import Seeded
from warbook.core.questions import Refused
from warbook.core.record import decode, pause, record_of, resume, verify
from warbook.players.random import Random

luck = st.integers(0, 1000)
sides = st.sampled_from(["a", "b"])


class Session(RuleBasedStateMachine):
    book = TOY

    @initialize(seed=luck, rounds=st.integers(1, 4))
    def begin(self, seed, rounds):
        self.game = toy_game(seed, setup=Setup(rounds=rounds), book=self.book)

    @precondition(lambda self: not self.game.over)
    @rule(seed=luck)
    def answer(self, seed):
        asked = [side for side in self.game.waiting if self.game.asked(side)]
        side = asked[seed % len(asked)]
        self.game.answer(side, Random(seed).answer(side, self.game.asked(side), None))

    @rule(side=sides, number=st.integers(0, len(MALFORMED) - 1))
    def answer_illegally(self, side, number):
        before = whole(self.game)
        with pytest.raises(Refused):
            self.game.answer(side, MALFORMED[number])
        assert whole(self.game) == before

    @rule(side=sides, consent=st.booleans())
    def undo(self, side, consent):
        before, cursor = whole(self.game), self.game.source.cursor
        try:
            self.game.undo(side, consent=consent)
        except Refused:
            assert whole(self.game) == before
        else:
            assert self.game.asked(side) is not None
            assert consent or self.game.source.cursor == cursor, "a die was taken back without consent"

    @rule(seed=luck, keep=st.booleans())
    def fork(self, seed, keep):
        """One twin goes on; what bots do with the other is not felt."""
        kept, lost = (self.game, self.game.fork()) if keep else (self.game.fork(), self.game)
        assert whole(kept)[:5] == whole(lost)[:5]
        before = whole(kept)
        lost.fork(Seeded(seed)).seat({"a": Random(seed), "b": Random(seed + 1)})
        lost.seat({"a": Random(seed)})
        assert whole(kept) == before
        self.game = kept

    @rule()
    def pause(self):
        before = whole(self.game)
        self.game = resume(pause(self.game))
        assert whole(self.game)[:5] == before[:5]

    @rule(side=sides, seed=luck)
    def lend_a_bot_for_one_answer(self, side, seed):
        class Once(Random):
            left = 1

            def answer(self, side, question, view):
                if not self.left:
                    raise KeyError("enough")
                self.left -= 1
                return super().answer(side, question, view)

        try:
            self.game.seat({side: Once(seed)})
        except KeyError:
            assert self.game.halted
        self.game.players[side] = None
        self.game.seat({side: None})
        self.game.advance()

    @invariant()
    def the_record_proves_the_battle(self):
        if not hasattr(self, "game"):
            return
        game = self.game
        assert game.over or game.waiting
        twin = verify(decode(msgspec.json.encode(record_of(game)), "x"))
        assert whole(twin)[:5] == whole(game)[:5]
        assert twin.waiting.keys() == game.waiting.keys()


class OmenSession(Session):
    book = Omens()


@pytest.mark.parametrize("machine", [Session, OmenSession])
def test_sessions(machine, monkeypatch):
    monkeypatch.setattr(record, "load_book", lambda name: machine.book)
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples(20, 200), stateful_step_count=30)
    )
