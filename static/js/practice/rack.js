// How the own tiles lie is kept in this tab. After a move some have gone and some have come: the others stay in their places.
const PREFIX = "istaka:table:";
const SLOTS = 24;

const key = (board) => `${PREFIX}${board.root.dataset.puzzle}:${board.root.dataset.round}`;

export function keep(board) {
  try {
    sessionStorage.setItem(key(board), JSON.stringify(board.layout));
  } catch {
    // Storage may be full or forbidden: the table works without it.
  }
}

// The layout kept, fitted to the tiles that are here now; null where none was kept.
export function kept(board) {
  try {
    return fitted(JSON.parse(sessionStorage.getItem(key(board))), board.ids);
  } catch {
    return null;
  }
}

export function fitted(layout, ids) {
  if (!Array.isArray(layout?.slots) || layout.slots.length !== SLOTS || !Array.isArray(layout.lanes)) return null;
  const left = new Set(ids);
  const once = (id) => left.delete(id);
  const slots = layout.slots.map((id) => (once(id) ? id : null));
  const lanes = layout.lanes.map((lane) => lane.filter(once)).filter((lane) => lane.length);
  for (const id of ids) {
    if (!left.has(id)) continue;
    const free = slots.indexOf(null);
    if (free < 0) return null;
    slots[free] = id;
  }
  return { slots, lanes };
}
