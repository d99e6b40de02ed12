"""What gives answers away to who knows no law: found, held to limits, excused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from digesta.canonical import canonical_bytes
from digesta.errors import ReleaseError
from digesta.records.holdout import LEAST_OF_CATEGORY
from digesta.records.review import GiveawayLimits
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.releases.giveaways import giveaways, labels
from digesta.releases.giveaways.figures import Giveaway
from digesta.scorers import scorer_named
from world import draft, edited, manifest, toy

FILLER = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "islet", "jetty"]
Turn = Callable[[int], str]


def yes_no(text: Turn, each: int = 60, limits: Any = None) -> dict[str, bytes]:
    """Return a draft whose yes-or-no questions read as they are told; yes where even."""

    def reword(question: dict[str, Any]) -> dict[str, Any]:
        number = int(question["question_id"].rsplit("-", 1)[1])
        if question["task"] == "yes_no":
            question = question | {"turns": [{"role": "user", "content": text(number)}]}
        return question

    return edited(
        draft(toy(each), **({"giveaways": limits} if limits else {})), "questions.jsonl", reword
    )


def words(number: int) -> str:
    """Return words that say nothing of the answer: four of them, by the number's half."""
    half = number // 2
    return " ".join(FILLER[half * step % 10] for step in (1, 3, 7)) + f" {half % 9}?"


def told(number: int) -> str:
    """Return words in which one phrase stands if and only if the answer is yes."""
    return f"The seller {'plainly' if number % 2 == 0 else 'hardly'} agreed: {words(number)}"


def found(files: dict[str, bytes], test: str) -> list[Giveaway]:
    data = parse_release(files, name="draft")
    return [each for each in giveaways(data) if each.test == test and "answer True" in each.subject]


def test_a_phrase_that_fixes_the_answer_is_found_by_both_models_and_named() -> None:
    [linear], [ngram] = (found(yes_no(told), test) for test in ("linear", "ngram"))

    assert (linear.n, linear.base, linear.gain) == (60, 0.5, 0.5)
    assert ngram.gain == 0.5
    assert ngram.by in {
        "the seller plainly agreed",
        "seller plainly agreed",
        "the seller hardly agreed",
    }


def test_words_that_say_nothing_of_the_answer_gain_nothing() -> None:
    for test in ("linear", "ngram"):
        [figure] = found(yes_no(words), test)
        assert figure.gain <= 0


def test_a_phrase_that_one_cluster_alone_has_tells_nothing_of_another() -> None:
    """A pattern must hold on sources that it was not read from."""

    def together(question: dict[str, Any]) -> dict[str, Any]:
        if question["task"] != "yes_no":
            return question
        number = int(question["question_id"].rsplit("-", 1)[1])
        return question | {"cluster_id": f"c-of{number % 2}n{number // 6:02d}"}

    def own(number: int) -> str:
        return f"word{chr(97 + number % 2 * 13 + number // 6)} {words(number)}"

    for test in ("linear", "ngram"):
        files = edited(yes_no(own), "questions.jsonl", together)
        assert all(figure.gain <= 0 for figure in found(files, test))


def test_too_few_questions_of_a_label_are_not_measured() -> None:
    assert found(yes_no(told, LEAST_OF_CATEGORY - 1), "ngram") == []


def test_the_order_of_the_lines_moves_no_figure() -> None:
    files = yes_no(told)
    turned = dict(files) | {
        name: b"".join(sorted(files[name].splitlines(keepends=True), reverse=True))
        for name in ("questions.jsonl", "truths.jsonl")
    }

    assert giveaways(parse_release(files, name="a")) == giveaways(parse_release(turned, name="b"))


def test_how_much_is_counted_at_a_time_moves_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    data = parse_release(yes_no(told), name="draft")
    whole = giveaways(data)

    monkeypatch.setattr(labels, "CHUNK", 16)
    monkeypatch.setattr(labels, "BLOCK", 7)

    assert giveaways(data) == whole
    assert "linear" in {figure.test for figure in whole}


def test_of_many_questions_whole_clusters_are_read_and_the_order_of_the_lines_picks_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(labels, "MOST", 100)
    files = yes_no(told)
    turned = dict(files) | {
        name: b"".join(sorted(files[name].splitlines(keepends=True), reverse=True))
        for name in ("questions.jsonl", "truths.jsonl")
    }

    [linear] = found(files, "linear")

    assert (linear.n, linear.base, linear.gain) == (47, 0.531914894, 0.468085106)
    assert giveaways(parse_release(files, name="a")) == giveaways(parse_release(turned, name="b"))


def test_a_draft_above_a_limit_is_cut_with_a_reason_alone() -> None:
    with pytest.raises(ReleaseError, match="giveaway") as refused:
        cut(yes_no(told, limits=GiveawayLimits().as_json()), name="draft")
    tests = sorted({problem.got.split()[1] for problem in refused.value.problems})
    assert {"linear", "ngram"} <= set(tests)
    assert "at most 0.100" in str(refused.value)

    excused = [{"track": "toy", "test": test, "reason": "a toy"} for test in tests]
    limits = GiveawayLimits().as_json() | {"excused": excused}
    release = cut(yes_no(told, limits=limits), name="draft")

    assert b'"reason":"a toy"' in release["release.json"]
    idle = yes_no(told, limits=limits | {"excused": [*excused, IDLE]})
    with pytest.raises(ReleaseError, match="giveaway-excuse"):
        cut(idle, name="draft")


IDLE = {"track": "toy", "test": "printed", "reason": "nothing is printed"}


def test_copies_are_limited_only_where_an_owner_says_so() -> None:
    """A computed task is often one template: who wants another says how much of it may be."""
    limits = GiveawayLimits().as_json()

    assert cut(draft(giveaways=limits), name="draft")
    with pytest.raises(ReleaseError, match=r"copies \+1\.000, all, n 36; expected at most 0\.200"):
        cut(draft(giveaways=limits | {"copies": "0.20"}), name="draft")


def test_a_release_from_before_the_limits_is_cut_as_it_was() -> None:
    release = cut(yes_no(told), name="draft")

    assert b"giveaways" not in release["release.json"]


def test_an_unknown_test_and_an_excuse_twice_are_refused() -> None:
    for excused in ([IDLE | {"test": "smell"}], [IDLE, IDLE]):
        files = dict(draft()) | {
            "release.json": canonical_bytes(
                manifest(giveaways=GiveawayLimits().as_json() | {"excused": excused})
            )
        }
        with pytest.raises(ReleaseError, match="excused"):
            cut(files, name="draft")


def test_questions_that_differ_in_numbers_alone_are_counted_within_across_and_before() -> None:
    """The small draft's tasks are one template each: but for numbers, all questions are one."""
    before = parse_release(draft(toy(12)), name="before")

    def sealed(question: dict[str, Any]) -> dict[str, Any]:
        number = int(question["question_id"].rsplit("-", 1)[1])
        return question | {"split": "holdout" if number >= 10 else "public"}

    files = edited(draft(toy(13)), "questions.jsonl", sealed)
    kept = [line for line in files["truths.jsonl"].splitlines() if _number(line) < 10]
    now = parse_release(files | {"truths.jsonl": b"\n".join(kept) + b"\n"}, name="now")
    figures = {each.test: (each.n, each.gain) for each in giveaways(now, before)}

    assert figures == {"copies": (39, 1.0), "across": (9, 1.0), "before": (3, 1.0)}
    one = edited(draft(toy(12)), "questions.jsonl", _of_its_own)
    assert [each.gain for each in giveaways(parse_release(one, name="own"))] == [0.0]


def _of_its_own(question: dict[str, Any]) -> dict[str, Any]:
    letters = question["question_id"].translate(str.maketrans("0123456789", "abcdefghij"))
    return question | {"turns": [{"role": "user", "content": letters[-1] * 9 + letters * 3}]}


def _number(line: bytes) -> int:
    return int(line.split(b'"question_id":"')[1].split(b'"')[0].rsplit(b"-", 1)[1])


def test_what_a_question_prints_is_found_in_its_rubric_and_what_it_does_not_is_not() -> None:
    criteria = [
        ("structure", "2", "heading: Les faits; Discussion"),
        ("substance", "3", "authority: code civil, 1240"),
        ("substance", "1", "number: 12000 EUR"),
        ("substance", "1", "date: 2025-03-10"),
        ("substance", "1", "party: Tonnellerie Grisel"),
        ("style", "2", ""),
        ("negative", "-2", "authority: code civil, 1241"),
    ]
    truth = {
        "criteria": [
            {"dimension": kind, "points": points} | ({"check": check} if check else {})
            for kind, points, check in criteria
        ]
    }
    paid = scorer_named("rubric").paid_for(truth)
    text = (
        "Sous les titres « Les faits » et « Discussion », dites si l'EURL Tonnellerie Grisel, "
        "à qui le maire a accordé 12 000 euros le 10 mars 2025, les garde."
    )

    assert [each.printed_in(text) for each in paid] == [True, False, True, True, True, False]
    assert [each.printed_in("article 1240 du code civil") for each in paid][1]
    assert not any(each.printed_in("") for each in paid)


@pytest.mark.parametrize(
    ("scorer", "ask", "truth", "labels"),
    [
        ("closed", {"answer_type": "boolean"}, {"answer": True}, {"answer": ["True"]}),
        (
            "closed",
            {"answer_type": "mcq", "choices": ["a", "b"], "labels": ["A", "B"]},
            {"answer": "B"},
            {"choice": ["2"]},
        ),
        ("closed", {"answer_type": "mcq", "choices": ["a", "b"]}, {"answer": 0}, {"choice": ["1"]}),
        ("closed", {"answer_type": "numeric"}, {"answer": 5}, {}),
        ("letters", {"choices": ["a", "b"]}, {"answer": "AB"}, {"choice": ["1", "2"]}),
        (
            "temporal",
            {},
            {"changed": False, "amendments_between": []},
            {"changed": ["False"], "amendments": [], "version": []},
        ),
    ],
)
def test_a_scorer_says_which_labels_its_truths_have(
    scorer: str, ask: dict[str, Any], truth: dict[str, Any], labels: dict[str, list[str]]
) -> None:
    assert scorer_named(scorer).labels(ask, truth) == labels


def test_the_longest_choice_and_the_commonest_place_are_set_against_chance() -> None:
    def choose(question: dict[str, Any]) -> dict[str, Any]:
        if question["task"] != "colour":
            return question
        number = int(question["question_id"].rsplit("-", 1)[1])
        wrong = [f"no {number}", f"or {number}"]
        ask = {"answer_type": "mcq", "choices": [f"the long right one {number}", *wrong]}
        return question | {"ask": ask}

    def first(truth: dict[str, Any]) -> dict[str, Any]:
        name = truth["question_id"]
        if not name.startswith("colour"):
            return truth
        return truth | {"truth": {"answer": f"the long right one {name.rsplit('-', 1)[1]}"}}

    files = edited(edited(draft(toy(30)), "questions.jsonl", choose), "truths.jsonl", first)
    figures = {each.test: each for each in giveaways(parse_release(files, name="draft"))}

    longest, position = figures["longest"], figures["position"]
    assert (longest.n, longest.base, longest.gain) == (30, 0.333333333, 0.666666667)
    assert (position.gain, position.by) == (0.666666667, "choice 1")
