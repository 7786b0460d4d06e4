// The terrain in words: what lies where, by points of the compass.

import { list, number } from "../shared/wording.js";

/** @import { HexTable, InchTable, Point, Table } from "../shared/types.js" */

/** What there is, by kind. @param {Table} table @returns {[kind: string, things: string[]][]} */
export function terrainWords(table) {
  if (table.kind === "hexes") return hexWords(table);
  const at = (/** @type {Point[]} */ points) => where(table, points);
  /** @type {[string, string[]][]} */
  const kinds = [
    [
      "Buildings and blocks",
      table.blocks.map(
        (each) =>
          `${each.name || "a block"} ${at(each.polygon)}, ${number(each.base + each.height)}″ ` +
          `high${each.roof ? " with a roof to stand on" : ""}`,
      ),
    ],
    [
      "Floors",
      table.floors.map((each) => `${each.name || "a floor"} ${at(each.polygon)}, ${number(each.level)}″ up`),
    ],
    [
      "Walls",
      table.walls.map(
        (each) =>
          `${each.name || (each.door ? "a door" : "a wall")} ${at(each.line)}, ` +
          `${number(each.height)}″ high${each.base ? ` on ${number(each.base)}″` : ""}`,
      ),
    ],
    [
      "Ladders",
      table.ladders.map(
        (each) =>
          `${each.name || "a ladder"} at ${number(each.at[0])}, ${number(each.at[1])}, ` +
          `from ${number(each.bottom)}″ to ${number(each.bottom + each.height)}″`,
      ),
    ],
    [
      "Ground",
      table.areas.map(
        (each) => `${each.name || "an area"} ${at(each.polygon)}, ${each.ground.replace("-", " ")} ground`,
      ),
    ],
  ];
  return kinds.filter(([, things]) => things.length > 0);
}

/** How the table is told of. @param {Table} table */
export function tableWords(table) {
  if (table.kind === "inches") {
    return (
      `${number(table.width)} by ${number(table.depth)} inches. Places ` +
      `are told as inches east and inches north of the south-west corner.`
    );
  }
  const columns = new Set(table.cells.map((cell) => cell.x)).size;
  return (
    `${table.cells.length} hexes in ${columns} columns. A hex is named by its column ` +
    `from the west and its place in it from the north; those that are not listed are clear.`
  );
}

/** Which hexes are of each ground. @param {HexTable} table @returns {[kind: string, things: string[]][]} */
function hexWords(table) {
  const grounds = [...new Set(table.cells.map((cell) => cell.ground))].filter((ground) => ground !== "clear").sort();
  const named = (/** @type {typeof table.cells} */ cells) => list(cells.map((cell) => cell.name));
  const lies = grounds.map(
    (ground) => `${ground.replaceAll("-", " ")}: ${named(table.cells.filter((cell) => cell.ground === ground))}`,
  );
  const roads = table.cells.filter((cell) => cell.road);
  /** @type {[string, string[]][]} */
  const kinds = [
    ["Ground", lies],
    ["Roads", roads.length ? [`a road in ${named(roads)}`] : []],
  ];
  return kinds.filter(([, things]) => things.length > 0);
}

/** @param {InchTable} table @param {Point[]} points */
function where(table, points) {
  const x = mean(points.map((point) => point[0])),
    y = mean(points.map((point) => point[1]));
  const third = (/** @type {number} */ value, /** @type {number} */ size, /** @type {[string, string]} */ ends) =>
    value < size / 3 ? ends[0] : value > (2 * size) / 3 ? ends[1] : "";
  const part =
    [third(y, table.depth, ["south", "north"]), third(x, table.width, ["west", "east"])].filter(Boolean).join("-") ||
    "middle";
  return `in the ${part} (around ${number(x)}, ${number(y)})`;
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
