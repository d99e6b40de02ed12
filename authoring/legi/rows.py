"""The lines of a folder of compilations, from an article's chain of versions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from authoring.legi.chains import Version, VersionChain

Row = dict[str, Any]
_WORDS = 8


def day_lines(chains: Iterable[VersionChain], *, first_day: str) -> list[Row]:
    """Return a line for each day: texts by number, and the day itself for what is not known."""
    days: dict[str, set[str]] = defaultdict(set)
    days[first_day] = set()
    for chain in chains:
        for version in chain.in_force:
            if version.start != first_day:
                days[version.start].update(_sure(chain, version) or (version.start,))
        for before, after in pairwise(chain.in_force):
            if before.end is not None and before.end != after.start:
                days[before.end].add(before.end)
        for version in chain.versions:
            if version.end == version.start != first_day:
                days[version.start].add(version.start)
    return [
        {"date": day, "amendments": sorted(names), "summary_pt": ""}
        for day, names in sorted(days.items())
    ]


def rows_of(chain: VersionChain, made_by: Mapping[str, list[str]]) -> Iterator[Row]:
    """Yield an article's lines. made_by: day -> the texts of that day."""
    title, chapter = chain.place
    for number, version in enumerate(chain.versions, start=1):
        unborn = version.end is not None and version.end < version.start
        amendments = [version.start] if unborn else made_by[version.start]
        first = "added" if amendments else "original"
        yield {
            "component_id": chain.article_id,
            "body": chain.body,
            "article": chain.number,
            "paragraph": None,
            "inciso": None,
            "alinea": None,
            "version": number,
            "start": version.start,
            "end": version.end,
            "event": first if number == 1 else "modified",
            "change": None if number == 1 else "substantive",
            "amendments": amendments,
            "removed_by": [version.end] if unborn else _removers(chain, version, made_by),
            "location": {"title": title, "chapter": chapter, "section": None, "subsection": None},
            "text": version.text,
        }


def attributions_of(
    chains: Iterable[VersionChain], made_by: Mapping[str, list[str]]
) -> Iterator[Row]:
    """Yield which of a day's texts made a version, where LEGI says so and several share the day."""
    for chain in chains:
        for version in chain.in_force:
            sure = _sure(chain, version)
            if not sure or len(made_by.get(version.start, ())) == 1:
                continue
            for number in sure:
                title = next(title for title in version.titles or () if number in title)
                yield {
                    "article": chain.article_id,
                    "date": version.start,
                    "amendment": number,
                    "source": f"LEGI, {version.version_id}",
                    "words": " ".join(title.partition(" - ")[0].split()[:_WORDS]),
                }


def _sure(chain: VersionChain, version: Version) -> tuple[str, ...]:
    """Return the texts that made a version; none where another began and ended on its first day."""
    shared = any(other.end == other.start == version.start for other in chain.versions)
    return () if shared else version.numbers


def _removers(
    chain: VersionChain, version: Version, made_by: Mapping[str, list[str]]
) -> list[str] | None:
    after = {follower.start for follower in chain.in_force}
    # What was of no length is followed at once.
    return None if version.end is None or version.end in after else made_by[version.end]
