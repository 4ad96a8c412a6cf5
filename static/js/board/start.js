// Wires one board: state, view, tap, drag, keys, server, storage.
import { Board } from "./board.js";
import { dragging } from "./drag.js";
import { keyboard } from "./keys.js";
import { askServer } from "./lanes.js";
import { View } from "./render.js";
import { results } from "./result.js";
import { keep, kept } from "./save.js";
import { Words } from "./say.js";
import { tapping } from "./tap.js";

const SAID = { undo: "undone", redo: "redone", sort: "sorted", clear: "cleared" };

function start(root) {
  const board = new Board(root);
  const words = new Words(root);
  const view = new View(board, words);
  const asked = askServer(board, view, words);

  board.addEventListener("change", ({ detail }) => {
    if (!board.answered) keep(board, board.layout);
    if (SAID[detail.what]) words.say(SAID[detail.what]);
  });

  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do], [data-sort]");
    if (!button) return;
    if (button.dataset.sort) board.sort(button.dataset.sort);
    else if (button.dataset.do === "fold") fold(button);
    else board[button.dataset.do]();
  });

  function fold(button) {
    const open = root.classList.toggle("rack-open");
    button.setAttribute("aria-expanded", open);
    view.draw();
  }

  tapping(board, words);
  keyboard(board, view, words);
  dragging(board, view, words);
  results(board, view, asked, words);

  // An answered board shows what was answered, an open one what lay here last.
  board.begin((board.answered ? null : kept(board)) ?? board.layout);
  if (board.answered) asked.asLaid();
}

export function startBoards(page) {
  for (const root of page.querySelectorAll("[data-board]:not([data-started])")) {
    root.dataset.started = "";
    start(root);
  }
}
