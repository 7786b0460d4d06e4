"""The cards of a squad and of a figure in it: profiles, weapons, how near it is to its next test, what holds
it back and until when, what it did in this turn and may still do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from warbook.books.arap.activation.able import may_try
from warbook.books.arap.activation.dice import DEDUCTIONS
from warbook.books.arap.army.data import Fighter
from warbook.books.arap.army.describing import (
    carried_words,
    profile_words,
    save_words,
)
from warbook.books.arap.army.lists import Profile
from warbook.books.arap.field.bodies import fighter, profile
from warbook.books.arap.field.units import (
    acting,
    initiative,
    leadership,
    majority,
    slowest,
    state_of,
    value_of,
)
from warbook.books.arap.morale.dice import quarter
from warbook.books.arap.morale.tests import suppressible, suppressing_hits
from warbook.books.arap.movement.free import may_move_freely
from warbook.books.arap.pieces import figure_name, figure_states, unit_states
from warbook.books.arap.showing.arms import OURS, arms, figure_words
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.books.family.profiles import CHARACTERISTICS, origin_words
from warbook.books.family.wording import counted, explained, listed
from warbook.core.cards import Card, Chart, Glossary, Trait
from warbook.core.cards import Figure as Cell

PROFILE = {**CHARACTERISTICS, "m": ("M", "Basic move in inches")}
DEEDS = {
    "move": "moved", "tactical": "moved tactically", "rough": "moved through variable ground",
    "leap": "moved and jumped", "swim": "swam", "stand up": "stood up", "shoot": "shot", "aim": "took aim",
    "overwatch": "went on overwatch", "charge": "Charged", "alight": "got off", "throw": "threw grenades",
}  # fmt: skip


def squad_card(battle: Battle, unit: Unit, glossary: Glossary) -> Card:
    members = battle.members(unit)
    return Card(
        id=unit.id,
        name=unit.name,
        kind=_kind(battle, unit),
        profile=tuple(_squad_profile(battle, unit)),
        arms=tuple(arms(battle, members)),
        charts=(_kinds_chart(battle, members),) if members else (),
        abilities=tuple(_squad_abilities(battle, unit)),
        states=states(battle, unit, glossary),
        done=tuple(_done(battle, unit)),
        may=tuple(_may(battle, unit)),
    )


def figure_card(battle: Battle, figure: Figure, glossary: Glossary) -> Card:
    """One of a squad; what it may do is told of the squad."""
    unit, kind = battle.unit(figure.unit), fighter(battle, figure)
    lives = figure.place != "out"
    own = explained(glossary, figure_states(battle, figure), lambda name: _figure_own(battle, figure, name))
    return Card(
        id=figure.id,
        name=figure_name(battle, unit, figure),
        kind=_figure_kind(kind),
        profile=tuple(_profile(kind.profile, figure.wounds)),
        arms=tuple(arms(battle, [figure])) if lives else (),
        abilities=(
            *figure_words(kind),
            Trait("Unit", f"{unit.name}, {_left(battle, unit)}", "arap.turn.activation-by-unit"),
            Trait("Figures", origin_words(kind.profile), OURS),
        ),
        states=(*own, *states(battle, unit, glossary)) if lives else tuple(own),
        done=tuple(_done(battle, unit)) if lives else (),
        may=tuple(_may(battle, unit)) if lives else (),
    )


# ---------------------------------------------------------------- who they are


def _kind(battle: Battle, unit: Unit) -> str:
    if unit.squad != unit.id:
        return f"part of {battle.unit(unit.squad).name}"
    members = [figure for figure in battle.figures if figure.squad == unit.id]
    commonest = Counter(fighter(battle, figure).profile.name for figure in members).most_common(1)[0][0]
    return f"{'character' if len(members) == 1 else 'squad'}, {commonest}"


def _figure_kind(kind: Fighter) -> str:
    parts = [kind.name]
    if kind.leader:
        parts.append("leader")
    if kind.profile.character:
        parts.append("independent character")
    if kind.profile.bulk != "normal":
        parts.append(kind.profile.bulk)
    return ", ".join(parts)


def _profile(kind: Profile, wounds: int) -> Iterator[Cell]:
    for field, (name, words) in PROFILE.items():
        whole = kind.move if field == "m" else getattr(kind, field)
        value = wounds if field == "w" else whole
        yield Cell(name, str(value), words if value == whole else f"{words}, {whole} when unhurt")
    yield Cell("Sv", f"{kind.save}+" if kind.save < 7 else "-", "Armour save")
    if kind.invulnerable < 7:
        yield Cell("Inv", f"{kind.invulnerable}+", "Invulnerable save, which no AP takes away")


def _squad_profile(battle: Battle, unit: Unit) -> Iterator[Cell]:
    """As the whole counts (arap.C4)."""
    members = battle.members(unit)
    yield Cell("Figures", f"{len(members)}/{unit.began}", "Figures left, of those the squad began with")
    if not members:
        return
    kinds = [profile(battle, figure) for figure in members]
    yield Cell("M", str(slowest(battle, unit)), "Basic move of the slowest, in inches")
    yield Cell("WS", str(majority(kind.ws for kind in kinds)), "Weapon Skill of most")
    yield Cell("BS", str(majority(kind.bs for kind in kinds)), "Ballistic Skill of most")
    yield Cell("T", str(majority(kind.t for kind in kinds)), "Toughness of most")
    yield Cell("I", str(initiative(battle, unit)), "Initiative of the unit")
    yield Cell("Act", f"{value_of(battle, unit)}-", "Activation value: dice that show it or less are points")
    yield Cell("Ld", str(leadership(battle, unit)), "Leadership of the unit")
    save = majority(kind.save for kind in kinds)
    yield Cell("Sv", f"{save}+" if save < 7 else "-", "Armour save of most")


def _kinds_chart(battle: Battle, members: Sequence[Figure]) -> Chart:
    """Each kind of figure with its profile, its save and what it carries."""
    kinds: dict[int, tuple[Fighter, int]] = {}  # those alike are one object
    for figure in members:
        kind = fighter(battle, figure)
        kinds[id(kind)] = kind, kinds.get(id(kind), (kind, 0))[1] + 1
    rows = tuple(
        (
            f"{count} {kind.name}{' (leader)' if kind.leader else ''}",
            f"{profile_words(kind.profile)}, {save_words(kind.profile)}; {carried_words(kind)}",
        )
        for kind, count in kinds.values()
    )
    return Chart("Figures", rows, "arap.basics.profile")


def _squad_abilities(battle: Battle, unit: Unit) -> Iterator[Trait]:
    members = battle.members(unit)
    yield Trait("Losses", _left(battle, unit), "arap.basics.profile")
    if not members:
        return
    if not unit.lent:
        yield Trait("Nerve", _nerve(battle, unit), "arap.morale.heavy-casualty-trigger")
        if suppressible(battle, unit):
            need = suppressing_hits(battle, unit)
            hits = f"{unit.hits} of {counted(need, 'hit')}" if unit.hits < need else counted(unit.hits, "hit")
            then = "then it tests" if unit.hits < need else "it tests when its turn begins"
            words = f"{hits} by shooting since its last turn: {then} whether it is suppressed"
            yield Trait("Under fire", words, "arap.morale.suppression-trigger")
    less = DEDUCTIONS[state_of(unit)]
    if less:
        words = f"{counted(less, 'action point')} fewer from every roll"
        yield Trait("Fewer points", words, f"arap.morale.{state_of(unit)}")
    told: dict[str, Trait] = {}
    for figure in members:
        told |= {trait.name: trait for trait in figure_words(fighter(battle, figure))}
    yield from told.values()
    origins = dict.fromkeys(origin_words(profile(battle, figure)) for figure in members)
    yield Trait("Figures", "; ".join(origins), OURS)


def _left(battle: Battle, unit: Unit) -> str:
    return f"{len(battle.members(unit))} of {unit.began} left"


def _nerve(battle: Battle, unit: Unit) -> str:
    lost = sum(unit.lost.values())
    need = quarter(unit.strength)
    counts = f"{lost} of {'1 casualty' if need == 1 else f'{need} casualties'}"
    ld = leadership(battle, unit)
    if lost >= need:
        enough = "1 casualty" if lost == 1 else f"{lost} casualties"
        return f"{enough} by shooting since its last turn: it tests when its turn begins, on {ld} or less"
    return f"{counts} by shooting since its last turn: then it tests on {ld} or less"


# ---------------------------------------------------------------- how it stands


def states(battle: Battle, unit: Unit, glossary: Glossary) -> tuple[Trait, ...]:
    return tuple(explained(glossary, unit_states(battle, unit), lambda name: _own(battle, unit, name)))


def _own(battle: Battle, unit: Unit, name: str) -> str:
    """Cause and end, as far as they are particular to the unit."""
    match name:
        case "aboard":
            return f"In {battle.unit(unit.aboard).name}."
        case "locked":
            return f"With {listed(battle.unit(foe).name for foe in unit.locked)}."
        case "routing" if unit.fled_from:
            return (
                f"From {battle.unit(unit.fled_from).name}. It rallies on {leadership(battle, unit)} or less."
            )
        case "pursuing":
            return f"After {battle.unit(unit.pursuing).name}."
        case "pinned" | "suppressed":
            return "Its own turn is now." if unit.side == battle.side else ""
        case "on overwatch":
            return f"With {counted(unit.overwatch, 'point')}."
        case "split off":
            return f"From {battle.unit(unit.squad).name}."
        case "in reserve" if unit.arrives:
            return f"It comes on {unit.arrives} or more."
    return ""


def _figure_own(battle: Battle, figure: Figure, name: str) -> str:
    if name == "wounded":
        return f"{figure.wounds} of {profile(battle, figure).w} left."
    if name == "fast":
        return f"{figure.gone:.1f} inches."
    return ""


# ---------------------------------------------------------------- this turn


def _done(battle: Battle, unit: Unit) -> Iterator[str]:
    if not battle.turn or not battle.members(unit):
        return
    if unit.free_moved:
        yield "made its free move"
    frame = acting(battle, unit)
    if frame is not None:
        yield from (DEEDS.get(deed.partition(":")[0], deed) for deed in dict.fromkeys(frame.did))
    if unit.side == battle.side and unit.tried:
        yield "was tried"
    if unit.reacted:
        yield "was tried with picked-up dice"
    if unit.fired == battle.clock and unit.fired_at:
        yield f"fired at {battle.unit(unit.fired_at).name}"
    if unit.failed_charge:
        yield "failed a Charge"


def _may(battle: Battle, unit: Unit) -> Iterator[str]:
    if battle.over or not battle.turn or not battle.standing(unit):
        return
    frame = acting(battle, unit)
    if frame is not None:
        yield f"spend {counted(frame.points, 'action point')}"
    elif unit.side == battle.side and battle.phase in ("start", "compulsory", "activation"):
        if may_try(battle, unit) is not None:
            return
        yield f"be tried with one, two or three dice, each a point on {value_of(battle, unit)} or less"
        if may_move_freely(battle, unit) is None:
            yield "move freely before"
    elif unit.locked:
        yield f"fight {listed(battle.unit(foe).name for foe in unit.locked)} in the melee phase"
    elif unit.overwatch:
        yield "fire at an enemy who moves or Charges"
