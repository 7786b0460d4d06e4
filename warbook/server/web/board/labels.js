// Words printed on the table: heights, names, figures along the edge. They keep their size on the screen; at each
// zoom those are shown for which there is room and which do not run into another.

import { known } from "./hexground.js";
import { UNIT, bounds, inches, inside, pinned, svg } from "../shared/svg.js";

/** @typedef {import("../shared/types.js").InchTable} InchTable */
/** @typedef {import("../shared/types.js").HexTable} HexTable */
/** @typedef {import("../shared/types.js").Point} Point */
/** @typedef {[x: number, y: number, right?: number, down?: number]} Place  a corner in inches and how many pixels
 *  from it
 *   to the right and down at least; more of them when the table is seen from close by */
/** @typedef {{node: SVGGElement, text: SVGGElement, spots: Place[], shown: Place | null, wide: number, tall:
 *  number, room: number,
 *   closest: number, name: boolean, of: object, half: [number, number]}} Label  of one thing only the first that fits
 * is shown */

const INSET = 0.8;

/** In the order in which they get their room.
 * @param {InchTable} table
 * @returns {Label[]}
 */
export function labelsOf(table) {
  const tall = [
    ...table.blocks.map((block) => ({ polygon: block.polygon, top: block.base + block.height })),
    ...table.floors.map((floor) => ({ polygon: floor.polygon, top: floor.level })),
  ];
  const covered = (/** @type {Point} */ [x, y], /** @type {number} */ top) =>
    tall.some((other) => other.top > top + 0.05 && inside(other.polygon, x, y));
  /** @type {Label[]} */
  const labels = [];
  const surfaces = [
    ...table.floors.map((floor) => ({ ...floor, top: floor.level, roof: true })),
    ...table.blocks.map((block) => ({ ...block, top: block.base + block.height })),
  ];
  for (const it of surfaces.filter((surface) => surface.roof)) {
    const box = bounds(it.polygon),
      free = (/** @type {number} */ x, /** @type {number} */ y) =>
        [
          [0, 0],
          [0.6, 0.5],
          [-0.6, 0.5],
          [0.6, -0.5],
          [-0.6, -0.5],
        ].every(([dx, dy]) => inside(it.polygon, x + dx, y + dy) && !covered([x + dx, y + dy], it.top));
    const spots = corners(box)
      .filter(([, spot]) => free(...spot))
      .map(([place]) => place);
    labels.push(
      label("wb-height", inches(it.top), 12, spots.length ? spots : [[box.x, box.y]], box.width, 0, {}, [
        box.width / 2,
        box.depth / 2,
      ]),
    );
  }
  for (const area of table.areas) {
    const box = bounds(area.polygon),
      spots = middles(box).filter((spot) => !covered(spot, area.level));
    const kinds = [...(area.ground === "open" ? [] : [area.ground]), ...area.words],
      said = kinds.map((kind) => kind.replaceAll("-", " ")).filter((kind) => !area.name.includes(kind));
    const words = [area.name, ...said].join(", ");
    labels.push(
      label("wb-name", words, 11, spots, box.width + 1, 9, area),
      label("wb-name", area.name, 11, spots, box.width + 0.5, 9, area),
    );
  }
  for (const it of surfaces) {
    const box = bounds(it.polygon),
      spots = middles(box).filter((spot) => !covered(spot, it.top));
    labels.push(label("wb-name", it.name, 11, spots, box.width - 0.4, 9, it));
    if (!it.roof)
      labels.push(label("wb-name wb-wall-height", inches(it.top), 10.5, [[box.x, box.low - 0.45]], 99, 13, {}));
  }
  for (const wall of table.walls) {
    if (wall.base || wall.door) continue;
    const box = bounds(wall.line),
      upright = box.depth > box.width;
    const words = `${wall.name}, ${inches(wall.height)}`;
    /** @type {Point[]} */
    const spots = upright
      ? [
          [box.left - 0.6, box.y],
          [box.right + 0.6, box.y],
        ]
      : [
          [box.x, box.high + 0.45],
          [box.x, box.low - 0.5],
        ];
    const free = spots.filter(
      (spot) =>
        !covered(spot, wall.base + 0.1) &&
        spot[0] > 0.6 &&
        spot[0] < table.width - 0.6 &&
        !table.ladders.some(({ at }) => Math.hypot(at[0] - spot[0], at[1] - spot[1]) < 1.2),
    );
    if (!upright) labels.push(label("wb-name", words, 10.5, free, box.width, 20, wall));
    labels.push(label("wb-name wb-wall-height", inches(wall.height), 11, free, 99, 7, wall));
  }
  for (let at = 6; at < table.width; at += 6)
    labels.push(label("wb-figure", String(at), 9, [[at + 0.55, -0.42]], 99, 9, {}));
  for (let at = 6; at < table.depth; at += 6)
    labels.push(label("wb-figure", String(at), 9, [[-0.4, at + 0.5]], 99, 9, {}));
  return labels.filter((one) => one.spots.length);
}

/** The name of each hex under its upper side, and what lies there above the lower one: of ground that is not drawn
 *  always.
 * @param {HexTable} table
 * @returns {Label[]}
 */
export function hexLabels(table) {
  const half = table.spacing / 2,
    side = table.spacing / Math.sqrt(3);
  return table.cells.flatMap((cell) => {
    const words = cell.ground.replaceAll("-", " "),
      plain = cell.ground === "clear";
    const ground = plain
      ? []
      : [label("wb-name", words, 10, [[cell.x, cell.y - half * 0.84]], side * 1.3, known(cell.ground) ? 38 : 0, {})];
    return [
      ...ground,
      label("wb-name hex", cell.name, 8.5, [[cell.x - side * 0.24, cell.y + half * 0.76]], 99, 15, {}),
    ];
  });
}

/** How much larger than usual words are printed at so many pixels to the inch.
 * @param {number} scale
 */
export function printSize(scale) {
  return Math.max(0.84, Math.min(1.35, 0.75 + scale / 64));
}

/** Show what there is room for, in the table's own directions however it is turned.
 * @param {Label[]} labels
 * @param {{scale: number, labelled: boolean, depth: number, view: {quarter: number}}} board
 */
export function layLabels(labels, { scale, labelled: names, depth, view }) {
  /** @type {[number, number, number, number][]} */
  const taken = [];
  const told = new Set(),
    size = printSize(scale);
  for (const one of labels) {
    const fits =
      !told.has(one.of) && scale >= one.closest && one.room * scale >= one.wide * size && (names || !one.name);
    const free =
      fits &&
      one.spots.find(([x, y, right = 0, down = 0]) => {
        const along = one.wide * size + 6,
          across = one.tall * size,
          [wide, tall] = view.quarter % 2 ? [across, along] : [along, across];
        const left = x * scale + inset(right, scale, one.half[0]) - wide / 2,
          top = -y * scale + inset(down, scale, one.half[1]) - tall / 2;
        const box = /** @type {[number, number, number, number]} */ ([left, top, left + wide, top + tall]);
        if (taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]))
          return false;
        taken.push(box);
        told.add(one.of);
        return true;
      });
    one.node.style.display = free ? "" : "none";
    if (free && (free !== one.shown || free[2])) placeAt(one, free, depth, scale);
  }
}

/** @param {Label} one
 *  @param {Place} spot
 *  @param {number} depth
 *  @param {number} scale
 */
function placeAt(one, spot, depth, scale) {
  const size = printSize(scale),
    right = inset(spot[2] ?? 0, scale, one.half[0]),
    down = inset(spot[3] ?? 0, scale, one.half[1]);
  one.shown = spot;
  one.text.setAttribute("transform", `translate(${right / size} ${down / size})`);
  one.node.setAttribute("transform", `translate(${spot[0] * UNIT} ${(depth - spot[1]) * UNIT})`);
}

/** @param {number} pixels
 *  @param {number} scale
 *  @param {number} most  inches
 */
function inset(pixels, scale, most) {
  return Math.sign(pixels) * Math.min(most * scale, Math.max(Math.abs(pixels), INSET * scale));
}

/** @param {string} style
 *  @param {string} words
 *  @param {number} size
 *  @param {Place[]} spots
 *  @param {number} room  inches it may be wide
 *  @param {number} closest  pixels to the inch from which on it is shown
 *  @param {object} of  what it is about
 *  @param {[number, number]} [half]  of the size of what it stands on
 *  @returns {Label}
 */
function label(style, words, size, spots, room, closest, of, half = [0, 0]) {
  const print = svg("text", { class: "wb-upright", y: size * 0.35 }, words),
    text = svg("g", {}, print);
  print.style.fontSize = `${size}px`;
  return {
    node: pinned(0, 0, style, text),
    text,
    spots,
    shown: null,
    wide: words.length * size * 0.54,
    tall: size + 2,
    room,
    closest,
    name: style.startsWith("wb-name"),
    of,
    half,
  };
}

/** Places just inside the corners, the north-west one first, and the middle; each with a spot that must be free for it.
 * @param {ReturnType<typeof bounds>} box
 * @returns {[Place, [number, number]][]}
 */
function corners(box) {
  const dx = Math.min(INSET, box.width / 2),
    dy = Math.min(INSET, box.depth / 2),
    { left, right, low, high, x, y } = box;
  return [
    [
      [left, high, 13, 11],
      [left + dx, high - dy],
    ],
    [
      [right, high, -13, 11],
      [right - dx, high - dy],
    ],
    [
      [left, low, 13, -11],
      [left + dx, low + dy],
    ],
    [
      [right, low, -13, -11],
      [right - dx, low + dy],
    ],
    [
      [x, y],
      [x, y],
    ],
  ];
}

/** @param {ReturnType<typeof bounds>} box
 *  @returns {Point[]}
 */
function middles(box) {
  return [
    [box.x, box.y],
    [box.x, box.y - box.depth / 4],
    [box.x, box.y + box.depth / 4],
    [box.x, box.low + 0.6],
    [box.x, box.high - 0.6],
  ];
}
