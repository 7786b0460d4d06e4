"""Bots play on for a slice and begin nothing that would take them far beyond it."""

import pytest

from warbook.server.referee import pace
from warbook.server.referee.pace import Pace


class Watch:
    """A clock that stands still until somebody works."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def played(pace: Pace, watch: Watch, *steps: float, waited_for: bool = False) -> int:
    """How many of the steps are begun in one slice."""
    pace.begin(waited_for)
    begun = 0
    while begun < len(steps) and not pace.is_up():
        watch.now += steps[begun]
        begun += 1
    pace.note()
    return begun


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    monkeypatch.setattr(pace, "SLICE", 1.0)
    return Watch()


def test_short_steps_fill_the_slice(watch: Watch) -> None:
    assert played(Pace(watch), watch, *[0.3] * 9) == 3


def test_a_step_that_could_take_too_long_is_left_to_the_next_slice(watch: Watch) -> None:
    one = Pace(watch)
    assert played(one, watch, 0.3, 0.6, 0.6) == 2
    assert played(one, watch, 0.3, 0.6, 0.6) == 2
    assert played(one, watch, 3.0) == 1
    assert played(one, watch, 0.1) == 0, "after a long one none is begun while somebody waits"


def test_what_took_long_once_is_forgotten(watch: Watch) -> None:
    one = Pace(watch)
    played(one, watch, 3.0)
    slices = 0
    while not played(one, watch, 0.1):
        slices += 1
    assert 0 < slices < 10


def test_who_waits_for_his_answer_to_be_kept_waits_for_nothing_that_took_long_lately(
    watch: Watch,
) -> None:
    one = Pace(watch)
    played(one, watch, 3.0)
    for _ in range(10):
        played(one, watch, *[0.001] * 2)
    assert played(one, watch, *[0.001] * 9) == 9
    assert played(one, watch, *[0.001] * 9, waited_for=True) == 0
    for _ in range(50):
        played(one, watch, *[0.001] * 9)
    assert played(one, watch, *[0.001] * 9, waited_for=True) == 9
