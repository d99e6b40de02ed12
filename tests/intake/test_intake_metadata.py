"""The reader of submission.json: the record, or every problem on its line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.errors import SubmissionError
from digesta.intake import LIMITS, read_submission_metadata
from digesta.records.base import example_of
from digesta.records.submission import Card
from hostile import judged_metadata

RIGHT = {
    "submission_id": "acme-7b",
    "release": "2026-11-22",
    "model_name": "Acme 7B",
    "organization": "Acme",
}


def written(**changes: Any) -> bytes:
    """Write a submission, one key a line; a change to ... leaves the key out."""
    merged = {key: value for key, value in (RIGHT | changes).items() if value is not ...}
    return json.dumps(merged, indent=1, ensure_ascii=False).encode()


def places(data: bytes) -> list[str]:
    verdict = judged_metadata(data)
    return [f"{problem.line} {problem.code} {problem.got}" for problem in verdict.problems]


def test_the_shortest_submission_is_read() -> None:
    submission = read_submission_metadata(written(), file="submission.json")

    assert submission.as_json() == RIGHT | {"condition": "closed_book"}


def test_the_example_of_the_record_is_read() -> None:
    example = example_of(Card)

    submission = read_submission_metadata(json.dumps(example).encode(), file="x")

    assert submission.as_json() == example


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"modelname": "x"}, ["6 unknown-key /modelname"]),
        ({"release": ...}, ["1 missing-key no /release"]),
        ({"release": "../2026-11-22"}, ['3 bad-value /release: "../2026-11-22"']),
        ({"submission_id": "con"}, ['2 bad-value /submission_id: "con"']),
        ({"submission_id": "a/b"}, ['2 bad-value /submission_id: "a/b"']),
        ({"model_name": ""}, ['4 bad-value /model_name: ""']),
        ({"model_name": "a" * 81}, ['4 bad-value /model_name: "' + "a" * 79]),
        ({"model_name": 7}, ["4 wrong-type /model_name: 7"]),
        ({"model_name": "\u0410c"}, ["4 name-scripts /model_name: Cyrillic U+0410, Latin U+0063"]),
        ({"organization": "Acme\u200e"}, ["5 name-character /organization: U+200E"]),
        ({"organization": "Cafe\u0301"}, ["5 name-form /organization: another form"]),
        ({"url": "https://u:p@example.org"}, ['6 bad-url /url: "https://u:p@example.org"']),
        ({"url": None}, ["6 null /url: null"]),
        ({"notes": "n" * 2001}, ['6 bad-value /notes: "' + "n" * 79]),
        ({"condition": "open_book"}, ['6 bad-value /condition: "open_book"']),
        (
            {"model_name": " x", "url": "ftp://x", "score": 1},
            [
                "4 name-space /model_name: a space at an end",
                '6 bad-url /url: "ftp://x"',
                "7 unknown-key /score",
            ],
        ),
    ],
)  # fmt: skip
def test_every_problem_is_told_on_its_line(changes: dict[str, Any], expected: list[str]) -> None:
    assert places(written(**changes)) == expected


def test_an_unknown_key_names_the_nearest() -> None:
    (problem,) = judged_metadata(written(organisation="Acme")).problems

    assert (problem.nearest, problem.code) == ("organization", "unknown-key")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"[]", "1 not-object "),
        (b"", '1 not-json Expecting value at column 1, near ""'),
        (b'{"a": 1,\n"a": 2}', '0 dup-key "a"'),
        (b"release: 1\n", '1 not-json Expecting value at column 1, near "release: 1\n"'),
        (b"{}" + b" " * LIMITS.metadata_bytes, f"0 file-size {LIMITS.metadata_bytes + 2} bytes"),
    ],
)  # fmt: skip
def test_what_is_no_object_of_json_is_refused_by_the_strict_reader(
    data: bytes, expected: str
) -> None:
    assert places(data) == [expected]


def test_the_size_limit_itself_is_allowed() -> None:
    data = written() + b" " * (LIMITS.metadata_bytes - len(written()))

    assert judged_metadata(data).total == 0


def test_more_than_twenty_problems_are_counted() -> None:
    changes = {f"key-{n}": n for n in range(30)}

    with pytest.raises(SubmissionError, match="31 problems, 11 of them not listed"):
        read_submission_metadata(written(model_name=" x", **changes), file="submission.json")


@given(
    st.dictionaries(
        st.sampled_from(sorted(Card.model_fields)),
        st.none()
        | st.booleans()
        | st.integers()
        | st.text(max_size=8)
        | st.lists(st.text(), max_size=2),
    )
)
def test_any_object_is_read_or_refused_and_nothing_else(changes: dict[str, Any]) -> None:
    verdict = judged_metadata(json.dumps(RIGHT | changes).encode())

    assert verdict.total == len(verdict.problems)
