"""A track's systems compared: with and without passages, then every two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.board.comparison import equal_everywhere, p_text
from digesta.board.specs import headlines
from digesta.records.board import Conditions
from digesta.records.release import Track
from digesta_site.language import gettext
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import BAR, metric_title, site_page
from digesta_site.paths import picker_address, system_stem, track_stem
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.views.figures import PairedBar, difference_figure
from digesta_site.views.triangle import best_first, opposite, triangle
from digesta_site.words import CONDITIONS, percent, points, shorten, span, with_spaces

FAMILIES = {
    "board": "pairs ranked on one board",
    "planned": "planned pairs of conditions",
    "other": "other pairs",
}
"""What a pair is corrected with, in words."""
ALL = 190
"""Pairs of which a page shows every one: those of 20 systems. Of more each system stands beside
the next; its own page has its nearest, the picker any two, the files all."""
NEAREST = 10
"""Systems above and below a system that its own page sets it against."""
COLUMNS = (
    "a",
    "b",
    "score_a",
    "score_b",
    "difference",
    "low",
    "high",
    "p",
    "adjusted",
    "separable",
    "family",
    "pairs",
    "smallest",
    "more",
    "a_better_on",
    "b_better_on",
    "n",
)


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[Page]:
    """Return one page for each track of which two submissions can be compared."""
    for track in release.manifest.tracks:
        pairs = [pair for pair in release.pairs if pair["board"] == track.track]
        # An archive has hundreds of pairs: they are looked up where systems are picked.
        if pairs and release.manifest.archive is None:
            yield _page(site, release, track, pairs)


def _page(
    site: SiteFrame,
    release: SiteRelease,
    track: Track,
    pairs: Sequence[Mapping[str, Any]],
) -> Page:
    effects = [each for each in release.conditions if each.track == track.track]
    ordered = sorted(pairs, key=lambda pair: (-abs(pair["difference"]), pair["a"], pair["b"]))
    turned = [best_first(pair) for pair in ordered]
    clear = [pair for pair in turned if pair["separable"]]
    return site_page(
        *(site, track_stem(release.id, track.track, "compare"), "compare.html"),
        {
            "metric": metric_title(track, pairs[0]["metric"]),
            "n": pairs[0]["n"],
            "pairs": [_sides(release, pair) | pair_view(pair) for pair in _rows_of(turned)],
            "all": len(turned),
            "clear": len(clear),
            "picker": picker_address(release.id, track=track.track),
            "families": [
                {
                    "words": words,
                    "pairs": each[0]["pairs"],
                    "apart": sum(p["separable"] for p in each),
                }
                for name, words in FAMILIES.items()
                if (each := [pair for pair in turned if pair["family"] == name])
            ],
            "effects": [row for each in effects for row in _effects(release, track, each)],
        },
        heading=f"{track.title}: systems compared",
        title=f"{track.track}: systems compared, {release.id}",
        release=release,
        tracks=[track],
        data={
            **triangle(pairs),
            "conditions": [each.as_json() for each in effects],
        },
        table=DataTable(COLUMNS, [_row(pair) for pair in turned]),
        figures={"": _figure(turned, release.names)},
    )


def _rows_of(pairs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the pairs that stand on the page: all, or of many each system and the next."""
    if len(pairs) <= ALL:
        return pairs
    scores = {pair[side]: pair[f"score_{side}"] for pair in pairs for side in "ab"}
    order = sorted(scores, key=lambda name: (-scores[name], name))
    place = {name: at for at, name in enumerate(order)}
    beside = [pair for pair in pairs if abs(place[pair["a"]] - place[pair["b"]]) == 1]
    return sorted(beside, key=lambda pair: min(place[pair["a"]], place[pair["b"]]))


def _figure(pairs: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> dict[str, Any]:
    return difference_figure(
        [
            PairedBar(
                "ranked" if pair["separable"] else "open",
                (names[pair["a"]], names[pair["b"]]),
                (pair["difference"], *_ends(pair)),
            )
            for pair in pairs
        ],
        metric=pairs[0]["metric"],
    )


def _ends(pair: Mapping[str, Any]) -> tuple[float, float]:
    """Return the ends of a pair's interval; the difference where there is none."""
    value = pair["difference"]
    return tuple(value if pair[end] is None else pair[end] for end in ("low", "high"))


def _row(pair: Mapping[str, Any]) -> list[Any]:
    better = pair_view(pair)["better"]
    separable = "yes" if pair["separable"] else "no"
    return [
        *(pair[name] for name in COLUMNS[:9]),
        separable,
        *(pair[name] for name in ("family", "pairs", "smallest", "more")),
        *better,
        pair["n"],
    ]


def _system(release: SiteRelease, submission_id: str) -> dict[str, str]:
    card = release.cards[submission_id]
    return {
        "name": release.names[submission_id],
        "href": f"{system_stem(release.id, submission_id)}.html",
        "condition": gettext(CONDITIONS.get(card.condition, with_spaces(card.condition))),
        "retriever": shorten(card.retriever or ""),
    }


def nearest(release: SiteRelease, submission_id: str) -> Iterator[dict[str, Any]]:
    """Yield for each track how a system stands against those nearest to it, the highest first."""
    mine = release.pairs_of.get(submission_id, [])
    for track in release.manifest.tracks if release.manifest.archive is None else []:
        own = [pair for pair in mine if pair["board"] == track.track]
        if not own:
            continue
        facing = [pair if pair["a"] == submission_id else opposite(pair) for pair in own]
        facing.sort(key=lambda pair: (pair["difference"], pair["b"]))
        above = [pair for pair in facing if pair["difference"] < 0]
        shown = [*above[-NEAREST:], *facing[len(above) : len(above) + NEAREST]]
        yield {
            "title": track.title,
            "href": f"{track_stem(release.id, track.track, 'compare')}.html",
            "metric": metric_title(track, own[0]["metric"]),
            "n": own[0]["n"],
            "all": len(own),
            "below": sum(pair["separable"] and pair["difference"] > 0 for pair in facing),
            "above": sum(pair["separable"] for pair in above),
            "rows": [_system(release, pair["b"]) | pair_view(pair) for pair in shown],
        }


def _sides(release: SiteRelease, pair: Mapping[str, Any]) -> dict[str, Any]:
    return {side: _system(release, pair[side]) for side in "ab"}


def pair_view(pair: Mapping[str, Any]) -> dict[str, Any]:
    """Return a pair for the eye, as every page says it: difference, interval, corrected p."""
    family = FAMILIES[pair["family"]]
    shown = _difference(pair["difference"], pair["low"], pair["high"])
    if equal_everywhere(pair):
        shown["span"] = gettext("the same on every question")
    return shown | {
        "scores": [percent(pair["score_a"]), percent(pair["score_b"])],
        "better": [pair[f"only_{side}_better"] for side in "ab"],
        "separable": pair["separable"],
        "p": p_text(pair["adjusted"]),
        "family": family,
        "of": pair["pairs"],
        "more": "" if pair["more"] is None else f"{pair['more']:,}",
    }


def _difference(value: float, low: float | None, high: float | None) -> dict[str, Any]:
    """Return a difference for the eye, in points, with its bar from -1 to 1."""
    ends = (value if low is None else low, value if high is None else high)
    return {
        "value": value,
        "points": points(value),
        "span": span(low, high) if low is None else f"{points(ends[0])} to {points(ends[1])}",
        "bar": [round((share + 1) / 2 * BAR, 1) for share in (*ends, value)],
        "marks": [["chance", BAR / 2]],
    }


def _effects(release: SiteRelease, track: Track, effects: Conditions) -> list[dict[str, Any]]:
    title = headlines(track)[effects.board or track.track].title
    return [
        _difference(effect.delta, effect.low, effect.high)
        | {
            "system": _system(release, effect.other.submission_id),
            "score": title or with_spaces(effects.metric),
            "n": effects.n,
            "base": _side(effect.base.condition, effect.base.score),
            "other": _side(effect.other.condition, effect.other.score),
            "separable": effect.separable,
            "p": "–" if effect.adjusted is None else p_text(effect.adjusted),
        }
        for effect in effects.rows
    ]


def _side(condition: str, score: float) -> dict[str, str]:
    words = CONDITIONS.get(condition, with_spaces(condition))
    return {"condition": words, "score": percent(score)}
