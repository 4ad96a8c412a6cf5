"""Production is the default and strict; development is what is switched on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECRET = {"SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "istaka.example"}


def read(names: str, **env: str) -> Any:
    """The values of some settings in a process of its own with this environment alone."""
    code = (
        "import json, okeysite.settings as s; "
        f"print(json.dumps({{n: getattr(s, n, None) for n in {names.split()!r}}}, default=str))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **env},
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(result.stdout) if result.returncode == 0 else result.stderr


def test_production_does_not_start_without_its_secret() -> None:
    assert "SECRET_KEY is not set" in read("DEBUG")


def test_production_is_strict_by_default() -> None:
    found = read(
        "DEBUG ALLOWED_HOSTS SESSION_COOKIE_NAME SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE"
        " SECURE_SSL_REDIRECT SECURE_HSTS_SECONDS TRUSTED_PROXIES",
        **SECRET,
    )
    assert found == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["istaka.example"],
        "SESSION_COOKIE_NAME": "__Host-session",
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "TRUSTED_PROXIES": 0,
    }


def test_debug_needs_development(tmp_path: Path) -> None:
    assert read("DEBUG", DEBUG="true", **SECRET)["DEBUG"] is False
    found = read("DEBUG", DEBUG="true", DEVELOPMENT="true", VAR_DIR=str(tmp_path))
    assert found["DEBUG"] is True


def test_development_keeps_one_secret_and_serves_this_machine_over_http(tmp_path: Path) -> None:
    env = {"DEVELOPMENT": "true", "VAR_DIR": str(tmp_path)}
    names = "SECRET_KEY ALLOWED_HOSTS SECURE_SSL_REDIRECT SESSION_COOKIE_NAME"
    first, second = read(names, **env), read(names, **env)
    assert first == second
    assert len(first["SECRET_KEY"]) > 50
    assert first["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert first["SECURE_SSL_REDIRECT"] is False
    assert first["SESSION_COOKIE_NAME"] == "session"


def test_a_phone_in_the_network_is_served_only_when_asked_for(tmp_path: Path) -> None:
    env = {"DEVELOPMENT": "true", "VAR_DIR": str(tmp_path), "HOST": "0.0.0.0"}
    assert read("ALLOWED_HOSTS", **env) == {"ALLOWED_HOSTS": ["*"]}
    assert read("ALLOWED_HOSTS", HOST="0.0.0.0", SECRET_KEY="x" * 60) == {"ALLOWED_HOSTS": []}


def test_the_embedded_database_is_set_so_that_it_does_not_lock() -> None:
    options = read("DATABASES", **SECRET)["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]


@pytest.mark.parametrize(("role", "pool", "seconds"), [("web", True, 5), ("worker", False, 60)])
def test_postgresql_is_pooled_in_the_web_process_alone(role: str, pool: bool, seconds: int) -> None:
    url = "postgres://u:p@127.0.0.1/db"
    database = read("DATABASES", DATABASE_URL=url, ISTAKA_ROLE=role, **SECRET)["DATABASES"]
    options = database["default"]["OPTIONS"]
    assert ("pool" in options) is pool
    assert f"statement_timeout={seconds}s" in options["options"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("DATABASE_URL", "mysql://x/y"), ("ISTAKA_ROLE", "cook"), ("TRUSTED_PROXIES", "many")],
)
def test_a_value_that_cannot_be_read_stops_the_start_with_its_name(name: str, value: str) -> None:
    found = read("DEBUG", **{name: value}, **SECRET)
    assert isinstance(found, str)
    assert name in found or value in found
