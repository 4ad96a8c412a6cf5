// Entry: what every page needs, and the board where there is one.
import "./csrf.js";
import "./theme.js";
import "./menus.js";
import { startBoards } from "./board/start.js";

startBoards(document);
// A hand that is dealt while the page waits comes in by HTMX.
document.addEventListener("htmx:load", (event) => startBoards(event.detail.elt));
