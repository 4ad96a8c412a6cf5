"""A learning platform with code of its own: it signs, publishes keys, gives tokens, takes scores.

Nothing of the adapter under test is imported. Messages are signed with `cryptography` alone.
"""

from __future__ import annotations

import base64
import json
import threading
import time
import uuid
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
CHOICE = "https://purl.imsglobal.org/spec/lti-dl/claim/"
GRADES = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
SCORE_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership#"


@cache
def key(name: str, bits: int = 2048) -> rsa.RSAPrivateKey:
    """A key by its name, made once a run: making one takes a while."""
    return rsa.generate_private_key(public_exponent=65_537, key_size=bits)


def b64(data: bytes) -> str:
    """As JOSE writes bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """The bytes of such a text."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def jwk(kid: str, private: rsa.RSAPrivateKey) -> dict[str, str]:
    """The public half as a JSON Web Key."""
    numbers = private.public_key().public_numbers()
    return {
        "kty": "RSA",
        "kid": kid,
        "use": "sig",
        "alg": "RS256",
        "n": b64(numbers.n.to_bytes((numbers.n.bit_length() + 7) // 8, "big")),
        "e": b64(numbers.e.to_bytes(3, "big")),
    }


def sign(
    claims: dict[str, Any], private: rsa.RSAPrivateKey, header: dict[str, Any] | None = None
) -> str:
    """A signed message."""
    head = {"typ": "JWT", "alg": "RS256", **(header or {})}
    body = ".".join(b64(json.dumps(part).encode()) for part in (head, claims))
    signature = private.sign(body.encode(), padding.PKCS1v15(), hashes.SHA256())
    return f"{body}.{b64(signature)}"


def verified(token: str, keys: list[dict[str, str]]) -> dict[str, Any]:
    """The claims of a message of the tool, whose signature one of these keys must have made."""
    head, body, signature = token.split(".")
    header = json.loads(unb64(head))
    assert header["alg"] == "RS256"
    [found] = [one for one in keys if one["kid"] == header["kid"]]
    numbers = rsa.RSAPublicNumbers(
        int.from_bytes(unb64(found["e"]), "big"), int.from_bytes(unb64(found["n"]), "big")
    )
    try:
        numbers.public_key().verify(
            unb64(signature), f"{head}.{body}".encode(), padding.PKCS1v15(), hashes.SHA256()
        )
    except InvalidSignature:
        raise AssertionError("the tool's signature is wrong") from None
    claims: dict[str, Any] = json.loads(unb64(body))
    return claims


@dataclass
class Platform:
    """One platform behind a small server. What it answers can be changed while it runs."""

    kid: str = "first"
    client_id: str = "client-1"
    deployment: str = "deployment-1"
    published: list[str] = field(default_factory=lambda: ["first"])  # names of keys
    down: bool = False  # every answer is 503
    score_status: int = 200
    redirect_keys: str = ""
    keys_asked: int = 0
    tokens_asked: int = 0
    revoked: set[str] = field(default_factory=set)
    scores: list[dict[str, Any]] = field(default_factory=list)
    score_urls: list[str] = field(default_factory=list)
    tool_keys: list[dict[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"
        answer = threading.Thread(target=self.server.serve_forever, args=[0.01], daemon=True)
        answer.start()

    def stop(self) -> None:
        """End the server."""
        self.server.shutdown()
        self.server.server_close()

    def row(self) -> dict[str, Any]:
        """What the tool has to be told."""
        return {
            "name": "School",
            "issuer": self.issuer,
            "client_id": self.client_id,
            "deployments": [self.deployment],
            "auth_url": f"{self.issuer}/auth",
            "token_url": f"{self.issuer}/token",
            "keys_url": f"{self.issuer}/keys",
        }

    def claims(self, *, nonce: str, target: str, role: str = "Learner") -> dict[str, Any]:
        """The claims of a launch of a link."""
        now = int(time.time())
        return {
            "iss": self.issuer,
            "aud": self.client_id,
            "sub": "user-1",
            "iat": now,
            "exp": now + 300,
            "nonce": nonce,
            "name": "Ada Marker",
            "email": "ada.marker@example.org",
            CLAIM + "version": "1.3.0",
            CLAIM + "message_type": "LtiResourceLinkRequest",
            CLAIM + "deployment_id": self.deployment,
            CLAIM + "target_link_uri": target,
            CLAIM + "roles": [ROLE + role],
            CLAIM + "context": {"id": "course-1", "title": "Okey on Fridays"},
            CLAIM + "resource_link": {"id": "link-1"},
            CLAIM + "launch_presentation": {"locale": "de"},
            GRADES: {"scope": [SCORE_SCOPE], "lineitem": f"{self.issuer}/items/1?type_id=7"},
        }

    def signed(self, claims: dict[str, Any], **header: Any) -> str:
        """The message, signed with the key in use."""
        return sign(claims, key(self.kid), {"kid": self.kid, **header})


def handler(platform: Platform) -> type[BaseHTTPRequestHandler]:
    """What the platform's server answers."""

    class Answers(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            if platform.down:
                return self.say(503)
            platform.keys_asked += 1
            if platform.redirect_keys:
                self.send_response(302)
                self.send_header("Location", platform.redirect_keys)
                return self.end_headers()
            return self.say(200, {"keys": [jwk(one, key(one)) for one in platform.published]})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if platform.down:
                return self.say(503)
            if self.path == "/token":
                return self.token(parse_qs(body.decode()))
            return self.score(body)

        def token(self, form: dict[str, list[str]]) -> None:
            platform.tokens_asked += 1
            claims = verified(form["client_assertion"][0], platform.tool_keys)
            assert form["grant_type"] == ["client_credentials"]
            assert form["scope"] == [SCORE_SCOPE]
            assert claims["iss"] == claims["sub"] == platform.client_id
            assert claims["aud"] == f"{platform.issuer}/token"
            assert claims["exp"] > time.time()
            self.say(200, {"access_token": uuid.uuid4().hex, "expires_in": 3_600})

        def score(self, body: bytes) -> None:
            token = self.headers["Authorization"].removeprefix("Bearer ")
            if token in platform.revoked or token == "all":
                return self.say(401)
            if platform.score_status != 200:
                return self.say(platform.score_status)
            assert self.headers["Content-Type"] == "application/vnd.ims.lis.v1.score+json"
            assert urlsplit(self.path).path.endswith("/scores")
            platform.score_urls.append(self.path)
            platform.scores.append({**json.loads(body), "token": token})
            return self.say(200)

        def say(self, status: int, answer: dict[str, Any] | None = None) -> None:
            self.send_response(status)
            self.end_headers()
            if answer is not None:
                self.wfile.write(json.dumps(answer).encode())

    return Answers
