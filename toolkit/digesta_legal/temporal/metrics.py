"""Metrics of the scorer ``temporal``.

Each metric belongs to one kind of question: its denominator counts the questions of that kind, so
that it is the same on a task's board and on the track's.
"""

from __future__ import annotations

from digesta.metrics.exact import NANO
from digesta.scorers.base import ANSWERED_RATE, Metric, Share
from digesta.scorers.shared.metrics import mean_metric, rate_metric
from digesta_legal.temporal.formulas import balanced_accuracy, mean_of, rate_of_named

_PIT = (
    mean_metric(
        "version_accuracy",
        "Questions about a point in time whose one version named of the article is the one in "
        "force / all of them. Naming a second version of it is wrong; versions of other articles "
        "do not count. Missing and unreadable answers are wrong.",
        "pit_right",
        of="pit",
        whole=True,
        limits="It says nothing of partial knowledge: a second version named makes it wrong.",
        source="after TLR-Bench, task 1; strict, so that naming all versions does not win",
    ),
    mean_of(
        "temporal_precision",
        "precise / pit",
        "Versions in force / versions named of the asked article, each once; 0 when none is.",
        "TLR-Bench, task 1: valid / retrieved. Its code counts repetitions, and versions of other "
        "articles as valid if they were in force",
    ),
    mean_metric(
        "temporal_recall",
        "Questions whose version in force is among those named / all about a point in time: "
        "retrieved and relevant / relevant, of which there is one.",
        "found",
        of="pit",
        whole=True,
        limits="Naming as many versions as are allowed raises it.",
        source="TLR-Bench, metric table",
    ),
    mean_of("temporal_f1", "pit_f1 / pit", "F1 of the versions named of the asked article."),
    rate_of_named(
        "stale",
        "Versions named of the asked article that had ended by that day / versions "
        "named of whatever article, each once; not defined when none is named.",
    ),
    rate_of_named(
        "premature",
        "Versions named of the asked article that were yet to come, or never "
        "came / versions named; not defined when none is named.",
    ),
    rate_of_named(
        "off_target",
        "Versions named of other articles / versions named; not defined when none is named.",
    ),
    rate_metric(
        "text_digest_accuracy",
        "Answers whose text, in NFC with white space collapsed, has the SHA-256 of the text in "
        "force / all questions about a point in time; no text is wrong.",
        "text_right",
        of="pit",
        undefined=True,
        whole=True,
        limits="One character apart counts as wholly wrong.",
        source="TLR-Bench, task 1: text_hash, which its code never compares",
    ),
    mean_of(
        "text_containment",
        "contained / pit",
        "Share of the required phrases that the text has less share of the forbidden ones, at "
        "least 0; of no phrases 1, without a text, or with a blank one, 0.",
        "TLR-Bench's code: text_containment; there by substring, here by whole words in text/1",
    ),
    mean_of(
        "must_contain",
        "required / requires",
        "Share of the required phrases that the text has.",
        "TLR-Bench, task 1",
    ),
    mean_metric(
        "must_not_contain",
        "Share of the phrases of other versions that the text has, mean over the questions that "
        "have such phrases; without a text, or with a blank one, 1.",
        "forbidden",
        of="forbids",
        lower_is_better=True,
        source="TLR-Bench, task 1",
        limits="Any text that has nothing to do with the article earns 0, the best: it is to be "
        "read beside must_contain.",
    ),
    *(
        mean_metric(
            f"version_accuracy_{name}",
            f"version_accuracy of the days that lie {years} before the horizon.",
            f"{column}_right",
            of=column,
            family="version_accuracy_DISTANCE",
            whole=True,
        )
        for column, name, years in (
            ("near", "under_10y", "under 10 years"),
            ("middle", "10_to_20y", "10 to under 20 years"),
            ("far", "from_20y", "20 years or more"),
        )
    ),
)

_PROVENANCE = (
    mean_of(
        "amendment_f1",
        "amendment_f1 / attribution",
        "2 · true amendments named / (named + true), each once, by br-amendment/1.",
        "TLR-Bench, task 2",
    ),
    mean_of(
        "amendment_precision",
        "amendment_precision / attribution",
        "True amendments / amendments named; of none named 0.",
        "TLR-Bench, task 2",
    ),
    mean_of(
        "amendment_recall",
        "amendment_recall / attribution",
        "True amendments named / true amendments.",
        "TLR-Bench, task 2",
    ),
    mean_of(
        "amendment_dates_f1",
        "dates_f1 / attribution",
        "F1 of the days on which the article changed; of none named 0.",
        "TLR-Bench, task 2: dates, which its code never compares",
    ),
    mean_of(
        "amendment_order",
        "order / attribution",
        "Longest common subsequence of the amendments named, in their order, "
        "and the true ones in order of time / true ones. Those of one day stand by their numbers.",
        "TLR-Bench, task 2: chronological_order, never compared",
    ),
    mean_of(
        "lineage_f1",
        "lineage_f1 / lineage",
        "F1 of the pairs (date, set of amendments) of every version after the original text; "
        "numbers and order do not count.",
        "after TLR-Bench, task 4; precise, so that invented versions cost",
    ),
    mean_of(
        "causal_completeness",
        "links / lineage",
        "Links (version, date, amendments) of the true chain that the answer has / its length.",
        "TLR-Bench, task 4: retrieved ∩ true / true",
    ),
    mean_of(
        "causal_completeness_as_coded",
        "numbers / lineage",
        "Version numbers of the true chain that the answer has / "
        "its length: counting to the limit wins.",
        "TLR-Bench's evaluator, which compares the numbers alone",
    ),
    mean_of(
        "ordered_completeness",
        "links_in_order / lineage",
        "Longest common subsequence of the answer's links, in their "
        "order, and the true chain / its length.",
        "after TLR-Bench, metric table: correct_sequence / true_sequence",
    ),
    mean_of(
        "causal_chain_completeness",
        "in_place / lineage",
        "Versions after the original text whose amendments stand at "
        "the same place in the answer's chain / true ones.",
        "TLR-Bench's code: causal_chain_completeness, which its evaluator never calls",
    ),
)

_CHANGE = (
    balanced_accuracy(
        "change_balanced_accuracy",
        "Mean of two shares: changed pairs of days called changed, unchanged ones called "
        "unchanged. Always the same answer earns 1/2; of one class alone, its share. Missing and "
        "unreadable answers are wrong.",
        ("changed", "unchanged"),
        limits="Each class weighs half, however few questions it has.",
        source="after TLR-Bench, task 3; balanced as in Brodersen et al. 2010",
    ),
    Metric(
        "change_accuracy",
        "Right answers on whether an article changed / all such questions; missing and "
        "unreadable answers are wrong.",
        lambda sums: Share(
            sums["changed_right"] + sums["unchanged_right"],
            (sums["changed"] + sums["unchanged"]) * NANO,
        ),
        formula="(changed_right + unchanged_right) / (changed + unchanged)",
        undefined=True,
        whole=True,
        unit=NANO,
        limits="Always giving the more frequent answer earns its share.",
        source="TLR-Bench, task 3. Its code takes silence for: nothing changed",
    ),
    mean_of(
        "amendments_between_f1",
        "between_f1 / between",
        "F1 of the amendments between the days, over the questions whose truth names some.",
        "after TLR-Bench, task 3",
    ),
    Metric(
        "version_pair_accuracy",
        "Answers that name the versions of both days rightly / all "
        "questions on whether an article changed; none named is wrong.",
        lambda sums: Share(sums["versions_right"], sums["changed"] + sums["unchanged"]),
        formula="versions_right / (changed + unchanged)",
        undefined=True,
        whole=True,
        source="TLR-Bench, task 3: version_1 and version_2, which its code never compares",
    ),
    balanced_accuracy(
        "consistency_balanced_accuracy",
        "Mean of two shares: amended articles called amended, others called never amended. "
        "Always the same answer earns 1/2; of one class alone, its share.",
        ("amended", "unamended"),
        source="after TLR-Bench, task 5, which has negatives alone: silence wins there",
    ),
    *(
        mean_metric(
            name,
            "Articles never amended that are called so / articles never amended: TN / (TN + FP). "
            "Missing and unreadable answers are wrong.",
            "unamended_right",
            of="unamended",
            whole=True,
            limits="Calling every article never amended earns 1.",
            source=source,
        )
        for name, source in (
            ("consistency_precision", "TLR-Bench, task 5, where it is called precision"),
            ("specificity", "the right name of TLR-Bench's precision, task 5"),
        )
    ),
    mean_metric(
        "sensitivity",
        "Amended articles that are called so / amended articles.",
        "amended_right",
        of="amended",
        whole=True,
        limits="Calling every article amended earns 1.",
    ),
    mean_of(
        "consistency_amendment_f1",
        "amended_by_f1 / amended_by",
        "F1 of what amended the article, over the questions whose truth names some.",
        "after TLR-Bench, task 5: amendments",
    ),
)

_IMPACT = (
    mean_of(
        "article_f1",
        "article_f1 / impact",
        "2 · true articles named / (named + true), each once.",
        "after TLR-Bench, task 6; precise, so that naming all articles does not win",
    ),
    mean_of(
        "article_precision",
        "article_precision / impact",
        "True articles / articles named; of none named 0.",
    ),
    mean_of(
        "article_recall",
        "article_recall / impact",
        "True articles named / true ones.",
        "TLR-Bench, task 6. Its evaluator gives 0 to every answer",
    ),
    mean_of(
        "impact_amendments_f1",
        "impact_by_f1 / impact_by",
        "F1 of what changed the articles, over the questions whose truth names some.",
        "TLR-Bench, task 6: amendments",
    ),
)

METRICS = (*_PIT, *_PROVENANCE, *_CHANGE, *_IMPACT, ANSWERED_RATE)
