// Light or dark at once; the form behind the button keeps the choice (and works without this file).
import { token } from "./csrf.js";

const root = document.documentElement;

function isDark() {
  const chosen = root.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

for (const form of document.querySelectorAll("[data-theme-form]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const theme = isDark() ? "light" : "dark";
    root.dataset.theme = theme;
    const body = new FormData(form);
    body.set("theme", theme);
    fetch(form.action, { method: "POST", body, headers: { "X-CSRFToken": token() }, redirect: "manual" }).catch(() => {});
  });
}
