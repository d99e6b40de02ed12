"""Long contracts are composed alike under one key, and their text alone gives their fields."""

from __future__ import annotations

import json
import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from authored import author

from authoring.draws import Draws
from authoring.frenchlaw.choice import APART, Contract, contracts
from authoring.frenchlaw.days import holidays, months_after, next_open, working_day
from authoring.frenchlaw.deals.deal import base_price, closing_price, euro, plain
from authoring.frenchlaw.french import day, day_in, number_in, words
from authoring.frenchlaw.lines import show_fields
from authoring.frenchlaw.overlap import grams_of, most_shared
from authoring.frenchlaw.pool import (
    FOLDER,
    Pool,
    choose,
    fill,
    pattern_of,
    read_pool,
    recognise,
    tidy,
)
from authoring.frenchlaw.reader.fields import FIELDS, fields_read
from authoring.frenchlaw.reasons import CLAUSES, passages
from digesta.scorers.extraction.records import ExtractionSchema
from digesta.scorers.extraction.values import meaning

KEY = b"k" * 32
SLOTS = {
    "leC": "l'Acquéreur", "LeC": "L'Acquéreur", "Cs": "Cédants", "C1": "Cédant", "S": "Cible",
    "K": "Contrat", "PB": "Prix Initial", "montant": "1 000 €", "pct": "12,5",
    "mois": "douze (12)", "mois2": "18", "date": "1er mai 2025", "jours": "30",
    "rang": "dixième", "art:decl_cedants": "article 9",
}  # fmt: skip


@pytest.fixture(scope="module")
def pool() -> Pool:
    return read_pool(FOLDER)


@pytest.fixture(scope="module")
def kept(pool: Pool) -> list[Contract]:
    return [each for each in contracts(KEY, "public", 4, pool) if isinstance(each, Contract)]


def fields(text: str, pool: Pool) -> dict[str, object]:
    return {pointer: plain(value) for pointer, value in fields_read(text, pool).items()}


def test_sums_in_letters_are_read_as_they_are_written() -> None:
    numbers = [1, 16, 21, 71, 80, 81, 99, 200, 201, 1_000, 2_300, 80_000, 200_000, 1_000_000]
    numbers += [18_045_000, 57_990_000, 6_071_000, *range(40_000, 45_000, 7)]

    assert [number_in(words(number)) for number in numbers] == numbers
    assert words(80_000_271) == "quatre-vingts millions deux cent soixante et onze"
    assert words(200_300) == "deux cent mille trois cents"


def test_days_in_words_are_read_as_they_are_written() -> None:
    assert day_in(f"lundi {day(date(2026, 6, 1))}") == date(2026, 6, 1)
    with pytest.raises(ValueError, match="juimet"):
        day_in("1er juimet 2026")


def test_working_days_leave_out_holidays_and_closings() -> None:
    # 8 May 2025 is a Thursday and a holiday, the 9th is closed: Wednesday, then Monday to Friday.
    closed = {*holidays(2025), date(2025, 5, 9)}

    assert working_day(date(2025, 5, 6), 2, closed) == date(2025, 5, 12)
    assert next_open(date(2025, 5, 8), closed) == date(2025, 5, 12)
    assert date(2025, 6, 9) in holidays(2025)


def test_months_end_on_the_same_number_or_the_last_day() -> None:
    assert months_after(date(2025, 8, 31), 18) == date(2027, 2, 28)
    assert months_after(date(2025, 11, 17), 2) == date(2026, 1, 17)


def test_prices_follow_by_hand() -> None:
    values = {"base0": 10_000_000, "set": 0, "reduction": Fraction(5, 2), "withdrawn": 50_000}
    base = base_price(values)
    by_day = {"mechanism": "jour", "box_day": date(2024, 12, 31), "closing": date(2025, 1, 31)}

    assert base == 10_000_000 - 250_000 - 50_000
    assert closing_price({**by_day, "per_day": 100, "leaks": 600}, base) == base + 3_100 - 600
    debts = {"mechanism": "dette", "net_debt": 1_000, "capital_gap": -200}
    assert closing_price(debts, base) == base - 1_200
    assert euro(Fraction(5, 2)) == 3


def test_every_decisive_wording_is_recognised_whatever_is_chosen(pool: Pool) -> None:
    for key, wordings in pool.items():
        named = key.partition(".")[0] in {"gap", "cs", "rea", "seq"}
        if not named or "<lettres>" in wordings[0]:
            continue
        for number in range(6):
            text = choose(wordings[number % len(wordings)], Draws(KEY, f"{key}{number}"))
            line = tidy(fill(text.removeprefix("§ "), SLOTS))
            assert recognise(line, wordings) is not None, line


def test_a_slot_takes_no_value_of_another_kind() -> None:
    wording = "§ Un seuil de <montant>."

    assert pattern_of(wording).fullmatch("Un seuil de 5 000 €.")
    assert not pattern_of(wording).fullmatch("Un seuil de 5 % du Plafond.")


def test_the_text_of_a_kept_contract_gives_its_fields(kept: list[Contract], pool: Pool) -> None:
    assert len(kept) == 4
    for contract in kept:
        assert fields(contract.text, pool) == contract.fields
        assert 6 <= len(contract.traps) <= 9
        assert all(far.apart >= APART for far in contract.traps)
        assert all(far.naive for far in contract.traps)


def test_the_reading_follows_the_text_and_not_the_drawing(kept: list[Contract], pool: Pool) -> None:
    contract = kept[0]
    clause = next(line.text for line in contract.lines if line.key.startswith("nc.duree_"))
    months = int(re.findall(r"\d+", clause.partition(" ")[2])[0])
    longer = clause.replace(str(months), str(months + 12))

    read = fields(contract.text.replace(clause, longer), pool)

    before = date.fromisoformat(contract.fields["/non_concurrence/fin"])
    assert read["/non_concurrence/fin"] == months_after(before, 12).isoformat()
    assert {**read, "/non_concurrence/fin": before.isoformat()} == contract.fields


def test_a_clause_said_twice_is_refused(kept: list[Contract], pool: Pool) -> None:
    contract = kept[0]
    clause = next(line.text for line in contract.lines if line.key == "prix.base")

    with pytest.raises(ValueError, match=r"prix\.base: 2 statements"):
        fields_read(contract.text.replace(clause, f"{clause}\n{clause}"), pool)


def test_contracts_share_little_and_a_copy_shares_all(kept: list[Contract]) -> None:
    grams = [grams_of(contract.lines) for contract in kept]

    assert most_shared(grams[0], grams[1:]).is_little
    assert most_shared(grams[0], [grams[0]]).whole == 1


def test_every_passage_is_of_the_contract_and_short(kept: list[Contract]) -> None:
    for contract in kept:
        for passage in passages(contract):
            assert passage["words"] in contract.text
            assert len(passage["words"].split()) <= 8


def test_what_a_condition_names_stands_in_an_annex(kept: list[Contract]) -> None:
    checked = 0
    for contract in kept:
        list_words = {site.town for site in contract.deal.sites if site.state == "en activité"}
        rows = [line.text for line in contract.lines if line.at.startswith("annexe")]
        list_words |= {row.partition(". ")[2].partition(" – ")[0] for row in rows if " – " in row}
        for line in contract.lines:
            if line.key.endswith(("accord_bailleur", "accord_cocontractant", "homme_cle")):
                assert any(name and name in line.text for name in list_words), line.text
                checked += 1
    assert checked


def test_a_year_s_accounts_are_certified_when_it_is_three_months_past(pool: Pool) -> None:
    drawn = [each for each in contracts(KEY, "public", 12, pool) if isinstance(each, Contract)]
    seen = set()
    for contract in drawn:
        lines = [line.text for line in contract.lines]
        (stated,) = [line for line in lines if line.startswith("« Comptes de Référence » :")]
        is_past = contract.deal.signed.month > 3
        assert ("en cours" in stated) is not is_past
        seen.add(is_past)
    assert seen == {True, False}


def test_schema_reading_and_reasons_name_the_same_fields(kept: list[Contract]) -> None:
    schema = ExtractionSchema.model_validate(json.loads((FOLDER / "schema.json").read_bytes()))
    pointers = {field.pointer for field in schema.fields}

    assert set(FIELDS) == set(CLAUSES) == pointers
    assert all(pointer in show_fields() for pointer in pointers)
    for field in schema.fields:
        value = kept[0].fields.get(field.pointer)
        for each in value if isinstance(value, list) else [value]:
            assert each is None or meaning(field, each) is not None


def test_the_command_gives_the_same_bytes_under_one_seed(tmp_path: Path) -> None:
    drafts = [tmp_path / "one", tmp_path / "two"]
    options = ("--split", "public", "--seed", 3, "--number", 2, "--released", "2026-11-25")

    done = [author("frenchlaw", *options, "--draft", draft) for draft in drafts]

    assert [each.returncode for each in done] == [0, 0]
    assert "2 contracts" in done[0].stdout
    for name in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        assert (drafts[0] / name).read_bytes() == (drafts[1] / name).read_bytes()
    question = json.loads((drafts[0] / "questions.jsonl").read_text("utf-8").splitlines()[0])
    assert question["task"] == "cession_longue"
    assert 7_500 <= len(question["shown_sources"][1]["text"].split()) <= 10_000


def test_a_holdout_without_wordings_of_its_own_is_refused(tmp_path: Path) -> None:
    options = ("--split", "holdout", "--keys", tmp_path / "keys.json", "--draft", tmp_path / "d")

    done = author("frenchlaw", *options, "--released", "2026-11-25")

    assert done.returncode == 2
    assert "--wordings" in done.stderr
