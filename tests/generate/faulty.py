"""An OpenAI-compatible server that does what a test scripts, and counts what it is asked."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def completion(text: str, **more: Any) -> dict[str, Any]:
    """Return a chat completion that says a text. more: other members of the message's choice."""
    message = {"role": "assistant", "content": text} | more.pop("message", {})
    return {
        "id": "chatcmpl-1", "object": "chat.completion", "model": "toy-served",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"} | more],
        "usage": {"prompt_tokens": 40, "completion_tokens": 4, "total_tokens": 44},
    }  # fmt: skip


def right_form(body: dict[str, Any]) -> str:
    """Answer a toy question in the form that it asks for."""
    asked = body["messages"][-1]["content"]
    word = {"enum": "red", "boolean": "yes", "numeric": "107"}[asked.split()[-1].rstrip("?")]
    return f"Thinking about: {asked}\nAnswer: {word}"


class Exchange(BaseHTTPRequestHandler):
    """One request; a script answers it by one of these methods."""

    protocol_version = "HTTP/1.1"
    # Head and body go out in two writes: else the second waits 40 ms for the first one's receipt.
    disable_nagle_algorithm = True
    server: Faulty

    def do_POST(self) -> None:
        self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.key = self.headers.get("Idempotency-Key", "")
        with self.server.lock:
            self.server.requests.append(self.key)
            self.server.seen.append((self.path, dict(self.headers), self.body))
            turn = len(self.server.requests)
        self.server.script(self, turn)

    @property
    def question(self) -> int:
        """Count the different requests until this one: asked again it keeps its number."""
        with self.server.lock:
            return [*dict.fromkeys(self.server.requests)].index(self.key) + 1

    def execute(self, text: str | None = None) -> None:
        """Answer like a server that honours Idempotency-Key: one execution for each key."""
        with self.server.lock:
            latch = self.server.latches.setdefault(self.key, threading.Lock())
        with latch:
            if self.key not in self.server.stored:
                time.sleep(self.server.delay)
                self.server.executions[self.key] += 1
                self.server.stored[self.key] = completion(text or right_form(self.body))
        self.say(self.server.stored[self.key])

    def say(self, value: Any, status: int = 200, **headers: str) -> None:
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        try:
            self.send_response(status)
            for name, content in headers.items():
                self.send_header(name.replace("_", "-"), content)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            self.close_connection = True  # the client was killed

    def truncate(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"choices":[')
        self.close_connection = True

    def reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def drip(self, *, headers: bool = False) -> None:
        if not headers:
            self.send_response(200)
            self.send_header("Content-Length", "100000")
            self.end_headers()
        try:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: " if headers else b"{")
            for _ in range(200):
                self.wfile.write(b"x")
                time.sleep(0.05)
        except OSError:
            pass
        self.close_connection = True

    def huge(self) -> None:
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            for _ in range(80):
                self.wfile.write(b" " * (1 << 20))
        except OSError:
            pass
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


Script = Callable[[Exchange, int], None]


class Faulty(ThreadingHTTPServer):
    """Counts requests (every one) and executions (one for each Idempotency-Key)."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, script: Script | None, delay: float) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.script: Script = script or (lambda exchange, _turn: exchange.execute())
        self.delay = delay
        self.lock = threading.Lock()
        self.latches: dict[str, threading.Lock] = {}
        self.stored: dict[str, Any] = {}
        self.executions: Counter[str] = Counter()
        self.requests: list[str] = []
        self.seen: list[tuple[str, dict[str, str], dict[str, Any]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, *_: object) -> None:
        """A client that went away is what these tests are about."""


@contextmanager
def serving(script: Script | None = None, *, delay: float = 0.0) -> Iterator[Faulty]:
    with Faulty(script, delay) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
