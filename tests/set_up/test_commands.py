import pytest

from set_up.commands import complaint, run_logged


def test_variables_that_would_mislead_pip_are_not_handed_on(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_TARGET", "/elsewhere")
    monkeypatch.setenv("PYTHONHOME", "/elsewhere")
    monkeypatch.setenv("PIP_CERT", "/etc/certificates.crt")
    assert run_logged(["env"], tmp_path / "log").exit_code == 0
    said = (tmp_path / "log").read_text()
    assert "/elsewhere" not in said
    assert "PIP_CERT=/etc/certificates.crt" in said


@pytest.mark.parametrize(("own", "expected"), [({}, "/house.pem"), ({"PIP_CERT": "/pip.pem"}, "/pip.pem")])
def test_pip_trusts_what_other_tools_trust_unless_it_is_told_otherwise(tmp_path, monkeypatch, own, expected):
    monkeypatch.delenv("PIP_CERT", raising=False)
    for name, value in {"SSL_CERT_FILE": "/house.pem", **own}.items():
        monkeypatch.setenv(name, value)
    run_logged(["env"], tmp_path / "log")
    assert f"PIP_CERT={expected}\n" in (tmp_path / "log").read_text()


def test_the_log_holds_every_command_with_its_output(tmp_path):
    run_logged(["echo", "first"], tmp_path / "logs/log")
    run_logged(["echo", "second"], tmp_path / "logs/log")
    assert (tmp_path / "logs/log").read_text() == "$ echo first\nfirst\n$ echo second\nsecond\n"


def test_only_the_failing_commands_own_output_is_complained_of(tmp_path):
    run_logged(["sh", "-c", "echo ERROR: an earlier one; exit 1"], tmp_path / "log")
    assert run_logged(["sh", "-c", "echo this one; exit 3"], tmp_path / "log").complaint == "this one"


def test_a_command_that_is_not_there_is_a_failure_with_a_reason(tmp_path):
    outcome = run_logged(["no-such-command"], tmp_path / "log")
    assert (outcome.exit_code, outcome.complaint) == (127, "no-such-command: No such file or directory")


def test_the_complaint_is_the_last_line_that_names_an_error():
    assert complaint("ERROR: no matching distribution\n\nnotice: a new pip\n") == "ERROR: no matching distribution"
    assert complaint("one\ntwo\n") == "two"
    assert complaint("") == "no output"


def test_a_missing_network_is_not_taken_for_a_missing_package():
    output = "WARNING: Retrying after connection broken by 'NewConnectionError'\nERROR: No matching distribution found for setuptools\n"
    assert complaint(output).endswith("setuptools (no connection to the package index: is the network there?)")
