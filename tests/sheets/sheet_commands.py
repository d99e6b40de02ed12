"""Run pack and unpack in a workspace with a small release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from digesta.cli.options import app

CARD = ["--id", "me", "--model", "M", "--organization", "O"]


def ran(*arguments: Any) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments])


def done(*arguments: Any) -> str:
    result = ran(*arguments)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def packed(root: Path, *options: Any, name: str = "s.csv") -> Path:
    done("pack", "-t", "toy", "-o", root / name, "--root", root, *options)
    return root / name


def review_packed(root: Path, *options: Any, name: str = "s.csv") -> Path:
    done("review", "pack", "-t", "toy", "-o", root / name, "--root", root, *options)
    return root / name
