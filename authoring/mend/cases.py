"""Corrections of cases: days of facts, and the axis of employment."""

from __future__ import annotations

from authoring.lines import Row
from authoring.mend.days import LAST, move_years, years_to_move
from authoring.mend.draft import Lines, replacing, rows_of
from digesta.canonical import canonical_lines
from digesta.workspace import store
from digesta_legal.retrieval.records import text_sha256

DAYS = "Facts of it or of its corpus are moved to before 20 April 2025, as far as the law is known."
AXIS = "The axis of employment says what counts where the case has nothing to do with the post."
EMPLOYED = {
    "受雇而只是熟悉环境、容易接近，没有这种职权；没有这类雇佣关系": (
        "受雇而没有这种职权，不论本案与其岗位有没有关系；没有受雇"
    ),
}
CORPORA = ("corpus", "corpus-2", "corpus-3")


def mend_cases(lines: Lines) -> None:
    """Move days of queries and corpora back by whole years, case by case, and word the axis."""
    for name in CORPORA:
        path = lines.draft / "resources" / "cases" / f"{name}.jsonl"
        store.write_file(path, canonical_lines(map(_with_earlier_days, rows_of(path))))
    for name, row in lines.of("cases"):
        # Its corpus has other words: what it answers with is another text.
        lines.revise(name, DAYS)
        row["law_as_of"] = LAST.isoformat()
        turn = row["turns"][-1]
        turn["content"] = move_years(turn["content"], years_to_move(turn["content"]))
        if "query_sha256" in row["ask"]:
            row["ask"]["query_sha256"] = text_sha256(turn["content"])
        lines.reword(name, replacing(EMPLOYED), AXIS)


def _with_earlier_days(row: Row) -> Row:
    text = move_years(row["text"], years_to_move(row["text"]))
    digest = {"text_sha256": text_sha256(text)} if "text_sha256" in row else {}
    return row | {"text": text} | digest
