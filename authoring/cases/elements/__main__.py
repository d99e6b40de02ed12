"""The command that draws a corpus of cases and queries by stated elements."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import orjson
import typer

from authoring.cases.elements import lines, sets
from authoring.cases.elements.check import faults_of
from authoring.cases.elements.grades import tiers
from authoring.cases.elements.phrases import Phrases, read_pools
from authoring.cases.elements.text import CaseText, write
from authoring.cases.elements.vectors import Vector
from authoring.commands import (
    DraftOption,
    KeysOption,
    ReleasedOption,
    SeedOption,
    SplitOption,
    run,
)
from authoring.draws import Draws
from authoring.keys import key_for
from digesta.errors import UsageError
from digesta.workspace import store

EXAMPLE = (
    "authoring.cases.elements --pools tests/authoring/pools --split public --seed 7 --count 9 "
    "--released 2026-12-22 --draft build/elements"
)
_SPARE = (4, 3)
"""Queries drawn for so many wanted: some do not fit."""


def elements(
    *,
    pools: Annotated[Path, typer.Option("--pools", help="Folder of the pools of wording.")],
    split: SplitOption,
    seed: SeedOption = None,
    keys: KeysOption = None,
    count: Annotated[int, typer.Option("--count", min=1, help="Queries.")],
    released: ReleasedOption,
    draft: DraftOption,
) -> None:
    """Draw a corpus of cases, and queries for those that share stated elements.

    The public corpus and its queries follow from the seed and the pools, the sealed ones from the
    secret key; a draft of the latter must lie where git takes nothing.
    """
    if draft.exists():
        raise UsageError(f"{draft}: exists already; name a new folder")
    key, words = key_for(split, seed, keys, draft), Phrases(read_pools(pools))
    drawn = sets.draw_queries(key, count * _SPARE[0] // _SPARE[1])
    vectors = sets.draw_corpus(key, drawn, sets.CORPORA[split])
    corpus = {name: _write_files(case, words, key, name) for name, case in vectors.items()}
    rows = []
    for n, query in enumerate(sets.fit(drawn, vectors, count), start=1):
        number = f"cs-{split[0]}{n:03}"
        case = _write_files(query.vector, words, key, number)
        wanted = lines.question(query, case.text, split=split, number=number, released=released)
        right = lines.truth(query, tiers(query, vectors), number=number, split=split)
        hidden = {"case": number, "axes": query.axes, "vector": query.vector}
        rows.append((wanted, right, lines.review(query, number), hidden))
    mode = store.PRIVATE if split == "holdout" else store.MODE
    store.write_tree(draft, _files(rows, corpus, split), replace=True, mode=mode)
    sys.stdout.write(f"{draft.as_posix()}: {len(corpus)} cases, {len(rows)} queries\n")


def _write_files(vector: Vector, words: Phrases, key: bytes, label: str) -> CaseText:
    """Return a case in words; UsageError where the pools' words do not state its vector."""
    case = write(vector, words, Draws(key, f"cases elements text/1 {label}"))
    if problems := faults_of(case):
        raise UsageError(f"{label}: {'; '.join(problems)}; mend the pools")
    return case


def _files(
    rows: Sequence[tuple[object, ...]], corpus: Mapping[str, CaseText], split: str
) -> dict[str, bytes]:
    file = sets.CORPORA[split].name.replace("cases/", "corpus-")
    names = ("questions", "truths", "review", "query-vectors")
    files: dict[str, Sequence[object]] = dict(zip(names, zip(*rows, strict=True), strict=True))
    files[file] = [{"document": name, "text": case.text} for name, case in corpus.items()]
    files["vectors"] = [{"case": name, "vector": case.vector} for name, case in corpus.items()]
    return {
        f"{name}.jsonl": b"".join(orjson.dumps(line) + b"\n" for line in some)
        for name, some in files.items()
    }


if __name__ == "__main__":
    run(elements, example=EXAMPLE)
