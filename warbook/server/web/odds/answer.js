// The answer at the desk: bars, two set-ups side by side, or a curve or grid; and the same as text and CSV.

import { h } from "../shared/dom.js";
import { capital } from "../shared/wording.js";
import { called, figureName } from "./asked.js";
import { curve, grid } from "./pictures.js";

/** @import { DeskAnswer, DeskSetUp, DeskVaried, Likely } from "../shared/types.js" */
/** @import { Asked } from "./asked.js" */

/** In hundredths with a digit behind the point; never 0 or 100 for what is neither. @param {number} value */
export function percent(value) {
  if (value > 0 && value < 0.001) return "<0.1%";
  if (value < 1 && value > 0.999) return ">99.9%";
  return `${(value * 100).toFixed(1)}%`;
}

/** @param {number} value */
export function points(value) {
  if (!value) return "same";
  const sign = value > 0 ? "+" : "−",
    size = Math.abs(value) * 100;
  return size < 0.1 ? `${sign}<0.1` : `${sign}${size.toFixed(1)}`;
}

/** @param {DeskAnswer} answer @param {Asked} asked @param {boolean} fractions */
export function shown(answer, asked, fractions) {
  if (answer.varied) return [variedShown(answer.varied, asked)];
  if (answer.second) return [compared(answer, answer.second, fractions)];
  return [bars(answer.first, fractions), besides(answer.first, fractions)];
}

/** @param {DeskSetUp} setUp @param {boolean} fractions */
function bars({ outcomes }, fractions) {
  return h(
    "ul",
    { class: "bars", "data-testid": "bars" },
    outcomes.map((each) =>
      h(
        "li",
        { "data-testid": "outcome", "data-name": each.name, "data-exact": each.exact },
        h("span", { class: "name" }, capital(called(each.name))),
        h("span", { class: "track", "aria-hidden": "true" }, bar(each.value)),
        h("b", null, percent(each.value)),
        fractions && h("span", { class: "exact" }, each.exact),
      ),
    ),
  );
}

/** @param {number} value @param {string} [style] */
function bar(value, style = "") {
  const made = h("i", { class: style });
  made.style.width = `${value * 100}%`;
  return made;
}

/** @param {DeskSetUp} setUp @param {boolean} fractions */
function besides({ also, means }, fractions) {
  if (!also.length && !means.length) return h("p", { class: "besides" });
  const part = (/** @type {Likely} */ each, /** @type {string} */ words) =>
    h(
      "span",
      { "data-exact": each.exact },
      `${called(each.name)} `,
      h("b", null, words),
      fractions && ` (${each.exact})`,
    );
  return h(
    "p",
    { class: "besides" },
    also.map((each) => part(each, percent(each.value))),
    means.map((each) => part(each, `${each.value.toFixed(2)} on average`)),
  );
}

/** @param {DeskAnswer} answer @param {DeskSetUp} second @param {boolean} fractions */
function compared({ first, differences }, second, fractions) {
  const of = (/** @type {DeskSetUp} */ setUp, /** @type {string} */ name) =>
    [...setUp.outcomes, ...setUp.also].find((each) => each.name === name);
  return h(
    "table",
    { class: "compared", "data-testid": "compared" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        ["", "A", "B", "difference"].map((each) => h("th", { scope: "col" }, each)),
      ),
    ),
    h(
      "tbody",
      null,
      differences.map((each) => {
        const pair = [of(first, each.name), of(second, each.name)];
        return h(
          "tr",
          { "data-testid": "difference", "data-name": each.name, "data-exact": each.exact },
          h(
            "th",
            { scope: "row" },
            capital(called(each.name)),
            h(
              "span",
              { class: "track", "aria-hidden": "true" },
              bar(pair[0]?.value ?? 0),
              bar(pair[1]?.value ?? 0, "second"),
            ),
          ),
          pair.map((one) =>
            h("td", null, percent(one?.value ?? 0), fractions && h("small", null, one?.exact ?? "0")),
          ),
          h(
            "td",
            { class: each.value > 0 ? "up" : each.value < 0 ? "down" : "" },
            points(each.value),
            fractions && h("small", null, each.exact),
          ),
        );
      }),
    ),
  );
}

/**
 * The outcome that a grid shows: the one asked for, or the usual one.
 * @param {DeskVaried} varied
 * @param {Asked} asked
 */
export function shownOutcome({ chances, usual }, asked) {
  return chances.includes(asked.of) ? asked.of : usual;
}

/** @param {DeskVaried} varied @param {Asked} asked */
function variedShown(varied, asked) {
  const two = Object.keys(varied.ranges).length > 1;
  const picture = two ? grid(varied, shownOutcome(varied, asked)) : curve(varied, asked.of);
  const [heads, ...rows] = table(varied, asked);
  return h(
    "div",
    { "data-testid": "varied" },
    h("div", { class: "picture", tabindex: "0", role: "group", "aria-label": "Picture" }, picture),
    h(
      "details",
      null,
      h("summary", null, "As a table"),
      h(
        "div",
        { class: "frame", tabindex: "0", role: "group", "aria-label": "Table" },
        h(
          "table",
          null,
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              heads.map((each) => h("th", { scope: "col" }, each)),
            ),
          ),
          h(
            "tbody",
            null,
            rows.map(([head, ...cells]) =>
              h(
                "tr",
                null,
                h("th", { scope: "row" }, head),
                cells.map((each) => h("td", null, percent(Number(each)))),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Heads and rows; of a grid the first parameter goes down, the second across.
 * @param {DeskVaried} varied
 * @param {Asked} asked
 * @returns {string[][]}
 */
export function table(varied, asked) {
  const [[down, rows], across] = Object.entries(varied.ranges);
  if (!across)
    return [
      [figureName(down), ...varied.chances],
      ...rows.map((value, at) => [value, ...varied.rows[at].map(String)]),
    ];
  const column = varied.chances.indexOf(shownOutcome(varied, asked)),
    [name, columns] = across;
  return [
    [`${figureName(down)} \\ ${figureName(name)}`, ...columns],
    ...rows.map((value, at) => [
      value,
      ...columns.map((_, on) => String(varied.rows[at * columns.length + on][column])),
    ]),
  ];
}

/** All of it as lines of text. @param {DeskAnswer} answer @param {Asked} asked */
export function asText(answer, asked) {
  const lines = [`${asked.desk.title}: ${asked.question.says}`, ...setUpLines(asked)];
  if (answer.varied) {
    const [heads, ...rows] = table(answer.varied, asked);
    if (asked.vary.length > 1) lines.push(`The chance of ${shownOutcome(answer.varied, asked)}:`);
    lines.push(
      heads.join("\t"),
      ...rows.map(([head, ...cells]) => [head, ...cells.map((each) => percent(Number(each)))].join("\t")),
    );
  } else if (answer.second) {
    const second = new Map([...answer.second.outcomes, ...answer.second.also].map((each) => [each.name, each.value]));
    const first = new Map([...answer.first.outcomes, ...answer.first.also].map((each) => [each.name, each.value]));
    for (const { name, value } of answer.differences)
      lines.push(
        `${name}: A ${percent(first.get(name) ?? 0)}, B ${percent(second.get(name) ?? 0)}, ${points(value)}`,
      );
  } else {
    const { outcomes, also, means } = answer.first;
    lines.push(...[...outcomes, ...also].map((each) => `${each.name}: ${percent(each.value)} (${each.exact})`));
    lines.push(...means.map((each) => `${each.name}: ${each.value.toFixed(2)} on average (${each.exact})`));
  }
  return `${lines.join("\n")}\n${location.origin}${asked.address}\n`;
}

/** @param {Asked} asked */
function setUpLines(asked) {
  const words = (/** @type {Iterable<[string, string]>} */ pairs) =>
    [...pairs].map(([name, value]) => `${name}=${value}`).join(", ");
  const lines = [words(asked.given) || "as usual"];
  if (asked.against) lines.push(`against: ${words(asked.against) || "the same"}`);
  return lines;
}

/** For a spreadsheet. @param {DeskAnswer} answer @param {Asked} asked */
export function asCsv(answer, asked) {
  const rows = answer.varied
    ? table(answer.varied, asked)
    : answer.second
      ? comparedRows(answer, answer.second)
      : [
          ["outcome", "chance", "exact"],
          ...[...answer.first.outcomes, ...answer.first.also, ...answer.first.means].map((each) => [
            each.name,
            String(each.value),
            each.exact,
          ]),
        ];
  return `${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** @param {DeskAnswer} answer @param {DeskSetUp} second */
function comparedRows({ first, differences }, second) {
  const value = (/** @type {DeskSetUp} */ setUp, /** @type {string} */ name) =>
    String([...setUp.outcomes, ...setUp.also].find((each) => each.name === name)?.value ?? 0);
  return [
    ["outcome", "A", "B", "difference", "exact difference"],
    ...differences.map((each) => [
      each.name,
      value(first, each.name),
      value(second, each.name),
      String(each.value),
      each.exact,
    ]),
  ];
}

/** What begins like a formula is no formula. @param {string} text */
function cell(text) {
  const plain = /^[=+@\t]|^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
