"""The wordings in English."""

from __future__ import annotations

from collections.abc import Mapping

from authoring.tlr.languages.shape import LawWords, Sentences

_JSON = "Answer with one JSON object and nothing else:"
_DAYS = "Write days as YYYY-MM-DD."

ENGLISH = Sentences(
    law=(
        (
            "The law that is meant is {law}, {compiled} {horizon}. All days are promulgation "
            "dates: an "
            "amendment counts from the day on which it was promulgated, even if it takes "
            "effect later."
        ),
        (
            "This question is about {law}, {compiled} {horizon}. An amendment changes the "
            "text on "
            "its promulgation date; a later start of its effects is left out of account, and so is "
            "whatever came after that compilation."
        ),
        (
            "Take {law}, {compiled} {horizon}. What is in force on a day is the text after the "
            "last amendment promulgated on or before it: the dates here are promulgation dates, "
            "not dates of entry into force."
        ),
    ),
    numbering=(
        (
            "The states of an article are numbered from 1: state 1 is its first text, and each day "
            "on which amendments changed the substance of anything in it (caput, paragraph, "
            "item or "
            "letter; an addition or a repeal too) begins the next. Changes of spelling or form "
            "begin "
            "none."
        ),
        (
            "An article passes through states, counted from 1. State 1 is the text with which it "
            "first stood; a new state begins on each day on which its caput or anything under "
            "it was "
            "changed in substance, added or repealed, but not where spelling or form alone changed."
        ),
        (
            "Count an article's states from 1, the text with which it began. Every day of "
            "promulgation on which any part of it, caput, paragraphs, items and letters, was "
            "altered "
            "in substance, added or repealed opens one more state; corrections of form open none."
        ),
    ),
    asks={
        "point_in_time": (
            "Which state of {0} was in force on {1}?",
            "On {1}, in which of its states did {0} stand?",
            "Someone cites {0} as it read on {1}. Which state of the article is that?",
        ),
        "amendment_attribution": (
            "Which amendments changed {0}, or added it?",
            (
                "Name every amendment that altered {0}, the one that created it included if it "
                "is not "
                "of the original text."
            ),
            (
                "Which amendments added {0}, or changed any part of it at any time, whether or not "
                "their wording still stands?"
            ),
        ),
        "temporal_difference": (
            "Did {0} change between {1} and {2}?",
            "Compare {0} on {1} with {0} on {2}. Is its state another one?",
            (
                "A reader has the text of {0} of {1}. Was it, in substance, still the text in "
                "force "
                "on {2}, or had it changed?"
            ),
        ),
        "causal_lineage": (
            (
                "Give all states of {0}, from the first on, each with the day on which it "
                "began and "
                "the amendments that made it."
            ),
            (
                "Trace {0} from its first text to the one in force at the end: every state, "
                "since when, "
                "by which amendments."
            ),
            (
                "Which states has {0} had, in order of time, when did each begin, and what "
                "brought it "
                "about?"
            ),
        ),
        "temporal_consistency": (
            "Has {0} been amended since {first_day}?",
            ("Was the substance of {0} ever changed after {promulgated} on {first_day}?"),
            "{0} stood in the text of {first_day}. Has any amendment altered it since?",
        ),
        "hierarchical_impact": (
            (
                "Which articles of {0} were changed or added by amendments promulgated from {1} "
                "until the day before {2}?"
            ),
            (
                "Name the articles of {0} that any amendment changed in substance, added or "
                "repealed "
                "from {1} on and before {2}."
            ),
            (
                "Consider {0} and the amendments promulgated on or after {1} and before {2}. "
                "Which of "
                "its articles did they change or add?"
            ),
        ),
    },
    forms={
        "point_in_time": f'{_JSON} {{"versions": [{{"component_id": "<article\'s id>", "version": '
        f"<number of the state>}}]}}. Name one state; five may be named at most. $ids You may "
        'add "text", the article\'s whole text on that day.',
        "amendment_attribution": f'{_JSON} {{"amendments": ["EC N", ...], "dates": ["YYYY-MM-DD", '
        '...]}, both in order of time, at most ten of each; "dates", the days on which it was '
        "changed "
        f"or added, may be left out. $amendments",
        "temporal_difference": f'{_JSON} {{"changed": true or false}}. You may add '
        '"amendments_between", a list of the amendments that changed it between the days (ten at '
        'most), and "version_1" and "version_2", the numbers of its states on the two days. '
        f"$amendments",
        "causal_lineage": f'{_JSON} {{"version_chain": [{{"version": 1, "date": "YYYY-MM-DD", '
        '"amendments": []}, ...]}, at most twenty states; "amendments" is empty for the original '
        f"text of $first_day. $amendments {_DAYS}",
        "temporal_consistency": f'{_JSON} {{"amended": true or false}}. You may add "amendments", '
        f"a list of at most ten. $amendments",
        "hierarchical_impact": f'{_JSON} {{"articles": ["<article\'s id>", ...]}}, fifteen at '
        "most. "
        f'$ids You may add "amendments", what changed them. $amendments',
    },
)


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
    ids="The id of Article N of the permanent text is cf_art_N, that of Article N of the ADCT is "
    "adct_art_N; letters after a hyphen are lower case, as in cf_art_N-a.",
    amendments='Write a constitutional amendment as "EC N" and one of the constitutional revision '
    'as "ECR N", '
    "N being its number.",
)


def other_en(called: str, bodies: Mapping[str, str]) -> LawWords:
    """Return the words for another law. called: its name. bodies: body -> its name."""
    ids = (f"The id of Article N of {name} is {body}_art_N." for body, name in bodies.items())
    return LawWords(
        (called,) * 3,
        "as compiled on",
        f"{called} was promulgated",
        {body: f"of {name}" for body, name in bodies.items()},
        bodies,
        f"{' '.join(ids)} Letters after a hyphen are lower case, as in "
        f"{next(iter(bodies))}_art_N-a.",
        'Write an amendment as "EC N" and one of a revision as "ECR N", N being its number.',
    )
