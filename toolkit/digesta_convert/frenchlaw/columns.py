"""FrenchLaw Bench's files, columns and closed lists."""

from __future__ import annotations

from collections.abc import Mapping

from digesta_convert.shared.names import name_of

TASKS, RESULTS = "tasks.csv", "results.json"
COLUMNS = (
    *("Number", "Category", "SubCategory", "TaskType"),
    *("Title", "Prompt", "Documents", "Rubric"),
)
CLOSED: Mapping[str, tuple[str, ...]] = {
    "Category": ("Droit Privé", "Contentieux", "Droit Européen"),
    "SubCategory": (
        *("Corporate / Sociétés", "Contrats", "Travail", "Propriété intellectuelle"),
        *("Bancaire & Financier", "Commercial", "Administratif", "Pénal des affaires"),
        *("RGPD / Données", "Concurrence FR", "UE Institutionnel", "CEDH", "Concurrence UE"),
        "Numérique UE",
    ),
    "TaskType": (
        *("Conseil stratégique", "Rédaction", "Recherche juridique", "Audit / Due diligence"),
        *("Risques & Conformité", "Stratégie de négociation", "Analyse de documents"),
        *("Analyse de jurisprudence", "Gestion de dossier", "Préparation contentieuse"),
        *("Qualification juridique", "Structuration d'opération"),
    ),
}
TITLES = {name_of(title): title for titles in CLOSED.values() for title in titles}
WORK = "FrenchLaw Bench, tâche"
DIGITS = 6


def title_of(column: str, name: str) -> str:
    """Return the title of a column's closed list that a draft's name stands for, else the name.

    A draft may leave words out, where those that it has lead to a single title.

    >>> title_of("Category", "prive"), title_of("TaskType", "analyse")
    ('Droit Privé', 'analyse')
    """
    words = set(name.split("_"))
    titles = [title for title in CLOSED[column] if words <= set(name_of(title).split("_"))]
    return titles[0] if len(titles) == 1 else TITLES.get(name, name)
