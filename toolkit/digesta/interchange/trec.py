"""TREC: qrels and a run, as trec_eval and ir_measures read them; retrieval questions and answers.

``qrels.txt``: the positives, graded 5 for tier 1 to 1 for tier 5. ``run.txt``: the ranked lists.
``_trec`` has the lines. What a file is says its name, or the fields of its first line. Ids that
are no ids here are put in lower case; two that become one are refused.

A list is written as the scorer reads it: without the query's own case, each case once, cut at
``at_most``; a name that can be no case keeps its rank under a digest. Where the corpus stands
beside, ``qrels.accusation.txt``, ``qrels.article.txt`` and ``qrels.imprisonment.txt`` hold what is
right in the other parts: they are derived, and not read. So nDCG@10, P@K, MRR (recip_rank) and MAP
of these files are our ``gold_ndcg_at_10``, ``PART.precision_at_K``, ``PART.mrr``, ``PART.map``.

What is judged not relevant is left out. A query without anything relevant is refused, and so is a
run's query that the qrels lack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from digesta.canonical import sha256_hex
from digesta.errors import InputError, ReleaseError
from digesta.interchange._cases import NAME
from digesta.interchange._marking import check
from digesta.interchange._names import cluster_of, slug_of
from digesta.interchange._reading import Faults
from digesta.interchange._recognising import Needed, recognised
from digesta.interchange._todo import QUESTIONS, TRUTHS, Todo
from digesta.interchange._trec import (
    BEST_GRADE,
    Judgement,
    Result,
    judgements_of,
    lines_of_rows,
    positives_of,
    ranked_of,
    read_qrels,
    read_run,
    results_of,
    write_qrels,
    write_run,
)
from digesta.interchange.base import Draft, Files, Importer, Parsed, Value
from digesta.records.base import is_slug
from digesta.scorers.retrieval.corpus import UNKNOWN, Prepared, asked_about, matches, prepare
from digesta.scorers.retrieval.mark import read as ranked_by

QRELS, RUN = "qrels.txt", "run.txt"
PARTS: Mapping[str, str] = {
    part: f"qrels.{part}.txt" for part in ("accusation", "article", "imprisonment")
}
TAG = "digesta"
AT_MOST = 20
_QRELS_FIELDS, _RUN_FIELDS = 4, 6
_NEEDED = Needed(
    QRELS, QRELS, "lines of: query 0 case grade", "name the qrels, and the run beside them",
    (".txt", ".qrels"),
)  # fmt: skip
TRACK: Value = {
    "track": "cases",
    "categories": {"similar_cases": {"title": "Similar cases"}},
    "tasks": {
        "similar_cases": {
            "title": "Similar cases",
            "category": "similar_cases",
            "scorer": "retrieval",
            "metric": "gold_ndcg_at_10",
        }
    },
}
_NOTES = (
    Todo(QUESTIONS, "/cluster_id", "each query has its own: give one to queries of one case"),
    Todo(
        QUESTIONS, "/ask/corpus", f"the corpus as the resource {NAME}: these files name ids alone"
    ),
    Todo(TRUTHS, "/truth/positives", "the tier of each: grade 5 became tier 1, grade 1 tier 5"),
)


def _parse(files: Files) -> Parsed:
    faults = Faults()
    found = recognised(files, _kind, _NEEDED, faults)
    names = _Names(faults)
    path = found.path[QRELS]
    judged = _judged(path, files[path], names, faults)
    faults.refuse()
    positives = positives_of(judged)
    lines = dict(zip((one.query for one in reversed(judged)),
                     reversed(lines_of_rows(files[path])), strict=True))  # fmt: skip
    for query in (query for query in lines if query not in positives):
        faults.add("no-positive", path, lines[query], got=f"nothing relevant to {query}",
                   expected="a grade of 1 or more", fix="take the query away")  # fmt: skip
    ranked = _ranked(found.path.get(RUN), files, names, faults)
    faults.refuse()
    draft = _draft(positives, ranked)
    places = tuple(f"{path}:{lines[query]}" for query in positives)
    return Parsed(draft, places, _NOTES, found.unread)


def _kind(path: str, data: bytes) -> str | None:
    name = PurePosixPath(path).name
    if name in PARTS.values():
        return ""
    if name in (QRELS, RUN):
        return name
    first = next((line for line in data.split(b"\n") if line.strip()), b"").split()
    if len(first) == _QRELS_FIELDS and first[3].lstrip(b"+-").isdigit():
        return QRELS
    if len(first) == _RUN_FIELDS and first[3].lstrip(b"+-").isdigit():
        return RUN
    # A line that is broken elsewhere still says by its second field which of the two it is.
    return {b"Q0": RUN, b"0": QRELS}.get(first[1]) if len(first) > 1 else None


class _Names:
    """Ids of the files and ours; two names that become one id are a problem, told once."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._known: dict[tuple[str, str], str] = {}

    def knows(self, kind: str, name: str) -> bool:
        """Say whether a name was met under its id."""
        return self._known.get((kind, _id(name))) == name

    def of(self, kind: str, name: str, file: str, line: int) -> str:
        """Give the id that a query's or a case's name becomes."""
        made = _id(name)
        before = self._known.setdefault((kind, made), name)
        if before != name:
            self._faults.add("id-clash", file, line, got=f"{kind} {name}, as {before}: {made}",
                             expected="names that differ by more than case and signs",
                             fix=f"rename the {kind} in both files")  # fmt: skip
        return made


def _id(name: str) -> str:
    return name if is_slug(name) else slug_of(name)


def _judged(path: str, data: bytes, names: _Names, faults: Faults) -> list[Judgement]:
    try:
        rows = read_qrels(data, file=path, most=BEST_GRADE)
    except InputError as error:
        faults.problems.extend(error.problems)
        return []
    return [
        Judgement(names.of("query", one.query, path, line),
                  names.of("case", one.case, path, line), one.grade)
        for one, line in zip(rows, lines_of_rows(data), strict=True)
    ]  # fmt: skip


def _ranked(path: str | None, files: Files, names: _Names, faults: Faults) -> dict[str, list[str]]:
    if path is None:
        return {}
    data = files[path]
    try:
        rows = read_run(data, file=path)
    except InputError as error:
        faults.problems.extend(error.problems)
        return {}
    made: list[Result] = []
    for one, line in zip(rows, lines_of_rows(data), strict=True):
        if not names.knows("query", one.query):
            said = {"expected": "a query of the qrels", "fix": "name the qrels of this run"}
            faults.add("unknown-id", path, line, got=one.query, **said)
        else:
            made.append(one._replace(query=names.of("query", one.query, path, line),
                                     case=names.of("case", one.case, path, line)))  # fmt: skip
    return ranked_of(made)


def _draft(positives: Mapping[str, Sequence[Value]], ranked: Mapping[str, Sequence[str]]) -> Draft:
    questions: list[Value] = [
        {
            "question_id": query,
            "split": "public",
            "track": "cases",
            "category": "similar_cases",
            "task": "similar_cases",
            "scorer": "retrieval",
            "ask": {"corpus": NAME, "at_most": AT_MOST},
            "cluster_id": cluster_of(query),
            "tags": [],
        }
        for query in positives
    ]
    truths: list[Value] = [
        {"question_id": query, "truth": {"positives": list(near)}}
        for query, near in positives.items()
    ]
    predictions: list[Value] = [
        {"question_id": query, "answer": {"ranked": list(ranked[query])}}
        for query in positives
        if query in ranked
    ]
    return Draft(tuple(questions), tuple(truths), tuple(predictions), track=TRACK)


# Back ------------------------------------------------------------------------------------------


def _compose(draft: Draft) -> dict[str, bytes]:
    truths = {one["question_id"]: one["truth"] for one in draft.truths}
    ready = {
        one["question_id"]: _prepared(one, truths[one["question_id"]], draft.resources)
        for one in draft.questions
    }
    _refuse_bare(truths)
    positives = {
        query: [{"tier": BEST_GRADE} | one for one in right["positives"]]
        for query, right in truths.items()
    }
    files = {QRELS: write_qrels(judgements_of(positives))}
    if lists := _lists(draft, ready):
        files[RUN] = write_run(results_of(lists, tag=TAG))
    for part, path in PARTS.items():
        rows = [row for query, one in ready.items() if one for row in _right(query, one, part)]
        if rows:
            files[path] = write_qrels(rows)
    return files


def _prepared(question: Value, right: Value, resources: Files) -> Prepared | None:
    """Make a question ready for its scorer, where the corpus and the whole truth are there."""
    try:
        return prepare(question, right, resources)
    except ValueError:
        return None


def _refuse_bare(truths: Mapping[str, Value]) -> None:
    faults = Faults()
    for query, right in truths.items():
        if not right["positives"]:
            faults.add("no-positive", TRUTHS, question_id=query, got="no positive",
                       expected="one or more", fix="add the positives")  # fmt: skip
    if faults.problems:
        raise ReleaseError(faults.problems)


def _lists(draft: Draft, ready: Mapping[str, Prepared | None]) -> dict[str, list[str]]:
    answers = draft.answer_of()
    made = {}
    for one in draft.questions:
        query = one["question_id"]
        ranked = ranked_by(answers.get(query))
        if ranked:
            own = _own(ready[query])
            listed = [name for name in dict.fromkeys(ranked) if name != own]
            made[query] = [_written(name) for name in listed[: one["ask"].get("at_most", AT_MOST)]]
    return made


def _own(prepared: Prepared | None) -> str | None:
    if prepared is None or prepared.query.own == UNKNOWN:
        return None
    own: str = prepared.corpus.ids[prepared.query.own]
    return own


def _written(name: str) -> str:
    return name if is_slug(name) else f"t{sha256_hex(name.encode())[:16]}"


def _right(query: str, prepared: Prepared, part: str) -> list[Judgement]:
    """Give the cases of the corpus that are right in a part, but for the query's own."""
    found: Any = matches(prepared.corpus, prepared.query, slice(None))[part]
    if not asked_about(prepared.query)[part]:
        return []
    numbers = [int(one) for one in np.flatnonzero(found) if one != prepared.query.own]
    return [Judgement(query, prepared.corpus.ids[one], 1) for one in numbers]


IMPORTER = Importer(
    name="trec",
    about="TREC: qrels and a run of trec_eval, UTF-8; ranked lists of cases",
    track="cases",
    scorers=("retrieval",),
    parse=_parse,
    compose=_compose,
    check=check,
)
