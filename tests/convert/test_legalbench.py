"""A task of LegalBench, as its repository holds it."""

from __future__ import annotations

from collections import Counter

import pytest
from seeds import refused, sample_of

from digesta_convert import CONVERTERS

LEGALBENCH, TASK = CONVERTERS["legalbench"], "abercrombie"


def test_a_task_asks_its_prompt_and_offers_the_words_that_are_right() -> None:
    draft = LEGALBENCH.read(sample_of("legalbench"))

    assert len(draft.questions) == 95
    first = draft.questions[0]
    assert first["ask"]["choices"] == [
        "arbitrary", "descriptive", "fanciful", "generic", "suggestive",
    ]  # fmt: skip
    assert first["turns"][0]["content"].startswith("A mark is generic if it is the common name")
    assert first["turns"][0]["content"].endswith(
        "Q: The mark “Salt” for packages of sodium chloride. What is the type of mark?"
    )
    assert (first["license"], first["language"]) == ("CC-BY-4.0", "en")
    answers = Counter(line["truth"]["answer"] for line in draft.truths)
    assert set(answers.values()) == {19}


def test_the_examples_of_the_prompt_are_no_questions_where_others_are_there() -> None:
    files = sample_of("legalbench")
    train = b'label\ttext\ngeneric\tThe mark "Ivory" for a product made of elephant tusks.\n'

    both = LEGALBENCH.read(files | {f"{TASK}/train.tsv": train})
    alone = LEGALBENCH.read({**files, f"{TASK}/train.tsv": train, f"{TASK}/test.tsv": train})

    assert (len(both.questions), both.unread) == (95, (f"{TASK}/train.tsv",))
    assert len(alone.questions) == 1


def test_answers_that_are_longer_than_words_are_texts() -> None:
    table = "answer\ttext\n" + "".join(f"{'A' * (n + 90)}\tcase {n}\n" for n in range(3))
    files = sample_of("legalbench") | {f"{TASK}/test.tsv": table.encode()}

    draft = LEGALBENCH.read(files)

    assert "choices" not in draft.questions[0]["ask"]


@pytest.mark.parametrize(
    ("lost", "complaint"),
    [("base_prompt.txt", "base_prompt.txt"), ("test.tsv", "test.tsv or train.tsv")],
)
def test_a_folder_without_prompt_or_table_is_refused(lost: str, complaint: str) -> None:
    files = {
        path: data for path, data in sample_of("legalbench").items() if not path.endswith(lost)
    }

    assert refused("legalbench", files)[0].expected.endswith(complaint)
