// Profiles: everything that a profile file holds, with what it asks said before it is chosen.
import { button, complain, dialog, field, fill, h, say, toast } from "./dom.js";
import { listed } from "./format.js";
import { glyph } from "./icons.js";
import { counted } from "./picker.js";
import { edit } from "./profile.js";
import { rules } from "./rules.js";
import { accentOf, appName, command, fetchSettings, inUse, known, listen, profiles as all, refused, store } from "./service.js";
import { t } from "./strings.js";

const words = t.profiles;

export function profiles(place) {
  const list = h("div", { class: "cards" });
  const code = h("p", { class: "hint" });

  function draw() {
    fill(list, all().map((profile) => {
      const name = profile.name ?? profile.id;
      return h("article", { class: "card", "data-accent": accentOf(profile.id) },
        h("header", { class: "split" }, h("h2", { class: "titled" }, glyph(profile), name), inUse(profile.id) && h("span", { class: "badge" }, words.lockedShort)),
        h("p", {}, closed(profile)), h("p", { class: "hint" }, rules(profile, counted(profile.blocks ?? {}))),
        profile.schedules?.length > 0 && h("p", { class: "hint" }, t.rules.schedules(profile.schedules.length)),
        h("div", { class: "actions" },
          button(t.edit, () => edit(profile), { "aria-label": words.edit(name) }),
          button(t.remove, () => remove(profile), { class: "quiet", "aria-label": words.remove(name) })));
    }));
    say(code, words.codeHint(known.codes));
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.profiles), h("p", { class: "lead" }, words.intro)), list,
    h("div", { class: "actions" }, button(words.new, () => edit(), { class: "primary" })),
    h("section", { class: "panel" }, h("h2", {}, words.code), code, button(words.codeMake, makeCode)),
    h("section", { class: "panel" }, h("h2", {}, words.file),
      h("div", { class: "actions" }, button(words.export, download), button(words.import, importing))));
  draw();
  return listen((kind) => {
    if (["settings", "status", "apps"].includes(kind)) draw();
  });
}

function closed({ blocks = {} }) {
  const { mode, sites = [], apps = [], categories = [] } = blocks;
  const list = [...categories.map((name) => t.categories[name] ?? name), ...sites, ...apps.map(appName)];
  if (!list.length) return t.now.nothingBlocked;
  const text = listed(list.slice(0, 8)) + (list.length > 8 ? ` +${list.length - 8}` : "");
  return mode === "allow" ? `${t.now.allowOnly}: ${text}` : text;
}

async function makeCode() {
  try {
    const { code } = await command({ command: "recovery-code" });
    await fetchSettings();
    dialog(words.code, t.close, () => [h("p", {}, words.codeShown), h("p", { class: "code" }, code)]);
  } catch (refusal) {
    refused(refusal);
  }
}

function remove(profile) {
  const name = profile.name ?? profile.id;
  dialog(words.remove(name), t.close, (close) => [h("p", {}, words.removeSure(name)), h("div", { class: "actions" },
    button(t.remove, () => store("profiles", (list) => list.filter((one) => one.id !== profile.id), close), { class: "danger" }), button(t.cancel, close))]);
}

// MARK: A file

function download() {
  const people = all().map((profile) => ({
    ...profile, schedules: profile.schedules?.map(({ accepted, ...schedule }) => schedule),
  }));
  const link = h("a", {
    href: URL.createObjectURL(new Blob([JSON.stringify({ profiles: people }, null, 2)], { type: "application/json" })), download: "focuskey-profiles.json",
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

function importing() {
  const text = h("textarea", { rows: 12, spellcheck: "false" });
  dialog(words.import.replace("\u2026", ""), t.close, (close) => h("form", {
    submit: (event) => {
      event.preventDefault();
      let list;
      try {
        list = JSON.parse(text.value).profiles;
        if (!Array.isArray(list)) throw new Error();
      } catch {
        return complain(text, words.badFile);
      }
      store("profiles", (old) => [...old.map((one) => list.find(({ id }) => id === one.id) ?? one), ...list.filter(({ id }) => !old.some((one) => one.id === id))], close);
    },
  }, field(words.importText, text, words.importHint), h("div", { class: "actions" }, button(t.add, null, { type: "submit", class: "primary" }), button(t.cancel, close))));
}
