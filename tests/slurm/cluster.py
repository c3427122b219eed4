"""A throw-away SLURM of virtual nodes on 127.0.0.1, for the tests and for benchmarks/cluster_overhead.py. Needs root and Debian's packages.

`python tests/slurm/cluster.py n1=epyc n2=xeon` keeps one until its standard input ends: whatever becomes of the process that holds the
other end, the daemons and everything that ran below them are ended, and /etc/slurm/slurm.conf is as it was.
"""

import contextlib
import ctypes
import fcntl
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

DAEMONS = ("munged", "slurmctld", "slurmd", "squeue")
PACKAGES = "slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge"
PLACE = Path("/etc/slurm/slurm.conf")  # a job step finds the configuration nowhere else: its environment has no SLURM_CONF
LOCK = Path("/tmp/memory-of-tasks.throw-away-cluster.lock")
CGROUPS = Path("/sys/fs/cgroup")
MARK = "# A throw-away cluster of the tests of memory-of-tasks."
PR_SET_CHILD_SUBREAPER = 36
START_SECONDS = 60.0
CONFIGURATION = """\
{mark}
ClusterName=throwaway
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmctldPort={control_port}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmdParameters=config_overrides
MailProg=/bin/true
MpiDefault=none
SwitchType=switch/none
ProctrackType={tracking}
TaskPlugin={tasks}
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=1
{gathering}
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MinJobAge=3600
SlurmctldTimeout=30
SlurmdTimeout=5
KillWait=2
Waittime=0
ReturnToService=2
{nodes}
PartitionName=bench Nodes=ALL Default=YES MaxTime=600 DefaultTime=5 DefMemPerCPU=100 OverSubscribe=NO State=UP
"""
CGROUP_CONFIGURATION = """\
CgroupPlugin=cgroup/v1
CgroupMountpoint=/sys/fs/cgroup
CgroupAutomount=no
ConstrainCores=no
ConstrainDevices=no
ConstrainRAMSpace=yes
ConstrainSwapSpace=yes
AllowedSwapSpace=0
"""


class ClusterError(Exception):
    """The cluster cannot be had; the message says why and what would help."""


def missing() -> str | None:
    """Why there can be no cluster here, or None."""
    lacking = [name for name in DAEMONS if shutil.which(name) is None]
    if lacking:
        return f"not installed: {', '.join(lacking)}. As root: apt-get install -y --no-install-recommends {PACKAGES}"
    if os.geteuid() != 0:
        return f"a SLURM is started by root only: it needs {PLACE}"
    if PLACE.exists() and MARK not in PLACE.read_text(errors="replace"):
        return f"{PLACE}: a real SLURM is set up on this machine, and the tests do not touch it; run them elsewhere"
    return None


def descendants(pid: int) -> list[int]:
    """All processes below a process, parents first."""
    found, waiting = [], [pid]
    while waiting:
        for children in Path(f"/proc/{waiting.pop(0)}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                below = [int(word) for word in children.read_text().split()]
                found += below
                waiting += below
    return found


def has_open(pid: int, ending: str) -> bool:
    """Whether a process has a file open whose path ends so."""
    with contextlib.suppress(OSError):
        return any(str(link.readlink()).endswith(ending) for link in Path(f"/proc/{pid}/fd").iterdir())
    return False


def wait_until(condition: Callable[[], object], what: str, seconds: float = 60.0) -> None:
    """Until a condition holds; ClusterError after a deadline."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise ClusterError(f"after {seconds:g} s still not: {what}")
        time.sleep(0.05)


def free_ports(count: int) -> list[int]:
    """Ports of 127.0.0.1 that nobody listens on."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def node_states() -> dict[str, str]:
    """What SLURM says of each node: idle, mixed, allocated, down, drained."""
    answer = subprocess.run(["sinfo", "-h", "-N", "-o", "%N %T"], capture_output=True, text=True, check=False, timeout=30)
    return dict(line.split() for line in answer.stdout.splitlines())


@dataclass
class Daemons:
    """The keeper's side: the daemons as children of this process, which inherits every process that they leave behind."""

    folder: Path
    features: Mapping[str, str]
    memory_mib: int = 1500
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def configure(self) -> None:
        """Key, configuration and folders; then the one place where job steps look."""
        constrained = all((CGROUPS / name).is_dir() for name in ("memory", "freezer"))
        ports = free_ports(1 + len(self.features))
        host = socket.gethostname().partition(".")[0]
        nodes = [
            f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory={self.memory_mib} Feature={feature}"
            for (name, feature), port in zip(self.features.items(), ports[1:], strict=True)
        ]
        for name in ("state", *(f"spool.{name}" for name in self.features)):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.touch(0o600)
        key.write_bytes(os.urandom(128))
        text = CONFIGURATION.format(
            mark=MARK,
            host=host,
            folder=self.folder,
            control_port=ports[0],
            nodes="\n".join(nodes),
            tracking="proctrack/cgroup" if constrained else "proctrack/linuxproc",
            tasks="task/affinity,task/cgroup" if constrained else "task/affinity",
            gathering="" if constrained else "JobAcctGatherParams=OverMemoryKill",
        )
        (self.folder / "slurm.conf").write_text(text)
        if constrained:
            (self.folder / "cgroup.conf").write_text(CGROUP_CONFIGURATION)
        PLACE.parent.mkdir(exist_ok=True)
        PLACE.unlink(missing_ok=True)  # left by a keeper that was killed
        PLACE.symlink_to(self.folder / "slurm.conf")

    def spawn(self, name: str, *command: str) -> None:
        """One daemon in the foreground."""
        with (self.folder / f"{name}.output").open("ab") as log:
            self.processes[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def start_node(self, name: str) -> None:
        self.spawn(name, "slurmd", "-D", "-N", name, "-f", str(self.folder / "slurm.conf"))

    def start(self) -> None:
        """Everything, until all nodes are idle."""
        self.configure()
        at = str(self.folder)
        files = [f"--{name}={at}/munge.{ending}" for name, ending in (("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"))]
        self.spawn("munged", "munged", "--foreground", *files, f"--log-file={at}/munge.log", f"--seed-file={at}/munge.seed")
        wait_until((self.folder / "munge.socket").exists, "munged listens", START_SECONDS)
        self.spawn("slurmctld", "slurmctld", "-D", "-i", "-f", str(self.folder / "slurm.conf"))
        for name in self.features:
            self.start_node(name)
        self.wait_for_nodes()

    def wait_for_nodes(self) -> None:
        names = set(self.features)
        wait_until(lambda: {name for name, state in node_states().items() if state == "idle"} >= names, "all nodes idle", START_SECONDS)

    def kill_node(self, name: str) -> None:
        """As when its power fails: the daemon, the jobs' own daemons, which are no children of it, and everything below them, at once."""
        process = self.processes.pop(name)
        roots = [process.pid, *(pid for pid in descendants(os.getpid()) if has_open(pid, f"/slurmd.{name}.log"))]
        for number in (signal.SIGSTOP, signal.SIGKILL):  # none of them is to tell the controller of the end of another
            for pid in [*roots, *(below for root in roots for below in descendants(root))]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
        process.wait()

    def stop(self) -> None:
        """End all daemons and whatever ran below them, then remove what they leave: control groups, folder, the link in /etc."""
        for name in ["slurmctld", *self.features, "munged"]:
            process = self.processes.pop(name, None)
            if process is not None:
                process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(10)
        deadline = time.monotonic() + 20
        while (left := descendants(os.getpid())) and time.monotonic() < deadline:
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            time.sleep(0.02)
        if PLACE.is_symlink() and PLACE.readlink() == self.folder / "slurm.conf":
            PLACE.unlink()
        remove_control_groups()
        shutil.rmtree(self.folder, ignore_errors=True)


def remove_control_groups() -> None:
    """The empty groups that slurmd leaves in every hierarchy of version 1."""
    for top in CGROUPS.glob("*/slurm*"):
        for folder in sorted((path for path in [top, *top.rglob("*")] if path.is_dir()), reverse=True):
            with contextlib.suppress(OSError):
                folder.rmdir()


def wait_for_turn(lock: int) -> str | None:
    """Wait until no other run of the tests has a cluster; or why that did not come."""

    def free() -> bool:
        if select.select([sys.stdin], [], [], 0)[0]:
            raise ClusterError("whoever wanted it has gone")
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    try:
        wait_until(free, "another run of the tests has ended its cluster", 600)
    except ClusterError as error:
        return str(error)
    return None


def keep(features: Mapping[str, str]) -> int:
    """Hold a cluster until standard input ends or a signal comes. Lines `kill NODE`, `start NODE` are obeyed and answered."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with LOCK.open("w") as lock:
        problem = missing() or wait_for_turn(lock.fileno())
        if problem:
            print(f"no cluster: {problem}", flush=True)
            return 2
        folder = Path(tempfile.mkdtemp(prefix="throw-away-cluster-"))
        folder.chmod(0o755)  # munged insists on a socket that everybody can reach
        daemons = Daemons(folder, features)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, lambda *_: sys.exit(1))
        try:
            daemons.start()
            print(f"ready {folder}", flush=True)
            for line in sys.stdin:
                action, name = line.split()
                {"kill": daemons.kill_node, "start": daemons.start_node}[action](name)
                print("done", flush=True)
        except ClusterError as error:
            logs = "\n".join(path.read_text(errors="replace")[-1500:] for path in sorted(folder.glob("*.log")))
            print(f"no cluster: {error}", logs, file=sys.stderr, flush=True)
            return 2
        finally:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            daemons.stop()
    return 0


@dataclass
class Cluster:
    """The user's side: a running cluster, kept by a process of its own."""

    keeper: subprocess.Popen[str]
    folder: Path

    def _ask(self, words: str) -> None:
        assert self.keeper.stdin
        assert self.keeper.stdout
        self.keeper.stdin.write(f"{words}\n")
        self.keeper.stdin.flush()
        answer = self.keeper.stdout.readline()
        if answer != "done\n":
            raise ClusterError(f"{words}: {answer or 'the keeper of the cluster has gone'}")

    def kill_node(self, name: str) -> None:
        """A node is lost, with everything that runs on it."""
        self._ask(f"kill {name}")

    def start_node(self, name: str) -> None:
        """A lost node comes back; until it is idle."""
        self._ask(f"start {name}")
        subprocess.run(["scontrol", "update", f"nodename={name}", "state=resume"], capture_output=True, check=False)
        wait_until(lambda: node_states().get(name) == "idle", f"node {name} idle")

    def queue(self) -> dict[int, str]:
        """Jobs that are not over, with their states."""
        answer = subprocess.run(["squeue", "-h", "-o", "%i %T"], capture_output=True, text=True, check=True, timeout=30).stdout
        return {int(job): state for job, state in re.findall(r"(\d+) (\w+)", answer)}

    def processes(self) -> list[str]:
        """Command lines of everything that runs below the daemons, without the daemons themselves."""
        lines = []
        for pid in descendants(self.keeper.pid):
            with contextlib.suppress(OSError):
                line = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()
                if line and not re.match(r"(?:: |\S*/)?(?:munged|slurmctld|slurmd|slurmscriptd|slurmstepd)\b", line):
                    lines.append(line)
        return lines


@contextlib.contextmanager
def running_cluster(features: Mapping[str, str]) -> Iterator[Cluster]:
    """A cluster with these nodes, each with its feature; ClusterError when there can be none."""
    command = [sys.executable, str(Path(__file__).resolve()), *(f"{name}={feature}" for name, feature in features.items())]
    # A session of its own: a Ctrl-C for the tests reaches the keeper as the end of its standard input, once they are done with it.
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True) as keeper:
        assert keeper.stdin
        assert keeper.stdout
        try:
            word, _, rest = keeper.stdout.readline().strip().partition(" ")
            if word != "ready":
                raise ClusterError(f"{word} {rest}".strip() or "the cluster did not start; see above")
            yield Cluster(keeper, Path(rest))
        finally:
            with contextlib.suppress(BrokenPipeError):
                keeper.stdin.close()
            keeper.wait(60)


if __name__ == "__main__":
    sys.exit(keep(dict(word.split("=", 1) for word in sys.argv[1:])))
