"""The types of what travels between server and page, in TypeScript, from the Structs that travel.

What the server writes as plain JSON (questions, events, tables, previews) is described by hand in
`types.d.ts`; the fields that hold such values are named in `BY_HAND`.
"""

from __future__ import annotations

import inspect
import types
import typing
from typing import Annotated, Any, Literal

from msgspec import NODEFAULT, Struct, UnsetType
from msgspec.structs import fields

from warbook.core.book import Choice, Group, Piece
from warbook.core.cards import Briefing, Card, Glossary, Standing
from warbook.core.drafting import Sheet
from warbook.desk.sheet import Desk, DeskAnswer, DeskAsked
from warbook.rulebook.search import Found
from warbook.server import messages
from warbook.server.messages import (
    Fault,
    House,
    Invited,
    Made,
    Named,
    NewBattle,
    OwnBattle,
    ReplayPart,
    RuleText,
    Shelf,
    ToSeat,
)
from warbook.telling.ledger import LedgerSide

HEAD = """// What the server sends and takes. Types only, for tsc; no page loads this file.
// Written by `WARBOOK_TYPES=write python -m pytest tests/server/test_page_types.py`.

import { Asked, BattleEvent, Preview, Table } from "./types.js";
"""
BY_HAND = {
    "Scene.table": "Table",
    "ReplayFrame.table": "Table | null",
    "ReplayFrame.events": "BattleEvent[]",
    "State.table": "Table | null",
    "State.question": "Asked | null",
    "State.events": "BattleEvent[]",
    "Foretold.preview": "Preview | null",
}
SENT = (
    *(kind for kind in vars(messages).values() if inspect.isclass(kind) and ToSeat in kind.__bases__),
    *ReplayPart.__subclasses__(),
    *(Fault, Shelf, RuleText, Made, Invited, House, Named, OwnBattle, NewBattle, Sheet, LedgerSide),
    *(Choice, Piece, Group, Card, Briefing, Standing, Glossary),
    *(Desk, DeskAsked, DeskAnswer, Found),
)
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", Any: "unknown", object: "unknown"}
PLAIN |= {types.NoneType: "null", UnsetType: "undefined"}


def page_types() -> str:
    found: dict[str, str] = {}
    for kind in SENT:
        _interface(kind, found)
    to_seat = sorted(kind.__name__ for kind in SENT if ToSeat in kind.__bases__)
    union = "export type FromServer =\n" + "\n".join(f"  | {name}" for name in to_seat) + ";"
    return "\n".join([HEAD, *(found[name] for name in sorted(found)), union, ""])


def _interface(kind: type[Struct], found: dict[str, str]) -> None:
    if kind.__name__ in found:
        return
    found[kind.__name__] = ""
    hints = typing.get_type_hints(kind, include_extras=True)
    config = kind.__struct_config__
    rows = []
    if config.tag is not None and config.tag_field:
        rows.append(f'{config.tag_field}: "{config.tag}";')
    taken = kind in (NewBattle, DeskAsked)  # what a page writes may leave out what has a default
    for field in fields(kind):
        name = f"{kind.__name__}.{field.name}"
        optional = taken and (field.default is not NODEFAULT or field.default_factory is not NODEFAULT)
        words = BY_HAND.get(name) or _type(hints[field.name], found)
        rows.append(f"{field.encode_name}{'?' if optional else ''}: {words};")
    body = "".join(f"  {row}\n" for row in rows)
    found[kind.__name__] = f"export interface {kind.__name__} {{\n{body}}}"


def _type(hint: Any, found: dict[str, str]) -> str:
    if isinstance(hint, typing.TypeAliasType if hasattr(typing, "TypeAliasType") else ()):
        hint = hint.__value__
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _type(parts[0], found)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin in (types.UnionType, typing.Union):
        return " | ".join(dict.fromkeys(_type(part, found) for part in parts))
    if origin in (list, set, frozenset) or (origin is tuple and parts[-1] is ...):
        inner = _type(parts[0], found)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(part, found) for part in parts)}]"
    if origin is not None and issubclass(origin, typing.Mapping):
        return f"Record<string, {_type(parts[1], found)}>"
    if isinstance(hint, type) and issubclass(hint, Struct):
        _interface(hint, found)
        return hint.__name__
    raise TypeError(f"no page can be told of {hint!r}")
