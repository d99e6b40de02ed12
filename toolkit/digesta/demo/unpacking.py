"""The workspace of the tour: a release that ``releases.cut`` cut, decisions, four submissions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from digesta.demo.answering import (
    ACCEPTED,
    RULES,
    TWO_LANGUAGES,
    Rule,
    answers,
    card,
    predictions,
    spoilt,
)
from digesta.demo.asking import CASES, RELEASE, Case, asked_of, draft
from digesta.metrics.exact import published
from digesta.releases.cut import cut
from digesta.releases.log import decision_line
from digesta.releases.reading import DECISIONS, ReleaseData, parse_release
from digesta.scores import track_scores
from digesta.scoring import Compiled, compile_release, mark_all

MARKER = "DEMO.txt"
"""The file by which a folder of the tour is known."""

_SAYS = b"""\
This folder was made by: digesta demo

Everything in it is for the guided tour only. The questions are exercises of counting, their
truths are computed, and the four systems are rules, not models. Nothing here measures anything.

Run digesta demo again to have it as it was; it refuses to if it finds a file of yours here.
"""

DECIDED = "2026-01-02"


@dataclass(frozen=True)
class Demo:
    """The tour's workspace: files by path, and the file of the refused submission, mended.

    shown: the case whose answer the tour explains.
    """

    files: Mapping[str, bytes]
    mended: bytes
    shown: Case


def unpacked() -> Demo:
    """Make the workspace; the same bytes every time."""
    files = {MARKER: _SAYS}
    release = cut(draft(), name="draft")
    release[DECISIONS] = _decisions(release)
    files |= {f"releases/{RELEASE}/{path}": data for path, data in release.items()}
    for rule in RULES:
        folder = folder_of(rule.submission_id)
        given = spoilt(rule) if rule is TWO_LANGUAGES else predictions(rule)
        files |= {f"{folder}/submission.json": card(rule), f"{folder}/predictions.jsonl": given}
    shown = next(case for case in CASES if (case.task, case.language) == ("sections", "he"))
    return Demo(files, predictions(TWO_LANGUAGES), shown)


def folder_of(submission_id: str) -> str:
    """Give the folder of a submission in the workspace."""
    return f"predictions/{RELEASE}/{submission_id}"


def id_of(case: Case) -> str:
    """Give the id of the question that a case makes."""
    asked_id: str = asked_of(case)["question_id"]
    return asked_id


def _decisions(release: Mapping[str, bytes]) -> bytes:
    data = parse_release(release, name="release")
    compiled = compile_release(data.manifest, data.questions, data.truths, digest=data.digest)
    log = b""
    for rule in ACCEPTED:
        fields = {
            "date": DECIDED,
            "submission_id": rule.submission_id,
            "decision": "accept",
            "level": "rerun",
            "role": "system",
            "reason": "digesta demo makes these answers again whenever it runs",
            "scores": _scores(data, compiled, rule),
        }
        log += decision_line(log, fields)
    return log


def _scores(data: ReleaseData, compiled: Compiled, rule: Rule) -> dict[str, float]:
    given = answers(rule)
    order = [question_id for task in compiled.tasks for question_id in task.ids]
    facts = mark_all(compiled, [given.get(question_id) for question_id in order])
    [track] = data.manifest.tracks
    by_name = {score.name: value for score, value in track_scores(track, facts)}
    headline = by_name[track.headline]
    assert headline is not None, "every category of the tour has questions"
    return {track.track: published(headline)}
