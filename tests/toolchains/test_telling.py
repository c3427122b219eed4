import io

import pytest

from toolchains import telling
from toolchains.telling import Telling, progress_words


class Stream(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass when a test says so."""
    now = [0.0]
    monkeypatch.setattr(telling.time, "monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize(
    ("done", "total", "rate", "words"),
    [
        (31_000_000, 71_000_000, 8_000_000, "Go 1.27.1: 31 MB of 71 MB, 8.0 MB/s, 5 s left"),
        (71_000_000, 71_000_000, 8_000_000, "Go 1.27.1: 71 MB of 71 MB, 8.0 MB/s"),
        (31_000_000, None, 8_000_000, "Go 1.27.1: 31 MB, 8.0 MB/s"),
        (0, 71_000_000, 0, "Go 1.27.1: 0.0 MB of 71 MB"),
        (1_000_000, 601_000_000, 100_000, "Go 1.27.1: 1.0 MB of 601 MB, 0.1 MB/s, 1 h 40 min left"),
    ],
)
def test_progress_has_rate_and_time_left(done, total, rate, words):
    assert progress_words("Go 1.27.1", done, total, rate) == words


def test_on_a_terminal_one_line_is_written_over(clock):
    stream = Stream(terminal=True)
    told = Telling("Go", stream)
    for second in range(1, 11):
        clock[0] = float(second)
        told.progress(second * 10_000_000, 100_000_000)
    told.end()
    text = stream.getvalue()
    assert text.count("\n") == 1
    assert text.count("\r") == 10
    assert text.split("\r")[-1].strip() == "Go: 100 MB of 100 MB, 9.0 MB/s"


def test_in_a_log_there_is_one_line_a_minute(clock):
    stream = Stream(terminal=False)
    told = Telling("Go", stream)
    for second in range(1, 301):
        clock[0] = float(second)
        told.progress(second * 1_000_000, 300_000_000)
    told.end()
    assert len(stream.getvalue().splitlines()) == 5
    assert "\r" not in stream.getvalue()


def test_the_rate_is_that_of_this_run_not_of_what_was_there(clock):
    stream = Stream(terminal=True)
    told = Telling("Go", stream)
    clock[0] = 1.0
    told.progress(90_000_000, 100_000_000)
    clock[0] = 2.0
    told.progress(92_000_000, 100_000_000)
    assert stream.getvalue().endswith("Go: 92 MB of 100 MB, 1.0 MB/s, 8 s left")


def test_what_is_said_in_between_has_a_line_of_its_own(clock):
    stream = Stream(terminal=True)
    told = Telling("Go", stream)
    clock[0] = 1.0
    told.progress(1, 2)
    told.say("trying once more")
    assert stream.getvalue().splitlines()[-1] == "trying once more"
