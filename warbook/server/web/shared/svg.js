// Small helpers to draw with. A unit of the drawing is 1/24 inch; the page's y runs down, the table's up.

/** @typedef {import("./types.js").Point} Point */

export const UNIT = 24;

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {string} style  its class
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, style, ...children) {
  const made = document.createElement(name);
  made.className = style;
  made.append(...children);
  return made;
}

/** A group at a place of the drawing whose content keeps its size on the screen at every zoom.
 * @param {number} x
 * @param {number} y
 * @param {string} style
 * @param {(Node | string)[]} children
 */
export function pinned(x, y, style, ...children) {
  return svg(
    "g",
    { class: style, transform: `translate(${round(x)} ${round(y)})` },
    svg("g", { class: "wb-unit" }, ...children),
  );
}

/** A pill with words in it, centred on where it is put. Of an estimated width: the same in every browser.
 * @param {string} words
 * @param {string} [style]
 */
export function pill(words, style = "") {
  const wide = pillWidth(words);
  return svg(
    "g",
    { class: `wb-pill ${style}` },
    svg("rect", { x: -wide / 2, y: -10, width: wide, height: 20, rx: 10 }),
    svg("text", { y: 4.2 }, words),
  );
}

/** @param {string} words */
export function pillWidth(words) {
  return words.length * 6.9 + 14;
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100;
}

/** Inches as they are printed: 3″, 1½″, 1.3″.
 * @param {number} value
 */
export function inches(value) {
  const whole = Math.floor(value + 1e-6),
    rest = value - whole;
  if (Math.abs(rest - 0.5) < 0.01) return `${whole || ""}½″`;
  return `${Number(value.toFixed(1))}″`;
}

/** @param {Point[]} polygon
 *  @param {number} x
 *  @param {number} y
 */
export function inside(polygon, x, y) {
  let odd = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i],
      [xj, yj] = polygon[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** @param {Point[]} points */
export function bounds(points) {
  const xs = points.map((p) => p[0]),
    ys = points.map((p) => p[1]);
  const left = Math.min(...xs),
    right = Math.max(...xs),
    low = Math.min(...ys),
    high = Math.max(...ys);
  return {
    left,
    right,
    low,
    high,
    x: (left + right) / 2,
    y: (low + high) / 2,
    width: right - left,
    depth: high - low,
  };
}
