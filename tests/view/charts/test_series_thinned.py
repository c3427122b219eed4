"""Thinning a series keeps what matters: its ends, its extremes, its order."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.command_line import UserError
from view.charts.series import read_series, thinned


def series(values, footprint=True):
    frame = pd.DataFrame({"seconds": [0.02 * step for step in range(len(values))], "resident_bytes": values})
    return frame.assign(footprint_bytes=[value + 1 for value in values] if footprint else None).astype("Float64")


@given(st.lists(st.integers(1, 2**40), min_size=1, max_size=400), st.integers(5, 100), st.booleans())
def test_a_thinned_series_keeps_ends_and_extremes_and_is_small_enough(values, most, footprint):
    whole = series(values, footprint)
    small = thinned(whole, most)
    assert len(small) <= max(most, 5)
    assert small["seconds"].is_monotonic_increasing
    assert small["resident_bytes"].max() == max(values)
    assert small["resident_bytes"].min() == min(values)
    assert (small["seconds"].iloc[0], small["seconds"].iloc[-1]) == (whole["seconds"].iloc[0], whole["seconds"].iloc[-1])


@pytest.mark.parametrize("text", ["", "seconds,threads\n1,2\n", "seconds,resident_bytes,footprint_bytes\nx,y,z\n"])
def test_a_damaged_series_is_one_line_that_names_the_file(tmp_path, text):
    path = tmp_path / "repeat=1.series.csv"
    path.write_text(text)
    with pytest.raises(UserError) as error:
        read_series(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert "make run" in str(error.value)


def test_a_series_without_footprint_is_read(tmp_path):
    path = tmp_path / "series.csv"
    path.write_text("seconds,resident_bytes,footprint_bytes,threads,processes\n0.01,4096,,1,1\n")
    assert read_series(path)["resident_bytes"].tolist() == [4096]
