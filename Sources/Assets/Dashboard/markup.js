// The markup of cards: a few tags that only shape text. It is read here, tag by tag, so that nothing of a card is ever
// handed to the browser as markup.
import { h } from "./dom.js";

const allowed = new Set(["b", "i", "br", "ul", "ol", "li", "code", "u", "pre", "sub", "sup", "ruby", "rt", "rp"]);
const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": "\"" };
const plain = (text) => text.replace(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity]);

/** The nodes of a card's side; a tag that is not on the list is text. */
export function markup(text) {
  const root = h("div", { class: "side" });
  const open = [root];
  for (const piece of text.split(/(<\/?[a-z]+>)/)) {
    const [, end, name] = /^<(\/?)([a-z]+)>$/.exec(piece) ?? [];
    if (!allowed.has(name)) open.at(-1).append(plain(piece));
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
