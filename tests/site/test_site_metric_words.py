"""What pages say of a metric: 0/0, degrees, numbers that are no shares."""

from __future__ import annotations

import dataclasses
import re

import pytest
from site_building import bodies
from site_questions import NEWEST

from digesta.records.board import MetricValue
from digesta.scorers import SCORERS
from digesta.scorers.base import Metric
from digesta_site.pages.metrics.examples import example_of, worked_example
from digesta_site.pages.metrics.limits import facts, limits
from digesta_site.values import SiteInput
from site_tree import pages

HALF = "many questions half right"
ZERO, UNDEFINED = "the value counts as 0.", "the value is not defined."


def test_what_nothing_over_nothing_is_stands_in_one_way_everywhere() -> None:
    for name in SCORERS:
        example = example_of(SCORERS[name])
        assert example is not None
        for metric in SCORERS[name].metrics:
            said = " ".join(facts(metric))
            told = worked_example(SCORERS[name], [metric], example)

            assert (UNDEFINED in said, ZERO in said) == (metric.undefined, not metric.undefined)
            assert told["defined"] or metric.undefined, metric.name
            assert "0 where nothing is below" not in metric.about or told["defined"]


@pytest.mark.parametrize(
    ("scorer", "name"),
    [
        ("temporal", "version_accuracy"), ("temporal", "change_accuracy"),
        ("temporal", "specificity"), ("temporal", "temporal_recall"),
        ("temporal", "text_digest_accuracy"), ("temporal", "version_pair_accuracy"),
        ("penalty", "hit_at_5"),
    ],
)  # fmt: skip
def test_where_no_question_can_be_half_right_no_page_says_that_some_may_be(
    scorer: str, name: str
) -> None:
    metric = SCORERS[scorer].metric_named(name)
    said = " ".join([*facts(metric), *limits(metric)])

    assert HALF not in said
    assert "not a proportion of questions" not in said
    assert "sees each question as 0 or 1" in said
    assert HALF in " ".join(limits(SCORERS["temporal"].metric_named("temporal_f1")))


def test_boards_show_correlations_as_numbers_and_count_labels_as_labels(site: SiteInput) -> None:
    assert site.newest is not None
    scorer = site.scorers["closed"]
    macro = SCORERS["penalty"].metric_named("type.macro_f1")
    kappa = SCORERS["penalty"].metric_named("level.quadratic_weighted_kappa")
    values: dict[Metric, MetricValue] = {
        macro: MetricValue(value=0.25, numerator=1, denominator=4, of_answered=True),
        kappa: MetricValue(value=-0.5, numerator=-1, denominator=67, of_answered=True),
        SCORERS["closed"].metric_named("kendall_tau"): MetricValue(value=0.125),
    }
    board = next(one for one in site.newest.boards if one.board == "halacha@closed_book")
    row = board.rows[0].model_copy(
        update={"metrics": {one.name: value for one, value in values.items()}}
    )
    changed = [
        board.model_copy(update={"rows": [row]}) if one is board else one
        for one in site.newest.boards
    ]
    newest = dataclasses.replace(site.newest, boards=tuple(changed))
    here = [dataclasses.replace(one, share=scorer.metrics[0].share) for one in values]
    known = dataclasses.replace(scorer, metrics=(*scorer.metrics, *here))
    releases = tuple(newest if one is site.newest else one for one in site.releases)

    tree = pages(
        dataclasses.replace(site, releases=releases, scorers={**site.scorers, "closed": known})
    )

    body = bodies(tree)[f"r/{NEWEST}/halacha@closed_book.md"]
    table = body[body.index('data-table="metrics"') :]
    names = re.findall(r'metrics/\w+[^"]*">([^<]+)</a>', table.partition("</thead>")[0])
    cells = dict(zip(names, re.findall(r'<td class="n">([^<]*)</td>', table), strict=False))
    assert cells == {
        "type.macro f1": "25.0% of 4 labels",
        "level.quadratic weighted kappa": "-0.500",
        "kendall tau": "0.125",
    }
