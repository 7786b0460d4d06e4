"""Questions where something goes or is put, as the ground allows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot

from warbook.board.bodies import Other, body_rows
from warbook.board.geometry import Spot
from warbook.board.kernel import Floats
from warbook.board.paths import Barred, Going, Ground, Path, Reach
from warbook.core.questions import Refusal, Route


def walk(
    text: str,
    piece: str,
    start: Spot,
    ground: Ground,
    going: Going,
    blockers: Sequence[Other],
    occupied: Sequence[Other],
    rule: str,
    kind: str,
    bars: Mapping[str, str],
) -> Route:
    """Where somebody walks. `bars` has the rules by which a way is barred, by what bars it, where it is not
    `rule`."""
    judged: dict[Path, float | Refusal] = {}  # the path looked at last
    reached: list[Reach] = []
    others: list[tuple[Floats, Floats]] = []  # the rows of those in the way

    def reach() -> Reach:
        if not reached:
            reached.append(ground.reach(start, going, blockers, occupied))
        return reached[0]

    def judge(path: Path) -> float | Refusal:
        if len(path) < 2:
            return 0.0
        if path not in judged:
            judged.clear()
            if not others:
                others.append((body_rows(blockers), body_rows(occupied)))
            cost = ground.cost(path, going, *others[0])
            judged[path] = cost if cost <= going.allowance + 1e-6 else refusal(path)
        return judged[path]

    def refusal(path: Path) -> Refusal:
        verdict = ground.judge(path, going, *others[0])
        assert isinstance(verdict, Barred), "a way that can be paid for is not barred"
        return Refusal(verdict.words, bars.get(verdict.kind, rule))

    def path_to(x: float, y: float, z: float | None) -> Path | None:
        if z is not None:
            exact = ground.shortest(start, Spot(x, y, z), going, blockers, occupied)
            if exact is not None:
                return exact
        return reach().path(reach().nearest(x, y, z))

    return Route(
        text=text,
        piece=piece,
        start=start,
        judge=judge,
        reach=lambda: reach().spots.tolist(),
        path=path_to,
        allowance=going.allowance,
        rule=rule,
        kind=kind,
    )


def placing(
    text: str,
    piece: str,
    judge: Callable[[Path], float | Refusal],
    legal: Callable[[], Sequence[Spot]],
    rule: str,
    kind: str = "",
    faces: Callable[[Spot, float | None], float | Refusal] | None = None,
) -> Route:
    """Where something is put: where it is asked to be if that is allowed, else at the nearest of the `legal`
    spots."""

    def nearest(x: float, y: float, z: float | None) -> Path | None:
        asked = Spot(x, y, z or 0.0)
        if not isinstance(judge((asked,)), Refusal):
            return (asked,)
        spots = legal()
        return (min(spots, key=lambda spot: hypot(spot.x - x, spot.y - y)),) if spots else None

    return Route(
        text=text,
        piece=piece,
        start=None,
        judge=judge,
        reach=lambda: [(spot.x, spot.y, spot.z) for spot in legal()],
        path=nearest,
        rule=rule,
        kind=kind,
        faces=faces,
    )
