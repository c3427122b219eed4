"""Places for labels at a log axis, so that none lies on another."""

import math
from collections.abc import Sequence


def spread_apart(values: Sequence[float], domain: tuple[float, float], gap: float) -> list[float]:
    """Places near `values`, inside `domain` and in the same order, each at least `gap` (share of the axis) from the next if that fits."""
    low, high = (math.log(edge) for edge in domain)
    gap = min(gap, 1 / max(1, len(values) - 1))
    order = sorted(range(len(values)), key=lambda index: values[index])
    places = [(math.log(values[index]) - low) / (high - low) for index in order]
    # Groups of labels that touch move as one: each is centred on its members' mean.
    groups: list[list[int]] = [[position] for position in range(len(places))]
    centres = list(places)
    merged = True
    while merged:
        merged = False
        for index in range(len(groups) - 1):
            reach = gap * (len(groups[index]) + len(groups[index + 1])) / 2
            if centres[index + 1] - centres[index] < reach - 1e-9:
                groups[index : index + 2] = [groups[index] + groups[index + 1]]
                mean = sum(places[member] for member in groups[index]) / len(groups[index])
                half = gap * (len(groups[index]) - 1) / 2
                centres[index : index + 2] = [min(max(mean, half), 1 - half)]
                merged = True
                break
    result = [0.0] * len(values)
    for group, centre in zip(groups, centres, strict=True):
        for step, member in enumerate(group):
            result[order[member]] = math.exp(low + (high - low) * (centre + gap * (step - (len(group) - 1) / 2)))
    return result
