"""Draw single acts from the table of places, under a key: one question a place.

A place is a rule: its mild and its severe act share a cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import orjson

from authoring.draws import Draws
from authoring.finlaw.recall.bands import FineBand, RegulationPlace, Regulations, place_of
from authoring.lines import QuestionLines, Row, object_schema
from digesta.canonical import sha256_hex
from digesta.workspace import store

Wordings = Mapping[str, Mapping[str, str]]
"""Regulation -> place -> how an act of a company {名} is told."""

TASK = "regulation_acts"
NAME = "A"
"""The one company of a question. Stems and branches could be read as words (未: not)."""
LAST_KNOWN = "2025-04-19"
"""The last day of the source of the texts, and so the last that they are known for."""
RULES = Path(__file__).with_name("rules.txt").read_text(encoding="utf-8")
OFFICIAL = "https://flk.npc.gov.cn/"
"""The state's own collection of laws and regulations."""


def read_wordings(path: Path) -> Wordings:
    """Return a file of wordings; a holdout has one of its own that is not committed."""
    wordings: Wordings = orjson.loads(store.read_bytes(path))
    return wordings


def build(
    key: bytes, *, split: str, released: str, regulations: Regulations, wordings: Wordings
) -> list[QuestionLines]:
    """Return a question for each act; the same key and wordings always give the same."""
    draws = Draws(key, "finlaw-acts")
    acts = [
        (place_of(law, at), wording) for law, at_words in wordings.items()
        for at, wording in at_words.items()
    ]  # fmt: skip
    return [
        _lines(f"act-{split}-{count:03d}", *act, key, regulations, split=split, released=released)
        for count, act in enumerate(draws.some(acts, len(acts)), 1)
    ]


def _gains(draws: Draws, band: FineBand) -> int:
    """Return gains in yuan: none, below the threshold or above it, each as likely."""
    kind = draws.below(3)
    if not (band.threshold and kind):
        return 0
    low, high = (4, 19) if kind == 1 else (21, 60)
    return band.threshold * draws.between(low, high) // 20


def _lines(
    slug: str,
    place: RegulationPlace,
    wording: str,
    key: bytes,
    regulations: Regulations,
    *,
    split: str,
    released: str,
) -> QuestionLines:
    draws, band = Draws(key, slug), regulations.band(place)
    gains, percent = _gains(draws, band), 5 * draws.between(1, 19)
    facts = wording.replace("{名}", NAME)
    if band.threshold:
        facts += f"违法所得{gains}元。" if gains else "没有违法所得。"
    rule = f"finlaw-acts/{place.law}/{place.article}.{place.paragraph}.{place.point}"
    question = {
        "question_id": slug,
        "track": "finlaw",
        "category": "recall",
        "task": TASK,
        "scorer": "closed",
        "split": split,
        "language": "zh",
        "turns": [
            {"role": "system", "content": RULES},
            {"role": "user", "content": f"{facts}（{percent}%）"},
        ],
        "ask": {"answer_type": "json", "schema": answer_schema(regulations)},
        "law_as_of": LAST_KNOWN,
        "license": "CC-BY-4.0",
        "attribution": "Digesta authors; made-up cases; texts of the regulations from LawRefBook",
        "difficulty": "hard",
        "tags": ["computed", "by-heart"],
        # The key keeps a sealed rule from being guessed by its cluster's name.
        "cluster_id": f"c-{sha256_hex(key + rule.encode())[:12]}",
        "released": released,
    }
    answer = {
        "law": place.law,
        "article": place.article,
        "paragraph": place.paragraph,
        "item": place.point,
        "fine": band.fine(gains, percent),
    }
    work, at = f"{place.law}（{regulations.versions[place.law]}）", f"第{place.article}条"
    truth = {
        "question_id": slug,
        "truth": {"answer": answer},
        "source_refs": [{"work": work, "at": at}],
    }
    passages: list[Row] = [
        {"work": work, "at": at, "words": words}
        for words in dict.fromkeys((regulations.act_words(place), *regulations.band_words(place)))
    ]
    passages[0] |= {"text": regulations.text(place), "url": OFFICIAL}
    where = f"article {place.article}, paragraph {place.paragraph}" + (
        f", item {place.point}" if place.point else ""
    )
    notes = {
        "question_id": slug,
        "passages": passages,
        "reason": f"The act is named in {where} of the {place.law}.",
        "steps": band.steps(gains, percent),
    }
    return QuestionLines(question, truth, notes)


def answer_schema(regulations: Regulations) -> Row:
    """Return the JSON Schema of an answer."""
    properties = {
        "law": {"enum": sorted(regulations.versions)},
        "article": {"type": "integer", "minimum": 1, "maximum": 200},
        "paragraph": {"type": "integer", "minimum": 1, "maximum": 9},
        "item": {"type": "integer", "minimum": 0, "maximum": 30},
        "fine": {"type": "integer", "minimum": 0, "maximum": 10**12},
    }
    return object_schema(dict(sorted(properties.items())))
