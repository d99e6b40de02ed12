"""Hebrew numerals in letters, and citations of siman and seif."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.text import NUMERALS
from digesta.text.hebrew import PARTS, WORKS, SeifCitation, he_citation, he_numerals


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("תרצ״ח", 698), ('תרצ"ח', 698), ("תרצ''ח", 698), ("תרצח", 698), ('כ"ד', 24), ("י׳", 10),
        ("י'", 10), ("שח", 308), ("ט״ו", 15), ("ט״ז", 16), ("תש״ן", 750), ("ה׳תשפ״ו", 5786),
        ("ה'תשפ\"ו", 5786), ("שד״מ", 344), ("תשד״מ", 744), ("רח״צ", 298), ("ער״ב", 272),
        ("תתקצ״ט", 999), (" א. ", 1), ("שְׁנַיִם", None), ("קי״ז", 117),
    ],
)  # fmt: skip
def test_a_number_in_letters_is_read(text: str, number: int | None) -> None:
    assert he_numerals(text) == number


@pytest.mark.parametrize(
    "text", ["", "שלום", "י״ה", "י״ו", "אא", "אי", "24", "תשפ'ו", 'ת"ש"פ', "ה' אלפים", "תתתת" * 9]
)
def test_a_word_is_no_number_though_its_letters_have_a_sum(text: str) -> None:
    assert he_numerals(text) is None


def test_numbers_to_999_are_written_by_one_program_and_read_by_another() -> None:
    import pyluach.hebrewcal as calendar

    for number in range(1, 1000):
        written = calendar._num_to_str(number)

        assert he_numerals(written) == number, written
        assert NUMERALS["he-numerals/1"](f"ה'{written}") == 5000 + number, written


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("סימן ש\"ח סעיף ג'", SeifCitation("", "", 308, 3)),
        ('או"ח שח:ג', SeifCitation("", "orach_chaim", 308, 3)),
        ("או״ח ש״ח, ג׳", SeifCitation("", "orach_chaim", 308, 3)),
        ('שו"ע או"ח סימן שח סעיף ג', SeifCitation("shulchan_arukh", "orach_chaim", 308, 3)),
        ("שולחן ערוך, יורה דעה סימן פ״ז סעיף א׳", SeifCitation("shulchan_arukh", "yoreh_deah",
         87, 1)),
        ("סי' ש\"ח ס\"ג", SeifCitation("", "", 308, 3)),
        ("סי' ש\"ח סי\"ב", SeifCitation("", "", 308, 12)),
        ("משנה ברורה סימן שח ס\"ק ה'", SeifCitation("mishnah_berurah", "", 308, 0, 5)),
        ("מ״ב שח:ג ס״ק ה", SeifCitation("mishnah_berurah", "", 308, 3, 5)),
        ("סימן 308 סעיף 3", SeifCitation("", "", 308, 3)),
        ("בסימן ש״ח בסעיף ג", SeifCitation("", "", 308, 3)),
        ("יורה דעה פז", SeifCitation("", "yoreh_deah", 87)),
        ('סי\' שי"ח סט"ו', SeifCitation("", "", 318, 15)),
        ('סי\' שי"ח סט"ז', SeifCitation("", "", 318, 16)),
        ('סי\' שח סמ"ג', SeifCitation("", "", 308, 43)),
        ('סי\' שח, ס"ג', SeifCitation("", "", 308, 3)),
        ('שח, סט"ו', SeifCitation("", "", 308, 15)),
        ("סי' שח סעי' ג", SeifCitation("", "", 308, 3)),
        ("בשו״ע או״ח סי' שח ס״ג", SeifCitation("shulchan_arukh", "orach_chaim", 308, 3)),
        ("השו״ע או״ח שח, ג", SeifCitation("shulchan_arukh", "orach_chaim", 308, 3)),
        ("מ״ב שח סקי״ב", SeifCitation("mishnah_berurah", "", 308, 0, 12)),
        ("מ״ב סימן שח סעיף ה", SeifCitation("mishnah_berurah", "", 308, 5)),
        ("מ״ב שח:ג סק״ה", SeifCitation("mishnah_berurah", "", 308, 3, 5)),
    ],
)  # fmt: skip
def test_a_siman_and_seif_are_read_as_they_are_cited(text: str, place: SeifCitation) -> None:
    assert he_citation(text) == place


@pytest.mark.parametrize("work", ["מ״ב", "משנה ברורה,", "מג״א", "ט״ז"])
@pytest.mark.parametrize("place", ["שח, ה", "שח:ה", "סימן שח, ה", "שח ס״ק ה", "שח סק״ה"])
def test_a_commentary_is_cited_by_its_own_paragraph(work: str, place: str) -> None:
    found = he_citation(f"{work} {place}")

    assert found is not None
    assert found[2:] == (308, 0, 5)


@pytest.mark.parametrize("text", ["שח, ס״ג", "או״ח שח, ס״ט", "י״ד, ג", "ט״ז, ג"])
def test_what_reads_two_ways_is_refused(text: str) -> None:
    assert he_citation(text) is None


@pytest.mark.parametrize(
    "text",
    ["", 'יו"ד', "סימן שלום", "סימן", "סימן ש״ח סעיף שלום", "שח:ג:ד", "סימן 0", "Orach Chaim 308"],
)
def test_what_names_no_siman_is_no_citation(text: str) -> None:
    assert he_citation(text) is None


def test_every_work_and_part_is_read_by_each_of_its_names() -> None:
    for key, names in (*WORKS.items(), *PARTS.items()):
        for name in names:
            place = he_citation(f"{name} סימן ד")

            assert place is not None, name
            assert key in {place.work, place.part}, name


@given(st.text(st.sampled_from("אבגהוזטיכלסקרשתן\"':, סימןעיף308"), max_size=30))
def test_the_readers_never_raise(text: str) -> None:
    number, place = he_numerals(text), he_citation(text)

    assert number is None or 0 < number < 10_000
    assert place is None or place.siman > 0


@pytest.mark.parametrize("hostile", ["ת" * 200_000, "סימן " * 40_000, "ה'" * 90_000])
def test_a_long_text_is_refused_at_once(hostile: str) -> None:
    start = time.process_time()

    assert he_numerals(hostile) is None
    assert he_citation(hostile) is None
    assert time.process_time() - start < 0.5
