// The page that is shown in place of a blocked site.

// Every word of the page.
const words = {
  blocked: (host) => `${host || "This site"} is blocked while you focus.`,
  focusing: "You are focusing",
  left: (hours, minutes) => `${hours ? `${hours} h ` : ""}${minutes} min left`,
  keep: "I won't break my promise",
  kept: "Good. Your note to yourself is saved.",
  notKept: "FocusKey is not responding. Nothing was saved.",
  ask: "Ask for a break",
};

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

function fill(order) {
  if (!order) return;
  show("promise", order.promise ?? words.focusing);
  show("profile", order.profile ?? "");
  document.body.dataset.accent = (order.place ?? 0) % 6;
  if (order.until) show("left", remaining(order.until - Date.now()));
  const way = document.getElementById("break");
  way.hidden = !order.dashboard;
  if (order.dashboard) way.href = order.dashboard;
}

async function refresh() {
  fill(await api.runtime.sendMessage("shield"));
}

show("what", words.blocked(host()));
show("promise", words.focusing);
show("keep", words.keep);
show("break", words.ask);
document.getElementById("keep").addEventListener("click", async () => {
  const isKept = await api.runtime.sendMessage({ keepPromise: host() });
  show("answer", isKept ? words.kept : words.notKept);
});
// A tab that was open when the focus began asked for nothing.
if (host() && location.search === "") api.runtime.sendMessage({ attempt: host() });
refresh();
// The order may change while the page is open: the promise, the time, the link to a break.
api.storage.onChanged.addListener(refresh);
setInterval(refresh, 10_000);
