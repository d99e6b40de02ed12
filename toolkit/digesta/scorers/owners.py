"""Scorers of owners: objects that installed packages name by an entry point.

They are code of others: what is wrong with one is a located error that names its file and line,
never a traceback, and the digest of what it was imported from stands in signatures.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import Any

import numpy as np
from pydantic import PydanticUserError, TypeAdapter

from digesta.canonical import sha256_hex
from digesta.errors import DigestaError, ScorerError
from digesta.package_files import module_sources
from digesta.registry import entry_points_in
from digesta.scorers.base import Adversary, Column, Metric, Scorer
from digesta.scorers.forms import PromptForm, ReplyForm, SheetForm
from digesta.scorers.shared.prompt import free_text_form

GROUP = "digesta.scorers"
_FORMS = (Scorer, Metric, Adversary, SheetForm, PromptForm)
GOLDEN = "golden.jsonl"
"""The golden answers beside a scorer's module."""


@dataclass(frozen=True)
class OwnersScorer:
    """A scorer of an installed package, not yet imported: calling it does that, once.

    name: as it is found by. place: its entry point, for messages.
    """

    name: str
    place: str
    point: EntryPoint

    @cached_property
    def sources(self) -> Mapping[str, bytes]:
        """The module's folder, or the module alone, by path; {} where unknown."""
        try:
            return {str(path): data for path, data in module_sources(self.point.module).items()}
        except Exception:  # noqa: BLE001 - a package around it may raise; importing it says so
            return {}

    @property
    def golden(self) -> Path | None:
        """The file of golden answers beside its module; None where the module is no file."""
        spec = find_spec(self.point.module)
        return Path(spec.origin).with_name(GOLDEN) if spec and spec.origin else None

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 of its file; of several, of the list of their digests by name."""
        files = sorted(self.sources.items())
        if len(files) == 1:
            return sha256_hex(files[0][1])
        folder = os.path.commonpath(self.sources) if files else ""
        names = [(Path(path).relative_to(folder).as_posix(), data) for path, data in files]
        return sha256_hex("".join(f"{sha256_hex(data)}  {name}\n" for name, data in names).encode())

    def __str__(self) -> str:
        """Return where it comes from."""
        return self.place

    def __call__(self) -> Scorer[Any]:
        """Return the scorer, every function of it guarded; ScorerError where it is none."""
        return self._scorer

    @cached_property
    def _scorer(self) -> Scorer[Any]:
        try:
            value = self.point.load()
        except (Exception, SystemExit) as error:
            raise self._failure("scorer-broken", error, "import") from error
        if odd := _odd(value, self.name) or ("" if self.sources else "a source that is no file"):
            raise ScorerError.of(
                code="scorer-type",
                file=self.place,
                got=odd,
                expected=f"SCORER = Scorer(name={self.name!r}, version=1, ...)",
                fix="see a whole one: digesta scorer new NAME -o FOLDER",
            )
        if value.prompt is None:
            value = replace(value, prompt=self._neutral_prompt(value))
        return replace(_with_guards(value, "", self), source=self.digest)

    def _neutral_prompt(self, scorer: Scorer[Any]) -> PromptForm | None:
        """Return neutral words for an answer that is a text or an object, else None."""
        try:
            kind = TypeAdapter(scorer.Answer).json_schema().get("type")
        except PydanticUserError as error:
            raise self._failure("scorer-type", error, "Answer") from error
        if kind not in {"string", "object"}:
            return None
        place: ReplyForm = "text" if kind == "string" else "object"
        return replace(free_text_form("digesta.scorers.rubric"), reply=lambda _ask: place)

    def guard(self, function: Callable[..., Any], role: str, width: int) -> Callable[..., Any]:
        """Return a function of the scorer that raises located errors. width: of its rows."""

        def call(*arguments: Any, **options: Any) -> Any:
            try:
                value = function(*arguments, **options)
            except DigestaError:
                raise
            except Exception as error:
                if role == "prepare" and isinstance(error, ValueError):
                    raise  # so a scorer refuses a truth
                raise self._failure("scorer-failed", error, role) from error
            if role in ("mark", "expected", "mark_many") and not _is_of_integers(value, width):
                self._refuse_rows(value, role, width)
            return value

        return call

    def _refuse_rows(self, value: Any, role: str, width: int) -> None:
        expected = f"rows of {width} integers: credit, missing, unreadable, chance, its columns"
        fix = f"correct what {role} returns"
        raise ScorerError.of(
            code="scorer-row", file=self.place, got=repr(value), expected=expected, fix=fix
        )

    def _failure(self, code: str, error: BaseException, role: str) -> ScorerError:
        """Return the error of code that raised one: at the last line of it that ran."""
        frames = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
        if isinstance(error, SyntaxError):
            frames.append((error.filename or "", error.lineno))
        file, line = next(
            ((file, line) for file, line in reversed(frames) if file in self.sources),
            (self.place, 0),
        )
        text = error.msg if isinstance(error, SyntaxError) else error
        got = f"{role}: {type(error).__name__}: {text}"
        fix = "correct it, then: digesta scorer test " + self.name
        return ScorerError.of(code=code, file=file, line=line or 0, got=got, fix=fix)


def installed_scorers() -> Iterator[tuple[str, OwnersScorer]]:
    """Yield the scorers that installed packages name, by name."""
    for point in entry_points_in(GROUP):
        package = point.dist.name if point.dist else "an installed package"
        yield point.name, OwnersScorer(point.name, f"{point.value} of {package}", point)


def _odd(value: Any, name: str) -> str:
    """Return what is no scorer of that name; "" where nothing is."""
    if not isinstance(value, Scorer):
        return f"SCORER, a {type(value).__name__}"
    if value.name != name:
        return f"a scorer named {value.name!r}"
    if type(value.version) is not int or value.version < 1:
        return f"version {value.version!r}"
    for part, kind in (("columns", Column), ("metrics", Metric), ("adversaries", Adversary)):
        parts = getattr(value, part)
        if not (isinstance(parts, tuple) and all(isinstance(each, kind) for each in parts)):
            return f"{part} that are no tuple of {kind.__name__}"
    return ""


def _with_guards(value: Any, name: str, owner: OwnersScorer, width: int = 0) -> Any:
    """Return a form with every function in it guarded, however deep."""
    if isinstance(value, _FORMS):
        width = len(value.all_columns) if isinstance(value, Scorer) else width
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        return replace(
            value, **{key: _with_guards(part, key, owner, width) for key, part in parts.items()}
        )
    if type(value) is tuple:
        return tuple(_with_guards(part, name, owner, width) for part in value)
    is_function = callable(value) and not isinstance(value, type)
    return owner.guard(value, name, width) if is_function else value


def _is_of_integers(value: Any, width: int) -> bool:
    """Return whether a value is a row of integers, or an array of such rows."""
    if isinstance(value, np.ndarray):
        return value.dtype == np.int64 and value.ndim == 2 and value.shape[1] == width  # noqa: PLR2004
    return type(value) is tuple and len(value) == width and all(type(cell) is int for cell in value)
