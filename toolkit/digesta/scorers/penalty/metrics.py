"""The metrics of the scorer ``penalty``, part by part: formulas over column sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from digesta.metrics import labels
from digesta.metrics.exact import NANO
from digesta.metrics.labels import Cells
from digesta.scorers.base import ANSWERED_RATE, Metric, Share, Sums
from digesta.scorers.penalty import formulas
from digesta.scorers.penalty.columns import CELLS, SETS, label_column
from digesta.scorers.penalty.formulas import COUNTED
from digesta.scorers.penalty.levels import (
    CODE,
    OF_ANSWERED,
    RATIOS,
    SEED,
    Ratio,
    counted,
    level_metrics,
)
from digesta.scorers.shared.metrics import mean_metric

Formula = Callable[[Sums], Share]

_WORDS = {
    "precision": "right labels / labels named",
    "recall": "right labels / true labels",
    "f1": "2 right / (named + true)",
}


def rate(column: str) -> Formula:
    """Return the share of questions with a count of 1."""
    return lambda sums: Share(sums[column], counted(sums))


def _error(exact: str, partly: str) -> Formula:
    return lambda sums: Share(counted(sums) - sums[exact] - sums[partly], counted(sums))


def _grade(exact: str, partly: str) -> Formula:
    return lambda sums: Share(2 * sums[exact] + sums[partly], 2 * counted(sums))


def _one_minus(column: str) -> Formula:
    return lambda sums: Share(sums.n * NANO - sums[column], sums.n * NANO)


def _jaccard_as_coded(part: str) -> Formula:
    return lambda sums: Share(sums[f"{part}_jaccard"] - NANO * sums[f"{part}_empty"], sums.n * NANO)


def _outside(part: str) -> Formula:
    def share(sums: Sums) -> Share:
        cells = _label_cells(sums, part)
        named = sum(one.right + one.extra for one in cells) + sums[f"{part}_outside"]
        return Share(sums[f"{part}_outside"], named)

    return share


def _label_cells(sums: Sums, part: str) -> list[Cells]:
    return [
        Cells(*(sums[label_column(part, number, cell)] for cell in CELLS))
        for number in range(1, SETS[part] + 1)
    ]


def _micro(part: str, ratio: Ratio, sums: Sums) -> Share:
    pooled = labels.pool(_label_cells(sums, part))
    # A label outside the vocabulary is a wrong one like any other.
    return Share(*ratio(pooled._replace(extra=pooled.extra + sums[f"{part}_outside"])))


def _macro(part: str, ratio: Ratio, sums: Sums) -> Share:
    cells = _label_cells(sums, part)
    return Share(*labels.macro(cells, [ratio(one) for one in cells]))


def _set_metrics(part: str) -> Iterator[Metric]:
    exact, partly = f"{part}_exact", f"{part}_partial"
    yield from _grades(part, exact, partly, "labels", SEED)
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
        _jaccard_as_coded(part),
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
        _one_minus(f"{part}_jaccard"),
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
            partial(_micro, part, ratio),
            formula=formulas.micro(part, name),
            family=f"PART.micro_{name}",
            of_answered=name in OF_ANSWERED,
            source=SEED,
            limits="Frequent labels decide it: a rare label that is never found hardly shows.",
        )
    for name, ratio in RATIOS.items():
        yield Metric(
            f"{part}.macro_{name}",
            f"Mean over the labels that occur in the truths of: {_WORDS[name]}, so that a perfect "
            "system scores 1. Each label's share is rounded to twelve decimals.",
            partial(_macro, part, ratio),
            formula=formulas.macro(part, name),
            family=f"PART.macro_{name}",
            unit=labels.PICO,
            of_answered=name in OF_ANSWERED,
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


def _grades(part: str, exact: str, partly: str, what: str, source: str) -> Iterator[Metric]:
    yield Metric(
        f"{part}.exact_rate",
        f"Questions whose {what} are the truth's (grade 2) / all questions.",
        rate(exact),
        formula=f"{exact} / {COUNTED}",
        family="PART.exact_rate",
        proportion=True,
        source=source,
        limits="It says nothing of partial knowledge.",
    )
    yield Metric(
        f"{part}.partial_rate",
        f"Questions of grade 1 / all questions: some of the {what}, but not all, or more.",
        rate(partly),
        formula=f"{partly} / {COUNTED}",
        family="PART.partial_rate",
        proportion=True,
        source=source,
    )
    yield Metric(
        f"{part}.error_rate",
        "Questions of grade 0 / all questions; missing and unreadable answers are of grade 0.",
        _error(exact, partly),
        formula=f"(n − averaged − {exact} − {partly}) / {COUNTED}",
        family="PART.error_rate",
        proportion=True,
        lower_is_better=True,
        source=source,
    )
    yield Metric(
        f"{part}.mean_grade",
        "Mean grade / 2, in [0, 1]: exact 1, partial 1/2, wrong 0.",
        _grade(exact, partly),
        formula=f"(2 · {exact} + {partly}) / (2 · {COUNTED})",
        family="PART.mean_grade",
        source=source,
        limits="Grade 1 is one step, whether almost all was right or almost nothing.",
    )


def _pairs(sums: Sums) -> Cells:
    return Cells(*(sums[f"pair_{cell}"] for cell in CELLS))


def _pair(ratio: Ratio, sums: Sums) -> Share:
    return Share(*ratio(_pairs(sums)))


def _law_hit(sums: Sums) -> Share:
    return Share(sums["basis_exact"] + sums["basis_partial"], counted(sums))


def _basis_metrics() -> Iterator[Metric]:
    yield from _grades("basis", "basis_exact", "basis_partial", "citations", SEED)
    yield Metric(
        "basis.exact_rate_as_coded",
        "Questions whose articles are the truth's, which has one / all questions: a truth "
        "without an article is never met.",
        rate("basis_exact_as_coded"),
        formula=f"basis_exact_as_coded / {COUNTED}",
        proportion=True,
        source=CODE,
    )
    yield Metric(
        "basis.partial_rate_as_coded",
        "Questions with a law that the truth cites that are not exact as coded / all questions.",
        lambda sums: Share(_law_hit(sums).numerator - sums["basis_exact_as_coded"], counted(sums)),
        formula=f"(basis_exact + basis_partial − basis_exact_as_coded) / {COUNTED}",
        proportion=True,
        source=CODE,
    )
    yield Metric(
        "basis.law_hit_rate",
        "Questions with a law that the truth cites / all questions; names by the release's table.",
        _law_hit,
        formula=f"(basis_exact + basis_partial) / {COUNTED}",
        proportion=True,
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
            partial(_pair, ratio),
            formula=formulas.PAIRS[name],
            of_answered=name in OF_ANSWERED,
            source=SEED,
        )
    yield Metric(
        "basis.error_given_hit",
        "Questions whose citations are not exact / questions with a right clause among the first "
        "5 passages: reasoning error apart from retrieval error; not defined without such a hit.",
        lambda sums: Share(sums["basis_wrong_after_hit"], sums["hit_at_5"]),
        formula="basis_wrong_after_hit / hit_at_5",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
        limits="The right clause among the passages may still not be enough to answer from.",
    )


def _found(numerator: str, unit: int) -> Formula:
    return lambda sums: Share(sums[numerator], sums["clauses"] * unit)


def _retrieval_metrics() -> Iterator[Metric]:
    yield Metric(
        "hit_at_5",
        "Questions with a right clause among the first 5 passages / questions whose clauses are "
        "in the corpus; no passages is a miss.",
        _found("hit_at_5", 1),
        formula="hit_at_5 / clauses",
        undefined=True,
        whole=True,
        limits="It measures the passages, not the answer.",
    )
    yield Metric(
        "recall_at_5",
        "Mean, over the questions whose clauses are in the corpus, of: clauses among the first 5 "
        "passages / clauses. A repeated passage keeps its first place.",
        _found("recall_at_5", NANO),
        formula="recall_at_5 / clauses",
        unit=NANO,
        undefined=True,
        limits="It measures the passages, not the answer.",
    )
    yield Metric(
        "mrr",
        "Mean, over the same questions, of 1 / rank of the first right clause; 0 without.",
        _found("reciprocal_rank", NANO),
        formula="reciprocal_rank / clauses",
        unit=NANO,
        undefined=True,
        source="trec_eval: recip_rank",
        limits="It measures the passages, not the answer, and sees the first right one alone.",
    )


def metrics() -> tuple[Metric, ...]:
    """Return all metrics, the headline first."""
    return (
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
        *_retrieval_metrics(),
    )
