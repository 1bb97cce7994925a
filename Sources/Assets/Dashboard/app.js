// The page: which view is shown, and what is over all of them.
import { fill, h, hush, say, toast } from "./dom.js";
import { badgeTitle } from "./format.js";
import { icon } from "./icons.js";
import { isFresh, isOn, learnParts } from "./parts.js";
import { connect, known, listen } from "./service.js";
import { language, t } from "./strings.js";
import { drawStrip, tellChange, titleOf } from "./told.js";

// A view is fetched when it is first shown. It puts itself into the element that it is given, and gives a function that
// ends what it keeps up.
const views = {
  now: () => import("./now.js"), plan: () => import("./plan.js"), learn: () => import("./learn.js"), nights: () => import("./nights.js"), history: () => import("./history.js"),
  profiles: () => import("./profiles.js"), keys: () => import("./keys.js"), schedules: () => import("./schedules.js"), promise: () => import("./promise.js"),
  signals: () => import("./signals.js"), links: () => import("./links.js"), guide: () => import("./guide.js"), more: () => import("./more.js"), limits: () => import("./limits.js"), move: () => import("./move.js"),
  help: () => import("./help.js"),
};
// Places lead to views; what is set up once shares one of them. Parts that nobody turned on have no place.
const setup = ["profiles", "schedules", "keys", "promise", "more", "guide", "help"];
const extra = ["signals", "links"];
const places = { now: ["now"], plan: ["plan"], learn: ["learn"], nights: ["nights"], limits: ["limits"], move: ["move"], history: ["history"], setup: [...setup, ...extra] };
const main = document.getElementById("main");
const tabs = document.getElementById("places");
let leave;
let shown;
let wanted;
let isStale = false;
let away;

function mark(selector, isCurrent) {
  for (const link of document.querySelectorAll(selector)) {
    if (isCurrent(link)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function show() {
  const asked = location.hash.slice(1).split("/")[0];
  // Somebody who comes here for the first time is shown around.
  const isFirst = !asked && !shown && known.status && known.settings && isFresh();
  const name = Object.hasOwn(views, asked) ? asked : asked === "setup" ? "profiles" : isFirst ? "guide" : "now";
  wanted = name;
  markPlaces(name);
  if (shown === name) return;
  let view;
  try {
    view = (await views[name]())[name];
  } catch {
    // The service is away. Browsers keep in mind what failed, so that the page begins again once it is back.
    isStale = true;
    return notices();
  }
  // Somebody may have gone on meanwhile.
  if (wanted !== name || shown === name) return;
  leave?.();
  leave = undefined;
  document.querySelectorAll("dialog").forEach((box) => box.close());
  hush();
  main.dataset.view = name;
  entitle(name);
  drawStrip(name);
  // No view has to do with a service that has not spoken yet.
  if (!known.status || !known.settings) {
    shown = undefined;
    return fill(main, h("h1", { class: "sr" }, t.views[name]), h("p", { class: "loading" }, t.loading));
  }
  fill(main);
  leave = view(main);
  // Anyone who came by a link of the page goes on reading there; nobody is moved when the page is first shown.
  if (shown) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  shown = name;
  showTab();
}

function markPlaces(name) {
  mark("#nav a", (link) => places[link.dataset.place].includes(name));
  mark("#places a", (link) => link.hash === `#${name}` || (link.hash === "#more" && extra.includes(name)));
  tabs.hidden = !places.setup.includes(name);
}

/** The title says the state first, wherever somebody is; on Now it counts. */
function entitle(name) {
  if (name !== "now" || !titleOf(known.status)) document.title = [name !== "now" && titleOf(known.status), t.views[name], "FocusKey"].filter(Boolean).join(" \u00b7 ");
}

/** The places of what is turned on. */
function drawPlaces() {
  const all = Object.keys(places).filter(isOn);
  if (nav.dataset.places === all.join()) return;
  nav.dataset.places = all.join();
  const focused = nav.contains(document.activeElement) && document.activeElement.dataset.place;
  fill(nav, all.map((place) => h("a", { href: `#${place}`, "data-place": place }, icon(place), h("span", {}, t.places[place]))));
  if (focused) nav.querySelector(`[data-place="${focused}"]`)?.focus();
  markPlaces(wanted ?? "now");
}

/** Where all tabs have no room, the one that is chosen is seen. */
function showTab() {
  const tab = tabs.querySelector("[aria-current]");
  if (tab) tabs.scrollTo(tab.offsetLeft + tab.offsetWidth / 2 - tabs.clientWidth / 2, 0);
}

function notices() {
  // In a session the room wears the colours of its profile, and the rest of the page steps back.
  document.body.dataset.room = known.status?.state ?? "";
  const place = document.getElementById("notices");
  if (isStale && known.line === "open") return location.reload();
  // What can be pressed would be lost while nobody answers.
  clearTimeout(away);
  if (known.line === "broken") away = setTimeout(() => { main.inert = true; }, 3000);
  else main.inert = false;
  const wanted = known.line === "broken" ? "broken" : known.line === "open" && !known.mayChange ? "look" : "";
  if (place.dataset.shown === wanted) return;
  place.dataset.shown = wanted;
  fill(place,
    wanted === "broken" && h("p", { class: "notice bad" }, t.line.broken, " ", h("code", {}, "focuskey up")),
    wanted === "look" && h("p", { class: "notice" }, t.line.look, " ", h("code", {}, "focuskey open")));
}

addEventListener("resize", showTab);
document.documentElement.lang = language;
say(document.getElementById("skip"), t.skip);
document.getElementById("skip").addEventListener("click", (event) => {
  // The address says which view is shown, so that it cannot say where the focus goes.
  event.preventDefault();
  main.focus();
});
const nav = document.getElementById("nav");
nav.setAttribute("aria-label", t.nav);
drawPlaces();
tabs.setAttribute("aria-label", t.places.setup);
fill(tabs, setup.map((name) => h("a", { href: `#${name}` }, t.views[name])));
addEventListener("hashchange", show);
listen((kind, event) => {
  notices();
  if (kind === "status") {
    tellChange();
    drawStrip(shown);
    if (shown) entitle(shown);
  }
  if (kind === "settings" || kind === "parts" || (kind === "event" && event.event === "moved")) drawPlaces();
  // It takes the place of nothing that is to be answered, and is shown beside what was reached just before it.
  if (kind === "event" && event.event === "achievement" && !document.querySelector(".toast button")) toast([document.querySelector(".reached")?.innerText, t.history.reached(badgeTitle(event.name), event.points)].filter(Boolean).join("\n"), "reached");
  if (kind === "line" && known.line === "open") learnParts();
  if (!shown && (kind === "status" || kind === "settings")) show();
});
setInterval(() => drawStrip(shown), 10_000);
connect();
show();
