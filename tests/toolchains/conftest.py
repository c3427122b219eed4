import pytest

from archive_server import Server
from toolchains import fetching
from toolchains.cache import Cache


@pytest.fixture
def server():
    opened = Server()
    yield opened
    opened.close()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache, that of whoever looks for toolchains; and nobody waits between two tries."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a cache [1]"))
    monkeypatch.setattr(fetching, "BACK_OFF_SECONDS", 0)
    return Cache(tmp_path / "a cache [1]/memory-of-tasks/toolchains")


class Heard:
    """What a watcher was told."""

    def __init__(self):
        self.said, self.bytes = [], []

    def progress(self, done, total):
        self.bytes.append((done, total))

    def say(self, line):
        self.said.append(line)


@pytest.fixture
def heard():
    return Heard()
