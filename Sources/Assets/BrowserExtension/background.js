// Holds the browser's part of the shield for as long as the FocusKey of this computer says so.
//
// The connection to it is the dead man's switch: when it ends, for whatever reason, everything opens again. The rules
// end with the browser too.

import { frontTeller } from "./front.js";
import { HOST } from "./host.js";
import { partClosing, partRules } from "./parts.js";
import { pageReturner } from "./returns.js";
import { allowanceOf, closes, hostOf, indexed, namesPartsOf, rulesFor } from "./rules.js";

const PAGE = "/shield.html";
// A tab that was moved out of the way asked for nothing, and counts as no attempt.
const MOVED = "?moved";
const api = globalThis.browser ?? globalThis.chrome;
let port = null;
let order = null;
/** Counts the orders: what was begun for one is not done for the next. */
let turn = 0;
let work = Promise.resolve();
/** Tabs that were opened to try what holds. */
const trials = new Set();

const askForFront = frontTeller(api, (host) => port?.postMessage({ front: host }));
const bringBack = pageReturner(api, (address) => Boolean(order) && namesPartsOf(order, address) && !closes(order, address));

/** One change after the other: rules of two orders never mix. */
function inTurn(step) {
  work = work.then(step).catch((error) => console.error("shield:", error));
  return work;
}

async function setRules(wanted) {
  const rules = await supported(wanted);
  const old = await api.declarativeNetRequest.getSessionRules();
  await api.declarativeNetRequest.updateSessionRules({ removeRuleIds: old.map((rule) => rule.id), addRules: rules });
}

/** Without the rules whose patterns are too much for this browser: one of them would keep all from being taken. */
async function supported(rules) {
  const isFine = await Promise.all(
    rules.map(async ({ condition: { regexFilter: regex, isUrlFilterCaseSensitive: isCaseSensitive } }) => {
      if (!regex || !isCaseSensitive) return true;
      return (await api.declarativeNetRequest.isRegexSupported({ regex, isCaseSensitive, requireCapturing: true })).isSupported;
    }),
  );
  return rules.filter((_, index) => isFine[index]);
}

/** The address that a shield page stands for, or null for other pages. */
function coveredAddress(address) {
  const start = api.runtime.getURL(PAGE);
  if (!address?.startsWith(start)) return null;
  const covered = address.slice(address.indexOf("#") + 1);
  return hostOf(covered) ? covered : null;
}

/**
 * Shows another address in a tab. A browser refuses that while a person drags the tab or it is being made, and what the
 * tab was loading may come in between: where it stays as it was, it is tried again for ten seconds.
 */
async function move(tab, address, tries = 40) {
  const mine = turn;
  await api.tabs.update(tab.id, { url: address }).catch(() => {});
  if (tries === 0) return;
  setTimeout(async () => {
    // Somebody may have closed it, or the order is another by now.
    const now = await api.tabs.get(tab.id).catch(() => null);
    if (now && mine === turn && now.url === tab.url) await move(now, address, tries - 1);
  }, 250);
}

/** What the page shows of an order: its lists may be longer than what a browser keeps. */
function shown() {
  const { profile, place, promise, dashboard, until, usedUp, visits, ways } = order;
  return { profile, place, promise, dashboard, until, usedUp, visits, ways };
}

/** The same, for the page in the place of one address: with the part of a site or the allowance that closes it. */
function shownFor(address) {
  const allowance = allowanceOf(order, address);
  const part = partClosing(order, address);
  return { ...shown(), part, usedUp: allowance ? allowance.alone : order.usedUp, allowance: allowance?.name };
}

/** Whether some entry is about a part of a site. */
const hasParts = () => Boolean(order?.sections.some((section) => section.parts.size > 0));

/** How many entries are about parts of sites. */
const partCount = () => order?.sections.reduce((sum, { parts }) => sum + [...parts.values()].flat().length, 0) ?? 0;

/** Shows our page in a frame whose address is closed: no rule is asked when a page changes the address itself. */
async function closeFrame({ tabId, frameId, url }) {
  const address = `${api.runtime.getURL(PAGE)}#${url}`;
  await api.scripting.executeScript({
    target: { tabId, frameIds: [frameId] }, func: (to) => location.replace(to), args: [address], injectImmediately: true,
  }).catch(() => {});
}

/** Closes the frames of a tab that were open before. */
async function closeFrames(tab) {
  const frames = (await api.webNavigation.getAllFrames({ tabId: tab.id }).catch(() => null)) ?? [];
  for (const { frameId, url } of frames) {
    if (frameId !== 0 && closes(order, url)) await closeFrame({ tabId: tab.id, frameId, url });
  }
}

async function hold(next) {
  order = indexed(next);
  turn += 1;
  await api.storage.session.set({ order: shown() });
  const known = Object.values(api.declarativeNetRequest.ResourceType);
  const page = api.runtime.getURL(PAGE);
  const rules = rulesFor(next, page, known);
  await setRules([...rules, ...partRules(order, page, known, rules.length + 1)]);
  for (const tab of await api.tabs.query({})) {
    if (closes(order, tab.url)) await move(tab, `${page}${MOVED}#${tab.url}`);
    else if (hasParts()) await closeFrames(tab);
    const covered = coveredAddress(tab.url);
    if (covered && !closes(order, covered)) await move(tab, covered);
  }
  bringBack();
}

async function lift() {
  order = null;
  turn += 1;
  await api.storage.session.remove("order");
  await setRules([]);
  for (const tab of await api.tabs.query({})) {
    const covered = coveredAddress(tab.url);
    if (covered) await move(tab, covered);
  }
}

/** Asks for a site or a part of one as a person would, in a tab behind the others; says whether our page came. */
async function attempt(site) {
  const tab = await api.tabs.create({ url: "about:blank", active: false });
  trials.add(tab.id);
  try {
    await api.tabs.update(tab.id, { url: `https://${site}${site.includes("/") ? "" : "/"}` });
    for (let turn = 0; turn < 40; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const now = await api.tabs.get(tab.id);
      if (coveredAddress(now.url)) return "refused";
      if (now.status === "complete" && hostOf(now.url ?? "")) return "opened";
    }
    return "nothing came";
  } finally {
    await api.tabs.remove(tab.id).catch(() => {});
    trials.delete(tab.id);
  }
}

function connect() {
  if (port) return;
  const own = api.runtime.connectNative(HOST);
  port = own;
  // A long order comes in parts.
  let parts = [];
  own.onMessage.addListener((said) => {
    let message = said;
    if ("part" in said) {
      parts.push(said.part);
      if (said.more) return;
      message = JSON.parse(parts.join(""));
      parts = [];
    }
    if ("front" in message) {
      askForFront(message.front);
    } else if (message.try) {
      // Not in turn: what is ordered meanwhile must not wait for it.
      attempt(message.try).then((outcome) => own.postMessage({ tried: message.try, outcome }), console.error);
    } else if ("shield" in message) {
      inTurn(async () => {
        if (message.shield) await hold(message.shield);
        else await lift();
        const rules = await api.declarativeNetRequest.getSessionRules();
        own.postMessage({ rules: rules.length, parts: partCount() });
      });
    } else {
      own.postMessage({ here: true });
    }
  });
  own.onDisconnect.addListener(() => {
    port = null;
    askForFront(false);
    inTurn(lift);
    // Without the alarm the browser would put this worker to sleep and nobody would look again.
    setTimeout(connect, 1000);
  });
}

// A page may change its address without asking the network for it.
api.tabs.onUpdated.addListener((id, change) => {
  if (order && closes(order, change.url)) move({ id, url: change.url }, `${api.runtime.getURL(PAGE)}#${change.url}`);
});
// And so may a frame in it; what it loads is refused by the rules.
for (const event of [api.webNavigation.onCommitted, api.webNavigation.onHistoryStateUpdated]) {
  event.addListener((change) => {
    if (change.frameId !== 0 && hasParts() && closes(order, change.url)) closeFrame(change);
  });
}

api.runtime.onMessage.addListener((message, sender, reply) => {
  if (message === "shield") {
    // A worker that was just woken has not heard from its program yet.
    const covered = coveredAddress(sender.url);
    api.storage.session.get("order").then((kept) => reply(order ? shownFor(covered) : (kept.order ?? null)));
    return true;
  }
  // What the page saw or was told goes to the FocusKey of this computer: {attempt: host} or {keepPromise: host}; for a
  // part of a site the entry that closes it, never the address.
  const part = order && partClosing(order, coveredAddress(sender.url));
  const said = part ? Object.fromEntries(Object.keys(message).map((kind) => [kind, part])) : message;
  if (!(message.attempt && trials.has(sender.tab?.id))) port?.postMessage(said);
  reply(Boolean(port));
  return false;
});
api.runtime.onStartup.addListener(connect);
api.runtime.onInstalled.addListener(connect);
api.alarms.create("look", { periodInMinutes: 0.5 });
api.alarms.onAlarm.addListener(connect);
connect();
