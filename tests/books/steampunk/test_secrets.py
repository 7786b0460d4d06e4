"""What a side may know: nothing behind the screen, no orders of the enemy, of hidden units only tokens."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.books.steampunk.position import at, table
from tests.books.steampunk.twins import Keyed, battle_of, number, sent, steady
from tests.kit.long import examples
from warbook.books.steampunk import BOOK
from warbook.books.steampunk.army.data import army_list
from warbook.books.steampunk.movement.hiding import hidden_tokens
from warbook.books.steampunk.movement.moving import move
from warbook.books.steampunk.pending import Blow, Gain
from warbook.books.steampunk.setup.setting_up import FELL_BACK, SCREENED
from warbook.books.steampunk.state import LEARNED, Battle, Mark
from warbook.books.steampunk.turn import TURN, step
from warbook.core.dice import Seeded
from warbook.core.events import Marker, Removed, visible
from warbook.core.game import Game
from warbook.core.questions import Choose, Form, Question
from warbook.core.record import record_for
from warbook.players.random import Random
from warbook.telling.wire import view_wire

AMBUSH = """
    elf.e34 A 5.9 still order=-,-,-
    dark-elf.assassin x 5.3 hidden slow order=F,-,- next=F,F,- gunnery=-,-    dark-elf.scout y 7.1
    forest 5.3 5.4
"""


def wire(battle: Battle, side: str | None) -> str:
    view = BOOK.view(battle, side)
    return json.dumps(view_wire(view)) + str(msgspec.to_builtins(BOOK.pieces(view)))


@pytest.mark.rule("spf.orders.simultaneous")
@pytest.mark.parametrize("side", ["a", None])
def test_the_orders_of_the_enemy_are_secret(side: str | None) -> None:
    battle = table("elf.e34 A 5.9    ork.grunt x 5.1 order=F,-,F next=360,F,F gunnery=-,fire").battle
    (x,) = [unit for unit in BOOK.view(battle, side).units if unit.id == "x"]
    assert (x.movement, x.gunnery, x.next_movement, x.next_gunnery) == ("", "", "", "")
    assert battle.unit("x").movement == "F, -, F"
    assert BOOK.view(battle, "b").unit("x").movement == "F, -, F"


@pytest.mark.rule("spf.setup.blind")
@pytest.mark.parametrize("phase", ["design", "speeds", "place"])
def test_until_the_screen_goes_nothing_of_the_other_side_is_seen(phase: str) -> None:
    battle = table(AMBUSH, phase=phase).battle
    assert {unit.side for unit in BOOK.view(battle, "a").units} == {"a"}
    assert {unit.side for unit in BOOK.view(battle, "b").units} == {"b"}
    assert (BOOK.view(battle, None).units, BOOK.view(battle, "a").marks) == ([], [])
    assert list(BOOK.secrets(battle, "b")) == ['"A"']
    assert list(BOOK.secrets(battle, "a")) == ['"x"', '"y"', "Assassin", "dark-elf.assassin"]


@pytest.mark.rule("spf.ability.hidden-token", "spf.ability.hidden-disclosure")
@pytest.mark.parametrize("side", ["a", None])
def test_of_a_hidden_unit_others_see_a_token(side: str | None) -> None:
    battle = table(AMBUSH).battle
    view = BOOK.view(battle, side)
    assert [unit.id for unit in view.units] == ["A", "y"]
    assert view.marks == [Mark("hidden", *at("5.3"), 1)]
    assert "Assassin" not in wire(battle, side)
    assert "Assassin" in wire(battle, "b") and BOOK.view(battle, "b").marks == []
    assert list(BOOK.secrets(battle, "a")) == ['"x"', "Assassin", "dark-elf.assassin"]


@pytest.mark.rule("spf.ability.hidden-token")
@pytest.mark.parametrize(("side", "known"), [("a", ["A"]), ("b", ["A", "x"]), (None, ["A"])])
def test_what_is_about_to_happen_to_a_hidden_unit_is_secret(side: str | None, known: list[str]) -> None:
    """Damage alone, tokens alone, and both."""
    blows = [Blow(unit, "regular", 3, "regular", "spf.damage.roll") for unit in ("A", "x")]
    gains = [Gain(unit, "fire", "spf.special.fire-roll") for unit in ("A", "x")]
    for struck, won in ((blows, []), ([], gains), (blows, gains)):
        battle = table(AMBUSH).battle
        battle.blows, battle.gains = struck, won
        view = BOOK.view(battle, side)
        assert [blow.unit for blow in view.blows] == (known if struck else [])
        assert [gain.unit for gain in view.gains] == (known if won else [])
    assert not list(BOOK.secrets(battle, "b"))


@pytest.mark.rule("spf.ability.hidden-token")
def test_when_it_moves_only_the_token_is_told_of() -> None:
    play = table(AMBUSH, phase="movement 1").run(step)
    seen = [event for event in play.events if visible(event, "a")]
    assert play["x"].hex == at("5.4")
    assert [(e.marker, e.spot is None) for e in seen if isinstance(e, Marker)] == [
        ("hidden@{},{}".format(*at("5.3")), True),
        ("hidden@{},{}".format(*at("5.4")), False),
    ]
    assert not [event for event in seen if getattr(event, "piece", "") == "x"]
    assert any(getattr(event, "piece", "") == "x" for event in play.events)


@pytest.mark.rule("spf.ability.hidden-disclosure")
def test_who_was_seen_before_it_hid_is_no_secret() -> None:
    play = table(
        """elf.e34 A 5.9 order=-,-,-    ruins 5.3
        dark-elf.scout x 5.3 still equip=hide order=hide(ruins),-,-"""
    )
    play.run(move, 1)
    assert play["x"].hidden and not list(BOOK.secrets(play.battle, "a"))
    assert BOOK.known_setup(play.battle, "a") == play.battle.setup
    assert "Scout" not in wire(play.battle, "a")


@pytest.mark.rule("spf.ability.hidden-disclosure")
def test_the_setup_that_a_side_may_know_ends_before_the_first_secret_unit() -> None:
    battle = table(AMBUSH.replace("dark-elf.scout y 7.1", "")).battle
    assert BOOK.known_setup(battle, "b") == battle.setup
    mine, theirs = BOOK.known_setup(battle, "a").armies
    assert (mine, theirs.units) == (battle.setup.armies[0], ())
    battle.unit("x").hidden = False
    assert BOOK.known_setup(battle, "a") == battle.setup


@pytest.mark.rule("spf.ability.hidden-disclosure")
def test_the_record_of_an_unfinished_battle_does_not_tell_who_is_hidden() -> None:
    setup = BOOK.setup("crossroads", ["elf.standard", "dark-elf.standard"], {})
    game = Game(BOOK, setup, {"a": Random(1), "b": Random(2)}, Seeded("3"), recording=True)
    told = 0
    while not game.over and game.battle.turn < 3:
        game.step()
        for name in BOOK.secrets(game.battle, "a"):
            assert name not in msgspec.json.encode(record_for(game, "a")).decode()
            told += name in msgspec.json.encode(record_for(game, "b")).decode()
    assert told


# ---------------------------------------------------------------- what happens to hidden units


@pytest.mark.rule("spf.ability.hidden-token", "spf.ability.hidden-disclosure")
@pytest.mark.parametrize(
    ("phase", "unit", "dice"),
    [
        ("movement 1", "dwarf.dwarf-at-gun h 5.2 slow equip=hide order=F,-,-    swamp 5.3", "2"),
        ("effects 1", "dark-elf.assassin h 5.2    poison 5.2 strength=8    acid 5.2    fire 5.2", "6 6 6"),
        ("effects 1", "dark-elf.darkelf-infantry h 5.2 equip=hide    minor-acid 5.2", "6 1 2 3"),
        ("gunnery 1", "dwarf.dwarf-at-gun h 5.2 still equip=hide jammed gunnery=load,-", ""),
        ("gunnery 1", "dark-elf.assassin h 5.2 still gunnery=aim,-", ""),
        ("agony 0", "dark-elf.queen-xy h 5.2 equip=cloaking-device acid=1", "1"),
        ("agony 1", "dark-elf.queen-xy h 5.2 equip=cloaking-device minor_acid=1", "1"),
        (
            "agony 1",
            "dark-elf.queen-xy h 5.2 equip=cloaking-device critical=rotates-each-turn(L@agony-1)",
            "",
        ),
        ("agony 2", "dark-elf.darkelf-infantry h 5.2 equip=hide fires=1", "4"),
        ("agony 3", "dark-elf.darkelf-infantry h 5.2 equip=hide poison=4", "1"),
        ("agony 4", "dark-elf.darkelf-infantry h 5.2 equip=hide bleeding=4", "1"),
        ("aftermath", "dark-elf.assassin h 5.2 shaken=2", ""),
    ],
)
def test_only_its_own_side_learns_what_a_hidden_unit_does_and_suffers(
    phase: str, unit: str, dice: str
) -> None:
    first, _, rest = unit.partition("    ")
    play = table(f"elf.e34 A 5.9 still order=-,-,-    {first} hidden    {rest}", phase=phase)
    play.run(step, dice=dice)
    own = [event for event in play.events if "h" in (getattr(event, "piece", ""), getattr(event, "by", ""))]
    assert own and {event.to for event in own} == {("b",)}
    told = msgspec.json.encode([event for event in play.events if visible(event, "a")]).decode()
    assert not [secret for secret in BOOK.secrets(play.battle, "a") if secret in told]


@pytest.mark.rule("spf.ability.hidden-token")
def test_what_is_due_to_a_hidden_unit_is_no_business_of_the_enemy() -> None:
    battle = table(AMBUSH).battle
    battle.gains = [Gain("x", "shaken", "spf.stacking.deliberate-overflow"), Gain("y", "fire", "")]
    assert [gain.unit for gain in BOOK.view(battle, "a").gains] == ["y"]
    assert len(BOOK.view(battle, "b").gains) == 2


@pytest.mark.rule("spf.ability.hidden-token", "spf.W21")
def test_who_dies_hidden_is_shown() -> None:
    text = "elf.e34 A 5.9 still    dark-elf.assassin x 5.2 hidden poison=12"
    play = table(text, phase="agony 3").run(step, dice="12")
    assert [event.piece for event in play.events if isinstance(event, Removed) and not event.to] == ["x"]
    assert not list(BOOK.secrets(play.battle, "a"))


# ---------------------------------------------------------------- twins


def lockstep(
    games: Sequence[Game],
    disclosed: Callable[[Battle, Battle], bool],
    reply: Callable[[Game, str, Question], Any],
) -> int:
    """Play both until the difference between them is disclosed by the rules; to side a and to those who watch
    they must be one and the same battle. Returns how often that was looked at."""
    one, two = games
    looks = 0
    while not (one.over or two.over or disclosed(one.battle, two.battle)):
        for side in ("a", None):
            assert sent(one, side) == sent(two, side), f"{side} can tell, in {one.battle.phase}"
        looks += 1
        for side in [*one.waiting]:
            for game in games:
                question = game.asked(side)
                if question is not None:
                    game.answer(side, reply(game, side, question))
    return looks


def muster(seed: int) -> Battle:
    luck = random.Random(seed)
    rulings = {"orders_ahead": luck.choice((1, 1, 0))}
    one = luck.choice(BOOK.forces())
    other = luck.choice([choice for choice in BOOK.forces() if one.may_meet(choice)])
    return BOOK.muster(BOOK.setup(luck.choice(BOOK.scenarios()).id, (one.id, other.id), rulings))


@pytest.mark.rule("spf.setup.blind")
@settings(max_examples=examples(4, 40), deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_no_set_up_shows_before_the_screen_goes(seed: int) -> None:
    """Side b's speeds, hidden units, places, facings and first orders are others in the second battle."""
    games = [battle_of(muster(seed), seed) for _ in range(2)]

    def disclosed(one: Battle, two: Battle) -> bool:
        met = any(FELL_BACK in unit.marks for battle in (one, two) for unit in battle.units)
        return one.phase not in SCREENED or met

    def reply(game: Game, side: str, question: Question) -> Any:
        if game.battle.phase == "design":
            return "as-it-lies"
        salt = games.index(game) if side == "b" else 0
        return steady(question, seed, salt, len(game.steps))

    lockstep(games, disclosed, reply)
    assert sent(games[0], "b") != sent(games[1], "b")


@pytest.mark.rule("spf.setup.blind")
def test_no_territory_shows_before_both_are_laid_out() -> None:
    setup = BOOK.setup("entrenched", ["elf.small", "ork.small"], {})
    games = [battle_of(BOOK.muster(setup), 0) for _ in range(2)]
    for game in games:
        for side in "ab":
            game.answer(side, "own")
    before = sent(games[0], "a")
    for game, terrain in zip(games, ("forest", "hills"), strict=True):
        form = game.asked("b")
        assert isinstance(form, Form)
        game.answer("b", dict.fromkeys(form.parts, "clear") | {"1.1": terrain})
    assert sent(games[0], "a") == sent(games[1], "a") == before


@pytest.mark.rule("spf.orders.simultaneous")
@settings(max_examples=examples(4, 40), deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_no_order_shows_before_it_is_carried_out(seed: int) -> None:
    """Some of the orders that side b writes for a later turn are others in the second battle."""
    one = battle_of(muster(seed), seed)
    turn = 1 + seed % 3

    def reply(game: Game, side: str, question: Question) -> Any:
        if game.battle.phase == "design":
            return "as-it-lies"
        return steady(question, seed, side, game.battle.turn, game.battle.phase)

    while not one.over and not (one.battle.turn == turn and one.battle.phase == "orders"):
        for side in [*one.waiting]:
            one.answer(side, reply(one, side, one.waiting[side]))
    written = one.asked("b")
    if not isinstance(written, Form):
        return
    two = one.fork()
    two.source = Keyed(two, seed)
    first = reply(one, "b", written)
    others = steady(written, seed, "others")
    ids = [id for id in first if number(seed, id) % 2]
    one.answer("b", first)
    two.answer("b", {id: others[id] if id in ids else first[id] for id in first})
    due = turn + one.battle.rulings.orders_ahead

    def disclosed(one: Battle, two: Battle) -> bool:
        return one.turn > due or (one.turn == due and carried_out_otherwise(one, two))

    lockstep([one, two], disclosed, reply)


def carried_out_otherwise(one: Battle, two: Battle) -> bool:
    """Whether orders that differ have come to the part in which they do."""
    at = [*TURN].index(one.phase)
    for unit in one.units:
        twin = two.unit(unit.id)
        for name, (own, other) in {
            "movement": (unit.movement, twin.movement),
            "gunnery": (unit.gunnery, twin.gunnery),
        }.items():
            if own.count(",") != other.count(","):
                return True
            only = name == "gunnery" and unit.gunnery_only != twin.gunnery_only
            for part, (mine, its) in enumerate(zip(own.split(", "), other.split(", "), strict=True), 1):
                if (only or mine != its) and at >= [*TURN].index(f"{name} {part}"):
                    return True
    return False


HIDERS = (
    "dark-elf.assassin {}",
    "dark-elf.scout {} equip=hide",
    "dark-elf.darkelf-infantry {} equip=hide",
    "dark-elf.roboprosthetic-darkelf {} equip=hide",
    "dark-elf.queen-xy {} equip=cloaking-device",
    "dark-elf.mechanical-scorpion {} equip=cloaking-device",
    "dark-elf.mechanical-assault-spider {} equip=cloaking-device",
)
TROUBLES = (
    *("acid=2", "minor_acid=3 future=2", "fires=1", "poison=8/6", "bleeding=6", "shaken=2", "jammed"),
    *("critical=rotates-each-turn(L@agony-1)", "unconscious=1"),
)
SEEKERS = ("elf", "ork", "dwarf", "gnome", "spartan")


def searched(luck: random.Random, hidden: Sequence[str]) -> Battle:
    """Side a looks for two hidden units that suffer from much; side b has others in the open."""
    kinds = [*army_list(luck.choice(SEEKERS)).units]
    near, far = ([f"{column}.{row}" for column in range(1, 10) for row in rows] for rows in ((7, 8), (2, 3)))
    south, north = luck.sample(near, 4), luck.sample(far, 6)
    lines = [f"{luck.choice(kinds)} {name} {south.pop()} gunnery=spot,spot" for name in "ABCD"]
    lines += [f"dark-elf.darkelf-infantry v {north[0]}", f"dark-elf.elite-mechanical-cavalry w {north[1]}"]
    for name, kind, hex_ in zip("xy", hidden, north[2:], strict=False):
        lines.append(f"{kind.format(name)} {hex_} hidden order=-,-,- {luck.choice(TROUBLES)}")
    lines += [
        f"forest {north[2]}",
        f"swamp {north[3]}",
        f"fire {north[2]} count=9",
        f"acid {north[3]} count=9",
    ]
    lines += [f"poison {hex_} count=9 strength=6" for hex_ in north[2:4]]
    return table("\n".join(lines), phase="gunnery 1").battle


@pytest.mark.rule("spf.ability.hidden-token", "spf.ability.hidden-disclosure", "spf.orders.spot")
@settings(max_examples=examples(6, 60), deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_no_hidden_unit_shows_before_it_is_found(seed: int) -> None:
    """In the second battle other units of side b lie under its tokens."""
    luck = random.Random(seed)
    games = [
        battle_of(searched(random.Random(seed), luck.sample(HIDERS, 2)), seed),
        battle_of(searched(random.Random(seed), luck.sample(HIDERS, 2)), seed),
    ]

    def disclosed(one: Battle, two: Battle) -> bool:
        found = any(not battle.unit(id).hidden for battle in (one, two) for id in "xy")
        return found or hidden_tokens(one, None) != hidden_tokens(two, None)

    def reply(game: Game, side: str, question: Question) -> Any:
        answer = steady(question, seed, side, game.battle.turn, game.battle.phase)
        if isinstance(question, Form) and game.battle.phase == "orders":
            answer |= {id: quiet(question.parts[id], seed) for id in "xy" if id in question.parts}
        return answer

    lockstep(games, disclosed, reply)


def quiet(orders: Question, seed: int) -> dict[str, str]:
    """To stay, if that can be, and to release nothing."""
    assert isinstance(orders, Form)
    answer = {}
    for name, part in orders.parts.items():
        assert isinstance(part, Choose)
        ids = sorted(option.id for option in part.open() if "release" not in option.id)
        answer[name] = "-, -, -" if "-, -, -" in ids else random.Random(seed).choice(ids)
    return answer


def fooled(luck: random.Random, kind: str) -> Battle:
    """Side a attacks infantry and what is in its hex; side b has a tank besides."""
    kinds = [*army_list(luck.choice(SEEKERS)).units]
    near = [f"{column}.{row}" for column in range(2, 8) for row in (5, 6, 7)]
    south = luck.sample(near, 4)
    lines = [f"{luck.choice(kinds)} {name} {hex_}" for name, hex_ in zip("ABCD", south, strict=True)]
    mark = " marks=looks-like:0" if kind == "elf.illusion" else ""
    here = f"{luck.choice((4, 5, 6))}.{luck.choice((2, 3))}"
    orders = "slow next=360,F,360"
    lines += [f"elf.elf-infantry v {here} {orders}", f"{kind} x {here} {orders}{mark}"]
    lines += ["elf.tattoo-ink w 8.2"]
    lines += [f"forest {here}"] if luck.random() < 0.5 else []
    return table("\n".join(lines), phase="orders", orders_ahead=luck.choice((0, 1))).battle


@pytest.mark.rule("spf.W17")
@settings(max_examples=examples(4, 40), deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_an_illusion_is_infantry_until_the_enemy_learns_what_it_is(seed: int) -> None:
    """Ability illusion: in the second battle it is infantry indeed, with the same orders and without fire."""
    games = [
        battle_of(fooled(random.Random(seed), kind), seed) for kind in ("elf.illusion", "elf.elf-infantry")
    ]

    def disclosed(one: Battle, two: Battle) -> bool:
        real, likeness = one.unit("x"), two.unit("x")
        alike = ("place", "hex", "facing", "speed", "movement", "living", "shaken", "fires", "future")
        return LEARNED in real.marks or any(getattr(real, a) != getattr(likeness, a) for a in alike)

    def reply(game: Game, side: str, question: Question) -> Any:
        answer = steady(question, seed, side, game.battle.turn, game.battle.phase)
        if isinstance(question, Form) and "v" in question.parts and "x" in question.parts:
            answer["x"] = copied(question.parts["x"], answer["v"])
        return answer

    lockstep(games, disclosed, reply)


def copied(question: Question, answer: Any) -> Any:
    """The other's answer, as far as it may be given; nothing is fired."""
    if isinstance(question, Form):
        given = {**answer, "gunnery": "-, -"}
        return {name: copied(part, given[name]) for name, part in question.parts.items()}
    assert isinstance(question, Choose)
    ids = [option.id for option in question.open()]
    return answer if answer in ids else ids[0]
