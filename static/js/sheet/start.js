// Entry of the score sheet's pages: the form of a round, and printing.
import { startEntry } from "./entry.js";

startEntry();
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());
