// What lies in a hex for a while: smoke, fire, clouds. A haze over the whole hex, and a badge with how many there are.

import { UNIT, round, svg } from "../shared/svg.js";
import { badge } from "./badges.js";

/** @typedef {import("../shared/types.js").Marker} Marker */

const PUFFS = [
  [-27, -13, 15],
  [-8, -25, 17],
  [17, -18, 16],
  [28, 4, 14],
  [12, 22, 16],
  [-15, 20, 17],
  [-30, 6, 13],
  [0, 0, 20],
];
const COUNT = /(?<![\d.])\d+(?!\.?\d)/; // in words that name a hex too
const FLAMES = [
  [-27, 12],
  [-9, 26],
  [12, 24],
  [29, 10],
  [-30, -14],
  [30, -16],
  [0, -26],
];

/** At the middle of its hex; `--aside` moves the badge beside others.
 * @param {Marker} marker
 * @param {number} depth
 * @param {number} spacing
 */
export function drawHexMarker(marker, depth, spacing) {
  const { x, y } = marker.spot ?? { x: 0, y: 0 },
    count = COUNT.exec(marker.words)?.[0] ?? "";
  const size = round((spacing * UNIT) / 100),
    kind = marker.kind.replaceAll("-", " ");
  const air = haze(kind),
    sign = svg("g", { class: `wb-hexsign${air ? "" : " alone"}` }, badge(kind, undefined, 11));
  if (Number(count) > 1)
    sign.append(
      svg(
        "g",
        { class: "wb-hexcount" },
        svg("circle", { cx: 9, cy: -8, r: 6.5 }),
        svg("text", { x: 9, y: -4.6 }, count),
      ),
    );
  return svg(
    "g",
    {
      class: "wb-marker",
      "data-marker": marker.marker,
      transform: `translate(${round(x * UNIT)} ${round((depth - y) * UNIT)})`,
    },
    svg("title", {}, marker.words || kind),
    svg("g", { class: "wb-upright" }, svg("g", { transform: `scale(${size})` }, air ?? svg("g"), sign)),
  );
}

/** Of what is only a thing that lies there, none. @param {string} kind */
function haze(kind) {
  if (/fire|flame|burn/.test(kind)) {
    return svg(
      "g",
      { class: "wb-flames" },
      ...FLAMES.map(([x, y]) =>
        svg("path", {
          d:
            `M${x} ${y - 13}C${x + 3} ${y - 7} ${x + 7} ${y - 3} ${x + 6} ${y + 3}A6 5 ` +
            `0 0 1 ${x - 6} ${y + 3}C${x - 6} ${y - 2} ${x - 2} ${y - 5} ${x} ${y - 13}Z`,
        }),
      ),
    );
  }
  if (!/smoke|cloud|gas|acid|poison|fog|mist/.test(kind)) return null;
  return svg(
    "g",
    { class: `wb-haze ${/smoke|fog|mist/.test(kind) ? "grey" : "foul"}` },
    ...PUFFS.map(([cx, cy, r]) => svg("circle", { cx, cy, r })),
  );
}
