"""The mob builder: what stands on the sheet of a mob, and what every act makes of it."""

from __future__ import annotations

import random

import pytest

from tests.kit.drafts import drafted
from warbook.books.gorkamorka.mob.building import mobs, read_mob
from warbook.books.gorkamorka.mob.crews import fighter_names
from warbook.books.gorkamorka.mob.sheet import amend, draft
from warbook.books.gorkamorka.mob.written import Mob, Recruit, Ride, write_mob
from warbook.core.datafile import Written, parse_toml
from warbook.core.drafting import Sheet
from warbook.core.questions import Refused


def done(*acts: str | tuple[str, str]) -> Written:
    return drafted(amend, *acts)


def sheet(*acts: str | tuple[str, str], line: int | None = None) -> Sheet:
    return draft(done(*acts), line)


def mob(*acts: str | tuple[str, str]) -> Mob:
    file = done(*acts)
    return parse_toml(file.text, file.name, Mob)


def test_a_blank_sheet():
    found = draft(None, None)
    assert found.title == "New mob" and found.save_as == "new-mob.toml" and not found.lines
    assert [fault.words for fault in found.faults] == ["a mob of Gorkers and Morkers has an Ork Nob; add one"]
    assert (found.totals[0].spent, found.totals[0].limit, found.totals[0].unit) == (0, 100, "teef")
    assert "ours" in found.totals[1].name and (found.totals[1].spent, found.totals[1].limit) == (0, 3)
    assert {offer.group for offer in found.offers} == {"Fighters", "Vehicles"}
    assert [offer.act for offer in found.starts] == ["start/grimtoofs", "start/rust_barons", "start/sunburnt"]


def test_a_mob_is_built_from_nothing():
    file = done(
        "add/ork_nob", "f0/weapon/choppa", "f0/armour/eavy", ("f0/name", "Gog"), "add/ork_spanner",
        "add/ork_boy", "add/ork_trukk", ("v0/name", "Da Wagon"), "v0/fixed/skorcha",
        "v0/gubbin/loadsa_ammo_skorcha",
        "f1/aboard/0", "f1/role/driver", "f2/aboard/0", "f2/role/gunner", ("name", "Da Gogz"),
    )  # fmt: skip
    found = draft(file, None)
    assert not found.faults and found.totals[0].spent == 12 + 1 + 7 + 6 + 5 + 20 + 8 + 2
    assert [line.name for line in found.lines] == ["Gog", "Ork Spanner", "Ork Boy", "Da Wagon"]
    assert [part.name for part in found.lines[3].parts] == ["Skorcha", "Loadsa ammo"]
    built = read_mob(file)
    assert built.fighters[2].aboard == "Da Wagon" and built.fighters[2].role == "gunner"


def test_a_line_with_a_name_of_its_own_tells_its_type():
    acts = ("add/ork_nob", "add/ork_spanner", "add/ork_bike")
    plain, named = sheet(*acts).lines, sheet(*acts, ("f0/name", "Gog"), ("v0/name", "Zoom")).lines
    assert plain[0].words.startswith("M 4 ") and named[0].words.startswith("Ork Nob: M 4 ")
    assert plain[2].words.startswith("small vehicle") and named[2].words.startswith("Bike: small vehicle")
    text = write_mob(Mob("x", "orks", (Recruit("who", "y"),), (Ride("what", "z"),)))
    assert [line.words for line in draft(Written("x.toml", text), None).lines] == ["", ""]


def test_an_open_line_has_offers_and_others_have_none():
    found = sheet("add/ork_nob", "add/ork_spanner", "add/ork_bike", line=2)
    assert [bool(line.offers) for line in found.lines] == [False, False, True]
    assert {offer.group for offer in found.lines[2].offers} == {"Fixed weapons", "Gubbinz"}
    assert {offer.group for offer in sheet("add/ork_nob", line=0).lines[0].offers} == {
        "Weapons",
        "Armour",
        "Skills",
    }


def test_what_is_barred_is_refused_with_its_rule():
    with pytest.raises(Refused, match="Ork Grot: an Ork Grot needs an Ork Slaver") as refused:
        done("add/ork_nob", "add/ork_grot")
    assert refused.value.refusal.rule == "gce.game.forces"


@pytest.mark.parametrize(
    "act",
    [
        "add/ork_bus",
        "f0/weapon/skorcha",
        "f7/off",
        "v0/off",
        "f0/off/weapon/3",
        "f0/aboard/0",
        "f0/role/boss",
        "f0/skill/driver",
        "x",
        "f0/fly/1",
    ],
)
def test_an_act_that_is_not_there_is_refused(act):
    with pytest.raises(Refused, match="nothing of this sheet"):
        done("add/ork_nob", act)


def test_things_are_taken_off():
    armed = ("add/ork_nob", "f0/weapon/choppa", "f0/weapon/slugga", "f0/armour/flak", "f0/skill/kool")
    assert mob(*armed, "f0/off/weapon/0").fighters[0].weapons == ("slugga",)
    assert mob(*armed, "f0/off/armour/0").fighters[0].armour == ()
    assert mob(*armed, "f0/off/skill/0").fighters[0].skills == ()
    assert mob(*armed, "f0/off").fighters == ()
    fitted = ("add/ork_nob", "add/ork_spanner", "add/ork_trukk", "v0/fixed/linked_shoota", "v0/gubbin/spikes")
    assert mob(*fitted, "v0/off/fixed/0").vehicles[0].fixed_weapon == ""
    assert mob(*fitted, "v0/off/gubbin/0").vehicles[0].gubbinz == ()


def test_another_fixed_weapon_takes_the_place_of_the_one_there():
    fitted = mob(
        "add/ork_nob", "add/ork_spanner", "add/ork_trukk", "v0/fixed/linked_shoota", "v0/fixed/skorcha"
    )
    assert fitted.vehicles[0].fixed_weapon == "skorcha"


def test_riders_follow_a_vehicle_that_gets_a_name_and_walk_when_it_is_gone():
    acts = ("add/ork_nob", "add/ork_spanner", "add/ork_bike", "f1/aboard/0", "f1/role/driver")
    assert mob(*acts).fighters[1].aboard == "Bike"
    assert mob(*acts, "add/ork_bike").fighters[1].aboard == "Bike 1"
    assert mob(*acts, ("v0/name", "Zoom")).fighters[1].aboard == "Zoom"
    walker = mob(*acts, "v0/off").fighters[1]
    assert (walker.aboard, walker.role) == ("", "crew")
    assert mob(*acts, "f1/foot").fighters[1].role == "crew"


def test_another_faction_begins_anew():
    assert mob("add/ork_nob", "faction/diggas").fighters == ()
    assert mob("add/ork_nob", "faction/orks").fighters != ()


def test_a_remark_is_at_its_line_and_part():
    text = write_mob(mobs()["grimtoofs"]).replace('"shoota"', '"shotta"', 1)
    found = draft(Written("x.toml", text.replace('"linked_shoota"', '"linked_shotta"', 1)), None)
    assert [(fault.line, fault.part) for fault in found.faults] == [(1, 0), (7, None)]


@pytest.mark.parametrize("act", ["faction/squats", "start/nobody", "dance"])
def test_an_act_that_the_sheet_does_not_know_is_refused(act):
    with pytest.raises(Refused):
        done(act)


def test_a_file_has_the_posts_of_a_vehicle_and_leaves_out_what_is_usual():
    text = done("add/ork_nob", "add/ork_spanner", "add/ork_trukk", "f1/aboard/0", "f1/role/driver").text
    assert 'role = "driver"' in text and "crew" not in text


def test_a_fighter_of_no_known_type_is_called_by_what_stands_there():
    assert fighter_names(Mob("M", "orks", fighters=(Recruit("squat"), Recruit("ork_boy")))) == (
        "squat",
        "Ork Boy",
    )


def test_words_that_cannot_be_written_are_refused():
    with pytest.raises(Refused, match="longer than 80"):
        done(("name", "x" * 81))
    with pytest.raises(Refused, match="cannot be seen"):
        done(("name", "a\x00b"))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_on_offer_can_be_done_and_breaks_no_limit(seed):
    """At random from what is not barred: the mob keeps to its budget, and its file can be read."""
    chooser = random.Random(seed)
    file = (
        done("start/grimtoofs")
        if seed % 2
        else done(f"faction/{chooser.choice(['orks', 'diggas', 'rebel_grots'])}")
    )
    for _ in range(25):
        count = len(draft(file, None).lines)
        found = draft(file, chooser.randrange(count) if count else None)
        offers = [*found.offers, *(offer for line in found.lines for offer in line.offers)]
        acts = [offer.act for offer in offers if offer.barred is None]
        acts += [part.off for line in found.lines for part in line.parts]
        acts += [
            choice.act for line in found.lines for setting in line.settings for choice in setting.choices
        ]
        if not acts:
            break
        file = amend(file, chooser.choice(acts), "")
        after = draft(file, None)
        assert after.totals[0].spent <= after.totals[0].limit
