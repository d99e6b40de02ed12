"""Serve a release's corpus as a search service on this machine."""

from __future__ import annotations

import signal
import sys
import threading

from digesta.workspace.releases import open_release
from digesta_generate.search.methods import METHODS
from digesta_generate.search.options import ServeSearchOptions
from digesta_generate.search.search import cases_in
from digesta_generate.search.service import serving
from digesta_generate.similarity.e5 import tables
from digesta_generate.talk import say


def serve(options: ServeSearchOptions) -> None:
    """Serve until Ctrl-C or SIGTERM; print "ready URL" when it answers."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    cases = cases_in(open_release(options.root, options.release), options.corpus)
    say(f"indexing {len(cases)} cases")
    try:
        with tables(options.root), serving(options.port, METHODS[options.method], cases) as service:
            sys.stdout.write(f"ready {service.url}\n")
            sys.stdout.flush()
            threading.Event().wait()
    except KeyboardInterrupt:
        say("stopped")
