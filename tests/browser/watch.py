"""What a browser must not see: an error, a breach of the policy, another host."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

REPORT_BREACHES = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


class Watch:
    """Listens to every page of a context, from its first request on."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.url = url
        self.host = urlsplit(url).netloc
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self.expected: list[str] = []
        context.add_init_script(REPORT_BREACHES)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)

    def expect(self, part: str) -> None:
        """Let errors pass that hold this text."""
        self.expected.append(part)

    def nothing_amiss(self) -> None:
        """Fail with what was seen."""
        amiss = [one for one in self.errors if not any(part in one for part in self.expected)]
        assert not amiss, amiss
        assert not self.foreign, self.foreign

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self.errors.append(str(error.error))

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != self.host:
            self.foreign.append(request.url)
