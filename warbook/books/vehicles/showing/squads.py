"""The cards of a squad and of a model in it: profiles, saves, weapons, losses, what holds it back and until
when, what it did this turn and may still do."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from warbook.books.family.profiles import figures, profile_words
from warbook.books.family.wording import explained, listed
from warbook.books.vehicles.army.data import weapons
from warbook.books.vehicles.army.describing import carried_words, save_words
from warbook.books.vehicles.army.lists import ModelType, UnitType
from warbook.books.vehicles.assault.allowed import FAR, barred
from warbook.books.vehicles.field.bodies import unit_type
from warbook.books.vehicles.foot.running import may_run
from warbook.books.vehicles.foot.turn import JUMP, WALK, may_move
from warbook.books.vehicles.pieces import model_states, unit_states
from warbook.books.vehicles.shooting.turn import cannot
from warbook.books.vehicles.showing.arms import model_arms, unit_arms
from warbook.books.vehicles.state import Battle, Model, Unit
from warbook.books.vehicles.transports.boarding import may_alight
from warbook.books.vehicles.transports.riding import firers
from warbook.books.vehicles.wounds.groups import common, leadership_of, ranks_of
from warbook.core.cards import Card, Chart, Figure, Glossary, Trait

MOVES = {
    "stayed": "stayed where it was", "moved": "moved", "fell back": "fell back", "regrouped": "regrouped",
}  # fmt: skip
EXITS = {"before": "got off", "after": "got off after its transport moved", "emergency": "got out in haste"}


def squad_card(battle: Battle, unit: Unit, glossary: Glossary) -> Card:
    kind = unit_type(battle, unit)
    return Card(
        id=unit.id,
        name=unit.name,
        kind=f"{'' if kind.name in unit.name else f'{kind.name}, '}{'jump ' if kind.jump else ''}infantry",
        profile=tuple(_squad_profile(battle, unit)),
        arms=tuple(unit_arms(battle, unit)),
        charts=(_ranks_chart(battle, unit),),
        abilities=tuple(_squad_abilities(battle, unit)),
        states=_states(battle, unit, glossary),
        done=tuple(_done(battle, unit)),
        may=tuple(_may(battle, unit)),
    )


def model_card(battle: Battle, model: Model, name: str, glossary: Glossary) -> Card:
    """One of a squad; what it may do is told of the squad."""
    unit = battle.unit(model.unit)
    kind = unit_type(battle, unit)
    own = kind.models[model.kind]
    lives = model.place != "out"
    wounds = f"{model.wounds} of {own.profile.w} Wounds left." if lives else ""
    states = explained(glossary, model_states(battle, model), lambda _: wounds)
    return Card(
        id=model.id,
        name=name,
        kind=f"{own.name}, {kind.name}",
        profile=(*figures(own.profile, {"w": model.wounds}), *_saves(kind, own)),
        arms=tuple(model_arms(battle, unit, own)),
        abilities=(Trait("Unit", f"{unit.name}, {_losses(battle, unit)}", "veh.P4"),),
        states=(*states, *_states(battle, unit, glossary)) if lives else tuple(states),
        done=tuple(_done(battle, unit)) if lives else (),
        may=tuple(_may(battle, unit)) if lives else (),
    )


# ---------------------------------------------------------------- who they are


def _saves(kind: UnitType, model: ModelType) -> Iterator[Figure]:
    yield Figure("Sv", f"{model.save}+" if model.save < 7 else "-", "Armour save")
    if kind.invulnerable_save < 7:
        yield Figure("Inv", f"{kind.invulnerable_save}+", "Invulnerable save, which no AP takes away")


def _squad_profile(battle: Battle, unit: Unit) -> Iterator[Figure]:
    """As the whole counts (veh.P14): WS and T of the majority, the highest Ld; the save of the commonest."""
    members = battle.members(unit)
    yield Figure("Models", f"{len(members)}/{unit.began}", "Models left, of those it began with")
    if not members:
        return
    most = ranks_of(battle, unit)[0].type
    yield Figure("WS", str(common(battle, unit, "ws")), "Weapon Skill of the majority")
    yield Figure("BS", str(most.profile.bs), "Ballistic Skill of most")
    yield Figure("T", str(common(battle, unit, "t")), "Toughness of the majority")
    yield Figure("Ld", str(leadership_of(battle, unit)), "Leadership, the highest among them")
    yield from _saves(unit_type(battle, unit), most)


def _ranks_chart(battle: Battle, unit: Unit) -> Chart:
    """Each kind of model with its profile, its save and what it carries."""
    kind = unit_type(battle, unit)
    left = {ranks.kind: len(ranks.models) for ranks in ranks_of(battle, unit)}
    whole = unit.began == kind.size
    rows = tuple(
        (
            f"{left.get(number, 0)}{f' of {each.count}' if whole else ''} {each.name}",
            f"{profile_words(each.profile)}, {save_words(kind, each)}; {carried_words(each)}",
        )
        for number, each in enumerate(kind.models)
        if whole or number in left
    )
    return Chart("Models", rows, "veh.P2")


def _squad_abilities(battle: Battle, unit: Unit) -> Iterator[Trait]:
    kind = unit_type(battle, unit)
    yield Trait("Losses", _losses(battle, unit), "veh.P14.wounds")
    if members := battle.members(unit):
        yield Trait("Morale", _test_words(unit, len(members), leadership_of(battle, unit)), "veh.P8")
    if grenades := listed_grenades(kind):
        yield Trait("Grenades", f"{grenades}: one attack each on a vehicle", "veh.assault.grenade-limit")
    if kind.jump:
        yield Trait(
            "Jump infantry", f"moves {JUMP:g} inches over everything; nobody carries it", "veh.P14.jump"
        )
    elif kind.transport_slots_each > 1:
        words = f"each takes {kind.transport_slots_each} slots of a transport"
        yield Trait("Bulky", words, "veh.transport.capacity")


def listed_grenades(kind: UnitType) -> str:
    names = dict.fromkeys(weapons()[id].name for model in kind.models for id in model.grenades)
    return listed(names) if names else ""


def _losses(battle: Battle, unit: Unit) -> str:
    return f"{len(battle.members(unit))} of {unit.began} left"


def _test_words(unit: Unit, now: int, ld: int) -> str:
    """veh.P8: how many more lost to shooting in this phase call for a test."""
    before = now + unit.lost
    quarter = ceil(before / 4)
    if unit.lost >= quarter:
        return f"{unit.lost} of {before} lost to shooting in this phase: it tests at its end, on {ld} or less"
    if quarter >= before:
        return "too few to be tested for losses to shooting"
    lost = f", {unit.lost} lost so far" if unit.lost else ""
    return f"tests when {quarter} of {before} are lost to shooting in a phase{lost}, on {ld} or less"


# ---------------------------------------------------------------- how it stands


def _states(battle: Battle, unit: Unit, glossary: Glossary) -> tuple[Trait, ...]:
    return tuple(explained(glossary, unit_states(battle, unit), lambda name: _own(battle, unit, name)))


def _own(battle: Battle, unit: Unit, name: str) -> str:
    match name:
        case "aboard":
            return f"In {battle.vehicle(unit.aboard).name}."
        case "gone to ground":
            return f"Until the end of its turn {unit.grounded_until}."
        case "locked":
            return f"With {listed(battle.either(foe).name for foe in unit.locked)}."
        case "falling back":
            left = len(battle.members(unit))
            if 2 * left < unit.began:
                return "Fewer than half are left: it regroups no more."
            return f"It regroups on {leadership_of(battle, unit)} or less."
        case "disembarked" | "emergency exit" if unit.alighted_from:
            return f"From {battle.vehicle(unit.alighted_from).name}."
    return ""


# ---------------------------------------------------------------- this turn


def _done(battle: Battle, unit: Unit) -> Iterator[str]:
    if not battle.turn or battle.side != unit.side or not battle.members(unit):
        return
    if unit.boarded:
        yield f"got into {battle.vehicle(unit.aboard).name}" if unit.aboard else "got on"
    elif unit.moved and not (unit.aboard and unit.moved == "stayed"):
        yield MOVES[unit.moved]
    if unit.alighted:
        yield EXITS[unit.alighted]
    if unit.ran:
        yield "ran"
    elif unit.shot_at:
        yield f"shot at {battle.either(unit.shot_at).name}"
    elif unit.shot:
        yield "held its fire"
    if unit.charged:
        yield "assaulted"


def _may(battle: Battle, unit: Unit) -> Iterator[str]:
    if battle.over or not battle.turn or not battle.members(unit):
        return
    if battle.side == unit.side:
        if battle.phase == "move":
            yield from _moves(battle, unit)
        if battle.phase in ("move", "shoot") and not unit.shot:
            yield from _shoots(battle, unit)
        yield from _assaults(battle, unit)
    if unit.locked:
        yield f"fight {listed(battle.either(foe).name for foe in unit.locked)} in the assault phase"


def _moves(battle: Battle, unit: Unit) -> Iterator[str]:
    if unit.aboard:
        if not unit.moved and may_alight(battle, unit) is None:
            yield f"get out of {battle.vehicle(unit.aboard).name}"
    elif may_move(battle, unit) is None:
        inches = JUMP if unit_type(battle, unit).jump else WALK
        yield f"move {inches:g} inches"


def _shoots(battle: Battle, unit: Unit) -> Iterator[str]:
    if cannot(battle, unit) is None:
        if unit.aboard:
            count = firers(battle, battle.vehicle(unit.aboard))
            yield f"shoot with {count} of its models" if count < len(battle.members(unit)) else "shoot"
        else:
            yield "shoot"
    if may_run(battle, unit) is None:
        yield "run D6 inches instead of shooting"


def _assaults(battle: Battle, unit: Unit) -> Iterator[str]:
    """What it did this turn leaves it the assault; who is near is another question."""
    if unit.aboard or unit.assaulted or barred(battle, unit) is not None:
        return
    whom = f" {battle.either(unit.shot_at).name}, at whom it shot" if unit.shot_at else ""
    yield f"assault{whom or ' an enemy'} within {FAR:g} inches"
