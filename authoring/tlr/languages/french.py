"""The wordings in French, of a law dated by entry into force."""

from __future__ import annotations

from collections.abc import Mapping

from authoring.tlr.languages.shape import LawWords, Sentences

FRENCH_BY_ENTRY = Sentences(
    law=(
        (
            "Il s'agit {law}, {compiled} {horizon}. Toutes les dates sont des dates d'entrée "
            "en vigueur, telles que les donne {recorded} ; la date de signature ou de "
            "publication d'un texte est sans incidence. Seuls sont visés les articles en "
            "vigueur à cette dernière date, avec tout leur passé."
        ),
        (
            "Cette question porte sur {law}, {compiled} {horizon}. Une version d'un article "
            "compte du jour où {recorded} la fait entrer en vigueur, même longtemps après "
            "l'adoption du texte ; ce qui est entré en vigueur plus tard n'est pas pris en "
            "compte, non plus que les articles qui n'étaient plus en vigueur à cette date."
        ),
        (
            "Prenez {law}, {compiled} {horizon}, et, parmi ses articles, ceux qui étaient en "
            "vigueur à cette date. Est en vigueur à un jour donné ce que {recorded} donne pour "
            "tel : les dates sont ici des dates d'entrée en vigueur, et non de signature ou de "
            "publication."
        ),
    ),
    numbering=(
        (
            "Les versions successives d'un article sont numérotées à partir de 1, telles que "
            "les distingue {recorded}. La version 1 est le premier texte en vigueur sous "
            "l'empire de cette loi ; chaque jour où une nouvelle rédaction est entrée en "
            "vigueur ouvre la suivante. Une rédaction remplacée ou retirée avant d'entrer en "
            "vigueur n'a pas de numéro. Si un article abrogé a été rétabli plus tard sous le "
            "même numéro, le compte se poursuit."
        ),
        (
            "Par version d'un article, on entend son texte intégral entre deux jours où, selon "
            "{recorded}, une nouvelle rédaction en est entrée en vigueur. La version 1 est la "
            "première en vigueur sous l'empire de ce texte ; les rédactions mort-nées, qui "
            "n'ont jamais été en vigueur, ne comptent pas, et le compte se poursuit si un "
            "article abrogé a été rétabli sous le même numéro."
        ),
        (
            "Comptez les versions d'un article à partir de 1, son premier texte en vigueur sous "
            "l'empire de cette loi. Chaque jour où {recorded} fait entrer en vigueur une "
            "nouvelle rédaction compte pour une version, quel que soit le nombre de textes qui "
            "l'ont produite. Ce qui a été remplacé avant d'entrer en vigueur ne compte pas ; un "
            "numéro resté vacant puis repris conserve son compte."
        ),
    ),
    asks={
        "point_in_time": (
            "Quelle version de l'{0} était en vigueur au {1} ?",
            "Au {1}, dans laquelle de ses versions successives l'{0} était-il en vigueur ?",
            "On cite l'{0} tel qu'il se lisait au {1}. De quelle version de l'article s'agit-il ?",
        ),
        "amendment_attribution": (
            "Quels textes ont modifié ou créé l'{0} ?",
            (
                "Indiquez tous les textes qui ont modifié l'{0} et, s'il ne figurait pas dans "
                "le texte d'origine, celui qui l'a créé."
            ),
            (
                "Quels textes ont, à un moment ou à un autre, créé l'{0} ou modifié une partie "
                "de celui-ci, que la rédaction qu'ils lui ont donnée soit encore en vigueur ou "
                "non ?"
            ),
        ),
        "temporal_difference": (
            "L'{0} a-t-il été modifié entre le {1} et le {2} ?",
            "Comparez l'{0} au {1} et au {2}. Une autre version en était-elle alors en vigueur ?",
            (
                "Un lecteur dispose de l'{0} dans sa version en vigueur au {1}. Cette version "
                "avait-elle été remplacée au {2} ?"
            ),
        ),
        "causal_lineage": (
            (
                "Énumérez toutes les versions de l'{0}, de la première à la dernière, avec pour "
                "chacune le jour de son entrée en vigueur et les textes dont elle procède."
            ),
            (
                "Retracez l'histoire de l'{0}, de son premier texte à celui qui était en "
                "vigueur à la fin : chaque version, à compter de quel jour, par l'effet de "
                "quels textes."
            ),
            (
                "Quelles versions l'{0} a-t-il connues, dans l'ordre chronologique, quand "
                "chacune est-elle entrée en vigueur et quels textes l'ont introduite ?"
            ),
        ),
        "temporal_consistency": (
            "L'{0} a-t-il été modifié depuis le {first_day} ?",
            "Un texte a-t-il modifié l'{0} depuis {promulgated}, le {first_day} ?",
            "L'{0} figure dans le texte du {first_day}. Un texte l'a-t-il modifié depuis ?",
        ),
        "hierarchical_impact": (
            (
                "Division visée : {0}. De quels articles de cette division une nouvelle "
                "version, fût-elle la première, est-elle entrée en vigueur à compter du {1} et "
                "au plus tard la veille du {2} ?"
            ),
            (
                "Indiquez les articles de la division suivante qui ont été modifiés ou créés "
                "avec effet à compter du {1} ou plus tard, et avant le {2} : {0}."
            ),
            (
                "Considérez la division suivante : {0}, et la période allant du {1} inclus au "
                "{2} exclu. Lesquels de ses articles ont été modifiés ou créés par ce qui est "
                "entré en vigueur pendant cette période ?"
            ),
        ),
    },
    forms={
        "point_in_time": (
            'Répondez par un seul objet JSON, et rien d\'autre : {"versions": [{"component_id": '
            '"<identifiant de l\'article>", "version": <son numéro>}]}. Indiquez une seule '
            "version ; au-delà de cinq, la réponse est illisible. $ids Vous pouvez ajouter "
            '"text", le texte intégral de l\'article à cette date.'
        ),
        "amendment_attribution": (
            'Répondez par un seul objet JSON, et rien d\'autre : {"amendments": ["$amendment", '
            '...], "dates": ["AAAA-MM-JJ", ...]}, dans l\'ordre chronologique, dix au plus de '
            'chaque ; "dates", les jours où il a été modifié ou créé, peut être omis. '
            "$amendments"
        ),
        "temporal_difference": (
            'Répondez par un seul objet JSON, et rien d\'autre : {"changed": true ou false}. '
            'Vous pouvez ajouter "amendments_between", la liste des textes qui l\'ont modifié '
            'entre les deux dates (dix au plus), ainsi que "version_1" et "version_2", les '
            "numéros des versions en vigueur à ces deux dates. $amendments"
        ),
        "causal_lineage": (
            'Répondez par un seul objet JSON, et rien d\'autre : {"version_chain": [{"version": '
            '1, "date": "AAAA-MM-JJ", "amendments": []}, ...]}, vingt versions au plus ; '
            '"amendments" reste vide pour le texte d\'origine du $first_day. $amendments Écrivez '
            "les dates sous la forme AAAA-MM-JJ."
        ),
        "temporal_consistency": (
            'Répondez par un seul objet JSON, et rien d\'autre : {"amended": true ou false}. '
            'Vous pouvez ajouter "amendments", une liste de dix textes au plus. $amendments'
        ),
        "hierarchical_impact": (
            'Répondez par un seul objet JSON, et rien d\'autre : {"articles": ["<identifiant de '
            'l\'article>", ...]}, quinze au plus. $ids Vous pouvez ajouter "amendments", les '
            "textes dont ces versions procèdent. $amendments"
        ),
    },
)


def other_fr(called: str, bodies: Mapping[str, str], *, recorded: str, numbered: bool) -> LawWords:
    """Return the words for a law, as ``other_en`` does."""
    by_number = (
        "Désignez par son seul numéro, AAAA-N, le texte (loi, ordonnance ou décret) auquel "
        f"{recorded} rattache une version."
    )
    plain = "en minuscules, sans point ni espace"
    return LawWords(
        (after_de(called), called, called),
        "dans sa version consolidée au",
        f"l'entrée en vigueur {after_de(called)}",
        {body: after_de(name) for body, name in bodies.items()},
        bodies,
        {
            body: f"L'identifiant de l'article N {after_de(name)} est {body}_art_N ({plain}, comme "
            f"dans {body}_art_{'l1-2' if numbered else '2-a'})."
            for body, name in bodies.items()
        },
        by_number if numbered else 'Désignez un texte par "EC N", N étant son numéro.',
        "AAAA-N" if numbered else "EC N",
        recorded,
    )


def after_de(name: str) -> str:
    """Join "de" to a name that begins with its article.

    >>> after_de("le code"), after_de("la loi"), after_de("l'acte"), after_de("les lois")
    ('du code', 'de la loi', "de l'acte", 'des lois')
    """
    article, _, rest = name.partition(" ")
    joined = {"le": "du", "les": "des"}.get(article)
    return f"{joined} {rest}" if joined else f"de {name}"
