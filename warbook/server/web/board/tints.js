// Places of the table in colours: what is seen from somewhere, or how dangerous it is to stand there.

import { UNIT, inches, round, svg } from "../shared/svg.js";
import { cellAt, cornersOf } from "./hexes.js";

/** @typedef {import("./board.js").WarBoard} WarBoard */
/** A place, the style it is tinted in, and what that means. @typedef {{x: number, y: number, z: number, style: string,
 *  words: string}} Tint */

const ABOVE = 0.05; // inches from which a place is not on the ground

/** Tints places; none takes the tints away. Squares are `size` inches wide, higher ones smaller and above lower ones.
 * @param {WarBoard} board @param {Tint[]} tints @param {number} size */
export function tint(board, tints, size) {
  board.tinted = { tints, size };
  board.tints.replaceChildren(
    ...[...tints].sort((one, two) => one.z - two.z).map((each) => drawn(board, each, size)),
  );
}

/** What the colour means at a place: of several above each other, the one nearest in height. @param {WarBoard} board
 * @param {{x: number, y: number, z: number}} spot */
export function tintedAt({ table, tinted: { tints, size } }, { x, y, z }) {
  const cell = table.kind === "hexes" ? cellAt(table, x, y) : null,
    half = size / 2;
  const here = tints.filter((each) =>
    cell
      ? Math.hypot(each.x - cell.x, each.y - cell.y) < half
      : Math.abs(each.x - x) <= half && Math.abs(each.y - y) <= half,
  );
  return here.sort((a, b) => Math.abs(a.z - z) - Math.abs(b.z - z))[0]?.words ?? "";
}

/** @param {WarBoard} board @param {Tint} tint @param {number} size */
function drawn({ table, depth }, { x, y, z, style, words }, size) {
  const said = svg("title", {}, z > ABOVE ? `${words}, ${inches(z)} up` : words);
  const cell = table.kind === "hexes" ? cellAt(table, x, y) : null;
  if (table.kind === "hexes" && cell) {
    const corners = cornersOf(table, { x, y }, 0.05).map(
      ([u, v]) => `${round(u * UNIT)} ${round((depth - v) * UNIT)}`,
    );
    return svg("path", { class: `wb-tint ${style}`, d: `M${corners.join("L")}Z` }, said);
  }
  const wide = size * (z > ABOVE ? 0.7 : 1) * UNIT,
    up = z > ABOVE ? " up" : "";
  return svg(
    "rect",
    {
      class: `wb-tint ${style}${up}`,
      x: round(x * UNIT - wide / 2),
      y: round((depth - y) * UNIT - wide / 2),
      width: round(wide),
      height: round(wide),
    },
    said,
  );
}
