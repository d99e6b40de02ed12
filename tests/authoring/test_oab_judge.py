"""Which phrases o3 gave an answer of OAB-Bench is read by rules, and nothing is guessed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from authoring.archives.oab_bench import criteria_of
from authoring.archives.oab_judge import grants_of
from authoring.archives.oab_tables import turns_of

TASK = "1_direito_civil_peca"
ROWS = (
    "1. Juízo (0,10), com razões (0,10). | 0,00/0,10/0,20",
    "2.1. É nulo (0,50), Art. 5º (0,10). OU É anulável (0,50), Art. 6º (0,10). | 0,00/0,50/0,60",
    "3. Custas (0,10) e honorários (0,10) ou sucumbência (0,20). | 0,00/0,10/0,20",
)


def grants(judgment: str, total: str, *, rows: tuple[str, ...] = ROWS, most: float = 1) -> set[str]:
    """Return the criteria that a judgment of a table gives."""
    table = "\n".join(["| ITEM | PONTUAÇÃO |", "|:---|:---|", *(f"| {row} |" for row in rows)])
    turn = turns_of({"choices": [{"turns": [f"Resposta.\n\n{table}"]}]}, [most])[0]
    line = {"question_id": TASK, "turn": 1, "model": "o3-2025", "judgment": judgment}
    labels = [row.label for row in turn.rows]
    return set(grants_of(line, criteria_of(turn), labels, total=Fraction(total)))


def test_ways_to_earn_a_row_s_points_are_criteria_together() -> None:
    table = "\n".join(["| ITEM | PONTUAÇÃO |", "|:---|:---|", *(f"| {row} |" for row in ROWS)])
    turn = turns_of({"choices": [{"turns": [f"Resposta.\n\n{table}"]}]}, [1])[0]
    criteria = [(each["points"], each["text"]) for row in criteria_of(turn) for each in row]

    assert turn.problems == ()
    assert criteria[2:] == [
        ("0.50", "2.1. É nulo OU É anulável"),
        ("0.10", "2.1. Art. 5º OU Art. 6º"),
        ("0.10", "3. Custas OU sucumbência"),
        ("0.10", "3. e honorários OU sucumbência"),
    ]


def test_a_total_that_only_some_phrases_come_to_is_theirs() -> None:
    rows = ("A. Não (0,30), pois (0,25), Art. 1º (0,10). | 0,00/0,65",)

    assert grants("…", "0.55", rows=rows, most=0.65) == {"P1", "P2"}
    assert grants("…", "0", rows=rows, most=0.65) == set()


def test_rows_are_read_where_what_they_were_given_comes_to_the_total() -> None:
    text = (
        "1. Comparação com o gabarito: boa.\n"
        "Item 1 – Juízo: 0,10; razões: 0,10. Subtotal 0,20/0,20\n"
        "| 2.1 Nulidade | 0,60 | 0,50 |\n"
        "**3.** Custas: 0,00/0,20\nSoma: 0,70\n[[0.70]]"
    )
    assert grants(text, "0.70") == {"P1", "P2", "P3"}


def test_what_no_rule_reads_is_an_error_and_no_guess() -> None:
    half = "1. Juízo: 0,10\n2.1 Nulo: 0,60\n3. Custas: 0,00\n[[0.70]]"
    with pytest.raises(ValueError, match=r"2 sets of \['0.10', '0.10'\] come to 0.1"):
        grants(half, "0.70")
    with pytest.raises(ValueError, match="no rows that come to"):
        grants("1. Juízo: 0,20\n2.1 Nulo: 0,60\n3. Custas: 0,00\n[[0.70]]", "0.70")
