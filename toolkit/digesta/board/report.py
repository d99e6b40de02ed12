"""One system's report: a summary without intervals (fast), or the whole one with them.

A report is made of boards that hold this row alone, so that its numbers are always those of the
site.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from digesta.board.specs import signature, specs
from digesta.board.usage import NOT_REPORTED
from digesta.metrics.exact import NANO, round_share
from digesta.scorers.base import STANDARD
from digesta.scoring.facts import UNJUDGED, CompiledRelease, TaskFacts, facts_by_task
from digesta.scoring.submission import ScoredSubmission

if TYPE_CHECKING:
    from digesta.board.answers import Records
    from digesta.records.board import Board

OWN_VERDICTS = "the submitter's own verdicts, which no board shows"
"""How reports name verdicts that no maintainer's judge gave."""

_CREDIT = [column.name for column in STANDARD].index("credit")
Lines = Iterator[dict[str, Any]]

_HEADER = (
    f"{'board':60} {'score':>7}  {'95 % interval':15} {'all-pass':>8} {'chance':>7} {'n':>5} "
    f"{'missing':>7} {'unreadable':>10}"
)


def summary(
    compiled: CompiledRelease, facts: Sequence[TaskFacts], *, named: Mapping[str, str]
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


def _lines(compiled: CompiledRelease, facts: Sequence[TaskFacts], track: str) -> Lines:
    by_task = facts_by_task(facts, track)
    for spec in specs(compiled.release.track_named(track), compiled.tasks_of(track)):
        score = spec.score
        left = score.count(UNJUDGED, by_task)
        yield {
            "board": spec.path,
            "metric": spec.metric,
            **({"not_judged": left} if left else {"score": round_share(score.value(by_task))}),
            "chance": round_share(score.chance(by_task)),
            "n": sum(len(task.ids) for task in score.tasks),
            "missing": score.count("missing", by_task),
            "unreadable": score.count("unreadable", by_task),
        }


WRITTEN = "questions and keys were written by"


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
        **_authors(compiled),
        "boards": [_board(board, passes) for board in made],
        "answers": list(answer_rows(records, judged or submission)),
        "not_judged": list(_boards_due(compiled, judged or submission)),
    }


def _authors(compiled: CompiledRelease) -> dict[str, dict[str, str]]:
    """Return by track who wrote its questions, in words; nothing where no track says so."""
    called = {
        track.track: ", ".join(words % names for words, names in (a.words for a in track.authors))
        for track in compiled.release.tracks
        if track.authors
    }
    return {"authors": called} if called else {}


def _boards_due(compiled: CompiledRelease, submission: ScoredSubmission) -> Lines:
    """Return the boards that lack verdicts; a judge's boards need those of a whole track."""
    for track in compiled.release.tracks:
        facts = submission.by_task(track.track)
        whole = sum(int(each.sums.get(UNJUDGED, 0)) for each in facts.values())
        due = whole and submission.card.claims(track.track)
        for spec in specs(track, compiled.tasks_of(track.track)) if due else ():
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


def _board(board: Board, all_pass: Mapping[str, int]) -> dict[str, Any]:
    whole, row = board.as_json(), board.rows[0].as_json()
    about = ("board", "title", "metric", "n", "chance", "weighting", "interval")
    figures = ("score", "low", "high", "missing", "unreadable", "metrics", "usage")
    share = {"all_pass": all_pass[board.path.partition("@")[0]]}
    return {name: whole[name] for name in about} | share | {name: row.get(name) for name in figures}


def as_text(report: Mapping[str, Any]) -> str:
    """Return a report as plain text, one line per board, shares in percent."""
    submission = report["submission"]
    lines = [
        f"{submission['model_name']} ({submission['organization']}), release {report['release']}",
        _HEADER,
    ]
    for board in report["boards"]:
        interval = interval_text(board)
        lines.append(
            f"{board['board'].split('@')[0]:60} {board['score']:>7.1%}  {interval:15} "
            f"{board['all_pass'] / board['n']:>8.1%} {board['chance']:>7.1%} {board['n']:>5} "
            f"{board['missing']:>7} {board['unreadable']:>10}"
        )
    for board in report["not_judged"]:
        answers = f"{board['of_track']} answer{'s' * (board['of_track'] > 1)} of the track"
        lines.append(f"{board['board']:60} not judged: {answers} without a verdict")
    if "judge" in report:
        lines += [f"judge: {report['judge']}, {OWN_VERDICTS}"]
    lines += ["all-pass: the share of questions with full credit, every point earned"]
    lines += [f"cost: {cost_words(report)}"]
    lines += [f"signature: {report['signature']}"]
    lines += [notice["en"] for notice in report["notices"].values()]
    lines += [f"{track}: {WRITTEN} {by}" for track, by in report.get("authors", {}).items()]
    return "\n".join(lines) + "\n"


def cost_words(report: Mapping[str, Any]) -> str:
    """Return what all answers cost together, in dollars, as the submitter's trace has it."""
    costs = [answer["cost_micro_usd"] for answer in report["answers"]]
    if not costs or None in costs:
        return NOT_REPORTED
    return f"{sum(costs) / 1_000_000:.4f} USD, as the submitter reports"


def interval_text(row: Mapping[str, Any]) -> str:
    """Return the interval of a row's JSON in percent; why there is none where there is none."""
    if row.get("low") is None:
        return "too few sources"
    return f"{row['low']:.1%} to {row['high']:.1%}"


def as_html(report: Mapping[str, Any]) -> str:
    """Return a report as one self-contained, printable HTML page."""
    # ``score`` starts without either.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - see above

    from digesta.board.answers import in_words  # noqa: PLC0415 - see above

    environment = Environment(
        loader=PackageLoader("digesta", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["in_words"] = in_words
    return environment.get_template("report.html").render(
        report=report, own=OWN_VERDICTS, cost=cost_words(report)
    )
