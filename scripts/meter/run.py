"""One measured run, from the launch of the program to the last of its processes."""

import contextlib
import math
import os
import select
import signal
import time
from datetime import UTC, datetime
from typing import Any

from common.atomic_write import write_atomically
from meter import cgroup, leftovers, schedule
from meter.cgroup_memory import HeldReader, machine_oom_kills, oom_kills, peak_bytes
from meter.host import busy_cores, describe_host, limit_or_none
from meter.interruption import Interruption
from meter.launch import Supervised, clean_environment, declared_limits
from meter.machine_lock import machine_lock
from meter.observed import Ended, Observed
from meter.preflight import bound_words, thread_limit
from meter.record import build_record
from meter.request import Request
from meter.sample import Sampler
from meter.tree import Tree
from meter.verdict import signal_name

GRACE_SECONDS = 2.0
LINGER_SECONDS = 1.0
AT_ONCE_SECONDS = 0.001


def measure(request: Request) -> dict[str, Any]:
    """Run a command and return its record, whatever the verdict. Writes the series, if asked for. OSError: it could not be written."""
    environment = clean_environment(request, os.environ)
    with Interruption() as interruption, machine_lock(stop=lambda: bool(interruption)) as lock:
        before = {**describe_host(request.command[0], environment), "busy_cores_before": busy_cores()}
        before["limits"] |= {name.removeprefix("RLIMIT_").lower(): limit_or_none(limit) for name, limit in declared_limits().items()}
        observed = Observed(environment=environment, host=before, contract=request.promise.begin())
        bound = thread_limit(request)
        if bound is not None:
            observed.unsupported, observed.limit = bound_words(request.promise.threads or 0, bound), bound.limit
        if lock is None or interruption:
            observed.end, observed.end_reason = "interrupted", "interrupted before the program was launched"
        elif observed.unsupported is None:
            execute(request, observed, interruption, lock)
    record = build_record(request, observed)
    if request.series_path is not None:
        write_atomically(request.series_path, observed.series_csv())
    return record


def execute(request: Request, observed: Observed, interruption: Interruption, lock: int) -> None:
    """Make the run's surroundings, run it, and take them down again whatever happens."""
    leftovers.end_those_of_before()
    try:
        group, supervised = start(request, lock)
    except OSError as error:
        observed.spawn_error = f"the supervising process did not start: {error}"
        return
    with contextlib.closing(Run(request, observed, interruption, group, supervised)) as run:
        run.execute()


def start(request: Request, lock: int) -> tuple[cgroup.Group, Supervised]:
    """The run's cgroup and its supervisor, by the first kind of cgroup that can be had."""
    if not request.use_cgroup:
        return cgroup.Group(), Supervised(scope=False, lock=lock)
    mounts = cgroup.current_mounts()
    counting = cgroup.create_counting(mounts)
    scope = counting is None and cgroup.scope_is_possible(mounts)
    try:
        supervised = Supervised(scope=scope, lock=lock)
    except OSError:
        for folder in counting.directories if counting else []:
            cgroup.remove(folder)
        raise
    in_scope = cgroup.create_in_scope(mounts, supervised.pid) if scope and supervised.pid else None
    return counting or in_scope or cgroup.create_otherwise(mounts), supervised


class Run:
    """The course of one run; everything it learns goes into `observed`."""

    def __init__(
        self, request: Request, observed: Observed, interruption: Interruption, group: cgroup.Group, supervised: Supervised
    ) -> None:
        self.request = request
        self.observed = observed
        self.interruption = interruption
        self.group = group
        self.supervised = supervised
        self.contract = observed.contract
        self.supervised.on_output = lambda data: self.contract.feed(data, self.woken_at, self.late_seconds)
        self.poll = select.poll()
        watched = (
            self.supervised.control.fileno(),
            interruption.descriptor,
            self.supervised.output.descriptor,
            self.supervised.errors.descriptor,
        )
        for descriptor in watched:
            self.poll.register(descriptor, select.POLLIN)
        self.origin = 0.0
        self.woken_at = 0.0
        self.late_seconds = 0.0
        self.trace: leftovers.Trace | None = None
        self.sampler: Sampler | None = None
        self.next_sample = 0.0
        self.kill_at: float | None = None
        self.linger_until: float | None = None
        self.plateau_taken = False

    def execute(self) -> None:
        """Launch, watch, end and clean up."""
        self.observed.cgroup_kind = self.group.kind
        kills_before = machine_oom_kills()
        if self.launch():
            cpu_before = time.process_time()
            for event in self.supervised.take_events():
                self.take_event(event)
            self.watch()
            self.observed.meter_cpu_seconds = time.process_time() - cpu_before
            self.observed.watched_seconds = self.now()
        self.end_tree()
        self.observe_group(kills_before)
        self.supervised.send({"do": "finish"})
        finished = self.supervised.expect("finished", seconds=10)
        if finished:
            self.observed.meter_cpu_seconds += finished["cpu_seconds"]

    def launch(self) -> bool:
        """Have the program launched. False: the reason is noted."""
        if self.supervised.pid is None:
            self.observed.spawn_error = "the supervising process did not start"
            return False
        self.observed.floor_bytes = self.supervised.floor_bytes
        limit = self.request.memory_limit_bytes
        if limit is not None and not cgroup.set_memory_limit(self.group, limit):
            self.observed.unsupported = "a memory limit needs a memory cgroup, and none can be had here"
            return False
        self.trace = leftovers.trace_of(self.supervised.pid, (self.supervised.output.descriptor, self.supervised.errors.descriptor))
        if self.trace is not None:
            leftovers.remember(self.trace)
        self.supervised.send(self.supervised.program_request(self.request, self.observed.environment, self.group))
        event = self.supervised.expect("spawned", "spawn_failed")
        if event is None or event["event"] == "spawn_failed":
            self.observed.spawn_error = event["reason"] if event else "the supervising process was killed"
            return False
        self.origin = event["started_ns"] / 1e9
        self.observed.started_at = datetime.fromtimestamp(time.time() - (time.monotonic() - self.origin), UTC)
        tree = Tree(self.supervised.pid, self.group.members_file)
        held = HeldReader(self.group) if self.group.memory else None
        self.sampler = self.observed.sampler = Sampler(event["pid"], tree, held, self.origin)
        return True

    def now(self) -> float:
        """Seconds since spawn."""
        return time.monotonic() - self.origin

    def watch(self) -> None:
        """Until the program and what it left behind have ended, or are to be ended."""
        while not self.over():
            self.wait()
            self.decide_end()
            if self.now() >= self.next_sample:
                self.sample()

    def over(self) -> bool:
        """Whether there is nothing more to watch."""
        if self.supervised.lost or self.interruption:
            return True
        if self.kill_at is not None and self.now() >= self.kill_at:
            return True
        ended = self.observed.ended is not None
        return ended and (self.linger_until is None or self.now() >= self.linger_until)

    def wait(self) -> None:
        """Until something happens or the next sample is due. The program's lines get the time at which they woke us."""
        before, last_woken = self.now(), self.woken_at
        ready = {descriptor for descriptor, _ in self.poll.poll(max(0, math.ceil((self.next_moment() - before) * 1000)))}
        self.woken_at = self.now()
        if not ready:
            return
        # What was there without waiting arrived while this process was busy, with an exact reading of a large tree perhaps.
        self.late_seconds = before - last_woken if self.woken_at - before < AT_ONCE_SECONDS else 0.0
        self.supervised.drain(ready)
        for stream in (self.supervised.output, self.supervised.errors):
            if stream.descriptor in ready and not stream.open:
                self.poll.unregister(stream.descriptor)
        if self.supervised.control.fileno() in ready:
            for event in self.supervised.receive():
                self.take_event(event)

    def next_moment(self) -> float:
        """The earliest time at which there is something to do. Seconds since spawn."""
        timeout = self.request.timeout_seconds if self.observed.end is None and self.observed.ended is None else None
        return min(moment for moment in (self.next_sample, timeout, self.kill_at, self.linger_until) if moment is not None)

    def take_event(self, event: dict[str, Any]) -> None:
        """The program has ended: look at once whether it left anything behind."""
        if event["event"] != "exited":
            return
        self.note_end(event)
        assert self.sampler is not None
        self.sampler.tree.look_again()
        self.sampler.take()
        if self.sampler.alive:
            self.linger_until = self.kill_at or self.now() + LINGER_SECONDS

    def note_end(self, event: dict[str, Any]) -> None:
        """Keep how the program ended."""
        status = event["status"]
        self.observed.ended = Ended(
            seconds=event["exited_ns"] / 1e9 - self.origin,
            exit_code=os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
            max_rss_bytes=event["max_rss_bytes"],
        )
        self.observed.cpu_user_seconds += event["cpu_user_seconds"]
        self.observed.cpu_system_seconds += event["cpu_system_seconds"]

    def decide_end(self) -> None:
        """At the time limit ask the tree to end; some seconds later it is killed."""
        timeout = self.request.timeout_seconds
        if timeout is not None and self.now() >= timeout and self.observed.end is None and self.observed.ended is None:
            self.observed.end = "timeout"
            self.observed.end_reason = f"still running after {timeout:g} s"
            self.supervised.send({"do": "terminate"})
            self.kill_at = self.now() + GRACE_SECONDS

    def sample(self) -> None:
        """Take a sample, the exact reading when it is due, and set the time of the next."""
        assert self.sampler is not None
        self.sampler.take()
        if self.observed.ended is not None and not self.sampler.alive:
            self.linger_until = None
            return
        self.take_shared_if_due()
        plateau, fixed = self.contract.plateau(), self.request.sample_interval_seconds
        self.next_sample = self.now() + schedule.interval_seconds(self.now(), plateau, self.sampler.last_cost_seconds, fixed)

    def take_shared_if_due(self) -> None:
        """Once in the plateau; for trees again and again, well spaced."""
        assert self.sampler is not None
        now = self.now()
        exact_at = self.contract.exact_at_seconds()
        in_plateau = not self.plateau_taken and exact_at is not None and now >= exact_at
        last = self.sampler.last_shared_at
        spacing = schedule.shared_spacing_seconds(self.sampler.last_shared_cost)
        for_tree = self.sampler.is_tree_now() and (last is None or now - (last - self.origin) >= spacing)
        if not in_plateau and not for_tree:
            return
        shared = self.sampler.take_shared()
        if in_plateau:
            self.plateau_taken = True
            if self.contract.plateau() is not None and shared is not None:
                self.observed.plateau_rss_bytes = shared.resident_bytes

    def end_tree(self) -> None:
        """Kill whatever is left, after a last look at it, and read the output to its end."""
        if self.interruption and self.observed.end is None:
            number = self.interruption.number or signal.SIGTERM
            self.observed.end, self.observed.end_reason = "interrupted", f"the meter got {signal_name(number)}"
        if self.supervised.lost:
            self.observed.end, self.observed.end_reason = "interrupted", "the supervising process was killed"
            self.end_without_supervisor()
            return
        if self.sampler is not None and self.observed.ended is not None and self.observed.end is None:
            self.sampler.take()
            self.observed.left_processes = len(self.sampler.alive)
            if self.sampler.alive:
                self.sampler.take_shared()
        self.woken_at, self.late_seconds = self.now(), 0.0
        self.supervised.send({"do": "kill"})
        killed = self.supervised.expect("killed", seconds=15, drain=True)
        if killed:
            self.observed.survivors = killed["survivors"]
            self.observed.cpu_user_seconds += killed["cpu_user_seconds"]
            self.observed.cpu_system_seconds += killed["cpu_system_seconds"]
        if self.observed.ended is None and (event := self.supervised.expect("exited", seconds=0)):
            self.note_end(event)
        self.read_rest()

    def read_rest(self) -> None:
        """The streams have no writer any more: take what they still hold."""
        self.woken_at = self.observed.ended.seconds if self.observed.ended else self.now()
        for stream in (self.supervised.output, self.supervised.errors):
            while stream.open and (data := stream.read()):
                if stream is self.supervised.output:
                    self.supervised.on_output(data)
        self.contract.finish(self.woken_at)
        self.observed.output = self.supervised.output
        self.observed.errors = self.supervised.errors

    def end_without_supervisor(self) -> None:
        """The supervisor has been killed, maybe before it could say which process the program is: end all that leads back to the run."""
        sessions: set[int] = set()

        def left() -> set[int]:
            known = self.sampler.tree.orphaned() if self.sampler else []
            traced = leftovers.belonging(self.trace, sessions) if self.trace else []
            return {*known, *traced, *cgroup.members(self.group)}

        self.observed.survivors = leftovers.end_all(left)
        self.read_rest()

    def observe_group(self, machine_kills_before: int) -> None:
        """The group's own counters, which outlive its members."""
        self.observed.cgroup_peak_bytes = peak_bytes(self.group)
        kills = oom_kills(self.group)
        if kills is None and self.observed.ended is not None and self.observed.ended.signal == signal.SIGKILL:
            kills = machine_oom_kills() - machine_kills_before if self.observed.end is None else 0
        self.observed.oom_kills = kills

    def close(self) -> None:
        """Let go of everything; what the supervisor could not remove is removed here."""
        if self.sampler:
            self.sampler.close()
        ended_well = self.supervised.close() == 0
        for folder in self.group.directories:
            cgroup.remove(folder)
        if (ended_well or self.supervised.lost) and not self.observed.survivors:
            leftovers.forget()
