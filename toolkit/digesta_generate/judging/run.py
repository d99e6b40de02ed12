"""One judge's run over a release: controls, calibration answers, submissions.

A verdict is kept as long as its prompt digest is that of what would be judged now: the question,
the answer, the criteria, the judge. So a run with nothing new judges nothing and gives the same
bytes. What a judge says of one answer to one question it says once, wherever the answer stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.errors import SubmissionError
from digesta.intake import LIMITS, Judged, Sets, covered, prompt_sha256
from digesta.intake.records import RecordReading
from digesta.judging import CALIBRATION, control_rates
from digesta.model.question import Question
from digesta.model.reading import read_record
from digesta.model.verdict import Control, Judge, Verdict
from digesta_generate.judging.base import Grader
from digesta_generate.judging.controls import controls

Line = dict[str, Any]
CONTROLS, CALIBRATED, CHOICES, RECORD = (
    "controls.jsonl", "calibration.jsonl", "choices.jsonl", "judge.json",
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """What a judge is run on.

    questions: of the release, by id. known: those that are judged, as for the reader of
    verdicts.
    """

    questions: Mapping[str, Question]
    known: Mapping[str, Judged]
    sets: Sets


@dataclass(frozen=True)
class Run:
    """A judge at work. kept: its verdicts until now, by prompt digest; new ones join them."""

    grader: Grader
    judge: Judge
    asked: Asked
    kept: dict[str, Verdict] = field(default_factory=dict)

    def files(self, submissions: Mapping[str, Mapping[str, Judged]]) -> dict[str, bytes]:
        """Give the judge's folder: file name -> bytes.

        submissions: what is judged of each, by its id. One with nothing to judge has no file.
        """
        lines = list(self._controls())
        checked = [Control.model_validate(one) for one in lines]
        rates = control_rates(checked, self.asked.known)
        record = self.judge.model_copy(update={"controls": rates})
        verdicts = {f"{name}.jsonl": list(self._verdicts(one)) for name, one in submissions.items()}
        return {
            RECORD: canonical_bytes(record.as_json()) + b"\n",
            CONTROLS: canonical_lines(lines),
            CALIBRATED: canonical_lines(self._calibrated()),
            **{name: canonical_lines(one) for name, one in verdicts.items() if one},
        }

    def _verdicts(self, known: Mapping[str, Judged]) -> Iterator[Line]:
        for key, one in sorted(known.items()):
            if one.answer is not None and covered(one, self.judge):
                yield self._verdict(key, one).as_json()

    def _controls(self) -> Iterator[Line]:
        asked = [self.asked.questions[key] for key in sorted(self.asked.known)]
        needing = [one for one in asked if self.asked.known[one.question_id].needed]
        for one in controls(needing, self.asked.sets):
            criteria = self.asked.known[one.question_id].criteria
            said = self._verdict(one.question_id, Judged(criteria, one.answer))
            yield said.as_json() | {"control": one.kind, "answer": one.answer}

    def _calibrated(self) -> Iterator[Line]:
        for key, answers in sorted(self.asked.sets.items()):
            yield from (self._verdict(key, answers[kind]).as_json() for kind in CALIBRATION)

    def _verdict(self, key: str, one: Judged) -> Verdict:
        """Give the verdict on one answer, as it is kept, or as the judge says now."""
        prompt = prompt_sha256(self.judge, key, one)
        if prompt not in self.kept:
            question = self.asked.questions[key]
            said = self.grader.grade(question, covered(one, self.judge), one.answer)
            self.kept[prompt] = Verdict.model_validate(
                {
                    "question_id": key,
                    "answer_sha256": digest(one.answer),
                    "prompt_sha256": prompt,
                    **{name: list(value) for name, value in said._asdict().items()},
                }
            )
        return self.kept[prompt]


def kept_verdicts(files: Iterable[tuple[str, bytes]]) -> dict[str, Verdict]:
    """Give the verdicts in a judge's files by prompt digest, or raise SubmissionError.

    files: place and bytes of each. A line that is no verdict refuses its file; whether a verdict
    is on what stands there today is not asked here: another digest would be asked for.
    """
    found: dict[str, Verdict] = {}
    for place, data in files:
        name = place.rpartition("/")[2]
        if name in {CHOICES, RECORD}:
            continue
        reading = RecordReading(place, LIMITS)
        for _, one in reading.lines(data, Control if name == CONTROLS else Verdict):
            said = {k: v for k, v in one.as_json().items() if k not in {"control", "answer"}}
            found[one.prompt_sha256] = Verdict.model_validate(said)
        reading.end()
    return found


def judge_record(grader: Grader, *, operator: str, date: str) -> Judge:
    """Give a judge's record before its controls are counted."""
    said = {
        "format": "judge/1",
        "judge": grader.judge,
        "model": grader.model,
        "parameters": dict(grader.parameters),
        "prompts": dict(grader.prompts),
        **({"covers": grader.covers} if grader.covers else {}),
        "operator": operator,
        "date": date,
        "controls": {},
    }
    return read_record(Judge, said, "the options", error=SubmissionError)
