"""Metrics: a page each with its formula and a worked example, a page per scorer, an index."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from digesta.records.release import Track
from digesta.scorers.base import CORRELATION, Metric, Scorer
from digesta.site.kinds.common import common
from digesta.site.kinds.metric_columns import as_written, column_rows, example_table
from digesta.site.kinds.metric_examples import Answered, Example, example_of
from digesta.site.kinds.metric_folding import shown
from digesta.site.kinds.metric_legend import legend
from digesta.site.kinds.metric_limits import facts, limits
from digesta.site.kinds.metric_mathml import line, mathml
from digesta.site.kinds.metric_trace import traced
from digesta.site.page import Page, Table
from digesta.site.paths import METRICS, metric_stem, scorer_stem
from digesta.site.values import SiteInput
from digesta.site.words import ascii_title, percent, spaced, visible

COLUMNS = (
    "scorer", "metric", "about", "formula", "least", "proportion", "of_answered",
    "lower_is_better", "source",
)  # fmt: skip
SHORT = 240
"""Characters of a truth or an answer in an example."""


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Give the index, then each scorer's page and those of its metrics."""
    scorers = [site.scorers[name] for name in sorted(site.scorers)]
    asked = _headlines(site)
    listed = []
    for scorer in scorers:
        example = example_of(scorer)
        made = [_metric_page(site, scorer, one, example, asked) for one in scorer.metrics]
        listed.append(_listed(scorer, made))
        yield _scorer_page(site, scorer, listed[-1], example)
        yield from made
    yield _index(site, listed)


def _tracks(site: SiteInput, scorer: Scorer[Any]) -> list[Track] | None:
    """Give the tracks whose notices stand on a scorer's pages: those it marks, or else all."""
    tracks = site.newest.manifest.tracks if site.newest else ()
    marked = [t for t in tracks if any(one.scorer == scorer.name for one in t.tasks.values())]
    return marked or None


def _headlines(site: SiteInput) -> dict[tuple[str, str], list[str]]:
    """Give the tasks of the newest release by the scorer and metric that is their headline."""
    found: dict[tuple[str, str], list[str]] = {}
    for track in site.newest.manifest.tracks if site.newest else ():
        for name, task in track.tasks.items():
            words = f"{track.title}: {task.title or spaced(name)}"
            found.setdefault((task.scorer, task.metric), []).append(words)
    return found


def _metric_page(
    site: SiteInput,
    scorer: Scorer[Any],
    metric: Metric,
    example: Example | None,
    asked: Mapping[tuple[str, str], Sequence[str]],
) -> Page:
    stem = metric_stem(scorer.name, metric.name)
    crumbs = [("Metrics", METRICS), (f"Scorer {scorer.name}", scorer_stem(scorer.name))]
    view = common(
        site,
        stem,
        heading=metric.name,
        release=None,
        crumbs=crumbs,
        tracks=_tracks(site, scorer),
        csv=True,
    )
    told = _told(scorer, metric, example)
    table = told["example"]["table"] if told["example"] else []
    width = len(example.questions) if example else 0
    header = ("column", *(f"question {i + 1}" for i in range(width)), "sum")
    return Page(
        stem=stem,
        title=f"{ascii_title(metric.name, 'metric')}, metric of {scorer.name}",
        template="metric.html",
        view=view | told | {"headline_of": list(asked.get((scorer.name, metric.name), ()))},
        data={key: told[key] for key in told if key != "formula"}
        | {"formula": told["formula"]["line"] if told["formula"] else ""},
        table=Table(header, [[row["name"], *row["cells"]] for row in table]),
    )


def _told(scorer: Scorer[Any], metric: Metric, example: Example | None) -> dict[str, Any]:
    formula = traced(metric, scorer.all_columns)
    short = shown(formula) if formula else None
    return {
        "metric": metric.name,
        "part": metric.name.rpartition(".")[0],
        "scorer": scorer.name,
        "version": scorer.version,
        "about": metric.about,
        "source": metric.source,
        "least": metric.least,
        "proportion": metric.proportion,
        "of_answered": metric.of_answered,
        "lower_is_better": metric.lower_is_better,
        "facts": facts(metric),
        "limits": limits(metric),
        "formula": {
            "node": (node := mathml(short)),
            "line": line(node),
            "legend": legend(short, undefined=metric.undefined),
        }
        if short
        else None,
        "columns": column_rows(scorer, formula) if formula else [],
        "example": _worked(scorer, metric, example) if example else None,
        "scorer_href": f"{scorer_stem(scorer.name)}.html",
    }


def _worked(scorer: Scorer[Any], metric: Metric, example: Example) -> dict[str, Any]:
    """Give the example's rows in the columns that the metric reads, and the division."""
    numerator, denominator = metric.share(example.sums)
    exact = metric.value(example.sums)
    rows, silent = example_table(scorer, traced(metric, scorer.all_columns), example)
    return {
        "n": example.sums.n,
        "questions": [one.about for one in example.questions],
        "table": rows,
        "silent": silent,
        "numerator": f"{int(numerator):,}",
        "denominator": f"{int(denominator):,}",
        "defined": int(denominator) != 0 or not metric.undefined,
        "exact": _lowest(exact, numerator, denominator),
        "value": as_written(exact),
        "shown": f"{float(exact):.3f}" if metric.least == CORRELATION else percent(float(exact)),
    }


def _lowest(exact: Fraction, numerator: int, denominator: int) -> str:
    """Give a fraction in lowest terms; empty where it was so before, or is a whole number."""
    pair = (exact.numerator, exact.denominator)
    if exact.denominator == 1 or pair == (int(numerator), int(denominator)):
        return ""
    return f"{exact.numerator:,} / {exact.denominator:,}"


def _listed(scorer: Scorer[Any], made: Sequence[Page]) -> dict[str, Any]:
    """Give what the index and a scorer's page say about its metrics, by part."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for page in made:
        parts.setdefault(page.view["part"], []).append(
            {"href": f"{page.stem}.html", **{key: page.data[key] for key in COLUMNS[1:]}}
        )
    return {
        "scorer": scorer.name,
        "version": scorer.version,
        "href": f"{scorer_stem(scorer.name)}.html",
        "parts": [{"part": part, "metrics": metrics} for part, metrics in parts.items()],
        "n": len(made),
    }


def _scorer_page(
    site: SiteInput, scorer: Scorer[Any], listed: dict[str, Any], example: Example | None
) -> Page:
    stem = scorer_stem(scorer.name)
    view = common(
        site, stem, heading=f"Metrics of the scorer {scorer.name}", release=None,
        crumbs=[("Metrics", METRICS)], tracks=_tracks(site, scorer), csv=True,
    )  # fmt: skip
    questions = [_question(one) for one in example.questions] if example else []
    rows = [[scorer.name, *_cells(one)] for part in listed["parts"] for one in part["metrics"]]
    return Page(
        stem=stem,
        title=f"Metrics of the scorer {ascii_title(scorer.name, 'scorer')}",
        template="metrics.html",
        view=view | {"scorers": [listed], "questions": questions, "index": False},
        data={**listed, "questions": questions},
        table=Table(COLUMNS, rows),
    )


def _question(one: Answered) -> dict[str, Any]:
    return {
        "about": one.about,
        "asked": one.asked,
        "language": one.language,
        "truth": _short(one.truth),
        "answer": "" if one.answer is None else _short(one.answer),
        "why": one.why,
    }


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    shown_text = visible(text)
    return shown_text[:SHORT] + "…" * (len(shown_text) > SHORT)


def _cells(one: Mapping[str, Any]) -> list[str]:
    return [{True: "yes", False: ""}.get(cell, str(cell)) if isinstance(cell, bool) else str(cell)
            for cell in (one[key] for key in COLUMNS[1:])]  # fmt: skip


def _index(site: SiteInput, listed: Sequence[dict[str, Any]]) -> Page:
    rows = [
        [one["scorer"], *_cells(metric)]
        for one in listed
        for part in one["parts"]
        for metric in part["metrics"]
    ]
    view = common(site, METRICS, heading="Metrics", release=None, csv=True)
    return Page(
        stem=METRICS,
        title="Metrics",
        template="metrics.html",
        view=view | {"scorers": list(listed), "questions": [], "index": True},
        data=list(listed),
        table=Table(COLUMNS, rows),
        searchable=True,
    )
