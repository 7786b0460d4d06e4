"""The odds questions of the book: each answered by the kernels that play."""

from __future__ import annotations

from fractions import Fraction

from warbook.books.family.tests import leadership
from warbook.books.necromunda.aim import Aim, hit_score, shot, to_hit, volley
from warbook.books.necromunda.combat_dice import Fighting, clash, duel
from warbook.books.necromunda.injury import Body, Hit, injured, save_score, wound_score
from warbook.books.necromunda.turn import escape
from warbook.core.book import Answered, OddsQuestion
from warbook.core.chance import Odds

_SHOT: dict[str, int | str | None] = {
    "bs": None, "mods": 0, "s": None, "t": None, "w": 1, "save": "none", "save_mod": 0, "damage": 1,
}  # fmt: skip
_SHOT_RANGES = {
    "bs": (0, 10), "mods": (-20, 20), "s": (1, 10), "t": (1, 10), "w": (1, 10), "save": (2, 6),
    "save_mod": (-10, 10), "damage": (1, 12),
}  # fmt: skip
_SHOT_MEANINGS = {
    "bs": "the shooter's Ballistic Skill",
    "mods": "all modifiers to hit, added up",
    "s": "the weapon's Strength",
    "t": "the target's Toughness",
    "w": "the target's Wounds",
    "save": "the target's armour save (4 for 4+)",
    "save_mod": "the weapon's save modifier (-1 makes a save harder)",
    "damage": "wounds lost to each wounding hit",
}


def _shot(**given: int | str) -> Answered:
    aim, hit, body = _attack(**given)
    odds = shot.odds(aim, hit, body).map(lambda result: _fate(result.came, result.body))
    names = ("miss", "no-wound", "saved", "wounded", "flesh-wound", "down", "out")
    hits = to_hit.odds(aim).chance(lambda roll: roll.hits == 1)
    return Answered(_spread(odds, names), {"hit": hits})


def _volley(**given: int | str) -> Answered:
    shots = int(given.pop("shots"))
    aim, hit, body = _attack(**given)
    odds = volley.odds(shots, aim, hit, body).map(lambda after: _state(after, int(given["w"])))
    return Answered(_spread(odds, ("unhurt", "wounded", "flesh-wound", "down", "out")), {})


def _attack(**given: int | str) -> tuple[Aim, Hit, Body]:
    need = hit_score(int(given["bs"]), int(given["mods"]))
    hit = Hit(
        wound=wound_score(int(given["s"]), int(given["t"])),
        save=_save(given["save"], int(given["save_mod"])),
        damage=given["damage"],  # type: ignore[arg-type]
    )
    return Aim(need), hit, Body(wounds=int(given["w"]))


def _fate(came: str, body: Body) -> str:
    if came != "wounded":
        return came
    if body.state != "up":
        return body.state
    return "flesh-wound" if body.flesh else "wounded"


def _state(body: Body, wounds: int) -> str:
    if body.state != "up":
        return body.state
    if body.flesh:
        return "flesh-wound"
    return "wounded" if body.wounds < wounds else "unhurt"


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
    return Answered({_margin(each): margins.chance(each) for each in order}, also)


def _margin(hits: int) -> str:
    return "standoff" if not hits else f"a+{hits}" if hits > 0 else f"b+{-hits}"


def _blow(strength: int, toughness: int, save: int | str) -> Hit:
    """nec.M7b: a knife's save modifier varies with its user's Strength."""
    return Hit(wound_score(strength, toughness), _save(save, -max(0, strength - 3)))


def _leadership(ld: int) -> Answered:
    return _test(leadership.odds("nec.leadership.test-roll", int(ld)))


def _recover_pinning(i: int) -> Answered:
    return _test(escape.odds(int(i)))


def _injury() -> Answered:
    odds = injured.odds(6, False, Body(wounds=0)).map(lambda body: _fate("wounded", body))
    return Answered(_spread(odds, ("flesh-wound", "down", "out")), {})


def _test(odds: Odds[bool]) -> Answered:
    return Answered({"pass": odds.chance(True), "fail": odds.chance(False)}, {})


def _spread(odds: Odds[str], names: tuple[str, ...]) -> dict[str, Fraction]:
    return {name: odds.chance(name) for name in names}


def _save(save: int | str, save_mod: int) -> int:
    return save_score(0 if save == "none" else int(save), save_mod)


_FIGHT: dict[str, int | str | None] = {
    "a_ws": None, "a_a": None, "a_s": None, "a_i": None, "b_ws": None, "b_a": None, "b_s": None, "b_i": None,
    "a_t": 3, "b_t": 3, "a_save": "none", "b_save": "none", "charging": 0, "higher": "none",
    "a_encumbered": 0, "b_encumbered": 0, "obstacle": 0,
}  # fmt: skip
_FIGHT_RANGES = {
    **{f"{side}_{name}": bounds for side in "ab" for name, bounds in
       {"ws": (0, 10), "a": (1, 10), "s": (1, 10), "i": (0, 10), "t": (1, 10), "save": (2, 6),
        "encumbered": (0, 1)}.items()},
    "charging": (0, 1), "obstacle": (0, 1),
}  # fmt: skip
_FIGHT_MEANINGS = {
    **{f"{side}_{name}": f"{side}'s {words}" for side in "ab" for name, words in
       {"ws": "Weapon Skill", "a": "attack dice", "s": "Strength", "i": "Initiative", "t": "Toughness",
        "save": "armour save (4 for 4+)", "encumbered": "carrying a heavy weapon: 1 for yes"}.items()},
    "charging": "a charged this turn: 1 for yes",
    "higher": "who stands higher up",
    "obstacle": "a charged across an obstacle: 1 for yes",
}  # fmt: skip

QUESTIONS = {
    question.id: question
    for question in (
        OddsQuestion(
            "shot",
            "One shot, from the roll to hit to the injury.",
            _SHOT,
            _shot,
            {"save": ("none",), "damage": ("D3", "D6", "2D6")},
            _SHOT_RANGES,
            _SHOT_MEANINGS,
        ),
        OddsQuestion(
            "volley",
            "Several shots at one body: what is left of it.",
            {"shots": None, **_SHOT},
            _volley,
            {"save": ("none",), "damage": ("D3", "D6", "2D6")},
            {"shots": (0, 60), **_SHOT_RANGES},
            {"shots": "how many shots are fired", **_SHOT_MEANINGS},
        ),
        OddsQuestion(
            "fight",
            "One round of hand-to-hand combat, one against one; a may have charged.",
            _FIGHT,
            _fight,
            {"a_save": ("none",), "b_save": ("none",), "higher": ("none", "a", "b")},
            _FIGHT_RANGES,
            _FIGHT_MEANINGS,
        ),
        OddsQuestion(
            "leadership",
            "A test on 2D6: Ld or less passes.",
            {"ld": None},
            _leadership,
            {},
            {"ld": (0, 20)},
            {"ld": "the Leadership tested"},
        ),
        OddsQuestion("injury", "The injury chart.", {}, _injury),
        OddsQuestion(
            "recover-pinning",
            "Escaping from pinning with a friend near: Initiative or less on a D6.",
            {"i": None},
            _recover_pinning,
            {},
            {"i": (0, 10)},
            {"i": "the fighter's Initiative"},
        ),
    )
}
