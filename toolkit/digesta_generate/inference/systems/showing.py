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
from digesta_generate.retrieval.passages import Passage, Passages

Count = Callable[[str], int]
"""Gives the number of tokens of a text."""

BYTES = "bytes of UTF-8, one token each"
_BETWEEN = "\n"
_SECONDS = 60


class Used(NamedTuple):
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
    used: Used
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
                said = server.post("/tokenize", json={"content": text}).raise_for_status().json()
                return len(said["tokens"])
            except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
                got = f"/tokenize: {error}"
                raise EndpointError([FaultError("connection", got).problem(url)]) from None

        yield count, f"the tokenizer of {local}"


def shown(line: Passages, own: str, *, most: int, count: Count) -> InPrompt:
    """Return a question's passages as its prompt shows them. most: tokens of all together."""
    used = cut(line.shown, most, count)
    there = {one.id for one in line.shown[: used.whole + used.cut]}
    injected = tuple(one for one in line.injected if one in there)
    return InPrompt(own, used, tuple(line.retrieved), injected)


def cut(passages: Sequence[Passage], most: int, count: Count) -> Used:
    """Cut passages to ``most`` tokens together."""
    texts = [one.text.strip() for one in passages]
    if not any(texts):
        return Used("", len(texts), 0, 0)
    joined = _BETWEEN.join(texts)
    text = joined[: _longest(joined, most, count)].rstrip()
    ends = list(accumulate(len(one) + len(_BETWEEN) for one in texts))
    whole = sum(1 for end in ends if end - len(_BETWEEN) <= len(text))
    begun = sum(1 for end, one in zip(ends, texts, strict=True) if _start(end, one) < len(text))
    return Used(text, whole, begun - whole, len(texts) - begun)


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
    used = {name: one.used for name, one in sorted(shown_by_id.items())}
    return {
        "file_sha256": sha256,
        "tokens": most,
        "counted_in": by,
        "whole": sum(one.whole for one in used.values()),
        "cut": sum(one.cut for one in used.values()),
        "left_out": sum(one.left_out for one in used.values()),
        "short": {
            name: {"whole": one.whole, "cut": one.cut, "left_out": one.left_out}
            for name, one in used.items()
            if one.cut or one.left_out
        },
    }
