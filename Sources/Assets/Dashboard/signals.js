// Signals: what is noticed here, by what, and what of it is not.
import { fill, h } from "./dom.js";
import { ask, known, listen, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.signals;
const order = ["in-force", "unavailable", "off"];

export function signals(place) {
  const list = h("ul", { class: "signals" });
  const chosen = h("p", { class: "notice" });

  async function load() {
    try {
      const { signals: all } = await ask("signals");
      fill(list, [...all].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state)).map((one) => h("li", { "data-state": one.state },
        h("span", { class: "dot", "aria-hidden": "true" }), h("div", {}, h("strong", {}, words.names[one.name] ?? one.name), h("p", { class: "hint" }, words.does[one.name] ?? ""),
          one.why && one.state === "unavailable" && h("p", { class: "hint said" }, one.why)), h("span", { class: "badge" }, one.state === "in-force" ? words.by(one.source ?? "") : words.states[one.state]))));
      fill(chosen, all.every((one) => one.state === "off") ? words.allOff : "");
      chosen.hidden = !chosen.textContent;
    } catch (refusal) {
      refused(refusal);
    }
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.signals), h("p", { class: "lead" }, words.intro)), chosen, list,
    h("section", { class: "panel" }, h("h2", {}, words.how), h("p", { class: "hint" }, words.howHint), h("code", { class: "order" }, "signals: { front: true, input: true, lock: true }"),
      h("p", { class: "hint" }, words.follow), h("code", { class: "order" }, "focuskey signals --follow")));
  load();
  return listen((kind, event) => {
    if (kind === "line" && known.line === "open") load();
    if (kind === "event" && event.event === "session-started") load();
  });
}
