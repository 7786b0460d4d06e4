"""Drill: a bot that plays Steampunk Fantasy to win.

It plots each unit's orders against the enemy that it sees: where the order would lead, what the unit could
shoot at or assault from there and what could be done to it. It loads what is empty, fires at what costs the
enemy most, and meets only those whom it expects to beat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from warbook.board.hexes import COMPASS, Hex, distance, sides_towards, turns
from warbook.books.steampunk.bot.ground import land_of, lie_of
from warbook.books.steampunk.bot.might import assault, might
from warbook.books.steampunk.bot.plans import Mover, Plans, State, aloft
from warbook.books.steampunk.bot.targets import Fire
from warbook.books.steampunk.bot.ways import moves
from warbook.books.steampunk.ground import COVER
from warbook.books.steampunk.setup.setting_up import no_room
from warbook.books.steampunk.state import Battle, Unit, enemy, field, types
from warbook.core.questions import Choose, Form, Option, Question

STARTS = ("slow", "slow-flying", "setup", "fast-flying", "still-flying", "rest", "crawl", "still", "fast")
BRAWLS = 4.0  # hits in an assault, from which on a vehicle or mount is there for assaults


class Drill:
    def __init__(self, seed: int = 0) -> None:
        """Made from a seed as every bot is; this one leaves nothing to luck."""
        self.plans: Plans | None = None
        self.moment: tuple[object, ...] = ()

    def answer(self, side: str, question: Question, view: Any) -> object:
        battle: Battle = view
        if isinstance(question, Choose):
            return self._choose(battle, side, question)
        if isinstance(question, Form):
            return self._form(battle, side, question)
        raise TypeError(f"not a question: {question!r}")

    def _form(self, battle: Battle, side: str, form: Form) -> dict[str, Any]:
        if form.kind == "orders":
            return self._orders(battle, side, form)
        if form.kind == "set-up":
            return self._set_up(battle, side, form)
        if form.kind == "fire":
            return Fire(battle, side).declare(form)
        if form.kind == "territory":
            return {name: _laid(part) for name, part in form.parts.items()}
        if form.kind == "ways":
            turning = [
                battle.unit(part.piece)
                for part in form.parts.values()
                if isinstance(part, Choose) and part.kind == "360"
            ]
            if turning:
                self._outlook(battle, side).weigh(turning)
        return {
            name: self._form(battle, side, part)
            if isinstance(part, Form)
            else self._choose(battle, side, part)  # type: ignore[arg-type]
            for name, part in form.parts.items()
        }

    def _choose(self, battle: Battle, side: str, question: Choose) -> str:
        open_ = question.open()
        if len(open_) == 1:
            return open_[0].id
        chooser = CHOOSERS.get(question.kind)
        chosen = chooser(self, battle, side, question, open_) if chooser else None
        if chosen is None:
            chosen = self._by_name(battle, side, question, open_)
        return chosen

    def _outlook(self, battle: Battle, side: str) -> Plans:
        """The plans against the enemy as it stands, made anew when that has changed. Every question has a
        view of its own, in which nothing changes."""
        if self.plans is not None and self.plans.battle is battle:
            return self.plans
        foes = [unit for unit in battle.units if unit.place == "map" and unit.side != side]
        land = land_of(battle)
        moment = side, *[(f.id, f.q, f.r, f.speed, len(f.living)) for f in foes]
        if self.plans is None or self.plans.land is not land or self.moment != moment:
            self.plans, self.moment = Plans(battle, side, land), moment
        self.plans.battle = battle
        return self.plans

    # ------------------------------------------------------------ orders

    def _orders(self, battle: Battle, side: str, form: Form) -> dict[str, Any]:
        """Unit by unit, the nearest to the enemy first. Each takes its room from those after it, who are
        taken to stay where they are until then."""
        plans = self._outlook(battle, side)
        plans.free()
        first = battle.phase != "orders" or not battle.rulings.orders_ahead
        units = {unit.id: unit for unit in battle.units if unit.id in form.parts}
        plans.weigh([units[id] for id in form.parts])
        movers = {id: plans.ordered(units[id]) for id in form.parts}
        before = {
            id: plans.start(mover.unit) if first else plans.expected(mover) for id, mover in movers.items()
        }
        for id, (hex_, _, speed) in before.items():
            if movers[id].unit.on_map:
                plans.claim(movers[id].unit, hex_, speed)
        answers: dict[str, Any] = dict.fromkeys(form.parts)
        for id in sorted(form.parts, key=lambda id: plans.near[before[id][0]] if plans.foes else 0):
            part, mover = form.parts[id], movers[id]
            assert isinstance(part, Form)
            plans.release(mover.unit)
            answers[id], after = _written(plans, mover, part, before[id])
            plans.claim(mover.unit, after[0], after[2])
        return answers

    # ------------------------------------------------------------ setting up

    def _set_up(self, battle: Battle, side: str, form: Form) -> dict[str, Any]:
        """Unit by unit, each where those before it leave room."""
        answers: dict[str, Any] = {}
        placed: dict[Hex, list[Unit]] = {}
        taken = Counter(unit.hex for unit in battle.units if unit.side == side and unit.on_map)
        at = lie_of(battle.table).at
        for id, part in form.parts.items():
            assert isinstance(part, Form)
            answers[id] = answer = {"facing": part.parts["facing"].options[0].id}  # type: ignore[attr-defined]
            question, unit = part.parts.get("place"), battle.unit(id)
            if not isinstance(question, Choose):
                continue
            open_ = [(option, _hex(at, option)) for option in question.open()]
            free = [
                (option, hex_)
                for option, hex_ in open_
                if hex_ is not None and no_room(battle, unit, hex_, placed.get(hex_, ())) is None
            ]
            option, hex_ = max(free or open_[-1:], key=lambda each: _place(battle, side, taken, each[1]))
            answer["place"] = option.id
            if hex_ is not None:
                placed.setdefault(hex_, []).append(unit)
                taken[hex_] += 1
        return answers

    def _speed(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str:
        """Still who shoots then, for it loads at once; who does not, or is driven to assaults, sets out."""
        ids = [option.id for option in open_]
        unit = battle.unit(question.piece)
        own = might(battle, unit)
        waits = own.pool < BRAWLS or "infantry" in types(battle, unit)
        if "still" in ids and "still" in own.kit.fires and waits:
            return "still"
        return next((speed for speed in STARTS if speed in ids), ids[0])

    # ------------------------------------------------------------ on the move

    def _turn(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str:
        """The facing from which the rest of the order leads to the best place."""
        unit = battle.unit(question.piece)
        plans = self._outlook(battle, side)
        rest = _rest(battle, unit, "360")
        mover = plans.mover(unit)
        hex_, _, speed = plans.start(unit)
        if not _onward(unit, rest):
            return COMPASS[mover.places(speed).best(hex_)[1]]
        plans.watch_traffic(int(battle.phase[-1]))
        plans.release(unit)
        worth = {
            option.id: plans.then(mover, rest, (hex_, COMPASS.index(option.id), speed)) for option in open_
        }
        best = max(worth, key=worth.__getitem__)
        plans.claim(unit, plans.course(hex_, COMPASS.index(best), moves(rest)), speed)
        return best

    def _go(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str | None:
        """Where the rest of the order leads to the best place."""
        unit = battle.unit(question.piece)
        plans = self._outlook(battle, side)
        mover = plans.mover(unit)
        hex_, facing, speed = plans.start(unit)
        worth: dict[str, float] = {}
        for option in open_:
            there = _hex(plans.lie.at, option)
            at = plans.lie.index[there] if there else hex_
            fight = plans.assault_worth(mover, at, aloft(speed)) if at != hex_ else None
            worth[option.id] = mover.worth((at, facing, speed)) + (fight or 0.0)
            if option.id in ("leave", "enemy"):
                worth[option.id] = -50.0
        sign = 1 if unit.side == side else -1
        return max(worth, key=lambda id: sign * worth[id])

    def _engage(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str:
        unit = battle.unit(question.piece)
        own = might(battle, unit)
        near = [
            assault(own, might(battle, foe))
            for foe in battle.on_map(enemy(side))
            if distance(foe, unit) <= 1 and aloft(foe.speed) == aloft(unit.speed)
        ]
        return "yes" if near and max(near) > 0 else "no"

    def _meet(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str | None:
        """Whether it gets away before an assault: from who is too strong for it."""
        ids = [option.id for option in open_]
        unit = battle.unit(question.piece)
        own = might(battle, unit)
        fight = sum(assault(own, might(battle, foe)) for foe in _met(battle, unit))
        if "dive" in ids:
            return "dive" if fight > 0 else "pass"
        if "stay" in ids:
            return "stay" if fight >= 0 else next(id for id in ids if id != "stay")
        return None

    def _after_retreat(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str:
        unit = battle.unit(question.piece)
        towards = _towards_foe(battle, unit)
        if towards is None:
            return "keep"
        turned = {"keep": 0, "left": -1, "right": 1, "about": 3}
        return min(turned, key=lambda how: turns((unit.facing + turned[how]) % 6, towards))

    # ------------------------------------------------------------ losses

    def _who_dies(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str:
        unit = battle.unit(question.piece)
        models = field(battle, unit).models

        def worth(option: Option) -> float:
            lot = [models[int(number)] for number in option.id.split("+")]
            return sum(2.0 * m.elite + len(m.weapons) + sum(m.assault.dice) / 4 for m in lot)

        return (min if unit.side == side else max)(open_, key=worth).id

    def _deflected(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str:
        """As few as can be of the own hits, as many of the enemy's."""
        counts = [int(option.id) for option in open_]
        return str(min(counts) if battle.unit(question.piece).side == side else max(counts))

    def _last(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str:
        return open_[-1].id

    def _poison(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str:
        """A token is spent on what would kill."""
        kept = next(option.about for option in open_ if option.id == "keep")
        return "again" if any(effect.name in DEADLY for effect in kept) else "keep"

    # ------------------------------------------------------------ by the names of the options

    def _by_name(self, battle: Battle, side: str, question: Choose, open_: list[Option]) -> str:
        """Questions of no kind of their own: the first answer, unless another is known to be better."""
        ids = [option.id for option in open_]
        unit = next((u for u in battle.units if u.id == question.piece), None)
        if "unload" in ids and unit:
            return "unload" if _nearest(battle, unit) <= 3 else ids[0]
        if set(ids) <= set(COMPASS) and unit:
            towards = _towards_foe(battle, unit)
            return ids[0] if towards is None else min(ids, key=lambda id: turns(COMPASS.index(id), towards))
        if open_[-1].spot is not None and unit:
            return self._go(battle, side, question, open_) or ids[0]
        return next((id for id in BETTER if id in ids), ids[0])


COVERED = "rough"  # how a territory is laid out
DEADLY = ("kill", "kill-crew", "destroyed")  # effects
BETTER = ("hidden", "aim", "stand", "keep", "own", "release contested", "reveal", "slow")


# Who answers a question, by its kind.
CHOOSERS: dict[str, Callable[[Drill, Battle, str, Choose, list[Option]], str | None]] = {
    "starting speed": Drill._speed,
    "360": Drill._turn,
    "engage": Drill._engage,
    "chase": Drill._go,
    "D": Drill._go,
    "random": Drill._go,
    "evade": Drill._meet,
    "dive": Drill._meet,
    "turn after a retreat": Drill._after_retreat,
    "who dies": Drill._who_dies,
    "deflected": Drill._deflected,
    "endurance": Drill._last,
    "poison": Drill._poison,
}


# ---------------------------------------------------------------- small sums


def _hex(at: Mapping[tuple[float, float], Hex], option: Option) -> Hex | None:
    """The hex that an option is about, of those whose middles are known."""
    return at.get((option.spot.x, option.spot.y)) if option.spot else None


def _written(plans: Plans, mover: Mover, part: Form, before: State) -> tuple[dict[str, str], State]:
    """The orders of one unit, none of which the book says will be void, and where they lead it."""

    unit, ids = mover.unit, {name: _ids(question) for name, question in part.parts.items()}
    now = plans.battle.phase, unit.speed, unit.movement, unit.shaken, *unit.critical, *ids.get("movement", ())

    def void(answers: dict[str, str]) -> frozenset[str]:
        key = *answers.items(), *now
        known = mover.own.void.get(key)
        if known is None:
            concerns = part.warn(answers) if part.warn else ()
            known = mover.own.void[key] = frozenset(name for each in concerns for name in each.part)
        return known

    chosen: dict[str, str] = {}
    after = before
    if "movement" in ids:
        listed = mover.kit.listed.get(before[2], ())
        legal = [id for id in ids["movement"] if id in listed] or ids["movement"]
        chosen["movement"], after = plans.movement(mover, legal, before)
    if "gunnery" in ids:
        chosen["gunnery"] = plans.gunnery(mover, ids["gunnery"], before, after)[0]
    concerned = void(chosen)
    if "movement" in concerned:
        legal = [id for id in ids["movement"] if "movement" not in void({**chosen, "movement": id})]
        chosen["movement"], after = plans.movement(mover, legal or ids["movement"], before)
        concerned = void(chosen)
    if "gunnery" in concerned:
        ranked = plans.gunnery(mover, ids["gunnery"], before, after)
        chosen["gunnery"] = next(id for id in ranked if "gunnery" not in void({**chosen, "gunnery": id}))
    return chosen, after


def _ids(question: Question) -> list[str]:
    assert isinstance(question, Choose)
    return [option.id for option in question.open()]


def _laid(part: Question) -> str:
    """Cover that neither blocks sight nor bars a way."""
    ids = _ids(part)
    return next(id for id in (COVERED, ids[0]) if id in ids)


def _place(battle: Battle, side: str, taken: Mapping[Hex, int], hex_: Hex | None) -> float:
    """Well forward, in cover, beside nobody, and rather in the middle."""
    if hex_ is None:
        return -100.0
    number = hex_.r + hex_.q / 2
    forward = -number if side == "a" else number
    middle = -abs(hex_.q - (battle.table.columns - 1) / 2)
    cover = 0.8 * (battle.ground_at(hex_) in COVER)
    return forward + 0.3 * middle + cover - 1.2 * taken[hex_]


def _rest(battle: Battle, unit: Unit, name: str) -> str:
    """What is left of the order after the first code of that name in the step under way."""
    step = int(battle.phase[-1]) - 1 if battle.phase[-1].isdigit() else 0
    return _left(unit.movement, step, name)


def _onward(unit: Unit, rest: str) -> bool:
    """Whether what is left of its orders leads on from the facing that it is to choose."""
    codes = moves(rest)
    if not codes and unit.next_movement:
        codes = moves(unit.next_movement)
    return bool(codes) and codes[0].name != "360"


@lru_cache(maxsize=10_000)
def _left(order: str, step: int, name: str) -> str:
    parts = order.split(", ")
    codes = parts[step].split("+") if len(parts) == 3 else []
    left = "+".join(codes[codes.index(name) + 1 :]) if name in codes else ""
    return ", ".join([left or "-", *parts[step + 1 :], *["-"] * step])


def _met(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies in its assault; without one, those in its hex."""
    for clash in battle.clashes:
        if any(entrant.unit == unit.id for entrant in clash.entrants):
            there = [battle.unit(entrant.unit) for entrant in clash.entrants]
            return [other for other in there if other.side != unit.side]
    return battle.in_hex(unit.hex, enemy(unit.side))


def _nearest(battle: Battle, unit: Unit) -> int:
    return min((distance(unit, foe) for foe in battle.on_map(enemy(unit.side))), default=99)


def _towards_foe(battle: Battle, unit: Unit) -> int | None:
    foes = battle.on_map(enemy(unit.side))
    if not foes:
        return None
    near = min(foes, key=lambda foe: distance(unit, foe))
    sides = sides_towards(unit, near)
    return sides[0] if sides else None
