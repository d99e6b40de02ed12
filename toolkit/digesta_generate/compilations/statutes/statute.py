"""One statute's file: its law, its version, its articles with their headings.

The first line is ``# <title>``, then come dated lines on how the law came to be, then
``<!-- INFO END -->``, then headings (``##`` and deeper) and articles (第N条, 第N条之M) that begin
a line. The law's name is the file's, with 中华人民共和国 where the title has it: a title may be
misprinted (国国外资银行管理条例). The version is the day in the file's name, else the last day
that the lines before the mark name. What follows a heading before the next article (annexes) is
no article's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import NamedTuple

from digesta.errors import InputError, Problem
from digesta.text.chinese.citations import ArticleNumber as Number
from digesta.text.chinese.citations import article_of
from digesta.text.chinese.law_names import STATE
from digesta.text.chinese.numerals import CHARACTERS

END_OF_INFO = "<!-- INFO END -->"
EXCERPT = "（节选）"
"""A line before that mark: the file holds some of the articles, in their order."""

PROBLEMS: Mapping[str, tuple[str, str]] = {
    "statute-text": ("UTF-8", "save the file as UTF-8"),
    "statute-name": ("<kind>__<law>(YYYY-MM-DD).md", "name the file so"),
    "statute-shape": (f"'# title', dated lines, {END_OF_INFO}, articles", "fetch the file again"),
    "statute-title": ("a title that ends in the law's name", "give file and title one law"),
    "statute-version": ("a day", "name the file <kind>__<law>(YYYY-MM-DD).md"),
    "statute-articles": ("the next article", "fetch the file again: an article is missing"),
    "statute-none": ("articles", "remove the file, or fetch it again"),
    "statute-twice": ("one file for a version of a law", "remove one of the two"),
    "fine-number": ("a number", "correct the text: it names a sum that is none"),
    "no-statutes": ("<kind>__<law>(YYYY-MM-DD).md", "name the folder that holds the statutes"),
}
"""Code of this package's readers -> what stands in a right file, and the next step."""


class StatuteArticle(NamedTuple):
    """An article. headings: outermost first. written: 第四十六条. text: with its number."""

    number: Number
    written: str
    headings: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Statute:
    """A version of a law. version: YYYY-MM-DD. articles: in the order of the text."""

    file: str
    law: str
    version: str
    articles: tuple[StatuteArticle, ...]


def problem(code: str, file: str, line: int = 0, *, got: str, expected: str = "") -> Problem:
    """Return a problem by its code."""
    usual, fix = PROBLEMS[code]
    return Problem(code=code, file=file, line=line, got=got, expected=expected or usual, fix=fix)


def read_statute(data: bytes, *, file: str) -> Statute | None:
    """Return a file's statute, None for an amendment without articles; or raise InputError."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError([problem("statute-text", file, got=str(error.reason))]) from error
    info, mark, body = text.partition(f"\n{END_OF_INFO}")
    if not (mark and info.startswith("# ")):
        raise InputError([problem("statute-shape", file, got=text[:40])])
    excerpt = EXCERPT in info.split("\n")
    articles = tuple(_Reader(file, info.count("\n") + 2, excerpt).articles(body))
    name = PurePosixPath(file).stem
    if not articles:
        if _WITHOUT_ARTICLES.search(name):
            return None
        raise InputError([problem("statute-none", file, got="no line that begins with an article")])
    return Statute(file, _law(info, name, file), _version(info, name, file), articles)


_NUM = f"[{CHARACTERS}]+"
_WITHOUT_ARTICLES = re.compile("修正案|^司法解释__")
_NAMED = re.compile(r"(?:.*__)?(?P<law>[^()]+?)(?:\((?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})\))?")
_DAY = re.compile(r"^([0-9]{4})年([0-9]{1,2})月([0-9]{1,2})日", re.MULTILINE)
_HEADING = re.compile(r"(#+)\s*(.+)")
_BEGINS = re.compile(rf"(第{_NUM}条(?:之{_NUM})?)\s")


def _law(info: str, name: str, file: str) -> str:
    match = _NAMED.fullmatch(name)
    law = "".join(match["law"].split()) if match else name
    title = "".join(info.partition("\n")[0].removeprefix("# ").split())
    if not title.endswith(law):
        raise InputError([problem("statute-title", file, 1, got=f"{title}, in the file {law}")])
    return STATE + law if title.startswith(STATE) and not law.startswith(STATE) else law


def _version(info: str, name: str, file: str) -> str:
    match = _NAMED.fullmatch(name)
    if match and match["day"]:
        return match["day"]
    days = ["-".join(part.zfill(2) for part in parts) for parts in _DAY.findall(info)]
    if not days:
        raise InputError([problem("statute-version", file, got=name)])
    return max(days)


_BEFORE_ALL = Number(0)


@dataclass
class _Reader:
    """Reads the lines after the mark. line: of the mark. excerpt: whether articles may lack."""

    file: str
    line: int
    excerpt: bool = False
    headings: tuple[str, ...] = ()
    number: Number = _BEFORE_ALL
    written: str = ""
    lines: list[str] = field(default_factory=list)

    def articles(self, body: str) -> Iterator[StatuteArticle]:
        """Yield the articles; raise InputError where an article does not follow the one before."""
        for line, text in enumerate(body.split("\n"), start=self.line):
            if heading := _HEADING.match(text):
                yield from self._close()
                depth = max(len(heading[1]) - 2, 0)
                self.headings = (*self.headings[:depth], " ".join(heading[2].split()))
            elif begins := _BEGINS.match(f"{text.strip()} "):
                yield from self._close()
                self._open(begins[1], line)
                self.lines = [text.strip()]
            elif self.lines and text.strip():
                self.lines.append(text.strip())
        yield from self._close()

    def _open(self, written: str, line: int) -> None:
        number = article_of(written) or _BEFORE_ALL
        before = self.number
        following = (Number(before.number + 1), Number(before.number, before.inserted + 1))
        if number not in following and not (self.excerpt and number > before):
            expected = f"第{following[0]}条"
            raise InputError(
                [problem("statute-articles", self.file, line, got=written, expected=expected)]
            )
        self.number, self.written = number, written

    def _close(self) -> Iterator[StatuteArticle]:
        if self.lines:
            text = "\n".join(self.lines)
            yield StatuteArticle(self.number, self.written, self.headings, text)
            self.lines = []
