// What the colours of a map on the table mean.

import { h } from "../shared/dom.js";
import { svg } from "../shared/svg.js";

/**
 * What a map says first, and each of its styles in words.
 * @type {Record<"sight" | "dangers" | "roaming", {words: string, styles: [string, string][]}>}
 */
const KEYS = {
  sight: {
    words: "Seen by the piece you point at, else by who acts:",
    styles: [
      ["seen", "whole"],
      ["covered", "in part"],
    ],
  },
  dangers: {
    words: "Taken out next turn, if one moves there:",
    styles: [
      ["safe", "nobody can strike"],
      ["struck", "struck, never taken out"],
      ["danger-1", "under 5%"],
      ["danger-2", "under 12%"],
      ["danger-3", "under 25%"],
      ["danger-4", "under 50%"],
      ["danger-5", "50% or more"],
    ],
  },
  roaming: {
    words: "It can be there, whatever it was ordered:",
    styles: [
      ["after-1", "after movement 1"],
      ["after-2", "after movement 2"],
      ["after-3", "after movement 3"],
    ],
  },
};

/** @param {keyof typeof KEYS} name @param {string} hint */
export function mapKey(name, hint) {
  const { words, styles } = KEYS[name];
  return h(
    "p",
    { class: "map-key", "data-testid": "map-key" },
    h("span", null, words),
    styles.map(([style, says]) => h("span", null, swatch(style), says)),
    hint && h("span", null, hint),
  );
}

/** @param {string} style */
function swatch(style) {
  return svg(
    "svg",
    { width: "14", height: "14", "aria-hidden": "true" },
    svg("rect", { class: `wb-tint ${style}`, width: "14", height: "14" }),
  );
}
