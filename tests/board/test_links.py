"""A score across two releases: linked on shared questions, its change in steps that add up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.board.links import ReleaseField, links
from digesta.canonical import canonical_bytes, canonical_lines
from digesta.records.analysis import STEPS, Links
from digesta.records.submission import Card
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.scoring.facts import CompiledRelease, compile_release, mark_all
from digesta.scoring.submission import ScoredSubmission
from world import RELEASE, TASKS, draft, edited, manifest, questions, review, toy, truths

LATER = f"{RELEASE}.2"


def words(question: Mapping[str, Any]) -> str:
    """Return what names a question in these tests, before and after the cut."""
    return str(question["turns"][0]["content"])


def case(task: str, number: int) -> str:
    return f"Case {number} of the kind {TASKS[task][1]}?"


class Toy:
    """A release cut from a draft's files. right: the answers that its truths call for."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        data = parse_release(cut(files, name="draft"), name="release")
        self.compiled: CompiledRelease = compile_release(
            data.manifest, data.questions, data.truths, digest=data.digest
        )
        self.words = {q.question_id: q.turns[0].content for q in data.questions}
        self.right = {
            self.words[q.question_id]: data.truths[q.question_id].truth["answer"]
            for q in data.questions
        }

    def submission(self, wrong: set[str], name: str = "own", **more: Any) -> ScoredSubmission:
        """Return a submission that answers all but ``wrong`` rightly."""
        ids = [self.words[q] for task in self.compiled.tasks for q in task.ids]
        answers = tuple(None if each in wrong else self.right[each] for each in ids)
        card = Card.model_validate(
            {"submission_id": name, "release": self.compiled.release.release,
             "model_name": f"Model {name}", "organization": "Tests"} | more
        )  # fmt: skip
        return ScoredSubmission(card, "0" * 64, mark_all(self.compiled, answers), answers)


def corrected() -> dict[str, bytes]:
    """Return the later draft: colour-0 removed, yes_no-0 and -1 re-keyed, count-12 added."""
    files = draft(release=LATER)
    news = [q | {"released": RELEASE} for q in questions(13) if q["question_id"] == "count-12"]
    more = {
        "questions.jsonl": news,
        "truths.jsonl": truths(news),
        "review.jsonl": [review(q["question_id"]) for q in news],
    }
    for path, records in more.items():
        files = edited(files, path, lambda o: None if o["question_id"] == "colour-0" else o)
        files[path] += canonical_lines(records)
    keys = {"yes-no-0": False, "yes-no-1": True}
    return edited(
        files,
        "truths.jsonl",
        lambda o: (
            o | {"truth": {"answer": keys[o["question_id"]]}} if o["question_id"] in keys else o
        ),
    )


@pytest.fixture(scope="module")
def before() -> Toy:
    return Toy(draft())


@pytest.fixture(scope="module")
def after() -> Toy:
    return Toy(corrected())


def linked(
    before: Toy, after: Toy, *pairs: tuple[ScoredSubmission, ScoredSubmission],
    published: Mapping[tuple[str, str], float] | None = None,
) -> Links:  # fmt: skip
    olds, news = zip(*pairs, strict=True) if pairs else ((), ())
    (record,) = links(
        ReleaseField(before.compiled, olds, published or {}), ReleaseField(after.compiled, news, {})
    )
    return record


def wrong_before() -> set[str]:
    """Return a colour that is removed, six of yes_no with those re-keyed, six of count."""
    yes_no, count = range(6), range(6, 12)
    wrong = {case("yes_no", n) for n in yes_no} | {case("count", n) for n in count}
    return wrong | {case("colour", 0)}


def test_each_step_is_the_headline_on_its_own_questions(before: Toy, after: Toy) -> None:
    # The earlier answers to the re-keyed questions were wrong and are what is right later.
    old = before.submission(wrong_before())
    early = {case("yes_no", 0): False, case("yes_no", 1): True}
    at = [before.words[q] for task in before.compiled.tasks for q in task.ids]
    pairs = zip(at, old.answers, strict=True)
    answers = tuple(early.get(name, answer) for name, answer in pairs)
    old = replace(old, answers=answers, facts=mark_all(before.compiled, answers))
    new = after.submission(wrong_before() - early.keys() | {case("colour", 1)})

    record = linked(before, after, (old, new), published={("toy", "own"): 0.6})

    assert (record.shared, record.removed, record.added, record.rekeyed) == (35, 1, 1, 2)
    # The mean of two categories; sight is the mean of its two tasks.
    half = Fraction(1, 2)
    stages = {
        "before": Fraction(6, 10),
        "scorer": ((Fraction(11, 12) + half) / 2 + half) / 2,
        "removed": ((1 + half) / 2 + half) / 2,
        "rekeyed": ((1 + Fraction(8, 12)) / 2 + half) / 2,
        "answers": ((Fraction(10, 11) + Fraction(8, 12)) / 2 + half) / 2,
        "added": ((Fraction(10, 11) + Fraction(8, 12)) / 2 + Fraction(7, 13)) / 2,
    }
    (row,) = record.rows
    values = list(stages.values())
    for step, earlier, later in zip(STEPS, values[:-1], values[1:], strict=True):
        assert getattr(row, step) == pytest.approx(float(later - earlier), abs=2e-9), step
    assert row.linked_before == pytest.approx(float(stages["rekeyed"]), abs=1e-9)
    assert row.linked_after == pytest.approx(float(stages["answers"]), abs=1e-9)
    assert row.low is not None
    assert row.high is not None
    assert row.low < row.answers < row.high


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_the_steps_add_up_to_the_whole_change_exactly(
    data: st.DataObject, before: Toy, after: Toy
) -> None:
    subsets = [
        data.draw(st.sets(st.sampled_from(sorted(release.right)))) for release in (before, after)
    ]
    old, new = before.submission(subsets[0]), after.submission(subsets[1])
    published = data.draw(st.integers(0, 10**9)) / 10**9

    (row,) = linked(before, after, (old, new), published={("toy", "own"): published}).rows

    billionths = [round(getattr(row, name) * 10**9) for name in ("before", *STEPS)]
    assert sum(billionths) == round(row.after * 10**9)
    assert row.before == published


def test_equal_answers_and_truths_change_nothing(before: Toy) -> None:
    old = before.submission(wrong_before())

    (row,) = linked(before, before, (old, old)).rows

    assert [getattr(row, step) for step in STEPS] == [0] * 5
    assert (row.low, row.high) == (0, 0)


def test_a_system_that_entered_one_release_is_absent(before: Toy, after: Toy) -> None:
    both = before.submission(set(), "both"), after.submission(set(), "both")
    early, late = before.submission(set(), "early"), after.submission(set(), "late")
    elsewhere = after.submission(set(), "both", condition="retrieval")

    assert [row.model_name for row in linked(before, after, both, (early, late)).rows] == [
        "Model both"
    ]
    assert linked(before, after, (both[0], elsewhere)).rows == []


def test_headlines_of_other_tasks_are_not_linked(before: Toy) -> None:
    def no_counting(question: dict[str, Any]) -> Mapping[str, Any] | None:
        return None if question["question_id"].startswith("count") else question

    files = draft(release=LATER)
    for path in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        files = edited(files, path, no_counting)
    track = toy()
    track.record["tasks"].pop("count")
    track.record["categories"].pop("number")
    later = Toy(files | {"release.json": canonical_bytes(manifest(track, release=LATER))})

    record = linked(before, later, (before.submission(set()), later.submission(set())))

    assert record.why_unlinked == "only one of the two counts count"
    assert record.rows == []


def test_a_task_without_a_shared_question_is_not_linked(before: Toy) -> None:
    def reworded(record: dict[str, Any]) -> Mapping[str, Any]:
        if not str(record["question_id"]).startswith("count"):
            return record
        turns = [{"role": "user", "content": words(record).replace("Case", "Matter")}]
        return record | {"turns": turns}

    files = edited(draft(release=LATER), "questions.jsonl", reworded)
    later = Toy(files)

    record = linked(before, later, (before.submission(set()), later.submission(set())))

    assert record.why_unlinked == "no question of count is asked in both"
    assert record.rows == []


def test_headlines_of_other_weights_are_not_linked(before: Toy) -> None:
    later = Toy(draft(toy().but(headline="accuracy_micro"), release=LATER))

    record = linked(before, later, (before.submission(set()), later.submission(set())))

    assert record.why_unlinked == "the two count their tasks otherwise"
