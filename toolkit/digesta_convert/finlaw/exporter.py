"""A draft of penalty questions to FinLaw's files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from digesta.scorers.penalty.records import CHINESE
from digesta_convert.finlaw.columns import (
    AMOUNT,
    ANSWER_COLUMNS,
    ANSWERS,
    BASIS,
    CASES,
    COLUMNS,
    DECIDED,
    DISCLOSED,
    DOMAIN,
    FACTS,
    GOLD_LEVEL,
    NUMBER,
    PROMPT,
    TYPE,
    WORK,
    citations_of,
    day_of,
    labels_of,
    prompt_of,
)
from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.names import own_fields
from digesta_convert.shared.rows import BOM, csv_of


def compose(draft: Draft) -> dict[str, bytes]:
    """Return the cases, and the predictions where there are some."""
    numbers = numbers_of(draft.questions)
    rows = [
        _row(question, truth, numbers[question["question_id"]])
        for question, truth in zip(draft.questions, draft.truths, strict=True)
    ]
    files = {CASES: _file(COLUMNS, rows)}
    if draft.predictions:
        answers = [
            _answer_row(numbers[line["question_id"]], line["answer"]) for line in draft.predictions
        ]
        files[ANSWERS] = _file(ANSWER_COLUMNS, answers)
    return files


def _file(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> bytes:
    return BOM + csv_of(columns, rows, end="\r\n").encode()


def numbers_of(questions: Sequence[Value]) -> dict[str, str]:
    """Return each question's 序号: the one in its id, else the id itself."""
    numbers: dict[str, str] = {}
    taken: set[str] = set()
    for question in questions:
        question_id = question["question_id"]
        rest = question_id.removeprefix("finlaw-")
        number = (rest.lstrip("0") or "0") if rest.isdigit() else rest
        numbers[question_id] = question_id if number in taken else number
        taken.add(numbers[question_id])
    return numbers


def _row(question: Value, truth: Value, number: str) -> dict[str, str]:
    right = truth["truth"]
    written = own_fields(truth.get("source_refs", []), WORK)

    def cell(column: str, read: Callable[[str], Any], value: Sequence[Any], composed: str) -> str:
        """Return the cell as the source has it, where it still means the truth."""
        source = written.get(column)
        return source if isinstance(source, str) and read(source) == value else composed

    kinds, domains = right["penalty_type"], right["violation_domain"]
    return {
        **dict.fromkeys(COLUMNS, ""),
        **_prompt_cells(question),
        NUMBER: number,
        TYPE: cell(TYPE, labels_of, kinds, ",".join(kinds)),
        DOMAIN: cell(DOMAIN, labels_of, domains, ",".join(domains)),
        BASIS: cell(
            BASIS, citations_of, right["legal_basis"], _citation_text(right["legal_basis"])
        ),
        AMOUNT: str(written.get(AMOUNT, "")),
        GOLD_LEVEL: right.get("penalty_level", ""),
        DECIDED: "/".join(part.lstrip("0") for part in question.get("law_as_of", "").split("-")),
    }


def _prompt_cells(question: Value) -> dict[str, str]:
    """Return the columns that a prompt was made of; the facts alone where it was not."""
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


def _citation_text(citations: Sequence[Mapping[str, str]]) -> str:
    parts = []
    for citation in citations:
        number, _, inserted = citation.get("article", "").partition("-")
        article = f"第{number}条" + (f"之{inserted}" if inserted else "") if number else ""
        parts.append(f"《{citation['law']}》{article}")
    return "；".join(parts)


def _answer_row(number: str, answer: Any) -> dict[str, str]:
    row = dict.fromkeys(ANSWER_COLUMNS, "") | {NUMBER: number}
    if isinstance(answer, Mapping):
        for english, chinese in CHINESE.items():
            row[chinese] = _cell(answer.get(chinese, answer.get(english)))
    return row


def _cell(answer: Any) -> str:
    if isinstance(answer, list):
        return "；".join(_citation_text([x]) if isinstance(x, Mapping) else str(x) for x in answer)
    return "" if answer is None else str(answer)
