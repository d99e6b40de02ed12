"""How references to Brazilian law are read out of a text, and what an answer earns by them."""

from __future__ import annotations

import pytest

from digesta_legal.citations.adversaries import as_text
from digesta_legal.citations.read import Reference, alternatives, references
from growth import MOST, growth_of, repeated

READ = {
    "Art. 92, inciso I, alíneas a e b, do CP": ["cp 92 a b i"],
    "art. 45, §§ 1º e 2º, da Lei nº 11.101/05": ["lei:11101 45 §1 §2"],
    "arts. 186, 927 e 944 do CC": ["cc 186", "cc 927", "cc 944"],
    "CPC, art. 1.009": ["cpc 1009"],
    "art. 17, § 10-A, da Lei nº 8.429/92 (LIA) e art. 5º, XXXV, da Constituição Federal": [
        "lei:8429 17 §10-a", "cf 5 xxxv",
    ],
    "Art. 223-B da CLT ou 186 do CCB": ["clt 223-b", "cc 186"],
    "art. 150, VI, “b”, da CRFB/88": ["cf 150 b vi"],
    "Súmula 331, IV e V, do TST": ["sumula:tst 331 iv v"],
    "Súmula Vinculante nº 50": ["sv:stf 50"],
    "em 2022 (art. 312 do CP) pagou R$ 500": ["cp 312"],
    "A LAI o garante. De acordo com o artigo 12 da referida lei, é grátis.": ["lei:12527 12"],
    "O artigo 82 não se aplica. O CPC, sim.": [],
    "Artigo 5, item 3, da Convenção Americana sobre Direitos Humanos": ["cadh 5 §3"],
}  # fmt: skip


def short(reference: Reference) -> str:
    return " ".join([reference.law, reference.number, *sorted(reference.parts)])


@pytest.mark.parametrize("text", READ)
def test_an_article_belongs_to_the_law_that_its_sentence_names(text: str) -> None:
    assert [short(each) for each in references(text)] == READ[text]


def test_what_ou_parts_are_alternatives_and_what_c_c_joins_are_named_together() -> None:
    groups = alternatives("Art. 251, c/c o Art. 258, ou Art. 121, § 3º, todos do CP")

    assert [[short(each) for each in group] for group in groups] == [
        ["cp 251", "cp 258"], ["cp 121 §3"],
    ]  # fmt: skip


def test_naming_more_of_an_article_than_is_asked_earns_the_same() -> None:
    [named], [asked] = references("art. 5º, II e § 1º, da CF"), references("art. 5º, II, da CF")

    assert named.names(asked)
    assert not asked.names(named)


def test_what_an_adversary_writes_is_read_again() -> None:
    provisions = [
        Reference("cf", "170", frozenset({"§unico"})),
        Reference("lei:8429", "17-c", frozenset()),
        Reference("cp", "92", frozenset({"i", "b"})),
        Reference("sumula:tst", "428", frozenset({"i"})),
        Reference("sv:stf", "50", frozenset()),
        Reference("decreto:678", "2", frozenset()),
    ]

    assert references(as_text(provisions)) == provisions


@pytest.mark.parametrize(
    "part", ["art. ", "art. 5, ", "§ ", "i, ", "lei ", "súmula ", "1.000 ", ", a"]
)
def test_a_long_answer_takes_a_time_that_grows_with_its_length(part: str) -> None:
    assert growth_of(references, repeated(part), 4_096) <= MOST
