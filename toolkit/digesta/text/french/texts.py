"""Codes, treaties and other texts as French citations name them (``fr-citation/1``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from digesta.package_files import json_file

TEXTS: Mapping[str, Sequence[str]] = json_file(__package__, "texts.json")
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
