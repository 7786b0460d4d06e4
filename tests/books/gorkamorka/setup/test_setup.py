"""Before the first turn: attackers, scrap, edges, setting up, reinforcements, creatures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from tests.books.gorkamorka.table import table
from tests.kit.position import translate
from tests.kit.script import By, Script, Unanswered, a, b
from warbook import load_book
from warbook.board.geometry import Spot, gap
from warbook.books.gorkamorka.field.able import may_move
from warbook.books.gorkamorka.field.bodies import apart, body, hull, hulls, on_ground
from warbook.books.gorkamorka.mob.building import mobs
from warbook.books.gorkamorka.mob.written import write_mob
from warbook.books.gorkamorka.setup.deploying import _ill, _waiting, line_up
from warbook.books.gorkamorka.setup.dice import ranks, sum_of
from warbook.books.gorkamorka.setup.edges import _groups, _marker_question
from warbook.books.gorkamorka.setup.zones import Zone, ahead, free_spots, place_barred, places, there, zone_of
from warbook.books.gorkamorka.shooting.able import hampered
from warbook.books.gorkamorka.state import Battle
from warbook.core.book import UnknownName
from warbook.core.datafile import BadData, Written
from warbook.core.dice import Scripted
from warbook.core.events import Note
from warbook.core.game import Foul, Game
from warbook.core.questions import Question, Refused

BOOK = load_book("gorkamorka")


class Opening:
    """A battle from its very beginning, answered and thrown from a script."""

    def __init__(self, scenario: str | Written, forces: Sequence[str | Written], **rulings: Any) -> None:
        self.script = Script(translate)
        setup = BOOK.setup(scenario, forces, rulings)
        players = {side: self.script for side in setup.sides if side != "n"}
        self.game = self.script.game = Game(BOOK, setup, players, Scripted(()))

    @property
    def battle(self) -> Battle:
        battle: Battle = self.game.battle
        return battle

    def play(self, *answers: By, dice: str = "") -> Opening:
        """Play until a question is not answered; all answers and dice are used."""
        self.script.load(answers)
        self.game.source = source = Scripted(dice)
        try:
            while not self.battle.over:
                self.game.step()
        except Unanswered as asked:
            self.asked: Question = asked.question
        except Foul as foul:
            raise foul.refused from None
        assert not self.script.answers and not source.left, (self.script.answers, source.left)
        return self


TWO = ("grimtoofs", "sunburnt")


# ---------------------------------------------------------------- what is on offer


@pytest.mark.rule("gce.game.scenario", "gce.basics.needed")
def test_five_scenarios_for_one_to_four_mobs() -> None:
    seats = {choice.id: BOOK.seats(choice) for choice in BOOK.scenarios()}
    assert seats == {
        "open_fight": ("a", "b"),
        "da_grudge": ("a", "b"),
        "squigosaur_nest": ("a",),
        "vehicle_graveyard": ("a", "b"),
        "vehicle_graveyard_3": ("a", "b", "c"),
        "vehicle_graveyard_4": ("a", "b", "c", "d"),
        "demolition_derby": ("a", "b"),
        "demolition_derby_3": ("a", "b", "c"),
        "demolition_derby_4": ("a", "b", "c", "d"),
    }


@pytest.mark.rule("gce.game.forces")
def test_a_wrong_number_of_mobs_and_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="2 mobs; 1 were named"):
        BOOK.setup("open_fight", ["grimtoofs"], {})
    with pytest.raises(UnknownName, match="there is no scenario"):
        BOOK.setup("open_fite", TWO, {})


@pytest.mark.rule("gce.game.scenario")
def test_a_scenario_of_ones_own_is_read_and_what_is_wrong_is_told() -> None:
    head = 'id = "own"\nname = "Own"\nwords = "Ours."\n'
    own = Written("own.toml", head + 'table = "dust_flats"\nscrap_per_player = "D3+1"\n')
    assert BOOK.look_over("scenario", own).id == "own"
    roles = Written("own.toml", head + 'table = "dust_flats"\nroles = true\n')
    assert BOOK.look_over("scenario", roles).id == "own", "two mobs have roles"
    for depth in (4, 16):
        strip = Written("own.toml", f'{head}table = "dust_flats"\ndepth = {depth}\n')
        assert BOOK.look_over("scenario", strip).id == "own", "neither too narrow nor too deep"
    for words, wrong in (
        ('table = "dust"\n', "no table 'dust'"),
        ('table = "dust_flats"\nsides = [1, 2]\n', "nest"),
        ('table = "dust_flats"\nroles = true\nsides = [2, 3]\n', "are two mobs"),
        ('table = "dust_flats"\ndepth = 3.9\n', "4 inches deep or more"),
        ('table = "dust_flats"\ndepth = 16.5\n', "leaves the middle free"),
    ):
        with pytest.raises(BadData, match=wrong):
            BOOK.look_over("scenario", Written("own.toml", head + words))


@pytest.mark.rule("gce.game.table-size")
@pytest.mark.rule("gce.basics.units")
def test_every_table_is_4_feet_or_more() -> None:
    open_fight = BOOK.setup("open_fight", TWO, {}).scenario.table
    assert (open_fight.width, open_fight.depth) == (48, 48)  # 4 feet by 4
    for choice in BOOK.scenarios():
        count = len(BOOK.seats(choice))
        table = BOOK.setup(choice.id, ["grimtoofs"] * count, {}).scenario.table
        assert min(table.width, table.depth) >= 48


# ---------------------------------------------------------------- mustering


def test_mobs_of_one_name_are_told_apart() -> None:
    """With four players and three mobs there are two of one: its second bears a number, and so do all its
    models; the crews are aboard their own."""
    forces = ["grimtoofs", "rust_barons", "grimtoofs", "grimtoofs"]
    setup = BOOK.setup("demolition_derby_4", forces, {})
    battle = BOOK.muster(setup)
    names = [BOOK.side_names(battle)[side] for side in "abcd"]
    assert names == ["Da Grimtoofs", "Da Rust Barons", "Da Grimtoofs II", "Da Grimtoofs III"]
    assert "Da Grimtoofs II" in BOOK.briefing(setup).words
    assert battle.vehicle("av1").name == "Da Grimwagon" and battle.vehicle("cv1").name == "Da Grimwagon II"
    assert battle.warrior("d1").name == "Grimtoof III"
    assert battle.warrior(battle.vehicle("cv1").driver).aboard == "cv1"


@pytest.mark.rule("gce.game.forces", "gce.foot.riders", "gce.warrior.statline")
def test_a_mob_musters_with_its_crews_aboard() -> None:
    battle = BOOK.muster(BOOK.setup("open_fight", TWO, {}))
    trukk, bike = (ride for ride in battle.vehicles if ride.side == "a")
    assert battle.warrior(trukk.driver).name == "Sprokk" and battle.warrior(trukk.gunner).name == "Dregga"
    assert {w.name for w in battle.mob("a") if w.aboard == bike.id} == {"Boltz"}
    assert all(w.place == "reserve" for w in battle.warriors)


@pytest.mark.rule("gce.game.scenario")
def test_in_a_derby_only_drivers_ride() -> None:
    battle = BOOK.muster(BOOK.setup("demolition_derby", TWO, {}))
    assert {warrior.station for warrior in battle.warriors if warrior.aboard} == {"driver"}


# ---------------------------------------------------------------- who begins


@pytest.mark.rule("gce.basics.d6", "gce.basics.d3")
def test_dice_are_six_sided() -> None:
    assert [sum_of(Scripted((face,)), 1, 6, 0, "") for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert dict(sum_of.odds(1, 3, 0, "")) == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}
    assert sorted(sum_of.odds(2, 6, 0, "")) == list(range(2, 13))


@pytest.mark.rule("gce.game.player-order")
def test_the_highest_die_comes_first_and_ties_are_rolled_again() -> None:
    assert ranks(Scripted("3 5"), 2, "") == (1, 0)
    assert ranks(Scripted("4 4 2 6"), 2, "") == (1, 0)
    assert ranks(Scripted("3 6 3 1 1 5"), 4, "") == (1, 2, 0, 3)


@pytest.mark.rule("gce.game.attacker")
def test_the_lower_rating_attacks_and_of_equal_ones_the_higher_die() -> None:
    rated = Opening("da_grudge", TWO)
    mobs = rated.battle.setup.mobs
    weighed = (replace(mobs[0], rating=140), replace(mobs[1], rating=120))
    rated.battle.setup = replace(rated.battle.setup, mobs=weighed)
    assert rated.play().script.asked[-1][0] == "b"  # which vehicle does he start with?
    even = Opening("da_grudge", TWO).play(dice="5 2")
    assert even.script.asked[-1][0] == "a"


# ---------------------------------------------------------------- edges and setting up


@pytest.mark.rule("gce.game.scenario")
def test_the_low_die_chooses_an_edge_and_sets_up_first() -> None:
    opening = Opening("open_fight", TWO).play(a("south"), dice="2 5")
    assert opening.battle.edges == {"a": "south", "b": "north"} and opening.battle.side == "a"
    told = [event.words for event in opening.game.events if isinstance(event, Note)]
    assert told[0] == "Da Grimtoofs choose an edge first, and set up first."


@pytest.mark.rule("gce.game.scenario", "gce.foot.riders")
def test_a_vehicle_is_set_up_with_its_crew_within_8_inches_of_the_edge() -> None:
    opening = Opening("open_fight", TWO).play(a("south"), dice="2 5")
    with pytest.raises(Refused, match="8 inches of the south edge"):
        Opening("open_fight", TWO).play(a("south"), a("av1"), a((20, 6)), dice="2 5")
    opening.play(a("av1"), a((20, 4)))
    trukk = opening.battle.vehicle("av1")
    assert (trukk.x, trukk.y, trukk.facing, trukk.place) == (20.0, 4.0, 90.0, "table")
    assert {w.name for w in opening.battle.riders("av1")} == {
        "Grimtoof",
        "Sprokk",
        "Dregga",
        "Skab",
        "Mukk",
        "Snikkit",
    }


@pytest.mark.rule("gce.game.scenario")
def test_it_faces_as_wanted_if_it_fits_so() -> None:
    opening = Opening("open_fight", TWO).play(a("south"), dice="2 5")
    opening.play(a("av1"), a({"path": [[20, 4]], "facing": 0.0}))
    assert opening.battle.vehicle("av1").facing == 0.0


def test_a_facing_for_which_there_is_no_room_is_refused() -> None:
    """A trukk at the very edge would hang over it if it looked along it askew."""
    opening = Opening("open_fight", TWO).play(a("south"), dice="2 5")
    with pytest.raises(Refused, match="no room to face so: set up within 8 inches of the south edge"):
        opening.play(a("av1"), a({"path": [[20, 5]], "facing": 45.0}))


@pytest.mark.rule("gce.ending.model-count", "gce.game.player-order", "gce.game.game-turn")
def test_when_all_stand_the_models_are_counted_and_the_high_die_begins() -> None:
    opening = Opening("open_fight", TWO).play(a("south"), a("rest"), b("rest"), dice="2 5 6 1")
    battle = opening.battle
    assert battle.began == {"a": 9, "b": 11} and (battle.side, battle.turn, battle.order) == (
        "a",
        1,
        ["a", "b"],
    )
    for side, (low, high) in {"a": (0.0, 8.0), "b": (40.0, 48.0)}.items():
        for ride in (each for each in hulls(battle) if each.side == side):
            assert low <= ride.y <= high


@pytest.mark.rule("gce.game.scenario")
def test_in_a_graveyard_the_high_die_is_first_and_scrap_and_lairs_are_laid_in_turn() -> None:
    opening = Opening("vehicle_graveyard", TWO)
    opening.play(b((24, 22)), a((30, 22)), dice="2 5 1 1")
    assert len(opening.battle.tokens) == 2  # of 8: each player's D3 is 1, and 3 more
    with pytest.raises(Refused, match="18 inches"):
        Opening("vehicle_graveyard", TWO).play(b((5, 20)), dice="2 5 1 1")


@pytest.mark.rule("gce.game.scenario")
def test_mobs_are_set_up_away_from_each_other() -> None:
    spots = [b((23 + n, 22)) if n % 2 == 0 else a((23 + n, 22)) for n in range(8)]
    lairs = [b((22, 24)), a((34, 24))]
    opening = Opening("vehicle_graveyard", TWO)
    opening.play(*spots, *lairs, b("south"), b("rest"), a("rest"), dice="2 5 1 1 1 1 2 5 2 5")
    battle = opening.battle
    assert battle.edges == {"b": "south", "a": "north"} and battle.order == ["b", "a", "n"]
    mine, theirs = ([ride for ride in hulls(battle) if ride.side == side] for side in "ab")
    assert all(gap(hull(one), hull(other)) >= 12.0 for one in mine for other in theirs)


# ---------------------------------------------------------------- a grudge


def grudge(*more: By, dice: str = "") -> Opening:
    """b attacks with his bike, its driver, his nob and one more; a stands in the middle."""
    first = [b("bv2"), b("b6"), b("south"), a("rest"), b("rest")]
    return Opening("da_grudge", TWO).play(*first, *more, dice="2 5 1 1 1 1 " + dice)


@pytest.mark.rule("gce.game.attacker", "gce.hatred.target", "gce.ending.model-count")
def test_the_attacker_starts_with_one_vehicle_and_a_few_and_hates() -> None:
    battle = grudge().battle
    assert battle.attacker == "b" and battle.order == ["b", "a"] and battle.side == "b"
    here = {warrior.name for warrior in battle.present("b")}
    assert here == {"Sorrel", "Blister", "Cinder"} and battle.began["b"] == 4
    assert all(warrior.hates == ("a",) for warrior in battle.mob("b"))
    middle = [ride for ride in hulls(battle) if ride.side == "a"]
    assert middle and all(abs(ride.x - 24) <= 12 and abs(ride.y - 24) <= 12 for ride in middle)
    assert all(apart(battle, one, foe) >= 18.0 for one in battle.present("b") for foe in battle.present("a"))
    assert battle.booty == 3


@pytest.mark.rule("gce.game.scenario", "gce.foot.riders")
def test_who_starts_with_a_vehicle_rides_it_while_there_is_room() -> None:
    """A bike has room for two: its driver and the nob; the third is on foot."""
    battle = grudge().battle
    rides = {warrior.name: warrior.aboard for warrior in battle.present("b")}
    assert rides == {"Sorrel": "bv2", "Blister": "bv2", "Cinder": ""}


@pytest.mark.rule("gce.game.scenario")
def test_who_may_start_with_them() -> None:
    """Crews of other vehicles and who is on foot; neither their drivers nor their gunners."""
    opening = Opening("da_grudge", TWO)
    walker = opening.battle.warrior("b6")
    walker.aboard, walker.station = "", ""
    opening.play(b("bv2"), dice="2 5 1")
    trukk = opening.battle.vehicle("bv1")
    offered = {option.id for option in opening.asked.options}  # type: ignore[attr-defined]
    crew = {each.id for each in opening.battle.mob("b") if each.aboard == "bv1" and each.station == "crew"}
    leader = {each.id for each in opening.battle.mob("b") if each.name == "Blister"}
    assert offered == (crew | {"b6"}) - leader and trukk.driver not in offered


@pytest.mark.rule("gce.ending.model-count")
def test_the_rest_come_in_groups_over_a_random_edge_on_a_4() -> None:
    opening = grudge()
    battle = opening.battle
    assert [len(wave) for wave in battle.waves] == [7]  # the other vehicle and the six who ride it
    battle.turn, battle.side, battle.phase = 2, "b", "start"
    opening.play(dice="3")
    battle = opening.battle
    assert len(battle.waves) == 1
    battle.phase = "start"
    opening.play(dice="4 3")  # the north edge
    assert opening.asked.text == f"{battle.vehicle('bv1').name} comes on at the north edge: where?"


@pytest.mark.rule("gce.game.scenario")
def test_groups_are_as_equal_as_can_be() -> None:
    first = [b("bv1"), b("b2"), b("south"), a("rest"), b("rest")]
    battle = Opening("da_grudge", TWO).play(*first, dice="2 5 1 1 1 1").battle
    assert [len(wave) for wave in battle.waves] == [3, 3] and battle.waves[0][:2] == ("bv2", "b5")


# ---------------------------------------------------------------- a nest


@pytest.mark.rule("gce.game.scenario")
def test_a_nest_has_creatures_by_the_mobs_cost_away_from_it() -> None:
    opening = Opening("squigosaur_nest", ["grimtoofs"])
    opening.play(a("south"), a("rest"), dice="3 4 1 6 6 4 2 2 7")
    battle = opening.battle
    beasts = battle.present("n")
    assert [beast.kind for beast in beasts] == ["squigosaur"] * 3 and battle.order == ["a", "n"]
    assert all(gap(body(battle, beast), hull(ride)) >= 12.0 for beast in beasts for ride in hulls(battle))
    assert (beasts[0].x, beasts[0].y) == pytest.approx((24.0, 31.0), abs=1.5)  # 7 inches north of the middle


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(("rating", "beasts"), [(0, 3), (100, 3), (101, 5), (201, 9)])
def test_a_nest_goes_by_the_mob_rating_where_one_is_kept(rating: int, beasts: int) -> None:
    mob = Written("rated.toml", write_mob(replace(mobs()["grimtoofs"], id="", rating=rating)))
    opening = Opening("squigosaur_nest", [mob]).play(a("south"), a("rest"), dice="3 4 1 " * beasts)
    assert len(opening.battle.present("n")) == beasts


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(("most", "beasts"), [(95, 2), (96, 1)])
def test_a_mob_without_a_rating_counts_by_its_cost(most: int, beasts: int) -> None:
    """96 teef."""
    own = 'id = "own"\nname = "Own"\nwords = "Ours."\ntable = "dust_flats"\nsides = [1, 1]\n[nest]\n'
    nest = f'kind = "squigosaur"\nbottle_below = 50\ncounts = [[{most}, 1], [9999, 2]]\nfrom_mob = 12\n'
    opening = Opening(Written("own.toml", own + nest), ["grimtoofs"])
    opening.play(a("south"), a("rest"), dice="3 4 1 " * beasts)
    assert len(opening.battle.present("n")) == beasts


@pytest.mark.rule("gce.game.player-order")
def test_where_the_scenario_says_so_the_mobs_begin_in_their_order_without_dice() -> None:
    """So does one mob alone, whatever the scenario says."""
    own = 'id = "own"\nname = "Own"\nwords = "Ours."\ntable = "dust_flats"\n'
    two = Written("own.toml", own + 'first_turn = "mob"\n')
    opening = Opening(two, TWO).play(b("north"), b("rest"), a("rest"), dice="5 2")
    assert opening.battle.order == ["a", "b"]
    nest = '\n[nest]\nkind = "squigosaur"\nbottle_below = 50\ncounts = [[9999, 1]]\nfrom_mob = 12\n'
    alone = Opening(Written("own.toml", f"{own}sides = [1, 1]\n{nest}"), TWO[:1])
    assert alone.play(a("south"), a("rest"), dice="3 4 1").battle.order == ["a", "n"]


@pytest.mark.rule("gce.game.scenario")
def test_spectators_stand_at_the_edge_and_do_nothing_until_a_ram() -> None:
    opening = Opening("demolition_derby", TWO).play(a("south"), a("rest"), b("rest"), dice="2 5 6 1")
    battle = opening.battle
    watching = [warrior for warrior in battle.present("a") if not warrior.aboard]
    assert len(watching) == 5 and all(warrior.y <= 2.5 for warrior in watching)
    options = {option.id: option.barred for option in opening.asked.options}  # type: ignore[attr-defined]
    assert all(options[warrior.id].rule == "gce.game.scenario" for warrior in watching)
    battle.roused.append("a")
    assert all(may_move(battle, warrior) is None for warrior in watching)


@pytest.mark.rule("gce.game.scenario")
def test_a_driver_who_has_got_off_in_a_derby_is_no_spectator() -> None:
    opening = Opening("demolition_derby", TWO).play(a("south"), a("rest"), b("rest"), dice="2 5 6 1")
    battle = opening.battle
    driver = battle.warrior(battle.vehicle("av1").driver)
    driver.aboard, driver.station, battle.vehicle("av1").driver = "", "", ""
    driver.x, driver.y = 24.0, 24.0
    assert may_move(battle, driver) is None
    assert hampered(battle, driver) is None
    crew = next(warrior for warrior in battle.present("a") if warrior.on_foot and warrior is not driver)
    assert hampered(battle, crew) is not None


@pytest.mark.rule("gce.game.scenario")
def test_a_vehicle_longer_than_the_strip_takes_part_in_a_derby() -> None:
    """A big lugga is 7 inches long, the strip 6 inches deep; a trukk of 6 inches keeps to it."""
    opening = Opening("demolition_derby", ("rust_barons", "grimtoofs"))
    battle = opening.play(a("south"), a("rest"), b("rest"), dice="2 5 6 1 1").battle
    lugga, trukk = (
        next(v for v in battle.vehicles if v.kind == kind) for kind in ("grot_big_lugga", "ork_trukk")
    )
    assert lugga.on_table and lugga.facing == 90.0 and lugga.y == pytest.approx(3.5)
    assert trukk.facing == 270.0 and trukk.y == pytest.approx(45.0)


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(
    ("edge", "facing", "across"),
    [("south", 90, "y"), ("north", 270, "y"), ("west", 0, "x"), ("east", 180, "x")],
)
def test_it_does_so_from_every_edge(edge: str, facing: float, across: str) -> None:
    game = table("grot_big_lugga T (20,20) place=reserve  ork_boy x (24,24)", scenario={"depth": 6.0})
    game.battle.edges["a"] = edge
    line_up(game.game, [game.ride("T")])
    lugga = game.ride("T")
    assert lugga.on_table and lugga.facing == facing
    assert getattr(lugga, across) in (3.5, 44.5)


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(
    ("edge", "inside", "outside"),
    [
        ("south", (24, 7.4), (24, 7.6)), ("north", (24, 40.6), (24, 40.4)), ("west", (7.4, 24), (7.6, 24)),
        ("east", (40.6, 24), (40.4, 24)), ("south", (0.6, 4), (0.4, 4)), ("south", (47.4, 4), (47.6, 4)),
        ("south", (24, 0.6), (24, 0.4)), ("north", (24, 47.4), (24, 47.6)),
    ],
)  # fmt: skip
def test_all_of_a_base_is_set_up_within_eight_inches_of_its_edge(
    edge: Any, inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    zone = Zone(edge, 8.0)
    for (x, y), allowed in ((inside, True), (outside, False)):
        game = table(f"ork_boy A ({x},{y})   ork_boy y (30,30)")
        refused = place_barred(game.battle, game["A"], zone, on_ground(game["A"]))
        assert (refused is None) == allowed, (x, y)


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(("x", "refused"), [(19.1, False), (18.9, True)])
def test_so_far_from_all_enemies_and_no_further(x: float, refused: bool) -> None:
    """8 inches between the bases; comrades may stand as near as there is room."""
    game = table(f"ork_boy A ({x},10)   ork_boy y (10,10)   ork_boy B ({x},11.1)")
    barred = place_barred(game.battle, game["A"], Zone(from_others=8.0), on_ground(game["A"]))
    assert (barred is not None and barred.words == "y is too near") is refused


@pytest.mark.rule("gce.vehicle-movement.very-difficult-immobilised", "gce.S49")
@pytest.mark.parametrize(("x", "stuck"), [(21.9, False), (22.1, True)])
def test_no_vehicle_is_set_up_where_it_would_be_stuck(x: float, stuck: bool) -> None:
    """What counts is its middle; who is on foot may stand there."""
    tar = "area (22,0) (40,20) ground=very-difficult name=tar"
    game = table(f"{tar}  ork_trukk T ({x},6)  ork_boy A ({x},12)  ork_boy y (30,40)")
    zone, (trukk, boy) = Zone("south", 14.0), (game.ride("T"), game["A"])
    barred = place_barred(game.battle, trukk, zone, hull(trukk))
    assert (barred is not None and barred.words == "T would be stuck in tar") is stuck
    assert place_barred(game.battle, boy, zone, on_ground(boy)) is None
    offered = places(game.battle, trukk, zone)
    assert {spot.x for spot in offered} >= {21.0, 41.0} and not any(22.0 < spot.x < 40.0 for spot in offered)


@pytest.mark.parametrize(
    ("spot", "facing"), [((40, 24), 0), ((24, 40), 90), ((8, 24), 180), ((24, 8), 270), ((20, 30), 90)]
)
def test_round_the_middle_all_face_outwards(spot: tuple[float, float], facing: float) -> None:
    ground = table("ork_boy A (10,10)").battle.table
    assert ahead(ground, Spot(*spot), Zone(middle=20.0)) == facing


@pytest.mark.parametrize(
    ("edge", "best"), [("south", (12, 8)), ("north", (12, 40)), ("west", (8, 12)), ("east", (40, 12))]
)
def test_a_row_is_lined_up_at_the_front_of_its_strip(edge: str, best: tuple[float, float]) -> None:
    battle = table("ork_boy A (10,10)").battle
    zone = Zone(edge, 8.0)
    assert _ill(battle, zone, Spot(*best), 0.25) == 0.0
    x, y = best
    assert all(
        _ill(battle, zone, Spot(x + dx, y + dy), 0.25) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
    )
    assert _ill(battle, Zone(middle=8.0), Spot(24, 24), 0.25) == 0.0


@pytest.mark.rule("gce.game.scenario")
def test_three_mobs_lay_scrap_in_turn() -> None:
    """The high die of c begins: c, a, b, and c again."""
    opening = Opening("vehicle_graveyard_3", ("grimtoofs", "sunburnt", "grimtoofs"))
    laid = [By(side, (23 + 2 * number, 22)) for number, side in enumerate("cabc")]
    opening.play(*laid, dice="4 2 6 1 1 1")
    assert len(opening.battle.tokens) == 4


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(
    ("zone", "box", "words"),
    [
        (Zone("south", 8.0), (0, 0, 72, 8), "within 8 inches of the south edge"),
        (Zone("north", 8.0), (0, 40, 72, 48), "within 8 inches of the north edge"),
        (Zone("west", 6.0), (0, 0, 6, 48), "within 6 inches of the west edge"),
        (Zone("east", 6.0), (66, 0, 72, 48), "within 6 inches of the east edge"),
        (Zone(middle=12.0), (24, 12, 48, 36), "within 12 inches of the middle"),
        (Zone(), (0, 0, 72, 48), "on the table"),
    ],
)
def test_where_the_strips_lie(zone: Zone, box: tuple[float, ...], words: str) -> None:
    ground = table("ork_boy A (20,20)  ork_boy x (30,30)", size=(72.0, 48.0)).battle.table
    assert zone.box(ground) == box and zone.words == words


def test_a_base_is_offered_the_middle_of_every_square_inch_where_it_fits() -> None:
    ground = table("block (10,10) (12,12) h=3 roof=no  ork_boy A (20,20)  ork_boy x (30,30)").battle.table
    free = {(spot.x, spot.y) for spot in free_spots(ground, 0.5)}
    assert {(0.5, 0.5), (47.5, 47.5), (9.5, 10.5), (12.5, 10.5)} <= free
    assert (10.5, 10.5) not in free and (11.5, 11.5) not in free and len(free) == 48 * 48 - 4


def test_a_sneaky_warrior_on_foot_may_stand_anywhere_far_from_the_enemy() -> None:
    """One who rides comes with his vehicle, from his edge."""
    text = "ork_trukk T (20,4)  ork_boy A {} supa_sneaky  ork_boy x (30,30)"
    on_foot = table(text.format("(20,20)"))
    assert zone_of(on_foot.battle, on_foot["A"]).edge == ""
    aboard = table(text.format("in T"))
    assert zone_of(aboard.battle, aboard["A"]).edge == "south"


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(
    ("spot", "fits"), [((18, 24), True), ((17.9, 24), False), ((36, 30), True), ((36, 30.1), False)]
)
def test_scrap_lies_18_inches_from_every_edge_or_more(spot: tuple[float, float], fits: bool) -> None:
    """On a table of 72 by 48 inches."""
    opening = Opening("vehicle_graveyard", TWO)
    if fits:
        assert len(opening.play(b(spot), dice="2 5 1 1").battle.tokens) == 1
    else:
        with pytest.raises(Refused, match="18 inches from every edge"):
            opening.play(b(spot), dice="2 5 1 1")


@pytest.mark.parametrize(("rock", "off"), [("", 0.0), ("block (22,14) (26,18) h=3 roof=no", 3.5)])
def test_lined_up_for_somebody_a_vehicle_has_room_before_it(rock: str, off: float) -> None:
    """In the middle of the strip; if a rock lies before it there, beside that, as near as can be."""
    game = table(f"ork_trukk T (20,20) place=reserve  ork_boy x (40,40)  {rock}")
    line_up(game.game, [game.ride("T")])
    assert abs(game.ride("T").x - 24.0) == pytest.approx(off, abs=1.0)
    assert not rock or not 20.5 <= game.ride("T").x <= 27.5


def test_lined_up_for_somebody_crews_stand_beside_their_vehicles() -> None:
    text = "ork_trukk T (20,20) place=reserve  ork_boy A (1,1) place=reserve  ork_boy B (2,1) place=reserve"
    game = table(f"{text}  ork_boy x (40,40)", scenario={"derby": True})
    line_up(game.game, [game.ride("T"), game["A"], game["B"]])
    own = game.ride("T")
    assert all(hypot(game[name].x - own.x, game[name].y - own.y) < 4.5 for name in "AB")


@pytest.mark.rule("gce.game.scenario")
def test_what_finds_no_room_stays_at_home_with_its_crew() -> None:
    """The strip is full of rock, save for a pocket where a man can stand."""
    game = table(
        """
        block (0,0) (48,4) h=3 roof=no   block (0,4) (20,9) h=3 roof=no   block (22,4) (48,9) h=3 roof=no
        ork_trukk T (20,20) place=reserve  ork_spanner D in T driver place=reserve
        ork_boy A (30,30) place=reserve  ork_boy x (40,40)
        """
    )
    line_up(game.game, [game.ride("T"), game["A"]])
    assert game.ride("T").place == game["D"].place == "home" and not game["D"].aboard
    assert game["A"].place == "table" and (game["A"].x, game["A"].y) == pytest.approx((21.0, 6.0), abs=1.6)
    assert game["x"].place == "table" and game.says("There is no room for T.")


@pytest.mark.rule("gce.game.scenario")
def test_the_book_plays_the_creatures_of_a_nest_and_of_the_sand() -> None:
    own = {choice.id: choice.own for choice in BOOK.scenarios()}
    assert own["squigosaur_nest"] == own["vehicle_graveyard"] == own["vehicle_graveyard_4"] == ("n",)
    assert own["open_fight"] == own["da_grudge"] == own["demolition_derby_3"] == ()


@pytest.mark.rule("gce.game.scenario")
def test_the_rest_of_a_defender_is_lined_up_about_the_middle() -> None:
    text = "ork_trukk T (5,5) place=reserve  ork_spanner D in T driver place=reserve  ork_boy x (46,2)"
    game = table(text, size=(60.0, 48.0), scenario={"defender_within": 12.0})
    game.battle.attacker = "b"
    line_up(game.game, [game.ride("T")])
    assert (game.ride("T").x, game.ride("T").y) == pytest.approx((30.0, 24.0), abs=1.1)


@pytest.mark.parametrize("kind", ["ork_trukk", "ork_boy"])
def test_the_places_on_offer_are_those_that_are_judged_good(kind: str) -> None:
    """On a whole inch grid beside a comrade, and an enemy from whom one keeps off."""
    text = f"{kind} M (40,44)  ork_trukk T (20,5)  ork_boy x (30,12)  block (8,2) (11,5) h=3 roof=no"
    game = table(text)
    zone = Zone("south", 9.0, from_others=6.0)
    own = game.ride("M") if kind == "ork_trukk" else game["M"]
    offered = {(spot.x, spot.y) for spot in places(game.battle, own, zone)}
    step = 0.0 if kind == "ork_trukk" else 0.5
    grid = {(x + step, y + step) for x in range(48) for y in range(9)}
    good = {
        (x, y)
        for x, y in grid
        if place_barred(game.battle, own, zone, there(game.battle, own, Spot(x, y), 90.0)) is None
    }
    assert good and {spot for spot in offered if spot in grid} == good


@pytest.mark.rule("gce.game.scenario")
def test_markers_are_laid_so_far_from_every_edge_and_no_farther() -> None:
    battle = table("ork_boy A (10,10)", size=(72.0, 48.0)).battle
    question = _marker_question(battle, "scrap", "scrap", 6.5, 2.0)
    spots = [(spot[0], spot[1]) for spot in question.reach()]
    assert (min(x for x, _ in spots), max(x for x, _ in spots)) == (6.5, 65.5)
    assert (min(y for _, y in spots), max(y for _, y in spots)) == (6.5, 41.5)


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(
    ("rides", "on_foot", "groups"),
    [("T", "B", [3]), ("T", "BC", [2, 2]), ("TU", "BCD", [3, 3]), ("", "B", [1]), ("", "BC", [1, 1])],
)
def test_there_are_two_groups_if_enough_are_on_foot(rides: str, on_foot: str, groups: list[int]) -> None:
    """gce.S13. One vehicle has a rider."""
    game = table("   ".join(f"ork_boy {name} ({n + 5},5)" for n, name in enumerate("ABCD")))
    game["A"].aboard = "T"
    others = [game[name] for name in ("A" if rides else "") + on_foot]
    assert [len(group) for group in _groups(list(rides), others)] == groups


def test_who_rides_a_vehicle_is_set_up_with_it_and_not_by_himself() -> None:
    battle = Opening("open_fight", TWO).battle
    riders = [each for each in battle.mob("a") if each.aboard]
    assert riders and [each.id for each in _waiting(battle, "a")] == ["av1", "av2"]
