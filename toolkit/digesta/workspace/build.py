"""Compute boards, and the other records that a site shows, and write them into build/."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

import orjson

from digesta.board.contamination import contamination
from digesta.board.judge_tables import judge_tables
from digesta.board.judges.eligible import unjudged_submissions
from digesta.errors import Problem, StaleScoreError, UsageError
from digesta.records.base import Record
from digesta.records.board import Board
from digesta.records.judges.comparison import JudgeComparison
from digesta.records.read import read_record
from digesta.schemas import SCHEMAS, json_schemas
from digesta.workspace import store
from digesta.workspace.boards import (
    board_files,
    board_inputs,
    conditions_of,
    facts_files,
)
from digesta.workspace.judges import judges_in
from digesta.workspace.publication import check_last_publication
from digesta.workspace.releases import StoredRelease, json_line


class BoardSet(NamedTuple):
    """A release's boards. waiting: by track, the submissions that wait for a judge."""

    boards: Mapping[str, bytes]
    facts: int
    waiting: Mapping[str, list[str]]


R = TypeVar("R", bound=Record)


def built_boards(root: Path, release: StoredRelease) -> BoardSet:
    """Write a release's boards, facts, conditions and contamination into build/; return boards."""
    if not release.manifest.files:
        raise UsageError(f"{release.root}: a draft has no boards: digesta release cut")
    boards = board_files(root, release)
    check_last_publication(release, boards)
    facts = facts_files(root, release)
    waiting = unjudged_submissions(release.compiled, board_inputs(root, release).submissions)
    effects = {
        f"{each.board or each.track}.json": json_line(each) for each in conditions_of(root, release)
    }
    tables = (read_record(Board, orjson.loads(boards[path]), path, 1) for path in sorted(boards))
    both = contamination(release.id, tables, release.data.questions)
    gaps = {} if both is None else {"gaps.json": json_line(both)}
    kinds = {"facts": facts, "conditions": effects, "contamination": gaps, "boards": boards}
    for kind, files in kinds.items():
        _write(root, kind, release, files)
    return BoardSet(boards, len(facts), waiting)


def built_judges(root: Path, release: StoredRelease) -> list[JudgeComparison]:
    """Return the judges of a release, compared; write them into build/judges/."""
    submissions = board_inputs(root, release).submissions
    audited = {judge.judge.judge: judge.audit for judge in judges_in(root, release)}
    truths, compiled = release.data.truths, release.compiled
    tables = judge_tables(compiled, submissions, truths, audited=audited)
    judges = {f"{table.board}.json": table.record(table.agreement()) for table in tables}
    return _write_records(root, "judges", release, judges)


def _write_records(
    root: Path, kind: str, release: StoredRelease, records: Mapping[str, R]
) -> list[R]:
    """Write records into a folder of build/; return them in the order of their files' names."""
    _write(root, kind, release, {name: json_line(each) for name, each in records.items()})
    return [records[name] for name in sorted(records)]


def _write(root: Path, kind: str, release: StoredRelease, files: Mapping[str, bytes]) -> None:
    store.write_tree(root / "build" / kind / release.id, files, replace=True, flush=False)


def stale_schemas(folder: Path = SCHEMAS) -> list[str]:
    """Return the names of the JSON Schemas in a folder that are not what the records give."""
    schemas, there = json_schemas(), store.read_tree(folder) if folder.is_dir() else {}
    names = sorted(schemas.keys() | there.keys())
    return [name for name in names if schemas.get(name) != there.get(name)]


def build_schemas(folder: Path, *, check: bool) -> tuple[int, int]:
    """Write the JSON Schemas that are stale, or refuse them; return how many there are, and were.

    check: write nothing, and raise StaleScoreError where one is stale.
    """
    schemas, stale = json_schemas(), stale_schemas(folder)
    if check and stale:
        fix, place = "run: digesta schema", folder.name
        raise StaleScoreError(
            [Problem(code="schema-stale", file=f"{place}/{name}", fix=fix) for name in stale]
        )
    if any(name not in schemas and not name.endswith(".schema.json") for name in stale):
        raise UsageError(f"{folder}: contains files that are not schemas; name another folder")
    if stale:
        store.write_tree(folder, schemas, replace=True)
    return len(schemas), len(stale)
