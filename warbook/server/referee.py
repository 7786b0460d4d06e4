"""A process that keeps battles in memory and runs their rules: one thread, one errand after the other.

It holds nothing that cannot be rebuilt from what is stored. It ends when its input does.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.hextable import AnyTable
from warbook.board.hulls import followed
from warbook.core.book import Book, Outlook, Piece, book_ids, line_up, load_book
from warbook.core.datafile import BadData
from warbook.core.dice import Seeded
from warbook.core.drafting import Sheet
from warbook.core.events import AnyEvent, Event, visible
from warbook.core.game import Game, NeedsConsent, Player, Step
from warbook.core.luck import Luck
from warbook.core.questions import (
    Choose,
    Drive,
    Form,
    Option,
    Question,
    Refusal,
    Refused,
    Route,
    Way,
    plain,
    suggested,
)
from warbook.core.record import FORMAT, BadRecord, Record, plain_tape, rebuild, record_for
from warbook.players.seats import PEOPLE, players_of, seated
from warbook.server.errands import (
    AnyBack,
    AnyErrand,
    Ask,
    AtTable,
    Broken,
    Build,
    Changed,
    Cold,
    DealCards,
    Drop,
    Kept,
    KeptStep,
    LookAt,
    LookOver,
    No,
    PlayOn,
    Plea,
    Prepare,
    Prepared,
    SetScene,
    Show,
    Take,
    Tell,
    Words,
)
from warbook.server.messages import (
    Advice,
    Building,
    CardShown,
    Danger,
    Foretold,
    Frame,
    Judged,
    Landmark,
    NewBattle,
    Reachable,
    Replay,
    Scene,
    SideCard,
    State,
    Suggested,
    ToSeat,
    WayThere,
    Wire,
)
from warbook.telling.cast import Cast, cast_of
from warbook.telling.ledger import ledger
from warbook.telling.places import landmarks
from warbook.telling.printable import Printable
from warbook.telling.report import report_html
from warbook.telling.wire import events_wire, preview_wire, question_wire, table_wire

MOST_BATTLES = 150  # in memory; others are rebuilt when they are asked for
SLICE = 1.0  # seconds for which bots play on; then others have their turn


class Table(Struct):
    """A battle in play, and what of it is stored."""

    game: Game
    version: int
    at: int
    advisers: dict[str, Player | None] = {}


class Referee:
    def __init__(self) -> None:
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.until = 0.0  # bots begin no step after that

    def run(self, errand: AnyErrand) -> AnyBack:
        try:
            return self._run(errand)
        except NeedsConsent as needs:
            return No(needs.refusal.words, consent=True)
        except Refused as refused:
            return No(refused.refusal.words, refused.refusal.rule)
        except (BadData, BadRecord) as bad:
            return No(str(bad))
        except Exception:
            if isinstance(errand, AtTable):
                self.tables.pop(errand.battle, None)
            traceback.print_exc()
            return Broken("The rules failed here, and nothing has changed. The server has kept a report.")

    def _run(self, errand: AnyErrand) -> AnyBack:
        if isinstance(errand, Prepare):
            return prepare(errand.wanted)
        if isinstance(errand, LookOver):
            draft = errand.draft
            choice = load_book(draft.book).look_over(draft.kind, draft.file)
            return Words(msgspec.json.encode(choice))
        if isinstance(errand, Build):
            return Words(msgspec.json.encode(_built(errand.building)))
        if isinstance(errand, DealCards):
            book, force = load_book(errand.wanted.book), errand.wanted.force
            return Words(msgspec.json.encode(book.force_cards(force)))
        if isinstance(errand, Tell | SetScene):
            assert errand.kept is not None
            return Words(_document(errand.kept, errand))
        if isinstance(errand, Drop):
            self.tables.pop(errand.battle, None)
            return Words(b"")
        table = self._table(errand)
        if table is None:
            return Cold()
        if isinstance(errand, Show):
            before = shown_at_first(table.game) if errand.whole else shown_to(table.game, errand.side)
            return Words(state_for(table, errand.side, before, errand.plea))
        if isinstance(errand, Ask):
            return Words(msgspec.json.encode(_reply(table, errand)))
        if isinstance(errand, LookAt):
            card = table.game.book.card(table.game.view(errand.side or None), errand.piece)
            return Words(msgspec.json.encode(CardShown(errand.ref, card)))
        if isinstance(errand, PlayOn):
            if table.game.waiting or table.game.over:
                return Words(b"")
            return self._change(table, errand.shown, Plea(), lambda: _play_on(table.game))
        if isinstance(errand, Take):
            side, value = errand.side, errand.value
            return self._change(table, errand.shown, errand.plea, lambda: table.game.answer(side, value))
        side, consent = errand.side, errand.consent
        offered = table.game.undoable(side)
        if offered not in ("", errand.how) and not (consent and offered == "sealed"):
            raise Refused("that is no longer there to be taken back")
        undo = partial(table.game.undo, side, consent=consent)
        return self._change(table, errand.shown, errand.plea, undo)

    def _table(self, errand: AtTable) -> Table | None:
        """The battle at the version that is stored; it is rebuilt only from `kept`."""
        table = self.tables.get(errand.battle)
        if table is None or table.version != errand.version:
            if errand.kept is None:
                return None
            table = reopened(errand.kept)
            table.game.paused = lambda: time.monotonic() > self.until
        self.tables[errand.battle] = table
        self.tables.move_to_end(errand.battle)
        while len(self.tables) > MOST_BATTLES:
            self.tables.popitem(last=False)
        return table

    def _change(self, table: Table, shown: list[str], plea: Plea, deed: Callable[[], None]) -> Changed:
        """What the deed has changed, and the bots then until their time is up. Once the battle has moved on
        nobody asks any more to take back what came before."""
        game = table.game
        before = {side: shown_to(game, side) if table.version else shown_at_first(game) for side in shown}
        steps, tape = list(game.steps), list(game.tape)
        began = time.process_time()
        self.until = time.monotonic() + SLICE
        deed()
        kept = _common(steps, game.steps, lambda a, b: a is b)
        is_open = kept < len(steps) or len(game.steps) > kept or tape != game.tape or table.version == 0
        table.version += 1
        table.at += is_open
        pleads = Plea() if is_open else plea
        starts = [0, *(step.events for step in game.steps)]
        new = [
            KeptStep(plain_tape(step.tape), step.hash, _told(game.events[starts[kept + i] : step.events]))
            for i, step in enumerate(game.steps[kept:])
        ]
        return Changed(
            version=table.version,
            at=table.at,
            open=is_open,
            kept=kept,
            steps=new,
            tape=plain_tape(game.tape) if game.under_way else [] if game.over else None,
            unopened={side: plain(value) for side, value in game.unopened.items()},
            over=game.over,
            winner=game.battle.winner if game.over else None,
            states={side: state_for(table, side, before[side], pleads) for side in shown},
            worked=time.process_time() - began,
        )


def _play_on(game: Game) -> None:
    """One step, however short the time is, and as many more as it takes or allows."""
    game.step()
    game.advance()


def _built(building: Building) -> Sheet:
    book, written = load_book(building.book), building.file
    if building.act:
        written = book.amend(written, building.act, building.words)
    return book.draft(written, building.line)


# ---------------------------------------------------------------- battles made and rebuilt


def prepare(wanted: NewBattle) -> Prepared:
    book = load_book(wanted.book)
    if wanted.seed is not None and not (wanted.seed and wanted.seed.isprintable()):
        raise Refused("a seed is made of letters, digits and other characters that can be seen")
    scenario = wanted.scenario or book.scenarios()[0].id
    offered = book.scenario(scenario)
    sides, forces = book.seats(offered), line_up(book, offered, wanted.forces)
    bots = players_of(book)
    players = {side: "me" if side == sides[0] else next(iter(bots)) for side in sides}
    for side, name in wanted.players.items():
        if side not in sides:
            raise Refused(
                f"nobody plays a side {side!r} in {offered.name}; its sides are: {', '.join(sides)}"
            )
        if name not in PEOPLE and name not in bots:
            raise Refused(f"there is no player {name!r}; choose one of: {', '.join([*PEOPLE, *bots])}")
        players[side] = name
    people = sum(name in PEOPLE for name in players.values())
    setup = book.setup(scenario, forces, wanted.rulings, people)
    names = book.side_names(book.muster(setup))
    rulings = book.usual(people) | dict(wanted.rulings)
    return Prepared(
        book_version=book.version,
        title=" against ".join(names.values()),
        scenario=offered.name,
        setup=msgspec.json.encode(setup),
        rulings=rulings,
        players=players,
    )


def reopened(kept: Kept) -> Table:
    """The battle as it was after the last change that was kept; every step's hash is checked."""
    if kept.seed is None:
        raise Refused("the battle has not begun: not everybody has sat down")
    book = _book_of(kept)
    game = rebuild(record_of(kept), seated(book, kept.players, kept.seed), paused=kept.unfinished)
    for side, value in kept.unopened.items():
        game.answer(side, value)
    return Table(game, kept.version, kept.at)


def _book_of(kept: Kept) -> Book:
    book = load_book(kept.book)
    if kept.book_version != book.version:
        raise BadRecord(
            f"it was begun with version {kept.book_version} of {book.title}, and this server has version "
            f"{book.version}, by whose rules it cannot go on"
        )
    return book


def record_of(kept: Kept) -> Record:
    told: list[AnyEvent] = []
    steps = []
    with _decoding():
        setup = msgspec.json.decode(kept.setup)
        for step in kept.steps:
            told += msgspec.json.decode(step.told, type=list[AnyEvent])
            steps.append(Step(step.tape, step.hash, len(told)))
    return Record(
        format=FORMAT,
        warbook="",
        book=kept.book,
        book_version=kept.book_version,
        setup=setup,
        seed=kept.seed,
        players=kept.players,
        steps=steps,
        tape=kept.tape or [],
        events=told,
        winner=kept.winner if kept.over else None,
    )


@contextmanager
def _decoding() -> Iterator[None]:
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"what is stored of it is damaged: {error}") from None


# ---------------------------------------------------------------- what a side is sent


class Shown(Struct, frozen=True):
    """The battle as a side may see it at some time."""

    events: list[Event]
    pieces: dict[str, Piece]
    table: AnyTable

    def changes(self, before: Shown) -> tuple[list[Piece], list[str], Wire | None]:
        """The pieces that are not as before, those no longer known of, and the table if it is another."""
        changed = [piece for id, piece in self.pieces.items() if before.pieces.get(id) != piece]
        gone = [id for id in before.pieces if id not in self.pieces]
        return changed, gone, None if self.table == before.table else table_wire(self.table)


def shown_to(game: Game, side: str) -> Shown:
    view = game.view(side or None)
    pieces = {piece.id: piece for piece in game.book.pieces(view)}
    return Shown(list(game.events), pieces, game.book.table(view))


def shown_at_first(game: Game) -> Shown:
    """What those know who have been sent no state yet: the scene."""
    return Shown([], {}, game.book.table(game.book.muster(game.setup)))


def state_for(table: Table, side: str, before: Shown, plea: Plea) -> bytes:
    """The message for a side: what is no longer as it was shown `before`."""
    game, who = table.game, side or None
    now = shown_to(game, side)
    kept = _common(before.events, now.events, lambda a, b: a is b or a == b)
    pieces, gone, laid = now.changes(before)
    view = game.view(who)
    question = None if who is None else game.asked(who)
    state = State(
        at=table.at,
        keep=sum(visible(event, who) for event in now.events[:kept]),
        events=events_wire(now.events[kept:], who, cast_of(game.book, view)),
        pieces=pieces,
        gone=gone,
        groups=list(game.book.groups(view)),
        standing=game.book.standing(view),
        table=laid,
        question=None if question is None else question_wire(question, previews=True),
        waiting=list(game.waiting),
        undo="" if who is None else game.undoable(who),
        asking=plea.side,
        asked=plea.waits_for,
        over=game.over,
        winner=game.battle.winner if game.over else None,
    )
    return msgspec.json.encode(state)


def scene_of(book: Book, kept: Kept, side: str) -> Scene:
    with _decoding():
        setup = msgspec.json.decode(kept.setup, type=book.setup_type)
    battle = book.muster(setup)
    names = book.side_names(battle)
    return Scene(
        battle=kept.battle,
        side=side or None,
        book=kept.book,
        title=book.title,
        scenario=kept.scenario,
        phases=book.phases,
        table=table_wire(book.table(battle)),
        sides=tuple(SideCard(each, names[each], kept.players.get(each, "")) for each in book.sides_of(setup)),
        rulings=kept.rulings,
        commitment=kept.commitment,
        open_table=book.open_table,
        measured=book.measured(battle.setup),
        briefing=book.briefing(book.known_setup(battle, side or None)),
        glossary=book.glossary,
    )


def _reply(table: Table, ask: Ask) -> ToSeat:
    game = table.game
    question = game.asked(ask.side)
    if question is None:
        raise Refused("there is nothing to answer now")
    whole, question = question, _part(question, ask.part)
    if ask.about == "odds":
        preview = _option(question, ask.option).preview
        return Foretold(ask.ref, None if preview is None else preview_wire(preview()))
    if ask.about == "advise":
        if ask.side not in table.advisers:
            best = next(iter(players_of(game.book)))
            table.advisers.update(seated(game.book, {ask.side: best}, "advice"))
        adviser = table.advisers[ask.side]
        assert adviser is not None
        answer = plain(whole.accept(adviser.answer(ask.side, whole, game.view(ask.side))))
        for name in ask.part:
            answer = answer[name]
        return Advice(ask.ref, answer)
    if ask.about == "judge":
        if not isinstance(question, Form):
            raise Refused("this is one question: there is nothing to be judged together")
        return Judged(ask.ref, question.concerns(ask.value))
    if ask.about == "suggest":
        return Suggested(ask.ref, suggested(question, ask.value))
    if not isinstance(question, Route | Drive):
        raise Refused("this question is not answered with a way")
    if ask.about == "reach":
        spots = [[round(float(value), 3) for value in row] for row in question.reach()]
        marks = landmarks(game.book.table(game.battle), [Spot(*row[:3]) for row in spots], most=24)
        return Reachable(ask.ref, spots, [Landmark(words, (s.x, s.y, s.z)) for words, s in marks])
    return _way(game, question, ask)


def _way(game: Game, question: Route | Drive, ask: Ask) -> WayThere:
    way = _found(question, ask)
    if isinstance(way, Refusal):
        return WayThere(ask.ref, [], None, way.words, [], [], [], [], [])
    outlook = _outlook(game, ask.side, question, way.path[-1])
    return WayThere(
        ask.ref,
        [(spot.x, spot.y, spot.z) for spot in way.path],
        way.cost,
        "",
        list(outlook.sees),
        list(outlook.seen_by),
        [Danger(t.piece, t.how, str(t.chance), float(t.chance), t.words, t.given) for t in outlook.threats],
        [(leg.turn, leg.inches) for leg in way.legs],
        list(followed(question.start, question.heading, way.legs)[1]) if isinstance(question, Drive) else [],
    )


def _found(question: Route | Drive, ask: Ask) -> Way | Refusal:
    """How it leads there, or why not."""
    nowhere = Refusal("there is no way there", question.rule)
    if isinstance(question, Drive):
        return question.towards(ask.x, ask.y, ask.z, ask.facing) or nowhere
    path = question.path(ask.x, ask.y, ask.z)
    if path is None:
        return nowhere
    cost = question.judge(path)
    return cost if isinstance(cost, Refusal) else Way(path, None, cost)


def _outlook(game: Game, side: str, route: Route | Drive, spot: Spot) -> Outlook:
    """How the piece would stand there; nothing where a piece on the table picks a spot, as for a shell."""
    view = game.view(side)
    stays = route.start is None and any(
        piece.id == route.piece and piece.on_table for piece in game.book.pieces(view)
    )
    return Outlook() if stays else game.book.outlook(view, route.piece, spot)


def _part(question: Question, names: Iterable[str]) -> Question:
    for name in names:
        if not isinstance(question, Form) or name not in question.parts:
            raise Refused(f"the question has no part {name!r}")
        question = question.parts[name]
    return question


def _option(question: Question, option_id: str) -> Option:
    options = question.options if isinstance(question, Choose) else ()
    for option in options:
        if option.id == option_id:
            return option
    raise Refused(f"{option_id!r} is not one of the options")


# ---------------------------------------------------------------- documents


def _document(kept: Kept, errand: Tell | SetScene) -> bytes:
    book = _book_of(kept)
    if isinstance(errand, SetScene):
        return msgspec.json.encode(scene_of(book, kept, errand.side))
    game = reopened(kept).game
    who = errand.side or None
    luck = Luck(kept.commitment, kept.secret, kept.shares) if kept.secret else None
    record = record_for(game, who, kept.players, luck)
    cast = cast_of(book, game.view(who))
    if errand.what == "record":
        return msgspec.json.format(msgspec.json.encode(record), indent=1)
    seen = [event for event in game.events if visible(event, who)]
    if errand.what == "ledger":
        return msgspec.json.encode(ledger(cast, seen))
    if errand.what == "report":
        usual = book.usual(sum(name in PEOPLE for name in kept.players.values()))
        page = report_html(
            cast,
            seen,
            kept.players,
            title=book.title,
            scenario=kept.scenario,
            rulings={name: value for name, value in kept.rulings.items() if value != usual[name]},
            seed=record.seed,
            luck=record.luck,
        )
        return page.encode()
    return msgspec.json.encode(_replay(book, kept, game, errand.side, cast))


def _replay(book: Book, kept: Kept, game: Game, side: str, cast: Cast) -> Replay:
    """Frames are taken as the battle is played again, step by step."""
    who = side or None
    again = Game(book, game.setup, {}, Seeded(kept.seed or ""), recording=True)
    frames: list[Frame] = []
    last = shown_at_first(again)

    def frame() -> None:
        nonlocal last
        before, last = last, shown_to(again, side)
        seen = sum(visible(event, who) for event in last.events)
        changed, gone, table = last.changes(before)
        view = again.view(who)
        frames.append(Frame(seen, changed, gone, list(book.groups(view)), book.standing(view), table))

    frame()
    for step in game.steps:
        again.replay(list(step.tape))
        frame()
    if game.under_way:
        again.replay(list(game.tape))
        frame()
    return Replay(
        scene_of(book, kept, side),
        events_wire(game.events, who, cast),
        frames,
        game.over,
        game.battle.winner if game.over else None,
    )


def _told(events: list[Event]) -> bytes:
    return msgspec.json.encode(events)


def _common(before: list[Any], after: list[Any], same: Callable[[Any, Any], bool]) -> int:
    """How many entries at the start of both are the same."""
    count = 0
    for a, b in zip(before, after, strict=False):
        if not same(a, b):
            break
        count += 1
    return count


# ---------------------------------------------------------------- the pipe


def main() -> None:
    """Errands come in and replies go out as frames: four bytes of length, then MessagePack. The first reply
    says that it is ready."""
    inward, outward = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr = Printable(sys.stderr)  # whatever is printed by mistake must not spoil the pipe
    try:
        warm_up()
    except Exception:
        traceback.print_exc()
    referee = Referee()
    decoder: msgspec.msgpack.Decoder[AnyErrand] = msgspec.msgpack.Decoder(AnyErrand)
    with suppress(BrokenPipeError):  # whoever sent it is gone
        write_frame(outward, Words(b"ready"))
        while (frame := read_frame(inward)) is not None:
            write_frame(outward, referee.run(decoder.decode(frame)))


def warm_up() -> None:
    """Fight one battle of every book, so that all it takes is loaded before anybody waits for it."""
    for book_id in book_ids():
        book = load_book(book_id)
        scenario = book.scenarios()[0]
        setup = book.setup(scenario.id, line_up(book, scenario, ()), {})
        best = next(iter(players_of(book)))
        Game(book, setup, seated(book, dict.fromkeys(book.seats(scenario), best), 0), Seeded(0)).advance()


def read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    size = int.from_bytes(head, "big")
    data = stream.read(size)
    return data if len(data) == size else None


def write_frame(stream: BinaryIO, back: AnyBack) -> None:
    reply = msgspec.msgpack.encode(back)
    stream.write(len(reply).to_bytes(4, "big") + reply)
    stream.flush()


if __name__ == "__main__":
    main()
