// One move made with the tiles: a tile is tapped or carried onto a meld, several are laid as one, one is thrown.
// The move stands as text in the form. What it means and whether it may be made, the server says.
import { Words } from "../board/say.js";
import { carrying } from "./carry.js";

const TILE = ".plan-tile";

function start(root) {
  const form = root.closest("form");
  const field = root.querySelector("[data-make-answer]");
  const rack = root.querySelector("[data-make-rack]");
  const target = root.querySelector("[data-make-target]");
  const thrown = root.querySelector("[data-make-do=discard]");
  const cloth = form.querySelector(".task-cloth:has([data-kind])");
  const melds = [...(cloth?.querySelectorAll(".task-meld") ?? [])];
  const words = new Words(root);
  const kinds = root.dataset.make.split(" ");
  const several = kinds.includes("lay");
  let laid = null; // what the one move has laid: { text, tiles, place, undo }

  const tiles = () => [...rack.querySelectorAll(TILE)];
  const picked = () => tiles().filter((tile) => tile.getAttribute("aria-pressed") === "true");
  const code = (tile) => tile.dataset.code;

  function pick(tile, on) {
    if (on && !several) for (const other of picked()) other.setAttribute("aria-pressed", "false");
    tile.setAttribute("aria-pressed", String(on));
    draw();
  }

  function draw() {
    const chosen = picked().length;
    for (const button of root.querySelectorAll("[data-make-do]")) button.disabled = button.dataset.makeDo === "lay" ? chosen < 2 : chosen !== 1;
    for (const button of form.querySelectorAll("[data-make-onto]")) button.disabled = chosen !== 1;
    form.classList.toggle("is-placing", chosen > 0);
    field.value = laid?.text ?? "";
  }

  // A tile lies elsewhere now: a copy of it, which takes it back.
  function copy(tile) {
    const made = tile.cloneNode(true);
    made.setAttribute("aria-pressed", "false");
    made.classList.add("is-put");
    made.setAttribute("aria-label", words.fill("takeBack", { tile: tile.dataset.name }));
    made.addEventListener("click", (event) => {
      event.stopPropagation();
      back();
      tile.focus();
      words.say("toRack", { tile: tile.dataset.name });
    });
    return made;
  }

  function back() {
    if (!laid) return;
    laid.undo();
    for (const tile of laid.tiles) tile.disabled = false;
    laid = null;
    draw();
  }

  // Make the move; one that was made before is taken back.
  function make(text, used, undo) {
    laid = { text, tiles: used, undo };
    for (const tile of used) {
      tile.setAttribute("aria-pressed", "false");
      tile.disabled = true;
    }
    draw();
    form.querySelector("button.is-primary")?.focus({ preventScroll: true });
  }

  function onto(meld, tile, x = Infinity) {
    back();
    const number = meld.querySelector(".task-number b").textContent.trim();
    const row = meld.querySelector(".tiles");
    const made = copy(tile);
    if (kinds.includes("swap")) {
      const okey = row.querySelector(".tile:has(use[href$='#okey'])");
      if (okey) okey.replaceWith(made);
      else row.append(made);
      make(`swap ${code(tile)} @${number}`, [tile], () => (okey ? made.replaceWith(okey) : made.remove()));
    } else {
      const { left, width } = row.getBoundingClientRect();
      if (x < left + width / 2) row.prepend(made);
      else row.append(made);
      make(`add ${code(tile)} @${number}`, [tile], () => made.remove());
    }
    words.say("toMeld", { tile: tile.dataset.name, number });
  }

  function lay(some) {
    back();
    const meld = document.createElement("div");
    meld.className = "task-meld";
    const row = document.createElement("span");
    row.className = "tiles";
    row.append(...some.map(copy));
    meld.append(row);
    cloth.append(meld);
    make(`lay ${some.map(code).join(" ")}`, some, () => meld.remove());
    words.say("laid", { tiles: some.map((tile) => tile.dataset.name).join(", ") });
  }

  function discard(tile) {
    back();
    const made = copy(tile);
    thrown.after(made);
    make(`discard ${code(tile)}`, [tile], () => made.remove());
    words.say("thrown", { tile: tile.dataset.name });
  }

  root.addEventListener("click", (event) => {
    const tile = event.target.closest(TILE);
    const button = event.target.closest("[data-make-do]");
    if (tile && rack.contains(tile)) {
      const on = tile.getAttribute("aria-pressed") !== "true";
      pick(tile, on);
      words.say(on ? "picked" : "letGo", { tile: tile.dataset.name });
    } else if (button?.dataset.makeDo === "lay") lay(picked());
    else if (button) discard(picked()[0]);
  });

  for (const meld of melds) {
    const button = target.content.firstElementChild.cloneNode(true);
    button.querySelector(".unseen").textContent = `, ${meld.querySelector(".task-number > span").textContent.replace(/:\s*$/, "")}`;
    meld.append(button);
    meld.addEventListener("click", (event) => {
      const [tile, more] = picked();
      if (tile && !more) onto(meld, tile, event.target.closest("[data-make-onto]") ? Infinity : event.clientX);
    });
  }

  carrying(rack, `${TILE}:not([disabled])`, {
    start: () => form.classList.add("is-placing"),
    drop(tile, under, x) {
      for (const other of picked()) pick(other, false);
      const meld = under?.closest(".task-meld");
      if (melds.includes(meld)) onto(meld, tile, x);
      else if (thrown && under?.closest("[data-make-do=discard]")) discard(tile);
      else words.tip(tile, "nowhere");
      draw();
    },
  });

  // The sentences to choose from are for who has no script.
  for (const option of form.querySelectorAll("input[type=radio][name=answer]")) option.disabled = true;
  field.disabled = false;
  draw();
}

function each() {
  for (const root of document.querySelectorAll("[data-make]:not([data-ready])")) {
    root.dataset.ready = "";
    start(root);
  }
}

each();
document.addEventListener("htmx:afterSettle", each);
