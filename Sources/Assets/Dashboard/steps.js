// The steps of a gate as they are done: before a break, before the end, before a limit is lifted.
import { button, h } from "./dom.js";
import { act } from "./service.js";
import { beginSet } from "./sets.js";
import { t } from "./strings.js";

// What is typed stays when the rest is drawn again.
const typed = {};

/** What of the steps makes the page look different: the countdown of a wait does not. */
export const shapeOf = (all) => all?.map(({ step, state, done, needed, key, why }) => [step, state, done, needed, key, why]);

/** The steps of a gate with their state, and what begins those that are open. Each gate has an ID of its own. */
export function stepList(all, title, id = "sentence-of-step") {
  const typing = all.find(({ step, state }) => step === "type" && state === "open");
  const input = h("input", { type: "text", id, autocomplete: "off", "aria-label": typing?.text ?? "", value: typed[id] ?? "", input: () => { typed[id] = input.value; } });
  return h("section", { class: "steps" }, title && h("p", { class: "hint" }, title),
    h("ul", { class: "steps" }, all.map(({ step, state, text, done = 0, needed = 0 }) => h("li", { "data-state": state },
      h("span", { "aria-hidden": "true" }, state === "done" ? "\u2713 " : "\u25cb "), state === "done" ? t.now.stepDone[step] : text,
      step === "move" && state === "open" && button(t.sets.begin, () => beginSet(undefined, Math.max(3, needed - done)), { class: "begin quiet" })))),
    typing && h("form", {
      submit: async (event) => {
        event.preventDefault();
        if (await act({ command: "type", sentence: input.value })) delete typed[id];
      },
    }, input, button(t.now.type, null, { type: "submit" })));
}
