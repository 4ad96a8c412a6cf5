// After an answer: the board rests, the explanation has the focus, and "lay it so" starts the next try with the tiles laid.
import { keep, thisTry } from "./save.js";
import * as layouts from "./layout.js";

export function results(board, view, asked, words) {
  const { root } = board;
  const panel = root.querySelector("#explanation");
  const form = root.querySelector("#answer-form");
  let pressed;

  function rest() {
    root.dataset.answered = "";
    board.pick(null);
    asked.asLaid();
    view.draw();
    panel.focus({ preventScroll: true });
    words.tell(panel.querySelector(".verdict-line").textContent.trim()); // the focus alone says "Explanation"
    if (getComputedStyle(panel).position === "sticky") showFault();
  }

  // On a phone the explanation covers the lower part: bring the meld that it speaks of into what is left.
  function showFault() {
    const first = [...root.querySelectorAll("[data-lane] .badge")].find((badge) => badge.textContent === "1");
    const lane = first?.closest("[data-lane]") ?? root.querySelector('[data-lane][data-state="bad"]') ?? root.querySelector("[data-lane]");
    if (!lane) return;
    const { top, bottom } = lane.getBoundingClientRect();
    const covered = bottom + 8 - panel.getBoundingClientRect().top;
    if (covered > 0) scrollBy({ top: covered, behavior: "instant" });
    else if (top < 8) scrollBy({ top: top - 8, behavior: "instant" });
  }

  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target !== panel || board.answered) return;
    if (panel.querySelector("[data-result]")) rest();
    else panel.scrollIntoView({ block: "nearest", behavior: "instant" });
  });

  // While an answer is judged the tiles rest: what is judged is what lies there.
  function wait(on) {
    panel.setAttribute("aria-busy", on);
    for (const part of root.querySelectorAll("[data-table], [data-rack]")) part.inert = on;
  }

  // It did not get there: say so where the verdict would stand, and send the same answer again on demand.
  function unsent(event) {
    if (event.detail.elt !== form || [400, 409, 422].includes(event.detail.xhr?.status)) return;
    panel.replaceChildren(root.querySelector("template[data-unsent]").content.cloneNode(true));
    const why = words.fill(event.type === "htmx:sendError" ? "unsent" : "failed");
    panel.querySelector("[data-why]").textContent = why;
    panel.scrollIntoView({ block: "nearest", behavior: "instant" });
    panel.focus({ preventScroll: true });
    words.tell(why);
  }

  form?.addEventListener("submit", (event) => {
    pressed = event.submitter;
  });
  document.body.addEventListener("htmx:beforeRequest", (event) => event.detail.elt === form && wait(true));
  document.body.addEventListener("htmx:afterRequest", (event) => event.detail.elt === form && wait(false));
  document.body.addEventListener("htmx:sendError", unsent);
  document.body.addEventListener("htmx:responseError", unsent);

  // Why an answer was not taken holds until the next move.
  board.addEventListener("change", () => {
    if (panel.querySelector("[data-not-taken]")) panel.replaceChildren();
  });

  root.addEventListener("click", (event) => {
    if (event.target.closest("[data-send-again]")) pressed?.click(); // as before: HTMX looks for the button
    const link = event.target.closest("[data-lay], [data-try-again]");
    if (!link) return;
    const next = link.dataset.lay ? layouts.lay(board.layout, link.dataset.lay, board.codes, board.homes) : board.layout;
    if (next) keep(board, next, thisTry(board) + 1);
  });
}
