"""What assault hits do: damaging hits and support, their damage, and the tokens they bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.steampunk.army.abilities import Form, Numbered, PoisonAssault, Poisoning, Rolled
from warbook.books.steampunk.asking import Asking, pick
from warbook.books.steampunk.assault.lineup import Source, Stand, striker
from warbook.books.steampunk.damage import toughness
from warbook.books.steampunk.damage.effects import said
from warbook.books.steampunk.damage.wounds import row_of
from warbook.books.steampunk.dice import Roll, die
from warbook.books.steampunk.gunnery import gunfire
from warbook.books.steampunk.gunnery.gunfire import Attack, Hit, Target
from warbook.books.steampunk.pending import Blow, Gain, TableName
from warbook.books.steampunk.state import Battle, Game, Unit, field, has, types
from warbook.core.events import Aimed
from warbook.core.questions import Choose, Modifier, Option, Preview


class Strike(Struct, frozen=True):
    """A damaging hit of a source on a unit, with the support given to it."""

    source: str
    unit: str
    scalps: Roll | None = None  # ability may-scalp: this crew damage instead
    damage: int = 0
    ap: int = 0

    @property
    def alike(self) -> tuple[object, ...]:
        return self.source, self.unit, str(self.scalps), self.damage, self.ap


class Shared(Struct):
    """How a side uses its hits: the damaging ones, and how many of each source went to each enemy unit."""

    strikes: list[Strike]
    given: dict[tuple[str, str], int] = {}

    def give(self, source: str, unit: str, count: int) -> None:
        self.given[source, unit] = self.given.get((source, unit), 0) + count


# ---------------------------------------------------------------- sharing them out


def shared_out(
    battle: Battle, sources: Mapping[str, Source], left: Mapping[str, int], foes: Sequence[Stand]
) -> Asking[Shared]:
    """spf.assault.both-apply: damaging hits first, then support (spf.assault.example-dark-elf-elf). Hits of
    those who do psychic damage only are shared out apart (spf.assault.psychic-separate,
    spf.assault.psychic-support)."""
    shared = Shared([])
    for psychic in (False, True):
        own = {key: n for key, n in left.items() if n and sources[key].psychic_only is psychic}
        sharing = _Sharing(battle, sources, own, foes, shared)
        yield from sharing.damaging()
        yield from sharing.support()
        shared.strikes += sharing.strikes
    return shared


class _Sharing:
    """One side's hits of one kind while they are shared out."""

    def __init__(
        self,
        battle: Battle,
        sources: Mapping[str, Source],
        left: dict[str, int],
        foes: Sequence[Stand],
        shared: Shared,
    ) -> None:
        self.battle, self.sources, self.left, self.foes, self.shared = battle, sources, left, foes, shared
        self.stands = {foe.unit: foe for foe in foes}
        self.room = {foe.unit: len(battle.unit(foe.unit).living) for foe in foes}
        self.strikes: list[Strike] = []

    def damaging(self) -> Asking[None]:
        """spf.assault.damaging-hits: at most one for each living model of a unit, and no support before every
        model has one (ruling S8; switch free_support)."""
        free = self.battle.rulings.free_support
        while pairs := self._pairs():
            units = {unit for _, unit, _ in pairs}
            forced = len(units) == 1 and not any(scalp for *_, scalp in pairs) and not free
            total = sum(self.left[key] for key in {key for key, _, _ in pairs})
            if forced and (len(pairs) == 1 or total <= self.room[pairs[0][1]]):
                for key, unit, _ in pairs:
                    self._strike(key, unit, None, min(self.left[key], self.room[unit]))
                continue
            options = [
                Option(
                    f"{key}>{unit}*{count}{' scalp' if scalp else ''}",
                    self._words(key, unit, count, scalp),
                    unit,
                    preview=self._prospect(Strike(key, unit, scalp)),
                )
                for key, unit, scalp in pairs
                for count in range(1, min(self.left[key], self.room[unit]) + 1)
            ]
            if free and self.strikes:
                options.append(Option("support", "The rest is support"))
            answer = yield from pick("Damaging hits: who strikes whom?", options, "spf.assault.damaging-hits")
            if answer == "support":
                return
            key, unit, count, scalps = _read(answer)
            scalp = self._scalp(key, unit) if scalps else None
            self._strike(key, unit, scalp, count)

    def _pairs(self) -> list[tuple[str, str, Roll | None]]:
        """Which source can strike which unit, and with what crew damage instead, if any."""
        found: list[tuple[str, str, Roll | None]] = []
        for key in sorted(self.left):
            for foe in self.foes:
                if self.left[key] and self.room[foe.unit] and self._reaches(key, foe):
                    found.append((key, foe.unit, None))
                    if scalp := self._scalp(key, foe.unit):
                        found.append((key, foe.unit, scalp))
        return found

    def _reaches(self, key: str, foe: Stand) -> bool:
        """Ruling S4: every enemy in the assault (switch focus_limits_dice: those on the side it faces)."""
        focus = self.sources[key].focus
        return not (self.battle.rulings.focus_limits_dice and focus) or foe.way == focus

    def _scalp(self, key: str, unit: str) -> Roll | None:
        target = self.battle.unit(unit)
        if not toughness.lines_of(self.battle, target, "crew"):
            return None
        return next((ability.roll for ability in self.sources[key].named("may-scalp", Rolled)), None)

    def _strike(self, key: str, unit: str, scalps: Roll | None, count: int) -> None:
        self.strikes += [Strike(key, unit, scalps) for _ in range(count)]
        self.left[key] -= count
        self.room[unit] -= count
        self.shared.give(key, unit, count)

    def support(self) -> Asking[None]:
        """spf.assault.support: +1 damage to a damaging hit for each, or +1 AP (ability
        support-may-raise-ap)."""
        while choices := self._supports():
            if len(choices) == 1 and len(self.strikes) == 1:
                ((key, number, ap),) = choices
                self._back_up(key, number, ap, self.left[key])
                continue
            options = [
                Option(
                    f"{key}>{number}*{count}{' ap' if ap else ''}",
                    self._support_words(key, number, count, ap),
                    self.strikes[number].unit,
                    preview=self._prospect(_backed(self.strikes[number], count, ap)),
                )
                for key, number, ap in choices
                for count in range(1, self.left[key] + 1)
            ]
            answer = yield from pick("Support: which hit is made stronger?", options, "spf.assault.support")
            key, hit, count, ap = _read(answer)
            self._back_up(key, int(hit), ap, count)

    def _supports(self) -> list[tuple[str, int, bool]]:
        """Which source can support which damaging hit, one of those that are alike, and how."""
        kinds: dict[tuple[object, ...], int] = {}
        for number, strike in enumerate(self.strikes):
            kinds.setdefault(strike.alike, number)
        return [
            (key, number, ap)
            for key in sorted(self.left)
            if self.left[key]
            for number in kinds.values()
            if self._reaches(key, self.stands[self.strikes[number].unit])
            for ap in ((False, True) if self.sources[key].has("support-may-raise-ap") else (False,))
        ]

    def _back_up(self, key: str, number: int, ap: bool, count: int) -> None:
        strike = self.strikes[number] = _backed(self.strikes[number], count, ap)
        self.left[key] -= count
        self.shared.give(key, strike.unit, count)

    def _prospect(self, strike: Strike) -> Callable[[], Preview]:
        source, target = self.sources[strike.source], self.stands[strike.unit]
        return lambda: prospect(self.battle, strike, source, target)

    def _words(self, key: str, unit: str, count: int, scalp: Roll | None) -> str:
        name = field(self.battle, self.battle.unit(unit)).name
        how = f", {scalp} crew damage each" if scalp else ""
        return f"{count} of {self.left[key]} hits of {self.sources[key].name} on {name}{how}"

    def _support_words(self, key: str, number: int, count: int, ap: bool) -> str:
        strike = self.strikes[number]
        name = field(self.battle, self.battle.unit(strike.unit)).name
        hit = f"the hit of {self.sources[strike.source].name} on {name}"
        had = f" (now +{strike.damage})" if strike.damage else ""
        return f"{count} of {self.sources[key].name}: +{count} {'AP' if ap else 'damage'} to {hit}{had}"


def _backed(strike: Strike, count: int, ap: bool) -> Strike:
    return replace(strike, ap=strike.ap + count) if ap else replace(strike, damage=strike.damage + count)


def _read(answer: str) -> tuple[str, str, int, bool]:
    """An option's id: who, whom, how many, and whether in the other way."""
    what, _, other = answer.partition(" ")
    key, _, rest = what.partition(">")
    unit, _, count = rest.rpartition("*")
    return key, unit, int(count), bool(other)


# ---------------------------------------------------------------- damage


def deal(game: Game, hit: Strike, source: Source, target: Stand) -> None:
    """spf.assault.damage: armor against AP, damage, and what the source does besides; without range
    (ruling D6). Support counts for regular and psychic damage (spf.assault.mixed-damage-support)."""
    battle = game.battle
    unit = battle.unit(hit.unit)
    words = f"{striker(battle, source)} strikes {field(battle, unit).name}."
    game.tell(Aimed(piece=source.unit, target=unit.id, words=words, rule="spf.assault.damage"))
    if hit.scalps:
        _typed(game, source, unit, "crew", hit.scalps, _support(hit))
        return
    attack = _attack(source, hit)
    came = _regular(game, attack, hit, source, target) if attack else None
    for also in source.assault.also:
        if also.type == "fire":
            _fire(game, hit, source, target, also.roll)
        elif came in (None, "through") or not (also.penetrated or battle.rulings.typed_needs_penetration):
            _typed(game, source, unit, also.type, also.roll, _support(hit) if also.type == "psychic" else ())


def prospect(battle: Battle, hit: Strike, source: Source, target: Stand) -> Preview:
    """What one such hit does, line by line of the table it is read in, from harmless to lethal."""
    unit = battle.unit(hit.unit)
    attack = None if hit.scalps else _attack(source, hit)
    table: TableName = "regular"
    results: list[tuple[int | None, Fraction]] = []
    if attack:
        dice, why = _dice(battle, attack, hit, source, target, table)
        results = [(struck.damage, Fraction(p)) for struck, p in gunfire.struck.odds(dice).items()]
    else:
        table = "crew" if hit.scalps else "psychic"
        roll = hit.scalps or next((also.roll for also in source.assault.also if also.type == table), Roll(0))
        why = (*toughness.bonus(battle, unit, table, table)[1], *_support(hit))
        plus = roll.plus + sum(line.value for line in why)
        results = [(face + plus, Fraction(1, roll.sides)) for face in range(1, roll.sides + 1)]
    lines = toughness.lines_of(battle, unit, table)
    shares: dict[int, Fraction] = {}
    for result, share in results:
        row = row_of(lines, result) if result is not None else None
        at = -1 if row is None else row
        shares[at] = shares.get(at, Fraction(0)) + share
    outcomes = [("nothing" if row < 0 else said(lines[row][2]), shares[row]) for row in sorted(shares)]
    harmed = 1 - shares.get(-1, Fraction(0))
    headline = f"each hit: {float(harmed):.0%} does something"
    return Preview(tuple(outcomes) or (("nothing", Fraction(1)),), modifiers=why, headline=headline)


def _support(hit: Strike) -> tuple[Modifier, ...]:
    return (Modifier(hit.damage, "support", "spf.assault.support"),) if hit.damage else ()


def _attack(source: Source, hit: Strike) -> Attack | None:
    """AP and damage by the angle of the source; none if it does no regular damage."""
    assault = source.assault
    front = source.angle == 0
    roll = assault.front_damage if front and assault.front_damage else assault.damage
    return Attack(_ap(source, hit), roll, assault.on_penetration) if roll else None


def _ap(source: Source, hit: Strike) -> int:
    front = source.assault.front_ap if source.angle == 0 else None
    return hit.ap + (source.assault.ap if front is None else front)


def _dice(
    battle: Battle, attack: Attack, hit: Strike, source: Source, target: Stand, table: TableName
) -> tuple[Hit, tuple[Modifier, ...]]:
    """The hit as the dice see it, and the modifiers of its damage."""
    unit = battle.unit(hit.unit)
    extra = (*toughness.bonus(battle, unit, table, "regular")[1], *_support(hit))
    armor, resist = _armor(battle, unit, target, source), toughness.resist_roll(battle, unit, "regular")
    return gunfire.hit_on(attack, Target(armor, resist_roll=resist), extra=extra)


def _armor(battle: Battle, unit: Unit, target: Stand, source: Source) -> int:
    """Of the side that is assaulted; the weakest one for those who find it (ability hits-weakest-armor)."""
    angles = range(4) if source.has("hits-weakest-armor") else [target.angle]
    return min(toughness.armor(battle, unit, angle, in_assault=True) for angle in angles)


def _regular(game: Game, attack: Attack, hit: Strike, source: Source, target: Stand) -> gunfire.Armor:
    battle = game.battle
    unit = battle.unit(hit.unit)
    dice, _ = _dice(battle, attack, hit, source, target, "regular")
    came = game.rolling(unit.id).roll(gunfire.armor_roll, dice.armor)
    if came != "blocked":
        table = _table(game, source, unit)
        dice, why = _dice(battle, attack, hit, source, target, table)
        result = game.rolling(source.unit, {"spf.damage.roll": why}).roll(gunfire.damage, dice, came)
        _blow(battle, source, unit, table, result, "assault", "spf.assault.damage")
    return came


def _table(game: Game, source: Source, unit: Unit) -> TableName:
    """After the armor roll the attacker chooses (ability gun-or-crew)."""
    battle = game.battle
    if not (has(battle, unit, "gun-or-crew") and toughness.lines_of(battle, unit, "crew")):
        return "regular"
    name = field(battle, unit).name
    options = [
        Option("regular", f"The gun of {name}", unit.id),
        Option("crew", f"The crew of {name}", unit.id),
    ]
    question = Choose(
        f"{source.name} gets through: at the gun or its crew?", options, "spf.damage.table-lookup"
    )
    return "crew" if game.ask(battle.unit(source.unit).side, question) == "crew" else "regular"


def _fire(game: Game, hit: Strike, source: Source, target: Stand, roll: Roll) -> None:
    """spf.special.direct-fire, ruling D5."""
    battle = game.battle
    unit = battle.unit(hit.unit)
    extra = toughness.bonus(battle, unit, "regular", "fire")[1]
    armor = _armor(battle, unit, target, source)
    dice, why = gunfire.hit_on(Attack(_ap(source, hit), roll), Target(armor), extra=extra)
    struck = game.rolling(source.unit, {"spf.damage.roll": why}).roll(gunfire.struck, dice)
    if struck.damage is not None:
        _blow(battle, source, unit, "regular", struck.damage, "fire", "spf.special.direct-fire")


def _typed(
    game: Game, source: Source, unit: Unit, type: TableName, roll: Roll, support: tuple[Modifier, ...]
) -> None:
    result = typed(game, source.unit, unit, type, roll, "spf.special.typed-damage", support)
    if result is not None:
        _blow(game.battle, source, unit, type, result, "assault", "spf.special.typed-damage")


def typed(
    game: Game,
    by: str,
    unit: Unit,
    type: TableName,
    roll: Roll,
    rule: str,
    extra: tuple[Modifier, ...] = (),
) -> int | None:
    """spf.special.typed-damage: a roll on the psychic or crew table, past the armor (ruling D4); none for who
    is immune (spf.special.typed-immunity)."""
    battle = game.battle
    if not toughness.lines_of(battle, unit, type):
        return None
    why = (*toughness.bonus(battle, unit, type, "psychic" if type == "psychic" else "crew")[1], *extra)
    rolled = game.rolling(by, {rule: why}).roll(die, roll.sides, rule)
    return rolled + roll.plus + sum(line.value for line in why)


def _blow(
    battle: Battle, source: Source, unit: Unit, table: TableName, result: int, cause: str, rule: str
) -> None:
    battle.blows.append(Blow(unit.id, table, result, cause, rule, source.unit))


# ---------------------------------------------------------------- tokens


def token_gains(battle: Battle, sources: Mapping[str, Source], shared: Shared) -> Iterator[Gain]:
    """What the hits bring besides damage: every hit that was not deflected counts, of those with the ability,
    on the unit it was given to (ruling S10)."""
    for id in sorted({unit for _, unit in shared.given}):
        hits = [(sources[key], n) for (key, unit), n in sorted(shared.given.items()) if unit == id]
        if "vehicle" in types(battle, battle.unit(id)):
            yield from _cunning(id, hits)
        for ability, count in _counted(hits, "poison-assault", PoisonAssault):
            gain = Gain(id, "poison", "spf.ability.poison-assault", 1, ability.strength)
            yield from [gain] * (count // ability.hits)
        for acid, count in _counted(hits, "minor-acid-assault", Numbered):
            if count // acid.number:
                yield Gain(id, "minor-acid", "spf.ability.acid-assault", count // acid.number)
        for _ in {source.unit for source, _ in hits if source.has("set-on-fire")}:  # ruling S11
            yield Gain(id, "fire", "spf.ability.set-on-fire-assault")


def _cunning(id: str, hits: Iterable[tuple[Source, int]]) -> Iterator[Gain]:
    """spf.ability.cunning-assault, ruling S23."""
    won = sum(count // ability.number for ability, count in _counted(hits, "cunning-assault", Numbered))
    if won:
        yield Gain(id, "future", "spf.ability.cunning-assault", won)
    if won >= 2:
        yield Gain(id, "shaken", "spf.ability.cunning-assault-shaken")


def _counted(hits: Iterable[tuple[Source, int]], name: str, form: type[Form]) -> list[tuple[Form, int]]:
    """The hits of all who have the ability with the same figures, added up."""
    found: dict[Form, int] = {}
    for source, count in hits:
        for ability in dict.fromkeys(source.named(name, form)):
            found[ability] = found.get(ability, 0) + count
    return sorted(found.items(), key=lambda each: each[0].brackets)


def deflection_poisons(
    sources: Mapping[str, Source], deflected: Mapping[str, int], foe_sources: Iterable[Source]
) -> Iterator[Gain]:
    """Ability deflection-poisons: every unit with at least one deflected hit is poisoned, once for each unit
    of deflectors."""
    bearers = {
        each.unit: a.strength for each in foe_sources for a in each.named("deflection-poisons", Poisoning)
    }
    for id in sorted({sources[key].unit for key, count in deflected.items() if count}):
        for _, strength in sorted(bearers.items()):
            yield Gain(id, "poison", "spf.assault.deflection-effect", 1, strength)
