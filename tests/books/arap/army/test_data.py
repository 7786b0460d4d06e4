"""The figures of the book: weapons, bodies, profiles and squads, and what can be asked of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import get_args

import pytest
from msgspec.structs import replace

from tests.books.arap.test_rules import CATALOG
from warbook.books.arap.army import lists
from warbook.books.arap.army.data import (
    DATA,
    Fighter,
    bases,
    book,
    fire_modes,
    list_flaws,
    make_fighter,
    natural_blows,
    rule_words,
    sizes,
    stock,
)
from warbook.books.arap.army.describing import (
    melee_words,
    price_words,
    save_words,
    special_words,
    squad_details,
    weapon_words,
)
from warbook.books.arap.army.lists import (
    Lists,
    MeleeWeapon,
    Members,
    Profile,
    Sourced,
    Special,
    SquadType,
    Weapon,
    attack_strength,
)
from warbook.books.arap.terrain import kinds
from warbook.books.family.profiles import origin_words

WEAPONS, PROFILES, SQUADS = stock().weapons, stock().profiles, stock().squads


def figure(profile: str, **more: object) -> Fighter:
    return make_fighter(Members(profile=profile, **more), stock())  # type: ignore[arg-type]


def entries() -> Iterator[Sourced]:
    listed = (*(getattr(book(), name) for name in Lists.__struct_fields__), kinds().values())
    mapped = (fire_modes(), rule_words(), sizes(), bases())
    for some in (*listed, *(each.values() for each in mapped)):
        yield from some


def test_everything_of_the_lists_is_there():
    guns = [weapon for weapon in WEAPONS.values() if weapon.type != "grenade"]
    assert (len(guns), len(WEAPONS) - len(guns)) == (37, 8)
    assert (len(stock().melee_weapons), len(stock().natural_attacks)) == (8, 5)
    assert len(PROFILES) == 36 and len(SQUADS) == 36  # 28 of the list, eight for profiles that it left out
    assert (len(fire_modes()), len(sizes()), len(bases())) == (11, 4, 3)


def test_where_a_figure_comes_from_is_told():
    known = {each["name"] for each in tomllib.loads((DATA / "sources.toml").read_text("utf-8"))["source"]}
    for entry in entries():
        assert (entry.provenance == "found") == bool(entry.source), entry
        assert all(source in known for source in entry.source.split("; ") if source), entry
        assert set(entry.known_fields) | set(entry.ours_fields) <= set(entry.__struct_fields__), entry


def test_every_name_is_known_and_every_profile_is_in_a_squad():
    assert not list(list_flaws(".", book(), stock()))
    fielded = {members.profile for squad in SQUADS.values() for members in squad.members}
    assert set(PROFILES) - fielded == {"boat"}  # which a scenario has


def test_every_rule_word_has_a_meaning_and_there_is_no_other():
    words = {
        *get_args(lists.WeaponWord), *get_args(lists.MeleeWord), *get_args(lists.FigureWord),
    }  # fmt: skip
    assert words == set(rule_words())
    assert all(word.means.strip() for word in rule_words().values())


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("arap.shooting.weapon-type-costs")
@pytest.mark.parametrize(
    ("weapon", "costs", "once"),
    [
        ("lasgun", [1], False),
        ("shoota", [1], False),
        ("laspistol", [1], False),
        ("psycannon", [1, 2], False),
        ("heavy_bolter", [2], True),
        ("crossbow", [2], True),
        ("battle_cannon", [2, 3], True),
        ("satchel_bomb", [1], False),
        ("frag_grenade", [1], False),
    ],
)
def test_what_it_costs_to_fire(weapon, costs, once):
    """arap.A6: the dearer ordnance is indirect."""
    modes = [fire_modes()[mode] for mode in WEAPONS[weapon].modes]
    assert [mode.action_points for mode in modes] == costs and all(mode.once_a_turn is once for mode in modes)


@pytest.mark.rule("arap.shooting.weapon-type-costs")
def test_how_many_shots_there_are_at_which_range():
    rapid, half, full = (fire_modes()[mode] for mode in ("rapid_fire", "salvo_half", "salvo_full"))
    assert (rapid.extra_shots, rapid.extra_within) == (1, (1, 2))
    assert half.half_range and not full.half_range
    psycannon = WEAPONS["psycannon"]
    assert (psycannon.shots_half, psycannon.shots) == (2, 4)
    assert [mode.id for mode in fire_modes().values() if mode.extra_shots] == ["rapid_fire"]


@pytest.mark.rule("arap.shooting.short-range")
@pytest.mark.parametrize(
    ("weapon", "inches"), [("laspistol", 6), ("shoota", 9), ("lasgun", 12), ("lascannon", 12)]
)
def test_short_range_is_half_the_range_and_no_more_than_twelve(weapon, inches):
    assert WEAPONS[weapon].short_range == inches


@pytest.mark.rule("arap.shooting.damage-default")
def test_damage_is_one_unless_it_is_printed():
    """arap.B8: a number or a dice."""
    other = {id: weapon.damage for id, weapon in WEAPONS.items() if weapon.damage != 1}
    assert other == {
        "meltagun": "D6", "lascannon": "D6", "rokkit_launcha": "D3", "missile_krak": "D3",
        "battle_cannon": "D3", "earthshaker": "D3", "autocannon": 2,
    }  # fmt: skip


@pytest.mark.rule("arap.grenade.range")
def test_hands_throw_six_inches():
    thrown = [
        each for each in WEAPONS.values() if each.type == "grenade" and "planted-only" not in each.rules
    ]
    assert len(thrown) == 7 and all(grenade.range == 6 for grenade in thrown)


def test_a_rock_has_the_strength_of_its_thrower_and_no_area():
    rock = WEAPONS["thrown_rock"]
    assert (rock.strength_of(3), rock.strength_of(5), rock.area, rock.hit_modifier) == (3, 5, 0, -2)


def test_smoke_and_stun_grenades_harm_nobody():
    assert [id for id, weapon in WEAPONS.items() if weapon.strength is None] == [
        "smoke_grenade",
        "stun_grenade",
    ]
    assert (WEAPONS["smoke_grenade"].strength_of(4), WEAPONS["frag_grenade"].strength_of(4)) == (0, 3)


def test_a_krak_grenade_has_strength_six_and_ap_four():
    krak = WEAPONS["krak_grenade"]
    assert (krak.strength, krak.ap) == (6, 4) and "krak-attack" in krak.rules


@pytest.mark.parametrize(
    ("weapon", "both"),
    [("laspistol", False), ("lasgun", False), ("flamer", False), ("heavy_bolter", True), ("crossbow", True)],
)
def test_what_takes_both_hands(weapon, both):
    """arap.E20."""
    assert WEAPONS[weapon].two_handed is both
    assert replace(WEAPONS[weapon], rules=("two-handed",)).two_handed


@pytest.mark.rule("arap.basics.bodmas")
def test_what_changes_the_user_comes_before_what_the_weapon_adds():
    blades = stock().melee_weapons
    assert (blades["power_fist"].strength_of(4), blades["power_axe"].strength_of(3)) == (8, 4)
    assert MeleeWeapon(id="x", name="x", times=2, plus=1).strength_of(3) == 7
    assert attack_strength(3, times=2, plus=1) == 7 and attack_strength(3, plus=1, attack_times=2) == 8


@pytest.mark.rule("arap.melee.attack-types")
def test_where_teeth_claws_and_tails_reach():
    arcs = {attack.id: set(attack.arc) for attack in stock().natural_attacks.values()}
    around = {"front", "flank", "rear"}
    assert arcs == {
        "bite": {"front"},
        "claws": {"front", "flank"},
        "tail": {"flank", "rear"},
        "stomp": around,
        "tentacles": around,
    }


# ---------------------------------------------------------------- bodies and profiles


@pytest.mark.rule("arap.basics.melee-radius", "arap.basics.size-categories")
def test_the_melee_radius_is_the_size_category():
    assert [sizes()[size].melee_radius for size in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert [PROFILES[id].size for id in ("gretchin", "rough_rider", "ogryn", "walker", "monster_tyrant")] == [
        1, 2, 2, 3, 3,
    ]  # fmt: skip


def test_what_is_stepped_over_freely():
    assert [sizes()[size].free_step for size in (1, 2, 3, 4)] == [1, 1, 1.5, 2]


def test_a_figure_has_the_height_of_its_size():
    for size in sizes().values():
        assert 0 < size.height_prone < size.eye < size.height


@pytest.mark.rule("arap.basics.move-gap")
@pytest.mark.parametrize(("mm", "gap"), [(25, 3.0), (40, 2.5)])
def test_a_move_leaves_the_clear_space_less_the_base(mm, gap):
    assert 4 - bases()[mm].inches == gap


@pytest.mark.rule("arap.basics.bulky-bases")
def test_bulky_figures_of_size_two_stand_on_40_mm():
    bulky = [each for each in PROFILES.values() if each.bulk != "normal"]
    assert len(bulky) == 5 and all(each.base_mm == 40 and each.size == 2 for each in bulky)
    kinds = {id: PROFILES[id].bulk for id in ("terminator", "ogryn", "rough_rider")}
    assert kinds == {"terminator": "bulky", "ogryn": "very bulky", "rough_rider": "very bulky"}


@pytest.mark.rule("arap.basics.bulk-count")
def test_how_many_places_a_figure_takes_up():
    assert PROFILES["truck"].carries == 5 * PROFILES["terminator"].places == 10
    assert 3 * PROFILES["ogryn"].places == 9
    assert replace(PROFILES["ogryn"], bulk="extremely bulky").places == 5 and PROFILES["marine"].places == 1


@pytest.mark.rule("arap.basics.large-object")
@pytest.mark.parametrize(("profile", "large"), [("walker", True), ("ogryn", False), ("ripper_swarm", False)])
def test_size_three_is_a_large_object(profile, large):
    assert PROFILES[profile].large is large


@pytest.mark.rule("arap.movement.allowance-table")
def test_moves_are_those_that_the_book_lists():
    listed = {row["creature"]: row["move"] for row in CATALOG.rules["arap.movement.allowance-table"].table}
    for profile, creature in {
        "human_trooper": "Human and many similar", "harlequin": "Eldar Harlequin", "ogryn": "Ogryn",
        "ripper_swarm": "Most Swarms of Animals", "walker": "Most Dreadnoughts and Fighting Robots",
        "rough_rider": "Horse", "genestealer": "Genestealer", "warrior_beast": "Most Tyranids",
        "monster_tyrant": "Hive Tyrant", "swarm_gaunt": "Tyranid Termagants",
        "greater_daemon": "Greater Demon (most)", "bloodletter": "Most Lesser Daemons",
        "flesh_hound": "Flesh Hound of Khorne",
    }.items():  # fmt: skip
        assert PROFILES[profile].m == listed[creature], profile


@pytest.mark.rule("arap.movement.basic-move")
def test_encumbrance_is_taken_off_the_move():
    """arap.H13."""
    trooper = PROFILES["human_trooper"]
    assert (trooper.move, replace(trooper, encumbrance=1).move, replace(trooper, encumbrance=6).move) == (
        4,
        3,
        0,
    )


@pytest.mark.rule("arap.melee.natural-weapons-armed")
@pytest.mark.parametrize(
    ("who", "modifier"),
    [
        (figure("human_sergeant"), 0),  # a chainsword
        (figure("gretchin"), 0),  # a pistol
        (figure("genestealer"), 0),  # claws
        (figure("human_trooper"), -1),  # the butt of a lasgun
        (figure("human_trooper", weapons=()), -2),
    ],
)
def test_who_is_armed_for_melee(who, modifier):
    """arap.G42."""
    assert who.armed == modifier


@pytest.mark.parametrize(
    ("who", "two"),
    [
        (figure("human_sergeant"), True),  # pistol and chainsword
        (figure("marine"), False),  # a pistol alone
        (figure("ogryn"), False),
        (figure("marine_captain"), True),
        (figure("human_sergeant", melee=("heavy_chainsword",)), False),
    ],
)
def test_who_has_two_weapons_to_strike_with(who, two):
    """arap.H6."""
    assert who.two_weapons is two


@pytest.mark.parametrize(
    ("profile", "ways"),
    [
        ("genestealer", {"claws": 2}),
        ("monster_carnifex", {"claws": 2, "stomp": 1}),
        ("monster_tyrant", {"claws": 2, "tail": 2}),
        ("greater_daemon", {"stomp": 1}),  # five with the axe
        ("human_trooper", {}),
    ],
)
def test_in_which_way_a_creature_attacks(profile, ways):
    """arap.S4."""
    assert {way.id: number for way, number in natural_blows(figure(profile))} == ways


def test_a_special_takes_the_place_of_the_guns_alone():
    """arap.S7."""
    who = figure("marine", special="heavy_bolter")
    assert [weapon.id for weapon in who.weapons] == ["heavy_bolter"]
    assert [grenade.id for grenade in who.grenades] == ["frag_grenade", "krak_grenade"]
    assert who.name == "Marine, heavy bolter" and who.rules == ("know-no-fear",)
    assert figure("human_veteran", rules=("observer",)).rules == ("observer",)
    assert figure("storm_trooper", leader=True).leader and not figure("storm_trooper").leader
    assert figure("human_sergeant").leader


# ---------------------------------------------------------------- squads


@pytest.mark.parametrize(
    ("squad", "sizes"), [("line_squad", (5, 10, 15)), ("heavy_team", (2, 3, 4)), ("carnifex", (1, 1, 1))]
)
def test_a_squad_is_from_half_to_one_and_a_half_times_as_large(squad, sizes):
    """arap.S1."""
    kind = SQUADS[squad]
    assert (kind.least, kind.size, kind.most) == sizes


def test_words_to_choose_by():
    assert weapon_words(WEAPONS["lasgun"]) == "24 in, S 3, AP -, Rapid Fire 1, laser"
    assert weapon_words(WEAPONS["psycannon"]) == "24 in, S 7, AP 4, Salvo 2/4, rending"
    assert weapon_words(WEAPONS["earthshaker"]).startswith("36-240 in, S 9, AP 3, damage D3, Ordnance, 5 in")
    assert weapon_words(WEAPONS["acid_spray"]) == "8 in template up to 12 in away, S 6, AP 4, Assault 1"
    assert weapon_words(WEAPONS["smoke_grenade"]) == "6 in, Grenade, 5 in marker, smoke"
    assert weapon_words(WEAPONS["thrown_rock"]).startswith("6 in, S user, AP -")
    assert price_words(WEAPONS["battle_cannon"]) == "2 or 3 action points and once a turn"
    assert price_words(WEAPONS["lasgun"]) == "1 action point"
    assert melee_words(stock().melee_weapons["power_fist"]) == "S 2 x user, AP 2, strikes last"
    assert melee_words(stock().melee_weapons["power_axe"]) == "S user+1, AP 2, strikes last"
    assert special_words(stock().specials["missile_launcher"], stock()).count("48 in") == 2
    told = squad_details(
        [(figure("monster_carnifex"), 1), (figure("human_trooper", weapons=(), grenades=()), 2)]
    )
    assert told[0] == "1 Carnifex: claws 2, stomp 1." and told[1] == "2 Human trooper: nothing."
    assert told[2] == "Fearless: passes morale tests, never suppressed."
    saves = [save_words(PROFILES[id]) for id in ("gretchin", "ork_brute", "terminator", "harlequin")]
    assert saves == ["no save", "save 6+", "save 2+, invulnerable 5+", "no save, invulnerable 5+"]


def test_a_player_is_told_where_figures_come_from():
    assert (
        origin_words(WEAPONS["crossbow"]) == "ours"
        and origin_words(WEAPONS["fleshborer"]) == "general knowledge"
    )
    ork = origin_words(PROFILES["ork_boss"])
    assert ork.startswith("from BSData") and ork.endswith("ours: base mm, points, weapons, melee")
    assert "; general knowledge: M; " in ork


LASGUN, TROOPER = WEAPONS["lasgun"], PROFILES["human_trooper"]


@pytest.mark.parametrize(
    ("own", "at", "words"),
    [
        (Lists(weapons=(replace(LASGUN, type="salvo"),)), "weapons[0].shots_half", "a Salvo weapon"),
        (Lists(weapons=(replace(LASGUN, shots_half=1),)), "weapons[0].shots_half", "a Salvo weapon"),
        (Lists(weapons=(replace(LASGUN, range=0),)), "weapons[0].range", "how far it reaches"),
        (Lists(weapons=(replace(LASGUN, template=8.0),)), "weapons[0].range", "has no range"),
        (Lists(weapons=(replace(LASGUN, torrent=8.0),)), "weapons[0].torrent", "give it a template"),
        (Lists(weapons=(replace(LASGUN, range_min=25.0),)), "weapons[0].range_min", "24 is its range"),
        (
            Lists(weapons=(replace(LASGUN, range=0, template=8.0, area=3.0),)),
            "weapons[0].area",
            "a marker or a template",
        ),
        (Lists(profiles=(replace(TROOPER, weapons=("lasgum",)),)), "profiles[0].weapons[0]", "'lasgun'?"),
        (Lists(profiles=(replace(TROOPER, weapons=("frag_grenade",)),)), "profiles[0].weapons[0]", "no gun"),
        (Lists(profiles=(replace(TROOPER, grenades=("lasgun",)),)), "profiles[0].grenades[0]", "no grenade"),
        (Lists(profiles=(replace(TROOPER, melee=("x",)),)), "profiles[0].melee[0]", "no melee weapon 'x'"),
        (Lists(profiles=(replace(TROOPER, natural=("x",)),)), "profiles[0].natural[0]", "no natural attack"),
        (Lists(profiles=(replace(TROOPER, hates=("orks",)),)), "profiles[0].hates", '"hatred"'),
        (Lists(profiles=(replace(TROOPER, carries=2),)), "profiles[0].carries", '"vehicle"'),
        (
            Lists(specials=(Special(id="x", name="x", weapons=("ccw",), points=1),)),
            "specials[0].weapons[0]",
            "there is no weapon 'ccw'",
        ),
        (
            Lists(squads=(SquadType(id="x", name="x", group="x", members=(Members(profile="marin"),)),)),
            "squads[0].members[0].profile",
            "did you mean 'marine'?",
        ),
        (
            Lists(squads=(replace(SQUADS["line_squad"], specials=("flamr",)),)),
            "squads[0].specials[0]",
            "did you mean 'flamer'?",
        ),
        (
            Lists(
                squads=(
                    replace(
                        SQUADS["carnifex"],
                        members=(Members(profile="marine", special="flamer", weapons=("lasgun",)),),
                    ),
                )
            ),
            "squads[0].members[0].weapons",
            "one or the other",
        ),
    ],
)
def test_what_cannot_be_is_told_with_its_place(own, at, words):
    (flaw,) = list_flaws("", own, stock())
    assert flaw.at == at and words in flaw.words


def test_a_weapon_and_a_profile_as_they_are_have_no_flaws():
    own = Lists(weapons=(Weapon(id="x", name="x", type="bomb"),), profiles=(Profile(
        id="x", name="x", points=1, m=4, ws=3, bs=3, s=3, t=3, w=1, i=3, a=1, ld=7),))  # fmt: skip
    assert not list(list_flaws("", own, stock()))
