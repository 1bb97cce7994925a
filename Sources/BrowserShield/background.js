// Holds the browser's part of the shield for as long as the FocusKey of this computer says so.
//
// The connection to it is the dead man's switch: when it ends, for whatever reason, everything opens again.

import { closes, hostOf, rulesFor } from "./rules.js";

const HOST = "app.focuskey.shield";
const PAGE = "/shield.html";
const api = globalThis.browser ?? globalThis.chrome;
let port = null;
let order = null;
let work = Promise.resolve();

/** One change after the other: rules of two orders never mix. */
function inTurn(step) {
  work = work.then(step).catch((error) => console.error("shield:", error));
  return work;
}

async function setRules(rules) {
  const old = await api.declarativeNetRequest.getDynamicRules();
  await api.declarativeNetRequest.updateDynamicRules({ removeRuleIds: old.map((rule) => rule.id), addRules: rules });
}

function shieldAddress(address) {
  return `${api.runtime.getURL(PAGE)}#${address}`;
}

/** The address that a shield page stands for, or null for other pages. */
function coveredAddress(address) {
  const start = api.runtime.getURL(PAGE);
  if (!address?.startsWith(start)) return null;
  const covered = address.slice(start.length).replace(/^#/, "");
  return hostOf(covered) ? covered : null;
}

async function hold(next) {
  order = next;
  await api.storage.session.set({ order });
  await setRules(rulesFor(order, api.runtime.getURL(PAGE)));
  for (const tab of await api.tabs.query({})) {
    const host = hostOf(tab.url ?? "");
    if (host && closes(order, host)) await api.tabs.update(tab.id, { url: shieldAddress(tab.url) });
    const covered = coveredAddress(tab.url);
    if (covered && !closes(order, hostOf(covered))) await api.tabs.update(tab.id, { url: covered });
  }
}

async function lift() {
  order = null;
  await api.storage.session.remove("order");
  await setRules([]);
  for (const tab of await api.tabs.query({})) {
    const covered = coveredAddress(tab.url);
    if (covered) await api.tabs.update(tab.id, { url: covered });
  }
}

function connect() {
  if (port) return;
  port = api.runtime.connectNative(HOST);
  port.onMessage.addListener((message) => {
    inTurn(async () => {
      if (message.shield) await hold(message.shield);
      else await lift();
      port?.postMessage({ held: message.serial });
    });
  });
  port.onDisconnect.addListener(() => {
    port = null;
    inTurn(lift);
    // Without the alarm the browser would put this worker to sleep and nobody would look again.
    setTimeout(connect, 1000);
  });
}

// A page may change its address without asking the network for it.
api.tabs.onUpdated.addListener((id, change, tab) => {
  if (change.url && order && hostOf(change.url) && closes(order, hostOf(change.url))) {
    api.tabs.update(tab.id ?? id, { url: shieldAddress(change.url) });
  }
});

api.runtime.onMessage.addListener((message, sender, reply) => {
  if (message === "shield") reply(order);
  // What the page saw or was told goes to the FocusKey of this computer: {attempt: host} or {keepPromise: host}.
  else port?.postMessage(message);
  return false;
});
api.runtime.onStartup.addListener(connect);
api.runtime.onInstalled.addListener(connect);
api.alarms.create("look", { periodInMinutes: 0.5 });
api.alarms.onAlarm.addListener(connect);
connect();
