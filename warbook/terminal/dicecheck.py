"""Were the dice of a battle fair? Each promise about them is checked and told in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from warbook.core.events import Rolled
from warbook.core.luck import Luck, commitment, seed_of
from warbook.core.record import BadRecord, Record, verify
from warbook.terminal.battles import read_record
from warbook.terminal.screen import Screen


def check_dice(screen: Screen, path: Path, promised: str | None = None, added: Sequence[str] = ()) -> bool:
    """Whether all that can be checked about the dice holds: of the record by itself and, by the commitment
    that a page was shown and the shares it added, of the host."""
    record = read_record(path)
    if record.watch_only or record.winner is None:
        screen.say("The battle is not over: its dice can be checked when it is.")
        return False
    if record.seed is None:
        screen.say("The battle was played with real dice: there is no seed to check them by.")
        return False
    if promised is not None and promised != (record.luck.commitment if record.luck else ""):
        screen.say("The host had committed itself to something else: it has changed its secret since.")
        return False
    if record.luck is None:
        if added:
            screen.say("The seed was chosen beforehand: what your page added is not in it.")
            return False
        screen.say(f"The seed {record.seed} was chosen beforehand, so only the rolls can be checked.")
        return _rolls_hold(screen, record)
    return (
        _seed_holds(screen, record.luck, record.seed)
        and _rolls_hold(screen, record)
        and _host_holds(screen, record.luck, promised, added)
    )


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


def _host_holds(screen: Screen, luck: Luck, promised: str | None, added: Sequence[str]) -> bool:
    for share in added:
        side = next((side for side, found in luck.shares.items() if share and found == share), None)
        if side is None:
            screen.say(f"What your page added ({share}) is not in the seed: the host left it out.")
            return False
        screen.say(f"What your page added is in the seed, as the share of {side}.")
    if promised is not None and added:
        screen.say("The host was bound to its secret before that came, so it could not choose the dice.")
    else:
        screen.say("About the host it proves nothing, unless you name --commitment and --share.")
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
