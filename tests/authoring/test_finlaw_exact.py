"""Files of several matters: drawn alike under a key, and judged as a hand would."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from authored import author, rows

from authoring.finlaw.exact.__main__ import PUBLIC_WORDINGS
from authoring.finlaw.exact.derive import CORRECT, FINED, LAWFUL, NO_MORE, SLIGHT, derive
from authoring.finlaw.exact.facts import FileCase, LedgerLine, Matter, Prior
from authoring.finlaw.exact.places import LAWS, LawPlace, StatuteBook, paragraphs_of
from authoring.finlaw.exact.topics import PRUDENT_MINOR, TOPICS
from digesta.metrics.exact import NANO
from digesta.scorers.base import Response
from digesta.scorers.closed import SCORER
from digesta_generate.compilations.statutes import clauses
from places import STATUTES

FOUND = date(2025, 6, 2)
DRAW = ("--split", "public", "--released", "2026-12-22", "--number", 12)


@cache
def statutes() -> StatuteBook:
    return StatuteBook(clauses(STATUTES))


def case(*matters: Matter, kind: str = "CB", authority: Any = "N", **more: Any) -> FileCase:
    days = FOUND, FOUND + timedelta(days=30), FOUND + timedelta(days=120)
    return FileCase(kind, authority, "甲子某银行", *days, matters=list(matters), **more)


def matter(key: str, start: str, end: str, **more: Any) -> Matter:
    days = {"start": date.fromisoformat(start), "end": date.fromisoformat(end)}
    return Matter(key, **{"guilty": True} | days | more)


def only(one: FileCase) -> Any:
    (result,) = derive(one, statutes())
    return result


def line(kind: Any, day: str, amount: int, **more: Any) -> LedgerLine:
    when = date.fromisoformat(day)
    return LedgerLine(0, kind, when, when, amount, **more)


@pytest.fixture(scope="module")
def exact_draft(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exact") / "draft"
    assert author("finlaw.exact", STATUTES, "--seed", 7, "--draft", folder, *DRAW).returncode == 0
    return folder


def test_every_drawn_truth_is_right_and_one_item_off_is_wrong(exact_draft: Path) -> None:
    for question, line_ in zip(
        rows(exact_draft, "questions"), rows(exact_draft, "truths"), strict=True
    ):
        truth = line_["truth"]
        prepared = SCORER.prepare(question, truth, {})
        cited = next(n for n, m in truth["answer"].items() if n != "total" and m["law"])
        off = json.loads(json.dumps(truth["answer"]))
        off[cited]["paragraph"] += 1

        assert SCORER.mark(prepared, Response(truth["answer"]))[0] == NANO
        assert SCORER.mark(prepared, Response(off))[0] == 0


def test_a_total_is_the_sum_of_fines_and_of_what_is_confiscated(exact_draft: Path) -> None:
    for line_ in rows(exact_draft, "truths"):
        answer = dict(line_["truth"]["answer"])
        total = answer.pop("total")
        assert total == sum(m["fine"] + m["confiscated"] for m in answer.values()) > 0


def test_a_text_holds_every_matter_and_no_mark_of_its_template(exact_draft: Path) -> None:
    for question in rows(exact_draft, "questions"):
        system, user = question["turns"]
        text = user["content"]
        ledger = [row for row in text.splitlines() if row.count("｜") == 5]
        matters = re.findall("^(?:十[一二三四]|[一二三四五六七八九十])、", text, re.MULTILINE)

        assert system["role"] == "system"
        assert not re.search("[⟦⟧¦{}]|None", text)
        assert len(matters) == len(question["ask"]["schema"]["required"]) - 1 >= 8
        assert [int(row.split("｜")[0]) for row in ledger] == list(range(1, len(ledger) + 1))


def test_a_holdout_is_not_drawn_where_git_would_take_its_truths(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"draw_key": "7" * 64}))
    sealed = ("--split", "holdout", "--released", "2026-12-22", "--keys", keys)

    done = author("finlaw.exact", STATUTES, "--draft", Path("docs/exact-draft"), *sealed)

    Path("docs/exact-draft").rmdir()
    assert done.returncode == 2
    assert "git would take a holdout's truths" in done.stderr


def test_the_words_of_every_act_stand_in_one_place_of_its_statute() -> None:
    named = {n for topic in TOPICS for where in topic.where.values() for n in where}

    for law, article, words in sorted({*named, PRUDENT_MINOR}):
        place = statutes().place(law, article, words)
        paragraph = paragraphs_of(statutes().text(law, article))[place.paragraph - 1]
        assert len(words) <= 8
        assert words in (paragraph.points[place.point - 1] if place.point else paragraph.text)


def test_every_topic_has_wordings_and_every_ledger_its_nouns() -> None:
    wordings = json.loads(PUBLIC_WORDINGS.read_text())

    assert set(wordings["topics"]) == {topic.key for topic in TOPICS}
    assert set(wordings["books"]) == {topic.key for topic in TOPICS if topic.ledger}


@pytest.mark.parametrize(
    ("named", "place"),
    [
        (("cbl", "74", "买卖政府债券"), LawPlace("cbl", "74", 1, 6)),
        (("cbl", "80", "向中国人民银行报"), LawPlace("cbl", "80", 2, None)),
        (("fin", "12", "隐瞒重要事实"), LawPlace("fin", "12", 2, None)),
        (("fin", "27", "非集团成员单位提"), LawPlace("fin", "27", 1, 3)),
        (("aml24", "54", "拆分交易"), LawPlace("aml24", "54", 1, 7)),
    ],
)
def test_a_place_is_read_off_the_statute(named: tuple[str, str, str], place: LawPlace) -> None:
    assert statutes().place(*named) == place


def test_words_that_stand_in_two_items_name_no_place() -> None:
    with pytest.raises(ValueError, match="names 2 places"):
        statutes().place("cbl", "74", "未经批准买卖")


def test_only_gains_of_the_time_without_leave_count() -> None:
    kept, again = line("in", "2024-03-01", 400_000), line("in", "2024-04-01", 300_000)
    wrong = line("in", "2024-05-01", 90_000)
    ledger = [
        kept,
        again,
        wrong,
        line("dup", "2024-04-01", 300_000, ref=again),
        line("void", "2024-05-09", 90_000, ref=wrong),
        line("refund", "2024-06-01", 50_000, ref=kept),
        line("promise", "2024-06-02", 60_000, ref=again),
        line("cost", "2024-03-05", 70_000),
        line("through", "2024-03-05", 80_000),
        line("in", "2024-07-01", 10_000),
    ]
    agency = matter("agency", "2024-02-01", "2024-06-30", approved=date(2024, 7, 1))

    result = only(case(agency, ledger=ledger))

    # 400,000 + 300,000 - 50,000; one to five times that, at 40 %: 2.6 times.
    assert result[:4] == (FINED, LawPlace("bsl", "45", 1, 3), 1_690_000, 650_000)


def test_separate_acts_are_barred_one_by_one() -> None:
    old, new = line("in", "2023-06-01", 500_000), line("in", "2024-06-01", 40_000)
    fair = line("in", "2024-06-03", 70_000, clean=True)
    bill = matter("bill", "2024-06-03", "2024-06-03")

    result = only(case(bill, authority="P", ledger=[old, new, fair]))

    # One to three times 40,000, at 40 %: 1.8 times.
    assert result[:4] == (FINED, LawPlace("fin", "14", 2, None), 72_000, 40_000)


@pytest.mark.parametrize(
    ("more", "fine"),
    [
        ({}, 320_000),
        ({"reported": date(2025, 5, 1)}, 275_000),
        ({"coerced": True, "reported": date(2025, 5, 1)}, 230_000),
        ({"loss": 1_000_001}, 380_000),
        ({"remedied": date(2025, 6, 3)}, 320_000),
    ],
)
def test_circumstances_move_a_fine_within_its_range(more: dict[str, Any], fine: int) -> None:
    assert only(case(matter("falseN", "2024-06-01", "2024-06-01", **more))).fine == fine


@pytest.mark.parametrize(
    ("prior", "fine"),
    [
        (Prior("falseN", date(2024, 10, 1)), 380_000),
        (Prior("falseN", date(2023, 9, 1)), 320_000),
        (Prior("inspectN", date(2024, 10, 1)), 320_000),
    ],
)
def test_an_earlier_penalty_counts_for_the_same_item_within_two_years(
    prior: Prior, fine: int
) -> None:
    assert only(case(matter("falseN", "2024-06-01", "2024-06-01"), priors=[prior])).fine == fine


@pytest.mark.parametrize(
    ("end", "place", "fine"),
    [
        ("2024-12-31", LawPlace("aml06", "32", 1, 4), 320_000),
        ("2025-01-01", LawPlace("aml24", "54", 1, 1), 2_300_000),
    ],
)
def test_the_law_of_the_end_of_an_act_decides(end: str, place: LawPlace, fine: int) -> None:
    anon = matter("anon", "2024-09-01", end, amount=60_000_000, clients=20)

    assert only(case(anon, authority="P"))[:3] == (FINED, place, fine)


def test_what_is_not_fined_says_why() -> None:
    slight = matter("rate", "2025-01-02", "2025-02-02", amount=9_999, corrected=date(2025, 3, 1))
    fined = matter("licence", "2025-01-02", "2025-02-02", received=70_000, fined=True)
    minor = matter("staff", "2025-01-02", "2025-02-02", amount=49_999_999)
    leave = matter("capital", "2025-01-02", "2025-01-02", approved=date(2025, 1, 2))

    results = derive(case(slight, fined, minor, leave), statutes())

    outcomes = [result.outcome for result in results]
    assert outcomes == [SLIGHT, NO_MORE, CORRECT, LAWFUL]
    assert [result.confiscated for result in results] == [0, 70_000, 0, 0]
    assert LAWS[results[2].place.law][2] == "银行业监督管理法"  # type: ignore[union-attr]
