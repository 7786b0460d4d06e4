// Who fights whom and why, how one wins, and how long it lasts.

import { h } from "../shared/dom.js";
import { ruleName, why } from "../shared/rules.js";
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
        shared(goals).map(({ sides, words: goal, rule }) =>
          h(
            "li",
            null,
            sides.length === 1
              ? h(
                  "b",
                  { class: sideClass(scene, sides[0]) },
                  `${sideName(scene, sides[0])}${sides[0] === scene.side ? " (you)" : ""}: `,
                )
              : h(
                  "b",
                  null,
                  sides.length === all ? "Each side: " : `${list(sides.map((side) => sideName(scene, side)))}: `,
                ),
            print(goal),
            rule && [" ", why(scene.book, [rule], ruleName(rule))],
          ),
        ),
      ),
    lasts && h("p", { class: "fine" }, print(lasts)),
  );
}
