"""CPU seconds of the strict intake against the floor, on seeded inputs.

    python tests/bench/intake.py [NAME ...]

Floor: SHA-256 over the bytes and one orjson.loads a line. Ours: SHA-256 over the same chunks and
the reader of predictions, ids matched against a release of 100,000 questions in another order.
Both in one process, best of three; the ratio is what may be compared between machines.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "toolkit"))

import orjson

from digesta.intake import PredictionReader
from digesta.workspace.store import CHUNK

QUESTIONS = 100_000
ROUNDS = 3

Answers = Callable[[random.Random], Any]

HAN = [chr(code) for code in range(0x4E00, 0x9FA5)] + ["，", "。"] * 300
HEBREW = [chr(code) for code in range(0x5D0, 0x5EB)] + [" "] * 6
POINTED = [letter + point for letter in HEBREW for point in ("\u05b7", "\u05b8\u05bc", "", "")]
FRENCH = list("abcdefghijklmnopqrstuvwxyz" * 2 + "      éèàêç’«»\u00a0")
ENGLISH = list("abcdefghijklmnopqrstuvwxyz      ")
CLOSED = ["A", "B", "oui", "two words", "longer closed answer", True, False, 12.5, 7, None]
PENALTY = {
    "penalty_type": ["罚款"],
    "violation_domain": ["信贷管理"],
    "legal_basis": [{"law": "银行业监督管理法", "article": "46"}],
    "penalty_level": "B",
}


def text(letters: list[str], length: int) -> Answers:
    return lambda draw: "".join(draw.choices(letters, k=length))


INPUTS: dict[str, tuple[int, Answers, dict[str, Any]]] = {
    "closed": (100_000, lambda draw: draw.choice(CLOSED), {}),
    "closed, spaced": (100_000, lambda draw: draw.choice(CLOSED), {"separators": (", ", ": ")}),
    "one object in ten": (
        100_000,
        lambda draw: PENALTY if draw.random() < 0.1 else draw.choice(CLOSED),
        {},
    ),
    "objects": (20_000, lambda _draw: PENALTY, {}),
    "objects, spaced": (20_000, lambda _draw: PENALTY, {"separators": (", ", ": ")}),
    "2 KB, Chinese": (30_000, text(HAN, 640), {}),
    "2 KB, Hebrew": (30_000, text(HEBREW, 1060), {}),
    "2 KB, pointed Hebrew": (20_000, text(POINTED, 560), {}),
    "2 KB, French": (20_000, text(FRENCH, 1700), {}),
    "2 KB, English, lines": (20_000, text([*ENGLISH, "\n"], 1900), {}),
    "2 KB, Chinese as \\u": (20_000, text(HAN, 320), {"ensure_ascii": True}),
}
"""Name -> lines, answers, how they are written."""


def file_of(name: str, ids: list[str]) -> bytes:
    count, answers, style = INPUTS[name]
    draw = random.Random(name)
    chosen = draw.sample(ids, count)
    written = {"ensure_ascii": False, "separators": (",", ":")} | style
    lines = (
        json.dumps({"question_id": question_id, "answer": answers(draw)}, **written)
        for question_id in chosen
    )
    return "".join(line + "\n" for line in lines).encode()


def chunks(data: bytes) -> Iterator[bytes]:
    return (data[at : at + CHUNK] for at in range(0, len(data), CHUNK))


def floor(data: bytes) -> None:
    state = hashlib.sha256()
    for chunk in chunks(data):
        state.update(chunk)
    for line in data.split(b"\n")[:-1]:
        orjson.loads(line)
    state.digest()


def ours(data: bytes, known: dict[str, int], reader: str) -> None:
    state = hashlib.sha256()
    intake = PredictionReader(known, file="predictions.jsonl", reader=reader)
    for chunk in chunks(data):
        state.update(chunk)
        intake.feed(chunk)
    intake.finish()
    state.digest()


def cpu_seconds(work: Callable[[], None]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    ids = [hashlib.sha256(b"%d" % n).hexdigest() for n in range(QUESTIONS)]
    known = {question_id: row for row, question_id in enumerate(ids)}
    head = f"{'input':22} {'lines':>7} {'B/line':>6}  floor us/line   fast   ratio  strict  ratio"
    sys.stdout.write(head + "\n")
    for name in sys.argv[1:] or INPUTS:
        data = file_of(name, ids)
        count = INPUTS[name][0]
        spent = [
            cpu_seconds(work) / count * 1e6
            for work in (
                lambda: floor(data),  # noqa: B023 - called at once
                lambda: ours(data, known, "fast"),  # noqa: B023 - the same
                lambda: ours(data, known, "strict"),  # noqa: B023 - the same
            )
        ]
        sys.stdout.write(
            f"{name:22} {count:7} {len(data) / count:6.0f} {spent[0]:14.2f} {spent[1]:6.2f} "
            f"{spent[1] / spent[0]:6.2f}x {spent[2]:6.2f} {spent[2] / spent[0]:6.2f}x\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
