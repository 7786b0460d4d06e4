"""Where an enemy's sealed orders can lead him, and how dangerous it is to stand somewhere."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.books.steampunk.position import at, battle
from tests.books.steampunk.test_plotting import GROUND, moved
from tests.kit.long import examples
from warbook.board.geometry import Spot
from warbook.board.hextable import name_of
from warbook.books.steampunk.army.notation import spell
from warbook.books.steampunk.cards.outlook import outlook_at
from warbook.books.steampunk.gunnery import loading
from warbook.books.steampunk.gunnery.arms import all_weapons
from warbook.books.steampunk.gunnery.batteries import batteries
from warbook.books.steampunk.gunnery.gunfire import Aim
from warbook.books.steampunk.gunnery.targets import HOLD, Scene, Volley, menu, volley_shots
from warbook.books.steampunk.odds.prospects import Shots, losses, worst
from warbook.books.steampunk.orders.carrying_out import movement_list
from warbook.books.steampunk.orders.plotting import Pose
from warbook.books.steampunk.orders.whereabouts import stages, whereabouts
from warbook.books.steampunk.secrecy import view
from warbook.books.steampunk.state import Battle, Unit, field
from warbook.core.book import Outlook
from warbook.core.state import state_hash

TANKS = ("dwarf.zap", "ork.speedhead", "gnome.assault-bots", "elf.elf-infantry", "ork.warg-rider")


def look(on: Battle, hex_: str, facing: float | None = None) -> Outlook:
    """The outlook of A at a hex. Looking changes nothing."""
    before = state_hash(on)
    found = outlook_at(on, "A", Spot(*on.table.middle(at(hex_))), facing)
    assert state_hash(on) == before
    return found


def threats(found: Outlook, piece: str, how: str) -> list[Fraction]:
    return [each.chance for each in found.threats if each.piece == piece and each.how.startswith(how)]


# ---------------------------------------------------------------- where it can be


def test_after_each_movement_by_hand() -> None:
    """A rider that turns as it likes, goes one hex and turns again, or begins with a chase, or goes twice."""
    on = battle("dwarf.zap A 2.8   ork.warg-rider x 5.2 south slow", phase="orders")
    assert [spell(order) for order in movement_list(on, on.unit("x"), "slow")] == [
        "360, 360, 360", "360, F, 360", "-, -, chase", "360, A, F",
    ]  # fmt: skip
    rows = {at_spot(on, each.spot): (each.after, each.words) for each in whereabouts(on, "x")}
    around = dict.fromkeys(
        ("5.1", "6.1", "6.2", "5.3", "4.2", "4.1"), (2, "after movement 2, ordered 360, F, 360")
    )
    assert rows == {"5.2": (0, "where it stands"), **around}
    assert whereabouts(on, "nobody") == []


def at_spot(on: Battle, spot: Spot) -> str:
    hex_ = on.table.at(spot.x, spot.y)
    assert hex_ is not None
    return name_of(hex_)


@settings(max_examples=examples(60, 600), deadline=None)
@given(st.data())
def test_no_order_leads_elsewhere(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(TANKS))
    facing = data.draw(st.sampled_from(("n", "ne", "se", "s", "sw", "nw")))
    still = "elf.elf-infantry x 8.2 still order=-,-,-"
    on = battle(f"{kind} A 5.5 {facing}   {still}   {GROUND}", phase="orders")
    unit = on.unit("A")
    order = data.draw(st.sampled_from(movement_list(on, unit, unit.speed)))
    numbers = data.draw(st.lists(st.integers(0, 11), min_size=4, max_size=4))
    there = moved(on, order, numbers)["A"]
    if there.on_map:
        assert Pose(there.hex, there.facing, there.speed) in stages(on, unit)[-1]


def test_two_turns_lead_on_from_one() -> None:
    on = battle("ork.warg-rider x 5.5 north slow   dwarf.zap A 1.1", phase="orders")
    one, two = stages(on, on.unit("x")), stages(on, on.unit("x"), 2)
    assert one == two[:3] and len(two) == 6
    for pose in one[-1]:
        further = stages(
            on, replace(on.unit("x"), q=pose.hex.q, r=pose.hex.r, facing=pose.facing, speed=pose.speed)
        )
        assert further[-1].keys() <= two[-1].keys()


def test_who_is_shaken_does_what_that_imposes() -> None:
    calm = battle("ork.ork-infantry x 5.5 south slow   dwarf.zap A 1.1", phase="orders")
    shaken = battle("ork.ork-infantry x 5.5 south slow shaken=1   dwarf.zap A 1.1", phase="orders")
    assert len(stages(shaken, shaken.unit("x"))[-1]) < len(stages(calm, calm.unit("x"))[-1])
    later = stages(shaken, shaken.unit("x"), 2)
    assert len(later[-1]) > len(later[2])  # by then it is shaken no longer


# ---------------------------------------------------------------- what it can do

PLACES = {
    "a tank in the open": ("dwarf.zap A 5.8", "ork.battlewagon x 5.2 south slow", "5.7"),
    "behind a forest": ("dwarf.zap A 5.8   forest 5.5 4.5 6.5", "ork.battlewagon x 5.2 south still", "5.7"),
    "in ruins": ("dwarf.zap A 5.8   ruins 5.7", "ork.battlewagon x 5.2 south slow", "5.7"),
    "under smoke": ("dwarf.zap A 5.8   smoke 5.7", "ork.battlewagon x 4.3 s slow", "5.7"),
    "a squad": ("dwarf.dwarf-infantry A 5.8", "ork.speedhead x 5.3 south slow", "5.6"),
    "another squad": ("elf.elf-infantry A 5.8", "gnome.assault-bots x 5.5 south slow", "5.6"),
    "by wagon": ("ork.warg-rider A 5.8", "dwarf.gunblasterwagon x 3.3 south slow", "6.6"),
}


def fired(on: Battle, foe: Unit, target: Unit) -> Fraction:
    """The greatest chance that all of the target die, by what the foe would be asked if it stood there."""
    full = replace(foe, loaded=dict(foe.loaded), aims=[])
    for weapon in all_weapons(field(on, full)):
        loading.load(on, full, weapon, 99)
    soon = replace(on, units=[target, full], phase="gunnery 2")
    most = Fraction(0)
    orders = field(on, full).gunnery.get(full.speed, ())
    for codes, only in {(step, order.only) for order in orders for step in order.order}:
        ready = batteries(soon, full, codes, only)
        for together in ([b for b in ready if not b.alone], *([b] for b in ready if b.alone)):
            lost = {0: Fraction(1)}
            for battery in together:
                means = menu(Scene(soon, 2), battery)
                open_ = [means.means[o.id] for o in means.options if o.barred is None]
                volleys = [v for v in open_ if v != HOLD and isinstance(v, Volley) and v.target == target.id]
                each = [by_itself(soon, volley, target) for volley in volleys]
                if each:
                    best = max(
                        each, key=lambda found: (found[max(found)], sum(n * c for n, c in found.items()))
                    )
                    lost = summed(lost, best, len(target.living))
            most = max(most, lost.get(len(target.living), Fraction(0)))
    return most


def by_itself(on: Battle, volley: Volley, target: Unit) -> dict[int, Fraction]:
    shots, charge, _ = volley_shots(on, volley, 2)
    return dict(enumerate(losses(on, target, shots, charge)))


def summed(one: dict[int, Fraction], other: dict[int, Fraction], most: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for n, chance in one.items():
        for m, share in other.items():
            found[min(most, n + m)] = found.get(min(most, n + m), Fraction(0)) + chance * share
    return found


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("facing", [90.0, 210.0])
def test_it_is_the_worst_of_all_that_could_be_asked(place: str, facing: float) -> None:
    own, foes, hex_ = PLACES[place]
    on = battle(f"{own}   {foes}", phase="orders", orders_ahead=0)
    found = look(on, hex_, facing)
    there = replace(on.unit("A"), q=at(hex_).q, r=at(hex_).r, facing=round((90 - facing) / 60) % 6)
    foe = on.unit("x")
    expected = max(
        fired(on, replace(foe, q=pose.hex.q, r=pose.hex.r, facing=pose.facing, speed=pose.speed), there)
        for pose in stages(on, foe)[-1]
    )
    assert max(threats(found, "x", "fires"), default=Fraction(0)) == expected
    assert found.danger == expected


def test_armor_counts_by_the_side_that_is_turned_to_the_enemy() -> None:
    on = battle("dwarf.zap A 5.8   ork.battlewagon x 5.3 south slow", phase="orders", orders_ahead=0)
    front, back = look(on, "5.7", 90.0), look(on, "5.7", 270.0)
    assert 0 < front.danger < back.danger


def test_who_can_come_in_assaults_and_no_chance_is_told_of_it() -> None:
    on = battle("dwarf.zap A 5.8   ork.battlewagon x 5.5 south slow", phase="orders", orders_ahead=0)
    near, far = look(on, "5.7"), look(on, "1.1")
    assert threats(near, "x", "comes in") == [Fraction(0)]
    assert threats(far, "x", "comes in") == []


def test_orders_that_are_written_ahead_give_the_enemy_another_turn() -> None:
    text = "dwarf.zap A 5.9   ork.battlewagon x 5.2 south slow"
    now, ahead = (battle(text, phase="orders", rows=12, orders_ahead=n) for n in (0, 1))
    assert threats(look(now, "5.8"), "x", "comes in") == []
    assert threats(look(ahead, "5.8"), "x", "comes in") == [Fraction(0)]


def test_nothing_is_told_of_who_is_hidden_or_who_is_not_there() -> None:
    on = battle("dwarf.zap A 5.8   ork.hammerhead x 5.3 south slow hidden", phase="orders")
    assert look(on, "5.7") == Outlook()
    assert outlook_at(on, "z", Spot(3, 3)) == Outlook()


def test_what_the_enemy_has_sealed_makes_no_difference() -> None:
    text = "dwarf.zap A 5.8   ork.battlewagon x 5.3 south slow order={} next={}   ork.grunt y 5.4 hidden"
    told = []
    for order, later in (("360,F,360", "A,F,F"), ("-,-,-", "-,-,-")):
        seen = view(battle(text.format(order, later), phase="orders"), "a")
        told.append((look(seen, "5.7"), whereabouts(seen, "x"), whereabouts(seen, "y")))
    assert told[0] == told[1] and told[0][1] and not told[0][2]
    assert {each.piece for each in told[0][0].threats} == {"x"}


# ---------------------------------------------------------------- how many die


@given(st.integers(1, 6), st.integers(1, 5), st.integers(1, 4))
def test_deaths_are_counted_shot_by_shot(sixths: int, shots: int, most: int) -> None:
    """Against the binomial, where each shot that does anything kills one."""
    one = (1 - Fraction(sixths, 6), Fraction(sixths, 6), *[Fraction(0)] * (most - 1))
    found = Shots(Aim(4), 1, shots).deaths(one, one[0])
    p = Fraction(sixths, 6)
    for dead in range(most):
        assert found[dead] == comb(shots, dead) * p**dead * (1 - p) ** (shots - dead)
    assert sum(found) == 1


@pytest.mark.parametrize("foe", ["ork.hammerhead still", "elf.e34 slow", "ork.ork-infantry still"])
def test_that_one_dies_at_least_is_as_likely_as_the_odds_of_the_shot_have_it(foe: str) -> None:
    kind, speed = foe.split()
    on = battle(f"dwarf.dwarf-infantry A 5.5   {kind} x 5.4 south {speed}", phase="gunnery 2")
    unit, target, tried = on.unit("x"), on.unit("A"), 0
    for weapon in all_weapons(field(on, unit)):
        loading.load(on, unit, weapon, 99)
    for codes in {step for order in field(on, unit).gunnery[unit.speed] for step in order.order}:
        for gun in (gun for battery in batteries(on, unit, codes, "") for gun in battery.guns):
            shots, charge, _ = volley_shots(on, Volley("", unit.id, gun, target.id), 2)
            deadly = [chance for _, dies, chance in worst(on, target, "regular", shots, charge) if dies]
            assert 1 - losses(on, target, shots, charge)[0] == sum(deadly)
            tried += 1
    assert tried
