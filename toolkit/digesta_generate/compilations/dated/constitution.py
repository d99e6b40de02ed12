"""The Brazilian constitution: its name, its days, and tables that were checked by hand.

Which amendment changed what on a day that several share, and which take effect later.

Sixteen days have two to five amendments. The official summaries of twelve of them list the
articles of every one of their amendments; two transitional ones that an amendment added stand
there without a number (ADCT 75 of 1999-03-18, ADCT 77 of 2000-09-13) and are what is left, the
other amendment of the day listing all of its own. Of 2016-12-15 the published text of EC 95 lists
its articles; what else changed that day is of EC 94. The days 1994-06-07, 1995-08-15 and
2003-12-31 stay open: a summary is missing, or ends in "dá outras providências", or leaves an
article out (both EC 6 and EC 7 added article 246).
"""

from __future__ import annotations

from typing import NamedTuple

from digesta.scorers.temporal.resources import AttributedChange, DeferredEntry
from digesta.timeline import Norm
from digesta_generate.compilations.dated.records import CompiledLaw

SUMMARY = "official summary"
EC_95 = "https://www.planalto.gov.br/ccivil_03/Constituicao/Emendas/Emc/emc95.htm"
"""Its article 1 adds articles 106 to 114 of the transitional text; no other article of either."""


class Amendment(NamedTuple):
    """An amendment that shares its day, and the articles that its summary lists.

    articles: "34" in the permanent text, "adct 60" in the transitional one. words: of the
    source, at most eight. source: the summary, or the address of the published text.
    """

    day: str
    amendment: str
    articles: str
    words: str
    source: str = SUMMARY


LISTED = (
    Amendment("1996-09-12", "EC 14", "34, 208, 211, 212, adct 60", "arts. 34, 208, 211 e 212"),
    Amendment("1996-09-12", "EC 15", "18", "§ 4º do art. 18"),
    Amendment("1999-03-18", "EC 21", "adct 75", "a que se refere o art. 74"),
    Amendment("1999-03-18", "EC 22", "98, 102, 105", "Acrescenta parágrafo único ao art. 98"),
    Amendment("2000-02-14", "EC 25", "29, 29-a", "inciso VI do art. 29"),
    Amendment("2000-02-14", "EC 26", "6", "Altera a redação do art. 6º"),
    Amendment(
        "2000-09-13",
        "EC 29",
        "34, 35, 156, 160, 167, 198, adct 77",
        "Altera os arts. 34, 35, 156, 160, 167",
    ),
    Amendment("2000-09-13", "EC 30", "100, adct 78", "acrescenta o art. 78"),
    Amendment(
        "2002-06-12",
        "EC 37",
        "100, 156, adct 84, adct 85, adct 86, adct 87, adct 88",
        "Altera os arts. 100 e 156",
    ),
    Amendment("2002-06-12", "EC 38", "adct 89", "Acrescenta o art. 89"),
    Amendment("2006-02-14", "EC 50", "57", "Modifica o art. 57"),
    Amendment("2006-02-14", "EC 51", "198", "ao art. 198"),
    Amendment("2007-09-20", "EC 54", "12, adct 95", "do art. 12"),
    Amendment("2007-09-20", "EC 55", "159", "Altera o art. 159"),
    Amendment("2009-11-11", "EC 59", "208, 211, 212, 214, adct 76", "incisos I e VII do art. 208"),
    Amendment("2009-11-11", "EC 60", "adct 89", "Altera o art. 89"),
    Amendment("2009-11-11", "EC 61", "103-b", "Altera o art. 103-B"),
    Amendment("2010-02-04", "EC 63", "198", "§ 5º do art. 198"),
    Amendment("2010-02-04", "EC 64", "6", "Altera o art. 6º"),
    Amendment("2010-07-13", "EC 65", "227", "modifica o seu art. 227"),
    Amendment("2010-07-13", "EC 66", "226", "§ 6º do art. 226"),
    Amendment("2012-03-29", "EC 69", "21, 22, 48", "Altera os arts. 21, 22 e 48"),
    Amendment("2015-09-15", "EC 89", "adct 42", "nova redação ao art. 42"),
    Amendment("2015-09-15", "EC 90", "6", "nova redação ao art. 6º"),
    Amendment(
        "2016-12-15",
        "EC 94",
        "100, adct 101, adct 102, adct 103, adct 104, adct 105",
        "Altera o art. 100",
    ),
    Amendment(
        "2016-12-15",
        "EC 95",
        ", ".join(f"adct {number}" for number in range(106, 115)),
        "seguintes arts. 106, 107, 108, 109, 110, 111",
        EC_95,
    ),
)

OTHER_DAYS = {"EC 41": "2003-12-19", "EC 42": "2003-12-19", "EC 45": "2004-12-30"}
"""Amendment -> the day in its own closing words, which the compilations give otherwise: no question
asks for its day. EC 41 and 42 stand under the day of publication."""

EVIDENCE = {
    "ECR 5": "art. 2, from 1995-01-01: "
    "https://bpcarlosfaria23.blogspot.com/2024/12/boa-sexta-feira-vamos-continuar-leitura.html",
    "EC 69": "its changes take effect after 120 days: https://soprovas.com/questoes/458725",
}
"""Amendments that take effect after their promulgation -> where that was read."""

_UNREAD = "not read; held back because it is said to take effect later"
_PARTS = {"EC 3": ["cf_art_155", "cf_art_156"], "EC 103": ["cf_art_149"]}
DEFERRALS = tuple(
    DeferredEntry(
        amendment=name,
        articles=_PARTS.get(name, []),
        found=name in EVIDENCE,
        evidence=EVIDENCE.get(name, _UNREAD),
    )
    for name in (
        *EVIDENCE,
        *("EC 3", "EC 14", "EC 25", "EC 78", "EC 84", "EC 87"),
        *("EC 97", "EC 100", "EC 102", "EC 103", "EC 105", "EC 108"),
    )
)


def article_id(name: str) -> str:
    """Return the id of an article.

    >>> article_id("29-a"), article_id("adct 60")
    ('cf_art_29-a', 'adct_art_60')
    """
    *body, number = name.split()
    return f"{'adct' if body else 'cf'}_art_{number}"


_NO_PLACE = frozenset({"cf_art_134", "cf_art_218", "cf_art_219"})
CONSTITUTION = CompiledLaw(
    Norm(
        "cf_1988",
        "Constituição da República Federativa do Brasil",
        "1988-10-05",
        "BR",
        "constitution",
        "pt",
    ),
    "2020-08-26",
    frozenset({"cf", "adct"}),
    "the compilations of the Senado Federal as collected in abjur/constituicao (MIT)",
    attributed=tuple(
        AttributedChange(
            article=article_id(name),
            date=row.day,
            amendment=row.amendment,
            source=row.source,
            words=row.words,
        )
        for row in LISTED
        for name in row.articles.split(", ")
    ),
    deferrals=DEFERRALS,
    other_days=OTHER_DAYS,
    # Chapter or section of these are uncertain in the compilations.
    no_place=_NO_PLACE,
    # Of article 144 a paragraph stands twice in the last compilations; what changed in ADCT 79 in
    # 2010 is a note that EC 67 prolongs it, not its words.
    doubtful=_NO_PLACE | {"cf_art_144", "adct_art_79"},
)
