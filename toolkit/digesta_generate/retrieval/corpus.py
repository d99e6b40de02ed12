"""A corpus: texts to search, each with its id and what a prompt shows of it.

Of a folder of statutes these are the clauses of a release's index, under its ids, each with its
full citation path: what truths cite and what ``hit_at_5`` looks for. A folder of other laws gives
all its clauses. Any other corpus is a JSONL file of ``{"id", "text", "citation"?}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import Field

from digesta.canonical import canonical_lines, sha256_hex
from digesta.errors import InputError, Problem
from digesta.intake import RELEASE_LIMITS
from digesta.intake.records import RecordFile
from digesta.records.base import NonEmpty, Record, duplicates, optional
from digesta.workspace import store
from digesta_generate.compilations.statutes import clauses
from digesta_generate.compilations.statutes.index import NAME, match_index, read_index


class CorpusLine(Record):
    """A line of a corpus's file."""

    id: NonEmpty = Field(description="Its id.")
    text: NonEmpty = Field(description="Its words.")
    citation: NonEmpty | None = optional("Where it stands.")


class CorpusText(NamedTuple):
    """A text of a corpus. searched: what a search reads; shown: what a prompt shows."""

    id: str
    searched: str
    shown: str


class TextCorpus:
    """Texts in an order of their own. about: where they come from, for the record."""

    def __init__(self, texts: Sequence[CorpusText], about: Mapping[str, Any]) -> None:
        self.texts = tuple(texts)
        self._about = dict(about)

    @cached_property
    def by_id(self) -> dict[str, CorpusText]:
        """The texts by id."""
        return {text.id: text for text in self.texts}

    @cached_property
    def sha256(self) -> str:
        """Digest of all that a search reads: ids and words, in the order of ids."""
        ordered = sorted(self.texts)
        return sha256_hex(canonical_lines([text.id, text.searched] for text in ordered))

    @property
    def record(self) -> dict[str, Any]:
        """What a submission's ``retrieval`` says of it."""
        return self._about | {"texts": len(self.texts), "corpus_sha256": self.sha256}


def clause_corpus(folder: Path, resources: Mapping[str, Any], track: str) -> TextCorpus:
    """Return the clauses of a track's index with their texts from a folder of statutes.

    Where the index names none of the folder's laws, return every clause of the folder. What a
    prompt shows names the version too: one law's versions differ in nothing else.
    """
    path = f"{track}/{NAME}"
    about, of_folder = f"clauses of resources/{path}", clauses(folder)
    index = read_index(resources, path)
    if {line.law for line in index}.isdisjoint(clause.law for clause in of_folder):
        about = f"clauses of {folder.name}"
    else:
        of_folder = match_index(index, of_folder, file=f"resources/{path}")
    texts = [
        CorpusText(
            clause.id,
            f"{clause.citation}\n{clause.text}",
            f"{clause.citation}（{clause.version[:4]}年）\n{clause.text}",
        )
        for clause in of_folder
    ]
    return TextCorpus(texts, {"corpus": about})


def file_corpus(path: Path) -> TextCorpus:
    """Return a corpus from its JSONL, or InputError with all that is wrong."""
    place = path.as_posix()
    reading = RecordFile(place, RELEASE_LIMITS)
    lines = [line for _, line in reading.lines(store.read_bytes(path), CorpusLine)]
    reading.end()
    problems = [
        Problem(
            code="corpus-twice",
            file=place,
            got=repeated_id,
            expected="an id once",
            fix="remove one",
        )
        for repeated_id in duplicates(line.id for line in lines)
    ]
    if not lines:
        problems = [
            Problem(code="corpus-empty", file=place, expected="a text a line", fix="name a corpus")
        ]
    if problems:
        raise InputError(problems)
    return TextCorpus([_text(line) for line in lines], {"corpus": path.name})


def _text(line: CorpusLine) -> CorpusText:
    words = f"{line.citation}\n{line.text}" if line.citation else line.text
    return CorpusText(line.id, words, words)
