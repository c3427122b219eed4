"""A folder under programs/ describes itself; a fault in a description is one line that names the file."""

from pathlib import Path

import pytest

from common.command_line import UserError
from editing import replaced_once
from programs.describing import load_programs, program_digest, source_files

LANGUAGE = "name: Go\ntoolchain: {probe: [go, version], version: 'go(.*)', hint: get it}\nrun: ['{build}/program']\n"
VARIANT = "label: Go goroutines\nprimitive: green-thread\ndescription: Launches goroutines.\n"


def describe(folder: Path, language: str = LANGUAGE, variant: str = VARIANT, name: str = "go/goroutines") -> Path:
    target = folder / name
    target.mkdir(parents=True, exist_ok=True)
    (target.parent / "language.yaml").write_text(language)
    (target / "variant.yaml").write_text(variant)
    (target / "main.go").write_text("package main\n")
    return target


def test_the_id_is_made_of_the_two_folders(tmp_path: Path) -> None:
    describe(tmp_path)
    program = load_programs(tmp_path)["go-goroutines"]
    assert (program.language, program.toolchain.id, program.run) == ("Go", "go", ("{build}/program",))


def test_a_variant_overrides_its_language_key_by_key(tmp_path: Path) -> None:
    describe(
        tmp_path, LANGUAGE + "environment: {A: '1', B: '2'}\n", VARIANT + "environment: {B: '3'}\ntoolchain: {id: other, minimum: '2'}\n"
    )
    program = load_programs(tmp_path)["go-goroutines"]
    assert program.environment == {"A": "1", "B": "3"}
    assert (program.toolchain.id, program.toolchain.minimum, program.toolchain.probe) == ("other", "2", ("go", "version"))


def test_a_variant_with_a_toolchain_of_its_own_does_not_inherit_how_the_languages_is_had(tmp_path: Path) -> None:
    places = "debian: [golang], conda: go, find: ['$GOROOT'], fallback: {find: [/opt]}"
    language = replaced_once(LANGUAGE, "hint: get it", f"hint: get it, {places}")
    describe(tmp_path, language, name="go/one")
    describe(tmp_path, language, VARIANT + "toolchain: {id: other, hint: elsewhere}\n", name="go/two")
    programs = load_programs(tmp_path)
    own, other = programs["go-one"].toolchain, programs["go-two"].toolchain
    assert (own.place.debian, own.fallback is None) == ((("golang",),), False)
    assert (other.place.debian, other.fallback) == ((), None)
    assert other.place.find == own.place.find


@pytest.mark.parametrize(
    ("language", "variant", "told"),
    [
        pytest.param(LANGUAGE, replaced_once(VARIANT, "label: Go goroutines\n", ""), "label is missing", id="no label"),
        pytest.param(LANGUAGE, replaced_once(VARIANT, "green-thread", "fibre"), "primitive: 'fibre' is not one of", id="unknown primitive"),
        pytest.param(LANGUAGE, VARIANT + "toolchain: go\n", "toolchain: 'go' is not of type 'object'", id="a word as toolchain"),
        pytest.param(LANGUAGE, VARIANT + "colour: red\n", "colour is not a key here", id="unknown key"),
        pytest.param(LANGUAGE, VARIANT + "label: again\n", "stands twice", id="a key twice"),
        pytest.param(LANGUAGE, "label: [", "not YAML", id="broken YAML"),
        pytest.param(LANGUAGE, "- a list\n", "should be a mapping", id="a list"),
        pytest.param(LANGUAGE, "", "should be a mapping", id="an empty file"),
        pytest.param(LANGUAGE, VARIANT + "source: ../nowhere\n", "there is no folder ../nowhere", id="source that is not there"),
        pytest.param(LANGUAGE, VARIANT + "source: /etc\n", "source", id="source outside"),
        pytest.param(LANGUAGE, VARIANT + "environment: {A: 1}\n", "environment.A", id="a number in the environment"),
        pytest.param("name: Go\nrun: [x]\n", VARIANT, "toolchain is missing", id="no toolchain"),
        pytest.param(replaced_once(LANGUAGE, ", hint: get it", ""), VARIANT, "hint is missing", id="no hint"),
        pytest.param(replaced_once(LANGUAGE, "go(.*)", "go("), VARIANT, "toolchain.version", id="a broken expression"),
        pytest.param(replaced_once(LANGUAGE, "['{build}/program']", "program"), VARIANT, "run", id="a word instead of a command"),
        pytest.param(LANGUAGE + "build: []\n", VARIANT, "build", id="an empty build"),
    ],
)
def test_a_fault_is_one_line_that_names_the_file(tmp_path: Path, language: str, variant: str, told: str) -> None:
    describe(tmp_path, language, variant)
    with pytest.raises(UserError) as raised:
        load_programs(tmp_path)
    message = str(raised.value)
    assert told in message
    assert ".yaml: " in message
    assert "\n" not in message


def test_two_folders_with_one_id_are_refused(tmp_path: Path) -> None:
    describe(tmp_path, name="go/fast-tasks")
    describe(tmp_path, name="go-fast/tasks")
    with pytest.raises(UserError, match="go-fast-tasks is also the id of"):
        load_programs(tmp_path)


def test_one_toolchain_described_in_two_ways_is_refused(tmp_path: Path) -> None:
    describe(tmp_path, name="go/one")
    describe(tmp_path, variant=VARIANT + "toolchain: {minimum: '2'}\n", name="go/two")
    with pytest.raises(UserError, match="give this one an id of its own"):
        load_programs(tmp_path)


def test_variants_without_a_language_are_refused(tmp_path: Path) -> None:
    (describe(tmp_path).parent / "language.yaml").unlink()
    with pytest.raises(UserError, match=r"has variants but no language\.yaml"):
        load_programs(tmp_path)


def test_the_sources_are_ones_own_and_what_the_language_shares(tmp_path: Path) -> None:
    folder = describe(tmp_path)
    describe(tmp_path, name="go/other")
    (folder / "target").mkdir()
    for name in ("target/left.o", ".hidden", "contract.go", "../shared.go", "../common/more.go"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("")
    names = [path.relative_to(tmp_path / "go").as_posix() for path in source_files(load_programs(tmp_path)["go-goroutines"])]
    assert names == ["common/more.go", "goroutines/contract.go", "goroutines/main.go", "shared.go"]


def test_the_digest_follows_source_and_flags_but_not_the_label(tmp_path: Path) -> None:
    def digest() -> str:
        return program_digest(load_programs(tmp_path)["go-goroutines"])

    folder = describe(tmp_path)
    first = digest()
    (folder / "variant.yaml").write_text(replaced_once(VARIANT, "Go goroutines", "Goroutines of Go"))
    assert digest() == first
    (folder / "variant.yaml").write_text(VARIANT + "build: [go, build]\n")
    flags = digest()
    (folder / "main.go").write_text("package other\n")
    assert len({first, flags, digest()}) == 3


def test_threads_that_take_more_mappings_say_so_to_the_meter_and_stale_their_runs(tmp_path: Path) -> None:
    folder = describe(tmp_path)
    before = load_programs(tmp_path)["go-goroutines"]
    (folder / "variant.yaml").write_text(VARIANT + "mappings_per_thread: 4\n")
    after = load_programs(tmp_path)["go-goroutines"]
    assert (before.mappings_per_thread, after.mappings_per_thread) == (2, 4)
    assert program_digest(before) != program_digest(after)
