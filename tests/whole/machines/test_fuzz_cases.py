"""Every target of the table holds: on its corpus and what was found, on drawn text and JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from targets import CORPUS, LARGEST, LARGEST_CORPUS, TARGETS, hold

from digesta.errors import InputError
from places import ROOT

DRAWN = settings(max_examples=20)
PIECES = (
    *("1", "9" * 4301, "0.", "-", "e9", "一", "万", "百", "第", "条", "之", "款", "年", "月", "《"),
    *("》", "、", "；", "A", "B.", "(", ")", "[", "]", "{", "}", '"', "\\", "```", "\n", "\r"),
    *("\t", " ", "\u00a0", "&#1;", "art. ", "L. ", "n° ", "§", "º", "Answer:", "答案：", "<think>"),
    *("=", "'", "€", "%", ",", ";"),
    *("א", "״", "\u05b0", "\u0301", "\u0378", "\u202e", "\ufeff", "²"),
    *("\U0001d165", "İ", "ß", "ſ", "\x1f", "\x00", "\uffff"),
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)

each_target = pytest.mark.parametrize("name", TARGETS)


@each_target
def test_a_target_holds_on_its_corpus(name: str) -> None:
    inputs = sorted((CORPUS / name).iterdir())

    assert inputs
    for path in inputs:
        hold(name, path.read_bytes())


@each_target
@DRAWN
@given(byte=st.integers(0, 15), text=TEXTS)
def test_a_target_holds_on_any_text(name: str, byte: int, text: str) -> None:
    hold(name, bytes([byte]) + text.encode())


@each_target
@DRAWN
@given(byte=st.integers(0, 15), value=VALUES)
def test_a_target_holds_on_any_json(name: str, byte: int, value: Any) -> None:
    hold(name, bytes([byte]) + json.dumps(value, ensure_ascii=False).encode())


def test_the_corpus_is_of_these_targets_and_small() -> None:
    sizes = {
        folder.name: sum(path.stat().st_size for path in folder.iterdir())
        for folder in CORPUS.iterdir()
    }

    assert sizes.keys() == TARGETS.keys()
    assert max(sizes.values()) <= LARGEST
    assert sum(sizes.values()) <= LARGEST_CORPUS


def test_the_page_of_threats_says_of_each_target_what_it_found() -> None:
    page = (ROOT / "docs" / "threats.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [0-9,]+ \| [0-9]+ \| .*\|$", page, re.MULTILINE)

    assert rows == list(TARGETS)


def test_an_error_that_is_not_ours_and_one_without_a_place_do_not_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(data: bytes) -> object:
        if data:
            raise InputError.of(code="x", file="")
        return dict[bytes, object]()[data]

    monkeypatch.setitem(TARGETS, "strict", broken)

    with pytest.raises(KeyError):
        hold("strict", b"")
    with pytest.raises(AssertionError):
        hold("strict", b"x")
