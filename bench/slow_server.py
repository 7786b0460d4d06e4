"""`warbook serve` with two slow referees: `python -m bench.slow_server DATABASE`."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    from warbook.core.shelf import put_up
    from warbook.server import workers
    from warbook.server.serve import serve

    put_up(Path(__file__).parents[1] / "examples" / "duel")
    workers.REFEREE, workers.REFEREES = "bench.slow_referee", 2
    serve("127.0.0.1", 0, sys.argv[1], False)
