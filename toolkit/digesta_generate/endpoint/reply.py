"""Read the body of a chat completion: its text, whether it was cut, what it cost.

An endpoint is not trusted: every field may be missing or of another type. A body without
``choices[0].message`` is no reply; everything else is optional.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from digesta.intake import INT_MAX
from digesta_generate.endpoint.faults import FaultError, code_of

_SHOWN = 200
_TOKENS = INT_MAX // 10**6
_MONEY = INT_MAX // 10**12
"""The most that one reply may report: more is ignored, so that sums stay exact integers."""
_PLACES = 30
"""Decimal places of a cost: an exact fraction of more would take for ever."""


class Reply(NamedTuple):
    """One reply.

    text: the content, unparsed. cut: it ended at the limit of tokens. refused: by the model's
    own refusal field or the endpoint's content filter. input_tokens, output_tokens, cost (in the
    endpoint's currency, USD): as reported, else None. model, provider: as reported, else "".
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
    """Return a body's reply, or raise FaultError: no JSON, no reply, or an error in its place."""
    value = _parse(body)
    if not isinstance(value, dict):
        raise FaultError("not-json", _start(body))
    choices = value.get("choices")
    choice = _object(choices[0] if isinstance(choices, list) and choices else None)
    message = choice.get("message")
    _refuse_error(value.get("error") or choice.get("error"), body)
    if not isinstance(message, dict):
        raise FaultError("reply-shape", _start(body))
    finish = choice.get("finish_reason")
    return Reply(
        text=_text(message.get("content")),
        cut=finish == "length",
        refused=bool(_text(message.get("refusal"))) or finish == "content_filter",
        **_bill(value)._asdict(),
        model=_string(value.get("model"))[:_SHOWN],
        provider=_string(value.get("provider"))[:_SHOWN],
    )


class Bill(NamedTuple):
    """The use that a body reports, whether or not it holds a reply; None: not reported."""

    input_tokens: int | None
    output_tokens: int | None
    cost: Decimal | None


def read_bill(body: str) -> Bill:
    """Return the use that a body reports, which may be no reply."""
    try:
        return _bill(_parse(body))
    except FaultError:
        return Bill(None, None, None)


def _bill(value: Any) -> Bill:
    usage = _object(_object(value).get("usage"))
    return Bill(
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        _money(usage.get("cost")),
    )


def scrub_content(body: str, scrub: Callable[[str], str]) -> str:
    """Return a body with its content scrubbed as one text: parts may split a secret."""
    try:
        text = read_reply(body).text
    except FaultError:
        return body
    if scrub(text) == text:
        return body
    value = json.loads(body)
    value["choices"][0]["message"]["content"] = scrub(text)
    return json.dumps(value)


def _parse(body: str) -> Any:
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


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    """Return a text, or the texts of a list of parts, joined."""
    if isinstance(value, list):
        return "".join(_string(_object(part).get("text")) for part in value)
    return _string(value)


def _string(value: Any) -> str:
    """Return a text, lone surrogates replaced; "" for anything else."""
    if not isinstance(value, str):
        return ""
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= _TOKENS else None


def _money(value: Any) -> Decimal | None:
    if type(value) not in (int, Decimal):
        return None
    money = Decimal(value)
    if not money.is_finite() or not 0 <= money <= _MONEY:
        return None
    exponent = money.as_tuple().exponent
    assert isinstance(exponent, int), "it is finite"
    if not money:
        return Decimal(0)
    return money if exponent >= -_PLACES else None


def _start(body: str) -> str:
    return " ".join(body[:_SHOWN].split()) or "an empty body"
