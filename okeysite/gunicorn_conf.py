"""How gunicorn serves the site. docs/operations.md lists the variables."""

from __future__ import annotations

import os

os.environ["ISTAKA_ROLE"] = "web"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "okeysite.settings")

_host = os.environ.get("HOST", "127.0.0.1")
bind = f"{f'[{_host}]' if ':' in _host else _host}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_PROCESSES", "2"))
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "8"))
timeout = 30
graceful_timeout = 8  # below the ten seconds after which the supervisor kills
keepalive = 5
accesslog = None  # no record of who read what: the site writes lines that lead to nobody
errorlog = "-"
loglevel = "warning"
if os.environ.get("LOG_FORMAT", "json" if not os.environ.get("DEVELOPMENT") else "") == "json":
    logger_class = "okeysite.web_log.JsonLog"
control_socket_disable = True
limit_request_line = 4094
limit_request_fields = 60
