"""FinLaw's columns, and how its cells are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from digesta.scorers.penalty.records import CHINESE
from digesta.text.chinese.citations import zh_citation_1
from digesta.text.chinese.law_names import name_key
from digesta_convert.shared.draft import Value

NUMBER, DISCLOSED, DECIDED = "序号", "披露日期", "处罚日期"
TYPE, DOMAIN, BASIS, LEVEL = (CHINESE[key] for key in CHINESE)
AMOUNT, GOLD_LEVEL, FACTS = "罚没金额（元）", "罚没金额分组", "违规事实"
PROMPT = ("当事人", "当事人类型", "所属总行", "处理机构", DISCLOSED)
"""Columns that stand in the prompt before the facts, each on a line of its own."""
COLUMNS = (
    *(NUMBER, DISCLOSED, DECIDED, "当事人", "当事人类型", TYPE, AMOUNT, DOMAIN, FACTS, "所属总行"),
    *("处理机构", BASIS, GOLD_LEVEL),
)
ANSWER_COLUMNS = (NUMBER, TYPE, DOMAIN, BASIS, LEVEL)
CASES, ANSWERS = "Finlaw_dataset.csv", "predictions.csv"
WORK = "FinLaw,"

_DAY = re.compile(r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})")
_SEPARATORS = re.compile("[;,/、；，|]+")


def prompt_of(cells: Mapping[str, str]) -> str:
    """Return the case as lines 列：值; the facts alone where nothing else is known."""
    known = [f"{column}：{cells[column]}\n" for column in PROMPT if cells[column]]
    return f"{''.join(known)}{FACTS}：{cells[FACTS]}" if known else cells[FACTS]


def day_of(cell: str) -> str | None:
    """Return a day such as 2018/2/1 as 2018-02-01; None where it is none of the calendar."""
    parts = _DAY.fullmatch(cell)
    try:
        year, month, day = map(int, parts.groups()) if parts else (0, 0, 0)
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def labels_of(cell: str) -> list[str]:
    """Return the distinct labels of a cell, as the original splits it."""
    labels = (label.strip() for label in _SEPARATORS.split(cell))
    return list(dict.fromkeys(label for label in labels if label))


def citations_of(cell: str) -> list[Value]:
    """Return the distinct law and article pairs of a cell, as the scorer tells them apart.

    A law alone has no article, and is none of its own where an article of it is cited too.
    """
    pairs: dict[tuple[str, str], Value] = {}
    for citation in zh_citation_1(cell):
        article = str(citation.article) if citation.article is not None else ""
        if citation.law:
            pair = {"law": citation.law} | ({"article": article} if article else {})
            pairs.setdefault((name_key(citation.law), article), pair)
    with_articles = {law for law, article in pairs if article}
    return [pair for (law, article), pair in pairs.items() if article or law not in with_articles]
