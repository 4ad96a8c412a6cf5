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
    // The switch of the header turns over; the settings name what is wanted, "" as the device says.
    const button = event.submitter?.closest(".choices") ? event.submitter : null;
    const theme = button ? button.value : isDark() ? "light" : "dark";
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const one of document.querySelectorAll('.choices [name="theme"]')) {
      if (one.value === theme) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
    const body = new FormData(form);
    body.set("theme", theme);
    fetch(form.action, { method: "POST", body, headers: { "X-CSRFToken": token() }, redirect: "manual" }).catch(() => {});
  });
}
