"""Hand-to-hand combat: who fights whom, what each brings, the round, and what follows from it."""

from __future__ import annotations

from msgspec import Struct

from warbook.board.geometry import bearing
from warbook.books.necromunda import harm, movement, nerve
from warbook.books.necromunda.brawl import Fighting, duel
from warbook.books.necromunda.data import Weapon, weapons
from warbook.books.necromunda.eyes import in_contact, initiative, opponents
from warbook.books.necromunda.harm import body_of, hit_on, out_of_action, save_mod_of, strength_of, take
from warbook.books.necromunda.injury import Hit, struck
from warbook.books.necromunda.shooting import after_words
from warbook.books.necromunda.state import Battle, Fighter, enemy
from warbook.core.events import Note
from warbook.core.game import Game
from warbook.core.questions import Choose, Modifier, Option, Preview, Refusal, Way

FOLLOW_UP = 2.0


class Bout(Struct):
    """One fighter of the smaller side and those who take him on, one after another."""

    defender: Fighter
    attackers: list[Fighter]


def fight_phase(game: Game) -> None:
    """nec.combat.who-fights: everybody in base contact with an enemy fights, in either player's turn."""
    battle: Battle = game.battle
    for group in melees(battle):
        _fight_out(game, group)
        if battle.over:
            return
    _finish_the_fallen(game)
    battle.phase = "recover"


def melees(battle: Battle) -> list[list[Fighter]]:
    """Groups of fighters linked by base contact between enemies, none of them down."""
    groups = []
    seen: set[str] = set()
    for fighter in battle.fighters:
        if fighter.id in seen or not fighter.on_table or fighter.down or not opponents(battle, fighter):
            continue
        group, queue = [], [fighter]
        seen.add(fighter.id)
        while queue:
            member = queue.pop(0)
            group.append(member)
            for foe in opponents(battle, member):
                if foe.id not in seen:
                    seen.add(foe.id)
                    queue.append(foe)
        groups.append(group)
    return groups


# ---------------------------------------------------------------- several against several (nec.M28)


def _fight_out(game: Game, group: list[Fighter]) -> None:
    battle: Battle = game.battle
    sides = {side: [f for f in group if f.side == side] for side in ("a", "b")}
    ours, theirs = sides[battle.side], sides[enemy(battle.side)]
    more, fewer = (ours, theirs) if len(ours) >= len(theirs) else (theirs, ours)
    ended: list[Fighter] = []
    for bout in _bouts(game, more, fewer):
        attackers = _in_order(game, bout)
        for number, attacker in enumerate(attackers):
            if bout.defender.on_table and not bout.defender.down and attacker.on_table and not attacker.down:
                fight_round(game, attacker, bout.defender, number)
        ended.extend(attackers)
        ended.append(bout.defender)
    _no_one_left(game, group)
    for fighter in ended:
        _follow_up(game, fighter)


def _bouts(game: Game, more: list[Fighter], fewer: list[Fighter]) -> list[Bout]:
    """The more numerous player shares out his fighters, at least one on each enemy where contact allows."""
    battle: Battle = game.battle
    bouts = {foe.id: Bout(foe, []) for foe in fewer}
    waiting = list(more)
    while waiting:
        fighter = waiting.pop(0)
        reach = [foe for foe in opponents(battle, fighter) if foe.id in bouts]
        options = []
        for foe in reach:
            bare = [b.defender for b in bouts.values() if not b.attackers and b.defender is not foe]
            barred = None
            if bouts[foe.id].attackers and _left_alone(battle, bare, waiting, len(waiting)):
                barred = Refusal("each enemy must face somebody first", "nec.M28")
            options.append(Option(foe.id, f"{fighter.name} against {foe.name}", piece=foe.id, barred=barred))
        free = [option for option in options if option.barred is None] or options
        chosen = free[0].id
        if len(free) > 1:
            text = f"{fighter.name}: whom does he fight?"
            chosen = game.ask(fighter.side, Choose(text, options, "nec.M28", piece=fighter.id))
        bouts[chosen].attackers.append(fighter)
    return [bout for bout in bouts.values() if bout.attackers]


def _left_alone(battle: Battle, bare: list[Fighter], waiting: list[Fighter], spare: int) -> bool:
    """Whether some enemy could no longer be given an opponent of his own."""
    if len(bare) > spare:
        return True
    return any(not any(in_contact(foe, fighter) for fighter in waiting) for foe in bare)


def _in_order(game: Game, bout: Bout) -> list[Fighter]:
    """nec.M28: the more numerous player chooses the order of his attackers."""
    left, ordered = list(bout.attackers), []
    while len(left) > 1:
        options = [Option(f.id, f.name, piece=f.id) for f in left]
        text = f"Who fights {bout.defender.name} {'first' if not ordered else 'next'}?"
        chosen = game.ask(left[0].side, Choose(text, options, "nec.M28", piece=bout.defender.id))
        ordered.append(next(f for f in left if f.id == chosen))
        left = [f for f in left if f.id != chosen]
    return [*ordered, *left]


# ---------------------------------------------------------------- a round


def close_weapons(fighter: Fighter) -> list[Weapon]:
    """nec.M6: everybody has a knife."""
    carried = [weapons()[name] for name in fighter.weapons if weapons()[name].close]
    return [*carried, weapons()["knife"]]


def in_hand(fighter: Fighter) -> list[Weapon]:
    """What he fights with: a two-handed weapon alone, two one-handed ones, or the best one (nec.M26, nec.M27)."""
    found = sorted(close_weapons(fighter), key=lambda w: (-strength_of(w, fighter), "parry" not in w.rules))
    two_handed = [weapon for weapon in found if weapon.needs_two_hands]
    if two_handed:
        return two_handed[:1]
    return found[:2] if _two_weapons(fighter) else found[:1]


def _two_weapons(fighter: Fighter) -> bool:
    """nec.M26: nothing two-handed carried, and one more one-handed weapon than the knife."""
    carried = [weapons()[name] for name in fighter.weapons]
    one_handed = [w for w in carried if w.close and not w.needs_two_hands]
    return bool(one_handed) and not any(w.needs_two_hands for w in carried)


def hits_of(fighter: Fighter, foe: Fighter) -> tuple[Hit, ...]:
    """The hits he deals, one for each weapon in hand."""
    hits = []
    for weapon in in_hand(fighter):
        strength = strength_of(weapon, fighter)
        hits.append(hit_on(foe, strength, save_mod_of(weapon, strength), weapon))
    return tuple(hits)


def combat_modifiers(battle: Battle, fighter: Fighter, foe: Fighter, extra: int, charging: bool = False) -> list[Modifier]:
    """nec.combat.modifiers: those that are known before the dice; fumbles and criticals are on the dice."""
    found = []
    if charging or fighter.charging:
        found.append(Modifier(1, "charged", "nec.combat.mod-charging"))
    if fighter.z - foe.z >= battle.rulings.higher_min:
        found.append(Modifier(1, "higher up", "nec.combat.mod-higher"))
    if any(weapons()[name].list == "heavy" for name in fighter.weapons):
        found.append(Modifier(-1, "encumbered by a heavy weapon", "nec.combat.mod-encumbered"))
    if fighter.obstacle and fighter.charging == foe.id:
        found.append(Modifier(-1, "charged across an obstacle", "nec.combat.mod-obstacle"))
    if extra and battle.rulings.outnumber_bonus:
        found.append(Modifier(extra, "outnumbering", "nec.M28"))
    return found


def stance(
    battle: Battle, fighter: Fighter, foe: Fighter, extra: int = 0, charging: bool = False
) -> tuple[Fighting, tuple[Modifier, ...]]:
    """A fighter as the dice of combat see him, with the sum behind his score."""
    held = in_hand(fighter)
    words = {rule for weapon in held for rule in weapon.rules}
    foes_words = {rule for weapon in in_hand(foe) for rule in weapon.rules}
    found = combat_modifiers(battle, fighter, foe, extra, charging)
    dice = fighter.profile.A + (extra if battle.rulings.outnumber_bonus else 0)
    if battle.rulings.two_weapon_die and _two_weapons(fighter):
        dice += 1
    skill = harm.ws(fighter)
    return (
        Fighting(
            ws=skill,
            dice=dice,
            initiative=initiative(fighter),
            modifier=sum(modifier.value for modifier in found),
            parries="parry" in words and "foe-may-not-parry" not in foes_words,
            fumble_worth=2 if "own-fumbles-count-2" in words else 1,
            loses_draws="loses-draws" in words,
        ),
        (Modifier(skill, f"{fighter.name}'s Weapon Skill {skill}", "nec.combat.score"), *found),
    )


def fight_round(game: Game, attacker: Fighter, defender: Fighter, number: int) -> None:
    """nec.combat.sequence: the seven steps for one pair; `number` attackers have fought him before."""
    battle: Battle = game.battle
    a, why_a = stance(battle, attacker, defender, number)
    b, why_b = stance(battle, defender, attacker)
    game.tell(
        Note(
            words=f"{attacker.name} ({a.ws + a.modifier} + dice) fights {defender.name} ({b.ws + b.modifier} + dice).",
            piece=attacker.id,
            rule="nec.combat.sequence",
        )
    )
    game.rolling(attacker.id, {"nec.combat.attack-dice": (*why_a, *why_b)})
    result = game.roll(
        duel,
        a,
        b,
        hits_of(attacker, defender),
        hits_of(defender, attacker),
        body_of(attacker),
        body_of(defender),
    )
    if not result.margin:
        game.tell(Note(words="A stand-off.", rule="nec.combat.stand-off"))
        return
    winner, loser, body = (
        (attacker, defender, result.b) if result.margin > 0 else (defender, attacker, result.a)
    )
    hits = abs(result.margin)
    words = f"{winner.name} wins and scores {hits} {'hit' if hits == 1 else 'hits'}."
    game.tell(Note(words=words, piece=winner.id, rule="nec.combat.hits"))
    brought_down(game, winner, loser, body)


def brought_down(game: Game, victor: Fighter, loser: Fighter, body: object) -> bool:
    """nec.combat.down-is-out: down in combat is out of action unless the victor fights somebody else too."""
    from warbook.books.necromunda.injury import Body

    assert isinstance(body, Body)
    battle: Battle = game.battle
    busy = [foe for foe in opponents(battle, victor) if foe is not loser]
    if body.state == "down" and not busy:
        body = Body(body.wounds, body.flesh, "out", body.grit)
        game.tell(Note(words=f"{loser.name} goes down and is finished off.", rule="nec.combat.down-is-out"))
    fell = take(game, loser, body)
    if fell:
        nerve.shake(game, [loser])
    return fell


def free_hit(game: Game, foe: Fighter, fighter: Fighter) -> bool:
    """nec.leadership.break-in-combat: one hit without a roll; True if it brought him down."""
    hit = hits_of(foe, fighter)[0]
    result = game.rolling(foe.id).roll(struck, hit, body_of(fighter))
    return brought_down(game, foe, fighter, result.body)


# ---------------------------------------------------------------- the aftermath


def _no_one_left(game: Game, group: list[Fighter]) -> None:
    """nec.A30: when the last of a side in the fight has fallen, its down fighters go out too."""
    for side in ("a", "b"):
        mine = [f for f in group if f.side == side]
        if mine and all(f.down or not f.on_table for f in mine):
            gone = [f for f in mine if f.on_table and f.down and _guarded(game.battle, f)]
            for fighter in gone:
                out_of_action(game, fighter)
            nerve.shake(game, gone)


def _guarded(battle: Battle, fighter: Fighter) -> bool:
    return any(in_contact(fighter, foe) for foe in battle.present(enemy(fighter.side)) if not foe.down)


def _finish_the_fallen(game: Game) -> None:
    """nec.A30: a down fighter who was charged goes out of action unless the charger also fights another."""
    battle: Battle = game.battle
    for fighter in list(battle.fighters):
        if not fighter.on_table or not fighter.down:
            continue
        for foe in battle.present(enemy(fighter.side)):
            if foe.charging == fighter.id and in_contact(foe, fighter) and not foe.down and not opponents(battle, foe):
                words = f"{foe.name} finishes {fighter.name} off."
                game.tell(Note(words=words, piece=foe.id, rule="nec.combat.down-is-out"))
                out_of_action(game, fighter)
                nerve.shake(game, [fighter])
                _follow_up(game, foe)
                break


def _follow_up(game: Game, fighter: Fighter) -> None:
    """nec.M29: who has no opponent left may move 2 inches at once, even into contact with a new enemy."""
    battle: Battle = game.battle
    if (
        not battle.rulings.follow_up
        or not fighter.on_feet
        or fighter.broken
        or opponents(battle, fighter)
        or battle.over
    ):
        return
    foes = [
        foe
        for foe in battle.present(enemy(fighter.side))
        if not foe.down and movement.contact_path(battle, fighter, foe, FOLLOW_UP) is not None
    ]
    options = [Option("stay", "Stay"), Option("move", f'Move up to {FOLLOW_UP:g}"')]
    options += [Option(foe.id, f"Move into contact with {foe.name}", piece=foe.id) for foe in foes]
    text = f"{fighter.name} has no opponent left: does he follow up?"
    chosen = game.ask(fighter.side, Choose(text, options, "nec.M29", piece=fighter.id))
    if chosen == "stay":
        return
    if chosen == "move":
        question = movement.route(battle, fighter, FOLLOW_UP, f"{fighter.name} follows up: where to?", "nec.M29")
        way: Way = game.ask(fighter.side, question)
        movement.travel(game, fighter, way.path, "nec.M29", "follows up")
        return
    foe = battle.fighter(chosen)
    path = movement.contact_path(battle, fighter, foe, FOLLOW_UP)
    assert path is not None
    if movement.travel(game, fighter, path, "nec.M29", "follows up"):
        movement.turn(game, fighter, bearing(fighter.spot, foe.spot))
        movement.engage(game, fighter, foe)


# ---------------------------------------------------------------- odds before the fight


def preview(battle: Battle, fighter: Fighter, foe: Fighter, charging: bool) -> Preview:
    """The exact outcome of the first round, one against one: down counts as out (nec.combat.down-is-out)."""
    if foe.down:
        return Preview((), "", (), "finishes him off")
    a, why_a = stance(battle, fighter, foe, 0, charging)
    b, why_b = stance(battle, foe, fighter)
    mine, his = body_of(fighter), body_of(foe)
    odds = duel.odds(a, b, hits_of(fighter, foe), hits_of(foe, fighter), mine, his)

    def words(result: object) -> str:
        after_foe, after_me = after_words(his, result.b), after_words(mine, result.a)  # type: ignore[attr-defined]
        if after_foe in ("down", "out of action"):
            return f"{foe.name} out"
        if after_me in ("down", "out of action"):
            return f"{fighter.name} out"
        if after_foe == "flesh wound":
            return f"{foe.name} flesh wound"
        return f"{fighter.name} flesh wound" if after_me == "flesh wound" else "nobody falls"

    spread = odds.map(words)
    order = (
        f"{fighter.name} out",
        f"{fighter.name} flesh wound",
        "nobody falls",
        f"{foe.name} flesh wound",
        f"{foe.name} out",
    )
    outcomes = tuple((name, spread.chance(name)) for name in order if spread.chance(name))
    win, lose = float(spread.chance(f"{foe.name} out")), float(spread.chance(f"{fighter.name} out"))
    return Preview(outcomes, "", (*why_a, *why_b), f"{win:.0%} takes him out, {lose:.0%} falls himself")
