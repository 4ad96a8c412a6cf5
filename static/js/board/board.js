// The state of one board: layout, history, what is picked up. Others listen to `change` and `pick`.
import * as layouts from "./layout.js";
import { sorted } from "./sort.js";

export class Board extends EventTarget {
  #past = [];
  #future = [];

  constructor(root) {
    super();
    this.root = root;
    this.tiles = new Map();
    this.homes = new Map();
    const slots = Array(layouts.SLOTS).fill(null);
    for (const tile of root.querySelectorAll("[data-tile]")) {
      const slot = tile.closest("[data-slot]")?.dataset.slot;
      this.tiles.set(tile.dataset.tile, tile);
      this.homes.set(tile.dataset.tile, Number(tile.dataset.home ?? slot ?? 0));
      if (slot) slots[Number(slot)] = tile.dataset.tile;
    }
    this.codes = new Map([...this.tiles].map(([id, tile]) => [id, tile.dataset.code]));
    const lanes = [...root.querySelectorAll("[data-lanes] [data-lane-tiles]")];
    this.layout = { slots, lanes: lanes.map((lane) => [...lane.querySelectorAll("[data-tile]")].map((tile) => tile.dataset.tile)) };
    this.picked = null;
  }

  get ids() {
    return [...this.tiles.keys()];
  }

  get answered() {
    return "answered" in this.root.dataset;
  }

  get canUndo() {
    return this.#past.length > 0 && !this.answered;
  }

  get canRedo() {
    return this.#future.length > 0 && !this.answered;
  }

  get notation() {
    return layouts.notation(this.layout, this.codes);
  }

  // Take over a layout as the start: nothing to undo.
  begin(layout) {
    this.layout = layout;
    this.#emit("change", { what: "begin" });
  }

  #commit(layout, what, id) {
    if (this.answered || layouts.same(layout, this.layout)) {
      this.#emit("change", { what: "same", id });
      return;
    }
    this.#past.push(this.layout);
    this.#future = [];
    this.layout = layout;
    this.#emit("change", { what, id });
  }

  // Move one tile. Gives false, and changes nothing, where the place is taken.
  move(id, to) {
    const next = layouts.move(this.layout, id, to);
    if (!next) return false;
    this.#commit(next, "move", id);
    return true;
  }

  takeBack(id) {
    this.#commit(layouts.back(this.layout, id, this.homes.get(id)), "move", id);
  }

  sort(how) {
    this.#commit({ slots: sorted(this.layout.slots, this.codes, how), lanes: this.layout.lanes }, "sort");
  }

  clear() {
    this.#commit(layouts.clear(this.layout, this.homes), "clear");
  }

  lay(text) {
    const next = layouts.lay(this.layout, text, this.codes, this.homes);
    if (next) this.#commit(next, "lay");
    return next !== null;
  }

  undo() {
    if (!this.canUndo) return;
    this.#future.push(this.layout);
    this.layout = this.#past.pop();
    this.#emit("change", { what: "undo" });
  }

  redo() {
    if (!this.canRedo) return;
    this.#past.push(this.layout);
    this.layout = this.#future.pop();
    this.#emit("change", { what: "redo" });
  }

  pick(id) {
    if (this.picked === id) return;
    const before = this.picked;
    this.picked = id;
    this.#emit("pick", { id, before });
  }

  where(id) {
    return layouts.place(this.layout, id);
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
