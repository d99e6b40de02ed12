# ruff: noqa: E501 - rows of tables
"""Whatever a provider does: roles, statuses, ends of replies, networks, usage, keys in paths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from faulty import Exchange, completion, serving
from runs import answers, folder, generate, options, traces

from commands import run
from digesta_generate.endpoint.access import EndpointAccess
from digesta_generate.endpoint.client import _retry_after
from digesta_generate.endpoint.faults import FAULTS, FaultError, code_of
from digesta_generate.endpoint.guard import may_connect
from digesta_generate.endpoint.reply import is_moderated, read_bill, read_reply
from digesta_generate.inference.settings import without_system
from digesta_generate.inference.systems.options import InferOptions
from digesta_generate.options import recorded_url
from world import lines_of

ROLES = [
    "System role not supported",
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    "Developer instruction is not enabled for models/gemma-3-27b-it",
    "Conversation roles must alternate user/assistant/user/assistant/...",
    "Only user and assistant roles are supported!",
    "This model doesn't support system messages",
    "[{'loc': ['role'], 'msg': \"Input should be 'user' or 'assistant'\"}]",
    "unknown variant `system`, expected `user` or `assistant`",
]
OTHERS = [
    "After the optional system message, conversation roles must alternate user/assistant/...",
    "the file system is not available",
    "max_tokens is not supported",
    "context length exceeded",
]


def record(root: Path, name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((folder(root) / name).read_bytes())
    return value


@pytest.mark.parametrize("words", ROLES)
@pytest.mark.parametrize("status", [400, 422, 500])
def test_servers_say_in_their_own_words_that_there_is_no_system_role(
    words: str, status: int
) -> None:
    assert code_of(status, json.dumps({"error": {"message": words}})) == "system-role"


@pytest.mark.parametrize("words", OTHERS)
def test_other_refusals_are_no_word_about_roles(words: str) -> None:
    assert code_of(400, words) == "refused"


def roleless(exchange: Exchange, _turn: int) -> None:
    if any(message["role"] == "system" for message in exchange.body["messages"]):
        exchange.say({"error": {"message": ROLES[0]}}, 400)
    else:
        exchange.execute()


def test_a_model_without_a_system_role_is_asked_in_the_user_s_turn(twelve: Path) -> None:
    with serving(roleless) as server:
        first = generate(*options(server.url, twelve, "-c", "1"))
        count = len(server.seen)
        again = generate(*options(server.url, twelve, "-c", "1"))

    assert (first.returncode, again.returncode) == (0, 0), first.stderr
    assert "asking again with --no-system-role" in first.stderr
    assert (count, len(server.seen)) == (13, 13)
    assert set(answers(twelve).values()) == {"red", "yes", "107"}
    card = record(twelve, "submission.json")
    assert card["decoding"]["system_role"] == "user"
    assert "--no-system-role" in card["command"]
    for _, _, body in server.seen[1:]:
        [turn] = body["messages"]
        assert turn["role"] == "user"
        assert turn["content"].startswith("Answer the question.\n")


def test_all_system_texts_begin_the_first_turn_of_the_user() -> None:
    turns = [("system", "a"), ("system", "b"), ("user", "c"), ("assistant", "d"), ("user", "e")]
    messages = [{"role": role, "content": text} for role, text in turns]

    assert [(one["role"], one["content"]) for one in without_system(messages)] == [
        ("user", "a\n\nb\n\nc"), ("assistant", "d"), ("user", "e"),
    ]  # fmt: skip
    assert without_system(messages[:1]) == [{"role": "user", "content": "a"}]


LIMITS = [
    "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
    "max_tokens is deprecated, use max_completion_tokens",
    "Unrecognized request argument supplied: max_completion_tokens",
    "max_completion_tokens: Extra inputs are not permitted",
    "unknown field `max_completion_tokens`",
]


@pytest.mark.parametrize("words", LIMITS)
@pytest.mark.parametrize("status", [400, 422])
def test_servers_say_in_their_own_words_what_they_call_the_limit(words: str, status: int) -> None:
    assert code_of(status, json.dumps({"error": {"message": words}})) == "limit-key"


@pytest.mark.parametrize(
    "words",
    ["max_completion_tokens is too large: 9. This model supports at most 4 completion tokens",
     "max_completion_tokens must not exceed 4096", "max_tokens must be at least 1"],
)  # fmt: skip
def test_a_limit_that_is_wrong_is_no_word_about_its_name(words: str) -> None:
    assert code_of(400, words) == "refused"


def test_an_endpoint_that_calls_the_limit_otherwise_is_asked_so(twelve: Path) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        if "max_tokens" in exchange.body:
            exchange.say({"error": {"message": LIMITS[0]}}, 400)
        else:
            exchange.execute()

    with serving(script) as server:
        first = generate(*options(server.url, twelve, "-c", "1"))
        count = len(server.seen)
        again = generate(*options(server.url, twelve, "-c", "1"))

    assert (first.returncode, again.returncode) == (0, 0), first.stderr
    assert "asking again with the other --limit-key" in first.stderr
    assert (count, len(server.seen)) == (13, 13)
    assert "--limit-key max_completion_tokens" in record(twelve, "submission.json")["command"]


SAID = [
    (400, "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.", "temperature"),
    (400, "`temperature` is deprecated for this model.", "temperature"),
    (400, "invalid temperature: only 1 is allowed for this model", "temperature"),
    (400, "temperature must be between 0 and 2, not 3", "refused"),
    (400, "This response_format type is unavailable now", "constrained"),
    (422, "response_format.type: Input should be 'text', not 'json_schema'", "constrained"),
    (400, "Structured outputs are not supported by this model", "constrained"),
    (429, '{"code": "insufficient_quota"}', "payment"), (403, "Insufficient balance", "payment"),
    (400, "toy is not a valid model ID", "not-found"), (400, "The model `toy` does not exist", "not-found"),
    (400, "Your credit balance is too low", "payment"), (400, '{"code": "model_not_found"}', "not-found"),
    (400, "API key not valid. Please pass a valid API key.", "key"), (400, "Invalid API key", "key"),
    (429, "You exceeded your current quota, please check your plan", "rate-limit"), (413, "too large", "refused"),
    (405, "Method Not Allowed", "not-found"), (429, "model not found", "rate-limit"),
    (400, "API key expired. Please renew it.", "key"), (400, "No API key provided", "key"), (400, "invalid x-api-key", "key"),
    (400, "Billing hard limit has been reached", "payment"), (400, '{"code": "Arrearage"}', "payment"),
    (429, '{"type": "exceeded_current_quota_error"}', "payment"), (429, "余额不足", "payment"),
    (400, "temperature must be strictly positive", "temperature"), (422, '{"loc": ["temperature"], "msg": "must be greater than 0"}', "temperature"),
    (400, "This model does not support response format", "constrained"), (400, "guided decoding is not enabled", "constrained"),
    (400, "The requested model 'toy' is not supported", "not-found"), (400, "Model not supported: toy", "not-found"),
    (403, "Input was flagged by moderation", "refused"), (400, "content_filter", "refused"), (403, "Forbidden", "forbidden"),
]  # fmt: skip


@pytest.mark.parametrize(("status", "words", "code"), SAID)
def test_a_refusal_is_known_by_what_a_server_says(status: int, words: str, code: str) -> None:
    assert code_of(status, words) == code


def test_a_model_that_takes_no_temperature_is_asked_without_one(twelve: Path) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        if "temperature" in exchange.body:
            exchange.say({"error": {"message": SAID[0][1]}}, 400)
        else:
            exchange.execute()

    with serving(script) as server:
        first = generate(*options(server.url, twelve, "-c", "1"))
        again = generate(*options(server.url, twelve, "-c", "1"))

    assert (first.returncode, again.returncode) == (0, 0), first.stderr
    assert len(server.seen) == 13
    assert "asking again with --temperature none" in first.stderr
    card = record(twelve, "submission.json")
    assert "--temperature none" in card["command"]
    assert "temperature" not in card["decoding"]


@pytest.mark.parametrize(
    ("text", "code"),
    [('data: {"choices": []}\n\ndata: [DONE]\n', "stream"), ("<html>Log in</html>", "not-json"),
     ('{"object": "error", "message": "too long", "code": 400}', "refused"),
     ('{"error": {"code": "context_length_exceeded"}}', "refused"),
     ('{"error": {"code": "overloaded"}}', "server-error"), ('{"error": {"code": "429"}}', "rate-limit"),
     ('{"error": {"type": "rate_limit_error"}}', "rate-limit"), ('{"error": {"code": "rate_limit_exceeded"}}', "rate-limit"),
     ('{"error": {"type": "authentication_error"}}', "key"), ('{"error": {"type": "invalid_request_error", "message": "prompt is too long"}}', "refused"),
     ('{"choices": null, "base_resp": {"status_msg": "login fail: invalid api key"}}', "key"),
     ('{"error_code": 110, "error_msg": "Access token invalid"}', "key"), ('{"base_resp": {"status_msg": "insufficient balance"}}', "payment"),
     ('{"detail": "Model loading"}', "reply-shape")],
)  # fmt: skip
def test_a_body_with_status_200_that_is_no_reply_is_a_fault(text: str, code: str) -> None:
    with pytest.raises(FaultError) as fault:
        read_reply(text)

    assert fault.value.code == code


@pytest.mark.parametrize(
    ("usage", "cost"),
    [({"cost": 0.001}, "0.001"), ({"cost": {"total_cost": 0.005, "request_cost": 0.004}}, "0.005"),
     ({"cost": 0.001, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.02}}, "0.021"),
     ({"cost": 0.001, "cost_details": {"upstream_inference_cost": None}}, "0.001")],
)  # fmt: skip
def test_a_cost_counts_all_that_is_billed(usage: dict[str, Any], cost: str) -> None:
    assert str(read_bill(json.dumps({"usage": usage})).cost) == cost


def test_a_wait_may_have_a_fraction_of_a_second() -> None:
    assert [_retry_after(text) for text in ("2", "0.5", " 3 ", "-1", "soon")] == [
        2, 0.5, 3, None, None,
    ]  # fmt: skip


def test_a_body_says_how_long_to_wait_where_no_header_does() -> None:
    bodies = ('{"retryDelay": "30s"}', "Please try again in 1.5s.", "try again in 20ms", "later")

    assert [_retry_after("", body) for body in bodies] == [30, 1.5, None, None]
    assert _retry_after("2", bodies[0]) == 2


def test_an_endpoint_that_takes_no_name_of_the_limit_ends_the_run_with_its_words(
    twelve: Path,
) -> None:
    with serving(lambda exchange, _: exchange.say({"error": LIMITS[0]}, 400)) as server:
        done = generate(*options(server.url, twelve, "-c", "1"))

    assert done.returncode == 1
    assert len(server.seen) == 2
    assert "Use 'max_completion_tokens' instead" in done.stderr


def test_a_request_that_is_refused_for_its_limit_is_said_in_the_endpoint_s_words(
    twelve: Path,
) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        exchange.say({"error": LIMITS[0]}, 400) if turn == 3 else exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "-c", "1", "--limit", "4", "--partial"))

    assert done.returncode == 0, done.stderr
    assert "1 of 4 requests failed, and have no reply; the first: status 400" in done.stderr
    assert "Use 'max_completion_tokens' instead" in done.stderr


@pytest.mark.parametrize(
    "finish",
    ["error", "insufficient_system_resource", "engine_overloaded", "Network-Error", "Rate-Limit",
     "context_deadline_exceeded", "usage_limit_exceeded"],
)  # fmt: skip
def test_a_reply_that_its_provider_broke_off_is_asked_for_again(finish: str, twelve: Path) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        broken = completion("", finish_reason=finish)
        exchange.say(broken) if turn == 1 else exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "-c", "1", "--limit", "2", "--partial"))

    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(": 2 answers\n")
    assert len(server.seen) == 3


AGAIN = (
    408,
    409,
    420,
    423,
    424,
    425,
    429,
    430,
    444,
    449,
    460,
    498,
    499,
    500,
    502,
    503,
    504,
    520,
    522,
    524,
    529,
)
ONCE = (400, 401, 402, 403, 404, 405, 410, 413, 415, 422, 451, 501)


@pytest.mark.parametrize("status", [*AGAIN, *ONCE])
def test_a_status_is_tried_again_where_that_can_help(status: int) -> None:
    assert (FAULTS[code_of(status)].kind == "again") == (status in AGAIN)


@pytest.mark.parametrize("status", [449])
def test_a_wait_is_said(status: int, twelve: Path) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        exchange.say({}, status, Retry_After="1") if turn == 1 else exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "-c", "1", "--limit", "2", "--partial"))

    assert done.returncode == 0, done.stderr
    assert f"{status}: waiting 1 s (try 2 of 6)" in done.stderr
    assert done.stdout.endswith(": 2 answers\n")


PARTS = [
    ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "ab"),
    ([{"type": "reasoning", "text": "no"}, {"type": "text", "text": "yes"}], "yes"),
    ([{"type": "thinking", "thinking": "no"}, {"type": "output_text", "text": "yes"}], "yes"),
    ([{"type": "text", "text": {"value": "yes", "annotations": []}}], "yes"),
    (["yes"], "yes"),
    ([{"text": "no", "thought": True}, {"text": "yes"}], "yes"),
    ({"type": "text", "text": "yes"}, "yes"),
    ({"parts": [{"text": "yes"}]}, "yes"),
    (None, ""),
    (7, ""),
    ({}, ""),
]


def body(content: Any, finish: str | None = "stop", **message: Any) -> str:
    return json.dumps(completion("", finish_reason=finish, message={"content": content} | message))


@pytest.mark.parametrize(("content", "text"), PARTS)
def test_a_content_is_read_whatever_its_form(content: Any, text: str) -> None:
    assert read_reply(body(content)).text == text


@pytest.mark.parametrize(
    "finish",
    ["length", "max_tokens", "MAX_TOKENS", "max_output_tokens", "model_length", "Max Tokens",
     "model_context_window_exceeded", "FinishReason.MAX_TOKENS", "max_tokens_reached", "maxTokens",
     "incomplete", "truncated"],
)  # fmt: skip
def test_a_reply_that_ended_at_the_limit_is_cut_whatever_that_is_called(finish: str) -> None:
    assert read_reply(body("yes", finish)).cut
    native = body("yes", None).replace(
        '"finish_reason": null', f'"native_finish_reason": "{finish}"'
    )
    assert read_reply(native).cut


@pytest.mark.parametrize(
    "finish",
    ["stop", "end_turn", "eos", "eos_token", "COMPLETE", "stop_sequence", "pause_turn", None],
)
def test_an_end_that_is_no_fault_is_none(finish: str | None) -> None:
    reply = read_reply(body("yes", finish))

    assert (reply.text, reply.cut, reply.refused, reply.tools) == ("yes", False, False, False)


def test_a_reply_may_begin_with_a_byte_order_mark_or_blank_lines() -> None:
    assert (
        read_reply("\ufeff" + body("yes")).text == read_reply("\n\n " + body("yes")).text == "yes"
    )


def test_a_filtered_reply_without_a_message_is_a_refusal() -> None:
    assert read_reply('{"choices": [{"finish_reason": "content_filter"}]}').refused


@pytest.mark.parametrize(
    ("finish", "message"),
    [("content_filter", {}), ("IMAGE_PROHIBITED_CONTENT", {}), ("MODEL_ARMOR", {}),
     ("content_filter: PROHIBITED_CONTENT", {}), ("data_inspection_failed", {}), ("content_moderation", {}), ("SAFETY", {}), ("refusal", {}), ("RECITATION", {}),
     ("PROHIBITED_CONTENT", {}), ("blocked", {}), ("flagged", {}), ("unsafe", {}), ("guardrail_intervened", {}), ("stop", {"refusal": "I cannot."}),
     ("stop", {"parts": [{"type": "refusal", "refusal": "I cannot."}]})],
)  # fmt: skip
def test_a_refusal_is_one_whatever_it_is_called(finish: str, message: dict[str, Any]) -> None:
    content = message.get("parts")

    assert read_reply(body(content, finish, **message)).refused


@pytest.mark.parametrize(
    ("finish", "message"),
    [("tool_calls", {}), ("function_call", {}), ("tool_use", {}),
     ("stop", {"tool_calls": [{"id": "1"}]}), ("stop", {"function_call": {"name": "f"}})],
)  # fmt: skip
def test_a_call_of_a_tool_is_no_answer(finish: str, message: dict[str, Any]) -> None:
    assert read_reply(body(None, finish, **message)).tools
    assert not read_reply(body("yes", finish, **message)).tools


def test_a_status_that_refuses_what_a_question_says_is_a_refusal() -> None:
    assert is_moderated(400, '{"error":{"code":"content_filter"}}')
    assert is_moderated(400, '{"error":{"code":"data_inspection_failed"}}')
    assert is_moderated(403, "{}")
    assert not is_moderated(400, '{"error":{"message":"context length exceeded"}}')


ALL_ALIKE = {
    "empty": (body(None), "4 of 4 replies hold no text", "empty"),
    "reasoned away": (body(None, "length", reasoning_content="…"),
                      "4 of 4 replies were cut at the limit of", "length"),
    "refused": (body(None, refusal="I cannot."), "4 of 4 replies are refusals", "refused"),
    "tools": (body(None, "tool_calls"), "4 of 4 replies call a tool", "tools"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ALL_ALIKE)
def test_without_any_answer_the_command_fails_and_says_why(kind: str, twelve: Path) -> None:
    reply, said, outcome = ALL_ALIKE[kind]
    with serving(lambda exchange, _turn: exchange.say(reply.encode())) as server:
        done = generate(*options(server.url, twelve, "--limit", "4", "--partial"))

    assert done.returncode == 1
    assert said in done.stderr
    assert "no answer to any of 4 questions" in done.stderr
    assert done.stdout.endswith(": 0 answers\n")
    assert [one["outcome"] for one in traces(twelve)] == [outcome] * 4
    checked = run("check", folder(twelve), "--root", twelve)
    assert "valid, but without any answer, 0 answers to 12 questions" in checked.stdout


def test_questions_that_are_refused_are_not_counted_as_answered(twelve: Path) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        exchange.say({"error": "bad"}, 400) if exchange.question % 2 else exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "-c", "1", "--limit", "4", "--partial"))

    assert "2 of 4 requests failed, and have no reply" in done.stderr
    assert done.stdout.endswith(": 2 answers\n")


def test_replies_that_were_cut_are_counted_apart_with_the_limit(twelve: Path) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        finish = "length" if exchange.question == 1 else "stop"
        exchange.say(completion("Answer: red\nand", finish_reason=finish))

    with serving(script) as server:
        done = generate(
            *options(server.url, twelve, "-c", "1", "--limit", "3", "--partial"),
            "--max-tokens", "77",
        )  # fmt: skip

    assert "1 of 3 replies were cut at the limit of 77 tokens; give --max-tokens" in done.stderr
    assert {one[2]["max_tokens"] for one in server.seen} == {77}


USAGES = [
    ({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 1110}, 100, 1010),
    ({"prompt_tokens": 100, "completion_tokens": 1010, "total_tokens": 1110,
      "completion_tokens_details": {"reasoning_tokens": 1000}}, 100, 1010),
    ({"prompt_tokens": 100, "completion_tokens": 10,
      "completion_tokens_details": {"reasoning_tokens": 1000}}, 100, 1010),
    ({"input_tokens": 100, "output_tokens": 10}, 100, 10),
    ({"input_tokens": 10, "cache_read_input_tokens": 80, "cache_creation_input_tokens": 10,
      "output_tokens": 10}, 100, 10),
    ({"prompt_tokens": 100, "total_tokens": 150}, 100, 50),
    ({"promptTokenCount": 100, "candidatesTokenCount": 10, "thoughtsTokenCount": 50, "totalTokenCount": 160}, 100, 60),
    ({"inputTokens": 100, "outputTokens": 10, "totalTokens": 110}, 100, 10),
    ({"prompt_tokens": 100.0, "completion_tokens": 10.0, "total_tokens": 110.0}, 100, 10),
    ({"prompt_tokens": 100.5, "completion_tokens": 10}, None, 10),
    ({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 5}, 100, 10),
    ({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": "x"}, 100, 10),
    ({}, None, None),
]  # fmt: skip


@pytest.mark.parametrize(("usage", "tokens_in", "tokens_out"), USAGES)
def test_reasoning_counts_however_a_provider_counts_it(
    usage: dict[str, Any], tokens_in: int | None, tokens_out: int | None
) -> None:
    bill = read_bill(json.dumps({"usage": usage}))

    assert (bill.input_tokens, bill.output_tokens) == (tokens_in, tokens_out)


@pytest.mark.parametrize("place", ["usage", "usageMetadata", "x_groq"])
def test_a_use_is_found_wherever_a_provider_puts_it(place: str) -> None:
    use = {"prompt_tokens": 100, "completion_tokens": 10}

    bill = read_bill(json.dumps({place: {"usage": use} if place == "x_groq" else use}))

    assert (bill.input_tokens, bill.output_tokens) == (100, 10)


def test_a_cap_counts_reasoning_that_is_counted_apart(twelve: Path) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        exchange.say(completion("Answer: red") | {"usage": USAGES[0][0]})

    with serving(script) as server:
        done = generate(
            *options(server.url, twelve, "-c", "1", "--max-tokens", "500", "--partial"),
            *("--max-tokens-total", "5000", "--price-in", "1", "--price-out", "10"),
        )

    assert done.returncode == 3
    assert len(server.seen) == 4
    run_record = record(twelve, "run.json")["inference"]
    assert run_record["tokens"] == {"input": 400, "output": 4040}
    assert run_record["cost"]["cost_micro"] == 4 * 10_200


PRIVATE = ["10.0.0.5", "172.31.255.1", "192.168.1.7", "100.64.3.2", "fd12:3456::1",
           "::ffff:10.0.0.5"]  # fmt: skip
NOT_PRIVATE = ["8.8.8.8", "127.0.0.1", "169.254.169.254", "172.32.0.1", "100.100.100.200",
               "fd00:ec2::254", "fe80::1", "::1", "2606:4700::1111"]  # fmt: skip


@pytest.mark.parametrize("address", [*PRIVATE, *NOT_PRIVATE])
def test_a_private_network_is_one_of_one_s_own_and_nothing_else(address: str) -> None:
    assert may_connect(address, "private") == (address in PRIVATE)
    if address in PRIVATE:
        assert not may_connect(address, "public")


@pytest.mark.parametrize("host", ["10.0.0.5", "vllm.lan", "gpu.local", "models.internal"])
def test_http_to_a_private_network_is_one_explicit_choice(host: str) -> None:
    url = f"http://{host}:8000/v1"

    assert EndpointAccess(base_url=url, private_network=True).url() == url
    with pytest.raises(Exception, match="or --private-network for a server on a network of your"):
        EndpointAccess(base_url=url).url()
    with pytest.raises(Exception, match="give only one"):
        EndpointAccess(base_url=url, private_network=True, loopback=True).url()


@pytest.mark.parametrize(("network", "host"), [("--private-network", "127.0.0.1"),
                                               ("--loopback", "10.0.0.5")])  # fmt: skip
def test_an_address_of_another_network_names_the_option_for_it(
    network: str, host: str, twelve: Path
) -> None:
    words = [*options(f"http://{host}:9/v1", twelve, "--retries", "0")]
    words[words.index("--loopback")] = network
    done = generate(*words)

    assert done.returncode == 1
    other = {"--private-network": "--loopback", "--loopback": "--private-network"}[network]
    assert f"use {other} in its place" in done.stderr


@pytest.mark.parametrize(
    ("path", "kept"),
    [("/v1", "/v1"), ("/openai/v1", "/openai/v1"), ("/api/paas/v4", "/api/paas/v4"),
     ("/v1beta/openai", "/v1beta/openai"), ("/sk-0123456789/v1", "/[key]/v1"),
     ("/v1/aBcDeFgH/openai", "/v1/[key]/openai"), ("/secret/v1/secret", "/[key]/v1/[key]")],
)  # fmt: skip
def test_what_a_path_may_hide_is_not_recorded(path: str, kept: str) -> None:
    assert recorded_url(f"https://host.example{path}") == f"https://host.example{kept}"


@pytest.mark.parametrize("fails", [False, True])
def test_a_key_in_the_path_is_written_down_nowhere(fails: bool, twelve: Path) -> None:  # noqa: FBT001
    key = "hunter2-0123456789"

    def script(exchange: Exchange, turn: int) -> None:
        if fails and turn > 2:
            exchange.say({"error": f"no {exchange.path} here"}, 404)
        else:
            exchange.say(completion(f"Answer: {exchange.path}"))

    with serving(script) as server:
        url = server.url.replace("/v1", f"/{key}/v1")
        done = generate(*options(url, twelve, "-c", "1", "--limit", "4", "--partial"))
        assert server.seen[0][0] == f"/{key}/v1/chat/completions"

    files = [path.read_text("utf-8") for path in folder(twelve).rglob("*") if path.is_file()]
    assert len(files) >= 4
    assert not any(key in text for text in [*files, done.stdout, done.stderr])
    line = InferOptions(model=("m",), base_url=url).shell_line()
    asked = '"${KEY:?set it to the hidden part of the URL}"'
    assert line.replace(asked, key) == f"digesta-generate infer --model m --base-url {url}"
    assert "/[key]/v1" in record(twelve, "submission.json")["command"]
    again = generate(*options(url.replace(key, "[key]"), twelve))
    assert "[key] hides a part of the path" in again.stderr


def test_many_questions_are_named_and_by_the_beginnings_of_their_ids(twelve: Path) -> None:
    [release] = (twelve / "releases").iterdir()
    ids = [line["question_id"] for line in lines_of(release / "questions.jsonl")]
    many = [word for name in ids * 4 for word in ("--question", name)]

    with serving() as server:
        done = generate(*options(server.url, twelve, "--partial", *many))
        short = generate(
            *options(server.url, twelve, "--partial", "--id", "short", "--question", ids[0][:8])
        )
    odd = generate(*options(server.url, twelve, "--partial", "--question", "zzzzzzzz"))

    assert (done.returncode, short.returncode) == (0, 0), done.stderr
    assert len(record(twelve, "submission.json")["command"]) > 2000
    assert list(answers(twelve, "short")) == [ids[0]]
    assert "0 questions begin with 'zzzzzzzz'" in odd.stderr
    assert run("check", folder(twelve), "--root", twelve).returncode == 0
