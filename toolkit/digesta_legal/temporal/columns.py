"""The columns of the scorer ``temporal``: counts, then shares.

A column of 0 or 1 is a share where a draw may earn it: its average is no whole number.
"""

from __future__ import annotations

from digesta.scorers.base import Column

_COUNTS = {
    "pit": "1 when the question asks for a point in time",
    "near": "1 when the day lies under 10 years before the horizon",
    "middle": "1 when it lies 10 to under 20 years before",
    "far": "1 when it lies 20 years or more before",
    "named": "versions named, each once, of whatever article",
    "stale": "versions named of the article that had ended",
    "premature": "versions named of the article that were yet to come, or never came",
    "off_target": "versions named of other articles",
    "text_right": "1 when the text has the digest of the text in force",
    "requires": "1 when the text must contain phrases",
    "forbids": "1 when there are phrases that it must not contain",
    "attribution": "1 when the question asks for amendments",
    "changed": "1 when it asks about two days between which the article changed",
    "unchanged": "1 when it asks about two days between which it did not",
    "between": "1 when it changed by amendments that the truth names",
    "versions_right": "1 when the versions of both days are named rightly",
    "lineage": "1 when the question asks for a lineage",
    "amended": "1 when it asks about an article that was amended",
    "unamended": "1 when it asks about one that never was",
    "amended_by": "1 when the truth names what amended it",
    "impact": "1 when the question asks for articles of a part",
    "impact_by": "1 when the truth names what changed them",
}
_SHARES = {
    "pit_right": "1 when the one version named of the article is the one in force",
    "near_right": "1 when near and right",
    "middle_right": "1 when middle and right",
    "far_right": "1 when far and right",
    "found": "1 when the version in force is among those named",
    "precise": "versions in force / versions named of the article; 0 when none is named",
    "pit_f1": "F1 of the versions named of the article",
    "contained": "phrases required less phrases forbidden that the text has, as shares",
    "required": "required phrases that the text has, of all",
    "forbidden": "forbidden phrases that the text has, of all; 1 without a text",
    "amendment_f1": "F1 of the amendments",
    "amendment_precision": "true amendments / amendments named",
    "amendment_recall": "true amendments named / true ones",
    "dates_f1": "F1 of the days",
    "order": "longest common subsequence with the true amendments / their number",
    "changed_right": "1 when it changed and the answer says so",
    "unchanged_right": "1 when it did not and the answer says so",
    "between_f1": "F1 of the amendments between the days",
    "lineage_f1": "F1 of (date, amendments) after the original text",
    "links": "true links (version, date, amendments) named / true ones",
    "links_in_order": "longest common subsequence with the true chain / its length",
    "numbers": "true version numbers named / true ones",
    "in_place": "changes whose amendments stand at their place in the chain / true ones",
    "amended_right": "1 when it was amended and the answer says so",
    "unamended_right": "1 when it never was and the answer says so",
    "amended_by_f1": "F1 of what amended it",
    "article_f1": "F1 of the articles",
    "article_precision": "true articles / articles named",
    "article_recall": "true articles named / true ones",
    "impact_by_f1": "F1 of what changed them",
}
COLUMNS = (
    *(Column(name, "count", about) for name, about in _COUNTS.items()),
    *(Column(name, "share", about) for name, about in _SHARES.items()),
)
