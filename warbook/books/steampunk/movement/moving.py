"""A movement step: the part of every unit's order that is due in it, carried out by all together.

Codes are carried out from left to right, turns and changes of speed at their place, and the hex moves of all
units together: first everybody's first, then everybody's second (spf.orders.plus, ruling O5).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from warbook.board.hexes import Hex
from warbook.board.hextable import name_of
from warbook.books.steampunk.aftermath import healing
from warbook.books.steampunk.army.abilities import Jump
from warbook.books.steampunk.army.notation import SPEEDS, Code, Speed, spell
from warbook.books.steampunk.damage.toughness import told_to
from warbook.books.steampunk.dice import reaches
from warbook.books.steampunk.ground import crossing, rising_or_landing
from warbook.books.steampunk.gunnery.readying import release
from warbook.books.steampunk.movement import hiding
from warbook.books.steampunk.movement.choices import FREE_TURN, TEND, choose_targets
from warbook.books.steampunk.movement.destinations import ordered
from warbook.books.steampunk.movement.meeting import (
    NOTHING,
    RULES,
    STRAYED,
    March,
    Stride,
    clashes,
    exposed,
    face,
    settle_moves,
    tell_stride,
)
from warbook.books.steampunk.movement.passengers import unload
from warbook.books.steampunk.orders import carrying_out, lapses
from warbook.books.steampunk.orders.glosses import part_gloss
from warbook.books.steampunk.state import (
    SIDES,
    AimToken,
    Battle,
    Game,
    Unit,
    abilities,
    enemy,
    field,
    flying,
    has,
)
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Became, Note, Revealed
from warbook.core.questions import Choose, Form, Option, Question, Refusal

IN_PLACE = ("L", "R", "A", "B", "aim", "hide")
PULLED = "pulled-by:"  # in Unit.marks, with the id of the unit whose harpoon hit


def move(game: Game, step: int) -> None:
    """Carry out movement 1, 2 or 3. What enemies fight over is in battle.clashes then; nobody has fought."""
    battle = game.battle
    lapses.tell_movement(game, step)
    _turn_up(game, step)
    march = March(
        {
            unit.id: Stride(unit, unit.hex, list(carrying_out.movement_part(battle, unit, step)))
            for unit in battle.on_map()
        }
    )
    if step == 1:
        _harpooned(battle, march)
    _jumps(game, march)
    _carry_all(game, march)
    unload(game, march)
    _surprises(game, march)
    settle_moves(game, march)
    battle.clashes = clashes(battle, march)
    _afterwards(game, march, step)
    hiding.check_clear(game)


def _turn_up(game: Game, step: int) -> None:
    """spf.orders.simultaneous: what all are about to do in it is seen at once, but for who is hidden, before
    anybody does it. Nothing is told of who does nothing."""
    battle = game.battle
    seen = [unit for unit in battle.on_map() if not unit.hidden]
    due = [(unit.id, carrying_out.movement_part(battle, unit, step)) for unit in seen]
    shown = tuple((id, spell((part,)), part_gloss(part)) for id, part in due if part)
    if shown:
        game.tell(Revealed(shown=shown, rule="spf.orders.simultaneous"))


def move_shaken(game: Game, step: int) -> None:
    """spf.victory.end-phase-shaken, ruling V5: a movement step of the end phase. Only shaken units move, and
    there are no assaults."""
    battle = game.battle
    march = March({unit.id: Stride(unit, unit.hex, []) for unit in battle.on_map()}, peaceful=True)
    for stride in march.all():
        if stride.unit.shaken and not has(battle, stride.unit, "moves-while-shaken"):
            stride.due = list(carrying_out.movement_part(battle, stride.unit, step))
    _carry_all(game, march)


def _carry_all(game: Game, march: March) -> None:
    while any(stride.due for stride in march.all()):
        _sub_step(game, march)


def _sub_step(game: Game, march: March) -> None:
    """What everybody does in its place, up to its next hex move, and that move. Who has no choice is moved in
    thought first (ruling O6); all choices, of a facing as of a hex, are made in one order."""
    waiting = march.all()
    for stride in waiting:
        stride.code = NOTHING
    while waiting:
        _in_place(game, waiting)
        choosers = [stride for stride in waiting if _has_choice(game, stride)]
        waiting = [stride for stride in choosers if stride.code == FREE_TURN]
        choose_targets(game, march, choosers)
    _hex_moves(game, march)


# ---------------------------------------------------------------- before


def _harpooned(battle: Battle, march: March) -> None:
    """Ability harpoon-pull: instead of the first part of its order the unit is pulled; with several harpoons
    in it, by one of them."""
    for stride in march.all():
        marks = stride.unit.marks
        if not marks:
            continue
        firers = sorted(mark.removeprefix(PULLED) for mark in marks if mark.startswith(PULLED))
        stride.unit.marks = {mark: n for mark, n in marks.items() if not mark.startswith(PULLED)}
        there = [id for id in firers if id in march.strides]
        if there:
            stride.due = [Code("pulled", there[0])]


def _jumps(game: Game, march: March) -> None:
    """Ability jump: once per game, instead of the part of the order that is due."""
    battle = game.battle
    parts: dict[str, Question] = {}
    for stride in march.all():
        unit = stride.unit
        if not has(battle, unit, "jump") or "jumped" in unit.marks:
            continue
        bound = unit.shaken or unit.unconscious or "cannot-move" in unit.critical
        if bound or any(code.name == "pulled" for code in stride.due):
            continue
        options = [Option("no", "Carry out the order"), Option("jump", "Jump instead, once in the battle")]
        parts[unit.id] = Choose(f"Does {field(battle, unit).name} jump?", options, piece=unit.id)
    for id, answer in _sealed(game, "Who jumps?", parts).items():
        if answer == "jump":
            stride = march.strides[id]
            stride.due = [Code("jump", abilities(battle, stride.unit, "jump", Jump)[0].hexes)]
            stride.unit.marks = {**stride.unit.marks, "jumped": battle.turn}


def _sealed(game: Game, text: str, parts: dict[str, Question]) -> dict[str, str]:
    """What the owners of these units answer, all at once."""
    forms: dict[str, Question] = {}
    for side in SIDES:
        own = {id: part for id, part in parts.items() if game.battle.unit(id).side == side}
        if own:
            forms[side] = Form(text, own)
    answers = game.ask_all(forms) if forms else {}
    return {id: answer for side in forms for id, answer in answers[side].items()}


# ---------------------------------------------------------------- in place


def _in_place(game: Game, waiting: Sequence[Stride]) -> None:
    """What is due before the next choice or hex move of each, code by code."""
    while ready := [stride for stride in waiting if stride.due and stride.due[0].name in IN_PLACE]:
        changing = []
        for stride in ready:
            code = stride.due.pop(0)
            if code.name in ("A", "B"):
                changing.append((stride, code))
            else:
                _carry_out(game, stride, code)
        _change_speeds(game, changing)


def _carry_out(game: Game, stride: Stride, code: Code) -> None:
    unit, battle = stride.unit, game.battle
    match code.name:
        case "L" | "R":
            face(game, stride, (unit.facing + (1 if code.name == "R" else -1)) % 6, RULES[code.name])
        case "aim":
            _aim(game, stride)
        case "hide":
            if not hiding.hide(game, unit, str(code.arg)):
                words = f"{field(battle, unit).name} cannot hide here."
                tell_stride(game, stride, Note(words=words, piece=unit.id, rule="spf.ability.hide"))


def _change_speeds(game: Game, changing: list[tuple[Stride, Code]]) -> None:
    """spf.orders.brake, spf.orders.accelerate; brake-to and accelerate-to with a speed named. All together:
    who cannot take off or land does not, and again until that hinders nobody else (ruling R17)."""
    battle = game.battle
    speeds = {stride.unit.id: _speed_after(battle, stride.unit, code) for stride, code in changing}
    while True:
        refused = [
            (stride, refusal)
            for stride, _ in changing
            if stride.unit.id in speeds
            and (refusal := rising_or_landing(battle, stride.unit, speeds[stride.unit.id], speeds))
        ]
        for stride, refusal in refused:
            del speeds[stride.unit.id]
            verb = "land" if flying(battle, stride.unit) else "take off"
            words = f"{field(battle, stride.unit).name} cannot {verb}: {refusal.words}."
            rule = "spf.orders.step-not-allowed"
            tell_stride(game, stride, Note(words=words, piece=stride.unit.id, rule=rule))
        if not refused:
            break
    for stride, code in changing:
        if stride.unit.id in speeds:
            rule = f"spf.orders.{'accelerate' if code.name == 'A' else 'brake'}{'-to' if code.arg else ''}"
            carrying_out.set_speed(game, stride.unit, speeds[stride.unit.id], rule)


def _speed_after(battle: Battle, unit: Unit, code: Code) -> Speed:
    if code.arg:
        return next(known for known in SPEEDS if known == code.arg)
    return carrying_out.faster(battle, unit) if code.name == "A" else carrying_out.slower(battle, unit)


def _aim(game: Game, stride: Stride) -> None:
    """Aim as a movement order: from now to the end of the next turn's first gunnery step (ruling O13). It
    does not add up."""
    battle = game.battle
    unit = stride.unit
    unit.aims = [aim for aim in unit.aims if aim.weapon] + [AimToken(unit.q, unit.r, battle.turn, 1)]
    words = f"{field(battle, unit).name} aims."
    tell_stride(game, stride, Became(piece=unit.id, status="aiming", words=words, rule="spf.orders.aim"))


# ---------------------------------------------------------------- from hex to hex


def _has_choice(game: Game, stride: Stride) -> bool:
    """Begin with the next code of the unit: whether it leaves a choice. Where it leaves none, the unit is on
    its way."""
    battle = game.battle
    stride.code = stride.due.pop(0) if stride.due else NOTHING
    match stride.code.name:
        case "-":
            return False
        case "360":
            return True
        case "reveal":
            return stride.unit.hidden
        case "random":
            stride.target, stride.chosen = _drift(game, stride.unit), True
        case _:
            stride.target = ordered(battle, stride)
            if stride.target is None:
                return stride.code.name not in ("F", "rev")
    _check(game, stride)
    return False


def _hex_moves(game: Game, march: March) -> None:
    """Everybody goes to its target."""
    for stride in march.all():
        if stride.code.name == "reveal" and stride.unit.hidden:
            hiding.reveal(game, stride.unit, True, "spf.ability.reveal-order")
            stride.revealed = True
        elif stride.target is not None and stride.code.name != "pulled":
            _cross(game, stride)
    settle_moves(game, march)
    for stride in march.all():
        if stride.code == TEND and stride.entrant is None:
            healing.use(game, stride.unit, healing.Power("heal", 1, 1))  # ability help-extended


def _drift(game: Game, unit: Unit) -> Hex:
    """Ability random-drift: one hex in a random direction."""
    return unit.hex.towards(game.rolling(unit.id, to=told_to(unit)).roll(random_direction))


@chance
def random_direction(dice: Dice) -> int:
    """Clockwise from north."""
    return dice.d6("spf.orders.drift") - 1


def _check(game: Game, stride: Stride) -> None:
    """spf.orders.step-not-allowed: who cannot go where its order leads does nothing."""
    assert stride.target is not None
    refusal = crossing(game.battle, stride.unit, stride.place, stride.target)
    if isinstance(refusal, Refusal):
        stride.target = None
        words = f"{field(game.battle, stride.unit).name} stays where it is: {refusal.words}."
        tell_stride(game, stride, Note(words=words, piece=stride.unit.id, rule=refusal.rule))


def _cross(game: Game, stride: Stride) -> None:
    """Ruling R7: who fails the roll for the terrain stays, and this code of its order is spent."""
    battle = game.battle
    unit, target = stride.unit, stride.target
    assert target is not None
    needed = crossing(battle, unit, stride.place, target)
    if not isinstance(needed, tuple):
        return
    need, rule = needed
    if not game.rolling(unit.id, to=told_to(unit)).roll(reaches, need, rule):
        stride.target, stride.chosen = None, True
        unit.marks = {**unit.marks, STRAYED: battle.turn}
        words = f"{field(battle, unit).name} does not get into hex {name_of(target)}."
        tell_stride(game, stride, Note(words=words, piece=unit.id, rule=rule))


# ---------------------------------------------------------------- after


def _surprises(game: Game, march: March) -> None:
    """spf.ability.reveal-in-shared-hex: a hidden unit that shares a hex with an enemy may assault it."""
    battle = game.battle
    parts: dict[str, Question] = {}
    for stride in march.all():
        unit = stride.unit
        if not unit.hidden:
            continue
        met = [
            other
            for other in march.all()
            if other.unit.side == enemy(unit.side)
            and exposed(other)
            and other.place == stride.place
            and flying(battle, other.unit) == flying(battle, unit)
        ]
        if met:
            text = f"Does {field(battle, unit).name} reveal itself and assault?"
            options = [Option("no", "Stay hidden"), Option("reveal", "Reveal itself and assault")]
            parts[unit.id] = Choose(text, options, "spf.ability.reveal-in-shared-hex", unit.id)
    for id, answer in _sealed(game, "Who reveals itself?", parts).items():
        if answer == "reveal":
            hiding.reveal(game, march.strides[id].unit, True, "spf.ability.reveal-in-shared-hex")
            march.strides[id].revealed = True


def _afterwards(game: Game, march: March, step: int) -> None:
    """What abilities let a unit do in the end: perfect-braking, withers-forest, releases-poison."""
    battle = game.battle
    parts: dict[str, Question] = {}
    for stride in march.all():
        options = [
            *(_braking(battle, stride.unit) if step == 3 else ()),
            *_withering(battle, stride.unit),
            *_releasing(battle, stride),
        ]
        if options:
            text = f"What does {field(battle, stride.unit).name} do at the end of the step?"
            nothing = Option("nothing", "Nothing")
            parts[stride.unit.id] = Choose(text, [nothing, *options], piece=stride.unit.id)
    for id, answer in _sealed(game, "At the end of the movement", parts).items():
        unit = battle.unit(id)
        what, _, how = answer.partition(" ")
        match what:
            case "brake":
                speed = next(known for known in SPEEDS if known == how)
                carrying_out.set_speed(game, unit, speed, "spf.orders.brake")
            case "wither":
                battle.ground[f"{unit.q},{unit.r}"] = "rough"
                words = (
                    f"{field(battle, unit).name} turns the forest in {name_of(unit.hex)} into rough ground."
                )
                tell_stride(game, march.strides[id], Note(words=words, piece=id, rule="spf.terrain.forest"))
            case "release":
                release(game, unit, march.strides[id].place if how == "contested" else unit.hex)


def _braking(battle: Battle, unit: Unit) -> list[Option]:
    """By one or two steps."""
    if not has(battle, unit, "perfect-braking"):
        return []
    once = carrying_out.slower(battle, unit)
    twice = carrying_out.slower(battle, replace(unit, speed=once))
    slower = [speed for speed in dict.fromkeys((once, twice)) if speed != unit.speed]
    return [Option(f"brake {speed}", f"Brake to {speed}") for speed in slower]


def _withering(battle: Battle, unit: Unit) -> list[Option]:
    if not has(battle, unit, "withers-forest") or battle.ground_at(unit.hex) != "forest":
        return []
    return [Option("wither", "Turn the forest below into rough ground")]


def _releasing(battle: Battle, stride: Stride) -> list[Option]:
    """While the gunnery order to release poison stands, in any movement step, also into a contested hex."""
    unit = stride.unit
    if not has(battle, unit, "releases-poison"):
        return []
    standing = [code.name for step in (1, 2) for code in carrying_out.gunnery_part(battle, unit, step)[0]]
    if "release-poison" not in standing:
        return []
    options = [Option("release own", f"Release poison in hex {name_of(unit.hex)}")]
    if stride.place != unit.hex:
        options.append(Option("release contested", f"Release poison in hex {name_of(stride.place)}"))
    return options
