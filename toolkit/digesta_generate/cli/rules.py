"""The commands that answer without a language model: adversary, baseline, temporal."""

from __future__ import annotations

import sys

from digesta_generate.baselines.options import AdversaryOptions, BaselineOptions
from digesta_generate.temporal.options import TemporalOptions


def adversary(options: AdversaryOptions) -> None:
    """Write the answers of a program that knows no law.

    Writes predictions/<release>/adversary-NAME, where a release keeps it. Others compute it.

    Example: digesta-generate adversary constant --release 2026-11-22
    """
    from digesta_generate.baselines.submission import adversary as write_submission

    done = write_submission(options)
    sys.stdout.write(f"{done.folder.as_posix()}: {done.answers} answers\n")


def baseline(options: BaselineOptions) -> None:
    """Write the answers of a simple rule or search.

    Writes predictions/<release>/baseline-NAME. A baseline answers the questions that its rule fits,
    also sealed ones. A search for clauses needs --statutes. Vectors in vectors/ are used unchanged,
    so every processor gives the same bytes; missing ones are computed.

    Example: digesta-generate baseline longest --release 2026-11-22
    """
    from digesta_generate.baselines.submission import baseline as write_submission

    done = write_submission(options)
    sys.stdout.write(f"{done.folder.as_posix()}: {done.answers} answers\n")


def temporal(options: TemporalOptions) -> None:
    """Answer the temporal questions by retrieval.

    Writes predictions/<release>/temporal-SYSTEM, or temporal-SYSTEM-laws about several laws.
    --corpus names each law: the Brazilian constitution, or one with a law.json. The three systems
    differ only in what they may retrieve. graph needs a database for each law (digesta-generate
    graph serve, graph load), with their addresses in NEO4J_URI, separated by spaces. Embeddings are
    kept in build/vectors. Requires the extras rag and graph.

    Example: digesta-generate temporal --system naive --corpus corpora/constitution
    --release 2026-11-22.6
    """
    from digesta_generate.temporal.answer import temporal as answer_temporal

    done = answer_temporal(options)
    sys.stdout.write(
        f"{done.folder.as_posix()}: {done.questions} questions, {done.answered} answered, "
        f"{done.unread} not understood\n"
    )
