"""`warbook serve` as it is, but for its haste: `python -m tests.server.real_server OPTION...`."""

import sys

from tests.kit.patience import unhurried
from tests.server.shelf import adjust

if __name__ == "__main__":
    unhurried()
    from warbook.cli import run
    from warbook.server import workers

    workers.REFEREE = "tests.server.cold_referee"
    adjust()
    sys.exit(run(["serve", *sys.argv[1:]]))
