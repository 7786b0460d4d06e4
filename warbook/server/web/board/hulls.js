// Hulls drawn to scale, and the soft outline round the figures of a group.

import { UNIT, round, svg } from "../shared/svg.js";

/** @typedef {import("../shared/types.js").Group} Group */
/** @typedef {import("../shared/types.js").Hull} Hull */
/** @typedef {import("../shared/types.js").Piece} Piece */

const PIPS = 10; // so many who are aboard are shown one by one

/**
 * A hull that looks east: its outline, its front marked, its armour by edge, its guns and those aboard.
 * @param {Hull} hull
 * @param {number} scale of an inch
 */
export function drawHull({ length, width, armour, mounts, aboard }, scale) {
  const half = (length * scale) / 2,
    side = (width * scale) / 2,
    nose = Math.min(half, side) * 0.55;
  const shape = svg(
    "g",
    { class: "wb-hull" },
    svg("rect", {
      class: "wb-rim",
      x: round(-half),
      y: round(-side),
      width: round(2 * half),
      height: round(2 * side),
      rx: round(side * 0.22),
    }),
    svg("path", {
      class: "wb-nose",
      d: `M${round(half - 1)} 0l${round(-nose)} ${round(-nose * 0.8)}v${round(nose * 1.6)}z`,
    }),
  );
  for (const mount of mounts) {
    const long = side * 1.2;
    shape.append(
      svg("path", {
        class: mount.width >= 360 ? "wb-turret" : "wb-gun",
        d: `M0 0h${round(long)}`,
        transform:
          `translate(${round(mount.at[0] * half)} ${round(-mount.at[1] * side)}) ` +
          `rotate(${round(-mount.centre)})`,
      }),
    );
  }
  const edges = [
    [half, 0],
    [0, -side],
    [-half, 0],
    [0, side],
  ];
  (armour ?? []).forEach((value, edge) => {
    const [x, y] = edges[edge].map(round);
    shape.append(svg("g", { transform: `translate(${x} ${y})` }, svg("text", { class: "wb-armour", y: 2.6 }, value)));
  });
  for (let n = 0; n < Math.min(aboard, PIPS); n++)
    shape.append(svg("circle", { class: "wb-pip", cx: round(-half + 3 + n * 3.2), cy: round(-side - 2.4), r: 1.2 }));
  return shape;
}

/** Lets what was drawn looking east face another way; the words on it stay upright.
 * @param {SVGElement} shape @param {number} degrees */
export function aim(shape, degrees) {
  shape.setAttribute("transform", `rotate(${round(-degrees)})`);
  shape.style.setProperty("--upright", `${round(degrees)}deg`);
}

/**
 * A group: an outline round its figures, with its name and how many of them stand.
 * @param {Group} group
 * @param {Piece[]} members
 * @param {string} style of its side
 * @param {number} depth of the table
 */
export function drawGroup(group, members, style, depth) {
  const spots = members.map(({ x, y }) => /** @type {[number, number]} */ ([x * UNIT, (depth - y) * UNIT]));
  const wide = (Math.max(...members.map((piece) => piece.radius)) + 0.45) * 2 * UNIT;
  const ring = outline(spots);
  const path = `M${ring.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
  const ys = spots.map(([, y]) => y),
    middle = spots.reduce((sum, [x]) => sum + x, 0) / spots.length;
  // of the first side below, of the others above: where they fight, each can be read
  const label = style === "side-a" ? Math.max(...ys) + wide / 2 + 12 : Math.min(...ys) - wide / 2 - 17;
  const words =
    `${group.name} ${members.length}` +
    `${members.length < group.members.length ? ` of ${group.members.length}` : ""}`;
  return svg(
    "g",
    { class: `wb-group ${style}`, "data-group": group.id },
    svg("title", {}, [group.name, group.words, group.states.join(", ")].filter(Boolean).join("\n")),
    svg("path", { class: "wb-group-rim", d: path, "stroke-width": round(wide + 4) }),
    svg("path", { class: "wb-group-ground", d: path, "stroke-width": round(wide) }),
    svg("path", { d: path, "stroke-width": round(wide) }),
    svg(
      "g",
      { transform: `translate(${round(middle)} ${round(label)})` },
      svg("text", { class: "wb-upright" }, words),
      svg("text", { class: "wb-group-states wb-upright", y: 12 }, group.states.join(", ")),
    ),
  );
}

/**
 * The outlines show which group acts, which can be chosen, and which one points at.
 * @param {SVGElement} layer
 * @param {{acting?: string, options?: {piece?: string, on?: boolean}[]}} marks
 */
export function frameGroups(layer, { acting, options = [] }) {
  for (const node of /** @type {NodeListOf<SVGElement>} */ (layer.querySelectorAll(".wb-group"))) {
    const about = options.filter(({ piece }) => piece === node.dataset.group);
    node.classList.toggle("acting", acting === node.dataset.group);
    node.classList.toggle("open", about.length > 0);
    node.classList.toggle(
      "pointed",
      about.some(({ on }) => on),
    );
  }
}

/** The convex outline of points. @param {[number, number][]} points */
function outline(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (/** @type {[number, number][]} */ row) => {
    /** @type {[number, number][]} */
    const kept = [];
    for (const point of row) {
      while (kept.length > 1 && turns(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** @param {[number, number]} a @param {[number, number]} b @param {[number, number]} c */
function turns(a, b, c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
