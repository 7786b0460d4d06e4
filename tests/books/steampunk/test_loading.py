"""Ammunition, aim tokens and other gunnery orders that do not fire."""

from __future__ import annotations

import pytest

from tests.books.steampunk import position
from tests.books.steampunk.position import Position
from tests.kit.script import a
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.notation import Code
from warbook.books.steampunk.army.roster import field_unit
from warbook.books.steampunk.army.written import Enlisted
from warbook.books.steampunk.gunnery.arms import all_weapons, named, serves, weapons
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.gunnery.loading import at_start, capacity, load, ready, spend_loads
from warbook.books.steampunk.pending import Spread
from warbook.books.steampunk.state import AimToken, Rulings, Unit, field
from warbook.core.events import Became


def table(text: str, **given: int) -> Position:
    """A position with an enemy who is not there yet."""
    return position.table(f"{text}   ork.grunt zz place=waiting", **given)


def weapon(play: Position, id: str, unit: str = "A") -> Weapon:
    return named(play.battle, play[unit], id)[0]


def served(play: Position, code: str, arg: int | str = "", only: str = "") -> list[str]:
    """The names of A's weapons that an order acts on."""
    unit = play["A"]
    found = [
        w
        for w in all_weapons(field(play.battle, unit))
        if serves(play.battle, unit, w, Code(code, arg), only)
    ]
    return [w.id.partition(".")[2] for w in found]


@pytest.mark.rule("spf.orders.load", "spf.orders.gunnery-parts")
def test_a_load_loads_and_an_unloaded_weapon_does_not_fire() -> None:
    play = table("dwarf.dwarf-infantry A 5.6 still gunnery=load,-   ork.grunt x 5.3")
    musket = weapon(play, "dwarf.musket")
    barred = ready(play.battle, play["A"], musket)
    assert barred and (barred.words, barred.rule) == ("is not loaded", "spf.orders.load")
    play["A"].gunnery = "fire, -"
    play.run(gunnery, 1)  # nothing is asked, nothing is thrown
    play["A"].gunnery = "load, -"
    play.run(gunnery, 1)
    assert play["A"].loaded == {"dwarf.musket": 1}
    assert play.says("loads")
    play.run(gunnery, 2)  # the second part of the order is nothing
    play.run(gunnery, 1)
    assert play["A"].loaded == {"dwarf.musket": 1}  # ruling O14: a full weapon takes no more


@pytest.mark.rule("spf.orders.load-n")
def test_load_two_puts_two_in() -> None:
    """Abilities ammo and pairs."""
    play = table(
        "ork.ork-infantry A 5.6 still equip=ork-pistol/ork-pistol"
        " gunnery=load(2),- gunnery_only=ork.ork-pistol"
    )
    play.run(gunnery, 1)
    assert play["A"].loaded == {"ork.ork-pistol": 2}
    told = [event.rule for event in play.events if "loads" in getattr(event, "words", "")]
    assert told == ["spf.orders.load-n"]


@pytest.mark.ability("ammo", "needs-ammo", "unit-ammo")
def test_how_much_weapons_hold_and_use() -> None:
    """Abilities ammo, burst, needs-ammo, unit-ammo."""
    for written, id, holds, takes in (
        ("elf.e34", "elf.main-tank-gun", 2, 1),
        ("ork.speedhead", "ork.speed-cannon", 5, 5),
        ("dwarf.gunblasterwagon", "dwarf.broadside-guns", 2, 2),
        ("dark-elf.queen-yy", "dark-elf.acid-cannon", 2, 1),
        ("dwarf.dwarf-infantry", "dwarf.musket", 1, 1),
    ):
        play = table(f"{written} A 5.6")
        found = weapon(play, id)
        assert (capacity(play.battle, play["A"], found), found.magazine.takes) == (holds, takes), id


@pytest.mark.rule("spf.ability.burst")
@pytest.mark.ability("burst")
def test_a_burst_needs_all_of_its_ammunition() -> None:
    play = table("ork.speedhead A 5.6 slow loaded=ork.speed-cannon:4")
    cannon = weapon(play, "ork.speed-cannon")
    barred = ready(play.battle, play["A"], cannon)
    assert barred and (barred.words, barred.rule) == ("needs 5 ammunition", "spf.ability.burst")
    assert load(play.battle, play["A"], cannon)
    assert ready(play.battle, play["A"], cannon) is None
    spend_loads(play.battle, play["A"], [cannon])
    assert play["A"].loaded["ork.speed-cannon"] == 0


@pytest.mark.ability("linked-guns")
def test_linked_guns_share_their_ammunition() -> None:
    """Ability linked-guns: one load serves both and one firing takes it once."""
    play = table("ork.speedhead A 5.6 slow loaded=ork.speed-cannon:5")
    guns = [weapon(play, "ork.speed-cannon"), weapon(play, "ork.shriek")]
    assert [ready(play.battle, play["A"], gun) for gun in guns] == [None, None]
    spend_loads(play.battle, play["A"], guns)
    assert play["A"].loaded == {"ork.speed-cannon": 0}
    play["A"].gunnery = "load, load"
    play.run(gunnery, 1)
    assert play["A"].loaded["ork.speed-cannon"] == 1  # ruling P23


@pytest.mark.rule("spf.ability.limited-ammo")
@pytest.mark.ability("always-loaded")
def test_limited_ammo_counts_firings() -> None:
    """Abilities limited-ammo and always-loaded; ruling P22."""
    play = table("dark-elf.darkelf-infantry A 5.6 still equip=poison-gas-grenade")
    grenade = weapon(play, "dark-elf.poison-gas-grenade")
    for _ in range(2):
        assert ready(play.battle, play["A"], grenade) is None
        spend_loads(play.battle, play["A"], [grenade, grenade])
    barred = ready(play.battle, play["A"], grenade)
    assert barred and barred.rule == "spf.ability.limited-ammo"


@pytest.mark.ability("needs-models")
def test_needs_models() -> None:
    """Ability needs-models: the big blaster takes two."""
    play = table("dwarf.dwarf-infantry A 5.6 still equip=big-blaster loaded=dwarf.big-blaster:1")
    blaster = weapon(play, "dwarf.big-blaster")
    assert ready(play.battle, play["A"], blaster) is None
    play["A"].living = [2]
    assert ready(play.battle, play["A"], blaster) is not None


@pytest.mark.ability("loaded-with", "uses-main-ammo")
def test_loaded_with_another_weapon() -> None:
    """Ability loaded-with: a weapon by name, or what the model holds in its hands; uses-main-ammo."""
    tank = table("elf.e34 A 5.6 slow")
    twin = weapon(tank, "elf.twin-rifle")
    assert ready(tank.battle, tank["A"], twin) is not None
    tank["A"].loaded["elf.main-tank-gun"] = 1
    assert ready(tank.battle, tank["A"], twin) is None
    assert not load(tank.battle, tank["A"], twin)
    spend_loads(tank.battle, tank["A"], [twin])
    assert tank["A"].loaded == {"elf.main-tank-gun": 1}
    gnomes = table("gnome.gnome-infantry A 5.6 still replace=gnome-elite-infantry loaded=gnome.gnome-gun:1")
    unit = gnomes["A"]
    models = field(gnomes.battle, unit).models
    elite = next(model for model in models if model.elite)
    grinder = weapon(gnomes, "gnome.grinder")
    assert ready(gnomes.battle, unit, grinder, elite) is None
    spend_loads(gnomes.battle, unit, [grinder])
    assert unit.loaded["gnome.gnome-gun"] == 0
    assert ready(gnomes.battle, unit, grinder, elite) is not None


@pytest.mark.ability("always-fires", "unit-always-loaded")
def test_units_that_always_count_as_loaded() -> None:
    """Abilities unit-always-loaded, crew-weapons-need-no-load, always-fires."""
    imp = table("dark-elf.darkelf-infantry A 5.6 still equip=mechanical-imp replace=darkelf-elite-infantry")
    assert ready(imp.battle, imp["A"], weapon(imp, "dark-elf.rifle")) is None
    oliphant = table("elf.armored-oliphant-riders A 5.6 slow")
    assert ready(oliphant.battle, oliphant["A"], weapon(oliphant, "elf.bow-issued")) is None
    assert ready(oliphant.battle, oliphant["A"], weapon(oliphant, "elf.oliphant-gatling-guns")) is not None
    troll = table("ork.troll A 5.6 slow")
    gatling = weapon(troll, "ork.troll-gatling-gun")
    assert ready(troll.battle, troll["A"], gatling) is None
    assert not load(troll.battle, troll["A"], gatling) and not troll["A"].loaded


@pytest.mark.rule("spf.army.shared-unloads-all")
def test_whoever_has_a_shared_weapon_is_empty_after_any_firing() -> None:
    play = table(
        "ork.ork-infantry A 5.6 still equip=hand-held-cannon loaded=ork.ork-musket:1/ork.hand-held-cannon:1"
    )
    spend_loads(play.battle, play["A"], [])
    assert sum(play["A"].loaded.values()) == 2
    spend_loads(play.battle, play["A"], [weapon(play, "ork.ork-musket")])
    assert not any(play["A"].loaded.values())


@pytest.mark.ability("autoloader")
def test_the_autoloader_loads_what_is_not_fired() -> None:
    play = table("elf.armored-unicorn-rider A 5.6 slow   ork.grunt x 5.1")
    for step in (1, 2):
        play.run(gunnery, step)
    assert play["A"].loaded == {"elf.shriek-smg-mounted": 2}


@pytest.mark.ability("starts-loaded")
def test_ammunition_at_the_start() -> None:
    """Abilities starts-loaded; ruling B4."""
    off, on = Rulings(), Rulings(start_loaded=True)
    speedhead, rifles = field_unit(Enlisted("ork.speedhead")), field_unit(Enlisted("elf.elf-infantry"))
    assert at_start(speedhead, off) == {"ork.flamethrower": 3}
    assert at_start(rifles, off) == {}
    assert at_start(rifles, on) == {"elf.rifle": 1}
    assert at_start(field_unit(Enlisted("elf.e34")), on)["elf.main-tank-gun"] == 2


@pytest.mark.rule("spf.ability.jammed")
def test_a_load_action_clears_a_jam_and_nothing_else() -> None:
    """Ruling P18."""
    play = table("elf.e34 A 5.6 slow jammed loaded=elf.main-tank-gun:1 gunnery=-,fire   ork.hammerhead x 5.3")
    play.run(gunnery, 2)  # jammed: it cannot fire
    assert play["A"].loaded == {"elf.main-tank-gun": 1}
    play["A"].gunnery = "-, load"
    play.run(gunnery, 2)
    assert not play["A"].jammed and play["A"].loaded == {"elf.main-tank-gun": 1}
    assert [event.gained for event in play.events if isinstance(event, Became)] == [False]
    play.run(gunnery, 2)
    assert play["A"].loaded == {"elf.main-tank-gun": 2}


# ---------------------------------------------------------------- which weapons an order serves


@pytest.mark.ability("tagged-orders")
def test_tagged_orders() -> None:
    """Ability tagged-orders; drop-weapon stands for what fills the drop slot."""
    char = table("ork.ork-char-b1 A 5.6 slow")
    assert served(char, "fire", "p") == ["rotating-pop-gun"]
    assert served(char, "load", "h") == ["heavy-forward-gun"]
    assert served(char, "fire") == []
    assert served(char, "load") == ["rotating-pop-gun", "heavy-forward-gun"]
    helicopter = table("gnome.gnome-helicopter A 5.6 slow-flying equip=major-acidic-napalm-bomb")
    assert served(helicopter, "throw", "d") == ["major-acidic-napalm-bomb"]
    assert served(helicopter, "fire") == ["helicopter-gatling-gun"]


def test_words_in_orders() -> None:
    """Abilities reserve and by-throw-order; orders with the name of a weapon."""
    pegasus = table("elf.pegasus-rider A 5.6 slow")
    assert served(pegasus, "fire", "bow") == ["bow-issued"]
    assert served(pegasus, "fire", "burst") == ["shriek-smg-mounted"]
    dragon = table("dark-elf.mechanical-iron-dragon A 5.6 slow")
    assert served(dragon, "breath", "acid") == ["acid-breath"]
    assert served(dragon, "breath", "shrapnel") == ["shrapnel-breath"]
    assert served(dragon, "fire") == []
    gnomes = table("gnome.gnome-infantry A 5.6 still")
    assert served(gnomes, "fire") == ["gnome-gun"]
    assert served(gnomes, "fire", "res") == ["light-smg"]
    zeppelins = table("dwarf.mini-zeppelin A 5.6 slow")
    assert served(zeppelins, "throw") == ["poison-gas-grenade"]
    assert served(zeppelins, "fire") == ["axethrower-machine"]
    eagle = table("elf.eagle-rider A 5.6 slow")
    assert served(eagle, "throw") == ["grenade"]


@pytest.mark.ability("crew-weapons-need-no-load", "free-fire", "orders-serve")
def test_orders_that_serve_one_weapon_and_weapons_that_need_no_order() -> None:
    """Abilities orders-serve, free-fire, and crew-weapons-need-no-load: grenades by fire orders."""
    riders = table("elf.pachycephalosaurus-riders A 5.6 slow")
    assert served(riders, "load") == served(riders, "fire") == ["twin-guns"]
    cavalry = table("dark-elf.elite-mechanical-cavalry A 5.6 slow")
    assert served(cavalry, "fire") == ["crossbow"]
    oliphant = table("elf.armored-oliphant-riders A 5.6 slow")
    assert served(oliphant, "fire") == ["bow-issued", "hand-grenade"]
    assert served(oliphant, "fire", only="elf.hand-grenade") == ["hand-grenade"]


@pytest.mark.ability("one-shot-breaks")
def test_a_broken_gun_is_gone_or_replaced() -> None:
    play = table("gnome.gnome-infantry A 5.6 still replace=gnome-tinkerer equip=experimental-nailgun")
    unit = play["A"]
    number = next(n for n in unit.living if "tinkerer" in field(play.battle, unit).models[n].types)
    assert "gnome.experimental-nailgun" in [w.id for w in weapons(play.battle, unit, number)]
    unit.marks[f"broken gnome.experimental-nailgun {number}"] = 1
    held = [w.id for w in weapons(play.battle, unit, number)]
    assert "gnome.experimental-nailgun" not in held and "gnome.gnome-gun" in held


# ---------------------------------------------------------------- aiming and the rest


@pytest.mark.rule("spf.orders.aim", "spf.orders.aim-optional")
def test_the_aim_order_gives_a_token_where_the_unit_stands() -> None:
    play = table("elf.elf-infantry A 5.6 still gunnery=-,aim", turn=3)
    play.run(gunnery, 2)
    unit = play["A"]
    assert unit.aims == [AimToken(unit.q, unit.r, 3, 2)]
    play.run(gunnery, 2)
    assert len(unit.aims) == 1
    assert any(isinstance(event, Became) and event.status == "aim" for event in play.events)


@pytest.mark.ability("tagged-orders")
def test_an_aim_with_a_tag_is_for_that_weapon() -> None:
    play = table("ork.ork-char-b1 A 5.6 slow gunnery=aim(p),load(h)")
    play.run(gunnery, 1)
    assert [token.weapon for token in play["A"].aims] == ["ork.rotating-pop-gun"]
    play.run(gunnery, 2)
    assert play["A"].loaded == {"ork.heavy-forward-gun": 1}


@pytest.mark.ability("may-keep-aiming")
def test_the_death_ray_may_keep_aiming() -> None:
    """Abilities aim-stacks and may-keep-aiming: instead of loading a full weapon it aims again."""
    play = table(
        "gnome.gnome-infantry A 5.6 still replace=gnome-tinkerer equip=experimental-death-ray"
        " gunnery=aim,- fired=gnome.mechanical-rat:1"
    )
    unit, ray = play["A"], "gnome.experimental-death-ray"
    play.run(gunnery, 1)
    play.run(gunnery, 1)
    assert [token.weapon for token in unit.aims].count(ray) == 2
    unit.gunnery = "load, -"
    play.run(gunnery, 1)  # it is empty: it loads
    assert unit.loaded[ray] == 1
    play.run(gunnery, 1, answers=[a("aim")])
    assert [token.weapon for token in unit.aims].count(ray) == 3
    play.run(gunnery, 1, answers=[a("rest")])
    assert [token.weapon for token in unit.aims].count(ray) == 3


@pytest.mark.ability("releases-poison")
def test_the_queens_release_poison() -> None:
    """Ability releases-poison, with the gunnery order."""
    play = table("dark-elf.queen-xy A 5.6 slow gunnery=-,release-poison")
    play.run(gunnery, 1)
    assert play.battle.spreads == []
    play.run(gunnery, 2)
    unit = play["A"]
    assert play.battle.spreads == [Spread("poison", unit.q, unit.r, "spf.hexfx.poison-cloud", 12)]


def test_units_off_the_map_do_nothing() -> None:
    play = table("dwarf.transport-zeppelin C 2.2    dwarf.dwarf-infantry D aboard=C gunnery=load,-")
    play["D"].speed = "still"
    play.run(gunnery, 1)
    unit: Unit = play["D"]
    assert not unit.loaded
