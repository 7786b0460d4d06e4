"""Pieces of HTML. Whatever is text is escaped here and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape


class Html(str):
    """What is HTML already."""

    __slots__ = ()


def tag(name: str, *inside: str | None, **attributes: str | bool | None) -> Html:
    """`class_` and `for_` are written without their stroke, others with a dash for it; None and False are
    left out."""
    given = "".join(
        f" {_name(key)}" if value is True else f' {_name(key)}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    return Html(f"<{name}{given}>{joined(inside)}</{name}>")


def joined(parts: Iterable[str | None]) -> Html:
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts if part))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], **attributes: str) -> Html:
    """In a frame that scrolls by itself where the screen is narrow; the first cell of a row is its head."""
    head = tag("tr", *(tag("th", each, scope="col") for each in heads))
    body = [tag("tr", tag("th", row[0], scope="row"), *(tag("td", each) for each in row[1:])) for row in rows]
    inside = tag("table", tag("thead", head), tag("tbody", *body))
    return tag("div", inside, class_="frame", tabindex="0", role="group", **attributes)


def printed(words: str) -> str:
    """Inches get their proper mark, minus signs their length, arrows their head."""
    words = re.sub(r'(\d)"', r"\1″", words)
    return re.sub(r"(^|[\s(])-(\d)", r"\1−\2", words).replace(" -> ", " → ")


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
