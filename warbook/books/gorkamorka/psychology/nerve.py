"""Leadership, and what tries it: fear, terror, stupidity, hatred, frenzy. Tests and flags; no moves."""

from __future__ import annotations

from fractions import Fraction

from warbook.books.family.tests import leadership
from warbook.books.gorkamorka.field.bodies import apart, type_of, within
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.field.seeing import in_sight
from warbook.books.gorkamorka.psychology.dice import HATEFUL, feared_ws, leadership_score
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Modifier, Option, Refusal

TERROR_WITHIN = 8.0
ADVICE_WITHIN = 6.0  # of who knows tactics


# ---------------------------------------------------------------- Leadership


def ld_of(battle: Battle, warrior: Warrior) -> tuple[int, Modifier]:
    """His Leadership (gce.warrior.leadership). gce.hatred.leadership: 10 while he sees an enemy he hates; who
    is in a frenzy hates nobody (gce.frenzy.ignores)."""
    own = warrior.profile.ld
    if own < HATEFUL and not warrior.frenzied:
        for foe in battle.enemies(warrior.side) if warrior.hates else ():
            if hates(warrior, foe) and in_sight(battle, warrior, foe):
                return HATEFUL, Modifier(0, f"sees {foe.name}, whom he hates", "gce.hatred.leadership")
    return own, Modifier(0, f"{warrior.name}'s Ld {own}", "gce.basics.leadership-test")


def test(game: Game, warrior: Warrior, rule: str, most: int = 0) -> bool:
    """gce.basics.leadership-test, gce.basics.tests: 2D6, equal or less passes; on `most` where that is not
    his own. One who knows tactics within 6 inches lets a friend roll a failed test again."""
    battle = game.battle
    _, why = ld_of(battle, warrior)
    if most:
        why = Modifier(0, f"Ld {most}", rule)
    ld = score_of(battle, warrior, most)
    dice = game.rolling(warrior.id, {rule: (why,)})
    return dice.roll(leadership, rule, ld) or (_advised(battle, warrior) and dice.roll(leadership, rule, ld))


def score_of(battle: Battle, warrior: Warrior, most: int = 0) -> int:
    """What the dice of his test may show at most."""
    return leadership_score(most or ld_of(battle, warrior)[0], battle.rulings.auto_fail_on_max)


def passing(battle: Battle, warrior: Warrior, rule: str, most: int = 0) -> Fraction:
    """The chance that he passes such a test."""
    chance = leadership.odds(rule, score_of(battle, warrior, most)).chance(True)
    return chance + (1 - chance) * chance if _advised(battle, warrior) else chance


def _advised(battle: Battle, warrior: Warrior) -> bool:
    return any(
        friend.skills.taktiks
        and friend is not warrior
        and friend.up
        and within(battle, friend, warrior, ADVICE_WITHIN)
        for friend in battle.present(warrior.side)
    )


# ---------------------------------------------------------------- hatred and frenzy


def hates(warrior: Warrior, foe: Warrior) -> bool:
    """gce.hatred.target: particular enemies, a mob, a kind or a whole faction."""
    return any(each in (foe.id, foe.side, foe.kind, type_of(foe).faction) for each in warrior.hates)


def rouse(battle: Battle, side: str) -> None:
    """gce.frenzy.calm: whoever was calm is frenzied again, turn by turn."""
    for warrior in battle.present(side):
        warrior.frenzied = "frenzy" in warrior.traits


def calming(game: Game) -> None:
    """gce.frenzy.calm: the player may have each who is in a frenzy test; who passes is calm this turn."""
    battle = game.battle
    for warrior in battle.present(battle.side):
        if not warrior.frenzied or warrior.down or warrior.pinned:
            continue
        ld, _ = ld_of(battle, warrior)
        options = [Option("test", f"Calm him: test on Ld {ld}"), Option("rage", "Let him rage")]
        text = f"{warrior.name} is in a frenzy: try to calm him?"
        question = Choose(text, options, "gce.frenzy.calm", piece=warrior.id, kind="calm")
        if game.ask(battle.side, question) == "test" and test(game, warrior, "gce.frenzy.calm"):
            warrior.frenzied = False
            words = f"{warrior.name} is calm for this turn."
            game.tell(
                Became(piece=warrior.id, status="frenzied", gained=False, words=words, rule="gce.frenzy.calm")
            )


# ---------------------------------------------------------------- stupidity


def stupid_tests(game: Game) -> None:
    """gce.stupidity.test: at the start of each own turn; what comes of it holds until the next test
    (gce.R9.9). Who is in a frenzy takes none (gce.frenzy.ignores)."""
    battle = game.battle
    for warrior in battle.present(battle.side):
        if "stupidity" not in warrior.traits or warrior.down or warrior.frenzied:
            continue
        before, warrior.stupid = warrior.stupid, not test(game, warrior, "gce.stupidity.test")
        if warrior.stupid or before:
            words = f"{warrior.name} {'stares stupidly' if warrior.stupid else 'has his wits about him'}."
            game.tell(
                Became(
                    piece=warrior.id,
                    status="stupid",
                    gained=warrior.stupid,
                    words=words,
                    rule="gce.stupidity.test",
                )
            )


# ---------------------------------------------------------------- fear and terror


def causes_terror(warrior: Warrior) -> bool:
    return "terror" in warrior.traits


def causes_fear(warrior: Warrior) -> bool:
    """gce.terror.causes-fear."""
    return "fear" in warrior.traits or causes_terror(warrior)


def fears(warrior: Warrior, foe: Warrior) -> bool:
    """Whether he has a test to take against fear of the enemy. gce.fear.immune, gce.terror.immune: not who
    causes it himself, save that who causes fear only fears who causes terror (gce.terror.felt-as-fear); not
    drivers, unless of what causes terror (gce.fear.drivers, gce.R9.7); not who is in a frenzy
    (gce.frenzy.ignores) or stupid (gce.stupidity.fear-terror)."""
    if not causes_fear(foe) or warrior.frenzied or warrior.stupid or causes_terror(warrior):
        return False
    if causes_fear(warrior) or warrior.station == "driver":
        return causes_terror(foe)
    return True


def dreads(warrior: Warrior, foe: Warrior) -> bool:
    """Whether the enemy is a terror to him and not only a fear (gce.terror.felt-as-fear)."""
    return causes_terror(foe) and fears(warrior, foe) and not causes_fear(warrior)


def dares_to_charge(game: Game, warrior: Warrior, foe: Warrior) -> bool:
    """gce.fear.charging: a failed test leaves him where he is, and he does nothing else this turn."""
    if not fears(warrior, foe) or test(game, warrior, "gce.fear.charging"):
        return True
    warrior.idle = True
    words = f"{warrior.name} does not dare to charge {foe.name}."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.fear.charging"))
    return False


def face_charge(game: Game, warrior: Warrior, charger: Warrior) -> None:
    """gce.fear.charged: a failed test halves his WS; against terror it is 0 (gce.terror.hth). One test
    (gce.R9.4): who has failed the one against terror this turn takes no other."""
    if not fears(warrior, charger) or charger.id in warrior.terrified_of:
        return
    rule = "gce.terror.hth" if dreads(warrior, charger) else "gce.fear.charged"
    if test(game, warrior, rule):
        return
    words = f"{warrior.name} is frightened of {charger.name}."
    game.tell(Note(words=words, piece=warrior.id, rule=rule))
    if dreads(warrior, charger):
        warrior.terrified_of = (*warrior.terrified_of, charger.id)
    else:
        warrior.half_ws = (*warrior.half_ws, charger.id)


def terror_near(battle: Battle, warrior: Warrior) -> Warrior | None:
    """gce.terror.start-within-8, gce.R9.5: the closest enemy within 8 inches who is a terror to him."""
    near = [
        foe
        for foe in battle.enemies(warrior.side)
        if dreads(warrior, foe) and within(battle, warrior, foe, TERROR_WITHIN)
    ]
    return min(near, key=lambda foe: apart(battle, warrior, foe), default=None)


def stands_terror(game: Game, warrior: Warrior) -> Warrior | None:
    """gce.terror.start-within-8: the test at the start of his move; the enemy from whom he must flee, if he
    has failed it. One test in a turn."""
    cause = None if warrior.tested else terror_near(game.battle, warrior)
    warrior.tested = True
    if cause is None or test(game, warrior, "gce.terror.start-within-8"):
        return None
    warrior.terrified_of = (cause.id,)
    words = f"{warrior.name} cannot bear {cause.name}."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.terror.start-within-8"))
    return cause


def shaken(battle: Battle, driver: Warrior) -> Refusal | None:
    """What a driver has to go through at the wheel before he does anything else."""
    if driver.stupid:
        return Refusal(f"{driver.name} is stupid", "gce.stupidity.drivers")
    if driver.terrified_of:
        return Refusal(f"{driver.name} is terrified", "gce.terror.drivers")
    if not driver.tested and not engaged(battle, driver) and terror_near(battle, driver):
        return Refusal(f"{driver.name} is near a terror", "gce.terror.drivers")
    return None


def fighting_ws(warrior: Warrior, foe: Warrior, current: int) -> int:
    """gce.terror.hth, gce.fear.charged: WS 0 against what terrifies him, half of it, rounded up, against
    whom he fears (gce.R9.3)."""
    if foe.id in warrior.terrified_of:
        return 0
    return feared_ws(current) if foe.id in warrior.half_ws else current
