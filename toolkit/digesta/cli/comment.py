"""A comment on a pull request: our sentences, then all submitted text in one fenced block.

Nothing within a fence is markup, a mention, a link or a command of the forge, and nothing within
can end it: it is longer than any run of its character there, and each line begins with a space.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from digesta.board.report import NAME_TRACKS, NOT_ENTERED
from digesta.board.rows import CLEARS
from digesta.errors import plain
from digesta.records.submission import BoardEffect, LocatedProblem, PullRequest

SENTENCES = {
    "accepted": (
        "## Digesta: this submission can be merged\n\n"
        "Its files are well formed, and no other submission has its names. Until a maintainer "
        "decides otherwise, boards of public questions list it as self-reported, without a rank.\n"
    ),
    "refused": (
        "## Digesta: this pull request cannot be merged yet\n\n"
        "Fix the problems below and push again; the check then repeats.\n"
    ),
    "no-submission": "",
}
"""Text above the block; empty for a pull request without a submission."""

SENDER_UNKNOWN = (
    "\n**Before you merge:** `predictions/organizations.toml` lists its organisation, and the "
    "check did not know which account sent this. Confirm that one of the listed accounts did.\n"
)

_END = (
    "\nChecked with the tools and releases of the base; the files were read as data. To repeat "
    "it: `digesta check --against-board` and `digesta score`, with the folder's path.\n"
)
_MOST_CHARS = 400
_LABELS = ("question_id", "got", "expected", "nearest", "fix")


def comment_text(result: PullRequest) -> str:
    """Return the comment in Markdown; empty where there is nothing to say."""
    sentence = SENTENCES[result.verdict]
    if not sentence:
        return ""
    if result.sender_unknown:
        sentence += SENDER_UNKNOWN
    lines = [f" {plain(line, _MOST_CHARS)}" for line in _lines(result)]
    runs = re.findall("`+", "\n".join(lines))
    fence = "`" * max(3, *(len(run) + 1 for run in runs), 3)
    return "\n".join([sentence, f"{fence}text", *lines, fence, _END])


def _lines(result: PullRequest) -> Iterator[str]:
    if result.card is not None:
        card = result.card
        yield f"{card.submission_id}, release {card.release}, {card.condition}"
        yield f"{card.model_name} ({card.organization}): {result.answers} answers"
    yield from result.alike
    for effect in result.boards:
        yield from _effect_lines(effect)
    if result.others:
        yield f"and a row on {result.others} boards of categories, parts and tasks"
    for track, why in result.no_score.items():
        yield f"{track}: on no board; {why}"
    if result.on_all_boards and NOT_ENTERED in result.no_score.values():
        tracks = sorted({effect.board.partition("@")[0] for effect in result.boards})
        yield NAME_TRACKS.format(tracks=json.dumps(tracks))
    for problem in result.problems:
        yield from _problem_lines(problem)
    if result.total > len(result.problems):
        yield f"and {result.total - len(result.problems)} more problems"
    yield f"commit {result.head}, on {result.base}"


def _effect_lines(effect: BoardEffect) -> Iterator[str]:
    ends = "too few sources for an interval"
    if effect.low is not None and effect.high is not None:
        ends = f"95 % interval {effect.low:.1%} to {effect.high:.1%}"
    floor = "" if effect.floor is None else f"; floor {effect.floor:.1%}: {CLEARS[effect.clears]}"
    yield f"{effect.board}: {effect.metric} {effect.score:.1%}, {ends}{floor}"
    yield (
        f"  {effect.n} questions, {effect.missing} missing, {effect.unreadable} unreadable; chance "
        f"{effect.chance:.1%}"
    )
    others = (
        f"{effect.moved} of the others change" if effect.moved else "none of the others changes"
    )
    yield f"  a new row, of {effect.rows} then; {others}"


def _problem_lines(problem: LocatedProblem) -> Iterator[str]:
    place = problem.file if problem.line is None else f"{problem.file}:{problem.line}"
    yield f"{place}: {problem.code}"
    for label in _LABELS:
        if text := getattr(problem, label):
            yield f"  {label.replace('_', ' ')}: {text}"
