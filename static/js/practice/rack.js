// How the own tiles lie is kept in this tab. After a move some have gone and some have come: the others stay in their places.
const PREFIX = "istaka:table:";
const SLOTS = 24;

const key = (board) => `${PREFIX}${board.root.dataset.puzzle}:${board.root.dataset.round}`;

// `leaving` is the tile that a move was just sent with: of two equal ones that place becomes free.
export function keep(board, leaving = null) {
  try {
    sessionStorage.setItem(key(board), JSON.stringify({ ...board.layout, leaving }));
  } catch {
    // Storage may be full or forbidden: the table works without it.
  }
}

// The layout kept, fitted to the tiles that are here now; null where none was kept.
export function kept(board) {
  try {
    return fitted(JSON.parse(sessionStorage.getItem(key(board))), board);
  } catch {
    return null;
  }
}

function fitted(layout, { ids, codes }) {
  if (!Array.isArray(layout?.slots) || layout.slots.length !== SLOTS || !Array.isArray(layout.lanes)) return null;
  const left = new Map();
  for (const id of ids) left.set(codes.get(id), [...(left.get(codes.get(id)) ?? []), id]);
  // A tile's name is its code and which copy it is: a copy that has gone leaves its name to the other.
  const take = (id) => (id ? (left.get(id.slice(0, id.lastIndexOf("-")))?.shift() ?? null) : null);
  const slots = layout.slots.map((id) => (id === layout.leaving ? null : take(id)));
  const lanes = layout.lanes.map((lane) => lane.map((id) => (id === layout.leaving ? id : take(id))));
  const stayed = take(layout.leaving);
  const at = layout.leaving ? layout.slots.indexOf(layout.leaving) : -1;
  if (stayed && at >= 0) slots[at] = stayed;
  const known = lanes.map((lane) => lane.map((id) => (id === layout.leaving ? stayed : id)).filter(Boolean)).filter((lane) => lane.length);
  for (const id of [...left.values()].flat()) {
    const free = slots.indexOf(null);
    if (free < 0) return null;
    slots[free] = id;
  }
  return { slots, lanes: known };
}
