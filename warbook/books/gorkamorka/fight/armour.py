"""Blows at the armour of a vehicle that stands still (gce.boarding.attack-stationary-vehicle)."""

from __future__ import annotations

from functools import partial

from warbook.books.gorkamorka.field.aboard import ride, stationary
from warbook.books.gorkamorka.field.engaged import fights
from warbook.books.gorkamorka.fight.arms import Held, loadouts, named, strikes
from warbook.books.gorkamorka.fight.dice import attack_dice, vehicle_hits
from warbook.books.gorkamorka.fight.stance import Corner, attack_dice_of
from warbook.books.gorkamorka.state import Battle, Game, Points, Vehicle, Warrior
from warbook.books.gorkamorka.trouble import settle
from warbook.books.gorkamorka.wounds.harm import Strike, ws
from warbook.core.events import Aimed, Note
from warbook.core.questions import Choose, Modifier, Option, Preview

RULE = "gce.boarding.attack-stationary-vehicle"
ROLL = "gce.hand-to-hand.roll"


def smash(game: Game, busy: set[str]) -> None:
    """Each who is unopposed, in none of the combats (gce.R6.17), of the side whose turn it is, once these are
    over (gce.S43)."""
    battle = game.battle
    for warrior in battle.present(battle.side):
        vehicle = ride(battle, warrior)
        if vehicle is not None and warrior.id not in busy and may_smash(battle, warrior, vehicle):
            held = _arms(game, warrior, vehicle)
            if held is not None:
                _blows(game, warrior, vehicle, held)


def may_smash(battle: Battle, warrior: Warrior, vehicle: Vehicle) -> bool:
    """Aboard an enemy's vehicle that stands still; nothing is left of a wreck."""
    return (
        vehicle.side != warrior.side
        and not vehicle.destroyed
        and not warrior.clings
        and stationary(battle, vehicle)
        and fights(warrior)
        and not warrior.pinned
    )


def _arms(game: Game, warrior: Warrior, vehicle: Vehicle) -> Held | None:
    """The weapons he strikes with; None if he does not."""
    battle = game.battle
    ways = loadouts(battle, warrior)
    options = [Option("no", "Leave it alone")]
    options += [
        Option(
            str(n),
            f"Strike at it with {named(held)}",
            preview=partial(_preview, battle, warrior, held),
            about=held,
        )
        for n, held in enumerate(ways)
    ]
    text = f"{warrior.name} is unopposed on {vehicle.name}: does he strike at its armour?"
    chosen = game.ask(warrior.side, Choose(text, options, RULE, warrior.id, kind="smash"))
    return None if chosen == "no" else ways[int(chosen)]


def _blows(game: Game, warrior: Warrior, vehicle: Vehicle, held: Held) -> None:
    """His whole combat score in hits, without the bonus for a charge (gce.R6.17), shared between his weapons
    (gce.hand-to-hand.split-hits)."""
    battle = game.battle
    game.tell(Aimed(piece=warrior.id, target=vehicle.id, rule=RULE))
    skill, count = ws(warrior), _dice(battle, warrior, held)
    why = (Modifier(skill, f"{warrior.name}'s Weapon Skill", "gce.hand-to-hand.combat-score"),)
    faces = game.rolling(warrior.id, {ROLL: why}).roll(attack_dice, count) if count else ()
    hits = vehicle_hits(faces, skill)
    words = f"{warrior.name} strikes {vehicle.name} {hits} {'time' if hits == 1 else 'times'}."
    game.tell(Note(words=words, piece=warrior.id, rule=RULE))
    dealt = list(zip(held, strikes(battle, warrior, held), strict=True))
    if hits % 2 and len({(blow.strength, blow.save_mod) for _, blow in dealt}) > 1:
        options = [Option(str(n), weapon.name, about=weapon) for n, weapon in enumerate(held)]
        text = f"{warrior.name}: which weapon makes the odd hit?"
        rule = "gce.hand-to-hand.split-hits"
        if game.ask(warrior.side, Choose(text, options, rule, warrior.id, kind="odd hit")) == "1":
            dealt.reverse()
    shares = [(hits + len(dealt) - 1 - n) // len(dealt) for n in range(len(dealt))]
    pushed = [
        _points(warrior, vehicle, blow, share)
        for (_, blow), share in zip(dealt, shares, strict=True)
        if share
    ]
    battle.trouble += reversed(pushed)
    settle(game)


def _points(warrior: Warrior, vehicle: Vehicle, blow: Strike, hits: int) -> Points:
    """gce.weapon.damage-vs-armour: one point for each hit; no weapon does more hand to hand. He does not
    strike himself."""
    return Points(vehicle.id, hits, blow.strength, blow.save_mod, by=warrior.id, rule=RULE, spares=warrior.id)


def _dice(battle: Battle, warrior: Warrior, held: Held) -> int:
    """gce.stupidity.hth: none for who is dull."""
    return 0 if warrior.dull else attack_dice_of(battle, Corner(warrior), held)


def _preview(battle: Battle, warrior: Warrior, held: Held) -> Preview:
    count, skill = _dice(battle, warrior, held), ws(warrior)
    odds = attack_dice.odds(count).map(lambda faces: vehicle_hits(faces, skill))
    mean = sum(float(part) * hits for hits, part in odds.items())
    outcomes = tuple((f"{hits} hits", odds[hits]) for hits in sorted(odds))
    strengths = " and ".join(str(blow.strength) for blow in strikes(battle, warrior, held))
    return Preview(outcomes, headline=f"{mean:.1f} hits at Strength {strengths}")
