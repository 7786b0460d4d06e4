"""Names with a passphrase: one's battles follow from device to device, and nobody needs one."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.server.client import TWO, Visit
from tests.server.server import Server
from tests.terminal.commands import command
from warbook.core.questions import Refused
from warbook.server import limits
from warbook.server.passphrases import good_passphrase, opens, sealed
from warbook.server.register import Often, Register, Wrong
from warbook.server.signing_in import door_of
from warbook.server.store import Store

pytestmark = pytest.mark.anyio

PHRASE = "three wet badgers"
SEAT = "s" * 24
SAT = {"x-seat": SEAT}
ONWARD = {"step": 0, "players": {"a": "me"}}


async def asked(visit: Visit, path: str, device: str = "", **body: Any) -> httpx.Response:
    headers = {"x-device": device} if device else {}
    return await visit.http.post(f"/api/names{path}", json=body, headers=headers)


async def named(visit: Visit, name: str) -> str:
    """Somebody takes a name: the secret of their device."""
    reply = await asked(visit, "", name=name, passphrase=PHRASE)
    assert reply.status_code == 201, reply.text
    return str(reply.json()["device"])


async def signed_in(visit: Visit, name: str, passphrase: str = PHRASE) -> str:
    reply = await asked(visit, "/device", name=name, passphrase=passphrase)
    assert reply.status_code == 201, reply.text
    return str(reply.json()["device"])


# ---------------------------------------------------------------- at a server


async def test_battles_follow_a_name_from_device_to_device(visit: Visit) -> None:
    device = await named(visit, "Follow Me")
    made = await visit.make(players=TWO)
    reply = await asked(visit, "/battles", device, seats=[made["seats"]["a"], made["watch"], "no-such-seat"])
    (own,) = reply.json()
    assert (own["battle"], own["side"], own["title"]) == (made["battle"], "a", made["title"])
    other = await signed_in(visit, " follow ME ")
    assert other != device
    assert (await asked(visit, "/battles", other, seats=[])).json() == [own]
    wanted = {"battle": made["battle"], "side": "a", "seat": SEAT}
    assert (await asked(visit, "/seat", other, **wanted)).status_code == 200
    async with visit.sit(SEAT) as page:
        assert page.scene["side"] == "a"
    assert (await asked(visit, "/forget", other, battle=made["battle"])).status_code == 200
    assert (await asked(visit, "/battles", device, seats=[])).json() == []
    assert (await asked(visit, "/seat", other, **{**wanted, "seat": "t" * 24})).status_code == 404


async def test_a_name_opens_no_seat_of_others(visit: Visit) -> None:
    made = await visit.make(players=TWO)
    await asked(visit, "/battles", await named(visit, "Owner"), seats=[made["seats"]["a"]])
    eve = await named(visit, "Eve")
    for side in ("a", "b", "c"):
        wanted = {"battle": made["battle"], "side": side, "seat": "e" * 24}
        assert (await asked(visit, "/seat", eve, **wanted)).status_code == 404
    assert (await asked(visit, "/battles", eve, seats=[])).json() == []
    await asked(visit, "/battles", eve, seats=[made["seats"]["b"]])
    wanted = {"battle": made["battle"], "side": "b", "seat": made["seats"]["a"]}
    taken = await asked(visit, "/seat", eve, **wanted)
    assert taken.status_code == 400 and "a seat already" in taken.json()["words"]


async def test_a_name_is_one_persons_and_is_left_again(visit: Visit) -> None:
    device = await named(visit, "Solo")
    for words in ("Solo", "SOLO", "ＳＯＬＯ", " solo "):
        reply = await asked(visit, "", name=words, passphrase="another phrase")
        assert reply.status_code == 409 and "sign in with its passphrase" in reply.json()["words"]
    for words, phrase in (("", PHRASE), ("x" * 25, PHRASE), ("Zed", "short"), ("Zedekiah", "zedekiah")):
        assert (await asked(visit, "", name=words, passphrase=phrase)).status_code == 400, words
    other = await signed_in(visit, "Solo")
    house = await visit.http.get("/api/house", headers={"x-device": other})
    assert house.json() == {"invite_only": False, "word": False, "admitted": True, "name": "Solo"}
    assert (await asked(visit, "/leave", device, others=True)).status_code == 200
    gone = await asked(visit, "/battles", other, seats=[])
    assert gone.status_code == 401 and "not signed in" in gone.json()["words"]
    assert (await asked(visit, "/leave", device)).status_code == 200
    assert (await asked(visit, "/leave", device)).status_code == 401


async def test_another_passphrase_signs_all_other_devices_out(visit: Visit) -> None:
    device, other = await named(visit, "Change"), await signed_in(visit, "Change")
    new = "four dry weasels"
    wrong = await asked(visit, "/passphrase", device, old="not this one", new=new)
    assert wrong.status_code == 401
    assert (await asked(visit, "/passphrase", device, old=PHRASE, new=new)).status_code == 200
    assert (await asked(visit, "/battles", device, seats=[])).status_code == 200
    assert (await asked(visit, "/battles", other, seats=[])).status_code == 401
    assert (await asked(visit, "/device", name="Change", passphrase=PHRASE)).status_code == 401
    await signed_in(visit, "Change", new)


async def test_neither_passphrase_nor_device_is_stored_or_logged_or_told_to_others(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    with Server(f"sqlite:///{file}") as server:
        async with Visit(server.address) as visit:
            device = await named(visit, "Quiet")
            made = await visit.make(players=TWO)
            await asked(visit, "/battles", device, seats=[made["seats"]["a"]])
            async with visit.sit(made["seats"]["b"]) as b:
                assert "Quiet" not in str(b.sent) and device not in str(b.sent)
            with sqlite3.connect(file) as database:
                dump = "\n".join(database.iterdump())
                database.execute("alter table devices rename to away")
            assert "Quiet" in dump and PHRASE not in dump and device not in dump
            assert (await asked(visit, "/battles", device, seats=[])).status_code == 500
            assert (await asked(visit, "/device", name="Quiet", passphrase=PHRASE)).status_code == 500
        server.stop()
    log = "".join(server.log)
    assert "no such table" in log and PHRASE not in log and device not in log and "Quiet" not in log


# ---------------------------------------------------------------- who may set up battles


async def made_with(visit: Visit, **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    reply = await visit.http.post("/api/battles", json={"book": "toy", "players": TWO}, headers=named)
    assert reply.status_code == 201 or "battles are set up by those" in reply.json()["words"]
    return reply.status_code


async def test_only_those_with_a_name_or_the_word_set_up_battles_and_guests_need_neither(
    tmp_path: Path,
) -> None:
    env = {"WARBOOK_DOOR": "süße Äpfel", "WARBOOK_ADJUST": "workers.REFEREES=1", "WARBOOK_STILL": "1"}
    word = quote("SÜSSE Äpfel ")
    with Server(f"sqlite:///{tmp_path}/battles.db", env=env) as server:
        async with Visit(server.address) as visit:
            assert await made_with(visit) == 403
            assert (
                await made_with(visit, x_word="sour") == 403 and await made_with(visit, x_device=SEAT) == 403
            )
            assert await made_with(visit, x_word=word) == 201
            refused = await asked(visit, "", name="Ann", passphrase=PHRASE)
            assert refused.status_code == 403 and "names are given out by" in refused.json()["words"]
            body = {"name": "Ann", "passphrase": PHRASE}
            ann = (await visit.http.post("/api/names", json=body, headers={"x-word": word})).json()["device"]
            assert await made_with(visit, x_device=ann) == 201
            for path, body in (("/api/records", {"record": "{}"}), ("/api/battle/onward", ONWARD)):
                reply = await visit.http.post(path, json=body, headers=SAT)
                assert reply.status_code == 403 and "set up by those" in reply.json()["words"], path
            house = (await visit.http.get("/api/house")).json()
            assert house == {"invite_only": True, "word": True, "admitted": False, "name": ""}
            made = await visit.http.post(
                "/api/battles", json={"book": "toy", "players": TWO}, headers={"x-device": ann}
            )
        async with Visit(server.address) as guest:
            seat = await guest.take(made.json()["invites"]["b"])
            async with guest.sit(seat) as b:
                assert b.scene["side"] == "b"
        async with Visit(server.address) as visit:
            statuses = [
                (await visit.http.get("/api/house", headers={"x-word": f"guess {n}"})).status_code
                for n in range(int(limits.GUESSES_FROM[0]) + 1)
            ]
            assert statuses == [200] * int(limits.GUESSES_FROM[0]) + [429]


def test_names_are_given_out_from_the_command_line(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/battles.db"
    early = command("names", "list", "--db", db)
    assert early.code == 2 and "no battle was ever stored there" in early.errors
    Store(db, owns=True).close()
    assert "Nobody has a name" in command("names", "list", "--db", db).page
    added = command("names", "add", "Ann Annson", "--db", db)
    phrase = added.page.strip().rpartition(" ")[2]
    assert added.code == 0 and len(phrase) == 27
    assert "taken already" in command("names", "add", "ann annson", "--db", db).errors
    renewed = command("names", "renew", "Ann Annson", "--db", db)
    assert renewed.code == 0 and phrase not in renewed.page
    listed = command("names", "list", "--plain", "--db", db).page
    assert "Ann Annson" in listed and phrase not in listed
    assert command("names", "remove", "Ann Annson", "--db", db).code == 0
    for verb in ("remove", "renew"):
        gone = command("names", verb, "Ann Annson", "--db", db)
        assert gone.code == 2 and "nobody is called Ann Annson" in gone.errors


def test_the_word_is_in_a_file_and_good_for_something(tmp_path: Path) -> None:
    file = tmp_path / "word"
    file.write_text("süße Äpfel\n")
    assert door_of(True, file).word == "süße Äpfel" and door_of(True, None).word == ""
    for words, told in (("", "one line of 8"), ("two\nlines here", "one line"), (None, "cannot be read")):
        file.unlink() if words is None else file.write_text(words)
        done = command("serve", "--port", "0", "--invite-only", "--word-file", file)
        assert done.code == 2 and told in done.errors
    file.write_text("süße Äpfel")
    assert "is for --invite-only" in command("serve", "--port", "0", "--word-file", file).errors


# ---------------------------------------------------------------- guessing


@pytest.fixture
async def register(tmp_path: Path) -> AsyncIterator[Register]:
    """Where no time passes."""
    store = Store(f"sqlite:///{tmp_path}/battles.db", owns=True)
    yield Register(store, lambda: 0.0)
    store.close()


async def test_who_guesses_is_not_heard_for_long_and_who_is_signed_in_stays_so(register: Register) -> None:
    mine = await register.enrol("Ann", PHRASE, "10.0.0.1")
    for number in range(int(limits.GUESSES[0])):
        with pytest.raises(Wrong, match="No name here goes with that"):
            await register.sign_in("Ann", f"guess number {number}", f"10.1.0.{number}")
    with pytest.raises(Often, match="wrong too often"):
        await register.sign_in("ann", PHRASE, "10.2.0.1")
    assert (await register.who(mine.device)).called == "Ann"
    await register.enrol("Bob", PHRASE, "10.0.0.1")
    await register.sign_in("Bob", PHRASE, "10.1.0.1")


async def test_one_address_guesses_at_few_names(register: Register) -> None:
    """Of names that there are not, too; nothing tells which there are."""
    await register.enrol("Ann", PHRASE, "10.0.0.1")
    told = set()
    for number in range(int(limits.GUESSES_FROM[0])):
        with pytest.raises(Wrong) as wrong:
            await register.sign_in("Ann" if number == 0 else f"Nobody {number}", "a wrong guess", "10.1.0.1")
        told.add(str(wrong.value))
    assert len(told) == 1
    with pytest.raises(Often):
        await register.sign_in("Ann", PHRASE, "10.1.0.1")
    await register.sign_in("Ann", PHRASE, "10.1.0.2")


async def test_who_is_right_is_not_counted_as_guessing(register: Register) -> None:
    await register.enrol("Ann", PHRASE, "10.0.0.1")
    for _ in range(int(limits.GUESSES_FROM[0]) + 1):
        await register.sign_in("Ann", PHRASE, "10.0.0.1")


async def test_names_are_not_taken_by_the_dozen(register: Register) -> None:
    for number in range(int(limits.NEW_NAMES[0])):
        await register.enrol(f"Ann {number}", PHRASE, "10.0.0.1")
    with pytest.raises(Often, match="Many names"):
        await register.enrol("Ann", PHRASE, "10.0.0.1")


def test_a_passphrase_is_stored_as_a_hash_of_its_own() -> None:
    first, second = sealed(PHRASE), sealed(PHRASE)
    assert first != second and first.startswith("scrypt$16384$8$1$")
    assert opens(PHRASE, first) and opens(PHRASE, second) and not opens(PHRASE + " ", first)
    assert not opens(PHRASE, first.replace("scrypt", "another"))
    assert good_passphrase("ｔｈｒｅｅ ｗｅｔ", "") == "three wet", "however the keyboard writes it"
    for weak in ("seven77", "x" * 201, "Ann Annson", "abababababab"):
        with pytest.raises(Refused):
            good_passphrase(weak, "ann annson")
