"""Brings the toolchains that are missing, or says how a person can."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from set_up import apt
from set_up.distribution import Distribution
from toolchains.description import Toolchain
from toolchains.finding import find_all
from toolchains.needs import Need, joined, needs_of_tests, needs_of_toolchains


@dataclass(frozen=True, slots=True)
class Outcome:
    """`advice`: lines for a person, to be repeated while nothing changes. `settled`: another try would come to the same."""

    advice: tuple[str, ...] = ()
    settled: bool = True


def look_for_needs(toolchains: Mapping[str, Toolchain], names: Mapping[str, str], *, tests: bool) -> list[Need]:
    """Everything that is missing on this machine now. `names`: how each toolchain is called to a person, by id."""
    needs = needs_of_toolchains(toolchains, find_all(toolchains), names)
    return needs + (needs_of_tests() if tests else [])


def by_hand(needs: Sequence[Need]) -> tuple[str, ...]:
    """How a person gets each need, one a line."""
    return tuple(f"{need.name} is missing: {need.hint}" for need in needs)


def plan(needs: Sequence[Need], known: apt.Packages) -> list[tuple[Need, tuple[str, ...]]]:
    """The needs that apt can meet, each with its packages."""
    chosen = [(need, need.packages(known)) for need in needs]
    return [(need, packages) for need, packages in chosen if packages is not None]


def bring(distribution: Distribution, log: Path, needs: Sequence[Need]) -> Outcome:
    """Install what root can install on a Debian that is known; in any other case the advice says what to do."""
    if not distribution.supported_debian:
        print(*by_hand(needs), sep="\n", end="\n" if needs else "", flush=True)  # once: the plan of each run says it again
        return Outcome()
    wanted = [need for need in needs if need.ways]
    if not wanted:
        return Outcome()
    names = [name for need in wanted for way in need.ways for choice in way for name in choice]
    if not distribution.may_install:
        return Outcome(_command_for_root(wanted, apt.look_up(names)))
    print(f"Not on this machine: {', '.join(need.name for need in wanted)}. Looking for Debian packages (apt-get update).", flush=True)
    log.unlink(missing_ok=True)
    apt.update(log)
    return _install(plan(wanted, apt.look_up(names)), log)


def _command_for_root(wanted: Sequence[Need], known: apt.Packages) -> tuple[str, ...]:
    chosen = plan(wanted, known)
    if not chosen:
        return () if known.available else by_hand(wanted)
    lacking = ", ".join(need.name for need, _ in chosen)
    command = apt.install_command(joined(packages for _, packages in chosen))
    return (f"Not on this machine: {lacking}. Going on without. To have them, run as root: {command}",)


def _install(chosen: Sequence[tuple[Need, tuple[str, ...]]], log: Path) -> Outcome:
    if not chosen:
        print("Debian has no package that brings them; the plan of a run says how to get each by hand.", flush=True)
        return Outcome()
    packages = joined(packages for _, packages in chosen)
    listed = "; ".join(f"{' '.join(brought)} ({need.name})" for need, brought in chosen)
    print(f"Installing with apt-get: {listed}. Log: {log}", flush=True)
    outcome = apt.install(packages, log)
    if outcome.exit_code:
        return Outcome((f"apt-get could not install them: {outcome.complaint} (log: {log}). Going on without.",), settled=False)
    return Outcome()
