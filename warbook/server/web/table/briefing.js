// Who fights whom and why, how one wins, and how long it lasts.

import { h } from "../shared/dom.js";
import { why } from "../shared/rules.js";
import { list, print, sideClass, sideName } from "../shared/wording.js";

/** @import { Goal, Scene } from "../shared/types.js" */

/** Each goal once, with all who have it. @param {Goal[]} goals */
function shared(goals) {
  /** @type {Map<string, {sides: string[], words: string, rule: string}>} */
  const found = new Map();
  for (const { side, words, rule } of goals) {
    const same = found.get(words) ?? { sides: [], words, rule };
    same.sides.push(side);
    found.set(words, same);
  }
  return [...found.values()];
}

/**
 * Whose goal it is, or that it is another way to win of those before.
 * @param {Scene} scene
 * @param {string[]} sides
 * @param
 *  {string[] | undefined} before @param {number} all how many sides have goals */
function whose(scene, sides, before, all) {
  if (before?.join() === sides.join()) return h("b", null, "Or: ");
  if (sides.length > 1)
    return h("b", null, `${sides.length === all ? "Each side" : list(sides.map((side) => sideName(scene, side)))}: `);
  const [side] = sides,
    you = side === scene.side ? " (you)" : "";
  return h("b", { class: sideClass(scene, side) }, `${sideName(scene, side)}${you}: `);
}

/** Nothing where the book says nothing. @param {Scene} scene */
export function briefing(scene) {
  const { title, words, goals, lasts } = scene.briefing;
  if (!words && !goals.length) return null;
  const all = new Set(goals.map(({ side }) => side)).size;
  return h(
    "section",
    { class: "briefing", "data-testid": "briefing" },
    h("h3", null, title),
    words && h("p", null, print(words)),
    goals.length > 0 &&
      h(
        "ul",
        null,
        shared(goals).map(({ sides, words: goal, rule }, n, told) =>
          h(
            "li",
            null,
            whose(scene, sides, told[n - 1]?.sides, all),
            print(goal),
            rule && [" ", why(scene.book, [rule], "the rule")],
          ),
        ),
      ),
    lasts && h("p", { class: "fine" }, print(lasts)),
  );
}
