// States as small pictures. A state nobody has drawn yet shows its first letter.

import { svg } from "../shared/svg.js";

const LYING = /^(down|prone|knocked down|knocked over|fallen|unconscious|wrecked)$/i;

// Drawn in a box from -5 to 5; the first that fits is taken. Lines, unless the name begins with "!": then filled.
/** @type {[RegExp, string, string][]} */
const PICTURES = [
  [/^down|prone|fallen/i, "down", "M-4 1.6H4M-2.6 -1.6L2.6 -1.6"],
  [/pinned/i, "!pinned", "M-3.6 -3.4H3.6V-1.9H-3.6ZM-3 -0.9H3L0 4Z"],
  [/hid/i, "hidden", "M-4 0.6Q0 -3.8 4 0.6Q0 4 -4 0.6M-3.6 4L3.6 -4"],
  [/broken|fleeing|routed|shaken/i, "broken", "M-2.6 4.2V-4L2.8 -2.4L-2.6 -0.4"],
  [
    /overwatch|guard|alert|^aim/i,
    "overwatch",
    "M0 -4.4V-1.8M0 4.4V1.8M-4.4 0H-1.8M4.4 0H1.8M-2.7 0A2.7 2.7 0 1 0 2.7 0A2.7 2.7 0 1 0 -2.7 0",
  ],
  [
    /web|net|entangled|snared/i,
    "webbed",
    "M0 -4.2V4.2M-3.7 -2.1L3.7 2.1M3.7 -2.1L-3.7 2.1M0 -2.2L1.9 -1.1V1.1L0 2.2L-1.9 1.1V-1.1Z",
  ],
  [/flesh|wound/i, "!wound", "M0 -4.6C2.4 -1.5 3.6 0 3.6 1.6A3.6 3.4 0 0 1 -3.6 1.6C-3.6 0 -2.4 -1.5 0 -4.6Z"],
  [/ammo|empty|reload|unloaded/i, "ammo", "M-1.7 4V-1.4Q-1.7 -3.6 0 -4.2Q1.7 -3.6 1.7 -1.4V4ZM-4 3.4L4 -3.4"],
  [/loot|treasure|objective|carr/i, "!loot", "M-2.2 -3.4H2.2L4.3 -0.8L0 4.2L-4.3 -0.8Z"],
  [
    /fire|burn|flame|plasma/i,
    "!fire",
    "M0.4 -4.8C1 -2.4 3.6 -1.2 3.4 1.6A3.4 3.3 0 0 1 -3.4 1.6C-3.4 0 -2.4 " +
      "-0.7 -2 -2C-1.2 -1.4 -0.9 -0.9 -0.7 -0.2C0.3 -1.4 0.6 -3 0.4 -4.8Z",
  ],
  [
    /stun|daz|concuss/i,
    "!stunned",
    "M0 -4.4L1.2 -1.4L4.4 -1.3L1.9 0.7L2.8 3.8L0 2L-2.8 3.8L-1.9 0.7L-4.4 -1.3L-1.2 -1.4Z",
  ],
  [/immobil|stuck|crippled/i, "immobilised", "M-3.4 -3.4H3.4V3.4H-3.4ZM-3.4 -3.4L3.4 3.4M3.4 -3.4L-3.4 3.4"],
  [/acid/i, "!acid", "M-1.4 -4.4H1.4V-1.6L4 3.2Q4.2 4.4 3 4.4H-3Q-4.2 4.4 -4 3.2L-1.4 -1.6Z"],
  [
    /poison|toxi/i,
    "!poison",
    "M-3.6 -1A3.6 3.5 0 0 1 3.6 -1Q3.6 1 2.2 1.8V4H-2.2V1.8Q-3.6 1 -3.6 -1ZM-2 -0.9A1 " +
      "1 0 1 0 -0.4 -0.9A1 1 0 1 0 -2 -0.9ZM0.4 -0.9A1 1 0 1 0 2 -0.9A1 1 0 1 0 0.4 -0.9Z",
  ],
  [/bleed/i, "!wound", "M0 -4.6C2.4 -1.5 3.6 0 3.6 1.6A3.6 3.4 0 0 1 -3.6 1.6C-3.6 0 -2.4 -1.5 0 -4.6Z"],
  [/smoke|gas|cloud/i, "smoke", "M-4 2.6H3A1.9 1.9 0 0 0 3 -1.2A2.8 2.8 0 0 0 -2.2 -1.8A2.3 2.3 0 0 0 -3.6 2.4"],
  [
    /grenade|bomb|mine/i,
    "!bomb",
    "M-3.4 1.2A3.4 3.4 0 1 0 3.4 1.2A3.4 3.4 0 1 0 -3.4 1.2ZM0.6 -2.4L2 -4.8L3.4 -4L2 -1.8Z",
  ],
  [/blind/i, "blind", "M-4 0Q0 4 4 0M-2.6 1.6L-3.4 3M0 2.2V3.8M2.6 1.6L3.4 3"],
  [/frenz|berserk|rage/i, "frenzied", "M-4 2.8L-2 -3L0 2.4L2 -3L4 2.8"],
  [/jam|malfunction/i, "jammed", "M-3.4 -3.4L3.4 3.4M3.4 -3.4L-3.4 3.4"],
  [/charg/i, "charging", "M-4 -3L0 0L-4 3M0 -3L4 0L0 3"],
];

/** @param {string[]} states */
export function isLying(states) {
  return states.some((state) => LYING.test(state));
}

/** A round badge.
 * @param {string} state
 * @param {string} [letters]  in place of a picture
 * @param {number} [radius]
 * @returns {SVGGElement}
 */
export function badge(state, letters, radius = 7) {
  const found = letters === undefined ? PICTURES.find(([known]) => known.test(state)) : undefined;
  const style = found ? `wb-badge is-${found[1].replace("!", "")}` : "wb-badge";
  const group = svg("g", { class: style }, svg("title", {}, state), svg("circle", { r: radius }));
  if (found) {
    const filled = found[1].startsWith("!");
    group.append(
      svg("path", { class: filled ? "filled" : "lined", d: found[2], transform: `scale(${radius / 7.4})` }),
    );
    const count = /^(\d+)/.exec(state);
    if (count) group.append(svg("text", { class: "count", y: 3.9 }, count[1]));
  } else {
    const words = letters ?? (state.trim()[0] ?? "?").toUpperCase();
    group.append(svg("text", { y: radius * 0.5 }, words));
  }
  return group;
}

/** The states of a piece after it gained or lost one. Wounds are counted.
 * @param {string[]} states
 * @param {string} status
 * @param {boolean} gained
 * @returns {string[]}
 */
export function changed(states, status, gained) {
  const counted = /^(.+?) wounds?$/.exec(status);
  if (!counted)
    return gained
      ? states.includes(status)
        ? states
        : [...states, status]
      : states.filter((state) => state !== status);
  const had = states.find((state) => state.endsWith(` ${counted[1]}`)),
    count = (had ? parseInt(had, 10) || 0 : 0) + (gained ? 1 : -1);
  const rest = states.filter((state) => state !== had);
  return count > 0 ? [...rest, `${count} ${counted[1]}`] : rest;
}
