"""Positions in a few lines of text, so that a test of a rule is a position, dice, answers and a result.

    game = table('''
        human_trooper A (10,10) (12,10) (14,10)       marine x (30,10) models=5 pinned
        human_sergeant+human_trooper B (20,20) models=4 i=4 rules=jump-pack
        area (40,5) (50,15) wood
    ''')
    game.act("A", "move", {"A1": (14, 12)}, dice="")
    assert game.figure("A1").x == 14 and game["x"].pinned

Units: the profile's id, or several joined by +, the last of them for all who are left; the name; then places
(x,y) or (x,y,z) of all figures, or one place and models=: they stand in rows of five, 1.5 inches from middle
to middle. Names with a capital are side a, others side b, unless side= says otherwise; ids are names, the
figures are A1, A2 ... Side a faces east, others west, or facing=. Other words are fields of the unit (pinned,
locked=x+y, routing) or of all its figures (prone, hangs, wounds=2). m= ws= bs= s= t= w= i= a= ld= size= save=
invulnerable= base_mm= bulk= change the profiles; weapons=, melee=, grenades=, rules= what they carry,
character and leader what they are (of the first figure).
Terrain is written as in tests/kit/tables.py, with kinds of terrain as its words.
Clouds: smoke (x,y) radius=, gas (x,y) radius=. Markers: marker (x,y) kind=.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from tests.kit import tables
from tests.kit.position import Turning
from tests.kit.script import By, Sealed, Unanswered
from tests.kit.tables import why
from warbook.board.geometry import Spot
from warbook.books.arap.army.data import stock
from warbook.books.arap.army.forces import Force, Squad
from warbook.books.arap.army.lists import Lists, Members, Profile, SquadType, Weapon
from warbook.books.arap.rulings import Rulings
from warbook.books.arap.scenario import Break, Part, Scenario, Zone
from warbook.books.arap.state import (
    SIDES,
    Acting,
    Battle,
    Cloud,
    Figure,
    Game,
    Marker,
    Setup,
    Unit,
)
from warbook.books.arap.terrain import kinds, laid_out
from warbook.core.book import Book
from warbook.core.questions import Choose, Form, Option, Question, Refusal, Route, Way

ROW, SPACING = 5, 1.5
STATS = (
    "m",
    "ws",
    "bs",
    "s",
    "t",
    "w",
    "i",
    "a",
    "ld",
    "size",
    "save",
    "invulnerable",
    "base_mm",
    "encumbrance",
)
KIT = ("weapons", "melee", "grenades", "rules", "natural", "hates")
EDGES: dict[str, tuple[str, str]] = {"a": ("south", "north"), "b": ("north", "south"), "c": ("west", "east")}


class _Bare(Book[Battle]):
    """Enough of the book to do single deeds at a position."""

    id = "arap"
    title = "Gemini-ARAP"
    sides = SIDES
    setup_type = Setup
    battle_type = Battle

    def sides_of(self, setup: Any) -> tuple[str, ...]:
        return SIDES[: len(setup.forces)]

    def muster(self, setup: Any) -> Battle:
        return Battle(setup, [], [])

    def view(self, battle: Battle, side: str | None) -> Battle:
        return battle

    def step(self, game: Game) -> None:
        from warbook.books.arap.turn import step

        step(game)


class Position(Turning[Battle]):
    """A battle at a chosen point of a turn."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(_Bare(), battle)
        self.script.translate = short

    def __getitem__(self, name: str) -> Unit:
        return self.battle.unit(name)

    def figure(self, name: str) -> Figure:
        return self.battle.figure(name)

    def at(self, name: str) -> tuple[float, ...]:
        """Where a figure stands, to a hundredth; its height only if it has one."""
        figure = self.figure(name)
        spot = round(figure.x, 2), round(figure.y, 2)
        return (*spot, round(figure.z, 2)) if abs(figure.z) > 1e-9 else spot

    def places(self, name: str) -> list[tuple[float, ...]]:
        """Where the figures of a unit stand that are on the table."""
        return [self.at(figure.id) for figure in self.battle.standing(self[name])]

    def does(self, deed: Callable[[Game], object], *answers: By | Sealed, dice: str = "") -> Self:
        """Do it; all answers and dice must be used."""
        with self.scripted(answers, dice):
            deed(self.game)
        return self

    def tries(self, deed: Callable[[Game], object], *answers: By | Sealed, dice: str = "") -> Any:
        """The question that is asked beyond these answers."""
        try:
            self.does(deed, *answers, dice=dice)
        except Unanswered as asked:
            return asked.question
        raise AssertionError("nothing was asked")

    def points(self, name: str, points: int, why: Any = "activation") -> Self:
        """Gives a unit so many points to spend, on top of the stack."""
        self.battle.stack.append(Acting(name, why, points))
        return self

    def act(self, name: str, *answers: Any, points: int = 1, dice: str = "") -> Self:
        """The unit has so many points and its side gives these answers, the first being what it does; plays
        until they are used up. An answer of another side is written with its side, b(...)."""
        stack = self.battle.stack
        while stack and isinstance(stack[-1], Acting) and not stack[-1].points:
            stack.pop()
        if not any(isinstance(frame, Acting) and frame.unit == name for frame in stack):
            self.points(name, points)
        side = self[name].side
        given = [each if isinstance(each, By | Sealed) else By(side, each) for each in answers]
        return self.play(*given, dice=dice)

    def choices(self, name: str, points: int = 1) -> dict[str, Refusal | None]:
        """What the unit could do with so many points, and what bars it."""
        return {id: option.barred for id, option in self.offers(name, points).items()}

    def offers(self, name: str, points: int = 1) -> dict[str, Option]:
        twin = self.game.fork()
        twin.battle.stack.append(Acting(name, "activation", points))
        from warbook.books.arap.activation.acting import ACTIONS, as_option

        frame = twin.battle.stack[-1]
        listed = [each for kind in ACTIONS for each in kind.options(twin.battle, frame)]
        return {each.id: as_option(twin.battle, each) for each in listed}


def short(question: Question, answer: Any) -> object:
    """A test's short answer as the question takes it. A squad's way: {"A1": (x, y)} or a spot for its first
    figure, and the others follow as the form suggests unless they are named; {"A1": ..., "only": True}: they
    stay. A way may be a list of spots, a pair (spot, facing), or a facing alone."""
    if isinstance(question, Form) and any(isinstance(part, Route) for part in question.parts.values()):
        if not isinstance(answer, dict):
            answer = {next(iter(question.parts)): answer}
        only = answer.pop("only", False)
        given = {name: short(question.parts[name], each) for name, each in answer.items()}
        if only:
            still = {
                name: Way((part.start,) if part.start else ())
                for name, part in question.parts.items()
                if isinstance(part, Route) and name not in given
            }
            given = {**still, **given}
        return question.suggested(given)
    if isinstance(question, Form):
        if not isinstance(answer, dict):
            answer = dict.fromkeys(question.parts, answer)
        return question.suggested({name: short(question.parts[name], each) for name, each in answer.items()})
    if isinstance(question, Choose):
        return next((each.id for each in question.options if answer in (each.id, each.label)), answer)
    if isinstance(question, Route):
        here = () if question.start is None else (question.start,)
        if answer == "stay":
            return Way(here)
        if isinstance(answer, int | float):
            return Way(here, float(answer))
        if isinstance(answer, tuple) and isinstance(answer[0], tuple | list):
            way = short(question, answer[0])
            assert isinstance(way, Way)
            return Way(way.path, float(answer[1]))
        if isinstance(answer, tuple):
            return Way((Spot(*map(float, answer)),))
        if isinstance(answer, list):
            return Way(tuple(Spot(*map(float, point)) for point in answer))
    return answer


def table(
    text: str,
    phase: str = "activation",
    side: str = "a",
    size: tuple[float, float] = (72.0, 48.0),
    turn: int = 1,
    scenario: dict[str, Any] | None = None,
    weapons: tuple[Weapon, ...] = (),
    **rulings: Any,
) -> Position:
    """A position. Side a has the south edge, b the north, c the west. `scenario` gives fields of it, and
    `weapons` are one's own that figures may carry."""
    ground, pieces = tables.laid_out(text, size)
    squads: list[tuple[Unit, list[str], str, list[Members]]] = []
    profiles: list[Profile] = []
    clouds: list[Cloud] = []
    markers: list[Marker] = []
    for words, piece in pieces:
        if words[0] in ("smoke", "gas"):
            (x, y), given = tables.points(piece)[0], tables.fields(words)
            radius = float(given.get("radius", 2.5))
            clouds.append(Cloud(f"cloud{len(clouds) + 1}", words[0], x, y, radius))  # type: ignore[arg-type]
        elif words[0] == "marker":
            (x, y, *z), given = tables.points(piece)[0], tables.fields(words)
            kind = given.get("kind", "post")
            markers.append(Marker(f"m{len(markers) + 1}", kind, x, y, z[0] if z else 0.0))
        else:
            squads.append(_squad(words, piece, profiles))
    sides = SIDES[: max(2, *(SIDES.index(unit.side) + 1 for unit, *_ in squads), 2)]
    squads.sort(key=lambda each: SIDES.index(each[0].side))
    said = {
        word for each in (*ground.areas, *ground.blocks, *ground.floors, *ground.walls) for word in each.words
    }
    own_kinds = (scenario or {}).get("terrain", ())
    known = {*kinds(), *(kind.id for kind in own_kinds)}
    assert said <= known, f"no kind of terrain: {said - known}"
    field = laid_out(ground, own_kinds)
    assert not field.check(), field.check()
    types = [
        SquadType(id=f"s_{n}", name=each[0].name, group="Test", members=tuple(each[3]))
        for n, each in enumerate(squads)
    ]
    own = Lists(weapons=weapons, profiles=tuple(profiles), squads=tuple(types))
    forces = tuple(
        Force(
            f"Force {one}",
            squads=tuple(
                Squad(kind.id, unit.name)
                for (unit, *_), kind in zip(squads, types, strict=True)
                if unit.side == one
            ),
            own=own,
        )
        for one in sides
    )
    parts = tuple(Part(zones=(Zone(),), friendly=EDGES[one][:1], enemy=EDGES[one][1:]) for one in sides)  # type: ignore[arg-type]
    fields: dict[str, Any] = {"parts": parts, "aim": Break(), "turns": 30, **(scenario or {})}
    setup = Setup(
        Scenario(id="test", name="Test", words="A position.", table=field, **fields),
        forces,
        msgspec.convert(rulings, Rulings),
    )
    figures: list[Figure] = []
    for unit, words, piece, _ in squads:
        figures += _figures(unit, words, piece, len(figures), setup)
    battle = Battle(
        setup=setup,
        units=[unit for unit, *_ in squads],
        figures=figures,
        order=sides,
        turn=turn,
        clock=1 + len(sides) * (turn - 1) + sides.index(side),
        side=side,
        phase=phase,  # type: ignore[arg-type]
        clouds=clouds,
        markers=markers,
    )
    return Position(battle)


def _squad(
    words: list[str], piece: str, profiles: list[Profile]
) -> tuple[Unit, list[str], str, list[Members]]:
    name, points, given = words[1], tables.points(piece), tables.fields(words)
    count = int(given.get("models", len(points)))
    listed = words[0].split("+")
    listed += [listed[-1]] * (count - len(listed))
    members = []
    for at, id in enumerate(listed[:count]):
        profile = _profile(id, given, words if at == 0 else [], f"p_{len(profiles)}")
        profiles.append(profile)
        members.append(Members(profile=profile.id))
    side = given.get("side", "a" if name[0].isupper() else "b")
    unit = Unit(name, name, side, name, count, count)
    return unit, words, piece, members


def _profile(id: str, given: dict[str, str], first: list[str], new: str) -> Profile:
    """A profile of the book, changed as the position says."""
    changes: dict[str, Any] = {key: int(given[key]) for key in STATS if key in given}
    changes |= {key: tuple(each for each in given[key].split("+") if each) for key in KIT if key in given}
    if "bulk" in given:
        changes["bulk"] = given["bulk"].replace("+", " ")
    for word in ("character", "leader"):
        if word in first:
            changes[word] = True
    return replace(stock().profiles[id], id=new, **changes)


def _figures(unit: Unit, words: list[str], piece: str, first: int, setup: Setup) -> list[Figure]:
    points, given = tables.points(piece), tables.fields(words)
    facing = float(given.get("facing", 0.0 if unit.side == "a" else 180.0))
    figures = []
    for number in range(unit.began):
        kind = first + number
        x, y, *z = points[number] if len(points) > 1 else points[0]
        if len(points) == 1:
            x, y = x + number % ROW * SPACING, y + number // ROW * SPACING
        figures.append(
            Figure(
                f"{unit.name}{number + 1}", unit.id, unit.id, kind, setup.fighters[kind].profile.w,
                x, y, z[0] if z else 0.0, facing, "table",
            )
        )  # fmt: skip
    known = (*STATS, *KIT, "models", "side", "facing", "bulk", "character", "leader")
    for word in words[2:]:
        if not word.startswith("(") and word.partition("=")[0] not in known:
            _set(unit, figures, word)
    return figures


def _set(unit: Unit, figures: list[Figure], word: str) -> None:
    """A state by its name alone, or a field with its value; of the unit, or of all its figures."""
    key, given, value = word.partition("=")
    holders: list[Any] = [unit] if hasattr(unit, key) else figures
    for holder in holders:
        now = getattr(holder, key)
        if isinstance(now, bool):
            assert not given, f"{key} is a state"
            setattr(holder, key, True)
        elif isinstance(now, tuple):
            setattr(holder, key, tuple(value.split("+")))
        else:
            setattr(holder, key, type(now)(value.replace("+", " ")))


__all__ = ["Position", "table", "why"]
