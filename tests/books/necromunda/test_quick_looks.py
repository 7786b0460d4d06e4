"""What is looked at quickly, for many at once or with gaps, against the slow way: one by one, everywhere."""

from __future__ import annotations

from random import Random

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.necromunda import shooting
from warbook.books.necromunda.sight import between, engaged, fraction_at, in_melee

SCREENS = "wall (19,4) (19,8) h=3   wall (19,12) (21,14) h=1   block (24,9) (26,11) h=2"


def test_all_in_melee_are_those_who_are_engaged_one_by_one() -> None:
    luck = Random(0)
    battle = table("   ".join(f"ganger {name} (10,10)" for name in "ABCDEuvxyz")).battle
    counts = set()
    for _ in range(60):
        for fighter in battle.fighters:
            fighter.x, fighter.y = 10 + luck.randrange(14) * 0.25, 10 + luck.randrange(14) * 0.25
            fighter.z, fighter.down = luck.choice((0.0, 0.0, 1.4, 1.5)), luck.random() < 0.2
            fighter.place = luck.choice(("table", "table", "table", "out"))
        found = in_melee(battle)
        assert found == {fighter.id for fighter in battle.fighters if engaged(battle, fighter)}
        counts.add(len(found))
    assert {0, 2, 3, 4} <= counts


@pytest.mark.parametrize("seed", range(12))
def test_a_run_ends_in_the_first_quarter_inch_in_which_somebody_seen_is_near(seed: int) -> None:
    luck = Random(seed)
    foes = [(round(luck.uniform(19.6, 30.0), 2), round(luck.uniform(1.0, 19.0), 2)) for _ in range(3)]
    listed = "   ".join(f"ganger {name} {spot}" for name, spot in zip("xyz", foes, strict=True))
    game = table(f"ganger A (10,10)   {listed}   {SCREENS}").play(a("A"), a("run"), a((18, 10)))
    stops = [
        10 + n / 4
        for n in range(1, 33)
        for x, y in foes
        if between(Spot(10 + n / 4, 10.0), Spot(x, y)) <= 8.0
        and fraction_at(game.battle, 10 + n / 4, 10.0, 0.0, x, y, 0.0) > 0.0
    ]
    if stops:
        assert stops[0] - 0.25 < game["A"].x <= stops[0] + 1e-4 and game.says("stops running")
    else:
        assert game["A"].x == 18.0 and not game.says("stops running")


@pytest.mark.parametrize("visor", ["", " photo_visor"])
@pytest.mark.parametrize("pinned", [False, True])
def test_who_passes_is_seen_as_he_would_be_if_he_stood_there(pinned: bool, visor: str) -> None:
    game = table(f"ganger A (10,10){visor}   ganger x (30,10)   smoke (15,6) r=1   {SCREENS}")
    passing = game["x"]
    passing.pinned = pinned
    spots = [Spot(20.5 + n % 5 * 1.5, 3.0 + 1.3 * n) for n in range(12)]
    quick = shooting.seen_at(game.battle, game["A"], spots, passing.height)
    slow = []
    for spot in spots:
        passing.at(spot)
        slow.append(shooting.seen(game.battle, game["A"], passing))
    assert quick == slow
    assert 0.0 in quick and 1.0 in quick
