// Tap a tile, then tap the place for it. The same tile again lets go; twice on a laid tile takes it back.
import { lanesOf } from "./render.js";

const TWICE = 350; // ms

// The place that an element stands for; in a lane `x` decides on which side of the tile.
export function placeOf(board, element, x) {
  const slot = element.closest("[data-slot]");
  if (slot) return { slot: Number(slot.dataset.slot) };
  const lane = element.closest("[data-lane]");
  if (lane) {
    const at = lanesOf(board.root).indexOf(lane);
    const others = [...lane.querySelectorAll("[data-tile]")].filter((tile) => tile.dataset.tile !== board.picked);
    if (x === undefined) return { lane: at, index: others.indexOf(element.closest("[data-tile]")) };
    const index = others.findIndex((tile) => {
      const box = tile.getBoundingClientRect();
      return x < box.left + box.width / 2;
    });
    return { lane: at, index: index < 0 ? others.length : index };
  }
  return element.closest("[data-lane-new]") ? { lane: "new" } : null;
}

export function tapping(board, words) {
  let last = { id: null, at: 0 };

  function put(to, element, event) {
    const id = board.picked;
    if (!board.move(id, to)) {
      words.tip(element, "taken");
      return;
    }
    board.pick(null);
    announce(board, words, id);
    if (!event.detail) board.tiles.get(id).focus(); // by keyboard: stay with the tile
  }

  function tapTile(tile, event) {
    const id = tile.dataset.tile;
    if (board.answered) {
      words.tip(tile, "answered");
      return;
    }
    const now = performance.now();
    const twice = last.id === id && now - last.at < TWICE;
    last = { id, at: now };
    if (twice && "lane" in board.where(id)) {
      board.pick(null);
      board.takeBack(id);
      announce(board, words, id);
      return;
    }
    if (board.picked === id) {
      board.pick(null);
      words.say("letGo", { tile: tile.dataset.name });
    } else if (board.picked && "lane" in board.where(id)) {
      put(placeOf(board, tile, event.detail ? event.clientX : undefined), tile, event);
    } else {
      board.pick(id);
      words.say("picked", { tile: tile.dataset.name });
    }
  }

  board.root.addEventListener("click", (event) => {
    if (event.target.closest("[data-do], [data-sort], a")) return;
    const tile = event.target.closest("[data-tile]");
    if (tile) {
      tapTile(tile, event);
      return;
    }
    const place = event.target.closest("[data-slot], [data-lane], [data-lane-new]");
    if (place && board.picked) {
      const end = event.target.closest("[data-place]") && place.matches("[data-lane]");
      put(placeOf(board, place, end || !event.detail ? Infinity : event.clientX), place, event);
    }
  });
}

export function announce(board, words, id) {
  const at = board.where(id);
  const tile = board.tiles.get(id).dataset.name;
  if ("slot" in at) words.say("toRack", { tile });
  else words.say("toMeld", { tile, number: at.lane + 1 });
}
