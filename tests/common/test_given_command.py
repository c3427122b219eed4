"""A line that says how to mend something ends with the command that a person gave."""

import pytest

from common.given_command import NAME, again_without, command_of, given_command


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        pytest.param(["--cores", "1"], {"MAKE_TARGET": "run"}, "make run", id="make run"),
        pytest.param(["--cores", "1", "--configfile", "config/quick.yaml"], {"MAKE_TARGET": "quick"}, "make quick", id="make quick"),
        pytest.param(
            ["--cores", "1", "--config", "a=[1, 2]"],
            {"MAKE_TARGET": "run", "OPTIONS": "--config 'a=[1, 2]'"},
            """make run OPTIONS='--config '"'"'a=[1, 2]'"'"''""",
            id="make with options",
        ),
        pytest.param(
            ["--cores", "1", "--configfile", "my preset.yaml"],
            {"OPTIONS": "of something else"},
            "snakemake --cores 1 --configfile 'my preset.yaml'",
            id="snakemake itself",
        ),
    ],
)
def test_it_is_named_as_a_person_would_give_it_again(arguments: list[str], environment: dict[str, str], told: str) -> None:
    assert command_of(arguments, environment) == told


def test_what_was_started_by_hand_names_make_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    assert given_command() == "make run"
    monkeypatch.setenv(NAME, "make quick")
    assert again_without("a file") == "rm 'a file' && make quick"
