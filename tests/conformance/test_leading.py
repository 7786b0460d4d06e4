"""No open option leads to a refusal or to an act without effect without saying so, and every rule that a
question or a preview names has words."""

import random

import pytest

from tests.conformance.battles import Client, driven, open_battle
from tests.conformance.leading import dead_end, dead_ends, rules_named
from tests.core.toy import Toy
from tests.kit.long import LONG, battles
from warbook.board.geometry import Spot
from warbook.core.game import Game
from warbook.core.questions import Choose, Follow, Form, Modifier, Option, Preview, Refusal, Refused, Route

ANSWERS = None if LONG else 160
SAMPLED = 1.0 if LONG else 0.25  # of the questions of a battle


@pytest.mark.parametrize("number", battles(1, 20, first=170))
def test_what_is_open_leads_somewhere_and_names_rules_that_there_are(book, number):
    game, luck = open_battle(book, number), random.Random(number)
    flaws = []
    for _ in driven(game, number, ANSWERS):
        if luck.random() > SAMPLED:
            continue
        side, question = Client(0).next(game)
        flaws += dead_ends(game, side, question, luck)
        flaws += [
            f"there is no rule {rule}: {where}"
            for rule, where in rules_named(question, luck)
            if rule and book.why(rule) is None
        ]
    assert not flaws, "\n".join(flaws)


# ---------------------------------------------------------------- each is found where it is


def flaw(toy: Toy, wanted: str, number: int = 1) -> str:
    """Of that option, the first time that it is open."""
    game = open_battle(toy, number)
    for _ in driven(game, number):
        side, question = Client(0).next(game)
        if isinstance(question, Choose):
            for option in question.open():
                if option.id == wanted:
                    return dead_end(game, side, question, option)
    raise AssertionError(f"nobody could choose {wanted}")


class Asking(Toy):
    """Asks, before anybody measures, what the options below are about."""

    more: tuple[Option, ...] = ()

    def measure_step(self, game: Game) -> None:
        options = [*self.more, Option("on", "Go on")]
        while (taken := game.ask(game.battle.side, Choose("What else?", options))) != "on":
            self.take(game, taken)
        super().measure_step(game)

    def take(self, game: Game, taken: str) -> None: ...


class Idle(Asking):
    more = (Option("idle", "Do nothing, and do not say so"),)


class Candid(Asking):
    more = (Option("idle", "Do nothing", preview=lambda: Preview((), headline="in vain", vain=True)),)


class Circling(Asking):
    """Leads to a question with one answer, and back."""

    more = (Option("idle", "Pick a target"),)

    def take(self, game: Game, taken: str) -> None:
        game.ask(game.battle.side, Choose("At whom?", [Option("nobody", "Nobody")]))


class Stuck(Asking):
    more = (Option("idle", "Walk"),)

    def take(self, game: Game, taken: str) -> None:
        scout = game.battle.scout(game.battle.side)
        here = Spot(scout.x, scout.y)
        game.ask(scout.side, Route("Where?", scout.id, here, lambda _: 0.0, list, lambda *_: (here,), 4.0))


class Fickle(Asking):
    more = (Option("idle", "Fly"),)

    def take(self, game: Game, taken: str) -> None:
        raise Refused("scouts have no wings")


@pytest.mark.parametrize(
    ("toy", "words"),
    [
        (Idle(), "changes nothing: the same is asked again"),
        (Circling(), "changes nothing: the same is asked again"),
        (Stuck(), "leads to 'Where?', from where one cannot go anywhere"),
        (Candid(), ""),
    ],
    ids=lambda value: value.__class__.__name__ if isinstance(value, Toy) else "",
)
def test_an_option_that_leads_nowhere_is_found_unless_it_says_so(toy, words):
    assert flaw(toy, "idle") == words


def test_an_open_option_that_the_rules_refuse_is_found():
    with pytest.raises(RuntimeError, match="scouts have no wings"):
        flaw(Fickle(), "idle")


def test_what_leads_somewhere_is_not_found_fault_with():
    assert [flaw(Toy(), option) for option in ("go", "stay", "yes", "no", "fire", "hold")] == [""] * 6


def test_the_rules_of_questions_options_and_previews_are_looked_up():
    case = Preview(
        (), modifiers=(Modifier(1, "near", "toy.near"),), then=(Follow("wound", "4+", "toy.wound"),)
    )
    options = [
        Option("a", "A", barred=Refusal("no", "toy.barred")),
        Option("b", "B", rule="toy.option", preview=lambda: Preview((), cases=(case,))),
    ]
    form = Form("All", {"one": Choose("One", options, "toy.one")}, "toy.all")
    named = {rule for rule, _ in rules_named(form, random.Random(1)) if rule}
    assert named == {"toy.all", "toy.one", "toy.barred", "toy.option", "toy.near", "toy.wound"}
