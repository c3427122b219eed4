"""The recipe of the container brings what the languages name, and repeats none of it."""

import re
import subprocess
import sys
from pathlib import Path

from programs.describing import collect_toolchains, load_programs

PROJECT = Path(__file__).parents[2]
RECIPE = (PROJECT / "containers/apptainer.def").read_text()
# Debian's python3-yaml, python3-psutil and python3-jsonschema, with what they depend on.
DEBIAN_MODULES = {"yaml", "psutil", "_yaml", "jsonschema", "jsonschema_specifications", "referencing", "rpds", "attr", "attrs"}
DEBIAN_MODULES |= {"idna", "typing_extensions"}


def test_the_packages_of_the_languages_are_left_to_the_languages() -> None:
    assert "python3 scripts/install_toolchains.py\n" in RECIPE
    toolchains = collect_toolchains(load_programs()).values()
    places = [place for toolchain in toolchains for place in (toolchain.place, toolchain.fallback) if place is not None]
    packages = {name for place in places for choice in place.debian for name in choice}
    installed = re.search(r"apt-get install -y --no-install-recommends (.*)\n", RECIPE)
    assert installed
    assert packages
    assert not packages & set(installed[1].split()) - {"python3"}


def test_the_recipe_copies_what_the_script_reads() -> None:
    copied = dict(re.findall(r"^    (\w+) /opt/memory-of-tasks/(\w+)$", RECIPE, re.MULTILINE))
    assert {"scripts", "programs", "config", "envs"} <= set(copied)
    assert all(source == target and (PROJECT / source).is_dir() for source, target in copied.items())


def test_the_script_needs_no_python_package_beyond_those_of_debian() -> None:
    code = (
        "import sys; before = set(sys.modules); import install_toolchains, fetch_toolchains, toolchains.installing; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before "
        "if 'site-packages' in (getattr(sys.modules[name], '__file__', None) or '')})"
    )
    answer = subprocess.run([sys.executable, "-c", code], cwd=PROJECT / "scripts", capture_output=True, text=True, check=True)
    needed = set(answer.stdout.split())
    assert needed <= DEBIAN_MODULES
    packages = {"yaml", "psutil", "jsonschema"} & needed
    assert {f"python3-{name}" for name in packages} <= set(re.findall(r"python3-\w+", RECIPE))
