// How many words a page shows, and those whose contrast with what is behind them is less than 4.5 to 1. What is switched
// off is exempt, and what only a screen reader is told. Words on the table itself are compared with the outline they
// have, with the shape they are printed on, or with bare ground.
() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const read = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, share, below) => [0, 1, 2].map((n) => top[n] * top[3] * share + below[n] * (1 - top[3] * share));
  const light = (colour) => {
    const [r, g, b] = colour
      .map((part) => part / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, two) => {
    const [less, more] = [light(one), light(two)].sort((a, b) => a - b);
    return (more + 0.05) / (less + 0.05);
  };
  const named = (name) => read(getComputedStyle(document.documentElement).getPropertyValue(name)).slice(0, 3);
  const chain = (node) => (node ? [...chain(node.parentElement), node] : []);
  const share = (node) => chain(node).reduce((sum, each) => sum * Number(getComputedStyle(each).opacity), 1);
  const behind = (node) => {
    if (!node.closest("svg"))
      return chain(node).reduce(
        (below, each) => over(read(getComputedStyle(each).backgroundColor), 1, below),
        named("--paper"),
      );
    const own = getComputedStyle(node);
    if (own.paintOrder.startsWith("stroke") && own.stroke !== "none" && Number(own.strokeOpacity) > 0.9)
      return read(own.stroke).slice(0, 3);
    if (node.closest(".wb-figure"))
      return read(getComputedStyle(document.querySelector(".wb-frame")).fill).slice(0, 3);
    const shape =
      [...node.parentElement.children].findLast(
        (each) => each !== node && /^(rect|circle|ellipse|path)$/.test(each.tagName),
      ) ?? node.parentElement.querySelector(":scope > .wb-disc > .wb-rim, :scope > .wb-hull .wb-rim");
    const ground = named(node.closest("war-board") ? "--ground" : "--paper-2"),
      fill = shape && getComputedStyle(shape).fill;
    return fill && fill !== "none" ? over(read(fill), Number(getComputedStyle(shape).fillOpacity), ground) : ground;
  };
  const found = [],
    walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let looked = 0;
  while (walk.nextNode()) {
    const words = walk.currentNode.textContent.trim(),
      node = walk.currentNode.parentElement;
    if (!words || node.closest(":disabled, [aria-disabled=true], title, script, style, option, .sr, .skip")) continue;
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(node),
      drawn = node.closest("svg") !== null,
      ground = behind(node);
    const ink = read(drawn ? style.fill : style.color),
      thick = drawn ? Number(style.fillOpacity) : 1;
    const value = ratio(over(ink, share(node) * thick, ground), ground);
    looked += 1;
    if (value < 4.5)
      found.push(
        `${value.toFixed(2)} ${node.tagName}.${node.getAttribute("class") ?? ""} in ` +
          `${node.parentElement.getAttribute("class") ?? ""}: ${words.slice(0, 30)}`,
      );
  }
  return [looked, [...new Set(found)]];
};
