"""A book of the French Labour Code by Cypher, on both servers: dated by entry, numbered by year."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest

from authoring.tlr.again import Again, differs
from digesta.workspace import store
from digesta_generate.compilations.dated import read_compilations
from digesta_generate.graph.check import differences, of_law
from digesta_generate.graph.client import Client
from digesta_generate.graph.corpus import corpus
from digesta_generate.graph.load import load
from digesta_generate.graph.truths import truth
from digesta_legal.timeline import Timeline
from places import CODE_DU_TRAVAIL

BOOK = "ct61"
VERSIONS = "component_versions.jsonl.gz"


@pytest.fixture(scope="module")
def book_files() -> dict[str, bytes]:
    """Return the folder cut to one book of 53 articles."""
    files = dict(store.read_tree(CODE_DU_TRAVAIL))
    law = json.loads(files["law.json"])
    law["bodies"] = {BOOK: law["bodies"][BOOK]}
    versions = _of_book(gzip.decompress(files[VERSIONS]))
    return files | {
        "law.json": json.dumps(law).encode(),
        VERSIONS: gzip.compress(versions, mtime=0),
        "attributions.jsonl": _of_book(files["attributions.jsonl"]),
    }


def _of_book(data: bytes) -> bytes:
    kept = (line for line in data.splitlines() if f'"{BOOK}_art_'.encode() in line)
    return b"".join(line + b"\n" for line in kept)


@pytest.fixture
def loaded(client: Client, book_files: dict[str, bytes]) -> Client:
    wanted = corpus(book_files)
    found = client.rows("MATCH (l:Load {complete: true}) RETURN l.graph AS graph ORDER BY graph")
    if found != [{"graph": wanted.graph}]:
        load(client, wanted, replace=True, count=lambda _: None)
    return client


def asks(timeline: Timeline) -> Iterator[dict[str, Any]]:
    """Yield questions about every article and version, and about the book year by year."""
    for article, states in timeline.states.items():
        of = {"component_id": article}
        for state in states:
            yield {"kind": "point_in_time", **of, "date": state.start}
        for before, after in pairwise(states):
            later = (date.fromisoformat(after.start) + timedelta(1)).isoformat()
            yield {"kind": "difference", **of, "date_1": before.start, "date_2": later}
        if timeline.attribution(article):
            yield {"kind": "attribution", **of}
            yield {"kind": "lineage", **of}
        if states[0].start == "2008-05-01":
            yield {"kind": "consistency", **of}
    for year in range(2009, 2026):
        yield {"kind": "impact", "scope": BOOK, "from": f"{year}-01-01", "to": f"{year + 1}-01-01"}


def test_the_book_comes_out_by_cypher_as_when_computed_from_its_lines(
    loaded: Client, book_files: dict[str, bytes]
) -> None:
    again = Again(book_files, map(json.loads, book_files["attributions.jsonl"].splitlines()))
    every = list(asks(read_compilations(book_files).timeline()))

    assert len(every) > 200
    assert {ask["kind"] for ask in every} == {
        "point_in_time", "attribution", "difference", "lineage", "consistency", "impact",
    }  # fmt: skip
    for ask in every:
        assert differs(again, ask, truth(loaded, ask)) == ""


def test_a_check_asks_what_is_about_the_law_that_is_loaded(loaded: Client) -> None:
    ask = {"kind": "point_in_time", "component_id": "ct61_art_l6111-1", "date": "2010-01-01"}
    other: tuple[str, Any, Any] = ("b", {"kind": "lineage", "component_id": "cf_art_6"}, {})
    right = {"versions": [{"component_id": "ct61_art_l6111-1", "version": 3}]}
    phrases: dict[str, Any] = {"must_contain": [], "must_not_contain": []}
    mine = ("a", ask | {"law": "code_du_travail"}, right | phrases)

    assert of_law(loaded, [mine, other]) == [mine]
    assert of_law(loaded, [other]) == [other]
    assert list(differences(loaded, [mine])) == []
