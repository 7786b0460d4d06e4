"""Before a battle: what is to be played and by whom, ready in one keypress; or a saved battle taken up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

from warbook.core.book import Book, UnknownName
from warbook.core.dice import Dice, Seeded, Typed
from warbook.core.game import Game, Player
from warbook.core.record import BadRecord, rebuild
from warbook.terminal.battles import (
    PEOPLE,
    Order,
    any_seed,
    chosen_forces,
    make_setup,
    players_of,
    read_record,
    seated,
    seats_for,
)
from warbook.terminal.screen import Screen
from warbook.terminal.seat import Gone, Overheard, Seat

SLOW = 2.0  # seconds after which a person is told why it takes so long


def start(screen: Screen, book: Book, order: Order, real_dice: bool) -> None:
    """A new battle."""
    names = _names(book, order)
    setup = make_setup(book, order)
    seed = any_seed() if order.seed is None else order.seed
    if screen.typed and screen.seen and order.empty:
        if not _ready(screen, book, order, names, seed):
            return
        setup = make_setup(book, order)
    seat = Seat(screen, book, names, _people(names), _fresh(book, seed))
    source: Dice = Typed(seat.roll) if real_dice else Seeded(str(seed))
    with _patience(screen):
        game = Game(book, setup, _listened(seat, book, names, seed), source, recording=True)
        seat.take(game)
    if not order.empty or not screen.seen:
        _introduce(screen, book, order, names, seed)
    _play(seat)


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
    before = {side: record.players.get(side) for side in book.sides}
    seats = {side: order.seats.get(side) or before[side] for side in book.sides}
    names = _names(book, Order(seats=seats))
    with _patience(screen):
        try:
            game = rebuild(record)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from None
    seat = Seat(screen, book, names, _people(names), path)
    if record.seed is None:
        game.source = Typed(seat.roll)
    seat.take(game, told=True)
    screen.say(f"The battle in {path} goes on. Type log to read what has happened.")
    game.seat(_listened(seat, book, names, record.seed or str(path)))
    _play(seat)


def _play(seat: Seat) -> None:
    try:
        seat.play()
    except Gone:
        return


def _ready(screen: Screen, book: Book, order: Order, names: dict[str, str], seed: int) -> bool:
    """The set-up in two lines; Enter starts it. False if the person would rather leave."""
    while True:
        _introduce(screen, book, order, names, seed)
        offered = ", ".join(choice.id for choice in (*book.scenarios(), *book.forces()))
        screen.say(f"Or type another scenario or your force ({offered}), or quit.", "dim")
        typed = screen.ask("Enter to start: ").lower()
        if not typed:
            return True
        if typed in ("quit", "exit", "q"):
            return False
        if typed in (choice.id for choice in book.scenarios()):
            order.scenario = typed
        elif typed in (choice.id for choice in book.forces()):
            order.forces = [typed]
        else:
            screen.say(f'"{typed}" is none of these.', "bright_red")


def _introduce(screen: Screen, book: Book, order: Order, names: dict[str, str], seed: int) -> None:
    """Two lines: who fights whom, and what about."""
    wanted = order.scenario or book.scenarios()[0].id
    scenario = next((each for each in book.scenarios() if each.id == wanted), None)
    forces = {each.id: each.name for each in book.forces()}
    sides = [
        f"{forces.get(force, force)} ({'you' if name == 'me' else name})"
        for force, name in zip(chosen_forces(book, order.forces), names.values(), strict=False)
    ]
    title = f"{scenario.name}: " if scenario else f"{wanted}: "
    screen.say(f"{book.title}, {title}{' against '.join(sides)}. Seed {seed}.", "bold")
    if scenario:
        screen.say(scenario.words)


def _names(book: Book, order: Order) -> dict[str, str]:
    names = seats_for(book, order.seats, ["me", next(iter(players_of(book)))])
    if not _people(names):
        raise UnknownName(f"nobody sits at the keyboard; to see bots fight: warbook watch {book.id}")
    return names


def _people(names: dict[str, str]) -> list[str]:
    return [side for side, name in names.items() if name in PEOPLE]


def _listened(seat: Seat, book: Book, names: dict[str, str], seed: int | str) -> dict[str, Player | None]:
    bots = seated(book, names, seed)
    return {side: None if bot is None else Overheard(bot, seat.tell) for side, bot in bots.items()}


def _fresh(book: Book, seed: int) -> Path:
    """A name for the battle's file that is not taken."""
    number, path = 1, Path(f"{book.id}-{seed}.json")
    while path.exists():
        number += 1
        path = Path(f"{book.id}-{seed}-{number}.json")
    return path


@contextmanager
def _patience(screen: Screen) -> Iterator[None]:
    """Say something if what follows takes long: on a new machine the table's reckoning is compiled first."""
    words = "Getting the table ready; the first time on a machine this can take a minute."
    timer = Timer(SLOW, screen.say, (words,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
