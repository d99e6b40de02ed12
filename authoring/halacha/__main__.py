"""The command that draws halacha questions."""

from __future__ import annotations

import sys

from authoring.commands import (
    DraftOption,
    KeysOption,
    ReleasedOption,
    SeedOption,
    SplitOption,
    run,
)
from authoring.halacha.families import build
from authoring.keys import key_for
from digesta.canonical import canonical_lines
from digesta.workspace import store
from digesta.workspace.drafts import refuse_release

EXAMPLE = "authoring.halacha --seed 7 --split public --released 2026-12-22 --draft build/halacha"


def halacha(
    draft: DraftOption,
    released: ReleasedOption,
    split: SplitOption,
    *,
    seed: SeedOption = None,
    keys: KeysOption = None,
) -> None:
    """Write questions, truths and passages of halacha's computed families, drawn under a key.

    A public draw has a seed that everybody may know, a holdout a secret key: whoever has it draws
    the same again, and without it nobody can say what was asked. Other files of the draft's folder
    are left as they are.
    """
    refuse_release(draft)
    key = key_for(split, seed, keys, draft)
    drawn = build(key, split=split, released=released)
    draft.mkdir(parents=True, exist_ok=True)
    for name, part in {"questions": "question", "truths": "truth", "passages": "passages"}.items():
        data = canonical_lines(getattr(question, part) for question in drawn)
        store.write_file(draft / f"{name}.jsonl", data)
    sys.stdout.write(f"{draft.as_posix()}: {len(drawn)} questions\n")


if __name__ == "__main__":
    run(halacha, example=EXAMPLE)
