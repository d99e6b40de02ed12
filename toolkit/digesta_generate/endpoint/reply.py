"""Read the body of a chat completion: its text, whether it was cut, what it cost.

An endpoint is not trusted: every field may be missing or of another type. A body without
``choices[0].message`` is no reply; everything else is optional.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from digesta.intake import INT_MAX
from digesta.package_files import json_file
from digesta_generate.endpoint.faults import PHRASES, FaultError, code_of

_SHOWN = 200
_TOKENS = INT_MAX // 10**6
_MONEY = INT_MAX // 10**12
"""The most that one reply may report: more is ignored, so that sums stay exact integers."""
_PLACES = 30
"""Decimal places of a cost: an exact fraction of more would take for ever."""


class Reply(NamedTuple):
    """One reply.

    text: the content, unparsed. cut: it ended at the limit of tokens. refused: by the model's
    own refusal or the endpoint's content filter. tools: it calls a tool, and says nothing.
    input_tokens, output_tokens (reasoning included), cost (in the endpoint's currency, USD): as
    reported, else None. model, provider: as reported, else "".
    """

    text: str
    cut: bool
    refused: bool
    tools: bool
    input_tokens: int | None
    output_tokens: int | None
    cost: Decimal | None
    model: str
    provider: str


def read_reply(body: str) -> Reply:
    """Return a body's reply, or raise FaultError: no JSON, no reply, or an error in its place."""
    value = _parse(body)
    if not isinstance(value, dict):
        raise FaultError("not-json", excerpt(body))
    choices = value.get("choices")
    choice = _object(choices[0] if isinstance(choices, list) and choices else None)
    message = choice.get("message")
    error = value if value.get("object") == "error" else value.get("error")
    _refuse_error(error or choice.get("error"), body)
    end = _end(choice)
    if not isinstance(message, dict) and end != "refused":
        code = code_of(500, body)  # MiniMax and Baidu have errors of a form of their own
        raise FaultError("reply-shape" if code == "server-error" else code, excerpt(body))
    if end == "failed":
        raise FaultError("server-error", f"the reply ended in an error: {excerpt(body)}")
    message = _object(message)
    content = message.get("content")
    text = _text(content)
    return Reply(
        text=text,
        cut=end == "cut",
        refused=bool(_text(message.get("refusal"))) or end == "refused" or _is_refusal(content),
        tools=not text.strip()
        and (end == "tools" or bool(message.get("tool_calls") or message.get("function_call"))),
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
    body = _object(value)
    usage = _object(body.get("usage") or body.get("usageMetadata"))
    usage = usage or _object(_object(body.get("x_groq")).get("usage"))
    tokens_in = _first(usage, "prompt_tokens", "input_tokens", "promptTokenCount", "inputTokens")
    if "prompt_tokens" not in usage and tokens_in is not None:
        # Anthropic counts what a cache gave or took apart.
        apart = ("cache_read_input_tokens", "cache_creation_input_tokens")
        tokens_in += sum(_count(usage.get(name)) or 0 for name in apart)
    return Bill(tokens_in, _tokens_out(usage, tokens_in), _cost(usage))


def _cost(usage: Mapping[str, Any]) -> Decimal | None:
    """Return the cost: a number, or a sum with its parts; and what is billed elsewhere."""
    total = usage.get("cost")
    cost = _money(_object(total).get("total_cost", total))
    upstream = _money(_object(usage.get("cost_details")).get("upstream_inference_cost"))
    # With a key of one's own OpenRouter names its fee, and next to it what the provider bills.
    return cost + upstream if cost is not None and upstream and usage.get("is_byok") else cost


def _tokens_out(usage: Mapping[str, Any], tokens_in: int | None) -> int | None:
    """Return the tokens of a reply with its reasoning, which some providers count apart."""
    names = ("completion_tokens", "output_tokens", "candidatesTokenCount", "outputTokens")
    known, total = _first(usage, *names), _first(usage, "total_tokens", "totalTokenCount")
    details = ("completion_tokens_details", "output_tokens_details")
    thought = max(_count(_object(usage.get(name)).get("reasoning_tokens")) or 0 for name in details)
    thought = max(thought, _count(usage.get("reasoning_tokens")) or 0)
    if tokens_in is not None and total is not None and total >= tokens_in:
        return max(known or 0, total - tokens_in)
    # Without a total: reasoning that is more than the whole can only be apart.
    return known + thought if known is not None and thought > known else known


def _first(usage: Mapping[str, Any], *names: str) -> int | None:
    return next((n for name in names if (n := _count(usage.get(name))) is not None), None)


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
    body = body.lstrip("\ufeff")
    if re.match(r"\s*(?:data|event|id|retry)?: ?", body):
        raise FaultError("stream", excerpt(body))
    try:
        return json.loads(body, parse_float=Decimal)
    except (ValueError, RecursionError, InvalidOperation):
        raise FaultError("not-json", excerpt(body)) from None


def _refuse_error(error: Any, body: str) -> None:
    # OpenRouter answers with status 200 and an error where a provider failed half-way.
    if not error:
        return
    code = next(filter(None, map(_object(error).get, ("code", "status", "type"))), None)
    code = int(code) if isinstance(code, str) and code.isascii() and code.isdigit() else code
    lasting = 400 if isinstance(code, str) and _LASTING.search(code) else 500
    status = code if type(code) is int and 400 <= code < 600 else lasting  # noqa: PLR2004 - of HTTP
    raise FaultError(code_of(status, body), excerpt(body), status=status, body=body)


_LASTING = re.compile(r"context|invalid|not_found|unsupported|filter|policy", re.IGNORECASE)
"""What the codes of errors say that come again."""
_ENDS: Mapping[str, str] = json_file(__package__, "finishes.json")
"""How a reply ended -> what is in the names that providers give to it; the first counts."""


def is_moderated(status: int, body: str) -> bool:
    """Return whether an endpoint refuses what a question says, with a status in place of a reply.

    403 counts: it is only kept where the key was good for other questions.
    """
    return status == 403 or PHRASES["refused"].search(body) is not None  # noqa: PLR2004 - of HTTP


def _end(choice: Mapping[str, Any]) -> str:
    """Return how a reply ended, however a provider writes it; "" where nothing is wrong."""
    names = map(choice.get, ("finish_reason", "native_finish_reason", "stop_reason"))
    finish = re.sub(r"[ -]", "_", _string(next(filter(None, names), "")).lower())
    return next((end for end, pattern in _ENDS.items() if re.search(pattern, finish)), "")


def _is_refusal(content: Any) -> bool:
    parts = content if isinstance(content, list) else []
    return any(_string(_object(part).get("refusal")) for part in parts)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    """Return a text, or the texts of a list of parts, joined; reasoning is no part of it."""
    parts = value.get("parts", [value]) if isinstance(value, dict) else value
    return "".join(map(_part, parts)) if isinstance(parts, list) else _string(parts)


def _part(part: Any) -> str:
    inner = _object(part)
    if inner.get("type", "text") not in ("text", "output_text") or inner.get("thought"):
        return ""
    text = part if isinstance(part, str) else inner.get("text")
    return _string(_object(text).get("value", text))  # some nest it once more


def _string(value: Any) -> str:
    """Return a text, lone surrogates replaced; "" for anything else."""
    if not isinstance(value, str):
        return ""
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _count(value: Any) -> int | None:
    if isinstance(value, Decimal) and value.is_finite() and value == value.to_integral_value():
        value = int(min(value, Decimal(_TOKENS + 1)))
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


def excerpt(body: str) -> str:
    """Return the beginning of a body in one line."""
    return " ".join(body[:_SHOWN].split()) or "an empty body"
