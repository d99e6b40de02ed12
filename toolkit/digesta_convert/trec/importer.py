"""Qrels and a run to a draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from digesta_convert.shared.draft import Draft, DraftLines, Files, SourceSystem, user_turn
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.rows import Faults, first_line, nfc
from digesta_convert.trec.lines import (
    PARTS,
    QRELS,
    RUN,
    T,
    grades_of,
    id_of,
    rankings_of,
    read_qrels,
    read_run,
)
from digesta_convert.trec.topics import TOPICS, is_topics, read_topics

_QRELS_FIELDS, _RUN_FIELDS = 4, 6
AT_MOST = 1000
"""Documents of a list that are read, as trec_eval's users hand them in."""
_NAMED = 20


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    known = [QRELS, RUN]
    kinds = file_kinds(files, _kind, known[:1], "qrels, lines of: query 0 document grade", known)
    names = _Names(faults)
    path = kinds.path(QRELS)
    judged = names.of_rows(path, read_qrels(path, files[path], faults))
    faults.refuse()
    lines: dict[str, int] = {}
    for line, row in judged:
        lines.setdefault(row.query, line)
    by_query = grades_of(row for _, row in judged)
    grades = {query: groups for query, groups in by_query.items() if groups[0]["grade"]}
    if not grades:
        expected, fix = "a grade of 1 or more", "name qrels with relevant documents"
        faults.add("no-positive", path, 1, got="nothing relevant", expected=expected, fix=fix)
    run_path = kinds.path(RUN)
    rows = read_run(run_path, files[run_path], faults) if run_path else []
    results = [row for _, row in names.of_rows(run_path, rows)]
    run, tags = rankings_of(results), dict.fromkeys(row.tag for row in results)
    times = Counter((row.query, row.score) for row in results)
    ties = dict.fromkeys(query for (query, _), count in times.items() if count > 1)
    topics = kinds.path(TOPICS)
    texts = _texts(topics, files[topics], names, faults) if topics else {}
    faults.refuse()
    ranked = {query: run[query] for query in grades if query in run}
    pool = {document for groups in grades.values() for g in groups for document in g["documents"]}
    pool |= {document for documents in ranked.values() for document in documents}
    bare = [query for query in lines if query not in grades]
    unjudged = [query for query in run if query not in lines]
    left = {"the qrels have nothing relevant to them": bare, "the qrels lack them": unjudged}
    tied = [query for query in ties if query in ranked]
    notes = tuple(_notes(left, tied, len(pool)))
    drawn = DraftLines({"track": "trec", "method_after": "TREC"})
    category = "ranked_lists", "Ranked lists"
    task = drawn.task(*category, category, ("ranking", "ndcg_at_10"))
    task["ask"] = {"pool": len(pool), "at_most": AT_MOST, "relevant_from": 1}
    for query, groups in grades.items():
        turns = {"turns": user_turn(texts[query])} if query in texts else {}
        refs = [{"work": "TREC qrels", "at": f"query {query}"}]
        place = f"{path}:{lines[query]}"
        drawn.add(query, place, {"grades": groups}, refs, **task, **turns)
    answers = {query: {"ranked": documents} for query, documents in ranked.items()}
    systems = (SourceSystem(" ".join(tags), answers),) if tags else ()
    return drawn.draft(answers, notes=notes, unread=kinds.unread, systems=systems)


def _notes(left: Mapping[str, Sequence[str]], tied: Sequence[str], pool: int) -> Iterator[str]:
    """Yield which queries are left out, which lists have equal scores, and what is to be added."""
    for reason, queries in left.items():
        if queries:
            yield f"{len(queries)} queries are left out, {reason}: {_named(queries)}"
    if tied:
        yield (
            f"{len(tied)} queries have equal scores, ordered here by the rank column; trec_eval "
            f"orders them by document, and its figures may differ: {_named(tied)}"
        )
    yield "cluster_id: each query has its own: give one to queries of one case"
    yield f"ask/pool: how many documents are searched: the files name {pool}"
    level = "the lowest grade of a relevant document, 1 as trec_eval has it without its option -l"
    yield f"ask/relevant_from: {level}"


def _named(queries: Sequence[str]) -> str:
    return ", ".join(queries[:_NAMED]) + (", …" if len(queries) > _NAMED else "")


def _kind(path: str, data: bytes) -> str | None:
    name = PurePosixPath(path).name
    if name in PARTS.values():
        return ""
    first = first_line(data).split()
    if len(first) == _QRELS_FIELDS and first[3].lstrip(b"+-").isdigit():
        return QRELS
    if len(first) == _RUN_FIELDS and first[3].lstrip(b"+-").isdigit():
        return RUN
    # A line that is broken elsewhere still shows its kind by the second field.
    kind = {b"Q0": RUN, b"0": QRELS}.get(first[1]) if len(first) > 1 else None
    return kind or (TOPICS if is_topics(path, data) else None)


class _Names:
    """Ids of the files and ours; two names that become one id are one problem."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._known: dict[str, str] = {}

    def of(self, name: str, file: str, line: int) -> str:
        """Return the id that a query's name becomes."""
        known_id = id_of(name)
        before = self._known.setdefault(known_id, name)
        if before != name:
            got = f"query {name}, as {before}: {known_id}"
            expected = "names that differ by more than case and punctuation"
            fix = "rename the query in both files"
            self._faults.add("id-clash", file, line, got=got, expected=expected, fix=fix)
        return known_id

    def of_rows(self, file: str, rows: Iterable[tuple[int, T]]) -> list[tuple[int, T]]:
        """Return rows of a file under our ids, cases in NFC."""
        return [
            (line, row._replace(query=self.of(row.query, file, line), case=nfc(row.case)))
            for line, row in rows
        ]


def _texts(path: str, data: bytes, names: _Names, faults: Faults) -> dict[str, str]:
    """Return the text of each query, by our id."""
    return {
        names.of(topic.query, path, topic.line): topic.text
        for topic in read_topics(path, data, faults)
    }
