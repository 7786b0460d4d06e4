"""An army while it is being built: what stands on its sheet, and what each act makes of it (spf.army.*).

Buying is barred while it would make something wrong. Settling the nation, the game or a name and taking
things off is always allowed; what that leaves wrong is told at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

from msgspec.structs import replace

from warbook.books.steampunk.army.building import (
    PURSES,
    Ware,
    accounts,
    armies,
    cost,
    flaws,
    heading,
    recruits,
    unit_cost,
    unit_wares,
    write_army,
)
from warbook.books.steampunk.army.data import equipment_of, model_of, nations, unit_of
from warbook.books.steampunk.army.describing import (
    model_details,
    model_words,
    piece_details,
    piece_words,
    unit_details,
    unit_words,
)
from warbook.books.steampunk.army.roster import FieldUnit, field_unit
from warbook.books.steampunk.army.written import (
    Army,
    Enlisted,
    Game,
    Points,
    Side,
)
from warbook.books.steampunk.cards.tables import sheet_details
from warbook.core import drafting
from warbook.core.datafile import Written
from warbook.core.drafting import Line, Offer, Part, Remark, Setting, Sheet, Total, file_name

BLANK = Army("New army", "elf", ())  # the first nation whose list is printed (spf.M2)
CURRENCIES = {"ip": "industry", "mp": "manpower", "cp": "craft points", "xp": "experience"}
GAMES: dict[Game, str] = {
    "tank": "24 ip and nothing else",
    "infantry": "24 mp, 24 cp and 24 xp",
    "standard": "24 ip, 24 mp, 24 cp and 24 xp",
    "asymmetric": "one side has many vehicles, the other many men",
}
SIDES: dict[Side, str] = {
    "industrial": "36 ip, and 12 points of mp, cp and xp together",
    "men": "48 mp, 48 cp and 48 xp",
    "mixed": "12 ip, 36 mp, 36 cp and 36 xp",
}
GROUPS = {"vehicle": "Vehicles", "cavalry": "Cavalry", "infantry": "Infantry"}  # by type of the first model
OTHERS = "Others"
MODELS, WEAPONS, GEAR = "Models in place of regular ones", "Weapons", "Gear and training"


def draft(written: Written | None = None, line: int | None = None) -> Sheet:
    army = drafting.read_draft(written, BLANK)
    wrong = tuple(_remark(flaw.at, flaw.words, flaw.rule, army) for flaw in flaws(army))
    return Sheet(
        file=written or Written(file_name(army.name), write_army(army)),
        title=army.name,
        save_as=file_name(army.name),
        settings=_settings(army),
        totals=_totals(army),
        faults=wrong,
        notes=(*_huge(army), *_heaps(army)),
        lines=tuple(_line(army, number, number == line) for number in range(len(army.units))),
        offers=tuple(_recruits(army)) if army.nation in nations() else (),
        starts=tuple(map(_ready_made, armies().values())),
    )


def _ready_made(army: Army) -> Offer:
    name = f"{army.name} ({nations()[army.nation].name})"
    return Offer(f"start/{army.id}", name, army.words, group=heading(army))


def amend(written: Written | None, act: str, words: str = "") -> Written:
    army = drafting.read_draft(written, BLANK)
    changed = _whole(army, act, words) or _of_unit(army, act, words)
    return drafting.amended(written, act, changed, write_army)


# ---------------------------------------------------------------- the sheet


def _settings(army: Army) -> tuple[Setting, ...]:
    anew = "the army begins anew" if army.units else ""
    games = [Offer(f"game/{game}", game.capitalize(), words) for game, words in GAMES.items()]
    sides = [Offer(f"side/{side}", side.capitalize(), words) for side, words in SIDES.items()]
    return (
        drafting.name_setting("name", army.name),
        drafting.people_setting("nation", "Nation", army.nation, nations(), anew),
        Setting("game", "Game", f"game/{army.game}", tuple(games)),
        *([Setting("side", "Side", f"side/{army.side}", tuple(sides))] if army.game == "asymmetric" else []),
        drafting.words_setting(army.words),
    )


def _totals(army: Army) -> tuple[Total, ...]:
    return tuple(
        Total(CURRENCIES.get(name, name), name if name in CURRENCIES else "", paid, held)
        for name, (paid, held) in accounts(army, cost(army)).items()
    )


def _remark(at: str, words: str, rule: str, army: Army) -> Remark:
    """A flaw with the line and the part it is about."""
    place = re.match(r"\.units\[(\d+)\](?:\.(replace|equip)\[(\d+)\])?", at)
    if place is None:
        return Remark(words, rule)
    line, kind, number = int(place[1]), place[2], place[3]
    before = len(army.units[line].replace) if kind == "equip" else 0
    return Remark(words, rule, line, before + int(number) if kind else None)


def _huge(army: Army) -> Iterable[Remark]:
    """spf.army.huge-disclosure, ruling A9."""
    units = ((enlisted, unit_of(enlisted.unit)) for enlisted in army.units)
    names = [enlisted.name or unit.name for enlisted, unit in units if unit and unit.size == "huge"]
    if names:
        words = f"your opponent is told before building an army what is huge in yours: {', '.join(names)}"
        yield Remark(words, "spf.army.huge-disclosure")


def _heaps(army: Army) -> Iterable[Remark]:
    """spf.army.independent: what takes no room may be bought again and again, but a piece for the whole unit
    gives what it gives once."""
    for line, enlisted in enumerate(army.units):
        counts = Counter(enlisted.equip)
        for id, count in counts.items():
            piece = equipment_of(id)
            if count > 1 and piece and piece.per == "unit" and not piece.weapon and not piece.assault:
                part = len(enlisted.replace) + len(enlisted.equip) - 1 - enlisted.equip[::-1].index(id)
                words = f"{piece.name} is there {count} times, and one does all that {count} do"
                yield Remark(words, "spf.army.independent", line, part)


def _line(army: Army, number: int, is_open: bool) -> Line:
    enlisted = army.units[number]
    unit = unit_of(enlisted.unit)
    of = field_unit(enlisted) if unit else None
    kind = unit.name if unit else enlisted.unit
    parts = [
        *(_part(number, "replace", n, id) for n, id in enumerate(enlisted.replace)),
        *(_part(number, "equip", n, id) for n, id in enumerate(enlisted.equip)),
    ]
    called = f"{kind}: " if enlisted.name else ""
    return Line(
        name=enlisted.name or kind,
        words=f"{called}{unit_words(of)}" if of else "",
        details=_all_about(of) if of else (),
        cost=str(unit_cost(enlisted)),
        parts=tuple(parts),
        settings=(drafting.name_setting(f"{number}/name", enlisted.name),),
        off=f"{number}/off",
        offers=tuple(_upgrades(army, number)) if is_open else (),
    )


def _all_about(of: FieldUnit) -> tuple[str, ...]:
    return (*unit_details(of), *sheet_details(of))


def _part(line: int, kind: str, number: int, id: str) -> Part:
    found = model_of(id) if kind == "replace" else equipment_of(id)
    price = found.cost if found and found.cost else Points()
    return Part(found.name if found else id, str(price), f"{line}/off/{kind}/{number}")


def _recruits(army: Army) -> list[Offer]:
    found = [_offer(ware, f"add/{ware.id}", *_about_unit(ware.id)) for ware in recruits(army)]
    return _grouped(found, [*GROUPS.values(), OTHERS])


def _upgrades(army: Army, number: int) -> list[Offer]:
    wares = ((ware, f"{number}/{ware.kind}/{ware.id}") for ware in unit_wares(army, number))
    found = [
        _offer(ware, act, *(_about_model if ware.kind == "replace" else _about_piece)(ware.id))
        for ware, act in wares
    ]
    return _grouped(found, [MODELS, WEAPONS, GEAR])


About: TypeAlias = tuple[str, tuple[str, ...], str]  # in short, in detail, and the group it is offered in


@cache
def _about_unit(id: str) -> About:
    of = field_unit(Enlisted(id))
    group = next((name for kind, name in GROUPS.items() if kind in of.models[0].types), OTHERS)
    return unit_words(of), _all_about(of), group


@cache
def _about_model(id: str) -> About:
    model = model_of(id)
    assert model is not None
    return model_words(model), model_details(model), MODELS


@cache
def _about_piece(id: str) -> About:
    piece = equipment_of(id)
    assert piece is not None
    return piece_words(piece), piece_details(piece), WEAPONS if piece.weapon else GEAR


def _offer(ware: Ware, act: str, words: str, details: tuple[str, ...], group: str) -> Offer:
    return Offer(act, ware.name, words, details, str(ware.price), group, ware.barred)


def _grouped(offers: Sequence[Offer], order: Sequence[str]) -> list[Offer]:
    return sorted(offers, key=lambda offer: order.index(offer.group))


# ---------------------------------------------------------------- acts


def _whole(army: Army, act: str, words: str) -> Army | None:
    """The army after an act about the whole of it; None if it is none of these."""
    kind, _, id = act.partition("/")
    if kind == "nation" and id in nations():
        return army if id == army.nation else replace(army, nation=id, units=())
    if kind == "game" and id in GAMES:
        sides = [side for game, side in PURSES if game == id]
        return replace(army, game=id, side=army.side if army.side in sides else sides[0])
    if kind == "side" and army.game == "asymmetric" and id in SIDES:
        return replace(army, side=id)
    if kind == "start" and id in armies():
        return replace(armies()[id], id="", origin="ours")
    if kind == "add" and army.nation in nations():
        return _bought(army, recruits(army), "unit", id, len(army.units), Enlisted(id))
    return drafting.reworded(army, act, words)


def _of_unit(army: Army, act: str, words: str) -> Army | None:
    """The army after an act about one of its units; None if it is none of these."""
    place = re.fullmatch(r"([0-9]{1,3})/(name|off|replace|equip)(?:/(.+))?", act)
    if place is None or int(place[1]) >= len(army.units):
        return None
    number, kind, id = int(place[1]), place[2], place[3] or ""
    enlisted = army.units[number]
    if kind == "name" and not id:
        return _with(army, number, replace(enlisted, name=drafting.said(words)))
    if kind == "off":
        return _with(army, number, None) if not id else _taken_off(army, number, id)
    if kind == "replace":
        changed = replace(enlisted, replace=(*enlisted.replace, id))
    elif kind == "equip":
        changed = replace(enlisted, equip=(*enlisted.equip, id))
    else:
        return None
    return _bought(army, unit_wares(army, number), kind, id, number, changed)


def _bought(
    army: Army, wares: Sequence[Ware], kind: str, id: str, number: int, changed: Enlisted
) -> Army | None:
    found = drafting.bought(ware for ware in wares if (ware.kind, ware.id) == (kind, id))
    return _with(army, number, changed) if found else None


def _taken_off(army: Army, number: int, id: str) -> Army | None:
    enlisted = army.units[number]
    for kind, had in (("replace", enlisted.replace), ("equip", enlisted.equip)):
        for place in range(len(had)):
            if id == f"{kind}/{place}":
                left = (*had[:place], *had[place + 1 :])
                return _with(army, number, replace(enlisted, **{kind: left}))
    return None


def _with(army: Army, number: int, enlisted: Enlisted | None) -> Army:
    """The army with that unit at the place, or none there."""
    units = [enlisted] if enlisted else []
    return replace(army, units=(*army.units[:number], *units, *army.units[number + 1 :]))
