"""Methodology: scores, answer types, normalisers and metrics in words, from the code's tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from digesta.records.release import MeanOfScore, PoolScore, Score, Track
from digesta.releases.floors import tasks_of_rule
from digesta.scorers.base import Scorer
from digesta_site.page import DataTable, Page
from digesta_site.pages.boards.headline import uneven_score
from digesta_site.pages.common import metric_href, site_page
from digesta_site.paths import metric_address, scorer_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.views import answer_types, normalisers
from digesta_site.words import with_spaces

COLUMNS = ("scorer", "metric", "about", "of_answered", "lower_is_better", "source")


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of scores and metrics; the hand-written text stands above it."""
    scorers = [_scorer(site.scorers[name]) for name in sorted(site.scorers)]
    newest = site.newest
    tracks = [_track(site, newest, track) for track in newest.manifest.tracks] if newest else []
    rows = [
        [scorer["name"], *(metric[name] for name in COLUMNS[1:])]
        for scorer in scorers
        for metric in scorer["metrics"]
    ]
    texts = {
        "scorers": scorers,
        "tracks": tracks,
        "answer_types": answer_types.rules(site.scorers),
        "normalisers": normalisers.rules(
            site.newest.manifest if site.newest else None, [each.manifest for each in site.releases]
        ),
    }
    yield site_page(
        *(site, "methodology", "methodology.html"),
        texts | {"newest": site.newest.id if site.newest else ""},
        heading="Methodology",
        data=texts,
        table=DataTable(COLUMNS, [[_yes(cell) for cell in row] for row in rows]),
        searchable=True,
        hide=("navigation",),
    )


def _yes(cell: Any) -> str:
    return {True: "yes", False: ""}.get(cell, str(cell))


def _scorer(scorer: Scorer[Any]) -> dict[str, Any]:
    return {
        "name": scorer.name,
        "version": scorer.version,
        "href": f"{scorer_stem(scorer.name)}.html",
        "metrics": [
            {name: getattr(metric, name) for name in COLUMNS[2:]}
            | {"metric": metric.name, "href": metric_address(scorer.name, metric.name)}
            for metric in scorer.metrics
        ],
        "adversaries": [{"name": a.name, "about": a.about} for a in scorer.adversaries],
    }


def _track(site: SiteInput, release: SiteRelease, track: Track) -> dict[str, Any]:
    tasks = {score.name: tasks_of_rule(track, score) for score in track.scores}
    sealed = track.sealed_headline
    under = [(q.split, q.task) for q in release.questions if q.track == track.track]
    counts = Counter(
        (split, name) for split, task in under for name in tasks if task in tasks[name]
    )
    return {
        "track": track.track,
        "title": track.title,
        "method_after": track.method_after,
        "headline": track.headline,
        "headlines": track.headlines or [track.headline],
        "scores": [
            {
                "name": score.name,
                "title": score.title,
                "words": formula_words(track, score),
                "n": [counts[split, score.name] for split in ("public", "holdout")],
                "sealed": score.name == sealed,
                # Where each split has a first headline of its own, neither is about the other.
                "uneven": [
                    (words, uneven_score(release, track, score.name, split))
                    for words, split, other in (
                        ("public", "public", sealed),
                        ("sealed", "holdout", sealed and track.headline),
                    )
                    if score.name != other
                ],
            }
            for score in track.scores
        ],
        "tasks": [
            {
                "title": task.title,
                "metric": task.metric,
                "scorer": task.scorer,
                "href": metric_href(site, task.scorer, task.metric),
            }
            for task in track.tasks.values()
        ],
    }


def formula_words(track: Track, score: Score) -> str:
    """Say in words how a score is made."""
    if isinstance(score, MeanOfScore):
        if score.mean_of == "categories":
            return "the mean of the categories, each the mean of its tasks' own metrics"
        titles = ", ".join(track.categories[name].title for name in score.mean_of)
        return f"the mean of {titles}, each the mean of its tasks' own metrics"
    if isinstance(score, PoolScore):
        if score.pool == "all":
            return f"{score.metric} over all questions taken together"
        titles = ", ".join(track.categories[name].title for name in score.pool)
        return f"{score.metric} over the questions of {titles} taken together"
    return " + ".join(f"{w} × {m} of {with_spaces(s)}" for w, s, m in score.terms)
