// What is told of a battle that is over: the story of each piece, three lines to share, a picture of the table.

import { button, h } from "../shared/dom.js";
import { copy, toast } from "../shared/voice.js";
import { number, print, sentence } from "../shared/wording.js";

/** @import { LedgerSide, Scene } from "../shared/types.js" */

/**
 * Where it was fought, how it ended, what it cost.
 * @param {Scene} scene
 * @param {string} ended
 * @param {LedgerSide[]} sides
 */
export function summary(scene, ended, sides) {
  return [
    `${scene.title}, ${scene.scenario}: ${scene.sides.map(({ name }) => name).join(" against ")}.`,
    sentence(ended),
    sides.map(({ name, lost }) => sentence(`${name}: ${lost}`)).join(" "),
  ].map(print);
}

/** Each piece with what it rolled, and what was to be expected. @param {LedgerSide[]} sides */
export function stories(sides) {
  const told = sides.filter((side) => side.stories.length);
  if (!told.length) return null;
  return h(
    "details",
    { class: "card folded", "data-testid": "stories" },
    h("summary", null, "Who did what"),
    told.map((side) =>
      h(
        "table",
        { class: "ledger" },
        h("caption", null, side.name),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["Who", "Roll", "Made", "Expected"].map((words) => h("th", { scope: "col" }, words)),
          ),
        ),
        h(
          "tbody",
          null,
          side.stories.flatMap(({ piece, name, lines }) =>
            lines.map((line, n) =>
              h(
                "tr",
                { "data-testid": "story", "data-piece": piece },
                n === 0 && h("th", { scope: "rowgroup", rowspan: String(lines.length) }, name),
                h("td", null, line.name),
                h("td", null, `${line.made} of ${line.of}`),
                h("td", null, number(line.expected)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Three lines and a picture. @param {string[]} lines @param {() => Promise<string>} report @param {string} name */
export function sharing(lines, report, name) {
  return h(
    "section",
    { class: "card", "data-testid": "sharing" },
    h("h2", null, "In three lines"),
    lines.map((line) => h("p", { "data-testid": "summary-line" }, line)),
    h(
      "div",
      { class: "acts" },
      button("Copy these lines", () => copy(lines.join("\n")), { "data-testid": "copy-summary" }),
      button("Picture of the table", () => save(report, name), { "data-testid": "get-picture" }),
    ),
  );
}

/** The picture that is in the report, with its style: cut out as text, since a page with such a policy as ours may not
 *  even read a style. @param {() => Promise<string>} report @param {string} name */
async function save(report, name) {
  try {
    const page = await report(),
      [, style] = page.match(/(<style>.*?<\/style>)/s) ?? [],
      [, head, rest] = page.match(/<figure[^>]*>\s*<svg([^>]*)>(.*?<\/svg>)\s*(?:<figcaption|<\/figure)/s) ?? [];
    if (!style || !rest) throw new Error("There is no picture of this table.");
    const space = head.includes("xmlns=") ? "" : ' xmlns="http://www.w3.org/2000/svg"',
      written = `<svg${space}${head}>${style}${rest}`,
      address = URL.createObjectURL(new Blob([written], { type: "image/svg+xml" }));
    h("a", { href: address, download: `${name}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (fault) {
    toast(fault instanceof Error ? fault.message : "It cannot be drawn just now");
  }
}
