"""French dates, amounts, percentages and parties: exact values, or none."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.text.french.values import (
    MONTHS,
    Amount,
    Party,
    dates_in,
    fr_amount,
    fr_date,
    fr_party,
    fr_percent,
)
from growth import MOST, growth_of, repeated

NAMES = [
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
    "octobre", "novembre", "décembre",
]  # fmt: skip
SEED = 20261122
READERS = (fr_amount, fr_date, fr_party, fr_percent)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1er janvier 2026", date(2026, 1, 1)),
        ("le lundi 5 janv. 2026", date(2026, 1, 5)),
        ("Le 20 DÉCEMBRE 2025.", date(2025, 12, 20)),
        ("3 fevrier 2024", date(2024, 2, 3)),
        ("16 juill. 2020", date(2020, 7, 16)),
        ("29\u00a0février\u202f2024", date(2024, 2, 29)),
        ("fe\u0301vrier 2024", None),
        ("3 fe\u0301vrier 2024", date(2024, 2, 3)),
        ("01/02/2026", date(2026, 2, 1)),
        ("1.2.2026", date(2026, 2, 1)),
        ("2026-02-01", date(2026, 2, 1)),
    ],
)
def test_a_day_is_read_however_it_is_written(text: str, day: date | None) -> None:
    assert fr_date(text) == day


@pytest.mark.parametrize(
    "text",
    [
        "", "31 février 2019", "29/02/2023", "32/01/2026", "00/01/2026", "01/13/2026",
        "1er/02/2026",
        "2026-2-1", "12 mai 21", "01/02-2026", "2 mai", "mai 2020", "2e mai 2020",
        "1 mai 2020 ou 2",
        "１ mai 2020", "12 may 2020", "0012-05-01", "x12 mai 2020",
    ],
)  # fmt: skip
def test_what_is_no_day_of_the_calendar_is_not_read(text: str) -> None:
    assert fr_date(text) is None


def test_every_way_of_writing_a_day_gives_that_day() -> None:
    chance = random.Random(SEED)
    for _ in range(2000):
        day = date(1900, 1, 1) + timedelta(days=chance.randrange(80_000))
        name = chance.choice([one for one, month in MONTHS.items() if month == day.month])
        spelled = f"{'1er' if day.day == 1 else day.day} {name} {day.year}"
        written = chance.choice(
            [
                spelled,
                f"le {spelled.upper()}",
                day.isoformat(),
                f"{day:%d/%m/%Y}",
                f"{day:%d.%m.%Y}",
            ]
        )

        assert fr_date(written) == day, (SEED, written)


def test_days_are_found_in_running_text_in_their_order() -> None:
    text = "Signé le 3 mai 2024, avant le 01/02/2026 ; pas le 31 février 2019 ni 12/05/20245."

    assert dates_in(text) == (date(2024, 5, 3), date(2026, 2, 1))


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("1 250 000 €", Amount(Fraction(1_250_000), "EUR")),
        ("1\u202f250\u00a0000 €", Amount(Fraction(1_250_000), "EUR")),
        ("1,25 million d'euros", Amount(Fraction(1_250_000), "EUR")),
        ("2 millions de dollars américains", Amount(Fraction(2_000_000), "USD")),
        ("1 milliard d’euros", Amount(Fraction(10**9), "EUR")),
        ("2 millions", Amount(Fraction(2_000_000), "")),
        ("12.500,50 EUR", Amount(Fraction(25_001, 2), "EUR")),
        ("EUR 1.250", Amount(Fraction(1250), "EUR")),
        ("1'250 CHF", Amount(Fraction(1250), "CHF")),
        ("£ 12", Amount(Fraction(12), "GBP")),
        ("(1 250 €).", Amount(Fraction(1250), "EUR")),
        ("-5 euros", Amount(Fraction(-5), "EUR")),
        ("−5 €", Amount(Fraction(-5), "EUR")),
        ("12500.50", Amount(Fraction(25_001, 2), "")),
        ("0.125", Amount(Fraction(1, 8), "")),
        ("0", Amount(Fraction(0), "")),
        ("1,250", Amount(Fraction(5, 4), "")),
    ],
)
def test_a_sum_is_read_exactly(text: str, amount: Amount) -> None:
    assert fr_amount(text) == amount


@pytest.mark.parametrize(
    "text",
    [
        "", "EUR 5k", "5k", "5 k€", "3 M€", "3M €", "1,250,000 €", "$ 12", "12 $", "1 25 €", "007",
        "un million d'euros", "100 d'euros", "5 euros et 3", "EUR 12 EUR", "12,5 %",
        "1 250 000 €uros",
        "12.500.00", "1 250.000", "1.250 000", "1 250'000", "４６ €", "1e3", "+5", "5 €/m²", "5 €2",
        "5 francs", "million", "9" * 25, "1" + " 000" * 60, ",5",
    ],
)  # fmt: skip
def test_what_could_be_another_sum_or_none_is_not_read(text: str) -> None:
    assert fr_amount(text) is None


def test_every_way_of_writing_a_sum_gives_that_sum() -> None:
    chance = random.Random(SEED)
    for _ in range(2000):
        cents = chance.randrange(10 ** chance.randrange(1, 15))
        whole, rest = divmod(cents, 100)
        group = chance.choice([" ", "\u00a0", "\u202f", ".", "'"])
        grouped = re.sub(r"(?<=\d)(?=(?:\d{3})+\Z)", group, str(whole))
        written = chance.choice(
            [f"{grouped},{rest:02} €", f"EUR {grouped},{rest:02}", f"{whole}.{rest:02} euros",
             f"{whole},{rest:02}€"]
        )  # fmt: skip

        assert fr_amount(written) == Amount(Fraction(cents, 100), "EUR"), (SEED, written)


@pytest.mark.parametrize(
    ("text", "hundredths"),
    [
        ("12,5 %", Fraction(25, 2)),
        ("12.500\u00a0%", Fraction(25, 2)),
        ("60 pour cent", 60),
        ("60 p. 100", 60),
        ("-3%", -3),
        ("0 %", 0),
    ],
)
def test_a_percentage_is_in_hundredths(text: str, hundredths: Fraction) -> None:
    assert fr_percent(text) == hundredths


@pytest.mark.parametrize(
    "text", ["", "0,6", "12,5", "%", "1 000 %", "12,5 ‰", "12,5 % ou 13 %", "05 %"]
)
def test_what_has_no_sign_is_no_percentage(text: str) -> None:
    assert fr_percent(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "SAS Verger & Fils", "Verger et Fils SAS", "VERGER ET FILS (S.A.S.)",
        "Verger & Fils, S. A. S.",
        "la société par actions simplifiée Verger & Fils", "La société Verger et Fils SAS",
        "Verger&Fils, société par actions simplifiée",
    ],
)  # fmt: skip
def test_a_companys_form_is_folded_wherever_it_stands(text: str) -> None:
    assert fr_party(text) == Party("verger et fils", "SAS")


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("Société Générale", Party("generale", "")),
        ("SOCIÉTÉ GENERALE S.A.", Party("generale", "SA")),
        ("S.à r.l. Dupont", Party("dupont", "SARL")),
        ("M. Jean DUPONT", Party("jean dupont", "")),
        *((f"{title} Dupont", Party("dupont", "")) for title in ("M", "Mlle", "Mme.", "Me.")),
        ("Mademoiselle Dupont", Party("dupont", "")),
        ("SAS M Dupont", Party("m dupont", "SAS")),
        ("Sa Majesté le Roi", Party("sa majeste le roi", "")),
        ("S.E. M. Dupont", Party("s.e. m. dupont", "")),
        ("SA Majestic", Party("majestic", "SA")),
        ("SE Verger", Party("verger", "SE")),
        ("Société SAS", None),
        ("la société, SARL", None),
        ("Oscar", Party("oscar", "")),
        ("SAS", Party("sas", "")),
        ("Beta SASU", Party("beta", "SASU")),
        ("Œuvres du Nord", Party("oeuvres du nord", "")),
        ("\u200b ", None),
        ("«»", None),
    ],
)
def test_a_party_is_its_name_and_its_form(text: str, party: Party | None) -> None:
    assert fr_party(text) == party


@given(st.text(st.sampled_from("0123456789 .,'€%-/emilonsdur()k\u00a0"), max_size=40))
def test_readers_never_raise_and_read_the_same_with_spaces_around(text: str) -> None:
    for read in READERS:
        assert read(f" {text}\n") == read(text), read.__name__


@pytest.mark.parametrize(
    "unit", ["1 ", "1 000", "sas ", "le ", "€", "(", "1,", "s.a.", "12 mai ", "\u00a0"]
)
@pytest.mark.parametrize("read", [*READERS, dates_in])
def test_hostile_texts_take_linear_time(read: Callable[[str], object], unit: str) -> None:
    assert growth_of(read, repeated(unit)) <= MOST
