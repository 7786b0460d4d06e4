"""Climbing up and down, crossing high walls, rappelling, jumping down, and jump packs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from warbook.board.geometry import Spot, overlap, point_in_polygon, point_to_outline
from warbook.books.arap.field.bodies import fighter, has, profile, upright, within
from warbook.books.arap.field.ground import boxes
from warbook.books.arap.field.hiding import told_to
from warbook.books.arap.field.units import note_move
from warbook.books.arap.movement.agility import agility_failures, tests_initiative
from warbook.books.arap.movement.dice import varied
from warbook.books.arap.movement.faces import Face, faces, near_face, others_than, still_free
from warbook.books.arap.movement.falls import fall_to
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.events import Moved, Note
from warbook.core.questions import Choose, Form, Option

STAY = "stay"
ROPE = 2.0  # arap.turn.interaction: inches to a rope
JUMP_PACK = 6.0  # arap.movement.jump-pack-climb: inches up a face, and to its foot

Found = Mapping[str, Sequence[Face]]


def any_face(battle: Battle, unit: Unit) -> bool:
    """Whether there is anything about to be climbed up or down, jumped off or on to. Mostly there is not."""
    return any(has(battle, figure, "jump-pack") or faces(battle, figure) for figure in battle.standing(unit))


def climbs(battle: Battle, unit: Unit) -> dict[str, list[Face]]:
    """Whom of the unit what leads upwards, over a high wall, or out of a gap."""
    return _found(
        battle, unit, lambda figure: [face for face in faces(battle, figure) if face.towards != "down"]
    )


def descents(battle: Battle, unit: Unit) -> dict[str, list[Face]]:
    return _found(
        battle, unit, lambda figure: [face for face in faces(battle, figure) if face.towards == "down"]
    )


def ropes(battle: Battle, unit: Unit) -> dict[str, list[Face]]:
    """arap.movement.rappel: who stands by a rope."""
    return _found(battle, unit, lambda figure: _down(battle, figure) if _by_rope(battle, figure) else [])


def drops(battle: Battle, unit: Unit) -> dict[str, list[Face]]:
    """arap.movement.jump-down-limit: who could jump down where."""
    most = battle.scenario.longest_drop
    return _found(
        battle, unit,
        lambda figure: [] if figure.hangs else [f for f in _down(battle, figure) if within(f.inches, most)],
    )  # fmt: skip


def jump_pack_faces(battle: Battle, unit: Unit) -> dict[str, list[Face]]:
    return _found(
        battle, unit,
        lambda figure: [
            face for face in near_face(battle, figure, JUMP_PACK) if within(face.inches, JUMP_PACK)
        ] if has(battle, figure, "jump-pack") else [],
    )  # fmt: skip


def climb_question(battle: Battle, found: Found, text: str, rule: str) -> Form:
    """Who of those that can does it, and where."""
    parts = {}
    for name, ways in found.items():
        options = [
            Option(str(number), f"{face.name}, {face.inches:g} inches {face.towards}", name, spot=face.to)
            for number, face in enumerate(ways)
        ]
        options.append(Option(STAY, "Stay", name))
        who = fighter(battle, battle.figure(name)).name
        parts[name] = Choose(who, options, rule, name, "0", kind="face")
    return Form(text, parts, rule, kind="climb")


def chosen(found: Found, answer: Mapping[str, str]) -> dict[str, Face]:
    return {name: found[name][int(each)] for name, each in answer.items() if each != STAY}


def climb_up(game: Game, unit: Unit, climbing: Mapping[str, Face]) -> None:
    """arap.movement.climb-up: who passes goes up as far as his move takes him; who fails stays."""
    rule = "arap.movement.climb-up"
    figures = [game.battle.figure(name) for name in climbing]
    failed = agility_failures(game, unit, figures, rule)
    for figure in figures:
        if figure in failed:
            game.tell(Note(words=f"{_name(game, figure)} finds no hold.", piece=figure.id, rule=rule))
        elif face := still_free(game.battle, figure, climbing[figure.id]):
            _up(game, figure, face, rule)


def climb_down(game: Game, unit: Unit, climbing: Mapping[str, Face], rule: str) -> None:
    """arap.movement.climb-down, arap.movement.rappel: who fails falls from where he began (arap.E15); of a
    unit that tests once it is D6 (arap.movement.climb-down-unit)."""
    figures = [game.battle.figure(name) for name in climbing]
    failed = agility_failures(game, unit, figures, rule)
    for figure in figures:
        face = still_free(game.battle, figure, climbing[figure.id])
        if face is None:
            continue
        if figure in failed:
            fall_to(game, figure, face.to)
        else:
            _down_face(game, figure, face, rule)


def jump_down(game: Game, unit: Unit, jumping: Mapping[str, Face]) -> None:
    """arap.movement.jump-down: a test for each full 2 inches; who fails falls all the way
    (arap.movement.jump-down-failure)."""
    for name, chosen_face in jumping.items():
        figure = game.battle.figure(name)
        face = still_free(game.battle, figure, chosen_face)
        if face is None:
            continue
        if lands(game, figure, face.inches):
            _put(game, figure, face.to, "jumps down", "arap.movement.jump-down")
        else:
            fall_to(game, figure, face.to)


def lands(game: Game, figure: Figure, inches: float) -> bool:
    """Whether a figure that jumps down so far passes all its tests; some need none
    (arap.movement.jump-down-devices)."""
    battle = game.battle
    if has(battle, figure, "jump-pack") or has(battle, figure, "grav-chute"):
        return True
    tests = int((inches + 1e-6) / battle.scenario.drop_per_test)
    return all(tests_initiative(game, figure, "arap.movement.jump-down") for _ in range(tests))


def jump_up(game: Game, unit: Unit, jumping: Mapping[str, Face]) -> None:
    """arap.movement.jump-pack-climb, arap.E16: who gains no hold falls from it."""
    rule = "arap.movement.jump-pack-climb"
    for name, chosen_face in jumping.items():
        figure = game.battle.figure(name)
        face = still_free(game.battle, figure, chosen_face)
        if face is None:
            continue
        if tests_initiative(game, figure, rule):
            _put(game, figure, face.to, "jumps up", rule)
        else:
            fall_to(game, figure, figure.spot, face.inches)


def _up(game: Game, figure: Figure, face: Face, rule: str) -> None:
    move = _inches(game, figure, face)
    if within(face.inches * face.factor, move):
        _put(game, figure, face.to, "climbs", rule)
    elif face.towards == "up":
        _hang(game, figure, Spot(figure.x, figure.y, figure.z + move / face.factor), rule)
    else:
        game.tell(Note(words=f"{_name(game, figure)} does not get over.", piece=figure.id, rule=rule))


def _down_face(game: Game, figure: Figure, face: Face, rule: str) -> None:
    move = _inches(game, figure, face)
    if within(face.inches * face.factor, move):
        _put(game, figure, face.to, "climbs down", rule)
    else:
        _hang(game, figure, Spot(face.to.x, face.to.y, figure.z - move / face.factor), rule)


def _inches(game: Game, figure: Figure, face: Face) -> float:
    """The height it may climb: its basic move, on a variable face what the dice say."""
    move = profile(game.battle, figure).move
    if face.variable and game.battle.rulings.variable_terrain:
        return float(game.rolling(figure.id).roll(varied, move, False).walking)
    return float(move)


def _hang(game: Game, figure: Figure, spot: Spot, rule: str) -> None:
    """On the face, if nobody hangs there."""
    here = upright(game.battle, figure, spot)
    if any(overlap(here, other) for other in others_than(game.battle, figure)):
        game.tell(Note(words=f"{_name(game, figure)} finds no room.", piece=figure.id, rule=rule))
        return
    _put(game, figure, spot, "climbs", rule)
    figure.hangs = True


def _put(game: Game, figure: Figure, spot: Spot, how: str, rule: str) -> None:
    to = told_to(game.battle.unit(figure.unit))
    game.tell(Moved(piece=figure.id, path=(figure.spot, spot), how=how, rule=rule, to=to))
    figure.gone += abs(spot.z - figure.z)
    figure.at(spot)
    figure.hangs = False
    note_move(game.battle, game.battle.unit(figure.unit))


def _found(battle: Battle, unit: Unit, ways: Callable[[Figure], list[Face]]) -> dict[str, list[Face]]:
    able = [figure for figure in battle.standing(unit) if not (figure.down or figure.prone)]
    found = {figure.id: ways(figure) for figure in able}
    return {name: each for name, each in found.items() if each}


def _down(battle: Battle, figure: Figure) -> list[Face]:
    return [face for face in faces(battle, figure) if face.towards == "down"]


def _by_rope(battle: Battle, figure: Figure) -> bool:
    """arap.turn.interaction: within 2 inches of it on the same level."""
    return any(
        kind.rope
        and abs(area.level - figure.z) <= 0.01
        and (
            point_in_polygon(figure.x, figure.y, area.polygon)
            or within(point_to_outline(figure.x, figure.y, area.polygon), ROPE)
        )
        for *_, area, kind in boxes(battle)
    )


def _name(game: Game, figure: Figure) -> str:
    return fighter(game.battle, figure).name
