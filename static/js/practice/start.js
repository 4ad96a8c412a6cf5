// The practice table: the board's rack and lanes, and moves instead of one answer. After each move the server sends the table anew.
import { Board } from "../board/board.js";
import { dragging } from "../board/drag.js";
import { keyboard } from "../board/keys.js";
import { askServer } from "../board/lanes.js";
import { View } from "../board/render.js";
import { Words } from "../board/say.js";
import { tapping } from "../board/tap.js";
import { copying } from "../referee/copy.js";
import { moves } from "./moves.js";
import { keep, kept } from "./rack.js";
import { after, carry, clock, sharing } from "./watch.js";

const SAID = { undo: "undone", redo: "redone", sort: "sorted", clear: "cleared" };

function start(game) {
  const root = game.querySelector(".practice-board");
  if (!root) return null;
  const board = new Board(root);
  const words = new Words(root);
  const view = new View(board, words);
  const field = root.querySelector("#lanes-text");
  const refused = root.querySelector("[data-refused]");

  board.addEventListener("change", ({ detail }) => {
    field.value = board.notation;
    if (root.isConnected) keep(board);
    if (SAID[detail.what]) words.say(SAID[detail.what]);
  });

  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do], [data-sort]");
    if (!button) return;
    if (button.dataset.sort) board.sort(button.dataset.sort);
    else board[button.dataset.do]();
  });

  moves(board, words);
  tapping(board, words);
  keyboard(board, view, words);
  dragging(board, view, words);

  // Why a move was refused stands in the strip: the lanes are judged again only when they change.
  const layout = kept(board) ?? board.layout;
  if (refused) board.begin(layout);
  askServer(board, view, words);
  if (!refused) board.begin(layout);
  mark(refused);
  return board;

  function mark(line) {
    const code = line?.dataset.tileCode;
    const tile = code && [...board.tiles.values()].find((one) => one.dataset.code === code);
    tile?.classList.add("is-ringed");
  }
}

// The words of the table that came: what was refused, else what has happened, else what is to be done.
function tell(game) {
  const said = game.querySelector("[data-refused]") ?? game.querySelector("[data-log]") ?? game.querySelector("[data-status], [data-round-over]");
  const live = document.getElementById("say");
  if (said && live) live.textContent = said.textContent.replace(/\s+/g, " ").trim();
}

function begin(game) {
  if (!game || "started" in game.dataset) return null;
  game.dataset.started = "";
  clock(game);
  sharing(game);
  return start(game);
}

begin(document.getElementById("game"));
copying();
document.addEventListener("htmx:load", (event) => {
  const game = event.detail.elt;
  if (game.id !== "game" || "started" in game.dataset) return;
  const board = begin(game);
  const note = carry();
  if (note) {
    after(game, note, board);
    return;
  }
  tell(game);
  // The way on for the keyboard: the first thing that can be done now.
  const next = game.querySelector("[data-refused]") ? null : game.querySelector("#deed .button");
  (next ?? game).focus({ preventScroll: true });
});
