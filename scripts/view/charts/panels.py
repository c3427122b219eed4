"""Which N get a panel of their own where a sweep has more of them than a page can hold side by side."""

import math
from collections.abc import Iterable, Sequence

MOST_PANELS = 4
THREADS_N = 10_000  # where OS threads end by default: the N at which all kinds of task can be compared


def panel_tasks(tasks: Sequence[int], most: int = MOST_PANELS, wanted: Iterable[int] = (THREADS_N,)) -> list[int]:
    """At most `most` of the ascending `tasks`: smallest, largest, `wanted` ones, then whatever is farthest (log N) from those chosen."""
    if len(tasks) <= most:
        return list(tasks)
    chosen = list(dict.fromkeys([tasks[-1], tasks[0], *(n for n in wanted if n in tasks)]))[:most]
    while len(chosen) < most:
        others = [n for n in tasks if n not in chosen]
        chosen.append(max(others, key=lambda n: min(abs(math.log(n / other)) for other in chosen)))
    return sorted(chosen)


def panels_note(tasks: Sequence[int], shown: Sequence[int]) -> list[str]:
    """A line for the subtitle where not every N has its panel."""
    if len(shown) == len(tasks):
        return []
    return [f"{len(shown)} of {len(tasks)} values of N have a panel: {', '.join(f'{n:,}' for n in shown)}. All of them are in the tables."]
