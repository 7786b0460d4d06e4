"""What gunnery orders do besides firing: loading, aiming, releasing poison; and what firing takes away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warbook.board.hexes import Hex
from warbook.board.hextable import name_of
from warbook.books.steampunk.army.abilities import OfPiece, Poisoning
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.notation import Code, Step
from warbook.books.steampunk.damage.toughness import told_to
from warbook.books.steampunk.gunnery import loading
from warbook.books.steampunk.gunnery.arms import all_weapons, serves, tagged, with_trait
from warbook.books.steampunk.gunnery.batteries import HAND, bearers, unstable_mark
from warbook.books.steampunk.gunnery.targets import Volley
from warbook.books.steampunk.pending import Spread
from warbook.books.steampunk.state import AimToken, Battle, Game, Unit, abilities, field
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Form, Option


def act(game: Game, unit: Unit, codes: Step, only: str, step: int, aims_again: bool) -> None:
    """The parts of an order that do not shoot, from left to right."""
    for code in codes:
        if code.name == "load":
            _load(game, unit, code, only)
        elif code.name == "aim":
            aim(game, unit, code, only, step)
        elif code.name == "release-poison":
            release(game, unit, unit.hex)
    if aims_again:
        for weapon in _kept_aimed(game.battle, unit):
            _take_aim(game, unit, weapon.id, step, stacks=True)


def aim(game: Game, unit: Unit, code: Code, only: str, step: int) -> None:
    """spf.orders.aim, spf.orders.aim-optional: a token for the unit, or for the one weapon the order serves.
    It does not add up (ruling O13) unless the weapon says so (ability aim-stacks)."""
    battle = game.battle
    served = [a.piece for a in abilities(battle, unit, "orders-serve", OfPiece)]
    weapon = tagged(battle, unit).get(str(code.arg)) or (served[0] if served else "")
    _take_aim(game, unit, weapon, step)
    for each in with_trait(field(battle, unit), "aim-stacks"):
        if bearers(battle, unit, each) and serves(battle, unit, each, code, only):
            _take_aim(game, unit, each.id, step, stacks=True)


def spend_volleys(battle: Battle, unit: Unit, volleys: Sequence[Volley]) -> None:
    """Ammunition, aims and unstable rounds that were used up by firing; what fires by itself is loaded by
    itself."""
    fired = [volley.gun.weapon for volley in volleys]
    if fired:
        loading.spend_loads(battle, unit, fired)
    loading.autoload(battle, unit, [weapon.id for weapon in fired])
    if not fired:
        return
    apart = tagged(battle, unit).values()
    ids = {weapon.id for weapon in fired}
    general = any(id not in apart for id in ids)
    unit.aims = [token for token in unit.aims if (token.weapon not in ids if token.weapon else not general)]
    for weapon in fired:
        unit.marks.pop(unstable_mark(weapon), None)


def keep_aiming(game: Game, parts: Mapping[str, tuple[Step, str]]) -> list[str]:
    """Ability may-keep-aiming: who aims again instead of loading or firing; the units are those that have not
    fired."""
    battle = game.battle
    asked: dict[str, dict[str, Choose]] = {}
    for id, (codes, only) in parts.items():
        if not codes:
            continue
        unit = battle.unit(id)
        for weapon in _kept_aimed(battle, unit):
            full = unit.loaded.get(weapon.id, 0) >= loading.capacity(battle, unit, weapon)
            if full and any(
                code.name in ("load", *HAND) and serves(battle, unit, weapon, code, only) for code in codes
            ):
                options = [Option("aim", "Aim again"), Option("rest", "Do not")]
                text = f"{field(battle, unit).name}: {weapon.name}"
                asked.setdefault(unit.side, {})[id] = Choose(text, options, "spf.orders.aim", id)
    forms = {side: Form("Keep aiming", asked[side], "spf.orders.aim") for side in sorted(asked)}
    answers = (game.ask_all(forms) if forms else {}).values()
    return [id for given in answers for id, answer in given.items() if answer == "aim"]


def _kept_aimed(battle: Battle, unit: Unit) -> list[Weapon]:
    kept = with_trait(field(battle, unit), "may-keep-aiming")
    return [weapon for weapon in kept if bearers(battle, unit, weapon)]


def _load(game: Game, unit: Unit, code: Code, only: str) -> None:
    """spf.orders.load, spf.orders.load-n. While the unit is jammed it only clears the jam
    (spf.ability.jammed, ruling P18)."""
    battle = game.battle
    name = field(battle, unit).name
    if unit.jammed:
        unit.jammed = False
        words = f"{name} clears the jam."
        rule = "spf.ability.jammed"
        game.tell(
            Became(piece=unit.id, status="jammed", gained=False, words=words, rule=rule, to=told_to(unit))
        )
        return
    count = code.arg if isinstance(code.arg, int) else 1
    stores: set[str] = set()  # ability linked-guns: one load serves both
    for weapon in all_weapons(field(battle, unit)):
        store = loading.store(battle, unit, weapon)
        if store in stores or not serves(battle, unit, weapon, code, only):
            continue
        if not _at_hand(battle, unit, weapon):
            continue
        stores.add(store)
        if loading.load(battle, unit, weapon, count):
            rule = "spf.orders.load-n" if isinstance(code.arg, int) else "spf.orders.load"
            words = f"{name} loads {weapon.name}."
            game.tell(Note(rule=rule, to=told_to(unit), words=words, piece=unit.id))
            if code.arg == "unstable" and "unstable-round" in weapon.traits:
                unit.marks[unstable_mark(weapon)] = battle.turn


def _at_hand(battle: Battle, unit: Unit, weapon: Weapon) -> bool:
    return weapon == field(battle, unit).shared or bool(bearers(battle, unit, weapon))


def _take_aim(game: Game, unit: Unit, weapon: str, step: int, stacks: bool = False) -> None:
    battle = game.battle
    kept = [token for token in unit.aims if stacks or token.weapon != weapon]
    unit.aims = [*kept, AimToken(unit.q, unit.r, battle.turn, 1 if step == 1 else 2, weapon)]
    words = f"{field(battle, unit).name} takes aim."
    game.tell(Became(piece=unit.id, status="aim", words=words, rule="spf.orders.aim", to=told_to(unit)))


def release(game: Game, unit: Unit, hex_: Hex) -> None:
    """Ability releases-poison."""
    battle = game.battle
    rule = "spf.hexfx.poison-cloud"
    for ability in abilities(battle, unit, "releases-poison", Poisoning):
        words = f"{field(battle, unit).name} releases poison in hex {name_of(hex_)}."
        game.tell(Note(rule=rule, to=told_to(unit), words=words, piece=unit.id))
        battle.spreads.append(Spread("poison", *hex_, rule, ability.strength))
