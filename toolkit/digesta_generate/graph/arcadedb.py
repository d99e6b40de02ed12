"""ArcadeDB in a process of its own: ``python -m digesta_generate.graph.arcadedb FOLDER PORT``.

It comes with its own Java inside an installed package, so nothing need be set up. It speaks Bolt
and Cypher on the loopback, says ``ready``, and ends when stdin does. The password of its user
``root`` comes from NEO4J_PASSWORD.
"""

from __future__ import annotations

import os
import sys
import traceback

from digesta_generate.graph.servers import DATABASE, HEAP, JAVA, free_port


def _run(folder: str, port: int) -> None:
    from arcadedb_embedded.server import ArcadeDBServer  # noqa: PLC0415 - the server's process only

    os.chdir(folder)  # it writes a log where it stands
    settings = {
        "host": "127.0.0.1",
        "http_port": free_port(),
        "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "bolt_port": port,
    }
    java = {"heap_size": HEAP, "jvm_args": [JAVA]}
    server = ArcadeDBServer(folder, os.environ["NEO4J_PASSWORD"], settings, jvm_kwargs=java)
    # Threads of the Java machine would keep the process, whatever Python raises: it ends at once.
    code = 1
    try:
        server.start()
        server.create_database(DATABASE)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.read()  # ends when the parent closes it or dies
        server.stop()
        code = 0
    finally:
        if code:
            traceback.print_exc()
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    _run(sys.argv[1], int(sys.argv[2]))
