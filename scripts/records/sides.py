"""One side of a comparison: which of the kept runs stand on it."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date

from common.command_line import UserError
from records.subject import base_id


@dataclass(frozen=True, slots=True)
class Side:
    """What runs must have to stand on this side; None takes all. Dates are days in UTC, both included.

    toolchain and library are `name@version`; a version may be cut short at a point (go@1.26 is every 1.26), and so may a digest anywhere.
    """

    toolchain: str | None = None
    library: str | None = None
    digest: str | None = None
    libc: str | None = None
    wrapper: str | None = None
    machine: str | None = None
    since: str | None = None
    until: str | None = None

    def given(self) -> dict[str, str]:
        """The keys that were given, with their values."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def pairs(self) -> list[str]:
        """KEY=VALUE of each key that was given."""
        return [f"{name}={value}" for name, value in self.given().items()]

    def words(self) -> str:
        """As it was asked for: toolchain go@1.26, machine here."""
        return ", ".join(f"{name} {value}" for name, value in self.given().items()) or "everything"


# The columns of the history that each key is about.
COLUMNS = {
    "toolchain": ("toolchain_id", "toolchain_version"),
    "library": ("program_library", "program_library_version"),
    "digest": ("program_digest",),
    "libc": ("toolchain_libc",),
    "wrapper": ("wrapper_version",),
    "machine": ("machine",),
    "since": ("started_at",),
    "until": ("started_at",),
}
NAMES = tuple(field.name for field in fields(Side))


def read_side(described: Mapping[str, object], where: str) -> Side:
    """A side from its keys. UserError for an unknown key, a value that is no text, a day that is none, or no key at all."""
    unknown = [str(key) for key in described if key not in NAMES]
    if unknown:
        raise UserError(f"{where}: {', '.join(unknown)} is not a key here; the keys are {', '.join(NAMES)}")
    if not described:
        raise UserError(f"{where}: names nothing; give one or more of {', '.join(NAMES)}")
    texts = {str(key): value.isoformat() if isinstance(value, date) else value for key, value in described.items()}
    for key, value in texts.items():
        if not isinstance(value, str) or not value:
            raise UserError(f"{where}: {key}: {value!r} is not text; write it in quotes")
    for key in ("since", "until"):
        if key in texts:
            _require_day(str(texts[key]), f"{where}: {key}")
    return Side(**{key: str(value) for key, value in texts.items()})


def read_words(words: Iterable[str], where: str) -> Side:
    """A side from words such as toolchain=go@1.26 (a command line)."""
    parts = [word.partition("=") for word in words]
    wrong = next((name for name, equals, _ in parts if not equals), None)
    if wrong is not None:
        raise UserError(f"{where}: {wrong!r} is not KEY=VALUE, such as toolchain=go@1.26 or since=2026-11-30")
    return read_side({name: value for name, _, value in parts}, where)


def _require_day(text: str, where: str) -> None:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise UserError(f"{where}: {text!r} is not a day such as 2026-11-30") from None


def is_version(version: object, wanted: str) -> bool:
    """Whether a version is the wanted one, or one of its line: 1.26.8 is 1.26, and 1.2 is not 1.26."""
    return isinstance(version, str) and (version == wanted or version.startswith(f"{wanted}."))


def matches(row: Mapping[Hashable, object], side: Side) -> bool:
    """Whether a row of the history stands on a side, days apart (select looks at those)."""
    toolchain, _, version = (side.toolchain or "").partition("@")
    library, _, library_version = (side.library or "").partition("@")
    identity = str(row["toolchain_id"])
    digest = str(row["program_digest"]).removeprefix("sha256:")
    return all(
        (
            not toolchain
            or identity == side.toolchain
            or (base_id(identity) == toolchain and (not version or is_version(row["toolchain_version"], version))),
            not library
            or (row["program_library"] == library and (not library_version or is_version(row["program_library_version"], library_version))),
            side.digest is None or digest.startswith(side.digest.removeprefix("sha256:")),
            side.libc is None or row["toolchain_libc"] == side.libc,
            side.wrapper is None or row["wrapper_version"] == side.wrapper,
            side.machine is None or row["machine"] == side.machine,
        )
    )
