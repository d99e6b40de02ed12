"""A search service on this machine: ``POST /batch_search`` over a corpus, and nothing else.

It listens on the loopback alone. A request is read whole before anything is ranked: bounded in
bytes, queries and results; what is malformed is answered with status 400 and, as ``error``, the
problem as JSON. One batch is ranked at a time, so that a reply does not depend on what else is
asked. A client that stalls is left after half a minute.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import orjson

from digesta import __version__
from digesta.errors import InputError, Problem
from digesta.workspace.releases import open_release
from digesta_generate.search.methods import METHODS, Method, ranker
from digesta_generate.search.options import ServeSearchOptions
from digesta_generate.search.search import cases_in
from digesta_generate.search.wire import (
    LARGEST,
    PATH,
    Names,
    read_request,
    reply_of,
)
from digesta_generate.similarity.e5 import tables
from digesta_generate.talk import say
from digesta_legal.retrieval.records import Case

HOST = "127.0.0.1"


class SearchServer(ThreadingHTTPServer):
    """The server: what ranks, and what its results say of their cases."""

    daemon_threads = True

    def __init__(self, port: int, method: Method, cases: Sequence[Case]) -> None:
        self._ranks = ranker(method, cases)
        self._names = Names(method.service, method.retriever)
        self._cases: Mapping[str, Case] = {case.case: case for case in cases}
        self._one_batch = threading.Lock()
        super().__init__((HOST, port), _Exchange)

    @property
    def url(self) -> str:
        """Return the address that ``search --url`` takes."""
        return f"http://{HOST}:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over a client that went away; what else goes wrong keeps its traceback."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def reply(self, body: bytes) -> Any:
        """Return the reply to a request, or InputError."""
        request = read_request(body)
        with self._one_batch:
            lists = [self._ranks(query, request.top_k) for query in request.queries]
        return reply_of(request, lists, self._cases, self._names)


class _RefusedError(Exception):
    """A request that is not read: its status, and what is wrong."""

    def __init__(self, status: HTTPStatus, problem: Problem) -> None:
        self.status = status
        self.problem = problem
        super().__init__(status)


class _Exchange(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server_version = f"digesta/{__version__}"
    sys_version = ""
    timeout = 30
    # Head and body go out in two writes: else the second waits 40 ms for the first one's receipt.
    disable_nagle_algorithm = True
    server: SearchServer

    def do_POST(self) -> None:
        try:
            reply = self.server.reply(self._body())
        except _RefusedError as refused:
            # What the client still sends of its body is not the next request.
            self.close_connection = True
            self._say(refused.status, {"error": refused.problem.as_json()})
        except InputError as error:
            self._say(HTTPStatus.BAD_REQUEST, {"error": error.problems[0].as_json()})
        else:
            self._say(HTTPStatus.OK, reply)

    def do_GET(self) -> None:
        self.close_connection = True  # a body that came along is not the next request
        if foreign := self._foreign():
            self._say(HTTPStatus.FORBIDDEN, {"error": foreign.as_json()})
        elif self.path == f"/{PATH}":
            problem = _problem("method", "GET", "POST")
            self._say(HTTPStatus.METHOD_NOT_ALLOWED, {"error": problem.as_json()}, allow="POST")
        else:
            self._say(HTTPStatus.NOT_FOUND, {"error": _no_such(self.path).as_json()})

    def _foreign(self) -> Problem | None:
        """Return the problem of a request that a page of another site made a browser send."""
        own = {f"{host}:{self.server.server_port}" for host in ("127.0.0.1", "localhost")}
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        if host not in own:
            return _problem("host", host, f"127.0.0.1:{self.server.server_port}")
        if origin is not None and origin.removeprefix("http://") not in own:
            return _problem("origin", origin, "no Origin of another site")
        return None

    def _body(self) -> bytes:
        if foreign := self._foreign():
            raise _RefusedError(HTTPStatus.FORBIDDEN, foreign)
        if self.path != f"/{PATH}":
            raise _RefusedError(HTTPStatus.NOT_FOUND, _no_such(self.path))
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            problem = _problem("length", length or "no Content-Length", "the body's bytes")
            raise _RefusedError(HTTPStatus.LENGTH_REQUIRED, problem)
        if len(length) > len(str(LARGEST)) or int(length) > LARGEST:
            problem = _problem("too-large", f"{length[:20]} bytes", f"at most {LARGEST}")
            raise _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, problem)
        return self.rfile.read(int(length))

    def _say(self, status: HTTPStatus, value: Any, *, allow: str = "") -> None:
        data = orjson.dumps(value)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if allow:
            self.send_header("Allow", allow)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Keep no log: stdout is the result, and nothing here needs talk."""


def _problem(code: str, got: str, expected: str) -> Problem:
    return Problem(code=code, file="request", got=got[:200], expected=expected)


def _no_such(path: str) -> Problem:
    return _problem("not-found", path, f"/{PATH}")


@contextmanager
def serving(port: int, method: Method, cases: Sequence[Case]) -> Iterator[SearchServer]:
    """Serve a corpus for the block. port: 0 for a free one."""
    with SearchServer(port, method, cases) as service:
        thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.1})
        thread.start()
        try:
            yield service
        finally:
            service.shutdown()
            thread.join()


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
