"""A battle told: the sentences, the paragraphs, the headings."""

import random

import pytest
from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.board.hextable import Cell, HexTable, place
from warbook.core.book import Rolls
from warbook.core.events import (
    Aimed,
    Became,
    Ended,
    Event,
    Marker,
    Moved,
    Note,
    Phase,
    Placed,
    Removed,
    Revealed,
    Rolled,
    Template,
    Turned,
)
from warbook.core.questions import Modifier
from warbook.telling.cast import Cast
from warbook.telling.story import Line, Teller, sentence

CAST = Cast(
    names={"a1": "Vex", "a2": "Krell", "b1": "Sorrow"},
    side_of={"a1": "a", "a2": "a", "b1": "b"},
    sides={"a": "Irons", "b": "Bulls"},
    rolls=Rolls({"x.hit": "To hit", "x.wound": "To wound", "x.nerve": "Nerve"}, ("x.hit",)),
)


def told(*events: Event) -> list[str]:
    return [line.words for line in lines(*events)]


def lines(*events: Event) -> list[Line]:
    teller = Teller(CAST)
    return [*teller.tell(events), *teller.rest()]


SHOT = (
    Aimed(piece="a1", target="b1", words='Vex fires the lasgun at Sorrow, 14.2" away.'),
    Rolled(rule="x.hit", faces=(5,), need=4, by="a1", modifiers=(Modifier(4, "Ballistic Skill 3"),)),
    Rolled(rule="x.wound", faces=(3,), need=4, by="a1"),
    Note(words="Sorrow is not wounded.", piece="b1"),
)


def test_a_shot_is_one_paragraph_with_its_dice() -> None:
    assert told(*SHOT) == [
        'Vex fires the lasgun at Sorrow, 14.2" away. To hit 4+: [5]. To wound 4+: [3]. Sorrow is not wounded.'
    ]


def test_modifiers_stand_with_the_need() -> None:
    why = (Modifier(4, "Ballistic Skill 3"), Modifier(-2, "in cover"), Modifier(1, "short range"))
    assert told(Rolled(rule="x.hit", faces=(2,), need=5, modifiers=why)) == [
        "To hit 5+ (Ballistic Skill 3: 4, in cover -2, short range +1): [2]."
    ]
    far = (Modifier(4, "Ballistic Skill 3"), Modifier(0, 'out of range (31")'))
    assert told(Rolled(rule="x.hit", faces=(2,), need=99, modifiers=far)) == [
        'To hit, out of range (31"): [2].'
    ]
    nerve = Rolled(rule="x.nerve", faces=(3, 5), most=7, by="a2", modifiers=(Modifier(0, "Krell's Ld 7"),))
    assert told(nerve) == ["Krell: nerve 7 or less (Krell's Ld 7): [3 5] = 8."]
    assert told(Rolled(rule="x.some-thing", faces=(3, 5))) == ["Some thing: [3 5]."]


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (None, ""),
        ((1,), ", the 5 counts"),
        ((0, 1), ", 3 and 5 count"),
        ((0, 1, 2), ", all count"),
        ((), ", none counts"),
    ],
)
def test_of_several_dice_it_is_told_which_count(counts: tuple[int, ...] | None, words: str) -> None:
    assert told(Rolled(rule="x.some-thing", faces=(3, 5, 1), counts=counts)) == [
        f"Some thing: [3 5 1]{words}."
    ]
    assert told(Rolled(rule="x.some-thing", faces=(3,), counts=(0,))) == ["Some thing: [3]."]


def test_what_is_added_to_dice_that_are_no_test_is_told() -> None:
    why = (Modifier(4, "Weapon Skill"), Modifier(1, "charged"))
    assert told(Rolled(rule="x.some-thing", faces=(3, 5), modifiers=why)) == [
        "Some thing, Weapon Skill: 4, charged +1: [3 5]."
    ]
    far = (*why, Modifier(0, "out of range"))
    assert told(Rolled(rule="x.hit", faces=(2,), modifiers=far)) == ["To hit, out of range: [2]."]


def test_what_is_turned_up_together_is_told_side_by_side() -> None:
    shown = (("a1", "F", "forward"), ("b1", "L", "turn left"), ("a2", "B", "brake"))
    note = Note(words="All is quiet.")
    assert told(note, Revealed(shown=shown), note) == [
        "All is quiet.",
        "Irons: Vex F (forward); Krell B (brake). Bulls: Sorrow L (turn left).",
        "All is quiet.",
    ]


def test_somebody_elses_deed_is_another_paragraph() -> None:
    walk = Moved(piece="a2", path=(Spot(0, 0), Spot(3, 4)), how="walks")
    assert told(*SHOT, walk, Turned(piece="a2", facing=92.0), Note(words="Krell hides.", piece="a2")) == [
        told(*SHOT)[0],
        'Krell walks 5.0" to (3, 4), facing north. Krell hides.',
    ]
    assert told(*SHOT, *SHOT) == told(*SHOT) * 2


def test_headings_only_where_something_happens() -> None:
    phases = [
        Phase(turn=turn, side="a", phase=phase) for turn in (1, 2) for phase in ("movement", "shooting")
    ]
    found = lines(*phases[:2], *SHOT, *phases[2:], SHOT[3], Ended(winner="a", words="Bulls run."))
    assert [(line.kind, line.words) for line in found if line.kind != "deed"] == [
        ("turn", "Turn 1: Irons"),
        ("phase", "Shooting"),
        ("turn", "Turn 2: Irons"),
        ("phase", "Shooting"),
        ("end", "Irons win. Bulls run."),
    ]
    assert told(Ended(winner="", words="It is dark.")) == ["A draw. It is dark."]


def test_setting_up_is_one_sentence_for_a_side() -> None:
    assert told(
        Placed(piece="a1", spot=Spot(1.5, 2)),
        Placed(piece="a2", spot=Spot(3, 2)),
        Placed(piece="b1", spot=Spot(9, 9)),
        Note(words="All is ready."),
    ) == ["Irons set up: Vex (1.5, 2), Krell (3, 2).", "Bulls set up: Sorrow (9, 9).", "All is ready."]


def test_what_lies_somewhere_is_told_with_its_place() -> None:
    lies = Marker(marker="t1", kind="scrap", spot=Spot(1.5, 2), words="Scrap lies there.")
    taken = Marker(marker="t1", kind="scrap", words="Vex picks up scrap.")
    assert told(lies, taken) == ["Scrap lies at (1.5, 2). Vex picks up scrap."]


SQUAD = replace(
    CAST,
    names={**CAST.names, "a3": "Krell", "s": "Vex's squad"},
    side_of={**CAST.side_of, "a3": "a"},
    group_sides={"s": "a"},
    group_of={"a1": "s", "a2": "s", "a3": "s"},
)


def told_of_squads(*events: Event) -> list[str]:
    teller = Teller(SQUAD)
    return [line.words for line in (*teller.tell(events), *teller.rest())]


def step(piece: str, how: str = "moves") -> Moved:
    return Moved(piece=piece, path=(Spot(0, 0), Spot(3, 4)), how=how)


def test_those_who_act_together_move_in_one_sentence() -> None:
    """Namesakes are not one who goes on."""
    turn = Turned(piece="a2", facing=90.0)
    assert told_of_squads(step("a1"), step("a2"), turn, step("a3"), step("b1")) == [
        "Vex's squad moves 5.0\" to (3, 4) (3 figures).",
        'Sorrow moves 5.0" to (3, 4).',
    ]


def test_who_moves_otherwise_alone_or_again_is_told_apart() -> None:
    assert told_of_squads(step("a1")) == ['Vex moves 5.0" to (3, 4).']
    assert told_of_squads(step("a1"), step("a2", "runs")) == [
        'Vex moves 5.0" to (3, 4).',
        'Krell runs 5.0" to (3, 4).',
    ]
    twice = told_of_squads(step("a1"), step("a2"), step("a1"), step("a2"))
    assert twice == ["Vex's squad moves 5.0\" to (3, 4) (2 figures)."] * 2
    fired = told_of_squads(step("a1"), Note(words="Vex halts.", piece="a1"), step("a2"))
    assert fired == ['Vex moves 5.0" to (3, 4). Vex halts.', 'Krell moves 5.0" to (3, 4).']


def test_a_group_is_set_up_by_its_name() -> None:
    placed = [Placed(piece=piece, spot=Spot(1.5, 2)) for piece in ("a1", "a2", "a3", "b1")]
    assert told_of_squads(*placed) == [
        "Irons set up: Vex's squad (1.5, 2).",
        "Bulls set up: Sorrow (1.5, 2).",
    ]


def test_on_a_table_of_hexes_places_are_hexes() -> None:
    """What is told behind a screen and then to everybody is told once; who comes later is not set up."""
    field = HexTable("field", 3, 3, (Cell(1, 2, "forest", road=True),))
    here, there = (Spot(*field.middle(place(1, number))) for number in (1, 2))
    teller = Teller(replace(CAST, table=field))
    events = [
        Placed(piece="a1", spot=here, to=("a",)),
        Placed(piece="a1", spot=here),
        Phase(turn=1, side="a", phase="movement"),
        Moved(piece="a1", path=(here, there)),
        Placed(piece="b1", spot=there),
        Note(words="Sorrow is seen.", piece="b1"),
    ]
    assert [line.words for line in (*teller.tell(events), *teller.rest())] == [
        "Irons set up: Vex in hex 1.1.",
        "Turn 1: Irons",
        "Movement",
        "Vex moves to hex 1.2, forest, road.",
        "Sorrow is placed in hex 1.2, forest, road. Sorrow is seen.",
    ]


def test_events_without_words_are_told_too() -> None:
    assert told(Became(piece="a1", status="pinned")) == ["Vex is now pinned."]
    assert told(Became(piece="a1", status="pinned", gained=False)) == ["Vex is no longer pinned."]
    assert told(Removed(piece="a1")) == ["Vex leaves the table."]
    assert told(Aimed(piece="a1", target="b1")) == ["Vex attacks Sorrow."]
    assert (
        told(Template(shape="blast", spot=Spot(1, 1), length=2, width=2), Marker(marker="m", kind="loot"))
        == []
    )


def test_pieces_a_cast_does_not_know_keep_their_ids() -> None:
    bare = Teller(Cast({}, {}, {}, Rolls()))
    assert [line.words for line in (*bare.tell([Turned(piece="q7", facing=180.0)]), *bare.rest())] == [
        "q7 faces west."
    ]


def test_a_part_of_a_group_has_the_name_of_the_whole_and_its_number() -> None:
    """Parts come and go in a battle: a cast of any moment knows them."""
    squads = Cast({"a1": "Mob"}, {}, {"a": "Orks"}, Rolls({"x.hit": "To hit"}), group_sides={"a1": "a"})
    teller = Teller(squads)
    thrown = [Rolled(rule="x.hit", faces=(5,), need=4, by="a1-2")]
    assert [line.words for line in (*teller.tell(thrown), *teller.rest())] == ["Mob (2): to hit 4+: [5]."]
    assert squads.owner("a1-2") == "a" and squads.name("q7-2") == "q7-2"


def test_how_the_events_come_in_makes_no_difference() -> None:
    luck = random.Random(1)
    pool = [
        *SHOT,
        Moved(piece="a2", path=(Spot(0, 0), Spot(3, 4))),
        Turned(piece="a1", facing=10.0),
        Placed(piece="a1", spot=Spot(1, 1)),
        Placed(piece="b1", spot=Spot(1, 1)),
        Phase(turn=1, side="a", phase="movement"),
        Phase(turn=1, side="b", phase="movement"),
        Rolled(rule="x.nerve", faces=(1, 1), most=7, by="b1"),
        Became(piece="b1", status="down", words="Sorrow goes down."),
    ]
    for _ in range(50):
        events = luck.choices(pool, k=30)
        teller = Teller(CAST)
        one_by_one = [line for event in events for line in teller.tell([event])]
        assert [*one_by_one, *teller.rest()] == lines(*events)


def test_every_event_has_a_sentence_of_its_own() -> None:
    assert [sentence(CAST, event) for event in SHOT[1:]] == [
        "To hit 4+: [5].",
        "To wound 4+: [3].",
        "Sorrow is not wounded.",
    ]
    assert sentence(CAST, Phase(turn=3, side="a", phase="shooting")) == "Turn 3: Irons, shooting"
    assert sentence(CAST, Phase(turn=3, side="", phase="orders")) == "Turn 3, orders"
    assert sentence(CAST, Placed(piece="a1", spot=Spot(1.5, 2))) == "Vex is placed at (1.5, 2)."
    assert sentence(CAST, Ended(winner="b", words="Night falls.")) == "Bulls win. Night falls."
    assert sentence(CAST, Ended(winner="", words="Night falls.")) == "A draw. Night falls."
    assert sentence(CAST, Marker(marker="m", kind="loot")) == ""


def test_a_line_keeps_its_rolls() -> None:
    (line,) = lines(*SHOT)
    assert line.rolls == SHOT[1:3]
    assert [line.rolls for line in lines(*SHOT, *SHOT[:1])] == [SHOT[1:3], ()]


def test_rolls_of_the_same_kind_stand_together() -> None:
    """Until something else happens, or the need differs, or somebody else rolls."""
    hit = Rolled(rule="x.hit", faces=(5,), need=4, by="a1")
    miss, hard = replace(hit, faces=(2,)), replace(hit, faces=(6,), need=6)
    wound = Rolled(rule="x.wound", faces=(3,), need=4, by="a1")
    assert told(SHOT[0], hit, miss, wound, miss, hard) == [
        'Vex fires the lasgun at Sorrow, 14.2" away. To hit 4+: [5], [2]. To wound 4+: [3]. To hit 4+: [2]. '
        "To hit 6+: [6]."
    ]
    assert lines(SHOT[0], hit, miss)[0].rolls == (hit, miss)


def test_a_roll_without_dice_is_not_told() -> None:
    assert told(SHOT[0], Rolled(rule="x.nerve", faces=(), by="a1")) == [SHOT[0].words]


def test_who_comes_into_play_later_is_known_by_name_from_then_on() -> None:
    came = Placed(piece="a1+1", spot=Spot(3, 4), name="Rat")
    start = Phase(turn=1, side="a", phase="shooting")
    walk = Moved(piece="a1+1", path=(Spot(3, 4), Spot(3, 9)), how="runs")
    assert told(start, came, walk)[2:] == ['Rat is placed at (3, 4). Rat runs 5.0" to (3, 9).']
    assert sentence(CAST, came) == "Rat is placed at (3, 4)."


def test_a_move_in_several_parts_is_one_sentence() -> None:
    first = Moved(piece="a1", path=(Spot(1, 1), Spot(2, 1)), how="drives")
    turn = Turned(piece="a1", facing=90.0)
    then = Moved(piece="a1", path=(Spot(2, 1), Spot(2, 6)), how="drives")
    assert told(first, turn, then) == ['Vex drives 1.0" to (2, 1), facing north, then 5.0" to (2, 6).']
    other = replace(then, how="thrusts")
    assert told(first, other) == ['Vex drives 1.0" to (2, 1). Vex thrusts 5.0" to (2, 6).']


def test_who_comes_into_play_before_the_first_turn_is_known_by_name() -> None:
    beast = Placed(piece="n1", spot=Spot(3, 4), name="Squig")
    assert told(Note(words="It is dark."), beast) == ["It is dark.", "Squig is placed at (3, 4)."]


# ---------------------------------------------------------------- squads

TEAM = replace(
    CAST,
    names={"s": "The squad", "s1": "Sergeant", "s2": "Trooper", "s3": "Trooper", "v": "Vex"},
    group_of={"s1": "s", "s2": "s", "s3": "s"},
)


def went(piece: str, x: float, how: str = "walks") -> Moved:
    return Moved(piece=piece, path=(Spot(x, 2), Spot(x, 6)), how=how)


def of_squad(*events: Event) -> list[str]:
    teller = Teller(TEAM)
    return [line.words for line in (*teller.tell(events), *teller.rest())]


def test_those_of_a_squad_who_go_one_after_the_other_are_told_of_as_the_squad() -> None:
    assert of_squad(went("s1", 1), went("s2", 2), went("s3", 3), went("v", 9)) == [
        'The squad walks 4.0" to (1, 6) (3 figures).',
        'Vex walks 4.0" to (9, 6).',
    ]


def test_one_of_a_squad_who_goes_alone_or_otherwise_is_told_of_by_name() -> None:
    assert of_squad(went("s1", 1), went("v", 9), went("s2", 2), went("s3", 3, "runs")) == [
        'Sergeant walks 4.0" to (1, 6).',
        'Vex walks 4.0" to (9, 6).',
        'Trooper walks 4.0" to (2, 6).',
        'Trooper runs 4.0" to (3, 6).',
    ]


def test_what_befell_one_of_a_squad_stays_his() -> None:
    roll = Rolled(rule="x.nerve", faces=(2,), by="s1")
    assert of_squad(roll, went("s1", 1), went("s2", 2), went("s3", 3)) == [
        'Sergeant: nerve: [2]. Sergeant walks 4.0" to (1, 6).',
        'The squad walks 4.0" to (2, 6) (2 figures).',
    ]


def test_a_squad_that_is_placed_is_told_of_once() -> None:
    start = Phase(turn=1, side="a", phase="moving")
    placed = [Placed(piece=f"s{n}", spot=Spot(n, 3)) for n in (1, 2, 3)]
    assert of_squad(start, *placed)[-1:] == ["The squad is placed at (1, 3) (3 figures)."]
