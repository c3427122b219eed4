"""A person's own word on where a toolchain is taken from (toolchains: of the configuration)."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from toolchains.description import Toolchain

Settings = Mapping[str, Mapping[str, Any]]  # toolchains: of the configuration, by id or by id@name
DOWNLOADING = {"download", "mirror"}  # keys beside them, about fetching archives: no toolchain has such an id


def as_configured(toolchain: Toolchain, identity: str, settings: Mapping[str, Any]) -> Toolchain:
    """A toolchain with what the configuration says of it (find, minimum, below, locked_first) in the place of its own.

    Where folders are given, they are the only ones: a fallback would be another tool than the one asked for.
    """
    chosen = replace(
        toolchain,
        id=identity,
        minimum=settings.get("minimum", toolchain.minimum),
        below=settings.get("below", toolchain.below),
        locked_first=settings.get("locked_first", False),
    )
    if "find" not in settings:
        return chosen
    hint = f"The configuration has it looked for in {', '.join(settings['find'])} only. {toolchain.hint}"
    return replace(chosen, place=replace(toolchain.place, find=tuple(settings["find"])), fallback=None, archive=None, hint=hint)


def settings_text(identity: str, settings: Settings, preferred: str) -> str:
    """What the configuration says of one toolchain, as canonical JSON; `{}` where it says nothing."""
    said = {key: value for key, value in settings.get(identity, {}).items() if key != "conda_environment"}
    if preferred == "locked":
        said["locked_first"] = True
    return json.dumps(said, sort_keys=True)


def configured_toolchains(toolchains: Iterable[Toolchain], settings: Settings, preferred: str) -> dict[str, Toolchain]:
    """Toolchains by id, as configured."""
    texts = ((toolchain, json.loads(settings_text(toolchain.id, settings, preferred))) for toolchain in toolchains)
    return {toolchain.id: as_configured(toolchain, toolchain.id, said) for toolchain, said in texts}
