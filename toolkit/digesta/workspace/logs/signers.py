"""Who may sign a workspace's logs; what stood there before."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import orjson

from digesta.canonical import sha256_hex
from digesta.errors import UsageError
from digesta.records.log import Past, SignerList
from digesta.records.read import read_record
from digesta.releases.log import chain_line, last_day
from digesta.releases.signatures import (
    PAST,
    SIGNED,
    SIGNERS_SPACE,
    SigningKey,
    allowed_signers,
)
from digesta.workspace import store
from digesta.workspace.compression import read_release_tree
from digesta.workspace.releases import (
    SIGNERS,
    folder_of,
    json_line,
    open_release,
    signing,
)
from digesta.workspace.sshkeygen import key_behind, sign_bytes


def change_signers(root: Path, key: Path, *, reason: str, date: str) -> str:
    """Sign releases/allowed_signers as it was edited, by a key of the list before; say who signs.

    The first list is signed by a key that stands in it.
    """
    releases = root / "releases"
    text, history = (releases / name for name in SIGNERS)
    with store.lock(releases):
        log = store.read_bytes(history) if history.exists() else b""
        lines = log.splitlines()
        now = store.read_bytes(text).decode()
        new = allowed_signers(now, file=text.as_posix())
        last = orjson.loads(lines[-1]) if lines else {"signers": now, "date": ""}
        if lines and last["signers"] == now:
            raise UsageError(f"{text}: is the list that was signed last; edit it first")
        if date < last["date"]:
            raise UsageError(f"--date {date}: the last line of {history} is of {last['date']}")
        before = allowed_signers(last["signers"], file=history.as_posix())
        private = SigningKey(partial(sign_bytes, key), key_behind, before)
        fields = {"reason": reason, "signers": now, "date": date}
        line = chain_line(SignerList, log, fields, lambda each: private.sign(each, SIGNERS_SPACE))
        store.append_line(history, line, after=log)
    return "".join(f"{signer.name} {signer.fingerprint}\n" for signer in new)


def sign_past(root: Path, wanted: str | None, key: Path, *, reason: str, date: str) -> int:
    """Sign what stands unsigned in a release, once, as a whole; return the number of lines.

    For a workspace whose logs are older than its signers. It is refused a second time.
    """
    with store.lock(folder_of(root, wanted)):
        release = open_release(root, wanted)
        if (release.root / PAST).exists():
            raise UsageError(f"{release.root / PAST}: the past is signed once")
        files = read_release_tree(release.root)
        past = {
            path: {"lines": len(data.splitlines()), "sha256": sha256_hex(data)}
            for path, data in files.items()
            if SIGNED.fullmatch(path)
        }
        fields = {"format": "past/1", "date": date, "reason": reason, "files": past}
        sign = signing(release.root, PAST, key)
        if sign is None or date < last_day(release.data):
            raise UsageError(f"--date {date}: the logs of {release.id} end later")
        store.write_file(release.root / PAST, json_line(read_record(Past, sign(fields), PAST)))
    return sum(len(data.splitlines()) for path, data in files.items() if path in past)
