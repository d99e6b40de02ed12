"""The examiners' tables of OAB-Bench: items and phrases with their points, and what is odd."""

from __future__ import annotations

from fractions import Fraction

from authoring.archives.oab_tables import Phrase, PointsTurn, attainable, turns_of


def turn(*rows: str, most: float) -> PointsTurn:
    """Return the turn of a table with those rows, worth that much."""
    table = "\n".join(["| ITEM | PONTUAÇÃO |", "|:---|:---|", *(f"| {row} |" for row in rows)])
    text = f"Resposta.\n\nDistribuição dos Pontos\n\n{table}\n"
    return turns_of({"choices": [{"turns": [text]}]}, [most])[0]


def points(value: PointsTurn) -> list[tuple[str, str, list[tuple[str, str, int]]]]:
    """Return each item's label, worth and phrases, for reading."""
    return [
        (row.label, str(row.most), [(p.text, str(p.points), p.alternative) for p in row.phrases])
        for row in value.rows
    ]


def test_a_phrase_ends_with_its_points_and_headings_have_none() -> None:
    value = turn(
        "Endereçamento | nan",
        "8.1. Não. É nulo (0,50), nos termos do Art. 5º, § 2º (0,10). | 0,00/0,50/0,60",
        most=0.6,
    )
    phrases = [("Não. É nulo", "1/2", 0), ("nos termos do Art. 5º, § 2º", "1/10", 0)]
    assert value.model_answer == "Resposta."
    assert points(value) == [("8.1", "3/5", phrases)]
    assert value.rows[0].totals == (Fraction(0), Fraction(1, 2), Fraction(3, 5))
    assert value.problems == ()


def test_an_item_without_points_in_parentheses_is_one_phrase() -> None:
    value = turn("13. Data: 15 de dezembro de 2023. | 0,00/0,10", most=0.1)
    assert value.rows[0].phrases == (Phrase("Data: 15 de dezembro de 2023.", Fraction(1, 10)),)


def test_what_ou_parts_behind_a_bracket_are_alternatives_where_points_exceed_the_most() -> None:
    value = turn(
        "A1. Custas (0,10) e honorários (0,10) ou sucumbência (0,20), OU nada. | 0,00/0,10/0,20",
        "B. Prazo (0,10) OU hora (0,10). | 0,00/0,10/0,20",
        most=0.4,
    )
    custas, prazo = value.rows
    assert [phrase.alternative for phrase in custas.phrases] == [1, 1, 2]
    assert attainable(custas) == {Fraction(n, 10) for n in range(3)}
    assert [phrase.alternative for phrase in prazo.phrases] == [0, 0]
    assert value.problems == ()


def test_one_cell_for_several_rows_counts_once() -> None:
    repeated = (
        "2. Agravante: B (0,10). | 0,0/0,10/0,20",
        "3. Agravado: MP (0,10). | 0,0/0,10/0,20",
    )
    left_out = ("2. Agravante: B (0,10). | 0,0/0,10/0,20", "3. Agravado: MP (0,10). | nan")
    for rows in (repeated, left_out):
        value = turn(*rows, most=0.2)
        assert [(row.label, str(row.most), row.shared) for row in value.rows] == [
            ("2", "1/10", True),
            ("3", "1/10", True),
        ]
        assert value.problems == ()


def test_equal_items_one_after_another_are_not_one_cell() -> None:
    rows = ("2. Autor: B (0,10). | 0,00/0,10", "3. Réu: MP (0,10). | 0,00/0,10")
    assert [row.shared for row in turn(*rows, most=0.2).rows] == [False, False]


def test_what_does_not_add_up_is_said() -> None:
    assert turn("A. Sim (0,30), Art. 1º (0,10). | 0,00/0,30/0,50", most=0.5).problems == (
        "A: its phrases do not come to 0.50",
    )
    assert turn("A. Sim (0,30). | 0,00/0,15/0,30", most=0.4).problems == (
        "A: no phrases come to the printed 0.15",
        "the table comes to 0.30, values say 0.40",
    )
    assert turn("B. (Anulada) | 0,00/0,60", most=0.6).problems == ("B: annulled",)
