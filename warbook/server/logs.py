"""The log of a server: standard error, as plain lines that tell what is amiss, or (`--log json`) as one JSON
object for each thing that happens, its traceback included. Referees write to the same, in the same way."""

from __future__ import annotations

import logging
import os
import re
import sys
import time
from typing import Literal, TypeAlias

import msgspec

Form: TypeAlias = Literal["plain", "json"]
FORM = "WARBOOK_LOG"  # tells referees in which form their server's log is
PLAIN = "%(levelname)s - %(asctime)s - %(name)s - %(module)s - %(message)s"
FIELDS = ("battle", "worker", "count", "seconds")  # what may be told beside the words
# Nothing that is logged should have any; this is for what others put into their complaints.
SECRET = re.compile(r"(?<=://)[^\s/@]+(?=@)|(?<=#)[\w-]{10,}|(?<=seat)(\W{1,6})[\w-]{10,}")


def begin(form: Form) -> None:
    """For this process and those that it starts."""
    os.environ[FORM] = form
    go_on()


def go_on() -> None:
    """In the form that the server's log has."""
    in_json = os.environ.get(FORM) == "json"
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if in_json else logging.Formatter(PLAIN))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("warbook").setLevel(logging.INFO if in_json else logging.WARNING)


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        second = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, object] = {
            "time": f"{second}.{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "process": record.process,
            "words": without_secrets(record.getMessage()),
        }
        told |= {name: value for name in FIELDS if (value := getattr(record, name, None)) not in (None, "")}
        if record.exc_info:
            told["trace"] = without_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode(told).decode()


def without_secrets(text: str) -> str:
    return SECRET.sub(lambda found: f"{found[1] or ''}***", text)
