"""The strict reader of one document: what it takes, what it refuses, and how it says so."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.errors import InputError
from digesta.intake import INT_MAX, LIMITS, InputLimits, strict_json, strict_parse
from digesta.intake.characters import MARKS, has_mark_run, is_clean, wrong_characters
from digesta.intake.strict import _faults_of_strings, _holds_sound_strings, _strings
from digesta.text.unicode14 import code_points

SMALL = InputLimits(
    line_bytes=200, depth=3, values=8, keys=4, string_chars=10, number_chars=8, marks=3
)


def codes(data: bytes | str, limits: InputLimits = LIMITS) -> list[str]:
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return [problem.code for problem in strict_parse(raw, file="x.json", limits=limits).problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-0", 0),
        ("1.0", 1.0),
        ("1E+2", 100.0),
        ("1e-400", 0.0),
        ("9007199254740991", INT_MAX),
        ("-9007199254740991", -INT_MAX),
        ("9007199254740993.0", 9007199254740992.0),
        ('" \\u00e9\\ud83d\\ude00\\n"', " é😀\n"),
        ('"\ufeff\u200f\u2028"', "\ufeff\u200f\u2028"),
        ('\t{"a" :[ null,true ,false]}\r\n ', {"a": [None, True, False]}),
        ('{"":{"":""}}', {"": {"": ""}}),
    ],
)
def test_a_document_of_the_profile_gives_its_value(text: str, value: Any) -> None:
    found = strict_json(text.encode(), file="x.json")

    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-json"),
        (b" ", "not-json"),
        (b"\xef\xbb\xbf1", "bom"),
        (b'"\xff"', "utf8"),
        (b'"\xed\xa0\x80"', "utf8"),
        (b'"\xc0\xaf"', "utf8"),
        (b"\xff\xfe1\x00", "utf8"),
        (b"01", "not-json"),
        (b"+1", "not-json"),
        (b"1_0", "not-json"),
        (b"'a'", "not-json"),
        (b"[1,]", "not-json"),
        (b"[1]//", "not-json"),
        (b"1 2", "not-json"),
        (b"\xc2\xa01", "not-json"),
        (b"[1]\x0c", "control"),
        (b'"\t"', "control"),
        (b'"\n"', "control"),
        (b'"\\b"', "control"),
        (b'"\x7f"', "control"),
        (b'"\xc2\x85"', "control"),
        (b'{"\\u0000": 1}', "control"),
        (b'"\\udc00"', "surrogate"),
        (b'"\\ufdd0"', "noncharacter"),
        ('"\U0001fffe"', "noncharacter"),
        ('"\U0010ffff"', "noncharacter"),
        (b"NaN", "number-range"),
        (b"[-Infinity]", "number-range"),
        (b"1e309", "number-range"),
        (b"9007199254740992", "number-range"),
        (b"-9007199254740992", "number-range"),
        (b"18446744073709551616", "number-range"),
        (b'{"a":1,"b":2,"a":3}', "dup-key"),
        (b'[{"a":1,"\\u0061":3}]', "dup-key"),
    ],
)
def test_what_the_profile_forbids_is_refused_with_its_code(data: bytes | str, code: str) -> None:
    assert codes(data) == [code]


@pytest.mark.parametrize(
    ("allowed", "beyond", "code"),
    [
        ("[[[]]]", "[[[[]]]]", "depth"),
        ("[1,2,3,4,5,6,7]", "[1,2,3,4,5,6,7,8]", "value-count"),
        ("[[],[],[],[],[ ],[],{}]", "[[],[],[],[],[ ],[],{},{}]", "value-count"),
        ('{"a":1,"b":2,"c":3,"d":4}', '{"a":1,"b":2,"c":3,"d":4,"e":5}', "key-count"),
        ('"1234567890"', '"12345678901"', "string-size"),
        ('{"1234567890":1}', '{"12345678901":1}', "string-size"),
        ("1234.678", "1234.6789", "number-size"),
        ("-1.2e-10", "-1.23e-10", "number-size"),
        ('"a\u0301\u0301\u0301"', '"a\u0301\u0301\u0301\u0301"', "marks"),
        ('"' + "\U0001d165" * 3 + '"', '"' + "\U0001d165" * 4 + '"', "marks"),
        ('"\u0f73\\u0f73\u0301"', '"\u0f73\\u0f73\u0301\u0f75"', "marks"),
        ('"' + "é" * 10 + '"' + " " * 178, '"' + "é" * 10 + '"' + " " * 179, "line-size"),
    ],
)
def test_a_limit_is_allowed_and_one_more_is_not(allowed: str, beyond: str, code: str) -> None:
    assert codes(allowed, SMALL) == []
    assert codes(beyond, SMALL) == [code]


@pytest.mark.parametrize(
    "text",
    [
        '["[[[[","{{{{",",,,,,,,,","\\"[[[[","\\\\"]',
        '["1234567890","12345678-1"]',
        '"😀😀😀😀😀😀😀😀"',
        '["é\u0301","\u0301\u0301"]',
    ],
)
def test_what_stands_in_strings_counts_for_nothing_else(text: str) -> None:
    assert codes(text, SMALL) == []


def test_brackets_behind_a_broken_string_cannot_exhaust_the_stack() -> None:
    assert codes(b'["\\' + b"[" * 100_000) == ["not-json"]
    assert codes(b'["' + b'\\"' * 100_000) == ["not-json"]
    assert codes(b'["\\\\",' + b"[" * 100_000) == ["depth"]
    assert codes(b"[" * 100_000) == ["depth"]
    assert codes(b'{"a":' * 100_000) == ["depth"]


def test_every_kind_of_fault_in_strings_is_told_once() -> None:
    text = '["\\u0000\\u0001","\\ud800","\ufffe\U0001ffff","\u0301\u0301\u0301\u0301"]'

    assert codes(text, SMALL) == ["control", "surrogate", "noncharacter", "marks"]


def test_a_problem_of_a_whole_file_names_its_own_line() -> None:
    parsed = strict_parse(b'{\n "a": 1,\n "b": x\n}', file="release.json")

    (problem,) = parsed.problems
    assert (problem.place, problem.code) == ("release.json:3", "not-json")
    assert "column 7" in problem.got


def test_a_problem_of_one_line_of_a_file_is_placed_there() -> None:
    with pytest.raises(InputError, match=r"^log\.jsonl:7: dup-key; got \"a\"") as refused:
        strict_json(b'{"a":1,"a":2}', file="log.jsonl", line=7)

    assert refused.value.total == 1


def test_limits_that_no_prediction_meets_are_refused() -> None:
    for wrong in ({"depth": 0}, {"values": 2}, {"keys": 1}):
        with pytest.raises(ValueError, match="no prediction"):
            InputLimits(**wrong)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-INT_MAX, INT_MAX)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Z"]), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text('ab"\\é[{,', max_size=4), inner)
    ),
    max_leaves=20,
)


@given(json_values, st.sampled_from([{}, {"ensure_ascii": False}, {"indent": 1}]))
def test_whatever_the_standard_library_writes_is_read_back(
    value: Any, style: dict[str, Any]
) -> None:
    written = json.dumps(value, **style).encode()

    assert repr(strict_json(written, file="x.json")) == repr(value)


@given(st.text('[]{},:"\\ 1e-tn\n', max_size=40))
def test_any_text_gets_the_verdict_of_the_standard_library(text: str) -> None:
    try:
        expected = json.loads(text)
    except json.JSONDecodeError:
        expected = None

    value, problems = strict_parse(text.encode(), file="x.json")

    if not problems:
        assert value == expected
    elif problems[0].code in ("not-json", "control"):
        assert expected is None


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="the table is of Unicode 14.0")
def test_the_combining_marks_are_all_that_normalisation_reorders() -> None:
    marks = {code for first, last in code_points(MARKS) for code in range(first, last + 1)}

    reordered = {
        code
        for code in range(0x110000)
        if all(unicodedata.combining(char) for char in unicodedata.normalize("NFKD", chr(code)))
    }

    assert marks == reordered


PIECES = st.sampled_from(
    [
        "a",
        "b",
        "é",
        "\u0301",
        "\n",
        "\t",
        "\x01",
        "\x7f",
        "\u0085",
        "\ufdd0",
        "\\",
        '"',
        "\uff9e",
        "/",
    ]
)
FEW_MARKS = InputLimits(marks=3)
TEXTS = st.lists(PIECES, max_size=14).map("".join)


@given(value=st.dictionaries(TEXTS, TEXTS | st.lists(TEXTS, max_size=3), max_size=3), plain=...)
def test_a_document_whose_text_is_sound_has_no_string_with_a_fault(
    *, value: dict[str, Any], plain: bool
) -> None:
    text = json.dumps(value, ensure_ascii=plain)

    sound = _holds_sound_strings(text, FEW_MARKS)

    assert not sound or not [*_faults_of_strings(_strings(value), FEW_MARKS)]


@given(text=TEXTS)
def test_a_clean_text_has_no_wrong_character_and_no_long_run_of_marks(text: str) -> None:
    assert is_clean(text, 3) == (not [*wrong_characters(text)] and not has_mark_run(text, 3))
