"""A process that keeps battles in memory and runs their rules: one thread, one job after the other.

It holds nothing that cannot be rebuilt from what is stored. It ends when its input does.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from select import select
from typing import BinaryIO

import msgspec

from warbook.core.book import line_up
from warbook.core.datafile import BadData
from warbook.core.dice import Seeded
from warbook.core.drafting import Sheet
from warbook.core.events import Event, Phase
from warbook.core.game import Game, NeedsConsent
from warbook.core.placing import standing_level
from warbook.core.questions import (
    Refused,
    plain,
)
from warbook.core.record import BadRecord, checkpoint_of, plain_tape
from warbook.core.shelf import book_ids, load_book
from warbook.core.tape import Put
from warbook.players.seats import PEOPLE, players_of, seated
from warbook.server import logs
from warbook.server.jobs import (
    ASIDE,
    AT_DESK,
    HEAD,
    QUIET,
    WARM,
    Adopt,
    AnyJob,
    AnyResult,
    Ask,
    AtDesk,
    AtTable,
    Branch,
    Bring,
    Broken,
    Build,
    Changed,
    Chapter,
    Cold,
    DealCards,
    Drop,
    Edition,
    GetReady,
    KeptStep,
    LookAhead,
    LookAround,
    LookAt,
    LookOver,
    MakePeace,
    No,
    PlayOn,
    Plea,
    Prepare,
    PutDown,
    Retell,
    SeatBot,
    SetScene,
    Show,
    Take,
    Tell,
    Words,
)
from warbook.server.messages import (
    Building,
    CardShown,
)
from warbook.server.referee import desk
from warbook.server.referee.asking import reply_to, roamed_by, seen_by
from warbook.server.referee.battles import Table, prepare, reopened
from warbook.server.referee.branching import branched, brought
from warbook.server.referee.documents import document
from warbook.server.referee.past import comes_out_the_same
from warbook.server.referee.pictures import packed, picture_of
from warbook.server.referee.retelling import Reading
from warbook.server.referee.shown import same_up_to, shown_at_first, shown_now, state_for
from warbook.telling.printable import Printable

log = logging.getLogger("warbook")

MOST_BATTLES = 250  # in memory; others are rebuilt when they are asked for
MOST_READINGS = 16  # replays under way; another is played again up to where it was
MARKED = 32  # steps from a checkpoint to the next, at most
LEAST = 10  # of processors that others want, who is aside gets about a tenth
TIDYING = 1000  # jobs after which rings of objects are looked for


class Referee:
    def __init__(self) -> None:
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.readings: OrderedDict[str, Reading] = OrderedDict()

    def run(self, job: AnyJob) -> AnyResult:
        try:
            return self._run(job)
        except NeedsConsent as needs:
            return No(needs.refusal.words, consent=True)
        except Refused as refused:
            return No(refused.refusal.words, refused.refusal.rule)
        except (BadData, BadRecord) as bad:
            return No(str(bad))
        except Exception:
            if isinstance(job, AtTable):
                self.tables.pop(job.battle, None)
            battle = job.battle if isinstance(job, AtTable) else ""
            log.error("the rules failed here", exc_info=True, extra={"battle": battle})
            return Broken("The rules failed here, and nothing has changed. The server has kept a report.")

    def _run(self, job: AnyJob) -> AnyResult:
        if isinstance(job, GetReady):
            players_of(load_book(job.book))
            return Words(b"")
        if isinstance(job, Edition):
            book = load_book(job.book)
            return Words(f"{book.title}\n{book.version}".encode())
        if isinstance(job, Adopt):
            comes_out_the_same(job.kept)
            return Words(b"")
        if isinstance(job, Prepare):
            return prepare(job.wanted)
        if isinstance(job, Bring):
            return brought(job.record)
        if isinstance(job, Branch):
            return branched(job.kept, job.wanted)
        if isinstance(job, LookOver):
            draft = job.draft
            choice = load_book(draft.book).look_over(draft.kind, draft.file)
            return Words(msgspec.json.encode(choice))
        if isinstance(job, Build):
            return Words(msgspec.json.encode(_built(job.building)))
        if isinstance(job, DealCards):
            book, force = load_book(job.wanted.book), job.wanted.force
            return Words(msgspec.json.encode(book.force_cards(force)))
        if isinstance(job, AtDesk):
            return Words(desk.looked_up(job))
        if isinstance(job, Retell):
            return self._retell(job)
        if isinstance(job, Tell | SetScene):
            assert job.kept is not None
            return Words(document(job.kept, job))
        if isinstance(job, Drop):
            self.tables.pop(job.battle, None)
            return Words(b"")
        table = self._table(job)
        if table is None:
            return Cold()
        if isinstance(job, Show):
            before = shown_at_first(table.game) if job.whole else shown_now(table, job.side)
            return Words(state_for(table, job.side, before, job.plea))
        if isinstance(job, Ask):
            return Words(msgspec.json.encode(reply_to(table, job)))
        if isinstance(job, LookAt):
            card = table.game.book.card(table.game.view(job.side or None), job.piece)
            return Words(msgspec.json.encode(CardShown(job.ref, card)))
        if isinstance(job, LookAround):
            return Words(msgspec.json.encode(seen_by(table, job)))
        if isinstance(job, LookAhead):
            return Words(msgspec.json.encode(roamed_by(table, job)))
        if isinstance(job, PlayOn):
            if table.game.waiting or table.game.over:
                return Words(b"")
            return self._change(table, job.shown, Plea(), lambda: _play_on(table.game))
        if isinstance(job, Take):
            side, value = job.side, job.value
            answer = partial(table.game.answer, side, value)
            return self._change(table, job.shown, job.plea, answer, waited_for=True)
        if isinstance(job, MakePeace):
            peace = partial(table.game.resign, job.side) if job.side else table.game.draw
            return self._change(table, job.shown, Plea(), peace)
        if isinstance(job, PutDown):
            return self._change(table, job.shown, Plea(), putting(table.game, job))
        if isinstance(job, SeatBot):
            return self._change(table, job.shown, job.plea, seating(table.game, job))
        side, consent = job.side, job.consent
        offered = table.game.undoable(side)
        if offered not in ("", job.how) and not (consent and offered == "sealed"):
            raise Refused("that is no longer there to be taken back")
        undo = partial(table.game.undo, side, consent=consent)
        return self._change(table, job.shown, job.plea, undo)

    def _retell(self, job: Retell) -> Chapter | Cold:
        reading = self.readings.pop(job.reading, None)
        if reading is None or reading.told != job.told:
            if job.kept is None:
                return Cold()
            reading = Reading(job.kept, job.side)
            reading.skip(job.told)
        chapter = reading.chapter()
        if not chapter.last:
            self.readings[job.reading] = reading
            while len(self.readings) > MOST_READINGS:
                self.readings.popitem(last=False)
        return chapter

    def _table(self, job: AtTable) -> Table | None:
        """The battle at the version that is stored; it is rebuilt only from `kept`."""
        table = self.tables.get(job.battle)
        if table is None or table.version != job.version:
            if job.kept is None:
                return None
            table = reopened(job.kept)
            table.game.paused = table.pace.is_up
        self.tables[job.battle] = table
        self.tables.move_to_end(job.battle)
        while len(self.tables) > MOST_BATTLES:
            self.tables.popitem(last=False)
        return table

    def _change(
        self,
        table: Table,
        shown: list[str],
        plea: Plea,
        deed: Callable[[], None],
        waited_for: bool = False,
    ) -> Changed:
        """What the deed has changed, and the bots then until their time is up. Once the battle has moved on
        nobody asks any more to take back what came before."""
        game = table.game
        before = {side: shown_now(table, side) if table.version else shown_at_first(game) for side in shown}
        steps, tape = list(game.steps), list(game.tape)
        began = table.pace.begin(waited_for)
        table.shown = {}
        deed()
        table.pace.note()
        kept = same_up_to(steps, game.steps)
        is_open = kept < len(steps) or len(game.steps) > kept or tape != game.tape or table.version == 0
        table.version += 1
        table.at += is_open
        pleads = Plea() if is_open else plea
        starts = [0, *(step.events for step in game.steps)]
        new = [
            KeptStep(plain_tape(step.tape), step.hash, _told(game.events[starts[kept + i] : step.events]))
            for i, step in enumerate(game.steps[kept:])
        ]
        moments = [
            moment
            for step in range(kept + 1, len(game.steps) + 1)
            if _is_due(game, step) and (moment := game.moment(step)) is not None
        ]
        pictures = {moment.step: packed(picture_of(game.book, moment.battle)) for moment in moments}
        if table.version == 1:
            pictures[0] = packed(picture_of(game.book, game.book.muster(game.setup)))
        if game.over:
            pictures[len(game.steps)] = packed(picture_of(game.book, game.battle))
        return Changed(
            version=table.version,
            at=table.at,
            open=is_open,
            kept=kept,
            taken_back=kept < len(steps),
            steps=new,
            checkpoints=[checkpoint_of(moment) for moment in moments],
            pictures=pictures,
            tape=plain_tape(game.tape) if game.under_way else [] if game.over else None,
            unopened={side: plain(value) for side, value in game.unopened.items()},
            over=game.over,
            winner=game.battle.winner if game.over else None,
            states={side: state_for(table, side, before[side], pleads) for side in shown},
            worked=time.process_time() - began,
        )


def putting(game: Game, job: PutDown) -> Callable[[], None]:
    """A piece that the side can see is put down, at the level that is nearest to its own."""
    piece = next((each for each in game.book.pieces(game.view(job.side)) if each.id == job.piece), None)
    if piece is None:
        raise Refused("there is no such piece")
    level = standing_level(game.book.table(game.battle), job.x, job.y, piece.z)
    return partial(game.put, Put(job.piece, (job.x, job.y, level), job.facing))


def seating(game: Game, job: SeatBot) -> Callable[[], None]:
    """Seats the book's best bot at a side, or nobody. Whoever has sealed an answer is asked for one like
    those who have not: who waits cannot tell, and must not."""
    if game.over:
        raise Refused("the battle is over")
    if job.on and job.by != job.side:
        if game.asked(job.by) is not None:
            raise Refused("you are to answer yourself")
        if job.side not in game.waiting:
            raise Refused("nobody waits for them just now")
    name = next(iter(players_of(game.book))) if job.on else PEOPLE[0]
    return partial(game.seat, seated(game.book, {job.side: name}, str(job.version)))


def _is_due(game: Game, step: int) -> bool:
    """Whether the battle after so many steps is worth a checkpoint: another turn has begun, about whose
    beginning people are told, or many steps have passed."""
    began = game.steps[step - 2].events if step > 1 else 0
    told = game.events[began : game.steps[step - 1].events]
    turns = [event.turn for event in told if isinstance(event, Phase)]
    if step % MARKED == 0 or not turns:
        return step % MARKED == 0
    before = (game.events[place] for place in range(began - 1, -1, -1))
    return max(turns) > next((event.turn for event in before if isinstance(event, Phase)), 0)


def _play_on(game: Game) -> None:
    """One step, however short the time is, and as many more as it takes or allows."""
    game.step()
    game.advance()


def _built(building: Building) -> Sheet:
    book, written = load_book(building.book), building.file
    if building.act:
        written = book.amend(written, building.act, building.words)
    return book.draft(written, building.line)


def _told(events: list[Event]) -> bytes:
    return msgspec.json.encode(events)


# ---------------------------------------------------------------- the pipe


def main() -> None:
    """Jobs come in as frames, four bytes of length, then MessagePack, and replies go out with `HEAD` before
    them. The first reply says that it is ready. While nothing comes in, one who is told to warms up."""
    if ASIDE in sys.argv and hasattr(os, "nice"):
        os.nice(LEAST)
    inward, outward = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr = Printable(sys.stderr)  # whatever is printed by mistake must not spoil the pipe
    logs.go_on()
    referee, warming = Referee(), _meanwhile()
    decoder: msgspec.msgpack.Decoder[AnyJob] = msgspec.msgpack.Decoder(AnyJob)
    with suppress(BrokenPipeError):  # whoever sent it is gone
        write_frame(outward, Words(b"ready"))
        _comes(inward, QUIET)  # who comes first is not held up by others who warm up
        gc.disable()  # jobs leave few rings of objects behind, and are not held up by a search for them
        done = 0
        while (frame := next_frame(inward, warming)) is not None:
            began = time.process_time()
            result = referee.run(decoder.decode(frame))
            write_frame(outward, result, time.process_time() - began)
            done += 1
            if done % TIDYING == 0:
                gc.collect()


def _meanwhile() -> Iterator[str]:
    """What is done while nobody asks for anything."""
    if WARM in sys.argv:
        return warm_up()
    return desk.get_ready() if AT_DESK in sys.argv else iter(())


def warm_up() -> Iterator[str]:
    """Fights one battle of every book, step by step, so that all it takes is loaded before anybody waits for
    it."""
    for book_id in book_ids():
        try:
            book = load_book(book_id)
            scenario = book.scenarios()[0]
            setup = book.setup(scenario.id, line_up(book, scenario, ()), {})
            best = next(iter(players_of(book)))
            game = Game(book, setup, seated(book, dict.fromkeys(book.seats(scenario), best), 0), Seeded(0))
            while not game.over:
                game.step()
                yield book_id
        except Exception:
            log.exception("a book could not be warmed up: %s", book_id)
    gc.collect()
    gc.freeze()  # what is loaded now stays for ever, and is not looked through again


def next_frame(stream: BinaryIO, meanwhile: Iterator[str]) -> bytes | None:
    """The next frame; until it comes, something else goes on. Frames come one at a time, so that none lies
    unread in the stream's buffer."""
    while not _comes(stream) and next(meanwhile, ""):
        pass
    return read_frame(stream)


def _comes(stream: BinaryIO, within: float = 0.0) -> bool:
    """Whether there is something to read, at once or within so many seconds. Windows cannot tell, so that
    nothing is done meanwhile there."""
    try:
        return bool(select([stream], [], [], within)[0])
    except OSError:
        return True


def read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    size = int.from_bytes(head, "big")
    data = stream.read(size)
    return data if len(data) == size else None


def write_frame(stream: BinaryIO, result: AnyResult, worked: float = 0.0) -> None:
    reply = msgspec.msgpack.encode(result)
    stream.write(HEAD.pack(len(reply), worked) + reply)
    stream.flush()


if __name__ == "__main__":
    main()
