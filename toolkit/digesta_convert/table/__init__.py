"""Any table of questions: by the names of its columns, or with a mapping of other names.

A table is .csv, .tsv, .xlsx (one worksheet), .jsonl, .json or .parquet. These names need no
mapping, in capitals or not. Question and answer, or criteria, are required; an empty cell has no
meaning:

    question, answer
    choices       parted by |; or columns choice_1, choice_2 and so on
    kind          boolean, mcq, enum, numeric, text, set, letters, rubric; else as the row shows
    id            your own: by it an edited question is known again
    task, category, source (WORK, PLACE), language, license, attribution, difficulty, law_as_of
    split         public or holdout
    accepted      other right answers, parted by |
    unit, tolerance     of a number: 0.5, or 5%; unit clock is a time HH:MM
    reason        why a question changed since the last release
    criteria      of free text that people or programs grade (rubric), parted by |, and no answer:
                  "2: names the term | says it in writing | -invents a case" (points, 1 unless
                  said; a minus costs them)

Yes, no and numbers are read as the row's language writes them: "ja" is true, "1,5" is 1.5. A row
whose answer could be of two kinds is refused until ``kind`` decides. An answer among choices is a
choice's text or its letter; it is refused if it is the text of one and the letter of another. A set
has | between its members. A cell that is a number already (JSON, Parquet, .xlsx) is taken as it is.
A cell that the row's kind cannot use, such as the unit of a text, is refused. So is a key that no
reader could give: one with invisible characters, with letters of another alphabet that look like
the question's, or with a spreadsheet's error, total or rounded number.

A .csv may have commas, semicolons or tabs, a first line ``sep=;``, and any line ends. It is in
UTF-8 or UTF-16, as spreadsheets of all countries save it. Empty rows and columns are skipped. A
hidden text is refused. So are a text that is struck out and a number of .xlsx shown as another.

A mapping is a TOML file among the files, or next to a single table and of its name. One with only
``title`` and ``[constants]`` uses the standard names. Otherwise it names the columns:

    title = "LegalBench"
    question = "Is this mark generic? {{text}}"   # a column, or a text with columns in braces
    answer = "answer"                 # a column: letters, a choice's text or place, else a text
    choices = "options"               # a column of lists; or columns, or [texts], or none
    id = "index"                      # a column; else the line's number
    category = "area"                 # a column; none: one category
    reply = "model_output"            # a column of answers, if there is one
    kind = "infer"                    # a column, a kind for all, or infer as above
    [constants]
    license = "CC-BY-4.0"             # and language, attribution, released, difficulty, law_as_of

Without ``kind`` each table is a task. Its answers are letters of choices (``letters``), or words
(``closed``) where ``choices`` is one list of texts for all rows. Rows without choices are texts.
``first = 1`` counts places from 1. An answer that could be read in two ways is refused unless
``answer_is`` is ``"text"``, ``"letters"`` or ``"place"``.
Parquet needs ``pyarrow``, .xlsx the extra ``pack``.
"""

from __future__ import annotations

from digesta_convert.shared.converter import Converter
from digesta_convert.shared.marks import check
from digesta_convert.table.importer import parse

CONVERTER = Converter(
    name="table",
    about="any table, .csv, .tsv, .xlsx, .jsonl, .json or .parquet: columns question, answer, "
    "choices (a | b), kind, id, task, category, source, language, license, attribution, "
    "difficulty, split (public or holdout), law_as_of, accepted, unit, tolerance, reason; criteria "
    "(2: one | two | -three) for free text; or a mapping, .toml, that names others",
    track="table",
    scorers=("letters", "closed", "rubric"),
    parse_with=parse,
    check=check,
    import_example="table mapping.toml test.tsv -o build/table",
)
