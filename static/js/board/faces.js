// Draws on an okey's tile the face it stands for, as the server says: "R12", or "8" for a number alone.
const COLOURS = { R: "red", Y: "yellow", B: "blue", K: "black" };

export function readFace(text) {
  const colour = COLOURS[text[0]];
  return colour ? { colour, number: text.slice(1) } : { colour: "any", number: text };
}

export function showFace(tile, text) {
  if (tile.dataset.code !== "*" || !text) return;
  const { colour, number } = readFace(text);
  const numeral = tile.querySelector("[data-number]");
  const shape = tile.querySelector("[data-colour]");
  const sprite = numeral.getAttribute("href").split("#")[0];
  numeral.setAttribute("href", `${sprite}#n${number}`);
  shape.setAttribute("href", `${sprite}#${colour}`);
  tile.querySelector(".tile-face").setAttribute("class", `tile-face is-${colour}`);
}

export function faceName(words, text) {
  const { colour, number } = readFace(text);
  return colour === "any" ? number : `${words.fill(colour)} ${number}`;
}

// The badge that the sentence refers to; without a number the ring goes away.
export function ring(tile, number) {
  tile.querySelector(".badge")?.remove();
  tile.classList.toggle("is-ringed", Boolean(number));
  if (!number) return;
  const badge = document.createElement("span");
  badge.className = "badge";
  badge.textContent = number;
  tile.append(badge);
}
