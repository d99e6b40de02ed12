"""Clauses of Chinese statutes, read from a folder of their texts.

The folder has the shape of github.com/LawRefBook/Laws: Markdown files, one version of one law
each, named ``<kind>__<law>(YYYY-MM-DD).md``. A statute under another name is a problem; other files
are ignored. A clause is one article. A release holds an index of its clauses without their text
(``index.py``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from digesta.canonical import sha256_hex
from digesta.errors import InputError
from digesta.workspace import store
from digesta_generate.compilations.statutes.statute import (
    END_OF_INFO,
    Statute,
    StatuteArticle,
    problem,
    read_statute,
)

_NAMED = re.compile(r"__[^/]+\.md$")


class Clause(NamedTuple):
    """An article of one version of a law.

    id: of the release's index, or one of ours. version: the day of promulgation. article: such
    as ``46`` or ``120-1``. path: the law, then headings, then the article, as written. text:
    paragraphs by line, the article's number included.
    """

    id: str
    law: str
    version: str
    article: str
    path: tuple[str, ...]
    text: str

    @property
    def citation(self) -> str:
        """Return the full path: 《中华人民共和国商业银行法》第八章 法律责任 第七十四条."""
        return f"《{self.law}》{' '.join(self.path[1:])}"

    @property
    def sha256(self) -> str:
        """Return the digest of the text, runs of white space being one space."""
        return sha256_hex(" ".join(unicodedata.normalize("NFC", self.text).split()).encode())

    def as_json(self) -> dict[str, Any]:
        """Return the clause as a line of a corpus."""
        more = {"path": list(self.path), "citation": self.citation, "sha256": self.sha256}
        return {**self._asdict(), **more}


def clauses(folder: Path) -> list[Clause]:
    """Return every clause of a folder's statutes, by file and article, or raise InputError."""
    return clauses_of(store.read_tree(folder), name=folder.as_posix())


def clauses_of(files: Mapping[str, bytes], *, name: str) -> list[Clause]:
    """Return the clauses of files by path, or raise InputError with all problems of all files.

    name: the folder, for messages. A file without articles is ignored where it is an amendment
    (修正案) or a judicial interpretation (司法解释), and refused elsewhere.
    """
    statutes: dict[tuple[str, str], Statute] = {}
    problems = [
        problem("statute-name", f"{name}/{path}", got=path)
        for path in sorted(files)
        if not _NAMED.search(path) and END_OF_INFO.encode() in files[path]
    ]
    for path in sorted(path for path in files if _NAMED.search(path)):
        try:
            statute = read_statute(files[path], file=f"{name}/{path}")
        except InputError as error:
            problems += error.problems
            continue
        if statute is None:
            continue
        other = statutes.setdefault((statute.law, statute.version), statute)
        if other is not statute:
            problems.append(problem("statute-twice", statute.file, got=other.file))
    if not statutes and not problems:
        problems.append(problem("no-statutes", name, got=f"{len(files)} files"))
    if problems:
        raise InputError(problems)
    return [_clause(law, article) for law in statutes.values() for article in law.articles]


def _clause(statute: Statute, article: StatuteArticle) -> Clause:
    law, version = statute.law, statute.version
    prefix = sha256_hex(f"{law} {version}".encode())[:12]
    path = (law, *article.headings, article.written)
    return Clause(
        f"{prefix}-{article.number}", law, version, str(article.number), path, article.text
    )
