"""How a player of Steampunk Fantasy plays, in figures: for `bench.contest`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from warbook.board.hexes import Hex
from warbook.board.hextable import HexTable
from warbook.books.steampunk.army.abilities import Cloud
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.gunnery import areas
from warbook.books.steampunk.gunnery.arms import all_weapons
from warbook.books.steampunk.gunnery.batteries import Battery, batteries
from warbook.books.steampunk.gunnery.loading import always_loaded, ready
from warbook.books.steampunk.orders import carrying_out
from warbook.books.steampunk.setup.battleground import territory_of
from warbook.books.steampunk.state import Battle, Unit, enemy, field, is_bio, types
from warbook.core.events import Note, Phase
from warbook.core.game import Game
from warbook.core.questions import Choose, Form, Question

OFF_THE_MAP = "spf.R15"
NO_ROOM = "spf.stacking.friendly-overflow"
CHARGE = "spf.assault.trigger-same-hex"
BEATEN = "spf.assault.retreat-mover"
UPSETS = (  # what makes an order, written a turn ahead, come to a unit that is not where it was to be
    *("spf.assault.", "spf.ability.", "spf.stacking.", "spf.terrain.", "spf.damage."),
    *("spf.orders.illegal-default", "spf.orders.step-not-allowed"),
)
MORTARS = ("indirect", "no-line-of-sight")


class Looker:
    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.empty: set[tuple[int, str]] = set()  # turns and units whose weapons are all to be loaded first
        self.battle: object = None

    def answered(self, side: str, question: Question, answer: Any, view: Any) -> None:
        if isinstance(question, Form):
            self._filled(side, question, answer, view)
        elif question.rule == "spf.battleground.own-territory":
            self.count["territories"] += 1

    def _filled(self, side: str, form: Form, answer: Any, battle: Battle) -> None:
        count = self.count
        if form.rule == "spf.orders.per-unit":
            count["orders"] += len(form.parts)
            for id, part in form.parts.items():
                assert isinstance(part, Form)
                count["void"] += len(_void(part, answer[id]))
            if battle.phase == "orders":
                self.empty.update(
                    (battle.turn, unit.id) for unit in battle.on_map(side) if _empty(battle, unit)
                )
        elif form.rule == "spf.orders.fire":
            guns = {each.key: each for id in form.parts for each in _guns(battle, id)}
            for key, part in form.parts.items():
                gun = guns.get(key.partition(".")[0])
                if isinstance(part, Choose) and gun is not None:
                    self._shot(battle, side, gun, part, answer[key])

    def _shot(self, battle: Battle, side: str, battery: Battery, part: Choose, chosen: str) -> None:
        option = next(option for option in part.options if option.id == chosen)
        number, colon, _ = chosen.partition(":")
        weapon = battery.guns[int(number) if colon else 0].weapon
        if chosen == "hold" or chosen.startswith("each"):
            self.count["held"] += 1
            return
        self.count["shots"] += 1
        self.count["mortar shots"] += _is_mortar(weapon)
        if option.piece:
            hit = [battle.unit(option.piece)]
        elif option.spot is not None:
            hex_ = _at(battle.table, option.spot.x, option.spot.y)
            hit = [
                u
                for each in areas.blast_hexes(battle, weapon, hex_)
                for u in battle.in_hex(each, enemy(side))
            ]
        else:
            return
        poisons = _only_poisons(weapon)
        self.count["poison"] += poisons
        self.count["poison in vain"] += poisons and not any(_suffers(battle, weapon, unit) for unit in hit)

    def over(self, side: str, game: Game) -> None:
        battle: Battle = game.battle
        count = self.count
        ours = {unit.id for unit in battle.units if unit.side == side}
        turn, upset, charging = 0, Counter[str](), dict[str, bool]()
        for event in game.events:
            if isinstance(event, Phase):
                turn = event.turn
            if not isinstance(event, Note) or event.piece not in ours:
                continue
            if event.rule == OFF_THE_MAP:
                count["off the map"] += 1
                count["off the map unforced"] += not 0 <= turn - upset.get(event.piece, -9) <= 1
            elif event.rule.startswith(UPSETS):
                upset[event.piece] = turn
            if event.rule == CHARGE:
                rifles = (turn, event.piece) in self.empty and "infantry" in types(
                    battle, battle.unit(event.piece)
                )
                charging[event.piece] = rifles
                count["charges"] += 1
                count["charges of infantry with empty rifles"] += rifles
            elif event.rule == BEATEN and event.piece in charging:
                count["charges beaten off"] += 1
                count["charges with empty rifles beaten off"] += charging.pop(event.piece)
            count["no room"] += event.rule == NO_ROOM
            count["lapsed"] += event.rule == "spf.orders.speed-change-gunnery"
            count["defaulted"] += event.rule == "spf.orders.illegal-default"
        self.empty.clear()
        count["battles"] += 1
        for unit in battle.units:
            if unit.side == side and unit.on_map:
                for weapon in all_weapons(field(battle, unit)):
                    if _is_mortar(weapon):
                        count["mortars"] += 1
                        count["mortars still loaded"] += bool(unit.loaded.get(weapon.id))
        if battle.setup.scenario.design:
            land = [battle.ground_at(hex_) for hex_ in territory_of(battle, side)]
            count["own hexes"] += len(land)
            count["own hexes bare"] += land.count("clear")

    def figures(self) -> dict[str, str]:
        count, battles = self.count, max(self.count["battles"], 1)
        return {
            "steps off the map a battle": f"{count['off the map'] / battles:.2f}",
            "of them though nothing had happened": f"{count['off the map unforced'] / battles:.2f}",
            "steps into hexes without room a battle": f"{count['no room'] / battles:.2f}",
            "orders void when written": _share(count["void"], count["orders"]),
            "gunnery orders lapsed a battle": f"{count['lapsed'] / battles:.2f}",
            "movement orders defaulted a battle": f"{count['defaulted'] / battles:.2f}",
            "shots declared a battle": f"{count['shots'] / battles:.1f}",
            "poison at what it cannot harm": _share(count["poison in vain"], count["poison"]),
            "shots of mortars": f"{count['mortar shots']}",
            "mortars loaded at the end": _share(count["mortars still loaded"], count["mortars"]),
            "charges beaten off": _share(count["charges beaten off"], count["charges"]),
            "charges of infantry with empty rifles": _share(
                count["charges of infantry with empty rifles"], count["charges"]
            ),
            "of them beaten off": _share(
                count["charges with empty rifles beaten off"], count["charges of infantry with empty rifles"]
            ),
            "own territory left bare": _share(count["own hexes bare"], count["own hexes"]),
        }


def _void(form: Form, answer: dict[str, str]) -> list[str]:
    """What of a unit's orders will be void though another would not be."""

    def found(answers: dict[str, str]) -> set[str]:
        return {name for concern in form.judge(answers) for name in concern.part} if form.judge else set()

    def better(name: str) -> bool:
        part = form.parts[name]
        assert isinstance(part, Choose)
        return any(name not in found({**answer, name: option.id}) for option in part.open())

    return [name for name in sorted(found(answer)) if name in form.parts and better(name)]


def _guns(battle: Battle, key: str) -> list[Battery]:
    """What the unit of a part of the form fires in this step."""
    unit = battle.unit(key.partition("/")[0])
    return batteries(battle, unit, *carrying_out.gunnery_part(battle, unit, int(battle.phase[-1])))


def _at(table: HexTable, x: float, y: float) -> Hex:
    return next(hex_ for hex_ in table.hexes() if table.middle(hex_) == (x, y))


def _empty(battle: Battle, unit: Unit) -> bool:
    """Whether it has weapons to be loaded and nothing to shoot with."""
    arms = all_weapons(field(battle, unit))
    return any(not always_loaded(battle, unit, weapon) for weapon in arms) and not any(
        ready(battle, unit, weapon) is None for weapon in arms
    )


def _is_mortar(weapon: Weapon) -> bool:
    return any(trait in weapon.traits for trait in MORTARS)


def _only_poisons(weapon: Weapon) -> bool:
    """Whether poison is all that it does."""
    cloud = weapon.trait("places-cloud", Cloud)
    clouds = bool(cloud and cloud.kind == "poison")
    others = {"acid", "minor-acid", "set-on-fire", "hex-on-fire", "fog-grenade"}
    harms = weapon.damage is not None or any(each.type == "fire" for each in weapon.also)
    return not harms and (clouds or "poison" in weapon.traits) and others.isdisjoint(weapon.traits)


def _suffers(battle: Battle, weapon: Weapon, unit: Unit) -> bool:
    """Poison harms what lives; a cloud of it, and what else the weapon does, a crew or a mind."""
    damage = field(battle, unit).damage
    crew = bool(damage.crew) and (
        "places-cloud" in weapon.traits or any(e.type == "crew" for e in weapon.also)
    )
    return (
        is_bio(battle, unit)
        or crew
        or (bool(damage.psychic) and any(e.type == "psychic" for e in weapon.also))
    )


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / max(whole, 1):.1%})"
