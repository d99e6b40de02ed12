"""Pages by what they rest on: those of one track of a release rest on that track alone.

Most pages are such. While what a unit rests on is as it was, its pages are, and are left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from hashlib import sha256
from typing import Any, NamedTuple

import orjson
from pydantic import BaseModel

from digesta.site.kinds import OF_A_TRACK
from digesta.site.kinds.changes import page_of, release_pairs
from digesta.site.kinds.changes.systems import links_of
from digesta.site.kinds.questions.places import places_in
from digesta.site.page import DataFile, Page
from digesta.site.paths import changes_stem
from digesta.site.values import SiteFrame, SiteInput, SiteRelease


class Unit(NamedTuple):
    """Pages that are made together.

    name: of what they are about. key: a digest of all that they rest on beside the code; "" of what
    is made each time.
    """

    name: str
    key: str
    make: Callable[[], Iterable[Page | DataFile]]


def units_of(site: SiteInput) -> Iterator[Unit]:
    """Yield each track of each release, the newest first."""
    frame = site.frame
    for release in site.newest_first:
        for track in release.manifest.tracks:
            yield _unit(frame, release, track.track)


def _unit(site: SiteFrame, release: SiteRelease, track: str) -> Unit:
    scorers, name = sorted(site.scorers), f"{release.id}/{track}"
    # Of files that do not change the digest is at hand; of what was made just now it is taken.
    basis = release.sources
    if not basis:
        part = release.part(track)
        names = {key: part.names[key] for key in part.cards}
        basis = content_digest([part, names, part.has_pairs, part.has_queue])
    key = content_digest([site.config, site.newest_id, scorers, name, basis])
    return Unit(name, key, partial(_pages_of, site, release, track))


def _pages_of(site: SiteFrame, release: SiteRelease, track: str) -> Iterator[Page | DataFile]:
    part = release.part(track)
    for pages_of in OF_A_TRACK:
        yield from pages_of(site, part)


def changes_of(site: SiteInput) -> Iterator[Unit]:
    """Yield what changed from release to release, once the pages of questions are known."""
    places = cache(lambda: places_in(site.question_pages))

    def make(before: SiteRelease, after: SiteRelease) -> list[Page | DataFile]:
        return [page_of(site, before, after, places())]

    for before, after in release_pairs(site):
        linked = links_of(site, before, after)
        both = [before.sources, after.sources]
        key = content_digest([site.config, site.newest_id, both, linked]) if all(both) else ""
        yield Unit(changes_stem(after.id), key, partial(make, before, after))


def content_digest(value: Any) -> str:
    """Return the SHA-256 of records, of dataclasses of ours and of JSON values, however nested.

    A part is digested without the release that it is of. TypeError for anything else.
    """
    state = sha256()
    for piece in _pieces(value):
        state.update(piece)
    return state.hexdigest()


def _pieces(value: Any) -> Iterator[bytes]:
    """Yield what says all of a value, and nothing else: a release is not to be held twice."""
    if isinstance(value, BaseModel):
        yield value.model_dump_json(by_alias=True, exclude_none=True).encode()
        return
    try:
        yield orjson.dumps(value, option=_JSON_ALONE) + b","
    except TypeError:
        for part in _parts(value):
            yield from _pieces(part)


_JSON_ALONE = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS


def _parts(value: Any) -> Iterator[Any]:
    """Yield what a value is made of that is no JSON value, behind how many these are."""
    if is_dataclass(value):
        parts = [getattr(value, each.name) for each in fields(value) if each.name != "whole"]
    elif isinstance(value, Mapping):
        parts = [part for pair in sorted(value.items(), key=_name) for part in pair]
    elif isinstance(value, set | frozenset):
        parts = sorted(value)
    elif isinstance(value, list | tuple):
        parts = list(value)
    else:
        raise TypeError(f"{type(value).__name__}: nothing that has a digest")
    yield len(parts)
    yield from parts


def _name(pair: tuple[Any, Any]) -> str:
    return str(pair[0])
