"""The odds questions of the book: each answered by the kernels that play."""

from __future__ import annotations

from typing import cast

from warbook.books.steampunk.aftermath import agony
from warbook.books.steampunk.assault.pools import Net, Pool, advantage, clash
from warbook.books.steampunk.dice import Roll, reaches, read_roll
from warbook.books.steampunk.gunnery.gunfire import Aim, Attack, Band, Struck, Target, hit_on, hit_score, shot
from warbook.books.steampunk.odds import named
from warbook.books.steampunk.odds.fire_at import FIRE_AT
from warbook.core.chance import Odds
from warbook.core.oddsbook import Answered, OddsQuestion, Parameter, each_side, listed, spread


def _fire(
    mods: int,
    shots: int,
    range: str,
    ap: int,
    armor: int,
    damage: str,
    on_penetration: int,
    tokens: int,
    resist: int,
) -> Answered:
    attack = Attack(ap, read_roll(damage), on_penetration)
    hit, _ = hit_on(attack, Target(armor, tokens, resist), cast(Band, range))
    odds = shot.odds(Aim(hit_score(mods)), hit).map(_shot_result)
    outcomes = spread(odds, ("miss", "blocked", *_damages(odds)))
    also = {"hit": 1 - outcomes["miss"]}
    if shots > 1:
        also["any-hit"] = 1 - outcomes["miss"] ** shots
    return Answered(outcomes, also)


def _shot_result(result: Struck) -> str:
    if result.damage is None:
        return result.came
    return f"damage {result.damage}"


def _assault(tie: str, **given: int) -> Answered:
    odds = clash.odds(_side("a", given), _side("b", given), "per-six")

    def margin(net: Net) -> str:
        ahead = advantage(net, "a" if tie == "a" else "b")
        return f"{ahead}+{abs(net.a - net.b)}"

    order = sorted({net.a - net.b for net in odds})
    names = [margin(Net(max(0, each), max(0, -each))) for each in order]
    found = odds.map(margin)
    means = {"a-net": odds.mean(lambda net: net.a), "b-net": odds.mean(lambda net: net.b)}
    return Answered({name: found[name] for name in names}, {}, means)


def _side(side: str, given: dict[str, int]) -> tuple[Pool, ...]:
    return (
        Pool(given[f"{side}_dice"], given[f"{side}_need"]),
        Pool(given[f"{side}_deflect"], given[f"{side}_deflect_need"], deflects=True),
    )


def _agony(kind: str, strength: int | str, tokens: int) -> Answered:
    if kind == "acid":
        return _listed(agony.acid.odds(1).map(_acid_result), _ACID_RESULTS)
    token: Odds[agony.Agony] = {
        "minor-acid": lambda: agony.minor_acid.odds(),
        "fire": lambda: agony.burning.odds(tokens),
        "poison": lambda: agony.poison.odds(int(strength), tokens),
        "bleeding": lambda: agony.bleeding.odds(int(strength), tokens),
    }[kind]()
    odds = token.map(_agony_result)
    return _listed(odds, ("removed", *_damages(odds), "token"))


def _agony_result(result: agony.Agony) -> str:
    if result.damage is not None:
        return f"damage {result.damage}"
    return "token" if result.future else "removed"


def _acid_result(result: agony.Acid) -> str:
    fate = _ACID_FATES[agony.acid_after(result.downgrades)]
    worst = result.future + result.clouds + result.armor + result.fires
    return ", ".join((*fate, *_ACID_EFFECTS[:worst]))


_ACID_FATES: dict[str, tuple[str, ...]] = {
    "removed": ("removed",), "downgraded": ("minor acid",), "stays": (),
}  # fmt: skip
_ACID_EFFECTS = ("token", "cloud", "armor", "fire")
_ACID_RESULTS = tuple(
    _acid_result(agony.Acid(downgrades, *(int(each < worst) for each in range(4))))
    for worst in range(5)
    for downgrades in (2, 1, 0)
)


def _open_ended(need: int) -> Answered:
    odds = reaches.odds(need)
    return Answered({"fail": odds.chance(False), "pass": odds.chance(True)}, {})


def _damages(odds: Odds[str]) -> list[str]:
    found = (name for name in odds if name.startswith("damage "))
    return sorted(found, key=lambda name: int(name.removeprefix("damage ")))


def _listed(odds: Odds[str], order: tuple[str, ...]) -> Answered:
    return Answered({name: odds[name] for name in order if name in odds}, {})


_ROLLS = tuple(str(Roll(sides, plus)) for sides in agony.STEPS for plus in range(-6, 7))
_TOKENS = (0, 60)

QUESTIONS = listed(
    OddsQuestion(
        "fire",
        "One shot, from the to-hit die to the damage result.",
        _fire,
        {
            "mods": Parameter("all modifiers to hit, added up, those of the range too", None, (-20, 20)),
            "shots": Parameter(
                "how many shots are fired; more than one also gives the chance that any hits", 1, (1, 60)
            ),
            "range": Parameter("changes AP and damage", "normal", words=("point-blank", "normal", "long")),
            "ap": Parameter("the weapon's armor penetration, as printed", None, (0, 30)),
            "armor": Parameter("the target's armor on the side that is hit", None, (0, 40)),
            "damage": Parameter("the weapon's damage roll", "d6-1", words=_ROLLS),
            "on_penetration": Parameter("the weapon's bonus if no armor die succeeds", 0, (0, 12)),
            "tokens": Parameter("+1-to-future-damage tokens on the target", 0, _TOKENS),
            "resist": Parameter("the target's resistance to this damage", 0, (0, 20)),
        },
        named.FIRE,
    ),
    FIRE_AT,
    OddsQuestion(
        "assault",
        "An assault: who gains the advantage, and by how many net successes.",
        _assault,
        {
            **each_side(
                dice=Parameter("assault dice", None, (0, 40)),
                need=Parameter("need to hit (7: no die hits)", None, (1, 7)),
                deflect=Parameter("deflection dice", 0, (0, 40)),
                deflect_need=Parameter("need to deflect (7: no die deflects)", 6, (1, 7)),
            ),
            "tie": Parameter("whose nation has the advantage if both are equal", "a", words=("a", "b")),
        },
        named.ASSAULT,
    ),
    OddsQuestion(
        "agony",
        "One token on a unit in one turn: what it does. Of acid, which effects come up at all.",
        _agony,
        {
            "kind": Parameter(
                "what the unit suffers from", words=("acid", "minor-acid", "fire", "poison", "bleeding")
            ),
            "strength": Parameter(
                "the die of poison and bleeding; no matter to the others",
                "6",
                words=tuple(map(str, agony.STEPS)),
            ),
            "tokens": Parameter("+1-to-future-damage tokens on the unit", 0, _TOKENS),
        },
    ),
    OddsQuestion(
        "open-ended",
        "An open-ended d6: whether it comes to the number needed.",
        _open_ended,
        {"need": Parameter("the number needed, with all modifiers", None, (1, 60))},
    ),
)
