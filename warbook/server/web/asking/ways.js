// Places and facings at the end of a way, and what it costs.

import { h } from "../shared/dom.js";
import { number } from "../shared/wording.js";

/** @import { Spot, Table } from "../shared/types.js" */

/** @param {number[]} values */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The facing away from the nearest edge, for a piece that has none yet. @param {Spot} spot @param {Table} table */
export function inward([x, y], { width, depth }) {
  const edges = [
    [x, 0],
    [y, 90],
    [width - x, 180],
    [depth - y, 270],
  ];
  return edges.reduce((near, edge) => (edge[0] < near[0] ? edge : near))[1];
}

/** How many degrees it is from one facing to another. @param {number} one @param {number} other */
export function apart(one, other) {
  return Math.abs(((((one - other) % 360) + 540) % 360) - 180);
}

const THOUSANDTH = 0.001; // inches, to which the places of a reach are told

/** @param {number[]} a @param {number[]} b */
export function samePlace(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < THOUSANDTH;
}

/** How one faces who goes straight on. @param {Spot[]} path @returns {number | null} */
export function alongIt(path) {
  const [to, from] = [path[path.length - 1], path.findLast((spot) => !samePlace(spot, path[path.length - 1]))];
  return from ? (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI : null;
}

/** What a way takes of what there is. @param {number} spent @param {number} allowance */
export function cost(spent, allowance) {
  const used = h("i");
  used.style.width = `${Math.min(100, allowance > 0 ? (spent / allowance) * 100 : 0)}%`;
  return h(
    "p",
    { class: "way-cost" },
    h("b", null, `${number(spent)}″`),
    ` of ${number(allowance)}″`,
    h("span", { class: "meter" }, used),
  );
}
