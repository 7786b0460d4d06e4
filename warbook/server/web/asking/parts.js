// What can be told of the parts of a form.

import { h } from "../shared/dom.js";
import { why } from "../shared/rules.js";
import { sentence } from "../shared/wording.js";

/** @import { Concern, Question } from "../shared/types.js" */

/** What is taken as given: of a form only if it is so for all of it. @param {Question} question @returns {unknown} */
export function usualOf(question) {
  if (question.kind !== "form") return question.kind === "choose" ? question.usual : undefined;
  const parts = Object.entries(question.parts).map(([name, part]) => [name, usualOf(part)]);
  return parts.every(([, usual]) => usual !== undefined) ? Object.fromEntries(parts) : undefined;
}

/** How many options there are in all. @param {Question} question @returns {number} */
export function size(question) {
  if (question.kind === "form") return Object.values(question.parts).reduce((sum, part) => sum + size(part), 0);
  return question.kind === "choose" ? question.options.length : 1;
}

/** The place that a question is about: that of all its options. @param {Question} question */
export function placeOf(question) {
  if (question.kind !== "choose" || question.options.length < 2) return null;
  const [first, ...rest] = question.options.map((option) => option.spot);
  return first && rest.every((spot) => spot && spot[0] === first[0] && spot[1] === first[1]) ? first : null;
}

/**
 * Whether an option is about a piece other than the one that is asked for.
 * @param {Question} question
 * @param {string} piece
 * @returns {boolean}
 */
export function isAbout(question, piece) {
  if (question.kind === "form") return Object.values(question.parts).some((part) => isAbout(part, piece));
  return (
    question.kind === "choose" &&
    question.piece !== piece &&
    question.options.some((option) => option.piece === piece)
  );
}

/** How all these names end, from its "of" on: "of Veteran squad". @param {string[]} names */
export function ending(names) {
  const at = names[0].indexOf(" of ");
  const found = at > 0 ? names[0].slice(at) : "";
  return names.every((name) => name.endsWith(found)) ? found : "";
}

/** What is the matter with answers. @param {string} book @param {Concern[]} concerns */
export function concernList(book, concerns) {
  return h(
    "ul",
    { class: "concerns", role: "status" },
    concerns.map(({ words, rule }) =>
      h("li", { "data-testid": "concern" }, sentence(words), " ", rule && why(book, [rule])),
    ),
  );
}
