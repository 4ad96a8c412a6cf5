// Buttons that copy: a link as a whole address, or a text.
import { Words } from "../board/say.js";

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure connection there is no clipboard but the old one.
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

export function copying() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy], [data-copy-link]");
    if (!button) return;
    const { copy, copyLink } = button.dataset;
    const done = await copied(copy ?? new URL(copyLink, location.href).href);
    button.focus();
    new Words(document, button.dataset.copied ? button : undefined).tip(button, done ? "copied" : "notCopied");
  });
}
