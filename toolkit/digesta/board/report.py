"""One system's report: a summary without intervals (fast), or the whole one with them.

A report is made of the boards that would hold this one row, so that it can never say another
number than the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from digesta.board import boards, signature, specs
from digesta.metrics.exact import published
from digesta.records.board import Board
from digesta.scoring.compiled import Compiled, TaskFacts
from digesta.scoring.rules import task_score
from digesta.scoring.submission import ScoredSubmission

OWN_VERDICTS = "the submitter's own verdicts, which no board shows"
"""What is said of figures that rest on verdicts given at home."""

_HEADER = (
    f"{'board':60} {'score':>7}  {'95 % interval':15} {'chance':>7} {'n':>5} {'missing':>7} "
    f"{'unreadable':>10}"
)


def summary(
    compiled: Compiled, facts: Sequence[TaskFacts], *, named: Mapping[str, str]
) -> dict[str, Any]:
    """Return the point scores of a submission on every track, category and task.

    named: what identifies the submission (``submission_id``, ``predictions`` digest), and whose
    verdicts it was marked by. Where an answer has no verdict and needs one there is no score:
    ``not_judged`` says how many.
    """
    return {
        "format": "summary/1",
        "release": compiled.release.release,
        **named,
        "signature": signature(compiled, compiled.tasks),
        "scores": [
            line
            for track in compiled.release.tracks
            for line in _lines(compiled, facts, track.track)
        ],
    }


def _lines(compiled: Compiled, facts: Sequence[TaskFacts], track: str) -> Iterable[dict[str, Any]]:
    mine = {one.task.task: one for one in facts if one.task.track == track}
    for spec in specs(compiled.release.track_named(track), compiled.tasks_of(track)):
        sums = [mine[task.task].sums for task in spec.score.tasks]
        left = spec.score.unjudged(mine)
        yield {
            "board": spec.path,
            "metric": spec.metric,
            **({"not_judged": left} if left else {"score": published(spec.score.value(mine))}),
            "chance": published(spec.score.chance(mine)),
            "n": sum(one.n for one in sums),
            "missing": sum(int(one["missing"]) for one in sums),
            "unreadable": sum(int(one["unreadable"]) for one in sums),
        }


def report(
    compiled: Compiled, submission: ScoredSubmission, judged: ScoredSubmission | None = None
) -> dict[str, Any]:
    """Return a submission's report with intervals, as a JSON value.

    judged: the same by one judge's verdicts, where there are some: they mark what needs a judge.
    """
    made = list(boards(compiled, [submission] if judged is None else [submission, judged]))
    by = {} if judged is None else {"judge": judged.judge, "verdicts": judged.verdicts_sha256}
    return {
        "format": "report/1",
        "release": compiled.release.release,
        "title": compiled.release.title,
        "submission": submission.card.as_json(),
        "predictions_sha256": submission.predictions_sha256,
        **by,
        "signature": signature(compiled, compiled.tasks),
        "notices": {t.track: t.notice for t in compiled.release.tracks},
        "boards": [_board(one) for one in made],
        "not_judged": list(_not_judged(compiled, judged or submission)),
    }


def _not_judged(compiled: Compiled, submission: ScoredSubmission) -> Iterator[dict[str, Any]]:
    """Return what has no board for want of verdicts; a judge's boards need a whole track."""
    for track in compiled.release.tracks:
        if submission.card.claims(track.track):
            facts = submission.by_task(track.track)
            found = list(specs(track, compiled.tasks_of(track.track)))
            whole = sum(task_score(one.task).unjudged(facts) for one in facts.values())
            for spec in found if whole else ():
                if any(task.needs_judge for task in spec.score.tasks):
                    yield {
                        "board": spec.path,
                        "title": spec.title,
                        "metric": spec.metric,
                        "not_judged": spec.score.unjudged(facts),
                        "of_track": whole,
                    }


def _board(board: Board) -> dict[str, Any]:
    row = board.rows[0].as_json()
    kept = ("score", "low", "high", "missing", "unreadable", "metrics")
    about = {
        "board": board.board,
        "title": board.title,
        "metric": board.metric,
        "n": board.n,
        "chance": board.chance,
        "weighting": board.weighting,
        "interval": board.interval.as_json(),
    }
    return about | {name: row[name] for name in kept}


def as_text(report: Mapping[str, Any]) -> str:
    """Return a report as plain text, one line per board, shares in percent."""
    submission = report["submission"]
    lines = [
        f"{submission['model_name']} ({submission['organization']}), release {report['release']}",
        _HEADER,
    ]
    for one in report["boards"]:
        low, high = f"{one['low']:.1%}", f"{one['high']:.1%}"
        lines.append(
            f"{one['board'].split('@')[0]:60} {one['score']:>7.1%}  {f'{low} to {high}':15} "
            f"{one['chance']:>7.1%} {one['n']:>5} {one['missing']:>7} {one['unreadable']:>10}"
        )
    lines += [
        f"{one['board']:60} not judged: {_answers(one['of_track'])} without a verdict"
        for one in report["not_judged"]
    ]
    if "judge" in report:
        lines += [f"judge: {report['judge']}, {OWN_VERDICTS}"]
    lines += [f"signature: {report['signature']}"]
    lines += [notice["en"] for notice in report["notices"].values()]
    return "\n".join(lines) + "\n"


def _answers(count: int) -> str:
    return f"{count} answer{'s' * (count > 1)} of the track"


def as_html(report: Mapping[str, Any]) -> str:
    """Return a report as one self-contained, printable HTML page."""
    # The one heavy import of this module; ``score`` starts without it.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - see above

    environment = Environment(
        loader=PackageLoader("digesta", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html").render(report=report, own=OWN_VERDICTS)
