"""From a release's committed submissions to its boards."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from digesta.board.adversaries import IDS, PREFIX, adversary_card
from digesta.board.comparison import conditions, headline_pairs
from digesta.board.copies import copies
from digesta.board.names import taken_names
from digesta.board.roster import Earlier, fold_judges, is_entered
from digesta.errors import DigestaError, InputError, Problem, SubmissionError, UsageError
from digesta.metrics.exact import round_share
from digesta.records.board import Board, Conditions, Ineligible
from digesta.records.read import read_record
from digesta.records.submission import OUT, RANKED_LEVELS, Card, Decision
from digesta.releases.floors import headline_of
from digesta.releases.log import latest_decisions
from digesta.scoring.facts import UNJUDGED, expected_facts
from digesta.scoring.rules import rule_score
from digesta.scoring.submission import ScoredSubmission, entered_card
from digesta.workspace.earlier import add_earlier, earlier_boards
from digesta.workspace.holdout.score_files import sealed_boards
from digesta.workspace.judges import judged_submissions, judges_in, undecided_judges
from digesta.workspace.marks import MarkedSubmission, marked_submissions
from digesta.workspace.owner.organizations import name_problems
from digesta.workspace.progress import warn
from digesta.workspace.releases import (
    StoredRelease,
    check_signatures,
    json_line,
    last_publication,
)
from digesta.workspace.shards import Standings, board_lines, facts_by_track
from digesta.workspace.submissions import (
    computed_adversaries,
    computed_names,
    mark,
    read_answers,
    refuse_folder,
    standing_ids,
    submission_folders,
)


class BoardInputs(NamedTuple):
    """What a release's boards are made from.

    submissions: scored; one that judges have verdicts on appears once more for each judge.
    refused: taken off the boards by decisions. left_out: the problems of folders that stand on no
    board because of them; nothing vouches for these yet. A fault in a folder that maintainers
    vouched for is raised.
    """

    submissions: tuple[ScoredSubmission, ...]
    refused: tuple[Ineligible, ...]
    left_out: tuple[Problem, ...]


@lru_cache(maxsize=2)
def board_inputs(root: Path, release: StoredRelease) -> BoardInputs:
    """Return what the boards of a release are made from."""
    bare = bare_inputs(root, release)
    judged = judged_submissions(judges_in(root, release), bare.submissions)
    problems = (*bare.left_out, *undecided_judges(root, release))
    return BoardInputs((*bare.submissions, *judged), bare.refused, problems)


@lru_cache(maxsize=2)
def bare_inputs(root: Path, release: StoredRelease) -> BoardInputs:
    """Return what the boards of a release are made from, without any judge."""
    entered, refused, problems = entered_inputs(root, release)
    submissions = [*entered, *computed_adversaries(root, release)]
    submissions.sort(key=lambda submission: submission.card.submission_id)
    return BoardInputs(tuple(submissions), refused, problems)


@lru_cache(maxsize=2)
def entered_inputs(root: Path, release: StoredRelease) -> BoardInputs:
    """Return the ``bare_inputs`` that somebody entered: without what the release computes."""
    check_signatures(release.root)
    decisions, standing = latest_decisions(release.logs.decisions), standing_ids(release)
    submissions, refused, problems = [], [], list[Problem]()
    folders = list[Path]()
    for folder in submission_folders(root, release.id):
        decision = decisions.get(folder.name)
        if decision is not None and decision.decision in OUT:
            refused.append(
                Ineligible(
                    submission_id=folder.name, code=decision.decision, detail=decision.reason
                )
            )
            continue
        folders.append(folder)
    every = marked_submissions(release, folders)
    for folder, marked in zip(folders, every, strict=True):
        try:
            refuse_folder(release, folder)
            if isinstance(marked, DigestaError):
                raise marked
            submissions.append(_score(marked, decisions.get(folder.name), release))
        except DigestaError as error:
            if folder.name in standing:
                raise
            problems += _problems_of(error, folder)
    computed = [adversary_card(name, release.manifest) for name in computed_names(root, release)]
    taken = list(taken_names([*(each.card for each in submissions), *computed], (*IDS, *standing)))
    if wrong := [problem for name, problem in taken if name in standing]:
        raise SubmissionError(wrong)
    out = {name for name, _ in taken}
    kept = [each for each in submissions if each.card.submission_id not in out]
    problems += (problem for _, problem in taken)
    if release.manifest.by_rules and release.manifest.archive is None:
        kept = _with_copies(kept, published_systems(release.root))
    return BoardInputs(tuple(kept), tuple(refused), tuple(problems))


def _with_copies(
    submissions: Sequence[ScoredSubmission], published: Container[str]
) -> list[ScoredSubmission]:
    """Return submissions with a system that gives a baseline's answers as that baseline.

    published: systems on published boards, which stay as they are.
    """
    shown = {
        each.submission.card.submission_id: each.other.card.submission_id
        for each in copies(submissions)
        if each.whole and (each.submission.role, each.other.role) == ("system", "baseline")
    }
    return [
        replace(each, role="baseline", copy_of=shown[name])
        if (name := each.card.submission_id) in shown and name not in published
        else each
        for each in submissions
    ]


def published_systems(folder: Path) -> frozenset[str]:
    """Return the systems on the boards that a release published last."""
    boards = map(orjson.loads, last_publication(folder).values())
    rows = (row for board in boards for row in board["rows"] if row["role"] == "system")
    return frozenset(row["submission_id"] for row in rows)


def copies_of(root: Path, release: StoredRelease, own: ScoredSubmission) -> list[str]:
    """Say whose answers a submission gives, or nearly; nothing where they are its own."""
    name = own.card.submission_id
    there = board_inputs(root, release).submissions
    every = copies([own, *(each for each in there if each.card.submission_id != name)])
    return [str(each) for each in every if each.submission is own]


def forget_inputs() -> None:
    """Let go of what boards were made from: pages need no more of it than they were given."""
    for kept in (board_inputs, bare_inputs, entered_inputs, judges_in, facts_files):
        kept.cache_clear()


def merge_problems(
    root: Path, release: StoredRelease, new: Mapping[Path, Card], *, account: str | None
) -> list[Problem]:
    """Return what would be wrong once submissions lay in the workspace: ids and names in use.

    new: the card of each, by its folder or file; one that lies in its place already is compared
    with the others. account: of who sends them, as HOST:LOGIN.
    """
    fix = "choose another submission_id"
    places = {path: root / "predictions" / release.id / new[path].submission_id for path in new}
    clashes = [
        Problem(code="id-taken", file=path.as_posix(), got=new[path].submission_id, fix=fix)
        for path, place in places.items()
        if os.path.lexists(place) and not path.samefile(place)
    ]
    there = {
        place.name for path, place in places.items() if place.exists() and path.samefile(place)
    }
    inputs = board_inputs(root, release)
    cards = (submission.card for submission in inputs.submissions)
    others = {card.submission_id: card for card in cards if card.submission_id not in there}
    newcomers = [card for card in new.values() if card.submission_id not in others]
    names = taken_names([*others.values(), *newcomers], list(others))
    standing = standing_ids(release)
    for path, card in new.items():
        if card.submission_id not in standing:
            clashes += name_problems(root, path, card, account)
    named = [problem for name, problem in names if name not in others]
    # Where neither of two newcomers has their name, both are left out already.
    left_out = (each for each in inputs.left_out if each.code == "name-taken")
    return clashes + (named or [each for each in left_out if each.file.split("/")[0] in there])


def report_problems(problems: Iterable[str]) -> None:
    """Say on stderr which folders stand on no board, and why."""
    for problem in problems:
        warn(f"left out: {problem}")


def _problems_of(error: DigestaError, folder: Path) -> tuple[Problem, ...]:
    if isinstance(error, InputError):
        return tuple(error.problems)
    return (Problem(code="no-submission", file=folder.as_posix(), got=str(error)),)


def _score(
    marked: MarkedSubmission, decision: Decision | None, release: StoredRelease
) -> ScoredSubmission:
    answers = marked.answers
    role = decision.role if decision else "system"
    name = answers.card.submission_id.removeprefix(PREFIX)
    expected = expected_facts(release.compiled, name) if role == "adversary" else None
    card = answers.card
    if role != "adversary" and release.manifest.by_rules:
        card = entered_card(release.compiled, card, answers.answers, answers.traces)
    return ScoredSubmission(
        card,
        answers.sha256,
        expected or marked.facts,
        answers.answers,
        role,
        decision.level if decision else "open",
        expectation=expected is not None,
        traces=answers.traces,
    )


def board_files(root: Path, release: StoredRelease) -> dict[str, bytes]:
    """Return every board of a release: file name -> canonical bytes; say what is left out."""
    submissions, refused, problems = board_inputs(root, release)
    report_problems(map(str, problems))
    audited = {judge.judge.judge: judge.audit for judge in judges_in(root, release)}
    by_rules = release.manifest.by_rules
    earlier = earlier_boards(root, release.manifest) if by_rules else Earlier()
    published = frozenset(last_publication(release.root) if by_rules else ())
    names = frozenset(name.removesuffix(".json") for name in published)
    standings = Standings(release.compiled, submissions, refused, audited, earlier, names)
    files = dict(board_lines(standings))
    sealed = sealed_boards(root, release, submissions, refused)
    if by_rules:
        gone = {each.submission_id for each in refused}
        with_earlier = (add_earlier(board, earlier, gone) for board in sealed)
        judged = [name for name in files if name.count("@") > 1]
        tables = (read_record(Board, orjson.loads(files.pop(name)), name, 1) for name in judged)
        kept = (each for each in with_earlier if is_entered(each) or each.path in names)
        sealed = iter([*fold_judges(tables, names), *kept])
    return files | {f"{board.path}.json": json_line(board) for board in sealed}


@lru_cache(maxsize=1)
def facts_files(root: Path, release: StoredRelease) -> dict[str, bytes]:
    """Return the integer rows of every submission: file name -> canonical bytes.

    <submission>/<track>.json, and where the track is judged <submission>/<track>@<judge>.json.
    """
    submissions = board_inputs(root, release).submissions
    every = facts_by_track(release, submissions)
    return {
        facts_name(submission, track): line
        for submission, lines in zip(submissions, every, strict=True)
        for track, line in lines.items()
    }


def facts_name(submission: ScoredSubmission, track: str) -> str:
    """Return the name that ``facts_files`` gives to a submission's facts on a track."""
    judge = f"@{submission.judge}" if submission.judge else ""
    return f"{submission.card.submission_id}/{track}{judge}.json"


def conditions_of(root: Path, release: StoredRelease) -> list[Conditions]:
    """Return the effect of retrieved passages, a record for each headline that shows it."""
    among, tracks = compared_submissions(root, release), release.manifest.tracks
    return [each for track in tracks for each in conditions(release.compiled, among, track)]


def pairs_of(root: Path, release: StoredRelease) -> list[dict[str, Any]]:
    """Compare every two submissions that maintainers ran, but adversaries, on each headline."""
    return list(headline_pairs(release.compiled, compared_submissions(root, release)))


def compared_submissions(root: Path, release: StoredRelease) -> list[ScoredSubmission]:
    """Return whom comparisons are of: all that maintainers ran, but adversaries."""
    # Answers that were sent in for open truths count in no comparison of systems, and figures by
    # different judges' verdicts are not compared with each other.
    return [
        submission
        for submission in entered_inputs(root, release).submissions
        if submission.role != "adversary"
        and (submission.can_rank or submission.level in RANKED_LEVELS)
    ]


def scores_of(root: Path, release: StoredRelease, submission: str) -> dict[str, float]:
    """Return the headline of each track for one submission, as a decision records it.

    By track; a judged track by track@judge, for each judge that judged it wholly.
    """
    folder = root / "predictions" / release.id / submission
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such submission")
    answers = read_answers(folder, release.compiled)
    bare = _score(MarkedSubmission(answers, mark(release.compiled, answers)), None, release)
    every = (bare, *judged_submissions(judges_in(root, release), [bare]))
    return dict(sorted(figure for scored in every for figure in _headlines(release, scored)))


def _headlines(release: StoredRelease, submission: ScoredSubmission) -> Iterator[tuple[str, float]]:
    for track in release.manifest.tracks:
        rule = headline_of(track)
        score = rule_score(rule, track, release.compiled.tasks_of(track.track))
        judged = score is not None and score.needs_judge
        facts = submission.by_task(track.track)
        if (
            score is not None
            and (submission.card.claims(track.track) or not release.manifest.by_rules)
            and judged == bool(submission.judge)
            and not score.count(UNJUDGED, facts)
            and not submission.card.why_not_comparable(task.task for task in score.tasks)
        ):
            name = f"{track.track}@{submission.judge}" if judged else track.track
            yield name, round_share(score.value(facts))
