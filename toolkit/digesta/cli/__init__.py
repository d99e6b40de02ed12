"""The command line: stdout is the result, stderr the talk, the exit code the verdict.

0: fine. 1: what was read is wrong (every problem on a line of its own, on stderr). 2: the command
is wrong. Anything else that escapes is a bug of ours and keeps its traceback.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Callable

from digesta.cli.options import app
from digesta.errors import LONGEST, InputError, UsageError, plain

ENVIRONMENT = {
    # numpy would start a thread a processor, which takes longer than all the products of a check;
    # who has processors to spare says so by --engine.
    "OPENBLAS_NUM_THREADS": "1",
    # No other package has a say in how records are read, and each would be looked at.
    "PYDANTIC_DISABLE_PLUGINS": "__all__",
    # Processes that we start take no module from the folder they start in: it may be a stranger's.
    "PYTHONSAFEPATH": "1",
}
"""Settings of libraries before they are imported, unless the caller has set them."""


def main() -> None:
    """Run the command line."""
    # A command is short and makes no cycles worth finding among a million answers.
    gc.disable()
    # Nor at its end, when the interpreter looks once more: all is left to the system.
    atexit.register(gc.freeze)
    os.environ.update(ENVIRONMENT | os.environ)
    run(app)


def run(program: Callable[[], None]) -> None:
    """Run a command line's program; end with the exit code of what users can cause."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Texts of any script are printed; a terminal that cannot show one gets its escape.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        program()
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    except (UsageError, OSError) as error:
        # A path may hold anything: no control character of it reaches a terminal or a log.
        sys.stderr.write(f"{plain(str(error), LONGEST)}\n")
        sys.exit(2)
