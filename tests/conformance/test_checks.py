"""The checks themselves: a good toy book passes all of them, and each finds the toy that breaks it."""

import random

import msgspec
import pytest

from tests.conformance import checks
from tests.conformance.battles import Client, bot_battle, chain, driven, open_battle
from tests.core.convoy import CONVOY
from tests.core.toy import Battle, Toy, route, shot
from warbook.board.geometry import Spot
from warbook.core import record
from warbook.core.cards import Arm, Briefing, Card, Figure, Glossary, Goal, Standing, Tally, Term, Trait
from warbook.core.catalog import Catalog, Rule
from warbook.core.chance import KERNELS, chance
from warbook.core.dice import Dice
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Refusal, Refused
from warbook.core.record import BadRecord

RULES = ("toy.move", "toy.shot", "toy.wings", "toy.orders", "toy.edge", "toy.wall", "toy.pace")


class GoodToy(Toy):
    phases = ("words", "fight")

    @property
    def rules(self):
        return Catalog({name: Rule(name, "Toy", "It is so.") for name in RULES}, {})

    @property
    def glossary(self):
        term = Term("It is as it is.", "toy.move")
        return Glossary(
            states={"hit": term, "lie": term, "stand": term},
            phases=dict.fromkeys(self.phases, term),
            help=("Shoot first.",),
        )

    def pieces(self, view):
        scouts = zip(super().pieces(view), view.scouts, strict=True)
        return [msgspec.structs.replace(piece, states=(scout.stance,)) for piece, scout in scouts]

    def card(self, view, piece):
        scout = next(scout for scout in view.scouts if scout.id == piece)
        rifle = Arm("Rifle", "hits on 5+", rule="toy.shot")
        return Card(piece, scout.id, "Scout", (Figure("Hits", str(scout.hits)),), (rifle,))

    def briefing(self, setup):
        return Briefing(
            "Duel", "Two scouts.", (Goal("a", "Hit twice.", "toy.shot"), Goal("b", "Too.")), "4 rounds."
        )

    def standing(self, view):
        rounds, sides = view.setup.rounds, self.sides
        tallies = tuple(
            Tally(side, f"{view.scout(side).hits} hits", view.scout(side).hits, 2.0) for side in sides
        )
        return Standing(min(view.turn, rounds), rounds, tallies)


@pytest.fixture
def use(monkeypatch):
    """Records find this book, whatever it is called."""

    def use(book):
        monkeypatch.setattr(record, "load_book", lambda name: book)
        return book

    return use


def every_question(book, check):
    for number in range(4):
        game = open_battle(book, number)
        for _ in driven(game, number):
            check(game)


def all_secrets(book):
    for number in range(4):
        game, client = open_battle(book, number), Client(number)
        while not game.over:
            checks.nothing_leaks(game, checks.Told(), thorough=True)
            if game.blind:
                checks.sealed_answers_show_nothing(game, client)
            else:
                client.answer(game)


def all_odds(kernel=shot):
    for need in range(1, 8):
        checks.odds_agree_with_play(kernel, (need,), 20_000)


def illegal(book):
    tried = checks.Tried()
    every_question(book, lambda game: checks.illegal_answers_change_nothing(game, tried))
    return tried


def told(book):
    """All that a person must know, at every question of four battles."""
    checks.glossary_is_sound(book)

    def look(game):
        checks.briefing_is_sound(book, game.setup)
        for side in (*book.sides, None):
            checks.cards_are_sound(game, side)
            checks.standing_is_sound(game, side)
        checks.glossary_knows_the_events(game)

    every_question(book, look)


def test_a_good_book_passes_them_all(use):
    tried = passes(use(GoodToy()))
    told(GoodToy())
    all_secrets(GoodToy())
    all_odds()
    kinds = ("wrong option", "barred option", "path too long", "path off the table", "path through a wall")
    assert all(tried[kind] for kind in ("malformed", "wrong player", *kinds)), tried


def test_a_book_of_hulls_and_squads_passes_them_all(use):
    """Its battles are of two sides, of three, and of two with one that it plays itself."""
    tried = passes(use(CONVOY))
    kinds = ("wrong option", "barred option", "path too long", "path off the table", "part left out")
    assert all(tried[kind] for kind in ("malformed", "wrong player", *kinds)), tried


def passes(book):
    """All that is asked of books without secrets; which illegal answers were tried."""
    checks.book_is_sound(book)
    for number in range(6):
        game = bot_battle(book, number)
        checks.record_proves_the_battle(game)
        checks.events_are_sound(game)
        checks.paused_is_the_same_battle(book, number, 1.0)
    for number in range(3):
        checks.fork_leaves_its_parent_alone(book, number, 4)
    every_question(book, lambda game: [checks.question_is_sound(book, q) for q in game.waiting.values()])
    return illegal(book)


def fails(*errors):
    return pytest.raises((AssertionError, *errors))


# ---------------------------------------------------------------- toys that break


class Gambler(GoodToy):
    """Draws luck from outside the game."""

    def end_step(self, game):
        game.battle.scouts[0].facing = random.random()
        super().end_step(game)


class Forgetful(GoodToy):
    """Keeps part of the battle in the book."""

    count = 0

    def end_step(self, game):
        self.count += 1
        game.battle.scouts[0].facing = float(self.count)
        super().end_step(game)


class Careless(GoodToy):
    """Puts a whole number where the state says a fraction, which JSON does not keep apart."""

    def end_step(self, game):
        game.battle.scouts[0].facing = 90
        super().end_step(game)


class Blabbing(GoodToy):
    """Shows everybody everything."""

    def view(self, battle, side):
        return battle


class Shouting(GoodToy):
    """Tells everybody the passwords."""

    def words_step(self, game):
        super().words_step(game)
        game.tell(Note(words=f"The words are {game.battle.words}."))


class Peeking(GoodToy):
    """Changes the battle when somebody looks."""

    def view(self, battle, side):
        battle.scouts[0].hits += 1
        return super().view(battle, side)


class Mumbling(GoodToy):
    """Tells of a rule that does not exist."""

    def end_step(self, game):
        game.tell(Note(words="?", rule="toy.typo"))
        super().end_step(game)


class Twofold(GoodToy):
    def measure_step(self, game):
        game.ask(game.battle.side, Choose("Twice?", [Option("yes", "Yes"), Option("yes", "Certainly")]))
        super().measure_step(game)


class Hopeless(GoodToy):
    def measure_step(self, game):
        barred = Option("no", "No", barred=Refusal("because"))
        game.ask(game.battle.side, Choose("Nothing?", [barred]))


class Misleading(GoodToy):
    """Its usual option cannot be taken."""

    def measure_step(self, game):
        options = [Option("no", "No", barred=Refusal("because")), Option("yes", "Yes")]
        game.ask(game.battle.side, Choose("Well?", options, usual="no"))


class Lenient(GoodToy):
    """Lets a scout go wherever he likes."""

    def move_step(self, game):
        battle = game.battle
        free = msgspec.structs.replace(route(battle, battle.scout(battle.side)), judge=lambda path: 0.0)
        game.ask(battle.side, free)
        super().move_step(game)


class Speechless(GoodToy):
    """Refuses without a reason."""

    def move_step(self, game):
        battle = game.battle
        scout = battle.scout(battle.side)
        start = Spot(scout.x, scout.y)
        mute = msgspec.structs.replace(
            route(battle, scout), judge=lambda path: 0.0 if path == (start,) else Refusal("")
        )
        game.ask(battle.side, mute)
        super().move_step(game)


class Boastful(GoodToy):
    """Calls the whole table reachable."""

    def move_step(self, game):
        battle = game.battle
        honest = route(battle, battle.scout(battle.side))
        everywhere = [(float(x), 1.0, 0.0) for x in range(13)]
        game.ask(battle.side, msgspec.structs.replace(honest, reach=lambda: everywhere))
        super().move_step(game)


class Endless(GoodToy):
    def end_step(self, game):
        super().end_step(game)
        game.battle.over = False


@pytest.mark.parametrize("toy", [Gambler, Forgetful])
def test_a_battle_that_cannot_be_played_again_is_found(use, toy):
    book = use(toy())
    with fails(BadRecord):
        checks.record_proves_the_battle(bot_battle(book, 1))
    assert chain(bot_battle(book, 1)) != chain(bot_battle(book, 1))


@pytest.mark.parametrize("toy", [Gambler, Forgetful, Careless])
def test_a_pause_that_leaves_a_trace_is_found(use, toy):
    with fails(BadRecord):
        checks.paused_is_the_same_battle(use(toy()), 1, 1.0)


def test_a_fork_that_leaves_a_trace_is_found(use):
    class Haunted(GoodToy):
        """What happens in one battle is felt in the others."""

        games = []

        def step(self, game):
            self.games = [*(other for other in self.games if other is not game), game]
            for other in self.games[:-1]:
                other.battle.scouts[0].facing += 1.0
            super().step(game)

    with pytest.raises(AssertionError, match="a fork has changed its parent"):
        checks.fork_leaves_its_parent_alone(use(Haunted()), 1, 4)
    with pytest.raises(AssertionError):
        checks.fork_leaves_its_parent_alone(use(Forgetful()), 1, 4)


@pytest.mark.parametrize("toy", [Blabbing, Shouting, Peeking])
def test_a_leak_is_found(use, toy):
    with fails():
        all_secrets(use(toy()))


def test_a_trace_of_a_sealed_answer_is_found(use):
    class Ticking(GoodToy):
        def pieces(self, view):
            return super().pieces(view)[: 2 - self.given]

    book = use(Ticking())
    book.given = 0
    game, client = open_battle(book, 1), Client(1)
    answer = client.answer

    def noted(game):
        answer(game)
        book.given += 1

    client.answer = noted
    with fails():
        checks.sealed_answers_show_nothing(game, client)


def test_an_event_of_no_rule_is_found(use):
    with fails():
        checks.events_are_sound(bot_battle(use(Mumbling()), 1))


@pytest.mark.parametrize("toy", [Twofold, Hopeless, Misleading, Boastful])
def test_an_unsound_question_is_found(use, toy):
    book = use(toy())
    with fails(Refused):
        every_question(book, lambda game: [checks.question_is_sound(book, q) for q in game.waiting.values()])


@pytest.mark.parametrize("toy", [Lenient, Speechless])
def test_an_illegal_answer_that_is_taken_or_not_explained_is_found(use, toy):
    with fails():
        illegal(use(toy()))


def test_a_battle_without_end_is_found(use, monkeypatch):
    monkeypatch.setattr("tests.conformance.battles.MOST_STEPS", 200)
    with fails():
        bot_battle(use(Endless()), 1)


def test_odds_that_are_not_those_of_play_are_found():
    before = dict(KERNELS)

    @chance
    def loaded(dice: Dice, need: int) -> bool:
        if dice.exact:
            return dice.d6() >= need
        return dice.d6() + (dice.throw(20, 1, "", None, None) == (20,)) >= need

    @chance
    def surprising(dice: Dice, need: int) -> str:
        face = dice.d6()
        return "six" if not dice.exact and face == 6 else "other"

    try:
        with fails():
            all_odds(loaded)
        with fails():
            all_odds(surprising)
    finally:
        KERNELS.clear()
        KERNELS.update(before)


def test_a_setup_that_can_change_is_found():
    class Changing(GoodToy):
        setup_type = msgspec.defstruct("Changing", [("rounds", int, 4)])

    with fails():
        checks.book_is_sound(Changing())


def test_a_battle_that_cannot_be_copied_is_found():
    class Shared(GoodToy):
        battle_type = msgspec.defstruct("Shared", [("notes", object, None)], bases=(Battle,))

        def muster(self, setup):
            return self.battle_type(**msgspec.structs.asdict(super().muster(setup)))

    with fails(TypeError):
        checks.book_is_sound(Shared())


# ---------------------------------------------------------------- toys that do not tell what one must know


class Misnamed(GoodToy):
    def card(self, view, piece):
        return msgspec.structs.replace(super().card(view, piece), name="Nobody")


class Unruly(GoodToy):
    def card(self, view, piece):
        return msgspec.structs.replace(super().card(view, piece), arms=(Arm("Rifle", "hits", rule="toy.no"),))


class Broken(GoodToy):
    def card(self, view, piece):
        return msgspec.structs.replace(super().card(view, piece), arms=(Arm("Rifle", "hits", useless=True),))


class Gossiping(GoodToy):
    """The other side's password stands on a card."""

    def view(self, battle, side):
        return battle

    def card(self, view, piece):
        words = Trait("Password", view.words.get("b", "none"))
        return msgspec.structs.replace(super().card(view, piece), abilities=(words,))


class Puzzling(GoodToy):
    """A state that is nowhere explained."""

    def pieces(self, view):
        return [msgspec.structs.replace(piece, states=("odd",)) for piece in super().pieces(view)]


class Aimless(GoodToy):
    """Nobody tells side b how to win."""

    def briefing(self, setup):
        briefing = super().briefing(setup)
        return msgspec.structs.replace(briefing, goals=briefing.goals[:1])


class Overtime(GoodToy):
    def standing(self, view):
        return msgspec.structs.replace(super().standing(view), turn=view.setup.rounds + 1)


class Lopsided(GoodToy):
    def standing(self, view):
        standing = super().standing(view)
        return msgspec.structs.replace(standing, sides=standing.sides[:1])


class Unphased(GoodToy):
    """A phase without words."""

    @property
    def glossary(self):
        return msgspec.structs.replace(super().glossary, phases={})


class Undrawn(GoodToy):
    """An icon that nobody can draw."""

    @property
    def glossary(self):
        return msgspec.structs.replace(super().glossary, codes={"x": Term("Words.", icon="squiggle")})


class Unforeseen(GoodToy):
    """A state that events tell of has no words."""

    @property
    def glossary(self):
        terms = super().glossary.states
        return msgspec.structs.replace(super().glossary, states={n: terms[n] for n in ("lie", "stand")})


@pytest.mark.parametrize(
    ("toy", "words"),
    [
        (Misnamed, "has the card of"),
        (Unruly, "there is no rule toy.no"),
        (Broken, "is of no use"),
        (Gossiping, "side a reads the secret"),
        (Puzzling, "nobody explains 'odd'"),
        (Aimless, "not every side has a goal"),
        (Overtime, "a turn after the last"),
        (Lopsided, "it stands between"),
        (Unphased, "no words for the phase 'words'"),
        (Undrawn, "nobody can draw 'squiggle'"),
        (Unforeseen, "no words for the state 'hit'"),
    ],
)
def test_what_is_not_told_is_found(use, toy, words):
    with pytest.raises(AssertionError, match=words):
        told(use(toy()))
