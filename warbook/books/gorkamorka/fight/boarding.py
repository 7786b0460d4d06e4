"""Fights aboard a vehicle that moves: one against one (gce.boarding.one-on-one), or groups that pile on, the
only combats of several there (gce.hand-to-hand.multi-not-on-vehicles); the loser goes overboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from warbook.books.gorkamorka.field.aboard import inside, stationary
from warbook.books.gorkamorka.field.bodies import hulls, type_of
from warbook.books.gorkamorka.field.engaged import assailable, at_blows, fights
from warbook.books.gorkamorka.fight.previews import of_boarding, of_round
from warbook.books.gorkamorka.fight.rounds import capture, fight_round
from warbook.books.gorkamorka.fight.stance import PILES_ON, Corner, charged
from warbook.books.gorkamorka.mob.data import factions
from warbook.books.gorkamorka.psychology.nerve import face_charge
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.falls import overboard
from warbook.books.gorkamorka.wounds.harm import out_of_action
from warbook.books.gorkamorka.wounds.recovery import get_up
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Preview, Refusal

ASSIGN = "gce.boarding.assign"


class Boarding(Struct):
    """The enemies aboard one moving vehicle, the Down among them."""

    vehicle: Vehicle
    boarders: list[Warrior]
    defenders: list[Warrior]

    @property
    def members(self) -> list[Warrior]:
        return [*self.boarders, *self.defenders]


class Group(Struct):
    """gce.pilin-on.group: who fights, and those who help him and do not fight themselves."""

    lead: Warrior
    helpers: list[Warrior]

    @property
    def corner(self) -> Corner:
        return Corner(self.lead, len(self.helpers), PILES_ON)


def boardings(battle: Battle) -> list[Boarding]:
    """Those of this phase: in each there are warriors of the side whose turn it is (gce.R6.21)."""
    found = []
    for vehicle in hulls(battle):
        if stationary(battle, vehicle):  # gce.boarding.stationary-normal
            continue
        fight = _camps(battle, vehicle)
        if at_blows(fight.boarders, fight.defenders):
            found.append(fight)
    return found


def _camps(battle: Battle, vehicle: Vehicle) -> Boarding:
    """Who defends it: its own side; once none of them can, those of another who ride on it (gce.S46)."""
    side, riders = battle.side, inside(battle, vehicle)
    if side == vehicle.side:
        return Boarding(
            vehicle,
            [each for each in riders if each.side != side],
            [each for each in riders if each.side == side],
        )
    boarders = [each for each in riders if each.side == side]
    own = [each for each in riders if each.side == vehicle.side]
    if not any(map(fights, own)):
        for other in battle.order:
            rivals = [each for each in riders if each.side == other]
            if other not in (side, vehicle.side) and any(map(fights, rivals)):
                return Boarding(vehicle, boarders, rivals)
    return Boarding(vehicle, boarders, own)


# ---------------------------------------------------------------- a fight aboard


def fight_aboard(game: Game, fight: Boarding) -> None:
    """gce.boarding.combat: the boarders' groups, the defenders' groups, who faces whom
    (gce.pilin-on.declare-attack, gce.pilin-on.declare-defence); then one round for each pair. Nobody follows
    up (gce.boarding.no-follow-up)."""
    boarders, defenders = ([w for w in camp if fights(w)] for camp in (fight.boarders, fight.defenders))
    if not boarders or not defenders:
        _on_the_deck(game, fight)
        return
    attacking = _groups(game, boarders, 1)
    defending = _groups(game, defenders, min(len(attacking), len(defenders)))
    pairs = _pairs(game, fight.vehicle, attacking, defending)
    for pair in pairs:
        _face(game, *pair)
    _idle(game, attacking, pairs)
    standoffs = []
    while pairs:
        pair = _next_pair(game, pairs)
        pairs.remove(pair)
        if not _fight_pair(game, *pair):
            standoffs.append(pair)
    for warrior in fight.members:
        warrior.fighting = ()
    for one, other in standoffs:  # gce.R6.15: it goes on next turn
        one.lead.fighting, other.lead.fighting = (other.lead.id,), (one.lead.id,)


def _face(game: Game, boarder: Group, defender: Group) -> None:
    """gce.hand-to-hand.pinned-engaged. Who boards charges whom he then faces: so it is now that a defender
    tests for fear of him, a driver only for terror (gce.fear.charged, gce.R9.7)."""
    for group in (boarder, defender):
        if group.lead.pinned:
            words = f"{group.lead.name} is engaged and gets up."
            get_up(game, group.lead, words, "gce.hand-to-hand.pinned-engaged")
    if charged(game.battle, boarder.corner):
        face_charge(game, defender.lead, boarder.lead)


def _fight_pair(game: Game, boarder: Group, defender: Group) -> bool:
    """gce.boarding.losing, gce.hand-to-hand.thrown-off: the loser goes overboard, and of a group its lead
    alone (gce.pilin-on.losing). False for a stalemate. A driver who is thrown off leaves the vehicle out of
    control (gce.R6.14)."""
    ours, theirs = boarder.corner, defender.corner
    if defender.lead.side == game.battle.side:
        ours, theirs = theirs, ours
    won = fight_round(game, ours, theirs)
    if won is None:
        return False
    capture(game, won)
    overboard(game, won.loser)
    return True


def _next_pair(game: Game, pairs: list[tuple[Group, Group]]) -> tuple[Group, Group]:
    """gce.R2.10: the player whose turn it is chooses the order."""
    if len(pairs) == 1:
        return pairs[0]
    options = [
        Option(one.lead.id, f"{one.lead.name} against {other.lead.name}", piece=one.lead.id)
        for one, other in pairs
    ]
    question = Choose("Which fight aboard is next?", options, "gce.boarding.combat", kind="next bout")
    chosen = game.ask(game.battle.side, question)
    return next(pair for pair in pairs if pair[0].lead.id == chosen)


def _idle(game: Game, attacking: list[Group], pairs: list[tuple[Group, Group]]) -> None:
    """gce.R6.12: boarders for whom no defender is left do not fight."""
    faced = [boarder.lead.id for boarder, _ in pairs]
    for group in attacking:
        if group.lead.id not in faced:
            words = f"Nobody is left to face {group.lead.name}."
            game.tell(Note(words=words, piece=group.lead.id, rule=ASSIGN))


# ---------------------------------------------------------------- groups


def piles_on(warrior: Warrior) -> bool:
    """gce.pilin-on.eligible, gce.R6.19: of those who can fight who has the rule and is not pinned. Creatures
    are of no faction."""
    own = factions().get(type_of(warrior).faction)
    return own is not None and own.pilin_on and not warrior.pinned


def _groups(game: Game, warriors: Sequence[Warrior], least: int) -> list[Group]:
    """Each who may is asked in turn whether he helps another; who is helped fights himself, and at least so
    many fight. A group counts as one (gce.R6.19)."""
    battle = game.battle
    groups = {warrior.id: Group(warrior, []) for warrior in warriors}
    for warrior in warriors:
        if not piles_on(warrior) or groups[warrior.id].helpers:
            continue
        leads = [
            group.lead
            for group in groups.values()
            if group.lead is not warrior and group.lead.side == warrior.side and piles_on(group.lead)
        ]
        if not leads or len(groups) <= least:
            continue
        options = [Option("alone", f"{warrior.name} fights himself")]
        options += [Option(lead.id, f"He helps {lead.name}", piece=lead.id) for lead in leads]
        text = f"{warrior.name}: does he pile on?"
        question = Choose(text, options, "gce.pilin-on.group", warrior.id, kind="pile on")
        chosen = game.ask(warrior.side, question)
        if chosen != "alone":
            groups[chosen].helpers.append(warrior)
            del groups[warrior.id]
            words = f"{warrior.name} helps {battle.warrior(chosen).name}."
            game.tell(Note(words=words, piece=warrior.id, rule="gce.pilin-on.group"))
    return list(groups.values())


# ---------------------------------------------------------------- who faces whom


def _pairs(
    game: Game, vehicle: Vehicle, attacking: list[Group], defending: list[Group]
) -> list[tuple[Group, Group]]:
    """gce.boarding.assign, gce.boarding.reassign: the owner decides anew each turn who faces each boarder,
    one for each as far as they go. Who has come aboard with a headlong leap picks his enemy himself."""
    battle = game.battle
    pairs = []
    boarders, free = list(attacking), list(defending)
    for group in attacking:
        lead = group.lead
        if free and lead.skills.headlong_leap and lead.charging and lead.side == battle.side:
            text = f"{lead.name} has leapt aboard: whom does he fight?"
            chosen = _choose(game, text, group, [(other, None) for other in free], lead.side)
            pairs.append((group, chosen))
            free.remove(chosen)
            boarders.remove(group)
    owner = defending[0].lead.side
    if len(boarders) <= len(free):
        for number, group in enumerate(boarders):
            text = f"{_title(group)} is aboard {vehicle.name}: who faces him?"
            chosen = _choose(game, text, group, _available(free, len(boarders) - number), owner)
            pairs.append((group, chosen))
            free.remove(chosen)
        return pairs
    for group in free:
        text = f"{_title(group)}: which boarder does he face?"
        chosen = _choose(game, text, group, [(other, None) for other in boarders], owner, boards=False)
        pairs.append((chosen, group))
        boarders.remove(chosen)
    return pairs


def _available(free: list[Group], wanted: int) -> list[tuple[Group, Refusal | None]]:
    """gce.boarding.assign-pinned: the pinned only if the others do not go round."""
    lies = Refusal("is pinned, and others are free", "gce.boarding.assign-pinned")
    enough = sum(not group.lead.pinned for group in free) >= wanted
    return [(group, lies if enough and group.lead.pinned else None) for group in free]


def _choose(
    game: Game,
    text: str,
    group: Group,
    others: list[tuple[Group, Refusal | None]],
    side: str,
    boards: bool = True,
) -> Group:
    """One of the others against this group, which has come aboard or not. The odds are those of the chooser's
    own warrior."""
    battle = game.battle
    options = [
        Option(
            other.lead.id,
            _title(other),
            piece=other.lead.id,
            barred=barred,
            preview=partial(_preview, battle, side, *((group, other) if boards else (other, group))),
            about=other.corner,
        )
        for other, barred in others
    ]
    ready = [option for option in options if option.barred is None]
    chosen = ready[0].id
    if len(ready) > 1:
        chosen = game.ask(side, Choose(text, options, ASSIGN, group.lead.id, kind="assign"))
    return next(other for other, _ in others if other.lead.id == chosen)


def _preview(battle: Battle, side: str, boarder: Group, defender: Group) -> Preview:
    """The round of the two as that side sees it."""
    ours, theirs = (boarder, defender) if boarder.lead.side == side else (defender, boarder)
    return of_boarding(battle, ours.corner, theirs.corner, boarder.lead)


def _title(group: Group) -> str:
    helped = f" with {len(group.helpers)} to help" if group.helpers else ""
    return f"{group.lead.name}{helped}"


# ---------------------------------------------------------------- the Down on the deck


def _on_the_deck(game: Game, fight: Boarding) -> None:
    """gce.foot.board-enemies, gce.R6.24: who meets only Down enemies aboard may take one of them out of
    action without dice, or leave them; so may a crew with boarders (gce.S46)."""
    boarding = any(map(fights, fight.boarders))
    us, them = (fight.boarders, fight.defenders) if boarding else (fight.defenders, fight.boarders)
    for warrior in us:
        lying = [foe for foe in them if foe.aboard == warrior.aboard and assailable(foe)]
        if not lying or not fights(warrior) or warrior.pinned:
            continue
        options = [Option("leave", "Leave them alone")]
        options += [
            Option(
                foe.id,
                f"Finish off {foe.name}",
                piece=foe.id,
                preview=partial(of_round, game.battle, Corner(warrior), Corner(foe)),
            )
            for foe in lying
        ]
        text = f"{warrior.name} has only Down enemies round him: does he finish one off?"
        question = Choose(text, options, "gce.foot.board-enemies", warrior.id, kind="finish off")
        chosen = game.ask(warrior.side, question)
        if chosen != "leave":
            victim = game.battle.warrior(chosen)
            words = f"{warrior.name} finishes off {victim.name}."
            game.tell(Note(words=words, piece=victim.id, rule="gce.hand-to-hand.down-engaged"))
            out_of_action(game, victim)
