"""People as judges: what judge.json says of their grading, held to the release and verdicts.

It says which gate a judge has to pass, so that none of it is believed that can be made again.
That a reader is human is their own word, which whoever accepts the judge answers for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, Self

from pydantic import Field, model_validator

from digesta.errors import SubmissionError
from digesta.records.base import Count, NonEmpty, Record, Slug, duplicates
from digesta.records.judges.verdict import Judge, Verdict
from digesta.records.read import read_record
from digesta.releases.checks.calibration import sets_of
from digesta.releases.data import ReleaseData
from digesta.sheets.graders.masks import drawn_sets


class Person(Record):
    """A person who graded, or decided what graders differ on."""

    reader: NonEmpty = Field(description="The name under which the sheet was packed.")
    kind: Literal["human"] = Field(description="What the reader is, as the sheet says.")
    qualification: NonEmpty = Field(description="What makes the reader fit to judge.")
    minutes: Count = Field(description="How long it took.")


class GradingParameters(Record):
    """The parameters of a judge that is people: what was in their sheets, and who they are."""

    track: Slug = Field(description="The track whose answers they graded.")
    seed: Count = Field(description="What the draw of calibration answers follows from.")
    calibration: list[Slug] = Field(
        description="The questions whose calibration answers were in their sheets, as drawn."
    )
    readers: list[Person] = Field(min_length=1, description="Who graded, and the adjudicator.")

    @model_validator(mode="after")
    def _each_reader_once(self) -> Self:
        if twice := duplicates(person.reader for person in self.readers):
            raise ValueError(f"each reader once, not {', '.join(twice)} twice")
        return self


class _People(Record):
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
    """Return how people graded, or raise SubmissionError where it is not what was packed.

    questions: those that they are to judge. file: their judge.json.
    """
    value = {"parameters": judge.parameters}
    grading = read_record(_People, value, file, error=SubmissionError).parameters
    tracks = sorted({track.track for track in data.manifest.tracks})
    if grading.track not in tracks:
        raise SubmissionError.of(
            code="people-track",
            file=file,
            got=grading.track,
            expected=", ".join(tracks),
            fix="name the track whose answers were graded",
        )
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


def refuse_verdicts(
    grading: GradingParameters, verdicts: Iterable[Verdict], data: ReleaseData, *, file: str
) -> None:
    """Raise SubmissionError for a verdict on another track, or with more ratings than readers."""
    mine = {each.question_id for each in data.questions if each.track == grading.track}
    for verdict in verdicts:
        if verdict.question_id not in mine:
            raise SubmissionError.of(
                code="people-track",
                file=file,
                question_id=verdict.question_id,
                expected=f"verdicts on questions of {grading.track}, which was graded",
                fix="grade each track as a judge of its own",
            )
        most = max((len(each.ratings or ()) for each in verdict.criteria), default=0)
        if most > len(grading.readers):
            raise SubmissionError.of(
                code="people-readers",
                file=file,
                question_id=verdict.question_id,
                got=f"{most} ratings of a criterion, {len(grading.readers)} readers",
                expected="a reader for each rating",
                fix="name in parameters everybody who graded",
            )
