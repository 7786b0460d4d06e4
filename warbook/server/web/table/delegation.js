// The bot answers for us: a phase that one would rather leave to it, a long set-up.

import { faultWords } from "../asking/choose.js";
import { button, h } from "../shared/dom.js";
import { toast } from "../shared/voice.js";

/** @import { Question, State } from "../shared/types.js" */
/** @import { Link } from "./link.js" */

const SETTING_UP = "setting up"; // no rule and no phase is called so

export class Delegation {
  /** The stretch of the battle in which the bot answers. @type {string | null} */ #stretch = null;
  #answer;

  /** @param {(link: Link, state: State, value: unknown) => Promise<void>} answer */
  constructor(answer) {
    this.#answer = answer;
  }

  get on() {
    return this.#stretch !== null;
  }

  stop() {
    this.#stretch = null;
  }

  /**
   * A question has come: the bot answers it, or has answered the last.
   * @param {Link} link @param {State} state @param {Question} question
   */
  asked(link, state, question) {
    if (this.#stretch === stretchOf(link, state, question)) this.#go(link, state);
    else this.stop();
  }

  /** The button that lets the bot go on for us. @param {Link} link @param {State} state @param {Question} question */
  offer(link, state, question) {
    const stretch = stretchOf(link, state, question),
      stop = this.#stretch === stretch;
    const words = stretch === SETTING_UP ? "Let the bot set up the rest" : "Let the bot finish this phase";
    return h(
      "p",
      { class: "delegate" },
      button(
        stop ? "Stop the bot" : words,
        () => {
          if (this.on) {
            this.stop();
            return;
          }
          this.#stretch = stretch;
          this.#go(link, state);
        },
        { class: "btn quiet", "data-testid": stop ? "delegate-stop" : "delegate" },
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
      if (!this.on || link.state?.at !== state.at) return;
      await this.#answer(link, state, value);
    } catch (fault) {
      this.stop();
      toast(faultWords(fault));
    }
  }
}

/** The stretch to which a question belongs: as long as pieces of ours are still to be set up, or a phase; where there
 *  are none, questions by one rule. @param {Link} link @param {State} state @param {Question} question */
function stretchOf({ scene, events }, { pieces }, question) {
  const phase = events.findLast((event) => event.type === "Phase");
  if (phase?.type === "Phase") return `${phase.turn} ${phase.side} ${phase.phase}`;
  return pieces.some((piece) => piece.side === scene?.side && !piece.on_table) ? SETTING_UP : question.rule;
}
