// Building the page from values. Texts become text nodes and nothing else, so that no text can be taken for markup.

import { t } from "./strings.js";

const svgNames = new Set(["svg", "circle", "path", "rect", "line", "g", "text", "title"]);

/** An element: its name, its attributes (functions become listeners), its children (texts, elements, lists of both, or nothing). */
export function h(name, attributes = {}, ...children) {
  const element = svgNames.has(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(key, value);
    else if (key === "vars") for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
    else if (key === "value" || key === "checked" || key === "indeterminate") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  put(element, children);
  return element;
}

function put(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child);
  }
}

/** Puts other children in the place of those that an element has. */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, children);
  return element;
}

/** Changes a text only where it differs, so that nobody is told the same twice. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let lastID = 0;

/** A field with its label, and with a hint below it where there is one. */
export function field(label, control, hint) {
  lastID += 1;
  control.id ||= `field-${lastID}`;
  const hintID = `${control.id}-hint`;
  if (hint) control.setAttribute("aria-describedby", hintID);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control,
    hint && h("p", { class: "hint", id: hintID }, hint));
}

/** A box to tick with its label behind it. */
export function tick(label, attributes = {}) {
  return h("label", { class: "tick" }, h("input", { type: "checkbox", ...attributes }), h("span", {}, label));
}

export function button(text, act, attributes = {}) {
  return h("button", { type: "button", click: act, ...attributes }, text);
}

/** A choice: pairs of value and text. */
export function select(options, chosen, attributes = {}) {
  const element = h("select", attributes,
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return element;
}

/** A window over the page. It closes by its button, by Escape, and by `close` of what `content` gets; focus goes back to where it was. */
export function dialog(title, closeText, content) {
  const heading = h("h2", { id: `dialog-${++lastID}` }, title);
  const box = h("dialog", { "aria-labelledby": heading.id });
  const close = () => box.close();
  put(box, [
    h("header", {}, heading, button("\u00d7", close, { class: "quiet close", "aria-label": closeText })),
    content(close, box),
  ]);
  box.addEventListener("close", () => {
    // What is said at the edge outlives the window.
    const said = box.querySelector("#toasts");
    if (said) {
      document.body.append(said);
      if (said.children.length) said.togglePopover(true);
    }
    box.remove();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** Says one thing at the edge of the page: news for some seconds, a refusal until it is closed or something else is said. */
export function toast(text, kind = "plain") {
  if (!text) return;
  const place = document.getElementById("toasts");
  const line = h("p", { class: `toast ${kind}` }, h("span", {}, text), kind === "no" && button("\u00d7", () => clear(line), { class: "quiet close", "aria-label": t.close }));
  // Above a window too, and within it, since nothing behind a window can be pressed.
  (document.querySelector("dialog[open]") ?? document.body).append(place);
  fill(place, line);
  place.togglePopover(true);
  if (kind !== "no") setTimeout(() => clear(line), 4000);
}

function clear(line) {
  const place = line.parentElement;
  line.remove();
  if (place?.isConnected && !place.children.length) place.togglePopover(false);
}
