"""Any table of questions, as on Hugging Face or in LegalBench, and a mapping of its columns.

Files: tables (CSV, TSV, JSONL, a JSON list, Parquet) and one mapping, a TOML file among them:

    title = "LegalBench"
    question = "Is this mark generic? {{text}}"   # a column, or a text with columns in braces
    answer = "answer"                 # a column: letters, a choice's text or place, else a text
    choices = "options"               # a column of lists; or columns, or [texts], or none
    id = "index"                      # a column; else the line's number
    category = "area"                 # a column; none: one category
    reply = "model_output"            # a column of answers, if there is one
    [constants]
    license = "CC-BY-4.0"             # and language, attribution, released, difficulty, law_as_of

Each table is a task. Where ``choices`` are one list of texts for all rows that are no columns, the
answer is one of these words (``closed``); else letters stand for them (``letters``). Rows without
choices are texts. ``first = 1`` where places count from 1; ``answer_is = "text"``, ``"letters"`` or
``"place"`` where an answer could be read in two ways, which is refused. A byte order mark is passed
over. Parquet needs ``pyarrow``.
"""

from __future__ import annotations

from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check
from digesta_convert.table.importer import parse

CONVERTER = Converter(
    name="table",
    about="any table, .csv, .tsv, .jsonl, .json or .parquet, a file a task, and a mapping, .toml, "
    "that names the columns of question, choices and answer; UTF-8",
    track="table",
    scorers=("letters", "closed"),
    parse=parse,
    check=check,
    import_example="table mapping.toml test.tsv -o build/table",
)
