"""A force while it is being built: what stands on its sheet, and what each act makes of it (arap.S1).

Buying is barred while it would cost too much or break a limit. Settling the budget and names, and taking
things off, is always allowed; what that leaves wrong is told at once. The acts of a squad begin with s and
its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from warbook.books.arap.army.data import Stock
from warbook.books.arap.army.describing import special_words, squad_details, squad_words
from warbook.books.arap.army.forces import (
    BUDGETS,
    FORCES,
    MOST_FIGURES,
    MOST_SQUADS,
    Flaw,
    Force,
    Squad,
    cost,
    force_flaws,
    forces,
    is_character_type,
    size_of,
    specials_of,
    squad_cost,
    squad_fighters,
    squad_flaws,
    squad_names,
    stock_of,
    too_many_characters,
    write_force,
)
from warbook.core import drafting
from warbook.core.datafile import Written
from warbook.core.drafting import Line, Offer, Part, Remark, Setting, Sheet, Total, file_name
from warbook.core.questions import Refusal

BLANK = Force("New force")
OURS = Remark("squads, prices and budgets are ours: the book prints none", FORCES)


def draft(written: Written | None = None, line: int | None = None) -> Sheet:
    force = drafting.read_draft(written, BLANK)
    return Sheet(
        file=written or Written(file_name(force.name), write_force(force)),
        title=force.name,
        save_as=file_name(force.name),
        settings=_settings(force),
        totals=(Total("points", "points", cost(force), force.limit),),
        faults=tuple(_remark(flaw) for flaw in force_flaws(force)),
        notes=(OURS,),
        lines=tuple(_line(force, number, number == line) for number in range(len(force.squads))),
        offers=tuple(_offers(force)),
        starts=tuple(
            Offer(f"start/{ready.id}", ready.name, ready.words, cost=_points(cost(ready)))
            for ready in forces().values()
        ),
    )


def amend(written: Written | None, act: str, words: str = "") -> Written:
    force = drafting.read_draft(written, BLANK)
    changed = _whole(force, act, words) or _of_squad(force, act, words)
    return drafting.amended(written, act, changed, write_force)


# ---------------------------------------------------------------- the sheet


def _settings(force: Force) -> tuple[Setting, ...]:
    budgets = tuple(Offer(f"limit/{points}", _points(points)) for points in BUDGETS)
    return (
        drafting.name_setting("name", force.name),
        Setting("limit", "Budget", f"limit/{force.limit}", budgets),
        drafting.words_setting(force.words),
    )


def _remark(flaw: Flaw) -> Remark:
    """A flaw with the line it is about."""
    place = re.match(r"\.squads\[(\d+)\]", flaw.at)
    return Remark(flaw.words, flaw.rule, int(place[1]) if place else None)


def _line(force: Force, number: int, is_open: bool) -> Line:
    squad, at, known = force.squads[number], f"s{number}", stock_of(force)
    name = squad_names(force)[number]
    title = drafting.name_setting(f"{at}/name", squad.name)
    if any(squad_flaws("", squad, known)):
        return Line(name, "", (), _points(squad_cost(squad, known)), (), (title,), f"{at}/off")
    kind, groups = known.squads[squad.type], squad_fighters(force, squad)
    called = f"{kind.name}: " if squad.name else ""
    size = Setting(
        f"{at}/size", "Figures", f"{at}/size/{size_of(squad, known)}", tuple(_sizes(force, number))
    )
    return Line(
        name=name,
        words=f"{called}{squad_words(groups)}",
        details=squad_details(groups),
        cost=_points(squad_cost(squad, known)),
        parts=tuple(
            Part(known.specials[id].name, _points(known.specials[id].points), f"{at}/off/special/{place}")
            for place, id in enumerate(specials_of(squad, known))
        ),
        settings=(title, *([size] if kind.least < kind.most else [])),
        off=f"{at}/off",
        offers=tuple(_special_offers(force, number)) if is_open else (),
    )


def _sizes(force: Force, number: int) -> Iterator[Offer]:
    """The sizes that a squad may have, and why not one of them."""
    squad = force.squads[number]
    kind = stock_of(force).squads[squad.type]
    for size in range(kind.least, kind.most + 1):
        other = replace(squad, size=0 if size == kind.size else size)
        barred = None if size == size_of(squad, stock_of(force)) else _no_squad(force, number, other)
        yield Offer(
            f"s{number}/size/{size}",
            str(size),
            cost=_points(squad_cost(other, stock_of(force))),
            barred=barred,
        )


def _special_offers(force: Force, number: int) -> Iterator[Offer]:
    """The specials that a squad may buy, and why not now."""
    squad, known = force.squads[number], stock_of(force)
    for id in known.squads[squad.type].specials:
        special = known.specials[id]
        yield Offer(
            f"s{number}/special/{id}",
            special.name,
            special_words(special, known),
            cost=_points(special.points),
            group="Special weapons",
            barred=_no_squad(force, number, _with_special(squad, id, known)),
        )


def _offers(force: Force) -> Iterator[Offer]:
    """The squads of the list, and why one cannot join the force now."""
    known = stock_of(force)
    for kind in known.squads.values():
        squad = Squad(kind.id)
        groups = squad_fighters(force, squad)
        yield Offer(
            f"add/{kind.id}",
            kind.name,
            squad_words(groups),
            squad_details(groups),
            _points(squad_cost(squad, known)),
            kind.group,
            _no_place(force, squad, known),
        )


def _no_place(force: Force, squad: Squad, known: Stock) -> Refusal | None:
    """Why a force has no room for one more squad."""
    if len(force.squads) >= MOST_SQUADS:
        return Refusal(f"a force has at most {MOST_SQUADS} squads", FORCES)
    if any(each.type not in known.squads for each in force.squads):
        return None
    if is_character_type(known.squads[squad.type], known):
        words = too_many_characters((*force.squads, squad), known)
        if words:
            return Refusal(words, FORCES)
    return _too_much(replace(force, squads=(*force.squads, squad)))


def _no_squad(force: Force, number: int, other: Squad) -> Refusal | None:
    """Why a squad of the force cannot become another."""
    wrong = next(squad_flaws("", other, stock_of(force)), None)
    if wrong is not None:
        return Refusal(wrong.words, wrong.rule)
    return _too_much(_with(force, number, other))


def _too_much(force: Force) -> Refusal | None:
    """Why a force costs too much, or has too many figures."""
    spent = cost(force)
    if spent > force.limit:
        return Refusal(f"the force would cost {spent} points and may cost {force.limit}", FORCES)
    if sum(size_of(squad, stock_of(force)) for squad in force.squads) > MOST_FIGURES:
        return Refusal(f"a force has at most {MOST_FIGURES} figures", FORCES)
    return None


def _points(number: int) -> str:
    return f"{number} points"


# ---------------------------------------------------------------- acts


def _whole(force: Force, act: str, words: str) -> Force | None:
    """The force after an act about the whole of it; None if it is none of these."""
    kind, _, id = act.partition("/")
    if kind == "limit":
        return next((replace(force, limit=points) for points in BUDGETS if id == str(points)), None)
    if kind == "start" and id in forces():
        return replace(forces()[id], id="")
    if kind == "add" and _taken(_offers(force), act):
        return replace(force, squads=(*force.squads, Squad(id)))
    return drafting.reworded(force, act, words)


def _of_squad(force: Force, act: str, words: str) -> Force | None:
    """The force after an act about one of its squads; None if it is none of these."""
    place = re.fullmatch(r"s([0-9]{1,2})/(name|off|size|special)(?:/(.+))?", act)
    if place is None or int(place[1]) >= len(force.squads):
        return None
    number, kind, id = int(place[1]), place[2], place[3] or ""
    squad, known = force.squads[number], stock_of(force)
    if kind == "name" and not id:
        return _with(force, number, replace(squad, name=drafting.said(words)))
    if kind == "off" and not id:
        return _with(force, number, None)
    if any(squad_flaws("", squad, known)):
        return None
    if kind == "size" and _taken(_sizes(force, number), act):
        usual = known.squads[squad.type].size
        return _with(force, number, replace(squad, size=0 if int(id) == usual else int(id)))
    if kind == "special" and _taken(_special_offers(force, number), act):
        return _with(force, number, _with_special(squad, id, known))
    carried = specials_of(squad, known)
    gone = re.fullmatch(r"special/([0-9]{1,2})", id)
    if kind == "off" and gone and int(gone[1]) < len(carried):
        left = (*carried[: int(gone[1])], *carried[int(gone[1]) + 1 :])
        return _with(force, number, replace(squad, specials=left))
    return None


def _taken(offers: Iterator[Offer], act: str) -> bool:
    """Whether the act is one of these; refuses one that is barred."""
    return drafting.bought(offer for offer in offers if offer.act == act) is not None


def _with(force: Force, number: int, squad: Squad | None) -> Force:
    """The force with that squad at the place, or none there."""
    there = (squad,) if squad else ()
    return replace(force, squads=(*force.squads[:number], *there, *force.squads[number + 1 :]))


def _with_special(squad: Squad, id: str, known: Stock) -> Squad:
    return replace(squad, specials=(*specials_of(squad, known), id))
