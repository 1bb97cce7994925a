// The page: which view is shown, and what is over all of them.
import { fill, h, say } from "./dom.js";
import { icon } from "./icons.js";
import { connect, known, listen } from "./service.js";
import { language, t } from "./strings.js";
import { now } from "./now.js";
import { history } from "./history.js";
import { profiles } from "./profiles.js";
import { keys } from "./keys.js";
import { schedules } from "./schedules.js";
import { promise } from "./promise.js";
import { links } from "./links.js";
import { guide, isFresh } from "./guide.js";

// A view puts itself into the element that it is given, and gives a function that ends what it keeps up.
const views = { now, history, profiles, keys, schedules, promise, links, guide };
// Places lead to views; what is set up once shares one of them.
const setup = ["profiles", "keys", "schedules", "promise", "links", "guide"];
const places = { now: ["now"], history: ["history"], setup };
const main = document.getElementById("main");
const tabs = document.getElementById("places");
let leave;
let shown;

function mark(selector, isCurrent) {
  for (const link of document.querySelectorAll(selector)) {
    if (isCurrent(link)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function show() {
  const wanted = location.hash.slice(1).split("/")[0];
  // Somebody who comes here for the first time is shown around.
  const isFirst = !wanted && !shown && known.status && known.settings && isFresh();
  const name = Object.hasOwn(views, wanted) ? wanted : wanted === "setup" ? "profiles" : isFirst ? "guide" : "now";
  mark("#nav a", (link) => places[link.dataset.place].includes(name));
  mark("#places a", (link) => link.hash === `#${name}`);
  tabs.hidden = !setup.includes(name);
  if (shown === name) return;
  leave?.();
  leave = undefined;
  document.querySelectorAll("dialog").forEach((box) => box.close());
  document.title = `${t.views[name]} \u00b7 FocusKey`;
  main.dataset.view = name;
  // No view has to do with a service that has not spoken yet.
  if (!known.status || !known.settings) {
    shown = undefined;
    return fill(main, h("h1", { class: "sr" }, t.views[name]), h("p", { class: "loading" }, t.loading));
  }
  fill(main);
  leave = views[name](main);
  // Anyone who came by a link of the page goes on reading there; nobody is moved when the page is first shown.
  if (shown) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  shown = name;
  tabs.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function notices() {
  // In a session the room wears the colours of its profile, and the rest of the page steps back.
  document.body.dataset.room = known.status?.state ?? "";
  const place = document.getElementById("notices");
  const wanted = known.line === "broken" ? "broken" : known.line === "open" && !known.mayChange ? "look" : "";
  if (place.dataset.shown === wanted) return;
  place.dataset.shown = wanted;
  fill(place,
    wanted === "broken" && h("p", { class: "notice bad" }, t.line.broken),
    wanted === "look" && h("p", { class: "notice" }, t.line.look, " ", h("code", {}, "focuskey open")));
}

document.documentElement.lang = language;
say(document.getElementById("skip"), t.skip);
document.getElementById("skip").addEventListener("click", (event) => {
  // The address says which view is shown, so that it cannot say where the focus goes.
  event.preventDefault();
  main.focus();
});
const nav = document.getElementById("nav");
nav.setAttribute("aria-label", t.nav);
fill(nav, Object.keys(places).map((place) => h("a", { href: `#${place}`, "data-place": place }, icon(place), h("span", {}, t.places[place]))));
tabs.setAttribute("aria-label", t.places.setup);
fill(tabs, setup.map((name) => h("a", { href: `#${name}` }, t.views[name])));
addEventListener("hashchange", show);
listen((kind) => {
  notices();
  if (!shown && (kind === "status" || kind === "settings")) show();
});
connect();
show();
