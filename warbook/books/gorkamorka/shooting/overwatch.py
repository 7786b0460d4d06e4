"""Overwatch: who waits for an enemy to show himself, and shoots in the middle of what that enemy does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct

from warbook.board.geometry import Shapes
from warbook.books.gorkamorka.field.aboard import drives_for, ride
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.shooting import firing, prospects, wedges
from warbook.books.gorkamorka.shooting.able import hampered, usable
from warbook.books.gorkamorka.shooting.arms import Arm, ready
from warbook.books.gorkamorka.shooting.modifiers import Conditions, ease
from warbook.books.gorkamorka.shooting.orders import Order, burst_option, carry_out, dice_of
from warbook.books.gorkamorka.shooting.targets import Mark, seen, target_barred, targets
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior
from warbook.core.events import Became
from warbook.core.questions import Choose, Option, Refusal

RULE = "gce.overwatch.fire"


class Chance(Struct, frozen=True):
    """After so many inches of a move these watchers may shoot; who has the target only for a moment has it
    as a fleeting one."""

    inches: float
    watchers: tuple[tuple[str, bool], ...]


# ---------------------------------------------------------------- setting it


def may_watch(battle: Battle, warrior: Warrior) -> Refusal | None:
    """gce.overwatch.set, gce.R9.18: on foot, in place of moving and of all else this turn."""
    if warrior.aboard:
        return Refusal("is on a vehicle", "gce.overwatch.set")
    if (
        not warrior.up
        or warrior.burning
        or warrior.netted
        or warrior.idle
        or warrior.moved
        or warrior.helping
    ):
        return Refusal("cannot watch now", "gce.overwatch.set")
    if engaged(battle, warrior):
        return Refusal("is engaged in hand-to-hand combat", "gce.shooting.not-when-engaged")
    if not ready(battle, warrior):
        return Refusal("has no weapon to watch with", "gce.overwatch.set")
    return None


def watch(game: Game, warrior: Warrior) -> None:
    """gce.overwatch.arc: from now on as he faces. gce.overwatch.hiding: who hides goes on hiding."""
    warrior.overwatch = True
    words = f"{warrior.name} is on overwatch."
    game.tell(Became(piece=warrior.id, status="overwatch", words=words, rule="gce.overwatch.set"))


# ---------------------------------------------------------------- a move that is interrupted


def watchers(battle: Battle, mover: Mark) -> list[Warrior]:
    """The enemies on overwatch, in the turn of somebody else (gce.overwatch.lost-at-turn-end)."""
    return [
        warrior
        for warrior in battle.enemies(_side(battle, mover))
        if warrior.overwatch and warrior.on_foot and warrior.side != battle.side
    ]


def _side(battle: Battle, mover: Mark) -> str:
    return drives_for(battle, mover) if isinstance(mover, Vehicle) else mover.side


def plan_overwatch(
    battle: Battle, mover: Mark, stations: Sequence[tuple[float, Mark]], rushing: bool = False
) -> list[Chance]:
    """gce.overwatch.fire, gce.R9.19: at which stations of a controlled move of the side whose turn it is
    somebody is asked: the mover comes into his arc or sight, will be gone or in better cover at the next, or
    stops; and where a charge or a ram begins. A station is the mover as it will be there; the first is the
    start."""
    if _side(battle, mover) != battle.side or len(stations) < 2:
        return []
    found: dict[int, list[tuple[str, bool]]] = {}
    for watcher in watchers(battle, mover):
        arms = usable(battle, watcher)
        open_at = [_open(battle, watcher, arms, there) for _, there in stations]
        shown = [_shown(battle, watcher, there) for _, there in stations] if any(open_at) else []
        for number in _asked_at(open_at, shown, rushing):
            fleeting = rushing or _fleeting([part > 0.0 for part in shown], number)
            found.setdefault(number, []).append((watcher.id, fleeting))
    return [Chance(stations[number][0], tuple(found[number])) for number in sorted(found)]


def _open(battle: Battle, watcher: Warrior, arms: Sequence[Arm], there: Mark) -> bool:
    return any(target_barred(battle, watcher, arm, there) is None for arm in arms)


def _shown(battle: Battle, watcher: Warrior, there: Mark) -> float:
    """How much of it he sees there."""
    if isinstance(there, Warrior) and there.hidden:
        return 0.0
    return seen(battle, watcher, there)


def _asked_at(open_at: Sequence[bool], shown: Sequence[float], rushing: bool) -> list[int]:
    last = len(open_at) - 1
    found = []
    for number, now in enumerate(open_at):
        comes = number > 0 and not open_at[number - 1]
        goes = number < last and (not open_at[number + 1] or _better_covered(*shown[number : number + 2]))
        if now and (comes or goes or number == last or (rushing and not number)):
            found.append(number)
    return found


def _better_covered(now: float, then: float) -> bool:
    """Whether cover makes it harder to hit then than now."""
    return ease(Conditions(seen=then)) < ease(Conditions(seen=now))


def _fleeting(shows: Sequence[bool], number: int) -> bool:
    """gce.shooting.mod-overwatch-target, gce.R9.21: it was out of sight during this move, or will be at the
    next station."""
    return not all(shows[:number]) or not all(shows[number + 1 : number + 2])


def anybody(battle: Battle, asked: Sequence[tuple[str, bool]]) -> bool:
    """Whether one of them still watches."""
    return any(battle.warrior(name).overwatch for name, _ in asked)


def interrupt(game: Game, mover: Mark, asked: Sequence[tuple[str, bool]]) -> None:
    """The watchers shoot at whom they interrupt, each side in the order it likes (gce.R9.19, gce.R9.20)."""
    battle = game.battle
    fleeting = dict(asked)
    for side in battle.order:
        waiting = [battle.warrior(name) for name in fleeting if battle.warrior(name).side == side]
        while waiting and mover.on_table:
            able = {each.id: arms for each in waiting if (arms := _arms(battle, each, mover))}
            if not able:
                break
            options = [_option(battle, name, arms, mover, fleeting[name]) for name, arms in able.items()]
            text = f"{mover.name} is in sight: does anybody on overwatch shoot?"
            question = Choose(text, [*options, Option("hold", "Hold fire")], RULE, mover.id, kind="overwatch")
            question.bears = partial(_bears, battle, able, mover)
            chosen = game.ask(side, question)
            if chosen == "hold":
                break
            watcher = battle.warrior(chosen)
            waiting.remove(watcher)
            _shoot(game, watcher, able[chosen], mover, fleeting[chosen])


def _option(battle: Battle, name: str, arms: Sequence[Arm], mover: Mark, fleeting: bool) -> Option:
    watcher = battle.warrior(name)
    look = partial(prospects.of_arms, battle, watcher, arms, mover, fleeting)
    return Option(name, f"{watcher.name} shoots", name, preview=look, about=tuple(arm.id for arm in arms))


def _bears(battle: Battle, able: Mapping[str, Sequence[Arm]], mover: Mark, option: str) -> Shapes:
    """Of the watcher who is pointed at; of all of them while none is."""
    shown = [name for name in able if option in ("", name)]
    wide = [wedges.bears(battle, battle.warrior(name), able[name], mover.id) for name in shown]
    return tuple(shape for shapes in wide for shape in shapes)


def _arms(battle: Battle, watcher: Warrior, mover: Mark) -> list[Arm]:
    """The weapons with which he may shoot at it now. gce.R9.20: whoever is closest, unless a switch has
    target priority hold."""
    if not watcher.overwatch or hampered(battle, watcher) is not None:
        return []
    free = not battle.rulings.overwatch_priority
    return [
        arm
        for arm in usable(battle, watcher)
        if any(mark.id == mover.id and bar is None for mark, bar in targets(battle, watcher, arm, free))
    ]


def _shoot(game: Game, watcher: Warrior, arms: Sequence[Arm], mover: Mark, fleeting: bool) -> None:
    """gce.overwatch.lost-by-firing. gce.overwatch.multiple-shots: a burst is one shot."""
    battle = game.battle
    options = []
    for arm in arms:
        look = partial(prospects.preview, battle, watcher, arm, mover, fleeting)
        options.append(Option(arm.id, f"A single shot with {arm.words}", mover.id, preview=look))
        for dice in dice_of(arm):
            look = partial(prospects.preview, battle, watcher, arm, mover, fleeting, dice)
            options.append(burst_option(watcher, arm, dice, look))
    chosen = options[0].id
    if len(options) > 1:
        text = f"{watcher.name}: how does he shoot at {mover.name}?"
        question = Choose(text, options, "gce.overwatch.multiple-shots", watcher.id, kind="mode")
        used = {option.id: option.about[0] if option.about else option.id for option in options}
        question.bears = lambda option: wedges.bears(
            battle, watcher, [arm for arm in arms if used.get(option, arm.id) == arm.id], mover.id
        )
        chosen = game.ask(watcher.side, question)
    watcher.overwatch = False
    words = f"{watcher.name} shoots on overwatch."
    rule = "gce.overwatch.lost-by-firing"
    game.tell(Became(piece=watcher.id, status="overwatch", gained=False, words=words, rule=rule))
    if chosen.startswith("auto "):
        _, name, count = chosen.split()
        arm = next(each for each in arms if each.id == name)
        burst = firing.roll_burst(game, watcher, int(count))
        order = Order(arm, mover.id if burst.shots else "", burst=burst, fleeting=fleeting)
    else:
        order = Order(next(arm for arm in arms if arm.id == chosen), mover.id, fleeting=fleeting)
    carry_out(game, watcher, order)


# ---------------------------------------------------------------- other moments


def halted(game: Game, mover: Mark) -> None:
    """It stops before its move was over."""
    if _side(game.battle, mover) == game.battle.side and mover.on_table:
        interrupt(game, mover, [(watcher.id, False) for watcher in watchers(game.battle, mover)])


def before_squash(game: Game, vehicle: Vehicle, warrior: Warrior) -> None:
    """Whom it is about to run down has his last moment to shoot: jumping or falling ends his watch
    (gce.overwatch.lost-by-moving)."""
    if drives_for(game.battle, vehicle) == game.battle.side != warrior.side:
        interrupt(game, vehicle, [(warrior.id, False)])


def before_shot(game: Game, shooter: Warrior) -> bool:
    """gce.R9.19: before each declared shot. Whether he can still take it, from where he was."""
    battle, aboard = game.battle, shooter.aboard
    own: Warrior | Vehicle = ride(battle, shooter) or shooter
    interrupt(game, own, [(watcher.id, False) for watcher in watchers(battle, own)])
    return shooter.on_table and shooter.aboard == aboard and hampered(battle, shooter) is None
