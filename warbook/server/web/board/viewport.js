// Which part of the table is seen, and how large: zoom by wheel, pinch and keys, pan by dragging.

import { UNIT } from "../shared/svg.js";

const LONG_PRESS = 500; // milliseconds
const LARGEST = 96; // pixels to the inch
const MARGIN = 1.6; // inches round the table that are shown when it is fitted
const NARROW = 0.8; // round a table of hexes, whose edge is narrower

export class Viewport {
  /** @param {(zoomed: boolean) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.scale = 10; // pixels to the inch
    this.left = 0; // where the table's north-west corner is on the screen
    this.top = 0;
    this.width = 1;
    this.height = 1;
    this.table = { kind: "inches", width: 48, depth: 48 };
    this.fitted = true;
    this.gliding = 0;
    this.quarter = 0; // quarter turns to the right by which the table is turned
  }

  /** @param {number} width
   *  @param {number} height
   */
  resize(width, height) {
    if (width < 1 || height < 1) return;
    const dx = (width - this.width) / 2,
      dy = (height - this.height) / 2;
    this.width = width;
    this.height = height;
    if (this.fitted) this.fit();
    else this.show(this.scale, this.left + dx, this.top + dy);
  }

  /** How wide and how high the table is as it is turned, in inches. @returns {[number, number]} */
  get size() {
    const { width, depth } = this.table;
    return this.quarter % 2 ? [depth, width] : [width, depth];
  }

  get smallest() {
    const [wide, high] = this.size,
      margin = this.table.kind === "hexes" ? NARROW : MARGIN;
    return Math.min(this.width / (wide + 2 * margin), this.height / (high + 2 * margin));
  }

  /** @param {number} quarter */
  turn(quarter) {
    this.quarter = quarter;
    this.fit();
  }

  fit() {
    cancelAnimationFrame(this.gliding);
    const scale = this.smallest,
      [wide, high] = this.size;
    this.show(scale, (this.width - wide * scale) / 2, (this.height - high * scale) / 2);
    this.fitted = true;
  }

  /** Zoom so that what is under a place of the screen stays there.
   * @param {number} factor
   * @param {number} [px]
   * @param {number} [py]
   */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const scale = Math.min(LARGEST, Math.max(this.smallest, this.scale * factor));
    if (factor < 1 && scale <= this.smallest) return this.fit();
    const by = scale / this.scale;
    this.show(scale, px - (px - this.left) * by, py - (py - this.top) * by);
  }

  /** @param {number} dx
   *  @param {number} dy
   */
  pan(dx, dy) {
    this.show(this.scale, this.left + dx, this.top + dy);
  }

  /** Bring places of the table into view, moving no further than is needed to see them at a readable size.
   * @param {{x: number, y: number}[]} spots
   * @param {number} milliseconds
   */
  focus(spots, milliseconds) {
    if (!spots.length) return;
    const xs = spots.map((s) => s.x),
      ys = spots.map((s) => s.y),
      room = 5;
    const left = Math.min(...xs) - room,
      right = Math.max(...xs) + room;
    const low = Math.min(...ys) - room,
      high = Math.max(...ys) + room;
    const most = Math.min(this.width / (right - left), this.height / (high - low), 40);
    const scale = Math.max(this.smallest, Math.min(most, Math.max(this.scale, 22)));
    const [x, y] = this.turned((left + right) / 2, this.table.depth - (low + high) / 2);
    this.glide(scale, this.width / 2 - x * scale, this.height / 2 - y * scale, milliseconds);
  }

  /** @param {number} scale
   *  @param {number} left
   *  @param {number} top
   *  @param {number} milliseconds
   */
  glide(scale, left, top, milliseconds) {
    cancelAnimationFrame(this.gliding);
    const from = { scale: this.scale, left: this.left, top: this.top },
      begun = performance.now();
    const step = () => {
      const t = milliseconds > 0 ? Math.min(1, (performance.now() - begun) / milliseconds) : 1;
      const e = t * t * (3 - 2 * t);
      this.show(
        from.scale + (scale - from.scale) * e,
        from.left + (left - from.left) * e,
        from.top + (top - from.top) * e,
      );
      if (t < 1) this.gliding = requestAnimationFrame(step);
    };
    step();
  }

  /** @param {number} scale
   *  @param {number} left
   *  @param {number} top
   */
  show(scale, left, top) {
    const zoomed = scale !== this.scale;
    this.fitted = false;
    this.scale = scale;
    const [wide, high] = this.size;
    this.left = within(left, this.width, wide * scale);
    this.top = within(top, this.height, high * scale);
    this.changed(zoomed);
  }

  get transform() {
    const [x, y] = this.turned(0, 0);
    return (
      `translate(${this.left.toFixed(2)} ${this.top.toFixed(2)}) scale(${(this.scale / UNIT).toFixed(5)}) ` +
      `translate(${x * UNIT} ${y * UNIT}) rotate(${this.quarter * 90})`
    );
  }

  /** Where a place of the drawing, in inches from its top left, is once it is turned.
   * @param {number} u @param {number} v @returns {[number, number]} */
  turned(u, v) {
    const { width, depth } = this.table;
    if (this.quarter === 1) return [depth - v, u];
    if (this.quarter === 2) return [width - u, depth - v];
    return this.quarter === 3 ? [v, width - u] : [u, v];
  }

  /** @param {number} px
   *  @param {number} py
   *  @returns {[number, number]} inches
   */
  toTable(px, py) {
    const { width, depth } = this.table,
      [a, b] = [(px - this.left) / this.scale, (py - this.top) / this.scale];
    if (this.quarter === 1) return [b, a];
    if (this.quarter === 2) return [width - a, b];
    return this.quarter === 3 ? [width - b, depth - a] : [a, depth - b];
  }

  /** @param {number} x
   *  @param {number} y
   *  @returns {[number, number]} pixels
   */
  toScreen(x, y) {
    const [a, b] = this.turned(x, this.table.depth - y);
    return [this.left + a * this.scale, this.top + b * this.scale];
  }

  /**
   * What leads so far right and up on the screen, on the table.
   * @param {number} right
   * @param {number} up
   * @returns {[number, number]}
   */
  along(right, up) {
    return /** @type {[number, number][]} */ ([
      [right, up],
      [-up, right],
      [-right, -up],
      [up, -right],
    ])[this.quarter];
  }
}

/** Keep the table in sight: wholly when it is smaller than the window, else with no more than a margin beyond its edge.
 * @param {number} at
 * @param {number} room
 * @param {number} size
 */
function within(at, room, size) {
  const margin = Math.min(130, room * 0.22),
    low = Math.min(room - size - margin, 0),
    high = Math.max(room - size, margin);
  return size < room ? Math.min(room - size, Math.max(0, at)) : Math.min(high, Math.max(low, at));
}

/** A pointer's story told as drags, pinches and clicks: a drag is no click.
 * @param {HTMLElement} host
 * @param {Viewport} view
 * @param {import("./pointing.js").Hand} hand
 */
export function listen(host, view, hand) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  /** @type {[number, number]} */
  let origin = [0, 0];
  let dragging = false;
  let pressing = 0; // what a finger that stays where it is waits for
  let pressed = false; // it has looked at a piece, and is no tap any more
  /** What is done by the drag, if it moves not the table. @type {"lifts" | "draws" | "paints" | null} */
  let holding = null;

  /** @param {MouseEvent} event
   *  @returns {[number, number]} */
  const at = (event) => {
    const box = host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  host.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    const [x, y] = at(event);
    down.set(event.pointerId, { x, y });
    try {
      host.setPointerCapture(event.pointerId);
    } catch {
      // a pointer that is already gone cannot be held
    }
    if (down.size === 1) {
      origin = [x, y];
      dragging = false;
      holding = null;
      pressed = false;
      if (event.pointerType === "touch") pressing = window.setTimeout(() => (pressed = hand.look(x, y)), LONG_PRESS);
    } else {
      clearTimeout(pressing);
      if (!hand.lifted) return;
      hand.letGo();
      holding = null;
    }
  });
  host.addEventListener("contextmenu", (event) => {
    clearTimeout(pressing);
    const looked = pressed || hand.look(...at(event));
    pressed = looked && down.size > 0;
    if (looked) event.preventDefault(); // a right click or a long press beside all pieces is the browser's
  });
  host.addEventListener("pointermove", (event) => {
    const [x, y] = at(event),
      last = down.get(event.pointerId);
    if (!last) return hand.hover(x, y);
    if (down.size === 2) {
      const [one, two] = [...down.values()];
      const before = Math.hypot(one.x - two.x, one.y - two.y),
        cx = (one.x + two.x) / 2,
        cy = (one.y + two.y) / 2;
      last.x = x;
      last.y = y;
      const after = Math.hypot(one.x - two.x, one.y - two.y);
      view.pan((one.x + two.x) / 2 - cx, (one.y + two.y) / 2 - cy);
      if (before > 0 && Math.abs(after - before) > 0)
        view.zoom(after / before, (one.x + two.x) / 2, (one.y + two.y) / 2);
      dragging = true;
      return;
    }
    if (!dragging && Math.hypot(x - origin[0], y - origin[1]) > (event.pointerType === "mouse" ? 5 : 9)) {
      dragging = true;
      clearTimeout(pressing);
      if (!hand.measuring) holding = hand.drags(...origin, event.pointerType === "mouse");
    }
    if (holding) hand.hover(x, y);
    else if (dragging && hand.measuring) hand.measure(origin, [x, y]);
    else if (dragging) view.pan(x - last.x, y - last.y);
    last.x = x;
    last.y = y;
  });
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    clearTimeout(pressing);
    const tap = !pressed;
    pressed = false;
    const [x, y] = at(event);
    if (event.type === "pointercancel" && hand.lifted) hand.letGo();
    if (event.type === "pointercancel" || down.size) return;
    if (holding) hand.release(x, y);
    else if (!dragging && tap && event.button === 0) hand.click(x, y, event);
  };
  host.addEventListener("pointerup", up);
  host.addEventListener("pointercancel", up);
  host.addEventListener("pointerleave", (event) => {
    if (!down.size && event.pointerType !== "touch") hand.leave(); // a finger that is lifted still points
  });
  host.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const far = event.deltaY || event.deltaX; // with Shift some browsers turn the wheel sideways
      if ((hand.lifted || event.shiftKey) && hand.swing(Math.sign(-far))) return;
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      view.zoom(Math.exp(-Math.max(-160, Math.min(160, far * lines)) * 0.0022), ...at(event));
    },
    { passive: false },
  );
}
