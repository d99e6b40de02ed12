"""The wordings in English."""

from __future__ import annotations

from collections.abc import Mapping

from authoring.tlr.languages.shape import LawWords, Sentences

ENGLISH = Sentences(
    law=(
        (
            "The law that is meant is {law}, {compiled} {horizon}. All days are promulgation "
            "dates: an amendment counts from the day on which it was promulgated, even if it "
            "takes effect later."
        ),
        (
            "This question is about {law}, {compiled} {horizon}. An amendment changes the text "
            "on its promulgation date; a later start of its effects is left out of account, and "
            "so is whatever came after that compilation."
        ),
        (
            "Take {law}, {compiled} {horizon}. What is in force on a day is the text after the "
            "last amendment promulgated on or before it: the dates here are promulgation dates, "
            "not dates of entry into force."
        ),
    ),
    numbering=(
        (
            "The successive versions of an article are numbered from 1. Version 1 is its first "
            "text; each day on which amendments changed the substance of any part of it (caput, "
            "paragraph, item or letter), added a part or repealed one begins the next version. "
            "Mere changes of spelling or form do not."
        ),
        (
            "By a version of an article we mean its whole text between two amendments that "
            "touched it. Version 1 is the text it first had; a new version begins on every day "
            "on which its caput or anything below it was changed in substance, added or "
            "repealed, but not where only spelling or form changed."
        ),
        (
            "Count the versions of an article from 1, its first text. Each day on which an "
            "amendment altering, adding or repealing any part of it (caput, paragraphs, items, "
            "letters) was promulgated counts as one new version, however many parts changed "
            "that day; corrections of form do not count."
        ),
    ),
    asks={
        "point_in_time": (
            "Which version of {0} was in force on {1}?",
            "On {1}, which of its successive versions did {0} have?",
            "Someone cites {0} as it read on {1}. Which version of the article is that?",
        ),
        "amendment_attribution": (
            "Which amendments changed or added {0}?",
            (
                "Name every amendment that altered {0}; if it was not in the original text, "
                "name also the one that added it."
            ),
            (
                "Which amendments ever added {0} or changed any part of it, whether or not the "
                "wording they gave it is still in force?"
            ),
        ),
        "temporal_difference": (
            "Was {0} amended between {1} and {2}?",
            "Compare {0} as it read on {1} and on {2}. Had its substance changed?",
            "A reader has {0} in the version of {1}. Had that version been replaced by {2}?",
        ),
        "causal_lineage": (
            (
                "List all versions of {0} from the first on, each with the day on which it came "
                "into force and the amendments it is due to."
            ),
            (
                "Trace {0} from its first text to the one in force at the end of the "
                "compilation: every version, from which day, by which amendments."
            ),
            (
                "Which versions has {0} had, in chronological order, when did each begin, and "
                "which amendments brought it about?"
            ),
        ),
        "temporal_consistency": (
            "Has {0} been amended since {first_day}?",
            "Has any amendment changed {0} in substance since {promulgated} on {first_day}?",
            "{0} is part of the text of {first_day}. Has any amendment altered it since?",
        ),
        "hierarchical_impact": (
            (
                "Which articles in {0} were amended, or added, by amendments promulgated from "
                "{1} up to the day before {2}?"
            ),
            (
                "Name the articles in {0} that amendments promulgated from {1} on, and before "
                "{2}, changed in substance or added."
            ),
            (
                "Consider {0} and the amendments promulgated on or after {1} and before {2}. "
                "Which of its articles did they change or add?"
            ),
        ),
    },
    forms={
        "point_in_time": (
            'Answer with one JSON object and nothing else: {"versions": [{"component_id": '
            '"<article\'s id>", "version": <its number>}]}. Name one version; an answer with '
            'more than five is unreadable. $ids You may add "text", the article\'s whole text on '
            "that day."
        ),
        "amendment_attribution": (
            'Answer with one JSON object and nothing else: {"amendments": ["$amendment", ...], '
            '"dates": ["YYYY-MM-DD", ...]}, both in order of time, at most ten of each; '
            '"dates", the days on which it was changed or added, may be left out. $amendments'
        ),
        "temporal_difference": (
            'Answer with one JSON object and nothing else: {"changed": true or false}. You may '
            'add "amendments_between", a list of the amendments that changed it between the '
            'days (ten at most), and "version_1" and "version_2", the numbers of the versions '
            "in force on the two days. $amendments"
        ),
        "causal_lineage": (
            'Answer with one JSON object and nothing else: {"version_chain": [{"version": 1, '
            '"date": "YYYY-MM-DD", "amendments": []}, ...]}, at most twenty versions; '
            '"amendments" is empty for the original text of $first_day. $amendments Write days '
            "as YYYY-MM-DD."
        ),
        "temporal_consistency": (
            'Answer with one JSON object and nothing else: {"amended": true or false}. You may '
            'add "amendments", a list of at most ten. $amendments'
        ),
        "hierarchical_impact": (
            'Answer with one JSON object and nothing else: {"articles": ["<article\'s id>", '
            '...]}, fifteen at most. $ids You may add "amendments", what changed them. '
            "$amendments"
        ),
    },
)

ENGLISH_BY_ENTRY = ENGLISH._replace(
    law=(
        (
            "The law that is meant is {law}, {compiled} {horizon}. All days are days of entry "
            "into force, as {recorded} gives them; when a text was signed or published does not "
            "matter. Only articles in force on that last day are meant, with all that went "
            "before."
        ),
        (
            "This question is about {law}, {compiled} {horizon}. A version of an article counts "
            "from the day on which {recorded} has it come into force, be that long after its "
            "enactment; what came into force later is left out, and so are articles that were "
            "no longer in force on that day."
        ),
        (
            "Take {law}, {compiled} {horizon}, and of its articles those in force on that day. "
            "What counts as in force on a day is what {recorded} has in force on it: the days "
            "here are days of entry into force, not of signature or publication."
        ),
    ),
    numbering=(
        (
            "The successive versions of an article are numbered from 1, as {recorded} tells "
            "them apart. Version 1 is its first text in force under this law; each day on which "
            "a new wording came into force begins the next. A wording that was replaced or "
            "withdrawn before its first day in force has no number. Where an article was "
            "repealed and later enacted anew under its number, the count goes on."
        ),
        (
            "By a version of an article we mean its whole text between two days on which, "
            "according to {recorded}, a new wording of it came into force. Version 1 is the "
            "first in force under this law; wordings that never came into force are not "
            "counted, and the count goes on where a repealed article was later enacted anew "
            "under its number."
        ),
        (
            "Count the versions of an article from 1, its first text in force under this law. "
            "Each day on which {recorded} has a new wording of it come into force counts as one "
            "new version, however many texts brought it about. What was replaced before it came "
            "into force does not count; a number that stood vacant for a time and was used "
            "again keeps its count."
        ),
    ),
    asks={
        **ENGLISH.asks,
        "temporal_difference": (
            "Was {0} amended between {1} and {2}?",
            "Compare {0} on {1} and on {2}. Was another version of it in force by then?",
            "A reader has {0} in the version of {1}. Had that version been replaced by {2}?",
        ),
        "temporal_consistency": (
            "Has {0} been amended since {first_day}?",
            "Has any amendment changed {0} since {promulgated} on {first_day}?",
            "{0} is part of the text of {first_day}. Has any amendment altered it since?",
        ),
        "hierarchical_impact": (
            (
                "Of which articles in {0} did a new version, be it the first, come into force "
                "from {1} up to the day before {2}?"
            ),
            (
                "Name the articles in {0} that were amended or added with effect from a day on "
                "or after {1} and before {2}."
            ),
            (
                "Consider {0} and the time from {1} on, before {2}. Which of its articles were "
                "changed, or added, by what came into force in that time?"
            ),
        ),
    },
)
"""Of a law dated by entry into force."""


CONSTITUTION_EN = LawWords(
    laws=(
        "the Constitution of Brazil with its Transitional Constitutional Provisions Act (ADCT)",
        "the Brazilian Constitution, the permanent text and the transitional one (ADCT)",
        "the Constitution of the Federative Republic of Brazil, permanent text and ADCT",
    ),
    compiled="as compiled on",
    promulgated="the Constitution was promulgated",
    bodies={"cf": "of the permanent text", "adct": "of the ADCT"},
    whole={"adct": "the ADCT"},
    ids=dict.fromkeys(
        ("cf", "adct"),
        "The id of Article N of the permanent text is cf_art_N, that of Article N of the ADCT is "
        "adct_art_N; letters after a hyphen are lower case, as in cf_art_N-a.",
    ),
    amendments='Write a constitutional amendment as "EC N" and one of the constitutional revision '
    'as "ECR N", '
    "N being its number.",
)


def other_en(called: str, bodies: Mapping[str, str], *, recorded: str, numbered: bool) -> LawWords:
    """Return the words for another law. called: its name. bodies: body -> its name.

    recorded: what tells versions of a law dated by entry into force; else empty. numbered: whether
    its amendments are known by year and number.
    """
    ids = [f"The id of Article N of {name} is {body}_art_N." for body, name in bodies.items()]
    first = next(iter(bodies))
    every = f"{' '.join(ids)} Letters after a hyphen are lower case, as in {first}_art_N-a."
    by_number = (
        f"Write an amendment, that is a law, ordinance or decree to which {recorded} traces a "
        "version, by its number alone, YYYY-N."
    )
    by_kind = 'Write an amendment as "EC N" and one of a revision as "ECR N", N being its number.'
    return LawWords(
        (called,) * 3,
        "as it stood on" if recorded else "as compiled on",
        f"{called} {'came into force' if recorded else 'was promulgated'}",
        {body: f"of {name}" for body, name in bodies.items()},
        bodies,
        {
            body: f"{sentence} It is in lower case, without point or space, as in {body}_art_l1-2."
            if numbered
            else every
            for body, sentence in zip(bodies, ids, strict=True)
        },
        by_number if numbered else by_kind,
        "YYYY-N" if numbered else "EC N",
        recorded,
    )
