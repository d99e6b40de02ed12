"""Ids and digests."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from typing import Any, Literal

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.canonical import canonical_bytes, canonical_lines, digest, question_id, sha256_hex

QUESTION: dict[str, Any] = {
    "question_id": "working-name",
    "split": "public",
    "track": "halacha",
    "category": "kashrut",
    "task": "milk_meat_status",
    "scorer": "closed",
    "language": "he",
    "turns": [{"role": "user", "content": "האם מותר? €😀דּ"}],
    "ask": {"answer_type": "boolean"},
    "license": "CC-BY-4.0",
    "attribution": "authors",
    "cluster_id": "c-0001",
    "released": "2026-11-22",
    "difficulty": "easy",
    "tags": [],
}

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


def independent(value: Any) -> str:
    """Write canonical JSON of integers, texts and containers, without the library."""
    if isinstance(value, dict):
        ordered = sorted(value.items(), key=lambda pair: pair[0].encode("utf-16-be"))
        return "{" + ",".join(f"{independent(k)}:{independent(v)}" for k, v in ordered) + "}"
    if isinstance(value, list):
        return "[" + ",".join(independent(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


@given(values)
def test_canonical_bytes_equal_an_independent_writer(value: Any) -> None:
    expected = independent(value)

    assert canonical_bytes(value).decode() == expected


numbers = (
    st.floats()
    | st.integers(-(2**54), 2**54)
    | st.sampled_from(
        [1e16, -1e21, 1e-7, 1e-6, 0.1, -0.0, 5e-324, 1.0, 123456789012345.0, float("nan")]
    )
)
keys = texts | st.integers() | st.sampled_from(["😀", "דּ", "1.0"])
any_values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=8) | st.just('1.0, 1e5 \\" 😀'),
    lambda inner: st.lists(inner, max_size=4)
    | st.tuples(inner)
    | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=200)
@given(any_values)
def test_canonical_bytes_are_those_of_the_reference_package_and_so_is_what_is_refused(
    value: Any,
) -> None:
    try:
        expected = rfc8785.dumps(value)
    except rfc8785.CanonicalizationError as error:
        with pytest.raises(type(error)):
            canonical_bytes(value)
    else:
        assert canonical_bytes(value) == expected


def test_keys_are_sorted_by_utf16_units_not_by_code_points() -> None:
    keys = {"\ufb33": 1, "\U0001f600": 2, "\u20ac": 3}

    assert list(json.loads(canonical_bytes(keys))) == ["\u20ac", "\U0001f600", "\ufb33"]


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), 2**53, "\ud800"])
def test_what_has_no_canonical_form_is_refused(bad: Any) -> None:
    with pytest.raises(Exception, match=r".+"):
        canonical_bytes(bad)


def test_an_id_is_the_digest_of_what_the_answerer_sees() -> None:
    seen = {k: QUESTION[k] for k in ("track", "scorer", "language", "turns", "ask")}
    nfc = unicodedata.normalize("NFC", independent(seen))

    expected = hashlib.sha256(b"question-id/v1\n" + nfc.encode()).hexdigest()

    assert question_id(QUESTION) == expected


@pytest.mark.parametrize("field", ["license", "difficulty", "tags", "cluster_id", "split", "task"])
def test_what_the_answerer_does_not_see_can_be_corrected_without_a_new_id(field: str) -> None:
    changed = QUESTION | {field: "something else"}

    assert question_id(changed) == question_id(QUESTION)


def test_nothing_of_a_truth_enters_the_id() -> None:
    assert question_id(QUESTION | {"truth": {"answer": True}}) == question_id(QUESTION)


@pytest.mark.parametrize("field", ["turns", "ask", "language", "scorer", "track"])
def test_what_the_answerer_sees_makes_another_question(field: str) -> None:
    assert question_id(QUESTION | {field: "something else"}) != question_id(QUESTION)


def test_one_text_in_two_unicode_forms_is_one_question() -> None:
    def asking(form: Literal["NFC", "NFD"]) -> dict[str, Any]:
        content = unicodedata.normalize(form, "שָׁלוֹם é")
        return QUESTION | {"turns": [{"role": "user", "content": content}]}

    assert question_id(asking("NFC")) == question_id(asking("NFD"))


def test_lines_end_in_one_line_feed_each() -> None:
    assert canonical_lines([{"b": 1, "a": 2}, []]) == b'{"a":2,"b":1}\n[]\n'


def test_a_digest_is_that_of_the_canonical_bytes() -> None:
    assert digest({"b": 1.0, "a": -0.0}) == sha256_hex(b'{"a":0,"b":1}')
