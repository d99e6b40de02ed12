"""The statements of a finished contract, found again in its text alone.

Nothing of the drawing is known here but the wordings: a line that a decisive wording may have
become is a fact, with the values that the line writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from authoring.frenchlaw.pool import REPLACEMENTS, Pool, recognise

_BODY = ("def", "cession", "prix", "eo", "seq", "cs", "rea", "gap", "nc", "sub", "int", "lit",
         "c", "c2")  # fmt: skip
_NUMBER = re.compile(r"^(?:\d+\.\d+|Article \d+ –|\([a-h]\)) ")
_LINKED = re.compile(r"<(art|anx):\w+>")


class Fact(NamedTuple):
    """A decisive statement of the text: its clause, its values, and the line's own mark."""

    key: str
    slots: Mapping[str, str]
    mark: str


class ReadText(NamedTuple):
    """A contract by its parts; annexes: by what their intro says, their rows."""

    head: tuple[str, ...]
    body: tuple[Fact, ...]
    annexes: Mapping[str, tuple[str, ...]]
    amendments: tuple[tuple[Fact, ...], ...]

    def facts(self, key: str) -> list[Fact]:
        """Return the body's facts of a clause."""
        return [fact for fact in self.body if fact.key == key]

    def single(self, *keys: str) -> Fact:
        """Return the only fact of some clauses; ValueError where there is none, or another."""
        facts = [fact for fact in self.body if fact.key in keys]
        if len(facts) != 1:
            raise ValueError(f"{' or '.join(keys)}: {len(facts)} statements in the body")
        return facts[0]

    def in_amendments(self, *keys: str) -> Iterator[Fact]:
        """Yield the amendments' facts of some clauses, the oldest amendment first."""
        for amendment in self.amendments:
            yield from (fact for fact in amendment if fact.key in keys)


def read(text: str, pool: Pool) -> ReadText:
    """Return what a contract's text states; ValueError where a line may be two clauses."""
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if re.match(r"(ANNEXE|AVENANT N°) \d+ ?", line)]
    body = lines[: starts[0]]
    annexes: dict[str, tuple[str, ...]] = {}
    amendments = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        part = lines[start:end]
        if part[0].startswith("ANNEXE"):
            annexes[_annex_named(part[0], pool)] = tuple(part[2:])
        else:
            amendments.append(tuple(_facts(part, pool, ("av",))))
    facts = tuple(_facts(body, pool, _BODY))
    amendments = [tuple(_meaning(fact, facts) for fact in amendment) for amendment in amendments]
    head = tuple(body[: next(at for at, line in enumerate(body) if line.startswith("(A) ")) + 1])
    return ReadText(head, facts, annexes, tuple(amendments))


def _meaning(fact: Fact, body: Sequence[Fact]) -> Fact:
    """Return what a fact says that amends an article by its number; others as they are."""
    if fact.key not in REPLACEMENTS:
        return fact
    number = fact.slots["par"].removeprefix("article ")
    keys = [each.key for each in body if each.mark == number]
    meant = [key for key, of in REPLACEMENTS[fact.key].items() if set(keys) & set(of)]
    if len(meant) != 1:
        raise ValueError(f"article {number}: {len(meant)} clauses that an amendment may mean")
    return fact._replace(key=meant[0])


def _annex_named(title: str, pool: Pool) -> str:
    name = title.partition(" – ")[2]
    fit = [
        key.removeprefix("n.")
        for key, wordings in pool.items()
        if key.startswith("n.") and recognise(name, wordings) is not None
    ]
    if len(fit) != 1:
        raise ValueError(f"{title}: {len(fit)} annexes")
    return fit[0]


def _facts(lines: Sequence[str], pool: Pool, prefixes: Sequence[str]) -> Iterator[Fact]:
    keys = [key for key in pool if key.partition(".")[0] in prefixes and key != "av.si"]
    for line in lines:
        mark = match[0].strip() if (match := _NUMBER.match(line)) else ""
        plain = line[match.end() :] if match else line
        main, _, last = plain.rpartition(". ")
        condition = recognise(last, pool["av.si"]) if main else None
        if condition:
            plain = f"{main}."
        facts = [
            Fact(key, {**slots, **(condition or {})}, mark)
            for key in keys
            if (slots := recognise(plain, pool[key])) is not None
        ]
        if len(facts) > 1:
            raise ValueError(f"{line}: {', '.join(fact.key for fact in facts)}")
        yield from facts
