// The keyboard: arrows over rack and table, Enter picks up and puts down, digits lay into a meld, Esc lets go.
import { announce } from "./tap.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, height: box.height };
}

// The nearest element in a direction; sideways stays in the row.
export function neighbour(from, all, [dx, dy]) {
  const a = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of all) {
    if (element === from) continue;
    const b = middle(element);
    const along = (b.x - a.x) * dx + (b.y - a.y) * dy;
    const across = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
    if (along < 4 || (dx && across > a.height * 0.6)) continue;
    const distance = along + across * (dy ? 2 : 1);
    if (distance < least) [best, least] = [element, distance];
  }
  return best;
}

export function keyboard(board, view, words) {
  const { root } = board;

  // What arrows reach: every tile and the new meld; while a tile is up, the free places too.
  function reachable() {
    const wanted = board.picked ? "[data-tile], [data-place], [data-new-meld]" : "[data-tile], [data-new-meld]";
    return [...root.querySelectorAll(wanted)].filter((element) => element.offsetParent !== null && !element.closest("template"));
  }

  function focus(element) {
    if (!element) return;
    element.focus();
    if (element.matches("[data-tile]")) view.tabStops(element);
  }

  function toLane(tile, number) {
    const lanes = board.layout.lanes.length;
    if (number > lanes + 1) return;
    const id = board.picked ?? tile?.dataset.tile;
    if (!id) return;
    const next = nextOnRack(id);
    board.move(id, number > lanes ? { lane: "new" } : { lane: number - 1 });
    board.pick(null);
    announce(board, words, id);
    focus(next ?? board.tiles.get(id));
  }

  // The hand goes on: after laying a tile the focus stays on the rack.
  function nextOnRack(id) {
    const at = board.layout.slots.indexOf(id);
    if (at < 0) return null;
    const rest = [...board.layout.slots.slice(at + 1), ...board.layout.slots.slice(0, at).reverse()];
    return board.tiles.get(rest.find(Boolean)) ?? null;
  }

  document.addEventListener("keydown", function listen(event) {
    if (!root.isConnected) {
      document.removeEventListener("keydown", listen); // another board has taken its place
      return;
    }
    if (event.altKey || event.target.closest?.("textarea, input, select, summary")) return;
    const tile = event.target.closest?.("[data-tile]");
    const onBoard = tile ?? event.target.closest?.("[data-place], [data-new-meld]");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      if (event.shiftKey) board.redo();
      else board.undo();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y") {
      board.redo();
    } else if (event.ctrlKey || event.metaKey) {
      return;
    } else if (event.key === "Escape" && board.picked) {
      const id = board.picked;
      board.pick(null);
      words.say("letGo", { tile: board.tiles.get(id).dataset.name });
      focus(board.tiles.get(id));
    } else if (!onBoard) {
      return;
    } else if (DIRECTIONS[event.key]) {
      focus(neighbour(onBoard, reachable(), DIRECTIONS[event.key]));
    } else if (event.key === "Home" || event.key === "End") {
      const area = onBoard.closest("[data-lane], [data-rack]") ?? root;
      const tiles = [...area.querySelectorAll("[data-tile]")];
      focus(event.key === "Home" ? tiles[0] : tiles.at(-1));
    } else if (/^[1-9]$/.test(event.key) && !board.answered) {
      toLane(tile, Number(event.key));
    } else if ((event.key === "Delete" || event.key === "Backspace") && tile && !board.answered && "lane" in board.where(tile.dataset.tile)) {
      board.pick(null);
      board.takeBack(tile.dataset.tile);
      announce(board, words, tile.dataset.tile);
      focus(tile);
    } else {
      return; // Enter and Space click the button: the same path as a tap
    }
    event.preventDefault();
  });

  root.addEventListener("focusin", (event) => {
    const tile = event.target.closest("[data-tile]");
    if (tile) view.tabStops(tile);
  });
}
