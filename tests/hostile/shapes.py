"""Bytes that are hardly a request: broken heads and bodies, two requests in one, floods."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from tests.hostile import values

Shape = Callable[[str, str, bytes, random.Random], bytes]  # host, path, headers of the role
JSON_TYPE: Final = b"Content-Type: application/json\r\n"
FORM_TYPE: Final = b"Content-Type: application/x-www-form-urlencoded\r\n"


def _head(method: str, path: str, host: str, more: bytes) -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n".encode() + more


def _with_body(host: str, path: str, more: bytes, body: bytes) -> bytes:
    length = f"Content-Length: {len(body)}\r\n\r\n".encode()
    return _head("POST", path, host, more) + length + body


def deep_json(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """Brackets, thousands deep."""
    opening, closing = chance.choice(((b"[", b"]"), (b'{"a":', b"}")))
    count = chance.choice((9, 1_000, 10_000, 60_000))
    body = opening * count + (b"1" + closing * count if chance.random() < 0.5 else b"")
    return _with_body(host, path, who + JSON_TYPE, body[:200_000])


def bad_json(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """What a parser of JSON stumbles over."""
    body = chance.choice(
        (
            *(b"", b"{", b"1 2", b"nul", b'"', b"\x00", b"\xff\xfe{}", b"\xef\xbb\xbf{}"),
            *(b'{"rules": "\\u0000"}', b'{"hand": "\\ud800"}', b'{"\\u0000": 1}', b"[1e999]"),
            *(b'{"count": ' + b"9" * 5_000 + b"}", b"[" + b"1," * 20_000 + b"1]", b'{"a":1,"a":2}'),
            *(b'{"hand": "' + b"R1 " * 1_000 + b'"}', b'{"key": "' + b"a" * 70_000 + b'"}'),
            *('{"hand": "R1"}'.encode("utf-16"), b'{"hand": "\xc3\x28"}', b"NaN", b"-Infinity"),
        )
    )
    return _with_body(host, path, who + JSON_TYPE, body)


def wrong_type(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """A body under another name."""
    kind = chance.choice(
        (
            *(b"text/plain", b"application/xml", b"multipart/form-data", b"", b"x", b"/", b";;"),
            *(b"multipart/form-data; boundary=", b"multipart/form-data; boundary=a\x00b"),
            *(b"application/json; charset=utf-16", b"application/json; charset=nonsense"),
            *(b"application/x-www-form-urlencoded; charset=utf-7", b"\xff\xff", b"a" * 5_000),
            b"multipart/form-data; boundary=" + b"x" * 300,
            b"application/yaml",
            b"application/x-python-serialize",
        )
    )
    body = chance.choice((b'{"a": 1}', b"a=1&b=%00", b"--x\r\nnonsense", b"\x80\x04K\x01.", b""))
    return _with_body(host, path, who + b"Content-Type: " + kind + b"\r\n", body)


def bad_form(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """A form with broken escapes, NUL, the same field a thousand times, or thousands of fields."""
    body = chance.choice(
        (
            *(
                b"%",
                b"%zz=%00",
                b"=" * 1_000,
                b"&" * 5_000,
                b"a=%ed%a0%80",
                b"\x00" * 100,
                b"a=\xff",
            ),
            b"&".join(b"name=%d" % number for number in range(1_000)),
            b"&".join(b"f%d=1" % number for number in range(500)),
            b"melds=" + b"R1+" * 1_000,
            b"name=" + b"x" * 70_000,
        )
    )
    return _with_body(host, path, who + FORM_TYPE, body)


def bad_parts(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """A form in parts that do not fit together."""
    kind = b"Content-Type: multipart/form-data; boundary=b\r\n"
    part = b'--b\r\nContent-Disposition: form-data; name="name"'
    body = chance.choice(
        (
            *(b"", b"--b", b"--b--", part, part + b"\r\n\r\nx", part + b"\r\n\r\nx\r\n--b--\r\n"),
            part + b'; filename="../../x"\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--\r\n',
            part + b"; filename*=utf-8''%00%ff\r\n\r\nx\r\n--b--\r\n",
            part + b"\r\nContent-Transfer-Encoding: base64\r\n\r\n@@@\r\n--b--\r\n",
            part + b"\r\nContent-Type: text/plain; charset=nonsense\r\n\r\n\xff\r\n--b--\r\n",
            (part + b"\r\n\r\nx\r\n") * 500 + b"--b--\r\n",
            b"--b\r\n" + b"X: " + b"a" * 20_000 + b"\r\n\r\nx\r\n--b--\r\n",
            b'--b\r\nContent-Disposition: form-data; name="\x00"\r\n\r\nx\r\n--b--\r\n',
        )
    )
    return _with_body(host, path, who + kind, body)


def chunks(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """A body in chunks whose sizes lie."""
    body = chance.choice(
        (
            *(
                b"5\r\nhello\r\n0\r\n\r\n",
                b"zz\r\nx\r\n0\r\n\r\n",
                b"-1\r\nx\r\n0\r\n\r\n",
                b"5\r\nhe",
            ),
            *(
                b"ffffffffffffffff\r\nx",
                b"0\r\n",
                b"",
                b"1;" + b"a" * 9_000 + b"\r\nx\r\n0\r\n\r\n",
            ),
            *(b"1\nx\n0\n\n", b"0x1\r\nx\r\n0\r\n\r\n", b"1\r\nxx\r\n0\r\n\r\n", b"\x00\r\n\r\n"),
            b"2\r\n{}\r\n0\r\nX-Trailer: y\r\n\r\n",
            b"1\r\nx\r\n" * 5_000 + b"0\r\n\r\n",
        )
    )
    kind = chance.choice((JSON_TYPE, FORM_TYPE, b""))
    return _head("POST", path, host, who + kind) + b"Transfer-Encoding: chunked\r\n\r\n" + body


def smuggled(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """Two requests that look like one, to whoever reads the other length."""
    inner = _head("GET", "/account/export/", host, who) + b"\r\n"
    lengths = chance.choice(
        (
            b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
            b"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
            b"Content-Length: 0\r\nContent-Length: 5\r\n",
            b"Content-Length: 5, 5\r\n",
            b"Content-Length: +5\r\n",
            b"Content-Length: 0x5\r\n",
            b"Content-Length: -1\r\n",
            b"Content-Length: 5 \r\nContent_Length: 0\r\n",
            b"Transfer-Encoding : chunked\r\n",
            b"Transfer-Encoding:\x0bchunked\r\n",
            b"Transfer-Encoding: xchunked\r\n",
            b"Transfer-Encoding: chunked, identity\r\n",
            b"Transfer-Encoding: identity, chunked\r\n",
            b"X: y\r\n Transfer-Encoding: chunked\r\n",
            b"Content-Length: 99999999999999999999\r\n",
        )
    )
    return _head("POST", path, host, who + FORM_TYPE) + lengths + b"\r\n0\r\n\r\n" + inner


def bad_line(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """A first line that is none."""
    end = f"Host: {host}\r\n\r\n".encode()
    where = path.encode()
    first = chance.choice(
        (
            *(
                b"GET",
                b"GET \r\n",
                b"\r\n" * 20,
                b"\x00" * 50,
                b"\x16\x03\x01\x02\x00\x01\x00",
                b"GET / ",
            ),
            *(
                b"get " + where,
                b"GE\x00T " + where,
                b"A" * 5_000 + b" / HTTP/1.1",
                b"PRI * HTTP/2.0",
            ),
            *(
                b"GET " + b"/" * 5_000 + b" HTTP/1.1",
                b"GET /%00%ff HTTP/1.1",
                b"GET /\xff HTTP/1.1",
            ),
            *(b"GET " + where + b" HTTP/9.9", b"GET " + where + b" HTTP/1.0", b"GET " + where),
            *(b"GET http://evil.example/ HTTP/1.1", b"GET //evil.example/ HTTP/1.1"),
            *(b"CONNECT x:1 HTTP/1.1", b"OPTIONS * HTTP/1.1", b"TRACE " + where + b" HTTP/1.1"),
            *(b"GET /static/../okeysite/settings.py HTTP/1.1", b"GET /static/%2e%2e/x HTTP/1.1"),
            *(b"GET /static//etc/passwd HTTP/1.1", b"GET /static/..%5c..%5cx HTTP/1.1"),
            *(b"PROPFIND " + where + b" HTTP/1.1", b"GET\t" + where + b"\tHTTP/1.1"),
        )
    )
    return first + b"\r\n" + end


def bad_head(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """Headers that do not belong, are too many, or are another site's."""
    more = chance.choice(
        (
            b"".join(b"X-%d: y\r\n" % number for number in range(chance.choice((30, 59, 200)))),
            b"X: " + b"a" * chance.choice((4_000, 9_000, 70_000)) + b"\r\n",
            *(b"Host: evil.example\r\n", b"X-Forwarded-Host: evil.example\r\n", b": x\r\n"),
            *(b"X-Forwarded-For: " + b"1.2.3.4," * 500 + b"\r\n", b"X-Forwarded-Proto: https\r\n"),
            *(
                b"Range: bytes=0-,-1,5-2\r\n",
                b"If-Modified-Since: \xff\r\n",
                b"If-None-Match: *\r\n",
            ),
            *(
                b"If-Modified-Since: Mon, 99 Foo 9999999999 99:99:99 GMT\r\n",
                b"Expect: 100-continue\r\n",
            ),
            *(
                b"Cookie: session=" + b"a" * 3_000 + b"\r\n",
                b"Cookie: ;;;=;\x01\r\n",
                b"Upgrade: h2c\r\n",
            ),
            *(
                b"Cookie: session=\xff\x80; language=\x7f; theme=../x\r\n",
                b"Cookie: language=xx\r\n",
            ),
            *(
                b"Accept: " + b"*/*;q=0.1," * 300 + b"\r\n",
                b"Accept-Language: " + b"de," * 900 + b"\r\n",
            ),
            *(b"Accept-Language: \xff\r\n", b"Accept: x\r\n", b"Accept-Encoding: gzip;q=x\r\n"),
            *(
                b"Authorization: Bearer\r\n",
                b"Authorization: Bearer a b\r\n",
                b"Authorization: \xff\r\n",
            ),
            *(
                b"Authorization: Bearer \x00\r\n",
                b"Authorization: Bearer " + b"x" * 4_000 + b"\r\n",
            ),
            *(
                b"HX-Request: true\r\nHX-Current-URL: http://[\r\n",
                b"HX-Target: \x7f\r\n",
                b"X y: z\r\n",
            ),
            *(b"Origin: null\r\n", b"Referer: http://[::\r\n", b"Sec-Fetch-Site: cross-site\r\n"),
        )
    )
    method = chance.choice(("GET", "POST", "HEAD", "OPTIONS"))
    if method == "POST":
        more += b"Content-Length: 0\r\n"
    return _head(method, path, host, who + more) + b"\r\n"


def cut_short(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """A request that ends before its end."""
    kind = chance.choice(
        (JSON_TYPE, FORM_TYPE, b"Content-Type: multipart/form-data; boundary=b\r\n")
    )
    raw = _head("POST", path, host, who + kind) + b"Content-Length: 500\r\n\r\n" + b'{"a": "b" '
    return raw[: chance.randint(1, len(raw))]


def noise(host: str, path: str, who: bytes, chance: random.Random) -> bytes:
    """A good request with some bytes changed."""
    body = values.as_json({"rules": "101-guide", "hand": "R1 R2 R3", "indicator": "B10"})
    raw = bytearray(_with_body(host, path, who + JSON_TYPE, body))
    for _ in range(chance.randint(1, 8)):
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    return bytes(raw)


SHAPES: Final[tuple[Shape, ...]] = (
    *(deep_json, bad_json, wrong_type, bad_form, bad_parts, chunks),
    *(smuggled, bad_line, bad_head, cut_short, noise),
)
