"""Any table of questions: by the names of its columns, or with a mapping of other names.

A table is .csv, .tsv, .xlsx (one worksheet), .jsonl, .json or .parquet. These names need no
mapping, in capitals or not; question and answer, or criteria, must be there, and an empty cell says
nothing:

    question, answer
    choices       parted by |; or columns choice_1, choice_2 and so on
    kind          boolean, mcq, enum, numeric, text, set, letters, rubric; else as the row shows
    id            your own: by it an edited question is known again
    task, category, source (WORK, PLACE), language, license, attribution, difficulty, law_as_of
    split         public or holdout
    accepted      what else is right, parted by |
    unit, tolerance     of a number: 0.5, or 5%; unit clock is a time HH:MM
    reason        why a question changed since the last release
    criteria      of free text that people or programs grade (rubric), parted by |, and no answer:
                  "2: names the term | says it in writing | -invents a case" (points, 1 unless
                  said; a minus costs them)

Yes, no and numbers are read as the row's language writes them: "ja" is true, "1,5" is 1.5. A row
whose answer could be of two kinds is refused until kind says which. An answer among choices is a
choice's text or its letter, and refused where it is one's text and another's letter; a set has |
between its members. A cell that is a number already (JSON, Parquet, .xlsx) is taken as it is. A
cell that the row's kind has no use for, such as the unit of a text, is refused. So is a key that no
reader could give: with characters that nobody sees, letters of another alphabet that look like the
question's, or what a spreadsheet writes for an error or a number that it rounded.

A .csv may have commas, semicolons or tabs, a first line ``sep=;``, any line ends, and UTF-8 or
UTF-16, as spreadsheets of all countries save it. Rows and columns without any text are passed over.

A mapping is a TOML file among the files, or beside a table alone and of its name. One that has only
``title`` and ``[constants]`` goes with the standard names; else it says which column is which:

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

Without ``kind`` each table is a task, and letters stand for choices (``letters``), or, where
``choices`` are one list of texts for all rows that are no columns, these words (``closed``); rows
without choices are texts. ``first = 1`` where places count from 1; ``answer_is = "text"``,
``"letters"`` or ``"place"`` where an answer could be read in two ways, which is refused.
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
    parse=parse,
    parse_with=parse,
    check=check,
    import_example="table mapping.toml test.tsv -o build/table",
)
