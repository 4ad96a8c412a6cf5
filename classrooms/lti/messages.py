"""The message of a launch: its signature and claims checked, and what it says as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import jwt
from jwt.exceptions import (
    ExpiredSignatureError,
    ImmatureSignatureError,
    InvalidAudienceError,
    InvalidIssuedAtError,
    InvalidIssuerError,
    InvalidSignatureError,
    MissingRequiredClaimError,
    PyJWTError,
)

from classrooms.lti import logins
from classrooms.lti.errors import LtiRefused
from classrooms.lti.models import LtiLogin, LtiPlatform
from classrooms.lti.outgoing import is_of
from classrooms.lti.their_keys import key_of

LEEWAY: Final = 60  # seconds by which two clocks may differ
LONGEST_ID: Final = 255
LONGEST_TOKEN: Final = 48 * 1024
LONGEST_DATA: Final = 8_000  # what a platform wants back from a choice

_CLAIM: Final = "https://purl.imsglobal.org/spec/lti/claim/"
_CHOICE: Final = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"
_GRADES: Final = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
SCORE_SCOPE: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
_ROLE: Final = "http://purl.imsglobal.org/vocab/lis/v2/membership#"

Role = Literal["teacher", "pupil"]

_WRONG: Final[dict[type[PyJWTError], str]] = {
    ExpiredSignatureError: "token.expired",
    ImmatureSignatureError: "token.early",
    InvalidIssuedAtError: "token.early",
    InvalidIssuerError: "token.issuer",
    InvalidAudienceError: "token.audience",
    InvalidSignatureError: "token.signature",
    MissingRequiredClaimError: "token.claims",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a platform asks with: which assignment a new link shall open."""

    return_url: str
    data: str | None


@dataclass(frozen=True, slots=True)
class Launch:
    """A launch that may be trusted. Texts are as the platform sent them, at most so long."""

    platform: LtiPlatform
    deployment: str
    sub: str
    role: Role
    name: str
    language: str
    context_id: str
    context_title: str
    link_id: str
    line_item: str
    assignment: str  # the id that our own answer to a choice put into the link
    choice: Choice | None


def read(login: LtiLogin, token: str) -> Launch:
    """Read the message that answers this log-in. Raise `LtiRefused` with what is wrong in it."""
    platform = login.platform
    claims = _verified(platform, token)
    if not logins.has_nonce(login, _text(claims, "nonce")):
        raise LtiRefused("token.nonce", 403)
    _check_party(claims, platform)
    if _text(claims, _CLAIM + "version") != "1.3.0":
        raise LtiRefused("token.version")
    deployment = _text(claims, _CLAIM + "deployment_id")
    if deployment not in platform.deployments:
        raise LtiRefused("token.deployment", 403)
    if _text(claims, _CLAIM + "target_link_uri") != login.target:
        raise LtiRefused("token.target", 403)
    kind = _text(claims, _CLAIM + "message_type")
    if kind not in {"LtiResourceLinkRequest", "LtiDeepLinkingRequest"}:
        raise LtiRefused("token.message")
    context = _part(claims, _CLAIM + "context")
    link = _part(claims, _CLAIM + "resource_link")
    launch = Launch(
        platform=platform,
        deployment=deployment,
        sub=_text(claims, "sub"),
        role=_role(claims.get(_CLAIM + "roles")),
        name=_name(claims),
        language=_language(_part(claims, _CLAIM + "launch_presentation")),
        context_id=_id(context, "id", "token.context"),
        context_title=_text(context, "title") or _text(context, "label"),
        link_id=_id(link, "id", "token.link") if kind == "LtiResourceLinkRequest" else "",
        line_item=_line_item(claims, platform),
        assignment=_text(_part(claims, _CLAIM + "custom"), "assignment"),
        choice=_choice(claims, platform) if kind == "LtiDeepLinkingRequest" else None,
    )
    if not launch.sub or len(launch.sub) > LONGEST_ID:
        raise LtiRefused("token.user")  # an anonymous launch has no works of its own
    return launch


def _verified(platform: LtiPlatform, token: str) -> dict[str, Any]:
    """The claims, once the signature and everything with a time in it holds."""
    if not token or len(token) > LONGEST_TOKEN:
        raise LtiRefused("token.unreadable")
    try:
        header = jwt.get_unverified_header(token)
    except PyJWTError:
        raise LtiRefused("token.unreadable") from None
    if header.get("alg") != "RS256":
        raise LtiRefused("token.algorithm", 403)
    kid = header.get("kid")
    if not isinstance(kid, str) or not kid:
        raise LtiRefused("key.unknown", 403)
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            key_of(platform, kid),
            algorithms=["RS256"],
            audience=platform.client_id,
            issuer=platform.issuer,
            leeway=LEEWAY,
            options={"require": ["iss", "aud", "sub", "exp", "iat", "nonce"]},
        )
    except PyJWTError as error:
        code = next((code for kind, code in _WRONG.items() if isinstance(error, kind)), "")
        raise LtiRefused(code or "token.unreadable", 403 if code else 400) from None
    return claims


def _check_party(claims: Mapping[str, Any], platform: LtiPlatform) -> None:
    """Of a message for several, the one that it is meant for is named, and it is this site."""
    audience, party = claims.get("aud"), claims.get("azp")
    several = isinstance(audience, list) and len(audience) > 1
    if party != platform.client_id and (several or party is not None):
        raise LtiRefused("token.audience", 403)


def _role(roles: Any) -> Role:
    """What somebody is in the course. Roles elsewhere, as of the whole school, say nothing here."""
    named = {one for one in roles if isinstance(one, str)} if isinstance(roles, list) else set()
    short = {one.removeprefix(_ROLE) for one in named}
    if "Instructor" in short:
        return "teacher"
    if "Learner" in short:
        return "pupil"
    raise LtiRefused("token.role", 403)


def _choice(claims: Mapping[str, Any], platform: LtiPlatform) -> Choice:
    settings = _part(claims, _CHOICE)
    return_url, data = settings.get("deep_link_return_url"), settings.get("data")
    if not isinstance(return_url, str) or not is_of(platform, return_url):
        raise LtiRefused("choice.return", 403)
    types = settings.get("accept_types")
    if not isinstance(types, list) or "ltiResourceLink" not in types:
        raise LtiRefused("choice.types")
    if data is not None and (not isinstance(data, str) or len(data) > LONGEST_DATA):
        raise LtiRefused("choice.data")
    return Choice(return_url, data)


def _line_item(claims: Mapping[str, Any], platform: LtiPlatform) -> str:
    """Where grades of this link go; empty where the platform takes none of us."""
    endpoint = _part(claims, _GRADES)
    scopes, url = endpoint.get("scope"), endpoint.get("lineitem")
    if not isinstance(scopes, list) or SCORE_SCOPE not in scopes or url is None:
        return ""
    if not isinstance(url, str) or len(url) > 1_000 or not is_of(platform, url):
        raise LtiRefused("grades.host", 403)
    return url


def _name(claims: Mapping[str, Any]) -> str:
    given = f"{_text(claims, 'given_name')} {_text(claims, 'family_name')}".strip()
    return _text(claims, "name") or given


def _language(presentation: Mapping[str, Any]) -> str:
    return _text(presentation, "locale")[:2].lower()


def _id(claims: Mapping[str, Any], name: str, code: str) -> str:
    found = _text(claims, name)
    if not found or len(found) > LONGEST_ID:
        raise LtiRefused(code)
    return found


def _part(claims: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = claims.get(name)
    return found if isinstance(found, dict) else {}


def _text(claims: Mapping[str, Any], name: str) -> str:
    found = claims.get(name)
    return found.replace("\0", "").strip() if isinstance(found, str) else ""
