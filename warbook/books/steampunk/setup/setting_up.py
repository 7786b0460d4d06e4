"""Before the first turn: mustering, laying out the territories, and setting up behind a screen.

Until the screen goes, in the phases `BLIND`, a side may know nothing of how the other sets up: what is done
there is told to its own side only, and everything again when the screen goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from warbook.board.hexes import COMPASS, Hex
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.abilities import Endurance, Numbered, OfPiece, Transport
from warbook.books.steampunk.army.notation import Speed
from warbook.books.steampunk.army.roster import FieldUnit, huge
from warbook.books.steampunk.gunnery import loading
from warbook.books.steampunk.illusions import HIDING, likeness, own_name
from warbook.books.steampunk.orders import carrying_out, writing
from warbook.books.steampunk.orders.glosses import speed_words
from warbook.books.steampunk.setup.battleground import forward_of, passable, terrain_words, territory_of
from warbook.books.steampunk.setup.presets import presets
from warbook.books.steampunk.state import (
    SIDES,
    AimToken,
    Battle,
    Game,
    Setup,
    Unit,
    abilities,
    by_id,
    field,
    flying,
    has,
    models,
    roster,
)
from warbook.core.events import Note, Placed
from warbook.core.questions import Choose, Concern, Form, Option, Question, Refusal

BLIND = ("speeds", "place")
SCREENED = ("design", *BLIND)
ABOARD = "aboard "  # and the carrier, as a place
AWAY = "away"
FELL_BACK = "fell-back"  # mark of a unit that may no longer use its forward position


def muster(setup: Setup) -> Battle:
    """Both armies off the map, with the ammunition and the endurance tokens they start with."""
    units = [
        Unit(
            id=f"{side}{number + 1}",
            side=side,
            number=number,
            kind=of.kind,
            living=list(range(len(of.models))),
            speed=of.speeds[0],
            endurance=endurance(of),
            loaded=loading.at_start(of, setup.rulings),
            marks=likeness(units, number),
        )
        for side, units in setup.fielded.items()
        for number, of in enumerate(units)
    ]
    return Battle(setup, units, phase="design")


def endurance(of: FieldUnit) -> int:
    """Ability endurance: the tokens of every model by its class."""
    return sum(
        tokens
        for model in of.models
        for ability in model.abilities
        if isinstance(ability, Endurance)
        for kind, tokens in ability.tokens
        if kind in ("model", "elite" if model.elite else "regular")
    )


# ---------------------------------------------------------------- the battle ground


def design_step(game: Game) -> None:
    """Huge units are announced (spf.army.huge-disclosure); then, where the scenario lets them, both sides lay
    out their territories as they like (spf.battleground.own-territory), neither knowing the other's."""
    battle = game.battle
    for army in battle.setup.armies:
        names = [unit.name for unit in huge(roster(army))]
        if names:
            words = f"{army.name} bring {_and(names)}, huge and seen from afar."
            game.tell(Note(words=words, rule="spf.army.huge-disclosure"))
    if battle.setup.scenario.design:
        _design(game)
    battle.phase = "speeds"


def _design(game: Game) -> None:
    battle = game.battle
    wishes = game.ask_all({side: _plan() for side in SIDES})
    forms: dict[str, Question] = {side: _layout(battle, side) for side in SIDES if wishes[side] == "own"}
    layouts: dict[str, dict[str, str]] = game.ask_all(forms) if forms else {}
    for side, layout in layouts.items():
        _lay(game, side, layout)


def _plan() -> Choose:
    options = [
        Option("as-it-lies", "Leave it as it lies"),
        Option("own", "Choose the terrain of every hex"),
    ]
    return Choose("Lay out your territory?", options, "spf.battleground.own-territory")


def _layout(battle: Battle, side: str) -> Form:
    """For each hex every terrain, with a road or without, what lies there now first."""
    words = terrain_words(battle.rulings)
    labels = {
        f"{name}{road}": f"{name.replace('-', ' ')}{road.replace('+', ' with a ')} : {words[name]}"
        for road in ("", "+road")
        for name in words
    }
    parts: dict[str, Question] = {}
    for hex_ in territory_of(battle, side):
        now, spot = battle.ground_at(hex_), ground.spot(battle, hex_)
        names = sorted(words, key=lambda name: name != now)
        ids = [f"{name}{road}" for road in ("", "+road") for name in names]
        options = [Option(id, labels[id], spot=spot) for id in ids]
        name, lies = name_of(hex_), f"{now}{'+road' * battle.has_road(hex_)}"
        parts[name] = Choose(
            f"What lies in {name}?",
            options,
            "spf.battleground.own-territory",
            usual=lies if lies in labels else "",
        )
    judge = _impassable if battle.rulings.terrain_limit == "half" else None
    ready = presets(territory_of(battle, side), south=side == SIDES[0])
    rule = "spf.battleground.own-territory"
    return Form("Lay out your territory", parts, rule, judge, kind="territory", presets=ready)


def _impassable(layout: Mapping[str, str]) -> list[Concern]:
    if passable(terrain for terrain, _ in map(_parted, layout.values())):
        return []
    words = "at least half of a territory must be open to tracked units"
    return [Concern((), words, "spf.battleground.own-territory", barred=True)]


def _parted(laid: str) -> tuple[str, bool]:
    """The terrain, and whether a road runs over it."""
    terrain, _, road = laid.partition("+")
    return terrain, bool(road)


def _lay(game: Game, side: str, layout: dict[str, str]) -> None:
    battle = game.battle
    for hex_ in territory_of(battle, side):
        terrain, road = _parted(layout[name_of(hex_)])
        key = f"{hex_.q},{hex_.r}"
        battle.ground[key] = terrain
        if road and not battle.has_road(hex_):
            battle.roads.append(key)
    counts = Counter(laid.replace("-", " ").replace("+", " with a ") for laid in layout.values())
    laid = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    words = f"{_army(battle, side)} have laid out their territory: {laid}."
    game.tell(Note(words=words, rule="spf.battleground.own-territory"))


# ---------------------------------------------------------------- behind the screen


def place_step(game: Game) -> None:
    """One sealed round of the blind set-up (spf.setup.blind): first all starting speeds, then where all units
    stand, at last the orders for turn 1; then the screen goes."""
    battle = game.battle
    if battle.phase == "speeds":
        _ready(game)
        battle.phase = "place"
    elif any(unit.place == "waiting" for unit in battle.units):
        _place_round(game)
        if all(unit.place != "waiting" for unit in battle.units):
            _fall_back(game)
    else:
        writing.write_first(game)
        _screen_goes(game)
        battle.turn, battle.phase = 1, "orders"


def _ready(game: Game) -> None:
    """Starting speeds (spf.setup.starting-speed), and who starts hidden."""
    battle = game.battle
    forms: dict[str, Question] = {}
    for side in SIDES:
        parts: dict[str, Question] = {
            unit.id: form
            for unit in battle.units
            if unit.side == side and (form := _ready_form(battle, unit)).parts
        }
        if parts:
            words = "Starting speeds, and who starts hidden"
            forms[side] = Form(words, parts, "spf.setup.starting-speed")
    answers = game.ask_all(forms) if forms else {}
    for unit in battle.units:
        chosen = answers.get(unit.side, {}).get(unit.id, {})
        unit.speed = chosen.get("speed", unit.speed)
        unit.hidden = chosen.get("hidden") == "hidden"


def _ready_form(battle: Battle, unit: Unit) -> Form:
    parts: dict[str, Question] = {}
    own = carrying_out.speeds(battle, unit)
    if len(own) > 1:
        options = [Option(speed, _speed_label(battle, unit, speed), unit.id) for speed in own]
        parts["speed"] = Choose(
            "Its starting speed", options, "spf.setup.starting-speed", unit.id, kind="starting speed"
        )
    if any(has(battle, unit, name) for name in HIDING):
        options = [Option("hidden", "Hidden", unit.id), Option("open", "In the open", unit.id)]
        parts["hidden"] = Choose("Does it start hidden?", options, "spf.ability.hidden-token", unit.id)
    return Form(own_name(battle, unit), parts, "spf.setup.starting-speed")


def _speed_label(battle: Battle, unit: Unit, speed: Speed) -> str:
    """A speed as what it lets the unit do in turn 1."""
    orders = carrying_out.movement_list(battle, unit, speed)
    most = max((sum(code.name == "F" for step in order for code in step) for order in orders), default=0)
    hexes = f"up to {most} hex{'es' * (most > 1)} forward" if most else "no hex forward"
    return f"{speed_words(speed).capitalize()} : {hexes} in turn 1"


def _place_round(game: Game) -> None:
    """All who are still to be set up, of each side together: whoever does so moves them about until it is
    content."""
    battle = game.battle
    due = {side: _due(battle, side) for side in SIDES}
    places = {unit.id: _places(battle, unit, units) for units in due.values() for unit in units}
    asked = {side: [unit for unit in due[side] if _open(places[unit.id])] for side in SIDES}
    forms: dict[str, Question] = {
        side: _set_up_form(battle, units, places) for side, units in asked.items() if units
    }
    answers = game.ask_all(forms) if forms else {}
    plans = {
        unit.id: _plan_of(answers[side][unit.id], places[unit.id])
        for side, units in asked.items()
        for unit in units
    }
    turns = [unit for pair in zip_longest(*due.values()) for unit in pair if unit is not None]
    for unit in sorted(turns, key=lambda unit: plans.get(unit.id, (AWAY, ""))[0].startswith(ABOARD)):
        where, facing = plans.get(unit.id, (AWAY, ""))
        if where == AWAY:
            _left_out(game, unit)
        elif where.startswith(ABOARD):
            _load(game, unit, battle.unit(where.removeprefix(ABOARD)))
        else:
            _place(game, unit, _hex_of(battle, unit, where), COMPASS.index(facing))


def _due(battle: Battle, side: str) -> list[Unit]:
    """Those that a side has to set up: who carries others first."""
    waiting = [unit for unit in battle.units if unit.side == side and unit.place == "waiting"]
    return sorted(waiting, key=lambda unit: (not has(battle, unit, "transport"), unit.number))


def _open(places: Sequence[Option]) -> list[str]:
    return [option.id for option in places if option.barred is None]


def _plan_of(chosen: Mapping[str, str], places: Sequence[Option]) -> tuple[str, str]:
    """Where it is set up, and how it faces."""
    return chosen.get("place", _open(places)[0]), chosen["facing"]


def _hex_of(battle: Battle, unit: Unit, name: str) -> Hex:
    return next(hex_ for hex_ in setup_area(battle, unit) if name_of(hex_) == name)


def _set_up_form(battle: Battle, units: Sequence[Unit], places: Mapping[str, Sequence[Option]]) -> Form:
    """One part for every unit. Where there may not be room for all, one can be left out (spf.W5)."""
    hexes = [[id for id in _open(places[unit.id]) if not id.startswith(ABOARD)] for unit in units]
    offers = {
        unit.id: [*places[unit.id], Option(AWAY, "No room for it: it stays away", unit.id)]
        if min(map(len, hexes)) < len(units)
        else places[unit.id]
        for unit in units
    }

    def judge(answers: Mapping[str, Any]) -> list[Concern]:
        return _misplaced(battle, units, {u.id: _plan_of(answers[u.id], offers[u.id])[0] for u in units})

    parts = {unit.id: _place_form(battle, unit, offers[unit.id]) for unit in units}
    return Form("Set up your units", parts, "spf.setup.area", judge, kind="set-up")


def _misplaced(battle: Battle, units: Sequence[Unit], plan: Mapping[str, str]) -> list[Concern]:
    """What cannot be so of a plan that says where each unit is set up: hexes that are full, who finds no room
    aboard, who is left out though there is room."""
    found: list[Concern] = []
    there = {
        unit.id: _hex_of(battle, unit, plan[unit.id])
        for unit in units
        if plan[unit.id] != AWAY and not plan[unit.id].startswith(ABOARD)
    }
    before: list[Unit] = []
    for unit in units:
        where = plan[unit.id]
        if where == AWAY:
            free = _free(battle, unit, units, there)
            if free is not None:
                words = f"{own_name(battle, unit)} has room in {name_of(free)}"
                found.append(Concern((), words, "spf.W5", barred=True))
        elif where.startswith(ABOARD):
            carrier = battle.unit(where.removeprefix(ABOARD))
            loaded = sum(plan[other.id] == where for other in before)
            if carrier.id in plan and carrier.id not in there:
                words = f"{own_name(battle, unit)} cannot be aboard what is not on the map"
                found.append(Concern((), words, "spf.setup.area", barred=True))
            elif not carries(battle, carrier, unit, loaded):
                words = f"{own_name(battle, carrier)} has no room for {own_name(battle, unit)}"
                found.append(Concern((), words, "spf.setup.area", barred=True))
        else:
            with_ = [other for other in before if there.get(other.id) == there[unit.id]]
            full = no_room(battle, unit, there[unit.id], with_)
            if full is not None:
                words = f"{own_name(battle, unit)} cannot be in {where}: {full.words}"
                found.append(Concern((), words, full.rule, barred=True))
        before.append(unit)
    return found


def _free(battle: Battle, unit: Unit, units: Sequence[Unit], there: Mapping[str, Hex]) -> Hex | None:
    """A hex that would hold the unit as the others stand."""
    for hex_ in setup_area(battle, unit):
        with_ = [other for other in units if there.get(other.id) == hex_]
        barred = isinstance(ground.entry(battle, unit, hex_, hex_), Refusal)
        if not barred and no_room(battle, unit, hex_, with_) is None:
            return hex_
    return None


def _place_form(battle: Battle, unit: Unit, places: Sequence[Option]) -> Form:
    ahead = 0 if unit.side == "a" else 3
    turned = [COMPASS[(ahead + turn) % 6] for turn in range(6)]
    facings = [Option(word, f"Facing {word}", unit.id) for word in turned]
    parts: dict[str, Question] = {}
    if len(_open(places)) > 1:
        parts["place"] = Choose("Where?", places, "spf.setup.area", unit.id)
    parts["facing"] = Choose(  # ruling B5
        "Which way does it face?", facings, "spf.setup.area", unit.id, usual=turned[0]
    )
    hidden = ", hidden" if unit.hidden else ""
    words = f"{own_name(battle, unit)} ({speed_words(unit.speed)}{hidden})"
    return Form(words, parts, "spf.setup.area", kind="place")


def _places(battle: Battle, unit: Unit, due: Sequence[Unit]) -> list[Option]:
    """Where the unit may be set up as far as it is known before the others are, who are due with it."""
    own = battle.on_map(unit.side)
    taken = {other.hex for other in own}
    barred: dict[str, Refusal | None] = {}  # by terrain
    hexes = []
    for hex_ in setup_area(battle, unit):
        name, terrain = name_of(hex_), battle.ground_at(hex_)
        if terrain not in barred:
            entry = ground.entry(battle, unit, hex_, hex_)
            barred[terrain] = entry if isinstance(entry, Refusal) else None
        words = f"{name}, {terrain.replace('-', ' ')}{' with a road' * battle.has_road(hex_)}"
        refusal = barred[terrain] or (no_room(battle, unit, hex_) if hex_ in taken else None)
        hexes.append(Option(name, words, unit.id, refusal, spot=ground.spot(battle, hex_)))
    carriers = [
        Option(f"{ABOARD}{other.id}", f"Aboard {field(battle, other).name}", other.id)
        for other in [*own, *due]
        if other is not unit and carries(battle, other, unit)
    ]
    return [*hexes, *carriers]


def setup_area(battle: Battle, unit: Unit) -> list[Hex]:
    """Where the unit may be set up, terrain and other units apart: its territory (spf.setup.area), and with
    forward position what is no farther from it and not the enemy's (spf.ability.forward-position, ruling
    B6)."""
    far = max((a.number for a in abilities(battle, unit, "forward-position", Numbered)), default=0)
    if not far or FELL_BACK in unit.marks:
        return territory_of(battle, unit.side)
    return forward_of(battle, unit.side, far)


def no_room(battle: Battle, unit: Unit, hex_: Hex, with_: Sequence[Unit] = ()) -> Refusal | None:
    """Why those who are in the hex, and those who are to be, leave no room for the unit. Hidden units count
    for their own side (ruling R20)."""
    aloft = flying(battle, unit)
    own = [*battle.in_hex(hex_, unit.side), *with_]
    there = [other for other in own if flying(battle, other) == aloft]
    if ground.fits(battle, hex_, [*there, unit]):
        return None
    names = _and([field(battle, other).name for other in there])
    return Refusal(f"with {names} the hex is full", "spf.stacking.limit")


def carries(battle: Battle, carrier: Unit, unit: Unit, more: int = 0) -> bool:
    """Ability transport: whether the carrier has room for the unit beside so many more; all of its models
    must be of one of the types it takes. And does-not-carry."""
    transport = abilities(battle, carrier, "transport", Transport)
    if not transport:
        return False
    aboard = more + sum(other.carrier == carrier.id for other in battle.units)
    refused = {ability.piece for ability in abilities(battle, carrier, "does-not-carry", OfPiece)}
    own = [model for _, model in models(battle, unit)]
    if any(not refused.isdisjoint(model.equipment) for model in own):
        return False
    return any(
        aboard < ability.units and all(not set(model.types).isdisjoint(ability.types) for model in own)
        for ability in transport
    )


def _place(game: Game, unit: Unit, hex_: Hex, facing: int) -> None:
    battle = game.battle
    unit.place, unit.facing = "map", facing
    unit.at(hex_)
    game.tell(_placed(battle, unit, (unit.side,)))


def _load(game: Game, unit: Unit, carrier: Unit) -> None:
    """Aboard, at a speed at which it can get out; nobody hides there."""
    battle = game.battle
    unit.place, unit.carrier, unit.hidden = "aboard", carrier.id, False
    possible = carrying_out.getting_out(battle, unit, carrier)
    unit.speed = unit.speed if unit.speed in possible else possible[0]
    unit.at(carrier.hex)
    unit.facing = carrier.facing
    game.tell(_loaded(battle, unit, (unit.side,)))


def _left_out(game: Game, unit: Unit) -> None:
    """spf.W5: no hex can hold it, so it does not come to the battle."""
    unit.place = "fled"
    words = f"{field(game.battle, unit).name} find no room to set up and stay away."
    game.tell(Note(words=words, piece=unit.id, rule="spf.W5", to=(unit.side,)))


def _fall_back(game: Game) -> None:
    """spf.W4, for forward positions: where both sides have set up in one hex, all units that would stand
    among enemies in their layer are set up again in their own territory. Hidden ones stay (P27)."""
    battle = game.battle
    shown = [unit for unit in battle.on_map() if not unit.hidden]
    met = [
        unit
        for unit in shown
        if any(
            other.side != unit.side
            and (other.q, other.r) == (unit.q, unit.r)
            and flying(battle, other) == flying(battle, unit)
            for other in shown
        )
    ]
    for unit in met:
        unit.place, unit.marks[FELL_BACK] = "waiting", 1
        words = f"{field(battle, unit).name} have met the enemy and fall back to their territory."
        game.tell(Note(words=words, piece=unit.id, rule="spf.ability.forward-position", to=(unit.side,)))


# ---------------------------------------------------------------- the screen goes


def _screen_goes(game: Game) -> None:
    """All is shown but the hidden units, whose worth is announced (spf.ability.hidden-disclosure)."""
    battle = game.battle
    for unit in battle.on_map():
        _start_aimed(battle, unit)
        if not unit.hidden:
            game.tell(_placed(battle, unit))
    for unit in by_id(battle.units):
        unit.marks.pop(FELL_BACK, None)
        if unit.place == "aboard":
            game.tell(_loaded(battle, unit))
    for side in SIDES:
        hidden = [unit for unit in battle.on_map(side) if unit.hidden]
        battle.announced[side] = sum(field(battle, unit).value for unit in hidden)
        if hidden:
            words = f"{_army(battle, side)} have hidden units worth {battle.announced[side]} victory points."
            game.tell(Note(words=words, rule="spf.ability.hidden-disclosure"))


def _start_aimed(battle: Battle, unit: Unit) -> None:
    """Ability starts-aimed: as if given in the last gunnery step before turn 1."""
    for ability in abilities(battle, unit, "starts-aimed", Numbered):
        unit.aims += [AimToken(unit.q, unit.r, turn=0, step=2)] * ability.number


def _placed(battle: Battle, unit: Unit, to: tuple[str, ...] = ()) -> Placed:
    """Facings are told in degrees, counted from the east against the clock."""
    degrees = float((90 - 60 * unit.facing) % 360)
    spot = ground.spot(battle, unit.hex)
    return Placed(piece=unit.id, spot=spot, facing=degrees, rule="spf.setup.area", to=to)


def _loaded(battle: Battle, unit: Unit, to: tuple[str, ...] = ()) -> Note:
    carrier = battle.unit(unit.carrier)
    words = f"{field(battle, unit).name} start aboard {field(battle, carrier).name}."
    return Note(words=words, piece=unit.id, rule="spf.setup.area", to=to)


def _army(battle: Battle, side: str) -> str:
    return battle.setup.armies[SIDES.index(side)].name


def _and(names: Iterable[str]) -> str:
    return " and ".join(names)
