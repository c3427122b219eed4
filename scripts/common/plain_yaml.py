"""Reads YAML that means what it looks like, and says in one line with file and line where it does not."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from common.command_line import UserError

# libyaml's, where PyYAML was built with it: six times as fast, and every start reads all descriptions.
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
OCTAL = re.compile(r"[-+]?0[0-9_]+")
NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")


class _MisreadError(Exception):
    """YAML reads something else than stands there. The message has the line, what was read, and what to write."""


class _PlainLoader(_Loader):  # type: ignore[valid-type,misc]
    """SafeLoader that refuses a key given twice (the last one would win), 010 (which is 8) and 1:30 (which is 90)."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        first: dict[str, int] = {}
        for key, _ in node.value:
            line = key.start_mark.line + 1
            if str(key.value) in first:
                raise _MisreadError(f"line {line}: {key.value} stands twice, first in line {first[key.value]}. Write it once")
            first[str(key.value)] = line
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping


def _number(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> Any:
    value = _Loader.yaml_constructors[node.tag](loader, node)
    octal = node.tag == NUMBERS[0] and OCTAL.fullmatch(node.value)
    if octal or ":" in node.value:
        meant = f"{int(node.value.replace('_', ''))} or {value}" if octal else str(value)
        why = "a leading 0 makes it octal" if octal else "colons make it count in sixties"
        raise _MisreadError(
            f'line {node.start_mark.line + 1}: {node.value} is read as {value}: {why}. Write {meant}, or "{node.value}" for text'
        )
    return value


for _tag in NUMBERS:
    _PlainLoader.add_constructor(_tag, _number)


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    mapping: dict[str, Any] = {}
    for key, value in pairs:
        if key in mapping:
            raise _MisreadError(f"{key} stands twice. Write it once")
        mapping[key] = value
    return mapping


def _parsed(text: str) -> Any:
    """JSON where it is JSON, as Snakemake takes a configuration in either; else YAML."""
    if text.lstrip().startswith("{"):
        try:
            return json.loads(text, object_pairs_hook=_once)
        except ValueError:
            pass  # YAML has such mappings too
    return yaml.load(text, Loader=_PlainLoader)  # noqa: S506 a SafeLoader


def read_yaml(path: Path | str) -> dict[str, Any]:
    """The mapping in a YAML or JSON file; UserError when it is missing, not YAML, not a mapping, or read otherwise than it looks."""
    try:
        document = _parsed(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from error
    except _MisreadError as error:
        raise UserError(f"{path}: {error}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not YAML: {' '.join(str(error).split())}") from error
    if document is None:
        raise UserError(f"{path}: line 1: nothing stands in it; it should be a mapping of keys to values. Write lines such as `key: value`")
    if not isinstance(document, dict):
        kind = "a list" if isinstance(document, list) else f"the word {str(document)[:40]!r}"
        raise UserError(f"{path}: line 1: {kind} was read; it should be a mapping of keys to values. Write lines such as `key: value`")
    return document
