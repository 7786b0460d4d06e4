// Where one can get to: rows of spots turned into one outline for each level; of what is driven, the ends of its ways
// turned into the ground around them.

import { UNIT, round } from "../shared/svg.js";
import { standsAt } from "./terrain.js";

/** @typedef {{z: number, path: string, near: (x: number, y: number) => boolean}} Level */

/** Spots on a ladder are left out: nobody draws an area there.
 * @param {number[][]} rows  x, y, z
 * @param {import("../shared/types.js").Table} table
 * @returns {Level[]} from the lowest up
 */
export function levelsOf(rows, table) {
  /** @type {Map<number, number[][]>} */
  const byLevel = new Map();
  for (const row of rows) {
    if (!standsAt(table, row[0], row[1], row[2] ?? 0)) continue;
    const z = Math.round((row[2] ?? 0) * 10) / 10,
      there = byLevel.get(z);
    if (there) there.push(row);
    else byLevel.set(z, [row]);
  }
  const step = spacing(rows);
  return [...byLevel.entries()]
    .sort((one, two) => one[0] - two[0])
    .map(([z, spots]) => level(z, spots, step, table.depth));
}

const GRAIN = 0.5; // inches between the spots that stand for the ground a drive can end on

/** The ground on which the ways of a drive end, as spots of a lattice. The ends themselves lie anywhere; what is among
 *  them is filled, and the rim stays close to the outermost.
 * @param {number[][]} rows  x, y, z, facing
 * @returns {number[][]} x, y, z
 */
export function groundOf(rows) {
  const off = Math.max(1, Math.round(apart(rows) / GRAIN)), // steps that the rim keeps off the ends
    wide = 2 * off;
  /** @type {Map<string, number[]>} */
  const near = new Map();
  for (const [x, y, z] of rows) {
    const [i, j] = [Math.round(x / GRAIN), Math.round(y / GRAIN)];
    for (let u = i - wide; u <= i + wide; u++)
      for (let v = j - wide; v <= j + wide; v++)
        if (Math.hypot(u - i, v - j) <= wide) near.set(`${u},${v},${z}`, [u, v, z]);
  }
  const sides = [
    [-off, 0],
    [off, 0],
    [0, -off],
    [0, off],
  ];
  return [...near.values()]
    .filter(([u, v, z]) => sides.every(([du, dv]) => near.has(`${u + du},${v + dv},${z}`)))
    .map(([u, v, z]) => [u * GRAIN, v * GRAIN, z]);
}

/** How far an end is from the next one, in most cases. @param {number[][]} rows */
function apart(rows) {
  const ends = [...new Map(rows.map((row) => [`${round(row[0])},${round(row[1])}`, row])).values()];
  if (ends.length < 2) return 0; // a ram may have one lane only
  const nearest = ends.map(([x, y], n) =>
    ends.reduce((least, [u, v], m) => (m === n ? least : Math.min(least, Math.hypot(u - x, v - y))), Infinity),
  );
  return nearest.sort((one, two) => one - two)[nearest.length >> 1] ?? 0;
}

/** The distance from one spot to the next: the one that is found most often.
 * @param {number[][]} rows
 */
function spacing(rows) {
  const xs = [...new Set(rows.map((row) => Math.round(row[0] * 100) / 100))].sort((a, b) => a - b);
  /** @type {Map<number, number>} */
  const found = new Map();
  for (let i = 1; i < xs.length; i++) {
    const gap = Math.round((xs[i] - xs[i - 1]) * 100) / 100;
    if (gap >= 0.2) found.set(gap, (found.get(gap) ?? 0) + 1);
  }
  return [...found.entries()].sort((one, two) => two[1] - one[1])[0]?.[0] ?? 0.5;
}

/** @param {number} z
 *  @param {number[][]} spots
 *  @param {number} step
 *  @param {number} depth
 *  @returns {Level}
 */
function level(z, spots, step, depth) {
  const shift = mode(
      spots.map((s) => s[0]),
      step,
    ),
    rise = mode(
      spots.map((s) => s[1]),
      step,
    );
  /** @param {number} i
   *  @param {number} j */
  const key = (i, j) => `${i},${j}`;
  /** @type {Set<string>} */
  const cells = new Set();
  for (const [x, y] of spots) cells.add(key(Math.round((x - shift) / step), Math.round((y - rise) / step)));
  const path = contours(cells, key)
    .map((loop) => {
      const points = soften(soften(loop)).map(
        ([i, j]) => `${round((shift + i * step) * UNIT)} ${round((depth - rise - j * step) * UNIT)}`,
      );
      return `M${points.join("L")}Z`;
    })
    .join("");
  return { z, path, near: (x, y) => cells.has(key(Math.round((x - shift) / step), Math.round((y - rise) / step))) };
}

/** Where the grid starts: the remainder most spots have.
 * @param {number[]} values
 * @param {number} step
 */
function mode(values, step) {
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const value of values) {
    const rest = Math.round((((value % step) + step) % step) * 100) / 100;
    found.set(rest, (found.get(rest) ?? 0) + 1);
  }
  return [...found.entries()].sort((one, two) => two[1] - one[1])[0]?.[0] ?? 0;
}

// Which sides of a square of four neighbouring spots the outline joins, by which of its corners are reached.
const JOINS = ["", "SW", "ES", "EW", "NE", "SENW", "NS", "NW", "WN", "SN", "ENWS", "EN", "WE", "SE", "WS", ""];

/** Loops round the cells, with the inside to the left.
 * @param {Set<string>} cells
 * @param {(i: number, j: number) => string} key
 * @returns {[number, number][][]}
 */
function contours(cells, key) {
  /** @type {Map<string, [[number, number], [number, number]]>} */
  const next = new Map();
  /** @type {Set<string>} */
  const seen = new Set();
  for (const cell of cells) {
    const [ci, cj] = cell.split(",").map(Number);
    for (const [i, j] of [
      [ci, cj],
      [ci - 1, cj],
      [ci, cj - 1],
      [ci - 1, cj - 1],
    ]) {
      if (seen.has(key(i, j))) continue;
      seen.add(key(i, j));
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ];
      const joins = JOINS[corners.reduce((sum, [x, y], bit) => sum + (cells.has(key(x, y)) ? 1 << bit : 0), 0)];
      /** @type {Record<string, [number, number]>} */
      const middle = { S: [i + 0.5, j], E: [i + 1, j + 0.5], N: [i + 0.5, j + 1], W: [i, j + 0.5] };
      for (let n = 0; n < joins.length; n += 2) {
        const from = middle[joins[n]];
        next.set(key(...from), [from, middle[joins[n + 1]]]);
      }
    }
  }
  /** @type {[number, number][][]} */
  const loops = [];
  while (next.size) {
    /** @type {[number, number][]} */
    const loop = [];
    let at = next.keys().next().value;
    while (at !== undefined) {
      const segment = next.get(at);
      if (!segment) break;
      next.delete(at);
      loop.push(segment[0]);
      at = key(...segment[1]);
    }
    loops.push(loop);
  }
  return loops;
}

/** Corners cut once.
 * @param {[number, number][]} loop
 * @returns {[number, number][]}
 */
function soften(loop) {
  return loop.flatMap(([x, y], n) => {
    const [u, v] = loop[(n + 1) % loop.length];
    return /** @type {[number, number][]} */ ([
      [x * 0.75 + u * 0.25, y * 0.75 + v * 0.25],
      [x * 0.25 + u * 0.75, y * 0.25 + v * 0.75],
    ]);
  });
}
