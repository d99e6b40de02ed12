"""A new workspace: the files that a benchmark begins with, of templates in ``files``.

``@name@`` in a template becomes a value. The files that this repository shares with every
workspace are of the same templates, with values of its own: a test renders them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import TypeAdapter, ValidationError

from digesta.errors import UsageError
from digesta.package_files import folder_files
from digesta.records.base import Language
from digesta.records.question import LICENSE_FORM, License
from digesta.text.readings import is_known
from digesta.workspace import store
from digesta.workspace.logs.keys import check_place, new_key
from digesta.workspace.progress import warn
from digesta.workspace.start.lines import (
    COPYRIGHTS,
    ENGLISH,
    KINDS,
    PURPOSES,
    base_of,
    question_table,
)

_MARK = re.compile(r"@([a-z_]+)@")
_INSTALL = (
    "python3 -m venv .venv && .venv/bin/python -m pip --quiet --disable-pip-version-check "
    "install -r requirements.txt"
)
_REPOSITORY = '# repo_url = "https://git.example.org/owner/name"'
_LICENSES, _LANGUAGES = TypeAdapter(License), TypeAdapter(Language)


@dataclass(frozen=True, kw_only=True)
class NewWorkspace:
    """What an owner says of a benchmark that begins.

    language: of the questions. site_language: of the site's own words. kinds: of answers, with
    worked lines each; of ``KINDS``. address: of the repository, ``https:``; empty: none yet.
    version: of the package whose wheel the workflows install. today: of the commands that its
    README shows.
    """

    title: str
    version: str
    today: str
    language: str = ENGLISH
    site_language: str = ENGLISH
    license: str = "CC-BY-4.0"
    address: str = ""
    kinds: Sequence[str] = KINDS


def workspace_files(new: NewWorkspace) -> dict[str, bytes]:
    """Return a workspace's files, path -> bytes; raises UsageError for what cannot be meant."""
    _check(new)
    values = _values(new)
    files = {path: render(path, values) for path in templates()}
    files["questions.csv"] = question_table(new.kinds, new.language)
    return {path: text.encode() for path, text in files.items()}


def write_workspace(folder: Path, files: Mapping[str, bytes], *, private: Path | None) -> str:
    """Write a workspace into a new or empty folder; return what is to be done with a new key.

    What a run that was killed has written counts as empty. The key is made last: where it is,
    the workspace is whole. private: a folder outside it, which gets the identity that opens
    sealed truths.
    """
    folder = folder.resolve()
    if folder.exists() and (other := next(_others(folder, files), "")):
        raise UsageError(
            f"{folder}: is not empty; nothing is overwritten: name a new folder ({other} is there)"
        )
    if private is not None and private.resolve().is_relative_to(folder):
        raise UsageError(f"--private {private}: is in {folder}; keys must be outside it")
    if private is not None:
        private.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_place(private / "identity.txt")
    if folder.exists():
        with store.lock(folder):
            for path, data in files.items():
                store.write_file(folder / path, data)
    else:
        store.write_tree(folder, files)
    return "" if private is None else new_key(private / "identity.txt", "identity", name="")


def _others(folder: Path, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield what lies in a folder and is not of such a workspace, by its path there; not git's."""
    if not folder.is_dir():
        yield "a file"
    folders = {place.as_posix() for path in files for place in PurePosixPath(path).parents}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        plain = path.is_file() and not path.is_symlink()
        if not (
            name.split("/")[0] == ".git"
            or (plain and store.LEFT_BEHIND.fullmatch(path.name))
            or (plain and name in files and store.read_bytes(path) == files[name])
            or (path.is_dir() and not path.is_symlink() and name in folders)
        ):
            yield name


def templates() -> dict[str, str]:
    """Return the templates by the path that each makes."""
    stored = folder_files(__package__, "files")
    return {re.sub(r"^dot\.", ".", path): data.decode() for path, data in stored.items()}


def render(path: str, values: Mapping[str, str]) -> str:
    """Return a template's text, each mark its value."""
    return _MARK.sub(lambda mark: values[mark[1]], templates()[path])


def _values(new: NewWorkspace) -> dict[str, str]:
    purpose = PURPOSES[new.site_language].format(title=new.title)
    copyright_ = COPYRIGHTS[new.site_language].format(license=new.license)
    quoted = {
        "title": new.title, "purpose": purpose, "copyright": copyright_, "license": new.license,
        "language": new.language, "site_language": new.site_language,
    }  # fmt: skip
    return {name: json.dumps(text, ensure_ascii=False) for name, text in quoted.items()} | {
        "title_text": new.title,
        "purpose_text": purpose,
        "license_text": new.license,
        "maintainers": "[]",
        "repo_url": f'repo_url = "{new.address}"' if new.address else _REPOSITORY,
        "licenses": new.license,
        "code_owners": "/requirements.txt @ORGANIZATION/maintainers",
        "ignored": "/private/\n/sealed/\n*.key\nidentity*.txt",
        "core": _INSTALL,
        "core_there": f'cd "$GITHUB_ACTION_PATH" && {_INSTALL}',
        "site": f"{_INSTALL} && .venv/bin/digesta site",
        "version": new.version,
        "today": new.today,
    }


def _check(new: NewWorkspace) -> None:
    if not new.title.strip() or not new.title.isprintable():
        raise UsageError(f"--title {new.title!r}: a text of one line")
    for option, value, form, expected in (
        ("--license", new.license, _LICENSES, LICENSE_FORM),
        ("--language", new.language, _LANGUAGES, "a language tag, such as de or pt-BR"),
    ):
        try:
            form.validate_python(value)
        except ValidationError:
            raise UsageError(f"{option} {value}: {expected}") from None
    if unknown := [kind for kind in new.kinds if kind not in KINDS]:
        raise UsageError(f"--answer {unknown[0]}: no kind; there are: {', '.join(KINDS)}")
    if not is_known(new.language):
        warn(
            f"{new.language}: no table says how it writes numbers, so 1,000 is 1000; the worked "
            f"lines are {base_of(new.language)}"
        )
