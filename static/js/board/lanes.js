// After every change the lanes go to the server; what comes back is the verdict. One request at a time, then the latest state.
import { lanesOf } from "./render.js";

const PAUSE = 80; // ms, so that a drag over several places asks once

export function askServer(board, view, words) {
  const { root } = board;
  const request = root.querySelector("[data-lanes-request]");
  const field = root.querySelector("#answer-form input[name=melds]");
  const strip = root.querySelector("#strip");
  let timer;
  let sent = [];

  board.addEventListener("change", ({ detail }) => {
    if (field) field.value = board.notation;
    if (board.answered || !request) return;
    if (detail.what === "same" || detail.what === "sort") return;
    if (detail.what === "begin" && !board.layout.lanes.length) return;
    clearTimeout(timer);
    timer = setTimeout(() => window.htmx?.trigger(request, "lanes"), PAUSE);
  });

  // A verdict speaks of the tiles that were sent: it is shown only while they lie so.
  function mark() {
    lanesOf(root).forEach((lane, at) => {
      const verdict = lane.querySelector("[data-lane-verdict]");
      if (sent[at] !== undefined && !verdict.dataset.for) verdict.dataset.for = sent[at];
    });
    view.name();
  }

  // Nothing is lost: the tiles lie as they lay, and the next move or the next press asks again.
  function fail(event) {
    const { elt } = event.detail;
    if (elt !== request) return; // an answer that was not taken speaks for itself
    const name = event.type === "htmx:sendError" ? "offline" : "failed";
    const line = strip.querySelector("p");
    if (line) line.textContent = words.fill(name);
  }

  const lying = () => board.layout.lanes.map((lane) => lane.join(" "));
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt === request) sent = lying();
  });
  // A verdict on tiles that lie otherwise by now has no lanes to go to; the next one is under way.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const stale = () => lying().join("|") !== sent.join("|");
    if (event.detail.requestConfig?.elt === request && stale()) event.detail.shouldSwap = false;
  });
  document.body.addEventListener("htmx:afterSwap", mark); // before the next request begins
  document.body.addEventListener("htmx:sendError", fail);
  document.body.addEventListener("htmx:responseError", fail);
  return {
    // An answer speaks of the lanes as they lie.
    asLaid() {
      sent = lying();
      for (const verdict of root.querySelectorAll("[data-lane-verdict]")) delete verdict.dataset.for;
      mark();
    },
  };
}
