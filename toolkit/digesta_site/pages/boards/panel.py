"""A track's judges compared: ledger, agreement, the order without each, people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.records.judges.comparison import CriteriaPart, Estimate, JudgeComparison
from digesta.records.release import Track
from digesta_site.language import list_text
from digesta_site.page import DataTable, Page
from digesta_site.pages.boards.ledger import ledger_lines, ledgers_of
from digesta_site.pages.common import condition_words, site_page
from digesta_site.paths import board_name, track_stem
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.words import percent, span

KINDS = {
    "all": "All criteria",
    "dimension": "By dimension",
    "check": "By what a program could check",
}
DOUBTFUL = 20
"""Criteria that the page shows, those that the judges saw most differently; the CSV has all."""
COLUMNS = ("board", "kind", "name", "ratings", "sources")
LEDGER_COLUMNS = ("table", "system", "judge", "value", "place", "moved")
_ESTIMATES = ("equal", "alpha")


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[Page]:
    """Return a page for each track that several judges judged, or an archive's only one."""
    for track in release.manifest.tracks:
        some = [
            each
            for each in release.judge_comparisons
            if board_name(each.board).track == track.track
        ]
        ledgers = ledgers_of(release, track.track)
        if some or ledgers:
            yield _page(site, release, track, some, ledgers)


def _page(
    site: SiteFrame,
    release: SiteRelease,
    track: Track,
    some: Sequence[JudgeComparison],
    ledgers: Sequence[dict[str, Any]],
) -> Page:
    columns = [f"{name}{end}" for name in _ESTIMATES for end in ("", "_low", "_high")]
    return site_page(
        *(site, track_stem(release.id, track.track, "judges"), "panel.html"),
        {"ledgers": ledgers, "panels": [_panel(each, release.names) for each in some]},
        heading=f"{track.title}: judges compared",
        title=f"{track.track}: judges, {release.id}",
        release=release,
        tracks=[track],
        data={"judges": [each.as_json() for each in some], "ledgers": ledgers},
        table=DataTable(
            (*COLUMNS, *columns), [_line(each.board, part) for each in some for part in each.parts]
        )
        if some
        else DataTable(LEDGER_COLUMNS, list(ledger_lines(ledgers))),
    )


def _line(board: str, part: CriteriaPart) -> list[Any]:
    ends = [
        None if own is None else getattr(own, end)
        for own in (part.equal, part.alpha)
        for end in ("value", "low", "high")
    ]
    return [board, *(getattr(part, name) for name in COLUMNS[1:]), *ends]


def _panel(each: JudgeComparison, names: Mapping[str, str]) -> dict[str, Any]:
    single = [part for part in each.parts if part.kind == "criterion" and part.equal.value < 1]
    single.sort(key=lambda part: (part.equal.value, -part.ratings, part.name))
    return {
        "judges": each.judges,
        "humans": each.humans,
        "systems": each.systems,
        "condition": condition_words(board_name(each.board)._replace(judges="")),
        "groups": [
            {
                "title": title,
                "rows": [_part(part) for part in each.parts if part.kind == kind],
            }
            for kind, title in KINDS.items()
        ],
        "doubtful": [_part(part) for part in single[:DOUBTFUL]],
        "apart": len(single),
        "criteria": sum(part.kind == "criterion" for part in each.parts),
        "orders": [
            {
                "title": f"Without {order.without}" if order.without else "All judges",
                "judges": list_text(order.judges),
                "otherwise": len(order.otherwise),
                "places": [
                    {
                        "name": names.get(place.submission_id, place.model_name),
                        "href": "",
                        "score": percent(place.score),
                        "rank": _rank(place.rank_low, place.rank_high),
                        "otherwise": place.submission_id in order.otherwise,
                    }
                    for place in order.places
                ],
            }
            for order in each.orders
        ],
        "checks": [
            {
                "judge": check.judge,
                "human": check.human,
                "part": check.part or "all criteria",
            }
            | {"ratings": check.ratings, "bias": _points(check.bias)}
            | {
                name: _share(getattr(check, name))
                for name in ("sensitivity", "specificity", "balanced_accuracy")
            }
            for check in each.checks
        ],
    }


def _part(part: CriteriaPart) -> dict[str, Any]:
    alpha = part.alpha
    return {
        "name": part.name.rpartition("/")[2] if part.kind == "criterion" else part.name or "all",
        "question": part.name[:12] if part.kind == "criterion" else "",
        "about": part.about,
        "ratings": part.ratings,
        "sources": part.sources,
        "equal": _share(part.equal),
        "alpha": "not defined" if alpha is None else f"{alpha.value:.3f}",
        "ends": ""
        if alpha is None
        else "too few sources"
        if alpha.low is None
        else f"{alpha.low:.3f} to {alpha.high:.3f}",
    }


def _share(own: Estimate | None) -> dict[str, str]:
    if own is None:
        return {"value": "not defined", "span": ""}
    return {"value": percent(own.value), "span": span(own.low, own.high)}


def _points(own: Estimate) -> dict[str, str]:
    return {"value": f"{own.value * 100:+.1f}", "span": span(own.low, own.high)}


def _rank(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
