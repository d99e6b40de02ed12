"""One system's report: a summary of its scores (fast), or the whole one with every answer.

A report is made of boards that hold this row alone, so that its numbers are always those of the
site. Both show the tracks that the submission entered, and say of each other why it has no score.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from digesta.board.specs import signature, specs
from digesta.board.usage import NOT_REPORTED
from digesta.metrics.exact import NANO, round_share
from digesta.scorers.base import STANDARD
from digesta.scorers.forms import MetricPicture
from digesta.scoring.explanation import in_words
from digesta.scoring.facts import UNJUDGED, CompiledRelease
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.estimates import Estimates

if TYPE_CHECKING:
    from digesta.board.answers import Records
    from digesta.records.board import Board
    from digesta.records.track import Track

OWN_VERDICTS = "the submitter's own verdicts, which no board shows"
"""How reports name verdicts that no maintainer's judge gave."""

NOT_ENTERED = "not entered"
NAME_TRACKS = (
    'add "tracks": {tracks} to submission.json, or boards of this release show 0.0 % on tracks '
    "that were not entered"
)
"""What to do in a release whose boards show tracks of which nothing was answered."""

_CREDIT = [column.name for column in STANDARD].index("credit")
Lines = Iterator[dict[str, Any]]


def summary(
    compiled: CompiledRelease, submission: ScoredSubmission, *, named: Mapping[str, str]
) -> dict[str, Any]:
    """Return the scores of a submission, with 95 % intervals, on every track that it entered.

    named: what identifies the submission (``submission_id``, ``predictions`` digest), and whose
    verdicts it was marked by. Where an answer has no verdict and needs one there is no score:
    ``not_judged`` says how many. ``no_score``: why each other track has none.
    """
    scores = [
        line for track in compiled.release.tracks for line in _lines(compiled, submission, track)
    ]
    shown = {line["board"].partition("/")[0] for line in scores}
    return {
        "format": "summary/1",
        "release": compiled.release.release,
        **named,
        "signature": signature(compiled, compiled.tasks),
        "scores": scores,
        "no_score": why_no_score(compiled, submission, shown),
    }


def _lines(compiled: CompiledRelease, submission: ScoredSubmission, track: Track) -> Lines:
    by_task = submission.by_task(track.track)
    for spec in (
        specs(track, compiled.tasks_of(track.track)) if has_entered(submission, track) else ()
    ):
        score = spec.score
        left = score.count(UNJUDGED, by_task)
        [ends] = Estimates(score, [[by_task]]).intervals
        share = {"score": round_share(score.value(by_task)), **(ends._asdict() if ends else {})}
        yield {
            "board": spec.path,
            "metric": spec.metric,
            **({"not_judged": left} if left else share),
            "chance": round_share(score.chance(by_task)),
            "n": sum(len(task.ids) for task in score.tasks),
            "missing": score.count("missing", by_task),
            "unreadable": score.count("unreadable", by_task),
        }


def has_entered(submission: ScoredSubmission, track: Track) -> bool:
    """Return whether a submission entered a track, under a condition that the track has."""
    card = submission.card
    return card.claims(track.track) and card.condition in track.conditions


def why_no_score(
    compiled: CompiledRelease, submission: ScoredSubmission, shown: Collection[str]
) -> dict[str, str]:
    """Return by name why a submission has no score on a track. shown: the tracks that have one."""
    return {
        track.track: _why_no_score(compiled, submission, track)
        for track in compiled.release.tracks
        if track.track not in shown
    }


def _why_no_score(compiled: CompiledRelease, submission: ScoredSubmission, track: Track) -> str:
    card, tasks = submission.card, compiled.tasks_of(track.track)
    if card.condition not in track.conditions:
        under = " or ".join(track.conditions)
        return f"it is answered under {under}, and this submission is {card.condition}"
    if not tasks:
        return "it has no public questions; its sealed ones are scored by maintainers"
    if not card.claims(track.track):
        return NOT_ENTERED
    left = sum(int(each.sums.get(UNJUDGED, 0)) for each in submission.by_task(track.track).values())
    if left:
        return f"{left} answer{'s' * (left > 1)} must first be read by a maintainer's judge"
    return card.why_not_comparable(task.task for task in tasks) or "its headline needs other tasks"


def report(
    compiled: CompiledRelease,
    submission: ScoredSubmission,
    judged: ScoredSubmission | None = None,
    *,
    records: Records,
) -> dict[str, Any]:
    """Return a submission's report with intervals and every answer, as a JSON value.

    judged: the same by one judge's verdicts, where there are some: they mark what needs a judge.
    records: the release's questions and truths.
    """
    # A summary needs neither, nor what they import.
    from digesta.board.answers import answer_rows  # noqa: PLC0415 - see above
    from digesta.board.boards import boards  # noqa: PLC0415 - see above

    passes = _all_pass(compiled, judged or submission)
    marked = [submission] if judged is None else [submission, judged]
    made = list(boards(compiled, marked, folded=False))
    shown = {board.path.partition("@")[0].partition("/")[0] for board in made}
    entered = [t for t in compiled.release.tracks if has_entered(submission, t)]
    by = {} if judged is None else {"judge": judged.judge, "verdicts": judged.verdicts_sha256}
    return {
        "format": "report/1",
        "release": compiled.release.release,
        "title": compiled.release.title,
        "submission": submission.card.as_json(),
        "predictions_sha256": submission.predictions_sha256,
        **by,
        "signature": signature(compiled, compiled.tasks),
        "notices": {track.track: track.notice for track in entered},
        **_authors(entered),
        "boards": [_board(compiled, board, passes) for board in made],
        "answers": list(answer_rows(records, judged or submission, entered)),
        "not_judged": list(_boards_due(compiled, judged or submission, entered)),
        "no_score": why_no_score(compiled, judged or submission, shown),
    }


def _authors(tracks: Sequence[Track]) -> dict[str, dict[str, str]]:
    """Return by track who wrote its questions, in words; nothing where no track says so."""
    called = {
        track.track: ", ".join(words % names for words, names in (a.words for a in track.authors))
        for track in tracks
        if track.authors
    }
    return {"authors": called} if called else {}


def _boards_due(
    compiled: CompiledRelease, submission: ScoredSubmission, tracks: Sequence[Track]
) -> Lines:
    """Return the boards that lack verdicts; a judge's boards need those of a whole track."""
    for track in tracks:
        facts = submission.by_task(track.track)
        whole = sum(int(each.sums.get(UNJUDGED, 0)) for each in facts.values())
        for spec in specs(track, compiled.tasks_of(track.track)) if whole else ():
            if spec.score.needs_judge:
                yield {
                    "board": spec.path,
                    "title": spec.title,
                    "metric": spec.metric,
                    "not_judged": spec.score.count(UNJUDGED, facts),
                    "of_track": whole,
                }


def _all_pass(compiled: CompiledRelease, submission: ScoredSubmission) -> dict[str, int]:
    """Return on how many questions of each score the submission earned all there is."""
    return {
        spec.path: sum(
            int((facts.rows[:, _CREDIT] == NANO).sum())
            for name, facts in submission.by_task(track.track).items()
            if name in spec.task_names
        )
        for track in compiled.release.tracks
        for spec in specs(track, compiled.tasks_of(track.track))
    }


def _board(compiled: CompiledRelease, board: Board, all_pass: Mapping[str, int]) -> dict[str, Any]:
    """Return a board's only row; of a track that a judge marked with the metrics to be shown."""
    whole, row = board.as_json(), board.rows[0].as_json()
    about = ("board", "title", "metric", "n", "chance", "weighting", "interval")
    figures = ("score", "low", "high", "missing", "unreadable", "metrics", "usage")
    track, _, more = board.path.partition("@")
    tasks = compiled.tasks_of(track) if "@" in more else ()
    scorers = {task.scorer_name: task.scorer for task in tasks}.values()
    shown = [p for each in scorers for p in each.pictures if isinstance(p, MetricPicture)]
    return (
        {name: whole[name] for name in about}
        | {"all_pass": all_pass[track]}
        | {name: row.get(name) for name in figures}
        | {"pictures": [{"title": p.title, "about": p.about, "groups": p.groups} for p in shown]}
    )


def cost_words(report: Mapping[str, Any]) -> str:
    """Return what the answers cost together, in dollars, as the submitter's trace has it."""
    costs = [answer["cost_micro_usd"] for answer in report["answers"] if answer["asked"]]
    known = [cost for cost in costs if cost is not None]
    if not known:
        return NOT_REPORTED
    part = f" for {len(known)} of {len(costs)} answers" if len(known) < len(costs) else ""
    return f"{sum(known) / 1_000_000:.4f} USD{part}, as the submitter reports"


def interval_text(row: Mapping[str, Any]) -> str:
    """Return the interval of a row's JSON in percent; why there is none where there is none."""
    if row.get("low") is None:
        return "too few sources"
    return f"{row['low']:.1%} to {row['high']:.1%}"


def as_page(report: Mapping[str, Any], form: str) -> str:
    """Return a report as ``text``, or as ``html``: one self-contained, printable page."""
    # ``score`` starts without it.
    from jinja2 import (  # noqa: PLC0415 - see above
        Environment,
        PackageLoader,
        StrictUndefined,
        select_autoescape,
    )

    environment = Environment(
        loader=PackageLoader("digesta", "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"in_words": in_words, "interval": interval_text}
    methods = sorted({board["interval"]["method"] for board in report["boards"]})
    named = {"own": OWN_VERDICTS, "cost": cost_words(report), "methods": methods}
    return environment.get_template(f"report.{form}").render(report=report, **named)
