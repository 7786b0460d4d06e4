// A phase or a turn that one would rather leave to the bot: it answers for the side that said so, and for no other.

import { faultWords } from "./link.js";
import { button, h } from "../shared/dom.js";
import { toast } from "../shared/voice.js";

/** @import { Asked, State } from "../shared/types.js" */
/** @import { Link } from "./link.js" */

const SETTING_UP = "setting up"; // no rule and no phase is called so

/** A stretch of the battle, and what to say to have it answered to its end.
 * @typedef {{id: string, words: string, testid: string}} Stretch */

export class Delegation {
  /** The stretch in which the bot answers, of each seat that said so. @type {Map<string, string>} */ #left =
    new Map();
  #answer;

  /** @param {(link: Link, state: State, value: unknown) => Promise<void>} answer */
  constructor(answer) {
    this.#answer = answer;
  }

  /** Whether the bot answers for that seat. @param {Link | null} link */
  on(link) {
    return link !== null && this.#left.has(link.seat);
  }

  /** @param {Link | null} link */
  stop(link) {
    if (link) this.#left.delete(link.seat);
  }

  /**
   * A question has come: the bot answers it, or has answered the last.
   * @param {Link} link @param {State} state @param {Asked} question
   */
  asked(link, state, question) {
    if (this.#goesOn(link, state, question)) this.#go(link, state);
    else this.stop(link);
  }

  /** @param {Link} link @param {State} state @param {Asked} question */
  #goesOn(link, state, question) {
    const left = this.#left.get(link.seat);
    return stretchesOf(link, state, question).some(({ id }) => id === left);
  }

  /** The buttons that let the bot go on for us. @param {Link} link @param {State} state @param {Asked} question */
  offer(link, state, question) {
    if (this.#goesOn(link, state, question))
      return h(
        "p",
        { class: "delegate" },
        button("Stop the bot", () => this.stop(link), { class: "btn quiet", "data-testid": "delegate-stop" }),
      );
    return h(
      "p",
      { class: "delegate" },
      stretchesOf(link, state, question)
        .filter(({ id }) => id !== SETTING_UP || !setsUp(question))
        .map(({ id, words, testid }) =>
          button(
            words,
            () => {
              this.#left.set(link.seat, id);
              this.#go(link, state);
            },
            { class: "btn quiet", "data-testid": testid },
          ),
        ),
    );
  }

  /**
   * Answer as the bot advises; the next question decides whether it goes on.
   * @param {Link} link @param {State} state
   */
  async #go(link, state) {
    try {
      const { value } = await link.ask({ do: "advise", at: state.at, part: [] });
      if (!this.on(link) || link.state?.at !== state.at) return;
      await this.#answer(link, state, value);
    } catch (fault) {
      this.stop(link);
      toast(faultWords(fault));
    }
  }
}

/** The stretches that a question belongs to: as long as pieces of ours are still to be set up, or a phase and, if it is
 *  ours or everybody's, the turn; where there is none of these, questions by one rule.
 * @param {Link} link @param {State} state @param {Asked} question @returns {Stretch[]} */
function stretchesOf({ scene, events }, { pieces }, question) {
  const told = events.findLast((event) => event.type === "Phase");
  if (told?.type !== "Phase") {
    const ours = pieces.some((piece) => piece.side === scene?.side && !piece.on_table);
    return ours
      ? [{ id: SETTING_UP, words: "Set up the rest for me", testid: "delegate" }]
      : [{ id: question.rule, words: "Finish this for me", testid: "delegate" }];
  }
  const { turn, side, phase } = told;
  const stretches = [{ id: `${turn} ${side} ${phase}`, words: "Finish this phase for me", testid: "delegate" }];
  if (!side || side === scene?.side)
    stretches.push({ id: `${turn} ${side}`, words: "Finish my turn", testid: "delegate-turn" });
  return stretches;
}

/** Whether it has an option itself that sets up all that is left. @param {Asked} question */
function setsUp(question) {
  return question.kind === "choose" && question.options.some(({ id, barred }) => id === "rest" && !barred);
}
