"""What tasks of other harnesses have in common: questions with prompts, and the marking.

A track goes into a harness where each of its questions is marked by ``closed`` or ``letters``, and
its headline is the mean of their credits, over questions or over categories. Others are left out:
one question's share of their headline is not a number of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import orjson

from digesta.errors import UsageError
from digesta.package_files import text_file
from digesta.records.question import Question, Truth
from digesta.records.track import MeanOfScore, PoolScore, Track
from digesta.scorers import scorer_named
from digesta.scorers.forms import PromptContext, PromptForm
from digesta.scorers.shared.prompt import fill
from digesta_convert.exports.base import ExportInputs
from digesta_convert.exports.texts import choice_lines, text_of

MAX_TOKENS = 512
"""Of a reply, unless another number is chosen: what ``digesta-generate infer`` asks for."""

SETTINGS = {
    "prompt": "How closed questions are asked, such as closed-brief.2; closed.2 else.",
    "max_tokens": f"Longest reply, in tokens; {MAX_TOKENS} else.",
}
_SCORERS = ("closed", "letters")
_SECTION = re.compile(r"^\[([a-z._]+)\]\n", re.MULTILINE)
_LETTERS = {
    "en": "Reply with the letter of the right choice alone; where several are right, with all.",
    "zh": "只回答正确选项的字母；有多个正确选项时，写出全部字母。",
}


class HarnessTracks(NamedTuple):
    """Lines of questions by track, and what is left out, a line each."""

    lines: Mapping[str, list[bytes]]
    notes: tuple[str, ...]


def tracks_of(inputs: ExportInputs) -> HarnessTracks:
    """Return the tracks that a harness can run; UsageError where there is none."""
    pairs: dict[str, list[tuple[Question, Truth]]] = defaultdict(list)
    for question, truth in inputs.questions():
        pairs[question.track].append((question, truth))
    lines, notes, canary = {}, [], {"canary": inputs.release.manifest.canary}
    for name, own in pairs.items():
        track = inputs.release.manifest.track_named(name)
        if weighting := _weighting(track):
            prompt = inputs.settings.get("prompt", "")
            lines[name] = [orjson.dumps(_record(*pair, prompt, weighting) | canary) for pair in own]
        else:
            scorers = ", ".join(sorted({question.scorer for question, _ in own}))
            notes.append(f"left out: {name}, {len(own)} questions marked by {scorers}")
    if not lines:
        raise UsageError("no track is marked by closed or letters alone: nothing to run elsewhere")
    return HarnessTracks(lines, tuple(notes))


def jsonl_files(tracks: HarnessTracks) -> dict[str, bytes]:
    """Return a file of questions for each track."""
    return {f"{name}.jsonl": b"\n".join([*own, b""]) for name, own in tracks.lines.items()}


def module(*names: str) -> str:
    """Return the texts of module parts, one after the other."""
    return "".join(text_file(__package__, f"harness_{name}.txt") for name in names)


def max_tokens(inputs: ExportInputs) -> int:
    """Return the longest reply in tokens, as it was chosen; UsageError for no number."""
    text = inputs.settings.get("max_tokens", str(MAX_TOKENS))
    if not text.isdecimal() or not int(text):
        raise UsageError(f"--set max_tokens={text}: a number of tokens, from 1")
    return int(text)


def _weighting(track: Track) -> str:
    """Return how a track's score weighs questions; "" where no mean of credits gives it."""
    tasks = track.tasks.values()
    if any(task.scorer not in _SCORERS or task.metric != "accuracy" for task in tasks):
        return ""
    rule = next(score for score in track.scores if score.name == track.headline)
    if isinstance(rule, MeanOfScore):
        return "categories" if rule.mean_of == "categories" else ""
    return "questions" if isinstance(rule, PoolScore) and rule.pool == "all" else ""


def _record(question: Question, truth: Truth, prompt: str, weighting: str) -> dict[str, Any]:
    system, text = _messages(question, prompt)
    kept = {"scorer": question.scorer, "language": question.language, "ask": question.ask}
    return {
        "question_id": question.question_id,
        "track": question.track,
        "category": question.category,
        "task": question.task,
        "weighting": weighting,
        "system": system,
        "prompt": text,
        "right": text_of(truth.truth["answer"]),
        "question": text_of(kept),
        "truth": text_of(truth.truth),
    }


def _messages(question: Question, prompt: str) -> tuple[str, str]:
    """Return a question's system message and the user's, as digesta-generate words them."""
    form = scorer_named(question.scorer).prompt
    turns = [turn.content for turn in question.turns]
    if form is None:
        last = _LETTERS.get(question.language, _LETTERS["en"])
        return "", "\n\n".join([*turns, *choice_lines(question), last])
    texts = _sections(form, prompt or form.default, question.language)
    parts = form.sections(PromptContext(question, constrained=False, resources={}, texts=texts))
    return "\n".join(fill(texts[key], values) for key, values in parts), "\n\n".join(turns)


@cache
def _sections(form: PromptForm, name: str, language: str) -> dict[str, str]:
    files = form.files()
    text = files.get(f"{name}.{language}") or files.get(f"{name}.{language.partition('-')[0]}")
    if text is None:
        known = sorted({file.rpartition(".")[0] for file in files})
        raise UsageError(f"no prompt {name} in {language}; there are: {', '.join(known)}")
    return dict(_pairs(_SECTION.split(text.decode())))


def _pairs(parts: list[str]) -> Iterator[tuple[str, str]]:
    for key, text in zip(parts[1::2], parts[2::2], strict=True):
        yield key, text.strip("\n")
