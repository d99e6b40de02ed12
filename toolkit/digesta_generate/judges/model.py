"""A language model as judge: what it is asked of an answer, and what its replies come to.

- Each criterion by itself: passages, a short analysis, whether it is met, how sure. A fault
  (negative criterion) is asked for as a fault, one about an absence without passages.
- Claims in two steps: a list, then each by itself, whether it is made up. Assertions with sources
  in one.
- A text field of an extraction: whether the answer's value means what the truth's does.
- Two answers to one question: which is better.

What stays without a valid reply says so: a criterion is then not met (a fault not there), at no
confidence, and its analysis is ``NO_REPLY``; a list is empty; a claim is not called made up; a
choice is a tie. Passages are recorded as they were given: whether one stands in the answer is the
scorer's to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from digesta.canonical import digest
from digesta.records.question import Question
from digesta.scorers import scorer_named
from digesta_generate.judges import replies
from digesta_generate.judges.base import Assessment, Criteria, Grader, Preference
from digesta_generate.judges.client import REASKS, Asker, Heard, JudgeRequest
from digesta_generate.judges.prompts import JudgePrompts, Messages, code_of
from digesta_generate.judges.replies import Bounds

NO_REPLY = "no valid reply"
"""The analysis of a criterion on which the model gave none."""

Line = dict[str, Any]


@dataclass(frozen=True)
class JudgeModel:
    """Who the model is: the judge's name, the model's, its endpoint, versions where known."""

    judge: str
    model: str
    endpoint: str
    bounds: Bounds
    parameters: Mapping[str, Any]
    prompts: JudgePrompts = field(default_factory=JudgePrompts)


def model_grader(about: JudgeModel, asker: Asker) -> Grader:
    """Return a model as a judge that can be run."""
    grading = _Grader(asker, about.bounds, about.prompts)
    return Grader(
        judge=about.judge,
        model=about.model,
        grade=grading.grade,
        search=grading.search,
        choose=grading.choose,
        parameters=_parameters(about),
        prompts=about.prompts.digests(),
    )


def judge_sha256(about: JudgeModel) -> str:
    """Return the digest of what makes a model this judge: its model, parameters and prompts."""
    identity = {
        "model": about.model,
        "parameters": _parameters(about),
        "prompts": about.prompts.digests(),
    }
    return digest(identity)


def _parameters(about: JudgeModel) -> dict[str, Any]:
    return {
        **about.parameters,
        "endpoint": about.endpoint,
        "bounds": about.bounds._asdict(),
        "max_tokens": {
            name: replies.tokens_of(schema)
            for name, schema in replies.schemas(about.bounds).items()
        },
        "claims": "of calibration answers, references and submissions; of no other control",
        "replies": f"answer/3, asked for again at most {REASKS} times",
    }


@dataclass(frozen=True)
class _Grader:
    asker: Asker
    bounds: Bounds
    prompts: JudgePrompts

    def grade(self, question: Question, criteria: Criteria, answer: Any) -> Assessment:
        """Say of each criterion whether it is met, or of each field whether it means the same."""
        if scorer_named(question.scorer).to_judge is not None:
            wanted = [self._field(question, key, criterion) for key, criterion in criteria.items()]
        else:
            head = self.prompts.read_to(question, answer)
            wanted = [self._criterion(question, head, criterion) for criterion in criteria.values()]
        heard = self.asker.each(self.asker.hear, wanted)
        grades = [_grade_line(key, reply) for key, reply in zip(criteria, heard, strict=True)]
        return Assessment(grades, replies=_replies(heard))

    def search(self, question: Question, answer: str) -> Assessment:
        """Find the claims of an answer, each verified, and its assertions with their sources."""
        if not answer.strip():
            return Assessment(())
        head = self.prompts.read_to(question, answer)
        lists = [self._claims(question, head), self._assertions(question, head)]
        listed, asserted = self.asker.each(self.asker.hear, lists)
        claims = _once(claim for claim in _lines_of(listed, "claims") if claim["text"].strip())
        wanted = [self._claim(question, (head, answer), claim) for claim in claims]
        verified = self.asker.each(self.asker.hear, wanted)
        return Assessment(
            (),
            [_claim(claim, heard) for claim, heard in zip(claims, verified, strict=True)],
            [
                _assertion(assertion)
                for assertion in _lines_of(asserted, "assertions")
                if assertion["assertion"].strip()
            ],
            _replies([listed, asserted, *verified]),
        )

    def choose(self, question: Question, first: str, second: str) -> Preference:
        """Say which of two answers, in the order in which they are shown, is better."""
        last = self.prompts.prompt_of(question, "pair", code=code_of(second, first), answer=second)
        messages = [*self.prompts.read_to(question, first, second), last]
        heard = self.asker.hear(JudgeRequest(question, messages, "pair", replies.pair(self.bounds)))
        return Preference(heard.value["preferred"] if heard.value else "tie", heard.replies)

    def _criterion(
        self, question: Question, head: Messages, assertion: Mapping[str, Any]
    ) -> JudgeRequest:
        negative = assertion["dimension"] == "negative"
        absent = assertion.get("evidence") == "none"
        section = "absence" if absent else "negative" if negative else "criterion"
        schema = replies.criterion(self.bounds, evidence=not absent)
        messages = [*head, self.prompts.prompt_of(question, section, text=assertion["text"])]
        return JudgeRequest(question, messages, "criterion", schema)

    def _field(
        self, question: Question, pointer: str, criterion: Mapping[str, Any]
    ) -> JudgeRequest:
        truth, answer = str(criterion["truth"]), str(criterion["answer"])
        last = self.prompts.prompt_of(
            question,
            "field",
            pointer=pointer,
            truth=truth,
            answer=answer,
            code=code_of(answer, truth),
        )
        messages = [*self.prompts.system(question, "system.field"), last]
        return JudgeRequest(
            question, messages, "field", replies.criterion(self.bounds, evidence=False)
        )

    def _claims(self, question: Question, head: Messages) -> JudgeRequest:
        messages = [*head, self.prompts.prompt_of(question, "claims", most=self.bounds.claims)]
        return JudgeRequest(question, messages, "claims", replies.claims(self.bounds))

    def _claim(self, question: Question, shown: tuple[Messages, str], claim: Line) -> JudgeRequest:
        head, answer = shown
        text = str(claim["text"])
        # Its words are the answer's: they are data as the answer is.
        last = self.prompts.prompt_of(question, "claim", text=text, code=code_of(text, answer))
        messages = [*head, last]
        return JudgeRequest(question, messages, "claim", replies.claim(self.bounds))

    def _assertions(self, question: Question, head: Messages) -> JudgeRequest:
        messages = [
            *head,
            self.prompts.prompt_of(question, "assertions", most=self.bounds.assertions),
        ]
        return JudgeRequest(question, messages, "assertions", replies.assertions(self.bounds))


def _grade_line(key: str, heard: Heard) -> Line:
    reply = heard.value
    if reply is None:
        return {
            "criterion_id": key,
            "satisfied": False,
            "confidence": "0",
            "analysis": NO_REPLY,
        }
    return {
        "criterion_id": key,
        "satisfied": reply["satisfied"],
        "confidence": _share(reply["sureness"]),
        "evidence": [passage for passage in reply.get("evidence", ()) if passage.strip()],
        "analysis": reply["reasoning"],
    }


def _claim(claim: Line, heard: Heard) -> Line:
    reply = heard.value
    made_up = {"hallucinated": True, "severity": reply["severity"]} if reply else {}
    return {"hallucinated": False, **claim, **(made_up if reply and reply["hallucinated"] else {})}


def _assertion(assertion: Line) -> Line:
    return {
        "text": assertion["assertion"],
        "needs_source": assertion["needs_source"],
        "has_source": assertion["has_source"],
    }


def _once(claims: Iterable[Line]) -> list[Line]:
    """Return claims without those whose words stood before: each costs its points once."""
    by_words: dict[str, Line] = {}
    for claim in claims:
        by_words.setdefault(claim["text"], claim)
    return list(by_words.values())


def _lines_of(heard: Heard, name: str) -> list[Line]:
    return list(heard.value[name]) if heard.value else []


def _replies(heard: Sequence[Heard]) -> list[str]:
    return [text for reply in heard for text in reply.replies]


def _share(percent: int) -> str:
    """Return a percentage as a decimal share.

    >>> _share(75), _share(100), _share(0)
    ('0.75', '1', '0')
    """
    return f"{percent / 100:g}"
