"""Replies that somebody already has, as a submission: answers are read as ``infer`` reads them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from digesta.canonical import canonical_lines
from digesta.errors import InputError, UsageError
from digesta.records.question import Question
from digesta.scorers import scorer_named
from digesta.scorers.forms import Resources
from digesta.scorers.shared.extract import extract
from digesta.workspace import store
from digesta.workspace.cards import METADATA, PREDICTIONS, new_card
from digesta.workspace.releases import open_release
from digesta_convert import CONVERTERS, converter_named
from digesta_convert.shared.draft import AnswerCollector
from digesta_convert.shared.logs import SourceReply
from digesta_convert.shared.rows import Faults
from digesta_convert.sources import located_error, source_files

_LONGEST_NAME = 80


def write_submission(
    out: Path, form: str, paths: Sequence[Path], organization: str, wanted: str | None = None
) -> str:
    """Write a submission of replies to a release's questions; return what to say of it.

    out: predictions/RELEASE/NAME. wanted: that release's bundle, if it is not there. A reply to
    an unknown question, or two to one, refuses all.
    """
    converter = converter_named(form)
    if converter.replies is None:
        able = ", ".join(name for name, each in CONVERTERS.items() if each.replies)
        raise UsageError(f"{form} holds no replies to our questions; {able} do")
    if not organization:
        raise UsageError("--organization: name the submitter of these answers")
    release = open_release(out.absolute().parents[2], wanted or out.parent.name)
    if release.id != out.parent.name:
        raise UsageError(f"{out}: name it predictions/{release.id}/{out.name}")
    name, files = source_files(paths)
    questions = {question.question_id: question for question in release.data.questions}
    faults = Faults()
    try:
        replies = converter.replies(files)
        answers = AnswerCollector({key: key for key in questions}, f"a question of {release.id}",
                                  faults)  # fmt: skip
        for each in replies:
            question = questions.get(each.question_id)
            answer = _answer(each, question, release.data.resources)
            answers.add(each.file, each.line, each.question_id, answer)
        _refuse_models(replies, faults)
        if answers.by_id and all(answer is None for answer in answers.by_id.values()):
            failure = next((each for each in replies if each.failure), replies[0])
            got, fix = failure.failure or "no answer", "ask again, then import those replies"
            faults.add("no-answers", failure.file, failure.line, got=got, fix=fix)
        faults.refuse()
    except InputError as error:
        raise located_error(name, error) from None
    tracks = sorted({questions[key].track for key in answers.by_id})
    every = len(tracks) == len(release.manifest.tracks)
    card = new_card(
        submission_id=out.name,
        release=release.id,
        model_name=replies[0].model[-_LONGEST_NAME:],
        organization=organization,
        **({} if every else {"tracks": tracks}),
    )
    lines = [{"question_id": key, "answer": text} for key, text in sorted(answers.by_id.items())]
    store.write_tree(out, {METADATA: card, PREDICTIONS: canonical_lines(lines)})
    none = sum(answer is None for answer in answers.by_id.values())
    empty = f"; {none} replies hold no answer" if none else ""
    named = f" --release {shlex.quote(wanted)}" if wanted else ""
    return (
        f"{out.as_posix()}: {len(lines)} replies of {len(questions)} questions, tracks "
        f"{', '.join(tracks)}{empty}\ncomplete {METADATA}, then: digesta check "
        f"{out.as_posix()}{named}\n"
    )


def _answer(reply: SourceReply, question: Question | None, resources: Resources) -> Any:
    """Return the answer that a reply gives, by the rule of ``infer``; None where it gives none."""
    if question is None or reply.text is None:
        return None
    form = scorer_named(question.scorer).prompt
    if form is None:
        return reply.text
    ask, place = question.ask, form.reply(question.ask)
    return extract(
        reply.text,
        ask,
        language=question.language,
        form=place,
        cut=reply.cut,
        schema=form.answer_schema(ask, resources),
    )


def _refuse_models(replies: Sequence[SourceReply], faults: Faults) -> None:
    """Note replies of a second model, or that there are none."""
    first = replies[0].model if replies else ""
    if not replies:
        faults.add("no-replies", ".", got="no reply", fix="name a log that holds replies")
    for each in {each.model: each for each in replies if each.model != first}.values():
        got, fix = f"{each.model} and {first}", "import each model's replies by themselves"
        faults.add("several-models", each.file, each.line, got=got, fix=fix)
