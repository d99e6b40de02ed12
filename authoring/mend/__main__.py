"""The command that corrects a draft of the release after 2026-11-27."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from authoring.commands import run
from authoring.finlaw.recall.__main__ import PUBLIC_WORDINGS
from authoring.finlaw.recall.bands import Regulations
from authoring.frenchlaw.dated.__main__ import PUBLIC_RULES
from authoring.keys import key_of
from authoring.mend import cases, finlaw, french, halacha, proof, statements, tlr
from authoring.mend.draft import Lines
from digesta.workspace import store
from digesta_generate.compilations.dated.folder import read_folder
from digesta_generate.compilations.statutes import clauses

EXAMPLE = "authoring.mend drafts/2026-11-29 --sealed ../keys --table build/corrected.md"
SEED = 20261129
DraftArgument = Annotated[Path, typer.Argument(help="The draft that `release new` wrote.")]
SealedOption = Annotated[
    Path,
    typer.Option(
        "--sealed",
        help="What `release unseal` wrote, and places.json and rules.json as 2026-11-27 had them.",
    ),
]
TableOption = Annotated[Path | None, typer.Option("--table", help="Write what was corrected here.")]


def mend(draft: DraftArgument, sealed: SealedOption, table: TableOption = None) -> None:
    """Correct a draft from 2026-11-27: what was false, arguable, or counted for more than it is."""
    lines = Lines(draft, sealed)
    released = lines.manifest["release"][:10]
    keys = {"public": key_of(SEED, None), "holdout": key_of(None, sealed / "keys.json")}
    finlaw.mend_cases(lines)
    texts = Regulations(clauses(Path("corpora/cn_regulations")))
    places: dict[str, dict[str, str]] = _json(sealed / "places.json")
    acts = finlaw.single_acts(lines, texts, finlaw.acts_of(lines, texts, places), keys, released)
    versions, _ = read_folder(store.read_tree(Path("corpora/code_du_travail")), once=False)
    rules = french.single_rules(lines, versions, _json(sealed / "rules.json"), keys, released)
    french.mend_contracts(lines)
    addresses = french.link_authorities(lines)
    cases.mend_cases(lines)
    halacha.mend_questions(lines)
    halacha.weigh_sections(lines, keys["holdout"])
    tlr.part_laws(lines, keys["holdout"])
    statements.restate(lines)
    proof.prove(lines, addresses)
    lines.write()
    _keep_public(PUBLIC_WORDINGS, acts["public"])
    _keep_public(PUBLIC_RULES, rules["public"])
    if table is not None:
        store.write_file(table, "".join([*_rows(lines), "\n", *proof.counts(lines)]).encode())
    counts = {kind: len(rows) for kind, rows in lines.reasons.items()}
    sys.stdout.write(f"{draft.as_posix()}: {len(lines.questions)} questions; {counts}\n")


def _json(path: Path) -> Any:
    return orjson.loads(store.read_bytes(path))


def _keep_public(path: Path, table: Any) -> None:
    """Write the public half of a table of rules, an element a line."""

    def text(value: Any) -> str:
        return orjson.dumps(value).decode()

    if isinstance(table, dict):
        laws = (
            f"{text(law)}: {{\n"
            + ",\n".join(f"{text(k)}: {text(v)}" for k, v in at.items())
            + "\n}"
            for law, at in table.items()
        )
        written = "{\n" + ",\n".join(laws) + "\n}\n"
    else:
        written = "[\n" + ",\n".join(map(text, table)) + "\n]\n"
    store.write_file(path, written.encode())


def _rows(lines: Lines) -> Iterable[str]:
    """Yield the table of what was corrected: a question, what became of it, and why."""
    yield "| question | change | why |\n| --- | --- | --- |\n"
    rows: list[tuple[str, str, str]] = [
        (name, kind, " ".join(why))
        for kind, names in lines.reasons.items()
        for name, why in names.items()
    ]
    for name, kind, why in sorted(rows, key=lambda row: (row[1], row[2], row[0])):
        yield f"| {name} | {kind} | {why} |\n"


if __name__ == "__main__":
    run(mend, example=EXAMPLE)
