"""The card of a warrior: what he is, carries and suffers, what he did this turn and may still do.

Nothing on the table is secret, but distances may be: what he may do is read off the questions that are
asked, which tell none before it is due (gce.R2.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warbook.books.family.profiles import figures
from warbook.books.family.wording import explained, listed
from warbook.books.gorkamorka.field.able import looks_on, may_move
from warbook.books.gorkamorka.field.aboard import ride
from warbook.books.gorkamorka.field.bodies import model, type_of
from warbook.books.gorkamorka.field.engaged import opponents
from warbook.books.gorkamorka.foot import turn as foot
from warbook.books.gorkamorka.mob.data import armour, factions, fighters, skills, weapons
from warbook.books.gorkamorka.mob.describing import armour_words
from warbook.books.gorkamorka.mob.lists import Skills
from warbook.books.gorkamorka.pieces import states_of
from warbook.books.gorkamorka.psychology import nerve
from warbook.books.gorkamorka.shooting.able import hampered, may_shoot, usable
from warbook.books.gorkamorka.shooting.targets import large
from warbook.books.gorkamorka.showing.arms import arms_of
from warbook.books.gorkamorka.showing.entries import skill_id
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.books.gorkamorka.wounds import harm, recovery
from warbook.books.gorkamorka.wounds.dice import BAREFACED
from warbook.books.gorkamorka.wounds.harm import body_of
from warbook.books.gorkamorka.wounds.saves import DODGING, saves_against
from warbook.core.cards import Card, Chart, Figure, Glossary, Trait

BEFORE = ("roll", "edges", "deploy")
TRAITS = {
    "fear": ("Causes fear", "who would charge him tests Leadership first, and so does whom he charges, or "
             "fights with half his Weapon Skill", "gce.fear.charging"),
    "terror": ("Causes terror", 'enemies within 8" test Leadership when they move, or flee; whom he charges '
               "fights with Weapon Skill 0 if he fails", "gce.terror.start-within-8"),
    "stupidity": ("Stupid", "tests Leadership at the start of each turn, and who fails shambles or stares",
                  "gce.stupidity.test"),
    "frenzy": ("Frenzy", "twice the attack dice; must charge whom he can reach, and fears nothing",
               "gce.frenzy.must-charge"),
}  # fmt: skip


def warrior_card(battle: Battle, warrior: Warrior, glossary: Glossary) -> Card:
    return Card(
        id=warrior.id,
        name=warrior.name,
        kind=type_of(warrior).name,
        profile=tuple(_profile(warrior)),
        arms=tuple(arms_of(battle, warrior)),
        charts=(_injuries(warrior),),
        abilities=tuple(_abilities(battle, warrior)),
        states=tuple(_states(battle, warrior, glossary)),
        done=tuple(_done(battle, warrior)),
        may=tuple(_may(battle, warrior)),
    )


# ---------------------------------------------------------------- what he is and wears


def _profile(warrior: Warrior) -> Iterator[Figure]:
    """gce.warrior.statline: each as it counts now, with what it was where that is another; and his save."""
    now = {"ws": harm.ws(warrior), "bs": harm.bs(warrior), "w": warrior.wounds}
    yield from figures(warrior.profile, now)
    worn = [armour()[piece] for piece in warrior.armour]
    score = min((each.score for each in saves_against("shot", type_of(warrior), worn, warrior.skills)),
                default=BAREFACED)  # fmt: skip
    yield Figure("Sv", f"{score}+" if score < BAREFACED else "-", "Save against a shot, before its modifier")


def _injuries(warrior: Warrior) -> Chart:
    """gce.wounding.injury-table."""
    to = body_of(warrior).flesh_to
    rows = (
        (f"1-{to}", "flesh wound: -1 Weapon Skill and Ballistic Skill"),
        (f"{to + 1}-5", "Down: can only crawl, and rolls again each recovery phase"),
        ("6", "Out of Action"),
    )
    return Chart("When his last wound is lost", rows, "gce.wounding.injury-table")


def _abilities(battle: Battle, warrior: Warrior) -> Iterator[Trait]:
    kind = type_of(warrior)
    if kind.role == "leader":
        yield Trait("Leader", "takes the bottle test for the mob", "gce.ending.bottle-test")
    if kind.immune_to_pinning:
        yield Trait("Never pinned", "hits do not pin him", "gce.wounding.pin-immune")
    for trait in warrior.traits:
        yield Trait(*TRAITS[trait])
    if kind.save:
        yield Trait("Tough hide", f"saves on {kind.save}+", "gce.wounding.save")
    for piece in (armour()[name] for name in warrior.armour):
        yield Trait(piece.name, armour_words(piece), "gce.wounding.save")
    yield from _skills(warrior.skills)
    if warrior.hates:
        yield Trait("Hatred", f"of {listed(_hated(battle, warrior))}: rolls failed attack dice again in the "
                    "first round, Leadership 10 in their sight", "gce.hatred.reroll")  # fmt: skip
    faction = factions().get(kind.faction)
    if faction is not None and faction.pilin_on:
        yield Trait("Pilin' on", "several may fight one enemy as one", "gce.pilin-on.eligible")
    if large(warrior):
        yield Trait("Large target", "+1 to hit him", "gce.shooting.mod-large")


def _skills(known: Skills) -> Iterator[Trait]:
    for name, skill in skills().items():
        level = getattr(known, name, 0)
        if level:
            more = f": {DODGING[known.dodgy_git]}+" if name == "dodgy_git" else ""
            yield Trait(skill.name, f"{skill.effect}{more}", skill_id(name))


def _hated(battle: Battle, warrior: Warrior) -> Iterator[str]:
    """gce.hatred.target: mobs, factions, kinds or single enemies."""
    known = {each.id: each.name for each in battle.warriors}
    for name in warrior.hates:
        if name in battle.setup.sides:
            yield battle.name(name)
        elif name in factions():
            yield factions()[name].name
        else:
            yield fighters()[name].name if name in fighters() else known[name]


# ---------------------------------------------------------------- how he stands


def _states(battle: Battle, warrior: Warrior, glossary: Glossary) -> Iterator[Trait]:
    """Each with cause, effect and end in the words of the glossary, and with what is particular to him."""
    names = ["not on yet"] if warrior.place == "reserve" else [*states_of(warrior)]
    if warrior.on_table:
        if warrior.dull:
            names.append("dull")
        if warrior.half_ws:
            names.append("afraid")
        if opponents(battle, warrior):
            names.append("engaged")
        if any(battle.turn < again for _, again in warrior.reloading):
            names.append("reloading")
        if looks_on(battle, warrior):
            names.append("looks on")
    yield from explained(glossary, names, lambda name: _particular(battle, warrior, name))


def _particular(battle: Battle, warrior: Warrior, name: str) -> str:
    own = PARTICULARS.get(name.split()[-1])
    return own(battle, warrior) if own else ""


def _pinned(battle: Battle, warrior: Warrior) -> str:
    helper = recovery.helper(battle, warrior)
    escape = f"escapes on {warrior.profile.i} or less" if helper else "has no friend near to help"
    return f"He {escape}."


def _reloading(battle: Battle, warrior: Warrior) -> str:
    waits = [(name, again) for name, again in warrior.reloading if battle.turn < again]
    return f"{listed(f'{weapons()[name].name} until turn {again}' for name, again in waits)}."


def _aboard(battle: Battle, warrior: Warrior) -> str:
    own = ride(battle, warrior)
    return f"Aboard {own.name}." if own else ""


PARTICULARS: dict[str, Callable[[Battle, Warrior], str]] = {
    "pinned": _pinned,
    "flesh": lambda _, he: f"Weapon Skill {harm.ws(he)}, Ballistic Skill {harm.bs(he)}.",
    "ammo": lambda _, he: f"{listed(weapons()[name].name for name in he.empty)}.",
    "reloading": _reloading,
    "engaged": lambda battle, he: f"With {listed(foe.name for foe in opponents(battle, he))}.",
    "scrap": lambda _, he: f"He has {he.scrap}.",
    "terrified": lambda battle, he: f"Of {listed(battle.warrior(foe).name for foe in he.terrified_of)}.",
    "afraid": lambda battle, he: f"Of {listed(battle.warrior(foe).name for foe in he.half_ws)}.",
    "driver": _aboard,
    "gunner": _aboard,
    "crew": _aboard,
    "boarder": _aboard,
}  # fmt: skip


# ---------------------------------------------------------------- this turn


def _done(battle: Battle, warrior: Warrior) -> Iterator[str]:
    """What he did in the turn being played, if it is his side's: the marks of a turn stay until the next."""
    if battle.side != warrior.side or battle.phase in (*BEFORE, "start"):
        return
    if warrior.moved == "stayed":
        yield "stayed where he was"
    elif warrior.moved:
        whom = f" {model(battle, warrior.charging).name}" if warrior.charging else ""
        far = f', {warrior.went:.1f}"' if warrior.went else ""
        yield f"{warrior.moved}{whom}{far}"
    if warrior.helping:
        yield f"fought the fire of {model(battle, warrior.helping).name}"
    if warrior.shot:
        yield "had his turn to shoot"


def _may(battle: Battle, warrior: Warrior) -> Iterator[str]:
    """What is open to him in the rest of the turn, or forced on him."""
    if battle.over or not warrior.on_table or battle.phase in BEFORE:
        return
    if battle.side == warrior.side:
        yield from _in_his_turn(battle, warrior)
    elif warrior.overwatch:
        yield "shoot once at an enemy who shows himself in his arc"
    foes = opponents(battle, warrior)
    if foes and battle.phase != "recover":
        yield f"fight {listed(foe.name for foe in foes)} in the hand-to-hand phase"
    if battle.side == warrior.side and warrior.down:
        yield "roll in the recovery phase: 1-2 he gets up with a flesh wound, 3-5 he stays Down, 6 he is out"


def _in_his_turn(battle: Battle, warrior: Warrior) -> Iterator[str]:
    if battle.phase == "start":
        if warrior.pinned and recovery.helper(battle, warrior):
            yield f"escape pinning on {warrior.profile.i} or less"
        elif warrior.up:
            yield "act in every phase of this turn"
        return
    if battle.phase == "move":
        yield from _moves(battle, warrior)
    if battle.phase in ("move", "shoot") and hampered(battle, warrior) is None and usable(battle, warrior):
        if battle.phase == "move":
            yield "shoot in the shooting phase"
        elif may_shoot(battle, warrior) is None:
            yield "shoot"


def _moves(battle: Battle, warrior: Warrior) -> Iterator[str]:
    """What the question of his move would offer."""
    if may_move(battle, warrior) is not None:
        return
    if warrior.burning:
        yield "roll to put out the fire on him, or run burning"
        return
    if not foot.has_wheel(battle, warrior):
        if warrior.stupid:
            yield "move as his stupidity has it"
            return
        if not warrior.down and not warrior.tested and (cause := nerve.terror_near(battle, warrior)):
            yield f"test Leadership for terror of {cause.name}, or flee"
    for way in foot.ways(battle, warrior):
        if way.barred is None and way.id != "stay":
            yield f"{way.label[:1].lower()}{way.label[1:]}"
