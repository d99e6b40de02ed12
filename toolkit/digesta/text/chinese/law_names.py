"""Names of Chinese laws: which written names are one law (``zh-citation/1``).

A table gives each law's full name and aliases. Two written names are one when they are equal
without 中华人民共和国 at the beginning and without marks and quotes inside (〈〉, "", ''). A name
that the table does not hold is itself, and no law of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

STATE = "中华人民共和国"
"""What a law's name may begin with or leave out."""

_MARKS = dict.fromkeys(map(ord, "〈〉《》\"'"))


def name_key(name: str) -> str:
    """Return the key that all written names of one law share.

    name: from ``citations.law_name``.

    >>> name_key("中华人民共和国商业银行法")
    '商业银行法'
    >>> name_key("关于印发〈办法〉的通知") == name_key('关于印发"办法"的通知')
    True
    """
    return name.translate(_MARKS).removeprefix(STATE) or name


def names_of(laws: Iterable[tuple[str, Iterable[str]]]) -> Mapping[str, str]:
    """Return every name's key -> the full name; ValueError where two laws have one name.

    laws: (full name, aliases), cleaned of marks.

    >>> names_of([("中华人民共和国银行业监督管理法", ["银监法"])])["银监法"]
    '中华人民共和国银行业监督管理法'
    """
    names: dict[str, str] = {}
    for full, aliases in laws:
        for name in (full, *aliases):
            other = names.setdefault(name_key(name), full)
            if other != full:
                raise ValueError(f"{name} names two laws: {other} and {full}")
    return MappingProxyType(names)
