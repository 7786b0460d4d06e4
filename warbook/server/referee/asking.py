"""What a side may ask about the question it has to answer: odds, reach, ways, advice, concerns."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from warbook.board.geometry import Spot
from warbook.core.book import Outlook
from warbook.core.game import Game
from warbook.core.questions import (
    Choose,
    Drive,
    Faces,
    Form,
    Option,
    Question,
    Refusal,
    Refused,
    Route,
    Way,
    suggested,
)
from warbook.learning.tutor import Tutor
from warbook.players.agreeing import agreeing
from warbook.players.seats import advice, players_of, seated
from warbook.server.jobs import (
    Ask,
    LookAhead,
    LookAround,
)
from warbook.server.messages import (
    Advice,
    Borne,
    Danger,
    Endangered,
    Foretold,
    Judged,
    Landmark,
    Reachable,
    Roamed,
    Seen,
    Suggested,
    ToSeat,
    WayThere,
)
from warbook.server.referee.battles import Table
from warbook.telling.dangers import names_in, outlook_at, stays, worst_of
from warbook.telling.places import landmarks
from warbook.telling.wire import preview_wire


def reply_to(table: Table, ask: Ask) -> ToSeat:
    game = table.game
    question = game.asked(ask.side)
    if question is None:
        raise Refused("there is nothing to answer now")
    whole, question = question, _part(question, ask.part)
    if isinstance(question, Faces):
        raise Refused("what the dice show nobody can say but who throws them")
    if ask.about == "odds":
        choice, option = _option(question, ask.option)
        preview = choice.preview_of(option)
        return Foretold(ask.ref, None if preview is None else preview_wire(preview()))
    if ask.about == "advise":
        if ask.side not in table.advisers and table.lesson is not None:
            table.advisers[ask.side] = Tutor(table.lesson, game)
        if ask.side not in table.advisers:
            best = next(iter(players_of(game.book)))
            table.advisers.update(seated(game.book, {ask.side: best}, "advice"))
        adviser = table.advisers[ask.side]
        assert adviser is not None
        answer, why = advice(adviser, ask.side, whole, game.view(ask.side))
        for name in ask.part:
            answer = answer[name]
        if isinstance(question, Form) and ask.value:
            answer = agreeing(question, answer, ask.value)
        return Advice(ask.ref, answer, why)
    if ask.about == "judge":
        if isinstance(question, Form):
            return Judged(ask.ref, question.concerns(ask.value))
        question.accept(ask.value)
        return Judged(ask.ref, [])
    if ask.about == "bears":
        return _borne(game, question, ask)
    if ask.about == "suggest":
        return Suggested(ask.ref, suggested(question, ask.value))
    if ask.option:
        goes = _option(question, ask.option)[1].goes
        question = question if goes is None else goes()
    if ask.about == "dangers":
        return _endangered(game, question, ask)
    if not isinstance(question, Route | Drive):
        raise Refused("this question is not answered with a way")
    if ask.about == "reach":
        rows = np.array(list(question.reach()), np.float64).round(3)
        spots = rows if len(rows) else np.empty((0, 3))
        marks = landmarks(game.book.table(game.battle), spots[:, :3], most=24)
        return Reachable(ask.ref, spots.tolist(), [Landmark(words, (s.x, s.y, s.z)) for words, s in marks])
    return _way(game, question, ask)


def _endangered(game: Game, question: Question, ask: Ask) -> Endangered:
    found = [
        outlook_at(game, ask.side, question, Spot(x, y, z), facing[0] if facing else None)
        for x, y, z, *facing in ask.spots
    ]
    names = names_in(game, ask.side)
    chances = [each.danger for each in found]
    return Endangered(
        ask.ref, list(map(str, chances)), list(map(float, chances)), [worst_of(each, names) for each in found]
    )


def _borne(game: Game, question: Question, ask: Ask) -> Borne:
    if isinstance(question, Choose) and question.bears is not None:
        return Borne(ask.ref, question.bears(ask.option), seen=False)
    view, name = game.view(ask.side), getattr(question, "piece", "")
    piece = next((each for each in game.book.pieces(view) if each.id == name), None)
    if piece is None or (ask.spot is None and not piece.on_table):
        return Borne(ask.ref, (), seen=True)
    spot = Spot(piece.x, piece.y, piece.z) if ask.spot is None else Spot(*ask.spot)
    return Borne(ask.ref, game.book.vista(view, name, spot), seen=True)


def seen_by(table: Table, look: LookAround) -> Seen:
    """Of a piece that the side does not know of, or that is not there, nothing."""
    book, view = table.game.book, table.game.view(look.side or None)
    piece = next((each for each in book.pieces(view) if each.id == look.piece), None)
    if piece is None or not (piece.on_table or look.spot):
        return Seen(look.ref, [])
    spot = Spot(*look.spot) if look.spot else Spot(piece.x, piece.y, piece.z)
    return Seen(look.ref, book.sight_map(view, piece.id, spot))


def roamed_by(table: Table, look: LookAhead) -> Roamed:
    """Of a piece that the side does not know of, nothing."""
    book, view = table.game.book, table.game.view(look.side or None)
    known = any(piece.id == look.piece and piece.on_table for piece in book.pieces(view))
    found = book.whereabouts(view, look.piece) if known else ()
    rows = [[each.spot.x, each.spot.y, each.spot.z, each.after] for each in found]
    return Roamed(look.ref, rows, [each.words for each in found])


def _way(game: Game, question: Route | Drive, ask: Ask) -> WayThere:
    way = _found(question, ask)
    if isinstance(way, Refusal):
        return WayThere(ask.ref, [], None, way.words, [], [], [], [], [])
    outlook = _outlook(game, ask.side, question, way)
    return WayThere(
        ask.ref,
        [(spot.x, spot.y, spot.z) for spot in _path(question, way)],
        way.cost,
        question.tells(way) if isinstance(question, Drive) and question.tells else "",
        list(outlook.sees),
        list(outlook.seen_by),
        [Danger(t.piece, t.how, str(t.chance), float(t.chance), t.words, t.given) for t in outlook.threats],
        [(leg.turn, leg.inches) for leg in way.legs],
        _facings(question, way),
    )


def _path(question: Route | Drive, way: Way) -> tuple[Spot, ...]:
    return question.led(way)[0] if isinstance(question, Drive) else way.path


def _facings(question: Route | Drive, way: Way) -> list[float]:
    """How it comes to face along the way, as far as that is not for whoever goes to say."""
    if isinstance(question, Drive):
        return list(question.led(way)[1])
    faced = question.faces(way.path[-1], None) if question.faces is not None else None
    return [faced] if isinstance(faced, float) else []


def _found(question: Route | Drive, ask: Ask) -> Way | Refusal:
    """How it leads there, or why not."""
    if isinstance(question, Drive):
        return question.sought(ask.x, ask.y, ask.z, ask.facing)
    path = question.path(ask.x, ask.y, ask.z)
    if path is None:
        return Refusal("there is no way there", question.rule)
    cost = question.judge(path)
    return cost if isinstance(cost, Refusal) else Way(path, None, cost)


def _outlook(game: Game, side: str, route: Route | Drive, way: Way) -> Outlook:
    """How the piece would stand there; nothing where it does not go there."""
    if stays(game, side, route):
        return Outlook()
    return game.book.outlook(game.view(side), route.piece, way.path[-1], way.facing)


def _part(question: Question, names: Iterable[str]) -> Question:
    for name in names:
        if not isinstance(question, Form) or name not in question.parts:
            raise Refused(f"the question has no part {name!r}")
        question = question.parts[name]
    return question


def _option(question: Question, option_id: str) -> tuple[Choose, Option]:
    option = question.named(option_id) if isinstance(question, Choose) else None
    if isinstance(question, Choose) and option is not None:
        return question, option
    raise Refused(f"{option_id!r} is not one of the options")
