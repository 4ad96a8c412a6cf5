// Sorting arranges the rack by numbers and colours; it knows no rule.
import { SLOTS } from "./layout.js";

const COLOURS = "RYBK";

// A code as colour (0 to 3) and number; false okeys and okeys come last.
function read(code) {
  if (code === "F") return { colour: 4, number: 1 };
  if (code === "*") return { colour: 4, number: 2 };
  return { colour: COLOURS.indexOf(code[0]), number: Number(code.slice(1)) };
}

const by = (...keys) => (a, b) => {
  for (const key of keys) {
    const difference = key(a) - key(b);
    if (difference) return difference;
  }
  return 0;
};
const colour = (tile) => tile.colour;
const number = (tile) => tile.number;
const special = (tile) => (tile.colour === 4 ? 1 : 0);

// Put neighbours that belong together into one block; `joins(last, tile)` says whether they do.
function blocks(tiles, joins) {
  const made = [];
  for (const tile of tiles) {
    const fitting = made.find((block) => joins(block.at(-1), tile));
    if (fitting) fitting.push(tile);
    else made.push([tile]);
  }
  return made;
}

const longestFirst = (made) => [...made].sort((a, b) => special(a[0]) - special(b[0]) || b.length - a.length);

const ARRANGE = {
  runs: (tiles) =>
    longestFirst(blocks([...tiles].sort(by(colour, number)), (a, b) => a.colour === b.colour && a.colour < 4 && b.number === a.number + 1)),
  groups: (tiles) => longestFirst(blocks([...tiles].sort(by(special, number, colour)), (a, b) => a.number === b.number && !special(a) && !special(b) && a.colour < b.colour)),
  pairs: (tiles) => longestFirst(blocks([...tiles].sort(by(colour, number)), (a, b) => a.code === b.code)),
  colours: (tiles) => blocks([...tiles].sort(by(colour, number)), (a, b) => a.colour === b.colour),
};

// New slots for the tiles on the rack. Blocks stand apart where there is room for gaps.
export function sorted(slots, codes, how) {
  const tiles = slots.filter((id) => id !== null).map((id) => ({ id, code: codes.get(id), ...read(codes.get(id)) }));
  const made = ARRANGE[how](tiles);
  const gapAfter = (block, next) => next && (block.length > 1 || next.length > 1);
  let spare = SLOTS - tiles.length;
  const out = [];
  made.forEach((block, at) => {
    out.push(...block.map((tile) => tile.id));
    if (spare > 0 && gapAfter(block, made[at + 1])) {
      out.push(null);
      spare -= 1;
    }
  });
  return [...out, ...Array(SLOTS - out.length).fill(null)];
}
