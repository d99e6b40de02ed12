"""A drawn case as the lines of a draft: question, truth, notes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from authoring.finlaw.exact.derive import FINED, OUTCOMES, Result
from authoring.finlaw.exact.facts import FileCase
from authoring.finlaw.exact.places import LAWS
from authoring.lines import QuestionLines, Row, object_schema
from digesta.canonical import sha256_hex

TASK = "exact_files"
RULES = Path(__file__).with_name("rules.txt").read_text(encoding="utf-8")
"""The instruction that comes first, in a turn of its own."""
_MOST = 10**12
_AMOUNT = {"type": "integer", "minimum": 0, "maximum": _MOST}


def answer_of(results: list[Result]) -> Row:
    """Return the answer that is right."""
    answer: Row = {f"matter_{number}": _matter(result) for number, result in enumerate(results, 1)}
    return answer | {"total": sum(result.fine + result.confiscated for result in results)}


def _matter(result: Result) -> Row:
    place = result.place
    return {
        "outcome": result.outcome,
        "law": LAWS[place.law][2] if place else "",
        "article": place.article if place else "",
        "paragraph": place.paragraph if place else 0,
        "item": (place.point or 0) if place else 0,
        "fine": result.fine,
        "confiscated": result.confiscated,
    }


def lines_of(
    slug: str, case: FileCase, results: list[Result], text: str, *, split: str, released: str
) -> QuestionLines:
    """Return a case's three lines, in the form of a draft. slug: its working id."""
    question = _common_fields() | {
        "question_id": slug,
        "split": split,
        "turns": [{"role": "system", "content": RULES}, {"role": "user", "content": text}],
        "ask": {"answer_type": "json", "schema": answer_schema(len(results))},
        "law_as_of": case.decided.isoformat(),
        "cluster_id": f"c-{sha256_hex(f'finlaw-exact/{split}/{slug}'.encode())[:12]}",
        "released": released,
    }
    truth = {
        "question_id": slug,
        "truth": {"answer": answer_of(results)},
        "source_refs": _sources(results),
    }
    return QuestionLines(question, truth, _notes(slug, case, results))


def _common_fields() -> Row:
    """Return what all questions of the set have in common."""
    return {
        "track": "finlaw",
        "category": "hard",
        "task": TASK,
        "scorer": "closed",
        "language": "zh",
        "license": "CC-BY-4.0",
        "attribution": "Digesta authors; a made-up case",
        "difficulty": "hard",
        "tags": ["hard", "computed", "several-matters", "ledger"],
    }


def _sources(results: list[Result]) -> list[Row]:
    """Return the articles cited, each once, in the order of the matters."""
    cited = dict.fromkeys(
        (place.law, place.article) for place in (result.place for result in results) if place
    )
    apl = {"work": "中华人民共和国行政处罚法（2021-01-22）", "at": "第32、36、37条"}
    return [
        *({"work": f"{LAWS[law][0]}（{LAWS[law][1]}）", "at": f"第{at}条"} for law, at in cited),
        apl,
    ]


def _notes(slug: str, case: FileCase, results: list[Result]) -> Row:
    """Return the working of a truth, and the words that name each act, for the reviewer."""
    why, passages = [], []
    for number, (matter, result) in enumerate(zip(case.matters, results, strict=True), 1):
        where = f" {'/'.join(map(str, result.place))}" if result.place else ""
        why.append(
            f"{number} {matter.key}: {result.outcome}{where}, fine {result.fine}, "
            f"confiscated {result.confiscated}; {result.working}"
        )
        if result.place:
            words = next(
                (n[2] for n in matter.topic.where[case.kind] if n[:2] == result.place[:2]),
                "违反审慎经营规则",
            )
            law, version, _ = LAWS[result.place.law]
            at = f"第{result.place.article}条"
            passages.append({"work": f"{law}（{version}）", "at": at, "words": words})
    fined = Counter(result.outcome for result in results)[FINED]
    kind = f"{case.authority}-{case.kind}, {fined} fined"
    return {"question_id": slug, "passages": passages, "why": "; ".join(why), "kind": kind}


def answer_schema(matters: int) -> dict[str, Any]:
    """Return the JSON Schema of an answer to a case of so many matters."""
    members = {
        "outcome": {"enum": list(OUTCOMES)},
        "law": {"enum": [*(name for _, _, name in LAWS.values()), ""]},
        "article": {"type": "string", "maxLength": 4},
        "paragraph": {"type": "integer", "minimum": 0, "maximum": 9},
        "item": {"type": "integer", "minimum": 0, "maximum": 30},
        "fine": _AMOUNT,
        "confiscated": _AMOUNT,
    }
    matter = object_schema(dict(sorted(members.items())))
    names = [f"matter_{number}" for number in range(1, matters + 1)]
    return object_schema({**dict.fromkeys(names, matter), "total": _AMOUNT})
