"""Special weapons (nec.M17): flame templates, blasts that scatter, grenades, webs, smoke, gas, plasma balls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from warbook.board.geometry import Spot, bearing
from warbook.board.paths import Barred
from warbook.board.templates import Blast, Teardrop, covers, scatter
from warbook.books.necromunda import movement, nerve, shooting
from warbook.books.necromunda.aim import Aim, lob, under_template
from warbook.books.necromunda.data import Weapon, weapons
from warbook.books.necromunda.eyes import apart, fraction_at
from warbook.books.necromunda.harm import bs, body_of, knock_over, take
from warbook.books.necromunda.injury import struck
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, Token
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Became, Marker, Moved, Note, Template
from warbook.core.game import Game
from warbook.core.questions import Modifier, Preview, Refusal, Route, Way

SMALL_TARGET = Modifier(-1, "a spot on the table is a small target", "nec.shooting.hit-modifiers")
DUD_WAKES = 2.0


@chance
def drift(dice: Dice) -> tuple[int, int, bool]:
    """A miss: inches off, the direction as an hour of the clock, and whether the scatter die shows HIT."""
    inches = dice.d6("nec.M17")
    hour = dice.face(tuple(range(12)), "nec.M17")
    return inches, hour, dice.d6("nec.M17") == 6


@chance
def astray(dice: Dice) -> tuple[int, int]:
    """2D6 inches in a random direction."""
    return dice.total(2, "nec.M17"), dice.face(tuple(range(12)), "nec.M17")


@chance
def unreliable(dice: Dice) -> Literal["in hand", "astray", "sleeps", "fizzles"]:
    """The chart for explosives that went badly wrong."""
    roll = dice.d6("nec.M17")
    if roll == 1:
        return "in hand"
    if roll <= 3:
        return "astray"
    return "sleeps" if roll <= 5 else "fizzles"


@chance
def breathes(dice: Dice, toughness: int, again: bool) -> bool:
    """Choke gas: D6 of Toughness or less and he holds his breath; filters let him roll again."""
    if dice.d6("nec.M17", most=toughness) <= toughness:
        return True
    return again and dice.d6("nec.M17", most=toughness) <= toughness


@chance
def tears_free(dice: Dice, strength: int) -> bool:
    """A web: D6 + Strength of 9 or more frees."""
    need = 9 - strength
    return dice.d6("nec.M17", need=need) >= need


@chance
def lingers(dice: Dice) -> Literal["gone", "stays", "drifts"]:
    """A plasma ball at the start of a turn."""
    roll = dice.d6("nec.M17")
    return "gone" if roll <= 3 else "stays" if roll <= 5 else "drifts"


@chance
def staggers(dice: Dice, strength: int) -> bool:
    """Knock-back: a D6 above his Strength."""
    return dice.d6("nec.M17", need=strength + 1) > strength


@chance
def wakes(dice: Dice) -> bool:
    """A grenade that lay there goes off on 4+ when somebody comes near."""
    return dice.d6("nec.M17", need=4) >= 4


def launched(grenade: Weapon) -> Weapon:
    """A grenade as the launcher fires it: its own effect, the launcher's range and ammo."""
    tube = weapons()["grenade_launcher"]
    return msgspec.structs.replace(
        grenade,
        id=f"launched_{grenade.id}",
        name=f"Grenade launcher ({grenade.name.lower()})",
        list="special",
        range="",
        range_max=0,
        short=tube.short,
        long=tube.long,
        hit_short=tube.hit_short,
        hit_long=tube.hit_long,
        ammo=tube.ammo,
        part_of=tube.id,
    )


# ---------------------------------------------------------------- flame


def teardrop(weapon: Weapon, shooter: Fighter, target: Spot) -> Teardrop:
    facing = bearing(shooter.spot, target)
    reach = float(weapon.template_length or 4)
    tip = Spot(
        shooter.x + RADIUS * math.cos(math.radians(facing)),
        shooter.y + RADIUS * math.sin(math.radians(facing)),
        shooter.z,
    )
    return Teardrop(tip, facing, reach, reach / 3.2)


def flame(game: Game, shooter: Fighter, weapon: Weapon, target: Fighter) -> None:
    """No roll to hit: whoever is under the template is hit, partly under it on a 4+."""
    shape = teardrop(weapon, shooter, target.spot)
    words = f"{shooter.name} fires {shooting.weapon_words(weapon)} at {target.name}."
    game.tell(
        Template(
            shape="teardrop",
            spot=shape.tip,
            facing=shape.facing,
            length=shape.length,
            width=shape.width,
            words=words,
            rule="nec.M17",
        )
    )
    fallen = _scorch(game, shooter, weapon, shape)
    shooting.spend(game, shooter, weapon, 0)
    nerve.shake(game, fallen)


def _scorch(
    game: Game, shooter: Fighter, weapon: Weapon, shape: Blast | Teardrop
) -> list[Fighter]:
    """Everybody under a template, friend and foe."""
    battle: Battle = game.battle
    fallen = []
    for fighter in list(battle.fighters):
        if not fighter.on_table or (fighter is shooter and isinstance(shape, Teardrop)):
            continue
        lies = covers(shape, fighter.body)
        if lies == "no" or not _open_to(battle, shape, fighter):
            continue
        hit = shooting.hit_by(shooter, weapon, fighter, template=True)
        game.rolling(shooter.id)
        result = game.roll(under_template, lies == "wholly", hit, body_of(fighter))
        if result.came == "miss":
            continue
        knock_over(game, fighter)
        if take(game, fighter, result.body):
            fallen.append(fighter)
    return fallen


def _open_to(battle: Battle, shape: Blast | Teardrop, fighter: Fighter) -> bool:
    """A template does not reach through walls and floors."""
    origin = shape.centre if isinstance(shape, Blast) else shape.tip
    return fraction_at(battle, origin.x, origin.y, origin.z, fighter.x, fighter.y, fighter.z, fighter.height) > 0.0


# ---------------------------------------------------------------- blasts


def shell(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, circumstance: shooting.Circumstance
) -> None:
    """A blast at a fighter."""
    battle: Battle = game.battle
    aim, why = shooting.aim_at(battle, shooter, weapon, target, apart(shooter, target), circumstance)
    words = f"{shooter.name} {_verb(weapon)} {shooting.weapon_words(weapon)} at {target.name}."
    _lob(game, shooter, weapon, target.spot, aim, why, words)


def throw_at_spot(game: Game, shooter: Fighter, weapon: Weapon) -> None:
    """A blast at a spot on the table: a small target."""
    battle: Battle = game.battle
    reach = weapon.reach(shooter.profile.S)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        spot = path[-1]
        inches = math.dist((shooter.x, shooter.y, shooter.z), (spot.x, spot.y, spot.z)) - RADIUS
        if not (0.0 <= spot.x <= battle.table.width and 0.0 <= spot.y <= battle.table.depth):
            return Refusal("that is off the table", "nec.M17")
        if inches > reach:
            return Refusal(f'that is {inches:.1f}" away; the range is {reach}"', "nec.M17")
        if not shooting.in_arc(shooter.spot, shooter.facing, battle.rulings.firing_arc, spot):
            return Refusal("that is outside his arc", "nec.M11")
        return inches

    ahead = [
        Spot(
            shooter.x + r * math.cos(math.radians(shooter.facing)),
            shooter.y + r * math.sin(math.radians(shooter.facing)),
            shooter.z,
        )
        for r in range(2, int(reach) + 1, 2)
    ]
    legal = [spot for spot in ahead if not isinstance(judge((spot,)), Refusal)] or [shooter.spot]

    def nearest(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        spot = Spot(x, y, z or 0.0)
        return None if isinstance(judge((spot,)), Refusal) else (spot,)

    way: Way = game.ask(
        shooter.side,
        Route(
            text=f"{shooter.name}: where does it come down?",
            piece=shooter.id,
            start=None,
            judge=judge,
            reach=lambda: [(s.x, s.y, s.z) for s in legal],
            path=nearest,
            allowance=float(reach),
            rule="nec.M17",
        ),
    )
    spot = way.path[-1]
    inches = math.dist((shooter.x, shooter.y, shooter.z), (spot.x, spot.y, spot.z)) - RADIUS
    band = weapon.hit_short if weapon.range or inches <= weapon.short[1] else weapon.hit_long
    ranged = [Modifier(band, f"{weapon.name}", "nec.shooting.weapon-hit-modifier")] if band else []
    base = Modifier(7 - bs(shooter), f"Ballistic Skill {bs(shooter)}", "nec.shooting.to-hit")
    need = 7 - bs(shooter) - SMALL_TARGET.value - band
    if shooter.hidden:
        shooting.hiding.show(game, shooter, "shoots", "nec.hiding.revealed-by-shooting")
    words = f"{shooter.name} {_verb(weapon)} {shooting.weapon_words(weapon)} at a spot."
    aim = Aim(need, battle.rulings.seven_plus_followup)
    _lob(game, shooter, weapon, spot, aim, (base, SMALL_TARGET, *ranged), words)


def _lob(
    game: Game, shooter: Fighter, weapon: Weapon, spot: Spot, aim: Aim, why: tuple[Modifier, ...], words: str
) -> None:
    battle: Battle = game.battle
    game.tell(shooting.Aimed(piece=shooter.id, spot=spot, words=words, rule="nec.M17"))
    game.rolling(shooter.id, {"nec.shooting.to-hit": why})
    result = game.roll(lob, aim)
    fallen: list[Fighter] = []
    if aim.need == shooting.OUT_OF_RANGE:
        game.tell(Note(words="It falls short.", rule="nec.M11"))
    elif result.landed == "hit":
        fallen = explode(game, shooter, weapon, spot)
    elif result.landed == "bungled" and weapon.list == "grenade":
        fallen = _go_wrong(game, shooter, weapon)
    else:
        inches, hour, true = game.roll(drift)
        if inches < 6:
            fallen = explode(game, shooter, weapon, _blown(battle, spot, hour, inches))
        elif true and weapon.list == "grenade":
            fallen = _go_wrong(game, shooter, weapon)
        else:
            game.tell(Note(words="It is a dud.", rule="nec.M17"))
    shooting.spend(game, shooter, weapon, int(result.six))
    nerve.shake(game, fallen)


def _go_wrong(game: Game, shooter: Fighter, weapon: Weapon) -> list[Fighter]:
    battle: Battle = game.battle
    wrong = game.roll(unreliable)
    if wrong == "in hand":
        game.tell(Note(words=f"It goes off beside {shooter.name}.", piece=shooter.id, rule="nec.M17"))
        return explode(game, shooter, weapon, shooter.spot)
    if wrong == "fizzles":
        game.tell(Note(words=f"{shooter.name} drops it, and it does not go off.", rule="nec.M17"))
        return []
    inches, hour = game.roll(astray)
    spot = _blown(battle, shooter.spot, hour, inches)
    if wrong == "astray":
        return explode(game, shooter, weapon, spot)
    _mark(game, "dud", spot, 0.25, weapon.id, "It lies there and has not gone off yet.")
    return []


def explode(game: Game, shooter: Fighter, weapon: Weapon, spot: Spot) -> list[Fighter]:
    """A blast goes off: hits, gas, smoke, or a ball of plasma."""
    if "smoke" in weapon.rules:
        _mark(game, "smoke", spot, weapon.blast_diameter / 2, weapon.id, "Smoke billows out.")
        return []
    width = float(weapon.blast_diameter)
    game.tell(Template(shape="blast", spot=spot, length=width, width=width, words="It goes off.", rule="nec.M17"))
    if "gas" in weapon.rules:
        _gas(game, Blast(spot, width / 2))
        return []
    fallen = _scorch(game, shooter, weapon, Blast(spot, width / 2))
    if "plasma-ball-lingers" in weapon.rules:
        _mark(game, "plasma", spot, width / 2, weapon.id, "A ball of plasma hangs there.")
    return fallen


def _gas(game: Game, cloud: Blast) -> None:
    """Whoever chokes is pinned."""
    for fighter in game.battle.fighters:
        if not fighter.on_table or fighter.down or covers(cloud, fighter.body) == "no":
            continue
        filters = "respirator" in fighter.gear or "filter_plugs" in fighter.gear
        if not game.rolling(fighter.id).roll(breathes, fighter.profile.T, filters):
            fighter.pinned = True
            fighter.overwatch = False
            words = f"{fighter.name} chokes on the gas and is pinned."
            game.tell(Became(piece=fighter.id, status="pinned", words=words, rule="nec.M17"))


def _blown(battle: Battle, spot: Spot, hour: int, inches: int) -> Spot:
    return scatter(spot, 90.0 - 30.0 * hour, float(inches), battle.table.width, battle.table.depth)


def _verb(weapon: Weapon) -> str:
    return "throws" if weapon.list == "grenade" else "fires"


def _mark(game: Game, kind: Literal["smoke", "plasma", "dud"], spot: Spot, radius: float, weapon: str, words: str) -> None:
    battle: Battle = game.battle
    number = 1 + max((int(token.id[1:]) for token in battle.tokens), default=0)
    battle.tokens.append(Token(f"t{number}", kind, spot.x, spot.y, spot.z, radius, weapon))
    game.tell(Marker(marker=f"t{number}", kind=kind, spot=spot, radius=radius, words=words, rule="nec.M17"))


# ---------------------------------------------------------------- what lasts


def markers_step(game: Game) -> None:
    """At the start of a turn: smoke thins on a 4+, plasma balls burn and go, webs are torn at."""
    battle: Battle = game.battle
    for token in list(battle.tokens):
        if token.kind == "smoke" and game.rolling("").roll(wakes):
            _lift(game, token, "The smoke clears.")
        elif token.kind == "plasma":
            _plasma(game, token)
    for fighter in battle.present(battle.side):
        if fighter.webbed:
            _struggle(game, fighter)


def _plasma(game: Game, token: Token) -> None:
    battle: Battle = game.battle
    fate = game.rolling("").roll(lingers)
    if fate == "drifts":
        inches, hour, _ = game.roll(drift)
        token.x, token.y = (
            (spot := _blown(battle, Spot(token.x, token.y, token.z), hour, inches)).x,
            spot.y,
        )
    fallen = []
    if fate != "gone":
        ball, weapon = Blast(Spot(token.x, token.y, token.z), token.radius), weapons()[token.weapon]
        for fighter in list(battle.fighters):
            if fighter.on_table and covers(ball, fighter.body) != "no":
                hit = shooting.hit_by(fighter, weapon, fighter, template=True)
                knock_over(game, fighter)
                if take(game, fighter, game.rolling(fighter.id).roll(struck, hit, body_of(fighter)).body):
                    fallen.append(fighter)
    if fate != "stays":
        _lift(game, token, "The plasma ball is gone.")
    nerve.shake(game, fallen)


def _lift(game: Game, token: Token, words: str) -> None:
    game.battle.tokens.remove(token)
    game.tell(Marker(marker=token.id, kind=token.kind, words=words, rule="nec.M17"))


def wake_duds(game: Game, fighter: Fighter) -> None:
    """A grenade that lies about may go off when somebody comes within 2 inches."""
    battle: Battle = game.battle
    for token in [t for t in battle.tokens if t.kind == "dud"]:
        if math.dist((token.x, token.y, token.z), (fighter.x, fighter.y, fighter.z)) - RADIUS > DUD_WAKES:
            continue
        if game.rolling(fighter.id).roll(wakes):
            _lift(game, token, "The grenade goes off after all.")
            spot = Spot(token.x, token.y, token.z)
            nerve.shake(game, explode(game, fighter, weapons()[token.weapon], spot))


def web(game: Game, target: Fighter) -> None:
    target.webbed = True
    target.overwatch = target.hidden = False
    game.tell(Became(piece=target.id, status="webbed", words=f"{target.name} is caught in a web.", rule="nec.M17"))


def _struggle(game: Game, fighter: Fighter) -> None:
    """He tears himself free or the web takes a wound."""
    if game.rolling(fighter.id).roll(tears_free, fighter.profile.S):
        fighter.webbed = False
        words = f"{fighter.name} tears free of the web."
        game.tell(Became(piece=fighter.id, status="webbed", gained=False, words=words, rule="nec.M17"))
        return
    from warbook.books.necromunda.injury import lose

    if take(game, fighter, game.roll(lose, 1, 6, False, body_of(fighter))):
        nerve.shake(game, [fighter])


def knock_back(game: Game, shooter: Fighter, target: Fighter) -> None:
    """A slug throws its target 2 inches back on a D6 above his Strength, as far as there is room."""
    battle: Battle = game.battle
    if not target.on_table or not game.rolling(target.id).roll(staggers, target.profile.S):
        return
    angle = math.radians(bearing(shooter.spot, target.spot))
    blockers, occupied = movement.obstacles(battle, target)
    for inches in (2.0, 1.5, 1.0, 0.5):
        spot = Spot(target.x + inches * math.cos(angle), target.y + inches * math.sin(angle), target.z)
        gait = movement.going(battle, target, inches + 0.01)
        if not isinstance(movement.ground(battle).judge((target.spot, spot), gait, blockers, occupied), Barred):
            game.tell(Moved(piece=target.id, path=(target.spot, spot), how="is thrown back", rule="nec.M17"))
            target.at(spot)
            return


# ---------------------------------------------------------------- odds before the shot


def preview(battle: Battle, shooter: Fighter, weapon: Weapon, target: Fighter) -> Preview:
    """The target's own fate; what scatters may do elsewhere is not in it."""
    hit = shooting.hit_by(shooter, weapon, target, template=True)
    body = body_of(target)
    if not hit.wound:
        return Preview((), "", (), "")
    landed = under_template.odds(True, hit, body).map(
        lambda result: "no wound" if result.came == "no-wound" else result.came if result.came != "wounded" else shooting.after_words(body, result.body)
    )
    if weapon.template:
        chance_of, need, why = Fraction(1), "no roll", ()
    else:
        aim, why = shooting.aim_at(battle, shooter, weapon, target, apart(shooter, target))
        chance_of, need = lob.odds(aim).chance(lambda r: r.landed == "hit"), shooting.need_words(aim)
    outcomes: Sequence[tuple[str, Fraction]] = [
        (name, landed.chance(name) * chance_of) for name in shooting.ORDER if landed.chance(name)
    ]
    if chance_of < 1:
        outcomes = [("miss", 1 - chance_of), *outcomes]
    fallen = (landed.chance("down") + landed.chance("out of action")) * chance_of
    return Preview(tuple(outcomes), need, why, f"{float(fallen):.0%} down or out")
