"""Magis-Bench, authorities named: examinations of Brazilian judges, 35 models (2025 and 2026).

Eight examinations have questions to discuss, a civil and a criminal judgment to draft. The boards'
official answer sheets are prose or tables of argument: none prints points for a name. So each
authority that a sheet names counts alike, and what the question itself names counts nothing. An
article of a sheet counts where its sentence names the law; in an answer it may also be one of the
law named last.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from authoring.archives.authorities import question_of, systems_of, track_of
from authoring.archives.shelf import LICENSE, ODD_CHARACTERS, ArchivedSystem, lines_of
from digesta_legal.citations.adversaries import as_text
from digesta_legal.citations.read import Reference, references

SERIES = "magis-bench"
TRACK = "magis_bench"
ATTRIBUTION = "maritaca-ai, Magis-Bench; examinations and answer sheets: FGV and TRF2"
READING = 2
AT_MOST = {"discursive": 14, "civil_judgment": 36, "criminal_judgment": 36}
"""References that count, the first ones, or as many as the sheet names: nine in ten of each
model's answers name no more."""

KINDS = {
    "discursive": "Questions to discuss",
    "civil_judgment": "Civil judgment to draft",
    "criminal_judgment": "Criminal judgment to draft",
}
_ENDS = {"sentenca_civel": "civil_judgment", "sentenca_criminal": "criminal_judgment"}
EXAMS = {
    "trf1": "TRF1 2023", "trf2": "TRF2 2024", "trf3": "TRF3 2025", "tjms": "TJMS 2023",
    "tjpe": "TJPE 2023", "tjgo": "TJGO 2023", "tjam": "TJAM 2025", "tjse": "TJSE 2025",
}  # fmt: skip
MAKERS = {
    "claude": "Anthropic", "deepseek": "DeepSeek", "gemini": "Google", "glm": "Z.ai",
    "gpt": "OpenAI", "kimi": "Moonshot AI", "qwen": "Alibaba", "sabi": "Maritaca AI",
}  # fmt: skip
_JUDGE = "Also one of the four judges of the original's table of 2026."
_TWICE = "The original has this name with and without the day 2026-01-06, and other answers."
NOTES = {
    "Qwen2.5-72B-Instruct": "Of its 124 turns 12 are empty.",
    **dict.fromkeys(("claude-4.5-opus-20251124", "gemini-2.5-pro", "gemini-3-pro-preview",
                     "gpt-5.1"), _JUDGE),
    **dict.fromkeys(("sabia-4", "sabia-4-2026-01-06", "sabiazinho-4",
                     "sabiazinho-4-2026-01-06"), _TWICE),
}  # fmt: skip
MISREAD = {
    "tjgo_fgv_2023_discursiva_questao_1": {("lei:8099", "3")},
    "tjgo_fgv_2023_sentenca_civel_questao_1": {("cpc", "1971")},
    "trf2_comissao_2024_discursiva_questao_2": {("cpc", "19"), ("lei:4", "6"), ("lei:4717", "496")},
    "trf2_comissao_2024_discursiva_questao_4": {("lei:8249", "17"), ("lei:8249", "9")},
    "trf2_comissao_2024_discursiva_questao_7": {("cpc", "295")},
    "trf3_fgv_2025_discursiva_questao_1": {
        ("tema:any", "1"), ("decreto:3321", "2"), ("decreto:3321", "3"),
    },
}  # fmt: skip
"""Of sheets, what no answer can name: misprints (Lei 8249 for 8.429) and what is read wrongly."""

ODD = (
    "Each authority that a sheet names counts alike, once, with its paragraph, item and letter.",
    "A third of the sheets print points, for arguments: none prints points for a name.",
    "What the question itself names counts nothing. What a sheet names only to reject counts.",
    "Ten of 74 questions are left out: their sheets name nothing by number beyond the question.",
    "Judgments cited by their own number (REsp, RE, ADI) are not read.",
    "Eleven names of sheets are left out: misprints, such as Lei 8249, and names read wrongly.",
    "The parts of a question are one answer here. Three sheets have one text for several parts.",
    "sabia-4 and sabiazinho-4 are here twice, with and without the day 2026-01-06.",
    "Of 124 turns of Qwen2.5-72B-Instruct 12 are empty.",
    "All four judges of the original's table of 2026 are also among the judged.",
    "The sheets' model_id, gpt-4, is a left-over of the format: examination boards wrote them.",
)
LIMITS = (
    (
        "It cannot say whether an authority is applied rightly.",
        "A program reads what is named, not what is argued.",
    ),
    (
        "It cannot say who would pass an examination.",
        "Examination boards give their points for argument, and for language and form.",
    ),
    (
        "It cannot say that every authority was needed.",
        "A sheet also names what it rejects, and another authority may serve as well.",
    ),
    (
        "It cannot tell a lawyer from a list.",
        "The sheets are public: all their authorities, named every time, earn most.",
    ),
)


def manifest(release: str) -> dict[str, Any]:
    """Return the manifest of a draft."""
    tasks = {
        f"{exam}_{kind}": (kind, f"{EXAMS[exam]}, {title.lower()}")
        for kind, title in KINDS.items()
        for exam in EXAMS
    }
    track = track_of(
        TRACK,
        tasks=tasks,
        categories=KINDS,
        title="Magis-Bench, authorities named",
        about="Written answers to eight examinations of Brazilian judges, 2023 to 2025. "
        "Examination boards (FGV, TRF2) wrote questions and answer sheets. The score is the share "
        "of the sheet's provisions and precedents that an answer names.",
    )
    archive = {
        "source": "Magis-Bench, with the answers in its repository",
        "url": "https://github.com/maritaca-ai/magis-bench",
        "commit": "b93d0e82795a37ff063bcf7cf89b91dcedebe921 (2026-06-26)",
        "license": LICENSE,
        "attribution": ATTRIBUTION,
        "published": "Answers of 35 models, the boards' answer sheets, and judges' means without "
        "their judgments.",
        "odd": [*ODD_CHARACTERS, *ODD],
    }
    return {
        "release": release,
        "title": "Magis-Bench, authorities named, 35 models, as published in 2026",
        "tracks": [track],
        "archive": archive,
    }


def judge_tables(source: Path) -> list[dict[str, Any]]:
    """Return the original's tables of means, as the manifest has them."""
    published = orjson.loads((source / "published.json").read_bytes())
    tables = (each | {"title": name} for name, each in published.items() if "rows" in each)
    return [
        {
            "title": f"{table['title']}; {published['source']}",
            "scale": published["scale"],
            "judges": table.get("judges") or [table["judge"]],
            "rows": [
                {
                    "model": row["model"],
                    "means": row.get("means") or [row["mean"]],
                    **({"passed": row["passed"]} if "passed" in row else {}),
                }
                for row in table["rows"]
            ],
            **({"examinations": n} if (n := table.get("examinations")) else {}),
            **(
                {
                    "agreement": f"Kendall's W {w}; between two judges, Kendall's tau "
                    f"{table['smallest_pairwise_tau']} or more"
                }
                if (w := table.get("kendall_w"))
                else {}
            ),
        }
        for table in sorted(tables, key=lambda table: -len(table["rows"]))
    ]


def authorities_of(line: Mapping[str, Any], sheet: str) -> list[Reference]:
    """Return what a sheet names and its question does not, each once, in order."""
    in_question = references("\n".join([line["statement"], *line["turns"]]), READING, carried=False)
    misread = MISREAD.get(line["question_id"], set())
    kept: list[Reference] = []
    for each in references(_plain(sheet), READING, carried=False):
        known = any(other.names(each) for other in (*in_question, *kept))
        if not known and (each.law, each.number) not in misread:
            kept = [*(other for other in kept if not each.names(other)), each]
    return kept


def _plain(sheet: str) -> str:
    """Return a sheet without entities and with its line breaks as such."""
    return re.sub(r"<br\s*/?>|\\n", "\n", html.unescape(html.unescape(sheet))).replace('\\"', '"')


def questions(source: Path, released: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each question whose sheet names an authority, with its truth."""
    sheets = {line["question_id"]: line for line in lines_of(source / "guidelines.jsonl.gz")}
    for line in lines_of(source / "questions.jsonl.gz"):
        name = line["question_id"]
        named = authorities_of(line, "\n".join(sheets[name]["choices"][0]["turns"]))
        kind = next((kind for end, kind in _ENDS.items() if end in name), "discursive")
        exam, ask = name.partition("_")[0], {"at_most": max(AT_MOST[kind], len(named))}
        question = question_of(
            line,
            track=TRACK,
            category=kind,
            ask=ask | {"reading": f"citations/{READING}"},
            attribution=ATTRIBUTION,
            released=released,
            tags=[],
        )
        citations = [
            {
                "row": str(row),
                "text": as_text([each]),
                "points": "1",
                "provisions": [[each._asdict() | {"parts": sorted(each.parts)}]],
            }
            for row, each in enumerate(named, start=1)
        ]
        place = {
            "work": "Answer sheet of the examination board, Magis-Bench, guidelines",
            "at": name,
        }
        if citations:
            yield question | {"task": f"{exam}_{kind}"}, {
                "question_id": name, "truth": {"citations": citations}, "source_refs": [place]
            }  # fmt: skip


def systems(source: Path) -> Iterator[ArchivedSystem]:
    """Yield each model with its answers."""
    known = {question["question_id"] for question, _ in questions(source, "2026-06-26")}
    yield from systems_of(source, known, MAKERS, NOTES)
