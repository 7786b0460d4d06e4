// Who fights whom and why, how one wins, and how long it lasts.

import { h } from "../shared/dom.js";
import { ruleName, why } from "../shared/rules.js";
import { print, sideClass, sideName } from "../shared/wording.js";

/** @import { Scene } from "../shared/types.js" */

/** Nothing where the book says nothing. @param {Scene} scene */
export function briefing(scene) {
  const { title, words, goals, lasts } = scene.briefing;
  if (!words && !goals.length) return null;
  return h(
    "section",
    { class: "briefing", "data-testid": "briefing" },
    h("h3", null, title),
    words && h("p", null, print(words)),
    goals.length > 0 &&
      h(
        "ul",
        null,
        goals.map(({ side, words: goal, rule }) =>
          h(
            "li",
            null,
            side &&
              h(
                "b",
                { class: sideClass(scene, side) },
                `${sideName(scene, side)}${side === scene.side ? " (you)" : ""}: `,
              ),
            print(goal),
            rule && [" ", why(scene.book, [rule], ruleName(rule))],
          ),
        ),
      ),
    lasts && h("p", { class: "fine" }, print(lasts)),
  );
}
