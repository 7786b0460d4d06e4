"""Dice for comparing."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from warbook.lab.streams import Streams

throws = st.lists(
    st.tuples(st.integers(1, 3), st.sampled_from("xyz"), st.sampled_from(["hit", "wound"])), max_size=30
).map(sorted)


def thrown(seed: str, asked: list[tuple[int, str, str]]) -> dict[tuple[int, str, str], list[int]]:
    dice, found = Streams(seed), dict[tuple[int, str, str], list[int]]()
    for turn, by, rule in asked:
        dice.thrower = lambda now=(turn, by): now
        found.setdefault((turn, by, rule), []).append(dice.d6(rule))
    return found


@given(throws, throws, st.integers(0, 99))
def test_what_others_throw_besides_shifts_nothing(some, more, seed):
    alone, among = thrown(str(seed), some), thrown(str(seed), sorted([*some, *more]))
    for key, faces in alone.items():
        assert among[key][: len(faces)] == faces


def test_each_stream_is_its_own_and_all_faces_are_as_likely():
    asked = [(turn, by, rule) for turn in range(40) for by in "xy" for rule in ("hit", "wound")]
    several = [
        face for number in range(60) for faces in thrown(str(number), asked).values() for face in faces
    ]
    counts = Counter(several)
    assert all(
        abs(counts[face] - len(several) / 6) < 5 * (len(several) * 5 / 36) ** 0.5 for face in range(1, 7)
    )
    one = thrown("7", [(1, "x", "hit")] * 20)[1, "x", "hit"]
    for other in [("8", 1, "x", "hit"), ("7", 2, "x", "hit"), ("7", 1, "y", "hit"), ("7", 1, "x", "wound")]:
        assert thrown(other[0], [other[1:]] * 20)[other[1:]] != one
