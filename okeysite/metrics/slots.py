"""A place for each process that measures, in a folder that all of a machine's processes share.

The files of prometheus_client are named after process ids by default, and so grow in number with
every process that a web server or a pool starts anew. Here a process takes the first free place and
goes on with what its predecessor there has counted. A lock that the system takes back at the
process's end, however it ends, says which places are free.
"""

from __future__ import annotations

import fcntl
import os
import struct
from pathlib import Path
from typing import IO, Final

from prometheus_client.mmap_dict import MmapedDict

MOST: Final = 256
# Taken from the disk at once: writing into a mapped file that has no room left kills the process.
# One series takes some 250 bytes; views × codes × buckets are far below what fits.
BYTES: Final = 4 * 1024 * 1024
SORTS: Final = ("counter", "histogram")


class NoSlot(Exception):  # noqa: N818 - states a fact
    """No place for this process: the disk is full, or not to be written, or all are taken."""


class Slots:
    """The places in one folder, and the one that this process holds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._held: tuple[int, str, IO[bytes]] | None = None  # process id, name, the lock's file

    def mine(self) -> str:
        """The name of this process's place, taken at the first call. Raise NoSlot."""
        if self._held is None or self._held[0] != os.getpid():  # a lock is not inherited by a fork
            self._held = self._take()
        return self._held[1]

    def files(self) -> list[Path]:
        """The files of all places, those of processes that have ended included."""
        return sorted(self.folder.glob("*.db"))

    def _take(self) -> tuple[int, str, IO[bytes]]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for number in range(MOST):
                lock = (self.folder / f"{number}.lock").open("ab")
                try:
                    fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    lock.close()
                    continue
                name = str(number)
                for sort in SORTS:
                    _make_room(self.folder / f"{sort}_{name}.db")
                return os.getpid(), name, lock
        except OSError as error:
            raise NoSlot(error.strerror or type(error).__name__) from error
        raise NoSlot("all are taken")


def is_whole(path: Path) -> bool:
    """Whether a file can be read; one that a crash of the machine has torn cannot."""
    try:
        for _ in MmapedDict.read_all_values_from_file(str(path)):
            pass
    except (RuntimeError, ValueError, OSError, IndexError, struct.error):
        return False
    return True


def _make_room(path: Path) -> None:
    if path.exists() and path.stat().st_size and not is_whole(path):
        path.unlink()
    with path.open("ab") as file:
        os.posix_fallocate(file.fileno(), 0, max(BYTES, os.fstat(file.fileno()).st_size))
