"""What of the code can change what a stage makes, as one digest: found by following imports, so that no list has to be kept by hand.

The rules, all of them:
* From a command line its imports are followed through scripts/, also those within functions; what stands under TYPE_CHECKING is not.
  import_module(f"a.b.{name}") is every module of a.b.
* Beside a module count the files of its folder that are no Python (templates, style sheets, YAML), also those in folders
  that are no packages, but not the text for people (.txt, .md).
* Of a module counts what it does: comments, docstrings, blank lines and the help of a command line's options do not.
* Of a measured run what only words do does not count: imports within functions of its command line (they write the line on the console),
  and the modules of words (WORDS).
"""

import ast
import hashlib
import io
import os
import tokenize
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import cache
from typing import Any

from common.folders import SCRIPTS
from common.kept import Kept

WORDS = ("common/words.py", "common/units.py", "*/vocabulary.py")
NO_CODE = {".py", ".pyc", ".txt", ".md"}
PARSERS = {"add_argument", "ArgumentParser"}
HELP = {"help", "metavar", "description", "epilog", "usage"}
RULES = 1  # counted up when what counts of a file is decided in another way
KEPT = Kept("code")  # what each file was found to say, by its content


@cache
def code_digest(entry: str, *, words: bool = True, without: tuple[str, ...] = ()) -> str:
    """SHA-256 (hexadecimal) of the code behind a command line in scripts/.

    `words`: whether words count; `without`: patterns of modules that are neither followed nor counted.
    """
    left_out = (*without, *(() if words else WORDS))
    digest = hashlib.sha256()
    for file in reached(entry, lazy=words, without=left_out):
        digest.update(f"{file}\0{_read(file)['digest']}\0".encode())
    KEPT.save()
    return digest.hexdigest()


def reached(entry: str, *, lazy: bool = True, without: Iterable[str] = ()) -> list[str]:
    """The files behind a command line, below scripts/, sorted. `lazy`: whether imports within its functions count; those of modules do."""
    patterns = tuple(without)
    found, waiting = {entry}, set(_imported(entry, lazy=lazy))
    while waiting:
        file = waiting.pop()
        if file not in found and not any(fnmatch(file, pattern) for pattern in patterns):
            found.add(file)
            waiting |= _used_by(file)
    return sorted(found)


@cache
def _used_by(file: str) -> frozenset[str]:
    """What a module imports, and what lies beside it."""
    return frozenset((*_imported(file), *_beside(file))) if file.endswith(".py") else frozenset()


def _imported(file: str, *, lazy: bool = True) -> Iterator[str]:
    said = _read(file)
    for name in said["imports"] + (said["lazy_imports"] if lazy else []):
        yield from _modules(name)


@cache
def _files() -> frozenset[str]:
    """Every file below scripts/."""
    places = ((os.path.relpath(folder, SCRIPTS), names) for folder, _, names in os.walk(SCRIPTS) if not folder.endswith("__pycache__"))
    return frozenset(name if folder == "." else f"{folder}/{name}" for folder, names in places for name in names)


@cache
def _modules(name: str) -> tuple[str, ...]:
    """The files that importing `a.b.c` runs: a, a.b, and a.b.c where that is a module and no name in one."""
    parts = name.split(".")
    if parts[-1] == "*":
        folder = "/".join(parts[:-1])
        return tuple(file for file in _files() if file.endswith(".py") and file.rpartition("/")[0] == folder)
    places = ["/".join(parts[: count + 1]) for count in range(len(parts))]
    return tuple(file for place in places for file in (f"{place}/__init__.py", f"{place}.py") if file in _files())


@cache
def _beside_in(folder: str) -> tuple[str, ...]:
    """The files that are no Python in a package, and in its folders that are no packages."""
    inside = [file for file in _files() if file.startswith(f"{folder}/")]
    packages = {file.rpartition("/")[0] for file in inside if file.endswith(".py")}
    plain = (file for file in inside if os.path.splitext(file)[1] not in NO_CODE and not file.rpartition("/")[2].startswith("."))  # noqa: PTH122
    return tuple(file for file in plain if not any(file.startswith(f"{inner}/") for inner in packages - {folder}))


def _beside(file: str) -> tuple[str, ...]:
    return _beside_in(file.rpartition("/")[0]) if "/" in file else ()


@cache
def _read(file: str) -> dict[str, Any]:
    """What a file says: the digest of what counts of it, and what it imports."""
    content = (SCRIPTS / file).read_bytes()
    python = file.endswith(".py")
    key = hashlib.sha256(f"{RULES}{python}".encode() + content).hexdigest()
    if key not in KEPT:
        KEPT[key] = _understood(content.decode()) if python else {"digest": hashlib.sha256(content).hexdigest()}
    said: dict[str, Any] = KEPT[key]
    return said


def _understood(text: str) -> dict[str, Any]:
    tree = ast.parse(text)
    found = list(_names(tree.body, within_function=False))
    outer = {name for name, lazy in found if not lazy} | set(_by_text(tree))
    return {
        "digest": hashlib.sha256(what_counts(text, tree)).hexdigest(),
        "imports": sorted(outer),
        "lazy_imports": sorted({name for name, _ in found} - outer),
    }


def _names(nodes: Iterable[ast.AST], *, within_function: bool) -> Iterator[tuple[str, bool]]:
    """Each name that is imported, and whether only a call of a function does so."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, within_function) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{alias.name}", within_function) for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _names(node.orelse, within_function=within_function)
        elif not isinstance(node, ast.expr):
            inside = within_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _names(ast.iter_child_nodes(node), within_function=inside)


def _by_text(tree: ast.Module) -> Iterator[str]:
    """`a.b.*` for import_module(f"a.b.{...}"): every module of a package."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="import_module"), args=[ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]), *_]):
                yield f"{text}*"


Span = tuple[int, int, int, int]  # first line, its first byte, last line, the byte after; lines from 1


def what_counts(text: str, tree: ast.Module) -> bytes:
    """Python text without comments, docstrings, help of options and blank lines. By the text, as syntax trees differ between Pythons."""
    lines = [line.encode() for line in text.splitlines()]
    for first, begin, last, end in sorted({*_docstrings(tree), *_help(tree), *_comments(text)}, reverse=True):
        lines[first - 1 : last] = [lines[first - 1][:begin] + lines[last - 1][end:]] + [b""] * (last - first)
    return b"\n".join(line.rstrip() for line in lines if line.strip())


def _span(node: ast.expr) -> Span:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _docstrings(tree: ast.Module) -> Iterator[Span]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            match node.body[0]:
                case ast.Expr(value=ast.Constant(value=str()) as said):
                    yield _span(said)


def _help(tree: ast.Module) -> Iterator[Span]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in PARSERS:
            yield from (_span(keyword.value) for keyword in node.keywords if keyword.arg in HELP)


def _comments(text: str) -> Iterator[Span]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line, column = token.start
            begin = len(token.line[:column].encode())
            yield line, begin, line, begin + len(token.string.encode())
