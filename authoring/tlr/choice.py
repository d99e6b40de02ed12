"""How many questions a split asks of each task, and which are chosen under a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, Literal

from authoring.draws import Draws
from authoring.tlr.articles import OF_ARTICLES
from authoring.tlr.candidates import (
    Candidate,
    Quota,
    Task,
    TooFewError,
    selection,
)
from authoring.tlr.law import AmendedLaw
from authoring.tlr.scopes import apart, impacts, room, scopes
from digesta.errors import Problem, ReleaseError

Split = Literal["public", "holdout"]
IMPACT: Task = "hierarchical_impact"
NO_CAP = 1000
TRIES = 2000

PUBLIC: Mapping[Task, Quota] = {
    "causal_lineage": Quota(10, {"medium": 6, "hard": 4}, {}, 2),
    "amendment_attribution": Quota(
        20, {"easy": 10, "medium": 7, "hard": 3}, {"several states": 13}, 3
    ),
    "temporal_difference": Quota(
        15,
        {"easy": 5, "medium": 7, "hard": 3},
        {"changed": 8, "unchanged": 7, "never amended": 3},
        NO_CAP,
    ),
    "temporal_consistency": Quota(20, {}, {"amended": 10, "never": 10}, NO_CAP),
    "point_in_time": Quota(30, {"easy": 10, "medium": 15, "hard": 5}, {}, 11),
    IMPACT: Quota(15, {"medium": 10, "hard": 5}, {}, 3),
}
HOLDOUT: Mapping[Task, Quota] = {
    "point_in_time": Quota(16, {}, {}, 6),
    "causal_lineage": Quota(15, {}, {}, 3),
    "temporal_difference": Quota(
        16, {}, {"changed": 8, "unchanged": 8, "never amended": 5}, NO_CAP
    ),
    "temporal_consistency": Quota(18, {}, {"amended": 9, "never": 9}, NO_CAP),
    "amendment_attribution": Quota(20, {}, {"several states": 9}, 3),
    IMPACT: Quota(16, {}, {}, 3),
}
"""Task -> its quota. A cap on a mark keeps a constant answer below the floor.

Tasks take their articles in this order, those first that few articles suit: in the public split
because of its difficulties, in a holdout because the public split took others.
"""

WANTED: Mapping[Split, Mapping[Task, Quota]] = {"public": PUBLIC, "holdout": HOLDOUT}
HALVES = ("changed", "unchanged", "amended", "never")
"""Marks of which a split of any law takes half at most, so that no constant answer wins."""
FAMILIES = {"public": 5, "holdout": NO_CAP}
"""How many outermost scopes a split may ask about: the public one leaves half to holdouts."""
PER_FAMILY = {"public": 4, "holdout": 5}
GUESSED = Fraction(40, 100)
"""What a system may earn on points in time by naming any state: the floor."""
THIRD = 3
LONG = 3
"""Versions of an article with a long history."""
SPARE = 4
"""Places in divisions that the public split leaves beyond what a holdout needs."""


def choose(
    law: AmendedLaw, key: bytes, split: Split, used: frozenset[str]
) -> Mapping[Task, tuple[Candidate, ...]]:
    """Choose a split's questions: no article or scope in two tasks, none that was used.

    ReleaseError where no draw of many gives enough, naming what the first one lacked.
    """
    label = f"tlr/{split}/{law.digest}"
    free = [article for article in law.askable if article not in used]
    of_scopes = [impacts(law, scope) for scope in scopes(law) if scope.family not in used]
    candidates = _first(
        lambda draws: _of_articles(law, draws, split, free), key, f"{label}/articles"
    )
    divisions = _first(
        lambda draws: _of_scopes(law, of_scopes, draws, split), key, f"{label}/scopes"
    )
    return candidates | divisions


def used_clusters(law: AmendedLaw, questions: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Return the articles and outermost scopes that questions of this track asked about."""
    asks = [question["ask"] for question in questions if question["track"] == "tlr"]
    articles = {ask["component_id"] for ask in asks if "component_id" in ask}
    families = {scope.name: scope.family for scope in scopes(law)}
    return frozenset(articles | {families.get(ask["scope"], "") for ask in asks if "scope" in ask})


Found = dict[Task, tuple[Candidate, ...]]


def _first(draw: Callable[[Draws], Found], key: bytes, label: str) -> Found:
    """Draw again, each time from another stream, until quotas and caps are met."""
    lacked = ""
    for number in range(TRIES):
        try:
            return draw(Draws(key, f"{label}/{number}"))
        except TooFewError as error:
            lacked = lacked or str(error)
    problem = Problem(
        code="too-few",
        file="questions.jsonl",
        got=lacked,
        fix="draw with another seed or key, or leave out fewer used questions",
    )
    raise ReleaseError([problem])


def quotas_of(law: AmendedLaw, split: Split) -> Mapping[Task, Quota]:
    """Return how many questions of each task: the law's own numbers, or the seed's."""
    own = law.numbers(split)
    if own is None:
        return WANTED[split]
    return {
        task: Quota(
            own[task],
            {},
            dict.fromkeys(HALVES, -(-own[task] // 2)) | {"several states": NO_CAP},
            _cap(own[task]),
        )
        for task in WANTED[split]
        if own.get(task, 0) > 0
    }


def _cap(number: int) -> int:
    """Return how many of a task's questions may share a mark: a third, where there are enough."""
    return -(-number // THIRD) if number >= 2 * THIRD else NO_CAP


def _of_articles(law: AmendedLaw, draws: Draws, split: Split, free: Sequence[str]) -> Found:
    candidates: Found = {}
    for task, wanted in quotas_of(law, split).items():
        if task == IMPACT:
            continue
        pool = [*free, *law.reenactments] if task == "point_in_time" else free
        order = draws.some(pool, len(pool))
        drawn = OF_ARTICLES[task](law, draws, order)
        candidates[task] = _named(task, _hard_first(law, drawn), wanted)
        taken = {point.cluster for point in candidates[task]}
        free = [article for article in free if article not in taken]
    points = candidates.get("point_in_time", ())
    guessed = [Fraction(1, len(law.states(point.cluster))) for point in points]
    if sum(guessed) > GUESSED * len(guessed):
        raise TooFewError(
            "point_in_time: too many articles of two states, of which a guess is right"
        )
    return candidates


def _hard_first(law: AmendedLaw, drawn: Iterator[Candidate]) -> Iterator[Candidate]:
    """Yield candidates as drawn or, where a law says so, those that mislead a reader first.

    That is: a version that never came into force or a gap, then a long history, then the hard ones.
    """
    file = law.known.file
    if file is None or not file.hardest_first:
        return drawn
    misleading = law.stillbirths | {*law.reenactments}

    def rank(candidate: Candidate) -> tuple[bool, bool, bool]:
        article, states = candidate.cluster, len(law.states(candidate.cluster))
        # Of few versions a guess is right too often.
        trap = candidate.task == "point_in_time" and states > LONG and article in misleading
        return not trap, states < LONG, candidate.difficulty != "hard"

    return iter(sorted(drawn, key=rank))


def _of_scopes(
    law: AmendedLaw, of_scopes: Sequence[Sequence[Candidate]], draws: Draws, split: Split
) -> Found:
    wanted = quotas_of(law, split).get(IMPACT)
    if wanted is None:
        return {}
    every = list(chain.from_iterable(of_scopes))
    families = list(dict.fromkeys(candidate.cluster for candidate in every))
    file = law.known.file
    own = law.numbers(split) is not None
    every_one = file is not None and file.sealed is None
    mine = draws.some(families, len(families) if every_one else min(FAMILIES[split], len(families)))
    if split == "public" and not own:
        _leaves_room([candidate for candidate in every if candidate.cluster not in mine])
    order = draws.some(every, len(every))
    # Those with many articles need long years: they take theirs first.
    hard_first = sorted(order, key=lambda candidate: candidate.difficulty != "hard")
    spread = _apart(
        [candidate for candidate in hard_first if candidate.cluster in mine],
        wanted,
        PER_FAMILY[split],
    )
    return {IMPACT: _named(IMPACT, spread, wanted)}


def _leaves_room(left: Sequence[Candidate]) -> None:
    """Refuse a choice of families after which a holdout could not ask about enough years."""
    by_family: dict[str, list[Candidate]] = {}
    for candidate in left:
        by_family.setdefault(candidate.cluster, []).append(candidate)
    places = sum(min(PER_FAMILY["holdout"], room(members)) for members in by_family.values())
    if places < HOLDOUT[IMPACT].number + SPARE:
        raise TooFewError(f"{IMPACT}: {places} places left for a holdout")


def _named(task: Task, candidates: Iterator[Candidate], wanted: Quota) -> tuple[Candidate, ...]:
    try:
        return selection(candidates, wanted)
    except TooFewError as error:
        raise TooFewError(f"{task}: {error}") from None


def _apart(order: Sequence[Candidate], wanted: Quota, per_family: int) -> Iterator[Candidate]:
    """Yield candidates whose years overlap no earlier one of their family, a few a family."""
    by_cluster: dict[str, list[Candidate]] = {}
    levels: dict[str, int] = dict(wanted.by_difficulty)
    for candidate in order:
        others = by_cluster.setdefault(candidate.cluster, [])
        if (
            len(others) < per_family
            and apart(candidate, others)
            and levels.get(candidate.difficulty, 1) > 0
        ):
            others.append(candidate)
            if candidate.difficulty in levels:
                levels[candidate.difficulty] -= 1
            yield candidate
