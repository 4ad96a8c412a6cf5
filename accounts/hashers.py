"""Password hashing that a small machine can bear: argon2id with OWASP's 19 MiB profile."""

from __future__ import annotations

import threading

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = threading.BoundedSemaphore(2)  # a burst of log-ins waits here, not in the memory


class Argon2(Argon2PasswordHasher):
    """argon2id, 19 MiB, two passes, one lane; at most two at once in a process."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with AT_ONCE:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with AT_ONCE:
            return super().verify(password, encoded)
