"""Start the supervisor and talk to it; it launches the program, and ends it should this process die."""

import contextlib
import json
import os
import resource
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from common.units import MIB
from meter import supervisor
from meter.cgroup import SCOPE_COMMAND, Group
from meter.output import Output
from meter.request import Request

SUPERVISOR = Path(supervisor.__file__)  # a program of its own; imported so that it counts among the code that measures
STACK_BYTES = 8 * MIB
OPEN_FILES = 65536
START_SECONDS = 30.0
DRAIN_CHUNKS = 16


def clean_environment(request: Request, own: Mapping[str, str]) -> dict[str, str]:
    """What the program sees: an allow-list, since one inherited variable can cost megabytes, and what the request declares."""
    base = {"PATH": request.path or own.get("PATH", os.defpath), "HOME": own.get("HOME", "/"), "LANG": "C.UTF-8", "TZ": "UTC"}
    return base | dict(request.environment)


def declared_limits() -> dict[str, tuple[int, int]]:
    """The limits of every program: the soft ones the same on every machine as far as the hard ones allow. Never the address space."""
    return {
        "RLIMIT_CORE": (0, resource.getrlimit(resource.RLIMIT_CORE)[1]),
        "RLIMIT_STACK": _soft(resource.RLIMIT_STACK, STACK_BYTES),  # glibc takes the stack size of threads from it
        "RLIMIT_NOFILE": _soft(resource.RLIMIT_NOFILE, OPEN_FILES),
        "RLIMIT_NPROC": (resource.getrlimit(resource.RLIMIT_NPROC)[1],) * 2,
    }


def _soft(which: int, wanted: int) -> tuple[int, int]:
    hard = resource.getrlimit(which)[1]
    return (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)


class Supervised:
    """A supervisor and the program's two streams. Every message is a JSON line."""

    def __init__(self, *, scope: bool, lock: int | None) -> None:
        output, output_write = os.pipe()
        errors, errors_write = os.pipe()
        ours, theirs = socket.socketpair()
        keep = [] if lock is None else [lock]  # the lock lasts until the tree is gone, even if this process is killed
        passed = [theirs.fileno(), output_write, errors_write, *keep]
        command = [*(SCOPE_COMMAND if scope else ()), sys.executable, "-I", "-S", "-B", str(SUPERVISOR), *map(str, passed)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=passed, start_new_session=True
        )
        theirs.close()
        os.close(output_write)
        os.close(errors_write)
        self.control = ours
        self.output, self.errors = Output(output), Output(errors)
        self.lost = False
        self.on_output: Callable[[bytes], None] = lambda _data: None  # given what the program prints on standard output
        self._buffer = b""
        self._events: list[dict[str, Any]] = []
        ready = self.expect("ready")
        self.pid: int | None = ready["pid"] if ready else None  # None: it did not start
        self.floor_bytes: int = ready["floor_bytes"] if ready else 0

    def send(self, message: Mapping[str, object]) -> None:
        """Tell the supervisor; that it has died is noticed when reading."""
        with contextlib.suppress(OSError):
            self.control.sendall(json.dumps(message).encode() + b"\n")

    def receive(self) -> list[dict[str, Any]]:
        """Messages that have arrived. Sets `lost` when the supervisor has died."""
        try:
            data = self.control.recv(65536)
        except ConnectionError:
            data = b""
        self.lost = not data
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def expect(self, *names: str, seconds: float = START_SECONDS, drain: bool = False) -> dict[str, Any] | None:
        """Wait for a message of one of these names, draining the program's output if asked to; others are kept. None: none came."""
        end = time.monotonic() + seconds
        while True:
            for event in self._events:
                if event["event"] in names:
                    self._events.remove(event)
                    return event
            left = end - time.monotonic()
            if self.lost or left <= 0:
                return None
            self._wait(left, drain=drain)

    def take_events(self) -> list[dict[str, Any]]:
        """Messages that arrived while another was waited for."""
        events, self._events = self._events, []
        return events

    def _wait(self, seconds: float, *, drain: bool) -> None:
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        streams = [stream for stream in (self.output, self.errors) if drain and stream.open]
        for stream in streams:
            poll.register(stream.descriptor, select.POLLIN)
        ready = {descriptor for descriptor, _ in poll.poll(seconds * 1000)}
        self.drain(ready)
        if self.control.fileno() in ready:
            self._events += self.receive()

    def drain(self, ready: set[int]) -> None:
        """Read what the program has printed to those of its streams that are ready; of a flood only a part, so that sampling goes on."""
        for stream in (self.output, self.errors):
            for _ in range(DRAIN_CHUNKS if stream.descriptor in ready else 0):
                data = stream.read() if stream.open else b""
                if not data:
                    break
                if stream is self.output:
                    self.on_output(data)

    def program_request(self, request: Request, environment: Mapping[str, str], group: Group) -> dict[str, object]:
        """What the supervisor needs to know to launch the program, and to end and clean up after it without us."""
        return {
            "do": "launch",
            "command": list(request.command),
            "environment": dict(environment),
            "working_directory": str(request.working_directory) if request.working_directory else None,
            "limits": declared_limits(),
            "oom_score_adj": 1000,
            "join": [str(folder / "cgroup.procs") for folder in group.directories],
            "members": str(group.members_file) if group.members_file else None,
            "kill": str(group.kill_file) if group.kill_file else None,
            "remove": [str(folder) for folder in group.directories],
        }

    def close(self) -> int:
        """Let go: a supervisor still alive reads the end of the socket, ends the tree and exits. Its exit code."""
        self.control.close()
        self.output.close()
        self.errors.close()
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
