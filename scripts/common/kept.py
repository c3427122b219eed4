"""What was found out about contents, kept below .snakemake/ so that the next start need not find it out again. Standard library only."""

import json
from collections.abc import Iterator
from typing import Any

from common.atomic_write import write_atomically
from common.folders import PROJECT


class Kept:
    """Answers by key, in one JSON file. A key is a digest of all that the answer depends on, so that no answer ever has to be forgotten."""

    def __init__(self, name: str) -> None:
        self.path = PROJECT / ".snakemake" / f"{name}.json"
        self._known: dict[str, Any] | None = None
        self._is_new = False

    def _answers(self) -> dict[str, Any]:
        if self._known is None:
            try:
                known = json.loads(self.path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                known = None
            self._known = known if isinstance(known, dict) else {}
        return self._known

    def __contains__(self, key: str) -> bool:
        return key in self._answers()

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers())

    def __getitem__(self, key: str) -> Any:
        return self._answers()[key]

    def __setitem__(self, key: str, answer: Any) -> None:
        self._answers()[key] = answer
        self._is_new = True

    def save(self) -> None:
        """Write down what is new."""
        if self._is_new:
            self._is_new = False
            try:
                write_atomically(self.path, json.dumps(self._answers()))
            except OSError:
                return  # a checkout that cannot be written to: each start takes a moment longer
