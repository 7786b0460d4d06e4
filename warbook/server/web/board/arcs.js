// Where a piece looks and its guns bear: sectors from its middle or from where each gun sits.

import { UNIT, round, svg } from "../shared/svg.js";

/** @typedef {import("../shared/types.js").Piece} Piece */
/** @typedef {{ahead: number, left: number, centre: number, width: number}} Arc  in inches and degrees, of the piece */

const FADE = 30; // inches until which an arc grows fainter
const WIDE = 180; // degrees: such arcs have their sides drawn and are not filled, two of them would tint all the table

/** The arcs of a piece that are less than a whole turn; guns that bear alike from one place have one.
 * @param {Piece} piece
 * @returns {Arc[]}
 */
export function arcsOf({ arc, hull }) {
  const all = hull
    ? hull.mounts.map(({ at: [ahead, left], centre, width }) => ({
        ahead: (ahead * hull.length) / 2,
        left: (left * hull.width) / 2,
        centre,
        width,
      }))
    : [{ ahead: 0, left: 0, centre: 0, width: arc }];
  const unlike = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...unlike.values()].filter(({ width }) => width > 0 && width < 360);
}

/** The arcs of a piece that stands there and faces so.
 * @param {Arc[]} arcs
 * @param {[number, number]} middle as it is drawn
 * @param {number} facing
 * @param {number} range in inches
 * @param {string} style of its side
 * @param {string} edge the id of what clips to the table
 */
export function drawArcs(arcs, [mx, my], facing, range, style, edge) {
  const reach = range * UNIT,
    along = (facing / 180) * Math.PI,
    drawn = svg("g", { class: `wb-wedge ${style}`, "clip-path": `url(#${edge})` });
  arcs.forEach(({ ahead, left, centre, width }, n) => {
    const x = round(mx + (Math.cos(along) * ahead - Math.sin(along) * left) * UNIT),
      y = round(my - (Math.sin(along) * ahead + Math.cos(along) * left) * UNIT);
    const end = (/** @type {number} */ degrees) => {
      const a = (degrees / 180) * Math.PI;
      return `${round(x + Math.cos(a) * reach)} ${round(y - Math.sin(a) * reach)}`;
    };
    const bend = `A${round(reach)} ${round(reach)} 0 ${width > 180 ? 1 : 0} 0`,
      from = facing + centre - width / 2,
      id = `${edge}-arc${n}`;
    drawn.append(
      svg(
        "radialGradient",
        { id, gradientUnits: "userSpaceOnUse", cx: x, cy: y, r: Math.min(reach, FADE * UNIT) },
        ...[0.24, 0.1, 0.045].map((opacity, stop) => svg("stop", { offset: stop / 2, "stop-opacity": opacity })),
      ),
      svg("path", {
        d: `M${x} ${y}L${end(from)}${bend} ${end(from + width)}Z`,
        fill: width < WIDE ? `url(#${id})` : "none",
      }),
    );
  });
  return drawn;
}

/** The ground on which a weapon bears. @param {string} ground a path @param {string} style @param {string} edge */
export function drawBorne(ground, style, edge) {
  return svg(
    "g",
    { class: `wb-borne ${style}`, "clip-path": `url(#${edge})`, "data-testid": "borne" },
    svg("path", { d: ground }),
  );
}

/** Arcs as far as they are seen; all of them where nothing is known of that.
 * @param {SVGElement} arcs @param {string} ground a path @param {string} edge */
export function cutBy(arcs, ground, edge) {
  if (!ground) return arcs;
  const id = `${edge}-seen`;
  return svg(
    "g",
    { "data-testid": "seen" },
    svg("clipPath", { id }, svg("path", { d: ground })),
    svg("g", { "clip-path": `url(#${id})` }, arcs),
  );
}

/** From 0 up to 360. @param {number} degrees */
export function turned(degrees) {
  return ((degrees % 360) + 360) % 360;
}

/** Of some facings the one nearest to another. @param {number[]} facings @param {number} degrees */
export function nearest(facings, degrees) {
  const off = (/** @type {number} */ each) => Math.min(turned(each - degrees), turned(degrees - each));
  return facings.reduce((best, each) => (off(each) < off(best) ? each : best));
}
