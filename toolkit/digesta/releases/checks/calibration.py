"""Calibration answers of a release: read, checked before a cut, given their questions' ids.

They lie in ``resources/<name>/calibration.jsonl``, four to a question, written by the
maintainers; every judge must order them (``digesta.board.judges``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple, get_args

import orjson

from digesta.canonical import canonical_lines
from digesta.errors import InputError, Problem
from digesta.intake import RELEASE_LIMITS, CalibrationSets, judged_text, strict_json
from digesta.records.judges.calibration import CalibrationAnswer, CalibrationKind
from digesta.records.read import read_record
from digesta.releases.data import ReleaseData
from digesta.scorers import scorer_named
from digesta.scoring.facts import UNJUDGED

NAME = "calibration.jsonl"


class _Calibration(NamedTuple):
    file: str
    line: int
    answer: CalibrationAnswer


def sets_of(data: ReleaseData, track: str | None = None) -> CalibrationSets:
    """Return a release's calibration answers by question and kind, as a judge is shown them.

    track: whose alone, if it is named.
    """
    sets: dict[str, dict[CalibrationKind, Any]] = {}
    questions = {each.question_id for each in data.questions if track in {None, each.track}}
    for _, _, answer in _calibrations(data):
        if answer.question_id not in questions:
            continue
        truth = data.truths[answer.question_id].truth
        sets.setdefault(answer.question_id, {})[answer.kind] = judged_text(truth, answer.answer)
    return sets


def unseen_in(data: ReleaseData) -> frozenset[str]:
    """Return the questions all of whose calibration answers were written unseen."""
    seen = {placed.answer.question_id for placed in _calibrations(data) if not placed.answer.unseen}
    return frozenset(sets_of(data)) - seen


def calibration(draft: ReleaseData) -> Iterator[Problem]:
    """Require of calibration answers a judged public question, all four kinds, four texts."""
    try:
        placed = list(_calibrations(draft))
    except InputError as error:
        yield from error.problems
        return
    judged = {
        each.question_id
        for each in draft.public()
        if UNJUDGED in scorer_named(each.scorer).column_names and each.question_id in draft.truths
    }
    for file, line, each in placed:
        if each.question_id not in judged:
            wrong = partial(Problem, code="calibration-question", file=file, line=line)
            fix = "calibrate on public questions that a judge marks"
            yield wrong(question_id=each.question_id, fix=fix)
    for question_id in sorted({each.answer.question_id for each in placed} & judged):
        mine = [each for each in placed if each.answer.question_id == question_id]
        kinds = Counter(each.answer.kind for each in mine)
        texts = {each.answer.answer for each in mine}
        if kinds != Counter(get_args(CalibrationKind)) or len(texts) < len(mine):
            where = partial(Problem, file=mine[0].file, line=mine[0].line, question_id=question_id)
            wrong = partial(where, code="calibration-set", got=", ".join(sorted(kinds.elements())))
            expected = f"each once, all texts different: {', '.join(get_args(CalibrationKind))}"
            yield wrong(expected=expected, fix="write all four answers to the question")


def with_ids(resources: Mapping[str, bytes], ids: Mapping[str, str]) -> dict[str, bytes]:
    """Return resources with the final ids of the questions in place of a draft's working ids.

    resources: by path from the release's folder. Other resources stay as they are.
    """
    renamed = dict(resources)
    for path, data in resources.items():
        if path.rpartition("/")[2] == NAME:
            lines = [orjson.loads(line) for line in data.splitlines()]
            lines = [answer | {"question_id": ids[answer["question_id"]]} for answer in lines]
            kinds = get_args(CalibrationKind)
            lines.sort(key=lambda answer: (answer["question_id"], kinds.index(answer["kind"])))
            renamed[path] = canonical_lines(lines)
    return renamed


def _calibrations(data: ReleaseData) -> Iterator[_Calibration]:
    for path, content in sorted(data.resources.items()):
        if path.rpartition("/")[2] != NAME:
            continue
        file = f"resources/{path}"
        for line, text in enumerate(content.splitlines(), start=1):
            value = strict_json(text, file=file, line=line, limits=RELEASE_LIMITS)
            yield _Calibration(file, line, read_record(CalibrationAnswer, value, file, line))
