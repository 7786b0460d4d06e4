// Questions as plain form fields: buttons for options, names and numbers for places.

import { leadsWords, pieceOf } from "../asking/answers.js";
import { facesOf } from "../asking/faces.js";
import { asides, listed, numbered } from "../asking/options.js";
import { faultWords } from "./link.js";
import { button, fill, h } from "../shared/dom.js";
import { oddsWords } from "../asking/odds.js";
import { given } from "../asking/route.js";
import { why, ruleName } from "../shared/rules.js";
import { capital, names, number, percent, print, sentence } from "../shared/wording.js";

/**
 * @import { Asked, Choose, Concern, Faces, Form, Option, Piece, Question } from "../shared/types.js"
 * @import { Reachable, Route, Scene, Table, WayThere } from "../shared/types.js"
 */

/**
 * @typedef {object} TextDesk
 * @property {Scene} scene
 * @property {Map<string, Piece>} pieces
 * @property {Table} table
 * @property {(message: {do: string} & Record<string, unknown>) => Promise<any>} ask
 * @property {(words: string) => void} toast
 * @property {import("../shared/filled.js").Filled} filled what was filled in before
 */

/** A part that can be read when the form is sent (undefined: not answered), says what it would answer, and can be
 *  filled in.
 * @typedef {{element: HTMLElement, read: () => Promise<unknown>, said: () => string, take: (value: any) => void}}
 * Part */

const FEW = 3; // so many parts need no folding
const COMPASS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
let count = 0;

/** @param {Asked} question @param {TextDesk} desk @param {(value: unknown) => void} answer @returns {HTMLElement} */
export function textQuestion(question, desk, answer) {
  if (question.kind === "choose") return options(question, [], desk, answer).element;
  if (question.kind === "route") return place(question, [], desk, answer).element;
  if (question.kind === "dice") return dice(question, desk, answer);
  return form(question, [], desk, answer).element;
}

/**
 * What real dice show, typed.
 * @param {Faces} question
 * @param {TextDesk} desk
 * @param {(value: unknown) => void} answer
 */
function dice(question, desk, answer) {
  const known = facesOf(question),
    field = h("input", { type: "text", autocomplete: "off", "data-testid": "faces-field", "aria-label": "Faces" });
  const send = () => {
    const said = field.value.split(/[\s,]+/).filter(Boolean),
      read = said.map((words) => known.find(([, label]) => label === words)?.[0] ?? 0);
    if (read.length === question.count && !read.includes(0)) answer(read);
    else desk.toast(`Write ${question.count} of these, with spaces: ${known.map(([, words]) => words).join(", ")}`);
  };
  field.addEventListener("keydown", (event) => event.key === "Enter" && send());
  return h("div", { class: "acts" }, field, button("These they show", send, { class: "btn main" }));
}

/** @param {Question} question @param {string[]} part @param {TextDesk} desk @returns {Part} */
function partOf(question, part, desk) {
  if (question.kind === "choose") return options(question, part, desk, null);
  if (question.kind === "route") return place(question, part, desk, null);
  return form(question, part, desk, null);
}

// ---------------------------------------------------------------- forms

/**
 * @param {Form} question
 * @param {string[]} part
 * @param {TextDesk} desk
 * @param {((value: unknown) => void) | null} answer
 * @returns {Part}
 */
function form(question, part, desk, answer) {
  const parts = Object.entries(question.parts).map(([name, each]) => ({
    name,
    title: titleOf(question, name, desk),
    text: each.text,
    judged: each.kind === "form" && each.judged === true,
    ...partOf(each, [...part, name], desk),
  }));
  const open = () => parts.filter((each) => !each.said());
  const read = async () => {
    const values = await Promise.all(parts.map((each) => each.read()));
    const missing = parts.filter((_, index) => values[index] === undefined);
    if (missing.length) {
      desk.toast(`Still open: ${missing.map((each) => each.title).join(", ")}`);
      return undefined;
    }
    return Object.fromEntries(parts.map((each, index) => [each.name, values[index]]));
  };
  const said = () => (open().length ? "" : parts.map((each) => each.said()).join("; "));
  const take = (/** @type {Record<string, unknown>} */ value) =>
    open().forEach((each) => each.take(value[each.name]));
  const kept = answer && desk.filled.of(question);
  for (const each of parts) if (kept?.values[each.name] !== undefined) each.take(kept.values[each.name]);
  const answered = async () => {
    const given = parts.filter((each) => each.said());
    return Object.fromEntries(await Promise.all(given.map(async (each) => [each.name, await each.read()])));
  };
  const keep = async () => {
    const values = await answered();
    desk.filled.keep(question, { values, given: Object.keys(values) });
  };
  const send =
    answer &&
    button(
      "Send these answers",
      async () => {
        const value = await read();
        if (value === undefined) return;
        await keep();
        answer(value);
      },
      { class: "btn main", "data-testid": "send-form" },
    );
  const folds =
    answer !== null && (parts.length > FEW || Object.values(question.parts).some((each) => each.kind === "form"));
  const element = folds
    ? overview(
        parts,
        send,
        async () => {
          take((await desk.ask({ do: "advise", part, value: await answered() })).value);
          await keep();
        },
        desk,
      )
    : h(
        "div",
        { class: "form" },
        parts.map((each) =>
          h(
            "fieldset",
            { class: "part", "data-testid": "part", "data-part": each.name },
            h("legend", null, each.title),
            h("p", null, print(each.text)),
            each.element,
          ),
        ),
        send,
      );
  if (answer) element.addEventListener("change", keep);
  return { element, read, said, take };
}

/** Many parts, each folded under what it answers now: the plan as a whole, and the way back to each of it.
 * @param {(Part & {name: string, title: string, text: string, judged: boolean})[]} parts @param {HTMLElement | null}
 * send @param {() => Promise<void>} advise @param {TextDesk} desk
 */
function overview(parts, send, advise, desk) {
  const left = h("p", { role: "status", "data-testid": "form-left" });
  const boxes = parts.map((each) => {
    const answer = h("span", { "data-testid": "part-said" });
    const text = each.text.startsWith(each.title)
      ? each.text.slice(each.title.length).replace(/^[\s,:]+/, "")
      : each.text;
    const matter = h("span", { role: "status", class: "concerns" });
    const box = h(
      "details",
      { class: "text-part", "data-testid": "part", "data-part": each.name },
      h("summary", null, h("b", null, each.title), ": ", answer, matter),
      h("p", null, print(text)),
      each.element,
    );
    return { answer, box, each, matter };
  });
  const tell = () => {
    for (const { answer, each } of boxes) answer.textContent = print(each.said()) || "to be answered";
    for (const { matter, each } of boxes) judge(each, matter);
    const open = parts.filter((each) => !each.said()).length;
    left.textContent = open
      ? `${parts.length - open} of ${parts.length} are answered.`
      : "All is filled in. Look it over, open what you want to change, then send it.";
  };
  /**
   * What is the matter with the answers of a part, where they are judged together.
   * @param {Part & {name: string, judged: boolean}} each
   * @param {HTMLElement} matter
   */
  const judge = async (each, matter) => {
    if (!each.judged) return;
    const value = each.said() ? await each.read() : undefined,
      key = JSON.stringify(value) ?? "";
    if (matter.dataset.of === key) return;
    matter.dataset.of = key;
    /** @type {Concern[]} */
    const concerns =
      value === undefined
        ? []
        : await desk.ask({ do: "judge", part: [each.name], value }).then(
            (reply) => reply.concerns,
            () => [],
          );
    if (matter.dataset.of === key)
      fill(
        matter,
        concerns.map(({ words }) => h("span", { "data-testid": "concern" }, ` Beware: ${sentence(words)}`)),
      );
  };
  tell();
  const rest = button("Advise the rest", () => advise().then(tell, (fault) => desk.toast(faultWords(fault))), {
    "data-testid": "form-rest",
  });
  return h(
    "div",
    { class: "form", onchange: tell },
    boxes.map(({ box }) => box),
    left,
    h("div", { class: "acts" }, send, rest),
  );
}

/**
 * What a part is called: by its piece, if that tells the parts apart.
 * @param {Form} question
 * @param {string} name
 * @param {TextDesk} desk
 */
function titleOf(question, name, desk) {
  const pieces = Object.entries(question.parts).map(
    ([each, part]) => pieceOf(part) || (desk.pieces.has(each) ? each : ""),
  );
  const piece = desk.pieces.get(pieces[Object.keys(question.parts).indexOf(name)]);
  const alike = piece
    ? [...desk.pieces.values()].filter((each) => each.side === piece.side && each.name === piece.name)
    : [];
  if (!piece || new Set(pieces).size < pieces.length) return capital(name.replaceAll("_", " "));
  return alike.length > 1 ? `${piece.name} (${alike.indexOf(piece) + 1})` : piece.name;
}

// ---------------------------------------------------------------- options

/**
 * Real buttons where one answers at once, radio buttons within a form.
 * @param {Choose} question
 * @param {string[]} part
 * @param {TextDesk} desk
 * @param {((value: unknown) => void) | null} answer
 * @returns {Part}
 */
function options(question, part, desk, answer) {
  const numbers = numbered(question.options),
    group = `choose-${++count}`;
  const row = (/** @type {Option} */ option) => {
    const n = numbers.get(option.id);
    const label = `${n}: ${print(labelOf(option, desk))}`;
    const taken = answer
      ? button(label, () => answer(option.id), {
          class: "btn opt",
          "data-testid": "option",
          "data-option": option.id,
        })
      : h(
          "label",
          { class: "check" },
          h("input", {
            type: "radio",
            name: group,
            value: option.id,
            checked: option.id === question.usual,
            "data-testid": "option",
            "data-option": option.id,
          }),
          ` ${label}`,
        );
    return h("li", null, taken, option.previewed && odds(option, part, desk));
  };
  const barred = question.options.filter((option) => option.barred),
    open = listed(question.options, numbers);
  const element = h(
    "div",
    null,
    h("ol", { class: "text-opts" }, open.filter((option) => !option.aside).map(row)),
    asides(open).map(([aside, kept]) =>
      h(
        "details",
        { "data-testid": "aside" },
        h("summary", null, `${kept.length} more ${print(aside)}`),
        h("ol", { class: "text-opts" }, kept.map(row)),
      ),
    ),
    barred.length > 0 &&
      h(
        "details",
        null,
        h("summary", null, `Not possible: ${barred.length}`),
        h(
          "ul",
          null,
          barred.map((option) =>
            h(
              "li",
              { "data-testid": "barred", "data-option": option.id },
              `${print(option.label)}: ${print(option.barred?.words ?? "")} `,
              option.barred?.rule &&
                why(desk.scene.book, [option.barred.rule], ruleName(desk.scene.book, option.barred.rule)),
            ),
          ),
        ),
      ),
  );
  const chosen = () => /** @type {HTMLInputElement | null} */ (element.querySelector("input:checked"))?.value;
  const said = () => {
    const option = question.options.find((each) => each.id === chosen());
    return option ? labelOf(option, desk) : "";
  };
  const take = (/** @type {string} */ value) => {
    for (const input of element.querySelectorAll("input")) input.checked = input.value === value;
  };
  return { element, read: async () => chosen(), said, take };
}

/** An option with where it leads. @param {Option} option @param {TextDesk} desk */
function labelOf(option, desk) {
  return [option.label, option.leads && leadsWords(desk.table, option.leads)].filter(Boolean).join("; ");
}

/** @param {Option} option @param {string[]} part @param {TextDesk} desk */
function odds(option, part, desk) {
  const words = h("span", { role: "status" });
  return h(
    "span",
    { class: "text-odds" },
    button(
      `Odds of ${print(option.label)}`,
      async () => {
        try {
          const preview = option.preview ?? (await desk.ask({ do: "odds", part, option: option.id })).preview;
          words.textContent = preview ? ` ${oddsWords(preview)}` : " No odds.";
        } catch (fault) {
          words.textContent = ` ${faultWords(fault)}`;
        }
      },
      { class: "btn quiet", "data-testid": "odds-of", "data-option": option.id },
    ),
    words,
  );
}

// ---------------------------------------------------------------- places

/**
 * @param {Route} question
 * @param {string[]} part
 * @param {TextDesk} desk
 * @param {((value: unknown) => void) | null} answer
 * @returns {Part}
 */
function place(question, part, desk, answer) {
  const { start } = question,
    turnsOnly = start !== null && question.allowance === 0;
  const field = (
    /** @type {string} */ label,
    /** @type {string} */ testid,
    /** @type {number | undefined} */ value,
  ) => {
    const input = h("input", {
      type: "number",
      step: "any",
      inputmode: "decimal",
      "data-testid": testid,
      value: value === undefined ? "" : String(value),
    });
    return { input, element: h("label", { class: "field" }, h("span", null, label), input) };
  };
  const x = field("Inches east", "route-x", start?.[0]),
    y = field("Inches north", "route-y", start?.[1]),
    z = field("Height", "route-z", start?.[2]);
  const degrees = field("or degrees", "route-degrees", undefined);
  const piece = desk.pieces.get(question.piece);
  const towards = [...desk.pieces.values()].filter(
    (each) => each.on_table && each.id !== question.piece && each.side !== piece?.side,
  );
  const facing = h(
    "select",
    { "data-testid": "route-facing" },
    h("option", { value: "" }, "as it is"),
    COMPASS.map((name, index) => h("option", { value: String(index * 45) }, name)),
    towards.map((each) => h("option", { value: `to ${each.id}` }, `towards ${each.name}`)),
  );
  const words = h("p", { class: "way", role: "status", "data-testid": "way" });

  const there = async () => {
    if (turnsOnly || x.input.value === "" || y.input.value === "") return null;
    return /** @type {WayThere} */ (
      await desk.ask({
        do: "way",
        part,
        x: Number(x.input.value),
        y: Number(y.input.value),
        z: z.input.value === "" ? null : Number(z.input.value),
      })
    );
  };
  const faced = (/** @type {number[] | undefined} */ from) => {
    if (degrees.input.value !== "") return Number(degrees.input.value);
    if (facing.value === "") return null;
    if (!facing.value.startsWith("to ")) return Number(facing.value);
    const target = desk.pieces.get(facing.value.slice(3)),
      here = from ?? start ?? [0, 0];
    return target ? (Math.atan2(target.y - here[1], target.x - here[0]) * 180) / Math.PI : null;
  };
  const look = async () => {
    try {
      const way = await there();
      words.textContent = way ? wayWords(way, question, desk) : "";
    } catch (fault) {
      words.textContent = faultWords(fault);
    }
  };
  const read = async () => {
    try {
      const way = await there();
      if (way && way.cost === null) {
        desk.toast(way.words || "There is no way there");
        return undefined;
      }
      if (!way && !start) {
        desk.toast("Say where: inches east and inches north");
        return undefined;
      }
      if (question.driven) return { legs: way?.legs ?? [[0, 0]] };
      return { path: way?.path ?? [], facing: faced(way?.path.at(-1)) };
    } catch (fault) {
      desk.toast(faultWords(fault));
      return undefined;
    }
  };
  const places = h("div", { "data-testid": "places" });
  const element = h(
    "div",
    { class: "text-route" },
    !turnsOnly &&
      h(
        "p",
        null,
        start
          ? `Up to ${number(question.allowance)}″ from ${number(start[0])}, ${number(start[1])}.`
          : "Choose a spot.",
      ),
    !turnsOnly && places,
    h(
      "div",
      { class: "fields" },
      !turnsOnly && [x.element, y.element, z.element],
      h("label", { class: "field" }, h("span", null, "Facing"), facing),
      degrees.element,
    ),
    words,
    h(
      "div",
      { class: "acts" },
      !turnsOnly && button("Look", look, { "data-testid": "look" }),
      answer &&
        button(
          turnsOnly ? "Turn" : start ? "Go there" : "Stand there",
          async () => {
            const value = await read();
            if (value) answer(value);
          },
          { class: "btn main", "data-testid": "go" },
        ),
      answer &&
        start &&
        !turnsOnly &&
        button("Stay here", () => answer({ path: [], facing: faced(start) }), { "data-testid": "stay" }),
    ),
  );
  if (!turnsOnly)
    desk.ask({ do: "reach", part }).then(
      (/** @type {Reachable} */ reach) =>
        fill(
          places,
          landmarks(reach, (spot) => {
            [x.input.value, y.input.value, z.input.value] = spot.map(String);
            look();
          }),
        ),
      () => {},
    );
  const said = () => (x.input.value === "" || y.input.value === "" ? "" : `${x.input.value}, ${y.input.value}`);
  return { element, read, said, take: () => {} };
}

/** @param {Reachable} reach @param {(spot: number[]) => void} choose */
function landmarks(reach, choose) {
  if (!reach.landmarks.length)
    return h(
      "p",
      null,
      reach.spots.length
        ? `Within reach: ${span(reach, 0)} east, ${span(reach, 1)} north.`
        : "There is nowhere to go from here.",
    );
  return h(
    "details",
    { open: true },
    h("summary", null, `Places within reach: ${reach.landmarks.length}`),
    h(
      "ul",
      { class: "places-list" },
      reach.landmarks.map(({ words, spot }) =>
        h(
          "li",
          null,
          button(print(words), () => choose(spot), { class: "btn quiet", "data-testid": "landmark" }),
        ),
      ),
    ),
  );
}

/** How far the places reach along an axis. @param {Reachable} reach @param {number} axis */
function span(reach, axis) {
  const along = reach.spots.map((spot) => spot[axis]);
  return `${number(Math.min(...along))} to ${number(Math.max(...along))}`;
}

/** @param {WayThere} way @param {Route} question @param {TextDesk} desk */
function wayWords(way, question, desk) {
  if (way.cost === null) return sentence(way.words || "there is no way there");
  const end = way.path.at(-1);
  return [
    end &&
      `To ${number(end[0])}, ${number(end[1])}${end[2] > 0.05 ? `, ${number(end[2])}″ up` : ""}` +
        `${question.start ? `, ${number(way.cost)}″ of ${number(question.allowance)}″` : ""}.`,
    way.words && sentence(way.words),
    way.sees.length ? `Sees ${names(desk.pieces, way.sees)}.` : "Sees no enemy.",
    way.seen_by.length ? `Seen by ${names(desk.pieces, way.seen_by)}.` : "Seen by nobody.",
    ...way.dangers.map(
      (danger) =>
        `${desk.pieces.get(danger.piece)?.name ?? danger.piece} could take ` +
        `it out next turn, ${print(given(danger))}: ${percent(danger.value)}.`,
    ),
  ]
    .filter(Boolean)
    .join(" ");
}
