"""What archives of authorities named have in common: a track of the scorer ``citations``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from authoring.archives.shelf import LICENSE, ArchivedSystem, lines_of

Named = Mapping[str, str]
"""Ids of categories or tasks with their titles."""
NOTICE = {
    "en": "Another's benchmark and others' answers, marked by a program for the authorities that "
    "they name and nothing else. Nothing here is legal advice.",
    "pt": "Questões e respostas de terceiros, corrigidas por um programa apenas quanto aos "
    "dispositivos citados. Nada aqui é orientação jurídica.",
}


def track_of(
    track: str, *, tasks: Mapping[str, tuple[str, str]], categories: Named, **about: Any
) -> dict[str, Any]:
    """Return a track. tasks: of each its category and title. about: title and about."""
    pool = {"metric": "citation_points", "pool": "all"}
    return {
        "track": track,
        "categories": {name: {"title": title} for name, title in categories.items()},
        "tasks": {
            task: {
                "title": title,
                "category": category,
                "scorer": "citations",
                "metric": "citation_points",
            }
            for task, (category, title) in tasks.items()
        },
        "conditions": ["closed_book"],
        "headline": "citation_points",
        "scores": [{"name": "citation_points", "title": "Citation points", **pool}],
        "notice": NOTICE,
        **about,
    }


def question_of(
    line: Mapping[str, Any], *, track: str, category: str, ask: Mapping[str, Any], **more: Any
) -> dict[str, Any]:
    """Return a question of the original's line; all its turns are one answer here."""
    text = "\n\n".join([line["statement"], *line["turns"]]).strip()
    return {
        "question_id": line["question_id"],
        "split": "public",
        "track": track,
        "category": category,
        "task": category,
        "scorer": "citations",
        "language": "pt",
        "turns": [{"role": "user", "content": text}],
        "ask": dict(ask),
        "license": LICENSE,
        "difficulty": "medium",
        **more,
    }


def systems_of(
    source: Path, known: Collection[str], makers: Named, notes: Named
) -> Iterator[ArchivedSystem]:
    """Yield each model with its answers to what is known; one of empty turns alone is missing.

    makers: by how a model's name begins. notes: by name, what is odd in its answers.
    """
    for path in sorted((source / "answers").glob("*.jsonl.gz")):
        name = path.name.removesuffix(".jsonl.gz")
        turns = {
            line["question_id"]: [
                turn["content"] if isinstance(turn, dict) else turn
                for turn in line["choices"][0]["turns"]
            ]
            for line in lines_of(path)
            if line["question_id"] in known
        }
        replies = {key: "\n\n".join(each) for key, each in turns.items() if any(each)}
        maker = next(makers[start] for start in makers if name.lower().startswith(start))
        yield ArchivedSystem(name, maker, replies, notes.get(name, ""))
