"""What Celery is told. The row of a job is the truth; the broker only rings for it.

docs/decisions/0002-jobs.md gives the reasons.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from kombu import Exchange, Queue

from jobs import conf, embedded

EMBEDDED = conf.embedded()

embedded.register()
broker_url = settings.BROKER_URL

# Messages are JSON, and nothing is ever unpickled or returned.
accept_content = ["json"]
task_serializer = result_serializer = "json"
result_accept_content = ["json"]
task_ignore_result = True
result_backend = None

# A message is acknowledged after the attempt. Safe because attempts are counted at the claim.
task_acks_late = True
task_reject_on_worker_lost = True
worker_prefetch_multiplier = 1
worker_cancel_long_running_tasks_on_connection_loss = True

# One attempt. The lease (15 s) is renewed while it runs.
task_soft_time_limit = conf.value("SOFT_LIMIT")
task_time_limit = conf.value("HARD_LIMIT")
worker_max_tasks_per_child = 200
worker_max_memory_per_child = 300_000  # KiB resident, looked at between two jobs
worker_soft_shutdown_timeout = 20
worker_consumer = "jobs.consumer:Consumer"  # no message of somebody else's ends the worker
worker_lost_wait = 1  # second for a killed child's last word; the row knows better anyway

# A page that enqueues never waits for a broker that is gone.
broker_connection_timeout = 1
task_publish_retry = False
broker_heartbeat = 10
broker_connection_retry_on_startup = True
broker_connection_max_retries = None

# Topic, because quorum queues and Celery's delayed delivery do not go with a direct exchange.
task_default_queue = task_default_exchange = task_default_routing_key = "generate"
task_default_exchange_type = "topic"
_exchange = Exchange("okey", type="topic", durable=True)
_queue_arguments: dict[str, Any] = (
    {} if EMBEDDED else {"x-queue-type": "quorum", "x-delivery-limit": 20}
)
task_queues = [
    Queue(name, _exchange, routing_key=name, queue_arguments=_queue_arguments)
    for name in conf.QUEUES
]
task_create_missing_queues = False
worker_detect_quorum_queues = True
broker_transport_options: dict[str, Any] = (
    {"polling_interval": 0.05}
    if EMBEDDED
    else {"confirm_publish": True, "max_retries": 0, "interval_start": 0}
)

worker_hijack_root_logger = False  # settings.LOGGING is the one place
worker_enable_remote_control = False  # no commands over the broker; signals stop a worker
worker_send_task_events = task_send_sent_event = False
timezone = "UTC"
