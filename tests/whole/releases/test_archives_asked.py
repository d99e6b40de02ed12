"""Archives, asked anew: a model can be added to the boards of real ones."""

from __future__ import annotations

import pytest

from commands import run
from digesta_generate.inference.systems import model_plan
from repository import opened, with_texts


@pytest.mark.parametrize(
    ("release", "count"),
    [
        ("mmlu-pro-law-2026-11-23", 1101),
        ("disc-lawllm-2026-11-23", 2563),
        ("lexeval-2026-11-23", 10881),
        ("muser-2026-11-23", 100),
        ("oab-bench-2026-11-23", 188),
        ("oab-bench-citations-2026-11-23", 105),
    ],
)
def test_an_archive_can_be_asked(release: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_plan, "open_release", lambda _root, wanted: opened(wanted))

    done = run(
        "infer", "-m", "toy", "--base-url", "http://127.0.0.1:9/v1", "--loopback",
        "--organization", "Tests", "--root", with_texts(release), "--dry-run", "-r", release,
        module="digesta_generate",
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert f": {count} questions to ask" in done.stdout
