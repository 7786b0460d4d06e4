"""The choices that orders leave open: who chooses when (spf.orders.choice-rank), and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from warbook.board.hexes import COMPASS, Hex
from warbook.books.steampunk.army.notation import Code
from warbook.books.steampunk.assault.prospects import entering, names_of
from warbook.books.steampunk.assault.retreats import flee
from warbook.books.steampunk.dice import need_words, reaches
from warbook.books.steampunk.ground import crossing, spot
from warbook.books.steampunk.movement.destinations import LEAVE, STAY, YIELD, Offer, expected, offers
from warbook.books.steampunk.movement.meeting import (
    NOTHING,
    RULES,
    March,
    Stride,
    choosing_order,
    exposed,
    face,
    facing_options,
    tell_stride,
)
from warbook.books.steampunk.pending import Gain
from warbook.books.steampunk.state import SIDES, Battle, Game, Unit, enemy, field, flying, has
from warbook.core.events import Note
from warbook.core.questions import Choose, Form, Option, Preview, Question, Refusal

FREE_TURN = Code("360")
TEND = Code("tend")  # it stays with a wounded friend
OPEN_CHOICES = "What the orders leave open"
DECLINED = Refusal("it has declared that it enters no assault", "spf.orders.choice-assault-sequence")
DECLARED = Refusal("it has declared an assault and must enter one", "spf.orders.choice-assault-sequence")


def choose_targets(game: Game, march: March, choosers: Sequence[Stride]) -> None:
    """Every unit with a choice gets its target. First who could get into an assault by it declares whether it
    wants to; then the others choose, then those who do (spf.orders.choice-assault-declare,
    spf.orders.choice-assault-sequence), in both groups the side of the lower rank first."""
    if not choosers:
        return
    wants = _declare(game, march, choosers)
    for assaulting in (False, True):
        group = [stride for stride in choosers if (stride.unit.id in wants) is assaulting]
        _choose_together(game, march, group, DECLARED if assaulting else DECLINED)
        herded = [stride for stride in group if stride.code.name == "herded"]
        _choose_together(game, march, herded, DECLINED)


def _declare(game: Game, march: March, choosers: Sequence[Stride]) -> set[str]:
    battle = game.battle
    wants: set[str] = set()
    parts: dict[str, dict[str, Question]] = {side: {} for side in SIDES}
    for stride in choosers:
        if stride.code.name == "pulled":
            continue
        found = _open(offers(battle, march, stride))
        held = _held(battle, march, stride, found)
        fights = [offer.hex in held for offer in found]
        if fights and all(fights):
            wants.add(stride.unit.id)
        elif any(fights):
            goals = dict.fromkeys(offer.hex for offer in found)
            against = [(hex_, held[hex_]) for hex_ in goals if hex_ is not None and hex_ in held]
            text = f"Does {field(battle, stride.unit).name} want to enter an assault?"
            look = partial(_fights, battle, stride.unit, against)
            foes = [foe for _, there in against for foe in there]
            words = f"Enter an assault against {names_of(battle, stride.unit.side, foes)}"
            options = [Option("no", "Enter no assault"), Option("yes", words, preview=look, slow=True)]
            rule = "spf.orders.choice-assault-declare"
            parts[stride.unit.side][stride.unit.id] = Choose(
                text, options, rule, stride.unit.id, kind="engage"
            )
    forms: dict[str, Question] = {
        side: Form("Who wants to enter an assault?", own, "spf.orders.choice-assault-declare")
        for side, own in parts.items()
        if own
    }
    for answers in (game.ask_all(forms) if forms else {}).values():
        wants.update(id for id, answer in answers.items() if answer == "yes")
    return wants


def _fights(battle: Battle, unit: Unit, against: Sequence[tuple[Hex, list[Unit]]]) -> Preview:
    """The odds of the assault, or of each of those that it may choose among."""
    shown = [entering(battle, unit, hex_, foes) for hex_, foes in against]
    if len(shown) == 1:
        return shown[0]
    return Preview((), headline="; ".join(each.headline for each in shown), cases=tuple(shown))


def _held(
    battle: Battle, march: March, stride: Stride, found: Sequence[Offer]
) -> dict[Hex | None, list[Unit]]:
    """Where the unit would meet which enemies, as far as can be seen now: where each is going to be, or where
    it comes from if it comes here (spf.assault.trigger-swap). Nowhere, if none of what it found leads on."""
    held: dict[Hex | None, list[Unit]] = {}
    if not exposed(stride) and stride.code.name != "reveal":
        return held
    if all(offer.hex is None for offer in found):
        return held
    high = flying(battle, stride.unit)
    for other in march.all():
        if other.unit.side != stride.unit.side and exposed(other) and flying(battle, other.unit) == high:
            there = expected(battle, other)
            held.setdefault(there if there != stride.place else other.place, []).append(other.unit)
    return held


def _choose_together(game: Game, march: March, group: Sequence[Stride], unless: Refusal) -> None:
    """The choices of a group, side after side: what a unit is offered may depend on what others chose. So the
    order matters as soon as one of them has a choice. `unless` is why an offer is barred that does not agree
    with what the unit has declared, as long as another one does."""
    if not group:
        return
    battle = game.battle
    both = len({_chooser(stride) for stride in group}) > 1
    free = both and any(len(_open(offers(battle, march, stride))) > 1 for stride in group)
    for side in choosing_order(game, march) if free else SIDES:
        own = [stride for stride in group if _chooser(stride) == side]
        found = {stride.unit.id: _agreeing(battle, march, stride, unless) for stride in own}
        parts: dict[str, Question] = {}
        for stride in own:
            question = _question(battle, march, stride, found[stride.unit.id])
            if len(question.open()) > 1:
                parts[stride.unit.id] = question
            if stride.code.name == "reveal":
                parts[f"{stride.unit.id} facing"] = Choose(
                    _which_way(battle, stride), facing_options(), "spf.ability.reveal-order", stride.unit.id
                )
        answers = (
            game.ask(side, Form(OPEN_CHOICES, parts, "spf.orders.choice-rank", kind="ways")) if parts else {}
        )
        for stride in own:
            open_ = _open(found[stride.unit.id])
            picked = [o for o in open_ if o.id == answers.get(stride.unit.id, open_[0].id)]
            _take(game, march, stride, picked[0] if picked else None)
            if f"{stride.unit.id} facing" in answers:
                facing = COMPASS.index(answers[f"{stride.unit.id} facing"])
                face(game, stride, facing, "spf.ability.reveal-order")


def _open(found: Sequence[Offer]) -> list[Offer]:
    return [offer for offer in found if offer.barred is None]


def _chooser(stride: Stride) -> str:
    """The side that chooses for the unit; the enemy cannot for one it does not see."""
    by_enemy = stride.code.name in ("pulled", "herded") and exposed(stride)
    return enemy(stride.unit.side) if by_enemy else stride.unit.side


def _agreeing(battle: Battle, march: March, stride: Stride, unless: Refusal) -> list[Offer]:
    found = offers(battle, march, stride)
    held = _held(battle, march, stride, found)
    agree = {offer.id: (offer.hex in held) is (unless is DECLARED) for offer in found}
    if stride.code.name == "pulled" or not any(agree[o.id] for o in _open(found)):
        return found
    return [o if o.barred or agree[o.id] else replace(o, barred=unless) for o in found]


def _question(battle: Battle, march: March, stride: Stride, found: Sequence[Offer]) -> Choose:
    """Of the kind of the code that is carried out."""
    code, unit = stride.code.name, stride.unit
    rule = RULES.get(code, "")
    if stride.code == FREE_TURN:
        options = [Option(offer.id, offer.label, barred=offer.barred) for offer in found]
        now = COMPASS[unit.facing]
        usual = now if any(offer.id == now for offer in _open(found)) else ""
        return Choose(_which_way(battle, stride), options, rule, unit.id, usual=usual, kind=code)
    held = _held(battle, march, stride, found)
    options = [_option(battle, stride, offer, held.get(offer.hex, [])) for offer in found]
    return Choose(f"Where does {field(battle, unit).name} go?", options, rule, unit.id, kind=code)


def _which_way(battle: Battle, stride: Stride) -> str:
    return f"Which way does {field(battle, stride.unit).name} face?"


def _option(battle: Battle, stride: Stride, offer: Offer, foes: Sequence[Unit]) -> Option:
    """Where it leads, with whom it would fight there, and the odds of that or of getting in."""
    where = spot(battle, offer.hex) if offer.hex else None
    needed = crossing(battle, stride.unit, stride.place, offer.hex) if offer.hex else None
    preview = None
    if isinstance(needed, tuple) and stride.code.name not in ("reveal", "pulled"):
        preview = _preview(*needed)
    label = offer.label
    if foes and offer.hex:
        label = f"{label}, against {names_of(battle, stride.unit.side, foes)}"
        preview = preview or partial(entering, battle, stride.unit, offer.hex, foes)
    piece = offer.swaps or (stride.unit.id if where else "")
    return Option(offer.id, label, piece, offer.barred, preview, where, slow=bool(foes))


def _preview(need: int, rule: str) -> Callable[[], Preview]:
    def preview() -> Preview:
        enters: Fraction = reaches.odds(need, rule).chance(True)
        outcomes = (("stays", 1 - enters), ("enters", enters))
        return Preview(outcomes, need_words(need), headline=f"{float(enters):.0%} enters")

    return preview


def _take(game: Game, march: March, stride: Stride, offer: Offer | None) -> None:
    battle = game.battle
    if stride.code == FREE_TURN:
        assert offer is not None, "a unit may always keep its facing"
        stride.code = NOTHING
        face(game, stride, COMPASS.index(offer.id), RULES["360"])
        return
    stride.chosen = True
    if offer is None and stride.code.name == "pulled":
        words = f"{field(battle, stride.unit).name} cannot be pulled anywhere and is shaken."
        tell_stride(game, stride, Note(words=words, piece=stride.unit.id))
        battle.gains.append(Gain(stride.unit.id, "shaken", "spf.ability.shaken-tokens"))
    if offer is None:
        return
    if offer.id == LEAVE:
        _leave(game, march, stride)
    elif offer.id == YIELD:
        stride.code = Code("herded")
    elif offer.id == STAY and has(battle, stride.unit, "help-extended"):
        stride.code = TEND
    elif offer.swaps:
        other = march.strides[offer.swaps]
        other.target, other.chosen = stride.place, True
    stride.target = offer.hex


def _leave(game: Game, march: March, stride: Stride) -> None:
    """Ruling R15: it is out of play."""
    del march.strides[stride.unit.id]
    words = f"{field(game.battle, stride.unit).name} flees from the battlefield."
    flee(game, stride.unit, words, "spf.orders.flee")
