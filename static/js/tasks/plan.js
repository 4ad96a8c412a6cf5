// Puts a plan of moves together: tiles and melds are tapped or dragged, the moves stand as text.
// What a move means and whether it may be made, the server says.
import { carrying } from "./carry.js";

function start(plan) {
  const field = plan.querySelector("textarea");
  const ends = plan.querySelector("[data-plan-ends]");
  const melds = [...document.querySelectorAll("#exercise .task-cloth .task-meld")];
  if (!field || field.readOnly) return;

  const tiles = () => [...plan.querySelectorAll(".plan-tile")];
  const picked = () => tiles().filter((tile) => tile.getAttribute("aria-pressed") === "true");
  const moves = () =>
    field.value
      .split(/[;\n]/)
      .map((move) => move.trim())
      .filter(Boolean);

  function draw() {
    const chosen = picked().length;
    const able = { lay: chosen > 1, discard: chosen === 1, undo: moves().length > 0 };
    for (const button of plan.querySelectorAll("[data-plan-do]")) {
      if (button.dataset.planDo in able) button.disabled = !able[button.dataset.planDo];
    }
    for (const meld of melds) {
      for (const button of meld.querySelectorAll("[data-plan-end]")) button.disabled = chosen !== 1;
    }
  }

  // A tile that stands in a move has left the rack.
  function used() {
    const words = moves()
      .flatMap((move) => move.split(/[\s|]+/))
      .map((word) => word.split("=")[0]);
    for (const tile of tiles()) {
      const at = words.indexOf(tile.dataset.code);
      tile.disabled = at >= 0;
      if (at < 0) continue;
      words.splice(at, 1);
      tile.setAttribute("aria-pressed", "false");
    }
    draw();
  }

  function write(move) {
    const before = moves();
    const last = before.at(-1);
    if (move.startsWith("open ") && last?.startsWith("open ")) {
      before[before.length - 1] = `${last} | ${move.slice(5)}`;
    } else before.push(move);
    field.value = before.join("; ");
    used();
  }

  function onto(meld, tile, end) {
    const number = meld.querySelector(".task-number b").textContent.trim();
    if (end === "swap") write(`swap ${tile} @${number}`);
    else write(`add ${tile} @${number}${end ? ` ${end}` : ""}`);
  }

  function done(what) {
    const codes = picked().map((tile) => tile.dataset.code);
    if (what === "undo") field.value = moves().slice(0, -1).join("; ");
    else if (what === "lay") write(`${plan.dataset.opened ? "lay" : "open"} ${codes.join(" ")}`);
    else if (what === "discard") write(`discard ${codes[0]}`);
    else write(what);
    used();
  }

  plan.addEventListener("click", (event) => {
    const tile = event.target.closest(".plan-tile");
    const button = event.target.closest("[data-plan-do]");
    if (tile) {
      const pressed = tile.getAttribute("aria-pressed") === "true";
      tile.setAttribute("aria-pressed", String(!pressed));
      draw();
    } else if (button) done(button.dataset.planDo);
  });

  // Where a tile is let go: on the okey it takes its place, else it goes to the end that is nearer.
  function endAt(meld, under, x) {
    if (meld.querySelector("[data-plan-end=swap]") && under.closest(".tile")?.querySelector("use[href$='#okey']")) return "swap";
    const { left, width } = (meld.querySelector(".tiles") ?? meld).getBoundingClientRect();
    if (meld.dataset.kind !== "run") return "";
    return x < left + width / 2 ? "low" : "high";
  }

  const rack = plan.querySelector("[data-plan-rack]");
  if (rack) {
    carrying(rack, ".plan-tile:not([disabled])", {
      start: () => {},
      drop(tile, under, x) {
        const meld = under?.closest(".task-meld");
        if (melds.includes(meld)) onto(meld, tile.dataset.code, endAt(meld, under, x));
        else if (under?.closest("[data-plan-do=discard]")) write(`discard ${tile.dataset.code}`);
      },
    });
  }

  for (const meld of melds) {
    if (ends) meld.append(ends.content.cloneNode(true));
    const run = meld.dataset.kind === "run"; // only a run has two ends
    for (const button of meld.querySelectorAll("[data-plan-end]")) {
      const okey = meld.querySelector(".tiles use[href$='#okey']");
      if (button.dataset.planEnd === "swap" ? !okey : (button.dataset.planEnd === "on") === run) button.remove();
    }
    meld.addEventListener("click", (event) => {
      const button = event.target.closest("[data-plan-end]");
      const [tile] = picked();
      if (!button || !tile) return;
      const end = button.dataset.planEnd;
      onto(meld, tile.dataset.code, end === "swap" || run ? end : "");
    });
  }

  field.addEventListener("input", used);
  used();
}

function each(root) {
  for (const plan of root.querySelectorAll("[data-plan]:not([data-ready])")) {
    plan.dataset.ready = "";
    start(plan);
  }
}

each(document);
document.addEventListener("htmx:afterSettle", () => each(document));
