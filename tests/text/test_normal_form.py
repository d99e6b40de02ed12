"""text/1 and he/1: which written forms are the same answer, on every interpreter."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.text import NORMALISERS, normaliser_named, numerals_named
from digesta.text.normal_form import HEBREW_POINTS, WHITE_SPACE, he_1, text_1
from digesta.text.unicode14 import DIGITS, NON_STARTERS, PUNCTUATION, UNASSIGNED, code_points
from growth import MOST, growth_of, repeated

POINTS = [
    *range(0x3400), *range(0xA000, 0xAC00), *range(0xE000, 0xE100), *range(0xF900, 0x12000),
    *range(0x3400, 0xA000, 97), *range(0xAC00, 0xD800, 97), *range(0x12000, 0x110000, 97),
]  # fmt: skip
"""Every character of the scripts that fold, and some of the others."""

# SHA-256 over text/1 and he/1 of POINTS; the same under Unicode 14.0, 15.0 and 15.1.
THEIR_FORMS = "0450e1b4cb93d1503f28cac36af8441235df2ab852800f8f2f51e46628d02062"

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def runs(holds: object) -> list[tuple[int, int]]:
    assert callable(holds)
    points = [point for point in range(0x110000) if holds(chr(point))]
    firsts = [p for p, before in zip(points, [-9, *points], strict=False) if p != before + 1]
    lasts = [p for p, after in zip(points, [*points[1:], -9], strict=True) if after != p + 1]
    return list(zip(firsts, lasts, strict=True))


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="another Unicode than 14.0")
@pytest.mark.parametrize(
    ("table", "holds"),
    [
        (UNASSIGNED, lambda c: unicodedata.category(c) == "Cn"),
        (PUNCTUATION, lambda c: unicodedata.category(c)[0] == "P"),
        (NON_STARTERS, lambda c: unicodedata.combining(c) != 0),
        (DIGITS, lambda c: unicodedata.category(c) == "Nd"),
        (WHITE_SPACE, lambda c: c.isspace() and not "\x1c" <= c <= "\x1f"),
        (HEBREW_POINTS, lambda c: "\u0590" <= c <= "\u05ff" and unicodedata.category(c) == "Mn"),
    ],
)
def test_the_shipped_tables_are_those_of_unicode_14(table: str, holds: object) -> None:
    assert code_points(table) == runs(holds)


def test_characters_have_the_same_forms_on_every_interpreter() -> None:
    seen = hashlib.sha256()
    for normalise in (text_1, he_1):
        for point in POINTS:
            seen.update(normalise(chr(point)).encode() + b"\0")

    assert seen.hexdigest() == THEIR_FORMS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dairy", "dairy"),
        ("  borei\u00a0peri\n ha-etz ", "borei peri ha-etz"),
        ("“dairy”.", "dairy"),
        ("**dairy**", "dairy"),
        ("é", "e\u0301"),
        ("ẞ", "ss"),
        ("ΐ", "ϊ\u0301"),
        ("l’eau", "l'eau"),
        ("« oui »", "OUI"),
        ("ק״ש", 'ק"ש'),
        ("ק”ש", 'ק"ש'),
        ("סי׳ ה", "סי' ה"),
        ("בית־הכנסת", "בית-הכנסת"),
        ("ha–etz", "ha-etz"),
        ("(−5)", "-5"),
        ("- 5", "5"),
        ("...5", "5"),
        ("\u200fמותר\u200f.", "מותר"),
        ("？是！", "是"),
    ],
)
def test_two_spellings_of_one_answer_are_the_same(one: str, other: str) -> None:
    assert text_1(one) == text_1(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("-5", "5"),
        ("−5", "5"),
        ("-.5", ".5"),
        (".5", "5"),
        ("-٥", "٥"),
        ("C++", "C"),
        ("C#", "C"),
        ("50%", "50"),
        ("§ 5", "5"),
        ("10²", "102"),
        ("½", "1/2"),
        ("1.0", "10"),
        ("1-5", "15"),
        ("a_b", "ab"),
        ("שָׁלוֹם", "שלום"),
        ("שלום", "שלומ"),
        ("não", "nao"),
        ("４６", "46"),
    ],
)
def test_two_answers_are_never_made_the_same(one: str, other: str) -> None:
    assert text_1(one) != text_1(other)


def test_niqqud_and_teamim_are_dropped_by_he_1_alone() -> None:
    pointed = "בְּרֵאשִׁ֖ית"

    assert he_1(pointed) == text_1("בראשית")
    assert he_1("\ufb2a") == "ש"
    assert he_1("é") == "é"
    assert text_1(pointed) != text_1("בראשית")
    assert he_1("Plain ASCII.") == "plain ascii"


def test_final_letters_and_inner_geresh_are_kept_by_he_1() -> None:
    assert he_1("מים") != he_1("מימ")
    assert he_1("רמ״א") == 'רמ"א' != he_1("רמא")


@pytest.mark.parametrize("normalise", NORMALISERS.values(), ids=list(NORMALISERS))
@settings(max_examples=300)
@given(text=texts)
def test_a_normal_form_is_its_own_normal_form(normalise: object, text: str) -> None:
    assert callable(normalise)
    once = normalise(text)

    assert normalise(once) == once
    assert unicodedata.is_normalized("NFC", once)


@given(text=texts)
def test_canonically_equivalent_texts_have_one_form(text: str) -> None:
    assert text_1(unicodedata.normalize("NFD", text)) == text_1(unicodedata.normalize("NFC", text))


def test_characters_that_unicode_14_does_not_know_pass_unchanged() -> None:
    later = "\u1c89"  # CYRILLIC CAPITAL LETTER TJE, with a lower case since Unicode 16

    assert text_1(f"A{later}B\u0301") == f"a{later}b\u0301"
    assert text_1(f"é{later}") == text_1(f"e\u0301{later}") == f"é{later}"


@pytest.mark.parametrize(
    "hostile",
    [
        repeated("\u0301\u0316", "a"),
        repeated("\u0301"),
        repeated(" ", tail="a"),
        repeated("-", tail="5"),
        repeated("."),
        repeated("\u0378"),
        repeated("\U0001d165"),
        repeated("א\u05b0\u05b1"),
    ],
    ids=["marks", "one mark", "spaces", "dashes", "points", "unassigned", "astral marks", "niqqud"],
)
def test_hostile_text_takes_linear_time(hostile: Callable[[int], str]) -> None:
    assert growth_of(he_1, hostile) <= MOST


def test_runs_of_up_to_30_marks_are_put_in_canonical_order() -> None:
    marks = "\u0301\u0316" * 15

    assert text_1("x" + marks) == unicodedata.normalize("NFC", "x" + marks)


def test_an_unknown_name_says_which_there_are() -> None:
    with pytest.raises(ValueError, match=r"no normaliser 'text/9'; there are: text/1, he/1"):
        normaliser_named("text/9")
    with pytest.raises(ValueError, match=r"no numerals 'zh/9'; there are: ascii/1"):
        numerals_named("zh/9")
    assert normaliser_named("he/1") is he_1
