"""LexEval: 18 multiple-choice tasks of Chinese law and the replies of 38 models (2024)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from authoring.archives.shelf import ODD_CHARACTERS, ArchivedSystem, lines_of
from digesta_convert.lexeval import key_of

SERIES = "lexeval"
TRACK = "lexeval"
LICENSE = "MIT"
LEVELS = {
    "memorization": "Memorization", "understanding": "Understanding",
    "logic_inference": "Logic inference", "discrimination": "Discrimination", "ethic": "Ethic",
}  # fmt: skip
TASKS = {
    "1_1": ("memorization", "legal_concept", "Legal concept"),
    "1_2": ("memorization", "legal_rule", "Legal rule"),
    "1_3": ("memorization", "legal_evolution", "Legal evolution"),
    "2_1": ("understanding", "element_recognition", "Legal element recognition"),
    "2_2": ("understanding", "fact_verification", "Legal fact verification"),
    "2_3": ("understanding", "reading_comprehension", "Reading comprehension"),
    "2_4": ("understanding", "relation_extraction", "Relation extraction"),
    "2_5": ("understanding", "entity_recognition", "Named-entity recognition"),
    "3_1": ("logic_inference", "cause_prediction", "Cause prediction"),
    "3_2": ("logic_inference", "article_prediction", "Article prediction"),
    "3_3": ("logic_inference", "penalty_prediction", "Penalty prediction"),
    "3_4": ("logic_inference", "multi_hop_reasoning", "Multi-hop reasoning"),
    "3_5": ("logic_inference", "legal_calculation", "Legal calculation"),
    "3_6": ("logic_inference", "argument_mining", "Argument mining"),
    "4_2": ("discrimination", "document_proofreading", "Document proofreading"),
    "6_1": ("ethic", "bias_and_discrimination", "Bias and discrimination"),
    "6_2": ("ethic", "morality", "Morality"),
    "6_3": ("ethic", "privacy", "Privacy"),
}
MAKERS = {
    "alpaca": "Stanford", "baichuan": "Baichuan", "belle": "LianjiaTech",
    "chatglm": "Tsinghua and Zhipu AI", "chatlaw": "PKU-YuanGroup", "chinese": "ymcui and others",
    "fuzi": "Shandong University", "gogpt": "GoGPT", "hanfei": "SIAT",
    "internlm": "Shanghai AI Laboratory", "lawgpt": "Nanjing University",
    "lawyer": "Peking University", "lexilaw": "Tsinghua", "llama": "Meta", "mpt": "MosaicML",
    "mossmoon": "Fudan University", "qwen": "Alibaba", "tigerbot": "TigerResearch",
    "vicuna": "LMSYS", "wisdom": "Zhejiang University", "xverse": "XVERSE", "ziya": "IDEA",
    "gpt": "OpenAI",
}  # fmt: skip
NOT_ASKED = "no answers to it were published"
OTHERS = "the published answers are to none of its questions"
ODD = (
    (
        "One question of 1-3, 11 of 3-2 and seven of 3-5, three of them without a key, "
        "are left out: no model was asked them as they stand. Answers to other texts are "
        "left out too."
    ),
    (
        "Where two answers of 1-2, 3-6, 6-2 or 6-3 are to one question, that in another's place, "
        "14 in all, is to the question of its place, whose key was published with it."
    ),
    (
        "No answers, or answers to no question of the task, are not comparable and never "
        "zero: those of Baichuan_13B_chat to 3-3 and 3-6, of Lawyer_llama to 3-6, of "
        "gpt35 to 3-1 and 3-2."
    ),
    "gpt35 answers 1-2, 2-3, 2-4 and 2-5 twice over: its first answers count.",
    (
        "With gpt4's answers to 2-1 another key was published for 81 of 500 questions: "
        "that of the questions counts."
    ),
    (
        "Some keys of 1-3, 4-2 and 6-1 to 6-3 are not letters alone (选项D, B D, ac, words "
        "behind them): their letters are right here. The original compared texts, and no "
        "reply could equal them: as_published keeps that."
    ),
    ("The original compared letters in the order of the reply: CA is wrong where the key is AC."),
    ("In 3-2 one of 989 keys has two letters: only that question says that several may be right."),
    "Replies are cut at the original's limit of length, and base models talk on.",
    "Task 4-1 and the tasks of free text are not here.",
)
LIMITS = (
    (
        "It cannot say how these models do today, or on new questions.",
        "Questions and answers have been public since 2024.",
    ),
    (
        "It cannot say what the law is now.",
        "Questions are answered by the law of their makers' sources, without a date.",
    ),
)


def manifest(release: str) -> dict[str, Any]:
    """Return the manifest of a draft."""
    tasks = {
        name: {"title": f"{code.replace('_', '-')} {title}", "category": level,
               "scorer": "letters", "metric": "accuracy"}
        for code, (level, name, title) in TASKS.items()
    }  # fmt: skip
    track = {
        "track": TRACK,
        "title": "LexEval",
        "about": "Multiple choice of Chinese law in five levels, one or several right letters, "
        "asked without examples: “请阅读以下选择题给出正确选项，不要解释原因。"
        "请只给出答案的序号。” "
        "and the question with its choices.",
        "categories": {name: {"title": title} for name, title in LEVELS.items()},
        "tasks": tasks,
        "conditions": ["closed_book"],
        "headline": "accuracy",
        "scores": [
            {"name": "accuracy", "title": "Accuracy", "mean_of": "categories"},
        ],
        "notice": {
            "en": "Another's benchmark and others' answers, marked again as they were published. "
            "Nothing here is legal advice.",
            "zh": "他人的评测题与他人公布的答案，按原样重新评分，不构成法律意见。",
        },
    }
    archive = {
        "source": "LexEval, multiple-choice tasks, with the zero-shot outputs in its repository",
        "url": "https://github.com/CSHaitao/LexEval",
        "commit": "044c695f62894deef41ad9a30797e1da0404945c (2024-10-30)",
        "license": LICENSE,
        "attribution": "LexEval (NeurIPS 2024, datasets and benchmarks)",
        "published": "Raw replies, and an accuracy for each model and task, without intervals.",
        "odd": [*ODD_CHARACTERS, *ODD],
    }
    return {
        "release": release,
        "title": "LexEval, Chinese law, 38 models, as published in 2024",
        "licenses": [LICENSE],
        "tracks": [track],
        "archive": archive,
    }


def stem_and_choices(text: str) -> tuple[str, list[str]]:
    """Return a question's text before its choices, and the choices without their letters."""
    places = [match.start() for match in re.finditer(r"(?:^|\n)\s*A\s*[:：.．、]", text)]
    stem, rest = text[: places[-1]], text[places[-1] :]
    parts = re.split(r"(?:^|\n|(?<=。))\s*[A-E]\s*[:：.．、]", rest)
    return stem.strip(), [part.strip() for part in parts[1:]]


@cache
def _replies(source: Path, code: str) -> dict[str, dict[int, str]]:
    """Return, by model, the reply to each question; the first, where there are several.

    Where two lines name one question, that in another question's place answers the question of
    its own line, if that question's key was published with it and no line names it.
    """
    keys = [line["answer"] for line in lines_of(source / "questions" / f"{code}.jsonl.gz")]
    replies = {}
    for path in sorted((source / "predictions").glob(f"*/{code}.jsonl.gz")):
        lines = list(lines_of(path))
        named = Counter(line["question"] for line in lines)
        mine = replies[path.parent.name] = dict[int, str]()
        for own, line in enumerate(lines):
            place = line["question"]
            misnamed = named[place] > 1 and own < len(keys) and own not in named
            if place is not None and misnamed and line["answer"] == keys[own]:
                place = own
            if place is not None:
                mine.setdefault(place, line["output"])
    return replies


def questions(source: Path, released: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each question with its truth."""
    for code, (level, name, _) in TASKS.items():
        lines = list(lines_of(source / "questions" / f"{code}.jsonl.gz"))
        replies = _replies(source, code).values()
        kept = [n for n, line in enumerate(lines)
                if key_of(line["answer"] or "") and any(n in mine for mine in replies)]  # fmt: skip
        rare = sum(len(key_of(lines[n]["answer"])) > 1 for n in kept) * 20 < len(kept)
        for n in kept:
            stem, choices = stem_and_choices(lines[n]["input"])
            raw, letters = lines[n]["answer"], key_of(lines[n]["answer"])
            question = {
                "question_id": f"{code}-{n}",
                "split": "public",
                "track": TRACK,
                "category": level,
                "task": name,
                "scorer": "letters",
                "language": "zh",
                "turns": [{"role": "user", "content": stem}],
                "ask": {
                    "choices": choices,
                    "several": len(letters) > 1 if rare else True,
                    "readings": ["letters/2", "lexeval/1"],
                },
                "license": LICENSE,
                "attribution": "LexEval",
                "released": released,
                "difficulty": "medium",
                "tags": [],
            }
            place = {"work": "LexEval", "at": f"{code}, line {n + 1}"}
            truth = {"answer": letters} | ({} if raw == letters else {"published": raw})
            yield question, {
                "question_id": f"{code}-{n}", "truth": truth, "source_refs": [place]
            }  # fmt: skip


def systems(source: Path) -> Iterator[ArchivedSystem]:
    """Yield each model with its replies."""
    by_task = {code: _replies(source, code) for code in TASKS}
    known = {question["question_id"] for question, _ in questions(source, "2024-10-30")}
    for folder in sorted((source / "predictions").iterdir()):
        name = folder.name
        tasks = {code: by_task[code].get(name) for code in TASKS}
        replies = {
            f"{code}-{n}": reply
            for code, mine in tasks.items()
            for n, reply in (mine or {}).items()
        }
        barred = {TASKS[code][1]: NOT_ASKED if mine is None else OTHERS
                  for code, mine in tasks.items() if not mine}  # fmt: skip
        maker = next(MAKERS[start] for start in MAKERS if name.lower().startswith(start))
        kept = {key: reply for key, reply in replies.items() if key in known}
        yield ArchivedSystem(name, maker, kept, not_comparable=barred)
