"""What makes a shot easier or harder, by the printed examples."""

from __future__ import annotations

import pytest

from warbook.books.gorkamorka.shooting.dice import Aim, hit_score
from warbook.books.gorkamorka.shooting.modifiers import Conditions, cover_modifier, ease, hit_modifiers


def needed(bs: int, shot: Conditions) -> int:
    """The D6 that hits: never below 2."""
    return Aim(hit_score(bs, sum(each.value for each in hit_modifiers(shot)))).dice[0]


@pytest.mark.rule("gce.shooting.hit-modifiers", "gce.shooting.to-hit")
@pytest.mark.rule("gce.shooting.mod-partial-cover", "gce.shooting.mod-in-cover")
@pytest.mark.rule("gce.shooting.mod-overwatch-target", "gce.shooting.mod-firing-thrusters")
@pytest.mark.rule("gce.shooting.mod-target-thrusters", "gce.shooting.mod-small", "gce.shooting.mod-large")
@pytest.mark.rule("gce.shooting.range-modifiers")
@pytest.mark.parametrize(
    ("bs", "shot", "score"),
    [
        (3, Conditions(), 4),
        (3, Conditions(seen=0.7, large=True), 4),  # a vehicle in partial cover
        (3, Conditions(band=-1, firing_thrust=True), 6),  # a kannon from a vehicle that thrust
        (3, Conditions(seen=0.5), 5),  # half hidden
        (3, Conditions(seen=0.4), 6),  # 60 per cent hidden
        (4, Conditions(fleeting=True), 4),  # on overwatch at a charging enemy
        (3, Conditions(firing_thrust=True), 5),
        (3, Conditions(large=True, target_thrust=True), 4),  # a trukk that thrust
        (6, Conditions(small=True), 2),
        (3, Conditions(small=True), 5),  # a point on the ground
        (3, Conditions(large=True), 3),  # a trukk in the open; a bike is no large target
        (3, Conditions(band=-1), 5),  # a kannon at 12 inches
        (3, Conditions(ducks=True), 5),
        (2, Conditions(seen=0.3), 6),  # needs 7: a 6 and another die
    ],
)
def test_the_score_to_hit(bs, shot, score):
    assert needed(bs, shot) == score


@pytest.mark.rule("gce.shooting.seven-plus")
def test_a_bike_in_cover_that_used_its_thrusters():
    shot = Conditions(seen=0.3, target_thrust=True)
    assert hit_score(2, sum(each.value for each in hit_modifiers(shot))) == 8


@pytest.mark.rule("gce.shooting.cover-applies")
@pytest.mark.parametrize(("seen", "value"), [(1.0, 0), (0.99, -1), (0.5, -1), (0.49, -2), (0.01, -2)])
def test_cover_by_the_share_that_is_seen(seen, value):
    found = cover_modifier(seen)
    assert (found.value if found else 0) == value


@pytest.mark.rule("gce.shooting.priority-cover")
@pytest.mark.rule("gce.shooting.priority-large")
def test_targets_are_compared_by_what_is_theirs():
    assert ease(Conditions()) > ease(Conditions(seen=0.6)) > ease(Conditions(seen=0.3))
    assert ease(Conditions(large=True)) > ease(Conditions()) > ease(Conditions(target_thrust=True))
    assert ease(Conditions(band=-3, firing_thrust=True, fleeting=True, ducks=True)) == ease(Conditions())


def test_every_modifier_names_its_rule():
    everything = Conditions(0.3, True, True, True, True, True, True, 2)
    assert len(hit_modifiers(everything)) == 8 and all(
        each.rule and each.why for each in hit_modifiers(everything)
    )
    assert hit_modifiers(Conditions()) == ()
