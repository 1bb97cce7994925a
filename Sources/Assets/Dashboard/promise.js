// The promise: what a person tells themselves, as the shield will show it.
import { button, field, fill, h, say, toast } from "./dom.js";
import { configure, known, listen, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.promise;
const longest = 900;
const letters = new Intl.Segmenter();
const count = (text) => [...letters.segment(text.trim())].length;

export function promise(place) {
  const text = h("textarea", { rows: 6, id: "promise" });
  const left = h("p", { class: "hint", id: "left" });
  const shown = h("blockquote");
  const save = button(t.save, null, { type: "submit", class: "primary" });
  let touched = false;

  function draw() {
    const rest = longest - count(text.value);
    say(left, rest >= 0 ? words.left(rest) : words.over(-rest));
    left.classList.toggle("bad", rest < 0);
    // Said aloud only where the end is near: nobody wants to hear each letter.
    left.setAttribute("aria-live", rest < 50 ? "polite" : "off");
    save.disabled = rest < 0;
    say(shown, text.value.trim() || words.empty);
  }

  function take() {
    // What somebody is writing is not taken from under their hands.
    if (!touched) text.value = known.settings?.promise ?? "";
    draw();
  }

  text.addEventListener("input", () => {
    touched = true;
    draw();
  });
  const form = h("form", {
    class: "panel", submit: async (event) => {
      event.preventDefault();
      try {
        await configure("promise", () => text.value.trim());
        touched = false;
        toast(words.saved);
      } catch (refusal) {
        refused(refusal);
      }
    },
  }, field(words.label, text), left, h("div", { class: "actions" }, save));
  text.setAttribute("aria-describedby", "left");
  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.promise), h("p", { class: "lead" }, words.intro)), form,
    h("section", { class: "panel shown" }, h("h2", {}, words.preview), h("p", { class: "hint" }, words.closed), shown));
  take();
  return listen((kind) => {
    if (kind === "settings") take();
  });
}
