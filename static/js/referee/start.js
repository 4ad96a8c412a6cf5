// Entry of the referee's pages: asks as one types or taps, copies, and the palette where there is one.
import { asking } from "./ask.js";
import { copying } from "./copy.js";
import { startPalette } from "./palette.js";

asking();
copying();
startPalette();
// A part of the page that was asked for comes in by HTMX.
document.addEventListener("htmx:load", startPalette);
