"""The hand-to-hand phase: several against several, those who have fallen, following up."""

from __future__ import annotations

from msgspec import Struct

from warbook.board.geometry import bearing
from warbook.books.family.bouts import linked, may_fight
from warbook.books.necromunda import movement, travelling, walking
from warbook.books.necromunda.combat import fight_round
from warbook.books.necromunda.harm import Fall, out_of_action
from warbook.books.necromunda.sight import engaged, in_contact, in_melee, opponents
from warbook.books.necromunda.state import SIDES, Battle, Fighter, Game, enemy
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Refusal, Way

FOLLOW_UP = 2.0


class Melee(Struct):
    """Fighters linked by base contact between enemies, and those who lie down among them."""

    fighters: list[Fighter]
    fallen: list[Fighter]


class Bout(Struct):
    """One fighter of the smaller side and those who take him on, one after another."""

    defender: Fighter
    attackers: list[Fighter]


def fight_phase(game: Game) -> None:
    """nec.combat.who-fights: everybody in base contact with an enemy fights, in either player's turn
    (nec.A29)."""
    battle = game.battle
    for melee in melees(battle):
        _fight_out(game, melee)
    _finish_the_fallen(game)
    battle.phase = "recover"


def melees(battle: Battle) -> list[Melee]:
    """The separate fights on the table."""
    locked = in_melee(battle)
    foes = {f.id: [foe.id for foe in opponents(battle, f)] for f in battle.fighters if f.id in locked}
    found = []
    for group in linked(foes, lambda fighter: foes[fighter]):
        fighters = [battle.fighter(fighter) for fighter in group]
        found.append(Melee(fighters, [f for f in battle.fighters if f.down and _touches(f, fighters)]))
    return found


def _still_at_it(fighters: list[Fighter]) -> list[Fighter]:
    """Those of a melee who still touch an enemy of it: an earlier fight may have set some of them running."""
    left = [f for f in fighters if f.on_table and not f.down]
    return [f for f in left if _touches(f, left)]


def _touches(fighter: Fighter, group: list[Fighter]) -> bool:
    return any(f.side != fighter.side and in_contact(f, fighter) for f in group)


# ---------------------------------------------------------------- several against several (nec.M28)


def _fight_out(game: Game, melee: Melee) -> None:
    """The more numerous player shares out his fighters, then chooses the order of the bouts, and in each the
    order of his attackers."""
    battle = game.battle
    left = _still_at_it(melee.fighters)
    ours, theirs = ([f for f in left if f.side == s] for s in (battle.side, enemy(battle.side)))
    more, fewer = (ours, theirs) if len(ours) >= len(theirs) else (theirs, ours)
    victors: list[Fighter] = []
    bouts = _bouts(game, more, fewer)
    while bouts:
        defender = _pick(game, more[0].side, "Which fight comes next?", [bout.defender for bout in bouts])
        bout = next(bout for bout in bouts if bout.defender is defender)
        bouts.remove(bout)
        victors += _fight_bout(game, bout)
    _no_one_left(game, melee)
    for victor in victors:
        _follow_up(game, victor)


def _fight_bout(game: Game, bout: Bout) -> list[Fighter]:
    """One round for each attacker who can still fight, the later the stronger. Those who put somebody out."""
    left, fought, victors = list(bout.attackers), 0, []
    while left := [f for f in left if f in opponents(game.battle, bout.defender)]:
        if bout.defender.down or not bout.defender.on_table:
            break
        attacker = _pick(game, left[0].side, f"Who fights {bout.defender.name} next?", left)
        left.remove(attacker)
        fall = fight_round(game, attacker, bout.defender, fought)
        if fall is not None:
            travelling.shake(game, [fall])
            if not fall.fighter.on_table:
                victors.append(bout.defender if fall.fighter is attacker else attacker)
        fought += 1
    return victors


def _pick(game: Game, side: str, text: str, fighters: list[Fighter]) -> Fighter:
    if len(fighters) == 1:
        return fighters[0]
    options = [Option(f.id, f.name, piece=f.id) for f in fighters]
    chosen = game.ask(side, Choose(text, options, "nec.M28", fighters[0].id, kind="next fight"))
    return next(f for f in fighters if f.id == chosen)


def _bouts(game: Game, more: list[Fighter], fewer: list[Fighter]) -> list[Bout]:
    """At least one on each enemy, as far as contact allows. An enemy left over fights one of those he touches
    all the same: nobody can decline."""
    battle = game.battle

    def touch(one: str, other: str) -> bool:
        return in_contact(battle.fighter(one), battle.fighter(other))

    bouts = {foe.id: Bout(foe, []) for foe in fewer}
    for number, fighter in enumerate(more):
        reach = [foe for foe in fewer if in_contact(fighter, foe)]
        lacking = [foe.id for foe in fewer if not bouts[foe.id].attackers]
        waiting = [friend.id for friend in more[number + 1 :]]
        free = may_fight([foe.id for foe in reach], lacking, waiting, touch)
        options = []
        for foe in reach:
            barred = None if foe.id in free else Refusal("each enemy must face somebody first", "nec.M28")
            options.append(Option(foe.id, f"{fighter.name} against {foe.name}", piece=foe.id, barred=barred))
        chosen = free[0]
        if len(free) > 1:
            text = f"{fighter.name}: whom does he fight?"
            chosen = game.ask(fighter.side, Choose(text, options, "nec.M28", fighter.id, kind="opponent"))
        bouts[chosen].attackers.append(fighter)
    for bout in bouts.values():
        if not bout.attackers:
            bout.attackers = [f for f in more if in_contact(f, bout.defender)][:1]
    return list(bouts.values())


# ---------------------------------------------------------------- the fallen (nec.A30)


def _no_one_left(game: Game, melee: Melee) -> None:
    """When the last of a side in the fight is down or gone, its down fighters go out of action too."""
    battle = game.battle
    standing = {side: any(_stands(battle, f) for f in melee.fighters if f.side == side) for side in SIDES}
    for side in SIDES:
        if standing[side] or not standing[enemy(side)]:
            continue
        lying = [f for f in (*melee.fighters, *melee.fallen) if f.side == side and f.down]
        travelling.shake(game, [_finish(game, fighter) for fighter in lying])


def _stands(battle: Battle, fighter: Fighter) -> bool:
    """Still in the fight: neither fallen nor fled from it."""
    fled = fighter.broken and not engaged(battle, fighter)
    return fighter.on_table and not fighter.down and not fled


def _finish_the_fallen(game: Game) -> None:
    """A down fighter who was charged goes out of action unless the charger also fights another, or has been
    pinned or bound since."""
    battle = game.battle
    for charger in battle.present(battle.side):
        able = charger.on_feet and not charger.webbed
        if not charger.charging or not able or opponents(battle, charger):
            continue
        fallen = battle.fighter(charger.charging)
        if fallen.on_table and fallen.down and in_contact(charger, fallen):
            travelling.shake(game, [_finish(game, fallen)])
            _follow_up(game, charger)


def _finish(game: Game, fighter: Fighter) -> Fall:
    words = f"{fighter.name}, who lies down among the enemy, is finished off."
    game.tell(Note(words=words, piece=fighter.id, rule="nec.combat.down-is-out"))
    return out_of_action(game, fighter)


# ---------------------------------------------------------------- following up


def _follow_up(game: Game, fighter: Fighter) -> None:
    """nec.M29: who has put his last opponent out may move 2 inches at once, even into contact with a new
    enemy."""
    battle = game.battle
    if (
        not battle.rulings.follow_up
        or not fighter.on_feet
        or fighter.broken
        or fighter.webbed
        or opponents(battle, fighter)
    ):
        return
    foes = [
        foe
        for foe in battle.present(enemy(fighter.side))
        if not foe.down and walking.contact_path(battle, fighter, foe, FOLLOW_UP) is not None
    ]
    options = [Option("stay", "Stay"), Option("move", f'Move up to {FOLLOW_UP:g}"')]
    options += [Option(foe.id, f"Move into contact with {foe.name}", piece=foe.id) for foe in foes]
    text = f"{fighter.name} has no opponent left: does he follow up?"
    chosen = game.ask(fighter.side, Choose(text, options, "nec.M29", piece=fighter.id))
    if chosen == "stay":
        return
    if chosen == "move":
        question = walking.route(
            battle, fighter, FOLLOW_UP, "follow up", f"{fighter.name} follows up: where to?", "nec.M29"
        )
        way: Way = game.ask(fighter.side, question)
        travelling.travel(game, fighter, way.path, "nec.M29", "follows up")
        return
    foe = battle.fighter(chosen)
    path = walking.contact_path(battle, fighter, foe, FOLLOW_UP)
    assert path is not None
    if travelling.travel(game, fighter, path, "nec.M29", "follows up"):
        movement.turn(game, fighter, bearing(fighter.spot, foe.spot))
        movement.engage(game, fighter, foe)
