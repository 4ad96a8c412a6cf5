"""The files for a server name nothing that is not there.

No container engine, no Caddy and no Prometheus is needed, and so none has read them here.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.urls import resolve

from jobs.conf import QUEUES
from jobs.management.commands.work import worker_command
from okeysite.metrics import collecting, measures

ROOT = Path(settings.BASE_DIR)
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
ALARMS: dict[str, Any] = yaml.safe_load((DEPLOY / "alarms.yml").read_text())
# what compose itself reads, and what the servers' own images do
OTHERS = {"POSTGRES_PASSWORD", "RABBITMQ_PASSWORD", "SITE_NAME", "WEB_SERVERS", "PATH"}
OF_IMAGES = re.compile(r"(POSTGRES|RABBITMQ_DEFAULT|PYTHON)\w+")
SITE = {name: service for name, service in COMPOSE["services"].items() if "build" in service}


def variables() -> set[str]:
    """What settings and web server read from the environment."""
    found: set[str] = set()
    for name in ("settings.py", "gunicorn_conf.py"):
        for node in ast.walk(ast.parse((ROOT / "okeysite" / name).read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called, first = ast.unparse(node.func), node.args[0]
            reads = re.fullmatch(r"env(\.\w+)?|os\.environ\.(get|setdefault)", called)
            if reads and isinstance(first, ast.Constant):
                found.add(str(first.value))
    return found | {"ISTAKA_ROLE"}


def environment() -> set[str]:
    """The variables that the files set."""
    lines = (DEPLOY / "istaka.env.example").read_text().splitlines()
    found = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    for service in COMPOSE["services"].values():
        found |= set(service.get("environment", {}))
    for path in UNITS:
        found |= set(re.findall(r"^Environment=(\w+)=", path.read_text(), re.MULTILINE))
    container = (DEPLOY / "Containerfile").read_text()
    found |= set(re.findall(r"(?<=[ \t])([A-Z_]+)=", container))
    found |= set(re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text()))
    return found


def commands() -> list[list[str]]:
    """Every command line of ours: of containers and of units."""
    found = [service["command"] for service in SITE.values() if "command" in service]
    found.append(yaml.safe_load((DEPLOY / "Containerfile").read_text().split("\nCMD ")[1]))
    for path in UNITS:
        for line in re.findall(r"^Exec\w+=(.*)$", path.read_text(), re.MULTILINE):
            words = shlex.split(line.replace("%%", "%"))
            found.append(shlex.split(words[2]) if words[:2] == ["/bin/sh", "-c"] else words)
    return found


def test_every_variable_that_is_set_is_read_by_somebody() -> None:
    unknown = {name for name in environment() if not OF_IMAGES.fullmatch(name)}
    assert unknown - OTHERS - variables() == set()
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    example = (DEPLOY / "istaka.env.example").read_text()
    assert asked
    assert all(f"\n{name}=" in example for name in asked)


def test_the_example_has_what_a_server_must_have() -> None:
    assert {"SECRET_KEY", "ALLOWED_HOSTS", "IMPRINT", "TRUSTED_PROXIES"} <= environment()


def test_every_command_exists_and_takes_its_options() -> None:
    seen = set()
    for words in commands():
        if "manage.py" not in words:
            continue
        name, *arguments = words[words.index("manage.py") + 1 :]
        seen.add(name)
        parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
        given = parser.parse_args(arguments)  # ends with 2 where an option is unknown
        if name == "work" and given.queues:
            assert set(given.queues.split(",")) <= set(QUEUES)
    assert {"prepare", "work", "backup", "health"} <= seen


def test_all_queues_together_have_a_worker() -> None:
    queues = [
        queue
        for words in commands()
        if "--queues" in words
        for queue in words[words.index("--queues") + 1].split(",")
    ]
    assert sorted(queues) == sorted(QUEUES)
    assert worker_command(2, queues=["grade", "mail"])[-2:] == ["--queues", "grade,mail"]


def test_every_path_exists_in_the_repository() -> None:
    container = (DEPLOY / "Containerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(\S+)", container, re.MULTILINE)
    assert copied
    assert all((ROOT / name).exists() for name in copied)
    for words in commands():
        for word in words:
            inside = word.removeprefix("/srv/istaka/").removeprefix(".venv/bin/")
            if word.startswith("okeysite/") or inside == "manage.py":
                assert (ROOT / inside).exists(), word
            elif ".venv/bin/" in word:
                assert inside in {"python", "gunicorn"}, word
    build = SITE["web-a"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).exists()
    mounted = [v for s in COMPOSE["services"].values() for v in s.get("volumes", [])]
    for source in (volume.partition(":")[0] for volume in mounted):
        assert source in COMPOSE["volumes"] or (DEPLOY / source).exists(), source
    assert set(COMPOSE["volumes"]) == {v.partition(":")[0] for v in mounted if v[0] != "."}


def test_services_that_are_named_are_there() -> None:
    services = COMPOSE["services"]
    for service in services.values():
        for name, wanted in service.get("depends_on", {}).items():
            assert name in services
            if wanted["condition"] == "service_healthy":
                assert "test" in services[name]["healthcheck"]
    for service in SITE.values():
        for url in service["environment"].values():
            for host in re.findall(r"[@/]([a-z-]+):\d+", url):
                assert host in services, host
    servers = services["proxy"]["environment"]["WEB_SERVERS"].split()
    assert len(servers) >= 2
    for server in servers:
        name, _, port = server.partition(":")
        assert name in services
        assert f"PORT={port}" in (DEPLOY / "Containerfile").read_text()


def test_every_process_has_longer_to_end_than_it_takes() -> None:
    """A request goes on for 8 s and the draining before it, a job's attempt for 20 at the end."""
    for service in SITE.values():
        assert service["stop_grace_period"] == "60s"
    for path in UNITS:
        if "Restart=always" in path.read_text():
            assert "TimeoutStopSec=60" in path.read_text()
            assert "KillMode=mixed" in path.read_text()


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_may_do_no_more_than_it_needs(path: Path) -> None:
    if path.suffix == ".service":
        text = path.read_text()
        for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=\n"):
            assert line in text
        assert "User=istaka" in text


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_finds_no_fault_in_a_unit(path: Path, tmp_path: Path) -> None:
    """With the paths of a machine on which the site is installed; user and settings are its own."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd is not here")
    home = tmp_path / "srv" / "istaka"
    (home / ".venv" / "bin").mkdir(parents=True)
    for name in ("python", "gunicorn"):
        program = home / ".venv" / "bin" / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    for unit in UNITS:
        text = unit.read_text().replace("/srv/istaka", str(home))
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        [tool, "verify", str(tmp_path / path.name)],
        capture_output=True,
        text=True,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
        check=False,
    )
    own = [line for line in done.stderr.splitlines() if "istaka" in line]
    assert (done.returncode, own) == (0, [])


def test_alarms_ask_for_what_is_told() -> None:
    told = set(re.findall(r'"(istaka_\w+)"', Path(collecting.__file__).read_text()))
    parts = re.findall(r'\("(\w+)", "[^"]+", \(([^)]*)\)', Path(measures.__file__).read_text())
    labels: dict[str, set[str]] = {name: set() for name in told}
    for name, given in parts:
        known = set(re.findall(r'"(\w+)"', given))
        for suffix in ("bucket", "count", "sum"):
            labels[f"istaka_{name}_seconds_{suffix}"] = known | {"le"}
    rules = [rule for group in ALARMS["groups"] for rule in group["rules"]]
    names = {rule["alert"] for rule in rules}
    assert {"JobsWait", "JobsFail", "ServerErrors", "PagesSlow", "NoBackup", "DiskFull"} <= names
    for rule in rules:
        asked = re.findall(r"(istaka_\w+)(?:\{([^}]*)\})?", rule["expr"])
        assert asked or rule["alert"] == "SiteGone"
        for name, where in asked:
            assert name in labels, name
            assert set(re.findall(r"(\w+)[!=]~?", where)) <= labels[name]
        assert rule["annotations"]["summary"]
        assert rule["expr"].count("(") == rule["expr"].count(")")


def test_the_proxy_asks_and_hides_addresses_that_are_there() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert text.count("{") == text.count("}")
    for path in re.findall(r"(?:health_uri|@inside path) (/.*)$", text, re.MULTILINE):
        for one in path.split():
            assert resolve(one)
