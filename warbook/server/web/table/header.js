// The head of the table: what battle it is, which phase, and how each side stands.

import { fill, h } from "../shared/dom.js";
import { toast } from "../shared/voice.js";
import { capital, isPerson, playerWords, print, sideClass, sideName } from "../shared/wording.js";

/** @import { BattleEvent, Company, Present, Scene, Standing } from "../shared/types.js" */

export class BattleHeader extends HTMLElement {
  /** @type {Scene | null} */ #scene = null;
  /** What happens when a side is pressed. @type {(side: string) => void} */ opened = () => {};
  #phases = h("ol", { class: "phases", "aria-label": "Phases of the turn" });
  #turn = h("span", { class: "turn-of", "data-testid": "turn" });
  #sides = h("div", { class: "sides" });
  /** How many turns it lasts; 0 as long as it takes. */ #turns = 0;

  /** @param {Scene} scene @param {(Node | null)[]} extras */
  setScene(scene, ...extras) {
    this.#scene = scene;
    document.title = `${scene.title} · Warbook`;
    fill(
      this,
      h(
        "a",
        { class: "mark", href: "/", title: "Home" },
        "Warbook",
        h("small", null, `${scene.title} · ${scene.scenario}`),
      ),
      this.#turn,
      this.#phases,
      this.#sides,
      extras,
    );
    this.setPhase(null);
  }

  /** The latest phase. @param {BattleEvent[] | null} events */
  setPhase(events) {
    const scene = this.#scene;
    if (!scene) return;
    const now = events?.findLast((event) => event.type === "Phase");
    const phase = now?.type === "Phase" ? now.phase : "",
      side = now?.type === "Phase" ? now.side : "";
    this.#phases.className = `phases ${sideClass(scene, side)}`;
    const known = scene.phases.includes(phase);
    fill(
      this.#phases,
      (known || !phase ? scene.phases : [...scene.phases, phase]).map((each) => {
        const words = [capital(each), scene.glossary.phases[each]?.words].filter(Boolean).join(": ");
        return h(
          "li",
          {
            title: print(words),
            onclick: () => toast(print(words)), // a finger cannot point
            ...(each === phase && { class: "now", "aria-current": "step" }),
          },
          capital(brief(each)),
        );
      }),
    );
    fill(
      this.#turn,
      now?.type === "Phase"
        ? [
            h("b", null, `Turn ${now.turn}`, this.#turns ? h("span", null, ` of ${this.#turns}`) : ""),
            side && h("i", { class: `of-side ${sideClass(scene, side)}` }, sideName(scene, side)),
          ]
        : "",
    );
    this.#phases.hidden = scene.phases.length === 0;
  }

  /**
   * How each side stands, and who is here.
   * @param {Standing | null} standing
   * @param {Present | null} present
   * @param {Pick<Company, "names" | "stand_ins"> | null} company
   */
  setStanding(standing, present, company) {
    const scene = this.#scene;
    if (!scene) return;
    this.#turns = standing?.turns ?? 0;
    fill(
      this.#sides,
      scene.sides.map((card) => {
        const tally = standing?.sides.find((each) => each.side === card.id);
        const here = !present || !isPerson(card) || present.sides.includes(card.id);
        const words = tally ? print(tally.words) : "";
        const near = h("i");
        near.style.width = tally?.limit ? `${Math.min(100, Math.round((tally.value / tally.limit) * 100))}%` : "0";
        return h(
          "button",
          {
            type: "button",
            "data-testid": `force-of-${card.id}`,
            onclick: () => this.opened(card.id),
            class: `side ${sideClass(scene, card.id)}`,
            title: `${card.name} (${playerWords(card, scene.side, company)})${words ? `: ${words}` : ""}`,
          },
          h("i", { class: `dot${here ? "" : " away"}` }),
          h("b", null, card.name),
          " ",
          h(
            "span",
            { class: "who", "data-testid": `who-${card.id}` },
            `${playerWords(card, scene.side, company)}${here ? "" : ", away"}`,
          ),
          tally?.limit ? h("i", { class: "meter", "aria-hidden": "true" }, near) : null,
          words && h("span", { class: "up", "data-testid": `standing-${card.id}` }, words),
        );
      }),
      present && present.watching > 0 && h("div", { class: "watching" }, `${present.watching} watching`),
    );
  }
}

/** A long phase is called by its first word. @param {string} phase */
function brief(phase) {
  return phase.length > 14 ? phase.split(" ")[0] : phase;
}

customElements.define("battle-header", BattleHeader);
