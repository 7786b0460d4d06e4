"""What is new in parameters, beside twins that go through every throw."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from tests.books.family.kernels import CALLED, GRENADE, ROKKIT
from warbook.books.family.bouts import linked, matched, may_fight
from warbook.books.family.combat_score import Fighting, Throw, clash, draw, read
from warbook.books.family.explosives import flight
from warbook.books.family.injuries import Body, injured, lose, recovery
from warbook.books.family.to_hit import Aim, to_hit
from warbook.core.dice import Scripted, Typed

FACES = range(1, 7)


def shares(counted):
    """The chances of what was counted over all throws."""
    return {outcome: Fraction(count, counted.total()) for outcome, count in counted.items()}


# ------------------------------------------------------------ injuries


@pytest.mark.parametrize(
    ("flesh_to", "states"), [(1, "up down down down down out"), (2, "up up down down down out")]
)
def test_how_far_a_roll_is_only_a_flesh_wound_is_told_by_the_body(flesh_to, states):
    body = Body(wounds=0, grit=3, flesh_to=flesh_to)
    after = [injured(Scripted([face]), CALLED, 6, False, body) for face in FACES]
    assert [each.state for each in after] == states.split()
    assert [each.flesh for each in after] == [int(state == "up") for state in states.split()]


@pytest.mark.parametrize(
    ("flesh_to", "states"), [(1, "up down down down down out"), (2, "up up down down down out")]
)
def test_a_down_fighter_gets_up_with_what_is_a_flesh_wound(flesh_to, states):
    body = Body(wounds=0, state="down", grit=3, flesh_to=flesh_to)
    after = [recovery(Scripted([face]), CALLED, body) for face in FACES]
    assert [each.state for each in after] == states.split()


@pytest.mark.parametrize("flesh_to", [1, 2, 3])
def test_several_wounds_beside_a_twin(flesh_to):
    """Two wounds and four lost: three injury rolls. Three flesh wounds put him out."""

    def fate(rolls):
        flesh = sum(roll <= flesh_to for roll in rolls)
        out = 6 in rolls or flesh == 3
        return "out" if out else ("down" if flesh < 3 else "up", flesh)

    counted = Counter(fate(rolls) for rolls in product(FACES, repeat=3))
    odds = lose.odds(CALLED, 4, 6, False, Body(wounds=2, grit=3, flesh_to=flesh_to))
    found = odds.map(lambda body: "out" if body.state == "out" else (body.state, body.flesh))
    assert dict(found) == shares(counted)


# ------------------------------------------------------------ combat scores


@pytest.mark.parametrize(
    ("faces", "worth", "score"),
    [((), 2, 0), ((5, 5), 2, 5), ((6, 1), 2, 6), ((6, 6), 1, 7), ((6, 6), 2, 8), ((6, 6, 6, 1), 2, 10)],
)
def test_what_a_critical_is_worth(faces, worth, score):
    assert read(faces, worth) == Throw(score, faces.count(1))


def test_a_clash_with_dear_criticals_beside_a_twin():
    killer, other = Fighting(3, 3, 2, critical_worth=2), Fighting(4, 2, 3, fumble_worth=2)

    def hits(ours, theirs):
        mine = 3 + max(ours) + 2 * max(ours.count(6) - 1, 0) + 2 * theirs.count(1)
        his = 4 + max(theirs) + max(theirs.count(6) - 1, 0) + ours.count(1)
        return mine - his or -1

    counted = Counter(
        hits(ours, theirs) for ours in product(FACES, repeat=3) for theirs in product(FACES, repeat=2)
    )
    assert dict(clash.odds(CALLED, killer, other)) == shares(counted)


@pytest.mark.parametrize(
    ("ours", "theirs", "result"),
    [
        (Fighting(3, 1, 3), Fighting(3, 1, 2), 1),
        (Fighting(3, 1, 3), Fighting(3, 1, 3), 0),
        (Fighting(3, 1, 2), Fighting(3, 1, 3), -1),
        (Fighting(3, 1, 5, loses_draws=True), Fighting(3, 1, 2), -1),
        (Fighting(3, 1, 5, loses_draws=True), Fighting(3, 1, 2, loses_draws=True), 1),
        (Fighting(3, 1, 102), Fighting(3, 1, 5), 1),
    ],
)
def test_a_draw(ours, theirs, result):
    assert draw(ours, theirs) == result
    assert draw(theirs, ours) == -result


# ------------------------------------------------------------ explosives


@pytest.mark.parametrize(("scatter", "mishap"), [(GRENADE, "dud"), (ROKKIT, "in hand")])
def test_whether_a_shell_may_go_wrong(scatter, mishap):
    """Missed with a 2, 6 for the distance; only where shells go wrong HIT is thrown for, then the chart."""
    dice = Scripted("2 6" + ("" if mishap == "dud" else " 6 1"))
    assert flight(dice, scatter, Aim(5), False).landed == mishap
    assert not dice.left


@pytest.mark.parametrize(("scatter", "thrown"), [(GRENADE, True), (GRENADE, False), (ROKKIT, False)])
def test_a_flight_beside_a_twin(scatter, thrown):
    """On 4+ it lands true. The second die is the distance, the third HIT, the fourth the chart."""

    def landed(to_hit, distance, die, chart):
        unreliable = ("in hand", "astray", "astray", "asleep", "asleep", "dud")[chart - 1]
        if to_hit == 1 and thrown:
            return unreliable
        if to_hit >= 4:
            return "true"
        if distance < 6:
            return "wide"
        return unreliable if (thrown or scatter is ROKKIT) and die == 6 else "dud"

    odds = flight.odds(scatter, Aim(4), thrown)
    counted = Counter(landed(*faces) for faces in product(FACES, repeat=4))
    assert dict(odds.map(lambda each: each.landed)) == shares(counted)
    wide = {(each.inches, each.direction) for each in odds if each.landed == "wide"}
    assert wide == set(product(range(1, 6), scatter.directions))


# ------------------------------------------------------------ what rolls are called


def test_a_roll_is_called_what_the_book_calls_it():
    prompts = []

    def answer(prompt):
        prompts.append(prompt)
        return "6"

    to_hit(Typed(answer), CALLED, Aim(7))
    assert prompts == [
        "Roll 1D6 for some.to-hit (6 or more): ",
        "Roll 1D6 for some.second-die (4 or more): ",
    ]


# ------------------------------------------------------------ bouts

TOUCHES = [{"Ax", "Ay", "By", "Cz"}, {"Ax", "Bx", "Cx", "Cy"}, {"Ax", "By", "Bz", "Cz", "Dz"}, set()]


@pytest.mark.parametrize("touching", TOUCHES)
def test_how_many_can_be_given_one_of_their_own_beside_a_twin(touching):
    def touch(foe, fighter):
        return fighter + foe in touching

    for foes in ("x", "xy", "xyz"):
        for fighters in ("", "A", "AB", "ABC", "ABCD"):
            padded = fighters + "-" * len(foes)
            most = max(
                sum(touch(foe, one) for foe, one in zip(foes, order, strict=False))
                for order in permutations(padded, len(foes))
            )
            assert matched(list(foes), list(fighters), touch) == most


@pytest.mark.parametrize("touching", TOUCHES[:3])
def test_whom_a_fighter_may_fight_beside_a_twin(touching):
    """Of all ways to share out him and those after him, those that serve most enemies who lack one."""

    def touch(foe, fighter):
        return fighter + foe in touching

    def reach(fighter):
        return [foe for foe in "xyz" if touch(foe, fighter)]

    everybody = sorted({pair[0] for pair in touching})
    for number, fighter in enumerate(everybody):
        after = everybody[number + 1 :]
        for lacking in ("", "x", "yz", "xyz"):
            ways = list(product(reach(fighter), *map(reach, after)))
            most = max(len(set(way) & set(lacking)) for way in ways)
            best = {way[0] for way in ways if len(set(way) & set(lacking)) == most}
            assert may_fight(reach(fighter), list(lacking), after, touch) == sorted(best)


def test_where_contact_does_not_count_each_enemy_gets_one_and_the_rest_go_where_they_like():
    """Three against two: the first two are free, the last must take on whoever is left without."""
    foes = ["x", "y"]
    assert may_fight(foes, ["x", "y"], ["B", "C"], lambda *_: True) == ["x", "y"]
    assert may_fight(foes, ["y"], ["C"], lambda *_: True) == ["x", "y"]
    assert may_fight(foes, ["y"], [], lambda *_: True) == ["y"]
    assert may_fight(foes, [], [], lambda *_: True) == ["x", "y"]


def test_melees_are_linked_through_others_and_told_in_the_order_found():
    foes = {"A": ["x"], "B": ["y"], "C": ["x", "z"], "x": ["A", "C"], "y": ["B"], "z": ["C"]}
    assert linked("ABCxyz", foes.__getitem__) == [["A", "x", "C", "z"], ["B", "y"]]
    assert linked("", foes.__getitem__) == []
