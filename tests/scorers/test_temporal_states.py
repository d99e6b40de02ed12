"""The state table of a release, and what adversaries that see it name and draw."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from temporal_cases import (
    AMENDED,
    NEVER,
    TASKS,
    TEMPORAL,
    affected,
    asked,
    chain,
    changed,
    in_force,
    made_by,
    unchanged,
)
from test_temporal_adversaries import adversary

from digesta.canonical import canonical_lines
from digesta.metrics.exact import NANO
from digesta.scorers.base import QuestionWithTruth, Response
from digesta_legal.temporal.states import states_of

OF_NAMED = ("named", "stale", "premature", "off_target")
FLOOR, SLACK = Fraction(2, 5), Fraction(1, 20)
ARTICLES = 60


def state(article: str, number: int, start: str, *amendments: str) -> dict[str, Any]:
    return {
        "article": article, "state": number, "start": start, "amendments": list(amendments),
        "sha256": "0" * 64,
    }  # fmt: skip


def table(*states: dict[str, Any]) -> dict[str, bytes]:
    return {"tlr/states.jsonl": canonical_lines(states)}


SMALL = table(
    state("x_art_1", 1, "1988-10-05"),
    state("x_art_1", 2, "2000-02-14", "EC 26"),
    state("x_art_1", 3, "2010-02-04", "EC 64"),
    state("x_art_2", 1, "1988-10-05"),
    state("x_art_2", 2, "2000-02-14", "emc_26"),
    state("x_art_3", 1, "2004-12-08", "EC 45", "ECR 2"),
)


def seeing(
    kind: str, truth: dict[str, Any], files: dict[str, bytes], **ask: Any
) -> QuestionWithTruth:
    return asked(kind, 1, truth, **ask)._replace(resources=files)


def test_a_state_table_names_the_commonest_first() -> None:
    states = states_of(SMALL)

    assert states is not None
    assert states.versions == {"x_art_1": 3, "x_art_2": 2, "x_art_3": 1}
    assert states.articles == ("x_art_1", "x_art_2", "x_art_3")
    assert states.amendments == ("EC 26", "EC 45", "EC 64", "ECR 2")
    assert states.changes == (
        ("2000-02-14", ("EC 26",)), ("2004-12-08", ("EC 45", "ECR 2")), ("2010-02-04", ("EC 64",)),
    )  # fmt: skip
    assert states_of({"tlr/attributions.jsonl": b""}) is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{\n", "tlr/states.jsonl:1: "),
        (b'{"article":"x","start":"1988-10-05"}\n', "tlr/states.jsonl:1: a state has article, "),
        (b"[]\n", "tlr/states.jsonl:1: "),
    ],
)
def test_a_state_table_that_cannot_be_read_is_refused_with_its_line(data: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        states_of({"tlr/states.jsonl": data})


def test_the_enumerator_names_all_versions_of_the_article_and_what_the_table_names_most() -> None:
    def named(kind: str, truth: dict[str, Any], **ask: Any) -> Any:
        return adversary("enumerate").answers([seeing(kind, truth, SMALL, **ask)])[0]

    versions = named("point_in_time", in_force(2))["versions"]
    assert [one["version"] for one in versions] == [1, 2, 3]
    assert len(named("point_in_time", in_force(2), at_most=2)["versions"]) == 2
    only = named("point_in_time", in_force(1, component="x_art_3"), component_id="x_art_3")
    assert only == {"versions": [{"component_id": "x_art_3", "version": 1}]}
    assert named("attribution", made_by("EC 9"), at_most=2) == {"amendments": ["EC 26", "EC 45"]}
    assert named("impact", affected("x_art_9"), at_most=2) == {"articles": ["x_art_1", "x_art_2"]}
    links = named("lineage", chain(("2001-01-01", ["EC 9"])), at_most=3)
    assert links == chain(("2000-02-14", ["EC 26"]), ("2004-12-08", ["EC 45", "ECR 2"]))


EVERY: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "point_in_time": (
        in_force(2),
        [{"versions": [{"component_id": "x_art_1", "version": n}]} for n in (1, 2, 3)],
    ),
    "attribution": (
        made_by("EC 26", "EC 64"),
        [{"amendments": [name]} for name in ("EC 26", "EC 45", "EC 64", "ECR 2")],
    ),
    "lineage": (
        chain(("2000-02-14", ["EC 26"]), ("2010-02-04", ["EC 64"])),
        [
            chain(("2000-02-14", ["EC 26"])),
            chain(("2004-12-08", ["EC 45", "ECR 2"])),
            chain(("2010-02-04", ["EC 64"])),
        ],
    ),
    "impact": (
        affected("x_art_1", "x_art_2", by=["EC 26"]),
        [{"articles": [f"x_art_{n}"]} for n in (1, 2, 3)],
    ),
    "difference": (changed("EC 26"), [{"changed": False}, {"changed": True}]),
    "consistency": (AMENDED, [{"amended": False}, {"amended": True}]),
}
"""Kind -> a truth, and every answer that random may draw from the small table."""


@pytest.mark.parametrize("kind", list(EVERY))
def test_randoms_row_is_the_mean_over_all_that_it_may_draw(kind: str) -> None:
    truth, every = EVERY[kind]
    one = seeing(kind, truth, SMALL)
    prepared = TEMPORAL.prepare(one.question, one.truth, SMALL)
    expected = adversary("random").expected
    assert expected is not None

    rows = np.array([TEMPORAL.mark(prepared, Response(answer)) for answer in every])

    for column, cell, total in zip(
        TEMPORAL.all_columns, expected(prepared), rows.sum(axis=0).tolist(), strict=True
    ):
        mean = Fraction(0) if column.name in OF_NAMED else Fraction(total, len(every))
        assert abs(cell - mean) <= (Fraction(1, 2) if column.kind == "share" else 0), column.name
    assert expected(prepared)[0] > 0


def test_rates_of_what_is_named_are_not_defined_where_a_row_is_an_average() -> None:
    rows = rows_of("random", [seeing("point_in_time", in_force(2), SMALL)])

    for name in ("stale_rate", "premature_rate", "off_target_rate"):
        assert TEMPORAL.metric_named(name).share(TEMPORAL.sums(rows)).denominator == 0
    assert TEMPORAL.metric_named("version_accuracy").value(TEMPORAL.sums(rows)) == Fraction(
        333_333_333, NANO
    )


@pytest.mark.parametrize("kind", list(EVERY))
def test_random_draws_every_one_of_them_about_as_often(kind: str) -> None:
    truth, every = EVERY[kind]
    questions = [asked(kind, n, truth)._replace(resources=SMALL) for n in range(600)]

    drawn = [json.dumps(one, sort_keys=True) for one in adversary("random").answers(questions)]

    counts = [drawn.count(json.dumps(one, sort_keys=True)) for one in every]
    assert sum(counts) == 600
    assert min(counts) > 0.75 * 600 / len(every)


def test_an_article_that_the_table_does_not_have_is_not_drawn_for() -> None:
    one = seeing("point_in_time", in_force(1, component="y"), SMALL, component_id="y")

    assert adversary("random").answers([one]) == [None]


# A release with its table --------------------------------------------------------------------


def history() -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Return sixty articles of one to five states, each made on a day of its own."""
    return {
        f"x_art_{n}": [
            ("1988-10-05", ()),
            *(
                (f"{1991 + 5 * k}-{1 + n % 12:02}-{1 + n // 12:02}", (f"EC {4 * n + k}",))
                for k in range(n % 5)
            ),
        ]
        for n in range(1, ARTICLES + 1)
    }


def release() -> list[QuestionWithTruth]:
    """Thirty questions a task; days are spread evenly over the states of the articles."""
    every = history()
    files = table(
        *(
            state(article, number, start, *made)
            for article, states in every.items()
            for number, (start, made) in enumerate(states, start=1)
        )
    )
    listed: list[tuple[str, str, dict[str, Any]]] = []
    often = [article for article, states in every.items() if len(states) > 2][:30]
    for n, article in enumerate(often):
        changes = every[article][1:]
        names = [name for _, made in changes for name in made]
        version = 1 + n // 3 % len(every[article])
        listed += [
            ("point_in_time", article, in_force(version, component=article)),
            ("attribution", article, made_by(*names, dates=[start for start, _ in changes])),
            ("difference", article, unchanged() if n % 2 else changed(names[0])),
            ("lineage", article, chain(*((day, list(made)) for day, made in changes))),
            ("consistency", article, NEVER if n % 2 else AMENDED),
            ("impact", article, affected(*(f"x_art_{n + k}" for k in range(1, 4 + n % 2)))),
        ]
    return [
        asked(kind, number, truth, at_most=15, **_where(kind, article))._replace(resources=files)
        for number, (kind, article, truth) in enumerate(listed)
    ]


def _where(kind: str, article: str) -> dict[str, str]:
    return {} if kind == "impact" else {"component_id": article}


def rows_of(name: str, questions: Sequence[QuestionWithTruth]) -> Any:
    chosen = adversary(name)
    ready = [TEMPORAL.prepare(one.question, one.truth, one.resources) for one in questions]
    if chosen.expected is not None:
        return np.array([chosen.expected(one) for one in ready])
    return TEMPORAL.mark_all(ready, list(chosen.answers(questions)))


@pytest.mark.parametrize("name", ["silent", "constant", "random", "enumerate", "echo"])
def test_no_adversary_that_sees_the_table_exceeds_the_floor_of_a_task(name: str) -> None:
    questions = release()
    rows = rows_of(name, questions)

    for task, metric in TASKS.values():
        places = [i for i, one in enumerate(questions) if one.task == task]
        sums = TEMPORAL.sums(rows[places])
        chance = Fraction(sums["chance"], sums.n * NANO)
        limit = chance + SLACK if chance else FLOOR
        assert TEMPORAL.metric_named(metric).value(sums) <= limit, task


def test_the_adversaries_of_the_table_answer_every_question_readably() -> None:
    questions = release()

    for name in ("random", "enumerate"):
        answers = list(adversary(name).answers(questions))
        ready = [TEMPORAL.prepare(one.question, one.truth, one.resources) for one in questions]
        sums = TEMPORAL.sums(TEMPORAL.mark_all(ready, answers))
        assert (sums["missing"], sums["unreadable"]) == (0, 0), name
    assert {one.task for one in questions} == {task for task, _ in TASKS.values()}
