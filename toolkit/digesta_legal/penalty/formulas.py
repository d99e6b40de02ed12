"""The formulas, in signs, of the metrics of the scorer ``penalty`` that sum over labels."""

from __future__ import annotations

from itertools import pairwise

from digesta_legal.penalty.columns import LEVELS, SETS

COUNTED = "(n − averaged)"
"""The questions that have counts: all but those of an adversary's expectation."""

PAIRS = {
    "precision": "pair_right / (pair_right + pair_extra)",
    "recall": "pair_right / (pair_right + pair_missed)",
    "f1": "2 · pair_right / (2 · pair_right + pair_extra + pair_missed)",
}
"""By ratio, over the citations of all questions."""


def named(part: str) -> str:
    """Return the labels of a vocabulary that answers name."""
    return _each(part, "(*_right + *_extra)")


def micro(part: str, ratio: str) -> str:
    """Return a ratio over all labels of a set."""
    right = _each(part, "*_right")
    true, all_labels = (
        _each(part, f"({each})")
        for each in ("*_right + *_missed", "2 · *_right + *_extra + *_missed")
    )
    return {
        "precision": f"{right} / ({named(part)} + {part}_outside)",
        "recall": f"{right} / {true}",
        "f1": f"2 · {right} / ({all_labels} + {part}_outside)",
    }[ratio]


def macro(part: str, ratio: str) -> str:
    """Return the mean of a ratio over the labels that occur in the truths."""
    occurs = "[*_right + *_missed > 0]"
    share = PAIRS[ratio].replace("pair", "*")
    return f"{_each(part, f'({occurs} · round12({share}))')} / {_each(part, occurs)}"


def _each(part: str, term: str) -> str:
    """Return the sum, over a set's labels, of a term in which ``*`` stands for the label."""
    return f"Σ[k=01…{SETS[part]:02}] {term.replace('*', f'{part}_k')}"


_ROW, _COLUMN = "Σ[j=a…e] level_k_j", "Σ[i=a…e] level_i_k"
_TABLE = "Σ[i=a…e] Σ[j=a…e]"
_RIGHT = "Σ[k=a…e] level_k_k"
_OCCURS = f"[{_ROW} + level_k_none > 0]"
_LEVEL = {
    "precision": f"level_k_k / {_COLUMN}",
    "recall": f"level_k_k / ({_ROW} + level_k_none)",
    "f1": f"2 · level_k_k / ({_COLUMN} + {_ROW} + level_k_none)",
}
_EXPECTED = f"{_TABLE} ((i − j)² · Σ[k=a…e] level_i_k · Σ[k=a…e] level_k_j)"

LEVEL_MICRO = f"2 · {_RIGHT} / (2 · {_TABLE} level_i_j + Σ[k=a…e] level_k_none)"
LEVEL_MICRO_AS_CODED = f"{_RIGHT} / {_TABLE} level_i_j"
LEVEL_MACRO = f"Σ[k=a…e] ({_OCCURS} · round12({_LEVEL['f1']})) / Σ[k=a…e] {_OCCURS}"
KAPPA = f"1 − {_TABLE} level_i_j · {_TABLE} ((i − j)² · level_i_j) / {_EXPECTED}"


def level(ratio: str, letter: str) -> str:
    """Return a level's ratio."""
    return _LEVEL[ratio].replace("_k", f"_{letter.lower()}")


def level_of_code(ratio: str, letter: str = "k") -> str:
    """Return a level's ratio over the questions with a valid level."""
    return level(ratio, letter).replace(f" + level_{letter.lower()}_none", "")


LEVEL_MACRO_AS_CODED = f"Σ[k=a…e] round12({level_of_code('f1')}) / (5 · [n − averaged > 0])"


def within_one() -> str:
    """Return the share of the diagonal of the table of levels, and of the cells beside it."""
    pairs = [
        cell
        for low, high in pairwise(LEVELS.lower())
        for cell in (f"{low}_{high}", f"{high}_{low}")
    ]
    return f"({' + '.join([_RIGHT, *(f'level_{cell}' for cell in pairs)])}) / {COUNTED}"
