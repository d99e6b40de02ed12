"""A pull request, read as data: what the guard says, whether it can be scored, what it changes.

Releases, ids and names in use are the base's, whatever is checked out. The head never is: its files
are read from git's objects, once the guard has let their names, modes and sizes through, into a
folder of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from digesta.board.boards import boards
from digesta.board.report import why_no_score
from digesta.board.rows import best_floor, clears
from digesta.canonical import canonical_bytes
from digesta.errors import InputError, Problem, SubmissionError, plain
from digesta.intake import LIMITS, strict_json
from digesta.records.board import Board, Row
from digesta.records.read import read_record
from digesta.records.submission import MOST_ALIKE, BoardEffect, LocatedProblem, PullRequest
from digesta.records.trace import Run
from digesta.scoring.submission import ScoredSubmission, entered_card
from digesta.workspace import git, store
from digesta.workspace.boards import board_inputs, copies_of, merge_problems
from digesta.workspace.cards import RUN
from digesta.workspace.owner.organizations import is_taken
from digesta.workspace.releases import StoredRelease, newest, open_release
from digesta.workspace.repository.guard import NewFolder, is_guarded, new_folder, twins
from digesta.workspace.submissions import (
    Answers,
    mark,
    read_answers,
    refuse_folder,
    standing_ids,
)

MOST_BYTES = LIMITS.line_bytes
"""Of a result that is read back: it comes from a job that strangers could write to."""
_MOST_CHARS = 180
"""Of a text in a problem; escaped, it is ten times as long at most."""


def check_pull_request(root: Path, base: str, head: str, *, account: str | None) -> PullRequest:
    """Return what a pull request would bring. base, head: names of commits. account: its author's.

    Raises UsageError where git knows them not, they have nothing in common, or it would run
    programs of the repository's.
    """
    git.refuse_programs(root)
    base, head = git.commit_named(root, base), git.commit_named(root, head)
    result = PullRequest(format="pull-request/1", base=base, head=head, verdict="no-submission")
    with TemporaryDirectory(prefix="digesta-") as desk:
        try:
            changes, paths = git.changes(root, base, head), git.paths_in(root, base)
            if not is_guarded(changes, alike := twins(changes, paths)):
                return result
            with git.checkout_of(root, base) as of_base:
                release = open_release(of_base, newest(of_base))
                start = f"predictions/{release.id}/"
                there = (path.split("/")[2] for path in paths if path.startswith(start))
                taken = {*there, *standing_ids(release)}
                sizes = git.sizes_of(root, [each.blob for each in changes])
                place = new_folder(changes, alike, newest=release.id, taken=taken, sizes=sizes)
                answers = _answers(of_base, release, _copy(root, place, Path(desk)), account)
                unknown = not account and is_taken(of_base, answers.card.organization)
                gain = _gain(of_base, release, answers)
                return result.model_copy(update={**gain, "sender_unknown": unknown})
        except InputError as error:
            problems = [_record_of(problem, desk) for problem in error.problems]
            update = {"verdict": "refused", "problems": problems, "total": error.total}
            return result.model_copy(update=update)


def _copy(root: Path, place: NewFolder, desk: Path) -> Path:
    """Write a submission's files, as git has them, into a folder; return it."""
    for file, blob in place.blobs.items():
        store.write_file(desk / place.path / file, git.content_of(root, blob))
    return desk / place.path


def _answers(root: Path, release: StoredRelease, folder: Path, account: str | None) -> Answers:
    """Return a submission that ``check --against-board`` accepts, or raise SubmissionError."""
    refuse_folder(release, folder)
    answers = read_answers(folder, release.compiled)
    file = folder / RUN
    if file.exists():
        value = strict_json(store.read_bytes(file), file=file.as_posix(), error=SubmissionError)
        read_record(Run, value, file.as_posix(), error=SubmissionError)
    if clashes := merge_problems(root, release, {folder: answers.card}, account=account):
        raise SubmissionError(clashes)
    return answers


def _record_of(problem: Problem, desk: str) -> LocatedProblem:
    """Return a problem as a record, without the folder in which the files were looked at."""
    texts = problem.as_json().items()
    return LocatedProblem.model_validate(
        {
            key: plain(text.replace(f"{desk}/", ""), _MOST_CHARS) if isinstance(text, str) else text
            for key, text in texts
        }
    )


def _gain(root: Path, release: StoredRelease, answers: Answers) -> dict[str, Any]:
    """Return what a submission brings that can be merged, by field of the result."""
    compiled, read = release.compiled, answers.answers
    card = entered_card(compiled, answers.card, read, answers.traces)
    facts = mark(compiled, answers)
    own = ScoredSubmission(card, answers.sha256, facts, read, traces=answers.traces)
    effects = list(_effects(root, release, own))
    tracks = [each for each in effects if "/" not in each.board]
    joined = {each.board.partition("@")[0] for each in tracks}
    return {
        "verdict": "accepted",
        "card": answers.card,
        "answers": answers.count,
        "boards": tracks,
        "others": len(effects) - len(tracks),
        "alike": copies_of(root, release, own)[:MOST_ALIKE],
        "no_score": why_no_score(compiled, own, joined),
        "on_all_boards": answers.card.tracks is None and not release.manifest.by_rules,
    }


def _effects(root: Path, release: StoredRelease, own: ScoredSubmission) -> Iterator[BoardEffect]:
    """Yield what a submission earns, and changes for others, on each board that it joins."""
    inputs = board_inputs(root, release)
    there = [each for each in inputs.submissions if not each.judge]
    before = {board.path: board for board in boards(release.compiled, there, inputs.refused)}
    for board in boards(release.compiled, [*there, own], inputs.refused):
        if any(row.submission_id == own.card.submission_id for row in board.rows):
            yield _effect(board, before.get(board.path), own.card.submission_id)


def _effect(board: Board, before: Board | None, name: str) -> BoardEffect:
    row = next(row for row in board.rows if row.submission_id == name)
    floor = best_floor(board)
    others = [_own(each) for each in board.rows if each is not row]
    earlier = [_own(each) for each in before.rows] if before else others
    return BoardEffect(
        board=board.board,
        metric=board.metric,
        score=row.score,
        low=row.low,
        high=row.high,
        chance=board.chance,
        floor=floor.score if floor else None,
        clears=clears(board, row),
        n=board.n,
        missing=row.missing,
        unreadable=row.unreadable,
        rows=len(board.rows),
        moved=sum(each not in earlier for each in others),
    )


def _own(row: Row) -> Row:
    """Return a row without the test that is adjusted for how many rows there are."""
    return row.model_copy(update={"floor_p": None})


def write_result(path: Path, result: PullRequest) -> None:
    """Write what a check found."""
    store.write_file(path, canonical_bytes(result.as_json()) + b"\n")


def read_result(path: Path) -> PullRequest:
    """Return what a check found, from a file that anybody may have written."""
    file = path.as_posix()
    value = strict_json(store.read_bytes(path, limit=MOST_BYTES), file=file, error=SubmissionError)
    return read_record(PullRequest, value, file, error=SubmissionError)
