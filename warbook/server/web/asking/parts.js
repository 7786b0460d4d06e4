// What can be told of the parts of a form.

import { button, h } from "../shared/dom.js";
import { why } from "../shared/rules.js";
import { pref, setPref } from "../shared/store.js";
import { endOf } from "./answers.js";
import { print, sentence } from "../shared/wording.js";

/** @import { Concern, Form, Question } from "../shared/types.js" */

/** Whether forms come filled in as the bot would, to be changed: a switch that is remembered. */
export const alwaysAdvised = {
  get on() {
    return pref("advised", false);
  },
  /** @param {() => void} advise */
  box(advise) {
    const box = h("input", {
      type: "checkbox",
      checked: this.on,
      "data-testid": "always-advised",
      onchange: () => {
        setPref("advised", box.checked);
        if (box.checked) advise();
      },
    });
    return h(
      "label",
      { class: "check small", title: "Forms come filled in as the bot would; change what you like" },
      box,
      " always advise",
    );
  },
};

/** What is taken as given: of a form only if it is so for all of it. @param {Question} question @returns {unknown} */
export function usualOf(question) {
  if (question.kind !== "form") return question.kind === "choose" ? question.usual : undefined;
  const parts = Object.entries(question.parts).map(([name, part]) => [name, usualOf(part)]);
  return parts.every(([, usual]) => usual !== undefined) ? Object.fromEntries(parts) : undefined;
}

/** What is filled in of a form to begin with: what was before, else what is usual.
 * @param {Form} question @param {{values: Record<string, unknown>} | null} kept @returns {Map<string, unknown>} */
export function begun(question, kept) {
  const values = Object.entries(question.parts).map(
    ([name, part]) => /** @type {[string, unknown]} */ ([name, kept?.values[name] ?? usualOf(part)]),
  );
  return new Map(values.filter(([, value]) => value !== undefined));
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

/** Whether it is answered with a place, or a part of it is. @param {Question} question @returns {boolean} */
export function isPlace(question) {
  if (question.kind === "form") return Object.values(question.parts).some(isPlace);
  return question.kind === "route" || (placeOf(question) === null && question.options.some(endOf));
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

/** The box of a part that is opened from the list.
 * @param {string} name
 * @param {[Node | string | undefined, string, string]} head its letter, what it is called, what is asked
 * @param {{toggle: () => void, look: (touches: boolean) => void, touched: () => boolean}} deeds */
export function foldBox(name, [letter, title, text], { toggle, look, touched }) {
  return h(
    "section",
    { class: "fold", "data-testid": "part", "data-part": name },
    h(
      "button",
      {
        type: "button",
        class: "fold-head",
        "aria-expanded": "false",
        "data-testid": "part-head",
        onclick: toggle,
        onmouseenter: () => look(touched()),
        onfocus: () => look(false),
      },
      letter,
      h("span", { class: "fold-name" }, h("b", null, title), text && h("small", { class: "fold-text" }, text)),
      h("span", { class: "fold-answer" }),
    ),
    h("div", { class: "fold-body", hidden: true }),
  );
}

/** Whole answers to begin with, by name. @param {Record<string, Record<string, unknown>>} presets
 * @param {(values: Record<string, unknown>) => void} lay */
export function presetRow(presets, lay) {
  return h(
    "div",
    { class: "acts presets" },
    h("span", null, "Begin with: "),
    Object.entries(presets).map(([name, values]) =>
      button(print(name), () => lay(values), { class: "btn quiet", "data-testid": "preset", "data-preset": name }),
    ),
  );
}

/** What was answered to a part. @param {{head: string, words: string, leads: string}[]} lines */
export function said(lines) {
  return lines.map(({ head, words, leads }) =>
    h(
      "span",
      { class: "said" },
      head && h("b", null, print(head)),
      print(words),
      leads && h("i", null, print(leads)),
    ),
  );
}

/** All is answered, and so many answers will come to nothing. @param {number} count */
export function filledWords(count) {
  const beware = count
    ? ` Beware: ${count === 1 ? "one answer" : `${count} answers`} will come to nothing, see below.`
    : "";
  return `All is filled in.${beware} Look it over, open what you want to change, then seal it.`;
}
