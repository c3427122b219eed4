"""The one reader of cell records, in runs/ and in history/: parsed, brought up to date, held against cell.schema.json; a fault in one line.

A hundred thousand of them are read for one table. Most have the same keys with values of the same types: the first of each such shape is
checked by the whole schema, the others only for what a value can have wrong (a word that is none, a number below its least).
"""

import json
import shlex
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import orjson

from common.command_line import UserError
from common.given_command import given_command
from common.schemas import load_schema, violation
from common.words import listed, listed_or
from records.compatibility import current

if TYPE_CHECKING:
    from jsonschema import ValidationError

MEASURE_AGAIN = "Measure it again: rm {} && {command}"
LEAVE_OUT = "Leave it out: rm {}"
SCHEMA = "cell"

KIND_NAMES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "a mapping",
    "boolean": "true or false",
    "null": "null",
}

Record: TypeAlias = dict[str, Any]
Numbers: TypeAlias = Callable[[Record], tuple[float, ...]]
_seen: dict[Any, Numbers] = {}  # each shape that kept the schema, with its top-level numbers


def read_record(path: Path | str, way_out: str) -> Record:
    """A record. FileNotFoundError where there is none; UserError, with the way out (MEASURE_AGAIN, LEAVE_OUT), where it is damaged."""
    name = str(path)
    try:
        with open(name, "rb", buffering=0) as file:  # noqa: PTH123 a hundred thousand times
            data = file.read()
    except FileNotFoundError:
        raise
    except OSError as error:
        damaged(name, str(error), way_out)
    try:
        return checked(parse(data))
    except ValueError as error:
        damaged(name, str(error), way_out)


def damaged(path: str, what: str, way_out: str) -> NoReturn:
    """Name the file, the fault, and the command that mends it."""
    raise UserError(f"{path}: damaged record ({what}). {way_out.format(shlex.quote(path), command=given_command())}")


def parse(data: bytes) -> Any:
    """The JSON of a record. ValueError says what is wrong with it."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        return _parse_leniently(data)


def _parse_leniently(data: bytes) -> Any:
    """What orjson refuses: Python reads half surrogates too (they become ?), and says better what is wrong."""
    try:
        parsed = json.loads(data.decode(encoding="utf-8"), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON, {error}") from None
    return orjson.loads(json.dumps(parsed, ensure_ascii=False).encode(errors="replace"))


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"not JSON, {name} is no JSON number")


def checked(parsed: object) -> Record:
    """A parsed record as it is written now. ValueError names the field that is not as cell.schema.json says."""
    if not isinstance(parsed, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 as every other fault of a file
    record = current(parsed)
    shape = (*_shape(record), *_attempts(record))
    if shape not in _seen:
        _check_whole(record)
        _seen[shape] = _numbers(record)
    elif not _plausible(record, _seen[shape]):
        _check_whole(record)
    if record["tasks"] not in (None, record["n"]):
        raise ValueError(f"tasks is {record['tasks']}, n is {record['n']}")
    return record


def _check_whole(record: Record) -> None:
    error = violation(record, SCHEMA)
    if error is not None:
        raise ValueError(_explain(error))


def _explain(error: "ValidationError") -> str:
    """The field, its value and what it should be: verdict is null, not ok or failed."""
    wanted: Any = error.validator_value
    whole: Any = error.instance
    field = ".".join(map(str, error.absolute_path))
    if error.validator == "required":
        missing = listed(key for key in wanted if key not in whole)
        return f"without {missing}" + (f" in {field}" if field else "")
    if error.validator == "additionalProperties":
        return " ".join(filter(None, [field, error.message]))[:300]
    return f"{field} is {json.dumps(whole)[:80]}, {_wanted_words(str(error.validator), wanted) or error.message}"[:300]


def _wanted_words(validator: str, wanted: Any) -> str | None:
    match validator:
        case "type":
            return f"not {listed_or(KIND_NAMES[kind] for kind in ([wanted] if isinstance(wanted, str) else wanted))}"
        case "enum":
            return f"not {listed_or('null' if word is None else str(word) for word in wanted)}"
        case "minimum":
            return f"less than {wanted}"
        case "exclusiveMinimum":
            return f"not above {wanted}"
    return None


def _attempts(record: Record) -> list[Any]:
    """The shapes of a record's attempts."""
    attempts = record.get("attempts")
    return [_shape(item) if type(item) is dict else type(item) for item in attempts] if isinstance(attempts, list) else []


def _shape(value: Record) -> tuple[Any, ...]:
    """Keys and types of a record and of all mappings in it. What lists hold is only shown, but for the attempts."""
    inside = value.values()
    kinds = (*map(type, inside),)
    if dict not in kinds:
        return (*value, *kinds)
    return (*value, *kinds, *[_shape(item) for item in inside if type(item) is dict])


@cache
def _words() -> dict[str, frozenset[Any]]:
    """The fields that are one of some words, each with these."""
    return {name: frozenset(field["enum"]) for name, field in load_schema(SCHEMA)["properties"].items() if "enum" in field}


@cache
def _flags() -> frozenset[str]:
    """Every flag that there is."""
    return frozenset(load_schema("record")["properties"]["flags"]["items"]["enum"])


def _numbers(record: Record) -> Numbers:
    """Takes the numbers out of a record of this shape; n and repeat are among them, so that there are two or more."""
    return itemgetter(*(name for name, value in record.items() if type(value) in (int, float)))


def _plausible(record: Record, numbers: Numbers) -> bool:
    """Whether no value is amiss, as far as that is quickly seen; what is not is looked at by the whole schema."""
    flags = record["flags"]
    return (
        all(record[name] in allowed for name, allowed in _words().items())
        and (not flags or (len(set(flags)) == len(flags) and _flags().issuperset(flags)))
        and min(numbers(record)) >= 0
        and record["peak_bytes"] != 0
    )
