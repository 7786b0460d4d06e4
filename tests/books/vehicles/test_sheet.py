"""The builder: what stands on the sheet of a force, and what every act makes of it."""

from __future__ import annotations

import random

import pytest

from tests.kit.drafts import drafted
from warbook.books.vehicles.army.forces import Force, Ride, Squad, read_force, write_force
from warbook.books.vehicles.army.sheet import amend, draft
from warbook.core.datafile import Written, parse_toml
from warbook.core.drafting import Sheet
from warbook.core.questions import Refused


def done(*acts: str | tuple[str, str]) -> Written:
    return drafted(amend, *acts)


def sheet(*acts: str | tuple[str, str]) -> Sheet:
    return draft(done(*acts), None)


def force(*acts: str | tuple[str, str]) -> Force:
    file = done(*acts)
    return parse_toml(file.text, file.name, Force)


def test_a_blank_sheet():
    found = draft(None, None)
    assert found.title == "New force" and found.save_as == "new-force.toml" and not found.lines
    assert [fault.words for fault in found.faults] == ["the force has nobody; add a vehicle or a unit"]
    assert (found.totals[0].spent, found.totals[0].limit, found.totals[0].unit) == (0, 700, "points")
    assert {offer.group for offer in found.offers} == {"Vehicles", "Foot units"}
    assert len(found.starts) == 10 and found.starts[0].cost == "350 points"


def test_a_force_is_built_from_nothing():
    file = done(
        "faction/orks",
        "limit/400",
        "add/trukk",
        ("v0/name", "Da Wagon"),
        "add/tankbustas",
        "u0/aboard/0",
        ("u0/name", "Da Ladz"),
        "add/warbuggy",
        ("name", "Da Gogz"),
    )
    found = draft(file, None)
    assert not found.faults and (found.totals[0].spent, found.totals[0].limit) == (35 + 75 + 30, 400)
    assert [line.name for line in found.lines] == ["Da Wagon", "Warbuggy", "Da Ladz"]
    assert [line.cost for line in found.lines] == ["35 points", "30 points", "75 points"]
    assert found.lines[0].words.startswith(
        "Trukk: Fast, Open-Topped, Transport, AV 10/10/10, BS 2, carries 12"
    )
    assert found.lines[2].words.startswith("Tankbusta mob: 5 models, WS 4 BS 2")
    assert found.lines[2].settings[1].value == "u0/aboard/0"
    built = read_force(file)
    assert built.units == (Squad("tankbustas", "Da Ladz", "Da Wagon"),) and built.limit == 400


def test_what_costs_too_much_is_barred_and_refused():
    found = sheet("limit/400", "add/land_raider")
    barred = {offer.act for offer in found.offers if offer.barred}
    assert "add/predator_annihilator" in barred and "add/vindicator" not in barred
    assert "add/terminator_squad" in barred and "add/land_raider" in barred
    with pytest.raises(Refused, match="the force would cost 500 points and may cost 400") as refused:
        done("limit/400", "add/land_raider", "add/land_raider")
    assert refused.value.refusal.rule == "veh.S1"


def test_what_was_bought_for_more_points_is_told():
    found = sheet("add/land_raider", "add/land_raider", "limit/400")
    assert [fault.words for fault in found.faults] == [
        "the force costs 500 points and may cost 400; save 100"
    ]


@pytest.mark.rule("veh.transport.capacity")
def test_a_transport_that_has_no_room_is_barred():
    acts = ("add/razorback", "add/rhino", "add/predator", "add/tactical_squad")
    rides = sheet(*acts).lines[3].settings[1].choices
    assert [(offer.name, offer.barred is None) for offer in rides] == [
        ("On foot", True),
        ("Razorback", False),
        ("Rhino", True),
    ]
    with pytest.raises(Refused, match="a Razorback has room for 6; Tactical squad takes up 10") as refused:
        done(*acts, "u0/aboard/0")
    assert refused.value.refusal.rule == "veh.transport.capacity"


def test_a_transport_carries_one_unit():
    acts = ("add/land_raider", "add/tactical_squad", "add/tactical_squad", "u0/aboard/0")
    with pytest.raises(Refused, match="Land Raider carries one unit at a time"):
        done(*acts, "u1/aboard/0")
    assert force(*acts, "u0/foot", "u1/aboard/0").units[1].aboard == "Land Raider"


def test_units_follow_a_transport_that_gets_a_name_and_walk_when_it_is_gone():
    acts = ("add/rhino", "add/tactical_squad", "u0/aboard/0")
    assert force(*acts, "add/rhino").units[0].aboard == "Rhino 1"
    assert force(*acts, ("v0/name", "Old Ox")).units[0].aboard == "Old Ox"
    assert force(*acts, "v0/off").units[0].aboard == ""
    assert force(*acts, "u0/off").units == ()


def test_another_faction_begins_anew():
    assert force("add/rhino", "faction/orks").vehicles == ()
    assert force("add/rhino", "faction/marines").vehicles == (Ride("rhino"),)


def test_a_ready_made_force_to_begin_with():
    begun = force("start/kabal_patrol")
    assert (begun.id, begun.limit, len(begun.vehicles)) == ("", 400, 2)


@pytest.mark.parametrize(
    "act",
    [
        "add/trukk",
        "add/x",
        "v1/off",
        "u0/off",
        "v0/aboard/0",
        "limit/50",
        "limit/5000",
        "limit/x",
        "x",
        "start/x",
        "faction/tau",
    ],
)
def test_an_act_that_is_not_there_is_refused(act):
    with pytest.raises(Refused, match="nothing of this sheet"):
        done("add/rhino", act)


def test_a_unit_goes_aboard_no_vehicle_that_carries_nobody():
    with pytest.raises(Refused, match="nothing of this sheet"):
        done("add/predator", "add/tactical_squad", "u0/aboard/0")


def test_a_remark_is_at_its_line():
    text = write_force(
        Force("x", "orks", 700, (Ride("trukk"), Ride("truck")), (Squad("ork_boyz", aboard="Trukk"),))
    )
    found = draft(Written("x.toml", text), None)
    assert [fault.line for fault in found.faults] == [1, 2]
    assert [line.words == "" for line in found.lines] == [False, True, False]


def test_words_that_cannot_be_written_are_refused():
    with pytest.raises(Refused, match="longer than 80"):
        done(("name", "x" * 81))
    with pytest.raises(Refused, match="cannot be seen"):
        done(("name", "a\x00b"))


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_on_offer_can_be_done_and_breaks_no_limit(seed):
    """At random from what is not barred: the force keeps to its points, and may fight."""
    chooser = random.Random(seed)
    file = done(
        f"faction/{chooser.choice(['orks', 'guard', 'marines', 'eldar', 'dark_eldar'])}", "limit/1500"
    )
    for _ in range(15):
        found = draft(file, None)
        rides = [setting.choices for line in found.lines for setting in line.settings]
        offers = [*found.offers, *(choice for choices in rides for choice in choices)]
        acts = [offer.act for offer in offers if offer.barred is None]
        acts += [line.off for line in found.lines if chooser.random() < 0.2]
        file = amend(file, chooser.choice(acts), "")
        after = draft(file, None)
        assert after.totals[0].spent <= after.totals[0].limit
        assert bool(after.faults) == (not after.lines)


def test_the_text_of_a_draft_stays_as_somebody_wrote_it():
    file = done("faction/orks", "add/trukk")
    mine = Written(file.name, "# my own words\n" + file.text)
    assert draft(mine, None).file == mine


def test_only_a_force_with_somebody_in_it_begins_anew():
    def anew(*acts: str) -> str:
        return str(next(each for each in sheet(*acts).settings if each.name == "Faction"))

    for act in ("add/rhino", "add/tactical_squad"):
        assert "begins anew" in anew(act)
    assert "begins anew" not in anew("limit/400")


def test_a_line_tells_what_its_vehicle_is():
    (line,) = sheet("add/rhino").lines
    assert line.details and line.words


def test_an_act_is_about_what_it_says():
    with pytest.raises(Refused):
        done("limit/orks")


@pytest.mark.parametrize(
    ("faction", "squads", "more", "full"),
    [
        ("guard", ["guard_veterans"] * 11, "guard_veterans", False),
        ("orks", ["ork_boyz"] * 7, "ork_boyz", True),
        ("orks", ["ork_boyz"] * 7, "tankbustas", False),
    ],
)
def test_a_force_has_a_hundred_and_twenty_models_and_not_one_more(faction, squads, more, full):
    """110 and 10; 112 and 16, or 5."""
    found = sheet(f"faction/{faction}", "limit/2000", *(f"add/{each}" for each in squads))
    offer = next(each for each in found.offers if each.act == f"add/{more}")
    assert (offer.barred is not None) is full
    assert not full or "120 models" in offer.barred.words
