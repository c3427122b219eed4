"""Checks a document against one of config/schemas/, and says in one line what is wrong with it."""

import hashlib
import json
import math
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.command_line import UserError
from common.folders import CONFIG
from common.kept import Kept

if TYPE_CHECKING:
    import jsonschema

SCHEMAS = CONFIG / "schemas"
# Digests of documents, each with all schemas, that were found to be right: a start at which nothing is new imports no validator.
RIGHT = Kept("checked")


@cache
def load_schema(name: str) -> dict[str, Any]:
    """The parsed schema config/schemas/NAME.schema.json."""
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    return schema


@cache
def _validator(name: str) -> "jsonschema.Draft202012Validator":
    import jsonschema  # noqa: PLC0415
    from referencing import Registry, Resource  # noqa: PLC0415

    schemas = {path.name: Resource.from_contents(json.loads(path.read_text())) for path in SCHEMAS.glob("*.schema.json")}
    registry: Registry[Any] = Registry().with_resources(schemas.items())
    return jsonschema.Draft202012Validator(load_schema(name), registry=registry, format_checker=jsonschema.FormatChecker())


def _explain(error: "jsonschema.ValidationError") -> str:
    if error.validator == "additionalProperties" and isinstance(error.instance, dict) and isinstance(error.schema, dict):
        known = sorted(error.schema["properties"])
        unknown = ", ".join(sorted(str(key) for key in error.instance if key not in known))
        return f"{unknown} is not a key here; the keys are {', '.join(known)}"
    if error.validator == "required" and isinstance(error.instance, dict) and isinstance(error.schema, dict):
        missing = [key for key in error.schema["required"] if key not in error.instance]
        return f"{', '.join(missing)} is missing"
    description = error.schema.get("description", "") if isinstance(error.schema, dict) else ""
    return error.message + (f" ({description})" if description else "")


def _keys(path: Iterable[object]) -> str:
    keys = ".".join(str(part) for part in path)
    return f"{keys}: " if keys else ""


def _one_line(message: str) -> str:
    return " ".join(message.split())[:600]


def _not_a_number(document: Any) -> list[object] | None:
    """The path of the first NaN or infinity, which YAML can write and JSON Schema's bounds let pass."""
    if isinstance(document, float) and not math.isfinite(document):
        return []
    items = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    found = ((key, _not_a_number(value)) for key, value in items)
    return next(([key, *path] for key, path in found if path is not None), None)


def violation(document: Any, schema: str) -> "jsonschema.ValidationError | None":
    """The most telling violation of a schema; None where there is none."""
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    found: jsonschema.ValidationError | None = best_match(_validator(schema).iter_errors(document))
    return found


def check(document: Any, schema: str, where: str) -> None:
    """Raise UserError with the most telling violation, as `where: key: what is wrong`."""
    key = hashlib.sha256(f"{schemas_digest()} {schema} {document!r}".encode()).hexdigest()
    if key in RIGHT:
        return
    error = violation(document, schema)
    if error is not None:
        raise UserError(_one_line(f"{where}: {_keys(error.absolute_path)}{_explain(error)}"))
    path = _not_a_number(document)
    if path is not None:
        raise UserError(_one_line(f"{where}: {_keys(path)}is not a number that can be used; write it in digits"))
    RIGHT[key] = True


@cache
def schemas_digest() -> str:
    """A digest of the schemas, which name each other, and of what checks with them."""
    files = [*sorted(SCHEMAS.glob("*.schema.json")), Path(__file__)]
    return hashlib.sha256(b"\0".join(file.name.encode() + b"\0" + file.read_bytes() for file in files)).hexdigest()
