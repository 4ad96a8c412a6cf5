"""Settings, read from the environment: production is the default, DEVELOPMENT is switched on.

docs/operations.md lists every variable. A value that cannot be read stops the start with its name.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from okeysite import logs
from okeysite.limit_settings import *  # noqa: F403 - settings too
from okeysite.wiring import *  # noqa: F403 - settings too

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
VAR_DIR = Path(env("VAR_DIR", default=str(BASE_DIR / "var")))  # all data that is not in a server

# --- what kind of process this is -----------------------------------------------------------------

DEVELOPMENT = env.bool("DEVELOPMENT", default=False)  # plain http on this machine or its network
DEBUG = DEVELOPMENT and env.bool("DEBUG", default=False)
ROLE = env("ISTAKA_ROLE", default="")  # "web", "worker", or empty for a command
if ROLE not in {"", "web", "worker"}:
    raise ImproperlyConfigured(f"ISTAKA_ROLE must be web, worker or empty, not {ROLE!r}")


def _secret_key() -> str:
    """The key from the environment; in development one that is made once and kept in var/."""
    key = env.str("SECRET_KEY", default="")
    if key:
        return key
    if not DEVELOPMENT:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. For development say DEVELOPMENT=true (`make run` does)."
        )
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    path = VAR_DIR / "secret_key"
    try:  # two processes may start at once: whoever creates the file decides
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return path.read_text()


SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# --- where it is reached --------------------------------------------------------------------------

HOST = env("HOST", default="127.0.0.1")
_open_to_network = HOST not in {"127.0.0.1", "localhost", "::1"}
_local_hosts = ["*"] if _open_to_network else ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=_local_hosts if DEVELOPMENT else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)  # how many proxies stand in front
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- rooms ----------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts",  # before allauth: its templates and commands win
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "jobs",
    "tutor",
    "puzzles",
    "classrooms",
    "okeysite",
]
MIDDLEWARE = [
    "okeysite.requests.Requests",  # outermost: what takes long or goes wrong further in counts
    "okeysite.middleware.SecurityHeaders",  # static files and errors get them too
    "csp.middleware.CSPMiddleware",
    "okeysite.shedding.Shedding",
    "okeysite.fair_shares.FairShares",
    "django.middleware.security.SecurityMiddleware",
    "okeysite.static_files.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.middleware.Preferences",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.HtmxRedirect",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.SessionLimits",
    "accounts.middleware.PrivateResponses",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.second_factor.StaffNeedIt",
]
ROOT_URLCONF = "okeysite.urls"
WSGI_APPLICATION = "okeysite.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.site",
            ]
        },
    }
]

# --- database, broker, cache ----------------------------------------------------------------------


def _database() -> dict[str, Any]:
    """The embedded SQLite file, or PostgreSQL where DATABASE_URL says so."""
    database: dict[str, Any] = env.db(
        "DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'istaka.sqlite3'}"
    )
    engine = database["ENGINE"]
    options = database.setdefault("OPTIONS", {})
    if engine == "django.db.backends.sqlite3":
        # IMMEDIATE and WAL together are what keeps "database is locked" away; neither does alone.
        options.update(
            transaction_mode="IMMEDIATE",
            timeout=20,
            init_command="PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
        )
        database["CONN_MAX_AGE"] = 60
        if DEVELOPMENT:
            Path(database["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    elif engine == "django.db.backends.postgresql":
        statement_seconds = 5 if ROLE == "web" else 60
        options["options"] = (
            f"-c statement_timeout={statement_seconds}s -c lock_timeout=2s"
            " -c idle_in_transaction_session_timeout=30s"
        )
        options["connect_timeout"] = 5
        database["CONN_HEALTH_CHECKS"] = True
        if ROLE == "web":  # never in a worker: a pool does not survive the fork of its children
            # After an outage the pool's pause between two tries to connect would have doubled to
            # many seconds; giving up early, the next request tries at once.
            options["pool"] = {
                "min_size": 1,
                "max_size": WEB_THREADS,
                "timeout": 5,
                "reconnect_timeout": 5,
            }
            database["CONN_MAX_AGE"] = 0
        else:
            database["CONN_MAX_AGE"] = 60
    else:
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite: or postgres:")
    return database


WEB_THREADS = env.int("WEB_THREADS", default=8)  # of one web process
# seconds that a request may wait for a thread before it is refused; 0: however long
WEB_LONGEST_WAIT = env.float("WEB_LONGEST_WAIT", default=0.0 if DEVELOPMENT else 2.0)
# requests a second of one session or token that a web process serves for long; 0: however many
WEB_CLIENT_RATE = env.float("WEB_CLIENT_RATE", default=0.0 if DEVELOPMENT else 6.0)
DATABASES = {"default": _database()}
BROKER_URL = env("BROKER_URL", default="memory://localhost")
REDIS_URL = env("REDIS_URL", default="")
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "okeysite.cache.LosableRedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# --- people ---------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
PASSWORD_HASHERS = ["accounts.hashers.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "add_email": "accounts.forms.AddEmailForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # an address that is taken is not told to a stranger
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "accounts.usernames.USERNAME_VALIDATORS"
ACCOUNT_CHANGE_EMAIL = True  # one address an account; a new one replaces it once confirmed
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = False  # theirs count in the cache, one after the other; ours: accounts/limits
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]  # no code by mail: its address is not in urls.py
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Istaka] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if DEVELOPMENT else "https"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"

MFA_ADAPTER = "accounts.second_factor.Adapter"
MFA_FORMS = {
    "authenticate": "accounts.second_factor.AuthenticateForm",
    "activate_totp": "accounts.second_factor.ActivateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
# An address that nobody confirmed keeps nobody from an account of their own (see "strict" above).
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Istaka"
MFA_TOTP_TOLERANCE = 1  # steps of thirty seconds: a phone's clock may be a little off

SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 365 * 86_400  # a visitor's progress hangs on it
SESSION_LIMITS = {  # seconds for people who are logged in: (idle, altogether)
    "user": (14 * 86_400, 90 * 86_400),
    "staff": (2 * 3_600, 12 * 3_600),
    "card": (86_400, 30 * 86_400),  # a pupil's card, often on a device that others use too
}

# --- mail -----------------------------------------------------------------------------------------

EMAIL_CONFIG = env.email(
    "EMAIL_URL", default="consolemail://" if DEVELOPMENT else "smtp://localhost:25"
)
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env("MAIL_FROM", default="Istaka <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
IMPRINT = env("IMPRINT", default="")  # who runs this site, with line breaks, for /imprint/
TEXTS_DIR = env(
    "TEXTS_DIR", default=""
)  # longer texts of the operator, as files: okeysite/legal.py

# --- what a browser may do ------------------------------------------------------------------------

_secure = not DEVELOPMENT
_prefix = "__Host-" if _secure else ""
SESSION_COOKIE_NAME = f"{_prefix}session"
CSRF_COOKIE_NAME = f"{_prefix}csrf"
LANGUAGE_COOKIE_NAME = f"{_prefix}language"
THEME_COOKIE_NAME = f"{_prefix}theme"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _secure
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True  # the script reads the CSRF cookie alone
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
CSRF_FAILURE_VIEW = "okeysite.errors.csrf_failure"

SECURE_SSL_REDIRECT = _secure
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # asked from inside, without TLS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 86_400) if _secure else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _secure and env.bool("HSTS_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = _secure and env.bool("HSTS_PRELOAD", default=True)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400  # a class has up to 200 pupils to tick
DATA_UPLOAD_MAX_NUMBER_FILES = 1

# --- languages, time ------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("de", _("German")), ("tr", _("Turkish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["okeysite.formats"]
TIME_ZONE = "Europe/Istanbul"  # in which pages write times: the zone of the puzzle day
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- static files ---------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "okeysite.storage.StaticFiles"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- API ------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.TokenAuthentication",
        "accounts.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_PARSER_CLASSES": ["okeysite.api.parsers.SafeJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["okeysite.api.throttling.LimitThrottle"],
    "DEFAULT_PAGINATION_CLASS": "accounts.pagination.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "okeysite.api.errors.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "UNICODE_JSON": True,
    "STRICT_JSON": True,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Istaka API",
    "DESCRIPTION": "Hands, puzzles, sets and jobs of 101 Okey.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "okeysite.api.openapi.every_error",
    ],
    "ENUM_NAME_OVERRIDES": {
        "OpensBy": ["melds", "pairs"],
        "Phase": ["draw", "play", "over"],
        "PhaseOfTurn": ["draw", "play"],
        "PlaceOfTry": ["daily", "practice", "set", "run"],
        "StateOfReport": ["open", "holds", "withdrawn"],
        "StateOfWork": "jobs.serializers.SHOWN_STATES",
        "PlaceOfHint": ["daily", "practice", "set"],
    },
    "SWAGGER_UI_SETTINGS": {"persistAuthorization": False, "validatorUrl": None},
}

# --- wiring of the rooms: a lower one never imports a higher one ----------------------------------

# days after which a class that was archived, or a member who was taken out, goes for good; 0: never
ISTAKA_KEEP_ARCHIVED_DAYS = env.int("ISTAKA_KEEP_ARCHIVED_DAYS", default=400)
ISTAKA_KEEP_REMOVED_DAYS = env.int("ISTAKA_KEEP_REMOVED_DAYS", default=180)
ISTAKA_LTI = env.bool("ISTAKA_LTI", default=False)  # launches from learning platforms
# kinds of puzzles of which the site makes a pool by itself; all where it is empty
ISTAKA_POOL_KINDS: list[str] = []

# --- watching -------------------------------------------------------------------------------------

METRICS_TOKEN = env("METRICS_TOKEN", default="")  # opens /metrics, which otherwise is not there
ISTAKA_MEASURE = "okeysite.metrics.measures.observe"  # told how long things took; may be empty
METRICS_DIR = VAR_DIR / "run" / "metrics"  # what the processes of this machine have measured
BACKUP_DIR = Path(env("BACKUP_DIR", default=str(VAR_DIR / "backups")))  # whose age is watched
ADMINS = [("", address) for address in env.list("ADMINS", default=[])]  # get the alarms by mail

# --- logging: no personal data, to the standard error stream --------------------------------------

LOG_FORMAT = env("LOG_FORMAT", default="text" if DEVELOPMENT else "json")
if LOG_FORMAT not in {"text", "json"}:
    raise ImproperlyConfigured(f"LOG_FORMAT must be text or json, not {LOG_FORMAT!r}")

LOGGING = logs.configuration(LOG_FORMAT, level=env("LOG_LEVEL", default="INFO"))
