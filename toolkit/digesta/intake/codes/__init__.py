"""Every code of intake: its meaning, what a right file has there, how to mend it.

One table, so that messages and documentation say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from digesta.errors import Problem
from digesta.intake.codes.info import CodeInfo
from digesta.intake.codes.judges import JUDGE_CODES
from digesta.intake.limits import LIMITS, InputLimits


class Fault(NamedTuple):
    """A problem before its file and line are known. row: line within a document, from 1."""

    code: str
    got: str = ""
    nearest: str = ""
    row: int = 0


_LINE = '{{"question_id": "...", "answer": ...}}'

CODES: Mapping[str, CodeInfo] = {
    # Files
    "file-ending": CodeInfo(
        "the file's name does not end in .jsonl or .json",
        "a name that ends in .jsonl or .json",
        "save the predictions as JSON Lines, for instance predictions.jsonl",
    ),
    "file-packed": CodeInfo(
        "the file is compressed or an archive; nothing is ever unpacked",
        "plain JSON text",
        "unpack it and send the plain file",
    ),
    "file-empty": CodeInfo(
        "the file holds no prediction",
        "at least one line " + _LINE,
        "write one line for each answer",
    ),
    "file-size": CodeInfo(
        "the file is too large; only what stands before the limit was read",
        "at most {limits.file_bytes} bytes of predictions, "
        "{limits.metadata_bytes} of submission.json",
        "leave out what is not asked for, or shorten the answers",
    ),
    "line-count": CodeInfo(
        "the file has too many lines; the rest was not read",
        "at most {limits.lines} lines, one for each question",
        "keep one line for each question of the release",
    ),
    # Lines
    "line-size": CodeInfo(
        "a line, or a whole document, is too long",
        "at most {limits.line_bytes} bytes",
        "shorten the answer",
    ),
    "line-blank": CodeInfo(
        "a line holds nothing, or only white space",
        "one JSON object on every line",
        "remove the blank line",
    ),
    "bom": CodeInfo(
        "a byte order mark stands at the start",
        "UTF-8 without a byte order mark",
        "save as UTF-8 without BOM; joined files keep one in the middle",
    ),
    "utf8": CodeInfo(
        "bytes are not UTF-8",
        "UTF-8",
        "save as UTF-8",
    ),
    "not-json": CodeInfo(
        "the text is not one JSON document",
        "one JSON document, on one line in a .jsonl file",
        "write it with a JSON library, without indentation",
    ),
    # Documents
    "depth": CodeInfo(
        "objects and arrays are nested too deeply",
        "at most {limits.depth} levels",
        "flatten the value",
    ),
    "value-count": CodeInfo(
        "a document holds too many values",
        "at most {limits.values} values",
        "leave out what is not asked for",
    ),
    "key-count": CodeInfo(
        "an object has too many keys",
        "at most {limits.keys} keys in an object",
        "leave out what is not asked for",
    ),
    "number-size": CodeInfo(
        "a number is written with too many characters",
        "at most {limits.number_chars} characters",
        "write the shortest form of the number, or a string",
    ),
    "number-range": CodeInfo(
        "a number is not finite, or an integer that doubles cannot keep",
        "a finite number; integers from -(2^53-1) to 2^53-1",
        "write a number within the range, or a string",
    ),
    "string-size": CodeInfo(
        "a string or key is too long",
        "at most {limits.string_chars} characters",
        "shorten the text",
    ),
    "dup-key": CodeInfo(
        "an object has the same key twice",
        "every key once in an object",
        "keep one of the two",
    ),
    "control": CodeInfo(
        "a control character (C0 but TAB, LF and CR; DEL; C1), or one that is not escaped",
        "text without control characters; TAB, LF and CR as \\t, \\n and \\r",
        "remove the control character, or escape TAB, LF and CR",
    ),
    "surrogate": CodeInfo(
        "half of a surrogate pair stands alone",
        "pairs of surrogates, or the character itself",
        "cut texts between characters, not between UTF-16 units",
    ),
    "noncharacter": CodeInfo(
        "a code point that Unicode keeps for no character, such as U+FFFF",
        "characters only",
        "remove it",
    ),
    "marks": CodeInfo(
        "too many combining marks in a row",
        "at most {limits.marks} combining marks in a row",
        "remove the marks",
    ),
    "not-object": CodeInfo(
        "the document is no JSON object",
        "an object, " + _LINE + " in a .jsonl file",
        "write one object on each line, with no list around the lines",
    ),
    "unknown-key": CodeInfo(
        "a key that the format does not have",
        "only the format's own keys; a prediction has question_id and answer",
        "correct the key or remove it",
    ),
    "missing-key": CodeInfo(
        "a key that the format needs is not there",
        "all required keys; a prediction has question_id and answer",
        "add the key",
    ),
    # Predictions
    "bad-id": CodeInfo(
        "the question id cannot be an id",
        "a string of a-z 0-9 . _ -, at most 128 characters, as in the release",
        "copy the id from the release's questions.jsonl",
    ),
    "unknown-id": CodeInfo(
        "no question of the release has this id",
        "an id from the release's questions.jsonl",
        "check that the file was made for this release",
    ),
    "dup-id": CodeInfo(
        "a question is answered twice",
        "one line for each question",
        "keep one of the two lines",
    ),
    "list-answer": CodeInfo(
        "the answer is a list",
        "a string, number, boolean, null or object; lists live in an object",
        'put the list in an object, as in {"ranked": [...]}',
    ),
    # trace.jsonl
    "trace-answer": CodeInfo(
        "a line of the trace is about another answer than predictions.jsonl gives",
        "answer_sha256 of the answer in predictions.jsonl, or of null where there is none",
        "send the trace of the same run, or leave trace.jsonl out",
    ),
    **JUDGE_CODES,
    # submission.json
    "wrong-type": CodeInfo(
        "a value has another type than its key asks for",
        "a value of the key's type",
        "write a value of that type",
    ),
    "bad-value": CodeInfo(
        "a value is not among those that its key allows",
        "a value that the key allows",
        "correct the value",
    ),
    "null": CodeInfo(
        "a key is null; absent means absent",
        "no null",
        "leave the key out: absent means absent",
    ),
    "bad-url": CodeInfo(
        "the address is not a plain https address of a public host",
        "https://host.name/..., ASCII, without user name, password, space or control",
        "give a public https address, or leave the key out",
    ),
    "name-character": CodeInfo(
        "a name has a control, format, invisible, private or unassigned character, "
        "or begins with a combining mark",
        "letters, digits, punctuation, symbols and spaces of Unicode 14.0",
        "retype the name",
    ),
    "name-form": CodeInfo(
        "a name is not in Unicode's composed form",
        "normalisation form NFC",
        "retype the name, or normalise it to NFC",
    ),
    "name-space": CodeInfo(
        "a name begins or ends with a space",
        "a name without a space at its ends",
        "remove the space",
    ),
    "name-scripts": CodeInfo(
        "a name mixes scripts, so that letters may look like others",
        "one script; Latin may stand with Han, or with Hebrew",
        "write the name in one script",
    ),
}
"""Code -> what it means, what is expected, how to mend it."""


def problem(
    fault: Fault,
    *,
    file: str,
    line: int = 0,
    question_id: str = "",
    limits: InputLimits = LIMITS,
) -> Problem:
    """Return the located problem of a fault, in the words of ``CODES``."""
    info = CODES[fault.code]
    return Problem(
        code=fault.code,
        file=file,
        line=line or fault.row,
        question_id=question_id,
        got=fault.got,
        expected=info.expectation(limits),
        nearest=fault.nearest,
        fix=info.fix,
    )
