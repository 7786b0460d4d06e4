"""The odds shown before an attack are those of the attack; and the odds questions of the book."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.long import examples
from tests.kit.position import translate
from tests.kit.script import Script, a
from warbook.books.family.injuries import after_words
from warbook.books.necromunda.harm import body_of
from warbook.books.necromunda.oddsbook import QUESTIONS
from warbook.core.dice import Dice, Seeded

SAMPLES = examples(1500, 4000)


class Every(Dice):
    """Falls every way it can, one after another; `weight` is the chance of the way just taken."""

    def __init__(self):
        self.path = []
        self.begin()

    def begin(self):
        self.at, self.weight = 0, Fraction(1)

    def throw(self, sides, count, rule, need, most):
        faces = []
        for _ in range(count):
            if self.at == len(self.path):
                self.path.append([1, sides])
            faces.append(self.path[self.at][0])
            self.at += 1
            self.weight /= sides
        return tuple(faces)

    def move_on(self):
        while self.path and self.path[-1][0] == self.path[-1][1]:
            self.path.pop()
        if self.path:
            self.path[-1][0] += 1
        self.begin()
        return bool(self.path)


class Answers(Script):
    """Gives these answers, and then always the first option."""

    def __init__(self, game, answers=()):
        super().__init__(translate)
        self.game = game
        self.load(answers)

    def answer(self, side, question, view):
        return super().answer(side, question, view) if self.answers else question.options[0].id


def play(game, dice, answers=()):
    """The next step of the game played with these dice; nothing is changed in the original."""
    twin = game.game.fork(dice)
    both = Answers(twin, answers)
    twin.players = {"a": both, "b": both}
    twin.step()
    return twin


def shot_fate(game, twin):
    """How the shot at x came out, in the preview's words."""
    before, after = body_of(game["x"]), body_of(twin.battle.fighter("x"))
    if after != before:
        return after_words(before, after)
    words = {getattr(event, "words", "") for event in twin.events}
    if "It misses." in words:
        return "miss"
    return "saved" if "x's armour saves him." in words else "no wound"


def fight_fate(before, twin):
    """Who came out of the round how, in the preview's words."""
    fates = {who: after_words(before[who], body_of(twin.battle.fighter(who))) for who in "Ax"}
    hurt = next((f"{who} {fate}" for who, fate in fates.items() if fate != "unhurt"), "nobody is hurt")
    return hurt.replace("out of action", "out")


SHOTS = {
    "an ordinary shot": ("ganger A (10,10) autogun     ganger x (20,10) armour=mesh", ()),
    "a long shot at cover": (
        "ganger A (10,10) BS=2 lasgun     ganger x (31,10)     area (29,8) (33,12) shelter=0.6",
        (),
    ),
    "a red dot": ("ganger A (10,10) autogun gear=red_dot_sight     ganger x (31,10)", ()),
    "many wounds": ("ganger A (10,10) meltagun     ganger x (15,10) W=5", ()),
    "shells that roll again": ("ganger A (10,10) shotgun_hotshot     ganger x (20,10) gear=bio_booster", ()),
    "a needle": ("ganger A (10,10) needle_pistol     ganger x (20,10) armour=carapace", ()),
    "one flesh wound from out": ("ganger A (10,10) boltgun     ganger x (20,10) flesh=2 wounds=0", ()),
    "a single shot of a heavy stubber": ("heavy A (10,10) heavy_stubber     ganger x (20,10)", (a("0"),)),
}


@pytest.mark.parametrize("name", SHOTS)
def test_a_shots_preview_is_exactly_what_all_dice_give(name):
    text, answers = SHOTS[name]
    game = table(text, phase="shoot", premeasure=True, ammo_rolls=False)
    option = game.option("x", a("A")) if not answers else game.option("0", a("A"), a("x"))
    preview = option.preview()
    counted = Counter()
    dice = Every()
    while True:
        twin = play(game, dice, (a("A"), a("x"), *answers))
        counted[shot_fate(game, twin)] += dice.weight
        if not dice.move_on():
            break
    assert sum(counted.values()) == 1
    assert dict(preview.outcomes) == dict(counted)
    fallen = counted["down"] + counted["out of action"]
    assert preview.headline == f"{float(fallen):.0%} down or out"


def near(expected, counted, samples):
    """Whether counts are within 4.5 standard deviations of what they should be (the seeds never change)."""
    for name in expected.keys() | counted.keys():
        chance = float(expected.get(name, 0))
        wide = 4.5 * (chance * (1 - chance) / samples) ** 0.5
        assert abs(counted[name] / samples - chance) <= wide + 1e-9, (name, chance, counted[name] / samples)


def merged(outcomes):
    """Outcomes by what they leave of the body: whether it was missed or saved cannot be seen on it."""
    found = Counter()
    for name, chance in outcomes:
        found["unhurt" if name in ("miss", "no wound", "saved", "unhurt") else name] += chance
    return found


BURSTS = {
    "sustained fire": ("heavy A (10,10) heavy_stubber     ganger x (20,10) armour=flak", (a("2"),), SAMPLES),
    "sustained fire with damage": (
        "heavy A (10,10) heavy_bolter     ganger x (20,10) W=3",
        (a("1"),),
        SAMPLES,
    ),
    "a frag missile": ("heavy A (10,10) missile_launcher_frag     ganger x (20,10)", (), SAMPLES),
    "a grenade near the thrower": ("ganger A (10,10) frag_grenades     ganger x (13,10)", (), SAMPLES),
    "a grenade out of range": ("ganger A (10,10) frag_grenades     ganger x (20,10)", (), SAMPLES),
    "a krak grenade beside a wall": (
        "ganger A (10,10) krak_grenades     ganger x (16,10)     wall (16.8,9) (16.8,11) h=3",
        (),
        SAMPLES,
    ),
    "a flame that covers him in part": ("ganger A (10,10) flamer     ganger x (12,10)", (), 2000),
    "a flame that does not reach": ("ganger A (10,10) flamer     ganger x (19.6,10)", (), 200),
}


@pytest.mark.parametrize("name", BURSTS)
def test_previews_of_special_weapons_agree_with_play(name):
    text, answers, samples = BURSTS[name]
    game = table(text, phase="shoot", premeasure=True, ammo_rolls=False)
    if answers:
        preview = game.option(answers[0].answer, a("A"), a("x")).preview()
    else:
        preview = game.option("x", a("A")).preview()
    assert sum(chance for _, chance in preview.outcomes) == 1
    before = body_of(game["x"])
    dice, counted = Seeded(name), Counter()
    for _ in range(samples):
        twin = play(game, dice, (a("A"), a("x"), *answers))
        counted[after_words(before, body_of(twin.battle.fighter("x")))] += 1
    near(merged(preview.outcomes), counted, samples)


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize(
    ("weapon", "state", "word"), [("choke_grenades", "pinned", "pinned"), ("web_pistol", "webbed", "webbed")]
)
def test_previews_of_weapons_that_do_not_wound(weapon, state, word):
    text = f"ganger A (10,10) {weapon}     ganger x (14,10) gear=respirator"
    game = table(text, phase="shoot", premeasure=True, ammo_rolls=False)
    preview = game.option("x", a("A")).preview()
    chances = dict(preview.outcomes)
    assert sum(chances.values()) == 1
    assert f"{float(chances[word]):.0%}" in preview.headline
    dice = Seeded(weapon)
    caught = sum(
        getattr(play(game, dice, (a("A"), a("x"))).battle.fighter("x"), state) for _ in range(SAMPLES)
    )
    near({word: chances[word]}, Counter({word: caught}), SAMPLES)


@pytest.mark.rule("nec.M17")
def test_smoke_has_no_odds_but_a_score():
    game = table("ganger A (10,10) smoke_bombs     ganger x (14,10)", phase="shoot", premeasure=True)
    preview = game.option("x", a("A")).preview()
    assert (preview.outcomes, preview.need, preview.headline) == ((), "4+", "smoke")


FIGHTS = {
    "knives": "ganger A (10,10)     ganger x (14,10)",
    "two weapons and armour": "ganger A (10,10) laspistol club     ganger x (14,10) armour=mesh WS=4",
    "over a barricade": "ganger A (10,10)     ganger x (14,10) W=2     wall (13.5,8) (13.5,12) h=0.8",
    "a heavy with a flesh wound": "ganger A (10,10) A=2     heavy x (14,10) heavy_stubber flesh=1 wounds=0",
    "up at a ledge": "ganger A (10,10)     ganger x (14,10,1.2)     block (13.6,8) (18,12) h=1.2",
    "an axe too heavy to be of use": "ganger A (10,10) massive_weapon     ganger x (14,10) T=1 W=2",
    "a sword that parries where it pays": "ganger A (10,10) autogun sword     ganger x (14,10) A=2",
}


@pytest.mark.parametrize("name", FIGHTS)
def test_a_charges_preview_agrees_with_the_fight(name):
    game = table(FIGHTS[name], phase="charge", premeasure=True, follow_up=False)
    preview = game.option("x", a("A")).preview()
    assert sum(chance for _, chance in preview.outcomes) == 1
    game.play(a("A"), a("x"))
    assert game["A"].charging == "x"
    game.battle.phase = "fight"
    before = {who: body_of(game[who]) for who in "Ax"}
    dice = Seeded(name)
    counted = Counter(fight_fate(before, play(game, dice)) for _ in range(SAMPLES))
    near(Counter(dict(preview.outcomes)), counted, SAMPLES)


@pytest.mark.rule("nec.combat.mod-charging", "nec.combat.mod-obstacle")
def test_a_charges_tooltip_names_what_will_count():
    game = table(
        "ganger A (10,10)     ganger x (14,10)     wall (13.5,8) (13.5,12) h=0.8",
        phase="charge",
        premeasure=True,
    )
    why = [modifier.why for modifier in game.option("x", a("A")).preview().modifiers]
    assert "charged" in why
    assert "charged across an obstacle" in why


@pytest.mark.rule("nec.M37", "nec.combat.mod-obstacle", "nec.A28")
@pytest.mark.parametrize(
    "position",
    [
        "ganger A (20,10)     ganger x (20,20)     wall (18,{0}) (22,{0}) h=0.8",
        "ganger A (10,20)     ganger x (20,20)     wall ({0},18) ({0},22) h=0.8",
    ],
)
@pytest.mark.parametrize(("where", "counts"), [(17.9, False), (18.1, True), (19.4, True), (20.6, False)])
def test_unmeasured_a_wall_counts_in_the_last_inch_before_contact(position, where, counts):
    """Straight at him: contact is at 19."""
    game = table(position.format(where), phase="charge")
    there, _ = game.option("x", a("A")).preview().cases
    assert ("charged across an obstacle" in [modifier.why for modifier in there.modifiers]) is counts


@pytest.mark.rule("nec.M37", "nec.combat.mod-higher")
def test_unmeasured_the_odds_are_those_of_where_he_will_stand():
    """The enemy stands on a crate of 2 inches; without a crate of 1 before it he can only be met up there."""
    position = "ganger A (10,10)     ganger x (16,10,2)     {}block (15.4,9) (17,11) h=2"
    step = "block (13,9) (15.4,11) h=1     "
    level, below = (table(position.format(each), phase="charge") for each in ("", step))
    alike, worse = (dict(each.option("x", a("A")).preview().cases[0].outcomes) for each in (level, below))
    assert worse["A out"] > alike["A out"]


@pytest.mark.rule("nec.combat.mod-higher")
def test_measured_the_odds_are_those_of_where_he_will_stand_too():
    """From a crate of 1.2 inches down to an enemy on the ground: nobody is higher up then."""
    game = table(
        "ganger A (10,10,1.2)     ganger x (15,10)     block (8,8) (12,12) h=1.2",
        phase="charge",
        premeasure=True,
    )
    why = [modifier.why for modifier in game.option("x", a("A")).preview().modifiers]
    assert "charged" in why and "higher up" not in why


@pytest.mark.rule("nec.movement.charge-distance")
@pytest.mark.parametrize(("x", "words"), [(18.9, '7.9" away, in reach'), (19.1, '8.1" away, out of reach')])
def test_how_far_a_charge_is_counts_for_nothing_in_the_sum(x, words):
    others = "ganger Z (40,40)     ganger z (44,40)"  # who are in reach of each other
    game = table(f"ganger A (10,10)     ganger x ({x},10)     {others}", phase="charge", premeasure=True)
    line = game.option("x", a("A")).preview().modifiers[0]
    assert (line.value, line.why) == (0, words)


class TestQuestions:
    """`warbook odds`: the same kernels, asked with plain numbers."""

    def ask(self, name, **given):
        question = QUESTIONS[name]
        answered = question.answer(**{**question.defaults, **given})
        if answered.outcomes:
            assert sum(answered.outcomes.values()) == 1
        return answered

    @pytest.mark.rule("nec.shooting.to-hit", "nec.shooting.wound-chart", "nec.injury.chart")
    def test_a_shot(self):
        """BS 3, S 3, T 3: 1/2 to hit, 1/2 to wound, then the chart."""
        answered = self.ask("shot", bs=3, s=3, t=3)
        assert answered.outcomes == {
            "miss": Fraction(1, 2),
            "no-wound": Fraction(1, 4),
            "saved": Fraction(0),
            "wounded": Fraction(0),
            "flesh-wound": Fraction(1, 24),
            "down": Fraction(1, 6),
            "out": Fraction(1, 24),
        }
        assert answered.also["hit"] == Fraction(1, 2)

    @pytest.mark.rule("nec.combat.saves")
    def test_a_shot_at_armour(self):
        answered = self.ask("shot", bs=3, s=4, t=3, save=4, save_mod=-1)
        assert answered.outcomes["saved"] == Fraction(1, 2) * Fraction(2, 3) * Fraction(1, 3)

    @pytest.mark.rule("nec.injury.trigger")
    def test_a_shot_at_somebody_with_wounds_to_spare(self):
        answered = self.ask("shot", bs=3, s=3, t=3, w=2)
        assert answered.outcomes["wounded"] == Fraction(1, 4)
        assert answered.outcomes["out"] == 0

    @pytest.mark.rule("nec.shooting.required-7-to-9")
    def test_a_shot_that_needs_eight(self):
        assert self.ask("shot", bs=1, mods=-2, s=3, t=3).also["hit"] == Fraction(1, 18)

    @pytest.mark.rule("nec.injury.chart")
    def test_a_volley(self):
        one, two = (self.ask("volley", shots=n, bs=3, s=3, t=3).outcomes for n in (1, 2))
        assert one["unhurt"] == Fraction(3, 4)
        assert two["unhurt"] == Fraction(9, 16)
        assert self.ask("volley", shots=0, bs=3, s=3, t=3).outcomes["unhurt"] == 1

    @pytest.mark.rule("nec.combat.score", "nec.combat.stand-off", "nec.combat.down-is-out")
    def test_a_fight(self):
        """Alike in all: a stand-off where both dice show the same. Down counts as out."""
        answered = self.ask("fight", a_ws=3, a_a=1, a_s=3, a_i=3, b_ws=3, b_a=1, b_s=3, b_i=3)
        assert answered.outcomes["standoff"] == Fraction(1, 6)
        assert answered.outcomes["a+1"] == answered.outcomes["b+1"] > 0
        assert answered.also["a-out"] == answered.also["b-out"] > answered.also["a-flesh"] > 0
        assert answered.also["a-down"] == 0

    @pytest.mark.rule("nec.combat.mod-charging", "nec.combat.mod-obstacle", "nec.combat.mod-higher")
    def test_a_fight_with_modifiers(self):
        """One more for a: a stand-off where b's die shows one more, and not the 2 to a's 1."""
        alike = {"a_ws": 3, "a_a": 1, "a_s": 3, "a_i": 3, "b_ws": 3, "b_a": 1, "b_s": 3, "b_i": 3}
        plain = self.ask("fight", **alike).outcomes
        charged = self.ask("fight", **alike, charging=1).outcomes
        assert charged["standoff"] == Fraction(4, 36)
        assert self.ask("fight", **alike, higher="a").outcomes == charged
        assert self.ask("fight", **alike, b_encumbered=1).outcomes == charged
        assert self.ask("fight", **alike, charging=1, obstacle=1).outcomes == plain
        assert self.ask("fight", **alike, obstacle=1).outcomes == plain
        assert self.ask("fight", **alike, charging=1, a_encumbered=1).outcomes == plain
        assert self.ask("fight", **alike, charging=1, higher="b").outcomes == plain

    @pytest.mark.rule("nec.combat.stand-off")
    def test_a_fight_in_which_there_is_no_stand_off(self):
        answered = self.ask("fight", a_ws=10, a_a=1, a_s=3, a_i=3, b_ws=1, b_a=1, b_s=3, b_i=3)
        assert answered.outcomes["standoff"] == 0 and answered.also["a-out"] == 0

    @pytest.mark.rule("nec.M7b", "nec.combat.saves")
    def test_a_strong_fighters_knife_goes_through_armour(self):
        """Strength 5 takes 2 from a save of 4; Strength 3 nothing from one of 6."""
        strong = self.ask("fight", a_ws=3, a_a=1, a_s=5, a_i=3, b_ws=3, b_a=1, b_s=3, b_i=3, b_t=5, b_save=4)
        weak = self.ask("fight", a_ws=3, a_a=1, a_s=3, a_i=3, b_ws=3, b_a=1, b_s=3, b_i=3, b_t=3, b_save=6)
        assert strong.also["b-out"] == weak.also["b-out"]

    @pytest.mark.rule("nec.leadership.test-roll")
    def test_leadership(self):
        assert self.ask("leadership", ld=7).outcomes["fail"] == Fraction(15, 36)
        assert self.ask("leadership", ld=8).outcomes["fail"] == Fraction(10, 36)

    @pytest.mark.rule("nec.injury.chart")
    def test_the_injury_chart(self):
        assert self.ask("injury").outcomes == {
            "flesh-wound": Fraction(1, 6),
            "down": Fraction(4, 6),
            "out": Fraction(1, 6),
        }

    @pytest.mark.rule("nec.pinning.escape-roll")
    def test_escaping_from_pinning(self):
        assert self.ask("recover-pinning", i=3).outcomes["pass"] == Fraction(1, 2)
