"""Combats on the ground, and aboard what stands still: who is in one, who takes on whom, who has fallen.

Contact makes them, however it came about (gce.hand-to-hand.causes), between warriors alone
(gce.hand-to-hand.infantry-only).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.family.bouts import linked, may_fight
from warbook.books.gorkamorka.field.engaged import (
    assailable,
    at_blows,
    fights,
    helpless,
    opponents,
    touch,
    touched,
)
from warbook.books.gorkamorka.fight.follow_up import follow_up
from warbook.books.gorkamorka.fight.previews import of_round
from warbook.books.gorkamorka.fight.rounds import Won, capture, fight_round
from warbook.books.gorkamorka.fight.stance import Corner
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.wounds.harm import out_of_action
from warbook.books.gorkamorka.wounds.recovery import get_up
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Preview, Refusal


class Combat(Struct):
    """gce.R6.1: all who are linked by contact with enemies, the Down among them, at the start of the phase:
    those of the side whose turn it is, and all others (gce.R6.21)."""

    ours: list[Warrior]
    theirs: list[Warrior]

    @property
    def members(self) -> list[Warrior]:
        return [*self.ours, *self.theirs]

    def standing(self, side: str) -> list[Warrior]:
        """Those of a side who still fight in it."""
        return [warrior for warrior in self.members if warrior.side == side and stands(warrior)]

    def fallen(self, side: str) -> list[Warrior]:
        """Those of a side who lie there helpless, and can be finished off."""
        return [each for each in self.members if each.side == side and helpless(each) and assailable(each)]

    @property
    def multiple(self) -> bool:
        return len(self.members) > 2


class Bout(Struct):
    """One warrior of the smaller side, and those who take him on one after another."""

    defender: Warrior
    attackers: list[Warrior]


def stands(warrior: Warrior) -> bool:
    return fights(warrior) and not warrior.pinned


def combats(battle: Battle) -> list[Combat]:
    """gce.game.hth-phase: those of this phase. gce.R6.21: in each there are warriors of the side whose turn
    it is; others fight each other only in a turn of their own. gce.hand-to-hand.continues follows from it."""
    side = battle.side
    seeds = [w.id for w in battle.present(side) if (fights(w) or helpless(w)) and touched(battle, w)]

    def foes(name: str) -> list[str]:
        warrior = battle.warrior(name)
        return [foe.id for foe in touched(battle, warrior) if side in (warrior.side, foe.side)]

    found = []
    for group in linked(seeds, foes):
        members = [battle.warrior(name) for name in group]
        ours = [warrior for warrior in members if warrior.side == side]
        combat = Combat(ours, [warrior for warrior in members if warrior.side != side])
        if at_blows(combat.ours, combat.theirs):
            found.append(combat)
    return found


# ---------------------------------------------------------------- a combat


def fight_out(game: Game, combat: Combat) -> None:
    """gce.hand-to-hand.outnumbering-player: who has more warriors in it when the phase begins; with as many
    on both sides the player whose turn it is (gce.R6.2). He divides, and chooses the order."""
    battle = game.battle
    _rouse(game, combat)
    victors = _finish_the_helpless(game, combat)
    ours, theirs = ([w for w in camp if stands(w)] for camp in (combat.ours, combat.theirs))
    more, fewer = (ours, theirs) if len(ours) >= len(theirs) else (theirs, ours)
    player = _player(battle, more)
    bouts = split(game, combat, more, fewer)
    won: list[Won] = []
    while bouts:
        bout = _next_bout(game, player, bouts)
        bouts.remove(bout)
        won += _fight_bout(game, combat, player, bout)
    for each in won:
        capture(game, each)
    victors += [each.winner for each in won if not each.loser.on_table]
    _goes_on(combat)
    for victor in dict.fromkeys(warrior.id for warrior in victors):
        winner = battle.warrior(victor)
        if stands(winner) and not opponents(battle, winner):  # gce.R6.7
            follow_up(game, winner)


def _rouse(game: Game, combat: Combat) -> None:
    """gce.hand-to-hand.pinned-engaged."""
    for warrior in combat.members:
        foes = (each for each in combat.members if each.side != warrior.side)
        if warrior.pinned and any(fights(foe) for foe in foes):
            words = f"{warrior.name} is engaged and gets up."
            get_up(game, warrior, words, "gce.hand-to-hand.pinned-engaged")


def _player(battle: Battle, camp: list[Warrior]) -> str:
    """The outnumbering player; of several the one with most warriors there (gce.S44), the earlier in turn."""
    counts = {side: sum(warrior.side == side for warrior in camp) for side in battle.order}
    return max(counts, key=lambda side: counts[side])


def split(game: Game, combat: Combat, more: list[Warrior], fewer: list[Warrior]) -> list[Bout]:
    """gce.hand-to-hand.split-forces: every enemy gets at least one, whether the two touch or not (gce.R6.3),
    unless a switch asks for contact. gce.hand-to-hand.split-fixed: so it stays for the phase."""
    battle = game.battle

    def reaches(one: str, other: str) -> bool:
        far = not battle.rulings.split_needs_contact
        return far or touch(battle, battle.warrior(one), battle.warrior(other))

    bouts = {foe.id: Bout(foe, []) for foe in fewer}
    for number, warrior in enumerate(more):
        foes = [foe.id for foe in fewer if reaches(warrior.id, foe.id)]
        lacking = [foe for foe, bout in bouts.items() if not bout.attackers]
        waiting = [friend.id for friend in more[number + 1 :]]
        free = may_fight(foes, lacking, waiting, reaches)
        if not free:
            continue
        chosen = free[0]
        if len(free) > 1:
            first = Refusal("each enemy must face somebody", "gce.hand-to-hand.split-forces")
            options = [
                Option(
                    foe,
                    f"{warrior.name} against {battle.warrior(foe).name}",
                    piece=foe,
                    barred=None if foe in free else first,
                    preview=partial(_first, battle, combat, warrior, battle.warrior(foe)),
                )
                for foe in foes
            ]
            text = f"{warrior.name}: whom does he fight?"
            question = Choose(text, options, "gce.hand-to-hand.split-forces", warrior.id, kind="split")
            chosen = game.ask(warrior.side, question)
        bouts[chosen].attackers.append(warrior)
    return [bout for bout in bouts.values() if bout.attackers]


def _next_bout(game: Game, player: str, bouts: list[Bout]) -> Bout:
    """gce.hand-to-hand.split-forces, gce.R2.10: the outnumbering player chooses the order."""
    if len(bouts) == 1:
        return bouts[0]
    options = [
        Option(
            bout.defender.id,
            f"{_names(bout.attackers)} against {bout.defender.name}",
            piece=bout.defender.id,
            about=tuple(warrior.id for warrior in bout.attackers),
        )
        for bout in bouts
    ]
    question = Choose("Which fight is next?", options, "gce.hand-to-hand.split-forces", kind="next bout")
    chosen = game.ask(player, question)
    return next(bout for bout in bouts if bout.defender.id == chosen)


def _fight_bout(game: Game, combat: Combat, player: str, bout: Bout) -> list[Won]:
    """gce.hand-to-hand.multi-sequence: each attacker in turn, named after the round before, while the enemy
    still stands; gce.hand-to-hand.outnumber-bonus by order, whoever won (gce.R6.4)."""
    won = []
    left, fought = list(bout.attackers), 0
    while stands(bout.defender) and (left := [each for each in left if stands(each)]):
        attacker = _next_attacker(game, combat, player, bout.defender, left, fought)
        left.remove(attacker)
        one, other = Corner(attacker, fought), Corner(bout.defender, first=not fought)
        if bout.defender.side == game.battle.side and len(bout.attackers) == 1:
            one, other = other, one  # whose turn it is chooses his weapons first
        result = fight_round(game, one, other)
        if result is not None:
            won.append(result)
        _last_falls(game, combat, (attacker.side, bout.defender.side))
        fought += 1
    return won


def _next_attacker(
    game: Game, combat: Combat, player: str, defender: Warrior, left: list[Warrior], fought: int
) -> Warrior:
    if len(left) == 1:
        return left[0]
    battle = game.battle
    options = [
        Option(
            warrior.id,
            warrior.name,
            piece=warrior.id,
            preview=partial(_preview, battle, combat, warrior, defender, fought),
        )
        for warrior in left
    ]
    text = f"Who fights {defender.name} next?"
    question = Choose(text, options, "gce.hand-to-hand.multi-sequence", defender.id, kind="next attacker")
    return battle.warrior(game.ask(player, question))


def _preview(battle: Battle, combat: Combat, warrior: Warrior, foe: Warrior, before: int) -> Preview:
    """Of a round in this combat; who has comrades who still fight in it only falls."""
    spared = tuple(each.id for each in (warrior, foe) if len(combat.standing(each.side)) > 1)
    return of_round(battle, Corner(warrior, before), Corner(foe, first=not before), spared=spared)


def _first(battle: Battle, combat: Combat, warrior: Warrior, foe: Warrior) -> Preview:
    """The same while it is not known how many will fight the enemy before him."""
    return replace(_preview(battle, combat, warrior, foe, 0), given="if he is the first to fight him")


# ---------------------------------------------------------------- the fallen


def _finish_the_helpless(game: Game, combat: Combat) -> list[Warrior]:
    """gce.hand-to-hand.down-engaged, gce.R6.8: who lies Down among enemies with no comrade who fights in the
    combat goes out of action without dice. Those enemies who touch them, and may follow up."""
    victors = []
    for side in dict.fromkeys(warrior.side for warrior in combat.members):
        for victim in [] if combat.standing(side) else combat.fallen(side):
            killers = [foe for foe in combat.members if stands(foe) and touch(game.battle, foe, victim)]
            if killers:
                victors += killers
                _finish(game, victim, "gce.hand-to-hand.down-engaged")
    return victors


def _last_falls(game: Game, combat: Combat, sides: tuple[str, str]) -> None:
    """gce.hand-to-hand.down-is-out, gce.hand-to-hand.multi-last-falls: with the last of a side all its Down
    go out of action; before that they are left alone (gce.hand-to-hand.multi-down-ignored), whatever the
    group they fell in (gce.hand-to-hand.split-down-shared)."""
    rule = "gce.hand-to-hand.multi-last-falls" if combat.multiple else "gce.hand-to-hand.down-is-out"
    for side in sides:
        if not combat.standing(side):
            for victim in combat.fallen(side):
                _finish(game, victim, rule)


def _finish(game: Game, victim: Warrior, rule: str) -> None:
    words = f"{victim.name} lies among enemies and is finished off."
    game.tell(Note(words=words, piece=victim.id, rule=rule))
    out_of_action(game, victim)


def _goes_on(combat: Combat) -> None:
    """gce.hand-to-hand.continues: with whom each will have another round."""
    for warrior in combat.members:
        camp = combat.theirs if warrior in combat.ours else combat.ours
        foes = [foe.id for foe in camp if stands(foe)]
        warrior.fighting = tuple(foes) if stands(warrior) else ()


def _names(warriors: Sequence[Warrior]) -> str:
    return ", ".join(warrior.name for warrior in warriors)
