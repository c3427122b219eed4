"""The set-up of .venv/ with the real venv and pip, from a lock of one tiny package and without a network."""

import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"


def make_wheel(folder, name, version="1.0"):
    """A wheel with one empty module. Returns its line in a lock."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


@dataclass(frozen=True)
class Checkout:
    folder: Path
    wheels: Path

    def command(self, *arguments):
        return [sys.executable, "-E", "-s", str(self.folder / "scripts/make_environment.py"), *arguments]

    def environ(self, **environment):
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels), "HOME": str(self.wheels), "PYTHONUNBUFFERED": "1"}
        return {"PATH": os.environ["PATH"], **offline, **environment}

    def make(self, *arguments, **environment):
        """Run the set-up; its output."""
        return subprocess.run(self.command(*arguments), env=self.environ(**environment), capture_output=True, text=True, check=False)

    def lock(self, name, *lines):
        (self.folder / "envs" / name).write_text("".join(lines))

    def imports(self, module):
        return (
            subprocess.run([self.folder / ".venv/bin/python", "-c", f"import {module}"], capture_output=True, check=False).returncode == 0
        )

    def note(self):
        return json.loads((self.folder / ".venv/set-up.json").read_text())


def make_checkout(parent):
    folder, wheels = parent / 'a newcomer\'s "clone"', parent / "wheels"
    wheels.mkdir()
    (folder / "envs").mkdir(parents=True)
    (folder / "scripts").mkdir()
    shutil.copy(SCRIPTS / "make_environment.py", folder / "scripts")
    for name in ("common", "set_up"):
        shutil.copytree(SCRIPTS / name, folder / "scripts" / name)
    checkout = Checkout(folder, wheels)
    checkout.lock("requirements-build.txt", make_wheel(wheels, "builder"))
    checkout.lock("requirements.txt", make_wheel(wheels, "worker"))
    checkout.lock("requirements-test.txt", make_wheel(wheels, "tester"))
    return checkout


@pytest.fixture
def checkout(tmp_path):
    return make_checkout(tmp_path)


@pytest.fixture(scope="module")
def shared_checkout(tmp_path_factory):
    return make_checkout(tmp_path_factory.mktemp("shared"))


@pytest.fixture
def finished(shared_checkout):
    """A checkout with its environment, kept from test to test. A file of our own inside shows whether it is still the same one."""
    checkout = shared_checkout
    done = checkout.make()
    assert (done.returncode, done.stderr) == (0, "")
    (checkout.folder / ".venv/ours").write_text("")
    return checkout


def was_made_again(checkout):
    return not (checkout.folder / ".venv/ours").exists()


def written(path):
    """Which file it is and when it was last written; when it was last read is no change."""
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def test_a_fresh_checkout_gets_its_environment_and_a_second_call_does_and_says_nothing(checkout):
    first = checkout.make()
    assert first.returncode == 0
    assert first.stdout.startswith("Making the Python environment .venv with Python 3.")
    assert checkout.imports("worker")
    assert not checkout.imports("tester")
    before = written(checkout.folder / ".venv/set-up.json")
    shutil.rmtree(checkout.wheels)
    second = checkout.make()
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert written(checkout.folder / ".venv/set-up.json") == before


def test_the_tests_requirements_are_added_to_the_environment_that_is_there(finished):
    done = finished.make("--tests")
    assert done.stdout == "Adding what the tests need to .venv.\n"
    assert finished.imports("tester")
    assert not was_made_again(finished)
    assert finished.make().stdout == ""


def kill_half_way(checkout):
    (checkout.folder / ".venv/set-up.json").unlink()
    return "was not finished"


def lose_a_package(checkout):
    for path in checkout.folder.glob(".venv/lib/python3*/site-packages/worker*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return "has lost worker-1.0.dist-info"


def lose_python(checkout):
    for path in checkout.folder.glob(".venv/bin/python*"):
        path.unlink()
    return "does not start"


def change_the_lock(checkout):
    checkout.lock("requirements.txt", make_wheel(checkout.wheels, "worker", "2.0"))
    return "was made from other locked requirements"


@pytest.mark.parametrize("damage", [kill_half_way, lose_a_package, lose_python, change_the_lock])
def test_an_environment_that_is_not_whole_is_made_again_and_it_says_why(finished, damage):
    reason = damage(finished)
    done = finished.make()
    assert done.returncode == 0
    assert reason in done.stdout
    assert was_made_again(finished)
    assert finished.imports("worker")


def test_a_moved_checkout_works_again(finished):
    moved = Checkout(finished.folder.with_name("moved"), finished.wheels)
    finished.folder.rename(moved.folder)
    done = moved.make()
    moved.folder.rename(finished.folder)
    assert f"was made in another folder ({finished.folder}/.venv)" in done.stdout
    assert done.returncode == 0


def test_a_package_that_is_not_the_locked_one_is_refused_in_one_line_and_nothing_passes_for_finished(checkout):
    checkout.lock("requirements.txt", f"worker==1.0 --hash=sha256:{'0' * 64}\n")
    done = checkout.make()
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip could not install requirements.txt" in done.stderr
    assert not (checkout.folder / ".venv/set-up.json").exists()


def test_a_set_up_waits_for_another_one_in_the_same_folder(finished):
    checkout = finished
    kill_half_way(checkout)
    with (checkout.folder / ".cache/set_up/lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        waiting = subprocess.Popen(checkout.command(), env=checkout.environ(), stdout=subprocess.PIPE, text=True)
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == "Waiting for another set-up of this folder to finish.\n"
        assert not was_made_again(checkout)
    assert waiting.stdout.readline().startswith("Making the Python environment")
    waiting.communicate()
    assert waiting.returncode == 0
    assert checkout.imports("worker")


def test_two_set_ups_at_once_make_one_environment(checkout):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    both = [subprocess.Popen(checkout.command("--tests"), env=checkout.environ(), **pipes) for _ in range(2)]
    outputs = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    assert "".join(outputs).count("Making the Python environment") == 1
    assert checkout.imports("worker")
    assert checkout.imports("tester")


def test_the_lock_outlives_a_killed_set_up_for_as_long_as_its_pip_runs(tmp_path):
    holder = """
from pathlib import Path
from set_up.commands import run_logged
from set_up.notes import checkout_lock
with checkout_lock(Path("lock")) as lock:
    run_logged(["sh", "-c", "echo $$ >started; read line <go; exit 0"], Path("log"), keep_open=[lock])
"""
    for fifo in ("started", "go"):
        os.mkfifo(tmp_path / fifo)
    killed = subprocess.Popen([sys.executable, "-c", holder], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(SCRIPTS)})
    assert (tmp_path / "started").read_text().strip().isdigit()
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    with (tmp_path / "lock").open("r+") as lock:
        with pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        (tmp_path / "go").write_text("now\n")
        fcntl.flock(lock, fcntl.LOCK_EX)
