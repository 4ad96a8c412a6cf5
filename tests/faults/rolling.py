"""A new release while people are there: web and workers restarted, no request and no job lost.

Two ways, as docs/operations.md has them. "reload": one web server gets HUP, as `systemctl reload`
sends it. "rolling": two web servers behind a proxy are ended by TERM and started again, one after
the other. In both the workers are ended and started one after the other meanwhile.

`python -m tests.faults.rolling --seconds 60` prints a table and one line of figures.
"""

from __future__ import annotations

import argparse
import json
import signal
import statistics
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.faults.processes import Process, free_port, python, wait_until
from tests.faults.proxy import Proxy
from tests.faults.site import EMBEDDED, POLLING, Setup, Site

RATE = 20  # requests a second
MOST = 40  # requests under way at once
DRAIN = 2  # seconds from /readyz's no to the end
LONG = 180.0  # seconds that a start may take on a machine that does much else
WAYS = {"reload": EMBEDDED, "rolling": POLLING}


@dataclass
class Crowd:
    """People who come at a fixed rate, whatever becomes of those before them."""

    url: str
    waits: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    jobs: list[uuid.UUID] = field(default_factory=list)  # promised with a 202
    tokens: list[str] = field(default_factory=list)  # of identities that were promised
    lock: threading.Lock = field(default_factory=threading.Lock)

    def come(self, stop: threading.Event) -> None:
        """Start one request after the other, on time; return when all are answered."""
        begun, number = time.monotonic(), 0
        going: list[threading.Thread] = []
        asks: list[Callable[[], object]] = [
            lambda: self._get("/imprint/"),
            self._order,
            lambda: self._get("/api/v1/rulesets/"),
            self._appear,
            lambda: self._get("/"),
        ]
        while not stop.is_set():
            one = threading.Thread(target=self._timed, args=(asks[number % len(asks)],))
            one.start()
            going = [*(thread for thread in going if thread.is_alive()), one]
            while len(going) >= MOST:  # a machine that does much else cannot serve the rate
                going = [thread for thread in going if thread.is_alive()]
                time.sleep(0.05)
            number += 1
            stop.wait(max(0.0, begun + number / RATE - time.monotonic()))
        for one in going:
            one.join()

    def _timed(self, ask: Callable[[], object]) -> None:
        begun = time.monotonic()
        try:
            ask()
        except Exception as error:
            with self.lock:
                self.failures.append(f"{type(error).__name__}: {error}")
        with self.lock:
            self.waits.append(time.monotonic() - begun)

    def _get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:
            found: bytes = answer.read()
            return found

    def _post(self, path: str, body: object) -> dict[str, str]:
        request = urllib.request.Request(self.url + path, json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=60) as answer:
            found: dict[str, str] = json.load(answer)
            return found

    def _order(self) -> None:
        key, player = str(uuid.uuid4()), str(uuid.uuid4())
        args = {"unique": False, "quiet": True, "seconds": 0.2}
        body = {"kind": "grade.tick", "args": args, "player": player, "key": key}
        answer = self._post("/faults/jobs/", body)
        with self.lock:
            self.jobs.append(uuid.UUID(answer["id"]))

    def _appear(self) -> None:
        answer = self._post("/api/v1/visitor/", {})
        with self.lock:
            self.tokens.append(answer["token"])


@dataclass(frozen=True)
class Restarted:
    """What came of one run."""

    way: str
    requests: int
    failures: tuple[str, ...]
    web_restarts: int
    worker_restarts: int
    jobs: int
    lost: int
    doubled: int
    unknown: int  # identities that were promised and are not there
    drained: int  # how often the proxy was told of an end before it
    p50: float
    most: float

    @property
    def clean(self) -> bool:
        """No request failed, nothing promised is lost, and there was something to lose."""
        bad = (len(self.failures), self.lost, self.doubled, self.unknown)
        told = self.drained > 0 or self.way == "reload"
        return bad == (0,) * 4 and self.jobs > 0 and self.web_restarts > 0 and told


class Served(Site):
    """A site whose web servers run as they do in production, as many as are asked for."""

    def __init__(self, setup: Setup, servers: int) -> None:
        super().__init__(setup)
        self.ports = [free_port() for _ in range(servers)]
        self.webs: dict[int, Process] = {}

    def start_web(self) -> None:
        """Start them all."""
        for port in self.ports:
            self.start_one(port)

    def start_one(self, port: int) -> None:
        """Start one, and wait until it is ready."""
        env = {
            **self.environ("web"),
            "PORT": str(port),
            "WEB_PROCESSES": "1",
            "WEB_THREADS": "8",
            "DRAIN_SECONDS": str(DRAIN) if len(self.ports) > 1 else "0",
        }
        command = ("-m", "gunicorn", "--config", "okeysite/gunicorn_conf.py", "okeysite.wsgi")
        self.webs[port] = Process(python(*command), env, self.folder / f"web{port}.txt")
        wait_until(lambda: self._ready(port), LONG, "a web server's start")

    def end_one(self, port: int) -> None:
        """TERM to the main process alone, as a supervisor sends it, and wait for its end."""
        web = self.webs[port]
        web.child.terminate()
        web.child.wait(LONG)

    def restart_worker(self) -> None:
        """The same for the worker that was started first; the new one comes after it."""
        old = self.workers.pop(0)
        old.child.terminate()
        old.child.wait(LONG)
        self.start_worker()

    def _ready(self, port: int) -> bool:
        if not self.webs[port].alive():
            raise RuntimeError((self.folder / f"web{port}.txt").read_text()[-2_000:])
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=30) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def __exit__(self, *error: object) -> None:
        for web in self.webs.values():
            web.stop()
        super().__exit__(None, None, None)


def roll(way: str, seconds: float) -> Restarted:
    """Restart again and again for so many seconds, each of the processes at least once."""
    with Served(WAYS[way], servers=1 if way == "reload" else 2) as site:
        if way == "rolling":
            site.start_worker()
            with Proxy(free_port(), site.ports) as proxy:
                return _under(way, site, proxy.url, seconds, lambda: proxy.seen_stopping)
        return _under(way, site, f"http://127.0.0.1:{site.ports[0]}", seconds, lambda: 0)


def _under(
    way: str, site: Served, url: str, seconds: float, drained: Callable[[], int]
) -> Restarted:
    crowd, stop = Crowd(url), threading.Event()
    people = threading.Thread(target=crowd.come, args=(stop,))
    crowd._get("/")  # the first page of a process is the slowest
    people.start()
    webs = workers = 0
    until = time.monotonic() + seconds
    try:
        while not webs or time.monotonic() < until:
            webs += _reload(site) if way == "reload" else _one_after_another(site)
            site.restart_worker()
            workers += 1
    finally:
        stop.set()
        people.join()
    site.wait_for_end(LONG)
    states = site.jobs()
    effects = [
        uuid.UUID(str(row[0])) for row in site.database.rows("SELECT job_id FROM faults_effect")
    ]
    unknown = sum(not _known(url, token) for token in crowd.tokens)
    return Restarted(
        way,
        len(crowd.waits),
        tuple(crowd.failures),
        webs,
        workers,
        len(crowd.jobs),
        sum(states.get(job, ("", 0))[0] != "done" or job not in effects for job in crowd.jobs),
        len(effects) - len(set(effects)),
        unknown,
        drained(),
        statistics.median(crowd.waits),
        max(crowd.waits),
    )


def _reload(site: Served) -> int:
    """HUP: new processes take over the sockets. Over when the old ones have ended."""
    (port,) = site.ports
    before = set(site.webs[port].children())
    site.webs[port].child.send_signal(signal.SIGHUP)
    wait_until(
        lambda: not before & set(children := site.webs[port].children()) and bool(children),
        LONG,
        "the end of the old processes",
    )
    wait_until(lambda: site._ready(port), LONG, "the new processes")
    return 1


def _one_after_another(site: Served) -> int:
    for port in site.ports:
        site.end_one(port)
        site.start_one(port)
        time.sleep(1)  # until the proxy has seen it
    return len(site.ports)


def _known(url: str, token: str) -> bool:
    request = urllib.request.Request(f"{url}/api/v1/ratings/?rules=101-guide")
    request.add_header("authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=20):
            return True
    except urllib.error.HTTPError as error:
        return error.code != 401


def main() -> int:
    """Print the table and the line of figures; 1 where anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.rolling", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="of each way")
    parser.add_argument("--way", action="append", choices=sorted(WAYS))
    options = parser.parse_args()
    print("| way | requests | failed | web | workers | jobs | lost | doubled | p50 | longest (s) |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    runs = []
    for way in options.way or WAYS:
        one = roll(way, options.seconds)
        runs.append(one)
        print(
            f"| {way} | {one.requests} | {len(one.failures)} | {one.web_restarts}"
            f" | {one.worker_restarts} | {one.jobs} | {one.lost} | {one.doubled}"
            f" | {one.p50:.3f} | {one.most:.2f} |",
            flush=True,
        )
        for failure in one.failures[:5]:
            print(f"  {failure}", file=sys.stderr)
    print(
        f"{sum(one.requests for one in runs)} requests at {RATE} a second,"
        f" {sum(len(one.failures) for one in runs)} failed,"
        f" {sum(one.web_restarts for one in runs)} restarts of web and"
        f" {sum(one.worker_restarts for one in runs)} of workers,"
        f" {sum(one.jobs for one in runs)} jobs, {sum(one.lost for one in runs)} lost,"
        f" longest wait {max(one.most for one in runs):.1f} s"
    )
    return 0 if all(one.clean for one in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
