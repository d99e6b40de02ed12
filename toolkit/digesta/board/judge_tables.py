"""Several judges beside each other: agreement by part, orders without each, beside people.

Every number is a metric of questions' rows, whose interval is that of any metric
(``stats.estimates``): questions in their tasks, those of one source left out together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from digesta.board.boards import comparable_on, ranks_among, submissions_under
from digesta.board.judges.agreement import (
    AGREEMENT,
    Criterion,
    Ratings,
    agreement_row,
    judge_alpha,
    ratings_of,
)
from digesta.board.judges.eligible import judges_of, lineup_of
from digesta.board.judges.gate import AuditedJudge
from digesta.board.rows import Entrant, estimate, name_of, score_of
from digesta.board.specs import Spec, specs
from digesta.metrics.exact import round_share
from digesta.records.judges.comparison import (
    CriteriaPart,
    Estimate,
    HumanCheck,
    JudgeComparison,
    JudgeOrder,
    JudgePlace,
)
from digesta.records.release import Truth
from digesta.scorers.base import Metric, Share, Sums
from digesta.scoring.facts import CompiledRelease
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.estimates import metric_interval
from digesta.stats.layout import layout_of

Unit = tuple[Criterion, Ratings]
"""A criterion of one answer and what the judges say of it."""

COLUMNS = (*AGREEMENT, "units", "equal", "both", "judge_alone", "human_alone", "neither")
EQUAL = Metric(
    "equal", "Criteria that all judged alike / criteria that two judges or more judged.",
    lambda sums: Share(sums["equal"], sums["units"]), undefined=True,
)  # fmt: skip
SENSITIVITY = Metric(
    "sensitivity", "Satisfied by both / satisfied by the person.",
    lambda sums: Share(sums["both"], sums["both"] + sums["human_alone"]), undefined=True,
)  # fmt: skip
SPECIFICITY = Metric(
    "specificity", "Satisfied by neither / not satisfied by the person.",
    lambda sums: Share(sums["neither"], sums["neither"] + sums["judge_alone"]), undefined=True,
)  # fmt: skip


def _balance(sums: Sums) -> Share:
    yes, no = sums["both"] + sums["human_alone"], sums["neither"] + sums["judge_alone"]
    return Share(sums["both"] * no + sums["neither"] * yes, 2 * yes * no)


BALANCED = Metric(
    "balanced_accuracy", "The mean of sensitivity and specificity.", _balance, undefined=True
)
BIAS = Metric(
    "bias", "Satisfied by the judge alone less by the person alone / all.",
    lambda sums: Share(sums["judge_alone"] - sums["human_alone"], sums["units"]), least=-1,
)  # fmt: skip


def judge_tables(
    compiled: CompiledRelease,
    submissions: Sequence[ScoredSubmission],
    truths: Mapping[str, Truth],
    *,
    audited: Mapping[str, AuditedJudge],
) -> Iterator[JudgeTable]:
    """Yield a table for each track and condition on which two judges or more stand."""
    for track in compiled.release.tracks:
        whole = [s for s in specs(track, compiled.tasks_of(track.track)) if s.path == track.track]
        for spec in whole:
            for condition in track.conditions:
                here, _ = comparable_on(submissions_under(submissions, track, condition), spec)
                judges = [name for name in judges_of(here, spec.score.tasks) if name]
                if len(judges) > 1:
                    entrants = lineup_of(here, judges, spec.score.tasks).submissions
                    yield JudgeTable(
                        release=compiled.release.release,
                        board=f"{spec.path}@{condition}@{'+'.join(judges)}",
                        spec=spec,
                        truths=truths,
                        judges=judges,
                        humans=[j for j in judges if j in audited and audited[j].judge.human],
                        submissions=[each for each in here if each.verdicts],
                        systems=[each for each in entrants if each[0].role == "system"],
                    )


class Agreement(NamedTuple):
    """What does not change with who else takes part: it rests on verdicts alone."""

    parts: list[CriteriaPart]
    checks: list[HumanCheck]


class JudgeTable(NamedTuple):
    """What some judges said of answers.

    submissions: those that somebody judged, once for each judge. systems: those of which all of
    them judged every answer, each once for each judge.
    """

    release: str
    board: str
    spec: Spec
    truths: Mapping[str, Truth]
    judges: Sequence[str]
    humans: Sequence[str]
    submissions: Sequence[ScoredSubmission]
    systems: Sequence[Entrant]

    def agreement(self) -> Agreement:
        """Return how far the judges agree, among themselves and with people."""
        checks = [check for human in self.humans for check in self.checks(human)]
        return Agreement(list(self.parts()), checks)

    def record(self, agreement: Agreement) -> JudgeComparison:
        """Return the judges beside each other. agreement: theirs."""
        return JudgeComparison(
            format="judges/1",
            release=self.release,
            board=self.board,
            judges=list(self.judges),
            humans=list(self.humans),
            systems=len({each.card.submission_id for each in self.submissions}),
            parts=agreement.parts,
            orders=list(self.orders()),
            checks=agreement.checks,
        )

    @property
    def units(self) -> list[Unit]:
        """Return the ratings of each criterion of each answer that somebody judged."""
        keys = {key for task in self.spec.score.tasks for key in task.ids}
        verdicts: dict[str, dict[str, Any]] = defaultdict(dict)
        for each in self.submissions:
            own = {key: verdict for key, verdict in each.verdicts.items() if key in keys}
            verdicts[each.card.submission_id][each.judge] = own
        return [
            unit
            for _, by_judge in sorted(verdicts.items())
            for unit in ratings_of([by_judge.get(name, {}) for name in self.judges]).items()
        ]

    def criterion(self, unit: Criterion) -> Mapping[str, Any]:
        """Return a criterion as its truth has it; a text field that a judge settles has none."""
        question, name = unit
        criteria = self.truths[question].truth.get("criteria", ())
        own = (each for each in criteria if each["criterion_id"] == name)
        return next(own, {"dimension": "text field", "text": name})

    def parts(self) -> Iterator[CriteriaPart]:
        """Return the agreement of all criteria, of each dimension, check and criterion."""
        views: dict[str, Callable[[Criterion], str]] = {
            "all": lambda _unit: "",
            "dimension": lambda unit: str(self.criterion(unit)["dimension"]),
            "check": lambda unit: check_kinds(self.criterion(unit).get("check")),
            "criterion": "/".join,
        }
        units = [unit for unit in self.units if agreement_row(unit[1])[0]]
        for kind, view in views.items():
            groups: dict[str, list[Unit]] = defaultdict(list)
            for unit in units:
                groups[view(unit[0])].append(unit)
            for name, some in sorted(groups.items()):
                about = self.criterion(some[0][0])["text"] if kind == "criterion" else ""
                yield self._part(some, kind=kind, name=name, about=about)

    def _part(self, units: Sequence[Unit], **fields: Any) -> CriteriaPart:
        rows = {key: _sum(agreement_rows(own)) for key, own in _by_question(units).items()}
        equal = self._estimate(EQUAL, rows)
        assert equal is not None, "two judges judged each unit"
        alpha = self._estimate(judge_alpha(len(self.judges)), rows)
        sources = {self._clusters[key] for key in rows}
        return CriteriaPart(
            **fields, ratings=len(units), sources=len(sources), equal=equal, alpha=alpha
        )

    def orders(self) -> Iterator[JudgeOrder]:
        """Return the systems by all judges, then without each."""
        every = self._order(self.systems, range(len(self.judges)))
        ranks = {place.submission_id: (place.rank_low, place.rank_high) for place in every}
        yield JudgeOrder(judges=list(self.judges), places=every, otherwise=[])
        for out, name in enumerate(self.judges):
            kept = [index for index in range(len(self.judges)) if index != out]
            places = self._order(self.systems, kept)
            yield JudgeOrder(
                judges=[self.judges[index] for index in kept],
                without=name,
                places=places,
                otherwise=sorted(
                    place.submission_id
                    for place in places
                    if ranks[place.submission_id] != (place.rank_low, place.rank_high)
                ),
            )

    def _order(self, systems: Sequence[Entrant], judges: Sequence[int]) -> list[JudgePlace]:
        some = [tuple(entrant[index] for index in judges) for entrant in systems]
        some.sort(key=lambda entrant: (-score_of(entrant, self.spec), name_of(entrant)))
        if not some:
            return []
        headline = estimate(self.spec, some).headline
        ranks = ranks_among(headline, range(len(some)))
        return [
            JudgePlace(
                submission_id=name_of(entrant),
                model_name=entrant[0].card.model_name,
                score=round_share(headline.points[index]),
                rank_low=ranks[index].low,
                rank_high=ranks[index].high,
            )
            for index, entrant in enumerate(some)
        ]

    def checks(self, human: str) -> Iterator[HumanCheck]:
        """Return every other judge beside a person: on all criteria, then by dimension."""
        person = self.judges.index(human)
        for index, judge in enumerate(self.judges):
            both = [
                (unit, (ratings[index], ratings[person]))
                for unit, ratings in self.units
                if None not in (ratings[index], ratings[person])
            ]
            groups: dict[str, list[Unit]] = defaultdict(list)
            for pair in both if index != person else ():
                groups[""].append(pair)
                groups[str(self.criterion(pair[0])["dimension"])].append(pair)
            for part, some in sorted(groups.items()):
                rows = {key: _sum(map(_cells, own)) for key, own in _by_question(some).items()}
                bias = self._estimate(BIAS, rows)
                assert bias is not None, "both judged each unit"
                yield HumanCheck(
                    judge=judge,
                    human=human,
                    part=part,
                    ratings=len(some),
                    sensitivity=self._estimate(SENSITIVITY, rows),
                    specificity=self._estimate(SPECIFICITY, rows),
                    balanced_accuracy=self._estimate(BALANCED, rows),
                    bias=bias,
                )

    @property
    def _clusters(self) -> dict[str, str]:
        tasks = self.spec.score.tasks
        pairs = chain.from_iterable(zip(t.ids, t.clusters, strict=True) for t in tasks)
        return dict(pairs)

    def _estimate(self, metric: Metric, rows: Mapping[str, Sequence[int]]) -> Estimate | None:
        """Return a metric of questions' rows with its interval; None where it is not defined."""
        tasks = {key: task.task for task in self.spec.score.tasks for key in task.ids}
        matrix = np.array(list(rows.values()), dtype=np.int64)
        total = Sums(len(matrix), COLUMNS, matrix.sum(axis=0).tolist())
        if not metric.share(total).denominator:
            return None
        clusters = self._clusters
        layout = layout_of([tasks[key] for key in rows], [clusters[key] for key in rows])
        ends = metric_interval(metric, COLUMNS, matrix, layout)
        value = round_share(metric.value(total))
        return Estimate(value=value, **(ends._asdict() if ends else {}))


def check_kinds(check: str | None) -> str:
    """Return how a program decides a criterion, from its check; "no program" where none can.

    >>> check_kinds("authority: code civil, 1240 & number: 7.5 %")
    'authority, number'
    """
    terms = (check or "").replace(" | ", " & ").split(" & ")
    return ", ".join(sorted({term.partition(":")[0] for term in terms if term})) or "no program"


def agreement_rows(units: Sequence[Unit]) -> Iterator[tuple[int, ...]]:
    """Return the row of each unit: what alpha needs, 1, whether all judged alike, four zeros."""
    for _, ratings in units:
        known = {rating for rating in ratings if rating is not None}
        yield (*agreement_row(ratings), 1, int(len(known) == 1), 0, 0, 0, 0)


def _cells(unit: Unit) -> tuple[int, ...]:
    """Return the row of a pair (judge, person): zeros, 1, 0, and which of the four it is."""
    judge, person = unit[1]
    four = ((judge, person) == pair for pair in ((1, 1), (1, 0), (0, 1), (0, 0)))
    return (0, 0, 0, 1, 0, *map(int, four))


def _by_question(units: Sequence[Unit]) -> dict[str, list[Unit]]:
    groups: dict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        groups[unit[0][0]].append(unit)
    return dict(sorted(groups.items()))


def _sum(rows: Any) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]
