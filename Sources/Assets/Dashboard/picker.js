// What is blocked, chosen: categories, the apps of this computer, sites; and how much of each it is.
import { button, complain, field, fill, h, say, tick } from "./dom.js";
import { listed } from "./format.js";
import { icon } from "./icons.js";
import { ask, installedApps, known } from "./service.js";
import { entriesOf, readSite } from "./sites.js";
import { t } from "./strings.js";

const words = t.picker;

/** "3 apps, 1 category, 2 sites" */
export function counted({ apps = [], categories = [], sites = [] }) {
  const parts = [apps.length && words.apps(apps.length), categories.length && words.categories(categories.length), sites.length && words.sites(sites.length)].filter(Boolean);
  return parts.length ? listed(parts) : words.nothing;
}

/** A list of apps to tick, with a field to search it. `blockers` gives the categories that are chosen already. */
export function appList(title, hint, chosen, blockers = () => [], changed = () => {}) {
  const picked = new Set(chosen);
  let apps = [];
  const search = h("input", { type: "search", autocomplete: "off", placeholder: words.search, "aria-label": words.search, input: (event) => { event.stopPropagation(); draw(); } });
  const list = h("ul", { class: "applist" });
  const told = h("p", { class: "hint", role: "status" });
  const row = (app) => {
    const by = app.categories?.filter((name) => blockers().includes(name)) ?? [];
    return h("li", {}, h("label", {}, h("input", { type: "checkbox", value: app.id, checked: picked.has(app.id), change: (event) => {
      if (event.target.checked) picked.add(app.id);
      else picked.delete(app.id);
      changed();
    } }), app.icon ? h("img", { src: `/api/v1/app-icon?id=${encodeURIComponent(app.id)}`, alt: "", width: 24, height: 24, loading: "lazy" }) : icon("other"),
    h("span", { class: "said" }, app.name), h("small", {}, app.missing ? words.missing : by.length ? words.byCategory(t.categories[by[0]] ?? by[0]) : listed((app.categories ?? []).map((name) => t.categories[name] ?? name)))));
  };
  function draw() {
    const wanted = search.value.trim().toLowerCase();
    const strangers = [...picked].filter((id) => !apps.some((app) => app.id === id)).map((id) => ({ id, name: id, missing: true }));
    const found = [...strangers, ...apps].filter((app) => [app.id, app.name, ...(app.categories ?? []).flatMap((name) => [name, t.categories[name] ?? ""])].join(" ").toLowerCase().includes(wanted));
    // What is chosen comes first, so that it is seen without searching.
    found.sort((one, other) => picked.has(other.id) - picked.has(one.id));
    fill(list, found.map(row), wanted && !found.length && h("li", {}, button(words.addByID(search.value.trim()), () => {
      picked.add(search.value.trim());
      search.value = "";
      draw();
      changed();
    }, { class: "quiet" })));
    say(told, found.length ? "" : wanted ? words.noSuchApp : words.noApps);
  }
  draw();
  installedApps().then((all) => {
    apps = all;
    draw();
  });
  return { element: h("fieldset", { class: "apps" }, h("legend", {}, title), hint && h("p", { class: "hint" }, hint), search, list, told), value: () => [...picked].sort(), draw, search };
}

/** The whole choice: its element, what is chosen, and where a refusal of a part of it is shown. Where only whole sites
 * can be meant, a part is read as its site; an exception of a part stays what it is, and is refused. */
export function picker({ categories = [], apps = [], sites = [] }, changed = () => {}, takesParts = true) {
  const entry = (line) => (takesParts || line.startsWith("!") ? readSite(line) : readSite(line).replace(/\/.*$/, ""));
  const kinds = [...new Set([...(known.categories ?? Object.keys(t.categories)), ...categories])];
  const count = h("p", { class: "count", role: "status" });
  const boxes = kinds.map((kind) => tick(t.categories[kind] ?? kind, { value: kind, checked: categories.includes(kind) }));
  const chosenKinds = () => boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value);
  const area = h("textarea", { rows: 4, spellcheck: "false", autocapitalize: "off", value: sites.join("\n") });
  const read = h("p", { class: "hint", role: "status" });
  const chips = h("ul", { class: "chips suggested" });
  const list = appList(words.appTitle, words.appHint, apps, chosenKinds, () => update());
  const value = () => ({ sites: entriesOf(area.value).map(entry), apps: list.value(), categories: chosenKinds() });

  function update() {
    const all = value();
    say(count, counted(all));
    changed(all);
  }

  // What was pasted is understood, and said as it was understood.
  area.addEventListener("change", () => {
    const lines = entriesOf(area.value);
    const other = lines.map((line) => [line, entry(line)]).filter(([line, site]) => line !== site);
    if (!other.length) return;
    area.value = lines.map(entry).join("\n");
    say(read, words.read(...other[0]));
    update();
  });
  area.addEventListener("input", update);
  for (const box of boxes) box.addEventListener("change", () => { list.draw(); update(); });

  // What was resisted most lately is what people want blocked.
  ask("sessions", { limit: 100 }).then(({ sessions }) => {
    const times = new Map();
    for (const one of sessions.flatMap((session) => session.attempted)) if (one.site) times.set(one.site, (times.get(one.site) ?? 0) + one.times);
    const most = [...times].sort(([, one], [, other]) => other - one).map(([site]) => site).filter((site) => (takesParts || !site.includes("/")) && !value().sites.includes(site)).slice(0, 6);
    if (!most.length) return;
    fill(chips, h("li", { class: "hint" }, words.suggested), most.map((site) => h("li", {}, button([h("span", { class: "said" }, `+ ${site}`)], (event) => {
      area.value = [...entriesOf(area.value), site].join("\n");
      event.currentTarget.parentElement.remove();
      area.dispatchEvent(new Event("input", { bubbles: true }));
      area.focus();
    }, { class: "quiet", "aria-label": words.suggest(site) }))));
  }).catch(() => {});

  say(count, counted(value()));
  return {
    element: [count, h("fieldset", { class: "ticks" }, h("legend", {}, t.profiles.categories), boxes), list.element, field(t.profiles.sites, area, takesParts ? t.profiles.sitesHint : t.limits.sitesHint), read, chips], value, first: boxes[0]?.firstChild ?? area,
    /** Shows at its field what the service says of a part; whether it was one of these. */
    refuse(part, text) {
      const [kind, index] = part.split("/");
      if (kind === "sites") complain(area, index === undefined ? text : words.line(Number(index) + 1, value().sites[index] ?? "", text));
      else if (kind === "apps") complain(list.search, text);
      else if (kind === "categories") complain(boxes[0].firstChild, text);
      else return false;
      return true;
    },
  };
}
