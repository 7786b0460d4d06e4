"""Movement: charges, compulsory moves, then the rest; running, obstacles, overwatch fire on the way."""

from __future__ import annotations

import math
from collections.abc import Sequence

from warbook.board.geometry import Spot, bearing
from warbook.board.paths import Barred, Going, Ground, Reach, cut, ground_of, length, point_along
from warbook.books.necromunda import hiding, loot, nerve, shooting
from warbook.books.necromunda.eyes import apart, between, discovered, engaged, finds, fraction, opponents, sees
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, enemy
from warbook.core.events import Became, Moved, Note, Turned
from warbook.core.game import Game
from warbook.core.questions import Choose, Modifier, Option, Preview, Refusal, Route, Way

CRAWL = 2.0
RUN_STOP = 8.0
STATION = 1.0  # inches between the points of a move at which others may react

# ---------------------------------------------------------------- the three groups (nec.movement.order)


def charge_step(game: Game) -> None:
    """nec.movement.charge: one charge, declared and carried out, or the end of the charges."""
    battle: Battle = game.battle
    chargers = [f for f in battle.present(battle.side) if _may_charge(battle, f) is None]
    targets = {f.id: [foe for foe in _foes(battle, f) if chargeable(battle, f, foe) is None] for f in chargers}
    if not any(targets.values()):
        battle.phase = "compulsory"
        return
    options = [
        Option(
            f.id,
            f"{f.name} charges",
            piece=f.id,
            barred=_may_charge(battle, f)
            or (None if targets.get(f.id) else Refusal("sees no enemy to charge", "nec.movement.charge")),
        )
        for f in battle.present(battle.side)
    ]
    options.append(Option("done", "No more charges"))
    chosen = game.ask(battle.side, Choose("Who charges?", options, "nec.movement.charge"))
    if chosen == "done":
        battle.phase = "compulsory"
        return
    charger = battle.fighter(chosen)
    foe_options = [
        Option(
            foe.id,
            foe.name,
            piece=foe.id,
            barred=chargeable(battle, charger, foe),
            preview=lambda foe=foe: _charge_preview(battle, charger, foe),  # type: ignore[misc]
        )
        for foe in _foes(battle, charger)
    ]
    foe_options.append(Option("nobody", "Nobody after all"))
    text = f"{charger.name} charges: name the enemy, before measuring"
    named = game.ask(
        battle.side, Choose(text, foe_options, "nec.movement.charge-declaration", piece=charger.id)
    )
    if named != "nobody":
        charge(game, charger, battle.fighter(named))


def compulsory_step(game: Game) -> None:
    """nec.movement.compulsory: every broken fighter runs to cover before anybody else moves."""
    battle: Battle = game.battle
    for fighter in battle.present(battle.side):
        if fighter.broken and not fighter.moved and not fighter.down and not engaged(battle, fighter):
            nerve.run_each_turn(game, fighter)
            return
    battle.phase = "move"


def move_step(game: Game) -> None:
    """nec.movement.remaining: one fighter's ordinary move, run, crawl, hiding or overwatch."""
    battle: Battle = game.battle
    gang = battle.present(battle.side)
    options = [Option(f.id, f.name, piece=f.id, barred=may_move(battle, f)) for f in gang]
    if all(option.barred for option in options):
        battle.phase = "watch"
        return
    options.append(Option("done", "The others stay where they are"))
    chosen = game.ask(battle.side, Choose("Who moves?", options, "nec.movement.own-fighters"))
    if chosen == "done":
        battle.phase = "watch"
        return
    fighter = battle.fighter(chosen)
    how = game.ask(battle.side, Choose(f"{fighter.name}: what does he do?", ways(battle, fighter), piece=fighter.id))
    if how in ("walk", "run", "crawl"):
        _go(game, fighter, how)
    else:
        _stand(game, fighter, how)


# ---------------------------------------------------------------- who may do what


def may_move(battle: Battle, fighter: Fighter) -> Refusal | None:
    """Why a fighter has no remaining move; None if he has."""
    if fighter.moved:
        return Refusal("has moved", "nec.movement.order")
    if fighter.webbed:
        return Refusal("is bound by a web")
    if fighter.comatose:
        return Refusal("is comatose and cannot move")
    if fighter.down:
        return None
    if fighter.lost_turn or fighter.pinned:
        return Refusal("is pinned and loses this turn", "nec.pinning.missed-turn")
    if fighter.broken:
        return Refusal("is broken: he only runs to cover", "nec.leadership.broken")
    if engaged(battle, fighter):
        return Refusal("is engaged in hand-to-hand combat", "nec.movement.engaged")
    return None


def ways(battle: Battle, fighter: Fighter) -> list[Option]:
    """What a fighter may do in the last group of moves."""
    if fighter.down:
        return [
            Option("crawl", f'Crawl up to {CRAWL:g}"'),
            Option("stay", "Lie still"),
        ]
    normal = fighter.profile.M
    run_barred = None
    if fighter.loot:
        run_barred = Refusal("carries loot: no running", "nec.movement.run")
    else:
        near = [foe for foe in _foes(battle, fighter) if apart(fighter, foe) < RUN_STOP and sees(battle, fighter, foe)]
        if near:
            run_barred = Refusal(
                f'{near[0].name} is in sight within {RUN_STOP:g}"', "nec.movement.run-stop-near-enemy"
            )
    options = [
        Option("walk", f'Walk up to {normal}"'),
        Option("run", f'Run up to {2 * normal}" (then he may neither shoot nor hide)', barred=run_barred),
        Option("stay", "Stay, as he is"),
        Option("turn", "Stay and turn"),
        Option("hide", "Stay and hide", barred=hiding.may_hide(battle, fighter)),
    ]
    if battle.rulings.overwatch:
        options.append(Option("overwatch", "Stay on overwatch", barred=shooting.may_watch(battle, fighter)))
    return options


def chargeable(battle: Battle, charger: Fighter, foe: Fighter) -> Refusal | None:
    """nec.A2: any visible enemy may be named (or only the closest, by switch)."""
    if foe.hidden:
        return Refusal("hidden: he cannot be seen", "nec.hiding.hidden")
    if fraction(battle, charger, foe) <= 0.0:
        return Refusal("not in sight", "nec.movement.charge")
    if battle.rulings.charge_closest_only:
        nearer = [
            other
            for other in _foes(battle, charger)
            if apart(charger, other) < apart(charger, foe)
            and not other.down
            and not other.pinned
            and sees(battle, charger, other)
        ]
        if nearer:
            return Refusal(f"{nearer[0].name} is closer", "nec.movement.charge-declaration")
    return None


def _may_charge(battle: Battle, fighter: Fighter) -> Refusal | None:
    if fighter.down:
        return Refusal("is down", "nec.injury.down")
    return may_move(battle, fighter)


def _foes(battle: Battle, fighter: Fighter) -> list[Fighter]:
    return battle.present(enemy(fighter.side))


# ---------------------------------------------------------------- moving


def going(battle: Battle, fighter: Fighter, allowance: float) -> Going:
    """nec.movement.free-ground, nec.movement.wall-leap, nec.movement.wall-limit: a wall above 1 and up to 2
    inches costs half of this move's allowance (nec.A5); higher ones cannot be crossed."""
    factors = (("difficult", 2.0), ("very-difficult", 4.0)) if battle.rulings.difficult_ground else ()
    return Going(allowance, allowance / 2, 1.0, 2.0, factors)


def ground(battle: Battle) -> Ground:
    return ground_of(battle.setup.scenario.table, RADIUS)


def obstacles(battle: Battle, fighter: Fighter, contact_with: Fighter | None = None) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
    """Bases that block the way (enemies: contact is made only by charging, nec.M24), and bases that may be
    passed but not stood upon."""
    blockers, occupied = [], []
    for other in battle.fighters:
        if other.place != "table" or other.id == fighter.id or other is contact_with:
            continue
        disc = (other.x, other.y, other.z, RADIUS)
        if other.side != fighter.side and between(fighter.spot, other.spot) > 0.06:
            blockers.append(disc)
        else:
            occupied.append(disc)
    return blockers, occupied


def reach_of(battle: Battle, fighter: Fighter, allowance: float) -> Reach:
    blockers, occupied = obstacles(battle, fighter)
    return ground(battle).reach(fighter.spot, going(battle, fighter, allowance), blockers, occupied)


def route(battle: Battle, fighter: Fighter, allowance: float, text: str, rule: str) -> Route:
    """The question where a fighter goes with so many inches."""
    blockers, occupied = obstacles(battle, fighter)
    gait = going(battle, fighter, allowance)
    floor = ground(battle)
    found: list[Reach] = []

    def reach() -> Reach:
        if not found:
            found.append(floor.reach(fighter.spot, gait, blockers, occupied))
        return found[0]

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        if len(path) < 2:
            return 0.0
        verdict = floor.judge(path, gait, blockers, occupied)
        return Refusal(verdict.words, rule) if isinstance(verdict, Barred) else verdict.cost

    def path_to(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        if z is not None:
            exact = floor.shortest(fighter.spot, Spot(x, y, z), gait, blockers, occupied)
            if exact is not None:
                return exact
        index = reach().nearest(x, y, z)
        return None if index is None else reach().path(index)

    return Route(
        text=text,
        piece=fighter.id,
        start=fighter.spot,
        judge=judge,
        reach=lambda: reach().spots,  # type: ignore[arg-type,return-value]
        path=path_to,
        allowance=allowance,
        rule=rule,
    )


def _go(game: Game, fighter: Fighter, how: str) -> None:
    battle: Battle = game.battle
    inches, rule = {
        "walk": (float(fighter.profile.M), "nec.movement.normal-distance"),
        "run": (2.0 * fighter.profile.M, "nec.movement.run"),
        "crawl": (CRAWL, "nec.injury.down"),
    }[how]
    way: Way = game.ask(battle.side, route(battle, fighter, inches, f"{fighter.name} {how}s: where to?", rule))
    was_hidden = fighter.hidden
    fighter.moved = {"walk": "walked", "run": "ran", "crawl": "crawled"}[how]  # type: ignore[assignment]
    if not travel(game, fighter, way.path, rule, f"{how}s"):
        return
    if way.facing is not None:
        turn(game, fighter, way.facing)
    if how == "walk" and not fighter.hidden and hiding.may_hide(battle, fighter) is None:
        words = "stay hidden" if was_hidden else "hide"
        choice = Choose(
            f"{fighter.name} is in cover: does he {words}?",
            [Option("hide", "Hide"), Option("no", "Stay in the open")],
            "nec.hiding.enter",
            fighter.id,
        )
        if game.ask(battle.side, choice) == "hide":
            hiding.hide(game, fighter)


def _stand(game: Game, fighter: Fighter, how: str) -> None:
    battle: Battle = game.battle
    fighter.moved = "stayed"
    fighter.went = 0.0
    if how in ("turn", "overwatch"):
        way: Way = game.ask(
            battle.side, route(battle, fighter, 0.0, f"{fighter.name} turns: which way does he face?", "nec.M11")
        )
        if way.facing is not None:
            turn(game, fighter, way.facing)
    if how == "overwatch":
        shooting.watch(game, fighter)
    if how == "hide":
        hiding.hide(game, fighter)


def turn(game: Game, fighter: Fighter, facing: float) -> None:
    fighter.facing = facing % 360.0
    game.tell(Turned(piece=fighter.id, facing=fighter.facing, rule="nec.M11"))


def travel(game: Game, fighter: Fighter, path: Sequence[Spot], rule: str, verb: str) -> bool:
    """Move along a path, with all that others may do on the way. False if he did not arrive.

    nec.movement.run-stop-near-enemy ends a run; overwatch fire (nec.M8) may stop any move; hidden enemies he
    comes upon are found (nec.M30); he himself stays hidden only while he keeps behind cover (nec.A9).
    """
    battle: Battle = game.battle
    path = tuple(path)
    if fighter.moved == "ran":
        path = _stop_near_enemy(game, fighter, path)
    total = length(path) if len(path) > 1 else 0.0
    fighter.went = 0.0
    if total == 0.0:
        return True
    stations = _stations(path, total)
    shown_from = _shown_from(battle, fighter, stations)
    done = 0.0
    for inches, watcher, spot in shooting.overwatch_plan(game, fighter, stations[shown_from:]):
        _advance(game, fighter, path, done, inches, rule, verb)
        done = inches
        _uncover(game, fighter, stations)
        shooting.overwatch_shot(game, watcher, fighter, stations, inches)
        if not fighter.on_feet or fighter.spot != spot:
            return False
    _advance(game, fighter, path, done, total, rule, verb)
    if fighter.hidden and shown_from < len(stations):
        hiding.show(game, fighter, "leaves his cover", "nec.hiding.hidden")
    _uncover(game, fighter, stations)
    return True


def _advance(
    game: Game, fighter: Fighter, path: tuple[Spot, ...], done: float, inches: float, rule: str, verb: str
) -> None:
    """Move on from `done` to `inches` along the path."""
    if inches <= done:
        return
    part = cut(path, inches)
    if done:
        part = _after(part, done)
    end, before = part[-1], part[-2]
    fighter.at(end)
    fighter.went += inches - done
    if math.hypot(end.x - before.x, end.y - before.y) > 1e-6:
        fighter.facing = round(bearing(before, end), 3)
    fighter.overwatch = False
    game.tell(Moved(piece=fighter.id, path=part, how=verb, rule=rule))
    loot.pick_up(game, fighter, part)


def _after(path: Sequence[Spot], inches: float) -> tuple[Spot, ...]:
    """The rest of a path behind its first `inches`."""
    start = point_along(path, inches)
    rest, gone = [start], 0.0
    for a, b in zip(path, path[1:], strict=False):
        gone += math.dist((a.x, a.y, a.z), (b.x, b.y, b.z))
        if gone > inches + 1e-9:
            rest.append(b)
    return tuple(rest)


def _stations(path: tuple[Spot, ...], total: float) -> list[tuple[float, Spot]]:
    count = max(1, math.ceil(total / STATION))
    return [(total * n / count, point_along(path, total * n / count)) for n in range(1, count + 1)]


def _shown_from(battle: Battle, fighter: Fighter, stations: list[tuple[float, Spot]]) -> int:
    """The first station at which he can be seen: 0 unless he is hidden and keeps behind cover."""
    if not fighter.hidden or fighter.moved not in ("walked", "crawled"):
        return 0
    for number, (_, spot) in enumerate(stations):
        if not hiding.keeps_hidden(battle, fighter, spot):
            return number
    return len(stations)


def _stop_near_enemy(game: Game, fighter: Fighter, path: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """nec.movement.run-stop-near-enemy: the run ends where it first comes within 8 inches of a visible enemy."""
    battle: Battle = game.battle
    foes = [foe for foe in _foes(battle, fighter) if not foe.hidden]
    total = length(path) if len(path) > 1 else 0.0

    def near(inches: float) -> Fighter | None:
        spot = point_along(path, inches)
        for foe in foes:
            if between(spot, foe.spot) < RUN_STOP - 1e-9 and _sees_from(battle, spot, foe):
                return foe
        return None

    step, before = 0.25, 0.0
    inches = min(step, total)
    while before < total:
        foe = near(inches)
        if foe is not None:
            low, high = before, inches
            while high - low > 1e-4:
                middle = (low + high) / 2
                low, high = (low, middle) if near(middle) else (middle, high)
            game.tell(
                Note(
                    words=f'{fighter.name} stops running {RUN_STOP:g}" from {foe.name}.',
                    piece=fighter.id,
                    rule="nec.movement.run-stop-near-enemy",
                )
            )
            return cut(path, low) if low > 1e-6 else path[:1]
        before, inches = inches, min(inches + step, total)
    return path


def _sees_from(battle: Battle, spot: Spot, foe: Fighter) -> bool:
    from warbook.books.necromunda.eyes import fraction_at

    return fraction_at(battle, spot.x, spot.y, spot.z, foe.x, foe.y, foe.z, foe.height) > 0.0


def _uncover(game: Game, fighter: Fighter, stations: list[tuple[float, Spot]]) -> None:
    """Hidden enemies that the mover has come upon so far lose their cover."""
    battle: Battle = game.battle
    for foe in _foes(battle, fighter):
        if not foe.hidden or not fighter.on_feet:
            continue
        for inches, spot in stations:
            if inches <= fighter.went + 1e-6 and finds(battle, fighter, spot, foe.spot):
                hiding.show(game, foe, f"is found by {fighter.name}", "nec.hiding.hidden")
                break


# ---------------------------------------------------------------- charging


def charge(game: Game, charger: Fighter, foe: Fighter) -> None:
    """nec.movement.charge-distance: up to twice the normal move. nec.M23: a charge that falls short goes the
    whole distance towards the target, and that is all he does this turn."""
    battle: Battle = game.battle
    allowance = 2.0 * charger.profile.M
    gait = going(battle, charger, allowance)
    blockers, occupied = obstacles(battle, charger, contact_with=foe)
    target = (foe.x, foe.y, foe.z, RADIUS)
    floor = ground(battle)
    path = floor.to_contact(charger.spot, target, gait, blockers, occupied)
    if not battle.rulings.premeasure:
        game.reveal(f'{charger.name} is {apart(charger, foe):.1f}" from {foe.name}')
    charger.moved = "charged"
    if charger.hidden:
        hiding.show(game, charger, "charges", "nec.hiding.hidden")
    if path is None:
        short = floor.towards(charger.spot, target, gait, blockers, occupied)
        game.tell(
            Note(
                words=f"{charger.name} charges {foe.name} and falls short.",
                piece=charger.id,
                rule="nec.movement.charge-distance",
            )
        )
        travel(game, charger, short, "nec.movement.charge-distance", "charges")
        return
    walk = floor.judge(path, gait, blockers, [*occupied, target])
    arrived = travel(game, charger, path, "nec.movement.charge", "charges")
    if not arrived or not foe.on_table:
        return
    charger.charging = foe.id
    charger.obstacle = _across(battle, charger, foe) or (not isinstance(walk, Barred) and bool(walk.leaps))
    turn(game, charger, bearing(charger.spot, foe.spot))
    engage(game, charger, foe)


def contact_path(battle: Battle, fighter: Fighter, foe: Fighter, allowance: float) -> tuple[Spot, ...] | None:
    """The shortest way into base contact with the enemy, if the allowance suffices."""
    blockers, occupied = obstacles(battle, fighter, contact_with=foe)
    target = (foe.x, foe.y, foe.z, RADIUS)
    return ground(battle).to_contact(
        fighter.spot, target, going(battle, fighter, allowance), blockers, occupied
    )


def engage(game: Game, fighter: Fighter, foe: Fighter) -> None:
    """nec.movement.engaged; nec.combat.pinned-escape: whoever is engaged is free of pinning at once."""
    words = f"{fighter.name} and {foe.name} are engaged."
    game.tell(Note(words=words, piece=fighter.id, rule="nec.movement.engaged"))
    for other in (foe, fighter):
        if other.pinned and not other.down:
            other.pinned = False
            other.lost_turn = False
            game.tell(
                Became(
                    piece=other.id,
                    status="pinned",
                    gained=False,
                    words=f"{other.name} is engaged and escapes pinning.",
                    rule="nec.combat.pinned-escape",
                )
            )
        if other.hidden:
            hiding.show(game, other, "is in hand-to-hand combat", "nec.hiding.hidden")
        other.overwatch = False


def _across(battle: Battle, charger: Fighter, foe: Fighter) -> bool:
    """nec.combat.mod-obstacle, nec.A28: a wall or barricade stands between the two bases."""
    from warbook.board.geometry import segments_cross

    line = ((charger.x, charger.y), (foe.x, foe.y))
    low = min(charger.z, foe.z)
    return any(
        wall.base <= low + 0.5 and wall.base + wall.height > low and not wall.door and segments_cross(*line, a, b)
        for wall in battle.table.walls
        for a, b in zip(wall.line, wall.line[1:], strict=False)
    )


def _charge_preview(battle: Battle, charger: Fighter, foe: Fighter) -> Preview:
    from warbook.books.necromunda import combat

    preview = combat.preview(battle, charger, foe, charging=True)
    if not battle.rulings.premeasure:
        return preview
    path = contact_path(battle, charger, foe, 2.0 * charger.profile.M)
    reachable = "in reach" if path is not None else "out of reach"
    line = Modifier(0, f'{apart(charger, foe):.1f}" away, {reachable}', "nec.movement.charge-distance")
    return Preview(preview.outcomes, preview.need, (line, *preview.modifiers), preview.headline)
