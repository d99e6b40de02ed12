"""Texts that several formats share: YAML, prompts as one text, values as text, names in paths."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.records.question import Question
from digesta.scorers.letters.readings import letters_of

_OTHER = re.compile(r"[^A-Za-z0-9._-]+")


def yaml(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """Return a mapping or a list as YAML in blocks, its scalars as JSON writes them."""
    return "".join(f"{line}\n" for line in _lines(value))


def _lines(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(inner, Mapping | list) and inner:
                yield f"{key}:"
                yield from (f"  {line}" for line in _lines(inner))
            else:
                yield f"{key}: {_scalar(inner)}"
    else:
        for inner in value:
            first, *rest = _lines(inner) if isinstance(inner, Mapping | list) else [_scalar(inner)]
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)


def _scalar(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def text_of(value: Any) -> str:
    """Return a text as it is, nothing as the empty text, any other JSON value canonically."""
    if value is None:
        return ""
    return value if isinstance(value, str) else canonical_bytes(value).decode()


def shown_text(question: Question) -> str:
    """Return what a question shows as one text: its texts, its turns, its choices by letter."""
    shown = [f"{source.title}\n{source.text}" for source in question.shown_sources or ()]
    return "\n\n".join(
        [*shown, *(turn.content for turn in question.turns), *choice_lines(question)]
    )


def choice_lines(question: Question) -> list[str]:
    """Return the choices of a question by letters, as one part of its prompt; else nothing."""
    if question.scorer != "letters":
        return []
    choices = question.ask["choices"]
    pairs = zip(letters_of(len(choices)), choices, strict=True)
    return ["\n".join(f"{letter}. {text}" for letter, text in pairs)]


def path_part(name: str) -> str:
    """Return a name as a part of a path: other characters than letters, digits and ._- go."""
    return _OTHER.sub("-", name).strip(".-") or "unnamed"


def license_urls(names: Sequence[str]) -> list[str]:
    """Return the pages of SPDX licences; the text itself of expressions and unlisted licences."""
    page = "https://spdx.org/licenses/{}.html"
    return [name if " " in name or "LicenseRef-" in name else page.format(name) for name in names]
