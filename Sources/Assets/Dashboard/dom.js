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

/** A switch with its label: what it turns on is so at once. */
export function flip(label, isOn, change, attributes = {}) {
  const box = h("button", { type: "button", role: "switch", class: "flip", "aria-checked": String(isOn), "aria-label": label, click: async () => {
    const wanted = box.getAttribute("aria-checked") !== "true";
    box.disabled = true;
    if (await change(wanted)) box.setAttribute("aria-checked", String(wanted));
    box.disabled = false;
    box.focus();
  }, ...attributes });
  return box;
}

/** Puts the focus on a control, also where it is folded away. */
export function reveal(control) {
  for (let one = control.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
  control.focus();
}

/** Says at a field what is wrong with it, until it is changed. */
export function complain(control, text) {
  const place = control.closest(".field") ?? control.closest("fieldset") ?? control.parentElement;
  control.id ||= `field-${++lastID}`;
  const id = `${control.id}-wrong`;
  document.getElementById(id)?.remove();
  const said = control.getAttribute("aria-describedby");
  place.append(h("p", { class: "wrong", id, role: "alert" }, text));
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", [said, id].filter((one) => one && one !== id).join(" "));
  reveal(control);
  control.addEventListener("input", () => {
    document.getElementById(id)?.remove();
    control.removeAttribute("aria-invalid");
    if (said) control.setAttribute("aria-describedby", said);
    else control.removeAttribute("aria-describedby");
  }, { once: true });
}

/**
 * A window over the page. It closes by its button, by Escape, and by `close` of what `content` gets; focus goes back to
 * where it was. Anyone who leaves it with a form that was changed is asked first.
 */
export function dialog(title, closeText, content) {
  const heading = h("h2", { id: `dialog-${++lastID}`, tabindex: "-1" }, title);
  const box = h("dialog", { "aria-labelledby": heading.id });
  let isTouched = false;
  let asking;
  const close = (event) => (event instanceof Event && isTouched ? ask() : box.close());
  function ask() {
    const stay = button(t.leave.stay, () => {
      asking.remove();
      asking = undefined;
    });
    asking ??= h("div", { class: "leaving sticky", role: "alertdialog", "aria-label": t.leave.sure }, h("p", {}, t.leave.sure),
      h("div", { class: "actions" }, button(t.leave.go, () => box.close(), { class: "danger" }), stay));
    box.append(asking);
    stay.focus();
  }
  put(box, [
    h("header", {}, heading, button("\u00d7", close, { class: "quiet close", "aria-label": closeText })),
    content(close, box),
  ]);
  for (const kind of ["input", "change"]) box.addEventListener(kind, (event) => { isTouched ||= Boolean(event.target.closest("form")); });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isTouched) return;
    event.preventDefault();
    if (asking) asking.querySelector("button:last-child").click();
    else ask();
  });
  box.addEventListener("close", () => {
    // News outlives the window; a refusal was about what is gone with it.
    const said = box.querySelector("#toasts");
    box.remove();
    if (!said) return;
    if (said.querySelector(".no")) said.replaceChildren();
    float(said);
  });
  document.body.append(box);
  box.showModal();
  (box.querySelector("[autofocus]") ?? box.querySelector("form :is(input, select, textarea):enabled") ?? box.querySelector("button:not(.close, .danger)") ?? heading).focus();
  return box;
}

/** Over the page, where nothing can be pressed by accident. */
function float(place) {
  place.setAttribute("popover", "manual");
  document.body.append(place);
  if (place.children.length) place.showPopover();
}

/**
 * Says one thing: news for some seconds, a refusal until it is closed or something else is said. With `offer` there is
 * a button that does something about it, for half a minute.
 */
export function toast(text, kind = "plain", offer) {
  if (!text) return;
  const place = document.getElementById("toasts");
  const line = h("p", { class: `toast ${kind}` }, h("span", {}, text), offer && button(offer.label, () => {
    clear(line);
    offer.take();
  }, { id: offer.id }), (kind === "no" || offer) && button("\u00d7", () => clear(line), { class: "quiet close", "aria-label": t.close }));
  const box = document.querySelector("dialog[open]");
  fill(place, line);
  if (box) {
    // In a window it has a place of its own, above the buttons, so that it covers none.
    place.removeAttribute("popover");
    const foot = box.querySelector(".sticky:not(.leaving)") ?? box.querySelector("form > .actions:last-child");
    if (foot) foot.prepend(place);
    else box.append(place);
  } else float(place);
  // As long as it takes to read it.
  if (kind !== "no") setTimeout(() => clear(line), offer ? 30000 : Math.max(4000, 60 * text.length));
}

/** Nothing that was said before is said any longer: what it was about has been left. */
export function hush() {
  const place = document.getElementById("toasts");
  if (!place.closest("dialog")) place.querySelector(".no button")?.click();
}

function clear(line) {
  const place = line.parentElement;
  line.remove();
  if (place?.isConnected && !place.children.length && place.hasAttribute("popover")) place.hidePopover();
}
