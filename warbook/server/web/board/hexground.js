// A table of hexes as it is printed: what lies in each, the roads, the edge. Ground is known by its name; a name
// nobody has drawn stays plain and is written out.

import { UNIT, round, svg } from "../shared/svg.js";
import { BEARINGS, beside, cellAt, cornersOf } from "./hexes.js";

/** @typedef {import("../shared/types.js").HexTable} HexTable */
/** @typedef {import("../shared/types.js").Cell} Cell */
/** @typedef {import("../shared/types.js").Point} Point */
/** @typedef {(luck: () => number) => SVGElement[]} Picture  drawn round 0, 0, in a hex of 100 from side to side */

const EDGE = 0.42; // inches of the frame round the table
const HIGH = ["hills", "mountains", "building"];
const GRIT = [
  [12, 18, 1.6],
  [55, 9, 1],
  [74, 40, 2],
  [31, 61, 1.2],
  [60, 76, 1.5],
  [8, 80, 1],
  [88, 66, 1.3],
  [41, 33, 0.9],
];

/** Stones that lie about in a square of 100. */
export const grit = () => GRIT.map(([cx, cy, r]) => svg("circle", { class: "wb-grit", cx, cy, r }));

export class HexDrawing {
  /** @param {HexTable} table
   *  @param {string} id  of its own for the patterns
   */
  constructor(table, id) {
    this.table = table;
    this.id = id;
  }

  whole() {
    const { cells } = this.table;
    return svg(
      "g",
      { class: "wb-terrain wb-hexes" },
      this.patterns(),
      this.frame(),
      ...cells.map((cell) => this.ground(cell)),
      svg("path", { class: "wb-hexgrid", d: cells.map((cell) => this.outline(cell)).join("") }),
      ...this.shores(),
      this.roads(),
      ...cells.map((cell) => this.drawn(cell)),
      svg("path", { class: "wb-hexedge", d: this.border() }),
    );
  }

  patterns() {
    const pattern = (
      /** @type {string} */ name,
      /** @type {number} */ wide,
      /** @type {number} */ tall,
      /** @type {Node[]} */ ...drawn
    ) =>
      svg(
        "pattern",
        { id: `${this.id}-${name}`, width: wide, height: tall, patternUnits: "userSpaceOnUse" },
        ...drawn,
      );
    return svg(
      "defs",
      {},
      pattern("grit", 96, 96, svg("rect", { class: "wb-ground", width: 96, height: 96 }), ...grit()),
      pattern("ripples", 22, 9, svg("path", { class: "wb-ripple", d: "M0 4.5Q5.5 0.5 11 4.5T22 4.5" })),
    );
  }

  /** The edge of the board follows the hexes. */
  frame() {
    const d = this.border();
    const shadow = svg("path", { class: "wb-hexframe cast", d, transform: "translate(5 9)" });
    const outer = svg("path", { class: "wb-hexframe", d }),
      inner = svg("path", { class: "wb-hexframe rim", d });
    for (const path of [shadow, outer]) path.style.strokeWidth = `${EDGE * 2 * UNIT}`;
    inner.style.strokeWidth = `${EDGE * 2 * UNIT - 3}`;
    return svg("g", {}, shadow, outer, inner, svg("path", { fill: `url(#${this.id}-grit)`, d }));
  }

  /** @param {Cell} cell */
  ground(cell) {
    return svg("path", {
      class: `wb-hex is-${known(cell.ground) ? cell.ground : "other"}`,
      d: this.outline(cell, -0.006),
    });
  }

  /** Water that meets land has a bank. */
  shores() {
    const wet = (/** @type {Cell | null} */ cell) =>
      cell !== null && (cell.ground === "water" || cell.ground === "river");
    let d = "";
    for (const cell of this.table.cells.filter(wet)) {
      const corners = cornersOf(this.table, cell);
      BEARINGS.forEach((_, n) => {
        const next = beside(this.table, cell, n);
        if (next && !wet(next)) d += `M${this.at(corners[(n + 5) % 6])}L${this.at(corners[n])}`;
      });
    }
    const waves = this.table.cells
      .filter(wet)
      .map((cell) => this.outline(cell))
      .join("");
    return waves
      ? [svg("path", { fill: `url(#${this.id}-ripples)`, d: waves }), svg("path", { class: "wb-shore", d })]
      : [];
  }

  /** Bands that join the middles of hexes; where a road leaves the table it runs up to the edge. */
  roads() {
    let d = "";
    for (const cell of this.table.cells.filter(({ road }) => road)) {
      const ways = cell.roads.length === 1 ? [...cell.roads, ...this.leaving(cell)] : cell.roads;
      const ends = ways.map((direction) => this.towards(cell, direction));
      if (ends.length === 0) d += `M${this.at([cell.x - 0.3, cell.y])}H${round((cell.x + 0.3) * UNIT)}`;
      else if (ends.length === 1) d += `M${this.at([cell.x, cell.y])}L${this.at(ends[0])}`;
      else
        ends.forEach((end, n) =>
          ends
            .slice(n + 1)
            .forEach((other) => (d += `M${this.at(end)}Q${this.at([cell.x, cell.y])} ${this.at(other)}`)),
        );
    }
    return svg(
      "g",
      {},
      svg("path", { class: "wb-road side", d }),
      svg("path", { class: "wb-road", d }),
      svg("path", { class: "wb-road ruts", d }),
    );
  }

  /** Straight on, if that leads off the table.
   * @param {Cell} cell
   */
  leaving(cell) {
    const on = (cell.roads[0] + 3) % 6,
      out = [on, (on + 1) % 6, (on + 5) % 6].find((direction) => beside(this.table, cell, direction) === null);
    return out === undefined ? [] : [out];
  }

  /** @param {Cell} cell
   *  @param {number} direction
   *  @returns {Point} the middle of that side
   */
  towards(cell, direction) {
    const a = (BEARINGS[direction] / 180) * Math.PI,
      far = this.table.spacing / 2;
    return [cell.x + Math.cos(a) * far, cell.y + Math.sin(a) * far];
  }

  /** @param {Cell} cell */
  drawn(cell) {
    const picture = PICTURES[cell.ground],
      luck = dice(cell.name),
      words = cell.ground.replaceAll("-", " ");
    const place = `translate(${this.at([cell.x, cell.y])}) scale(${round((this.table.spacing * UNIT) / 100)})`;
    const group = svg("g", {
      class: `wb-hexart is-${cell.ground}`,
      transform: place,
      opacity: cell.road && !HIGH.includes(cell.ground) ? 0.9 : 1,
    });
    const drawn = picture?.(luck) ?? [];
    group.append(...(cell.road ? drawn.filter((one) => !onRoad(one, cell.roads)) : drawn));
    const area = svg(
      "path",
      { class: "wb-hexarea", d: this.outline(cell) },
      svg("title", {}, `${cell.name}: ${words}${cell.road ? ", road" : ""}`),
    );
    return svg("g", { "data-hex": cell.name }, group, area);
  }

  /** The sides that no two hexes share, joined into one line. */
  border() {
    /** @type {Map<string, [Point, string]>} */
    const next = new Map();
    const key = (/** @type {Point} */ [x, y]) => `${Math.round(x * 50)},${Math.round(y * 50)}`;
    for (const cell of this.table.cells) {
      const corners = cornersOf(this.table, cell);
      corners.forEach((corner, n) => {
        const from = corners[(n + 5) % 6],
          mid = [(from[0] + corner[0]) / 2, (from[1] + corner[1]) / 2];
        if (!cellAt(this.table, 2 * mid[0] - cell.x, 2 * mid[1] - cell.y)) next.set(key(from), [from, key(corner)]);
      });
    }
    let d = "";
    while (next.size) {
      let at = next.keys().next().value,
        line = "";
      for (let found = at && next.get(at); at && found; found = next.get(at)) {
        next.delete(at);
        line += `${line ? "L" : "M"}${this.at(found[0])}`;
        at = found[1];
      }
      d += `${line}Z`;
    }
    return d;
  }

  /** @param {Cell} cell
   *  @param {number} [inwards]
   */
  outline(cell, inwards = 0) {
    return `M${cornersOf(this.table, cell, inwards)
      .map((corner) => this.at(corner))
      .join("L")}Z`;
  }

  /** @param {Point} point */
  at([x, y]) {
    return `${round(x * UNIT)} ${round((this.table.depth - y) * UNIT)}`;
  }
}

/** Whether that ground has a picture or needs none.
 * @param {string} ground
 */
export function known(ground) {
  return ground in PICTURES;
}

/** @type {Record<string, Picture>} */
const PICTURES = {
  clear: () => [],
  rough: (luck) =>
    scattered(luck, 9, 14).map(([x, y]) => {
      const s = 2.6 + luck() * 3;
      return path(
        "wb-rock",
        `M${x - s} ${y + s * 0.5}L${x - s * 0.5} ${y - s * 0.6}L${x + s * 0.4} ${y - s * 0.7}L${x + s} ${y + s * 0.5}Z`,
        x,
        y,
      );
    }),
  ruins: (luck) => [
    ...scattered(luck, 7, 16).map(([x, y]) =>
      path("wb-rock", `M${x - 2} ${y + 1.6}L${x - 1} ${y - 1.8}L${x + 2} ${y - 1}L${x + 1.6} ${y + 1.8}Z`, x, y),
    ),
    path("wb-broken", "M-32 24V-8L-27 -4V-14L-20 -10M-32 24H-14M-8 24H2", -24, 10),
    path("wb-broken", "M14 -30H33V-12L29 -8L34 -3V10M14 -30V-22L18 -18", 26, -16),
  ],
  forest: (luck) => trees(luck, false),
  "burned-forest": (luck) => trees(luck, true),
  "sand-dunes": (luck) =>
    [
      [-12, -28],
      [10, -9],
      [-14, 10],
      [12, 29],
    ].map(([x, y]) => {
      const sx = x + (luck() - 0.5) * 10,
        wide = 15 + luck() * 5;
      return path(
        "wb-dune",
        `M${sx - wide} ${y + 4}Q${sx - wide * 0.3} ${y - 8} ${sx + wide * 0.2} ` +
          `${y - 2}Q${sx + wide * 0.6} ${y + 3} ${sx + wide} ${y + 3}`,
        sx,
        y,
      );
    }),
  hills: () => [
    path("wb-hill-shade", "M-36 8Q-34 -30 2 -33Q38 -30 38 4Q38 32 4 35Q-30 34 -36 8Z", 0, 0, "translate(3 5)"),
    path("wb-hill", "M-36 8Q-34 -30 2 -33Q38 -30 38 4Q38 32 4 35Q-30 34 -36 8Z", 0, 0),
    path("wb-hill two", "M-25 4Q-23 -20 3 -22Q27 -20 27 1Q27 20 4 23Q-21 23 -25 4Z", 0, 0),
    path("wb-hill three", "M-13 0Q-12 -11 4 -12Q16 -11 16 -1Q16 10 4 12Q-11 11 -13 0Z", 0, 0),
    path("wb-hachure", "M-31 20L-38 27M-20 31L-24 39M-4 36L-4 44M14 35L17 43M29 26L35 33M37 12L45 15", 0, 0),
  ],
  mountains: () => [peak(-18, 6, 19, 34), peak(21, -6, 17, 30), peak(6, 31, 23, 40)].flat(),
  swamp: (luck) => [
    ...scattered(luck, 3, 24).map(([x, y]) =>
      path(
        "wb-pool",
        `M${x - 12} ${y}Q${x - 10} ${y - 5} ${x} ${y - 4.5}Q${x + 12} ${y - 5} ${x + 11} ` +
          `${y + 1}Q${x + 8} ${y + 5} ${x - 2} ${y + 4}Q${x - 12} ${y + 5} ${x - 12} ${y}Z`,
        x,
        y,
      ),
    ),
    ...scattered(luck, 9, 13).map(([x, y]) =>
      path(
        "wb-reed",
        `M${x} ${y}V${y - 9}M${x - 1} ${y}L${x - 5} ${y - 7}M` +
          `${x + 1} ${y}L${x + 5} ${y - 7}M${x - 7} ${y + 1.5}H${x + 7}`,
        x,
        y,
      ),
    ),
  ],
  building: () => [
    path("wb-house-shade", "M-27 -22H29V26H-27Z", 0, 0, "translate(6 8)"),
    path("wb-house", "M-29 -26H27V22H-29Z", 0, 0),
    path("wb-house-roof", "M-29 -26L-13 -2L11 -2L27 -26M-29 22L-13 -2M27 22L11 -2", 0, 0),
    path("wb-chimney", "M12 -20H20V-12H12Z", 0, 0),
  ],
  river: () => [],
  water: () => [],
};

/** @param {string} style
 *  @param {string} d
 *  @param {number} x  where it stands
 *  @param {number} y
 *  @param {string} [transform]
 */
function path(style, d, x, y, transform = "") {
  const made = svg("path", {
    class: style,
    d: d.replace(/-?\d+\.\d+/g, (n) => String(round(Number(n)))),
    "data-x": round(x),
    "data-y": round(y),
  });
  if (transform) made.setAttribute("transform", transform);
  return made;
}

/** Whether a thing would stand on the road.
 * @param {SVGElement} one
 * @param {number[]} roads
 */
function onRoad(one, roads) {
  const x = Number(one.getAttribute("data-x")),
    y = Number(one.getAttribute("data-y"));
  if (x === 0 && y === 0) return false;
  return (
    Math.hypot(x, y) < 18 ||
    roads.some((direction) => {
      const a = (BEARINGS[direction] / 180) * Math.PI,
        along = x * Math.cos(a) - y * Math.sin(a);
      return along > 0 && Math.abs(x * Math.sin(a) + y * Math.cos(a)) < 17;
    })
  );
}

/** @param {() => number} luck
 *  @param {boolean} burned
 */
function trees(luck, burned) {
  return scattered(luck, 10, 15)
    .sort((one, two) => one[1] - two[1])
    .flatMap(([x, y]) => {
      const tall = 11 + luck() * 5,
        wide = tall * 0.62;
      if (burned) {
        return [
          path(
            "wb-stump",
            `M${x} ${y + tall * 0.5}V${y - tall * 0.7}M${x} ${y - tall * 0.1}L${x + wide * 0.6} ` +
              `${y - tall * 0.5}M${x} ${y + tall * 0.1}L${x - wide * 0.6} ${y - tall * 0.25}`,
            x,
            y,
          ),
          path("wb-ash", `M${x - 5} ${y + tall * 0.5}H${x + 6}`, x, y),
        ];
      }
      return [
        path("wb-trunk", `M${x} ${y + tall * 0.75}V${y + tall * 0.3}`, x, y),
        path(
          "wb-tree",
          `M${x} ${y - tall}L${x + wide * 0.62} ${y - tall * 0.3}H${x + wide * 0.3}L${x + wide} ` +
            `${y + tall * 0.42}H${x - wide}L${x - wide * 0.3} ${y - tall * 0.3}H${x - wide * 0.62}Z`,
          x,
          y,
        ),
      ];
    });
}

/** @param {number} x  of its foot
 *  @param {number} y
 *  @param {number} half
 *  @param {number} tall
 */
function peak(x, y, half, tall) {
  const top = y - tall;
  return [
    path("wb-peak", `M${x - half} ${y}L${x} ${top}L${x + half} ${y}Z`, 0, 0),
    path(
      "wb-peak-shade",
      `M${x} ${top}L${x + half} ${y}H${x + half * 0.1}L${x - half * 0.14} ` +
        `${y - tall * 0.34}L${x + half * 0.14} ${y - tall * 0.6}Z`,
      0,
      0,
    ),
    path(
      "wb-snow",
      `M${x} ${top}L${x + half * 0.3} ${top + tall * 0.3}L${x + half * 0.08} ${top + tall * 0.24}L` +
        `${x - half * 0.1} ${top + tall * 0.34}L${x - half * 0.3} ${top + tall * 0.3}Z`,
      0,
      0,
    ),
  ];
}

/** Places in the hex, no two nearer than that.
 * @param {() => number} luck
 * @param {number} count
 * @param {number} apart
 * @returns {Point[]}
 */
function scattered(luck, count, apart) {
  /** @type {Point[]} */
  const found = [];
  for (let tries = 0; found.length < count && tries < 300; tries++) {
    const x = (luck() - 0.5) * 92,
      y = (luck() - 0.5) * 78;
    if (Math.abs(x) * 0.866 + Math.abs(y) / 2 < 40 && found.every(([u, v]) => Math.hypot(u - x, v - y) > apart))
      found.push([x, y]);
  }
  return found;
}

/** Chance that falls the same for the same hex, whenever it is drawn.
 * @param {string} name
 */
function dice(name) {
  let state = [...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619), 2166136261);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) ^ Math.imul(state ^ (state >>> 13), 3266489909);
    return ((state ^= state >>> 16) >>> 0) / 4294967296;
  };
}
