// Entry of the notation page: stepping through a record, the line of an error, buttons that copy.
import { copying } from "../referee/copy.js";
import { Stepper } from "./steps.js";

for (const root of document.querySelectorAll("[data-stepper]")) new Stepper(root);
copying();

// The line that cannot be read is selected, so that it is seen and can be typed over.
const faulty = document.querySelector("textarea[data-line]");
const line = Number(faulty?.dataset.line);
if (line) {
  const lines = faulty.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  faulty.focus();
  faulty.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  faulty.scrollTop = ((line - 3) / lines.length) * faulty.scrollHeight;
}
