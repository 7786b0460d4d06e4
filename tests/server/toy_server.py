"""The web table with the toy books on its shelf: `python -m tests.server.toy_server DATABASE [PROXY...]`.
With WARBOOK_STILL in its environment no time passes for those who ask too much; with WARBOOK_NO_CHAT
nobody says anything; with WARBOOK_DOOR only those set up battles who have a name or know that word.

Nothing is prepared: tests start many servers, and most need few of the processes that one can have."""

import os
import sys
from functools import partial
from typing import Any

from tests.kit.patience import unhurried
from tests.server.shelf import adjust, put_up, unprepared

if __name__ == "__main__":
    put_up()
    from warbook.server import limits, logs, workers
    from warbook.server.serve import serve
    from warbook.server.signing_in import Door

    workers.REFEREE = "tests.server.toy_referee"
    unhurried()
    unprepared()
    adjust()
    if "WARBOOK_STILL" in os.environ:
        limits.Gate = partial(limits.Gate, lambda: 0.0)  # type: ignore[assignment,misc]
    chat = "WARBOOK_NO_CHAT" not in os.environ
    form: Any = os.environ.get(logs.FORM, "plain")
    door = Door("WARBOOK_DOOR" in os.environ, os.environ.get("WARBOOK_DOOR", ""))
    serve("127.0.0.1", 0, sys.argv[1], False, proxies=sys.argv[2:], chat=chat, log_form=form, door=door)
