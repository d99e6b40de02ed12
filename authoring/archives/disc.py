"""DISC-LawLLM: 2,563 questions of Chinese law examinations and the replies of nine models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from authoring.archives.shelf import LICENSE, ODD_CHARACTERS, ArchivedSystem, lines_of

SERIES = "disc-lawllm"
TRACK = "disc_lawllm"
EXAMS = {
    "nje": "National judicial examination",
    "pae": "Patent agent examination",
    "cpa": "Certified public accountant examination",
    "ungee": "Graduate entrance examination",
    "lbk": "Legal basic knowledge",
    "pfe": "Patrol police examination",
}
FILES = {
    "mcq_sing_nje": "nje", "mcq_mult_nje": "nje", "mcq_sing_pae": "pae", "mcq_mult_pae": "pae",
    "mcq_sing_cpa": "cpa", "mcq_mult_cpa": "cpa", "mcq_sing_ungee": "ungee",
    "mcq_mult_ungee": "ungee", "mcq_sing_lbk": "lbk", "mcq_sing_pfe": "pfe",
}  # fmt: skip
MAKERS = {
    "Baichuan-13b-Chat": "Baichuan", "ChatGLM": "Tsinghua and Zhipu AI", "ChatLaw": "PKU-YuanGroup",
    "Chinese-Alpaca2": "ymcui and others", "DISC-LawLLM": "Fudan DISC", "GPT-3.5-turbo": "OpenAI",
    "LawGPT": "Nanjing University", "Lawyer-LLaMa": "Peking University", "LexiLaw": "Tsinghua",
}  # fmt: skip
ODD = (
    "Of 90 accuracies that were published 81 equal the mean of the marks recorded beside them.",
    "disc/1 gives 23,040 of the 23,067 recorded marks; the others are of replies that talk on.",
    "Of five models the letters that the original read were not recorded, only the marks.",
    "The law is that of each examination's year; which year is not stated for each question.",
)
LIMITS = (
    (
        "It cannot say how these models do today, or on new questions.",
        "Questions and answers have been public for years.",
    ),
    ("It cannot say what the law is now.", "Old examinations are answered by old law."),
)


def manifest(release: str) -> dict[str, Any]:
    """Return the manifest of a draft."""
    kinds = {"sing": "one right", "mult": "several right"}
    tasks = {
        f"{exam}_{name.split('_')[1]}": {
            "title": f"{EXAMS[exam]}, {kinds[name.split('_')[1]]}",
            "category": exam,
            "scorer": "letters",
            "metric": "accuracy",
        }
        for name, exam in FILES.items()
    }
    track = {
        "track": TRACK,
        "title": "DISC-LawLLM, law examinations",
        "about": "Multiple choice of Chinese law examinations, with one or several right letters.",
        "categories": {name: {"title": title} for name, title in EXAMS.items()},
        "tasks": tasks,
        "conditions": ["closed_book"],
        "headline": "accuracy",
        "scores": [{"name": "accuracy", "title": "Accuracy", "metric": "accuracy", "pool": "all"}],
        "notice": {
            "en": "Another's benchmark and others' answers, marked again as they were published. "
            "Old examinations, answered by old law: nothing here is legal advice.",
            "zh": "他人的评测题与他人公布的答案，按原样重新评分。"
            "试题与法律均为旧版，不构成法律意见。",
        },
    }
    archive = {
        "source": "DISC-LawLLM, objective evaluation, with the predictions in its repository",
        "url": "https://github.com/FudanDISC/DISC-LawLLM",
        "commit": "f40d023488b4deb5eb369c85d4e9e8ebcde35c95 (2025-05-27)",
        "license": LICENSE,
        "attribution": "Fudan DISC, DISC-LawLLM",
        "published": "Raw replies, a mark for each, and an accuracy by examination, without "
        "intervals.",
        "odd": [*ODD_CHARACTERS, *ODD],
    }
    return {
        "release": release,
        "title": "DISC-LawLLM, Chinese law examinations, 9 models, as published by 2025",
        "tracks": [track],
        "archive": archive,
    }


def questions(source: Path, released: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each question with its truth."""
    for file, exam in FILES.items():
        kind = file.split("_")[1]
        for n, line in enumerate(lines_of(source / "questions" / f"{file}.jsonl.gz")):
            question = {
                "question_id": f"{file}-{n}",
                "split": "public",
                "track": TRACK,
                "category": exam,
                "task": f"{exam}_{kind}",
                "scorer": "letters",
                "language": "zh",
                "turns": [{"role": "user", "content": line["input"].strip()}],
                "ask": {
                    "choices": [line[letter].strip() for letter in "ABCD"],
                    "several": kind == "mult",
                    "readings": ["letters/1", "disc/1"],
                },
                "license": LICENSE,
                "attribution": "Fudan DISC, DISC-LawLLM",
                "released": released,
                "difficulty": "medium",
                "tags": [],
            }
            place = {"work": str(line["source"]), "at": f"{file}, line {n + 1}"}
            answer = "".join(sorted(set(line["output"])))
            yield question, {
                "question_id": f"{file}-{n}", "truth": {"answer": answer}, "source_refs": [place]
            }  # fmt: skip


def systems(source: Path) -> Iterator[ArchivedSystem]:
    """Yield each model with its replies."""
    for name, maker in MAKERS.items():
        replies = {
            f"{file}-{n}": line["model_output"]
            for file in FILES
            for n, line in enumerate(lines_of(source / "predictions" / name / f"{file}.jsonl.gz"))
        }
        yield ArchivedSystem(name, maker, replies)
