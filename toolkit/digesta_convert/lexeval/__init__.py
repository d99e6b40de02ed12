"""LexEval: questions of 23 tasks of Chinese law, and one model's outputs on them.

Shape of: CSHaitao/LexEval@044c695 (``data``, ``model_output``). A file a task, ``1_1.json`` or
``1_1.jsonl``, lines of instruction, input and answer; outputs in ``MODEL_1_1.jsonl`` or
``MODEL/1_1.jsonl``, lines of input or question (the line of the task's questions, from 0), output
and answer. Either may be packed by gzip. UTF-8.

Replies are read by ``letters/2`` and, beside it, ``lexeval/1``. Choices are taken out of the input;
a key that is no letters of theirs (three are empty, a few are texts) is listed. Outputs on
texts that the questions lack are left out, and counted there; of repeated outputs the first counts.
The generated tasks (4_1, 5_1 to 5_4) have no choices: they are texts, which the original compares
by ROUGE-L and we do not.
"""

from __future__ import annotations

from digesta_convert.lexeval.importer import parse
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check

CONVERTER = Converter(
    name="lexeval",
    about="LexEval: questions 1_1.json or .jsonl, a file a task, and one model's outputs "
    "MODEL_1_1.jsonl or MODEL/1_1.jsonl; .gz or not; UTF-8",
    track="lexeval",
    scorers=("letters", "closed"),
    parse=parse,
    check=check,
    import_example="lexeval lexeval -o build/lexeval",
)
