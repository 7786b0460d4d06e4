// The bot answers for us, as long as the questions are alike: a phase that one would rather leave to it, a long set-up.

import { faultWords } from "../asking/choose.js";
import { button, h } from "../shared/dom.js";
import { toast } from "../shared/voice.js";

/** @import { Question, State } from "../shared/types.js" */
/** @import { Link } from "./link.js" */

const SETTING_UP = "setting up"; // no rule is called so

export class Delegation {
  /** What the questions that the bot answers have in common. @type {string | null} */ #like = null;
  #answer;

  /** @param {(link: Link, state: State, value: unknown) => Promise<void>} answer */
  constructor(answer) {
    this.#answer = answer;
  }

  get on() {
    return this.#like !== null;
  }

  stop() {
    this.#like = null;
  }

  /**
   * A question has come: the bot answers it, or has answered the last.
   * @param {Link} link @param {State} state @param {Question} question
   */
  asked(link, state, question) {
    if (this.#like === likeOf(link, state, question)) this.#go(link, state);
    else this.stop();
  }

  /** The button that lets the bot go on for us. @param {Link} link @param {State} state @param {Question} question */
  offer(link, state, question) {
    const like = likeOf(link, state, question),
      stop = this.#like === like;
    const words = like === SETTING_UP ? "Let the bot set up the rest" : "Let the bot answer these";
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
          this.#like = like;
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

/** What a question has in common with those that the bot answers with it: its rule, or that pieces of ours are still
 *  to be set up. @param {Link} link @param {State} state @param {Question} question */
function likeOf({ scene, events }, { pieces }, question) {
  const begun = events.some((event) => event.type === "Phase");
  return !begun && pieces.some((piece) => piece.side === scene?.side && !piece.on_table) ? SETTING_UP : question.rule;
}
