"""The commands for what answers without a language model: adversaries, baselines, temporal."""

from __future__ import annotations

import sys

from digesta_generate.baselines.options import AdversaryOptions, BaselineOptions
from digesta_generate.temporal.options import TemporalOptions


def adversary(options: AdversaryOptions) -> None:
    """Write predictions/<release>/adversary-NAME: a system that knows no law.

    For releases that keep their adversaries in folders; others compute them.

    Example: digesta-generate adversary constant --release 2026-11-22
    """
    from digesta_generate.baselines.submission import adversary as write_submission

    done = write_submission(options)
    sys.stdout.write(f"{done.folder.as_posix()}: {done.answers} answers\n")


def baseline(options: BaselineOptions) -> None:
    """Write predictions/<release>/baseline-NAME: a rule or a search, without a language model.

    A baseline answers the questions of the scorers that it has a way for, those of sealed truths
    too. What searches clauses needs --statutes. Vectors in vectors/ are searched as they stand,
    which gives the same bytes on every processor; those of other texts are made here.

    Example: digesta-generate baseline longest --release 2026-11-22
    """
    from digesta_generate.baselines.submission import baseline as write_submission

    done = write_submission(options)
    sys.stdout.write(f"{done.folder.as_posix()}: {done.answers} answers\n")


def temporal(options: TemporalOptions) -> None:
    """Write predictions/<release>/temporal-SYSTEM: answers to the temporal questions by retrieval.

    The questions must be about the Brazilian constitution: no other law's are understood.
    All three systems search and answer alike and differ in what they may retrieve. graph asks the
    database that NEO4J_URI names (digesta-generate graph serve, graph load). Embeddings are kept
    in build/vectors. Needs the extras rag and graph.

    Example: digesta-generate temporal --system naive --corpus corpora/constitution
    --release 2026-11-22.6
    """
    from digesta_generate.temporal.answer import temporal as answer_temporal

    done = answer_temporal(options)
    sys.stdout.write(
        f"{done.folder.as_posix()}: {done.questions} questions, {done.answered} answered, "
        f"{done.unread} not understood\n"
    )
