"""A command that promises nothing, with every field that the record of a promise has: null."""

from typing import Any

from meter.contract import Nothing
from workloads.sleep import Sleeping
from workloads.tasks import Tasks


class Plain(Nothing):
    """Held to nothing but to end well."""

    def begin(self) -> "Plain":
        """A run of it."""
        return self

    def fields(self) -> dict[str, Any]:
        """All null."""
        return dict.fromkeys(Sleeping(Tasks(1), 0.0).begin().fields())
