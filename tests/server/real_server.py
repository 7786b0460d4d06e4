"""`warbook serve` as it is, but for its haste: `python -m tests.server.real_server OPTION...`."""

import sys

from tests.kit.patience import unhurried

if __name__ == "__main__":
    unhurried()
    from warbook.cli import run

    sys.exit(run(["serve", *sys.argv[1:]]))
