"""Make predictions with models behind an endpoint, with rules and with searches.

    from digesta_generate import InferOptions, infer

    [outcome] = infer(InferOptions(model=("acme-7b",), base_url="https://host/v1",
                                   organization="Us", track=("finlaw",)))

Each name is imported when it is first used, so that a command starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from digesta_generate.inference.systems.infer import infer
    from digesta_generate.inference.systems.options import InferOptions
    from digesta_generate.judges.judge import judge
    from digesta_generate.judges.options import JudgeOptions
    from digesta_generate.retrieval.options import RetrieveOptions
    from digesta_generate.retrieval.retrieve import retrieve

__all__ = ["InferOptions", "JudgeOptions", "RetrieveOptions", "infer", "judge", "retrieve"]

_HOMES = {
    "InferOptions": "digesta_generate.inference.systems.options",
    "infer": "digesta_generate.inference.systems.infer",
    "JudgeOptions": "digesta_generate.judges.options",
    "judge": "digesta_generate.judges.judge",
    "RetrieveOptions": "digesta_generate.retrieval.options",
    "retrieve": "digesta_generate.retrieval.retrieve",
}


def __getattr__(name: str) -> Any:
    """Return a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
