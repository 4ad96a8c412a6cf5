// Tiles are tapped into the hand, as the indicator, or as seen elsewhere. The fields hold what is sent; this draws them.
// How many copies there are, which tile is the okey and how much a hand holds comes with the page.
import { neighbour } from "../board/keys.js";
import { Words } from "../board/say.js";
import { ask, askWhole } from "./ask.js";

const TAP_PAUSE = 150; // ms
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const past = []; // what stood in the fields before each step; outlives a form that is drawn anew
let into = null;

class Palette {
  constructor(box) {
    this.box = box;
    this.form = box.closest("form");
    this.words = new Words(document);
    this.tiles = [...box.querySelectorAll(".palette-tile")];
    this.slots = [...box.querySelectorAll("[data-rack-slots] > .slot")];
    const { most, counts } = box.querySelector("[data-palette]").dataset;
    this.most = Number(most);
    // Fields that are filled by tapping: some hold a list of tiles, some a single one.
    const targets = [...box.querySelectorAll("[data-into]")];
    this.singles = targets.filter((one) => "single" in one.dataset).map((one) => one.dataset.into);
    this.lists = targets.map((one) => one.dataset.into).filter((name) => !this.singles.includes(name));
    this.counted = [...this.lists, ...this.singles.filter((name) => name !== "indicator"), ...counts.split(" ").filter(Boolean)];
    this.codes = new Map(this.tiles.map((tile) => [tile.dataset.face, tile.dataset.code]));
    this.byCode = new Map([...this.tiles].reverse().map((tile) => [tile.dataset.code, tile]));
    into ??= this.form.indicator.value ? this.lists[0] : "indicator";
    box.addEventListener("click", (event) => this.#click(event));
    box.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("focusin", (event) => this.#tabStop(event.target));
    box.addEventListener("change", () => this.#reach());
    this.form.addEventListener("input", () => this.draw());
    this.draw();
    this.#reach();
  }

  list(name) {
    const words = (this.form[name]?.value ?? "").toUpperCase().split(/[\s,;|]+/).filter(Boolean);
    return words.map((word) => word.split("=")[0]).map((word) => this.codes.get(word) ?? word);
  }

  // The list that the rack shows.
  get shown() {
    return this.lists.includes(into) ? into : this.lists[0];
  }

  #now() {
    return Object.fromEntries([...this.lists, ...this.singles].map((name) => [name, this.form[name]?.value ?? ""]));
  }

  #set(values) {
    const whole = values.indicator !== this.form.indicator.value;
    for (const [name, value] of Object.entries(values)) if (this.form[name]) this.form[name].value = value;
    this.draw();
    if (whole) askWhole();
    else ask(TAP_PAUSE);
  }

  #change(values) {
    past.push(this.#now());
    this.#set({ ...this.#now(), ...values });
  }

  left(tile) {
    const { code, copies } = tile.dataset;
    const placed = this.counted.flatMap((name) => this.list(name)).filter((one) => one === code).length;
    return Math.max(0, Number(copies) - placed);
  }

  draw() {
    const hand = this.list(this.shown);
    const focused = this.slots.findIndex((slot) => slot.contains(document.activeElement));
    const shown = hand.map((code, index) => ({ code, index })).filter(({ code }) => this.byCode.has(code));
    this.slots.forEach((slot, at) => slot.replaceChildren(...(shown[at] ? [this.#onRack(shown[at])] : [])));
    if (focused >= 0) this.slots[Math.min(focused, shown.length - 1)]?.querySelector("button")?.focus();
    for (const tile of this.tiles) {
      const left = this.left(tile);
      tile.querySelector(".copies").textContent = left;
      tile.setAttribute("aria-label", this.words.fill(left ? "left" : "none", { tile: tile.dataset.name, count: left }));
      tile.setAttribute("aria-disabled", String(!left && into !== "indicator"));
    }
    for (const button of this.box.querySelectorAll("[data-into]")) button.setAttribute("aria-pressed", String(button.dataset.into === into));
    this.box.querySelector("[data-undo]").disabled = !past.length;
    this.box.querySelector("[data-clear]").disabled = !this.lists.some((name) => this.list(name).length);
    const count = this.form.querySelector("[data-count]");
    if (count) count.textContent = hand.length ? this.words.fill(hand.length === 1 ? "tile" : "tiles", { count: hand.length }) : "";
  }

  #onRack({ code, index }) {
    const tile = this.byCode.get(code);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tile";
    button.dataset.index = index;
    button.tabIndex = -1;
    button.setAttribute("aria-label", this.words.fill("remove", { tile: tile.dataset.name }));
    button.append(tile.querySelector("svg").cloneNode(true));
    return button;
  }

  #click(event) {
    const target = event.target.closest("button");
    if (!target) return;
    if (target.matches(".palette-tile")) this.#tap(target);
    else if (target.dataset.index) this.#remove(Number(target.dataset.index));
    else if (target.dataset.into) {
      into = target.dataset.into;
      this.draw();
    } else if ("undo" in target.dataset && past.length) {
      this.#set(past.pop());
      this.words.say("undone");
    } else if ("clear" in target.dataset) {
      this.#change(Object.fromEntries(this.lists.map((name) => [name, ""])));
      this.words.say("cleared");
    }
  }

  #tap(tile) {
    const { face, code, name } = tile.dataset;
    if (into === "indicator") {
      if (face === "*" || face === "F") {
        this.words.tip(tile, "noIndicator");
        return;
      }
      [into] = this.lists;
      this.#change({ indicator: face });
    } else if (!this.left(tile)) {
      this.words.tip(tile, "gone");
    } else if (this.singles.includes(into)) {
      this.#change({ [into]: code });
      this.words.say("added", { tile: name });
    } else if (into === this.lists[0] && this.list(into).length >= this.most) {
      document.querySelector(".tip")?.remove();
      this.words.texts = { ...this.words.texts, fullNow: this.words.fill("full", { count: this.most }) };
      this.words.tip(tile, "fullNow");
    } else {
      this.#change({ [into]: [...this.list(into), code].join(" ") });
      this.words.say("added", { tile: name });
    }
  }

  #remove(index) {
    const hand = this.list(this.shown);
    const [code] = hand.splice(index, 1);
    this.#change({ [this.shown]: hand.join(" ") });
    this.words.say("removed", { tile: this.byCode.get(code).dataset.name });
  }

  #areas() {
    return [this.box.querySelector("[data-palette]"), this.box.querySelector("[data-rack-slots]")];
  }

  // One tab stop in the palette, one on the rack; the arrows move on from there.
  #tabStop(target) {
    const area = target?.closest("[data-palette], [data-rack-slots]");
    if (!area || !target.matches("button")) return;
    for (const button of area.querySelectorAll("button")) button.tabIndex = button === target ? 0 : -1;
  }

  // A phone shows one colour at a time: with another one, the tab stop goes to a tile that is seen.
  #reach() {
    for (const area of this.#areas()) {
      const seen = [...area.querySelectorAll("button:not([data-undo], [data-clear])")].filter((one) => one.offsetParent !== null);
      if (!seen.some((one) => one.tabIndex === 0 && one.hasAttribute("tabindex"))) this.#tabStop(seen[0]);
    }
  }

  #key(event) {
    const area = event.target.closest("[data-palette], [data-rack-slots]");
    if (!area || !event.target.matches("button") || event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...area.querySelectorAll("button")].filter((one) => one.offsetParent !== null);
    let next = null;
    if (DIRECTIONS[event.key]) next = neighbour(event.target, buttons, DIRECTIONS[event.key]);
    else if (event.key === "Home") next = buttons[0];
    else if (event.key === "End") next = buttons.at(-1);
    else if ((event.key === "Delete" || event.key === "Backspace") && event.target.dataset.index) event.target.click();
    else return;
    next?.focus();
    event.preventDefault();
  }
}

export function startPalette() {
  for (const box of document.querySelectorAll("[data-palette-box]:not([data-started])")) {
    box.dataset.started = "";
    new Palette(box);
  }
}
