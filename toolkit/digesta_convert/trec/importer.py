"""Qrels and a run to a draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from digesta.errors import InputError
from digesta_convert.shared.cases import AT_MOST, NAME, TRACK
from digesta_convert.shared.converter import SourceDraft
from digesta_convert.shared.draft import QUESTIONS, TRUTHS, Draft, Files, Todo, Value
from digesta_convert.shared.faults import Faults
from digesta_convert.shared.lines import first_line
from digesta_convert.shared.names import cluster_of
from digesta_convert.shared.recognition import RequiredFile, file_kinds
from digesta_convert.trec.lines import (
    BEST_GRADE,
    PARTS,
    QRELS,
    RUN,
    Judgement,
    RunRow,
    id_of,
    lines_of_rows,
    positives_of,
    rankings_of,
    read_qrels,
    read_run,
)

_QRELS_FIELDS, _RUN_FIELDS = 4, 6
_NEEDED = RequiredFile(
    kind=QRELS,
    name=QRELS,
    expected="lines of: query 0 case grade",
    fix="name the qrels, and the run beside them",
    endings=(".txt", ".qrels"),
)
_NOTES = (
    Todo(QUESTIONS, "/cluster_id", "each query has its own: give one to queries of one case"),
    Todo(
        QUESTIONS, "/ask/corpus", f"the corpus as the resource {NAME}: these files name ids alone"
    ),
    Todo(TRUTHS, "/truth/positives", "the tier of each: grade 5 became tier 1, grade 1 tier 5"),
)


def parse(files: Files) -> SourceDraft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    kinds = file_kinds(files, _kind, _NEEDED, faults)
    names = _Names(faults)
    path = kinds.path[QRELS]
    judged = _judgements(path, files[path], names, faults)
    faults.refuse()
    positives = positives_of(judged)
    pairs = zip(judged, lines_of_rows(files[path]), strict=True)
    lines: dict[str, int] = {}
    for row, line in pairs:
        lines.setdefault(row.query, line)
    for query in (query for query in lines if query not in positives):
        faults.add(
            "no-positive",
            path,
            lines[query],
            got=f"nothing relevant to {query}",
            expected="a grade of 1 or more",
            fix="take the query away",
        )
    ranked = _rankings(kinds.path.get(RUN), files, names, faults)
    faults.refuse()
    draft = _draft(positives, ranked)
    places = tuple(f"{path}:{lines[query]}" for query in positives)
    return SourceDraft(draft, places, _NOTES, kinds.unread)


def _kind(path: str, data: bytes) -> str | None:
    name = PurePosixPath(path).name
    if name in PARTS.values():
        return ""
    if name in (QRELS, RUN):
        return name
    first = first_line(data)[1].split()
    if len(first) == _QRELS_FIELDS and first[3].lstrip(b"+-").isdigit():
        return QRELS
    if len(first) == _RUN_FIELDS and first[3].lstrip(b"+-").isdigit():
        return RUN
    # A line that is broken elsewhere still shows its kind by the second field.
    return {b"Q0": RUN, b"0": QRELS}.get(first[1]) if len(first) > 1 else None


class _Names:
    """Ids of the files and ours; two names that become one id are one problem."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._known: dict[tuple[str, str], str] = {}

    def knows(self, kind: str, name: str) -> bool:
        """Return whether a name was met under its id."""
        return self._known.get((kind, id_of(name))) == name

    def of(self, kind: str, name: str, file: str, line: int) -> str:
        """Return the id that a query's or a case's name becomes."""
        known_id = id_of(name)
        before = self._known.setdefault((kind, known_id), name)
        if before != name:
            self._faults.add(
                "id-clash",
                file,
                line,
                got=f"{kind} {name}, as {before}: {known_id}",
                expected="names that differ by more than case and punctuation",
                fix=f"rename the {kind} in both files",
            )
        return known_id


def _judgements(path: str, data: bytes, names: _Names, faults: Faults) -> list[Judgement]:
    try:
        rows = read_qrels(data, file=path, most=BEST_GRADE)
    except InputError as error:
        faults.problems.extend(error.problems)
        return []
    return [
        Judgement(
            names.of("query", row.query, path, line),
            names.of("case", row.case, path, line),
            row.grade,
        )
        for row, line in zip(rows, lines_of_rows(data), strict=True)
    ]


def _rankings(
    path: str | None, files: Files, names: _Names, faults: Faults
) -> dict[str, list[str]]:
    if path is None:
        return {}
    data = files[path]
    try:
        rows = read_run(data, file=path)
    except InputError as error:
        faults.problems.extend(error.problems)
        return {}
    kept: list[RunRow] = []
    for row, line in zip(rows, lines_of_rows(data), strict=True):
        if not names.knows("query", row.query):
            advice = {"expected": "a query of the qrels", "fix": "name the qrels of this run"}
            faults.add("unknown-id", path, line, got=row.query, **advice)
        else:
            kept.append(
                row._replace(
                    query=names.of("query", row.query, path, line),
                    case=names.of("case", row.case, path, line),
                )
            )
    return rankings_of(kept)


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
