"""What every book must hold to, each as one function that raises AssertionError in words."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, TypeAlias

import msgspec
import pytest

from tests.conformance.battles import Client, chain, driven, events, open_battle, setup, whole
from warbook.board.geometry import turn_between
from warbook.board.terrain import Table
from warbook.core.book import Book
from warbook.core.cards import ICONS, Card
from warbook.core.chance import Kernel
from warbook.core.dice import Seeded
from warbook.core.events import AnyEvent, Became, Marker, Phase, visible
from warbook.core.game import Game
from warbook.core.questions import Choose, Drive, Form, Question, Refused, Route, plain
from warbook.core.record import decode, pause, record_for, record_of, resume, verify
from warbook.core.state import clone, state_hash
from warbook.telling.wire import question_wire, seen

# ---------------------------------------------------------------- records, pauses, forks


def record_proves_the_battle(game: Game) -> None:
    """From JSON the record rebuilds the same states, hash by hash, and the same events."""
    twin = verify(decode(msgspec.json.encode(record_of(game)), "record"))
    assert chain(twin) == chain(game)
    assert events(twin) == events(game)
    assert twin.battle == game.battle


def paused_is_the_same_battle(book: Book, number: int, share: float, answers: int | None = None) -> None:
    """Put aside at that share of its questions and taken up from JSON, a battle runs as if nothing had
    happened: to its end, or so many answers long."""
    straight = open_battle(book, number)
    answered = sum(1 for _ in driven(straight, number, answers))
    game, client, luck = open_battle(book, number), Client(number), random.Random(number)
    for _ in range(answered):
        if luck.random() < share:
            before = _stand(game)
            game = resume(pause(game))
            again = _stand(game)
            assert again == before, f"taken up again at {before[1]}, it is {again[1]} with another state"
        client.answer(game)
    assert chain(game) == chain(straight)
    assert events(game) == events(straight)


def _stand(game: Game) -> tuple[str, list[tuple[str, str]]]:
    return state_hash(game.battle), [(side, question.text) for side, question in game.waiting.items()]


def fork_leaves_its_parent_alone(book: Book, number: int, forks: int, answers: int | None = None) -> None:
    """Forks from so many points of a battle are played on; it runs as if nothing had happened: to its end,
    or so many answers long."""
    straight = open_battle(book, number)
    questions = sum(1 for _ in driven(straight, number, answers))
    luck = random.Random(number)
    points = luck.sample(range(questions), min(forks, questions))
    game = open_battle(book, number)
    for count, _ in enumerate(driven(game, number, answers)):
        if count not in points:
            continue
        before, battle = whole(game), clone(game.battle)
        fork = game.fork()
        assert whole(fork)[:2] == before[:2], "a fork is not like its parent"
        for turns, _ in enumerate(driven(fork, luck.randrange(1000))):
            if turns > 30:
                break
        assert whole(game) == before, "a fork has changed its parent"
        assert game.battle == battle
    assert chain(game) == chain(straight)
    assert events(game) == events(straight)


# ---------------------------------------------------------------- questions and answers


MALFORMED: list[Any] = [
    None, True, 0, -1, 1.5, math.nan, math.inf, 10**400, "", "no such option", "x" * 10_000, [], ["a"], {},
    {"a": 1}, {"path": None}, {"path": [1, 2]}, {"path": [["1", "2"]]}, {"path": [[math.nan, 1]]},
    {"path": [[1e300, 1]]}, {"path": [[1, 2, 3, 4]]}, {"path": [[1.0, 1.0]] * 1000},
    {"path": [], "facing": "north"}, {"path": [], "speed": 3}, {"facing": 90},
    {"legs": None}, {"legs": [1, 2]}, {"legs": [["1", 2]]}, {"legs": [[0, math.nan]]}, {"legs": [[1e300, 1]]},
    {"legs": [[0, 1, 2]]}, {"legs": [[0.0, 0.0]] * 1000}, {"legs": [], "facing": 90},
]  # fmt: skip


class Tried(Counter[str]):
    """How often each kind of illegal answer could be tried."""


def illegal_answers_change_nothing(game: Game, tried: Tried) -> None:
    """Every illegal answer to what is asked now is refused with a reason and leaves the game as it is."""
    before = whole(game)
    side, question = Client(0).next(game)
    for who in (*(each for each in game.players if each not in game.waiting), "nobody", "", None, ["a"]):
        _refused(game, who, "anything", "wrong player", tried)
    for kind, answer in illegal(question, game.book.table(game.battle)):
        _refused(game, side, answer, kind, tried)
    assert whole(game) == before, f"an illegal answer to {question.text!r} has changed the battle"


def illegal(question: Question, table: Table) -> Iterator[tuple[str, Any]]:
    for answer in MALFORMED:
        if not (isinstance(question, Choose) and answer in [option.id for option in question.options]):
            yield "malformed", answer
    if isinstance(question, Choose):
        for option in question.options:
            yield "wrong option", f"{option.id} "
            if option.barred is not None:
                yield "barred option", option.id
    elif isinstance(question, Route):
        for kind, path in _illegal_paths(question, table):
            yield kind, {"path": path}
    elif isinstance(question, Drive):
        yield "path too long", {"legs": [[0.0, question.allowance + 0.1]]}
        yield "path too long", {"legs": [[0.0, 0.1], [0.0, -0.1]] * (int(5 * question.allowance) + 1)}
        yield "path off the table", {"legs": [[0.0, table.width + table.depth]]}
    elif isinstance(question, Form):
        empty = dict.fromkeys(question.parts)
        yield "malformed", empty
        yield "malformed", {**empty, "no such part": 1}
        legal = _legal(question)
        if legal:
            yield "malformed", {**legal, "no such part": 1}
        for place, (name, part) in enumerate(question.parts.items()):
            if legal:
                yield "part left out", {each: legal[each] for each in legal if each != name}
            for kind, answer in illegal(part, table) if legal else ():
                if kind != "malformed" or place == 0:
                    yield kind, {**legal, name: answer}


def _legal(form: Form) -> dict[str, Any]:
    """Some legal answer to a form, whose pieces stay where they are; none where one must be placed."""
    legal: dict[str, Any] = {}
    for name, part in form.parts.items():
        if isinstance(part, Choose):
            legal[name] = part.open()[0].id
        elif isinstance(part, Drive) or (isinstance(part, Route) and part.start is not None):
            legal[name] = {"legs": []} if isinstance(part, Drive) else {"path": []}
        elif isinstance(part, Form) and (answer := _legal(part)):
            legal[name] = answer
        else:
            return {}
    return legal


def _illegal_paths(route: Route, table: Table) -> Iterator[tuple[str, Any]]:
    for outside in ((-1.0, -1.0), (table.width + 1, table.depth / 2), (table.width / 2, -50.0), (9e3, 9e3)):
        yield "path off the table", [list(outside)]
    start = route.start
    if start is None:
        yield "malformed", []
        yield "malformed", [[1.0, 1.0], [2.0, 2.0]]
        return
    here = [start.x, start.y, start.z]
    there = _a_step(route)
    if there is not None:
        yield (
            "path too long",
            [there, here] * min(99, math.ceil(route.allowance / math.dist(there, here)) + 1),
        )
    elif not route.allowance:
        yield "path too long", [[start.x + 1.0, start.y, start.z]]
    for over in _beyond_walls(route, table):
        yield "path through a wall", [over]


def _a_step(route: Route) -> list[float] | None:
    """Some spot within reach that is at least half an inch away."""
    assert route.start is not None
    start = (route.start.x, route.start.y, route.start.z)
    for row in route.reach():
        spot = [float(value) for value in row]
        if spot[2] == start[2] and 0.5 <= math.dist(spot, start) <= 2.0:
            return spot
    return None


def _beyond_walls(route: Route, table: Table) -> Iterator[list[float]]:
    """Spots in reach as the crow flies, through something solid and higher than a man."""
    start = route.start
    assert start is not None
    solid = [(block.polygon, block.base, block.top) for block in table.blocks]
    lines = [(wall.line, wall.base, wall.top) for wall in table.walls if not wall.door]
    for points, base, top in solid:
        middle = tuple(sum(point[axis] for point in points) / len(points) for axis in (0, 1))
        if base <= start.z + 0.5 and top > start.z + 2.5:
            for share in (0.25, 0.5, 0.75, 1.0):  # of the way in from each corner
                for corner in points:
                    x, y = (a + share * (b - a) for a, b in zip(corner, middle, strict=True))
                    if math.hypot(x - start.x, y - start.y) < route.allowance:
                        yield [x, y, start.z]
                        break
    for points, base, top in lines:
        for (x0, y0), (x1, y1) in pairwise(points):
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            away = math.hypot(x - start.x, y - start.y)
            if base <= start.z + 0.5 and top > start.z + 2.5 and away > 0.1 and away + 1 < route.allowance:
                share = (away + 0.75) / away
                yield [start.x + share * (x - start.x), start.y + share * (y - start.y), start.z]


def _refused(game: Game, side: Any, answer: Any, kind: str, tried: Tried) -> None:
    asked = next(iter(game.waiting.values())).text
    with pytest.raises(Refused) as refused:
        game.answer(side, answer)
        raise AssertionError(f"{kind} is accepted by {asked!r}: {answer!r:.200}")
    assert refused.value.refusal.words.strip(), f"{kind} is refused by {asked!r} without a reason"
    tried[kind] += 1


def question_is_sound(book: Book, question: Question) -> None:
    """It can be answered, its options differ, what it calls reachable is, and its rules are known."""
    assert question.text.strip()
    _known_rule(book, question.rule, question.text)
    if isinstance(question, Choose):
        ids = [option.id for option in question.options]
        assert len(set(ids)) == len(ids), f"{question.text!r} has two options with one id: {ids}"
        free = [option.id for option in question.open()]
        assert free, f"{question.text!r} has no option that can be taken"
        assert question.usual in ("", *free), f"{question.text!r}: its usual option is barred"
        for option in question.options:
            assert option.label.strip(), f"{question.text!r} has an option without a label: {option.id}"
            head = option.label.partition(" : ")[0]
            assert " : " in option.label or not head[0].islower(), (
                f"{question.text!r} offers {option.label!r} in small"
            )
            if option.barred is not None:
                assert option.barred.words.strip()
                _known_rule(book, option.barred.rule, option.label)
    elif isinstance(question, Route):
        spots = [[float(value) for value in row] for row in question.reach()]
        assert spots or question.start is not None, f"{question.text!r} leaves nowhere to go"
        for x, y, z in random.Random(len(spots)).sample(spots, min(3, len(spots))):
            path = question.path(x, y, z)
            assert path is not None, f"{question.text!r}: no path to {x, y, z}, which is within reach"
            way = question.accept({"path": [[spot.x, spot.y, spot.z] for spot in path]})
            if question.start is not None:
                assert way.cost <= question.allowance + 1e-6
    elif isinstance(question, Drive):
        ends = [[float(value) for value in row] for row in question.reach()]
        for x, y, z, facing in random.Random(len(ends)).sample(ends, min(3, len(ends))):
            way = question.towards(x, y, z, facing)
            assert way is not None, f"{question.text!r}: no legs to {x, y, z}, which is within reach"
            end = way.path[-1]
            assert math.dist((end.x, end.y, end.z), (x, y, z)) < 1e-3, f"{end} is not the end {x, y, z}"
            assert way.facing is not None and abs(turn_between(way.facing, facing)) < 1e-3
            assert way.cost <= question.allowance + 1e-6
            assert question.accept(json.loads(json.dumps(plain(way)))) == way
    elif isinstance(question, Form):
        for part in question.parts.values():
            question_is_sound(book, part)


def events_are_sound(game: Game) -> None:
    """They survive JSON, are told to sides that exist, and name rules of the book."""
    data = events(game)
    assert msgspec.json.decode(data, type=list[AnyEvent]) == game.events
    for event in game.events:
        assert set(event.to) <= set(game.players), f"told to nobody: {event}"
        _known_rule(game.book, event.rule, repr(event))


def _known_rule(book: Book, rule: str, where: str) -> None:
    assert not rule or book.why(rule) is not None, f"there is no rule {rule}: {where}"


# ---------------------------------------------------------------- secrets


Told: TypeAlias = Counter[str | None]  # how many events each side, and a spectator, was sent


def nothing_leaks(game: Game, told: Told, *, thorough: bool) -> None:
    """No side is sent the seed or a secret of the book, and looking changes nothing. What it was `told` when
    that was last asked is told again only to be thorough."""
    before = whole(game)
    for side in (*game.players, None):
        sent = _sent(game, side, told[side], thorough)
        told[side] = sum(visible(event, side) for event in game.events)
        assert isinstance(game.source, Seeded)
        assert str(game.source.seed) not in sent, f"side {side} is sent the seed"
        if side is not None:
            for secret in game.book.secrets(game.battle, side):
                assert secret not in sent, f"side {side} is sent the secret {secret!r}"
    assert whole(game) == before, "looking at the battle has changed it"


def sealed_answers_show_nothing(game: Game, client: Client) -> None:
    """Answer a sealed question; until the last answer is in, nobody else can see any difference."""
    while True:
        side, _ = client.next(game)
        last = sum(game.asked(other) is not None for other in game.waiting) == 1
        others = [other for other in (*game.players, None) if other != side]
        told = {other: sum(visible(event, other) for event in game.events) for other in others}
        before = {other: _sent(game, other, told[other], False) for other in others}
        client.answer(game)
        if last:
            return
        for other in others:
            again = _sent(game, other, told[other], False)
            assert again == before[other], f"{other} can see that {side} has answered"


def _sent(game: Game, side: str | None, told: int, thorough: bool) -> str:
    """All that the side may know, the events after those it was told; to be thorough with those."""
    sight = seen(game, side, since=0 if thorough else told, previews=thorough)
    question = None if side is None else game.asked(side)
    if thorough and question is not None:
        sight["question"] = question_wire(question, True, reach=True)
    record = msgspec.json.encode(record_for(game, side)).decode() if thorough else ""
    return json.dumps(sight, allow_nan=False) + record


# ---------------------------------------------------------------- what a person must know


def cards_are_sound(game: Game, side: str | None) -> None:
    """Every piece and group that the side sees has a card, under its name and with words for its states, and
    no secret of another's stands on it."""
    book, view = game.book, game.view(side)
    secrets = [] if side is None else list(book.secrets(game.battle, side))
    for each in (*book.pieces(view), *book.groups(view)):
        card = book.card(view, each.id)
        assert (card.id, card.name) == (each.id, each.name), (
            f"{each.id} {each.name} has the card of {card.id}"
        )
        card_is_sound(book, card)
        told = {trait.name for trait in card.states}
        for state in each.states:
            assert state in told or book.glossary.state(state), (
                f"nobody explains {state!r}, as {each.name} is"
            )
        data = msgspec.json.encode(card).decode()
        for secret in secrets:
            assert secret not in data, f"side {side} reads the secret {secret!r} on the card of {each.name}"


def card_is_sound(book: Book, card: Card) -> None:
    """It says something everywhere, by rules that there are."""
    data = msgspec.json.encode(card)
    assert msgspec.json.decode(data, type=Card) == card
    assert card.name.strip() and card.kind.strip(), f"a card without a name or a kind: {card}"
    for figure in card.profile:
        assert figure.name and figure.value, f"{card.name} has a figure that says nothing: {figure}"
    traits = [*card.abilities, *card.states, *(trait for arm in card.arms for trait in arm.traits)]
    for entry in (*card.arms, *traits):
        assert entry.name.strip() and entry.words.strip(), f"{card.name} has something without words: {entry}"
    for arm in card.arms:
        assert arm.state or not arm.useless, f"{card.name}'s {arm.name} is of no use, and nobody knows why"
    for ruled in (*card.arms, *traits, *card.charts):
        _known_rule(book, ruled.rule, f"the card of {card.name}: {ruled.name}")


def briefing_is_sound(book: Book, made: Any) -> None:
    """It tells each side how to win, and nobody else."""
    briefing = book.briefing(made)
    for words in (briefing.title, briefing.words, briefing.lasts, *(goal.words for goal in briefing.goals)):
        assert words.strip(), f"a briefing says nothing somewhere: {briefing}"
    assert {goal.side for goal in briefing.goals} == set(book.sides_of(made)), "not every side has a goal"
    for ruled in (briefing, *briefing.goals):
        _known_rule(book, ruled.rule, "the briefing")


def standing_is_sound(game: Game, side: str | None) -> None:
    """Each side stands in it once, and no turn comes after the last."""
    standing = game.book.standing(game.view(side))
    assert standing.turn >= 0 and standing.turns >= 0, f"no such turn: {standing}"
    assert not standing.turns or standing.turn <= standing.turns, f"a turn after the last: {standing}"
    sides = [tally.side for tally in standing.sides]
    assert sides == list(game.book.sides_of(game.setup)), f"it stands between {sides}"
    for tally in standing.sides:
        assert tally.words.strip() and math.isfinite(tally.value) and 0 <= tally.limit < math.inf, tally
    secrets = [] if side is None else game.book.secrets(game.battle, side)
    data = msgspec.json.encode(standing).decode()
    for secret in secrets:
        assert secret not in data, f"side {side} reads the secret {secret!r} in how it stands"


def glossary_is_sound(book: Book) -> None:
    """There are words for every phase, by rules that there are, with pictures that can be drawn."""
    glossary = book.glossary
    assert glossary.help, "nobody says how the book is played"
    for phase in book.phases:
        assert phase in glossary.phases, f"no words for the phase {phase!r}"
    for terms in (glossary.states, glossary.phases, glossary.codes, glossary.markers, glossary.terms):
        for name, term in terms.items():
            assert term.words.strip(), f"no words for {name!r}"
            assert term.icon in ("", *ICONS), f"nobody can draw {term.icon!r}, the icon of {name!r}"
            _known_rule(book, term.rule, f"the glossary, {name!r}")


def glossary_knows_the_events(game: Game) -> None:
    """Phases, markers and states that a battle told of have words."""
    glossary = game.book.glossary
    for event in game.events:
        if isinstance(event, Phase):
            assert event.phase in glossary.phases, f"no words for the phase {event.phase!r}"
        if isinstance(event, Marker):
            assert event.kind in glossary.markers, f"no words for the marker {event.kind!r}"
        if isinstance(event, Became):
            assert glossary.state(event.status), f"no words for the state {event.status!r}"


# ---------------------------------------------------------------- chance


def odds_agree_with_play(kernel: Kernel[..., Any], args: tuple[Any, ...], samples: int) -> None:
    """No outcome comes oftener or rarer than its exact odds allow: by Bernstein's inequality a right kernel
    fails at one outcome in a thousand million."""
    odds = kernel.odds(*args)
    assert sum(odds.values()) == 1
    dice = Seeded(f"{kernel.name}{args!r}")
    play = kernel.kernel
    seen_ = Counter(play(dice, *args) for _ in range(samples))
    strange = [outcome for outcome in seen_ if outcome not in odds]
    assert not strange, f"{kernel.name}{args!r} came to {strange[0]!r}, which its odds do not know"
    surprise = math.log(2e9)
    for outcome, chance in ((outcome, float(exact)) for outcome, exact in odds.items()):
        spread = samples * chance * (1 - chance)
        allowed = surprise / 3 + math.sqrt(surprise**2 / 9 + 2 * surprise * spread)
        off = abs(seen_[outcome] - samples * chance)
        assert off <= allowed, (
            f"{kernel.name}{args!r} came to {outcome!r} {seen_[outcome]:,} times in {samples:,}; "
            f"its odds expect {samples * chance:,.0f}"
        )


# ---------------------------------------------------------------- what a book declares


def book_is_sound(book: Book) -> None:
    assert book.setup_type.__struct_config__.frozen, "a setup never changes, so its type is frozen"
    assert "setup" in book.battle_type.__struct_fields__
    for words in (book.title, book.version, book.source, book.licence):
        assert words.strip()
    assert book.forces() and book.scenarios()
    for scenario in book.scenarios():
        fight = scenario.sides or book.sides
        assert len(fight) >= 2 and set(fight) <= set(book.sides), f"{scenario.name}: who fights? {fight}"
        assert set(scenario.own) < set(fight), f"{scenario.name} leaves nobody a seat"
        assert len(fight) - len(scenario.own) <= 4, f"{scenario.name} has too many players: {fight}"
    made = setup(book, 0)
    assert not book.check(made)
    assert book.sides_of(made) == (book.scenarios()[0].sides or book.sides)
    assert set(book.own_players(made)) == set(book.scenarios()[0].own)
    battle = book.muster(made)
    assert book.muster(made) == battle == clone(battle)
    again = msgspec.json.decode(msgspec.json.encode(made), type=book.setup_type)
    assert again == made, "a setup must survive JSON"
