"""A command in bubblewrap: what it sees, what it may use up, and what it leaves.

It sees the system's programs, this Python, and what it is shown, all read-only; a file system in
memory, of limited size, is all that it writes to. It has no network, no environment but a few
variables, no capability, processes of its own alone, and ends with us. Limits are the kernel's,
by process (``prlimit``); the clock is ours.

Root gives up its user first: it would be exempt from the limit of processes. Anybody else needs
user namespaces.
"""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from digesta.errors import UsageError
from digesta_generate.rerun.options import SandboxOptions

MIB = 1 << 20
WORK = "/tmp/workspace"  # noqa: S108 - the sandbox's own
CONTROL = "/run/rerun"
"""Where the files of the run itself lie inside: the name of the endpoint, the way to it."""

NOBODY = "65534"
MOST_TALK = 2000
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_ETC = ("alternatives", "ca-certificates", "ld.so.cache", "localtime", "mime.types", "pki", "ssl")
_SCRIPT = '"$@" >&2 </dev/null; code=$?; cat -- "$0" 2>/dev/null; exit $code'
"""Runs the command; its words go to stderr, stdout is the file of answers that it wrote."""

_HELP = (
    "the sandbox needs bubblewrap 0.8 or newer (apt-get install bubblewrap) and, but for root, "
    "user namespaces: sysctl kernel.unprivileged_userns_clone=1, on Ubuntu also "
    "kernel.apparmor_restrict_unprivileged_userns=0; in a container, one that may make namespaces"
)


class SandboxEnd(NamedTuple):
    """How a command ended. code: None where its time was up. answers: the file that it left."""

    code: int | None
    answers: bytes
    talk: str


@dataclass(frozen=True, kw_only=True)
class Sandbox:
    """A place to run a command in.

    shown: path inside -> file or folder outside. control: a folder shown as ``CONTROL``, with a
    hosts file. port: of the endpoint that its socket leads to; None: no network.
    """

    limits: SandboxOptions
    control: Path
    shown: Mapping[str, Path] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int | None = None

    def run(self, command: Sequence[str], *, answers: str, most: int) -> SandboxEnd:
        """Return how a command ended. answers: the file that it writes; most: bytes of it."""
        inside = [*self._relay(), *command]
        words = [*self._words(), "sh", "-c", _SCRIPT, answers, *inside]
        with TemporaryFile() as written, TemporaryFile() as talk:
            process = subprocess.Popen(  # noqa: S603 - the sandbox's own words
                words,
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=talk,
                env={"PATH": f"{sys.prefix}/bin:/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8"}  # noqa: S108
                | dict(self.environment),
            )
            try:
                code = process.wait(60 * self.limits.minutes)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                # With bubblewrap its first process ends, and with that one all others.
                process.kill()
                process.wait()
            written.seek(0)
            talk.seek(max(0, talk.seek(0, os.SEEK_END) - MOST_TALK))
            return SandboxEnd(code, written.read(most + 1), talk.read().decode(errors="replace"))

    def version(self) -> str:
        """Return bubblewrap's version; UsageError where no sandbox can be made here."""
        trial = subprocess.run(  # noqa: S603 - as above
            [*self._words(), "true"], capture_output=True, text=True, check=False
        )
        if trial.returncode:
            raise UsageError(f"no sandbox: {trial.stderr.strip()[-MOST_TALK:]}; {_HELP}")
        words = [_bubblewrap(), "--version"]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[-1]  # noqa: S603

    def _words(self) -> Iterator[str]:
        yield from (_bubblewrap(), "--die-with-parent", "--new-session", "--unshare-net")
        yield from ("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try")
        yield from ("--cap-drop", "ALL")
        low = self.port is not None and self.port < 1024  # noqa: PLR2004 - the privileged ports
        # On a loopback of its own this capability harms nobody.
        yield from ("--cap-add", "CAP_NET_BIND_SERVICE") if low else ()
        if os.geteuid() == 0:
            yield from ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
        else:
            yield from ("--unshare-user", "--disable-userns", "--uid", "0", "--gid", "0")
        yield from self._files()
        if os.geteuid() == 0:
            kept = "-all,+net_bind_service" if low else "-all"
            yield from ("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups")
            yield from ("--inh-caps", kept, "--ambient-caps", kept, "--no-new-privs")
        yield from self._prlimit()

    def _files(self) -> Iterator[str]:
        for path in filter(os.path.lexists, map(Path, _SYSTEM)):
            way = ("--symlink", path.readlink()) if path.is_symlink() else ("--ro-bind", path)
            yield from (*map(str, way), str(path))
        for name in _ETC:
            yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
        disk = str(self.limits.disk * MIB)
        yield from ("--proc", "/proc", "--dev", "/dev", "--size", disk)
        yield from ("--perms", "1777", "--tmpfs", "/dev/shm", "--remount-ro", "/dev")  # noqa: S108
        yield from ("--size", disk, "--perms", "1777", "--tmpfs", "/tmp")  # noqa: S108
        binds = {str(place): place for place in _python()} | dict(self.shown)
        control = {CONTROL: "", "/etc/hosts": "hosts", "/etc/nsswitch.conf": "nsswitch.conf"}
        binds |= {inside: self.control / name for inside, name in control.items()}
        # Named one by one: bubblewrap would close to others what root alone can enter outside.
        parents = {up for inside in (f"{WORK}/.", *binds) for up in Path(inside).parents}
        for folder in sorted(parents - {Path("/"), Path("/tmp")}):  # noqa: S108
            mode = "1777" if folder.is_relative_to(WORK) else "0755"
            yield from ("--perms", mode, "--dir", str(folder))
        for inside, outside in sorted(binds.items()):
            yield from ("--ro-bind", str(outside), inside)
        yield from ("--remount-ro", "/", "--chdir", WORK)

    def _prlimit(self) -> Iterator[str]:
        yield from (
            "prlimit",
            f"--cpu={math.ceil(60 * self.limits.minutes)}",
            f"--as={self.limits.memory * MIB}",
        )
        yield from (f"--fsize={self.limits.disk * MIB}", f"--nproc={self.limits.processes}")
        yield from ("--nofile=1024", "--core=0", "--")

    def _relay(self) -> Iterator[str]:
        if self.port is not None:
            yield from (sys.executable, "-I", "-m", "digesta_generate.rerun.relay")
            yield from (f"{CONTROL}/socket", str(self.port))


def _bubblewrap() -> str:
    program = shutil.which("bwrap")
    if program is None:
        raise UsageError(f"no sandbox: bwrap is not installed; {_HELP}")
    return program


def _python() -> set[Path]:
    """Return the folders of this Python, and of these packages where they are a checkout's."""
    packages = Path(__file__).resolve().parents[2]
    return {Path(sys.base_prefix), Path(sys.prefix), packages} - {Path("/usr")}
