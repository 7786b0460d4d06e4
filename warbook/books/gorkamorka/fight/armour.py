"""Blows at the armour of a vehicle that stands still (gce.boarding.attack-stationary-vehicle)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from warbook.books.gorkamorka.damage.hits import chance_through
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
    dealt = list(strikes(battle, warrior, held))
    if hits % 2 and len({(blow.strength, blow.save_mod) for blow in dealt}) > 1:
        orders = [_shared(warrior, vehicle, order, hits) for order in (dealt, dealt[::-1])]
        options = [
            Option(
                str(n), weapon.name, preview=partial(_through_preview, battle, vehicle, shared), about=weapon
            )
            for n, (weapon, shared) in enumerate(zip(held, orders, strict=True))
        ]
        text = f"{warrior.name}: which weapon makes the odd hit?"
        rule = "gce.hand-to-hand.split-hits"
        if game.ask(warrior.side, Choose(text, options, rule, warrior.id, kind="odd hit")) == "1":
            dealt.reverse()
    battle.trouble += reversed(_shared(warrior, vehicle, dealt, hits))
    settle(game)


def _shared(warrior: Warrior, vehicle: Vehicle, dealt: list[Strike], hits: int) -> list[Points]:
    """The hits shared between weapons; the first makes the odd one."""
    shares = [(hits + len(dealt) - 1 - n) // len(dealt) for n in range(len(dealt))]
    return [
        _points(warrior, vehicle, blow, share) for blow, share in zip(dealt, shares, strict=True) if share
    ]


def _through_preview(battle: Battle, vehicle: Vehicle, pushed: list[Points]) -> Preview:
    """How many of these hits go through."""
    found: dict[int, Fraction] = {0: Fraction(1)}
    for points in pushed:
        chance = chance_through(battle, vehicle, points)
        for _ in range(points.points):
            grown: dict[int, Fraction] = {}
            for count, part in found.items():
                grown[count] = grown.get(count, Fraction(0)) + part * (1 - chance)
                grown[count + 1] = grown.get(count + 1, Fraction(0)) + part * chance
            found = grown
    outcomes = tuple((f"{count} through" if count else "nothing through", found[count]) for count in found)
    return Preview(outcomes, headline=f"{float(1 - found[0]):.0%} to go through")


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
