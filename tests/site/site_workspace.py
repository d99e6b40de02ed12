"""A small but awkward workspace: hostile names, every kind of row, two releases."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from pydantic import BaseModel
from site_building import docs
from site_questions import (
    ADVERSARIES,
    HOSTILE,
    NEWEST,
    OLDER,
    ROOT,
    SEALED_ANSWER,
    SEALED_TRUTH,
    TASKS,
    digits,
    draw,
    manifest,
    question,
    review,
    truth,
)
from site_scorers import scorer

from digesta.board.boards import why_too_few
from digesta.metrics.exact import NANO
from digesta.records import base
from digesta.records.analysis import Abstention, Exposure, ItemAnalysis, Links
from digesta.records.board import Board, Conditions, Facts
from digesta.records.judges.comparison import JudgeComparison
from digesta.records.log import Status
from digesta.records.release import Changes, Limits, Question
from digesta.records.submission import Card, Decision, Role
from digesta.records.trace import Run
from digesta.scorers import SCORERS
from digesta.workspace.site_config import SiteConfig, config_of
from digesta_site.values import SiteInput, SiteRelease, SiteSubmission
from digesta_site.views.costs import FIGURES

SYSTEMS: tuple[tuple[str, str, str, str, float], ...] = (
    ("acme-7b", "Acme 7B, constrained", "rerun", "system", 0.74),
    ("alef-large", "אלף גדול Large", "sealed", "system", 0.70),
    ("borealis-2", "Borealis 2", "rerun", "system", 0.58),
    ("cedar-mini", "Cedar mini", "rerun", "system", 0.41),
    ("keyword-search", "Keyword search", "rerun", "baseline", 0.36),
    ("reference-key", "Reference answers", "rerun", "reference", 1.0),
    ("old-paper", "Old paper model", "archived", "system", 0.5),
    *((f"open-{n}", name, "open", "system", 0.99 - n / 10) for n, name in enumerate(HOSTILE)),
)


def example_of(record: type[BaseModel]) -> Any:
    """Return a record's example, of tracks that this workspace has."""
    text = json.dumps(base.example_of(record))
    for shipped, own in (
        ("tenancy", "halacha"),
        ("law_in_time", "tlr"),
        ("contracts", "frenchlaw"),
    ):
        text = text.replace(shipped, own)
    return json.loads(text)


def row(
    who: tuple[str, str, str, str, float], n: int, place: int | None, seed: str
) -> dict[str, Any]:
    """Return a board's row for a system."""
    submission, name, level, role, skill = who
    score = round(min(1.0, max(0.0, skill + (draw(seed + submission) - 0.5) / 10)), 9)
    half = round(1.0 / (n**0.5), 9)
    ranks = (
        {}
        if place is None
        else {
            "rank_low": 1 if place < 2 else place + 1,
            "rank_high": 2 if place < 2 else place + 1,
            "tie_group": 1 if place < 2 else place,
        }
    )
    return ranks | {
        "submission_id": submission,
        "model_name": name,
        "organization": f"{name[:20]} & Co",
        "role": role,
        "level": level,
        "score": score,
        "low": round(max(0.0, score - half), 9),
        "high": round(min(1.0, score + half), 9),
        "missing": n // 10,
        "unreadable": 1 if n > 5 else 0,
        "refused": 2 if level == "rerun" else "not reported",
        "metrics": {
            "accuracy": {"value": score, "numerator": 3.0, "denominator": n},
            "stale_rate": {"value": 0.25, "denominator": 8, "of_answered": True},
            "chance_gap": {"denominator": 0, "of_answered": True},
        },
        "usage": _usage(level, role, n),
        "inputs": {"predictions": digits(submission)},
    }


def _usage(level: str, role: str, n: int) -> dict[str, Any]:
    """Return what answers cost: adversaries tell nothing, others none unless re-run."""
    if role == "adversary":
        return dict.fromkeys(FIGURES, "not reported")
    figures = {"latency_ms_p50": 310.0, "latency_ms_p95": 1250.0, "output_tokens": 20.0 * n}
    cost = {"cost_micro_usd": 1200.0} if level == "rerun" else {}
    return dict.fromkeys(FIGURES, "not reported") | figures | cost


def board(release: str, name: str, n: int, *, split: str = "public") -> Board:
    """Return a board; under 30 questions it is not ranked."""
    ranked = n >= 30
    rows, place = [], 0
    for who in sorted(SYSTEMS, key=lambda who: -who[4]):
        stands = ranked and who[2] in {"rerun", "sealed"} and who[3] == "system"
        rows.append(row(who, n, place if stands else None, name))
        place += stands
    for at, adversary in enumerate(ADVERSARIES):
        floor = (f"adversary-{adversary}", adversary, "rerun", "adversary", 0.05 + at / 14)
        rows.append(row(floor, n, None, name))
    return Board.model_validate(
        {
            "format": "board/1",
            "board": name,
            "title": name,
            "release": release,
            "split": split,
            "n": n,
            "clusters": max(1, n // 2),
            "weighting": "each category weighs the same",
            "metric": "accuracy",
            "chance": 0.333333333,
            "ranked": ranked,
            "why_unranked": "" if ranked else why_too_few(n, len(SYSTEMS)),
            "interval": {"method": "bootstrap/1", "level": "0.95", "rounds": 10000},
            "signature": f"closed/1|release:{release}|norm:text/1|stats/1",
            "inputs": {"release": digits(release)},
            "rows": rows,
            "ineligible": [
                {
                    "submission_id": "late-9b",
                    "code": "judge-incomplete",
                    "detail": "3 answers were not judged",
                }
            ],
        }
    )


def boards(release: str, tracks: Sequence[str]) -> list[Board]:
    """Return a release's boards: every track, category and task, and one of the sealed split."""
    found = []
    for name in tracks:
        told = TASKS[name]
        for condition in told["conditions"]:
            sizes = {task: n for task, (_, _, n) in told["tasks"].items()}
            found.append(board(release, f"{name}@{condition}", sum(sizes.values())))
            for category in told["categories"]:
                inside = [t for t, (c, _, _) in told["tasks"].items() if c == category]
                at = f"{name}/{category}"
                found.append(board(release, f"{at}@{condition}", sum(sizes[t] for t in inside)))
                found += [board(release, f"{at}/{t}@{condition}", sizes[t]) for t in inside]
    return [*found, board(release, f"{tracks[0]}@closed_book", 40, split="holdout")]


def submission(
    release: str, who: tuple[str, str, str, str, float], asked: Sequence[Question]
) -> SiteSubmission:
    """Return a submission with answers, facts and reasons for every public question."""
    name, shown, _, role, skill = who
    card = {
        "submission_id": name,
        "release": release,
        "model_name": shown,
        "organization": f"{shown[:20]} & Co",
        "url": "https://example.org/model",
        "notes": f"Greedy decoding. {shown}",
        "parameters": 7_000_000_000,
        "command": "digesta-generate run --model acme-7b <prompts.txt",
        "decoding": {"temperature": "0"},
    }
    answers: dict[str, Any] = {}
    rows: dict[str, list[Any]] = {}
    why = {}
    for one in asked:
        luck = draw(name + one.question_id)
        status = "missing" if luck > 0.97 else "unreadable" if luck > 0.94 else "answered"
        credit = NANO if luck < skill and status == "answered" else 0
        if one.scorer == "rubric" and status == "answered":
            credit = int(luck * NANO)
        answers[one.question_id] = _answer(one, shown, credit)
        if one.split == "holdout":
            answers[one.question_id] = SEALED_ANSWER
            continue
        rows.setdefault(one.track, []).append([one.question_id, status, credit, 0, 0, 0])
        why[one.question_id] = f"“{shown}” was compared with “no”."
    facts = {
        name_of: Facts.model_validate(
            {
                "format": "facts/1",
                "release": release,
                "submission_id": name,
                "track": name_of,
                "scorers": {
                    TASKS[name_of]["scorer"]: ["credit", "missing", "unreadable", "chance"]
                },
                "rows": lines,
                "why": {line[0]: why[line[0]] for line in lines},
            }
        )
        for name_of, lines in rows.items()
    }
    return SiteSubmission(
        card=Card.model_validate(card),
        role=cast("Role", role),
        answers=answers,
        facts=facts,
        digests={"predictions.jsonl": digits(name)},
        run=Run.model_validate(
            {
                "versions": {"digesta": "0.1.0"},
                "platform": "Linux x86_64, <b>fast</b>",
                "start": "2026-11-22T10:00:00Z",
                "duration_ms": 1,
                "carried": {
                    "from": "2026-02-05/acme-7b",
                    "predictions_sha256": digits(name),
                    "count": 3,
                },
            }
        )
        if name == "acme-7b"
        else None,
    )


def _answer(one: Question, shown: str, credit: int) -> Any:
    if one.scorer == "rubric":
        return f"Clause. {shown} " + "La contrepartie financière est due. " * 60
    if credit:
        return "no"
    return {"answer": "yes", "said": shown} if credit % 2 else f"yes\u200f {shown}"


def decisions(release: str) -> list[Decision]:
    """Return the log: a line for everything that is not open."""
    told = [who for who in SYSTEMS if who[2] != "open"]
    return [
        Decision.model_validate(
            {
                "seq": n,
                "previous": digits(f"line {n - 1}"),
                "date": release[:10],
                "submission_id": who[0],
                "decision": "accept",
                "level": who[2],
                "role": who[3],
                "reason": "Five seeded answers came out the same.",
            }
        )
        for n, who in enumerate(told, 1)
    ]


def pairs(track: str) -> list[dict[str, Any]]:
    """Return two compared pairs of a track, one told apart, as ``board.comparison`` gives them."""
    common = {"board": track, "metric": "accuracy", "n": 60}
    apart: dict[str, Any] = {"difference": -0.16, "low": -0.24, "high": -0.08, "separable": True}
    apart |= {"p": 0.0001, "adjusted": 0.0002, "family": "board", "pairs": 2}
    apart |= {"smallest": 0.1, "more": None}
    alike: dict[str, Any] = {"difference": 0.0004, "low": -0.0004, "high": 0.1, "separable": False}
    alike |= {"p": 0.7, "adjusted": 0.7, "family": "other", "pairs": 1}
    alike |= {"smallest": 0.07, "more": 1_837_500}
    return [
        common | {"a": "borealis-2", "b": "acme-7b", "score_a": 0.58, "score_b": 0.74}
        | {"only_a_better": 1, "only_b_better": 2} | apart,
        common | {"a": "open-0", "b": "open-1", "score_a": 0.9904, "score_b": 0.99}
        | {"only_a_better": 1, "only_b_better": 0} | alike,
    ]  # fmt: skip


def effects(which: str, track: str) -> Conditions:
    """Return what passages change for a system with an awkward name."""
    return Conditions.model_validate(
        example_of(Conditions)
        | {
            "track": track,
            "release": which,
            "rows": [
                {
                    "model_name": HOSTILE[0],
                    "organization": "Acme",
                    "retriever": HOSTILE[1],
                    "base": {"condition": "closed_book", "submission_id": "open-1", "score": 0.5},
                    "other": {"condition": "retrieval", "submission_id": "open-0", "score": 0.625},
                    "delta": 0.125,
                    "low": 0.05,
                    "high": 0.2,
                    "adjusted": 0.004,
                    "separable": True,
                    "pairs": 1,
                }
            ],
        }
    )


def analysis(which: str, public: Sequence[Question]) -> ItemAnalysis:
    """Return what the questions of a track show: the first ones each another thing."""
    among = [one for one in public if one.track == "halacha"]
    shown: list[dict[str, Any]] = [
        {"facility": 0.25, "correlation": -0.72, "low": -0.94, "high": -0.05}
        | {"finding": "suspicious"},
        {"facility": 0.0, "finding": "dead"},
        {"facility": 1.0, "finding": "free"},
        {"facility": 0.5, "correlation": -0.1, "low": -0.6, "high": 0.45, "finding": "negative"},
    ]
    shown += [{"facility": 0.75, "correlation": 0.4, "low": -0.1, "high": 0.7}] * len(among)
    rows = [
        figures | {"question_id": one.question_id}
        for one, figures in zip(among, shown, strict=False)
    ]
    return ItemAnalysis.model_validate(
        example_of(ItemAnalysis)
        | {"release": which, "rows": sorted(rows, key=lambda row: str(row["question_id"]))}
    )


def across(before: str, after: str) -> list[Links]:
    """Return a track linked after a pair of releases that could not be, one row still."""
    value = example_of(Links)
    pair = {"before": before, "after": after}
    rows = [value["rows"][0] | {"model_name": name} for _, name, *_ in SYSTEMS[:3]]
    rows[1] |= {"low": None, "high": None}
    unlinked = {"why_unlinked": "no question of muktzeh is asked in both", "rows": []}
    return [
        Links.model_validate(value | unlinked | {"before": "2026-01-01", "after": before}),
        Links.model_validate(value | pair | {"rows": rows}),
    ]


def release(which: str, previous: str | None, tracks: Sequence[str]) -> SiteRelease:
    """Return a whole release; its truths include, wrongly, those of the sealed questions."""
    public = [
        question(name, task, n)
        for name in tracks
        for task, (_, _, many) in TASKS[name]["tasks"].items()
        for n in range(many)
    ]
    first = next(iter(TASKS[tracks[0]]["tasks"]))
    sealed = [question(tracks[0], first, n, "holdout") for n in range(6)]
    truths = [truth(one) for one in public] + [truth(one, SEALED_TRUTH) for one in sealed]
    limits = [
        {
            "track": name,
            "limit": "No question was reviewed by a practising lawyer.",
            "why": "There was none.",
        }
        for name in tracks
    ]
    return SiteRelease(
        manifest=manifest(which, previous, tracks),
        questions=[*public, *sealed],
        truths={one.question_id: one for one in truths},
        reviews=[review(one, human=n % 3 == 0) for n, one in enumerate(public)],
        limits=Limits.model_validate({"format": "limits/1", "limits": limits}),
        changes=Changes.model_validate({"format": "changes/1"}),
        decisions=decisions(which),
        boards=boards(which, tracks),
        # A superseded release has its boards alone.
        pairs=[] if previous is None else [one for name in tracks for one in pairs(name)],
        conditions=[] if previous is None else [effects(which, name) for name in tracks[:1]],
        submissions=[]
        if previous is None
        else [submission(which, who, [*public, *sealed]) for who in SYSTEMS],
        analyses=[] if previous is None else [analysis(which, public)],
        links=[] if previous is None else across(previous, which),
        exposure=None if previous is None else Exposure.model_validate(example_of(Exposure)),
        judge_comparisons=[]
        if previous is None
        else [JudgeComparison.model_validate(example_of(JudgeComparison))],
        abstentions=[] if previous is None else [Abstention.model_validate(example_of(Abstention))],
    )


def site_input(config: SiteConfig | None = None) -> SiteInput:
    """Return the whole workspace."""
    told = config or config_of((ROOT / "digesta.toml").read_text(encoding="utf-8"))
    return SiteInput(
        config=told,
        releases=[release(OLDER, None, ["halacha"]), release(NEWEST, OLDER, list(TASKS))],
        scorers={
            "closed": scorer("closed", "accuracy"),
            "rubric": scorer("rubric", "rubric_score"),
            "penalty": SCORERS["penalty"],
        },
        pages=docs(),
        schemas={"board.json": b"{}\n"},
        version="0.1.0",
        status=Status.model_validate(example_of(Status)),
    )
