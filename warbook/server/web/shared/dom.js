// Elements made by hand: data becomes text, never markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with attributes and children. A property that starts with `on` is a listener, `true` an empty
 * attribute; `false`, null and undefined leave the attribute out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  put(element, ...children);
  return element;
}

/** Append children, leaving out what is nothing. @param {Element} element @param {...(Child | Child[])} children */
export function put(element, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replace all children. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

/**
 * The element with this id.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return /** @type {T} */ (found);
}

/**
 * The options of a list, under a heading where they have one. @template T
 * @param {T[]} items
 * @param {(item: T) => string} heading
 * @param {(item: T) => HTMLOptionElement} option
 */
export function headed(items, heading, option) {
  const found = /** @type {Map<string, HTMLOptionElement[]>} */ (new Map());
  for (const item of items) found.set(heading(item), [...(found.get(heading(item)) ?? []), option(item)]);
  return [...found].flatMap(([label, options]) => (label ? [h("optgroup", { label }, options)] : options));
}

/** For what a double click must not do twice. @param {() => void} act @returns {(event: MouseEvent) => void} */
export function once(act) {
  return ({ detail }) => detail <= 1 && act();
}

/**
 * A button that does something.
 * @param {string} words
 * @param {(event: MouseEvent) => void} act
 * @param {Record<string, any>} [props]
 * @param {string} [key]
 */
export function button(words, act, props = {}, key = "") {
  return h("button", { type: "button", class: "btn", ...props, onclick: act }, words, key && h("kbd", null, key));
}

/**
 * A button that asks once more.
 * @param {string} words
 * @param {string} asks
 * @param {string} testid
 * @param {() => void} act
 */
export function surely(words, asks, testid, act) {
  const place = h("span", { class: "surely" }),
    first = () => fill(place, button(words, second, { class: "btn quiet", "data-testid": testid })),
    second = () => {
      const yes = button(`${words}, yes`, act, { class: "btn main", "data-testid": `${testid}-yes` });
      fill(place, h("span", null, asks), yes, button("No", first, { "data-testid": `${testid}-no` }));
      yes.focus();
    };
  first();
  return place;
}

/** Whether keys that are typed now belong to a field. @param {EventTarget | null} target */
export function typing(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
