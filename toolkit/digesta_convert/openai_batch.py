"""Batch results of OpenAI, of servers that write the same (vLLM, Mistral), and of Anthropic.

A line a request: ``custom_id`` is the id of our question, the reply stands in ``response.body``
(chat completions, responses, completions) or in ``result.message``. A request that failed has no
reply: it is an answer that is missing. UTF-8.
"""

from __future__ import annotations

from typing import Any

from digesta_convert.shared.converter import Converter
from digesta_convert.shared.draft import Files
from digesta_convert.shared.logs import SourceReply
from digesta_convert.shared.rows import Faults, JsonLine, LineFault, lines_of

_CUT = frozenset({"length", "max_tokens", "max_output_tokens"})


def replies(files: Files) -> list[SourceReply]:
    """Return the reply of each line, or ReleaseError with every problem."""
    faults, read = Faults(mends=True), list[SourceReply]()
    for path, data in files.items():
        for line in lines_of(path, data, faults):
            with faults.noting(path, line.line):
                read.append(_reply(line))
    models = [each.model for each in read if each.model]
    faults.refuse()
    return [each._replace(model=each.model or (models or ["a model"])[0]) for each in read]


def _reply(line: JsonLine) -> SourceReply:
    record = line.raw if isinstance(line.raw, dict) else {}
    key = record.get("custom_id")
    if not isinstance(key, str) or not {"response", "result", "error"} & record.keys():
        fix = "name the batch's output file"
        raise LineFault("missing-key", got="no custom_id, or no response", fix=fix)
    body = _at(record, "response", "body") or _at(record, "result", "message") or {}
    text, stops = _text(body)
    return SourceReply(line.file, line.line, key, text, str(body.get("model") or ""),
                       bool(stops & _CUT))  # fmt: skip


def _at(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else None


def _text(body: dict[str, Any]) -> tuple[str | None, set[str]]:
    """Return the text of a reply's body, and why it ended; None where there is none."""
    listed = body.get("choices") or []
    choice = (
        listed[0] if isinstance(listed, list) and listed and isinstance(listed[0], dict) else {}
    )
    outputs = body.get("output") if isinstance(body.get("output"), list) else []
    messages = [each.get("content") for each in outputs if isinstance(each, dict)
                and each.get("type") == "message"]  # fmt: skip
    parts = [_at(choice, "message") or {}, *({"content": each} for each in messages), body]
    texts = [text for part in parts if (text := _joined(part.get("content"))) is not None]
    stops = [choice.get("finish_reason"), body.get("stop_reason"),
             (_at(body, "incomplete_details") or {}).get("reason")]  # fmt: skip
    text = texts[0] if texts else choice.get("text")
    return text if isinstance(text, str) else None, {str(stop) for stop in stops}


def _joined(content: Any) -> str | None:
    """Return the text of a message: a text, or parts of which some are texts."""
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(text for text in texts if isinstance(text, str)) or None
    return content if isinstance(content, str) else None


CONVERTER = Converter(
    name="openai_batch",
    about="Batch results, a line a request, custom_id the question's id: OpenAI's output file, or "
    "one of the same form, or Anthropic's; UTF-8; into predictions/RELEASE/NAME",
    track="",
    scorers=(),
    replies=replies,
    import_example="openai_batch output.jsonl --organization Us -o predictions/2026-12-01/my-model",
)
