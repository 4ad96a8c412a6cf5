// A QR code's link has the code behind the #: no server, log or referrer gets it from there.
// It is taken out of the address at once, so that it does not stay in the history either.
const field = document.querySelector("[data-fragment]");

function take() {
  const code = location.hash.slice(1);
  if (!field || !/^[0-9A-Za-z-]{4,60}$/.test(code)) return;
  history.replaceState(null, "", location.pathname + location.search);
  field.value = code;
  if (field.dataset.fragment === "send") field.form.requestSubmit();
  else field.form.querySelector("input:not([type=hidden]):placeholder-shown, input[value='']")?.focus();
}

take();
window.addEventListener("hashchange", take);
