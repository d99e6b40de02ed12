"""What makes the next release from the one before: days, numbers, links, and halves of a table."""

from __future__ import annotations

import pytest

from authoring.frenchlaw.dated.rules import FIRST
from authoring.keys import key_of
from authoring.mend import days, finlaw, french, halacha

KEY = key_of(7, None)


@pytest.mark.parametrize(
    ("text", "years"),
    [("2025年4月19日决定", 0), ("2025年4月20日决定", 1), ("2026-04-20｜收款", 2), ("没有日期", 0)],
)
def test_days_move_back_by_as_few_whole_years_as_the_law_is_known_for(
    text: str, years: int
) -> None:
    moved = days.move_years(text, days.years_to_move(text))

    assert days.years_to_move(text) == years
    assert max(days.days_of(moved), default=days.LAST) <= days.LAST


def test_squeezed_days_keep_their_order_and_stay_under_the_new_law() -> None:
    text = "2024年5月6日；2025年1月1日；2025年5月4日期满；2025年6月17日立案；2025年8月15日决定"

    before, after = days.days_of(text), days.days_of(days.squeeze_days(text))
    assert after == sorted(after)
    assert len(set(after)) == len(set(before))
    assert after[0] == before[0]
    assert after[1] >= days.NEW_AML
    assert after[-1] < days.LAST


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("בסימן קכח באורח חיים", 'בסימן קכ"ח באורח חיים'),
        ("סימן טו", 'סימן ט"ו'),
        ("סימנים שט-שי (במחלוקת", 'סימנים ש"ט-ש"י (במחלוקת'),
        ("סימן של אורח חיים", "סימן של אורח חיים"),
        ('סימן מ"ה', 'סימן מ"ה'),
        ("סעיף אחד", "סעיף אחד"),
    ],
)
def test_numbers_of_sections_get_gershayim_and_words_do_not(text: str, marked: str) -> None:
    assert halacha.with_gershayim(text) == marked


@pytest.mark.parametrize(
    ("authority", "address", "official"),
    [
        (
            "code de commerce, art. L. 223-14",
            "https://www.doctrine.fr/l/texts/codes/X/articles/LEGIARTI000006223057?v",
            "https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000006223057",
        ),
        (
            "code civil, ancien art. 1134",
            "https://github.com/x",
            "https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006070721",
        ),
        ("règlement (UE) n° 330/2010", "", "https://eur-lex.europa.eu/eli/reg/2010/330/oj"),
        ("règlement (UE) 2022/2065, art. 6", "", "https://eur-lex.europa.eu/eli/reg/2022/2065/oj"),
        ("Cass. com., 14 avr. 2021, n° 19-16.468", "https://efl.fr/x", ""),
    ],
)
def test_an_authority_is_linked_where_its_official_publisher_has_it(
    authority: str, address: str, official: str
) -> None:
    assert french.official(authority, address) == official


def test_no_place_and_no_article_lies_in_both_halves_of_a_table() -> None:
    acts = {"法": {f"{n}.1.0{severe}": "A" for n in range(1, 31) for severe in ("", "+")}}
    public, sealed = dict(finlaw.halves(acts, KEY)).values()
    places = [{at.rstrip("+") for at in half["法"]} for half in (public, sealed)]
    assert not places[0] & places[1]
    assert [len(half) for half in places] == [20, 10]

    start = FIRST.isoformat()
    rules = [
        {"key": f"{n}", "article": f"L{n // 2}", "values": [[start, 1, "a"], [start, n % 3, "b"]]}
        for n in range(60)
    ]
    halves = french.halves(rules, KEY)
    articles = [{row["article"] for row in half} for half in halves.values()]
    assert not articles[0] & articles[1]
    assert len(halves["holdout"]) == pytest.approx(20, abs=3)
