"""One published state of a code: its articles as they stood on a day."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from digesta.errors import UsageError


class ListedVersion(NamedTuple):
    """A version of an article as LEGI lists it. state: LEGI's word, such as VIGUEUR."""

    version_id: str
    start: str
    end: str
    state: str


class Article(NamedTuple):
    """An article in force. links: the texts that made this version, as LEGI titles them."""

    version_id: str
    number: str
    text: str
    headings: tuple[str, ...]
    versions: tuple[ListedVersion, ...]
    links: tuple[str, ...]


class CodeState(NamedTuple):
    """A code on a day."""

    day: str
    articles: Sequence[Article]


def articles_in(archive: bytes, code: str) -> CodeState:
    """Return a code's state in an npm archive; UsageError where it has none."""
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as files:
        for member in files:
            if member.name.endswith(f"{code}.json") and (file := files.extractfile(member)):
                root = json.load(file)
                return CodeState(root["data"]["dateModif"], list(_articles(root, ())))
    raise UsageError(f"no {code}.json in an archive")


def _articles(node: Mapping[str, Any], headings: tuple[str, ...]) -> Iterator[Article]:
    data = node["data"]
    if node["type"] == "article":
        yield Article(
            data["id"],
            data["num"].strip().replace(" ", "-"),
            " ".join(data["texte"].split()),
            headings,
            tuple(map(_version, data["articleVersions"])),
            tuple(_links(data["lienModifications"])),
        )
        return
    title = " ".join((data.get("title") or data.get("titre") or "").split())
    for child in node.get("children", ()):
        yield from _articles(child, (*headings, title))


def _version(row: Mapping[str, Any]) -> ListedVersion:
    return ListedVersion(row["id"], _day(row["dateDebut"]), _day(row["dateFin"]), row["etat"])


def _day(moment: int | str) -> str:
    """Return a day of a state: milliseconds since 1970, or text in the oldest packages."""
    if isinstance(moment, str):
        return moment[:10]
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def _links(links: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    # "cible": this version is what the text aimed at, not a text that the article speaks of.
    for link in links:
        if link["linkOrientation"] == "cible" and link["linkType"] in {"MODIFIE", "CREE"}:
            yield " ".join(link["textTitle"].split())
