"""The types of answer that questions ask for: when each is right, in words and worked examples.

The words are the scorer's own; the examples are marked by it when the page is made, so that they
cannot say otherwise than it does.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from digesta.scorers.base import Response, Scorer
from digesta.scorers.forms import AnswerRule
from digesta_site.values import SiteRelease
from digesta_site.words import percent

Scorers = Mapping[str, Scorer[Any]]


def types_of(scorers: Scorers) -> dict[str, AnswerRule]:
    """Return the types of answer that scorers have words for, by name."""
    return {
        name: kind for key in sorted(scorers) for name, kind in scorers[key].answer_types.items()
    }


def anchor(answer_type: str) -> str:
    """Return the anchor of a type on the page of methodology."""
    return f"answer-type-{answer_type}"


def types_under(
    scorers: Scorers, release: SiteRelease, split: str, place: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Count the questions under a place by answer type, the most frequent first.

    Types that no scorer has words for stand with their name alone. Empty where no question under
    the place has a type.
    """
    counts = release.asked_types.get((split, place), Counter())
    total, known = counts.total(), types_of(scorers)
    return [
        {
            "type": name,
            "title": known[name].title if name in known else "",
            "right": known[name].right if name in known else "",
            "anchor": anchor(name) if name in known else "",
            "n": n,
            "share": percent(n / total),
        }
        for name, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def rules(scorers: Scorers) -> list[dict[str, Any]]:
    """Return the whole rule of each type, with examples."""
    return [
        {
            "type": name,
            "scorer": scorer.name,
            "anchor": anchor(name),
            "title": kind.title,
            "right": kind.right,
            "rule": list(kind.rule),
            "asked": _ask_text(kind),
            "examples": _examples(scorer, kind),
        }
        for _, scorer in sorted(scorers.items())
        for name, kind in scorer.answer_types.items()
    ]


def _ask_text(kind: AnswerRule) -> str:
    more = {key: value for key, value in kind.ask.items() if key not in {"answer_type", "schema"}}
    more_text = f"; asked with {_json(more)}" if more else ""
    return f"right is {_json(kind.truth)}{more_text}"


def _examples(scorer: Scorer[Any], kind: AnswerRule) -> list[dict[str, str]]:
    question = {"ask": dict(kind.ask), "language": "en"}
    prepared = scorer.prepare(question, {"answer": kind.truth}, {})
    examples = []
    for answer in kind.answers:
        status, _, because = scorer.why(prepared, Response(answer)).partition(": ")
        examples.append({"answer": _json(answer), "status": status, "why": because})
    return examples


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
