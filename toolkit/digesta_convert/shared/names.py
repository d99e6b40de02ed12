"""Names for the manifest made from a source's titles, and the sources' own fields kept aside."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Container, Iterable, Mapping
from typing import Any

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.records.base import is_slug

_LONGEST = 60


def name_of(title: str) -> str:
    """Return a name for a title: lower-case ASCII words joined by _, else a digest.

    >>> name_of("Conseil stratégique"), name_of("Audit / Due diligence")
    ('conseil_strategique', 'audit_due_diligence')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    name = "_".join(words)[:_LONGEST].strip("_")
    return name if is_slug(name) else f"t{sha256_hex(title.encode())[:10]}"


def slug_of(text: str) -> str:
    """Return an id for a source's own: its letters, digits and ._- in lower case, or a digest."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9._-]+", "-", plain).strip("._-")[:_LONGEST].strip("._-")
    return found if is_slug(found) else f"t{sha256_hex(text.encode())[:10]}"


def unique_names(titles: Iterable[str]) -> dict[str, str]:
    """Return each title, in order, a name of its own: a number is put behind one that is taken."""
    made: dict[str, str] = {}
    for title in titles:
        if title not in made:
            made[title] = _free(name_of(title), set(made.values()))
    return made


def task_names(pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return each (category, task) a name: the task's own where one category alone has it."""
    distinct = list(dict.fromkeys(pairs))
    tasks = [task for _, task in distinct]
    made: dict[tuple[str, str], str] = {}
    for category, task in distinct:
        title = task if tasks.count(task) == 1 else f"{category} {task}"
        made[category, task] = _free(name_of(title), set(made.values()))
    return made


def _free(name: str, taken: Container[str]) -> str:
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def cluster_of(question_id: str) -> str:
    """Return a cluster of its own to a question."""
    return f"c-{sha256_hex(question_id.encode())[:12]}"


def kept(work: str, fields: Mapping[str, Any]) -> dict[str, str]:
    """Return a source reference that keeps the source's own fields as they are written there."""
    return {"work": work, "at": canonical_bytes(fields).decode()}


def fields_of(refs: Iterable[Mapping[str, str]], work: str) -> dict[str, Any]:
    """Return the fields that ``kept`` put under a work that begins so; none where it did not."""
    for ref in refs:
        if ref.get("work", "").startswith(work):
            try:
                found = json.loads(ref.get("at", ""))
            except ValueError:
                continue
            if isinstance(found, dict):
                return found
    return {}
