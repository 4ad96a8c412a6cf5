"""Every fault, by the ids of the plan: what is done where, to which jobs, and what it may cost."""

from __future__ import annotations

from typing import Final

from tests.faults import brokers, caches, clocks, stores, workers
from tests.faults.client import FAMILIES, LONG_TICKS
from tests.faults.generation import DUE_TICKS, FIRST_DAY, SETS
from tests.faults.run import SETTLED, Fault
from tests.faults.site import EMBEDDED, POLLING, PRODUCTION

BOTH = (EMBEDDED, PRODUCTION)
REFUSES = frozenset({"refused"})
AWAY = frozenset({"refused", "unanswered"})
SOON = {SETTLED: 30.0}
NOBODY = {"REDIS_URL": "redis://127.0.0.1:1/0"}

# Those with the same environment stand together: another one needs other processes.
FAULTS: Final = [
    Fault("-", "none", workers.nothing, (EMBEDDED, PRODUCTION), leaves_notes=False),
    Fault("F1", "worker killed", workers.worker_killed),
    Fault("F1", "families, worker killed", workers.worker_killed, workload=FAMILIES),
    Fault("F1", "sets, worker killed", workers.worker_killed, workload=SETS, targets={}),
    Fault("F2", "pool child killed", workers.child_killed),
    Fault("F2", "sets, pool child killed", workers.child_killed, workload=SETS, targets={}),
    Fault(
        *("F3", "database killed", stores.database_killed, (PRODUCTION, POLLING)),
        bears=REFUSES,
        targets={**SOON, stores.BACK: 10.0},
    ),
    Fault(
        *("F3", "database away for a while", stores.database_away, (PRODUCTION,)),
        bears=REFUSES,
        targets={**SOON, stores.BACK: 10.0},
    ),
    Fault(
        *("F4", "broker killed", brokers.broker_killed, (PRODUCTION,)),
        targets={**SOON, brokers.SLOWER: 2.0},
    ),
    Fault("F5", "broker absent", workers.nothing, (POLLING,), leaves_notes=False),
    Fault("F5", "broker absent, worker killed", workers.worker_killed, (POLLING,)),
    Fault("F6", "zombie", workers.zombie, workload=LONG_TICKS),
    Fault(
        *("F7", "broker frozen", brokers.broker_frozen, (PRODUCTION,)),
        targets={**SOON, brokers.P99: 2.0},
    ),
    Fault(
        *("F7", "broker without memory", brokers.broker_without_memory, (PRODUCTION,)),
        targets={**SOON, brokers.P99: 2.0},
    ),
    Fault("F8", "cache killed", caches.cache_killed, (PRODUCTION,)),
    Fault("F8", "cache emptied", caches.cache_emptied, (PRODUCTION,)),
    Fault("F8", "cache absent", caches.cache_absent, (PRODUCTION,), env=NOBODY),
    Fault(
        *("F9", "bad jobs", workers.bad_jobs),
        workload=workers.SLOW_TICKS,
        env={"FAULTS_LIMIT": "2"},
        targets={**SOON, workers.RATIO: 1.5},
    ),
    Fault(
        *("F10", "first day, worker killed", workers.first_day),
        workload=FIRST_DAY,
        env={"FAULTS_DUE": "1"},
        targets={},
    ),
    Fault(
        *("F10", "sweepers killed, two at once", clocks.sweepers_killed, (PRODUCTION,)),
        workload=DUE_TICKS,
        env={"FAULTS_DUE": "1"},
    ),
    Fault(
        *("F10", "clocks wrong by an hour", clocks.clocks_wrong, (PRODUCTION,)),
        workload=DUE_TICKS,
        env={"FAULTS_DUE": "1"},
        lack=clocks.no_library,
    ),
    Fault(
        *("F12", "disk full", stores.disk_full, (EMBEDDED, POLLING)),
        bears=REFUSES,
        targets={stores.BACK: 10.0},
        lack=stores.no_mount,
        house=stores.on_a_small_disk,
    ),
    Fault(
        *("F13", "messages doubled, queue purged", brokers.messages_doubled_and_purged),
        setups=(PRODUCTION,),
    ),
    Fault("F13", "ring dropped", workers.ring_spoilt, env={"FAULTS_RING": "drop:0.5"}),
    Fault(
        *("F13", "sets, ring dropped", workers.ring_spoilt),
        workload=SETS,
        env={"FAULTS_RING": "drop:0.5"},
        targets={},
    ),
    Fault("F13", "ring repeated", workers.ring_spoilt, env={"FAULTS_RING": "repeat:3"}),
    Fault(
        *("F13", "sets, ring repeated", workers.ring_spoilt),
        workload=SETS,
        env={"FAULTS_RING": "repeat:3"},
        targets={},
    ),
    Fault("E1", "web killed", stores.web_killed, bears=AWAY),
    Fault("E2", "web and worker killed", stores.web_and_worker_killed, bears=AWAY),
    Fault("E3", "files may not grow", stores.files_may_not_grow, (EMBEDDED,), bears=REFUSES),
]
BY_NAME: Final = {fault.name: fault for fault in FAULTS}
ELSEWHERE: Final = {
    "F11": "a rolling restart: python -m tests.faults.rolling",
    "E4": "copies of the files of SQLite: python -m tests.faults.copies",
}
