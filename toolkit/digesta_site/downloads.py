"""Public questions of a release and their truths: JSON Lines in xz; of an archive as it has them.

Each line is the release's own, byte for byte. Only the public split is here: a sealed question
stands in none of these files, nor a truth whose question is sealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from digesta.canonical import canonical_lines, sha256_hex
from digesta.records.question import Question
from digesta.records.release import Truth
from digesta.workspace.compression import pack
from digesta.workspace.xz import SUFFIX


class Download(NamedTuple):
    """One file: its release, its track ("" for all), where it lies, its lines, its bytes."""

    release: str
    track: str
    path: str
    lines: int
    data: bytes

    def view(self) -> dict[str, Any]:
        """Return what a page says of the file."""
        return {
            "track": self.track,
            "href": self.path,
            "file": self.path.rpartition("/")[2],
            "lines": self.lines,
            "bytes": len(self.data),
            "sha256": sha256_hex(self.data),
        }


def downloads_of(
    release: str, questions: Iterable[Question], truths: Mapping[str, Truth]
) -> tuple[Download, ...]:
    """Return two files for each track that has public questions, the questions' first."""
    tracks: dict[str, list[Question]] = {}
    for question in sorted(questions, key=lambda question: question.question_id):
        if question.split == "public":
            tracks.setdefault(question.track, []).append(question)
    return tuple(
        Download(
            release,
            track,
            f"r/{release}/data/{track}.{name}.jsonl{SUFFIX}",
            len(public),
            pack(canonical_lines(lines), preset=1),
        )
        for track, public in sorted(tracks.items())
        for name, lines in (
            ("questions", [question.as_json() for question in public]),
            ("truths", [truths[q.question_id].as_json() for q in public]),
        )
    )


def downloads_of_archive(
    release: str, count: int, files: Mapping[str, bytes]
) -> tuple[Download, ...]:
    """Return the files of an archive, of which every question is public, compressed or not."""
    return tuple(
        Download(release, "", f"r/{release}/data/{name}", count, data)
        for name, data in sorted(files.items())
    )
