"""The metrics of the scorer ``letters``, the headline first."""

from __future__ import annotations

from digesta.scorers.base import ANSWERED_RATE, Metric, Share
from digesta.scorers.shared.metrics import mean_metric

METRICS = (
    mean_metric(
        "accuracy",
        "Replies whose letters, as the first reading reads them, are the right ones and no others "
        "/ all questions; missing and unreadable replies are wrong.",
        "credit",
        proportion=True,
        limits="A reply that knows and does not say so plainly is unreadable; with few choices "
        "some are right by guessing: compare it with chance.",
    ),
    ANSWERED_RATE,
    mean_metric(
        "as_published",
        "The same by the original benchmark's reading; where that drew a letter for want of one, "
        "what its draw earns on average.",
        "published",
        of_answered=True,
        limits="It is generous to prose and draws letters for systems that gave none.",
    ),
    Metric(
        "readings_differ",
        "Replies in which the two readings read other letters / all questions.",
        lambda sums: Share(sums["differ"], sums.n),
        formula="differ / n",
        of_answered=True,
        lower_is_better=True,
        limits="Two readings may agree on a wrong letter.",
    ),
    mean_metric(
        "set_f1",
        "Mean F1 of the letters read and the right ones; 0 where none is read.",
        "f1",
        limits="Where one letter is right it rewards naming several.",
    ),
    mean_metric(
        "set_precision",
        "Mean share of the letters read that are right; 0 where none is read.",
        "precision",
        limits="It rewards naming one letter where several are right.",
    ),
    mean_metric(
        "set_recall",
        "Mean share of the right letters that were read.",
        "recall",
        limits="Naming every letter earns 1.",
    ),
)
