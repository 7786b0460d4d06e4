// What can be told of the options of a question.

import { endOf } from "./answers.js";
import { capital } from "../shared/wording.js";

/** @import { Option } from "../shared/types.js" */

/**
 * Those of the options whose place is nearest to a spot.
 * @param {Option[]} options
 * @param {{x: number, y: number} | null} spot
 */
export function nearest(options, spot) {
  const off = (/** @type {Option} */ option) => {
    const [x, y] = endOf(option) ?? [NaN, NaN];
    return spot ? Math.hypot(x - spot.x, y - spot.y) : NaN;
  };
  const least = Math.min(...options.map(off));
  return options.filter((option) => off(option) - least < 1e-6);
}

/** Whether there is something to be seen before one takes it. @param {Option} option */
export function foretold(option) {
  return option.previewed || option.leads !== undefined;
}

/** Whether nothing can come of it. @param {Option} option */
const isVain = ({ preview }) => preview?.vain === true;

/**
 * The number of each open option: from 1, those of which nothing can come after the others, and 0 for the one about
 * nobody among others about pieces.
 * @param {Option[]} options
 * @returns {Map<string, string>}
 */
export function numbered(options) {
  const open = options.filter((option) => !option.barred);
  const about = options.filter((option) => option.piece || option.spot);
  const nobody = open.filter((option) => !option.piece && !option.spot);
  const zero = about.length > 0 && nobody.length === 1 ? nobody[0] : null;
  const rest = vainLast(open.filter((option) => option !== zero));
  const numbers = new Map(rest.map((option, index) => [option.id, String(index + 1)]));
  if (zero) numbers.set(zero.id, "0");
  return numbers;
}

/**
 * The open options as they are listed: those of which nothing can come after the others, 0 last.
 * @param {Option[]} options
 * @param {Map<string, string>} numbers
 */
export function listed(options, numbers) {
  return vainLast(options.filter((option) => !option.barred)).sort(
    (a, b) => Number(numbers.get(a.id) === "0") - Number(numbers.get(b.id) === "0"),
  );
}

/** @param {Option[]} options */
function vainLast(options) {
  return [...options].sort((a, b) => Number(isVain(a)) - Number(isVain(b)));
}

/** The options that are kept aside, by what for. @param {Option[]} open @returns {[string, Option[]][]} */
export function asides(open) {
  const cases = new Set(open.map(({ aside }) => aside ?? ""));
  return [...cases].filter(Boolean).map((aside) => [aside, open.filter((option) => option.aside === aside)]);
}

/**
 * A label as its main words and its small print: what follows the piece's name, or stands in brackets at the end.
 * @param {string} label
 * @param {string} name
 * @returns {[string, string]}
 */
export function split(label, name) {
  if (name && label.startsWith(`${name}, `)) return [name, label.slice(name.length + 2)];
  const bracket = /^([^()]+) \(([^()]*[^()\d][^()]*)\)$/.exec(label); // a number in brackets belongs to a name
  if (bracket) return [bracket[1], bracket[2]];
  const colon = label.length > 40 ? /^(.+?[^ ]): (.+)$/.exec(label) : null;
  return colon ? [colon[1], capital(colon[2])] : [label, ""];
}
