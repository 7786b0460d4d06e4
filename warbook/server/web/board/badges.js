// States as small pictures. A state nobody has drawn yet shows its first letter.

import { svg } from "../shared/svg.js";

/** @import { Glossary, Term } from "../shared/types.js" */

/**
 * Pictures by the name that a book gives them in its glossary (`ICONS` of cards.py), drawn in a box from -5 to 5:
 * whether they are filled, and their lines.
 * @type {Record<string, [boolean, string]>}
 */
const PICTURES = {
  down: [false, "M-4 1.6H4M-2.6 -1.6L2.6 -1.6"],
  pinned: [true, "M-3.6 -3.4H3.6V-1.9H-3.6ZM-3 -0.9H3L0 4Z"],
  hidden: [false, "M-4 0.6Q0 -3.8 4 0.6Q0 4 -4 0.6M-3.6 4L3.6 -4"],
  broken: [false, "M-2.6 4.2V-4L2.8 -2.4L-2.6 -0.4"],
  overwatch: [false, "M0 -4.4V-1.8M0 4.4V1.8M-4.4 0H-1.8M4.4 0H1.8M-2.7 0A2.7 2.7 0 1 0 2.7 0A2.7 2.7 0 1 0 -2.7 0"],
  webbed: [false, "M0 -4.2V4.2M-3.7 -2.1L3.7 2.1M3.7 -2.1L-3.7 2.1M0 -2.2L1.9 -1.1V1.1L0 2.2L-1.9 1.1V-1.1Z"],
  wound: [true, "M0 -4.6C2.4 -1.5 3.6 0 3.6 1.6A3.6 3.4 0 0 1 -3.6 1.6C-3.6 0 -2.4 -1.5 0 -4.6Z"],
  ammo: [false, "M-1.7 4V-1.4Q-1.7 -3.6 0 -4.2Q1.7 -3.6 1.7 -1.4V4ZM-4 3.4L4 -3.4"],
  loaded: [true, "M-1.7 4V-1.4Q-1.7 -3.6 0 -4.2Q1.7 -3.6 1.7 -1.4V4Z"],
  loot: [true, "M-2.2 -3.4H2.2L4.3 -0.8L0 4.2L-4.3 -0.8Z"],
  fire: [
    true,
    "M0.4 -4.8C1 -2.4 3.6 -1.2 3.4 1.6A3.4 3.3 0 0 1 -3.4 1.6C-3.4 0 -2.4 " +
      "-0.7 -2 -2C-1.2 -1.4 -0.9 -0.9 -0.7 -0.2C0.3 -1.4 0.6 -3 0.4 -4.8Z",
  ],
  stunned: [true, "M0 -4.4L1.2 -1.4L4.4 -1.3L1.9 0.7L2.8 3.8L0 2L-2.8 3.8L-1.9 0.7L-4.4 -1.3L-1.2 -1.4Z"],
  immobilised: [false, "M-3.4 -3.4H3.4V3.4H-3.4ZM-3.4 -3.4L3.4 3.4M3.4 -3.4L-3.4 3.4"],
  acid: [true, "M-1.4 -4.4H1.4V-1.6L4 3.2Q4.2 4.4 3 4.4H-3Q-4.2 4.4 -4 3.2L-1.4 -1.6Z"],
  poison: [
    true,
    "M-3.6 -1A3.6 3.5 0 0 1 3.6 -1Q3.6 1 2.2 1.8V4H-2.2V1.8Q-3.6 1 -3.6 -1ZM-2 -0.9A1 " +
      "1 0 1 0 -0.4 -0.9A1 1 0 1 0 -2 -0.9ZM0.4 -0.9A1 1 0 1 0 2 -0.9A1 1 0 1 0 0.4 -0.9Z",
  ],
  smoke: [false, "M-4 2.6H3A1.9 1.9 0 0 0 3 -1.2A2.8 2.8 0 0 0 -2.2 -1.8A2.3 2.3 0 0 0 -3.6 2.4"],
  bomb: [true, "M-3.4 1.2A3.4 3.4 0 1 0 3.4 1.2A3.4 3.4 0 1 0 -3.4 1.2ZM0.6 -2.4L2 -4.8L3.4 -4L2 -1.8Z"],
  blind: [false, "M-4 0Q0 4 4 0M-2.6 1.6L-3.4 3M0 2.2V3.8M2.6 1.6L3.4 3"],
  frenzied: [false, "M-4 2.8L-2 -3L0 2.4L2 -3L4 2.8"],
  jammed: [false, "M-3.4 -3.4L3.4 3.4M3.4 -3.4L-3.4 3.4"],
  wreck: [false, "M-3.4 -3.4L3.4 3.4M3.4 -3.4L-3.4 3.4"],
  charging: [false, "M-4 -3L0 0L-4 3M0 -3L4 0L0 3"],
};

/** The words of the book on the table. @type {Record<string, Term>} */
let words = {};

/** @param {Glossary} glossary */
export function explain({ states, markers }) {
  words = { ...markers, ...states };
}

/** What the book says of a state, which may carry a number or a name besides its word. @param {string} state */
export function termOf(state) {
  if (words[state]) return words[state];
  const parts = state.split(" ");
  return Object.entries(words).find(([word]) => parts.includes(word))?.[1] ?? null;
}

/** @param {string[]} states */
export function isLying(states) {
  return states.some((state) => termOf(state)?.icon === "down");
}

/** @param {string[]} states */
export function isWreck(states) {
  return states.some((state) => termOf(state)?.icon === "wreck");
}

/** What has room in a badge: of longer words the first letters.
 * @param {string} words
 */
const fitting = (words) =>
  words.length <= 2
    ? words
    : words
        .split(/\s+/)
        .map((word) => word[0])
        .join("")
        .slice(0, 2)
        .toUpperCase();

/** A round badge.
 * @param {string} state
 * @param {string} [letters]  in place of a picture
 * @param {number} [radius]
 * @returns {SVGGElement}
 */
export function badge(state, letters, radius = 7) {
  const term = letters === undefined ? termOf(state) : null,
    found = term && PICTURES[term.icon];
  const style = found ? `wb-badge is-${term.icon}` : "wb-badge";
  const title = term?.words ? `${state}: ${term.words}` : state;
  const group = svg("g", { class: style }, svg("title", {}, title), svg("circle", { r: radius }));
  if (found) {
    const [filled, lines] = found;
    group.append(svg("path", { class: filled ? "filled" : "lined", d: lines, transform: `scale(${radius / 7.4})` }));
    const count = /^(\d+)/.exec(state);
    if (count) group.append(svg("text", { class: "count", y: 3.9 }, count[1]));
  } else {
    const shown = fitting(letters ?? (term?.short || (state.trim()[0] ?? "?").toUpperCase()));
    group.append(svg("text", { y: radius * 0.5 }, shown));
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
