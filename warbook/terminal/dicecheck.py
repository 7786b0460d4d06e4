"""Were the dice of a battle fair? Each promise about them is checked and told in a sentence."""

from __future__ import annotations

from pathlib import Path

from warbook.core.events import Rolled
from warbook.core.luck import Luck, commitment, seed_of
from warbook.core.record import BadRecord, Record, verify
from warbook.terminal.battles import read_record
from warbook.terminal.screen import Screen


def check_dice(screen: Screen, path: Path) -> bool:
    """Whether all that can be checked about the dice holds."""
    record = read_record(path)
    if record.watch_only or record.winner is None:
        screen.say("The battle is not over: its dice can be checked when it is.")
        return False
    if record.seed is None:
        screen.say("The battle was played with real dice: there is no seed to check them by.")
        return False
    if record.luck is None:
        screen.say(f"The seed {record.seed} was chosen beforehand, so only the rolls can be checked.")
        return _rolls_hold(screen, record)
    return _seed_holds(screen, record.luck, record.seed) and _rolls_hold(screen, record)


def _seed_holds(screen: Screen, luck: Luck, seed: str) -> bool:
    if commitment(luck.secret) != luck.commitment:
        screen.say("The commitment published before the battle does not match the secret.")
        return False
    screen.say("The commitment published before the battle matches the secret.")
    if seed_of(luck.secret, luck.shares) != seed:
        screen.say("The seed does not follow from the secret and what each side added to it.")
        return False
    given = [side for side, share in sorted(luck.shares.items()) if share]
    added = f"what was added by {' and '.join(given)}" if given else "nothing else: no side added to it"
    screen.say(f"The seed follows from the secret and {added}.")
    return True


def _rolls_hold(screen: Screen, record: Record) -> bool:
    try:
        verify(record)
    except BadRecord as error:
        screen.say(f"The rolls do not hold: {error}.")
        return False
    rolls = sum(isinstance(event, Rolled) for event in record.events)
    screen.say(f"Every one of {rolls} {'roll' if rolls == 1 else 'rolls'} is what the seed gives.")
    return True
