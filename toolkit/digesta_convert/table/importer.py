"""Tables and their mapping to a draft."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import PurePosixPath

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import UsageError
from digesta.scorers.letters.readings import letters_of
from digesta.sheets.base import own_name
from digesta.sheets.csv_file import separator_of
from digesta_convert.shared.draft import Draft, Files, SourceQuestion, Value, draft_of, user_turn
from digesta_convert.shared.keys import may_be_choices, stated_letters
from digesta_convert.shared.kinds import file_groups
from digesta_convert.shared.names import slug_of
from digesta_convert.shared.rows import READERS, Faults, SourceRow, ending_of, table_rows
from digesta_convert.table.cells import (
    NO_QUESTION,
    cell_text,
    check_key,
    finite_row,
    is_misread,
    needed_text,
    plain_text,
    texts_in,
    values_in,
    wrong_cell,
)
from digesta_convert.table.columns import (
    FIELD_FORMS,
    INFER,
    OWN_FIELDS,
    Constants,
    TableColumns,
    TableDefaults,
    note_unknown,
    read_mapping,
    standard_columns,
    standard_rows,
)
from digesta_convert.table.kinds import (
    KINDS,
    AnswerFault,
    RowAnswer,
    decimal_mark,
    inferred_kind,
    row_truth,
)

_TABLE, _MAPPING = "table", "mapping"


def parse(files: Files, constants: Value | None = None) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem.

    constants: what every question gets that its row and the mapping say nothing of; and ``title``.
    """
    faults = Faults(mends=True)
    groups = file_groups(files, _kind, [_TABLE], f"a table: {', '.join(READERS)}")
    paths = groups.paths.get(_MAPPING, [])
    for other in paths[1:]:
        got = f"a second mapping beside {paths[0]}"
        faults.add("file-twice", other, got=got, fix="name only one")
    mapping = read_mapping(paths[0], files[paths[0]], faults) if paths else None
    faults.refuse()
    shared = dict(constants or {})
    _check_options(shared)
    workspace_title = shared.pop("title", "table")
    title = (mapping and mapping.title) or workspace_title
    tables = [_Table(path, mapping, shared, title=title, faults=faults)
              for path in groups.paths[_TABLE]]  # fmt: skip
    questions = [each for table in tables for each in table.questions(files[table.path])]
    faults.refuse()
    track = {"track": "table", "title": title}
    draft = draft_of(track, questions, faults, unread=groups.unread)
    reasons = {slug_of(name): why for table in tables for name, why in table.reasons.items()}
    return replace(draft, reasons=reasons)


def _check_options(constants: Value) -> None:
    for name, text in constants.items():
        try:
            Constants.model_validate({name: text} if name in FIELD_FORMS else {})
        except ValueError:
            raise UsageError(f"--{name} {text}: expected {FIELD_FORMS[name]}") from None


def _kind(path: str, _data: bytes) -> str | None:
    ending = ending_of(path)
    return _MAPPING if ending == ".toml" else _TABLE if ending in READERS else None


class _Table:
    """One table, read as its mapping says; without one, by the standard names.

    reasons: why a question changed, by its name.
    """

    def __init__(
        self,
        path: str,
        mapping: TableDefaults | None,
        constants: Value,
        *,
        title: str,
        faults: Faults,
    ) -> None:
        self.path, self._faults, self._title = path, faults, title
        self._defaults, self._constants = mapping, constants
        self._task = str(PurePosixPath(path).with_suffix(""))
        self.reasons: dict[str, str] = {}

    def questions(self, data: bytes) -> Iterator[SourceQuestion]:
        """Yield a question for each row; what is wrong with one is noted."""
        before = len(self._faults.problems)
        rows = table_rows(self.path, data, self._faults)
        if not rows:
            if len(self._faults.problems) == before:
                self._faults.add("no-rows", self.path, expected="rows", fix="add the rows")
            return
        if not isinstance(self._defaults, TableColumns):
            rows = standard_rows(self.path, rows, self._faults)
        columns = list(dict.fromkeys(column for row in rows for column in row.cells))
        mapping = self._mapping_of(columns) if rows else None
        if mapping is None:
            return
        unknown = mapping.unknown_columns(columns)
        note_unknown(self.path, unknown, columns, self._faults)
        self._mapping = mapping
        is_csv = ending_of(self.path) == ".csv"
        self._decimals = self._marks(rows) if mapping.kind else {}
        self._usual = {","} if is_csv and separator_of(data, self.path) == ";" else set()
        for row in rows if not unknown else ():
            with self._faults.noting(self.path, row.line):
                yield self._question(finite_row(row), columns)

    def _marks(self, rows: Sequence[SourceRow]) -> dict[str, set[str]]:
        """Return the marks before fractions in the answers of each language."""
        marks = defaultdict[str, set[str]](set)
        for row in rows:
            language = cell_text(row, self._mapping.language) or self._mapping.constants.language
            if mark := decimal_mark(cell_text(row, self._mapping.answer), language or ""):
                marks[language or ""].add(mark)
        return marks

    def _mapping_of(self, columns: Sequence[str]) -> TableColumns | None:
        own = self._constants | (self._defaults.constants.as_json() if self._defaults else {})
        constants = Constants.model_validate(own)
        if isinstance(self._defaults, TableColumns):
            return self._defaults.model_copy(update={"constants": constants})
        if "language" not in (*columns, *own):
            fix = "add the column, such as de in every row, or --language de"
            self._faults.add("missing-column", self.path, 1, expected="language", fix=fix)
            return None
        return standard_columns(self.path, columns, constants, self._faults)

    def _question(self, row: SourceRow, columns: Sequence[str]) -> SourceQuestion:
        mapping = self._mapping
        named = mapping.prompt_columns()
        text = mapping.prompt({name: needed_text(row, name) for name in named}) if named else ""
        text = text or needed_text(row, mapping.question)
        if own_name(text.strip()) in {"question", mapping.question}:
            fix = "a question, not the name of its column: tables that were joined have it twice"
            raise wrong_cell(row, mapping.question, fix)
        if is_misread(text.strip()) or NO_QUESTION.fullmatch(text.strip()):
            raise wrong_cell(row, mapping.question, "a question in the letters that were typed")
        for name in mapping.key_columns(columns):
            check_key(row, name, text)
        choices, labels = self._choices(row, columns)
        own = needed_text(row, mapping.id) if mapping.id else str(row.line)
        reply = row.cells.get(mapping.reply) if mapping.reply else None
        fields = mapping.constants.as_json() | self._fields(row)
        question = SourceQuestion(
            name=f"{self._task}-{own}",
            file=self.path,
            line=row.line,
            task=cell_text(row, mapping.task) or self._task,
            category=cell_text(row, mapping.category, needed=mapping.kind is None),
            turns=user_turn(text),
            choices=choices,
            labels=labels,
            right="",
            reply=None if reply in (None, "") else plain_text(reply),
            work=self._title,
            at=f"{self._task}, {mapping.id or 'line'} {own}",
            fields=fields,
        )
        if mapping.kind is None:
            return replace(question, right=self._right(row, choices, labels))
        return self._of_a_kind(row, question)

    def _of_a_kind(self, row: SourceRow, question: SourceQuestion) -> SourceQuestion:
        """Return a question with its kind's ask and truth, and a name that edits leave alone."""
        mapping = self._mapping
        own = cell_text(row, mapping.id) or f"q-{sha256_hex(canonical_bytes(question.turns))[:12]}"
        if reason := cell_text(row, mapping.reason):
            self.reasons[own] = reason
        work, comma, at = cell_text(row, mapping.source).rpartition(", ")
        answer = self._answer(row, question)
        with self._row_faults(row):
            kind = self._kind_of(row, answer)
            settled = row_truth(kind, answer)
        right = "" if settled else self._right(row, question.choices, [])
        return replace(
            question,
            name=own,
            task=cell_text(row, mapping.task) or KINDS[kind],
            work=work or at or self._title,
            at=at if comma or at else f"{mapping.id or 'row'} {own if mapping.id else row.line}",
            choices=() if settled else question.choices,
            labels=(),
            closed=settled,
            right=right,
        )

    def _kind_of(self, row: SourceRow, answer: RowAnswer) -> str:
        kind = self._kind_name(row)
        if kind not in {*KINDS, INFER}:
            raise AnswerFault(f"a kind: {', '.join(KINDS)}; or nothing", str(self._mapping.kind))
        return inferred_kind(answer) if kind == INFER else kind

    def _kind_name(self, row: SourceRow) -> str:
        named = str(self._mapping.kind)
        return named if named in {*KINDS, INFER} else cell_text(row, named).lower() or INFER

    def _answer(self, row: SourceRow, question: SourceQuestion) -> RowAnswer:
        """Return a row's answer; a letter that is none of the choices stands for one."""
        mapping, choices = self._mapping, question.choices or question.labels
        criteria = values_in(row.cells.get(mapping.criteria or ""))
        value = None if mapping.answer == mapping.criteria else row.cells.get(mapping.answer)
        free = criteria or self._kind_name(row) == "rubric"
        text = plain_text(value).strip() if free else needed_text(row, mapping.answer).strip()
        if choices and len(text) == 1:
            named = self._named_choice(row, text, choices)
            value, text = (value, text) if named == text else (named, named)
        if "language" not in question.fields:
            fix = "a language tag, such as de; or name one for all rows, --language de"
            raise wrong_cell(row, mapping.language or "language", fix)
        tolerance = row.cells.get(mapping.tolerance or "")
        return RowAnswer(
            value,
            text,
            choices,
            question.fields["language"],
            values_in(row.cells.get(mapping.accepted or "")),
            cell_text(row, mapping.unit),
            tolerance.strip() if isinstance(tolerance, str) else tolerance,
            criteria,
            self._decimals.get(question.fields["language"]) or self._usual,
        )

    def _named_choice(self, row: SourceRow, text: str, choices: Sequence[str]) -> str:
        """Return the choice that a character means: itself, or the one of that letter."""
        way, letter = self._mapping.answer_is, stated_letters(text, len(choices))
        other = choices[ord(letter) - ord("A")] if letter else text
        if way is None and text in choices and other != text:
            ways = f"one meaning, not the choice {text} or choice {letter} ({other})"
            raise wrong_cell(row, self._mapping.answer, f'{ways[:120]}: add answer_is = "text"')
        return text if text in choices and way != "letters" else other

    @contextmanager
    def _row_faults(self, row: SourceRow) -> Iterator[None]:
        """Raise what is wrong with an answer as a fault of the row's cell."""
        try:
            yield
        except AnswerFault as fault:
            column = getattr(self._mapping, fault.column, None)
            named = column if isinstance(column, str) else fault.column
            raise wrong_cell(row, named, fault.expected) from None

    def _fields(self, row: SourceRow) -> Value:
        """Return the keys of a question that a row has cells for; each must be right."""
        fields: Value = {}
        for name in OWN_FIELDS:
            column = getattr(self._mapping, name)
            if text := cell_text(row, column):
                fields[name] = text
                try:
                    Constants.model_validate({name: text})
                except ValueError:
                    raise wrong_cell(row, column, FIELD_FORMS[name]) from None
        return fields

    def _choices(self, row: SourceRow, columns: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the texts under letters, and the words that an answer is one of; one is empty."""
        choices = self._mapping.choices
        if choices is None:
            return [], []
        if named := self._mapping.choice_columns(columns):
            texts = [
                plain_text(row.cells[name])
                for name in named
                if row.cells.get(name) not in (None, "")
            ]
        elif isinstance(choices, str):
            texts = texts_in(row, choices)
        else:
            return [], list(choices)
        if texts and not may_be_choices(texts):
            raise wrong_cell(row, str(choices), "a list of 2 to 16 texts, such as a | b")
        return texts, []

    def _right(self, row: SourceRow, choices: Sequence[str], labels: Sequence[str]) -> str:
        column = self._mapping.answer
        text = needed_text(row, column)
        if labels and text not in labels:
            raise wrong_cell(row, column, f"one of {', '.join(labels)}")
        if not choices:
            return text
        readings = self._letters(text, choices)
        kept = {k: v for k, v in readings.items() if v and self._mapping.answer_is in (None, k)}
        if len(set(kept.values())) > 1:
            ways = " or ".join(f"{way} ({letters})" for way, letters in kept.items())
            raise wrong_cell(
                row, column, f'one meaning, not {ways}: add answer_is = "{next(iter(kept))}"'
            )
        if not kept:
            raise wrong_cell(
                row, column, "letters, a choice's text or its place (first = 1 from 1)"
            )
        return next(iter(kept.values()))

    def _letters(self, text: str, choices: Sequence[str]) -> dict[str, str | None]:
        """Return the letters that an answer means, by each way to read it."""
        n = len(choices)
        place = int(text) - self._mapping.first if text.isascii() and text.isdigit() else -1
        return {
            "text": letters_of(n)[choices.index(text)] if text in choices else None,
            "letters": stated_letters(text, n),
            "place": letters_of(n)[place] if 0 <= place < n else None,
        }
