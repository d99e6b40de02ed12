"""FinLaw's columns, how its cells are read, and a draft of its questions to its files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from digesta.interchange._names import fields_of
from digesta.interchange._reading import BOM, csv_of
from digesta.interchange.base import Draft, Value
from digesta.scorers.penalty.records import CHINESE
from digesta.text.chinese.citations import zh_citation_1

NUMBER, DISCLOSED, DECIDED = "序号", "披露日期", "处罚日期"
TYPE, DOMAIN, BASIS, LEVEL = (CHINESE[key] for key in CHINESE)
AMOUNT, GOLD_LEVEL, FACTS = "罚没金额（元）", "罚没金额分组", "违规事实"
COLUMNS = (
    NUMBER, DISCLOSED, DECIDED, "当事人", "当事人类型", TYPE, AMOUNT, DOMAIN, FACTS, "所属总行",
    "处理机构", BASIS, GOLD_LEVEL,
)  # fmt: skip
ANSWER_COLUMNS = (NUMBER, TYPE, DOMAIN, BASIS, LEVEL)
_DAY = re.compile(r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})")
PROMPT = ("当事人", "当事人类型", "所属总行", "处理机构", DISCLOSED)
"""Columns that stand in the prompt before the facts, each on a line of its own."""

CASES, ANSWERS = "Finlaw_dataset.csv", "predictions.csv"
WORK = "FinLaw,"
_SEPARATORS = re.compile("[;,/、；，|]+")


def prompt_of(cells: Mapping[str, str]) -> str:
    """Give the case as lines 列：值; the facts alone where nothing else is known."""
    known = [f"{column}：{cells[column]}\n" for column in PROMPT if cells[column]]
    return f"{''.join(known)}{FACTS}：{cells[FACTS]}" if known else cells[FACTS]


def day_of(cell: str) -> str | None:
    """Give a day such as 2018/2/1 as 2018-02-01; None where it is none of the calendar."""
    found = _DAY.fullmatch(cell)
    try:
        year, month, day = map(int, found.groups()) if found else (0, 0, 0)
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def labels_of(cell: str) -> list[str]:
    """Give the distinct labels of a cell, as the original splits it."""
    found = (label.strip() for label in _SEPARATORS.split(cell))
    return list(dict.fromkeys(label for label in found if label))


def citations_of(cell: str) -> list[Value]:
    """Give the distinct law and article pairs of a cell; a law alone has no article."""
    made: dict[tuple[str, str], Value] = {}
    for one in zh_citation_1(cell):
        article = str(one.article) if one.article is not None else ""
        if one.law:
            pair = {"law": one.law, "article": article} if article else {"law": one.law}
            made.setdefault((one.law, article), pair)
    return list(made.values())


def compose(draft: Draft) -> dict[str, bytes]:
    """Give the cases, and the predictions where there are some."""
    numbers = numbers_of(draft.questions)
    rows = [
        _row(question, truth, numbers[question["question_id"]])
        for question, truth in zip(draft.questions, draft.truths, strict=True)
    ]
    files = {CASES: csv_bytes(COLUMNS, rows)}
    if draft.predictions:
        answered = [
            _answer_row(numbers[one["question_id"]], one["answer"]) for one in draft.predictions
        ]
        files[ANSWERS] = csv_bytes(ANSWER_COLUMNS, answered)
    return files


def csv_bytes(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> bytes:
    """Give a file as the original writes it: byte order mark, CRLF."""
    return BOM + csv_of(columns, rows, end="\r\n").encode()


def numbers_of(questions: Sequence[Value]) -> dict[str, str]:
    """Give each question its 序号: the one in its id, else the id itself."""
    made: dict[str, str] = {}
    taken: set[str] = set()
    for one in questions:
        rest = one["question_id"].removeprefix("finlaw-")
        number = (rest.lstrip("0") or "0") if rest.isdigit() else rest
        made[one["question_id"]] = one["question_id"] if number in taken else number
        taken.add(made[one["question_id"]])
    return made


def _row(question: Value, truth: Value, number: str) -> dict[str, str]:
    right = truth["truth"]
    cells = dict.fromkeys(COLUMNS, "") | _cells(question) | {NUMBER: number}
    written = fields_of(truth.get("source_refs", []), WORK)
    labels = (TYPE, right["penalty_type"]), (DOMAIN, right["violation_domain"])
    for column, wanted in labels:
        cell = written.get(column)
        same = isinstance(cell, str) and labels_of(cell) == wanted
        cells[column] = cell if same and isinstance(cell, str) else ",".join(wanted)
    cell = written.get(BASIS)
    same = isinstance(cell, str) and citations_of(cell) == right["legal_basis"]
    cells[BASIS] = cell if same and isinstance(cell, str) else _cited(right["legal_basis"])
    cells[AMOUNT] = str(written.get(AMOUNT, ""))
    cells[GOLD_LEVEL] = right.get("penalty_level", "")
    cells[DECIDED] = _slashed(question.get("law_as_of", ""))
    return cells


def _cells(question: Value) -> dict[str, str]:
    """Give the columns that a prompt was made of; the facts alone where it was not."""
    text = question.get("turns", [{"content": "?"}])[-1]["content"]
    cells = dict.fromkeys(PROMPT, "")
    rest = text
    for column in PROMPT:
        head, colon, tail = rest.partition("\n")
        if colon and head.startswith(f"{column}："):
            cells[column], rest = head.removeprefix(f"{column}："), tail
    if rest.startswith(f"{FACTS}：") and rest is not text:
        cells[FACTS] = rest.removeprefix(f"{FACTS}：")
        day = cells[DISCLOSED]
        if prompt_of(cells) == text and (not day or day_of(day) is not None):
            return cells
    return {FACTS: text}


def _cited(citations: Sequence[Mapping[str, str]]) -> str:
    parts = []
    for one in citations:
        number, _, inserted = one.get("article", "").partition("-")
        article = f"第{number}条" + (f"之{inserted}" if inserted else "") if number else ""
        parts.append(f"《{one['law']}》{article}")
    return "；".join(parts)


def _slashed(day: str) -> str:
    return "/".join(part.lstrip("0") for part in day.split("-"))


def _answer_row(number: str, answer: Any) -> dict[str, str]:
    row = dict.fromkeys(ANSWER_COLUMNS, "") | {NUMBER: number}
    if isinstance(answer, Mapping):
        for english, chinese in CHINESE.items():
            row[chinese] = _cell(answer.get(chinese, answer.get(english)))
    return row


def _cell(said: Any) -> str:
    if isinstance(said, list):
        return "；".join(_cited([x]) if isinstance(x, Mapping) else str(x) for x in said)
    return "" if said is None else str(said)
