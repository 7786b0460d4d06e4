// Cards of the table page: pass the screen, an invitation, a request to take back, keys, a bad link.

import { button, fill, h } from "../shared/dom.js";
import { lookUps } from "../shared/lookups.js";
import { copy } from "../shared/voice.js";
import { capital, print } from "../shared/wording.js";

/** @import { Scene, Term } from "../shared/types.js" */

/** A field with a link that can be copied. @param {string} label @param {string} address @param {string} [testid] */
export function linkField(label, address, testid = "invite") {
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": label,
    "data-testid": testid,
    onfocus: () => field.select(),
  });
  return h(
    "div",
    { class: "link-field" },
    h("span", null, label),
    field,
    button("Copy", () => copy(address)),
  );
}

/** The address of a seat. @param {string} seat @param {string} [query] */
export function seatAddress(seat, query = "") {
  return `${location.origin}/table${query}#${seat}`;
}

/** @param {string} invitation */
export function invitationAddress(invitation) {
  return `${location.origin}/invited#${invitation}`;
}

/**
 * An opaque card that hides one player's view from the next.
 * @param {HTMLElement} card
 * @param {string} name
 * @param {Scene} scene
 * @param {(openTable: boolean) => void} goOn
 */
export function passCard(card, name, scene, goOn) {
  const open = h("input", { type: "checkbox", "data-testid": "open-table" });
  const go = button(
    `We are ${name}: go on`,
    () => {
      card.hidden = true;
      card.replaceChildren();
      goOn(open.checked);
    },
    { class: "btn main big", "data-testid": "pass-go" },
    "Enter",
  );
  fill(
    card,
    h(
      "div",
      { class: "pass-words" },
      h("p", { class: "pass-title" }, scene.title),
      h("h1", null, `Pass the screen to ${name}`),
      h("p", null, "What the other side knows is put away. Go on when nobody else is looking."),
      go,
      scene.open_table &&
        h("label", { class: "check" }, open, " Open table: nothing is hidden in this battle, don’t ask again"),
    ),
  );
  card.hidden = false;
  go.focus();
}

/** @param {string} fault @param {string} [title] where it is not the link that is bad
 * @param {Node | null} [more] what can be done nevertheless */
export function badLink(fault, title = NO_SEAT, more = null) {
  document.body.className = "plain";
  fill(
    document.body,
    h(
      "main",
      { class: "bad", "data-testid": "bad-link" },
      h("a", { class: "mark", href: "/" }, "Warbook"),
      h("h1", null, title),
      h("p", null, fault || "This link does not lead to a seat of a battle."),
      title === NO_SEAT &&
        h(
          "p",
          null,
          "The link may have been cut short when it was copied, or the battle may be " +
            "gone. Ask whoever sent it for the whole link, or start a battle of your own.",
        ),
      more,
      more && h("div", { id: "toast", class: "toast", role: "status", hidden: true }),
      h("p", null, h("a", { class: "btn main", href: "/" }, "To the front page")),
    ),
  );
}

const NO_SEAT = "There is no seat here";

const KEYS = [
  ["1 … 9, 0", "take the option with that number; where 10 follows 1, type on or press Enter"],
  ["↑ ↓", "go through the options, with their odds; Enter takes one"],
  ["Arrow keys on the table", "move the cursor; Shift for long steps, Page Up and Page Down for levels"],
  ["Enter", "pick the place, keep the facing; else press the dark button: send, take the advice, skip"],
  ["← →", "turn, when the place is picked; Esc for another place; in a list of questions, the one before or after"],
  ["Ctrl Enter", "send several answers together, wherever you are among them"],
  ["U", "undo: take back your last answer"],
  ["A", "advice: what the bot would do"],
  ["R", "ruler, where distances may be known beforehand: click twice, or drag"],
  ["T", "threats: what could strike where you point"],
  ["V", "what a piece sees: green whole, yellow in part; of the one you point at, or the one that acts"],
  ["D", "how dangerous each place is that can be reached; with secret orders, where the piece you point at can be"],
  ["N", "names of all pieces"],
  ["X", "how fast events are shown"],
  ["C", "the card of the piece you point at, to stay; again to put it away"],
  ["S", "skip to the next question"],
  ["P", "at the table: names, a link for those who watch, draw, resign"],
  ["B, Q, L", "go to the table, the question, the log"],
  ["+ − F", "zoom in, zoom out, show the whole table"],
  ["O", "your own edge at the bottom, or north at the top"],
  [
    ", .",
    "while you point at a place or drag a piece: face further left or right there; so does Shift and the wheel",
  ],
  ["?", "this help"],
];

const SIGNS = [
  ["Dashed ring", "who acts now; the wedge is where that piece looks"],
  ["Green ring", "can be chosen, by a click or its number"],
  ["Dotted ring", "cannot be chosen; the list says why"],
  ["Green area", "within reach; a number on a floor is its height in inches"],
  [
    "Dashed token",
    "where a piece would stand, and its line the way there; " +
      "dotted where it goes anyhow, or where it may come out otherwise",
  ],
  ["Tilted and dashed", "down; other states are small badges on the piece"],
];

/** The words of the book: phases, states, markers and codes. @param {Scene} scene */
function explained({ glossary }) {
  const groups = /** @type {[string, Record<string, Term>][]} */ ([
    ["Phases", glossary.phases],
    ["States", glossary.states],
    ["On the ground", glossary.markers],
    ["Codes", glossary.codes],
    ["Words", glossary.terms],
  ]);
  return groups
    .filter(([, found]) => Object.keys(found).length > 0)
    .map(([head, found]) =>
      h(
        "details",
        null,
        h("summary", null, head),
        terms(Object.entries(found).map(([word, term]) => [capital(word), print(term.words)])),
      ),
    );
}

/** @param {string[][]} rows */
function terms(rows) {
  return h(
    "dl",
    null,
    rows.flatMap(([term, words]) => [h("dt", null, term), h("dd", null, words)]),
  );
}

/**
 * How this page is used, and how the book on the table is played.
 * @param {string} textAddress
 * @param {Scene | null} scene
 */
export function helpCard(textAddress, scene) {
  const dialog = h(
    "dialog",
    { class: "help", "data-testid": "help" },
    h("h1", { tabindex: "-1", autofocus: true }, "How to play"),
    h(
      "p",
      null,
      "The question stands next to the table. Answer it in the list or on the table itself; point at an option to " +
        "see its exact odds first, and “why” opens the rule. Drag a piece " +
        "to move it, or the table; turn the wheel or pinch to zoom.",
    ),
    scene &&
      scene.glossary.help.length > 0 && [
        h("h2", null, scene.title),
        h(
          "ul",
          { "data-testid": "book-help" },
          scene.glossary.help.map((line) => h("li", null, print(line))),
        ),
      ],
    scene && explained(scene),
    scene && [h("h2", null, "Look it up"), lookUps(scene.book, true)],
    h("h2", null, "On the table"),
    terms(SIGNS),
    h("h2", null, "Keys"),
    terms(KEYS),
    h(
      "p",
      null,
      "There is also a ",
      h("a", { href: textAddress }, "plain text view"),
      " for screen readers. Every battle is kept: ",
      h("a", { href: "/" }, "the front page"),
      " leads back to this one.",
    ),
    button("Back to the table", () => dialog.close(), { class: "btn main" }),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
