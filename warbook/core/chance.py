"""Exact odds from the very function that plays.

A kernel is a pure function of `dice` and small hashable values. Decorated with `@chance` it plays as before,
and `kernel.odds(...)` gives the exact distribution of its result: `Exact` dice run it along every path,
replaying the choices made so far and then taking the next one.
"""

import builtins
import dataclasses
import inspect
import operator
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, update_wrapper
from itertools import combinations_with_replacement
from math import factorial, gcd, prod
from types import FunctionType
from typing import Any, ClassVar, Concatenate, ParamSpec, Protocol, TypeVar, cast

import msgspec

from warbook.core.dice import Dice

T = TypeVar("T")
U = TypeVar("U")
P = ParamSpec("P")
R = TypeVar("R")
G = TypeVar("G")

MOST_PATHS = 5_000_000
MOST_CHOICES = 10_000
MOST_NESTED = 20_000
MOST_REMEMBERED = 200_000


def chance(rule: Callable[Concatenate[Dice, P], R]) -> "Kernel[P, R]":
    """Make a kernel of a pure function of dice and hashable arguments with a hashable result."""
    memo: dict[tuple[Any, ...], Odds[Any]] = {}
    kernel = written(rule, memo)
    update_wrapper(kernel, rule)
    kernel.kernel = rule
    kernel.name = f"{rule.__module__}.{rule.__qualname__}"
    KERNELS[kernel.name] = kernel
    return cast("Kernel[P, R]", kernel)


def given(kernel: "Kernel[Concatenate[G, P], R]", first: G) -> "Kernel[P, R]":
    """The kernel with its first argument settled: as quick in play, and it remembers odds together with it.

    So a kernel that books share is told once what a book calls its rolls.
    """
    whole: Any = kernel
    rule = whole.kernel
    settled = written(rule, whole.memo, whole, first)
    settled.__doc__, settled.name = rule.__doc__, whole.name
    settled.kernel = settled.__wrapped__ = lambda dice, *args: rule(dice, first, *args)
    return cast("Kernel[P, R]", settled)


def written(
    rule: Callable[..., Any], memo: dict[tuple[Any, ...], Any], whole: Any = None, first: Any = None
) -> Any:
    """A function that plays the rule and knows its odds: its own, or where `first` settles what the kernel
    `whole` is first given, the odds of that."""
    given = inspect.signature(rule).parameters.values()
    if not given or any(each.kind is not each.POSITIONAL_OR_KEYWORD for each in given):
        raise TypeError(f"{rule.__qualname__} must take dice and plain arguments to be a kernel.")
    dice, *names = [each.name for each in given]
    settled, names = ("_first, ", names[1:]) if whole else ("", names)
    args = "".join(f"{name}, " for name in names)
    made: dict[str, Any] = {"_rule": rule, "_known": memo.get, "_work_out": work_out, "_first": first}
    exec(TEMPLATE.format(dice=dice, settled=settled, args=args), made)
    play, odds = made["_play"], made["_odds"]
    made["_whole"] = whole or play
    play.__defaults__ = odds.__defaults__ = cast(FunctionType, rule).__defaults__
    play.odds, play.memo = odds, memo
    return play


def foretold(dice: Dice, odds: "Odds[T]") -> T:
    """Under exact dice: an outcome of odds that were counted, where the dice would take too many paths. The
    same odds must be given on every path; with real dice the kernel throws as it plays."""
    return cast(T, cast(Exact, dice).fork(odds, odds))


# Written out with the rule's own arguments because passing on `*args` would cost four times as much in play.
TEMPLATE = """
def _play({dice}, {args}):
    if {dice}.exact:
        return {dice}.outcome(_whole, ({settled}{args}))
    return _rule({dice}, {settled}{args})

def _odds({args}):
    known = _known(({settled}{args}))
    return _work_out(_whole, ({settled}{args})) if known is None else known
"""


class Kernel(Protocol[P, R]):
    """A rule that plays with any dice and knows its own odds."""

    name: str
    memo: dict[tuple[Any, ...], "Odds[Any]"]

    @property
    def kernel(self) -> Callable[..., R]: ...

    @property
    def __wrapped__(self) -> Callable[..., R]: ...

    def __call__(self, dice: Dice, /, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def odds(self, *args: P.args, **kwargs: P.kwargs) -> "Odds[R]": ...


KERNELS: dict[str, Kernel[..., Any]] = {}


def forget() -> None:
    """Forget all odds worked out so far."""
    for kernel in KERNELS.values():
        kernel.memo.clear()
    for known in (number_die, sums, pools):
        known.cache_clear()


class Odds(Mapping[T, Fraction]):
    """The exact chance of each outcome, in the order first reached: `weights[outcome]` in `total`."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        common = gcd(*weights.values())
        self.weights: dict[T, int] = {outcome: weight // common for outcome, weight in weights.items()}
        self.total: int = sum(self.weights.values())

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self.weights[outcome], self.total)

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Odds):
            return self.weights == other.weights
        return super().__eq__(other)

    def __repr__(self) -> str:
        lines = ", ".join(f"{outcome!r}: {weight}/{self.total}" for outcome, weight in self.weights.items())
        return f"Odds({lines})"

    def chance(self, wanted: Callable[[T], object] | T) -> Fraction:
        """The chance of an outcome (0 if it cannot happen), or of all outcomes that a function accepts."""
        if callable(wanted):
            return Fraction(sum(w for outcome, w in self.weights.items() if wanted(outcome)), self.total)
        return Fraction(self.weights.get(wanted, 0), self.total)

    def map(self, fn: Callable[[T], U]) -> "Odds[U]":
        """The odds of `fn(outcome)`."""
        merged: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            value = fn(outcome)
            merged[value] = merged.get(value, 0) + weight
        return Odds(merged)

    def mean(self, fn: Callable[[T], Any] = cast(Any, Fraction)) -> Fraction:
        """The exact mean of `fn(outcome)`."""
        whole, rest = 0, Fraction(0)
        for outcome, weight in self.weights.items():
            value = fn(outcome)
            if type(value) is int:
                whole += weight * value
            else:
                rest += weight * Fraction(value)
        return (rest + whole) / self.total


class NoOdds(Exception):
    """The odds of a kernel cannot be worked out."""


class Exact(Dice):
    """Shows one kernel every way its dice can fall.

    A path is a list of choices. A run of the kernel replays the choices on the path and appends the first
    outcome of every further branch; then the last choice with outcomes left moves on, and it runs again.
    Invariant: `nums[n] / dens[n]` is the chance of the first n choices, and `tally[result] / whole` that of
    the paths so far that ended in the result.
    """

    exact: ClassVar[bool] = True
    __slots__ = (
        "args",
        "asked",
        "at",
        "choices",
        "dens",
        "hashed",
        "kernel",
        "nums",
        "paths",
        "rest",
        "tally",
        "thrown",
        "whole",
    )

    def __init__(self, kernel: Kernel[..., Any], args: tuple[Any, ...]) -> None:
        self.kernel, self.args = kernel, args
        self.choices: list[Any] = []
        self.asked: list[object] = []
        self.rest: list[Iterator[tuple[Any, int]]] = []
        self.nums, self.dens = [1], [1]
        self.paths = 0
        self.tally: dict[Any, int] = {}
        self.whole = 1

    def run(self) -> Odds[Any]:
        """Take every path there is. Raises `Unknown` when the odds of another kernel are needed first."""
        rule, args, tally = self.kernel.kernel, self.args, self.tally
        going = True
        while going:
            self.at, self.thrown, self.hashed = 0, False, False
            result = rule(self, *args)
            if self.thrown:
                hash(result)
                if self.hashed:
                    result = plain(result)
            if self.at != len(self.choices):
                raise self.impure()
            share = self.share(self.dens[-1])
            tally[result] = tally.get(result, 0) + share
            going = self.move_on()
            self.paths += 1
            if self.paths > MOST_PATHS:
                raise NoOdds(
                    f"{self.kernel.name} has more than {MOST_PATHS:,} paths: split it into smaller kernels."
                )
        return Odds(tally)

    def share(self, den: int) -> int:
        """What `nums[-1] / den` is in parts of `whole`; if these are too coarse, the tally gets finer."""
        if self.whole % den:
            finer = den // gcd(self.whole, den)
            self.whole *= finer
            for result in self.tally:
                self.tally[result] *= finer
        return self.nums[-1] * (self.whole // den)

    def move_on(self) -> bool:
        rest, choices, nums, dens = self.rest, self.choices, self.nums, self.dens
        while rest:
            for choice, weight in rest[-1]:
                choices[-1] = choice
                nums[-1] = nums[-2] * weight
                return True
            del rest[-1], choices[-1], self.asked[-1], nums[-1], dens[-1]
        return False

    def fork(self, asked: object, odds: Odds[Any]) -> Any:
        """The outcome of `odds` on this path."""
        at = self.at
        self.at = at + 1
        if at < len(self.choices):
            if self.asked[at] is not asked:
                raise self.impure()
            return self.choices[at]
        if at >= MOST_CHOICES:
            raise NoOdds(f"{self.kernel.name} never ends: {MOST_CHOICES:,} choices on one path.")
        rest = iter(odds.weights.items())
        choice, weight = next(rest)
        self.choices.append(choice)
        self.asked.append(asked)
        self.rest.append(rest)
        self.nums.append(self.nums[-1] * weight)
        self.dens.append(self.dens[-1] * odds.total)
        return choice

    def outcome(self, kernel: Kernel[..., Any], args: tuple[Any, ...]) -> Any:
        """One outcome of another kernel."""
        if self.thrown:
            hash(args)
        at = self.at
        if at < len(self.choices):
            if self.asked[at] is not kernel:
                raise self.impure()
            self.at = at + 1
            return self.choices[at]
        if self.hashed:
            args = plain(args)
        odds = kernel.memo.get(args)
        if odds is None:
            raise Unknown(kernel, args)
        return self.fork(kernel, odds)

    def impure(self) -> NoOdds:
        return NoOdds(f"{self.kernel.name} is not pure: given the same dice again it took another turn.")

    def d6(self, rule: str = "", need: int | None = None, most: int | None = None) -> int:
        return self.lazy(number_die((1, 2, 3, 4, 5, 6)))

    def d3(self, rule: str = "") -> int:
        return self.lazy(number_die((1, 2, 3)))

    def total(self, count: int, rule: str = "", need: int | None = None, most: int | None = None) -> int:
        return self.lazy(sums(int(count)))

    def pool(self, count: int, rule: str = "", keep: int = 0, need: int | None = None) -> tuple[int, ...]:
        odds = pools(int(count))
        return cast(tuple[int, ...], self.fork(odds, odds))

    def face(self, faces: tuple[T, ...], rule: str = "") -> T:
        die = number_die(faces)
        if all(type(face) is int for face in faces):
            return cast(T, self.lazy(die))
        return cast(T, self.fork(die.odds, die.odds))

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        die = number_die(tuple(range(1, sides + 1))).odds
        return tuple(self.fork(die, die) for _ in range(count))

    def lazy(self, faces: "Faces") -> int:
        self.thrown = True
        return cast(int, LazyDie(self, faces))


class Unknown(BaseException):
    """Odds wanted before the run can go on. No rule may catch it, hence not an Exception."""

    def __init__(self, kernel: Kernel[..., Any], args: tuple[Any, ...]) -> None:
        self.kernel, self.args = kernel, args


def work_out(kernel: Kernel[..., Any], args: tuple[Any, ...]) -> Odds[Any]:
    """Work out and remember the odds of a kernel, after those of all kernels it calls.

    Callers wait on a stack of our own: Python's is too shallow for a volley of 200 shots.
    """
    waiting = [Exact(kernel, plain(args))]
    begun = {(kernel, waiting[0].args)}
    while True:
        run = waiting[-1]
        try:
            odds = run.run()
        except Unknown as wanted:
            key = wanted.kernel, wanted.args
            if key in begun:
                raise NoOdds(
                    f"{wanted.kernel.name} never ends: it comes back to the same arguments."
                ) from None
            if len(waiting) >= MOST_NESTED:
                raise NoOdds(
                    f"{wanted.kernel.name} never ends: {MOST_NESTED:,} calls within calls."
                ) from None
            begun.add(key)
            waiting.append(Exact(*key))
            continue
        except Exception as fault:
            fault.add_note(f"in the odds of {run.kernel.name}{run.args}")
            raise
        if len(run.kernel.memo) >= MOST_REMEMBERED:
            run.kernel.memo.clear()
        run.kernel.memo[run.args] = odds
        begun.discard((run.kernel, run.args))
        waiting.pop()
        if not waiting:
            return odds


class Faces:
    """The faces a lazy die can still show, with their odds, and how each question splits them."""

    __slots__ = ("odds", "splits")

    def __init__(self, odds: Odds[Any]) -> None:
        self.odds = odds
        self.splits: dict[tuple[Comparison, Any], Split] = {}

    def split(self, compare: "Comparison", other: Any) -> "Split":
        yes = {face: weight for face, weight in self.odds.weights.items() if compare(face, other)}
        no = {face: weight for face, weight in self.odds.weights.items() if face not in yes}
        coin = Odds({True: sum(yes.values()), False: sum(no.values())}) if yes and no else None
        split = coin, Faces(Odds(yes)) if yes else None, Faces(Odds(no)) if no else None
        self.splits[compare, other] = split
        return split


Comparison = Callable[[Any, Any], Any]
Split = tuple[Odds[bool] | None, Faces | None, Faces | None]


class LazyDie:
    """A die under exact dice: a comparison splits the faces it can still show, other uses make it fall."""

    __slots__ = ("dice", "faces")
    __class__ = property(lambda die: int)

    def __init__(self, dice: Exact, faces: Faces) -> None:
        self.dice, self.faces = dice, faces

    def fall(self) -> Any:
        """The one face it shows from now on."""
        odds = self.faces.odds
        if len(odds.weights) > 1:
            face = self.dice.fork(odds, odds)
            self.faces = number_die((face,))
            return face
        (face,) = odds.weights
        return face

    def ask(self, compare: Comparison, other: Any) -> bool:
        if type(other) is LazyDie:
            other = other.fall()
        faces = self.faces
        coin, yes, no = faces.splits.get((compare, other)) or faces.split(compare, other)
        if coin is None:
            return yes is not None
        answer: bool = self.dice.fork(coin, coin)
        self.faces = cast(Faces, yes if answer else no)
        return answer

    def __bool__(self) -> bool:
        return self.ask(operator.ne, 0)

    def __hash__(self) -> int:
        self.dice.hashed = True
        return hash(self.fall())

    def __reduce__(self) -> tuple[Any, ...]:
        return int, (self.fall(),)

    def __rdivmod__(self, other: Any) -> Any:
        return divmod(other, self.fall())

    def __repr__(self) -> str:
        return f"<a die that can show {', '.join(map(str, self.faces.odds))}>"

    def __getattr__(self, name: str) -> Any:
        return getattr(self.fall(), name)


def forward(use: Callable[..., Any]) -> Callable[..., Any]:
    return lambda die, *others: use(die.fall(), *others)


def reflected(use: Callable[..., Any]) -> Callable[..., Any]:
    return lambda die, other: use(other, die.fall())


def asked(compare: Comparison) -> Callable[[LazyDie, Any], bool]:
    return lambda die, other: die.ask(compare, other)


for op in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(LazyDie, f"__{op}__", asked(getattr(operator, op)))
for op in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or", "xor"):
    use = getattr(operator, f"__{op}__")
    setattr(LazyDie, f"__{op}__", forward(use))
    setattr(LazyDie, f"__r{op}__", reflected(use))
for op in ("neg", "pos", "abs", "invert", "index"):
    setattr(LazyDie, f"__{op}__", forward(getattr(operator, f"__{op}__")))
for op in ("int", "float", "round", "str", "format", "divmod"):
    setattr(LazyDie, f"__{op}__", forward(getattr(builtins, op)))


PLAIN = (int, str, bool, float, type(None))


def plain(value: Any) -> Any:
    """The value with every lazy die in it fallen to an int."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is LazyDie:
        return value.fall()
    if kind is tuple or kind is frozenset:
        return kind(map(plain, value))
    if isinstance(value, tuple):
        return kind(*map(plain, value))
    if isinstance(value, msgspec.Struct):
        if not value.__struct_config__.eq:
            return value  # equal to nothing but itself, so a copy would not be found in a memo
        fields = {field: plain(getattr(value, field)) for field in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    if dataclasses.is_dataclass(kind):
        fields = {
            field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(kind) if field.init
        }
        return dataclasses.replace(value, **fields)
    return value


@cache
def number_die(faces: tuple[Any, ...]) -> Faces:
    weights: dict[Any, int] = {}
    for face in faces:
        weights[face] = weights.get(face, 0) + 1
    return Faces(Odds(weights))


@cache
def sums(count: int) -> Faces:
    ways = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, weight in ways.items():
            for face in range(1, 7):
                longer[total + face] = longer.get(total + face, 0) + weight
        ways = longer
    return Faces(Odds(ways))


@cache
def pools(count: int) -> Odds[tuple[int, ...]]:
    faces = range(6, 0, -1)
    orders = factorial(count)
    return Odds(
        {
            pool: orders // prod(map(factorial, map(pool.count, faces)))
            for pool in combinations_with_replacement(faces, count)
        }
    )
