// What stands on the card of a piece: profile, weapons with their state, abilities, what it is in and what it may
// still do. The table lays it out in its corner; elsewhere it opens over the page.

import { h } from "./dom.js";
import { ruleName, why } from "./rules.js";
import { capital, list, print } from "./wording.js";

/** @import { Arm, Card, Chart, Trait } from "./types.js" */

/** The card over the page, until it is closed. @param {string} book @param {Card} card */
export function openCard(book, card) {
  const dialog = h(
    "dialog",
    { class: "card", "data-testid": "card", "aria-label": card.name },
    title(card, () => dialog.close()),
    parts(book, card),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Card} card @param {(() => void) | null} close where it stays until it is closed */
export function title({ name, kind, cost }, close) {
  const words = [kind === name ? "" : kind, cost].filter(Boolean).join(", ");
  return h(
    "h2",
    null,
    name,
    h("small", null, print(words)),
    close &&
      h(
        "button",
        {
          type: "button",
          class: "icon",
          title: "Close the card",
          "aria-label": "Close",
          "data-testid": "card-close",
          onclick: close,
        },
        "×",
      ),
  );
}

/** The characteristics, a cell each. @param {Card} card */
export function profile(card) {
  return (
    card.profile.length > 0 &&
    h(
      "div",
      { class: "profile" },
      card.profile.map(({ name, value, words }) =>
        h("div", { title: words || name }, h("small", null, name), h("b", null, print(value))),
      ),
    )
  );
}

/** All of a card but its title. @param {string} book @param {Card} card */
export function parts(book, card) {
  return [
    profile(card),
    card.arms.length > 0 &&
      h(
        "table",
        { class: "arms" },
        h(
          "tbody",
          null,
          card.arms.map((arm) => armed(book, arm)),
        ),
      ),
    traits(book, card.states, "states"),
    told("This turn", card.done),
    told("May still", card.may),
    traits(book, card.abilities, "abilities"),
    ...card.charts.map((chart) => charted(book, chart)),
  ];
}

/** @param {string} book @param {Arm} arm */
function armed(book, arm) {
  const { name, words, state, useless, rule } = arm;
  return h(
    "tr",
    useless ? { class: "lost" } : null,
    h("td", null, capital(print(name))),
    h(
      "td",
      null,
      print(words),
      rule && [" ", why(book, [rule])],
      arm.traits.flatMap((trait) => [
        "; ",
        h("b", null, print(trait.name)),
        ` ${print(trait.words)} `,
        trait.rule && why(book, [trait.rule]),
      ]),
    ),
    h("td", null, print(state)),
  );
}

/** @param {string} book @param {Trait[]} found @param {string} kind */
function traits(book, found, kind) {
  if (!found.length) return null;
  return h(
    "ul",
    { class: `traits ${kind}` },
    found.map(({ name, words, rule }) =>
      h(
        "li",
        null,
        h("b", null, capital(print(name))),
        words ? ` ${print(words)} ` : " ",
        rule && why(book, [rule], ruleName(book, rule)),
      ),
    ),
  );
}

/** @param {string} head @param {string[]} words */
function told(head, words) {
  return words.length > 0 && h("p", { class: "told" }, h("b", null, `${head}: `), `${print(list(words))}.`);
}

/** @param {string} book @param {Chart} chart */
function charted(book, { name, rows, rule }) {
  return h(
    "details",
    { class: "chart" },
    h("summary", null, capital(print(name)), rule && [" ", why(book, [rule])]),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        rows.map(([falls, follows]) => h("tr", null, h("td", null, falls), h("td", null, print(follows)))),
      ),
    ),
  );
}
