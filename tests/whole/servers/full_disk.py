"""A process for a test: index a toy corpus where no file may grow beyond a size; say what came."""

from __future__ import annotations

import resource
import signal
import sys
from pathlib import Path

from toy_vectors import Toy, corpus, searched

from digesta.errors import InputError

if __name__ == "__main__":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
    try:
        searched(Path(sys.argv[1]), corpus(400), Toy(), lambda _index: [])
    except InputError as error:
        sys.stdout.write(str(error))
