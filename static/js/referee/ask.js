// A change asks the server. What depends on the rule set or on the indicator asks for the whole form again.
import { Words } from "../board/say.js";

const PAUSE = 350; // ms: one asks when a word is typed, not at each letter
const LABELLED = /^\s*[a-z]+\s*:/im; // pasted notation fills other fields, too

export const form = () => document.querySelector("[data-referee]");

let timer;
let pressed = false; // the button was pressed: the answer is what comes next

// The answer to what is entered now. One question at a time; after it the latest.
export function ask(pause = PAUSE) {
  clearTimeout(timer);
  timer = setTimeout(() => window.htmx?.trigger(form(), "answer"), pause);
}

export function askWhole() {
  clearTimeout(timer);
  window.htmx?.ajax("GET", form().getAttribute("hx-get"), { source: form(), target: "#referee", swap: "innerHTML" });
}

const entered = () => new URLSearchParams(new FormData(form())).toString();

// A form that is drawn anew may not undo what was entered while it was on its way.
function keepNewer() {
  let sent;
  document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.target?.id === "referee") sent = entered();
  });
  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "referee" || sent === entered()) return;
    detail.shouldSwap = false;
    askWhole();
  });
}

// A field says itself that it is in error, and by what.
function mark() {
  for (const error of document.querySelectorAll("[data-error]")) {
    const field = document.getElementById(error.id.replace(/_error$/, ""));
    field?.toggleAttribute("aria-invalid", false);
    if (field && !error.hidden) field.setAttribute("aria-invalid", "true");
  }
}

function told(event) {
  const words = new Words(document);
  const answer = document.getElementById("answer");
  if (!answer) return;
  const line = document.createElement("p");
  line.className = "message is-error";
  line.setAttribute("data-unsent", "");
  line.textContent = words.fill(event.type === "htmx:sendError" ? "offline" : event.detail.xhr?.status === 429 ? "many" : "failed");
  answer.querySelector("[data-unsent]")?.remove();
  answer.prepend(line);
  words.tell(line.textContent);
}

// Language and theme come back to the address that is shown now.
function here() {
  for (const field of document.querySelectorAll("input[name=next]")) field.value = location.pathname + location.search;
}

export function asking() {
  keepNewer();
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.closest?.("[data-referee]") || field.form !== form()) return;
    if (field.matches("[data-whole]")) return;
    if (field.matches("textarea") && LABELLED.test(field.value) && field.name === "hand") askWhole();
    else ask();
  });
  document.addEventListener("submit", (event) => {
    pressed = event.target === form();
  });
  document.addEventListener("change", (event) => {
    if (event.target.closest?.("[data-referee]") && event.target.matches("[data-whole]")) askWhole();
  });
  document.body.addEventListener("htmx:afterSettle", (event) => {
    mark();
    here();
    const target = event.detail.target;
    if (pressed && target.id === "answer") {
      pressed = false;
      target.scrollIntoView({ block: "nearest", behavior: "instant" });
      target.focus({ preventScroll: true });
    }
    const verdict = target.id === "answer" || target.id === "referee" ? target.querySelector("[data-verdict]") : null;
    if (verdict) new Words(document).tell(verdict.textContent.trim());
  });
  document.body.addEventListener("htmx:sendError", told);
  document.body.addEventListener("htmx:responseError", told);
}
