"""Names for the manifest made from a source's titles, and the sources' own fields kept aside."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.package_files import json_file
from digesta.records.base import is_slug

_LONGEST = 60
UNKNOWN = "not stated"
"""The organization of a card of which nobody says who sent it in."""


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
    slug = re.sub(r"[^a-z0-9._-]+", "-", plain).strip("._-")[:_LONGEST].strip("._-")
    return slug if is_slug(slug) else f"t{sha256_hex(text.encode())[:10]}"


def unique_names(titles: Iterable[str], name: Callable[[str], str] = name_of) -> dict[str, str]:
    """Return a name for each title, in order; a name that is taken gets a number."""
    names: dict[str, str] = {}
    for title in titles:
        if title not in names:
            names[title] = _free(name(title), set(names.values()))
    return names


def task_names(pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return a name for each (category, task): the task's own where only one category has it."""
    distinct = list(dict.fromkeys(pairs))
    tasks = [task for _, task in distinct]
    names: dict[tuple[str, str], str] = {}
    for category, task in distinct:
        title = task if tasks.count(task) == 1 else f"{category} {task}"
        names[category, task] = _free(name_of(title), set(names.values()))
    return names


def _free(name: str, taken: Container[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    return free


def cluster_of(question_id: str) -> str:
    """Return a cluster of its own to a question."""
    return f"c-{sha256_hex(question_id.encode())[:12]}"


def own_fields_ref(work: str, fields: Mapping[str, Any]) -> dict[str, str]:
    """Return a source reference that keeps the source's own fields as they are written there."""
    return {"work": work, "at": canonical_bytes(fields).decode()}


def own_fields(refs: Iterable[Mapping[str, str]], work: str) -> dict[str, Any]:
    """Return the fields that ``own_fields_ref`` wrote under a work; empty where it did not.

    work: how the work's name begins.
    """
    for ref in refs:
        if ref.get("work", "").startswith(work):
            try:
                fields = json.loads(ref.get("at", ""))
            except ValueError:
                continue
            if isinstance(fields, dict):
                return fields
    return {}


def maker_of(model: str) -> str:
    """Return who made a model, by how the name of its family begins; "" where that is not known.

    >>> maker_of("openai/gpt-4o"), maker_of("SmolLM2-135M-Instruct Q4_1"), maker_of("ours")
    ('OpenAI', 'Hugging Face', '')
    """
    makers: Mapping[str, str] = json_file(__package__, "makers.json")
    name = model.rpartition("/")[2].lower()
    return next((maker for start, maker in makers.items() if name.startswith(start)), "")
