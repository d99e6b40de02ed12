"""OAB-Bench: written tasks of the Brazilian bar examination, marked by the examiners' points.

Six models' answers, and what o3 as judge gave two of them, itself and sabia-3.1 (2025).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from authoring.archives import oab_judge
from authoring.archives.oab_tables import Phrase, PointsRow, PointsTurn, turns_of
from authoring.archives.shelf import ODD_CHARACTERS, ArchivedSystem, lines_of, short

SERIES = "oab-bench"
TRACK = "oab_bench"
LICENSE = "Apache-2.0"
AREAS = {
    "administrativo": "Administrative law", "civil": "Civil law",
    "constitucional": "Constitutional law", "empresarial": "Business law", "penal": "Criminal law",
    "trabalho": "Labour law", "tributario": "Tax law",
}  # fmt: skip
KINDS = {"peca": "pleading", "questao": "questions"}
MAKERS = {
    "Qwen": "Alibaba", "claude": "Anthropic", "gpt": "OpenAI", "o3": "OpenAI",
    "sabia": "Maritaca AI",
}  # fmt: skip
ODD = (
    (
        "A question has two turns, each scored by itself; the second was asked with the first and "
        "the model's own answer before it. 188 of 189 turns are here: the second of labour law's "
        "question 3 of the 41st examination was annulled, and everybody got its points."
    ),
    (
        "A row's phrases with their points are its criteria. Where OU parts two ways to earn a "
        "row's points, a criterion names both (8 rows). A row without points in it is one "
        "criterion. What is printed behind a row's last points is no criterion."
    ),
    (
        "In the 39th examination's question 1 of criminal law the most points are 0.65 and 0.60 "
        "in the tables and 0.60 and 0.65 in the original's values: the tables count."
    ),
    (
        "Examiners do not give every sum of phrases: of 349 rows with several, the printed "
        "totals of 287 leave out some, mostly the points for an article alone. The judge's word "
        "on a phrase counts here as it stands."
    ),
    "Verdicts on o3 and sabia-3.1 alone are in the original: the other four are not judged.",
)
LIMITS = (
    (
        "It cannot say which model answers the examination better.",
        "The only judge recorded is o3, which judges itself, and nothing shows how it judges.",
    ),
    (
        "It cannot say how these models do on new examinations.",
        "Tasks and tables of the 39th to 41st examinations have been public since they were held.",
    ),
)


def manifest(release: str) -> dict[str, Any]:
    """Return the manifest of a draft."""
    tasks = {
        f"{area}_{kind}": {"title": f"{title}, {word}", "category": area, "scorer": "rubric",
                           "metric": "rubric_score"}
        for area, title in AREAS.items() for kind, word in KINDS.items()
    }  # fmt: skip
    track = {
        "track": TRACK,
        "title": "OAB-Bench",
        "about": "Written tasks of the second phase of the Brazilian bar examination, 39th to "
        "41st: in each area a pleading and four questions of two turns, of equal weight, by the "
        "share of the examiners' points.",
        "categories": {name: {"title": title} for name, title in AREAS.items()},
        "tasks": tasks,
        "conditions": ["closed_book"],
        "headline": "rubric_score",
        "scores": [{"name": "rubric_score", "title": "Points", "mean_of": "categories"}],
        "notice": {
            "en": "Another's benchmark and others' answers, as they were published. The judge is "
            "one of the models judged. Nothing here is legal advice.",
            "pt": "Avaliação e respostas de terceiros, tal como publicadas. O juiz é um dos "
            "modelos julgados. Nada aqui constitui orientação jurídica.",
        },
    }
    archive = {
        "source": "OAB-Bench, with the answers and judgments in its repository",
        "url": "https://github.com/maritaca-ai/oab-bench",
        "commit": "cafe8633e2b8f74165d51a47fe09fe44910ed8eb (2025-05-08)",
        "license": LICENSE,
        "attribution": "Maritaca AI, OAB-Bench (2025)",
        "published": "Answers of six models, the examiners' tables of points, and o3's judgments "
        "of two of them, each with its total; the examinations are official acts.",
        "odd": [*ODD_CHARACTERS, *ODD],
    }
    return {
        "release": release,
        "title": "OAB-Bench, Brazilian bar examination, 6 models, as published in 2025",
        "licenses": [LICENSE],
        "tracks": [track],
        "archive": archive,
    }


def criteria_of(turn: PointsTurn) -> list[list[dict[str, str]]]:
    """Return the criteria of each row: its phrases, alternatives together."""
    rows = [_without_alternatives(row) for row in turn.rows]
    numbers = iter(range(1, sum(map(len, rows)) + 1))
    return [
        [
            {
                "criterion_id": f"P{next(numbers)}",
                "dimension": "substance",
                "points": f"{float(phrase.points):.2f}",
                "text": f"{row.label}. {phrase.text}" if row.label else phrase.text,
            }
            for phrase in phrases
        ]
        for row, phrases in zip(turn.rows, rows, strict=True)
    ]


def _without_alternatives(row: PointsRow) -> list[Phrase]:
    """Return a row's phrases as if it had no alternatives: of the ways the longest, by place.

    A way that is one phrase is another way to earn each phrase of the longest.
    """
    ways = [
        [phrase for phrase in row.phrases if phrase.alternative == n]
        for n in sorted({phrase.alternative for phrase in row.phrases})
    ]
    most = max(map(len, ways), default=0)
    lead = next((way for way in ways if len(way) == most), [])
    texts = ([way[n if len(way) > 1 else 0].text for way in ways] for n in range(most))
    return [
        Phrase(" OU ".join(dict.fromkeys(text)), phrase.points)
        for text, phrase in zip(texts, lead, strict=True)
    ]


def turns(source: Path) -> Iterator[tuple[str, dict[str, Any], int, PointsTurn]]:
    """Yield each turn that can be scored: its working id, its task's line, its place, its table."""
    guidelines = lines_of(source / "guidelines.jsonl.gz")
    for task, guideline in zip(lines_of(source / "questions.jsonl.gz"), guidelines, strict=True):
        for n, turn in enumerate(turns_of(guideline, task["values"])):
            if all(row.phrases for row in turn.rows):
                yield f"{task['question_id']}-{n + 1}", task, n, turn


def questions(source: Path, released: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each turn with its truth."""
    for key, task, n, turn in turns(source):
        area = task["category"].split("_")[-1]
        kind = "peca" if "_peca" in task["question_id"] else "questao"
        text = "\n".join(filter(None, (task["statement"], task["turns"][n])))
        question = {
            "question_id": key,
            "split": "public",
            "track": TRACK,
            "category": area,
            "task": f"{area}_{kind}",
            "scorer": "rubric",
            "language": "pt",
            "turns": [
                {"role": "system", "content": task["system"]},
                {"role": "user", "content": text},
            ],
            "ask": {"task_type": kind, "sub_category": area},
            "license": LICENSE,
            "attribution": "Maritaca AI, OAB-Bench; OAB and FGV (examinations)",
            "cluster_id": f"c-{short(task['question_id'])}",
            "released": released,
            "difficulty": "medium",
            "tags": [],
        }
        at = f"{task['question_id']}, turn {n + 1}"
        yield (
            question,
            {
                "question_id": key,
                "truth": {"criteria": [each for row in criteria_of(turn) for each in row]},
                "source_refs": [{"work": "OAB-Bench, guidelines", "at": at}],
            },
        )


def systems(source: Path) -> Iterator[ArchivedSystem]:
    """Yield each model with its answers."""
    known = {key for key, *_ in turns(source)}
    for path in sorted((source / "answers").iterdir()):
        name = path.name.removesuffix(".jsonl.gz")
        replies = {
            f"{line['question_id']}-{n}": text
            for line in lines_of(path)
            for n, text in enumerate(line["choices"][0]["turns"], start=1)
        }
        maker = next(maker for start, maker in MAKERS.items() if name.startswith(start))
        kept = {key: reply for key, reply in replies.items() if key in known}
        yield ArchivedSystem(name, maker, kept)


def judge(source: Path) -> oab_judge.RecordedJudge:
    """Return the judge that the original recorded, with what it gave."""
    tables = {key: criteria_of(turn) for key, *_, turn in turns(source)}
    labels = {key: [row.label for row in turn.rows] for key, *_, turn in turns(source)}
    return oab_judge.judge_of(source, tables, labels)
