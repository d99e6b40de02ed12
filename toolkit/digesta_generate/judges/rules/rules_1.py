"""``rules-1``: a program that decides the criteria which say how (``check``, ``fr-check/1``).

What each kind asks of an answer:

- ``authority``: a statement (``rules.french``) cites the article of the text.
  Where it names no text, the text is the one named last before it; an article with a letter
  (L., R., D.) may be of any text that the answer or the question names. "Du contrat" and other
  nouns make it another's; "du même code", "de la Convention" do not. Not met by a version that is
  called former. A decision: its number, and where a day is told, its day; one without a
  number: its name and its day. A text alone: its name or number.
- ``repealed``: the same, called former or not; not in a statement that says that it is no longer
  in force. A rule by its words: they stand in a statement.
- ``number``, ``date``, ``party``: a statement writes the value with its unit, the day, the name.
- ``heading``: each title begins a line of its own, with or without Markdown and numbers.

A negative criterion with a check is triggered where the check holds; one about an absence
(``evidence``: none) where it does not hold. Evidence is the statement, or the line.

What this cannot tell: whether what is said of an authority or a number is right; an answer that
denies what it cites; numbers and names that the question gives. It finds no claims and no
assertions. An answer that writes a sentence of its own about each of many articles earns what
the question's length lets it name: with every value of 20 questions in varied sentences, under
every title, 0.20 of the checkable points on average (0.64 of one question), as a bare list 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from digesta.text.french.checks import (
    CheckTerm,
    FormerRule,
    Headings,
    NumberedText,
    Quantity,
    Ruling,
    TextArticle,
    parse_check,
)
from digesta.text.french.citations import CitedArticle, plain_french
from digesta_generate.judges.rules.french import ReadAnswer, Statement, read

MOST = 8
"""Passages of evidence for one criterion."""

BESIDES = 12
"""Lines besides the titles that could be titles: the head of a letter, short items of a list."""


def decide(check: str, reading: ReadAnswer) -> list[str] | None:
    """Return the passages by which a check holds, or None where it does not."""
    held = []
    for terms in parse_check(check):
        passages = [_passages(term, reading) for term in terms]
        if all(passages):
            held += [passage for some in passages for passage in some]
    return held[:MOST] or None


def verdict_of(criterion: Mapping[str, Any], reading: ReadAnswer) -> dict[str, Any]:
    """Return what is said of one criterion, as a verdict has it. criterion: with a ``check``."""
    decision = decide(criterion["check"], reading)
    absent = criterion.get("evidence") == "none"
    verdict: dict[str, Any] = {
        "criterion_id": criterion["criterion_id"],
        "satisfied": (decision is None) if absent else decision is not None,
        "confidence": "1",
    }
    # Of what costs points each occurrence counts; what shows a criterion met is shown once.
    shown = decision if criterion["dimension"] == "negative" else dict.fromkeys(decision or ())
    return verdict | ({} if absent else {"evidence": list(shown or ())})


def judge_answer(
    question: str, criteria: Mapping[str, Mapping[str, Any]], answer: str
) -> list[dict[str, Any]]:
    """Return the verdict on each criterion with a check, in order. question: all that was asked."""
    reading = read(answer, question)
    return [
        verdict_of(criterion, reading) for criterion in criteria.values() if "check" in criterion
    ]


def _passages(term: CheckTerm, reading: ReadAnswer) -> list[str]:
    if isinstance(term.value, Headings):
        return _headings(term.value.titles, reading)
    finds = _SAYS[type(term.value)]
    # What costs points is looked for in every sentence: nobody gains by writing in lists.
    among = reading.sentences if term.kind == "repealed" else reading.statements
    statements = [statement for statement in among if finds(term.value, statement, reading)]
    if term.kind == "repealed":
        statements = [statement for statement in statements if not _GONE.search(statement.words)]
    elif isinstance(term.value, TextArticle):
        statements = [
            statement for statement in statements if not _is_former(term.value, statement)
        ]
    return [statement.words for statement in statements[:MOST]]


# Authorities ----------------------------------------------------------------------------------


def _cites(wanted: TextArticle, statement: Statement, reading: ReadAnswer) -> bool:
    return any(
        _is_of(wanted, article, statement, reading) for article in _articles_of(wanted, statement)
    )


def _articles_of(wanted: TextArticle, statement: Statement) -> Iterator[CitedArticle]:
    return (
        article for article in statement.articles if wanted.number in {article.number, article.last}
    )


def _is_of(
    wanted: TextArticle, cited: CitedArticle, statement: Statement, reading: ReadAnswer
) -> bool:
    """Return whether an article that is cited by its number is of the text that is wanted."""
    if cited.text:
        return cited.text == wanted.text
    named = wanted.text in reading.texts
    following = _following(wanted.number, statement.plain)
    if following is None:
        near = wanted.text in {*statement.before, *statement.texts}
        return near or (named and _LONG.search(wanted.number) is not None)
    if _begins(following, wanted.text):
        return True
    bare = _BARE.match(following)
    return named and bare is not None and bare["noun"].lower() == wanted.text.split()[0]


def _following(number: str, plain: str) -> str | None:
    """Return what "du ...", "de la ..." name after an article and the rest of its list, if any."""
    letter = rf"{number[0]}\.? ?" if number[0].isalpha() else ""
    digits = re.escape(number.lstrip("LRDA"))
    match = re.search(rf"(?<![0-9-]){letter}{digits}(?![0-9-]){_LIST}", plain)
    return match and (match["of"] or match["treaty"])


def _begins(following: str, text: str) -> bool:
    if text == "traite ce" and _TREATY.match(following):
        return True
    return following.lower().startswith(text)


def _is_former(wanted: TextArticle, statement: Statement) -> bool:
    articles = list(_articles_of(wanted, statement))
    return bool(articles) and all(article.former for article in articles)


def _names_text(wanted: NumberedText, statement: Statement, _: ReadAnswer) -> bool:
    dated = (
        f"{wanted.text.split()[0]} du " in statement.lower_plain and wanted.day in statement.dates
    )
    return wanted.text in statement.texts or dated


def _cites_ruling(wanted: Ruling, statement: Statement, _: ReadAnswer) -> bool:
    if wanted.number:
        cited = [decision for decision in statement.decisions if decision.number == wanted.number]
        return any(article.day in {None, wanted.day} for article in cited)
    name = rf"(?<!\w){re.escape(plain_french(wanted.name))}(?!\w)"
    return re.search(name, statement.plain) is not None and wanted.day in statement.dates


def _in_words(wanted: FormerRule, statement: Statement, _: ReadAnswer) -> bool:
    return wanted.words in statement.lower_plain


# The rest -------------------------------------------------------------------------------------


def _writes(wanted: Quantity, statement: Statement, _: ReadAnswer) -> bool:
    return wanted in statement.numbers


def _dates(wanted: date, statement: Statement, _: ReadAnswer) -> bool:
    return wanted in statement.dates


def _names(wanted: str, statement: Statement, _: ReadAnswer) -> bool:
    words = plain_french(wanted).lower().split()
    written = statement.lower_plain
    return all(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", written) for word in words)


def _headings(titles: tuple[str, ...], reading: ReadAnswer) -> list[str]:
    """Return the lines that are the titles, one for each; nothing where one is missing.

    An answer with many more lines that could be titles is a list of them, and has none.
    """
    lines = [(line, _bare_line(line)) for line in reading.lines]
    if sum(_TITLE.fullmatch(bare) is not None for _, bare in lines) > len(titles) + BESIDES:
        return []
    headings = []
    for title in map(_bare_line, titles):
        there = [line for line, bare in lines if _is_title(bare, title)]
        if not there:
            return []
        headings.append(there[0][:LONGEST_PASSAGE])
    return headings


LONGEST_PASSAGE = 500
"""Characters of a title that are shown: the line may go on, a verdict's passage may not."""


def _is_title(line: str, title: str) -> bool:
    return line.startswith(title) and _AFTER_TITLE.match(line, len(title)) is not None


def _bare_line(line: str) -> str:
    """Return a line without Markdown, number, bullet, accents and case."""
    return _MARKS.sub("", plain_french(line).lower().replace("*", "").replace("_", ""))


_SAYS: Mapping[type, Callable[[Any, Statement, ReadAnswer], bool]] = {
    TextArticle: _cites,
    NumberedText: _names_text,
    Ruling: _cites_ruling,
    FormerRule: _in_words,
    Quantity: _writes,
    date: _dates,
    str: _names,
}
_LONG = re.compile(r"[LRDA-]|[0-9]{3}")
_LIST = (
    r"(?:,? ?(?:et|ou|à|al\.|alinea|§|[IVX]{1,4}|[0-9]{1,4}(?:-[0-9]{1,3}){0,3}|°|[a-z]\)|[LRDA]\."
    r"|er)(?![a-z])){0,12}(?:,? ?\(?(?:du |de la |de l'|des |dudit |ladite )(?P<of>[^.;:]{0,80})"
    r"| (?P<treaty>CE)(?![A-Za-z]))?"
)
_BARE = re.compile(
    r"(?:meme |present |presente |dit |dite )?(?P<noun>[A-Za-z]+)(?![A-Za-z])(?! (?:de|du|des|d'"
    r"|rural|minier|forestier|electoral|general|national|international|bancaire|europeen)\b)"
)
_TREATY = re.compile(r"CE|traite (?:\(?CE\)?(?![a-zA-Z])|instituant la [Cc]ommunaute)")
_GONE = re.compile(
    r"(?i)abrog|remplac|n['’]est plus|ne sont plus|ne s['’]appliqu\w+ p(?:lus|as)|inapplicable"
    r"|autrefois|auparavant|\bdevenus?\b|n['’]a(?:vait)? plus cours|caduc"
)
_TITLE = re.compile(r"[^ ]+(?: [^ ]+){0,7}(?<![.,;!?])")
_MARKS = re.compile(
    r"\A(?:[#>|=\s-]|[\u2022\u00b7]|(?:[0-9]{1,2}|[ivx]{1,5}|[a-h]) ?[.)/-](?= ))*[\"']? ?"
)
_AFTER_TITLE = re.compile(r" ?[\"']? ?(?:[.:]?\s*\Z|:|\(|-)")
