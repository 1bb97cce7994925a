// One clear page for each thing that can happen, in the place of what the page says without a script.
import { nodes, say } from "./words.js";

const main = document.querySelector("main");

// Shows the page as it is. Until then it waits for the script, for half a second at most.
export function reveal(state) {
  main.dataset.state = state;
  document.body.classList.remove("waits");
}

function element(name, text, attributes) {
  const made = document.createElement(name);
  if (text) made.append(...nodes(say(text)));
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

// Shows a state: a title, paragraphs, buttons that act, and steps to follow. Programs read `data-state`.
export function show(state, { title, text = [], buttons = [], steps = [], note }) {
  const parts = [element("h1", title)];
  text.forEach((line) => parts.push(element("p", line)));
  if (steps.length > 0) {
    const list = element("ol", "", { class: "steps" });
    steps.forEach((line) => list.append(element("li", line)));
    parts.push(list);
  }
  buttons.forEach(({ label, act, isQuiet }) => {
    const button = element("button", label, { type: "button", class: isQuiet ? "button quiet" : "button" });
    button.addEventListener("click", act);
    parts.push(button);
  });
  if (note) parts.push(element("p", note, { class: "note" }));
  main.setAttribute("aria-live", "polite");
  main.replaceChildren(...parts);
  reveal(state);
  document.title = `${say(title)} · FocusKey`;
}

export const pairingSteps = [
  "On the computer, run `focuskey phone pair`.",
  "Point this phone's camera at the code and open the link.",
  "Tap the card with this phone again.",
];

export function showNoProofs() {
  show("insecure", {
    title: "This page was not loaded securely",
    text: ["The phone signs taps only on a page that came over https. Tap the card again, or type https:// in front."],
  });
}

export function showNoStore() {
  show("no-storage", {
    title: "This window cannot keep a key",
    text: [
      "Private windows, and browsers that block the data of sites, cannot pair. Open the link in a normal window of the browser that opens when you tap a card.",
    ],
  });
}

export function showOffline(name, again) {
  show("no-network", {
    title: "This phone is not in a network",
    text: [`Connect it to the Wi-Fi that ${name} is in, then try again.`],
    buttons: [{ label: "Try again", act: again }],
  });
  addEventListener("online", again, { once: true });
}

// How a link is opened in FocusKey on a computer that has it.
export function handOver(route) {
  return `focuskey:/${route}`;
}
