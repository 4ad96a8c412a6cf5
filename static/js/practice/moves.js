// Moves are put together as text from what lies in the lanes and the tile that is picked up. Whether one is allowed, the server says.
import { keep } from "./rack.js";

export function moves(board, words) {
  const { root } = board;
  const form = document.getElementById("deed");

  const code = (id) => board.codes.get(id);

  function send(text, id) {
    keep(board, id);
    form.elements.composed.value = text;
    form.requestSubmit();
  }

  function make(button, id) {
    const { move, add, swap, end } = button.dataset;
    const needs = move ? button.dataset.needs : "tile";
    if (needs.includes("tile") && !id) {
      words.tip(button, "chooseTile");
      return;
    }
    if (needs.includes("lanes") && !board.layout.lanes.length) {
      words.tip(button, "chooseMelds");
      return;
    }
    if (add) send(["add", code(id), `@${add}`, end].filter(Boolean).join(" "), id);
    else if (swap) send(`swap ${code(id)} @${swap}`, id);
    else send([move, needs.includes("tile") && code(id), needs.includes("lanes") && board.notation].filter(Boolean).join(" "), needs.includes("tile") ? id : null);
  }

  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move], [data-add], [data-swap]");
    if (button) make(button, board.picked);
    else if (board.picked && event.target.closest("[data-meld][data-drop]")) onMeld(event.target, board.picked, event);
  });

  // A tile on a meld is laid off there, on the okey in it exchanged; an okey goes to the end it is nearer to.
  function onMeld(element, id, { clientX: x }) {
    const meld = element.closest("[data-meld]");
    const swap = onOkey(element) ? meld.querySelector("[data-swap]") : null;
    make(code(id) === "*" ? meld.querySelector(`[data-add][data-end="${nearer(meld, x)}"]`) : (swap ?? meld.querySelector("[data-add]:not([data-end])")), id);
  }

  const onOkey = (element) => element.closest(".tile")?.querySelector("use[href$='#okey']") ?? null;

  function nearer(meld, x) {
    const tiles = [...meld.querySelectorAll(".round-tiles > .tile")].map((one) => one.getBoundingClientRect());
    return x < (tiles[0].left + tiles.at(-1).right) / 2 ? "low" : "high";
  }

  // Dragged onto a meld or onto the button that discards.
  board.addEventListener("drop", (event) => {
    const { id, under, x } = event.detail;
    const place = under?.closest("[data-drop]");
    if (!place) return;
    event.preventDefault();
    if (place.matches("[data-meld]")) onMeld(under, id, { clientX: x });
    else make(place, id);
  });

  board.addEventListener("pick", ({ detail }) => {
    if (detail.id === null) delete root.dataset.picked;
    else root.dataset.picked = code(detail.id);
  });
}
