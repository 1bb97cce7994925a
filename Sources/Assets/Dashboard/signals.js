// Signals: what is noticed here, by what, and a switch for each.
import { fill, flip, h } from "./dom.js";
import { act, ask, known, listen, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.signals;

/** Turns signals on or off, over whatever the configuration says. */
export const choose = (changes) => act({ command: "configure", settings: { signals: { ...known.settings.signals, ...changes } } });

export function signals(place) {
  const list = h("ul", { class: "signals" });
  const chosen = h("p", { class: "notice", hidden: true });

  async function load() {
    try {
      const { signals: all } = await ask("signals");
      const focused = list.contains(document.activeElement) && document.activeElement.dataset.signal;
      fill(list, all.map((one) => {
        const name = words.names[one.name] ?? one.name;
        // The microphone is off between sessions, whatever was chosen.
        const isOn = known.settings.signals?.[one.name] ?? (one.state !== "off" || Boolean(one.why?.startsWith("in use only")));
        return h("li", { "data-state": one.state }, h("span", { class: "dot", "aria-hidden": "true" }), h("div", {}, h("strong", {}, name), h("p", { class: "hint" }, words.does[one.name] ?? ""),
          one.why && one.state === "unavailable" && h("p", { class: "hint said" }, one.why)),
        h("span", { class: "badge" }, one.state === "in-force" ? words.by(one.source ?? "") : words.states[one.state]),
        one.name !== "sensors" && flip(words.turn(name), isOn, async (wanted) => await choose({ [one.name]: wanted }) && (setTimeout(load, 300), true), { "data-signal": one.name }));
      }));
      fill(chosen, all.every((one) => one.state === "off") ? words.allOff : "");
      chosen.hidden = !chosen.textContent;
      if (focused) list.querySelector(`[data-signal="${focused}"]`)?.focus();
    } catch (refusal) {
      refused(refusal);
    }
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.signals), h("p", { class: "lead" }, words.intro)), chosen, list,
    h("section", { class: "panel" }, h("h2", {}, words.how), h("p", { class: "hint" }, words.follow), h("code", { class: "order" }, "focuskey signals --follow"),
      h("p", { class: "hint" }, words.calibrate), h("code", { class: "order" }, "focuskey signals --calibrate")));
  load();
  return listen((kind, event) => {
    if (kind === "line" && known.line === "open") load();
    if (kind === "event" && event.event === "session-started") load();
  });
}
