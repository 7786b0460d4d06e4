// Play on from here: a moment of a battle that is over becomes a new battle.

import { playOn } from "../pages/start.js";
import { button, h } from "../shared/dom.js";

/** @import { Scene } from "../shared/types.js" */

/** Asks who plays now and with what dice, and begins.
 * @param {Scene} scene
 * @param {string} seat
 * @param {number} step after so many of which it begins
 * @param {string} where
 */
export function askPlayOn(scene, seat, step, where) {
  const sides = scene.sides.filter(({ player }) => player !== "");
  const choices = sides.map((side, n) => {
    const select = h(
      "select",
      { "data-testid": `onward-${side.id}` },
      [
        ["me", "me, at this page"],
        ["bot", "the bot"],
        ["friend", "a friend, by a link"],
      ].map(([value, words]) => h("option", { value, selected: value === (n ? "bot" : "me") }, words)),
    );
    return { side: side.id, select, label: h("label", { class: "field" }, h("span", null, side.name), select) };
  });
  const fresh = h("input", { type: "checkbox", checked: true, "data-testid": "onward-dice" }),
    fault = h("p", { class: "fault", role: "alert", hidden: true });
  const begin = button(
    "Play on from here",
    async () => {
      begin.disabled = true;
      try {
        const players = Object.fromEntries(choices.map(({ side, select }) => [side, select.value]));
        location.href = await playOn(seat, { step, players, new_dice: fresh.checked });
      } catch (error) {
        begin.disabled = false;
        fault.hidden = false;
        fault.textContent = error instanceof Error ? error.message : "It cannot be set up just now.";
      }
    },
    { class: "btn main", "data-testid": "onward-begin" },
  );
  const dialog = h(
    "dialog",
    { class: "help", "data-testid": "onward", "aria-label": "Play on from here" },
    h("h1", { tabindex: "-1" }, "Play on from here"),
    h("p", null, `A new battle, as this one stood ${where}. This one stays as it was.`),
    choices.map(({ label }) => label),
    h("label", { class: "check" }, fresh, " Other dice from here on (else the same ones fall in the same order)"),
    fault,
    h(
      "div",
      { class: "acts" },
      begin,
      button("Not now", () => dialog.close(), { class: "btn quiet" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
