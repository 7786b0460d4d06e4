"""Copies of a battle share nothing that can change, and equal states have equal hashes everywhere."""

import copy
import enum
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.core.state import clone, state_hash

ROOT = Path(__file__).parents[2]


class Mood(enum.Enum):
    CALM = "calm"
    GRIM = "grim"


class Profile(Struct, frozen=True):
    M: int
    save: int | None = None
    at: Spot = Spot(0.0, 0.0)


class Setup(Struct, frozen=True):
    profiles: tuple[Profile, ...] = ()


class Wound(Struct, tag=True):
    depth: int
    notes: list[str] = []


class Burn(Struct, tag=True):
    left: dict[str, int] = {}


class Model(Struct):
    name: str
    profile: Profile
    x: float = 0.0
    mood: Mood = Mood.CALM
    state: Literal["up", "down"] = "up"
    harm: Wound | Burn | None = None
    path: list[Spot] | None = None
    marks: set[str] = set()
    tags: frozenset[str] = frozenset()


class Battle(Struct):
    setup: Setup
    models: list[Model]
    by_id: dict[str, Model] = {}
    squads: dict[str, list[int]] = {}
    grid: list[list[int]] = []
    orders: dict[str, dict[str, Wound]] = {}
    leader: Model | None = None
    turn: int = 0


names = st.text("abcdef", max_size=3)
floats = st.floats(-100, 100).map(lambda value: value + 0.0)  # there is no -0.0 in rulebooks
spots = st.builds(Spot, floats, floats)
profiles = st.builds(Profile, st.integers(0, 9), st.none() | st.integers(2, 6), spots)
wounds = st.builds(Wound, st.integers(0, 3), st.lists(names, max_size=2))
burns = st.builds(Burn, st.dictionaries(names, st.integers(0, 9), max_size=2))
models = st.builds(
    Model,
    name=names,
    profile=profiles,
    x=floats,
    mood=st.sampled_from(Mood),
    state=st.sampled_from(["up", "down"]),
    harm=st.none() | wounds | burns,
    path=st.none() | st.lists(spots, max_size=2),
    marks=st.sets(names, max_size=3),
    tags=st.frozensets(names, max_size=3),
)
battles = st.builds(
    Battle,
    setup=st.builds(Setup, st.lists(profiles, max_size=2).map(tuple)),
    models=st.lists(models, max_size=3),
    by_id=st.dictionaries(names, models, max_size=2),
    squads=st.dictionaries(names, st.lists(st.integers(0, 9), max_size=3), max_size=2),
    grid=st.lists(st.lists(st.integers(0, 9), max_size=2), max_size=2),
    orders=st.dictionaries(names, st.dictionaries(names, wounds, max_size=2), max_size=2),
    leader=st.none() | models,
    turn=st.integers(0, 9),
)


def mutable_parts(value: Any) -> list[Any]:
    """Everything inside that could be changed, found the slow way."""
    if isinstance(value, Struct):
        inner = [part for name in value.__struct_fields__ for part in mutable_parts(getattr(value, name))]
        return inner if value.__struct_config__.frozen else [value, *inner]
    if isinstance(value, dict):
        return [value, *(part for item in value.items() for side in item for part in mutable_parts(side))]
    if isinstance(value, list | set):
        return [value, *(part for item in value for part in mutable_parts(item))]
    if isinstance(value, tuple | frozenset):
        return [part for item in value for part in mutable_parts(item)]
    return []


@given(battles)
def test_a_clone_is_what_deepcopy_gives_and_shares_nothing_mutable(battle):
    twin = clone(battle)
    assert twin == battle == copy.deepcopy(battle)
    assert state_hash(twin) == state_hash(battle)
    ours, theirs = mutable_parts(battle), mutable_parts(twin)
    assert len(ours) == len(theirs)
    assert not {id(part) for part in ours} & {id(part) for part in theirs}


@given(battles)
def test_frozen_values_are_shared(battle):
    twin = clone(battle)
    assert twin.setup is battle.setup
    assert all(a.profile is b.profile for a, b in zip(twin.models, battle.models, strict=True))


@given(battles, battles)
def test_hashes_differ_where_states_do(a, b):
    b.setup = a.setup
    if a == b:
        assert state_hash(a) == state_hash(b)
    elif msgspec.to_builtins(a) != msgspec.to_builtins(b):
        assert state_hash(a) != state_hash(b)


@given(battles)
def test_the_hash_survives_json(battle):
    again = msgspec.json.decode(msgspec.json.encode(battle), type=Battle)
    assert state_hash(again) == state_hash(battle)


def test_the_order_in_which_a_dict_or_set_was_filled_does_not_matter():
    profile = Profile(4)
    one = Battle(Setup(), [Model("m", profile, marks={"x", "y", "z"})], squads={"a": [1], "b": [2]})
    two = Battle(Setup(), [Model("m", profile, marks={"z", "y", "x"})], squads={"b": [2], "a": [1]})
    assert one == two and state_hash(one) == state_hash(two)


SCRIPT = """
from tests.core.test_state import Battle, Model, Profile, Setup, Wound
from warbook.core.state import state_hash
model = Model("m", Profile(4), 0.1 + 0.2, marks={"x", "y", "z", "longer"}, harm=Wound(1, ["deep"]))
print(state_hash(Battle(Setup(), [model], squads={"a": [1], "b": [2]})))
"""


def test_the_hash_is_the_same_in_every_process():
    hashes = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1", "2")
    }
    assert hashes == {"33c8da67364bbaf3d1c8871f"}


class Loose(Struct, frozen=True):
    inside: list[int]


class Untyped(Struct):
    anything: Any


class Bare(Struct):
    things: list  # type: ignore[type-arg]


class Tupled(Struct):
    models: tuple[Model, ...]


class Shelf(Struct):
    loose: Loose


class Keyed(Struct):
    things: dict[str, bytearray]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Untyped([]), "Untyped has a field of type typing.Any"),
        (Bare([]), "Bare has a field of type <class 'list'>"),
        (Tupled(()), "Tupled has a field of type tuple"),
        (Shelf(Loose([])), "Loose is frozen, but its field 'inside' can be changed"),
        (Keyed({}), "Keyed has a field of type <class 'bytearray'>"),
    ],
)
def test_what_copies_might_share_cannot_be_part_of_a_battle(value, words):
    with pytest.raises(TypeError, match=words):
        clone(value)
