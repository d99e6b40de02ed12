"""A model that judges as a test scripts it, behind a real server, and the command that asks it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from faulty import Exchange
from runs import generate

from commands import Done
from digesta.releases.cut import cut
from digesta.workspace.releases import open_release
from judged_workspace import answering, folder_of, half, judged_draft
from world import RELEASE, cut_in, edited, lines_of, submission, write

JUDGE = "acme-judge"
ONLY = ("avis-1", "note-0")
"""Questions with calibration answers that most tests judge."""


def right(body: dict[str, Any]) -> dict[str, Any]:
    """Answer as an honest judge that finds words: the value of a reply."""
    name = body["response_format"]["json_schema"]["name"]
    last = body["messages"][-1]["content"]
    return {
        "criterion": criterion, "claims": claims, "claim": claim, "assertions": assertions,
        "pair": pair, "field": same,
    }[name](shown(body), last)  # fmt: skip


def shown(body: dict[str, Any]) -> str:
    """Return the answer that a request shows between the lines of its code."""
    content: str = body["messages"][1]["content"]
    code = re.findall(r"^([0-9a-f]{32})$", content, re.MULTILINE)[0]
    return content.split(f"\n{code}")[1].removeprefix("\n")


def criterion(answer: str, last: str) -> dict[str, Any]:
    wanted = last.splitlines()[0].partition(" : ")[2]
    found = {"evidence": [wanted] if wanted in answer else []}
    absent = {} if last.startswith("Faute par omission") else found
    return absent | {"reasoning": "lu", "satisfied": wanted in answer, "sureness": 75}


def claims(_answer: str, _last: str) -> dict[str, Any]:
    listed = ("L'article 1 existe.", "Le ciel est bleu.")
    return {"claims": [{"category": "article_reference", "text": one} for one in listed]}


def claim(_answer: str, last: str) -> dict[str, Any]:
    return {"checked": "lu", "hallucinated": "article 1 " in last, "severity": "major"}


def assertions(_answer: str, _last: str) -> dict[str, Any]:
    one = {"assertion": "Le delai court.", "has_source": False, "needs_source": True}
    return {"assertions": [one]}


def pair(answer: str, last: str) -> dict[str, Any]:
    other = last.splitlines()[2]
    more = (len(answer) > len(other)) - (len(answer) < len(other))
    return {"checked": "lu", "preferred": {1: "first", -1: "second", 0: "tie"}[more]}


def same(_answer: str, last: str) -> dict[str, Any]:
    return {"reasoning": "lu", "satisfied": "voisin" in last, "sureness": 100}


def honest(exchange: Exchange, _turn: int) -> None:
    exchange.execute(json.dumps(right(exchange.body)))


def judged(root: Path, url: str, *more: str | Path, only: tuple[str, ...] = ONLY) -> Done:
    return generate(*command(root, url, *more, only=only))


def command(
    root: Path, url: str, *more: str | Path, only: tuple[str, ...] = ONLY
) -> list[str | Path]:
    known = ids(root)
    named = [word for one in only for word in ("--only", known[one])]
    return [
        "judge", "--judge", JUDGE, "-m", "acme", "--base-url", url, "--loopback", "--root", root,
        "--backoff", "0.01", "--timeout", "60", *named, *more,
    ]  # fmt: skip


def ids(root: Path) -> dict[str, str]:
    """Return the ids of the questions that a judge marks, by the names of their draft."""
    asked = lines_of(root / "releases" / RELEASE / "questions.jsonl")
    words = {q["question_id"]: q["turns"][0]["content"].split() for q in asked}
    return {
        f"{told[2]}-{told[1].rstrip(',')}": key
        for key, told in words.items()
        if told[0] == "Affaire"
    }


def files(root: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in sorted(folder_of(root, JUDGE).iterdir())}


def lines(root: Path, name: str) -> list[dict[str, Any]]:
    return lines_of(folder_of(root, JUDGE) / name)


@cache
def _cut() -> Mapping[str, bytes]:
    """Return the files of the judged release, cut once."""
    return cut(judged_draft(), name="draft")


def workspace(root: Path) -> Path:
    """Fill a workspace with the judged release and a submission."""
    write(root / "releases" / RELEASE, _cut())
    submission(root, "good", answering(open_release(root, RELEASE), half))
    return root


def judged_by_rules(root: Path) -> Path:
    """Cut a release whose answers a program judges: a number that must stand in them."""

    def checked(one: dict[str, Any]) -> dict[str, Any]:
        for criterion in one["truth"].get("criteria", ()) if isinstance(one["truth"], dict) else ():
            if criterion["criterion_id"] == "SUB2":
                criterion["check"] = "number: 5 mois"
        return one

    return cut_in(root, edited(judged_draft(), "truths.jsonl", checked))
