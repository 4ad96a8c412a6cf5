// Puts the tiles where the layout says, names them, and keeps one way in for the Tab key on rack and table.
import { faceName, ring, showFace } from "./faces.js";

export function lanesOf(root) {
  return [...root.querySelectorAll("[data-lanes] > [data-lane]")];
}

export class View {
  constructor(board, words) {
    this.board = board;
    this.words = words;
    this.lanes = board.root.querySelector("[data-lanes]");
    this.last = this.lanes.querySelector("[data-lane-new]");
    this.template = board.root.querySelector("[data-lane-template]");
    this.shown = Infinity;
    this.slots = [...board.root.querySelectorAll("[data-slot]")];
    board.addEventListener("change", ({ detail }) => this.draw(detail));
    board.addEventListener("pick", ({ detail }) => this.drawPicked(detail));
  }

  draw({ id } = {}) {
    const { layout, tiles } = this.board;
    const focused = document.activeElement?.closest?.("[data-tile]");
    this.slots.forEach((slot, at) => {
      const tile = tiles.get(layout.slots[at]);
      if (tile && tile.parentElement !== slot) slot.append(tile);
      if (tile) ring(tile, null);
    });
    layout.lanes.forEach((lane, at) => {
      const element = lanesOf(this.board.root)[at] ?? this.#newLane();
      const box = element.querySelector("[data-lane-tiles]");
      const end = box.querySelector("[data-place]");
      for (const foreign of [...box.children]) if (foreign !== end && !foreign.matches("[data-tile]")) foreign.remove();
      lane.forEach((one, index) => {
        const tile = tiles.get(one);
        if (box.children[index] !== tile) box.insertBefore(tile, box.children[index] ?? end);
      });
      box.append(end);
      element.dataset.lane = at;
      box.setAttribute("aria-label", this.words.fill("meld", { number: at + 1 }));
      end.setAttribute("aria-label", this.words.fill("meldEnd", { number: at + 1 }));
      element.querySelector("[data-lane-verdict]").id = `lane-verdict-${at}`;
    });
    for (const extra of lanesOf(this.board.root).slice(layout.lanes.length)) extra.remove();
    for (const stray of this.last.querySelectorAll("[data-tile]")) stray.remove();
    this.name();
    this.#buttons();
    // After the first tile of a meld the place for the next meld stays in sight.
    if (layout.lanes.length > this.shown) this.last.scrollIntoView({ block: "nearest", behavior: "instant" });
    this.shown = layout.lanes.length;
    if (focused && this.board.tiles.get(id ?? focused.dataset.tile)) focused.focus({ preventScroll: true });
    this.tabStops(focused);
  }

  #newLane() {
    const lane = this.template.content.firstElementChild.cloneNode(true);
    this.last.before(lane);
    return lane;
  }

  // Faces, rings and names. What a lane's verdict does not say any more goes back to the printed face.
  name() {
    const { layout, tiles } = this.board;
    for (const id of layout.slots) {
      const tile = tiles.get(id);
      if (!tile) continue;
      showFace(tile, tile.dataset.face);
      tile.setAttribute("aria-label", this.words.fill("inRack", { tile: tile.dataset.name }));
    }
    lanesOf(this.board.root).forEach((element, at) => {
      const verdict = element.querySelector("[data-lane-verdict]");
      const lane = layout.lanes[at] ?? [];
      const current = verdict.dataset.for === lane.join(" ");
      element.dataset.state = current ? (verdict.dataset.state ?? "") : lane.length ? "waiting" : "empty";
      const faces = current && verdict.dataset.faces ? verdict.dataset.faces.split(" ") : [];
      const rings = current && verdict.dataset.rings ? verdict.dataset.rings.split(" ") : [];
      lane.forEach((id, index) => {
        const tile = tiles.get(id);
        const face = faces[index];
        showFace(tile, face || tile.dataset.face);
        const number = rings.map((one) => one.split(":")).find(([position]) => Number(position) === index)?.[1];
        ring(tile, number);
        let name = tile.dataset.name;
        if (tile.dataset.code === "*" && face) name = this.words.fill("standsFor", { tile: name, face: faceName(this.words, face) });
        name = this.words.fill("inMeld", { tile: name, number: at + 1 });
        tile.setAttribute("aria-label", number ? this.words.fill("badge", { tile: name, number }) : name);
      });
    });
  }

  drawPicked({ id, before }) {
    this.board.root.classList.toggle("is-placing", id !== null);
    this.board.tiles.get(before)?.setAttribute("aria-pressed", "false");
    this.board.tiles.get(id)?.setAttribute("aria-pressed", "true");
  }

  #buttons() {
    const { root } = this.board;
    const set = (name, on) => {
      for (const button of root.querySelectorAll(`[data-do="${name}"]`)) button.disabled = !on;
    };
    set("undo", this.board.canUndo);
    set("redo", this.board.canRedo);
    set("clear", this.board.layout.lanes.length > 0 && !this.board.answered);
    const count = this.board.layout.slots.filter(Boolean).length;
    const fold = root.querySelector("[data-rack-count]");
    const shut = count === 1 ? "showRackOne" : "showRack";
    if (fold) fold.textContent = this.words.fill(root.classList.contains("rack-open") ? "hideRack" : shut, { count });
  }

  // One tab stop on the table, one on the rack: where the focus was last, else the first tile.
  tabStops(focused) {
    for (const area of [this.lanes, this.board.root.querySelector("[data-rack]")]) {
      const all = [...area.querySelectorAll("[data-tile]")];
      const stop = all.find((tile) => tile === focused) ?? all.find((tile) => tile.tabIndex === 0) ?? all[0];
      for (const tile of all) tile.tabIndex = tile === stop ? 0 : -1;
    }
  }
}
