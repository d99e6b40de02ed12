"""What tasks of other harnesses have in common: questions with prompts, and the marking.

Questions that ``closed`` or ``letters`` marks go into a harness, track by track. Its ``score`` is
the track's headline where that is a mean of their credits, over questions or over categories; else
the mean of the exported questions, which a note says. All others are left out, and named.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import orjson

from digesta.errors import UsageError
from digesta.package_files import text_file
from digesta.records.question import Question, Truth
from digesta.records.track import MeanOfScore, PoolScore, Track
from digesta.scorers import scorer_named
from digesta.scorers.forms import PromptContext, PromptForm
from digesta.scorers.shared.limits import reply_limit
from digesta.scorers.shared.prompt import Files, prompt_texts, system_text
from digesta_convert.exports.base import ExportInputs
from digesta_convert.exports.texts import text_of

SETTINGS = {
    "prompt": "Prompt of closed questions, such as closed-brief.3. Default: closed.3.",
    "max_tokens": "Longest reply, in tokens. Default: what the longest answer needs.",
}
_SCORERS = ("closed", "letters")


class HarnessTracks(NamedTuple):
    """Lines of questions and the longest reply in tokens, by track; notes, a line each."""

    lines: Mapping[str, list[bytes]]
    limits: Mapping[str, int]
    notes: tuple[str, ...]


def tracks_of(inputs: ExportInputs) -> HarnessTracks:
    """Return the tracks that a harness can run; UsageError where there is none."""
    pairs: dict[str, list[tuple[Question, Truth]]] = defaultdict(list)
    absent: Counter[tuple[str, str]] = Counter()
    for question, truth in inputs.questions():
        if question.scorer in _SCORERS:
            pairs[question.track].append((question, truth))
        else:
            absent[question.track, question.scorer] += 1
    notes = [f"left out: {name}, {n} questions marked by {by}" for (name, by), n in absent.items()]
    if not pairs:
        raise UsageError(f"no question is marked by closed or letters; {'; '.join(notes)}")
    lines, limits, canary = {}, {}, {"canary": inputs.release.manifest.canary}
    for name, own in pairs.items():
        weighting = _weighting(inputs.release.manifest.track_named(name))
        if weighting is None:
            notes.append(f"{name}: its score needs other questions; here it is the mean of these")
        weigh = weighting or (lambda _question: "questions")
        lines[name] = [orjson.dumps(_record(*pair, inputs, weigh) | canary) for pair in own]
        limits[name] = _limit(inputs) or max(
            reply_limit(_form(question.scorer), question, {}) for question, _ in own
        )
    return HarnessTracks(lines, limits, tuple(notes))


def jsonl_files(tracks: HarnessTracks) -> dict[str, bytes]:
    """Return a file of questions for each track."""
    return {f"{name}.jsonl": b"\n".join([*own, b""]) for name, own in tracks.lines.items()}


def module(*names: str) -> str:
    """Return the texts of module parts, one after the other."""
    return "".join(text_file(__package__, f"harness_{name}.txt") for name in names)


def _limit(inputs: ExportInputs) -> int:
    """Return the longest reply in tokens that was chosen, or 0; UsageError for no number."""
    text = inputs.settings.get("max_tokens")
    if text is not None and (not text.isdecimal() or not int(text)):
        raise UsageError(f"--set max_tokens={text}: a number of tokens, from 1")
    return int(text or 0)


def _weighting(track: Track) -> Callable[[Question], str] | None:
    """Return how a track's score weighs a question: "" where it does not count.

    None where the score is no mean of the credits of questions that can be exported.
    """
    rule = next(score for score in track.scores if score.name == track.headline)
    if isinstance(rule, MeanOfScore):
        name, categories = "categories", rule.categories_of(track)
    elif isinstance(rule, PoolScore):
        name = "questions"
        categories = [*track.categories] if rule.pool == "all" else [*rule.pool]
    else:
        return None
    tasks = [task for task in track.tasks.values() if task.category in categories]
    if any(task.scorer not in _SCORERS or task.metric != "accuracy" for task in tasks):
        return None
    return lambda question: name if question.category in categories else ""


def _record(
    question: Question, truth: Truth, inputs: ExportInputs, weigh: Callable[[Question], str]
) -> dict[str, Any]:
    system, text = _messages(question, inputs)
    kept = {"scorer": question.scorer, "language": question.language, "ask": question.ask}
    return {
        "question_id": question.question_id,
        "track": question.track,
        "category": question.category,
        "task": question.task,
        "weighting": weigh(question),
        "system": system,
        "prompt": text,
        "right": text_of(truth.truth["answer"]),
        "question": text_of(kept),
        "truth": text_of(truth.truth),
    }


def _messages(question: Question, inputs: ExportInputs) -> tuple[str, str]:
    """Return a question's system message and the user's, as digesta-generate words them."""
    form, chosen = _form(question.scorer), inputs.settings.get("prompt", "")
    named = chosen.partition(".")[0].partition("-")[0] == question.scorer
    texts = prompt_texts(
        chosen if named else form.default,
        question.language,
        _files(question.scorer),
        inputs.prompts,
        base=form.default,
    )
    parts = form.sections(PromptContext(question, constrained=False, resources={}, texts=texts))
    return system_text(parts, texts), "\n\n".join(turn.content for turn in question.turns)


def _form(scorer: str) -> PromptForm:
    form = scorer_named(scorer).prompt
    assert form is not None, "closed and letters have one"
    return form


@cache
def _files(scorer: str) -> Files:
    return _form(scorer).files()
