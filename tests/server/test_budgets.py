"""What is done for whom is counted, and whoever takes more than is fair is in nobody's way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import asdict, fields
from websockets.exceptions import ConnectionClosed

from tests.server.client import TWO, Visit
from tests.server.server import ROOT, Server
from tests.server.test_operating import told
from tests.terminal.commands import command
from warbook.core.datafile import BadData
from warbook.server import caps, limits
from warbook.server.budgets import Account, Bill, Budgets

pytestmark = pytest.mark.anyio

FAIR = "limits.BATTLE_WORK=[0.3,1e-9] limits.ERRANDS=[0.2,1e-4] limits.OPEN=3 limits.BATTLES_MADE=[2,1e-4]"


def test_an_account_is_over_until_half_of_it_is_there_again() -> None:
    now = [0.0]
    account = Account(10.0, 0.5, lambda: now[0])
    account.pay(10.0)
    assert not account.over and account.wait == 0, "all of it may be used"
    account.pay(0.5)
    assert account.over and account.wait == 11
    now[0] = 10.99
    assert account.over and account.wait == 1
    now[0] = 11.0
    assert not account.over and account.wait == 0
    account.pay(5.0)
    assert not account.over
    now[0] = 1000.0
    account.pay(10.0)
    assert account.left == 0.0, "no more is saved up than there was"


def test_everybody_has_accounts_of_his_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 4)
    budgets = Budgets(lambda: 0.0)
    mine = (budgets.battle("x"), budgets.visitor("x", "a", "1.1.1.1"), budgets.address("1.1.1.1"))
    Bill(*mine).pay(100.0)
    assert all(account.over for account in mine) and budgets.over == 3
    assert not budgets.visitor("x", "b", "1.1.1.1").over and budgets.address("1.1.1.1") is mine[2]
    assert budgets.battle("y") is not mine[0] and budgets.battle("x") is not mine[0], "forgotten meanwhile"
    assert budgets.address("1.1.1.1") is mine[2] and len(budgets.accounts) == 4


def test_one_visitor_may_have_many_addresses() -> None:
    for host, known_as in (
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nobody", "nobody"),
    ):
        assert limits.household(host) == known_as


async def test_whoever_takes_more_than_is_fair_is_in_nobodys_way(tmp_path: Path) -> None:
    env = {"WARBOOK_ADJUST": f"workers.REFEREES=1 {FAIR}"}
    with Server(f"sqlite:///{tmp_path}/battles.db", env=env) as server:
        async with Visit(server.address) as greedy, Visit(server.address) as modest:
            aside = 'warbook_worker_seconds_total{worker="aside 1"}'
            made = await greedy.make(players=TWO)
            async with greedy.sit(made["seats"]["a"], "aa") as a, greedy.sit(made["seats"]["b"], "bb") as b:
                for seat in (a, b):
                    await seat.begun()
                assert (await a.answer("amber"))["type"] == "done"
                assert (await told(modest))[aside] == 0.0
                while (await told(modest))[aside] == 0.0:
                    assert (await a.ask("advise"))["type"] in ("advice", "refused")
                rebuilt = (await told(modest))["warbook_rebuilds_total"]
                assert (await b.answer("beryl"))["type"] == "done", "slowly or not, it goes on"
                theirs = await told(modest)
                assert theirs["warbook_rebuilds_total"] == rebuilt and theirs["warbook_budgets_spent"] == 1

                other = await modest.make()
                async with modest.sit(other["seats"]["a"], "cc") as seat:
                    await seat.begun()
                    assert (await seat.answer("anvil"))["type"] == "done"
                    assert (await told(modest))[aside] == theirs[aside], "another's is where it was"

                async with greedy.sit(made["watch"]), greedy.socket() as fourth:
                    await fourth.send(f'{{"do":"sit","seat":"{made["watch"]}"}}')
                    assert "3 pages of your address" in str(await fourth.recv())
                    with pytest.raises(ConnectionClosed) as closed:
                        await fourth.recv()
                    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
                    async with modest.sit(made["watch"]) as free:
                        await free.begun()

            await greedy.make()
            third = await greedy.http.post("/api/battles", json={"book": "toy"})
            assert third.status_code == 429 and "made as many battles" in third.json()["words"]
            while (reply := await greedy.told("ledger", made["seats"]["a"])).status_code == 200:
                pass
            assert reply.status_code == 429 and "wait" in reply.json()["words"]
            check = {"book": "toy", "kind": "force", "file": {"name": "mine.toml", "text": "?"}}
            assert (await greedy.http.post("/api/check", json=check)).status_code == 429, (
                "nothing else either"
            )
            assert (await modest.told("ledger", made["seats"]["a"])).status_code == 200
            async with greedy.sit(made["seats"]["a"]) as a:
                assert (await a.begun())["at"], "but battles go on"


def test_limits_are_set_by_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in caps.Caps.__struct_fields__:
        monkeypatch.setattr(limits, name.upper(), getattr(limits, name.upper()))
    file = tmp_path / "limits.toml"
    file.write_text("battle-work = [30, 0.5]\nopen = 7\nremove-after = 365\n")
    before = limits.WATCHING
    caps.use(file)
    assert (limits.BATTLE_WORK, limits.OPEN, limits.REMOVE_AFTER) == ((30.0, 0.5), 7, 365.0)
    assert before == limits.WATCHING
    for words, complaint in (
        ("open = 0", "line 1"),
        ("battle-work = [30]", "battle-work"),
        ("battle-wrok = [30, 1]", "did you mean 'battle-work'"),
        ("requests = [0, 1]", "requests"),
    ):
        file.write_text(words)
        with pytest.raises(BadData, match=complaint):
            caps.use(file)
    told = command("serve", "--limits", str(file))
    assert told.code == 2 and "limits.toml" in told.errors


def test_the_docs_have_every_limit_as_it_is() -> None:
    told = (ROOT / "docs" / "operating.md").read_text()
    rows = dict(re.findall(r"^\| `([\w-]+)` \| ([\d., ]+) \|", told, re.MULTILINE))
    usual = asdict(caps.Caps())
    names = {field.encode_name: usual[field.name] for field in fields(caps.Caps)}
    assert rows == {
        name: ", ".join(f"{each:g}" for each in (value if isinstance(value, tuple) else (value,)))
        for name, value in names.items()
    }
