// The geometry of a table of hexes that stand with a side up, and how pieces share one.

/** @typedef {import("../shared/types.js").HexTable} HexTable */
/** @typedef {import("../shared/types.js").Cell} Cell */
/** @typedef {import("../shared/types.js").Table} Table */
/** @typedef {import("../shared/types.js").Point} Point */

/** The degrees of each direction, clockwise from north. */
export const BEARINGS = [90, 30, 330, 270, 210, 150];
const WORDS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
const ALONE = 0.27; // the radius of the only token in a hex, as a share of the hex's height: its facing still fits in

/** The hex in which a place lies.
 * @param {HexTable} table
 * @param {number} x
 * @param {number} y
 * @returns {Cell | null}
 */
export function cellAt(table, x, y) {
  let best = null,
    least = Infinity;
  for (const cell of table.cells) {
    const off = (cell.x - x) ** 2 + (cell.y - y) ** 2;
    if (off < least) [best, least] = [cell, off];
  }
  return best && inHex(best.x - x, best.y - y, table.spacing * 1.002) ? best : null;
}

/** @param {number} dx
 *  @param {number} dy
 *  @param {number} spacing
 */
function inHex(dx, dy, spacing) {
  const [u, v] = [Math.abs(dx), Math.abs(dy)],
    slant = Math.sqrt(3) / 2;
  return v <= spacing / 2 && u * slant + v / 2 <= spacing / 2;
}

/** The hex beside another in a direction.
 * @param {HexTable} table
 * @param {Cell} cell
 * @param {number} direction  0 to 5, clockwise from north
 */
export function beside(table, cell, direction) {
  const a = (BEARINGS[direction] / 180) * Math.PI;
  return cellAt(table, cell.x + Math.cos(a) * table.spacing, cell.y + Math.sin(a) * table.spacing);
}

/** The corners, from the north-east one on, clockwise: side n, in direction n, runs up to corner n.
 * @param {HexTable} table
 * @param {{x: number, y: number}} middle
 * @param {number} [inwards]  by how much smaller
 * @returns {Point[]}
 */
export function cornersOf(table, { x, y }, inwards = 0) {
  const r = (table.spacing / 2 - inwards) / (Math.sqrt(3) / 2);
  return BEARINGS.map((_, n) => {
    const a = ((60 - 60 * n) / 180) * Math.PI;
    return [x + Math.cos(a) * r, y + Math.sin(a) * r];
  });
}

/** How many hexes lie from one place to another.
 * @param {HexTable} table
 * @param {{x: number, y: number}} one
 * @param {{x: number, y: number}} two
 */
export function hexesApart(table, one, two) {
  const across = Math.round(Math.abs(two.x - one.x) / ((table.spacing * Math.sqrt(3)) / 2));
  const along = Math.abs(two.y - one.y) / table.spacing;
  return across + Math.max(0, Math.round(along - across / 2));
}

/** Of a place on any table what is meant there: on hexes, the middle of the hex.
 * @template {{x: number, y: number}} T
 * @param {Table} table
 * @param {T} spot
 * @returns {T}
 */
export function snapped(table, spot) {
  const cell = table.kind === "hexes" ? cellAt(table, spot.x, spot.y) : null;
  return cell ? { ...spot, x: cell.x, y: cell.y } : spot;
}

/** Whether two places are the same: on hexes, in one hex.
 * @param {Table} table
 * @param {{x: number, y: number}} one
 * @param {{x: number, y: number}} two
 * @param {number} near  inches, on a table without hexes
 */
export function samePlace(table, one, two, near) {
  if (table.kind !== "hexes") return Math.hypot(one.x - two.x, one.y - two.y) < near;
  const cell = cellAt(table, one.x, one.y);
  return cell !== null && cell === cellAt(table, two.x, two.y);
}

/** The degrees that a word of the compass means on hexes; undefined for any other word.
 * @param {Table} table
 * @param {string} word
 * @returns {number | undefined}
 */
export function heading(table, word) {
  return table.kind === "hexes" ? BEARINGS[WORDS.indexOf(word)] : undefined;
}

/** The word for the direction nearest to so many degrees.
 * @param {number} degrees
 */
export function headingWord(degrees) {
  return WORDS[((Math.round((90 - degrees) / 60) % 6) + 6) % 6];
}

/** Where each of so many tokens stands in a hex, from its middle, and how large each may be: all in inches.
 * @param {HexTable} table
 * @param {number} count
 * @returns {{places: Point[], radius: number}}
 */
export function shared(table, count) {
  const { spacing } = table;
  const [radius, places] = /** @type {[number, Point[]]} */ (SHARED[count] ?? ring(count));
  return { radius: radius * spacing, places: places.map(([x, y]) => [x * spacing, y * spacing]) };
}

/** What stands or lies in each hex.
 * @template T
 * @param {HexTable} table
 * @param {Iterable<T>} things
 * @param {(thing: T) => {x: number, y: number} | null | undefined} where
 * @returns {T[][]}
 */
export function byHex(table, things, where) {
  /** @type {Map<Cell, T[]>} */
  const found = new Map();
  for (const thing of things) {
    const spot = where(thing),
      cell = spot ? cellAt(table, spot.x, spot.y) : null;
    if (cell) found.set(cell, [...(found.get(cell) ?? []), thing]);
  }
  return [...found.values()];
}

/** In shares of the hex's height. @type {Record<number, [number, Point[]]>} */
const SHARED = {
  1: [ALONE, [[0, 0]]],
  2: [
    0.2,
    [
      [-0.27, 0],
      [0.27, 0],
    ],
  ],
  3: [
    0.18,
    [
      [-0.25, 0.17],
      [0.25, 0.17],
      [0, -0.23],
    ],
  ],
  4: [
    0.165,
    [
      [-0.22, 0.21],
      [0.22, 0.21],
      [-0.22, -0.21],
      [0.22, -0.21],
    ],
  ],
};

/** @param {number} count
 *  @returns {[number, Point[]]}
 */
function ring(count) {
  const outer = count - 1,
    reach = 0.34,
    radius = Math.min(0.14, reach * Math.sin(Math.PI / outer) * 0.9);
  return [
    radius,
    [
      [0, 0],
      ...Array.from({ length: outer }, (_, n) => {
        const a = (n / outer) * 2 * Math.PI + Math.PI / 2;
        return /** @type {Point} */ ([Math.cos(a) * reach, Math.sin(a) * reach]);
      }),
    ],
  ];
}
