// The box of a lesson: the step that comes next, what is said of the last one, and help with it.

import { button, fill, h } from "../shared/dom.js";
import { lookUps } from "../shared/lookups.js";
import { setPref } from "../shared/store.js";
import { announce } from "../shared/voice.js";
import { print } from "../shared/wording.js";
import { beckon } from "../board/aids.js";
import { startBattle } from "../pages/start.js";

/** @import { Scene, State } from "../shared/types.js" */
/** @import { WarBoard } from "../board/board.js" */
/** @import { Link } from "./link.js" */

export class LessonBox extends HTMLElement {
  #said = "";

  /**
   * @param {Link} link
   * @param {Scene} scene
   * @param {State} state
   * @param {WarBoard} board
   * @param {{advice: () => void, undo: () => void}} deeds
   */
  show(link, scene, state, board, deeds) {
    const { lesson } = state;
    this.hidden = !lesson;
    if (!lesson) return;
    const done = lesson.number > lesson.of,
      // one of a squad stands for all: rings round each would cover them
      pieces = lesson.points.flatMap(
        (id) => state.groups.find((group) => group.id === id)?.members.slice(0, 1) ?? [id],
      );
    beckon(board, done ? [] : pieces, done ? null : lesson.spot);
    setPref(`lesson.${scene.book}`, { seat: link.seat, number: lesson.number, of: lesson.of });
    fill(
      this,
      h(
        "p",
        { class: "lesson-step" },
        done ? `The lesson is done: ${lesson.title}` : `Step ${lesson.number} of ${lesson.of}`,
      ),
      h("progress", { max: lesson.of, value: lesson.number - 1, "aria-label": "How far you have come" }),
      lesson.word && h("p", { class: "lesson-word", "data-testid": "lesson-word" }, print(lesson.word)),
      done ? this.#ending(scene) : this.#step(lesson, state, deeds),
    );
    this.dataset.step = String(lesson.number);
    const said = `${lesson.number} ${lesson.word}`;
    if (said !== this.#said) announce(`${lesson.word} ${lesson.title}. ${lesson.says}`.trim());
    this.#said = said;
  }

  /**
   * @param {NonNullable<State["lesson"]>} lesson
   * @param {State} state
   * @param {{advice: () => void, undo: () => void}} deeds
   */
  #step(lesson, state, deeds) {
    return h(
      "div",
      null,
      h("h2", null, lesson.title),
      h("p", { class: "lesson-says", "data-testid": "lesson-says" }, print(lesson.says)),
      h(
        "div",
        { class: "acts" },
        button("Show me", deeds.advice, { "data-testid": "lesson-show", disabled: !state.question }),
        button("Step back", deeds.undo, {
          "data-testid": "lesson-back",
          disabled: !state.undo,
          title: "Take your last answer back and do it again",
        }),
        h("a", { class: "btn quiet", href: "/", "data-testid": "lesson-leave" }, "Leave the lesson"),
      ),
    );
  }

  /** @param {Scene} scene */
  #ending(scene) {
    const play = button(
      `Play ${scene.title}`,
      async () => {
        play.disabled = true;
        try {
          location.href = await startBattle({ book: scene.book, varied: true });
        } catch (error) {
          play.disabled = false;
          announce(error instanceof Error ? error.message : "It cannot be set up just now.");
        }
      },
      { class: "btn main", "data-testid": "lesson-play" },
    );
    return h(
      "div",
      null,
      h("p", null, "Now a whole battle: the same questions, and the bot against you. Or fight this one to its end."),
      h("div", { class: "acts" }, play, lookUps(scene.book)),
    );
  }
}
customElements.define("lesson-box", LessonBox);
