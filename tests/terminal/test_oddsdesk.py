"""Exact odds on the command line, against every throw of the dice counted out here."""

import json
from fractions import Fraction
from itertools import product

import pytest

from tests.terminal.commands import command
from warbook import load_book
from warbook.core.book import UnknownName
from warbook.desk.asking import question_named, read_parameters

FACES = range(1, 7)
FATES = ("miss", "no-wound", "saved", "wounded", "flesh-wound", "down", "out")


def asked(question: str, *given: str) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    done = command("odds", "necromunda", question, *given, "--json", "--fractions")
    assert done.code == 0, done.errors
    data = json.loads(done.page)
    assert (data["book"], data["question"], data["exact"]) == ("necromunda", question, True)
    return tuple(
        {name: Fraction(chance) for name, chance in data[part].items()} for part in ("outcomes", "also")
    )  # type: ignore[return-value]


# ---------------------------------------------------------------- counted by hand


def hit_chance(bs: int, mods: int) -> Fraction:
    need = 7 - bs - mods
    hits = 0
    for first, second in product(FACES, FACES):
        if first == 1:
            continue
        if need <= 6:
            hits += first >= need
        elif need <= 9:
            hits += first == 6 and second >= need - 3
    return Fraction(hits, 36)


def wound_need(s: int, t: int) -> int:
    chart = {1: 5, 0: 4, -1: 3}
    gap = t - s
    return 7 if gap >= 4 else 6 if gap >= 2 else chart.get(gap, 2)


def injuries(count: int) -> dict[str, Fraction]:
    """What so many injury rolls leave: flesh wounds add up, one 6 is out, any 2 to 5 is down."""
    found: dict[str, Fraction] = {}
    for rolls in product(FACES, repeat=count):
        fate = "out" if 6 in rolls else "down" if any(2 <= roll <= 5 for roll in rolls) else "flesh-wound"
        found[fate] = found.get(fate, Fraction(0)) + Fraction(1, 6**count)
    return found


def one_shot(
    bs: int, mods: int, s: int, t: int, w: int, save: int, save_mod: int, damage: int
) -> dict[str, Fraction]:
    hit = hit_chance(bs, mods)
    wound = Fraction(sum(roll >= wound_need(s, t) for roll in FACES), 6)
    need = max(2, save - save_mod) if save else 7
    saved = Fraction(sum(roll >= need for roll in FACES), 6)
    found = dict.fromkeys(FATES, Fraction(0))
    found["miss"] = 1 - hit
    found["no-wound"] = hit * (1 - wound)
    found["saved"] = hit * wound * saved
    through = hit * wound * (1 - saved)
    if damage < w:
        found["wounded"] = through
    else:
        for fate, chance in injuries(damage - w + 1).items():
            found[fate] += through * chance
    return found


@pytest.mark.parametrize(
    ("bs", "mods", "s", "t", "w", "save", "save_mod", "damage"),
    [
        (3, -1, 3, 3, 1, 6, 0, 1),
        (3, 0, 3, 3, 1, 0, 0, 1),
        (2, -2, 4, 3, 1, 0, 0, 1),  # needs 7
        (2, -3, 4, 3, 2, 5, -1, 1),  # needs 8
        (1, -3, 3, 3, 1, 0, 0, 1),  # needs 9
        (1, -4, 3, 3, 1, 0, 0, 1),  # needs 10: never
        (9, 4, 10, 1, 1, 4, -2, 1),  # a 1 always misses
        (4, 1, 3, 7, 1, 0, 0, 1),  # cannot be wounded
        (4, 1, 3, 6, 1, 3, 2, 1),
        (3, 0, 5, 4, 2, 4, -1, 2),
        (3, 0, 8, 4, 1, 6, -1, 3),  # three injury rolls, no save left
        (3, 0, 8, 4, 3, 2, 0, 2),
    ],
)
def test_a_shot(bs: int, mods: int, s: int, t: int, w: int, save: int, save_mod: int, damage: int) -> None:
    armour = f"save={save}" if save else "save=none"
    outcomes, also = asked(
        "shot",
        f"bs={bs}",
        f"mods={mods}",
        f"s={s}",
        f"t={t}",
        f"w={w}",
        armour,
        f"save_mod={save_mod}",
        f"damage={damage}",
    )
    assert outcomes == one_shot(bs, mods, s, t, w, save, save_mod, damage)
    assert also == {"hit": hit_chance(bs, mods)}
    assert tuple(outcomes) == FATES


def test_damage_by_dice() -> None:
    outcomes, _ = asked("shot", "bs=3", "s=8", "t=3", "w=2", "damage=D3")
    parts = [one_shot(3, 0, 8, 3, 2, 0, 0, damage) for damage in (1, 2, 3)]
    assert outcomes == {fate: sum(part[fate] for part in parts) / 3 for fate in FATES}


@pytest.mark.parametrize(("shots", "w"), [(0, 1), (1, 1), (2, 1), (3, 1), (3, 2)])
def test_a_volley(shots: int, w: int) -> None:
    """Every pattern of hits, wounds, saves and injuries of 4+ to hit, 4+ to wound, 5+ to save."""
    states: dict[tuple[int, int, str], Fraction] = {(w, 0, "up"): Fraction(1)}
    fates = {"nothing": 1 - Fraction(1, 2) * Fraction(1, 2) * Fraction(2, 3), "wound": Fraction(1, 6)}
    assert sum(fates.values()) == 1
    for _ in range(shots):
        after: dict[tuple[int, int, str], Fraction] = {}
        for (wounds, flesh, state), chance in states.items():
            results = {(wounds, flesh, state): fates["nothing"]}
            if state == "out":
                results = {(wounds, flesh, state): Fraction(1)}
            elif wounds > 1:
                results[(wounds - 1, flesh, state)] = fates["wound"]
            else:
                for roll in FACES:
                    then = (0, flesh + 1, state) if roll == 1 else (0, flesh, "out" if roll == 6 else "down")
                    results[then] = results.get(then, Fraction(0)) + fates["wound"] / 6
            for result, share in results.items():
                after[result] = after.get(result, Fraction(0)) + chance * share
        states = after
    due = dict.fromkeys(("unhurt", "wounded", "flesh-wound", "down", "out"), Fraction(0))
    for (wounds, flesh, state), chance in states.items():
        name = state if state != "up" else "flesh-wound" if flesh else "wounded" if wounds < w else "unhurt"
        due[name] += chance
    outcomes, also = asked("volley", f"shots={shots}", "bs=3", "s=3", "t=3", f"w={w}", "save=5")
    assert outcomes == due
    assert also == {}


def margin_of(
    a: tuple[int, ...], b: tuple[int, ...], ws: tuple[int, int], i: tuple[int, int], plus: tuple[int, int]
) -> int:
    """Hits for a when positive, for b when negative."""
    scores = [
        max(mine) + max(0, mine.count(6) - 1) + theirs.count(1) + skill + more
        for mine, theirs, skill, more in ((a, b, ws[0], plus[0]), (b, a, ws[1], plus[1]))
    ]
    if scores[0] != scores[1]:
        return scores[0] - scores[1]
    return (i[0] > i[1]) - (i[0] < i[1])


def after_hits(hits: int, wound: int, save: int) -> dict[str, Fraction]:
    """One against one: up, flesh (still up), or out, for down in combat is out."""
    states = {"up": Fraction(1), "flesh": Fraction(0), "out": Fraction(0)}
    through = Fraction(max(0, 7 - wound), 6) * (1 - Fraction(max(0, 7 - save), 6))
    for _ in range(hits):
        up, flesh = states["up"], states["flesh"]
        states = {
            "up": up * (1 - through),
            "flesh": flesh * (1 - through) + (up + flesh) * through / 6,
            "out": states["out"] + (up + flesh) * through * Fraction(5, 6),
        }
    return states


@pytest.mark.parametrize(
    ("dice", "ws", "i", "extra", "plus"),
    [
        ((1, 1), (3, 3), (3, 3), (), (0, 0)),
        ((2, 1), (4, 3), (4, 3), ("charging=1",), (1, 0)),
        ((3, 2), (3, 3), (3, 4), ("charging=1", "obstacle=1"), (0, 0)),
        ((2, 2), (3, 5), (3, 3), ("higher=a", "b_encumbered=1"), (1, -1)),
        ((1, 3), (3, 3), (2, 3), ("higher=b", "a_encumbered=1", "charging=1"), (0, 1)),
        ((1, 1), (3, 3), (3, 3), ("obstacle=1",), (0, 0)),  # it hinders only who charges
    ],
)
def test_a_fight(
    dice: tuple[int, int],
    ws: tuple[int, int],
    i: tuple[int, int],
    extra: tuple[str, ...],
    plus: tuple[int, int],
) -> None:
    margins: dict[int, Fraction] = {0: Fraction(0)}
    for a in product(FACES, repeat=dice[0]):
        for b in product(FACES, repeat=dice[1]):
            margin = margin_of(a, b, ws, i, plus)
            margins[margin] = margins.get(margin, Fraction(0)) + Fraction(1, 6 ** sum(dice))
    outcomes, also = asked(
        "fight",
        f"a_ws={ws[0]}", f"a_a={dice[0]}", "a_s=4", f"a_i={i[0]}", f"b_ws={ws[1]}", f"b_a={dice[1]}", "b_s=3",
        f"b_i={i[1]}", "a_t=4", "b_t=3", "a_save=5", "b_save=5", *extra,
    )  # fmt: skip
    assert outcomes == {
        "standoff" if not margin else f"a+{margin}" if margin > 0 else f"b+{-margin}": chance
        for margin, chance in margins.items()
    }
    due = dict.fromkeys(("a-out", "a-down", "a-flesh", "b-out", "b-down", "b-flesh"), Fraction(0))
    for margin, chance in margins.items():
        loser = "b" if margin > 0 else "a"
        # a strikes with Strength 4: 3+ to wound and one off the save of 5+; b needs 5+ and saves as they are
        after = after_hits(abs(margin), 3, 6) if loser == "b" else after_hits(abs(margin), 5, 5)
        due[f"{loser}-out"] += chance * after["out"]
        due[f"{loser}-flesh"] += chance * after["flesh"]
    assert also == due


@pytest.mark.parametrize("ld", range(1, 14))
def test_leadership(ld: int) -> None:
    passes = Fraction(sum(sum(throw) <= ld for throw in product(FACES, FACES)), 36)
    assert asked("leadership", f"ld={ld}") == ({"pass": passes, "fail": 1 - passes}, {})


def test_injury_and_pinning() -> None:
    assert asked("injury")[0] == {
        "flesh-wound": Fraction(1, 6),
        "down": Fraction(2, 3),
        "out": Fraction(1, 6),
    }
    assert asked("recover-pinning", "i=3")[0] == {"pass": Fraction(1, 2), "fail": Fraction(1, 2)}
    assert asked("recover-pinning", "i=7")[0] == {"pass": Fraction(1), "fail": Fraction(0)}


# ---------------------------------------------------------------- the desk


def test_numbers_by_default_and_bars_for_people() -> None:
    data = json.loads(command("odds", "necromunda", "leadership", "ld=7", "--json").page)
    assert data["outcomes"]["pass"] == pytest.approx(21 / 36)
    page = command("odds", "necromunda", "leadership", "ld=7").page
    assert "58.3%" in page and "7/12" in page and "█" in page


def test_every_question_is_listed_with_its_parameters_and_their_meanings() -> None:
    page = command("odds", "necromunda").page
    for question in load_book("necromunda").questions.values():
        assert question.id in page
        for name, parameter in question.parameters.items():
            assert name in page
            assert parameter.means.split()[0] in page


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["bs=3", "s=3"], ["still needs t", "mods=0"]),
        (["bs=3", "s=3", "t=3", "luck=7"], ["no parameter 'luck'", "save=none"]),
        (["bs=11", "s=3", "t=3"], ["bs cannot be '11'", "0 to 10"]),
        (["bs=x", "s=3", "t=3"], ["bs cannot be 'x'"]),
        (["bs=²", "s=3", "t=3"], ["bs cannot be"]),
        (["bs=3", "bs=4", "s=3", "t=3"], ["given twice"]),
        (["bs", "3"], ["write name=value"]),
        (["bs=3", "s=3", "t=3", "save=7"], ["save cannot be '7'", "none"]),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_can(given: list[str], words: list[str]) -> None:
    done = command("odds", "necromunda", "shot", *given)
    assert done.code == 2
    assert all(word in done.errors for word in (*words, "it takes: bs (0 to 10)"))


def test_unknown_questions_are_refused() -> None:
    done = command("odds", "necromunda", "weather")
    assert done.code == 2
    assert "its questions are: shot, volley, fight" in done.errors
    with pytest.raises(UnknownName):
        question_named(load_book("necromunda"), "")


def test_words_may_be_written_in_any_case() -> None:
    question = question_named(load_book("necromunda"), "shot")
    assert read_parameters(question, ["bs=3", "s=3", "t=3", "damage=d6", "save=NONE"])["damage"] == "D6"


def test_many_choices_are_shown_in_short_and_the_nearest_named() -> None:
    page = command("odds", "steampunk").page
    assert "damage=d6-1 (d4-6, d4-5 ... d12+6)" in page
    assert max(map(len, page.splitlines())) <= 100
    done = command("odds", "steampunk", "fire", "mods=0", "ap=2", "armor=3", "damage=d6-7")
    assert done.code == 2
    assert "damage cannot be 'd6-7', it is d6-" in done.errors and "another of" in done.errors


def test_expected_values_are_numbers_not_chances() -> None:
    given = ("assault", "a_dice=4", "a_need=5", "b_dice=3", "b_need=5")
    page = command("odds", "steampunk", *given).page
    assert "On average: a-net 1.33, b-net 1.00." in page
    data = json.loads(command("odds", "steampunk", *given, "--json", "--fractions").page)
    assert data["also"] == {"a-net": "4/3", "b-net": "1"}


# ---------------------------------------------------------------- several set-ups


def varied(*given: str) -> list[dict[str, object]]:
    done = command("odds", "necromunda", *given, "--json", "--fractions")
    assert done.code == 0, done.errors
    return json.loads(done.page)  # type: ignore[no-any-return]


def test_every_value_of_a_parameter_is_what_it_is_by_itself() -> None:
    found = varied("shot", "bs=4", "s=4", "--vary", "t=2..5,8")
    assert [each["varied"] for each in found] == [{"t": t} for t in "23458"]
    for each, t in zip(found, "23458", strict=True):
        outcomes, also = asked("shot", "bs=4", "s=4", f"t={t}")
        assert each["outcomes"] == {name: str(chance) for name, chance in outcomes.items()}
        assert each["also"] == {name: str(chance) for name, chance in also.items()}


def test_a_varied_value_stands_in_place_of_a_given_one() -> None:
    shot = ("shot", "bs=4", "s=4")
    assert varied(*shot, "t=9", "--vary", "t=3") == varied(*shot, "--vary", "t=3")


def test_two_parameters_make_a_grid_of_one_outcome() -> None:
    grid = ("--vary", "bs=3,4", "--vary", "t=2..4", "--of", "out")
    done = command("odds", "necromunda", "shot", "s=4", *grid, "--plain")
    assert done.code == 0

    def chance(bs: str, t: str) -> str:
        return f"{float(asked('shot', f'bs={bs}', 's=4', f't={t}')[0]['out']) * 100:.1f}%"

    for bs in "34":
        assert f"bs={bs}: {', '.join(f't={t} {chance(bs, t)}' for t in '234')}" in done.page


def test_a_grid_shows_the_last_outcome_unless_told_otherwise() -> None:
    given = ("odds", "necromunda", "shot", "s=4", "--vary", "bs=3,4", "--vary", "t=3")
    assert command(*given, "--plain").page == command(*given, "--of", "out", "--plain").page


def test_a_wide_table_goes_on_below() -> None:
    done = command("odds", "necromunda", "shot", "bs=3", "t=3", "--vary", "s=1..10", "--vary", "mods=-6..6")
    assert done.code == 0
    lines = [line for line in done.page.splitlines() if line.strip()]
    assert max(map(len, lines)) <= 110 and sum(line.strip().startswith("s=1 ") for line in lines) == 2


def test_two_set_ups_side_by_side_with_the_difference() -> None:
    first, second = (asked("shot", "bs=3", "s=3", "t=3", f"save={save}")[0] for save in ("none", "4"))
    done = command("odds", "necromunda", "shot", "bs=3", "s=3", "t=3", "--against", "save=4", "--plain")
    assert done.code == 0
    for name in FATES:
        one, two = first[name], second[name]
        change = "same" if one == two else f"{float(two - one) * 100:+.1f}"
        line = next(line for line in done.page.splitlines() if line.startswith(f"{name}: "))
        assert line.endswith(f", with save=4 {float(two) * 100:.1f}%, {change}")
    both = varied("shot", "bs=3", "s=3", "t=3", "--against", "save=4")
    assert both[1]["outcomes"] == {name: str(chance) for name, chance in second.items()}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--vary", "t"], "write it as name=values"),
        (["--vary", "x=1..3"], "has no parameter 'x'"),
        (["--vary", "t=6..2"], "'6..2' is no range"),
        (["--vary", "t=a..b"], "'a..b' is no range"),
        (["--vary", "t=1..99"], "t cannot be"),
        (["--vary", "t=99999..99999"], "t cannot be '99999'"),
        (["--vary", "t=100000..100000"], "is no range"),
        (["--vary", "t=0..99999"], "at most 400 set-ups"),
        (["--vary", "t=1..3", "--vary", "t=4"], "names 't' twice"),
        (["--vary", "t=1..3", "--vary", "s=4", "--vary", "bs=2"], "at most two"),
        (["--vary", "t=1..3", "--of", "victory"], "has no outcome 'victory'"),
        (["--of", "out"], "it goes with --vary"),
        (["--against", "x="], "has no parameter 'x'"),
        (["--vary", "t=1..3", "--against", "s=4"], "do not go together"),
        (["--against", "strength=4"], "has no parameter 'strength'"),
    ],
)
def test_what_cannot_be_varied_is_refused(given: list[str], words: str) -> None:
    done = command("odds", "necromunda", "shot", "bs=3", "s=3", "t=3", *given)
    assert done.code == 2 and words in " ".join(done.errors.split()) and not done.page.strip().startswith("{")
