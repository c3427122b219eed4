"""What programs/ says of official archives can be used, and is described once."""

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

import check_archives
from common.command_line import UserError
from common.schemas import check
from programs.describing import collect_toolchains, load_programs, program_digest
from toolchains.archives import ENDINGS, Download, Fetchable, megabytes, mirrored, size_words
from toolchains.fetching import check_address
from toolchains.finding import fetchable

PROGRAMS = Path(__file__).parents[2] / "programs"
ARCHIVES = {archive.name: archive for archive in check_archives.all_archives()}


def test_the_toolchains_that_a_machine_without_rights_lacks_have_archives_for_both_architectures():
    assert set(ARCHIVES) == {"dotnet-sdk", "go", "graalvm", "nodejs", "rust", "temurin"}
    assert all(set(archive.downloads) == {"x64", "arm64"} for archive in ARCHIVES.values())


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_is_described_so_that_it_can_be_fetched(name):
    archive = ARCHIVES[name]
    assert archive.licence
    for download in archive.downloads.values():
        check_address(download.address)
        assert download.address.startswith("https://")
        assert download.file_name.endswith(ENDINGS)
        assert archive.version.partition("+")[0] in download.address
        assert len(download.digest) == {"sha256": 64, "sha512": 128}[download.algorithm]
        assert download.most_bytes < archive.most_unpacked_bytes


def test_no_file_and_no_hash_is_described_twice():
    downloads = [download for archive in ARCHIVES.values() for download in archive.downloads.values()]
    for values in ([each.address for each in downloads], [each.digest for each in downloads], [each.file_name for each in downloads]):
        assert Counter(values).most_common(1)[0][1] == 1


def test_where_each_hash_was_published_is_said_above_it():
    for path in PROGRAMS.glob("*/language.yaml"):
        text = path.read_text()
        described = yaml.safe_load(text).get("archives", {})
        assert len(re.findall(r"# .*SHA-(?:256|512) ", text)) == len(described), path


def test_an_archive_brings_the_version_that_its_toolchains_ask_for():
    with_archive = [toolchain for toolchain in collect_toolchains(load_programs()).values() if toolchain.archive is not None]
    assert {toolchain.id for toolchain in with_archive} >= {
        "csharp",
        "csharp-nativeaot",
        "graalvm",
        "graalvm-native-image",
        "java-graal-jit",
    }
    assert [toolchain.id for toolchain in with_archive if fetchable(toolchain) is None] == []


def test_the_key_is_the_tool_its_version_and_the_beginning_of_the_hash():
    archive = ARCHIVES["go"]
    assert Fetchable(archive, archive.downloads["x64"]).key == f"go-{archive.version}-{archive.downloads['x64'].digest[:8]}"


def test_a_mirror_replaces_host_and_path():
    address = "https://github.com/a/b/releases/download/jdk-25%2B1/OpenJDK25U_25_1.tar.gz"
    assert mirrored(address, None) == address
    assert mirrored(address, "file:///mnt/archives/") == "file:///mnt/archives/OpenJDK25U_25_1.tar.gz"
    assert mirrored(address, "https://mirror.example.org/x") == "https://mirror.example.org/x/OpenJDK25U_25_1.tar.gz"


@pytest.mark.parametrize(("count", "words"), [(70_553_950, "71 MB"), (7_140_000, "7.1 MB"), (1_204_000_000, "1,204 MB")])
def test_sizes_are_told_as_the_makers_tell_them(count, words):
    assert megabytes(count) == words
    assert size_words(Download("https://x/y.zip", "sha256", "0" * 64, count, exact=False)) == f"up to {words}"


def archive(**changes):
    download = {"address": "https://example.org/tool.tar.gz", "sha256": "0" * 64, "bytes": 100}
    return {"version": "1.0", "licence": "MIT", "most_unpacked_mb": 1, "x64": {**download, **changes}}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"address": "http://example.org/tool.tar.gz"}, id="without https"),
        pytest.param({"address": "https://example.org/tool.exe"}, id="no archive"),
        pytest.param({"sha256": "0" * 63}, id="half a hash"),
        pytest.param({"sha512": "0" * 128}, id="two hashes"),
        pytest.param({"bytes": 0}, id="nothing"),
    ],
)
def test_a_download_that_could_not_be_trusted_is_no_description(changes):
    language = {"name": "X", "run": ["x"], "toolchain": {"probe": ["x"], "version": "(.*)", "hint": "get x"}}
    check({**language, "archives": {"x": archive()}}, "language", "language.yaml")
    with pytest.raises(UserError, match=r"language\.yaml: archives\.x\.x64"):
        check({**language, "archives": {"x": archive(**changes)}}, "language", "language.yaml")


def test_a_toolchain_that_names_an_archive_which_is_not_described_is_told(tmp_path):
    folder = tmp_path / "programs/x"
    (folder / "one").mkdir(parents=True)
    (folder / "language.yaml").write_text("name: X\nrun: [x]\ntoolchain: {probe: [x], version: '(.*)', hint: get x, archive: none}\n")
    (folder / "one/variant.yaml").write_text("label: X\nprimitive: timer\ndescription: X.\n")
    with pytest.raises(UserError, match=r"one/variant\.yaml: toolchain: archive: none is not described"):
        load_programs(tmp_path / "programs")


def test_another_archive_does_not_make_a_program_another(tmp_path):
    language = "name: X\nrun: [x]\ntoolchain: {probe: [x], version: '(.*)', hint: get x, archive: x}\narchives: {x: %s}\n"
    folder = tmp_path / "programs/x"
    (folder / "one").mkdir(parents=True)
    (folder / "one/variant.yaml").write_text("label: X\nprimitive: timer\ndescription: X.\n")
    digests = set()
    for digest in ("0", "1"):
        (folder / "language.yaml").write_text(language % archive(sha256=digest * 64))
        (program,) = load_programs(tmp_path / "programs").values()
        assert program.toolchain.archive.downloads["x64"].digest == digest * 64
        digests.add(program_digest(program))
    assert len(digests) == 1
