// Runs before the first paint: what needs a script shows, what replaces one hides.
document.documentElement.classList.add("js");
