// The page that stands where a distraction was.

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
  return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

function fill(order) {
  if (!order) return;
  if (host()) show("what", `${host()} is closed while you focus.`);
  show("promise", order.promise ?? "");
  show("profile", order.profile ?? "");
  if (order.until) show("left", remaining(order.until - Date.now()));
  const way = document.getElementById("break");
  way.hidden = !order.dashboard;
  if (order.dashboard) way.href = order.dashboard;
}

async function refresh() {
  fill(await api.runtime.sendMessage("shield"));
}

document.getElementById("keep").addEventListener("click", async () => {
  const isKept = await api.runtime.sendMessage({ keepPromise: host() });
  show("answer", isKept ? "Good. Your note to yourself is kept." : "FocusKey does not answer: nothing was kept.");
});
// A tab that was open when the focus began asked for nothing.
if (host() && location.search === "") api.runtime.sendMessage({ attempt: host() });
refresh();
// The order may change while the page stands: the promise, the time, the way to a break.
api.storage.onChanged.addListener(refresh);
setInterval(refresh, 10_000);
