"""A track's systems compared: with and without passages, then every two of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.records.board import Row
from digesta.records.published import ConditionDelta, Conditions
from digesta.records.release import Track
from digesta.site.kinds.boards.parts import parts
from digesta.site.kinds.common import BAR, common, metric_addresses, release_crumb
from digesta.site.page import DataTable, Page
from digesta.site.parts.figures import LABEL, PairedBar, difference_figure
from digesta.site.paths import compare_stem, system_stem
from digesta.site.values import SiteInput, SiteRelease
from digesta.site.words import CONDITIONS, percent, shortened, spaced

FOUND = ("hit_at_5", "recall_at_5", "mrr")
"""Metrics of the retrieval that stands behind a system's answers, where its board has them."""
COLUMNS = (
    "a",
    "b",
    "score_a",
    "score_b",
    "difference",
    "low",
    "high",
    "separable",
    "a_better_on",
    "b_better_on",
    "n",
)


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return one page for each track of a release of which two submissions can be compared."""
    for release in site.newest_first:
        effects = {condition.track: condition for condition in release.conditions}
        for track in release.manifest.tracks:
            pairs = [pair for pair in release.pairs if pair["board"] == track.track]
            if pairs:
                yield _page(site, release, track, (pairs, effects.get(track.track)))


def _page(
    site: SiteInput,
    release: SiteRelease,
    track: Track,
    told: tuple[Sequence[Mapping[str, Any]], Conditions | None],
) -> Page:
    pairs, effects = told
    stem = compare_stem(release.id, track.track)
    ordered = sorted(pairs, key=lambda pair: (-abs(pair["difference"]), pair["a"], pair["b"]))
    turned = [_turned(one) for one in ordered]
    names = _names(release, pairs)
    view = common(
        site,
        stem,
        heading=f"{track.title}: systems compared",
        release=release,
        crumbs=[release_crumb(release)],
        tracks=[track],
        csv=True,
    )
    clear = [one for one in turned if one["separable"]]
    return Page(
        stem=stem,
        title=f"{track.track}: systems compared, {release.id}",
        template="compare.html",
        view=view
        | {
            "metric": pairs[0]["metric"],
            "n": pairs[0]["n"],
            "pairs": [_shown(release, one) for one in turned],
            "clear": len(clear),
            "effects": _effects(site, release, track, effects),
            "parts": parts(site, release, track, effects),
        },
        data={
            "pairs": list(pairs),
            "conditions": None if effects is None else effects.as_json(),
        },
        table=DataTable(COLUMNS, [_row(one) for one in turned]),
        figure=difference_figure(
            [
                PairedBar(
                    "ranked" if one["separable"] else "open",
                    (names[one["a"]], names[one["b"]]),
                    (one["difference"], one["low"], one["high"]),
                )
                for one in turned
            ],
            metric=pairs[0]["metric"],
        ),
    )


def _turned(one: Mapping[str, Any]) -> dict[str, Any]:
    """Return a pair so that its first has the higher score."""
    if one["difference"] >= 0:
        return dict(one)
    return dict(one) | {
        "a": one["b"],
        "b": one["a"],
        "score_a": one["score_b"],
        "score_b": one["score_a"],
        # + 0.0: no "-0.0" in a table that somebody computes with.
        "difference": -one["difference"] + 0.0,
        "low": -one["high"] + 0.0,
        "high": -one["low"] + 0.0,
        "only_a_better": one["only_b_better"],
        "only_b_better": one["only_a_better"],
    }


def _row(one: Mapping[str, Any]) -> list[Any]:
    better = [len(one["only_a_better"]), len(one["only_b_better"])]
    separable = "yes" if one["separable"] else "no"
    return [*(one[name] for name in COLUMNS[:7]), separable, *better, one["n"]]


def _names(release: SiteRelease, pairs: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return what a chart calls each submission: its model's name, its id where two are alike."""
    shown = {pair[side]: release.cards[pair[side]].model_name for pair in pairs for side in "ab"}
    alike = Counter(shown.values())
    # Ids that are alike often differ at their end.
    return {key: name if alike[name] == 1 else shortened(key, LABEL) for key, name in shown.items()}


def _system(release: SiteRelease, submission_id: str) -> dict[str, str]:
    card = release.cards[submission_id]
    return {
        "name": card.model_name,
        "href": f"{system_stem(release.id, submission_id)}.html",
        "condition": CONDITIONS.get(card.condition, spaced(card.condition)),
        "retriever": shortened(card.retriever or ""),
    }


def _shown(release: SiteRelease, one: Mapping[str, Any]) -> dict[str, Any]:
    return _difference(one["difference"], one["low"], one["high"]) | {
        "a": _system(release, one["a"]),
        "b": _system(release, one["b"]),
        "scores": [percent(one["score_a"]), percent(one["score_b"])],
        "better": [len(one["only_a_better"]), len(one["only_b_better"])],
        "separable": one["separable"],
    }


def _difference(value: float, low: float, high: float) -> dict[str, Any]:
    """Return a difference for the eye, in points, with its bar from -1 to 1."""
    return {
        "value": value,
        "points": _points(value),
        "span": f"{_points(low)} to {_points(high)}",
        "bar": [round((share + 1) / 2 * BAR, 1) for share in (low, high, value)],
        "marks": [["chance", BAR / 2]],
    }


def _points(share: float) -> str:
    # No "-0.0": an interval that holds nothing below 0 would look as if it did.
    return f"{round(share * 100, 1) + 0.0:+.1f}"


def _effects(
    site: SiteInput, release: SiteRelease, track: Track, effects: Conditions | None
) -> dict[str, Any]:
    rows = effects.rows if effects else []
    known = metric_addresses(site, track)
    found = [_found(release, track, row) for row in rows]
    names = [
        name
        for name in sorted({name for one in found for name in one})
        if name.rpartition(".")[2] in FOUND
    ]
    return {
        "names": [
            {"name": name, "href": known[name][1] if name in known else ""} for name in names
        ],
        "rows": [
            _difference(one.delta, one.low, one.high)
            | {
                "system": _system(release, one.other.submission_id),
                "base": _side(one.base.condition, one.base.score),
                "other": _side(one.other.condition, one.other.score),
                "found": [metrics.get(name, "–") for name in names],
            }
            for one, metrics in zip(rows, found, strict=True)
        ],
    }


def _side(condition: str, score: float) -> dict[str, str]:
    return {"condition": CONDITIONS.get(condition, spaced(condition)), "score": percent(score)}


def _found(release: SiteRelease, track: Track, one: ConditionDelta) -> dict[str, str]:
    """Return the figures of the retrieval behind the other side of a pair."""
    board = release.board_at.get((f"{track.track}@{one.other.condition}", "public"))
    rows: Sequence[Row] = board.rows if board else []
    return {
        name: percent(value.value)
        for row in rows
        if row.submission_id == one.other.submission_id
        for name, value in row.metrics.items()
        if value.value is not None
    }
