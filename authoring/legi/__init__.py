"""Dated compilations of a French code, from published states of the LEGI base.

An npm package of the base has a code as it stood on one day: of each article in force the text,
the texts that made it, and first and last day of all its versions, older ones without text. Several
published states of one package give more: what was in force in one of them has text and origin.

What comes out is a folder of the shape that ``compilations.dated`` reads, by entry into force. Of a
version that no state holds the text is empty, and its origin is named by the day; nothing is
guessed. A version whose end precedes its start never came into force (LEGI: MODIFIE_MORT_NE) and
keeps its two days. Articles that are no longer in force on the last state's day are not in it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from authoring.legi.chains import VersionChain, chain_of, doubt_of
from authoring.legi.package import Article, articles_in
from authoring.legi.rows import attributions_of, day_lines, rows_of
from digesta.canonical import canonical_bytes, canonical_lines
from digesta.errors import UsageError

__all__ = ["compile_code"]


def compile_code(config: Mapping[str, Any], packages: Sequence[bytes]) -> dict[str, bytes]:
    """Return the folder's files by name.

    config: ``code``, ``packages`` (version, SHA-256), ``books`` (body -> start of its articles'
    numbers), ``law``. packages: the archives, in any order. UsageError where one is another.
    """
    _check_digests(config["packages"], packages)
    states = sorted((articles_in(data, config["code"]) for data in packages), key=lambda s: s.day)
    law = config["law"]
    if states[-1].day != law["horizon"]:
        raise UsageError(f"the last state is of {states[-1].day}, not of {law['horizon']}")
    known: dict[str, Article] = {}
    for state in states:
        known |= {article.version_id: article for article in state.articles}
    chains = [
        chain_of(article, body, known, first_day=law["first_day"], horizon=law["horizon"])
        for article in states[-1].articles
        if (body := _book(article.number, config["books"]))
    ]
    return _files(law, chains)


def _check_digests(wanted: Mapping[str, str], packages: Iterable[bytes]) -> None:
    there = {hashlib.sha256(data).hexdigest() for data in packages}
    if missing := sorted(name for name, digest in wanted.items() if digest not in there):
        raise UsageError(f"no archive with the digest of {', '.join(missing)}")


def _book(number: str, books: Mapping[str, str]) -> str | None:
    # Some articles of the code of 1973 live on: L143-11-4 is in no book L14.
    pattern = "{}[0-9]{{2}}(-.*)?"
    within = (body for body, start in books.items() if re.fullmatch(pattern.format(start), number))
    return next(within, None)


def _files(law: Mapping[str, Any], chains: Sequence[VersionChain]) -> dict[str, bytes]:
    days = day_lines(chains, first_day=law["first_day"])
    made_by = {day["date"]: day["amendments"] for day in days}
    lines = [row for chain in chains for row in rows_of(chain, made_by)]
    # Not canonical: the loader wants the levels of a location from the widest down.
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in lines)
    packed = gzip.compress(text.encode(), mtime=0)
    doubtful = {
        chain.article_id: doubt.value for chain in chains if (doubt := doubt_of(chain)) is not None
    }
    law_file = json.loads(json.dumps(law)) | {"doubtful": doubtful}
    return {
        "law.json": canonical_bytes(law_file) + b"\n",
        "component_versions.jsonl.gz": packed,
        "amendments.jsonl": canonical_lines(days),
        "attributions.jsonl": canonical_lines(attributions_of(chains, made_by)),
    }
