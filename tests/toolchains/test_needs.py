from dataclasses import replace

import pytest

from set_up.apt import Packages
from toolchains.description import Place, Toolchain
from toolchains.finding import Found
from toolchains.needs import Need, joined, needs_of_tests, needs_of_toolchains

RUST = Need("Rust", "install rustup", ((("cargo-web", "cargo"), ("gcc",)),))
JAVA = Need("Java", "install a JDK", ((("openjdk-25-jdk-headless", "openjdk-21-jdk-headless"), ("maven",)), (("maven",),)))


@pytest.mark.parametrize(
    ("need", "available", "installed", "expected"),
    [
        pytest.param(RUST, {"cargo", "cargo-web", "gcc"}, {}, ("cargo-web", "gcc"), id="the first alternative wins"),
        pytest.param(RUST, {"cargo", "gcc"}, {}, ("cargo", "gcc"), id="the next one where apt lacks the first"),
        pytest.param(RUST, {"cargo"}, {}, None, id="half a toolchain is none"),
        pytest.param(JAVA, {"openjdk-21-jdk-headless", "maven"}, {}, ("openjdk-21-jdk-headless", "maven"), id="the toolchain itself"),
        pytest.param(
            JAVA, {"openjdk-17-jdk-headless", "maven"}, {}, ("maven",), id="what the fallback needs, where the toolchain cannot be had"
        ),
        pytest.param(RUST, {"cargo", "gcc"}, {"gcc"}, ("cargo",), id="what is installed already is not named"),
        pytest.param(JAVA, {"maven"}, {"maven"}, None, id="all is installed and the toolchain is still missing: apt cannot help"),
        pytest.param(JAVA, {}, {}, None, id="nothing can be had"),
        pytest.param(Need(".NET", "from the vendor", ()), {"gcc"}, {}, None, id="a toolchain that Debian does not have"),
    ],
)
def test_the_packages_are_those_of_the_first_way_that_can_be_had_whole(need, available, installed, expected):
    assert need.packages(Packages(frozenset(available), frozenset(installed))) == expected


GO = Toolchain(
    id="go", probe=("go", "version"), version="(.*)", hint="get Go", place=Place(find=("PATH",), debian=(("golang-go",),)), fallback=None
)


def test_only_what_was_not_found_is_needed():
    toolchains = {"go": GO, "node": replace(GO, id="node", hint="get Node", fallback=Place(find=("PATH",), debian=(("nodejs",),)))}
    found = {"go": Found("go", "found"), "node": Found("node", "missing")}
    needs = needs_of_toolchains(toolchains, found, {"go": "Go", "node": "Node"})
    assert needs == [Need("Node", "get Node", ((("golang-go",),), (("nodejs",),)))]


def test_the_tests_need_a_compiler_headers_a_browser_and_slurm_only_where_they_are_not(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    (need,) = needs_of_tests(tmp_path)
    slurm = ("slurmctld", "slurmd", "slurm-client", "slurm-wlm-basic-plugins", "munge")
    packages = ("gcc", "libc6-dev", "chromium", "chromium-driver", *slurm)
    assert need.ways == (tuple((package,) for package in packages),)
    (tmp_path / "usr/sbin").mkdir(parents=True)
    for tool in ("gcc", "google-chrome", "chromedriver", "squeue", "usr/sbin/slurmctld", "usr/sbin/slurmd", "usr/sbin/munged"):
        (tmp_path / tool).write_text("")
        (tmp_path / tool).chmod(0o755)
    for file in ("usr/include/stdio.h", "usr/lib/x/slurm-wlm/auth_munge.so"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text("")
    assert needs_of_tests(tmp_path) == []


def test_a_package_that_two_languages_need_is_named_once():
    assert joined([("cargo", "gcc"), ("gcc", "maven")]) == ["cargo", "gcc", "maven"]
