// The form of a question: who and what by name, and every figure with a control that a thumb can work.

import { fill, h, headed } from "../shared/dom.js";
import { capital } from "../shared/wording.js";
import { called, choices, figureName } from "./asked.js";

/** @import { DeskParameter, DeskRole } from "../shared/types.js" */
/** @import { Asked, Which } from "./asked.js" */

const FEW = 8; // choices that stand side by side
const MANY = 80; // choices that are still listed

/**
 * Shows the value that a figure has, and whether it was given itself.
 * @typedef {(value: string, own: boolean) => void} Show
 */

export class Form {
  /** @type {Map<string, Show>} */ #figures = new Map();
  /** @type {Map<string, () => void>} */ #roles = new Map();
  /** What the figures came to. @type {Record<string, number | string>} */ #values = {};

  /**
   * @param {HTMLElement} element
   * @param {Asked} asked
   * @param {Which} which
   * @param {() => void} changed
   */
  constructor(element, asked, which, changed) {
    this.asked = asked;
    this.which = which;
    this.changed = changed;
    const { roles, parameters } = asked.question;
    fill(
      element,
      roles.length > 0 &&
        h(
          "fieldset",
          { class: "by-name" },
          h("legend", null, "By name"),
          roles.map((role) => this.#role(role)),
        ),
      parameters.length > 0 &&
        h(
          "fieldset",
          { class: "figures" },
          h("legend", null, "Figures"),
          parameters.map((each) => this.#figure(each)),
        ),
    );
    this.show({});
  }

  /** @param {Record<string, number | string>} values what the figures came to */
  show(values) {
    this.#values = values;
    for (const { id, default: usual, start } of this.asked.question.parameters) {
      const own = this.asked.value(id, this.which);
      this.#figures.get(id)?.(own || String(values[id] ?? usual ?? start), Boolean(own));
    }
    for (const show of this.#roles.values()) show();
  }

  /** @param {string} name @param {string} value */
  #give(name, value) {
    this.asked.set(name, value, this.which);
    this.changed();
  }

  /** @param {DeskRole} role */
  #role(role) {
    const take = (/** @type {string} */ name) => {
      this.asked.cast(role, name, this.which, this.#values);
      this.show(this.#values);
      this.changed();
    };
    return role.several ? this.#several(role, take) : this.#single(role, take);
  }

  /** @param {DeskRole} role @param {(name: string) => void} take */
  #single(role, take) {
    const select = h("select", { "data-testid": `role-${role.id}`, onchange: () => take(select.value) });
    let listed = "";
    this.#roles.set(role.id, () => {
      const own = this.#own(role),
        key = own.join();
      if (key !== listed || !select.firstChild) {
        listed = key;
        const option = (/** @type {string} */ name) => h("option", { value: name }, name);
        fill(
          select,
          h("option", { value: "" }, "by its figures"),
          own.length > 0 && h("optgroup", { label: "Carried" }, own.map(option)),
          headed(
            role.names,
            (each) => each.of,
            (each) => option(each.name),
          ),
        );
      }
      select.value = this.asked.value(role.id, this.which);
    });
    return h("label", { class: "control" }, h("span", null, capital(role.means)), select);
  }

  /** What those who are named have of their own for a role. @param {DeskRole} role @returns {string[]} */
  #own(role) {
    for (const other of this.asked.question.roles) {
      const who = this.asked.value(other.id, this.which);
      const has = other.names.find((each) => each.name === who)?.has[role.id] ?? [];
      const known = has.filter((name) => role.names.some((each) => each.name === name));
      if (known.length) return known;
    }
    return [];
  }

  /** Any number of them. @param {DeskRole} role @param {(name: string) => void} take */
  #several(role, take) {
    const boxes = role.names.map((each) =>
      h("input", {
        type: "checkbox",
        value: each.name,
        "data-testid": `role-${role.id}`,
        onchange: () => take(chosen()),
      }),
    );
    const chosen = () =>
      boxes
        .filter((box) => box.checked)
        .map((box) => box.value)
        .join(",");
    this.#roles.set(role.id, () => {
      const now = this.asked.value(role.id, this.which).split(",");
      for (const box of boxes) box.checked = now.includes(box.value);
    });
    return h(
      "fieldset",
      { class: "control chips" },
      h("legend", null, capital(role.means)),
      boxes.map((box) => h("label", { class: "chip-box" }, box, h("span", null, capital(box.value)))),
    );
  }

  /** @param {DeskParameter} parameter */
  #figure(parameter) {
    const { id, bounds, words } = parameter,
      all = choices(parameter);
    const back = h(
      "button",
      {
        type: "button",
        class: "why",
        hidden: true,
        title: "As it comes by name, or as usual",
        onclick: () => {
          this.#give(id, "");
          this.show(this.#values);
        },
      },
      "undo",
    );
    const [control, show] = this.#control(parameter, all);
    this.#figures.set(id, (value, own) => {
      show(value);
      back.hidden = !own || (parameter.default === null && !this.#named(id));
    });
    const kind = bounds && !words.length ? "wide" : "";
    return h(
      "div",
      { class: `control figure ${kind}`, "data-testid": `figure-${id}` },
      h("span", { class: "name", id: `name-${id}` }, h("b", null, figureName(id)), " ", parameter.means, " ", back),
      control,
    );
  }

  /** Whether somebody by name brings the figure. @param {string} id */
  #named(id) {
    return this.asked.question.roles.some(
      (role) => role.brings.includes(id) && this.asked.value(role.id, this.which),
    );
  }

  /** @param {DeskParameter} parameter @param {string[]} all @returns {[HTMLElement, (value: string) => void]} */
  #control({ id, bounds, words }, all) {
    const labelled = { "aria-labelledby": `name-${id}` };
    if (bounds?.[0] === 0 && bounds[1] === 1 && !words.length) return this.#yesOrNo(id, labelled);
    if (all.length <= FEW) return this.#sideBySide(id, all, labelled);
    if (bounds && !words.length) return this.#stepper(id, bounds, labelled);
    if (all.length <= MANY || !bounds) {
      const select = h(
        "select",
        { ...labelled, onchange: () => this.#give(id, select.value) },
        all.map((each) => h("option", { value: each }, called(each))),
      );
      return [select, (value) => (select.value = value)];
    }
    const field = h("input", {
      ...labelled,
      value: "",
      inputmode: "text",
      onchange: () => this.#give(id, field.value),
    });
    return [field, (value) => document.activeElement !== field && (field.value = value)];
  }

  /** @param {string} id @param {Record<string, string>} labelled @returns {[HTMLElement, (value: string) => void]} */
  #yesOrNo(id, labelled) {
    const box = h("input", {
      type: "checkbox",
      role: "switch",
      ...labelled,
      onchange: () => this.#give(id, box.checked ? "1" : "0"),
    });
    return [box, (value) => (box.checked = value === "1")];
  }

  /**
   * @param {string} id
   * @param {string[]} all
   * @param {Record<string, string>} labelled
   * @returns {[HTMLElement, (value: string) => void]}
   */
  #sideBySide(id, all, labelled) {
    const boxes = all.map((each) =>
      h("input", { type: "radio", name: `figure-${id}`, value: each, onchange: () => this.#give(id, each) }),
    );
    const group = h(
      "div",
      { class: "chips", role: "radiogroup", ...labelled },
      boxes.map((box) => h("label", { class: "chip-box" }, box, h("span", null, called(box.value)))),
    );
    return [group, (value) => boxes.forEach((box) => (box.checked = box.value === value))];
  }

  /**
   * @param {string} id
   * @param {[number, number]} bounds
   * @param {Record<string, string>} labelled
   * @returns {[HTMLElement, (value: string) => void]}
   */
  #stepper(id, [low, high], labelled) {
    const slider = h("input", {
      type: "range",
      min: low,
      max: high,
      ...labelled,
      oninput: () => give(slider.valueAsNumber),
    });
    const field = h("input", {
      type: "number",
      min: low,
      max: high,
      inputmode: "numeric",
      ...labelled,
      onchange: () => this.#give(id, field.value),
    });
    const give = (/** @type {number} */ value) => {
      const within = Math.min(high, Math.max(low, value));
      show(String(within));
      this.#give(id, String(within));
    };
    const show = (/** @type {string} */ value) => {
      slider.value = value;
      field.value = value;
    };
    const step = (/** @type {string} */ words, /** @type {number} */ by) =>
      h(
        "button",
        {
          type: "button",
          class: "btn step",
          "aria-label": `${by > 0 ? "One more" : "One less"}: ${figureName(id)}`,
          "data-testid": `${by > 0 ? "more" : "less"}-${id}`,
          onclick: () => give(Number(field.value) + by),
        },
        words,
      );
    return [h("div", { class: "stepper" }, step("−", -1), field, step("+", 1), slider), show];
  }
}
