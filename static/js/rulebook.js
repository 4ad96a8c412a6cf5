// On a rule's page and on the printed rulebook: print, and copy the address of what is shown.
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

for (const link of document.querySelectorAll("a[data-copy-link]")) {
  link.addEventListener("click", async (event) => {
    if (!navigator.clipboard) return; // the link leads to the address itself
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      location.assign(link.href);
      return;
    }
    document.getElementById("say").textContent = link.dataset.copied;
    link.querySelector("[data-copy-text]").textContent = link.dataset.copied;
  });
}

// The list of rules beside the rule shows where one is.
const contents = document.querySelector("[data-contents]");
const here = contents?.querySelector("[aria-current]");
if (here) contents.scrollTop = here.offsetTop - contents.offsetTop - contents.clientHeight / 2;
