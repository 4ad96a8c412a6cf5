// A round that is being filled in is kept on this device, with the key of its form: after a reload or an offline
// moment it comes back, and if it was written all the same it is not written twice. Only numbers are kept, no names.
const PREFIX = "istaka:sheet:";
const KEPT = 14 * 86_400_000; // ms
const started = new WeakMap(); // form -> what stood in it when it came

const entries = () => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));

// What stands in a form, without its token.
export function values(form) {
  return Object.fromEntries([...new FormData(form)].filter(([name, value]) => name !== "csrfmiddlewaretoken" && typeof value === "string"));
}

export function begin(form) {
  started.set(form, JSON.stringify(values(form)));
}

// Returns whether there is something to keep.
export function keep(form) {
  const now = values(form);
  try {
    if (JSON.stringify(now) === started.get(form)) {
      drop(form.dataset.draft);
      return false;
    }
    localStorage.setItem(PREFIX + form.dataset.draft, JSON.stringify({ at: Date.now(), values: now }));
  } catch {
    // Storage may be full or forbidden: the sheet works without it.
  }
  return true;
}

export function drop(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}

function kept(name) {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + name));
    return found && typeof found.values === "object" ? found.values : null;
  } catch {
    return null;
  }
}

function tidy() {
  try {
    for (const name of entries()) {
      const { at } = JSON.parse(localStorage.getItem(name)) ?? {};
      if (!(Date.now() - at < KEPT)) localStorage.removeItem(name);
    }
  } catch {
    // What cannot be read does no harm.
  }
}

// Puts back what was kept. Returns whether there was anything.
export function restore(form, written) {
  tidy();
  const name = form.dataset.draft;
  const was = kept(name);
  if (!was) return false;
  if (was.key && written.includes(was.key)) {
    drop(name);
    return false;
  }
  for (const field of form.elements) {
    if (!field.name || field.name === "csrfmiddlewaretoken" || field.type === "submit") continue;
    const value = was[field.name];
    if (field.type === "radio") field.checked = value === undefined ? field.checked : field.value === value;
    else if (field.type === "checkbox") field.checked = value !== undefined;
    else if (value !== undefined) field.value = value;
  }
  for (const fold of form.querySelectorAll("details:not(.preview)")) {
    if ([...fold.querySelectorAll("input:not([type=radio], [type=checkbox])")].some((field) => field.value)) fold.open = true;
    if (fold.querySelector("input[type=checkbox]:checked")) fold.open = true;
  }
  return true;
}
