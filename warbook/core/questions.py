"""What a rule can ask a player. Three kinds suffice for every book: choose, route (walked, or driven), form.

A question is asked once and answered with plain JSON: an option's id, a path, the legs of a drive, or a
mapping of named answers. `accept` turns that JSON into the answer the rule works with, or raises `Refused`.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar, overload

from msgspec import Struct

from warbook.board.geometry import Shapes, Spot
from warbook.board.hulls import Leg, followed

T = TypeVar("T")


class Refusal(Struct, frozen=True, gc=False):
    """Why something is not allowed, and by which rule."""

    words: str
    rule: str = ""


class Refused(Exception):
    """An answer that is not legal. Nothing has changed."""

    def __init__(self, words: str, rule: str = "") -> None:
        super().__init__(words)
        self.refusal = Refusal(words, rule)


class Modifier(Struct, frozen=True, gc=False):
    """One line of the sum that leads to a needed score."""

    value: int
    why: str
    rule: str = ""


class Follow(Struct, frozen=True):
    """A roll that follows where the one before it came off: what it is for, what it takes, by which rule."""

    what: str
    need: str
    rule: str = ""


class Preview(Struct, frozen=True):
    """What an option would do: the exact outcomes, from harmless to lethal, and how the need came about.

    `then` are the rolls that follow the first. `besides` is what else hangs on the throw, each with its exact
    chance and by itself: it may come with any of the outcomes. `given` says on what condition, where it does
    not go without saying. What depends on something that may not be known beforehand, such as the range, has
    `cases` instead of outcomes: one for each way it may be, with that as its `given`; the headline is of all
    of them. What is `vain` can come to nothing, whatever is thrown: the headline says why.
    """

    outcomes: tuple[tuple[str, Fraction], ...]
    need: str = ""
    modifiers: tuple[Modifier, ...] = ()
    headline: str = ""
    given: str = ""
    cases: tuple[Preview, ...] = ()
    then: tuple[Follow, ...] = ()
    besides: tuple[tuple[str, Fraction], ...] = ()
    vain: bool = False


class Leads(Struct, frozen=True):
    """Where an option leads its piece if nothing comes in between, for whoever plans ahead.

    `first` is the way that is decided already and comes before, `path` what the option adds to it, as far as
    both are certain; an option that leaves a choice leads to one of `ends`. `facing` in degrees, None where
    that is open too. `given` says on what condition, where it is less than certain. `words` are what it comes
    to besides, such as a speed or a fight; `preview` has the odds of that, worked out when somebody looks.
    """

    path: tuple[Spot, ...]
    facing: float | None = None
    first: tuple[Spot, ...] = ()
    ends: tuple[Spot, ...] = ()
    given: str = ""
    words: str = ""
    preview: Callable[[], Preview] | None = None


class Hindrance(Struct, frozen=True):
    """What stands in the way of what is barred: in words, where, and which piece it is if it is one."""

    words: str
    spot: Spot | None = None
    piece: str = ""


class Option(Struct):
    """One answer to a `Choose`. A barred option is listed with the reason and cannot be taken. `preview` is
    worked out only when somebody looks. `about` is what it means in the book's own terms, for its bots, which
    read no labels; a client is not told. `piece` may name a group. `goes` is the way that is asked for next
    if it is taken: several ways of going can be shown in one picture, and the place be picked at once. A
    preview that is `slow` is never worked out before somebody asks for it by itself. `aside` says for which
    case it is kept, where that is not the likely one: such options are folded away together. `hindered` tells
    of a barred one what stands in the way, when somebody looks. `rule` is that of the option, where it is not
    the question's."""

    id: str
    label: str
    piece: str = ""
    barred: Refusal | None = None
    preview: Callable[[], Preview] | None = None
    spot: Spot | None = None
    about: Any = None
    goes: Callable[[], Route] | None = None
    slow: bool = False
    aside: str = ""
    hindered: Callable[[], Hindrance | None] | None = None
    rule: str = ""

    @property
    def why_not(self) -> str:
        """Why it is barred, and by what that stands in the way."""
        assert self.barred is not None
        hindrance = self.hindered() if self.hindered is not None else None
        return f"{self.barred.words}: {hindrance.words}" if hindrance else self.barred.words


class Later(Struct, frozen=True):
    """An option that is made when somebody looks at it."""

    id: str
    make: Callable[[], Option]


class Listed(Sequence[Option], Generic[T]):
    """An option about each of these, by its id, then some more, and last some of which it is known that they
    are `barred`, if not yet why. Each is made when somebody looks at it: who takes the first that will do, or
    has one in mind, need not know of the others."""

    def __init__(
        self,
        about: Mapping[str, T],
        make: Callable[[T], Option],
        *more: Option,
        barred: Sequence[Later] = (),
    ) -> None:
        self._about, self._make, self._more = about, make, more
        self._barred = {later.id: later.make for later in barred}
        self._made = {option.id: option for option in more}

    def ids(self) -> list[str]:
        """All of them, of which none is made for that."""
        return [*self._about, *(option.id for option in self._more), *self._barred]

    def named(self, id: str) -> Option | None:
        option = self._made.get(id)
        if option is None and id in self._about:
            option = self._made[id] = self._make(self._about[id])
        elif option is None and id in self._barred:
            option = self._made[id] = self._barred[id]()
        return option

    def open(self) -> list[Option]:
        """Those that can be taken."""
        return [option for option in self._likely() if option.barred is None]

    def __len__(self) -> int:
        return len(self._about) + len(self._more) + len(self._barred)

    def __iter__(self) -> Iterator[Option]:
        yield from self._likely()
        for id, make in self._barred.items():
            option = self._made.get(id)
            if option is None:
                option = self._made[id] = make()
            yield option

    def _likely(self) -> Iterator[Option]:
        """All but those of which it is known that they are barred."""
        made = self._made
        for id, about in self._about.items():
            option = made.get(id)
            if option is None:
                option = made[id] = self._make(about)
            yield option
        yield from self._more

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        if isinstance(index, slice):
            return list(self)[index]
        option = self.named(self.ids()[index])
        assert option is not None
        return option


class Question(Protocol):
    text: str
    rule: str

    def accept(self, answer: object) -> Any: ...


class Choose(Struct):
    """Pick one of finitely many options; the answer is the option's id. `usual` is the id of the one that
    most people would take: a form has it filled in beforehand, to be changed by whoever wants another, and
    of who has been sent to a place by one gesture it is taken with that, to be undone.
    `leads` says of an option's id where it leads, when somebody looks. `kind` is what is being asked, in the
    book's own terms: by it a bot tells questions apart. `bears` says of an option's id, or of none in
    particular while that is empty, on what ground the weapon in question bears, for who draws it. An option
    with the id "rest" sets up all that is left: no client offers that besides."""

    text: str
    options: Sequence[Option]
    rule: str = ""
    piece: str = ""
    usual: str = ""
    leads: Callable[[str], Leads] | None = None
    kind: str = ""
    bears: Callable[[str], Shapes] | None = None

    def accept(self, answer: object) -> str:
        option = self.named(answer) if isinstance(answer, str) else None
        if option is None:
            open_ids = ", ".join(option.id for option in self.options if option.barred is None)
            raise Refused(f"{shown(answer)} is not one of the options; choose one of: {open_ids}")
        if option.barred is not None:
            raise Refused(f"{option.label}: {option.barred.words}", option.barred.rule)
        return option.id

    def named(self, id: str) -> Option | None:
        """The option with that id, if there is one."""
        if type(self.options) is Listed:  # which is quicker for lists than to ask of an abstract class
            return self.options.named(id)
        for option in self.options:
            if option.id == id:
                return option
        return None

    def preview_of(self, option: Option) -> Callable[[], Preview] | None:
        """The odds of an option or, where it has none of its own, of what it leads to."""
        if option.preview is None and self.leads is not None:
            return self.leads(option.id).preview
        return option.preview

    def ids(self) -> list[str]:
        """Of all options, barred or not."""
        if type(self.options) is Listed:
            return self.options.ids()
        return [option.id for option in self.options]

    def free(self, id: str) -> bool:
        """Whether there is such an option and it is not barred."""
        option = self.named(id)
        return option is not None and option.barred is None

    def open(self) -> list[Option]:
        if type(self.options) is Listed:
            return self.options.open()
        return [option for option in self.options if option.barred is None]


class Faces(Struct):
    """What do real dice show? Asked of whoever throws them, and never of a bot; the answer is a list of so
    many faces, each from 1 to `sides`. `labels` are what stands on the faces of a die that has no numbers of
    its own."""

    text: str
    count: int
    sides: int
    rule: str = ""
    piece: str = ""
    labels: tuple[str, ...] = ()

    def accept(self, answer: object) -> tuple[int, ...]:
        faces = answer if isinstance(answer, list | tuple) else ()
        if len(faces) != self.count or not all(
            type(face) is int and 1 <= face <= self.sides for face in faces
        ):
            what = "a face" if self.count == 1 else f"{self.count} faces"
            raise Refused(f"{shown(answer)} will not do: say {what} from 1 to {self.sides}")
        return tuple(faces)


class Way(Struct, frozen=True, gc=False):
    """The answer to a `Route` or a `Drive`: where the piece goes, through which points, and how it faces at
    the end. Only a way that is driven has legs, and always has some: who stays has one that is nothing."""

    path: tuple[Spot, ...]
    facing: float | None = None
    cost: float = 0.0
    legs: tuple[Leg, ...] = ()


class Route(Struct):
    """Go somewhere, or be placed somewhere.

    `judge` is the last word on a path: it returns what the path costs or a `Refusal`. `reach` lists the spots
    the engine knows to be reachable (rows x, y, z), and `path` finds a legal way to one of them; both are
    worked out only when somebody looks. The answer is {"path": [[x, y, z], ...], "facing": degrees}; the
    path may leave out the start, and an empty path stays where it is. For a placement (`start` is None) the
    path is the one spot. `usual` is the way that most would take, worked out when somebody looks; a form has
    it filled in beforehand. `kind` is what is being asked, in the book's own terms. Whose facing at the end
    is asked for too has `faces`: the one wished for, else the usual one, or a `Refusal`.
    """

    text: str
    piece: str
    start: Spot | None
    judge: Callable[[tuple[Spot, ...]], float | Refusal]
    reach: Callable[[], Sequence[Sequence[float]]]
    path: Callable[[float, float, float | None], tuple[Spot, ...] | None]
    allowance: float = 0.0
    rule: str = ""
    usual: Callable[[], Way] | None = None
    kind: str = ""
    faces: Callable[[Spot, float | None], float | Refusal] | None = None

    def accept(self, answer: object) -> Way:
        if isinstance(answer, Way):
            path, facing = self._points(answer.path), answer.facing
        elif isinstance(answer, Mapping) and isinstance(answer.get("path"), list | tuple):
            strange = [name for name in answer if name not in ("path", "facing")]
            if strange:
                raise Refused(f"a route has no field {shown(strange[0])}; its fields are: path, facing")
            path, facing = self._points(answer["path"]), answer.get("facing")
        else:
            raise Refused('a route is answered with {"path": [[x, y, z], ...], "facing": degrees or null}')
        if facing is not None:
            facing = _facing(facing)
        if self.start is not None and not (path and _same(path[0], self.start)):
            path = (self.start, *path)
        cost = self.judge(path)
        if isinstance(cost, Refusal):
            raise Refused(cost.words, cost.rule)
        if self.faces is not None and facing is not None:
            faced = self.faces(path[-1], facing)
            if isinstance(faced, Refusal):
                raise Refused(faced.words, faced.rule)
        return Way(path, facing, cost)

    def _points(self, points: Sequence[object]) -> tuple[Spot, ...]:
        if len(points) > MOST_POINTS:
            raise Refused(f"a path may have at most {MOST_POINTS} points; this one has {len(points)}")
        if self.start is None and len(points) != 1:
            raise Refused(f"a placement is exactly one spot, not {len(points)}")
        return tuple(_spot(point) for point in points)


class Drive(Struct):
    """Drive somewhere: straight legs with turns on the spot before them, from `start` on, facing `heading`.

    `judge` is the last word on legs: it returns what they cost or a `Refusal`. `reach` lists the ends that
    the engine knows of (rows x, y, z, facing), and `legs` finds a way to the end nearest to a spot, of those
    as near to the one that faces most nearly so; both are worked out only when somebody looks. The answer is
    {"legs": [[turn in degrees, inches], ...]}, to the left and ahead where they are positive; no legs stay.
    Path and facing follow from them. `usual` and `kind` are as in a `Route`. `tells` says in sentences what
    a way comes to besides going there, such as whom it rams, for who is about to take it. `pivots`: the hull
    turns at the end of a way as it likes, so that `legs` lead to a spot with any facing that has room there.
    `stops` says after how many inches a way is at its end already if nothing comes in between, such as where
    it strikes somebody head on. `about` is what it means in the book's own terms, for its bots.
    """

    text: str
    piece: str
    start: Spot
    heading: float
    judge: Callable[[tuple[Leg, ...]], float | Refusal]
    reach: Callable[[], Sequence[Sequence[float]]]
    legs: Callable[[float, float, float | None, float | None], tuple[Leg, ...] | None]
    allowance: float = 0.0
    rule: str = ""
    usual: Callable[[], Way] | None = None
    kind: str = ""
    tells: Callable[[Way], str] | None = None
    stops: Callable[[Way], float | None] | None = None
    pivots: bool = False
    about: Any = None

    def accept(self, answer: object) -> Way:
        if isinstance(answer, Way):
            return self.along(answer.legs)
        if not isinstance(answer, Mapping) or not isinstance(answer.get("legs"), list | tuple):
            raise Refused('a drive is answered with {"legs": [[turn in degrees, inches], ...]}')
        strange = [name for name in answer if name != "legs"]
        if strange:
            raise Refused(f"a drive has no field {shown(strange[0])}; its only field is: legs")
        legs = answer["legs"]
        if len(legs) > MOST_POINTS:
            raise Refused(f"a drive may have at most {MOST_POINTS} legs; this one has {len(legs)}")
        return self.along(tuple(map(_leg, legs)))

    def along(self, legs: tuple[Leg, ...]) -> Way:
        """The way these legs lead; refuses legs that are not allowed."""
        legs = legs or (Leg(),)
        cost = self.judge(legs)
        if isinstance(cost, Refusal):
            raise Refused(cost.words, cost.rule)
        path, facings = followed(self.start, self.heading, legs)
        return Way(path, facings[-1], cost, legs)

    def led(self, way: Way) -> tuple[tuple[Spot, ...], tuple[float, ...]]:
        """The points of a way and the facings there, as far as it goes before something `stops` it."""
        left = self.stops(way) if self.stops is not None else None
        legs = []
        for leg in way.legs:
            if left is not None and abs(leg.inches) > left:
                legs.append(Leg(leg.turn, math.copysign(left, leg.inches)))
                break
            legs.append(leg)
            left = None if left is None else left - abs(leg.inches)
        return followed(self.start, self.heading, tuple(legs))

    def sought(
        self, x: float, y: float, z: float | None = None, facing: float | None = None
    ) -> Way | Refusal:
        """The way to the end nearest to there, or why it may not be driven."""
        legs = self.legs(x, y, z, facing)
        if legs is None:
            return Refusal("there is no way there", self.rule)
        cost = self.judge(legs or (Leg(),))
        return cost if isinstance(cost, Refusal) else self.along(legs)

    def towards(self, x: float, y: float, z: float | None = None, facing: float | None = None) -> Way | None:
        """The way to the end nearest to there; None if there is none that is allowed."""
        way = self.sought(x, y, z, facing)
        return None if isinstance(way, Refusal) else way


MOST_POINTS = 200
LARGEST = 10_000.0  # inches, and degrees: no table is larger, and no judge need reckon with more


class Concern(Struct, frozen=True):
    """What answers come to when they are given together: about which part of a form, named from the form
    down, and what is the matter. It is a warning, unless it is `barred`: then they cannot be given so."""

    part: tuple[str, ...]
    words: str
    rule: str = ""
    barred: bool = False


class Form(Struct):
    """Several named questions answered together. `judge` looks at all its answers, once each of them is
    accepted, and says what is the matter with them; `warn` does so too but bars nothing, and so is asked only
    by who wants to know before the answers are given. `suggest` is given the answers to some of its parts
    and suggests them for the others, as far as it can: a squad follows its leader. Whatever was suggested,
    the answer is complete when it is given. `kind` is what is being asked, in the book's own terms. `blind`:
    while it is open no distance is told to who is asked, who has to guess one. `presets` are whole answers by
    name, each of which would be accepted: something to begin with, to be changed by whoever likes."""

    text: str
    parts: Mapping[str, Question]
    rule: str = ""
    judge: Callable[[Mapping[str, Any]], Sequence[Concern]] | None = None
    suggest: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    kind: str = ""
    blind: bool = False
    warn: Callable[[Mapping[str, Any]], Sequence[Concern]] | None = None
    presets: Mapping[str, Mapping[str, Any]] = {}

    def accept(self, answer: object) -> dict[str, Any]:
        answer = self._by_name(answer)
        missing = [name for name in self.parts if name not in answer]
        if missing:
            raise Refused(f"the form still needs an answer to: {', '.join(missing)}")
        accepted = {name: part.accept(answer[name]) for name, part in self.parts.items()}
        for concern in self.judge(accepted) if self.judge else ():
            if concern.barred:
                raise Refused(": ".join([*concern.part, concern.words]), concern.rule)
        return accepted

    def concerns(self, answer: object) -> list[Concern]:
        """What is to be said of an answer before it is given, of the forms in it too; refuses what cannot be
        accepted."""
        return self._concerns(self.accept(answer))

    def suggested(self, answer: object) -> dict[str, Any]:
        """The answers that are there, suggestions for the others, and what is usual where there is none, as
        JSON: as much as can be said, each of which would be accepted. Refuses a part that cannot be. A form
        among its parts may be filled in only so far; `suggest` is told of it once it is whole."""
        answer = self._by_name(answer)
        found, given = dict[str, Any](), dict[str, Any]()
        for name, part in self.parts.items():
            if isinstance(part, Form):
                begun = answer.get(name, {})
                if inner := part.suggested(begun):
                    found[name] = inner
                if part._whole(begun):
                    given[name] = part.accept(begun)
            elif name in answer:
                given[name] = part.accept(answer[name])
                found[name] = plain(given[name])
        for name, value in (self.suggest(given) if self.suggest else {}).items():
            if not answer.get(name):
                found[name] = plain(self.parts[name].accept(value))
        for name, part in self.parts.items():
            if name not in found and (usual := usual_answer(part)) is not None:
                found[name] = plain(usual)
        return {name: found[name] for name in self.parts if name in found}

    @property
    def suggests(self) -> bool:
        """Whether there is more to say about some answers than each part says of itself."""
        return self.suggest is not None or any(_suggests(part) for part in self.parts.values())

    def _whole(self, answer: Mapping[str, Any]) -> bool:
        return all(
            name in answer and (not isinstance(part, Form) or part._whole(answer[name]))
            for name, part in self.parts.items()
        )

    def _by_name(self, answer: object) -> Mapping[str, Any]:
        """Answers to some of its parts; refuses what is none."""
        if not isinstance(answer, dict) and not isinstance(answer, Mapping):
            raise Refused(f"a form is answered with a mapping of: {', '.join(self.parts)}")
        strange = [name for name in answer if name not in self.parts]
        if strange:
            raise Refused(f"the form has no part {shown(strange[0])}; its parts are: {', '.join(self.parts)}")
        return answer

    def _concerns(self, accepted: Mapping[str, Any]) -> list[Concern]:
        found = [each for says in (self.judge, self.warn) if says for each in says(accepted)]
        for name, part in self.parts.items():
            if isinstance(part, Form):
                inner = part._concerns(accepted[name])
                found += [Concern((name, *each.part), each.words, each.rule, each.barred) for each in inner]
        return found


def usual_answer(question: Question) -> Any:
    """What most would answer to a question that is no form, as `accept` gives it; None if it does not say."""
    if isinstance(question, Choose):
        return question.usual or None
    if isinstance(question, Route | Drive) and question.usual is not None:
        return question.accept(question.usual())
    return None


def suggested(question: Question, answer: object) -> Any:
    """What is suggested as the answer to a question, given some of it, as JSON; None if nothing is."""
    return question.suggested(answer) if isinstance(question, Form) else plain(usual_answer(question))


def plain(answer: object) -> Any:
    """An accepted answer as the JSON that `accept` would take again."""
    if isinstance(answer, Way) and answer.legs:
        return {"legs": [[leg.turn, leg.inches] for leg in answer.legs]}
    if isinstance(answer, Way):
        return {"path": [list(_xyz(spot)) for spot in answer.path], "facing": answer.facing}
    if isinstance(answer, Mapping):
        return {name: plain(value) for name, value in answer.items()}
    return answer


def shown(value: object) -> str:
    """Whatever somebody sent, short enough to be shown back to them."""
    try:
        return _short.repr(value)
    except ValueError:
        return f"a {type(value).__name__} too long to be shown"


_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = 60


def _number(value: object) -> bool:
    """Whether it is a number that inches or degrees can be; neither NaN nor infinity is."""
    if type(value) is not float and (isinstance(value, bool) or not isinstance(value, int | float)):
        return False
    return -LARGEST <= value <= LARGEST


def _suggests(part: Question) -> bool:
    """Whether a client has to ask for what is usual: that of a `Choose` it is told."""
    if isinstance(part, Form):
        return part.suggests
    return isinstance(part, Route | Drive) and part.usual is not None


def _leg(leg: object) -> Leg:
    if not isinstance(leg, list | tuple) or len(leg) != 2 or not all(map(_number, leg)):
        raise Refused(f"a leg is [turn, inches], the turn in degrees, not {shown(leg)}")
    return Leg(*map(float, leg))


def _spot(point: object) -> Spot:
    if isinstance(point, Spot):
        x, y, z = point.x, point.y, point.z
        inches = type(x) is type(y) is type(z) is float
        if inches and -LARGEST <= x <= LARGEST and -LARGEST <= y <= LARGEST and -LARGEST <= z <= LARGEST:
            return point
        point = x, y, z
    if not isinstance(point, list | tuple) or len(point) not in (2, 3) or not all(map(_number, point)):
        raise Refused(f"a point is [x, y] or [x, y, z] in inches, not {shown(point)}")
    return Spot(*map(float, point))


def _facing(value: object) -> float:
    """Degrees from 0 up to, but not including, 360."""
    if not _number(value):
        raise Refused(f"facing must be a number of degrees or null, not {shown(value)}")
    return float(value) % 360.0 % 360.0  # type: ignore[arg-type]


def _same(a: Spot, b: Spot) -> bool:
    return a == b or math.dist(_xyz(a), _xyz(b)) <= 1e-6


def _xyz(spot: Spot) -> tuple[float, float, float]:
    return spot.x, spot.y, spot.z
