// A day's result for friends: copied, or handed to the system's share sheet where there is one.
import { copying } from "../referee/copy.js";

copying();

function offer() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-share]");
  if (!button) return;
  try {
    await navigator.share({ text: button.dataset.share, url: button.dataset.shareUrl });
  } catch (error) {
    if (error.name !== "AbortError") throw error; // closed without sharing: nothing to say
  }
});

document.addEventListener("htmx:afterSwap", offer);
offer();
