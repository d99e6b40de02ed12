"""The strict reader of a judge's verdicts on calibration answers, and of its pairwise choices.

Both files lie in the judge's folder, as ``calibration.jsonl`` and ``choices.jsonl``. Digests bind
them to the release's answers, as they bind verdicts on submissions. A question's four answers
differ (``digesta.releases.checks.calibration`` refuses others), so a digest names one of them.
"""

from __future__ import annotations

from digesta.canonical import digest
from digesta.intake.codes import Fault
from digesta.intake.lines import quote
from digesta.intake.records import RecordFile
from digesta.intake.verdicts import CalibrationSets, JudgedAnswer, circumstances, faults_of
from digesta.records.judges.calibration import CalibrationKind, Choice
from digesta.records.judges.verdict import Judge, Verdict


def read_calibration(
    data: bytes, known: CalibrationSets, judge: Judge, *, file: str
) -> dict[tuple[str, CalibrationKind], Verdict]:
    """Return a judge's verdicts on calibration answers, or raise SubmissionError.

    ``answer_sha256`` says which of the question's answers a line is about.
    """
    lines = RecordFile(file)
    verdicts: dict[tuple[str, CalibrationKind], Verdict] = {}
    for number, verdict in lines.lines(data, Verdict):
        key = verdict.question_id
        if key not in known:
            lines.note(Fault("calibration-none", quote(key)), number)
            continue
        kinds = {digest(answer.answer): kind for kind, answer in known[key].items()}
        kind = kinds.get(verdict.answer_sha256)
        if kind is None:
            lines.note(Fault("verdict-answer", verdict.answer_sha256[:12]), number, key)
        elif (key, kind) in verdicts:
            lines.note(Fault("calibration-twice", kind), number, key)
        else:
            verdicts[key, kind] = verdict
            lines.note_all(faults_of(verdict, known[key][kind], judge), number, key)
    lines.end()
    return verdicts


def read_choices(
    data: bytes, known: CalibrationSets, judge: Judge, *, file: str
) -> tuple[Choice, ...]:
    """Return a judge's choices between calibration answers, in order, or raise SubmissionError."""
    lines = RecordFile(file)
    choices: dict[tuple[str, str, str], Choice] = {}
    for number, choice in lines.lines(data, Choice):
        name = choice.question_id
        key = (name, choice.first, choice.second)
        answers = known.get(name)
        if answers is None:
            lines.note(Fault("calibration-none", quote(name)), number)
        elif key in choices:
            lines.note(Fault("choice-twice", f"{choice.first}, {choice.second}"), number, name)
        else:
            choices[key] = choice
            pair = (answers[choice.first], answers[choice.second])
            if choice.prompt_sha256 != choice_sha256(judge, name, pair):
                lines.note(Fault("verdict-prompt", choice.prompt_sha256[:12]), number, name)
    lines.end()
    return tuple(choices.values())


def choice_sha256(judge: Judge, question_id: str, pair: tuple[JudgedAnswer, JudgedAnswer]) -> str:
    """Return the digest of a choice's prompt and judge.

    As ``prompt_sha256``, with {first_sha256, second_sha256} in place of {answer_sha256}.
    """
    first, second = pair
    answers = {"first_sha256": digest(first.answer), "second_sha256": digest(second.answer)}
    return digest(answers | circumstances(judge, question_id, first))
