import subprocess
import sys


def test_who_plays_a_book_is_known_before_its_rules_are_read() -> None:
    """The web table lists the bots of every book when it starts, and need not load any of them."""
    program = """
import sys
from warbook.core.shelf import book_ids, load_book
from warbook.players.seats import players_of
print(*(f"{book_id}:{','.join(players_of(load_book(book_id)))}" for book_id in book_ids()))
print([name for name in sys.modules if name in ("numpy", "numba") or name.endswith((".bot.drill", ".turn"))])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    players, loaded = done.stdout.splitlines()
    assert {"duel:drill,random", "necromunda:drill,random", "vehicles:drill,random"} <= {*players.split()}
    assert loaded == "[]"
