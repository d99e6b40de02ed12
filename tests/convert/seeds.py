"""Files in the shapes of the benchmarks: small ones, and the samples."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from digesta.errors import Problem, ReleaseError
from digesta_convert import CONVERTERS
from digesta_convert.shared.converter import ReportInputs
from digesta_convert.shared.draft import Draft
from places import IMPORTS, SAMPLES


def sample(path: str) -> bytes:
    return (SAMPLES / path).read_bytes()


def folder(path: str, below: Path = SAMPLES) -> dict[str, bytes]:
    root = below / path
    return {
        one.relative_to(root).as_posix(): one.read_bytes()
        for one in sorted(root.rglob("*"))
        if one.is_file()
    }


def sample_of(name: str) -> dict[str, bytes]:
    """Return the files of a format's sample, by their path below the folder."""
    return folder("files", IMPORTS / name)


def reported(name: str, draft: Draft, beside: ReportInputs | None = None) -> dict[str, bytes]:
    """Return the files of a report; what it notes is not looked at."""
    report = CONVERTERS[name].report
    assert report is not None
    return dict(report(draft, beside or ReportInputs()).files)


def close(value: Any) -> Any:
    """Compare numbers within 1e-9, all else exactly."""
    if isinstance(value, dict):
        return {key: close(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [close(inner) for inner in value]
    return pytest.approx(value, abs=1e-9) if isinstance(value, float) else value


def lines(values: list[Any]) -> bytes:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in values).encode()


def halacha_question(**fields: Any) -> dict[str, Any]:
    made = {
        "category": "Kashrut",
        "task": "milk",
        "turns": [{"role": "user", "content": "Is butter dairy?"}],
        "answer_type": "enum",
        "ground_truth": "dairy",
        "license": "CC-BY 4.0",
        "attribution": "the tests",
        "release_date": "2026-02-05",
    } | fields
    text = json.dumps(made, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return made | {"question_id": hashlib.sha256(text.encode()).hexdigest()}


TASK_COLUMNS = (
    "Number", "Category", "SubCategory", "TaskType", "Title", "Prompt", "Documents", "Rubric",
)  # fmt: skip


RUBRIC = "[Structure]\nS1 (1pt) : Annonce un plan\n[Négatif]\nN1 (-1pt) (max -2pts) : Invente"


def csv_file(columns: tuple[str, ...], rows: list[dict[str, str]], *, bom: bool = False) -> bytes:
    def cell(text: str) -> str:
        doubled = text.replace('"', '""')
        return f'"{doubled}"'

    records = [list(columns), *([row[column] for column in columns] for row in rows)]
    text = "".join(",".join(map(cell, record)) + "\r\n" for record in records)
    return (b"\xef\xbb\xbf" if bom else b"") + text.encode()


def task(**cells: str) -> dict[str, str]:
    return {
        "Number": "1",
        "Category": "Contentieux",
        "SubCategory": "Administratif",
        "TaskType": "Rédaction",
        "Title": "Titre",
        "Prompt": "Rédigez.",
        "Documents": "N/A",
        "Rubric": RUBRIC,
    } | cells


def tasks(*rows: dict[str, str]) -> dict[str, bytes]:
    return {"tasks.csv": csv_file(TASK_COLUMNS, list(rows))}


CASE_COLUMNS = (
    "序号", "披露日期", "处罚日期", "当事人", "当事人类型", "处罚类型", "罚没金额（元）",
    "违规领域", "违规事实", "所属总行", "处理机构", "法律依据", "罚没金额分组",
)  # fmt: skip


ANSWER_COLUMNS = ("序号", "处罚类型", "违规领域", "法律依据", "处罚等级")


def case(**cells: str) -> dict[str, str]:
    return {
        "序号": "1",
        "披露日期": "2018/3/9",
        "处罚日期": "2018/2/1",
        "当事人": "某银行",
        "当事人类型": "法人机构",
        "处罚类型": "罚款",
        "罚没金额（元）": "200000",
        "违规领域": "信贷业务违规",
        "违规事实": "没有跟踪资金去向",
        "所属总行": "某银行",
        "处理机构": "某银监分局",
        "法律依据": "《银行业监督管理法》第四十六条",
        "罚没金额分组": "B",
    } | cells


def cases(*rows: dict[str, str], answers: list[dict[str, str]] | None = None) -> dict[str, bytes]:
    files = {"Finlaw_dataset.csv": csv_file(CASE_COLUMNS, list(rows), bom=True)}
    if answers is not None:
        files["predictions.csv"] = csv_file(ANSWER_COLUMNS, answers, bom=True)
    return files


def query(**fields: Any) -> dict[str, Any]:
    return {
        "task": "temporal_consistency",
        "query_id": "consist_000",
        "query": "Was Article 13 ever amended?",
        "difficulty": "easy",
        "target_component": "tit_02_art_13",
        "target_date": None,
        "date_range": None,
        "ground_truth": {"amended": False, "versions": 1, "amendments": []},
        "metadata": None,
    } | fields


def benchmark(*queries: dict[str, Any]) -> dict[str, bytes]:
    return {"tlr_bench_v1.json": json.dumps({"metadata": {}, "queries": list(queries)}).encode()}


def attributes(charges: list[str], articles: list[Any], months: int) -> dict[str, Any]:
    return {
        "accusation": charges,
        "relevant_articles": articles,
        "imprisonment": {
            "life_imprisonment": False,
            "death_penalty": False,
            "imprisonment": months,
        },
    }


def cail(text: str, charges: list[str], articles: list[Any], months: int) -> dict[str, Any]:
    meta = attributes(charges, articles, months)
    meta["term_of_imprisonment"] = meta.pop("imprisonment")
    return {"fact": text, "meta": meta | {"punish_of_money": 0, "criminals": ["甲"]}}


def query_set(number: int = 0, positives: int = 10) -> dict[str, Any]:
    own = cail(f"案情 {number}", ["盗窃"], ["264"], 12)
    near = [
        {"fact_id": str(100 + n), "score": 0.5, "rank": n, "fact": f"相似案情 {n}"}
        | attributes(["盗窃"], ["264"], 12 + n % 3)
        for n in range(positives)
    ]
    return {
        "query_id": number,
        "query": own | {"id": number},
        "positives": near,
        "positives_count": positives,
    }


def trec_files() -> dict[str, bytes]:
    """Return qrels and a run, as a search of three queries would have them."""
    return {
        "qrels__txt": b"q-1 0 c-1 5\nq-1 0 c-2 3\nq-2 0 c-2 1\nq-3 0 c-9 4\nq-3 0 c-1 0\n",
        "run__txt": b"q-2 Q0 c-2 1 0.5 mine\nq-1 Q0 c-7 2 0.25 mine\nq-1 Q0 c-1 1 0.75 mine\n",
    }


def refused(name: str, files: dict[str, bytes]) -> tuple[Problem, ...]:
    with pytest.raises(ReleaseError) as error:
        CONVERTERS[name].read(files)
    assert all(one.file for one in error.value.problems)
    return error.value.problems


def only(name: str, files: dict[str, bytes]) -> Problem:
    problems = refused(name, files)
    assert len(problems) == 1, problems
    return problems[0]
