"""Harm to the cache: killed, emptied, absent. The site works, and every limit holds anyway."""

from __future__ import annotations

import http.cookiejar
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable

from tests.faults.run import Run, asking, note

LIMIT, WINDOW = 10, 600  # settings.ISTAKA_LIMITS["login-account"]
TRIES = 30
AT_ONCE = 3


def cache_killed(run: Run) -> None:
    """Kill -9 Redis in the middle, and start it again at the end."""
    redis = run.site.redis
    assert redis is not None
    try:
        _limits_hold(run, redis.kill)
        note(run, "caches killed")
    finally:
        redis.start()


def cache_emptied(run: Run) -> None:
    """Have Redis forget everything, again and again."""
    redis = run.site.redis
    assert redis is not None

    def empty() -> None:
        redis.flush()
        note(run, "caches emptied")

    _limits_hold(run, empty)


def cache_absent(run: Run) -> None:
    """Do without: where the site is told to look there is nobody, for the whole run."""
    _limits_hold(run, lambda: note(run, "caches absent"))


def _limits_hold(run: Run, harm: Callable[[], None]) -> None:
    """Try names and passwords before and after the harm: as many are looked at as without it."""
    left = WINDOW - time.time() % WINDOW
    if left < 60:  # the count begins anew with each window: stay inside of one
        time.sleep(left + 1)
    name = f"nobody-{uuid.uuid5(uuid.NAMESPACE_OID, run.client.seed).hex[:12]}"  # of this run
    with asking(run):
        looked_at = _tries(run, name, LIMIT // 2)
        harm()
        looked_at += _tries(run, name, TRIES - LIMIT // 2)
        for page in ("/", "/privacy/", "/account/login/"):
            if run.client.read(page) is None:
                run.wrong.append(f"{page} is not answered")
    note(run, "tries refused", TRIES - looked_at)
    if looked_at != LIMIT:
        run.wrong.append(f"{looked_at} of {TRIES} passwords were looked at, not {LIMIT}")


def _tries(run: Run, name: str, count: int) -> int:
    """Send so many wrong passwords, some at once; return how many of them were looked at."""
    seen: list[int] = []

    def some(number: int) -> None:
        jar = http.cookiejar.CookieJar()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        address = f"{run.site.url}/account/login/"
        browser.open(address, timeout=20).read()
        for _ in range(number):
            token = next(cookie.value or "" for cookie in jar if cookie.name == "csrf")
            form = {"login": name, "password": "not the one", "csrfmiddlewaretoken": token}
            try:
                with browser.open(
                    address, urllib.parse.urlencode(form).encode(), timeout=30
                ) as answer:
                    seen.append(answer.status)
            except urllib.error.HTTPError as error:
                seen.append(error.code)

    shares = [count // AT_ONCE + (number < count % AT_ONCE) for number in range(AT_ONCE)]
    threads = [threading.Thread(target=some, args=(number,)) for number in shares]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    run.wrong += [f"a log-in was answered {code}" for code in seen if code >= 500]
    if len(seen) != count:
        run.wrong.append(f"{count - len(seen)} log-ins were not answered")
    return sum(code != 429 for code in seen)
