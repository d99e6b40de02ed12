"""A draft of ranked lists to qrels and a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from digesta.canonical import sha256_hex
from digesta.errors import ReleaseError
from digesta.records.base import is_slug
from digesta.scorers.shared.lists import ranked_ids
from digesta_convert.shared.cases import AT_MOST
from digesta_convert.shared.draft import TRUTHS, Draft, Files, Value
from digesta_convert.shared.rows import Faults
from digesta_convert.trec.lines import (
    BEST_GRADE,
    PARTS,
    QRELS,
    RUN,
    Judgement,
    can_stand,
    judged_documents,
    judgements_of,
    results_of,
    sign_of,
    with_signs,
    write_qrels,
    write_run,
)
from digesta_legal.retrieval.corpus import UNKNOWN, RetrievalQuestion, has_parts, matches, prepare

TAG = "digesta"


def compose(draft: Draft) -> dict[str, bytes]:
    """Return the qrels, the run where there are lists, and the parts where there is a corpus."""
    truths = draft.truth_of()
    ready = {
        question["question_id"]: _prepare(
            question, truths[question["question_id"]]["truth"], draft.resources
        )
        for question in draft.questions
        if question["scorer"] == "retrieval"
    }
    judged = [*_of_documents(truths), *_of_cases(truths, ready)]
    files = {QRELS: write_qrels(judged)}
    if run := results_of(dict(_lists(draft, ready)), tag=TAG):
        files[RUN] = write_run(run)
    for part, path in PARTS.items():
        rows = [
            row
            for query, question in ready.items()
            if question
            for row in _right(query, question, part)
        ]
        if rows:
            files[path] = write_qrels(with_signs(rows))
    return files


def _of_documents(truths: Mapping[str, Value]) -> list[Judgement]:
    """Return the judged documents of the questions of ``ranking``, whose names are the files'."""
    grades = {
        query: line["truth"]["grades"]
        for query, line in truths.items()
        if "grades" in line["truth"]
    }
    return [row._replace(query=sign_of(row.query)) for row in judged_documents(grades)]


def _of_cases(truths: Mapping[str, Value], ready: Mapping[str, Any]) -> tuple[Judgement, ...]:
    """Return the positives of the questions of ``retrieval``, graded by tier."""
    rights = {query: truths[query]["truth"] for query in ready}
    _refuse_bare(rights)
    positives = {
        query: [{"tier": BEST_GRADE} | positive for positive in right["positives"]]
        for query, right in rights.items()
    }
    return with_signs(judgements_of(positives))


def _lists(
    draft: Draft, ready: Mapping[str, RetrievalQuestion | None]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the list of each query: each document once, cut as its scorer cuts."""
    answers = draft.answer_of()
    for question in draft.questions:
        query, most = question["question_id"], question["ask"].get("at_most")
        ranked = dict.fromkeys(ranked_ids(answers.get(query)) or ())
        if query in ready:
            own = _own(ready[query])
            cases = [name for name in ranked if name != own][: most or AT_MOST]
            names = [sign_of(name) if is_slug(name) else _digest(name) for name in cases]
        else:
            names = [name if can_stand(name) else _digest(name) for name in [*ranked][:most]]
        if ranked:
            yield sign_of(query), names


def _prepare(question: Value, right: Value, resources: Files) -> RetrievalQuestion | None:
    """Return a question prepared for its scorer; None without a corpus or a whole truth."""
    try:
        return prepare(question, right, resources)
    except ValueError:
        return None


def _refuse_bare(truths: Mapping[str, Value]) -> None:
    faults = Faults()
    for query, right in truths.items():
        if not right["positives"]:
            got, fix = "no positive", "add the positives"
            faults.add(
                "no-positive", TRUTHS, question_id=query, got=got, expected="one or more", fix=fix
            )
    if faults.problems:
        raise ReleaseError(faults.problems)


def _own(prepared: RetrievalQuestion | None) -> str | None:
    if prepared is None or prepared.query.own == UNKNOWN:
        return None
    own: str = prepared.corpus.ids[prepared.query.own]
    return own


def _digest(name: str) -> str:
    return f"t{sha256_hex(name.encode())[:16]}"


def _right(query: str, prepared: RetrievalQuestion, part: str) -> list[Judgement]:
    """Return the cases of the corpus that are right in a part, but for the query's own."""
    right: Any = matches(prepared.corpus, prepared.query, slice(None))[part]
    if not has_parts(prepared.query)[part]:
        return []
    numbers = [int(number) for number in np.flatnonzero(right) if number != prepared.query.own]
    return [Judgement(query, prepared.corpus.ids[number], 1) for number in numbers]
