"""What somebody shoots with, how, and at whom; and then the shooting itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Body, Disc, Shapes, Spot
from warbook.board.sight import sight_of
from warbook.board.terrain import surface_at
from warbook.books.gorkamorka.field.bodies import model
from warbook.books.gorkamorka.field.seeing import cover_by_share, eye, hindrance, screens
from warbook.books.gorkamorka.hiding import show
from warbook.books.gorkamorka.shooting import explosives, firing, prospects, wedges
from warbook.books.gorkamorka.shooting.able import at_ground, has_target, usable
from warbook.books.gorkamorka.shooting.aim import inches_to, reach
from warbook.books.gorkamorka.shooting.ammo import spend
from warbook.books.gorkamorka.shooting.arms import Arm, Post, post
from warbook.books.gorkamorka.shooting.dice import Burst
from warbook.books.gorkamorka.shooting.flames import flame
from warbook.books.gorkamorka.shooting.targets import UNSEEN, Mark, seen, targets
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.trouble import settle
from warbook.core.questions import Choose, Option, Preview, Refusal, Route, Way

FLOOR = 0.1


class Order(Struct):
    """A declared shot. One that jammed has no target; a bomb may have a spot in place of one."""

    arm: Arm
    target: str = ""
    spot: Spot | None = None
    burst: Burst | None = None
    guess: int = 0
    fleeting: bool = False


# ---------------------------------------------------------------- what he declares


def declare_shot(game: Game, shooter: Warrior) -> Order | None:
    """gce.shooting.declare: the target, then the weapon; of a burst the weapon and the dice first
    (gce.R1.6). None if he holds his fire."""
    arms = usable(game.battle, shooter)
    burst = _ask_mode(game, shooter, arms)
    if burst == "hold":
        return None
    if burst != "single":
        _, name, dice = burst.split()
        arm = next(each for each in arms if each.id == name)
        return _declare_burst(game, shooter, arm, int(dice))
    return _declare_single(game, shooter, arms)


def _ask_mode(game: Game, shooter: Warrior, arms: Sequence[Arm]) -> str:
    """gce.special-weapons.full-auto-declare: asked of who has such a weapon and a target for it."""
    battle = game.battle
    automatic = [arm for arm in arms if arm.weapon.sustained_dice and has_target(battle, shooter, arm)]
    if not automatic:
        return "single"
    aims = [(arm, open_marks(battle, shooter, arm)) for arm in arms]
    alone = partial(prospects.of_aims, battle, shooter, aims)
    options = [Option("single", "A single shot", shooter.id, preview=alone)]
    for arm in automatic:
        marks = open_marks(battle, shooter, arm)
        for dice in dice_of(arm):
            look = partial(prospects.of_marks, battle, shooter, arm, marks, dice)
            options.append(burst_option(shooter, arm, dice, look))
    options.append(Option("hold", "Hold fire", shooter.id))
    text = f"{shooter.name}: a single shot or full auto?"
    rule = "gce.special-weapons.full-auto-declare"
    question = Choose(text, options, rule, shooter.id, kind="mode")
    burst = {option.id: option.about[0] for option in options if option.about}
    question.bears = lambda option: wedges.bears(
        battle, shooter, [arm for arm in arms if burst.get(option, arm.id) == arm.id]
    )
    return str(game.ask(shooter.side, question))


def likeliest_shot(battle: Battle, shooter: Warrior) -> Preview:
    """The odds of the shot that most likely fells somebody or goes through: at whom, with what and, where
    that may be known, how far away."""
    aims = [(arm, mark) for arm in usable(battle, shooter) for mark in open_marks(battle, shooter, arm)]
    if not aims:
        return Preview((), headline="nobody in sight, but a spot on the ground")
    shots = [(arm, mark, prospects.preview(battle, shooter, arm, mark)) for arm, mark in aims]
    arm, mark, found = max(shots, key=lambda each: prospects.telling(each[1], each[2]))
    far = f', {inches_to(battle, shooter, arm, mark):.1f}"' if battle.rulings.premeasuring else ""
    how = f" with {arm.words}" if len({each.id for each, _ in aims}) > 1 else ""
    aimed = f"at {mark.name}{far}{how}"
    given = f"{aimed}, {found.given}" if found.given else "" if found.cases else aimed
    return replace(found, headline=f"{aimed}: {found.headline}", given=given)


def dice_of(arm: Arm) -> range:
    """gce.special-weapons.multiple-dice."""
    return range(1, arm.weapon.sustained_dice + 1)


def burst_option(shooter: Warrior, arm: Arm, dice: int, look: Callable[[], Preview]) -> Option:
    label = f"Full auto with {arm.words}, {dice} {'die' if dice == 1 else 'dice'}"
    return Option(f"auto {arm.id} {dice}", label, shooter.id, preview=look, about=(arm.id, dice))


def open_marks(battle: Battle, shooter: Warrior, arm: Arm) -> list[Mark]:
    """Those at whom he may shoot with it."""
    return [mark for mark, bar in targets(battle, shooter, arm) if bar is None]


def _declare_burst(game: Game, shooter: Warrior, arm: Arm, dice: int) -> Order:
    burst = firing.roll_burst(game, shooter, dice)
    if not burst.shots:
        return Order(arm, burst=burst)
    options = target_options(game.battle, shooter, [arm], burst.shots)
    text = f"{shooter.name} has {burst.shots} shots with {arm.words}: choose the first target"
    if burst.shots == 1:
        text = f"{shooter.name} has one shot with {arm.words}: choose a target"
    question = Choose(text, options, "gce.shooting.declare", shooter.id, kind="target")
    question.bears = lambda _: wedges.bears(game.battle, shooter, [arm])
    return Order(arm, game.ask(shooter.side, question), burst=burst)


def _declare_single(game: Game, shooter: Warrior, arms: Sequence[Arm]) -> Order | None:
    battle = game.battle
    bombs = [arm for arm in arms if at_ground(arm) and _sees_a_spot(battle, shooter, arm)]
    options = target_options(battle, shooter, arms)
    if bombs:
        options.append(Option("spot", "A spot on the ground (small target, -1)", shooter.id))
    options.append(Option("hold", "Hold fire", shooter.id))
    named = f"fires {arms[0].words}" if len(arms) == 1 else "shoots"
    text = f"{shooter.name} {named}: choose a target"
    question = Choose(text, options, "gce.shooting.declare", shooter.id, kind="target")

    def bears(option: str) -> Shapes:
        """Of the weapons that he may fire at whoever is pointed at; of all while nobody is."""
        able = next((each.about for each in options if each.id == option), None)
        fired = [arm for arm in arms if not able or arm.id in able]
        return wedges.bears(battle, shooter, fired, option if able else "")

    question.bears = bears
    chosen = game.ask(shooter.side, question)
    if chosen == "hold":
        return None
    if chosen == "spot":
        arm = _ask_arm(game, shooter, bombs, None)
        way: Way = game.ask(shooter.side, _spot_question(battle, shooter, arm))
        return Order(arm, spot=way.path[-1])
    mark = model(battle, chosen)
    arm = _ask_arm(game, shooter, arms_for(battle, shooter, arms, mark), mark)
    return Order(arm, mark.id, guess=_ask_guess(game, shooter, arm, mark))


def arms_for(battle: Battle, shooter: Warrior, arms: Sequence[Arm], mark: Mark) -> list[Arm]:
    """Those with which he may shoot at it."""
    return [
        arm
        for arm in arms
        if any(each is mark and bar is None for each, bar in targets(battle, shooter, arm))
    ]


def target_options(battle: Battle, shooter: Warrior, arms: Sequence[Arm], shots: int = 0) -> list[Option]:
    """Every enemy: who may be shot at with one of the weapons, or why not with the first."""
    judged = [targets(battle, shooter, arm) for arm in arms]
    options = []
    for row in zip(*judged, strict=True):
        mark = row[0][0]
        able = [arm for arm, (_, bar) in zip(arms, row, strict=True) if bar is None]
        if shots:
            preview = partial(prospects.preview, battle, shooter, arms[0], mark, shots=shots)
        else:
            preview = partial(prospects.of_arms, battle, shooter, able or arms, mark)
        label = _label(battle, shooter, arms[0], mark)
        barred = None if able else row[0][1]
        hindered = partial(hindrance, battle, shooter, mark) if barred is UNSEEN else None
        about = tuple(arm.id for arm in able)
        options.append(Option(mark.id, label, mark.id, barred, preview, about=about, hindered=hindered))
    return options


def _label(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark) -> str:
    words = [mark.name]
    if battle.rulings.premeasuring:
        words.append(f'{inches_to(battle, shooter, arm, mark):.1f}"')
    hidden = cover_by_share(seen(battle, shooter, mark)) if shooter.aboard != mark.id else ""
    if hidden in ("partial", "cover"):
        words.append("in partial cover" if hidden == "partial" else "in cover")
    if isinstance(mark, Warrior) and not mark.up:
        words.append("Down" if mark.down else "pinned")
    return ", ".join(words)


def _ask_arm(game: Game, shooter: Warrior, arms: Sequence[Arm], mark: Mark | None) -> Arm:
    """gce.shooting.check-range, gce.R4.9: which of his weapons; asked only where there is a choice."""
    if len(arms) == 1:
        return arms[0]
    battle = game.battle
    options = [
        Option(
            arm.id,
            arm.weapon.name,
            shooter.id,
            preview=partial(prospects.preview, battle, shooter, arm, mark) if mark else None,
        )
        for arm in arms
    ]
    text = f"{shooter.name}: which weapon?"
    question = Choose(text, options, "gce.shooting.check-range", shooter.id, kind="weapon")
    question.bears = lambda option: wedges.bears(
        battle, shooter, [arm for arm in arms if option in ("", arm.id)]
    )
    chosen = game.ask(shooter.side, question)
    return next(arm for arm in arms if arm.id == chosen)


def _ask_guess(game: Game, shooter: Warrior, arm: Arm, mark: Mark) -> int:
    """The range of what is lobbed has to be guessed before anything is measured."""
    battle, between = game.battle, arm.weapon.guess
    if between is None:
        return 0
    known = battle.rulings.premeasuring
    options = [
        Option(
            str(guess),
            f'{guess}"',
            mark.id,
            preview=partial(prospects.of_guess, battle, shooter, arm, mark, guess) if known else None,
            about=guess,
        )
        for guess in range(between[0], between[1] + 1)
    ]
    text = f"{shooter.name}: how far is it to {mark.name}?"
    rule = "gce.shooting.no-premeasure"
    return int(game.ask(shooter.side, Choose(text, options, rule, shooter.id, kind="guess")))


# ---------------------------------------------------------------- spots


def _spot_question(battle: Battle, shooter: Warrior, arm: Arm) -> Route:
    """Where nothing may be measured beforehand, neither how far a spot is nor whether it is in range is
    told."""
    known = battle.rulings.premeasuring
    far = reach(shooter, arm.weapon)
    here = post(battle, shooter, arm)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        spot = path[-1]
        inches = here.inches(Body(spot, Disc(0.0), 0.0))
        if known and inches > far:
            return Refusal(f'that is {inches:.1f}" away; the range is {far}"', "gce.shooting.out-of-range")
        return _no_spot(battle, shooter, here, spot) or (inches if known else 0.0)

    def legal(spot: Spot) -> bool:
        return not isinstance(judge((spot,)), Refusal)

    def listed() -> list[tuple[float, float, float]]:
        return [(s.x, s.y, s.z) for s in _spots_ahead(battle, here, far if known else None) if legal(s)]

    def nearest(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        spot = Spot(x, y, z or 0.0)
        return (spot,) if legal(spot) else None

    rule = "gce.special-weapons.grenade-at-ground"
    text = f"{shooter.name}: where is it to come down?"
    return Route(text, shooter.id, None, judge, listed, nearest, float(far), rule, kind="spot")


def _sees_a_spot(battle: Battle, shooter: Warrior, arm: Arm) -> bool:
    here = post(battle, shooter, arm)
    ahead = _spots_ahead(battle, here, reach(shooter, arm.weapon) if battle.rulings.premeasuring else None)
    return any(_no_spot(battle, shooter, here, spot) is None for spot in ahead)


def _spots_ahead(battle: Battle, here: Post, far: int | None) -> list[Spot]:
    """Spots straight ahead as far as the throw goes or, where that may not be measured, the table."""
    across = math.ceil(math.hypot(battle.table.width, battle.table.depth))
    c, s = math.cos(math.radians(here.facing)), math.sin(math.radians(here.facing))
    spot = here.body.spot
    return [Spot(spot.x + n * c, spot.y + n * s, spot.z) for n in range(2, (far or across) + 1)]


def _no_spot(battle: Battle, shooter: Warrior, here: Post, spot: Spot) -> Refusal | None:
    """Why nothing can be aimed at the spot; None if it can."""
    table = battle.table
    if not (0.0 <= spot.x <= table.width and 0.0 <= spot.y <= table.depth):
        return Refusal("that is off the table", "gce.special-weapons.grenade-at-ground")
    if not here.bears(Body(spot, Disc(0.0), 0.0)):
        return Refusal("that is outside his arc", here.rule)
    floor = surface_at(table, spot.x, spot.y, spot.z)
    if floor is None or abs(floor.level - spot.z) > FLOOR:
        return Refusal("there is no floor", "gce.special-weapons.grenade-at-ground")
    own = (shooter.aboard,) if shooter.aboard else ()
    ground = (spot.x, spot.y, spot.z + FLOOR)
    if not sight_of(table).clear(eye(battle, shooter), ground, screens(battle, *own)):
        return Refusal("he does not see that spot", "gce.shooting.body-visible")
    return None


# ---------------------------------------------------------------- what comes of it


def carry_out(game: Game, shooter: Warrior, order: Order) -> None:
    """gce.shooting.sequence: to hit, wounds and damage in full, then what it cost the weapon.
    gce.hiding.shoot-reveals: nobody shoots and stays hidden."""
    if shooter.hidden:
        show(game, shooter, "shoots", "gce.hiding.shoot-reveals")
    calls = order.burst.jams if order.burst else 0
    if order.spot is not None:
        calls += explosives.throw_at_spot(game, shooter, order.arm, order.spot)
        settle(game)
    elif order.target and (mark := model(game.battle, order.target)).on_table:
        calls += _fire(game, shooter, order, mark)
    spend(game, shooter, order.arm, calls)


def _fire(game: Game, shooter: Warrior, order: Order, mark: Mark) -> int:
    """How many ammo rolls it calls for."""
    arm, weapon = order.arm, order.arm.weapon
    if order.burst:
        return firing.spray(game, shooter, arm, mark, order.burst.shots, order.fleeting)
    if weapon.teardrop:
        return flame(game, shooter, arm, mark)
    if weapon.guess:
        calls = explosives.lob(game, shooter, arm, mark, order.guess)
        settle(game)
        return calls
    if weapon.scatters:
        calls = explosives.throw_at(game, shooter, arm, mark, order.fleeting)
        settle(game)
        return calls
    if weapon.harmless:
        assert isinstance(mark, Warrior)
        return firing.snare(game, shooter, arm, mark, order.fleeting)
    return firing.single(game, shooter, arm, mark, order.fleeting)
