"""Print the lines of Python by package, and figures that say how knotted the code is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from test_floors import circles

ROOT = Path(__file__).parents[1]
FEATURES = ("giveaway", "holdout", "reading", "standing", "dispute")
"""Words of features: the more files name one, the more a change of it touches."""

LOADED = """
import contextlib, io, sys
from digesta.cli import main
sys.argv = ["digesta", "score", sys.argv[1]]
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
sys.stdout.write(str(sum(name.split(".")[0].startswith("digesta") for name in sys.modules)))
"""


def main() -> None:
    """Print the figures of the files that git knows."""
    listing = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, check=True)
    texts = {name: (ROOT / name).read_text("utf-8") for name in listing.stdout.decode().split()}
    packages = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("toolkit/*"))
    for package in [*packages, "toolkit", "authoring", "tests"]:
        own = [text for name, text in texts.items() if name.startswith(f"{package}/")]
        if own:
            _say(sum(text.count("\n") for text in own), f"lines in {len(own)} files of {package}")

    _say(len(circles()), "rooms that import each other")
    folder = max(ROOT.glob("predictions/*/baseline-longest"), key=lambda path: path.parent.name)
    run = [sys.executable, "-c", LOADED, str(folder)]
    loaded = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    _say(int(loaded.stdout), "modules that one digesta score loads")
    product = [text for name, text in texts.items() if name.startswith("toolkit/")]
    for word in FEATURES:
        _say(sum(word in text for text in product), f"files of toolkit that name {word!r}")


def _say(number: int, what: str) -> None:
    sys.stdout.write(f"{number:7,} {what}\n")


if __name__ == "__main__":
    main()
