"""Targets that read files: what submitters, tools and other benchmarks send."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any
from warnings import catch_warnings

from digesta.canonical import digest
from digesta.cli.comment import SENDER_UNKNOWN, SENTENCES, comment_text
from digesta.errors import InputError
from digesta.intake import (
    RELEASE_LIMITS,
    JudgedAnswer,
    check_file_name,
    judged_text,
    read_calibration,
    read_choices,
    read_controls,
    read_judge,
    read_submission_metadata,
    read_traces,
    read_verdicts,
    strict_json,
)
from digesta.intake.characters.confusables import name_skeleton
from digesta.intake.characters.names import faults_of_name, faults_of_url
from digesta.records.base import example_of
from digesta.records.holdout import HoldoutScores
from digesta.records.judges.verdict import Judge
from digesta.records.question import Question
from digesta.records.read import read_record
from digesta.records.submission import Decision, PullRequest
from digesta.records.trace import Run
from digesta.releases.log import merge_sides
from digesta.releases.signatures import allowed_signers
from digesta.sheets import PackOptions, answers_of, checked_head, pack_sheet, sheet_of, tables_of
from digesta.sheets.archive import archive_of, members_of
from digesta_convert import CONVERTERS
from digesta_convert.shared.draft import as_files, from_files
from digesta_convert.shared.rows import Faults
from digesta_convert.trec.lines import read_qrels, read_run
from hostile import hostile_known, judged_predictions
from world import manifest, questions

Target = Callable[[bytes], object]

KNOWN = hostile_known()
ANSWERS: Mapping[str, Any] = {"q-1": "no", "q-2": {"a": [1, 2]}, "q-3": None}
CRITERIA = {
    "criteria": [
        {"criterion_id": "SUB1", "dimension": "substance", "points": "2", "text": "Wants it."},
        {"criterion_id": "NEG1", "dimension": "negative", "points": "-1", "text": "Lacks it."},
    ]
}
JUDGED = {key: judged_text(CRITERIA, answer) for key, answer in ANSWERS.items()}
CALIBRATION: Mapping[str, Mapping[Any, JudgedAnswer]] = MappingProxyType(
    {
        "q-1": {
            kind: judged_text(CRITERIA, answer)
            for kind, answer in (("reference", "L'article 1240."), ("wrong", "L'article 1."))
        }
    }
)


def text_of(data: bytes) -> str:
    """Return bytes as a text; those that are no UTF-8 become U+FFFD."""
    return data.decode("utf-8", "replace")


def predictions(data: bytes) -> object:
    """Read predictions by both readers, whole and in two chunks: one verdict."""
    middle = len(data) // 2
    verdicts = {
        repr((sorted(verdict.answers.items()), verdict.problems))
        for chunks in ([data], [data[:middle], data[middle:]])
        for reader in ("fast", "strict")
        for verdict in [judged_predictions(chunks, KNOWN, reader=reader)]
    }
    assert len(verdicts) == 1, verdicts
    return verdicts


def strict(data: bytes) -> object:
    """Read JSON strictly; what is accepted is what the standard library reads."""
    value = strict_json(data, file="f.json")
    assert repr(value) == repr(json.loads(data)), value
    return digest(value)


def metadata(data: bytes) -> object:
    return read_submission_metadata(data, file="submission.json").as_json()


def judge_file(data: bytes) -> object:
    return read_judge(data, file="_judges/rules-1/judge.json", folder="rules-1")


@cache
def judge() -> Judge:
    return Judge.model_validate(example_of(Judge))


def verdicts(data: bytes) -> object:
    """Read a judge's four kinds of files; the first byte says which."""
    kinds: list[Callable[[bytes], object]] = [
        partial(read_verdicts, known=JUDGED, judge=judge(), file="a.jsonl"),
        partial(read_controls, known=JUDGED, judge=judge(), file="c.jsonl", sets=CALIBRATION),
        partial(read_calibration, known=CALIBRATION, judge=judge(), file="d.jsonl"),
        partial(read_choices, known=CALIBRATION, judge=judge(), file="e.jsonl"),
    ]
    return kinds[data[0] % len(kinds)](data[1:]) if data else None


def traces(data: bytes) -> object:
    return read_traces(data, ANSWERS, file="trace.jsonl")


def run_file(data: bytes) -> object:
    """Read a ``run.json``, as the site does and who carries answers over."""
    return read_record(Run, strict_json(data, file="run.json", limits=RELEASE_LIMITS), "run.json")


def pull_request(data: bytes) -> object:
    """Comment on what a check found: nothing that was sent in stands outside of the fence."""
    result = read_record(PullRequest, strict_json(data, file="p.json"), "p.json")
    text = comment_text(result)
    if text:
        before, fence, sent = text.partition("```")
        fence += sent[: len(sent) - len(sent.lstrip("`"))]
        inside, _, after = sent.lstrip("`").removeprefix("text\n").partition(f"\n{fence}\n")
        ours = SENTENCES[result.verdict] + SENDER_UNKNOWN * result.sender_unknown
        assert before.strip() == ours.strip(), text
        assert all(line.startswith(" ") and line.isprintable() for line in inside.split("\n")), text
        assert after.startswith("\nChecked with"), text
    return text


def holdout_scores(data: bytes) -> object:
    """Read a ``holdout.json``, which a copied folder may hold."""
    value = strict_json(data, file="holdout.json", line=1, limits=RELEASE_LIMITS)
    return read_record(HoldoutScores, value, "holdout.json")


def signers(data: bytes) -> object:
    """Read a list of signers."""
    return allowed_signers(text_of(data), file="allowed_signers")


def merged_log(data: bytes) -> object:
    """Merge a log in which git left the lines of two branches."""
    return merge_sides(Decision, data)


def names(data: bytes) -> object:
    """Judge a name, an address and a file's name."""
    text = text_of(data)
    assert [*faults_of_name(text)] == [*faults_of_name(text)]
    return name_skeleton(text), [*faults_of_url(text)], check_file_name(text)


# Sheets ---------------------------------------------------------------------------------------


@cache
def toy() -> tuple[Question, ...]:
    return tuple(Question.model_validate(one) for one in questions(2))


@cache
def packed(form: str) -> bytes:
    """Return a sheet of the toy questions, as it is sent out."""
    from digesta.records.release import Manifest

    [track] = Manifest.model_validate(manifest()).tracks
    return pack_sheet(sheet_of(toy(), track, PackOptions("2026-02-05", "public"), {}), form)


def _unpacked(data: bytes, form: str) -> object:
    file = f"s.{form}"
    return answers_of(checked_head(tables_of(data, file), file, "answers"), toy())


def sheet_csv(data: bytes) -> object:
    return _unpacked(data, "csv")


def sheet_xlsx(data: bytes) -> object:
    return _unpacked(data, "xlsx")


PARTS = (
    "xl/worksheets/sheet2.xml", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml",
    "xl/styles.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml",
    "docProps/core.xml",
)  # fmt: skip


def sheet_part(data: bytes) -> object:
    """Put bytes in the place of a part of a good workbook; the first byte says of which."""
    if not data:
        return None
    members = members_of(packed("xlsx")) | {PARTS[data[0] % len(PARTS)]: data[1:]}
    return _unpacked(archive_of(members), "xlsx")


# Other benchmarks and harnesses ---------------------------------------------------------------

MARK = b"\n=== "
"""Stands before the name of each file of an import; the name ends with its line."""


def joined(files: Mapping[str, bytes]) -> bytes:
    """Return several files as one."""
    return b"".join(MARK + name.encode() + b"\n" + data for name, data in files.items())


def files_of(data: bytes) -> dict[str, bytes]:
    """Return the files of ``joined``, at most 8; those whose name no folder can hold are left."""
    parts = [part.partition(b"\n") for part in data.split(MARK)[1:9]]
    files = {text_of(name)[:100]: content for name, _, content in parts}
    return {
        name: content for name, content in files.items() if not {*name.split("/")} & {"", ".", ".."}
    }


def imported(name: str, data: bytes) -> object:
    """Import a benchmark's files, and write the draft as the command does."""
    files, converter = files_of(data), CONVERTERS[name]
    if not converter.scorers and converter.replies:  # it holds no questions, only replies to ours
        return converter.replies(files)
    written = as_files(converter.read(files))
    try:
        from_files({path: content for path, content in written.items() if "/" not in path})
    except InputError as error:
        raise AssertionError(f"a draft that we wrote is refused: {error}") from error
    return written


def trec(data: bytes) -> object:
    """Read a run, or qrels where the first byte is odd."""
    faults, odd = Faults(), bool(data[:1] and data[0] % 2)
    rows = (read_qrels if odd else read_run)("lines.txt", data[1:], faults)
    faults.refuse()
    return rows


def packed_log(data: bytes) -> object:
    """Read an archive of Inspect whose members are ``joined``, packed as they should be."""
    out = io.BytesIO()
    with catch_warnings(action="ignore"), zipfile.ZipFile(out, "w") as archive:
        for name, content in files_of(data).items():
            archive.writestr(zipfile.ZipInfo(name or "x"), content)
    return imported("inspect", joined({"logs/a.eval": out.getvalue()}))


TARGETS: Mapping[str, Target] = {
    target.__name__: target
    for target in (
        *(predictions, strict, metadata, judge_file, verdicts, traces, run_file, pull_request),
        holdout_scores,
        *(signers, merged_log, names, sheet_csv, sheet_xlsx, sheet_part, trec, packed_log),
    )
} | {f"import_{name}": partial(imported, name) for name, converter in CONVERTERS.items()}
