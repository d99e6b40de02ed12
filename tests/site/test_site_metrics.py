from __future__ import annotations

import dataclasses
import json
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from site_building import bodies
from site_questions import NEWEST

from digesta.errors import UsageError
from digesta.metrics.exact import NANO, ratio
from digesta.scorers import SCORERS
from digesta.scorers.base import Column, Metric, Scorer, Share, Sums
from digesta.site import SiteInput, pages
from digesta.site.kinds.metric_examples import example_of
from digesta.site.kinds.metric_folding import Shown, shown
from digesta.site.kinds.metric_legend import legend
from digesta.site.kinds.metric_limits import facts, limits
from digesta.site.kinds.metric_mathml import line, mathml
from digesta.site.kinds.metric_terms import N, value
from digesta.site.kinds.metric_trace import traced
from digesta.site.paths import metric_stem

NAMES = ("closed", "extraction", "penalty", "retrieval", "rubric", "temporal")
DRAWS = 4
WORDS = ("one", "two", "six", "ten", "and", "or", "if", "so", "no")
R = f"r/{NEWEST}"


def metrics() -> Iterator[tuple[Scorer[Any], Metric]]:
    for name in NAMES:
        for metric in SCORERS[name].metrics:
            yield SCORERS[name], metric


def drawn_sums(scorer: Scorer[Any], seed: str) -> Iterator[Sums]:
    """Give sums as rows could have them, some of them 0."""
    draw = random.Random(seed)
    for _ in range(DRAWS):
        units = [NANO if column.kind == "share" else 1 for column in scorer.all_columns]
        values = [draw.choice([0, draw.randrange(9), draw.randrange(9) * unit]) for unit in units]
        yield Sums(draw.randrange(1, 20), scorer.column_names, values)


def by_name(sums: Sums) -> dict[str, int]:
    return {**sums, N: sums.n}


def formula_of(name: str, metric: str) -> Shown:
    scorer = SCORERS[name]
    found = traced(scorer.metric_named(metric), scorer.all_columns)
    assert found is not None
    return shown(found)


def text_of(name: str, metric: str) -> str:
    return line(mathml(formula_of(name, metric)))


@pytest.fixture(scope="module")
def real(site: SiteInput) -> SiteInput:
    return dataclasses.replace(site, scorers={name: SCORERS[name] for name in NAMES})


@pytest.fixture(scope="module")
def made(real: SiteInput) -> dict[str, bytes]:
    return pages(real)


@pytest.fixture(scope="module")
def shown_pages(made: dict[str, bytes]) -> dict[str, str]:
    return bodies({path: data for path, data in made.items() if "metrics" in path})


# Formulas -------------------------------------------------------------------------------------


def test_every_metrics_formula_equals_its_code_on_any_sums() -> None:
    count = 0
    for scorer, metric in metrics():
        formula = traced(metric, scorer.all_columns)
        assert formula is not None, f"{scorer.name}: {metric.name}"
        for sums in drawn_sums(scorer, metric.name):
            got = [value(part, by_name(sums)) for part in formula]
            assert got == [int(part) for part in metric.share(sums)], metric.name
        count += 1
    assert count > 250


def test_what_is_typeset_has_the_metrics_value() -> None:
    for scorer, metric in metrics():
        formula = traced(metric, scorer.all_columns)
        assert formula is not None
        short = shown(formula)
        for sums in drawn_sums(scorer, metric.name):
            at = by_name(sums)
            each = [ratio(value(a, at), value(b, at)) for a, b in short.fractions]
            got = ratio(sum(each, start=Fraction(0)), value(short.over, at))
            assert got == metric.value(sums), metric.name


def test_no_formula_lists_more_terms_than_a_reader_takes_in() -> None:
    for scorer, metric in metrics():
        formula = traced(metric, scorer.all_columns)
        assert formula is not None
        text = line(mathml(shown(formula)))
        assert len(text) < 320, (metric.name, text)
        assert "…" not in text, metric.name


def test_scales_of_shares_cancel() -> None:
    assert text_of("closed", "accuracy") == "(∑_{q} credit_{q}) / n"
    assert text_of("retrieval", "gold.precision_at_3") == (
        "(10∑_{q} gold_recall10_at_3_{q}) / (3 · n)"
    )


def test_terms_that_differ_in_a_label_are_one_sum_over_labels() -> None:
    micro = text_of("penalty", "type.micro_f1")
    macro = formula_of("penalty", "domain.macro_f1")

    assert "∑_{k} (2 · type_{k,right} + type_{k,extra} + type_{k,missed})" in micro
    assert any("17 labels 01 to 17" in one for one in legend(macro, undefined=False))
    assert any("rounded to twelve decimals" in one for one in legend(macro, undefined=False))


def test_a_table_of_labels_folds_by_row_by_column_and_by_distance() -> None:
    assert "∑_{i,j} (i − j)^{2}" in text_of("penalty", "level.quadratic_weighted_kappa")
    assert "∑_{|i − j| ≤ 1} level_{i,j}" in text_of("penalty", "level.within_one")
    assert text_of("penalty", "level.f1_a").endswith(
        "(∑_{g} level_{a,g} + ∑_{t} level_{t,a} + level_{a,none})"
    )


def test_a_mean_of_two_shares_is_shown_as_one() -> None:
    short = formula_of("temporal", "change_balanced_accuracy")

    assert len(short.fractions) == 2
    assert "changed_right / (max(1,changed))" in line(mathml(short))


def test_a_long_sum_of_unlike_columns_is_cut_and_says_how_many_terms() -> None:
    columns = [Column(f"c_{word}", "count", "") for word in WORDS]
    metric = Metric("m", "", lambda sums: Share(sum(sums[c.name] for c in columns), sums.n))

    found = traced(metric, columns)
    assert found is not None
    text = line(mathml(shown(found)))

    assert "(9 terms)" in text
    assert text.count("c_") == 4


def test_a_metric_that_branches_has_no_formula_and_still_a_page(real: SiteInput) -> None:
    branching = Metric("greater", "The greater one.", lambda s: Share(max(s["credit"], 1), s.n))
    scorer = dataclasses.replace(SCORERS["closed"], name="own", metrics=(branching,))

    tree = pages(dataclasses.replace(real, scorers={"own": scorer}))
    body = bodies({path: data for path, data in tree.items() if "metrics" in path})

    assert "No formula can be read off" in body["metrics/own/greater.md"]
    assert "Worked example" not in body["metrics/own/greater.md"]


# Pages ----------------------------------------------------------------------------------------


def test_every_metric_has_a_page_that_the_index_and_its_scorer_link_to(
    made: dict[str, bytes], shown_pages: dict[str, str]
) -> None:
    for scorer, metric in metrics():
        stem = metric_stem(scorer.name, metric.name)
        body = shown_pages[f"{stem}.md"]
        assert f'href="{stem}.html"' in shown_pages["metrics.md"]
        assert f'href="../../{stem}.html"' in shown_pages[f"metrics/{scorer.name}/index.md"]
        assert f'<h1 dir="auto">{metric.name}</h1>' in body
        assert {f"{stem}.json", f"{stem}.csv"} <= made.keys()


def test_every_page_has_a_formula_in_well_formed_mathml(shown_pages: dict[str, str]) -> None:
    for scorer, metric in metrics():
        body = shown_pages[f"{metric_stem(scorer.name, metric.name)}.md"]
        found = re.findall(r"<math.*?</math>", body, flags=re.DOTALL)
        assert len(found) == 1, metric.name
        tags = {element.tag for element in ET.fromstring(found[0]).iter()}  # noqa: S314 - our own page
        assert tags <= {
            "math",
            "mrow",
            "mi",
            "mo",
            "mn",
            "mtext",
            "mfrac",
            "munder",
            "msub",
            "msup",
        }


def test_the_pages_hold_no_style_no_script_and_no_other_host(shown_pages: dict[str, str]) -> None:
    for path, body in shown_pages.items():
        assert not re.search(r"<script|style=|https?://", body), path


def test_what_is_of_answered_says_that_it_is_never_ranked(shown_pages: dict[str, str]) -> None:
    for scorer, metric in metrics():
        body = shown_pages[f"{metric_stem(scorer.name, metric.name)}.md"]
        assert ("is never ranked" in body) == metric.of_answered, metric.name
        assert ("Lower is better." in body) == metric.lower_is_better, metric.name
        assert ("not for ranking" in body) == metric.name.endswith("_as_coded"), metric.name


def test_a_range_below_zero_is_told_and_no_interval_promised() -> None:
    said = " ".join(facts(SCORERS["closed"].metric_named("kendall_tau")))

    assert "between −1 and 1" in said
    assert "no interval" in said


def test_own_limits_stand_before_general_ones() -> None:
    metric = SCORERS["retrieval"].metric_named("gold.precision_at_10")

    assert limits(metric)[0] == metric.limits
    assert "coincide at 10" in metric.limits


def test_a_metrics_name_that_is_no_path_is_refused() -> None:
    for name in ("../up", "a..b", "a/b", ""):
        with pytest.raises(UsageError, match="no name of a scorer or metric"):
            metric_stem("closed", name)


def test_a_column_named_like_a_tag_is_escaped(real: SiteInput) -> None:
    column = Column("<b>x</b>", "count", "<i>")
    metric = Metric("m", "", lambda sums: Share(sums[column.name], sums.n))
    scorer = dataclasses.replace(
        SCORERS["closed"], name="own", columns=(column,), metrics=(metric,)
    )

    tree = pages(dataclasses.replace(real, scorers={"own": scorer}))
    body = bodies({path: data for path, data in tree.items() if "metrics" in path})

    assert "<mtext>&lt;b&gt;x&lt;/b&gt;</mtext>" in body["metrics/own/m.md"]
    assert "<b>x" not in body["metrics/own/m.md"]


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


def test_an_examples_result_is_the_scorers_own(made: dict[str, bytes]) -> None:
    for scorer, metric in metrics():
        example = example_of(scorer)
        assert example is not None
        told = json.loads(made[f"{metric_stem(scorer.name, metric.name)}.json"])["example"]
        exact = metric.value(example.sums)

        assert told["defined"] == (metric_is_defined(metric, example.sums) or not metric.undefined)
        assert abs(Fraction(told["value"]) - exact) <= Fraction(1, 2 * 10**9)
        if told["exact"]:
            assert Fraction(told["exact"].replace(",", "").replace(" ", "")) == exact


def test_an_examples_cells_add_up_to_what_the_formula_reads(made: dict[str, bytes]) -> None:
    told = json.loads(made["metrics/closed/kendall_tau.json"])["example"]

    cells = {row["name"]: [Fraction(cell) for cell in row["cells"]] for row in told["table"]}

    assert cells.keys() == {"order", "concordant"}
    assert all(sum(each) == total for *each, total in cells.values())
    assert told["value"] == "0.666666666"
    # Of the six pairs of the one list asked for, five stand in order.
    order, concordant = cells["order"][-1], cells["concordant"][-1]
    assert (2 * concordant - order) / order == Fraction("0.666666666")


def test_every_column_that_a_formula_reads_is_explained(made: dict[str, bytes]) -> None:
    told = json.loads(made["metrics/penalty/type.macro_f1.json"])

    assert [one["n"] for one in told["columns"]] == [27, 27, 27]
    assert (
        told["columns"][0]["about"]
        == "label k (type): the label stands in the answer and in the truth"
    )
    assert told["columns"][0]["name"] == "type_01_right"
    assert told["columns"][2]["last"] == "type_27_missed"


# Links ----------------------------------------------------------------------------------------


def test_boards_systems_and_methodology_link_to_the_pages_of_their_metrics(real: SiteInput) -> None:
    tree = pages(real)
    wanted = {path: text for path, text in bodies(tree).items() if "metrics" not in path}

    linked = {
        found
        for text in wanted.values()
        for found in re.findall(r'href="(?:\.\./)*(metrics/[^"]+)\.html"', text)
    }

    assert "metrics/closed/accuracy" in linked
    assert not [stem for stem in linked if f"{stem}.md" not in tree]
    for path in ("methodology.md", f"{R}/halacha@closed_book.md", f"{R}/s/open-0.md"):
        assert "metrics/closed/accuracy.html" in wanted[path]


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
