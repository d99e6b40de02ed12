from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest
from site_building import bodies
from site_questions import NEWEST

from digesta.errors import UsageError
from digesta.records.release import PoolScore, TermsScore
from digesta.scorers import SCORERS
from digesta.scorers.base import Column, Metric, Scorer, Share, Sums
from digesta_site.pages import methodology
from digesta_site.pages.common import rules_href
from digesta_site.pages.metrics.examples import WorkedExample, example_of, worked_example
from digesta_site.pages.metrics.limits import facts, legend, limits
from digesta_site.paths import board_stem, metric_address, scorer_stem
from digesta_site.render import render
from digesta_site.values import SiteInput
from site_tree import pages

NAMES = ("closed", "extraction", "penalty", "retrieval", "rubric", "temporal")
R = f"r/{NEWEST}"


def metrics() -> Iterator[tuple[Scorer[Any], Metric]]:
    for name in NAMES:
        for metric in SCORERS[name].metrics:
            yield SCORERS[name], metric


@pytest.fixture(scope="module")
def real_site(site: SiteInput) -> SiteInput:
    return dataclasses.replace(site, scorers={name: SCORERS[name] for name in NAMES})


@pytest.fixture(scope="module")
def real_tree(real_site: SiteInput) -> dict[str, bytes]:
    return pages(real_site)


@pytest.fixture(scope="module")
def shown_pages(real_tree: dict[str, bytes]) -> dict[str, str]:
    return bodies({path: data for path, data in real_tree.items() if "metrics" in path})


def own_page(real: SiteInput, **fields: Any) -> str:
    """Return the page of an owner's scorer, the closed one but for some fields."""
    scorer = dataclasses.replace(SCORERS["closed"], name="own", example=None, **fields)
    tree = pages(dataclasses.replace(real, scorers={"own": scorer}))
    found = bodies({path: data for path, data in tree.items() if "metrics" in path})
    return found["metrics/own/index.md"]


def told_families(made: Mapping[str, bytes]) -> Iterator[tuple[Scorer[Any], dict[str, Any]]]:
    for name in NAMES:
        for family in json.loads(made[f"{scorer_stem(name)}.json"])["families"]:
            yield SCORERS[name], family


# Pages ----------------------------------------------------------------------------------------


def test_every_metric_has_an_anchor_and_a_formula_that_the_index_links_to(
    real_tree: dict[str, bytes], shown_pages: dict[str, str]
) -> None:
    for scorer, metric in metrics():
        body = shown_pages[f"{scorer_stem(scorer.name)}.md"]
        address = metric_address(scorer.name, metric.name)
        assert f'href="{address}"' in shown_pages["metrics.md"]
        assert body.count(f'id="{metric.name}"') == 1, metric.name
        assert metric.formula.replace(">", "&gt;") in body, metric.name
    assert sorted(path for path in real_tree if "metrics" in path and path.endswith(".csv")) == [
        "metrics.csv",
        *(f"metrics/{name}/index.csv" for name in NAMES),
    ]


def test_no_page_says_one_anchor_twice(shown_pages: dict[str, str]) -> None:
    for path, body in shown_pages.items():
        anchors = re.findall(r' id="([^"]+)"', body)
        assert len(anchors) == len(set(anchors)), path


def test_signs_are_explained_where_formulas_have_them_and_nowhere_else() -> None:
    assert len(legend(["credit / n"])) == 1
    everything = " ".join(legend(metric.formula for _, metric in metrics()))
    for sign in ("Σ[k=a…e]", "[x > 0]", "max(x, y)", "round12"):
        assert sign in everything
    assert "round12" not in " ".join(legend(m.formula for m in SCORERS["temporal"].metrics))


def test_a_metric_without_a_formula_stands_on_its_scorers_page(real_site: SiteInput) -> None:
    metric = Metric("greater", "The greater one.", lambda s: Share(max(s["credit"], 1), s.n))

    body = own_page(real_site, metrics=(metric,))

    assert "It has no formula in signs" in body
    assert "The greater one." in body
    assert "orked example" not in body


def test_the_pages_hold_no_style_no_script_and_no_other_host(shown_pages: dict[str, str]) -> None:
    for path, body in shown_pages.items():
        assert not re.search(r"<script|style=|https?://", body), path


def test_what_is_of_answered_says_that_it_is_never_ranked(real_tree: dict[str, bytes]) -> None:
    for scorer, family in told_families(real_tree):
        said = " ".join([*family["facts"], *family["limits"]])
        for each in family["metrics"]:
            metric = scorer.metric_named(each["metric"])
            assert ("is never ranked" in said) == metric.of_answered, metric.name
            assert ("Lower is better." in said) == metric.lower_is_better, metric.name
            assert ("not for ranking" in said) == metric.name.endswith("_as_coded"), metric.name


def test_what_is_said_of_a_family_holds_for_each_of_its_metrics() -> None:
    told: dict[tuple[str, str], set[tuple[object, ...]]] = {}
    for scorer, metric in metrics():
        said = (*facts(metric), *limits(metric), metric.source)
        told.setdefault((scorer.name, metric.family or metric.name), set()).add(said)

    assert not [family for family, said in told.items() if len(said) > 1]
    assert len(told) < 150


def test_a_range_below_zero_is_told_and_how_its_interval_is_made() -> None:
    said = " ".join(facts(SCORERS["closed"].metric_named("kendall_tau")))

    assert "between −1 and 1" in said
    assert "moved to that from 0 to 1" in said


def test_own_limits_stand_before_general_ones() -> None:
    metric = SCORERS["retrieval"].metric_named("gold.precision_at_10")

    assert limits(metric)[0] == metric.limits
    assert "coincide at 10" in metric.limits


def test_a_metrics_name_that_is_no_path_is_refused() -> None:
    for name in ("../up", "a..b", "a/b", ""):
        with pytest.raises(UsageError, match="no name of a scorer or metric"):
            metric_address("closed", name)


def test_a_column_named_like_a_tag_is_escaped(real_site: SiteInput) -> None:
    column = Column("<b>x</b>", "count", "<i>")
    metric = Metric("m", "", lambda sums: Share(sums[column.name], sums.n), formula="<b>x</b> / n")

    body = own_page(real_site, columns=(column,), metrics=(metric,))

    assert "<code>&lt;b&gt;x&lt;/b&gt; / n</code>" in body
    assert "<b>x" not in body


# Examples -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_scorers_example_defines_two_thirds_of_its_metrics(name: str) -> None:
    scorer = SCORERS[name]
    example = example_of(scorer)
    assert example is not None

    defined = [one for one in scorer.metrics if metric_is_defined(one, example.sums)]
    telling = [one for one in defined if one.value(example.sums) not in {0, 1}]

    assert 3 * len(defined) >= 2 * len(scorer.metrics)
    assert 3 * len(telling) >= 2 * len(scorer.metrics)


def metric_is_defined(metric: Metric, sums: Sums) -> bool:
    return int(metric.share(sums).denominator) != 0


def test_every_family_has_an_example_and_its_result_is_the_scorers_own(
    real_tree: dict[str, bytes],
) -> None:
    for scorer, family in told_families(real_tree):
        example, told = example_of(scorer), family["example"]
        assert example is not None
        assert told["metric"] in {each["metric"] for each in family["metrics"]}
        metric = scorer.metric_named(told["metric"])
        exact = metric.value(example.sums)

        assert told["defined"] == (metric_is_defined(metric, example.sums) or not metric.undefined)
        assert abs(Fraction(told["value"]) - exact) <= Fraction(1, 2 * 10**9)
        if told["exact"]:
            assert Fraction(told["exact"].replace(",", "").replace(" ", "")) == exact


def closed_example() -> WorkedExample:
    example = example_of(SCORERS["closed"])
    assert example is not None
    return example


def test_an_examples_cells_add_up_to_what_the_formula_reads() -> None:
    scorer = SCORERS["closed"]
    told = worked_example(scorer, [scorer.metric_named("kendall_tau")], closed_example())

    cells = {row["name"]: [Fraction(cell) for cell in row["cells"]] for row in told["table"]}

    assert cells.keys() == {"order", "concordant"}
    assert all(sum(each) == total for *each, total in cells.values())
    assert told["value"] == "0.666666666"
    # Of the six pairs of the one list asked for, five stand in order.
    order, concordant = cells["order"][-1], cells["concordant"][-1]
    assert (2 * concordant - order) / order == Fraction("0.666666666")


def test_of_a_family_the_first_metric_that_tells_something_is_worked_out() -> None:
    scorer, example = SCORERS["closed"], closed_example()
    silent = Metric("silent", "", lambda sums: Share(0, sums.n))
    telling = scorer.metric_named("accuracy")

    assert worked_example(scorer, [silent, telling], example)["metric"] == "accuracy"
    assert worked_example(scorer, [silent], example) == {
        "metric": "silent",
        "table": [],
        "silent": 0,
        "numerator": "0",
        "denominator": str(example.sums.n),
        "defined": True,
        "exact": "",
        "value": "0",
        "shown": "0.0%",
    }


def test_every_column_is_explained_and_labels_stand_together(real_tree: dict[str, bytes]) -> None:
    told = json.loads(real_tree["metrics/penalty/index.json"])["columns"]
    first = next(one for one in told if one["name"] == "type_01_right")

    assert sum(one["n"] for one in told) == len(SCORERS["penalty"].all_columns)
    assert first["about"] == "label k (type): the label stands in the answer and in the truth"
    assert (first["n"], first["last"]) == (27, "type_27_right")
    assert len(told) < 60


# Links ----------------------------------------------------------------------------------------


def test_a_board_of_another_series_says_itself_how_it_was_computed(real_site: SiteInput) -> None:
    newest = real_site.newest
    assert newest is not None
    board = newest.boards[0]
    other = board.model_copy(update={"release": "others-2026-01-01"})

    track = board.board.partition("@")[0].partition("/")[0]
    assert rules_href(real_site, board) == f"methodology.html#track-{track}"
    assert rules_href(real_site, other) == f"{board_stem(other)}.html#computed"


def test_boards_systems_and_methodology_link_to_the_pages_of_their_metrics(
    real_site: SiteInput,
) -> None:
    tree = pages(real_site)
    wanted = {path: text for path, text in bodies(tree).items() if "metrics" not in path}

    linked = {
        found
        for text in wanted.values()
        for found in re.findall(r'href="(?:\.\./)*(metrics/[^"]+)"', text)
    }

    assert metric_address("closed", "accuracy") in linked
    known = {metric_address(scorer.name, metric.name) for scorer, metric in metrics()}
    whole = {f"{scorer_stem(scorer.name)}.html" for scorer, _ in metrics()}
    assert linked <= known | whole
    assert whole <= set(re.findall(r"metrics/[^\"]+", wanted["methodology.md"]))
    for path in (f"{R}/halacha@closed_book.md", f"{R}/s/open-0.md"):
        assert metric_address("closed", "accuracy") in wanted[path]


def test_methodology_names_each_headline_with_the_questions_that_its_rule_counts(
    site: SiteInput,
) -> None:
    newest = site.newest
    assert newest is not None
    track = newest.manifest.track_named("halacha")
    [category, second, *_] = track.categories
    part = PoolScore(name="part", title="A part", metric="accuracy", pool=[category])
    terms = [("0.99", category, "accuracy"), ("0.01", second, "accuracy")]
    seal, twin = (TermsScore(name=name, title=name, terms=terms) for name in ("seal", "twin"))
    scores, headlines = [*track.scores, part, seal, twin], [track.headline, "part"]
    update = {"scores": scores, "headlines": headlines, "sealed_headline": "seal"}
    both = track.model_copy(update=update)
    manifest = newest.manifest.model_copy(update={"tracks": [both]})
    changed = dataclasses.replace(newest, manifest=manifest)

    [page] = methodology.pages_of(dataclasses.replace(site, releases=[changed]))

    counts = [
        sum((q.split, q.category) == (split, category) for q in newest.questions)
        for split in ("public", "holdout")
    ]
    text = render("methodology.html", page.view, root="")
    named = text.split("<code>part</code>")[1].split("</div>")[0]
    assert '<span class="dg-tag">headline</span>' in named
    assert f"; {counts[0]} public and {counts[1]} sealed questions." in named
    named, other = (text.split(f"<code>{name}<")[1].split("</div>")[0] for name in ("seal", "twin"))
    assert '<span class="dg-tag">sealed headline</span>' in named
    assert ("among public ones" in named, "among public ones" in other) == (False, True)


def test_no_page_links_to_a_metric_of_a_scorer_that_the_site_does_not_have(
    site: SiteInput, tree: dict[str, bytes]
) -> None:
    linked = {
        found
        for text in bodies(tree).values()
        for found in re.findall(r'href="(?:\.\./)*(metrics/[^"#]+)\.html', text)
    }

    assert "temporal" not in site.scorers
    assert linked
    assert not [stem for stem in linked if f"{stem}.md" not in tree]
