// HTMX sends the token of the cookie as it is now: it changes at log-in.
const name = document.querySelector('meta[name="csrf-cookie"]')?.content ?? "csrftoken";

export function token() {
  for (const part of document.cookie.split("; ")) {
    const at = part.indexOf("=");
    if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1));
  }
  return document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
}

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb !== "get") event.detail.headers["X-CSRFToken"] = token();
});
