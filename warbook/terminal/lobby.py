"""Before a battle: what is to be played and by whom, ready in one keypress; or a saved battle taken up."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom

from warbook.core.book import Book, UnknownName, any_scenario, line_up
from warbook.core.dice import Dice, Typed, seeded
from warbook.core.game import Game, Player
from warbook.core.record import BadRecord, rebuild
from warbook.learning.lesson import LEARNER, lesson_of
from warbook.learning.tutor import FOE, begin
from warbook.players.names import good_name
from warbook.players.seats import PEOPLE, players_of, seated
from warbook.terminal.battles import Order, any_seed, make_setup, read_record, seats_for, sides_for
from warbook.terminal.forces import show_force
from warbook.terminal.screen import Left, Screen
from warbook.terminal.seat import Gone, Overheard, Seat


def start(screen: Screen, book: Book, order: Order, real_dice: bool) -> None:
    """A new battle."""
    seed = any_seed() if order.seed is None else order.seed
    ready = screen.typed and screen.seen and order.empty
    if order.empty:
        _draw_lots(book, order)
    if ready and not _ready(screen, book, order, seed):
        return
    names = _order_names(book, order)
    setup = make_setup(book, order, len(_people(names)))
    seat = Seat(screen, book, names, _people(names), _fresh(book, seed))
    seat.called = _introduced(_people(names), order.names)
    source: Dice = Typed(seat.roll) if real_dice else seeded(seed)
    game = Game(book, setup, _listened(seat, book, names, seed), source, recording=True)
    seat.take(game)
    if not ready:
        called = book.side_names(game.battle)
        sides = [called[side] for side in names]
        _introduce(screen, f"{book.title} on the table {book.table(game.battle).name}", sides, names, seed)
    seat.brief()
    _play(seat)


def learn(screen: Screen, book: Book) -> None:
    """The lesson of a book."""
    lesson = lesson_of(book)
    names = {side: "me" if side == LEARNER else FOE for side in book.sides_of(lesson.setup(book))}
    seat = Seat(screen, book, names, [LEARNER], _fresh(book, "lesson"))
    seat.lesson = lesson
    with screen.patience():
        game = begin(book)
    seat.take(game, told=True)
    seat.begun = seat.kept = False
    screen.say(f"{book.title}: {lesson.title}. {lesson.words}", "bold")
    _play(seat)


def _draw_lots(book: Book, order: Order) -> None:
    """Whoever asks for nothing gets another battle each time."""
    luck = SystemRandom()
    scenario = any_scenario(book, luck)
    order.scenario = scenario.id
    order.forces = [str(force) for force in line_up(book, scenario, (), luck)]


def go_on(screen: Screen, book: Book, path: Path, order: Order, real_dice: bool) -> None:
    """A saved battle. Its set-up and its dice stay what they were."""
    if not order.empty:
        raise UnknownName(
            "a saved battle keeps its scenario, forces, rulings and seed: give --load without them"
        )
    record = read_record(path)
    if record.book != book.id:
        raise BadRecord(
            f"{path}: this is a battle of {record.book}; go on with: warbook play {record.book} --load {path}"
        )
    if record.winner is not None:
        raise BadRecord(f"{path}: this battle is over; see it with: warbook replay {path}")
    if real_dice and record.seed is not None:
        raise UnknownName(
            f"{path}: this battle was begun with the dice of a seed and cannot change to real dice"
        )
    names = _names(book, list(record.players), order.players, list(record.players.values()))
    try:
        with screen.patience():
            game = rebuild(record)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None
    seat = Seat(screen, book, names, _people(names), path)
    seat.lesson = lesson_of(book) if FOE in names.values() else None
    seat.called = {**record.names, **_introduced(_people(names), order.names)}
    if record.seed is None:
        game.source = Typed(seat.roll)
    seat.take(game, told=True)
    screen.say(f"The battle in {path} goes on. Type log to read what has happened.")
    game.seat(_listened(seat, book, names, record.seed or str(path)))
    _play(seat)


def _play(seat: Seat) -> None:
    with minding_the_line(), suppress(Gone):
        seat.play()


def _ready(screen: Screen, book: Book, order: Order, seed: int) -> bool:
    """The set-up in a few lines; Enter starts it. False if the person would rather leave."""
    scenarios = {choice.id: choice for choice in book.scenarios()}
    forces = {choice.id: choice for choice in book.forces()}
    while True:
        scenario = scenarios[order.scenario or next(iter(scenarios))]
        sides = [forces[str(force)] for force in line_up(book, scenario, order.forces)]
        names = _order_names(book, order)
        _introduce(screen, f"{book.title}, {scenario.name}", [side.name for side in sides], names, seed)
        screen.say(scenario.words)
        for side in sides:
            if side.announced:
                screen.say(f"{side.name}: {side.announced}")
        screen.say(
            f"Or type another scenario or your force ({', '.join((*scenarios, *forces))}), "
            "look FORCE for who is in it, look FORCE NUMBER for a card, or quit.",
            "dim",
        )
        typed = screen.ask("Enter to start: ").lower()
        if not typed:
            return True
        if typed in ("quit", "exit", "q"):
            return False
        word, _, rest = typed.partition(" ")
        looked, _, name = rest.strip().partition(" ")
        if word == "look" and looked in forces:
            try:
                show_force(screen, book, looked, name)
            except UnknownName as error:
                screen.say(f"{error}.", "bright_red")
        elif typed in scenarios:
            order.scenario = typed
            order.forces = order.forces[: len(book.seats(scenarios[typed]))]
        elif typed in forces:
            order.forces = [typed]
        else:
            screen.say(f'"{typed}" is none of these.', "bright_red")


def _introduce(screen: Screen, title: str, sides: list[str], names: dict[str, str], seed: int) -> None:
    """Who fights whom, and about what."""
    who = [
        f"{side} ({'you' if name == 'me' else name})"
        for side, name in zip(sides, names.values(), strict=True)
    ]
    screen.say(f"{title}: {' against '.join(who)}. Seed {seed}.", "bold")


def _order_names(book: Book, order: Order) -> dict[str, str]:
    return _names(book, sides_for(book, order), order.players, ["me", next(iter(players_of(book)))])


def _names(book: Book, sides: Sequence[str], players: Sequence[str], others: Sequence[str]) -> dict[str, str]:
    names = seats_for(book, sides, players, others, [FOE] if FOE in others else [])
    if not _people(names):
        raise UnknownName(f"nobody sits at the keyboard; to see bots fight: warbook watch {book.id}")
    return names


def _introduced(people: list[str], names: Sequence[str]) -> dict[str, str]:
    """What the people at the keyboard call themselves, in the order of their sides."""
    if len(names) > len(people):
        raise UnknownName(f"{len(names)} names were given for {len(people)} at the keyboard")
    called: dict[str, str] = {}
    for side, name in zip(people, names, strict=False):
        called[side] = good_name(name, called.values())
    return called


def _people(names: dict[str, str]) -> list[str]:
    return [side for side, name in names.items() if name in PEOPLE]


def _listened(seat: Seat, book: Book, names: dict[str, str], seed: int | str) -> dict[str, Player | None]:
    bots = seated(book, names, seed)
    return {side: None if bot is None else Overheard(bot, seat.heed) for side, bot in bots.items()}


def _fresh(book: Book, seed: int | str) -> Path:
    """A name for the battle's file that is not taken."""
    number, path = 1, Path(f"{book.id}-{seed}.json")
    while path.exists():
        number += 1
        path = Path(f"{book.id}-{seed}-{number}.json")
    return path


@contextmanager
def minding_the_line() -> Iterator[None]:
    """A terminal that is closed is somebody leaving, who finds what they were at saved."""

    def leave(number: int, frame: object) -> None:
        raise Left("the terminal was closed", 128 + number)

    minded = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in minded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
