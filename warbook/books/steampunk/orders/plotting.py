"""Where movement orders lead, for whoever writes them: the way of one unit, as if nothing came in between.

Rolls for terrain are taken as passed; other units hold nobody up and stay where they are. Nothing shows that
the unit's side does not know: hidden enemies are neither chased nor fled from.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.board.hexes import Hex
from warbook.books.steampunk.army.notation import SPEEDS, Code, Movement, Speed, Step, spell
from warbook.books.steampunk.assault.prospects import Approach, coming, names_of
from warbook.books.steampunk.ground import bearing, crossing, landing, spot
from warbook.books.steampunk.illusions import apparent
from warbook.books.steampunk.movement.destinations import LEAVE, YIELD, offers, ordered
from warbook.books.steampunk.movement.meeting import TURNED, March, Stride
from warbook.books.steampunk.orders import carrying_out
from warbook.books.steampunk.orders.glosses import at_speeds
from warbook.books.steampunk.state import Battle, Facing, Unit, flying
from warbook.core.questions import Leads, Refusal

STEPS = (1, 2, 3)
HERDED = Code("herded")
GIVEN = "if the others stay where they are"
T = TypeVar("T", bound=Hashable)


class Pose(Struct, frozen=True):
    """`met`: it has come upon an enemy on its way."""

    hex: Hex
    facing: Facing
    speed: Speed
    met: bool = False


class Plot:
    """The movement orders that may be written for a unit on the map. `later`: it carries out its present
    order first (spf.orders.one-round-ahead)."""

    def __init__(self, battle: Battle, unit: Unit, later: bool) -> None:
        self.battle, self.unit, self.later = battle, unit, later

    def leads(self, order: Movement, legal: Sequence[Speed]) -> Leads:
        """Where the order leads. A unit that will not be at a speed of the `legal` ones is taken to be at the
        first of them."""
        first, stands = self._start
        begun = _each(replace(s, speed=s.speed if s.speed in legal else legal[0], met=False) for s in stands)
        steps = self._steps(replace(self.unit, movement=spell(order), shaken=0))
        path, ends, approaches = self._trace(steps, begun)
        hexes, facings = _each(s.hex for s in ends), _each(s.facing for s in ends)
        fights = [(approach, self._foes_at(approach.goal, approach.speed)) for approach in approaches]
        sure = all(end.met for end in ends)
        return Leads(
            first=self._spots(first) if len(first) > 1 else (),
            path=self._spots(path),
            facing=bearing(facings[0]) if len(facings) == 1 else None,
            ends=self._spots(hexes) if hexes != path[-1:] else (),
            given=GIVEN if self._looks_at_others(order) else "",
            words="; ".join(filter(None, (self._fast(ends), self._meets(fights, sure)))),
            preview=partial(coming, self.battle, self.unit, fights) if fights else None,
        )

    def stages(self, order: Movement, stands: Iterable[Pose]) -> Iterator[list[Pose]]:
        """How the unit may stand after each movement of the order, from any of these stands."""
        now = list(stands)
        for step in self._steps(replace(self.unit, movement=spell(order), shaken=0)):
            _, now, _ = self._trace([step], now)
            yield now

    def _fast(self, ends: Sequence[Pose]) -> str:
        """At what speed it is then, where it has several."""
        if len(carrying_out.speeds(self.battle, self.unit)) < 2:
            return ""
        return f"ends {at_speeds(_each(end.speed for end in ends))}"

    def _meets(self, fights: Sequence[tuple[Approach, Sequence[Unit]]], sure: bool) -> str:
        """Whom it would have to fight, if they are still there: whatever it chooses, or perhaps."""
        foes = list({foe.id: foe for _, there in fights for foe in there}.values())
        if not foes:
            return ""
        names = names_of(self.battle, self.unit.side, foes)
        alone = len({approach.goal for approach, _ in fights}) == 1
        return f"{'fights' if sure and alone else 'may fight'} {names} if still there"

    def _foes_at(self, hex_: Hex, speed: Speed) -> list[Unit]:
        """The enemies whom its side sees there, on the ground or in the air as it is at that speed."""
        return self._foes.get((hex_, flying(self.battle, replace(self.unit, speed=speed))), [])

    @cached_property
    def _foes(self) -> dict[tuple[Hex, bool], list[Unit]]:
        """The enemies its side sees, by where they are and whether they fly."""
        side = self.unit.side
        known = apparent(self.battle, side)
        found: dict[tuple[Hex, bool], list[Unit]] = {}
        for foe in known.on_map() if self.battle.turn else ():
            if foe.side != side and not foe.hidden:
                found.setdefault((foe.hex, flying(known, foe)), []).append(foe)
        return found

    def _looks_at_others(self, order: Movement) -> bool:
        """Whether it depends on where other units are by then."""
        due = [*(self._steps(self.unit) if self.later else ()), *order]
        return any(code.name in TURNED for step in due for code in step)

    @cached_property
    def _start(self) -> tuple[list[Hex], list[Pose]]:
        """The way that is decided already, and how the unit may stand at its end."""
        unit = self.unit
        here = [Pose(unit.hex, unit.facing, unit.speed)]
        way, stands, _ = self._trace(self._steps(unit) if self.later else [], here)
        return way, stands

    def _steps(self, unit: Unit) -> list[Step]:
        return [carrying_out.movement_part(self.battle, unit, step) for step in STEPS]

    def _spots(self, hexes: Iterable[Hex]) -> tuple[Spot, ...]:
        return tuple(spot(self.battle, hex_) for hex_ in hexes)

    # ------------------------------------------------------------ code by code

    def _trace(
        self, steps: Iterable[Step], stands: list[Pose]
    ) -> tuple[list[Hex], list[Pose], list[Approach]]:
        """The way as far as no choice parts it, how the unit may stand at the end, and how it may come upon
        its first enemies. Nobody is met while the unit is hidden (spf.ability.hidden-protection)."""
        hexes = _each(stand.hex for stand in stands)
        sure = len(hexes) == 1
        way = hexes if sure else []
        approaches: list[Approach] = []
        seen = not self.unit.hidden
        for code in (code for step in steps for code in step):
            seen = seen or code.name == "reveal"
            after = [(stand, then) for stand in stands for then in self._after(stand, code)]
            if seen:
                met = [(stand, then) for stand, then in after if self._meets_at(stand, then, code)]
                approaches += [_approach(stand, then, code) for stand, then in met]
                after = [(s, replace(then, met=True) if (s, then) in met else then) for s, then in after]
            stands = _each(then for _, then in after)
            hexes = _each(stand.hex for stand in stands)
            sure = sure and len(hexes) == 1
            if sure and hexes != way[-1:]:
                way = way + hexes
        return way, stands, _each(approaches)

    def _meets_at(self, stand: Pose, then: Pose, code: Code) -> bool:
        """Whether the code takes it to enemies, the first on its way."""
        comes = then.hex != stand.hex or code.name == "reveal"
        return comes and not stand.met and bool(self._foes_at(then.hex, then.speed))

    def _after(self, stand: Pose, code: Code) -> list[Pose]:
        """How the unit may stand once the code is carried out."""
        match code.name:
            case "L" | "R":
                return [replace(stand, facing=(stand.facing + (1 if code.name == "R" else -1)) % 6)]
            case "360":
                return [replace(stand, facing=facing) for facing in range(6)]
            case "A" | "B":
                return [replace(stand, speed=self._changed(stand, code))]
            case "aim" | "hide":
                return [stand]
            case "reveal":
                goals = self._offered(stand, code) if self.unit.hidden else []
                return [replace(stand, hex=hex_, facing=way) for hex_ in goals for way in range(6)] or [stand]
        return [self._arrived(stand, code, hex_) for hex_ in self._goals(stand, code)] or [stand]

    def _changed(self, stand: Pose, code: Code) -> Speed:
        """The speed after A or B; who cannot land keeps its own."""
        battle, unit = self.battle, self._standing(stand)
        named = next((known for known in SPEEDS if known == code.arg), None)
        speed = named or (carrying_out.faster if code.name == "A" else carrying_out.slower)(battle, unit)
        lands = flying(battle, unit) and not flying(battle, replace(unit, speed=speed))
        return stand.speed if lands and landing(battle, unit, speed) else speed

    def _goals(self, stand: Pose, code: Code) -> list[Hex]:
        """Where the code may lead: nowhere if it cannot be carried out."""
        if code.name == "random":
            return [hex_ for hex_ in stand.hex.neighbours() if self._open(stand, hex_)] or [stand.hex]
        target = ordered(self.battle, self._stride(stand, code))
        if target is not None:
            return [target] if self._open(stand, target) else []
        return self._offered(stand, code)

    def _offered(self, stand: Pose, code: Code) -> list[Hex]:
        stride = self._stride(stand, code)
        known = self.battle.on_map("" if self.battle.turn else self.unit.side)  # spf.setup.blind
        others = {other.id: Stride(other, other.hex, []) for other in known if other is not self.unit}
        open_ = [
            offer
            for offer in offers(self.battle, March({**others, self.unit.id: stride}), stride)
            if offer.barred is None and offer.id != LEAVE
        ]
        herded = self._offered(stand, HERDED) if any(offer.id == YIELD for offer in open_) else []
        return [offer.hex or stand.hex for offer in open_ if offer.id != YIELD] + herded

    def _arrived(self, stand: Pose, code: Code, hex_: Hex) -> Pose:
        """Turned the way it goes along a road, and by ruling O7 where it chose the hex."""
        turns = code.name == "road" or (code.name in TURNED and self.battle.rulings.choice_moves_turn)
        around = stand.hex.neighbours()
        if turns and hex_ in around and "cannot-rotate" not in self.unit.critical:
            return replace(stand, hex=hex_, facing=around.index(hex_))
        return replace(stand, hex=hex_)

    def _open(self, stand: Pose, hex_: Hex) -> bool:
        barred = crossing(self.battle, self._standing(stand), stand.hex, hex_)
        return not isinstance(barred, Refusal)

    def _stride(self, stand: Pose, code: Code) -> Stride:
        return Stride(self._standing(stand), stand.hex, [], code)

    def _standing(self, stand: Pose) -> Unit:
        return replace(self.unit, q=stand.hex.q, r=stand.hex.r, facing=stand.facing, speed=stand.speed)


def _approach(stand: Pose, then: Pose, code: Code) -> Approach:
    """Who reveals itself among enemies comes from no side (lineup.WITHIN)."""
    start = then.hex if code.name == "reveal" else stand.hex
    return Approach(start, then.hex, then.speed, code.name == "rev")


def _each(things: Iterable[T]) -> list[T]:
    """Each once."""
    return list(dict.fromkeys(things))
