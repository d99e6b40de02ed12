"""``digesta.json``: what a draft holds beyond the fields that a benchmark's own files have.

Resources are in base64. An object per line that differs, by its position: keys to set and keys
to take away. Answers are named by question, since not every question has one.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from digesta.errors import Problem, ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.interchange._todo import LINES, problems_of_line

if TYPE_CHECKING:
    from digesta.interchange.base import Draft

OVERLAY = "digesta.json"
FORMAT = "interchange/1"
_LINES = ("questions", "truths")


def difference(read: Draft, wanted: Draft) -> dict[str, Any]:
    """Give what makes the draft that was read from files the one that is wanted; maybe nothing."""
    made: dict[str, Any] = {}
    for name in _LINES:
        pairs = list(zip(getattr(read, name), getattr(wanted, name), strict=True))
        edits = {str(at): _edit(old, new) for at, (old, new) in enumerate(pairs) if old != new}
        if edits:
            made[name] = edits
    made |= _answers(read, wanted)
    if read.track != wanted.track:
        made["track"] = wanted.track
    if dict(read.resources) != dict(wanted.resources):
        made["resources"] = {
            path: b64encode(data).decode() for path, data in sorted(wanted.resources.items())
        }
    return {"format": FORMAT, **made} if made else {}


def _edit(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    changed = {key: value for key, value in new.items() if key not in old or old[key] != value}
    return {"set": changed, "unset": sorted(key for key in old if key not in new)}


def _answers(read: Draft, wanted: Draft) -> dict[str, Any]:
    ids = {
        old["question_id"]: new["question_id"]
        for old, new in zip(read.questions, wanted.questions, strict=True)
    }
    before = {ids[key]: answer for key, answer in read.answer_of().items()}
    after = wanted.answer_of()
    changed = {key: a for key, a in after.items() if key not in before or before[key] != a}
    gone = sorted(key for key in before if key not in after)
    return ({"answers": changed} if changed else {}) | ({"unanswered": gone} if gone else {})


def apply(draft: Draft, data: bytes) -> Draft:
    """Give the draft with what ``digesta.json`` says of it."""
    said = strict_json(data, file=OVERLAY, limits=RELEASE_LIMITS)
    try:
        made = _applied(draft, said)
    except (AttributeError, KeyError, TypeError, ValueError):
        # Any JSON may stand here; only what export wrote for these very files fits.
        raise ReleaseError(
            [
                Problem(
                    code="overlay",
                    file=OVERLAY,
                    got="what does not fit the files beside it",
                    expected=f"the {FORMAT} object that digesta export wrote with them",
                    fix="export again, or take the file away",
                )
            ]
        ) from None
    problems = [
        problem
        for path, lines in zip(LINES, (made.questions, made.truths, made.predictions), strict=True)
        for number, line in enumerate(lines, start=1)
        for problem in problems_of_line(path, line, number)
    ]
    if problems:
        raise ReleaseError(problems)
    return made


def _applied(draft: Draft, said: Mapping[str, Any]) -> Draft:
    if said["format"] != FORMAT or not all(
        0 <= int(at) < len(getattr(draft, name)) for name in _LINES for at in said.get(name, {})
    ):
        raise ValueError(FORMAT)
    questions = _edited(draft.questions, said.get("questions", {}))
    ids = {
        old["question_id"]: new["question_id"]
        for old, new in zip(draft.questions, questions, strict=True)
    }
    answers = {ids[key]: answer for key, answer in draft.answer_of().items()}
    answers |= said.get("answers", {})
    for key in said.get("unanswered", []):
        del answers[key]
    if unknown := set(answers) - set(ids.values()):
        raise ValueError(f"answers to {unknown}")
    return replace(
        draft,
        questions=questions,
        truths=_edited(draft.truths, said.get("truths", {})),
        predictions=tuple(
            {"question_id": one["question_id"], "answer": answers[one["question_id"]]}
            for one in questions
            if one["question_id"] in answers
        ),
        track=dict(said.get("track", draft.track)),
        resources={path: b64decode(text) for path, text in said["resources"].items()}
        if "resources" in said
        else draft.resources,
    )


def _edited(
    lines: Sequence[dict[str, Any]], edits: Mapping[str, Mapping[str, Any]]
) -> tuple[dict[str, Any], ...]:
    made = list(lines)
    for at, edit in edits.items():
        kept = {key: v for key, v in made[int(at)].items() if key not in edit["unset"]}
        made[int(at)] = kept | edit["set"]
    return tuple(made)
