"""The exact odds of a round, for whoever has to choose whom to fight or charge."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from warbook.books.gorkamorka.field.engaged import helpless
from warbook.books.gorkamorka.fight.arms import Held, bomb, explosion, hits_of
from warbook.books.gorkamorka.fight.dice import Fighting, Round, brawl, duel
from warbook.books.gorkamorka.fight.stance import Corner, best_arms, butted, charged, hateful, stance
from warbook.books.gorkamorka.psychology.dice import fights_on
from warbook.books.gorkamorka.psychology.nerve import dreads, fears, passing
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.books.gorkamorka.wounds.dice import Body, Hit, blow, blows
from warbook.books.gorkamorka.wounds.harm import Strike, body_of, fall_of, hit_on
from warbook.core.chance import Odds
from warbook.core.questions import Modifier, Preview

FATES = ("out", "falls", "overboard and Down", "overboard", "flesh wound", "wounded")
BEATEN = 4  # so many of them
NOBODY = "nobody is hurt"
BOTH = "both fall"
Spread = dict[str, Fraction]


def of_round(
    battle: Battle,
    one: Corner,
    other: Corner,
    aboard: bool = False,
    spared: tuple[str, ...] = (),
    held: Held | None = None,
) -> Preview:
    """A round between two, seen by the first, as it is if both take up their strongest weapons, or he those
    that are `held`, block and roll again where it pays. Who has comrades in the combat (`spared`), or plays
    dead, only falls where others would be out."""
    us, them = one.warrior, other.warrior
    if helpless(them):
        return Preview(((f"{enemy(us, them)} out", Fraction(1)),), headline="finishes him off")
    odds, why = rounds(battle, one, other, aboard, held)
    safe = () if aboard else (*spared, *(each.id for each in (us, them) if each.skills.play_dead))
    spread: Spread = {}
    for result, part in odds:
        words = _words(us, them, body_of(us), body_of(them), result, safe)
        spread[words] = spread.get(words, Fraction(0)) + part
    return replace(_shown(us, them, spread), modifiers=why)


def of_charge(battle: Battle, warrior: Warrior, foe: Warrior) -> Preview:
    """The round that follows a charge, if he gets there: the tests of both against fear are in it where they
    come before it; nothing is told of the distance."""
    given = "if he reaches him, across no obstacle"
    if helpless(foe):
        return replace(of_round(battle, Corner(warrior), Corner(foe)), given=given)
    if fears(warrior, foe):
        given = "if he dares to charge and reaches him, across no obstacle"
    one = Corner(replace(warrior, obstacle=False), charging=True)
    spread: Spread = {}
    why: tuple[Modifier, ...] = ()
    for likely, twin in _faced(battle, warrior, foe):
        shown = of_round(battle, one, Corner(twin))
        why = why or shown.modifiers
        for words, part in shown.outcomes:
            spread[words] = spread.get(words, Fraction(0)) + likely * part
    return replace(_shown(warrior, foe, spread), modifiers=why, given=given)


def _faced(battle: Battle, charger: Warrior, foe: Warrior) -> list[tuple[Fraction, Warrior]]:
    """The enemy as he will be when he is charged: frightened or not."""
    if helpless(foe) or not fears(foe, charger) or charger.id in foe.terrified_of:
        return [(Fraction(1), foe)]
    stands = passing(battle, foe, "gce.fear.charged")
    state = "terrified_of" if dreads(foe, charger) else "half_ws"
    return [(stands, foe), (1 - stands, replace(foe, **{state: (charger.id,)}))]


def of_boarding(battle: Battle, one: Corner, other: Corner, boarder: Warrior) -> Preview:
    """A round aboard a moving vehicle, seen by the first of the two; with the test of who is to face a
    boarder who frightens him."""
    mine = one.warrior is not boarder
    attacker, defender = (other, one) if mine else (one, other)
    if not charged(battle, attacker):
        return of_round(battle, one, other, aboard=True)
    spread: Spread = {}
    why: tuple[Modifier, ...] = ()
    for likely, twin in _faced(battle, boarder, defender.warrior):
        facing = replace(defender, warrior=twin)
        pair = (facing, other) if mine else (one, facing)
        shown = of_round(battle, *pair, aboard=True)
        why = why or shown.modifiers
        for words, part in shown.outcomes:
            spread[words] = spread.get(words, Fraction(0)) + likely * part
    return replace(_shown(one.warrior, other.warrior, spread), modifiers=why)


def of_pounce(battle: Battle, warrior: Warrior, foe: Warrior, first: Strike) -> Preview:
    """The hit of who leaps down upon an enemy, and the round that follows: who is Down by then is out."""
    one = Corner(replace(warrior, aboard="", obstacle=False), charging=True)
    spread: Spread = {}
    landed = blow.odds(hit_on(battle, foe, first), body_of(foe)).items()
    for (tried, frightened), (body, hit) in product(_faced(battle, warrior, foe), landed):
        if body.state != "up":
            parts: tuple[tuple[str, Fraction], ...] = ((f"{enemy(warrior, foe)} out", Fraction(1)),)
        else:
            twin = replace(frightened, wounds=body.wounds, flesh=body.flesh)
            parts = of_round(battle, one, Corner(twin)).outcomes
            hurt = _fate(body_of(foe), body, False, False)
            parts = tuple(
                (f"{enemy(warrior, foe)} {hurt}" if hurt and words == NOBODY else words, p)
                for words, p in parts
            )
        for words, part in parts:
            spread[words] = spread.get(words, Fraction(0)) + tried * hit * part
    given = "if he dares to charge" if fears(warrior, foe) else ""
    return replace(_shown(warrior, foe, spread), given=given)


def of_fall(battle: Battle, warrior: Warrior, hit: Strike, lands: Fraction) -> Preview:
    """What the hit of a fall does to him, if he does not land well with that chance."""
    return of_hits(warrior, 1, (hit_on(battle, warrior, hit),), lands)


def of_hits(loser: Warrior, count: int, hits: tuple[Hit, ...], spared: Fraction = Fraction(0)) -> Preview:
    """What so many hits, taken from these in turn, do to who has lost; with the chance that he is spared."""
    before = body_of(loser)
    spread: Spread = {f"{loser.name} unhurt": spared} if spared else {}
    for after, part in blows.odds(count, hits, before).items():
        words = f"{loser.name} {_fate(before, after, False, False) or 'unhurt'}"
        spread[words] = spread.get(words, Fraction(0)) + part * (1 - spared)
    order = [f"{loser.name} {fate}" for fate in ("unhurt", *FATES[::-1])]
    hurt = 1 - spread.get(order[0], Fraction(0))
    outcomes = tuple((words, spread[words]) for words in order if words in spread)
    return Preview(outcomes, headline=f"{float(hurt):.0%} to hurt him")


def rounds(
    battle: Battle, one: Corner, other: Corner, aboard: bool, own: Held | None = None
) -> tuple[list[tuple[Round, Fraction]], tuple[Modifier, ...]]:
    """What the dice make of both, with the chance that one of them is too stupid to roll any."""
    held, foe_held = own or best_arms(battle, one, other)[0], best_arms(battle, other, one)[0]
    us, them = one.warrior, other.warrior
    struck = hits_of(battle, us, them, held), hits_of(battle, them, us, foe_held)
    falls = [hit_on(battle, each, fall_of("gce.boarding.losing")) if aboard else None for each in (us, them)]
    bombs = tuple(
        (hit_on(battle, us, explosion(weapon)), hit_on(battle, them, explosion(weapon)))
        for weapon in map(bomb, (held, foe_held))
        if weapon is not None
    )
    hate = hateful(us, them), hateful(them, us)
    found: list[tuple[Round, Fraction]] = []
    why: tuple[Modifier, ...] = ()
    for we_stare, part in _dullness(battle, one, other):
        for they_stare, share in _dullness(battle, other, one):
            a, why_a = stance(battle, one, other, held, foe_held, we_stare)
            b, why_b = stance(battle, other, one, foe_held, held, they_stare)
            bodies = body_of(us), body_of(them)
            odds: Odds[Round] = (
                brawl.odds(a, b, *struck, *bodies, hate, bombs, *falls)
                if bombs or any(hate)
                else duel.odds(a, b, *struck, *bodies, *falls)
            )
            found += [(result, part * share * likely) for result, likely in odds.items()]
            why = (*why_a, *why_b, *_thrown(us, them, a, hate[0]), *_thrown(them, us, b, hate[1]))
    return found, why


def _thrown(warrior: Warrior, foe: Warrior, fighting: Fighting, hateful: bool) -> list[Modifier]:
    """What the sum does not show: how many dice he throws, and whether he may throw them again."""
    dice = f"{fighting.dice} attack {'die' if fighting.dice == 1 else 'dice'}" if fighting.dice else "no dice"
    found = [Modifier(0, f"{warrior.name} throws {dice}", "gce.hand-to-hand.attack-dice")]
    if hateful:
        words = f"{warrior.name} hates {foe.name}, and may throw again"
        found.append(Modifier(0, words, "gce.hatred.reroll"))
    return found


def _dullness(battle: Battle, corner: Corner, foe: Corner) -> list[tuple[bool, Fraction]]:
    """gce.stupidity.hth: whether he rolls no dice. In the phase itself that is known of who is stupid; of who
    is butted it is not."""
    warrior = corner.warrior
    if warrior.dull:
        return [(True, Fraction(1))]
    stares = warrior.stupid and not warrior.frenzied and battle.phase != "fight"
    if not stares and not butted(battle, corner, foe):
        return [(False, Fraction(1))]
    clear = fights_on.odds().chance(True)
    return [(False, clear), (True, 1 - clear)]


# ---------------------------------------------------------------- words


def enemy(us: Warrior, them: Warrior) -> str:
    """What the enemy is called in these odds: two mobs may have a warrior of the same name."""
    return them.name if them.name != us.name else f"the other {them.name}"


def _shown(us: Warrior, them: Warrior, spread: Spread) -> Preview:
    """From what is worst for us to what is worst for them."""
    order = [f"{us.name} {fate}" for fate in FATES] + [BOTH, NOBODY]
    order += [f"{enemy(us, them)} {fate}" for fate in FATES[::-1]]
    outcomes = tuple((words, spread[words]) for words in order if words in spread)

    def lost(who: str) -> float:
        names = [BOTH, *(f"{who} {fate}" for fate in FATES[:BEATEN])]
        return float(sum(spread.get(name, Fraction(0)) for name in names))

    return Preview(
        outcomes, headline=f"{lost(enemy(us, them)):.0%} beats him, {lost(us.name):.0%} is beaten himself"
    )


def _words(
    us: Warrior, them: Warrior, ours: Body, theirs: Body, result: Round, spared: tuple[str, ...]
) -> str:
    """The worst that the round did; a bomb may hurt both."""
    found = []
    pair = (them, enemy(us, them), theirs, result.b, "b"), (us, us.name, ours, result.a, "a")
    for who, name, before, after, letter in pair:
        fate = _fate(before, after, result.overboard == letter, who.id in spared)
        if fate:
            found.append((FATES.index(fate), name))
    if len(found) == 2 and all(number < BEATEN for number, _ in found):
        return BOTH
    if not found:
        return NOBODY
    worst, name = min(found, key=lambda each: each[0])
    return f"{name} {FATES[worst]}"


def _fate(before: Body, after: Body, overboard: bool, spared: bool) -> str:
    """gce.hand-to-hand.multi-down-ignored: who has comrades falls; whether he is out is seen later. Aboard,
    who wins may be Down by a bomb alone."""
    if after.state == "out":
        return "falls" if spared else "out"
    if overboard:
        return "overboard and Down" if after.state == "down" else "overboard"
    if after.state != before.state:
        return "falls"
    if after.flesh > before.flesh:
        return "flesh wound"
    return "wounded" if after.wounds < before.wounds else ""
