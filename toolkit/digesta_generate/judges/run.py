"""One judge's run over a release: controls, calibration answers, submissions, pairs of answers.

A verdict is kept as long as its prompt digest is that of what would be judged now: the question,
the answer, the criteria, the judge. So a run with nothing new judges nothing and gives the same
bytes. What a judge says of one answer to one question it says once, wherever the answer stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, permutations
from typing import Any

from digesta.board.judges.calibration import CALIBRATION
from digesta.board.judges.gate import control_rates
from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.errors import SubmissionError
from digesta.intake import (
    CalibrationSets,
    JudgedAnswer,
    asked_criteria,
    choice_sha256,
    prompt_sha256,
)
from digesta.intake.records import RecordFile
from digesta.records.judges.calibration import CalibrationKind, Choice
from digesta.records.judges.verdict import Control, Judge, Verdict
from digesta.records.question import Question
from digesta.records.read import read_record
from digesta.workspace.cards import JUDGE_FILES
from digesta.workspace.judges import RECORD
from digesta_generate.judges.base import Grader
from digesta_generate.judges.controls import ControlAnswer, controls

Line = dict[str, Any]
Kept = dict[tuple[str, bool], Verdict | Choice]
"""What a judge said until now, by prompt digest, and whether claims were looked for: of most
controls they are not, and a submission may say what a control says."""
Submissions = Mapping[str, Mapping[str, JudgedAnswer]]
"""What is judged of each submission, by its id."""

CONTROLS, CALIBRATED, CHOICES = (f"{name}.jsonl" for name in JUDGE_FILES)


@dataclass(frozen=True)
class JudgeTask:
    """What a judge is run on.

    questions: of the release, by id. known: those that are judged, as for the reader of
    verdicts. sets: the release's, of questions that are not judged too. submissions: whose
    answers are judged, None: everybody's; of the others' what is kept stays.
    """

    questions: Mapping[str, Question]
    known: Mapping[str, JudgedAnswer]
    sets: CalibrationSets
    submissions: Sequence[str] | None = None


@dataclass(frozen=True)
class JudgeWork:
    """A judge at work. kept: what is new joins it. watch: is told after each piece of work."""

    grader: Grader
    judge: Judge
    task: JudgeTask
    kept: Kept = field(default_factory=dict)
    watch: Callable[[], None] = lambda: None

    def files(self, submissions: Submissions) -> dict[str, bytes]:
        """Return the judge's folder: file name -> bytes.

        One with nothing to judge, or to be judged, has no file.
        """
        lines = [
            self._verdict(
                control.question_id, answer, searched=control.kind == "reference"
            ).as_json()
            | {"control": control.kind, "answer": control.answer}
            for control, answer in self._controls()
        ]
        rates = control_rates([Control.model_validate(line) for line in lines], self.task.known)
        record = self.judge.model_copy(update={"controls": rates})
        calibrated = [self._verdict(*answer).as_json() for answer in self._calibration()]
        verdicts = {
            f"{name}.jsonl": [
                self._verdict(*answer).as_json() for answer in self._answers_of(name, known)
            ]
            for name, known in submissions.items()
        }
        choices = [self._choice(*pair).as_json() for pair in self._pairs()]
        return {
            RECORD: canonical_bytes(record.as_json()) + b"\n",
            CONTROLS: canonical_lines(lines),
            CALIBRATED: canonical_lines(calibrated),
            **{
                name: canonical_lines(records)
                for name, records in {CHOICES: choices, **verdicts}.items()
                if records
            },
        }

    def due(self, submissions: Submissions) -> int:
        """Count the pieces of work: answers to be judged, pairs to be compared, and not kept."""
        theirs = (self._answers_of(name, known) for name, known in submissions.items())
        prompts = {
            (prompt_sha256(self.judge, control.question_id, answer), control.kind == "reference")
            for control, answer in self._controls()
        }
        prompts |= {
            (prompt_sha256(self.judge, key, answer), True)
            for key, answer in chain(self._calibration(), *theirs)
        }
        prompts |= {
            (choice_sha256(self.judge, key, self._two(key, *two)), True)
            for key, *two in self._pairs()
        }
        return len(prompts - self.kept.keys())

    # What is judged --------------------------------------------------------------------------

    def _controls(self) -> Iterator[tuple[ControlAnswer, JudgedAnswer]]:
        questions = [self.task.questions[key] for key in sorted(self.task.known)]
        needing = [
            question for question in questions if self.task.known[question.question_id].needed
        ]
        for control in controls(needing, self.task.sets):
            yield (
                control,
                JudgedAnswer(self.task.known[control.question_id].criteria, control.answer),
            )

    def _calibration(self) -> Iterator[tuple[str, JudgedAnswer]]:
        for key in sorted(self.task.sets.keys() & self.task.known.keys()):
            yield from ((key, self.task.sets[key][kind]) for kind in CALIBRATION)

    def _pairs(self) -> Iterator[tuple[str, CalibrationKind, CalibrationKind]]:
        if self.grader.choose is not None:
            for key in sorted(self.task.sets.keys() & self.task.known.keys()):
                yield from ((key, first, second) for first, second in permutations(CALIBRATION, 2))

    def _answers_of(
        self, name: str, known: Mapping[str, JudgedAnswer]
    ) -> Iterator[tuple[str, JudgedAnswer]]:
        wanted = self.task.submissions is None or name in self.task.submissions
        for key, answer in sorted(known.items()):
            is_known = key in self.task.known and answer.answer is not None
            if not (is_known and asked_criteria(answer, self.judge)):
                continue
            if wanted or (prompt_sha256(self.judge, key, answer), True) in self.kept:
                yield key, answer

    def _two(
        self, key: str, first: CalibrationKind, second: CalibrationKind
    ) -> tuple[JudgedAnswer, JudgedAnswer]:
        return self.task.sets[key][first], self.task.sets[key][second]

    # What it says ----------------------------------------------------------------------------

    def _verdict(self, key: str, answer: JudgedAnswer, *, searched: bool = True) -> Verdict:
        """Return the verdict on one answer, as it is kept, or as the judge says now.

        searched: for claims and assertions too, by a judge that does so.
        """
        prompt = prompt_sha256(self.judge, key, answer)
        if (prompt, searched) not in self.kept:
            question = self.task.questions[key]
            assessment = self.grader.grade(
                question, asked_criteria(answer, self.judge), answer.answer
            )
            if searched and answer.needed and self.grader.search is not None:
                more = self.grader.search(question, answer.answer)
                assessment = more._replace(
                    criteria=assessment.criteria, replies=[*assessment.replies, *more.replies]
                )
            self.kept[prompt, searched] = Verdict.model_validate(
                {
                    "question_id": key,
                    "answer_sha256": digest(answer.answer),
                    "prompt_sha256": prompt,
                    **{name: list(value) for name, value in assessment._asdict().items()},
                }
            )
            self.watch()
        kept = self.kept[prompt, searched]
        assert isinstance(kept, Verdict), "no choice has a verdict's digest"
        return kept

    def _choice(self, key: str, first: CalibrationKind, second: CalibrationKind) -> Choice:
        """Return what the judge prefers of two calibration answers, kept or now."""
        assert self.grader.choose is not None, "it makes choices"
        pair = self._two(key, first, second)
        prompt = choice_sha256(self.judge, key, pair)
        if (prompt, True) not in self.kept:
            answers = (side.answer for side in pair)
            chosen, replies = self.grader.choose(self.task.questions[key], *answers)
            preference = {
                "first": first,
                "second": second,
                "chosen": chosen,
                "replies": list(replies),
            }
            self.kept[prompt, True] = Choice.model_validate(
                {"question_id": key, "prompt_sha256": prompt, **preference}
            )
            self.watch()
        kept = self.kept[prompt, True]
        assert isinstance(kept, Choice), "no verdict has a choice's digest"
        return kept


def kept_verdicts(files: Iterable[tuple[str, bytes]]) -> Kept:
    """Return verdicts and choices in a judge's files by prompt digest, or raise SubmissionError.

    files: place and bytes of each. A line that is none refuses its file; whether one is on what
    stands there today is not asked here: another digest would be asked for.
    """
    by_prompt: Kept = {}
    for place, data in files:
        name = place.rpartition("/")[2]
        if name == RECORD:
            continue
        reading = RecordFile(place)
        for _, line in reading.lines(data, _RECORDS.get(name, Verdict)):
            members = {k: v for k, v in line.as_json().items() if k not in {"control", "answer"}}
            kept = Choice if name == CHOICES else Verdict
            searched = not isinstance(line, Control) or line.control == "reference"
            by_prompt[line.prompt_sha256, searched] = kept.model_validate(members)
        reading.end()
    return by_prompt


_RECORDS: Mapping[str, type[Verdict | Choice]] = {CONTROLS: Control, CHOICES: Choice}


def judge_record(
    grader: Grader, *, operator: str, date: str, questions: Sequence[str] | None = None
) -> Judge:
    """Return a judge's record before its controls are counted. questions: None: all."""
    record = {
        "format": "judge/1",
        "judge": grader.judge,
        "model": grader.model,
        "parameters": dict(grader.parameters),
        "prompts": dict(grader.prompts),
        **({"covers": grader.covers} if grader.covers else {}),
        **({} if questions is None else {"questions": sorted(set(questions))}),
        "operator": operator,
        "date": date,
        "controls": {},
    }
    return read_record(Judge, record, "the options", error=SubmissionError)
