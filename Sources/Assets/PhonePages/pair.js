// The page behind a pairing code: it makes a key of this phone's own, keeps it, and hands it to the computer.
import { NoStore, keep } from "./desks.js";
import { canProve, pairing, readCode } from "./proofs.js";
import { inOrder, onReturn, showSilent, travel } from "./travel.js";
import { reveal, show, showNoProofs, showNoStore, showOffline } from "./view.js";
import { speak } from "./words.js";

const fragment = location.hash;
// The key in the code is for this page alone: not for the list of pages that were visited.
if (fragment) history.replaceState(null, "", location.pathname);

function go(code, query, hosts) {
  if (!navigator.onLine) return showOffline(code.desk, () => go(code, query, hosts));
  show("pairing", { title: `Pairing with ${code.desk}`, text: ["This takes a moment."] });
  // The same query to another of its names: it pairs once, wherever it arrives.
  const again = (host) => go(code, query, [host, ...hosts.filter((other) => other !== host)]);
  onReturn(() => showSilent("again", code.desk, hosts, again));
  travel(code.desk, hosts, code.port, `/pair?${query}`, again);
}

async function begin() {
  await speak();
  if (!canProve) return showNoProofs();
  if (!fragment) return reveal("no-code");
  const code = readCode(fragment);
  if (!code) {
    return show("bad-code", {
      title: "This code cannot be read",
      text: ["It is incomplete, or a newer FocusKey made it. Run focuskey phone pair again and scan the new code."],
    });
  }
  const { key, query } = await pairing(code);
  const { desk, hosts, port, phone } = code;
  await keep({ desk, hosts, port, phone, key, number: 0, paired: Date.now() });
  go(code, query, inOrder(hosts));
}

begin().catch((error) => {
  if (error instanceof NoStore) return showNoStore();
  throw error;
});
