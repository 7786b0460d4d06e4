"""What odds questions about fighters take and answer alike."""

from __future__ import annotations

from warbook.books.family.injuries import Hurt
from warbook.core.oddsbook import Parameter, each_side


def skill(means: str, default: int | None = None) -> Parameter:
    return Parameter(means, default, (0, 10))


def save(means: str) -> Parameter:
    return Parameter(f"{means} (4 for 4+)", "none", (2, 6), ("none",))


MODS = Parameter("all modifiers to hit, added up", 0, (-20, 20))
LEADERSHIP = {"ld": Parameter("the Leadership tested", None, (0, 20))}

SHOT = {
    "bs": skill("the shooter's Ballistic Skill"),
    "mods": MODS,
    "s": Parameter("the weapon's Strength", None, (1, 10)),
    "t": Parameter("the target's Toughness", None, (1, 10)),
    "w": Parameter("the target's Wounds", 1, (1, 10)),
    "save": save("the target's save"),
    "save_mod": Parameter("the weapon's save modifier (-1 makes a save harder)", 0, (-10, 10)),
}


FATES = ("miss", "no-wound", "saved", "wounded", "flesh-wound", "down", "out")


def damage(most: int, *dice: str) -> Parameter:
    """A fixed number of wounds, or that many dice."""
    return Parameter("wounds lost to each wounding hit", 1, (1, most), dice)


def fate(came: str, body: Hurt) -> str:
    """What a single attack came to: one of `FATES`."""
    if came != "wounded":
        return came
    if body.state != "up":
        return body.state
    return "flesh-wound" if body.flesh else "wounded"


STATES = ("unhurt", "wounded", "flesh-wound", "down", "out")


def state(body: Hurt, wounds: int) -> str:
    """What several attacks have left of somebody who had so many wounds: one of `STATES`."""
    unhurt = body.state == "up" and not body.flesh and body.wounds >= wounds
    return "unhurt" if unhurt else fate("wounded", body)


def duel_parameters(attacks: str, armour: str) -> dict[str, Parameter]:
    """Two who fight, by what the book calls their attack dice and their saves."""
    return {
        **each_side(
            ws=skill("Weapon Skill"),
            a=Parameter(attacks, None, (1, 10)),
            s=Parameter("Strength", None, (1, 10)),
            i=skill("Initiative"),
        ),
        **each_side(t=Parameter("Toughness", 3, (1, 10))),
        **each_side(save=save(armour)),
    }


def margin_words(hits: int) -> str:
    """By how many hits a clash is won, and by whom."""
    return "standoff" if not hits else f"a+{hits}" if hits > 0 else f"b+{-hits}"
