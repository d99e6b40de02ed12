"""What gives answers away to who knows no law: figures that programs take of a release's questions.

- ``linear``, ``ngram``: how far above the base rate words tell a label of a truth (``labels``).
- ``longest``, ``position``: the one longest choice, the commonest place of the right one.
- ``copies``, ``across``, ``before``: questions that differ in little but numbers (``copies``).
- ``printed``: points of a rubric for what its question prints.

The truths that are here are measured, of the public split or of both. Everything is exact: integers
and fractions, or floats that hold integers, so that every machine finds the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from digesta.errors import Problem, plain
from digesta.metrics.exact import round_share
from digesta.records.holdout import LEAST_OF_CATEGORY
from digesta.records.release import Question
from digesta.releases.data import MANIFEST, ReleaseData
from digesta.releases.giveaways.choices import of_choices
from digesta.releases.giveaways.copies import copies
from digesta.releases.giveaways.figures import Giveaway
from digesta.releases.giveaways.labels import LabelledQuestion, predictable
from digesta.releases.near_copies import asked_text
from digesta.scorers import scorer_named


def giveaways(draft: ReleaseData, before: ReleaseData | None = None) -> list[Giveaway]:
    """Return every figure of a release or draft, by track and test, the highest first within.

    before: the release that it goes on from. The truths that are here must be sound.
    """
    here = [question for split in draft.splits for question in draft.of_split(split)]
    then = () if before is None else before.questions
    figures = list(copies(draft.questions, then))
    for track in draft.manifest.tracks:
        own = [question for question in here if question.track == track.track]
        figures += _of_labels(track.track, own, draft)
        figures += of_choices(track.track, own, draft.truths)
        figures += _overlap(track.track, own, draft)
    order = {track.track: at for at, track in enumerate(draft.manifest.tracks)}
    return sorted(figures, key=lambda each: (order[each.track], each.sort_key))


def _of_labels(track: str, questions: Sequence[Question], draft: ReleaseData) -> Iterator[Giveaway]:
    groups: defaultdict[str, list[LabelledQuestion]] = defaultdict(list)
    for question in questions:
        truth = draft.truths[question.question_id].truth
        labels = scorer_named(question.scorer).labels(question.ask, truth)
        text = asked_text(question) if labels else ""
        place = f"{question.task} {question.language}", question.cluster_id
        for part, right in labels.items():
            groups[part].append(LabelledQuestion(text, *place, frozenset(right)))
    for part, group in sorted(groups.items()):
        yield from predictable(group, track, part)


def _overlap(track: str, questions: Sequence[Question], draft: ReleaseData) -> Iterator[Giveaway]:
    n, points, printed = 0, Fraction(0), Fraction(0)
    for question in questions:
        truth = draft.truths[question.question_id].truth
        text = asked_text(question)
        for each in scorer_named(question.scorer).paid_for(truth):
            n, points = n + 1, points + each.points
            printed += each.points * each.printed_in(text)
    if points:
        yield Giveaway("printed", track, "", n, 0.0, round_share(printed / points))


def highest(figures: Iterable[Giveaway]) -> list[Giveaway]:
    """Return the highest figure of each track and test, of those that may be held to a limit."""
    first: dict[tuple[str, str], Giveaway] = {}
    for each in figures:
        if each.n >= LEAST_OF_CATEGORY:
            first.setdefault((each.track, each.test), each)
    return list(first.values())


def highest_lines(figures: Iterable[Giveaway]) -> list[str]:
    """Return a line for the highest figure of each track and test, under a heading; else none."""
    rows = [plain(str(each)) for each in highest(figures)]
    return ["giveaways: the highest of each test"] * bool(rows) + [f"  {row}" for row in rows]


def held_to_limits(draft: ReleaseData, before: ReleaseData | None) -> list[Problem]:
    """Return the problems of ``giveaway_problems``; nothing is measured where there is no limit."""
    limited = draft.manifest.giveaways is not None
    return list(giveaway_problems(draft, giveaways(draft, before))) if limited else []


def giveaway_problems(draft: ReleaseData, figures: Iterable[Giveaway]) -> Iterator[Problem]:
    """Yield a problem for each track and test over its limit that nothing excuses.

    And for each excuse that nothing needs, unless what is sealed may need it. Nothing where the
    manifest sets no limits.
    """
    limits = draft.manifest.giveaways
    if limits is None:
        return
    over: defaultdict[tuple[str, str], list[Giveaway]] = defaultdict(list)
    for each in figures:
        if each.n >= LEAST_OF_CATEGORY and each.gain > limits.limit_of(each.test):
            over[each.track, each.test].append(each)
    excuses = {(each.track, each.test) for each in limits.excused or ()}
    for (track, test), own in over.items():
        if (track, test) not in excuses:
            more = f", and {len(own) - 1} more" if len(own) > 1 else ""
            fix = "write other questions, or say in release.json why not: giveaways.excused "
            fix += f'[{{"track": "{track}", "test": "{test}", "reason": …}}]'
            wrong = partial(Problem, code="giveaway", file="questions.jsonl", got=f"{own[0]}{more}")
            yield wrong(expected=f"at most {limits.limit_of(test):.3f}", fix=fix)
    for track, test in sorted(excuses - over.keys()) if not draft.holdout() else ():
        wrong = partial(Problem, code="giveaway-excuse", file=MANIFEST, got=f"{track}: {test}")
        yield wrong(expected="a limit that is exceeded", fix="remove the excuse")
