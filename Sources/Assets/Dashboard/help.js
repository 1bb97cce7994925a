// Help, privacy, and what FocusKey is: questions that people ask, to be searched.
import { answers } from "./answers.js";
import { fill, h, say } from "./dom.js";
import { t } from "./strings.js";

const words = t.help;
/** Where the answer is acted upon, by group and question. */
const places = { "0 1": "profiles", "0 3": "guide", "0 4": "profiles", "1 2": "keys", "2 1": "signals", "2 3": "history" };

const linked = (view) => view && h("p", {}, h("a", { href: `#${view}` }, t.views[view]));

export function help(place) {
  const told = h("p", { class: "hint", role: "status" });
  const groups = answers.map(({ title, items }, group) => ({
    title, section: h("section", { class: "panel" }, h("h2", {}, title)), items: items.map(([question, answer, order], number) => ({
      text: `${question} ${answer} ${order ?? ""}`.toLowerCase(), element: h("details", { class: "qa" }, h("summary", {}, question), h("p", {}, answer), order && h("code", { class: "order" }, order), linked(places[`${group} ${number}`])),
    })),
  }));
  for (const { section, items } of groups) section.append(...items.map((one) => one.element));
  const search = h("input", { type: "search", id: "help-search", autocomplete: "off", placeholder: words.search, "aria-label": words.search, input: () => {
    const wanted = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { section, items } of groups) {
      let here = 0;
      for (const { text, element } of items) {
        element.hidden = !wanted.every((word) => text.includes(word));
        // One who searches wants answers, not questions.
        element.open = wanted.length > 0 && !element.hidden;
        here += element.hidden ? 0 : 1;
      }
      section.hidden = here === 0;
      found += here;
    }
    say(told, wanted.length ? words.found(found) : "");
  } });
  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.help), h("p", { class: "lead" }, words.intro)), search, told, groups.map((one) => one.section));
}
