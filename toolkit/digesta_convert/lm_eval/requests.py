"""What lm-evaluation-harness sent for a document, what came back, and what was right."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from digesta.errors import InputError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.scorers.letters.readings import letters_of
from digesta_convert.lm_eval.records import LoggedSample
from digesta_convert.shared.draft import ROLES, Value, user_turn
from digesta_convert.shared.keys import may_be_choices, texts_of
from digesta_convert.shared.rows import LineFault

_LISTS = ("choices", "options", "endings")


class Request(NamedTuple):
    """A prompt, and the text whose likelihood was asked for; None where text was generated."""

    prompt: Any
    continuation: str | None


def requests_of(logged: LoggedSample) -> list[Request]:
    """Return the requests of a document, in order; LineFault where they are of no known form."""
    listed = logged.arguments
    raw = list(listed.values()) if isinstance(listed, dict) else listed
    pairs = [[*each.values()] if isinstance(each, dict) else each for each in raw]
    if not pairs or not all(isinstance(pair, list) and len(pair) > 1 for pair in pairs):
        expected = "a prompt and a continuation, or settings, for each request"
        raise LineFault("bad-arguments", got=_brief(raw), expected=expected, fix=_LOG_AGAIN)
    requests = [Request(pair[0], pair[1] if isinstance(pair[1], str) else None) for pair in pairs]
    half = len(requests) // 2
    # acc_mutual_info asks for each choice a second time, without a prompt.
    return requests[:half] if half and not any(r.prompt for r in requests[half:]) else requests


_LOG_AGAIN = "log the samples again with lm_eval --log_samples"


def turns_of(prompt: Any) -> list[Value]:
    """Return the messages of a prompt: a text, or a chat's JSON in a list of one."""
    if isinstance(prompt, str) and prompt.strip():
        return user_turn(prompt)
    if isinstance(prompt, list) and len(prompt) == 1 and isinstance(prompt[0], str):
        turns = _json(prompt[0])
        if isinstance(turns, list) and turns and all(map(_is_turn, turns)):
            return [{"role": turn["role"], "content": turn["content"]} for turn in turns]
    expected = f"a text, or messages with role and content: {', '.join(ROLES)}"
    raise LineFault("bad-prompt", got=_brief(prompt), expected=expected, fix=_LOG_AGAIN)


def _json(text: str) -> Any:
    try:
        return strict_json(text.encode(), file="prompt", limits=RELEASE_LIMITS)
    except InputError:
        return None


def _is_turn(turn: Any) -> bool:
    if not isinstance(turn, dict) or turn.get("role") not in ROLES:
        return False
    return isinstance(turn.get("content"), str) and bool(turn["content"].strip())


def likeliest(logged: LoggedSample, n: int) -> int:
    """Return the place of the greatest log-likelihood, the first of equals."""
    scores = [_likelihood(reply) for reply in logged.filtered_resps[:n]]
    if len(scores) != n or any(score is None for score in scores):
        got = f"/filtered_resps: {_brief(logged.filtered_resps)}"
        raise LineFault("bad-value", got=got, expected=f"{n} log-likelihoods", fix=_LOG_AGAIN)
    return max(range(n), key=lambda place: scores[place])  # type: ignore[arg-type, return-value]


def _likelihood(reply: Any) -> float | None:
    first = reply[0] if isinstance(reply, list) and reply else reply
    try:
        number = float(first)
    except (TypeError, ValueError):
        return None
    return None if math.isnan(number) else number


def listed_choices(document: Value) -> list[str]:
    """Return the texts of the choices that a document lists, in one of the usual ways; or none."""
    values = [document.get(key) for key in _LISTS]
    values = [value.get("text") if isinstance(value, dict) else value for value in values]
    values.append([document[key] for key in "ABCDEFGHIJ" if key in document])
    return next((list(value) for value in values if value and may_be_choices(value)), [])


def choices_of(logged: LoggedSample, labels: Sequence[str]) -> list[str]:
    """Return what the model chose among; where these are letters alone, what they stand for."""
    listed = listed_choices(logged.document)
    bare = [label.strip("().: ") for label in labels] == list(letters_of(len(labels)))
    return listed if bare and len(listed) == len(labels) else list(labels)


def right_choice(logged: LoggedSample, labels: Sequence[str], best: int) -> str:
    """Return the letter of what is right; the log's ``acc`` decides between a place and a text.

    best: the place of what the model chose.
    """
    letters, text = letters_of(len(labels)), str(logged.target).strip()
    by_place = [int(text)] if text.isascii() and text.isdigit() and int(text) < len(labels) else []
    by_text = [labels.index(text)] if text in labels else []
    possible = list(dict.fromkeys([*by_place, *by_text]))
    agreeing = [p for p in possible if logged.acc in (None, float(p == best))]
    if not possible:
        expected = f"one of {', '.join(labels)}, or its place from 0"
        raise LineFault(
            "bad-target", got=f"/target: {text[:80]}", expected=expected, fix=_ONE_RIGHT
        )
    if not agreeing:
        got = f"/acc: {logged.acc}"
        expected = f"{float(possible[0] == best)}: the likeliest choice is {letters[best]}"
        raise LineFault("bad-value", got=got, expected=expected, fix=_LOG_AGAIN)
    return letters[agreeing[0]]


_ONE_RIGHT = "leave out tasks in which several choices are right"


def right_texts(target: Any) -> list[str]:
    """Return the right texts of a target: the harness writes a list of several as Python does."""
    if isinstance(target, list):
        return [str(text) for text in target]
    text = str(target)
    return texts_of(text) or [text]


def _brief(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:80]
