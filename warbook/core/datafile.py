"""Reading data that people write. What is wrong is told with file, line and field."""

from __future__ import annotations

import difflib
import json
import os
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import tomli
from msgspec import Meta, Struct

T = TypeVar("T")

LARGEST = 1_000_000  # bytes; a force or a scenario is a few thousand
DEEPEST = 8  # names in a dotted key: reading a key takes time by the square of that
MOST_KEYS = 20_000
MOST_TOLD = 20  # things wrong with one file


class BadData(Exception):
    """A data file that cannot be used; the words say where, what is wrong and what would be right."""


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """Data as somebody wrote it: what the file is called, and its text."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    text: Annotated[str, Meta(max_length=LARGEST)]


class Flaw(Struct, frozen=True):
    """Something wrong with data that could be read: where, as in .fighters[2].weapons, what, and by which
    rule if it is against one."""

    at: str
    words: str
    rule: str = ""


Check = Callable[[T], Sequence[Flaw]]


class Sourced(Struct, frozen=True, kw_only=True):
    """Where a figure of a list comes from."""

    provenance: Literal["found", "known", "ours"] = "ours"
    source: str = ""
    note: str = ""
    known_fields: tuple[str, ...] = ()
    ours_fields: tuple[str, ...] = ()


class Edit(Struct, frozen=True):
    """What is read in the place of a file: another text, if there is one, and its data changed."""

    instead: Written | None
    change: Callable[[Any], Any]


_edits: Mapping[Path, Edit] = {}


@contextmanager
def edited(edits: Mapping[Path, Edit]) -> Iterator[None]:
    """As long as it lasts, these files (of resolved paths) are read otherwise."""
    global _edits
    before, _edits = _edits, edits
    try:
        yield
    finally:
        _edits = before


def read_toml(path: Path, kind: type[T], check: Check[T] | None = None) -> T:
    """The file as `kind`, which `check` finds nothing wrong with."""
    edit = _edits.get(path.resolve()) if _edits else None
    written = edit.instead if edit and edit.instead else read_written(path)
    data = toml_data(written)
    return _converted(edit.change(data) if edit else data, written, kind, check)


def read_written(path: Path) -> Written:
    """What stands in a file; refuses one that cannot be read, is too large or is not text."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadData(f"{path}: larger than {LARGEST:,} bytes; a force or a scenario is a few thousand")
        return Written(str(path), path.read_text("utf-8"))
    except OSError as error:
        raise BadData(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadData(f"{path}: not UTF-8 text (byte {error.start})") from None
    except ValueError as error:
        raise BadData(f"{str(path)!r}: cannot be read: {error}") from None


def id_or_written(named: str, ids: Iterable[str]) -> str | Written:
    """What a person named: one of these ids, or what stands in the file of that name."""
    if named in ids:
        return named
    return read_written(Path(named)) if named.endswith(".toml") or os.path.isfile(named) else named


def parse_toml(text: str, name: str, kind: type[T], check: Check[T] | None = None) -> T:
    written = Written(name, text)
    return _converted(toml_data(written), written, kind, check)


def toml_data(written: Written) -> dict[str, Any]:
    """What stands in it, whatever it is."""
    name = written.name
    _bound(written.text, name)
    try:
        return tomli.loads(written.text)
    except ValueError as error:
        raise BadData(f"{name}: not valid TOML: {error}") from None
    except RecursionError:
        raise BadData(f"{name}: not valid TOML: nested too deeply") from None


def _converted(data: Any, written: Written, kind: type[T], check: Check[T] | None) -> T:
    name, text = written.name, written.text
    try:
        value = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadData(explain(str(error), text, name, kind)) from None
    flaws = check(value) if check is not None else ()
    if flaws:
        told = [_told(text, name, flaw) for flaw in flaws[:MOST_TOLD]]
        if len(flaws) > MOST_TOLD:
            told.append(f"{name}: and {len(flaws) - MOST_TOLD} more things are wrong")
        raise BadData("\n".join(told))
    return value


_WRITTEN = re.compile(  # strings and comments; one without an end goes to the end of the line or of the text
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)|'
    r"'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)|"
    r'"(?:[^"\\\n]|\\.)*+"?|'
    r"'[^'\n]*+'?|"
    r"#[^\n]*+",
    re.DOTALL,
)
_DEEP = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{DEEPEST}}}")


def _bound(text: str, name: str) -> None:
    """Refuses what would take long to read, at the cost of a look."""
    bare = _WRITTEN.sub(lambda found: "s" + "\n" * found[0].count("\n"), text)
    if deep := _DEEP.search(bare):
        line = bare.count("\n", 0, deep.start()) + 1
        raise BadData(f"{name}, line {line}: a key of more than {DEEPEST} names; none here needs as many")
    keys = bare.count("=") + bare.count("[")
    if keys > MOST_KEYS:
        raise BadData(f"{name}: {keys:,} keys and lists; {MOST_KEYS:,} are the most a file may have")


def explain(error: str, text: str, name: str, kind: Any = None) -> str:
    """A validation error as a sentence with the line and the field it is about, and what would be right."""
    words, _, path = error.partition(" - at `$")
    path = path.rstrip("`")
    missing = re.search(r"missing required field `([^`]+)`", words)
    unknown = re.search(r"unknown field `([^`]+)`", words)
    line = line_of(text, path + (f".{unknown[1]}" if unknown else ""))
    field = path.lstrip(".") or "the top of the file"
    if missing:
        return f"{name}, line {line}: {field} lacks the field '{missing[1]}'"
    if unknown:
        said = f"{name}, line {line}: {field} has a field '{unknown[1]}' that is not known here"
        return said + _right_fields(unknown[1], _type_at(kind, path))
    return f"{name}, line {line}: {field}: {words[:1].lower()}{words[1:]}{_right_words(_type_at(kind, path))}"


def _told(text: str, name: str, flaw: Flaw) -> str:
    """A flaw with the file, the line and the field it is about."""
    field = flaw.at.lstrip(".") or "the top of the file"
    by = f" ({flaw.rule})" if flaw.rule else ""
    return f"{name}, line {line_of(text, flaw.at)}: {field}: {flaw.words}{by}"


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """The end of a sentence about a name that is not known: the one like it, or all there are."""
    names = list(known)
    near = difflib.get_close_matches(given, names, 1)
    return f"; did you mean '{near[0]}'?" if near else f"; there is: {', '.join(names)}"


def _right_fields(given: str, kind: Any) -> str:
    structs = [part for part in _parts(kind) if isinstance(part, type) and issubclass(part, Struct)]
    if not structs:
        return ""
    return did_you_mean(given, structs[0].__struct_encode_fields__)


def _right_words(kind: Any) -> str:
    """The words to choose from, where the type is such a list."""
    choices = [
        str(choice) for part in _parts(kind) if get_origin(part) is Literal for choice in get_args(part)
    ]
    return f"; it may be: {', '.join(choices)}" if choices else ""


def _parts(kind: Any) -> tuple[Any, ...]:
    """The types that a value may have."""
    union = get_origin(kind) in (Union, types.UnionType)
    return get_args(kind) if union else (kind,)


def _type_at(kind: Any, path: str) -> Any:
    """The type of the value at a path; None where the path cannot be followed."""
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        parts, kind = _parts(kind), None
        for part in parts:
            if name and isinstance(part, type) and issubclass(part, Struct):
                kind = get_type_hints(part).get(name)
            elif index and get_origin(part) in (list, tuple):
                items = get_args(part)
                varied = len(items) > 1 and items[1] is not ... and int(index) < len(items)
                kind = items[int(index) if varied else 0]
        if kind is None and (tags := _tags(parts, name)):
            kind = Literal[tags]
    return kind


def _tags(parts: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    """What tells structs apart, of which a value may be one, where that stands in the field `name`."""
    structs = (part for part in parts if isinstance(part, type) and issubclass(part, Struct))
    configs = (struct.__struct_config__ for struct in structs)
    return tuple(config.tag for config in configs if config.tag_field == name)


def line_of(text: str, path: str) -> int:
    """The line on which the value at `path` (as in .fighters[2].weapons) begins, as near as TOML shows it."""
    lines = text.splitlines() or [""]
    at = -1
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        at = _nth_item(lines, at, int(index)) if index else _named(lines, at, name)
    return max(at, 0) + 1


_HEADER = re.compile(r"\s*\[+([\w.-]+)\]+")


def _named(lines: list[str], at: int, name: str) -> int:
    """The line of a table header or key called `name`, from line `at` on; `at` itself where none is found."""
    header = re.compile(rf"\s*\[\[?(?:[\w-]+\.)*{name}\]\]?")
    key = re.compile(rf"(?:.*[{{,]\s*|\s*){name}\s*=")
    within = _HEADER.match(lines[at]) if at >= 0 else None
    for number in range(max(at, 0), len(lines)):
        if header.match(lines[number]) or key.match(lines[number]):
            return number
        other = _HEADER.match(lines[number])
        if within and other and number > at and not other[1].startswith(f"{within[1]}."):
            break
    return at


def _nth_item(lines: list[str], at: int, index: int) -> int:
    """The line of the index-th item of an array that begins at line `at`."""
    at = max(at, 0)
    header = lines[at].strip()
    if header.startswith("[["):
        same = [number for number in range(at, len(lines)) if lines[number].strip() == header]
        return same[index] if index < len(same) else at
    items = [number for number in range(at, len(lines)) if lines[number].lstrip().startswith(("{", '"', "["))]
    opened = lines[at].split("=", 1)[-1].strip()
    if opened not in ("[", "") or index >= len(items):
        return at
    return items[index]


# ---------------------------------------------------------------- writing


def toml_fields(of: Struct, names: Sequence[str], always: Sequence[str] = ()) -> list[str]:
    """Fields as lines of TOML; those that are empty are left out, if they are not `always` there."""
    given = ((name, getattr(of, name)) for name in names if getattr(of, name) or name in always)
    return [f"{name} = {toml_value(value)}" for name, value in given]


def toml_tables(of: Struct, at: str = "") -> list[str]:
    """Everything in which it differs from its defaults, as lines of TOML; structs within it are tables of
    their own, whose names begin with `at`."""
    plain: list[str] = []
    below: list[str] = []
    for field in msgspec.structs.fields(of):
        value, name = getattr(of, field.name), f"{at}{field.name}"
        if not field.required and value == field.default:
            continue
        if isinstance(value, Struct):
            below += ["", f"[{name}]", *toml_tables(value, f"{name}.")]
        elif isinstance(value, tuple) and value and isinstance(value[0], Struct):
            for each in value:
                below += ["", f"[[{name}]]", *toml_tables(each, f"{name}.")]
        else:
            plain.append(f"{field.name} = {toml_value(value)}")
    return [*plain, *below]


def toml_value(value: Any) -> str:
    """TOML writes text, numbers and lists of them as JSON does, but for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# ---------------------------------------------------------------- switches


def settle(rulings: Mapping[str, Any], kind: type[T]) -> T:
    """The switches of a book as set; what is not named keeps its default."""
    settled: dict[str, Any] = {}
    hints = _switches(kind)  # type: ignore[arg-type]  # a class is hashable
    for name, value in rulings.items():
        if name not in hints:
            raise BadData(f"rulings: there is no switch '{name}'{did_you_mean(name, hints)}")
        try:
            settled[name] = msgspec.convert(as_switch(value), hints[name])
        except msgspec.ValidationError:
            raise BadData(f"rulings: {name}: {value!r} is not allowed; {_may_be(hints[name])}") from None
    return kind(**settled)


@cache
def _switches(kind: type) -> dict[str, Any]:
    """What each switch may be, with its limits."""
    return get_type_hints(kind, include_extras=True)


def _may_be(hint: Any) -> str:
    """What a switch of this type may be set to."""
    if hint is bool:
        return "set it on or off"
    if get_origin(hint) is Literal:
        return f"choose one of: {', '.join(map(str, get_args(hint)))}"
    if get_origin(hint) is tuple:
        return f"give {len(get_args(hint))} numbers, each {_may_be(get_args(hint)[0]).removeprefix('give ')}"
    number, limits = get_args(hint)
    return f"give a {'' if number is float else 'whole '}number from {limits.ge} to {limits.le}"


def as_switch(value: Any) -> Any:
    """What a person types for a switch: on and off, numbers, or a word."""
    if isinstance(value, str):
        low = value.strip().lower()
        if low in ("on", "yes", "true"):
            return True
        if low in ("off", "no", "false"):
            return False
        if re.fullmatch(r"-?\d+", low):
            return int(low)
        if re.fullmatch(r"-?\d+\.\d+", low):
            return float(low)
        if re.fullmatch(r"-?\d+(,-?\d+)+", low):
            return [int(part) for part in low.split(",")]
    return value


def spelt(value: Any) -> str:
    """A value as a person writes it: on and off, numbers, or a word."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value)
