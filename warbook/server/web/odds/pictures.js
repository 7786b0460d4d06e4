// Pictures of odds, drawn so that they can be kept: every colour stands in them.

import { svg } from "../shared/svg.js";
import { called, figureName } from "./asked.js";

/** @import { DeskAnswer, DeskVaried } from "../shared/types.js" */

const WIDE = 640;
const FONT = "system-ui, sans-serif";

function ink() {
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: colour("paper-2"),
    ink: colour("ink"),
    faint: colour("ink-2"),
    rule: colour("rule"),
    first: colour("b"),
    second: colour("a"),
    lines: [
      colour("b"),
      colour("a"),
      colour("go"),
      colour("warn"),
      colour("ink"),
      colour("ink-2"),
      "#8a5fb0",
      "#b05f8a",
    ],
  };
}

/** @param {string} words @param {number} x @param {number} y @param {Record<string, string | number>} [more] */
function text(words, x, y, more = {}) {
  return svg("text", { x, y, fill: ink().ink, "font-family": FONT, "font-size": 13, ...more }, words);
}

/** @param {number} height @param {string} label @param {Node[]} parts */
function frame(height, label, parts) {
  const { paper } = ink();
  return svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDE} ${height}`, role: "img", "aria-label": label },
    svg("rect", { width: WIDE, height, fill: paper }),
    ...parts,
  );
}

/** @param {number} value */
function hundredths(value) {
  return `${(value * 100).toFixed(1)}%`;
}

/** In whole hundredths; 0 only for what cannot be. @param {number} value */
function rounded(value) {
  return value > 0 && value < 0.005 ? "<1" : String(Math.round(value * 100));
}

/** Bars of one set-up, or of two. @param {DeskAnswer} answer @param {string} title */
export function bars(answer, title) {
  const { first, second, rule, faint } = ink();
  const sets = [answer.first, ...(answer.second ? [answer.second] : [])].map(
    (each) => new Map([...each.outcomes, ...(answer.second ? each.also : [])].map((one) => [one.name, one.value])),
  );
  const names = [...new Set(sets.flatMap((each) => [...each.keys()]))];
  const row = answer.second ? 40 : 28,
    left = 190,
    most = WIDE - left - 80;
  const parts = names.flatMap((name, at) => {
    const y = 44 + at * row;
    return [
      text(called(name), left - 10, y + row / 2 - 2, { "text-anchor": "end" }),
      ...sets.flatMap((each, which) => {
        const value = each.get(name) ?? 0,
          tall = answer.second ? 15 : 18,
          top = y + which * 17;
        return [
          svg("rect", { x: left, y: top, width: most, height: tall, fill: rule, opacity: 0.5 }),
          svg("rect", { x: left, y: top, width: most * value, height: tall, fill: which ? second : first }),
          text(hundredths(value), left + most + 8, top + tall - 3, { fill: faint, "font-size": 12 }),
        ];
      }),
    ];
  });
  return frame(60 + names.length * row, title, [text(title, 16, 26, { "font-weight": 600 }), ...parts]);
}

/**
 * The chance of each outcome, or of one, over the values of a parameter.
 * @param {DeskVaried} varied
 * @param {string} of
 */
export function curve(varied, of) {
  const { rule, faint, lines } = ink();
  const [name, values] = Object.entries(varied.ranges)[0];
  const wanted = varied.chances.includes(of)
    ? [of]
    : varied.chances.filter((_, at) => varied.rows.some((row) => row[at] > 0));
  const legend = Math.ceil(wanted.length / 3) * 20,
    left = 52,
    top = 16,
    tall = 260,
    wide = WIDE - left - 20;
  const x = (/** @type {number} */ at) => left + (values.length > 1 ? (wide * at) / (values.length - 1) : wide / 2);
  const y = (/** @type {number} */ value) => top + tall * (1 - value);
  const every = Math.ceil(values.length / 12);
  const parts = [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
      svg("line", { x1: left, x2: left + wide, y1: y(value), y2: y(value), stroke: rule }),
      text(`${value * 100}%`, left - 8, y(value) + 4, { "text-anchor": "end", fill: faint, "font-size": 12 }),
    ]),
    ...values.flatMap((value, at) =>
      at % every
        ? []
        : [text(called(value), x(at), top + tall + 18, { "text-anchor": "middle", fill: faint, "font-size": 12 })],
    ),
    text(figureName(name), left + wide / 2, top + tall + 36, { "text-anchor": "middle", "font-weight": 600 }),
    ...wanted.flatMap((outcome, number) => {
      const column = varied.chances.indexOf(outcome),
        colour = lines[number % lines.length],
        dash = number >= lines.length ? "5 3" : "none";
      const across = 16 + (number % 3) * 208,
        below = top + tall + 62 + Math.floor(number / 3) * 20;
      return [
        svg("polyline", {
          points: values.map((_, at) => `${x(at)},${y(varied.rows[at][column])}`).join(" "),
          fill: "none",
          stroke: colour,
          "stroke-width": 2.5,
          "stroke-dasharray": dash,
        }),
        ...values.map((value, at) =>
          svg(
            "circle",
            { cx: x(at), cy: y(varied.rows[at][column]), r: 3.5, fill: colour },
            svg(
              "title",
              {},
              `${figureName(name)} ${value}: ${called(outcome)} ${hundredths(varied.rows[at][column])}`,
            ),
          ),
        ),
        svg("line", {
          x1: across,
          x2: across + 22,
          y1: below - 4,
          y2: below - 4,
          stroke: colour,
          "stroke-width": 3,
          "stroke-dasharray": dash,
        }),
        text(called(outcome), across + 28, below),
      ];
    }),
  ];
  return frame(top + tall + 60 + legend, `Chances over ${figureName(name)}`, parts);
}

/**
 * The chance of one outcome over two parameters: the first goes down, the second across.
 * @param {DeskVaried} varied
 * @param {string} of
 */
export function grid(varied, of) {
  const { first, ink: dark, paper, rule } = ink();
  const [[down, rows], [across, columns]] = Object.entries(varied.ranges),
    column = varied.chances.indexOf(of);
  const left = 84,
    top = 60,
    wide = (WIDE - left - 12) / columns.length,
    tall = Math.max(20, Math.min(34, 420 / rows.length));
  const every = Math.ceil(26 / wide),
    most = Math.max(...varied.rows.map((row) => row[column])) || 1;
  const cells = rows.flatMap((row, at) => [
    text(called(row), left - 8, top + at * tall + tall / 2 + 4, { "text-anchor": "end", "font-size": 12 }),
    ...columns.map((value, on) => {
      const chance = varied.rows[at * columns.length + on][column];
      const box = svg("rect", {
        x: left + on * wide,
        y: top + at * tall,
        width: wide,
        height: tall,
        fill: first,
        "fill-opacity": 0.04 + (0.8 * chance) / most,
        stroke: rule,
        "stroke-width": 0.5,
      });
      box.append(
        svg("title", {}, `${figureName(down)} ${row}, ${figureName(across)} ${value}: ${hundredths(chance)}`),
      );
      return box;
    }),
    ...(wide < 26
      ? []
      : columns.map((_, on) =>
          text(
            rounded(varied.rows[at * columns.length + on][column]),
            left + (on + 0.5) * wide,
            top + at * tall + tall / 2 + 4,
            {
              "text-anchor": "middle",
              "font-size": 12,
              fill: varied.rows[at * columns.length + on][column] > 0.55 * most ? paper : dark,
            },
          ),
        )),
  ]);
  const heads = columns.flatMap((value, on) =>
    on % every
      ? []
      : [text(called(value), left + (on + 0.5) * wide, top - 8, { "text-anchor": "middle", "font-size": 12 })],
  );
  const title = `The chance of ${called(of)}, in hundredths`;
  return frame(top + rows.length * tall + 14, title, [
    text(`${title}: ${figureName(down)} down, ${figureName(across)} across`, 16, 22, { "font-weight": 600 }),
    ...heads,
    ...cells,
  ]);
}
