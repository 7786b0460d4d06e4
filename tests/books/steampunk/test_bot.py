"""The drill bot of Steampunk Fantasy plays to win with every nation, and by what it sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.books.steampunk.position import OneChapter
from tests.books.steampunk.position import battle as battle_at
from tests.kit.long import battles
from warbook.board.hexes import Hex, distance, sides_towards, turns
from warbook.books.steampunk import BOOK
from warbook.books.steampunk.aftermath.agonies import agony
from warbook.books.steampunk.army.data import equipment_of
from warbook.books.steampunk.army.notation import Code, read_movement
from warbook.books.steampunk.bot.drill import Drill
from warbook.books.steampunk.bot.ground import COVERED, land_of
from warbook.books.steampunk.bot.might import assault, fire_worth, might, threat
from warbook.books.steampunk.bot.plans import FUTILE, UNSEEN, Mover, Plans
from warbook.books.steampunk.bot.shots import weapon_worth
from warbook.books.steampunk.bot.weighing import FEAR, LOSSES, PREY, PULL, WINS
from warbook.books.steampunk.damage.toughness import can_be_poisoned
from warbook.books.steampunk.ground import COVER, blocking, height
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.movement.moving import move
from warbook.books.steampunk.orders.carrying_out import changed
from warbook.books.steampunk.orders.writing import write
from warbook.books.steampunk.setup.battleground import territory_of
from warbook.books.steampunk.sight import FLYING, line_of_sight
from warbook.books.steampunk.state import Battle, Unit, enemy, field
from warbook.core.dice import Scripted, Seeded
from warbook.core.game import Game
from warbook.core.questions import Choose, Form, Option, Question
from warbook.players.random import Random

ARMIES = [choice.id for choice in BOOK.forces()]
STANDARD = [id for id in ARMIES if id.endswith(".standard")]
SCENARIOS = [choice.id for choice in BOOK.scenarios()]


def fought(seed: int, a: Any, b: Any, armies: tuple[str, str], scenario: str = "crossroads") -> Game:
    game = Game(BOOK, BOOK.setup(scenario, armies, {}), {"a": a, "b": b}, Seeded(seed))
    game.advance()
    return game


def wins(army: str, number: int) -> int:
    """Of Drill with this army against Random with the others', by turns from both sides and on all maps."""
    others = [id for id in STANDARD if id != army]
    won = 0
    for seed in range(number):
        foe, scenario = others[seed % 5], SCENARIOS[seed // 5 % len(SCENARIOS)]
        if seed % 2:
            game = fought(seed, Drill(), Random(seed), (army, foe), scenario)
        else:
            game = fought(seed, Random(seed), Drill(), (foe, army), scenario)
        won += game.battle.winner == ("a" if seed % 2 else "b")
    return won


def test_drill_beats_random_with_every_nation() -> None:
    each = len(battles(4, 16))
    won = {army: wins(army, each) for army in STANDARD}
    assert min(won.values()) >= 0.75 * each, won
    assert sum(won.values()) >= 0.9 * each * len(STANDARD), won


class Watched(Drill):
    """Keeps what it was asked and saw, and what it answered."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[Question, Battle, Any]] = []

    def answer(self, side: str, question: Question, view: Any) -> object:
        answer = super().answer(side, question, view)
        self.told.append((question, view, answer))
        return answer


@pytest.mark.parametrize("army", ARMIES)
def test_drill_answers_whatever_an_army_is_asked(army: str) -> None:
    """An illegal answer would end the battle with an error. By turns in each scenario, or in all."""
    own = next(choice for choice in BOOK.forces() if choice.id == army)
    foes = [choice.id for choice in BOOK.forces() if own.may_meet(choice) and choice.id != army]
    place = ARMIES.index(army)
    for number in battles(1, len(SCENARIOS), first=place):
        armies = army, foes[(place + number) % len(foes)]
        assert fought(number, Drill(), Drill(), armies, SCENARIOS[number % len(SCENARIOS)]).over


def test_empty_weapons_are_loaded_first() -> None:
    """Nothing is loaded at the start (ruling B4): whoever can load in the first turn does."""
    bot = Watched()
    fought(3, bot, Drill(), ("elf.standard", "dwarf.standard"))
    form, _, answer = next(each for each in bot.told if each[0].rule == "spf.orders.per-unit")
    assert isinstance(form, Form)
    loads = holds = 0
    for id, part in form.parts.items():
        assert isinstance(part, Form)
        gunnery = part.parts.get("gunnery")
        if isinstance(gunnery, Choose) and any("load" in option.id for option in gunnery.options):
            loads += "load" in answer[id]["gunnery"]
            holds += answer[id]["gunnery"] == "-, -"
    assert loads >= 2
    assert not holds


@pytest.mark.parametrize("seed", range(4))
def test_no_order_is_void_when_it_is_written(seed: int) -> None:
    """By the book's own judgement of each form."""
    bot, armies = Watched(), (STANDARD[seed], STANDARD[(seed + 1) % 6])
    game = fought(seed, bot, bot, armies, SCENARIOS[seed % 2])
    forms = [(form, answer) for form, _, answer in bot.told if form.rule == "spf.orders.per-unit"]
    assert len(forms) > 8
    for form, answer in forms:
        assert isinstance(form, Form)
        void = [concern for concern in form.concerns(answer) if not _all_void(form, concern.part)]
        assert not void
    assert not [event for event in game.events if event.rule == "spf.orders.speed-change-gunnery"]


def _all_void(form: Form, part: tuple[str, ...]) -> bool:
    """A unit may be at a speed for which its list has no order at all."""
    unit = form.parts[part[0]]
    assert isinstance(unit, Form)
    assert unit.judge is not None
    choice = unit.parts[part[1]]
    rest = {name: each.open()[-1].id for name, each in unit.parts.items() if isinstance(each, Choose)}
    assert isinstance(choice, Choose)
    answers = [{**rest, part[1]: option.id} for option in choice.open()]
    return all(any(c.part == part[1:] for c in unit.judge(answer)) for answer in answers)


@pytest.mark.parametrize(
    ("unit", "speed"),
    [
        ("elf.elf-infantry", "still"),  # shoots when still
        ("ork.ork-infantry", "still"),  # likewise, though it strikes hard
        ("ork.hammerhead", "slow"),  # strikes hard, and drives
        ("elf.e34", "still"),  # drives, and shoots
        ("gnome.gnome-helicopter", "slow-flying"),  # shoots from the air alone
    ],
)
def test_who_shoots_when_still_begins_so_and_others_set_out(unit: str, speed: str) -> None:
    battle = battle_at(f"{unit} A 5.8 north slow    dwarf.dwarf-infantry x 5.4 south still")
    (own,) = battle.on_map("a")
    options = [Option(each, each) for each in field(battle, own).speeds]
    question = Choose("Its starting speed", options, "", own.id, kind="starting speed")
    assert Drill().answer("a", question, battle) == speed


def test_a_territory_is_laid_out_with_cover_that_bars_nobody() -> None:
    bot = Watched()
    game = fought(1, bot, Drill(), (STANDARD[0], STANDARD[1]), "entrenched")
    laid = {game.battle.ground_at(hex_) for hex_ in territory_of(game.battle, "a")}
    assert laid == {"rough"}


def test_poison_is_worth_something_against_the_living_alone() -> None:
    dart = equipment_of("gnome.poison-dart")
    assert dart is not None
    assert dart.weapon is not None
    battle = battle_at("elf.elf-infantry A 5.5 north still    elf.e34 B 5.6 north still")
    worths = {
        can_be_poisoned(battle, unit): weapon_worth(dart.weapon, 0, might(battle, unit).kit, 1)
        for unit in battle.units
    }
    assert worths[True] > 0.0
    assert worths[False] == 0.0


def played(position: str, chapter: Callable[[Game], None], **given: Any) -> tuple[Watched, Game]:
    """A part of a turn from this position, with Drill on both sides."""
    book, bot = OneChapter(), Watched()
    book.battle, book.chapter = battle_at(position, **given), chapter  # type: ignore[method-assign]
    game = Game(book, book.battle.setup, {"a": bot, "b": bot}, Seeded(1))
    game.step()
    return bot, game


MORTAR = """
    dark-elf.assassin A 5.8 north still equip=mortar-1a loaded=dark-elf.mortar-1a:1 gunnery=fire,-
    ork.ork-infantry x 5.4 south still    mountain 4.5 5.5 6.5 4.6 5.6 6.6
"""


@pytest.mark.parametrize(
    ("beside", "fired_at"), [("", "5.4"), ("dark-elf.assassin B 5.4 north still", "hold")]
)
def test_a_mortar_is_fired_over_a_mountain_but_not_at_friends(beside: str, fired_at: str) -> None:
    """Whom it does not see it fires at all the same; a friend of its own in the hex counts twice."""
    bot, _ = played(MORTAR + beside, lambda game: gunnery(game, 1), phase="gunnery 1")
    declared = [answer for form, _, answer in bot.told if form.rule == "spf.orders.fire"]
    assert declared == [{"A/1": fired_at}]


def test_a_loaded_mortar_is_told_to_fire_at_whom_it_does_not_see() -> None:
    bot, _ = played(MORTAR.replace("gunnery=fire,-", ""), write, phase="orders", orders_ahead=0)
    told = next(answer for _, _, answer in bot.told if "A" in answer)
    assert "fire" in told["A"]["gunnery"]


def turn(game: Game) -> None:
    """Orders, and all movement by them."""
    write(game)
    for number in (1, 2, 3):
        game.battle.phase = f"movement {number}"
        move(game, number)


@pytest.mark.parametrize("unit", ["elf.tattoo-ink", "ork.warg-rider"])
@pytest.mark.parametrize("place", ["5.1 north", "1.5 nw", "1.1 sw", "9.5 ne", "5.9 s"])
@pytest.mark.parametrize("speed", ["slow", "fast"])
def test_nobody_is_told_to_step_off_the_map(unit: str, place: str, speed: str) -> None:
    """At the edge, with the enemy in the middle: no step of the orders leads off the map."""

    position = f"{unit} A {place} {speed}    dwarf.dwarf-infantry x 5.5 south still"
    _, game = played(position, turn, phase="orders", orders_ahead=0)
    assert not [event for event in game.events if event.rule == "spf.R15"]


FUNNEL = """
    dwarf.dwarf-infantry A 3.7    dwarf.dwarf-infantry B 4.7    dwarf.dwarf-infantry C 5.7
    dwarf.dwarf-infantry x 4.3 south still    rough 4.6
"""
QUEUE = "dwarf.dwarf-at-gun A 5.7 still    dwarf.zap B 5.8 fast    elf.e34 x 5.2 still"


@pytest.mark.parametrize("position", [FUNNEL, QUEUE])
def test_nobody_is_sent_where_there_is_no_room(position: str) -> None:
    """Three who all would like to be in cover in one hex; a fast large unit behind another that stands."""
    _, game = played(position, turn, phase="orders", orders_ahead=0)
    assert not [event for event in game.events if event.rule == "spf.stacking.friendly-overflow"]


@pytest.mark.parametrize(("dice", "answer"), [("6 3", "again"), ("3", "keep")])
def test_endurance_is_spent_on_poison_that_kills(dice: str, answer: str) -> None:
    """Resistance 3: a 6 would kill one, a 3 nobody."""
    text = "dwarf.dwarf-infantry A 3.3 poison=8 endurance=1 equip=trenchcoat-of-resistance"
    book, bot = OneChapter(), Watched()
    book.battle, book.chapter = battle_at(text), lambda game: agony(game, 3)  # type: ignore[method-assign]
    Game(book, book.battle.setup, {"a": bot, "b": bot}, Scripted(dice)).step()
    assert [told for _, _, told in bot.told] == [answer]


def test_drill_does_what_the_rules_offer() -> None:
    """Over some battles it shoots, assaults, aims and lets hidden units reveal themselves."""
    rules = set()
    for seed in range(6):
        armies = STANDARD[seed], STANDARD[(seed + 1) % 6]
        rules |= {event.rule for event in fought(seed, Drill(), Drill(), armies).events}
    assert {"spf.fire.basic", "spf.damage.roll", "spf.orders.load", "spf.orders.aim"} <= rules
    assert {"spf.assault.trigger-same-hex", "spf.ability.reveal-order"} & rules


def test_same_seed_same_battle() -> None:
    armies = STANDARD[0], STANDARD[3]
    first, again = (fought(3, Drill(), Drill(), armies) for _ in range(2))
    assert first.events == again.events


# ---------------------------------------------------------------- orders, all together


def plain(plans: Plans, mover: Mover, codes: list[Code], state: tuple[int, int, Any]) -> float:
    """What one order is worth, code by code and facing by facing."""
    hex_, facing, speed = state
    futile = 0.0
    for number, code in enumerate(codes):
        rest = codes[number + 1 :]
        if code.name in ("F", "rev"):
            there = plans.lie.beside[hex_][(facing + (3 if code.name == "rev" else 0)) % 6]
            if there < 0 or plans.barred(mover, hex_, there, speed):
                futile += FUTILE
                continue
            if (there, speed.endswith("flying")) in plans.held and not mover.hidden:
                return plans._meets(mover, 0, there, facing, speed)[0] - futile
            hex_ = there
        elif code.name in ("R", "L"):
            facing = (facing + (1 if code.name == "R" else 5)) % 6
        elif code.name in ("A", "B"):
            speed = changed(mover.kit.of.speeds, speed, code)
        elif code.name == "360":
            return max(plain(plans, mover, rest, (hex_, turned, speed)) for turned in range(6)) - futile
        elif code.name in ("chase", "D", "road", "reveal"):
            ways = plans._ways(mover, code.name, hex_, facing, speed)
            if ways:
                return (
                    max(
                        plain(plans, mover, rest, way)  # type: ignore[arg-type]
                        if isinstance(way, tuple)
                        else plans._meets(mover, 0, ~way, facing, speed)[0]
                        for way in ways
                    )
                    - futile
                )
            break
    return plans._ends(mover, 0, hex_, facing, speed)[0] - futile


@pytest.mark.parametrize("seed", range(6))
def test_the_best_of_many_orders_is_the_best_of_each(seed: int) -> None:
    """The tree of orders, in which turns at will are left open, against one order and facing at a time."""
    bot = Watched()
    fought(seed, bot, Drill(), (STANDARD[seed], STANDARD[(seed + 2) % 6]), SCENARIOS[seed % len(SCENARIOS)])
    seen = [(form, view) for form, view, _ in bot.told if form.rule == "spf.orders.per-unit"]
    compared = 0
    for form, view in seen[1::2]:
        assert isinstance(form, Form)
        plans = Plans(view, "a", land_of(view))
        for id in form.parts:
            mover = plans.mover(view.unit(id))
            start = plans.start(mover.unit)
            orders = tuple(sorted(mover.kit.listed.get(start[2], ())))
            worths = [
                plain(
                    plans, mover, [code for step in read_movement(order.split(", ")) for code in step], start
                )
                for order in orders
            ]
            if worths:
                worth, number, _ = plans.follow(mover, orders, start)
                assert worth == pytest.approx(max(worths), abs=1e-9), (id, orders)
                assert worths[-number] == pytest.approx(worth, abs=1e-9), (id, orders)
                compared += len(worths)
    assert compared > 30


def stood(battle: Battle, unit: Unit, hex_: Hex, facing: int) -> tuple[float, float]:
    """What standing there is worth, foe by foe with the rules' own distances, angles and lines of sight."""
    own, shots, fear, pulls, fights, close = might(battle, unit), 0.0, 0.0, [], [], []
    level = FLYING if unit.speed.endswith("flying") else height(battle, hex_)
    for foe in battle.on_map(enemy(unit.side)):
        other = might(battle, foe)
        fight, away = assault(own, other), distance(hex_, foe.hex)
        theirs = FLYING if foe.speed.endswith("flying") else height(battle, foe.hex)
        if line_of_sight(hex_, level, foe.hex, theirs, lambda each: blocking(battle, each)):
            angle = min(turns(facing, side) for side in sides_towards(hex_, foe.hex) or range(6))
            place = 4 * min(away, 15) + angle
            shots = max(shots, fire_worth(own, other.kit)[place])
            fear += threat(other, own.kit)[place]
        pulls.append(PREY * max(fight, 0.0) - PULL * away)
        fights.append(fight)
        close += [fight] if away <= 2 else []
    shown = UNSEEN if unit.hidden else 1.0
    rest = max(pulls) + LOSSES * min(0.0, *close, 0.0)
    rest += WINS * max(0.0, *fights) if close else 0.0
    bare = 1.0 - COVERED * (battle.ground_at(hex_) in COVER)
    return shots * shown, rest - FEAR * shown * bare * fear


@pytest.mark.parametrize("seed", range(6))
def test_places_are_weighed_by_the_rules_distances_angles_and_sight(seed: int) -> None:
    armies = STANDARD[seed], STANDARD[(seed + 1) % 6]
    game = Game(
        BOOK,
        BOOK.setup(SCENARIOS[seed % len(SCENARIOS)], armies, {}),
        {"a": Drill(), "b": Drill()},
        Seeded(seed),
    )
    while game.battle.turn < 2 or game.battle.phase != "gunnery 2":
        game.step()
    view = BOOK.view(game.battle, "a")
    plans, units = Plans(view, "a", land_of(view)), view.on_map("a")
    plans.weigh(units)
    assert plans.foes
    for unit in units[seed % 2 :: 2]:
        stand = plans.stand(unit)
        for number, hex_ in enumerate(plans.lie.hexes):
            for facing in range(number % 2, 6, 2):
                weighed = stand.fire[facing, number], stand.rest[facing, number]
                assert weighed == pytest.approx(stood(view, unit, hex_, facing)), (unit.id, hex_, facing)
