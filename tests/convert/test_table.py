"""Any table with a mapping: columns, texts with columns in them, choices, keys, and constants."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any

import pytest
from seeds import folder, lines, only, refused, sample_of

from digesta_convert import CONVERTERS
from digesta_convert.shared.draft import Draft
from places import IMPORTS

TABLE = CONVERTERS["table"]
ROW = {"text": "Is butter dairy?", "answer": "Yes"}
MAPPING = 'question = "text"\nanswer = "answer"\n'


def files(*rows: dict[str, Any], mapping: str = MAPPING) -> dict[str, bytes]:
    return {"mapping.toml": mapping.encode(), "test.jsonl": lines(list(rows))}


def read(*rows: dict[str, Any], mapping: str = MAPPING) -> Draft:
    return TABLE.read(files(*rows, mapping=mapping))


def test_the_sample_of_a_library_becomes_letters_with_the_constants_of_the_mapping() -> None:
    draft = TABLE.read(sample_of("table"))

    [first, *_] = draft.questions
    assert first["ask"]["choices"] == ["siman 371", "siman 374", "siman 372", "siman 373"]
    assert (first["license"], first["language"]) == ("CC-BY-4.0", "en")
    assert first["turns"][0]["content"].endswith("Answer with one letter.")
    assert draft.track["categories"]["orach_chayim"] == {"title": "Orach Chayim"}
    assert [truth["truth"]["answer"] for truth in draft.truths] == ["A", "A", "A", "D"]


def test_tsv_jsonl_and_parquet_of_one_table_are_one_draft() -> None:
    own = sample_of("table")
    more = folder("more", IMPORTS / "table")
    mapping = {"mapping.toml": own["mapping.toml"]}
    forms = {"test.tsv": own["test.tsv"], "test.jsonl": more["test.jsonl"]}
    if find_spec("pyarrow") is None:
        problem = only("table", mapping | {"test.parquet": more["test.parquet"]})
        assert problem.fix == "pip install 'digesta[parquet]', or save the table as JSONL"
    else:
        forms["test.parquet"] = more["test.parquet"]

    drafts = [TABLE.read(mapping | {name: data}) for name, data in forms.items()]

    assert all(draft.questions == drafts[0].questions for draft in drafts)
    assert all(draft.truths == drafts[0].truths for draft in drafts)


def test_a_legal_bench_task_has_a_prompt_with_columns_and_words_to_answer_with() -> None:
    mapping = (
        'question = "{{ text }} Answer Yes or No."\nanswer = "answer"\n'
        'choices = ["Yes", "No"]\nreply = "said"\n'
    )

    draft = read(ROW | {"said": "yes"}, ROW | {"said": ""}, mapping=mapping)

    assert draft.questions[0]["turns"][0]["content"] == "Is butter dairy? Answer Yes or No."
    assert draft.questions[0]["ask"] == {"answer_type": "enum", "choices": ["Yes", "No"]}
    assert draft.truths[0]["truth"] == {"answer": "Yes"}
    assert draft.answer_of() == {"test-1": "yes"}


@pytest.mark.parametrize(
    ("mapping", "row", "right"),
    [
        ('choices = "o"', {"o": ["x", "y"], "answer": 1}, "B"),
        ('choices = "o"\nfirst = 1', {"o": ["x", "y"], "answer": "1"}, "A"),
        ('choices = "o"', {"o": '["x", "y"]', "answer": "y"}, "B"),
        ('choices = "o"', {"o": {"text": ["x", "y"], "label": ["A", "B"]}, "answer": "B"}, "B"),
        ('choices = ["A", "B"]', {"A": "x", "B": "y", "answer": "(B)"}, "B"),
        ('choices = "o"', {"o": ["x", "y", "z"], "answer": "C, A"}, "AC"),
        ('choices = "o"\nanswer_is = "place"', {"o": ["1", "0"], "answer": 1}, "B"),
        ('choices = "o"\nanswer_is = "text"', {"o": ["1", "0"], "answer": 1}, "A"),
    ],
)
def test_a_key_is_letters_a_choice_s_text_or_its_place(
    mapping: str, row: dict[str, Any], right: str
) -> None:
    draft = read(ROW | row, mapping=f"{MAPPING}{mapping}\n")

    assert draft.truths[0]["truth"] == {"answer": right}
    assert draft.questions[0]["scorer"] == "letters"


def test_a_row_without_choices_is_a_text_in_a_task_of_its_own() -> None:
    draft = read(ROW | {"o": ["x", "y"], "answer": "A"}, ROW, mapping=f'{MAPPING}choices = "o"\n')

    tasks = draft.track["tasks"]
    assert [q["scorer"] for q in draft.questions] == ["letters", "closed"]
    assert [tasks[q["task"]]["title"] for q in draft.questions] == ["test, letters", "test, closed"]


@pytest.mark.parametrize(
    ("mapping", "row", "code", "expected"),
    [
        ('choices = "o"', {"o": ["1", "0"], "answer": 1}, "bad-cell",
         'one meaning, not text (A) or place (B): add answer_is = "text"'),
        ('choices = "o"', {"o": ["x", "y"], "answer": "C"}, "bad-cell", "letters, a choice's text"),
        ('choices = "o"', {"o": ["x"], "answer": "A"}, "bad-cell", "a list of 2 to 16 texts"),
        ('choices = "o"', {"o": "['a' 'b']", "answer": "A"}, "bad-cell", "a list of 2 to 16 texts"),
        ('choices = "o"', {"o": "[1, 2]", "answer": "A"}, "bad-cell", "a list of texts"),
        ('choices = ["Yes", "No"]', {"answer": "yes"}, "bad-cell", "one of Yes, No"),
        ("", {"text": ""}, "bad-cell", "a text"),
    ],
)  # fmt: skip
def test_a_bad_row_is_told_by_line_and_column(
    mapping: str, row: dict[str, Any], code: str, expected: str
) -> None:
    good = ROW | {"o": None}

    problem = only("table", files(good, ROW | row, mapping=f"{MAPPING}{mapping}\n"))

    assert (problem.file, problem.line, problem.code) == ("test.jsonl", 2, code)
    assert expected in problem.expected
    assert problem.got.startswith("column ")


@pytest.mark.parametrize(
    ("mapping", "code", "got"),
    [
        (f'{MAPPING}id = "number"\n', "missing-column", "no column number"),
        ('question = "txt"\nanswer = "answer"\n', "missing-column", "no column txt"),
        (f'{MAPPING}choices = ["text", "B"]\n', "missing-column", "no column B"),
        ('question = "text"\n', "missing-key", "no /answer"),
        (f'{MAPPING}chioces = "o"\n', "unknown-key", "/chioces"),
        (f'{MAPPING}[constants]\nlicense = "GPL"\n', "bad-value", "/constants/license"),
        ('question = text"\n', "not-toml", "Invalid value"),
        ('question = "text"\n' + "#" * 70_000, "file-size", "70018 bytes"),
        ("x = " + "[" * 9000, "not-toml", ""),
    ],
)
def test_a_mapping_that_is_wrong_is_told_with_its_place(mapping: str, code: str, got: str) -> None:
    [problem] = refused("table", files(ROW, mapping=mapping))

    assert problem.code == code
    assert got in problem.got


def test_two_mappings_no_table_and_rows_that_are_no_objects_are_refused() -> None:
    two = files(ROW) | {"b.toml": MAPPING.encode()}
    rows = {"mapping.toml": MAPPING.encode(), "a.json": json.dumps([ROW, 1]).encode()}

    assert only("table", two).code == "file-twice"
    assert only("table", {"mapping.toml": MAPPING.encode()}).code == "file-missing"
    assert [(p.line, p.code) for p in refused("table", rows)] == [(2, "wrong-type")]
