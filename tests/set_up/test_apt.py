from set_up.apt import Packages, install, install_command, look_up, parse_policy, update

POLICY = """cargo-web:
  Installed: (none)
  Candidate: 1.96.0
  Version table:
     1.96.0 500
gcc:
  Installed: 4:12.2.0-3
  Candidate: 4:12.2.0-3
java-compiler:
  Installed: (none)
  Candidate: (none)
  Version table:
"""


def test_a_package_can_be_had_when_apt_has_a_candidate_for_it():
    assert parse_policy(POLICY) == Packages(available=frozenset({"cargo-web", "gcc"}), installed=frozenset({"gcc"}))


def test_nothing_can_be_had_where_there_is_no_apt(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert look_up(["gcc"]) == Packages()


def test_apt_never_asks_never_reads_and_installs_no_recommendations(commands, tmp_path):
    commands.add("apt-get", 'echo "$DEBIAN_FRONTEND: $*" >>"$CALLS"; cat >>"$CALLS"')
    assert update(tmp_path / "log").exit_code == 0
    assert install(["gcc", "maven"], tmp_path / "log").exit_code == 0
    first, second = commands.calls()
    assert first.startswith("noninteractive: ")
    assert first.endswith(" update")
    assert second.startswith("noninteractive: ")
    assert second.endswith(" install --no-install-recommends gcc maven")
    assert all(" -y " in call for call in (first, second))


def test_a_failure_is_told_in_the_words_of_apt(commands, tmp_path):
    commands.add("apt-get", "echo Reading; echo 'E: Unable to locate package gcc' >&2; echo done; exit 100")
    outcome = install(["gcc"], tmp_path / "log")
    assert (outcome.exit_code, outcome.complaint) == (100, "E: Unable to locate package gcc")
    assert "Reading" in (tmp_path / "log").read_text()


def test_the_command_for_a_person_installs_the_same():
    assert install_command(["gcc", "maven"]) == "apt-get update && apt-get install -y --no-install-recommends gcc maven"
