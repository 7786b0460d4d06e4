"""The builder: what stands on the sheet of a force, and what every act makes of it."""

from __future__ import annotations

import random

import pytest

from tests.books.arap.army.test_forces import OWN
from warbook.books.arap.army.forces import Force, Squad, read_force, write_force
from warbook.books.arap.army.sheet import _too_much, amend, draft
from warbook.core.datafile import Written, parse_toml
from warbook.core.drafting import Sheet
from warbook.core.questions import Refused


def done(*acts: str | tuple[str, str]) -> Written:
    """A draft after these acts, with the words that go with them, from a blank one."""
    file = None
    for act in acts:
        file = amend(file, *(act if isinstance(act, tuple) else (act, "")))
    assert file is not None
    return file


def sheet(*acts: str | tuple[str, str], line: int | None = None) -> Sheet:
    return draft(done(*acts), line)


def force(*acts: str | tuple[str, str]) -> Force:
    file = done(*acts)
    return parse_toml(file.text, file.name, Force)


def test_a_blank_sheet():
    found = draft(None, None)
    assert found.title == "New force" and found.save_as == "new-force.toml" and not found.lines
    assert [fault.words for fault in found.faults] == ["the force has nobody; add a squad"]
    assert (found.totals[0].spent, found.totals[0].limit, found.totals[0].unit) == (0, 500, "points")
    assert {offer.group for offer in found.offers} == {
        "Humans", "Marines", "Orks", "Swarm", "Daemons", "Others",
    }  # fmt: skip
    assert [note.words for note in found.notes] == [
        "squads, prices and budgets are ours: the book prints none"
    ]
    assert len(found.starts) == 8 and found.starts[0].cost == "135 points"
    budgets = found.settings[1]
    assert [offer.name for offer in budgets.choices] == ["200 points", "350 points", "500 points"]
    assert budgets.value == "limit/500"


def test_a_force_is_built_from_nothing():
    file = done(
        "limit/200",
        "add/line_squad",
        "s0/special/flamer",
        "s0/off/special/0",  # the grenade launcher
        "s0/size/12",
        ("s0/name", "Third"),
        "add/heavy_team",
        ("name", "The Watch"),
    )
    found = draft(file, 0)
    assert not found.faults and (found.totals[0].spent, found.totals[0].limit) == (71 + 27, 200)
    assert [line.name for line in found.lines] == ["Third", "Heavy weapon team"]
    assert [line.cost for line in found.lines] == ["71 points", "27 points"]
    assert found.lines[0].words.startswith("Line squad: 12 figures, M 4 WS 3 BS 3")
    assert found.lines[1].words.startswith("3 figures, M 4")
    assert [(part.name, part.cost) for part in found.lines[0].parts] == [("Flamer", "6 points")]
    assert found.lines[0].settings[1].value == "s0/size/12" and found.lines[0].offers
    assert not found.lines[1].offers
    built = read_force(file)
    assert built.squads == (Squad("line_squad", "Third", 12, ("flamer",)), Squad("heavy_team"))
    assert built.limit == 200


def test_what_costs_too_much_is_barred_and_refused():
    acts = ("limit/200", "add/carnifex")
    barred = {offer.act for offer in sheet(*acts).offers if offer.barred}
    assert "add/meganob_mob" not in barred and "add/shoota_mob" in barred  # 80 and 85 points
    with pytest.raises(Refused, match="the force would cost 205 points and may cost 200") as refused:
        done(*acts, "add/shoota_mob")
    assert refused.value.refusal.rule == "arap.S1"


def test_sizes_are_barred_that_cost_too_much_or_leave_nobody():
    acts = ("limit/200", "add/carnifex", "add/gun_brood")  # 180 points
    sizes = sheet(*acts).lines[1].settings[1].choices
    assert [offer.name for offer in sizes] == [str(size) for size in range(6, 19)]
    assert {offer.name for offer in sizes if offer.barred} == {"17", "18"}
    with pytest.raises(Refused, match="would cost 205 points"):
        done(*acts, "s1/size/17")
    assert force(*acts, "s1/size/16").squads[1].size == 16
    assert force(*acts, "s1/size/16", "s1/size/12").squads[1].size == 0
    veterans = ("add/veteran_squad", "s0/special/flamer")
    assert sheet(*veterans).lines[0].settings[1].choices[0].barred is not None
    assert len(sheet("add/carnifex").lines[0].settings) == 1


def test_specials_are_bought_up_to_their_number():
    acts = ("add/line_squad", "s0/special/meltagun")
    offers = sheet(*acts, line=0).lines[0].offers
    assert all(offer.barred for offer in offers) and offers[0].group == "Special weapons"
    with pytest.raises(Refused, match="Line squad has at most 2 specials, not 3"):
        done(*acts, "s0/special/flamer")
    assert force(*acts, "s0/off/special/0").squads[0].specials == ("meltagun",)
    assert force("add/line_squad", "s0/off/special/0").squads[0].specials == ()


def test_a_character_needs_three_squads():
    acts = ("add/heavy_team", "add/heavy_team")
    with pytest.raises(Refused, match="one character for each 3 other squads; here are 1 with 2") as refused:
        done(*acts, "add/human_command")
    assert refused.value.refusal.rule == "arap.S1"
    assert len(force(*acts, "add/heavy_team", "add/human_command").squads) == 4


def test_what_was_bought_for_a_larger_budget_is_told():
    found = sheet("add/carnifex", "add/carnifex", "limit/200")
    assert [fault.words for fault in found.faults] == ["the force costs 240 points and may cost 200; save 40"]


def test_a_ready_made_force_to_begin_with():
    begun = force("start/garrison")
    assert (begun.id, begun.limit, len(begun.squads)) == ("", 500, 7)
    assert force("start/garrison", "s0/off").squads == begun.squads[1:]


@pytest.mark.parametrize(
    "act",
    [
        "x", "add/x", "start/x", "limit/300", "limit/x", "s1/off", "s0/size/4", "s0/size/x", "s0/size",
        "s0/special/mortar", "s0/special", "s0/off/special/9", "s0/off/weapon/0", "s0/name/x", "s00x/off",
    ],
)  # fmt: skip
def test_an_act_that_is_not_there_is_refused(act):
    with pytest.raises(Refused, match="nothing of this sheet"):
        done("add/line_squad", act)


def test_a_remark_is_at_its_line_and_the_rest_can_still_be_done():
    text = write_force(Force("x", squads=(Squad("ork_mob"), Squad("ork_mop"), Squad("ork_mob", size=40))))
    file = Written("x.toml", text)
    found = draft(file, 1)
    assert [fault.line for fault in found.faults] == [1, 2]
    assert [line.words == "" for line in found.lines] == [False, True, True]
    with pytest.raises(Refused, match="nothing of this sheet"):
        amend(file, "s2/size/12", "")
    mended = amend(amend(file, "s2/off", ""), "s1/off", "")
    assert read_force(mended).squads == (Squad("ork_mob"),)
    assert parse_toml(amend(file, "add/carnifex", "").text, "x", Force).squads[3] == Squad("carnifex")


def test_ones_own_lists_are_on_offer_and_what_is_wrong_with_them_is_told():
    good = Force("x", squads=(Squad("crew"),), own=OWN)
    found = draft(Written("x.toml", write_force(good)), None)
    assert not found.faults and found.offers[-1].act == "add/crew" and found.offers[-1].group == "Space"
    bad = Force("x", squads=(Squad("crew"),), own=type(OWN)(squads=OWN.squads))
    found = draft(Written("x.toml", write_force(bad)), None)
    assert [fault.rule for fault in found.faults] == ["arap.S3"] and found.lines[0].words == ""


def test_words_that_cannot_be_written_are_refused():
    with pytest.raises(Refused, match="longer than 80"):
        done(("name", "x" * 81))
    with pytest.raises(Refused, match="cannot be seen"):
        done(("name", "a\x00b"))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_on_offer_can_be_done_and_breaks_no_limit(seed):
    """At random from what is not barred: the force keeps to its budget, and may fight."""
    chooser = random.Random(seed)
    file = done(f"limit/{chooser.choice([200, 350, 500])}")
    for _ in range(8):
        found = draft(file, 0)
        settled = [setting.choices for line in found.lines for setting in line.settings]
        offers = [*found.offers, *(choice for choices in settled for choice in choices)]
        offers += [offer for line in found.lines for offer in line.offers]
        acts = [offer.act for offer in offers if offer.barred is None]
        acts += [part.off for line in found.lines for part in line.parts]
        file = amend(file, chooser.choice(acts), "")
        after = draft(file, None)
        assert after.totals[0].spent <= after.totals[0].limit
        assert bool(after.faults) == (not after.lines)


@pytest.mark.parametrize(("last", "allowed"), [(8, True), (9, False)])
def test_no_more_than_120_figures_are_added(last, allowed):
    """Seven mobs of 16, and one more."""
    mobs = [Squad("gretchin_mob", size=16)] * 7
    found = _too_much(Force("Test", limit=500, squads=(*mobs, Squad("gretchin_mob", size=last))))
    assert (found is None) is allowed and (found is None or "120 figures" in found.words)
