// Short words to the player: a toast that is also read out, and the question for those who listen.

import { byId, fill } from "./dom.js";
import { sentence } from "./wording.js";

let timer = 0;

/** @param {string} words @param {Node | string} [more] such as the rule behind them */
export function toast(words, more = "") {
  const element = byId("toast");
  clearTimeout(timer);
  element.hidden = false;
  fill(element, sentence(words), " ", more);
  timer = window.setTimeout(() => (element.hidden = true), 3000 + words.length * 50);
}

/** Read out at once. @param {string} words */
export function announce(words) {
  byId("now").textContent = words;
}

/**
 * What the page is doing; `at`: the number of the state it shows.
 * @param {"loading" | "room" | "asked" | "waiting" | "animating" | "over" | "pass" | "bad"} state
 * @param {number} [at]
 */
export function pageState(state, at) {
  if (at !== undefined) document.documentElement.dataset.at = String(at);
  document.documentElement.dataset.state = state;
}

/** Put words on the clipboard, and say so. @param {string} words */
export async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    toast("Copied");
  } catch {
    toast("Your browser does not allow copying; select the link and copy it by hand");
  }
}
