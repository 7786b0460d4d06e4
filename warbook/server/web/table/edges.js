// Which edge of the table is a side's own.

/** @import { Piece } from "../shared/types.js" */

/** By how many quarters the table is turned to the right to have a side's edge at the bottom: of the four that from
 *  which the others are furthest. @param {string} side @param {Piece[]} pieces @returns {number | null} null while it
 *  cannot be told */
export function edgeOf(side, pieces) {
  const there = pieces.filter((piece) => piece.on_table),
    own = there.filter((piece) => piece.side === side),
    others = there.filter((piece) => piece.side !== side);
  if (!own.length || !others.length) return null;
  const east = middle(own, "x") - middle(others, "x"),
    north = middle(own, "y") - middle(others, "y");
  if (Math.abs(north) >= Math.abs(east)) return north > 0 ? 2 : 0;
  return east > 0 ? 1 : 3;
}

/** @param {Piece[]} pieces @param {"x" | "y"} along */
function middle(pieces, along) {
  return pieces.reduce((sum, piece) => sum + piece[along], 0) / pieces.length;
}
