"""The passages in a prompt: how many of their words it shows, and what says how they were cut.

All passages of a question together are cut to so many tokens: they stand in the file's order, one
below the other, and the text is cut at its end. So the first are whole, one may be cut at its end,
and those behind it are left out; how many is told of each question that lost any. Tokens are
counted by the tokenizer of a model on this machine, else one for each byte of UTF-8: no byte-level
tokenizer takes more, so a prompt never grows beyond what was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any, NamedTuple

import httpx

from digesta_generate.endpoint.faults import EndpointError, FaultError
from digesta_generate.endpoint.local import serve
from digesta_generate.retrieval.passages import Passages, ShownPassage

Count = Callable[[str], int]
"""Gives the number of tokens of a text."""

BYTES = "bytes of UTF-8, one token each"
_BETWEEN = "\n"
_SECONDS = 60


class UsedText(NamedTuple):
    """The words of passages that a prompt shows. whole, cut, left_out: how many, in this order."""

    text: str
    whole: int
    cut: int
    left_out: int


class InPrompt(NamedTuple):
    """A question's passages. own: its own words, which the passages stand before.

    retrieved: what the search gave, best first. injected: right passages that it had not found,
    and of which the prompt shows at least the beginning.
    """

    own: str
    used: UsedText
    retrieved: tuple[str, ...]
    injected: tuple[str, ...]


def in_bytes(text: str) -> int:
    """Return the bytes of a text."""
    return len(text.encode())


@contextmanager
def counted(local: str | None) -> Iterator[tuple[Count, str]]:
    """Return what counts tokens for the block, and its name. local: a model on this machine."""
    if local is None:
        yield in_bytes, BYTES
        return
    with (
        serve(local) as url,
        httpx.Client(base_url=url.removesuffix("/v1"), trust_env=False, timeout=_SECONDS) as server,
    ):

        def count(text: str) -> int:
            try:
                reply = server.post("/tokenize", json={"content": text}).raise_for_status().json()
                return len(reply["tokens"])
            except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
                got = f"/tokenize: {error}"
                raise EndpointError([FaultError("connection", got).problem(url)]) from None

        yield count, f"the tokenizer of {local}"


def shown(line: Passages, own: str, *, most: int, count: Count) -> InPrompt:
    """Return a question's passages as its prompt shows them. most: tokens of all together."""
    used = cut(line.shown, most, count)
    there = {passage.id for passage in line.shown[: used.whole + used.cut]}
    injected = tuple(clause for clause in line.injected if clause in there)
    return InPrompt(own, used, tuple(line.retrieved), injected)


def cut(passages: Sequence[ShownPassage], most: int, count: Count) -> UsedText:
    """Cut passages to ``most`` tokens together."""
    texts = [passage.text.strip() for passage in passages]
    if not any(texts):
        return UsedText("", len(texts), 0, 0)
    joined = _BETWEEN.join(texts)
    text = joined[: _longest(joined, most, count)].rstrip()
    ends = list(accumulate(len(part) + len(_BETWEEN) for part in texts))
    whole = sum(1 for end in ends if end - len(_BETWEEN) <= len(text))
    begun = sum(1 for end, part in zip(ends, texts, strict=True) if _start(end, part) < len(text))
    return UsedText(text, whole, begun - whole, len(texts) - begun)


def _start(end: int, text: str) -> int:
    return end - len(_BETWEEN) - len(text)


def _longest(text: str, most: int, count: Count) -> int:
    """Return how many characters a text may have; a merge across the cut is counted as it falls."""
    least, greatest = 0, len(text)
    if count(text) <= most:
        return greatest
    while least < greatest:
        middle = (least + greatest + 1) // 2
        if count(text[:middle].rstrip()) <= most:
            least = middle
        else:
            greatest = middle - 1
    return least


def record(
    shown_by_id: Mapping[str, InPrompt], *, sha256: str, most: int, by: str
) -> dict[str, Any]:
    """Return what ``run.json`` says of the passages. sha256: of their file; by: what counted."""
    used = {name: shown.used for name, shown in sorted(shown_by_id.items())}
    return {
        "file_sha256": sha256,
        "tokens": most,
        "counted_in": by,
        "whole": sum(use.whole for use in used.values()),
        "cut": sum(use.cut for use in used.values()),
        "left_out": sum(use.left_out for use in used.values()),
        "short": {
            name: {"whole": use.whole, "cut": use.cut, "left_out": use.left_out}
            for name, use in used.items()
            if use.cut or use.left_out
        },
    }
