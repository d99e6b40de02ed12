"""MMLU-Pro, the category law: 1,101 questions of US law and the replies of 31 models (2024)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from authoring.archives.shelf import LICENSE, ODD_CHARACTERS, ArchivedSystem, lines_of
from digesta.scorers.letters.readings import letters_of
from digesta_convert.shared.names import maker_of

SERIES = "mmlu-pro-law"
TRACK = "mmlu_pro_law"
NO_REPLY = "No raw replies were published: the letter that the original read stands in their place."


ODD = (
    "64 questions stand twice, with the same options: both count, as one cluster.",
    "gemini-1.5-flash-002 has 1,099 answers and deepseek-chat 1,095: the rest are missing.",
    "Question 1289 was shown to three models with other options or another key: the last counts.",
    "Where the original read no letter it drew one: as_published has what it earns on average.",
    "Of gpt-4o-2024-05-13 and deepseek-chat only the letters were published.",
    "For some models the original also took a reply's last capital letter; mmlu-pro/1 does not.",
)


def manifest(release: str) -> dict[str, Any]:
    """Return the manifest of a draft."""
    track = {
        "track": TRACK,
        "title": "MMLU-Pro law",
        "about": "Multiple choice of three to ten options on US law, answered with a few worked "
        "examples before each question and a chain of thought.",
        "categories": {"law": {"title": "Law"}},
        "tasks": {
            "law": {
                "title": "Law",
                "category": "law",
                "scorer": "letters",
                "metric": "accuracy",
            }
        },
        "conditions": ["closed_book"],
        "headline": "accuracy",
        "scores": [
            {"name": "accuracy", "title": "Accuracy", "metric": "accuracy", "pool": "all"},
        ],
        "notice": {
            "en": "Another's benchmark and others' answers, marked again as they were published. "
            "The questions have been public for years and may have been learnt by heart. Nothing "
            "here is legal advice."
        },
    }
    archive = {
        "source": "MMLU-Pro, category law, with the predictions in its repository",
        "url": "https://github.com/TIGER-AI-Lab/MMLU-Pro",
        "commit": "f418b116db00b065c2aea046518d8fcf74d39872; for gpt-4o-2024-05-13 and "
        "deepseek-chat ff991b5b7f14a383fd41da3987447ab6c08bf138",
        "license": LICENSE,
        "attribution": "TIGER-AI-Lab, MMLU-Pro (NeurIPS 2024, datasets and benchmarks)",
        "published": "Raw replies, the letter read out of each, and an accuracy for each model, "
        "without intervals.",
        "odd": [*ODD_CHARACTERS, *ODD],
    }
    return {
        "release": release,
        "title": "MMLU-Pro law, 31 models, as published in 2024",
        "tracks": [track],
        "archive": archive,
    }


LIMITS = (
    (
        "It cannot say how these models do today, or on new questions.",
        "The answers are of 2024 and the questions were public before.",
    ),
    (
        "The models were prompted by those who published them.",
        "Prompts, few-shot examples and limits of length differ between models.",
    ),
)


def questions(source: Path, released: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each question with its truth."""
    for line in lines_of(source / "questions.jsonl.gz"):
        name, options = str(line["question_id"]), line["options"]
        question = {
            "question_id": name,
            "split": "public",
            "track": TRACK,
            "category": "law",
            "task": "law",
            "scorer": "letters",
            "language": "en",
            "turns": [{"role": "user", "content": line["question"]}],
            "ask": {"choices": options, "readings": ["letters/1", "mmlu-pro/1"]},
            "license": LICENSE,
            "attribution": "TIGER-AI-Lab, MMLU-Pro",
            "released": released,
            "difficulty": "medium",
            "tags": [line["src"].rpartition("-")[2].replace("_", "-")],
        }
        letter = letters_of(len(options))[line["answer_index"]]
        place = {"work": "MMLU-Pro, category law", "at": f"question_id {name}"}
        yield question, {
            "question_id": name, "truth": {"answer": letter}, "source_refs": [place]
        }  # fmt: skip


def systems(source: Path) -> Iterator[ArchivedSystem]:
    """Yield each model with its replies."""
    for path in sorted((source / "predictions").glob("*.jsonl.gz")):
        name = path.name.removesuffix(".jsonl.gz")
        lines = list(lines_of(path))
        raw = any(line["model_outputs"] is not None for line in lines)
        replies = {
            str(line["question_id"]): line["model_outputs"] if raw else line["pred"]
            for line in lines
        }
        yield ArchivedSystem(name, maker_of(name), replies, "" if raw else NO_REPLY)
