"""Released sets of cases are drawn again."""

from __future__ import annotations

from test_case_sets import RELEASED, rows

from authoring.cases.sets import build
from world import lines_of


def test_the_released_questions_are_drawn_again_under_their_seed() -> None:
    corpus = lines_of(RELEASED / "resources" / "cases" / "corpus.jsonl")
    given = [
        {
            "fact": one["text"],
            "meta": {
                "accusation": one["accusation"],
                "relevant_articles": one["articles"],
                "term_of_imprisonment": {
                    "imprisonment": one["term"]["months"],
                    "life_imprisonment": one["term"]["life"],
                    "death_penalty": one["term"]["death"],
                },
            },
        }
        for one in sorted(corpus, key=lambda one: int(one["case"][5:]))
    ]

    made = build(rows(*given), file="rows.jsonl", seed="cases/1/sets").draft

    mine = {
        one["ask"]["query_sha256"]: right["truth"]
        for one, right in zip(made.questions, made.truths, strict=True)
    }
    theirs = {one["question_id"]: one["truth"] for one in lines_of(RELEASED / "truths.jsonl")}
    asked = [one for one in lines_of(RELEASED / "questions.jsonl") if one["track"] == "cases"]
    assert len(asked) == 114
    for one in asked:
        assert mine[one["ask"]["query_sha256"]] == theirs[one["question_id"]]
    assert (
        made.resources["cases/corpus.jsonl"]
        == (RELEASED / "resources" / "cases" / "corpus.jsonl").read_bytes()
    )
