"""Inspect: logs of ``inspect eval``, as ``.eval`` archives or as JSON.

Shape of: inspect_ai 0.3.285, and 0.3.100, whose archives are deflated. A log is one task; several
of one model may be named. Newer versions pack by Zstandard, which needs ``backports.zstd`` before
Python 3.14.

A sample with choices and a target of letters becomes letters. Its raw reply is the model's whole
completion, and its prompt is ``input``, without the solver's wording of the choices. Any other
target is a text, or one of several. Its answer is what the first scorer extracted. Where all
targets of a task are yes or no, or few words, the answer is one of these. Of several epochs the
first counts. Where a solver shuffled the choices, Inspect restores prompt and letters to the
listed order.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from pydantic import ConfigDict, Field

from digesta.intake import LIMITS
from digesta.intake.characters import is_clean
from digesta.records.base import NonEmpty, Record
from digesta.scorers.letters.records import MOST
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.draft import ROLES, Files, SourceQuestion, Value, user_turn
from digesta_convert.shared.keys import may_be_choices, right_letters
from digesta_convert.shared.kinds import file_groups
from digesta_convert.shared.logs import (
    LogFiles,
    SourceReply,
    TaskLog,
    draft_of_logs,
    is_own,
    read_logs,
    replies_in_logs,
)
from digesta_convert.shared.marks import check
from digesta_convert.shared.rows import MOST_BYTES, Faults, LineFault, document_of, record_of

# Archives --------------------------------------------------------------------------------------
#
# The sizes that it states are its maker's words: what is read is bounded by ours.


MOST_MEMBERS = 20_000
"""One for each question of a large benchmark."""
_LISTED = b"PK\x01\x02"
"""Begins each member of an archive's list, which the library reads whole on opening."""
_WAYS = {zipfile.ZIP_STORED: "stored", zipfile.ZIP_DEFLATED: "deflated", 93: "Zstandard"}


def members_of(data: bytes, is_wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Return the wanted members of a zip archive by name, or LineFault where it is no good one."""
    if (listed := data.count(_LISTED)) > MOST_MEMBERS:
        raise _fault(f"{listed} members", f"at most {MOST_MEMBERS}", "split the archive")
    library = _library()
    try:
        return _members(library.ZipFile(io.BytesIO(data)), is_wanted)
    except LineFault:
        raise
    except Exception as error:  # noqa: BLE001 - each way of packing has errors of its own
        fix = "pack it again, or name the unpacked files"
        raise _fault(str(error)[:80], "a whole zip archive", fix) from None


def _members(archive: Any, is_wanted: Callable[[str], bool]) -> dict[str, bytes]:
    members: dict[str, bytes] = {}
    left = MOST_BYTES
    for info in archive.infolist():
        if not is_wanted(info.filename):
            continue
        if not is_clean(info.filename, LIMITS.marks):
            raise _fault(info.filename, "names without control characters", "pack it again")
        if info.filename in members:
            raise _fault(f"{info.filename} twice", "each member once", "pack it again")
        if info.compress_type not in _WAYS or info.flag_bits & 1:
            raise _fault(f"{info.filename}, packed or encrypted in a way that is not read",
                         ", ".join(_WAYS.values()), "pack it again")  # fmt: skip
        if info.file_size > left:
            raise _fault("more", f"at most {MOST_BYTES} bytes unpacked", "split the archive")
        try:
            with archive.open(info) as member:
                members[info.filename] = member.read(info.file_size + 1)
        except NotImplementedError:
            raise _fault("members packed by Zstandard", "stored or deflated members, as long as "
                         "backports.zstd is not installed", _UNPACK) from None  # fmt: skip
        left -= len(members[info.filename])
    return members


_UNPACK = "pip install 'digesta[convert]', or: inspect log convert --to json --output-dir JSON LOG"


def _library() -> Any:
    """Return the library's zip reader; before Python 3.14 another one knows Zstandard."""
    try:
        return import_module("backports.zstd.zipfile")
    except ModuleNotFoundError:
        return zipfile


def _fault(got: str, expected: str, fix: str) -> LineFault:
    return LineFault("archive", got=got, expected=expected, fix=fix)


# Records ---------------------------------------------------------------------------------------


class LogRecord(Record):
    """A record of a log; other keys are ignored."""

    model_config = ConfigDict(extra="ignore")


class LoggedMessage(LogRecord):
    """A message: a text, or parts of which each is one."""

    role: str = Field(description="who speaks")
    content: str | list[Value] = Field(description="a text, or parts")


class LoggedOutput(LogRecord):
    """What a model returned."""

    completion: str | None = None
    choices: list[Value] = Field(default=[], description="replies")


class InspectSample(LogRecord):
    """A sample with its epoch."""

    id: int | NonEmpty = Field(description="the sample's id")
    epoch: int = Field(default=1, description="its epoch, from 1")
    input: str | list[LoggedMessage] = Field(description="a text, or messages")
    target: str | list[str] = Field(description="what is right")
    choices: list[str] | None = None
    output: LoggedOutput = Field(default=LoggedOutput(), description="the reply")
    scores: dict[str, Value] = Field(default={}, description="scores by scorer")
    metadata: Value = Field(default={}, description="what the task says of it")
    error: Value | None = None
    attachments: dict[str, str] = Field(default={}, description="long texts by digest")


class InspectRun(LogRecord):
    """What was run."""

    task: NonEmpty = Field(description="the task's name")
    model: NonEmpty = Field(description="the model's name")
    scorers: list[Value] = Field(default=[], description="the scorers, with their settings")
    created: str = Field(default="", description="when it was run")
    packages: Value = Field(default={}, description="versions of packages")

    def version(self) -> str:
        """Return the harness's version; "" where the log does not say it."""
        version = self.packages.get("inspect_ai")
        return f"inspect_ai {version}" if version else ""


class InspectLog(LogRecord):
    """A log; of an archive its ``header.json``, without samples."""

    run: InspectRun = Field(alias="eval", description="what was run")
    status: str = Field(default="started", description="how it ended")
    invalidated: bool = Field(default=False, description="whether samples are to be run again")
    results: Value = Field(default={}, description="scores of the whole")
    runs: list[InspectSample] = Field(default=[], alias="samples", description="samples")


# To a draft ------------------------------------------------------------------------------------


TRACK = {"track": "inspect", "title": "Inspect"}
_LOG = "log"
_HEADERS = ("header.json", "_journal/start.json")
_ATTACHMENT = "attachment://"


class _Run(NamedTuple):
    """A log, and its samples with the file of each."""

    path: str
    log: InspectLog
    records: tuple[tuple[str, InspectSample], ...]


def _logs(files: Files) -> LogFiles:
    groups = file_groups(files, _kind, [_LOG], "logs that inspect eval wrote, .eval or .json")

    def read(path: str, faults: Faults) -> TaskLog | None:
        run = _run(path, files[path], faults)
        return _task_log(run, faults) if run else None

    return read_logs(groups.paths[_LOG], read, groups.unread)


def _kind(path: str, data: bytes) -> str | None:
    if path.endswith(".eval"):
        return _LOG
    head = data[:2000]
    return _LOG if path.endswith(".json") and b'"eval"' in head and b'"status"' in head else None


def _run(path: str, data: bytes, faults: Faults) -> _Run | None:
    """Return the log of a file; None where it has a problem, which is noted."""
    if not path.endswith(".eval"):
        document = document_of(path, data, faults)
        log = record_of(InspectLog, document, faults) if document else None
        return _Run(path, log, tuple((path, each) for each in log.runs)) if log else None
    with faults.noting(path):
        members = members_of(data, lambda name: name in _HEADERS or name.startswith("samples/"))
        header = next((name for name in _HEADERS if name in members), None)
        if header is None:
            fix = "name a log that inspect eval wrote"
            raise LineFault("file-missing", got="no header.json in it", fix=fix)
        log = _record(InspectLog, path, header, members[header], faults)
        names = [name for name in members if name.startswith("samples/")]
        read = [(name, _record(InspectSample, path, name, members[name], faults)) for name in names]
        if log:
            return _Run(path, log, tuple((f"{path}/{name}", each) for name, each in read if each))
    return None


def _record(record: Any, path: str, name: str, data: bytes, faults: Faults) -> Any:
    document = document_of(f"{path}/{name}", data, faults)
    return record_of(record, document, faults) if document else None


_GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
"""The harness's letters for correct, partly, incorrect, no answer."""
_RULES = {
    "choice": "the letter that the reply names",
    "match": "a reply that ends with the target, or begins with it, as location says",
    "includes": "a reply that holds the target anywhere",
    "exact": "a reply whose words are the target's",
    "answer": "what follows ANSWER: in the reply",
    "pattern": "what a pattern takes out of the reply",
    "model_graded_qa": "what a model graded so; its grades are not kept",
    "model_graded_fact": "what a model graded so; its grades are not kept",
}
"""Scorer of the harness -> what it takes as right."""


def _task_log(run: _Run, faults: Faults) -> TaskLog:
    """Return a log's questions of the first epoch, and what its first scorer gave them."""
    about = run.log.run
    day = ", ".join(filter(None, [about.created[:10], about.version()]))
    log = TaskLog(run.path, about.task, about.model, day)
    for file, each in run.records:
        if each.epoch == 1:
            with faults.noting(file):
                _add(each, file, log)
    first = [each for _, each in run.records if each.epoch == 1]
    failed = f"{sum(each.error is not None for each in first)} of {len(first)} samples failed"
    if all(each.error for each in first) and not faults.problems:
        faults.add("no-answers", run.path, got=failed, expected="answers", fix="run the task again")
    elif any(each.error for each in first):
        add = "Inspect leaves these out, and here their answers are missing"
        log.notes.append(f"{about.task}, {about.model}: {failed}: {add}")
    log.rule, log.score = _rule(log.metric, about.scorers), _score(run.log.results, log.metric)
    if any(each.epoch > 1 for _, each in run.records):
        log.notes.append(f"of {about.task} the first epoch's; others are left out")
    if run.log.invalidated:
        log.notes.append(f"{about.task} has samples that were invalidated: run it again")
    if run.log.status != "success":
        add = f"{about.task} ended with {run.log.status}: what it did not reach is not here"
        log.notes.append(add)
    log.broken = "invalidated" if run.log.invalidated else run.log.status.replace("success", "")
    return log


def _add(each: InspectSample, file: str, log: TaskLog) -> None:
    """Add a sample to a log: a reply, where the question is ours, else a question."""
    if is_own(each.metadata):
        cut = "max_tokens" in {choice.get("stop_reason") for choice in each.output.choices[:1]}
        key, text = str(each.metadata["question_id"]), _completion(each)
        log.replies.append(SourceReply(file, 0, key, text, log.model, cut))
    else:
        log.metric = log.metric or next(iter(each.scores), "")
        value = each.scores.get(log.metric, {}).get("value")
        mark = _GRADES.get(value) if isinstance(value, str) else value
        log.add(_question(log.task, file, each), mark)


def _rule(metric: str, scorers: Sequence[Value]) -> str:
    """Return what a scorer takes as right, with its settings that are words."""
    rule = _RULES.get(metric.rpartition("/")[2], "what its own rule finds")
    options = [each.get("options") for each in scorers if each.get("name") == metric]
    words = options[0].items() if options and isinstance(options[0], dict) else ()
    settings = [f"{key} {value}" for key, value in words if isinstance(value, str)]
    return f"{rule} ({', '.join(settings)})" if settings else rule


def _score(results: Value, metric: str) -> Any:
    """Return the accuracy, or mean, that the log states for a scorer."""
    scores = results.get("scores")
    for each in scores if isinstance(scores, list) else ():
        metrics = each.get("metrics") if isinstance(each, dict) else None
        if isinstance(metrics, dict) and each.get("name") == metric:
            stated = metrics.get("accuracy", metrics.get("mean"))
            return stated.get("value") if isinstance(stated, dict) else None
    return None


def _question(task: str, file: str, each: InspectSample) -> SourceQuestion:
    title = task.rpartition("/")[2]
    base = SourceQuestion(
        name=f"{title}-{each.id}", file=file, line=0, task=title, turns=_turns(each), right="",
        work=f"Inspect, {task}", at=f"sample {each.id}",
    )  # fmt: skip
    targets = [each.target] if isinstance(each.target, str) else each.target
    if may_be_choices(each.choices):
        choices = [_text(choice, each) for choice in each.choices or ()]
        key = "".join(targets)
        small = key.upper() if len(key) == len(targets) else ""
        if letters := right_letters(key, choices) or right_letters(small, choices):
            return replace(base, choices=choices, right=letters, reply=_completion(each))
    if each.choices and "choice" in each.scores:
        raise LineFault("bad-target", got=f"{each.target} of {len(each.choices)} choices"[:80],
                        expected=f"letters, up to {MOST}", fix="leave the sample out")  # fmt: skip
    right, *accepted = (_text(target, each) for target in targets or [""])
    return replace(base, right=right, accepted=accepted, reply=_answer(each))


def _turns(each: InspectSample) -> list[Value]:
    """Return the sample's input as messages."""
    if isinstance(each.input, str):
        return user_turn(_text(each.input, each))
    turns = [{"role": m.role, "content": _content(m.content, each)} for m in each.input]
    if not turns or any(turn["role"] not in ROLES for turn in turns):
        raise LineFault("bad-prompt", got=f"roles {[turn['role'] for turn in turns]}"[:80],
                        expected=f"messages of {', '.join(ROLES)}",
                        fix="leave out samples that begin with a tool's message")  # fmt: skip
    return turns


def _content(content: str | list[Value], each: InspectSample) -> str:
    """Return a message's text; LineFault where a part of it is none."""
    if isinstance(content, str):
        return _text(content, each)
    for part in content:
        if part.get("type") not in ("text", "reasoning") or not isinstance(
            part.get("text", ""), str
        ):
            got = f"a part of type {part.get('type')} in sample {each.id}"
            raise LineFault("bad-prompt", got=got, expected="texts", fix="leave the sample out")
    return "\n".join(_text(part["text"], each) for part in content if part["type"] == "text")


def _text(text: str, each: InspectSample) -> str:
    """Return a text, or the attachment that its digest names."""
    if not text.startswith(_ATTACHMENT):
        return text
    digest = text.removeprefix(_ATTACHMENT)
    if digest not in each.attachments:
        raise LineFault("bad-value", got=f"{text[:60]} in sample {each.id}",
                        expected="a digest of /attachments", fix="name the whole log")  # fmt: skip
    return each.attachments[digest]


def _completion(each: InspectSample) -> str | None:
    """Return the whole reply; None where the sample failed before there was one."""
    if each.output.completion is not None:
        return _text(each.output.completion, each)
    messages = [choice.get("message") for choice in each.output.choices[:1]]
    contents = [m.get("content") for m in messages if isinstance(m, dict)]
    return _content(contents[0], each) if contents and contents[0] else None


def _answer(each: InspectSample) -> str | None:
    """Return what the first scorer took out of the reply, else the whole of it."""
    taken = (score.get("answer") for score in each.scores.values())
    answer = next((_text(text, each) for text in taken if isinstance(text, str) and text), None)
    whole = _completion(each)
    is_whole = answer is None or (whole is not None and answer.casefold() == whole.casefold())
    return whole if is_whole else answer


CONVERTER = Converter(
    name="inspect",
    about="Inspect: logs of one or more models, LOG.eval or LOG.json, a file a task; UTF-8",
    track="inspect",
    scorers=("letters", "closed"),
    parse_with=partial(draft_of_logs, TRACK, _logs),
    replies=partial(replies_in_logs, _logs),
    check=check,
    import_example="inspect logs -o build/inspect",
)
