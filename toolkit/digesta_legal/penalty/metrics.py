"""The metrics of the scorer ``penalty``, part by part: formulas over column sums."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.metrics import labels
from digesta.metrics.exact import NANO
from digesta.metrics.labels import Cells
from digesta.scorers.base import ANSWERED_RATE, Metric, Share, Sums
from digesta.scorers.shared.metrics import Formula, mean_metric, rate_metric
from digesta_legal.penalty import formulas
from digesta_legal.penalty.columns import CELLS, SETS, label_column
from digesta_legal.penalty.formulas import COUNTED
from digesta_legal.penalty.levels import (
    CODE,
    RATIOS,
    SEED,
    Ratio,
    level_metrics,
    questions_with_counts,
)

_WORDS = {
    "precision": "right labels / labels named",
    "recall": "right labels / true labels",
    "f1": "2 right / (named + true)",
}


def _questions(name: str, about: str, *columns: str, minus: str = "", **fields: Any) -> Metric:
    """Return the metric that is a sum of columns / the questions that have counts.

    minus: a column that is taken off the sum. fields: others of ``Metric``.
    """

    def share(sums: Sums) -> Share:
        count = sum(sums[column] for column in columns) - (sums[minus] if minus else 0)
        return Share(count, questions_with_counts(sums))

    above = " + ".join(columns) + (f" − {minus}" if minus else "")
    above = above if above in columns else f"({above})"
    return Metric(name, about, share, formula=f"{above} / {COUNTED}", proportion=True, **fields)


def _label_cells(sums: Sums, part: str) -> list[Cells]:
    return [
        Cells(*(sums[label_column(part, number, cell)] for cell in CELLS))
        for number in range(1, SETS[part] + 1)
    ]


def _pooled_cells(sums: Sums, part: str) -> Cells:
    pooled = labels.pool(_label_cells(sums, part))
    # A label outside the vocabulary counts as extra, like any other wrong label.
    return pooled._replace(extra=pooled.extra + sums[f"{part}_outside"])


def _micro(part: str, ratio: Ratio) -> Formula:
    return lambda sums: Share(*ratio(_pooled_cells(sums, part)))


def _macro(part: str, ratio: Ratio) -> Formula:
    def share(sums: Sums) -> Share:
        label_cells = _label_cells(sums, part)
        return Share(*labels.macro(label_cells, list(map(ratio, label_cells))))

    return share


def _outside(part: str) -> Formula:
    def share(sums: Sums) -> Share:
        pooled = _pooled_cells(sums, part)
        return Share(sums[f"{part}_outside"], pooled.right + pooled.extra)

    return share


def _set_metrics(part: str) -> Iterator[Metric]:
    yield from _grades(part, "labels")
    yield mean_metric(
        f"{part}.jaccard",
        "Mean over questions of: common labels / labels of answer or truth, in [0, 1]; 1 where "
        "both are empty, 0 where the answer is missing or unreadable.",
        f"{part}_jaccard",
        family="PART.jaccard",
        source=SEED,
    )
    yield Metric(
        f"{part}.jaccard_as_coded",
        "The same with 0 where both are empty.",
        lambda sums: Share(sums[f"{part}_jaccard"] - NANO * sums[f"{part}_empty"], sums.n * NANO),
        formula=f"({part}_jaccard − {part}_empty) / n",
        family="PART.jaccard_as_coded",
        unit=NANO,
        source=CODE,
    )
    yield mean_metric(
        f"{part}.hamming_loss",
        "Mean over questions of: wrong labels / labels of the vocabulary, at most 1; 0 is best. "
        "Labels outside the vocabulary are wrong; a missing or unreadable answer counts 1.",
        f"{part}_hamming",
        family="PART.hamming_loss",
        lower_is_better=True,
        source="scikit-learn: hamming_loss",
        limits="Most labels are rightly left out of most answers, so it is small for weak systems "
        "too.",
    )
    yield Metric(
        f"{part}.one_minus_jaccard",
        "1 - jaccard: what the original prints as Hamming loss.",
        lambda sums: Share(sums.n * NANO - sums[f"{part}_jaccard"], sums.n * NANO),
        formula=f"(n − {part}_jaccard) / n",
        family="PART.one_minus_jaccard",
        unit=NANO,
        lower_is_better=True,
        source=CODE,
    )
    for name, ratio in RATIOS.items():
        yield Metric(
            f"{part}.micro_{name}",
            f"Over all labels of all questions: {_WORDS[name]}; 0 where nothing is below. Labels "
            "outside the vocabulary are named ones.",
            _micro(part, ratio),
            formula=formulas.micro(part, name),
            family=f"PART.micro_{name}",
            of_answered=name != "recall",
            source=SEED,
            limits="Frequent labels decide it: a rare label that is never found hardly shows.",
        )
    for name, ratio in RATIOS.items():
        yield Metric(
            f"{part}.macro_{name}",
            f"Mean over the labels that occur in the truths of: {_WORDS[name]}, so that a perfect "
            "system scores 1. Each label's share is rounded to twelve decimals.",
            _macro(part, ratio),
            formula=formulas.macro(part, name),
            family=f"PART.macro_{name}",
            unit=labels.PICO,
            of_answered=name != "recall",
            source="scikit-learn: precision_recall_fscore_support, labels of the truths",
            limits="It covers the labels of the truths alone: naming others costs nothing here. A "
            "label with one question weighs as much as one with a hundred.",
        )
    yield Metric(
        f"{part}.outside_rate",
        "Labels named that the vocabulary does not hold / labels named; not defined where none is.",
        _outside(part),
        formula=f"{part}_outside / ({formulas.named(part)} + {part}_outside)",
        family="PART.outside_rate",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
    )


def _grades(part: str, noun: str) -> Iterator[Metric]:
    exact, partly = f"{part}_exact", f"{part}_partial"
    yield _questions(
        f"{part}.exact_rate",
        f"Questions whose {noun} are the truth's (grade 2) / all questions.",
        exact,
        family="PART.exact_rate",
        source=SEED,
        limits="It says nothing of partial knowledge.",
    )
    yield _questions(
        f"{part}.partial_rate",
        f"Questions of grade 1 / all questions: some of the {noun}, but not all, or more.",
        partly,
        family="PART.partial_rate",
        source=SEED,
    )
    yield Metric(
        f"{part}.error_rate",
        "Questions of grade 0 / all questions; missing and unreadable answers are of grade 0.",
        lambda sums: Share(
            questions_with_counts(sums) - sums[exact] - sums[partly], questions_with_counts(sums)
        ),
        formula=f"(n − averaged − {exact} − {partly}) / {COUNTED}",
        family="PART.error_rate",
        proportion=True,
        lower_is_better=True,
        source=SEED,
    )
    yield Metric(
        f"{part}.mean_grade",
        "Mean grade / 2, in [0, 1]: exact 1, partial 1/2, wrong 0.",
        lambda sums: Share(2 * sums[exact] + sums[partly], 2 * questions_with_counts(sums)),
        formula=f"(2 · {exact} + {partly}) / (2 · {COUNTED})",
        family="PART.mean_grade",
        source=SEED,
        limits="Grade 1 is one step, whether almost all was right or almost nothing.",
    )


def _pairs(ratio: Ratio) -> Formula:
    return lambda sums: Share(*ratio(Cells(*(sums[f"pair_{cell}"] for cell in CELLS))))


def _basis_metrics() -> Iterator[Metric]:
    yield from _grades("basis", "citations")
    yield _questions(
        "basis.exact_rate_as_coded",
        "Questions whose articles are the truth's, which has one / all questions: a truth "
        "without an article is never met.",
        "basis_exact_as_coded",
        source=CODE,
    )
    yield _questions(
        "basis.partial_rate_as_coded",
        "Questions with a law that the truth cites that are not exact as coded / all questions.",
        "basis_exact",
        "basis_partial",
        minus="basis_exact_as_coded",
        source=CODE,
    )
    yield _questions(
        "basis.law_hit_rate",
        "Questions with a law that the truth cites / all questions; names by the release's table.",
        "basis_exact",
        "basis_partial",
        source=SEED,
    )
    yield mean_metric(
        "basis.pair_jaccard",
        "Mean over questions of: common citations / citations of answer or truth; a law without "
        "an article is one too. 0 where the answer is missing or unreadable.",
        "pair_jaccard",
    )
    for name, ratio in RATIOS.items():
        yield Metric(
            f"basis.pair_{name}",
            f"Over all citations of an article: {_WORDS[name].replace('label', 'article')}; 0 "
            "where nothing is below.",
            _pairs(ratio),
            formula=formulas.PAIRS[name],
            of_answered=name != "recall",
            source=SEED,
        )
    yield rate_metric(
        "basis.error_given_hit",
        "Questions whose citations are not exact / questions with a right clause among the first "
        "5 passages: reasoning error apart from retrieval error; not defined without such a hit.",
        "basis_wrong_after_hit",
        of="hit_at_5",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
        limits="The right clause among the passages may still not be enough to answer from.",
    )


_RETRIEVAL = (
    rate_metric(
        "hit_at_5",
        "Questions with a right clause among the first 5 passages / questions whose clauses are "
        "in the corpus; no passages is a miss.",
        "hit_at_5",
        of="clauses",
        undefined=True,
        whole=True,
        limits="It measures the passages, not the answer.",
    ),
    mean_metric(
        "recall_at_5",
        "Mean, over the questions whose clauses are in the corpus, of: clauses among the first 5 "
        "passages / clauses. A repeated passage keeps its first place.",
        "recall_at_5",
        of="clauses",
        limits="It measures the passages, not the answer.",
    ),
    mean_metric(
        "mrr",
        "Mean, over the same questions, of 1 / rank of the first right clause; 0 without.",
        "reciprocal_rank",
        of="clauses",
        source="trec_eval: recip_rank",
        limits="It measures the passages, not the answer, and sees the first right one alone.",
    ),
)

METRICS = (
    mean_metric(
        "penalty_score",
        "Mean over questions of (type Jaccard + domain Jaccard + pair Jaccard + level right) "
        "/ 4, in [0, 1]; a missing or unreadable answer counts 0.",
        "credit",
        limits="Equal weights are a choice: a right level counts as much as right citations.",
    ),
    ANSWERED_RATE,
    *_set_metrics("type"),
    *_set_metrics("domain"),
    *_basis_metrics(),
    *level_metrics(),
    *_RETRIEVAL,
)
"""All metrics, the headline first."""
