import pytest

from tests.books.vehicles.table import Position, table
from warbook.books.vehicles.morale.tests import passes, pin


def asks(game: Position, modifier: int = 0, dice: str = "") -> bool:
    told: list[bool] = []
    game.does(lambda g: told.append(passes(g, game["A"], "veh.P8", modifier, "lost the fight")), dice=dice)
    return told[0]


def pinned(game: Position, modifier: int = 0, dice: str = "") -> bool:
    told: list[bool] = []
    game.does(lambda g: told.append(pin(g, game["A"], "veh.P9", modifier)), dice=dice)
    return told[0]


@pytest.mark.rule("veh.P8", "veh.P14")
@pytest.mark.parametrize(
    "kinds, dice, stands", [("0+1", "6 2", True), ("1", "6 2", False), ("1", "6 1", True)]
)
def test_2d6_of_at_most_the_highest_leadership_passes(kinds: str, dice: str, stands: bool) -> None:
    assert asks(table(f"guard_squad A (10,10) models=3 kinds={kinds}"), dice=dice) is stands


@pytest.mark.rule("veh.P8")
def test_a_double_one_always_passes_and_points_are_taken_off_the_leadership() -> None:
    game = table("guard_squad A (10,10) models=3 kinds=1")
    assert asks(game, -9, "1 1") and not asks(game, -9, "1 2")
    assert asks(game, -2, "3 2") and not asks(game, -2, "3 3")
    assert game.rolled("veh.P8")[-1].modifiers[0].value == -2


@pytest.mark.rule("veh.P8")
def test_who_falls_back_already_fails() -> None:
    assert not asks(table("guard_squad A (10,10) models=3 falling_back"))


@pytest.mark.rule("veh.P9", "veh.P7.ground")
def test_pinned_is_gone_to_ground() -> None:
    game = table("guard_squad A (10,10) models=3 kinds=1", side="b", first="b", turn=2)
    assert not pinned(game, dice="4 3") and game["A"].grounded_until == 0
    assert pinned(game, dice="4 4") and game["A"].grounded_until == 2
    assert not pinned(game)


@pytest.mark.rule("veh.P9")
def test_a_modifier_of_the_weapon_counts() -> None:
    assert pinned(table("guard_squad A (10,10) models=3 kinds=1"), -1, "4 3")


@pytest.mark.rule("veh.V93", "veh.P9")
@pytest.mark.parametrize("text", ["rhino R (20,20)  guard_squad A in R", "guard_squad A (10,10) locked=x"])
def test_who_is_aboard_or_locked_is_not_pinned(text: str) -> None:
    assert not pinned(table(text))
