// The parts of a force's sheet: totals, what is wrong, entries with what they have, and what can be bought.

import { button, h } from "../shared/dom.js";
import { why } from "../shared/rules.js";
import { capital, print as printed, sentence } from "../shared/wording.js";

/** @import { Line, Offer, Remark, Setting, Sheet } from "../shared/types.js" */
/** @typedef {import("./build.js").Builder} Builder */

/** A roll such as d6−1 stays on one line. @param {string} words */
function print(words) {
  return printed(words).replace(/(\bd\d+)-(\d)/g, "$1−$2");
}

/** What is spent of each currency, as bars. @param {Sheet} sheet */
export function totals(sheet) {
  return sheet.totals.map(({ name, unit, spent, limit }) => {
    const over = spent > limit,
      bar = h("i");
    bar.style.width = `${Math.max(0, Math.min(100, limit ? (spent / limit) * 100 : spent > 0 ? 100 : 0))}%`;
    return h(
      "div",
      { class: `total${over ? " over" : ""}`, "data-testid": "total" },
      h("span", null, capital(name), unit && unit !== name && h("small", null, ` ${unit}`)),
      h("b", null, print(`${spent}`), h("small", null, ` of ${limit}`)),
      h("i", { class: "total-bar", "aria-hidden": "true" }, bar),
    );
  });
}

/** What is wrong, and what is to be minded. @param {string} book @param {Sheet} sheet */
export function remarks(book, sheet) {
  const wrong = sheet.faults.map((fault) =>
    remark(book, fault, "wrong", fault.line === null ? "" : `${sheet.lines[fault.line].name}: `),
  );
  return [
    wrong.length
      ? h("ul", { class: "remarks" }, wrong)
      : h("p", { class: "sound", "data-testid": "sound" }, "Nothing is wrong with it."),
    sheet.notes.length > 0 &&
      h(
        "ul",
        { class: "remarks" },
        sheet.notes.map((note) => remark(book, note, "mind", "")),
      ),
  ];
}

/** @param {string} book @param {Remark} said @param {"wrong" | "mind"} kind @param {string} about */
function remark(book, said, kind, about) {
  return h(
    "li",
    { class: kind, "data-testid": kind },
    about && h("b", null, about),
    sentence(said.words),
    " ",
    said.rule && why(book, [said.rule]),
  );
}

/** A list to choose from, or a field to write in. @param {Builder} builder @param {Setting} setting */
export function settingField(builder, setting) {
  const named = { "data-testid": `set-${setting.act}`, "data-key": setting.act };
  if (setting.choices.length) {
    const pick = h(
      "select",
      { ...named, onchange: () => builder.act(pick.value, { said: `${setting.name} settled.`, shifts: true }) },
      setting.choices.map((choice) =>
        h(
          "option",
          { value: choice.act, selected: choice.act === setting.value },
          choice.words ? `${choice.name}: ${choice.words}` : choice.name,
        ),
      ),
    );
    if (!chosen(setting)) pick.selectedIndex = -1;
    return h("label", { class: "field" }, h("span", null, setting.name), pick);
  }
  const field = h("input", {
    ...named,
    type: "text",
    maxlength: setting.longest,
    value: setting.value,
    autocomplete: "off",
    onchange: () => builder.act(setting.act, { words: field.value, said: `${setting.name} settled.` }),
  });
  return h("label", { class: `field${setting.longest > 100 ? " wide" : ""}` }, h("span", null, setting.name), field);
}

/** The choice that holds. @param {Setting} setting */
function chosen(setting) {
  return setting.choices.find((choice) => choice.act === setting.value);
}

/**
 * An entry of the force; the one that is open shows what can be bought for it.
 * @param {Builder} builder
 * @param {number} number
 */
export function lineCard(builder, number) {
  const { sheet, book } = builder,
    line = sheet.lines[number],
    isOpen = builder.open === number;
  const wrong = sheet.faults.filter((fault) => fault.line === number);
  return h(
    "article",
    { class: `entry${isOpen ? " open" : ""}${wrong.length ? " flawed" : ""}`, "data-testid": "line" },
    h(
      "div",
      { class: "entry-head" },
      h(
        "button",
        {
          type: "button",
          class: "entry-open",
          "aria-expanded": String(isOpen),
          "data-testid": "open-line",
          "data-key": `${number}/open`,
          onclick: () => builder.openLine(isOpen ? null : number),
        },
        h("b", null, line.name),
        h("span", { class: "cost" }, print(line.cost)),
        h("small", null, print(line.words)),
      ),
      takeAway(
        `Take ${line.name} out`,
        () => builder.act(line.off, { said: `Taken out: ${line.name}.`, line: null, shifts: true }),
        `${number}/off`,
        "take-out",
      ),
    ),
    line.parts.length > 0 &&
      h(
        "ul",
        { class: "parts" },
        line.parts.map((part, index) =>
          h(
            "li",
            {
              class: wrong.some((fault) => fault.part === index) ? "bought flawed" : "bought",
              "data-testid": "part",
            },
            h("span", null, part.name, " ", h("small", null, print(part.cost))),
            takeAway(
              `Take ${part.name} off`,
              () =>
                builder.act(part.off, {
                  said: `Taken off: ${part.name}.`,
                  line: builder.open === null ? null : number,
                  shifts: true,
                }),
              part.off,
              "take-off",
            ),
          ),
        ),
      ),
    wrong.length > 0 &&
      h(
        "ul",
        { class: "remarks" },
        wrong.map((fault) => remark(book.id, fault, "wrong", "")),
      ),
    isOpen && opened(builder, line),
  );
}

/** @param {string} words @param {() => void} act @param {string} key @param {string} testid */
function takeAway(words, act, key, testid) {
  return button("✕", act, {
    class: "btn away",
    "aria-label": words,
    title: words,
    "data-key": key,
    "data-testid": testid,
  });
}

/** @param {Builder} builder @param {Line} line */
function opened(builder, line) {
  return h(
    "div",
    { class: "entry-body" },
    h(
      "div",
      { class: "settings" },
      line.settings.map((setting) => settingField(builder, setting)),
    ),
    details(builder, line.off, line.details),
    line.offers.length
      ? offerList(builder, line.offers, builder.open)
      : h("p", { class: "fine" }, "Nothing can be bought for it."),
  );
}

/**
 * What can be bought, by groups.
 * @param {Builder} builder
 * @param {Offer[]} offers
 * @param {number | null} line the one that is open once something is bought
 */
export function offerList(builder, offers, line) {
  const groups = [...new Set(offers.map((offer) => offer.group))];
  return groups.map((group) =>
    h(
      "div",
      { class: "offers" },
      group && h("h3", null, group),
      h(
        "ul",
        null,
        offers.filter((offer) => offer.group === group).map((offer) => h("li", null, offerRow(builder, offer, line))),
      ),
    ),
  );
}

/** @param {Builder} builder @param {Offer} offer @param {number | null} line */
function offerRow(builder, offer, line) {
  const words = [
    h("b", null, offer.name),
    h("span", { class: "cost" }, print(offer.cost)),
    h("small", null, print(offer.words)),
  ];
  const row = offer.barred
    ? h(
        "div",
        { class: "offer", "data-testid": "offer", "data-act": offer.act },
        words,
        h(
          "small",
          { class: "reason" },
          sentence(offer.barred.words),
          " ",
          offer.barred.rule && why(builder.book.id, [offer.barred.rule]),
        ),
      )
    : h(
        "button",
        {
          type: "button",
          class: "offer",
          "data-testid": "offer",
          "data-act": offer.act,
          "data-key": offer.act,
          onclick: () => builder.act(offer.act, { said: `Bought: ${offer.name}.`, line }),
        },
        words,
      );
  return h(
    "div",
    { class: `offer-row${offer.barred ? " barred" : ""}` },
    row,
    details(builder, offer.act, offer.details),
  );
}

/** All about something, folded away at first. @param {Builder} builder @param {string} key @param {string[]} lines */
function details(builder, key, lines) {
  if (!lines.length) return null;
  const fold = h(
    "details",
    {
      class: "about",
      open: builder.unfolded.has(key),
      ontoggle: () => (fold.open ? builder.unfolded.add(key) : builder.unfolded.delete(key)),
    },
    h("summary", { "data-key": `about ${key}` }, "All about it"),
    h(
      "ul",
      null,
      lines.map((each) => h("li", null, print(each))),
    ),
  );
  return fold;
}
