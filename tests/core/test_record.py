"""Records prove what was played; whatever is wrong with one is said in words."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.test_fork import play_out, some_games
from tests.core.test_game import Stuck, whole
from tests.core.toy import TOY, WORDS_GIVEN, Setup, Toy, after, toy_game
from warbook.core import record
from warbook.core.dice import Scripted, Seeded
from warbook.core.game import Foul, Game
from warbook.core.record import BadRecord, Record, decode, read, rebuild, record_for, record_of, verify, write
from warbook.players.random import Random

BOTS = {"a": Random(1), "b": Random(2)}


def battle(seed="record"):
    return toy_game(seed, {"a": Random(1), "b": Random(2)})


def encoded(whole_record: Record) -> bytes:
    return msgspec.json.encode(whole_record)


DATA = encoded(record_of(battle()))


# ---------------------------------------------------------------- there and back


def test_a_record_is_written_and_read_and_played_again(tmp_path):
    game = battle()
    kept = record_of(game, {"a": "random", "b": "random"})
    path = tmp_path / "battle.json"
    write(kept, path)
    again = read(path)
    assert again == decode(encoded(kept), "x") and again.players == {"a": "random", "b": "random"}
    assert [p.name for p in tmp_path.iterdir()] == ["battle.json"]
    for twin in (rebuild(again), verify(again)):
        assert whole(twin)[:5] == whole(game)[:5]
        assert twin.over and twin.battle.winner == game.battle.winner


def test_a_record_replaces_another_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "battle.json"
    write(record_of(battle()), path)
    before = path.read_bytes()

    def full(self, target):
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="disk full"):
        write(record_of(battle("other")), path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", [7, "7", b"7", -3, "a longer seed", "Zürich"])
def test_any_seed_is_kept(seed):
    game = battle(seed)
    kept = decode(encoded(record_of(game)), "x")
    assert isinstance(kept.seed, str)
    assert whole(verify(kept))[:5] == whole(game)[:5]


def test_at_every_question_an_unfinished_record_proves_itself_and_goes_on():
    for game in some_games():
        kept = decode(encoded(record_of(game)), "x")
        twin = verify(kept)
        assert whole(twin)[:4] == whole(game)[:4]
        assert twin.waiting.keys() == game.waiting.keys()
        twin = rebuild(kept)
        after_bots = rebuild(kept, {"a": Random(5), "b": Random(6)})
        assert after_bots.over
        verify(record_of(after_bots))
        play_out(twin, 4)
        verify(record_of(twin))


def test_a_record_between_two_steps_of_bots_goes_on_with_bots():
    game = Game(TOY, Setup(), {"a": Random(1), "b": Random(2)}, Seeded(1), recording=True)
    for _ in range(6):
        game.step()
    kept = record_of(game)
    verify(kept)
    assert rebuild(kept, {"a": Random(1), "b": Random(2)}).over
    assert rebuild(kept).waiting


def test_undo_works_in_a_rebuilt_battle():
    game = rebuild(record_of(after(toy_game(), *WORDS_GIVEN, ("a", "stay"), ("a", "no"), ("a", "fire"))))
    game.undo("a", consent=True)
    game.undo("a")
    game.undo("a")
    assert game.asked("a").text == "What now?"


def test_an_illegal_answer_of_a_bot_that_goes_on_is_not_the_records_fault():
    class Cheat:
        def answer(self, side, question, view):
            return "cheat"

    with pytest.raises(Foul):
        rebuild(record_of(toy_game()), {"a": Cheat(), "b": Cheat()})


# ---------------------------------------------------------------- real dice


def real_dice_battle(faces, *answers):
    game = Game(TOY, Setup(), {}, Scripted(faces), recording=True)
    game.advance()
    return after(game, *WORDS_GIVEN, ("a", "stay"), ("a", "no"), *answers)


def test_a_battle_with_real_dice_has_no_seed_and_proves_itself():
    game = real_dice_battle("6 2", ("a", "fire"), ("b", "stay"), ("b", "no"), ("b", "fire"))
    kept = decode(encoded(record_of(game)), "x")
    assert kept.seed is None
    assert whole(verify(kept))[:4] == whole(game)[:4]
    goes_on = rebuild(kept, source=Scripted("6"))
    after(goes_on, *((side, {"stance": "stand", "where": {"path": []}}) for side in "ab"))
    after(goes_on, ("a", "stay"), ("a", "no"), ("a", "fire"))
    assert goes_on.over and goes_on.battle.winner == "a"


def test_real_dice_that_were_due_are_due_again():
    game = Game(TOY, Setup(), {}, Stuck())
    game.advance()
    after(game, *WORDS_GIVEN, ("a", "stay"), ("a", "no"))
    with pytest.raises(KeyboardInterrupt):
        game.answer("a", "fire")
    kept = decode(encoded(record_of(game)), "x")
    assert verify(kept).under_way
    halted = rebuild(kept)
    assert halted.halted and not halted.waiting
    assert rebuild(kept, source=Scripted("6")).battle.scout("b").hits == 1


# ---------------------------------------------------------------- what a side may have


def test_a_side_gets_no_seed_no_answers_and_no_secrets_before_the_end():
    game = after(toy_game("hush-hush"), *WORDS_GIVEN, ("a", "go"))
    mine = encoded(record_for(game, "b")).decode()
    for secret in ("hush-hush", "amber", '"go"'):
        assert secret not in mine
    assert "beryl" in mine
    assert "beryl" not in encoded(record_for(game, None)).decode()
    kept = decode(mine.encode(), "x")
    for play in (rebuild, verify):
        with pytest.raises(BadRecord, match="can be watched, but not played again"):
            play(kept)


def test_a_sealed_answer_is_in_no_record_before_all_are_in():
    quiet, given_ = toy_game(), after(toy_game(), ("a", "amber"))
    assert record_of(quiet) == record_of(given_)
    assert record_for(quiet, "b") == record_for(given_, "b")


def test_a_finished_battle_is_open_to_all():
    game = battle()
    assert record_for(game, "a") == record_for(game, None) == record_of(game)


def test_what_was_not_recorded_has_no_record():
    game = Game(TOY, Setup(), BOTS, Seeded(1))
    game.advance()
    with pytest.raises(ValueError, match="recording off"):
        record_of(game)


# ---------------------------------------------------------------- damage


def refused(data: bytes, words: str = "") -> None:
    with pytest.raises(BadRecord, match=words) as bad:
        verify(decode(data, "battle.json"))
    assert len(str(bad.value)) < 1000


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "battle.json: not a whole record, it may have been cut short"),
        (b"{", "battle.json: not a whole record"),
        (b"\xff\xfe", "battle.json: not a whole record"),
        (b'{"format": "\xff"}', "battle.json: not a whole record, it is damaged"),
        (b"[" * 100_000, "battle.json: this is JSON nested too deeply"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "battle.json: this is JSON nested too deeply"),
        (b"[1, 2]", "battle.json: this is JSON, but not a Warbook record"),
        (b"null", "not a Warbook record"),
        (b'{"format": 1}', "not a Warbook record"),
        (b'{"format": 2, "book": "toy"}', r"has format 2, this Warbook \(.*\) reads format 1"),
        (b'{"format": null, "book": "toy"}', "has format None"),
        (b'{"format": 1, "book": "toy"}', "battle.json: Object missing required field"),
        (b'{"format": 1, "book": 7}', "battle.json: "),
        (DATA.replace(b'"players"', b'"watchers"'), "unknown field|missing required field"),
    ],
)
def test_what_is_no_record_is_refused(data, words):
    refused(data, words)


@pytest.mark.parametrize("name", ["missing.json", "", "\0"])
def test_what_cannot_be_read_is_refused(name, tmp_path):
    with pytest.raises(BadRecord, match="cannot be read"):
        read(tmp_path / name)


def test_a_huge_file_is_not_even_read(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "LARGEST", 10)
    write(record_of(battle()), tmp_path / "x.json")
    with pytest.raises(BadRecord, match="larger than 10 bytes"):
        read(tmp_path / "x.json")
    with pytest.raises(BadRecord, match="larger than 10 bytes"):
        decode(DATA, "x")


@given(st.integers(0, len(DATA) - 1))
def test_a_record_cut_short_is_refused(at):
    with pytest.raises(BadRecord, match="not a whole record"):
        decode(DATA[:at], "battle.json")


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_a_record_with_one_byte_changed_is_refused_or_says_the_same(at, change):
    damaged = DATA[:at] + bytes([DATA[at] ^ change]) + DATA[at + 1 :]
    try:
        kept = decode(damaged, "battle.json")
    except BadRecord:
        return
    assert kept == decode(DATA, "x")


def tampered(change, game=None) -> bytes:
    """The record after somebody changed it who knows how to make a seal."""
    fields = json.loads(encoded(record_of(game or battle())))
    change(fields)
    changed = msgspec.convert(fields, Record)
    changed.seal = record._seal(changed)
    return encoded(changed)


def places(fields, kind):
    """(number of the step, number of the entry) of all entries of a kind."""
    return [
        (number, at)
        for number, step in enumerate(fields["steps"])
        for at, entry in enumerate(step["tape"])
        if entry[0] == kind
    ]


FIELDS = json.loads(DATA)


@pytest.mark.parametrize(("number", "at"), places(FIELDS, "answer"))
def test_every_changed_answer_is_found(number, at):
    def change(fields):
        entry = fields["steps"][number]["tape"][at]
        swaps = {"yes": "no", "no": "yes", "go": "stay", "stay": "go", "fire": "hold", "hold": "fire"}
        entry[2] = swaps[entry[2]] if isinstance(entry[2], str) else {"path": [], "facing": 1.0}

    refused(tampered(change), f"^step {number + 1} of {len(FIELDS['steps'])}: ")


@pytest.mark.parametrize(("number", "at"), places(FIELDS, "answer"))
@pytest.mark.parametrize("value", [None, 3, "nobody", [], {"path": [[99, 99]]}, {"path": 10**400}])
def test_every_illegal_answer_is_found(number, at, value):
    def change(fields):
        fields["steps"][number]["tape"][at][2] = value

    refused(tampered(change), f"step {number + 1} of .*: . was asked .*, and the answer is not legal: ")


@pytest.mark.parametrize(("number", "at"), places(FIELDS, "dice"))
@pytest.mark.parametrize("faces", [[1], [6], [0], [7], [], [2, 2], [-(10**15)]])
def test_every_changed_die_is_found(number, at, faces):
    def change(fields):
        entry = fields["steps"][number]["tape"][at]
        entry[1] = faces if entry[1] != faces else [5]

    refused(tampered(change), f"step {number + 1} of .*: the tape has (the dice|faces)")


def test_a_changed_real_die_is_found_where_it_matters():
    game = real_dice_battle("6 2", ("a", "fire"), ("b", "stay"), ("b", "no"), ("b", "fire"))

    def change(fields):
        number, at = places(fields, "dice")[0]
        fields["steps"][number]["tape"][at][1] = [1]

    refused(tampered(change, game), "step 4 of .*: the state differs from the recorded one")


def test_a_changed_real_die_that_changes_no_state_is_found_in_the_events():
    game = real_dice_battle("6 2", ("a", "fire"), ("b", "stay"), ("b", "no"), ("b", "fire"))

    def change(fields):
        number, at = places(fields, "dice")[1]
        fields["steps"][number]["tape"][at][1] = [1]

    refused(tampered(change, game), r"event \d+ of \d+ is not what happened: .*Rolled")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda f: f["steps"][3].update(hash="0" * 24), "step 4 of .*: the state differs"),
        (lambda f: f["steps"][0].update(hash=""), "step 1 of .*: the state differs"),
        (lambda f: f["steps"].pop(0), "step 1 of .*: the tape has an answer where sealed answers"),
        (lambda f: f["steps"].pop(4), "step [56] of "),
        (lambda f: f["steps"].pop(), "says that the battle is over, but after its last step it is not"),
        (lambda f: f.update(steps=[]), "says that the battle is over, but"),
        (lambda f: f["steps"].append(f["steps"][-1]), "step .*: the battle was over before it"),
        (lambda f: f.update(steps=f["steps"][::-1]), "step 1 of "),
        (lambda f: f["steps"].insert(1, f["steps"].pop(2)), "step 2 of "),
        (lambda f: f["steps"][1]["tape"].pop(), "step 2 of .*: the tape ends in the middle of the step"),
        (
            lambda f: f["steps"][1]["tape"].append(["fact", "x"]),
            "step 2 of .*: 1 entries of the tape were left",
        ),
        (lambda f: f["steps"][0]["tape"].clear(), "step 1 of .*: the tape ends in the middle of the step"),
        (lambda f: f.update(tape=[["fact", "x"]]), "goes on after the end of the battle"),
        (lambda f: f.update(winner="b" if f["winner"] != "b" else "a"), "names '.' as winner, but it is"),
        (lambda f: f.update(winner=None), "says that the battle is not over"),
        (lambda f: f.update(seed="another"), "step .*: the tape has the dice .* where the seed gives"),
        (lambda f: f["events"].pop(), "the record tells .* events, the battle "),
        (lambda f: f["events"].pop(0), "event 1 of .* is not what happened"),
        (lambda f: f["events"][3].update(rule="toy.lie"), "event 4 of .* is not what happened"),
        (lambda f: f.update(book="chess"), "of another book: there is no book 'chess'; the books are: "),
        (lambda f: f.update(book="../toy"), "there is no book"),
        (lambda f: f.update(book_version="0"), "played with version 0 of Toy, this is version 1"),
        (
            lambda f: f.update(setup={"rounds": "many"}),
            "the setup in the record is not valid: Expected `int`",
        ),
        (lambda f: f.update(setup=None), "the setup in the record is not valid"),
        (lambda f: f.update(setup={"no": 1}), "the setup in the record is not valid"),
        (lambda f: f.update(setup={"rounds": 0}), "not valid: a battle has 1 to 100 rounds"),
        (
            lambda f: f["setup"].update(pace=0.5),
            "step .*: . was asked 'Where to.', and the answer is not legal",
        ),
        (lambda f: f["setup"].update(rounds=1), "step .*: "),
    ],
)
def test_tampering_is_found_even_under_a_good_seal(change, words):
    refused(tampered(change), words)


def test_a_record_without_its_seed_is_one_of_real_dice():
    verify(decode(tampered(lambda f: f.update(seed=None)), "x"))


def test_a_book_that_fails_on_a_record_is_told_with_the_step(monkeypatch):
    class Failing(Toy):
        def shoot_step(self, game):
            raise KeyError("gun")

    monkeypatch.setattr(record, "load_book", lambda name: Failing())
    refused(DATA, "step 4 of .*: KeyError: 'gun'")


def test_a_changed_tape_of_the_unfinished_step_is_found():
    game = after(toy_game(), *WORDS_GIVEN, ("a", "go"))
    for tape in ([["answer", "a", "fly"]], [["answer", "b", "go"]], [["dice", [3]]]):
        refused(tampered(lambda f, tape=tape: f.update(tape=tape), game), "^the unfinished step: ")
