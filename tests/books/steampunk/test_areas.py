"""Fire at hexes and at all that lies in the way: areas, clouds, scatter, sweeps, breath, flames, bots."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import Position, at, table
from tests.kit.script import a
from warbook.books.steampunk.army.data import equipment_of
from warbook.books.steampunk.gunnery.areas import swept
from warbook.books.steampunk.gunnery.batteries import Gun
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.pending import Spread
from warbook.books.steampunk.state import field

SLING = "ork.ork-infantry A 5.6 still equip=grenade-sling gunnery=fire,- loaded=ork.grenade-sling:1"


def hexes(play: Position, step: int = 1, part: str = "A/1") -> set[str]:
    return {option.id for option in play.question(gunnery, step).parts[part].open()} - {"hold"}


def blows(play: Position) -> list[tuple[str, int]]:
    return [(blow.unit, blow.result) for blow in play.battle.blows]


def gains(play: Position) -> set[tuple[str, str, int, int]]:
    return {(gain.unit, gain.token, gain.count, gain.strength) for gain in play.battle.gains}


def spreads(play: Position) -> set[tuple[str, tuple[int, int], int]]:
    return {(spread.kind, (spread.q, spread.r), spread.strength) for spread in play.battle.spreads}


# ---------------------------------------------------------------- areas


@pytest.mark.rule("spf.fire.area")
@pytest.mark.ability("area-by-models", "normal-range-only")
def test_one_die_for_each_enemy_model_in_the_hex() -> None:
    """Abilities area-by-models (four orks: 4+) and normal-range-only; rulings G7, O16: friends are in no
    danger, and modifiers to hit do not count."""
    play = table(
        f"{SLING}"
        "   elf.elk-cavalry x 5.3 fast   elf.elk-cavalry y 5.4 hidden   ork.grunt B 5.3"
        "   elf.elk-cavalry z 5.2"
    )
    assert hexes(play) == {"5.3"}  # y is hidden, z beyond normal range
    play.run(gunnery, 1, dice="4 3 5 1  2 6", answers=[a("5.3")])
    assert blows(play) == [("x", 2), ("x", 6)]
    assert {blow.cause for blow in play.battle.blows} == {"area"}
    assert play["A"].loaded == {"ork.grenade-sling": 0}


@pytest.mark.ability("area-by-models")
def test_area_by_models_and_distance() -> None:
    """Abilities area-by-models (by models, by band, by distance) and one-hex-per-unit."""
    two = table(f"{SLING} living=0/1   elf.elk-cavalry x 5.3 living=0")
    assert blows(two.run(gunnery, 1, dice="4", answers=[a("5.3")])) == []  # 5+ with two
    catapult = (
        "ork.bioengineered-ork A 5.9 still equip=hand-catapult gunnery=fire,- loaded=ork.hand-catapult:1"
    )
    far = table(f"{catapult}   elf.elk-cavalry x 5.2 living=0")
    assert blows(far.run(gunnery, 1, dice="4", answers=[a("5.2")])) == []  # 5+ at long range, 7 hexes
    near = table(f"{catapult}   elf.elk-cavalry x 5.3 living=0")
    assert blows(near.run(gunnery, 1, dice="4 3", answers=[a("5.3")])) == [("x", 3)]  # 4+ at normal range
    for hex_, need in (("5.5", 2), ("5.4", 4), ("5.3", 5)):
        blower = table(f"""
            dwarf.steampowerarmor A 5.6 still equip=steamblower gunnery=fire,- loaded=dwarf.steamblower:1
            elf.elk-cavalry x {hex_} living=0
        """)  # fmt: skip
        assert blows(blower.run(gunnery, 1, dice=str(need - 1), answers=[a(hex_)])) == []


@pytest.mark.rule("spf.ability.evasion", "spf.ability.take-cover-evasion", "spf.fire.open-ended")
def test_evasion_makes_areas_harder() -> None:
    """Area(4+) against who takes cover: 5+ in the open, 6+ in ruins; above 6 the die is open-ended."""
    text = f"{SLING}   dark-elf.darkelf-infantry x 5.3 still living=0"
    open_ = table(text)
    assert blows(open_.run(gunnery, 1, dice="4", answers=[a("5.3")])) == []
    ruins = table(f"{text}   ruins 5.3")
    assert blows(ruins.run(gunnery, 1, dice="5", answers=[a("5.3")])) == []
    assert len(blows(table(f"{text}   ruins 5.3").run(gunnery, 1, dice="6 3", answers=[a("5.3")]))) == 1
    two = table(f"{text}   ruins 5.3")
    two["A"].living = [0, 1]  # area(5+): needs 7
    assert blows(two.run(gunnery, 1, dice="6 4", answers=[a("5.3")])) == []
    again = table(f"{text}   ruins 5.3")
    again["A"].living = [0, 1]
    assert len(blows(again.run(gunnery, 1, dice="6 5  3", answers=[a("5.3")]))) == 1


@pytest.mark.rule("spf.ability.hidden-token")
def test_a_hex_is_named_with_who_is_seen_in_it() -> None:
    play = table("""
        elf.sauropod-riders A 5.6 north slow gunnery=-,fire loaded=elf.short-range-mortar:1
        ork.grunt x 5.3   ork.grunt y 5.4 hidden   elf.e34 B 6.4
    """)  # fmt: skip
    shown = {option.id: option.label for option in play.question(gunnery, 2).parts["A/1"].open()}
    named = [shown[hex_].partition(hex_)[2] for hex_ in ("5.3", "5.4", "6.4", "6.3")]
    assert named == [" (Grunt)", "", " (E34)", ""]


def test_the_preview_of_an_area() -> None:
    play = table(f"{SLING}   elf.elk-cavalry x 5.3 living=0")
    (option,) = [o for o in play.question(gunnery, 1).parts["A/1"].open() if o.id == "5.3"]
    assert option.preview is not None and option.spot is not None
    shown = option.preview()
    assert shown.need == "4+" and sum(chance for _, chance in shown.outcomes) == 1
    assert shown.outcomes[0][0] == "miss" and float(shown.outcomes[0][1]) == 0.5


@pytest.mark.ability("blast", "places-cloud")
def test_a_blast_reaches_the_neighbours() -> None:
    """Abilities blast and places-cloud: the Sauropod's mortar."""
    play = table("""
        elf.sauropod-riders A 5.6 north slow gunnery=-,fire loaded=elf.short-range-mortar:1
        ork.grunt x 5.4 living=0   ork.grunt y 5.3 living=0   ork.grunt z 5.2 living=0
    """)  # fmt: skip
    assert "6.3" in hexes(play, 2)  # an empty hex beside both
    play.run(gunnery, 2, dice="4 2  4 3  3", answers=[a("5.3")])
    assert len(blows(play)) == 2
    assert spreads(play) == {("poison", at("5.3"), 6)}


def test_each_model_its_own_hex_and_poison_for_each_hit() -> None:
    """Abilities area, one-hex-per-model, poison and typed damage of an area."""
    play = table("""
        gnome.gnome-infantry A 5.6 still replace=gnome-elite-infantry equip=green-gas-launcher
        gunnery=fire(res),fire(res) living=0/1/2/3   ork.grunt x 5.4 living=0/1   ork.grunt y 5.5 living=0
    """.replace("\n        gunnery", " gunnery"))  # fmt: skip
    form = play.question(gunnery, 1)
    part = next(key for key, choose in form.parts.items() if any("Gas" in o.label for o in choose.options))
    gas = next(o.id for o in form.parts[part].open() if "at hex 5.4" in o.label and "Gas" in o.label)
    answers = {key: gas if key == part else "hold" for key in form.parts}
    play.run(gunnery, 1, dice="5 5  3 4", answers=[a(answers)])
    assert ("x", "poison", 2, 6) in gains(play)
    assert {blow.table for blow in play.battle.blows} <= {"psychic", "crew"}


@pytest.mark.ability("mount-or-crew")
def test_a_mount_and_its_crew_in_an_area() -> None:
    """Ability mount-or-crew: one die for the mount, one for each living member of the crew."""
    play = table(f"{SLING}   elf.armored-oliphant-riders x 5.3 north living=0/2/4")
    # mount: hit, armor 3 less 6, damage 5; crew: one of two hit, damage 4
    play.run(gunnery, 1, dice="4  5  4 1  4", answers=[a("5.3")])
    assert [(blow.table, blow.result) for blow in play.battle.blows] == [("regular", 5), ("crew_members", 4)]


# ---------------------------------------------------------------- scatter, clouds, fire


@pytest.mark.ability("scatter")
def test_scatter() -> None:
    """Ability scatter (5+, adjacent): the Battlewagon's grenade launcher."""
    text = (
        "ork.battlewagon A 5.6 north slow gunnery=fire,- loaded=ork.grenade-launcher:1"
        "   elf.elk-cavalry x 5.3 living=0   elf.elk-cavalry y 5.2 living=0"
    )
    (aimed,) = [o for o in table(text).question(gunnery, 1).parts["A/1"].open() if o.id == "5.3"]
    assert aimed.preview and aimed.preview().given == "if it falls where it is aimed"
    assert blows(table(text).run(gunnery, 1, dice="5  2 3", answers=[a("5.3")])) == [("x", 3)]
    assert blows(table(text).run(gunnery, 1, dice="4 1  2 3", answers=[a("5.3")])) == [("y", 3)]  # north


@pytest.mark.ability("indirect", "mortar", "scatter-by-roll")
def test_mortars_drift_by_the_roll_and_use_friends_eyes() -> None:
    text = """
        dark-elf.assassin A 5.9 still equip=mortar-1a gunnery=fire,- loaded=dark-elf.mortar-1a:1
        dark-elf.scout B 5.5   ork.grunt x 5.3   hills 5.7
    """
    play = table(text)
    assert "5.3" in hexes(play)
    play.run(gunnery, 1, dice="5", answers=[a("5.3")])
    ring = {("poison", each, 6) for each in at("5.3").neighbours()}
    assert spreads(play) == {("poison", at("5.3"), 8), ("minor-acid", at("5.3"), 0), *ring}
    strayed = table(text).run(gunnery, 1, dice="2 4", answers=[a("5.3")])  # two hexes south
    assert ("poison", at("5.5"), 8) in spreads(strayed)
    lost = table(text).run(gunnery, 1, dice="4 1", answers=[a("5.3")])  # four hexes north: off the map
    assert spreads(lost) == set()
    alone = table(text.replace("dark-elf.scout B 5.5", "dark-elf.scout B 5.8"))
    assert "5.3" not in hexes(alone)


@pytest.mark.rule("spf.hexfx.hex-on-fire", "spf.ability.limited-ammo")
@pytest.mark.ability("normal-range-only", "places-cloud", "scatter")
def test_clouds_and_fires_are_put_into_hexes() -> None:
    """Abilities places-cloud, hex-on-fire, by-throw-order, scatter, no-regular-damage, normal-range-only."""
    pots = table("""
        spartan.hoplites A 5.6 still equip=naphtha-pots gunnery=-,throw living=0
        gunnery_only=spartan.naphtha-pots
        ork.grunt x 5.1
    """.replace("\n        gunnery_only", " gunnery_only"))  # fmt: skip
    assert hexes(pots, 2) == {"5.5", "6.5", "6.6", "5.7", "4.6", "4.5"}
    pots.run(gunnery, 2, answers=[a("5.5")])
    assert spreads(pots) == {("fire", at("5.5"), 0)}
    assert pots["A"].fired == {"spartan.naphtha-pots": 1}
    bombard = table(
        "spartan.vitriol-bombard A 5.8 north setup gunnery=fire,- loaded=spartan.vitriol-shell:1"
        "   ork.grunt x 5.3"
    )
    assert {"5.3", "6.4", "8.5"} <= hexes(bombard) and hexes(bombard).isdisjoint({"5.9", "6.8", "4.8"})
    bombard.run(gunnery, 1, dice="4", answers=[a("5.3")])
    assert bombard.battle.spreads == [Spread("acid", *at("5.3"), "spf.hexfx.markers", 0)]
    assert not bombard.battle.blows


@pytest.mark.ability("fog-grenade")
def test_the_fog_grenade() -> None:
    """Ability fog-grenade: smoke and poison in the own or an adjacent hex, once per game."""
    play = table("""
        dark-elf.assassin A 5.6 still equip=poison-fog-grenade gunnery=-,throw
        gunnery_only=dark-elf.poison-fog-grenade   ork.grunt x 5.1
    """.replace("\n        gunnery_only", " gunnery_only"))  # fmt: skip
    assert "5.6" in hexes(play, 2)
    play.run(gunnery, 2, answers=[a("5.6")])
    assert spreads(play) == {("smoke", at("5.6"), 0), ("poison", at("5.6"), 6)}
    play.run(gunnery, 2)  # there was only one


@pytest.mark.ability("area", "limited-ammo", "minor-acid", "set-on-fire")
def test_napalm_acids_each_hit_and_burns_once() -> None:
    """Abilities area, minor-acid, set-on-fire and limited-ammo: the helicopter's drop weapon."""
    play = table("""
        gnome.gnome-helicopter A 5.4 north slow-flying gunnery=throw(d),fire loaded=gnome.acidic-napalm-bomb:1
        ork.grunt x 5.4
    """)  # fmt: skip
    play.run(gunnery, 1, dice="4 4 1 1", answers=[a("5.4")])  # ruling G3: it flies above them
    assert gains(play) == {("x", "minor-acid", 2, 0), ("x", "fire", 1, 0)}
    assert play["A"].fired == {"gnome.acidic-napalm-bomb": 1}


def test_models_throw_into_different_hexes() -> None:
    """Ability places-cloud; ruling A5."""
    play = table("""
        dark-elf.darkelf-infantry A 5.6 still equip=poison-gas-grenade gunnery=-,throw living=0/1
        gunnery_only=dark-elf.poison-gas-grenade   ork.grunt x 5.1
    """.replace("\n        gunnery_only", " gunnery_only"))  # fmt: skip
    play.run(gunnery, 2, answers=[a("each"), a({"A/1.1": "5.4", "A/1.2": "6.5"})])
    assert spreads(play) == {("poison", at("5.4"), 6), ("poison", at("6.5"), 6)}
    assert play["A"].fired == {"dark-elf.poison-gas-grenade": 1}


# ---------------------------------------------------------------- all that lies in the way


@pytest.mark.ability("poison")
def test_a_sweep_of_all_hits_friends_too() -> None:
    """Abilities sweep (front, normal, all), poison, set-on-fire, bullet-storm: the nightmares' breath."""
    play = table("""
        dark-elf.nightmare-mechanical-cavalry A 5.6 north slow gunnery=-,breath living=0
        ork.grunt x 5.4 living=0   dark-elf.scout B 5.5   ork.grunt y 5.3 living=0
        ork.grunt z 7.6
    """)  # fmt: skip
    form = play.question(gunnery, 2)
    answers = {key: "all" if "Breath" in part.text else "hold" for key, part in form.parts.items()}
    play.run(
        gunnery, 2, dice="6  6", answers=[a(answers)]
    )  # B and x; y is beyond normal range, z at the side
    assert {unit for unit, *_ in gains(play)} == {"B", "x"}
    assert ("x", "poison", 1, 8) in gains(play) and ("x", "fire", 1, 0) in gains(play)


@pytest.mark.ability("sweep")
def test_a_sweep_at_units_rolls_once_for_each() -> None:
    """Ability sweep (arc, normal, enemy-units): the helicopter's gatling gun."""
    play = table("""
        gnome.gnome-helicopter A 5.6 slow-flying gunnery=throw(d),fire loaded=gnome.helicopter-gatling-gun:1
        ork.grunt x 5.4   ork.grunt y 5.3
    """)  # fmt: skip
    play.run(gunnery, 2, dice="1  1", answers=[a("0:all")])
    assert len(play.rolled("spf.fire.basic")) == 2


@pytest.mark.ability("breath", "breath-area")
def test_dragons_breath() -> None:
    """Abilities breath (near and far, friend and foe) and breath-area."""
    play = table("""
        dark-elf.mechanical-red-dragon A 5.8 north slow gunnery=-,breath(fire) loaded=dark-elf.fire-breath:1
        ork.grunt x 5.6 living=0/1   ork.grunt y 5.3   dark-elf.scout B 5.7   ork.grunt z 7.8
    """)  # fmt: skip
    play.run(gunnery, 2, dice="5 4", answers=[a("all")])
    assert gains(play) == {
        ("x", "fire", 1, 0), ("B", "fire", 1, 0), ("y", "minor-acid", 1, 0), ("x", "poison", 1, 6),
    }  # fmt: skip
    assert not play.battle.blows and not play.rolled("spf.fire.basic")


@pytest.mark.rule("spf.special.direct-fire", "spf.ability.set-on-fire-ranged")
@pytest.mark.ability("fire-resistance-counts", "flame-fan")
def test_the_flamethrower_fires_a_fan() -> None:
    """Abilities flame-fan, free-fire, fire-resistance-counts, starts-loaded."""
    play = table("""
        ork.speedhead A 5.6 north slow loaded=ork.flamethrower:3
        dwarf.dwarf-infantry x 5.5 living=0   dwarf.dwarf-at-gun y 5.4 south
        dwarf.dwarf-infantry z 4.4 living=0
        dwarf.dwarf-infantry w 7.6
    """)  # fmt: skip
    # 5.5 at 3+: hit, d8 6; 5.4 at 4+: hit, armor 7 less 1 at long range, d8 5, crew d4; 4.4 at 5+: missed
    play.run(gunnery, 1, dice="3  6  4  1 1 1 1 1 1  5  4  4", answers=[a("all")])
    assert [(b.unit, b.table, b.result, b.cause) for b in play.battle.blows] == [
        ("x", "regular", 6 + 1 - 1, "fire"),
        ("y", "regular", 5 - 1 - 1, "fire"),
        ("y", "crew", 4 - 1, "crew"),
    ]
    assert {("x", "fire", 1, 0), ("y", "fire", 1, 0)} == gains(play)
    assert play["A"].loaded["ork.flamethrower"] == 2 and play["A"].fired == {"ork.flamethrower": 1}


# ---------------------------------------------------------------- bots and rats


@pytest.mark.ability("spawns-bots")
def test_assault_bots_enter_play() -> None:
    """Ability spawns-bots: as many models as fire, in an empty hex in range, without line of sight."""
    play = table("""
        gnome.gnome-infantry A 5.9 still equip=assault-bot-mortar gunnery=fire,- living=0/1/2
        loaded=gnome.assault-bot-mortar:1   ork.grunt x 5.4   hills 5.7
    """.replace("\n        loaded", " loaded"))  # fmt: skip
    assert "5.3" in hexes(play) and "5.4" not in hexes(play) and "5.2" not in hexes(play)
    play.run(gunnery, 1, answers=[a("5.5")])
    (bots,) = [unit for unit in play.battle.on_map("a") if unit.kind == "gnome.assault-bots"]
    assert (bots.id, bots.hex, bots.living) == ("A+1", at("5.5"), [0, 1, 2])
    assert field(play.battle, bots).value == 0
    assert play["A"].loaded == {"gnome.assault-bot-mortar": 0}


@pytest.mark.ability("spawns-bots")
def test_each_of_two_units_launches_its_own_bots() -> None:
    mortar = "still equip=assault-bot-mortar gunnery=fire,- living=0 loaded=gnome.assault-bot-mortar:1"
    play = table(
        f"gnome.gnome-infantry A 5.9 {mortar}   gnome.gnome-infantry B 6.9 {mortar}   ork.grunt x 1.1"
    )
    play.run(gunnery, 1, answers=[a({"A/1": "5.7", "B/1": "6.7"})])
    bots = [unit for unit in play.battle.on_map("a") if unit.kind == "gnome.assault-bots"]
    assert sorted((unit.id, unit.hex) for unit in bots) == [("A+1", at("5.7")), ("B+1", at("6.7"))]


@pytest.mark.ability("spawns-bots")
def test_the_dropper_drops_three_units_two_to_a_hex() -> None:
    """Ability spawns-bots with several units."""
    play = table("""
        gnome.gnome-helicopter A 5.6 north slow-flying equip=assault-bot-dropper gunnery=throw(d),fire
        loaded=gnome.assault-bot-dropper:1   ork.grunt x 5.1
    """.replace("\n        loaded", " loaded"))  # fmt: skip
    play.run(gunnery, 1, answers=[a("5.5")])
    bots = [unit for unit in play.battle.on_map("a") if unit.kind == "gnome.assault-bots"]
    assert sorted(unit.hex == at("5.5") for unit in bots) == [False, True, True]
    assert all(len(unit.living) == 4 for unit in bots)
    assert len({unit.id for unit in bots}) == 3


@pytest.mark.ability("launches-rat")
def test_the_tinkerer_launches_a_rat_once() -> None:
    play = table("gnome.gnome-infantry A 5.6 still replace=gnome-tinkerer   ork.grunt x 5.5")
    assert "5.5" not in hexes(play) and "6.6" in hexes(play)
    play.run(gunnery, 1, answers=[a("6.6")])
    assert [unit.kind for unit in play.battle.in_hex(at("6.6"))] == ["gnome.mechanical-rat"]
    play.run(gunnery, 2)


@pytest.mark.ability("sweep")
@pytest.mark.parametrize(
    ("unit", "weapon", "way", "struck"),
    [
        ("ork.troll", "ork.troll-gatling-gun", 0, ["B", "x"]),
        ("elf.armored-oliphant-riders", "elf.oliphant-gatling-guns", 1, ["x"]),
    ],
)
def test_some_sweep_away_their_friends_too(unit: str, weapon: str, way: int, struck: list[str]) -> None:
    play = table(f"{unit} A 5.6 north   {unit} B 5.5   ork.grunt x 5.5")
    for other in (play["B"], play["x"]):
        other.at(play["A"].hex.towards(way))
    piece = equipment_of(weapon)
    assert piece and piece.weapon
    found = swept(play.battle, play["A"], Gun(piece.weapon, (0,)), way)
    assert [other.id for other in found] == struck
