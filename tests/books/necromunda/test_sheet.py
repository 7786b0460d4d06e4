"""The builder: what stands on the sheet of a gang, and what every act makes of it."""

from __future__ import annotations

import random

import pytest

from tests.kit.drafts import drafted
from warbook.books.necromunda.gangs import GangFile, gang_files, read_gang, write_gang
from warbook.books.necromunda.sheet import amend, draft
from warbook.core.datafile import BadData, Written, parse_toml
from warbook.core.drafting import Offer, Sheet
from warbook.core.questions import Refused

TRIO = ("add/leader", "add/ganger", "add/ganger")


def done(*acts: str | tuple[str, str]) -> Written:
    return drafted(amend, *acts)


def gang(*acts: str | tuple[str, str]) -> GangFile:
    file = done(*acts)
    return parse_toml(file.text, file.name, GangFile)


def sheet(*acts: str | tuple[str, str], line: int | None = None) -> Sheet:
    return draft(done(*acts), line)


def offer(found: Sheet, act: str, line: int | None = None) -> Offer:
    offers = found.offers if line is None else found.lines[line].offers
    return next(each for each in offers if each.act == act)


def why_not(found: Sheet, act: str, line: int | None = None) -> str:
    barred = offer(found, act, line).barred
    return barred.words if barred else ""


def test_a_blank_sheet() -> None:
    found = draft()
    assert found.title == "New gang" and found.save_as == "new-gang.toml" and not found.lines
    assert [fault.words for fault in found.faults] == [
        "a gang needs at least 3 fighters; this one has 0",
        "a gang has exactly one leader; this one has 0",
    ]
    assert (found.totals[0].spent, found.totals[0].limit, found.totals[0].unit) == (0, 1000, "credits")
    assert [(each.name, each.cost) for each in found.offers] == [
        ("Gang leader", "120 credits"),
        ("Ganger", "50 credits"),
        ("Heavy", "60 credits"),
        ("Juve", "25 credits"),
        ("Underhive scum", "15 credits"),
    ]
    assert [each.group for each in found.starts] == [
        "Orlock", "Goliath", "Escher", "Van Saar", "Delaque", "Cawdor",
    ]  # fmt: skip
    assert [choice.name for choice in found.settings[1].choices] == [
        "None", "Cawdor", "Delaque", "Escher", "Goliath", "Orlock", "Van Saar",
    ]  # fmt: skip


@pytest.mark.rule("nec.S1")
def test_a_gang_is_built_from_nothing() -> None:
    file = done(
        "house/escher",
        ("name", "Sump Cats"),
        "add/leader",
        ("f0/name", "Mags"),
        "f0/weapon/bolt_pistol",
        "f0/armour/flak",
        "add/heavy",
        "f1/weapon/heavy_stubber",
        "add/juve",
        "f2/weapon/laspistol",
        "f2/gear/red_dot_sight",
    )
    found = draft(file)
    assert not found.faults
    assert [line.name for line in found.lines] == ["Mags", "Heavy", "Juve"]
    assert [line.cost for line in found.lines] == ["150 credits", "180 credits", "80 credits"]
    assert found.totals[0].spent == 120 + 20 + 10 + 60 + 120 + 25 + 15 + 40
    assert found.lines[0].words.startswith("Gang leader: M 4 WS 4 BS 4")
    assert [part.name for part in found.lines[0].parts] == ["Bolt pistol", "Flak"]
    built = read_gang(file)
    assert (built.name, built.house) == ("Sump Cats", "escher")
    assert built.fighters[2].weapons == ("laspistol",) and built.fighters[2].gear == ("red_dot_sight",)


@pytest.mark.rule("nec.S1")
def test_what_breaks_a_limit_is_barred_and_refused() -> None:
    found = sheet(*TRIO, "add/heavy", "add/heavy")
    assert why_not(found, "add/leader") == "a gang has exactly one leader; this one has 2"
    assert why_not(found, "add/heavy") == "a gang has at most 2 heavies; this one has 3"
    assert why_not(sheet(*TRIO, "add/heavy"), "add/heavy") == ""
    with pytest.raises(Refused, match="at most 2 heavies") as refused:
        done("add/heavy", "add/heavy", "add/heavy")
    assert refused.value.refusal.rule == "nec.S1"


@pytest.mark.rule("nec.S1")
def test_juves_are_half_of_a_gang_at_most_and_may_come_first() -> None:
    juves = ("add/juve", "add/juve", "add/juve")
    assert [fault.words for fault in sheet(*TRIO, *juves).faults] == []
    found = sheet(*TRIO, *juves, "add/juve")
    assert [fault.words for fault in found.faults] == ["at most half of a gang may be juves; here 4 of 7 are"]
    assert why_not(found, "add/ganger") == ""


@pytest.mark.rule("nec.S1")
def test_a_thousand_credits_and_not_one_more() -> None:
    """Sixteen gangers cost 800, the leader 120: 80 are left."""
    acts = ("add/leader", *("add/ganger" for _ in range(16)))
    assert why_not(sheet(*acts), "add/heavy") == ""
    full = sheet(*acts, "add/juve", "add/juve", "add/underhive_scum", "f1/weapon/stub_gun", line=1)
    assert full.totals[0].spent == 995
    assert why_not(full, "f1/weapon/knife", 1) == ""
    assert why_not(full, "f1/weapon/club", 1) == "the gang would cost 1005 credits, and a new one has 1000"
    assert why_not(full, "add/underhive_scum") == "the gang would cost 1010 credits, and a new one has 1000"


def test_a_gang_that_has_grown_is_told_and_may_fight() -> None:
    text = write_gang(GangFile(name="Old", fighters=gang_files()["orlock_sample"].fighters * 1))
    text += '\n[[fighters]]\ntype = "heavy"\nweapons = ["lascannon"]\n'
    found = draft(Written("old.toml", text))
    assert not found.faults
    assert "more than the 1000 of a new gang; it may fight" in found.notes[1].words
    assert read_gang(Written("old.toml", text)).name == "Old"


@pytest.mark.rule("nec.S1")
def test_each_type_is_offered_the_weapons_of_its_lists() -> None:
    groups = {
        kind: {each.group for each in sheet(f"add/{kind}", line=0).lines[0].offers}
        for kind in ("ganger", "heavy", "juve", "underhive_scum")
    }
    rest = {"Armour", "Gear"}
    assert groups["juve"] == {"Hand-to-hand weapons", "Pistols", "Grenades"} | rest
    assert groups["ganger"] == groups["juve"] | {"Basic weapons"}
    assert groups["heavy"] == groups["ganger"] | {"Special weapons", "Heavy weapons"}
    assert groups["underhive_scum"] == {"Pistols"} | rest
    with pytest.raises(Refused, match="nothing of this sheet is called"):
        done("add/juve", "f0/weapon/lasgun")


@pytest.mark.rule("nec.S1")
def test_nobody_carries_two_heavy_weapons() -> None:
    acts = ("add/heavy", "f0/weapon/heavy_stubber")
    assert why_not(sheet(*acts, line=0), "f0/weapon/autocannon", 0).startswith(
        "nobody carries more than one heavy weapon"
    )


@pytest.mark.rule("nec.S1")
def test_shells_and_missiles_are_bought_for_a_gun_one_has() -> None:
    bare = {each.act for each in sheet("add/ganger", line=0).lines[0].offers}
    assert "f0/weapon/shotgun_slug" in bare and "f0/weapon/shotgun_manstopper" not in bare
    armed = {each.act for each in sheet("add/ganger", "f0/weapon/shotgun_slug", line=0).lines[0].offers}
    assert "f0/weapon/shotgun_manstopper" in armed
    assert "f0/weapon/shotgun_scatter" not in armed  # comes with the gun
    text = 'name = "x"\nfighters = [{ type = "ganger", weapons = ["shotgun_manstopper"] }]\n'
    with pytest.raises(BadData, match="is for who has a shotgun"):
        read_gang(Written("x.toml", text))


@pytest.mark.rule("nec.S1")
def test_missiles_have_their_price_and_are_no_second_heavy_weapon() -> None:
    launcher = ("add/heavy", "f0/weapon/missile_launcher_frag")
    assert sheet(*launcher).totals[0].spent == 60 + 185 + 35
    both = sheet(*launcher, "f0/weapon/missile_launcher_krak")
    assert both.totals[0].spent == 60 + 185 + 35 + 115
    assert not any("heavy weapon" in fault.words for fault in both.faults)


def test_armour_is_changed_by_taking_the_old_off() -> None:
    acts = ("add/ganger", "f0/armour/flak")
    assert "take that off first" in why_not(sheet(*acts, line=0), "f0/armour/mesh", 0)
    assert gang(*acts, "f0/off/armour/0", "f0/armour/mesh").fighters[0].armour == "mesh"


def test_things_are_taken_off_one_by_one() -> None:
    acts = ("add/ganger", "f0/weapon/lasgun", "f0/weapon/club", "f0/gear/mono_sight")
    assert gang(*acts, "f0/off/weapon/0").fighters[0].weapons == ("club",)
    assert gang(*acts, "f0/off/gear/0").fighters[0].gear == ()
    assert gang(*acts, "add/juve", "f0/off").fighters == gang("add/juve").fighters
    for act in ("f0/off/weapon/2", "f0/off/weapon/x", "f0/off/armour/0", "f1/off", "f0/off/skill/0"):
        with pytest.raises(Refused, match="nothing of this sheet is called"):
            done(*acts, act)


def test_what_a_weapon_does_is_told_in_these_hands_and_whence_it_is_known() -> None:
    found = offer(sheet("add/ganger", line=0), "f0/weapon/chain", 0)
    assert "strength 4" in found.words and "-1 to armour saves" in found.words
    assert found.details[-1] == "From BSData Necromunda 1st edition catalogue."
    assert found.details[0].startswith("Foe may not parry") or "parry" in found.details[0]


def test_a_gang_with_flaws_can_be_mended() -> None:
    text = 'name = "x"\n[[fighters]]\ntype = "wizard"\n[[fighters]]\ntype = "ganger"\nweapons = ["wand"]\n'
    found = draft(Written("x.toml", text), 1)
    assert {(fault.line, fault.words.split("'")[0]) for fault in found.faults if fault.line is not None} == {
        (0, "there is no type "),
        (1, "there is no weapon "),
    }
    assert found.lines[1].parts[0].name == "wand" and found.lines[1].parts[0].cost == "nothing"
    file = amend(amend(Written("x.toml", text), "f0/off"), "f0/off/weapon/0")
    assert not draft(file).lines[0].parts


@pytest.mark.parametrize("id", sorted(gang_files()))
def test_a_ready_made_gang_to_begin_with(id: str) -> None:
    begun = gang(f"start/{id}")
    assert begun.id == "" and begun.fighters == gang_files()[id].fighters
    assert not sheet(f"start/{id}").faults
    assert read_gang(Written("mine.toml", write_gang(begun))).fighters == begun.fighters


def test_whatever_is_on_offer_can_be_bought_and_what_is_barred_is_refused() -> None:
    """Forty acts at random: open ones do as they say, barred ones change nothing."""
    dice = random.Random(5)
    file = done("add/leader")
    for _ in range(40):
        now = draft(file, dice.randrange(len(draft(file).lines)))
        acts = [*now.offers, *(each for line in now.lines for each in line.offers)]
        chosen = dice.choice(acts)
        if chosen.barred:
            with pytest.raises(Refused):
                amend(file, chosen.act)
            continue
        file = amend(file, chosen.act)
        price = int(chosen.cost.split()[0]) if chosen.cost != "nothing" else 0
        assert draft(file).totals[0].spent == now.totals[0].spent + price
