// What lies where is kept in this tab, for reload and back, by puzzle, place and try.
import { valid } from "./layout.js";

const PREFIX = "istaka:";

const key = (board, tryNo) => `${PREFIX}${board.root.dataset.puzzle}:${board.root.dataset.context}:${tryNo}`;

export const thisTry = (board) => Number(board.root.dataset.try);

export function keep(board, layout, tryNo = thisTry(board)) {
  try {
    sessionStorage.setItem(key(board, tryNo), JSON.stringify(layout));
  } catch {
    // Storage may be full or forbidden: the board works without it.
  }
}

export function kept(board) {
  try {
    const layout = JSON.parse(sessionStorage.getItem(key(board, thisTry(board))));
    return valid(layout, board.ids) ? layout : null;
  } catch {
    return null;
  }
}
