"""Whatever an archive holds, nothing is written outside of its folder, and what is not taken is named."""

import gzip
import io
import os
import stat
import tarfile

import pytest

from archive_server import member, tar, tool, zipped
from toolchains import unpacking
from toolchains.unpacking import UnpackError, unpack

LINK, HARD, DEVICE, PIPE = tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE


@pytest.fixture
def place(tmp_path):
    folder = tmp_path / "unpacked"
    folder.mkdir()
    (tmp_path / "outside").write_text("as it was")
    return folder


def unpacked(place, content, name="x.tar.gz", roots=("*",), most_bytes=1 << 20):
    archive = place.parent / "archive"
    archive.write_bytes(content)
    unpack(archive, name, place, roots, most_bytes)
    return sorted(str(path.relative_to(place)) for path in place.rglob("*") if not path.is_dir() or path.is_symlink())


@pytest.mark.parametrize("ending", [".tar.gz", ".tar.xz"])
def test_an_archive_is_unpacked_without_its_top_folder_and_with_its_links_modes_and_times(place, ending):
    files = unpacked(place, tar(*tool(), ending=ending), f"x{ending}")
    assert files == ["bin/compiler", "bin/tool", "lib/data", "lib/latest"]
    assert os.access(place / "bin/tool", os.X_OK)
    assert not os.access(place / "lib/data", os.X_OK)
    assert str((place / "lib/latest").readlink()) == "data"
    assert (place / "lib/data").stat().st_mtime == 1_000_000_000


def test_a_zip_is_unpacked_too(place):
    assert unpacked(place, zipped(*tool()[:3]), "x.zip") == ["bin/compiler", "bin/tool", "lib/data"]
    assert os.access(place / "bin/tool", os.X_OK)


def test_several_folders_of_an_archive_become_one_and_the_others_are_left_out(place):
    names = ["rust-1/install.sh", "rust-1/rustc/bin/rustc", "rust-1/cargo/bin/cargo", "rust-1/rust-docs/index.html"]
    members = [member(name, name.encode()) for name in [*names, "rust-1/rustc/manifest.in", "rust-1/cargo/manifest.in"]]
    files = unpacked(place, tar(*members), roots=("*/rustc", "*/cargo", "*/rust-std-*"))
    assert files == ["bin/cargo", "bin/rustc", "manifest.in"]
    assert (place / "manifest.in").read_bytes() == b"rust-1/cargo/manifest.in"


def test_an_archive_without_a_top_folder_is_unpacked_as_it_is(place):
    members = [member(name, b"x") for name in ("./dotnet", "sdk/10/x.dll")]
    assert unpacked(place, tar(*members), roots=(".",)) == ["dotnet", "sdk/10/x.dll"]


def test_set_user_bits_and_write_permission_for_others_are_not_taken(place):
    unpacked(place, tar(member("a/b", b"x", mode=0o6777), member("a/c", type=tarfile.DIRTYPE, mode=0o777)))
    assert stat.S_IMODE((place / "b").stat().st_mode) == 0o755
    assert not (place / "c").stat().st_mode & 0o6022


HOSTILE = [
    pytest.param([member("/etc/owned", b"x")], "leaves its folder", id="an absolute name"),
    pytest.param([member("a/../../outside", b"x")], "leaves its folder", id="a way up"),
    pytest.param([member("a/l", type=LINK, linkname="/etc/passwd")], "link", id="a link to an absolute name"),
    pytest.param([member("a/l", type=LINK, linkname="../outside")], "link", id="a link up"),
    pytest.param([member("a/l", type=LINK, linkname=".."), member("a/l/outside", b"x")], "link", id="a way through a link up"),
    pytest.param(
        [member("a/d/e", b"x"), member("a/l", type=LINK, linkname="d"), member("a/l/f", b"x")],
        "writes through l",
        id="a way through a link",
    ),
    pytest.param(
        [
            member("a/d/e/f", b"x"),
            member("a/k", type=LINK, linkname="d/e"),
            member("a/l", type=LINK, linkname="k/../../../outside"),
        ],
        "link",
        id="a link up by way of another",
    ),
    pytest.param([member("a/l", type=LINK, linkname="../outside"), member("a/l", b"x")], "link", id="a file in the place of a link up"),
    pytest.param([member("a/l", type=HARD, linkname="/etc/passwd")], "leaves its folder", id="a hard link to an absolute name"),
    pytest.param([member("a/l", type=HARD, linkname="a/none")], "link to what it does not have", id="a hard link to nothing"),
    pytest.param(
        [member("a/k", type=LINK, linkname="d"), member("a/l", type=HARD, linkname="a/k")],
        "link to what it does not have",
        id="a hard link to a link",
    ),
    pytest.param([member("a/d", type=DEVICE)], "neither file, folder nor link", id="a device"),
    pytest.param([member("a/p", type=PIPE)], "neither file, folder nor link", id="a pipe"),
    pytest.param([member("a/f", b"x"), member("a/f/g", b"x")], "no folder", id="a folder in the place of a file"),
    pytest.param([member("a/f/g", b"x"), member("a/f", b"x")], "twice", id="a file in the place of a folder"),
]


@pytest.mark.parametrize("filtered", [pytest.param(True, id="with the data filter"), pytest.param(False, id="without it (Debian 12)")])
@pytest.mark.parametrize(("members", "reason"), HOSTILE)
def test_a_hostile_archive_is_refused_and_writes_nothing_outside(place, monkeypatch, members, reason, filtered):
    if not filtered:
        monkeypatch.delattr(tarfile, "data_filter", raising=False)
    with pytest.raises(UnpackError, match=reason):
        unpacked(place, tar(*members))
    assert (place.parent / "outside").read_text() == "as it was"
    assert sorted(path.name for path in place.parent.iterdir()) == ["archive", "outside", "unpacked"]


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        pytest.param([member("/etc/owned", b"x")], "leaves its folder", id="an absolute name"),
        pytest.param([member("a/../../outside", b"x")], "leaves its folder", id="a way up"),
        pytest.param([member("a/l", type=LINK, linkname="../outside")], "neither file nor folder", id="a link"),
        pytest.param([member("a/b", b"0" * (2 << 20))], "more than described", id="a bomb"),
    ],
)
def test_a_hostile_zip_is_refused(place, members, reason):
    with pytest.raises(UnpackError, match=reason):
        unpacked(place, zipped(*members), "x.zip")
    assert (place.parent / "outside").read_text() == "as it was"


def test_a_bomb_is_refused_before_it_fills_the_disk(place):
    members = [member(f"a/{number}", b"0" * 500_000) for number in range(10)]
    with pytest.raises(UnpackError, match="more than described"):
        unpacked(place, tar(*members))
    assert sum(path.stat().st_size for path in place.rglob("*")) <= 1 << 20


def test_a_bomb_among_what_is_left_out_is_refused_too(place):
    with pytest.raises(UnpackError, match="more than described"):
        unpacked(place, tar(member("a/docs/bomb", b"0" * 5_000_000), member("a/b/c", b"x")), roots=("*/b",), most_bytes=1000)


def test_more_members_than_any_toolchain_has_are_refused(place, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_MEMBERS", 5)
    with pytest.raises(UnpackError, match="more than described"):
        unpacked(place, tar(*(member(f"a/{number}") for number in range(6))))


@pytest.mark.parametrize(
    ("content", "name"),
    [
        pytest.param(b"<html>Sign in</html>", "x.tar.gz", id="a page"),
        pytest.param(b"", "x.tar.xz", id="nothing"),
        pytest.param(tar(*tool())[:-90], "x.tar.gz", id="a torn tar.gz"),
        pytest.param(tar(*tool(), ending=".tar.xz")[:150], "x.tar.xz", id="a torn tar.xz"),
        pytest.param(gzip.compress(b"no tar" * 200), "x.tar.gz", id="something else, compressed"),
        pytest.param(b"PK\x03\x04", "x.zip", id="a torn zip"),
    ],
)
def test_what_is_no_archive_is_told(place, content, name):
    with pytest.raises(UnpackError, match="no archive that can be read"):
        unpacked(place, content, name)


def test_a_tar_with_a_size_that_it_does_not_have_is_told(place):
    raw = io.BytesIO(gzip.decompress(tar(member("a/b", b"x" * 100))))
    with pytest.raises(UnpackError):
        unpacked(place, gzip.compress(raw.getvalue()[:550]))
