// Tells the host of the page in front, and only while FocusKey asks for it: no address, no title, nothing of private
// windows.

import { hostOf } from "./rules.js";

/** Something that can be told whether the front is asked for; `send` gets each new host, or "" for none. */
export function frontTeller(api, send) {
  let isAsked = false;
  let last = null;

  async function host() {
    const window = await api.windows.getLastFocused().catch(() => null);
    if (!window?.focused || window.incognito) return "";
    const [tab] = await api.tabs.query({ active: true, windowId: window.id });
    return hostOf(tab?.url ?? "") ?? "";
  }

  async function tell() {
    const now = await host();
    // It may have been asked no longer meanwhile.
    if (!isAsked || now === last) return;
    last = now;
    send(now);
  }

  const changed = () => void tell();
  const addressChanged = (id, change) => {
    if (change.url) changed();
  };
  const events = [
    [api.tabs.onActivated, changed],
    [api.tabs.onUpdated, addressChanged],
    [api.windows.onFocusChanged, changed],
  ];

  return (isWanted) => {
    if (isWanted === isAsked) return;
    isAsked = isWanted;
    last = null;
    for (const [event, listener] of events) {
      if (isWanted) event.addListener(listener);
      else event.removeListener(listener);
    }
    if (isWanted) changed();
  };
}
