"""The passages in a prompt: how many of their words it shows, and what says how they were cut.

The passages of a question stand in the file's order, one below the other, and their text is cut at
its end to a number of tokens. So the first are whole, one may be cut at its end, and those behind
it are left out; ``run.json`` has the counts of each question that lost any. Tokens are counted by
the tokenizer of a model on this machine, else one for each byte of UTF-8: no byte-level tokenizer
takes more, so a prompt never grows beyond the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any, NamedTuple

import httpx

from digesta_generate.endpoint.faults import EndpointError, FaultError
from digesta_generate.endpoint.local import model_of, serve
from digesta_generate.retrieval.passages import Passages, ShownPassage

Count = Callable[[str], int]
"""Returns the number of tokens of a text."""

BYTES = "bytes of UTF-8, one token each"
_BETWEEN = "\n"
_SECONDS = 60


class CutText(NamedTuple):
    """The words of passages that a prompt shows. whole, cut, left_out: how many, in this order."""

    text: str
    whole: int
    cut: int
    left_out: int


class PromptPassages(NamedTuple):
    """A question's passages. own: its own words, which stand below the passages.

    retrieved: the ids of the search, best first. injected: right passages that the search missed
    and of which the prompt shows at least the beginning.
    """

    own: str
    shown: CutText
    retrieved: tuple[str, ...]
    injected: tuple[str, ...]


def in_bytes(text: str) -> int:
    """Return the bytes of a text."""
    return len(text.encode())


@contextmanager
def token_counter(local: str | None) -> Iterator[tuple[Count, str]]:
    """Yield a function that counts tokens, and its name. local: a model on this machine."""
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

        yield count, f"the tokenizer of {model_of(local).name}"


def prompt_passages(line: Passages, own: str, *, most: int, count: Count) -> PromptPassages:
    """Return a question's passages as its prompt shows them. most: tokens of all together."""
    shown = cut(line.shown, most, count)
    there = {passage.id for passage in line.shown[: shown.whole + shown.cut]}
    injected = tuple(clause for clause in line.injected if clause in there)
    return PromptPassages(own, shown, tuple(line.retrieved), injected)


def cut(passages: Sequence[ShownPassage], most: int, count: Count) -> CutText:
    """Cut passages to ``most`` tokens together."""
    texts = [passage.text.strip() for passage in passages]
    if not any(texts):
        return CutText("", len(texts), 0, 0)
    joined = _BETWEEN.join(texts)
    text = joined[: _longest(joined, most, count)].rstrip()
    starts = list(accumulate((len(part) + len(_BETWEEN) for part in texts), initial=0))
    whole = sum(end - len(_BETWEEN) <= len(text) for end in starts[1:])
    begun = sum(start < len(text) for start in starts[:-1])
    return CutText(text, whole, begun - whole, len(texts) - begun)


def _longest(text: str, most: int, count: Count) -> int:
    """Return how many characters of a text have at most ``most`` tokens."""
    least, greatest = 0, len(text)
    if count(text) <= most:
        return greatest
    # Not bisect: tokens merge across a cut, so another order of probes can end elsewhere.
    while least < greatest:
        middle = (least + greatest + 1) // 2
        if count(text[:middle].rstrip()) <= most:
            least = middle
        else:
            greatest = middle - 1
    return least


def record(
    in_prompt: Mapping[str, PromptPassages], *, sha256: str, most: int, by: str
) -> dict[str, Any]:
    """Return what ``run.json`` says of the passages. sha256: of their file. by: the tokenizer."""
    counts = {
        name: {"whole": shown.whole, "cut": shown.cut, "left_out": shown.left_out}
        for name, (_, shown, _, _) in in_prompt.items()
    }
    return {
        "file_sha256": sha256,
        "tokens": most,
        "counted_in": by,
        **{key: sum(each[key] for each in counts.values()) for key in ("whole", "cut", "left_out")},
        "short": {name: each for name, each in counts.items() if each["cut"] or each["left_out"]},
    }
