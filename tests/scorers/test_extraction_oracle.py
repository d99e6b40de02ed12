"""The metrics of extraction against scikit-learn, and the seed's accuracy computed over again.

Scikit-learn sees each question as a set of labels, one for each field and value: what the truth
sets, and what the answer fills. Values are drawn by what they mean and written in several ways, so
that the oracle knows nothing of our readings.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from extraction_cases import EXTRACTION, nested, prepared

from digesta.metrics.exact import NANO
from digesta.scorers.base import Response, Rows

SEED = 20261122
QUESTIONS = 500
RELEASES = 400

SINGLE: dict[str, list[list[Any]]] = {
    "/date_signature": [["2025-03-14", "14 mars 2025"], ["01/02/2026", "1er février 2026"], ["x"]],
    "/cedant/nom": [["Alpha & Fils", "alpha et fils SAS"], ["Beta", "BÊTA"], [7]],
    "/cessionnaire/forme_juridique": [
        ["SAS", "société par actions simplifiée"],
        ["SA"],
        [{"a": 1}],
    ],
    "/actions_cedees/nombre": [[1200, "1 200", "1.200 actions"], [30, "30"], [True]],
    "/actions_cedees/pourcentage": [[60, "60 %"], [12.5, "12,5 pour cent", "12,50"], ["un"]],
    "/prix_de_cession/montant": [[480000, "480 000 €", "0,48 million d'euros"], ["5"], ["5k"]],
    "/prix_de_cession/modalites_paiement": [["comptant", " Comptant. "], ["à terme"], [5]],
    "/prix_de_cession/sequestre": [[True, "oui"], [False, "Non"], [0]],
    "/droit_applicable": [["Droit français"], ["Droit belge"], [[]]],
}
"""Pointer -> values by meaning: the ways of writing each; the last is no value of its kind."""
SETS = ("/conditions_suspensives", "/garantie_actif_passif/exclusions")
ELEMENTS = [["a", "A."], ["b"], ["c", "« C »"], ["d"]]
TEXTS = ("/prix_de_cession/modalites_paiement", "/droit_applicable", *SETS)


Pair = tuple[frozenset[str], frozenset[str]]
"""Labels that the truth sets, and that the answer fills."""


class Case(NamedTuple):
    """A question with its answer, and what the oracle sees of them."""

    truth: dict[str, Any]
    answer: Any
    judged: tuple[str, ...]
    true: frozenset[str]
    named: frozenset[str]
    unjudged: frozenset[str]
    elements: Pair


def drawn(chance: random.Random) -> Case:
    truth: dict[str, Any] = {}
    answer: dict[str, Any] = {}
    true, named = {}, {}
    knows = chance.random() < 0.05
    for pointer, values in SINGLE.items():
        meant = chance.randrange(len(values) - 1)
        if chance.random() < 0.6:
            truth[pointer], true[pointer] = chance.choice(values[meant]), str(meant)
        if (pointer in truth) if knows else chance.random() < 0.7:
            said = meant if knows or chance.random() < 0.6 else chance.randrange(len(values))
            answer[pointer], named[pointer] = chance.choice(values[said]), str(said)
            if answer[pointer] == []:
                del named[pointer]
    sets = drawn_sets(chance, truth, answer, knows=knows)
    true |= {p: repr(sorted(s)) for p, (s, _) in sets.items() if s}
    named |= {p: repr(sorted(s)) for p, (_, s) in sets.items() if s}
    if not knows and chance.random() < 0.2:
        answer["/commentaire"], named["/commentaire"] = "voir annexe", "x"
    if not truth:
        truth["/cedant/nom"], true["/cedant/nom"] = "Gamma", "gamma"
    judged = tuple(p for p in (*TEXTS, "/cedant/nom") if chance.random() < 0.2)
    return case(chance, truth, answer, judged, (true, named, sets))


def drawn_sets(
    chance: random.Random, truth: dict[str, Any], answer: dict[str, Any], *, knows: bool
) -> dict[str, tuple[set[int], set[int]]]:
    sets = {}
    for pointer in SETS:
        one = set(chance.sample(range(4), chance.choice([0, 0, 1, 2, 3])))
        same = knows or chance.random() < 0.3
        other = one if same else set(chance.sample(range(4), chance.randrange(4)))
        sets[pointer] = (one, other)
        if one:
            truth[pointer] = [ELEMENTS[i][0] for i in one]
        listed = [chance.choice(ELEMENTS[i]) for i in (*other, *other)]
        answer[pointer] = chance.sample(listed, len(listed))
    return sets


def case(
    chance: random.Random,
    truth: dict[str, Any],
    answer: dict[str, Any],
    judged: tuple[str, ...],
    seen: tuple[dict[str, str], dict[str, str], dict[str, tuple[set[int], set[int]]]],
) -> Case:
    true, named, sets = seen
    saved = {p for p in judged if p in TEXTS and p in true and p in named}
    kind = chance.choices(["object", "text", "missing", "unreadable"], [80, 12, 4, 4])[0]
    whole = {"object": nested(answer), "text": json.dumps(nested(answer)), "missing": None}
    if kind in {"missing", "unreadable"}:
        named, saved = {}, set()
        sets = {p: (one, set()) for p, (one, _) in sets.items()}
    labels = {p: (one, one if p in saved else other) for p, (one, other) in sets.items()}
    return Case(
        truth,
        whole.get(kind, "Le prix est de 5 €."),
        judged,
        frozenset(f"{p}={v}" for p, v in true.items()),
        frozenset(f"{p}={true[p] if p in saved else v}" for p, v in named.items()),
        frozenset(f"{p}={v}" for p, v in named.items()),
        (
            frozenset(f"{p}={i}" for p, (one, _) in labels.items() for i in one),
            frozenset(f"{p}={i}" for p, (_, other) in labels.items() for i in other),
        ),
    )


def marked_rows(cases: Sequence[Case]) -> Rows:
    rows = []
    for one in cases:
        criteria = [{"criterion_id": pointer, "satisfied": True} for pointer in one.judged]
        response = Response(one.answer, {"criteria": criteria})
        rows.append(EXTRACTION.mark(prepared(one.truth), response))
    return np.array(rows, dtype=np.int64)


def of_each(pairs: Sequence[Pair]) -> Any:
    """Return scikit-learn's precision, recall and F1 of each pair of sets of labels."""
    from sklearn.metrics import precision_recall_fscore_support

    true, named = indicators(pairs)
    # Turned over, the pairs are what scikit-learn calls labels: one figure each.
    return precision_recall_fscore_support(true.T, named.T, average=None, zero_division=0)[:3]


def indicators(pairs: Sequence[Pair]) -> tuple[Any, Any]:
    """Return two sparse tables of pairs and labels: who holds which."""
    from scipy.sparse import csr_matrix

    every = sorted({label for pair in pairs for side in pair for label in side})
    place = {label: at for at, label in enumerate(every)}
    tables = []
    for side in (0, 1):
        cells = [
            (at, place[label]) for at, pair in enumerate(pairs) for label in sorted(pair[side])
        ]
        at, labels = zip(*cells, strict=True)
        shape = (len(pairs), len(every))
        tables.append(csr_matrix((np.ones(len(cells), dtype=int), (at, labels)), shape=shape))
    return tables[0], tables[1]


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    chance = random.Random(SEED)
    return [drawn(chance) for _ in range(QUESTIONS)]


@pytest.fixture(scope="module")
def marks(cases: list[Case]) -> Rows:
    return marked_rows(cases)


def column(rows: Rows, name: str) -> Any:
    return rows[:, EXTRACTION.column_names.index(name)]


def test_most_cases_are_neither_perfect_nor_empty(marks: Rows) -> None:
    credit = column(marks, "credit")

    assert ((credit > 0) & (credit < NANO)).sum() > 0.8 * QUESTIONS
    assert column(marks, "exact").sum() > 20
    assert column(marks, "fields_judged").sum() > 0.08 * QUESTIONS


def test_shares_of_a_question_are_scikit_learns_of_its_labels(
    cases: list[Case], marks: Rows
) -> None:
    from sklearn.metrics import accuracy_score

    pairs = [(one.true, one.named) for one in cases]

    for name, oracle in zip(("precision", "recall", "credit"), of_each(pairs), strict=True):
        worst = np.abs(column(marks, name) - oracle * NANO).max()
        assert worst <= 0.5 + 1e-6, (SEED, name, worst)
    assert column(marks, "exact").sum() == accuracy_score(*indicators(pairs), normalize=False)


def test_the_f1_of_elements_is_scikit_learns(cases: list[Case], marks: Rows) -> None:
    sets = np.array([bool(one.elements[0]) for one in cases])
    oracle = of_each([one.elements for one in cases])[2]

    assert np.array_equal(column(marks, "has_sets"), sets)
    assert np.abs(column(marks, "element_f1") - oracle * sets * NANO).max() <= 0.5 + 1e-6, SEED


def test_figures_of_releases_are_scikit_learns(cases: list[Case], marks: Rows) -> None:
    chance = random.Random(SEED + 1)
    releases = [chance.sample(range(QUESTIONS), chance.randrange(1, 7)) for _ in range(RELEASES)]
    ours = [figures(marks[some]) for some in releases]
    pairs = [(one.true, one.named) for one in cases]
    each = of_each(pairs)
    pooled = of_each([pooled_pair(pairs, some) for some in releases])
    plain = of_each(
        [pooled_pair([(one.true, one.unjudged) for one in cases], some) for some in releases]
    )

    for at, some in enumerate(releases):
        oracle = {
            "field_precision_pooled": pooled[0][at], "field_accuracy": pooled[1][at],
            "field_f1_pooled": pooled[2][at], "field_accuracy_unjudged": plain[1][at],
        }  # fmt: skip
        means = dict(zip(("field_precision", "field_recall", "field_f1"), each, strict=True))
        for name, value in oracle.items():
            assert abs(ours[at][name] - value) <= 1e-12, (SEED, name, some)
        for name, values in means.items():
            assert abs(ours[at][name] - values[some].mean()) <= 1e-9, (SEED, name, some)


def figures(rows: Rows) -> dict[str, float]:
    sums = EXTRACTION.sums(rows)
    return {metric.name: float(metric.value(sums)) for metric in EXTRACTION.metrics}


def pooled_pair(pairs: Sequence[Pair], some: Sequence[int]) -> Pair:
    """Make one set of labels of several questions: a label is also its question."""
    true, named = zip(*(pairs[i] for i in some), strict=True)
    return tuple(
        frozenset(f"{at} {label}" for at, labels in enumerate(side) for label in labels)
        for side in (true, named)
    )  # type: ignore[return-value]


def as_the_seed_says(one: Case) -> Fraction:
    """Compute the seed's accuracy over again, pointer by pointer."""
    answer = (
        json.loads(one.answer) if isinstance(one.answer, str) and one.answer[0] == "{" else None
    )
    answer = one.answer if isinstance(one.answer, dict) else answer
    if answer is None:
        return Fraction(0)
    truth = {"/droit_applicable": "Droit français"} | one.truth
    hits = 0
    for pointer, value in truth.items():
        got: Any = answer
        for name in pointer.split("/")[1:]:
            got = got.get(name) if isinstance(got, dict) else None
        missing = got is None and pointer == "/droit_applicable"
        got = "Droit français" if missing else got
        hits += got == value or (pointer in one.judged and got not in (None, "", [], False, 0))
    return Fraction(hits, len(truth))


def test_the_accuracy_as_coded_comes_out_when_computed_again(
    cases: list[Case], marks: Rows
) -> None:
    for one, cell in zip(cases, column(marks, "accuracy_as_coded"), strict=True):
        assert cell == round(as_the_seed_says(one) * NANO), (SEED, one)
