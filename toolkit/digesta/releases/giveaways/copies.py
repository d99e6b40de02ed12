"""Questions that differ in little but numbers: who knows one template answers many.

All that an answerer reads is compared, as in ``near_copies``, but with each number masked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from digesta.records.release import Question
from digesta.records.review import GiveawayTest
from digesta.releases.giveaways.figures import Giveaway, share
from digesta.releases.near_copies import asked_text, id_of, own_grams, pairs_alike

OLD = "old"
"""In place of a split: a question of the release before that is not current any more."""


def copies(questions: Iterable[Question], before: Iterable[Question]) -> Iterator[Giveaway]:
    """Yield what share of each track's questions are copies but for numbers; no truth is read.

    Of one of their task and language: within their split (``copies``), of sealed questions with a
    public one (``across``), of new ones with one of the release before (``before``), where there
    are such questions.
    """
    now = {id_of(question): question for question in questions}
    then = {id_of(question): question for question in before}
    tasks: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    for name, question in (then | now).items():
        tasks[question.track, question.task, question.language].append(name)
    sums: defaultdict[tuple[str, GiveawayTest], list[int]] = defaultdict(lambda: [0, 0])
    for (track, _, _), names in tasks.items():
        splits = [now[name].split if name in now else OLD for name in names]
        fresh = [bool(then) and name in now and name not in then for name in names]
        pairs = _pairs([(now.get(name) or then[name]) for name in names])
        for test, n, alike in _counts(pairs, splits, fresh):
            sums[track, test][0] += n
            sums[track, test][1] += alike
    for (track, test), (n, alike) in sums.items():
        yield Giveaway(test, track, "", n, 0.0, share(alike, n))


def _counts(
    pairs: Sequence[tuple[int, int]], splits: Sequence[str], fresh: Sequence[bool]
) -> Iterator[tuple[GiveawayTest, int, int]]:
    """Yield a test, of how many questions, and how many are copies; splits, fresh: by question."""
    alike: dict[GiveawayTest, set[int]] = {"copies": set(), "across": set(), "before": set()}
    for question, other in (*pairs, *((b, a) for a, b in pairs)):
        if splits[question] == splits[other]:
            alike["copies"].add(question)
        elif (splits[question], splits[other]) == ("holdout", "public"):
            alike["across"].add(question)
        if fresh[question] and not fresh[other]:
            alike["before"].add(question)
    current = {at for at, split in enumerate(splits) if split != OLD}
    of: dict[GiveawayTest, set[int]] = {
        "copies": current,
        "across": {at for at in current if splits[at] == "holdout" and "public" in splits},
        "before": {at for at in current if fresh[at]},
    }
    yield from (
        (test, len(of[test]), len(own & of[test])) for test, own in alike.items() if of[test]
    )


def _pairs(questions: Sequence[Question]) -> list[tuple[int, int]]:
    texts = [re.sub(r"\d+", "#", asked_text(question)) for question in questions]
    return pairs_alike(own_grams(texts))
