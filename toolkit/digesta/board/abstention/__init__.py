"""How systems answer: the share that they answer, the risk among it, the language.

*Risk* is wrong / answered over the questions of a track, each counted once: an answer that is null,
or that the scorer cannot read, is none. Its interval is that of any ratio (``stats.estimates``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any

import numpy as np

from digesta.board.specs import signature
from digesta.metrics.exact import NANO, round_share
from digesta.records.analysis import Abstention, LanguageCounts, SystemAnswers
from digesta.records.release import Question
from digesta.records.submission import RANKED_LEVELS
from digesta.scorers.base import STANDARD, Metric, Rows, Scorer, Share, Sums
from digesta.scoring.facts import CompiledRelease, CompiledTask
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.estimates import metric_interval
from digesta.stats.layout import layout_of
from digesta.text.languages import language_of
from digesta.text.normal_form import text_1
from digesta.text.readings import language_of_yes_no

_COLUMNS = tuple(column.name for column in STANDARD)


def _risk(sums: Sums) -> Share:
    answered = (sums.n - sums["missing"] - sums["unreadable"]) * NANO
    return Share(answered - sums["credit"], answered)


RISK = Metric("risk", "Wrong answers / answers that could be read.", _risk, undefined=True)


def abstentions(
    compiled: CompiledRelease,
    submissions: Sequence[ScoredSubmission],
    questions: Iterable[Question],
) -> Iterator[Abstention]:
    """Return how systems answer each track under each condition; adversaries are left out.

    Nothing is said of a track where answers may be right in part and no text has a language.
    """
    listed = list(questions)
    language = {each.question_id: each.language.partition("-")[0] for each in listed}
    yes_no = {each.question_id for each in listed if each.ask.get("answer_type") == "boolean"}
    for track in compiled.release.tracks:
        tasks = compiled.tasks_of(track.track)
        for condition in track.conditions if tasks else ():
            rows = [
                row
                for each in submissions
                if _stands(each, track.track, condition)
                if (row := _system(each, tasks, language, yes_no=yes_no))
            ]
            if any(row.wrong is not None or _is_told(row.languages) for row in rows):
                ids = (key for task in tasks for key in task.ids)
                yield Abstention(
                    format="abstention/1",
                    board=f"{track.track}@{condition}",
                    release=compiled.release.release,
                    questions=dict(sorted(Counter(language[key] for key in ids).items())),
                    signature=signature(compiled, tasks),
                    rows=sorted(rows, key=lambda row: row.submission_id),
                )


def _stands(each: ScoredSubmission, track: str, condition: str) -> bool:
    here = each.card.claims(track) and each.card.condition == condition and not each.judge
    known = each.can_rank or each.level in RANKED_LEVELS
    return here and known and each.role in {"system", "baseline"}


def _is_told(counts: LanguageCounts | None) -> bool:
    return counts is not None and bool(counts.same or counts.other)


def _system(
    each: ScoredSubmission,
    tasks: Sequence[CompiledTask],
    language: Mapping[str, str],
    *,
    yes_no: AbstractSet[str],
) -> SystemAnswers | None:
    mine = [task for task in tasks if not each.card.why_not_comparable([task.task])]
    if not mine:
        return None
    facts = each.by_task(mine[0].track)
    rows: Rows = np.concatenate([facts[task.task].rows[:, : len(_COLUMNS)] for task in mine])
    sums = Sums(len(rows), _COLUMNS, rows.sum(axis=0).tolist())
    texts = {
        key: each.answers[task.start + at]
        for task in mine
        for at, key in enumerate(task.ids)
        if isinstance(each.answers[task.start + at], str)
    }
    answered = sums.n - sums["missing"] - sums["unreadable"]
    plain = all(_is_right_or_wrong(task.scorer) for task in mine)
    return SystemAnswers(
        submission_id=each.card.submission_id,
        model_name=each.card.model_name,
        role=each.role,
        n=sums.n,
        missing=sums["missing"],
        unreadable=sums["unreadable"],
        coverage=round_share(Fraction(answered, sums.n)),
        languages=languages(texts, language, yes_no=yes_no) if texts else None,
        **(_figures(mine, rows, sums) if plain else {}),
    )


def _is_right_or_wrong(scorer: Scorer[Any]) -> bool:
    """Return whether each answer to a scorer's questions is right or wrong, nothing between."""
    return any(metric.column == "credit" and metric.proportion for metric in scorer.metrics)


def _figures(tasks: Sequence[CompiledTask], rows: Rows, sums: Sums) -> dict[str, Any]:
    """Return the risk of a system whose answers are right or wrong."""
    wrong, answered = (int(part) // NANO for part in _risk(sums))
    if not answered:
        return {"wrong": 0}
    strata = [task.task for task in tasks for _ in task.ids]
    layout = layout_of(strata, [cluster for task in tasks for cluster in task.clusters])
    ends = metric_interval(RISK, _COLUMNS, rows, layout)
    figures = {"wrong": wrong, "risk": round_share(Fraction(wrong, answered))}
    return figures | (ends._asdict() if ends else {})


def languages(
    texts: Mapping[str, str], own: Mapping[str, str], *, yes_no: AbstractSet[str]
) -> LanguageCounts:
    """Count written answers by language. own: each question's, ISO 639-1.

    yes_no: questions that are answered by yes or no, whose language that word tells.
    """
    same, unclear, other = 0, 0, Counter[str]()
    for key, text in texts.items():
        read = language_of(text)
        if not read and key in yes_no:
            read = language_of_yes_no(text_1(text), own[key])
        same += read == own[key]
        unclear += not read
        other.update([read] if read not in {"", own[key]} else [])
    return LanguageCounts(same=same, other=dict(sorted(other.items())), unclear=unclear)
