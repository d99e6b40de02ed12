"""Topics: what the queries of a test collection say.

Read are lines of id and text with a tab between, as ir_datasets and MS MARCO have them; JSON lines
with an id (``_id``, ``id``, ``qid``, ``query_id``) and a text (``text``, ``query``, ``title``), as
BEIR has them; and TREC's own topics, of which the title is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from digesta_convert.shared.rows import Faults, JsonLine, first_line, lines_of, mend, nfc

TOPICS = "topics"
_IDS, _TEXTS = ("_id", "id", "qid", "query_id"), ("text", "query", "title")
_TOP = re.compile(r"<top>(.*?)(?=<top>|\Z)", re.DOTALL | re.IGNORECASE)
_NUMBER = re.compile(r"<num>\s*(?:Number:)?\s*([^\s<]+)", re.IGNORECASE)
_TITLE = re.compile(r"<title>\s*(?:Topic:)?\s*([^<]*?)\s*(?:<|\Z)", re.DOTALL | re.IGNORECASE)


class Topic(NamedTuple):
    """A query's id, its text, and its line."""

    query: str
    text: str
    line: int


def is_topics(path: str, data: bytes) -> bool:
    """Return whether a file holds topics, by its name or its first line."""
    name, first = PurePosixPath(path).name.lower(), first_line(data)
    named = name.startswith(("topics", "queries", "topic", "query"))
    return named or first.lower().startswith(b"<top>") or first.count(b"\t") == 1


def read_topics(path: str, data: bytes, faults: Faults) -> list[Topic]:
    """Return the topics of a file; what is wrong with one is noted."""
    try:
        text = mend(nfc(data.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        faults.add("utf8", path, line, expected="UTF-8", fix="save the file as UTF-8")
        return []
    if first_line(data).startswith(b"{"):
        topics = list(map(_of_json, lines_of(path, data, faults)))
    else:
        topics = list(_of_tops(text) if _TOP.search(text) else _of_lines(text))
    seen: dict[str, int] = {}
    for topic in topics:
        if not topic.query or not topic.text:
            expected, fix = "an id, a tab and the text", "add it, or remove the line"
            faults.add("bad-topic", path, topic.line, expected=expected, fix=fix)
        elif (before := seen.setdefault(topic.query, topic.line)) != topic.line:
            got = f"{topic.query}, as on line {before}"
            faults.add("dup-id", path, topic.line, got=got, fix="keep one of the two")
    return [topic for topic in topics if topic.query and topic.text]


def _of_json(line: JsonLine) -> Topic:
    record = line.value if isinstance(line.value, dict) else {}
    name, text = (next((record[key] for key in keys if key in record), "")
                  for keys in (_IDS, _TEXTS))  # fmt: skip
    return Topic(str(name), str(text).strip(), line.line)


def _of_tops(text: str) -> Iterator[Topic]:
    for top in _TOP.finditer(text):
        name, words = (match[1] if (match := form.search(top[1])) else ""
                       for form in (_NUMBER, _TITLE))  # fmt: skip
        yield Topic(name, " ".join(words.split()), text.count("\n", 0, top.start()) + 1)


def _of_lines(text: str) -> Iterator[Topic]:
    for number, line in enumerate(text.split("\n"), start=1):
        name, _, words = line.strip("\r").partition("\t")
        if line.strip():
            yield Topic(name.strip(), words.strip(), number)
