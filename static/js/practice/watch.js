// A table with friends. What the others do comes in by asking: quietly, so that what somebody is doing meanwhile stays as it is.
import { Words } from "../board/say.js";

const HURRY = 30; // seconds before a bot may play on: said once
let carried = null;
let held = false; // a finger or a button is down: perhaps a tile is being dragged

const page = () => document.getElementById("game");
const quiet = (detail) => detail.requestConfig?.elt?.matches("[data-quiet]") ?? false;
const busy = () => held || page()?.querySelector(".is-dragging") != null;

document.addEventListener("pointerdown", () => {
  held = true;
});
for (const end of ["pointerup", "pointercancel", "dragend"]) {
  document.addEventListener(end, () => {
    held = false;
  }, true);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches("[data-watch]") && (document.hidden || busy())) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.dispatchEvent(new Event("look"));
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (!quiet(detail)) return;
  if (detail.xhr.status === 404) gone();
  else if (busy()) detail.shouldSwap = false; // the next time it is asked brings it
  else if (detail.shouldSwap) carried = noted(page());
});

// What was carried over a quiet change, once; null where the change was one's own deed.
export function carry() {
  const note = carried;
  carried = null;
  return note;
}

function noted(game) {
  const { activeElement: active } = document;
  return {
    focus: game.contains(active) ? name(active) : "",
    open: [...game.querySelectorAll("details[open]")].map((one) => [...game.querySelectorAll("details")].indexOf(one)),
    typed: game.querySelector("#typed-moves")?.value ?? "",
    picked: game.querySelector("[data-tile][aria-pressed='true']")?.dataset.tile ?? null,
    told: told(game),
    status: status(game),
  };
}

const told = (game) => [...game.querySelectorAll("[data-log] > li")].map((one) => text(one));
const status = (game) => text(game.querySelector("[data-status] p, p[data-status], [data-round-over]"));
const text = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

// How to find an element again in the table that comes.
function name(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const key of ["tile", "move", "add", "sort", "do", "slot"]) {
    const value = element.dataset[key];
    if (value) return `[data-${key}="${CSS.escape(value)}"]`;
  }
  if (element.value && element.name) return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  const fold = element.closest("summary")?.parentElement;
  return fold?.id ? `#${CSS.escape(fold.id)} > summary` : "";
}

// Put back what somebody had in hand, and say what is new.
export function after(game, note, board) {
  const folds = game.querySelectorAll("details");
  for (const at of note.open) if (folds[at]) folds[at].open = true;
  const field = game.querySelector("#typed-moves");
  if (field && note.typed) field.value = note.typed;
  if (note.picked && board?.tiles.has(note.picked)) board.pick(note.picked);
  if (note.focus) (game.querySelector(note.focus) ?? game).focus({ preventScroll: true });
  const fresh = told(game).filter((line, at) => line !== note.told[at]);
  const now = status(game);
  const news = [...fresh, ...(now === note.status ? [] : [now])].join(" ");
  const live = document.getElementById("say");
  if (news && live) live.textContent = news;
}

// The seat was taken back: there is nothing here any more.
function gone() {
  const game = page();
  const words = game.querySelector("[data-texts]")?.dataset.gone ?? "";
  const box = document.createElement("p");
  box.className = "message";
  box.setAttribute("role", "alert");
  box.textContent = words;
  game.replaceChildren(box);
}

// How long it takes until a bot may play on. The server decides; this only shows it.
export function clock(game) {
  const shown = game.querySelector("[data-clock]");
  if (!shown) return;
  const end = performance.now() + Number(shown.dataset.clock) * 1000;
  let said = Number(shown.dataset.clock) <= HURRY;
  const tick = () => {
    if (!shown.isConnected) return;
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left <= HURRY && !said && "mine" in shown.dataset) {
      said = true;
      new Words(game).say("hurry");
    }
    if (left) setTimeout(tick, 1000);
  };
  tick();
}

// Buttons that hand the link to another app, where the device can.
export function sharing(game) {
  for (const button of game.querySelectorAll("[data-share]")) {
    if (!navigator.share) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      const { share, shareText } = button.dataset;
      navigator.share({ text: shareText, url: new URL(share, location.href).href }).catch(() => {});
    });
  }
}
