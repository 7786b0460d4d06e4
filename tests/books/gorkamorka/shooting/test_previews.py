"""The odds of an option against everything that can come of it: all ways the dice may fall are played."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import By, a
from warbook.books.gorkamorka.mob.data import weapons
from warbook.books.gorkamorka.shooting.prospects import _points
from warbook.core.dice import Dice

WOUND = "gce.wounding.wound-roll"


class Fork(Exception):
    """A die is thrown of which nothing has been said."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Told(Dice):
    """Shows the faces it was told; then asks."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = list(faces)

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        if len(self.left) < count:
            raise Fork(sides)
        faces, self.left = tuple(self.left[:count]), self.left[count:]
        return faces


def position(text: str) -> Position:
    return table(text, phase="shoot", premeasuring=True, missing_location="no_effect")


def every_end(text: str, fate: Callable[[Position], str], *answers: By) -> dict[str, Fraction]:
    """What comes of the answers with which chance."""
    chances: dict[str, Fraction] = {}
    open_ways: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]  # faces so far
    while open_ways:
        faces, chance = open_ways.pop()
        game = position(text)
        game.game.source = Told(faces)
        game.script.load(answers)
        try:
            game.game.step()
        except Fork as fork:
            open_ways += [((*faces, face), chance / fork.sides) for face in range(1, fork.sides + 1)]
            continue
        name = fate(game)
        chances[name] = chances.get(name, Fraction(0)) + chance
    return chances


def passed(game: Position, rule: str) -> bool:
    return any(roll.need is not None and roll.faces[0] >= roll.need for roll in game.rolled(rule))


def fate_of_x(game: Position) -> str:
    x = game["x"]
    if not x.on_table:
        return "out of action"
    if x.down:
        return "down"
    if x.flesh:
        return "flesh wound"
    if x.pinned:
        return "pinned"
    if game.rolled("gce.wounding.save"):
        return "saved"
    return "no wound" if any(roll.by == "x" for roll in game.rolled(WOUND)) else "miss"


@pytest.mark.rule("gce.shooting.to-hit", "gce.wounding.wound-roll", "gce.wounding.injury-table")
@pytest.mark.parametrize(
    ("shooter", "target"),
    [
        ("ork_boy A (10,10) shoota t=10", "grot_rebel x (20,10)"),
        ("ork_boy A (10,10) spear deadeye", "ork_boy x (17,10) studded"),
        ("ork_boy A (10,10) catapult t=10", "grot_rebel x (16,10) t=10"),  # two shots
    ],
)
def test_a_shots_odds_are_what_the_dice_do(shooter: str, target: str) -> None:
    text = f"{shooter}   {target}"
    game = position(text)
    promised = dict(game.option("x", a("A")).preview().outcomes)
    assert every_end(text, fate_of_x, a("A"), a("x")) == promised


@pytest.mark.rule("gce.shooting.to-hit")
@pytest.mark.parametrize(("weapon", "state"), [("net", "netted"), ("bolas", "hobbled")])
def test_the_odds_of_catching_somebody_are_what_the_dice_do(weapon: str, state: str) -> None:
    text = f"ork_boy A (10,10) {weapon} t=10   digga_boy x (15,10)"
    promised = dict(position(text).option("x", a("A")).preview().outcomes)
    came = every_end(text, lambda game: "caught" if getattr(game["x"], state) else "miss", a("A"), a("x"))
    assert came == promised and promised["caught"] == Fraction(1, 2)


@pytest.mark.rule("gce.special-weapons.scatter-roll", "gce.special-weapons.unreliable-explosives")
def test_a_bombs_odds_are_what_the_dice_do() -> None:
    text = "ork_boy A (10,10) krak_stikkbombz bs=4 bomma t=10   grot_rebel x (12,10) t=10"
    game = position(text)
    promised = dict(game.option("x", a("A")).preview().outcomes)

    def hit(game: Position) -> str:
        return "pinned" if game["x"].pinned else "miss"

    came = every_end(text, hit, a("A"), a("x"))
    assert came["miss"] == promised["miss"]


@pytest.mark.rule("gce.vehicle-damage.location-roll", "gce.vehicle-damage.penetrate")
def test_the_odds_of_a_shot_at_a_vehicle_are_what_the_dice_do() -> None:
    text = "ork_boy A (10,10) shoota t=10   ork_bike t (20,10) armour_plates   ork_boy x (46,46)"
    promised = dict(position(text).option("t", a("A")).preview().outcomes)

    def fate(game: Position) -> str:
        places = game.rolled("gce.vehicle-damage.location-roll")
        if not places:
            return "miss"
        if passed(game, "gce.vehicle-damage.save") or not passed(game, "gce.vehicle-damage.penetrate"):
            return "bounces off"
        return {2: "hit through: gubbinz", 4: "hit through: wheels"}[places[0].faces[0]]

    assert every_end(text, fate, a("A"), a("t")) == promised


@pytest.mark.parametrize(
    ("state", "fells", "words"),
    [("", ("down", "out of action"), "down or out"), ("down", ("out of action",), "out of action")],
)
def test_who_is_down_falls_no_lower_than_out_of_action(
    state: str, fells: tuple[str, ...], words: str
) -> None:
    text = f"ork_boy A (10,10) shoota bs=5   grot_rebel x (16,10) t=1 {state}"
    shown = table(text, phase="shoot", premeasuring=True).option("x", a("A")).preview()
    felled = sum(part for name, part in shown.outcomes if name in fells)
    assert shown.headline == f"{float(felled):.0%} {words}"


@pytest.mark.rule("gce.vehicle-damage.location-roll")
def test_who_chooses_the_place_is_told_the_odds_of_the_best_first() -> None:
    text = "ork_boy A (10,10) shoota kool   ork_trukk t (18,10)   ork_spanner d in t driver"
    shown = table(text, phase="shoot", premeasuring=True).option("t", a("A")).preview()
    bounces = {case.given: dict(case.outcomes).get("bounces off", 0) for case in shown.cases}
    assert len(set(bounces.values())) > 1
    best = min(shown.cases, key=lambda case: bounces[case.given])
    assert shown.headline == best.headline != max(shown.cases, key=lambda case: bounces[case.given]).headline


@pytest.mark.rule("gce.vehicle-damage.template-full")
def test_the_hits_of_a_bomb_on_a_vehicle_are_counted() -> None:
    text = "ork_boy A (10,10) frag_stikkbombz s=4   ork_trukk t (18,10)   ork_spanner d in t driver"
    shown = table(text, phase="shoot", premeasuring=True).option("t", a("A")).preview()
    assert [name for name, _ in shown.outcomes] == ["miss", "1 hit", "2 hits", "3 hits"]
    assert sum(part for _, part in shown.outcomes) == 1


@pytest.mark.rule("gce.shooting.stationary-vehicle-aboard", "gce.vehicle-damage.template-full")
@pytest.mark.parametrize("weapon", ["skorcha", "frag_stikkbombz"])
def test_a_template_from_its_own_deck_lies_all_over_a_vehicle(weapon: str) -> None:
    text = f"ork_trukk t (20,20) moved=still  ork_boy A in t {weapon}  ork_boy x (40,40)"
    shown = table(text, phase="shoot").option("t", a("A")).preview()
    assert shown.need == "no roll"
    assert shown.outcomes == tuple((name, Fraction(1, 3)) for name in ("1 hit", "2 hits", "3 hits"))


@pytest.mark.rule("gce.shooting.no-premeasure")
def test_the_odds_of_a_bomb_do_not_tell_how_near_the_target_is() -> None:
    """One that goes off in the thrower's hand would reach a target beside him; that is told only where
    distances are known."""
    text = "ork_boy A (10,10) frag_stikkbombz   ork_boy x ({},10)"
    shown = {
        known: [
            table(text.format(x), phase="shoot", premeasuring=known).option("x", a("A")).preview().outcomes
            for x in (12.0, 17.0)
        ]
        for known in (False, True)
    }
    assert shown[False][0] == shown[False][1] and shown[True][0] != shown[True][1]


@pytest.mark.rule("gce.shooting.out-of-range")
def test_where_distances_are_known_a_bomb_that_falls_short_has_odds() -> None:
    """It may still scatter onto its target; where nothing is measured only that it falls short is told."""
    text = "ork_boy A (10,10) frag_stikkbombz   ork_boy x (20,10)"
    shown = table(text, phase="shoot", premeasuring=True).option("x", a("A")).preview()
    assert shown.need == "out of range" and sum(part for _, part in shown.outcomes) == 1
    blind = table(text, phase="shoot").option("x", a("A")).preview().cases[1]
    assert (blind.need, blind.outcomes, blind.headline) == ("out of range", (), "falls short")


@pytest.mark.rule("gce.shooting.stationary-vehicle-aboard")
def test_a_shot_at_the_deck_one_stands_on_hits() -> None:
    """Strength 3 needs 5 or more for wheels of 8 and never goes through engines of 10; both are as likely."""
    text = "ork_trukk t (20,20) moved=still  ork_boy A in t shoota  ork_boy x (40,40)"
    shown = table(text, phase="shoot").option("t", a("A")).preview()
    assert shown.need == "no roll" and dict(shown.outcomes)["bounces off"] == Fraction(5, 6)


@pytest.mark.rule("gce.vehicle-damage.penetrate")
def test_of_several_shots_at_a_vehicle_is_told_how_many_go_through() -> None:
    """Two hits on 2+; one goes through wheels or driver of 8 on 5+, engines of 10 on no die: 2 in 9."""
    text = "ork_boy A (10,10) shoota rapid_fire   ork_trukk t (18,10)   ork_spanner d in t driver"
    shown = table(text, phase="shoot", premeasuring=True).option("t", a("A")).preview()
    told = dict(shown.outcomes)
    hit, through = Fraction(5, 6), Fraction(2, 9)
    assert list(told) == ["miss", "bounces off", "1 hit through", "2 hits through"]
    assert told["2 hits through"] == (hit * through) ** 2
    assert told["1 hit through"] == 2 * hit * through * (1 - hit * through)
    assert sum(told.values()) == 1


@pytest.mark.rule("gce.vehicle-damage.save")
@pytest.mark.parametrize(("plates", "saved"), [(1, Fraction(1, 6)), (3, Fraction(1, 2))])
def test_plates_hold_some_of_the_hits_that_would_go_through(plates: int, saved: Fraction) -> None:
    """One plate saves on a 6, three on 4+. The spikes are there so that there are always gubbinz to hit."""

    def told(fitted: int) -> dict[str, Fraction]:
        gubbinz = " ".join(["spikes", *["armour_plates"] * fitted])
        text = f"ork_trukk t (20,20) moved=still {gubbinz}  ork_boy A in t shoota  ork_boy x (40,40)"
        return dict(table(text, phase="shoot").option("t", a("A")).preview().outcomes)

    bare, plated = told(0), told(plates)
    through = [name for name in bare if name.startswith("hit through")]
    assert through and all(plated[name] == bare[name] * (1 - saved) for name in through)
    assert sum(plated.values()) == 1


@pytest.mark.rule("gce.shooting.sequence", "gce.R2.7")
def test_in_the_list_of_shooters_each_has_his_best_target_with_range_and_chance():
    text = "ork_boy A (10,10) shoota   ork_trukk t (26,10)   ork_boy y (20,12)"
    game = table(text, phase="shoot", premeasuring=True)
    best, there = game.option("A").preview(), game.option("y", a("A")).preview()
    assert best.outcomes == there.outcomes
    assert best.headline.startswith("at y, ") and best.headline.endswith(f'": {there.headline}')
    unknown = table(text, phase="shoot", premeasuring=False).option("A").preview()
    assert unknown.headline.startswith("at y: ") and len(unknown.cases) > 1


@pytest.mark.rule("gce.vehicle-damage.points")
def test_by_switch_each_hit_on_a_vehicle_counts_for_its_damage() -> None:
    """No hit or two, each of D3."""
    half, harpoon = Fraction(1, 2), weapons()["harpoon_gun"]
    profile = table("ork_trukk t (20,20)", weapon_damage_vs_vehicles="profile").battle
    sums = {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}
    found = _points(profile, harpoon, {0: half, 2: half})
    assert {number: part for number, part in found.items() if part} == {
        0: half,
        **{number: Fraction(ways, 18) for number, ways in sums.items()},
    }
    assert _points(table("ork_trukk t (20,20)").battle, harpoon, {2: half}) == {2: half}
