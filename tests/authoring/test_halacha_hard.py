"""The hard questions of halacha: what a pool says, the records hold, and words have to stand."""

from pathlib import Path

import pytest

from authoring.halacha.hard.__main__ import POOLS, faults
from authoring.halacha.hard.drafts import draft_of, join_clusters
from authoring.halacha.hard.pool import Entry, block_value, blocks
from authoring.halacha.hard.sources import TextPlace, TextSources
from digesta.records.question import Question, Truth
from digesta.records.review import Review
from digesta.scorers.closed.objects import ObjectKey
from digesta.scorers.closed.records import ClosedAsk, ClosedTruth

BLOCK = """id=hh-900 task=hard_texts lang=en split=public tags=seif
? Two rulings.
= object:allowed:bool,seif:int:1-9
- A first case. || true,2 || YD 1:2 || מתר לאכל
- A second case. || false,1 || OC 3:1 || אסור ... בשבת
"""


@pytest.fixture
def sources(tmp_path: Path) -> TextSources:
    """Texts of two seifim, one of them with vowel points."""
    (tmp_path / "yoreh_deah.tsv").write_text("1\t2\tזֶה מֻתָּר, מתר לאכל\n", encoding="utf-8")
    (tmp_path / "orach_chayim.tsv").write_text("3\t1\tאסור לטלטל (טור) בשבת:\n", encoding="utf-8")
    (tmp_path / "mishnah_berurah.tsv").write_text("", encoding="utf-8")
    return TextSources(tmp_path)


@pytest.fixture(scope="module")
def public() -> list[Entry]:
    """All questions of the pools that this repository holds."""
    return list(blocks(POOLS))


def test_an_answer_is_what_the_pool_writes() -> None:
    (draft,) = draft_of([block_value(BLOCK)], released="2026-11-25")
    answer = {"a": {"allowed": True, "seif": 2}, "b": {"allowed": False, "seif": 1}}
    assert draft.truth["truth"] == {"answer": answer}
    assert '"allowed" (true or false)' in draft.question["turns"][0]["content"]


def test_words_that_stand_apart_in_one_seif_are_found(sources: TextSources) -> None:
    assert faults([block_value(BLOCK)], sources) == []


def test_words_of_another_seif_are_a_problem_that_names_the_question(sources: TextSources) -> None:
    (problem,) = faults([block_value(BLOCK.replace("YD 1:2", "YD 1:1"))], sources)
    assert (problem.question_id, problem.code) == ("hh-900", "words-not-cited")


def test_more_than_eight_words_are_too_many(sources: TextSources) -> None:
    assert not sources.hold(TextPlace.of("OC 3:1"), " ... ".join(["אסור"] * 9))


def test_a_question_that_cites_two_simanim_joins_their_clusters() -> None:
    found = join_clusters([["oc3"], ["oc1", "oc2"], ["oc2", "oc3"]])
    assert set(found.values()) == {"oc1"}


def test_the_pools_hold_public_questions_alone(public: list[Entry]) -> None:
    assert {entry.split for entry in public} == {"public"}


def test_every_pooled_question_is_a_valid_record_with_a_key_that_can_be_scored(
    public: list[Entry],
) -> None:
    for draft in draft_of(public, released="2026-11-25"):
        question = Question.model_validate(draft.question)
        Truth.model_validate(draft.truth)
        Review.model_validate(draft.review)
        ask = ClosedAsk.model_validate(draft.question["ask"])
        ObjectKey.of(ask, ClosedTruth.model_validate(draft.truth["truth"]))
        assert question.category == "hard"
