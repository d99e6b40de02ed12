"""Whether a text is the right one, whatever its capitals, spaces and quotation marks.

Say here what is measured, where it is defined, and how it differs from there. An answer is a text;
it is right where it reads, by ``text/1``, as the truth or as one of the other texts that the truth
accepts. What is no text, empty or overlong is unreadable. There is nothing to guess among, so
chance is 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ConfigDict, Field

from digesta.metrics.exact import NANO
from digesta.records.base import NonEmpty, Record
from digesta.scorers.base import (
    ANSWERED_RATE,
    Adversary,
    QuestionWithTruth,
    Response,
    Row,
    Scorer,
)
from digesta.scorers.forms import PromptForm, SheetForm
from digesta.scorers.shared.adversaries import ECHO, SILENT, answer_by_group, commonest, task_of
from digesta.scorers.shared.metrics import mean_metric
from digesta.scorers.shared.prompt import end, law, sources
from digesta.text import NORMALISERS

NAME = "exact"
VERSION = 1
"""Raise it whenever any answer could earn another row: releases hold you to that."""
NORMALISER = "text/1"
LONGEST = 1000
"""Characters of an answer that is read."""


# What a question asks for, what its truth says, what an answer must be. Each has an example.


class TextAsk(Record):
    """A short text of some kind."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"kind": "a statute's name"}]})

    kind: NonEmpty = Field(description="What the text is, in a few words.")


class RightText(Record):
    """The right text, and others that are as right."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"answer": "Civil Code"}]})

    answer: NonEmpty = Field(description="The right text.")
    also: list[NonEmpty] = Field(default_factory=list, description="Others that are accepted.")


# How an answer is marked.


class Key(NamedTuple):
    """What marking needs of a question: what ``prepare`` returns."""

    texts: frozenset[str]


def prepare(
    _question: Mapping[str, Any], truth: Mapping[str, Any], _resources: Mapping[str, Any]
) -> Key:
    """Return the right texts as they are compared; ValueError where the truth cannot be right."""
    texts = frozenset(_read(text) for text in (truth["answer"], *truth.get("also", [])))
    if "" in texts:
        raise ValueError("a right text of marks alone, or overlong")
    return Key(texts)


def mark(key: Key, response: Response) -> Row:
    """Return one row of integers: credit in billionths, missing, unreadable, chance."""
    if response.answer is None:
        return (0, 1, 0, 0)
    text = _read(response.answer)
    return (NANO * (text in key.texts), 0, int(not text), 0)


def why(key: Key, response: Response) -> str:
    """Return one sentence on why the answer earned what it did."""
    if response.answer is None:
        return "missing: there is no answer"
    text = _read(response.answer)
    if not text:
        return f"unreadable: no text of at most {LONGEST} characters"
    return "right" if text in key.texts else "wrong: another text"


def _read(answer: Any) -> str:
    """Return an answer as it is compared; "" where it cannot be read."""
    if not isinstance(answer, str) or len(answer) > LONGEST:
        return ""
    return NORMALISERS[NORMALISER](answer)


# The five systems that know no law. None may earn more than 0.40, however few the questions.


def _constant(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return, for each task, the text that is right most often."""
    return answer_by_group(questions, task_of, lambda members: _texts(members)[0])


def _enumerate(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return, for each task, all of its right texts at once."""
    return answer_by_group(questions, task_of, lambda members: "; ".join(_texts(members)))


def _texts(questions: Sequence[QuestionWithTruth]) -> list[str]:
    return commonest(Counter(str(question.truth["answer"]) for question in questions))


# How a model is asked: a text of these sections for each language of the questions.

PROMPT = PromptForm(
    default=f"{NAME}.1",
    files=lambda: {
        f"{NAME}.1.en": b"""[task]
Answer the question with: {kind}.
[law_as_of]
The law as it stood on {date} counts.
[sources]
Texts:
[source]
{title}: {text}
[line]
Reply with one line and nothing else:
Answer: your answer
"""
    },
    sections=lambda context: [
        ("task", {"kind": context.question.ask["kind"]}),
        *law(context.question),
        *sources(context.question),
        end(context),
    ],
    reply=lambda _ask: "line",
)

SCORER: Scorer[Key] = Scorer(
    name=NAME,
    version=VERSION,
    Ask=TextAsk,
    Truth=RightText,
    Answer=str,
    columns=(),
    metrics=(
        mean_metric(
            "accuracy",
            "Answers that are a right text / all questions.",
            "credit",
            proportion=True,
            limits="A right answer in other words counts as wrong.",
        ),
        ANSWERED_RATE,
    ),
    adversaries=(
        SILENT,
        Adversary("constant", "the text that is right most often in its task", _constant),
        Adversary("random", "has nothing to draw among, and answers nothing", SILENT.answers),
        Adversary("enumerate", "all right texts of its task", _enumerate),
        ECHO,
    ),
    prepare=prepare,
    mark=mark,
    why=why,
    normalisers=lambda _ask: frozenset({NORMALISER}),
    sheet=SheetForm(cell=lambda _ask: "text", how=lambda question, *_: [question.ask["kind"]]),
    prompt=PROMPT,
)
