"""Which tracks of a release a system is asked, and in which order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from digesta.errors import UsageError
from digesta.records.question import Question
from digesta_generate.talk import say


def in_order(question: Question) -> tuple[str, str, str]:
    """Return the sort key of a question: by track and task, whose prompts begin alike.

    A server that keeps what it evaluated of a prompt's beginning need not do so again.
    """
    return question.track, question.task, question.question_id


def tracks_to_ask(
    named: Collection[str], questions: Iterable[Question], prompts: Mapping[str, str]
) -> list[str] | None:
    """Return the tracks that are answered: those named, else all that have prompts.

    None: every track of the release. prompts: scorer -> prompt. A message names what is left out.
    """
    scorers = defaultdict[str, set[str]](set)
    for question in questions:
        scorers[question.track].add(question.scorer)
    if unknown := sorted(set(named) - scorers.keys()):
        raise UsageError(
            f"--track: no track {', '.join(unknown)}; there are: {', '.join(sorted(scorers))}"
        )
    if named:
        return sorted(named)
    mute = {track for track, used in scorers.items() if not used <= prompts.keys()}
    if not mute or mute == scorers.keys():
        return None
    say(f"left out, for want of a prompt: {', '.join(sorted(mute))}")
    return sorted(scorers.keys() - mute)
