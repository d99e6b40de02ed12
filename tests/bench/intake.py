"""The strict intake of predictions beside its floor, msgspec and pydantic, on seeded inputs.

Floor: SHA-256 over the bytes and one orjson.loads a line. Ours: SHA-256 over the same chunks and
the reader of predictions, ids matched against a release of 100,000 questions in another order.
The peers hash, too, and parse each line into a record of two fields that refuses others.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import orjson

from digesta.intake import PredictionReader
from digesta.workspace.store import CHUNK
from tests.bench.pairs import Pair, Row, Target, in_process

QUESTIONS = 100_000

Answers = Callable[[random.Random], Any]
Parse = Callable[[bytes], object]

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
    """Draw texts of a length."""
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
    "2 KB, Chinese": (30_000, text(HAN, 640), {}),
    "2 KB, Hebrew": (10_000, text(HEBREW, 1060), {}),
    "2 KB, pointed Hebrew": (10_000, text(POINTED, 560), {}),
    "2 KB, French": (10_000, text(FRENCH, 1700), {}),
    "2 KB, English, lines": (10_000, text([*ENGLISH, "\n"], 1900), {}),
    "2 KB, Chinese as \\u": (10_000, text(HAN, 320), {"ensure_ascii": True}),
}
"""Name -> lines, answers, how they are written."""


@cache
def places() -> dict[str, int]:
    """Return the row of each question of the release."""
    return {hashlib.sha256(b"%d" % n).hexdigest(): n for n in range(QUESTIONS)}


@cache
def file_of(name: str) -> bytes:
    """Write a file of predictions."""
    count, answers, style = INPUTS[name]
    draw = random.Random(name)
    written = {"ensure_ascii": False, "separators": (",", ":")} | style
    lines = (
        json.dumps({"question_id": question_id, "answer": answers(draw)}, **written)
        for question_id in draw.sample(list(places()), count)
    )
    return "".join(line + "\n" for line in lines).encode()


def chunks(data: bytes) -> Iterator[bytes]:
    """Cut a file as it is read."""
    return (data[at : at + CHUNK] for at in range(0, len(data), CHUNK))


def each_line(parse: Parse, data: bytes) -> None:
    """Hash a file, and parse each of its lines."""
    state = hashlib.sha256()
    for chunk in chunks(data):
        state.update(chunk)
    for line in data.split(b"\n")[:-1]:
        parse(line)
    state.digest()


def ours(data: bytes, reader: str) -> None:
    """Read a file as ``digesta check`` does."""
    state = hashlib.sha256()
    intake = PredictionReader(places(), file="predictions.jsonl", fast=reader == "fast")
    for chunk in chunks(data):
        state.update(chunk)
        intake.feed(chunk)
    intake.finish()
    state.digest()


def by_orjson() -> Parse:
    """Return the floor's parser."""
    return orjson.loads


def by_msgspec() -> Parse:
    """Return msgspec's parser of a record."""
    import msgspec

    fields = [("question_id", str), ("answer", Any)]
    line = msgspec.defstruct("Line", fields, forbid_unknown_fields=True, gc=False)
    return msgspec.json.Decoder(line).decode


def by_pydantic() -> Parse:
    """Return pydantic's parser of a record."""
    import pydantic

    strict = pydantic.ConfigDict(extra="forbid", strict=True)
    line = pydantic.create_model("Line", __config__=strict, question_id=str, answer=Any)
    return line.model_validate_json


def pair(name: str, reader: str, parser: Callable[[], Parse], _folder: Path) -> Pair:
    """Make the file and both sides."""
    data, parse = file_of(name), parser()
    places()
    return Pair(
        in_process(lambda _: ours(data, reader)), in_process(lambda _: each_line(parse, data))
    )


def row(
    name: str, *, parser: Callable[[], Parse] = by_orjson, reader: str = "fast", peer: str = "floor"
) -> Row:
    """Return the row of an input, a reader of ours and a peer."""
    lines = f"{INPUTS[name][0]:,} lines, {name}" + (", strictly" if reader == "strict" else "")
    stage = "check, long text" if name in LONG_TEXTS else "check, short answers"
    targets = (Target("ratio", 2),) if name in LONG_TEXTS and (peer, reader) == FAST else ()
    packages = () if peer == "floor" else (peer,)
    return Row(stage, lines, peer, partial(pair, name, reader, parser), targets, packages)


FAST = ("floor", "fast")
SHORT_ANSWERS = [name for name in INPUTS if not name.startswith("2 KB")]
LONG_TEXTS = [name for name in INPUTS if name.startswith("2 KB")]
ROWS = (
    *(row(name) for name in SHORT_ANSWERS),
    row("closed", reader="strict"),
    *(row(name) for name in LONG_TEXTS),
    row(LONG_TEXTS[0], reader="strict"),
    row(LONG_TEXTS[0], parser=by_msgspec, peer="msgspec"),
    row(LONG_TEXTS[0], parser=by_pydantic, peer="pydantic"),
)
