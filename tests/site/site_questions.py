"""The invented questions of the fixture: four tracks, five languages, truths and reviews.

Ids and marks come from SHA-256 of fixed texts, so that two runs give the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from digesta.records.release import Manifest, Question, Review, Truth

ROOT = Path(__file__).parents[2]
NEWEST, OLDER = "2026-11-22", "2026-02-05"
CANARY = "6b1f2c0e-58d4-4f0b-9f6e-0a5f6f0d9a11"
SEALED_TRUTH = "zugzwang-of-the-sealed-truth"
SEALED_ANSWER = "quillon-of-the-sealed-answer"
ADVERSARIES = ("silent", "constant", "random", "enumerate", "echo")
HOSTILE = (
    "</script><script>alert(1)</script>",
    '<img src=x onerror="alert(2)">',
    "=cmd|'/c calc'!A1",
    '<a href="https://evil.example">GPT</a> & <b>co</b>',
    "{{ 7*7 }} {% raw %}",
)
NOTICE = "For benchmarking only: not legal or halachic advice. Facts are fictional."


def digits(text: str) -> str:
    """Give 64 digits that a text stands for."""
    return hashlib.sha256(text.encode()).hexdigest()


def draw(text: str) -> float:
    """Return a number in [0, 1) that a text stands for."""
    return int(digits(text)[:8], 16) / 2**32


TASKS: dict[str, dict[str, Any]] = {
    "halacha": {
        "title": "Halacha",
        "about": "Rulings of the Shulchan Arukh and the Mishnah Berurah, and the calendar.",
        "scorer": "closed",
        "metric": "accuracy",
        "lang": "he",
        "conditions": ["closed_book"],
        "notice": {"en": NOTICE, "he": "לצורך השוואת ביצועים בלבד; אין לראות בכך פסק הלכה."},
        "categories": {"shabbat": "Shabbat and Yom Tov", "kashrut": "Kashrut"},
        "tasks": {
            "carrying": ("shabbat", "Carrying", 12),
            "muktzeh": ("shabbat", "Muktzeh", 12),
            "milk_meat": ("kashrut", "Milk and meat", 14),
        },
    },
    "tlr": {
        "title": "Temporal legal reasoning",
        "about": "Which text of the constitution was in force when, and why.",
        "scorer": "closed",
        "metric": "accuracy",
        "lang": "pt-BR",
        "conditions": ["closed_book", "retrieval"],
        "notice": {"en": NOTICE, "pt-BR": "Apenas para avaliação comparativa; não é parecer."},
        "categories": {"retrieval": "Text in time"},
        "tasks": {"point_in_time": ("retrieval", "Text in force on a date", 30)},
    },
    "finlaw": {
        "title": "Financial penalties",
        "about": "What follows from the facts of a case under banking law.",
        "scorer": "closed",
        "metric": "accuracy",
        "lang": "zh-Hans",
        "conditions": ["closed_book"],
        "notice": {"en": NOTICE, "zh-Hans": "仅用于基准测试，不构成法律意见。案情均为虚构。"},
        "categories": {"lending": "Lending"},
        "tasks": {"penalty": ("lending", "Penalty", 8)},
    },
    "frenchlaw": {
        "title": "Droit français",
        "about": "Consultations et rédaction, marquées selon un barème.",
        "scorer": "rubric",
        "metric": "rubric_score",
        "lang": "fr",
        "conditions": ["closed_book"],
        "notice": {"en": NOTICE, "fr": "Uniquement à des fins de comparaison ; pas un conseil."},
        "categories": {"droit_prive": "Droit privé"},
        "tasks": {"redaction": ("droit_prive", "Rédaction de clauses", 4)},
    },
}
PROMPTS = {
    "he": "לפי השולחן ערוך (אורח חיים), האם מותר לטלטל את המיטה? ענה כן או לא. ({n}, CC-BY 4.0)",
    "pt-BR": "Qual versão do artigo estava em vigor em 12 de março de 1999? (caso {n})",
    "zh-Hans": "某银行违反审慎经营规则发放贷款，应当适用哪一条？（第{n}题）",
    "fr": "Rédigez une clause de non-concurrence conforme au droit positif. (n° {n})",
}


def track(name: str) -> dict[str, Any]:
    """Return a track of the manifest."""
    told = TASKS[name]
    return {
        "track": name,
        "title": told["title"],
        "about": told["about"],
        "notice": told["notice"],
        "method_after": "" if name == "tlr" else "HalachaBench",
        "headline": told["metric"],
        "conditions": told["conditions"],
        "categories": {key: {"title": title} for key, title in told["categories"].items()},
        "tasks": {
            task: {
                "title": title,
                "about": f"{title}, asked directly.",
                "category": category,
                "scorer": told["scorer"],
                "metric": told["metric"],
            }
            for task, (category, title, _) in told["tasks"].items()
        },
        "scores": [
            {"name": told["metric"], "title": "Mean of categories", "mean_of": "categories"}
        ],
    }


def manifest(release: str, previous: str | None, tracks: Sequence[str]) -> Manifest:
    """Return a release's manifest."""
    told: dict[str, Any] = {
        "format": "release/1",
        "release": release,
        "title": f"Release of {release}",
        "next_due": "2027-05-22",
        "canary": CANARY,
        "recipients": ["age1qqq"],
        "holdout": {"root": digits("root"), "counts": {tracks[0]: 6}},
        "normalisers": {"he": 1, "text": 1},
        "licenses": ["CC-BY-4.0"],
        "files": [
            {"path": name, "sha256": digits(name), "bytes": 1234, "lines": 12}
            for name in ("questions.jsonl", "truths.jsonl", "limits.json")
        ],
        "tracks": [track(name) for name in tracks],
    }
    return Manifest.model_validate(told | ({"previous": previous} if previous else {}))


def question(track: str, task: str, n: int, split: str = "public") -> Question:
    """Return a question: Hebrew, Portuguese, Chinese or French, odd halacha ones English."""
    told = TASKS[track]
    language = "en" if track == "halacha" and n % 2 else told["lang"]
    prompt = f"May the bed be moved on Shabbat? Answer with a choice. (case {n})"
    value: dict[str, Any] = {
        "question_id": digits(f"{track} {task} {n} {split}"),
        "split": split,
        "track": track,
        "category": told["tasks"][task][0],
        "task": task,
        "scorer": told["scorer"],
        "language": language,
        "turns": [
            {
                "role": "user",
                "content": prompt if language == "en" else PROMPTS[language].format(n=n),
            }
        ],
        "ask": {
            "answer_type": "mcq",
            "choices": ["yes", "no", "only by hand"],
            "labels": ["A", "B", "C"],
        },
        "license": "CC-BY-4.0",
        "attribution": "Made for this fixture",
        "cluster_id": f"c-{digits(f'{task}{n // 2}')[:6]}",
        "released": NEWEST,
        "difficulty": ("easy", "medium", "hard")[n % 3],
    }
    if task == "muktzeh" and n % 3 == 0:
        value["ask"] = {"answer_type": "enum", "normaliser": "he/1"}
    if told["scorer"] == "rubric":
        value["ask"] = {"task_type": "redaction"}
    if n % 4 == 1:
        value["shown_sources"] = [
            {"title": "Passage A", "text": "Coins lay on the bed.\nThen fell."}
        ]
    if track in {"tlr", "finlaw", "frenchlaw"}:
        value["law_as_of"] = "2020-08-26"
    return Question.model_validate(value)


def truth(asked: Question, answer: str = "no") -> Truth:
    """Return what is right."""
    right: dict[str, Any] = {"answer": answer, "accepted": []}
    if asked.scorer == "rubric":
        right = {
            "criteria": [
                {
                    "criterion_id": "SUB1",
                    "dimension": "substance",
                    "points": "8",
                    "text": "Durée limitée.",
                },
                {
                    "criterion_id": "NEG1",
                    "dimension": "negative",
                    "points": "-1",
                    "cap": "-3",
                    "text": "Contrepartie oubliée.",
                },
            ]
        }
    refs = [{"work": "Shulchan Arukh, Orach Chayim", "at": "310:7"}]
    return Truth.model_validate(
        {"question_id": asked.question_id, "truth": right, "source_refs": refs}
    )


def review(asked: Question, *, human: bool) -> Review:
    """Return a review by a second model, or by a qualified human."""
    reader = {
        "kind": "human" if human else "model",
        "qualification": "dayan" if human else "second model",
        "verdict": "agreed",
    }
    passage = {
        "work": "Shulchan Arukh, Orach Chayim",
        "at": "310:7",
        "words": "והיו עליה בין השמשות",
        "text": "מטה שהיו עליה מעות, והיו עליה בין השמשות, אסור לטלטלה. "
        + "וכן כל כיוצא בזה. " * 30,
        "url": "https://www.sefaria.org/Shulchan_Arukh%2C_Orach_Chayim.310.7",
    }
    program = {"kind": "program", "qualification": "reads the text", "verdict": "agreed"}
    return Review.model_validate(
        {
            "question_id": asked.question_id,
            "purpose": "blind",
            "readers": [reader] if human else [reader, program, program],
            "passages": [passage],
            "outcome": "kept",
            "why": "The passage decides it.",
            "reason": "Money was on the bed when the day began.",
            "steps": "1 + 1 = 2",
        }
    )
