import pytest

from set_up.distribution import Distribution, read_distribution
from toolchains.installing import bring
from toolchains.needs import Need

GO = Need("Go", "get Go from its makers", ((("golang-go",),),))
JAVA = Need("Java", "install a JDK", ((("openjdk-25-jdk-headless",),), (("maven",),)))
DOTNET = Need("C#", "get the .NET SDK from its makers", ())
ROOT = Distribution("debian", "12", root=True)
USER = Distribution("debian", "12", root=False)


@pytest.fixture
def apt(commands):
    """An apt that has golang-go and maven."""
    commands.add("apt-get", 'echo "$*" >>"$CALLS"')
    candidate = 'case $p in golang-go | maven) candidate=1 ;; *) candidate="(none)" ;; esac'
    commands.add(
        "apt-cache", f'shift; for p; do {candidate}; printf "%s:\\n  Installed: (none)\\n  Candidate: %s\\n" "$p" "$candidate"; done'
    )
    return commands


def bring_needs(monkeypatch, tmp_path, distribution, needs):
    return bring(distribution, tmp_path / "apt.log", needs)


def test_root_on_debian_gets_what_is_missing_in_one_go(monkeypatch, tmp_path, apt, capsys):
    outcome = bring_needs(monkeypatch, tmp_path, ROOT, [GO, JAVA, DOTNET])
    assert outcome.settled
    updated, installed = apt.calls()
    assert updated.endswith("update")
    assert installed.endswith("install --no-install-recommends golang-go maven")
    said = capsys.readouterr().out
    assert said.index("Not on this machine: Go, Java.") < said.index("Installing with apt-get: golang-go (Go); maven (Java).")


def test_apt_is_left_alone_when_nothing_is_missing_that_it_could_have(monkeypatch, tmp_path, apt, capsys):
    assert bring_needs(monkeypatch, tmp_path, ROOT, []).settled
    assert bring_needs(monkeypatch, tmp_path, ROOT, [DOTNET]).settled
    assert apt.calls() == []
    assert capsys.readouterr().out == ""


def test_a_failing_apt_is_told_and_tried_again_next_time(monkeypatch, tmp_path, apt):
    apt.add("apt-get", "echo 'E: Failed to fetch'; exit 100")
    outcome = bring_needs(monkeypatch, tmp_path, ROOT, [GO])
    assert not outcome.settled
    assert "E: Failed to fetch" in outcome.advice[0]


def test_who_is_not_root_gets_the_one_command(monkeypatch, tmp_path, apt):
    outcome = bring_needs(monkeypatch, tmp_path, USER, [GO, JAVA, DOTNET])
    command = "apt-get update && apt-get install -y --no-install-recommends golang-go maven"
    assert outcome.advice == (f"Not on this machine: Go, Java. Going on without. To have them, run as root: {command}",)
    assert apt.calls() == []


def test_who_is_not_root_and_has_no_package_lists_gets_the_hints(monkeypatch, tmp_path, commands):
    commands.add("apt-cache", "exit 0")
    assert bring_needs(monkeypatch, tmp_path, USER, [GO]).advice == ("Go is missing: get Go from its makers",)


@pytest.mark.parametrize("root", [True, False])
@pytest.mark.parametrize("distribution", [("ubuntu", "24.04"), ("fedora", "42"), ("debian", "11"), ("debian", ""), ("", "")])
def test_another_distribution_gets_hints_and_nothing_installed(monkeypatch, tmp_path, apt, capsys, distribution, root):
    assert bring_needs(monkeypatch, tmp_path, Distribution(*distribution, root=root), [GO, DOTNET]).settled
    assert capsys.readouterr().out == "Go is missing: get Go from its makers\nC# is missing: get the .NET SDK from its makers\n"
    assert apt.calls() == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n', ("debian", "12")),
        ("# a comment\nID='fedora'\nVERSION_ID=42\n\n", ("fedora", "42")),
        ("ID=arch\n", ("arch", "")),
        (None, ("", "")),
    ],
)
def test_the_distribution_is_what_os_release_says(tmp_path, text, expected):
    path = tmp_path / "os-release"
    if text is not None:
        path.write_text(text)
    found = read_distribution(path)
    assert (found.id, found.version) == expected
