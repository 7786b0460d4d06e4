"""How a battle ends: by its aim, by its last turn, or because nobody is left (arap.H1)."""

from __future__ import annotations

from math import ceil

from warbook.board.geometry import point_in_polygon
from warbook.board.terrain import Block
from warbook.books.arap.field.bodies import profile
from warbook.books.arap.field.ground import pieces_named
from warbook.books.arap.scenario import Break, Charges, Hold, Leave
from warbook.books.arap.state import Battle, Game, Unit, resting
from warbook.core.events import Ended


def check(game: Game) -> None:
    """What ends the battle at once."""
    battle = game.battle
    if battle.over or battle.phase in ("roll off", "deploy") or not battle.turn:
        return
    aim = battle.scenario.aim
    if isinstance(aim, Charges) and charges_set(battle) >= aim.needed:
        _end(game, _role(battle, aim.role), "the charges are set")
    elif isinstance(aim, Leave) and left(battle, aim) >= leaving(battle, aim):
        _end(game, _role(battle, aim.role), "enough of them are away")
    else:
        there = [side for side in battle.order if _present(battle, side)]
        if len(there) <= 1 and not isinstance(aim, Leave):
            _end(game, there[0] if there else "", "nobody is left to fight")


def turn_over(game: Game) -> bool:
    """The end of a game turn; whether it was the last."""
    battle = game.battle
    aim = battle.scenario.aim
    if isinstance(aim, Break):
        broken = [side for side in battle.order if is_side_broken(battle, side, aim.share)]
        standing = [side for side in battle.order if side not in broken]
        if broken and len(standing) <= 1:
            _end(game, standing[0] if standing else best_kept(battle), "half of the squads are lost")
            return True
    if battle.turn < battle.scenario.turns:
        return False
    _end(game, decided(battle), "the last turn is over")
    return True


def decided(battle: Battle) -> str:
    """Who has won when time is up; nobody at a draw."""
    aim = battle.scenario.aim
    if isinstance(aim, Charges | Leave):
        return next(side for side in battle.order if battle.part(side).role != aim.role)
    if isinstance(aim, Hold):
        held = {side: holders(battle, side, aim) for side in battle.order}
        most = max(held.values())
        winners = [side for side in battle.order if held[side] == most]
        if len(winners) == 1:
            return winners[0]
        return "" if aim.equal == "draw" else _role(battle, aim.equal)
    return best_kept(battle)


def is_side_broken(battle: Battle, side: str, share: float) -> bool:
    """Whether the share of the side's squads, rounded up, is wiped out, gone or routing."""
    lost, limit = lost_squads(battle, side, share)
    return lost >= limit


@resting
def lost_squads(battle: Battle, side: str, share: float) -> tuple[int, int]:
    """How many of its squads are wiped out, gone or routing, and how many are the share of them."""
    all_of = squads(battle, side)
    lost = [unit for unit in all_of if not any(_fights(battle, part) for part in _parts(battle, unit))]
    return len(lost), ceil(share * len(all_of) - 1e-9)


def best_kept(battle: Battle) -> str:
    """H1: who keeps the greatest share of his points on the table unrouted; nobody if two are equal."""
    shares = {side: kept(battle, side) for side in battle.order}
    best = max(shares.values())
    winners = [side for side in battle.order if shares[side] == best]
    return winners[0] if len(winners) == 1 else ""


def kept(battle: Battle, side: str) -> float:
    units = [unit for unit in battle.units if unit.side == side and not unit.lent]
    all_of = sum(
        profile(battle, figure).points for figure in battle.figures if figure.squad in {u.id for u in units}
    )
    left = sum(
        profile(battle, figure).points
        for unit in units
        if not unit.routing
        for figure in battle.standing(unit)
    )
    return left / all_of if all_of else 0.0


def holders(battle: Battle, side: str, aim: Hold) -> int:
    """Unrouted figures of the side in the piece, of a block on its top."""
    pieces = pieces_named(battle, aim.piece)
    return sum(
        any(
            point_in_polygon(figure.x, figure.y, piece.polygon)
            and (not isinstance(piece, Block) or abs(figure.z - piece.top) < 0.01)
            for piece in pieces
        )
        for unit in battle.on_table(side)
        if not unit.routing
        for figure in battle.standing(unit)
    )


def charges_set(battle: Battle) -> int:
    return sum(marker.state == "charged" for marker in battle.markers)


def left(battle: Battle, aim: Leave) -> int:
    """Squads that have left unrouted with enough of their figures."""
    side = _role(battle, aim.role)
    return sum(
        sum(each.place == "off" for each in battle.figures if each.squad == unit.id)
        >= aim.figures * unit.began - 1e-9
        for unit in squads(battle, side)
        if unit.left_at is None and any(each.place == "off" for each in battle.members(unit))
    )


def leaving(battle: Battle, aim: Leave) -> int:
    side = _role(battle, aim.role)
    return ceil(aim.squads * len(squads(battle, side)) - 1e-9)


def squads(battle: Battle, side: str) -> list[Unit]:
    return [unit for unit in battle.units if unit.side == side and unit.squad == unit.id and not unit.lent]


def _parts(battle: Battle, squad: Unit) -> list[Unit]:
    return [unit for unit in battle.units if unit.squad == squad.id]


def _fights(battle: Battle, unit: Unit) -> bool:
    waits = any(figure.place in ("reserve", "aboard") for figure in battle.members(unit))
    return waits or (bool(battle.standing(unit)) and not unit.routing)


def _present(battle: Battle, side: str) -> bool:
    """Somebody is on the table or may still come."""
    unit = battle.units[0]
    for figure in battle.figures:
        if figure.place != "out":
            if figure.unit != unit.id:
                unit = battle.unit(figure.unit)
            if unit.side == side and not unit.lent and (figure.place != "off" or unit.left_at is not None):
                return True
    return False


def _role(battle: Battle, role: str) -> str:
    return next(side for side in battle.order if battle.part(side).role == role)


def _end(game: Game, winner: str, why: str) -> None:
    battle = game.battle
    battle.over, battle.winner = True, winner
    who = f"{battle.force(winner).name} have won" if winner else "It is a draw"
    game.tell(Ended(winner=winner, words=f"{who}: {why}.", rule="arap.H1"))
