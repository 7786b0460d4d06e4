// Many places that are each answered with one of the same things: they are painted, one of these after the other.

import { button, fill, h } from "../shared/dom.js";
import { print } from "../shared/wording.js";
import { headed } from "./answers.js";
import { placeOf } from "./parts.js";

/** @import { Choose, Form } from "../shared/types.js" */

const MANY = 5; // places from which on painting is worth it

/** Whether all parts of a form are places that are answered with the same things. @param {Form} question */
export function isPainted(question) {
  const parts = Object.values(question.parts);
  const things = (/** @type {import("../shared/types.js").Question} */ part) =>
    part.kind === "choose" && placeOf(part)
      ? part.options
          .map(({ id }) => id)
          .sort()
          .join()
      : "";
  return parts.length >= MANY && things(parts[0]) !== "" && parts.every((part) => things(part) === things(parts[0]));
}

export class Brush {
  /** What is painted with; none: places are opened as in any form. @type {string | null} */ held = null;
  element = h("div", { class: "brush", role: "group", "aria-label": "Paint with", "data-testid": "brush" });
  #tins = h("div", { class: "tins" });

  /**
   * @param {Form} question
   * @param {{changed: () => void, all: (id: string) => void}} deeds `changed`: another thing is held; `all`: every
   *   place is painted
   */
  constructor(question, { changed, all }) {
    const [first] = /** @type {Choose[]} */ (Object.values(question.parts));
    const things = first.options.filter(({ barred }) => !barred);
    const tins = things.map(({ id, label }) => {
      const [head, words] = headed(label);
      return button(print(head || words), () => hold(id), {
        class: "btn tin",
        title: print(words),
        "data-testid": "tin",
        "data-option": id,
        "aria-pressed": "false",
      });
    });
    const rest = button("Fill everything with it", () => this.held !== null && all(this.held), {
      class: "btn quiet",
      "data-testid": "paint-all",
      disabled: true,
    });
    const hold = (/** @type {string} */ id) => {
      this.held = this.held === id ? null : id;
      for (const tin of tins) tin.setAttribute("aria-pressed", String(tin.dataset.option === this.held));
      rest.disabled = this.held === null;
      changed();
    };
    fill(this.#tins, tins);
    fill(
      this.element,
      h("p", { class: "way-say" }, "Choose what to paint with, then click or drag over the places."),
      this.#tins,
      rest,
    );
  }
}
