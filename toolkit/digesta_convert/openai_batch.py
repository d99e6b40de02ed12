"""Batch results of OpenAI, of servers that write the same (vLLM, Mistral), and of Anthropic.

A line a request: ``custom_id`` is the id of our question, the reply is in ``response.body``,
``response`` or ``result.message`` (chat completions, responses, completions). A request that
failed has no reply, whatever its error says: it is an answer that is missing. UTF-8.
"""

from __future__ import annotations

import json
from typing import Any

from digesta_convert.shared.converter import Converter
from digesta_convert.shared.draft import Files, Value
from digesta_convert.shared.logs import SourceReply
from digesta_convert.shared.rows import Faults, JsonLine, LineFault, lines_of

_CUT = frozenset({"length", "max_tokens", "max_output_tokens"})
_REPLIES = frozenset({"choices", "output", "content"})
_UNANSWERED = ("canceled", "errored", "expired")
_OUTPUT = "name the batch's output file"


def replies(files: Files) -> list[SourceReply]:
    """Return the reply of each line, or ReleaseError with every problem."""
    faults, read = Faults(mends=True), list[SourceReply]()
    for path, data in files.items():
        for line in lines_of(path, data, faults):
            with faults.noting(path, line.line):
                read.append(_reply(line))
    faults.refuse()
    model = next((each.model for each in read if each.model), "a model")
    return [each._replace(model=each.model or model) for each in read]


def _reply(line: JsonLine) -> SourceReply:
    record = line.raw if isinstance(line.raw, dict) else {}
    key, body = record.get("custom_id"), record.get("response") or record.get("result") or {}
    if not isinstance(key, str) or not {"response", "result"} & record.keys():
        raise LineFault("missing-key", got="no custom_id, or no response", fix=_OUTPUT)
    errors = [each.get("error") for each in (record, body) if isinstance(each, dict)]
    failed = not body or not isinstance(body, dict) or body.get("type") in _UNANSWERED
    if failed or any(errors) or str(body.get("status_code", 200))[:1] != "2":
        reason = next(filter(None, errors), body) or "no reply"
        failure = " ".join(json.dumps(reason, ensure_ascii=False)[:200].split())
        return SourceReply(line.file, line.line, key, None, "", failure=failure)
    inner = body.get("body") or body.get("message")
    body = inner if isinstance(inner, dict) else body
    if not _REPLIES & body.keys():
        expected = f"{', '.join(sorted(_REPLIES))} in the reply, or an error"
        raise LineFault("missing-key", got=", ".join(body)[:80], expected=expected, fix=_OUTPUT)
    cut = bool(_CUT & set(_stops(body)))
    return SourceReply(line.file, line.line, key, _text(body), str(body.get("model") or ""), cut)


def _stops(body: Value) -> list[str]:
    """Return what a reply's body says of why it ended, in any of the forms."""
    choices = body.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    places = (
        (first, "finish_reason"),
        (body, "stop_reason"),
        (body.get("incomplete_details"), "reason"),
    )
    return [str(value.get(key)) for value, key in places if isinstance(value, dict)]


def _text(value: Any) -> str | None:
    """Return the text of a body, a message or its parts; None where there is none."""
    if isinstance(value, list):
        return "".join(filter(None, map(_text, value))) or None
    if not isinstance(value, dict) or value.get("type") == "reasoning":
        return value if isinstance(value, str) else None
    if isinstance(value.get("choices"), list):
        return _text(value["choices"][0]) if value["choices"] else None
    inner = (value.get(key) for key in ("output", "message", "content", "text"))
    return next((text for each in inner if (text := _text(each)) is not None), None)


CONVERTER = Converter(
    name="openai_batch",
    about="Batch results of OpenAI or Anthropic, one line per request; custom_id is the question's "
    "id; UTF-8; into predictions/RELEASE/NAME",
    track="",
    scorers=(),
    replies=replies,
    import_example="openai_batch output.jsonl --organization Us -o predictions/2026-12-01/my-model",
)
