"""FinLaw: penalty cases and predictions (序号, 处罚类型, 违规领域, 法律依据, 处罚等级).

Shape of: jerrysxr1223/Finlaw-Bench@3c0274b (``evaluat.py``). UTF-8; a byte order mark is read
and, as the original writes it, written; lines end in CRLF. The facts and parties become the
prompt, a line for each column. The day whose law counts is that of the decision. 法律依据 is read
as ``zh-citation/1`` (四十六 = 46). Its own spelling is kept with the truth, and so is the amount.

Differs: a repeated or unknown 序号 is a problem; the original multiplies rows, or scores them
against nothing. A prediction whose cells are all empty is an abstention; one empty cell leaves out
that part. A blank gold grade is left to add; in the original an empty answer to it is right. A
grade counts in small or full-width letters too (b, Ｂ), in cases and in answers; the original
accepts only B.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.scorers import SCORERS
from digesta.scorers.base import Row
from digesta.text.chinese.citations import zh_citation_1
from digesta.text.chinese.law_names import name_key
from digesta_convert.shared.converter import NO_INPUTS, Converter, Report, ReportInputs
from digesta_convert.shared.draft import Draft, DraftLines, Files, Value, user_turn
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.marks import cells_of, check, marks_of, sums_of
from digesta_convert.shared.names import own_fields, own_fields_ref, slug_of
from digesta_convert.shared.rows import BOM, Faults, SourceRow, csv_of, header_of, rows_of
from digesta_legal.penalty.records import CHINESE

NUMBER, DISCLOSED, DECIDED = "序号", "披露日期", "处罚日期"
TYPE, DOMAIN, BASIS, LEVEL = (CHINESE[key] for key in CHINESE)
AMOUNT, GOLD_LEVEL, FACTS = "罚没金额（元）", "罚没金额分组", "违规事实"
PROMPT = ("当事人", "当事人类型", "所属总行", "处理机构", DISCLOSED)
"""Columns that come before the facts in a prompt, each on its own line."""
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
    """Return the case as lines 列：值; only the facts if nothing else is known."""
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
    """Return the pairs of law and article of a cell that are distinct for the scorer.

    A law without an article is a pair, unless an article of that law is cited too.
    """
    pairs: dict[tuple[str, str], Value] = {}
    for citation in zh_citation_1(cell):
        article = str(citation.article) if citation.article is not None else ""
        if citation.law:
            pair = {"law": citation.law} | ({"article": article} if article else {})
            pairs.setdefault((name_key(citation.law), article), pair)
    with_articles = {law for law, article in pairs if article}
    return [pair for (law, article), pair in pairs.items() if article or law not in with_articles]


# From a draft ----------------------------------------------------------------------------------


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
    """Return the columns that a prompt was made of; only the facts if it was not."""
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


# To a draft ------------------------------------------------------------------------------------


AT_MOST = {"labels": 6, "citations": 10}
VOCABULARY = "finlaw/1"
_NOTES = (
    "turns: what to answer, with the labels to choose from",
    "category: a group of domains: the source has none",
    "resources/finlaw/vocabulary.json: the labels that no truth of these names",
    "resources/finlaw/laws.json: the laws' other names and their versions",
    "source_refs: where each article stands",
    "cluster_id: each case has its own: give one to cases of one matter",
)
_DIGITS = 12
_LEVELS = frozenset("ABCDE")


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    expected = f"cases: columns {', '.join(COLUMNS)}"
    kinds = file_kinds(files, _kind, [CASES], expected, [CASES, ANSWERS])
    path = kinds.path(CASES)
    rows = rows_of(path, files[path], COLUMNS, faults, bom=True)
    ids = _ids(rows)
    lines = DraftLines({"track": "finlaw", "dated": True, "method_after": "FinLaw"})
    category, marked = ("penalties", "Penalties"), ("penalty", "penalty_score")
    task = lines.task("penalty", "Penalty", category, marked)
    for row, keys in zip(rows, list(map(_keys, rows)), strict=True):
        question_id = ids[row[NUMBER].strip()]
        as_written = {column: row[column] for column in (TYPE, DOMAIN, BASIS, AMOUNT)}
        refs = [own_fields_ref(f"{WORK} {question_id}", as_written)]
        lines.add(question_id, row.place, _right(row), refs, **task, **keys)
    answers: dict[str, Any] = {}
    if answered := kinds.path(ANSWERS):
        answer_rows = rows_of(answered, files[answered], ANSWER_COLUMNS, faults, bom=True)
        answers = _read_answers(answer_rows, ids)
    faults.refuse()
    resources = _tables(lines.truths)
    return lines.draft(answers, resources=resources, notes=_NOTES, unread=kinds.unread)


def _kind(_path: str, data: bytes) -> str | None:
    header = set(header_of(data))
    if FACTS in header:
        return CASES
    return ANSWERS if {NUMBER, LEVEL} <= header else None


def _ids(rows: Sequence[SourceRow]) -> dict[str, str]:
    """Return an id for each 序号 (stripped, as the original reads it)."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for row in rows:
        number = row[NUMBER].strip()
        digits = number.isascii() and number.isdigit() and len(number) <= _DIGITS
        question_id = f"finlaw-{number.zfill(5) if digits else slug_of(number)}"
        if not number:
            row.wrong(NUMBER, expected="a number of the case")
        elif question_id in taken:
            row.wrong(NUMBER, expected="a number that no other row has")
        ids[number] = question_id
        taken.add(question_id)
    return ids


def _keys(row: SourceRow) -> Value:
    keys: Value = {
        "language": "zh",
        "turns": user_turn(prompt_of(row.cells)),
        "ask": {"vocabulary": VOCABULARY, "at_most": AT_MOST},
    }
    if not row[FACTS].strip():
        row.wrong(FACTS, expected="the facts of the case")
    day = _iso(row, DECIDED)
    _iso(row, DISCLOSED)
    return keys | ({"law_as_of": day} if day else {})


def _iso(row: SourceRow, column: str) -> str | None:
    if not row[column]:
        return None
    day = day_of(row[column])
    if day is None:
        row.wrong(column, expected="a day of the calendar, such as 2018/2/1")
    return day


def _right(row: SourceRow) -> Value:
    right: Value = {
        "penalty_type": labels_of(row[TYPE]),
        "violation_domain": labels_of(row[DOMAIN]),
        "legal_basis": citations_of(row[BASIS]),
    }
    level = unicodedata.normalize("NFKC", row[GOLD_LEVEL]).strip().upper()
    if level in _LEVELS:
        right["penalty_level"] = level
    elif level:
        row.wrong(GOLD_LEVEL, expected="A, B, C, D or E")
    return right


def _tables(truths: Iterable[Value]) -> dict[str, bytes]:
    """Return a vocabulary and a table of laws that hold what the truths name, and no more."""
    rights = [truth["truth"] for truth in truths]
    words: Value = {"vocabulary": VOCABULARY}
    for key in ("penalty_type", "violation_domain"):
        labels = sorted({label for right in rights for label in right[key]})
        words[key] = [{"label": label, "aliases": []} for label in labels]
    names = _full_names(pair["law"] for right in rights for pair in right["legal_basis"])
    laws = {"laws": [{"law": name, "aliases": [], "versions": []} for name in names]}
    return {
        "finlaw/laws.json": canonical_bytes(laws) + b"\n",
        "finlaw/vocabulary.json": canonical_bytes(words) + b"\n",
    }


def _full_names(cited: Iterable[str]) -> list[str]:
    """Return the laws that are cited, each by the longest name that it is written by."""
    names: dict[str, str] = {}
    for name in sorted(cited):
        names[name_key(name)] = max(names.get(name_key(name), ""), name, key=len)
    return sorted(names.values())


def _read_answers(rows: Sequence[SourceRow], ids: Mapping[str, str]) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for row in rows:
        number = row[NUMBER].strip()
        if number not in ids:
            row.wrong(NUMBER, expected=f"a {NUMBER} of the cases")
        elif number in lines:
            row.wrong(NUMBER, expected=f"one row a case; line {lines[number]} has this one")
        else:
            cells = {column: row[column] for column in ANSWER_COLUMNS[1:] if row[column]}
            answers[ids[number]] = cells or None
        lines.setdefault(number, row.line)
    return answers


# The report ------------------------------------------------------------------------------------
#
# Figures that the original's code computes otherwise than ours stand under its names as it has
# them (``…_as_coded``), with two differences: every case counts, answered or not, and articles and
# law names are normalised.


METRICS, DETAILS = "evaluation_metrics.csv", "evaluation_details.csv"
_SETS: Mapping[str, str] = {
    "完全正确率": "exact_rate",
    "部分正确率": "partial_rate",
    "错误率": "error_rate",
    "Precision": "micro_precision",
    "Recall": "micro_recall",
    "F1": "micro_f1",
    "Jaccard平均": "jaccard_as_coded",
    "HammingLoss": "one_minus_jaccard",
}
_OF_BASIS: Mapping[str, str] = {
    "完全正确率": "exact_rate_as_coded",
    "部分正确率": "partial_rate_as_coded",
    "错误率": "error_rate",
    "法律名称命中率": "law_hit_rate",
    "条款对_Precision": "pair_precision",
    "条款对_Recall": "pair_recall",
    "条款对_F1": "pair_f1",
}
_OF_LEVEL: Mapping[str, str] = {
    "Accuracy": "accuracy",
    "MacroF1": "macro_f1_as_coded",
    "MicroF1": "micro_f1_as_coded",
    **{
        f"{level}_{name}": ours.format(level.lower())
        for level in "ABCDE"
        for name, ours in (
            ("Precision", "precision_{}"),
            ("Recall", "recall_{}_as_coded"),
            ("F1", "f1_{}_as_coded"),
        )
    },
}
FIGURES: Mapping[str, str] = {
    f"{column}_{name}": f"{part}.{ours}"
    for column, part, table in (
        (TYPE, "type", _SETS),
        (DOMAIN, "domain", _SETS),
        (BASIS, "basis", _OF_BASIS),
        (LEVEL, "level", _OF_LEVEL),
    )
    for name, ours in table.items()
}
"""The original's name of each figure and ours, in the original's order."""
_COLUMNS = (NUMBER, f"{TYPE}分数", f"{DOMAIN}分数", f"{BASIS}分数", f"{LEVEL}是否正确")


def report(draft: Draft, _inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the details and the metrics of a draft's answers."""
    scorer = SCORERS["penalty"]
    rows = marks_of(draft)
    sums = sums_of(rows, "penalty")
    figures = [
        {"metric": name, "value": repr(float(scorer.metric_named(ours).value(sums)))}
        for name, ours in FIGURES.items()
    ]
    return Report(
        {
            DETAILS: BOM + csv_of(_COLUMNS, _details(draft, rows)).encode(),
            METRICS: BOM + csv_of(("metric", "value"), figures).encode(),
        }
    )


def _details(draft: Draft, rows: Sequence[Row]) -> list[dict[str, str]]:
    numbers = numbers_of(draft.questions)
    details = []
    for question, cells in cells_of(draft, rows):
        grades = (
            2 * cells["type_exact"] + cells["type_partial"],
            2 * cells["domain_exact"] + cells["domain_partial"],
            cells["basis_exact_as_coded"] + max(cells["basis_exact"], cells["basis_partial"]),
            int(cells["level_right"] > 0),
        )
        fields = (numbers[question["question_id"]], *map(str, grades))
        details.append(dict(zip(_COLUMNS, fields, strict=True)))
    return details


CONVERTER = Converter(
    name="finlaw",
    about="FinLaw: Finlaw_dataset.csv (the cases) and a CSV of predictions; UTF-8, with or "
    "without a byte order mark",
    track="finlaw",
    scorers=("penalty",),
    parse=parse,
    compose=compose,
    needs={"penalty": ("truth/penalty_type", "truth/violation_domain", "truth/legal_basis")},
    report=report,
    check=check,
    import_example="finlaw Finlaw_dataset.csv result.csv -o build/finlaw",
    export_example="finlaw build/finlaw -o build/finlaw_report",
)
