// What all sides had sealed, laid over the table once it has been turned up: in a replay.

/** @import { BattleEvent, Piece, Spot } from "../shared/types.js" */

/** Whether there is such a thing in a battle. @param {BattleEvent[]} events */
export function hasOrders(events) {
  return events.some(({ type }) => type === "Revealed");
}

/**
 * What the board shows of the orders that were turned up last: their words below where each piece stood, and the ways
 * that
 *  were gone by them so far, or (later) are about to be.
 * @param {BattleEvent[]} events all of the battle
 * @param {number} told so many have come
 * @param {Piece[]} pieces as they stand
 * @param {number} [below] so far below, in inches, that the words do not cover who stands there */
export function ordersAt(events, told, pieces, below = 0) {
  const at = events.slice(0, told).findLastIndex(({ type }) => type === "Revealed"),
    revealed = events[at];
  if (revealed?.type !== "Revealed") return {};
  const next = events.findIndex(({ type }, n) => n > at && type === "Revealed"),
    after = events.slice(at + 1, next < 0 ? undefined : next);
  const stands = new Map(pieces.map((piece) => [piece.id, piece]));
  const found = revealed.shown.flatMap(([id, short]) => {
    /** @type {Spot[]} */
    const path = after.flatMap((event) =>
      event.type === "Moved" && event.piece === id ? event.path.map(({ x, y, z }) => spot(x, y, z)) : [],
    );
    const piece = stands.get(id),
      here = path[0] ?? (piece?.on_table ? spot(piece.x, piece.y, piece.z) : null);
    return here ? [{ piece: id, short, here, path }] : [];
  });
  return {
    said: found.map(({ here: [x, y, z], short }) => ({ spot: spot(x, y - below, z), words: short })),
    plan: found.flatMap(({ piece, path }) => (path.length > 1 ? [{ piece, path, spot: path[path.length - 1] }] : [])),
  };
}

/** @param {number} x @param {number} y @param {number} [z] @returns {Spot} */
function spot(x, y, z = 0) {
  return [x, y, z];
}
