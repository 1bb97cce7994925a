// The page behind a card's link, on a phone: it signs the tap and opens the computer with it.
import { NoStore, desks, nextNumber, prefer } from "./desks.js";
import { canProve, tap } from "./proofs.js";
import { cameBack, inOrder, onReturn, showSilent, travel } from "./travel.js";
import { handOver, pairingSteps, reveal, show, showNoProofs, showNoStore, showOffline } from "./view.js";
import { speak } from "./words.js";

// The path and query of the card's link. Some hosts add a slash to the path.
const route = location.pathname.replace(/(.)\/$/, "$1") + location.search;

async function send(desk, host) {
  if (!navigator.onLine) return showOffline(desk.desk, () => send(desk, host));
  show("sending", { title: `Telling ${desk.desk}`, text: ["This takes a moment."] });
  const asked = host && host !== desk.hosts[0] ? await prefer(desk.desk, host) : desk;
  const number = await nextNumber(desk.desk);
  const query = await tap(desk, number, route);
  travel(desk.desk, host ? asked.hosts : inOrder(asked.hosts), desk.port, `/tap?${query}`, (other) => send(desk, other));
}

function ask(all) {
  onReturn(() => ask(all));
  if (all.length === 1) {
    return showSilent("again", all[0].desk, inOrder(all[0].hosts), (host) => send(all[0], host));
  }
  choose(all);
}

function choose(all) {
  show("choose", {
    title: "Which computer?",
    text: ["This phone is paired with more than one."],
    buttons: all.map((desk) => ({ label: desk.desk, act: () => send(desk) })),
  });
}

function showUnpaired() {
  document.querySelectorAll("a.button").forEach((link) => {
    link.setAttribute("href", handOver(route));
    link.parentElement.hidden = false;
  });
  // On a computer the page is right as it is: the link can be opened there.
  if (!/Android|iPhone|iPad/.test(navigator.userAgent) && !matchMedia("(pointer: coarse)").matches) return reveal("unpaired");
  show("unpaired", {
    title: "This phone is not paired yet",
    text: ["Pair it once, and a tap on a card starts focus on your computer."],
    steps: pairingSteps,
    note:
      "Paired before? Browsers forget sites that were not opened for a while, and a private window is forgotten when it closes. Pair again.",
  });
}

async function begin() {
  await speak();
  if (!canProve) return showNoProofs();
  const all = await desks();
  if (all.length === 0) return showUnpaired();
  onReturn(() => ask(all));
  if (cameBack()) return ask(all);
  return all.length === 1 ? send(all[0]) : choose(all);
}

begin().catch((error) => {
  if (error instanceof NoStore) return showNoStore();
  throw error;
});
