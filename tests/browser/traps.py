"""What snaps when a text on a page was taken for more: a script that ran, a breach of the policy, a
request to another host or to `/xss`, an element or a link that a text has made."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Error, Page, Request

_SNAP: Final = "trap: "
# The functions that the texts call, and the policy's reports, speak up in the console.
_LISTEN: Final = f"""
for (const name of ["alert", "confirm", "prompt", "print"])
  globalThis[name] = () => console.error("{_SNAP}{{}} ran".replace("{{}}", name));
document.addEventListener("securitypolicyviolation", (event) =>
  console.error("{_SNAP}policy " + [event.violatedDirective, event.blockedURI, event.sample]));
"""
# What a text has put into the page: everything that it would make carries the attribute `xss`.
_LOOK: Final = """(text) => {
  const page = text === null ? document : new DOMParser().parseFromString(text, "text/html");
  const found = [...page.querySelectorAll("[xss], [id=xss]")];
  for (const one of page.querySelectorAll("template"))
    found.push(...one.content.querySelectorAll("[xss]"));
  const said = [page.documentElement.textContent];
  const plain = (value) => value.replace(/[\\u0000-\\u0020]/g, "").toLowerCase();
  const leads = /^(href|xlink:href|src|srcset|data|poster|action|formaction|(data-)?hx-\\w+)$/;
  const bad = /^((javascript|vbscript|js):|data:text|(https?:)?\\/\\/evil)/;
  for (const one of page.querySelectorAll("*")) {
    for (const part of one.attributes) {
      said.push(part.value);
      if (leads.test(part.name) && bad.test(plain(part.value)))
        found.push(one);
    }
    if (typeof one.value === "string") said.push(one.value);
  }
  return { made: found.map((one) => one.outerHTML.slice(0, 200)), said: said.join("\\n") };
}"""


class Traps:
    """Set over a context: every page that is opened in it is looked through."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.host = urlsplit(url).netloc
        self.snapped: list[str] = []
        context.add_init_script(_LISTEN)
        context.on("console", self._console)
        context.on("request", self._request)
        context.on("dialog", self._dialog)

    def look(self, page: Page, text: str | None = None) -> str:
        """Note what texts have made of this page; all that it says, in texts, attributes, fields.

        With a `text`, of the page that Chromium would make of it: nothing of it runs.
        """
        try:
            seen: dict[str, Any] = page.evaluate(_LOOK, text)
        except Error:  # on its way to another page, which is looked at instead
            page.wait_for_load_state()
            seen = page.evaluate(_LOOK, text)
        self.snapped += [f"made {one} ({page.url})" for one in seen["made"]]
        said: str = seen["said"]
        return said

    def _console(self, message: ConsoleMessage) -> None:
        if message.text.startswith(_SNAP) or "Content Security Policy" in message.text:
            self.snapped.append(f"{message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        foreign = parts.scheme not in {"data", "blob"} and parts.netloc != self.host
        if foreign or parts.path.startswith("/xss") or request.url.startswith("data:text/html"):
            self.snapped.append(f"asked for {request.url}")

    def _dialog(self, dialog: Dialog) -> None:
        self.snapped.append(f"dialog {dialog.message}")
        dialog.dismiss()
