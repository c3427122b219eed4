"""The process between the meter and the program: it launches, reaps and, whatever happens to the meter, ends the whole tree.

A program of its own that imports only the standard library, so that the measured program never inherits the size, the children or
the file descriptors of the process that called `measure`. It reads JSON lines from a socket, and an end of file there means that
the meter is gone: everything is killed and the cgroup directories are removed.
"""

# Plain calls of os and open: pathlib costs time at every sample and at the start of the supervisor.
# ruff: noqa: PTH106, PTH110, PTH112, PTH115, PTH123, PTH208

import contextlib
import ctypes
import json
import os
import resource
import select
import shutil
import signal
import socket
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

PR_SET_CHILD_SUBREAPER = 36
KILL_SECONDS = 5.0
REMOVE_SECONDS = 2.0
# Between fork and exec of the program stands one exec of a small C program, so that the high-water mark which exec hands on
# (getrusage(2), ru_maxrss) is that program's half MiB and not the 6 MiB of a Python interpreter.
TRAMPOLINE = ("setsid", "--fork")


def read_text(path: str) -> str:
    """The text of a small file, or nothing when it has gone."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def write_text(path: str, text: str) -> None:
    """Write to a kernel file; errors are the caller's."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def children_of(pid: int) -> list[int]:
    """Direct children of a process, those of every thread of it."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    return [int(child) for thread in threads for child in read_text(f"/proc/{pid}/task/{thread}/children").split()]


def birth(pid: int) -> tuple[int, int]:
    """A key that orders processes by age: clock ticks since boot, then the pid."""
    fields = read_text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return (int(fields[19]) if len(fields) > 19 else 0, pid)


def descendants_of(pid: int) -> Iterator[int]:
    """Every living or zombie process below a process, parents first."""
    waiting = children_of(pid)
    while waiting:
        child = waiting.pop(0)
        yield child
        waiting += children_of(child)


class Supervisor:
    """One run: its program, its cgroup, and the socket to the meter."""

    def __init__(self, control: socket.socket, outputs: tuple[int, int], keep: tuple[int, ...]) -> None:
        self.control = control
        self.outputs = outputs
        self.keep = keep
        self.buffer = b""
        self.request: dict[str, Any] = {}
        self.trampoline: list[str] = []
        self.program = 0
        self.orphans_cpu = [0.0, 0.0]
        self.cpu_at_spawn = 0.0

    def send(self, **message: object) -> None:
        """Tell the meter; that it has gone is noticed by the reading side."""
        try:
            self.control.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            return

    def receive(self) -> list[dict[str, Any]] | None:
        """Messages that have arrived; None when the meter has gone."""
        try:
            data = self.control.recv(1 << 20)
        except ConnectionError:
            return None
        if not data:
            return None
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def spawn(self, trampoline: list[str]) -> None:
        """Launch the program and report its pid, or why it could not be launched."""
        report, child_report = os.pipe()
        pid = os.fork()
        if pid == 0:
            self.become_program(child_report, trampoline)
        os.close(child_report)
        for descriptor in self.outputs:
            os.close(descriptor)
        words = read_all(report).split(" ", 1)
        started = int(words[0]) if words[0] else time.monotonic_ns()
        if len(words) > 1:
            os.waitpid(pid, 0)
            self.send(event="spawn_failed", reason=words[1])
            return
        if trampoline:
            _, status, _ = os.wait4(pid, 0)
            found = [child for child in children_of(os.getpid()) if child != pid]
            if status or not found:
                self.send(event="spawn_failed", reason=f"{trampoline[0]} ended with status {status} before it launched the program")
                return
            pid = min(found, key=birth)
            wait_for_exec(pid, trampoline[0])
        self.program = pid
        self.cpu_at_spawn = time.process_time()
        self.send(event="spawned", pid=pid, started_ns=started)

    def become_program(self, report: int, trampoline: list[str]) -> None:
        """In the forked child: take on the run's conditions, then exec. Never returns."""
        try:
            prepare_child(self.request, self.outputs)
            command = list(self.request["command"])
            executable = find_executable(command[0], self.request["environment"].get("PATH", ""))
            arguments = [*trampoline, executable, *command[1:]] if trampoline else command
            os.write(report, str(time.monotonic_ns()).encode())
            os.execve(trampoline[0] if trampoline else executable, arguments, self.request["environment"])  # noqa: S606
        except Exception as error:  # whatever it is, this process must not go on as a second supervisor
            os.write(report, f" {error}".encode())
        os._exit(127)

    def reap(self) -> None:
        """Collect every process that has ended; the program's end is reported, the CPU time of others is added up."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.program:
                self.send(
                    event="exited",
                    exited_ns=time.monotonic_ns(),
                    status=status,
                    max_rss_bytes=usage.ru_maxrss * 1024,
                    cpu_user_seconds=usage.ru_utime,
                    cpu_system_seconds=usage.ru_stime,
                )
            else:
                self.orphans_cpu[0] += usage.ru_utime
                self.orphans_cpu[1] += usage.ru_stime

    def members(self, below: Iterable[int]) -> set[int]:
        """Processes of the run: those in its cgroup, and those given."""
        listed = {int(pid) for pid in read_text(self.request.get("members") or "").split()}
        return (listed | set(below)) - {0, os.getpid()}

    def terminate(self) -> None:
        """Ask every process of the run to end."""
        for pid in self.members(descendants_of(os.getpid())):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGTERM)

    def kill_everything(self) -> list[int]:
        """Kill until nothing of the run is left, and return what would not die. Only children are looked for: those of a killed
        process become ours, so that the next round finds them, and new forks too, without asking ten thousand threads for theirs."""
        end = time.monotonic() + KILL_SECONDS
        while True:
            if self.request.get("kill"):
                with contextlib.suppress(OSError):  # an older kernel has no cgroup.kill: one by one below
                    write_text(self.request["kill"], "1")
            for pid in self.members(children_of(os.getpid())):
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            self.reap()
            left = sorted(self.members(children_of(os.getpid())))
            if not left or time.monotonic() > end:
                return left
            time.sleep(0.002)

    def remove_groups(self) -> None:
        """Remove the run's cgroup directories, and any the program made inside them. The kernel may need a moment after the last exit."""
        end = time.monotonic() + REMOVE_SECONDS
        for top in self.request.get("remove", []):
            while os.path.isdir(top) and time.monotonic() < end:
                for folder, _, _ in os.walk(top, topdown=False):
                    try:
                        os.rmdir(folder)
                    except OSError:
                        time.sleep(0.002)

    def handle(self, message: dict[str, Any]) -> bool:
        """Do what the meter asks. True when the run is over."""
        match message["do"]:
            case "launch":
                self.request = message
                self.spawn(self.trampoline)
            case "terminate":
                self.terminate()
            case "kill":
                survivors = self.kill_everything()
                user, system = self.orphans_cpu
                self.send(event="killed", survivors=survivors, cpu_user_seconds=user, cpu_system_seconds=system)
            case "finish":
                self.remove_groups()
                self.send(event="finished", cpu_seconds=time.process_time() - self.cpu_at_spawn)
                return True
        return False

    def handle_all(self, messages: list[dict[str, Any]]) -> bool:
        """Do everything asked, in order. True when the run is over."""
        over = False
        for message in messages:
            over = self.handle(message) or over
        return over

    def serve(self, wake: int) -> None:
        """Until the run is over: the meter's messages and the ends of processes."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(wake, select.POLLIN)
        over = False
        while not over:
            ready = [descriptor for descriptor, _ in poll.poll()]
            if wake in ready:
                os.read(wake, 4096)
                self.reap()
            if self.control.fileno() in ready:
                messages = self.receive()
                if messages is None:
                    self.kill_everything()
                    self.remove_groups()
                    return
                over = self.handle_all(messages)

    def run(self) -> None:
        """The whole life of this process."""
        wake = ready_for_children()
        self.trampoline, floor = calibrate()
        self.send(event="ready", pid=os.getpid(), floor_bytes=floor)
        self.serve(wake)


def read_all(descriptor: int) -> str:
    """Read a pipe to its end and close it."""
    with os.fdopen(descriptor, encoding="utf-8", errors="replace") as file:
        return file.read()


def prepare_child(request: dict[str, Any], outputs: tuple[int, int]) -> None:
    """The run's conditions: cgroup first, so that every page of the program is charged to it."""
    for path in request["join"]:
        write_text(path, "0")
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(outputs[0], 1)
    os.dup2(outputs[1], 2)
    with contextlib.suppress(OSError):  # always allowed; a sandbox that forbids it loses only the preference
        write_text("/proc/self/oom_score_adj", str(request["oom_score_adj"]))
    for name, (soft, hard) in request["limits"].items():
        resource.setrlimit(getattr(resource, name), (soft, hard))
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        try:
            signal.signal(number, signal.SIG_DFL)
        except OSError:
            continue
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    if request.get("working_directory"):
        os.chdir(request["working_directory"])


def find_executable(name: str, path: str) -> str:
    """The file that a command's first word stands for. OSError says why there is none."""
    found = shutil.which(name, path=path)
    if found:
        return found
    if os.path.exists(name):
        raise PermissionError(f"{name} is not an executable file")
    raise FileNotFoundError(f"{name} was not found" + ("" if "/" in name else f" on PATH ({path})"))


def wait_for_exec(pid: int, trampoline: str) -> None:
    """Wait until the process is no longer the trampoline, so that no sample takes the one for the other. Bounded: the program may be it."""
    end = time.monotonic() + 0.1
    own = os.path.realpath(trampoline)
    while time.monotonic() < end:
        try:
            if os.readlink(f"/proc/{pid}/exe") != own:
                return
        except OSError:
            return
        time.sleep(0.0002)


def ready_for_children() -> int:
    """Become the parent of every orphan below, and get a descriptor that wakes when a child ends."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    wake, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    return wake


def calibrate() -> tuple[list[str], int]:
    """The trampoline, where it works, and the most that a program's ru_maxrss can hold of its launcher: what `true` reports behind it."""
    setsid, true = shutil.which(TRAMPOLINE[0]), shutil.which("true")
    if not setsid or not true:
        return [], own_floor()
    trampoline = [setsid, *TRAMPOLINE[1:]]
    launcher = os.posix_spawn(setsid, [*trampoline, true], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
    _, status, _ = os.wait4(launcher, 0)
    try:
        _, true_status, usage = os.wait4(-1, 0)
    except ChildProcessError:
        return [], own_floor()
    return (trampoline, usage.ru_maxrss * 1024) if status == 0 and true_status == 0 else ([], own_floor())


def own_floor() -> int:
    """Peak resident set of this process, which a program launched by it directly would inherit. Bytes."""
    return int(read_text("/proc/self/status").partition("VmHWM:")[2].split()[0]) * 1024


def main() -> None:
    """Arguments: the socket's descriptor, the two output pipes, and descriptors to hold open as long as the run lasts."""
    control, output, errors, *keep = (int(word) for word in sys.argv[1:])
    for descriptor in (control, output, errors, *keep):
        os.set_inheritable(descriptor, False)
    Supervisor(socket.socket(fileno=control), (output, errors), tuple(keep)).run()


if __name__ == "__main__":
    main()
