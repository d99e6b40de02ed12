"""Names and answers of a withdrawn submission taken out of a release, and recorded as taken out.

Whoever withdraws may ask that nothing of theirs stays. Logs and publications hold each other by
digests; so ``log/redactions.jsonl`` says of every file and line that was rewritten which digest it
had before, and every check takes the one for the other. An alias stands for the submission and for
its organisation: a digest, so that attempts still count, and who knows a name can find its alias.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.intake import organization_skeleton
from digesta.records.log import Redaction
from digesta.releases.data import REDACTIONS
from digesta.releases.log import object_of

WITHDRAWN = "withdrawn-"
"""How an alias begins; no submission and no organisation may be called so."""
_TEXTS = ("reason", "what", "why", "detail")
_REDACTED = "redacted"


def alias_of(name: str) -> str:
    """Return what stands for a submission's id, or an organisation's skeleton, once redacted.

    >>> alias_of("acme-7b")
    'withdrawn-d1e8237a052c6a06'
    """
    return name if name.startswith(WITHDRAWN) else WITHDRAWN + sha256_hex(name.encode())[:16]


def owner_of(organization: str) -> str:
    """Return by what an organisation's attempts are counted: the alias of its skeleton."""
    known = organization.startswith(WITHDRAWN)
    return organization if known else alias_of(organization_skeleton(organization))


class Earlier(NamedTuple):
    """What each redacted file, line or beginning of a log had as SHA-256 before, by that of now."""

    digests: Mapping[str, str]

    @classmethod
    def by(cls, redactions: Iterable[Redaction]) -> Earlier:
        """Return what the lines of the log of redactions say."""
        return cls({now: then for line in redactions for now, then in line.digests.items()})

    def of(self, digest: str) -> set[str]:
        """Return a digest and all that its file had before."""
        every = {digest}
        while (digest := self.digests.get(digest, "")) and digest not in every:
            every.add(digest)
        return every

    def of_all(self, digests: Iterable[str]) -> set[str]:
        """Return digests and all that their files had before."""
        return {then for digest in digests for then in self.of(digest)}


def earlier_digests(files: Mapping[str, bytes]) -> Earlier:
    """Return which digests files and lines had before redactions, by a release's files."""
    lines = (object_of(line) for line in files.get(REDACTIONS, b"").splitlines())
    return Earlier({now: then for line in lines for now, then in line.get("digests", {}).items()})


class Withdrawn(NamedTuple):
    """What is taken out: a submission's id, what its card calls it, and its organisation."""

    submission: str
    model: str
    organization: str

    def take_out(self, path: str, data: bytes) -> bytes:
        """Return a log, an index or a board without the names. path: the file's, in the release."""
        if path.endswith(".jsonl"):
            return b"".join(map(self._line, data.splitlines(keepends=True)))
        return self._line(data)

    def _line(self, line: bytes) -> bytes:
        value = orjson.loads(line)
        after = self._value(value)
        return line if after == value else canonical_bytes(after) + b"\n"

    def _value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._value(part) for part in value]
        if not isinstance(value, dict):
            return value
        after = {self._key(key): self._value(part) for key, part in value.items()}
        if value.get("submission_id") == self.submission:
            alias = alias_of(self.submission)
            after |= {"submission_id": alias}
            after |= {"model_name": alias} if "model_name" in value else {}
            if "organization" in value:
                after["organization"] = owner_of(value["organization"])
            after |= {name: _REDACTED for name in _TEXTS if value.get(name)}
        texts = {name: value[name] for name in _TEXTS if isinstance(value.get(name), str)}
        after |= {name: _REDACTED for name, text in texts.items() if self.named_in(text)}
        # What was signed are other bytes; the line of the redaction is signed in its place.
        return {key: part for key, part in after.items() if key != "signature" or after == value}

    def _key(self, key: str) -> str:
        """Return a path of a prediction or verdict file without the id."""
        parts = key.split("/")
        own = {self.submission: alias_of(self.submission)}
        own |= {f"{name}.jsonl": f"{alias}.jsonl" for name, alias in own.items()}
        return "/".join(own.get(part, part) for part in parts) if "." in parts[-1] else key

    def named_in(self, text: str) -> bool:
        """Return whether a text holds one of the names, as words."""
        names = "|".join(map(re.escape, filter(None, self)))
        return re.search(rf"(?<![\w.-])(?:{names})(?![\w-]|\.\w)", text, re.IGNORECASE) is not None


def changed_digests(path: str, before: bytes, after: bytes) -> Iterator[tuple[str, str, bool]]:
    """Yield (SHA-256 now, SHA-256 before, whether any file needs it) of a redacted file.

    Of it whole, of its lines, and of its beginnings, which only those need that name them.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for n, pair in enumerate(zip(new, old, strict=True), start=1):
        yield from _pair(*(line.rstrip(b"\n") for line in pair))
        if path.endswith(".jsonl"):
            yield from _pair(b"".join(new[:n]), b"".join(old[:n]), needed=False)
    yield from _pair(after, before)


def _pair(now: bytes, then: bytes, *, needed: bool = True) -> Iterator[tuple[str, str, bool]]:
    if now != then:
        yield sha256_hex(now), sha256_hex(then), needed
