// Dice with their faces.

import { svg } from "../shared/svg.js";

const SIZE = 22;
const GAP = 4;
const ROW = 10; // so many lie side by side
/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** Dice as one picture, of several rows if they are many, to be set in a line of text or on the table. A test passes
 *  or fails as a sum, so all its
 * dice look alike, and a tick or a cross says which.
 * @param {readonly number[]} faces
 * @param {number} [sides]
 * @param {number | null} [need]  passes at this score or more
 * @param {number | null} [most]  passes at this score or less
 * @param {number[] | null} [counts] the places of those that count, where that can be said; the others are faint
 * @returns {SVGSVGElement}
 */
export function dieFaces(faces, sides = 6, need = null, most = null, counts = null) {
  const total = faces.reduce((sum, face) => sum + face, 0);
  const passed = need !== null ? total >= need : most !== null ? total <= most : null;
  const verdict = passed === null ? "" : passed ? " made" : " missed";
  const across = Math.min(faces.length, ROW) * (SIZE + GAP) - GAP,
    wide = across + (passed === null ? 2 : 7);
  const high = Math.ceil(faces.length / ROW) * (SIZE + GAP) - GAP + 8;
  const counting = counts && faces.length > 1 ? `; ${counts.map((n) => faces[n]).join(" and ") || "none"} count` : "";
  const words = `${faces.join(" and ")}${counting}${passed === null ? "" : passed ? ", passed" : ", failed"}`;
  const picture = svg("svg", {
    class: `wb-dice${verdict}`,
    width: wide,
    height: high,
    viewBox: `-1 -6 ${wide} ${high}`,
    role: "img",
    "aria-label": words,
  });
  faces.forEach((face, n) => {
    const drawn = die(
      face,
      sides,
      (n % ROW) * (SIZE + GAP) + SIZE / 2,
      Math.floor(n / ROW) * (SIZE + GAP) + SIZE / 2,
    );
    if (counting && !counts?.includes(n)) drawn.setAttribute("opacity", "0.4");
    picture.append(drawn);
  });
  if (passed !== null) picture.append(mark(passed, across - 1));
  return picture;
}

/** @param {number} face
 *  @param {number} sides
 *  @param {number} x  of its middle
 *  @param {number} y
 */
function die(face, sides, x, y) {
  const group = svg("g", { class: "wb-die", transform: `translate(${x} ${y})` }),
    half = SIZE / 2 - 0.8;
  if (sides === 6 && PIPS[face]) {
    group.append(svg("rect", { x: -half, y: -half, width: half * 2, height: half * 2, rx: 4.5 }));
    for (const [px, py] of PIPS[face]) group.append(svg("circle", { cx: px * 5.2, cy: py * 5.2, r: 2.1 }));
  } else {
    group.append(svg("path", { d: `M0 ${-half - 0.8}L${half + 0.8} 0L0 ${half + 0.8}L${-half - 0.8} 0Z` }));
    group.append(svg("text", { y: 4 }, String(face)));
  }
  return group;
}

/** @param {boolean} passed
 *  @param {number} x
 */
function mark(passed, x) {
  return svg(
    "g",
    { class: "wb-verdict", transform: `translate(${x} 0)` },
    svg("circle", { r: 5 }),
    svg("path", { d: passed ? "M-2.4 0L-0.6 2L2.6 -2" : "M-2 -2L2 2M2 -2L-2 2" }),
  );
}
