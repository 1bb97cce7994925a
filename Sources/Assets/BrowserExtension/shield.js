// The page that is shown in place of a blocked site.

// The languages in which there are words; English is the other one.
const spoken = ["de", "fr", "es", "pt-BR", "ja", "zh-Hans"];

// The browser's list says what the person reads best. Those who write traditional characters get no simplified ones.
const language = navigator.languages.map((tag) => {
  const name = tag.split("-")[0];
  if (name === "en" || (name === "zh" && /hant|tw|hk|mo/i.test(tag))) return name;
  return spoken.find((one) => one.split("-")[0] === name);
}).find(Boolean);
const { words } = await import(spoken.includes(language) ? `./words-${language}.js` : "./words.js");
if (spoken.includes(language)) document.documentElement.lang = language;

const api = globalThis.browser ?? globalThis.chrome;
const covered = location.hash.slice(1);
const show = (id, text) => {
  document.getElementById(id).textContent = text;
};

function host() {
  try {
    return new URL(covered).hostname;
  } catch {
    return "";
  }
}

function remaining(milliseconds) {
  const minutes = Math.ceil(milliseconds / 60000);
  if (minutes <= 0) return "";
  return words.left(Math.floor(minutes / 60), minutes % 60);
}

// Closes what was blocked; the window keeps a tab.
async function leave() {
  const { id, windowId } = await api.tabs.getCurrent();
  if ((await api.tabs.query({ windowId })).length === 1) await api.tabs.create({ windowId });
  await api.tabs.remove(id);
}

let order;

function fill(latest) {
  order = latest;
  if (!order) return;
  // Without a session only allowances block.
  const site = order.part ?? host();
  show("what", order.usedUp ? words.usedUp(site) : words.blocked(site));
  show("promise", order.usedUp ? words.gone : order.promise ?? words.focusing);
  show("keep", order.promise ? words.keep : words.back);
  show("break", order.usedUp ? words.ways : words.ask);
  document.getElementById("keep").hidden = Boolean(order.usedUp);
  const ways = order.ways?.[order.allowance] ?? [];
  show("too", order.allowance && !order.usedUp ? words.usedUpToo : "");
  document.getElementById("ways").replaceChildren(
    ...ways.map((way) => Object.assign(document.createElement("li"), { textContent: way })),
  );
  show("profile", order.profile ?? "");
  document.body.dataset.accent = (order.place ?? 0) % 6;
  if (order.until) show("left", remaining(order.until - Date.now()));
  const way = document.getElementById("break");
  way.hidden = !order.dashboard;
  const page = order.usedUp ? `shield?site=${encodeURIComponent(site)}` : "";
  if (order.dashboard) way.href = order.dashboard + page;
  // What a visit costs, and its steps, the service's own page says.
  const visit = document.getElementById("visit");
  visit.hidden = !order.dashboard || !order.visits || !host();
  if (!visit.hidden) visit.href = `${order.dashboard}shield?site=${encodeURIComponent(site)}`;
}

async function refresh() {
  fill(await api.runtime.sendMessage("shield"));
}

show("what", words.blocked(host()));
show("promise", words.focusing);
show("keep", words.keep);
show("close", words.close);
show("break", words.ask);
show("visit", words.visit);
document.getElementById("keep").addEventListener("click", async () => {
  const isKept = await api.runtime.sendMessage({ keepPromise: host() });
  if (!isKept) return show("answer", words.notKept);
  // Without a promise there is nothing to take along.
  show("answer", order?.promise ? words.kept : "");
  // A frame is not the tab.
  document.getElementById("close").hidden = window.top !== window;
});
document.getElementById("close").addEventListener("click", leave);
// A tab that was open when the focus began asked for nothing.
if (host() && location.search === "") api.runtime.sendMessage({ attempt: host() });
refresh();
// The order may change while the page is open: the promise, the time, the link to a break.
api.storage.onChanged.addListener(refresh);
setInterval(refresh, 10_000);
