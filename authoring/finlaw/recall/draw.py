"""Draw files of matters from the table of places, under a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import orjson

from authoring.draws import Draws
from authoring.finlaw.recall.bands import FineBand, RegulationPlace, Regulations, place_of
from authoring.lines import QuestionLines, Row, object_schema
from digesta.canonical import sha256_hex
from digesta.workspace import store

Wordings = Mapping[str, Mapping[str, str]]
"""Regulation -> place -> how an act of a company {名} is told."""

PARTS = (
    (("期货交易管理条例",), 2),
    (("非银行支付机构监督管理条例",), 3),
    (("征信业管理条例",), 1),
    (("融资担保公司监督管理条例",), 1),
    (("私募投资基金监督管理条例",), 2),
    (("上海市地方金融监督管理条例", "浙江省地方金融条例", "山东省地方金融条例"), 3),
)
"""How many matters of a file come from which regulations."""
MATTERS = sum(number for _, number in PARTS)
TASK = "regulation_files"
STEMS = "甲乙丙丁戊己庚辛壬癸"
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
"""A stem and a branch together are a made-up name."""
RULES = Path(__file__).with_name("rules.txt").read_text(encoding="utf-8")


class RegulationMatter(NamedTuple):
    """An act as it is told, its place, and the fine on the company in yuan."""

    text: str
    place: RegulationPlace
    fine: int


def read_wordings(path: Path) -> Wordings:
    """Return a file of wordings; a holdout has one of its own that is not committed."""
    wordings: Wordings = orjson.loads(store.read_bytes(path))
    return wordings


def build(
    key: bytes,
    number: int,
    *,
    split: str,
    released: str,
    regulations: Regulations,
    wordings: Wordings,
) -> list[QuestionLines]:
    """Return the lines of so many files; the same key and wordings always give the same."""
    draws = Draws(key, "finlaw-recall")
    used: Counter[RegulationPlace] = Counter()
    files = []
    for count in range(1, number + 1):
        matters = _matters(draws, used, regulations, wordings)
        slug = f"recall-{split}-{count:03d}"
        files.append(_lines(slug, matters, regulations, split=split, released=released))
    return files


def _matters(
    draws: Draws, used: Counter[RegulationPlace], regulations: Regulations, wordings: Wordings
) -> list[RegulationMatter]:
    taken: dict[RegulationPlace, str] = {}
    for laws, number in PARTS:
        places = {
            place_of(law, at): wording for law in laws for at, wording in wordings[law].items()
        }
        for _ in range(number):
            place = draws.pick_evenly([place for place in places if place not in taken], used)
            taken[place] = places[place]
    order = draws.some(tuple(taken), len(taken))
    return [_matter(draws, place, regulations.band(place), taken[place]) for place in order]


def _matter(draws: Draws, place: RegulationPlace, band: FineBand, wording: str) -> RegulationMatter:
    gains, percent = _gains(draws, band), 5 * draws.between(1, 19)
    facts = wording.replace("{名}", draws.pick(STEMS) + draws.pick(BRANCHES))
    if band.threshold:
        facts += f"违法所得{gains}元。" if gains else "没有违法所得。"
    return RegulationMatter(f"{facts}（{percent}%）", place, band.fine(gains, percent))


def _gains(draws: Draws, band: FineBand) -> int:
    """Return gains in yuan: none, below the threshold or above it, each as likely."""
    kind = draws.below(3)
    if not (band.threshold and kind):
        return 0
    low, high = (4, 19) if kind == 1 else (21, 60)
    return band.threshold * draws.between(low, high) // 20


def _lines(
    slug: str,
    matters: list[RegulationMatter],
    regulations: Regulations,
    *,
    split: str,
    released: str,
) -> QuestionLines:
    text = "\n".join(f"{number}. {matter.text}" for number, matter in enumerate(matters, 1))
    question = {
        "question_id": slug,
        "track": "finlaw",
        "category": "recall",
        "task": TASK,
        "scorer": "closed",
        "split": split,
        "language": "zh",
        "turns": [{"role": "system", "content": RULES}, {"role": "user", "content": text}],
        "ask": {"answer_type": "json", "schema": answer_schema(regulations, len(matters))},
        "law_as_of": released,
        "license": "CC-BY-4.0",
        "attribution": "Digesta authors; made-up cases",
        "difficulty": "hard",
        "tags": ["hard", "computed", "several-matters", "by-heart"],
        "cluster_id": f"c-{sha256_hex(f'finlaw-recall/{split}/{slug}'.encode())[:12]}",
        "released": released,
    }
    answer = {f"matter_{number}": _answer(matter) for number, matter in enumerate(matters, 1)}
    articles = dict.fromkeys((matter.place.law, matter.place.article) for matter in matters)
    sources = [
        {"work": f"{law}（{regulations.versions[law]}）", "at": f"第{article}条"}
        for law, article in articles
    ]
    truth = {"question_id": slug, "truth": {"answer": answer}, "source_refs": sources}
    return QuestionLines(question, truth, _notes(slug, matters, regulations))


def _answer(matter: RegulationMatter) -> Row:
    law, article, paragraph, point, _ = matter.place
    return {
        "law": law,
        "article": article,
        "paragraph": paragraph,
        "item": point,
        "fine": matter.fine,
    }


def answer_schema(regulations: Regulations, matters: int) -> Row:
    """Return the JSON Schema of an answer to a file of so many matters."""
    properties = {
        "law": {"enum": sorted(regulations.versions)},
        "article": {"type": "integer", "minimum": 1, "maximum": 200},
        "paragraph": {"type": "integer", "minimum": 1, "maximum": 9},
        "item": {"type": "integer", "minimum": 0, "maximum": 30},
        "fine": {"type": "integer", "minimum": 0, "maximum": 10**12},
    }
    matter = object_schema(dict(sorted(properties.items())))
    names = [f"matter_{number}" for number in range(1, matters + 1)]
    return object_schema(dict.fromkeys(names, matter))


def _notes(slug: str, matters: list[RegulationMatter], regulations: Regulations) -> Row:
    """Return the words of each place, for the reviewer."""
    passages = [
        {
            "work": f"{matter.place.law}（{regulations.versions[matter.place.law]}）",
            "at": f"第{matter.place.article}条",
            "words": regulations.words(matter.place),
        }
        for matter in matters
    ]
    why = "; ".join(
        f"{number} {'/'.join(map(str, matter.place[1:4]))}, fine {matter.fine}"
        for number, matter in enumerate(matters, 1)
    )
    return {"question_id": slug, "passages": passages, "why": why, "kind": "recall"}
