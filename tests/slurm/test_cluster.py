"""The throw-away cluster itself leaves nothing behind, also when whoever uses it is killed."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.slurm import cluster as own
from tests.slurm.cluster import PLACE, descendants, missing, wait_until


@pytest.fixture
def another_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "slurm.conf"
    monkeypatch.setattr(own, "PLACE", place)
    return place


def test_a_real_slurm_is_not_touched(another_place: Path) -> None:
    assert missing() is None
    another_place.write_text("ClusterName=real\n")
    assert "a real SLURM is set up on this machine" in (missing() or "")
    another_place.write_text(f"{own.MARK}\n")
    assert missing() is None, "what a killed keeper has left"


def test_whoever_is_killed_leaves_neither_daemons_nor_configuration() -> None:
    user = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); import cluster\n"
        "with cluster.running_cluster({'n1': 'a'}) as running: print(running.keeper.pid, running.folder, flush=True); time.sleep(600)"
    )
    command = [sys.executable, "-c", user, str(Path(own.__file__).parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        keeper, folder = process.stdout.readline().split()
        assert PLACE.readlink() == Path(folder) / "slurm.conf"
        subprocess.run(["sbatch", "--output=/dev/null", "--mem=50", "--wrap=sleep 600"], check=True, capture_output=True)
        wait_until(lambda: "sleep" in names_below(int(keeper)), "a job runs")
        below = descendants(int(keeper))
        process.kill()
    wait_until(lambda: not Path(f"/proc/{keeper}").exists(), "the keeper has ended")
    assert [pid for pid in below if Path(f"/proc/{pid}").exists()] == []
    assert not PLACE.is_symlink()
    assert not Path(folder).exists()
    assert not list(own.CGROUPS.glob("*/slurm*"))


def names_below(pid: int) -> list[str]:
    found = []
    for each in descendants(pid):
        path = Path(f"/proc/{each}/comm")
        found.append(path.read_text().strip() if path.exists() else "")
    return found
