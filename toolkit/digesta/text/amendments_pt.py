"""Names of Brazilian constitutional amendments: which written forms name the same one.

``br-amendment/1`` gives ``EC N`` for an amendment (emenda constitucional) and ``ECR N`` for one
of the revision of 1994 (emenda constitucional de revisão), which are numbered apart and never
equal. It reads, after ``text/1``: the abbreviations EC, EMC and CA, and ECR, EMR, with points or
not (E.C.); the names in full, in Portuguese (accents optional) and English; an optional number
sign (nº, n., no., №); the number; and optionally the year or day of promulgation (``/2009``,
``, de 2009``, ``, de 11 de novembro de 2009``, ``de 11/11/2009``, ``(2009)``). The year is no
part of the name and is not checked. A text that names no amendment, or more than one, stays as
``text/1`` gives it: no such form is ever ``EC N``, which has capital letters.
"""

from __future__ import annotations

import re

from digesta.text.normal_form import text_1

_KINDS = {
    "EC": "ec, emc, ca, emenda, emenda constitucional, amendment, constitutional amendment",
    "ECR": "ecr, emr, emenda de revisão, emenda constitucional de revisão, revision amendment, "
    "amendment of revision, constitutional amendment of revision, "
    "constitutional revision amendment, revision constitutional amendment",
}
_PLAIN = str.maketrans("ãç", "ac", ".")
_KIND_OF = {
    name.translate(_PLAIN): kind for kind, names in _KINDS.items() for name in names.split(", ")
}
_MONTHS = (
    "janeiro|fevereiro|mar[çc]o|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro"
    "|january|february|march|april|may|june|july|august|september|october|november|december"
)
_NAMES = "|".join(
    # E.C. and "revisao" are as usual as EC and "revisão".
    re.escape(name).replace("revisao", "revis[ãa]o")
    if " " in name or len(name) > len("ecr")
    else r"\.[ ]?".join(name) + r"\.?" + f"|{name}"
    for name in sorted(_KIND_OF, key=len, reverse=True)
)
# Every repetition is bounded: a match costs the same for any text.
_NAME = re.compile(
    rf"""({_NAMES})
    [ _.-]{{0,2}} (?: (?: n[º°.o]{{0,2}} | number | número | № ) [ _.-]{{0,2}} )?
    0{{0,3}} ([1-9][0-9]{{0,3}})
    (?:
        [ ]? / [ ]? (?: (?:19|20)[0-9]{{2}} | 8[89] | 9[0-9] | [0-3][0-9] )
    |
        ,? [ ] \(? (?: (?:de|of) [ ] )?
        (?:
            [0-9]{{1,2}} [º°]? [ ] (?: (?:de|of) [ ] )? (?:{_MONTHS}) ,? [ ] (?: (?:de|of) [ ] )?
        |
            (?:{_MONTHS}) [ ] [0-9]{{1,2}} ,? [ ]
        |
            [0-3]?[0-9] ([/.-]) [01]?[0-9] \3
        )?
        (?:19|20)[0-9]{{2}}
    )?""",
    re.VERBOSE,
)


def br_amendment_1(text: str) -> str:
    """Return the canonical name of an amendment; the text in ``text/1`` where it names none.

    >>> br_amendment_1("EC nº 59/2009"), br_amendment_1("emr_3"), br_amendment_1("Lei 59")
    ('EC 59', 'ECR 3', 'lei 59')
    """
    folded = text_1(text)
    match = _NAME.fullmatch(folded)
    if match is None:
        return folded
    # The folding of one reading: points and, within abbreviations, spaces.
    name = match[1].translate(_PLAIN)
    return f"{_KIND_OF.get(name) or _KIND_OF[name.replace(' ', '')]} {match[2]}"


def br_amendment_2(text: str) -> str:
    """Return the same, with the abbreviation in brackets or an ordinal before the name as well.

    >>> br_amendment_2("Emenda Constitucional (EC) nº 29"), br_amendment_2("94th Amendment")
    ('EC 29', 'EC 94')
    """
    folded = text_1(text)
    for pattern, order in ((_BRACKETS, r" "), (_ORDINAL, r"\2 \1")):
        folded = pattern.sub(order, folded, count=1)
    name = br_amendment_1(folded)
    return name if name != folded else text_1(text)


_BRACKETS = re.compile(r" \((?:ec|emc|ca|ecr|emr)\) ?")
_ORDINAL = re.compile(r"\A(?:the |a )?([1-9][0-9]{0,3}) ?(?:st|nd|rd|th|[ªºao])\.? (.{4,60})\Z")


def in_order_of_number(name: str) -> tuple[str, int, str]:
    """Return a key that sorts canonical names by kind, then number; other texts come last.

    >>> sorted(["EC 10", "x", "ECR 2", "EC 9"], key=in_order_of_number)
    ['EC 9', 'EC 10', 'ECR 2', 'x']
    """
    kind, _, number = name.partition(" ")
    known = kind in _KINDS and number.isascii() and number.isdecimal() and len(number) <= _DIGITS
    return (kind, int(number), "") if known else ("~", 0, name)


_DIGITS = 4
