// The head of the table: what battle it is, which phase, and how each side stands.

import { fill, h } from "../shared/dom.js";
import { capital, playerWords, sideClass, sideName } from "../shared/wording.js";

/** @import { BattleEvent, Piece, Present, Scene } from "../shared/types.js" */

export class BattleHeader extends HTMLElement {
  /** @type {Scene | null} */ #scene = null;
  #phases = h("ol", { class: "phases", "aria-label": "Phases of the turn" });
  #turn = h("span", { class: "turn-of", "data-testid": "turn" });
  #sides = h("div", { class: "sides" });

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
      (known || !phase ? scene.phases : [...scene.phases, phase]).map((each) =>
        h(
          "li",
          { title: capital(each), ...(each === phase && { class: "now", "aria-current": "step" }) },
          capital(brief(each)),
        ),
      ),
    );
    fill(
      this.#turn,
      now?.type === "Phase"
        ? [
            h("b", null, `Turn ${now.turn}`),
            side && h("i", { class: `of-side ${sideClass(scene, side)}` }, sideName(scene, side)),
          ]
        : "",
    );
    this.#phases.hidden = scene.phases.length === 0;
  }

  /** @param {Piece[]} pieces @param {BattleEvent[]} events that have been shown @param {Present | null} present */
  setPieces(pieces, events, present) {
    const scene = this.#scene;
    if (!scene) return;
    const gone = removed(events);
    fill(
      this.#sides,
      scene.sides.map((card) => {
        const all = pieces.filter((piece) => piece.side === card.id);
        const up = all.filter((piece) => !gone.has(piece.id) && !piece.states.includes("down"));
        const person = card.player === "me" || card.player === "friend";
        const here = !present || !person || present.sides.includes(card.id);
        const fallen = h("i");
        fallen.style.width = all.length ? `${Math.round(((all.length - up.length) / all.length) * 100)}%` : "0";
        return h(
          "div",
          { class: `side ${sideClass(scene, card.id)}`, title: `${card.name}: ${up.length} of ${all.length} up` },
          h("i", { class: `dot${here ? "" : " away"}` }),
          h("b", null, card.name),
          " ",
          h(
            "span",
            { class: "who" },
            `${playerWords(card, scene.side)}${here ? "" : ", away"}${all.length ? " · " : ""}`,
          ),
          all.length > 0 && h("span", { class: "up" }, up.length, h("i", null, " up")),
          h("i", { class: "meter", "aria-hidden": "true" }, fallen),
        );
      }),
      present && present.watching > 0 && h("div", { class: "watching" }, `${present.watching} watching`),
    );
  }
}
/** The pieces that were taken from the table and not put back. @param {BattleEvent[]} events */
function removed(events) {
  const gone = new Set();
  for (const event of events) {
    if (event.type === "Removed") gone.add(event.piece);
    else if (event.type === "Placed") gone.delete(event.piece);
  }
  return gone;
}

/** A long phase is called by its first word. @param {string} phase */
function brief(phase) {
  return phase.length > 14 ? phase.split(" ")[0] : phase;
}

customElements.define("battle-header", BattleHeader);
