"""The odds questions of the book: each answered by the kernels that play."""

from __future__ import annotations

from fractions import Fraction

from warbook.books.family import asked
from warbook.books.family.tests import leadership
from warbook.books.necromunda import oddsnames
from warbook.books.necromunda.aim import Aim, hit_score, shot, to_hit, volley
from warbook.books.necromunda.combat_dice import Fighting, clash, duel
from warbook.books.necromunda.injury import Body, Hit, injured, save_score, wound_score
from warbook.books.necromunda.turn import escape
from warbook.core.oddsbook import Answered, OddsQuestion, Parameter, each_side, flag, listed, spread, tested

_SHOT = {
    **asked.SHOT,
    "save": asked.save("the target's armour save"),
    "damage": asked.damage(12, "D3", "D6", "2D6"),
}


def _shot(**given: int | str) -> Answered:
    aim, hit, body = _attack(**given)
    odds = shot.odds(aim, hit, body).map(lambda result: asked.fate(result.came, result.body))
    hits = to_hit.odds(aim).chance(lambda roll: roll.hits == 1)
    return Answered(spread(odds, asked.FATES), {"hit": hits})


def _volley(**given: int | str) -> Answered:
    shots = int(given.pop("shots"))
    aim, hit, body = _attack(**given)
    odds = volley.odds(shots, aim, hit, body).map(lambda after: asked.state(after, int(given["w"])))
    return Answered(spread(odds, asked.STATES), {})


def _attack(**given: int | str) -> tuple[Aim, Hit, Body]:
    need = hit_score(int(given["bs"]), int(given["mods"]))
    hit = Hit(
        wound=wound_score(int(given["s"]), int(given["t"])),
        save=_save(given["save"], int(given["save_mod"])),
        damage=given["damage"],  # type: ignore[arg-type]
    )
    return Aim(need), hit, Body(wounds=int(given["w"]))


def _fight(**given: int | str) -> Answered:
    number = {name: int(value) for name, value in given.items() if name not in ("a_save", "b_save", "higher")}
    # nec.combat.mod-obstacle: it hinders only who charges this turn.
    charge = number["charging"] * (1 - number["obstacle"])
    a = Fighting(
        number["a_ws"],
        number["a_a"],
        number["a_i"],
        charge - number["a_encumbered"] + (given["higher"] == "a"),
    )
    b = Fighting(
        number["b_ws"], number["b_a"], number["b_i"], -number["b_encumbered"] + (given["higher"] == "b")
    )
    margins = clash.odds(a, b)
    order = sorted({0, *margins})
    a_hit = _blow(number["a_s"], number["b_t"], given["b_save"])
    b_hit = _blow(number["b_s"], number["a_t"], given["a_save"])
    rounds = duel.odds(a, b, (a_hit,), (b_hit,), Body(), Body())
    also: dict[str, Fraction] = {}
    for side, body in (("a", lambda r: r.a), ("b", lambda r: r.b)):
        # nec.combat.down-is-out: one against one, who goes down is out of action.
        after = rounds.map(body)
        also[f"{side}-out"] = after.chance(lambda b: b.state != "up")
        also[f"{side}-down"] = Fraction(0)
        also[f"{side}-flesh"] = after.chance(lambda b: b.state == "up" and b.flesh > 0)
    return Answered({asked.margin_words(each): margins.chance(each) for each in order}, also)


def _blow(strength: int, toughness: int, save: int | str) -> Hit:
    """nec.M7b: a knife's save modifier varies with its user's Strength."""
    return Hit(wound_score(strength, toughness), _save(save, -max(0, strength - 3)))


def _leadership(ld: int) -> Answered:
    return tested(leadership.odds("nec.leadership.test-roll", int(ld)))


def _recover_pinning(i: int) -> Answered:
    return tested(escape.odds(int(i)))


def _injury() -> Answered:
    odds = injured.odds(6, False, Body(wounds=0)).map(lambda body: asked.fate("wounded", body))
    return Answered(spread(odds, ("flesh-wound", "down", "out")), {})


def _save(save: int | str, save_mod: int) -> int:
    return save_score(0 if save == "none" else int(save), save_mod)


_FIGHT = {
    **asked.duel_parameters("attack dice", "armour save"),
    "charging": flag("a charged this turn"),
    "higher": Parameter("who stands higher up", "none", words=("none", "a", "b")),
    **each_side(encumbered=flag("carrying a heavy weapon")),
    "obstacle": flag("a charged across an obstacle"),
}

QUESTIONS = listed(
    OddsQuestion("shot", "One shot, from the roll to hit to the injury.", _shot, _SHOT, oddsnames.SHOT),
    OddsQuestion(
        "volley",
        "Several shots at one body: what is left of it.",
        _volley,
        {"shots": Parameter("how many shots are fired", None, (0, 60)), **_SHOT},
        oddsnames.SHOT,
    ),
    OddsQuestion(
        "fight",
        "One round of hand-to-hand combat, one against one; a may have charged.",
        _fight,
        _FIGHT,
        oddsnames.FIGHT,
    ),
    OddsQuestion(
        "leadership",
        "A test on 2D6: Ld or less passes.",
        _leadership,
        asked.LEADERSHIP,
        oddsnames.LEADERSHIP,
    ),
    OddsQuestion("injury", "The injury chart.", _injury),
    OddsQuestion(
        "recover-pinning",
        "Escaping from pinning with a friend near: Initiative or less on a D6.",
        _recover_pinning,
        {"i": asked.skill("the fighter's Initiative")},
        oddsnames.PINNED,
    ),
)
