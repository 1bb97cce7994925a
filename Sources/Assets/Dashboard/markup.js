// The markup of cards: a few tags that only shape text. It is read here, tag by tag, so that nothing of a card is ever
// handed to the browser as markup. A picture or a sound is a file of the deck's own folder, called by its content.
import { h } from "./dom.js";

const allowed = new Set(["b", "i", "br", "ul", "ol", "li", "code", "u", "pre", "sub", "sup", "ruby", "rt", "rp"]);
const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": "\"" };
const plain = (text) => text.replace(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity]);
const pieces = /(<\/?[a-z]+>|<(?:img|sound) src="[^"<>]*" alt="[^"<>]*"(?: mask="[^"<>]*")?>)/;
const picture = /^<img src="([0-9a-f]{32}\.(?:png|jpg|gif|webp))" alt="([^"]*)"(?: mask="([^"]*)")?>$/;
const sound = /^<sound src="([0-9a-f]{32}\.(?:mp3|ogg|wav|m4a))" alt="([^"]*)">$/;

/** The path of a part of a picture: rectangle, ellipse or polygon. */
function outline(shape, numbers) {
  const [x, y, a, b] = numbers;
  if (shape === "r") return `M${x} ${y}h${a}v${b}h${-a}z`;
  if (shape === "e") return `M${x} ${y + b}a${a} ${b} 0 1 0 ${2 * a} 0a${a} ${b} 0 1 0 ${-2 * a} 0z`;
  return `M${numbers.join(" ")}z`;
}

/** What is hidden of a picture, what is asked for, and where the answer was. */
function mask(text) {
  const classes = { "?": "asked", "-": "hidden", "!": "found" };
  const parts = text.split(" ").map((word) => /^([?!-])([rep])(-?\d+(?:,-?\d+)*)$/.exec(word)).filter(Boolean);
  return h("svg", { viewBox: "0 0 10000 10000", preserveAspectRatio: "none", "aria-hidden": "true" },
    parts.map(([, use, shape, numbers]) => h("path", { class: classes[use], d: outline(shape, numbers.split(",").map(Number)) })));
}

/** What a card shows or plays; nothing where the piece is a tag like others. */
function medium(piece, folder) {
  const [, file, name, hidden] = picture.exec(piece) ?? sound.exec(piece) ?? [];
  if (!file || !/^[0-9a-f]{32}$/.test(folder)) return undefined;
  const src = `/api/v1/card-media?deck=${folder}&file=${file}`;
  if (piece.startsWith("<sound")) return h("audio", { controls: true, preload: "none", src, title: name, "aria-label": name });
  return h("span", { class: "picture" }, h("img", { src, alt: name }), hidden && mask(hidden));
}

/** The nodes of a card's side, with the folder of its deck's pictures and sounds; a tag that is not on the list is text. */
export function markup(text, folder) {
  const root = h("div", { class: "side" });
  const open = [root];
  for (const piece of text.split(pieces)) {
    const [, end, name] = /^<(\/?)([a-z]+)>$/.exec(piece) ?? [];
    const shown = piece.startsWith("<") && medium(piece, folder);
    if (shown) open.at(-1).append(shown);
    else if (!allowed.has(name)) open.at(-1).append(plain(piece));
    else if (name === "br") open.at(-1).append(h("br"));
    else if (end) {
      const depth = open.findLastIndex((one) => one.localName === name);
      if (depth > 0) open.length = depth;
    } else {
      const element = h(name);
      open.at(-1).append(element);
      open.push(element);
    }
  }
  return root;
}
