"""The law of a folder without ``law.json``: the Brazilian constitution, as the corpus has it."""

from __future__ import annotations

from digesta_generate.compilations.dated.records import CompiledLaw
from digesta_legal.timeline import Norm

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
)
