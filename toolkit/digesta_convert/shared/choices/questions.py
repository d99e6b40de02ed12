"""Questions that a source answers by letters or by a text, as the lines of a draft."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from digesta.records.question import Turn
from digesta_convert.shared.draft import Draft, Value, answer_lines
from digesta_convert.shared.faults import Faults
from digesta_convert.shared.names import cluster_of, slug_of, task_names, unique_names

_ODD = "U+FFFD stands for characters that no release may hold, numbers out of range are texts"


ROLES = get_args(Turn.model_fields["role"].annotation)
"""Who may speak in a prompt."""

_RARE = 20


@dataclass(frozen=True)
class SourceQuestion:
    """A question as a source has it, what is right, and what was answered.

    name: its own in the source, unique. file, line: where it stands; work, at: the same in words.
    category, task: titles. choices: texts under A, B, C …; none where the answer is a text.
    right: the letters, in order, or the text. accepted: what else is right, of texts. labels: the
    texts that an answer is one of. published: the key as it is written, where ``right`` is not.
    mentions: what is looked for in a reply, and what is right, as that scorer's ask and truth.
    closed: ask and truth of ``closed``, where they are more than a text. reply: None where there is
    none. fields: more keys of a question, such as ``license``.
    """

    name: str
    file: str
    line: int
    task: str
    turns: Sequence[Value]
    right: str
    work: str
    at: str
    category: str = ""
    choices: Sequence[str] = ()
    accepted: Sequence[str] = ()
    labels: Sequence[str] = ()
    published: str = ""
    mentions: tuple[Value, Value] | None = None
    closed: tuple[Value, Value] | None = None
    reply: str | None = None
    fields: Value = field(default_factory=dict)

    @property
    def scorer(self) -> str:
        """Return the name of who marks it."""
        return "mentions" if self.mentions else "letters" if self.choices else "closed"

    @property
    def place(self) -> str:
        """Return file:line."""
        return f"{self.file}:{self.line}" if self.line else self.file


def user_turn(text: str) -> list[Value]:
    """Return a prompt of one message."""
    return [{"role": "user", "content": text}]


def draft_of(
    track: Mapping[str, str],
    questions: Sequence[SourceQuestion],
    faults: Faults,
    *,
    readings: Sequence[str] = ("letters/2",),
    notes: Sequence[str] = (),
    unread: Sequence[str] = (),
) -> Draft:
    """Return the draft of these questions, or ReleaseError where two have one name.

    track: its name and title. readings: of letters, the credit's first.
    """
    ids = _ids(questions, faults)
    faults.refuse()
    tasks = _Tasks(track["title"], questions)
    lines: list[Value] = []
    for each in questions:
        ask: Value = {"answer_type": "enum"} | ({"choices": [*each.labels]} if each.labels else {})
        if each.choices:
            several = {"several": True} if tasks.has_several(each) else {}
            ask = {"choices": list(each.choices), "readings": list(readings), **several}
        if settled := each.mentions or each.closed:
            ask = settled[0]
        own: Value = {
            "question_id": ids[each.name], "split": "public", "track": track["track"],
            **tasks.names(each), "scorer": each.scorer, "turns": list(each.turns), "ask": ask,
            "cluster_id": cluster_of(ids[each.name]), "tags": [],
        }  # fmt: skip
        lines.append(own | each.fields)
    truths = tuple(_truth(each, ids[each.name]) for each in questions)
    answers = {ids[each.name]: each.reply for each in questions if each.reply is not None}
    manifest = {"track": track["track"], "method_after": track["title"], **tasks.manifest()}
    own_clusters = "cluster_id: each question has its own: give one to those on one text or case"
    mended = [f"{_ODD}: of {faults.mended} lines or files"] if faults.mended else []
    return Draft(
        tuple(lines),
        truths,
        answer_lines(lines, answers),
        track=manifest,
        places={ids[each.name]: each.place for each in questions},
        notes=(own_clusters, *notes, *mended),
        unread=tuple(unread),
    )


def _ids(questions: Sequence[SourceQuestion], faults: Faults) -> dict[str, str]:
    ids: dict[str, str] = {}
    places: dict[str, str] = {}
    for each in questions:
        own = slug_of(each.name)
        if before := places.get(own):
            got = f"{each.name}, the name of {before}"
            faults.add("dup-id", each.file, each.line, got=got, fix="keep one, or rename it")
        ids[each.name] = own
        places.setdefault(own, each.place)
    return ids


def _truth(each: SourceQuestion, question_id: str) -> Value:
    settled = each.mentions or each.closed
    more: Value = {"accepted": list(each.accepted)} if each.accepted else {}
    more |= {"published": each.published} if each.published else {}
    return {
        "question_id": question_id,
        "truth": settled[1] if settled else {"answer": each.right, **more},
        "source_refs": [{"work": each.work, "at": each.at}],
    }


class _Tasks:
    """Names of categories and tasks; a task that two scorers mark becomes two."""

    def __init__(self, title: str, questions: Sequence[SourceQuestion]) -> None:
        self._title = title
        self._scorers: dict[tuple[str, str], set[str]] = defaultdict(set)
        with_choices = [each for each in questions if each.choices]
        self._sizes = Counter((each.category, each.task) for each in with_choices)
        self._several = Counter(
            (each.category, each.task) for each in with_choices if len(each.right) > 1
        )
        for each in questions:
            self._scorers[each.category, each.task].add(each.scorer)
        self._categories = unique_names(each.category or title for each in questions)
        self._scorer = {self._pair(each): each.scorer for each in questions}
        self._names = task_names(self._scorer)
        self._read = {self._pair(each) for each in questions if each.mentions}

    def _pair(self, each: SourceQuestion) -> tuple[str, str]:
        shared = len(self._scorers[each.category, each.task]) > 1
        title = f"{each.task}, {each.scorer}" if shared else each.task
        return each.category or self._title, title

    def has_several(self, each: SourceQuestion) -> bool:
        """Return whether several letters may be right.

        In a task where fewer than one key in twenty has several, only its question says so.
        """
        task = each.category, each.task
        if self._several[task] * _RARE < self._sizes[task]:
            return len(each.right) > 1
        return self._several[task] > 0

    def names(self, each: SourceQuestion) -> Value:
        """Return a question's category and task."""
        pair = self._pair(each)
        return {"category": self._categories[pair[0]], "task": self._names[pair]}

    def manifest(self) -> Value:
        """Return the titles, as a track's record has them."""
        return {
            "categories": {name: {"title": title} for title, name in self._categories.items()},
            "tasks": {
                name: {
                    "title": pair[1],
                    "category": self._categories[pair[0]],
                    "scorer": self._scorer[pair],
                    "metric": "reply_score" if pair in self._read else "accuracy",
                }
                for pair, name in self._names.items()
            },
        }
