"""Read the body of a chat completion: what was said, whether it was cut, what it cost.

The body is an endpoint's word: every field may be missing or of another type. Without
``choices[0].message`` it is no reply; everything else is optional.
"""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from digesta.intake import INT_MAX
from digesta_generate.endpoint.faults import FaultError, code_of

_SHOWN = 200


class Reply(NamedTuple):
    """One reply, as it was said.

    text: the content, unparsed. cut: it ended at the limit of tokens. refused: by the model's
    own refusal field or the endpoint's content filter. input_tokens, output_tokens, cost (in the
    endpoint's currency, USD): as reported, else None. model, provider: who answered, by its own
    word, else "".
    """

    text: str
    cut: bool
    refused: bool
    input_tokens: int | None
    output_tokens: int | None
    cost: Decimal | None
    model: str
    provider: str


def read_reply(body: str) -> Reply:
    """Read a body, or raise FaultError: no JSON, no reply, or an error in a reply's place."""
    value = _parsed(body)
    if not isinstance(value, dict):
        raise FaultError("not-json", _start(body))
    choice = _first(value.get("choices"))
    message = choice.get("message")
    _refuse_error(value.get("error") or choice.get("error"), body)
    if not isinstance(message, dict):
        raise FaultError("reply-shape", _start(body))
    finish = choice.get("finish_reason")
    usage = _object(value.get("usage"))
    return Reply(
        text=_text(message.get("content")),
        cut=finish == "length",
        refused=bool(_text(message.get("refusal"))) or finish == "content_filter",
        input_tokens=_count(usage.get("prompt_tokens")),
        output_tokens=_count(usage.get("completion_tokens")),
        cost=_money(usage.get("cost")),
        model=_text(value.get("model"))[:_SHOWN],
        provider=_text(value.get("provider"))[:_SHOWN],
    )


def _parsed(body: str) -> Any:
    try:
        return json.loads(body, parse_float=Decimal)
    except (ValueError, RecursionError, InvalidOperation):
        raise FaultError("not-json", _start(body)) from None


def _refuse_error(error: Any, body: str) -> None:
    # OpenRouter answers with status 200 and an error where a provider failed half-way.
    if not error:
        return
    code = _object(error).get("code")
    status = code if type(code) is int and code >= 400 else 500  # noqa: PLR2004 - of HTTP
    raise FaultError(code_of(status), _start(body), status=status, body=body)


def _first(choices: Any) -> dict[str, Any]:
    return _object(choices[0] if isinstance(choices, list) and choices else None)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    """Give a text, or the texts of a list of parts, joined; lone surrogates are no text."""
    if isinstance(value, list):
        return "".join(_text(_object(part).get("text")) for part in value)
    if not isinstance(value, str):
        return ""
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= INT_MAX else None


def _money(value: Any) -> Decimal | None:
    if type(value) not in (int, Decimal):
        return None
    money = Decimal(value)
    return money if money.is_finite() and 0 <= money <= INT_MAX // 10**6 else None


def _start(body: str) -> str:
    return " ".join(body[:_SHOWN].split()) or "an empty body"
