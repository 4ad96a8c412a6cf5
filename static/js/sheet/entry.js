// The form of a round: kept while it is filled in, scored by the server as one types, sent once.
import { Words } from "../board/say.js";
import { token } from "../csrf.js";
import { begin, drop, keep, restore } from "./draft.js";

const PAUSE = 300; // ms
const SHOWN = [400, 409]; // answers that stand on the page: the form again, and why

const form = () => document.getElementById("round-form");
let timer;
let asked;

function ask(pause = PAUSE) {
  clearTimeout(timer);
  timer = setTimeout(score, pause);
}

async function score() {
  const from = form();
  if (!from) return;
  asked?.abort();
  asked = new AbortController();
  const body = new FormData(from);
  body.delete("csrfmiddlewaretoken");
  try {
    const answer = await fetch(from.dataset.score, { method: "POST", body, headers: { "X-CSRFToken": token() }, signal: asked.signal });
    if (!answer.ok || from !== form()) return;
    window.htmx.swap("#score-preview", await answer.text(), { swapStyle: "innerHTML" });
    mark();
  } catch {
    // Asked again, or not connected: what it brings is shown later.
  }
}

// A field says itself that it is in error.
function mark() {
  for (const error of form()?.querySelectorAll("[data-error]") ?? []) {
    const field = document.getElementById(error.id.replace(/_error$/, ""));
    if (error.hidden) field?.removeAttribute("aria-invalid");
    else {
      field?.setAttribute("aria-invalid", "true");
      error.closest("details")?.setAttribute("open", "");
    }
  }
}

function changed() {
  const button = form().querySelector("[data-clear-draft]");
  button.hidden = !keep(form());
  form().querySelector("[data-unsent]")?.remove();
  ask();
}

function told(name) {
  const words = new Words(document);
  const line = document.createElement("p");
  line.className = "message is-error";
  line.setAttribute("data-unsent", "");
  line.textContent = words.fill(name);
  form().querySelector("[data-unsent]")?.remove();
  form().querySelector(".sheet-dock").prepend(line);
  words.tell(line.textContent);
}

// The common case in one tap and three numbers: of whom something is left, that one has opened. It can be seen and changed.
function opened(field) {
  const { quick } = form().dataset;
  const seat = /^left(\d)$/.exec(field.name)?.[1];
  const way = form().elements[`opened${seat}`];
  if (!quick || !way || way.value || !field.value.trim() || !/^\d$/.test(form().elements.winner.value)) return;
  way.value = quick;
}

export function startEntry() {
  const page = document.querySelector("[data-sheet]");
  if (!form()) return;
  begin(form());
  if (restore(form(), page.dataset.written.split(" "))) {
    const words = new Words(document);
    words.say("back");
    form().querySelector("[data-clear-draft]").hidden = false;
    ask(0);
  }
  document.addEventListener("input", (event) => {
    if (event.target.form !== form()) return;
    opened(event.target);
    changed();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-clear-draft]")) {
      drop(form().dataset.draft);
      location.assign(location.pathname);
    }
    if (event.target.closest?.("[data-leave-draft]")) drop(form().dataset.draft);
  });
  // What it would bring is of no interest any more: a late answer must not hide what is said of the fields.
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.closest?.("#entry")) return;
    clearTimeout(timer);
    asked?.abort();
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr?.status === 204 && event.target.closest?.("#entry")) drop(form().dataset.draft);
  });
  document.body.addEventListener("htmx:sendError", (event) => {
    if (event.target.closest?.("#entry")) told("offline");
  });
  document.body.addEventListener("htmx:responseError", (event) => {
    const { status } = event.detail.xhr;
    if (event.target.closest?.("#entry") && !SHOWN.includes(status)) told(status === 429 ? "many" : "failed");
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    const problem = form()?.querySelector("[data-problem]");
    if (!problem || problem.dataset.seen) return;
    problem.dataset.seen = "true";
    keep(form());
    form().querySelector("[data-clear-draft]").hidden = false;
    mark();
    const wrong = form().querySelector("[aria-invalid=true]");
    (problem.classList.contains("is-error") && wrong ? wrong : problem).focus();
  });
}
