// Tiles of a plain rack, carried with SortableJS by mouse, pen or finger. Where one is let go, the page decides.
import "../../vendor/sortablejs/Sortable.min.js";

const { Sortable } = self;

// `drop(tile, under, x)` is called with the element under the pointer.
export function carrying(rack, tiles, { start, drop }) {
  return new Sortable(rack, {
    draggable: tiles,
    sort: false,
    animation: 0,
    forceFallback: true,
    fallbackOnBody: true,
    fallbackTolerance: 4,
    touchStartThreshold: 4,
    fallbackClass: "is-carried",
    ghostClass: "is-dragged",
    onStart() {
      rack.classList.add("is-dragging");
      start();
    },
    onEnd(event) {
      rack.classList.remove("is-dragging");
      const { clientX: x, clientY: y } = event.originalEvent.changedTouches?.[0] ?? event.originalEvent;
      drop(event.item, document.elementFromPoint(x, y), x);
      // Sortable swallows the click that ends a drag; where none comes it would swallow the next one.
      setTimeout(() => document.dispatchEvent(new MouseEvent("click", { cancelable: true })));
    },
  });
}
