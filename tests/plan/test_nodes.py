"""A node is asked before each job whether it, and the toolchain on it, is still what was written down."""

import json
from pathlib import Path
from typing import Any

import pytest

from common.command_line import UserError
from meter.host import describe_host
from plan.nodes import node_name, refuse_changed_toolchain, refuse_unlike
from records.same_machine import describe

ASKED: dict[str, Any] = {"arguments": ["--version"], "environment": {}}


def tool(folder: Path, text: str, code: int = 0) -> dict[str, Any]:
    path = folder / "tool"
    path.write_text(f"#!/bin/sh\necho '{text}'\nexit {code}\n")
    path.chmod(0o755)
    return {"id": "alpha", "status": "found", "path": str(path), "folder": str(folder), "raw": "tool 1.0"}


def test_the_toolchain_that_was_found_may_go_on(tmp_path: Path) -> None:
    refuse_changed_toolchain(tool(tmp_path, "tool 1.0"), ASKED)


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [("tool 2.0", 0, ": tool 2.0; it was tool 1.0."), ("broken", 3, ": exit code 3, broken; it was tool 1.0.")],
)
def test_one_that_answers_otherwise_is_refused_with_both_answers(tmp_path: Path, text: str, code: int, told: str) -> None:
    with pytest.raises(UserError) as refused:
        refuse_changed_toolchain(tool(tmp_path, text, code), ASKED)
    assert told in str(refused.value)
    assert "snakemake toolchains --forcerun find_toolchain" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_one_that_is_gone_is_refused(tmp_path: Path) -> None:
    noted = tool(tmp_path, "tool 1.0")
    (tmp_path / "tool").unlink()
    with pytest.raises(UserError, match="cannot be started"):
        refuse_changed_toolchain(noted, ASKED)


def test_one_that_was_never_there_is_not_asked() -> None:
    refuse_changed_toolchain({"id": "alpha", "status": "missing"}, ASKED)


def test_this_node_is_like_its_own_description_and_not_like_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described = describe(describe_host())
    path = tmp_path / "machine.json"
    path.write_text(json.dumps(described))
    refuse_unlike(path)
    path.write_text(json.dumps({**described, "cores_total": 4096, "thp_enabled": "sometimes"}))
    monkeypatch.setenv("SLURMD_NODENAME", "node7")
    assert node_name().startswith("node node7 (")
    with pytest.raises(UserError) as refused:
        refuse_unlike(path)
    assert str(refused.value).startswith("node node7 ")
    assert ", not 4096; transparent huge pages (enabled) " in str(refused.value)


@pytest.mark.parametrize("content", [None, "", "[]"])
def test_a_description_that_cannot_be_read_says_how_to_make_it_again(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "machine.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(UserError, match=f"Make it again: --forcerun {path}"):
        refuse_unlike(path)
