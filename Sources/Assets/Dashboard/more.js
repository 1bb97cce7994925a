// More: the parts that a person may turn on, each with what it does, what it notices, and a switch or a way to it.
import { backups } from "./backups.js";
import { button, fill, flip, h } from "./dom.js";
import { icon } from "./icons.js";
import { isOn, learnParts, putAway } from "./parts.js";
import { act, command, known, listen, refused } from "./service.js";
import { choose } from "./signals.js";
import { t } from "./strings.js";

const words = t.more;
const icons = { limits: "hours", move: "sport", signals: "lab", phone: "key", computers: "home", home: "home" };

export function more(place) {
  const list = h("div", { class: "cards" });
  const go = (view) => { location.hash = view; };

  /** What turns a part on and off at once; a part that needs more has a way to it instead. */
  const flips = {
    nights: (wanted) => act({ command: "configure", settings: { bedtime: wanted ? { from: "23:00", to: "07:00" } : "none" } }),
    move: (wanted) => act({ command: "configure", settings: { coach: { ...known.settings.coach, nudges: wanted || undefined } } }),
    signals: (wanted) => choose(wanted ? { front: true, input: true } : Object.fromEntries(["front", "input", "lock", "noise", "media", "card"].map((name) => [name, false]))),
    learn: async (wanted) => {
      putAway("learn", !wanted);
      if (!wanted || isOn("learn")) return true;
      try {
        await command({ command: "deck-shipped" });
        await learnParts();
        return true;
      } catch (refusal) {
        refused(refusal);
        return false;
      }
    },
  };
  const ways = { nights: "nights", learn: "learn", limits: "limits", move: "move", signals: "signals", phone: "keys", computers: "keys" };

  function draw() {
    const focused = list.contains(document.activeElement) && document.activeElement.dataset.part;
    fill(list, Object.entries(words.parts).map(([part, { title, text, notices, order }]) => {
      const on = isOn(part);
      return h("article", { class: "card offer", "data-part": part, "data-on": on ? "" : undefined },
        h("header", { class: "split" }, h("h2", { class: "titled" }, icon(icons[part] ?? part), title), flips[part] && flip(words.turn(title), on, async (wanted) => await flips[part](wanted) && (setTimeout(draw, 200), true), { "data-part": part })),
        h("p", {}, text), h("p", { class: "hint" }, notices), order && h("code", { class: "order" }, order),
        h("div", { class: "actions" }, ways[part] && (on || !flips[part]) && button(on ? words.open : words.setUp, () => go(ways[part]), { "aria-label": on ? words.openOf(title) : words.setUpOf(title) })));
    }));
    if (focused) list.querySelector(`button[data-part="${focused}"]`)?.focus();
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.more), h("p", { class: "lead" }, words.intro)), list, backups(),
    h("section", { class: "panel" }, h("h2", {}, t.views.links), h("p", { class: "hint" }, words.links), h("p", {}, h("a", { href: "#links", class: "button" }, words.linksGo))));
  draw();
  return listen((kind) => {
    if (["settings", "parts", "status"].includes(kind) && !list.querySelector(":disabled")) draw();
  });
}
