"""A person as a judge: what judge.json says of the grading, held to the release and verdicts.

It says which gate a judge has to pass, so that none of it is believed that can be made again.
That a reader is human is their own word, which whoever accepts the judge answers for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pydantic import Field

from digesta.errors import SubmissionError
from digesta.records.base import Count, NonEmpty, Record, Slug
from digesta.records.judges.verdict import Judge, Verdict
from digesta.records.read import read_record
from digesta.releases.checks.calibration import sets_of
from digesta.releases.data import ReleaseData
from digesta.sheets.graders.masks import drawn_sets


class GradingParameters(Record):
    """The parameters of a judge that is a person: what was in the sheet, and who filled it in."""

    track: Slug = Field(description="The track whose answers were graded.")
    seed: Count = Field(description="What the draw of calibration answers follows from.")
    calibration: list[Slug] = Field(
        description="The questions whose calibration answers were in the sheet, as drawn."
    )
    qualification: NonEmpty = Field(description="What makes the reader fit to judge.")
    minutes: Count = Field(description="How long it took.")


class _Person(Record):
    parameters: GradingParameters


def drawn_calibration(
    data: ReleaseData, track: str, questions: Collection[str], *, seed: int
) -> list[str]:
    """Return the questions whose calibration answers stand in a grading's sheets.

    questions: those that are graded; of other tracks none is drawn.
    """
    return drawn_sets(sets_of(data, track).keys() & set(questions), seed)


def grading_of(
    judge: Judge, data: ReleaseData, questions: Collection[str], *, file: str
) -> GradingParameters:
    """Return how a person graded, or raise SubmissionError where it is not what was packed.

    questions: those that the judge is to judge. file: its judge.json.
    """
    value = {"parameters": judge.parameters}
    grading = read_record(_Person, value, file, error=SubmissionError).parameters
    drawn = drawn_calibration(data, grading.track, questions, seed=grading.seed)
    if grading.calibration != drawn:
        raise SubmissionError.of(
            code="people-calibration",
            file=file,
            got=", ".join(grading.calibration) or "none",
            expected=f"as drawn by seed {grading.seed}: {', '.join(drawn) or 'none'}",
            fix="restore judge.json, or unpack the sheets again",
        )
    return grading


def refuse_other_tracks(
    grading: GradingParameters, verdicts: Iterable[Verdict], data: ReleaseData, *, file: str
) -> None:
    """Raise SubmissionError for a verdict on another track than the one that was graded."""
    mine = {each.question_id for each in data.questions if each.track == grading.track}
    for verdict in verdicts:
        if verdict.question_id not in mine:
            raise SubmissionError.of(
                code="people-track",
                file=file,
                question_id=verdict.question_id,
                expected=f"verdicts on questions of {grading.track}, which was graded",
                fix="grade each track as a separate judge",
            )
