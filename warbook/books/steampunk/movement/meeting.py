"""The hex moves of all units together: overcrowding, units that meet, and the hexes they fight over."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.hexes import COMPASS, Hex
from warbook.board.hextable import name_of
from warbook.books.steampunk.army.data import nations
from warbook.books.steampunk.army.notation import Code
from warbook.books.steampunk.ground import bearing, fits, spot
from warbook.books.steampunk.pending import Clash, Entrant, Gain
from warbook.books.steampunk.state import SIDES, Battle, Game, Unit, enemy, field, flying, has
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Event, Moved, Note, Turned
from warbook.core.questions import Choose, Option

NOTHING = Code("-")
STRAYED = "strayed"  # mark of a unit: the last turn in which it came to where its orders alone do not lead
TURNED = ("chase", "flee", "herded", "help", "follow")  # ruling O7


class Stride(Struct):
    """A unit within a movement step. `due` is what it still has to carry out in the step, `code` what takes
    it to `target` in the sub-step under way, `place` where it counts as being: the contested hex, from the
    moment it is in contact with the enemy."""

    unit: Unit
    place: Hex
    due: list[Code]
    code: Code = NOTHING
    target: Hex | None = None
    chosen: bool = False  # choice or chance brought it here, not its order alone
    held: bool = False  # it would have swapped hexes with an enemy
    moved: bool = False
    revealed: bool = False  # it has just revealed itself
    entrant: Entrant | None = None  # its part in an assault

    @property
    def goal(self) -> Hex:
        return self.place if self.target is None else self.target


class March(Struct):
    """A movement step under way: all units on the map by their ids, and in their order."""

    strides: dict[str, Stride]
    order: tuple[str, ...] = ()  # of choosing, once it is known
    peaceful: bool = False  # nobody enters an assault

    def all(self) -> list[Stride]:
        return list(self.strides.values())

    def join(self, stride: Stride) -> None:
        self.strides = dict(sorted([*self.strides.items(), (stride.unit.id, stride)]))


def settle_moves(game: Game, march: March) -> None:
    """Carry out the moves to the targets: who cannot stay together goes back, who meets an enemy fights, the
    others arrive. Nobody keeps a target."""
    battle = game.battle
    if march.peaceful:
        _keep_apart(battle, march)
    swapping = _swapping(battle, march)
    _overcrowded(game, march, swapping)
    if swapping:
        for pair in _swapping(battle, march):
            _decide_swap(game, march, *pair)
        _overcrowded(game, march, swapping=[])
    for stride, hex_ in _meeting(battle, march):
        _meet(game, stride, hex_)
    for stride in march.all():
        if stride.target is not None:
            _arrive(game, stride)


def clashes(battle: Battle, march: March) -> list[Clash]:
    """The assaults that the step has led to: in each hex one for those on the ground and one for those who
    fly, who may be over an enemy (spf.stacking.flying-over-enemy)."""
    found: dict[tuple[Hex, bool], list[Entrant]] = {}
    for stride in march.all():
        if stride.entrant is not None:
            found.setdefault((stride.place, flying(battle, stride.unit)), []).append(stride.entrant)
    return [Clash(*hex_, high, tuple(entrants)) for (hex_, high), entrants in sorted(found.items())]


def exposed(stride: Stride) -> bool:
    """Whether it can be met: nobody assaults a hidden unit (spf.ability.hidden-protection)."""
    return not stride.unit.hidden


# ---------------------------------------------------------------- overcrowding


def _overcrowded(game: Game, march: March, swapping: Iterable[tuple[Hex, Hex, bool]]) -> None:
    """spf.stacking.friendly-overflow: all who would overcrowd a hex stay where they were; again, until no hex
    is too full (ruling R17). Where enemies meet, the assault decides who has room."""
    battle = game.battle
    fought = {(hex_, high) for a, b, high in swapping for hex_ in (a, b)}
    while targets := {stride.target for stride in march.all() if stride.target is not None}:
        crowds: dict[tuple[Hex, bool, str], list[Stride]] = {}
        for stride in march.all():
            if stride.goal in targets:
                key = (stride.goal, flying(battle, stride.unit), stride.unit.side)
                crowds.setdefault(key, []).append(stride)
        full = [
            ((hex_, high), crowd)
            for (hex_, high, _), crowd in crowds.items()
            if any(s.target is not None for s in crowd) and not fits(battle, hex_, [s.unit for s in crowd])
        ]
        contested = {(hex_, flying(battle, s.unit)) for s, hex_ in _meeting(battle, march)} if full else ()
        over = [crowd for where, crowd in full if where not in contested and where not in fought]
        if not over:
            return
        for crowd in over:
            _turn_back(game, crowd, march.peaceful)


def _turn_back(game: Game, crowd: list[Stride], end_phase: bool) -> None:
    """spf.stacking.deliberate-overflow: who did it on purpose is shaken; not in the end phase (spf.W23)."""
    battle = game.battle
    purpose = {
        "always": True,
        "never": False,
        "auto": _by_orders_alone(battle, crowd),
    }[battle.rulings.deliberate_overflow]
    purpose = purpose and not end_phase
    for stride in crowd:
        if stride.target is None:
            continue
        words = f"{field(battle, stride.unit).name} finds no room in {name_of(stride.target)} and stays."
        stride.target, stride.chosen = None, not purpose
        tell_stride(
            game, stride, Note(words=words, piece=stride.unit.id, rule="spf.stacking.friendly-overflow")
        )
        if purpose:
            battle.gains.append(Gain(stride.unit.id, "shaken", "spf.stacking.deliberate-overflow"))


def _by_orders_alone(battle: Battle, crowd: list[Stride]) -> bool:
    """Ruling R18, spf.W13: whether nobody there was moved or held up by choice, by chance or by the enemy,
    neither now nor since the orders of this turn were written."""
    written = battle.turn - battle.rulings.orders_ahead
    return not any(
        stride.chosen or stride.unit.shaken or stride.unit.marks.get(STRAYED, -1) >= written
        for stride in crowd
    )


# ---------------------------------------------------------------- contact


def _meeting(battle: Battle, march: March) -> list[tuple[Stride, Hex]]:
    """Who will be in a hex and layer with an enemy (spf.assault.trigger-same-hex, ruling S2), and where.

    Ruling S1: each fights where it tries to go or stays; who leaves a hex does not fight there.
    """
    shown = [(stride, stride.goal) for stride in march.all() if exposed(stride)]
    sides = {(goal, stride.unit.side) for stride, goal in shown}
    found: dict[tuple[Hex, bool], list[Stride]] = {}
    for stride, goal in shown:
        if (goal, enemy(stride.unit.side)) in sides:
            found.setdefault((goal, flying(battle, stride.unit)), []).append(stride)
    return [
        (stride, hex_)
        for (hex_, _), there in found.items()
        if len({stride.unit.side for stride in there}) > 1
        for stride in there
    ]


def _swapping(battle: Battle, march: March) -> list[tuple[Hex, Hex, bool]]:
    """spf.assault.trigger-swap: pairs of hexes whose units try to change places with enemies, and the
    layer."""
    going: dict[tuple[Hex, Hex, bool], str] = {}
    for stride in march.all():
        if stride.target is not None and exposed(stride):
            going[stride.place, stride.target, flying(battle, stride.unit)] = stride.unit.side
    return sorted(
        (a, b, high)
        for (a, b, high), side in going.items()
        if a < b and going.get((b, a, high), side) != side
    )


def _keep_apart(battle: Battle, march: March) -> None:
    """Ruling V5: who would meet an enemy stays where it is."""
    while True:
        ways = {way for a, b, high in _swapping(battle, march) for way in ((a, b, high), (b, a, high))}
        meeting = [stride for stride, _ in _meeting(battle, march)]
        stopped = [
            stride
            for stride in march.all()
            if stride.target is not None
            and (stride in meeting or (stride.place, stride.target, flying(battle, stride.unit)) in ways)
        ]
        if not stopped:
            return
        for stride in stopped:
            stride.target = None


def _decide_swap(game: Game, march: March, a: Hex, b: Hex, high: bool) -> None:
    """spf.assault.contested-hex-choice, ruling S24: the side that is higher in the ranking says where."""
    battle = game.battle
    options = [
        Option(name_of(hex_), f"Fight in hex {name_of(hex_)}", spot=spot(battle, hex_)) for hex_ in (a, b)
    ]
    text = f"Units swap hexes {name_of(a)} and {name_of(b)}: where do they fight?"
    question = Choose(text, options, "spf.assault.contested-hex-choice")
    where = a if game.ask(melee_leader(game, march), question) == name_of(a) else b
    other = b if where == a else a
    for stride in march.all():
        going = (stride.place, stride.target, flying(battle, stride.unit))
        if exposed(stride) and going == (where, other, high):
            stride.target, stride.held = None, True


def _meet(game: Game, stride: Stride, hex_: Hex) -> None:
    """Contact ends the step for the unit (ruling O5), and its aim (ruling O13)."""
    if stride.entrant is not None:
        return
    unit, target = stride.unit, stride.target
    enters = target is not None or stride.held or stride.revealed
    origin = unit.hex if target is not None else hex_
    stride.entrant = Entrant(unit.id, *origin, enters, enters and stride.code.name == "rev", stride.revealed)
    if target is not None:
        _face(game, stride)
        _break_building(game, stride, target)
        name = field(game.battle, unit).name
        words = f"{name} tries to enter hex {name_of(target)}, and meets the enemy."
        tell_stride(game, stride, Note(words=words, piece=unit.id, rule="spf.assault.trigger-same-hex"))
    stride.place, stride.target, stride.due = hex_, None, []
    unit.aims = []


def _arrive(game: Game, stride: Stride) -> None:
    battle = game.battle
    unit, target = stride.unit, stride.target
    assert target is not None
    _face(game, stride)
    _break_building(game, stride, target)
    if stride.chosen:
        unit.marks = {**unit.marks, STRAYED: battle.turn}
    if target != unit.hex:
        path = (spot(battle, unit.hex), spot(battle, target))
        tell_stride(game, stride, Moved(piece=unit.id, path=path, rule=RULES.get(stride.code.name, "")))
        if has(battle, unit, "aim-lost-on-moving"):
            unit.aims = []
    unit.at(target)
    stride.place, stride.target, stride.moved, stride.revealed = target, None, True, False


def _face(game: Game, stride: Stride) -> None:
    """Along a road always; otherwise by ruling O7."""
    unit = stride.unit
    turns = stride.code.name == "road" or (
        stride.code.name in TURNED and game.battle.rulings.choice_moves_turn
    )
    if turns and "cannot-rotate" not in unit.critical:
        for direction in range(6):
            if stride.place.towards(direction) == stride.target:
                face(game, stride, direction, RULES[stride.code.name])


def _break_building(game: Game, stride: Stride, target: Hex) -> None:
    """Ability destroys-buildings."""
    battle, unit = game.battle, stride.unit
    if flying(battle, unit) or battle.ground_at(target) != "building":
        return
    if has(battle, unit, "destroys-buildings"):
        battle.ground[f"{target.q},{target.r}"] = "ruins"
        words = f"{field(battle, unit).name} breaks the building in {name_of(target)} down to ruins."
        tell_stride(game, stride, Note(words=words, piece=unit.id, rule="spf.terrain.building"))


RULES = {
    "F": "spf.orders.forward",
    "rev": "spf.orders.reverse",
    "D": "spf.orders.drift",
    "random": "spf.orders.drift",
    "chase": "spf.orders.chase",
    "follow": "spf.orders.follow",
    "flee": "spf.orders.flee",
    "herded": "spf.orders.flee",
    "road": "spf.orders.road",
    "help": "spf.orders.help",
    "reveal": "spf.ability.reveal-order",
    "360": "spf.orders.turn-free",
    "R": "spf.orders.rotate-right",
    "L": "spf.orders.rotate-left",
}


def face(game: Game, stride: Stride, facing: int, rule: str) -> None:
    if facing != stride.unit.facing:
        stride.unit.facing = facing
        tell_stride(game, stride, Turned(piece=stride.unit.id, facing=bearing(facing), rule=rule))


def facing_options() -> list[Option]:
    return [Option(name, f"Face {name}") for name in COMPASS]


def tell_stride(game: Game, stride: Stride, event: Event) -> None:
    """What a hidden unit does only its side learns (spf.ability.hidden-token)."""
    game.tell(event if exposed(stride) else replace(event, to=(stride.unit.side,)))


# ---------------------------------------------------------------- rankings


def choosing_order(game: Game, march: March) -> tuple[str, ...]:
    """spf.orders.choice-rank: the sides in the order in which they choose, the highest rank last. Ruling O9:
    the same nation rolls off once in the step, and the winner chooses last."""
    if not march.order:
        ranks = _ranks(game, "choice_rank")
        march.order = _by_rank(ranks) if ranks[0] != ranks[1] else _roll_off(game)
    return march.order


def melee_leader(game: Game, march: March) -> str:
    """The side that is higher in the ranking of spf.assault.contested-hex-choice; ruling O10."""
    ranks = _ranks(game, "melee_rank")
    return _by_rank(ranks)[1] if ranks[0] != ranks[1] else choosing_order(game, march)[1]


def _ranks(game: Game, ranking: str) -> tuple[int, int]:
    a, b = (getattr(nations()[army.nation], ranking) for army in game.battle.setup.armies)
    return a, b


def _by_rank(ranks: tuple[int, int]) -> tuple[str, ...]:
    """The lower side first; a low number is a high rank."""
    return SIDES if ranks[0] > ranks[1] else SIDES[::-1]


def _roll_off(game: Game) -> tuple[str, ...]:
    winner = ""
    while not winner:
        winner = game.rolling("").roll(higher_die)
    return SIDES if winner == SIDES[1] else SIDES[::-1]


@chance
def higher_die(dice: Dice) -> str:
    """Ruling O9: a die for each side; the side with the higher one, or nobody."""
    a, b = dice.d6("spf.orders.choice-rank"), dice.d6("spf.orders.choice-rank")
    return "" if a == b else SIDES[b > a]
