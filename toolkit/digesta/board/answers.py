"""A submission's answers one by one, each beside what was expected: for its report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from digesta.metrics.exact import NANO
from digesta.records.question import Question, Truth
from digesta.records.track import Track
from digesta.scorers.base import Response
from digesta.scoring.facts import UNJUDGED
from digesta.scoring.submission import ScoredSubmission

Records = tuple[Sequence[Question], Mapping[str, Truth]]
"""A release's questions, and its truths by id."""


def answer_rows(
    records: Records, submission: ScoredSubmission, tracks: Iterable[Track]
) -> Iterator[dict[str, Any]]:
    """Yield each question of some tracks with its answer, what was expected, and what it earned.

    expected: the truth, as JSON; criteria: of a truth that has some, each as the verdict has it;
    made_up: claims that the judge called made up. credit: None where the answer waits for a
    verdict. all_pass: whether it earned all there is. why: its mark in words.
    """
    questions = {question.question_id: question for question in records[0]}
    names = {track.track for track in tracks}
    for facts in (each for each in submission.facts if each.task.track in names):
        task = facts.task
        answers = submission.answers[task.start :]
        rows = zip(task.ids, facts.rows, answers, task.prepared, strict=False)
        for key, row, answer, prepared in rows:
            cells = dict(zip(task.scorer.column_names, row.tolist(), strict=True))
            waits, truth = cells.get(UNJUDGED), records[1][key].truth
            verdict = submission.verdicts.get(key, {})
            trace = submission.traces.get(key)
            yield {
                "question_id": key,
                "task": f"{task.track}/{task.category}/{task.task}",
                "language": questions[key].language,
                "question": "\n\n".join(turn.content for turn in questions[key].turns),
                "sources": [source.as_json() for source in questions[key].shown_sources or ()],
                "answer": answer,
                "expected": None if "criteria" in truth else truth,
                "criteria": (criteria := list(_criteria(truth, verdict))),
                "failed": [each["criterion_id"] for each in criteria if each["failed"]],
                "made_up": [each for each in verdict.get("claims", ()) if each["hallucinated"]],
                "why": task.scorer.why(prepared, Response(answer, verdict or None)),
                "credit": None if waits else cells["credit"] / NANO,
                "all_pass": not waits and cells["credit"] == NANO,
                "asked": answer is not None or trace is not None,
                "cost_micro_usd": trace.cost_micro_usd if trace else None,
            }


def _criteria(truth: Mapping[str, Any], verdict: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    verdicts = {each["criterion_id"]: each for each in verdict.get("criteria", ())}
    for criterion in truth.get("criteria", ()):
        judged = verdicts.get(criterion["criterion_id"], {})
        against = criterion["dimension"] == "negative"
        yield (
            {name: criterion[name] for name in ("criterion_id", "dimension", "points", "text")}
            | {name: judged[name] for name in ("satisfied", "analysis") if name in judged}
            | {"failed": judged.get("satisfied") is against}
        )
