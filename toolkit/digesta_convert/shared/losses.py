"""What a benchmark's files cannot hold of a draft: the difference after reading them again.

No list of a format's fields stands here that could be wrong: what differs in the draft that the
files make is what they do not hold. Lines are compared by place, an ask and a truth key by key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from digesta_convert.shared.draft import PREDICTIONS, QUESTIONS, TRUTHS, Draft, Value

TRACK, RESOURCES = "track", "resources"
_OPENED = frozenset({"ask", "truth"})
_NOTHING = object()


class Loss(NamedTuple):
    """How many lines of a file lose what stands under a key, and how.

    how: left out (no place for it), changed (it is read back otherwise), or filled in (the format
    needs a value where the draft has none). of: how many lines the file has.
    """

    file: str
    key: str
    how: str
    lines: int
    of: int

    def __str__(self) -> str:
        """Return the line of an export's report.

        >>> str(Loss("questions.jsonl", "/license", "left out", 3, 5))
        'questions.jsonl /license: left out, 3 of 5'
        """
        return f"{self.file} {self.key}: {self.how}, {self.lines} of {self.of}"


def losses(draft: Draft, again: Draft) -> tuple[Loss, ...]:
    """Return the differences of the draft that was read again, by file in the order of keys.

    again: what the files written for ``draft`` make, its questions in the same order.
    """
    ids = {
        new["question_id"]: old["question_id"]
        for old, new in zip(draft.questions, again.questions, strict=True)
    }
    counts = Counter(_differences(QUESTIONS, draft.questions, again.questions))
    counts += Counter(_differences(TRUTHS, _without_id(draft.truths), _without_id(again.truths)))
    counts += Counter(_of_answers(draft, again, ids))
    counts += Counter(_of_object(TRACK, draft.track, again.track))
    counts += Counter(_of_object(RESOURCES, draft.resources, again.resources))
    sizes = (len(draft.questions), len(draft.truths), len(draft.predictions))
    of = dict(zip((QUESTIONS, TRUTHS, PREDICTIONS), sizes, strict=True))
    rows = (Loss(*key, count, of.get(key[0], 1)) for key, count in counts.items())
    files = (QUESTIONS, TRUTHS, PREDICTIONS, TRACK, RESOURCES)
    return tuple(sorted(rows, key=lambda loss: (files.index(loss.file), loss[1:])))


def _without_id(lines: Sequence[Value]) -> list[Value]:
    """Return truths without their ids: an id that changes is reported once, with the questions."""
    return [{key: value for key, value in line.items() if key != "question_id"} for line in lines]


def _differences(
    file: str, before: Sequence[Value], after: Sequence[Value]
) -> Iterator[tuple[str, str, str]]:
    for old, new in zip(before, after, strict=True):
        yield from _of_object(file, old, new)


def _of_object(
    file: str, old: Mapping[str, Any], new: Mapping[str, Any], below: str = ""
) -> Iterator[tuple[str, str, str]]:
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key, _NOTHING), new.get(key, _NOTHING)
        if was == now:
            continue
        if key in _OPENED and isinstance(was, dict) and isinstance(now, dict):
            yield from _of_object(file, was, now, f"/{key}")
        else:
            how = "filled in" if was is _NOTHING else "left out" if now is _NOTHING else "changed"
            yield file, f"{below}/{key}", how


def _of_answers(
    draft: Draft, again: Draft, ids: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    after = {ids[key]: {"answer": answer} for key, answer in again.answer_of().items()}
    for key, answer in draft.answer_of().items():
        yield from _of_object(PREDICTIONS, {"answer": answer}, after.get(key, {}))
