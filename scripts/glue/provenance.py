"""What each output was made from lies with the results, and travels with them: results/<machine>/provenance/.

Snakemake keeps such notes under .snakemake/metadata, decides by times first, and knows nothing of an output without a note. Here
* one note a job lies at provenance/<path of its first output>.json, so that a folder of results that is copied stays finished;
* an input counts as changed when its content is another one, whatever its time (its time and size only save reading it);
* of an output without a note (an earlier version's, or copied without) what it says of itself decides: glue.own_words;
* tables lack something when a record that they are made from is gone, although they themselves are there.
"""
# ruff: noqa: ARG002 the arguments are what Snakemake gives

import hashlib
import json
import os
import time
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from snakemake.persistence import NO_PARAMS_CHANGE, MetadataRecord, ParamsChange  # type: ignore[import-untyped]
from snakemake.persistence.file import FilePersistence  # type: ignore[import-untyped]

from common.atomic_write import write_atomically
from glue import own_words
from glue.snakemake_names import keep_notes_by, notes_outputs

FOLDER = "provenance"
NOTE_VERSION = 1
NEEDS_ALL_INPUTS = frozenset({"make_tables"})
UNKNOWN = "not known from what it was made"


def note_path(output: str) -> Path | None:
    """Where the note of an output lies: results/here/tables/runs.csv has results/here/provenance/tables/runs.csv.json. None elsewhere."""
    parts = Path(output).parts
    if len(parts) < 3 or parts[0] != "results":
        return None
    return Path(*parts[:2], FOLDER, *parts[2:-1], f"{parts[-1]}.json")


class Same(str):
    """A checksum that equals every other. Snakemake asks for one where an input is newer; whether it changed is decided here."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str)

    def __ne__(self, other: object) -> bool:
        return not isinstance(other, str)

    __hash__ = str.__hash__


SAME = Same("sha256:any")


def stamp(path: str) -> list[int] | None:
    """Time and size of a file, to save reading it; None where there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116 asked for tens of thousands of files
    except OSError:
        return None
    return [status.st_mtime_ns, status.st_size]


def content(path: str) -> str:
    """SHA-256 of a file."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Provenance(FilePersistence):  # type: ignore[misc]  # Snakemake has no types
    """Snakemake's notes, kept with the results. Its locks and its marks of what is being written stay where they were."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._forget_what_was_read()

    def _forget_what_was_read(self) -> None:
        self._note = lru_cache(maxsize=64)(_read_note)  # asked four times in a row for each job
        self._stamp = lru_cache(maxsize=4096)(stamp)
        self._content = cache(content)
        self._first_outputs: dict[str, str] | None = None

    def _clear_cache(self) -> None:
        super()._clear_cache()
        self._forget_what_was_read()

    @property
    def _serialize_param(self) -> Any:
        return self._serialize_param_builtin  # the other one imports pandas to see that no parameter is a table: 0.4 s and 50 MB

    def has_metadata(self, job: Any) -> bool:
        """Yes: what is not noted is found out from the output itself."""
        return True

    def has_outdated_metadata(self, job: Any) -> bool:
        """A note of another version is as good as none."""
        return False

    def input_checksums(self, job: Any, input_path: Any) -> set[str]:
        """Whether an input has changed is not decided by its time: see input_changed."""
        return {SAME}

    def _noted(self, job: Any) -> dict[str, Any] | None:
        return self._note(str(job.output[0])) if job.output else None

    def params_changed(self, job: Any, file: Any = None) -> Any:
        """Which parameters are others than those that the outputs were made with, digests of code and sources among them."""
        first = str(job.output[0]) if job.output else ""
        note = self._note(first) if first else None
        now = set(self._params(job))
        if note is not None:
            before = set(note["params"])
        else:
            known = own_words.known_params(job.rule.name, first) if first and self._stamp(first) else set()
            before = {UNKNOWN} if known is None else now | own_words.contradicted(known, now)
        if before == now or (note is None and before <= now):
            return NO_PARAMS_CHANGE
        return ParamsChange(only_old=before - now, only_new=now - before, files={first})

    def input_changed(self, job: Any, file: Any = None) -> Any:
        """Whether the inputs are other files, or have another content."""
        return _answer(self._lacks_input(job) or self._has_other_input(job), file)

    def _lacks_input(self, job: Any) -> bool:
        made = job.rule.name in NEEDS_ALL_INPUTS and self._stamp(str(job.output[0])) is not None
        return made and any(self._stamp(str(path)) is None for path in job.input)

    def _has_other_input(self, job: Any) -> bool:
        note = self._noted(job)
        if note is None:
            return False
        before = note["input"]
        return len(before) != len(set(job.input)) or any(self._differs(str(path), before.get(path)) for path in job.input)

    def _differs(self, path: str, before: list[Any] | None) -> bool:
        """Whether an input is another than it was. One that is gone is none: it is made again when somebody needs it."""
        if before is None:
            return True
        now = self._stamp(path)
        return now is not None and now != before[1:] and self._content(path) != before[0]

    def code_changed(self, job: Any, file: Any = None) -> Any:
        """Whether the rule's command is another one."""
        note = self._noted(job)
        return _answer(note is not None and note["command"] != self._code(job.rule), file)

    def software_stack_changed(self, job: Any, file: Any = None) -> Any:
        """Whether the conda environment is another one."""
        note = self._noted(job)
        return _answer(note is not None and note["software"] != self._software_stack_hash(job), file)

    async def finished(self, job: Any) -> None:
        """Note what a job was made from. Jobs on nodes leave that to the process that started them."""
        self._clear_cache()
        place = note_path(str(job.output[0])) if job.output else None
        if place is None:
            await super().finished(job)
            return
        if notes_outputs(self.dag.workflow):
            started = self._get_recorded_starttime(str(job.output[0])) or time.time()
            write_atomically(place, json.dumps(self._made_note(job, started), separators=(",", ":")) + "\n")
        for output in job.output:
            self._unmark_incomplete(self._get_key(output))

    def _made_note(self, job: Any, started: float) -> dict[str, Any]:
        inputs = {str(path): [content(path), *(stamp(path) or [])] for path in dict.fromkeys(job.input) if Path(path).is_file()}
        return {
            "version": NOTE_VERSION,
            "rule": job.rule.name,
            "params": self._params(job),
            "command": self._code(job.rule),
            "shell": job.shellcmd,
            "software": self._software_stack_hash(job),
            "conda": self._conda_env(job),
            "job": hash(job),
            "started": started,
            "ended": time.time(),
            "log": self._log(job),
            "outputs": [str(output) for output in job.output],
            "input": inputs,
        }

    def _first_output(self, output: str) -> str:
        if self._first_outputs is None:
            self._first_outputs = {str(each): str(job.output[0]) for job in self.dag.jobs for each in job.output}
        return self._first_outputs.get(output, output)

    def _read_record(self, key: str) -> Any:
        """A note as Snakemake's own record of an output, for its report and its summary."""
        if note_path(key) is None:
            return super()._read_record(key)
        note = self._note(self._first_output(key))
        if note is None:
            return None
        return MetadataRecord(
            rule=note["rule"],
            input=sorted(note["input"]),
            log=note["log"],
            shellcmd=note["shell"],
            params=note["params"],
            code=note["command"],
            conda_env=note["conda"],
            software_stack_hash=note["software"],
            job_hash=note["job"],
            starttime=note["started"],
            endtime=note["ended"],
            incomplete=False,
        )

    def _delete_record(self, key: str) -> bool:
        place = note_path(key)
        if place is None:
            return bool(super()._delete_record(key))
        there = place.exists()
        place.unlink(missing_ok=True)
        return there


def _answer(changed: bool, file: Any) -> bool | list[bool]:
    """As Snakemake asks: of one output, or of all, which have one answer here."""
    return changed if file is not None else [changed]


def _read_note(output: str) -> dict[str, Any] | None:
    """The note of an output; None where there is none, or a damaged one."""
    place = note_path(output)
    try:
        note = json.loads(place.read_bytes()) if place is not None else None
    except (OSError, ValueError):
        return None
    return note if isinstance(note, dict) and note.get("version") == NOTE_VERSION else None


def keep_notes_with_results() -> None:
    """Let this process keep its notes beside the results, from before it makes its plan."""
    keep_notes_by(Provenance)
