// The terrain in words: what lies where, by points of the compass.

import { number } from "./wording.js";

/** @import { Point, Table } from "./types.js" */

/** What there is, by kind. @param {Table} table @returns {[kind: string, things: string[]][]} */
export function terrainWords(table) {
  const at = (/** @type {Point[]} */ points) => where(table, points);
  /** @type {[string, string[]][]} */
  const kinds = [
    ["Buildings and blocks", table.blocks.map((each) => `${each.name || "a block"} ${at(each.polygon)}, ${number(each.base + each.height)}″ high${each.roof ? " with a roof to stand on" : ""}`)],
    ["Floors", table.floors.map((each) => `${each.name || "a floor"} ${at(each.polygon)}, ${number(each.level)}″ up`)],
    ["Walls", table.walls.map((each) => `${each.name || (each.door ? "a door" : "a wall")} ${at(each.line)}, ${number(each.height)}″ high${each.base ? ` on ${number(each.base)}″` : ""}`)],
    ["Ladders", table.ladders.map((each) => `${each.name || "a ladder"} at ${number(each.at[0])}, ${number(each.at[1])}, from ${number(each.bottom)}″ to ${number(each.bottom + each.height)}″`)],
    ["Ground", table.areas.map((each) => `${each.name || "an area"} ${at(each.polygon)}, ${each.ground.replace("-", " ")} ground`)],
  ];
  return kinds.filter(([, things]) => things.length > 0);
}

/** @param {Table} table @param {Point[]} points */
function where(table, points) {
  const x = mean(points.map((point) => point[0])), y = mean(points.map((point) => point[1]));
  const third = (/** @type {number} */ value, /** @type {number} */ size, /** @type {[string, string]} */ ends) =>
    value < size / 3 ? ends[0] : value > (2 * size) / 3 ? ends[1] : "";
  const part = [third(y, table.depth, ["south", "north"]), third(x, table.width, ["west", "east"])].filter(Boolean).join("-") || "middle";
  return `in the ${part} (around ${number(x)}, ${number(y)})`;
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
