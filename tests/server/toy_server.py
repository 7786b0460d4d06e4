"""The web table with the toy books on its shelf: `python -m tests.server.toy_server DATABASE`."""

import sys

from tests.server.shelf import put_up

if __name__ == "__main__":
    put_up()
    from warbook.server import crew
    from warbook.server.serve import serve

    crew.REFEREE = "tests.server.toy_referee"
    serve("127.0.0.1", 0, sys.argv[1], False)
