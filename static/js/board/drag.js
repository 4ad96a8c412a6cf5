// Dragging with SortableJS. A drop moves the tile dropped and nothing else, to the place under the pointer.
import "../../vendor/sortablejs/Sortable.min.js";
import { announce, placeOf } from "./tap.js";

const { Sortable } = self;

export function dragging(board, view, words) {
  const { root } = board;
  const step = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150;
  const options = {
    draggable: "[data-tile]",
    animation: step,
    forceFallback: true,
    fallbackOnBody: true,
    fallbackTolerance: 4,
    touchStartThreshold: 4,
    fallbackClass: "is-carried",
    ghostClass: "is-dragged",
    emptyInsertThreshold: 0,
    filter: () => board.answered,
    preventOnFilter: false,
    onStart: () => {
      root.classList.add("is-dragging");
      board.pick(null);
    },
    onEnd: drop,
  };

  function drop(event) {
    root.classList.remove("is-dragging");
    const id = event.item.dataset.tile;
    const { clientX: x, clientY: y } = event.originalEvent.changedTouches?.[0] ?? event.originalEvent;
    const under = document.elementFromPoint(x, y);
    // Around rack and lanes a page may have other places; it takes the tile there itself.
    const elsewhere = new CustomEvent("drop", { detail: { id, under, x }, cancelable: true });
    if (!board.dispatchEvent(elsewhere)) {
      view.draw();
      setTimeout(hearClicks);
      return;
    }
    const to = under && root.contains(under) ? placeOf({ root, picked: id }, under, x) : null;
    const moved = to !== null && board.move(id, to);
    if (!moved) view.draw(); // Sortable has moved the element: put it back
    if (to === null) words.tip(event.item, "nowhere");
    else if (!moved) words.tip(event.item, "taken");
    else announce(board, words, id);
    setTimeout(hearClicks);
  }

  // Sortable swallows the click that ends a drag. Where the browser sent none, because the tile has
  // moved on, it would swallow the person's next one: give it a click that means nothing.
  const hearClicks = () => document.dispatchEvent(new MouseEvent("click", { cancelable: true }));

  const free = (to) => !to.el.querySelector("[data-tile]");
  const make = (element, put) => new Sortable(element, { ...options, group: { name: root.dataset.puzzle, put } });
  for (const slot of root.querySelectorAll("[data-slot]")) make(slot, free);
  make(root.querySelector("[data-lane-new]"), true);
  const lanes = () => {
    for (const box of root.querySelectorAll("[data-lanes] [data-lane-tiles]")) if (!Sortable.get(box)) make(box, true);
  };
  board.addEventListener("change", lanes);
  lanes();
}
