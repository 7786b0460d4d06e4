"""The army builder: what stands on the sheet of an army, and what every act makes of it."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from warbook import load_book
from warbook.books.steampunk.army.building import PURSES, accounts, armies, cost, flaws, read_army, write_army
from warbook.books.steampunk.army.written import Army, Enlisted
from warbook.core.datafile import BadData, Written, parse_toml
from warbook.core.drafting import Line, Offer, Remark, Sheet
from warbook.core.questions import Refused

BOOK = load_book("steampunk")


def done(*acts: str, file: Written | None = None) -> Written:
    """A draft after these acts, from a blank one."""
    for act in acts:
        file = BOOK.amend(file, act)
    assert file is not None
    return file


def sheet(*acts: str, line: int | None = None) -> Sheet:
    return BOOK.draft(done(*acts), line)


def army(file: Written) -> Army:
    """What stands in a draft, whatever is wrong with it."""
    return parse_toml(file.text, file.name, Army)


def barred(offers: tuple[Offer, ...]) -> dict[str, str]:
    """The rules that bar offers, by the last word of their act; empty for those that are open."""
    return {offer.act.rpartition(".")[2]: offer.barred.rule if offer.barred else "" for offer in offers}


def spent(found: Sheet) -> dict[str, tuple[int, int]]:
    return {total.unit or total.name: (total.spent, total.limit) for total in found.totals}


# ---------------------------------------------------------------- games and purses


@pytest.mark.rule("spf.army.game-sizes", "spf.army.asymmetric", "spf.army.currencies")
@pytest.mark.parametrize(
    ("acts", "limits"),
    [
        (["game/tank"], {"ip": 24, "mp": 0, "cp": 0, "xp": 0}),
        (["game/infantry"], {"ip": 0, "mp": 24, "cp": 24, "xp": 24}),
        (["game/standard"], {"ip": 24, "mp": 24, "cp": 24, "xp": 24}),
        (["game/asymmetric"], {"ip": 36, "mp, cp and xp together": 12}),
        (["game/asymmetric", "side/men"], {"ip": 0, "mp": 48, "cp": 48, "xp": 48}),
        (["game/asymmetric", "side/mixed"], {"ip": 12, "mp": 36, "cp": 36, "xp": 36}),
    ],
)
def test_every_game_has_its_totals(acts: list[str], limits: dict[str, int]) -> None:
    assert {name: limit for name, (_, limit) in spent(sheet(*acts)).items()} == limits


@pytest.mark.rule("spf.army.game-sizes")
def test_the_tank_game_bars_men_and_the_infantry_battle_tanks() -> None:
    tank = barred(sheet("nation/ork", "game/tank").offers)
    assert (tank["hammerhead"], tank["ork-infantry"]) == ("", "spf.army.budget")
    infantry = barred(sheet("nation/ork", "game/infantry").offers)
    assert (infantry["hammerhead"], infantry["ork-infantry"]) == ("spf.army.budget", "")


@pytest.mark.rule("spf.army.asymmetric")
def test_the_industrial_side_counts_men_craft_and_experience_together() -> None:
    scouts = ["nation/elf", "game/asymmetric", *["add/elf.elite-elf-scout"] * 3]  # 2 mp 2 xp each
    full = sheet(*scouts)
    assert spent(full) == {"ip": (0, 36), "mp, cp and xp together": (12, 12)}
    assert barred(full.offers)["illusion"] == "spf.army.asymmetric"
    assert barred(full.offers)["e34"] == ""


@pytest.mark.rule("spf.army.asymmetric")
def test_a_side_is_chosen_in_the_asymmetric_game_and_nowhere_else() -> None:
    assert [setting.name for setting in sheet("game/tank").settings] == [
        "Name", "Nation", "Game", "Description"
    ]  # fmt: skip
    file = done("game/asymmetric", "side/men")
    assert army(file).side == "men"
    assert army(BOOK.amend(file, "game/standard")).side == ""
    for wrong in ((done("game/tank"), "side/men"), (file, "side/women")):
        with pytest.raises(Refused):
            BOOK.amend(*wrong)


# ---------------------------------------------------------------- what is wrong is told at once


BLANK = 'name = "A"\nnation = "ork"\nunits = []\n'
UNIT = 'name = "A"\nnation = "ork"\n[[units]]\nunit = "ork.ork-infantry"\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            BLANK,
            Remark("an army has at least one unit; add one", "spf.army.budget"),
        ),
        (
            BLANK.replace("ork", "orc"),
            Remark("there is no nation 'orc'; did you mean 'ork'?", "spf.army.costs-in-list"),
        ),
        (
            UNIT.replace("[[", 'side = "men"\n[[', 1),
            Remark("only the asymmetric game has sides; leave 'men' out", "spf.army.asymmetric"),
        ),
        (
            UNIT.replace("ork.ork-infantry", "ork.trol"),
            Remark(
                "there is no unit 'ork.trol' in this list; did you mean 'ork.troll'?",
                "spf.army.costs-in-list",
                0,
            ),
        ),
        (
            UNIT.replace("ork.ork-infantry", "ork.champion"),
            Remark(
                "Champion cannot be bought: it enters play by another unit's ability; take it out",
                "spf.army.costs-in-list",
                0,
            ),
        ),
        (
            UNIT + "[[units]]\nunit = 'ork.troll'\n" * 3,
            Remark("the army comes to 36 xp, and the standard game has 24; save 12", "spf.army.budget"),
        ),
        (
            UNIT + "replace = ['ork.troll']\n",
            Remark(
                "'ork.troll' replaces no model of Ork Infantry; there is: ork.ork-elite-infantry",
                "spf.army.elite-replaces",
                0,
                0,
            ),
        ),
        (
            UNIT + f"replace = {['ork.ork-elite-infantry'] * 5}\n",
            Remark(
                "Ork Infantry has no regular model left for Ork Elite Infantry to replace; take one out",
                "spf.army.elite-replaces",
                0,
                4,
            ),
        ),
        (
            UNIT + "equip = ['ork.war-drum']\n",
            Remark(
                "War Drum needs a model that is infantry and elite; none here is", "spf.army.upgradable", 0, 0
            ),
        ),
        (
            UNIT + "replace = ['ork.ork-elite-infantry']\nequip = ['ork.assault-musket', 'ork.ork-pistol']\n",
            Remark(
                "Ork Elite Infantry has 2 hands; "
                "Assault Musket (2) and Ork Pistol (1) need more: take one out",
                "spf.army.hands",
                0,
                2,
            ),
        ),
        (
            UNIT + "equip = ['ork.war-drun']\n",
            Remark(
                "there is no equipment 'ork.war-drun' in this list; did you mean 'ork.war-drum'?",
                "spf.army.costs-in-list",
                0,
                0,
            ),
        ),
        (
            UNIT + "equip = ['ork.big-gun']\n",
            Remark(
                "Big Gun is only issued and cannot be bought; take it out", "spf.army.costs-in-list", 0, 0
            ),
        ),
        (
            UNIT + f"replace = {['ork.ork-elite-infantry'] * 4}\nequip = ['ork.harpoon-gun']\n",
            Remark(
                "Harpoon Gun is a shared weapon, and no model of this unit has room for one; take it out",
                "spf.army.upgrade-space",
                0,
                4,
            ),
        ),
        (
            UNIT.replace("ork-infantry", "elf-infantry").replace("ork", "elf")
            + f"replace = {['elf.elite-elf-infantry'] * 4}\n"
            + f"equip = {['elf.at-rifle', *['elf.sniper-rifle'] * 4]}\n",
            Remark(
                "every model that could carry AT Rifle has its own equipment in that place; take it out",
                "spf.army.upgrade-space",
                0,
                4,
            ),
        ),
        (
            UNIT + "equip = ['ork.harpoon-gun', 'ork.hand-held-cannon']\n",
            Remark(
                "a unit has at most one shared weapon; Hand Held Cannon cannot join Harpoon Gun",
                "spf.army.shared-limit",
                0,
                1,
            ),
        ),
        (
            UNIT + "equip = ['ork.grenade-sling', 'ork.grenade-sling']\n",
            Remark(
                "Grenade Sling may not be taken twice on a model; take one out",
                "spf.army.upgrade-space",
                0,
                1,
            ),
        ),
        (
            UNIT
            + "replace = ['ork.ork-elite-infantry']\n"
            + "equip = ['ork.flame-covered-axe', 'ork.flame-covered-axe']\n",
            Remark(
                "1 of the models may have Flame-covered Axe, one each; none of them has room left: take one "
                "out, or replace another regular model",
                "spf.army.elite-equipment",
                0,
                2,
            ),
        ),
    ],
    ids=lambda value: value.rule if isinstance(value, Remark) else "",
)
def test_a_flaw_of_every_kind_is_told_with_its_rule_and_place(text: str, fault: Remark) -> None:
    found = BOOK.draft(Written("mine.toml", text), 0).faults
    assert fault in found


@pytest.mark.rule("spf.army.asymmetric")
def test_an_asymmetric_army_without_a_side_has_no_totals_and_says_so() -> None:
    found = BOOK.draft(Written("mine.toml", UNIT.replace("[[", 'game = "asymmetric"\n[[', 1)))
    assert [fault.rule for fault in found.faults] == ["spf.army.asymmetric"]
    assert "choose industrial, men or mixed" in found.faults[0].words
    assert found.totals == ()


def test_what_is_no_army_is_refused_with_file_and_line() -> None:
    with pytest.raises(BadData, match=r"mine\.toml, line 1: the top of the file lacks the field 'name'"):
        BOOK.draft(Written("mine.toml", "nation = 'ork'"))
    with pytest.raises(BadData, match="not valid TOML"):
        BOOK.amend(Written("mine.toml", "= ="), "nation/ork")


@pytest.mark.rule("spf.army.elite-equipment", "spf.army.upgradable")
def test_taking_an_elite_away_from_its_equipment_is_told_at_once() -> None:
    acts = ["nation/ork", "add/ork.ork-infantry", "0/replace/ork.ork-elite-infantry", "0/equip/ork.war-drum"]
    assert sheet(*acts).faults == ()
    (fault,) = sheet(*acts, "0/off/replace/0").faults
    assert (fault.rule, fault.line, fault.part) == ("spf.army.upgradable", 0, 0)
    assert sheet(*acts, "0/off/replace/0", "0/off/equip/0").faults == ()


@pytest.mark.rule("spf.army.budget")
def test_a_game_with_a_smaller_purse_tells_what_to_save() -> None:
    (fault,) = sheet("nation/ork", "add/ork.hammerhead", "game/infantry").faults
    assert fault.words == "the army comes to 8 ip, and the infantry game has 0; save 8"


@pytest.mark.rule("spf.army.huge-disclosure")
def test_huge_units_are_announced() -> None:
    """Ruling A9."""
    assert sheet("nation/ork", "add/ork.hammerhead").notes == ()
    (note,) = sheet("nation/ork", "add/ork.troll", "add/ork.troll").notes
    assert note.rule == "spf.army.huge-disclosure"
    assert note.words.endswith("what is huge in yours: Troll, Troll")


# ---------------------------------------------------------------- what is on offer


@pytest.mark.rule("spf.army.hands", "spf.army.shared-limit", "spf.army.upgradable", "spf.army.budget")
def test_each_barred_offer_names_its_rule() -> None:
    acts = ["nation/ork", "add/ork.ork-infantry", "0/equip/ork.assault-musket", "0/equip/ork.harpoon-gun"]
    rules = barred(sheet(*acts, line=0).lines[0].offers)
    assert rules["ork-pistol"] == "spf.army.hands"
    assert rules["hand-held-cannon"] == "spf.army.shared-limit"
    assert rules["war-drum"] == "spf.army.upgradable"
    assert rules["pyro"] == rules["ork-elite-infantry"] == ""
    with pytest.raises(Refused, match="2 hands") as refused:
        BOOK.amend(done(*acts), "0/equip/ork.ork-pistol")
    assert refused.value.refusal.rule == "spf.army.hands"


def test_only_the_line_that_is_asked_for_has_its_offers() -> None:
    found = sheet("nation/ork", "add/ork.grunt", "add/ork.grunt", line=1)
    assert [bool(line.offers) for line in found.lines] == [False, True]
    assert not any(line.offers for line in sheet("nation/ork", "add/ork.grunt", line=7).lines)


@pytest.mark.rule("spf.army.independent")
def test_independent_gear_may_be_bought_again_and_again_while_it_can_be_paid() -> None:
    """The book says "any number"; only what says that it does not pair is refused the second time."""
    acts = ["nation/ork", "add/ork.ork-infantry", *["0/equip/ork.clockwork-monocular"] * 24]
    assert sheet(*acts[:-1]).faults == ()
    full = sheet(*acts, line=0)
    assert spent(full)["cp"] == (24, 24)
    assert barred(full.lines[0].offers)["clockwork-monocular"] == "spf.army.budget"


@pytest.mark.rule("spf.army.elite-equipment")
def test_an_elite_weapon_is_offered_once_for_each_elite() -> None:
    elite, axe = "0/replace/ork.ork-elite-infantry", "0/equip/ork.flame-covered-axe"
    acts = ["nation/ork", "add/ork.ork-infantry", elite, elite, axe]
    assert barred(sheet(*acts, line=0).lines[0].offers)["flame-covered-axe"] == ""
    offers = sheet(*acts, axe, line=0).lines[0].offers
    assert barred(offers)["flame-covered-axe"] == "spf.army.elite-equipment"


def test_offers_say_what_one_gets() -> None:
    found = {offer.name: offer for offer in sheet("nation/ork").offers}
    assert found["HammerHead"].group == "Vehicles"
    assert found["HammerHead"].cost == "8 ip"
    assert "armor 13/8/7/7" in found["HammerHead"].words
    elves = sheet("nation/elf", "add/elf.elf-infantry", line=0).lines[0]
    grenade = next(offer for offer in elves.offers if offer.name == "Hand Grenade")
    assert grenade.details[0].startswith("Area by models (4+ with 3 to 4 models, 5+ with 1 to 2 models): ")
    infantry = sheet("nation/ork", "add/ork.ork-infantry", line=0).lines[0]
    bought = {offer.name: offer.group for offer in infantry.offers}
    assert (bought["Ork Pistol"], bought["Clockwork Shield"]) == ("Weapons", "Gear and training")
    grunts = sheet("nation/ork", "add/ork.grunt", line=0).lines[0]
    assert "Flame-covered Axe" not in {offer.name for offer in grunts.offers}  # which is for the elite
    assert "4 models" in found["Ork Infantry"].words
    assert "Ork Musket (range 3, AP 2, damage d6-1)" in found["Ork Infantry"].words
    assert "Resist (poison, 2): Damage of the type is lowered by 2." in found["Troll"].details
    assert "Champion" not in found  # spawned only


def test_all_about_a_unit_has_its_arcs_damage_and_orders() -> None:
    found = {offer.name: offer for offer in sheet("nation/ork").offers}
    tank, men = found["HammerHead"].details, found["Ork Infantry"].details
    assert any("fires" in detail or "fixed guns" in detail for detail in tank)
    assert sum(detail.startswith("Damage: 1") for detail in tank) == 1
    assert sum(detail.startswith("Damage: 1") for detail in men) == 1
    assert any(detail.startswith("Movement orders, ") and "forward" in detail for detail in tank)
    assert any(detail.startswith("Gunnery orders, ") and "fire" in detail for detail in tank)


@pytest.mark.rule("spf.army.independent")
def test_a_heap_of_what_counts_once_is_told() -> None:
    acts = ["nation/dark-elf", "add/dark-elf.queen-yy"]
    device = "0/equip/dark-elf.cloaking-device"
    assert not [note for note in sheet(*acts, device).notes if "times" in note.words]
    (note,) = [note for note in sheet(*acts, device, device, device).notes if "times" in note.words]
    assert note.words == "Cloaking Device is there 3 times, and one does all that 3 do"
    assert (note.line, note.part) == (0, 2)


def test_a_blank_sheet_begins_with_a_printed_list() -> None:
    assert load_book("steampunk").draft().settings[1].value == "nation/elf"


@pytest.mark.parametrize("nation", ["spartan", "elf", "dark-elf", "dwarf", "gnome", "ork"])
def test_everything_in_every_list_is_described(nation: str) -> None:
    blank = sheet(f"nation/{nation}")
    for each in blank.offers:
        (line,) = sheet(f"nation/{nation}", each.act, line=0).lines
        told = [each, *line.offers]
        assert all(offer.words.endswith(".") and offer.cost for offer in told)
        details = [detail for offer in told for detail in offer.details]
        assert not [detail for detail in details if re.search(r"\bd?N\b|None|Roll\(|Ability\(", detail)]


def test_a_line_says_what_the_unit_is_after_all_that_was_bought() -> None:
    acts = [
        "nation/ork",
        "add/ork.ork-infantry",
        "0/replace/ork.ork-elite-infantry",
        "0/equip/ork.ork-pistol",
    ]
    (line,) = sheet(*acts).lines
    assert line.words.startswith("1 Ork Elite Infantry, 3 Ork Infantry, medium")
    assert "4 × Ork Pistol" in line.words
    assert (line.cost, [part.name for part in line.parts]) == (
        "4 mp 1 cp 4 xp",
        ["Ork Elite Infantry", "Ork Pistol"],
    )


# ---------------------------------------------------------------- settings and names


def test_another_nation_begins_anew_and_the_same_one_does_not() -> None:
    file = done("nation/ork", "add/ork.grunt")
    assert BOOK.amend(file, "nation/ork").text == file.text
    assert army(BOOK.amend(file, "nation/elf")).units == ()


def test_names_are_taken_if_they_can_be_written() -> None:
    file = done("nation/ork", "add/ork.grunt")
    file = BOOK.amend(file, "name", ' The "Iron" Fist ')
    file = BOOK.amend(file, "0/name", "Snagga")
    found = BOOK.draft(BOOK.amend(file, "words", "Ours."))
    assert (found.title, found.save_as, found.lines[0].name) == (
        'The "Iron" Fist',
        "the-iron-fist.toml",
        "Snagga",
    )
    assert found.lines[0].words.startswith("Grunt: 4 models")
    for words in ("x" * 81, "two\nlines", "\x00", "\udc80"):
        with pytest.raises(Refused):
            BOOK.amend(file, "0/name", words)


@pytest.mark.parametrize(
    "act",
    [
        *(
            "",
            "x",
            "9" * 5000,
            "add/",
            "add/elf.e34",
            "add/ork.champion",
            "hire/ork.troll",
            "nation/orc",
            "game/chess",
            "side/men",
        ),
        *("start/nobody", "1/off", "-1/off", "²/off", "0/off/x/0", "0/off/equip/0", "0/off/replace/-1"),
        *("0/name/x", "0/replace/ork.troll", "0/equip/elf.bow", "0/equip/ork.big-gun"),
    ],
)
def test_an_act_that_is_not_on_the_sheet_is_refused(act: str) -> None:
    with pytest.raises(Refused):
        BOOK.amend(done("nation/ork", "add/ork.grunt"), act)


# ---------------------------------------------------------------- the ready-made armies


@pytest.mark.parametrize("id", armies())
def test_a_ready_made_army_opens_without_a_flaw_and_can_be_rebuilt_by_acts_alone(id: str) -> None:
    whole = armies()[id]
    opened = BOOK.draft(BOOK.amend(None, f"start/{id}"))
    assert (opened.faults, opened.title, len(opened.lines)) == ((), whole.name, len(whole.units))
    side = [f"side/{whole.side}"] if whole.side else []
    file = done(f"nation/{whole.nation}", f"game/{whole.game}", *side)
    file = BOOK.amend(BOOK.amend(file, "name", whole.name), "words", whole.words)
    for number, enlisted in enumerate(whole.units):
        file = done(f"add/{enlisted.unit}", file=file)
        file = done(*(f"{number}/replace/{id}" for id in enlisted.replace), file=file)
        file = done(*(f"{number}/equip/{id}" for id in enlisted.equip), file=file)
        file = BOOK.amend(file, f"{number}/name", enlisted.name)
    assert file.text == BOOK.amend(None, f"start/{id}").text
    assert read_army(file).units == whole.units
    assert BOOK.look_over("force", file).name == whole.name


# ---------------------------------------------------------------- whatever is done


def wrong(file: Written) -> Counter[tuple[str, str]]:
    """All that is wrong with a draft, and by how much more is paid than held."""
    found = army(file)
    sums = accounts(found, cost(found))
    over = Counter({("", name): max(0, paid - held) for name, (paid, held) in sums.items()})
    return over + Counter((flaw.at, flaw.rule) for flaw in flaws(found) if flaw.at != ".units")


def purchases(found: Sheet) -> list[Offer]:
    return [*found.offers, *(offer for line in found.lines for offer in line.offers)]


def forced(file: Written, act: str) -> Written:
    """The draft with a purchase that is barred, written in by hand."""
    found = army(file)
    first, kind, id = f"{act}/".split("/")[:3]
    if first == "add":
        return Written("x.toml", write_army(replace(found, units=(*found.units, Enlisted(kind)))))
    enlisted = found.units[int(first)]
    more = replace(enlisted, **{kind: (*getattr(enlisted, kind), id)})
    units = (*found.units[: int(first)], more, *found.units[int(first) + 1 :])
    return Written("x.toml", write_army(replace(found, units=units)))


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32))
def test_no_open_offer_makes_a_flaw_and_every_barred_one_would_make_the_flaw_it_names(seed: int) -> None:
    luck = random.Random(seed)
    nation = luck.choice(["spartan", "elf", "dark-elf", "dwarf", "gnome", "ork"])
    game, *side = luck.choice(list(PURSES))
    file = done(f"nation/{nation}", f"game/{game}", *(f"side/{each}" for each in side if each))
    for _ in range(14):
        lines = len(army(file).units)
        found = BOOK.draft(file, luck.randrange(lines) if lines else None)
        before, offers = wrong(file), purchases(found)
        assert not found.faults or not found.lines  # nothing is wrong but that it is empty
        closed = [offer for offer in offers if offer.barred]
        for offer in luck.sample(closed, min(4, len(closed))):
            assert offer.barred is not None
            after = forced(file, offer.act)
            assert offer.barred.words in [flaw.words for flaw in flaws(army(after))]
            assert wrong(after) - before
        open_ = [offer for offer in offers if offer.barred is None]
        if not open_:
            return
        offer = luck.choice(open_)
        bought = BOOK.amend(file, offer.act)
        assert not wrong(bought) - before, offer.act
        assert BOOK.amend(bought, taking_off(file, bought, offer.act)).text == file.text
        assert read_army(bought) == read_army(Written(bought.name, bought.text))
        file = bought


def taking_off(before: Written, after: Written, act: str) -> str:
    """The act on the new sheet that takes off what the act has bought."""
    found: tuple[Line, ...] = BOOK.draft(after).lines
    if act.startswith("add/"):
        return found[-1].off
    number, kind, _ = act.split("/", 2)
    line = found[int(number)]
    models = len(army(before).units[int(number)].replace)
    return line.parts[models if kind == "replace" else -1].off


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_is_done_the_draft_reads_and_its_sheet_tells_all_that_is_wrong(seed: int) -> None:
    """Settings and taking off included, which may leave something wrong."""
    luck = random.Random(seed)
    file = done(luck.choice(BOOK.draft().starts).act)
    for _ in range(10):
        lines = len(army(file).units)
        found = BOOK.draft(file, luck.randrange(lines) if lines else None)
        acts = [offer.act for offer in purchases(found) if offer.barred is None]
        acts += [choice.act for setting in found.settings for choice in setting.choices]
        acts += [act for line in found.lines for act in (line.off, *(part.off for part in line.parts))]
        file = BOOK.amend(file, luck.choice(acts))
        assert len(BOOK.draft(file).faults) == len(flaws(army(file)))
        if not BOOK.draft(file).faults:
            assert read_army(file).units == army(file).units
