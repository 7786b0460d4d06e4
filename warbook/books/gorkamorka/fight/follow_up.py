"""Following up: 2 inches for who has put his last opponent out of action (gce.hand-to-hand.follow-up)."""

from __future__ import annotations

from functools import partial

from warbook.board.geometry import Spot, bearing
from warbook.books.gorkamorka.field.aboard import ride
from warbook.books.gorkamorka.field.bodies import apart
from warbook.books.gorkamorka.field.engaged import touch
from warbook.books.gorkamorka.field.seeing import in_sight
from warbook.books.gorkamorka.fight.previews import of_round
from warbook.books.gorkamorka.fight.stance import Corner
from warbook.books.gorkamorka.foot import ways
from warbook.books.gorkamorka.foot.charging import climb_on, contact_way, engage, open_to
from warbook.books.gorkamorka.foot.exits import exits, step_down
from warbook.books.gorkamorka.foot.travel import travel
from warbook.books.gorkamorka.foot.walking import turn_to
from warbook.books.gorkamorka.psychology.nerve import hates
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.core.questions import Choose, Option, Way

INCHES = 2.0
RULE = "gce.hand-to-hand.follow-up"
ENGAGE = "gce.hand-to-hand.follow-up-engage"


def follow_up(game: Game, warrior: Warrior) -> None:
    """He may move; a frenzy (gce.frenzy.follow-up) or the sight of whom he hates (gce.hatred.follow-up) does
    not ask him. Who is caught in bolas cannot."""
    if warrior.hobbled:
        return
    battle = game.battle
    drawn = pulled(battle, warrior)
    if drawn:
        _driven(game, warrior, drawn)
        return
    near = [foe for foe in battle.enemies(warrior.side) if _reaches(battle, warrior, foe)]
    options = [Option("stay", "Stay")]
    if not warrior.aboard or _ways_down(battle, warrior):
        options.append(Option("move", f'Move up to {INCHES:g}"'))
    options += [
        Option(
            foe.id,
            f"Move into contact with {foe.name}",
            piece=foe.id,
            preview=partial(of_round, battle, Corner(warrior), Corner(foe)),
        )
        for foe in near
    ]
    if len(options) == 1:
        return
    text = f"{warrior.name} has no opponent left: does he follow up?"
    chosen = game.ask(warrior.side, Choose(text, options, RULE, warrior.id, kind="follow up"))
    if chosen == "move":
        _walk(game, warrior)
    elif chosen != "stay":
        _close_in(game, warrior, battle.warrior(chosen))


def pulled(battle: Battle, warrior: Warrior) -> list[Warrior]:
    """The enemies towards whom he must go: for who is in a frenzy all whom he may attack, else those he hates
    and sees."""
    if warrior.frenzied:
        return [foe for foe in battle.enemies(warrior.side) if open_to(battle, warrior, foe) is None]
    return [
        foe
        for foe in (battle.enemies(warrior.side) if warrior.hates else ())
        if hates(warrior, foe) and in_sight(battle, warrior, foe) and open_to(battle, warrior, foe) is None
    ]


def _driven(game: Game, warrior: Warrior, drawn: list[Warrior]) -> None:
    """Into contact with one of them if he can reach any, else towards the nearest."""
    battle = game.battle
    near = [foe for foe in drawn if _reaches(battle, warrior, foe)]
    rule = "gce.frenzy.follow-up" if warrior.frenzied else "gce.hatred.follow-up"
    if near:
        foe = near[0]
        if len(near) > 1:
            options = [
                Option(
                    each.id,
                    each.name,
                    piece=each.id,
                    preview=partial(of_round, battle, Corner(warrior), Corner(each)),
                )
                for each in near
            ]
            text = f"{warrior.name} must follow up: against whom?"
            foe = battle.warrior(
                game.ask(warrior.side, Choose(text, options, rule, warrior.id, kind="follow up"))
            )
        _close_in(game, warrior, foe, rule)
        return
    if warrior.aboard:
        return
    foe = min(drawn, key=lambda each: apart(battle, warrior, each))
    carrier = ride(battle, foe)
    if carrier is None:
        path = ways.towards_warrior(battle, warrior, foe, INCHES)
    else:
        path = ways.towards_hull(battle, warrior, carrier, INCHES)
    travel(game, warrior, path, rule, "follows up")


def _reaches(battle: Battle, warrior: Warrior, foe: Warrior) -> bool:
    """Whether 2 inches bring him into contact with an enemy whom he may attack."""
    if open_to(battle, warrior, foe) is not None or apart(battle, warrior, foe) > 2 * INCHES:
        return False
    return contact_way(battle, warrior, foe, INCHES) is not None


def _close_in(game: Game, warrior: Warrior, foe: Warrior, rule: str = ENGAGE) -> None:
    """gce.hand-to-hand.follow-up-engage: no charge, and fought in the next turn."""
    battle = game.battle
    found = contact_way(battle, warrior, foe, INCHES)
    assert found is not None, "he could reach him when it was offered"
    begin, path = found
    if begin is not None:
        step_down(game, warrior, begin)
    if not travel(game, warrior, path, rule, "follows up"):
        return
    carrier = ride(battle, foe)
    if carrier is not None:
        climb_on(game, warrior, carrier)
    elif touch(battle, warrior, foe):
        turn_to(game, warrior, bearing(warrior.spot, foe.spot))
    if touch(battle, warrior, foe):
        engage(game, warrior, foe)


def _ways_down(battle: Battle, warrior: Warrior) -> list[tuple[Spot, float]]:
    return [(spot, spent) for spot, spent in exits(battle, warrior) if spent <= INCHES]


def _walk(game: Game, warrior: Warrior) -> None:
    """In any direction; from a vehicle that stands still over an edge of his choice."""
    battle, left = game.battle, INCHES
    if warrior.aboard:
        places = _ways_down(battle, warrior)
        options = [Option(str(n), "Get down here", spot=spot) for n, (spot, _) in enumerate(places)]
        text = f"{warrior.name} follows up: where does he get down?"
        chosen = game.ask(warrior.side, Choose(text, options, RULE, warrior.id, kind="get off"))
        spot, spent = places[int(chosen)]
        left -= spent
        step_down(game, warrior, spot)
    text = f"{warrior.name} follows up: where to?"
    way: Way = game.ask(warrior.side, ways.route(battle, warrior, left, text, RULE, "follow up"))
    if travel(game, warrior, way.path, RULE, "follows up") and way.facing is not None:
        turn_to(game, warrior, way.facing)
