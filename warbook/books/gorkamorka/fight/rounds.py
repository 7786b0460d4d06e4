"""A round between two, in its six steps (gce.hand-to-hand.sequence, gce.R1.8)."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product

from msgspec import Struct

from warbook.books.family.combat_score import sum_of
from warbook.books.gorkamorka.field.aboard import ride, stationary
from warbook.books.gorkamorka.field.engaged import fights, opponents
from warbook.books.gorkamorka.fight import dice
from warbook.books.gorkamorka.fight.arms import Held, bomb, captures, explosion, hits_of, named
from warbook.books.gorkamorka.fight.previews import of_hits, of_round
from warbook.books.gorkamorka.fight.stance import Corner, best_arms, butted, hateful, stance
from warbook.books.gorkamorka.psychology.dice import fights_on
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.wounds.dice import blows
from warbook.books.gorkamorka.wounds.harm import body_of, strike, take_harm
from warbook.core.events import Aimed, Note
from warbook.core.questions import Choose, Option, Preview

ROLL = "gce.hand-to-hand.roll"
Faces = tuple[int, ...]


class Won(Struct, frozen=True):
    """Who won a round, against whom, and with what in his hands."""

    winner: Warrior
    loser: Warrior
    held: Held


def fight_round(game: Game, one: Corner, other: Corner) -> Won | None:
    """One round, up to the winner's hits; None is a stalemate. Whoever has a choice is asked in the order of
    the two (gce.S45). What becomes of the loser then, on the ground or aboard, is for the caller
    (gce.hand-to-hand.aftermath)."""
    battle = game.battle
    us, them = one.warrior, other.warrior
    game.tell(Aimed(piece=us.id, target=them.id, rule="gce.hand-to-hand.sequence"))
    held = _take_up(game, one, other), _take_up(game, other, one)
    stares = [_stares(game, one, other), _stares(game, other, one)]
    a, why_a = stance(battle, one, other, held[0], held[1], stares[0])
    b, why_b = stance(battle, other, one, held[1], held[0], stares[1])
    ours = game.rolling(us.id, {ROLL: why_a}).roll(dice.attack_dice, a.dice) if a.dice else ()
    theirs = game.rolling(them.id, {ROLL: why_b}).roll(dice.attack_dice, b.dice) if b.dice else ()
    ours, theirs = _again(game, us, them, ours, a), _again(game, them, us, theirs, b)
    if b.parries and not a.parries:
        ours = _block(game, them, us, ours, a.critical_worth)
    elif a.parries and not b.parries:
        theirs = _block(game, us, them, theirs, b.critical_worth)
    scores = _scores(game, us, them, a, b, ours, theirs)
    _explode(game, held, (us, them), ours, theirs)
    if not scores:
        rule = "gce.hand-to-hand.draw"
        game.tell(Note(words=f"{us.name} and {them.name} stand off.", piece=us.id, rule=rule))
        return None
    won = Won(us, them, held[0]) if scores > 0 else Won(them, us, held[1])
    _hit(game, won, abs(scores))
    return won


# ---------------------------------------------------------------- step one


def _take_up(game: Game, corner: Corner, foe: Corner) -> Held:
    """gce.hand-to-hand.double-handed, gce.R6.10: which weapons he fights with; asked where one is not as good
    as another in all."""
    ways = best_arms(game.battle, corner, foe)
    if len(ways) == 1:
        return ways[0]
    warrior = corner.warrior
    look = partial(_look, game.battle, corner, foe)
    options = [
        Option(str(n), named(held), preview=partial(look, held), about=held) for n, held in enumerate(ways)
    ]
    text = f"{warrior.name} fights {foe.warrior.name}: with what?"
    question = Choose(text, options, "gce.hand-to-hand.attack-dice", warrior.id, kind="arms")
    return ways[int(game.ask(warrior.side, question))]


def _look(battle: Battle, corner: Corner, foe: Corner, held: Held) -> Preview:
    """The round if he takes up these. Who is not alone in the combat falls where others would be out."""
    pair = corner.warrior, foe.warrior
    own = ride(battle, corner.warrior)
    aboard = own is not None and not stationary(battle, own)
    spared = tuple(
        each.id
        for each, enemy in (pair, pair[::-1])
        if any(friend is not each and friend.side == each.side for friend in opponents(battle, enemy))
    )
    return of_round(battle, corner, foe, aboard, spared, held)


def _stares(game: Game, corner: Corner, foe: Corner) -> bool:
    """gce.stupidity.hth: whether he rolls no dice this round."""
    if corner.warrior.dull or not butted(game.battle, corner, foe):
        return corner.warrior.dull
    words = f"{foe.warrior.name} butts {corner.warrior.name}."
    game.tell(Note(words=words, piece=corner.warrior.id, rule="gce.stupidity.hth"))
    return not game.rolling(corner.warrior.id).roll(fights_on)


# ---------------------------------------------------------------- step two


def _again(game: Game, warrior: Warrior, foe: Warrior, faces: Faces, fighting: dice.Fighting) -> Faces:
    """gce.hatred.reroll: some, all or none of the dice, each once (gce.R9.11)."""
    if not faces or not hateful(warrior, foe):
        return faces
    options = [Option("none", "None")]
    options += [Option(_faces(part), _faces(part, ", "), about=part) for part in _parts(faces)]
    text = f"{warrior.name} hates {foe.name} and has rolled {_faces(faces, ', ')}: which dice again?"
    lowest = dice.worth_rerolling(faces, fighting.critical_worth, fighting.fumble_worth)
    usual = _faces(faces[::-1][:lowest]) if lowest else "none"
    question = Choose(text, options, "gce.hatred.reroll", warrior.id, usual, kind="hatred")
    chosen = game.ask(warrior.side, question)
    if chosen == "none":
        return faces
    again = tuple(int(face) for face in chosen.split())
    kept = tuple((Counter(faces) - Counter(again)).elements())
    return game.rolling(warrior.id).roll(dice.rerolled, kept, len(again))


def _parts(faces: Faces) -> list[Faces]:
    """Every choice of some of the dice, lower ones before higher ones, the same dice once."""
    counted = sorted(Counter(faces).items())
    found = []
    for numbers in product(*(range(count + 1) for _, count in counted)):
        part = tuple(face for (face, _), number in zip(counted, numbers, strict=True) for _ in range(number))
        if part:
            found.append(part)
    return sorted(found, key=lambda part: (len(part), part))


def _faces(faces: Faces, between: str = " ") -> str:
    return between.join(map(str, faces))


def _block(game: Game, warrior: Warrior, foe: Warrior, faces: Faces, critical_worth: int) -> Faces:
    """A shield: whether he makes the enemy roll his best die again, once (gce.S40); two shields cancel, and
    who is in a frenzy may not (gce.frenzy.no-parry)."""
    if not faces:
        return faces
    options = [
        Option("block", f"Block: {foe.name} rolls his {faces[0]} again"),
        Option("leave", f"Leave {foe.name}'s dice as they are"),
    ]
    usual = "block" if dice.worth_parrying(faces, critical_worth) else "leave"
    text = f"{foe.name} has rolled {_faces(faces, ', ')}: does {warrior.name} block?"
    question = Choose(text, options, "gce.frenzy.no-parry", warrior.id, usual, kind="block")
    if game.ask(warrior.side, question) == "leave":
        return faces
    game.tell(Note(words=f"{warrior.name} blocks.", piece=warrior.id, rule="gce.frenzy.no-parry"))
    return game.rolling(foe.id).roll(dice.blocked, faces)


# ---------------------------------------------------------------- steps three and four


def _scores(
    game: Game, us: Warrior, them: Warrior, a: dice.Fighting, b: dice.Fighting, ours: Faces, theirs: Faces
) -> int:
    """gce.hand-to-hand.combat-score, gce.hand-to-hand.winner, gce.hand-to-hand.draw: the hits of the first
    (positive) or of the other (negative)."""
    mine, his = dice.read(ours, a.critical_worth), dice.read(theirs, b.critical_worth)
    one = a.ws + a.modifier + mine.score + his.ones * b.fumble_worth
    other = b.ws + b.modifier + his.score + mine.ones * a.fumble_worth
    sums = f"{sum_of(a, b, ours, theirs)} against {sum_of(b, a, theirs, ours)}"
    game.tell(Note(words=f"{us.name} against {them.name}: {sums}.", piece=us.id, rule=ROLL))
    words = f"{us.name} scores {one}, {them.name} {other}."
    game.tell(Note(words=words, piece=us.id, rule="gce.hand-to-hand.combat-score"))
    margin = dice.margin(a, b, mine, his)
    if one == other and margin:
        winner, loser = (us, them) if margin > 0 else (them, us)
        words = f"A draw: {_settled(a, b, winner, loser)}."
        game.tell(Note(words=words, piece=winner.id, rule="gce.hand-to-hand.draw"))
    return margin


def _settled(a: dice.Fighting, b: dice.Fighting, winner: Warrior, loser: Warrior) -> str:
    if a.loses_draws != b.loses_draws:
        return f"the weapon of {loser.name} loses it"
    skilled = winner.skills.windmillin and not loser.skills.windmillin
    return f"{winner.name} {'wins all draws' if skilled else 'has the higher Initiative'}"


def _explode(
    game: Game, held: tuple[Held, Held], two: tuple[Warrior, Warrior], ours: Faces, theirs: Faces
) -> None:
    """A bomb used hand to hand goes off on both if both have rolled a 6, before the winner's hits
    (gce.S42)."""
    if not dice.goes_off(ours, theirs):
        return
    for armed, user in zip(held, two, strict=True):
        weapon = bomb(armed)
        if weapon is None:
            continue
        words = f"The {weapon.name} of {user.name} go off."
        game.tell(Note(words=words, piece=user.id, rule="gce.weapon.notes"))
        for victim in two:
            strike(game, victim, explosion(weapon))


# ---------------------------------------------------------------- step five


def _hit(game: Game, won: Won, count: int) -> None:
    """gce.hand-to-hand.wound; gce.hand-to-hand.split-hits: two weapons share the hits, and the winner chooses
    which of them makes the odd one."""
    battle, winner, loser = game.battle, won.winner, won.loser
    words = f"{winner.name} wins and scores {count} {'hit' if count == 1 else 'hits'}."
    game.tell(Note(words=words, piece=winner.id, rule="gce.hand-to-hand.winner"))
    if not fights(winner) or not loser.on_table:
        return
    hits = hits_of(battle, winner, loser, won.held)
    if count % 2 and len(set(hits)) > 1:
        looks = (partial(of_hits, loser, count, order) for order in (hits, hits[::-1]))
        options = [
            Option(str(n), weapon.name, preview=look, about=weapon)
            for n, (weapon, look) in enumerate(zip(won.held, looks, strict=True))
        ]
        text = f"{winner.name}: which weapon makes the odd hit?"
        question = Choose(text, options, "gce.hand-to-hand.split-hits", winner.id, kind="odd hit")
        if game.ask(winner.side, question) == "1":
            hits = hits[::-1]
    take_harm(game, loser, game.rolling(winner.id).roll(blows, count, hits, body_of(loser)))


def capture(game: Game, won: Won) -> None:
    """A grabba stikk: grots and humans whom it has taken out are led away, which is noted for after the
    battle."""
    winner, loser = won.winner, won.loser
    if loser.on_table or not captures(won.held, loser):
        return
    words = f"{loser.name} was captured by {winner.name}."
    game.battle.notes.append(words)
    game.tell(Note(words=words, piece=loser.id, rule="gce.weapon.notes"))
