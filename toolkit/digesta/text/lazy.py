"""Regular expressions that are compiled when they are first used.

Those that read replies are large: compiling them all takes .3 seconds, and most commands use few.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        method = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, method)
        return method


def lazily(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return an expression with the methods of a compiled one; see ``re.compile``."""
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))
