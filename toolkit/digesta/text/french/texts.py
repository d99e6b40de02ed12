"""Codes, treaties and other texts as French citations name them (``fr-citation/1``)."""

from __future__ import annotations

from collections.abc import Mapping

TEXTS: Mapping[str, tuple[str, ...]] = {
    "code civil": ("c. civ.",),
    "code de commerce": ("c. com.",),
    "code de procédure civile": ("cpc", "c. pr. civ.", "c. proc. civ."),
    "code pénal": ("c. pén.",),
    "code de procédure pénale": ("cpp", "c. pr. pén.", "c. proc. pén."),
    "code du travail": ("c. trav.",),
    "code de la consommation": ("c. consom.", "c. conso."),
    "code monétaire et financier": ("cmf", "comofi", "c. mon. fin.", "c. monét. fin."),
    "code général des impôts": ("cgi",),
    "livre des procédures fiscales": ("lpf",),
    "code de la propriété intellectuelle": ("cpi", "c. propr. intell."),
    "code de justice administrative": ("cja",),
    "code des relations entre le public et l'administration": ("crpa",),
    "code général des collectivités territoriales": ("cgct",),
    "code de la commande publique": ("ccp",),
    "code de la sécurité sociale": ("css",),
    "code de la santé publique": ("csp",),
    "code de l'environnement": ("c. envir.",),
    "code de l'urbanisme": ("c. urb.",),
    "code de la construction et de l'habitation": ("cch",),
    "code des assurances": ("c. assur.",),
    "code des procédures civiles d'exécution": ("cpce",),
    "traité sur le fonctionnement de l'union européenne": ("tfue",),
    "traité sur l'union européenne": ("tue",),
    "charte des droits fondamentaux": (
        "charte des droits fondamentaux de l'union européenne",
        "cdfue",
    ),
    "convention européenne des droits de l'homme": (
        "convention de sauvegarde des droits de l'homme et des libertés fondamentales",
        "convention edh",
        "cesdh",
    ),
    "règlement 2016/679": ("rgpd", "règlement général sur la protection des données"),
    "règlement 2022/2065": ("dsa", "règlement sur les services numériques"),
    "règlement 2022/1925": ("dma", "règlement sur les marchés numériques"),
    "constitution": (),
}
"""A text's name -> its other names; the points of an abbreviation may be left out."""

FOREIGN = (
    "(?:allemand|algerien|americain|anglais|autrichien|belge|bresilien|britannique|camerounais"
    "|canadien|chinois|congolais|espagnol|federal|gabonais|grec|haitien|italien|ivoirien|japonais"
    "|libanais|luxembourgeois|malgache|malien|marocain|monegasque|neerlandais|polonais|portugais"
    "|quebecois|roumain|russe|senegalais|suisse|tunisien|turc)(?:ne|e)?s?"
    "|(?:du|de la|de l'|de|des) (?:Quebec|Louisiane|Luxembourg|Belgique|Suisse|Maroc|Senegal)"
)
"""What makes a text another country's when it follows its name; a regular expression."""


def compact(name: str) -> str:
    """Return a name in lower case without points and spaces.

    >>> compact("C. civ.") == compact("c civ")
    True
    """
    return name.lower().replace(".", "").replace(" ", "")
