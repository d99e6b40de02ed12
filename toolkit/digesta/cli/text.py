"""What commands print, as plain text."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digesta.errors import InputError, Problem, plain
from digesta.workspace.bundle_zip import is_bundle

if TYPE_CHECKING:
    from digesta.board.questions import QuestionToRead
    from digesta.front import Submission
    from digesta.records.analysis import ItemAnalysis, Links
    from digesta.records.holdout import HoldoutScores
    from digesta.sheets import SheetAnswers
    from digesta.sheets.reviews import ReviewLines
    from digesta.workspace.links import ReleaseDiff
    from digesta.workspace.sheets.readings import AddedReadings

LISTED = 10
"""Questions that a line names; --json has all."""


# Submitters -----------------------------------------------------------------------------------


def start_text(
    folder: str, release: Path, count: int | None, *, taken: int = 0, sealed: int = 0
) -> str:
    """Return the next steps in a submission's new folder. count: lines to fill in, or None.

    release: its folder or bundle. taken: how many of them have an answer already; sealed: how many
    ask sealed questions.
    """
    place, then = f"{release.as_posix()}/questions.jsonl", f"digesta check {folder}"
    if is_bundle(release):
        bundle = shlex.quote(release.as_posix())
        opened = shlex.quote(release.as_posix().removesuffix(".xz"))
        first = f"xz -dk {bundle}; " if release.suffix == ".xz" else ""
        place = f"questions.jsonl, unpacked by: {first}python -m zipfile -e {opened} FOLDER"
        then += f" --release {bundle}"
    answers = "kept as it was"
    if count is not None:
        answers = (
            f"one line for each of {count} questions{_sealed_words(sealed)}; replace each null by "
            "your answer (null counts as missing; a track without any answer is not entered)"
        )
    if count is not None and taken:
        answers = f"one line for each of {count} questions, {taken} of them with its answer"
    return (
        f'{folder}/submission.json: written; to be ranked, add "command", which makes your '
        "answers again (more keys: the page File formats)\n"
        f"{folder}/predictions.jsonl: {answers}\n"
        f"the questions: {place} (ask states the form of each answer)\n"
        f"then: {then}\n"
    )


def _sealed_words(sealed: int) -> str:
    return f" ({sealed} of them sealed, which only maintainers score)" if sealed else ""


def result_of(path: Path, submission: Submission) -> dict[str, Any]:
    """Return what ``digesta check`` says of a submission that can be scored.

    Questions are counted of the tracks that it entered; of all that its card means, before it
    answers any.
    """
    from digesta.workspace.submissions import uncounted_answers

    marks, answers = submission.marks, submission.answers
    manifest = submission.release.stored.manifest
    entered = [t.track for t in manifest.tracks if marks.card.claims(t.track)]
    card = marks.card if entered else answers.card
    facts = [each for each in marks.facts if card.claims(each.task.track)]
    counts = manifest.holdout.counts if manifest.holdout else {}
    return {
        "path": path.as_posix(),
        "accepted": True,
        "answers": answers.count,
        "questions": sum(len(each.rows) for each in facts),
        "sealed": sum(count for track, count in counts.items() if card.claims(track)),
        "sha256": answers.sha256,
        "uncounted": list(
            uncounted_answers(submission.release.stored.compiled, submission.card, answers.answers)
        ),
        "entered": entered,
        "not_entered": [t.track for t in manifest.tracks if t.track not in entered],
        "on_all_boards": answers.card.tracks is None and not manifest.by_rules,
        **{name: sum(int(each.sums[name]) for each in facts) for name in ("missing", "unreadable")},
        "unreadable_ids": [
            question_id
            for task in facts
            for question_id, row in zip(task.task.ids, task.rows, strict=True)
            if row[task.task.column_names.index("unreadable")]
        ],
    }


def refusal(path: Path, error: InputError) -> dict[str, Any]:
    """Return what ``digesta check`` says of files that cannot be scored."""
    problems = [problem.as_json() for problem in error.problems]
    return {"path": path.as_posix(), "accepted": False, "total": error.total, "problems": problems}


def check_text(results: Sequence[Mapping[str, Any]]) -> str:
    """Return the results of ``digesta check``, file by file."""
    return "".join(line for result in results for line in _result_lines(result))


def _result_lines(result: Mapping[str, Any]) -> Iterator[str]:
    from digesta.board.report import NAME_TRACKS

    if not result["accepted"]:
        yield f"{plain(result['path'])}: refused\n"
        return
    counts = f"{result['answers']} answers to {result['questions'] + result['sealed']} questions"
    counts += _sealed_words(result["sealed"])
    verdict = "fine" if result["answers"] else "valid, but without any answer"
    yield f"{plain(result['path'])}: {verdict}, {counts}\n"
    yield from (f"  {line}\n" for line in result["uncounted"])
    if result["entered"] and result["not_entered"]:
        fix = "; " + NAME_TRACKS.format(tracks=json.dumps(result["entered"]))
        fix = fix if result["on_all_boards"] else ""
        yield f"  not entered: {', '.join(result['not_entered'])}{fix}\n"
    if result["missing"] or result["unreadable"]:
        yield (
            f"  {result['missing']} missing, {result['unreadable']} unreadable: these count as "
            "wrong (see digesta explain)\n"
        )
    if result["unreadable_ids"]:
        yield f"  unreadable{_list(result['unreadable_ids'])}\n"


def annotation(problem: Problem) -> str:
    """Return a problem as a command by which GitHub shows it next to its line."""
    place = f",line={problem.line}" if problem.line else ""
    code, file = _property(problem.code), _property(problem.file)
    words = str(problem).removeprefix(f"{plain(problem.place)}: ").replace("%", "%25")
    return f"::error file={file}{place},title={code}::{words}\n"


def _property(text: str) -> str:
    for mark, escape in {"%": "%25", ":": "%3A", ",": "%2C"}.items():
        text = text.replace(mark, escape)
    return plain(text)


def _list(ids: Sequence[str]) -> str:
    if not ids:
        return ""
    more = f", and {len(ids) - LISTED} more" if len(ids) > LISTED else ""
    return f": {', '.join(name[:16] for name in ids[:LISTED])}{more}"


def summary_text(summary: Mapping[str, Any]) -> str:
    """Return a summary of scores, a line for each track that was entered, its categories, tasks."""
    from digesta.board.report import OWN_VERDICTS, interval_text

    lines = [f"{summary['submission_id']}, release {summary['release']}"]
    for row in summary["scores"]:
        name = "  " * row["board"].count("/") + row["board"].rsplit("/", 1)[-1]
        n = f"n {row['n']}{_out_of(row, summary['scores'])}"
        counts = f"{n}, missing {row['missing']}, unreadable {row['unreadable']}"
        score = "no answer, counts as 0"
        if "score" not in row:
            score = _waiting(row["not_judged"])
        elif row["missing"] < row["n"]:
            score = f"{row['score']:6.1%}, 95 % interval {interval_text(row)}"
        lines.append(f"  {name:40} {row['metric']} {score}  (chance {row['chance']:.1%}, {counts})")
    lines += [f"  {track}: no score: {why}" for track, why in summary["no_score"].items()]
    if "judge" in summary:
        lines.append(f"  judge {summary['judge']}: {OWN_VERDICTS}")
    return "\n".join([*lines, f"  signature {summary['signature']}"]) + "\n"


def _out_of(row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """Say of how many questions a track's score counts n; empty where it counts all."""
    below = [r["n"] for r in rows if r["board"].rpartition("/")[0] == row["board"]]
    return f" of {sum(below)}" if "/" not in row["board"] and sum(below) > row["n"] else ""


def _waiting(answers: int) -> str:
    return f"not judged: {answers} answer{'s' * (answers > 1)} without a verdict"


def sheet_text(place: Path, answers: SheetAnswers, then: str) -> str:
    """Return what a sheet held, and the next command."""
    return (
        f"{place.as_posix()}: {answers.answered} answers, {len(answers.abstained)} abstentions"
        f"{_list(answers.abstained)}\nthen: {then}\n"
    )


def review_text(place: Path, reviews: ReviewLines, count: int) -> str:
    """Return what a second reader's sheet held. count: of its questions."""
    n, disputed = len(reviews.read), len(reviews.disputed)
    if not n:
        return f"{place.as_posix()}: 0 of {count} questions read\n"
    return (
        f"{place.as_posix()}: {n} of {count} questions read, "
        f"{disputed} disputed{_list(reviews.disputed)}\n"
        f"the key agrees with {n - disputed} of {n} answers ({(n - disputed) / n:.1%}); if each "
        f"dispute is a wrong key, {disputed / n:.1%} of keys are wrong, and at most "
        f"{reviews.most_wrong:.1%} of those from which these were drawn (95 %, exact)\n"
        "decide for each disputed question: keep, change or drop it\n"
    )


def added_text(draft: Path, added: AddedReadings) -> str:
    """Return how many readings a draft took over, and which it did not."""
    left = f"; left out, edited since or read by them before: {len(added.left_out)}"
    return (
        f"{draft.as_posix()}/review.jsonl: {len(added.added)} readings added"
        f"{(left + _list(added.left_out)) if added.left_out else ''}\n"
    )


# Maintainers ----------------------------------------------------------------------------------


def diff_text(diff: ReleaseDiff) -> str:
    """Return the changes between two releases: counted by task, question by question, scores."""
    from digesta.releases.diff import KINDS, counts

    words = {"rekeyed": "re-keyed", "metadata": "in metadata only"}
    lines = [f"{diff.before} -> {diff.after}"]
    lines += ["holdout re-sealed: root changed"] if diff.resealed else []
    lines += [] if diff.changes else ["no question differs"]
    for place, numbers in counts(diff.changes).items():
        kinds = [f"{numbers[kind]} {words.get(kind, kind)}" for kind in KINDS if numbers[kind]]
        lines.append(f"{'/'.join(place)}: {', '.join(kinds)}")
    for change in diff.changes:
        was = f", was {change.replaces[:12]}" if change.replaces else ""
        fields = f": {', '.join(change.fields)}" if change.fields else ""
        why = f" ({plain(change.reason)})" if change.reason else ""
        task = "/".join(change[1:4])
        lines.append(f"{change.kind} {task} {change.question_id[:12]}{was}{fields}{why}")
    lines += [line for linked in diff.scores or () for line in _links_lines(linked)]
    return "".join(f"{line}\n" for line in lines)


def _links_lines(linked: Links) -> Iterator[str]:
    """Yield how scores of a track changed between two releases, a line for each system."""
    from digesta.records.analysis import STEPS

    place = f"{linked.track}, {linked.shared} in both"
    if linked.why_unlinked:
        yield f"{place}: not linked, {linked.why_unlinked}"
    for row in linked.rows:
        system = plain(f"{row.model_name} ({row.organization}, {row.condition})")
        steps = ", ".join(f"{name} {getattr(row, name):+.4f}" for name in STEPS)
        ends = "no interval" if row.low is None else f"{row.low:+.4f} to {row.high:+.4f}"
        yield f"{place}: {system} {row.before:.4f} -> {row.after:.4f} ({steps})"
        shared = f"{row.linked_before:.4f} -> {row.linked_after:.4f}"
        yield f"  on the shared questions: {shared} ({row.answers:+.4f}, {ends})"


def holdout_text(submission: Path, release: Path, scores: HoldoutScores) -> str:
    """Return the scores of an attempt on sealed questions, track by track."""
    from digesta.workspace.holdout.attempts import SCORED_CAP

    lines, number = [], scores.attempts
    attempt = f"attempt {number}" + f" of {SCORED_CAP}" * (number <= SCORED_CAP)
    for track, figures in scores.tracks.items():
        kept = figures.attempt
        held = "" if kept == number else f", the ladder keeps the figures of attempt {kept}"
        lines.append(
            f"{track}: {figures.metric} {figures.percent}% ({figures.low}% to {figures.high}%), "
            f"{figures.n} sealed questions, {attempt}{held}\n"
        )
    place = (submission / "holdout.json").as_posix()
    return "".join([*lines, f"{place}: commit it with {release.as_posix()}/log\n"])


# Questions to look at -------------------------------------------------------------------------


def candidates_text(analyses: Sequence[ItemAnalysis], proposed: Sequence[QuestionToRead]) -> str:
    """Return a line for each board, then one for each question that is proposed."""
    lines = [f"{each.board}: {_board_words(each)}\n" for each in analyses]
    for each in proposed:
        row = each.row
        r = "" if row.correlation is None else f", item-rest {row.correlation:+.2f}"
        ends = "" if row.low is None else f" ({row.low:+.2f} to {row.high:+.2f})"
        figures = f"facility {row.facility:.3f}{r}{ends}"
        lines.append(
            f"{row.finding} {each.analysis.board} {row.question_id[:16]}: {figures}; "
            f"{each.reason}\n"
        )
    return "".join(lines)


def candidates_json(
    release: str, analyses: Sequence[ItemAnalysis], proposed: Sequence[QuestionToRead]
) -> dict[str, Any]:
    """Return a release's boards with what they show together, and the questions proposed."""
    return {
        "release": release,
        "boards": [
            {
                name: value
                for name, value in each.as_json().items()
                if name not in {"rows", "format"}
            }
            | {"questions": len(each.rows), "counts": dict(each.counts)}
            for each in analyses
        ],
        "candidates": [
            each.row.as_json() | {"board": each.analysis.board, "reason": each.reason}
            for each in proposed
        ],
    }


def _board_words(analysis: ItemAnalysis) -> str:
    from digesta.board.questions import reliability_words

    counts, systems = analysis.counts, len(analysis.systems)
    words = f"{len(analysis.rows)} questions, {systems} system{'s' * (systems > 1)}"
    if known := reliability_words(analysis.reliability):
        words += f", {known.coefficient} {known.value}"
        words += f" ({' to '.join(known.ends)})" if known.ends else ""
    shown = (
        f"{counts['dead']} dead, {counts['free']} free, {counts['suspicious']} suspicious, "
        f"{counts['negative']} negative"
    )
    return f"{words}; {shown} ({analysis.by_chance:.1f} suspicious by chance alone)"
