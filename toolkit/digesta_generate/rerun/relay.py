"""The one way out of a sandbox without a network: to its endpoint, byte by byte.

Outside, ``gate`` listens at a Unix socket, which is bound into the sandbox, and connects each
connection to the endpoint and nothing else. Inside, this module, run as a program, listens at the
endpoint's port on the loopback, which the sandbox's hosts file gives for the endpoint's name, and
runs the command. So the command's own address holds, and TLS is between it and the endpoint.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Streams]]


@contextmanager
def gate(socket: Path, host: str, port: int) -> Iterator[None]:
    """Join each connection to a Unix socket with one to a host and port, while the block runs."""
    connect = partial(asyncio.open_connection, host, port)
    # A loop of its own, run in its thread alone: the caller's thread may run another.
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    listen = asyncio.start_unix_server(partial(_join, connect), socket)
    try:
        server = asyncio.run_coroutine_threadsafe(listen, loop).result()
        # The sandbox's user may be another than ours.
        socket.chmod(0o666)
        try:
            yield
        finally:
            asyncio.run_coroutine_threadsafe(_end(server), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(server: asyncio.Server) -> None:
    """Stop listening, and let go of what is still joined."""
    server.close()
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _join(
    connect: Connect, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    try:
        far_reader, far_writer = await connect()
    except OSError:
        writer.close()
        return
    await asyncio.gather(_pour(reader, far_writer), _pour(far_reader, writer))
    far_writer.close()
    writer.close()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
        writer.write_eof()


async def _run(socket: str, port: str, *command: str) -> int:
    """Return the exit code of a command that finds a socket's other end at a port."""
    connect = partial(asyncio.open_unix_connection, socket)
    await asyncio.start_server(partial(_join, connect), "127.0.0.1", int(port))
    process = await asyncio.create_subprocess_exec(*command)
    return await process.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(_run(*sys.argv[1:])) & 0xFF)
