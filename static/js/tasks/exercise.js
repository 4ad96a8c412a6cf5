import "./make.js";

// After an answer: what can be done next has the focus, and the verdict is read out.
document.addEventListener("htmx:afterSettle", () => {
  const next = document.querySelector("#exercise [autofocus], #explanation [autofocus]");
  if (next && document.activeElement !== next) next.focus({ preventScroll: false });
});
