// Where each tile lies: { slots: 24 ids or null, lanes: lists of ids }. Every function gives a new layout.
export const SLOTS = 24;

export const clone = ({ slots, lanes }) => ({ slots: [...slots], lanes: lanes.map((lane) => [...lane]) });

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export function place(layout, id) {
  const slot = layout.slots.indexOf(id);
  if (slot >= 0) return { slot };
  for (const [lane, tiles] of layout.lanes.entries()) {
    const index = tiles.indexOf(id);
    if (index >= 0) return { lane, index };
  }
  return null;
}

function without(layout, id) {
  return {
    slots: layout.slots.map((one) => (one === id ? null : one)),
    lanes: layout.lanes.map((lane) => lane.filter((one) => one !== id)),
  };
}

const tidy = (layout) => ({ slots: layout.slots, lanes: layout.lanes.filter((lane) => lane.length) });

// Move one tile and nothing else. `to`: { slot }, { lane, index } (index counts the other tiles) or
// { lane: "new" }. Null where the slot is taken.
export function move(layout, id, to) {
  if ("slot" in to) {
    const there = layout.slots[to.slot];
    if (there && there !== id) return null;
  }
  const next = without(layout, id);
  if ("slot" in to) next.slots[to.slot] = id;
  else if (to.lane === "new" || !next.lanes[to.lane]) next.lanes.push([id]);
  else next.lanes[to.lane].splice(to.index ?? next.lanes[to.lane].length, 0, id);
  return tidy(next);
}

// Back to its first slot, or to the nearest free one.
export function back(layout, id, home) {
  const free = (slot) => layout.slots[slot] === null;
  const slots = [...Array(SLOTS).keys()].sort((a, b) => Math.abs(a - home) - Math.abs(b - home) || a - b);
  return move(layout, id, { slot: slots.find(free) });
}

export function clear(layout, homes) {
  return layout.lanes.flat().reduce((next, id) => back(next, id, homes.get(id)), layout);
}

// The notation in which the lanes are sent: `R10 R11 * R13 | R7 Y7 B7`.
export const notation = (layout, codes) => layout.lanes.map((lane) => lane.map((id) => codes.get(id)).join(" ")).join(" | ");

// Lay the tiles of a notation out, the rest stays on the rack. Null if the hand has not these tiles.
export function lay(layout, text, codes, homes) {
  let next = clear(layout, homes);
  const lanes = text.split("|").map((part) => part.trim().split(/\s+/).filter(Boolean)).filter((lane) => lane.length);
  for (const lane of lanes) {
    let target = "new";
    for (const word of lane) {
      const code = word.split("=")[0];
      const id = next.slots.find((one) => one && codes.get(one) === code);
      if (!id) return null;
      next = move(next, id, { lane: target });
      target = next.lanes.length - 1;
    }
  }
  return next;
}

export function valid(layout, ids) {
  if (!Array.isArray(layout?.slots) || layout.slots.length !== SLOTS || !Array.isArray(layout.lanes)) return false;
  if (!layout.lanes.every((lane) => Array.isArray(lane) && lane.length)) return false;
  const found = [...layout.slots.filter((one) => one !== null), ...layout.lanes.flat()];
  return found.length === ids.length && new Set(found).size === ids.length && ids.every((id) => found.includes(id));
}
