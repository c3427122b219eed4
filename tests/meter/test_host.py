"""What is kept of the machine."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from meter import host
from meter.host import describe_host, libc_of

Target = Callable[[str], str]


def test_the_c_library_is_that_of_the_program_and_not_of_the_meter(target: Target, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\n")
    version = subprocess.run(["ldd", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0].split()[-1]
    assert libc_of("/bin/sh") == f"glibc {version}"
    assert libc_of(str(script)) == f"glibc {version}", "a script's is its interpreter's"
    assert libc_of(target("hold")) == "static"
    assert libc_of(target("hold-dynamic")) == f"glibc {version}"
    assert libc_of(str(tmp_path)) == "unknown"


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("musl libc (x86_64)\nVersion 1.2.4\nDynamic Program Loader\n", "musl 1.2.4"),
        ("ld.so (Debian GLIBC 2.36-9+deb12u7) stable release version 2.36.\n", "glibc 2.36"),
        ("ld.so (Ubuntu GLIBC 2.41-6) stable release version 2.41.\n", "glibc 2.41"),
        ("something else\n", "unknown"),
    ],
)
def test_a_loader_says_which_library_it_belongs_to(tmp_path: Path, printed: str, expected: str) -> None:
    loader = tmp_path / "ld.so"
    loader.write_text(f"#!/bin/sh\ncat <<'END' >&2\n{printed}END\nexit 1\n")
    loader.chmod(0o755)
    assert host._loader_version(str(loader)) == expected


def test_what_can_change_a_figure_is_there() -> None:
    found = describe_host()
    assert found["memory_total_bytes"] >= found["memory_available_bytes"] > 0
    assert 1 <= found["cores_visible"] <= found["cores_total"]
    assert found["page_size_bytes"] in {4096, 16384, 65536}
    assert found["thp_enabled"] in {"always", "madvise", "never", None}
    assert found["max_map_count"] > 0
    assert found["cpu_model"]


def test_pressure_is_null_where_the_kernel_does_not_count_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "_text", lambda _path: "")
    assert host.pressure() is None
    monkeypatch.setattr(host, "_text", lambda _path: "some avg10=1.50 avg60=0.00 avg300=0.00 total=5\nfull avg10=0.00\n")
    assert host.pressure() == {"cpu": 1.5, "memory": 1.5, "io": 1.5}
