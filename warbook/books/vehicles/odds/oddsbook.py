"""The odds questions of the book: each answered by the kernels that play."""

from __future__ import annotations

from typing import Any

from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.army.data import vehicles, weapons
from warbook.books.vehicles.assault.dice import GRENADES, blow_strike, grenade_aim, vehicle_aim, walker_aim
from warbook.books.vehicles.damage.dice import (
    FATES,
    Armour,
    Condition,
    Harm,
    Strike,
    Struck,
    ap_modifier,
    befall,
    penetrate,
)
from warbook.books.vehicles.odds import named, parameters
from warbook.books.vehicles.shooting.blast_dice import Shelling, rays, shell
from warbook.books.vehicles.shooting.dice import Aim, Fired, Shot, aim_of, alike, fire_shot
from warbook.books.vehicles.shooting.troops_dice import Attack, Group, fusillade, loses_quarter, wound_need
from warbook.books.vehicles.tanks.dice import (
    Bumper,
    Ram,
    ram,
    ram_strike,
    rammer_goes_on,
    stopped,
    tank_shock,
)
from warbook.books.vehicles.transports.dice import explosion_hit, passengers
from warbook.core.oddsbook import Answered, OddsQuestion, listed, spread
from warbook.core.questions import Refused


def _penetrate(av: int, **given: Any) -> Answered:
    odds = penetrate.odds(_strike(given), av)
    return Answered(spread(odds, ("none", "glancing", "penetrating")), {})


def _strike(given: dict[str, Any]) -> Strike:
    if given["rending"] and given["roll"] != "d6":
        raise Refused("rending goes with roll=d6 only: it is a 6 on a single die that adds D3", "veh.P13")
    modifier = ap_modifier(_ap(given["ap"])) if "ap" in given else 0
    return Strike(given["s"], given["roll"], modifier, bool(given["lance"]), bool(given["rending"]))


def _ap(ap: int | str) -> int | None:
    return None if ap == "-" else int(ap)


def _save(save: int | str) -> int:
    return NEVER if save == "none" else int(save)


# ---------------------------------------------------------------- fire and blows at vehicles


def _shot(**given: Any) -> Answered:
    odds, condition = fire_shot.odds(_fired(given)), _condition(given)

    def fate(fired: Fired) -> str:
        return _fate(fired.struck, condition) if fired.aimed == "hit" else "miss"

    through = odds.map(lambda fired: fired.struck.through)
    return Answered(
        spread(odds.map(fate), ("miss", "no-effect", "saved", *FATES)),
        {
            "hit": odds.chance(lambda fired: fired.aimed == "hit"),
            "glancing": through.chance("glancing"),
            "penetrating": through.chance("penetrating"),
        },
    )


def _fired(given: dict[str, Any]) -> Shot:
    armour = Armour(given["av"], _save(given["cover"]), bool(given["open_topped"]))
    return Shot(aim_of(given["bs"], bool(given["twin"])), _strike(given), armour)


def _condition(given: dict[str, Any]) -> Condition:
    return Condition(given["weapons"], bool(given["immobilized"]), bool(given.get("flat_out")))


def _fate(struck: Struck, condition: Condition) -> str:
    if struck.saved:
        return "saved"
    return befall(condition, [struck.total]).worst if struck.total else "no-effect"


def _volley(shots: int, **given: Any) -> Answered:
    return _harmed(shots, _fired(given), _condition(given))


def _assault(dice: int, **given: Any) -> Answered:
    strike = blow_strike(given["s"]) if given["grenade"] == "none" else GRENADES[given["grenade"]]
    armour = Armour(given["av"], open_topped=bool(given["open_topped"]))
    blow = Shot(_assault_aim(given), strike, armour)
    return _harmed(dice, blow, _condition(given), bool(given["stunned"]))


def _assault_aim(given: dict[str, Any]) -> Aim:
    if given["speed"] != "walker":
        return vehicle_aim(given["speed"], bool(given["immobilized"]))
    if given["grenade"] != "none":
        return grenade_aim(given["ws"], given["b_ws"], bool(given["stunned"] or given["immobilized"]))
    return walker_aim(given["ws"], given["b_ws"])


def _harmed(count: int, shot: Shot, condition: Condition, stunned: bool = False) -> Answered:
    odds = alike.odds(count, shot, condition)

    def cannot_move(harm: Harm) -> bool:
        return stunned or condition.immobilized or harm.stunned or harm.immobilized or harm.end != ""

    def cannot_shoot(harm: Harm) -> bool:
        bare = harm.weapons_lost >= condition.weapons
        return stunned or bare or harm.shaken or harm.stunned or harm.end != ""

    return Answered(
        spread(odds.map(lambda harm: harm.worst), ("unharmed", *FATES)),
        {
            "destroyed": odds.chance(lambda harm: harm.end != ""),
            "cannot-move": odds.chance(cannot_move),
            "cannot-shoot": odds.chance(cannot_shoot),
        },
    )


def _blast(**given: Any) -> Answered:
    weapon, kind = weapons()[given["weapon"]], vehicles()[given["vehicle"]]
    if not given["sight"] and not given["barrage"]:
        raise Refused("only a barrage is fired without sight: barrage=1 goes with sight=0", "veh.P10.barrage")
    av = kind.armour
    sides = (av.side, av.side, av.side) if given["barrage"] else (av.front, av.side, av.rear)
    armour = Armour(
        av.of("side" if given["barrage"] else given["facing"]),
        NEVER if weapon.ignores_cover else _save(given["cover"]),
        kind.open_topped,
    )
    strike = Strike(
        weapon.strength,
        "highest" if weapon.ordnance else "d6",
        ap_modifier(weapon.ap),
        weapon.lance,
        weapon.rending,
    )
    at = Shelling(strike, armour, rays(kind.length, kind.width, weapon.blast / 2, *sides))
    odds = shell.odds(given["bs"] if given["sight"] else 0, at)
    condition = Condition(len(kind.guns) + len(kind.melee))
    fates = odds.map(lambda each: "miss" if each.where == "miss" else _fate(each.struck, condition))
    return Answered(
        spread(fates, ("miss", "no-effect", "saved", *FATES)),
        spread(odds.map(lambda each: each.where), ("on-hull", "off-hull")),
    )


# ---------------------------------------------------------------- tanks


def _ram(**given: Any) -> Answered:
    a = Bumper(
        ram_strike(given["a_av"], given["inches"], tank=True),
        Armour(given["a_av"], open_topped=bool(given["a_open"])),
        Condition(given["a_weapons"], flat_out=bool(given["a_flat_out"])),
    )
    b = Bumper(
        ram_strike(given["b_av"], given["inches"], tank=bool(given["b_tank"])),
        Armour(given["b_av"], open_topped=bool(given["b_open"])),
        Condition(given["b_weapons"], bool(given["b_immobilized"]), bool(given["b_flat_out"])),
    )
    odds = ram.odds(a, b, bool(given["dodge"]))

    def fate(ram: Ram, harm: Harm) -> str:
        return "dodged" if ram.dodged else "no-effect" if harm.worst == "unharmed" else harm.worst

    theirs = odds.map(lambda each: fate(each, each.a))
    also = {f"a-{name}": theirs.chance(name) for name in ("no-effect", *FATES)}
    outcomes = spread(odds.map(lambda each: fate(each, each.b)), ("dodged", "no-effect", *FATES))
    return Answered(outcomes, {**also, "goes-on": odds.chance(rammer_goes_on)})


def _tank_shock(ld: int, av: int, open_topped: int, **given: Any) -> Answered:
    armour = Armour(av, open_topped=bool(open_topped))
    odds = tank_shock.odds(ld, _strike(given), armour, Condition())
    outcomes = odds.map(
        lambda each: (
            "falls-back"
            if not each.stands
            else each.harm.end or ("stopped" if stopped(each.harm) else "crushed")
        )
    )
    return Answered(
        spread(outcomes, ("falls-back", "crushed", "stopped", "wrecked", "explodes")),
        {"stands": odds.chance(lambda each: each.stands)},
    )


# ---------------------------------------------------------------- troops


def _passengers(models: int, t: int, ld: int, **given: Any) -> Answered:
    aboard = Group(models, t, save=_save(given["save"]))
    hurts = explosion_hit(t, bool(given["open_topped"]))
    odds = passengers.odds((aboard,), ld, given["how"], hurts)
    lost = odds.map(lambda each: models - each.groups[0].models)
    also = {"wiped-out": lost.chance(models), "pinned": odds.chance(lambda each: each.pinned)}
    return Answered({str(number): lost.chance(number) for number in range(models + 1)}, also)


def _troops(shots: int, models: int, **given: Any) -> Answered:
    s, t, ap = given["s"], given["t"], _ap(given["ap"])
    aim = aim_of(given["bs"], bool(given["twin"]))
    attack = Attack(aim, wound_need(s, t), s, NEVER if ap is None else ap)
    unit = Group(models, t, save=_save(given["save"]), inv=_save(given["inv"]))
    odds = fusillade.odds(((shots, attack),), (unit,), _save(given["cover"]))
    lost = odds.map(lambda each: models - each.groups[0].models)
    also = {
        "tests-morale": lost.chance(lambda number: loses_quarter(models, number)),
        "wiped-out": lost.chance(models),
    }
    return Answered({str(number): lost.chance(number) for number in range(models + 1)}, also)


QUESTIONS = listed(
    OddsQuestion(
        "penetrate",
        "Whether a hit on a vehicle glances or penetrates.",
        _penetrate,
        parameters.PENETRATION,
        named.PENETRATE,
    ),
    OddsQuestion(
        "shot",
        "One shot at a vehicle, from the roll to hit to the damage table.",
        _shot,
        parameters.SHOT,
        named.SHOT,
    ),
    OddsQuestion(
        "volley",
        "All shots of a unit at one side of a vehicle, settled together: the worst that befalls it.",
        _volley,
        parameters.VOLLEY,
        named.VOLLEY,
    ),
    OddsQuestion(
        "assault",
        "All attacks of an assault on a vehicle, settled together: the worst that befalls it.",
        _assault,
        parameters.ASSAULT,
        named.ASSAULT,
    ),
    OddsQuestion(
        "blast",
        "A blast aimed at the middle of a vehicle: where it comes down and what it does.",
        _blast,
        parameters.BLAST,
        named.BLAST,
    ),
    OddsQuestion(
        "ram",
        "A Tank, a, rams a vehicle, b: what becomes of b, and also of a.",
        _ram,
        parameters.RAM,
        named.RAM,
    ),
    OddsQuestion(
        "tank-shock",
        "A unit that is tank shocked, and if it stands, its Death or Glory.",
        _tank_shock,
        parameters.TANK_SHOCK,
        named.TANK_SHOCK,
    ),
    OddsQuestion(
        "passengers",
        "The unit aboard a vehicle that is destroyed: how many models it loses.",
        _passengers,
        parameters.PASSENGERS,
        named.PASSENGERS,
    ),
    OddsQuestion(
        "troops",
        "Fire at troops of one Wound each: how many models they lose.",
        _troops,
        parameters.TROOPS,
        named.TROOPS,
    ),
)
