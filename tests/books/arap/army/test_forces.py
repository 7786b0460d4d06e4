"""Forces: the ready-made ones, and what is wrong with one's own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from warbook.books.arap.army.data import stock
from warbook.books.arap.army.forces import (
    Force,
    Squad,
    cost,
    force_flaws,
    force_offered,
    forces,
    members_of,
    read_force,
    specials_of,
    squad_cost,
    squad_fighters,
    squad_names,
    vehicle_flaw,
    write_force,
)
from warbook.books.arap.army.lists import Lists, Members, SquadType, Weapon
from warbook.books.arap.rulings import Rulings
from warbook.core.datafile import BadData, Written

RAYGUN = Weapon(id="raygun", name="Raygun", type="assault", range=18, strength=5, ap=3, shots=2, damage="D3")
COSMONAUT = replace(
    stock().profiles["human_veteran"], id="cosmonaut", name="Cosmonaut", weapons=("raygun",), points=12
)
CREW = SquadType(id="crew", name="Crew", group="Space", members=(Members(profile="cosmonaut", count=4),))
OWN = Lists(weapons=(RAYGUN,), profiles=(COSMONAUT,), squads=(CREW,))
MOB = 'name = "x"\n[[squads]]\ntype = "ork_mob"'
GUN = '[[own.weapons]]\nid = "x"\nname = "x"\ntype = '


def force(*squads: Squad | str, **more: object) -> Force:
    made = tuple(squad if isinstance(squad, Squad) else Squad(squad) for squad in squads)
    return Force("Test", squads=made, **more)  # type: ignore[arg-type]


def told(of: Force) -> list[tuple[str, str]]:
    return [(flaw.at, flaw.words) for flaw in force_flaws(of)]


def counts(squad: Squad) -> list[tuple[str, str, int]]:
    return [(each.profile, each.special, each.count) for each in members_of(squad, stock())]


@pytest.mark.parametrize(
    ("id", "figures", "points", "bare"),
    [
        ("garrison", 49, 482, 439),
        ("marine_strike", 18, 410, 390),
        ("ork_warband", 57, 388, 362),
        ("hive_spawn", 32, 353, 353),
        ("daemon_host", 25, 304, 304),
        ("mixed_company", 27, 473, 429),
        ("human_patrol", 18, 135, 114),
        ("ork_patrol", 16, 137, 124),
    ],
)
def test_the_ready_made_forces_may_fight(id, figures, points, bare):
    """`bare` is what they cost without their special weapons."""
    found = forces()[id]
    groups = [group for squad in found.squads for group in squad_fighters(found, squad)]
    assert sum(count for _, count in groups) == figures and cost(found) == points and not force_flaws(found)
    assert sum(kind.profile.points * count for kind, count in groups) == bare
    assert read_force(Written(f"{id}.toml", write_force(found))) == found
    assert found.provenance == "ours"


def test_six_forces_and_two_patrols_that_come_first():
    assert [each.patrol for each in forces().values()] == [True] * 2 + [False] * 6
    assert all(len(each.squads) == 2 for each in forces().values() if each.patrol)


def test_any_force_may_meet_any_other_and_is_offered_with_its_points():
    """arap.S2."""
    found = [force_offered(each) for each in forces().values()]
    assert all(one.may_meet(other) for one in found for other in found)
    assert found[0].words.startswith("135 points, ours. ") and found[0].kinds[0] == "Patrols"
    assert found[-1].kinds[0] == "Forces"


def test_patrols_and_forces_are_offered_under_their_own_heads():
    heads = {each.id: force_offered(each).kind for each in forces().values()}
    assert (heads["human_patrol"], heads["garrison"]) == ("Patrols", "Forces")


def test_those_alike_are_numbered():
    assert squad_names(forces()["garrison"])[:4] == (
        "Line squad 1", "Line squad 2", "Line squad 3", "Veteran squad",
    )  # fmt: skip
    assert squad_names(force(Squad("carnifex", "Old One Eye"), "carnifex")) == ("Old One Eye", "Carnifex")


def test_a_force_without_id_has_the_name_of_its_file():
    text = write_force(replace(forces()["ork_patrol"], id=""))
    assert read_force(Written("some/where/waagh.toml", text)).id == "waagh"


# ---------------------------------------------------------------- sizes and specials


def test_the_largest_group_grows_and_shrinks():
    sergeant, launcher = ("human_sergeant", "", 1), ("human_trooper", "grenade_launcher", 1)
    assert counts(Squad("line_squad")) == [sergeant, ("human_trooper", "", 8), launcher]
    assert counts(Squad("line_squad", size=5)) == [sergeant, ("human_trooper", "", 3), launcher]
    assert counts(Squad("line_squad", size=15)) == [sergeant, ("human_trooper", "", 13), launcher]


def test_specials_take_the_place_of_those_of_the_list():
    squad = Squad("line_squad", specials=("flamer", "flamer"))
    assert counts(squad) == [
        ("human_sergeant", "", 1), ("human_trooper", "", 7), ("human_trooper", "flamer", 2),
    ]  # fmt: skip
    assert counts(Squad("line_squad", specials=())) == [("human_sergeant", "", 1), ("human_trooper", "", 9)]
    assert specials_of(Squad("veteran_squad"), stock()) == ("flamer", "meltagun")
    assert [each[2] for each in counts(Squad("veteran_squad", size=4, specials=("flamer",) * 3))] == [1, 3]
    bearer = counts(Squad("ork_mob", specials=("big_shoota",)))[-1]
    assert bearer == ("ork_shoota", "big_shoota", 1)  # as he whom the list gives a special


def test_a_special_has_its_price():
    """arap.S1."""
    prices = [squad_cost(Squad("line_squad", specials=specials), stock()) for specials in ((), ("meltagun",))]
    assert prices == [55, 65]
    assert squad_cost(Squad("sniper_team"), stock()) == 2 * (7 + 5)
    assert squad_cost(Squad("sniper_team", size=3), stock()) == 3 * (7 + 5)


@pytest.mark.parametrize(
    ("squad", "at", "words"),
    [
        (Squad("line_squad", size=4), ".size", "Line squad has 5 to 15 figures, not 4"),
        (Squad("line_squad", size=16), ".size", "Line squad has 5 to 15 figures, not 16"),
        (Squad("carnifex", size=2), ".size", "Carnifex has 1 figure, not 2"),
        (Squad("line_sqad"), ".type", "there is no squad 'line_sqad'; did you mean 'line_squad'?"),
        (
            Squad("line_squad", specials=("flamr",)),
            ".specials[0]",
            "Line squad may not have 'flamr'; did you mean 'flamer'?",
        ),
        (
            Squad("carnifex", specials=("flamer",)),
            ".specials[0]",
            "Carnifex may not have 'flamer'; it has none to choose",
        ),
        (
            Squad("line_squad", specials=("flamer",) * 3),
            ".specials",
            "Line squad has at most 2 specials, not 3",
        ),
        (
            Squad("veteran_squad", size=4, specials=("flamer",) * 3),
            ".specials",
            "somebody of Veteran squad must carry what is usual; 4 figures are too few for that",
        ),
    ],
)
def test_what_a_squad_may_not_be(squad, at, words):
    assert told(force(squad)) == [(f".squads[0]{at}", words)]


@pytest.mark.parametrize(
    "squad",
    [
        Squad("line_squad", size=5),
        Squad("line_squad", size=15, specials=("flamer", "meltagun")),
        Squad("veteran_squad", size=5, specials=("flamer",) * 3),
        Squad("carnifex", size=1),
    ],
)
def test_what_a_squad_may_be(squad):
    assert not force_flaws(force(squad))


# ---------------------------------------------------------------- the whole


def test_points_are_added_up_to_the_budget():
    bare = Squad("line_squad", specials=())
    exactly = force(bare, bare, "gun_brood", Squad("ork_mob", size=0, specials=()), limit=350)
    spent = cost(exactly)
    assert spent <= 350 and not force_flaws(exactly)
    over = force(*exactly.squads, "monster", limit=350)
    assert told(over)[0][0] == ".squads[4].type"
    rich = force(*exactly.squads, "carnifex", limit=350)
    assert told(rich) == [
        (".limit", f"the force costs {spent + 120} points and may cost 350; save {spent - 230}")
    ]
    assert told(force()) == [("", "the force has nobody; add a squad")]


def test_a_budget_is_kept_to_the_point():
    hounds = force("hound_pack", "hound_pack", Squad("bloodletter_pack", size=4), limit=200)
    assert cost(hounds) == 200 and not force_flaws(hounds)
    one_more = replace(hounds, squads=(*hounds.squads[:2], Squad("bloodletter_pack", size=5)))
    assert [at for at, _ in told(one_more)] == [".limit"]


@pytest.mark.parametrize(
    ("characters", "others", "allowed"), [(1, 3, True), (1, 2, False), (2, 6, True), (2, 5, False)]
)
def test_one_character_for_each_three_squads(characters, others, allowed):
    teams = ["heavy_team"] * others + ["human_command"] * characters
    found = told(force(*teams))
    assert (not found) is allowed
    if not allowed:
        words = f"one character for each 3 other squads; here are {characters} with {others}"
        assert found == [(".squads", words)]


def test_no_more_than_120_figures():
    mobs = [Squad("gretchin_mob", size=16)] * 7
    assert sum(size for _, size in squad_fighters(force(), mobs[0])) == 16
    assert not force_flaws(force(*mobs, Squad("gretchin_mob", size=8)))
    assert told(force(*mobs, Squad("gretchin_mob", size=9))) == [
        (".squads", "a force has at most 120 figures; here are 121")
    ]


def test_vehicles_fight_where_they_are_played():
    """arap.H19."""
    driven = force("line_squad", "truck")
    assert not force_flaws(driven) and vehicle_flaw(driven, Rulings(vehicles=True)) is None
    assert "Test has a vehicle, Truck; play with the house rule Vehicles" in vehicle_flaw(driven, Rulings())
    assert vehicle_flaw(force("line_squad"), Rulings()) is None


# ---------------------------------------------------------------- files


def test_lists_of_ones_own():
    """arap.S3."""
    made = replace(force("crew", "line_squad", own=OWN), id="x")
    read = read_force(Written("x.toml", write_force(made)))
    assert read == made and cost(read) == 4 * 12 + 60
    (kind, number), *_ = squad_fighters(read, read.squads[0])
    assert (kind.weapons, number) == ((RAYGUN,), 4)
    again = replace(made, own=replace(OWN, weapons=(replace(RAYGUN, id="lasgun"), RAYGUN)))
    assert told(again) == [(".own.weapons[0].id", "there is 'lasgun' already; call it another name")]
    unarmed = replace(made, own=replace(OWN, weapons=()))
    assert [flaw.rule for flaw in force_flaws(unarmed)] == ["arap.S3"]
    assert told(unarmed)[0][0] == ".own.profiles[0].weapons[0]"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f'{MOB[:-2]}p"', r"mine.toml, line 3: squads\[0\].type: .*did you mean 'ork_mob'\? \(arap.S1\)"),
        (f"{MOB}\nsize = 30", r"line 4: squads\[0\].size: Ork mob has 6 to 18 figures, not 30"),
        ('name = "x"\nlimit = 300', "line 2: limit: .*it may be: 200, 350, 500"),
        (f'{MOB}\nkind = "x"', r"line 4: squads\[0\] has a field 'kind' that is not known here"),
        ('[[squads]]\ntype = "ork_mob"', "the top of the file lacks the field 'name'"),
        ('name = "x"', "the force has nobody; add a squad"),
        (
            f'{MOB}\n{GUN}"gun"',
            r"own.weapons\[0\].type: .*it may be: rapid_fire",
        ),
        (
            f'{MOB}\n{GUN}"pistol"',
            r"line 4: own.weapons\[0\].range: .* says how far it reaches \(arap.S3\)",
        ),
        (
            f'{MOB}\n{GUN}"pistol"\nrange = 12\ndamage = "D4"',
            r"own.weapons\[0\].damage: invalid enum value 'D4'",
        ),
    ],
)  # fmt: skip
def test_what_cannot_fight_is_refused_with_file_line_and_field(text, complaint):
    with pytest.raises(BadData, match=complaint):
        read_force(Written("mine.toml", text))
