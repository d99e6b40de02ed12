"""Signatures of lines and of indexes: which maintainer's key vouches for what stands in a log.

A signature is ssh-keygen's, without its armour, over the canonical bytes of the JSON object without
its ``signature``, in a namespace that names the release and the file: a line serves in no other
place. ``releases/allowed_signers`` lists who may sign. ``releases/signers.jsonl`` has every such
list, each signed by a key of the list before it. What makes and checks signatures is handed in.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from hashlib import sha256
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import Problem, ReleaseError, UsageError
from digesta.records.log import Past
from digesta.records.read import read_record
from digesta.releases.log import object_of

KeyBehind = Callable[[bytes, str, str], str]
"""Message, signature, namespace -> the fingerprint of the key that signed; "" if none did."""

PAST = "log/past.json"
"""What stood in a release before lines were signed, signed once, as a whole."""

_ONE = r'[a-z-]+(?:="[^"]*")?'
# Between two options stands a comma: were it left out, letters could be cut up in 2^n ways.
_OPTIONS = rf"(?P<options>{_ONE}(?:,{_ONE})*)\s+"
SIGNER_NAME = r"[^\s#]\S*"
"""How a signer's name is written."""

_KIND = r"(?P<kind>(?:sk-)?(?:ssh|ecdsa)-[a-z0-9@.-]+)"
_SIGNER = re.compile(rf"(?P<name>{SIGNER_NAME})\s+(?:{_OPTIONS})?{_KIND}\s+(?P<key>\S+)(?:\s.*)?")
_OPTION = re.compile(r'(namespaces|valid-after|valid-before)="([^"]*)"(?:,|$)')
SIGNERS_SPACE = "digesta:signers.jsonl"
"""The namespace of the lists of signers."""
SIGNED = re.compile(r"log/[a-z]+\.jsonl|boards/[0-9]+/index\.json")


class Signer(NamedTuple):
    """A line of allowed_signers.

    fingerprint: the key's, as ``ssh-keygen -l`` prints it. namespaces, after, before: where and
    when it may sign (patterns with commas, YYYYMMDD), or "".
    """

    name: str
    fingerprint: str
    namespaces: str = ""
    after: str = ""
    before: str = ""

    def refusal(self, namespace: str, date: str) -> str:
        """Return why the key may not sign in a namespace on a day; "" if it may."""
        patterns = self.namespaces.split(",") if self.namespaces else ["*"]
        day = date.replace("-", "")
        if not any(fnmatchcase(namespace, pattern) for pattern in patterns):
            return f"the key of {self.name} signs in {self.namespaces} alone"
        if (self.after or day) <= day <= (self.before or day):
            return ""
        return f"the key of {self.name} is valid from {self.after or '-'} to {self.before or '-'}"


def allowed_signers(text: str, *, file: str) -> tuple[Signer, ...]:
    """Return who may sign, from the text of an allowed_signers file (ssh-keygen(1)).

    Options are namespaces, valid-after and valid-before, with days only. Any other line raises
    ReleaseError: one that is passed over could be the one that matters.
    """
    signers, problems = list[Signer](), []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _SIGNER.fullmatch(line)
        signer = _signer(match) if match else None
        if signer is None:
            expected = 'name namespaces="digesta:*",valid-after="20261123" ssh-ed25519 KEY'
            fix = "write one public key a line, with these options or none"
            problems.append(
                Problem(code="signer", file=file, line=number, expected=expected, fix=fix)
            )
        else:
            signers.append(signer)
    if problems or not signers:
        empty = Problem(code="signer", file=file, expected="a signer", fix="name one a line")
        raise ReleaseError(problems or [empty])
    return tuple(signers)


def _signer(match: re.Match[str]) -> Signer | None:
    written = match["options"] or ""
    options = dict(_OPTION.findall(written))
    days = [options.get(name, "") for name in ("valid-after", "valid-before")]
    fingerprint = _fingerprint(match["kind"], match["key"])
    sound = fingerprint and not _OPTION.sub("", written)
    if not sound or any(day and not re.fullmatch(r"[0-9]{8}", day) for day in days):
        return None
    return Signer(match["name"], fingerprint, options.get("namespaces", ""), *days)


def _fingerprint(kind: str, text: str) -> str:
    """Return the fingerprint of a public key of a kind, in base64; "" where it is none."""
    try:
        key = b64decode(text, validate=True)
    except ValueError:  # no base64, or no ASCII
        return ""
    kinds = len(kind).to_bytes(4, "big") + kind.encode()
    digest = b64encode(sha256(key).digest()).decode().rstrip("=")
    return f"SHA256:{digest}" if key.startswith(kinds) and len(key) > len(kinds) else ""


class SigningKey(NamedTuple):
    """A maintainer's key, and the list that says what it may sign.

    sign_bytes: message and namespace -> a signature.
    """

    sign_bytes: Callable[[bytes, str], str]
    key_behind: KeyBehind
    signers: tuple[Signer, ...]

    def sign(self, value: Mapping[str, Any], namespace: str) -> dict[str, Any]:
        """Return a JSON object with its signature; UsageError where the key may not sign it."""
        signature = self.sign_bytes(canonical_bytes(value), namespace)
        signed = {**value, "signature": signature}
        if why := refusal_of(signed, namespace, self.signers, self.key_behind):
            raise UsageError(f"--key: {why}")
        return signed


def namespace_of(release: str, path: str) -> str:
    """Return the namespace in which a file of a release is signed.

    >>> namespace_of("2026-11-22", "log/decisions.jsonl")
    'digesta:2026-11-22/log/decisions.jsonl'
    """
    return f"digesta:{release}/{path}"


def refusal_of(
    value: Mapping[str, Any], namespace: str, signers: tuple[Signer, ...], key_behind: KeyBehind
) -> str:
    """Return why the signature of a JSON object does not count; "" if it does."""
    signature = value.get("signature")
    if not isinstance(signature, str):
        return "no signature"
    message = canonical_bytes({name: part for name, part in value.items() if name != "signature"})
    key = key_behind(message, signature, namespace)
    return verdict_on(key, namespace, str(value.get("date")), signers)[1]


def verdict_on(key: str, namespace: str, date: str, signers: tuple[Signer, ...]) -> tuple[str, str]:
    """Return who signed, and why that does not count, "" if it does.

    key: the fingerprint of the key behind a signature, "" where it is over other bytes.
    """
    if not key:
        return "", "a signature over something else"
    own = [signer for signer in signers if signer.fingerprint == key]
    reasons = [signer.refusal(namespace, date) for signer in own]
    if not own:
        return "", f"a signature by {key}, whom the list of signers does not name"
    return (own[reasons.index("")].name, "") if "" in reasons else ("", "; ".join(reasons))


def parse_signers(
    history: bytes, text: bytes, key_behind: KeyBehind, *, name: str
) -> tuple[Signer, ...]:
    """Return who may sign today: each list of signers.jsonl is signed by a key of the one before.

    text: of allowed_signers, which is the last list; name: of the folder of both. Raises
    ReleaseError.
    """
    file, fix = f"{name}/signers.jsonl", "restore both files; change them by: digesta log signers"
    before: tuple[Signer, ...] = ()
    last = ""
    for number, line in enumerate(history.splitlines(), start=1):
        value = object_of(line)
        last = str(value.get("signers"))
        now = allowed_signers(last, file=file)
        why = refusal_of(value, SIGNERS_SPACE, before or now, key_behind)
        if why:
            raise ReleaseError.of(code="signature", file=file, line=number, got=why, fix=fix)
        before = now
    if last.encode() != text:
        raise ReleaseError.of(
            code="signers",
            file=f"{name}/allowed_signers",
            expected=f"the list that the last line of {file} has",
            fix=fix,
        )
    return before


def signature_problems(
    files: Mapping[str, bytes],
    signers: tuple[Signer, ...],
    release: str,
    key_behind: KeyBehind,
) -> Iterator[Problem]:
    """Yield every line of a release's logs, and every index, that no maintainer's key vouches for.

    signers: () in a workspace whose logs nobody signs; then no line may have a signature.
    """

    def problems(value: Mapping[str, Any], path: str, line: int) -> Iterator[Problem]:
        if signers:
            why = refusal_of(value, namespace_of(release, path), signers, key_behind)
            fix = (
                "write no line by hand; restore the file, and use the command with --key; lines "
                "older than the first list of signers: digesta log sign"
            )
        else:
            why = "a signature, but no releases/allowed_signers" if "signature" in value else ""
            fix = "restore releases/allowed_signers and releases/signers.jsonl"
        if why:
            yield Problem(code="unsigned", file=path, line=line, got=why, fix=fix)

    past: dict[str, Any] = object_of(files.get(PAST, b""))
    if past:
        read_record(Past, past, PAST)
        yield from problems(past, PAST, 0)
    for path in sorted(filter(SIGNED.fullmatch, files)):
        lines = files[path].splitlines(keepends=True)
        old = past.get("files", {}).get(path, {"lines": 0, "sha256": sha256_hex(b"")})
        if old["sha256"] != sha256_hex(b"".join(lines[: old["lines"]])):
            yield Problem(
                code="log-rewritten",
                file=path,
                expected=f"{old['lines']} lines of SHA-256 {old['sha256']}, says {PAST}",
                fix="lines older than the first signature never change; restore them",
            )
        for number, line in enumerate(lines[old["lines"] :], start=old["lines"] + 1):
            yield from problems(object_of(line), path, number)
