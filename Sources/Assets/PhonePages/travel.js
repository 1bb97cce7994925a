// Opens an address of the computer. A page on https may not ask a computer in the same network for anything, and may
// always lead there.
import { show } from "./view.js";

// How long the computer is waited for before the page says what to check, in milliseconds.
const patience = 5000;

// Whether the person came back to this page or loaded it again: then nothing is sent without being asked for.
export function cameBack() {
  const [entry] = performance.getEntriesByType("navigation");
  return Boolean(entry) && (entry.type === "back_forward" || entry.type === "reload");
}

// Phones with Android seldom find names that end in .local; they are asked for by address first.
export function inOrder(hosts) {
  const isAddress = (host) => /^[0-9.]+$|^\[/.test(host);
  if (!/Android/.test(navigator.userAgent)) return hosts;
  return [...hosts.filter(isAddress), ...hosts.filter((host) => !isAddress(host))];
}

export function showSilent(state, desk, hosts, again) {
  show(state, {
    title: state === "silent" ? `${desk} does not answer` : `Did ${desk} answer?`,
    text: [
      `Check that ${desk} is on and that this phone is in the same network.`,
      "Guest networks often keep devices apart, and a firewall on the computer may block the port.",
    ],
    buttons: hosts.map((host, index) => ({
      label: index === 0 ? "Try again" : `Try ${host}`, isQuiet: index > 0, act: () => again(host),
    })),
  });
}

// Leads to a host of a computer. If the page is still there after a while, it says so.
export function travel(desk, hosts, port, path, again) {
  setTimeout(() => showSilent("silent", desk, hosts, again), patience);
  location.assign(`http://${hosts[0]}:${port}${path}`);
}

// Shows the question again when the browser brings the page back as it was.
export function onReturn(act) {
  addEventListener("pageshow", (event) => {
    if (event.persisted) act();
  });
}
