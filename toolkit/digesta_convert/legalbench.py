"""LegalBench: one task's folder, as its repository has it.

Shape of: HazyResearch/legalbench (``tasks/TASK``). Questions are the rows of ``test.tsv``, or of
``train.tsv`` if there is no other. Column ``answer`` or ``label`` is the truth, and ``index`` the
number. ``base_prompt.txt`` is the prompt, in which ``{{text}}`` is a column. ``README.MD`` names
the licence. Other prompts of the folder are not read. UTF-8.

A question asks the whole prompt with its worked examples, but without the last ``A:``. Where at
most 16 short words are right in a task, an answer is one of these. Otherwise it is a text, and
compared as such. The original marks some tasks by hand or by a formula of their own; there our
score is not its score.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from digesta_convert.shared.converter import Converter
from digesta_convert.shared.draft import Draft, Files, Value
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.marks import check
from digesta_convert.shared.rows import Faults, SourceRow, mend, table_rows
from digesta_convert.table.importer import parse as parse_table

_TABLE, _PROMPT, _README = "table", "prompt", "readme"
_ANSWERS = ("answer", "label")
_MOST_CHOICES, _LONGEST_CHOICE = 16, 80
_LICENSE = re.compile(
    r"\*\*License\*\*:\s*\[?\s*CC[ -]BY((?:[ -](?:NC|SA|ND))*)[ -]([1-4]\.0)", re.IGNORECASE
)
_HEADING = re.compile(r"^# +(\S.{0,79}?) *$", re.MULTILINE)
_LAST = re.compile(r"\n\s*(?:A|Answer|Label):\s*\Z")


def parse(files: Files, constants: Value | None = None) -> Draft:
    """Return the draft that a task's files make, or ReleaseError with every problem.

    constants: what every question gets that the task says nothing of; and ``title``.
    """
    faults = Faults(mends=True)
    kinds = file_kinds(_without_train(files), _kind, [_TABLE], "test.tsv or train.tsv")
    table, prompt = kinds.path(_TABLE), kinds.path(_PROMPT)
    if not prompt:
        fix = "name it beside the table, as the repository holds it"
        faults.add("missing-file", table, expected="base_prompt.txt", fix=fix)
    rows = table_rows(table, files[table], faults)
    faults.refuse()
    readme = mend(files.get(kinds.path(_README), b"").decode("utf-8", "replace"))
    heading = _HEADING.search(readme)
    task = heading[1] if heading else PurePosixPath(table).parent.name or "task"
    text = mend(files[prompt].decode("utf-8", "replace"))
    mapping = "\n".join(_mapping(task, text, rows, readme)).encode()
    draft = parse_table({table: files[table], f"{table}.toml": mapping}, constants)
    left = {*files} - {table, prompt, kinds.path(_README)}
    return replace(draft, unread=tuple(sorted(left)))


def _without_train(files: Files) -> Files:
    """Return the files without the prompt's examples, if there are other files."""
    names = {PurePosixPath(path).name for path in files}
    dropped = "train.tsv" if "test.tsv" in names else ""
    return {path: data for path, data in files.items() if PurePosixPath(path).name != dropped}


def _kind(path: str, _data: bytes) -> str | None:
    name = PurePosixPath(path).name
    named = {"base_prompt.txt": _PROMPT, "readme.md": _README}
    return _TABLE if name in {"test.tsv", "train.tsv"} else named.get(name.lower())


def _mapping(task: str, prompt: str, rows: list[SourceRow], readme: str) -> Iterator[str]:
    """Yield the lines of the mapping that a person would write for the task."""
    columns = list(rows[0].cells) if rows else []
    answer = next((name for name in _ANSWERS if name in columns), _ANSWERS[0])
    words = sorted({str(row.cells.get(answer, "")).strip() for row in rows})
    closed = 1 < len(words) <= _MOST_CHOICES and max(map(len, words)) <= _LONGEST_CHOICE
    yield f"title = {json.dumps(f'LegalBench: {task}')}"
    yield f"question = {json.dumps(_LAST.sub('', prompt).strip())}"
    yield f'answer = "{answer}"\nkind = "{"enum" if closed else "text"}"'
    if closed:
        yield f"choices = {json.dumps(words)}"
    if "index" in columns:
        yield 'id = "index"'
    yield '[constants]\nlanguage = "en"\nattribution = "LegalBench"'
    if matched := _LICENSE.search(readme):
        terms = matched[1].upper().replace(" ", "-")
        yield f'license = "CC-BY{terms}-{matched[2]}"'


CONVERTER = Converter(
    name="legalbench",
    about="LegalBench: a task's folder, with test.tsv, base_prompt.txt and README.MD, or these "
    "files; UTF-8",
    track="table",
    scorers=("closed",),
    parse_with=parse,
    check=check,
    import_example="legalbench abercrombie -o build/legalbench",
)
