"""A release for tests that asks about invented statutes and a corpus of invented cases."""

from __future__ import annotations

import json
from typing import Any

import statutes_written as written
from digesta.canonical import canonical_bytes, canonical_lines
from digesta.releases.cut import file_entries
from digesta.releases.data import ReleaseData, parse_release
from digesta.scorers.retrieval.records import text_sha256
from small import manifest, review

SHARED = "案情纯属虚构。\n处罚种类表：罚款；警告。伪造货币图样、泄露存款人资料都属违规。\n"
"""Lines with which the instruction of every question begins."""

OWN = "甲在车站盗窃手机一部。"


def penalty(number: int, facts: str, day: str) -> dict[str, Any]:
    """Return a penalty question about facts that were decided on a day."""
    return {
        "question_id": f"fine-{number}",
        "split": "public",
        "track": "finlaw",
        "category": "banks",
        "task": "fines",
        "scorer": "penalty",
        "language": "zh",
        "turns": [{"role": "user", "content": f"{SHARED}案情：{facts}"}],
        "ask": {"vocabulary": "finlaw/1", "at_most": {"labels": 6, "citations": 10}},
        "law_as_of": day,
        "license": "CC-BY-4.0",
        "attribution": "the tests",
        "cluster_id": f"c-fine{number:04d}",
        "released": "2026-02-05",
        "difficulty": "easy",
        "tags": [],
    }


QUESTIONS = [
    penalty(1, "2010年，甲行没有按照规定识别客户身份。", "2010-05-01"),
    penalty(2, "2025年，甲行没有按照规定识别客户身份。", "2025-05-01"),
    penalty(3, "乙伪造货币图样。", "2010-05-01"),
    penalty(4, "乙泄露存款人资料。", "2010-05-01"),
]

CLAUSES = {
    "fine-1": ["old-2"],
    "fine-2": ["new-1"],
    "fine-3": ["money-1"],
    "fine-4": ["money-2"],
}
"""What the truths cite."""

_REFS = [{"work": "the tests", "at": "1"}]


def truth(question: dict[str, Any]) -> dict[str, Any]:
    """Return the truth of a penalty question."""
    cited = CLAUSES[question["question_id"]]
    clauses = [one for one in written.index() if one["id"] in cited]
    right: dict[str, Any] = {
        "penalty_type": ["罚款"],
        "violation_domain": ["人民币管理违规"],
        "legal_basis": [{"law": one["law"], "article": one["article"]} for one in clauses],
        "penalty_level": "A",
        "clauses": cited,
    }
    return {"question_id": question["question_id"], "truth": right, "source_refs": _REFS}


def case(number: int, text: str) -> dict[str, Any]:
    """Return a case of the corpus."""
    return {
        "case": f"case-{number}",
        "text": text,
        "text_sha256": text_sha256(text),
        "accusation": ["盗窃"],
        "articles": ["264"],
        "term": {"months": number, "life": False, "death": False},
    }


CASES = [
    case(0, OWN),
    case(1, "甲在车站盗窃手机两部。"),
    case(2, "乙酒后驾驶轿车。"),
    case(10, "乙酒后驾驶轿车，撞伤行人。"),
    *(
        case(number, f"丙在{place}开设赌场。")
        for number, place in enumerate("东西南北前后左右", 20)
    ),
]


def similar() -> dict[str, Any]:
    """Return a question about the corpus."""
    ask = {"corpus": "cases/1", "at_most": 20, "query_sha256": text_sha256(OWN)}
    turns = [
        {"role": "system", "content": "请找出酒后驾驶轿车。"},
        {"role": "user", "content": OWN},
    ]
    more = {"question_id": "near-1", "track": "cases", "category": "near", "task": "near"}
    changed = more | {"scorer": "retrieval", "ask": ask, "turns": turns, "cluster_id": "c-near0001"}
    return QUESTIONS[0] | changed


def _near() -> dict[str, Any]:
    positives = [{"case": one["case"], "tier": 1} for one in CASES[1:11]]
    right = {key: CASES[0][key] for key in ("accusation", "articles", "term")}
    return {
        "question_id": "near-1",
        "truth": right | {"positives": positives},
        "source_refs": _REFS,
    }


def _track(name: str, category: str, task: str, scorer: str, metric: str) -> dict[str, Any]:
    return {
        "track": name,
        "title": name.title(),
        "notice": {"en": "For tests only.", "zh": "仅供测试。"},
        "headline": metric,
        "conditions": ["closed_book", "retrieval"],
        "categories": {category: {"title": category}},
        "tasks": {task: {"title": task, "category": category, "scorer": scorer, "metric": metric}},
        "scores": [{"name": metric, "pool": "all", "metric": metric}],
    }


def draft(**changes: bytes) -> dict[str, bytes]:
    """Return the files of a draft. changes: contents by the file's name without its folder."""
    tracks = [
        _track("finlaw", "banks", "fines", "penalty", "penalty_score"),
        _track("cases", "near", "near", "retrieval", "gold_ndcg_at_10"),
    ]
    limits = [{"track": one["track"], "limit": "all", "why": "a toy"} for one in tracks]
    asked = [*QUESTIONS, similar()]
    files = {
        "release.json": canonical_bytes(manifest(tracks=tracks)),
        "questions.jsonl": canonical_lines(asked),
        "truths.jsonl": canonical_lines([*map(truth, QUESTIONS), _near()]),
        "review.jsonl": canonical_lines(review(one["question_id"]) for one in asked),
        "changes.json": canonical_bytes({"format": "changes/1"}),
        "limits.json": canonical_bytes({"format": "limits/1", "limits": limits}),
        "resources/cases/corpus.jsonl": canonical_lines(CASES),
    }
    files |= {f"resources/{path}": data for path, data in written.resources().items()}
    names = {path.rpartition("/")[2].partition(".")[0]: path for path in files}
    return files | {names[name]: data for name, data in changes.items()}


def data(**changes: bytes) -> ReleaseData:
    """Return the draft's records."""
    return parse_release(draft(**changes), name="draft")


def release() -> dict[str, bytes]:
    """Return draft as if it were cut: a key of four would be won without law, and is refused."""
    files = draft()
    listed = [entry.as_json() for entry in file_entries(files)]
    made = json.loads(files["release.json"]) | {"files": listed}
    return files | {"release.json": canonical_bytes(made)}
