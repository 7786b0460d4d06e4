// What is said at the table: lines of the people, and what the table itself tells everybody.

import { button, fill, h } from "../shared/dom.js";
import { announce, toast } from "../shared/voice.js";
import { isPerson, sideClass, sideName } from "../shared/wording.js";
import { tell } from "./takingback.js";

/** @import { Saying, Scene } from "../shared/types.js" */
/** @import { Link } from "./link.js" */

const LONGEST = 300;

export class TableTalk extends HTMLElement {
  #list = h("ol", { class: "talk-lines", "aria-label": "What is said at the table", tabindex: "0" });
  #field = h("input", {
    type: "text",
    maxlength: String(LONGEST),
    autocomplete: "off",
    placeholder: "Say something",
    "aria-label": "Say something to everybody here",
    "data-testid": "say",
  });
  #switch = h("input", { type: "checkbox", role: "switch", "data-testid": "hush" });
  #button = button("Say", () => this.#say(), { "data-testid": "say-it" });
  #row = h("div", { class: "say-row" });
  /** @type {Link | null} */ #link = null;
  #told = "";
  /** The number of the latest line that was shown. */ #last = 0;

  connectedCallback() {
    this.dataset.testid = "talk";
    this.#field.addEventListener("keydown", (event) => event.key === "Enter" && this.#say());
    this.#switch.addEventListener("change", () => {
      const on = !this.#switch.checked;
      if (this.#link) tell(this.#link, { do: "hush", on });
    });
    const label = h("label", { title: "Whether you read and say lines at this table" }, "Talk ", this.#switch);
    fill(this.#row, this.#field, this.#button, label);
    fill(this, this.#list, this.#row);
  }

  /** Where nobody else is, and nothing was told, there is no talk. @param {Link} link @param {Scene} scene */
  show(link, scene) {
    const { company, lines } = link,
      mine = scene.side !== null,
      others = scene.sides.some((card) => card.id !== scene.side && isPerson(card)),
      chat = (company?.chat ?? false) && others,
      quiet = company?.quiet.includes(scene.side ?? "") ?? false,
      told = JSON.stringify([link.seat, company, lines.at(-1)?.number, lines.length]);
    if (this.#told === told) return;
    const news = lines.at(-1),
      fresh = this.#link === link && news && news.number > this.#last;
    this.#last = news?.number ?? 0;
    this.#told = told;
    this.#link = link;
    this.hidden = !chat && lines.length === 0;
    this.#switch.checked = !quiet;
    this.#row.hidden = !chat || !mine;
    this.#field.hidden = this.#button.hidden = quiet;
    fill(
      this.#list,
      lines.map((line) => said(scene, line)),
    );
    this.#list.scrollTop = this.#list.scrollHeight;
    if (fresh && !news.side) toast(news.words);
    else if (fresh && news.side !== scene.side) announce(`${who(scene, news)} ${news.words}`);
  }

  clear() {
    this.#told = "";
    this.#list.replaceChildren();
    this.hidden = true;
  }

  async #say() {
    const words = this.#field.value.trim();
    if (!words || !this.#link) return;
    if (await tell(this.#link, { do: "say", words })) this.#field.value = "";
  }
}
customElements.define("table-talk", TableTalk);

/** @param {Scene} scene @param {Saying} line */
function said(scene, line) {
  return h(
    "li",
    { class: line.side ? sideClass(scene, line.side) : "told-to-all" },
    line.side && h("b", { class: "of-side" }, who(scene, line)),
    line.words,
  );
}

/** @param {Scene} scene @param {Saying} line */
function who(scene, { side, name }) {
  return side ? `${name || sideName(scene, side)}: ` : "";
}
