"""What a cluster costs beside measuring: seconds a job and jobs a second, with and without batches, on a throw-away SLURM of this machine.

.venv/bin/python benchmarks/cluster_overhead.py --cells 10 100 --batch 0 1 20
Needs root and Debian's packages of SLURM. A stand-in program sleeps 0.1 s; the virtual nodes share this machine's cores.
A batch of 0: no cluster, the same cells on this machine.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(PROJECT), str(PROJECT / "tests"), str(PROJECT / "scripts")]

from tests.slurm.cluster import running_cluster  # noqa: E402
from tests.workflow.conftest import Project, make_project  # noqa: E402

CONFIGURATION = "variants: [alpha-tasks]\ntasks: [1]\nrepeats: {cells}\nsleep_seconds: 0.1\nlonger_sleep_seconds: []\nmachine: here\n"
BUILT = tuple(f"results/here/{name}" for name in ("machine.json", "build/alpha-tasks/manifest.json"))


def options_for(batch: int, look: int) -> list[str]:
    """Snakemake's options for jobs of `batch` cells in SLURM; none of a cluster for 0."""
    if not batch:
        return ["--cores", "1"]
    asked = {"mem_mb": "600", "runtime": "1", "cpus_per_task": "0 - 1", "slurm_extra": "'--exclusive'"}
    options = ["--workflow-profile", "profiles/slurm", "--slurm-init-seconds-before-status-checks", str(look), "--jobs", "1000"]
    options += ["--set-resources", *(f"measure_run:{name}={value}" for name, value in asked.items())]
    return [*options, "--groups", "measure_run=cells_{machine}_{n}", "--group-components", f"cells_{{machine}}_{{n}}={batch}"]


def sweep(project: Project, batch: int, look: int) -> float:
    """Seconds of measuring all cells of a project whose program is built; `look`: seconds until the first look at the jobs."""
    environment = {**os.environ, "PATH": f"{project.tools}{os.pathsep}{os.environ['PATH']}"}
    began = time.monotonic()
    command = [sys.executable, "-m", "snakemake", "results/here/history.parquet", *options_for(batch, look)]
    finished = subprocess.run(
        command, cwd=project.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if finished.returncode:
        sys.exit(f"{finished.stdout}{finished.stderr}\nKept with its logs: {project.folder}")
    return time.monotonic() - began


def main() -> int:
    """Print a line for each number of cells and size of batch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, nargs="+", default=[10, 100])
    parser.add_argument("--batch", type=int, nargs="+", default=[0, 1, 20], help="cells a job; 0: without a cluster")
    parser.add_argument("--look", type=int, default=6, help="seconds until the first look at the jobs (the profile has 20)")
    parser.add_argument("--nodes", type=int, default=2)
    arguments = parser.parse_args()
    nodes = {f"n{number}": "virtual" for number in range(1, arguments.nodes + 1)}
    print(f"{'cells':>6} {'batch':>6} {'jobs':>6} {'seconds':>9} {'a cell':>8} {'a job':>8} {'jobs/s':>7}")
    folder = tempfile.mkdtemp(prefix="cluster overhead ")
    with running_cluster(nodes):
        for cells in arguments.cells:
            for batch in arguments.batch:
                project = make_project(Path(folder) / f"{cells} in batches of {batch}")
                project.write("config/config.yaml", CONFIGURATION.format(cells=cells))
                project.run(*BUILT, target="")
                seconds, jobs = sweep(project, batch, arguments.look), -(-cells // (batch or 1))
                line = f"{cells:6} {batch:6} {jobs:6} {seconds:9.1f} {seconds / cells:8.2f} {seconds / jobs:8.2f} {jobs / seconds:7.3f}"
                print(line, flush=True)
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
