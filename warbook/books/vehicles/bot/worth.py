"""What things are worth to the bot, in points: pieces, shots at vehicles and at troops. Chances are those of
the kernels that play, shot by shot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot

from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.damage.dice import Armour, Condition, Strike, hit
from warbook.books.vehicles.field.bodies import type_of, unit_type
from warbook.books.vehicles.field.weapons import condition
from warbook.books.vehicles.shooting.blast_dice import shell
from warbook.books.vehicles.shooting.dice import Aim, Shot, to_hit
from warbook.books.vehicles.shooting.salvo import AtVehicle
from warbook.books.vehicles.shooting.troops_dice import Attack, Group, best_save
from warbook.books.vehicles.state import Battle, Unit, Vehicle

# Shares of a vehicle's worth that each result of the damage table takes, from 1 to 6.
SHARES = (0.0, 0.06, 0.12, 0.25, 0.3, 1.0, 1.05)
CARGO = 0.5  # of who is aboard, when a transport is lost
SPENT = 0.25  # what an immobilized or unarmed vehicle has lost of its worth
KILL = 25.0  # that a piece is worth to the last of it
KILL_POINT = 75.0  # and where kills are what counts
COUNTS, COUNTS_NOT = 1.5, 0.6  # in a breakthrough
BLOCKS, BEFORE = 1.2, 9.0  # there: what stands in somebody's way, no more than so many inches before him
DRIFTED = 0.45  # of those under a marker where it is laid, how many it comes to lie on


def points(battle: Battle, piece: Unit | Vehicle) -> float:
    """What is left of a piece, and what its loss means in the scenario: every piece is a kill, and in a
    breakthrough only the vehicles of the attacker count."""
    worth = _left(battle, piece)
    if battle.setup.scenario.wins == "breakthrough":
        if isinstance(piece, Vehicle) and piece.side == battle.attacker:
            return worth * COUNTS
        return worth * (BLOCKS if isinstance(piece, Vehicle) and _blocks(battle, piece) else COUNTS_NOT)
    kill = KILL_POINT if battle.setup.scenario.wins == "kill points" else KILL
    return worth + kill if worth else 0.0


def _blocks(battle: Battle, piece: Vehicle) -> bool:
    """Whether it stands before a vehicle that is to get through."""
    return any(
        piece.y - each.y > 0.0 and hypot(piece.x - each.x, piece.y - each.y) <= BEFORE
        for each in battle.vehicles
        if each.side == battle.attacker and each.works
    )


def _left(battle: Battle, piece: Unit | Vehicle) -> float:
    if isinstance(piece, Unit):
        kind = unit_type(battle, piece)
        return kind.points * len(battle.members(piece)) / kind.size
    worth = float(type_of(piece).points)
    if piece.immobilized:
        worth *= 1.0 - SPENT
    return worth + CARGO * sum(_left(battle, unit) for unit in battle.passengers(piece))


def brawls(battle: Battle, unit: Unit) -> bool:
    """Whether a squad is good at close quarters."""
    return any(model.profile.a >= 2 or model.grenades for model in unit_type(battle, unit).models)


def against_vehicle(battle: Battle, target: Vehicle, at: AtVehicle) -> float:
    """The worth that a salvo takes from a vehicle on average."""
    state = condition(target)
    left, gone = 1.0, 0.0
    for count, shot in at.shots:
        destroys, harms = _shot(shot, state.weapons, state.immobilized, state.flat_out)
        left *= (1.0 - destroys) ** count
        gone += count * harms
    for bs, shelling in at.shells:
        destroys, harms = _shell(bs, shelling)
        left *= 1.0 - destroys
        gone += harms
    return points(battle, target) * ((1.0 - left) * SHARES[5] + left * min(0.5, gone))


@lru_cache(20_000)
def _shot(shot: Shot, weapons: int, immobilized: bool, flat_out: bool) -> tuple[float, float]:
    """The chance that a shot destroys the vehicle, and the share of its worth that it takes otherwise."""
    aimed = hits(shot.aim)
    destroys, harms = hit_worth(shot.strike, shot.armour, Condition(weapons, immobilized, flat_out))
    return aimed * destroys, aimed * harms


@lru_cache(20_000)
def hit_worth(strike: Strike, armour: Armour, state: Condition) -> tuple[float, float]:
    destroys = harms = 0.0
    for struck, chance in hit.odds(strike, armour).items():
        total = struck.total
        spent = total >= 3 and state.immobilized and not state.weapons
        if total >= 5 or spent or (total == 4 and state.flat_out):
            destroys += float(chance)
        else:
            harms += float(chance) * SHARES[total]
    return destroys, harms


@lru_cache(20_000)
def _shell(bs: int, shelling: object) -> tuple[float, float]:
    destroys = harms = 0.0
    for shelled, chance in shell.odds(bs, shelling).items():  # type: ignore[arg-type]
        if shelled.struck.total >= 5:
            destroys += float(chance)
        else:
            harms += float(chance) * SHARES[shelled.struck.total]
    return destroys, harms


@lru_cache(2_000)
def hits(aim: Aim) -> float:
    return float(to_hit.odds(aim).chance("hit"))


def against_unit(
    battle: Battle,
    target: Unit,
    attacks: Sequence[tuple[float, Attack]],
    groups: Sequence[Group],
    cover: int,
) -> float:
    """The worth that attacks take from a foot unit on average."""
    models = sum(group.models for group in groups)
    if not models:
        return 0.0
    lost = 0.0
    for count, attack in attacks:
        lost += count * kills(attack, tuple(groups), cover)
    share = min(lost, models) / models
    # Who loses a quarter may run.
    scare = 0.15 if share >= 0.25 else 0.0
    return points(battle, target) * min(1.0, share + scare * (1.0 - share))


@lru_cache(20_000)
def kills(attack: Attack, groups: tuple[Group, ...], cover: int) -> float:
    """How many models one attack removes on average."""
    if attack.wound >= NEVER:
        return 0.0
    models = sum(group.models for group in groups)
    through = 0.0
    for group in groups:
        need = best_save(group, attack, cover).need
        fails = 1.0 if need >= NEVER else (need - 1) / 6
        outright = attack.s >= 2 * group.t
        through += group.models / models * fails / (1 if outright else group.w)
    return hits(attack.aim) * (7 - max(2, attack.wound)) / 6 * through
