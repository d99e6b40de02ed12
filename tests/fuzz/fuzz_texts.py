"""Targets that read texts: replies, answers, names and citations, and how their time grows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from fuzz_files import Target, text_of

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import plain, visible
from digesta.intake import strict_parse
from digesta.metrics.exact import NANO
from digesta.records.base import example_of
from digesta.scorers import SCORERS
from digesta.scorers.base import Response
from digesta.scorers.letters.readings import READINGS, ReplyRule
from digesta.scorers.shared.extract import extract, extract_from_object
from digesta.text import NORMALISERS, NUMERALS
from digesta.text.chinese import citations as chinese
from digesta.text.chinese.law_names import name_key
from digesta.text.chinese.numerals import zh_int
from digesta.text.formulas import guard, unguard
from digesta.text.french import checks, citations, decisions, values
from digesta.text.french.texts import compact
from digesta.text.languages import language_of
from digesta.text.normal_form import collapse
from digesta.text.readings import number_in
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.reply import read_bill, read_reply, scrub_content
from digesta_generate.judges import replies
from digesta_generate.judges.rules import french as rules_french
from digesta_generate.judges.rules.numbers import numbers_in
from digesta_generate.retrieval import embedding
from digesta_generate.search import wire
from digesta_generate.search.faults import SearchFaultError
from digesta_legal.citations.read import alternatives, references, words_beside
from digesta_legal.mentions import read as mentions
from digesta_legal.penalty.read import pieces
from digesta_legal.retrieval.records import Case
from growth import MOST, SHORT, growth_of, repeated, seconds
from places import ROOT

CHOICES = ("le juge", "la cour", "the court", "法院")
KEYS = 16
"""Golden questions of a scorer that answers are marked for."""


class Key(NamedTuple):
    """A golden question as it is prepared, and the response that stands beside it."""

    prepared: Any
    response: Response


@cache
def keys_of(scorer: str) -> tuple[Key, ...]:
    """Return the first golden questions of a scorer."""
    golden = ROOT / "tests" / "golden"
    *lines, _ = [
        json.loads(line) for line in (golden / f"{scorer}.jsonl").read_bytes().splitlines()
    ]
    folder = golden / scorer
    shared = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    distinct = {canonical_bytes([line["question"], line["truth"]]): line for line in lines}
    prepare = SCORERS[scorer].prepare
    return tuple(
        Key(
            prepare(line["question"], line["truth"], shared | line.get("resources", {})),
            Response(line["answer"], line.get("verdict"), tuple(line.get("passages", ()))),
        )
        for line in [*distinct.values()][:KEYS]
    )


def marked(scorer: str, data: bytes) -> object:
    """Mark an answer: text, or the JSON value that the strict reader lets in."""
    if not data:
        return None
    keys, text = keys_of(scorer), text_of(data[1:])
    parsed = strict_parse(data[1:], file="predictions.jsonl")
    answer = text if parsed.problems else parsed.value
    key = keys[data[0] % len(keys)]
    rows = {_row(scorer, key, answer), _row(scorer, key, answer)}
    assert len(rows) == 1, rows
    if not isinstance(answer, str):
        _row(scorer, key, text)
    return rows


def _row(scorer: str, key: Key, answer: Any) -> tuple[int, ...]:
    marker = SCORERS[scorer]
    if isinstance(answer, list):  # predictions files refuse it
        answer = {"list": answer}
    response = replace(key.response, answer=answer)
    row = tuple(marker.mark(key.prepared, response))
    assert len(row) == len(marker.all_columns), row
    assert 0 <= row[0] <= NANO, row
    assert all(type(cell) is int for cell in row), row
    assert marker.why(key.prepared, response)
    if marker.mark_many is not None and not response.verdict and not response.passages:
        [fast] = marker.mark_many([key.prepared], [answer]).tolist()
        assert tuple(fast) == row, (fast, row)
    return row


# Replies of models and services ---------------------------------------------------------------

ASKS: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("line", {"answer_type": "enum", "choices": ["oui", "non"]}, "fr"),
    ("line", {"answer_type": "mcq", "choices": ["red", "green"], "labels": ["A", "B"]}, "en"),
    ("line", {"answer_type": "numeric", "unit": "minutes"}, "he"),
    ("line", {"answer_type": "boolean"}, "zh"),
    ("object", {}, "zh"),
    ("text", {}, "fr"),
)


def reply(data: bytes) -> object:
    """Find the answer in a model's reply: it can stand in a predictions file."""
    text = text_of(data)
    answers = [
        extract(text, ask, language=language, form=form, cut=cut)  # type: ignore[arg-type]
        for form, ask, language in ASKS
        for cut in (False, True)
    ]
    answers.append(extract_from_object(text))
    for answer in answers:
        line = canonical_bytes({"question_id": "q", "answer": answer})
        assert not strict_parse(line, file="p.jsonl").problems, answer
    return answers


def endpoint_reply(data: bytes) -> object:
    """Read the body that an endpoint sent."""
    body = text_of(data)
    read_bill(body)
    scrub_content(body, lambda text: text.replace("secret", "***"))
    try:
        return read_reply(body).text.encode()
    except FaultError as fault:
        return str(fault.problem("http://127.0.0.1/"))


def judge_reply(data: bytes) -> object:
    """Read what a model that judges replied, by each of the forms."""
    text = text_of(data)
    return [replies.read(text, schema) for schema in replies.schemas(replies.TINY).values()]


@cache
def cases() -> Mapping[str, Case]:
    return {
        name: Case.model_validate(
            example_of(Case)
            | {"case": name, "text": name, "text_sha256": sha256_hex(name.encode())}
        )
        for name in ("case-1", "case-2")
    }


def embeddings_reply(data: bytes) -> object:
    """Read the vectors that an endpoint sent for two texts."""
    try:
        return embedding.unit(embedding._read(text_of(data), 2)).tolist()
    except FaultError as fault:
        return str(fault.problem("http://127.0.0.1/"))


def search_reply(data: bytes) -> object:
    """Read what a service of search replied, and a request as the service reads it."""
    text = text_of(data)
    try:
        wire.read_reply(text, ["q-1"], cases=cases(), top_k=2)
    except SearchFaultError as fault:
        str(fault)
    return wire.read_request(data)


# Texts ----------------------------------------------------------------------------------------


def _reading(rule: ReplyRule) -> Callable[[str], object]:
    return lambda text: rule.read(text, CHOICES)


def _mark_text(scorer: str, text: str) -> object:
    key = keys_of(scorer)[0]
    return SCORERS[scorer].mark(key.prepared, replace(key.response, answer=text))


READERS: dict[str, Callable[[str], object]] = {
    **{f"normaliser {name}": read for name, read in NORMALISERS.items()},
    **{f"numerals {name}": read for name, read in NUMERALS.items()},
    **{f"reading {name}": _reading(rule) for name, rule in READINGS.items()},
    **{
        f"reply {form} {ask.get('answer_type', '')}".strip(): partial(
            extract, ask=ask, language=language, form=form  # type: ignore[arg-type]
        )
        for form, ask, language in ASKS
    },
    **{
        f"number {language}": partial(number_in, language=language)
        for language in ("de-CH", "fr", "he", "zh")
    },
    "collapse": collapse,
    "language": language_of,
    "plain": plain,
    "visible": visible,
    "zh citations": lambda text: list(chinese.zh_citation_1(text)),
    "zh law name": chinese.law_name,
    "zh article": chinese.article_of,
    "zh year": chinese.year_of,
    "zh law key": name_key,
    "zh integer": zh_int,
    "zh pieces": pieces,
    "fr articles": citations.articles_in,
    "fr plain": citations.plain_french,
    "fr decisions": decisions.decisions_in,
    "fr dates": values.dates_in,
    "fr date": values.fr_date,
    "fr amount": values.fr_amount,
    "fr percent": values.fr_percent,
    "fr party": values.fr_party,
    "fr text name": checks.text_named,
    "fr compact": compact,
    "fr rules": partial(rules_french.read, question="Citez l'article du Code civil."),
    "fr numbers": lambda text: list(numbers_in(text)),
    "pt references": references,
    "pt alternatives": alternatives,
    "pt words": words_beside,
    "zh labels in": partial(mentions.labels_in, labels=["盗窃", "诈骗"]),
    "zh articles in": mentions.articles_in,
    "zh months in": mentions.months_in,
    "zh amounts in": mentions.amounts_in,
    **{f"mark {name}": partial(_mark_text, name) for name in sorted(SCORERS)},
    "endpoint reply": lambda text: endpoint_reply(text.encode()),
    "judge reply": lambda text: replies.read(text, replies.claims(replies.TINY)),
}  # fmt: skip
"""Every reader of a text that somebody else wrote."""


ELSEWHERE = ("reading ", "reply ", "mark ", "zh ", "fr ", "pt ", "endpoint ", "judge ")
"""Readers that have a target of their own."""


def normal_forms(data: bytes) -> object:
    """Normalise a text: twice is as once, and a number is one in every form of it."""
    text = text_of(data)
    for name, normalise in NORMALISERS.items():
        form = normalise(text)
        assert normalise(form) == form, (name, text, form)
    assert collapse(collapse(text)) == collapse(text)
    assert unguard(guard(text)) == text
    for name, read in NUMERALS.items():
        number = read(text)
        assert number is None or isinstance(number, Fraction), (name, number)
    return [read(text) for name, read in READERS.items() if not name.startswith(ELSEWHERE)]


def _read_by(prefix: str, data: bytes) -> object:
    text = text_of(data)
    return [read(text) for name, read in READERS.items() if name.startswith(prefix)]


def check_texts(data: bytes) -> object:
    """Read a criterion's check, which says by ValueError what is expected."""
    try:
        return checks.parse_check(text_of(data))
    except ValueError as error:
        return str(error)


# How time grows -------------------------------------------------------------------------------

SUSPECT = 6
"""Times longer that are looked at more closely."""


def growth(data: bytes) -> object:
    """Read a text of one unit repeated, between a head and a tail: time grows with its length.

    The first byte says by which reader; the parts stand between bytes 0.
    """
    unit, head, tail = (text_of(part)[:64] for part in [*data[1:].split(b"\0", 2), b"", b""][:3])
    if not unit:
        return None
    name = sorted(READERS)[data[0] % len(READERS)]
    read = READERS[name]

    text = repeated(unit, head, tail)

    # Most units are settled on an eighth of the length.
    if seconds(read, text(SHORT // 2)) < SUSPECT * seconds(read, text(SHORT // 8)):
        return None
    times = growth_of(read, text)
    assert times <= MOST, f"{name}: {times:.1f} times for four times the characters"
    return times


TARGETS: Mapping[str, Target] = (
    {
        target.__name__: target
        for target in (
            *(
                reply,
                endpoint_reply,
                judge_reply,
                search_reply,
                embeddings_reply,
                normal_forms,
                check_texts,
                growth,
            ),
        )
    }
    | {
        "readings": partial(_read_by, "reading "),
        "citations_zh": partial(_read_by, "zh "),
        "citations_fr": partial(_read_by, "fr "),
        "citations_pt": partial(_read_by, "pt "),
    }
    | {f"mark_{name}": partial(marked, name) for name in sorted(SCORERS)}
)
