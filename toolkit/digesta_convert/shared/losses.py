"""What a benchmark's files cannot hold of a draft: the difference after reading them again.

No list of a format's fields stands here that could be wrong: what differs in the draft that the
files make is what they do not hold. Lines are compared by place, an ask and a truth key by key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from digesta_convert.shared.draft import PREDICTIONS, QUESTIONS, TRUTHS, Draft, Value

_OPENED = frozenset({"ask", "truth"})
_NOTHING = object()


def losses(draft: Draft, again: Draft) -> tuple[str, ...]:
    """Return which keys differ in the draft that was read again, and in how many lines.

    again: what the files written for ``draft`` make, its questions in the same order. A key is
    left out (no place for it), changed (it is read back otherwise), or filled in (the format needs
    a value where the draft has none).
    """
    pairs = zip(draft.questions, again.questions, strict=True)
    ids = {new["question_id"]: old["question_id"] for old, new in pairs}
    after = {ids[key]: {"answer": answer} for key, answer in again.answer_of().items()}
    answers = draft.answer_of()
    files: Mapping[str, tuple[Sequence[Value], Sequence[Value]]] = {
        QUESTIONS: (draft.questions, again.questions),
        TRUTHS: (_without_id(draft.truths), _without_id(again.truths)),
        PREDICTIONS: (
            [{"answer": answer} for answer in answers.values()],
            [after.get(key, {}) for key in answers],
        ),
        "track": ([draft.track], [again.track]),
        "resources": ([dict(draft.resources)], [dict(again.resources)]),
    }
    listed = []
    for file, (before, now) in files.items():
        pairs = zip(before, now, strict=True)
        counts = Counter(each for old, new in pairs for each in _differences(old, new))
        for (key, how), count in sorted(counts.items()):
            listed.append(f"{file} {key}: {how}, {count} of {len(before)}")
    return tuple(listed)


def _without_id(lines: Iterable[Value]) -> list[Value]:
    """Return truths without their ids: an id that changes is reported once, with the questions."""
    return [{key: value for key, value in line.items() if key != "question_id"} for line in lines]


def _differences(
    old: Mapping[str, Any], new: Mapping[str, Any], below: str = ""
) -> Iterator[tuple[str, str]]:
    for key in old.keys() | new.keys():
        was, now = old.get(key, _NOTHING), new.get(key, _NOTHING)
        if was == now:
            continue
        if key in _OPENED and isinstance(was, dict) and isinstance(now, dict):
            yield from _differences(was, now, f"/{key}")
        else:
            how = "filled in" if was is _NOTHING else "left out" if now is _NOTHING else "changed"
            yield f"{below}/{key}", how
