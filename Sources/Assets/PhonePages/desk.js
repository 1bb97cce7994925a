// Desk mode: a phone beside the computer with this page open keeps reading cards (Web NFC, Chrome on Android).
// The computer answers a tap from here without a page, so that this one stays and goes on reading.
import { NoStore, desks, nextNumber } from "./desks.js";
import { canProve, tap } from "./proofs.js";
import { cameBack, inOrder, onReturn } from "./travel.js";
import { pairingSteps, show, showNoProofs, showNoStore, showOffline } from "./view.js";
import { speak } from "./words.js";

// A card that is put down a little crooked is read twice within this time, in milliseconds.
const echo = 1500;

let last = { route: "", at: 0 };

// Path and query of the first link of this site that a card holds, as they are on it; null if there is none.
function route(message) {
  for (const record of message.records) {
    if (record.recordType !== "url" && record.recordType !== "absolute-url") continue;
    const text = new TextDecoder().decode(record.data);
    const start = `https://${location.host}/`;
    if (text.startsWith(start)) return text.slice(start.length - 1).split("#")[0];
  }
  return null;
}

function showReading(desk, line) {
  show("reading", {
    title: "Hold a card to this phone",
    text: [`Taps go to ${desk.desk} while this page is open.`].concat(line ? [line] : []),
    note: "Keep the screen on. Where the reader is: usually at the upper half of the back.",
  });
}

async function read(desk, event) {
  const path = route(event.message);
  if (!path) return showReading(desk, "That card has no FocusKey link.");
  const now = Date.now();
  if (path === last.route && now - last.at < echo) return;
  last = { route: path, at: now };
  if (!navigator.onLine) return showOffline(desk.desk, () => showReading(desk));
  const number = await nextNumber(desk.desk);
  const query = await tap(desk, number, path);
  showReading(desk, `Read ${path.split("?")[0]} at ${new Date().toLocaleTimeString()}.`);
  // Where nobody answers, or the computer refuses, its page or the browser's takes the place of this one.
  location.assign(`http://${inOrder(desk.hosts)[0]}:${desk.port}/tap?${query}&s=1`);
}

async function begin(desk) {
  const reader = new NDEFReader();
  try {
    await reader.scan();
  } catch (error) {
    return show("no-reader", {
      title: "This phone does not let the page read cards",
      text: [
        error.name === "NotAllowedError"
          ? "Allow NFC for this site in the browser's settings, then try again."
          : "Turn NFC on in the phone's settings, then try again.",
      ],
      buttons: [{ label: "Try again", act: () => begin(desk) }],
    });
  }
  reader.onreading = (event) => read(desk, event);
  reader.onreadingerror = () => showReading(desk, "That card could not be read. Hold it still for a moment.");
  // A screen that goes dark ends the reading; a browser that cannot keep it on leaves that to the person.
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
  showReading(desk);
}

function ready(all) {
  show("ready", {
    title: "Desk mode",
    text: [
      cameBack() ? "Reading has ended." : "This phone keeps reading cards while this page is open.",
    ],
    buttons: all.map((desk) => ({ label: all.length > 1 ? `Read for ${desk.desk}` : "Start reading", act: () => begin(desk) })),
  });
}

async function open() {
  await speak();
  if (!canProve) return showNoProofs();
  if (!("NDEFReader" in window)) {
    return show("no-web-nfc", {
      title: "This browser cannot keep reading",
      text: ["Desk mode needs Chrome on an Android phone with NFC. Without it, tap a card and open the link that appears."],
    });
  }
  const all = await desks();
  if (all.length === 0) {
    return show("unpaired", {
      title: "This phone is not paired yet",
      text: ["Pair it once, then come back to this page."],
      steps: pairingSteps.slice(0, 2),
    });
  }
  onReturn(() => ready(all));
  ready(all);
}

open().catch((error) => {
  if (error instanceof NoStore) return showNoStore();
  throw error;
});
