"""Fetches the archives of toolchains that are missing, as far as the person lets us; what fails is a reason in a row, never a stop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from common.command_line import UserError
from common.words import listed
from toolchains.archives import megabytes
from toolchains.cache import Cache
from toolchains.consent import Offer, ask_person, one_line, table, total_words
from toolchains.description import Toolchain
from toolchains.fetching import FetchError
from toolchains.finding import Found, fetchable, lacking_beside_archive
from toolchains.keeping import keep
from toolchains.telling import Telling


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of it. `advice`: lines to repeat while nothing changes; `failed`: another try may go better."""

    kept: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    failed: bool = False


def offers(toolchains: Mapping[str, Toolchain], found: Mapping[str, Found], names: Mapping[str, str], cache: Cache) -> list[Offer]:
    """Each archive once that would bring a toolchain that is missing. `names`: how toolchains are called to a person, by id."""
    chosen: dict[str, Offer] = {}
    for id_, toolchain in toolchains.items():
        wanted = fetchable(toolchain)
        if found[id_].status != "missing" or wanted is None or cache.kept(wanted.key) is not None or lacking_beside_archive(toolchain):
            continue
        known = chosen.get(wanted.key)
        chosen[wanted.key] = Offer(wanted, (*(known.names if known else ()), names[id_]))
    return list(chosen.values())


def _lets_us(offered: Sequence[Offer], decided: str, cache: Cache, mirror: str | None) -> bool:
    """Whether they are to be fetched. Where the person is asked, the answer is kept: the same is not asked again."""
    if decided != "ask":
        return decided == "always"
    keys = [offer.wanted.key for offer in offered]
    answers = cache.answers()
    if all(key in answers for key in keys):
        return all(answers[key] for key in keys)
    answer = ask_person(table(offered, cache.folder, mirror), f"Fetch them ({total_words(offered)})?")
    if answer is not None:
        cache.note_answer(keys, answer)
    return bool(answer)


def _keep_all(offered: Sequence[Offer], cache: Cache, mirror: str | None) -> Fetched:
    kept, advice = [], []
    for offer in offered:
        wanted = offer.wanted
        telling = Telling(wanted.words)
        telling.say(f"Fetching {wanted.words} for {listed(offer.languages)}: {wanted.download.address}")
        try:
            keep(wanted, cache, mirror, telling)
        except FetchError as error:
            telling.end()
            advice.append(f"{wanted.words} could not be fetched: {wanted.download.file_name}: {error}. Going on without.")
            continue
        except KeyboardInterrupt as error:
            telling.end()
            raise UserError(f"Interrupted. What was loaded of {wanted.words} is kept: the next run goes on there.") from error
        telling.end()
        size = cache.origin(wanted.key).get("unpacked_bytes", 0)
        telling.say(f"{wanted.words} lies in {cache.folder / wanted.key} ({megabytes(size)}).")
        kept.append(wanted.key)
    return Fetched(tuple(kept), tuple(advice), failed=bool(advice))


def fetch_offered(offered: Sequence[Offer], decided: str, cache: Cache, mirror: str | None) -> Fetched:
    """Fetch what is offered if the person lets us; else one line says what one word would add."""
    if not offered:
        return Fetched()
    if not _lets_us(offered, decided, cache, mirror):
        return Fetched(advice=(one_line(offered),))
    return _keep_all(offered, cache, mirror)
