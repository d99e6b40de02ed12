"""The fast and the strict reader: same verdict, same problems, same values, on every file."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.intake import LIMITS, InputLimits
from digesta.intake.predictions.fast import read_compact, read_flat
from hostile import judged_predictions

KNOWN = {"q-1": 0, "q-2": 1, "q-3": 2, "q-4": 3, "q-5": 9}

NARROW = InputLimits(
    line_bytes=120, lines=4, depth=3, values=6, keys=3, string_chars=20, number_chars=9, marks=2
)


def assert_equal_verdicts(data: bytes, limits: InputLimits = LIMITS) -> None:
    fast, strict = (
        judged_predictions([data], KNOWN, reader=reader, limits=limits)
        for reader in ("fast", "strict")
    )
    # repr tells 1 from 1.0 and from True, and 0.0 from -0.0.
    assert repr(fast) == repr(strict)


DECEIVING = [
    b'{"question_id":"q-1","answer":"B"}',
    b'{"question_id":"q-3","answer":{"a":[1]}}',
    b'{"question_id":"q-1"',
    b'"answer":1}',
    b'{"question_id":"q-2","answer":1},{"question_id":"q-3","answer":2}',
    b'{"question_id":"q-4","answer":[{"x":1}',
    b'{"y":2}]}',
    b'{"question_id":"q-5","answer":"x}',
    b'{y"}',
    b'{"question_id":4,"answer":"B"}',
    b'{"question_id":"q-4","answer":8,"answer":7}',
    b'{"question_id":"q-3","answer":"A","answer":"B"}',
    b'{"question_id":"q-3","answer":1,"answ\\u0065r":"\\u0022\\u0022"}',
    b'{"question_id":"q-4","answer":"\\"\\"","answer":7}',
]
"""Lines that make up for each other: as many elements, braces or quotation marks as expected."""

WRONG = [
    b'{"question_id":"q-2","answer":12}',
    b'{"answer":{"n":9007199254740992},"question_id":"q-4"}',
    b'{"question_id":"q-2","answer":{"a":1,"a":2}}',
    b'{"question_id":{"a":"q-1"},"answer":"B"}',
    b'{"question_id":["q-1"],"answer":{}}',
    b'{"question_id":"q-5","answer":"x","y":1}',
    b'{"question_id":"q-5","answer":"\x7f"}',
    b'{"question_id":"q-5","answer":18446744073709551616}',
    b'{"question_id":"q-5","answer":0.' + b"1" * 70 + b"}",
    b'\xef\xbb\xbf{"question_id":"q-5","answer":"B"}',
    b"",
    b'"{"',
]


def test_no_lines_that_make_up_for_each_other_deceive_the_fast_reader() -> None:
    for lines in product(DECEIVING, repeat=3):
        assert_equal_verdicts(b"\n".join(lines))


def test_no_pair_of_wrong_lines_deceives_the_fast_reader() -> None:
    for lines in product(DECEIVING + WRONG, repeat=2):
        assert_equal_verdicts(b"\n".join(lines) + b"\n")


NUMBERS = [
    "0", "-0", "-0.0", "0e9", "1.0", "1E5", "1e+05", "-1.5e-3", "1e22", "1e23",
    "9007199254740991", "9007199254740992", "9007199254740993.0", "-9007199254740993", "1e16",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309",
    "1e-400", "-1e-400", "5e-324", "2.4703282292062328e-324", "0e999999999999", "1e-999999999999",
    "1e999999999999", "0." + "3" * 62, "0." + "3" * 63, "1" + "0" * 63, "1" + "0" * 64, "01", "1.",
    ".5", "+1", "1e", "0x1F", "NaN", "-Infinity", "1_0", "\uff11", "2.2250738585072014e-308",
]  # fmt: skip


@pytest.mark.parametrize("limits", [LIMITS, NARROW, InputLimits(number_chars=9)], ids=range(3))
@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_of_all_shapes_are_read_alike(number: str, limits: InputLimits) -> None:
    for answer in (number, f"  {number} ", f'{{"n":{number}}}', f'{{"n": [{number}]}}'):
        assert_equal_verdicts(f'{{"question_id":"q-1","answer":{answer}}}\n'.encode(), limits)


TEXTS = [
    "B", "", "yes, no", "{", "}{", "[1]", '\\"', '\\"\\"answer\\"\\"', "\\u0022", "\\u007b", "\\\\",
    '\\\\\\"', "\\n\\t\\r", "\\b", "\\f", "\\/", "\\u0000", "\\u001f", "\\u007f", "\\u0085",
    "\\ud83d\\ude00", "\\ud83d", "\\ude00\\ud83d", "\\ufffe", "\\ufdd0", "\\ud83f\\udffe", "\\x41",
    "\x00", "\x1f", "\t", "\r", "\x7f", "\x80", "\x9f", "\xa0", "\xad", "\u200b", "\u202e",
    "\u2028", "\u0316\u0301" * 40, "\\u12", "\\u00e9", "\ufeff", "\ufdcf", "\ufdd0", "\ufdef",
    "\ufdf0", "\ufffd", "\ufffe", "\uffff",
    "\U0001f600", "\U0001fffd", "\U0001fffe", "\U0010ffff", "שָׁלוֹם", "第四十六条", "é", "e\u0301",
    "a" + "\u0301" * 2, "a" + "\u0301" * 3, "a" + "\u0301" * 30, "a" + "\u0301" * 31,
    "\\u0301" * 31, "\u0301" * 15 + "\\u0301" * 16, "\u0301" * 20 + "\\n" + "\u0301" * 20,
    "\U0001d165" * 30, "\U0001d165" * 31, "\U0001f600" * 40, "\u0f73" * 31, "\u0344" * 30,
    "a" * 20, "a" * 21, "é" * 21, ":" + "1" * 65, ': -1.5e3 ", ": "', "question_id", "answer",
]  # fmt: skip


@pytest.mark.parametrize("limits", [LIMITS, NARROW], ids=["limits", "narrow"])
@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_texts_of_all_shapes_are_read_alike(text: str, limits: InputLimits) -> None:
    for raw in (f'"{text}"', f'{{"a":"{text}"}}', f'{{"{text}":"a"}}', f'{{"a": "{text}"}}'):
        line = f'{{"question_id":"q-1","answer":{raw}}}\n'.encode()

        assert_equal_verdicts(line, limits)
        assert_equal_verdicts(b'{"question_id":"q-2","answer":"B"}\n' + line, limits)


NESTED = [
    "[]", "[1]", '["a",{"b":1}]',
    '{"a":{"b":1}}', '{"a":{"b":{"c":1}}}', '{"a":[[1]]}', '{"a":[1,2]}', '{"a":[1,2,3]}',
    '{"a":[{},{}]}', '{"a":[{},[],{}]}', '{"a":1,"b":2,"c":3}', '{"a":1,"b":2,"c":3,"d":4}',
    '{"a":"' + "b" * 20 + '"}', '{"a":"' + "b" * 21 + '"}', '{"a":[null,true,{"b":"c"}]}',
    '{"a":' * 300 + "1" + "}" * 300, '{"a":' + "[" * 900 + "]" * 900 + "}",
    '{"a":' * 31 + "1" + "}" * 31, '{"a":' * 32 + "1" + "}" * 32, '{"a":[' + "1," * 5 + "1]}",
    '{"a":[' + "1," * 19_995 + "1]}", '{"a":[' + "1," * 19_996 + "1]}",
    "{" + ",".join(f'"k{n}":1' for n in range(1000)) + "}",
    "{" + ",".join(f'"k{n}":1' for n in range(1001)) + "}",
]  # fmt: skip


@pytest.mark.parametrize("limits", [LIMITS, NARROW], ids=["limits", "narrow"])
@pytest.mark.parametrize("nested", NESTED, ids=range(len(NESTED)))
def test_nested_answers_are_read_alike_up_to_the_limits_and_beyond(
    nested: str, limits: InputLimits
) -> None:
    for answer in (nested, nested.replace(":", ": ")):
        assert_equal_verdicts(f'{{"question_id":"q-1","answer":{answer}}}\n'.encode(), limits)


@pytest.mark.parametrize("text", ["ab\u0301", "ab\u0301\u0302\u0303" + "\\n" * 20, "é" * 4])
def test_a_long_text_is_read_alike_across_the_limit_of_strings(text: str) -> None:
    size = LIMITS.string_chars // len(json.loads(f'"{text}"'))
    for more in range(3):
        body = text * (size - 1) + "x" * (len(text) + more)
        assert_equal_verdicts(f'{{"question_id":"q-1","answer":"{body}"}}\n'.encode())


spaces = st.sampled_from(["", "", "", " ", "  ", "\t", "\r", "\x0c", "\u00a0"])
ids = st.sampled_from(["q-1", "q-1", "q-2", "q-3", "q-4", "q-5", "q\\u002d3", "q-6", "Q-1", ""])
names = st.sampled_from(
    [
        '"question_id"',
        '"answer"',
        '"answer"',
        '"answ\\u0065r"',
        '"question\\u005fid"',
        '"x"',
        '"Answer"',
    ]
)
scalars = st.one_of(
    st.sampled_from(["true", "false", "null", "True", "nul", "[]", "{}", "[1]"]),
    st.sampled_from(NUMBERS),
    st.sampled_from(TEXTS).map(lambda text: f'"{text}"'),
    st.text(max_size=8).map(json.dumps),
    st.text(max_size=8).map(lambda text: json.dumps(text, ensure_ascii=False)),
    st.floats().map(json.dumps),
)
answers = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: "[" + ",".join(items) + "]")
        | st.lists(st.tuples(names | st.just('"a"'), inner), max_size=3).map(
            lambda pairs: "{" + ",".join(f"{name}:{value}" for name, value in pairs) + "}"
        )
    ),
    max_leaves=6,
)


@st.composite
def line_texts(draw: st.DrawFn) -> str:
    """Draw a line that is mostly right."""
    one, two = draw(spaces), draw(spaces)
    members = [f'"question_id":{one}"{draw(ids)}"', f'"answer"{two}:{one}{draw(answers)}']
    if draw(st.booleans()):
        members.reverse()
    if not draw(st.integers(0, 5)):
        members.insert(draw(st.integers(0, 2)), f"{draw(names)}:{draw(scalars)}")
    return two + "{" + f"{one},{two}".join(members) + "}" + one


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Draw a file of such lines, then perhaps change some bytes of it."""
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    text = end.join(draw(st.lists(line_texts(), min_size=1, max_size=5)))
    data = bytearray((text + draw(st.sampled_from(["", end]))).encode("utf-8", "surrogatepass"))
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        at = draw(st.integers(0, len(data) - 1))
        new = draw(st.sampled_from([b"", b"\n", b'"', b"{", b"}", b",", b"\\", b":", b"["]))
        data[at : at + draw(st.integers(0, 2))] = new or draw(st.binary(max_size=2))
    return bytes(data)


@settings(max_examples=500)
@given(files(), st.sampled_from([LIMITS, LIMITS, LIMITS, NARROW]))
def test_generated_and_mutated_files_are_read_alike(data: bytes, limits: InputLimits) -> None:
    assert_equal_verdicts(data, limits)


plain_answers = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**53) + 1, 2**53 - 1),
    st.floats(-(2.0**52), 2.0**52, allow_subnormal=True),
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=30),
)


styles = st.fixed_dictionaries({"ensure_ascii": st.booleans(), "sort_keys": st.booleans()})


@given(st.lists(plain_answers, min_size=1, max_size=20), styles)
def test_ordinary_flat_lines_are_vouched_for(found: list[object], style: dict[str, Any]) -> None:
    """Without this the readers would agree just because one never decides."""
    members = [{"question_id": f"q-{n}", "answer": answer} for n, answer in enumerate(found)]
    block = b"\n".join(json.dumps(one, **style).encode() for one in members)

    flat = read_flat(block, LIMITS)

    if b"\\u0022" not in block:
        assert flat is not None
        assert repr(flat.answers) == repr(found)


def test_texts_with_marks_escapes_and_brackets_are_vouched_for() -> None:
    texts = ["שָׁלוֹם", "a" + "\u0301" * 30, "\n\t", 'a "word" {x} [1]', "a\\b", "\U0001f600"]
    lines = [json.dumps({"question_id": "q-1", "answer": text}) for text in texts]
    raw = [json.dumps({"question_id": "q-1", "answer": t}, ensure_ascii=False) for t in texts]

    flat = read_flat("\n".join(lines + raw).encode(), LIMITS)

    assert flat is not None
    assert flat.answers == texts * 2


@given(st.lists(st.dictionaries(st.text("abü", max_size=3), plain_answers, max_size=4), max_size=5))
def test_ordinary_compact_objects_are_vouched_for(found: list[dict[str, object]]) -> None:
    values = [{"question_id": f"q-{n}", "answer": {"a": [one]}} for n, one in enumerate(found)]
    lines = [
        json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() for value in values
    ]

    read = read_compact(lines, LIMITS)

    # Python and orjson write large and small exponents differently: those lines go on.
    odd = [b"e-" in line or b"e+" in line for line in lines]
    assert len(read) >= len(lines) - sum(odd) or odd[0]
    assert all(repr(read[index][1]) == repr(values[index]["answer"]) for index in read)
